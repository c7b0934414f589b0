//! JSON Schema of the file format, derived from the model, and the check of files against it.
//!
//! Editors with the printed schema and this program apply the same limits to single numbers and to lengths of lists and
//! strings. The program also refuses −0 as a whole number and control characters in names. Rules between several fields
//! are not part of the schema.
//!
//! The checker knows only the schema keywords that the model's derive produces. [`unknown_keywords`] finds any other,
//! and a test requires that there are none. The printed schema has two more, for limits that `scene/rules.rs` and the
//! JSON parser apply: `exclusiveMaximum` and `maxProperties`.

mod printed;
mod single_value;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Map, Value};

pub use self::printed::schema;
use self::single_value::{check_constant, check_range, check_text, check_type};
use super::error::{TextError, suggestion};
use super::path::{Path, shortened};
use super::tree::{Field, Kind, Node};
use super::{limits, model};

/// The keywords of a schema.
type Rules = Map<String, Value>;

/// Names of the fields that select a variant of an object.
const TAGS: [&str; 2] = ["type", "algorithm"];

/// Words of older versions of the format or of other tools, with their replacements.
const RENAMED: [(&str, &str); 9] = [
    ("scale", "is called `affine` here, with a `shape` and the three rows of a `matrix`"),
    ("scaled", "is called `affine` here, with a `shape` and the three rows of a `matrix`"),
    ("transform", "is called `affine` here, with a `shape` and the three rows of a `matrix`"),
    ("isa", "is called `isa_gjk` now"),
    ("direction", "is called `boolean_gjk` now"),
    ("penetration", "is called `distance` now"),
    ("gjk2", "is called `gjk` now, in a scene with `\"dimension\": 2`"),
    ("epa2", "is called `epa` now, in a scene with `\"dimension\": 2`"),
    ("direction2", "is called `boolean_gjk` now, in a scene with `\"dimension\": 2`"),
];

/// Schema of a scene file, as the checker applies it.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = Value::from(schemars::schema_for!(model::Scene));
    if let Some(top) = schema.as_object_mut() {
        top.insert(String::from("title"), Value::from("Contact Lens scene"));
    }
    schema
});

/// Whether the keyword `type` is `name`, or a list that contains it.
fn names_type(rules: &Rules, name: &str) -> bool {
    match rules.get("type") {
        Some(Value::String(only)) => only == name,
        Some(Value::Array(names)) => names.iter().any(|listed| listed == name),
        _ => false,
    }
}

/// Largest absolute value of a number with these rules, if they state no smaller one: that of the model's integers
/// (`u32`), or [`limits::MAGNITUDE`].
fn largest_number(rules: &Rules) -> f64 {
    let is_integer = names_type(rules, "integer") || rules.get("format").is_some_and(|format| format == "uint32");
    if is_integer { f64::from(u32::MAX) } else { limits::MAGNITUDE }
}

/// Names of the fields in `expect` of a query with the algorithm `id`; empty for an unknown id.
pub(super) fn expectations_of(id: &str) -> Vec<&'static str> {
    expectation_fields(id).into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

/// Schemas of the fields in `expect` of a query with the algorithm `id`, by name; `None` for an unknown id.
fn expectation_fields(id: &str) -> Option<&'static Map<String, Value>> {
    let variants = SCHEMA["$defs"]["Query"]["oneOf"].as_array()?;
    let variant = variants.iter().find(|variant| variant["properties"]["algorithm"]["const"] == id)?;
    let expect = variant["properties"].get("expect")?;
    let definition = match expect.get("$ref").and_then(Value::as_str) {
        Some(target) => SCHEMA.get("$defs")?.get(target.rsplit('/').next()?)?,
        None => expect,
    };
    definition.get("properties")?.as_object()
}

/// Checks a file's tree against the schema of scenes.
pub(super) fn check(root: &Node) -> Result<(), TextError> {
    check_against(&SCHEMA, root)
}

/// Checks a tree against a schema with its own definitions.
pub(super) fn check_against(schema: &Value, root: &Node) -> Result<(), TextError> {
    Checker { definitions: schema.get("$defs") }.check(root, schema, &Path::Top)
}

