//! The games of taking between two, played naively from their texts: moves, what they take, and first plies.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::oracles::case::{Case, Verdict, drawn, same, short};
use crate::oracles::ledger::Ledger;
use crate::oracles::line_up::{Game, Keys, other, text};
use crate::oracles::program::{asked, same_nodes};
use crate::oracles::turn::names;
use crate::oracles::{Kind, Random, effort, or_verdict};

const GAMES: [&str; 6] = [
    "custodial-seega",
    "custodial-seega",
    "el-mthaltha",
    "jul-gonu",
    "hasami-shogi",
    "mak-yek",
];

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("custodial moves", 4, make, moves),
        Kind::new("custodial perft", 1, make_perft, perft),
        Kind::new("custodial values", 1, make_values, |case| {
            analyse(case, "plies", &["budget=1000000"])
        }),
    ]
}

/// Where a turn stands, as positions say it: nothing, `extra`, `gives`, `takes`, `+` or `+c3`.
type Going = String;

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// Row after row from the top: `x`, `o`, `.`.
    pub(crate) cells: Vec<char>,
    pub(crate) side: char,
    /// The pieces in hand of x and of o.
    pub(crate) hand: [usize; 2],
    pub(crate) going: Going,
    quiet: usize,
    /// The sides whose first turn has not ended, where the rules ask for it.
    first: usize,
}

pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) taken: Vec<String>,
    pub(crate) after: Position,
}

pub(crate) struct Rules {
    pub(crate) game: Game,
    pub(crate) keys: Keys,
}

/// Sidja's rules as the lines of a text.
fn sidja(options: &str) -> Keys {
    let preset = options.split(',').find(|part| !part.contains('='));
    let place = match preset {
        Some("west-africa") => 1,
        Some("egypt") => 2,
        _ => 0,
    };
    let presets = [
        ("size", ["5", "5", "5"]),
        ("placing", ["two", "two", "two"]),
        ("first", ["began", "began", "last"]),
        ("steps", ["8", "4", "4"]),
        ("capture_lines", ["8", "8", "4"]),
        ("capture_run", ["one", "one", "one"]),
        ("centre", ["open", "open", "safe"]),
        ("continuation", ["any", "free", "same"]),
        ("in_a_row", ["unlimited", "unlimited", "unlimited"]),
        ("blocked", ["passes", "passes", "opens"]),
        ("lost_with", ["1", "0", "0"]),
        ("no_capture", ["none", "10", "20"]),
        ("no_capture_end", ["count", "count", "count"]),
    ];
    let mut words: BTreeMap<&str, &str> = presets.map(|(name, all)| (name, all[place])).into();
    words.extend(options.split(',').filter_map(|part| part.split_once('=')));
    let size: usize = words["size"].parse().unwrap();
    let mut keys = Keys::new();
    let mut say = |key: &str, word: &str| keys.insert(key.to_owned(), vec![word.to_owned()]);
    say("board", &format!("{size}x{size}"));
    say("men", &((size * size - 1) / 2).to_string());
    say("keep empty", "the centre");
    say("move", "step");
    // A key, the option that says it, and other words for some of the option's.
    for (key, option, other) in [
        ("joined", "steps", "8=all|4=orthogonal"),
        ("place", "placing", ""),
        ("first", "first", "last=placed last"),
        ("capture_lines", "capture_lines", ""),
        ("capture_run", "capture_run", ""),
        ("centre", "centre", ""),
        (
            "continuation",
            "continuation",
            "any=any must|same=same must",
        ),
        ("in_a_row", "in_a_row", ""),
        ("blocked", "blocked", "opens=passes, the other opens a way"),
        ("lost_with", "lost_with", ""),
        ("no_capture", "no_capture", ""),
        ("no_capture_end", "no_capture_end", "count=more pieces win"),
    ] {
        let mut other = other.split('|').filter_map(|pair| pair.split_once('='));
        let other = other.find(|(word, _)| *word == words[option]);
        say(key, other.map_or(words[option], |(_, other)| other));
    }
    keys
}

