//! The games whose solutions can be kept.

use std::collections::BTreeMap;

use crate::cli::failure::Failure;
use crate::cli::meter::Meter;
use crate::games::alignment::{Model, Ruleset, audit};
use crate::games::{teeko, twentyfive};
use crate::solve::retro::{Layer, LayerTable};
use crate::solve::table::{self, Built, Directory, Event, Identity, TableError, Tables};

/// Rules of a game that can be solved outright.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Teeko(teeko::Rules),
    TwentyFive(twentyfive::Rules),
}

/// What a full check found.
pub(super) struct Checked {
    /// Arrangements checked, symmetric ones counted apart.
    pub(super) arrangements: u64,
    pub(super) fault: Option<String>,
}

impl Known {
    /// The rules of a text, which must name the game.
    pub(super) fn parse(text: &str) -> Result<Known, Failure> {
        let game = text.split(':').next().unwrap_or_default().trim();
        let fault = |error: anyhow::Error| Failure::Input(error.context(format!("rules `{text}`")));
        match game {
            teeko::Rules::GAME => Ok(Known::Teeko(text.parse().map_err(|error| {
                fault(anyhow::Error::new::<
                    crate::games::alignment::rules::RulesError,
                >(error))
            })?)),
            twentyfive::Rules::GAME => Ok(Known::TwentyFive(text.parse().map_err(|error| {
                fault(anyhow::Error::new::<
                    crate::games::alignment::rules::RulesError,
                >(error))
            })?)),
            _ => Err(Failure::input(format!(
                "siga keeps no tables of `{text}`: write rules such as `{}` or `{}`",
                teeko::Rules::default(),
                twentyfive::Rules::default(),
            ))),
        }
    }

    /// All of a list, each once.
    pub(super) fn parse_all(texts: &[String]) -> Result<Vec<Known>, Failure> {
        let mut all = Vec::new();
        for text in texts {
            let known = Known::parse(text)?;
            if !all.contains(&known) {
                all.push(known);
            }
        }
        Ok(all)
    }

    /// The full text.
    pub(super) fn text(self) -> String {
        match self {
            Known::Teeko(rules) => rules.to_string(),
            Known::TwentyFive(rules) => rules.to_string(),
        }
    }

    /// What follows a solver of these rules.
    pub(super) fn meter(self) -> Meter {
        match self {
            Known::Teeko(rules) => Meter::new(&Model::new(rules)),
            Known::TwentyFive(rules) => Meter::new(&Model::new(rules)),
        }
    }

    pub(super) fn build(
        self,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, TableError> {
        match self {
            Known::Teeko(rules) => build(rules, directory, observe),
            Known::TwentyFive(rules) => build(rules, directory, observe),
        }
    }

    /// Checks every value of the tables against those of the next positions.
    pub(super) fn check(
        self,
        directory: &Directory,
        layers: &[Layer],
    ) -> Result<Checked, TableError> {
        match self {
            Known::Teeko(rules) => check(rules, directory, layers),
            Known::TwentyFive(rules) => check(rules, directory, layers),
        }
    }
}

fn build<R: Ruleset>(
    rules: R,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, TableError> {
    let text = rules.to_string();
    let identity = Identity {
        game: R::GAME,
        rules: &text,
    };
    table::build(&Model::new(rules), identity, directory, observe)
}

fn check<R: Ruleset>(
    rules: R,
    directory: &Directory,
    layers: &[Layer],
) -> Result<Checked, TableError> {
    let model = Model::new(rules);
    let files = Tables::new(&model, &rules.to_string(), directory);
    let mut tables: BTreeMap<Layer, LayerTable> = BTreeMap::new();
    for &layer in layers {
        tables.insert(layer, files.load(layer)?);
    }
    let mut arrangements = 0;
    for part in audit::parts(&rules) {
        match audit::check(&rules, part, &tables, &|_| {}) {
            Ok(audited) => arrangements += audited.count.arrangements(),
            Err(fault) => {
                return Ok(Checked {
                    arrangements,
                    fault: Some(fault.to_string()),
                });
            }
        }
    }
    Ok(Checked {
        arrangements,
        fault: None,
    })
}
