//! `siga sig play`: a game with sticks, against what is best for the next turn.

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Zero;

use super::picture::end;
use crate::ask::args::play::Seat;
use crate::ask::playing::{self, Dice, Match, Next, Opened, Ranking, Rated, Step as Made, Terms};
use crate::ask::prelude::*;
use crate::ask::sig::args::Play as Arguments;
use crate::exact::decimal_text;
use crate::games::sig::analyse::{By, Ranked, analyse, rank};
use crate::games::sig::moves::{Step, Yield};
use crate::games::sig::playing::{Playing, throw_turn};
use crate::games::sig::review::{Record, Turn};
use crate::games::sig::rules::{Face, Throw, Use};
use crate::games::sig::{Effort, Position, Rules};

/// Decimal places of values.
const DIGITS: usize = 3;

pub(super) fn open(arguments: &Arguments, caller: Caller<'static>) -> Result<Opened, Failure> {
    let common = &arguments.common;
    let position: Position = playing::start(common, caller)?;
    let by = By::from(arguments.thrown.by);
    let remarks = [
        format!("Rules: {}", position.rules()),
        format!("Sig is not solved: the machine maximises {}.", aim(by)),
    ];
    let game = Teams {
        rules: position.rules().clone(),
        seat: common.seat(),
        by,
        effort: Effort {
            max_throws: None,
            budget: arguments.budget,
        },
        caller,
    };
    let start = PlayState {
        position,
        playing: None,
        thrown: None,
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
        By::Take => "the pieces taken",
        By::Safe => "the chance that the next turn takes nothing",
        By::Net => "the pieces taken less those expected to be lost in the next turn",
    }
}

/// A position before a throw, or on the way through a turn that is being played.
#[derive(Clone)]
struct PlayState {
    position: Position,
    playing: Option<Playing>,
    /// The throws just made that stand.
    thrown: Option<Yield>,
}

/// Throws used one after the other.
#[derive(Clone, Debug)]
struct UsedThrows {
    steps: Vec<Step>,
    /// Whether the turn ends then, though more throws could be used.
    ends: bool,
}

/// A game of Sig, and how the machine plays it.
struct Teams {
    rules: Rules,
    seat: Seat,
    by: By,
    effort: Effort,
    caller: Caller<'static>,
}

/// The state after one more throw has been used: the next turn where no other can be.
fn after(playing: Playing) -> PlayState {
    let over = playing.steps().is_empty();
    PlayState {
        position: match over {
            true => playing.end(),
            false => playing.position().clone(),
        },
        playing: (!over).then_some(playing),
        thrown: None,
    }
}

/// The turn with one more throw used.
fn used(turn: &PlayState, step: &Step) -> Option<PlayState> {
    let steps = turn.playing.as_ref()?.steps();
    let found = steps.into_iter().find(|(known, _)| known == step);
    found.map(|(_, playing)| after(playing))
}

/// The value of a play, in words.
fn worth(ranked: &Ranked) -> String {
    let takes = match ranked.play.captures.as_slice() {
        [] => "takes nothing".to_owned(),
        cells => format!("takes {}", spaced(cells)),
    };
    let least = BigRational::new(1.into(), 10i64.pow(DIGITS as u32).into());
    match ranked.loses.ends() {
        Some((_, most)) if most.is_zero() => {
            format!("{takes}, cannot lose a piece in the next turn")
        }
        Some((_, most)) if most <= least => {
            let least = decimal_text(&least, DIGITS);
            format!("{takes}; chance to lose a piece next turn: at most {least}")
        }
        _ => {
            let [loses, lost, net] =
                [&ranked.loses, &ranked.lost, &ranked.net].map(|number| number.fixed(DIGITS));
            format!(
                "{takes}; chance to lose a piece next turn: {loses}; on average {lost} lost, {net} taken less lost"
            )
        }
    }
}

impl Teams {
    /// Every way to play what is left of the turn, one throw at a time, for turns with too many plays to rank.
    fn one_by_one(&self, playing: &Playing) -> Ranking<UsedThrows> {
        let mut steps: Vec<Step> = playing.steps().into_iter().map(|(step, _)| step).collect();
        steps.sort_by_key(|step| !step.takes);
        let first = steps.first().map(|step| step.takes);
        let equal = steps.iter().take_while(|step| Some(step.takes) == first);
        Ranking {
            equal: equal.count(),
            basis: "any that takes, else any: too many plays to compare".to_owned(),
            open: None,
            moves: (steps.iter())
                .map(|&step| Rated {
                    action: UsedThrows {
                        steps: vec![step],
                        ends: false,
                    },
                    value: if step.takes { "takes" } else { "takes nothing" }.to_owned(),
                })
                .collect(),
        }
    }
}