impl Rules {
    pub(crate) fn read(text_of_rules: &str) -> Rules {
        let (name, options) = text_of_rules.split_once(':').unwrap_or((text_of_rules, ""));
        let keys = match name {
            "sidja" => sidja(options),
            _ => text(name, options),
        };
        Rules {
            game: Game::of(&keys),
            keys,
        }
    }

    fn say(&self, key: &str) -> &str {
        self.keys.get(key).map_or("", |lines| &lines[0])
    }

    fn number(cells: &[char], side: char) -> usize {
        cells.iter().filter(|cell| **cell == side).count()
    }

    pub(crate) fn start(&self) -> Position {
        let empty = vec!['.'; self.game.names.len()];
        let hand = if self.game.start.is_some() {
            0
        } else {
            self.game.men
        };
        Position {
            cells: self.game.start.clone().unwrap_or(empty),
            side: 'x',
            hand: [hand; 2],
            going: Going::new(),
            quiet: 0,
            first: if hand == 0 { self.first_turns() } else { 0 },
        }
    }

    fn first_turns(&self) -> usize {
        2 * usize::from(self.game.blocked.starts_with("wins in its first turn"))
    }

    pub(crate) fn text(&self, position: &Position) -> String {
        let [x, o] = position.hand;
        let part = |side: char, left: usize| match left {
            0 => String::new(),
            left => format!("{side}{left}"),
        };
        let hand = match part('x', x) + &part('o', o) {
            none if none.is_empty() => "-".to_owned(),
            hand => hand,
        };
        let mut text = format!(
            "{} {} {hand}",
            short(&self.game.rows(&position.cells)),
            position.side
        );
        if !position.going.is_empty() {
            text += &format!(" {}", position.going);
        }
        if position.quiet > 0 {
            text += &format!(" quiet={}", position.quiet);
        }
        if position.first > 0 {
            text += &format!(" first={}", position.first);
        }
        text
    }

    pub(crate) fn position(&self, text: &str) -> Position {
        let mut words = text.split(' ');
        let cells = drawn(words.next().unwrap());
        let mut position = Position {
            cells: cells.chars().filter(|cell| *cell != '/').collect(),
            side: words.next().unwrap().chars().next().unwrap(),
            hand: [0; 2],
            going: Going::new(),
            quiet: 0,
            first: 0,
        };
        let hand = words.next().unwrap();
        for (left, side) in position.hand.iter_mut().zip(['x', 'o']) {
            let digits = hand.split_once(side).map_or("0", |(_, digits)| digits);
            let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
            *left = digits.parse().unwrap();
        }
        for word in words {
            match word.split_once('=') {
                Some(("quiet", quiet)) => position.quiet = quiet.parse().unwrap(),
                Some((_, first)) => position.first = first.parse().unwrap(),
                None => position.going = word.to_owned(),
            }
        }
        position
    }

    /// The next point in a direction. On a drawing pieces stand in a line only along joins.
    fn beside(&self, point: usize, (files, ranks): (i32, i32)) -> Option<usize> {
        let (file, rank) = self.game.names[point];
        let next = self.game.by_name(file + files, rank + ranks)?;
        let grid = self.keys["board"].len() == 1;
        (grid || self.game.joins[point][next]).then_some(next)
    }

