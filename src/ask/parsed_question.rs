//! A question as its command asks it, and the same question meant otherwise.

use super::args::position::PositionText;
use super::caller::{Caller, Reads};
use super::command::{Cli, Command};
use super::disputes::throw_change::ThrowChange;
use super::disputes::{Change, Point, set};
use super::failure::Failure;
use super::game::GameCommand;
use super::games::OfGame;
use super::throw;
use super::throw::disputes;
use crate::render::report::AnyReport;

/// A question about a throw or a game.
#[derive(Clone, Debug)]
pub(crate) enum ParsedQuestion {
    Throw(Box<throw::ThrowQuestion>),
    Game(Box<dyn GameCommand>),
}

impl ParsedQuestion {
    /// The question of a command; `None` if it asks about neither.
    pub(crate) fn of(cli: &Cli, reads: Reads) -> Result<Option<Self>, Failure> {
        Ok(match &cli.command {
            Command::Throw(arguments) => Some(Self::Throw(Box::new(throw::ThrowQuestion::of(
                arguments, reads,
            )?))),
            Command::Game(OfGame(command)) => Some(Self::Game(command.copy())),
            _ => None,
        })
    }

    /// The report that answers it; `name` stands in the messages to those who wait.
    pub(crate) fn answer(&self, name: &str, caller: Caller) -> Result<Box<dyn AnyReport>, Failure> {
        caller.limited(name, || match self {
            Self::Throw(asked) => Ok(Box::new(asked.answer(name, caller)?) as Box<dyn AnyReport>),
            Self::Game(command) => command.answer(name, caller),
        })?
    }

    /// The same about a position that has been read already.
    pub(crate) fn about(mut self, position: PositionText) -> Self {
        if let Self::Game(command) = &mut self {
            command.about(position);
        }
        self
    }

    /// All that is known to be in dispute about it.
    pub(crate) fn points(&self) -> Vec<Point> {
        let command = match self {
            Self::Throw(asked) => return disputes::points(asked),
            Self::Game(command) => command,
        };
        let mut copy = command.copy();
        let mut points = match copy.rules() {
            Some(rules) => command.disputes().points(rules.get()),
            None => Vec::new(),
        };
        if command.as_throw().is_some() {
            // A bias is fitted, not tried.
            points.retain(|point| point.assumption.about != "bias");
            points.extend(disputes::of_a_turn());
        }
        points.extend(command.points());
        points
    }

    /// The same question under some changes; `None` if they do not go together.
    pub(crate) fn under(&self, changes: &[&Change]) -> Option<Self> {
        let command = match self {
            Self::Throw(asked) => {
                let asked = asked.under(&thrown(changes))?;
                let all = changes
                    .iter()
                    .all(|change| matches!(change, Change::Thrown(_)));
                return all.then(|| Self::Throw(Box::new(asked)));
            }
            Self::Game(command) => command,
        };
        let mut other = command.copy();
        if let Some(rules) = self.rules(changes)? {
            other.rules()?.set(rules);
        }
        for change in changes {
            match change {
                Change::Preset(_) | Change::Rule(..) | Change::Thrown(_) => {}
                change if other.change(change) => {}
                _ => return None,
            }
        }
        match thrown(changes).as_slice() {
            [] => Some(Self::Game(other)),
            thrown => {
                let (asked, _) = other.as_throw()?;
                Some(Self::Throw(Box::new(asked.under(thrown)?)))
            }
        }
    }

    /// The rules under some changes, as a text: `Some(None)` if they stay as they are.
    fn rules(&self, changes: &[&Change]) -> Option<Option<String>> {
        let of_rules = |change: &&Change| matches!(change, Change::Preset(_) | Change::Rule(..));
        match self {
            Self::Game(command) if changes.iter().any(of_rules) => {
                let mut copy = command.copy();
                let own = copy.rules()?;
                Some(Some(command.disputes().with(own.get(), changes)?))
            }
            _ => Some(None),
        }
    }

    /// The words of the question under some changes, from its own words.
    pub(crate) fn words(&self, words: &[String], changes: &[&Change]) -> Option<Vec<String>> {
        let mut words = words.to_vec();
        match self {
            Self::Throw(asked) => {
                if let Some(at) = words.iter().position(|word| *word == asked.typed) {
                    let other = asked.under(&thrown(changes))?;
                    words[at] = other.typed;
                }
            }
            Self::Game(command) => {
                let mut other = command.copy();
                if let Some(rules) = self.rules(changes)? {
                    set(&mut words, "--rules", Some(&rules));
                    other.rules()?.set(rules);
                }
                if !thrown(changes).is_empty() {
                    words = other.as_throw()?.1;
                } else if other.words().is_some() {
                    return match self.under(changes)? {
                        Self::Game(other) => other.words(),
                        Self::Throw(_) => None,
                    };
                }
            }
        }
        for change in changes {
            change.spell(&mut words);
        }
        Some(words)
    }
}

/// The changes to a throw among others.
fn thrown<'a>(changes: &[&'a Change]) -> Vec<&'a ThrowChange> {
    let thrown = changes.iter().filter_map(|change| match change {
        Change::Thrown(thrown) => Some(thrown),
        _ => None,
    });
    thrown.collect()
}
