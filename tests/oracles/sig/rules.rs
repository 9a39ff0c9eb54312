//! The rules of sig on plain lists: a board is its cells, row after row from team A's home row, each from A's left;
//! `.` is an empty cell, `A` and `B` are freed pieces, `a` and `b` not yet.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::oracles::case::{drawn, short};
use crate::oracles::number::{Between, fraction};
use crate::oracles::running_fight::NaivePlayer;

pub(crate) type Board = Vec<u8>;

/// The yield of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Throw {
    Number(usize),
    Khadzh,
    Khmar,
}

impl Throw {
    fn read(text: &str) -> Throw {
        match text {
            "khadzh" => Throw::Khadzh,
            "khmar" => Throw::Khmar,
            number => Throw::Number(number.parse().unwrap()),
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            Throw::Number(number) => number.to_string(),
            Throw::Khadzh => "khadzh".into(),
            Throw::Khmar => "khmar".into(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) rows: usize,
    pub(crate) length: usize,
    /// The yield of a number of red sides, and whether it earns another throw.
    pub(crate) throws: Vec<(Throw, bool)>,
    /// For each stick the chance to fall red side up.
    bias: Vec<BigRational>,
    pub(super) stack: bool,
    /// The throws by which a piece that has not moved is freed: by a khadzh where it stands, by a number one cell ahead.
    pub(crate) wakes: Vec<Throw>,
    pub(crate) moves_one: bool,
    pub(crate) thrown: bool,
    must: bool,
    stop: bool,
    /// The game is over when the pieces of `one` team are in the enemy's home row, of `both`, or when all of a team are `taken`.
    end: String,
    right: bool,
    /// A piece that alone could use a throw, if own pieces could be passed, passes them.
    single: bool,
    /// Any piece passes its own.
    pub(crate) free: bool,
    /// Pieces in the enemy's home row cannot be taken.
    pub(crate) safe: bool,
    /// Partners play one after the other: two turns of a team, then two of the other.
    pub(crate) pairs: bool,
}

/// The team whose turn it is, and whether it is its second in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mover {
    pub(crate) side: u8,
    pub(crate) second: bool,
}

/// Chances of what stands at the end of a turn, in the order thrown, of turns of at most so many throws.
pub(crate) struct Yields {
    pub(crate) chances: BTreeMap<Vec<Throw>, BigRational>,
    /// The chance of more throws.
    pub(crate) open: BigRational,
}

impl Rules {
    pub(crate) fn read(text: &str) -> Rules {
        let (preset, options) = text.split_once(',').unwrap_or((text, ""));
        let depaulis = preset == "sig:depaulis";
        let mzab = preset == "sig:mzab";
        let to_the_last = mzab || preset == "sig:tozeur";
        let table = match preset {
            "sig:depaulis" => "8|khadzh*|khmar*|5|4*|5|khmar*|khadzh*|8",
            "sig:mzab" => "6|0|2|1|4|0|6",
            "sig:tozeur" => "0|1|2|3|4|5|6",
            _ => "8|1*|6|5|4*|5|6|1*|8",
        };
        let read_wakes = |text: &str| match text {
            "none" => Vec::new(),
            text => text.split('|').map(Throw::read).collect(),
        };
        let read_table = |text: &str| -> Vec<(Throw, bool)> {
            text.split('|')
                .map(|entry| {
                    (
                        Throw::read(entry.trim_end_matches('*')),
                        entry.ends_with('*'),
                    )
                })
                .collect()
        };
        let mut rules = Rules {
            rows: 4,
            length: if to_the_last && !mzab { 13 } else { 20 },
            throws: read_table(table),
            bias: vec![fraction("1/2")],
            stack: false,
            wakes: read_wakes(match preset {
                "sig:depaulis" => "khadzh",
                "sig:mzab" => "1|6",
                "sig:tozeur" => "1",
                _ => "none",
            }),
            moves_one: false,
            thrown: to_the_last,
            must: true,
            stop: false,
            end: match depaulis {
                _ if to_the_last => "taken",
                true => "one",
                false => "both",
            }
            .to_owned(),
            right: depaulis,
            single: false,
            free: to_the_last,
            safe: !to_the_last,
            pairs: !to_the_last,
        };
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap();
            match name {
                "length" => rules.length = value.parse().unwrap(),
                "throws" => rules.throws = read_table(value),
                "bias" => rules.bias = value.split('|').map(fraction).collect(),
                "cancel" => rules.stack = value == "stack",
                "rows" => rules.rows = value.parse().unwrap(),
                "wakes" => rules.wakes = read_wakes(value),
                "safe" => rules.safe = value == "enemy-home",
                "khadzh_when_free" => rules.moves_one = value == "move1",
                "order" => rules.thrown = value == "thrown",
                "use" => rules.must = value == "must",
                "overshoot" => rules.stop = value == "stop",
                "end" => rules.end = value.to_owned(),
                "from" => rules.right = value == "right",
                "passing" => {
                    rules.single = value == "single";
                    rules.free = value == "free";
                }
                "turns" => rules.pairs = value == "two-and-two",
                _ => panic!("option {name}"),
            }
        }
        let sticks = rules.throws.len() - 1;
        if rules.bias.len() == 1 {
            rules.bias = vec![rules.bias[0].clone(); sticks];
        }
        rules
    }

