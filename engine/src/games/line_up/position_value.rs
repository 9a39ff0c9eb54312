//! The value of a position and of every move: tables, else values kept with the program, else the layers needed solved, else a search.

use super::position::End;
use super::prove::{Proof, prove};
use super::solve::Choice;
use super::{Model, Move, Position};
use crate::solve::meter::Meter;
use crate::solve::retro::{Codes, Game, Layer, Plies, Solution, Value, closure};
use crate::solve::solution_cache;
use crate::solve::table::{TableError, Tables};
use crate::solve::{Directory, Method};
use crate::work::limit::grouped;
use crate::work::{Cost, Fault, Note, Raise};

/// The question for the value of a position and of each of its moves.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Positions that a search may look at, where the layers needed are too large to be solved at once. Layers of at most this
    /// many arrangements in all are solved.
    pub budget: u64,
    /// Where tables are looked for.
    pub tables: Option<Directory>,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The value for the side to move.
    pub value: Value,
    /// The best for whoever chooses first; those whose value is not known among the draws.
    pub moves: Vec<KnownMove>,
    /// Best play from there, the beginning of it if it is a draw; empty after a search.
    pub line: Vec<Move>,
    /// The way it was found.
    pub method: Method,
}

/// A move with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownMove {
    /// The move.
    pub action: Move,
    /// The position after it.
    pub position: Position,
    /// For the side to move before it; `None` if it is not known.
    pub value: Option<Value>,
}

impl From<Choice> for KnownMove {
    fn from(choice: Choice) -> Self {
        Self {
            action: choice.action,
            position: choice.position,
            value: Some(choice.value),
        }
    }
}

/// Without tables, layers with at most this many arrangements in all are solved at once.
const SOLVED_AT_ONCE: u64 = 200_000_000;
/// The depth of a search in plies.
const AHEAD: u32 = 25;
/// Plies of best play shown from a drawn position.
const SHOWN: usize = 20;

impl Question {
    /// The answer.
    ///
    /// Exact. Cost: a few places of the tables; else solving the layers needed, which are kept for the next question of the
    /// process; else a search.
    ///
    /// # Errors
    /// Of kind input: a position that cannot arise. Of kind limit: its value was not found. Of kind io: a table that
    /// cannot be trusted.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::line_up::{Position, position_value::Question};
    /// use siga::solve::{Method, retro::{Plies, Value}};
    /// let position = Position::parse("5/1xo2/1xo2/1x3/3o1 x", &"teeko".parse()?)?;
    /// let question = Question { position, budget: 1000, tables: None };
    /// let answer = question.answer(&Note::default())?;
    /// assert_eq!((answer.value, answer.method), (Value::Decided(Plies(1)), Method::Solved));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let position = &self.position;
        if let Some(value) = ended(position) {
            return Ok(Answer {
                value,
                moves: Vec::new(),
                line: Vec::new(),
                method: Method::Rules,
                question: self,
            });
        }
        let model = Model::new(position.rules().clone());
        let found = match self.stored(&model)? {
            Some(found) => found,
            None => match self.recorded() {
                Some(found) => found,
                None => match self.solved(&model, note)? {
                    Some(found) => found,
                    None => {
                        note.set("searching");
                        self.searched(&model)?
                    }
                },
            },
        };
        Ok(Answer {
            value: found.value,
            moves: found.moves,
            line: found.line,
            method: found.method,
            question: self,
        })
    }

    /// The value by tables on disk.
    fn stored(&self, model: &Model) -> Result<Option<Finding>, Fault> {
        if let Some(directory) = &self.tables {
            let rules = model.rules().to_string();
            let tables = Tables::new(model, &rules, directory);
            return match self.looked_up(model, &tables, Method::Tables) {
                Err(TableError::Missing { .. }) => Ok(None),
                found => Ok(Some(found?.ok_or_else(|| self.impossible())?)),
            };
        }
        let _ = model;
        Ok(None)
    }

    /// The value by those kept with the program, where the position and every move of it are among them.
    fn recorded(&self) -> Option<Finding> {
        let moves = recorded(&self.position)?;
        Some(Finding {
            value: worth(&self.position, &moves)?,
            moves,
            line: Vec::new(),
            method: Method::Recorded,
        })
    }

    /// The value by the layers needed, solved at once; `None` where they are too large.
    fn solved(&self, model: &Model, note: &Note) -> Result<Option<Finding>, Fault> {
        let state = self.position.state();
        let layer = Layer::new(state.own.count_ones() as u8, state.other.count_ones() as u8);
        // The whole game where that can be, as the next question may be about another layer of it.
        for layer in [model.first_layer(), layer] {
            let needed = closure(model, layer);
            let needed = needed.iter().map(|layer| layer.arrangements(model.cells()));
            let needed = needed.sum::<u64>();
            let key = format!("{} {layer}", model.rules());
            let allowed = SOLVED_AT_ONCE.max(self.budget);
            if needed > allowed && solution_cache::kept::<Solution>(&key).is_none() {
                continue;
            }
            let mut meter = Meter::new(model);
            let solve = || {
                Solution::of_layer(model, layer, |tick| {
                    note.set(format!("solving {}", meter.tick(tick)));
                    true
                })
            };
            let solution = solution_cache::solution(key, solve)?;
            let Ok(found) = self.looked_up(model, solution.as_ref(), Method::Solved);
            return Ok(Some(found.ok_or_else(|| self.impossible())?));
        }
        Ok(None)
    }

    /// The value of the position by codes; `None` if it is in none of them.
    fn looked_up<C: Codes>(
        &self,
        model: &Model,
        codes: &C,
        method: Method,
    ) -> Result<Option<Finding>, C::Error> {
        let position = &self.position;
        let Some(value) = model.value(codes, position)? else {
            return Ok(None);
        };
        let most = value.plies().map_or(SHOWN, |plies| plies.0.into());
        let moves = model.choices(codes, position)?.into_iter();
        Ok(Some(Finding {
            value,
            moves: moves.map(KnownMove::from).collect(),
            line: model.line(codes, position, most)?,
            method,
        }))
    }

    /// The value by a forward search; nothing is searched where the value is kept with the program, though not those of the moves.
    fn searched(&self, model: &Model) -> Result<Finding, Fault> {
        let position = &self.position;
        let state = position.state();
        if let Some(value) = position.rules().recorded(state.own, state.other) {
            let moves = position.plays().into_iter().map(|play| KnownMove {
                action: play.action,
                position: play.position,
                value: None,
            });
            return Ok(Finding {
                value,
                moves: moves.collect(),
                line: Vec::new(),
                method: Method::Recorded,
            });
        }
        let share = self.budget / (position.plays().len() as u64 + 1);
        let moves = search(position, AHEAD, share);
        let Some(value) = worth(position, &moves) else {
            return Err(self.open(solving(model)));
        };
        Ok(Finding {
            value,
            moves,
            line: Vec::new(),
            method: Method::Search,
        })
    }

    fn folder(&self) -> String {
        if let Some(directory) = &self.tables {
            return format!(" in {}", directory.root().display());
        }
        String::new()
    }

    /// No game leads to the position.
    fn impossible(&self) -> Fault {
        Fault::input(format!("{} cannot arise in a game", self.position))
    }

    /// There are no tables, the layers are too large to be solved at once, and a search did not find the end; solving the game for
    /// this question has this cost.
    fn open(&self, cost: Cost) -> Fault {
        let (position, rules) = (&self.position, self.position.rules());
        let raise = Raise {
            limit: "budget",
            cost: Some(cost),
        };
        let text = format!(
            "the value of {position} under {rules} is not known: there are no tables{}, and a search of {} positions finds no \
             end; `siga tables build {rules}` solves the game and keeps it; or solve it for this question: allow {}",
            self.folder(),
            grouped(self.budget.into()),
            cost.to
        );
        Fault::raised(raise, text)
    }
}

