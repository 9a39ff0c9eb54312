//! A naive program for the games of lining up pieces: it reads the texts of `engine/games` by itself, and solves those on few points
//! position by position, with dictionaries; of all of them the moves in random positions are compared. siga is asked through its
//! command line.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::oracles::case::{Case, Verdict, drawn, same, short};
use crate::oracles::program::{asked, same_nodes};
use crate::oracles::{Kind, Random, or_verdict};
use crate::program::SIGA;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("line-up moves", 4, make, moves),
        Kind::new("line-up perft", 1, make, perft),
    ]
}

/// The lines of a text by key; of options by name and word.
pub(crate) type Keys = BTreeMap<String, Vec<String>>;

/// The text with the words of `options` put in: each key with its line and the indented lines under it.
pub(crate) fn text(game: &str, options: &str) -> Keys {
    lines(&format!("engine/games/{game}.game"), options)
}

/// The same of any file.
fn lines(path: &str, options: &str) -> Keys {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let whole = fs::read_to_string(path).unwrap();
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for line in whole.lines().filter(|line| !line.is_empty()) {
        match line.starts_with(' ') {
            true => said.last_mut().unwrap().1.push(line.to_owned()),
            false => {
                let (key, value) = line.split_once(':').unwrap();
                said.push((key.to_owned(), vec![value.trim().to_owned()]));
            }
        }
    }
    let mut chosen: BTreeMap<String, String> = BTreeMap::new();
    for (key, _) in &said {
        if let Some((name, word)) = key
            .strip_prefix("option ")
            .and_then(|option| option.split_once('='))
        {
            chosen
                .entry(name.to_owned())
                .or_insert_with(|| word.to_owned());
        }
    }
    for (name, word) in options
        .split(',')
        .filter_map(|option| option.split_once('='))
    {
        chosen.insert(name.to_owned(), word.to_owned());
    }
    let mut keys: Keys = said
        .iter()
        .filter(|(key, _)| !key.contains(' ') || key.starts_with("no ") || key == "keep empty")
        .cloned()
        .collect();
    for (key, lines) in &said {
        let Some((name, word)) = key
            .strip_prefix("option ")
            .and_then(|option| option.split_once('='))
        else {
            continue;
        };
        if chosen[name] != word {
            continue;
        }
        let changes: Vec<&str> = lines[0].split(';').collect();
        for (at, change) in changes.iter().enumerate() {
            let Some((key, value)) = change.split_once(':') else {
                continue;
            };
            let (key, value) = (key.trim(), value.trim().to_owned());
            match key.strip_suffix('+') {
                Some(key) => keys.get_mut(key).unwrap()[0] += &format!(", {value}"),
                None => {
                    let under = if at + 1 == changes.len() {
                        &lines[1..]
                    } else {
                        &[]
                    };
                    keys.insert(key.to_owned(), [&[value], under].concat());
                }
            }
        }
    }
    keys
}

/// A game: points as places in a drawing, the top row first.
pub(crate) struct Game {
    points: Vec<(i32, i32)>,
    /// File and rank of each.
    pub(crate) names: Vec<(i32, i32)>,
    numbers: HashMap<(i32, i32), usize>,
    pub(crate) joins: Vec<Vec<bool>>,
    pub(crate) men: usize,
    pub(crate) start: Option<Vec<char>>,
    pub(crate) moves: Vec<String>,
    goals: [Vec<Pattern>; 2],
    first: String,
    /// Whether pieces move while others of their side are still to be placed.
    early: bool,
    /// Who chooses the point of a piece placed: `opponent`, `opponent first 2`, `owner first 1`.
    chooser: String,
    pub(crate) blocked: String,
}

/// The points of a pattern and what must stand there: `m`ine, the `o`ther side's, or nothing (`.`).
type Pattern = Vec<(usize, char)>;

