//! `solve`: a whole game solved.

use clap::Args;

use super::{GameWithoutThrows, words};
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::ask::subject::rules_of_game;
use crate::ask::table_names::TableNames;
use crate::exact::serial::some_count;
use crate::games::goal::Goal;
use crate::games::review::{JudgedMove, Worth};
use crate::games::solved_game::History;
use crate::games::solved_game::{self, SolvedGame};
use crate::rules::RulesText;
use crate::solve::retro::{Decided, Layer, LayerTotals, Outcome};
use crate::work::{Fault, Note};

/// A whole game solved, or every variant on record.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "P: Solvable", rename = "Solve")]
pub(crate) struct Solve<P: Solvable> {
    /// The rules (see `siga rules GAME`); for a game of your own, the file that describes it [default: the usual ones]
    #[arg(long, value_name = "TEXT", conflicts_with = "all")]
    rules: Option<String>,
    /// All variants on record (of Teeko sixteen)
    #[arg(long, hide = true)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    all: bool,
    /// Fail if more than N positions have to be looked at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_count")]
    #[schemars(with = "Option<String>")]
    budget: Option<u64>,
    #[arg(skip)]
    #[serde(skip)]
    game: Option<&'static str>,
    #[arg(skip)]
    #[serde(skip)]
    of: std::marker::PhantomData<fn() -> P>,
}

/// A whole game solved, or every variant on record.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Answer {
    /// A whole game solved.
    One(Box<Solution>),
    /// The variants on record, each solved.
    All { variants: Vec<Variant> },
}

/// A variant solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Variant {
    /// The full rules text.
    rules: String,
    #[serde(flatten)]
    solved: Solution,
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Solution {
    /// The outcome for the side that begins.
    value: Outcome,
    /// To the end under best play, or `null` for a draw.
    plies: Option<u32>,
    /// The best for whoever chooses first; outcomes of the first player, plies counted from the start.
    first_moves: Vec<FirstMove>,
    /// By the numbers of pieces on the board.
    layers: Vec<LayerOutcomes>,
    /// Of all layers.
    total: Total,
    /// Best play from the start; in a drawn game the first 40 plies of one in which no position comes twice.
    line: Line,
    /// The same for a position with the longest win or loss of all, or `null`.
    longest: Option<Line>,
    /// Where three times the same move loses (5×5): about that rule, which is no part of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<History>,
}

/// A first move.
#[derive(Serialize, JsonSchema)]
struct FirstMove {
    #[serde(rename = "move")]
    action: String,
    /// The position after it.
    position: String,
    outcome: Option<Outcome>,
    /// To the end under best play, `null` for a draw.
    plies: Option<u32>,
    /// Whether it keeps the value, be it sooner or later.
    keeps: bool,
}

/// A position with a line of play from it; the outcome is of the side to move.
#[derive(Serialize, JsonSchema)]
struct Line {
    position: String,
    outcome: Option<Outcome>,
    /// To the end under best play, 0 if the game is over, `null` for a draw.
    plies: Option<u32>,
    moves: Vec<String>,
    #[serde(skip)]
    worth: Worth,
}

/// The positions with a number of pieces on the board.
#[derive(Serialize, JsonSchema)]
struct LayerOutcomes {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(flatten)]
    total: Total,
    /// Positions without a legal move, nobody having a goal.
    #[serde(with = "Count")]
    blocked: u64,
    /// Plies of the longest win or loss, or `null`.
    longest: Option<u16>,
    by_plies: Vec<Decided>,
}

/// Positions by what they come to.
#[derive(Serialize, JsonSchema)]
struct Total {
    #[serde(flatten)]
    outcomes: Outcomes,
    /// Those lost already when it is the turn of the side to move; in `loss` too.
    #[serde(with = "Count")]
    terminal: u64,
    /// Arrangements in which the side to move has a goal already; in none of the others.
    #[serde(with = "Count")]
    excluded: u64,
}

impl Total {
    fn of<'a>(layers: impl IntoIterator<Item = &'a LayerTotals> + Clone) -> Self {
        let sum = |of: fn(&LayerTotals) -> u64| layers.clone().into_iter().map(of).sum();
        Self {
            outcomes: Outcomes::new(
                sum(|totals| totals.win),
                sum(|totals| totals.loss),
                sum(|totals| totals.draw),
            ),
            terminal: sum(|totals| totals.terminal),
            excluded: sum(|totals| totals.excluded),
        }
    }
}

