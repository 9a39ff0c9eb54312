//! The search for explanations.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use itertools::Itertools;
use num_rational::BigRational;

use super::fit::{Fit, fit, work};
use super::reading::{At, Change, Item, changes, items, places};
use super::slips::slips;
use super::{Ask, Assumption, Ended, Explained, Explanation, Limits};
use crate::exact::Quantity;
use crate::figures::grid::GridError;
use crate::figures::matching::{MatchedTable, Numbers};

/// Questions asked together.
const TOGETHER: usize = 16;
/// The search ends with this many explanations that fit every figure.
const ENOUGH: usize = 3;
/// The weight beyond which an assumption is tried alone only.
const FAR_FETCHED: u32 = 3;
/// The explanations of which the rest is sought among slips.
const BESIDES: usize = 4;
/// Figures kept with their numbers, for all explanations tried.
const KEPT: usize = 200_000;

/// Finds the fewest assumptions under which the most figures hold.
///
/// Cost: at most [`Limits::questions`] questions and [`Limits::comparisons`] comparisons.
///
/// # Errors
/// The table cannot be compared with the answer as it stands: [`GridError`] says where.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use siga::exact::{Quantity, parse_fraction};
/// use siga::figures::explain::{Assumption, Limits, explain};
/// use siga::figures::grid::tables;
/// use siga::figures::matching::{Numbers, Options, Views, place};
/// let numbers = |one: &str, two: &str| {
///     let number = |text: &str| Some(Quantity::Exact(parse_fraction(text).unwrap()));
///     Some(Arc::new(Numbers {
///         keys: vec!["outcome".to_owned()],
///         rows: vec![vec!["1".to_owned()], vec!["2".to_owned()]],
///         series: vec![("probability".to_owned(), vec![number(one), number(two)])],
///         ..Numbers::default()
///     }))
/// };
/// let tables = tables("1 0.25\n2 0.75\n", None)?;
/// let options = Options::default();
/// let table = place(&Views::of(&tables[0], &options), &[&numbers("1/2", "1/2").unwrap()])?;
/// let unfair = Assumption { about: "coin".to_owned(), weight: 1, ..Assumption::default() };
/// let mut ask = |asked: &[Vec<usize>]| {
///     asked.iter().map(|assumed| match assumed.as_slice() {
///         [] => numbers("1/2", "1/2"),
///         _ => numbers("1/4", "3/4"),
///     }).collect()
/// };
/// let explained = explain(&table, &[unfair], &mut ask, Limits::default())?;
/// assert_eq!(explained.holds, [false, false]);
/// assert_eq!(explained.explanations[0].assumed, [0]);
/// assert_eq!(explained.explanations[0].right(), 2);
/// # Ok::<(), siga::figures::grid::GridError>(())
/// ```
pub fn explain(
    print: &MatchedTable,
    assumptions: &[Assumption],
    ask: &mut Ask<'_>,
    limits: Limits,
) -> Result<Explained, GridError> {
    let base = ask(&[Vec::new()]).pop().flatten();
    let no_answer = |why: &str| GridError::at_line(1, why);
    let base =
        base.ok_or_else(|| no_answer("the question has no answer to compare the table with"))?;
    let valued = valued(&base);
    let table = print.against(&valued);
    let as_printed = items(&table, &base, &[])
        .ok_or_else(|| no_answer("the table cannot be compared with the answer"))?;
    let (changes, near) = changes(&valued, &table.figures);
    let mut search = ReadingSearch {
        print,
        assumptions,
        limits,
        figures: places(&table),
        changes,
        near,
        tried: Vec::new(),
        known: 0,
        questions: 1,
        comparisons: 0,
        ended: None,
    };
    let holds: Vec<bool> = as_printed.iter().map(Item::holds).collect();
    search.known = holds.iter().filter(|holds| **holds).count();
    if !holds.iter().all(|holds| *holds) {
        search.slips(Explanation::default(), &base);
        search.readings(&[], &base, 2);
        let alone = search.alone(ask, &base);
        search.pairs(ask, &alone);
        search.slips_besides(ask);
    }
    let questions = search.questions;
    let ended = search.ended;
    Ok(Explained {
        explanations: search.best(&holds),
        holds,
        questions,
        ended,
    })
}

/// The numbers with every function replaced by its value at some bias, so that they can be placed.
fn valued(numbers: &Numbers) -> Numbers {
    numbers.at(&BigRational::new(1.into(), 2.into()))
}

/// The bias under which most figures of a table hold that was read against the numbers for some bias.
pub fn fitted(table: &MatchedTable, numbers: &Numbers) -> Option<Fit> {
    let items = items(table, numbers, &[])?;
    fit(&items, 1).map(|(fit, _)| fit)
}

/// An explanation that was tried, with the comparisons made: explanations that are equal in these are the same.
type Tried = (Explanation, Vec<Item>);

