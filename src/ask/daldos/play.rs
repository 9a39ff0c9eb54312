//! `siga daldos play`: a game with dice, against the proved chance to win or what is best for the next turns.

use std::cell::{Cell, RefCell};

use clap::Args;

use super::analyse::worth;
use crate::ask::args::play::{DiceArgs, GameArgs, Seat};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Plays;
use crate::ask::playing::{self, Dice, Match, Next, Opened, Ranking, Rated, Step, Terms};
use crate::ask::prelude::*;
use crate::ask::running_fight::proof::{basis, before_throw, played_best, plays_for, short, wins};
use crate::ask::tables;
use crate::exact::Quantity;
use crate::games::daldos::Rules;
use crate::games::daldos::analyse::{By, Options, Ranked, analyse, rank};
use crate::games::daldos::endgame::Chances;
use crate::games::daldos::review::{Record, Turn};
use crate::games::daldos::{Cast, Play, Position, moves::View};
use crate::rules::RulesText;
use crate::solve::Directory;

/// Positions that an endgame may have to be solved in the middle of a game: some seconds' work.
const MOST_SOLVED: u128 = 20_000;
/// Decimal places of values.
const DIGITS: usize = 6;

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    common: GameArgs<Seat>,
    #[command(flatten)]
    thrown: DiceArgs,
    /// The most work for a move, in throws and plays looked at
    #[arg(long, value_name = "N", default_value_t = Options::BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    budget: u64,
    #[command(flatten)]
    tables: TablesPlace,
}

impl Plays for PlayArgs {
    const ABOUT: &'static str = "Play a game, the dice thrown or your own";

    fn help() -> String {
        "\
Type plays (m3-m5 !a1-m1), `hint`, `value`, `moves`, `undo`, `save FILE`, `record FILE`, `help` or `quit`. With few \
pieces left the machine plays by the proved chance to win, and else by what --by says: each time it says which. The \
dice are thrown for both sides, the same for the same --seed; a throw that you type, such as 1+3, takes the place of \
the one shown.

Examples:
  siga daldos play
  siga daldos play --as b --rules daldos:n=12,loses_at=1 --seed 7
  siga daldos play --own-dice --start \"8A7/2A1B12/16 A\""
            .to_owned()
    }

    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure> {
        open(self, caller)
    }
}

