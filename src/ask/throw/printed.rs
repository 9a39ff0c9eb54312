//! The values that printed tables can give of a throw: besides its chances weights, cumulated chances, which outcomes throw again, the
//! mean and the variance.

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::{Thrown, sheets};
use crate::chance::Expr;
use crate::chance::analysis::{Bias, Outcomes, Question, analyse};
use crate::chance::expr::{Case, Key, Score};
use crate::chance::race::track::Track;
use crate::exact::{Field as _, Natural, Quantity};
use crate::figures::matching::Numbers;
use crate::render::printed::Printed;
use crate::render::sheet::{Sheet, Style};

impl Thrown {
    /// The values that printed tables can give of it.
    pub(crate) fn printed(&self) -> Option<Printed> {
        main(self, self.sheets(&Style::default()).first()?)
    }

    /// All tables of a throw: of what it counts, of what sticks show, and those of turns and races.
    pub(crate) fn all_printed(&self) -> Vec<(&'static str, Printed)> {
        let sheets = self.sheets(&Style::default());
        let main = sheets.first().and_then(|sheet| main(self, sheet));
        let sticks = Sticks::of(self).filter(|sticks| sticks.scored);
        let sticks = sticks.and_then(|sticks| Some(("sticks", sticks.table()?)));
        let others = sheets.iter().skip(1);
        let others = others.filter(|sheet| sheet.name != "length");
        let others = others.filter_map(|sheet| {
            let printed = Printed::of(sheet)?;
            let printed = match sheet.name {
                "throws" | "rounds" => printed.exclusive(),
                _ => printed,
            };
            Some((sheet.name, printed))
        });
        let length = length(self).map(|length| ("length", length));
        let name = sheets.first().map_or("", |sheet| sheet.name);
        let main = main.map(|main| (name, main));
        let all = main.into_iter().chain(sticks).chain(others).chain(length);
        all.collect()
    }
}

/// The main table, from the one that is shown.
fn main(report: &Thrown, sheet: &Sheet) -> Option<Printed> {
    let mut printed = Printed::of(sheet)?.listed("/outcomes").exclusive();
    let answer = &report.answer;
    if !answer.marginals.is_empty() {
        // In print the parts stand in one cell, or in several.
        let keys = printed.numbers.rows.clone();
        printed = printed.keyed("outcome", keys);
    }
    let weights: Vec<&Natural> = match &answer.outcomes {
        Outcomes::Numbers(dist) => dist.iter().map(|(_, weight)| weight).collect(),
        Outcomes::Others(dist) => dist.iter().map(|(_, weight)| weight).collect(),
        Outcomes::Listed { .. } => Vec::new(),
    };
    if !weights.is_empty() {
        let whole = |weight: &&Natural| weight.to_string().parse().ok();
        let exact = weights.iter().map(|weight| {
            whole(weight).map(|weight| Quantity::Exact(BigRational::from_integer(weight)))
        });
        let ways: Vec<Option<Quantity>> = exact.collect();
        let known = ways.iter().map(|ways| ways.as_ref()?.exact());
        let all = known.clone().sum::<Option<BigRational>>();
        let against = known.map(|ways| Some(Quantity::Exact(all.as_ref()? - ways?)));
        let against = against.collect();
        printed = printed
            .series("weight", ways)
            .series_apart("against", against);
    }
    printed = with_tails(report, printed);
    printed = with_words(report, printed);
    if let Some(sticks) = Sticks::of(report) {
        printed = sticks.shown(printed);
    }
    let all_listed = match &answer.outcomes {
        Outcomes::Numbers(_) => true,
        Outcomes::Others(_) => {
            let mut parts = printed.numbers.rows.iter().flatten();
            parts.all(|part| part.parse::<i64>().is_ok())
        }
        Outcomes::Listed { rest, .. } => rest.is_none(),
    };
    if all_listed {
        printed = printed.complete();
    }
    Some(with_facts(report, printed))
}

