//! Who wins with few pieces.

use clap::{Args, ValueEnum};
use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Zero as _;

use super::Thrown;
use super::args::{Commands, EndgameTerms};
use super::moves::{Move, played_of, some_thrown};
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::{Placed, PositionOf};
use crate::board::Team;
use crate::exact::serial::count;
use crate::exact::stochastic::Ending;
use crate::exact::{Quantity, decimal_text, fraction_text};
use crate::games::running_fight::endgame::{
    ByThrow, Draw, EndgameError, LISTED_THROWS, Limits, MAX_STATES, MAX_THROWS, Solution, Terms,
    USUAL_STATES, USUAL_THROWS, Worth, solve,
};
use crate::games::running_fight::position::{Play, Position};
use crate::rules::RulesText;
use crate::work::limit::grouped as digits_grouped;
use crate::work::{Fault, Note};

/// Who wins a position of few pieces.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands", rename = "EndgameQuery")]
pub(crate) struct Endgame<R: Commands> {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<Position<R>>,
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    terms: R::EndgameTerms,
    #[arg(id = "yield", long = "yield", alias = "throw", value_name = "THROW[,THROW…]", help = R::TEXTS.played[1])]
    #[serde(rename = "yield", serialize_with = "some_thrown")]
    #[schemars(with = "Option<Vec<Thrown>>")]
    played: Option<String>,
}

/// Where games can be drawn.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct DrawArgs {
    /// What a draw is worth
    #[arg(long, value_enum, default_value_t = DrawIs::Half)]
    draw: DrawIs,
}

impl EndgameTerms for DrawArgs {
    fn draw(&self) -> Draw {
        self.draw.into()
    }
}

/// Where each throw can be used before the next is made.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ExactArgs {
    /// Fractions in place of bounds, of at most 3,000 states
    ///
    /// Only where each throw is used before the next is made.
    #[arg(long)]
    exact: bool,
}

impl EndgameTerms for ExactArgs {
    fn exact(&self) -> bool {
        self.exact
    }
}

/// The size of an endgame that is solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct LimitArgs {
    /// Leave turns with more throws open, where all throws of a turn are made first
    #[arg(long, value_name = "N", default_value_t = USUAL_THROWS,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THROWS)))]
    max_throws: u32,
    /// Solve at most N states, up to 2,000,000
    #[arg(long, alias = "positions", value_name = "N", default_value_t = USUAL_STATES,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_STATES)))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    states: u32,
}

impl From<&LimitArgs> for Limits {
    fn from(limits: &LimitArgs) -> Self {
        Self {
            max_throws: limits.max_throws,
            states: limits.states,
        }
    }
}

/// The worth of a draw to the team to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DrawIs {
    /// As much as a loss: the chance to win
    Lost,
    /// Half a win: the chance to win plus half the chance of a draw
    Half,
    /// As much as a win: the chance not to lose
    Won,
}

impl From<DrawIs> for Draw {
    fn from(draw: DrawIs) -> Self {
        match draw {
            DrawIs::Lost => Self::Lost,
            DrawIs::Half => Self::Half,
            DrawIs::Won => Self::Won,
        }
    }
}

/// The size of an endgame, in words.
fn from(boards: String, states: String) -> String {
    format!(
        "from {} in {}",
        counted(boards, "board", "boards"),
        counted(states, "state", "states")
    )
}

/// The way chances are known of an endgame that was solved.
pub(crate) fn solved(solution: &Solution, max_throws: u32) -> String {
    let [boards, states] =
        [solution.boards, solution.states].map(|count| digits_grouped(count as u128));
    let from = from(boards, states);
    match solution.cut {
        true => format!(
            "proved bounds, {from}; turns in which more than {max_throws} throws stand are left open"
        ),
        false => format!("proved bounds, {from}"),
    }
}

/// Who wins a position of few pieces under best play.
#[derive(Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct Endings<R: Commands> {
    /// Chance that the team to move wins, before its throw; where games can be drawn, with the chance of a draw as `draw` says.
    win: Quantity,
    /// The boards that can follow, each in the view of the team to move.
    boards: Count,
    /// The states that were solved.
    states: Count,
    /// Whether turns in which more than `max_throws` throws stand were left open.
    cut: bool,
    /// How it is known that games end; of boards to which only turns left open lead nothing is said.
    ends: Ending,
    /// With `--yield`: its plays, the best first by the middle of the bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<PlayValue<R::Counts>>>,
    /// Without `--yield`.
    #[serde(flatten)]
    first: Option<FirstThrows<R::Counts>>,
}

