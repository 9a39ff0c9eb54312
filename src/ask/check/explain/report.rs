//! What explains figures that differ, for programs and for people.

use itertools::Itertools;
use num_rational::BigRational;
use schemars::JsonSchema;
use serde::Serialize;

use super::asker::{Asker, PATIENCE};
use super::search::{self, Assumption, Change, Ended, Explanation, Fit, Interval, Limits};
use crate::ask::check::list;
use crate::ask::words;
use crate::exact::decimal_text;
use crate::render::sheet::Sheet;
use crate::render::words::counted;

/// What explains figures that differ: the fewest assumptions that make the most figures right.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::check) struct Explained {
    /// How many figures there are.
    figures: usize,
    /// How many hold as asked.
    right: usize,
    /// The most figures first, then the fewest assumptions.
    explanations: Vec<ExplanationFound>,
    questions: usize,
    /// The most that might be asked.
    most_questions: usize,
    /// What ended it: `questions`, `comparisons`, `time`; `null` if all was tried that was to be.
    ended: Option<&'static str>,
}

/// An explanation.
#[derive(Serialize, JsonSchema)]
struct ExplanationFound {
    assumptions: Vec<Assumption>,
    /// The words of the command under these assumptions.
    query: Option<Vec<String>>,
    /// Where a bias was fitted, else `null`.
    bias: Option<Fit>,
    /// How many figures hold.
    right: usize,
    /// The keys of those that do not, or the ids of claims.
    wrong: Vec<String>,
    /// Lists of assumptions, each as many, that ask for the same numbers.
    same: Vec<Vec<Assumption>>,
}

impl Explained {
    /// The result of a search; `names`: of the figures, in the order in which they were compared.
    pub(super) fn of(
        asker: &Asker<'_>,
        explained: &search::Explained,
        names: &[String],
        limits: Limits,
    ) -> Self {
        let ended = explained.ended.map(|ended| match ended {
            Ended::Questions => "questions",
            Ended::Comparisons => "comparisons",
        });
        let explanations = explained.explanations.iter();
        Self {
            figures: explained.holds.len(),
            right: explained.holds.iter().filter(|holds| **holds).count(),
            explanations: explanations
                .map(|explanation| found(asker, explanation, names))
                .collect(),
            questions: explained.questions,
            most_questions: limits.questions,
            ended: asker.late.then_some("time").or(ended),
        }
    }
}

fn found(asker: &Asker<'_>, explanation: &Explanation, names: &[String]) -> ExplanationFound {
    let points = &asker.points;
    let list = |assumed: &[usize], changes: &[Change]| {
        let asked = assumed.iter().map(|&i| points[i].assumption.clone());
        let read = changes.iter().map(|change| Assumption {
            says: change.says(),
            ..Assumption::default()
        });
        asked.chain(read).collect_vec()
    };
    let mut assumptions = list(&explanation.assumed, &explanation.changes);
    let fit = explanation.fit.as_ref();
    for assumption in &mut assumptions {
        if let Some(fit) = fit {
            assumption.says = assumption
                .says
                .replace("the sticks are biased", &biased(fit));
        }
    }
    let wrong = names.iter().zip(&explanation.holds);
    let same = explanation.same.iter();
    ExplanationFound {
        assumptions,
        query: asker.command(&explanation.assumed, fit.map(|fit| &fit.bias)),
        bias: fit.cloned(),
        right: explanation.right(),
        wrong: wrong
            .filter(|(_, holds)| !**holds)
            .map(|(name, _)| name.clone())
            .collect(),
        same: same
            .map(|(assumed, changes)| list(assumed, changes))
            .collect(),
    }
}

/// `P(flat) = 0.598 … 0.602`.
fn biased(fit: &Fit) -> String {
    let end = |end: &BigRational| decimal_text(end, 15);
    let interval = |Interval { lower, upper }: &Interval| match lower == upper {
        true => end(lower),
        false => format!("{} … {}", end(lower), end(upper)),
    };
    let intervals = match fit.intervals.as_slice() {
        [] => end(&fit.bias),
        intervals => intervals.iter().map(interval).join(" or "),
    };
    format!("P(flat) = {intervals}")
}

impl ExplanationFound {
    /// The assumptions, joined by "and".
    fn says(&self) -> String {
        let text = self.assumptions.iter().map(|one| &one.says).join(", and ");
        let short = |one: &Assumption| one.option.clone().unwrap_or_else(|| one.says.clone());
        let same = self.same.iter().take(3);
        let same = same
            .map(|all| all.iter().map(short).join(" and "))
            .join(", or ");
        match same.is_empty() {
            true => text,
            false => format!("{text}; the same with {same}"),
        }
    }

    /// The command as it would be typed.
    fn typed(&self) -> String {
        let query = self.query.as_deref().unwrap_or_default();
        format!("siga {}", words::typed(query))
    }
}

impl Explained {
    /// How many figures hold, in words.
    fn holding(&self, right: usize) -> String {
        match right == self.figures {
            true => format!("all {right} figures hold"),
            false => format!("{right} of {} figures hold", self.figures),
        }
    }

    /// What the best explanation says, as a sentence without its end.
    pub(in crate::ask::check) fn conclusion(&self) -> Option<String> {
        let best = self.explanations.first()?;
        let still = match best.wrong.is_empty() {
            true => String::new(),
            false => format!("; still wrong: {}", list(&best.wrong)),
        };
        let holding = self.holding(best.right);
        Some(format!("{holding} if {}{still}", best.says()))
    }

    /// One sentence where nothing was found.
    pub(in crate::ask::check) fn nothing(&self) -> Option<String> {
        (self.explanations.is_empty()).then(|| self.notes().join("; "))
    }

    /// What the best explanation is, and how far it was looked for.
    fn notes(&self) -> Vec<String> {
        let Self {
            figures: all,
            right,
            ..
        } = self;
        let best = match self.explanations.first() {
            Some(best) => format!(
                "{} if {}; as asked, {right} of {all}",
                self.holding(best.right),
                best.says()
            ),
            None => format!(
                "no explanation was found: as asked, {right} of {all} hold, and no assumption explains the others"
            ),
        };
        // Nothing but the table itself was looked at.
        if self.most_questions == 1 {
            let more =
                "only mistakes of the table were looked for; --explain also varies the question";
            return vec![best, more.to_owned()];
        }
        let asked = counted(self.questions, "question was", "questions were");
        let tried = format!("{asked} asked, at most {}", self.most_questions);
        let end = match self.ended {
            None => {
                "every assumption was tried, and every pair of assumptions that helped".to_owned()
            }
            Some("time") => format!("ended after {} s, more might be found", PATIENCE.as_secs()),
            Some("comparisons") => {
                "ended after the most comparisons of figures, more might be found".to_owned()
            }
            Some(_) => "more might be found with --questions N".to_owned(),
        };
        vec![best, format!("{tried}; {end}")]
    }
}

/// The explanations as a table; none where none was found.
pub(in crate::ask::check) fn sheet(explained: &Explained) -> Option<Sheet> {
    let all = explained.figures;
    let sheet = Sheet::of(&explained.explanations)
        .right("figures right", |found| format!("{} of {all}", found.right))
        .text("assuming", |found| found.says())
        .text("still wrong", |found| list(&found.wrong))
        .text("command", |found| found.typed())
        .named("explanations", "Explanations of the figures")
        .notes(explained.notes());
    (!explained.explanations.is_empty()).then_some(sheet)
}