    pub(crate) fn may(&self) -> bool {
        !self.must
    }

    /// The chance of so many red sides, stick by stick.
    pub(crate) fn reds(&self) -> Vec<BigRational> {
        let mut chances = vec![BigRational::one()];
        for bias in &self.bias {
            let mut next = vec![BigRational::zero(); chances.len() + 1];
            for (red, chance) in chances.iter().enumerate() {
                next[red] += chance * (BigRational::one() - bias);
                next[red + 1] += chance * bias;
            }
            chances = next;
        }
        chances
    }

    /// Follows every sequence of throws, those that leave the same together, until there are too many.
    pub(crate) fn yields(&self, most_throws: usize, most: usize) -> Yields {
        let reds = self.reds();
        // All chances of one throw are parts of one unit, so whole numbers of parts do.
        let unit = reds.iter().fold(BigInt::one(), |unit, red| {
            num_integer::lcm(unit, red.denom().clone())
        });
        let part = |red: &BigRational| red.numer() * (&unit / red.denom());
        // The throws that stand, and whether the throw before was one that a khmar can cancel.
        let mut running = BTreeMap::from([((Vec::new(), false), BigInt::one())]);
        let mut ended = BTreeMap::<Vec<Throw>, BigInt>::new();
        for _ in 0..most_throws {
            if running.len() + ended.len() > most {
                break;
            }
            let mut next = BTreeMap::new();
            // Chances of turns ended before are in parts of a larger unit.
            ended.values_mut().for_each(|parts| *parts *= &unit);
            for ((stands, cancellable), parts) in &running {
                for ((throw, again), red) in self.throws.iter().zip(&reds) {
                    let mut stands: Vec<Throw> = stands.clone();
                    if *throw == Throw::Khmar {
                        if self.stack || *cancellable {
                            stands.pop();
                        }
                    } else {
                        stands.push(*throw);
                    }
                    let parts = parts * part(red);
                    if *again {
                        *next
                            .entry((stands, *throw != Throw::Khmar))
                            .or_insert_with(BigInt::zero) += parts;
                    } else {
                        *ended.entry(stands).or_insert_with(BigInt::zero) += parts;
                    }
                }
            }
            running = next;
        }
        let ended_parts: BigInt = ended.values().sum();
        let all = running.values().sum::<BigInt>() + ended_parts;
        let chance = |parts: &BigInt| BigRational::new(parts.clone(), all.clone());
        Yields {
            open: chance(&running.values().sum()),
            chances: ended
                .iter()
                .map(|(stands, parts)| (stands.clone(), chance(parts)))
                .collect(),
        }
    }

