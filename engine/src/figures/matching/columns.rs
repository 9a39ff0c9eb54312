//! What each column of a table holds: what makes most of its cells mean something against the answer.
//!
//! A heading decides between readings that are as good. Alone it decides only where it names a series of the answer and the keys
//! are named too: then figures that do not fit are wrong, not misunderstood.

use std::borrow::Cow;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::One;

use super::cells::{figures_of, is_numeric, is_plain, said, scaled};
use super::frames::Frame;
use super::keys::{KeyPlace, Keys, Subject};
use super::words::{self, Certainty, named, odds_of, plain, scale_of};
use super::{Line, Numbers, Options, Plain};
use crate::figures::figure::{Figure, Form, Scale};
use crate::figures::grid::Cell;
use crate::figures::reading::{Decimal, Odds, Reader};
use crate::figures::verdict::some_hold;

/// The meaning of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Role {
    Key,
    /// Figures of a series.
    Numbers {
        series: usize,
        plain: Scale,
        odds: Option<Odds>,
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

/// A cell beside keys, with what it can mean.
pub(super) struct Content<'a> {
    pub(super) cell: &'a Cell,
    /// Its row, counted from 0 below the names.
    pub(super) row: usize,
    pub(super) subject: Subject,
    pub(super) figures: Vec<Vec<Figure>>,
}

/// The columns of a table in a frame.
pub(super) struct Columns<'a> {
    pub(super) frame: &'a Frame,
    pub(super) keys: &'a Keys<'a>,
    pub(super) numbers: Cow<'a, Numbers>,
    pub(super) options: &'a Options,
    /// The cells of each column, without those of the keys and, but where words are said, without empty ones.
    pub(super) cells: Vec<Vec<Content<'a>>>,
}

/// How a column fits.
#[derive(Clone, Debug)]
struct Fit {
    role: Role,
    right: usize,
    all: usize,
}

impl Fit {
    /// Whether most of several figures hold: that one does says little.
    fn most(&self) -> bool {
        self.right > 1 && 2 * self.right > self.all
    }

    /// Whether most figures hold, though it be only one.
    fn holds(&self) -> bool {
        2 * self.right > self.all
    }
}

/// The meaning of a heading for an answer.
enum Heading {
    Empty,
    Unknown,
    Series(Vec<Series>, Certainty),
    /// Something that the answer does not have.
    Absent(&'static str),
}

/// A series of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Series {
    Numbers(usize),
    Words(usize),
}

/// The series with this name, in one of the forms in which names are written.
fn series_named(numbers: &Numbers, name: &str) -> Option<Series> {
    let same =
        |known: &str| plain(known) == plain(name) || (name == "at_most" && known == "so_far");
    let number = numbers.series.iter().position(|(known, _)| same(known));
    let words = || numbers.words.iter().position(|(known, _)| same(known));
    number
        .map(Series::Numbers)
        .or_else(|| words().map(Series::Words))
}

