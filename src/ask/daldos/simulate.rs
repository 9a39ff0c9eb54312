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

    fn help() -> String {
        "\
Policies: random (any play), take (the most taken), safe (the least exposed, by a cheap count), greedy \
(take, then safe), best (what an endgame's solution says is best; greedy where it says nothing). \
Without a position games begin at the start. All results are estimates from random playouts, each with an interval; \
the same seed gives the same games on \
every machine.

Examples:
  siga daldos simulate --games 2000 --a greedy --b random
  siga daldos simulate --position \"1A2/A4/2b1 A\" --rules daldos:n=4 --games 10000 --a best --b best"
            .to_owned()
    }

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
