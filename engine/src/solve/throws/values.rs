//! Values in floating point, and how far outwards each has to be moved to be a bound.

use super::bounds::{MAX_WIDTH, ONE, Solution, pack};
use super::layer::{CHUNK, Layer, NOWHERE, Numbers, PASS, Row, Rows};
use super::{Game, Options, SolveError};
use crate::exact::stochastic::Next;
use crate::solve::parallel;

/// What a throw adds to the distance of a bound from the value, in units of 1/[`ONE`].
///
/// Three are lost to rounding, the rest is what values and distances may miss their equations by.
const SLACK: f64 = 8.0;
/// The change of values in a sweep at which they are found.
const SETTLED: f64 = 2.0 / ONE as f64;
/// The change of distances in a sweep at which they are found, in units of 1/[`ONE`].
const SETTLED_DISTANCE: f64 = 1.0;
/// Options are taken to be best if they are worth at most so much less than the best one: more than bounds can be apart.
const NEAR: f64 = MAX_WIDTH as f64 / ONE as f64;
/// Rounds of new options after which values are left as they are.
const MAX_ROUNDS: usize = 1000;
/// Sweeps with the same options.
const MAX_SWEEPS: usize = 200;
/// The part of the change of a round to which sweeps with the same options bring it down, while options still change much.
const SMALLER: f64 = 0.01;
/// A change from which on the options are nearly right: they are held until the numbers that they make are found.
const FINE: f64 = 1e-4;

/// The two kinds of numbers that a layer is swept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Chances: the other side's counts against the side to throw.
    Value,
    /// Distances: they add up, whoever throws.
    Distance,
}

