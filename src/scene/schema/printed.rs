//! The schema of scene files as it is printed for editors. It adds to the schema of the checker the limits that the
//! checker applies to all numbers, and those that the JSON parser and `scene/rules.rs` apply to single values.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::{SCHEMA, largest_number, names_type};
use crate::limits;

/// Copy of [`SCHEMA`] with the limits of [`add_limits`].
static PRINTED_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = SCHEMA.clone();
    add_limits(&mut schema);
    schema
});

/// The JSON Schema of a scene file, draft 2020-12, as printed for editors.
pub fn schema() -> &'static Value {
    &PRINTED_SCHEMA
}

/// Adds limits to all schemas within `schema`: to numbers those of [`largest_number`], where they state no narrower
/// ones; to maps the number of fields that the JSON parser accepts; and to some fields those of `scene/rules.rs`.
fn add_limits(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(add_limits),
        Value::Object(rules) => {
            if names_type(rules, "number") || names_type(rules, "integer") {
                let largest = largest_number(rules);
                if !rules.contains_key("minimum") && !rules.contains_key("exclusiveMinimum") {
                    rules.insert(String::from("minimum"), Value::from(-largest));
                }
                rules.entry("maximum").or_insert(Value::from(largest));
            }
            if rules.get("additionalProperties").is_some_and(Value::is_object) {
                rules.insert(String::from("maxProperties"), Value::from(limits::FIELDS));
            }
            rules.values_mut().for_each(add_limits);
            if let Some(Value::Object(fields)) = rules.get_mut("properties") {
                add_rule_limits(fields);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Adds the limits that `scene/rules.rs` applies to single values of these fields, with messages of its own.
fn add_rule_limits(fields: &mut Map<String, Value>) {
    if let Some(angle) = fields.get_mut("fov_y") {
        exclude(angle, "maximum", limits::ANGLE_OF_VIEW);
    }
    if let Some(side) = fields.get_mut("cell").and_then(|cell| cell.get_mut("items")) {
        exclude(side, "minimum", 0.0);
    }
    if let Some(row) = fields.get_mut("heights").and_then(|heights| heights.get_mut("items")) {
        row["minItems"] = Value::from(limits::MIN_HEIGHTS);
    }
    if let Some(mass) = fields.get_mut("masses").and_then(|masses| masses.get_mut("additionalProperties")) {
        exclude(mass, "minimum", 0.0);
    }
}

/// Replaces the keyword `minimum` or `maximum` by the one that excludes `bound`.
fn exclude(schema: &mut Value, keyword: &str, bound: f64) {
    let Value::Object(rules) = schema else { return };
    rules.remove(keyword);
    let exclusive = if keyword == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" };
    rules.insert(String::from(exclusive), Value::from(bound));
}