/// The value of a position in which the game is over.
pub(super) fn ended(position: &Position) -> Option<Value> {
    Some(match position.end()? {
        End::Made(_) => Value::Decided(Plies(0)),
        End::Blocked(winner) => Value::Decided(Plies(u16::from(winner == position.side()))),
        End::Drawn => Value::Draw,
    })
}

/// What has to be allowed for solving the whole game.
fn solving(model: &Model) -> Cost {
    let needed = closure(model, model.first_layer());
    let positions = needed.iter().map(|layer| layer.arrangements(model.cells()));
    let positions = positions.sum::<u64>();
    Cost {
        to: positions,
        enough: true,
    }
}

/// The value of a position, its moves and a line of play.
struct Finding {
    value: Value,
    moves: Vec<KnownMove>,
    line: Vec<Move>,
    method: Method,
}

/// The values of all moves found by a search of `plies` plies, each within `budget` positions: the best for whoever chooses first,
/// those not known between wins and losses.
pub fn search(position: &Position, plies: u32, budget: u64) -> Vec<KnownMove> {
    if let Some(known) = recorded(position) {
        return known;
    }
    let won = match prove(position, plies, budget).0 {
        Proof::Win { moves, .. } => moves,
        _ => Vec::new(),
    };
    let value = |play: &Position, action: Move| {
        if let Some(value) = ended(play) {
            return Some(value.before());
        }
        if let Some((_, plies)) = won.iter().find(|(won, _)| *won == action) {
            return Some(Value::Decided(Plies(*plies as u16)));
        }
        match prove(play, plies.saturating_sub(1), budget).0 {
            Proof::Win { plies, .. } => Some(Value::Decided(Plies(plies as u16)).before()),
            _ => None,
        }
    };
    let known = position.plays().into_iter().map(|play| KnownMove {
        action: play.action,
        value: value(&play.position, play.action),
        position: play.position,
    });
    ranked(position, known.collect())
}

/// Every move with its value, if all of them are kept with the program.
fn recorded(position: &Position) -> Option<Vec<KnownMove>> {
    let rules = position.rules();
    let plays = position.plays().into_iter();
    let known = plays.map(|play| {
        let state = play.position.state();
        let value = rules.recorded(state.own, state.other)?;
        Some(KnownMove {
            action: play.action,
            position: play.position,
            value: Some(value.before()),
        })
    });
    let known: Vec<KnownMove> = known.collect::<Option<_>>()?;
    (!known.is_empty()).then(|| ranked(position, known))
}

/// Moves, the best for whoever chooses first, those not known between wins and losses.
fn ranked(position: &Position, mut known: Vec<KnownMove>) -> Vec<KnownMove> {
    let sign = match position.chooser() == position.side() {
        true => -1,
        false => 1,
    };
    known.sort_by_key(|known| {
        let preference = known.value.map_or(0, |value| value.preference());
        (sign * preference, known.action)
    });
    known
}

/// The value of the position that follows from the moves found by [`search`], if they settle it: one that is good for whoever chooses, or all.
pub fn worth(position: &Position, moves: &[KnownMove]) -> Option<Value> {
    let own = position.chooser() == position.side();
    let decided = moves.iter().filter_map(|known| known.value);
    let best = match own {
        true => decided.max_by_key(|value| value.preference()),
        false => decided.min_by_key(|value| value.preference()),
    };
    let all = moves.iter().all(|known| known.value.is_some());
    best.filter(|best| all || (best.preference() > 0) == own)
}
