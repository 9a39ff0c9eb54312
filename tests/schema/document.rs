//! The tables of docs/json.md, from the schemas.

use std::fmt::Write;

use serde_json::Value;

/// The fields of `query` and `result` of a report, one table for each; or those of what stands alone.
pub fn tables(schema: &Value) -> String {
    let forms: Vec<&Value> = match schema["anyOf"].as_array() {
        Some(forms) => forms.iter().collect(),
        None => vec![schema],
    };
    let mut text = String::new();
    for form in forms {
        let form = resolved(form, schema);
        for part in ["query", "result"] {
            let at = &form["properties"][part];
            let at = if at.is_null() { form } else { at };
            let mut rows = String::new();
            fields(resolved(at, schema), schema, "", &mut rows);
            if part == "query" && std::ptr::eq(at, form) {
                continue;
            }
            let head = if std::ptr::eq(at, form) {
                "field"
            } else {
                part
            };
            write!(text, "| {head} | type | |\n|---|---|---|\n{rows}\n").expect("a text grows");
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// What a reference stands for.
fn resolved<'a>(part: &'a Value, whole: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(name) => whole.pointer(&name[1..]).expect("a definition"),
        None => part,
    }
}

/// A row for each field of an object, and below it those of what it holds.
fn fields(object: &Value, whole: &Value, prefix: &str, rows: &mut String) {
    let required: Vec<&str> = object["required"]
        .as_array()
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let properties = object["properties"].as_object();
    for (name, part) in properties.into_iter().flatten() {
        let optional = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let (kind, holds, list) = kind(part, whole);
        let mut meaning = part["description"].as_str().unwrap_or_default().to_owned();
        for (word, says) in words(part, whole) {
            let between = if meaning.is_empty() { "" } else { " · " };
            write!(meaning, "{between}`{word}`: {says}").expect("a text grows");
        }
        let meaning = meaning.replace('\n', " ").replace('|', "\\|");
        writeln!(rows, "| `{prefix}{name}`{optional} | {kind} | {meaning} |")
            .expect("a text grows");
        let below = format!("{prefix}{name}{}.", if list { "[]" } else { "" });
        for object in holds {
            fields(object, whole, &below, rows);
        }
    }
    for form in ["anyOf", "oneOf"] {
        for part in object[form].as_array().into_iter().flatten() {
            fields(resolved(part, whole), whole, prefix, rows);
        }
    }
}

/// Numbers and the like, which are explained once.
fn known(name: &str) -> Option<&'static str> {
    Some(match name.rsplit('/').next()? {
        "Number" => "exact",
        "Quantity" => "number",
        "Surd" => "surd",
        "Count" => "count",
        "Outcome" => return None,
        _ => return None,
    })
}

/// The words for a type, the objects it holds, and whether it is a list of them.
fn kind<'a>(part: &'a Value, whole: &'a Value) -> (String, Vec<&'a Value>, bool) {
    if let Some(name) = part["$ref"].as_str() {
        return match known(name) {
            Some(word) => (word.to_owned(), Vec::new(), false),
            None => kind(resolved(part, whole), whole),
        };
    }
    for form in ["anyOf", "oneOf"] {
        if let Some(forms) = part[form].as_array() {
            let (mut words, mut holds, mut list) = (Vec::new(), Vec::new(), false);
            for form in forms {
                let (word, more, is_list) = kind(form, whole);
                if !words.contains(&word) {
                    words.push(word);
                }
                holds.extend(more);
                list |= is_list;
            }
            return (words.join(" or "), holds, list);
        }
    }
    if part["const"].is_string() || part["enum"].is_array() {
        return ("word".to_owned(), Vec::new(), false);
    }
    let types = match &part["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        other => other.as_str().into_iter().collect::<Vec<_>>(),
    };
    let (mut words, mut holds, mut list) = (Vec::new(), Vec::new(), false);
    for name in types {
        words.push(match name {
            "string" => "text".to_owned(),
            "boolean" => "true or false".to_owned(),
            "number" => "float".to_owned(),
            "array" => {
                list = true;
                let items = part["prefixItems"].as_array();
                let items = match items {
                    Some(items) => items.iter().map(|item| kind(item, whole)).collect(),
                    None => vec![kind(&part["items"], whole)],
                };
                let names: Vec<String> = items.iter().map(|item| item.0.clone()).collect();
                holds.extend(items.into_iter().flat_map(|item| item.1));
                format!("[{}]", names.join(", "))
            }
            "object" if part["additionalProperties"].is_object() => {
                let (word, more, _) = kind(&part["additionalProperties"], whole);
                holds.extend(more);
                format!("{{name: {word}}}")
            }
            "object" => {
                holds.push(part);
                "object".to_owned()
            }
            other => other.to_owned(),
        });
    }
    if words.is_empty() {
        words.push("any JSON".to_owned());
    }
    (words.join(" or "), holds, list)
}

/// The words that may stand, where each has a meaning of its own.
fn words<'a>(part: &'a Value, whole: &'a Value) -> Vec<(&'a str, &'a str)> {
    let part = resolved(part, whole);
    if known(part["$ref"].as_str().unwrap_or_default()).is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    if let (Some(word), Some(says)) = (part["const"].as_str(), part["description"].as_str()) {
        found.push((word, says));
    }
    if let Some(names) = part["enum"].as_array() {
        found.extend(
            names
                .iter()
                .filter_map(Value::as_str)
                .map(|word| (word, "")),
        );
    }
    for form in ["anyOf", "oneOf"] {
        for part in part[form].as_array().into_iter().flatten() {
            found.extend(words(part, whole));
        }
    }
    if let Some(items) = part.get("items") {
        found.extend(
            words(items, whole)
                .into_iter()
                .filter(|_| items["$ref"].is_string()),
        );
    }
    found
}
