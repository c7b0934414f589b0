//! Tree of a JSON text. Every value has its place in the text, for errors with line and column.

use super::error::{FieldError, TextError, plain_number};

/// Value and its place: the bytes `start..end` of the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
}

/// A JSON value. Objects keep the order of their fields.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    Array(Vec<Node>),
    Object(Vec<Field>),
}

/// Field of an object; `start` is the byte at which its name begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) start: usize,
    pub(super) name: String,
    pub(super) value: Node,
}

impl Node {
    /// The field `name` of an object; `None` also for any other value.
    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.fields().iter().find(|field| field.name == name)
    }

    /// The value of the field `name` of an object, mutable; `None` also for any other value.
    pub(super) fn field_mut(&mut self, name: &str) -> Option<&mut Self> {
        match &mut self.kind {
            Kind::Object(fields) => fields.iter_mut().find(|field| field.name == name).map(|field| &mut field.value),
            _ => None,
        }
    }

    /// The items of a list, mutable; `None` for any other value.
    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.kind {
            Kind::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The fields of an object; empty for any other value.
    pub(super) fn fields(&self) -> &[Field] {
        match &self.kind {
            Kind::Object(fields) => fields,
            _ => &[],
        }
    }

    /// The kind of value with its article, for messages: `a string`.
    pub(super) fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "true or false",
            Kind::Number(_) => "a number",
            Kind::String(_) => "a string",
            Kind::Array(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// Description for messages: numbers and booleans by value, others by kind.
    pub(super) fn described(&self) -> String {
        match self.kind {
            Kind::Number(number) => plain_number(number),
            Kind::Bool(value) => value.to_string(),
            _ => self.kind_name().to_owned(),
        }
    }

    /// Byte at which the value at `path` (`bodies[1].shape.radius`) begins, or the closest enclosing value that exists.
    pub(super) fn locate(&self, path: &str) -> usize {
        let mut node = self;
        for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
            let inner = match (&node.kind, step.strip_suffix(']')) {
                (Kind::Array(items), Some(index)) => index.parse().ok().and_then(|index: usize| items.get(index)),
                (Kind::Object(_), None) => node.field(step).map(|field| &field.value),
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => break,
            }
        }
        node.start
    }

    /// Converts the error of a field to one with the field's place in the text.
    pub(super) fn fault(&self, FieldError { path, message }: FieldError) -> TextError {
        TextError::new(self.locate(&path), path, message)
    }
}
