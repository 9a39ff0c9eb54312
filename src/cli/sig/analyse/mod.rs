//! `siga sig analyse`: whole positions.

mod json;

use super::question::Question;
use super::{spaced, stopped_note};
use crate::cli::args::sig::{Analyse as Arguments, RankBy};
use crate::cli::drawing::scene::Scene;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::cli::words::{counted, typed};
use crate::exact::decimal_text;
use crate::games::sig::analyse::{Analysis, By, RankError, Ranked, Takes, analyse, rank};
use crate::games::sig::moves::Yield;
use crate::games::sig::{Effort, Interval, Team};

pub(super) struct AnalyseReport {
    question: Question,
    effort: Effort,
    analysis: Analysis,
    ranking: Option<Ranking>,
}

/// The plays of a yield.
struct Ranking {
    played: Yield,
    by: RankBy,
    /// Whether the first is proved to be the best.
    proved: bool,
    /// About the budget for closer bounds, if this one was not enough.
    budget: Option<u64>,
    /// All plays.
    plays: usize,
    /// Those shown.
    best: Vec<Ranked>,
}

pub(super) fn run(arguments: &Arguments, progress: Progress) -> Result<AnalyseReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let effort = arguments.effort.of();
    let analysis = progress.during("looking at every yield", || {
        analyse(&question.position, &effort)
    });
    let analysis = analysis.map_err(|error| Failure::Input(error.into()))?;
    let ranking = match &arguments.played {
        None => None,
        Some(text) => {
            let played = super::played(text, question.rules())?;
            let by = match arguments.by {
                RankBy::Take => By::Take,
                RankBy::Safe => By::Safe,
                RankBy::Net => By::Net,
            };
            let ranked = progress.during("ranking every play", || {
                rank(&question.position, &played, by, &effort)
            });
            let ranked = ranked.map_err(|error| match error {
                RankError::Analyse(_) => Failure::Input(error.into()),
                error => Failure::Run(error.into()),
            })?;
            let mut best = ranked.plays;
            let plays = best.len();
            if arguments.top > 0 {
                best.truncate(arguments.top);
            }
            Some(Ranking {
                played,
                by: arguments.by,
                proved: ranked.proved,
                budget: ranked.budget,
                plays,
                best,
            })
        }
    };
    Ok(AnalyseReport {
        question,
        effort,
        analysis,
        ranking,
    })
}

impl AnalyseReport {
    fn mover(&self) -> Team {
        self.question.position.side()
    }

    fn summary(&self, digits: usize) -> Sheet {
        let (mover, other) = (self.mover(), self.mover().other());
        let Analysis {
            takes,
            frees,
            freed,
            hangs,
            exposure,
        } = &self.analysis;
        let row = |what: String, value: &Interval| vec![Entry::from(what), value.quantity().into()];
        let mut rows = vec![
            row(format!("{mover} takes at least one piece"), &takes.any),
            row(format!("pieces {mover} takes, expected"), &takes.expected),
        ];
        if self.question.position.view().own_dry != 0 {
            rows.push(row(format!("{mover} frees a piece"), frees));
            rows.push(row(format!("pieces {mover} frees, expected"), freed));
        }
        rows.push(row(
            format!("{other} would take at least one piece in the next turn"),
            &hangs.any,
        ));
        rows.push(row(
            format!("pieces {other} would take, expected"),
            &hangs.expected,
        ));
        if let Some(exposure) = exposure {
            rows.push(row(
                format!("{other} would take at least one piece in its two turns"),
                &exposure.any,
            ));
            rows.push(row(
                format!("pieces {other} would take in its two turns, expected"),
                &exposure.expected,
            ));
        }
        let open = takes.extent.rest.clone().max(hangs.extent.rest.clone());
        let widest = takes.expected.width().max(hangs.expected.width());
        let stopped = [takes, hangs]
            .into_iter()
            .filter_map(|takes| takes.extent.stopped);
        let stopped = stopped.max_by_key(|stopped| stopped.budget);
        Sheet {
name: "summary",
            heading: format!("{} · before the throw", self.question.rules()),
            columns: vec![
                Column::text("best play for each"),
                Column::number("exact", "decimal"),
            ],
            rows: rows.into(),
            notes: [format!(
                "turns of at most {} and yields of at most {} before the last; the chance {} of others is \
                 left open, so that bounds are at most {} apart",
                counted(takes.extent.max_throws, "throw", "throws"),
                counted(takes.extent.max_standing.max(hangs.extent.max_standing), "throw", "throws"),
                decimal_text(&open, digits.max(9)),
                decimal_text(&widest, digits.max(9)),
            )]
            .into_iter()
            .chain(stopped.map(stopped_note))
            .chain(exposure.as_ref().map(|exposure| {
                let mut note = format!(
                    "two turns in a row: the second is thrown when the first is played; yields of the first with the chance {} were \
                     not looked at",
                    decimal_text(&exposure.rest, digits.max(6)),
                );
                if let Some(budget) = exposure.budget {
                    note.push_str(&format!("; for closer bounds try --budget {budget}"));
                }
                note
            }))
            .collect(),
..Sheet::default()
        }
    }

