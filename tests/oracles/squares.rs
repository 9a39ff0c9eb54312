//! Teeko and twenty-five on a plain list of cells, row after row from the top: moves, counts of sequences, values.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::case::{Case, Verdict, drawn, short};
use crate::ledger::Ledger;
use crate::program::answer;
use crate::{Kind, Random, effort, or_verdict};

pub(crate) fn kinds() -> Vec<Kind> {
    let kind = |name, often, make, judge| Kind {
        name,
        often,
        make,
        judge,
    };
    vec![
        kind("squares moves", 6, make_position, moves),
        kind("squares perft", 3, make_perft, perft),
        kind("squares probe", 4, make_small, probe),
        kind("teeko probe", 1, make_teeko, look_ahead),
    ]
}

struct Rules {
    teeko: bool,
    size: usize,
    men: usize,
    jumps: bool,
    goals: BTreeSet<Vec<usize>>,
    /// For each piece of a side, in the order placed: whether the opponent chooses its cell.
    chosen_by_opponent: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    cells: Vec<u8>,
    side: u8,
}

/// The move's text, the cell jumped over, the position after it.
type Move = (String, Option<usize>, Position);

const AROUND: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

impl Rules {
    fn read(text: &str) -> Rules {
        let teeko = text.starts_with("teeko");
        let options = text.split_once(':').map_or("", |(_, options)| options);
        let mut get = BTreeMap::from([
            ("size", "5"),
            ("men", if teeko { "4" } else { "5" }),
            ("row", "4"),
            ("jumps", if teeko { "no" } else { "yes" }),
            ("drop", "standard"),
        ]);
        get.insert("goals", if teeko { "44" } else { "rows" });
        get.extend(
            options
                .split(',')
                .filter_map(|option| option.split_once('=')),
        );
        let number = |name: &str| -> usize { get[name].parse().unwrap() };
        let (size, row) = (number("size"), number("row"));
        let mut goals = BTreeSet::new();
        let mut add = |cells: Vec<(usize, usize)>| {
            if cells
                .iter()
                .all(|&(row, column)| row < size && column < size)
            {
                let mut cells: Vec<usize> = cells
                    .into_iter()
                    .map(|(row, column)| row * size + column)
                    .collect();
                cells.sort_unstable();
                goals.insert(cells);
            }
        };
        for at in 0..size * size {
            let (r, c) = (at / size, at % size);
            add((0..row).map(|i| (r, c + i)).collect());
            add((0..row).map(|i| (r + i, c)).collect());
            add((0..row).map(|i| (r + i, c + i)).collect());
            add((0..row).map(|i| (r + i, c.wrapping_sub(i))).collect());
            let widths = match get["goals"] {
                "58" => 1..=4,
                "44" | "squares-too" => 1..=1,
                _ => 1..=0,
            };
            for width in widths {
                add(vec![
                    (r, c),
                    (r + width, c),
                    (r, c + width),
                    (r + width, c + width),
                ]);
            }
        }
        let men = number("men");
        let (rule, first) = match get["drop"].rsplit_once('-') {
            Some((rule, first)) => (rule, first.parse().unwrap()),
            None => (get["drop"], men),
        };
        Rules {
            teeko,
            size,
            men,
            jumps: get["jumps"] == "yes",
            goals,
            chosen_by_opponent: (0..men)
                .map(|piece| (piece < first) == (rule == "alternate"))
                .collect(),
        }
    }

    fn name(&self, cell: usize) -> String {
        format!(
            "{}{}",
            (b'a' + (cell % self.size) as u8) as char,
            self.size - cell / self.size
        )
    }

    fn number(position: &Position, side: u8) -> usize {
        position.cells.iter().filter(|&&cell| cell == side).count()
    }

    fn position(&self, text: &str) -> Position {
        let mut words = text.split(' ');
        let cells = drawn(words.next().unwrap())
            .bytes()
            .filter(|&cell| cell != b'/')
            .collect();
        Position {
            cells,
            side: words.next().unwrap().as_bytes()[0],
        }
    }

