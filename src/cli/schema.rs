//! `siga schema`: the JSON Schema of everything siga writes and reads as JSON, made from the types that are serialised.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;

use super::failure::Failure;
use super::report::{Reply, Report};
use super::sheet::{Sheet, Style};
use super::{
    alignment, ask, batch, check, compare, daldos, rules, sidja, sig, tables, throw, throws,
};
use crate::names::near;

/// Something with a schema.
#[derive(Clone, Copy)]
pub(super) struct Described {
    name: &'static str,
    make: fn(&str, &mut SchemaGenerator) -> Schema,
    /// What it describes, where no type says it.
    says: Option<&'static str>,
}

impl Described {
    /// A report.
    pub(super) const fn report<R: Reply>() -> Self {
        Self {
            name: R::NAME,
            make: envelope::<R>,
            says: None,
        }
    }

    /// A report that has two forms.
    pub(super) const fn either<R: Reply, S: Reply>(says: &'static str) -> Self {
        Self {
            name: R::NAME,
            make: |name, generator| {
                let forms = [
                    envelope::<R>(name, generator),
                    envelope::<S>(name, generator),
                ];
                json_schema!({ "anyOf": forms })
            },
            says: Some(says),
        }
    }

    /// What stands alone: a line of a batch, an error.
    pub(super) const fn whole<T: JsonSchema>(name: &'static str) -> Self {
        Self {
            name,
            make: |_, generator| T::json_schema(generator),
            says: None,
        }
    }

    /// The schema, complete.
    fn schema(self) -> Schema {
        let mut generator = SchemaSettings::draft2020_12()
            .for_serialize()
            .into_generator();
        let name = self.name;
        let made = (self.make)(name, &mut generator);
        let mut schema = json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("urn:siga:schema:{name}:1"),
            "title": format!("siga/{name}/1"),
        });
        if let Some(says) = self.says {
            schema.insert("description".to_owned(), says.into());
        }
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

/// Everything that has a schema.
fn all() -> impl Iterator<Item = Described> {
    let games = [
        throw::REPORTS,
        throws::REPORTS,
        daldos::REPORTS,
        sig::REPORTS,
        sidja::REPORTS,
        alignment::REPORTS,
        compare::REPORTS,
        check::REPORTS,
        tables::REPORTS,
        rules::REPORTS,
        REPORTS,
        batch::REPORTS,
        ask::REPORTS,
    ];
    games.into_iter().flatten().copied()
}

const REPORTS: &[Described] = &[Described::report::<SchemasReport>()];

/// `{"schema": …, "version": …, "query": …, "result": …}` of a report.
fn envelope<R: Reply>(name: &str, generator: &mut SchemaGenerator) -> Schema {
    let query = generator.subschema_for::<R::Query>();
    let result = generator.subschema_for::<R::Result>();
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

/// The schema with a name: of `siga/NAME/1`.
pub(super) fn schema(name: &str) -> Option<Value> {
    let found = all().find(|described| described.name == name)?;
    Some(found.schema().to_value())
}

/// The names of all schemas.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    all().map(|described| described.name)
}

/// The text of the schema with a name, `throw` or `siga/throw/1`.
pub(super) fn text(name: &str) -> Result<Vec<u8>, Failure> {
    let bare = name.strip_prefix("siga/").unwrap_or(name);
    let bare = bare.strip_suffix("/1").unwrap_or(bare);
    let Some(schema) = schema(bare) else {
        let near = near(bare, names()).map(|near| format!(" (did you mean `{near}`?)"));
        return Err(Failure::input(format!(
            "there is no schema `{name}`{}; `siga schema` lists them",
            near.unwrap_or_default()
        )));
    };
    let mut bytes = serde_json::to_vec_pretty(&schema).map_err(std::io::Error::from).map_err(Failure::writing)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The list of schemas.
pub(super) struct SchemasReport;

/// The question for the list of schemas.
#[derive(Serialize, JsonSchema)]
pub(super) struct Query {
    command: &'static str,
}

/// Everything that has a schema.
#[derive(Serialize, JsonSchema)]
pub(super) struct Schemas {
    schemas: Vec<Listed>,
}

/// A schema there is.
#[derive(Serialize, JsonSchema)]
struct Listed {
    /// What stands between `siga/` and `/1`.
    name: &'static str,
    /// What it describes.
    meaning: String,
}

fn listed() -> Vec<Listed> {
    let meaning = |schema: Schema| {
        let schema = schema.to_value();
        let text = |at: &str| Some(schema.pointer(at)?.as_str()?.to_owned());
        let result = text("/properties/result/$ref");
        let result =
            result.and_then(|at| text(&format!("{}/description", at.trim_start_matches('#'))));
        let result = result.or_else(|| text("/properties/result/description"));
        result.or_else(|| text("/description")).unwrap_or_default()
    };
    let listed = all().map(|described| Listed {
        name: described.name,
        meaning: meaning(described.schema()),
    });
    listed.collect()
}

impl Reply for SchemasReport {
    const NAME: &'static str = "schemas";
    type Query = Query;
    type Result = Schemas;

    fn query(&self) -> Query {
        Query { command: "schema" }
    }

    fn result(&self) -> Schemas {
        Schemas { schemas: listed() }
    }
}

impl Report for SchemasReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        vec![
            Sheet::of(listed())
                .text("name", |schema| schema.name)
                .text("meaning", |schema| schema.meaning.clone())
                .named("schemas", "JSON Schemas: `siga schema NAME` prints one"),
        ]
    }
}
