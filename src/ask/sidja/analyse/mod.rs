//! `siga sidja analyse`: whole positions.

mod json;

use super::Captioned;
use crate::ask::args::tables::TablesPlace;
use crate::ask::prelude::*;
use crate::ask::sidja::args::AnalyseArgs as Arguments;
use crate::ask::subject::read_moved;
use crate::ask::tables::within_reach;
use crate::games::sidja::analyse::{self, Analysis, Answer, Proof, Unlimited, Used, Verdict};
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::{Outcome, Position, Question, Rules};

pub(super) type AnalyseReport = SubjectReport<Position, Answer>;

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Captioned, Failure> {
    let (position, caption) = read_moved::<Position>(&arguments.asked, caller)?;
    let (stones, tables) = arguments.looked_up();
    let tables = match stones {
        Some(0) => None,
        _ => {
            let rules = position.rules().to_string();
            within_reach(&TablesPlace { tables }, &rules, caller)?
        }
    };
    let question = analyse::Question {
        position,
        budget: arguments.budget,
        stones,
        tables,
    };
    Ok((Question::Analyse(question), caption))
}

/// Tables for people.
fn tables_text(tables: &Used) -> String {
    format!(
        "the tables of at most {} stones{}, {} positions",
        tables.stones,
        if tables.kept { " on disk" } else { "" },
        grouped(tables.positions)
    )
}

/// The outcome without the limit, and its conclusion, for people.
fn unlimited_text(unlimited: &Unlimited) -> String {
    let found = match unlimited.verdict {
        Verdict::Proved { outcome, turns } => format!("a {outcome}{}", turns_text(turns)),
        Verdict::Open { .. } => format!("not known ({})", bounds(unlimited.verdict)),
    };
    let says = match (unlimited.implies, unlimited.turns) {
        (_, Some(turns)) => format!(
            "under the limit too{}: it is over before the limit can end the game",
            turns_text(Some(turns))
        ),
        ((Outcome::Draw, Outcome::Draw), _) => {
            "under the limit too, which only ever draws".to_owned()
        }
        ((Outcome::Draw, _), _) => {
            "under the limit at least a draw, since the limit only ever draws".to_owned()
        }
        ((_, Outcome::Draw), _) => {
            "under the limit at most a draw, since the limit only ever draws".to_owned()
        }
        _ => {
            "which says nothing under the limit unless it is over before the limit can end the game"
                .to_owned()
        }
    };
    let source = match &unlimited.tables {
        Some(tables) => format!("with {}", tables_text(tables)),
        None => "by the placements on record".to_owned(),
    };
    format!("without the limit on moves without a capture, {source}: {found}; {says}")
}

/// How to ask for the game without its limit on moves without a capture, if every placement is known then.
pub(super) fn known_without_limit(rules: &Rules) -> Option<String> {
    let unlimited = rules.without_limit();
    let known = !is_at_once(rules) && is_at_once(&unlimited);
    known.then(|| format!("without the limit on moves without a capture (`--rules {unlimited}`) every placement is known"))
}

fn turns_text(turns: Option<u32>) -> String {
    match turns {
        None => String::new(),
        Some(1) => " in 1 turn".to_owned(),
        Some(turns) => format!(" in {turns} turns"),
    }
}

/// The verdict on a move, for people.
pub(crate) fn text(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proved { outcome, turns } => format!("{outcome}{}", turns_text(turns)),
        Verdict::Open { stones, .. } => format!("{}, {stones:+} stones", bounds(verdict)),
    }
}

/// The proved bounds of an open outcome.
fn bounds(verdict: Verdict) -> &'static str {
    match verdict.bounds() {
        (Outcome::Draw, _) => "draw or win",
        (_, Outcome::Draw) => "loss or draw",
        _ => "open",
    }
}

/// The verdict on a position, for people.
pub(crate) fn verdict_text(position: &Position, analysis: &Analysis, budget: u64) -> String {
    let side = position.side();
    match analysis.verdict {
        Verdict::Proved { outcome, turns } => {
            let turns = turns_text(turns);
            match outcome {
                Outcome::Draw => "proved draw".to_owned(),
                Outcome::Win => format!("proved win of {side}{turns}"),
                Outcome::Loss => format!("proved loss of {side}{turns}"),
            }
        }
        Verdict::Open { stones, .. } => format!(
            "not proved within the budget of {}{}; best found: {stones:+} stones after {}",
            grouped(budget),
            match bounds(analysis.verdict) {
                "open" => String::new(),
                bounds => format!(", but a {bounds}"),
            },
            counted(analysis.depth, "turn", "turns")
        ),
    }
}

