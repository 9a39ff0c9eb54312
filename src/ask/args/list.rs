//! Lists as people write them and siga prints them: `1,3`, `1, 3`, `1+3`, `a1-a2 b5-b4`.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// Values between commas, plus signs or blanks.
#[derive(Clone, Debug)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T: FromStr> FromStr for List<T>
where
    T::Err: std::fmt::Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split([',', '+', ' ', '\t', '\n'])
            .filter(|part| !part.is_empty());
        let values = parts.map(|part| part.parse().map_err(|error| wrong(part, error)));
        let values: Vec<T> = values.collect::<Result<_, _>>()?;
        if values.is_empty() {
            return Err("nothing is listed".to_owned());
        }
        Ok(Self(values))
    }
}

/// The fault of a text that should be a number: the library names only the digits that are wrong.
pub(crate) fn wrong(part: &str, error: impl std::fmt::Display) -> String {
    let error = error.to_string();
    let range = error.split_once(" is not in ");
    let ends = range.and_then(|(_, range)| range.split_once("..="));
    match (error.as_str(), ends) {
        ("invalid digit found in string", _) => format!("`{part}` is not a whole number"),
        ("number too large to fit in target type", _) => format!("`{part}` is too large"),
        (_, Some(("", high))) => format!("`{part}` is more than {high}"),
        (_, Some((low, high))) => format!("`{part}` is not between {low} and {high}"),
        _ => format!("`{part}`: {error}"),
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for List<T> {
    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

/// All values of an option that may be repeated, as one list.
pub(crate) fn flat<T: Serialize, S: Serializer>(
    lists: &[List<T>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lists.iter().flat_map(|list| &list.0))
}

impl<T: Clone> List<T> {
    /// All values of an option that may be repeated.
    pub(crate) fn all(lists: &[Self]) -> Vec<T> {
        lists.iter().flat_map(|list| list.0.clone()).collect()
    }
}