/// How a game ends for the side to move, and in how many plies.
type Ended = (&'static str, Option<u64>);

/// What stands on each point, and the side to move.
type Position = (Vec<char>, char);

pub(crate) fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

impl Game {
    pub(crate) fn read(game: &str, options: &str) -> Game {
        Game::of(&text(game, options))
    }

    /// The game that some lines describe.
    pub(crate) fn of(keys: &Keys) -> Game {
        let say = |key: &str| keys.get(key).map_or("", |lines| &lines[0]);
        let board = &keys["board"];
        let grid: Vec<Vec<char>> = match board.len() {
            1 => drawn_grid(&board[0], say("joined") == "all"),
            _ => board[1..]
                .iter()
                .map(|line| line.chars().collect())
                .collect(),
        };
        let at = |r: i32, c: i32| -> char {
            let row = usize::try_from(r).ok().and_then(|r| grid.get(r));
            let found = row.and_then(|row| row.get(usize::try_from(c).ok()?));
            found.copied().unwrap_or(' ')
        };
        let mut points = Vec::new();
        for (r, row) in grid.iter().enumerate() {
            points.extend(
                row.iter()
                    .enumerate()
                    .filter(|(_, sign)| matches!(sign, 'o' | '.'))
                    .map(|(c, _)| (r as i32, c as i32)),
            );
        }
        let place = |r: i32, c: i32| points.iter().position(|point| *point == (r, c));
        let mut joins = vec![vec![false; points.len()]; points.len()];
        for (from, &(r, c)) in points.iter().enumerate() {
            // Diagonals are drawn one or two columns to the row.
            let ways = [
                (0, 1, "-"),
                (1, 0, "|"),
                (1, 1, "\\X"),
                (1, -1, "/X"),
                (1, 2, "\\X"),
                (1, -2, "/X"),
            ];
            for (dr, dc, signs) in ways {
                let mut step = 1;
                while signs.contains(at(r + step * dr, c + step * dc))
                    && at(r + step * dr, c + step * dc) != ' '
                {
                    step += 1;
                }
                if let (true, Some(to)) = (step > 1, place(r + step * dr, c + step * dc)) {
                    joins[from][to] = true;
                    joins[to][from] = true;
                }
            }
        }
        let mut rows: Vec<i32> = points.iter().map(|point| point.0).collect();
        let mut columns: Vec<i32> = points.iter().map(|point| point.1).collect();
        for list in [&mut rows, &mut columns] {
            list.sort_unstable();
            list.dedup();
        }
        let names = points.iter().map(|(r, c)| {
            let file = columns.iter().position(|known| known == c).unwrap() as i32;
            let rank = rows.iter().rev().position(|known| known == r).unwrap() as i32;
            (file, rank)
        });
        let names: Vec<(i32, i32)> = names.collect();
        let start = keys.get("start").map(|lines| {
            let mut cells = Vec::new();
            for sign in lines[0].chars().filter(|sign| *sign != '/') {
                match sign.to_digit(10) {
                    Some(run) => cells.extend(vec!['.'; run as usize]),
                    None => cells.push(sign),
                }
            }
            cells
        });
        let men = match &start {
            Some(cells) => cells.iter().filter(|sign| **sign == 'x').count(),
            None => say("men").parse().unwrap(),
        };
        let words = |key: &str| {
            say(key)
                .split(',')
                .map(|part| part.trim().to_owned())
                .collect::<Vec<_>>()
        };
        let mut game = Game {
            points,
            numbers: names.iter().copied().zip(0..).collect(),
            names,
            joins,
            men,
            start,
            moves: words("move"),
            goals: [Vec::new(), Vec::new()],
            first: say("first").to_owned(),
            early: say("place") == "early",
            chooser: say("chooser").to_owned(),
            blocked: say("blocked").to_owned(),
        };
        let goals: Vec<Pattern> = words("goal")
            .iter()
            .filter(|goal| !goal.is_empty())
            .flat_map(|goal| game.patterns(goal))
            .collect();
        let counts = |side: char, goal: &Pattern| {
            let begins = |side: char| {
                let start = game.start.as_ref();
                start.is_some_and(|start| is_made(goal, start, side))
            };
            match say("no goal") {
                "own start" => !begins(side),
                "either start" => !begins('x') && !begins('o'),
                _ => true,
            }
        };
        let of = |side: char| {
            goals
                .iter()
                .filter(|goal| counts(side, goal))
                .cloned()
                .collect()
        };
        game.goals = [of('x'), of('o')];
        game
    }

    /// The next point joined straight on from one, in the direction from another to it.
    pub(crate) fn beyond(&self, from: usize, over: usize) -> Option<usize> {
        let way = |a: usize, b: usize| {
            let ((r, c), (s, d)) = (self.points[a], self.points[b]);
            ((s - r).signum(), (d - c).signum())
        };
        (0..self.points.len())
            .find(|&to| to != from && self.joins[over][to] && way(over, to) == way(from, over))
    }

    pub(crate) fn by_name(&self, file: i32, rank: i32) -> Option<usize> {
        self.numbers.get(&(file, rank)).copied()
    }

    fn patterns(&self, words: &str) -> Vec<Pattern> {
        let mine =
            |goal: Vec<usize>| -> Pattern { goal.iter().map(|&point| (point, 'm')).collect() };
        if let Some((mine_at, others)) = words.split_once(" against ") {
            let others = self.goal(others).remove(0).into_iter();
            let others = others.map(|point| (point, 'o'));
            let all = mine(self.goal(mine_at).remove(0)).into_iter().chain(others);
            return vec![all.collect()];
        }
        let Some(words) = words.strip_suffix(" with an empty middle") else {
            return self.goal(words).into_iter().map(mine).collect();
        };
        let with_middle = |goal: Vec<usize>| {
            let between = |of: fn(&(i32, i32)) -> i32| {
                let all: Vec<i32> = goal.iter().map(|&at| of(&self.names[at])).collect();
                (all.iter().min().unwrap() + all.iter().max().unwrap()) / 2
            };
            let middle = self.by_name(between(|name| name.0), between(|name| name.1));
            let middle = (middle.unwrap(), '.');
            mine(goal).into_iter().chain([middle]).collect()
        };
        self.goal(words).into_iter().map(with_middle).collect()
    }

    fn goal(&self, words: &str) -> Vec<Vec<usize>> {
        let all = 0..self.points.len();
        let at = |point: usize, offsets: &[(i32, i32)]| -> Option<Vec<usize>> {
            let (file, rank) = self.names[point];
            offsets
                .iter()
                .map(|(f, r)| self.by_name(file + f, rank + r))
                .collect()
        };
        let everywhere = |offsets: &[(i32, i32)]| -> Vec<Vec<usize>> {
            all.clone().filter_map(|point| at(point, offsets)).collect()
        };
        let row = |k: i32, (f, r): (i32, i32)| -> Vec<(i32, i32)> {
            (0..k).map(|i| (i * f, i * r)).collect()
        };
        let split: Vec<&str> = words.split(' ').collect();
        let along = |k: usize| {
            let mut rows = Vec::new();
            for from in all.clone() {
                for next in all.clone().filter(|&next| self.joins[from][next]) {
                    let mut row = vec![from, next];
                    while row.len() < k {
                        match self.beyond(row[row.len() - 2], row[row.len() - 1]) {
                            Some(to) => row.push(to),
                            None => break,
                        }
                    }
                    if row.len() == k {
                        row.sort_unstable();
                        rows.push(row);
                    }
                }
            }
            rows
        };
        match split.as_slice() {
            ["row", "of", k] => along(k.parse().unwrap()),
            ["row", "of", k, "through", "the", "centre"] => {
                let centre = self.centre();
                along(k.parse().unwrap())
                    .into_iter()
                    .filter(|row| row.contains(&centre))
                    .collect()
            }
            ["row", "of", k, rest @ ..] => {
                let k: i32 = k.parse().unwrap();
                let ways: &[(i32, i32)] = if rest[0] == "in" {
                    &[(1, 0), (0, 1), (1, 1), (1, -1)]
                } else {
                    &[(1, 0), (0, 1)]
                };
                ways.iter()
                    .flat_map(|&way| everywhere(&row(k, way)))
                    .collect()
            }
            ["square", "of", k] => {
                let far = k.parse::<i32>().unwrap() - 1;
                everywhere(&[(0, 0), (far, 0), (0, far), (far, far)])
            }
            ["none"] => Vec::new(),
            ["square"] => everywhere(&[(0, 0), (1, 0), (0, 1), (1, 1)]),
            ["corners"] => vec![self.corners()],
            ["diamond"] => everywhere(&[(1, 0), (0, 1), (-1, 0), (0, -1)]),
            names => {
                let point = |name: &&str| {
                    let name = name.as_bytes();
                    self.by_name(i32::from(name[0] - b'a'), i32::from(name[1] - b'1'))
                        .unwrap()
                };
                vec![names.iter().map(point).collect()]
            }
        }
    }

    pub(crate) fn centre(&self) -> usize {
        let widest = self.names.iter().map(|name| name.0).max().unwrap();
        let highest = self.names.iter().map(|name| name.1).max().unwrap();
        self.by_name(widest / 2, highest / 2).unwrap()
    }

    pub(crate) fn corners(&self) -> Vec<usize> {
        let widest = self.names.iter().map(|name| name.0).max().unwrap();
        let highest = self.names.iter().map(|name| name.1).max().unwrap();
        [(0, 0), (widest, 0), (0, highest), (widest, highest)]
            .iter()
            .map(|&(f, r)| self.by_name(f, r).unwrap())
            .collect()
    }

    fn won(&self, cells: &[char], side: char) -> bool {
        let goals = &self.goals[usize::from(side == 'o')];
        goals.iter().any(|goal| is_made(goal, cells, side))
    }

    /// Where a piece can go.
    fn targets(&self, cells: &[char], from: usize, side: char, way: &str) -> Vec<usize> {
        let all = || 0..cells.len();
        let empty = |&to: &usize| cells[to] == '.';
        let straight = |most: usize| -> Vec<Vec<usize>> {
            let rays = all().filter(|&next| self.joins[from][next]).map(|next| {
                let mut ray = vec![next];
                let mut last = from;
                while let Some(to) = self.beyond(last, ray[ray.len() - 1]) {
                    last = ray[ray.len() - 1];
                    ray.push(to);
                }
                ray.into_iter().take(most).take_while(empty).collect()
            });
            rays.collect()
        };
        let way = way.trim_end_matches(" if no step");
        if let Some(way) = way.strip_suffix(" not into the centre") {
            let mut found = self.targets(cells, from, side, way);
            found.retain(|to| *to != self.centre());
            return found;
        }
        match way {
            "step" => all()
                .filter(|&to| self.joins[from][to])
                .filter(empty)
                .collect(),
            "fly" => all().filter(empty).collect(),
            "far" => all()
                .filter(|&to| !self.joins[from][to])
                .filter(empty)
                .collect(),
            "slide" => straight(99)
                .iter()
                .filter_map(|ray| ray.last().copied())
                .collect(),
            "step of 1 or 2" => straight(2).concat(),
            jump => {
                let over = all().filter(|&over| self.joins[from][over] && cells[over] != '.');
                let over = over.filter(|&over| !jump.contains("enemies") || cells[over] != side);
                over.filter_map(|over| self.beyond(from, over))
                    .filter(empty)
                    .collect()
            }
        }
    }

    fn next(&self, (cells, side): &Position) -> Vec<Position> {
        let placed = cells.iter().filter(|sign| *sign == side).count();
        let mut found = Vec::new();
        if self.start.is_none() && placed < self.men {
            let none = cells.iter().all(|sign| *sign == '.');
            let corners = self.corners_if("not a corner");
            for to in (0..cells.len()).filter(|&to| cells[to] == '.') {
                let barred = match self.first.as_str() {
                    "not the centre" => none && to == self.centre(),
                    "nobody in the centre" => to == self.centre(),
                    "not a corner" => none && corners.contains(&to),
                    _ => false,
                };
                if !barred {
                    let mut after = cells.clone();
                    after[to] = *side;
                    found.push((after, other(*side)));
                }
            }
            if !self.early {
                return found;
            }
        }
        let placings = found.len();
        for ways in [false, true] {
            let ways = self
                .moves
                .iter()
                .filter(|way| way.ends_with("if no step") == ways);
            for way in ways
                .filter(|way| !way.ends_with("if no step") || found.len() == placings)
                .cloned()
                .collect::<Vec<_>>()
            {
                for from in (0..cells.len()).filter(|&from| cells[from] == *side) {
                    for to in self.targets(cells, from, *side, &way) {
                        let mut after = cells.clone();
                        after[from] = '.';
                        after[to] = *side;
                        found.push((after, other(*side)));
                    }
                }
            }
        }
        if found.is_empty() && self.blocked == "passes" {
            found.push((cells.clone(), other(*side)));
        }
        found
    }

    fn corners_if(&self, words: &str) -> Vec<usize> {
        if self.first == words {
            self.corners()
        } else {
            Vec::new()
        }
    }

    fn start(&self) -> Position {
        let empty = || vec!['.'; self.points.len()];
        (self.start.clone().unwrap_or_else(empty), 'x')
    }

    /// A position as siga writes it.
    fn text(&self, (cells, side): &Position) -> String {
        let left = |side: char| {
            let placed = cells.iter().filter(|sign| **sign == side).count();
            match self.men - placed {
                _ if self.start.is_some() => String::new(),
                0 => String::new(),
                left => format!("{side}{left}"),
            }
        };
        let hand = match left('x') + &left('o') {
            none if none.is_empty() => "-".to_owned(),
            hand => hand,
        };
        format!("{} {side} {hand}", short(&self.rows(cells)))
    }

    fn position(&self, text: &str) -> Position {
        let mut words = text.split(' ');
        let cells = drawn(words.next().unwrap());
        let side = words.next().unwrap().chars().next().unwrap();
        (cells.chars().filter(|cell| *cell != '/').collect(), side)
    }

    /// The cells of each row, from the top.
    pub(crate) fn rows(&self, cells: &[char]) -> String {
        let mut rows: Vec<(i32, String)> = Vec::new();
        for (cell, (_, rank)) in cells.iter().zip(&self.names) {
            match rows.last_mut() {
                Some((of, row)) if of == rank => row.push(*cell),
                _ => rows.push((*rank, cell.to_string())),
            }
        }
        let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
        rows.join("/")
    }

    /// The move from one position to the next as siga writes it.
    fn written(&self, (before, side): &Position, (after, _): &Position) -> String {
        let changed = |sign: char| {
            (0..after.len()).find(|&point| before[point] != after[point] && after[point] == sign)
        };
        match (changed('.'), changed(*side)) {
            (None, None) => "pass".to_owned(),
            (from, to) => {
                let names = from.into_iter().chain(to).map(|point| self.name(point));
                names.collect::<Vec<_>>().join("-")
            }
        }
    }

    /// The outcome for the side to move, if the game is over.
    fn end(&self, position: &Position) -> Option<&'static str> {
        let (cells, side) = position;
        let stuck = || self.next(position).is_empty();
        match self.blocked.as_str() {
            _ if self.won(cells, other(*side)) => Some("loss"),
            _ if self.won(cells, *side) => Some("win"),
            "loses" if stuck() => Some("loss"),
            "wins" if stuck() => Some("win"),
            "draws" if stuck() => Some("draw"),
            _ => None,
        }
    }

    /// The side that chooses the move.
    fn chooser(&self, (cells, side): &Position) -> char {
        let placed = cells.iter().filter(|sign| *sign == side).count();
        let (who, first) = match self.chooser.split_once(" first ") {
            Some((who, first)) => (who, first.parse().unwrap()),
            None => (self.chooser.as_str(), self.men),
        };
        let opponent =
            placed < self.men && !who.is_empty() && (who == "opponent") == (placed < first);
        if opponent { other(*side) } else { *side }
    }

    /// Every position that can come about with what it is for the side to move, and in how many plies; a draw in none.
    fn solve(&self) -> HashMap<Position, Ended> {
        let mut next: HashMap<Position, Vec<Position>> = HashMap::new();
        let mut values: HashMap<Position, Ended> = HashMap::new();
        let mut open = vec![self.start()];
        while let Some(position) = open.pop() {
            if values.contains_key(&position) {
                continue;
            }
            let end = self.end(&position);
            let over = |end| (end, (end != "draw").then_some(0));
            values.insert(position.clone(), end.map_or(("draw", None), over));
            if end.is_none() {
                let after = self.next(&position);
                open.extend(after.iter().cloned());
                next.insert(position, after);
            }
        }
        for ply in 1.. {
            let mut found = Vec::new();
            for (position, after) in &next {
                let mut after = after.iter().map(|position| values[position].0);
                if after.clone().any(|outcome| outcome == "loss") {
                    found.push((position.clone(), ("win", Some(ply))));
                } else if after.all(|outcome| outcome == "win") {
                    found.push((position.clone(), ("loss", Some(ply))));
                }
            }
            if found.is_empty() {
                break;
            }
            for (position, value) in found {
                next.remove(&position);
                values.insert(position, value);
            }
        }
        values
    }

    pub(crate) fn name(&self, point: usize) -> String {
        let (file, rank) = self.names[point];
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }
}

