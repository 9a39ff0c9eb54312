//! One line: from its text to its answer.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::read_lines::BatchLine;
use crate::ask::words::{self, Words};
use crate::ask::{self, At, Failure, Terms};
use crate::work::stop::Limits;

/// A question with a name.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Object<'a> {
    /// The name of the line, given back with its answer; the number of the line where it is missing or `null`.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    id: Option<&'a RawValue>,
    /// The words of a command, without `siga`.
    #[serde(borrow)]
    #[schemars(with = "Words")]
    query: &'a RawValue,
}

/// The schema of a line.
pub(super) fn schema(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "description": "A line of `siga batch`: a question with a name, or the words alone.",
        "anyOf": [generator.subschema_for::<Object>(), generator.subschema_for::<Words>()],
    })
}

/// The answer to a line, without its end, and its status.
///
/// The memory of a process is not known line by line: a line that seemed to take too much while others were answered
/// is answered again by itself, with the lock `beside` to write.
pub(super) fn answer(line: &BatchLine, terms: &Terms, beside: &RwLock<()>) -> (String, u8) {
    let mut id = line.number.to_string();
    let found = question(line, &mut id).and_then(|words| {
        let answered = {
            let _others = beside.read().unwrap_or_else(PoisonError::into_inner);
            ask::answer_within(&words, terms, Some(Limits::LINE))
        };
        let large = |error: &Failure| {
            (error.raise.as_ref()).is_some_and(|raise| raise.argument == "--limit-memory")
        };
        match answered {
            Err(error) if large(&error) => {
                let _alone = beside.write().unwrap_or_else(PoisonError::into_inner);
                ask::answer_within(&words, terms, Some(Limits::LINE))
            }
            answered => answered,
        }
    });
    let (json, status, said) = match found {
        // An error says its status itself.
        Err(error) => (error.to_json(), error.status, String::new()),
        Ok(ask::Answer { json, status: 0 }) => (json, 0, String::new()),
        Ok(ask::Answer { json, status }) => (json, status, format!("\"status\":{status},")),
    };
    // Either is an object that is not empty.
    (format!("{{\"id\":{id},{said}{}", &json[1..]), status)
}

/// The `id` of a line, as it stands in its answer.
pub(super) fn id(line: &BatchLine) -> String {
    let mut id = line.number.to_string();
    // Other faults of the line are given in its answer.
    let _ = question(line, &mut id);
    id
}

/// The words of a question. The id is put into `id` where there is one, even if the rest is wrong.
fn question(line: &BatchLine, id: &mut String) -> Result<Vec<String>, Failure> {
    let fault = |column: usize, message: String| {
        let at = At {
            column: Some(column),
            ..line.at.clone()
        };
        Failure::located(at, "", message)
    };
    let Some(bytes) = &line.text else {
        return Err(fault(1, "the line is longer than 1 MB".to_owned()));
    };
    let bytes = bytes.trim_ascii_end();
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        fault(
            before.chars().count() + 1,
            "this is not UTF-8 text".to_owned(),
        )
    })?;
    // serde_json counts columns in bytes from the beginning of what it reads.
    let wrong = |part: &str, error: &serde_json::Error| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let at = start + error.column().saturating_sub(1);
        let column = text
            .char_indices()
            .take_while(|(byte, _)| *byte < at)
            .count()
            + 1;
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        let said = match error.classify() {
            Category::Data if said.starts_with("invalid type") => {
                "the words of a command are texts"
            }
            Category::Data => said,
            Category::Eof => "not JSON, it ends too early",
            Category::Syntax | Category::Io => "not JSON",
        };
        fault(column, format!("{said}: {EXPECTED}"))
    };
    let list = match text.trim_start().chars().next() {
        Some('{') => {
            let object = serde_json::from_str(text);
            let given = match &object {
                Ok(Object { id, .. }) => *id,
                // The name of a line, whatever else is in it.
                Err(_) => {
                    let fields = serde_json::from_str::<BTreeMap<String, &RawValue>>(text);
                    fields.ok().and_then(|mut fields| fields.remove("id"))
                }
            };
            if let Some(given) = given.filter(|given| given.get() != "null") {
                given.get().clone_into(id);
            }
            object.map_err(|error| wrong(text, &error))?.query.get()
        }
        _ => text,
    };
    words::from_json(list).map_err(|error| wrong(list, &error))
}

const EXPECTED: &str = "a line is {\"id\": …, \"query\": [\"daldos\", \"odds\", \"--behind\", \"4\"]}, or the list alone; \
                        the words may be one text, as in \"throw 2d6\"";
