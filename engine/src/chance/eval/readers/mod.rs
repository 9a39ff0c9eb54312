//! Questions about pools, read face by face: the numbers of dice that show each face, whatever the order they fell in.
//!
//! A question is a [`Reader`]: what it knows of the faces looked at so far is a short list of numbers. Several questions about the
//! same pools are read together, their lists side by side, so that the cost grows with faces, dice and what there is to know,
//! and no throw is listed.

mod fitting;

use itertools::Itertools;

use fitting::{Fitted, Fitting, Term};

use super::names::Named;
use super::{Evaluated, Evaluation, Outcome, Scored, Value, other, too_large, within};
use crate::chance::expr::{Both, Expr, Held, Places, Range, Ties};
use crate::exact::matched::matched;
use crate::exact::pool::{Face, Pool, PoolPart, read};
use crate::exact::{Dist, Weight};
use crate::work::stop;

/// A question about pools.
pub(super) struct Reader<'x> {
    pub(super) question: PoolQuestion<'x>,
    /// The pools it is about, two where they are matched.
    shapes: Vec<PoolShape<'x>>,
}

#[derive(Clone, Copy)]
pub(super) enum PoolQuestion<'x> {
    Held(&'x Held),
    /// All, added.
    Total,
    Matched(Ties),
}

/// What there is of a throw: the part of the tree that says it, and what of it.
type Thrown<'x> = (&'x Expr, What);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    /// A pool.
    Pool,
    /// One number.
    One,
    /// One of several hands of a deck, counted from 0.
    Hand(usize),
}

/// The pools that a throw can be, each with a weight: its chance over the weights of all.
pub(super) type Alternatives<W> = Vec<(W, Pool<W>)>;

/// What a pool is made of: what is thrown, or known, and the places of slices.
enum Shape<T, P> {
    Thrown(T),
    Together(Vec<Self>),
    Both(Both, Box<[Self; 2]>),
    Slice(P, Box<Self>),
}

/// As it is written.
type PoolShape<'x> = Shape<Thrown<'x>, Places>;

/// The pools that are thrown for questions, each once.
fn pools<'x>(readers: &[Reader<'x>]) -> Vec<Thrown<'x>> {
    let all = readers.iter().flat_map(Reader::thrown);
    all.unique_by(|(pool, what)| (std::ptr::from_ref(*pool), *what))
        .collect()
}

impl<'x> PoolShape<'x> {
    fn add_pools(&self, pools: &mut Vec<Thrown<'x>>) {
        match self {
            Self::Thrown(thrown) => pools.push(*thrown),
            Self::Together(parts) => parts.iter().for_each(|part| part.add_pools(pools)),
            Self::Both(_, both) => both.iter().for_each(|part| part.add_pools(pools)),
            Self::Slice(_, of) => of.add_pools(pools),
        }
    }
}

impl<'x> Reader<'x> {
    /// All outcomes of a pool in their order.
    pub(super) fn listing(pool: &'x Expr) -> Self {
        Self {
            question: PoolQuestion::Held(&Held::Sorted),
            shapes: vec![Shape::Thrown((pool, What::Pool))],
        }
    }

    /// The pools it reads.
    pub(super) fn pools(&self) -> impl Iterator<Item = &'x Expr> {
        self.thrown().into_iter().map(|(pool, _)| pool)
    }

    fn thrown(&self) -> Vec<Thrown<'x>> {
        let mut pools = Vec::new();
        self.shapes
            .iter()
            .for_each(|shape| shape.add_pools(&mut pools));
        pools
    }
}

