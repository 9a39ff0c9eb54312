//! The names of the tables of an answer, where they are known before the answer.

use super::failure::Failure;

/// The names of the tables of an answer.
#[derive(Debug)]
pub(crate) struct TableNames {
    /// The names of tables that it has, in their order.
    always: Vec<&'static str>,
    /// The names of tables that it may have besides.
    sometimes: &'static [&'static str],
    /// One that it does not have, and why.
    lacks: Option<(&'static str, String)>,
}

impl TableNames {
    /// The tables of an answer that has these, and of some answers those after them.
    pub(crate) fn new(
        always: impl IntoIterator<Item = &'static str>,
        sometimes: &'static [&'static str],
    ) -> Self {
        Self {
            always: always.into_iter().collect(),
            sometimes,
            lacks: None,
        }
    }

    /// These names, with the reason why the answer does not have one of them.
    pub(crate) fn without(self, name: &'static str, why: String) -> Self {
        Self {
            lacks: Some((name, why)),
            ..self
        }
    }

    /// All of them, if it is known which they are.
    pub(crate) fn all(&self) -> Option<&[&'static str]> {
        self.sometimes.is_empty().then_some(self.always.as_slice())
    }

    /// Fails where the answer cannot have a table of this name.
    pub(crate) fn check(&self, name: &str) -> Result<(), Failure> {
        let all = [self.always.as_slice(), self.sometimes].concat();
        if ["all", "help"].contains(&name) || all.contains(&name) {
            return Ok(());
        }
        let why = match &self.lacks {
            Some((lacking, why)) if *lacking == name => format!(": {why}"),
            _ => String::new(),
        };
        let has = match self.sometimes {
            [] => "has",
            _ => "can have",
        };
        Err(Failure::input(format!(
            "this answer has no table `{name}`{why}; it {has} {}",
            all.join(", ")
        )))
    }
}