impl From<&LayerTotals> for LayerOutcomes {
    fn from(totals: &LayerTotals) -> Self {
        let decided = totals
            .by_plies
            .iter()
            .map(|(&(plies, outcome), &count)| Decided {
                plies,
                outcome,
                count,
            });
        Self {
            pieces: totals.layer,
            total: Total::of([totals]),
            blocked: totals.blocked,
            longest: totals.longest,
            by_plies: decided.collect(),
        }
    }
}

impl<P: Solvable> From<solved_game::LineOfPlay<P>> for Line {
    fn from(line: solved_game::LineOfPlay<P>) -> Self {
        Self {
            position: line.position.to_string(),
            outcome: line.worth.outcome(),
            plies: line.worth.length,
            moves: texts(&line.moves),
            worth: line.worth,
        }
    }
}

impl<P: Solvable> From<SolvedGame<P>> for Solution {
    fn from(solved: SolvedGame<P>) -> Self {
        let worth = solved.line.worth;
        let start = &solved.line.position;
        let own = start.chooses() == start.side_to_move();
        let first = |known: &JudgedMove<P>| {
            let seen = if own { known.worth } else { -known.worth };
            FirstMove {
                action: known.action.to_string(),
                position: known.position.to_string(),
                outcome: seen.outcome(),
                plies: seen.length,
                keeps: seen.outcome() == worth.outcome(),
            }
        };
        Self {
            value: worth.outcome().unwrap_or(Outcome::Draw),
            plies: worth.length,
            first_moves: solved.first_moves.iter().map(first).collect(),
            layers: solved.layers.iter().map(LayerOutcomes::from).collect(),
            total: Total::of(&solved.layers),
            line: solved.line.into(),
            longest: solved.longest.map(Line::from),
            history: solved.history,
        }
    }
}

impl<P: Solvable> Command for Solve<P> {
    const WORDS: &'static [&'static str] = &[<P::Rules as RulesText>::GAME, "solve"];
    const ABOUT: &'static str = "Solve the whole game: its value, every layer, the longest win";
    type Answer = Answer;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Answer, Failure> {
        let rules: P::Rules = rules_of_game(self.rules.as_deref(), self.game, caller)?;
        if self.all {
            let variants = P::variants(&rules);
            if variants.len() == 1 {
                let text = format!("{rules} has no variants on record: leave out --all");
                return Err(Failure::input(text));
            }
            let variants = variants.into_iter().map(|rules| {
                Ok(Variant {
                    rules: rules.to_string(),
                    solved: P::solved(&rules, self.budget, note)?.into(),
                })
            });
            return Ok(Answer::All {
                variants: variants.collect::<Result<_, Fault>>()?,
            });
        }
        self.rules = Some(rules.to_string());
        let solved = P::solved(&rules, self.budget, note)?;
        Ok(Answer::One(Box::new(solved.into())))
    }

    fn target(&mut self) -> Target<'_> {
        Target {
            game: Some(&mut self.game),
            ..Target::rules::<P::Rules>(&mut self.rules)
        }
    }

    fn table_names(&self) -> Option<TableNames> {
        match self.all {
            true => Some(TableNames::new(["variants"], &[])),
            false => Some(TableNames::new(["layers", "plies"], &[])),
        }
    }

    fn tables(&self, answer: &Answer, _style: &Style) -> Vec<Sheet> {
        match answer {
            Answer::One(solved) => {
                let rules = self.rules.as_deref().unwrap_or_default();
                let shown = P::Rules::read(rules, P::Rules::GAME).map(|rules| rules.shown());
                let rules = shown.as_deref().unwrap_or(rules);
                let layers = solved.layers(&format!("{rules} · {}", solved.verdict()));
                let layers = layers.notes(solved.notes(P::COUNTED));
                [layers].into_iter().chain(solved.by_plies()).collect()
            }
            Answer::All { variants } => vec![all(variants)],
        }
    }
}

fn all(variants: &[Variant]) -> Sheet {
    Sheet::of(variants)
        .text("rules", |variant| variant.rules.clone())
        .text("outcome", |variant| variant.solved.value.to_string())
        .right("plies", |variant| variant.solved.plies)
        .text("first moves that keep it", |variant| {
            variant.solved.keepers()
        })
        .right("win", |variant| {
            Entry::grouped(variant.solved.total.outcomes.win)
        })
        .right("loss", |variant| {
            Entry::grouped(variant.solved.total.outcomes.loss)
        })
        .right("draw", |variant| {
            Entry::grouped(variant.solved.total.outcomes.draw)
        })
        .named("variants", "The variants on record, for the first player")
        .note("win, loss, draw: positions of all layers, for the side to move")
        .chart(Chart::Parts(&["win", "loss", "draw"]))
}

