//! What the columns beside the keys hold.

use itertools::Itertools;

use super::keys::{Keys, normal};
use super::layout::{self, Laid, Row};
use super::words::{Sure, named, odds_of, plain, says_otherwise, scale_of, yes_or_no};
use super::{Line, Numbers, Options, Placed, Plain, Target, figures_of, said};
use crate::figures::figure::{Form, Scale};
use crate::figures::grid::{Cell, GridError};
use crate::figures::reading::{Decimal, Odds, Reader};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    /// Figures of a series.
    Figures {
        series: usize,
        plain: Scale,
        odds: Option<Odds>,
    },
    /// Words of a series.
    Words(usize),
    /// Figures of the main series, for this last part of the key.
    Matrix(String),
    /// Not compared.
    Nothing,
}

/// Why a column without any figure is not compared.
pub(super) const EMPTY: &str = "it is empty";

/// The roles of all columns, and what is to be said of them.
pub(super) struct Roles {
    pub(super) columns: Vec<Role>,
    pub(super) lines: Vec<Line>,
}

/// A series of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Series {
    Numbers(usize),
    Words(usize),
}

/// What a heading comes to in an answer.
enum Heading {
    /// Nothing that is known.
    Unknown,
    Series(Series, Sure),
    /// Either of these.
    OneOf(Vec<Series>),
    /// Something that the answer does not have.
    Absent(&'static str),
}

/// What is needed to say how well a column fits.
struct Context<'a> {
    laid: &'a Laid,
    keys: &'a Keys<'a>,
    numbers: &'a Numbers,
    options: &'a Options,
    decimal: Decimal,
}

pub(super) fn roles(
    laid: &Laid,
    keys: &Keys<'_>,
    numbers: &Numbers,
    options: &Options,
    decimal: Decimal,
) -> Result<Roles, GridError> {
    let context = Context {
        laid,
        keys,
        numbers,
        options,
        decimal,
    };
    match options.columns.is_empty() {
        true => context.found(),
        false => context.said(),
    }
}

/// The series with this name: in one of the forms in which names are written.
fn series_named(numbers: &Numbers, name: &str) -> Option<Series> {
    let same = |known: &str| plain(known) == plain(name);
    let number = numbers.series.iter().position(|(known, _)| same(known));
    let words = || numbers.words.iter().position(|(known, _)| same(known));
    number
        .map(Series::Numbers)
        .or_else(|| words().map(Series::Words))
}

