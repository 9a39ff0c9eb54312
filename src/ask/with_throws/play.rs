//! `play` of games with throws: against the proved chance to win where it is known, and else what is best for the next turns.

use std::cell::RefCell;

use clap::Args;
use num_rational::BigRational;
use num_traits::Zero;

use super::GameWithThrows;
use crate::ask::help;
use crate::ask::one_command::AnyCommand;
use crate::ask::playing::{self, AnySession, GameArgs, Match, Next, Ranking, Seat, StepMade};
use crate::ask::prelude::*;
use crate::ask::tables::within_reach;
use crate::board::Team;
use crate::exact::Quantity;
use crate::games::playouts::Random;
use crate::games::record::{Record, Recordable};
use crate::games::throws::Worth;
use crate::games::throws::endgame::{Kept, Terms};
use crate::games::throws::ranked::By;
use crate::rules::RulesText;

/// Decimal places of chances.
const DIGITS: usize = 6;

/// A game, and how the machine plays it.
pub(crate) struct Machine<P: GameWithThrows> {
    seat: Seat,
    /// What is asked of it.
    pub(crate) own: P::PlayArgs,
    pub(crate) caller: Caller<'static>,
    /// The endgame that was come to last.
    pub(crate) kept: RefCell<Kept<P>>,
}

/// The first sentence of a game: what the machine plays for.
pub(crate) fn plays_for(aim: &str) -> String {
    format!(
        "The machine maximises {aim}. With few pieces left it maximises its chance to win, where that can be proved."
    )
}

/// By how much the first value may be worse than another, at most; `None` where one is not known.
pub(crate) fn short<'a>(
    values: impl IntoIterator<Item = Option<&'a Quantity>>,
    by: By,
) -> Option<BigRational> {
    let mut values = values.into_iter();
    let (low, high) = values.next()??.ends()?;
    let mut worst = BigRational::zero();
    for value in values {
        let (lower, upper) = value?.ends()?;
        worst = worst.max(match by {
            By::Safe => &high - lower,
            _ => upper - &low,
        });
    }
    Some(worst)
}

/// Whether the first of plays ranked by a measure is proved to be the best, or may be worse than another by that much at most.
pub(crate) fn basis(by: By, proved: bool, short: Option<BigRational>) -> String {
    let what = match by {
        By::Win => String::new(),
        by => format!(" by {by}"),
    };
    let millionth = BigRational::new(1.into(), 1_000_000.into());
    match short {
        _ if proved => format!("best{what}, proved"),
        Some(short) if short <= millionth => format!("best{what}, proved within 0.000001"),
        _ => format!("best found{what}, not proved"),
    }
}

/// The number of values at the beginning that are the same as the first.
pub(crate) fn equal<T: PartialEq>(values: impl IntoIterator<Item = T>) -> usize {
    let mut values = values.into_iter();
    let first = values.next();
    let same = values.take_while(|value| Some(value) == first.as_ref());
    usize::from(first.is_some()) + same.count()
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
#[command(
    about = "Play a game, the throws made for you or your own",
    long_about = None,
    after_help = help::of(&[<P::Rules as RulesText>::GAME, "play"])
)]
pub(crate) struct PlayWithThrows<P: GameWithThrows> {
    #[command(flatten)]
    common: GameArgs<P>,
    /// You throw your own dice or sticks: type every throw, the machine's too
    #[arg(long)]
    own_dice: bool,
    #[command(flatten)]
    own: P::PlayArgs,
}

impl<P: GameWithThrows> AnyCommand for PlayWithThrows<P> {
    fn copy(&self) -> Box<dyn AnyCommand> {
        Box::new(self.clone())
    }

    fn play(&self, caller: Caller<'static>) -> Option<Result<Box<dyn AnySession>, Failure>> {
        Some(self.open(caller))
    }
}

impl<P: GameWithThrows> PlayWithThrows<P> {
    fn open(&self, caller: Caller<'static>) -> Result<Box<dyn AnySession>, Failure> {
        let (position, turns) = playing::start::<P>(&self.common, caller)?;
        let said = position.introduced(&self.own);
        let rules = position.rules().to_string();
        let tables = match P::tables(&self.own) {
            Some(place) => within_reach(place, &rules, caller)?,
            None => None,
        };
        let game = Machine {
            seat: self.common.seat(),
            kept: RefCell::new(Kept::new(Terms::positions(P::MOST_SOLVED), tables)),
            own: self.own.clone(),
            caller,
        };
        let remarks = [vec![format!("Rules: {rules}")], said].concat();
        let start = TurnInPlay {
            opening: position.opens() && turns.is_empty(),
            ..TurnInPlay::before_throw(position)
        };
        playing::begin(&self.common, self.own_dice, (game, start), &turns, remarks)
    }
}

