//! The JSON Schema of a report, made from the types that are serialised.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

/// Something with a schema.
pub(crate) struct Described {
    pub(crate) name: Cow<'static, str>,
    make: fn(&str, &mut SchemaGenerator) -> Schema,
}

impl Described {
    /// A command: its question and its answer.
    pub(crate) fn of<Q: JsonSchema, A: JsonSchema>(name: String) -> Self {
        Self {
            name: name.into(),
            make: envelope::<Q, A>,
        }
    }

    /// A form that stands alone: a line of a batch, an error.
    pub(crate) const fn whole(
        name: &'static str,
        make: fn(&str, &mut SchemaGenerator) -> Schema,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            make,
        }
    }

    /// The schema, complete.
    pub(crate) fn schema(self) -> Schema {
        let mut generator = SchemaSettings::draft2020_12()
            .for_serialize()
            .into_generator();
        let name = &self.name;
        let made = (self.make)(name, &mut generator);
        let mut schema = json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("urn:siga:schema:{name}:1"),
            "title": format!("siga/{name}/1"),
        });
        for (key, part) in made.as_object().into_iter().flatten() {
            schema.insert(key.clone(), part.clone());
        }
        let definitions = generator.take_definitions(true);
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        tidy(&mut schema);
        schema
    }
}

/// A field that may be left out is `null` only where its description says so; a description is one line.
fn tidy(schema: &mut Schema) {
    if let Some(Value::String(says)) = schema.get_mut("description") {
        *says = says.replace('\n', " ");
    }
    let required = schema.get("required").and_then(Value::as_array).cloned();
    let required = required.unwrap_or_default();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, part) in properties.into_iter().flatten() {
        let says = part["description"].as_str().unwrap_or_default();
        if required.iter().any(|there| there == name) || says.contains("`null`") {
            continue;
        }
        if let Some(types) = part.get_mut("type").and_then(Value::as_array_mut) {
            types.retain(|name| name != "null");
            if let [only] = types.as_slice() {
                part["type"] = only.clone();
            }
        }
        if let Some(forms) = part.get_mut("anyOf").and_then(Value::as_array_mut) {
            forms.retain(|form| form["type"] != "null");
            if let [Value::Object(only)] = forms.as_slice() {
                let only = only.clone();
                if let Some(part) = part.as_object_mut() {
                    part.remove("anyOf");
                    part.extend(only);
                }
            }
        }
    }
    transform_subschemas(&mut tidy, schema);
}

/// `{"schema": …, "version": …, "query": …, "result": …}` of a command.
fn envelope<Q: JsonSchema, A: JsonSchema>(name: &str, generator: &mut SchemaGenerator) -> Schema {
    let query = generator.subschema_for::<Q>();
    let result = generator.subschema_for::<A>();
    json_schema!({
        "type": "object",
        "properties": {
            "id": {"description": "In a batch: the name of the line as it was given, or its number from 1."},
            "status": {"description": "In a batch: the exit status, where it is not 0.", "type": "integer"},
            "schema": {"const": format!("siga/{name}/1")},
            "version": {"description": "The version of siga.", "type": "string"},
            "query": query,
            "result": result,
        },
        "required": ["schema", "version", "query", "result"],
    })
}
