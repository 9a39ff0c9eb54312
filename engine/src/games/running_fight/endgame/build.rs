//! A position and all that can follow, as a stochastic game.

use std::collections::HashMap;
use std::hash::Hash;

use itertools::Itertools;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::{
    After, Draw, EndgameError, MAX_STATES, MAX_THROWS, Question, Solvable, Solver, Thrown,
};
use crate::exact::stochastic::{self, Builder, Ending, MAX_TOTAL, Next, ValueBounds};
use crate::work::Fault;

/// The payoffs by number.
const WIN: usize = 0;
const LOSS: usize = 1;
const HALF: usize = 2;
/// Of a turn that is left open, taken as won or lost by the team that throws it.
const OPEN_WON: usize = 3;
const OPEN_LOST: usize = 4;

/// The payoffs that what is not decided by play has in a state, for its team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    /// Of a turn that is left open.
    long: usize,
    /// Of a draw.
    draw: usize,
}

impl Open {
    /// The same for the other team.
    fn turned(self) -> Open {
        let turned = |payoff| match payoff {
            WIN => LOSS,
            LOSS => WIN,
            OPEN_WON => OPEN_LOST,
            OPEN_LOST => OPEN_WON,
            payoff => payoff,
        };
        Open {
            long: turned(self.long),
            draw: turned(self.draw),
        }
    }
}

/// A position and all that can follow, as a stochastic game.
///
/// For each board there are states for each way in which what is open is decided, and in each of these for each choice of throws
/// that a turn can begin with.
pub(super) struct Endgame<B> {
    pub(super) game: stochastic::Game,
    /// Before the first throw of a turn, in the view of the team to move; the position itself is the first.
    boards: HashMap<B, u32>,
    opens: Vec<Open>,
    /// How many choices of throws a turn can begin with and go on, none being one.
    begun: usize,
    pub(super) draw: Draw,
    /// Whether turns are left open.
    pub(super) cut: bool,
    /// Whether the chances of throws are rounded, so that there are no fractions.
    pub(super) rounded: bool,
}

impl<B: Eq + Hash> Endgame<B> {
    /// The number of a board, if it can follow.
    pub(super) fn number(&self, board: &B) -> Option<u32> {
        self.boards.get(board).copied()
    }

    /// How many boards can follow.
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// How it is known that games end, by proved bounds. A turn that is left open ends nothing; boards to which only such turns lead
    /// are not looked at.
    pub(super) fn ending(&self, bounds: &ValueBounds) -> Ending {
        let open = |payoff| payoff == OPEN_WON || payoff == OPEN_LOST;
        bounds.ending(&self.game, open)
    }

    /// The states of a board with the lower and with the upper bound, if the team to move is the one that asks.
    pub(super) fn asked(&self, board: u32) -> [usize; 2] {
        self.root_opens().map(|open| self.state(board, open))
    }

    /// The same if the other team is to move: there the bounds are those of that team.
    pub(super) fn answered(&self, board: u32) -> [usize; 2] {
        let opens = self.root_opens();
        opens.map(|open| self.state(board, open.turned()))
    }

    /// How open matters are decided where the position is asked about: for the lower bound, and for the upper one.
    fn root_opens(&self) -> [Open; 2] {
        let lower = self.opens[0];
        let upper = Open {
            long: lower.turned().long,
            ..lower
        };
        [lower, upper]
    }

    fn state(&self, board: u32, open: Open) -> usize {
        let open = self.opens.iter().position(|known| *known == open);
        (board as usize * self.opens.len() + open.unwrap_or(0)) * self.begun
    }
}

/// Every way in which what is open has to be decided; that of the lower bound is the first.
fn opens(draw: Draw, cut: bool) -> Vec<Open> {
    let lower = Open {
        long: if cut { OPEN_LOST } else { HALF },
        draw: match draw {
            Draw::Lost => LOSS,
            Draw::Half => HALF,
            Draw::Won => WIN,
        },
    };
    let upper = Open {
        long: lower.turned().long,
        ..lower
    };
    let all = [lower, upper, lower.turned(), upper.turned()];
    all.into_iter().fold(Vec::new(), |mut opens, open| {
        if !opens.contains(&open) {
            opens.push(open);
        }
        opens
    })
}

