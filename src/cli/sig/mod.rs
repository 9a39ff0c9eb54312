//! `siga sig`: whole turns.

mod turn;

use super::args::sig::Sig;
use super::failure::Failure;
use super::report::Report;
use crate::games::sig::Rules;

pub(super) fn run(command: &Sig) -> Result<Box<dyn Report>, Failure> {
    Ok(match command {
        Sig::Turn(arguments) => Box::new(turn::run(arguments)?),
    })
}

/// The rules of `--rules`.
fn rules(text: &str) -> Result<Rules, Failure> {
    text.parse().map_err(|error| {
        Failure::Input(anyhow::Error::new(error).context(format!("--rules {text}")))
    })
}