/// With what the answer has as a whole.
fn with_facts(report: &Thrown, printed: Printed) -> Printed {
    let answer = &report.answer;
    let moments = answer.moments.as_ref();
    let variance = moments.map(|moments| moments.variance.clone());
    let sd = variance.as_ref().and_then(Quantity::exact).map(root);
    let race = answer.race.as_ref();
    let medians = whole(&answer.median);
    // Between two medians the middle is called so as well.
    let middle = medians.iter().sum::<BigRational>() / BigRational::from_integer(2.into());
    let middle = (medians.len() == 2).then_some(middle);
    let medians = medians.into_iter().chain(middle);
    let length = race.and_then(|race| match &race.track {
        Some(track) => track.turns.clone(),
        None => race.to_reach.clone(),
    });
    let rounds = answer.rounds.as_ref().map(|rounds| rounds.mean.clone());
    printed
        .fact("length", length)
        .fact("to_reach", race.and_then(|race| race.to_reach.clone()))
        .fact("to_hit", race.and_then(|race| race.to_hit.clone()))
        .facts("median", medians)
        .facts("mode", whole(&answer.mode))
        .fact("mean", moments.map(|moments| moments.mean.clone()))
        .fact("variance", variance)
        .fact("sd", sd)
        .fact("another throw", answer.again.clone())
        .fact("rounds", rounds)
}

/// The numbers among outcomes.
fn whole<T: ToString>(outcomes: &[T]) -> Vec<BigRational> {
    let numbers = outcomes.iter();
    let numbers = numbers.filter_map(|one| one.to_string().parse().ok());
    numbers.map(BigRational::from_integer).collect()
}

/// The same with cumulated chances: those that were asked for among its series, the others apart.
fn with_tails(report: &Thrown, mut printed: Printed) -> Printed {
    if let Some((at_least, at_most)) = tails(report, &printed) {
        printed = match report.at_least {
            true => printed.series("at_least", at_least),
            false => printed.series_apart("at_least", at_least),
        };
        printed = match report.at_most {
            true => printed.series("at_most", at_most),
            false => printed.series_apart("at_most", at_most),
        };
    }
    printed
}

/// The same with words for outcomes: which throw again, and their names.
fn with_words(report: &Thrown, mut printed: Printed) -> Printed {
    if let Some(earning) = &report.answer.earning {
        let names: Vec<String> = earning.iter().map(ToString::to_string).collect();
        let word = |key: &Vec<String>| if names.contains(&key[0]) { "yes" } else { "no" };
        let is_listed = |key: &Vec<String>| !key[0].starts_with(['<', '>']);
        let rows = printed.numbers.rows.iter();
        let words = rows.map(|key| is_listed(key).then(|| vec![word(key).to_owned()]));
        let words = words.collect();
        printed = printed.words("again", words);
    }
    if let Some(preset) = report.preset {
        let names = printed.numbers.rows.iter().map(|key| {
            let names: Vec<String> = preset.names_of(&key[0]).map(str::to_owned).collect();
            (!names.is_empty()).then_some(names)
        });
        let names: Vec<Option<Vec<String>>> = names.collect();
        if names.iter().any(Option::is_some) {
            printed = printed.words("name", names);
        }
    }
    printed
}

