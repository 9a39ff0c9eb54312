//! Intervals of playouts against the exact chances under the same policy.
//!
//! The exact chances are those of a Markov chain over every position that the policy comes to, the policy described a second time,
//! solved by relaxation; nothing of the playouts is shared. The plays are compared in `tests/oracles`.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::*;
use crate::games::daldos::route::members;
use crate::games::playouts::{Effort, Policy::Greedy, simulate};
use crate::games::throws::played_out::PlaysOut;
use crate::work::Note;

/// How greedy dislikes a position that a play of `side` led to: the pieces that the enemy has left, then the own pieces that an enemy
/// could reach if nothing stood between, counted once for each pair of an enemy on its way and a throw that reaches any piece.
fn dislike(after: &Position, side: Team) -> (u32, u64) {
    let game = after.game();
    let enemy = match after.side() == side {
        true => *after.passed().view(),
        false => *after.view(),
    };
    let mut exposed = 0;
    for from in members(enemy.own & !enemy.own_undalled) {
        let reaches = |holes: u8| enemy.enemy >> game.route().to(from, holes) & 1 == 1;
        for cast in game.casts() {
            if cast.numbers.sums().any(reaches) {
                exposed += cast.weight;
            }
        }
    }
    (enemy.own.count_ones(), exposed)
}

/// The positions after the greedy policy's plays of a throw, each as likely as the others.
pub(super) fn greedy(position: &Position, cast: &Cast) -> Vec<Position> {
    let plays = position.plays(cast);
    let after = plays.iter().map(|play| position.after(play));
    let mut measured: Vec<_> = after
        .map(|after| (dislike(&after, position.side()), after))
        .collect();
    let least = measured.iter().map(|(dislike, _)| *dislike).min();
    measured.retain(|(dislike, _)| Some(*dislike) == least);
    measured.into_iter().map(|(_, after)| after).collect()
}

/// The chance of A at each position when both sides are greedy.
#[derive(Default)]
pub(super) struct Chain {
    numbers: HashMap<(View, bool), usize>,
    positions: Vec<Position>,
    chances: Vec<f64>,
}

impl Chain {
    /// Of everything that these positions lead to: each is the mean of those after its throws, iterated until nothing changes by
    /// 10^-13.
    pub(super) fn from(starts: &[Position]) -> Chain {
        let mut chain = Chain::default();
        for start in starts {
            chain.number(start.clone());
        }
        let mut next: Vec<Vec<(f64, usize)>> = Vec::new();
        while let Some(position) = chain.positions.get(next.len()).cloned() {
            let mut lots = Vec::new();
            let game = position.game().clone();
            let casts = game.casts().iter();
            for cast in casts.filter(|_| position.winner().is_none()) {
                let after = greedy(&position, cast);
                let chance = cast.weight as f64 / game.total() as f64 / after.len() as f64;
                lots.extend(after.into_iter().map(|after| (chance, chain.number(after))));
            }
            next.push(lots);
        }
        let worth = |position: &Position| match position.winner() {
            Some(winner) => f64::from(u8::from(winner == Team::A)),
            None => 0.5,
        };
        chain.chances = chain.positions.iter().map(worth).collect();
        let mut change = 1.0;
        while change > 1e-13 {
            change = 0.0;
            for (at, lots) in next.iter().enumerate().filter(|(_, lots)| !lots.is_empty()) {
                let value = lots.iter().map(|(chance, to)| chance * chain.chances[*to]);
                let value = value.sum::<f64>();
                change = f64::max(change, (value - chain.chances[at]).abs());
                chain.chances[at] = value;
            }
        }
        chain
    }

    fn number(&mut self, position: Position) -> usize {
        let key = (*position.view(), position.side() == Team::A);
        *self.numbers.entry(key).or_insert_with(|| {
            self.positions.push(position);
            self.positions.len() - 1
        })
    }

    /// The chance of a side.
    pub(super) fn chance(&self, position: &Position, side: Team) -> Option<f64> {
        let key = (*position.view(), position.side() == Team::A);
        let chance = self.chances[*self.numbers.get(&key)?];
        Some(if side == Team::A {
            chance
        } else {
            1.0 - chance
        })
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
        let chain = Chain::from(&all.cloned().collect::<Vec<_>>());
        for (number, (position, after)) in met.iter().zip(&compared).enumerate() {
            self.position(&chain, position, games, number as u64);
            self.comparison(&chain, position.side(), after, games, number as u64);
        }
    }

    fn position(&mut self, chain: &Chain, start: &Position, games: u64, seed: u64) {
        let game = PlaysOut::game(start, [Greedy; 2]);
        let tally = simulate(&game, start, games, seed, &Note::default()).unwrap();
        let interval = tally.chance(start.side(), Confidence::Usual);
        let exact = chain.chance(start, start.side()).unwrap();
        count(&mut self.scores, interval.holds(exact));
    }

    fn comparison(&mut self, chain: &Chain, side: Team, after: &[Position], games: u64, seed: u64) {
        let exact = |position: &Position| chain.chance(position, side).unwrap();
        let truths: Vec<f64> = after.iter().map(exact).collect();
        let players = PlaysOut::game(&after[0], [Greedy; 2]);
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
