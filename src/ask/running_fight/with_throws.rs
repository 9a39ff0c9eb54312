//! Running fights on rows for the commands of `with_throws`: moves, play, review, simulate. In the terminal throws are used one after the other.

use clap::Args;
use itertools::Itertools;

use super::args::{Commands, TurnWork};
use super::endgame::{self, LimitArgs};
use super::worth::{PlayCounts, worth};
use crate::ask::args::measure::measure_of_turns;
use crate::ask::playing::Ranking;
use crate::ask::playouts::PlayoutArgs;
use crate::ask::prelude::*;
use crate::ask::subject::Shown as _;
use crate::ask::with_throws::GameWithThrows;
use crate::ask::with_throws::moves::Column;
use crate::ask::with_throws::play::{Machine, basis, equal, plays_for};
use crate::ask::with_throws::review::with_endgame;
use crate::ask::with_throws::simulate::{Playouts, Simulate};
use crate::board::Team;
use crate::exact::Quantity;
use crate::games::playouts::{Policy, simulate};
use crate::games::record::Record;
use crate::games::running_fight::analyse::{effort, measured};
use crate::games::running_fight::playing::{PlayedTurn, throw_turn};
use crate::games::running_fight::plays::Step;
use crate::games::running_fight::policies::PlayoutState;
use crate::games::running_fight::position::{Play, Position};
use crate::games::running_fight::throws::Yield;
use crate::games::throws::endgame::Terms;
use crate::games::throws::played_out::PlaysOut as _;
use crate::games::throws::ranked::{By, Ranked};
use crate::games::throws::review::Review;
use crate::games::throws::{Turn, Worth};
use crate::work::Note;

/// What is asked of the machine.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs<R: Commands> {
    /// What the machine plays for, where it is not known who wins
    #[arg(long, value_parser = measure_of_turns(), default_value = "net")]
    by: By,
    #[command(flatten)]
    work: TurnWork<R>,
}

/// Throws used one after the other.
#[derive(Clone)]
pub(crate) struct UsedThrows {
    steps: Vec<Step>,
    /// Whether throws left are then given up, where they may be.
    ends: bool,
}

/// The position after one more throw has been used, or none yet, and what is left: nothing where nothing more can be done.
fn going_on<R: Commands>(playing: PlayedTurn<R>) -> (Position<R>, Option<PlayedTurn<R>>) {
    let over = playing.steps().is_empty();
    match over.then(|| playing.ended()).flatten() {
        Some(position) => (position, None),
        None => (playing.position().clone(), Some(playing)),
    }
}

/// Every way to play what is left of the turn, one throw at a time, for turns with too many plays to rank.
fn one_by_one<R: Commands>(playing: &PlayedTurn<R>) -> Ranking<UsedThrows> {
    let steps = playing.steps().into_iter();
    let mut steps: Vec<Step> = steps.map(|(step, _)| step).collect();
    steps.sort_by_key(|step| !step.takes);
    let equal = equal(steps.iter().map(|step| step.takes));
    let moves = steps.into_iter().map(|step| {
        let value = if step.takes { "takes" } else { "takes nothing" };
        let action = UsedThrows {
            steps: vec![step],
            ends: false,
        };
        (action, value.to_owned())
    });
    let basis = "any that takes, else any: too many plays to compare";
    Ranking::of(equal, basis, moves)
}

/// How a game is gone through.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands")]
pub(crate) struct ReviewArgs<R: Commands> {
    /// The measure of plays where the chance to win is not known
    #[arg(long, value_parser = measure_of_turns(), default_value = "net")]
    by: By,
    #[command(flatten)]
    #[serde(flatten)]
    work: TurnWork<R>,
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
}

/// That no chance to win is given, and why.
fn without_chances<R: Commands>(record: &Record<Position<R>>, positions: u32) -> Option<String> {
    (positions > 0 && !record.turns().is_empty()).then(|| {
        format!(
            "no chance to win is given: more than {} positions can follow each of these turns (with few pieces left, a larger --positions N may solve more)",
            grouped(positions.into()),
        )
    })
}

impl<R: Commands> GameWithThrows for Position<R> {
    type Own = PlayCounts;
    type PlayArgs = PlayArgs<R>;
    type Left = PlayedTurn<R>;
    type Action = UsedThrows;
    type ReviewArgs = ReviewArgs<R>;

