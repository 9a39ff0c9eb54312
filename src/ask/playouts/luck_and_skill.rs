//! Luck and skill in a game, by random playouts (`review --simulate`): every number is estimated.

use crate::ask::prelude::*;
use crate::games::playouts::Estimate;
use crate::games::throws::luck::LuckAndSkill;

/// The estimates for people: each throw, then the sums of each side.
pub(crate) fn sheets(found: &LuckAndSkill, style: &Style) -> Vec<Sheet> {
    let digits = style.places().min(4);
    let number = |value: f64| Entry::Measured(value, format!("{value:.digits$}"));
    let turns = Sheet::of(&found.turns)
        .right("ply", |turn| turn.ply)
        .text("side", |turn| turn.side.to_string())
        .decimal("before", |turn| number(turn.before.estimate))
        .decimal("luck", |turn| number(turn.luck.estimate))
        .decimal("luck lower", |turn| number(turn.luck.lower))
        .decimal("luck upper", |turn| number(turn.luck.upper))
        .decimal("skill", |turn| number(turn.skill.estimate))
        .decimal("skill lower", |turn| number(turn.skill.lower))
        .decimal("skill upper", |turn| number(turn.skill.upper))
        .named(
            "estimates",
            format!("Estimated, not proved: luck and skill, both sides playing on by the policy {}", found.policy),
        )
        .note(
            "before: the chance of the side that throws, a draw counted as half a win; luck: by how much the throw changed it, if the \
             policy plays it; skill: by how much the play that was made is better than the policy's, 0 where there was no \
             other",
        );
    let sums = Sheet::of(&found.sums)
        .text("side", |sum| sum.side.to_string())
        .decimal("luck", |sum| number(sum.luck.estimate))
        .decimal("luck lower", |sum| number(sum.luck.lower))
        .decimal("luck upper", |sum| number(sum.luck.upper))
        .decimal("skill", |sum| number(sum.skill.estimate))
        .decimal("skill lower", |sum| number(sum.skill.lower))
        .decimal("skill upper", |sum| number(sum.skill.upper))
        .named(
            "estimated-sums",
            "Estimated: what the throws gave, and the plays",
        )
        .notes(notes(found, digits));
    vec![turns, sums]
}

fn notes(found: &LuckAndSkill, digits: usize) -> Vec<String> {
    let shown = |chance: Estimate| format!("{:.digits$}", chance.estimate);
    let mut notes = vec![
        format!(
            "A's chance under the policy went from {} to {}: by the luck and skill of A, less those of B",
            shown(found.from),
            shown(found.to)
        ),
        format!(
            "from {}, {} from each position and after each throw, seed {}; the true number under the policy lies from lower to upper \
             in {} of 100 such estimates",
            counted(found.playouts, "random playout", "random playouts"),
            found.games,
            found.seed,
            100.0 * found.confidence
        ),
    ];
    if found.unfinished > 0 {
        notes.push(format!(
            "{} broken off: drawn in the estimates, and anything in the intervals",
            counted(found.unfinished, "playout was", "playouts were")
        ));
    }
    notes
}