fn is_made(pattern: &Pattern, cells: &[char], side: char) -> bool {
    pattern.iter().all(|&(point, sign)| match sign {
        'm' => cells[point] == side,
        'o' => cells[point] == other(side),
        _ => cells[point] == '.',
    })
}

fn drawn_grid(size: &str, all: bool) -> Vec<Vec<char>> {
    let (width, height) = size.split_once('x').unwrap();
    let (width, height): (usize, usize) = (width.parse().unwrap(), height.parse().unwrap());
    let sign = |y: usize, x: usize| match (y % 2, x % 2) {
        (0, 0) => 'o',
        (0, _) => '-',
        (_, 0) => '|',
        _ if all => 'X',
        _ => ' ',
    };
    (0..2 * height - 1)
        .map(|y| (0..2 * width - 1).map(|x| sign(y, x)).collect())
        .collect()
}

/// Games on few points, with their options, which are solved here.
const GAMES: &str = include_str!("line_up_solved.txt");
/// Larger games, whose moves are compared.
const LARGER: &str = include_str!("line_up_larger.txt");

/// The games of a list, each a name and options.
fn games(list: &str) -> impl Iterator<Item = [&str; 2]> {
    assert!(list.lines().count() >= 21, "{list}");
    let parts = |line| str::split_once(line, ':').unwrap().into();
    list.lines().map(parts)
}

