//! What is repeated until something holds, from its end back to its beginning: numbers that only grow.

use num_rational::BigRational;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;

use super::meaning::{Chances, always, both, mixed, only, uniform};

/// `repeat n = START until n >= END: …`, where a step is thrown and may be taken, or another.
pub(crate) struct Repeat {
    start: i64,
    end: i64,
    step: i64,
    other: i64,
    /// `best`, `least`, or nothing to choose.
    choice: &'static str,
}

impl Repeat {
    pub(crate) fn random(random: &mut Random) -> Self {
        let end = random.random_range(2..7);
        Self {
            start: random.random_range(0..4),
            end,
            step: random.random_range(1..4),
            other: random.random_range(1..5),
            choice: ["", "best", "least"].choose(random).unwrap(),
        }
    }

    pub(crate) fn text(&self) -> String {
        let Self {
            start,
            end,
            step,
            other,
            choice,
        } = self;
        let next = match *choice {
            // A step of 0 goes round.
            "" => format!("n + d{step} - 1 + (d2 - 1) * d{other}"),
            word => format!("let step = d{step}; {word}(n + step, n + d{other})"),
        };
        format!("(repeat n = {start} until n >= {end}: ({next}))")
    }

    /// The end that is come to from each number.
    pub(crate) fn chances(&self) -> Chances {
        let highest = self.end + self.step + self.other;
        let mut from: Vec<Chances> = (0..=highest).map(always).collect();
        for n in (0..self.end).rev() {
            from[n as usize] = match self.choice {
                "" => self.thrown(n, &from),
                _ => self.chosen(n, &from),
            };
        }
        from[self.start as usize].clone()
    }

    fn thrown(&self, n: i64, from: &[Chances]) -> Chances {
        let taken = both(&uniform(0..2), &uniform(1..=self.other), |taken, other| {
            taken * other
        });
        let ahead = both(&uniform(0..self.step), &taken, |step, other| step + other);
        mixed(&only(&ahead, |ahead| ahead > 0), |ahead| {
            from[(n + ahead) as usize].clone()
        })
    }

    fn chosen(&self, n: i64, from: &[Chances]) -> Chances {
        let after = |ahead: i64| from[(n + ahead) as usize].clone();
        let other = mixed(&uniform(1..=self.other), after);
        mixed(&uniform(1..=self.step), |step| {
            chosen(self.choice == "best", &[after(step), other.clone()])
        })
    }
}

/// Of several throws the one with the greatest or least mean, the first of those that are equal.
pub(crate) fn chosen(greatest: bool, options: &[Chances]) -> Chances {
    let mean = |of: &Chances| -> BigRational {
        let share =
            |(value, p): (&i64, &BigRational)| BigRational::from_integer((*value).into()) * p;
        of.iter().map(share).sum()
    };
    let mut best = &options[0];
    for option in &options[1..] {
        if greatest && mean(option) > mean(best) || !greatest && mean(option) < mean(best) {
            best = option;
        }
    }
    best.clone()
}