fn open(arguments: &PlayArgs, caller: Caller<'static>) -> Result<Opened, Failure> {
    let common = &arguments.common;
    let position: Position = playing::start(common, caller)?;
    let by = By::from(arguments.thrown.by);
    let remarks = [
        format!("Rules: {}", position.game().rules()),
        plays_for(aim(by)),
    ];
    let game = Boat {
        rules: position.game().rules().clone(),
        seat: common.seat(),
        by,
        options: Options {
            budget: arguments.budget,
            ..Options::default()
        },
        tables: tables::within_reach(
            &arguments.tables,
            &position.game().rules().to_string(),
            caller,
        )?,
        caller,
        known: RefCell::new(Chances::Unknown),
        tried: Cell::new(None),
    };
    let start = ThrownPosition {
        position,
        cast: None,
    };
    let terms = Terms {
        own_dice: arguments.thrown.own_dice,
        ..Terms::of(common)
    };
    Ok(Opened::new(game, start, &remarks, terms))
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

/// A position, and the throw that is to be played there.
#[derive(Clone)]
struct ThrownPosition {
    position: Position,
    cast: Option<Cast>,
}

/// A game of daldøs, and how the machine plays it.
struct Boat {
    rules: Rules,
    seat: Seat,
    /// The measure of the machine's plays where it is not known who wins.
    by: By,
    options: Options,
    tables: Option<Directory>,
    caller: Caller<'static>,
    /// The endgame that was come to last.
    known: RefCell<Chances>,
    /// The pieces and undalled pieces of both sides where none was found.
    tried: Cell<Option<[u32; 4]>>,
}

/// The numbers of pieces and of undalled pieces, whoever is to move: with the same an endgame has about the same size.
fn shape(state: &View) -> [u32; 4] {
    let [mut one, mut other] = [
        [state.own, state.own_undalled],
        [state.enemy, state.enemy_undalled],
    ]
    .map(|sets| sets.map(u64::count_ones));
    if one < other {
        std::mem::swap(&mut one, &mut other);
    }
    [one[0], one[1], other[0], other[1]]
}

impl Boat {
    /// The chance that the side to move wins, where it is proved.
    fn chance(&self, position: &Position) -> Result<Option<Quantity>, Failure> {
        let state = position.view();
        let look = || self.known.borrow().chance(state);
        let mut found = look()?;
        if found.is_none() && self.tried.get() != Some(shape(state)) {
            self.known.replace(self.source(position)?);
            found = look()?;
            self.tried.set(found.is_none().then(|| shape(state)));
        }
        Ok(found)
    }

    /// The endgame of a position, from tables or solved, if it is small enough.
    fn source(&self, position: &Position) -> Result<Chances, Failure> {
        let found = self.caller.during("solving the endgame", || {
            Chances::within(position, self.tables.as_ref(), MOST_SOLVED)
        });
        Ok(found?)
    }

    /// The plays of a throw, the best first, the measure they are ranked by, and whether the first is proved to be the best.
    fn ranked(&self, state: &ThrownPosition) -> Result<(Vec<Ranked>, By, bool), Failure> {
        let (position, Some(cast)) = (&state.position, &state.cast) else {
            return Ok((Vec::new(), self.by, false));
        };
        let by = match self.chance(position)? {
            Some(_) => By::Win,
            None => self.by,
        };
        // Every position that follows a position of an endgame is in the same endgame.
        let chances = self.known.borrow();
        let ranked = self.caller.during("comparing plays", || {
            rank(position, cast, by, &*chances, &self.options)
        });
        let (plays, reason) = ranked?;
        Ok((plays, by, reason.is_some_and(|reason| reason.proved)))
    }
}

impl Match for Boat {
    type State = ThrownPosition;
    type Move = Play;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["m3-m5", "move a piece by one number, or by both added"],
        ["m3-m5 m9-m10", "move two pieces, one number each"],
        [
            "!a1-m1",
            "release a piece with a 1; the mark may be left out",
        ],
    ];
    const THROW: Option<[&'static str; 2]> = Some([
        "1+3",
        "a throw of your own dice, in the place of the one shown",
    ]);

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn how_to_play(&self) -> String {
        self.rules.how_to_play()
    }

    fn shown(&self, state: &ThrownPosition) -> String {
        let position = &state.position;
        let picture = Subject::at(position.clone()).picture();
        match &state.cast {
            None => picture.text(),
            Some(cast) => format!(
                "{}\n  {position} · {} to play {} · capitals are dalled\n",
                picture.board,
                position.side(),
                cast.text()
            ),
        }
    }

    fn next(&self, state: &ThrownPosition, _: &[Step<Self>]) -> Next {
        match (state.position.winner(), &state.cast) {
            (Some(winner), _) => Next::Over(format!("The game is over: {winner} has won.")),
            (None, None) => Next::Throw,
            (None, Some(_)) if self.seat.has_player(state.position.side()) => Next::Person,
            (None, Some(_)) => Next::Machine,
        }
    }

    fn is_solved(&self, state: &ThrownPosition) -> Result<bool, Failure> {
        Ok(self.chance(&state.position)?.is_some())
    }

    fn mover(&self, state: &ThrownPosition) -> String {
        state.position.side().to_string()
    }

    fn read(&self, state: &ThrownPosition, text: &str) -> Result<Vec<Play>, String> {
        let Some(cast) = &state.cast else {
            return Err("First the throw.".to_owned());
        };
        let play = state.position.read_play(cast, text);
        play.map(|play| vec![play])
            .map_err(|error| error.to_string())
    }

    fn make(&self, state: &ThrownPosition, play: &Play) -> ThrownPosition {
        ThrownPosition {
            position: state.position.after(play),
            cast: None,
        }
    }

    fn name(&self, state: &ThrownPosition, play: &Play) -> String {
        let taken = match state.position.holes(play.taken).as_slice() {
            [] => String::new(),
            holes => format!(", takes {}", spaced(holes)),
        };
        play.text(&state.position) + &taken
    }

    fn forced(&self, state: &ThrownPosition) -> Option<Play> {
        let mut plays = state.position.plays(state.cast.as_ref()?);
        let passes = plays.first()?.is_pass();
        passes.then(|| plays.swap_remove(0))
    }

    fn ranking(&self, state: &ThrownPosition, _: &[Step<Self>]) -> Result<Ranking<Play>, Failure> {
        let (plays, by, proved) = self.ranked(state)?;
        let first = plays.first().map(|best| &best.value);
        let equal = (plays.iter()).take_while(|ranked| Some(&ranked.value) == first);
        let short = short(plays.iter().map(|ranked| ranked.value.as_ref()), by);
        Ok(Ranking {
            equal: equal.count(),
            basis: basis(by, proved, short),
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

    fn value(&self, state: &ThrownPosition, _: &[Step<Self>]) -> Result<String, Failure> {
        let position = &state.position;
        let side = position.side();
        let mut lines = Vec::new();
        match self.chance(position)? {
            Some(chance) => lines.push(before_throw(side, &wins(&chance.decimal(DIGITS)))),
            None => {
                lines.push("Who wins is not known.".to_owned());
                let other = position.passed();
                for (position, when) in [
                    (position, "before the throw"),
                    (&other, "if it were to throw now"),
                ] {
                    let turn = analyse(position, &self.options);
                    let turn = turn?;
                    lines.push(format!(
                        "{}, {when}, takes at least one piece with chance {} (proved).",
                        position.side(),
                        turn.any.decimal(DIGITS)
                    ));
                }
            }
        }
        if let Some(cast) = &state.cast {
            let (plays, by, _) = self.ranked(state)?;
            if let Some(value) = plays.first().and_then(|best| best.value.as_ref()) {
                let value = worth(by, &value.decimal(DIGITS));
                lines.push(played_best(side, &cast.text(), &value));
            }
        }
        Ok(lines.join("\n"))
    }

    fn throw(
        &self,
        state: &ThrownPosition,
        dice: &mut Dice,
    ) -> Result<(ThrownPosition, String), String> {
        let game = state.position.game();
        let cast = game.cast_at(dice.below(game.total()));
        let cast = cast.ok_or("The dice show nothing.")?;
        Ok(thrown(state, *cast))
    }

    fn read_throw(
        &self,
        state: &ThrownPosition,
        text: &str,
    ) -> Option<Result<(ThrownPosition, String), String>> {
        let looks_so = text
            .chars()
            .all(|c| c.is_ascii_digit() || " +,".contains(c))
            && text.contains([' ', '+', ',']);
        looks_so.then(|| {
            let cast = state.position.game().read_throw(text);
            cast.map(|cast| thrown(state, cast))
                .map_err(|error| error.to_string())
        })
    }

    fn file(&self, state: &ThrownPosition) -> String {
        let position = &state.position;
        let file = playing::file(position);
        match &state.cast {
            None => file,
            Some(cast) => format!("{file}# thrown: {}\n", cast.text()),
        }
    }

    fn record(&self, past: &[Step<Self>], now: &ThrownPosition) -> Option<String> {
        let start = past.first().map_or(now, |step| &step.state);
        let mut record = Record::new(start.position.clone());
        for step in past {
            if let (Some(play), Some(cast)) = (&step.action, step.state.cast) {
                record.push(Turn::new(step.state.position.clone(), cast, play));
            }
        }
        Some(record.to_string())
    }
}

/// The state after a throw, and the throw in words.
fn thrown(state: &ThrownPosition, cast: Cast) -> (ThrownPosition, String) {
    let mut words = cast.text();
    let plays = state.position.plays(&cast);
    if plays.iter().all(Play::is_pass) {
        words.push_str(": nothing can be moved");
    }
    if cast.extra {
        words.push_str(", which earns another throw");
    }
    let after = ThrownPosition {
        position: state.position.clone(),
        cast: Some(cast),
    };
    (after, words)
}
