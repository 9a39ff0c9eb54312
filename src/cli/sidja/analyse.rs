//! `siga sidja analyse`: whole positions.

use serde_json::{Value, json};

use super::question::Question;
use super::{cells, count, grouped, line, spaced};
use crate::cli::args::sidja::Analyse as Arguments;
use crate::cli::args::tables::TablesPlace;
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Sheet};
use crate::cli::tables::{directory, failure};
use crate::games::sidja::Outcome;
use crate::games::sidja::analyse::{Analysis, Verdict, analyse_with};
use crate::games::sidja::endgame::Endgames;

pub(super) struct AnalyseReport {
    question: Question,
    budget: u64,
    tables: Option<Tables>,
    proof: Option<Proof>,
    analysis: Analysis,
}

/// The endgame tables that were used.
struct Tables {
    /// Whether they are those on disk.
    kept: bool,
    stones: u32,
    positions: u64,
}

/// What an outcome rests on.
#[derive(Clone, Copy)]
enum Proof {
    /// The game is over.
    Over,
    /// Every move of both sides, to the end of the game.
    Search,
    /// The same, ending in positions of the tables.
    SearchAndTables,
    /// The position is in the tables.
    Tables,
}

impl Proof {
    /// The name in JSON.
    fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Search => "search",
            Self::SearchAndTables => "search-and-tables",
            Self::Tables => "tables",
        }
    }
}

pub(super) fn run(arguments: &Arguments, progress: Progress) -> Result<AnalyseReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let position = &question.position;
    let (endgames, kept) = match tables(arguments, &question, progress)? {
        Some((endgames, kept)) => (Some(endgames), kept),
        None => (None, false),
    };
    let analysis = progress.during("searching", || {
        analyse_with(position, arguments.budget, endgames.as_ref())
    });
    if let Some(fault) = endgames.as_ref().and_then(Endgames::fault) {
        return Err(Failure::Run(anyhow::anyhow!("{fault}")));
    }
    let known = endgames
        .as_ref()
        .and_then(|tables| tables.outcome(position.state()));
    let proof = analysis
        .verdict
        .outcome()
        .map(|_| match (known, &endgames) {
            _ if position.end().is_some() => Proof::Over,
            (Some(_), _) => Proof::Tables,
            (None, Some(_)) => Proof::SearchAndTables,
            (None, None) => Proof::Search,
        });
    let tables = endgames.map(|tables| Tables {
        kept,
        stones: tables.most(),
        positions: tables.positions(),
    });
    Ok(AnalyseReport {
        question,
        budget: arguments.budget,
        tables,
        proof,
        analysis,
    })
}

/// The endgames asked for, or those that are kept, and whether they are kept.
fn tables(
    arguments: &Arguments,
    question: &Question,
    progress: Progress,
) -> Result<Option<(Endgames, bool)>, Failure> {
    let rules = *question.rules();
    let all = 2 * u32::from(rules.stones());
    let most = arguments.tables.unwrap_or(all).min(all);
    if most == 0 {
        return Ok(None);
    }
    let place = TablesPlace {
        tables: arguments.tables_in.clone(),
    };
    let kept = match directory(&place) {
        Ok(directory) => Endgames::load(&rules, most, &directory).map_err(failure)?,
        // Without a folder for data there are no tables.
        Err(_) => None,
    };
    let Some(stones) = arguments.tables else {
        return Ok(kept.map(|endgames| (endgames, true)));
    };
    if let Some(endgames) = kept.filter(|endgames| endgames.most() >= most) {
        return Ok(Some((endgames, true)));
    }
    let what = format!("solving positions of {stones} stones");
    let built = progress.during(&what, || Endgames::new(rules, stones));
    let built = built.ok_or_else(|| no_tables(question))?;
    Ok(Some((built, false)))
}

fn no_tables(question: &Question) -> Failure {
    let rules = question.rules();
    let why = match rules.no_capture {
        Some(_) => {
            "its limit on moves without a capture makes values depend on the count; \
                    leave --tables out, or ask under no_capture=none"
        }
        None => "only boards of 3×3 and 5×5 have tables; leave --tables out",
    };
    Failure::input(format!("--tables: {rules} has no endgame tables: {why}"))
}

