//! Output options that do nothing with a command.

use super::{Chosen, Cli, Command, Failure, Format, Generate, Global};

impl Cli {
    /// The error where an output option is given that does nothing with this command.
    pub(crate) fn unused(&self) -> Option<String> {
        let json = matches!(self.global.format(), Format::Json | Format::Jsonl);
        let all: fn(&str) -> bool = |_| true;
        let all_but_json: fn(&str) -> bool = match json {
            true => |option| option != "format",
            false => all,
        };
        let (why, is_unused): (&str, fn(&str) -> bool) = match &self.command {
            Command::Explore(_) => ("serves a page", all),
            _ if self.name.ends_with(" play") => {
                ("is played in the terminal and prints no tables", all)
            }
            // Their folder is named by `--out`.
            Command::Generate(Generate::Man) => ("writes manual pages", |option| option != "out"),
            Command::Generate(_) | Command::Help { .. } => ("has a form of its own", all),
            Command::Batch(_) => (
                "answers in JSON Lines; how an answer is written stands in its line",
                all_but_json,
            ),
            Command::Chosen(Chosen(command)) => match command.writes_text() {
                Some(text) => (text, all_but_json),
                None => return None,
            },
            Command::Report { .. } if self.global.format() != Format::Html => {
                ("writes pages", |option| option == "format")
            }
            _ => return None,
        };
        let option = self.global.given().find(|option| is_unused(option))?;
        let typed = self.global.typed(option);
        let name = &self.name;
        Some(format!(
            "`siga {name}` {why}: --{typed} does nothing there, so leave it out"
        ))
    }

    /// Fails where the answer cannot have the table that is asked for.
    pub(crate) fn check_table(&self) -> Result<(), Failure> {
        if let Some(name) = &self.global.table
            && let Some(command) = self.command.question()
            && let Some(tables) = command.table_names()
        {
            tables.check(name)?;
        }
        Ok(())
    }
}

impl Global {
    /// An option, given here, that changes nothing in an answer in JSON.
    pub(crate) fn of_tables(&self) -> Option<&'static str> {
        let of_tables = ["table", "digits", "percent", "one-in"];
        let option = self.given().find(|option| {
            of_tables.contains(option) || *option == "format" && self.format() != Format::Json
        });
        option.map(|option| self.typed(option))
    }

    /// The option that was typed: a format may be one of its own.
    fn typed(&self, option: &'static str) -> &'static str {
        match self {
            Self { json: Some(_), .. } if option == "format" => "json",
            Self { csv: Some(_), .. } if option == "format" => "csv",
            _ => option,
        }
    }

    /// The options that say what is printed, of those that are given.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            (
                "format",
                self.format.is_some() || self.json.is_some() || self.csv.is_some(),
            ),
            ("table", self.table.is_some()),
            ("out", self.out.is_some()),
            ("digits", self.digits.is_some()),
            ("percent", self.percent.is_some()),
            ("one-in", self.one_in.is_some()),
            ("decimals-only", self.decimals_only.is_some()),
        ]
        .into_iter()
        .filter_map(|(option, given)| given.then_some(option))
    }
}
