//! `siga daldos review`: a game that was played, gone through.

mod json;

use super::question::Question as Shown;
use super::table_lookup::{WIDTH, find};
use crate::cli::args::daldos::{Criterion, Review as Arguments};
use crate::cli::ask::At;
use crate::cli::caption::Caption;
use crate::cli::drawing::scene::Scene;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words::{counted, typed};
use crate::exact::Quantity;
use crate::games::daldos::Rules;
use crate::games::daldos::analyse::Options;
use crate::games::daldos::board::{Position, Side};
use crate::games::daldos::review::{
    Change, Question, Record, Review, ReviewError, Reviewed, review,
};
use crate::work::limit::grouped;

/// Bytes a record may have.
const MAX_RECORD: usize = 1 << 20;

pub(super) struct ReviewReport {
    record: Record,
    by: Criterion,
    positions: u32,
    budget: u64,
    exact: bool,
    /// Whether chances to win are from tables.
    tables: bool,
    review: Review,
}

pub(super) fn run(arguments: &Arguments, progress: Progress) -> Result<ReviewReport, Failure> {
    let record = record(arguments)?;
    let by = arguments.by.of();
    // The first position that tables know: they know all that comes of it.
    let mut found = None;
    let positions = record.turns().iter().map(|turn| &turn.position);
    for position in positions {
        let state = position.state();
        let pieces = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        found = find(
            position.game(),
            pieces,
            u64::MAX,
            &arguments.tables,
            progress,
        )?;
        if found.is_some() {
            break;
        }
    }
    let probe = |position: &Position| {
        let bounds = found.as_ref()?.kept.chance(position.state()).ok()??;
        Some(Quantity::between(bounds.lower, bounds.upper))
    };
    let question = Question {
        record: &record,
        by: by.of(),
        options: Options {
            budget: arguments.budget,
            ..Options::default()
        },
        positions: arguments.positions.into(),
        width: WIDTH,
        exact: arguments.exact,
    };
    let review = progress
        .during("going through the game", || review(&question, Some(&probe)))
        .map_err(|error| match error {
            ReviewError::Analyse(_) => Failure::Input(error.into()),
            error => Failure::Run(error.into()),
        })?;
    Ok(ReviewReport {
        by,
        positions: arguments.positions,
        budget: arguments.budget,
        exact: arguments.exact,
        tables: review.solved.is_none() && review.change.is_some(),
        review,
        record,
    })
}

/// The record that is named or written out.
fn record(arguments: &Arguments) -> Result<Record, Failure> {
    let rules = arguments.rules.as_deref().map(super::rules::<Rules>);
    let rules = rules.transpose()?;
    let (text, at, name) = match (&arguments.record, &arguments.file) {
        (Some(text), _) => (
            text.clone(),
            At::argument("--record"),
            "--record".to_owned(),
        ),
        // clap asks for one of the two.
        (None, None) => return Err(Failure::input("no record is given")),
        (None, Some(file)) => {
            let at = At::file(file.to_string_lossy());
            (input::read(file, MAX_RECORD)?, at, input::shown(file))
        }
    };
    if text.len() > MAX_RECORD {
        return Err(Failure::input(format!(
            "{name} is longer than the limit of {MAX_RECORD} bytes"
        )));
    }
    Record::read(&text, rules.as_ref()).map_err(|error| match error.faults.first() {
        None => Failure::input(&error),
        Some(first) => Failure::input_at(at, &text, first.place, format!("{name}: {error}")),
    })
}

/// The chance of A where the chance of the side that throws is known.
fn of_a(side: Side, reviewed: &Reviewed) -> Option<Quantity> {
    let (lower, upper) = reviewed.before.as_ref()?.ends()?;
    let one = || num_rational::BigRational::from_integer(1.into());
    (typed(Criterion::from(reviewed.by)) == "win").then(|| match side {
        Side::A => Quantity::between(lower, upper),
        Side::B => Quantity::between(one() - upper, one() - lower),
    })
}

/// What values are measured by, in words.
fn measure(by: Criterion) -> &'static str {
    match by {
        Criterion::Take => "take: the chance to take something in this turn",
        Criterion::Safe => {
            "safe: the chance that the opponent takes something in the next turn, lower is better"
        }
        Criterion::Net => "net: the pieces taken less those lost in the next turn, on average",
        Criterion::Win => "win: the chance to win",
    }
}

