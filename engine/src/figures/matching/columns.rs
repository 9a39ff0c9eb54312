//! What each column of a table holds: what makes most of its cells mean something against the answer.
//!
//! A heading decides between readings that are as good. Alone it decides only where it names a series of the answer and the keys
//! are named too: then figures that do not fit are wrong, not misunderstood.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;

use super::cells::{are_faces, is_numeric, is_plain, is_whole, said, say_never, scaled};
use super::frames::Frame;
use super::keys::{Keys, Name, Subject};
use super::words::{self, Certainty, has, is, named, odds_of, plain, scale_of};
use super::{Line, Numbers, Options, Plain, Target, Why};
use crate::exact::Quantity;
use crate::figures::figure::{Decimal, Figure, Scale, Sense};
use crate::figures::grid::PrintedCell;
use crate::figures::verdict::some_hold;

/// The meaning of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Role {
    Key,
    /// Figures of a series, plain ones on a scale, which says of odds whether they are for or against.
    Numbers {
        series: usize,
        plain: Scale,
        /// What its heading says that each figure is of its number: a bound.
        sense: Option<Sense>,
    },
    /// Words of a series; `blank`: an empty cell says no.
    Words {
        series: usize,
        blank: bool,
    },
    /// Words that are not compared, or nothing.
    Text,
    /// The numbers of the rows, or what was left out on purpose.
    Aside,
    /// Figures that are not compared.
    Nothing,
}

impl Role {
    fn series(&self) -> Option<Series> {
        match self {
            Self::Numbers { series, .. } => Some(Series::Numbers(*series)),
            Self::Words { series, .. } => Some(Series::Words(*series)),
            _ => None,
        }
    }
}

/// A cell beside keys, with what it can mean.
#[derive(Clone)]
pub(super) struct Content<'a> {
    pub(super) cell: &'a PrintedCell,
    /// Its row, counted from 0 below the names.
    pub(super) row: usize,
    pub(super) subject: Subject,
    pub(super) figures: &'a [Vec<Figure>],
    pub(super) counts: &'a [Vec<Figure>],
}

impl Content<'_> {
    /// The cell with its counts alone.
    pub(super) fn of_counts(&self) -> Self {
        Self {
            figures: self.counts,
            counts: &[],
            ..self.clone()
        }
    }
}

/// The columns of a table in a frame.
pub(super) struct Columns<'a> {
    pub(super) frame: &'a Frame,
    pub(super) keys: &'a Keys<'a>,
    pub(super) numbers: Cow<'a, Numbers>,
    /// The rows of the answer that are taken together in rows behind its own.
    pub(super) together: Vec<Vec<usize>>,
    pub(super) options: &'a Options,
    /// The cells of each column; none of those of the keys.
    pub(super) cells: Vec<Vec<Content<'a>>>,
}

/// How a column fits.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    role: Role,
    right: usize,
    all: usize,
}

impl Fit {
    /// A role in which nothing is compared.
    fn none(role: Role) -> Self {
        let (right, all) = (0, 0);
        Self { role, right, all }
    }

    /// Whether most of its figures hold.
    fn most(&self) -> bool {
        2 * self.right > self.all
    }

    /// Whether all of its figures hold but for one in so many.
    pub(super) fn nearly_all(&self) -> bool {
        WRONG * (self.all - self.right) <= self.all
    }

    /// Whether it is of the same series as another.
    fn is_of(&self, other: &Self) -> bool {
        let own = self.role.series();
        own.is_some() && own == other.role.series()
    }
}

/// The fit that is best, of those as good the first.
fn best(fits: impl DoubleEndedIterator<Item = Fit>) -> Option<Fit> {
    fits.rev().max_by_key(|fit| fit.right)
}

/// A series of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Series {
    Numbers(usize),
    Words(usize),
}

/// The meaning of a heading for an answer.
#[derive(Default)]
struct Meaning {
    /// The series that it can name.
    series: Vec<Series>,
    /// Whether it says nothing else.
    wholly: bool,
    /// What it names that the answer does not have.
    absent: Option<&'static str>,
    /// Whether it only says in which notation the column before it stands once more.
    is_form: bool,
}

