//! Playouts from several positions with the same throws, until the best is clear.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::comparison::{Compared, Comparison, MISTAKES};
use super::estimate::{of_halves, of_pairs};
use super::simulate::no_games;
use super::{Confidence, Ended, Estimate, POLICY, Playouts, playout};
use crate::board::Team;
use crate::solve::parallel::map_ranges;
use crate::work::limit::allow;
use crate::work::{Fault, Note};

/// The most random playouts of one comparison.
pub const MAX_PLAYOUTS: u64 = 20_000_000;
/// The games for each play before they are looked at for the first time; then after half as many again.
const FIRST_LOOK: usize = 64;
/// The confidence of the interval of a score.
const OF_SCORES: Confidence = Confidence::Usual;
/// The confidence of the interval of a difference between two plays chosen beforehand. The best play is chosen afterwards, for having
/// had luck among other things, so that the interval holds the true difference less often (docs/results.md).
const OF_PAIRS: Confidence = Confidence::High;
/// The shares that are staked on a difference, see [`evidence`].
const STAKES: [f64; 12] = [
    0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.7, 0.9,
];

/// How many playouts are made for each play, and their seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most games for each play.
    pub games: u64,
    /// The seed of the dice.
    pub seed: u64,
}

/// The results of the games of each play, game by game; `None` for a game that was broken off.
struct Games<'a, G: Playouts> {
    game: &'a G,
    starts: &'a [(String, G::State)],
    side: Team,
    seed: u64,
    results: Vec<Vec<Option<Ended>>>,
}

impl Effort {
    /// Compares the positions that the plays of `side` lead to, each with the name of its play.
    ///
    /// Each play is played out with the same throws. Plays that the games tell apart from the best are dropped on the way,
    /// and the games end when one is left or all have had as many as allowed.
    ///
    /// Estimated: the comparison depends on the seed alone, not on the machine. Cost: the games, on all processors; a byte of
    /// memory each.
    ///
    /// # Errors
    /// Of kind input: no games. Of kind limit: more than [`MAX_PLAYOUTS`] in all.
    pub(crate) fn compare<G: Playouts>(
        self,
        game: &G,
        side: Team,
        starts: &[(String, G::State)],
        note: &Note,
    ) -> Result<Comparison, Fault> {
        if self.games == 0 {
            return Err(no_games());
        }
        let all = starts.len() as u128 * u128::from(self.games);
        allow("random playouts", all, MAX_PLAYOUTS.into())?;
        note.set("playing games out");
        note.count_to(all as u64);
        let mut games = Games {
            game,
            starts,
            side,
            seed: self.seed,
            results: vec![Vec::new(); starts.len()],
        };
        let mut left: Vec<usize> = (0..starts.len()).collect();
        let mut played = 0;
        while played < self.games as usize && left.len() > 1 {
            let next = (played + played / 2)
                .max(FIRST_LOOK)
                .min(self.games as usize);
            games.play(&left, played..next, note);
            played = next;
            left = games.still_level(&left);
        }
        if played == 0 {
            games.play(&left, 0..self.games as usize, note);
        }
        Ok(games.comparison(&left))
    }
}