/// Returns the schema keywords in `schema` that the checker neither applies nor knows to be annotations or printed
/// limits.
pub fn unknown_keywords(schema: &Value) -> Vec<String> {
    const KNOWN: [&str; 20] = [
        "$schema",
        "$ref",
        "title",
        "description",
        "default",
        "type",
        "format",
        "const",
        "enum",
        "oneOf",
        "anyOf",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "exclusiveMaximum",
        "maxProperties",
    ];
    const RANGE: [&str; 3] = ["minimum", "maximum", "exclusiveMinimum"];
    let mut unknown = Vec::new();
    for (word, inner) in schema.as_object().into_iter().flatten() {
        match (word.as_str(), inner) {
            ("properties" | "$defs", Value::Object(named)) => unknown.extend(named.values().flat_map(unknown_keywords)),
            ("oneOf" | "anyOf", Value::Array(schemas)) => unknown.extend(schemas.iter().flat_map(unknown_keywords)),
            ("items" | "additionalProperties", inner) => unknown.extend(unknown_keywords(inner)),
            (word, _) if KNOWN.contains(&word) || RANGE.contains(&word) => {}
            (word, _) => unknown.push(word.to_owned()),
        }
    }
    unknown
}

/// Value of the field `tag` that selects the variant `choice`; `None` if the variant does not state one.
fn tag_value<'a>(choice: &'a Value, tag: &str) -> Option<&'a str> {
    choice.get("properties")?.get(tag)?.get("const")?.as_str()
}

/// Error with the replacement of an old word; `None` for any other value.
fn renamed_word_error(node: &Node, path: &Path<'_>) -> Option<TextError> {
    let Kind::String(word) = &node.kind else { return None };
    let (old, replacement) = RENAMED.iter().find(|(old, _)| old == word)?;
    Some(TextError::new(node.start, path, format!("`{old}` {replacement}")))
}

/// Checker of a tree against a schema.
struct Checker<'a> {
    /// The schema's `$defs`.
    definitions: Option<&'a Value>,
}

impl<'a> Checker<'a> {
    /// Checks a value against a schema.
    fn check(&self, node: &Node, schema: &'a Value, path: &Path<'_>) -> Result<(), TextError> {
        let Some(rules) = self.resolved(schema) else { return Ok(()) };
        if let Some(choices) = rules.get("oneOf").or(rules.get("anyOf")).and_then(Value::as_array) {
            return self.check_choice(node, choices, path);
        }
        if let Some(constant) = rules.get("const") {
            return check_constant(node, constant, path);
        }
        check_type(node, rules, path)?;
        match &node.kind {
            Kind::Number(number) => check_range(node, *number, rules, path),
            Kind::String(text) => check_text(node, text, rules, path),
            Kind::Array(items) => self.check_items(node, items, rules, path),
            Kind::Object(fields) => self.check_fields(node, fields, rules, path),
            Kind::Null | Kind::Bool(_) => Ok(()),
        }
    }

    /// The keywords of a schema, or of the definition that it refers to; `None` for a schema that allows every value.
    fn resolved(&self, schema: &'a Value) -> Option<&'a Rules> {
        let rules = schema.as_object()?;
        let target = rules.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| target.rsplit_once("/$defs/")) {
            Some((_, name)) => self.definitions?.get(name)?.as_object(),
            None => Some(rules),
        }
    }

    /// Checks a `oneOf` or `anyOf` in one of the forms that the model's derive produces: an optional value (one choice
    /// is null), an object with a tag, one of several words, or a word in place of a list.
    fn check_choice(&self, node: &Node, choices: &'a [Value], path: &Path<'_>) -> Result<(), TextError> {
        if choices.iter().any(is_null) {
            if node.kind == Kind::Null {
                return Ok(());
            }
            return match choices.iter().find(|choice| !is_null(choice)) {
                Some(inner) => self.check(node, inner, path),
                None => Ok(()),
            };
        }
        if let Some(tag) = TAGS.into_iter().find(|tag| choices.iter().all(|choice| tag_value(choice, tag).is_some())) {
            return self.check_tagged(node, choices, tag, path);
        }
        let words = choices.iter().filter_map(|choice| choice.get("const").and_then(Value::as_str));
        let list = choices.iter().find(|choice| choice.get("type").and_then(Value::as_str) == Some("array"));
        if let Kind::String(text) = &node.kind
            && words.clone().any(|word| word == text)
        {
            return Ok(());
        }
        match (&node.kind, list) {
            (Kind::Array(_), Some(list)) => self.check(node, list, path),
            (Kind::String(_), Some(_)) | (_, None) => Err(unknown_word(node, words, path)),
            (_, Some(_)) => {
                let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
                let message = format!("must be {} or a list, but is {}", words.join(", "), node.kind_name());
                Err(TextError::new(node.start, path, message))
            }
        }
    }

