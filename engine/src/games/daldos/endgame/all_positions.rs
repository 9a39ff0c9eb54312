//! All positions with given numbers of pieces.

use std::sync::Arc;

use super::lookup;
use super::{Endgame, Exact, Known, allow_all, layout};
use crate::exact::Quantity;
use crate::games::daldos::{Game, Position, Team, moves::View};
use crate::solve::{Directory, Origin};
use crate::work::limit::allow;
use crate::work::{Fault, Note};

/// Positions that can be listed.
pub const MAX_LISTED: u128 = 300_000;

/// The outcome of the endgame with given numbers of pieces.
#[derive(Clone, Debug)]
pub struct Question {
    /// The rules, ready for play.
    pub game: Arc<Game>,
    /// The numbers of pieces of A and of B.
    pub pieces: [usize; 2],
    /// The greatest distance between bounds, in units of 2^-62.
    pub width: u64,
    /// Whether fractions are asked for.
    pub exact: bool,
    /// Whether every position is to be listed.
    pub list: bool,
    /// The greatest number of positions to be solved; where it is missing, [`USUAL_POSITIONS`](super::USUAL_POSITIONS).
    pub positions: Option<u128>,
    /// Where tables are looked for; the endgame is solved where there are none that are close enough.
    pub tables: Option<Directory>,
}

/// The answer to a [`Question`].
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// Where the bounds are from; those of tables were proved again.
    pub method: Origin,
    /// The endgame.
    pub endgame: Endgame,
    /// Those positions with every piece undalled and side by side.
    pub starts: Vec<Known>,
    /// Fractions, if they were asked for.
    pub exact: Option<Exact>,
    /// The numbers of the positions best and worst for the side to move.
    extremes: Option<[usize; 2]>,
}

impl Question {
    /// The answer.
    ///
    /// Exact: fractions and bounds are proved for this answer.
    /// Cost: [`Endgame::solve`], or reading the tables.
    ///
    /// # Errors
    /// Of kind input: pieces that the rules do not allow. Of kind limit: too many positions. Of kind io: a table that
    /// cannot be trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use std::sync::Arc;
    /// use siga::games::daldos::Game;
    /// use siga::games::daldos::endgame::all_positions::Question;
    /// let game = Arc::new(Game::new("daldos:n=2".parse()?)?);
    /// let question = Question { game, pieces: [1, 1], width: 1 << 22, exact: true, list: false, positions: None, tables: None };
    /// let answer = question.clone().answer(&Note::default())?;
    /// assert!(answer.starts.iter().all(|start| start.win.exact().is_some()));
    /// assert!(Question { pieces: [1, 9], ..question }.answer(&Note::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let Self {
            game,
            pieces,
            width,
            ..
        } = &self;
        let starts = starts(game, *pieces);
        note.set("reading the tables");
        let read = lookup::read(game, *pieces, *width, self.tables.as_ref())?;
        let (method, endgame) = match read {
            Some(endgame) => (Origin::Tables, endgame),
            None => {
                allow_all(&layout(game, *pieces)?, self.positions)?;
                note.set("solving the endgame");
                let endgame = Endgame::solve(game.clone(), *pieces, *width)?;
                (Origin::Solved, endgame)
            }
        };
        if self.list {
            allow("lines", endgame.positions() as u128, MAX_LISTED)?;
        }
        let numbers = starts.iter().map(|start| endgame.number(start.view()));
        let numbers: Vec<usize> = numbers.flatten().collect();
        let exact = if self.exact {
            note.set("solving for fractions");
            Some(endgame.exact(numbers.iter().copied())?)
        } else {
            None
        };
        note.set("how long games last");
        let length = endgame.lengths(numbers.iter().copied(), width.saturating_mul(4));
        let known = starts
            .into_iter()
            .filter_map(|position| Known::new(&endgame, position, &length, exact.as_ref()));
        Ok(Answer {
            starts: known.collect(),
            extremes: extremes(&endgame),
            question: self,
            method,
            endgame,
            exact,
        })
    }
}

impl Answer {
    /// Every position, with the chance of the side to move.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Quantity)> {
        (0..self.endgame.positions()).map(|number| self.position(number))
    }

    /// The positions best and worst for the side to move, as far as the bounds tell.
    pub fn extremes(&self) -> [Option<(Position, Quantity)>; 2] {
        [0, 1].map(|which| Some(self.position(self.extremes?[which])))
    }

    /// The position of a number, A having the pieces named first, and its chance.
    fn position(&self, number: usize) -> (Position, Quantity) {
        let state = self.endgame.states()[number];
        let [a, b] = self.endgame.pieces();
        let [own, enemy] = lookup::pieces(&state);
        // A is the side with the first number of pieces, or with the like share of a smaller endgame.
        let side = if own != enemy && (own > enemy) != (a > b) && a != b {
            Team::B
        } else {
            Team::A
        };
        let chance = match self.exact.as_ref().and_then(|exact| exact.chance(number)) {
            Some(chance) => Quantity::Exact(chance),
            None => Quantity::Bounded(self.endgame.bounds().both(number)),
        };
        let position = Position::new(self.endgame.rules().clone(), state, side);
        (position, chance)
    }
}

/// Positions of undalled pieces side by side, in the same holes for both sides; each side to move if they differ.
fn starts(game: &Arc<Game>, [a, b]: [usize; 2]) -> Vec<Position> {
    let n = usize::from(game.route().n());
    if a.max(b) > n {
        return Vec::new();
    }
    let row = |first: usize, count: usize| ((1u64 << count) - 1) << first;
    let mut positions = Vec::new();
    // The last hole of the way comes first: it is the nearest to the way out.
    for first in (0..=n - a.max(b)).rev() {
        for (own, enemy, side) in [(a, b, Team::A), (b, a, Team::B)] {
            if side == Team::B && a == b {
                continue;
            }
            // Both rows end at the same hole.
            let shift = |count: usize| first + a.max(b) - count;
            let (own, enemy) = (
                row(shift(own), own),
                game.route().flip(row(shift(enemy), enemy)),
            );
            let state = View {
                own,
                own_undalled: own,
                enemy,
                enemy_undalled: enemy,
            };
            positions.push(Position::new(game.clone(), state, side));
        }
    }
    positions
}

/// The positions of the endgame itself that are best and worst for the side to move.
fn extremes(endgame: &Endgame) -> Option<[usize; 2]> {
    let [a, b] = endgame.pieces();
    let pairs = endgame.bounds().pairs();
    let of_itself = |number: &usize| {
        let counts = lookup::pieces(&endgame.states()[*number]);
        counts == [a, b] || counts == [b, a]
    };
    let mut found: Option<[usize; 2]> = None;
    for number in (0..pairs.len()).filter(of_itself) {
        let [best, worst] = found.get_or_insert([number; 2]);
        if pairs[number][0] > pairs[*best][0] {
            *best = number;
        }
        if pairs[number][1] < pairs[*worst][1] {
            *worst = number;
        }
    }
    found
}
