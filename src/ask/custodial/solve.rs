//! `solve`: a whole game solved.

use clap::Args;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::ask::subject::start;
use crate::exact::serial::count;
use crate::games::custodial::graph::{KnownMove, solve};
use crate::games::custodial::{Move, Position, Rules};
use crate::games::review::Worth;
use crate::rules::RulesText;
use crate::solve::retro::Outcome;
use crate::work::Note;

/// A whole game solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Solve {
    /// The rules (see `siga rules GAME`); with `siga custodial`, the file that describes a game [default: the usual ones]
    #[arg(long, value_name = "TEXT")]
    rules: Option<String>,
    /// Stop with an error where more than N positions follow
    #[arg(long, value_name = "N", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1..=200_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[arg(skip)]
    #[serde(skip)]
    game: Option<&'static str>,
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SolveResult {
    /// The outcome for the side that begins.
    value: Outcome,
    /// To the end under best play, or `null` for a draw.
    plies: Option<u32>,
    /// The best first; outcomes of the first player, plies counted from the start.
    first_moves: Vec<Choice>,
    /// Best play from the start; of a draw 40 plies.
    line: Vec<Move>,
    /// By the numbers of pieces on the board: the positions that can follow, up to symmetry, and once the pieces are placed up to
    /// an exchange of the sides.
    layers: Vec<LayerOutcomes>,
    /// A position that is decided after the most plies, or `null`.
    longest: Option<Longest>,
}

/// A first move.
#[derive(Serialize, JsonSchema)]
struct Choice {
    #[serde(rename = "move")]
    action: Move,
    /// The position after it.
    position: String,
    outcome: Option<Outcome>,
    plies: Option<u32>,
    /// Whether it keeps the value, and the number of plies.
    keeps: bool,
}

/// Positions with some numbers of pieces, for the side to move.
#[derive(Serialize, JsonSchema)]
struct LayerOutcomes {
    /// Those on the board: of the side to move, of the other.
    pieces: [u32; 2],
    #[serde(flatten)]
    outcomes: Outcomes,
    #[serde(skip)]
    counts: [u64; 3],
}

/// A position that is decided late.
#[derive(Serialize, JsonSchema)]
struct Longest {
    position: String,
    outcome: Option<Outcome>,
    plies: Option<u32>,
}

impl Choice {
    fn of(known: KnownMove, value: Worth) -> Self {
        Self {
            action: known.action,
            position: known.position.to_string(),
            outcome: known.worth.outcome(),
            plies: known.worth.length,
            keeps: known.worth == value,
        }
    }
}

impl Command for Solve {
    const WORDS: &'static [&'static str] = &[Rules::GAME, "solve"];
    const ABOUT: &'static str = "Solve the whole game: its value and its longest win";
    type Answer = SolveResult;

    fn help() -> String {
        "\
All positions that can follow the start are looked at; play without end is a draw. El-mthaltha takes a moment, \
jul-gonu some seconds; larger games have too many positions.

Examples:
  siga el-mthaltha solve
  siga custodial-seega solve --rules custodial-seega:mseega
  siga custodial solve --rules my.game"
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<SolveResult, Failure> {
        let start: Position = start(self.rules.as_deref(), self.game, caller)?;
        self.rules = Some(start.rules().to_string());
        let found = solve(&start, self.budget, note)?;
        let worth = found.start.worth;
        let first = found.start.moves.into_iter();
        let layer = |(pieces, counts): ([u32; 2], [u64; 3])| LayerOutcomes {
            pieces,
            outcomes: Outcomes::new(counts[0], counts[1], counts[2]),
            counts,
        };
        Ok(SolveResult {
            value: worth.outcome().unwrap_or(Outcome::Draw),
            plies: worth.length,
            first_moves: first.map(|known| Choice::of(known, worth)).collect(),
            line: found.start.line,
            layers: found.layers.into_iter().map(layer).collect(),
            longest: found.longest.map(|(position, worth)| Longest {
                position: position.to_string(),
                outcome: worth.outcome(),
                plies: worth.length,
            }),
        })
    }

    fn target(&mut self) -> Target<'_> {
        Target {
            game: Some(&mut self.game),
            ..Target::rules::<Rules>(&mut self.rules)
        }
    }

    fn tables(&self, solved: &SolveResult, _style: &Style) -> Vec<Sheet> {
        let rules = self.rules.as_deref().unwrap_or_default();
        let plies = solved.plies.map(|plies| counted(plies, "ply", "plies"));
        let verdict = match (solved.value, plies) {
            (Outcome::Win, Some(plies)) => format!("the first player wins in {plies}"),
            (Outcome::Loss, Some(plies)) => format!("the second player wins in {plies}"),
            _ => "a draw".to_owned(),
        };
        let names = ["win", "loss", "draw"];
        let mut layers = Sheet::of(&solved.layers).text("pieces", |layer| {
            format!("{}-{}", layer.pieces[0], layer.pieces[1])
        });
        for (at, name) in names.into_iter().enumerate() {
            layers = layers.right(name, move |layer| Entry::grouped(layer.counts[at]));
        }
        let keep = solved.first_moves.iter().filter(|choice| choice.keeps);
        let mut notes = vec![
            format!(
                "first moves that keep the value: {}",
                itertools::join(keep.map(|choice| choice.action), " ")
            ),
            format!("best play: {}", itertools::join(&solved.line, " ")),
            "pieces of the side to move first; positions up to symmetry".to_owned(),
        ];
        if let Some(Longest {
            position,
            outcome: Some(outcome),
            plies: Some(plies),
        }) = &solved.longest
        {
            let plies = counted(*plies, "ply", "plies");
            notes.push(format!(
                "longest: {outcome} in {plies} for the side to move: {position}"
            ));
        }
        vec![
            layers
                .named("layers", format!("{rules} · {verdict}"))
                .chart(Chart::Parts(&["win", "loss", "draw"]))
                .notes(notes),
        ]
    }
}
