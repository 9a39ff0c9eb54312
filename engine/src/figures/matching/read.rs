//! A table read in one frame: its figures with the numbers they speak of, what is left over, and how much is explained.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Zero;

use super::cells::say_never;
use super::columns::{Columns, Content, Role, contents};
use super::frames::Frame;
use super::keys::{Keys, Name, Subject, Together};
use super::words;
use super::{Leftover, MatchedTable, Numbers, Options, PlacedFigure, Plain, Target};
use crate::exact::Quantity;
use crate::figures::figure::{Decimal, Figure, Scale};
use crate::figures::verdict::some_hold;

/// How many figures may be left over for each that is compared, where some do not hold.
const UNDERSTOOD: usize = 3;

/// Why a figure beside words that are not known is not compared.
const UNKNOWN_WORDS: &str = "its label says more than is understood, and the figure does not hold";

/// Reads a table in a frame.
pub(super) fn read(frame: &Frame, keys: &Keys<'_>, options: &Options) -> MatchedTable {
    let decimal = match options.decimal {
        Decimal::Auto => frame.cells.convention(frame.head, &frame.key_columns),
        said => said,
    };
    let mut cells = contents(frame, keys, decimal);
    in_one_order(keys, &mut cells);
    let (numbers, together) = with_further(frame, keys, &mut cells);
    let columns = Columns {
        frame,
        keys,
        numbers,
        together,
        options,
        cells,
    };
    let (roles, lines): (Vec<Role>, Vec<_>) = columns.roles().into_iter().unzip();
    let mut table = MatchedTable {
        lines,
        on_side: frame.cells.on_side,
        in_order: frame.key_columns.is_empty(),
        frame: Some(frame.clone()),
        options: options.clone(),
        ..MatchedTable::default()
    };
    if options.decimal == Decimal::Auto && decimal == Decimal::Comma {
        table.notes.push("decimals have a comma here".to_owned());
    }
    let mut placing = Placing {
        columns: &columns,
        table: &mut table,
        understood: columns.understood(&roles),
        with_other_words: columns.with_other_words(&roles),
    };
    placing.all(&roles);
    let missing = missing(&columns, placing.table);
    placing.leave_out_repeated(&missing);
    placing.accuse_only_what_is_understood();
    placing.beside(&roles, &missing);
    let missing = missing.into_iter();
    let shown = missing.map(|row| Numbers::shown(&columns.numbers.rows[row]));
    table.missing = shown.collect();
    table.notes.extend(units(&columns, &roles));
    table.score += evidence(frame, keys);
    table.numbers = columns.numbers.into_owned();
    let facts = std::mem::take(&mut table.sums);
    table.numbers.facts.extend(facts);
    table
}

/// The rows of the answer of which the table has no figure, but those that never happen.
fn missing(columns: &Columns<'_>, table: &MatchedTable) -> Vec<usize> {
    let row = |figure: &PlacedFigure| match figure.target {
        Some(Target::Number(_, row) | Target::Words(_, row)) => Some(row),
        _ => None,
    };
    let first = columns.keys.row_count();
    let members = |row: usize| match row.checked_sub(first) {
        Some(at) => columns.together.get(at).cloned().unwrap_or_default(),
        None => vec![row],
    };
    let seen = table.figures.iter().filter_map(row).flat_map(members);
    let seen: BTreeSet<usize> = seen.collect();
    let never = |row: usize| {
        // What is beyond the last row is a rest.
        let is_rest =
            (columns.keys.numbers.rows[row].last()).is_some_and(|key| key.starts_with(['<', '>']));
        let main = columns.numbers.series.first();
        let number = main.and_then(|(_, numbers)| numbers[row].as_ref()?.exact());
        is_rest || number.is_some_and(BigRational::is_zero)
    };
    let rows = 0..columns.keys.row_count();
    rows.filter(|row| !seen.contains(row) && !never(*row))
        .collect()
}