/// A position after some random moves, with its rules.
fn make(random: &mut Random) -> Case {
    let list = *[GAMES, LARGER, LARGER].choose(random).unwrap();
    let games: Vec<[&str; 2]> = games(list).collect();
    let [name, options] = *games.choose(random).unwrap();
    let game = Game::read(name, options);
    let mut position = game.start();
    for _ in 0..random.random_range(0..2 * game.men + 12) {
        let next = match game.end(&position) {
            Some(_) => Vec::new(),
            None => game.next(&position),
        };
        let Some(after) = next.choose(random) else {
            break;
        };
        position = after.clone();
    }
    Case::new("line-up moves")
        .with("rules", format!("{name}:{options}"))
        .with("position", game.text(&position))
}

fn read(case: &Case) -> (Game, Position) {
    let (name, options) = case.get("rules").split_once(':').unwrap();
    let game = Game::read(name, options);
    let position = game.position(case.get("position"));
    (game, position)
}

/// The moves of a position in which the game goes on.
fn legal(game: &Game, position: &Position) -> Vec<Position> {
    match game.end(position) {
        Some(_) => Vec::new(),
        None => game.next(position),
    }
}

fn moves(case: &Case) -> Verdict {
    let (game, position) = read(case);
    let said = or_verdict!(asked("moves", case, &[]));
    let next = legal(&game, &position).into_iter();
    let next = next.map(|after| (game.written(&position, &after), game.text(&after)));
    let expected: BTreeMap<String, String> = next.collect();
    let found = said["moves"].as_array().unwrap().iter().map(|one| {
        let text = |key: &str| one[key].as_str().unwrap().to_owned();
        (text("move"), text("position"))
    });
    let found: BTreeMap<String, String> = found.collect();
    let chooser = game.chooser(&position).to_string();
    let end = game.end(&position);
    let ends =
        said["end"].as_str() == end && (end.is_some() || said["chooser"] == chooser.as_str());
    match ends {
        true => same(&found, &expected),
        false => Verdict::Fault(format!(
            "siga {} {}\noracle {end:?} {chooser}",
            said["end"], said["chooser"]
        )),
    }
}