impl ReviewReport {
    fn throws(&self) -> Sheet {
        let turns = self.record.turns().iter().zip(&self.review.turns);
        let rows = (1_usize..).zip(turns).map(|(ply, (turn, reviewed))| {
            let side = turn.position.side();
            let better = reviewed.best_play.state != turn.play.state;
            let number = |value: &Option<Quantity>| {
                value
                    .as_ref()
                    .map_or(Entry::Missing("not known"), Entry::from)
            };
            vec![
                Entry::from(ply),
                side.to_string().into(),
                turn.cast.text().into(),
                turn.play.text(&turn.position).into(),
                typed(Criterion::from(reviewed.by)).into(),
                number(&reviewed.before),
                number(&reviewed.luck),
                number(&reviewed.lost),
                better
                    .then(|| reviewed.best_play.text(&turn.position))
                    .into(),
                of_a(side, reviewed).into(),
            ]
        });
        let mut notes = vec![
            "before: what the position is worth to the side that throws; luck: by how much the throw changed that, played best; \
             lost: what the play gave away"
                .to_owned(),
        ];
        let mut used: Vec<Criterion> = Vec::new();
        for reviewed in &self.review.turns {
            let by = Criterion::from(reviewed.by);
            if !used.contains(&by) {
                used.push(by);
            }
        }
        notes.extend(used.into_iter().map(|by| measure(by).to_owned()));
        notes.extend(self.how_known());
        let end = self.record.end();
        let end = match end.winner() {
            Some(winner) => format!("{winner} has won"),
            None => format!("not played to the end, {} to throw", end.side()),
        };
        Sheet {
            name: "throws",
            heading: format!(
                "{} · {} · {end}",
                self.record.rules(),
                counted(self.record.turns().len(), "throw", "throws")
            ),
            columns: vec![
                Column::right("ply"),
                Column::text("side"),
                Column::text("throw"),
                Column::text("play"),
                Column::text("by"),
                Column::decimal("before"),
                Column::decimal("luck"),
                Column::decimal("lost"),
                Column::text("better play"),
                Column::decimal("A wins"),
            ],
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }
    }

    /// How chances to win are known.
    fn how_known(&self) -> Option<String> {
        let change = self.review.change.as_ref()?;
        let from = change.from_throw + 1;
        let how = match self.review.solved {
            Some(positions) => {
                let positions = counted(grouped(positions as u128), "position", "positions");
                match self.exact {
                    true => format!("from an endgame of {positions}, exact"),
                    false => format!("from an endgame of {positions}, proved bounds"),
                }
            }
            None => "from tables, proved bounds".to_owned(),
        };
        Some(format!(
            "chances to win are known from ply {from} on, {how}"
        ))
    }

    fn sums(&self, digits: usize) -> Sheet {
        let rows = self.review.sums.iter().map(|sum| {
            vec![
                Entry::from(sum.side.to_string()),
                typed(Criterion::from(sum.by)).into(),
                sum.throws.into(),
                (&sum.luck).into(),
                (&sum.lost).into(),
                sum.mistakes.into(),
            ]
        });
        let mut notes = Vec::new();
        if let Some(Change {
            from_throw,
            from,
            to,
            by_luck,
            by_play,
            ..
        }) = &self.review.change
        {
            let [from, to, by_luck, by_play] =
                [from, to, by_luck, by_play].map(|number| number.decimal(digits));
            notes.push(format!(
                "A's chance to win went from {from} before ply {} to {to}: the throws of both sides changed it by {by_luck}, their plays by \
                 {by_play}",
                from_throw + 1
            ));
        }
        notes.push("mistakes: plays that are proved to have given something away".to_owned());
        Sheet {
            name: "sums",
            heading: "What the dice gave and the plays lost".to_owned(),
            columns: vec![
                Column::text("side"),
                Column::text("by"),
                Column::right("throws"),
                Column::decimal("luck"),
                Column::decimal("lost"),
                Column::right("mistakes"),
            ],
            rows: rows.collect(),
            notes,
            ..Sheet::default()
        }
    }
}

impl Report for ReviewReport {
    fn name(&self) -> &'static str {
        "daldos-review"
    }

    fn picture(&self) -> Option<Picture> {
        let caption = Caption {
            title: self.record.title().map(str::to_owned),
            source: self.record.source().map(str::to_owned),
        };
        let mut picture = Shown::at(self.record.end()).picture();
        picture.above = caption.heading(false);
        Some(picture)
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.picture()?.scene)
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        vec![self.throws(), self.sums(style.places())]
    }
}
