//! Daldøs for the commands of `with_throws`: moves, play, review, simulate.

use clap::Args;

use super::analyse::{Ways, worth};
use crate::ask::args::measure::measure_of_turns;
use crate::ask::args::tables::TablesPlace;
use crate::ask::playing::Ranking;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::ask::with_throws::GameWithThrows;
use crate::ask::with_throws::moves::Column;
use crate::ask::with_throws::play::{Machine, basis, equal, plays_for, short};
use crate::ask::with_throws::review::with_endgame;
use crate::ask::with_throws::simulate::{Playouts, Simulate};
use crate::exact::Quantity;
use crate::exact::serial::count;
use crate::games::daldos::analyse::{By, Closeness, analyse, rank};
use crate::games::daldos::review::measured;
use crate::games::daldos::simulate::Players;
use crate::games::daldos::{Cast, Play, Position, Team};
use crate::games::playouts::{Policy, simulate};
use crate::games::record::Record;
use crate::games::throws::endgame::{Endgames as _, Terms};
use crate::games::throws::review::Review;
use crate::games::throws::{NothingKnown, Turn, Worth};
use crate::work::Note;

/// Decimal places of values.
const DIGITS: usize = 6;

/// What is asked of the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    /// What the machine plays for, where it is not known who wins
    #[arg(long, value_parser = measure_of_turns(), default_value = "net")]
    by: By,
    /// The most work for a move, in throws and plays looked at
    #[arg(long, value_name = "N", default_value_t = Closeness::BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    budget: u64,
    #[command(flatten)]
    tables: TablesPlace,
}

/// The merit of a play, in words.
fn aim(by: By) -> &'static str {
    match by {
        By::Take => "the chance to take something in this turn",
        By::Safe => "the chance that nothing is taken in the next turn",
        By::Net => "the net gain in pieces to the end of the next turn, on average",
        By::Win => "the chance to win",
    }
}

/// The work for a move.
fn closeness(machine: &Machine<Position>) -> Closeness {
    Closeness {
        budget: machine.own.budget,
        ..Closeness::default()
    }
}

/// How a game is gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct ReviewArgs {
    /// The measure of plays where the chance to win is not known
    #[arg(long, value_parser = measure_of_turns(), default_value = "net")]
    by: By,
    /// Solve the endgame of the game, if it has at most N positions; 0: none
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(0..=5_000_000))]
    positions: u32,
    /// Chances to win as fractions, of at most 14,000 positions
    #[arg(long)]
    exact: bool,
    /// The most work for each throw, in throws and plays looked at; more work brings the bounds closer
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
}

impl GameWithThrows for Position {
    type Own = Ways;
    type PlayArgs = PlayArgs;
    type Left = Cast;
    type Action = Play;
    type ReviewArgs = ReviewArgs;

