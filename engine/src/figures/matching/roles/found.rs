//! The roles that the headings and the cells give.

use itertools::Itertools;

use super::{Context, EMPTY, Heading, Role, Roles, Series};
use crate::figures::figure::Scale;
use crate::figures::grid::GridError;
use crate::figures::matching::Line;
use crate::figures::matching::cells::{figures_of, said};
use crate::figures::matching::keys::normal;
use crate::figures::matching::words::{Sure, says_otherwise};
use crate::figures::reading::Reader;

impl Context<'_> {
    /// The roles that the headings and the cells give.
    pub(super) fn found(&self) -> Result<Roles, GridError> {
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
                    // A column called ways may hold shares.
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
}