impl Match for Teams {
    type State = PlayState;
    type Move = UsedThrows;

    const MOVES: &'static [[&'static str; 2]] = &[
        ["a3-b2", "move a freed piece by one of the throws"],
        ["free a3", "free a piece by a khadzh"],
        ["free a3, a3-b2", "several moves, one after the other"],
        ["end", "end the turn early, where the rules allow it"],
    ];
    const THROW: Option<[&'static str; 2]> = Some([
        "throw khadzh,4",
        "what stands of your own throws, in the place of what is shown",
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
                let may = turn.playing.as_ref().is_some_and(Playing::may_end);
                return match may {
                    true => Ok(vec![UsedThrows { steps, ends: true }]),
                    false => Err("throws that can be used must be, under these rules".to_owned()),
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
            turn = used(&turn, step).unwrap_or(turn);
        }
        match &turn.playing {
            Some(playing) if moves.ends => PlayState {
                position: playing.end(),
                playing: None,
                thrown: None,
            },
            _ => turn,
        }
    }

    fn name(&self, _: &PlayState, moves: &UsedThrows) -> String {
        let end = moves.ends.then(|| "end".to_owned());
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
            rank(&state.position, &playing.left(), self.by, &self.effort)
        });
        // Too many plays, or rules under which they cannot be compared.
        let Ok(ranking) = ranked else {
            return Ok(self.one_by_one(playing));
        };
        let alike = |ranked: &Ranked| {
            let taken = ranked.play.captures.len();
            (taken, ranked.loses.clone(), ranked.lost.clone())
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
                    value: worth(ranked),
                    action: UsedThrows {
                        steps: ranked.play.steps.clone(),
                        ends: self.rules.usage == Use::May,
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
        let found = self
            .caller
            .during("looking at every yield", || analyse(position, &self.effort));
        let found = found?;
        for (team, takes, when) in [
            (side, &found.takes, "before the throw"),
            (other, &found.hangs, "if it were to throw now"),
        ] {
            lines.push(format!(
                "{team}, {when}, takes at least one piece with chance {} (proved).",
                takes.any.fixed(DIGITS)
            ));
        }
        Ok(lines.join("\n"))
    }

    fn throw(&self, state: &PlayState, dice: &mut Dice) -> Result<(PlayState, String), String> {
        let thrown = throw_turn(&self.rules, &mut |bound| dice.below(bound));
        let thrown = thrown.map_err(|error| format!("{error}.\n"))?;
        let word = |throw: &Throw| match throw.face {
            Face::Nothing => "nothing".to_owned(),
            face => face.to_string(),
        };
        let all = thrown.throws.iter().map(word).join(" ");
        let (after, left) = begun(state, &thrown.played);
        Ok((after, format!("{all}{left}")))
    }

    fn read_throw(
        &self,
        state: &PlayState,
        text: &str,
    ) -> Option<Result<(PlayState, String), String>> {
        let text = text.trim_start_matches("throw").trim();
        let looks_so = state.playing.is_none() || text.contains(',') && !text.contains('-');
        (looks_so && !text.contains("free")).then(|| {
            let played = Yield::parse(text, &self.rules);
            let played = played.map_err(|error| error.to_string())?;
            let (after, left) = begun(state, &played);
            Ok((after, format!("{played}{left}")))
        })
    }

    fn file(&self, state: &PlayState) -> String {
        let file = playing::file(&state.position);
        match &state.playing {
            None => file,
            Some(playing) => format!("{file}# thrown and not yet used: {}\n", playing.left()),
        }
    }

    /// Every turn that has been played to its end.
    fn record(&self, past: &[Made<Self>], now: &PlayState) -> Option<String> {
        let start = past.first().map_or(now, |step| &step.state);
        let mut record = Record::new(start.position.clone());
        let states = past.iter().map(|step| &step.state);
        let mut open: Option<(&Position, &Yield, Vec<String>)> = None;
        for (step, after) in past.iter().zip(states.skip(1).chain([now])) {
            match (&step.action, &mut open) {
                (None, _) => {
                    open = Some((&step.state.position, after.thrown.as_ref()?, Vec::new()))
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
                record.push(Turn::new(position, played.clone(), &steps).ok()?);
            }
        }
        Some(record.to_string())
    }
}

/// The turn of what was thrown, and what of it is to be played, in words.
fn begun(state: &PlayState, played: &Yield) -> (PlayState, String) {
    let turn = PlayState {
        thrown: Some(played.clone()),
        ..after(Playing::new(&state.position, played))
    };
    let left = match (&turn.playing, played.faces()) {
        (_, []) => ": nothing to play".to_owned(),
        (None, _) => ": no piece can use it".to_owned(),
        (Some(_), _) => format!(": {played} to be played"),
    };
    (turn, left)
}
