//! Luck and skill by playouts against those under the policy's exact chances.

use std::sync::Arc;

use super::super::*;
use super::coverage::{Chain, count, greedy, share};
use crate::games::daldos::Play;
use crate::games::playouts::{Effort, LuckAndSkill, TurnMade};
use crate::games::playouts::{Policy, luck_and_skill};
use crate::games::throws::played_out::PlaysOut;
use crate::work::Note;

/// A game of random plays: every position with its throw and its play.
fn random_game(game: &Arc<Game>, random: &mut Random) -> Vec<(Position, Cast, Play)> {
    let mut position = Position::start(game.clone());
    let mut turns = Vec::new();
    while position.winner().is_none() && turns.len() < 25 {
        let cast = draw(game, random);
        let plays = position.plays(&cast);
        let play = plays[random.below(plays.len() as u64) as usize].clone();
        let after = position.after(&play);
        turns.push((position, cast, play));
        position = after;
    }
    turns
}

/// A's chance after a throw that the policy plays, each of its equal plays as likely as the others.
fn thrown(chain: &Chain, position: &Position, cast: &Cast) -> f64 {
    let after = greedy(position, cast);
    let chances = after
        .iter()
        .map(|next| chain.chance(next, Team::A).unwrap());
    chances.sum::<f64>() / after.len() as f64
}

/// The changes from one turn to the next add up to the change from the beginning to the end.
fn adds_up(found: &LuckAndSkill) {
    let [a, b] = found
        .sums
        .map(|sum| sum.gained.luck.estimate + sum.gained.skill.estimate);
    let change = found.to.estimate - found.from.estimate;
    assert!((a - b - change).abs() < 1e-9, "{found:?}");
}

#[test]
fn intervals_hold_the_luck_and_the_skill_under_the_policy() {
    let game = Arc::new(Game::new("daldos:n=2".parse().unwrap()).unwrap());
    let mut random = Random::new(28, 5);
    let (mut luck, mut skill, mut sums) = ([0; 2], [0; 2], [0; 2]);
    let chain = Chain::from(&[Position::start(game.clone())]);
    for number in 0..20 {
        let turns = random_game(&game, &mut random);
        let played = turns.iter().map(|(position, cast, _)| TurnMade {
            before: position.clone(),
            throws: *cast,
            forced: position.plays(cast).len() == 1,
        });
        let played: Vec<_> = played.collect();
        let (last, _, play) = turns.last().unwrap();
        let end = last.after(play);
        let starts = turns.iter().map(|(position, ..)| position.clone());
        let starts: Vec<Position> = starts.chain([end.clone()]).collect();
        let known = |position: &Position| chain.chance(position, Team::A).is_some();
        let chain = match starts.iter().all(known) {
            true => &chain,
            false => &Chain::from(&starts),
        };
        let effort = Effort {
            games: 200,
            seed: number,
        };
        let note = Note::default();
        let found = luck_and_skill(
            &PlaysOut::game(&end, [Policy::Greedy; 2]),
            &played,
            &end,
            effort,
            &note,
        )
        .unwrap();
        adds_up(&found);
        let mut exact = [[0.0; 2]; 2];
        for (at, (position, cast, _)) in turns.iter().enumerate() {
            let side = position.side();
            let sign = if side == Team::A { 1.0 } else { -1.0 };
            let [before, after] =
                [at, at + 1].map(|at| chain.chance(&starts[at], Team::A).unwrap());
            let middle = thrown(chain, position, cast);
            let changes = [sign * (middle - before), sign * (after - middle)];
            let gained = found.turns[at].gained;
            count(&mut luck, gained.luck.holds(changes[0]));
            count(&mut skill, gained.skill.holds(changes[1]));
            (0..2).for_each(|which| exact[side as usize][which] += changes[which]);
        }
        for (sum, exact) in found.sums.iter().zip(exact) {
            count(&mut sums, sum.gained.luck.holds(exact[0]));
            count(&mut sums, sum.gained.skill.holds(exact[1]));
        }
    }
    let shares = [luck, skill, sums].map(share);
    assert!(
        shares.iter().all(|share| (0.91..=1.0).contains(share)),
        "{shares:?}"
    );
    // The intervals are no wider than they need be.
    assert!(shares[0] < 0.995, "{shares:?}");
}
