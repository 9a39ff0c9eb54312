//! `siga sidja analyse`: whole positions.

use serde_json::{Value, json};

use super::question::Question;
use super::{cells, count, grouped, line, spaced};
use crate::cli::args::sidja::Analyse as Arguments;
use crate::cli::args::tables::TablesPlace;
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Column, Sheet, Style};
use crate::cli::tables::optional;
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
    let (stones, folder) = arguments.looked_up();
    let most = stones.unwrap_or(all).min(all);
    if most == 0 {
        return Ok(None);
    }
    let place = TablesPlace { tables: folder };
    let kept = optional(&place, progress, |directory| {
        Endgames::load(&rules, most, directory)
    })?;
    let Some(stones) = stones else {
        return Ok(kept.map(|endgames| (endgames, true)));
    };
    if let Some(endgames) = kept.filter(|endgames| endgames.most() >= most) {
        return Ok(Some((endgames, true)));
    }
    let fits = Endgames::fits(&rules);
    if stones > fits && rules.no_capture.is_some() && rules.size() <= 5 {
        return Err(Failure::input(format!(
            "--stones: under {rules} every count of moves without a capture has a value of its own; \
             up to {fits} stones fit into 2 GB, not {stones}"
        )));
    }
    let what = format!("solving positions of {stones} stones");
    let built = progress.during(&what, || Endgames::new(rules, stones));
    let built = built.ok_or_else(|| no_tables(question))?;
    Ok(Some((built, false)))
}

fn no_tables(question: &Question) -> Failure {
    let rules = question.rules();
    Failure::input(format!(
        "--stones: {rules} has no endgame tables: only boards of 3×3 and 5×5 have tables; leave --stones out"
    ))
}

/// `outcome`, `at_least`, `at_most`, `turns` and `stones_ahead` as JSON has them.
fn fields(verdict: Verdict) -> Value {
    let (at_least, at_most) = verdict.bounds();
    let (turns, stones) = match verdict {
        Verdict::Proved { turns, .. } => (turns, None),
        Verdict::Open { stones, .. } => (None, Some(stones)),
    };
    json!({
        "outcome": verdict.outcome().map(|outcome| outcome.to_string()),
        "at_least": at_least.to_string(),
        "at_most": at_most.to_string(),
        "turns": turns,
        "stones_ahead": stones,
    })
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
        Verdict::Open { stones, .. } => format!("{}, {stones:+} stones", bounds(verdict)),
    }
}

/// What is proved of an open outcome.
fn bounds(verdict: Verdict) -> &'static str {
    match verdict.bounds() {
        (Outcome::Draw, _) => "draw or win",
        (_, Outcome::Draw) => "loss or draw",
        _ => "open",
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
            Verdict::Open { stones, .. } => format!(
                "not proved within the budget of {}{}; best found: {stones:+} stones after {} turns",
                grouped(self.budget),
                match bounds(self.analysis.verdict) {
                    "open" => String::new(),
                    bounds => format!(", but a {bounds}"),
                },
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
            Some(Proof::Search) if analysis.solved => {
                format!("proof: all {searched} positions that can be reached are solved")
            }
            Some(Proof::SearchAndTables) if analysis.solved => {
                format!("proof: all {searched} positions that can be reached are solved, with {tables}")
            }
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
        let moves = analysis.moves.iter().map(|found| {
            let mut row = fields(found.verdict);
            row["move"] = json!(found.action.to_string());
            row["captures"] = cells(&found.captures);
            row["keeps"] = json!(analysis.keeps(found.verdict));
            row
        });
        let tables = self.tables.as_ref();
        let mut result = fields(analysis.verdict);
        result["proof"] = json!(self.proof.map(Proof::name));
        result["solved"] = json!(analysis.solved);
        result["moves"] = moves.collect();
        result["line"] = line(&analysis.line);
        result["depth"] = json!(analysis.depth);
        result["positions"] = count(analysis.nodes);
        result["table_positions"] = json!(tables.map(|tables| count(tables.positions)));
        result["tables_from"] =
            json!(tables.map(|tables| if tables.kept { "disk" } else { "memory" }));
        result
    }

    fn picture(&self) -> Option<String> {
        Some(self.question.picture())
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = self.analysis.moves.iter().map(|found| {
            vec![
                found.action.to_string(),
                text(found.verdict),
                keeps_text(self.analysis.keeps(found.verdict)).to_owned(),
                spaced(&found.captures),
            ]
        });
        vec![Sheet {
            name: "moves",
            heading: format!("{} · {}", self.question.rules(), self.verdict()),
            columns: ["move", "what it comes to", "keeps it", "takes"]
                .map(Column::text)
                .to_vec(),
            rows: rows.collect(),
            notes: self.notes(),
            ..Sheet::default()
        }]
    }
}