/// Takes a key that stands beside 0 in another order than that of the answer for the answer's, unless the table has that too.
fn in_one_order(keys: &Keys<'_>, cells: &mut [Vec<Content<'_>>]) {
    let row = |content: &Content<'_>| match content.subject {
        Subject::Row(row) => Some(row),
        _ => None,
    };
    let rows: BTreeSet<usize> = cells.iter().flatten().filter_map(row).collect();
    for content in cells.iter_mut().flatten() {
        if let Subject::Unknown(key) = &content.subject
            && let Some(row) = keys.row(key, false).filter(|row| !rows.contains(row))
        {
            content.subject = Subject::Row(row);
        }
    }
}

/// The numbers with a row for each key that names several outcomes, and those; and, where the answer lists all, with one for each number
/// that is no outcome: its chance is 0.
fn with_further<'a>(
    frame: &Frame,
    keys: &Keys<'a>,
    cells: &mut [Vec<Content<'_>>],
) -> (Cow<'a, Numbers>, Vec<Vec<usize>>) {
    let mut numbers = Cow::Borrowed(keys.numbers);
    let listed = numbers.complete && frame.is_credible(keys);
    let further = |content: &Content<'_>| match &content.subject {
        Subject::Rows(one) => Some(one.clone()),
        Subject::Unknown(key)
            if listed
                && key.iter().all(|part| part.parse::<i64>().is_ok())
                && (keys.parts() == 1 || say_never(content.figures)) =>
        {
            Some(Together {
                label: Numbers::shown(key),
                rows: Vec::new(),
                tail: None,
            })
        }
        _ => None,
    };
    let all = cells.iter().flatten();
    let all = all.filter_map(further);
    let (mut together, never): (Vec<_>, Vec<_>) =
        all.unique().partition(|one| !one.rows.is_empty());
    let known = together.len();
    together.extend(never);
    if together.is_empty() {
        return (numbers, Vec::new());
    }
    for content in cells.iter_mut().flatten() {
        let own = further(content);
        if let Some(at) = together.iter().position(|one| Some(one) == own.as_ref()) {
            content.subject = Subject::Row(keys.row_count() + at);
        }
    }
    let more = numbers.to_mut();
    for one in &together {
        for (name, series) in &mut more.series {
            series.push(of_all(frame, keys, one, name).map(Quantity::Exact));
        }
        for (_, words) in &mut more.words {
            let own = one.rows.iter().map(|row| words[*row].clone());
            let own = own.dedup().exactly_one().ok().flatten();
            words.push(own);
        }
        more.rows.push(vec![one.label.clone()]);
    }
    together.truncate(known);
    let together = together.into_iter().map(|one| one.rows);
    (numbers, together.collect())
}

/// The number of a series for outcomes that one key names: their sum, or what each of them has.
fn of_all(frame: &Frame, keys: &Keys<'_>, one: &Together, name: &str) -> Option<BigRational> {
    let number = one.label.parse::<i64>().ok();
    let (of, rows) = match (name, number) {
        ("probability" | "weight", _) => (name, one.rows.clone()),
        (name, None) if one.tail == Some(name) => ("probability", one.rows.clone()),
        // At most a range is at most its end.
        ("at_least" | "at_most", _) if one.tail.is_none() => {
            let (first, last) = number.map_or_else(|| range(keys, one), |one| Some((one, one)))?;
            let (low, high) = match name {
                "at_least" => (first, i64::MAX),
                _ => (i64::MIN, last),
            };
            ("probability", keys.between(low, high))
        }
        _ => return None,
    };
    let mut all = keys.numbers.series.iter();
    let (_, chances) = all.find(|(known, _)| known == of)?;
    let mut exact = rows.iter().map(|row| chances[*row].as_ref()?.exact());
    match frame.each && one.tail.is_none() && of == name && !rows.is_empty() {
        true => exact.all_equal_value().ok().flatten().cloned(),
        false => exact.sum::<Option<BigRational>>(),
    }
}

/// The first and the last of outcomes that are all those between them.
fn range(keys: &Keys<'_>, one: &Together) -> Option<(i64, i64)> {
    let number = |row: &usize| keys.numbers.rows[*row][0].parse::<i64>();
    let numbers = one.rows.iter().map(number).collect::<Result<Vec<_>, _>>();
    let (first, last) = numbers.ok()?.into_iter().minmax().into_option()?;
    (keys.between(first, last) == one.rows).then_some((first, last))
}