    fn pieces(&self, name: &'static str, heading: String, takes: &Takes) -> Sheet {
        let rows = takes.each.iter().map(|(cell, freed, chance)| {
            vec![
                Entry::from(cell.to_string()),
                if *freed { "yes" } else { "no" }.into(),
                chance.quantity().into(),
            ]
        });
        Sheet {
            name,
            heading,
            columns: vec![
                Column::text("piece"),
                Column::text("freed"),
                Column::chance_decimal("taken"),
            ],
            rows: rows.collect(),
            ..Sheet::default()
        }
    }

    fn ranking_sheet(&self, ranking: &Ranking) -> Sheet {
        let rows = ranking.best.iter().map(|ranked| {
            vec![
                Entry::from(ranked.play.text()),
                spaced(&ranked.play.captures).into(),
                ranked.loses.quantity().into(),
                ranked.lost.quantity().into(),
                ranked.net.quantity().into(),
            ]
        });
        let other = self.mover().other();
        Sheet {
name: "plays",
            heading: format!(
                "{} · {} of {}, the best first by {}",
                self.question.rules(),
                counted(ranking.plays, "play", "plays"),
                ranking.played,
                typed(ranking.by)
            ),
            columns: vec![
                Column::text("moves"),
                Column::text("takes"),
                Column::chance_decimal("loses one"),
                Column::decimal("expected loss"),
                Column::decimal("net"),
            ],
            rows: rows.collect(),
            notes: [
                Some(format!(
                    "loses one: the chance that {other} takes a piece in the next turn; net: pieces taken less the expected loss"
                )),
                (!ranking.proved).then(|| {
                    "ranked by the middle of the bounds, which do not prove that the first is the best".to_owned()
                }),
                ranking.budget.map(|budget| {
                    format!("the budget ended the work on some plays; for closer bounds try --budget {budget}")
                }),
            ]
            .into_iter()
            .flatten()
            .collect(),
..Sheet::default()
        }
    }
}

impl Report for AnalyseReport {
    fn name(&self) -> &'static str {
        "sig-analyse"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let mut scene = self.question.picture().scene;
        for (cell, _, chance) in &self.analysis.takes.each {
            scene.shade(&cell.to_string(), &chance.quantity());
        }
        scene.shaded = format!(
            "Shaded: the chance that {} takes the piece there this turn",
            self.mover()
        );
        Some(scene)
    }

    fn best(&self) -> Option<String> {
        let ranking = self.ranking.as_ref().filter(|ranking| ranking.proved)?;
        Some(ranking.best.first()?.play.text())
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let (mover, other) = (self.mover(), self.mover().other());
        let mut sheets = Vec::new();
        if let Some(ranking) = &self.ranking {
            sheets.push(self.ranking_sheet(ranking));
        }
        sheets.push(self.summary(digits));
        let takes = &self.analysis.takes;
        sheets.push(self.pieces(
            "takes",
            format!("Pieces of {other}: the chance that {mover} takes each"),
            takes,
        ));
        let hangs = &self.analysis.hangs;
        sheets.push(self.pieces(
            "exposure",
            format!("Pieces of {mover}: the chance that {other} would take each in the next turn"),
            hangs,
        ));
        sheets
    }
}
