//! What is known of a position and of every move: tables, else values kept with the program, else the layers needed solved, else a search.

use super::moves::State;
use super::prove::{Proof, prove};
use super::{Move, Position, Rules};
use crate::games::review::{Judged, JudgedMove, Judgement, Means, Worth};
use crate::solve::meter::Meter;
use crate::solve::retro::{Layer, LayeredGame, Solution, Values, closure};
use crate::solve::solution_cache;
use crate::solve::table::{TableError, Tables};
use crate::solve::{Ending, Method};
use crate::work::limit::grouped;
use crate::work::{Fault, Note, Raise};

/// Without tables, layers with at most this many arrangements in all are solved at once, or as many as the budget has positions.
const SOLVED_AT_ONCE: u64 = 200_000_000;
/// The depth of a search in plies.
const AHEAD: u32 = 25;
/// Plies of best play shown from a drawn position.
const SHOWN: usize = 20;

impl Judged for Position {
    /// Exact. Cost: a few places of the tables; else solving the layers needed, which are kept for the next question of the
    /// process; else a search of as many positions as the budget says.
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Self>, Fault> {
        if let Some(value) = ended(self) {
            return Ok(Judgement::new(
                self.seen_by_chooser(Some(value)),
                Vec::new(),
                Method::Rules,
            ));
        }
        if let Some(found) = stored(self, means)? {
            return Ok(found);
        }
        if let Some(moves) = recorded(self) {
            return Ok(Judgement::new(best(&moves), moves, Method::Recorded));
        }
        if let Some(found) = solved(self, means.budget, note)? {
            return Ok(found);
        }
        note.set("searching");
        let state = self.state();
        if let Some(value) = self.rules().recorded(state.own, state.other) {
            let moves = self.plays().into_iter();
            let moves =
                moves.map(|play| JudgedMove::new(play.action, play.position, Worth::UNKNOWN));
            let worth = self.seen_by_chooser(Some(value));
            return Ok(Judgement::new(worth, moves.collect(), Method::Recorded));
        }
        let share = means.budget / (self.plays().len() as u64 + 1);
        Ok(self.searched(AHEAD, share))
    }

    /// There are no tables, the layers are too large to be solved at once, and a search did not find the end.
    fn unsolved(&self, means: &Means) -> Option<Fault> {
        let rules = self.rules();
        let needed = closure(rules, rules.first_layer());
        let to = arrangements(rules, &needed);
        let raise = Raise {
            limit: "budget",
            to: Some(to),
            enough: true,
        };
        let text = format!(
            "the value of {self} under {rules} is not known: there are no tables{}, and a search of {} positions finds no \
             end; `siga tables build {rules}` solves the game and keeps it; or solve it for this question: allow {}",
            folder(means),
            grouped(means.budget.into()),
            to
        );
        Some(Fault::raised(raise, text))
    }
}

/// The value of a position in which the game is over.
fn ended(position: &Position) -> Option<Ending> {
    position.end().map(Ending::over)
}

/// The value of having the choice of some moves.
fn best(moves: &[JudgedMove<Position>]) -> Worth {
    let all = moves.iter().map(|known| known.worth);
    all.reduce(Worth::or).unwrap_or(Worth::UNKNOWN)
}

fn arrangements<'a>(rules: &Rules, layers: impl IntoIterator<Item = &'a Layer>) -> u64 {
    let layers = layers.into_iter();
    layers.map(|layer| layer.arrangements(rules.cells())).sum()
}

/// No game leads to the position.
fn impossible(position: &Position) -> Fault {
    Fault::input(format!("{position} cannot arise in a game"))
}

fn folder(means: &Means) -> String {
    if let Some(directory) = &means.tables {
        return format!(" in {}", directory.root().display());
    }
    String::new()
}

