//! `siga daldos play`: what daldøs has of its own in a game against the machine.

use clap::Args;

use super::analyse::worth;
use crate::ask::args::measure::measure_of_turns;
use crate::ask::args::tables::TablesPlace;
use crate::ask::playing::Ranking;
use crate::ask::prelude::*;
use crate::ask::with_throws::play::{
    Machine, PlaysThrows, basis, equal, plays_for, short,
};
use crate::exact::Quantity;
use crate::games::daldos::analyse::{By, Closeness, analyse, rank};
use crate::games::daldos::{Cast, Play, Position};
use crate::games::throws::{NothingKnown, Worth};

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

impl PlaysThrows for Position {
    type Args = PlayArgs;
    type Left = Cast;
    type Action = Play;

    const OWN_THROW: &'static str = "1+3";
    /// Some seconds' work.
    const MOST_SOLVED: u32 = 20_000;

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
}
