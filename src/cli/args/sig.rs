//! The arguments of `siga sig`.

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Sig {
    /// What a whole turn yields: values, total, number of throws, khadzhs that stand
    #[command(after_help = "\
A turn is all throws up to the first that earns no further one. Where a khmar cancels the latest throw
still standing (cancel=stack), many chances are irrational: they are given as exact surds, with
decimals that are right to the last place.

Examples:
  siga sig turn
  siga sig turn --rules sig:ludii --length 2
  siga sig turn --rules sig:depaulis,cancel=stack --digits 30
  siga sig turn --bias 0.55 --json
  siga sig turn --bias 1/2,1/2,1/2,1/2,1/2,1/2,3/5,2/5")]
    Turn(Turn),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Turn {
    /// The rules, such as sig:depaulis,cancel=stack (see `siga rules sig`)
    #[arg(long, value_name = "TEXT", default_value = "sig:depaulis")]
    pub(in crate::cli) rules: String,
    /// The chance of a stick to fall red side up, or one for each stick [default: the rules']
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(in crate::cli) bias: Vec<String>,
    /// List what stands up to so many values
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=10))]
    pub(in crate::cli) length: u8,
    /// List totals up to N
    #[arg(long, value_name = "N")]
    pub(in crate::cli) up_to: Option<i64>,
}