    pub(crate) fn board(&self, text: &str) -> (Board, Mover) {
        let (rows, mover) = text.split_once(' ').unwrap();
        let board: Board = drawn(rows).bytes().filter(|&cell| cell != b'/').collect();
        assert_eq!(board.len(), self.rows * self.length);
        let mover = Mover {
            side: mover.as_bytes()[0],
            second: mover.ends_with("turn=2"),
        };
        (board, mover)
    }

    /// Whose turn follows.
    pub(crate) fn then(&self, mover: Mover) -> Mover {
        let again = self.pairs && !mover.second;
        Mover {
            side: if again { mover.side } else { other(mover.side) },
            second: again,
        }
    }

    pub(crate) fn text(&self, board: &[u8], mover: Mover) -> String {
        let rows: Vec<&str> = board
            .chunks(self.length)
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let turn = if mover.second { " turn=2" } else { "" };
        let side = mover.side as char;
        format!("{} {side}{turn}", short(&rows.join("/")))
    }

    pub(crate) fn name(&self, cell: usize) -> String {
        format!(
            "{}{}",
            (b'a' + (cell / self.length) as u8) as char,
            cell % self.length + 1
        )
    }

    /// The cells in the order in which a team goes through them: zigzag from its home row. Right and left are the team's own.
    pub(super) fn route(&self, side: u8) -> Vec<usize> {
        let mut cells = Vec::new();
        for row in 0..self.rows {
            let mut places: Vec<usize> = (0..self.length).collect();
            if (row % 2 == 0) == self.right {
                places.reverse();
            }
            cells.extend(places.into_iter().map(|place| row * self.length + place));
        }
        if side == b'B' {
            // Half a turn of the board.
            let last = self.rows * self.length - 1;
            cells.iter_mut().for_each(|cell| *cell = last - *cell);
        }
        cells
    }

    fn in_row(&self, cell: usize, row: usize) -> bool {
        cell / self.length == row
    }

    fn home_row(&self, side: u8) -> usize {
        if side == b'A' { 0 } else { self.rows - 1 }
    }

    /// Where a piece comes by so many cells, if it may; `passing`: over its own, but not onto one.
    fn target(&self, board: &[u8], from: usize, number: usize, passing: bool) -> Option<usize> {
        let side = board[from].to_ascii_uppercase();
        let route = self.route(side);
        let own = |at: usize| board[route[at]].to_ascii_uppercase() == side;
        let here = route.iter().position(|&cell| cell == from).unwrap();
        let mut there = here + number;
        if self.stop {
            let mut last = route.len() - 1;
            while last > here && own(last) {
                last -= 1;
            }
            there = there.min(last);
        }
        let in_the_way = |at: usize| own(at) && (at == there || !passing);
        if there >= route.len() || there == here || (here + 1..=there).any(in_the_way) {
            return None;
        }
        // An enemy that has come to this team's home row is safe there.
        let enemy = board[route[there]] != b'.';
        let safe = self.safe && enemy && self.in_row(route[there], self.home_row(side));
        (!safe).then(|| route[there])
    }

    /// Every use of one throw: the board after it, and the words for it.
    pub(super) fn uses(&self, board: &[u8], side: u8, throw: Throw) -> Vec<(Board, String)> {
        let waiting = cells(board, |cell| cell == side.to_ascii_lowercase());
        let number = match throw {
            Throw::Number(number) => number,
            Throw::Khadzh if !waiting.is_empty() => {
                let able = self.wakes.contains(&throw);
                let freed = waiting.into_iter().filter(|_| able).map(|cell| {
                    let mut board = board.to_vec();
                    board[cell] = side;
                    (board, format!("free {}", self.name(cell)))
                });
                return freed.collect();
            }
            Throw::Khadzh if self.moves_one => 1,
            _ => return Vec::new(),
        };
        if number == 0 {
            return Vec::new();
        }
        // A piece that has not moved yet goes one cell.
        let wakes = self.wakes.contains(&throw);
        let mut movers = cells(board, |cell| cell.to_ascii_uppercase() == side);
        movers.retain(|&from| board[from] == side || wakes);
        let far = |from: usize| if board[from] == side { number } else { 1 };
        let able = |&&from: &&usize| self.target(board, from, far(from), true).is_some();
        let alone = self.single && movers.iter().filter(able).count() == 1;
        let passing = alone || self.free;
        let moved = movers.iter().filter_map(|&from| {
            let to = self.target(board, from, far(from), passing)?;
            let mut board = board.to_vec();
            board[from] = b'.';
            board[to] = side;
            Some((board, format!("{}-{}", self.name(from), self.name(to))))
        });
        moved.collect()
    }

