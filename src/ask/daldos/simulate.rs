//! `siga daldos simulate`: random playouts.

use crate::ask::playouts::simulate::{Games, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::games::daldos::Position;
use crate::games::daldos::simulate::Players;
use crate::games::playouts::{Policy, simulate};
use crate::work::Note;

impl Simulates for Position {
    fn played(
        &self,
        _begins: bool,
        asked: &Simulate<Self>,
        note: &Note,
    ) -> Result<Games, Failure> {
        let policies = asked.policies(|text| Policy::read(text, Policy::WHOLE))?;
        let players = Players::new(self, policies, note)?;
        let tally = simulate(&players, self, asked.games, asked.seed, note)?;
        let note = players.greedy_before(self).map(|[one, other]| {
            format!(
                "best knows the endgame of {one} against {other} pieces and plays greedily before it"
            )
        });
        let first = Some(self.side());
        Ok(Games { tally, first, note })
    }
}