    const THROW: &'static str = R::PLAYED;
    const COLUMNS: &'static [Column<PlayCounts>] = match R::STACKS {
        true => &[
            ("taken", true, |play| play.taken.to_string()),
            ("reduced", true, |play| play.reduced.to_string()),
            ("ways", true, |play| play.ways.to_string()),
        ],
        false => &[("ways", true, |play| play.ways.to_string())],
    };
    const OWN_THROW: &'static str = R::THROW;
    const DRAWN: bool = R::DRAWN;
    const LINES: [&'static str; 2] = ["turn", "turns"];

    fn captures(&self, play: &Play<R>) -> Vec<String> {
        texts(&play.captures)
    }

    fn own(&self, play: &Play<R>) -> PlayCounts {
        PlayCounts {
            taken: play.taken,
            reduced: play.reduced,
            ways: Count::of(play.ways),
        }
    }

    fn column_note(plays: &[Play<R>]) -> String {
        let ways = "ways: sequences of moves that lead to the same position; one of them is shown";
        let reduced = plays.iter().any(|play| play.reduced > 0);
        match reduced {
            true => format!(
                "{ways}; reduced: own pieces that leave the board because a stack comes into a row where one of them has been"
            ),
            false => ways.to_owned(),
        }
    }

    fn drawn_size(&self, plays: usize) -> u128 {
        let cells = self.scene(0).spots.len();
        (plays * 8 * cells) as u128
    }

    fn introduced(&self, args: &PlayArgs<R>) -> Vec<String> {
        let aim = match args.by {
            By::Take => "the pieces taken",
            By::Safe => "the chance that the next turn takes nothing",
            By::Net | By::Win => "the net gain in pieces to the end of the next turn, on average",
        };
        let name = R::BEGINS;
        let opens = Position::opens(self);
        let opening = opens.then(|| format!("Who throws the first {name} begins."));
        [plays_for(aim)].into_iter().chain(opening).collect()
    }

    fn by_chance(
        &self,
        machine: &Machine<Self>,
        playing: &PlayedTurn<R>,
    ) -> Result<Option<Vec<Worth<UsedThrows>>>, Failure> {
        let plays = machine.kept.borrow().plays(self, &playing.left());
        let used = |worth: Worth<Play<R>>| {
            let steps = worth.play.steps.clone();
            worth.with(UsedThrows { steps, ends: true })
        };
        Ok(plays.map(|plays| plays.into_iter().map(used).collect()))
    }

    fn by_aim(
        &self,
        machine: &Machine<Self>,
        playing: &PlayedTurn<R>,
    ) -> Result<Ranking<UsedThrows>, Failure> {
        let (left, by) = (playing.left(), machine.own.by);
        let ranked = machine.caller.during("comparing plays", || {
            R::ranking(self, &left, by, &effort::<R>(machine.own.work.budget))
        });
        // Too many plays, or rules under which they cannot be compared.
        let Ok(ranking) = ranked else {
            return Ok(one_by_one::<R>(playing));
        };
        let alike = |ranked: &Ranked<_>| (ranked.taken, ranked.loses.clone(), ranked.lost.clone());
        let basis = basis(by, ranking.proved, None);
        let moves = ranking.plays.iter().map(|ranked| {
            let steps = ranked.play.steps.clone();
            (UsedThrows { steps, ends: true }, worth::<R>(ranked))
        });
        Ok(Ranking::of(
            equal(ranking.plays.iter().map(alike)),
            basis,
            moves,
        ))
    }

    fn unknown(&self) -> String {
        let (side, other) = (self.side(), self.side().other());
        let [a, b] = [side, other].map(|team| self.count(team));
        format!(
            "Who wins is not known; {side} has {}, {other} {b}.",
            counted(a, "piece", "pieces")
        )
    }

    fn takes(&self, machine: &Machine<Self>) -> Result<Option<[Quantity; 2]>, Failure> {
        R::chances(self, machine.own.work.budget, machine.caller).map(Some)
    }

    fn opens(&self) -> bool {
        Position::opens(self)
    }

    fn other_throws(&self) -> Self {
        self.passed()
    }

    fn fallen(
        &self,
        opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<(String, Option<Yield>), String> {
        let rules = self.rules();
        let first = opening.then(|| rules.throw(below));
        if let Some(other) = first.filter(|throw| Some(throw.face) != rules.frame().opener) {
            return Ok((format!("{}: no {}", other.face, R::BEGINS), None));
        }
        let thrown = throw_turn(rules, first, below).map_err(|error| error.to_string())?;
        let said = R::said(&thrown);
        let said = match opening {
            true => format!("a {}, so {} begins: {said}", R::BEGINS, self.side()),
            false => said,
        };
        Ok((said, Some(thrown.1)))
    }

    fn looks_thrown(text: &str, playing: bool) -> bool {
        R::looks_thrown(text, playing)
    }

    fn own_throw(&self, text: &str, opening: bool) -> Result<Yield, String> {
        let rules = self.rules();
        let played = rules.read_yield(text).map_err(|error| error.to_string())?;
        if !rules.all_first() && played.throws().len() > 1 {
            return Err("each throw is used before the next is made: type one".to_owned());
        }
        if opening && played.throws().first().copied() != rules.frame().opener {
            let name = R::BEGINS;
            return Err(format!(
                "no {name}: who throws the first {name} begins; type that turn"
            ));
        }
        Ok(played)
    }

    fn begun(&self, played: &Yield) -> (Self, Option<PlayedTurn<R>>, String) {
        let (position, left) = going_on(PlayedTurn::new(self, played));
        let words = R::to_be_played(played, left.is_some());
        (position, left, words)
    }

    fn shown_left(playing: &PlayedTurn<R>) -> String {
        playing.left().to_string()
    }

    fn read_action(&self, playing: &PlayedTurn<R>, text: &str) -> Result<Vec<UsedThrows>, String> {
        let mut turn = Some(playing.clone());
        let mut steps = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            if ["end", "pass"].contains(&part) {
                return match turn.and_then(|turn| turn.ended()) {
                    Some(_) => Ok(vec![UsedThrows { steps, ends: true }]),
                    None => Err("throws that can be used must be, under these rules".to_owned()),
                };
            }
            let playing = turn.ok_or_else(|| format!("the turn is over before `{part}`"))?;
            let (step, next) = playing.read(part)?.swap_remove(0);
            turn = going_on(next).1;
            steps.push(step);
        }
        Ok(vec![UsedThrows { steps, ends: false }])
    }

    fn made(&self, playing: &PlayedTurn<R>, action: &UsedThrows) -> (Self, Option<PlayedTurn<R>>) {
        let mut turn = (self.clone(), Some(playing.clone()));
        for step in &action.steps {
            let steps = turn.1.iter().flat_map(PlayedTurn::steps);
            let next = steps.into_iter().find(|(known, _)| known == step);
            turn = next.map_or(turn, |(_, next)| going_on(next));
        }
        let ended = turn.1.as_ref().filter(|_| action.ends);
        match ended.and_then(PlayedTurn::ended) {
            Some(position) => (position, None),
            None => turn,
        }
    }

    fn action_name(&self, action: &UsedThrows) -> String {
        let said = action.ends && (self.rules().says_end() || action.steps.is_empty());
        let steps = action.steps.iter().map(|step| match step.takes {
            true => format!("{step} (takes)"),
            false => step.to_string(),
        });
        steps.chain(said.then(|| "end".to_owned())).join(", ")
    }

    fn action_written(&self, action: &UsedThrows) -> String {
        action.steps.iter().join(", ")
    }

    fn measure(by: By) -> &'static str {
        match by {
            By::Win if R::DRAWN => "win: the chance to win; a draw is half a win",
            By::Win => "win: the chance to win",
            By::Take => "take: the pieces taken",
            By::Safe => "safe: the chance that the next turn takes something, lower is better",
            By::Net => "net: the net gain in pieces to the end of the next turn, on average",
        }
    }

    fn reviewed(
        record: &Record<Self>,
        terms: &ReviewArgs<R>,
        _caller: Caller,
        note: &Note,
    ) -> Result<Review<Team>, Failure> {
        let solved_for = Terms::from(&terms.limits);
        let by = terms.by;
        let earlier = |turn: &Turn<Self>| Ok(measured(turn, by, terms.work.budget));
        let from = (None, &solved_for);
        let (mut found, solved_by) = with_endgame(record, from, &earlier, &terms.playouts, note)?;
        found.known = match solved_by.solved() {
            Some(solved) => Some(endgame::known(solved, solved_for.max_throws)),
            None => without_chances(record, solved_for.positions),
        };
        Ok(found)
    }

    fn played_out(
        &self,
        begins: bool,
        asked: &Simulate<Self>,
        note: &Note,
    ) -> Result<Playouts, Failure> {
        let start = PlayoutState {
            opening: begins && self.rules().frame().opener.is_some(),
            ..self.start_of()
        };
        let game = self.game(asked.policies(|text| Policy::read(text, Policy::ONE_BY_ONE))?);
        let tally = simulate(&game, &start, asked.games, asked.seed, note)?;
        let first = (!start.opening).then_some(self.side());
        Ok(Playouts::of(asked, &tally, first, None))
    }
}
