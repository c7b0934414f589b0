//! Checks of single values (numbers, strings, and the type of any value) against the keywords of a schema.

use serde_json::Value;

use super::{Rules, largest_number, length_limit, number_limit};
use crate::error::{TextError, plain_number};
use crate::path::{Path, shortened};
use crate::tree::{Kind, Node};

/// Checks that a number or string equals the keyword `const`.
pub(super) fn check_constant(node: &Node, constant: &Value, path: &Path<'_>) -> Result<(), TextError> {
    let is_equal = match (&node.kind, constant) {
        (Kind::Number(number), constant) => constant.as_f64() == Some(*number),
        (Kind::String(text), Value::String(constant)) => text == constant,
        _ => false,
    };
    if is_equal {
        return Ok(());
    }
    let actual = match &node.kind {
        Kind::Number(number) => plain_number(*number),
        Kind::String(text) => format!("`{}`", shortened(text)),
        Kind::Null | Kind::Bool(_) | Kind::Array(_) | Kind::Object(_) => node.kind_name().to_owned(),
    };
    let hint = if path.to_string() == "version" { "; this program does not know that version" } else { "" };
    Err(TextError::new(node.start, path, format!("must be {constant}, but is {actual}{hint}")))
}

/// Checks that a value has one of the types of the keyword `type`.
pub(super) fn check_type(node: &Node, rules: &Rules, path: &Path<'_>) -> Result<(), TextError> {
    let type_names: Vec<&str> = match rules.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    if type_names.iter().any(|name| has_type(node, name)) {
        return Ok(());
    }
    // A second type is null, for optional values.
    let allowed = match type_names.first().copied() {
        Some("integer") => "a whole number",
        Some("boolean") => "true or false",
        Some("number") => "a number",
        Some("string") => "a string",
        Some("array") => "a list",
        _ => "an object",
    };
    Err(TextError::new(node.start, path, format!("must be {allowed}, but is {}", node.described())))
}

/// Whether a value has the type of this name in schemas.
fn has_type(node: &Node, name: &str) -> bool {
    match (&node.kind, name) {
        // −0 is not an integer: its sign would be lost.
        (Kind::Number(number), "integer") => number.fract() == 0.0 && (*number != 0.0 || number.is_sign_positive()),
        (Kind::Null, "null") | (Kind::Bool(_), "boolean") | (Kind::Number(_), "number") => true,
        (Kind::String(_), "string") | (Kind::Array(_), "array") | (Kind::Object(_), "object") => true,
        _ => false,
    }
}

/// Checks a number against its `minimum`, `exclusiveMinimum` and `maximum`, and against [`largest_number`].
pub(super) fn check_range(node: &Node, number: f64, rules: &Rules, path: &Path<'_>) -> Result<(), TextError> {
    match broken_range_rule(number, rules) {
        Some(rule) => Err(TextError::new(node.start, path, format!("{rule}, but is {}", plain_number(number)))),
        None => Ok(()),
    }
}

/// Text of the first range rule that a number breaks: `must be positive`; `None` if it breaks none.
fn broken_range_rule(number: f64, rules: &Rules) -> Option<String> {
    if let Some(minimum) = number_limit(rules, "minimum")
        && number < minimum
    {
        let is_sign_rule = minimum == 0.0;
        return Some(if is_sign_rule { "must not be negative".into() } else { format!("must be at least {minimum}") });
    }
    if let Some(bound) = number_limit(rules, "exclusiveMinimum")
        && number <= bound
    {
        let is_sign_rule = bound == 0.0;
        return Some(if is_sign_rule { "must be positive".into() } else { format!("must be above {bound}") });
    }
    let largest = largest_number(rules);
    let maximum = number_limit(rules, "maximum");
    if number.abs() <= maximum.unwrap_or(largest).min(largest) {
        return None;
    }
    Some(match maximum {
        Some(maximum) => format!("must be at most {maximum}"),
        None => format!("must not be beyond {largest:e}"),
    })
}

/// Checks the length of a string, in characters, against `minLength` and `maxLength`.
pub(super) fn check_text(node: &Node, text: &str, rules: &Rules, path: &Path<'_>) -> Result<(), TextError> {
    let length = text.chars().count();
    if length < length_limit(rules, "minLength").unwrap_or(0) {
        return Err(TextError::new(node.start, path, "must not be empty"));
    }
    match length_limit(rules, "maxLength") {
        Some(limit) if length > limit => {
            Err(TextError::new(node.start, path, format!("must have at most {limit} characters, but has {length}")))
        }
        _ => Ok(()),
    }
}
