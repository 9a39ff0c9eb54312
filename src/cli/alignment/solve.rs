//! `siga teeko solve`, `siga 5x5 solve`: a whole game solved.

use serde_json::{Value, json};

use super::Named;
use crate::cli::failure::Failure;
use crate::cli::meter::Meter;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::games::alignment::Model;
use crate::games::alignment::solve::{Choice, Line, Summary};
use crate::games::{teeko, twentyfive};
use crate::rules::word;
use crate::solve::retro::{self, Counts, Solution, SolveError};

pub(super) struct SolveReport<R> {
    summary: Summary<R>,
    history: Option<twentyfive::History>,
}

/// The sixteen variants of Teeko.
pub(super) struct AllReport {
    variants: Vec<Summary<teeko::Rules>>,
}

pub(super) fn run<R: Named>(
    rules: Option<&str>,
    progress: Progress,
    history: impl FnOnce(&Model<R>, &Solution) -> Option<twentyfive::History>,
) -> Result<SolveReport<R>, Failure> {
    let rules: R = match rules {
        Some(text) => super::rules(text)?,
        None => R::default(),
    };
    let model = Model::new(rules);
    let mut meter = Meter::new(&model);
    let solution = progress
        .noting(&format!("solving {rules}"), |note| {
            Solution::new(&model, |tick| {
                note.set(meter.tick(tick));
                true
            })
        })
        .map_err(failure)?;
    progress.line(&meter.summary());
    let (summary, history) = progress.during("counting", || {
        (model.summary(&solution), history(&model, &solution))
    });
    Ok(SolveReport {
        summary: summary.map_err(failure)?,
        history,
    })
}

pub(super) fn all(progress: Progress) -> Result<AllReport, Failure> {
    let variants = progress
        .noting("solving sixteen variants", |note| {
            teeko::solve_all(|goals, tick| {
                note.set(format!(
                    "eight with {} goals, ply {}",
                    word(goals),
                    tick.ply
                ));
                true
            })
        })
        .map_err(failure)?;
    Ok(AllReport { variants })
}

fn failure(error: SolveError) -> Failure {
    Failure::Run(error.into())
}

fn count(count: u64) -> Value {
    json!(count.to_string())
}

/// `outcome` and `plies` as JSON has them.
pub(super) fn outcome(value: Option<retro::Value>) -> (Value, Value) {
    match value {
        Some(value) => (
            json!(value.wdl().to_string()),
            json!(value.plies().map(|plies| plies.0)),
        ),
        None => (Value::Null, Value::Null),
    }
}

/// A layer as JSON has it.
fn layer(counts: &Counts) -> Value {
    let by_plies = counts
        .by_plies
        .iter()
        .map(|&(plies, number)| json!({ "plies": plies.0, "count": count(number) }));
    json!({
        "pieces": [counts.layer.own, counts.layer.other],
        "positions": count(counts.positions()),
        "win": count(counts.win),
        "loss": count(counts.loss),
        "draw": count(counts.draw),
        "terminal": count(counts.terminal),
        "excluded": count(counts.excluded),
        "blocked": count(counts.blocked),
        "longest": counts.longest.map(|plies| plies.0),
        "by_plies": by_plies.collect::<Vec<_>>(),
    })
}

fn first_moves<R: Named>(summary: &Summary<R>) -> Value {
    let moves = summary.first_moves.iter().map(|choice| {
        let (outcome, plies) = outcome(Some(choice.value));
        json!({
            "move": choice.action.to_string(),
            "position": choice.position.to_string(),
            "outcome": outcome,
            "plies": plies,
            "keeps": choice.value == summary.value,
        })
    });
    moves.collect()
}

