//! Ur played out at random ([`playouts`](crate::games::playouts)) by policies that are made of kinds of play.

use std::str::FromStr;

use super::advice::{Decision, PlayKind, kinds};
use super::position::Position;
use super::rules::Throw;
use crate::board::Team;
use crate::games::playouts::{Ended, Luck, Playouts, Random};
use crate::games::throws::WithThrows as _;
use crate::names::NameError;

/// How a side plays: each kind in turn narrows the choice to the plays of that kind, if there are any; among those that are left it
/// chooses at random.
///
/// Written as kinds joined by `+`, as `random` (no kind), or as `greedy`: `take+rosette+foremost`.
///
/// # Examples
/// ```
/// use siga::games::ur::simulate::Policy;
/// assert_eq!("greedy".parse::<Policy>()?, "take+rosette+foremost".parse()?);
/// assert!("take+fast".parse::<Policy>().is_err());
/// # Ok::<(), siga::names::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy(Vec<PlayKind>);

impl FromStr for Policy {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let kinds = match text {
            "random" => "",
            "greedy" => "take+rosette+foremost",
            kinds => kinds,
        };
        let kinds = kinds.split('+').filter(|kind| !kind.is_empty());
        let kinds: Result<_, NameError> = kinds.map(str::parse).collect();
        kinds.map(Policy).map_err(|error| {
            const WANTED: &str = concat!(
                "known here: write random, greedy, or kinds of play joined by +: ",
                kinds!()
            );
            NameError::new(error.text, WANTED)
        })
    }
}

/// A game between two policies, light's and dark's: light is A in it, dark is B.
///
/// # Examples
/// ```
/// use siga::board::Team;
/// use siga::games::playouts::{Confidence, simulate};
/// use siga::games::ur::{Position, simulate::Policy};
/// use siga::work::Note;
/// let start = Position::start(&"ur:finkel".parse()?);
/// let policies: [Policy; 2] = ["greedy".parse()?, "random".parse()?];
/// let tally = simulate(&policies, &start, 200, 1, &Note::default())?;
/// assert!(tally.chance(Team::A, Confidence::Usual).unwrap().estimate > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Playouts for [Policy; 2] {
    type State = Position;
    type Throws = Throw;

    fn side(&self, position: &Position) -> Team {
        position.team()
    }

    fn ended(&self, position: &Position) -> Option<Ended> {
        position.result()
    }

    fn play(&self, position: &mut Position, luck: &mut Luck) -> Option<(u32, bool)> {
        let dice = position.rules().dice();
        let throw = dice.at(luck.dice.below(dice.total().into()))?;
        let side = position.side();
        self.play_thrown(position, &throw, &mut luck.ties);
        Some((1, position.side() != side))
    }

    fn play_thrown(&self, position: &mut Position, &throw: &Throw, ties: &mut Random) {
        let (race, view) = (&position.race, position.view());
        let mut plays = Vec::new();
        race.each(view, throw, |played| plays.push(played));
        let decision = Decision {
            race,
            view,
            throw,
            plays: &plays,
            pieces: position.rules().pieces(),
        };
        let policy = &self[position.team() as usize];
        let chosen = policy.0.iter().fold(decision.all(), |chosen, &kind| {
            match chosen & decision.of(kind) {
                0 => chosen,
                narrowed => narrowed,
            }
        });
        let at = ties.below(chosen.count_ones().into());
        let mut left = (0..plays.len()).filter(|at| chosen >> at & 1 == 1);
        if let Some(at) = left.nth(at as usize) {
            position.follow_up(&plays[at]);
        }
    }
}
