//! A throw, and what is asked about it.

use super::Expr;
use super::analysis::{self, AnalysisError, analyse};

/// A throw, and what is asked about it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The throw.
    pub spec: Expr,
    /// The question about the throw.
    pub about: analysis::Question,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The throw.
    pub spec: Expr,
    /// The question about the throw.
    pub about: analysis::Question,
    /// The answer to it.
    pub found: analysis::Answer,
}

impl Question {
    /// The question.
    pub fn new(spec: Expr, about: analysis::Question) -> Self {
        Self { spec, about }
    }

    /// The answer.
    ///
    /// Exact: see [`analysis::analyse`].
    ///
    /// # Errors
    /// [`AnalysisError`].
    ///
    /// # Examples
    /// ```
    /// use siga::chance::{analysis, parse, throw::Question};
    /// let answer = Question::new(parse("2d6")?, analysis::Question::default()).answer()?;
    /// assert_eq!(answer.found.mode.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self) -> Result<Answer, AnalysisError> {
        Ok(Answer {
            found: analyse(&self.spec, &self.about)?,
            spec: self.spec,
            about: self.about,
        })
    }
}
