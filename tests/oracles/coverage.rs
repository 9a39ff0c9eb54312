//! Estimates of random playouts against the exact chances under the same policy, for daldøs, Sig and tâb.
//!
//! The exact chances are those of a Markov chain over every position that the policy comes to. It is built from the naive rules
//! and a second, naive description of the policy, and solved by relaxation; nothing of the playouts is shared.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;

use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use siga::board::Team;
use siga::games::playouts::{Compared, Comparison, Confidence, Effort, Policy::Greedy, simulate};
use siga::games::throws::played_out::{PlaysOut, compare_plays};
use siga::work::Note;

use crate::oracles::Random;
use crate::oracles::running_fight::NaivePlayer;
use crate::oracles::{daldos, sig, tab};
use crate::program::SIGA;

/// Of all that can be thrown in a turn the least likely is left out, up to this chance.
const LEFT_OUT: f64 = 1e-6;

/// How greedy dislikes a board: pieces that the enemy has left, own pieces left, own pieces in reach of single throws of the enemy.
pub(crate) type Dislike = (usize, Reverse<usize>, u64);
/// What can come of some throws, and the chance of each.
type Lots<P> = BTreeMap<<P as NaivePlayer>::Position, f64>;
/// The same of boards within a turn and throws left.
type Known<P> = BTreeMap<(<P as NaivePlayer>::Position, <P as NaivePlayer>::Throws), Rc<Lots<P>>>;

/// A game with the policy greedy, said once more.
pub(crate) trait NaiveGreedy: NaivePlayer<Throws: Clone + Ord> {
    /// The positions that siga is asked about.
    type Siga: PlaysOut + Clone + Display;

    /// A position, and those that the plays of some throws lead to.
    fn played(rules: &str, position: &str, throws: &Self::Throws) -> (Self::Siga, Vec<Self::Siga>);

    fn text(&self, position: &Self::Position) -> String;

    /// What is thrown before a piece moves, with its chance, but for the longest turns.
    fn thrown(&self) -> BTreeMap<Self::Throws, f64>;

    /// Every use of one of the throws left, the team remaining the same; without throws: to end the turn. None: the turn is over.
    fn uses(
        &self,
        position: &Self::Position,
        left: &Self::Throws,
    ) -> Vec<(Self::Position, Option<Self::Throws>)>;

    fn dislike(&self, position: &Self::Position) -> Dislike;

    /// Whose turn follows when these throws have been played.
    fn passed(&self, position: &Self::Position, throws: &Self::Throws) -> Self::Position;
}

/// Where greedy comes to with the throws left: each use that is disliked least is as likely as the others.
fn greedy<P: NaiveGreedy>(
    player: &P,
    position: &P::Position,
    left: &P::Throws,
    known: &mut Known<P>,
) -> Rc<Lots<P>> {
    let key = (position.clone(), left.clone());
    if let Some(lots) = known.get(&key) {
        return Rc::clone(lots);
    }
    let uses = player.uses(position, left).into_iter();
    let measured = uses.map(|found| (player.dislike(&found.0), found));
    let mut uses: Vec<_> = measured.collect();
    let least = uses.iter().map(|(dislike, _)| *dislike).min();
    uses.retain(|(dislike, _)| Some(*dislike) == least);
    let mut lots = BTreeMap::new();
    let mut add = |position: &P::Position, chance: f64| {
        *lots.entry(position.clone()).or_insert(0.0) += chance;
    };
    let share = 1.0 / uses.len() as f64;
    for (_, (after, rest)) in &uses {
        match rest {
            None => add(after, share),
            Some(rest) => (greedy(player, after, rest, known).iter())
                .for_each(|(end, chance)| add(end, share * chance)),
        }
    }
    if uses.is_empty() {
        add(position, 1.0);
    }
    let lots = Rc::new(lots);
    known.insert(key, Rc::clone(&lots));
    lots
}