/// The throws that can fall, with whole weights.
struct Falling<T> {
    throws: Vec<(T, u64)>,
    total: u64,
    /// The weight of no throw: what rounding down has left over of the others, where the total could not be their common denominator.
    /// It is as open as a long turn.
    rest: u64,
}

impl<T: Copy> Falling<T> {
    fn new(chances: &[(T, BigRational)]) -> Self {
        let common = (chances.iter()).fold(BigInt::one(), |common, (_, chance)| {
            common.lcm(chance.denom())
        });
        let total = common.min(MAX_TOTAL.into());
        let weight = |chance: &BigRational| (chance * &total).to_integer().to_u64().unwrap_or(0);
        let throws: Vec<(T, u64)> = (chances.iter())
            .map(|(throw, chance)| (*throw, weight(chance)))
            .collect();
        let total = total.to_u64().unwrap_or(MAX_TOTAL);
        let rest = total - throws.iter().map(|(_, weight)| weight).sum::<u64>();
        Self {
            throws,
            total,
            rest,
        }
    }
}

/// Every choice of throws with which a turn goes on, none first, in which at most `throws` stand, or can again; whether any is left
/// out.
fn begun<S: Solver>(
    solver: &S,
    falling: &[(S::Throw, u64)],
    throws: u32,
    allowed: u32,
) -> Result<(Vec<S::Throws>, bool), EndgameError> {
    let mut all = vec![solver.begin()];
    let mut known: HashMap<S::Throws, ()> = HashMap::from([(solver.begin(), ())]);
    let cut_back = |before: &S::Throws| {
        let mut after = falling
            .iter()
            .map(|(throw, _)| solver.thrown(before, *throw));
        after.any(|after| match after {
            Thrown::Again(after) => solver.standing(&after) < throws,
            Thrown::Used { throws: used, .. } => solver.standing(&used) <= throws,
        })
    };
    let (mut cut, mut at) = (false, 0);
    while let Some(before) = all.get(at).cloned() {
        for (throw, _) in falling {
            let Thrown::Again(next) = solver.thrown(&before, *throw) else {
                continue;
            };
            let standing = solver.standing(&next);
            cut |= standing >= throws;
            let looked_at = standing < throws || standing == throws && cut_back(&next);
            if looked_at && known.insert(next.clone(), ()).is_none() {
                all.push(next);
            }
        }
        if all.len() > allowed as usize {
            return Err(EndgameError::States { allowed });
        }
        at += 1;
    }
    Ok((all, cut))
}

/// The position of a question and all that can follow.
pub(super) fn endgame<P: Solvable>(
    question: &Question<P>,
    solver: P::Solver<'_>,
) -> Result<Endgame<P::Board>, Fault> {
    let allowed = question.states.min(MAX_STATES);
    let falling = Falling::new(&solver.falling());
    let throws = question.max_throws.clamp(1, MAX_THROWS);
    let (begun, cut) = begun(&solver, &falling.throws, throws, allowed)?;
    let payoffs = [2, 0, 1, 2, 0].map(|halves| BigRational::new(halves.into(), 2.into()));
    let builder = Builder::new(falling.total, payoffs.to_vec()).map_err(EndgameError::from)?;
    let build = Build {
        places: begun.iter().cloned().zip(0..).collect(),
        opens: opens(question.draw, cut || falling.rest > 0),
        most: throws,
        cut,
        begun,
        solver,
        falling,
        boards: Vec::new(),
        numbers: HashMap::new(),
        allowed,
    };
    build.endgame(question, builder)
}