fn perft(case: &Case) -> Verdict {
    let (game, position) = read(case);
    let next = legal(&game, &position);
    let expected: usize = next.iter().map(|after| legal(&game, after).len()).sum();
    let said = or_verdict!(asked("perft", case, &["depth=2"]));
    same_nodes(&said, expected)
}

/// The value of the game and of every first move are those that siga gives, and of some positions: the longest wins and losses of all, and
/// those that the loser's own move ends.
fn is_solved_the_same(game: &Game, [name, rules]: [&str; 2]) {
    let values = game.solve();
    let found = SIGA.result(&[name, "solve", "--rules", rules]);
    let start = game.start();
    assert_eq!(found["value"], values[&start].0, "{rules}");
    is_valued_the_same(
        game,
        &values,
        &start,
        &found["plies"],
        &found["first_moves"],
    );
    let longest = |outcome: &str| {
        let of = values.iter().filter(|(_, value)| value.0 == outcome);
        of.max_by_key(|(position, value)| (value.1, game.text(position)))
    };
    let given = |position: &&Position| {
        let after = legal(game, position);
        after.iter().any(|after| values[after] == ("win", Some(0)))
    };
    let mut given: Vec<&Position> = values.keys().filter(given).collect();
    given.sort_unstable();
    let hard = ["win", "loss", "draw"].into_iter().filter_map(longest);
    let step = (given.len() / 8).max(1);
    for position in given
        .into_iter()
        .step_by(step)
        .chain(hard.map(|(position, _)| position))
    {
        let text = game.text(position);
        let found = SIGA.result(&[name, "probe", "--rules", rules, "--position", &text]);
        let own = game.chooser(position) == position.1;
        assert!(own, "{rules} {text}: a game in which the owner chooses");
        assert_eq!(found["outcome"], values[position].0, "{rules} {text}");
        if let Some(plies) = values[position].1 {
            assert_eq!(found["line"].as_array().unwrap().len() as u64, plies);
        }
        is_valued_the_same(game, &values, position, &found["plies"], &found["moves"]);
    }
}

