//! `siga tab play`: a game with sticks, against what is best for the next turn.

use itertools::Itertools;

use super::picture::end;
use crate::ask::args::play::Seat;
use crate::ask::playing::{self, Dice, Match, Next, Opened, Ranking, Rated, Step as Made, Terms};
use crate::ask::prelude::*;
use crate::ask::tab::args::Play as Arguments;
use crate::exact::Quantity;
use crate::games::tab::analyse::{By, Ranked, rank, takes};
use crate::games::tab::moves::{Step, Yield};
use crate::games::tab::playing::{Playing, throw_on, throw_once};
use crate::games::tab::rules::{Order, Start, TAB};
use crate::games::tab::{Position, Rules};

/// Decimal places of values.
const DIGITS: usize = 3;
/// Throws of a turn that are looked at for values.
const MAX_THROWS: u32 = 8;

pub(super) fn open(arguments: &Arguments, caller: Caller<'static>) -> Result<Opened, Failure> {
    let common = &arguments.common;
    let position: Position = playing::start(common, caller)?;
    let by = By::from(arguments.thrown.by);
    let aim = match by {
        By::Take => "the pieces taken",
        By::Safe => "the chance that the next turn takes nothing",
        By::Net => "the pieces taken less those expected to be lost in the next turn",
    };
    let rules = position.rules().clone();
    let opening = rules.start == Start::Tab && position == Position::start(&rules);
    let mut remarks = vec![
        format!("Rules: {rules}"),
        format!("Tâb is not solved: the machine maximises {aim}."),
    ];
    if opening {
        remarks.push("Who throws the first tâb begins.".to_owned());
    }
    let game = Teams {
        rules,
        seat: common.seat(),
        by,
        budget: arguments.budget,
        caller,
    };
    let start = PlayState {
        position,
        playing: None,
        opening,
    };
    let terms = Terms {
        own_dice: arguments.thrown.own_dice,
        ..Terms::of(common)
    };
    Ok(Opened::new(game, start, &remarks, terms))
}

/// A position before a throw, or on the way through a turn that is being played.
#[derive(Clone)]
struct PlayState {
    position: Position,
    playing: Option<Playing>,
    /// Whether it is thrown for who begins.
    opening: bool,
}

/// Throws used one after the other.
#[derive(Clone, Debug)]
struct UsedThrows {
    steps: Vec<Step>,
    /// Whether throws left are then given up, where they may be.
    ends: bool,
}

/// A game of tâb, and how the machine plays it.
struct Teams {
    rules: Rules,
    seat: Seat,
    by: By,
    budget: u64,
    caller: Caller<'static>,
}

/// The state after one more throw has been used, or none yet: the next throw where nothing more can be done.
fn after(playing: Playing) -> PlayState {
    let over = playing.steps().is_empty();
    let ended = over.then(|| playing.ended()).flatten();
    PlayState {
        position: ended.clone().unwrap_or_else(|| playing.position().clone()),
        playing: ended.is_none().then_some(playing),
        opening: false,
    }
}

/// The state in which throws left are given up; `None` if they must be used.
fn given_up(state: &PlayState) -> Option<PlayState> {
    let position = state.playing.as_ref()?.ended()?;
    Some(PlayState {
        position,
        playing: None,
        opening: false,
    })
}

/// The value of a play, in words.
fn worth(ranked: &Ranked) -> String {
    let takes = match ranked.play.captures.as_slice() {
        [] => "takes nothing".to_owned(),
        cells => format!("takes {}", spaced(cells)),
    };
    let [loses, lost, net] =
        [&ranked.loses, &ranked.lost, &ranked.net].map(|number| number.fixed(DIGITS));
    format!(
        "{takes}; chance to lose a piece next turn: {loses}; on average {lost} lost, {net} taken less lost"
    )
}

impl Teams {
    /// The state of throws just made, and what of them is to be played, in words.
    fn begun(state: &PlayState, played: &Yield) -> (PlayState, String) {
        let turn = after(Playing::new(&state.position, played));
        let left = match &turn.playing {
            None => ": nothing can use it",
            Some(_) => " to be played",
        };
        (turn, format!("{played}{left}"))
    }

    /// A throw for who begins.
    fn opened(
        &self,
        state: &PlayState,
        thrown: u8,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<(PlayState, String), String> {
        if thrown != TAB {
            let next = PlayState {
                position: state.position.passed(),
                ..state.clone()
            };
            return Ok((next, format!("{thrown}: no tâb")));
        }
        let played = throw_on(&self.rules, &[TAB], below);
        let played = played.map_err(|error| format!("{error}.\n"))?;
        let side = state.position.side();
        let (next, text) = Self::begun(state, &played);
        Ok((next, format!("a tâb, so {side} begins: {text}")))
    }
}

impl Match for Teams {
    type State = PlayState;
    type Move = UsedThrows;