/// A game being put together.
struct Build<S: Solver> {
    solver: S,
    opens: Vec<Open>,
    begun: Vec<S::Throws>,
    /// The place of each choice of throws in that list.
    places: HashMap<S::Throws, usize>,
    falling: Falling<S::Throw>,
    /// The most throws that may stand.
    most: u32,
    /// Whether turns are left open.
    cut: bool,
    boards: Vec<S::Board>,
    numbers: HashMap<S::Board, u32>,
    /// The most states.
    allowed: u32,
}

impl<S: Solver> Build<S> {
    /// The number of a board.
    ///
    /// # Errors
    /// A new board with more states than are allowed: nothing is kept of the others.
    fn number(&mut self, board: S::Board) -> Result<u32, EndgameError> {
        let next = self.boards.len() as u32;
        let number = *self.numbers.entry(board).or_insert(next);
        if number == next {
            self.boards.push(board);
            let states = self.boards.len() * self.opens.len() * self.begun.len();
            if states as u64 > u64::from(self.allowed) {
                let allowed = self.allowed;
                return Err(EndgameError::States { allowed });
            }
        }
        Ok(number)
    }

    /// The state of a board with throws so far.
    fn state(&self, board: u32, open: Open, begun: usize) -> usize {
        let open = self.opens.iter().position(|known| *known == open);
        (board as usize * self.opens.len() + open.unwrap_or(0)) * self.begun.len() + begun
    }

    fn endgame<P: Solvable<Board = S::Board>>(
        mut self,
        question: &Question<P>,
        mut builder: Builder,
    ) -> Result<Endgame<S::Board>, Fault> {
        self.number(question.position.seen_board())?;
        let mut at = 0;
        while let Some(&board) = self.boards.get(at) {
            for (open, begun) in self
                .opens
                .clone()
                .into_iter()
                .cartesian_product(0..self.begun.len())
            {
                let branches = self.branches(board, at as u32, open, begun)?;
                builder.add_state(branches).map_err(EndgameError::from)?;
            }
            at += 1;
        }
        Ok(Endgame {
            game: builder.finish().map_err(EndgameError::from)?,
            boards: self.numbers,
            opens: self.opens,
            begun: self.begun.len(),
            draw: question.draw,
            cut: self.cut,
            rounded: self.falling.rest > 0,
        })
    }

    /// The throws of a state, each with its weight and what it can lead to.
    fn branches(
        &mut self,
        board: S::Board,
        number: u32,
        open: Open,
        begun: usize,
    ) -> Result<Vec<(u64, Vec<Next>)>, EndgameError> {
        let mut branches = vec![(self.falling.rest, vec![Next::End(open.long)])];
        for at in 0..self.falling.throws.len() {
            let (throw, weight) = self.falling.throws[at];
            let options = match self.solver.thrown(&self.begun[begun], throw) {
                Thrown::Again(throws) => vec![match self.places.get(&throws) {
                    Some(&begun) => Next::Again(self.state(number, open, begun)),
                    None => Next::End(open.long),
                }],
                Thrown::Used { throws, .. } if self.solver.standing(&throws) > self.most => {
                    vec![Next::End(open.long)]
                }
                Thrown::Used { throws, again } => {
                    let ends = self.solver.ends(board, &throws);
                    let ends = ends.iter();
                    ends.map(|end| self.next(board, *end, again, open))
                        .collect::<Result<_, _>>()?
                }
            };
            branches.push((weight, options));
        }
        Ok(branches)
    }

    /// The state, or the result, after the use of throws.
    fn next(
        &mut self,
        board: S::Board,
        end: S::End,
        again: bool,
        open: Open,
    ) -> Result<Next, EndgameError> {
        Ok(match self.solver.after(board, end, again) {
            After::Won => Next::End(WIN),
            After::Lost => Next::End(LOSS),
            After::Drawn => Next::End(open.draw),
            After::Same(board) => {
                let number = self.number(board)?;
                Next::Again(self.state(number, open, 0))
            }
            After::Other(board) => {
                let number = self.number(board)?;
                Next::Pass(self.state(number, open.turned(), 0))
            }
        })
    }
}
