//! Whole positions: the outcome where it can be proved, else the best that was found.
//!
//! Four ways in turn:
//!
//! 1. The positions that can be reached are listed (`listing`). If they are few, all are solved and
//!    nothing is left open.
//! 2. Otherwise every move of both sides is looked at up to a number of *turns* (a chain of captures is
//!    one turn), one turn deeper each time (`alphabeta`). A win or a loss found so is a proof,
//!    whatever lies beyond the depth.
//! 3. Draws come from below and above: that a side forces at least a draw (`forced`), where the rules end
//!    a game without captures, tables are reached, or the list closes around it.
//! 4. Where tables know that a position is won but not in how many turns, and the search does not find it out
//!    either, moves are preferred that force a capture which keeps the win (`forced`, `approach`).
//!
//! The facts proved of a position are two bounds on its outcome. They are put together move by move: a
//! position comes to at least what its best move comes to at least, and to at most what all its moves
//! come to at most.

mod alphabeta;
mod approach;
mod forced;
mod listing;

use alphabeta::{Score, Searcher};
use forced::{Aim, Forcing};
use listing::{Listing, stones};

use super::endgame::Endgames;
use super::{Outcome, Position};
use crate::board::Bits;
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{Ply, State, Turns};
use crate::games::review::{JudgedMove, Judgement};
use crate::solve::within::Within;
use crate::solve::{Ending, Method, Worth};

/// Every legal move of a game that goes on, those that take most first.
pub(super) fn plies<B: Bits>(engine: &Engine<B>, state: &State<B>) -> Vec<Ply<B>> {
    let mut plies = engine.plies(state);
    plies.sort_by_key(|ply| std::cmp::Reverse(ply.taken().count()));
    plies
}

/// The most turns looked ahead, whatever the budget.
pub const MOST_TURNS: u32 = 200;

/// The most positions listed before the search: as many as take less than a second.
const MOST_LISTED: u64 = 400_000;

/// Analyses a position, visiting at most `budget` positions, and at most as many again to write
/// down the best line.
///
/// Exact: what is proved, whatever the budget was. Cost: about a million positions a second and, for
/// each, up to 100 bytes of memory.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Outcome, Position, Rules};
/// use siga::games::sidja::analyse::analyse;
/// let rules: Rules = "sudan,size=3".parse()?;
/// let position = Position::parse("o2/o2/2x x -", &rules)?;
/// let analysis = analyse(&position, 1000);
/// assert_eq!(analysis.worth.outcome(), Some(Outcome::Loss));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(position: &Position, budget: u64) -> Judgement<Position> {
    analyse_with(position, budget, None)
}

/// Analyses a position as [`analyse`] does, looking up positions with few stones.
///
/// The outcome is as exact as without. Unless everything was solved, a win found through the tables
/// need not be the quickest, so the turns are those of the line found. Tables for other rules than the
/// position's are left aside.
pub fn analyse_with(
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
) -> Judgement<Position> {
    let rules = *position.rules();
    let endgames = endgames.filter(|tables| *tables.rules() == rules);
    if let Some(engine) = Engine::<u32>::new(&rules) {
        return run(&engine, position, budget, endgames);
    }
    if let Some(engine) = Engine::<u64>::new(&rules) {
        return run(&engine, position, budget, endgames);
    }
    run(&super::position::engine(&rules), position, budget, endgames)
}

