//! What questions are about.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Selection;

/// What a question is about, by name. Validation, panels, legends, file names and the renaming of a body use this.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Subjects<'a> {
    /// Two bodies, A and B.
    Pair([&'a str; 2]),
    /// One body.
    Body(&'a str),
    /// Many bodies, none before the other.
    Crowd(&'a Selection),
    /// All bodies, with what acts on them and between them.
    World,
}

/// The same, to be changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum SubjectsMut<'a> {
    /// Two bodies, A and B.
    Pair([&'a mut String; 2]),
    /// One body.
    Body(&'a mut String),
    /// Many bodies.
    Crowd(&'a mut Selection),
    /// All bodies, which are not named.
    World,
}

/// The kinds of [`Subjects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SubjectKind {
    /// Two bodies, A and B.
    Pair,
    /// One body.
    Body,
    /// Many bodies, none before the other.
    Crowd,
    /// All bodies, with what acts on them and between them.
    World,
}

/// How many names a list or a title gives.
const LISTED: usize = 4;

impl<'a> Subjects<'a> {
    /// The bodies with the fields that name them. All bodies of a scene are named by none.
    pub fn bodies(self) -> impl Iterator<Item = (Cow<'static, str>, &'a str)> {
        let (first, second, many): (_, _, &[String]) = match self {
            Self::Pair([a, b]) => (Some(("a", a)), Some(("b", b)), &[]),
            Self::Body(body) => (Some(("body", body)), None, &[]),
            Self::Crowd(bodies) => (None, None, bodies.names()),
            Self::World => (None, None, &[]),
        };
        let few = first.into_iter().chain(second).map(|(field, name)| (Cow::Borrowed(field), name));
        few.chain(many.iter().enumerate().map(|(i, name)| (Cow::Owned(format!("bodies[{i}]")), name.as_str())))
    }

    /// Whether all bodies of the scene are asked about.
    pub fn is_everybody(self) -> bool {
        matches!(self, Self::Crowd(Selection::All) | Self::World)
    }

    /// Tells of each body by its name whether it is asked about. Quick for many bodies and long lists.
    pub fn chosen(self) -> impl Fn(&str) -> bool + use<'a> {
        let names: HashSet<&str> = self.bodies().map(|(_, name)| name).collect();
        move |name| self.is_everybody() || names.contains(name)
    }

    /// The names, as a list has them: `box, sphere`; of many the first ones and how many there are.
    pub fn list(self) -> String {
        match self {
            Self::Crowd(Selection::All) | Self::World => String::from("all bodies"),
            Self::Crowd(Selection::Named(names)) if names.len() > LISTED => format!("{} bodies", names.len()),
            _ => self.bodies().map(|(_, name)| name).collect::<Vec<_>>().join(", "),
        }
    }

    /// The names, as a title has them: `` `box` and `sphere` ``.
    pub fn title(self) -> String {
        match self {
            Self::Pair([a, b]) => format!("`{a}` and `{b}`"),
            Self::Body(body) => format!("`{body}`"),
            Self::Crowd(_) | Self::World => self.list(),
        }
    }
}

impl<'a> SubjectsMut<'a> {
    /// The names of the bodies. All bodies of a scene are named by none.
    pub fn names(self) -> impl Iterator<Item = &'a mut String> {
        let (first, second, many): (_, _, &mut [String]) = match self {
            Self::Pair([a, b]) => (Some(a), Some(b), &mut []),
            Self::Body(body) => (Some(body), None, &mut []),
            Self::Crowd(bodies) => (None, None, bodies.names_mut()),
            Self::World => (None, None, &mut []),
        };
        first.into_iter().chain(second).chain(many)
    }
}