/// A position before a throw, or on the way through a turn that is being played.
#[derive(Clone)]
pub(crate) struct TurnInPlay<P: GameWithThrows> {
    position: P,
    /// The throw just made that is to be played.
    thrown: Option<P::Throw>,
    left: Option<P::Left>,
    /// Whether it is thrown for who begins.
    opening: bool,
}

impl<P: GameWithThrows> TurnInPlay<P> {
    fn before_throw(position: P) -> Self {
        Self {
            position,
            thrown: None,
            left: None,
            opening: false,
        }
    }

    /// The state after a throw, and in words what of it is to be played.
    fn begun(&self, throw: P::Throw, said: &str) -> (Self, String) {
        let (position, left, words) = self.position.begun(&throw);
        let after = Self {
            position,
            thrown: Some(throw),
            left,
            opening: false,
        };
        (after, format!("{said}{words}"))
    }
}

impl<P: GameWithThrows> Machine<P> {
    fn wins(chance: &Quantity) -> String {
        let draw = match P::DRAWN {
            true => ", a draw counted as half a win",
            false => "",
        };
        format!("wins with chance {}{draw}", chance.decimal(DIGITS))
    }

    /// What can be done with what is left, the best first; none without a throw.
    fn ranked(&self, state: &TurnInPlay<P>) -> Result<Option<Ranking<P::Action>>, Failure> {
        let Some(left) = &state.left else {
            return Ok(None);
        };
        if state.thrown.is_some() {
            state.position.chance(self)?;
        }
        let Some(plays) = state.position.by_chance(self, left)? else {
            return state.position.by_aim(self, left).map(Some);
        };
        let short = short(plays.iter().map(|play| play.value.as_ref()), By::Win);
        let proved = plays.first().is_some_and(|first| first.is_best(&plays));
        let said = |play: &Worth<P::Action>| {
            let value = play.value.as_ref();
            value.map_or_else(|| "not known".to_owned(), Self::wins)
        };
        let equal = equal(plays.iter().map(|play| &play.value));
        let moves = plays.iter().map(|play| (play.play.clone(), said(play)));
        Ok(Some(Ranking::of(
            equal,
            basis(By::Win, proved, short),
            moves,
        )))
    }
}

impl<P: GameWithThrows> Match for Machine<P> {
    type Position = P;
    type State = TurnInPlay<P>;
    type Move = P::Action;

    const THROW: Option<&'static str> = Some(P::OWN_THROW);

