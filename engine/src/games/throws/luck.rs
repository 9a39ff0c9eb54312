//! Luck and skill: the changes of the chance to win by throws and by plays. Found by playouts along a game that was played: every number is
//! estimated.

use std::sync::atomic::Ordering;

use super::played_out::PlaysOut;
use crate::board::Team;
use crate::games::playouts::estimate::{of_halves, of_sums};
use crate::games::playouts::simulate::no_games;
use crate::games::playouts::{
    Confidence, Effort, Ended, Estimate, Luck, MAX_PLAYOUTS, POLICY, Playouts as _, Policy,
    play_out,
};
use crate::games::record::{Record, Turn};
use crate::solve::parallel::map_ranges;
use crate::work::limit::allow;
use crate::work::{Fault, Note};

/// The luck and the skill in a game.
///
/// The chance is that of the policy: to win, plus half the chance of a draw. It is asked for before each throw, and after the
/// throw if the policy plays it. By how much the throw changed it is luck, whose mean over all throws is 0; by how much the play
/// that was made then differs from the policy's is skill. All of them together are what the chance changed from the beginning of the
/// record to its end.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "LuckEstimates")]
#[non_exhaustive]
pub struct LuckAndSkill {
    /// The policy by which both sides play on.
    pub policy: &'static str,
    /// Every throw, or turn, in order.
    pub turns: Vec<Replayed>,
    /// The same summed: of A, and of B.
    pub sums: [GainedBy; 2],
    /// The chance of A at the beginning of the record.
    pub from: Estimate,
    /// The chance of A at its end.
    pub to: Estimate,
    /// The random playouts from each position.
    #[serde(skip)]
    pub games: u64,
    /// The random playouts altogether.
    #[serde(with = "crate::exact::serial::Count")]
    pub playouts: u64,
    /// Those of them that were broken off: drawn in the estimates, and anything in the intervals.
    #[serde(with = "crate::exact::serial::Count")]
    pub unfinished: u64,
    /// The seed of the dice.
    #[serde(skip)]
    pub seed: u64,
    /// The confidence of each interval by itself: 0.95.
    pub confidence: f64,
}

/// A throw with its play, in the view of the side that throws.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Replayed {
    /// Its number, from 1.
    pub ply: usize,
    /// That side.
    pub side: Team,
    /// Its chance before the throw.
    pub before: Estimate,
    /// The change by the throw, played by the policy; the mean over all throws is 0.
    pub luck: Estimate,
    /// The change by a play other than the policy's; 0 where there was no other play.
    pub skill: Estimate,
}

/// By how much the throws and plays of a side raised its chance.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct GainedBy {
    /// The side.
    pub side: Team,
    /// By its throws, played by the policy; the mean over all throws is 0.
    pub luck: Estimate,
    /// By plays other than the policy's; 0 where there was no other play.
    pub skill: Estimate,
}

/// Parts into which the games are divided: each holds sums for every turn.
const PARTS: usize = 64;

/// Differences between two results of games with the same number, in halves of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Differences {
    sum: i64,
    squares: u64,
}

impl Differences {
    fn add(&mut self, difference: i64) {
        self.sum += difference;
        self.squares += difference.unsigned_abs().pow(2);
    }

    fn join(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean, in games; `open` results of games broken off may be anything.
    fn estimate(&self, games: u64, open: u64) -> Estimate {
        let (sum, squares) = (self.sum as f64 / 2.0, self.squares as f64 / 4.0);
        let found = of_sums(sum, squares, games as f64, CONFIDENCE);
        let open = open as f64 / (2 * games) as f64;
        Estimate {
            lower: found.lower - open,
            upper: found.upper + open,
            ..found
        }
    }
}

const CONFIDENCE: Confidence = Confidence::Usual;

/// The results of some games from every position of a record.
#[derive(Clone, Debug, Default)]
struct Results {
    /// Before each throw and at the end, A's points in halves.
    points: Vec<u64>,
    /// The change by each throw, and by each play, for the side that threw.
    changes: Vec<[Differences; 2]>,
    /// The same summed over the throws of A, and of B.
    sums: [[Differences; 2]; 2],
    /// Games broken off: from each position before a throw and at the end, and after each throw.
    open: [Vec<u64>; 2],
}

impl Results {
    fn new(turns: usize) -> Self {
        Self {
            points: vec![0; turns + 1],
            changes: vec![Default::default(); turns],
            sums: Default::default(),
            open: [vec![0; turns + 1], vec![0; turns]],
        }
    }

