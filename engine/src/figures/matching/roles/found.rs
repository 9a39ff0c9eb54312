//! The roles that the headings and the cells give.

use itertools::Itertools;

use super::{Context, EMPTY, Heading, Role, Roles, Series};
use crate::figures::figure::Scale;
use crate::figures::grid::GridError;
use crate::figures::matching::Line;
use crate::figures::matching::cells::{figures_of, said};
use crate::figures::matching::keys::normal;
use crate::figures::matching::words::{Certainty, says_otherwise};
use crate::figures::reading::Reader;

/// The finding on a column by itself.
enum Column {
    Role(Role, Line),
    /// Its heading says more than the name of this series.
    Partly(Series),
    /// Its heading says nothing that is known.
    Unknown,
}

impl Context<'_> {
    /// The roles that the headings and the cells give.
    pub(super) fn found(&self) -> Result<Roles, GridError> {
        let width = self.laid.grid.width();
        let word = self.laid.line_word();
        let mut roles: Vec<Option<(Role, Line)>> = Vec::with_capacity(width);
        let (mut partly, mut unknown): (Vec<(usize, Series)>, Vec<usize>) = Default::default();
        for at in 0..width {
            roles.push(match self.of_column(at) {
                Column::Role(role, line) => Some((role, line)),
                Column::Partly(series) => {
                    partly.push((at, series));
                    None
                }
                Column::Unknown => {
                    unknown.push(at);
                    None
                }
            });
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

    /// The role of a column by itself.
    fn of_column(&self, at: usize) -> Column {
        let taken = |role: Role, taken: Option<String>, why: &str| {
            Column::Role(role, self.line(at, taken, why))
        };
        if self.laid.keys.contains(&at) {
            let key = Some("key".to_owned());
            return taken(Role::Key, key, "its cells are keys of the answer");
        }
        if self.laid.matrix {
            let (role, line) = self.of_matrix(at);
            return Column::Role(role, line);
        }
        let cells = self.cells(at).map(|(.., cell)| cell).collect_vec();
        let heading = self.laid.heading(at);
        let meaning = self.meaning(&heading);
        if let Heading::Series(Series::Words(series), Certainty::Wholly) = meaning {
            if !cells.iter().all(|cell| said(&cell.text).is_some()) {
                return taken(Role::Nothing, None, "it has words that are not understood");
            }
            let name = self.name(Series::Words(series));
            return taken(Role::Words(series), Some(name), "its heading names it");
        }
        let reader = Reader {
            decimal: self.decimal,
            ..Reader::default()
        };
        if cells.is_empty() {
            return taken(Role::Nothing, None, EMPTY);
        }
        let is_figure = |text: &str| figures_of(&reader, text).is_ok();
        if !cells.iter().any(|cell| is_figure(&cell.text)) {
            let text = Some("text".to_owned());
            return taken(Role::Nothing, text, "it has no figures");
        }
        self.by_heading(at, &heading, meaning)
    }

    /// The role of a column with figures, by the meaning of its heading.
    fn by_heading(&self, at: usize, heading: &str, meaning: Heading) -> Column {
        match meaning {
            Heading::Series(series, Certainty::Wholly) => {
                // A column called ways may hold shares.
                let main = Series::Numbers(0);
                let shares = self.name(series) == "weight"
                    && self.best_role(at, main).0 > self.best_role(at, series).0;
                let series = if shares { main } else { series };
                let line = self.line(at, Some(self.name(series)), "its heading names it");
                Column::Role(self.role(at, series), line)
            }
            Heading::OneOf(several) => {
                let each = several
                    .into_iter()
                    .map(|series| (series, self.best_role(at, series)));
                let best = each.rev().max_by_key(|(_, (right, _))| *right);
                let Some((series, (_, role))) = best else {
                    let word = self.laid.line_word();
                    let why = format!("nothing says what this {word} holds");
                    return Column::Role(Role::Nothing, self.line(at, None, why));
                };
                let why = "its heading says cumulated, and this fits best";
                Column::Role(role, self.line(at, Some(self.name(series)), why))
            }
            // Ways written as shares are chances.
            Heading::Absent("weight") if self.looks_like_chances(at) => Column::Unknown,
            Heading::Absent(name) => {
                let why = format!("the answer has no `{}`", name.replace('_', " "));
                Column::Role(Role::Nothing, self.line(at, None, why))
            }
            Heading::Series(series, Certainty::Partly) if !says_otherwise(heading) => {
                Column::Partly(series)
            }
            Heading::Series(..) | Heading::Unknown => Column::Unknown,
        }
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
        if let [at] = *unknown {
            roles[at] = Some(self.only_one(at)?);
            return Ok(());
        }
        // Of several the ones that hold throughout are what they hold as.
        let good = unknown.iter().filter_map(|&at| {
            let (series, (_, role)) = self.best_series(at)?;
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

    /// The series of numbers that most figures of a column hold as, how many these are, and its role by that.
    fn best_series(&self, at: usize) -> Option<(Series, (usize, Role))> {
        let series = (0..self.numbers.series.len()).map(Series::Numbers);
        let each = series.map(|series| (series, self.best_role(at, series)));
        each.rev().max_by_key(|(_, (right, _))| *right)
    }

    /// The role of the only column of figures, whose heading is not known.
    fn only_one(&self, at: usize) -> Result<(Role, Line), GridError> {
        let word = self.laid.line_word();
        let heading = self.laid.heading(at);
        let main = (Series::Numbers(0), self.best_role(at, Series::Numbers(0)));
        let (series, (right, role)) = self
            .best_series(at)
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
        Ok((role, self.line(at, Some(name), why)))
    }
}
