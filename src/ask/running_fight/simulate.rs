//! Games played out at random, each team by a policy.

use super::args::CommandArgs;
use super::endgame::Endgames;
use crate::ask::playouts::simulate::{Games, Nothing, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::games::playouts::simulate;
use crate::games::running_fight::policies::State;
use crate::games::running_fight::review::RunningFight;
use crate::games::running_fight::simulate::Start;
use crate::work::Note;

/// A game whose games are played out from a start that may be more than a position.
pub(crate) trait Starts: Endgames + RunningFight<Start = State<Self>> {
    /// The start of a game.
    fn first(rules: &Self::Rules) -> State<Self>;
}

impl<P: Starts + CommandArgs> Simulates for P
where
    State<P>: Start,
{
    type Own = Nothing;
    const DRAWN: bool = <P as Endgames>::DRAWN;
    const ABOUT: &'static str = P::TEXTS.simulate[0];

    fn help() -> String {
        P::TEXTS.simulate[1].to_owned()
    }

    fn played(asked: &mut Simulate<P>, caller: Caller, note: &Note) -> Result<Games, Failure> {
        let start = match asked.start.given(caller)? {
            Some(position) => position.clone().begun(),
            None => P::first(&asked.start.rules()?),
        };
        let State { position, opening } = start.clone();
        let first = (!opening).then_some(position.team());
        asked.start.begin(position);
        let game = start.game(asked.policies()?);
        Ok(Games {
            tally: simulate(&game, &start, asked.games, asked.seed, note)?,
            first,
            note: None,
        })
    }
}