    fn ways(&self) -> &'static [(i32, i32)] {
        const ALL: [(i32, i32); 8] = [
            (1, 0),
            (0, 1),
            (-1, 0),
            (0, -1),
            (1, 1),
            (-1, 1),
            (-1, -1),
            (1, -1),
        ];
        &ALL[..if self.say("capture_lines") == "8" {
            8
        } else {
            4
        }]
    }

    /// The enemies in an unbroken run from a point on along some points, if one of the side's own stands behind them.
    fn run(&self, cells: &[char], side: char, line: &[usize]) -> Vec<usize> {
        let enemies = line.iter().take_while(|at| cells[**at] == other(side));
        let enemies: Vec<usize> = enemies.copied().collect();
        let most = match self.say("capture_run") {
            "two" => 2,
            "any" => 999,
            _ => 1,
        };
        let closed = line.get(enemies.len()).is_some_and(|at| cells[*at] == side);
        if closed && enemies.len() <= most {
            enemies
        } else {
            Vec::new()
        }
    }

    /// The points taken by the piece of a side that has just come to one.
    fn taken(&self, cells: &[char], side: char, to: usize) -> Vec<usize> {
        let ray = |from: usize, way: (i32, i32)| -> Vec<usize> {
            std::iter::successors(self.beside(from, way), |at| self.beside(*at, way)).collect()
        };
        let mut taken = Vec::new();
        for way in self.ways() {
            taken.extend(self.run(cells, side, &ray(to, *way)));
        }
        if self.say("intervention") == "yes" {
            for (files, ranks) in self.ways() {
                let pair = [(*files, *ranks), (-files, -ranks)].map(|way| self.beside(to, way));
                if pair
                    .iter()
                    .all(|at| at.is_some_and(|at| cells[at] == other(side)))
                {
                    taken.extend(pair.into_iter().flatten());
                }
            }
        }
        let corner = self.say("corner");
        if corner == "two" || corner == "bent" {
            let orthogonal = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
            let corners = self.game.corners();
            let edge = orthogonal.iter().any(|way| self.beside(to, *way).is_none());
            for way in orthogonal.iter().filter(|_| edge) {
                let along = ray(to, *way);
                let Some(end) = along.last().filter(|end| corners.contains(end)) else {
                    continue;
                };
                if corner == "two" && along.len() > 1 {
                    continue;
                }
                for round in orthogonal.iter().map(|way| ray(*end, *way)) {
                    let back = |at: &usize| *at == to || along.contains(at);
                    if round.first().is_none_or(back) {
                        continue;
                    }
                    let far = if corner == "two" { 1 } else { round.len() };
                    let line = [&along[..], &round[..far]].concat();
                    taken.extend(self.run(cells, side, &line));
                }
            }
        }
        if self.say("centre") == "safe" {
            let centre = self.game.centre();
            taken.retain(|at| *at != centre);
        }
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// Every way of a side, or of one piece: from, to, what it takes, the board after it.
    fn goes(
        &self,
        cells: &[char],
        side: char,
        only: Option<usize>,
    ) -> Vec<(usize, usize, Vec<usize>, Vec<char>)> {
        let game = &self.game;
        let mut found = Vec::new();
        for from in (0..cells.len()).filter(|&from| cells[from] == side) {
            if only.is_some_and(|only| only != from) {
                continue;
            }
            let mut targets = Vec::new();
            let near = (0..cells.len()).filter(|&to| game.joins[from][to]);
            for next in near {
                if cells[next] == '.' {
                    targets.push(next);
                }
                if game.moves.iter().any(|way| way == "slide") && cells[next] == '.' {
                    let (mut last, mut at) = (from, next);
                    while let Some(far) = game.beyond(last, at).filter(|&far| cells[far] == '.') {
                        targets.push(far);
                        (last, at) = (at, far);
                    }
                }
                if game.moves.iter().any(|way| way == "jump") && cells[next] != '.' {
                    let far = game.beyond(from, next);
                    targets.extend(far.filter(|&far| cells[far] == '.'));
                }
            }
            for to in targets {
                let mut after = cells.to_vec();
                after[from] = '.';
                after[to] = side;
                let taken = self.taken(&after, side, to);
                taken.iter().for_each(|&at| after[at] = '.');
                found.push((from, to, taken, after));
            }
        }
        found
    }

    /// Whether a side has lost by the numbers of pieces.
    pub(crate) fn lost(&self, cells: &[char], side: char) -> bool {
        let [own, enemy] = [side, other(side)].map(|side| Self::number(cells, side));
        let mut few = 0;
        let mut lead = usize::MAX;
        for part in self.say("lost_with").split(',').map(str::trim) {
            match part.split(' ').collect::<Vec<_>>()[..] {
                [taken, "taken"] => few = self.game.men - taken.parse::<usize>().unwrap(),
                ["a", "lead", "of", by] => lead = by.parse().unwrap(),
                [left] => few = left.parse().unwrap_or(0),
                _ => panic!("{part}"),
            }
        }
        own <= few || enemy >= own.saturating_add(lead)
    }

    pub(crate) fn limit(&self) -> Option<usize> {
        self.say("no_capture").parse().ok()
    }

    /// How the game has ended, for the side to move.
    pub(crate) fn end(&self, position: &Position) -> Option<&'static str> {
        let Position { cells, side, .. } = position;
        if position.hand != [0, 0] {
            return None;
        }
        if self.lost(cells, *side) {
            return Some("loss");
        }
        if self.lost(cells, other(*side)) {
            return Some("win");
        }
        if self.limit().is_some_and(|limit| position.quiet >= limit) {
            let [own, enemy] = [*side, other(*side)].map(|side| Self::number(cells, side));
            return Some(match own.cmp(&enemy) {
                _ if self.say("no_capture_end") != "more pieces win" => "draw",
                std::cmp::Ordering::Less => "loss",
                std::cmp::Ordering::Equal => "draw",
                std::cmp::Ordering::Greater => "win",
            });
        }
        let stuck = position.going.is_empty() && self.goes(cells, *side, None).is_empty();
        match self.game.blocked.as_str() {
            "loses" if stuck => Some("loss"),
            "wins" if stuck => Some("win"),
            "draws" if stuck => Some("draw"),
            _ if stuck && position.first > 0 => Some("win"),
            _ => None,
        }
    }

    fn placings(&self, position: &Position) -> Vec<Move> {
        let game = &self.game;
        let index = usize::from(position.side == 'o');
        let placed = game.men - position.hand[index];
        let place = self.say("place");
        let (files, ranks) = game.names[game.centre()];
        let allowed = |at: usize| {
            let (file, rank) = game.names[at];
            let ends = match position.side {
                'x' => rank == ranks && (file == 0 || file == 2 * files),
                _ => file == files && (rank == 0 || rank == 2 * ranks),
            };
            let kept = self.say("keep empty") == "the centre" && at == game.centre();
            let first = place.contains("beside the centre") && placed == 0;
            position.cells[at] == '.'
                && !kept
                && (!place.starts_with("cross") || placed >= 2 || ends)
                && (!first || game.joins[game.centre()][at])
        };
        let single = |placed: usize| match place.split(',').next().unwrap() {
            "one" => true,
            _ => place.contains("then one") && placed >= 2,
        };
        let all = (0..position.cells.len())
            .filter(|&at| allowed(at))
            .map(|at| {
                let mut after = position.clone();
                after.cells[at] = position.side;
                after.hand[index] -= 1;
                let placed = placed + 1;
                if single(placed) || placed.is_multiple_of(2) || after.hand[index] == 0 {
                    after.side = other(position.side);
                }
                if after.hand == [0, 0] {
                    after.side = match self.say("first") {
                        "placed last" => 'o',
                        _ => 'x',
                    };
                    after.first = self.first_turns();
                }
                let (name, taken) = (game.name(at), Vec::new());
                Move { name, taken, after }
            });
        all.collect()
    }

    pub(crate) fn moves(&self, position: &Position) -> Vec<Move> {
        if self.end(position).is_some() {
            return Vec::new();
        }
        if position.hand != [0, 0] {
            return self.placings(position);
        }
        let Position {
            cells, side, going, ..
        } = position;
        let turned = |cells: Vec<char>, quiet: usize, going: &str| Position {
            cells,
            side: other(*side),
            quiet,
            going: going.to_owned(),
            first: position.first.saturating_sub(1),
            ..position.clone()
        };
        if let Some(whose) = match going.as_str() {
            "gives" => Some(*side),
            "takes" => Some(other(*side)),
            _ => None,
        } {
            let all = (0..cells.len()).filter(|&at| cells[at] == whose).map(|at| {
                let mut after = cells.clone();
                after[at] = '.';
                Move {
                    name: format!("-{}", self.game.name(at)),
                    taken: vec![self.game.name(at)],
                    after: turned(after, position.quiet, ""),
                }
            });
            return all.collect();
        }
        let on = going.starts_with('+');
        let continuation = self.say("continuation");
        let free = continuation == "free";
        let named = |name: &str| (0..cells.len()).find(|&at| self.game.name(at) == name);
        let only = going.strip_prefix('+').and_then(named);
        let mut moves = Vec::new();
        for (from, to, taken, after) in self.goes(cells, *side, only) {
            if on && !free && taken.is_empty() {
                continue;
            }
            let quiet = match taken.is_empty() && self.limit().is_some() {
                true => position.quiet + 1,
                false => 0,
            };
            let over = self.lost(&after, other(*side)) || self.lost(&after, *side);
            let mut after = turned(after, quiet, "");
            let enough = on && self.say("in_a_row") == "2";
            let may_go_on = !enough && !["", "none"].contains(&continuation);
            if !taken.is_empty() && !over && may_go_on {
                let same = continuation.starts_with("same").then_some(to);
                let more = self.goes(&after.cells, *side, same);
                if free || more.iter().any(|more| !more.2.is_empty()) {
                    after.side = *side;
                    after.first = position.first;
                    after.going = match same {
                        Some(to) => format!("+{}", self.game.name(to)),
                        None => "+".to_owned(),
                    };
                }
            }
            moves.push(Move {
                name: format!("{}-{}", self.game.name(from), self.game.name(to)),
                taken: taken.iter().map(|&at| self.game.name(at)).collect(),
                after,
            });
        }
        let left_one = self.game.blocked == "is left a move";
        if going == "extra" || (left_one && !on) {
            let opens = |one: &Move| {
                if going != "extra" && !one.taken.is_empty() {
                    return true;
                }
                let after = &one.after;
                let limit = self.limit().is_some_and(|limit| after.quiet >= limit);
                limit
                    || self.lost(&after.cells, *side)
                    || self.lost(&after.cells, other(*side))
                    || !self.goes(&after.cells, other(*side), None).is_empty()
            };
            if moves.iter().any(opens) {
                moves.retain(opens);
            }
        }
        for one in moves.iter_mut().filter(|_| left_one) {
            let after = &mut one.after;
            let stuck = self.goes(&after.cells, after.side, None).is_empty();
            if after.side != *side && stuck && self.end(after).is_none() {
                (after.side, after.going) = (*side, "extra".to_owned());
            }
        }
        if moves.is_empty() || (on && (free || continuation.ends_with("may"))) {
            let going = match self.game.blocked.as_str() {
                _ if on => "",
                "passes, the other opens a way" | "is left a move" => "extra",
                "wins in its first turn, else the other opens a way" => "extra",
                "passes, the other gives up a piece" => "gives",
                "passes and loses a piece" => "takes",
                _ => "",
            };
            moves.push(Move {
                name: "pass".into(),
                taken: Vec::new(),
                after: turned(cells.clone(), position.quiet, going),
            });
        }
        moves
    }
}