impl Solution {
    /// The meaning of the value of the start.
    fn verdict(&self) -> String {
        let plies = self.plies.map(|plies| counted(plies, "ply", "plies"));
        match (self.value, plies) {
            (Outcome::Win, Some(plies)) => format!("the first player wins in {plies}"),
            (Outcome::Loss, Some(plies)) => format!("the second player wins in {plies}"),
            _ => "a draw".to_owned(),
        }
    }

    /// The first moves that keep the value, in words: `c2 in 5, d1 in 7`.
    fn keepers(&self) -> String {
        let keeps = self.first_moves.iter().filter(|known| known.keeps);
        let names = keeps.map(|known| match known.plies {
            Some(plies) => format!("{} in {plies}", known.action),
            None => known.action.clone(),
        });
        let names: Vec<String> = names.collect();
        match names.len() == self.first_moves.len() {
            true if names.is_empty() => "none, it is over at the start".to_owned(),
            true => "all".to_owned(),
            false => names.join(", "),
        }
    }

    fn notes(&self, counts: &str) -> Vec<String> {
        let more = match self.plies {
            None => " …",
            Some(_) => "",
        };
        let mut notes = vec![
            format!("first moves that keep the value: {}", self.keepers()),
            format!("best play: {}{more}", self.line.moves.join(", ")),
        ];
        if let Some(longest) = &self.longest {
            notes.push(format!(
                "longest, {} for the side to move: {} · {}",
                words(Goal::Game, longest.worth, ["ply", "plies"]),
                longest.position,
                longest.moves.join(", ")
            ));
        }
        notes.push(format!("pieces of the side to move first; {counts}"));
        if let Some(history) = &self.history {
            notes.extend(history.explained());
        }
        notes
    }

    /// The layers, and all of them together.
    fn layers(&self, heading: &str) -> Sheet {
        let layer = |of: &'_ LayerOutcomes| of.pieces.to_string();
        let layers = (self.layers.iter()).map(|of| (layer(of), &of.total, of.longest));
        let longest = self.layers.iter().filter_map(|of| of.longest).max();
        let all = ("all".to_owned(), &self.total, longest);
        Sheet::of(layers.chain([all]))
            .text("pieces", |(name, ..)| name.clone())
            .right("positions", |(_, of, _)| {
                Entry::grouped(of.outcomes.positions)
            })
            .right("win", |(_, of, _)| Entry::grouped(of.outcomes.win))
            .right("loss", |(_, of, _)| Entry::grouped(of.outcomes.loss))
            .right("draw", |(_, of, _)| Entry::grouped(of.outcomes.draw))
            .right("terminal", |(_, of, _)| Entry::grouped(of.terminal))
            .right("excluded", |(_, of, _)| Entry::grouped(of.excluded))
            .right("longest", |&(.., longest)| longest)
            .named("layers", heading)
            .chart(Chart::Parts(&["win", "loss", "draw"]))
    }

    /// The largest layer by plies to the end.
    fn by_plies(&self) -> Option<Sheet> {
        let positions = |of: &&LayerOutcomes| of.total.outcomes.positions;
        let largest = self.layers.iter().max_by_key(positions)?;
        Some(
            Sheet::of(&largest.by_plies)
                .right("plies", |decided| decided.plies)
                .text("outcome", |decided| decided.outcome.to_string())
                .right("positions", |decided| Entry::grouped(decided.count))
                .named(
                    "plies",
                    format!("Layer {} by plies to the end", largest.pieces),
                ),
        )
    }
}

/// A game that is solved from its start.
pub(crate) trait Solvable: GameWithoutThrows {
    /// What the positions of a layer are, in a sentence.
    const COUNTED: &'static str;

    /// The game solved, where no more positions than a budget have to be looked at.
    ///
    /// # Errors
    /// There are more, or there is no memory for them.
    fn solved(
        rules: &Self::Rules,
        budget: Option<u64>,
        note: &Note,
    ) -> Result<SolvedGame<Self>, Fault>;

    /// The rules of all variants on record.
    fn variants(rules: &Self::Rules) -> Vec<Self::Rules>;
}
