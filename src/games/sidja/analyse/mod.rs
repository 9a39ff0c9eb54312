//! Whole positions: the outcome where it can be proved by search, else the best that was found.
//!
//! The search looks at every move of both sides up to a number of *turns* (a chain of captures is
//! one turn), one turn deeper each time, until the outcome is proved or the budget is used up. A
//! win found so is a proof, whatever lies beyond its depth. A draw is proved only if nobody can do
//! better even when everything beyond the depth is granted to him, which takes rules that end a
//! game without captures: endless play has no end to look at.

mod alphabeta;
pub mod traps;

use alphabeta::{Leaves, Ply, Score, Searcher};

use super::endgame::Endgames;
use super::engine::Engine;
use super::{Move, Outcome, Position};
use crate::board::{Bits, Cell};

/// What is known of a position or a move, for the side to move or making the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Proved: the outcome, and in how many turns of both sides the game is over with best play.
    /// For a draw there is no such number.
    Proved {
        /// The outcome.
        outcome: Outcome,
        /// The turns to the end, each side's counted.
        turns: Option<u32>,
    },
    /// Not proved within the budget: how many stones the side is ahead after best play as deep as
    /// the search went. An estimate.
    Open {
        /// Stones ahead; negative if behind.
        stones: i32,
    },
}

impl Verdict {
    const DRAW: Verdict = Verdict::Proved {
        outcome: Outcome::Draw,
        turns: None,
    };

    fn of(score: Score) -> Verdict {
        match score.end() {
            Some((outcome, turns)) => Verdict::Proved {
                outcome,
                turns: Some(turns),
            },
            None => Verdict::Open {
                stones: score.stones(),
            },
        }
    }

    /// The outcome, if it is proved.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Verdict::Proved { outcome, .. } => Some(outcome),
            Verdict::Open { .. } => None,
        }
    }
}

/// A legal move with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveVerdict {
    /// The move.
    pub action: Move,
    /// The cells of the stones it takes.
    pub captures: Vec<Cell>,
    /// What is known of it, for the side that makes it.
    pub verdict: Verdict,
}

/// What a search found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// What is known, for the side to move.
    pub verdict: Verdict,
    /// Every legal move, best first.
    pub moves: Vec<MoveVerdict>,
    /// Best play as far as it was seen: to the end if a win or a loss is proved.
    pub line: Vec<Move>,
    /// How many turns every move of both sides was looked at.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
}

/// The most turns looked ahead, whatever the budget.
pub const MOST_TURNS: u32 = 200;

/// Analyses a position, visiting at most `budget` positions, and at most as many again to write
/// down the best line.
///
/// Exact: where it says so, see [`Verdict`]. Cost: about a million positions a second and, for
/// each, up to 100 bytes of memory.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Outcome, Position, Rules};
/// use siga::games::sidja::analyse::{Verdict, analyse};
/// let rules: Rules = "sudan,size=3".parse()?;
/// let position = Position::parse("o2/o2/2x x -", &rules)?;
/// let analysis = analyse(&position, 1000);
/// assert_eq!(analysis.verdict.outcome(), Some(Outcome::Loss));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(position: &Position, budget: u64) -> Analysis {
    analyse_with(position, budget, None)
}

/// Analyses a position as [`analyse`] does, looking up positions with few stones.
///
/// The outcome is as exact as without, but a win found through the tables need not be the quickest,
/// so the turns are those of the line found. Tables for other rules than the position's are left
/// aside.
pub fn analyse_with(position: &Position, budget: u64, endgames: Option<&Endgames>) -> Analysis {
    let rules = *position.rules();
    let endgames = endgames.filter(|tables| *tables.rules() == rules);
    if let Some(engine) = Engine::<u32>::new(rules) {
        return run(&engine, position, budget, endgames);
    }
    if let Some(engine) = Engine::<u64>::new(rules) {
        return run(&engine, position, budget, endgames);
    }
    run(&super::position::engine(&rules), position, budget, endgames)
}

