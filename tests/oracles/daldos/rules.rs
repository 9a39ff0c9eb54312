//! The rules of daldøs on plain lists: a board is its holes one after the other, row a, the middle row, row b, each from
//! the stern; `.` is an empty hole, `a` and `b` are undalled pieces, `A` and `B` dalled ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracles::case::{drawn, short};
use crate::oracles::running_fight::NaivePlayer;

pub(crate) type Board = Vec<u8>;

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) n: usize,
    pub(crate) middle: usize,
    /// Faces with their weights.
    pub(crate) faces: Vec<(usize, i128)>,
    pub(crate) dice: usize,
    extra: String,
    /// `no`, `enemy-row` or `yes`.
    pub(crate) intermediate: String,
    pub(crate) twice: bool,
    stern_most: bool,
    loses_at: usize,
    prow: bool,
    /// On a track: so many further throws at most.
    pub(super) extra_throws: Option<u32>,
}

/// The positions that a throw can be played to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Play {
    /// The holes of the pieces taken.
    pub(crate) captures: Vec<usize>,
    /// The ways that lead there, the words of each in order of the alphabet.
    pub(crate) ways: BTreeSet<Vec<String>>,
}

/// A throw in ascending order, its weight, and whether it earns another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Throw {
    pub(crate) numbers: Vec<usize>,
    pub(crate) weight: i128,
    pub(crate) again: bool,
}