    fn text(&self, position: &Position) -> String {
        let rows: Vec<&str> = position
            .cells
            .chunks(self.size)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let left = |side: u8| match self.men - Self::number(position, side) {
            0 => String::new(),
            left => format!("{}{left}", side as char),
        };
        let reserve = match left(b'x') + &left(b'o') {
            text if text.is_empty() => "-".into(),
            text => text,
        };
        format!(
            "{} {} {reserve}",
            short(&rows.join("/")),
            position.side as char
        )
    }

    fn has_goal(&self, position: &Position, side: u8) -> bool {
        self.goals
            .iter()
            .any(|goal| goal.iter().all(|&cell| position.cells[cell] == side))
    }

    /// The other side has made a goal.
    fn over(&self, position: &Position) -> bool {
        self.has_goal(position, other(position.side))
    }

    fn beside(&self, cell: usize, (down, right): (i32, i32), times: i32) -> Option<usize> {
        let size = self.size as i32;
        let (row, column) = (
            cell as i32 / size + times * down,
            cell as i32 % size + times * right,
        );
        let inside = (0..size).contains(&row) && (0..size).contains(&column);
        inside.then_some((row * size + column) as usize)
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.over(position) {
            return moves;
        }
        let side = position.side;
        let placed = Self::number(position, side);
        let empty = |cell: usize| position.cells[cell] == b'.';
        let after = |from: Option<usize>, to: usize| {
            let mut after = position.clone();
            if let Some(from) = from {
                after.cells[from] = b'.';
            }
            after.cells[to] = side;
            after.side = other(side);
            after
        };
        let all = 0..self.size * self.size;
        if placed < self.men {
            moves.extend(
                all.clone()
                    .filter(|&cell| empty(cell))
                    .map(|cell| (self.name(cell), None, after(None, cell))),
            );
            if self.teeko {
                return moves;
            }
        }
        for from in all.filter(|&cell| position.cells[cell] == side) {
            for way in AROUND {
                let Some(near) = self.beside(from, way, 1) else {
                    continue;
                };
                if empty(near) {
                    moves.push((
                        format!("{}-{}", self.name(from), self.name(near)),
                        None,
                        after(Some(from), near),
                    ));
                } else if let Some(far) = self
                    .beside(from, way, 2)
                    .filter(|&far| self.jumps && empty(far))
                {
                    moves.push((
                        format!("{}-{}", self.name(from), self.name(far)),
                        Some(near),
                        after(Some(from), far),
                    ));
                }
            }
        }
        moves
    }

    /// Whether the opponent of the side to move chooses the move.
    fn opponent_chooses(&self, position: &Position) -> bool {
        let placed = Self::number(position, position.side);
        self.teeko && placed < self.men && self.chosen_by_opponent[placed]
    }
}

fn other(side: u8) -> u8 {
    if side == b'x' { b'o' } else { b'x' }
}

// ---- random questions

fn rules(random: &mut Random) -> String {
    if random.random_bool(0.4) {
        let drop = [
            "standard",
            "alternate",
            "alternate-1",
            "alternate-2",
            "alternate-3",
            "standard-1",
            "standard-2",
            "standard-3",
        ];
        return format!(
            "teeko:goals={},drop={}",
            ["44", "58"].choose(random).unwrap(),
            drop.choose(random).unwrap()
        );
    }
    let size = *[3, 4, 5, 5].choose(random).unwrap();
    let men = if size == 3 {
        3
    } else {
        random.random_range(3..6)
    };
    let row = if size == 3 || men == 3 {
        3
    } else {
        random.random_range(3..5)
    };
    let goals = ["rows", "rows", "squares-too"].choose(random).unwrap();
    let goals = if men < 4 { &"rows" } else { goals };
    format!(
        "5x5:size={size},men={men},row={row},goals={goals},jumps={}",
        ["yes", "yes", "no"].choose(random).unwrap()
    )
}