/// Puts the cells of all columns to what they speak of.
pub(super) struct Placing<'a> {
    pub(super) columns: &'a Columns<'a>,
    pub(super) table: &'a mut MatchedTable,
    /// The words beside keys that say nothing more.
    understood: BTreeSet<Vec<String>>,
    /// The rows that have other words than most.
    with_other_words: BTreeSet<usize>,
}

impl Placing<'_> {
    fn all(&mut self, roles: &[Role]) {
        let height = self.columns.cells.iter().map(Vec::len).max();
        for row in 0..height.unwrap_or(0) {
            for (at, role) in roles.iter().enumerate() {
                if let Some(content) = self.columns.cells[at].get(row) {
                    self.cell(at, content, role);
                }
            }
        }
        for at in roles.iter().positions(|role| *role == Role::Nothing) {
            let line = &self.table.lines[at];
            let name = match line.heading.as_str() {
                "" => (at + 1).to_string(),
                heading => heading.to_owned(),
            };
            let figures = self.columns.cells[at].iter().map(|content| {
                content
                    .figures
                    .len()
                    .max(usize::from(!content.cell.is_blank()))
            });
            let on_side = self.columns.frame.cells.on_side;
            let leftover = Leftover::of(on_side, &name, &line.why.to_string(), figures.sum());
            self.table.not_compared.push(leftover);
        }
    }

    /// A figure that gives a number of the table as a whole.
    pub(super) fn sum(&mut self, figure: PlacedFigure, number: Quantity) {
        let fact = self.columns.numbers.facts.len() + self.table.sums.len();
        self.table.sums.push((figure.key.join(", "), number));
        self.table.figures.push(PlacedFigure {
            target: Some(Target::Fact(fact)),
            ..figure
        });
    }

    fn cell(&mut self, at: usize, content: &Content<'_>, role: &Role) {
        let columns = self.columns;
        let shared = PlacedFigure {
            cell: content.cell.clone(),
            column: at,
            name: columns.frame.heading(at),
            row: content.row,
            in_matrix: columns.frame.above.is_some(),
            key: self.key(content),
            ..PlacedFigure::default()
        };
        match role {
            Role::Words { series, blank } => self.words(content, shared, *series, *blank),
            Role::Numbers { series, .. } if !content.cell.is_blank() => {
                if content.figures.is_empty() {
                    self.table.unreadable.push(shared);
                    return;
                }
                match &content.subject {
                    Subject::Row(_) | Subject::Perhaps(_) | Subject::Rows(_) => {
                        self.of_key(content, shared, role, *series)
                    }
                    Subject::Unknown(_) => self.numbers(content, shared, role, None),
                    Subject::Fact(fact) => {
                        let plain = Role::Numbers {
                            series: *series,
                            plain: Scale::One,
                            sense: None,
                        };
                        let figures = self.columns.readings(content, &plain);
                        let fact = self.columns.numbers.fact_for(*fact, &figures);
                        self.numbers(content, shared, &plain, Some(Target::Fact(fact)));
                    }
                    Subject::Total(_) => self.total(content, shared, role),
                    // The sums below a table may stand without a word.
                    Subject::Label(label)
                        if label.is_empty() && self.adds_up(content, at, role) =>
                    {
                        self.total(content, shared, role)
                    }
                    Subject::Label(label) if label.is_empty() => {
                        self.skipped(&content.cell.text, "its row has no key")
                    }
                    Subject::Label(label) => {
                        self.skipped(label, "its label is no key of the answer")
                    }
                }
            }
            _ => {}
        }
    }

    /// A figure beside a key, perhaps with words that say more.
    fn of_key(&mut self, content: &Content<'_>, shared: PlacedFigure, role: &Role, series: usize) {
        let columns = self.columns;
        let in_spite_of_words = || match content.subject {
            Subject::Perhaps(row) => {
                let words = columns.words_beside(shared.column, content);
                let is_understood = self.understood.contains(&words);
                is_understood.then_some(Target::Number(series, row))
            }
            _ => None,
        };
        let number = |target: &Target| columns.numbers.number(*target);
        let holds = |target: &Target| {
            let readings = columns.readings(content, role);
            number(target).is_some_and(|number| readings.iter().all(|one| some_hold(one, number)))
        };
        let target = columns.target(content, series, role);
        let target = target.or_else(in_spite_of_words);
        let is_known = matches!(content.subject, Subject::Row(_));
        let is_together = is_known && columns.is_together(content);
        let is_other = self.with_other_words.contains(&content.row);
        let label = columns.frame.label(content.row);
        let (label, why) = match target {
            Some(target) if is_together && number(&target).is_none() => {
                let name = columns.numbers.series[series].0.replace('_', " ");
                (
                    label,
                    format!("the answer has no `{name}` of several outcomes"),
                )
            }
            Some(target) if is_other && !holds(&target) => {
                let label = columns.frame.words_before(content.row, shared.column);
                (label, UNKNOWN_WORDS.to_owned())
            }
            Some(target) => {
                self.counts(content, &shared);
                return self.numbers(content, shared, role, Some(target));
            }
            None if is_together => {
                let why = match columns.frame.each {
                    true => "it holds for these outcomes together, others for each of theirs",
                    false => "it holds for each of these outcomes, others for theirs together",
                };
                (label, why.to_owned())
            }
            None if columns.is_of_heading(content) => {
                let heading = columns.frame.heading(shared.column);
                return self.left_over(columns.frame.cells.on_side, &heading, UNKNOWN_WORDS);
            }
            None => (label, UNKNOWN_WORDS.to_owned()),
        };
        self.skipped(&label, &why);
    }

    /// A row whose key the table has twice is not compared where all figures may be those of missing ones, or some hold and most keys are
    /// missing.
    fn leave_out_repeated(&mut self, missing: &[usize]) {
        let numbers = &self.columns.numbers;
        let mut seen = BTreeMap::new();
        let mut rows = BTreeMap::new();
        for figure in &self.table.figures {
            let Some(Target::Number(series, row)) = figure.target else {
                continue;
            };
            let place = (figure.column, series, row);
            if *seen.entry(place).or_insert(figure.row) != figure.row {
                let may_be = missing.iter().any(|other| {
                    numbers.holds(&PlacedFigure {
                        target: Some(Target::Number(series, *other)),
                        ..figure.clone()
                    })
                });
                let (_, all, some) = rows.entry(figure.row).or_insert((&figure.key, true, false));
                *all &= may_be;
                *some |= numbers.holds(figure);
            }
        }
        let most = 2 * missing.len() > self.columns.keys.row_count();
        let rows = rows
            .into_iter()
            .filter(|(_, (_, all, some))| *all || *some && most);
        let rows = rows
            .map(|(row, (key, ..))| (row, Numbers::shown(key)))
            .collect_vec();
        for (row, key) in rows {
            let before = self.table.figures.len();
            self.table.figures.retain(|figure| figure.row != row);
            let figures = before - self.table.figures.len();
            let why = "its key stands twice in the table, and others of the answer are missing";
            let left = Leftover::of(!self.columns.frame.cells.on_side, &key, why, figures);
            self.table.not_compared.push(left);
        }
    }

    /// Where most of a table is not understood, what does not hold may not be understood either.
    fn accuse_only_what_is_understood(&mut self) {
        if self.table.left() <= UNDERSTOOD * self.table.figures.len() {
            return;
        }
        let numbers = &self.columns.numbers;
        let is_wrong = |figure: &mut PlacedFigure| {
            matches!(figure.target, Some(Target::Number(..))) && !numbers.holds(figure)
        };
        let wrong = self.table.figures.extract_if(.., is_wrong).collect_vec();
        for figure in wrong {
            let why = "too little of the table is understood to compare it";
            self.skipped(&self.columns.frame.label(figure.row), why);
        }
    }

    /// The key of a cell as the answer has it, or its label.
    fn key(&self, content: &Content<'_>) -> Vec<String> {
        match &content.subject {
            Subject::Row(row) | Subject::Perhaps(row) => self
                .columns
                .numbers
                .rows
                .get(*row)
                .cloned()
                .unwrap_or_default(),
            Subject::Unknown(key) => key.clone(),
            Subject::Fact(fact) => vec![self.columns.numbers.facts[*fact].0.clone()],
            Subject::Total(label) | Subject::Label(label) => vec![label.clone()],
            Subject::Rows(one) => vec![one.label.clone()],
        }
    }

    fn skipped(&mut self, label: &str, why: &str) {
        self.left_over(!self.columns.frame.cells.on_side, label, why);
    }

    fn left_over(&mut self, is_row: bool, label: &str, why: &str) {
        let new = Leftover::of(is_row, label, why, 1);
        let same = |left: &&mut Leftover| (&left.row, &left.column) == (&new.row, &new.column);
        match self.table.not_compared.iter_mut().find(same) {
            Some(left) => left.figures += 1,
            None => self.table.not_compared.push(new),
        }
    }

    /// Whole numbers beside the figure of a cell.
    fn counts(&mut self, content: &Content<'_>, shared: &PlacedFigure) {
        if content.counts.is_empty() {
            return;
        }
        let own = content.of_counts();
        let role = self.columns.role_of_counts(shared.column);
        let target = role.as_ref().and_then(|role| match role {
            Role::Numbers { series, .. } => self.columns.target(&own, *series, role),
            _ => None,
        });
        match role.filter(|_| target.is_some()) {
            Some(role) => self.numbers(&own, shared.clone(), &role, target),
            None => {
                let why = "the numbers beside its figures have no heading";
                self.skipped(&self.columns.frame.label(content.row), why);
            }
        }
    }

    fn numbers(
        &mut self,
        content: &Content<'_>,
        shared: PlacedFigure,
        role: &Role,
        target: Option<Target>,
    ) {
        let each = self.columns.readings(content, role).into_iter();
        let figures = each.map(|readings| PlacedFigure {
            readings,
            target,
            ..shared.clone()
        });
        self.table.figures.extend(figures);
    }

    fn words(&mut self, content: &Content<'_>, shared: PlacedFigure, series: usize, blank: bool) {
        let target = match content.subject {
            Subject::Row(row) => Some(Target::Words(series, row)),
            Subject::Unknown(_) => None,
            Subject::Perhaps(_) | Subject::Rows(_) => {
                return self.skipped(&self.columns.frame.label(content.row), UNKNOWN_WORDS);
            }
            Subject::Label(ref label) if !content.cell.is_blank() => {
                return self.skipped(label, "its label is no key of the answer");
            }
            _ => return,
        };
        if let Some(said) = self.columns.words(content, series, blank) {
            self.table.figures.push(PlacedFigure {
                said,
                target,
                ..shared
            });
        } else if !content.cell.is_blank() {
            // Among names a word that is none of them says nothing; under a heading, among figures, and where most say yes or no, it is
            // to be read.
            let all = self.columns.cells[shared.column].iter();
            let mut all = all.filter(|other| !other.cell.is_blank());
            let says = |other: &&Content<'_>| words::yes_or_no(&other.cell.text).is_some();
            let (say, others): (Vec<_>, Vec<_>) = all.clone().partition(says);
            let is_named = self.table.lines[shared.column].is_named()
                && self.columns.numbers.words[series].0 != "name";
            let is_figure = |other: &Content<'_>| !other.figures.is_empty();
            if is_named || say.len() > others.len() || all.any(is_figure) {
                self.table.unreadable.push(shared);
            }
        }
    }

    /// A sum at the foot of a column.
    /// Whether all figures of a cell are sums of what stands above them.
    fn adds_up(&self, content: &Content<'_>, at: usize, role: &Role) -> bool {
        let all = self.columns.readings(content, role);
        let holds = |readings: &Vec<Figure>| {
            let sum = self.sum_for(at, content.row, role, readings);
            sum.is_some_and(|(sum, _)| some_hold(readings, &sum))
        };
        !all.is_empty() && all.iter().all(holds)
    }

    fn total(&mut self, content: &Content<'_>, shared: PlacedFigure, role: &Role) {
        for readings in self.columns.readings(content, role) {
            let Some((sum, is_printed)) = self.sum_for(shared.column, content.row, role, &readings)
            else {
                self.skipped(
                    &shared.key.join(", "),
                    "it is not a sum that can be compared",
                );
                continue;
            };
            let figure = PlacedFigure {
                readings,
                ..shared.clone()
            };
            self.sum_of(figure, sum, is_printed);
        }
    }

    /// A figure that gives a sum.
    pub(super) fn sum_of(&mut self, figure: PlacedFigure, sum: Quantity, is_printed: bool) {
        let text = figure.cell.text.trim();
        let note = is_printed.then(|| format!("{text}: the sum of the rounded figures"));
        self.table.notes.extend(note);
        self.sum(figure, sum);
    }

    /// The sum that a figure below a row of a column is to give: of the exact numbers above it, of all numbers, or of the figures as
    /// they are printed, which is said.
    pub(super) fn sum_for(
        &self,
        at: usize,
        row: usize,
        role: &Role,
        readings: &[Figure],
    ) -> Option<(Quantity, bool)> {
        let Role::Numbers { series, .. } = role else {
            return None;
        };
        let columns = self.columns;
        let above = columns.cells[at].iter();
        let above = above.take_while(|other| other.row != row);
        let above = above.filter_map(|other| match other.subject {
            Subject::Row(row) | Subject::Perhaps(row) => Some((row, other)),
            _ => None,
        });
        let (name, numbers) = &columns.numbers.series[*series];
        let exact = |row: usize| numbers.get(row)?.as_ref()?.exact().cloned();
        let rows = above.clone().map(|(row, _)| row).unique();
        let printed = above
            .filter_map(|(_, other)| columns.readings(other, role).into_iter().next())
            .map(|readings| readings.first()?.value());
        let adds_up = matches!(name.as_str(), "probability" | "weight");
        let of_rows = rows.map(exact).sum::<Option<_>>().filter(|_| adds_up);
        let of_all = (0..columns.keys.row_count()).map(exact).sum::<Option<_>>();
        let of_all = of_all.filter(|_| adds_up);
        let of_printed = printed.sum::<Option<BigRational>>();
        let is_printed = of_printed.is_some() && of_printed != of_rows;
        let first = of_rows.clone().or(of_all.clone()).map(Quantity::Exact);
        let sums = [of_rows, of_all].into_iter().flatten().map(Quantity::Exact);
        if let Some(sum) = sums.into_iter().find(|sum| some_hold(readings, sum)) {
            return Some((sum, false));
        }
        let of_printed = of_printed.map(Quantity::Exact);
        if let Some(sum) = of_printed.filter(|sum| some_hold(readings, sum)) {
            return Some((sum, is_printed));
        }
        first
            .filter(|_| adds_up && columns.numbers.complete)
            .map(|sum| (sum, false))
    }
}

