//! Luck and skill in a game, by random playouts (`review --simulate`): every number is estimated.

use crate::ask::playouts::{Estimated, POLICY};
use crate::ask::prelude::*;
use crate::board::Team;
use crate::games::playouts::{Estimate, LuckAndSkill, Replayed};

/// What throws and plays changed, estimated by random playouts from every position of the game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LuckEstimates {
    /// The policy by which both sides play on.
    policy: &'static str,
    /// The playouts altogether.
    playouts: Count,
    /// Those broken off: drawn in the estimates, and anything in the intervals.
    unfinished: Count,
    /// The confidence of each interval by itself.
    confidence: f64,
    /// Every throw that is estimated, in order.
    turns: Vec<EstimatedTurn>,
    /// The same summed: `A` and then `B`.
    sums: Vec<EstimatedSum>,
    /// The chance of A at the beginning.
    from: Estimated,
    /// The chance of A after the last of these throws.
    to: Estimated,
    #[serde(skip)]
    found: LuckAndSkill,
}

/// A throw with its play, in the view of the side that throws. Chances are those to win, plus half the chance of a draw.
#[derive(Serialize, JsonSchema)]
struct EstimatedTurn {
    /// Its number, from 1.
    ply: usize,
    side: Team,
    /// Its chance before the throw.
    before: Estimated,
    /// By how much the throw changed the chance, if the policy plays it; the mean over all throws is 0.
    luck: Estimated,
    /// By how much the chance after the play that was made differs from that after the policy's; 0 where there was no other play.
    skill: Estimated,
}

/// The throws of a side.
#[derive(Serialize, JsonSchema)]
struct EstimatedSum {
    side: Team,
    luck: Estimated,
    skill: Estimated,
}

impl From<LuckAndSkill> for LuckEstimates {
    fn from(found: LuckAndSkill) -> Self {
        let turn = |(ply, turn): (usize, &Replayed)| EstimatedTurn {
            ply,
            side: turn.side,
            before: turn.before.into(),
            luck: turn.gained.luck.into(),
            skill: turn.gained.skill.into(),
        };
        let sum = |side: Team| EstimatedSum {
            side,
            luck: found.sums[side as usize].luck.into(),
            skill: found.sums[side as usize].skill.into(),
        };
        Self {
            policy: POLICY,
            playouts: Count::of(found.playouts),
            unfinished: Count::of(found.unfinished),
            confidence: found.confidence.level(),
            turns: (1..).zip(&found.turns).map(turn).collect(),
            sums: [Team::A, Team::B].map(sum).into(),
            from: found.from.into(),
            to: found.to.into(),
            found,
        }
    }
}

impl LuckEstimates {
    /// The estimates for people: each throw, then the sums of each side.
    pub(crate) fn sheets(&self, style: &Style) -> Vec<Sheet> {
        sheets(&self.found, style)
    }
}

fn sheets(found: &LuckAndSkill, style: &Style) -> Vec<Sheet> {
    let digits = style.places().min(4);
    let number = |value: f64| Entry::Measured(value, format!("{value:.digits$}"));
    let turns = Sheet::of((1_usize..).zip(&found.turns))
        .right("ply", |(ply, _)| *ply)
        .text("side", |(_, turn)| turn.side.to_string())
        .decimal("before", |(_, turn)| number(turn.before.estimate))
        .decimal("luck", |(_, turn)| number(turn.gained.luck.estimate))
        .decimal("luck lower", |(_, turn)| number(turn.gained.luck.lower))
        .decimal("luck upper", |(_, turn)| number(turn.gained.luck.upper))
        .decimal("skill", |(_, turn)| number(turn.gained.skill.estimate))
        .decimal("skill lower", |(_, turn)| number(turn.gained.skill.lower))
        .decimal("skill upper", |(_, turn)| number(turn.gained.skill.upper))
        .named(
            "estimates",
            format!("Estimated, not proved: luck and skill, both sides playing on by the policy {POLICY}"),
        )
        .note(
            "before: the chance of the side that throws, a draw counted as half a win; luck: by how much the throw changed it, if the \
             policy plays it; skill: by how much the play that was made is better than the policy's, 0 where there was no \
             other",
        );
    let gained = |side: &Team| found.sums[*side as usize];
    let sums = Sheet::of([Team::A, Team::B])
        .text("side", |side| side.to_string())
        .decimal("luck", |side| number(gained(side).luck.estimate))
        .decimal("luck lower", |side| number(gained(side).luck.lower))
        .decimal("luck upper", |side| number(gained(side).luck.upper))
        .decimal("skill", |side| number(gained(side).skill.estimate))
        .decimal("skill lower", |side| number(gained(side).skill.lower))
        .decimal("skill upper", |side| number(gained(side).skill.upper))
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
            100.0 * found.confidence.level()
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
