//! `siga ur simulate`: random playouts.

use crate::ask::playouts::simulate::{Games, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::games::throws::WithThrows as _;
use crate::games::ur::Position;
use crate::games::ur::simulate::{Policy, simulate};
use crate::work::Note;

impl Simulates for Position {
    fn played(
        &self,
        _begins: bool,
        asked: &Simulate<Self>,
        note: &Note,
    ) -> Result<Games, Failure> {
        let policies = asked.policies(str::parse::<Policy>)?;
        Ok(Games {
            tally: simulate(self, policies, asked.games, asked.seed, note)?,
            first: Some(self.team()),
            note: Some("A is light, B is dark".to_owned()),
        })
    }
}
