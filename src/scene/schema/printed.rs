//! The schema as printed for editors: the model's, with the limits that the checker applies to every number.

use std::sync::LazyLock;

use serde_json::Value;

use super::{SCHEMA, largest_number, names_type};

/// [`SCHEMA`] with the limits that the checker applies to every number.
static PRINTED_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = SCHEMA.clone();
    add_number_limits(&mut schema);
    schema
});

/// The JSON Schema of a scene file, draft 2020-12, as printed for editors.
pub fn schema() -> &'static Value {
    &PRINTED_SCHEMA
}

/// Adds to all number schemas within `schema` the limits of [`largest_number`], where they state no narrower ones.
fn add_number_limits(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(add_number_limits),
        Value::Object(rules) => {
            if names_type(rules, "number") || names_type(rules, "integer") {
                let largest = largest_number(rules);
                if !rules.contains_key("minimum") && !rules.contains_key("exclusiveMinimum") {
                    rules.insert(String::from("minimum"), Value::from(-largest));
                }
                rules.entry("maximum").or_insert(Value::from(largest));
            }
            rules.values_mut().for_each(add_number_limits);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