impl PoolQuestion<'_> {
    /// Whether its answer is several numbers.
    fn is_tuple(self) -> bool {
        matches!(
            self,
            Self::Matched(_) | Self::Held(Held::Sizes | Held::Sorted)
        )
    }

    /// Whether it adds what the dice show.
    fn adds(self) -> bool {
        matches!(self, Self::Total | Self::Held(Held::Sum(_)))
    }

    /// What is known before the first face.
    fn start(self) -> Vec<i64> {
        match self {
            Self::Total => vec![0],
            // How many of each pool have been seen, and how often each was the higher.
            Self::Matched(_) => vec![0; 4],
            Self::Held(held) => match held {
                Held::Contains(_) => vec![i64::MAX, 0],
                // The longest row so far, and that which the next face goes on with.
                Held::Straight => vec![0, 0],
                Held::Sizes | Held::Sorted => Vec::new(),
                _ => vec![0],
            },
        }
    }

    /// What is known after a face that is shown so often, by each of two pools where they are matched.
    fn next(self, known: &mut Vec<i64>, face: Face, counts: &[i64]) {
        let count = counts[0];
        let held = match self {
            Self::Total => {
                known[0] += count * face.value;
                return;
            }
            Self::Matched(ties) => {
                let ahead = known[0] - known[1];
                // Those that wait are higher than those that come; the others are equal. Of a side that ties count for it
                // need not be known.
                let wins = [ahead.max(0).min(counts[1]), (-ahead).max(0).min(count)];
                known[0] += count;
                known[1] += counts[1];
                known[2] += if ties == Ties::First { 0 } else { wins[0] };
                known[3] += if ties == Ties::Second { 0 } else { wins[1] };
                return;
            }
            Self::Held(held) => held,
        };
        match held {
            Held::Count(set) if within(set, face.value) => known[0] += count,
            Held::Sum(set) if within(set, face.value) => known[0] += count * face.value,
            Held::Count(_) | Held::Sum(_) => {}
            Held::LargestSet => known[0] = known[0].max(count),
            Held::Sets(sizes) => known[0] += i64::from(within(sizes, count)),
            Held::Straight => {
                known[1] = match count {
                    0 => 0,
                    _ if face.follows => known[1] + 1,
                    _ => 1,
                };
                known[0] = known[0].max(known[1]);
            }
            Held::Contains(wanted) => {
                let wanted = wanted.iter().filter(|range| range.contains(face.value));
                let wanted = wanted.count() as i64;
                if wanted > 0 && count >= wanted {
                    known[0] = known[0].min(count / wanted);
                    known[1] += 1;
                }
            }
            Held::Sizes if count > 0 => {
                let at = known.partition_point(|size| *size >= count);
                known.insert(at, count);
            }
            Held::Sorted if count > 0 => known.extend([face.value, count]),
            Held::Sizes | Held::Sorted => {}
        }
    }

    /// Whether the same is made of two faces.
    fn is_alike(self, a: Face, b: Face) -> bool {
        let both = |holds: &dyn Fn(i64) -> usize| holds(a.value) == holds(b.value);
        let is_in = |set: &[Range]| both(&|face| usize::from(within(set, face)));
        match self {
            Self::Total | Self::Held(Held::Sorted) => false,
            Self::Matched(_) | Self::Held(Held::LargestSet | Held::Sets(_) | Held::Sizes) => true,
            Self::Held(Held::Straight) => a.follows == b.follows,
            Self::Held(Held::Count(set)) => is_in(set),
            Self::Held(Held::Sum(set)) => is_in(set) && !within(set, a.value),
            Self::Held(Held::Contains(wanted)) => both(&|face| {
                let wanted = wanted.iter().filter(|range| range.contains(face));
                wanted.count()
            }),
        }
    }

    /// The answer after the last face.
    fn end(self, known: &[i64]) -> Vec<i64> {
        match self {
            Self::Held(Held::Contains(wanted)) => match i128::from(known[1]) == distinct(wanted) {
                true => vec![known[0]],
                false => vec![0],
            },
            Self::Held(Held::Sizes) => known.to_vec(),
            Self::Held(Held::Sorted) => {
                let faces = known.chunks_exact(2).rev();
                faces
                    .flat_map(|of| std::iter::repeat_n(of[0], of[1] as usize))
                    .collect()
            }
            Self::Matched(ties) => {
                let pairs = known[0].min(known[1]);
                match ties {
                    Ties::Neither => known[2..].to_vec(),
                    Ties::First => vec![pairs - known[3], known[3]],
                    Ties::Second => vec![known[2], pairs - known[2]],
                }
            }
            _ => vec![known[0]],
        }
    }
}

