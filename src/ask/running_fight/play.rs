//! A game with sticks, against what is best for the next turn.

use std::cell::RefCell;

use clap::Args;
use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Zero;

use super::args::{Commands, TurnWork};
use super::proof::{basis, before_throw, played_best, plays_for, short};
use super::worth::{DIGITS, chance_to_win, worth};
use crate::ask::args::play::{Aim, DiceArgs, GameArgs, Seat};
use crate::ask::one_command;
use crate::ask::playing::{self, Dice, Match, Next, Opened, Ranking, Rated, Step as Made, Terms};
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::games::record::{Record, Recordable};
use crate::games::running_fight::endgame::{Kept, Limits};
use crate::games::running_fight::playing::{PlayedTurn, turn};
use crate::games::running_fight::plays::Yield;
use crate::games::running_fight::position::{self, Position};
use crate::games::throws::ranked::{By, Ranked};
use crate::rules::RulesText;
use crate::work::Note;

/// The sticks of a team.
pub(crate) struct Cast<Y> {
    /// What fell, in words.
    pub(crate) said: String,
    /// The throws to be played; `None` if the other team throws next, for who begins.
    pub(crate) played: Option<Y>,
}

/// A game that is played in the terminal.
pub(crate) trait Plays: Commands {
    /// The ways to type moves.
    const MOVES: &'static [[&'static str; 2]];
    /// The way to type a throw.
    const THROW: [&'static str; 2];

    /// How it is thrown for who begins, in a sentence, if it is.
    fn opening(_position: &Position<Self>) -> Option<&'static str> {
        None
    }

    /// The chances to take a piece of the team to move, and of the other if it were to throw now, proved.
    fn chances(
        position: &Position<Self>,
        budget: u64,
        caller: Caller,
    ) -> Result<[Quantity; 2], Failure>;

    /// Throws the sticks, or what is wrong with them; `opening`: for who begins.
    fn throw(
        position: &Position<Self>,
        opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Cast<Yield<Self::Throw>>, String>;

    /// Whether a text looks like a throw; `playing`: where a move is expected.
    fn looks_thrown(text: &str, playing: bool) -> bool;

    /// The throws of a text, or what is wrong with them.
    fn read_throw(&self, text: &str, opening: bool) -> Result<Yield<Self::Throw>, String>;

    /// What is to be done with throws, in words; `usable`: whether a piece can use them.
    fn to_be_played(played: &Yield<Self::Throw>, usable: bool) -> String;

    /// Whether throws may be given up that could be used.
    fn may_give_up(&self) -> bool;

    /// Whether a play that gives up what is left says so.
    fn says_end(steps: &[Self::Step]) -> bool;
}

/// A game against the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play<R: Commands> {
    #[command(flatten)]
    common: GameArgs<Seat>,
    #[command(flatten)]
    thrown: DiceArgs,
    #[command(flatten)]
    work: TurnWork<R>,
}

impl<R: Plays> one_command::Plays for Play<R> {
    const ABOUT: &'static str = "Play a game, the sticks thrown or your own";

    fn help() -> String {
        let [moves, throw, examples] = R::TEXTS.play;
        format!(
            "\
    Type moves ({moves}), one after the other or with commas between them, `hint`, `value`, `moves`, `undo`, `save FILE`, `record FILE`, `help` or \
    `quit`. With few pieces left the machine plays by the proved chance to win, a draw counting half, and else by what --by says: each \
    time it says which, and whether its play is proved to be the best. The sticks are thrown for both teams, the same for the same \
    --seed; `{throw}` takes the place of the throws shown.

    Examples:
    {examples}"
        )
    }

    fn open(&self, caller: Caller<'static>) -> Result<Opened, Failure> {
        open::<R>(&self.common, &self.thrown, self.work.budget, caller)
    }
}

/// The game of the arguments.
fn open<R: Plays>(
    common: &GameArgs<Seat>,
    thrown: &DiceArgs,
    budget: u64,
    caller: Caller<'static>,
) -> Result<Opened, Failure> {
    let position: Position<R> = playing::start(common, caller)?;
    let aim = match thrown.by {
        Aim::Take => "the pieces taken",
        Aim::Safe => "the chance that the next turn takes nothing",
        Aim::Net => "the net gain in pieces to the end of the next turn, on average",
    };
    let mut remarks = vec![format!("Rules: {}", position.rules()), plays_for(aim)];
    let opening = R::opening(&position);
    remarks.extend(opening.map(str::to_owned));
    let game = Teams {
        rules: position.rules().clone(),
        seat: common.seat(),
        by: thrown.by.into(),
        budget,
        caller,
        kept: RefCell::new(Kept::new(Limits::default())),
    };
    let start = PlayState {
        position,
        playing: None,
        thrown: None,
        opening: opening.is_some(),
    };
    let terms = Terms {
        own_dice: thrown.own_dice,
        ..Terms::of(common)
    };
    Ok(Opened::new(game, start, &remarks, terms))
}

