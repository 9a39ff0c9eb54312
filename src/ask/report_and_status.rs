//! A report and the status with which its command ends.

use super::failure::Failure;
use crate::render::report::AnyReport;

/// A report, and how the command ends when it is shown.
pub(crate) struct ReportAndStatus {
    pub(crate) report: Box<dyn AnyReport>,
    pub(crate) verdict: Result<(), Failure>,
}

impl ReportAndStatus {
    pub(crate) fn fine(report: impl AnyReport + 'static) -> Self {
        Box::<dyn AnyReport>::from(Box::new(report)).into()
    }
}

impl From<Box<dyn AnyReport>> for ReportAndStatus {
    fn from(report: Box<dyn AnyReport>) -> Self {
        Self {
            report,
            verdict: Ok(()),
        }
    }
}
