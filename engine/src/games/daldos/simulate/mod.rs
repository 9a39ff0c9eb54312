//! Daldøs played out at random ([`playouts`](crate::games::playouts)): an independent check of the exact numbers, and
//! estimates where there are none.

use super::endgame::{pieces, size, solve_all};
use super::{Cast, Game, Position, Team, moves::View};
pub use crate::games::playouts::Policy;
use crate::games::playouts::policy::least;
pub use crate::games::playouts::{Confidence, Estimate, MAX_GAMES, MAX_THROWS, Tally, wilson};
use crate::games::playouts::{Ended, Luck, Playouts, Random};
use crate::games::throws::endgame::{Solved, Terms, solve};
use crate::games::throws::played_out::PlaysOut;
use crate::solve::throws::ONE;
use crate::work::{Fault, Note};

/// The game with the policies of A and of B.
pub struct Players {
    policies: [Policy; 2],
    /// Endgames for [`Policy::Best`].
    endgame: Option<Solved<Position>>,
}

/// The greatest distance between the bounds of an endgame for a policy, in units of 2^-62: about 10^-9.
const WIDTH: u64 = 1 << 32;
/// The most positions of an endgame that is solved for a policy: two against two on the Danish board, which takes less than a minute.
const MOST_SOLVED: u32 = 4_000_000;

impl Players {
    /// Players by the policies of A and of B; for [`Policy::Best`] an endgame is solved: that of the position where it is small, else the
    /// smallest of the rules.
    ///
    /// # Errors
    /// An endgame that cannot be, or is too large.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::{Position, Team};
    /// use siga::games::daldos::simulate::{Confidence, Players, Policy};
    /// use siga::games::playouts::simulate;
    /// use siga::work::Note;
    /// let start = Position::parse("aaa/4/bbb A", &"daldos:n=3".parse()?)?;
    /// let note = Note::default();
    /// let players = Players::new(&start, [Policy::Greedy, Policy::Random], &note)?;
    /// let tally = simulate(&players, &start, 200, 1, &note)?;
    /// assert!(tally.chance(Team::A, Confidence::Usual).unwrap().estimate > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(start: &Position, policies: [Policy; 2], note: &Note) -> Result<Players, Fault> {
        let mut players = Players {
            policies,
            endgame: None,
        };
        if !policies.contains(&Policy::Best) || start.winner().is_some() {
            return Ok(players);
        }
        note.set("solving the endgame");
        players.endgame = Some(if is_small(start) {
            let terms = Terms {
                width: WIDTH,
                ..Terms::positions(MOST_SOLVED)
            };
            solve(start, &terms, note)?
        } else {
            solve_all(start.game(), fewest(start), WIDTH)?
        });
        Ok(players)
    }

    /// The pieces of the only endgame that [`Policy::Best`] knows, so that it is greedy before; `None` if it knows all that can come,
    /// or nobody plays by it.
    pub fn greedy_before(&self, start: &Position) -> Option<[usize; 2]> {
        let is_played = self.policies.contains(&Policy::Best);
        (is_played && !is_small(start)).then(|| fewest(start))
    }
}

/// Whether the endgame of the position is solved, not only the smallest.
fn is_small(start: &Position) -> bool {
    size(start.game(), pieces(start.view())).is_ok_and(|positions| positions <= MOST_SOLVED.into())
}

/// The fewest pieces of both sides with which a game goes on.
fn fewest(start: &Position) -> [usize; 2] {
    [usize::from(start.game().rules().board().loses_at) + 1; 2]
}

impl PlaysOut for Position {
    type State = Self;
    type Game<'a> = Players;

    fn start_of(&self) -> Self {
        self.clone()
    }

    fn game(&self, policies: [Policy; 2]) -> Players {
        Players {
            policies,
            endgame: None,
        }
    }
}

impl Playouts for Players {
    type State = Position;
    type Throws = Cast;

    fn side(&self, position: &Position) -> Team {
        position.side
    }

    fn ended(&self, position: &Position) -> Option<Ended> {
        position.winner().map(Ended::Won)
    }

    fn play(&self, position: &mut Position, luck: &mut Luck) -> Option<(u32, bool)> {
        let cast = draw(&position.game, &mut luck.dice);
        let before = position.side;
        self.play_thrown(position, &cast, &mut luck.ties);
        Some((1, position.side != before))
    }

    fn play_thrown(&self, position: &mut Position, cast: &Cast, ties: &mut Random) {
        let Position { game, state, side } = position;
        let mut plays = Vec::new();
        state.each_way(game, cast.numbers(), |_, after| plays.push(after));
        plays.sort_unstable();
        plays.dedup();
        let policy = self.policies[*side as usize];
        let after = choose(policy, (game, &plays, cast), self.endgame.as_ref(), ties);
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

/// Chooses among the states after the plays of a throw, each once, ascending, in the player's view.
fn choose(
    policy: Policy,
    (game, plays, cast): (&Game, &[View], &Cast),
    endgame: Option<&Solved<Position>>,
    random: &mut Random,
) -> View {
    if let [only] = plays {
        return *only;
    }
    let left = |state: &View| u64::from(state.enemy.count_ones());
    // The less, the better.
    let measure = |state: &View| match policy {
        Policy::Random => (0, 0),
        Policy::Take => (left(state), 0),
        Policy::Safe => (exposure(game, state), 0),
        Policy::Greedy | Policy::Best => (left(state), exposure(game, state)),
    };
    let best = endgame.filter(|_| policy == Policy::Best);
    let known = best.and_then(|endgame| known(game, plays, cast, endgame));
    let measures: Vec<(u64, u64)> = match known {
        Some(chances) => chances.into_iter().map(|chance| (chance, 0)).collect(),
        None => plays.iter().map(measure).collect(),
    };
    plays[least(&measures, random).unwrap_or(0)]
}

/// The enemy's chance after each play, in units of the bounds, if all are known.
fn known(game: &Game, plays: &[View], cast: &Cast, solved: &Solved<Position>) -> Option<Vec<u64>> {
    let endgame = solved.endgame();
    let middle = |state: &View| {
        let [low, high] = endgame.bounds()[endgame.number(state)?];
        Some((low + high) / 2)
    };
    let chance = |state: &View| match (state.over(game), cast.extra) {
        (Some(_), _) => Some(0),
        (None, true) => Some(ONE - middle(state)?),
        (None, false) => middle(&state.flip(game)),
    };
    plays.iter().map(chance).collect()
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
            let hits = cast
                .sums()
                .any(|holes| seen.enemy >> route.to(from, holes) & 1 == 1);
            if hits {
                sum += cast.weight;
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests;