/// Without `--yield`: the throws that the turn can begin with.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FirstThrows")]
struct FirstThrows<C> {
    /// Without `--yield`: the plays of each throw; where all throws of a turn are made first, of each yield of turns of at most 3.
    by_throw: Vec<ThrowValues<C>>,
    /// Without `--yield`: the chance of longer turns, which are not in `by_throw`.
    longer: Number,
}

/// Throws with their plays.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ThrowValues")]
struct ThrowValues<C> {
    /// The throws to be played.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    /// Chance of these throws.
    chance: Number,
    /// Whether the same team throws again afterwards, in the same turn.
    again: bool,
    /// The best first by the middle of the bounds.
    plays: Vec<BestOrNot<C>>,
}

/// A play of a throw and its worth.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "BestOrNot")]
struct BestOrNot<C> {
    #[serde(flatten)]
    value: PlayValue<C>,
    /// Whether no other play is proved to be better.
    best: bool,
    /// Whether it is proved that no other play is better.
    proved: bool,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
struct PlayValue<C> {
    #[serde(flatten)]
    play: Move<C>,
    /// The same after it, for the team that plays it; `null` where it leads out of what was solved.
    win: Option<Quantity>,
}

impl<C> PlayValue<C> {
    /// The value after it, for people.
    fn won(&self) -> Entry {
        let win = self.win.as_ref();
        win.map_or(Entry::Missing("not known"), Entry::from)
    }
}

/// A play for programs.
fn play_value<R: Commands>(worth: &Worth<Play<R>>) -> PlayValue<R::Counts> {
    PlayValue {
        play: Move::of(&worth.play),
        win: worth.win.clone(),
    }
}

impl<C> FirstThrows<C> {
    fn of<R: Commands<Counts = C>>(by_throw: &ByThrow<R>) -> Self {
        let throws = by_throw.throws.iter().map(|throw| ThrowValues {
            played: Thrown::all(&throw.played),
            chance: (&throw.chance).into(),
            again: throw.again,
            plays: (throw.plays.iter())
                .map(|worth| BestOrNot {
                    value: play_value(worth),
                    best: throw.may_be_best(worth),
                    proved: throw.is_best(worth),
                })
                .collect(),
        });
        Self {
            by_throw: throws.collect(),
            longer: (&by_throw.others).into(),
        }
    }
}

impl<R: Commands> Endgame<R> {
    /// The best play of each throw.
    fn best_plays(&self, first: &FirstThrows<R::Counts>, places: usize) -> Sheet {
        let rules = self.at.subject().rules();
        let side = self.at.subject().position.side();
        let throws = first.by_throw.iter();
        let best = throws.filter_map(|throw| Some((throw, throw.plays.first()?)));
        let played = |throw: &ThrowValues<R::Counts>| match throw.played.iter().join(",") {
            nothing if nothing.is_empty() => "-".to_owned(),
            played => played,
        };
        let longer = (!first.longer.0.is_zero()).then(|| {
            format!(
                "turns of at most {LISTED_THROWS} throws; the chance of longer ones is {}: --yield has the plays of any throws",
                decimal_text(&first.longer.0, places)
            )
        });
        Sheet::of(best)
            .text("throw", |(throw, _)| played(throw))
            .chance("exactly", "chance", |(throw, _)| {
                Entry::exact(throw.chance.0.clone())
            })
            .text("best play", |(_, best)| best.value.play.action.clone())
            .column(
                Column::chance_decimal(format!("{side} wins")),
                |(_, best)| best.value.won(),
            )
            .text("proved", |(_, best)| if best.proved { "yes" } else { "no" })
            .right("other plays", |(throw, _)| throw.plays.len() - 1)
            .named("best", format!("{rules} · the best play of each throw"))
            .notes(longer)
    }

