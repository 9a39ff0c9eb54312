//! Whole turns by plain expectation: to a number of throws, with nothing or everything still to come beyond it.

use std::collections::HashMap;
use std::rc::Rc;

use crate::oracles::number::Between;

use super::rules::{Board, Rules, Throw, other, pieces};

/// The aim of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Aim {
    /// To take something.
    Take,
    /// To take the piece in this hole.
    Piece(usize),
    /// To take as many as possible.
    Mean,
    /// To release a piece.
    Release,
}

/// The aim by which a play is chosen, the opponent's next turn included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Criterion {
    Take,
    Safe,
    Net,
}

/// Lower and upper bound, in parts of a unit.
type Parts = (i128, i128);

/// A throw played: its weight, whether the player throws again, and the boards it leads to with the holes taken from.
type Played = Rc<Vec<(i128, bool, Vec<(Board, Vec<usize>)>)>>;

/// Too many positions.
struct Enough;

pub(crate) struct Turns<'a> {
    rules: &'a Rules,
    throws: Vec<Throw>,
    unit: i128,
    played: HashMap<(Board, u8), Played>,
    values: HashMap<(Board, u8, Aim, u32), Parts>,
    after: HashMap<(Board, Criterion, u32, u32), Parts>,
    left: usize,
}

impl<'a> Turns<'a> {
    /// Looks into at most so many positions.
    pub(crate) fn new(rules: &'a Rules, positions: usize) -> Turns<'a> {
        Turns {
            rules,
            throws: rules.throws(),
            unit: rules.all_weights(),
            played: HashMap::new(),
            values: HashMap::new(),
            after: HashMap::new(),
            left: positions,
        }
    }

    pub(crate) fn allow(&mut self, positions: usize) {
        self.left = positions;
    }

    fn most_levels(&self) -> u32 {
        let bits = (self.unit as f64).log2().max(1.0);
        (112.0 / bits) as u32
    }

    fn played(&mut self, board: &[u8], side: u8) -> Result<Played, Enough> {
        let key = (board.to_vec(), side);
        if let Some(played) = self.played.get(&key) {
            return Ok(played.clone());
        }
        self.left = self.left.checked_sub(1).ok_or(Enough)?;
        let played = self.throws.iter().map(|throw| {
            let plays = self.rules.plays(board, side, &throw.numbers);
            let plays = plays
                .into_iter()
                .map(|(after, play)| (after, play.captures));
            (throw.weight, throw.again, plays.collect())
        });
        let played = Rc::new(played.collect());
        self.played.insert(key, Rc::clone(&played));
        Ok(played)
    }

    /// The value of the turn of `side`, before its throw, with best play for the aim.
    pub(crate) fn value(&mut self, board: &[u8], side: u8, aim: Aim) -> Between {
        let enemies = pieces(board, other(side)) as i128;
        let mut best = Between::parts(0, if aim == Aim::Mean { enemies } else { 1 }, 1);
        for level in 1..=self.most_levels() {
            match self.level(board, side, aim, level) {
                Ok((lower, upper)) => best = Between::parts(lower, upper, self.unit.pow(level)),
                Err(Enough) => break,
            }
            if best.lower == best.upper {
                break;
            }
        }
        best
    }

    /// With so many throws looked at, in parts of unit^level.
    fn level(&mut self, board: &[u8], side: u8, aim: Aim, level: u32) -> Result<Parts, Enough> {
        if self.rules.winner(board).is_some() {
            return Ok((0, 0));
        }
        if level == 0 {
            let enemies = pieces(board, other(side)) as i128;
            return Ok((0, if aim == Aim::Mean { enemies } else { 1 }));
        }
        let key = (board.to_vec(), side, aim, level);
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        let unit = self.unit.pow(level - 1);
        let mut sum = (0, 0);
        for (weight, again, plays) in self.played(board, side)?.iter() {
            let mut best = (0, 0);
            for (after, captures) in plays {
                let gained = match aim {
                    Aim::Take => !captures.is_empty() as i128,
                    Aim::Piece(hole) => captures.contains(&hole) as i128,
                    Aim::Mean => captures.len() as i128,
                    Aim::Release => (undalled(after, side) < undalled(board, side)) as i128,
                };
                let mut value = (gained * unit, gained * unit);
                if *again && (gained == 0 || aim == Aim::Mean) {
                    let more = self.level(after, side, aim, level - 1)?;
                    value = (value.0 + more.0, value.1 + more.1);
                }
                best = (best.0.max(value.0), best.1.max(value.1));
            }
            sum = (sum.0 + weight * best.0, sum.1 + weight * best.1);
        }
        self.values.insert(key, sum);
        Ok(sum)
    }

    /// The value of a play that has led to `board` and has taken so many, for the side that made it.
    pub(crate) fn after(
        &mut self,
        board: &[u8],
        side: u8,
        again: bool,
        taken: usize,
        criterion: Criterion,
    ) -> Between {
        let taken = taken as i128;
        if criterion == Criterion::Take {
            return match taken {
                0 if again => self.value(board, side, Aim::Take),
                _ => Between::parts(taken.min(1), taken.min(1), 1),
            };
        }
        let own = pieces(board, side) as i128;
        let enemies = pieces(board, other(side)) as i128;
        let mut best = match criterion {
            Criterion::Net => Between::parts(taken - own, taken + enemies, 1),
            _ => Between::parts(0, 1, 1),
        };
        let few = (0..7).map(|throws| (throws, throws + 1));
        for (throws, answer) in few.chain([(8, 8), (10, 10), (12, 12)]) {
            if throws + answer > self.most_levels() {
                break;
            }
            let unit = self.unit.pow(throws + answer);
            let Ok((lower, upper)) = self.play(board, side, again, criterion, throws, answer)
            else {
                break;
            };
            let gained = match criterion {
                Criterion::Net => taken * unit,
                _ => 0,
            };
            best = Between::parts(lower + gained, upper + gained, unit);
            if best.lower == best.upper {
                break;
            }
        }
        best
    }

    /// The value still to come after a play, the opponent's answer included: `throws` own ones and `answer` of the opponent are looked
    /// at; in parts of unit^(throws + answer).
    fn play(
        &mut self,
        board: &[u8],
        side: u8,
        again: bool,
        criterion: Criterion,
        throws: u32,
        answer: u32,
    ) -> Result<Parts, Enough> {
        let unit = self.unit.pow(answer);
        let all = self.unit.pow(throws);
        if self.rules.winner(board).is_some() {
            return Ok((0, 0));
        }
        if !again {
            let (lower, upper) = match criterion {
                Criterion::Net => {
                    let (lower, upper) = self.level(board, other(side), Aim::Mean, answer)?;
                    (-upper, -lower)
                }
                _ => self.level(board, other(side), Aim::Take, answer)?,
            };
            return Ok((lower * all, upper * all));
        }
        if throws == 0 {
            let own = pieces(board, side) as i128;
            let enemies = pieces(board, other(side)) as i128;
            return Ok(match criterion {
                Criterion::Net => (-own * unit, enemies * unit),
                _ => (0, unit),
            });
        }
        let key = (board.to_vec(), criterion, throws, answer);
        if let Some(value) = self.after.get(&key) {
            return Ok(*value);
        }
        let one = self.unit.pow(throws - 1 + answer);
        let mut sum = (0, 0);
        for (weight, again, plays) in self.played(board, side)?.iter() {
            let mut best: Option<Parts> = None;
            for (after, captures) in plays {
                let (lower, upper) =
                    self.play(after, side, *again, criterion, throws - 1, answer)?;
                let gained = match criterion {
                    Criterion::Net => captures.len() as i128 * one,
                    _ => 0,
                };
                let value = (lower + gained, upper + gained);
                best = Some(match (best, criterion) {
                    (None, _) => value,
                    (Some(best), Criterion::Safe) => (best.0.min(value.0), best.1.min(value.1)),
                    (Some(best), _) => (best.0.max(value.0), best.1.max(value.1)),
                });
            }
            let best = best.unwrap();
            sum = (sum.0 + weight * best.0, sum.1 + weight * best.1);
        }
        self.after.insert(key, sum);
        Ok(sum)
    }

    /// The chance that nothing can be moved in the whole turn, further throws included; `None` if all of them earn another.
    pub(crate) fn lost(&mut self, board: &[u8], side: u8) -> Option<Between> {
        let passed = |throw: &&Throw| {
            let plays = self.rules.plays(board, side, &throw.numbers);
            self.rules.winner(board).is_none()
                && plays
                    .values()
                    .any(|play| play.ways.contains(&vec!["pass".into()]))
        };
        let (again, ends): (Vec<&Throw>, Vec<&Throw>) = self
            .throws
            .iter()
            .filter(passed)
            .partition(|throw| throw.again);
        let weight =
            |throws: Vec<&Throw>| -> i128 { throws.iter().map(|throw| throw.weight).sum() };
        let rest = self.unit - weight(again);
        let ends = weight(ends);
        (rest > 0).then(|| Between::parts(ends, ends, rest))
    }
}

fn undalled(board: &[u8], side: u8) -> usize {
    super::rules::holes(board, |cell| cell == side.to_ascii_lowercase()).len()
}
