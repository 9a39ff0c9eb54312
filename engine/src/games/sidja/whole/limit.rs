//! The conclusion from a value without a limit on moves without a capture for the same position under one.
//!
//! Let a game end after N moves without a capture, by count of stones or as a draw, and let q such moves have been made. Let G be the
//! position with its game under the limit, and G* the same without. A turn makes at most one move without a
//! capture: it is that move, or captures, which may end with one; a pass is none. So after t turns at most q + t moves without a capture
//! stand in a row, and a limit is never reached within t turns if q + t < N. Three things follow.
//!
//! 1. *Quick ends are the same.* If G* is won in T turns, T the fewest the winner can force, and q + T < N, then G is won in T turns
//!    too: the winner plays as in G*, and no play lasts long enough for the limit. The other side cannot put it off any longer, for that
//!    would be a longer defence in G*; and the winner cannot be quicker, for play that ends before the limit is
//!    reached is play of G*, and play that ends by the limit has lasted longer than T. The same of a loss.
//! 2. *A limit that draws never turns a game.* Let such a game be drawn. Who does not lose G* has play that never leads to a
//!    loss, however long it lasts; in G it leads to no loss either, or the limit draws. So a draw of G* is a
//!    draw of G, a win at least a draw, and a loss at most one.
//! 3. *A limit that counts stones says nothing of the rest*: a draw without end may become a win of the side with more
//!    stones, and a slow win may come too late. Nothing is concluded there.

use crate::games::sidja::rules::NoCaptureEnd;
use crate::games::sidja::{Outcome, Rules};
use crate::solve::Worth;

/// What a position comes to under the limit of its rules, from what it comes to without that limit, with the turns of a win or a loss; `quiet` moves without a capture have been made.
///
/// Exact.
///
/// # Examples
/// ```
/// use siga::games::sidja::whole::limit::under_limit;
/// use siga::games::sidja::{Outcome, Rules};
/// use siga::solve::Worth;
/// let won = Worth::proved(Outcome::Win, Some(7));
/// let egypt: Rules = "sidja:egypt".parse()?;
/// assert_eq!(under_limit(&egypt, 12, won), won);
/// assert_eq!(under_limit(&egypt, 13, won), Worth::UNKNOWN);
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
pub fn under_limit(rules: &Rules, quiet: u16, unlimited: Worth) -> Worth {
    let Some(limit) = rules.no_capture else {
        return unlimited;
    };
    let in_time = |turns: u32| u32::from(quiet) + turns < u32::from(limit);
    match rules.no_capture_end {
        _ if unlimited.length.is_some_and(in_time) => unlimited,
        NoCaptureEnd::Draw => Worth {
            at_least: unlimited.at_least.min(Outcome::Draw),
            at_most: unlimited.at_most.max(Outcome::Draw),
            length: None,
        },
        NoCaptureEnd::Count => Worth::UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::custodial::engine::Engine;
    use crate::games::custodial::moves::{State, Turns};
    use crate::games::sidja::endgame::Endgames;
    use crate::solve::Ending;
    use crate::solve::retro::Layer;

    /// Compares every position of at most `most` stones, with every count, with the exact values under the limit.
    fn compare(rules: &str, most: u32) -> [u64; 2] {
        let limited: Rules = rules.parse().unwrap();
        let endless = limited.without_limit();
        let exact = Endgames::new(limited, most).unwrap();
        let tables = Endgames::new(endless, most).unwrap();
        let engine = Engine::<u32>::new(&endless).unwrap();
        let (mut timed, mut bounded) = (0, 0);
        let layers: Vec<Layer> = tables.solution().tables().keys().copied().collect();
        for layer in layers {
            let index = tables.solution().tables()[&layer].index().clone();
            for place in 0..index.len() {
                let (own, enemy) = index.position(place);
                let state: State<u32> = engine.turn(own, enemy);
                let value = tables.value(&state).unwrap();
                for quiet in 0..limited.no_capture.unwrap() {
                    let truth = exact.value(&State { quiet, ..state }).unwrap();
                    let Worth {
                        at_least: low,
                        at_most: high,
                        length: turns,
                        ..
                    } = under_limit(&limited, quiet, value.into());
                    let text =
                        format!("{rules} {own:x} {enemy:x} quiet={quiet}: {value:?} {truth:?}");
                    assert!(low <= truth.outcome() && truth.outcome() <= high, "{text}");
                    if let Some(turns) = turns {
                        timed += 1;
                        match truth {
                            Ending::Win(exact) | Ending::Loss(exact) => {
                                assert_eq!(turns, exact, "{text}")
                            }
                            Ending::Draw => panic!("{text}"),
                        }
                    }
                    bounded += u64::from((low, high) != (Outcome::Loss, Outcome::Win));
                }
            }
        }
        [timed, bounded]
    }

    #[test]
    fn values_without_a_limit_hold_under_one_as_far_as_they_should() {
        for preset in ["sudan", "west-africa", "egypt"] {
            for limit in [1, 2, 3, 5, 8, 20] {
                for end in ["count", "draw"] {
                    let rules = format!("{preset},size=3,no_capture={limit},no_capture_end={end}");
                    let [timed, bounded] = compare(&rules, 6);
                    assert!(timed > 0 || limit < 3, "{rules}");
                    assert!(bounded > timed || end == "count", "{rules}");
                }
            }
        }
        for rules in [
            "egypt,size=3,no_capture=6,blocked=loses",
            "west-africa,size=3,no_capture=5,blocked=opens,no_capture_end=draw",
            "sudan,size=3,no_capture=7,blocked=loses,capture_run=any,no_capture_end=draw",
        ] {
            assert!(compare(rules, 8)[0] > 0, "{rules}");
        }
    }
}
