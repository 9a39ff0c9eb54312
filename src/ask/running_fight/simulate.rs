//! Games played out at random, each team by a policy.

use super::args::Commands;
use crate::ask::playouts::simulate::{Games, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::games::playouts::{Policy, Start as _, simulate};
use crate::games::running_fight::policies::State;
use crate::games::running_fight::position::Position;
use crate::games::throws::played_out::PlaysOut as _;
use crate::work::Note;

impl<R: Commands> Simulates for Position<R> {
    const DRAWN: bool = R::DRAWN;
    const ABOUT: &'static str = R::TEXTS.simulate;

    fn played(asked: &mut Simulate<Self>, caller: Caller, note: &Note) -> Result<Games, Failure> {
        let start = match asked.start.given(caller)? {
            Some(position) => position.start_of(),
            None => State::start(&asked.start.rules()?),
        };
        let State { position, opening } = start.clone();
        let first = (!opening).then_some(position.side());
        asked.start.begin(position);
        let game = start.game(asked.policies(|text| Policy::read(text, Policy::ONE_BY_ONE))?);
        Ok(Games {
            tally: simulate(&game, &start, asked.games, asked.seed, note)?,
            first,
            note: None,
        })
    }
}