    /// The value of a position for a team in words.
    fn value(draw: Draw, side: Team) -> String {
        match draw {
            _ if !R::DRAWN => format!("{side} wins"),
            Draw::Lost => format!("{side} wins, and does not draw,"),
            Draw::Half => format!("{side} wins, a draw counted as half a win,"),
            Draw::Won => format!("{side} wins or draws"),
        }
    }

    /// The chance to win, and how it is known.
    fn notes(&self, endings: &Endings<R>, places: usize) -> Vec<String> {
        let Endings {
            win,
            boards,
            states,
            ends,
            cut,
            ..
        } = endings;
        let side = self.at.subject().position.side();
        let decimal = win.decimal(places);
        let is = match win.exact().map(fraction_text) {
            Some(fraction) if fraction.len() <= 40 => format!("{fraction} = {decimal}"),
            _ => decimal,
        };
        let solved = from(boards.grouped(), states.grouped());
        let mut notes = vec![format!(
            "{} with chance {is}",
            Self::value(self.terms.draw(), side)
        )];
        notes.push(match (self.terms.exact(), *cut) {
            (true, _) => format!("exact, {solved}; proved: no other play helps either side"),
            (false, false) => format!("proved bounds, {solved}"),
            (false, true) => format!(
                "proved bounds, {solved}; turns in which more than {} stand are left open: --max-throws brings the bounds closer",
                counted(self.limits.max_throws, "throw", "throws")
            ),
        });
        // Where there is one value, it is the same whatever a game without end is worth.
        let open = win.width() > Some(BigRational::new(1.into(), 1_000_000_000.into()));
        if open || *ends != Ending::NotKnown {
            notes.extend(ends.said().map(str::to_owned));
        }
        notes
    }
}

impl<R: Commands> Command for Endgame<R> {
    const WORDS: &'static [&'static str] = &[<R as RulesText>::GAME, "endgame"];
    const ABOUT: &'static str = "Who wins a position of few pieces under best play";
    type Answer = Endings<R>;

    fn help() -> String {
        R::TEXTS.endgame.to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Endings<R>, Failure> {
        let position = self.at.read(caller)?.clone();
        let played = self.played.as_deref();
        let played = played.map(|text| played_of(&position, text)).transpose()?;
        self.played = played.as_ref().map(ToString::to_string);
        let terms = Terms {
            draw: self.terms.draw(),
            exact: self.terms.exact(),
            limits: Limits::from(&self.limits),
        };
        let solved = solve(&position, &terms, note)?;
        let (moves, first) = match &played {
            Some(played) => {
                let plays = solved.plays(&position, played)?;
                (Some(plays.iter().map(play_value).collect()), None)
            }
            None => (None, Some(FirstThrows::of(&solved.by_throw(&position)?))),
        };
        let Solution {
            boards,
            states,
            cut,
            ..
        } = solved.solution();
        let win = solved.value(position.side(), &position);
        Ok(Endings {
            win: win.ok_or_else(|| Fault::from(EndgameError::Exact))?,
            boards: Count::of(boards as u64),
            states: Count::of(states as u64),
            cut,
            ends: solved.ending(),
            moves,
            first,
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, _endings: &Endings<R>) -> Option<Picture> {
        Some(self.at.subject().picture())
    }

    fn tables(&self, endings: &Endings<R>, style: &Style) -> Vec<Sheet> {
        let rules = self.at.subject().rules();
        let side = self.at.subject().position.side();
        let chance = Sheet::of([(side, &endings.win)])
            .text("wins", |(side, _)| side.to_string())
            .chance("exactly", "chance", |(_, win)| *win)
            .named("win", format!("{rules} · before the throw, best play"))
            .notes(self.notes(endings, style.places()));
        let Some((plays, played)) = endings.moves.as_ref().zip(self.played.as_ref()) else {
            let first = endings.first.as_ref();
            let best = first.map(|first| self.best_plays(first, style.places()));
            return best.into_iter().chain([chance]).collect();
        };
        let plays = Sheet::of(plays)
            .text("moves", |value| value.play.action.clone())
            .text("takes", |value| value.play.captures.join(" "))
            .column(Column::chance_decimal(format!("{side} wins")), |value| {
                value.won()
            })
            .named(
                "plays",
                format!("{rules} · plays of {played}, the best first"),
            );
        vec![plays, chance]
    }
}
