//! Binding patterns (destructuring): the names that a loop, a comprehension or a function gives to an element or to its
//! parts, `name, (x, y)`, `[radius, ...]`, `{ half, pos: p }`.

/// Names of an element or of its parts.
#[derive(Clone, Debug)]
pub enum Pattern<'a> {
    Name(&'a str),
    /// Parts in order. JavaScript's square brackets may name only the first parts.
    Parts {
        parts: Vec<Self>,
        may_have_more: bool,
    },
    /// Fields of a record by their keys.
    Fields(Vec<(&'a str, Self)>),
    /// Pattern that is not understood, with the names in it.
    Unknown(Vec<&'a str>),
}

impl<'a> Pattern<'a> {
    /// Creates a pattern that names all parts in order.
    pub fn parts(parts: Vec<Self>) -> Self {
        Self::Parts { parts, may_have_more: false }
    }

    /// Returns all names in the pattern.
    pub fn names(&self) -> Vec<&'a str> {
        match self {
            Self::Name(name) => vec![name],
            Self::Parts { parts, .. } => parts.iter().flat_map(Self::names).collect(),
            Self::Fields(fields) => fields.iter().flat_map(|(_, pattern)| pattern.names()).collect(),
            Self::Unknown(names) => names.clone(),
        }
    }
}
