//! Whole positions: the outcome where it can be proved, else the best that was found.
//!
//! Three ways in turn:
//!
//! 1. The positions that can be reached are listed (`listing`). If they are few, all are solved and
//!    nothing is left open.
//! 2. Otherwise every move of both sides is looked at up to a number of *turns* (a chain of captures is
//!    one turn), one turn deeper each time (`alphabeta`). A win or a loss found so is a proof,
//!    whatever lies beyond the depth.
//! 3. Draws come from below and above: that a side holds at least a draw (`hold`), where the rules end
//!    a game without captures, tables are reached, or the list closes around it.
//! 4. Where tables know that a position is won but not in how many turns, and the search does not find it out
//!    either, moves are preferred that force a capture which keeps the win (`approach`).
//!
//! The facts proved of a position are two bounds on its outcome. They are put together move by move: a
//! position comes to at least what its best move comes to at least, and to at most what all its moves
//! come to at most.

mod alphabeta;
mod approach;
mod holds_draw;
mod listing;

use alphabeta::{Score, Searcher};
use approach::Approach;
use holds_draw::{AtLeastDraw, Holder};
use listing::Listing;

use super::endgame::Endgames;
use super::graph::{Ply, make, plies};
use super::moves::{Engine, State};
use super::{Move, Outcome, Position};
use crate::board::{Bits, Board, Cell};
use crate::solve::Worth;

/// The verdict on a position or a move, for the side to move or making the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "KnownValue")]
#[non_exhaustive]
pub struct Verdict {
    /// Proved, or `null`.
    pub outcome: Option<Outcome>,
    /// Proved whatever the budget was.
    pub at_least: Outcome,
    /// Proved whatever the budget was.
    pub at_most: Outcome,
    /// Turns of both sides to the end; `null` for a draw and when not known: tables of outcomes alone do not say it, and
    /// then only a search that gets to the end does.
    pub turns: Option<u32>,
    /// Where nothing is proved, an estimate: stones ahead after best play to `depth`.
    pub stones_ahead: Option<i32>,
}

impl Verdict {
    /// What is proved, with an estimate of the stones ahead where the outcome is not.
    pub(crate) fn new(proved: Worth, stones_ahead: Option<i32>) -> Verdict {
        let outcome = proved.outcome();
        Verdict {
            outcome,
            at_least: proved.at_least,
            at_most: proved.at_most,
            turns: proved.length.filter(|_| outcome.is_some()),
            stones_ahead: stones_ahead.filter(|_| outcome.is_none()),
        }
    }

    /// A proved outcome, with the turns to the end where they are known.
    pub fn proved(outcome: Outcome, turns: Option<u32>) -> Verdict {
        Verdict::new(Worth::proved(outcome, turns), None)
    }
}

impl From<Verdict> for Worth {
    fn from(verdict: Verdict) -> Worth {
        Worth {
            at_least: verdict.at_least,
            at_most: verdict.at_most,
            length: verdict.turns,
        }
    }
}

/// A legal move with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveVerdict {
    /// The move.
    pub action: Move,
    /// The cells of the stones it takes.
    pub captures: Vec<Cell>,
    /// The verdict on it, for the side that makes it.
    pub verdict: Verdict,
    /// Where only the outcome is known: the turns, this one among them, within which the side that wins forces a
    /// capture after which it has still won, if that was found.
    pub capture_in: Option<u32>,
}

/// The result of a search about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The verdict, for the side to move.
    pub verdict: Verdict,
    /// Every legal move, best first.
    pub moves: Vec<MoveVerdict>,
    /// Best play as far as it was seen: to the end if a win or a loss is proved with its turns.
    pub line: Vec<Move>,
    /// The number of turns to which every move of both sides was looked at.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// Whether all positions that can be reached are among them, so that nothing is left open and
    /// every number of turns is exact.
    pub solved: bool,
}

impl Analysis {
    /// Whether a move keeps the outcome of the position; `None` if that is not proved.
    pub fn keeps(&self, verdict: Verdict) -> Option<bool> {
        let outcome = self.verdict.outcome?;
        match () {
            () if verdict.at_least >= outcome => Some(true),
            () if verdict.at_most < outcome => Some(false),
            () => None,
        }
    }
}

/// The most turns looked ahead, whatever the budget.
pub const MOST_TURNS: u32 = 200;

/// The most positions listed before the search: as many as take less than a second.
const MOST_LISTED: u64 = 400_000;

/// Analyses a position, visiting at most `budget` positions, and at most as many again to write
/// down the best line.
///
/// Exact: where it says so, see [`Verdict`]. Cost: about a million positions a second and, for
/// each, up to 100 bytes of memory.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Outcome, Position, Rules};
/// use siga::games::sidja::analyse::analyse;
/// let rules: Rules = "sudan,size=3".parse()?;
/// let position = Position::parse("o2/o2/2x x -", &rules)?;
/// let analysis = analyse(&position, 1000);
/// assert_eq!(analysis.verdict.outcome, Some(Outcome::Loss));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(position: &Position, budget: u64) -> Analysis {
    analyse_with(position, budget, None)
}

