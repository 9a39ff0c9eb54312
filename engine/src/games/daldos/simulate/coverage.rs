//! Intervals of playouts against the exact chances under the same policy.
//!
//! The exact chances are those of a Markov chain over every position that the policy comes to. It is built from the naive rules
//! and a second, naive description of the policy, and solved by relaxation; nothing of the playouts is shared.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::*;
use crate::games::daldos::Rules;
use crate::games::daldos::naive_rules::Naive;
use crate::games::playouts::Effort;
use crate::work::Note;

/// The pieces of `side` that an enemy could reach if nothing stood between, each counted by the throws that do it and the enemies
/// it could be done by at once: one for each pair of an enemy on its way and a throw that reaches any piece.
fn exposed(board: &Naive, side: char, rules: &Rules) -> u64 {
    let mut seen = board.clone();
    seen.side = if side == 'A' { 'B' } else { 'A' };
    let mut sum = 0;
    for from in places(&seen, |piece| piece == seen.side) {
        for (i, j, weight) in throws(rules) {
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

/// Both numbers of every throw of two dice with its weight.
fn throws(rules: &Rules) -> Vec<(u8, u8, u64)> {
    let faces: Vec<(u8, u64)> = rules
        .die()
        .faces()
        .iter()
        .map(|&(face, weight)| (face, u64::from(weight)))
        .collect();
    let mut all = Vec::new();
    for &(i, a) in &faces {
        all.extend(faces.iter().map(|&(j, b)| (i, j, a * b)));
    }
    all
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
    numbers: HashMap<String, usize>,
    chances: Vec<f64>,
}

impl Chain {
    /// Of everything that these positions lead to.
    pub(super) fn from(starts: &[String], rules: &Rules) -> Chain {
        let n = usize::from(rules.board().n);
        let mut numbers = HashMap::new();
        let mut texts: Vec<String> = Vec::new();
        let mut number = |text: String, texts: &mut Vec<String>| {
            *numbers.entry(text.clone()).or_insert_with(|| {
                texts.push(text);
                texts.len() - 1
            })
        };
        for start in starts {
            number(start.clone(), &mut texts);
        }
        // For each position its next ones: the chance of each, and whether the same side is to move there.
        let mut rows: Vec<Vec<(f64, usize, bool)>> = Vec::new();
        let mut chances = Vec::new();
        let total: u64 = throws(rules).iter().map(|(.., weight)| weight).sum();
        while rows.len() < texts.len() {
            let board = Naive::read(&texts[rows.len()], n);
            let mut row = BTreeMap::new();
            if board.over(rules) {
                let least = usize::from(rules.board().loses_at);
                let own = places(&board, |piece| piece.to_ascii_uppercase() == board.side);
                chances.push(if own.len() <= least { 0.0 } else { 1.0 });
                rows.push(Vec::new());
                continue;
            }
            for (i, j, weight) in throws(rules) {
                let extra = rules.extra().any(|shown| shown == [i.min(j), i.max(j)]);
                let plays = greedy(&board, i, j, rules);
                let each = weight as f64 / total as f64 / plays.len() as f64;
                for play in plays {
                    let after = play.turn(extra, rules);
                    let same = after.side == board.side;
                    *row.entry((after.write(), same)).or_insert(0.0) += each;
                }
            }
            let row = row.into_iter();
            rows.push(
                row.map(|((text, same), chance)| (chance, number(text, &mut texts), same))
                    .collect(),
            );
            chances.push(0.5);
        }
        let mut chain = Chain { numbers, chances };
        chain.relax(&rows);
        chain
    }

    /// Gauss and Seidel's iteration, until a sweep changes nothing by 10^-13.
    fn relax(&mut self, rows: &[Vec<(f64, usize, bool)>]) {
        let mut change = 1.0;
        while change > 1e-13 {
            change = 0.0;
            for (at, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
                let each = row.iter().map(|&(chance, next, same)| {
                    let next = self.chances[next];
                    chance * if same { next } else { 1.0 - next }
                });
                let value: f64 = each.sum();
                change = f64::max(change, (value - self.chances[at]).abs());
                self.chances[at] = value;
            }
        }
    }

    pub(super) fn chance(&self, text: &str) -> Option<f64> {
        self.numbers.get(text).map(|&at| self.chances[at])
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
    /// By how much the plays said to be the best fall short of the best, on average.
    short: f64,
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
        let simulation = Simulation {
            start: start.clone(),
            policies: [Policy::Greedy; 2],
            games,
            seed,
            endgame: None,
        };
        let tally = simulation.run().unwrap();
        let interval = tally.chance(start.side(), Confidence::Usual);
        let exact = chain.chance(&start.to_string()).unwrap();
        count(&mut self.scores, interval.holds(exact));
    }

    fn comparison(&mut self, chain: &Chain, side: Side, after: &[Position], games: u64, seed: u64) {
        let exact = |position: &Position| {
            let chance = chain.chance(&position.to_string()).unwrap();
            if position.side() == side {
                chance
            } else {
                1.0 - chance
            }
        };
        let truths: Vec<f64> = after.iter().map(exact).collect();
        let players = Players {
            game: after[0].game(),
            policies: [Policy::Greedy; 2],
            endgame: None,
        };
        let states: Vec<_> = after.iter().map(|p| (*p.state(), p.side())).collect();
        let effort = Effort { games, seed };
        let found = effort
            .compare(&players, side, &states, 0.0, &Note::default())
            .unwrap();
        let best = truths[found.best];
        let mut wrong = false;
        for (play, truth) in found.plays.iter().zip(&truths) {
            wrong |= play.told_apart && *truth >= best;
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
             verdict, {} clear; {:.5} short on average",
            100.0 * share(coverage.scores),
            100.0 * share(coverage.plays),
            100.0 * share(coverage.behind),
            coverage.verdicts[1],
            coverage.clear,
            coverage.short / f64::from(comparisons),
        );
        assert!(
            (0.93..=0.97).contains(&share(coverage.scores)),
            "{coverage:?}"
        );
        assert!(share(coverage.verdicts) <= 0.05, "{coverage:?}");
    }
}