fn run<B: Bits>(
    engine: &Engine<B>,
    position: &Position,
    budget: u64,
    endgames: Option<&Endgames>,
) -> Judgement<Position> {
    let root = position.state().convert::<B>();
    if let Some(outcome) = engine.end(&root) {
        return Judgement {
            positions: Some(0),
            ..Judgement::new(Ending::over(outcome).into(), Vec::new(), Method::Rules)
        };
    }
    let listing = Listing::new(engine, endgames, &root, MOST_LISTED.min(budget / 2));
    let choices = plies(engine, &root).into_iter().map(|ply| KnownMove {
        ply,
        proved: listing.after(&root, ply),
        score: Score::EVEN,
        capture_in: None,
    });
    // Where only outcomes are kept, the turns from a position beyond the tables are out of reach.
    let has = |tables: &Endgames| !root.is_placing() && stones(&root) <= tables.most();
    let within = endgames.is_none_or(|tables| tables.keeps_turns() || has(tables));
    let mut looked = Looked {
        choices: choices.collect(),
        depth: listing.graph.depth(),
        nodes: listing.graph.listed(),
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
    looked.judgement(engine, position, line, listing.graph.is_complete())
}

/// A move and what is known of it.
#[derive(Debug, Clone, Copy)]
struct KnownMove<B> {
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
    choices: Vec<KnownMove<B>>,
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

    fn judgement(
        self,
        engine: &Engine<B>,
        position: &Position,
        line: Vec<Ply<B>>,
        solved: bool,
    ) -> Judgement<Position> {
        let name = |ply: Ply<B>| ply.name(|index| engine.board().cell(index));
        let root = position.state().convert();
        let best = self.choices.iter().map(|choice| choice.score).max();
        let worth = self.proved();
        let open = |worth: Worth, score: Score| worth.outcome().is_none().then(|| score.stones());
        let moves = self.choices.iter().map(|choice| {
            let after = engine.after(&root, choice.ply).convert();
            JudgedMove {
                ahead: open(choice.proved, choice.score),
                capture_in: choice.capture_in,
                ..JudgedMove::new(
                    name(choice.ply),
                    Position::trusted(*position.rules(), after),
                    choice.proved,
                )
            }
        });
        let method = match solved {
            true => Method::Solved,
            false => Method::Search,
        };
        Judgement {
            ahead: open(worth, best.unwrap_or(Score::EVEN)),
            line: line.into_iter().map(name).collect(),
            positions: Some(self.nodes),
            depth: self.depth,
            ..Judgement::new(worth, moves.collect(), method)
        }
    }
}

/// Searches deeper and deeper until the outcome is proved or the budget is used up, and returns the
/// best line. Half the budget is kept for draws, where some can be proved: not by tables that are far off.
fn search<B: Bits>(
    engine: &Engine<B>,
    root: &State<B>,
    endgames: Option<&Endgames>,
    listing: &Listing<B>,
    budget: u64,
    looked: &mut Looked<B>,
) -> Vec<Ply<B>> {
    let ends = engine.facts().no_capture.is_some() && !root.is_placing();
    let draws = ends || listing.meets_tables();
    let share = if draws { budget / 2 } else { budget };
    let mut searcher = Searcher::new(engine, endgames, looked.wants_turns, share);
    let proved = |state: &State<B>| listing.graph.worth(state);
    let [mut own, mut other] = [root.side, root.side.other()].map(|side| {
        let draw = Forcing {
            engine,
            endgames,
            side,
            aim: Aim::AtLeastDraw(&proved),
        };
        Within::new(draw, budget / 4)
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
    looked.nodes += searcher.nodes + own.visited + other.visited;
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
    let capture = Forcing {
        engine,
        endgames: Some(endgames),
        side: winner,
        aim: Aim::Capture {
            stones: stones(root),
        },
    };
    let mut search = Within::new(capture, budget);
    let keeping = |choice: &&mut KnownMove<B>| choice.proved.outcome() == Some(outcome);
    let mut choices: Vec<&mut KnownMove<B>> = looked.choices.iter_mut().filter(keeping).collect();
    choices.retain(|choice| choice.proved.length.is_none());
    let plies: Vec<Ply<B>> = choices.iter().map(|choice| choice.ply).collect();
    let found = search.captures(root, &plies);
    for (choice, within) in choices.into_iter().zip(found) {
        choice.capture_in = within;
    }
    looked.sort();
    let best = *looked.choices.first()?;
    let line = best
        .capture_in
        .map(|turns| search.line(root, best.ply, turns));
    looked.nodes += search.visited;
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
    [own, other]: [&mut Within<Forcing<B>>; 2],
    root: &State<B>,
    depth: u32,
    looked: &mut Looked<B>,
) -> bool {
    let mut goes_on = [true; 2];
    for choice in &mut looked.choices {
        let next = engine.after(root, choice.ply);
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