/// How many throws or turns a race takes: as asked, or until its cell is reached or passed where nothing is said of its track.
fn length(report: &Thrown) -> Option<Printed> {
    let asked = report.answer.race.as_ref()?;
    let plain = || {
        let track = Some(Track::default());
        let question = Question {
            track,
            ..report.question.clone()
        };
        analyse(&report.spec, &question).ok()?.race?.track
    };
    let track = asked.track.clone().or_else(plain)?;
    let rows = track.rows.iter();
    let chances = rows.clone().map(|row| Some(row.probability.clone()));
    let chances = chances.chain([Some(track.rest.clone())]).collect_vec();
    let by_then = cumulated(chances.iter().take(track.rows.len()));
    let by_then = by_then.map(|by_then| by_then.into_iter().chain([None]).collect());
    let beyond = format!("> {}", track.rows.len());
    let numbers = Numbers {
        keys: vec!["throws".to_owned()],
        rows: (rows.map(|row| row.turns.to_string()).chain([beyond]))
            .map(|key| vec![key])
            .collect(),
        series: vec![("probability".to_owned(), chances)],
        complete: track.rest == Quantity::Exact(BigRational::zero()),
        ..Numbers::default()
    };
    let printed = Printed::of_numbers(numbers)
        .fact("mean", track.turns.clone())
        .fact("turns on average", track.turns)
        .fact("throws on average", track.throws);
    Some(match by_then {
        Some(by_then) => printed.series("at_most", by_then),
        None => printed,
    })
}

/// The square root between two decimals.
fn root(number: &BigRational) -> Quantity {
    let places = BigInt::from(10).pow(30_u32);
    let product: BigInt = number.numer() * number.denom() * &places * &places;
    let below = product.sqrt();
    let above = &below + u32::from(&below * &below != product);
    let under: BigInt = number.denom() * places;
    Quantity::between(
        BigRational::new(below, under.clone()),
        BigRational::new(above, under),
    )
}

/// Several sticks thrown at once, and what each number of flat sides counts.
struct Sticks {
    /// The chance of a flat side.
    flat: BigRational,
    /// For each number of flat sides what it counts, as the answer names it, and whether it throws again.
    counts: Vec<(Option<String>, bool)>,
    /// Whether it counts something else than their number.
    scored: bool,
}

impl Sticks {
    /// The sticks of one throw; `None` where it is made otherwise.
    fn of(report: &Thrown) -> Option<Self> {
        let question = &report.question;
        let (spec, cases) = match &report.spec {
            Expr::Score(spec, cases) => (spec.as_ref(), Some(cases)),
            spec => (spec, None),
        };
        let Expr::Repeat(sticks @ 1..=64, stick) = spec else {
            return None;
        };
        let flat = match (stick.as_ref(), &question.bias) {
            (Expr::Stick(Some(bias)), _) | (Expr::Stick(None), Bias::Known(bias)) => bias.clone(),
            _ => return None,
        };
        let plain = question.turn.is_none() && question.given.is_none();
        let count = |flat: i64| match cases {
            None => (Some(flat.to_string()), false),
            Some(cases) => counted(cases, flat),
        };
        plain.then(|| Self {
            flat,
            counts: (0..=i64::from(*sticks)).map(count).collect(),
            scored: cases.is_some(),
        })
    }

    /// The values of a throw with the numbers of flat and of round sides that each outcome shows.
    fn shown(&self, printed: Printed) -> Printed {
        let sticks = self.counts.len() - 1;
        let shows = |side: &dyn Fn(usize) -> usize| {
            let rows = printed.numbers.rows.iter().map(|key| {
                let own = self
                    .counts
                    .iter()
                    .positions(|(count, _)| count.as_ref() == key.first());
                let words = own.map(|flat| side(flat).to_string()).collect_vec();
                (!words.is_empty()).then_some(words)
            });
            rows.collect_vec()
        };
        let (flat, round) = (shows(&|flat| flat), shows(&|flat| sticks - flat));
        match self.scored {
            true => printed.words("flat", flat).words("round", round),
            false => printed.words("round", round),
        }
    }

