//! The explanations of a table, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Change, Explanation, Why};

/// What explains figures that differ: the fewest assumptions that make the most figures right.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::check) struct Explained {
    /// The command as it would be typed, where claims ask several; else `null`.
    of: Option<String>,
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
    /// What was varied and changes no number here.
    without_effect: Vec<String>,
}

/// An explanation.
#[derive(Serialize, JsonSchema)]
struct ExplanationFound {
    assumptions: Vec<Assumption>,
    /// The words of the command under these assumptions.
    query: Option<Vec<String>>,
    /// Options of `siga check` that read the table so.
    reading: Vec<String>,
    /// Where a bias was fitted, else `null`.
    bias: Option<Fitted>,
    /// How many figures hold.
    right: usize,
    /// The keys of those that do not, or the ids of claims.
    wrong: Vec<String>,
    /// Lists of assumptions, each as many, that ask for the same numbers.
    same: Vec<Vec<Assumption>>,
}

/// Something assumed.
#[derive(Serialize, JsonSchema)]
struct Assumption {
    /// In words.
    says: String,
    /// How it is asked for, such as `extra_throws=1`; `null` where no option does it.
    option: Option<String>,
}

/// A bias fitted to the figures.
#[derive(Serialize, JsonSchema)]
struct Fitted {
    /// The bias in `query`.
    taken: String,
    /// Under every bias from the one end to the other just these figures hold; rounded inwards.
    intervals: Vec<Interval>,
}

#[derive(Serialize, JsonSchema)]
struct Interval {
    lower: String,
    upper: String,
}

impl From<&Why> for Explained {
    fn from(why: &Why) -> Self {
        let explained = &why.explained;
        Self {
            of: why.of.clone(),
            figures: explained.holds.len(),
            right: explained.holds.iter().filter(|holds| **holds).count(),
            explanations: (explained.explanations.iter())
                .map(|explanation| found(why, explanation))
                .collect(),
            questions: explained.questions,
            most_questions: why.limits.questions,
            ended: why.ended(),
            without_effect: why.idle(),
        }
    }
}

fn found(why: &Why, explanation: &Explanation) -> ExplanationFound {
    let list = |assumed: &[usize], changes: &[Change]| {
        let each = why.assumptions(assumed, changes).into_iter();
        each.map(|(says, option)| Assumption { says, option })
            .collect()
    };
    let fit = explanation.fit.as_ref().map(|fit| Fitted {
        taken: fit.bias.to_string(),
        intervals: (fit.intervals.iter())
            .map(|(lower, upper)| Interval {
                lower: lower.to_string(),
                upper: upper.to_string(),
            })
            .collect(),
    });
    let same = explanation.same.iter();
    ExplanationFound {
        assumptions: list(&explanation.assumed, &explanation.changes),
        query: why.command(explanation),
        reading: Why::reading(explanation),
        bias: fit,
        right: explanation.right(),
        wrong: why.wrong(&explanation.holds),
        same: same
            .map(|(assumed, changes)| list(assumed, changes))
            .collect(),
    }
}
