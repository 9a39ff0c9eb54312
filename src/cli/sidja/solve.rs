//! `siga sidja solve`: how many positions are won, lost and drawn, layer by layer.

use schemars::JsonSchema;
use serde::Serialize;

use super::rules;
use crate::cli::args::sidja::Solve as Arguments;
use crate::cli::failure::Failure;
use crate::cli::json::Count;
use crate::cli::meter::Meter;
use crate::cli::outcomes::Outcomes;
use crate::cli::progress::Progress;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Chart, Column, Entry, Sheet, Style};
use crate::cli::tables::{directory, keep_failure_sidja, room};
use crate::games::sidja::Rules;
use crate::games::sidja::endgame::{LayerCounts, Wanted, count_kept, count_solved, groups};
use crate::solve::retro::{Layer, Tick};

/// The stones where no other number is asked for and nothing is kept.
const STONES: u32 = 6;

pub(super) struct SolveReport {
    rules: Rules,
    stones: u32,
    tables_from: Source,
    layers: Vec<LayerCounts>,
}

/// The question how many positions are won, lost and drawn.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// Of both sides together, at most.
    stones: u32,
}

/// Where the tables are.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Source {
    /// Kept there.
    Disk,
    /// Solved for this answer.
    Memory,
}

/// How many positions are won, lost and drawn, layer by layer.
#[derive(Serialize, JsonSchema)]
pub(super) struct Solved {
    tables_from: Source,
    /// By the number of stones.
    layers: Vec<LayerOutcomes>,
    /// Of all layers.
    total: Outcomes,
}

/// The positions with so many stones at the beginning of a turn: every arrangement, symmetric ones counted apart.
#[derive(Serialize, JsonSchema)]
struct LayerOutcomes {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(flatten)]
    outcomes: Outcomes,
    /// Of all positions, those in which the side to move has no move.
    blocked: Count,
    /// The most turns of both sides to the end, where tables keep turns, else `null`.
    longest: Option<u16>,
}

pub(super) fn run(arguments: &Arguments, progress: Progress) -> Result<SolveReport, Failure> {
    let rules: Rules = rules(&arguments.rules)?;
    let all = 2 * u32::from(rules.stones());
    let asked = arguments.stones.map(|stones| stones.min(all));
    let kept = match directory(&arguments.place) {
        Ok(directory) => progress.during("reading tables", || {
            let layers = groups(&rules, asked.unwrap_or(all)).concat();
            count_kept(&rules, &layers, &directory)
        }),
        // Without a folder for data there are no tables.
        Err(_) => Ok(Vec::new()),
    };
    let kept = kept.map_err(keep_failure_sidja)?;
    // The number of stones up to which every layer is there.
    let there = |total: u32| {
        let mut layers = groups(&rules, total).into_iter().flatten();
        layers.all(|layer| kept.iter().any(|counts| counts.layer == layer))
    };
    let complete = (2 * (u32::from(rules.lost_with()) + 1)..=all)
        .take_while(|&n| there(n))
        .last();
    let stones = asked.or(complete).unwrap_or(STONES.min(all));
    if complete >= Some(stones) {
        let within = |counts: &LayerCounts| u32::from(counts.layer.total()) <= stones;
        return Ok(SolveReport {
            rules,
            stones,
            tables_from: Source::Disk,
            layers: kept.into_iter().filter(within).collect(),
        });
    }
    room::memory_suffices(&rules, Wanted::Stones(stones))?;
    let cells = rules.board().cell_count();
    let mut meter = Meter::of(cells, groups(&rules, stones).into_iter().flatten());
    let layers = progress.noting(&format!("solving {rules}"), |note| {
        count_solved(&rules, stones, &mut |tick| {
            note.set(meter.tick(Tick {
                layer: tick.layer,
                ply: u8::try_from(tick.round).unwrap_or(u8::MAX),
                decided: tick.decided,
                positions: tick.positions,
            }));
            true
        })
    });
    Ok(SolveReport {
        rules,
        stones,
        tables_from: Source::Memory,
        layers: layers.map_err(keep_failure_sidja)?,
    })
}

impl SolveReport {
    /// Wins, losses and draws of all layers.
    fn total(&self) -> [u64; 3] {
        let sum = |value: fn(&LayerCounts) -> u64| self.layers.iter().map(value).sum();
        [
            sum(|counts| counts.win),
            sum(|counts| counts.loss),
            sum(|counts| counts.draw),
        ]
    }
}

impl Reply for SolveReport {
    type Query = Query;
    type Result = Solved;

    fn query(&self) -> Query {
        Query {
            command: "sidja solve",
            rules: self.rules.to_string(),
            stones: self.stones,
        }
    }

    fn result(&self) -> Solved {
        let layers = self.layers.iter().map(|counts| LayerOutcomes {
            pieces: counts.layer,
            outcomes: Outcomes::new(counts.win, counts.loss, counts.draw),
            blocked: Count::of(counts.stuck),
            longest: counts.longest.map(|turns| turns.0),
        });
        let [win, loss, draw] = self.total();
        Solved {
            tables_from: self.tables_from,
            layers: layers.collect(),
            total: Outcomes::new(win, loss, draw),
        }
    }
}

impl Report for SolveReport {
    fn name(&self) -> &'static str {
        "sidja-solve"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let row = |name: String, [win, loss, draw]: [u64; 3], longest: Entry| {
            let mut row = vec![Entry::from(name)];
            row.extend([win + loss + draw, win, loss, draw].map(Entry::grouped));
            row.push(longest);
            row
        };
        let mut rows: Vec<Vec<Entry>> = (self.layers.iter())
            .map(|counts| {
                let numbers = [counts.win, counts.loss, counts.draw];
                let longest = counts.longest.map(|turns| turns.0).into();
                row(counts.layer.to_string(), numbers, longest)
            })
            .collect();
        rows.push(row("all".to_owned(), self.total(), Entry::Missing("")));
        let mut columns = vec![Column::text("stones")];
        columns.extend(["positions", "win", "loss", "draw", "longest"].map(Column::right));
        let mut notes = vec![
            "stones of the side to move first; every arrangement counted; win, loss and draw are the \
             side to move's"
                .to_owned(),
        ];
        let turns = self.layers.iter().any(|counts| counts.longest.is_some());
        notes.push(match turns {
            true => "longest: the most turns of both sides to the end".to_owned(),
            false => "longest: known where tables are built with --turns".to_owned(),
        });
        vec![Sheet {
            name: "layers",
            heading: format!("{} · at most {} stones", self.rules, self.stones),
            columns,
            rows: rows.into(),
            notes,
            chart: Chart::Parts(&["win", "loss", "draw"]),
            ..Sheet::default()
        }]
    }
}