/// Analyses a position as [`analyse`] does, looking up positions with few stones.
///
/// The outcome is as exact as without. Unless everything was solved, a win found through the tables
/// need not be the quickest, so the turns are those of the line found. Tables for other rules than the
/// position's are left aside.
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
    if let Some(outcome) = engine.end(&root) {
        let turns = (outcome != Outcome::Draw).then_some(0);
        return Analysis {
            verdict: Verdict::proved(outcome, turns),
            moves: Vec::new(),
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            solved: true,
        };
    }
    let listing = Listing::new(engine, endgames, &root, MOST_LISTED.min(budget / 2));
    let choices = plies(engine, &root).into_iter().map(|ply| Choice {
        ply,
        proved: listing.after(&root, ply),
        score: Score::EVEN,
        capture_in: None,
    });
    // Where only outcomes are kept, the turns from a position beyond the tables are out of reach.
    let stones = (root.own | root.enemy).count();
    let has = |tables: &Endgames| !root.is_placing() && stones <= tables.most();
    let within = endgames.is_none_or(|tables| tables.keeps_turns() || has(tables));
    let mut looked = Looked {
        choices: choices.collect(),
        depth: listing.levels(),
        nodes: listing.visited(),
        wants_turns: within,
    };
    let line = if looked.is_settled() {
        looked.sort();
        listing.line(&root, looked.proved())
    } else {
        let left = budget.saturating_sub(looked.nodes);
        search(engine, &root, endgames, &listing, left, &mut looked)
    };
    let line = match endgames {
        Some(tables) if within && !tables.keeps_turns() => {
            approach(engine, &root, tables, budget / 2, &mut looked).unwrap_or(line)
        }
        _ => line,
    };
    looked.analysis(position.board(), line, listing.is_closed())
}

/// A move and what is known of it.
#[derive(Debug, Clone, Copy)]
struct Choice<B> {
    ply: Ply<B>,
    proved: Worth,
    /// As the search saw it.
    score: Score,
    /// The turns within which a capture that keeps the win is forced.
    capture_in: Option<u32>,
}

/// The results found so far.
#[derive(Debug)]
struct Looked<B> {
    choices: Vec<Choice<B>>,
    depth: u32,
    nodes: u64,
    /// Whether the turns to a win or a loss are worth searching for once it is known.
    wants_turns: bool,
}

impl<B: Bits> Looked<B> {
    /// The proved bounds of the position.
    fn proved(&self) -> Worth {
        let all = self.choices.iter().map(|choice| choice.proved);
        all.reduce(Worth::or).unwrap_or(Worth::UNKNOWN)
    }

    /// Whether there is nothing more to be found out, once a win is known with its turns, or all else
    /// is.
    fn is_settled(&self) -> bool {
        let timed = |proved: Worth| proved.length.is_some() || !self.wants_turns;
        let whole = |proved: Worth| match proved.outcome() {
            Some(Outcome::Draw) => true,
            Some(_) => timed(proved),
            None => false,
        };
        let won = |proved: Worth| proved.at_least == Outcome::Win && timed(proved);
        won(self.proved()) || self.choices.iter().all(|choice| whole(choice.proved))
    }

    /// Best first: wins, then what keeps a proved outcome, then by the estimate; losses last.
    fn sort(&mut self) {
        let outcome = self.proved().outcome();
        self.choices.sort_by_key(|choice| {
            let Worth {
                at_least: low,
                at_most: high,
                length: turns,
            } = choice.proved;
            // The quickest win first, the slowest loss last to be given up; one whose turns are not known is slower.
            let slow = turns.map_or(i64::from(u32::MAX), i64::from);
            let quick = match high {
                Outcome::Loss => slow,
                _ => 0,
            };
            std::cmp::Reverse((
                (low == Outcome::Win, high != Outcome::Loss),
                outcome.is_some_and(|outcome| low >= outcome),
                if low == Outcome::Win { -slow } else { quick },
                // Towards captures that keep a win, away from those that keep the other's.
                match (low, choice.capture_in.map(i64::from)) {
                    (Outcome::Win, soon) => -soon.unwrap_or(i64::MAX),
                    (_, late) => late.unwrap_or(i64::MAX),
                },
                (choice.score, low, high),
            ))
        });
    }

    fn analysis(self, board: Board, line: Vec<Ply<B>>, solved: bool) -> Analysis {
        let best = self.choices.iter().map(|choice| choice.score).max();
        let verdict = Verdict::new(self.proved(), Some(best.unwrap_or(Score::EVEN).stones()));
        let moves = self.choices.into_iter().map(|choice| MoveVerdict {
            action: choice.ply.name(|index| board.cell(index)),
            captures: board.cells_of(choice.ply.taken()),
            verdict: Verdict::new(choice.proved, Some(choice.score.stones())),
            capture_in: choice.capture_in,
        });
        Analysis {
            verdict,
            moves: moves.collect(),
            line: line
                .into_iter()
                .map(|ply| ply.name(|index| board.cell(index)))
                .collect(),
            depth: self.depth,
            nodes: self.nodes,
            solved,
        }
    }
}

