//! The JSON Schema of numbers, as [`serial`](super::serial) writes them.
//!
//! `exact` is left out where decimals alone are asked for, so no schema requires it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::serial::{Count, Number};
use super::{Quantity, Surd};

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An exact number: a fraction in lowest terms, and the nearest floating-point number.",
            "type": "object",
            "properties": {
                "exact": {"type": "string", "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$"},
                "approx": {"type": "number"},
            },
            "required": ["approx"],
        })
    }
}

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number as a string of digits: it can pass 2^53.",
            "type": "string",
            "pattern": "^-?[0-9]+$",
        })
    }
}

impl JsonSchema for Surd {
    fn schema_name() -> Cow<'static, str> {
        "Surd".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An irrational number a + b·√root, and the nearest floating-point number.",
            "type": "object",
            "properties": {
                "exact": {
                    "type": "object",
                    "properties": {
                        "a": {"type": "string"},
                        "b": {"type": "string"},
                        "root": {"type": "string", "pattern": "^[0-9]+$"},
                    },
                    "required": ["a", "b", "root"],
                },
                "approx": {"type": "number"},
            },
            "required": ["approx"],
        })
    }
}

impl JsonSchema for Quantity {
    fn schema_name() -> Cow<'static, str> {
        "Quantity".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<Number>();
        let surd = generator.subschema_for::<Surd>();
        let coefficients = json_schema!({
            "description": "Whole coefficients from the constant term up.",
            "type": "array",
            "items": {"type": "string", "pattern": "^-?[0-9]+$"},
        });
        json_schema!({
            "description": "A number however well it is known: exact, a surd, between proved bounds, or a function of the bias p.",
            "anyOf": [
                number,
                surd,
                {
                    "description": "Between proved bounds, each exact.",
                    "type": "object",
                    "properties": {"lower": number, "upper": number},
                    "required": ["lower", "upper"],
                },
                {
                    "description": "A function of the bias p, with value and slope where a bias is asked about.",
                    "type": "object",
                    "properties": {
                        "function": {"type": "string"},
                        "numerator": coefficients,
                        "denominator": coefficients,
                        "value": number,
                        "slope": number,
                    },
                    "required": ["function", "numerator", "denominator"],
                },
            ],
        })
    }
}