/// The throws of a turn without the least likely.
fn likely<T>(thrown: BTreeMap<T, f64>) -> Vec<(T, f64)> {
    let mut thrown: Vec<(T, f64)> = thrown.into_iter().collect();
    thrown.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let mut sum = 0.0;
    thrown.retain(|(_, chance)| {
        let needed = sum < 1.0 - LEFT_OUT;
        sum += if needed { *chance } else { 0.0 };
        needed
    });
    assert!(sum >= 1.0 - LEFT_OUT);
    thrown.iter_mut().for_each(|(_, chance)| *chance /= sum);
    thrown
}

/// What A makes of each position when both teams are greedy: the chance to win, and the same with half the chance of a draw.
struct Chain<P: NaivePlayer> {
    numbers: BTreeMap<P::Position, usize>,
    wins: Vec<f64>,
    scores: Vec<f64>,
}

impl<P: NaiveGreedy> Chain<P> {
    /// Of everything that these positions lead to.
    fn from(player: &P, thrown: &[(P::Throws, f64)], starts: Vec<P::Position>) -> Self {
        let (mut numbers, mut positions) = (BTreeMap::new(), Vec::new());
        let mut number = |position: P::Position, positions: &mut Vec<P::Position>| {
            let next = positions.len();
            *numbers.entry(position).or_insert_with_key(|position| {
                positions.push(position.clone());
                next
            })
        };
        for start in starts {
            number(start, &mut positions);
        }
        let mut next: Vec<Vec<(usize, f64)>> = Vec::new();
        while let Some(position) = positions.get(next.len()).cloned() {
            let (mut lots, mut known) = (BTreeMap::new(), BTreeMap::new());
            let over = player.result(&position, 0.5).is_some();
            for (throws, chance) in thrown.iter().filter(|_| !over) {
                for (end, share) in greedy(player, &position, throws, &mut known).iter() {
                    let after = number(player.passed(end, throws), &mut positions);
                    *lots.entry(after).or_insert(0.0) += chance * share;
                }
            }
            next.push(lots.into_iter().collect());
        }
        let [wins, scores] = [0.0, 0.5].map(|drawn| {
            let results = positions.iter().map(|one| player.result(one, drawn));
            relaxed(&next, results.map(|result| result.unwrap_or(0.5)).collect())
        });
        Chain {
            numbers,
            wins,
            scores,
        }
    }
}

/// The values of the positions that others follow, as means of theirs.
fn relaxed(next: &[Vec<(usize, f64)>], mut values: Vec<f64>) -> Vec<f64> {
    loop {
        let mut change: f64 = 0.0;
        for at in (0..next.len()).rev().filter(|&at| !next[at].is_empty()) {
            let mean = next[at].iter().map(|&(to, chance)| chance * values[to]);
            let mean = mean.sum::<f64>();
            change = change.max((mean - values[at]).abs());
            values[at] = mean;
        }
        if change < 1e-11 {
            // Sums of chances may be above 1 by rounding.
            return values.into_iter().map(|value| value.min(1.0)).collect();
        }
    }
}

/// How often intervals held what they should: of all, those that did.
#[derive(Debug, Default)]
struct Coverage {
    positions: usize,
    /// Of the chance that A wins from a position, where it is neither certain nor ruled out.
    wins: [u32; 2],
    /// Of scores after the plays of a throw, where games end early.
    plays: [u32; 2],
    /// Of differences to the preferred play.
    behind: [u32; 2],
    /// Comparisons, and those with a verdict `worse` on a play that is not.
    verdicts: [u32; 2],
    /// What the preferred plays lose against the best, and what they are said to lose at most: sums over the comparisons.
    lost: f64,
    said: f64,
}

