//! `siga daldos review`: a game that was played, gone through.

mod json;

use crate::ask::daldos::args::ReviewArgs as Arguments;
use crate::ask::playouts::luck_and_skill;
use crate::ask::prelude::*;
use crate::ask::record::{at_end, heading, record};
use crate::ask::running_fight::chances;
use crate::ask::tables::within_reach;
use crate::exact::Quantity;
use crate::games::daldos::Question;
use crate::games::daldos::analyse::{By, Options};
use crate::games::daldos::review::{self, Answer, Record, Review, Reviewed, Turn};
use crate::work::limit::grouped;

pub(super) struct ReviewReport(pub(super) Box<Answer>);

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Question, Failure> {
    let record: Record = record(&arguments.played, caller)?;
    let rules = record.end().game().rules().to_string();
    Ok(Question::Review(review::Question {
        record,
        by: arguments.by.into(),
        options: Options {
            budget: arguments.budget,
            ..Options::default()
        },
        positions: arguments.positions.into(),
        exact: arguments.exact,
        tables: within_reach(&arguments.tables, &rules, caller)?,
        playouts: arguments.playouts.effort("", true)?,
    }))
}

/// The measure of values, in words.
fn measure(by: By) -> &'static str {
    match by {
        By::Take => "take: the chance to take something in this turn",
        By::Safe => {
            "safe: the chance that the opponent takes something in the next turn, lower is better"
        }
        By::Net => "net: the pieces taken less those lost in the next turn, on average",
        By::Win => "win: the chance to win",
    }
}

impl ReviewReport {
    /// Whether chances to win are from tables.
    fn tables(&self) -> bool {
        self.0.review.solved.is_none() && self.0.review.change.is_some()
    }

    fn throws(&self) -> Sheet {
        let turns = self
            .0
            .question
            .record
            .turns()
            .iter()
            .zip(&self.0.review.turns);
        let mut notes = vec![
            "before: what the position is worth to the side that throws; luck: by how much the throw changed that, played best; \
             lost: what the play gave away"
                .to_owned(),
        ];
        let mut used: Vec<By> = Vec::new();
        for reviewed in &self.0.review.turns {
            let by = reviewed.by;
            if !used.contains(&by) {
                used.push(by);
            }
        }
        notes.extend(used.into_iter().map(|by| measure(by).to_owned()));
        notes.extend(self.how_known());
        let heading = heading(&self.0.question.record, ["throw", "throws"]);
        let number = |value: &Option<Quantity>| {
            let value = value.as_ref();
            value.map_or(Entry::Missing("not known"), Entry::from)
        };
        let better = |(_, (turn, reviewed)): &(usize, (&Turn, &Reviewed))| {
            let better = reviewed.better.as_ref();
            better.map(|play| play.text(&turn.position))
        };
        Sheet::of((1_usize..).zip(turns))
            .right("ply", |(ply, _)| *ply)
            .text("side", |(_, (turn, _))| turn.position.side().to_string())
            .text("throw", |(_, (turn, _))| turn.cast.text())
            .text("play", |(_, (turn, _))| turn.play.text(&turn.position))
            .text("by", |(_, (_, reviewed))| reviewed.by.to_string())
            .decimal("before", |(_, (_, reviewed))| number(&reviewed.before))
            .decimal("luck", |(_, (_, reviewed))| number(&reviewed.luck))
            .decimal("lost", |(_, (_, reviewed))| number(&reviewed.lost))
            .text("better play", better)
            .chance_decimal("A wins", |(_, (turn, reviewed))| {
                reviewed.win_of_a(turn.position.side())
            })
            .named("throws", heading)
            .notes(notes)
            // The value of a position belongs to alternating sides; a line of it would only go up and down.
            .chart(Chart::HistoryOf(&["A wins", "lost"]))
    }

    /// The way chances to win are known.
    fn how_known(&self) -> Option<String> {
        let change = self.0.review.change.as_ref()?;
        let from = change.from_ply;
        let how = match self.0.review.solved {
            Some(positions) => {
                let positions = counted(grouped(positions as u128), "position", "positions");
                match self.0.question.exact {
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
}

impl Report for ReviewReport {
    fn picture(&self) -> Option<Picture> {
        Some(at_end(&self.0.question.record))
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.picture()?.scene)
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let estimates = luck_and_skill::sheets(self.0.estimates.as_ref(), style);
        let Review { sums, change, .. } = &self.0.review;
        let sums = chances::sums("sums", sums, change.as_ref(), style.places());
        [vec![self.throws(), sums], estimates].concat()
    }
}