struct ReadingSearch<'a> {
    /// The table as it was read.
    print: &'a MatchedTable,
    assumptions: &'a [Assumption],
    limits: Limits,
    figures: Vec<At>,
    /// Those from `near` on are tried alone only.
    changes: Vec<Change>,
    near: usize,
    tried: Vec<Tried>,
    /// The number of figures that hold for the question as asked.
    known: usize,
    questions: usize,
    comparisons: usize,
    ended: Option<Ended>,
}

impl ReadingSearch<'_> {
    /// Tries a table of numbers with up to `most` changes of the table; returns the greatest number of figures that hold.
    fn readings(&mut self, assumed: &[usize], numbers: &Numbers, most: usize) -> usize {
        let table = self.print.against(&valued(numbers));
        let fits = numbers.has_functions();
        let mut best = 0;
        for count in 0..=most {
            let far = count == 1 && assumed.is_empty();
            let end = if far { self.changes.len() } else { self.near };
            let chosen: Vec<Vec<Change>> = (self.changes[..end].iter().cloned())
                .combinations(count)
                .filter(|changes| changes.iter().map(Change::kind).all_unique())
                .collect();
            for changes in chosen {
                self.comparisons += self.figures.len();
                if self.comparisons > self.limits.comparisons {
                    self.ended = Some(Ended::Comparisons);
                    return best;
                }
                let Some(items) = items(&table, numbers, &changes) else {
                    continue;
                };
                best = best.max(self.enter(assumed, changes, items, fits));
            }
        }
        best
    }

    /// Tries whether what is wrong under some assumptions is misprinted or exchanged.
    fn slips(&mut self, begun: Explanation, numbers: &Numbers) {
        if numbers.has_functions() {
            return;
        }
        let table = self.print.against(numbers);
        let holds = table.figures.iter();
        let holds = holds
            .map(|figure| table.numbers.holds(figure))
            .collect_vec();
        self.comparisons += 100 * holds.iter().filter(|holds| !**holds).count();
        if places(&table) != self.figures {
            return;
        }
        let slips = slips(&table.figures, &table.numbers, &holds);
        if let Some((slips, items)) = slips.zip(items(&table, numbers, &begun.changes)) {
            let mut found = begun;
            found.changes.push(Change::Slips(slips));
            found.holds = vec![true; holds.len()];
            self.tried.push((found, items));
        }
    }

    /// Tries whether what the best assumptions leave wrong is misprinted or exchanged.
    fn slips_besides(&mut self, ask: &mut Ask<'_>) {
        self.sort();
        let all = self.figures.len();
        let may_be = |tried: &&Explanation| {
            let most = tried.right() < all && 2 * tried.right() > all;
            most && !tried.assumed.is_empty() && tried.changes.is_empty()
        };
        let begun = self.tried.iter().map(|(tried, _)| tried).filter(may_be);
        for begun in begun.take(BESIDES).cloned().collect_vec() {
            let numbers = ask(std::slice::from_ref(&begun.assumed)).pop().flatten();
            match (numbers, &begun.fit) {
                (None, _) => {}
                (Some(numbers), None) => self.slips(begun, &numbers),
                (Some(numbers), Some(fit)) => {
                    let numbers = numbers.at(&fit.bias);
                    self.slips(begun, &numbers);
                }
            }
        }
    }

    /// Notes what holds under an explanation, if that is more than without; returns how many.
    fn enter(
        &mut self,
        assumed: &[usize],
        changes: Vec<Change>,
        mut items: Vec<Item>,
        fits: bool,
    ) -> usize {
        if fits {
            self.comparisons += work(&items);
        }
        let least = self.tried.iter().map(|(tried, _)| tried.right()).max();
        let (fit, holds) = match fits.then(|| fit(&items, least.unwrap_or(0))) {
            None => (None, items.iter().map(Item::holds).collect()),
            Some(Some((fit, holds))) => {
                for item in &mut items {
                    if let Some(Quantity::Function { function, .. }) = &item.number {
                        item.number = function.eval(&fit.bias).map(Quantity::Exact);
                    }
                }
                (Some(fit), holds)
            }
            Some(None) => return 0,
        };
        let by_place: BTreeMap<At, bool> = items.iter().map(|item| item.at).zip(holds).collect();
        let holds = self
            .figures
            .iter()
            .map(|at| by_place.get(at) == Some(&true));
        let found = Explanation {
            assumed: assumed.to_vec(),
            changes,
            fit,
            holds: holds.collect(),
            same: Vec::new(),
        };
        let right = found.right();
        if right > self.known {
            self.tried.push((found, items));
        }
        if self.tried.len() * self.figures.len() > KEPT {
            self.sort();
            self.tried.truncate(self.tried.len() / 2);
        }
        right
    }

    /// The most figures first, then the fewest assumptions, then the least far-fetched.
    fn sort(&mut self) {
        let mut tried = std::mem::take(&mut self.tried);
        tried.sort_by_cached_key(|(tried, _)| {
            (
                Reverse(tried.right()),
                tried.assumptions(),
                self.weight(tried),
            )
        });
        self.tried = tried;
    }

    /// Asks some questions; `None` where there is no answer, and for all that go past the limit.
    fn ask(&mut self, ask: &mut Ask<'_>, asked: &[Vec<usize>]) -> Vec<Option<Arc<Numbers>>> {
        let left = self.limits.questions.saturating_sub(self.questions);
        if asked.len() > left {
            self.ended = Some(Ended::Questions);
        }
        let asked = &asked[..asked.len().min(left)];
        self.questions += asked.len();
        ask(asked)
    }

    /// Tries every assumption alone; returns those that change something.
    fn alone(&mut self, ask: &mut Ask<'_>, base: &Numbers) -> Vec<(usize, usize)> {
        let mut matter = Vec::new();
        let asked: Vec<Vec<usize>> = (0..self.assumptions.len()).map(|i| vec![i]).collect();
        for some in asked.chunks(TOGETHER) {
            let answers = self.ask(ask, some);
            for (assumed, numbers) in some.iter().zip(answers) {
                let Some(numbers) = numbers.filter(|numbers| **numbers != *base) else {
                    continue;
                };
                let best = self.readings(assumed, &numbers, 1);
                matter.extend(assumed.iter().map(|&i| (i, best)));
            }
        }
        matter
    }

    /// Tries pairs, those first that did best alone.
    fn pairs(&mut self, ask: &mut Ask<'_>, alone: &[(usize, usize)]) {
        let about = |i: usize| &self.assumptions[i].about;
        let near = |(i, _): &&(usize, usize)| self.assumptions[*i].weight <= FAR_FETCHED;
        let pairs = (alone.iter().filter(near).array_combinations())
            .filter(|[(i, _), (j, _)]| about(*i) != about(*j))
            .map(|[(i, a), (j, b)]| {
                let weight = self.assumptions[*i].weight + self.assumptions[*j].weight;
                ((*a.max(b), *a.min(b)), weight, vec![*i, *j])
            })
            .sorted_by(|(a, w, x), (b, v, y)| b.cmp(a).then(w.cmp(v)).then(x.cmp(y)));
        let asked: Vec<Vec<usize>> = pairs.map(|(_, _, pair)| pair).collect();
        for some in asked.chunks(TOGETHER) {
            let all = self.figures.len();
            if self.ended.is_some()
                || self
                    .tried
                    .iter()
                    .filter(|(tried, _)| tried.right() == all)
                    .count()
                    >= ENOUGH
            {
                return;
            }
            let answers = self.ask(ask, some);
            for (assumed, numbers) in some.iter().zip(answers) {
                if let Some(numbers) = numbers {
                    let most = usize::from(!numbers.has_functions());
                    self.readings(assumed, &numbers, most);
                }
            }
        }
    }

    fn weight(&self, tried: &Explanation) -> u32 {
        let assumed = tried.assumed.iter().map(|&i| self.assumptions[i].weight);
        assumed.sum::<u32>() + tried.changes.iter().map(Change::weight).sum::<u32>()
    }

    /// The best explanations.
    fn best(mut self, as_asked: &[bool]) -> Vec<Explanation> {
        self.sort();
        let enough = |(tried, _): &Tried| {
            let mends = |(before, now): (&bool, &bool)| *before || *now;
            2 * tried.right() > as_asked.len() || as_asked.iter().zip(&tried.holds).all(mends)
        };
        self.tried.retain(enough);
        let most = self.tried.first().map_or(0, |(tried, _)| tried.right());
        let mut before: Vec<(BTreeSet<Result<usize, Change>>, usize)> = Vec::new();
        let mut best: Vec<Tried> = Vec::new();
        for (tried, items) in self.tried {
            let (own, right) = (tried.parts(), tried.right());
            let count = tried.assumptions();
            let is_full = best.len() == self.limits.explanations;
            let as_good = |(last, _): &Tried| last.right() == right && last.assumptions() == count;
            if is_full && !best.last().is_some_and(as_good) {
                break;
            }
            let is_needless = before.iter().any(|(part, more)| {
                // Far behind one that assumes no more; or a part of the assumptions makes as many figures right.
                part.len() <= own.len() && *more > right && 5 * right < 4 * most
                    || part.len() < own.len() && part.is_subset(&own)
            });
            before.push((own, right));
            let same = best.iter_mut().find(|(_, others)| *others == items);
            match same {
                _ if is_needless => {}
                Some((same, _)) if same.assumptions() == count => {
                    same.same.push((tried.assumed, tried.changes));
                }
                None if !is_full => best.push((tried, items)),
                _ => {}
            }
        }
        best.into_iter()
            .map(|(explanation, _)| explanation)
            .collect()
    }
}

impl Explanation {
    /// All that it assumes and changes.
    fn parts(&self) -> BTreeSet<Result<usize, Change>> {
        let changes = self.changes.iter().cloned().map(Err);
        self.assumed
            .iter()
            .copied()
            .map(Ok)
            .chain(changes)
            .collect()
    }
}