    /// The chance of each number of flat sides, with what it counts.
    fn table(&self) -> Option<Printed> {
        let sticks = self.counts.len() - 1;
        let rows = 0..=sticks;
        let round = BigRational::one() - &self.flat;
        let ways =
            |flat: usize| (0..flat).fold(BigInt::one(), |ways, at| ways * (sticks - at) / (at + 1));
        let chance = |flat: usize| {
            let each = Pow::pow(&self.flat, flat) * Pow::pow(&round, sticks - flat);
            each * BigRational::from_integer(ways(flat))
        };
        let exact = |number: BigRational| Some(Quantity::Exact(number));
        let mut numbers = Numbers {
            keys: vec!["flat".to_owned()],
            rows: rows.clone().map(|flat| vec![flat.to_string()]).collect(),
            series: vec![(
                "probability".to_owned(),
                rows.clone().map(|flat| exact(chance(flat))).collect(),
            )],
            complete: true,
            ..Numbers::default()
        };
        if round == self.flat {
            let ways = rows
                .clone()
                .map(|flat| exact(BigRational::from_integer(ways(flat))));
            numbers.series.push(("weight".to_owned(), ways.collect()));
        }
        let scores = self
            .counts
            .iter()
            .map(|(count, _)| count.as_ref().map(|count| vec![count.clone()]));
        numbers.words.push(("score".to_owned(), scores.collect()));
        let others = rows.map(|flat| Some(vec![(sticks - flat).to_string()]));
        numbers.words.push(("round".to_owned(), others.collect()));
        let again = self
            .counts
            .iter()
            .map(|(_, again)| Some(vec![if *again { "yes" } else { "no" }.to_owned()]));
        numbers.words.push(("again".to_owned(), again.collect()));
        Some(Printed::of_numbers(numbers))
    }
}

/// What a score table counts for a number, as the answer names it, and whether it throws again.
fn counted(cases: &[Case], number: i64) -> (Option<String>, bool) {
    let is_for = |case: &&Case| {
        case.keys.is_empty()
            || (case.keys.iter()).any(
                |key| matches!(key, Key::Range(range) if (range.from..=range.to).contains(&number)),
            )
    };
    let Some(case) = cases.iter().find(is_for) else {
        return (None, false);
    };
    let count = match &case.value {
        Score::Value(Expr::Number(value)) => Some(value.to_string()),
        Score::Value(Expr::Outcome) => Some(number.to_string()),
        Score::Label(name) | Score::Cancel(Some(name)) => Some(name.clone()),
        Score::Value(_) | Score::Cancel(None) => None,
    };
    (count, case.again)
}

/// A number for each outcome.
type Series = Vec<Option<Quantity>>;

/// The chances of at least and of at most each outcome, where outcomes are numbers and their chances are exact.
fn tails(report: &Thrown, printed: &Printed) -> Option<(Series, Series)> {
    let (rows, descending) = match &report.answer.outcomes {
        Outcomes::Numbers(dist) => (dist.len(), false),
        Outcomes::Listed {
            rows, descending, ..
        } if rows.iter().all(|(x, _)| x.number().is_some()) => (rows.len(), *descending),
        _ => return None,
    };
    // Ways add up faster than chances.
    let all = &printed.numbers.series;
    let ways = all.iter().find(|(name, _)| name == "weight");
    let (_, shares) = ways.or(all.first())?;
    let shares = shares.iter().map(|share| share.as_ref()?.exact().cloned());
    let shares = shares.collect::<Option<Vec<BigRational>>>()?;
    let total = shares
        .iter()
        .fold(BigRational::zero(), |sum, share| sum.plus(share));
    let (at_least, at_most) = sheets::tails(&shares, rows, descending);
    let series = |tail: Vec<BigRational>| {
        let tail = tail.into_iter();
        let tail = tail.map(|share| Some(Quantity::Exact(share.divided_by(&total))));
        // What lies beyond the last outcome is all of one row.
        tail.chain(std::iter::repeat_n(None, shares.len() - rows))
            .collect()
    };
    Some((series(at_least), series(at_most)))
}

/// The sums of chances up to each of them, where all are exact.
fn cumulated<'a>(chances: impl Iterator<Item = &'a Option<Quantity>>) -> Option<Series> {
    let mut sum = BigRational::zero();
    let sums = chances.map(|chance| {
        sum = sum.plus(chance.as_ref()?.exact()?);
        Some(Some(Quantity::Exact(sum.clone())))
    });
    sums.collect()
}
