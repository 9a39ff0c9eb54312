//! `siga tab simulate`: games played out at random.

use crate::ask::running_fight::simulate::Starts;
use crate::ask::simulated::{Simulated, Simulates};
use crate::games::tab::playouts::State;
use crate::games::tab::{Position, Rules, Team};

pub(super) type SimulateReport = Simulated<Position>;

impl Simulates for Position {
    const SIMULATE: &'static str = "tab-simulate";
}

impl Starts for Position {
    type Start = State;

    fn first(rules: &Rules) -> State {
        State::start(rules)
    }

    fn begun(self) -> State {
        State::of(self)
    }

    fn read_start(start: State) -> (Self, Option<Team>) {
        let first = (!start.opening).then_some(start.position.side());
        (start.position, first)
    }
}
