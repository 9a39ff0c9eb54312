//! A second, naive implementation of the rules, hole by hole on plain arrays, to test the first against.
//!
//! It shares no code with the rest but the rules' options; a position is its text.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::daldos::rules::{Dalling, Direction, IntermediateCapture, Rules};

/// The three rows as characters, each from the stern, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Naive {
    pub(crate) rows: [Vec<char>; 3],
    pub(crate) side: char,
}

type Place = (usize, usize);

impl Naive {
    pub(crate) fn read(text: &str) -> Naive {
        let (board, side) = text.split_once(' ').unwrap();
        let mut rows = [Vec::new(), Vec::new(), Vec::new()];
        for (row, text) in rows.iter_mut().zip(board.split('/')) {
            let mut number = String::new();
            for c in text.chars().chain(['$']) {
                if c.is_ascii_digit() {
                    number.push(c);
                    continue;
                }
                for _ in 0..number.parse().unwrap_or(0) {
                    row.push('.');
                }
                number.clear();
                if c != '$' {
                    row.push(c);
                }
            }
        }
        assert_eq!(rows[0].len(), rows[2].len());
        Naive {
            rows,
            side: side.chars().next().unwrap(),
        }
    }

    #[cfg(feature = "simulate")]
    pub(crate) fn write(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    fn at(&self, (row, hole): Place) -> char {
        self.rows[row][hole]
    }

    fn friend(&self, place: Place) -> bool {
        self.at(place).to_ascii_uppercase() == self.side
    }

    fn enemy(&self, place: Place) -> bool {
        self.at(place) != '.' && !self.friend(place)
    }

    fn holes(&self) -> Vec<Place> {
        (0..3)
            .flat_map(|row| (0..self.rows[row].len()).map(move |hole| (row, hole)))
            .collect()
    }

    pub(crate) fn count(&self, side: char) -> usize {
        let all = self.rows.iter().flatten();
        all.filter(|c| c.to_ascii_uppercase() == side).count()
    }

    /// One hole on, for a piece of the side to move.
    pub(crate) fn next(&self, (row, hole): Place, rules: &Rules) -> Place {
        let n = self.rows[0].len();
        let middle = self.rows[1].len() - 1;
        let home = if self.side == 'A' { 0 } else { 2 };
        let (first_middle, last_middle, exit, entry) = match rules.board().direction {
            Direction::Stern => (0, middle, 0, n - 1),
            Direction::Prow => (middle, 0, n - 1, 0),
        };
        let towards = |from: usize, to: usize| if to > from { from + 1 } else { from - 1 };
        if row == 1 {
            if hole == last_middle {
                (2 - home, entry)
            } else {
                (1, towards(hole, last_middle))
            }
        } else if hole == exit {
            (1, first_middle)
        } else {
            (row, towards(hole, exit))
        }
    }

    /// May this undalled piece be released?
    fn may_release(&self, (row, hole): Place, rules: &Rules) -> bool {
        if rules.board().dalling == Dalling::Any {
            return true;
        }
        let mut others = self.rows[row]
            .iter()
            .enumerate()
            .filter(|(_, c)| c.is_ascii_lowercase() && c.to_ascii_uppercase() == self.side);
        match rules.board().direction {
            Direction::Stern => others.all(|(other, _)| other >= hole),
            Direction::Prow => others.all(|(other, _)| other <= hole),
        }
    }

    /// Whether a stop in a row takes, of the piece that is to go on.
    fn stop_takes(&self, row: usize, rules: &Rules) -> bool {
        match rules.intermediate_capture() {
            IntermediateCapture::No => false,
            IntermediateCapture::EnemyRow => row == if self.side == 'A' { 2 } else { 0 },
            IntermediateCapture::Yes => true,
        }
    }

    /// A piece goes the numbers of holes one after the other.
    fn go(&self, from: Place, parts: &[u8], rules: &Rules) -> Option<Naive> {
        if !self.friend(from) {
            return None;
        }
        if self.at(from).is_ascii_lowercase() && (parts[0] != 1 || !self.may_release(from, rules)) {
            return None;
        }
        let mut board = self.clone();
        board.rows[from.0][from.1] = '.';
        let mut at = from;
        for (part, &number) in parts.iter().enumerate() {
            for _ in 0..number {
                at = board.next(at, rules);
                if board.friend(at) {
                    return None;
                }
            }
            let last = part + 1 == parts.len();
            if (last || self.stop_takes(at.0, rules)) && board.enemy(at) {
                board.rows[at.0][at.1] = '.';
            }
        }
        board.rows[at.0][at.1] = self.side;
        Some(board)
    }

    /// Whether somebody has lost.
    pub(crate) fn over(&self, rules: &Rules) -> bool {
        let least = usize::from(rules.board().loses_at);
        self.count('A') <= least || self.count('B') <= least
    }

    /// All boards a throw can lead to (before the turn passes), with how many ways use how much of it.
    pub(crate) fn plays(&self, i: u8, j: u8, rules: &Rules) -> Vec<Naive> {
        if self.over(rules) {
            return Vec::new();
        }
        let mut both = BTreeSet::new();
        for (i, j) in [(i, j), (j, i)] {
            if i == 0 || j == 0 {
                // A blank face has no number to use.
                break;
            }
            for x in self.holes() {
                if let Some(board) = self.go(x, &[i, j], rules) {
                    both.insert(board);
                }
                let Some(halfway) = self.go(x, &[i], rules) else {
                    continue;
                };
                let mut moved = x;
                for _ in 0..i {
                    moved = self.next(moved, rules);
                }
                for y in self.holes().into_iter().filter(|&y| y != moved) {
                    if let Some(board) = halfway.go(y, &[j], rules) {
                        both.insert(board);
                    }
                }
            }
        }
        if both.is_empty() {
            for number in [i, j].into_iter().filter(|&number| number > 0) {
                for x in self.holes() {
                    if let Some(board) = self.go(x, &[number], rules) {
                        both.insert(board);
                    }
                }
            }
        }
        if both.is_empty() {
            both.insert(self.clone());
        }
        both.into_iter().collect()
    }

    /// The board after a play of a throw: the turn passes unless the throw earns another and the game goes on.
    pub(crate) fn turn(mut self, extra: bool, rules: &Rules) -> Naive {
        if !extra || self.over(rules) {
            self.side = if self.side == 'A' { 'B' } else { 'A' };
        }
        self
    }

    /// The number of sequences of throws and plays, each throw counted as often as it is likely.
    pub(crate) fn sequences(self, depth: u32, rules: &Rules) -> u128 {
        let mut boards = BTreeMap::from([(self, 1)]);
        for _ in 0..depth {
            let mut after = BTreeMap::new();
            for (board, times) in boards {
                for (i, j, weight, extra) in throws(rules) {
                    for play in board.plays(i, j, rules) {
                        *after.entry(play.turn(extra, rules)).or_default() +=
                            times * u128::from(weight);
                    }
                }
            }
            boards = after;
        }
        boards.into_values().sum()
    }
}

/// Both numbers of every throw of two dice, one die and then the other, with its weight and whether it earns another.
pub(crate) fn throws(rules: &Rules) -> Vec<(u8, u8, u64, bool)> {
    let faces = rules.die().faces();
    let mut all = Vec::new();
    for &(i, a) in faces {
        for &(j, b) in faces {
            let extra = rules.extra().any(|shown| shown == [i.min(j), i.max(j)]);
            all.push((i, j, u64::from(a) * u64::from(b), extra));
        }
    }
    all
}

/// Everything that some boards lead to.
#[derive(Default)]
pub(crate) struct NaiveGame {
    pub(crate) numbers: BTreeMap<Naive, usize>,
    pub(crate) boards: Vec<Naive>,
    /// For each board and throw the weight, and the boards that it is played to; nothing where the game is over.
    pub(crate) throws: Vec<Vec<(u64, Vec<usize>)>>,
}

impl NaiveGame {
    /// By some plays of each throw.
    pub(crate) fn new(
        starts: impl IntoIterator<Item = Naive>,
        rules: &Rules,
        plays: impl Fn(&Naive, u8, u8) -> Vec<Naive>,
    ) -> Self {
        let mut game = Self::default();
        for start in starts {
            game.number(start);
        }
        while let Some(board) = game.boards.get(game.throws.len()).cloned() {
            let mut thrown = Vec::new();
            let throws = if board.over(rules) {
                Vec::new()
            } else {
                throws(rules)
            };
            for (i, j, weight, extra) in throws {
                let plays = plays(&board, i, j).into_iter();
                let after = plays.map(|play| game.number(play.turn(extra, rules)));
                thrown.push((weight, after.collect()));
            }
            game.throws.push(thrown);
        }
        game
    }