/// The options of each preset of a game, and of none.
fn presets(game: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("engine/games/{game}.game"));
    let text = fs::read_to_string(path).unwrap();
    let presets = text.lines().filter_map(|line| {
        let (_, options) = line.strip_prefix("preset ")?.split_once(':')?;
        Some(options.replace(' ', ""))
    });
    std::iter::once(String::new()).chain(presets).collect()
}

/// Some options of a game, each as likely as the others.
fn options(random: &mut Random, game: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("engine/games/{game}.game"));
    let text = fs::read_to_string(path).unwrap();
    let mut words: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let option = line
            .strip_prefix("option ")
            .and_then(|line| line.split_once(':'));
        if let Some((name, word)) = option.and_then(|(option, _)| option.split_once('=')) {
            words.entry(name).or_default().push(word);
        }
    }
    let mut chosen = presets(game).choose(random).unwrap().clone();
    for (name, words) in words {
        // 3×3 with seven pieces lost with is no game, so both are left to the presets.
        if name != "lost_with" && name != "size" && random.random_bool(0.15) {
            let option = format!("{name}={}", words.choose(random).unwrap());
            let rest = chosen.split(',').filter(|part| !part.is_empty());
            let rest = rest.filter(|part| !part.starts_with(&format!("{name}=")));
            chosen = rest.chain([option.as_str()]).collect::<Vec<_>>().join(",");
        }
    }
    chosen
}

