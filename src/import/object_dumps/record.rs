//! Records of bodies: the facts that a dump states about each body and its shapes.

use std::collections::BTreeMap;

use super::fields::Field;
use super::kinds::Kind;
use super::value::Value;

/// Value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub(super) value: Value,
    /// Name of the field, as [`plain`] returns it.
    pub(super) name: String,
    /// Offset in the text, bytes.
    pub(super) start: usize,
}

impl Fact {
    /// Error of a value that is not understood.
    pub(super) fn error(&self) -> ErrorAt {
        (self.start, unknown(&self.name))
    }
}

/// Facts about a shape.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeRecord {
    pub(super) kind: Option<Kind>,
    pub(super) facts: BTreeMap<Field, Fact>,
    /// Facts about the pose of the shape in the frame of its body.
    pub(super) local: BTreeMap<Field, Fact>,
}

/// Facts about a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// Object that the facts belong to; empty if it has a general name.
    pub(super) owner: String,
    pub(super) name: String,
    pub(super) shapes: Vec<ShapeRecord>,
    pub(super) pose: BTreeMap<Field, Fact>,
    /// Kinds of facts in the order of the text: fields of the pose; `None` for the shape.
    pub(super) order: Vec<Option<Field>>,
    /// Offset in the text, bytes.
    pub(super) start: usize,
}

/// Offset of an error in the text, bytes, and its message.
pub(super) type ErrorAt = (usize, String);

/// Error of a field that is not in the table.
pub(super) fn unknown(name: &str) -> String {
    format!("the field `{name}` is not understood; remove it if it does not affect the shape or its pose")
}