/// A position before a throw, or on the way through a turn that is being played.
#[derive(Clone)]
struct PlayState<R: Commands> {
    position: Position<R>,
    playing: Option<PlayedTurn<R>>,
    /// The throws just made that are to be played.
    thrown: Option<Yield<R::Throw>>,
    /// Whether it is thrown for who begins.
    opening: bool,
}

/// Throws used one after the other.
#[derive(Clone)]
struct UsedThrows<S> {
    steps: Vec<S>,
    /// Whether throws left are then given up, where they may be.
    ends: bool,
}

/// A game, and how the machine plays it.
struct Teams<R: Plays> {
    rules: R,
    seat: Seat,
    by: By,
    budget: u64,
    caller: Caller<'static>,
    /// The endgame that was come to last.
    kept: RefCell<Kept<R>>,
}

impl<R: Plays> PlayState<R> {
    fn before_throw(position: Position<R>) -> Self {
        PlayState {
            position,
            playing: None,
            thrown: None,
            opening: false,
        }
    }

    /// The state after one more throw has been used, or none yet: the next throw where nothing more can be done.
    fn after(playing: PlayedTurn<R>) -> Self {
        let over = playing.steps().is_empty();
        match over.then(|| playing.ended()).flatten() {
            Some(position) => Self::before_throw(position),
            None => Self {
                playing: Some(playing.clone()),
                ..Self::before_throw(playing.position().clone())
            },
        }
    }

    /// The state in which throws left are given up; `None` if they must be used.
    fn given_up(&self) -> Option<Self> {
        let position = self.playing.as_ref()?.ended()?;
        Some(Self::before_throw(position))
    }

    /// The turn with one more throw used.
    fn used(&self, step: &R::Step) -> Option<Self> {
        let steps = self.playing.as_ref()?.steps();
        let found = steps.into_iter().find(|(known, _)| known == step);
        found.map(|(_, playing)| Self::after(playing))
    }

    /// The turn of throws just made, and what of them is to be played, in words.
    fn begun(&self, played: &Yield<R::Throw>) -> (Self, String) {
        let turn = Self {
            thrown: Some(played.clone()),
            ..Self::after(PlayedTurn::new(&self.position, played))
        };
        let left = R::to_be_played(played, turn.playing.is_some());
        (turn, left)
    }
}

/// Every way to play what is left of the turn, one throw at a time, for turns with too many plays to rank.
fn one_by_one<R: Plays>(playing: &PlayedTurn<R>) -> Ranking<UsedThrows<R::Step>> {
    let steps = playing.steps().into_iter();
    let takes = |step: &R::Step| R::takes(step);
    let mut steps: Vec<R::Step> = steps.map(|(step, _)| step).collect();
    steps.sort_by_key(|step| !takes(step));
    let first = steps.first().map(takes);
    let equal = steps.iter().take_while(|step| Some(takes(step)) == first);
    Ranking {
        equal: equal.count(),
        basis: "any that takes, else any: too many plays to compare".to_owned(),
        open: None,
        moves: (steps.iter())
            .map(|step| Rated {
                action: UsedThrows {
                    steps: vec![step.clone()],
                    ends: false,
                },
                value: if takes(step) {
                    "takes"
                } else {
                    "takes nothing"
                }
                .to_owned(),
            })
            .collect(),
    }
}

impl<R: Plays> Teams<R> {
    /// The chance that the team to move wins, where it is proved.
    fn chance(&self, position: &Position<R>) -> Option<Quantity> {
        let find = |note: &Note| self.kept.borrow_mut().chance(position, note);
        self.caller.noting("solving the endgame", find)
    }

    /// What is proved of who wins, in sentences.
    fn proved(&self, state: &PlayState<R>) -> Vec<String> {
        let side = state.position.side();
        // Within a turn the chance before the throw is that of its beginning.
        let begins = state.thrown.is_some() || state.playing.is_none();
        let chance = begins.then(|| self.chance(&state.position)).flatten();
        let before = chance.map(|chance| before_throw(side, &chance_to_win::<R>(&chance)));
        let played = state.playing.as_ref().and_then(|playing| {
            let left = playing.left();
            let won = self.won(state, &left)?;
            let best = won.moves.first()?;
            Some(played_best(side, &left.to_string(), &best.value))
        });
        before.into_iter().chain(played).collect()
    }