/// The position after some plies of a random game, in which captures are preferred.
fn played(random: &mut Random, rules: &Rules, plies: usize) -> Position {
    let mut position = rules.start();
    for _ in 0..plies {
        let moves = rules.moves(&position);
        let takes: Vec<&Move> = moves.iter().filter(|one| !one.taken.is_empty()).collect();
        let chosen = match takes.choose(random) {
            Some(one) if random.random_bool(0.7) => Some(*one),
            _ => moves.choose(random),
        };
        let Some(one) = chosen else { break };
        position = one.after.clone();
    }
    position
}

/// A position met in such a game.
fn make(random: &mut Random) -> Case {
    let game = *GAMES.choose(random).unwrap();
    let text = format!("{game}:{}", options(random, game));
    let text = text.trim_end_matches(':');
    let rules = Rules::read(text);
    let most = 2 * rules.game.men + 30;
    let plies = random.random_range(0..most);
    let position = played(random, &rules, plies);
    Case::new("custodial moves")
        .with("rules", text)
        .with("position", rules.text(&position))
}

pub(crate) fn read(case: &Case) -> (Rules, Position) {
    let rules = Rules::read(case.get("rules"));
    let position = rules.position(case.get("position"));
    (rules, position)
}

pub(crate) fn moves(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("moves", case, &[]));
    let end = rules.end(&position);
    if said["end"].as_str() != end {
        return Verdict::Fault(format!("end: siga {}, oracle {end:?}", said["end"]));
    }
    let expected = rules.moves(&position).into_iter().map(|mut one| {
        one.taken.sort();
        let again = one.after.side == position.side;
        let after = rules.text(&one.after);
        format!("{} {} {after} {again}", one.name, one.taken.join(","))
    });
    let found = said["moves"].as_array().unwrap().iter().map(|one| {
        let text = |key: &str| one[key].as_str().unwrap().to_owned();
        let mut taken = names(&one["captures"]);
        taken.sort_unstable();
        let (name, after) = (text("move"), text("position"));
        format!("{name} {} {after} {}", taken.join(","), one["again"])
    });
    same(&counted(found), &counted(expected))
}