impl Rules {
    /// Reads `daldos:n=3,extra=1+1|4+4`.
    pub(crate) fn read(text: &str) -> Rules {
        let mut rules = Rules {
            n: 16,
            middle: 0,
            faces: vec![(1, 1), (2, 1), (3, 1), (4, 1)],
            dice: 2,
            extra: "1+1".into(),
            intermediate: "no".into(),
            twice: false,
            stern_most: false,
            loses_at: 0,
            prow: false,
            extra_throws: None,
        };
        let options = text.split_once(':').map_or("", |(_, options)| options);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap();
            match name {
                "n" => rules.n = value.parse().unwrap(),
                "middle" => rules.middle = value.parse().unwrap_or(0),
                "dice" if value.contains(':') => {
                    let faces = value.split('|').map(|face| {
                        let (face, weight) = face.split_once(':').unwrap();
                        (face.parse().unwrap(), weight.parse().unwrap())
                    });
                    rules.faces = faces.collect();
                }
                "dice" => {
                    rules.faces = value
                        .bytes()
                        .map(|digit| ((digit - b'0') as usize, 1))
                        .collect()
                }
                "count" => rules.dice = value.parse().unwrap(),
                "extra" => rules.extra = value.replace("dal-dal", "1+1"),
                "intermediate_capture" => rules.intermediate = value.into(),
                "doubles" => rules.twice = value == "twice",
                "dalling" => rules.stern_most = value == "stern-most",
                "loses_at" => rules.loses_at = value.parse().unwrap(),
                "extra_throws" => rules.extra_throws = Some(value.parse().unwrap()),
                "direction" => rules.prow = value == "prow",
                _ => panic!("option {name}"),
            }
        }
        if rules.middle == 0 {
            rules.middle = rules.n + 1;
        }
        rules
    }

    fn earns_another(&self, throw: &[usize]) -> bool {
        match self.extra.as_str() {
            "none" => false,
            "doubles" => throw.len() > 1 && throw.iter().all(|&number| number == throw[0]),
            list => list.split('|').any(|one| {
                let mut numbers: Vec<usize> = one
                    .split('+')
                    .map(|number| number.parse().unwrap())
                    .collect();
                numbers.sort_unstable();
                numbers == throw
            }),
        }
    }

    pub(crate) fn throws(&self) -> Vec<Throw> {
        let mut all = BTreeMap::from([(Vec::new(), 1)]);
        for _ in 0..self.dice {
            let mut longer = BTreeMap::new();
            for (numbers, weight) in &all {
                for &(face, times) in &self.faces {
                    let mut numbers: Vec<usize> = numbers.clone();
                    numbers.push(face);
                    numbers.sort_unstable();
                    *longer.entry(numbers).or_insert(0) += weight * times;
                }
            }
            all = longer;
        }
        let throws = all.into_iter().map(|(numbers, weight)| Throw {
            weight,
            again: self.earns_another(&numbers),
            numbers,
        });
        throws.collect()
    }

    pub(crate) fn all_weights(&self) -> i128 {
        let one: i128 = self.faces.iter().map(|(_, weight)| weight).sum();
        one.pow(self.dice as u32)
    }

    /// `aa/A1B/bb A` as the holes and the side to throw.
    pub(crate) fn board(&self, text: &str) -> (Board, u8) {
        let (rows, side) = text.split_once(' ').unwrap();
        let board: Board = drawn(rows).bytes().filter(|&hole| hole != b'/').collect();
        assert_eq!(board.len(), 2 * self.n + self.middle);
        (board, side.as_bytes()[0])
    }

    pub(crate) fn text(&self, board: &[u8], side: u8) -> String {
        let row = |from: usize, to: usize| String::from_utf8(board[from..to].to_vec()).unwrap();
        let (n, far) = (self.n, self.n + self.middle);
        let rows = format!("{}/{}/{}", row(0, n), row(n, far), row(far, far + n));
        format!("{} {}", short(&rows), side as char)
    }

    pub(crate) fn name(&self, hole: usize) -> String {
        let n = self.n;
        if hole < n {
            format!("a{}", hole + 1)
        } else if hole < n + self.middle {
            format!("m{}", hole - n + 1)
        } else {
            format!("b{}", hole - n - self.middle + 1)
        }
    }

    pub(crate) fn at_home(&self, hole: usize, side: u8) -> bool {
        if side == b'A' {
            hole < self.n
        } else {
            hole >= self.n + self.middle
        }
    }

    /// Whether a hole is the one of its row that a piece at home comes to leave last.
    pub(crate) fn farthest(&self, hole: usize) -> bool {
        let place = if hole < self.n {
            hole
        } else {
            hole.wrapping_sub(self.n + self.middle)
        };
        place == if self.prow { 0 } else { self.n - 1 }
    }

    /// The hole after this one, for either side: along an outer row to the stern, into the middle row there, to the prow, and
    /// into the enemy's row. Nobody comes to the end of the middle row but on the way to the enemy.
    pub(super) fn next(&self, side: u8, hole: usize) -> usize {
        let n = self.n;
        let (start, length) = if hole < n {
            (0, n)
        } else if hole < n + self.middle {
            (n, self.middle)
        } else {
            (n + self.middle, n)
        };
        // With the other direction the two ends of the board are exchanged.
        let turned =
            |place: usize, length: usize| if self.prow { length - 1 - place } else { place };
        let place = turned(hole - start, length);
        if start != n {
            if place == 0 {
                n + turned(0, self.middle)
            } else {
                start + turned(place - 1, length)
            }
        } else if place + 1 < self.middle {
            n + turned(place + 1, self.middle)
        } else {
            let enemy = if side == b'A' { n + self.middle } else { 0 };
            enemy + turned(n - 1, n)
        }
    }

    /// The holes of a side's undalled pieces that a dal may release.
    fn may_release(&self, board: &[u8], side: u8) -> Vec<usize> {
        let mut undalled = holes(board, |cell| cell == side.to_ascii_lowercase());
        if self.prow {
            undalled.reverse();
        }
        if self.stern_most {
            undalled.truncate(1);
        }
        undalled
    }

    /// One piece moved by these numbers in turn; it takes where the last ends, and where the rules say so on the way.
    fn walk(
        &self,
        board: &[u8],
        from: usize,
        numbers: &[usize],
    ) -> Option<(Board, usize, Vec<usize>, String)> {
        let side = board[from].to_ascii_uppercase();
        let released = board[from].is_ascii_lowercase();
        if released && (numbers[0] != 1 || !self.may_release(board, side).contains(&from)) {
            return None;
        }
        let mut board = board.to_vec();
        board[from] = b'.';
        let (mut at, mut captures) = (from, Vec::new());
        let mut word = format!("{}{}", if released { "!" } else { "" }, self.name(from));
        for (index, &number) in numbers.iter().enumerate() {
            for _ in 0..number {
                at = self.next(side, at);
                if board[at].to_ascii_uppercase() == side {
                    return None;
                }
            }
            let last = index + 1 == numbers.len();
            if last || self.intermediate != "no" {
                word += &format!("-{}", self.name(at));
            }
            let enemy = if side == b'A' { b'b' } else { b'a' };
            let takes = match self.intermediate.as_str() {
                "yes" => true,
                "enemy-row" => last || self.name(at).as_bytes()[0] == enemy,
                _ => last,
            };
            if takes && board[at] != b'.' {
                captures.push(at);
                board[at] = b'.';
            }
        }
        board[at] = side;
        Some((board, at, captures, word))
    }

    /// Every play of a throw, by the board it leads to: each piece moves once, by one number or several in some order; as many numbers are
    /// used as can be.
    pub(crate) fn plays(&self, board: &[u8], side: u8, throw: &[usize]) -> BTreeMap<Board, Play> {
        let numbers: Vec<usize> = throw.iter().copied().filter(|&number| number > 0).collect();
        let mut open = vec![(
            board.to_vec(),
            numbers,
            Vec::<usize>::new(),
            Play::default(),
        )];
        let mut found = Vec::new();
        while let Some((board, left, moved, play)) = open.pop() {
            let own = holes(&board, |cell| cell.to_ascii_uppercase() == side);
            let orders = orders(&left);
            for from in own.into_iter().filter(|hole| !moved.contains(hole)) {
                for order in &orders {
                    let Some((after, to, captures, word)) = self.walk(&board, from, order) else {
                        continue;
                    };
                    let mut rest = left.clone();
                    for number in order {
                        rest.remove(rest.iter().position(|other| other == number).unwrap());
                    }
                    let mut next = Play {
                        captures: [play.captures.clone(), captures].concat(),
                        ways: play.ways.clone(),
                    };
                    let mut way = next.ways.pop_first().unwrap_or_default();
                    way.push(word);
                    next.ways.insert(way);
                    open.push((after, rest, [moved.clone(), vec![to]].concat(), next));
                }
            }
            found.push((left.len(), board, play));
        }
        let least = found.iter().map(|(left, ..)| *left).min().unwrap();
        let mut plays = BTreeMap::<Board, Play>::new();
        for (_, board, mut play) in found.into_iter().filter(|(left, ..)| *left == least) {
            play.captures.sort_unstable();
            let known = plays.entry(board).or_default();
            known.captures = play.captures;
            let mut way = play.ways.pop_first().unwrap_or_else(|| vec!["pass".into()]);
            way.sort();
            known.ways.insert(way);
        }
        plays
    }

    pub(crate) fn has_lost(&self, board: &[u8], side: u8) -> bool {
        pieces(board, side) <= self.loses_at
    }

    /// Who has won, if the game is over.
    pub(crate) fn winner(&self, board: &[u8]) -> Option<u8> {
        if self.has_lost(board, b'B') {
            Some(b'A')
        } else if self.has_lost(board, b'A') {
            Some(b'B')
        } else {
            None
        }
    }
}