    /// Checks an object whose field `tag` selects one of the choices.
    fn check_tagged(&self, node: &Node, choices: &'a [Value], tag: &str, path: &Path<'_>) -> Result<(), TextError> {
        let Kind::Object(_) = node.kind else {
            return Err(TextError::new(node.start, path, format!("must be an object, but is {}", node.kind_name())));
        };
        let mut names = choices.iter().filter_map(|choice| tag_value(choice, tag));
        let Some(Field { value, .. }) = node.field(tag) else {
            let properties = choices.iter().filter_map(|choice| choice.get("properties")?.as_object());
            check_names(node, &properties.collect::<Vec<_>>(), path)?;
            let list: Vec<&str> = names.collect();
            let message = format!("the field `{tag}` is missing; its value is one of {}", list.join(", "));
            return Err(TextError::new(node.start, path, message));
        };
        let variant = choices
            .iter()
            .find(|choice| matches!(&value.kind, Kind::String(word) if tag_value(choice, tag) == Some(word)));
        match variant {
            Some(variant) => self.check(node, variant, path),
            None => {
                let path = path.field(tag);
                Err(renamed_word_error(value, &path).unwrap_or_else(|| unknown_word(value, names.by_ref(), &path)))
            }
        }
    }

    /// Checks the number of items, and each item.
    fn check_items(&self, node: &Node, items: &[Node], rules: &'a Rules, path: &Path<'_>) -> Result<(), TextError> {
        let low = length_limit(rules, "minItems").unwrap_or(0);
        let high = length_limit(rules, "maxItems").unwrap_or(usize::MAX);
        if !(low..=high).contains(&items.len()) {
            let is_too_short = items.len() < low;
            let limit = if is_too_short { low } else { high };
            let comparison = if low == high {
                ""
            } else if is_too_short {
                "at least "
            } else {
                "at most "
            };
            let allowed = format!("{comparison}{limit}");
            let entries = if limit == 1 { "entry" } else { "entries" };
            let message = format!("must have {allowed} {entries}, but has {}", items.len());
            return Err(TextError::new(node.start, path, message));
        }
        let Some(schema) = rules.get("items") else { return Ok(()) };
        items.iter().enumerate().try_for_each(|(i, item)| self.check(item, schema, &path.item(i)))
    }

    /// Checks that all fields are known and valid and that no required one is missing.
    fn check_fields(&self, node: &Node, fields: &[Field], rules: &'a Rules, path: &Path<'_>) -> Result<(), TextError> {
        let Some(known) = rules.get("properties").and_then(Value::as_object) else {
            // A map: any name, and one schema for all values.
            let Some(form) = rules.get("additionalProperties").filter(|form| form.is_object()) else { return Ok(()) };
            return fields.iter().try_for_each(|field| self.check(&field.value, form, &path.field(&field.name)));
        };
        check_names(node, &[known], path)?;
        for field in fields {
            if let Some(schema) = known.get(&field.name) {
                self.check(&field.value, schema, &path.field(&field.name))?;
            }
        }
        let required = rules.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if node.field(name).is_none() {
                let meaning = known.get(name).and_then(|field| field.get("description")).and_then(Value::as_str);
                let meaning = meaning.map_or(String::new(), |text| format!(" ({})", text.trim_end_matches('.')));
                return Err(TextError::new(node.start, path, format!("the field `{name}` is missing{meaning}")));
            }
        }
        Ok(())
    }
}

/// Whether a schema allows null alone.
fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// Value of a keyword that limits the length of a list or string; `None` if it is absent.
fn length_limit(rules: &Rules, word: &str) -> Option<usize> {
    rules.get(word).and_then(Value::as_u64).map(|count| count as usize)
}

/// Value of a keyword that limits a number; `None` if it is absent.
fn number_limit(rules: &Rules, word: &str) -> Option<f64> {
    rules.get(word).and_then(Value::as_f64)
}

/// Checks that every field of an object is in one of these lists of properties.
fn check_names(node: &Node, lists: &[&Rules], path: &Path<'_>) -> Result<(), TextError> {
    let mut fields = node.fields().iter();
    match fields.find(|field| !lists.iter().any(|list| list.contains_key(&field.name))) {
        Some(field) => {
            let known: BTreeSet<&str> = lists.iter().flat_map(|list| list.keys()).map(String::as_str).collect();
            let hint = suggestion(&field.name, known);
            Err(TextError::new(field.start, &path.field(&field.name), format!("unknown field{hint}")))
        }
        None => Ok(()),
    }
}

/// Error of a value that is none of the words.
fn unknown_word<'a>(node: &Node, words: impl IntoIterator<Item = &'a str>, path: &Path<'_>) -> TextError {
    match &node.kind {
        Kind::String(text) => {
            TextError::new(node.start, path, format!("`{}` is not known{}", shortened(text), suggestion(text, words)))
        }
        _ => TextError::new(node.start, path, format!("must be a string, but is {}", node.kind_name())),
    }
}
