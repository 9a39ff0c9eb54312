//! `siga sidja survey`: the first capture over all placements.

use num_rational::BigRational;

use crate::ask::game::TableNames;
use crate::ask::prelude::*;
use crate::ask::sidja::args::SurveyArgs as Arguments;
use crate::games::sidja::first_capture::survey::{CellWorth, Survey};
use crate::games::sidja::first_capture::{FirstCapture, Solution};
use crate::games::sidja::rules::Blocked;
use crate::games::sidja::{Question, placing};

/// The tables of the answer, if the question is sound.
pub(super) fn tables(arguments: &Arguments) -> Option<TableNames> {
    let Ok(Question::Survey { rules, longest }) = ask(arguments) else {
        return None;
    };
    let solved = placing::game::is_at_once(&rules);
    let mut names = vec!["plies", "best_single_move", "capturing_moves", "cells"];
    names.extend(solved.then_some("game"));
    // Where nobody can force a capture there is no fight, however long.
    let fights: &[&str] = if longest > 0 { &["longest"] } else { &[] };
    let names = TableNames::new(names, fights);
    Some(match solved {
        true => names,
        false => names.without(
            "game",
            format!("the whole game of {rules} is not solved for a survey"),
        ),
    })
}

pub(super) struct SurveyReport {
    pub(super) longest: u16,
    pub(super) survey: Survey,
}

/// The question what all placements come to.
#[derive(Serialize, JsonSchema)]
pub(super) struct SurveyQuery {
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// The number of the longest fights asked for.
    longest: u16,
}

/// The first capture over all placements.
#[derive(Serialize, JsonSchema)]
pub(super) struct Surveyed {
    /// The placements.
    positions: Count,
    /// In how many of them each forces the first capture.
    first_capture: Forced,
    /// Those without a forced capture are in `first_capture.never`; under `blocked=loses` a block counts like a capture.
    by_plies: Vec<ByPlies>,
    /// Of those won on ply 1, how many are won by a move that takes nothing but blocks the opponent: `"0"` but under
    /// `blocked=loses`.
    blocking_first_move: Count,
    best_single_move: Vec<MostTaken>,
    capturing_moves: Vec<Capturing>,
    /// The value of each cell but the centre, `a1` first.
    cells: Vec<Held>,
    /// The placements by who takes first and who wins the whole game; `null` where the game is not solved.
    game: Option<SideBySide>,
    /// The longest fights, one of each set of mirror images.
    longest: Vec<Fight>,
}

/// The placements in which the side that moves first holds a cell, by who takes first.
#[derive(Serialize, JsonSchema)]
struct Held {
    cell: String,
    /// Those placements.
    held: Count,
    mover: Count,
    opponent: Count,
    never: Count,
    /// Of `mover`, those in which the first ply takes something, or blocks under `blocked=loses`.
    at_once: Count,
    /// Those placements by the outcome of the whole game; `null` where it is not solved.
    game: Option<Games>,
}

/// The placements by who forces the first capture, each by the outcome of the whole game.
#[derive(Serialize, JsonSchema)]
struct SideBySide {
    /// Where the side that moves first does.
    mover: Games,
    /// Where the other does.
    opponent: Games,
    /// Where nobody can.
    never: Games,
}

/// Placements by the outcome of the whole game for the side that moves first.
#[derive(Serialize, JsonSchema)]
struct Games {
    win: Count,
    loss: Count,
    draw: Count,
}

impl From<[u64; 3]> for Games {
    fn from(counts: [u64; 3]) -> Self {
        let [win, loss, draw] = counts.map(Count::of);
        Self { win, loss, draw }
    }
}

/// In how many placements who forces the first capture.
#[derive(Serialize, JsonSchema)]
struct Forced {
    mover: Count,
    opponent: Count,
    never: Count,
}

/// The placements with the first capture at a ply.
#[derive(Serialize, JsonSchema)]
struct ByPlies {
    plies: u32,
    /// `win` or `loss` of the first mover.
    outcome: &'static str,
    count: Count,
}

/// The placements by the most stones that the first move can take.
#[derive(Serialize, JsonSchema)]
struct MostTaken {
    captured: u32,
    count: Count,
}

/// The placements by how many first moves take something.
#[derive(Serialize, JsonSchema)]
struct Capturing {
    moves: u32,
    count: Count,
}

/// A placement with the ply of the first capture.
#[derive(Serialize, JsonSchema)]
struct Fight {
    position: String,
    /// `win` or `loss` of the first mover.
    outcome: &'static str,
    plies: u32,
}

