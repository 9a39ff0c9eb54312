//! Whether every dal can release a piece, and how the other numbers must be played for it.
//!
//! The enemy is ignored, so that undalled pieces leave in order: of the last `u` holes of the way to the prow, the first one is
//! next. The hole in front of it is free: the piece before it has left it, and dalled pieces never come back to the home
//! row. So a dal alone can always release. With another number x beside it a release may still be illegal, because
//! both numbers must be used if any way uses both: where x can be played only after another piece has been moved by the dal.
//! In `2a/1A2/bbA A` (n=3) the throw 1, 4 is such a case.
//!
//! Then no dalled piece can be moved x holes, so each has a friend at most x holes ahead, and going from friend to friend one comes
//! round the middle row and the enemy's. With fewer dalled pieces than their holes divided by x it cannot happen. With more it depends on the
//! play, and [`releasing`] plays it through: throws are the enemy's choice, plays ours. A position from which some throw leaves
//! only plays that do not release, or that lead to such positions, is *lost*; a set of positions with a releasing play for
//! every throw that stays in the set is *safe*.

use std::collections::HashSet;

use crate::games::daldos::{Game, moves::DAL, moves::View, route::members};
use crate::work::stop;

/// Positions looked at before the question is given up.
const MAX_POSITIONS: usize = 50_000;

/// Whether every dal can release the next piece, the opponent being ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Releasing {
    /// Yes, if of the plays that release one is taken after which the widest gap in front of a dalled piece is as wide as can
    /// be, whichever of equals.
    #[serde(rename = "widest gap")]
    WidestGap,
    /// Yes, by plays chosen with more care than that.
    Care,
    /// No: some throws force another play, whatever was played before.
    Not,
}

/// Whether every dal can release the next piece; `None` where that would take too many positions.
///
/// Exact: by playing it through, for every throw the dice can show.
///
/// # Examples
/// ```
/// use siga::games::daldos::Game;
/// use siga::games::daldos::opening::{Releasing, releasing};
/// let on_board = |n: u8| Game::new(format!("daldos:n={n}").parse()?).map(|game| releasing(&game)).map_err(Box::<dyn std::error::Error>::from);
/// assert_eq!(on_board(16)?, Some(Releasing::WidestGap));
/// assert_eq!(on_board(4)?, Some(Releasing::Care));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn releasing(game: &Game) -> Option<Releasing> {
    let start = without_enemy(game, game.start());
    start.over(game).map_or(Some(()), |_| None)?;
    if all_ties_hold(game, start)? {
        return Some(Releasing::WidestGap);
    }
    let mut lost = HashSet::new();
    loop {
        if lost.contains(&start) {
            return Some(Releasing::Not);
        }
        if !lost_found(game, start, &mut lost)? {
            return Some(Releasing::Care);
        }
    }
}

/// Whether every position that comes of the plays with the widest gap has a releasing play for each throw.
fn all_ties_hold(game: &Game, start: View) -> Option<bool> {
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    while let Some(state) = todo.pop() {
        stop::check();
        for cast in game.casts() {
            let plays = releasing_plays(game, &state, &cast.numbers);
            let Some(&(widest, _)) = plays.first() else {
                return Some(false);
            };
            let best = plays.iter().take_while(|&&(gap, _)| gap == widest);
            for &(_, after) in best {
                if after.own_undalled != 0 && seen.insert(after) {
                    todo.push(after);
                }
            }
        }
        if seen.len() > MAX_POSITIONS {
            return None;
        }
    }
    Some(true)
}

/// Plays for every throw the first play not known to lose; adds to `lost` and says whether it did. If it did not, what was
/// visited is safe.
fn lost_found(game: &Game, start: View, lost: &mut HashSet<View>) -> Option<bool> {
    let mut found = false;
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    while let Some(state) = todo.pop() {
        stop::check();
        for cast in game.casts() {
            let plays = releasing_plays(game, &state, &cast.numbers);
            match plays.iter().find(|(_, after)| !lost.contains(after)) {
                None => found |= lost.insert(state),
                Some(&(_, after)) if after.own_undalled != 0 && seen.insert(after) => {
                    todo.push(after);
                }
                Some(_) => {}
            }
        }
        if seen.len() + lost.len() > MAX_POSITIONS {
            return None;
        }
    }
    Some(found)
}

