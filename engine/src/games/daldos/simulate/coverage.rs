//! Intervals of playouts against the exact chances under the same policy.
//!
//! The exact chances are those of a Markov chain over every position that the policy comes to. It is built from the naive rules
//! and a second, naive description of the policy, and solved by relaxation; nothing of the playouts is shared.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::*;
use crate::games::daldos::Rules;
use crate::games::daldos::naive_rules::{Naive, NaiveGame, throws};
use crate::games::playouts::{Effort, simulate};
use crate::games::running_fight::simulate::{Policy::Greedy, Start};
use crate::work::Note;

/// The pieces of `side` that an enemy could reach if nothing stood between, each counted by the throws that do it and the enemies
/// it could be done by at once: one for each pair of an enemy on its way and a throw that reaches any piece.
fn exposed(board: &Naive, side: char, rules: &Rules) -> u64 {
    let mut seen = board.clone();
    seen.side = if side == 'A' { 'B' } else { 'A' };
    let mut sum = 0;
    for from in places(&seen, |piece| piece == seen.side) {
        for (i, j, weight, _) in throws(rules) {
            let reaches = |holes: u8| {
                let mut at = from;
                (0..holes).for_each(|_| at = seen.next(at, rules));
                seen.rows[at.0][at.1].to_ascii_uppercase() == side
            };
            if [i, j, i + j].into_iter().any(reaches) {
                sum += weight;
            }
        }
    }
    sum
}

fn places(board: &Naive, which: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (row, holes) in board.rows.iter().enumerate() {
        let holes = holes.iter().enumerate().filter(|(_, piece)| which(**piece));
        found.extend(holes.map(|(hole, _)| (row, hole)));
    }
    found
}

/// The greedy policy's plays of a throw: the fewest enemies left, then the least exposed; each is as likely as the others.
pub(super) fn greedy(board: &Naive, i: u8, j: u8, rules: &Rules) -> Vec<Naive> {
    let enemy = if board.side == 'A' { 'B' } else { 'A' };
    let plays = board.plays(i, j, rules).into_iter();
    let measured = plays.map(|play| {
        let left = places(&play, |piece| piece.to_ascii_uppercase() == enemy).len();
        ((left, exposed(&play, board.side, rules)), play)
    });
    let measured: Vec<_> = measured.collect();
    let best = measured.iter().map(|(measure, _)| *measure).min();
    let best_ones = measured
        .into_iter()
        .filter(|(measure, _)| Some(*measure) == best);
    best_ones.map(|(_, play)| play).collect()
}

/// The chance of each position that the side to move wins when both sides are greedy.
pub(super) struct Chain {
    game: NaiveGame,
    chances: Vec<f64>,
}

impl Chain {
    /// Of everything that these positions lead to.
    pub(super) fn from(starts: &[String], rules: &Rules) -> Chain {
        let starts = starts.iter().map(|text| Naive::read(text));
        let game = NaiveGame::new(starts, rules, |board, i, j| greedy(board, i, j, rules));
        let mean = |plays: &[f64]| plays.iter().sum::<f64>() / plays.len() as f64;
        let chances = game.chances(rules, mean);
        Chain { game, chances }
    }

    pub(super) fn chance(&self, text: &str) -> Option<f64> {
        let number = self.game.numbers.get(&Naive::read(text));
        number.map(|&at| self.chances[at])
    }
}

/// How often intervals held what they should.
#[derive(Debug, Default)]
struct Coverage {
    /// Intervals of chances to win from a position, and how many held.
    scores: [u32; 2],
    /// Intervals of chances after the plays of a throw, with games that end early.
    plays: [u32; 2],
    /// Intervals of differences.
    behind: [u32; 2],
    /// Comparisons, and those with a verdict `worse` on a play that is not.
    verdicts: [u32; 2],
    /// Comparisons in which the best play was told apart from all others.
    clear: u32,
    /// By how much the plays said to be the best fall short of the best, and by how much they are said to at most: sums.
    short: f64,
    said: f64,
}

/// Positions of a board under the rules, met in random games.
fn met(game: &Arc<Game>, positions: usize, random: &mut Random) -> Vec<Position> {
    let mut found = Vec::new();
    while found.len() < positions {
        let mut position = Position::start(game.clone());
        for _ in 0..2 + random.below(30) {
            if position.winner().is_some() {
                break;
            }
            let plays = position.plays(&draw(game, random));
            position = position.after(&plays[random.below(plays.len() as u64) as usize]);
        }
        if position.winner().is_none() {
            found.push(position);
        }
    }
    found
}

