//! The arguments that commands share, and those of commands about no game.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod explore;
pub(crate) mod list;
pub(crate) mod measure;
pub(crate) mod position;
pub(crate) mod tables;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of some values by its name; the help says of each what it means, if that is not empty.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    values: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let named = values.each_ref().map(|(_, name, meaning)| {
        let meaning = Some(*meaning).filter(|meaning| !meaning.is_empty());
        PossibleValue::new(*name).help(meaning)
    });
    PossibleValuesParser::new(named).try_map(move |text| {
        let named = values
            .iter()
            .find(|(_, name, _)| name.eq_ignore_ascii_case(&text));
        named
            .map(|(value, ..)| value.clone())
            .ok_or_else(|| format!("`{text}` is not known"))
    })
}
