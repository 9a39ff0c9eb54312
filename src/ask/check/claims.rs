//! Files of claims: every question is asked once, several at a time, and no answer is kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use itertools::Itertools;

use super::claim::{Claim, Claims};
use super::explain::{self, Asking, Why};
use super::finding::{self, FigureFinding, Finding};
use super::{error_column, exact_column};
use crate::ask::args::check::Check;
use crate::ask::command::parse_words;
use crate::ask::input;
use crate::ask::prelude::*;
use crate::ask::{json_number, words};
use crate::figures::{Decimal, Status};
use crate::solve::parallel::map_ranges;

/// The findings on all claims.
pub(crate) struct ClaimsReport {
    all: bool,
    pub(super) checked: Vec<Checked>,
    /// The explanations of figures that differ, for each question, if they were looked for.
    pub(super) whys: Option<Vec<Why>>,
}

pub(super) struct Checked {
    pub(super) claim: Claim,
    pub(super) finding: Finding,
}

/// A row of the figures.
enum FigureRow<'a> {
    One(&'a FigureFinding),
    /// A claim that is judged as a whole: an order, or a fit.
    Whole(&'a Finding),
}

impl FigureRow<'_> {
    fn status(&self) -> Status {
        match self {
            Self::One(figure) => figure.status,
            Self::Whole(finding) => finding.status,
        }
    }
}

/// A claim and the file it stands in.
struct ClaimInFile<'a> {
    file: &'a Path,
    pub(super) claim: Claim,
}

impl ClaimInFile<'_> {
    fn says(&self, error: impl std::fmt::Display) -> String {
        format!(
            "{}: claim `{}`: {error}",
            input::shown(self.file),
            self.claim.id
        )
    }
}

pub(super) fn run(
    texts: &[(PathBuf, String)],
    arguments: &Check,
    caller: Caller,
) -> Result<ClaimsReport, Failure> {
    let claims = read(texts, arguments.decimal.into())?;
    // Claims that ask the same are answered once.
    let mut questions: BTreeMap<&[String], Vec<usize>> = BTreeMap::new();
    for (i, placed) in claims.iter().enumerate() {
        questions.entry(&placed.claim.query).or_default().push(i);
    }
    let questions: Vec<(&[String], Vec<usize>)> = questions.into_iter().collect();
    let what = format!("checking {}", counted(claims.len(), "claim", "claims"));
    let found: Vec<Result<Finding, Failure>> = caller.noting(&what, |note| {
        note.count_to(questions.len() as u64);
        let found = map_ranges(questions.len(), 1, |range| {
            let found = range.flat_map(|i| {
                let (query, asking) = &questions[i];
                let found = findings(query, asking, &claims, arguments.allow_files, caller);
                note.one_done();
                asking.iter().copied().zip(found)
            });
            found.collect_vec()
        });
        let in_order = found.into_iter().flatten().sorted_by_key(|(i, _)| *i);
        in_order.map(|(_, finding)| finding).collect()
    });
    let checked: Vec<Checked> = claims
        .into_iter()
        .zip(found)
        .map(|(placed, finding)| {
            Ok::<_, Failure>(Checked {
                claim: placed.claim,
                finding: finding?,
            })
        })
        .try_collect()?;
    let whys = match arguments.explain {
        true => Some(whys(&checked, arguments, caller)?),
        false => None,
    };
    Ok(ClaimsReport {
        all: arguments.all,
        checked,
        whys,
    })
}