fn position(random: &mut Random, rules: &Rules) -> Position {
    loop {
        let mut position = Position {
            cells: vec![b'.'; rules.size * rules.size],
            side: *b"xo".choose(random).unwrap(),
        };
        let whole = random.random_bool(0.6);
        let x = if whole {
            rules.men
        } else {
            random.random_range(0..=rules.men)
        };
        let o = if whole {
            rules.men
        } else if rules.teeko {
            x - random.random_range(0..2).min(x)
        } else {
            random.random_range(0..=rules.men)
        };
        if rules.teeko && o < rules.men {
            position.side = if x > o { b'o' } else { b'x' };
        }
        // A side without a piece has to place one: so it has its first turn.
        if (x == 0 && (o > 0 || position.side == b'o'))
            || (o == 0 && x > 0 && (x > 1 || position.side == b'x'))
        {
            continue;
        }
        let mut empty: Vec<usize> = (0..position.cells.len()).collect();
        // Half of them close together, where the goals are.
        let near = if random.random_bool(0.5) {
            (x + o + 4).min(empty.len())
        } else {
            empty.len()
        };
        for piece in 0..x + o {
            let cell = empty.remove(random.random_range(0..near - piece));
            position.cells[cell] = if piece < x { b'x' } else { b'o' };
        }
        if !rules.has_goal(&position, position.side) {
            return position;
        }
    }
}

fn with_position(random: &mut Random, kind: &str, text: String) -> Case {
    let rules = Rules::read(&text);
    let position = position(random, &rules);
    Case::new(kind)
        .with("rules", text)
        .with("position", rules.text(&position))
}

fn make_position(random: &mut Random) -> Case {
    let text = rules(random);
    with_position(random, "squares moves", text)
}

fn make_perft(random: &mut Random) -> Case {
    make_position(random)
        .with("kind", "squares perft")
        .with("depth", random.random_range(0..4))
}

fn make_small(random: &mut Random) -> Case {
    let jumps = ["yes", "no"].choose(random).unwrap();
    with_position(
        random,
        "squares probe",
        format!("5x5:size=3,men=3,row=3,jumps={jumps}"),
    )
}

fn make_teeko(random: &mut Random) -> Case {
    loop {
        let text = rules(random);
        if text.starts_with("teeko") {
            return with_position(random, "teeko probe", text);
        }
    }
}

// ---- siga's answers judged

fn asked(command: &str, case: &Case, more: &[&str]) -> Result<Value, Verdict> {
    let game = if case.get("rules").starts_with("teeko") {
        "teeko"
    } else {
        "5x5"
    };
    let arguments = [
        game,
        command,
        "--rules",
        case.get("rules"),
        "--position",
        case.get("position"),
    ];
    answer(&[&arguments[..], more].concat())
}

fn read(case: &Case) -> (Rules, Position) {
    let rules = Rules::read(case.get("rules"));
    let position = rules.position(case.get("position"));
    (rules, position)
}

fn moves(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("moves", case, &[]));
    let expected = rules
        .moves(&position)
        .into_iter()
        .map(|(text, over, after)| {
            (
                text,
                (over.map(|cell| rules.name(cell)), rules.text(&after)),
            )
        });
    let expected: BTreeMap<_, _> = expected.collect();
    let found = said["moves"].as_array().unwrap().iter().map(|one| {
        let text = |name: &str| one[name].as_str().map(ToOwned::to_owned);
        (
            text("move").unwrap(),
            (text("over"), text("position").unwrap()),
        )
    });
    let found: BTreeMap<_, _> = found.collect();
    let over = rules.over(&position);
    let chooser = if rules.opponent_chooses(&position) {
        other(position.side)
    } else {
        position.side
    };
    let mut ledger = Ledger::default();
    ledger.count(found.len() as u64);
    ledger.law(found == expected, || {
        format!("siga   {found:?}\noracle {expected:?}")
    });
    ledger.law(said["end"].as_str() == over.then_some("loss"), || {
        format!("end: siga {}, oracle over: {over}", said["end"])
    });
    let chosen_by = (chooser as char).to_string();
    ledger.law(over || said["chooser"] == chosen_by.as_str(), || {
        format!("chooser: siga {}, oracle {chosen_by}", said["chooser"])
    });
    ledger.verdict()
}