fn line<R: Named>(line: &Line<R>) -> Value {
    let (outcome, plies) = outcome(Some(line.value));
    json!({
        "position": line.position.to_string(),
        "outcome": outcome,
        "plies": plies,
        "moves": line.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// A whole solution as JSON has it.
fn solved<R: Named>(summary: &Summary<R>) -> Value {
    let (value, plies) = outcome(Some(summary.value));
    let [win, loss, draw, terminal, excluded] = summary.totals();
    json!({
        "value": value,
        "plies": plies,
        "first_moves": first_moves(summary),
        "layers": summary.layers.iter().map(layer).collect::<Vec<_>>(),
        "total": {
            "positions": count(win + loss + draw),
            "win": count(win),
            "loss": count(loss),
            "draw": count(draw),
            "terminal": count(terminal),
            "excluded": count(excluded),
        },
        "line": line(&summary.line),
        "longest": summary.longest.as_ref().map(line),
    })
}

/// What the value of the empty board means.
fn verdict<R: Named>(summary: &Summary<R>) -> String {
    match (summary.value.wdl(), summary.value.plies()) {
        (retro::Wdl::Win, Some(plies)) => format!("the first player wins in {plies} plies"),
        (_, Some(plies)) => format!("the second player wins in {plies} plies"),
        (_, None) => "a draw".to_owned(),
    }
}

/// The first moves that keep the value.
fn keepers<R: Named>(summary: &Summary<R>) -> String {
    let keeps = |choice: &&Choice<R>| choice.value == summary.value;
    let names: Vec<String> = summary
        .first_moves
        .iter()
        .filter(keeps)
        .map(|choice| choice.action.to_string())
        .collect();
    match names.len() {
        number if number == summary.first_moves.len() => "all".to_owned(),
        _ => names.join(" "),
    }
}

fn layers<R: Named>(summary: &Summary<R>) -> Vec<Vec<Entry>> {
    let row = |name: String, numbers: [u64; 6], longest: Option<retro::Plies>| {
        let mut row = vec![Entry::from(name)];
        row.extend(numbers.map(Entry::grouped));
        row.push(longest.map(|plies| plies.0).into());
        row
    };
    let mut rows: Vec<Vec<Entry>> = summary
        .layers
        .iter()
        .map(|counts| {
            let numbers = [
                counts.positions(),
                counts.win,
                counts.loss,
                counts.draw,
                counts.terminal,
                counts.excluded,
            ];
            row(counts.layer.to_string(), numbers, counts.longest)
        })
        .collect();
    let [win, loss, draw, terminal, excluded] = summary.totals();
    let numbers = [win + loss + draw, win, loss, draw, terminal, excluded];
    let longest = summary.layers.iter().filter_map(|c| c.longest).max();
    rows.push(row("all".to_owned(), numbers, longest));
    rows
}

impl<R: Named> Reply for SolveReport<R> {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        json!({
            "command": format!("{} solve", R::GAME),
            "rules": self.summary.rules.to_string(),
        })
    }

    fn result(&self) -> Self::Result {
        let mut result = solved(&self.summary);
        if let Some(history) = &self.history {
            result["history"] = json!({
                "longest_game": history.longest_game,
                "safe_plies": history.safe_plies,
                "holds": history.holds.iter().map(|hold| json!({
                    "side": hold.side.to_string(),
                    "placed": hold.placed,
                    "plies": hold.plies,
                })).collect::<Vec<_>>(),
                "line": history.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            });
        }
        result
    }
}

impl<R: Named> Report for SolveReport<R> {
    fn name(&self) -> &'static str {
        R::SOLVE
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let summary = &self.summary;
        let mut notes = vec![
            format!("first moves that keep the value: {}", keepers(summary)),
            format!(
                "best play: {}{}",
                itertools::join(&summary.line.moves, " "),
                if summary.value == retro::Value::Draw {
                    " …"
                } else {
                    ""
                }
            ),
        ];
        if let Some(longest) = &summary.longest {
            notes.push(format!(
                "longest, {} for the side to move: {} · {}",
                longest.value,
                longest.position,
                itertools::join(&longest.moves, " ")
            ));
        }
        notes.push(
            "pieces of the side to move first; every arrangement counted; \
             positions in which the side to move has made a goal already are excluded"
                .to_owned(),
        );
        if let Some(history) = &self.history {
            notes.extend(history.explained());
        }
        let decided = |counts: &&Counts| counts.positions() > 0;
        let largest = summary.layers.iter().filter(decided);
        let largest = largest.max_by_key(|counts| counts.positions());
        let plies = largest.map(|counts| Sheet {
            name: "plies",
            heading: format!("Layer {} by plies to the end", counts.layer),
            columns: vec![
                Column::right("plies"),
                Column::text("outcome"),
                Column::right("positions"),
            ],
            rows: counts
                .by_plies
                .iter()
                .map(|&(plies, number)| {
                    let value = retro::Value::Decided(plies);
                    vec![
                        Entry::from(plies.0),
                        value.wdl().to_string().into(),
                        Entry::grouped(number),
                    ]
                })
                .collect(),
            ..Sheet::default()
        });
        let mut columns = vec![Column::text("pieces")];
        columns.extend(
            [
                "positions",
                "win",
                "loss",
                "draw",
                "terminal",
                "excluded",
                "longest",
            ]
            .map(Column::right),
        );
        let mut sheets = vec![Sheet {
            name: "layers",
            heading: format!("{} · {}", summary.rules, verdict(summary)),
            columns,
            rows: layers(summary).into(),
            notes,
            ..Sheet::default()
        }];
        sheets.extend(plies);
        sheets
    }
}

impl Reply for AllReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let rules = self.variants.iter().map(|v| v.rules.to_string());
        json!({ "command": "teeko solve", "rules": rules.collect::<Vec<_>>() })
    }

    fn result(&self) -> Self::Result {
        let variants = self.variants.iter().map(|summary| {
            let mut variant = json!({ "rules": summary.rules.to_string() });
            let solved = solved(summary);
            if let (Some(variant), Value::Object(solved)) = (variant.as_object_mut(), solved) {
                variant.extend(solved);
            }
            variant
        });
        json!({ "variants": variants.collect::<Vec<_>>() })
    }
}

impl Report for AllReport {
    fn name(&self) -> &'static str {
        "teeko-solve-all"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = self.variants.iter().map(|summary| {
            let [win, loss, draw, ..] = summary.totals();
            vec![
                Entry::from(summary.rules.to_string()),
                summary.value.wdl().to_string().into(),
                summary.value.plies().map(|plies| plies.0).into(),
                keepers(summary).into(),
                Entry::grouped(win),
                Entry::grouped(loss),
                Entry::grouped(draw),
            ]
        });
        vec![Sheet {
            name: "variants",
            heading: "The sixteen variants of Teeko, for the first player".to_owned(),
            columns: vec![
                Column::text("rules"),
                Column::text("value"),
                Column::right("plies"),
                Column::text("first moves that keep it"),
                Column::right("win"),
                Column::right("loss"),
                Column::right("draw"),
            ],
            rows: rows.collect(),
            notes: vec![
                "win, loss, draw: positions of all layers, for the side to move".to_owned(),
            ],
            ..Sheet::default()
        }]
    }
}