/// Some of these numbers, one at least, in every order, each once.
fn orders(numbers: &[usize]) -> BTreeSet<Vec<usize>> {
    let mut found = BTreeSet::new();
    let mut open = vec![(Vec::new(), numbers.to_vec())];
    while let Some((order, left)) = open.pop() {
        for at in 0..left.len() {
            let (mut longer, mut rest): (Vec<usize>, Vec<usize>) = (order.clone(), left.clone());
            longer.push(rest.remove(at));
            if found.insert(longer.clone()) {
                open.push((longer, rest));
            }
        }
    }
    found
}

pub(crate) fn pieces(board: &[u8], side: u8) -> usize {
    holes(board, |cell| cell.to_ascii_uppercase() == side).len()
}

pub(crate) fn holes(board: &[u8], wanted: impl Fn(u8) -> bool) -> Vec<usize> {
    (0..board.len())
        .filter(|&hole| wanted(board[hole]))
        .collect()
}

pub(crate) fn other(side: u8) -> u8 {
    if side == b'A' { b'B' } else { b'A' }
}

impl NaivePlayer for Rules {
    type Position = (Board, u8);
    type Throws = Throw;

    fn read(rules: &str) -> Rules {
        Rules::read(rules)
    }

    fn position(&self, text: &str) -> (Board, u8) {
        self.board(text)
    }

    fn team((_, side): &(Board, u8)) -> u8 {
        *side
    }

    fn result(&self, (board, _): &(Board, u8), _drawn: f64) -> Option<f64> {
        self.winner(board)
            .map(|side| f64::from(u8::from(side == b'A')))
    }

    fn plays(&self, (board, side): &(Board, u8), each: &[Throw]) -> Vec<BTreeSet<(Board, u8)>> {
        let plays = each.iter().map(|throw| {
            let next = if throw.again { *side } else { other(*side) };
            let plays = self.plays(board, *side, &throw.numbers);
            plays.into_keys().map(|after| (after, next)).collect()
        });
        plays.collect()
    }

    fn counted(&self, _most_throws: usize) -> (Vec<Throw>, Vec<i128>) {
        let throws = self.throws();
        let weights = throws.iter().map(|throw| throw.weight).collect();
        (throws, weights)
    }

    fn chances(&self, _most_throws: usize) -> (Vec<Throw>, Vec<f64>) {
        let all = self.all_weights() as f64;
        let (throws, weights) = self.counted(1);
        (
            throws,
            weights.iter().map(|weight| *weight as f64 / all).collect(),
        )
    }
}
