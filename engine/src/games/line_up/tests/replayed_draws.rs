//! Games in which one side only keeps what the solution promises it, replayed.
//!
//! The side that keeps makes any of its best moves by the values. What comes of it is judged by the
//! rules alone: a solution that calls a lost position drawn would lose such a game sooner or later.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::{Model, Position};
use crate::board::Side;
use crate::games::review::JudgedMove;
use crate::solve::retro::{Codes, Outcome};

/// How the other side plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Any legal move.
    Random,
    /// The move after which the fewest replies keep what the other has.
    Trap,
}

/// The results of the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Held {
    /// Plies played in all.
    pub(super) plies: u64,
    /// Games the keeping side has won.
    pub(super) won: u64,
    /// Games it has lost.
    pub(super) lost: u64,
    /// Games broken off, after [`Games::length`] plies each.
    pub(super) open: u64,
}

/// Which games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Games {
    /// The side that keeps.
    pub(super) side: Side,
    /// How the other side plays.
    pub(super) opponent: Opponent,
    /// How many games.
    pub(super) number: u32,
    /// Plies after which a game is broken off.
    pub(super) length: u32,
    /// The seed of what is chosen at random; the same gives the same games.
    pub(super) seed: u64,
}

/// Plays games from a position, one side keeping what the values say.
///
/// Cost: for each ply the values of all positions after it, against [`Opponent::Trap`] of those two
/// plies ahead.
///
/// # Errors
/// If the values cannot be read or computed.
pub(super) fn play<C: Codes>(
    model: &Model,
    codes: &C,
    start: &Position,
    games: Games,
) -> Result<Held, C::Error> {
    let mut random = Pcg64Mcg::seed_from_u64(games.seed);
    let mut held = Held::default();
    for _ in 0..games.number {
        let mut position = start.clone();
        let mut left = games.length;
        while left > 0 && position.winner().is_none() {
            let mut choices = model.choices(codes, &position)?;
            if position.chooser() == games.side {
                if let Some(best) = choices.first().map(|best| best.worth) {
                    choices.retain(|choice| choice.worth == best);
                }
            } else if games.opponent == Opponent::Trap {
                choices = traps(model, codes, choices, games.side)?;
            }
            if choices.is_empty() {
                break;
            }
            position = choices[random.random_range(0..choices.len())]
                .position
                .clone();
            left -= 1;
            held.plies += 1;
        }
        match position.winner() {
            Some(side) if side == games.side => held.won += 1,
            Some(_) => held.lost += 1,
            None => held.open += 1,
        }
    }
    Ok(held)
}

/// The choices after which the fewest replies are as good as the best for the side that keeps.
fn traps<C: Codes>(
    model: &Model,
    codes: &C,
    choices: Vec<JudgedMove<Position>>,
    side: Side,
) -> Result<Vec<JudgedMove<Position>>, C::Error> {
    let mut ways = Vec::new();
    for choice in &choices {
        let replies = match choice.position.chooser() == side {
            true => model.choices(codes, &choice.position)?,
            false => Vec::new(),
        };
        let best: Option<Outcome> = replies.first().and_then(|reply| reply.worth.outcome());
        let good = replies.iter().filter(|reply| reply.worth.outcome() == best);
        ways.push(good.count());
    }
    let fewest = ways.iter().copied().filter(|&ways| ways > 0).min();
    let few = choices
        .iter()
        .zip(&ways)
        .filter(|(_, ways)| Some(**ways) == fewest);
    let few: Vec<JudgedMove<Position>> = few.map(|(choice, _)| choice.clone()).collect();
    Ok(if few.is_empty() { choices } else { few })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::line_up::Rules;
    use crate::solve::retro::{Solution, Value};

    fn solved(rules: Rules) -> (Model, Solution) {
        let model = Model::new(rules);
        let solution = Solution::new(&model, |_| true).unwrap();
        (model, solution)
    }

    /// Every position that can come about when one side makes the first of its best moves and the
    /// other anything: nowhere has the other side won.
    fn closed(rules: Rules, side: Side) -> usize {
        let (model, solution) = solved(rules.clone());
        assert_eq!(solution.value(0, 0), Some(Value::Draw));
        let start = Position::start(&rules);
        let mut seen = BTreeSet::from([(side == Side::X, start.state())]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            assert_ne!(position.winner(), Some(side.other()), "{position}");
            let Ok(mut choices) = model.choices(&solution, &position);
            if position.chooser() == side {
                choices.truncate(1);
            }
            for choice in choices {
                let after = choice.position;
                if seen.insert((after.side() == side, after.state())) {
                    open.push(after);
                }
            }
        }
        seen.len()
    }

    #[test]
    fn the_draw_is_held_against_every_play_on_the_smallest_board() {
        for text in ["5x5:size=3,men=3,row=3", "5x5:size=3,men=3,row=3,jumps=no"] {
            let rules: Rules = text.parse().unwrap();
            for side in Side::BOTH {
                let positions = closed(rules.clone(), side);
                assert!(positions > 200, "{text}, {side}: {positions}");
            }
        }
    }

    fn thousands(rules: Rules, number: u32) {
        let (model, solution) = solved(rules.clone());
        let start = Position::start(&rules);
        for side in Side::BOTH {
            for opponent in [Opponent::Random, Opponent::Trap] {
                let games = Games {
                    side,
                    opponent,
                    number,
                    length: 200,
                    seed: 7,
                };
                let Ok(held) = play(&model, &solution, &start, games);
                assert_eq!(held.lost, 0, "{rules}, {side}: {held:?}");
                assert!(held.plies > u64::from(number), "{held:?}");
                let Ok(again) = play(&model, &solution, &start, games);
                assert_eq!(held, again);
            }
        }
    }

    #[test]
    fn the_draw_is_held_for_thousands_of_plies() {
        thousands("5x5:size=4,men=4".parse().unwrap(), 10);
        thousands("5x5:size=3,men=3,row=3".parse().unwrap(), 100);
    }

    /// Values that call everything a draw are found out.
    #[test]
    fn a_wrong_promise_is_broken() {
        struct AllDrawn;
        impl Codes for AllDrawn {
            type Error = std::convert::Infallible;
            fn code(&self, _: u32, _: u32) -> Result<crate::solve::retro::Code, Self::Error> {
                Ok(crate::solve::retro::Code::DRAW)
            }
        }
        let rules = "teeko".parse::<Rules>().unwrap();
        let games = Games {
            side: Side::O,
            opponent: Opponent::Random,
            number: 30,
            length: 300,
            seed: 3,
        };
        let Ok(held) = play(
            &Model::new(rules.clone()),
            &AllDrawn,
            &Position::start(&rules),
            games,
        );
        assert!(held.lost > 0, "{held:?}");
    }
}