impl Coverage {
    /// Adds positions met in random games, the games played from each, and the plays of one throw compared.
    fn add<P: NaiveGreedy>(&mut self, (rules, start): (&str, &str), positions: usize, games: u64) {
        let player = P::read(rules);
        let thrown = likely(player.thrown());
        let mut random = Random::seed_from_u64(28);
        let met: Vec<_> = (0..positions)
            .map(|_| met(&player, start, &thrown, &mut random))
            .collect();
        let answers = met.iter().map(|position| {
            let throws = drawn(&thrown, &mut random);
            P::played(rules, &player.text(position), throws)
        });
        let answers: Vec<_> = answers.collect();
        let mut starts = met.clone();
        let after = answers.iter().map(|(_, plays)| {
            let after = plays
                .iter()
                .map(|after| player.position(&after.to_string()));
            after.collect::<Vec<_>>()
        });
        let after: Vec<_> = after.collect();
        starts.extend(after.iter().flatten().cloned());
        let chain = Chain::from(&player, &thrown, starts);
        println!("{rules}: {} states", chain.numbers.len());
        self.positions += positions;
        for (seed, (position, ((asked, plays), after))) in
            (0..).zip(met.iter().zip(answers.iter().zip(&after)))
        {
            let (begins, note) = (asked.start_of(), Note::default());
            let tally = simulate(&asked.game([Greedy; 2]), &begins, games, seed, &note).unwrap();
            let effort = Effort { games, seed };
            let numbered = (0..)
                .zip(plays)
                .map(|(at, after)| (i32::to_string(&at), after.clone()));
            let estimates = compare_plays(asked, numbered, effort, &note);
            let interval = tally.chance(Team::A, Confidence::Usual).unwrap();
            let exact = chain.wins[chain.numbers[position]];
            if (1e-6..1.0 - 1e-6).contains(&exact) {
                count(&mut self.wins, interval.holds(exact));
            }
            let own = |score: f64| match P::team(position) {
                b'A' => score,
                _ => 1.0 - score,
            };
            let truths = after
                .iter()
                .map(|one| own(chain.scores[chain.numbers[one]]));
            self.comparison(&estimates.unwrap().unwrap(), &truths.collect::<Vec<_>>());
        }
    }

    fn comparison(&mut self, found: &Comparison, truths: &[f64]) {
        let truth = |play: &Compared| &truths[play.action.parse::<usize>().unwrap()];
        let best = truth(&found.plays[0]);
        let (mut wrong, mut said) = (false, 0f64);
        for (play, truth) in found.plays.iter().map(|play| (play, truth(play))) {
            wrong |= play.told_apart && truth >= best;
            said = said.max(play.behind.map_or(0.0, |behind| -behind.lower));
            if play.over {
                assert!([0.0, 0.5, 1.0].contains(truth));
                continue;
            }
            count(&mut self.plays, play.score.holds(*truth));
            if let Some(behind) = play.behind {
                count(&mut self.behind, behind.holds(best - truth));
            }
        }
        if found.plays.len() > 1 {
            count(&mut self.verdicts, wrong);
            self.lost += truths.iter().copied().fold(0.0, f64::max) - best;
            self.said += said;
        }
    }

    /// Asserts that intervals of 95 in 100 hold what they should about as often, and prints the figures.
    fn judge(&self, least: f64, most: f64) {
        let comparisons = f64::from(self.verdicts[0]);
        let shares = [self.wins, self.plays, self.behind].map(share);
        println!(
            "{} positions, {} open; in per cent, of a position, after a play, of a difference: {:.1?}; {comparisons} comparisons, {} with a wrong \
             verdict; {:.5} lost on average, said to be at most {:.5}",
            self.positions,
            self.wins[0],
            shares.map(|share| 100.0 * share),
            self.verdicts[1],
            self.lost / comparisons,
            self.said / comparisons,
        );
        assert!((least..=most).contains(&shares[0]), "{self:?}");
        assert!(shares[1] >= least && shares[2] >= least, "{self:?}");
        assert!(share(self.verdicts) <= 0.05, "{self:?}");
        assert!(self.lost <= self.said, "{self:?}");
    }
}

fn count(counts: &mut [u32; 2], held: bool) {
    counts[0] += 1;
    counts[1] += u32::from(held);
}

fn share([all, held]: [u32; 2]) -> f64 {
    f64::from(held) / f64::from(all)
}

fn drawn<'a, T>(thrown: &'a [(T, f64)], random: &mut Random) -> &'a T {
    let mut left = random.random_range(0.0..1.0);
    let found = thrown.iter().find(|(_, chance)| {
        left -= chance;
        left < 0.0
    });
    &found.unwrap_or(&thrown[0]).0
}