    /// The throws of a yield that may be used next, each with what is left after it.
    pub(super) fn next_throws(&self, left: &[Throw]) -> Vec<(Throw, Vec<Throw>)> {
        if self.thrown {
            return left
                .first()
                .map(|first| (*first, left[1..].to_vec()))
                .into_iter()
                .collect();
        }
        let distinct: BTreeSet<Throw> = left.iter().copied().collect();
        let each = distinct.into_iter().map(|throw| {
            let mut rest = left.to_vec();
            rest.remove(left.iter().position(|&other| other == throw).unwrap());
            (throw, rest)
        });
        each.collect()
    }

    /// Every board that a yield can be played to, with the sequences of throws used and moves that lead there.
    pub(crate) fn plays(
        &self,
        board: &[u8],
        side: u8,
        left: &[Throw],
    ) -> BTreeMap<Board, BTreeSet<Vec<String>>> {
        let mut plays = BTreeMap::new();
        self.play(board.to_vec(), side, left, &mut Vec::new(), &mut plays);
        plays
    }

    fn play(
        &self,
        board: Board,
        side: u8,
        left: &[Throw],
        words: &mut Vec<String>,
        plays: &mut BTreeMap<Board, BTreeSet<Vec<String>>>,
    ) {
        let mut used = false;
        for (throw, rest) in self.next_throws(left) {
            let uses = self.uses(&board, side, throw);
            if self.thrown && (uses.is_empty() || !self.must) {
                // This throw is lost, or given up; the next has its turn.
                self.play(board.clone(), side, &rest, words, plays);
            }
            if !uses.is_empty() && (self.must || self.thrown) {
                used = true;
            }
            for (after, word) in uses {
                words.push(format!("{} {word}", throw.text()));
                self.play(after, side, &rest, words, plays);
                words.pop();
            }
        }
        let ends = if self.thrown { left.is_empty() } else { !used };
        if ends {
            let words = if words.is_empty() {
                vec!["pass".into()]
            } else {
                words.clone()
            };
            plays.entry(board).or_default().insert(words);
        }
    }

    /// Whether a turn can have more than one throw.
    pub(crate) fn goes_on(&self) -> bool {
        self.throws.iter().any(|(_, again)| *again)
    }

    /// Nobody goes on: one team, or both, as the rules say, have all their pieces in the enemy's home row; or have none.
    pub(crate) fn over(&self, board: &[u8]) -> bool {
        let arrived = |side: u8| {
            let goal = self.rows - 1 - self.home_row(side);
            cells(board, |cell| cell.to_ascii_uppercase() == side)
                .iter()
                .all(|&cell| self.in_row(cell, goal))
        };
        let gone = |side: u8| cells(board, |cell| cell.to_ascii_uppercase() == side).is_empty();
        gone(b'A')
            || gone(b'B')
            || match self.end.as_str() {
                "both" => arrived(b'A') && arrived(b'B'),
                "one" => arrived(b'A') || arrived(b'B'),
                _ => false,
            }
    }
}

pub(crate) fn cells(board: &[u8], wanted: impl Fn(u8) -> bool) -> Vec<usize> {
    (0..board.len())
        .filter(|&cell| wanted(board[cell]))
        .collect()
}

