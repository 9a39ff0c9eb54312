//! Values as fractions: linear systems of a pair of strategies, improvement, and their proof. A state is a place of a [`Written`] game.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use thiserror::Error;

use super::prove::survivors;
use super::strategy::Strategy;
use super::written::Written;
use super::{Next, ONE, Unit};
use crate::exact::gcd;
use crate::exact::lifting;
use crate::exact::linear::LinearError;
use crate::work::stop;

/// Rounds of improvement after which the search is given up.
const MAX_ROUNDS: usize = 200;

/// Why there are no exact values or lengths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoFractions {
    /// The strategy has another shape than the game.
    #[error("the strategy is one of another game")]
    Shape,
    /// The linear system of a pair of strategies could not be solved.
    #[error(transparent)]
    Linear(#[from] LinearError),
    /// A payoff is left open.
    #[error("the worth of some ends of the game is left open: there are bounds, and no fractions")]
    Open,
    /// Improvement did not come to an end.
    #[error("no optimal strategies after {MAX_ROUNDS} rounds of improvement")]
    Rounds,
    /// A value is not what the best options of its position are worth.
    #[error("the value of position {number} is not that of its best options")]
    NotBest {
        /// The number of the position.
        number: usize,
    },
    /// A strategy under which the game may go on for ever proves nothing.
    #[error("under the strategies found, the game may never end from position {number}")]
    Endless {
        /// The number of the position.
        number: usize,
    },
}

crate::work::of_kind!(NoFractions, Limit);

impl NoFractions {
    /// Names positions of the whole game, where the one solved was a part of it. `numbers[place]` is the position's number.
    pub(super) fn among(self, numbers: &[usize]) -> Self {
        match self {
            Self::Linear(error) => Self::Linear(error.among(numbers)),
            Self::NotBest { number } => Self::NotBest {
                number: numbers[number],
            },
            Self::Endless { number } => Self::Endless {
                number: numbers[number],
            },
            Self::Shape | Self::Open | Self::Rounds => self,
        }
    }
}

/// A fraction for every state, those of one component over a common denominator.
#[derive(Clone, Debug)]
pub(super) struct StateFractions {
    /// The further divisor of every number.
    scale: BigInt,
    numerators: Vec<BigInt>,
    /// Which of the denominators belongs to the state.
    component: Vec<u32>,
    denominators: Vec<BigInt>,
}

/// A strategy that is followed in a game, and the number that is wanted.
struct Followed<'a> {
    game: &'a Written,
    strategy: &'a Strategy,
    unknown: Option<Unit>,
    /// The payoffs over their common denominator.
    payoffs: &'a [BigInt],
}

/// The solved components that one leads to.
struct Outside {
    seen: Vec<u32>,
    /// The common denominator of their numbers.
    common: BigInt,
    /// For each of them the common denominator over its own.
    factors: Vec<BigInt>,
}

/// Whether the unknown of the next state counts negatively after a throw, and the constant that the throw adds. Unknown is the value of the
/// game, or the expected number of throws or turns still to come.
fn terms<'a>(
    unknown: Option<Unit>,
    next: Next,
    one: &'a BigInt,
    payoffs: &'a [BigInt],
) -> (bool, Option<&'a BigInt>) {
    match (unknown, next) {
        (None, Next::Pass(_)) => (true, Some(one)),
        (None, Next::End(payoff)) => (false, Some(&payoffs[payoff])),
        (None | Some(Unit::Turns), Next::Again(_)) => (false, None),
        (Some(_), _) => (false, Some(one)),
    }
}

impl StateFractions {
    pub(super) fn get(&self, state: usize) -> BigRational {
        let denominator = &self.denominators[self.component[state] as usize];
        BigRational::new(self.numerators[state].clone(), denominator * &self.scale)
    }

    /// The solved components that one component leads to.
    fn outside(&self, game: &Written, strategy: &Strategy, component: &[usize]) -> Outside {
        let mut seen = Vec::new();
        let mut common = BigInt::one();
        let next = |&state: &usize| strategy.follow(game, state);
        for to in (component.iter().flat_map(next)).filter_map(|(_, next)| next.state()) {
            let to = self.component[to];
            if to == u32::MAX || seen.contains(&to) {
                continue;
            }
            seen.push(to);
            let denominator = &self.denominators[to as usize];
            if (denominator % &common).is_zero() {
                common.clone_from(denominator);
            } else if !(&common % denominator).is_zero() {
                common = gcd::lcm(&common, denominator);
            }
        }
        let factors = (seen.iter())
            .map(|&c| &common / &self.denominators[c as usize])
            .collect();
        Outside {
            seen,
            common,
            factors,
        }
    }

