//! `siga teeko probe`, `siga 5x5 probe`: the value of a position and of every move.

use schemars::JsonSchema;
use serde::Serialize;

use super::Named;
use super::question::Question;
use super::solved::Outcome;
use crate::cli::args::alignment::Probe as Arguments;
use crate::cli::caption::PositionQuery;
use crate::cli::failure::Failure;
use crate::cli::meter::Meter;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::tables;
use crate::cli::words::counted;
use crate::games::alignment::prove::{Proof, prove};
use crate::games::alignment::{Model, Move, Position};
use crate::solve::retro::{self, Codes, Game, Layer, Plies, Solution, Wdl, closure};
use crate::solve::solution_cache;
use crate::solve::table::{TableError, Tables};
use crate::work::limit;

pub(super) struct ProbeReport<R> {
    question: Question<R>,
    found: Found<R>,
}

/// What is known of a position.
struct Found<R> {
    value: retro::Value,
    /// The best for whoever chooses first; those whose value is not known among the draws.
    moves: Vec<Known<R>>,
    line: Vec<Move>,
    method: Method,
}

struct Known<R> {
    action: Move,
    position: Position<R>,
    value: Option<retro::Value>,
}

/// How it was found.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// Looked up on disk.
    Tables,
    /// The layers needed were solved.
    Solved,
    /// A forward search, within `--budget`.
    Search,
    /// The game is over.
    Rules,
}

/// The value of a position and of every move.
#[derive(Serialize, JsonSchema)]
pub(super) struct Probed {
    #[serde(flatten)]
    outcome: Outcome,
    /// The best for whoever chooses first.
    moves: Vec<Choice>,
    /// Best play from there, 20 plies of it if it is a draw; empty after a search.
    line: Vec<Move>,
    method: Method,
}

/// A move; `outcome` and `plies` are of the side to move in the position asked, counted from there, and `null` where a
/// search did not find them.
#[derive(Serialize, JsonSchema)]
struct Choice {
    #[serde(rename = "move")]
    action: Move,
    /// The position after it.
    position: String,
    outcome: Option<Wdl>,
    plies: Option<Plies>,
}

/// Where there are no tables, layers of so many arrangements in all are solved at once.
const SOLVED_AT_ONCE: u64 = 200_000_000;
/// How far ahead a search looks.
const AHEAD: u32 = 25;
/// Plies of best play shown from a drawn position.
const SHOWN: usize = 20;

pub(super) fn run<R: Named>(
    arguments: &Arguments,
    progress: Progress,
) -> Result<ProbeReport<R>, Failure> {
    let question: Question<R> = Question::new(&arguments.asked)?;
    let model = Model::new(*question.rules());
    let found = find(&model, &question.position, arguments, progress)?;
    Ok(ProbeReport { question, found })
}

fn find<R: Named>(
    model: &Model<R>,
    position: &Position<R>,
    arguments: &Arguments,
    progress: Progress,
) -> Result<Found<R>, Failure> {
    if position.winner().is_some() {
        return Ok(Found {
            value: retro::Value::Decided(Plies(0)),
            moves: Vec::new(),
            line: Vec::new(),
            method: Method::Rules,
        });
    }
    let rules = model.rules().to_string();
    let stored = tables::optional(&arguments.tables, progress, |directory| {
        let stored = Tables::new(model, &rules, directory);
        match from_codes(model, &stored, position, Method::Tables) {
            Err(TableError::Missing { .. }) => Ok(None),
            found => found.map(Some),
        }
    })?;
    if let Some(found) = stored {
        return checked(found, position);
    }
    let state = position.state();
    let layer = Layer::new(state.own.count_ones() as u8, state.other.count_ones() as u8);
    // The whole game where that can be, as the next question may be about another layer of it.
    for layer in [Layer::new(0, 0), layer] {
        let needed = closure(model, layer);
        let needed = needed.iter().map(|layer| layer.arrangements(model.cells()));
        if needed.sum::<u64>() > SOLVED_AT_ONCE {
            continue;
        }
        let mut meter = Meter::new(model);
        let solve = || {
            progress.noting("solving", |note| {
                Solution::of_layer(model, layer, |tick| {
                    note.set(meter.tick(tick));
                    true
                })
            })
        };
        let solution = solution_cache::solution(format!("{rules} {layer}"), solve)?;
        let Ok(found) = from_codes(model, solution.as_ref(), position, Method::Solved);
        return checked(found, position);
    }
    let budget = arguments.budget;
    let found = progress.during("searching", || search(position, budget));
    found.ok_or_else(|| {
        let folder = tables::directory(&arguments.tables);
        let place = folder.map_or_else(|_| String::new(), |folder| format!(" in {}", folder.root().display()));
        Failure::Run(anyhow::anyhow!(
            "the value of {position} under {rules} is not known: there are no tables{place}, and a search of {} \
             positions finds no end; run `siga tables build {rules}`, which takes one to five minutes and 1.3 GB of \
             memory, or give --budget a larger number",
            limit::grouped(budget.into()),
        ))
    })
}

fn checked<R: Named>(found: Option<Found<R>>, position: &Position<R>) -> Result<Found<R>, Failure> {
    found.ok_or_else(|| Failure::input(format!("{position} cannot arise in a game")))
}