pub(super) fn ask(arguments: &Arguments) -> Result<Question, Failure> {
    let rules = super::rules(&arguments.rules)?;
    if !Solution::is_possible(&rules) {
        let help = "; single positions of larger ones: `siga sidja first-capture`";
        return Err(super::too_large(&rules, help));
    }
    Ok(Question::Survey {
        rules,
        longest: arguments.longest,
    })
}

/// A share of all placements.
fn share(part: u64, all: u64) -> Entry {
    Entry::exact(BigRational::new(part.into(), all.max(1).into()))
}

/// A bar on a logarithmic scale, full for all placements.
fn log_bar(part: u64, all: u64) -> Entry {
    let height = |count: u64| (count as f64 + 1.0).ln();
    Entry::Bar(height(part) / height(all.max(1)))
}

impl SurveyReport {
    fn histogram(&self) -> Sheet {
        let all = self.survey.placements;
        let first = self.survey.rules.first_mover();
        let loses = self.survey.rules.blocked == Blocked::Loses;
        let blocking = self.survey.blocking;
        // Captures and blocks with the first ply apart.
        let apart = |&(value, number): &(FirstCapture, u64)| match value {
            FirstCapture::Win(1) if loses => vec![
                (value, "capture", number - blocking),
                (value, "block", blocking),
            ],
            FirstCapture::Loss(0) => vec![(value, "block", number)],
            FirstCapture::Never => vec![(value, "", number)],
            _ if loses => vec![(value, "capture or block", number)],
            _ => vec![(value, "capture", number)],
        };
        let all_rows = self.survey.by_value.iter().flat_map(apart);
        let who = |value: &FirstCapture| match value {
            FirstCapture::Win(_) => first.to_string(),
            FirstCapture::Loss(_) => first.other().to_string(),
            FirstCapture::Never => "nobody".to_owned(),
        };
        let [mover, opponent, never] = self.survey.first_capture().map(grouped);
        let or_block = if loses { " or block" } else { "" };
        let heading = format!(
            "{} · the ply of the first capture{or_block} with best play, over all {} placements · {first} moves first",
            self.survey.rules,
            grouped(all),
        );
        Sheet::of(all_rows)
            .right("ply", |(value, ..)| {
                value.plies().map_or(Entry::Missing("never"), Entry::from)
            })
            .text("by", |(value, ..)| who(value))
            .text("with a", |(_, how, _)| *how)
            .right("placements", |(.., number)| *number)
            .chance_decimal("share", |(.., number)| share(*number, all))
            .column(Column::bar(), |(.., number)| log_bar(*number, all))
            .named("plies", heading)
            .note(format!(
                "{first} forces the first capture{or_block} in {mover} placements, {} in {opponent}, nobody in {never}",
                first.other(),
            ))
            .note("bars: logarithmic, full for all placements")
            .note("limits on moves without a capture are ignored")
    }

    /// The cells from the most to the least worth.
    fn cells(&self) -> Sheet {
        let first = self.survey.rules.first_mover();
        let mut cells: Vec<&CellWorth> = self.survey.cells.iter().collect();
        cells.sort_by_key(|found| std::cmp::Reverse(found.first_capture[0]));
        let who = |slot: usize| move |found: &&CellWorth| found.first_capture[slot];
        let sheet = Sheet::of(cells)
            .text("cell", |found| found.cell.to_string())
            .right("held", |found| found.held)
            .right("mover", who(0))
            .right("opponent", who(1))
            .right("never", who(2))
            .right("at once", |found| found.at_once)
            .chance_decimal("share", |found| share(found.first_capture[0], found.held));
        let sheet = match self.survey.game {
            None => sheet,
            Some(_) => {
                let of =
                    |slot: usize| move |found: &&CellWorth| found.game.map_or(0, |game| game[slot]);
                sheet
                    .right("wins", of(0))
                    .right("loses", of(1))
                    .right("draws", of(2))
                    .chance_decimal("share won", move |found| share(of(0)(found), found.held))
            }
        };
        let sheet = sheet
            .named(
                "cells",
                format!(
                    "The placements in which {first}, who moves first, holds a cell, by who takes first"
                ),
            )
            .note("share: of the mover");
        match self.survey.game {
            None => sheet,
            Some(_) => sheet.note("wins, loses, draws: the whole game, with best play"),
        }
    }