    fn number(&mut self, board: Naive) -> usize {
        *self.numbers.entry(board).or_insert_with_key(|board| {
            self.boards.push(board.clone());
            self.boards.len() - 1
        })
    }

    /// The chance of the side to move at each board; `together` makes one of those after the plays of a throw. Gauss and Seidel's
    /// iteration, until a sweep changes nothing by 10^-13.
    pub(crate) fn chances(&self, rules: &Rules, together: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let least = usize::from(rules.board().loses_at);
        let first = |board: &Naive| match board.over(rules) {
            true => f64::from(u8::from(board.count(board.side) > least)),
            false => 0.5,
        };
        let mut chances: Vec<f64> = self.boards.iter().map(first).collect();
        let total: u64 = throws(rules).iter().map(|(_, _, weight, _)| weight).sum();
        let mut change = 1.0;
        while change > 1e-13 {
            change = 0.0;
            for (at, throws) in self
                .throws
                .iter()
                .enumerate()
                .filter(|one| !one.1.is_empty())
            {
                let side = self.boards[at].side;
                let mut value = 0.0;
                for (weight, plays) in throws {
                    let own = |&next: &usize| match self.boards[next].side == side {
                        true => chances[next],
                        false => 1.0 - chances[next],
                    };
                    let plays: Vec<f64> = plays.iter().map(own).collect();
                    value += *weight as f64 / total as f64 * together(&plays);
                }
                change = f64::max(change, (value - chances[at]).abs());
                chances[at] = value;
            }
        }
        chances
    }
}
