//! `siga ur simulate`: random playouts.

use crate::ask::playouts::simulate::{Games, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::ask::subject::Placed as _;
use crate::games::throws::WithThrows as _;
use crate::games::ur::Position;
use crate::games::ur::simulate::{Policy, simulate};
use crate::work::Note;

impl Simulates for Position {
    const ABOUT: &'static str = "Random playouts: estimates with their intervals";

    fn played(asked: &mut Simulate<Self>, caller: Caller, note: &Note) -> Result<Games, Failure> {
        if asked.start.given(caller)?.is_none() {
            let start = Position::start(&asked.start.rules()?);
            asked.start.begin(start);
        }
        let policies = asked.policies(str::parse::<Policy>)?;
        let start = &asked.start.subject().position;
        Ok(Games {
            tally: simulate(start, policies, asked.games, asked.seed, note)?,
            first: Some(start.team()),
            note: Some("A is light, B is dark".to_owned()),
        })
    }
}
