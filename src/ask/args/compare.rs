//! The arguments of `siga compare`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Each command gives a column. Rows with the same keys (distances, outcomes, …) stand side by side. With --rules or \
--bias every command is asked once with each of them.

Examples:
  siga compare \"throw tab\" \"throw yut\"
  siga compare \"daldos table\" --rules daldos --rules daldos:intermediate_capture=yes
  siga compare \"throw yut\" --bias 1/2 --bias 3/5 --format markdown
  siga compare \"throw 2d6\" \"throw 2d6 --at-least\" --series probability,at_least")]
pub(crate) struct CompareArgs {
    /// Commands that print a table, each quoted, such as "throw tab"
    #[arg(value_name = "COMMAND", required = true)]
    pub(crate) commands: Vec<String>,
    /// Ask with these rules; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Vec<String>,
    /// Ask with this bias of the sticks; may be repeated
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) bias: Vec<String>,
    /// What is compared, for each command or for all [default: the probability, else the first number]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) series: Vec<String>,
}
