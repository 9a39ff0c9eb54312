//! A turn as it is played: what falls.

use super::moves::{MAX_YIELD, Yield, earns_another};
use super::rules::{Order, Rules, STICKS, THROWS};
use crate::games::running_fight::sticks;
use crate::work::{Fault, Kind};

/// Throws the sticks once. `below` gives a number below its argument, all equally likely.
pub fn throw_once(rules: &Rules, below: &mut dyn FnMut(u64) -> u64) -> u8 {
    THROWS[sticks::fallen(rules.bias(), STICKS, below)].0
}

/// The throws that are made before anything moves: one, or under `order=any` all of a turn. `first` have been made already.
///
/// # Errors
/// If the turn goes on although more throws are made than can be played.
pub fn throw_on(
    rules: &Rules,
    first: &[u8],
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<Yield, Fault> {
    let mut throws = first.to_vec();
    loop {
        let over = throws.last().is_some_and(|&last| !earns_another(last));
        if over || rules.order == Order::Thrown && !throws.is_empty() {
            return Ok(Yield::trusted(throws));
        }
        if throws.len() == MAX_YIELD {
            return Err(Fault::new(
                Kind::Limit,
                format!(
                    "{MAX_YIELD} throws have been made and the turn goes on: no more can be played"
                ),
            ));
        }
        throws.push(throw_once(rules, below));
    }
}
