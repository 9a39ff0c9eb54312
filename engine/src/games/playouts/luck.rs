//! Playouts along a game that was played.

use std::sync::atomic::Ordering;

use super::estimate::{of_halves, of_sums};
use super::simulate::no_games;
use super::{
    Confidence, Effort, Ended, Estimate, Gained, GainedBy, Luck, LuckAndSkill, MAX_PLAYOUTS,
    Playouts, Replayed, Replays, TurnMade, play_out,
};
use crate::board::Team;
use crate::solve::parallel::map_ranges;
use crate::work::limit::allow;
use crate::work::{Fault, Note};

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
        let Estimate {
            estimate,
            lower,
            upper,
        } = of_sums(
            self.sum as f64 / 2.0,
            self.squares as f64 / 4.0,
            games as f64,
            CONFIDENCE,
        );
        let open = open as f64 / (2 * games) as f64;
        Estimate {
            estimate,
            lower: lower - open,
            upper: upper + open,
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
struct Replay<'a, G: Replays> {
    game: &'a G,
    turns: &'a [TurnMade<G::State, G::Throws>],
    end: &'a G::State,
    seed: u64,
}

impl<G: Replays> Replay<'_, G> {
    /// A's points in halves; games broken off are drawn, and counted.
    fn points(&self, state: G::State, luck: [Luck; 2], open: &mut u64) -> i64 {
        match play_out(self.game, state, luck).ended {
            Some(ended) => ended.halves(Team::A).into(),
            None => {
                *open += 1;
                1
            }
        }
    }

    /// Plays the games of one number out from every position.
    fn one(&self, number: u64, results: &mut Results) {
        let luck = || Luck::of_both(self.seed, number);
        let [open_before, open_thrown] = &mut results.open;
        let states = self.turns.iter().map(|turn| &turn.before).chain([self.end]);
        let before: Vec<i64> = (states.zip(open_before.iter_mut()))
            .map(|(state, open)| self.points(state.clone(), luck(), open))
            .collect();
        for (sum, points) in results.points.iter_mut().zip(&before) {
            *sum += *points as u64;
        }
        let mut sums = [[0; 2]; 2];
        for (at, turn) in self.turns.iter().enumerate() {
            let side = self.game.side(&turn.before);
            let thrown = match turn.forced {
                true => before[at + 1],
                false => {
                    let (mut thrown, mut luck) = (turn.before.clone(), luck());
                    let ties = &mut luck[side as usize].ties;
                    self.game.play_thrown(&mut thrown, &turn.throws, ties);
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

    fn results(&self, games: u64, note: &Note) -> Results {
        let games = games as usize;
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
}

/// The luck and the skill in a game, from each turn and the position at the end. A play that was forced shows no skill: its throw alone
/// changed the chance.
///
/// Every position is played out with the same dice in the games of the same number.
///
/// Estimated: the answer depends on the seed alone, not on the machine. Cost: two games for each turn, one where it is forced, and number, on all processors.
///
/// # Errors
/// Of kind input: no games. Of kind limit: more than [`MAX_PLAYOUTS`] in all.
pub(crate) fn luck_and_skill<G: Replays>(
    game: &G,
    turns: &[TurnMade<G::State, G::Throws>],
    end: &G::State,
    effort: Effort,
    note: &Note,
) -> Result<LuckAndSkill, Fault> {
    let Effort { games, seed } = effort;
    if games == 0 {
        return Err(no_games());
    }
    let free = turns.iter().filter(|turn| !turn.forced).count();
    let playouts = u128::from(games) * (turns.len() + free + 1) as u128;
    allow("random playouts", playouts, MAX_PLAYOUTS.into())?;
    note.set("playing games out");
    note.count_to(games);
    let replay = Replay {
        game,
        turns,
        end,
        seed,
    };
    Ok(replay
        .results(games, note)
        .found(game, turns, end, effort, playouts as u64))
}

impl Results {
    /// The chance of a side before a throw, or at the end. Games broken off are open in the interval.
    fn chance(&self, at: usize, side: Team, games: u64) -> Estimate {
        let halves = match side {
            Team::A => self.points[at],
            Team::B => 2 * games - self.points[at],
        };
        let open = self.open[0][at];
        let [low, middle, high] = [
            halves - open.min(halves),
            halves,
            (halves + open).min(2 * games),
        ]
        .map(|halves| of_halves(halves, games, CONFIDENCE));
        Estimate {
            estimate: middle.estimate,
            lower: low.lower,
            upper: high.upper,
        }
    }

    /// The estimates of these results.
    fn found<G: Playouts, T>(
        &self,
        game: &G,
        turns: &[TurnMade<G::State, T>],
        end: &G::State,
        effort: Effort,
        playouts: u64,
    ) -> LuckAndSkill {
        let games = effort.games;
        let [before, thrown] = &self.open;
        let states = turns.iter().map(|turn| &turn.before).chain([end]);
        let over: Vec<Option<Ended>> = states.map(|state| game.ended(state)).collect();
        let chance = |at: usize, side: Team| match over[at] {
            Some(ended) => known(ended, side),
            None => self.chance(at, side, games),
        };
        let gained = |[luck, skill]: &[Differences; 2], open: [u64; 2], forced| Gained {
            luck: luck.estimate(games, open[0]),
            skill: match forced {
                true => Estimate::default(),
                false => skill.estimate(games, open[1]),
            },
        };
        let open = |at: usize| match turns[at].forced {
            true => [before[at] + before[at + 1], 0],
            false => [before[at] + thrown[at], thrown[at] + before[at + 1]],
        };
        let side = |at: usize| game.side(&turns[at].before);
        let each = (0..turns.len()).map(|at| Replayed {
            ply: at + 1,
            side: side(at),
            before: chance(at, side(at)),
            gained: gained(&self.changes[at], open(at), turns[at].forced),
        });
        let sum = |team: Team| {
            let own = || (0..turns.len()).filter(|&at| side(at) == team);
            let forced = own().all(|at| turns[at].forced);
            let open = (own().map(open)).reduce(|[luck, skill], [l, s]| [luck + l, skill + s]);
            // A side that has not thrown has had neither.
            open.map_or_else(Gained::default, |open| {
                gained(&self.sums[team as usize], open, forced)
            })
        };
        LuckAndSkill {
            policy: "greedy",
            turns: each.collect(),
            sums: [Team::A, Team::B].map(|side| GainedBy {
                side,
                gained: sum(side),
            }),
            from: chance(0, Team::A),
            to: chance(turns.len(), Team::A),
            games,
            playouts,
            unfinished: before.iter().chain(thrown).sum(),
            seed: effort.seed,
            confidence: CONFIDENCE.level(),
        }
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