/// A position met in a random game.
fn met<P: NaiveGreedy>(
    player: &P,
    start: &str,
    thrown: &[(P::Throws, f64)],
    random: &mut Random,
) -> P::Position {
    loop {
        let mut position = player.position(start);
        let mut left = random.random_range(1..20);
        while left > 0 && player.result(&position, 0.5).is_none() {
            let throws = drawn(thrown, random).clone();
            let plays = player.plays(&position, &[throws]).remove(0);
            let chosen = random.random_range(0..plays.len());
            position = plays.into_iter().nth(chosen).unwrap();
            left -= 1;
        }
        if player.result(&position, 0.5).is_none() {
            return position;
        }
    }
}

/// Rules of tâb, and where its games begin.
const TAB: [(&str, &str); 4] = [
    ("tab:ludii,length=3", "AA1/3/3/2B A"),
    ("tab:lane,length=3", "a2/3/3/2b A"),
    ("tab:lane,length=3,order=thrown", "aa1/3/3/1bb A"),
    (
        "tab:lane,length=3,order=thrown,stacks=none,wake=foremost",
        "aa1/3/3/1bb A",
    ),
];

/// The same of Sig.
const SIG: [(&str, &str); 4] = [
    (
        "sig:ludii,length=3,turns=alternating,end=one",
        "AA1/3/3/2B A",
    ),
    ("sig:ludii,length=3", "AA1/3/3/2B A"),
    ("sig:depaulis,length=4", "AA2/4/4/2bB A"),
    ("sig:ludii,length=4,turns=alternating", "AA2/4/4/3B A"),
];

/// The same of daldøs.
const DALDOS: [(&str, &str); 4] = [
    ("daldos:n=2", "aa/3/bb A"),
    ("daldos:n=2,intermediate_capture=yes", "aa/3/bb A"),
    ("daldos:n=3,loses_at=1", "aaa/4/bbb A"),
    ("daldos:n=3", "aaa/4/bbb A"),
];

#[test]
fn playouts_of_daldos_hold_the_exact_chance_under_the_policy() {
    let mut coverage = Coverage::default();
    coverage.add::<daldos::rules::Rules>(DALDOS[0], 400, 200);
    coverage.judge(0.91, 0.99);
}

#[test]
fn playouts_of_tab_hold_the_exact_chance_under_the_policy() {
    let mut coverage = Coverage::default();
    coverage.add::<tab::rules::Rules>(TAB[0], 100, 200);
    coverage.judge(0.91, 0.99);
}

#[test]
fn playouts_of_sig_hold_the_exact_chance_under_the_policy() {
    let mut coverage = Coverage::default();
    coverage.add::<sig::rules::Rules>(SIG[0], 100, 200);
    coverage.judge(0.91, 0.99);
}

/// What stands on a board of daldøs, and whose turn it is.
type Stand = (daldos::rules::Board, u8);
/// A game of random plays: its positions, its throws, and its record.
type RandomGame = (Vec<Stand>, Vec<daldos::rules::Throw>, String);

fn random_game(
    player: &daldos::rules::Rules,
    (rules, start): (&str, &str),
    thrown: &[(daldos::rules::Throw, f64)],
    random: &mut Random,
) -> RandomGame {
    let mut positions = vec![player.position(start)];
    let mut throws = Vec::new();
    let mut record = format!("rules: {rules}; moves:");
    while throws.len() < 25 {
        let (board, side) = positions[throws.len()].clone();
        if player.winner(&board).is_some() {
            break;
        }
        let throw = drawn(thrown, random).clone();
        let plays = player.plays(&board, side, &throw.numbers);
        let chosen = random.random_range(0..plays.len());
        let (after, play) = plays.into_iter().nth(chosen).unwrap();
        let numbers: Vec<String> = throw.numbers.iter().map(usize::to_string).collect();
        let way = play.ways.first().unwrap().join(" ");
        record += &format!("; {} {}: {way}", side as char, numbers.join("+"));
        positions.push(player.passed(&(after, side), &throw));
        throws.push(throw);
    }
    (positions, throws, record)
}