/// How many numbers lie in some ranges.
fn distinct(ranges: &[Range]) -> i128 {
    let ranges = ranges.iter().sorted_unstable_by_key(|range| range.from);
    let mut after = i128::MIN;
    ranges.fold(0, |count, range| {
        let from = i128::from(range.from).max(after);
        let to = i128::from(range.to) + 1;
        after = after.max(to);
        count + (to - from).max(0)
    })
}

impl<W: Weight> Evaluation<'_, W> {
    /// The question that a throw asks about pools; `None` if it asks none, or of pools that are not known yet.
    pub(super) fn reader<'x>(&'x self, expr: &'x Expr) -> Option<Reader<'x>> {
        let (question, shapes) = match expr {
            Expr::Held(held, pools) => {
                let pools = pools.iter().map(|pool| self.shape(pool));
                let pools = Shape::Together(pools.collect::<Option<_>>()?);
                (PoolQuestion::Held(held), vec![pools])
            }
            Expr::Matched(a, b, ties) => (
                PoolQuestion::Matched(*ties),
                vec![self.shape(a)?, self.shape(b)?],
            ),
            Expr::Slice(_, of) if self.names.is_pool(of) => {
                (PoolQuestion::Total, vec![self.shape(expr)?])
            }
            Expr::Both(..) | Expr::Deal(..) => (PoolQuestion::Total, vec![self.shape(expr)?]),
            Expr::Name(_) if self.names.is_pool(expr) => {
                (PoolQuestion::Total, vec![self.shape(expr)?])
            }
            _ => return None,
        };
        Some(Reader { question, shapes })
    }

    fn shape<'x>(&'x self, expr: &'x Expr) -> Option<PoolShape<'x>> {
        if self.names.answer(expr).is_some() {
            return Some(Shape::Thrown((expr, What::Pool)));
        }
        Some(match expr {
            Expr::Name(name) => match self.names.named(name) {
                Named::Known(_) => Shape::Thrown((expr, What::Pool)),
                Named::Open(of) => self.shape(of)?,
                Named::Once(_) | Named::Later => return None,
            },
            Expr::Slice(places, of) if self.names.hands(of).is_some() => {
                let (deal, hands) = self.names.hands(of)?;
                let hands = places
                    .among(hands)
                    .map(|hand| Shape::Thrown((deal, What::Hand(hand))));
                Shape::Together(hands.collect())
            }
            Expr::Slice(places, of) if self.names.is_pool(of) => {
                Shape::Slice(*places, Box::new(self.shape(of)?))
            }
            Expr::Both(both, a, b) => {
                Shape::Both(*both, Box::new([self.shape(a)?, self.shape(b)?]))
            }
            Expr::Tuple(parts) if parts.iter().any(Expr::has_names) => {
                let parts = parts.iter().map(|part| self.one(part));
                Shape::Together(parts.collect::<Option<_>>()?)
            }
            Expr::Deal(hands, _) if hands.len() > 1 => {
                let hands = 0..hands.len();
                Shape::Together(
                    hands
                        .map(|hand| Shape::Thrown((expr, What::Hand(hand))))
                        .collect(),
                )
            }
            expr if self.names.is_pool(expr) => Shape::Thrown((expr, What::Pool)),
            expr => self.one(expr)?,
        })
    }

    /// A pool of one number.
    fn one<'x>(&'x self, expr: &'x Expr) -> Option<PoolShape<'x>> {
        if self.names.shown(expr).is_some() {
            return Some(Shape::Thrown((expr, What::One)));
        }
        match expr {
            Expr::Name(name) => match self.names.named(name) {
                Named::Open(of) if of.is_one_die() => Some(Shape::Thrown((of, What::Pool))),
                // All that it is made of is known.
                Named::Open(_) if self.is_settled(expr) => Some(Shape::Thrown((expr, What::One))),
                _ => None,
            },
            expr => self
                .is_settled(expr)
                .then_some(Shape::Thrown((expr, What::One))),
        }
    }

    /// The answer to a question about pools.
    pub(super) fn ask(&self, expr: &Expr, reader: Reader<'_>) -> Evaluated<Value<W>> {
        let answers = self.read(expr, &[reader])?;
        let answers = answers.into_mapped(|mut all| Scored::plain(all.swap_remove(0)));
        Ok(Value::of(answers))
    }

    /// The answers to questions about pools, together.
    pub(super) fn read(
        &self,
        expr: &Expr,
        readers: &[Reader<'_>],
    ) -> Evaluated<Dist<Vec<Outcome>, W>> {
        let exprs = pools(readers);
        let all = self.thrown(&exprs)?;
        self.notes.look(readers, &all);
        self.of_pools(all, |pools| {
            if let [reader] = readers
                && !reader.question.is_tuple()
            {
                let numbers = self.number(expr, readers, &exprs, pools)?;
                return Ok(numbers.into_mapped(|number| vec![Outcome::Number(number)]));
            }
            let known = self.states(expr, readers, &exprs, pools)?;
            Ok(known.into_mapped(|known| {
                let outcomes = readers.iter().zip(known);
                let outcomes = outcomes.map(|(reader, known)| match reader.question.is_tuple() {
                    true => Outcome::Tuple(known),
                    false => Outcome::Number(known[0]),
                });
                outcomes.collect()
            }))
        })
    }

    /// The pools that each of some throws can be.
    fn thrown(&self, exprs: &[Thrown<'_>]) -> Evaluated<Vec<Alternatives<W>>> {
        let mut all = Vec::with_capacity(exprs.len());
        for (expr, what) in exprs {
            let one = |part| vec![(W::one(), Pool::of(vec![part]))];
            let is_hand = matches!(what, What::Hand(_));
            if self.names.is_read(expr) || is_hand && self.names.answer(expr).is_some() {
                return Err(other(
                    expr,
                    "this question uses a throw that is not made yet; give that throw a name first",
                ));
            }
            let pools = match (what, expr) {
                (What::One, expr) => {
                    let shown = self.names.answer(expr);
                    one(PoolPart::Dice(
                        match shown.filter(|_| self.names.is_pool(expr)) {
                            // A pool among numbers is its sum.
                            Some(Outcome::Tuple(all)) => Dist::certain(all.iter().sum()),
                            _ => self.numbers(expr)?,
                        },
                        1,
                    ))
                }
                (What::Hand(hand), Expr::Deal(hands, deck)) if hands.len() > 1 => {
                    let deal = std::ptr::from_ref(*expr).addr();
                    one(PoolPart::Hand(deck.clone(), hands[*hand], deal))
                }
                (_, expr) => self.pools(expr)?,
            };
            all.push(pools);
        }
        Ok(all)
    }

    /// A question about pools, for each that they can be.
    fn of_pools<T: Ord + Clone>(
        &self,
        all: Vec<Alternatives<W>>,
        ask: impl Fn(Vec<Pool<W>>) -> Evaluated<Dist<T, W>>,
    ) -> Evaluated<Dist<T, W>> {
        let cases = all.into_iter().multi_cartesian_product();
        let cases: Vec<(W, Vec<Pool<W>>)> = cases
            .map(|case| {
                stop::check();
                let (weights, pools): (Vec<W>, _) = case.into_iter().unzip();
                let weights = weights.iter();
                (
                    weights.fold(W::one(), |all, weight| all.times(weight)),
                    pools,
                )
            })
            .collect();
        let numbered = (cases.iter().enumerate()).map(|(at, (weight, _))| (at, weight.clone()));
        let numbered = Dist::new(numbered).expect("weights are not zero");
        match cases.as_slice() {
            [(_, pools)] => ask(pools.clone()),
            cases => numbered.and_then(|&at| ask(cases[at].1.clone())),
        }
    }

    /// The answer that is one number, where it is the only one asked for: sums, and what is counted, have ways of their own.
    fn number(
        &self,
        expr: &Expr,
        readers: &[Reader<'_>],
        exprs: &[Thrown<'_>],
        mut pools: Vec<Pool<W>>,
    ) -> Evaluated<Dist<i64, W>> {
        let reader = &readers[0];
        let uses = uses(readers, exprs);
        let mut fitting = Fitting::new(exprs, &uses, &mut pools);
        let fitted = Fitted::new(reader, &mut fitting);
        let term = fitted.terms.as_ref().map(|(terms, _)| &terms[0]);
        let plain = |term: &Term| matches!(term, Term::Thrown(_));
        let each = match term {
            Some(Term::Together(parts)) => {
                parts.iter().all(plain) && uses.iter().all(|uses| *uses == 1)
            }
            Some(term) => plain(term),
            None => false,
        };
        let whole = pools
            .iter()
            .all(|pool| pool.take == pool.size() && pool.dice().is_some());
        match reader.question {
            PoolQuestion::Total if each && pools.len() == 1 => {
                self.sum_of_kept(expr, pools.remove(0))
            }
            PoolQuestion::Held(Held::Count(set)) if each && whole => {
                self.added(expr, &pools, |x| i64::from(within(set, x)))
            }
            PoolQuestion::Held(Held::Sum(set)) if each && whole => {
                self.added(expr, &pools, |x| if within(set, x) { x } else { 0 })
            }
            _ => Ok(self
                .fitted(expr, &[fitted], exprs, &pools)?
                .into_mapped(|known| known[0][0])),
        }
    }

    /// The sum of what each die counts by itself.
    fn added(
        &self,
        expr: &Expr,
        pools: &[Pool<W>],
        counts: impl Fn(i64) -> i64,
    ) -> Evaluated<Dist<i64, W>> {
        let mut sum = Dist::certain(0);
        for (dist, n) in pools.iter().filter_map(Pool::dice).flatten() {
            let large = too_large(expr);
            let each = dist.map(|&x| counts(x)).times(n);
            sum = sum.plus(each.map_err(&large)?).map_err(large)?;
        }
        Ok(sum)
    }

    /// The answers to questions about these pools.
    fn states(
        &self,
        expr: &Expr,
        readers: &[Reader<'_>],
        exprs: &[Thrown<'_>],
        mut pools: Vec<Pool<W>>,
    ) -> Evaluated<Dist<Vec<Vec<i64>>, W>> {
        let uses = uses(readers, exprs);
        let mut fitting = Fitting::new(exprs, &uses, &mut pools);
        let fitted = readers
            .iter()
            .map(|reader| Fitted::new(reader, &mut fitting));
        let fitted: Vec<Fitted<'_, '_>> = fitted.collect();
        if let [one] = fitted.as_slice()
            && let PoolQuestion::Matched(ties) = one.reader.question
            && let Some([Term::Thrown(0), Term::Thrown(1)]) =
                one.terms.as_ref().map(|(terms, _)| terms.as_slice())
            && pools.iter().all(|pool| {
                matches!(
                    pool.parts.as_slice(),
                    [PoolPart::Dice(..) | PoolPart::Cards(..)]
                )
            })
        {
            return self.matched(expr, &pools, ties);
        }
        self.fitted(expr, &fitted, exprs, &pools)
    }

    /// How often either of two pools is the higher, by a way of its own.
    fn matched(
        &self,
        expr: &Expr,
        pools: &[Pool<W>],
        ties: Ties,
    ) -> Evaluated<Dist<Vec<Vec<i64>>, W>> {
        let counted = [ties != Ties::First, ties != Ties::Second];
        let wins = matched([&pools[0], &pools[1]], counted).map_err(too_large(expr))?;
        let taken = [0, 1].map(|side: usize| i64::from(pools[side].take));
        let wins = wins.into_iter().map(|([first, second], weight)| {
            let known = [taken[0], taken[1], first.into(), second.into()];
            (vec![PoolQuestion::Matched(ties).end(&known)], weight)
        });
        Ok(Dist::new(wins).expect("weights are not zero"))
    }

    fn fitted(
        &self,
        expr: &Expr,
        fitted: &[Fitted<'_, '_>],
        exprs: &[Thrown<'_>],
        pools: &[Pool<W>],
    ) -> Evaluated<Dist<Vec<Vec<i64>>, W>> {
        if fitted.iter().any(|fitted| fitted.reader.question.adds()) {
            self.sums_in_range(expr, pools)?;
        }
        let start: Vec<Vec<i64>> = fitted.iter().map(Fitted::start).collect();
        let next = |known: &Vec<Vec<i64>>, face: Face, told: &[u32]| {
            let known = fitted.iter().zip(known);
            known
                .map(|(reader, known)| reader.next(known, face, told))
                .collect()
        };
        let alike = |a: Face, b: Face| fitted.iter().all(|fitted| fitted.is_alike(a, b));
        let ended = read(pools, start, alike, next)
            .into_iter()
            .map(|(known, weight)| {
                let known = fitted.iter().zip(&known);
                let known = known.map(|(reader, known)| reader.end::<W>(known, exprs));
                (known.collect(), weight)
            });
        Ok(Dist::new(ended).expect("weights are not zero"))
    }

    /// No sum of what pools show may pass the range of numbers.
    pub(super) fn sums_in_range(&self, expr: &Expr, pools: &[Pool<W>]) -> Evaluated<()> {
        let throws: u128 = pools.iter().map(|pool| u128::from(pool.size())).sum();
        for part in pools.iter().flat_map(|pool| &pool.parts) {
            let fits = match part {
                PoolPart::Dice(dist, _) => dist.stays_in_range(throws),
                PoolPart::Cards(cards, _) | PoolPart::Hand(cards, ..) => {
                    cards.iter().try_for_each(|(card, _)| {
                        Dist::<i64, W>::certain(*card).stays_in_range(throws)
                    })
                }
            };
            fits.map_err(too_large(expr))?;
        }
        Ok(())
    }

    /// The parts of a tuple in these places.
    pub(super) fn parts(&self, expr: &Expr, places: Places, of: &Expr) -> Evaluated<Value<W>> {
        let tuples = match self.names.is_pool(of) {
            true => None,
            false => Some(self.value(of)?),
        };
        let Some(Value::Tuples(tuples)) = tuples else {
            return Err(other(
                expr,
                "places are those of a pool, as in roll[1], or of a tuple",
            ));
        };
        let least = tuples.iter().map(|(parts, _)| parts.len() as i64).min();
        let asked = places.from.abs().max(places.to.abs());
        if least.is_some_and(|least| asked > least) && !self.names.has_next(of) {
            return Err(other(expr, "there are fewer parts"));
        }
        let kept = tuples.into_mapped(|parts| parts[places.among(parts.len())].to_vec());
        Ok(match places.is_one() {
            true => Value::Numbers(kept.into_mapped(|part| part.first().copied().unwrap_or(0))),
            false => Value::Tuples(kept),
        })
    }
}

/// Whether two are of the same throw.
fn is_same(a: &Thrown<'_>, b: &Thrown<'_>) -> bool {
    std::ptr::eq(a.0, b.0) && a.1 == b.1
}

fn uses(readers: &[Reader<'_>], exprs: &[Thrown<'_>]) -> Vec<usize> {
    let read: Vec<Thrown<'_>> = readers.iter().flat_map(Reader::thrown).collect();
    let uses = |thrown: &Thrown<'_>| read.iter().filter(|other| is_same(other, thrown)).count();
    exprs.iter().map(uses).collect()
}
