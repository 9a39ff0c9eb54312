//! The fit of a column to a series of the answer.

use super::{Context, Role, Series};
use crate::figures::figure::{Form, Scale};
use crate::figures::grid::Cell;
use crate::figures::matching::cells::{figures_of, said};
use crate::figures::matching::layout::RowSubject;
use crate::figures::matching::words::{odds_of, scale_of, yes_or_no};
use crate::figures::matching::{Options, PlacedFigure, Plain, Target};
use crate::figures::reading::{Odds, Reader};

impl Context<'_> {
    /// The cells of a column in rows with a key.
    pub(super) fn cells(
        &self,
        at: usize,
    ) -> impl Iterator<Item = (Vec<String>, Option<usize>, &Cell)> {
        let rows = self.laid.grid.rows.iter().enumerate().skip(self.laid.head);
        rows.filter_map(move |(row, cells)| match self.laid.row(row, self.keys) {
            RowSubject::Key(key) => {
                let found = self.keys.row(&key);
                Some((key, found, &cells[at]))
            }
            RowSubject::Nth(nth) => Some((Vec::new(), Some(nth), &cells[at])),
            _ => None,
        })
        .filter(|(.., cell)| !cell.is_blank())
    }

    /// The number of figures of a column that hold if they are of this series, and the number of all of them.
    pub(super) fn holding(&self, at: usize, role: &Role) -> (usize, usize) {
        let mut counts = (0, 0);
        for (key, row, cell) in self.cells(at) {
            let Some(row) = row else { continue };
            let placed = |readings, said, target| PlacedFigure {
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

    pub(super) fn all_hold(&self, at: usize, role: &Role) -> bool {
        let (right, all) = self.holding(at, role);
        all > 0 && right == all
    }

    /// The role that makes the most of a column of a series: plain numbers may be hundredths.
    pub(super) fn best_role(&self, at: usize, series: Series) -> (usize, Role) {
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

    pub(super) fn role(&self, at: usize, series: Series) -> Role {
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

    /// Whether the figures of a column can hardly be anything but chances: signs, fractions, decimals up to 1.
    pub(super) fn looks_like_chances(&self, at: usize) -> bool {
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
