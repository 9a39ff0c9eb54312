//! `siga generate`: a manual page and shell completions.

use crate::ask::command::{self, Generate};
use crate::ask::failure::Failure;

pub(crate) fn run(what: &Generate) -> Result<Vec<u8>, Failure> {
    let mut command = command::command();
    let mut bytes = Vec::new();
    match what {
        Generate::Man => clap_mangen::Man::new(command)
            .render(&mut bytes)
            .map_err(Failure::writing)?,
        Generate::Completions { shell } => {
            clap_complete::generate(*shell, &mut command, "siga", &mut bytes);
        }
    }
    Ok(bytes)
}