/// The explanations of the figures of each question of which some differ. Claims that compare no numbers one by one are left out, and
/// so are odds with a word for what they say.
fn whys(checked: &[Checked], arguments: &Check, caller: Caller) -> Result<Vec<Why>, Failure> {
    let mut questions: BTreeMap<&[String], Asking<'_>> = BTreeMap::new();
    for Checked { claim, finding } in checked {
        let numbers = finding.figures.iter().all(|figure| figure.number.is_some());
        if finding.figures.is_empty() || !numbers || claim.odds.is_some() {
            continue;
        }
        let query = claim.query.as_slice();
        let asking = questions.entry(query).or_insert_with(|| Asking {
            query,
            claims: Vec::new(),
        });
        asking.claims.push((claim, finding));
    }
    let until = Instant::now() + explain::PATIENCE;
    let whys: Vec<Option<Why>> =
        caller.noting("looking for what explains the figures", |note| {
            note.count_to(questions.len() as u64);
            let why = |asking: &Asking<'_>| {
                let caller = caller.unseen().with_files(arguments.allow_files);
                let why = explain::claims(asking, arguments.limits(), (until, caller));
                note.one_done();
                why
            };
            questions.values().map(why).try_collect()
        })?;
    Ok(whys.into_iter().flatten().collect())
}

/// All claims of all files.
fn read(texts: &[(PathBuf, String)], decimal: Decimal) -> Result<Vec<ClaimInFile<'_>>, Failure> {
    let mut claims = Vec::new();
    for (file, text) in texts {
        let read = Claims::parse(text)
            .map_err(|error| Failure::input(format!("{}: {error}", input::shown(file))))?;
        for mut claim in read.claims {
            claim.decimal = claim.decimal.or(Some(decimal));
            let placed = ClaimInFile { file, claim };
            placed
                .claim
                .figures()
                .map_err(|error| Failure::input(placed.says(error)))?;
            claims.push(placed);
        }
    }
    Ok(claims)
}

