//! A report and the status with which its command ends.

use super::error::Error;
use super::failure::Failure;
use crate::render::report::AnyReport;

/// A report, and how the command ends when it is shown.
pub(crate) struct Answered {
    pub(crate) report: Box<dyn AnyReport>,
    pub(crate) verdict: Result<(), Failure>,
}

impl Answered {
    /// The status with which the command ends.
    pub(crate) fn status(&self) -> u8 {
        self.verdict
            .as_ref()
            .err()
            .map_or(0, |failure| Error::from(failure).status)
    }

    pub(crate) fn fine(report: impl AnyReport + 'static) -> Self {
        Box::<dyn AnyReport>::from(Box::new(report)).into()
    }
}

impl From<Box<dyn AnyReport>> for Answered {
    fn from(report: Box<dyn AnyReport>) -> Self {
        Self {
            report,
            verdict: Ok(()),
        }
    }
}
