//! `siga daldos simulate`: random playouts.

use crate::ask::playouts::simulate::{Games, Simulate, Simulates};
use crate::ask::prelude::*;
use crate::ask::subject::Placed as _;
use crate::games::AnyPosition;
use crate::games::daldos::Position;
use crate::games::daldos::simulate::Players;
use crate::games::playouts::{Policy, simulate};
use crate::work::Note;

impl Simulates for Position {
    const ABOUT: &'static str = "Random playouts: estimates with their intervals";

    fn played(asked: &mut Simulate<Self>, caller: Caller, note: &Note) -> Result<Games, Failure> {
        if asked.start.given(caller)?.is_none() {
            let start = AnyPosition::start(&asked.start.rules()?)?;
            asked.start.begin(start);
        }
        let start = asked.start.subject().position.clone();
        let first = Some(start.side());
        let players = Players::new(
            &start,
            asked.policies(|text| Policy::read(text, Policy::WHOLE))?,
            note,
        )?;
        let tally = simulate(&players, &start, asked.games, asked.seed, note)?;
        let note = players.greedy_before(&start).map(|[one, other]| {
            format!(
                "best knows the endgame of {one} against {other} pieces and plays greedily before it"
            )
        });
        Ok(Games { tally, first, note })
    }
}
