//! Plain expectation: every throw, every play, every extra throw by the naive rules, as far as an amount of positions goes.
//!
//! Shares nothing with the search. Positions not looked into count with nothing from below and with the most from above, so
//! that the two ends hold the value up to rounding; floating point serves, for what is compared is compared to 10⁻¹².

use std::collections::BTreeMap;

use crate::games::daldos::naive_rules::Naive;
use crate::games::daldos::rules::Rules;

/// The aim of the naive player; a piece by its row and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Any,
    Piece(usize, usize),
    Number,
    Release,
}

pub(super) fn count(board: &Naive, wanted: impl Fn(char) -> bool) -> u32 {
    board.rows.iter().flatten().filter(|&&c| wanted(c)).count() as u32
}

fn gain(before: &Naive, after: &Naive, wish: Wish) -> u32 {
    let enemy = |c: char| c != '.' && c.to_ascii_uppercase() != before.side;
    let own_undalled = |c: char| c == before.side.to_ascii_lowercase();
    let taken = count(before, enemy) - count(after, enemy);
    match wish {
        Wish::Any => u32::from(taken > 0),
        Wish::Piece(row, hole) => u32::from(!enemy(after.rows[row][hole])),
        Wish::Number => taken,
        Wish::Release => u32::from(count(after, own_undalled) < count(before, own_undalled)),
    }
}

/// A throw with all that can come of it.
struct Thrown {
    weight: f64,
    plays: Vec<(Naive, Next)>,
}

enum Next {
    /// The same side throws again, from this position if it was looked into.
    Again(Option<usize>),
    /// The turn is over, or the game.
    Done,
}

/// The positions that a turn leads to.
pub(super) struct Plain<'a> {
    rules: &'a Rules,
    nodes: Vec<(Naive, Vec<Thrown>)>,
}

impl<'a> Plain<'a> {
    /// Looks into a limited number of positions, the nearest first.
    pub(super) fn new(board: &Naive, rules: &'a Rules, most: usize) -> Self {
        let mut numbers: BTreeMap<Naive, usize> = BTreeMap::from([(board.clone(), 0)]);
        let mut queue = vec![board.clone()];
        let mut nodes = Vec::new();
        while nodes.len() < queue.len() {
            let board = queue[nodes.len()].clone();
            let mut throws = Vec::new();
            let faces = rules.die().faces();
            for (k, &(i, wi)) in faces.iter().enumerate() {
                for &(j, wj) in &faces[k..] {
                    let again = rules.extra().any(|throw| throw == [i.min(j), i.max(j)]);
                    let mut plays = Vec::new();
                    for after in board.plays(i, j, rules) {
                        let next = if !again || after.over(rules) {
                            Next::Done
                        } else if let Some(&number) = numbers.get(&after) {
                            Next::Again(Some(number))
                        } else if queue.len() < most {
                            numbers.insert(after.clone(), queue.len());
                            queue.push(after.clone());
                            Next::Again(Some(queue.len() - 1))
                        } else {
                            Next::Again(None)
                        };
                        plays.push((after, next));
                    }
                    let orders = if i == j { 1.0 } else { 2.0 };
                    let weight = orders * f64::from(wi) * f64::from(wj) / rules.total() as f64;
                    throws.push(Thrown { weight, plays });
                }
            }
            nodes.push((board, throws));
        }
        Plain { rules, nodes }
    }

    /// Ends of the value of the first position.
    pub(super) fn value(&self, wish: Wish) -> (f64, f64) {
        let ends = wish != Wish::Number;
        let most = |board: &Naive| match wish {
            Wish::Number => {
                count(board, |c| c != '.' && c.to_ascii_uppercase() != board.side).into()
            }
            _ => 1.0,
        };
        self.solve(
            |board| (0.0, most(board)),
            |before, after| {
                let gain = gain(before, after, wish);
                (f64::from(gain), ends && gain > 0)
            },
            |_| (0.0, 0.0),
        )
    }

    /// Ends of the balance of this turn and the opponent's next one; without `net` only what he takes.
    pub(super) fn balance(&self, net: bool, most: usize) -> (f64, f64) {
        let wish = if net { Wish::Number } else { Wish::Any };
        let mut known: BTreeMap<Naive, (f64, f64)> = BTreeMap::new();
        let mut lost = |after: &Naive| {
            let theirs = after.clone().turn(false, self.rules);
            if theirs.over(self.rules) {
                return (0.0, 0.0);
            }
            let (low, high) = *(known.entry(theirs.clone()))
                .or_insert_with(|| Plain::new(&theirs, self.rules, most).value(wish));
            (-high, -low)
        };
        let scale = f64::from(u8::from(net));
        let own = |board: &Naive, own: bool| {
            let wanted = |c: char| c != '.' && (c.to_ascii_uppercase() == board.side) == own;
            f64::from(count(board, wanted))
        };
        let worst = |board: &Naive| if net { own(board, true) } else { 1.0 };
        self.solve(
            |board| (-worst(board), scale * own(board, false)),
            |before, after| (scale * f64::from(gain(before, after, Wish::Number)), false),
            &mut lost,
        )
    }

    /// Goes over all positions until nothing changes: `limits` of a position not looked into, what a play gains and
    /// whether that ends the question, and what comes after the turn.
    fn solve(
        &self,
        limits: impl Fn(&Naive) -> (f64, f64),
        gain: impl Fn(&Naive, &Naive) -> (f64, bool),
        mut after_turn: impl FnMut(&Naive) -> (f64, f64),
    ) -> (f64, f64) {
        // Every play as its gain and what follows: fixed ends or a position.
        type Play = (f64, Result<usize, (f64, f64)>);
        let mut table: Vec<Vec<(f64, Vec<Play>)>> = Vec::new();
        for (board, throws) in &self.nodes {
            let mut rows = Vec::new();
            for thrown in throws {
                let mut plays: Vec<Play> = Vec::new();
                for (after, next) in &thrown.plays {
                    let (gained, done) = gain(board, after);
                    let rest = match next {
                        _ if done => Err((0.0, 0.0)),
                        Next::Again(Some(number)) => Ok(*number),
                        Next::Again(None) => Err(limits(after)),
                        Next::Done => Err(after_turn(after)),
                    };
                    plays.push((gained, rest));
                }
                rows.push((thrown.weight, plays));
            }
            table.push(rows);
        }
        let mut ends: Vec<(f64, f64)> = self.nodes.iter().map(|(b, _)| limits(b)).collect();
        for _ in 0..400 {
            let mut change = 0.0f64;
            for number in (0..table.len()).rev() {
                let (mut low, mut high) = (0.0, 0.0);
                for (weight, plays) in &table[number] {
                    let mut best = (f64::NEG_INFINITY, f64::NEG_INFINITY);
                    for (gained, rest) in plays {
                        let rest = rest.map_or_else(|fixed| fixed, |next| ends[next]);
                        best = (best.0.max(gained + rest.0), best.1.max(gained + rest.1));
                    }
                    if !plays.is_empty() {
                        low += weight * best.0;
                        high += weight * best.1;
                    }
                }
                change = change.max((ends[number].0 - low).abs());
                change = change.max((ends[number].1 - high).abs());
                ends[number] = (low, high);
            }
            if change < 1e-16 {
                break;
            }
        }
        ends[0]
    }
}
