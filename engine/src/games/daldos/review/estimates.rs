//! The luck and the skill of both sides in some throws, by playouts.

use super::Turn;
use crate::games::playouts::{Effort, LuckAndSkill};
use crate::work::{Fault, Note};

/// The luck and the skill of both sides, both playing on by the greedy policy; `None` without any turn.
///
/// # Errors
/// Of kind limit: too many playouts.
#[cfg(feature = "simulate")]
pub(super) fn luck_and_skill(
    turns: &[Turn],
    effort: Effort,
    note: &Note,
) -> Result<Option<LuckAndSkill>, Fault> {
    use crate::games::daldos::Position;
    use crate::games::daldos::simulate::{Players, Policy, seconds};
    use crate::games::playouts;
    let Some(last) = turns.last() else {
        return Ok(None);
    };
    let state = |position: &Position| (*position.state(), position.side());
    let game = last.position.game();
    let players = Players {
        game,
        policies: [Policy::Greedy; 2],
        endgame: None,
    };
    let played = turns.iter().map(|turn| (state(&turn.position), turn.cast));
    let played: Vec<_> = played.collect();
    let end = state(&last.position.after(&last.play));
    let found = playouts::luck_and_skill(&players, &played, &end, effort, seconds(game), note)?;
    Ok(Some(found))
}

/// Without the feature `simulate` there is no effort to be made.
#[cfg(not(feature = "simulate"))]
pub(super) fn luck_and_skill(
    _: &[Turn],
    effort: Effort,
    _: &Note,
) -> Result<Option<LuckAndSkill>, Fault> {
    match effort {}
}
