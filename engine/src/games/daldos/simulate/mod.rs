//! Daldøs played out at random ([`playouts`](crate::games::playouts)): an independent check of the exact numbers, and
//! estimates where there are none.

mod policy;
mod question;

pub use policy::Policy;
pub use question::{Answer, Question};

use super::endgame::Endgame;
use super::{Cast, Game, Position, Team, moves::View};
pub use crate::games::playouts::{Confidence, Estimate, MAX_GAMES, MAX_THROWS, Tally, wilson};
use crate::games::playouts::{Ended, Luck, Played, Playouts, Random, Replays};
use crate::games::running_fight::simulate;

/// The game with the policies of A and of B.
pub struct Players<'a> {
    policies: [Policy; 2],
    /// Endgames for [`Policy::Best`].
    endgame: Option<&'a Endgame>,
}

impl simulate::Start for Position {
    type Throws = Cast;
    type Game<'a> = Players<'a>;

    fn game(&self, policies: [simulate::Policy; 2]) -> Players<'_> {
        Players {
            policies: policies.map(Policy::from),
            endgame: None,
        }
    }
}

impl Playouts for Players<'_> {
    type State = Position;

    fn side(&self, position: &Position) -> Team {
        position.side
    }

    fn ended(&self, position: &Position) -> Option<Ended> {
        position.winner().map(Ended::Won)
    }

    fn play(&self, position: &mut Position, luck: &mut Luck) -> Option<Played> {
        let cast = draw(&position.game, &mut luck.dice);
        let before = position.side;
        self.play_thrown(position, &cast, &mut luck.ties);
        Some(Played {
            throws: 1,
            turn_over: position.side != before,
        })
    }
}

impl Replays for Players<'_> {
    type Throws = Cast;

    fn play_thrown(&self, position: &mut Position, cast: &Cast, ties: &mut Random) {
        let Position { game, state, side } = position;
        let mut plays = Vec::new();
        state.each_way(game, &cast.numbers, |_, after| plays.push(after));
        plays.sort_unstable();
        plays.dedup();
        let policy = self.policies[*side as usize];
        let after = policy.choose(game, &plays, cast, self.endgame, ties);
        if cast.extra && after.over(game).is_none() {
            *state = after;
        } else {
            *state = after.flip(game);
            *side = side.other();
        }
    }
}

/// A throw of the dice.
fn draw(game: &Game, random: &mut Random) -> Cast {
    let cast = game.cast_at(random.below(game.total()));
    *cast.unwrap_or(&game.casts()[0])
}

/// The number of pieces of a side that could be taken, weighted by the throws that would do it, as if nothing were in the way: cheap
/// to find, and no more than a hint.
fn exposure(game: &Game, state: &View) -> u64 {
    let route = game.route();
    // Seen by the enemy, who is next to throw.
    let seen = state.flip(game);
    let mut sum = 0;
    for from in super::route::members(seen.own & !seen.own_undalled) {
        for cast in game.casts() {
            let hits =
                (cast.numbers.sums()).any(|holes| seen.enemy >> route.to(from, holes) & 1 == 1);
            if hits {
                sum += cast.weight;
            }
        }
    }
    sum
}

#[cfg(test)]
mod coverage;
#[cfg(test)]
mod luck;
#[cfg(test)]
mod tests;