    const THROW: &'static str = "1,3";
    const COLUMNS: &'static [Column<Ways>] = &[
        ("throws again", false, |play| match play.again {
            true => "yes".to_owned(),
            false => String::new(),
        }),
        ("or", false, |play| play.ways[1..].join(", ")),
    ];
    const OWN_THROW: &'static str = "1+3";
    /// Some seconds' work.
    const MOST_SOLVED: u32 = 20_000;
    const LINES: [&'static str; 2] = ["throw", "throws"];

    fn captures(&self, play: &Play) -> Vec<String> {
        texts(&self.holes(play.taken))
    }

    fn own(&self, play: &Play) -> Ways {
        let ways = play.ways.iter().map(|way| self.way_text(way));
        Ways {
            ways: ways.collect(),
            again: play.again,
        }
    }

    fn column_note(_plays: &[Play]) -> String {
        "! released by this move; the last column is the position before the next throw".to_owned()
    }

    fn tables(args: &PlayArgs) -> Option<&TablesPlace> {
        Some(&args.tables)
    }

    fn introduced(&self, args: &PlayArgs) -> Vec<String> {
        vec![plays_for(aim(args.by))]
    }

    fn by_chance(
        &self,
        machine: &Machine<Self>,
        cast: &Cast,
    ) -> Result<Option<Vec<Worth<Play>>>, Failure> {
        Ok(machine.kept.borrow().plays(self, cast))
    }

    fn by_aim(&self, machine: &Machine<Self>, cast: &Cast) -> Result<Ranking<Play>, Failure> {
        let by = machine.own.by;
        let ranked = machine.caller.during("comparing plays", || {
            rank(self, cast, by, &NothingKnown, &closeness(machine))
        });
        let (plays, reason) = ranked?;
        let values = || plays.iter().map(|ranked| ranked.value.as_ref());
        let basis = basis(
            by,
            reason.is_some_and(|reason| reason.proved),
            short(values(), by),
        );
        let said = |value: Option<&Quantity>| match value {
            Some(value) => worth(by, &value.decimal(DIGITS)),
            None => "not known".to_owned(),
        };
        let equal = equal(values());
        let moves = plays.into_iter();
        let moves = moves.map(|ranked| (ranked.play, said(ranked.value.as_ref())));
        Ok(Ranking::of(equal, basis, moves))
    }

    fn takes(&self, machine: &Machine<Self>) -> Result<Option<[Quantity; 2]>, Failure> {
        let any =
            |position: &Position| Ok::<_, Failure>(analyse(position, &closeness(machine))?.take);
        Ok(Some([any(self)?, any(&self.passed())?]))
    }

    fn fallen(
        &self,
        _opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<(String, Option<Cast>), String> {
        let game = self.game();
        let cast = game.cast_at(below(game.total()));
        let cast = *cast.ok_or("The dice show nothing.")?;
        Ok((cast.text(), Some(cast)))
    }

    fn looks_thrown(text: &str, _playing: bool) -> bool {
        let mut signs = text.chars();
        signs.all(|c| c.is_ascii_digit() || " +,".contains(c)) && text.contains([' ', '+', ','])
    }

    fn begun(&self, cast: &Cast) -> (Self, Option<Cast>, String) {
        let mut words = String::new();
        if self.plays(cast).iter().all(Play::is_pass) {
            words.push_str(": nothing can be moved");
        }
        if cast.extra {
            words.push_str(", which earns another throw");
        }
        (self.clone(), Some(*cast), words)
    }

    fn shown_left(cast: &Cast) -> String {
        cast.text()
    }

    fn read_action(&self, cast: &Cast, text: &str) -> Result<Vec<Play>, String> {
        let play = self.read_play(cast, text);
        play.map(|play| vec![play])
            .map_err(|error| error.to_string())
    }

    fn made(&self, _cast: &Cast, play: &Play) -> (Self, Option<Cast>) {
        (self.after(play), None)
    }

    fn action_name(&self, play: &Play) -> String {
        let taken = match self.holes(play.taken).as_slice() {
            [] => String::new(),
            holes => format!(", takes {}", spaced(holes)),
        };
        play.text(self) + &taken
    }

    fn action_written(&self, play: &Play) -> String {
        play.text(self)
    }

    fn forced(&self, cast: &Cast) -> Option<Play> {
        let mut plays = self.plays(cast);
        let passes = plays.first()?.is_pass();
        passes.then(|| plays.swap_remove(0))
    }

    fn measure(by: By) -> &'static str {
        match by {
            By::Take => "take: the chance to take something in this turn",
            By::Safe => {
                "safe: the chance that the opponent takes something in the next turn, lower is better"
            }
            By::Net => "net: the net gain in pieces to the end of the next turn, on average",
            By::Win => "win: the chance to win",
        }
    }

    fn reviewed(
        record: &Record<Self>,
        asked: &ReviewArgs,
        caller: Caller,
        note: &Note,
    ) -> Result<Review<Team>, Failure> {
        let most = match asked.exact {
            true => asked.positions.min(Self::MOST_EXACT as u32),
            false => asked.positions,
        };
        let terms = Terms {
            exact: asked.exact,
            ..Terms::positions(most)
        };
        let options = Closeness {
            budget: asked.budget,
            ..Closeness::default()
        };
        let earlier = |turn: &Turn<Self>| measured(turn, asked.by, &options);
        let tables = within_reach(&asked.tables, &record.rules().to_string(), caller)?;
        let from = (tables.as_ref(), &terms);
        let (mut found, _) = with_endgame(record, from, &earlier, &asked.playouts, note)?;
        found.known = found.change.as_ref().map(|change| {
            let how = match (&found.solved, asked.exact) {
                (Some(positions), exact) => {
                    let positions = counted(grouped(*positions), "position", "positions");
                    let how = if exact { "exact" } else { "proved bounds" };
                    format!("from an endgame of {positions}, {how}")
                }
                (None, _) => "from tables, proved bounds".to_owned(),
            };
            format!(
                "chances to win are known from ply {} on, {how}",
                change.from_ply
            )
        });
        Ok(found)
    }

    fn played_out(
        &self,
        _begins: bool,
        asked: &Simulate<Self>,
        note: &Note,
    ) -> Result<Playouts, Failure> {
        let policies = asked.policies(|text| Policy::read(text, Policy::WHOLE))?;
        let players = Players::new(self, policies, note)?;
        let tally = simulate(&players, self, asked.games, asked.seed, note)?;
        let note = players.greedy_before(self).map(|[one, other]| {
            format!(
                "best knows the endgame of {one} against {other} pieces and plays greedily before it"
            )
        });
        Ok(Playouts::of(asked, &tally, Some(self.side()), note))
    }
}