/// How often each text stands there.
fn counted(texts: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    texts.for_each(|text| *counts.entry(text).or_insert(0) += 1);
    counts
}

fn make_perft(random: &mut Random) -> Case {
    make(random).with("depth", 2)
}

pub(crate) fn perft(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let depth: u32 = case.get("depth").parse().unwrap();
    let mut left = 20 * effort();
    let Some(expected) = sequences(&rules, &position, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("perft", case, &["depth"]));
    same_nodes(&said, expected)
}

fn sequences(rules: &Rules, position: &Position, depth: u32, left: &mut usize) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    *left = left.checked_sub(1)?;
    let moves = rules.moves(position);
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    moves
        .iter()
        .map(|one| sequences(rules, &one.after, depth - 1, left))
        .sum()
}

/// Everything that can come of a position, each with its successors: the index, and whether the turn goes over to the
/// other side.
struct Graph {
    positions: Vec<Position>,
    next: Vec<Vec<(usize, bool)>>,
}

impl Graph {
    fn new(rules: &Rules, start: &Position, most: usize) -> Option<Graph> {
        let mut graph = Graph {
            positions: vec![start.clone()],
            next: Vec::new(),
        };
        let mut index = HashMap::from([(start.clone(), 0)]);
        while graph.next.len() < graph.positions.len() {
            if graph.positions.len() > most {
                return None;
            }
            let position = graph.positions[graph.next.len()].clone();
            let moves = rules.moves(&position).into_iter().map(|one| {
                let over = one.after.side != position.side;
                let at = *index.entry(one.after.clone()).or_insert_with(|| {
                    graph.positions.push(one.after);
                    graph.positions.len() - 1
                });
                (at, over)
            });
            let moves = moves.collect();
            graph.next.push(moves);
        }
        Some(graph)
    }