/// Whether all figures of a column are whole numbers without a unit.
fn are_whole(cells: &[&Content<'_>], heading: &str) -> bool {
    let filled = cells.iter().filter(|content| !content.cell.is_blank());
    let mut figures = filled.flat_map(|content| content.figures);
    scale_of(heading).is_none() && figures.all(|readings| readings.first().is_some_and(is_whole))
}

/// Of more figures than so many, one of so many may be wrong: whole numbers that differ where their heading does not name them, and
/// figures beside words that are not known.
const FEW: usize = 3;
const WRONG: usize = 6;

/// The series of sums.
const TAILS: [&str; 2] = ["at_least", "at_most"];

/// What no figure of an answer is, however well it fits.
const NEVER: [&str; 4] = ["observed", "otherwise", "above", "below"];

impl Columns<'_> {
    /// The role of each column, with what is to be said of it.
    ///
    /// What is wrong may be something else where another column, perhaps called the same, gives the same with fewer mistakes.
    pub(super) fn roles(&self) -> Vec<(Role, Line)> {
        let key_columns = &self.frame.key_columns;
        let matrix = self.frame.above.map(|_| self.matrix());
        let fit = |at: usize, before: &[(Fit, Why)]| match (&matrix, self.options.columns.get(at)) {
            _ if key_columns.contains(&at) => (Fit::none(Role::Key), self.why_key(at)),
            (_, Some(name)) if super::is_left_out(name) => (Fit::none(Role::Aside), Why::LeftOut),
            (_, Some(name)) => self.said(at, name),
            (Some(role), None) if !self.cells[at].is_empty() => {
                (Fit::none(role.clone()), Why::PartOfKey)
            }
            _ => self.found(at, before),
        };
        let mut fits = Vec::new();
        for at in 0..self.frame.cells.grid.width() {
            fits.push(fit(at, &fits));
        }
        let line = |(at, (fit, why)): (usize, &(Fit, Why))| {
            let heading = self.frame.heading(at);
            let is_better = |&(nth, (other, _)): &(usize, &(Fit, Why))| {
                let is_named_so = !heading.is_empty() && self.frame.heading(nth) == heading;
                let is_same = match *why == Why::Fits {
                    true => other.is_of(fit) && !self.is_once_more(fit, at, nth),
                    false => is_named_so && !fit.most() && !self.is_slipped_or_cut(at, &fit.role),
                };
                is_same && other.right > fit.right
            };
            let other = fits.iter().enumerate().find(is_better);
            let (role, why) = match other.filter(|_| fit.right < fit.all) {
                None => (fit.role.clone(), why.clone()),
                Some((other, (better, _))) => {
                    let other = self.called(other, &heading);
                    let given = match better.is_of(fit) {
                        true => ", which gives the same",
                        false => "",
                    };
                    (
                        Role::Nothing,
                        Why::Said(format!("more figures of {other} are right{given}")),
                    )
                }
            };
            let taken = match &role {
                Role::Key => Some("key"),
                Role::Text => Some("text"),
                Role::Aside if self.options.columns.is_empty() => Some("row"),
                role => role.series().map(|series| self.name(series)),
            };
            let line = Line {
                heading,
                taken: taken.map(str::to_owned),
                why,
            };
            (role, line)
        };
        fits.iter().enumerate().map(line).collect()
    }

    /// A column by its heading, beside one that may have the same.
    fn called(&self, nth: usize, beside: &str) -> String {
        match self.frame.heading(nth).as_str() {
            "" => format!("{} {}", self.frame.line_word(), nth + 1),
            own if own == beside => format!("another `{own}`"),
            own => format!("`{own}`"),
        }
    }

    fn name(&self, series: Series) -> &str {
        match series {
            Series::Numbers(at) => &self.numbers.series[at].0,
            Series::Words(at) => &self.numbers.words[at].0,
        }
    }

    /// All series.
    fn series(&self) -> impl Iterator<Item = Series> {
        let numbers = (0..self.numbers.series.len()).map(Series::Numbers);
        numbers.chain((0..self.numbers.words.len()).map(Series::Words))
    }

    /// The role that `--columns` gives.
    fn said(&self, at: usize, name: &str) -> (Fit, Why) {
        let cells = self.cells[at].iter().collect_vec();
        let series = self.meaning(name).series.into_iter();
        let heading = self.frame.heading(at);
        match best(series.map(|series| self.fit(&cells, &heading, series))) {
            Some(fit) => (fit, Why::Said("named so".to_owned())),
            None => {
                let why = format!("`{name}` is not in the answer");
                (Fit::none(Role::Nothing), Why::Said(why))
            }
        }
    }

    /// The role of the whole numbers beside the figures of a column: the series of which all of them are.
    pub(super) fn role_of_counts(&self, at: usize) -> Option<Role> {
        let cells = self.cells[at].iter().map(Content::of_counts).collect_vec();
        let cells = cells
            .iter()
            .filter(|own| !own.figures.is_empty())
            .collect_vec();
        let series = (0..self.numbers.series.len()).map(Series::Numbers);
        let mut fits = series.map(|series| self.fit(&cells, "", series));
        let all = fits.find(|fit| fit.right > 0 && fit.right == fit.all);
        all.map(|fit| fit.role)
    }

    /// The role of the columns of a matrix: what most of all its figures are.
    fn matrix(&self) -> Role {
        let cells = self.cells.iter().flatten().collect_vec();
        let series = (0..self.numbers.series.len()).map(Series::Numbers);
        let best = best(series.map(|series| self.fit(&cells, "", series)));
        // Whole numbers may count anything.
        let best = best.filter(|fit| fit.right > 0 || !are_whole(&cells, ""));
        best.map_or(Role::Nothing, |fit| fit.role)
    }

    /// The role that fits a column behind others.
    fn found(&self, at: usize, before: &[(Fit, Why)]) -> (Fit, Why) {
        let cells = self.cells[at].iter().collect_vec();
        let heading = self.frame.heading(at);
        let filled = cells.iter().filter(|content| !content.cell.is_blank());
        let filled = filled.collect_vec();
        if filled.is_empty() {
            return (Fit::none(Role::Text), Why::Empty);
        }
        if is_serial(&cells, &heading, at == 0) {
            let why = "it numbers the rows".to_owned();
            return (Fit::none(Role::Aside), Why::Said(why));
        }
        let mut meaning = self.meaning(&heading);
        // A heading such as `decimal` says in which notation the same numbers stand once more.
        let last = before.last().and_then(|(fit, _)| fit.role.series());
        if let Some(last) = last.filter(|_| words::is_form(&heading)) {
            meaning.series.insert(0, last);
            (meaning.wholly, meaning.absent, meaning.is_form) = (true, None, true);
        }
        // A few numbers are near to any spreads: these are taken only where the heading says so.
        let is_other = |series: &Series| {
            let is_spread = super::is_spread(self.name(*series));
            let is_of_other = words::is_of_other(&heading, self.name(*series));
            !is_spread && !is_of_other && !meaning.series.contains(series)
        };
        let others = self.series().filter(is_other);
        let own = meaning.series.iter();
        let own = own.map(|series| self.fit(&cells, &heading, *series));
        let others = others.map(|series| self.fit_other(&cells, &heading, series));
        let fits = own.chain(others).collect_vec();
        let own = fits[..meaning.series.len()].iter().cloned();
        let own = best(own.filter(|fit| fit.all > 0));
        let most = best(fits.iter().cloned()).filter(|fit| fit.most());
        let credible = self.frame.is_credible(self.keys);
        let is_cut = |own: &Fit| meaning.wholly && self.is_cut(at, &own.role);
        let cut = own.clone().filter(is_cut).map(|fit| (fit, Why::Named));
        let chosen = self.chosen(&meaning, own, most, before).or(cut);
        let main = fits
            .into_iter()
            .find(|fit| fit.role.series() == Some(Series::Numbers(0)) && fit.all > 0);
        let chosen = chosen.or_else(|| {
            let only = heading.is_empty() && credible && self.is_only_one(at);
            // Whole numbers may count anything.
            let says = |fit: &Fit| fit.right > 0 || !are_whole(&cells, &heading);
            let main = main.filter(|fit| only && says(fit));
            main.map(|fit| (fit, Why::Said("the only one with figures".to_owned())))
        });
        match chosen {
            Some(chosen) => chosen,
            None if filled.iter().all(|content| self.repeats_key(content)) => {
                let why = "it has the keys once more".to_owned();
                (Fit::none(Role::Key), Why::Said(why))
            }
            None => {
                let (role, why) = self.not_compared(&filled, &heading, &meaning);
                (Fit::none(role), why)
            }
        }
    }

    /// How a column fits a series that its heading does not name. Words and whole numbers may say anything: most of them agree by
    /// chance with something.
    fn fit_other(&self, cells: &[&Content<'_>], heading: &str, series: Series) -> Fit {
        let fit = self.fit(cells, heading, series);
        let wrong = fit.all - fit.right;
        let is_weak = || match series {
            Series::Words(_) => true,
            _ if !are_whole(cells, heading) => false,
            _ => {
                let filled = cells.iter().filter(|content| !content.cell.is_blank());
                let texts = filled.map(|content| &content.cell.text);
                texts.unique().count() <= FEW || WRONG * wrong > fit.all
            }
        };
        let unsaid = !heading.is_empty() && self.says_yes(series);
        match unsaid || wrong > 0 && is_weak() {
            true => Fit::none(Role::Nothing),
            false => fit,
        }
    }

    /// Why a column is the key.
    fn why_key(&self, at: usize) -> Why {
        let heading = self.frame.heading(at);
        let other = named(&heading).filter(|(name, sure)| {
            *sure == Certainty::Wholly && self.series().any(|series| self.name(series) == *name)
        });
        match other {
            Some(_) => Why::OtherKeys,
            None if self.frame.names(self.keys).contains(&Name::Key) => Why::NamedKeys,
            None => Why::Keys,
        }
    }

    /// What a column is taken as: what its heading names, or what most of its figures fit.
    fn chosen(
        &self,
        meaning: &Meaning,
        own: Option<Fit>,
        most: Option<Fit>,
        before: &[(Fit, Why)],
    ) -> Option<(Fit, Why)> {
        match own {
            Some(own) if meaning.wholly => {
                let credible = self.frame.is_credible(self.keys);
                // `exactly` beside `at least` may be a notation, or the chance of just that.
                let is_said = credible && !meaning.is_form;
                let other = most.filter(|most| {
                    most.right > own.right.max(1) && !(is_said && self.binds(&own, most, before))
                });
                let named = (own.most() || credible).then_some((own, Why::Named));
                other.map(|fit| (fit, Why::Fits)).or(named)
            }
            // What was observed is not to be what is expected, nor what is said of other outcomes.
            _ if NEVER.contains(&meaning.absent.unwrap_or_default()) => None,
            // That one figure holds says little.
            _ => most
                .filter(|most| most.right > 1)
                .map(|fit| (fit, Why::Fits)),
        }
    }

    /// Whether a series says yes and no.
    fn says_yes(&self, series: Series) -> bool {
        let Series::Words(series) = series else {
            return false;
        };
        let mut known = self.numbers.words[series].1.iter().flatten().flatten();
        known.any(|word| word == "yes" || word == "no")
    }

    /// Whether a cell is the key beside which it stands.
    fn repeats_key(&self, content: &Content<'_>) -> bool {
        let is_key = |row: usize| self.keys.row_in(&content.cell.text) == Some(row);
        self.row(content).is_some_and(is_key)
    }

    /// Whether a heading beside certain keys leaves no room for another meaning. Chances and ways may be others of their kind, and sums,
    /// as of at most so much, where nearly all figures hold so and none holds as it is named or the table speaks of sums elsewhere.
    fn binds(&self, own: &Fit, other: &Fit, before: &[(Fit, Why)]) -> bool {
        let [own_is_open, is_open] = [own, other].map(|fit| {
            let name = fit.role.series().map_or("", |series| self.name(series));
            matches!(
                name,
                "probability" | "weight" | "hits" | "against" | "score"
            )
        });
        let mut lines = self.frame.cells.grid.aside.iter();
        let is_said = lines.any(|line| {
            let meaning = self.meaning(&line.text);
            let is_tail = meaning.absent.is_none()
                && named(&line.text).is_some_and(|(name, _)| TAILS.contains(&name));
            (meaning.wholly || is_tail) && meaning.series.iter().copied().eq(other.role.series())
        });
        let is_said = is_said || before.iter().any(|(fit, _)| fit.most() && fit.is_of(other));
        !(own_is_open && (is_open || other.nearly_all() && (own.right == 0 || is_said)))
    }

    /// Whether a column alone has figures, and each of them a key.
    fn is_only_one(&self, at: usize) -> bool {
        let figures = |cells: &Vec<Content<'_>>| cells.iter().any(|one| !one.figures.is_empty());
        let with = self.cells.iter().positions(figures).collect_vec();
        let is_keyed = |content: &Content<'_>| !matches!(content.subject, Subject::Label(_));
        with == [at] && self.cells[at].iter().all(is_keyed)
    }

    fn not_compared(
        &self,
        filled: &[&&Content<'_>],
        heading: &str,
        meaning: &Meaning,
    ) -> (Role, Why) {
        let said = |why: &str| Why::Said(why.to_owned());
        let count = |is: &dyn Fn(&Content<'_>) -> bool| filled.iter().filter(|one| is(one)).count();
        let figures = count(&|content| !content.figures.is_empty());
        let numeric = count(&|content| is_numeric(&content.cell.text));
        let yes = count(&|content| words::yes_or_no(&content.cell.text).is_some());
        let all = filled.len();
        if are_faces(filled.iter().map(|content| content.cell)) {
            return (Role::Text, said("it lists faces"));
        }
        if figures == 0 && 2 * numeric < all && 2 * yes <= all {
            return (Role::Text, said("it has no figures"));
        }
        let why = match (meaning.absent, heading) {
            (Some("observed"), _) => "it has what was observed".to_owned(),
            (Some(name), _) => format!("the answer has no `{}`", name.replace('_', " ")),
            (_, "") => format!("nothing says what this {} holds", self.frame.line_word()),
            (_, heading) if !meaning.series.is_empty() => {
                format!(
                    "few of its figures fit what `{heading}` means in this answer: they may be of other rules or another bias"
                )
            }
            (_, heading) => format!("`{heading}` is not known here"),
        };
        (Role::Nothing, Why::Said(why))
    }

    fn meaning(&self, heading: &str) -> Meaning {
        let series = |name: &str| {
            let name = words::without_form(name);
            let same = |known: &str| {
                words::without_form(known) == name || name == "at most" && known == "so_far"
            };
            let series = self.series().filter(|series| same(self.name(*series)));
            series.collect_vec()
        };
        let own = match self.chance_of(heading) {
            Some(series) => vec![series],
            None if heading.trim().is_empty() => Vec::new(),
            None => series(heading),
        };
        if !own.is_empty() {
            return Meaning {
                series: own,
                wholly: true,
                ..Meaning::default()
            };
        }
        let strict = words::strict(heading).map(|name| (name, Certainty::Wholly));
        let (name, sure) = match strict.or_else(|| named(heading)) {
            _ if has(&plain(heading), "observed") => ("observed", Certainty::Wholly),
            _ if words::is_of_others(heading) => ("otherwise", Certainty::Wholly),
            None | Some(("behind" | "outcome", _)) => return Meaning::default(),
            Some(named) => named,
        };
        let names = match name {
            "cumulated" => vec!["at_most", "at_least"],
            "frequency" => vec!["weight", "probability"],
            // The odds, or the ways in which it does not come.
            "probability" | "weight" if has(&plain(heading), "against") => vec![name, "against"],
            name => vec![name],
        };
        // Frequencies are ways, or chances, or what came of an experiment.
        let wholly = sure == Certainty::Wholly && name != "frequency";
        let series = names.into_iter().flat_map(series).collect_vec();
        Meaning {
            absent: (wholly && series.is_empty()).then_some(name),
            series,
            wholly,
            is_form: false,
        }
    }

    /// The chance of one outcome, or of at least or at most as much, where that is a column of its own and the heading names it by its
    /// number: `2 sixes`, `at least 3`.
    fn chance_of(&self, heading: &str) -> Option<Series> {
        let outcome = words::number_in(heading)?;
        let sign = match named(heading) {
            None | Some(("behind" | "outcome", _)) => "",
            Some(("at_least", Certainty::Wholly)) => ">= ",
            Some(("at_most", Certainty::Wholly)) => "<= ",
            Some(_) => return None,
        };
        let name = format!("P({sign}{outcome})");
        self.series().find(|series| self.name(*series) == name)
    }

    /// How cells fit a series, in the unit in which they fit best.
    fn fit(&self, cells: &[&Content<'_>], heading: &str, series: Series) -> Fit {
        let filled = cells
            .iter()
            .copied()
            .filter(|content| !content.cell.is_blank());
        let fit = |role: Role, cells: &[&Content<'_>]| {
            let (right, all) = self.holding(cells, &role);
            Fit { role, right, all }
        };
        match series {
            Series::Numbers(series) if self.is_of_other_cases(series, heading) => {
                Fit::none(Role::Nothing)
            }
            Series::Numbers(series) => {
                let filled = filled.collect_vec();
                let (scales, said) = self.scales(series, heading, &filled);
                let fits = scales.into_iter().map(|plain| Role::Numbers {
                    series,
                    plain,
                    sense: words::bound(heading),
                });
                let mut fits = fits.map(|role| fit(role, &filled));
                let first = fits.next();
                // What the heading says, unless it makes no figure right and something else makes most of them so.
                let binds = said && first.as_ref().is_some_and(|first| first.right > 0);
                let others = fits.filter(|fit| !binds && (!said || fit.most()));
                let fits = first.into_iter().chain(others.collect_vec());
                best(fits).unwrap_or_else(|| Fit::none(Role::Nothing))
            }
            Series::Words(series) => {
                let mut says = filled.map(|content| words::yes_or_no(&content.cell.text));
                let blanks = cells.iter().any(|content| content.cell.is_blank());
                let blank = blanks && says.all(|says| says == Some(true));
                fit(Role::Words { series, blank }, cells)
            }
        }
    }

    /// Whether a heading has another number of cases than a series of ways.
    fn is_of_other_cases(&self, series: usize, heading: &str) -> bool {
        let (name, ways) = &self.numbers.series[series];
        let Some(Scale::OutOf(cases)) = scale_of(heading).filter(|_| name == "weight") else {
            return false;
        };
        let exact = ways.iter().map(|ways| ways.as_ref()?.exact().cloned());
        let all = exact.sum::<Option<BigRational>>();
        self.numbers.exclusive && all.is_some_and(|all| all != BigRational::from(cases))
    }

    /// The units that plain numbers of a series can have, and whether the heading says the first.
    fn scales(&self, series: usize, heading: &str, cells: &[&Content<'_>]) -> (Vec<Scale>, bool) {
        let odds = odds_of(heading);
        let said = match self.options.plain {
            Plain::Percent => Some(Scale::Percent),
            Plain::Fraction => Some(Scale::One),
            Plain::Odds => Some(odds.clone().unwrap_or(Scale::OddsAgainst)),
            Plain::Auto => None,
        };
        if !self.numbers.are_chances(series) {
            return (vec![Scale::One], false);
        }
        let figures = cells.iter().flat_map(|content| content.figures);
        // What odds mean is the same in a whole column.
        let doubtful = figures.clone().filter(|readings| readings.len() > 1);
        let doubtful = doubtful.flatten().map(Figure::printed_scale).collect_vec();
        let meant = ODDS.into_iter().filter(|scale| doubtful.contains(scale));
        let meant = meant.collect_vec();
        if said.is_none() && odds.is_none() && !meant.is_empty() {
            return ([meant, vec![Scale::One]].concat(), false);
        }
        let figures = figures.flatten();
        let is_greater =
            |figure: &Figure| figure.scale == Scale::One && figure.number > BigRational::one();
        let may_be_odds = words::may_be_odds(heading) && figures.clone().any(is_greater);
        let is_open = said.is_none() && may_be_odds;
        let may_be = ODDS.into_iter().filter(|_| is_open);
        if said.is_some() || !figures.clone().any(is_plain) {
            let scales = std::iter::once(said.or(odds).unwrap_or(Scale::One)).chain(may_be);
            return (scales.collect(), false);
        }
        let percent = figures.into_iter().any(|figure| {
            figure.scale == Scale::Percent || is_plain(figure) && figure.number > BigRational::one()
        });
        let mut others = [Scale::One, Scale::Percent, Scale::PerMille];
        if percent {
            others.swap(0, 1);
        }
        let said = scale_of(heading).or(odds);
        let is_said = said.is_some();
        let others = others
            .into_iter()
            .filter(|scale| said.as_ref() != Some(scale));
        let scales = said.clone().into_iter().chain(others).chain(may_be);
        (scales.collect(), is_said)
    }

    /// The figures of a cell in a role, each with its meanings.
    pub(super) fn readings(&self, content: &Content<'_>, role: &Role) -> Vec<Vec<Figure>> {
        let (plain, sense) = match role {
            Role::Numbers { plain, sense, .. } => (plain, *sense),
            _ => (&Scale::One, None),
        };
        let is_count = matches!(role, Role::Numbers { series, .. } if self.numbers.series[*series].0 == "weight");
        let other = |figure: &&Figure| {
            let printed = figure.printed_scale();
            let is_other = ODDS.contains(plain) && ODDS.contains(&printed) && printed != *plain;
            !(is_other || is_count && figure.scale == Scale::Percent)
        };
        // In doubt points stand between thousands only of ways.
        let is_of_ways = is_count || matches!(plain, Scale::OutOf(_));
        let in_thousands = |figure: &&Figure| figure.style.group == Some('.') && !is_of_ways;
        let one = |readings: &Vec<Figure>| {
            if let Some(share) = Figure::share(readings).filter(|_| *plain == Scale::One) {
                return vec![share];
            }
            let own = readings.iter().filter(other);
            let own = own.filter(|figure| readings.len() == 1 || !in_thousands(figure));
            let own = own.map(|figure| scaled(figure, plain)).collect_vec();
            let bounds = own.iter().cartesian_product(sense);
            let bounds = bounds.map(|(figure, sense)| Figure {
                sense,
                ..figure.clone()
            });
            let own = own.iter().cloned().chain(bounds).collect_vec();
            match own.is_empty() {
                true => readings.clone(),
                false => own,
            }
        };
        content.figures.iter().map(one).collect()
    }

    /// What a cell says where words of a series are compared; `None` if it says nothing that could be one of them.
    pub(super) fn words(
        &self,
        content: &Content<'_>,
        series: usize,
        blank: bool,
    ) -> Option<Vec<String>> {
        let known = self.numbers.words[series].1.iter().flatten().flatten();
        let is_yes = self.says_yes(Series::Words(series));
        if content.cell.is_blank() {
            return (blank && is_yes).then(|| vec!["no".to_owned()]);
        }
        let said = said(&content.cell.text)?;
        let yes = matches!(said.as_slice(), [word] if word == "yes" || word == "no");
        let number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
        if self.numbers.words[series].0 == "name" {
            let is_known = |said: &String| known.clone().any(|word| plain(word) == *said);
            return said.iter().all(is_known).then_some(said);
        }
        let same_kind = match known.clone().all(number) {
            true => said.iter().all(number),
            false => is_yes == yes,
        };
        same_kind.then_some(said)
    }

    /// The number that a cell gives of a series; `None` where its label may mean something else.
    pub(super) fn target(
        &self,
        content: &Content<'_>,
        series: usize,
        role: &Role,
    ) -> Option<Target> {
        let numbers = &self.numbers.series[series].1;
        let is = |number: &Quantity| {
            let mut all = self.readings(content, role).into_iter();
            all.all(|readings| some_hold(&readings, number))
        };
        let holds = |row: usize| numbers[row].as_ref().is_some_and(is);
        let sum = |rows: &[usize]| {
            let exact = rows.iter().map(|row| numbers[*row].as_ref()?.exact());
            exact.sum::<Option<BigRational>>().map(Quantity::Exact)
        };
        match content.subject {
            Subject::Row(row) => {
                let at = row.checked_sub(self.keys.row_count());
                let members = at.and_then(|at| self.together.get(at));
                // `6 or 8` may be meant of each of them, or of both together.
                let otherwise = members.is_some_and(|rows| match self.frame.each {
                    false => rows.iter().all(|row| holds(*row)),
                    true => sum(rows).as_ref().is_some_and(is),
                });
                (!otherwise || holds(row)).then_some(Target::Number(series, row))
            }
            Subject::Perhaps(row) => holds(row).then_some(Target::Number(series, row)),
            _ => None,
        }
    }

    /// Whether a cell stands beside several outcomes.
    pub(super) fn is_together(&self, content: &Content<'_>) -> bool {
        let row = match content.subject {
            Subject::Row(row) => row.checked_sub(self.keys.row_count()),
            _ => None,
        };
        row.is_some_and(|at| at < self.together.len())
    }

    /// Whether in a matrix the words that are not known stand above its column, and none beside its row.
    pub(super) fn is_of_heading(&self, content: &Content<'_>) -> bool {
        let label = words::plain(&self.frame.label(content.row));
        let words = label.split_whitespace().collect_vec();
        self.frame.above.is_some() && words::beside(&words) == Some(Certainty::Wholly)
    }

    /// Whether a column has ratios that do not say which odds they are.
    pub(super) fn has_shares(&self, at: usize) -> bool {
        let mut figures = self.cells[at].iter().flat_map(|content| content.figures);
        figures.any(|readings| Figure::share(readings).is_some())
    }

    /// The words beside the key of a cell; one thing is called as several are.
    pub(super) fn words_beside(&self, at: usize, content: &Content<'_>) -> Vec<String> {
        let mut text = self.frame.label(content.row);
        if self.frame.above.is_some() {
            text = format!("{text} {}", self.frame.heading(at));
        }
        words::of_several(&text)
    }

    /// The rows that have other words than most in a column of words without a heading: these may mean something else.
    pub(super) fn with_other_words(&self, roles: &[Role]) -> BTreeSet<usize> {
        let is_label = |at: &usize| roles[*at] == Role::Text && self.frame.heading(*at).is_empty();
        let rows = (0..roles.len()).filter(is_label).flat_map(|at| {
            let cells = self.cells[at].iter();
            let words = cells.map(|content| (content.row, words::of_several(&content.cell.text)));
            let words = words.filter(|(_, words)| !words.is_empty()).collect_vec();
            let counts = words.iter().map(|(_, words)| words).counts();
            let most = counts
                .into_iter()
                .find(|(_, count)| 2 * count > words.len());
            let most = most.map(|(most, _)| most.clone());
            let other = move |own: &Vec<String>| most.as_ref().is_some_and(|most| most != own);
            words.into_iter().filter(move |(_, own)| other(own))
        });
        rows.map(|(row, _)| row).collect()
    }

    /// The words beside keys with which nearly all figures hold: they say nothing more than the keys do.
    pub(super) fn understood(&self, roles: &[Role]) -> BTreeSet<Vec<String>> {
        let mut counts: BTreeMap<Vec<String>, (usize, usize)> = BTreeMap::new();
        for (at, role) in roles.iter().enumerate() {
            let Role::Numbers { series, .. } = role else {
                continue;
            };
            for content in &self.cells[at] {
                if matches!(content.subject, Subject::Perhaps(_)) && !content.figures.is_empty() {
                    let count = counts.entry(self.words_beside(at, content)).or_default();
                    count.0 += usize::from(self.target(content, *series, role).is_some());
                    count.1 += 1;
                }
            }
        }
        counts.retain(|_, (right, all)| *right > FEW && WRONG * (*all - *right) <= *all);
        counts.into_keys().collect()
    }

    /// The row of the answer beside which a cell stands; that an impossible outcome has no chance says nothing of a column.
    pub(super) fn row(&self, content: &Content<'_>) -> Option<usize> {
        match content.subject {
            Subject::Row(row) | Subject::Perhaps(row) => {
                Some(row).filter(|row| *row < self.keys.row_count() + self.together.len())
            }
            _ => None,
        }
    }

    /// How many figures of cells hold in a role, of how many.
    fn holding(&self, cells: &[&Content<'_>], role: &Role) -> (usize, usize) {
        let mut holds = Vec::new();
        for content in cells {
            let Some(row) = self.row(content) else {
                continue;
            };
            match role {
                Role::Numbers { series, .. } => {
                    let target = self.target(content, *series, role);
                    let number = target.and_then(|target| self.numbers.number(target));
                    let readings = self.readings(content, role).into_iter();
                    holds.extend(
                        readings.map(|readings| {
                            number.is_some_and(|number| some_hold(&readings, number))
                        }),
                    );
                }
                Role::Words { series, blank } => {
                    let is_row = matches!(content.subject, Subject::Row(_));
                    let known = self.numbers.words[*series].1[row].as_ref();
                    let known = known.filter(|_| is_row);
                    let said = self.words(content, *series, *blank).zip(known);
                    let right = |said: &Vec<String>, known: &Vec<String>| {
                        said.iter().all(|said| known.contains(said))
                    };
                    holds.extend(said.map(|(said, known)| right(&said, known)));
                }
                _ => {}
            }
        }
        (holds.iter().filter(|holds| **holds).count(), holds.len())
    }
}

/// What odds can mean.
const ODDS: [Scale; 3] = [Scale::OddsAgainst, Scale::OddsFor, Scale::OneIn];

/// Whether a column numbers the rows, from 0 or 1; the first may do so without a heading.
fn is_serial(cells: &[&Content<'_>], heading: &str, is_first: bool) -> bool {
    let number = |content: &&Content<'_>| content.cell.text.trim_end_matches('.').parse().ok();
    let numbers: Option<Vec<usize>> = cells.iter().map(number).collect();
    let one_by_one = |numbers: Vec<usize>| {
        let first = numbers.first().copied().unwrap_or(2);
        first < 2 && numbers.into_iter().eq(first..first + cells.len())
    };
    let heading = plain(&heading.replace(['№', '#'], "no"));
    let is_named = is(&heading, "serial") || is_first && heading.is_empty();
    is_named && cells.len() > 1 && numbers.is_some_and(one_by_one)
}

/// The cells of the columns of a frame, with what they can mean.
pub(super) fn contents<'a>(
    frame: &'a Frame,
    keys: &Keys<'_>,
    decimal: Decimal,
) -> Vec<Vec<Content<'a>>> {
    let (key_columns, rows) = (&frame.key_columns, &frame.cells.grid.rows);
    let meanings = frame.cells.meanings(decimal);
    let column = |at: usize| {
        if key_columns.contains(&at) {
            return Vec::new();
        }
        let above = frame.above.map(|row| rows[row][at].text.as_str());
        let rows = rows[frame.head..].iter().enumerate();
        rows.map(|(row, cells)| {
            let cell = &cells[at];
            let meanings = &meanings[frame.head + row][at];
            let subject = match key_columns.is_empty() {
                true => Subject::Row(row),
                false => keys.subject(cells, key_columns, above, say_never(&meanings.figures)),
            };
            Content {
                cell,
                row,
                subject,
                figures: &meanings.figures,
                counts: &meanings.counts,
            }
        })
        .collect()
    };
    (0..frame.cells.grid.width()).map(column).collect()
}
