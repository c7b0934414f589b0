//! Path from the top of a JSON text to one of its values: `bodies[1].shape.radius`. Error messages name values this
//! way.

use std::fmt;

/// Path to the value at which a walk through the tree is. Each step borrows the path of the enclosing value, so nothing
/// is allocated before an error message needs the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    /// The file as a whole.
    Top,
    /// Field of the object at the inner path.
    Field(&'a Path<'a>, &'a str),
    /// Item of the list at the inner path.
    Item(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    /// Returns the path to the field `name` of this value.
    pub(super) fn field(&'a self, name: &'a str) -> Self {
        Self::Field(self, name)
    }

    /// Returns the path to the item `index` of this value.
    pub(super) fn item(&'a self, index: usize) -> Self {
        Self::Item(self, index)
    }

    /// Appends the path to a text.
    fn write(&self, out: &mut String) {
        match self {
            Self::Top => {}
            Self::Field(parent, name) => {
                parent.write(out);
                push_field(out, name);
            }
            Self::Item(parent, index) => {
                parent.write(out);
                push_item(out, *index);
            }
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        out.write_str(&text)
    }
}

impl From<&Path<'_>> for String {
    fn from(path: &Path<'_>) -> Self {
        path.to_string()
    }
}

/// Appends a field's name, shortened if it is long.
pub(super) fn push_field(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(&shortened(name));
}

/// Appends an item's index.
pub(super) fn push_item(path: &mut String, index: usize) {
    path.push('[');
    path.push_str(&index.to_string());
    path.push(']');
}

/// Returns the first 40 characters of `text`, control characters escaped, and `…` if there were more.
pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 40;
    let mut short = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == MAX_CHARACTERS {
            short.push('…');
            break;
        }
        if c.is_control() {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    short
}