    const MOVES: &'static [[&'static str; 2]] = &[
        [
            "a3-b3",
            "move a piece or a stack by one of the throws; a sleeping piece by a tâb",
        ],
        ["part b3-b2", "part a stack by a tâb: one piece stays"],
        ["a3-b3, b3-b1", "several moves, one after the other"],
        ["keep", "keep a tâb for a later turn"],
        ["saved b3-b2", "use a tâb that was kept"],
        ["end", "give up what is left, where the rules allow it"],
    ];
    const THROW: Option<[&'static str; 2]> = Some([
        "throw 1,4,2",
        "your own throws, in the place of what is shown; one at a time where each is used at once",
    ]);

    fn rules(&self) -> String {
        playing::rules_text(&self.rules)
    }

    fn shown(&self, state: &PlayState) -> String {
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

    fn next(&self, state: &PlayState, _: &[Made<Self>]) -> Next {
        match (end(&state.position), &state.playing) {
            (Some(how), None) => Next::Over(format!("The game is over: {how}.")),
            (None, None) => Next::Throw,
            (_, Some(_)) if self.seat.has_team(state.position.side()) => Next::Person,
            (_, Some(_)) => Next::Machine,
        }
    }

    fn mover(&self, state: &PlayState) -> String {
        state.position.side().to_string()
    }

    fn read(&self, state: &PlayState, text: &str) -> Result<Vec<UsedThrows>, String> {
        let mut turn = state.clone();
        let mut steps = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            if ["end", "pass"].contains(&part) {
                return match given_up(&turn) {
                    Some(_) => Ok(vec![UsedThrows { steps, ends: true }]),
                    None => Err("throws that can be used must be, under these rules".to_owned()),
                };
            }
            let playing = turn.playing.as_ref();
            let playing = playing.ok_or_else(|| format!("the turn is over before `{part}`"))?;
            let (step, next) = playing.read(part)?;
            turn = after(next);
            steps.push(step);
        }
        Ok(vec![UsedThrows { steps, ends: false }])
    }

    fn make(&self, state: &PlayState, moves: &UsedThrows) -> PlayState {
        let mut turn = state.clone();
        for step in &moves.steps {
            let steps = turn
                .playing
                .as_ref()
                .map(Playing::steps)
                .unwrap_or_default();
            if let Some((_, next)) = steps.into_iter().find(|(known, _)| known == step) {
                turn = after(next);
            }
        }
        match moves.ends {
            true => given_up(&turn).unwrap_or(turn),
            false => turn,
        }
    }

    fn name(&self, _: &PlayState, moves: &UsedThrows) -> String {
        let end = (moves.ends && moves.steps.is_empty()).then(|| "end".to_owned());
        let steps = moves.steps.iter().map(|step| match step.takes {
            true => format!("{step} (takes)"),
            false => step.to_string(),
        });
        steps.chain(end).join(", ")
    }

    fn ranking(&self, state: &PlayState, _: &[Made<Self>]) -> Result<Ranking<UsedThrows>, Failure> {
        let Some(playing) = &state.playing else {
            return Ok(Ranking {
                moves: Vec::new(),
                equal: 0,
                basis: String::new(),
                open: None,
            });
        };
        let ranked = self.caller.during("comparing plays", || {
            let left = playing.left();
            rank(&state.position, &left, self.by, MAX_THROWS, self.budget)
        })?;
        let alike = |ranked: &Ranked| {
            let (loses, lost): (Quantity, Quantity) = (ranked.loses.clone(), ranked.lost.clone());
            (ranked.play.taken, loses, lost)
        };
        let first = ranked.first().map(alike);
        let equal = ranked
            .iter()
            .take_while(|ranked| Some(alike(ranked)) == first);
        Ok(Ranking {
            equal: equal.count(),
            basis: format!("best found by {}, not proved", self.by),
            open: None,
            moves: (ranked.iter())
                .map(|ranked| Rated {
                    value: worth(ranked),
                    action: UsedThrows {
                        steps: ranked.play.steps.clone(),
                        ends: true,
                    },
                })
                .collect(),
        })
    }

    fn value(&self, state: &PlayState, past: &[Made<Self>]) -> Result<String, Failure> {
        let position = &state.position;
        let (side, other) = (position.side(), position.side().other());
        let [a, b] = [side, other].map(|team| position.count(team));
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
        for (team, position, when) in [
            (side, position.clone(), "before the throw"),
            (other, position.passed(), "if it were to throw now"),
        ] {
            let found = takes(&position, MAX_THROWS, self.budget);
            lines.push(format!(
                "{team}, {when}, takes at least one piece with chance {} (proved).",
                found.any.fixed(DIGITS)
            ));
        }
        Ok(lines.join("\n"))
    }

    fn throw(&self, state: &PlayState, dice: &mut Dice) -> Result<(PlayState, String), String> {
        let mut below = |bound| dice.below(bound);
        if state.opening {
            let thrown = throw_once(&self.rules, &mut below);
            return self.opened(state, thrown, &mut below);
        }
        let thrown = throw_on(&self.rules, &[], &mut below);
        let thrown = thrown.map_err(|error| format!("{error}.\n"))?;
        Ok(Self::begun(state, &thrown))
    }

    fn read_throw(
        &self,
        state: &PlayState,
        text: &str,
    ) -> Option<Result<(PlayState, String), String>> {
        let text = text.trim_start_matches("throw").trim();
        let looks_so = text
            .chars()
            .all(|found| ", ".contains(found) || found.is_ascii_digit());
        (looks_so && !text.is_empty()).then(|| {
            let played = Yield::parse(text, &self.rules).map_err(|error| error.to_string())?;
            if self.rules.order == Order::Thrown && played.throws().len() > 1 {
                return Err("each throw is used before the next is made: type one".to_owned());
            }
            if state.opening && played.throws()[0] != TAB {
                return Err("no tâb: who throws the first tâb begins; type that turn".to_owned());
            }
            Ok(Self::begun(state, &played))
        })
    }

    fn file(&self, state: &PlayState) -> String {
        let file = playing::file(&state.position);
        match &state.playing {
            None => file,
            Some(playing) => format!("{file}# thrown and not yet used: {}\n", playing.left()),
        }
    }

    fn record(&self, _: &[Made<Self>], _: &PlayState) -> Option<String> {
        None
    }
}