    fn join(&mut self, other: &Self) {
        let add = |to: &mut Vec<u64>, from: &[u64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.points, &other.points);
        let [before, thrown] = &mut self.open;
        add(before, &other.open[0]);
        add(thrown, &other.open[1]);
        let own = self.changes.iter_mut().chain(&mut self.sums);
        for (to, from) in own.zip(other.changes.iter().chain(&other.sums)) {
            to.iter_mut().zip(from).for_each(|(to, from)| to.join(from));
        }
    }
}

/// A game that was played, with the policy by which it is played on.
struct Replay<'a, P: PlaysOut + 'a> {
    game: P::Game<'a>,
    turns: &'a [Turn<P>],
    /// Before each throw, and at the end.
    states: Vec<P::State>,
    /// Whether each throw could be played in one way only.
    forced: Vec<bool>,
    effort: Effort,
}

impl<P: PlaysOut> Replay<'_, P> {
    /// A's points in halves; games broken off are drawn, and counted.
    fn points(&self, state: P::State, luck: [Luck; 2], open: &mut u64) -> i64 {
        match play_out(&self.game, state, luck).ended {
            Some(ended) => ended.halves(Team::A).into(),
            None => {
                *open += 1;
                1
            }
        }
    }

    /// The side that makes a throw.
    fn side(&self, at: usize) -> Team {
        self.turns[at].position.team()
    }

    /// Plays the games of one number out from every position.
    fn one(&self, number: u64, results: &mut Results) {
        let luck = || Luck::of_both(self.effort.seed, number);
        let [open_before, open_thrown] = &mut results.open;
        let before: Vec<i64> = (self.states.iter().zip(open_before.iter_mut()))
            .map(|(state, open)| self.points(state.clone(), luck(), open))
            .collect();
        for (sum, points) in results.points.iter_mut().zip(&before) {
            *sum += *points as u64;
        }
        let mut sums = [[0; 2]; 2];
        for (at, turn) in self.turns.iter().enumerate() {
            let side = self.side(at);
            let thrown = match self.forced[at] {
                true => before[at + 1],
                false => {
                    let (mut thrown, mut luck) = (self.states[at].clone(), luck());
                    let ties = &mut luck[side as usize].ties;
                    self.game.play_thrown(&mut thrown, &turn.throw, ties);
                    self.points(thrown, luck, &mut open_thrown[at])
                }
            };
            let sign = if side == Team::A { 1 } else { -1 };
            let gained = [thrown - before[at], before[at + 1] - thrown].map(|gain| sign * gain);
            for (which, gain) in gained.into_iter().enumerate() {
                results.changes[at][which].add(gain);
                sums[side as usize][which] += gain;
            }
        }
        for (own, sums) in results.sums.iter_mut().zip(sums) {
            own.iter_mut().zip(sums).for_each(|(own, sum)| own.add(sum));
        }
    }

    fn results(&self, note: &Note) -> Results {
        let games = self.effort.games as usize;
        let parts = map_ranges(games, games.div_ceil(PARTS), |range| {
            let mut results = Results::new(self.turns.len());
            for number in range {
                self.one(number as u64, &mut results);
                note.done().fetch_add(1, Ordering::Relaxed);
            }
            results
        });
        let mut all = Results::new(self.turns.len());
        parts.iter().for_each(|part| all.join(part));
        all
    }