    /// The plays of what is left of a turn by the chance to win; `None` where it is not solved.
    fn won(
        &self,
        state: &PlayState<R>,
        left: &Yield<R::Throw>,
    ) -> Option<Ranking<UsedThrows<R::Step>>> {
        if state.thrown.is_some() {
            self.chance(&state.position)?;
        }
        let plays = self.kept.borrow().plays(&state.position, left)?;
        let first = plays.first().map(|(_, win)| win);
        let equal = (plays.iter()).take_while(|(_, win)| Some(win) == first);
        let short = short(plays.iter().map(|(_, win)| Some(win)), By::Win);
        let proved = short.as_ref().is_some_and(BigRational::is_zero);
        Some(Ranking {
            equal: equal.count(),
            basis: basis(By::Win, proved, short),
            open: None,
            moves: (plays.iter())
                .map(|(play, win)| Rated {
                    value: chance_to_win::<R>(win),
                    action: UsedThrows {
                        steps: play.steps.clone(),
                        ends: self.rules.may_give_up(),
                    },
                })
                .collect(),
        })
    }
}

impl<R: Plays> Match for Teams<R> {
    type State = PlayState<R>;
    type Move = UsedThrows<R::Step>;

    const MOVES: &'static [[&'static str; 2]] = R::MOVES;
    const THROW: Option<[&'static str; 2]> = Some(R::THROW);

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn how_to_play(&self) -> String {
        self.rules.how_to_play()
    }

    fn shown(&self, state: &PlayState<R>) -> String {
        let picture = Subject::at(state.position.clone()).picture();
        match &state.playing {
            None => picture.text(),
            Some(playing) => format!(
                "{}\n  {} · {} to play {}\n",
                picture.board,
                state.position,
                state.position.side(),
                playing.left()
            ),
        }
    }

    fn next(&self, state: &PlayState<R>, _: &[Made<Self>]) -> Next {
        match (Recordable::ended(&state.position), &state.playing) {
            (Some(how), None) => Next::Over(format!("The game is over: {how}.")),
            (None, None) => Next::Throw,
            (_, Some(_)) if self.seat.has_team(state.position.side()) => Next::Person,
            (_, Some(_)) => Next::Machine,
        }
    }

    fn is_solved(&self, state: &PlayState<R>) -> Result<bool, Failure> {
        Ok(!state.opening && self.chance(&state.position).is_some())
    }

    fn mover(&self, state: &PlayState<R>) -> String {
        state.position.side().to_string()
    }

    fn read(&self, state: &PlayState<R>, text: &str) -> Result<Vec<UsedThrows<R::Step>>, String> {
        let mut turn = state.clone();
        let mut steps = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            if ["end", "pass"].contains(&part) {
                return match turn.given_up() {
                    Some(_) => Ok(vec![UsedThrows { steps, ends: true }]),
                    None => Err("throws that can be used must be, under these rules".to_owned()),
                };
            }
            let playing = turn.playing.as_ref();
            let playing = playing.ok_or_else(|| format!("the turn is over before `{part}`"))?;
            let (step, next) = playing.read(part)?.swap_remove(0);
            turn = PlayState::after(next);
            steps.push(step);
        }
        Ok(vec![UsedThrows { steps, ends: false }])
    }

    fn make(&self, state: &PlayState<R>, moves: &UsedThrows<R::Step>) -> PlayState<R> {
        let mut turn = state.clone();
        for step in &moves.steps {
            turn = turn.used(step).unwrap_or(turn);
        }
        match moves.ends {
            true => turn.given_up().unwrap_or(turn),
            false => turn,
        }
    }

    fn name(&self, _: &PlayState<R>, moves: &UsedThrows<R::Step>) -> String {
        let said = moves.ends && R::says_end(&moves.steps);
        let steps = moves.steps.iter().map(|step| match R::takes(step) {
            true => format!("{step} (takes)"),
            false => step.to_string(),
        });
        steps.chain(said.then(|| "end".to_owned())).join(", ")
    }

    fn ranking(
        &self,
        state: &PlayState<R>,
        _: &[Made<Self>],
    ) -> Result<Ranking<UsedThrows<R::Step>>, Failure> {
        let Some(playing) = &state.playing else {
            return Ok(Ranking {
                moves: Vec::new(),
                equal: 0,
                basis: String::new(),
                open: None,
            });
        };
        let (position, left) = (&state.position, playing.left());
        if let Some(ranking) = self.won(state, &left) {
            return Ok(ranking);
        }
        let ranked = self.caller.during("comparing plays", || {
            R::ranking(position, &left, self.by, &R::effort(self.budget))
        });
        // Too many plays, or rules under which they cannot be compared.
        let Ok(ranking) = ranked else {
            return Ok(one_by_one::<R>(playing));
        };
        let alike = |ranked: &Ranked<position::Play<R>>| {
            (ranked.taken, ranked.loses.clone(), ranked.lost.clone())
        };
        let first = ranking.plays.first().map(alike);
        let equal = (ranking.plays.iter()).take_while(|ranked| Some(alike(ranked)) == first);
        let basis = match ranking.proved {
            true => format!("best by {}, proved", self.by),
            false => format!("best found by {}, not proved", self.by),
        };
        Ok(Ranking {
            equal: equal.count(),
            basis,
            open: None,
            moves: (ranking.plays.iter())
                .map(|ranked| Rated {
                    value: worth::<R>(ranked),
                    action: UsedThrows {
                        steps: ranked.play.steps.clone(),
                        ends: position.rules().may_give_up(),
                    },
                })
                .collect(),
        })
    }

    fn value(&self, state: &PlayState<R>, past: &[Made<Self>]) -> Result<String, Failure> {
        let position = &state.position;
        let (side, other) = (position.side(), position.side().other());
        let [a, b] = [side, other].map(|team| position.count(team));
        let proved = self.proved(state);
        if !proved.is_empty() {
            return Ok(proved.join("\n"));
        }
        let mut lines = vec![format!(
            "Who wins is not known; {side} has {}, {other} {b}.",
            counted(a, "piece", "pieces")
        )];
        if state.playing.is_some() {
            let ranking = self.ranking(state, past)?;
            if let Some(best) = ranking.moves.first() {
                lines.push(format!("{side}, {}: {}.", ranking.basis, best.value));
            }
            return Ok(lines.join("\n"));
        }
        let [takes, exposed] = R::chances(position, self.budget, self.caller)?;
        for (team, any, when) in [
            (side, takes, "before the throw"),
            (other, exposed, "if it were to throw now"),
        ] {
            lines.push(format!(
                "{team}, {when}, takes at least one piece with chance {} (proved).",
                any.fixed(DIGITS)
            ));
        }
        Ok(lines.join("\n"))
    }

    fn throw(
        &self,
        state: &PlayState<R>,
        dice: &mut Dice,
    ) -> Result<(PlayState<R>, String), String> {
        let mut below = |bound| dice.below(bound);
        let Cast { said, played } = R::throw(&state.position, state.opening, &mut below)?;
        let Some(played) = played else {
            let next = PlayState {
                position: state.position.passed(),
                ..state.clone()
            };
            return Ok((next, said));
        };
        let (next, left) = state.begun(&played);
        Ok((next, format!("{said}{left}")))
    }

    fn read_throw(
        &self,
        state: &PlayState<R>,
        text: &str,
    ) -> Option<Result<(PlayState<R>, String), String>> {
        let text = text.trim_start_matches("throw").trim();
        R::looks_thrown(text, state.playing.is_some()).then(|| {
            let played = self.rules.read_throw(text, state.opening)?;
            let (next, left) = state.begun(&played);
            Ok((next, format!("{played}{left}")))
        })
    }

    fn file(&self, state: &PlayState<R>) -> String {
        let file = playing::file(&state.position);
        match &state.playing {
            None => file,
            Some(playing) => format!("{file}# thrown and not yet used: {}\n", playing.left()),
        }
    }

    /// Every turn that has been played to its end, from the first after it was thrown for who begins.
    fn record(&self, past: &[Made<Self>], now: &PlayState<R>) -> Option<String> {
        let states: Vec<&PlayState<R>> = past.iter().map(|step| &step.state).chain([now]).collect();
        let before = states.iter().take_while(|state| state.opening).count();
        let first = before.saturating_sub(1);
        let mut record = Record::new(states[first].position.clone());
        let mut open: Option<(_, _, Vec<String>)> = None;
        for (step, after) in past.iter().zip(states.iter().skip(1)).skip(first) {
            if after.opening {
                continue;
            }
            match (&step.action, &mut open) {
                (None, _) => {
                    open = Some((
                        &step.state.position,
                        after.thrown.as_ref()?,
                        Vec::<String>::new(),
                    ))
                }
                (Some(moves), Some((.., steps))) => {
                    steps.extend(moves.steps.iter().map(ToString::to_string));
                }
                (Some(_), None) => {}
            }
            if after.playing.is_none()
                && let Some((position, played, steps)) = open.take()
            {
                let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
                record.push(turn(position, played.clone(), &steps).ok()?);
            }
        }
        Some(record.to_string())
    }
}
