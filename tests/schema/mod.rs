//! JSON against the schemas of `siga schema`: nothing may be missing, and nothing there that the schema does not name.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Value, json};

/// Panics where an answer of siga, or an error, is not what its schema says.
#[track_caller]
pub(crate) fn holds(answer: &Value) {
    if let Err(wrong) = check(answer) {
        panic!("{wrong}\nin {answer}");
    }
}

/// The parts of an answer of siga that its schema does not allow.
///
/// # Errors
/// The places and what is wrong there, one a line.
pub(crate) fn check(answer: &Value) -> Result<(), String> {
    let schema = answer["schema"].as_str().ok_or("no `schema`")?;
    let name = schema
        .strip_prefix("siga/")
        .and_then(|rest| rest.strip_suffix("/1"))
        .ok_or_else(|| format!("a strange schema, {schema}"))?;
    let wrong: Vec<String> = validator(name)?
        .iter_errors(answer)
        .map(|error| format!("siga/{name}/1 at {}: {error}", error.instance_path()))
        .collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

/// Whether a text is a line that `siga batch` reads, as its schema has it.
pub(crate) fn is_question(line: &Value) -> bool {
    validator("batch-line").expect("a schema").is_valid(line)
}

fn validator(name: &str) -> Result<Arc<Validator>, String> {
    static MADE: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = made.get(name) {
        return Ok(Arc::clone(found));
    }
    let mut schema = siga::ask::schema(name).ok_or_else(|| format!("no schema of {name}"))?;
    close(&mut schema, true);
    let validator = jsonschema::draft202012::new(&schema).map_err(|error| error.to_string())?;
    let validator = Arc::new(validator);
    made.insert(name.to_owned(), Arc::clone(&validator));
    Ok(validator)
}

/// Allows no properties but those that are named. `whole`: whether nothing else says what the object has.
fn close(schema: &mut Value, whole: bool) {
    let Value::Object(object) = schema else {
        return;
    };
    let names = object.contains_key("properties");
    for (key, part) in object.iter_mut() {
        match (key.as_str(), part) {
            ("anyOf" | "oneOf" | "allOf", Value::Array(parts)) => {
                parts.iter_mut().for_each(|part| close(part, !names));
            }
            ("properties" | "$defs", Value::Object(parts)) => {
                parts.values_mut().for_each(|part| close(part, true));
            }
            ("items" | "additionalProperties", part) => close(part, true),
            ("prefixItems", Value::Array(parts)) => {
                parts.iter_mut().for_each(|part| close(part, true));
            }
            _ => {}
        }
    }
    if names && whole && !object.contains_key("additionalProperties") {
        object.insert("unevaluatedProperties".to_owned(), json!(false));
    }
}