/// What tables say of a position.
fn from_codes<R: Named, C: Codes>(
    model: &Model<R>,
    codes: &C,
    position: &Position<R>,
    method: Method,
) -> Result<Option<Found<R>>, C::Error> {
    let Some(value) = model.value(codes, position)? else {
        return Ok(None);
    };
    let most = value.plies().map_or(SHOWN, |plies| plies.0.into());
    let moves = model.choices(codes, position)?.into_iter();
    Ok(Some(Found {
        value,
        moves: moves
            .map(|choice| Known {
                action: choice.action,
                position: choice.position,
                value: Some(choice.value),
            })
            .collect(),
        line: model.line(codes, position, most)?,
        method,
    }))
}

/// What a forward search finds, or `None` if the position is not decided within its reach.
fn search<R: Named>(position: &Position<R>, budget: u64) -> Option<Found<R>> {
    let own_choice = position.chooser() == position.side();
    let plays = position.plays();
    let share = budget / (plays.len() as u64 + 1);
    let (own, _) = prove(position, AHEAD, share);
    let won = match own {
        Proof::Win { plies, moves } => Some((Plies(plies as u16), moves)),
        _ => None,
    };
    let mut moves: Vec<Known<R>> = Vec::new();
    for play in plays {
        let value = match &won {
            Some((plies, moves)) if moves.contains(&play.action) => {
                Some(retro::Value::Decided(*plies))
            }
            _ => match prove(&play.position, AHEAD, share).0 {
                Proof::Win { plies, .. } => {
                    Some(retro::Value::Decided(Plies(plies as u16)).before())
                }
                _ => None,
            },
        };
        moves.push(Known {
            action: play.action,
            position: play.position,
            value,
        });
    }
    let preference = |known: &Known<R>| known.value.map_or(0, |value| value.preference());
    let value = match won {
        Some((plies, _)) => retro::Value::Decided(plies),
        // The other side says which move, and can say one that loses.
        None if !own_choice => {
            let lost = moves.iter().filter(|known| preference(known) < 0);
            lost.min_by_key(|known| preference(known))?.value?
        }
        // Every move loses.
        None if moves.iter().all(|known| known.value.is_some()) => {
            moves.iter().max_by_key(|known| preference(known))?.value?
        }
        None => return None,
    };
    let sign = if own_choice { -1 } else { 1 };
    moves.sort_by_key(|known| (sign * preference(known), known.action));
    Some(Found {
        value,
        line: Vec::new(),
        moves,
        method: Method::Search,
    })
}

fn shown(value: Option<retro::Value>) -> Entry {
    value.map_or(Entry::Missing("not known"), |value| Entry::Outcome {
        word: value.wdl().as_str(),
        plies: value.plies().map(|plies| plies.0.into()),
        shown: value.to_string(),
    })
}

impl<R: Named> Reply for ProbeReport<R> {
    type Query = PositionQuery;
    type Result = Probed;

    fn query(&self) -> PositionQuery {
        self.question.query("probe")
    }

    fn result(&self) -> Probed {
        let moves = self.found.moves.iter().map(|known| Choice {
            action: known.action,
            position: known.position.to_string(),
            outcome: known.value.map(retro::Value::wdl),
            plies: known.value.and_then(retro::Value::plies),
        });
        Probed {
            outcome: self.found.value.into(),
            moves: moves.collect(),
            line: self.found.line.clone(),
            method: self.found.method,
        }
    }
}

impl<R: Named> Report for ProbeReport<R> {
    fn name(&self) -> &'static str {
        R::PROBE
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn best(&self) -> Option<String> {
        let best = self.found.moves.first()?;
        best.value.map(|_| best.action.to_string())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let position = &self.question.position;
        let side = position.side();
        let verdict = match (self.found.value.wdl(), self.found.value.plies()) {
            (Wdl::Win, Some(plies)) => {
                format!("{side} wins in {}", counted(plies, "ply", "plies"))
            }
            (_, Some(Plies(0))) => format!("{} has won", side.other()),
            (_, Some(plies)) => format!("{} wins in {plies} plies", side.other()),
            (_, None) => "a draw".to_owned(),
        };
        let rows = self.found.moves.iter().map(|known| {
            vec![
                Entry::from(known.action.to_string()),
                shown(known.value),
                known.position.to_string().into(),
            ]
        });
        let mut notes = Vec::new();
        if !self.found.line.is_empty() {
            let more = if self.found.value == retro::Value::Draw {
                " …"
            } else {
                ""
            };
            notes.push(format!(
                "best play: {}{more}",
                itertools::join(&self.found.line, " ")
            ));
        }
        notes.push(
            match self.found.method {
                Method::Tables => "from the tables on disk",
                Method::Solved => "from the layers needed, solved for this question",
                Method::Search => {
                    "proved by a forward search; moves it says nothing of are not known"
                }
                Method::Rules => "the game is over",
            }
            .to_owned(),
        );
        if position.chooser() != side && position.winner().is_none() {
            notes.push(format!(
                "the piece is of {side}, whose outcomes these are; {} chooses its cell",
                position.chooser()
            ));
        }
        vec![Sheet {
            name: "moves",
            heading: format!("{} · {verdict}", self.question.rules()),
            columns: ["move", "value", "position"].map(Column::text).to_vec(),
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }]
    }
}