/// The judgement by tables on disk.
fn stored(position: &Position, means: &Means) -> Result<Option<Judgement<Position>>, Fault> {
    if let Some(directory) = &means.tables {
        let rules = position.rules();
        let tables = Tables::new(rules, &rules.to_string(), directory);
        return match looked_up(position, &tables, Method::Tables) {
            Err(TableError::Missing { .. }) => Ok(None),
            found => Ok(Some(found?.ok_or_else(|| impossible(position))?)),
        };
    }
    Ok(None)
}

/// The judgement by the layers needed, solved at once; `None` where they are too large.
fn solved(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Position>>, Fault> {
    let (rules, state) = (position.rules(), position.state());
    let layer = Layer::new(state.own.count_ones() as u8, state.other.count_ones() as u8);
    // The whole game where that can be, as the next question may be about another layer of it.
    for layer in [rules.first_layer(), layer] {
        let needed = arrangements(rules, &closure(rules, layer));
        let key = format!("{rules} {layer}");
        let allowed = SOLVED_AT_ONCE.max(budget);
        if needed > allowed && solution_cache::kept::<Solution>(&key).is_none() {
            continue;
        }
        let mut meter = Meter::new(rules);
        let solve = || {
            Solution::of_layer(rules, layer, |tick| {
                note.set(format!("solving {}", meter.tick(tick)));
                true
            })
        };
        let solution = solution_cache::solution(key, solve)?;
        let Ok(found) = looked_up(position, solution.as_ref(), Method::Solved);
        return Ok(Some(found.ok_or_else(|| impossible(position))?));
    }
    Ok(None)
}

/// The judgement by values; `None` if the position is in none of them.
fn looked_up<C: Values>(
    position: &Position,
    values: &C,
    method: Method,
) -> Result<Option<Judgement<Position>>, C::Error> {
    let State { own, other } = position.state();
    let Some(value) = values.value(own, other)? else {
        return Ok(None);
    };
    let most = value.length().map_or(SHOWN, |plies| plies as usize);
    let worth = position.seen_by_chooser(Some(value));
    Ok(Some(Judgement {
        line: position.line(values, most)?,
        ..Judgement::new(worth, position.choices(values)?, method)
    }))
}

impl Position {
    /// What a search of `plies` plies finds, within `budget` positions for each move.
    pub fn searched(&self, plies: u32, budget: u64) -> Judgement<Position> {
        let won = match prove(self, plies, budget).0 {
            Proof::Win { moves, .. } => moves,
            _ => Vec::new(),
        };
        let value = |play: &Position, action: Move| {
            if let Some(value) = ended(play) {
                return Some(value.before());
            }
            if let Some((_, plies)) = won.iter().find(|(won, _)| *won == action) {
                return Some(Ending::Win(*plies));
            }
            match prove(play, plies.saturating_sub(1), budget).0 {
                Proof::Win { plies, .. } => Some(Ending::Win(plies).before()),
                _ => None,
            }
        };
        let moves = self.plays().into_iter().map(|play| {
            let worth = self.seen_by_chooser(value(&play.position, play.action));
            JudgedMove::new(play.action, play.position, worth)
        });
        let moves = ranked(moves.collect());
        Judgement::new(best(&moves), moves, Method::Search)
    }
}

/// Every move with its value, if all of them are kept with the program.
fn recorded(position: &Position) -> Option<Vec<JudgedMove<Position>>> {
    let rules = position.rules();
    let plays = position.plays().into_iter();
    let known = plays.map(|play| {
        let state = play.position.state();
        let value = rules.recorded(state.own, state.other)?;
        let worth = position.seen_by_chooser(Some(value.before()));
        Some(JudgedMove::new(play.action, play.position, worth))
    });
    let known: Vec<_> = known.collect::<Option<_>>()?;
    (!known.is_empty()).then(|| ranked(known))
}

/// Moves, the best first, those not known between draws and losses.
fn ranked(mut moves: Vec<JudgedMove<Position>>) -> Vec<JudgedMove<Position>> {
    moves.sort_by_key(|known| (std::cmp::Reverse(known.worth.preference()), known.action));
    moves
}