/// Whether a move keeps a proved outcome.
fn keeps_text(keeps: Option<bool>) -> &'static str {
    match keeps {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    }
}

impl AnalyseReport {
    fn notes(&self) -> Vec<String> {
        let analysis = &self.answer.analysis;
        let mut notes = Vec::new();
        if !analysis.line.is_empty() {
            notes.push(format!("line: {}", spaced(&analysis.line)));
        }
        if let Some(found) = analysis
            .moves
            .first()
            .filter(|found| found.capture_in.is_some())
        {
            notes.push(match found.verdict.outcome() {
                Some(Outcome::Win) => {
                    "capture within: the turns within which the move forces a capture that keeps the win; \
                     the turns to the end are not known"
                }
                _ => {
                    "capture within: the turns within which the other side forces a capture that keeps its win; \
                     the turns to the end are not known"
                }
            }
            .to_owned());
        }
        notes.push(self.proof());
        let position = &self.answer.question.position;
        notes.extend(match &self.answer.unlimited {
            Some(unlimited) => Some(unlimited_text(unlimited)),
            None => known_without_limit(position.rules()).filter(|_| position.state().is_placing()),
        });
        notes
    }

    /// How the verdict is proved, or that it is not.
    fn proof(&self) -> String {
        let analysis = &self.answer.analysis;
        let searched = counted(grouped(analysis.nodes), "position", "positions");
        let tables = self.answer.tables.as_ref();
        let tables = tables.map_or_else(String::new, tables_text);
        match self.answer.proof {
            Some(Proof::Over) => "the game is over".to_owned(),
            Some(Proof::Search) if analysis.solved => {
                format!("proof: {searched} can be reached, and all are solved")
            }
            Some(Proof::SearchAndTables) if analysis.solved => {
                format!("proof: {searched} can be reached, and all are solved, with {tables}")
            }
            Some(Proof::Search) => {
                format!("proof: a search of {searched}, every move of both sides looked at")
            }
            Some(Proof::SearchAndTables) => {
                let turns = match analysis.verdict {
                    Verdict::Proved { turns: Some(_), .. } => "; the turns are those of the line",
                    _ => "",
                };
                format!("proof: a search of {searched}, with {tables}{turns}")
            }
            Some(Proof::Unlimited) => {
                "proof: what it comes to without the limit, as follows".to_owned()
            }
            Some(Proof::Tables) => format!("proof: {tables}"),
            Some(Proof::Placement) => format!(
                "proof: every placement is solved and on record; of what follows {searched} were searched, and which move keeps it may be open"
            ),
            Some(Proof::Placing) => {
                "proof: the game is solved from every placement, and so is the rest of the placing"
                    .to_owned()
            }
            None => format!(
                "{searched} visited, every move looked at for {}: no proof, only the stones ahead",
                counted(analysis.depth, "turn", "turns")
            ),
        }
    }
}

impl Report for AnalyseReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn best(&self) -> Option<String> {
        let analysis = &self.answer.analysis;
        let best = analysis.line.first()?;
        let found = analysis.moves.iter().find(|found| found.action == *best)?;
        // The outcome of a placement may be known where no move is proved to keep it.
        (analysis.keeps(found.verdict) == Some(true)).then(|| best.to_string())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let analysis = &self.answer.analysis;
        let heading = format!(
            "{} · {}",
            self.subject.rules(),
            verdict_text(
                &self.subject.position,
                analysis,
                self.answer.question.budget
            )
        );
        let mut table = Sheet::of(&analysis.moves)
            .text("move", |found| found.action.to_string())
            .text("what it comes to", |found| text(found.verdict))
            .text("keeps it", |found| {
                keeps_text(analysis.keeps(found.verdict))
            })
            .text("takes", |found| spaced(&found.captures));
        if (analysis.moves.iter()).any(|found| found.capture_in.is_some()) {
            let within = |turns: u32| turns.to_string();
            table = table.text("capture within", |found| {
                found.capture_in.map_or_else(String::new, within)
            });
        }
        vec![table.named("moves", heading).notes(self.notes())]
    }
}