fn is_valued_the_same(
    game: &Game,
    values: &HashMap<Position, Ended>,
    position: &Position,
    plies: &Value,
    moves: &Value,
) {
    let text = game.text(position);
    assert_eq!(plies.as_u64(), values[position].1, "{text}");
    let moves = moves.as_array().unwrap();
    let next = legal(game, position);
    let names: BTreeSet<String> = next
        .iter()
        .map(|after| game.written(position, after))
        .collect();
    assert_eq!(moves.len(), names.len(), "{text}");
    for after in &next {
        let written = game.written(position, after);
        let said = moves.iter().find(|found| found["move"] == written.as_str());
        let said = said.unwrap_or_else(|| panic!("{text}: no {written}"));
        let outcome = match values[after].0 {
            "win" => "loss",
            "loss" => "win",
            draw => draw,
        };
        assert_eq!(said["outcome"], outcome, "{text}: {written}");
        let plies = values[after].1.map(|plies| plies + 1);
        assert_eq!(said["plies"].as_u64(), plies, "{text}: {written}");
    }
}

#[test]
fn small_games_are_solved_the_same_by_a_naive_program() {
    for [name, options] in games(GAMES) {
        let rules = format!("{name}:{options}");
        is_solved_the_same(&Game::read(name, options), [name, &rules]);
    }
    // Goals that need pieces of both sides, or an empty point.
    let more = "shut-in empty-middle stalemate-wins jumps-alone at-last blocking unequal one-row";
    for name in more.split(' ') {
        let rules = format!("fixtures/line-up/{name}.game");
        is_solved_the_same(&Game::of(&lines(&rules, "")), ["line-up", &rules]);
    }
}
