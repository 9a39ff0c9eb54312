//! How a command fails: a message and an exit status.

use std::process::ExitCode;

use super::output::Output;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// It failed while running: status 1.
    Run(anyhow::Error),
    /// Bad arguments or malformed input: status 2.
    Input(anyhow::Error),
    /// A check found a disagreement, already reported: status 3.
    Disagreement,
}

impl Failure {
    pub(super) fn input(message: impl std::fmt::Display) -> Self {
        Self::Input(anyhow::anyhow!("{message}"))
    }

    /// Says on standard error what is wrong, and gives the exit status.
    pub(super) fn print(&self, output: &Output) -> ExitCode {
        let (status, error) = match self {
            Self::Run(error) => (1, Some(error)),
            Self::Input(error) => (2, Some(error)),
            Self::Disagreement => (3, None),
        };
        if let Some(error) = error {
            output.complain(&format!("{error:#}"));
        }
        ExitCode::from(status)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Run(anyhow::Error::new(error).context("cannot write the output"))
    }
}
