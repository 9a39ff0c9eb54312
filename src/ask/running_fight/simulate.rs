//! Games played out at random, each team by a policy.

use super::args::Commands;
use crate::ask::playouts::simulate::{Games, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::games::playouts::{Policy, simulate};
use crate::games::running_fight::policies::State;
use crate::games::running_fight::position::Position;
use crate::games::throws::played_out::PlaysOut as _;
use crate::work::Note;

impl<R: Commands> Simulates for Position<R> {
    const DRAWN: bool = R::DRAWN;
    const ABOUT: &'static str = R::TEXTS.simulate;

    fn played(&self, begins: bool, asked: &Simulate<Self>, note: &Note) -> Result<Games, Failure> {
        let start = State {
            opening: begins && self.rules().opens(),
            ..self.start_of()
        };
        let game = self.game(asked.policies(|text| Policy::read(text, Policy::ONE_BY_ONE))?);
        Ok(Games {
            tally: simulate(&game, &start, asked.games, asked.seed, note)?,
            first: (!start.opening).then_some(self.side()),
            note: None,
        })
    }
}