impl Context<'_> {
    fn name(&self, series: Series) -> String {
        match series {
            Series::Numbers(at) => self.numbers.series[at].0.clone(),
            Series::Words(at) => self.numbers.words[at].0.clone(),
        }
    }

    fn line(&self, at: usize, taken: Option<String>, why: impl Into<String>) -> Line {
        Line {
            heading: self.laid.heading(at),
            taken,
            why: why.into(),
        }
    }

    fn meaning(&self, heading: &str) -> Heading {
        if let Some(series) = series_named(self.numbers, heading) {
            return Heading::Series(series, Sure::Wholly);
        }
        match named(heading) {
            None | Some(("behind" | "outcome", _)) => Heading::Unknown,
            Some(("cumulated", _)) => {
                let both = ["at_most", "at_least"];
                let both = both
                    .iter()
                    .filter_map(|name| series_named(self.numbers, name))
                    .collect_vec();
                match both.is_empty() {
                    true => Heading::Absent("cumulated"),
                    false => Heading::OneOf(both),
                }
            }
            Some(("weight", _)) if matches!(scale_of(heading), Some(Scale::OutOf(_))) => {
                Heading::Series(Series::Numbers(0), Sure::Wholly)
            }
            Some((name, sure)) => match series_named(self.numbers, name) {
                Some(series) => Heading::Series(series, sure),
                None if sure == Sure::Partly => Heading::Unknown,
                None => Heading::Absent(name),
            },
        }
    }

    /// The cells of a column in rows with a key.
    fn cells(&self, at: usize) -> impl Iterator<Item = (Vec<String>, Option<usize>, &Cell)> {
        let rows = self.laid.grid.rows.iter().enumerate().skip(self.laid.head);
        rows.filter_map(move |(row, cells)| match self.laid.row(row, self.keys) {
            Row::Key(key) => {
                let found = self.keys.row(&key);
                Some((key, found, &cells[at]))
            }
            Row::Nth(nth) => Some((Vec::new(), Some(nth), &cells[at])),
            _ => None,
        })
        .filter(|(.., cell)| !cell.is_blank())
    }

    /// How many figures of a column hold, of how many, if they are of this series.
    fn holding(&self, at: usize, role: &Role) -> (usize, usize) {
        let mut counts = (0, 0);
        for (key, row, cell) in self.cells(at) {
            let Some(row) = row else { continue };
            let placed = |readings, said, target| Placed {
                cell: cell.clone(),
                column: at,
                name: String::new(),
                row: 0,
                in_matrix: false,
                key: key.clone(),
                readings,
                said,
                target: Some(target),
            };
            let each = match role {
                Role::Words(series) => {
                    vec![placed(
                        Vec::new(),
                        said(&cell.text).unwrap_or_default(),
                        Target::Words(*series, row),
                    )]
                }
                Role::Figures {
                    series,
                    plain,
                    odds,
                } => {
                    let reader = Reader {
                        decimal: self.decimal,
                        odds: *odds,
                        plain: plain.clone(),
                    };
                    let read = figures_of(&reader, &cell.text).unwrap_or_default();
                    let of = |readings| placed(readings, Vec::new(), Target::Number(*series, row));
                    read.into_iter().map(of).collect()
                }
                _ => Vec::new(),
            };
            counts.1 += each.len().max(1);
            counts.0 += each
                .iter()
                .filter(|placed| self.numbers.holds(placed))
                .count();
        }
        counts
    }

    fn all_hold(&self, at: usize, role: &Role) -> bool {
        let (right, all) = self.holding(at, role);
        all > 0 && right == all
    }

    /// The role that makes the most of a column of a series: plain numbers may be hundredths.
    fn best_role(&self, at: usize, series: Series) -> (usize, Role) {
        let role = self.role(at, series);
        let mut roles = vec![role.clone()];
        if let Role::Figures {
            series,
            plain: Scale::One,
            odds,
        } = role
            && self.options.plain == Plain::Auto
            && self.numbers.are_chances(series)
        {
            roles.push(Role::Figures {
                series,
                plain: Scale::Percent,
                odds,
            });
        }
        let counted = roles
            .into_iter()
            .map(|role| (self.holding(at, &role).0, role));
        let best = counted.rev().max_by_key(|(right, _)| *right);
        best.unwrap_or((0, Role::Nothing))
    }

    fn role(&self, at: usize, series: Series) -> Role {
        match series {
            Series::Words(at) => Role::Words(at),
            Series::Numbers(series) => {
                let heading = self.laid.heading(at);
                match self.numbers.are_chances(series) {
                    true => column_of(series, &heading, self.options),
                    false => Role::Figures {
                        series,
                        plain: Scale::One,
                        odds: None,
                    },
                }
            }
        }
    }

    /// The roles that `--columns` gives.
    fn said(&self) -> Result<Roles, GridError> {
        let names = &self.options.columns;
        let (mut columns, mut lines) = (Vec::new(), Vec::new());
        for (at, name) in names.iter().enumerate() {
            let (role, taken, why) = if self.laid.keys.contains(&at) {
                (Role::Key, Some("key".to_owned()), "named as the key")
            } else if layout::is_left_out(name) {
                (Role::Nothing, None, "left out")
            } else if let Heading::Series(series, _) = self.meaning(name) {
                (self.role(at, series), Some(self.name(series)), "named so")
            } else {
                let first = &self.laid.grid.rows[0][0];
                let known = self.numbers.names();
                return Err(first.error(format!(
                    "`{name}` is neither a key nor a series of the answer; there are {}, and - for none",
                    known.map(String::as_str).join(", ")
                )));
            };
            columns.push(role);
            lines.push(self.line(at, taken, why));
        }
        Ok(Roles { columns, lines })
    }

    /// The roles that the headings and the cells give.
    fn found(&self) -> Result<Roles, GridError> {
        let width = self.laid.grid.width();
        let word = self.laid.line_word();
        let mut roles: Vec<Option<(Role, Line)>> = vec![None; width];
        let (mut partly, mut unknown): (Vec<(usize, Series)>, Vec<usize>) = Default::default();
        #[expect(
            clippy::needless_range_loop,
            reason = "columns are numbered; few of them set their role"
        )]
        for at in 0..width {
            let heading = self.laid.heading(at);
            if self.laid.keys.contains(&at) {
                let line = self.line(
                    at,
                    Some("key".to_owned()),
                    "its cells are keys of the answer",
                );
                roles[at] = Some((Role::Key, line));
                continue;
            }
            if self.laid.matrix {
                roles[at] = Some(self.of_matrix(at));
                continue;
            }
            let cells = self.cells(at).map(|(.., cell)| cell).collect_vec();
            let reader = Reader {
                decimal: self.decimal,
                ..Reader::default()
            };
            let figures = cells
                .iter()
                .filter(|cell| figures_of(&reader, &cell.text).is_ok())
                .count();
            let meaning = self.meaning(&heading);
            let nothing = |why: String| Some((Role::Nothing, self.line(at, None, why)));
            if let Heading::Series(Series::Words(series), Sure::Wholly) = meaning {
                let role = Role::Words(series);
                let name = self.name(Series::Words(series));
                roles[at] = Some(match cells.iter().all(|cell| said(&cell.text).is_some()) {
                    true => (role, self.line(at, Some(name), "its heading names it")),
                    false => (
                        Role::Nothing,
                        self.line(at, None, "it has words that are not understood"),
                    ),
                });
                continue;
            }
            if figures == 0 {
                let text = (!cells.is_empty()).then(|| "text".to_owned());
                let why = if cells.is_empty() {
                    EMPTY
                } else {
                    "it has no figures"
                };
                roles[at] = Some((Role::Nothing, self.line(at, text, why)));
                continue;
            }
            match meaning {
                Heading::Series(series, Sure::Wholly) => {
                    // What is called ways may be written as shares.
                    let main = Series::Numbers(0);
                    let shares = self.name(series) == "weight"
                        && self.best_role(at, main).0 > self.best_role(at, series).0;
                    let series = if shares { main } else { series };
                    let line = self.line(at, Some(self.name(series)), "its heading names it");
                    roles[at] = Some((self.role(at, series), line));
                }
                Heading::OneOf(several) => {
                    let each = several
                        .into_iter()
                        .map(|series| (series, self.best_role(at, series)));
                    let best = each.rev().max_by_key(|(_, (right, _))| *right);
                    roles[at] = best.map(|(series, (_, role))| {
                        let line = self.line(
                            at,
                            Some(self.name(series)),
                            "its heading says cumulated, and this fits best",
                        );
                        (role, line)
                    });
                }
                // Ways written as shares are chances.
                Heading::Absent("weight") if self.looks_like_chances(at) => unknown.push(at),
                Heading::Absent(name) => {
                    roles[at] = nothing(format!("the answer has no `{}`", name.replace('_', " ")));
                }
                Heading::Series(series, Sure::Partly) if !says_otherwise(&heading) => {
                    partly.push((at, series))
                }
                Heading::Series(..) | Heading::Unknown => unknown.push(at),
            }
        }
        self.partly(&mut roles, &partly)?;
        self.unknown(&mut roles, &unknown)?;
        let finished = roles.into_iter().enumerate().map(|(at, role)| {
            role.unwrap_or_else(|| {
                (
                    Role::Nothing,
                    self.line(at, None, format!("nothing says what this {word} holds")),
                )
            })
        });
        let (columns, lines) = finished.unzip();
        Ok(Roles { columns, lines })
    }

    /// A column of a matrix.
    fn of_matrix(&self, at: usize) -> (Role, Line) {
        let above = &self.laid.grid.rows[self.laid.head - 1][at].text;
        let has_figures = self.cells(at).any(|(.., cell)| cell.is_figure());
        match has_figures && self.keys.has(self.keys.parts() - 1, above) {
            true => {
                let line = self.line(
                    at,
                    Some(self.numbers.series[0].0.clone()),
                    "its heading is a part of the key",
                );
                (Role::Matrix(normal(above)), line)
            }
            false => (
                Role::Nothing,
                self.line(at, None, "its heading is not part of a key"),
            ),
        }
    }

    /// Columns whose headings say something more than a name: judged where no other column has the name.
    fn partly(
        &self,
        roles: &mut [Option<(Role, Line)>],
        partly: &[(usize, Series)],
    ) -> Result<(), GridError> {
        for (_, group) in partly
            .iter()
            .into_group_map_by(|(_, series)| self.name(*series))
        {
            let taken = roles
                .iter()
                .flatten()
                .any(|(_, line)| line.taken == Some(self.name(group[0].1)));
            let good = group
                .iter()
                .filter(|(at, series)| self.all_hold(*at, &self.best_role(*at, *series).1))
                .collect_vec();
            for (at, series) in &group {
                let alone = !taken && group.len() == 1;
                let holds = good.iter().any(|(other, _)| other == at);
                let name = self.name(*series);
                roles[*at] = Some(match alone || (!taken && holds) {
                    true => (
                        self.role(*at, *series),
                        self.line(*at, Some(name), "its heading has the word"),
                    ),
                    false => {
                        let why =
                            format!("its heading says more than `{name}`, which another could be");
                        (Role::Nothing, self.line(*at, None, why))
                    }
                });
            }
            if !taken && group.len() > 1 && good.is_empty() {
                return Err(self.unclear("several headings could mean the same"));
            }
        }
        Ok(())
    }

    /// Columns whose headings say nothing that is known.
    fn unknown(
        &self,
        roles: &mut [Option<(Role, Line)>],
        unknown: &[usize],
    ) -> Result<(), GridError> {
        let word = self.laid.line_word();
        let compared = |role: &Role| !matches!(role, Role::Key | Role::Nothing);
        if unknown.is_empty() || roles.iter().flatten().any(|(role, _)| compared(role)) {
            for &at in unknown {
                let why = match self.laid.heading(at).as_str() {
                    "" => format!("nothing says what this {word} holds"),
                    heading => format!("`{heading}` is not known here"),
                };
                roles[at] = Some((Role::Nothing, self.line(at, None, why)));
            }
            return Ok(());
        }
        let series = (0..self.numbers.series.len()).map(Series::Numbers);
        let best = |at: usize| {
            let each = series
                .clone()
                .map(|series| (series, self.best_role(at, series)));
            each.rev().max_by_key(|(_, (right, _))| *right)
        };
        if let [at] = *unknown {
            let heading = self.laid.heading(at);
            let main = (Series::Numbers(0), self.best_role(at, Series::Numbers(0)));
            let (series, (right, role)) = best(at)
                .filter(|(_, (right, _))| *right > main.1.0)
                .unwrap_or(main);
            let (_, all) = self.holding(at, &role);
            let plainly =
                heading.is_empty() || self.looks_like_chances(at) && !says_otherwise(&heading);
            if 2 * right < all && !plainly {
                return Err(self.unclear(&format!("it is not known what `{heading}` means")));
            }
            // Where no more than half fits, the main series is meant.
            let series = if 2 * right <= all {
                Series::Numbers(0)
            } else {
                series
            };
            let name = self.name(series);
            let why = match heading.as_str() {
                "" => format!("the only {word} of figures"),
                heading => {
                    format!("`{heading}` is not known here, and it is the only {word} of figures")
                }
            };
            let role = match role {
                Role::Figures {
                    plain: Scale::Percent,
                    ..
                } if 2 * right >= all => role,
                _ => self.role(at, series),
            };
            roles[at] = Some((role, self.line(at, Some(name), why)));
            return Ok(());
        }
        // Of several the ones that hold throughout are what they hold as.
        let good = unknown.iter().filter_map(|&at| {
            let (series, (_, role)) = best(at)?;
            (self.all_hold(at, &role) && self.cells(at).count() > 1).then_some((at, series, role))
        });
        let good = good.collect_vec();
        if good.is_empty() {
            return Err(self.unclear(&format!("it is not known which {word} holds what")));
        }
        for &at in unknown {
            let found = good.iter().find(|(other, ..)| *other == at);
            roles[at] = Some(match found {
                Some((_, series, role)) => {
                    let why = "no heading says what it holds; as this all of it is right";
                    (role.clone(), self.line(at, Some(self.name(*series)), why))
                }
                None => (
                    Role::Nothing,
                    self.line(at, None, format!("nothing says what this {word} holds")),
                ),
            });
        }
        Ok(())
    }

    fn unclear(&self, what: &str) -> GridError {
        layout::unclear(&self.laid.grid, self.numbers, what)
    }

    /// Whether the figures of a column can hardly be anything but chances: signs, fractions, decimals up to 1.
    fn looks_like_chances(&self, at: usize) -> bool {
        let reader = Reader {
            decimal: self.decimal,
            ..Reader::default()
        };
        let mut signs = 0;
        let mut all = 0;
        for (.., cell) in self.cells(at) {
            all += 1;
            let read = figures_of(&reader, &cell.text).unwrap_or_default();
            signs += usize::from(read.iter().flatten().any(|figure| {
                figure.scale != Scale::One
                    || matches!(
                        figure.form,
                        Form::Fraction { .. } | Form::Sum { .. } | Form::Decimal { .. }
                    )
            }));
        }
        2 * signs > all
            && !self
                .cells(at)
                .any(|(.., cell)| yes_or_no(&cell.text).is_some())
    }
}

fn column_of(series: usize, header: &str, options: &Options) -> Role {
    let odds = odds_of(header);
    let plain = match options.plain {
        Plain::Percent => Scale::Percent,
        Plain::Fraction => scale_of(header)
            .filter(|scale| matches!(scale, Scale::OutOf(_)))
            .unwrap_or(Scale::One),
        Plain::Odds if odds == Some(Odds::For) => Scale::OddsFor,
        Plain::Odds => Scale::OddsAgainst,
        Plain::Auto => match odds {
            Some(Odds::Against) => Scale::OddsAgainst,
            Some(Odds::For) => Scale::OddsFor,
            None => scale_of(header).unwrap_or(Scale::One),
        },
    };
    let odds = odds.or((options.plain == Plain::Odds).then_some(Odds::Against));
    Role::Figures {
        series,
        plain,
        odds,
    }
}
