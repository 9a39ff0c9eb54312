//! `siga sig simulate`: games played out at random.

use crate::ask::running_fight::simulate::Starts;
use crate::ask::simulated::{Simulated, Simulates};
use crate::games::sig::{Position, Rules, Team};

pub(super) type SimulateReport = Simulated<Position>;

impl Simulates for Position {
    const SIMULATE: &'static str = "sig-simulate";
    const DRAWN: bool = true;
}

impl Starts for Position {
    type Start = Position;

    fn first(rules: &Rules) -> Position {
        Position::start(rules)
    }

    fn begun(self) -> Position {
        self
    }

    fn read_start(start: Position) -> (Self, Option<Team>) {
        let first = start.side();
        (start, Some(first))
    }
}