impl Columns<'_> {
    /// The role of each column, with what is to be said of it.
    pub(super) fn roles(&self) -> Vec<(Role, Line)> {
        let key_columns = self.frame.columns();
        let matrix = self.frame.above.map(|_| self.matrix());
        (0..self.frame.grid.width())
            .map(|at| {
                if key_columns.contains(&at) {
                    return (
                        Role::Key,
                        self.line(at, Some("key"), "its cells are keys of the answer"),
                    );
                }
                if let Some(name) = self.options.columns.get(at) {
                    return self.said(at, name);
                }
                match &matrix {
                    Some(role) if !self.cells[at].is_empty() => {
                        let series = self.name_of(role);
                        (
                            role.clone(),
                            self.line(at, series.as_deref(), "its heading is a part of the key"),
                        )
                    }
                    _ => self.found(at),
                }
            })
            .collect()
    }

    fn line(&self, at: usize, taken: Option<&str>, why: impl Into<String>) -> Line {
        Line {
            heading: self.frame.heading(at),
            taken: taken.map(str::to_owned),
            why: why.into(),
        }
    }

    /// The name of the series of a role.
    fn name_of(&self, role: &Role) -> Option<String> {
        match role {
            Role::Numbers { series, .. } => Some(self.numbers.series[*series].0.clone()),
            Role::Words { series, .. } => Some(self.numbers.words[*series].0.clone()),
            Role::Text => Some("text".to_owned()),
            _ => None,
        }
    }

    /// The role that `--columns` gives.
    fn said(&self, at: usize, name: &str) -> (Role, Line) {
        if super::is_left_out(name) {
            return (Role::Aside, self.line(at, None, "left out"));
        }
        match self.meaning(name) {
            Heading::Series(series, _) => {
                let fits = series
                    .into_iter()
                    .map(|series| self.fit(at, series))
                    .collect_vec();
                let best = fits.into_iter().rev().max_by_key(|fit| fit.right);
                let role = best.map_or(Role::Nothing, |fit| fit.role);
                let line = self.line(at, self.name_of(&role).as_deref(), "named so");
                (role, line)
            }
            _ => (
                Role::Nothing,
                self.line(at, None, format!("`{name}` is not in the answer")),
            ),
        }
    }

    /// The series and unit of a matrix: what most of all its figures are.
    fn matrix(&self) -> Role {
        let all = (0..self.numbers.series.len()).map(|series| {
            let scales = self.scales(series, "", &self.cells.iter().flatten().collect_vec());
            let fit = |plain: &Scale| {
                let role = Role::Numbers {
                    series,
                    plain: plain.clone(),
                    odds: None,
                };
                let right = self
                    .cells
                    .iter()
                    .map(|cells| self.holding(cells.iter(), &role).0);
                (right.sum::<usize>(), role)
            };
            scales.iter().map(fit).rev().max_by_key(|(right, _)| *right)
        });
        let best = all.flatten().rev().max_by_key(|(right, _)| *right);
        best.map_or(Role::Nothing, |(_, role)| role)
    }

    /// The role that fits a column.
    fn found(&self, at: usize) -> (Role, Line) {
        let cells = self.filled(at);
        let heading = self.frame.heading(at);
        if cells.is_empty() {
            return (Role::Text, self.line(at, None, super::EMPTY));
        }
        if self.is_serial(&cells, &heading) {
            return (
                Role::Aside,
                self.line(at, Some("row"), "it numbers the rows"),
            );
        }
        let meaning = self.meaning(&heading);
        let preferred: Vec<Series> = match &meaning {
            Heading::Series(series, _) => series.clone(),
            _ => Vec::new(),
        };
        let numbers = (0..self.numbers.series.len()).map(Series::Numbers);
        let words = (0..self.numbers.words.len()).map(Series::Words);
        let others = numbers
            .chain(words)
            .filter(|series| !preferred.contains(series));
        let fits = preferred
            .iter()
            .copied()
            .chain(others)
            .map(|series| (series, self.fit(at, series)));
        let fits = fits.filter(|(_, fit)| fit.all > 0).collect_vec();
        // Of fits as good the first.
        let best = fits.iter().rev().max_by_key(|(_, fit)| fit.right);
        let own = fits.iter().filter(|(series, _)| preferred.contains(series));
        let own = own.rev().max_by_key(|(_, fit)| fit.right);
        let chosen = match &meaning {
            Heading::Series(_, Certainty::Wholly) => self.named_so(own, best),
            _ => best.filter(|(_, fit)| fit.most()).map(|(series, fit)| {
                (
                    fit,
                    if preferred.contains(series) {
                        "its heading has the word"
                    } else {
                        FITS
                    },
                )
            }),
        };
        let main = fits
            .iter()
            .find(|(series, _)| *series == Series::Numbers(0));
        let chosen = chosen.or_else(|| self.only_one(at, &meaning, main.map(|(_, fit)| fit)));
        match chosen {
            Some((fit, why)) => (
                fit.role.clone(),
                self.line(at, self.name_of(&fit.role).as_deref(), why),
            ),
            None => self.not_compared(at, &cells, &heading, &meaning),
        }
    }

    /// A column whose heading names a series: that, unless another that it may as well be called fits better, or too little is
    /// understood to call figures wrong.
    fn named_so<'f>(
        &self,
        own: Option<&'f (Series, Fit)>,
        best: Option<&'f (Series, Fit)>,
    ) -> Option<(&'f Fit, &'static str)> {
        let (series, fit) = own.or(best.filter(|(_, fit)| fit.most()))?;
        if let Some((other, better)) = best
            && better.right > fit.right
            && better.most()
            && (self.called_alike(*series, *other) || !self.frame.is_credible(self.keys))
        {
            return Some((better, FITS));
        }
        (fit.holds() || self.frame.is_credible(self.keys)).then_some((fit, "its heading names it"))
    }

    /// Whether one word stands for both series: ways are printed as shares, and counts called chances.
    fn called_alike(&self, one: Series, other: Series) -> bool {
        let name = |series: Series| match series {
            Series::Numbers(at) => self.numbers.series[at].0.as_str(),
            Series::Words(at) => self.numbers.words[at].0.as_str(),
        };
        let alike = ["probability", "weight"];
        alike.contains(&name(one)) && alike.contains(&name(other))
            || name(one) == "score"
            || name(other) == "score"
    }

    /// The only column of figures, without a heading, where every row has a key: the main series.
    fn only_one<'f>(
        &self,
        at: usize,
        meaning: &Heading,
        main: Option<&'f Fit>,
    ) -> Option<(&'f Fit, &'static str)>
    where
        Self: 'f,
    {
        let figures =
            |cells: &Vec<Content<'_>>| cells.iter().any(|content| !content.figures.is_empty());
        let alone = self.cells.iter().filter(|cells| figures(cells)).count() == 1
            && figures(&self.cells[at]);
        // Whole numbers may count anything.
        let whole = |content: &Content<'_>| {
            content
                .figures
                .iter()
                .flatten()
                .all(|figure| is_plain(figure) && figure.form == Form::Whole)
        };
        let is_keyed = |content: &Content<'_>| !matches!(content.subject, Subject::Label(_));
        let keyed = self.cells[at].iter().all(is_keyed);
        let says = |fit: &&Fit| fit.right > 0 || !self.cells[at].iter().all(whole);
        let fits = main.filter(says);
        (alone && keyed && matches!(meaning, Heading::Empty) && self.frame.is_credible(self.keys))
            .then_some(fits)
            .flatten()
            .map(|fit| (fit, "the only one with figures"))
    }

    fn not_compared(
        &self,
        at: usize,
        cells: &[&Content<'_>],
        heading: &str,
        meaning: &Heading,
    ) -> (Role, Line) {
        let figures = cells
            .iter()
            .filter(|content| !content.figures.is_empty())
            .count();
        let numeric = cells
            .iter()
            .filter(|content| is_numeric(&content.cell.text))
            .count();
        let yes = cells
            .iter()
            .filter(|content| words::yes_or_no(&content.cell.text).is_some())
            .count();
        if figures == 0 && 2 * numeric < cells.len() && 2 * yes <= cells.len() {
            return (Role::Text, self.line(at, Some("text"), "it has no figures"));
        }
        let why = match (meaning, heading) {
            (Heading::Absent(name), _) => format!("the answer has no `{}`", name.replace('_', " ")),
            (_, "") => format!("nothing says what this {} holds", self.frame.line_word()),
            (Heading::Series(..), heading) => {
                format!("too few of its figures are what `{heading}` may mean here")
            }
            (_, heading) => format!("`{heading}` is not known here"),
        };
        (Role::Nothing, self.line(at, None, why))
    }

    /// Cells that are not empty.
    fn filled(&self, at: usize) -> Vec<&Content<'_>> {
        self.cells[at]
            .iter()
            .filter(|content| !content.cell.is_blank())
            .collect()
    }

    /// Whether a column numbers the rows.
    fn is_serial(&self, cells: &[&Content<'_>], heading: &str) -> bool {
        let names = [
            "no", "nr", "n", "nº", "n°", "#", "row", "lfd nr", "№", "num",
        ];
        cells.len() > 1
            && names.contains(&plain(heading).as_str())
            && (1..).zip(cells).all(|(at, content): (usize, _)| {
                content.cell.text.trim_end_matches('.') == at.to_string()
            })
            && !heading.is_empty()
    }

    fn meaning(&self, heading: &str) -> Heading {
        if heading.trim().is_empty() {
            return Heading::Empty;
        }
        if let Some(series) = series_named(&self.numbers, heading) {
            return Heading::Series(vec![series], Certainty::Wholly);
        }
        match named(heading) {
            None | Some(("behind" | "outcome", _)) => Heading::Unknown,
            Some(("cumulated", sure)) => {
                let both = ["at_most", "at_least"];
                let both = both
                    .iter()
                    .filter_map(|name| series_named(&self.numbers, name))
                    .collect_vec();
                match both.is_empty() {
                    true => Heading::Absent("cumulated"),
                    false => Heading::Series(both, sure),
                }
            }
            Some((name, sure)) => match series_named(&self.numbers, name) {
                Some(series) => Heading::Series(vec![series], sure),
                None if sure == Certainty::Partly => Heading::Unknown,
                None => Heading::Absent(name),
            },
        }
    }

    /// How a column fits a series, in the unit in which it fits best.
    fn fit(&self, at: usize, series: Series) -> Fit {
        let cells = self.filled(at);
        match series {
            Series::Numbers(series) => {
                let heading = self.frame.heading(at);
                let odds = odds_of(&heading);
                let fit = |plain: Scale| {
                    let role = Role::Numbers {
                        series,
                        plain,
                        odds,
                    };
                    let (right, all) = self.holding(cells.iter().copied(), &role);
                    Fit { role, right, all }
                };
                let fits = self.scales(series, &heading, &cells).into_iter().map(fit);
                let fits = fits.collect_vec();
                // What the heading says, where it makes any figure right; else what makes most of them right.
                let said = scale_of(&heading).is_some() || odds.is_some();
                let said = fits.first().filter(|fit| said && fit.right > 0);
                let best = said.or_else(|| fits.iter().rev().max_by_key(|fit| fit.right));
                best.cloned().unwrap_or(Fit {
                    role: Role::Nothing,
                    right: 0,
                    all: 0,
                })
            }
            Series::Words(series) => {
                let yes =
                    |content: &&Content<'_>| words::yes_or_no(&content.cell.text) == Some(true);
                let blank = cells.iter().all(yes) && cells.len() < self.cells[at].len();
                let role = Role::Words { series, blank };
                let (right, all) = self.holding(self.cells[at].iter(), &role);
                Fit { role, right, all }
            }
        }
    }

    /// The units that plain numbers of a series can have.
    fn scales(&self, series: usize, heading: &str, cells: &[&Content<'_>]) -> Vec<Scale> {
        let own = match self.options.plain {
            Plain::Percent => Some(Scale::Percent),
            Plain::Fraction => Some(Scale::One),
            Plain::Odds if odds_of(heading) == Some(Odds::For) => Some(Scale::OddsFor),
            Plain::Odds => Some(Scale::OddsAgainst),
            Plain::Auto => None,
        };
        if !self.numbers.are_chances(series) {
            return vec![Scale::One];
        }
        let plain = |content: &&&Content<'_>| content.figures.iter().flatten().any(is_plain);
        if own.is_some() || !cells.iter().any(|content| plain(&content)) {
            return vec![own.unwrap_or(Scale::One)];
        }
        let odds = odds_of(heading).map(|odds| match odds {
            Odds::For => Scale::OddsFor,
            Odds::Against => Scale::OddsAgainst,
        });
        let said = scale_of(heading).or(odds);
        let figures = cells.iter().flat_map(|content| &content.figures).flatten();
        let percent = figures.into_iter().any(|figure| {
            figure.scale == Scale::Percent || is_plain(figure) && figure.number > BigRational::one()
        });
        let mut others = [Scale::One, Scale::Percent, Scale::PerMille];
        if percent {
            others.swap(0, 1);
        }
        said.into_iter()
            .chain(others)
            .unique_by(|scale| format!("{scale:?}"))
            .collect()
    }

    /// The figures of a cell in a role, each with its meanings.
    pub(super) fn readings(&self, content: &Content<'_>, role: &Role) -> Vec<Vec<Figure>> {
        let (plain, odds) = match role {
            Role::Numbers { plain, odds, .. } => (plain, odds),
            _ => (&Scale::One, &None),
        };
        let one = |readings: &Vec<Figure>| {
            let said = match odds {
                Some(Odds::For) => Some(Scale::OddsFor),
                Some(Odds::Against) => Some(Scale::OddsAgainst),
                None => None,
            };
            let other = |figure: &&Figure| {
                let is_odds = matches!(figure.scale, Scale::OddsFor | Scale::OddsAgainst);
                said.as_ref()
                    .is_none_or(|said| !is_odds || figure.scale == *said)
            };
            let own = readings
                .iter()
                .filter(other)
                .map(|figure| scaled(figure, plain))
                .collect_vec();
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
        let is_yes = known.clone().any(|word| word == "yes" || word == "no");
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

    /// How many figures of cells hold in a role, of how many.
    fn holding<'c>(
        &self,
        cells: impl Iterator<Item = &'c Content<'c>>,
        role: &Role,
    ) -> (usize, usize) {
        let (mut right, mut all) = (0, 0);
        for content in cells {
            let Subject::Row(row) = content.subject else {
                continue;
            };
            // That an impossible outcome has no chance says nothing of the column.
            if row >= self.keys.row_count() {
                continue;
            }
            match role {
                Role::Numbers { series, .. } => {
                    let number = self.numbers.series[*series]
                        .1
                        .get(row)
                        .and_then(Option::as_ref);
                    for readings in self.readings(content, role) {
                        all += 1;
                        right +=
                            usize::from(number.is_some_and(|number| some_hold(&readings, number)));
                    }
                }
                Role::Words { series, blank } => {
                    let right_words = self.numbers.words[*series]
                        .1
                        .get(row)
                        .and_then(Option::as_ref);
                    if let (Some(said), Some(known)) =
                        (self.words(content, *series, *blank), right_words)
                    {
                        all += 1;
                        right += usize::from(said.iter().all(|said| known.contains(said)));
                    }
                }
                _ => {}
            }
        }
        (right, all)
    }
}

/// Why a column is taken as what it fits.
const FITS: &str = "most of its figures are right so";

/// The cells of the columns of a frame, with what they can mean.
pub(super) fn contents<'a>(
    frame: &'a Frame,
    keys: &Keys<'_>,
    decimal: Decimal,
) -> Vec<Vec<Content<'a>>> {
    let reader = Reader {
        decimal,
        ..Reader::default()
    };
    let key_columns = frame.columns();
    let column = |at: usize| {
        if key_columns.contains(&at) {
            return Vec::new();
        }
        let above = frame
            .above
            .map(|row| frame.grid.rows[row][at].text.as_str());
        let rows = frame.grid.rows[frame.head..].iter().enumerate();
        rows.map(|(row, cells)| {
            let cell = &cells[at];
            let figures = match cell.is_blank() {
                true => Vec::new(),
                false => figures_of(&reader, &cell.text),
            };
            let subject = match frame.place {
                KeyPlace::Order => Subject::Row(row),
                _ => keys.subject(cells, &frame.place, above),
            };
            Content {
                cell,
                row,
                subject,
                figures,
            }
        })
        .collect()
    };
    (0..frame.grid.width()).map(column).collect()
}