fn run<B: Bits>(
    engine: &Engine<B>,
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
) -> Analysis {
    let root = position.state().convert::<B>();
    let board = position.board();
    let mut analysis = Analysis {
        verdict: Verdict::Open { stones: 0 },
        moves: Vec::new(),
        line: Vec::new(),
        depth: 0,
        nodes: 0,
    };
    if let Some(outcome) = engine.end(&root) {
        let turns = (outcome != Outcome::Draw).then_some(0);
        analysis.verdict = Verdict::Proved { outcome, turns };
        return analysis;
    }
    // Where a draw can be proved, half is kept for that.
    let draws = rules_end(position);
    let share = if draws { budget / 2 } else { budget };
    let mut searcher = Searcher::new(engine, Leaves::Material, share).probing(endgames);
    let mut scored: Vec<(Ply<B>, Score)> = searcher
        .plies(&root)
        .into_iter()
        .map(|ply| (ply, Score::EVEN))
        .collect();
    let known = endgames.and_then(|tables| tables.outcome(&root));
    // A draw from the tables needs no search.
    let deepest = match known {
        Some(Outcome::Draw) => 1,
        _ => MOST_TURNS,
    };
    // From a position in the tables one turn leads back into them, so that what is even is drawn.
    let mut drawn_if_even = false;
    for depth in 1..=deepest {
        let mut next = scored.clone();
        let done = next
            .iter_mut()
            .try_for_each(|(ply, score)| {
                *score = searcher.after(&root, *ply, depth)?;
                Some(())
            })
            .is_some();
        next.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        let won = next.first().is_some_and(|(_, score)| score.is_win());
        if done || won {
            drawn_if_even = done && searcher.probe(&root).is_some();
            scored = next;
            analysis.depth = depth;
        }
        let settled = scored.iter().all(|(_, score)| score.end().is_some());
        if !done || won || settled {
            break;
        }
    }
    let best = scored.first().map_or(Score::EVEN, |&(_, score)| score);
    // A search that did not get to the end says less than tables that keep outcomes only.
    analysis.verdict = match (Verdict::of(best), known) {
        (_, Some(Outcome::Draw)) => Verdict::DRAW,
        (Verdict::Open { .. }, Some(outcome)) => Verdict::Proved {
            outcome,
            turns: None,
        },
        (verdict, _) => verdict,
    };
    analysis.line = searcher
        .line(&root, best, analysis.depth)
        .into_iter()
        .map(|ply| ply.name(board))
        .collect();
    analysis.nodes = searcher.nodes();
    if analysis.verdict.outcome().is_none()
        && draws
        && let Some(nodes) = is_draw(engine, position, share)
    {
        analysis.nodes += nodes;
        analysis.verdict = Verdict::DRAW;
    }
    analysis.moves = scored
        .into_iter()
        .map(|(ply, score)| MoveVerdict {
            action: ply.name(board),
            captures: board.cells_of(ply.taken()),
            verdict: match (Verdict::of(score), searcher.outcome_of(&root, ply)) {
                (Verdict::Open { stones: 0 }, _) if drawn_if_even => Verdict::DRAW,
                (Verdict::Open { .. }, Some(outcome)) => Verdict::Proved {
                    outcome,
                    turns: None,
                },
                (verdict, _) => verdict,
            },
        })
        .collect();
    if endgames.is_some_and(|tables| !tables.keeps_turns()) {
        keep_the_outcome(&mut analysis);
    }
    analysis
}

/// Puts the moves that keep a proved outcome first, those that take before others, and has the line begin
/// with such a move.
fn keep_the_outcome(analysis: &mut Analysis) {
    let Some(outcome) = analysis.verdict.outcome() else {
        return;
    };
    let keeps = |made: &MoveVerdict| made.verdict.outcome() == Some(outcome);
    let slow = |made: &MoveVerdict| match made.verdict {
        Verdict::Proved { turns: Some(_), .. } => 0,
        _ => usize::MAX - made.captures.len(),
    };
    analysis
        .moves
        .sort_by_key(|made| (!keeps(made), slow(made)));
    let first = analysis.moves.first().filter(|made| keeps(made));
    if let Some(first) = first
        && analysis.line.first() != Some(&first.action)
    {
        analysis.line = vec![first.action];
    }
}

/// Whether the rules end every game in a number of turns that can be searched.
fn rules_end(position: &Position) -> bool {
    position.rules().no_capture.is_some() && !position.state().is_placing()
}

/// Proves a draw: neither side gets more even if all that is too deep is granted to it. Returns the
/// positions visited, or `None` if it is not proved within the budget.
fn is_draw<B: Bits>(engine: &Engine<B>, position: &Position, budget: u64) -> Option<u64> {
    let root = position.state().convert::<B>();
    let mut nodes = 0;
    let limit = position.rules().no_capture.map_or(0, u32::from);
    for leaves in [Leaves::Win(root.side), Leaves::Win(root.side.other())] {
        let mut searcher = Searcher::new(engine, leaves, budget.saturating_sub(nodes));
        let mut held = false;
        for depth in 1..=limit.saturating_add(1).min(MOST_TURNS) {
            let score = searcher.value(&root, depth)?;
            held = match leaves {
                Leaves::Win(side) if side == root.side => score <= Score::EVEN,
                _ => score >= Score::EVEN,
            };
            if held {
                break;
            }
        }
        nodes += searcher.nodes();
        if !held {
            return None;
        }
    }
    Some(nodes)
}

#[cfg(test)]
mod tests;