    /// The estimates of the results of so many playouts.
    fn found(&self, results: &Results, playouts: u64) -> LuckAndSkill {
        let games = self.effort.games;
        let [before, thrown] = &results.open;
        let states = self.states.iter();
        let over: Vec<Option<Ended>> = states.map(|state| self.game.ended(state)).collect();
        let chance = |at: usize, side: Team| match over[at] {
            Some(ended) => known(ended, side),
            None => results.chance(at, side, games),
        };
        let gained = |[luck, skill]: &[Differences; 2], open: [u64; 2], forced| {
            let skill = match forced {
                true => Estimate::default(),
                false => skill.estimate(games, open[1]),
            };
            [luck.estimate(games, open[0]), skill]
        };
        let open = |at: usize| match self.forced[at] {
            true => [before[at] + before[at + 1], 0],
            false => [before[at] + thrown[at], thrown[at] + before[at + 1]],
        };
        let each = (0..self.turns.len()).map(|at| {
            let [luck, skill] = gained(&results.changes[at], open(at), self.forced[at]);
            Replayed {
                ply: at + 1,
                side: self.side(at),
                before: chance(at, self.side(at)),
                luck,
                skill,
            }
        });
        let sum = |side: Team| {
            let own = || (0..self.turns.len()).filter(|&at| self.side(at) == side);
            let forced = own().all(|at| self.forced[at]);
            let open = (own().map(open)).reduce(|[luck, skill], [l, s]| [luck + l, skill + s]);
            // A side that has not thrown has had neither.
            let [luck, skill] = open.map_or_else(Default::default, |open| {
                gained(&results.sums[side as usize], open, forced)
            });
            GainedBy { side, luck, skill }
        };
        LuckAndSkill {
            policy: POLICY,
            turns: each.collect(),
            sums: [Team::A, Team::B].map(sum),
            from: chance(0, Team::A),
            to: chance(self.turns.len(), Team::A),
            games,
            playouts,
            unfinished: before.iter().chain(thrown).sum(),
            seed: self.effort.seed,
            confidence: CONFIDENCE.level(),
        }
    }
}

/// The luck and the skill of both sides in a game that was gone through, by playouts from each position in which both play on by the greedy
/// policy; `None` without any turn. The play of a turn that was `forced` shows no skill: its throw alone changed the chance.
///
/// Every position is played out with the same dice in the games of the same number.
///
/// Estimated: the answer depends on the seed alone, not on the machine. Cost: for each number two games a turn (one where the turn is forced) and one from the end, on all processors.
///
/// # Errors
/// Of kind input: no games. Of kind limit: more than [`MAX_PLAYOUTS`] in all.
pub fn luck_and_skill<P: PlaysOut>(
    record: &Record<P>,
    forced: Vec<bool>,
    effort: Effort,
    note: &Note,
) -> Result<Option<LuckAndSkill>, Fault> {
    let (turns, end) = (record.turns(), record.end());
    if turns.is_empty() {
        return Ok(None);
    }
    if effort.games == 0 {
        return Err(no_games());
    }
    let free = forced.iter().filter(|forced| !**forced).count();
    let playouts = u128::from(effort.games) * (turns.len() + free + 1) as u128;
    allow("random playouts", playouts, MAX_PLAYOUTS.into())?;
    note.set("playing games out");
    note.count_to(effort.games);
    let positions = turns.iter().map(|turn| &turn.position).chain([&end]);
    let replay = Replay {
        game: end.game([Policy::Greedy; 2]),
        turns,
        states: positions.map(P::start_of).collect(),
        forced,
        effort,
    };
    let results = replay.results(note);
    Ok(Some(replay.found(&results, playouts as u64)))
}

impl Results {
    /// The chance of a side before a throw, or at the end. Games broken off are open in the interval.
    fn chance(&self, at: usize, side: Team, games: u64) -> Estimate {
        let halves = match side {
            Team::A => self.points[at],
            Team::B => 2 * games - self.points[at],
        };
        let open = self.open[0][at];
        let most = (halves + open).min(2 * games);
        let ends = [halves - open.min(halves), halves, most];
        Estimate::open(ends.map(|halves| of_halves(halves, games, CONFIDENCE)))
    }
}

/// The points of a side in a game that is over.
fn known(ended: Ended, side: Team) -> Estimate {
    let points = f64::from(ended.halves(side)) / 2.0;
    Estimate {
        estimate: points,
        lower: points,
        upper: points,
    }
}
