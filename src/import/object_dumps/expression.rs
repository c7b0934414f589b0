//! Expressions of dumps, divided into the object and the fields after it.

use super::fields::{Field, field, posed_body};
use super::kinds::{self, Kind};

/// Expression, divided into the object and the fields after it.
pub(super) struct Path {
    pub(super) owner: String,
    /// Class that a cast or a namespace states.
    pub(super) kind: Option<Kind>,
    /// Fields with their indices.
    pub(super) fields: Vec<(String, Option<usize>)>,
}

impl Path {
    /// Divides an expression: `((dxBox*)o1)->side`, `body.shapes[0].vertices`, `GetShape(g1)`.
    pub(super) fn new(expression: &str) -> Option<Self> {
        let mut text = expression.trim().trim_start_matches(['*', '&']).to_owned();
        let mut kind = None;
        // Casts.
        while let Some(end) = text.find("*)") {
            let start = text[..end].rfind('(')?;
            let class =
                text[start + 1..end].trim().trim_start_matches("const ").trim_start_matches("struct ").to_owned();
            kind = kind.or(kinds::kind(&class));
            if kinds::is_foreign(&class) {
                return None;
            }
            text.replace_range(start..end + 2, "");
        }
        if text.starts_with('(') && !text.contains("()") {
            text = text.replacen(['(', '*'], "", 1).replacen(')', "", 1);
        }
        let text = text.replace("->", ".").replace("()", "").replace("::", ".");
        let text = text.trim_end_matches(".tolist").trim_end_matches(".toArray").trim_end_matches(".flatten");
        // A query about an object: its last name is the field, its first argument the object.
        if let Some((call, arguments)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            let owner = arguments.split(',').next()?.trim().trim_matches(['"', '\'']).to_owned();
            let others = arguments.split(',').skip(1).map(str::trim);
            // The index of the base of a body.
            if others.into_iter().any(|other| other != "-1") || owner.is_empty() {
                return None;
            }
            let function = call.rsplit('.').next()?.to_owned();
            return Some(Self { owner, kind, fields: vec![(function, None)] });
        }
        let mut fields = Vec::new();
        // An object by its name: `m.geom('ball').size`.
        if let Some((before, after)) = text.split_once("(\'").or_else(|| text.split_once("(\""))
            && let Some((owner, field)) = after.split_once(").")
            && before.chars().all(|c| c.is_alphanumeric() || "._".contains(c))
            && field.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            let owner = owner.trim_matches(['"', '\'']).to_owned();
            return Some(Self { owner, kind, fields: vec![(field.to_owned(), None)] });
        }
        for segment in text.split('.') {
            let (name, index) = match segment.split_once('[') {
                Some((name, index)) => (name, Some(index.strip_suffix(']')?.parse().ok()?)),
                None => (segment, None),
            };
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$@'\" -<>".contains(c));
            fields.push((name.to_owned(), index));
            if !is_name {
                return None;
            }
        }
        Some(Self { owner: String::new(), kind, fields }.with_owner())
    }

    /// Takes the object from the first of several names, and from a single name that is no field.
    fn with_owner(mut self) -> Self {
        let (first, index) = self.fields[0].clone();
        let is_field = field(&first).is_some_and(|field| !matches!(field, Field::Group | Field::Shape | Field::Bodies));
        if self.fields.len() > 1 && !(is_field && index.is_none())
            || field(&first).is_none() && posed_body(&first).is_none()
        {
            self.fields.remove(0);
            self.owner = match index {
                Some(index) => format!("{first}{index}"),
                None => first,
            };
        }
        self
    }
}

/// Returns the kind of shape that the name of a variable states: `box`, `box1`, `box_a`.
pub(super) fn kind_of_name(owner: &str) -> Option<Kind> {
    let bare = owner.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    let bare = bare.strip_suffix("_a").or(bare.strip_suffix("_b")).unwrap_or(bare);
    kinds::kind(bare).map(|kind| Kind { is_declared: false, ..kind })
}
