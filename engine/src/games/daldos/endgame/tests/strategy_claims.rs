//! Statements of the sources on strategy, asked of every position of small boards that are solved (docs/rules/daldos.md).

use super::super::*;
use crate::solve::throws::ONE;
use crate::solve::throws::reached;

type Endgame = reached::Endgame<View>;

/// All positions of a board, solved.
fn solved(rules: &str, pieces: [usize; 2]) -> (Arc<Game>, Endgame) {
    let game = super::rules(rules);
    let solved = solve_all(&game, pieces, 1 << 30).unwrap();
    (game, solved.endgame().clone())
}

/// Comparisons of two positions by bounds that do not overlap.
#[derive(Default)]
struct Tally {
    better: usize,
    worse: usize,
    level: usize,
}

impl Tally {
    fn add(&mut self, one: [u64; 2], other: [u64; 2]) {
        *if one[0] > other[1] {
            &mut self.better
        } else if other[0] > one[1] {
            &mut self.worse
        } else {
            &mut self.level
        } += 1;
    }
}

/// The bounds of the chance of the side to move, and of the other side.
fn chances(endgame: &Endgame, state: &View) -> Option<[[u64; 2]; 2]> {
    let [low, high] = endgame.bounds()[endgame.number(state)?];
    Some([[low, high], [ONE - high, ONE - low]])
}

/// For each position and each released own piece of a side on `from`, the same with the piece on a free hole of `to` instead. `is_good`
/// says whether a hole is one that the claim calls good, from the enemy's pieces; only good holes are compared with others.
fn compared(
    game: &Game,
    endgame: &Endgame,
    row: std::ops::Range<u8>,
    is_good: impl Fn(u8, u64) -> bool,
) -> Tally {
    let mut tally = Tally::default();
    for &state in endgame.positions() {
        for (side, seen) in [state, state.flip(game)].into_iter().enumerate() {
            let enemy = seen.enemy;
            let holes = || row.clone();
            let able = |hole: &u8| (seen.own & !seen.own_undalled) >> hole & 1 == 1;
            for from in holes().filter(able).filter(|&hole| is_good(hole, enemy)) {
                let free = |hole: &u8| (seen.own | enemy) >> hole & 1 == 0;
                for to in holes().filter(free).filter(|&hole| !is_good(hole, enemy)) {
                    let mut moved = seen;
                    moved.own = seen.own & !(1 << from) | 1 << to;
                    let moved = if side == 0 { moved } else { moved.flip(game) };
                    if let (Some(good), Some(other)) =
                        (chances(endgame, &state), chances(endgame, &moved))
                    {
                        tally.add(good[side], other[side]);
                    }
                }
            }
        }
    }
    tally
}

/// The throws with a dal of each position, weighted, in which a play that releases a piece and one that does not are both possible: how
/// many have a releasing play that is best, and how many one that is not.
fn dals(game: &Game, endgame: &Endgame) -> Tally {
    let mut tally = Tally::default();
    for &state in endgame.positions() {
        if state.own_undalled == 0 {
            continue;
        }
        for cast in game.casts() {
            // The best bounds of plays without and with a release.
            let mut best: [Option<[u64; 2]>; 2] = [None, None];
            state.each_way(game, cast.numbers(), |_, after| {
                let releases = after.own_undalled.count_ones() < state.own_undalled.count_ones();
                let chance = if after.over(game).is_some() {
                    [ONE, ONE]
                } else if cast.extra {
                    chances(endgame, &after).unwrap()[0]
                } else {
                    chances(endgame, &after.flip(game)).unwrap()[1]
                };
                let known = &mut best[usize::from(releases)];
                *known = Some(match *known {
                    Some([low, high]) => [low.max(chance[0]), high.max(chance[1])],
                    None => chance,
                });
            });
            if let [Some(without), Some(with)] = best {
                tally.add(with, without);
            }
        }
    }
    tally
}

/// Comparisons as numbers: better, worse, not told apart.
fn counts(tally: &Tally) -> [usize; 3] {
    [tally.better, tally.worse, tally.level]
}

/// The figures of docs/rules/daldos.md.
#[test]
fn released_pieces_near_the_prow_and_behind_the_enemy_and_dals() {
    let figures = |rules: &str, pieces| {
        let (game, endgame) = solved(rules, pieces);
        let board = game.rules().board();
        let (n, middle) = (board.n, board.middle_row());
        // No released piece stands nearest to the prow: it has moved.
        let near =
            (1..n - 1).map(|hole| counts(&compared(&game, &endgame, hole..n, |at, _| at == hole)));
        let there = ((1u64 << n) - 1) << (n + middle);
        let behind = compared(&game, &endgame, n + middle..n + middle + n, |at, enemy| {
            enemy & there != 0 && enemy & there & ((1 << at) - 1) == 0
        });
        let all = near.chain([counts(&behind), counts(&dals(&game, &endgame))]);
        all.collect::<Vec<[usize; 3]>>()
    };
    let small = [[3828, 1972, 0], [2086, 998, 0], [38611, 14996, 537]];
    assert_eq!(figures("daldos:n=3", [3, 3]), small);
    let two_a_side = [
        [2222, 2266, 0],
        [1064, 1180, 0],
        [1611, 645, 0],
        [14178, 2317, 17],
    ];
    assert_eq!(figures("daldos:n=4", [2, 2]), two_a_side);
}

/// A second piece up to four holes behind raises the chance; from five holes behind it does nothing for the first two distances.
#[test]
fn a_second_piece_up_to_four_behind_raises_the_chance() {
    use crate::games::daldos::odds::{Elsewhere, odds};
    let rules = "daldos".parse().unwrap();
    let chance = |behind: &[u32]| odds(&rules, behind, Elsewhere::Any).unwrap().probability;
    for near in 1..=3 {
        for far in near + 1..=7 {
            let (both, one) = (chance(&[near, far]), chance(&[near]));
            assert_eq!(both > one, far <= 4 || near == 3, "{near} {far}");
        }
    }
}

/// On a board turned end for end the game is the same.
#[test]
fn the_direction_has_no_consequence() {
    use crate::games::daldos::Position;
    let [stern, prow] = ["stern", "prow"]
        .map(|direction| solved(&format!("daldos:n=3,direction={direction}"), [2, 2]));
    assert_eq!(stern.1.bounds(), prow.1.bounds());
    for (text, turned) in [
        ("aa1/1B2/2b A", "1aa/2B1/b2 A"),
        ("1A1/A2B/b2 B", "1A1/B2A/2b B"),
    ] {
        let [one, other] = [(&stern, text), (&prow, turned)].map(|((game, endgame), text)| {
            let position = Position::parse_in(text, game).unwrap();
            let number = endgame.number(position.view()).unwrap();
            endgame.bounds()[number]
        });
        assert_eq!(one, other, "{text}");
    }
}
