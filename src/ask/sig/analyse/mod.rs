//! `siga sig analyse`: whole positions.

mod json;

use super::stopped_note;
use crate::ask::playouts::sheet;
use crate::ask::prelude::*;
use crate::exact::{Quantity, decimal_at_most, decimal_text};
use crate::games::playouts::{self, Comparison};
use crate::games::sig::analyse::{Analysis, Answer, By, Ranked, Takes};
use crate::games::sig::moves::Yield;
use crate::games::sig::{Effort, Position, Team};

pub(super) struct AnalyseReport {
    subject: Subject<Position>,
    effort: Effort,
    analysis: Analysis,
    ranking: Option<RankedPlays>,
    playouts: Option<playouts::Effort>,
    estimates: Option<Comparison>,
}

/// The plays of a yield.
struct RankedPlays {
    played: Yield,
    by: By,
    proved: bool,
    budget: Option<u64>,
    /// The number of plays.
    plays: usize,
    /// Those shown.
    best: Vec<Ranked>,
}

impl AnalyseReport {
    pub(super) fn new(answer: Answer, caption: Caption) -> Self {
        let question = answer.question;
        let ranking = question.played.zip(answer.ranking);
        let top = caption.top;
        let ranking = ranking.map(|((played, by), found)| RankedPlays {
            played,
            by,
            proved: found.proved,
            budget: found.budget,
            plays: found.plays.len(),
            best: match top {
                0 => found.plays,
                top => found.plays.into_iter().take(top).collect(),
            },
        });
        Self {
            subject: Subject {
                position: question.position,
                caption,
            },
            effort: question.effort,
            analysis: answer.analysis,
            ranking,
            playouts: question.playouts.map(|asked| asked.effort),
            estimates: answer.estimates,
        }
    }

    fn mover(&self) -> Team {
        self.subject.position.side()
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
        let row = |what: String, value: &Quantity| (what, value.clone());
        let mut rows = vec![
            row(format!("{mover} takes at least one piece"), &takes.any),
            row(format!("pieces {mover} takes, expected"), &takes.expected),
        ];
        if self.subject.position.view().own_dry != 0 {
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
        let widest = takes
            .expected
            .width()
            .max(hangs.expected.width())
            .unwrap_or_default();
        let stopped = [takes, hangs]
            .into_iter()
            .filter_map(|takes| takes.extent.stopped);
        let stopped = stopped.max_by_key(|stopped| stopped.budget);
        let extent = format!(
            "turns of at most {} and yields of at most {} before the last; the chance {} of others is \
             left open, so that bounds are at most {} apart",
            counted(takes.extent.max_throws, "throw", "throws"),
            counted(
                takes.extent.max_standing.max(hangs.extent.max_standing),
                "throw",
                "throws"
            ),
            decimal_text(&open, digits.max(9)),
            decimal_at_most(&widest, digits.max(9)),
        );
        let two_turns = exposure.as_ref().map(|exposure| {
            let closer = |budget| format!("; for closer bounds try --budget {budget}");
            format!(
                "two turns in a row: the second is thrown when the first is played; yields of the first with the chance {} \
                 were not looked at{}",
                decimal_text(&exposure.rest, digits.max(6)),
                exposure.budget.map_or_else(String::new, closer)
            )
        });
        Sheet::of(rows)
            .text("best play for each", |(what, _)| what.clone())
            .column(Column::number("exact", "decimal"), |(_, value)| {
                value.clone()
            })
            .named(
                "summary",
                format!("{} · before the throw", self.subject.rules()),
            )
            .note(extent)
            .notes(stopped.map(stopped_note))
            .notes(two_turns)
    }

    fn pieces(&self, name: &'static str, heading: String, takes: &Takes) -> Sheet {
        Sheet::of(&takes.each)
            .text("piece", |(cell, ..)| cell.to_string())
            .text("freed", |(_, freed, _)| if *freed { "yes" } else { "no" })
            .chance_decimal("taken", |(.., chance)| chance.clone())
            .named(name, heading)
    }

    fn ranking_sheet(&self, ranking: &RankedPlays) -> Sheet {
        let other = self.mover().other();
        let heading = format!(
            "{} · {} of {}, the best first by {}",
            self.subject.rules(),
            counted(ranking.plays, "play", "plays"),
            ranking.played,
            ranking.by
        );
        let unproved = (!ranking.proved).then(|| {
            "ranked by the middle of the bounds, which do not prove that the first is the best"
                .to_owned()
        });
        let ended = ranking.budget.map(|budget| {
            format!(
                "the budget ended the work on some plays; for closer bounds try --budget {budget}"
            )
        });
        Sheet::of(&ranking.best)
            .text("moves", |ranked| ranked.play.text())
            .text("takes", |ranked| spaced(&ranked.play.captures))
            .chance_decimal("loses one", |ranked| ranked.loses.clone())
            .decimal("expected loss", |ranked| ranked.lost.clone())
            .decimal("net", |ranked| ranked.net.clone())
            .named("plays", heading)
            .note(format!(
                "loses one: the chance that {other} takes a piece in the next turn; net: pieces taken less the expected loss"
            ))
            .notes(unproved)
            .notes(ended)
    }
}

impl Report for AnalyseReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let mut scene = self.subject.picture().scene;
        for (cell, _, chance) in &self.analysis.takes.each {
            scene.shade(&cell.to_string(), chance);
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
            if let Some(estimates) = &self.estimates {
                let name = |at: usize| ranking.best[at].play.text();
                sheets.push(sheet(estimates, mover, style, name));
            }
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
