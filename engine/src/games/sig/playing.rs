//! A turn as it is played: what falls, what stands of it, and one throw used after the other.

use super::moves::{MAX_YIELD, Step, Walker, Yield};
use super::position::{Position, View};
use super::rules::{Cancel, Face, Order, Rules, Throw, Use};
use crate::games::running_fight::playing::{self, Playable};
use crate::games::running_fight::sticks;
use crate::work::{Fault, Kind};

/// The throws of a turn, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnThrows {
    /// All of them.
    pub throws: Vec<Throw>,
    /// The throws among them that stand and leave something to play.
    pub played: Yield,
}

/// Throws a turn out.
///
/// `below` gives a number below its argument, all equally likely. A stick of bias `p/q` shows its red side where the
/// number below `q` is below `p`.
///
/// # Errors
/// If the turn goes on although more throws stand than can be played.
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, playing::throw_turn};
/// // Sticks that show their red sides by turns: four of eight move a piece four cells and earn another throw.
/// let mut numbers = [0, 1].into_iter().cycle().take(8).chain([1].into_iter().cycle());
/// let thrown = throw_turn(&Rules::depaulis(), &mut |_| numbers.next().expect("without end"))?;
/// assert_eq!(thrown.throws.len(), 2);
/// assert_eq!(thrown.played.to_string(), "4,8");
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn throw_turn(rules: &Rules, below: &mut dyn FnMut(u64) -> u64) -> Result<TurnThrows, Fault> {
    let mut throws = Vec::new();
    loop {
        let reds = sticks::fallen(rules.bias(), rules.sticks(), below);
        let throw = rules.throws()[reds];
        throws.push(throw);
        if throws.len() > MAX_YIELD * MAX_YIELD {
            return Err(endless());
        }
        if throw.again {
            continue;
        }
        let faces = throws.iter().map(|throw| throw.face);
        let played = standing(rules.cancel, faces);
        if played.faces().len() > MAX_YIELD {
            return Err(endless());
        }
        return Ok(TurnThrows { throws, played });
    }
}

fn endless() -> Fault {
    let text = format!("{MAX_YIELD} throws stand and the turn goes on: no more can be played");
    Fault::new(Kind::Limit, text)
}

/// The throws that stand and leave something to play.
pub fn standing(cancel: Cancel, throws: impl Iterator<Item = Face>) -> Yield {
    let mut stand = Vec::new();
    // Whether the throw before is one that a khmar cancels.
    let mut fresh = false;
    for face in throws {
        if face != Face::Khmar {
            stand.push(face);
            fresh = true;
            continue;
        }
        if fresh || cancel == Cancel::Stack {
            stand.pop();
        }
        fresh = false;
    }
    stand.retain(|face| *face != Face::Nothing);
    Yield::trusted(stand)
}

/// A turn that is being played: the board on the way, and the throws that are left.
#[derive(Debug, Clone, PartialEq)]
pub struct Playing {
    position: Position,
    left: Vec<Face>,
}

impl Playing {
    fn on(&self, next: View, left: Vec<Face>) -> Playing {
        Playing {
            position: self.position.seen(next),
            left,
        }
    }
}

impl Playable for Position {
    type Playing = Playing;
}

impl playing::Playing for Playing {
    type Position = Position;
    type Yield = Yield;
    type Step = Step;

    const FORM: &'static str = "type `a3-b2`, or `free a3`; ";

    fn new(position: &Position, played: &Yield) -> Playing {
        Playing {
            position: position.clone(),
            left: played.faces().to_vec(),
        }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn left(&self) -> Yield {
        Yield::trusted(self.left.clone())
    }

    /// Under `order=thrown` throws before the one used are lost: under `use=must` only those that no piece could use.
    fn steps(&self) -> Vec<(Step, Playing)> {
        let rules = self.position.rules();
        let walker = Walker::new(rules);
        let view = self.position.view();
        let mut steps = Vec::new();
        for (at, throw) in self.left.iter().enumerate() {
            if rules.order == Order::Any && self.left[..at].contains(throw) {
                continue;
            }
            let left = match rules.order {
                Order::Any => [&self.left[..at], &self.left[at + 1..]].concat(),
                Order::Thrown => self.left[at + 1..].to_vec(),
            };
            let before = steps.len();
            for (step, next) in walker.steps(&self.position, view, *throw) {
                let next = self.on(next, left.clone());
                steps.push((step, next));
            }
            let used = steps.len() > before;
            if used && rules.order == Order::Thrown && rules.usage == Use::Must {
                break;
            }
        }
        steps
    }

    /// The position of whoever has the next turn under the rules.
    fn ended(&self) -> Option<Position> {
        let may = self.position.rules().usage == Use::May || self.steps().is_empty();
        may.then(|| self.position.after(self.position.view()))
    }

    fn takes(step: &Step) -> bool {
        step.takes
    }
}
