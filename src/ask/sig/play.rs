//! `siga sig play`: a game with sticks, against what is best for the next turn.

use itertools::Itertools;

use crate::ask::prelude::*;
use crate::ask::running_fight::play::PlayWords;
use crate::exact::Quantity;
use crate::games::running_fight::playing::TurnThrows;
use crate::games::sig::analyse::analyse;
use crate::games::sig::moves::Yield;
use crate::games::sig::rules::{Face, Throw, Use};
use crate::games::sig::{Effort, Position, Rules};

impl PlayWords for Rules {
    const THROW: &'static str = "throw khadzh,4";
    const SAYS_END: bool = true;

    fn chances(position: &Position, budget: u64, caller: Caller) -> Result<[Quantity; 2], Failure> {
        let effort = Effort::of(budget);
        let found = caller.during("looking at every yield", || analyse(position, &effort))?;
        Ok([found.take.at_least_one, found.exposure.next.at_least_one])
    }

    fn said(thrown: &TurnThrows<Self>) -> String {
        let word = |throw: &Throw| match throw.face {
            Face::Nothing => "nothing".to_owned(),
            face => face.to_string(),
        };
        thrown.throws.iter().map(word).join(" ")
    }

    fn looks_thrown(text: &str, playing: bool) -> bool {
        let looks_so = !playing || text.contains(',') && !text.contains('-');
        looks_so && !text.contains("free")
    }

    fn read_throw(&self, text: &str, _opening: bool) -> Result<Yield, String> {
        Yield::parse(text, self).map_err(|error| error.to_string())
    }

    fn to_be_played(played: &Yield, usable: bool) -> String {
        match (usable, played.throws()) {
            (_, []) => ": nothing to play".to_owned(),
            (false, _) => ": no piece can use it".to_owned(),
            (true, _) => format!(": {played} to use"),
        }
    }

    fn may_give_up(&self) -> bool {
        self.usage == Use::May
    }
}