impl Coverage {
    /// Adds positions of one board, and the games played from each.
    fn add(&mut self, rules: &str, positions: usize, games: u64) {
        let game = Arc::new(Game::new(rules.parse().unwrap()).unwrap());
        let mut random = Random::new(28, 3);
        let met = met(&game, positions, &mut random);
        let compared = met.iter().map(|position| {
            let plays = position.plays(&draw(&game, &mut random));
            plays.iter().map(|play| position.after(play)).collect()
        });
        let compared: Vec<Vec<Position>> = compared.collect();
        let all = met.iter().chain(compared.iter().flatten());
        let texts: Vec<String> = all.map(Position::to_string).collect();
        let chain = Chain::from(&texts, game.rules());
        for (number, (position, after)) in met.iter().zip(&compared).enumerate() {
            self.position(&chain, position, games, number as u64);
            self.comparison(&chain, position.side(), after, games, number as u64);
        }
    }

    fn position(&mut self, chain: &Chain, start: &Position, games: u64, seed: u64) {
        let game = Start::game(start, [Greedy; 2]);
        let tally = simulate(&game, start, games, seed, &AtomicU64::new(0)).unwrap();
        let interval = tally.chance(start.side(), Confidence::Usual);
        let exact = chain.chance(&start.to_string()).unwrap();
        count(&mut self.scores, interval.holds(exact));
    }

    fn comparison(&mut self, chain: &Chain, side: Team, after: &[Position], games: u64, seed: u64) {
        let exact = |position: &Position| {
            let chance = chain.chance(&position.to_string()).unwrap();
            if position.side() == side {
                chance
            } else {
                1.0 - chance
            }
        };
        let truths: Vec<f64> = after.iter().map(exact).collect();
        let players = Start::game(&after[0], [Greedy; 2]);
        let effort = Effort { games, seed };
        let found = effort
            .compare(&players, side, after, &Note::default())
            .unwrap();
        let best = truths[found.best];
        let (mut wrong, mut said) = (false, 0f64);
        for (play, truth) in found.plays.iter().zip(&truths) {
            wrong |= play.told_apart && *truth >= best;
            said = said.max(play.behind.map_or(0.0, |behind| -behind.lower));
            if play.over.is_some() {
                assert!(*truth == 1.0 || *truth == 0.0);
                continue;
            }
            let score = play.outcomes.score(found.confidence);
            count(&mut self.plays, score.holds(*truth));
            if let Some(behind) = play.behind {
                count(&mut self.behind, behind.holds(best - truth));
            }
        }
        if found.plays.len() > 1 {
            count(&mut self.verdicts, wrong);
            self.clear += u32::from(found.equals() == 0);
            self.short += truths.iter().copied().fold(0.0, f64::max) - best;
            self.said += said;
        }
    }
}

pub(super) fn count(counts: &mut [u32; 2], held: bool) {
    counts[0] += 1;
    counts[1] += u32::from(held);
}

pub(super) fn share([all, held]: [u32; 2]) -> f64 {
    f64::from(held) / f64::from(all)
}

#[test]
fn intervals_hold_the_exact_chance_under_the_policy() {
    let mut coverage = Coverage::default();
    coverage.add("daldos:n=2", 150, 200);
    assert!(
        (0.91..=0.99).contains(&share(coverage.scores)),
        "{coverage:?}"
    );
    assert!(share(coverage.plays) >= 0.91, "{coverage:?}");
    assert!(share(coverage.behind) >= 0.91, "{coverage:?}");
    assert!(share(coverage.verdicts) <= 0.05, "{coverage:?}");
    assert!(coverage.short <= coverage.said, "{coverage:?}");
}

/// The figures of docs/results.md: `cargo test --release -- --ignored --nocapture two_thousand_positions`.
#[test]
#[ignore = "minutes"]
#[allow(clippy::print_stdout)]
fn two_thousand_positions_of_small_boards() {
    for games in [200, 1000] {
        let mut coverage = Coverage::default();
        for rules in [
            "daldos:n=2",
            "daldos:n=2,intermediate_capture=yes",
            "daldos:n=3,loses_at=1",
            "daldos:n=3",
        ] {
            coverage.add(rules, 500, games);
        }
        let comparisons = coverage.verdicts[0];
        println!(
            "{games} games: of a position {:.1} %, after a play {:.1} %, of a difference {:.1} %; {comparisons} comparisons, {} with a wrong \
             verdict, {} clear; {:.5} short on average, said to be at most {:.5}",
            100.0 * share(coverage.scores),
            100.0 * share(coverage.plays),
            100.0 * share(coverage.behind),
            coverage.verdicts[1],
            coverage.clear,
            coverage.short / f64::from(comparisons),
            coverage.said / f64::from(comparisons),
        );
        assert!(
            (0.93..=0.97).contains(&share(coverage.scores)),
            "{coverage:?}"
        );
        assert!(share(coverage.verdicts) <= 0.05, "{coverage:?}");
        assert!(coverage.short <= coverage.said, "{coverage:?}");
    }
}