/// `outcome`, `turns` and `stones_ahead` as JSON has them.
fn fields(verdict: Verdict) -> [Value; 3] {
    match verdict {
        Verdict::Proved { outcome, turns } => {
            [json!(outcome.to_string()), json!(turns), Value::Null]
        }
        Verdict::Open { stones } => [Value::Null, Value::Null, json!(stones)],
    }
}

fn turns_text(turns: Option<u32>) -> String {
    match turns {
        None => String::new(),
        Some(1) => " in 1 turn".to_owned(),
        Some(turns) => format!(" in {turns} turns"),
    }
}

/// What is known of a move, for people.
fn text(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proved { outcome, turns } => format!("{outcome}{}", turns_text(turns)),
        Verdict::Open { stones } => format!("open, {stones:+} stones"),
    }
}

impl AnalyseReport {
    fn verdict(&self) -> String {
        match self.analysis.verdict {
            Verdict::Proved { outcome, turns } => {
                let side = self.question.position.side();
                let turns = turns_text(turns);
                match outcome {
                    Outcome::Draw => "proved draw".to_owned(),
                    Outcome::Win => format!("proved win of {side}{turns}"),
                    Outcome::Loss => format!("proved loss of {side}{turns}"),
                }
            }
            Verdict::Open { stones } => format!(
                "not proved within the budget of {}; best found: {stones:+} stones after {} turns",
                grouped(self.budget),
                self.analysis.depth
            ),
        }
    }

    fn notes(&self) -> Vec<String> {
        let analysis = &self.analysis;
        let mut notes = Vec::new();
        if !analysis.line.is_empty() {
            notes.push(format!("line: {}", spaced(&analysis.line)));
        }
        let searched = grouped(analysis.nodes);
        let tables = self.tables.as_ref().map_or_else(String::new, |tables| {
            format!(
                "the tables of at most {} stones{}, {} positions",
                tables.stones,
                if tables.kept { " on disk" } else { "" },
                grouped(tables.positions)
            )
        });
        notes.push(match self.proof {
            Some(Proof::Over) => "the game is over".to_owned(),
            Some(Proof::Search) => {
                format!("proof: a search of {searched} positions, every move of both sides looked at")
            }
            Some(Proof::SearchAndTables) => format!(
                "proof: a search of {searched} positions, with {tables}; the turns are those of the line"
            ),
            Some(Proof::Tables) => format!("proof: {tables}"),
            None => format!(
                "{searched} positions visited, every move looked at for {} turns: no proof, only \
                 the stones ahead",
                analysis.depth
            ),
        });
        notes
    }
}

impl Report for AnalyseReport {
    fn name(&self) -> &'static str {
        "sidja-analyse"
    }

    fn query(&self) -> Value {
        let mut query = self.question.query("analyse");
        query["budget"] = count(self.budget);
        query["tables"] = json!(self.tables.as_ref().map_or(0, |tables| tables.stones));
        query
    }

    fn result(&self) -> Value {
        let analysis = &self.analysis;
        let [outcome, turns, stones] = fields(analysis.verdict);
        let moves = analysis.moves.iter().map(|found| {
            let [outcome, turns, stones] = fields(found.verdict);
            json!({
                "move": found.action.to_string(),
                "captures": cells(&found.captures),
                "outcome": outcome,
                "turns": turns,
                "stones_ahead": stones,
            })
        });
        let tables = self.tables.as_ref();
        json!({
            "outcome": outcome,
            "turns": turns,
            "stones_ahead": stones,
            "proof": self.proof.map(Proof::name),
            "moves": moves.collect::<Vec<_>>(),
            "line": line(&analysis.line),
            "depth": analysis.depth,
            "positions": count(analysis.nodes),
            "table_positions": tables.map(|tables| count(tables.positions)),
            "tables_from": tables.map(|tables| if tables.kept { "disk" } else { "memory" }),
        })
    }

    fn picture(&self) -> Option<String> {
        Some(self.question.picture())
    }

    fn sheets(&self, _digits: usize) -> Vec<Sheet> {
        let rows = self.analysis.moves.iter().map(|found| {
            vec![
                found.action.to_string(),
                text(found.verdict),
                spaced(&found.captures),
            ]
        });
        vec![Sheet {
            heading: format!("{} · {}", self.question.rules(), self.verdict()),
            columns: ["move", "what it comes to", "takes"]
                .map(Column::text)
                .to_vec(),
            rows: rows.collect(),
            notes: self.notes(),
        }]
    }
}
