//! `siga ur perft`: counting sequences of throws and plays.

use crate::ask::perft::{Divided, Plies};
use crate::ask::subject::PositionOf;
use crate::games::ur::Position;

impl Divided for Position {
    type At = PositionOf<Self>;
    type Depth = Plies<true>;
    const ABOUT: &'static str = "Count the sequences of throws and plays of a given length";
}
