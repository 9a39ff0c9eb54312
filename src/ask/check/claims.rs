//! Files of claims: every question is asked once, several at a time, and no answer is kept.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::claim::{Checked, Claim, Claims};
use super::figure::{self, CheckedFigure, exact_column};
use crate::ask::args::check::Check;
use crate::ask::command::parse_words;
use crate::ask::input;
use crate::ask::prelude::*;
use crate::ask::{json_number, words};
use crate::figures::{Decimal, Status};
use crate::solve::parallel::map_ranges;

/// Which published figures hold: the claims of files.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClaimsReport {
    claims: Vec<Checked>,
    /// Whether every figure is listed.
    #[serde(skip)]
    all: bool,
}

/// Where a claim stands.
fn place(file: &Path, claim: &Claim) -> String {
    format!("{}: claim `{}`", input::shown(file), claim.id)
}

pub(super) fn run(
    texts: &[(PathBuf, String)],
    arguments: &Check,
    caller: Caller,
) -> Result<ClaimsReport, Failure> {
    let claims = read(texts, arguments.decimal)?;
    // Claims that ask the same are answered once.
    let mut questions: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
    for (i, (_, claim)) in claims.iter().enumerate() {
        questions.entry(&claim.query).or_default().push(i);
    }
    let questions: Vec<(&[String], Vec<usize>)> = questions.into_iter().collect();
    let what = format!("checking {}", counted(claims.len(), "claim", "claims"));
    let found = caller.noting(&what, |note| {
        note.count_to(questions.len() as u64);
        let found = map_ranges(questions.len(), 1, |range| {
            let found = questions[range].iter().map(|(query, asking)| {
                let found = findings(query, asking, &claims, arguments.allow_files, caller);
                note.one_done();
                found
            });
            found.collect_vec()
        });
        found.into_iter().flatten().collect_vec()
    });
    // Of several faults that of the first claim is said.
    let first = |found: &Result<Vec<_>, (usize, Failure)>| match found {
        Ok(_) => usize::MAX,
        Err((at, _)) => *at,
    };
    let found = found.into_iter().sorted_by_key(first);
    let found: Vec<Vec<(usize, Checked)>> = found
        .map(|found| found.map_err(|(_, failure)| failure))
        .try_collect()?;
    let in_order = found.into_iter().flatten().sorted_by_key(|(at, _)| *at);
    Ok(ClaimsReport {
        all: arguments.all,
        claims: in_order.map(|(_, checked)| checked).collect(),
    })
}

/// All claims, each with the file it stands in.
fn read(texts: &[(PathBuf, String)], decimal: Decimal) -> Result<Vec<(&Path, Claim)>, Failure> {
    let mut claims = Vec::new();
    for (file, text) in texts {
        let read = Claims::parse(text)
            .map_err(|error| Failure::input(format!("{}: {error}", input::shown(file))))?;
        for mut claim in read.claims {
            claim.decimal = claim.decimal.or(Some(decimal));
            claim
                .figures()
                .map_err(|error| Failure::input(error).context(place(file, &claim)))?;
            claims.push((file.as_path(), claim));
        }
    }
    Ok(claims)
}

/// Asks a question, and compares every claim about it with the answer; a fault is that of the claim with this number.
fn findings(
    query: &[String],
    asking: &[usize],
    claims: &[(&Path, Claim)],
    may_read: bool,
    caller: Caller,
) -> Result<Vec<(usize, Checked)>, (usize, Failure)> {
    let at = |i: usize| {
        let (file, claim) = &claims[i];
        move |failure: Failure| (i, failure.context(place(file, claim)))
    };
    let answer = || {
        let cli = parse_words(query).map_err(Failure::input)?;
        let answer = cli.answer(caller.unseen().with_files(may_read));
        let answer = answer.map_err(|failure| failure.context("the command fails"))?;
        words::value(answer.as_ref())
    };
    let answer = answer().map_err(at(asking[0]))?;
    let checked = |&i: &usize| {
        let found = claims[i].1.compare(&answer).map_err(Failure::input);
        Ok((i, found.map_err(at(i))?))
    };
    asking.iter().map(checked).collect()
}

impl Checked {
    /// Whether it turned out as its file says; without a word that is: right.
    fn is_expected(&self) -> bool {
        match self.claim.expect {
            Some(expect) => expect == self.status,
            None => self.status.holds(),
        }
    }
}