    /// Won or lost in so many plies, or turns, for the side to move; what is neither goes on for ever, or ends in a draw.
    fn solve(&self, rules: &Rules, plies: bool) -> Vec<Option<(bool, u64)>> {
        let mut values: Vec<Option<(bool, u64)>> = self
            .positions
            .iter()
            .map(|position| match rules.end(position) {
                Some("win") => Some((true, 0)),
                Some("loss") => Some((false, 0)),
                _ => None,
            })
            .collect();
        let mut turns = 0;
        let mut last_found = 0;
        // A length that is never found leaves no later one to be found; positions over already have length 0.
        while turns <= last_found + 1 {
            turns += 1;
            loop {
                let mut changed = false;
                for index in 0..values.len() {
                    if values[index].is_some() || self.next[index].is_empty() {
                        continue;
                    }
                    // Of the side to move here: what is known within so many, the one under way included.
                    let seen = |&(next, over): &(usize, bool)| {
                        let (win, at) = values[next]?;
                        (at + (plies || over) as u64 <= turns).then_some(win != over)
                    };
                    let seen: Vec<Option<bool>> = self.next[index].iter().map(seen).collect();
                    let best = if seen.contains(&Some(true)) {
                        Some(true)
                    } else if seen.contains(&None) {
                        None
                    } else {
                        Some(false)
                    };
                    if let Some(win) = best {
                        values[index] = Some((win, turns));
                        (changed, last_found) = (true, turns);
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        values
    }
}

/// A position of a small game.
fn make_values(random: &mut Random) -> Case {
    let game = *["custodial-seega", "el-mthaltha", "custodial-seega"]
        .choose(random)
        .unwrap();
    let mut options = options(random, game);
    if game == "custodial-seega" {
        let parts = options.split(',').filter(|part| !part.is_empty());
        let parts =
            parts.filter(|part| !part.starts_with("size=") && !part.starts_with("lost_with=7"));
        options = parts.chain(["size=3"]).collect::<Vec<_>>().join(",");
    }
    let text = format!("{game}:{options}");
    let text = text.trim_end_matches(':');
    let rules = Rules::read(text);
    let plies = random.random_range(10..40);
    let position = played(random, &rules, plies);
    Case::new("custodial values")
        .with("rules", text)
        .with("position", rules.text(&position))
}

/// A whole endgame, position by position: who wins from it and after each move, and in how many `plies`, or `turns`, which siga need not
/// know.
pub(crate) fn analyse(case: &Case, lengths: &str, options: &[&str]) -> Verdict {
    let (rules, position) = read(case);
    let Some(graph) = Graph::new(&rules, &position, 40 * effort()) else {
        return Verdict::Declined("too many positions for the oracle".into());
    };
    let plies = lengths == "plies";
    let values = graph.solve(&rules, plies);
    let said = or_verdict!(asked("analyse", case, options));
    let word = |value: Option<(bool, u64)>| match value {
        Some((true, _)) => "win",
        Some((false, _)) => "loss",
        None => "draw",
    };
    let mut ledger = Ledger::default();
    let mut judge = |what: &str, said: &Value, truth: Option<(bool, u64)>| {
        for name in ["outcome", "at_least", "at_most"] {
            ledger.law(said[name] == word(truth), || {
                format!("{what}: {name} {}, oracle {truth:?}", said[name])
            });
        }
        let (length, shortest) = (said[lengths].as_u64(), truth.map(|(_, length)| length));
        ledger.law(length == shortest || length.is_none() && !plies, || {
            format!("{what}: {length:?} {lengths}, oracle {shortest:?}")
        });
    };
    judge("position", &said, values[0]);
    let moves = rules.moves(&position);
    let mut kept = Vec::new();
    for one in said["moves"].as_array().unwrap() {
        let Some(index) = moves
            .iter()
            .position(|own| one["move"] == own.name.as_str())
        else {
            return Verdict::Fault(format!("no such move: {one}"));
        };
        let (next, over) = graph.next[0][index];
        // Of the side that makes the move, this turn or ply counted.
        let value = values[next].map(|(win, at)| (win != over, at + u64::from(plies || over)));
        judge(&moves[index].name, one, value);
        kept.push((one, word(value) == word(values[0])));
    }
    for (one, keeps) in kept {
        ledger.law(one["keeps"] == keeps, || {
            format!("keeps: {one}, oracle {keeps}")
        });
    }
    ledger.verdict()
}