fn perft(case: &Case) -> Verdict {
    let (rules, position) = read(case);
    let depth: u32 = case.get("depth").parse().unwrap();
    let mut left = 40 * effort();
    let Some(expected) = sequences(&rules, &position, depth, &mut left) else {
        return Verdict::Declined("too many for the oracle".into());
    };
    let said = or_verdict!(asked("perft", case, &["--depth", case.get("depth")]));
    if said["nodes"].as_str().unwrap() == expected.to_string() {
        Verdict::Holds(1)
    } else {
        Verdict::Fault(format!("siga {}, oracle {expected}", said["nodes"]))
    }
}

fn sequences(rules: &Rules, position: &Position, depth: u32, left: &mut usize) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    *left = left.checked_sub(1)?;
    rules
        .moves(position)
        .iter()
        .map(|(_, _, after)| sequences(rules, after, depth - 1, left))
        .sum()
}

/// Won or lost for the side to move in so many plies, looking at most so far ahead; `None`: neither within that.
type Found = Option<(bool, u64)>;

fn ahead(
    rules: &Rules,
    position: &Position,
    plies: u64,
    known: &mut HashMap<(Position, u64), Found>,
) -> Found {
    if rules.over(position) {
        return Some((false, 0));
    }
    if plies == 0 {
        return None;
    }
    let key = (position.clone(), plies);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let values = rules.moves(position).into_iter().map(|(_, _, after)| {
        ahead(rules, &after, plies - 1, known).map(|(win, plies)| (!win, plies + 1))
    });
    let best = if rules.opponent_chooses(position) {
        values.min_by_key(|value| rank(*value))
    } else {
        values.max_by_key(|value| rank(*value))
    };
    let best = best.unwrap();
    known.insert(key, best);
    best
}

/// The best for the side to move is greatest: win soon, neither, lose late.
fn rank(value: Found) -> i64 {
    match value {
        Some((true, plies)) => 1_000 - plies as i64,
        None => 0,
        Some((false, plies)) => plies as i64 - 1_000,
    }
}

fn compare(ledger: &mut Ledger, what: &str, said: &Value, truth: Found, horizon: u64) {
    let Some(outcome) = said["outcome"].as_str() else {
        return;
    };
    let plies = said["plies"].as_u64();
    let holds = match truth {
        Some((true, at)) => outcome == "win" && plies == Some(at),
        Some((false, at)) => outcome == "loss" && plies == Some(at),
        None => outcome == "draw" && plies.is_none() || plies > Some(horizon),
    };
    ledger.law(holds, || {
        format!("{what}: siga {outcome} {plies:?}, oracle {truth:?} looking {horizon} plies ahead")
    });
}

fn look_ahead(case: &Case) -> Verdict {
    probed(case, 3)
}

fn probe(case: &Case) -> Verdict {
    probed(case, 12)
}

fn probed(case: &Case, plies: u64) -> Verdict {
    let (rules, position) = read(case);
    let said = or_verdict!(asked("probe", case, &[]));
    let mut known = HashMap::new();
    let mut ledger = Ledger::default();
    compare(
        &mut ledger,
        "position",
        &said,
        ahead(&rules, &position, plies, &mut known),
        plies,
    );
    for (text, _, after) in rules.moves(&position) {
        let Some(one) = said["moves"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["move"] == text.as_str())
        else {
            return Verdict::Fault(format!("siga does not list {text}"));
        };
        let truth =
            ahead(&rules, &after, plies - 1, &mut known).map(|(win, plies)| (!win, plies + 1));
        compare(&mut ledger, &text, one, truth, plies);
    }
    ledger.verdict()
}