impl ClaimsReport {
    /// Failure with status 3 when a figure differs; or, if asked, when a claim turns out otherwise than expected.
    pub(super) fn verdict(&self, expected: bool) -> Result<(), Failure> {
        let count = |wrong: &dyn Fn(&Checked) -> bool| {
            self.claims.iter().filter(|checked| wrong(checked)).count()
        };
        let wrong = match expected {
            true => count(&|checked| !checked.is_expected()),
            false => count(&|checked| checked.status == Status::Differs),
        };
        if wrong > 0 {
            return Err(Failure::disagreement());
        }
        match count(&|checked| !expected && checked.status == Status::Undecided) {
            0 => Ok(()),
            n => Err(Failure::limit(format!(
                "claims that cannot be decided: {n} of {}; the bounds of the numbers are too far apart",
                self.claims.len()
            ))),
        }
    }

    fn count(&self, status: Status) -> usize {
        self.claims
            .iter()
            .filter(|checked| checked.status == status)
            .count()
    }

    /// The figures that fail, or all, one line each; a claim that is judged as a whole, as an order is, where it fails.
    fn figures(&self) -> Option<Sheet> {
        let whole = |checked: &Checked| {
            let printed = json_number::text(&checked.claim.printed);
            CheckedFigure::of_text(printed, checked.exact.clone(), Some(checked.status))
        };
        let mut rows: Vec<(&Claim, Cow<'_, CheckedFigure>)> = Vec::new();
        for checked in &self.claims {
            let figures = checked.figures.iter();
            let listed = figures.filter(|figure| self.all || !figure.holds());
            rows.extend(listed.map(|figure| (&checked.claim, Cow::Borrowed(figure))));
            if checked.figures.is_empty() && !checked.status.holds() {
                rows.push((&checked.claim, Cow::Owned(whole(checked))));
            }
        }
        let heading = match self.all {
            true => "Every figure",
            false => "The figures that fail",
        };
        (!rows.is_empty()).then(|| {
            let table = Sheet::of(rows).text("claim", |(claim, _)| claim.id.clone());
            let table = figure::columns(table, |(_, figure)| figure);
            table.named("figures", heading).note(figure::LEGEND)
        })
    }

    pub(super) fn in_short(&self) -> String {
        let all = self.claims.len();
        let holding = self.claims.iter();
        let holding = holding.filter(|checked| checked.status.holds()).count();
        match all - holding {
            0 if all == 1 => "the figure holds".to_owned(),
            0 if all == 2 => "both figures hold".to_owned(),
            0 => format!("all {all} figures hold"),
            _ if all == 1 => "the figure does not hold".to_owned(),
            1 => format!("{holding} of {all} figures hold, 1 does not"),
            wrong => format!("{holding} of {all} figures hold, {wrong} do not"),
        }
    }

    pub(super) fn questions(&self) -> Sheet {
        Sheet::of(&self.claims)
            .text("claim", |Checked { claim, .. }| claim.id.clone())
            .text("question", |Checked { claim, .. }| {
                format!("siga {}", words::typed(&claim.query))
            })
            .text("note", |Checked { claim, .. }| claim.note.clone())
            .named("questions", "The question, and remarks on each figure")
    }

    pub(super) fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let status = |checked: &&Checked| match checked.claim.expect {
            Some(expect) if !checked.is_expected() => {
                format!("{} (expected {expect})", checked.status)
            }
            _ => checked.status.to_string(),
        };
        let exact = |checked: &&Checked| match checked.figures.as_slice() {
            [] => json_number::text(&checked.exact).into(),
            [figure] => figure.entry(),
            figures => Entry::from(figures.iter().map(|figure| figure.shown(digits)).join(", ")),
        };
        let mut counts = vec![Status::Exact, Status::Rounded, Status::Differs];
        if self.count(Status::Undecided) > 0 {
            counts.insert(2, Status::Undecided);
        }
        let counts = counts
            .iter()
            .map(|status| format!("{} {status}", self.count(*status)))
            .join(" · ");
        let mut notes = vec![
            counts,
            "exact: equal · rounded: equal to the printed precision · differs: the exact value is another".to_owned(),
        ];
        let figures = self.claims.iter();
        let figures = figures.flat_map(|checked| &checked.figures);
        notes.extend(figures.filter_map(CheckedFigure::doubt));
        let claims = Sheet::of(&self.claims)
            .text("claim", |checked| checked.claim.id.clone())
            .text("status", status)
            .text("printed", |checked| {
                json_number::text(&checked.claim.printed)
            })
            .column(exact_column(), exact)
            .text("source", |checked| checked.claim.source.clone())
            .named("claims", "Published figures, recomputed")
            .notes(notes);
        std::iter::once(claims).chain(self.figures()).collect()
    }
}