/// Whether an interval of an answer holds a number.
fn holds(said: &Value, number: f64) -> bool {
    let [lower, upper] = ["lower", "upper"].map(|end| said[end].as_f64().unwrap());
    (lower..=upper).contains(&number)
}

/// Of games of daldøs, against the change from before a throw to its greedy plays, and from there to the play that was made.
#[test]
fn luck_and_skill_hold_what_they_are_under_the_policy() {
    let player = daldos::rules::Rules::read(DALDOS[0].0);
    let thrown = likely(player.thrown());
    let mut random = Random::seed_from_u64(5);
    let games: Vec<RandomGame> = (0..60)
        .map(|_| random_game(&player, DALDOS[0], &thrown, &mut random))
        .collect();
    let all = games.iter().flat_map(|(positions, ..)| positions);
    let chain = Chain::from(&player, &thrown, all.cloned().collect());
    let win = |position: &Stand| chain.wins[chain.numbers[position]];
    let (mut luck, mut skill, mut sums) = ([0; 2], [0; 2], [0; 2]);
    for (seed, (positions, throws, record)) in (0..).zip(&games) {
        let command = "daldos review --by take --budget 1 --positions 1 --simulate 200 --seed";
        let seed = u32::to_string(&seed);
        let mut words: Vec<&str> = command.split(' ').collect();
        words.extend([seed.as_str(), "--record", record.as_str()]);
        let answer = SIGA.asked(&words);
        let said = &answer["result"]["estimates"];
        let mut exact = [[0.0; 2]; 2];
        for (at, throw) in throws.iter().enumerate() {
            let side = positions[at].1;
            let sign = if side == b'A' { 1.0 } else { -1.0 };
            let ends = greedy(&player, &positions[at], throw, &mut BTreeMap::new());
            let middle = ends
                .iter()
                .map(|(end, share)| share * win(&player.passed(end, throw)));
            let middle: f64 = middle.sum();
            let changes = [
                sign * (middle - win(&positions[at])),
                sign * (win(&positions[at + 1]) - middle),
            ];
            let turn = &said["turns"][at];
            count(&mut luck, holds(&turn["luck"], changes[0]));
            count(&mut skill, holds(&turn["skill"], changes[1]));
            let own = &mut exact[usize::from(side == b'B')];
            (0..2).for_each(|which| own[which] += changes[which]);
        }
        let mut change = 0.0;
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let said = &said["sums"][side];
            for (name, exact) in ["luck", "skill"].into_iter().zip(exact[side]) {
                count(&mut sums, holds(&said[name], exact));
                change += sign * said[name]["estimated"].as_f64().unwrap();
            }
        }
        // The changes from one turn to the next add up to the change from the beginning to the end.
        let [from, to] = ["from", "to"].map(|end| said[end]["estimated"].as_f64().unwrap());
        assert!((to - from - change).abs() < 1e-9, "{said}");
    }
    let shares = [luck, skill, sums].map(share);
    let held = |share: &f64| (0.91..=1.0).contains(share);
    // The intervals are no wider than they need be.
    assert!(shares.iter().all(held) && shares[0] < 0.995, "{shares:?}");
}

/// The figures of docs/results.md: `cargo test --test all -- --ignored --nocapture two_thousand_positions`.
fn two_thousand_positions<P: NaiveGreedy>(rules: [(&str, &str); 4]) {
    for games in [200, 1000] {
        let mut coverage = Coverage::default();
        for rules in rules {
            coverage.add::<P>(rules, 500, games);
        }
        coverage.judge(0.93, 0.97);
    }
}

#[test]
#[ignore = "minutes"]
fn two_thousand_positions_of_daldos() {
    two_thousand_positions::<daldos::rules::Rules>(DALDOS);
}

#[test]
#[ignore = "minutes"]
fn two_thousand_positions_of_tab() {
    two_thousand_positions::<tab::rules::Rules>(TAB);
}

#[test]
#[ignore = "minutes"]
fn two_thousand_positions_of_sig() {
    two_thousand_positions::<sig::rules::Rules>(SIG);
}