/// Notes on units that only the figures themselves say.
fn units(columns: &Columns<'_>, roles: &[Role]) -> Vec<String> {
    let note = |(at, role): (usize, &Role)| {
        let what = match role {
            Role::Numbers {
                plain: Scale::Percent,
                ..
            } => "hundredths",
            Role::Numbers {
                plain: Scale::PerMille,
                ..
            } => "thousandths",
            Role::Numbers {
                plain: Scale::One, ..
            } if columns.has_shares(at) => "favourable cases to possible ones",
            _ => return None,
        };
        let name = columns.frame.heading(at);
        let of = match columns.frame.above.is_some() || name.is_empty() {
            true => String::new(),
            false => format!(" of `{name}`"),
        };
        let said = words::scale_of(&name).is_some() || columns.options.plain != Plain::Auto;
        let figures = if columns.has_shares(at) {
            "ratios"
        } else {
            "plain numbers"
        };
        (!said).then(|| format!("{figures}{of} are read as {what}"))
    };
    roles.iter().enumerate().filter_map(note).unique().collect()
}

/// How much a reading explains beyond its figures: headings that name its keys, and that there are keys at all.
fn evidence(frame: &Frame, keys: &Keys<'_>) -> i64 {
    let named = |name: Name| match name {
        Name::Key => 4,
        Name::Perhaps => 2,
        Name::Empty | Name::Unknown => 0,
        Name::Other => -4,
    };
    match frame.key_columns.is_empty() {
        true => -12,
        false => frame.names(keys).into_iter().map(named).sum::<i64>() - i64::from(frame.each),
    }
}