    fn position<'a>(&self, state: &'a TurnInPlay<P>) -> &'a P {
        &state.position
    }

    fn shown(&self, state: &TurnInPlay<P>) -> String {
        let position = &state.position;
        let picture = Subject::at(position.clone()).picture();
        match &state.left {
            None => picture.text(),
            Some(left) => format!(
                "{}\n  {position} · {} to play {}{}\n",
                picture.board,
                position.mover(),
                P::shown_left(left),
                position.legend(0)
            ),
        }
    }

    fn next(&self, state: &TurnInPlay<P>, _: &[StepMade<Self>]) -> Next {
        match (Recordable::ended(&state.position), &state.left) {
            (Some(how), None) => Next::Over(format!("The game is over: {how}.")),
            (None, None) => Next::Throw,
            (_, Some(_)) if self.seat.has(state.position.team() == Team::A) => Next::Person,
            (_, Some(_)) => Next::Machine,
        }
    }

    fn is_solved(&self, state: &TurnInPlay<P>) -> Result<bool, Failure> {
        Ok(!state.opening && state.position.solves(self)?)
    }

    fn mover(&self, state: &TurnInPlay<P>) -> String {
        state.position.mover().to_string()
    }

    fn read(&self, state: &TurnInPlay<P>, text: &str) -> Result<Vec<P::Action>, String> {
        match &state.left {
            Some(left) => state.position.read_action(left, text),
            None => Err("First the throw.".to_owned()),
        }
    }

    fn make(&self, state: &TurnInPlay<P>, action: &P::Action) -> TurnInPlay<P> {
        let Some(left) = &state.left else {
            return state.clone();
        };
        let (position, left) = state.position.made(left, action);
        TurnInPlay {
            left,
            ..TurnInPlay::before_throw(position)
        }
    }

    fn name(&self, state: &TurnInPlay<P>, action: &P::Action) -> String {
        state.position.action_name(action)
    }

    fn forced(&self, state: &TurnInPlay<P>) -> Option<P::Action> {
        state.position.forced(state.left.as_ref()?)
    }

    fn ranking(
        &self,
        state: &TurnInPlay<P>,
        _: &[StepMade<Self>],
    ) -> Result<Ranking<P::Action>, Failure> {
        let ranked = self.ranked(state)?;
        Ok(ranked.unwrap_or_else(|| Ranking::of(0, "", [])))
    }

    fn value(&self, state: &TurnInPlay<P>, _: &[StepMade<Self>]) -> Result<String, Failure> {
        let (position, side) = (&state.position, state.position.mover());
        // Within a turn the chance before the throw is that of its beginning.
        let begins = state.thrown.is_some() || state.left.is_none();
        let chance = match begins {
            true => position.chance(self)?,
            false => None,
        };
        let ranking = self.ranked(state)?;
        let mut lines = Vec::new();
        match &chance {
            Some(chance) => lines.push(format!(
                "{side}, before the throw, {} (proved).",
                Self::wins(chance)
            )),
            None => lines.push(position.unknown()),
        }
        if let Some(Ranking { moves, basis, .. }) = &ranking
            && let Some((best, value)) = moves.first()
        {
            let action = position.action_name(best);
            lines.push(format!("{side}, playing {action}: {value} ({basis})."));
        }
        if begins
            && chance.is_none()
            && let Some([takes, exposed]) = position.takes(self)?
        {
            let other = P::side_of(position.team().other());
            for (side, any, when) in [
                (side, takes, "before the throw"),
                (other, exposed, "if it were to throw now"),
            ] {
                lines.push(format!(
                    "{side}, {when}, takes at least one piece with chance {} (proved).",
                    any.decimal(DIGITS)
                ));
            }
        }
        Ok(lines.join("\n"))
    }

    fn throw(
        &self,
        state: &TurnInPlay<P>,
        dice: &mut Random,
    ) -> Result<(TurnInPlay<P>, String), String> {
        let mut below = |bound| dice.below(bound);
        let (said, played) = state.position.fallen(state.opening, &mut below)?;
        Ok(match played {
            Some(played) => state.begun(played, &said),
            None => {
                let next = TurnInPlay {
                    position: state.position.other_throws(),
                    ..state.clone()
                };
                (next, said)
            }
        })
    }

    fn read_throw(
        &self,
        state: &TurnInPlay<P>,
        text: &str,
    ) -> Option<Result<(TurnInPlay<P>, String), String>> {
        let text = text.trim_start_matches("throw").trim();
        P::looks_thrown(text, state.left.is_some()).then(|| {
            let throw = state.position.own_throw(text, state.opening)?;
            let said = P::throw_text(&throw);
            Ok(state.begun(throw, &said))
        })
    }

    fn not_in_file(&self, state: &TurnInPlay<P>) -> Option<String> {
        let left = state.left.as_ref()?;
        Some(format!(
            "A position has no throw: {} is not in it; `record FILE` keeps the game with it.",
            P::shown_left(left)
        ))
    }

    /// Every turn that has been played to its end, from the first after it was thrown for who begins, and the throw that is being played.
    fn record(&self, past: &[StepMade<Self>], now: &TurnInPlay<P>) -> Option<String> {
        let states: Vec<&TurnInPlay<P>> =
            past.iter().map(|step| &step.state).chain([now]).collect();
        let before = states.iter().take_while(|state| state.opening).count();
        let first = before.saturating_sub(1);
        let mut record = Record::new(states[first].position.clone());
        let mut open: Option<(&P, P::Throw, Vec<String>)> = None;
        for (step, after) in past.iter().zip(states.iter().skip(1)).skip(first) {
            if after.opening {
                continue;
            }
            match (&step.action, &mut open) {
                (None, _) => {
                    let throw = after.thrown.clone()?;
                    open = Some((&step.state.position, throw, Vec::new()));
                }
                (Some(action), Some((.., steps))) => {
                    steps.push(step.state.position.action_written(action));
                }
                (Some(_), None) => {}
            }
            if after.left.is_none()
                && let Some((position, throw, mut steps)) = open.take()
            {
                steps.retain(|step| !step.is_empty());
                let play = match steps.as_slice() {
                    [] => "pass".to_owned(),
                    steps => steps.join(", "),
                };
                record.push(Recordable::turn(position, throw, &play).ok()?);
            }
        }
        Some(
            record
                .with_thrown(open.map(|(_, throw, _)| P::throw_text(&throw)))
                .to_string(),
        )
    }
}
