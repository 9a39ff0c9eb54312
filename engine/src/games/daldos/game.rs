//! The rules made ready for play: the route and the throws.

use super::route::Route;
use super::view::{DAL, View};
use crate::games::daldos::rules::{Doubles, IntermediateCapture, MAX_COUNT, Rules, Throw};
use crate::work::Fault;

/// The most that the weights of all throws add up to in the full game: sums of bounds with them stay below 2^127.
const MAX_TOTAL: u128 = 1 << 47;

/// A throw, whatever the order of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// What the dice show, ascending, the rest 0.
    shown: [u8; MAX_COUNT as usize],
    count: usize,
    /// The number of the [`Game::total`] equally likely throws that show them.
    pub weight: u64,
    /// Whether it earns another throw.
    pub extra: bool,
}

impl Cast {
    /// What the dice show, ascending; 0 is a blank face, which nobody can use.
    pub fn numbers(&self) -> &[u8] {
        &self.shown[..self.count]
    }

    /// The sums of some of the numbers or of all.
    pub(crate) fn sums(&self) -> impl Iterator<Item = u8> {
        let chosen = |set: u32| {
            let numbers = self.numbers().iter().enumerate();
            let chosen = numbers.filter(move |(at, _)| set >> at & 1 == 1);
            chosen.map(|(_, number)| number).sum()
        };
        (1..1 << self.count).map(chosen)
    }

    /// Whether one of the numbers releases.
    pub(crate) fn has_dal(&self) -> bool {
        self.numbers().contains(&DAL)
    }
}

/// Rules made ready for play.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    route: Route,
    casts: Vec<Cast>,
    /// Of each of them.
    pub(super) weights: Vec<u64>,
    total: u64,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Game {}

/// Refuses rules under which a turn has further throws up to a limit.
pub(super) fn unlimited(rules: &Rules) -> Result<(), Fault> {
    match rules.extra_throws() {
        Some(limit @ 1..) => Err(Fault::input(format!(
            "the full game has further throws without limit or none: extra_throws=any or extra_throws=0, not {limit}"
        ))),
        _ => Ok(()),
    }
}

impl Game {
    /// Makes rules ready for play.
    ///
    /// # Errors
    /// The full game takes numbers that are played once, with further throws without limit or none, and weights that add up to at most 2^47.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::Game;
    /// use siga::games::daldos::rules::Rules;
    /// let game = Game::new(Rules::daldos())?;
    /// assert_eq!(game.casts().len(), 10);
    /// assert_eq!(game.total(), 16);
    /// # Ok::<(), siga::work::Fault>(())
    /// ```
    pub fn new(rules: Rules) -> Result<Self, Fault> {
        if rules.doubles() != Doubles::Once {
            return Err(Fault::input(
                "in the full game the numbers of doubles are played once: leave out doubles=twice",
            ));
        }
        unlimited(&rules)?;
        if rules.total() > MAX_TOTAL {
            return Err(Fault::input(format!(
                "the weights of all throws add up to {}: in the full game to at most {MAX_TOTAL}",
                rules.total()
            )));
        }
        let cast = |throw: Throw| {
            let mut shown = [0; MAX_COUNT as usize];
            shown[..throw.faces.len()].copy_from_slice(&throw.faces);
            Cast {
                shown,
                count: throw.faces.len(),
                weight: throw.weight as u64,
                extra: throw.extra,
            }
        };
        let casts: Vec<Cast> = rules.throws().into_iter().map(cast).collect();
        let sum = |cast: &Cast| cast.shown.map(u32::from).iter().sum();
        let longest: u32 = casts.iter().map(sum).max().unwrap_or(0);
        let longest = u8::try_from(longest).map_err(|_| {
            Fault::input(format!(
                "the numbers of a throw add up to {longest}: in the full game to at most {}",
                u8::MAX
            ))
        })?;
        Ok(Self {
            route: Route::new(rules.board(), longest),
            total: casts.iter().map(|cast| cast.weight).sum(),
            weights: casts.iter().map(|cast| cast.weight).collect(),
            casts,
            rules,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The way of the pieces.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// The throws, each once whatever the order of the dice, ascending.
    pub fn casts(&self) -> &[Cast] {
        &self.casts
    }

    /// Whether a piece moved by several numbers takes on the hole of an index, where it stops on its way.
    pub(crate) fn takes_on_the_way(&self, index: u8) -> bool {
        match self.rules.intermediate_capture() {
            IntermediateCapture::No => false,
            IntermediateCapture::EnemyRow => index >= self.route.far(),
            IntermediateCapture::Yes => true,
        }
    }

    /// The weight of all throws together.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The throw that shows these numbers, in any order; `None` if the dice cannot.
    pub fn cast(&self, numbers: impl AsRef<[u8]>) -> Option<&Cast> {
        let mut numbers = numbers.as_ref().to_vec();
        numbers.sort_unstable();
        self.casts.iter().find(|cast| cast.numbers() == numbers)
    }

    /// The throw at a place among all that are equally likely, [`Game::total`] in number.
    pub fn cast_at(&self, mut place: u64) -> Option<&Cast> {
        self.casts.iter().find(|cast| {
            let is_here = place < cast.weight;
            place = place.saturating_sub(cast.weight);
            is_here
        })
    }

    /// Every home row full of undalled pieces.
    pub fn start(&self) -> View {
        let home = self.route.home();
        let far = self.route.flip(home);
        View {
            own: home,
            own_undalled: home,
            enemy: far,
            enemy_undalled: far,
        }
    }
}
