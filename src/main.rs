//! The `siga` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    siga::cli::main(std::env::args_os())
}
