//! `siga daldos play`: what daldøs has of its own in a game against the machine.

use std::cell::RefCell;

use clap::Args;

use super::analyse::worth;
use crate::ask::args::measure::measure_of_turns;
use crate::ask::args::tables::TablesPlace;
use crate::ask::playing::{Ranking, Rated};
use crate::ask::prelude::*;
use crate::ask::tables;
use crate::ask::with_throws::play::{
    Cast as Fallen, Machine, PlaysThrows, Turned, basis, equal, plays_for, short,
};
use crate::exact::Quantity;
use crate::games::daldos::analyse::{By, Closeness, analyse, rank};
use crate::games::daldos::{Cast, Play, Position};
use crate::games::throws::endgame::{Kept, Limits};
use crate::games::throws::{NothingKnown, Worth};
use crate::work::Note;

/// Positions that an endgame may have to be solved in the middle of a game: some seconds' work.
const MOST_SOLVED: u32 = 20_000;
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

/// How the machine plays daldøs.
pub(crate) struct Boat {
    /// The measure of its plays where it is not known who wins.
    by: By,
    options: Closeness,
    caller: Caller<'static>,
    /// The endgame that was come to last.
    kept: RefCell<Kept<Position>>,
}

impl Machine<Position> for Boat {
    fn chance(&self, position: &Position) -> Result<Option<Quantity>, Failure> {
        let find = |note: &Note| self.kept.borrow_mut().chance(position, note);
        Ok(self.caller.noting("solving the endgame", find)?)
    }

    fn by_chance(
        &self,
        position: &Position,
        cast: &Cast,
    ) -> Result<Option<Vec<Worth<Play>>>, Failure> {
        Ok(self.kept.borrow().plays(position, cast))
    }

    fn by_aim(&self, position: &Position, cast: &Cast) -> Result<Ranking<Play>, Failure> {
        let by = self.by;
        let ranked = self.caller.during("comparing plays", || {
            rank(position, cast, by, &NothingKnown, &self.options)
        });
        let (plays, reason) = ranked?;
        let short = short(plays.iter().map(|ranked| ranked.value.as_ref()), by);
        Ok(Ranking {
            equal: equal(plays.iter().map(|ranked| &ranked.value)),
            basis: basis(by, reason.is_some_and(|reason| reason.proved), short),
            open: None,
            moves: (plays.into_iter())
                .map(|ranked| Rated {
                    value: match &ranked.value {
                        Some(value) => worth(by, &value.decimal(DIGITS)),
                        None => "not known".to_owned(),
                    },
                    action: ranked.play,
                })
                .collect(),
        })
    }

    fn takes(&self, position: &Position) -> Result<Option<[Quantity; 2]>, Failure> {
        let any = |position: &Position| Ok::<_, Failure>(analyse(position, &self.options)?.take);
        Ok(Some([any(position)?, any(&position.passed())?]))
    }
}

impl PlaysThrows for Position {
    type Args = PlayArgs;
    type Machine = Boat;
    type Left = Cast;
    type Action = Play;

    const OWN_THROW: &'static str = "1+3";

    fn machine(
        &self,
        args: &PlayArgs,
        caller: Caller<'static>,
    ) -> Result<(Boat, Vec<String>), Failure> {
        let by = args.by;
        let rules = self.game().rules().to_string();
        let tables = tables::within_reach(&args.tables, &rules, caller)?;
        let machine = Boat {
            by,
            options: Closeness {
                budget: args.budget,
                ..Closeness::default()
            },
            kept: RefCell::new(Kept::new(Limits::positions(MOST_SOLVED), tables)),
            caller,
        };
        Ok((machine, vec![plays_for(aim(by))]))
    }

    fn fallen(
        &self,
        _opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Fallen<Cast>, String> {
        let game = self.game();
        let cast = game.cast_at(below(game.total()));
        let cast = *cast.ok_or("The dice show nothing.")?;
        Ok(Fallen {
            said: cast.text(),
            played: Some(cast),
        })
    }

    fn looks_thrown(text: &str, _playing: bool) -> bool {
        let mut signs = text.chars();
        signs.all(|c| c.is_ascii_digit() || " +,".contains(c)) && text.contains([' ', '+', ','])
    }

    fn begun(&self, cast: &Cast) -> Turned<Self> {
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