    /// The expected number when the strategy is followed, component by component.
    pub(super) fn new(
        game: &Written,
        strategy: &Strategy,
        unknown: Option<Unit>,
    ) -> Result<Self, LinearError> {
        let (payoffs, scale) = gcd::in_common(game.payoffs.iter());
        let mut solved = Self {
            numerators: vec![BigInt::zero(); game.len()],
            component: vec![u32::MAX; game.len()],
            denominators: Vec::new(),
            scale,
        };
        let followed = Followed {
            game,
            strategy,
            unknown,
            payoffs: &payoffs,
        };
        for component in strategy.components(game) {
            stop::check();
            let mut rows = Vec::with_capacity(component.len());
            let mut rhs = Vec::with_capacity(component.len());
            let outside = solved.outside(game, strategy, &component);
            for place in 0..component.len() {
                let (row, known) = solved.equation(&followed, &component, place, &outside);
                rows.push(row);
                rhs.push(known);
            }
            let (numerators, denominator) =
                lifting::solve(rows, &rhs).map_err(|error| error.among(&component))?;
            solved.add(&component, numerators, denominator * outside.common);
        }
        Ok(solved)
    }

    /// The equation of a state of a component: by places in it the coefficients, and the right-hand side over the common denominator of
    /// what lies outside.
    fn equation(
        &self,
        followed: &Followed<'_>,
        component: &[usize],
        place: usize,
        outside: &Outside,
    ) -> (Vec<(usize, i64)>, BigInt) {
        let mut row = vec![(place, followed.game.total.total as i64)];
        let mut constant = BigInt::zero();
        let mut known = BigInt::zero();
        for (weight, next) in followed.strategy.follow(followed.game, component[place]) {
            let (turned, alone) = terms(followed.unknown, next, &self.scale, followed.payoffs);
            if let Some(alone) = alone {
                constant += weight * alone;
            }
            let Some(to) = next.state() else { continue };
            let weight = weight as i64 * if turned { -1 } else { 1 };
            let solved = outside.seen.iter().position(|&c| c == self.component[to]);
            if let Some(at) = solved {
                known += &self.numerators[to] * &outside.factors[at] * weight;
                continue;
            }
            let column = component.binary_search(&to).unwrap_or(place);
            match row.iter_mut().find(|(c, _)| *c == column) {
                Some((_, present)) => *present -= weight,
                None => row.push((column, -weight)),
            }
        }
        (row, constant * &outside.common + known)
    }

    /// Adds the fractions of a component.
    fn add(&mut self, component: &[usize], numerators: Vec<BigInt>, denominator: BigInt) {
        let number = self.denominators.len() as u32;
        for (&state, numerator) in component.iter().zip(numerators) {
            self.numerators[state] = numerator;
            self.component[state] = number;
        }
        self.denominators.push(denominator);
    }

    /// The value of an option as a numerator (the scale left out) over one of the denominators, or over one.
    fn option(&self, next: Next, payoffs: &[BigInt]) -> (BigInt, Option<u32>) {
        match next {
            Next::Again(to) => (self.numerators[to].clone(), Some(self.component[to])),
            Next::Pass(to) => {
                let denominator = &self.denominators[self.component[to] as usize];
                (
                    denominator * &self.scale - &self.numerators[to],
                    Some(self.component[to]),
                )
            }
            Next::End(payoff) => (payoffs[payoff].clone(), None),
        }
    }

    fn denominator(&self, number: Option<u32>) -> BigInt {
        number.map_or_else(BigInt::one, |n| self.denominators[n as usize].clone())
    }

    /// Whether the first option is worth more than the second.
    fn better(&self, a: &(BigInt, Option<u32>), b: &(BigInt, Option<u32>)) -> bool {
        if a.1 == b.1 {
            return a.0 > b.0;
        }
        stop::check();
        &a.0 * self.denominator(b.1) > &b.0 * self.denominator(a.1)
    }
}

/// The value of every state as a fraction, with strategies that attain it.
#[derive(Clone, Debug)]
pub(super) struct ExactValues {
    solved: StateFractions,
    strategy: Strategy,
}

impl ExactValues {
    /// The value of a state, to the player to move in it.
    ///
    /// # Panics
    /// If there is no such state.
    pub(super) fn value(&self, state: usize) -> BigRational {
        self.solved.get(state)
    }