/// The positions after the plays that release with every dal, the widest gap first.
fn releasing_plays(game: &Game, state: &View, numbers: &[u8]) -> Vec<(u8, View)> {
    let undalled = state.own_undalled.count_ones();
    let dals = numbers.iter().filter(|&&number| number == DAL).count() as u32;
    let left = undalled.saturating_sub(dals);
    let mut plays = Vec::new();
    state.each_way(game, numbers, |_, after| {
        if after.own_undalled.count_ones() == left {
            plays.push((widest_gap(game, &after), without_enemy(game, after)));
        }
    });
    plays.sort_unstable_by(|a, b| b.cmp(a));
    plays.dedup();
    plays
}

/// The most holes from a dalled piece to the next friend ahead of it, at most the whole round.
fn widest_gap(game: &Game, state: &View) -> u8 {
    let route = game.route();
    let gap = |from: u8| {
        let mut at = route.next(from);
        let mut holes = 1;
        while state.own >> at & 1 == 0 && holes < route.round() {
            at = route.next(at);
            holes += 1;
        }
        holes
    };
    let dalled = state.own & !state.own_undalled;
    members(dalled).map(gap).max().unwrap_or(0)
}

/// The position with enemies everywhere, who are in nobody's way: the game is never over and own pieces are all that matters.
fn without_enemy(game: &Game, state: View) -> View {
    View {
        enemy: game.route().all(),
        enemy_undalled: 0,
        ..state
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn game(rules: &str) -> Game {
        Game::new(rules.parse().unwrap()).unwrap()
    }

    /// The plays that the widest gap asks for hold on every board but n=4, where others do.
    #[test]
    fn every_dal_can_release() {
        for n in 1..=21 {
            let expected = if n == 4 {
                Releasing::Care
            } else {
                Releasing::WidestGap
            };
            assert_eq!(
                releasing(&game(&format!("daldos:n={n}"))),
                Some(expected),
                "n={n}"
            );
        }
    }

    /// By retraction over all positions that can be reached while releasing: the same answer, and as the module says,
    /// nothing is in the way of few pieces.
    #[test]
    fn retraction_agrees() {
        for rules in [
            "daldos:n=3",
            "daldos:n=4,dalling=stern-most",
            "daldos:n=5",
            "daldos:n=3,dice=124",
            "daldos:n=3,dice=14",
            "daldos:n=4,dice=156",
            "daldos:n=5,dice=13",
        ] {
            let game = game(rules);
            let start = without_enemy(&game, game.start());
            let mut after: HashMap<View, Vec<Vec<View>>> = HashMap::new();
            let mut todo = vec![start];
            while let Some(state) = todo.pop() {
                if state.own_undalled == 0 || after.contains_key(&state) {
                    continue;
                }
                let plays: Vec<Vec<View>> = (game.casts().iter())
                    .map(|cast| releasing_plays(&game, &state, &cast.numbers))
                    .map(|plays| plays.into_iter().map(|(_, after)| after).collect())
                    .collect();
                let stuck = plays.iter().any(Vec::is_empty);
                let dalled = (state.own & !state.own_undalled).count_ones();
                let largest = game.route().longest() / 2;
                assert!(!stuck || dalled * u32::from(largest) >= u32::from(game.route().round()));
                todo.extend(plays.iter().flatten());
                after.insert(state, plays);
            }
            let mut lost: HashSet<View> = HashSet::new();
            loop {
                let is_lost = |plays: &Vec<Vec<View>>| {
                    plays
                        .iter()
                        .any(|plays| plays.iter().all(|play| lost.contains(play)))
                };
                let more: Vec<View> = (after.iter())
                    .filter(|(state, plays)| !lost.contains(state) && is_lost(plays))
                    .map(|(&state, _)| state)
                    .collect();
                if more.is_empty() {
                    break;
                }
                lost.extend(more);
            }
            let found = releasing(&game);
            assert_eq!(
                found == Some(Releasing::Not),
                lost.contains(&start),
                "{rules}: {found:?}"
            );
        }
    }
}