/// Asks a question, and compares every claim about it with the answer.
fn findings(
    query: &[String],
    asking: &[usize],
    claims: &[ClaimInFile<'_>],
    may_read: bool,
    caller: Caller,
) -> Vec<Result<Finding, Failure>> {
    let answer = || {
        let cli = parse_words(query).map_err(Failure::input)?;
        let answer = cli.answer(caller.unseen().with_files(may_read));
        let answer = answer.map_err(|failure| failure.context("the command fails"))?;
        words::value(answer.as_ref())
    };
    let answer = answer();
    let finding = |&i: &usize| {
        let placed = &claims[i];
        match &answer {
            Ok(result) => finding::compare(&placed.claim, result)
                .map_err(|error| Failure::input(placed.says(error))),
            Err(Failure::Run(error)) => Err(Failure::Run(anyhow::anyhow!(
                placed.says(format!("{error:#}"))
            ))),
            Err(Failure::Io(error)) => Err(Failure::Io(anyhow::anyhow!(
                placed.says(format!("{error:#}"))
            ))),
            Err(Failure::Input(error)) => Err(Failure::input(placed.says(format!("{error:#}")))),
            Err(Failure::Disagreement) => Err(Failure::Disagreement),
        }
    };
    asking.iter().map(finding).collect()
}

impl Checked {
    /// Whether it turned out as its file says; without a word that is: right.
    fn is_expected(&self) -> bool {
        match self.claim.expect {
            Some(expect) => expect == self.finding.status,
            None => self.finding.status.holds(),
        }
    }
}

impl ClaimsReport {
    /// Failure with status 3 when a figure differs; or, if asked, when a claim turns out otherwise than expected.
    pub(super) fn verdict(&self, expected: bool) -> Result<(), Failure> {
        let count = |wrong: &dyn Fn(&Checked) -> bool| {
            self.checked.iter().filter(|checked| wrong(checked)).count()
        };
        let wrong = match expected {
            true => count(&|checked| !checked.is_expected()),
            false => count(&|checked| checked.finding.status == Status::Differs),
        };
        if wrong > 0 {
            return Err(Failure::Disagreement);
        }
        match count(&|checked| !expected && checked.finding.status == Status::Undecided) {
            0 => Ok(()),
            n => Err(Failure::Run(anyhow::anyhow!(
                "claims that cannot be decided: {n} of {}; the bounds of the numbers are too far apart",
                self.checked.len()
            ))),
        }
    }

    fn count(&self, status: Status) -> usize {
        self.checked
            .iter()
            .filter(|checked| checked.finding.status == status)
            .count()
    }

    /// The figures that fail, or all, one line each.
    fn figures(&self) -> Option<Sheet> {
        let figures = self.checked.iter().flat_map(|checked| {
            let whole = checked.finding.figures.is_empty();
            let whole = whole.then_some(FigureRow::Whole(&checked.finding));
            let figures = checked.finding.figures.iter().map(FigureRow::One);
            let rows = whole.into_iter().chain(figures);
            let rows = rows.filter(|row| match row {
                // A claim without figures of its own stands in the table of claims in any case.
                FigureRow::Whole(_) => !row.status().holds(),
                FigureRow::One(_) => self.all || !row.status().holds(),
            });
            rows.map(|row| (&checked.claim, row))
        });
        let figures = figures.collect_vec();
        let heading = match self.all {
            true => "Every figure",
            false => "The figures that fail",
        };
        let verdict = |row: &FigureRow| match row {
            FigureRow::One(figure) => Some(figure.number.as_ref()?.1.verdict.clone()),
            FigureRow::Whole(_) => None,
        };
        let right = |(_, row): &(&Claim, FigureRow)| Some(verdict(row)?.right?.text());
        (!figures.is_empty()).then(|| {
            Sheet::of(figures)
                .text("claim", |(claim, _)| claim.id.clone())
                .right("printed", |(claim, row)| match row {
                    FigureRow::One(figure) => figure.printed.clone(),
                    FigureRow::Whole(_) => json_number::text(&claim.printed),
                })
                .column(exact_column(), |(_, row)| match row {
                    FigureRow::One(figure) => figure.entry(),
                    FigureRow::Whole(finding) => json_number::text(&finding.exact).into(),
                })
                .right("right", right)
                .text("verdict", |(_, row)| row.status().to_string())
                .column(error_column(), |(_, row)| verdict(row).and_then(|verdict| verdict.error))
                .named("figures", heading)
                .note("right: the figure at the printed precision · error: printed less exact, in units of the last place printed")
        })
    }
}

impl ClaimsReport {
    pub(super) fn in_short(&self) -> String {
        let all = self.checked.len();
        let holding = self.checked.iter();
        let holding = holding
            .filter(|checked| checked.finding.status.holds())
            .count();
        match all - holding {
            0 if all == 1 => "the figure holds".to_owned(),
            0 => format!("all {all} figures hold"),
            _ if all == 1 => "the figure does not hold".to_owned(),
            1 => format!("{holding} of {all} figures hold, 1 does not"),
            wrong => format!("{holding} of {all} figures hold, {wrong} do not"),
        }
    }

    pub(super) fn questions(&self) -> Sheet {
        Sheet::of(&self.checked)
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
                format!("{} (expected {expect})", checked.finding.status)
            }
            _ => checked.finding.status.to_string(),
        };
        let exact = |Checked { finding, .. }: &&Checked| match finding.figures.as_slice() {
            [] => json_number::text(&finding.exact).into(),
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
        let figures = self
            .checked
            .iter()
            .flat_map(|checked| &checked.finding.figures);
        notes.extend(figures.filter_map(|figure| {
            let (_, judged) = figure.number.as_ref()?;
            finding::doubt(&figure.printed, judged)
        }));
        let claims = Sheet::of(&self.checked)
            .text("claim", |checked| checked.claim.id.clone())
            .text("status", status)
            .text("printed", |checked| {
                json_number::text(&checked.claim.printed)
            })
            .column(exact_column(), exact)
            .text("source", |checked| checked.claim.source.clone())
            .named("claims", "Published figures, recomputed")
            .notes(notes);
        let whys = explain::sheet(self.whys.as_deref().unwrap_or_default());
        std::iter::once(claims)
            .chain(self.figures())
            .chain(whys)
            .collect()
    }
}
