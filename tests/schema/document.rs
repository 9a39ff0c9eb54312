//! The tables of docs/json.md, from the schemas.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

/// The fields of `query` and `result` of a report, one table for each; or those of what stands alone.
pub(crate) fn tables(schema: &Value) -> String {
    let forms: Vec<&Value> = match schema["anyOf"].as_array() {
        Some(forms) => forms.iter().collect(),
        None => vec![schema],
    };
    let mut text = String::new();
    for form in forms {
        let form = resolved(form, schema);
        let parts = match form["properties"].get("query") {
            Some(query) if form["properties"].get("result").is_some() => {
                vec![("query", query), ("result", &form["properties"]["result"])]
            }
            _ => vec![("field", form)],
        };
        for (head, part) in parts {
            let mut table = Table {
                whole: schema,
                seen: BTreeMap::new(),
                rows: String::new(),
            };
            table.fields(resolved(part, schema), "");
            let rows = table.rows;
            write!(text, "| {head} | type | |\n|---|---|---|\n{rows}\n").expect("a text grows");
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// The schema that a reference stands for.
fn resolved<'a>(part: &'a Value, whole: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(name) => whole.pointer(&name[1..]).expect("a definition"),
        None => part,
    }
}

/// A table being written.
struct Table<'a> {
    whole: &'a Value,
    /// Definitions whose parts stand already, and where.
    seen: BTreeMap<&'a str, String>,
    rows: String,
}

/// The values that may stand in a place.
#[derive(Default)]
struct Kind<'a> {
    words: Vec<String>,
    /// The objects whose fields are to be shown, with the definition each is of.
    holds: Vec<(Option<&'a str>, &'a Value)>,
    list: bool,
}

impl<'a> Table<'a> {
    /// A row for each field of an object, and below it those of what it holds.
    fn fields(&mut self, object: &'a Value, prefix: &str) {
        let required = object["required"].as_array();
        let required = |name: &str| required.is_some_and(|names| names.iter().any(|n| n == name));
        let properties = object["properties"].as_object();
        for (name, part) in properties.into_iter().flatten() {
            let path = format!("{prefix}{name}");
            let optional = if required(name) { "" } else { "?" };
            let kind = self.kind(part);
            let mut words = kind.words.join(" or ");
            let mut below = Vec::new();
            for (definition, object) in kind.holds {
                match definition.and_then(|definition| self.seen.get(definition)) {
                    Some(there) => write!(words, ", as `{there}`").expect("a text grows"),
                    None => below.push(object),
                }
                if let Some(definition) = definition {
                    self.seen.entry(definition).or_insert_with(|| path.clone());
                }
            }
            let mut meaning = part["description"].as_str().unwrap_or_default().to_owned();
            for (word, says) in self.words(part, &path) {
                let between = if meaning.is_empty() { "" } else { " · " };
                let says = match says.trim_end_matches('.') {
                    "" => String::new(),
                    says => format!(": {says}"),
                };
                write!(meaning, "{between}`{word}`{says}").expect("a text grows");
            }
            let meaning = meaning.replace('\n', " ").replace('|', "\\|");
            writeln!(self.rows, "| `{path}`{optional} | {words} | {meaning} |")
                .expect("a text grows");
            let prefix = format!("{path}{}.", if kind.list { "[]" } else { "" });
            for object in below {
                self.fields(object, &prefix);
            }
        }
        for form in ["anyOf", "oneOf"] {
            for part in object[form].as_array().into_iter().flatten() {
                self.fields(resolved(part, self.whole), prefix);
            }
        }
    }

    fn kind(&self, part: &'a Value) -> Kind<'a> {
        if let Some(name) = part["$ref"].as_str() {
            let mut kind = match known(name) {
                Some(word) => Kind {
                    words: vec![word.to_owned()],
                    ..Kind::default()
                },
                None => self.kind(resolved(part, self.whole)),
            };
            if let [(None, _)] = kind.holds.as_slice() {
                kind.holds[0].0 = Some(name);
            }
            return kind;
        }
        if let Some(forms) = ["anyOf", "oneOf"]
            .iter()
            .find_map(|form| part[form].as_array())
        {
            let mut all = Kind::default();
            for form in forms {
                let kind = self.kind(form);
                for word in kind.words {
                    if !all.words.contains(&word) {
                        all.words.push(word);
                    }
                }
                all.holds.extend(kind.holds);
                all.list |= kind.list;
            }
            return all;
        }
        if part["const"].is_string() || part["enum"].is_array() {
            return Kind {
                words: vec!["word".to_owned()],
                ..Kind::default()
            };
        }
        let types = match &part["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            other => other.as_str().into_iter().collect::<Vec<_>>(),
        };
        let mut all = Kind::default();
        for name in types {
            let word = self.typed(name, part, &mut all);
            all.words.push(word);
        }
        if all.words.is_empty() {
            all.words.push("any JSON".to_owned());
        }
        all
    }

    /// The words for a JSON type; what it holds is put into `all`.
    fn typed(&self, name: &str, part: &'a Value, all: &mut Kind<'a>) -> String {
        match name {
            "string" => "text".to_owned(),
            "boolean" => "true or false".to_owned(),
            "number" => "float".to_owned(),
            "array" => {
                all.list = true;
                let items = match part["prefixItems"].as_array() {
                    Some(items) => items.iter().collect(),
                    None => vec![&part["items"]],
                };
                let items: Vec<Kind> = items.into_iter().map(|item| self.kind(item)).collect();
                let names: Vec<String> = items.iter().map(|item| item.words.join(" or ")).collect();
                all.holds
                    .extend(items.into_iter().flat_map(|item| item.holds));
                format!("[{}]", names.join(", "))
            }
            "object" if part["additionalProperties"].is_object() => {
                let values = self.kind(&part["additionalProperties"]);
                all.holds.extend(values.holds);
                format!("{{name: {}}}", values.words.join(" or "))
            }
            "object" => {
                all.holds.push((None, part));
                "object".to_owned()
            }
            other => other.to_owned(),
        }
    }

    /// The words that may stand, with their meanings where they stand for the first time.
    fn words(&mut self, part: &'a Value, path: &str) -> Vec<(&'a str, &'a str)> {
        let mut found = Vec::new();
        if let Some(name) = part["$ref"].as_str() {
            let there = resolved(part, self.whole);
            if known(name).is_some() || there["properties"].is_object() {
                return found;
            }
            found = self.words(there, path);
            if self.seen.contains_key(name) {
                found.iter_mut().for_each(|(_, says)| *says = "");
            } else if !found.is_empty() {
                self.seen.insert(name, path.to_owned());
            }
            return found;
        }
        if let Some(word) = part["const"].as_str() {
            found.push((word, part["description"].as_str().unwrap_or_default()));
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
                found.extend(self.words(part, path));
            }
        }
        if let Some(items) = part.get("items") {
            found.extend(self.words(items, path));
        }
        found
    }
}

/// Numbers, which the document explains once.
fn known(name: &str) -> Option<&'static str> {
    Some(match name.rsplit('/').next()? {
        "Number" => "exact",
        "Quantity" => "number",
        "Surd" => "surd",
        "Count" => "count",
        _ => return None,
    })
}