    /// Strategies of both players that attain the values.
    #[cfg(test)]
    pub(super) fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The strategy that takes the first option of those that attain the value, after every throw. Where that goes on for ever,
    /// it need not attain the value.
    pub(super) fn first_best(&self, game: &Written) -> Strategy {
        let payoffs = self.scaled_payoffs(game);
        Strategy::choose(game, |options| {
            let mut worths = (options.iter().enumerate())
                .map(|(at, &code)| (at, self.solved.option(game.next(code), &payoffs)));
            let first = worths.next().expect("a throw has an option");
            let best = worths.fold(first, |best, other| {
                if self.solved.better(&other.1, &best.1) {
                    other
                } else {
                    best
                }
            });
            best.0
        })
    }

    #[cfg(test)]
    pub(super) fn with_strategy(self, strategy: Strategy) -> Self {
        Self { strategy, ..self }
    }

    /// Checks that no deviation, by either side, in any state, helps.
    ///
    /// In exact arithmetic, for every state: the value is the mean of the best options of its throws over *all* options, the
    /// strategy's option is among the best; and when one side takes best options (those that end the game soonest) the
    /// game comes, with probability one and whatever the other does, to its end or to where the value is nothing to that side.
    /// Then the values neither rise nor fall on average under the strategies, do not rise when one side deviates, and at last are
    /// the payoff, whatever a game without end is worth.
    ///
    /// # Errors
    /// [`NoFractions`]: the first fault found.
    pub(super) fn prove(&self, game: &Written) -> Result<(), NoFractions> {
        if !self.strategy.fits(game) || self.solved.numerators.len() != game.len() {
            return Err(NoFractions::Shape);
        }
        let payoffs = self.scaled_payoffs(game);
        for state in 0..game.len() {
            self.prove_mean(game, state, &payoffs)?;
        }
        let blocks = game.blocks();
        if game.endless(&blocks).is_empty() {
            return Ok(());
        }
        let worth = |code: u32| self.solved.option(game.next(code), &payoffs);
        let best = |options: &[u32], code| {
            let own = worth(code);
            !(options.iter()).any(|&other| self.solved.better(&worth(other), &own))
        };
        let nothing = |state, waits| {
            let value = self.value(state);
            if waits {
                value.is_one()
            } else {
                value.is_zero()
            }
        };
        match game
            .kept_going(&blocks, best, nothing, |_, _| false)
            .first()
        {
            None => Ok(()),
            Some(&doubled) => Err(NoFractions::Endless {
                number: doubled / 2,
            }),
        }
    }

    /// Checks that the value of a state is the mean of the best options of its throws, the strategy's option being among these.
    fn prove_mean(
        &self,
        game: &Written,
        state: usize,
        payoffs: &[BigInt],
    ) -> Result<(), NoFractions> {
        let own = self.solved.component[state];
        let own_denominator = &self.solved.denominators[own as usize];
        let mut sum = BigInt::zero();
        let mut rest = BigRational::zero();
        for ((weight, options), &choice) in game.nexts(state).zip(self.strategy.chosen(state)) {
            let options: Vec<_> = options
                .map(|next| self.solved.option(next, payoffs))
                .collect();
            let chosen = &options[choice as usize];
            if options.iter().any(|o| self.solved.better(o, chosen)) {
                return Err(NoFractions::NotBest { number: state });
            }
            let (numerator, of) = chosen;
            if *of == Some(own) {
                sum += numerator * weight;
                continue;
            }
            let denominator = self.solved.denominator(*of);
            let (factor, remainder) = own_denominator.div_rem(&denominator);
            if remainder.is_zero() {
                sum += numerator * factor * weight;
            } else {
                rest += BigRational::new(numerator * weight, denominator);
            }
        }
        let claimed = &self.solved.numerators[state] * game.total.total;
        let holds = if rest.is_zero() {
            sum == claimed
        } else {
            rest + BigRational::new(sum, own_denominator.clone())
                == BigRational::new(claimed, own_denominator.clone())
        };
        if !holds {
            return Err(NoFractions::NotBest { number: state });
        }
        Ok(())
    }

    fn scaled_payoffs(&self, game: &Written) -> Vec<BigInt> {
        gcd::in_common(game.payoffs.iter()).0
    }