/// Searches deeper and deeper until the outcome is proved or the budget is used up, and returns the
/// best line. Half the budget is kept for draws, where some can be proved.
fn search<B: Bits>(
    engine: &Engine<B>,
    root: &State<B>,
    endgames: Option<&Endgames>,
    listing: &Listing<B>,
    budget: u64,
    looked: &mut Looked<B>,
) -> Vec<Ply<B>> {
    let ends = engine.rules().no_capture.is_some() && !root.is_placing();
    let draws = ends || endgames.is_some();
    let share = if draws { budget / 2 } else { budget };
    let mut searcher = Searcher::new(engine, endgames, looked.wants_turns, share);
    let [mut own, mut other] = [root.side, root.side.other()].map(|side| {
        let draw = AtLeastDraw {
            engine,
            endgames,
            listing,
            side,
        };
        Holder::new(draw, budget / 4)
    });
    let (mut wins, mut holds) = (true, draws);
    for depth in 1..=MOST_TURNS {
        if wins {
            wins = look_for_wins(&mut searcher, root, depth, looked);
        }
        if holds {
            holds = look_for_draws(engine, [&mut own, &mut other], root, depth, looked);
        }
        if looked.is_settled() || !(wins || holds) {
            break;
        }
    }
    looked.sort();
    let line = match looked.choices.first() {
        None => Vec::new(),
        Some(best) if best.score.end().is_none() && best.proved.length.is_some() => {
            listing.line(root, best.proved)
        }
        Some(best) => searcher.line(root, best.ply, best.score, looked.depth),
    };
    looked.nodes += searcher.nodes() + own.visited + other.visited;
    line
}

/// Where the outcome is known and its turns are not: which moves force a capture that keeps the win, or put it off. Returns
/// play towards it.
fn approach<B: Bits>(
    engine: &Engine<B>,
    root: &State<B>,
    endgames: &Endgames,
    budget: u64,
    looked: &mut Looked<B>,
) -> Option<Vec<Ply<B>>> {
    let proved = looked.proved();
    let winner = match proved.outcome()? {
        Outcome::Win => root.side,
        Outcome::Draw => return None,
        Outcome::Loss => root.side.other(),
    };
    if proved.length.is_some() {
        return None;
    }
    let outcome = proved.at_least;
    let mut approach = Approach::new(engine, endgames, winner, root, budget);
    let keeping = |choice: &&mut Choice<B>| choice.proved.outcome() == Some(outcome);
    let mut choices: Vec<&mut Choice<B>> = looked.choices.iter_mut().filter(keeping).collect();
    choices.retain(|choice| choice.proved.length.is_none());
    let plies: Vec<Ply<B>> = choices.iter().map(|choice| choice.ply).collect();
    let found = approach.captures(root, &plies);
    for (choice, within) in choices.into_iter().zip(found) {
        choice.capture_in = within;
    }
    looked.sort();
    let best = *looked.choices.first()?;
    let line = best
        .capture_in
        .map(|turns| approach.line(root, best.ply, turns));
    looked.nodes += approach.nodes();
    line
}

/// Looks at every move to a depth; `false` if the budget does not allow it.
fn look_for_wins<B: Bits>(
    searcher: &mut Searcher<B>,
    root: &State<B>,
    depth: u32,
    looked: &mut Looked<B>,
) -> bool {
    looked.sort();
    let mut choices = looked.choices.clone();
    let mut scores = choices.iter_mut().map(|choice| {
        choice.score = searcher.after(root, choice.ply, depth)?;
        if let Some((outcome, turns)) = choice.score.end() {
            choice.proved = Worth::proved(outcome, turns.or(choice.proved.length));
        }
        Some(())
    });
    let done = scores.all(|score| score.is_some());
    let won = choices.iter().any(|choice| match choice.score.end() {
        Some((Outcome::Win, turns)) => turns.is_some() || !looked.wants_turns,
        _ => false,
    });
    if done || won {
        looked.choices = choices;
        looked.depth = depth;
    }
    done
}

/// Looks, for every move that is still open, which side holds a draw; `false` if neither budget allows
/// it any longer.
fn look_for_draws<B: Bits>(
    engine: &Engine<B>,
    [own, other]: [&mut Holder<B>; 2],
    root: &State<B>,
    depth: u32,
    looked: &mut Looked<B>,
) -> bool {
    let mut goes_on = [true; 2];
    for choice in &mut looked.choices {
        let next = make(engine, root, choice.ply);
        let left = depth - u32::from(next.side != root.side);
        let proved = &mut choice.proved;
        if proved.at_least == Outcome::Loss && proved.at_most != Outcome::Loss {
            match own.is_forced(&next, left) {
                Some(true) => proved.at_least = Outcome::Draw,
                Some(false) => {}
                None => goes_on[0] = false,
            }
        }
        if proved.at_most == Outcome::Win && proved.at_least != Outcome::Win {
            match other.is_forced(&next, left) {
                Some(true) => proved.at_most = Outcome::Draw,
                Some(false) => {}
                None => goes_on[1] = false,
            }
        }
    }
    goes_on[0] || goes_on[1]
}

#[cfg(test)]
mod tests;