impl<G: Playouts> Games<'_, G> {
    /// Plays these games for each of these plays.
    fn play(&mut self, plays: &[usize], numbers: Range<usize>, note: &Note) {
        let (each, first) = (plays.len(), numbers.start);
        let parts = map_ranges(numbers.len() * each, 16, |range| {
            let results = range.map(|item| {
                let (number, play) = (first + item / each, plays[item % each]);
                let (_, start) = &self.starts[play];
                let playout = playout(self.game, start, self.seed, number as u64);
                note.done().fetch_add(1, Ordering::Relaxed);
                playout.ended
            });
            results.collect::<Vec<_>>()
        });
        for (item, result) in parts.into_iter().flatten().enumerate() {
            self.results[plays[item % each]].push(result);
        }
    }

    /// Half points of the side whose play it was, if games broken off are worth this many.
    fn halves(&self, result: Option<Ended>, broken_off: u32) -> u32 {
        result.map_or(broken_off, |ended| ended.halves(self.side))
    }

    /// The best of some plays that have had equally many games: the first with the highest score.
    fn best(&self, plays: &[usize]) -> usize {
        let score = |play: &usize| {
            let halves = self.results[*play]
                .iter()
                .map(|&result| self.halves(result, 1));
            halves.sum::<u32>()
        };
        let best = plays.iter().rev().max_by_key(|play| score(play));
        best.copied().unwrap_or(0)
    }

    /// Those of some plays that the games do not tell apart from the best.
    fn still_level(&self, plays: &[usize]) -> Vec<usize> {
        let best = self.best(plays);
        let pairs = (self.starts.len() * (self.starts.len() - 1)) as f64;
        let enough = (pairs / MISTAKES).ln();
        let level = |play: &usize| {
            // Of games broken off, the worst is assumed for the best play.
            *play == best || evidence(self.differences(best, *play, [0, 2])) < enough
        };
        plays.iter().copied().filter(level).collect()
    }

    /// The pairs of games with the same throws by how many halves more the first play has, from −2 to 2.
    fn differences(&self, first: usize, second: usize, broken_off: [u32; 2]) -> [u64; 5] {
        let mut counts = [0; 5];
        for (&a, &b) in self.results[first].iter().zip(&self.results[second]) {
            let more = 2 + self.halves(a, broken_off[0]) - self.halves(b, broken_off[1]);
            counts[more as usize] += 1;
        }
        counts
    }

    fn comparison(&self, left: &[usize]) -> Comparison {
        let best = self.best(left);
        let plays = 0..self.starts.len();
        let mut plays: Vec<Compared> = plays
            .map(|play| self.compared(play, best, !left.contains(&play)))
            .collect();
        plays.sort_by(|a, b| {
            let place = |play: &Compared| (play.behind.is_some(), play.told_apart);
            let by_score = || b.score.estimate.total_cmp(&a.score.estimate);
            place(a).cmp(&place(b)).then_with(by_score)
        });
        let open = plays.iter().filter(|play| !play.over);
        Comparison {
            policy: POLICY,
            playouts: open.map(Compared::games).sum(),
            confidence: OF_SCORES.level(),
            mistakes: MISTAKES,
            equals: left.len() - 1,
            plays,
            seed: self.seed,
        }
    }

    /// A play among the others.
    fn compared(&self, play: usize, best: usize, told_apart: bool) -> Compared {
        let (name, start) = &self.starts[play];
        let mut counts = [0; 4];
        for result in &self.results[play] {
            let kind = result.map_or(3, |ended| ended.halves(self.side));
            counts[kind as usize] += 1;
        }
        let [losses, draws, wins, unfinished] = counts;
        let score = |broken_off: u64| {
            let halves = 2 * wins + draws + broken_off * unfinished;
            of_halves(halves, counts.iter().sum(), OF_SCORES)
        };
        let behind = |broken_off| of_pairs(self.differences(best, play, broken_off), OF_PAIRS);
        Compared {
            action: name.clone(),
            over: self.game.ended(start).is_some(),
            wins,
            draws,
            losses,
            unfinished,
            score: Estimate::open([0, 1, 2].map(score)),
            behind: (play != best).then(|| Estimate::open([[0, 2], [1, 1], [2, 0]].map(behind))),
            told_apart,
        }
    }
}

/// The logarithm of what a gambler has who began with 1 and bet on each difference, if `counts[i]` of them were `i − 2` halves.
///
/// Were the first play no better than the second, the bets would be fair or worse, and by Ville's inequality the chance that
/// the gambler ever has 1/p would be at most p, however many games are played and whenever they end. The stakes are
/// divided among several shares of what there is, since the best share is not known.
fn evidence(counts: [u64; 5]) -> f64 {
    let logs = STAKES.map(|stake| {
        let gains = counts.into_iter().zip([-1.0, -0.5, 0.0, 0.5, 1.0]);
        let logs = gains.map(|(count, gain)| count as f64 * f64::ln_1p(stake * gain));
        logs.sum::<f64>()
    });
    let most = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    most + (sum / STAKES.len() as f64).ln()
}

#[cfg(test)]
mod unit_tests {
    use super::*;
    use crate::games::playouts::Random;

    /// A fair game: whenever it is looked at, the evidence for either side passes 20 in at most 5 of 100 runs.
    #[test]
    fn chance_alone_is_seldom_taken_for_evidence() {
        let (mut wrong, runs) = (0, 600);
        for run in 0..runs {
            let mut random = Random::new(11, run);
            let mut counts = [0; 5];
            let passed = (0..1500).any(|_| {
                counts[[0, 1, 2, 3, 4][random.below(5) as usize]] += 1;
                evidence(counts) >= 20f64.ln()
            });
            wrong += u32::from(passed);
        }
        assert!((1..=30).contains(&wrong), "{wrong} of {runs}");
    }

    #[test]
    fn a_difference_is_found() {
        // Three in four differ in the same way: 40 pairs are not enough for 1 in 10,000, 120 are.
        assert!(evidence([10, 0, 0, 0, 30]) < 1e4f64.ln());
        assert!(evidence([30, 0, 0, 0, 90]) > 1e4f64.ln());
        assert!(evidence([60, 0, 0, 0, 20]) < 0.0);
        assert!(evidence([0, 0, 1000, 0, 0]).abs() < 1e-9);
    }
}