    /// Takes the best option wherever the strategy has a worse one; says whether there was any.
    fn improve(&mut self, game: &Written) -> bool {
        let payoffs = self.scaled_payoffs(game);
        let mut improved = false;
        for state in 0..game.len() {
            for (at, (_, options)) in game.nexts(state).enumerate() {
                let options: Vec<Next> = options.collect();
                if options.len() == 1 {
                    continue;
                }
                let chosen = self.strategy.chosen(state)[at] as usize;
                let mut best = (chosen, self.solved.option(options[chosen], &payoffs));
                for (number, &next) in options.iter().enumerate() {
                    let option = self.solved.option(next, &payoffs);
                    if self.solved.better(&option, &best.1) {
                        best = (number, option);
                    }
                }
                if best.0 != chosen {
                    improved = true;
                    self.strategy.chosen_mut(state)[at] = best.0 as u32;
                }
            }
        }
        improved
    }
}

impl Written {
    /// The value of every state as a fraction: the linear system of a pair of strategies is solved, better options are
    /// taken, and so on until there are none.
    ///
    /// Begin with the strategy of narrow bounds ([`Strategy::by_bounds`]): it is nearly always optimal, and then one
    /// system is solved. From any other, rounds may go round in circles, which ends in
    /// [`NoFractions::Rounds`] and never in a wrong answer.
    ///
    /// Exact: always; [`ExactValues::prove`] proves it from the fractions alone.
    /// Cost: for each round and each loop of the chosen moves that of a linear system.
    ///
    /// # Errors
    /// [`NoFractions`].
    pub(super) fn in_fractions(&self, strategy: Strategy) -> Result<ExactValues, NoFractions> {
        if !strategy.fits(self) {
            return Err(NoFractions::Shape);
        }
        if self.open.is_some() {
            return Err(NoFractions::Open);
        }
        let settled = self.settled()?;
        let game = settled.as_ref().unwrap_or(self);
        let mut strategy = strategy;
        for _ in 0..MAX_ROUNDS {
            let solved = StateFractions::new(game, &strategy, None)?;
            let mut values = ExactValues { solved, strategy };
            if !values.improve(game) {
                // Where everything is settled the strategy still has to choose.
                values.improve(self);
                return Ok(values);
            }
            strategy = values.strategy;
        }
        Err(NoFractions::Rounds)
    }

    /// The expected length from every place as a fraction, under a strategy.
    ///
    /// Exact: always. Cost: that of one round of [`Written::in_fractions`].
    ///
    /// # Errors
    /// [`NoFractions`].
    pub(super) fn exact_length(
        &self,
        strategy: &Strategy,
        unit: Unit,
    ) -> Result<StateFractions, NoFractions> {
        if !strategy.fits(self) {
            return Err(NoFractions::Shape);
        }
        if let Some(&state) = self.endless_under(strategy).first() {
            return Err(NoFractions::Endless { number: state });
        }
        // The lengths are not shares of anything: what the payoffs are divided by comes in and goes out again.
        Ok(StateFractions::new(self, strategy, Some(unit))?)
    }

    /// The places from which the game never ends when both sides follow the strategy; empty when it always ends.
    fn endless_under(&self, strategy: &Strategy) -> Vec<usize> {
        survivors(self.len(), &self.blocks(), 1, |place, left| {
            let mut next = strategy.follow(self, place);
            next.all(|(_, next)| next.state().is_some_and(|to| left.has(to)))
        })
    }

    /// The same game, in which it is over where one player can be sure of nothing, as it is worth nothing to it wherever there is
    /// one value only; `None` where play always ends.
    ///
    /// # Errors
    /// [`NoFractions::Endless`]: neither player can be sure of anything, so that there is no value.
    fn settled(&self) -> Result<Option<Written>, NoFractions> {
        let blocks = self.blocks();
        if self.endless(&blocks).is_empty() {
            return Ok(None);
        }
        let mut worth: Vec<Option<usize>> = vec![None; self.len()];
        let [nothing, all] = [0, 1].map(|more| self.payoffs.len() + more);
        for doubled in self.hopeless(&blocks) {
            let (state, payoff) = (doubled / 2, [nothing, all][doubled % 2]);
            if worth[state].replace(payoff).is_some() {
                return Err(NoFractions::Endless { number: state });
            }
        }
        let mut game = self.clone();
        game.payoffs
            .extend([BigRational::zero(), BigRational::one()]);
        game.exits.extend([[0; 2], [ONE; 2]]);
        for (state, payoff) in worth.iter().enumerate() {
            if let Some(payoff) = payoff {
                game.end(state, *payoff);
            }
        }
        Ok(Some(game))
    }
}
