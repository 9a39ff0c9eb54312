//! What reading a rules text needs to know of a game.

use super::{Conflict, Options, Refused, is_game};

/// The presets and options of a game whose sets of rules are an `R`; options by their numbers.
pub(crate) struct OptionTable<'a, R> {
    /// Whether a text names the game.
    pub(crate) is_game: Box<dyn Fn(&str) -> bool + 'a>,
    /// The game as rules texts name it.
    pub(crate) game: &'a str,
    /// The names of the presets, and their rules.
    pub(crate) presets: Vec<(&'a str, R)>,
    /// The names of the options, in the order in which they are set.
    pub(crate) options: Vec<&'a str>,
    /// The text of a set of rules that is one of another game.
    pub(crate) elsewhere: fn(&str) -> Option<String>,
    /// The name of an option that has others too.
    pub(crate) option_called: fn(&str) -> &str,
    /// The rules where none are said.
    pub(crate) usual: R,
    /// Sets an option from text.
    pub(crate) set: Box<SetOption<'a, R>>,
    /// The values that an option can have, in words.
    pub(crate) allowed: Box<dyn Fn(usize) -> String + 'a>,
    /// These rules, if their options go together.
    pub(crate) coherent: fn(R) -> Result<R, Conflict>,
}

type SetOption<'a, R> = dyn Fn(usize, &mut R, &str) -> Result<(), Refused> + 'a;

/// The table of a game whose options are written in the program.
pub(super) fn table<R: Options>() -> OptionTable<'static, R> {
    let presets = R::rulebook().presets.iter();
    table_of(
        presets
            .map(|preset| (preset.name, preset.rules.clone()))
            .collect(),
    )
}

/// The table of such a game with these presets alone.
pub(super) fn table_of<R: Options>(presets: Vec<(&'static str, R)>) -> OptionTable<'static, R> {
    OptionTable {
        is_game: Box::new(is_game::<R>),
        game: R::GAME,
        presets,
        options: R::options().iter().map(|option| option.name).collect(),
        elsewhere: R::elsewhere,
        option_called: R::option_called,
        usual: R::usual(),
        set: Box::new(|at, rules, text| (R::options()[at].set)(rules, text)),
        allowed: Box::new(|at| R::options()[at].values.text()),
        coherent: R::coherent,
    }
}