    /// The first capture and the whole game side by side.
    fn game(&self, game: &[[u64; 3]; 3]) -> Sheet {
        let first = self.survey.rules.first_mover();
        let takers = [
            first.to_string(),
            first.other().to_string(),
            "nobody".to_owned(),
        ];
        let count = |slot: usize| move |(_, counts): &(String, [u64; 3])| counts[slot];
        let [[both, ..], [_, also, _], _] = game;
        let taken: u64 = game[..2].iter().flatten().sum();
        Sheet::of(takers.into_iter().zip(*game))
            .text("takes first", |(taker, _)| taker.clone())
            .right("placements", |(_, counts)| counts.iter().sum::<u64>())
            .right(format!("{first} wins"), count(0))
            .right(format!("{} wins", first.other()), count(1))
            .right("draws", count(2))
            .named(
                "game",
                "The placements by who takes first and who wins the game, with best play",
            )
            .note(format!(
                "who takes first also wins in {} of the {} placements in which somebody does",
                grouped(both + also),
                grouped(taken)
            ))
    }

    fn counts(
        &self,
        name: &'static str,
        heading: &str,
        what: &'static str,
        counts: &[(u32, u64)],
    ) -> Sheet {
        let all = self.survey.placements;
        Sheet::of(counts)
            .right(what, |(what, _)| *what)
            .right("placements", |(_, number)| *number)
            .chance_decimal("share", |(_, number)| share(*number, all))
            .bar(|(_, number)| *number as f64 / all.max(1) as f64)
            .named(name, heading)
    }
}

impl Reply for SurveyReport {
    const NAME: &'static str = "sidja-survey";
    type Query = SurveyQuery;
    type Result = Surveyed;

    fn query(&self) -> SurveyQuery {
        SurveyQuery {
            command: "sidja survey",
            rules: self.survey.rules.to_string(),
            longest: self.longest,
        }
    }

    fn result(&self) -> Surveyed {
        let survey = &self.survey;
        let [mover, opponent, never] = survey.first_capture().map(Count::of);
        let by_plies = survey.by_value.iter().filter_map(|&(value, number)| {
            Some(ByPlies {
                plies: value.plies()?,
                outcome: value.outcome(),
                count: Count::of(number),
            })
        });
        let taken = |&(captured, number): &(u32, u64)| MostTaken {
            captured,
            count: Count::of(number),
        };
        let capturing = |&(moves, number): &(u32, u64)| Capturing {
            moves,
            count: Count::of(number),
        };
        let longest = survey.longest.iter().filter_map(|(value, position)| {
            Some(Fight {
                position: position.to_string(),
                outcome: value.outcome(),
                plies: value.plies()?,
            })
        });
        Surveyed {
            positions: Count::of(survey.placements),
            first_capture: Forced {
                mover,
                opponent,
                never,
            },
            by_plies: by_plies.collect(),
            blocking_first_move: Count::of(survey.blocking),
            best_single_move: survey.best_single_move.iter().map(taken).collect(),
            capturing_moves: survey.capturing_moves.iter().map(capturing).collect(),
            cells: survey.cells.iter().map(Held::from).collect(),
            game: survey.game.map(|[mover, opponent, never]| SideBySide {
                mover: mover.into(),
                opponent: opponent.into(),
                never: never.into(),
            }),
            longest: longest.collect(),
        }
    }
}

impl Report for SurveyReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let survey = &self.survey;
        let mut sheets = vec![
            self.histogram(),
            self.counts(
                "best_single_move",
                "The most stones that the first move can take",
                "stones",
                &survey.best_single_move,
            ),
            self.counts(
                "capturing_moves",
                "First moves that take something",
                "moves",
                &survey.capturing_moves,
            ),
        ];
        sheets.push(self.cells());
        sheets.extend(survey.game.as_ref().map(|game| self.game(game)));
        if !survey.longest.is_empty() {
            let outcome = |value: &FirstCapture| Entry::Outcome {
                word: value.outcome(),
                plies: value.plies(),
                shown: value.to_string(),
            };
            let longest = Sheet::of(&survey.longest)
                .text("first capture", |(value, _)| outcome(value))
                .text("placement", |(_, position)| position.to_string());
            sheets.push(longest.named(
                "longest",
                "The longest fights, one of each set of mirror images",
            ));
        }
        sheets
    }
}

impl From<&CellWorth> for Held {
    fn from(found: &CellWorth) -> Held {
        let [mover, opponent, never] = found.first_capture.map(Count::of);
        Held {
            cell: found.cell.to_string(),
            held: Count::of(found.held),
            mover,
            opponent,
            never,
            at_once: Count::of(found.at_once),
            game: found.game.map(Games::from),
        }
    }
}