pub(crate) fn other(side: u8) -> u8 {
    if side == b'A' { b'B' } else { b'A' }
}

/// A yield as it matters to play: without what cannot be used, in some order if the order is free.
pub(crate) fn playable(rules: &Rules, stands: &[Throw]) -> Vec<Throw> {
    let mut kept: Vec<Throw> = stands
        .iter()
        .copied()
        .filter(|throw| *throw != Throw::Number(0))
        .collect();
    if !rules.thrown {
        kept.sort_unstable();
    }
    kept
}

/// All boards that yields can be played to, each worked out once.
pub(crate) struct Ends<'a> {
    rules: &'a Rules,
    side: u8,
    known: HashMap<(Board, Vec<Throw>), Rc<BTreeSet<Board>>>,
}

impl<'a> Ends<'a> {
    pub(crate) fn new(rules: &'a Rules, side: u8) -> Ends<'a> {
        Ends {
            rules,
            side,
            known: HashMap::new(),
        }
    }

    pub(crate) fn known(&self) -> usize {
        self.known.len()
    }

    pub(crate) fn of(&mut self, board: &[u8], left: &[Throw]) -> Rc<BTreeSet<Board>> {
        let key = (board.to_vec(), left.to_vec());
        if let Some(ends) = self.known.get(&key) {
            return Rc::clone(ends);
        }
        let rules = self.rules;
        let mut ends = BTreeSet::new();
        let mut forced = false;
        for (throw, rest) in rules.next_throws(left) {
            let uses = rules.uses(board, self.side, throw);
            if rules.thrown && (uses.is_empty() || !rules.must) {
                ends.extend(self.of(board, &rest).iter().cloned());
            }
            forced |= !uses.is_empty() && rules.must;
            for (after, _) in uses {
                ends.extend(self.of(&after, &rest).iter().cloned());
            }
        }
        if left.is_empty() || (!rules.thrown && !forced) {
            ends.insert(board.to_vec());
        }
        let ends = Rc::new(ends);
        self.known.insert(key, Rc::clone(&ends));
        ends
    }
}

/// The expectation of a number of each yield, at most `most`, over all turns.
pub(crate) fn expectation(
    yields: &Yields,
    most: usize,
    number: impl Fn(&[Throw]) -> usize,
) -> Between {
    let whole = |number: usize| BigRational::from_integer(number.into());
    let mut lower = BigRational::zero();
    for (stands, chance) in &yields.chances {
        let number = number(stands);
        if number > 0 {
            lower += whole(number) * chance;
        }
    }
    let upper = &lower + &yields.open * whole(most);
    Between { lower, upper }
}

/// Whether pieces behind an enemy piece on a straight track can take it with what stands; everything else can be used
/// elsewhere.
pub(crate) fn takes(
    rules: &Rules,
    pieces: &[i64],
    left: &[Throw],
    known: &mut HashMap<(Vec<i64>, Vec<Throw>), bool>,
) -> bool {
    if pieces.contains(&0) {
        return true;
    }
    let key = (pieces.to_vec(), left.to_vec());
    if let Some(takes) = known.get(&key) {
        return *takes;
    }
    let mut found = false;
    for (throw, rest) in rules.next_throws(left) {
        found |= takes(rules, pieces, &rest, known);
        let number = match throw {
            Throw::Number(number) => number as i64,
            Throw::Khadzh if rules.moves_one => 1,
            _ => 0,
        };
        for index in 0..pieces.len() {
            let (from, to) = (pieces[index], pieces[index] + number);
            let ahead = |&piece: &i64| from < piece && piece <= to;
            let barred = match rules.free {
                true => pieces.contains(&to),
                false => pieces.iter().any(ahead),
            };
            if found || number == 0 || barred {
                continue;
            }
            let mut pieces = pieces.to_vec();
            pieces[index] = to;
            pieces.sort_unstable();
            found = takes(rules, &pieces, &rest, known);
        }
    }
    known.insert(key, found);
    found
}

/// Sequences of throws that are followed for an endgame.
const SEQUENCES: usize = 300;

impl Rules {
    /// Whether siga leaves just the turns of more throws open: where every throw stands to the end, and all are followed.
    pub(crate) fn same_turns(&self, most_throws: usize) -> bool {
        let [some, all] = [SEQUENCES, usize::MAX].map(|most| self.yields(most_throws, most).open);
        let stands = |(throw, again): &(Throw, bool)| {
            *throw != Throw::Khmar && !(*again && *throw == Throw::Number(0))
        };
        some == all && self.throws.iter().all(stands)
    }

