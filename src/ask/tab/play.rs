//! `siga tab play`: a game with sticks, against what is best for the next turn.

use crate::ask::prelude::*;
use crate::ask::running_fight::play::PlayWords;
use crate::exact::Quantity;
use crate::games::tab::analyse::{REVIEW_THROWS, takes};
use crate::games::tab::moves::Yield;
use crate::games::tab::rules::{Order, Start, TAB};
use crate::games::tab::{Position, Rules};

impl PlayWords for Rules {
    const THROW: &'static str = "throw 1,4,2";
    const BEGINS: &'static str = "tâb";
    const SAYS_END: bool = false;

    fn opening(position: &Position) -> Option<&'static str> {
        let rules = position.rules();
        let opening = rules.start == Start::Tab && *position == Position::start(rules);
        opening.then_some("Who throws the first tâb begins.")
    }

    fn chances(
        position: &Position,
        budget: u64,
        _caller: Caller,
    ) -> Result<[Quantity; 2], Failure> {
        let any = |position: &Position| takes(position, REVIEW_THROWS, budget).at_least_one;
        Ok([any(position), any(&position.passed())])
    }

    fn looks_thrown(text: &str, _playing: bool) -> bool {
        let mut signs = text.chars();
        !text.is_empty() && signs.all(|sign| ", ".contains(sign) || sign.is_ascii_digit())
    }

    fn read_throw(&self, text: &str, opening: bool) -> Result<Yield, String> {
        let played = Yield::parse(text, self).map_err(|error| error.to_string())?;
        if self.order == Order::Thrown && played.throws().len() > 1 {
            return Err("each throw is used before the next is made: type one".to_owned());
        }
        if opening && played.throws()[0] != TAB {
            return Err("no tâb: who throws the first tâb begins; type that turn".to_owned());
        }
        Ok(played)
    }

    fn to_be_played(_played: &Yield, usable: bool) -> String {
        match usable {
            false => ": no piece can move".to_owned(),
            true => String::new(),
        }
    }

    /// What could still be done with throws that are left may be to keep them.
    fn may_give_up(&self) -> bool {
        true
    }
}