impl<G: Game> Layer<'_, G> {
    /// Bounds of every place, in eight bytes each, that should be proved.
    pub(super) fn narrow(
        &self,
        solved: &Solution,
        say: &dyn Fn(&str),
    ) -> Result<Vec<u64>, SolveError> {
        let places = self.order.len();
        let mut rows = Rows::new(places, self.chances.len());
        let values = self.guesses();
        self.find(&values, &mut rows, SETTLED, Kind::Value, say, |next| {
            self.best(solved, &values, next)
        })?;
        let distances = Numbers::new(vec![0.0; places]);
        self.find(
            &distances,
            &mut rows,
            SETTLED_DISTANCE,
            Kind::Distance,
            say,
            |next| self.farthest(solved, &values, &distances, next),
        )?;
        drop(rows);
        let packed = parallel::map_ranges(places, CHUNK, |part| {
            let packed = part.map(|place| {
                let (value, distance) = (values.get(place) * ONE as f64, distances.get(place));
                let low = (value - distance).floor().max(0.0) as u64;
                let high = (value + distance).ceil().min(ONE as f64) as u64;
                pack(low, high)
            });
            packed.collect::<Option<Vec<u64>>>()
        });
        let packed = packed.into_iter().collect::<Option<Vec<_>>>();
        let packed = packed.ok_or(SolveError::Unsettled {
            layer: self.number,
            sweeps: MAX_ROUNDS,
        })?;
        Ok(packed.concat())
    }

    /// Finds numbers that are what their positions' options make of them: options are chosen anew, then held for some sweeps.
    fn find(
        &self,
        numbers: &Numbers,
        rows: &mut Rows,
        settled: f64,
        kind: Kind,
        say: &dyn Fn(&str),
        choose: impl Fn(&[Next<u64>]) -> (f64, Next<u64>) + Sync,
    ) -> Result<(), SolveError> {
        let (mut change, mut sweeps) = (f64::INFINITY, 0);
        for round in 1..=MAX_ROUNDS {
            say(&format!(
                "round {round}, {sweeps} sweeps so far, last change {change:.1e}"
            ));
            change = self.sweep(numbers, rows, |position, row, options| {
                self.chosen(kind, position, row, options, &choose)
            });
            if change <= settled {
                return Ok(());
            }
            let aim = match kind == Kind::Value && change > FINE {
                true => change * SMALLER,
                false => settled / 4.0,
            };
            for _ in 0..MAX_SWEEPS {
                sweeps += 1;
                let held = self.sweep(numbers, rows, |_, row, _| self.held(kind, &row, numbers));
                if held <= aim {
                    break;
                }
            }
        }
        Err(SolveError::Unsettled {
            layer: self.number,
            sweeps: MAX_ROUNDS,
        })
    }

    /// Chooses an option for each throw, writes the choices down, and returns the number that they make.
    fn chosen(
        &self,
        kind: Kind,
        position: &G::Position,
        row: Row<'_>,
        options: &mut Options<G::Position>,
        choose: impl Fn(&[Next<u64>]) -> (f64, Next<u64>),
    ) -> f64 {
        let mut sum = 0.0;
        *row.constant = if kind == Kind::Distance { SLACK } else { 0.0 };
        let start = *row.constant;
        for (throw, (&chance, code)) in self.chances.iter().zip(row.codes).enumerate() {
            let (worth, next) = choose(options.of(self.game, position, throw));
            sum += chance * worth;
            *code = NOWHERE;
            let (number, pass) = match next {
                Next::Again(number) => (number, 0),
                Next::Pass(number) => (number, PASS),
                Next::End(_) => {
                    *row.constant += chance * worth;
                    continue;
                }
            };
            match self.place(number) {
                None => *row.constant += chance * worth,
                Some(to) => {
                    *code = to as u32 | pass;
                    if kind == Kind::Value && pass != 0 {
                        *row.constant += chance;
                    }
                }
            }
        }
        start + sum
    }

    /// The number that the options written down make.
    #[inline]
    fn held(&self, kind: Kind, row: &Row<'_>, numbers: &Numbers) -> f64 {
        let mut sum = *row.constant;
        for (&chance, &code) in self.chances.iter().zip(row.codes.iter()) {
            if code == NOWHERE {
                continue;
            }
            let number = chance * numbers.get((code & !PASS) as usize);
            match kind == Kind::Value && code & PASS != 0 {
                true => sum -= number,
                false => sum += number,
            }
        }
        sum.max(0.0)
    }

    /// The worth of an option by the values found so far.
    #[inline]
    fn worth(&self, solved: &Solution, values: &Numbers, next: Next<u64>) -> f64 {
        let value = |number| match self.place(number) {
            Some(place) => values.get(place),
            None => {
                let [low, high] = solved.pair(number);
                (low + high) as f64 / (2 * ONE) as f64
            }
        };
        match next {
            Next::Again(number) => value(number),
            Next::Pass(number) => 1.0 - value(number),
            Next::End(_) => 1.0,
        }
    }

    /// The option worth most, the first of equal ones.
    fn best(&self, solved: &Solution, values: &Numbers, options: &[Next<u64>]) -> (f64, Next<u64>) {
        let mut best = (f64::NEG_INFINITY, Next::End(0));
        for &next in options {
            let worth = self.worth(solved, values, next);
            if worth > best.0 {
                best = (worth, next);
            }
        }
        best
    }

    /// Of the options that may be best the one with the greatest distance.
    fn farthest(
        &self,
        solved: &Solution,
        values: &Numbers,
        distances: &Numbers,
        options: &[Next<u64>],
    ) -> (f64, Next<u64>) {
        let (best, _) = self.best(solved, values, options);
        let mut farthest = (f64::NEG_INFINITY, Next::End(0));
        for &next in options {
            if self.worth(solved, values, next) < best - NEAR {
                continue;
            }
            let distance = match next {
                Next::Again(number) | Next::Pass(number) => match self.place(number) {
                    Some(place) => distances.get(place),
                    None => {
                        let [low, high] = solved.pair(number);
                        (high - low) as f64 / 2.0
                    }
                },
                Next::End(_) => 0.0,
            };
            if distance > farthest.0 {
                farthest = (distance, next);
            }
        }
        farthest
    }
}