    /// What turns leave to be played, each once, with its chance.
    fn left(&self, most_throws: usize, most: usize) -> (Vec<Vec<Throw>>, Vec<BigRational>) {
        let mut left: BTreeMap<Vec<Throw>, BigRational> = BTreeMap::new();
        for (stands, chance) in self.yields(most_throws, most).chances {
            if !chance.is_zero() {
                *left
                    .entry(playable(self, &stands))
                    .or_insert_with(BigRational::zero) += chance;
            }
        }
        left.into_iter().unzip()
    }

    /// Whether no throw that can fall moves any piece of either team.
    fn stuck(&self, board: &[u8]) -> bool {
        let (left, _) = self.left(1, usize::MAX);
        let again = self
            .throws
            .iter()
            .zip(self.reds())
            .filter(|(_, chance)| !chance.is_zero());
        let again = again.map(|((throw, _), _)| playable(self, &[*throw]));
        let each: BTreeSet<Vec<Throw>> = left.into_iter().chain(again).collect();
        [b'A', b'B'].into_iter().all(|side| {
            let mut ends = Ends::new(self, side);
            each.iter()
                .all(|one| ends.of(board, one).iter().all(|after| after == board))
        })
    }
}

impl NaivePlayer for Rules {
    type Position = (Board, Mover);
    type Throws = Vec<Throw>;

    fn read(rules: &str) -> Rules {
        Rules::read(rules)
    }

    fn position(&self, text: &str) -> (Board, Mover) {
        self.board(text)
    }

    fn team((_, mover): &(Board, Mover)) -> u8 {
        mover.side
    }

    fn is_over(&self, (board, _): &(Board, Mover)) -> bool {
        self.over(board)
    }

    /// More pieces win; a game in which nothing ever moves again is a draw.
    fn result(&self, (board, _): &(Board, Mover), drawn: f64) -> Option<f64> {
        if !self.over(board) {
            return self.stuck(board).then_some(drawn);
        }
        let own = cells(board, |cell| cell.eq_ignore_ascii_case(&b'A')).len();
        let all = cells(board, |cell| cell != b'.').len();
        Some(match (2 * own).cmp(&all) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => drawn,
            std::cmp::Ordering::Less => 0.0,
        })
    }

    fn plays(
        &self,
        (board, mover): &(Board, Mover),
        each: &[Vec<Throw>],
    ) -> Vec<BTreeSet<(Board, Mover)>> {
        let (mut ends, next) = (Ends::new(self, mover.side), self.then(*mover));
        let plays = each.iter().map(|left| {
            let ends = ends.of(board, left);
            ends.iter().map(|board| (board.clone(), next)).collect()
        });
        plays.collect()
    }

    fn counted(&self, most_throws: usize) -> (Vec<Vec<Throw>>, Vec<i128>) {
        let (left, _) = self.left(most_throws, usize::MAX);
        let once = vec![1; left.len()];
        (left, once)
    }

    fn chances(&self, most_throws: usize) -> (Vec<Vec<Throw>>, Vec<f64>) {
        let (left, chances) = self.left(most_throws, SEQUENCES);
        let chances = chances.iter().map(|chance| chance.to_f64().unwrap());
        (left, chances.collect())
    }
}
