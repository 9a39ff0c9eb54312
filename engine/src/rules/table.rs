//! What reading a rules text needs to know of a game.

use std::marker::PhantomData;

use super::{Conflict, Options, Refused, is_game};

/// Options that do not go together: which, the likeliest first, and why.
pub(crate) type Apart = (Vec<String>, String);

/// The presets and options of a game by their numbers.
pub(crate) trait Table {
    /// A set of rules.
    type Rules;

    /// Whether a text names the game.
    fn is_game(&self, text: &str) -> bool;

    /// The game as rules texts name it.
    fn game(&self) -> &str;

    /// The names of the presets.
    fn presets(&self) -> Vec<&str>;

    /// The names of the options, in the order in which they are set.
    fn options(&self) -> Vec<&str>;

    /// The text of a set of rules that is one of another game.
    fn elsewhere(&self, _preset: &str) -> Option<String> {
        None
    }

    /// The name of an option that has others too.
    fn option_called<'a>(&self, name: &'a str) -> &'a str {
        name
    }

    /// The rules where none are said.
    fn usual(&self) -> Self::Rules;

    /// The rules of a preset.
    fn preset(&self, at: usize) -> Self::Rules;

    /// Sets an option from text.
    ///
    /// # Errors
    /// The value is refused.
    fn set(&self, at: usize, rules: &mut Self::Rules, text: &str) -> Result<(), Refused>;

    /// The values that an option can have, in words.
    fn allowed(&self, at: usize) -> String;

    /// These rules, if their options go together.
    ///
    /// # Errors
    /// Which do not, and what would be right.
    fn coherent(&self, rules: Self::Rules) -> Result<Self::Rules, Apart>;
}

/// The table of a game whose options are written in the program.
pub(super) struct Of<R>(pub(super) PhantomData<R>);

impl<R: Options> Table for Of<R> {
    type Rules = R;

    fn is_game(&self, text: &str) -> bool {
        is_game::<R>(text)
    }

    fn game(&self) -> &str {
        R::GAME
    }

    fn presets(&self) -> Vec<&str> {
        R::presets().iter().map(|preset| preset.name).collect()
    }

    fn options(&self) -> Vec<&str> {
        R::options().iter().map(|option| option.name).collect()
    }

    fn elsewhere(&self, preset: &str) -> Option<String> {
        R::elsewhere(preset)
    }

    fn option_called<'a>(&self, name: &'a str) -> &'a str {
        R::option_called(name)
    }

    fn usual(&self) -> R {
        R::usual()
    }

    fn preset(&self, at: usize) -> R {
        (R::presets()[at].rules)()
    }

    fn set(&self, at: usize, rules: &mut R, text: &str) -> Result<(), Refused> {
        (R::options()[at].set)(rules, text)
    }

    fn allowed(&self, at: usize) -> String {
        R::options()[at].values.text()
    }

    fn coherent(&self, rules: R) -> Result<R, Apart> {
        let apart = |Conflict { options, message }: Conflict| {
            (
                options.iter().map(|option| (*option).to_owned()).collect(),
                message,
            )
        };
        rules.coherent().map_err(apart)
    }
}
