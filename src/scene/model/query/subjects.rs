//! Subjects of a query: the bodies that it is about, by name.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Selection;

/// Bodies of a query, by name. Used by validation, panels, legends, file names and the renaming of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subjects<'a> {
    /// Two bodies, A and B.
    Pair([&'a str; 2]),
    /// One body of the scene.
    Body(&'a str),
    /// Many bodies in no particular order.
    Bodies(&'a Selection),
    /// All bodies, with their forces, contacts and joints.
    World,
}

/// Bodies of a query, by name, for renaming.
#[derive(Debug)]
pub enum SubjectsMut<'a> {
    /// Two bodies, A and B.
    Pair([&'a mut String; 2]),
    /// One body of the scene.
    Body(&'a mut String),
    /// Many bodies in no particular order.
    Bodies(&'a mut Selection),
    /// All bodies, which are not named.
    World,
}

/// Kind of [`Subjects`], without the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubjectKind {
    /// Two bodies, A and B.
    Pair,
    /// One body of the scene.
    Body,
    /// Many bodies in no particular order.
    Bodies,
    /// All bodies, with their forces, contacts and joints.
    World,
}

/// Maximum number of names that [`Subjects::list`] lists.
const MAX_LISTED: usize = 4;

impl<'a> Subjects<'a> {
    /// The named bodies, each with the field that names it; empty for all bodies.
    pub fn bodies(self) -> impl Iterator<Item = (Cow<'static, str>, &'a str)> {
        let fields = match self {
            Self::Pair([a, b]) => [Some(("a", a)), Some(("b", b))],
            Self::Body(body) => [Some(("body", body)), None],
            Self::Bodies(_) | Self::World => [None, None],
        };
        let list: &[String] = match self {
            Self::Bodies(bodies) => bodies.names(),
            Self::Pair(_) | Self::Body(_) | Self::World => &[],
        };
        let of_fields = fields.into_iter().flatten().map(|(field, name)| (Cow::Borrowed(field), name));
        let of_list = list.iter().enumerate().map(|(i, name)| (Cow::Owned(format!("bodies[{i}]")), name.as_str()));
        of_fields.chain(of_list)
    }

    /// Whether the query is about all bodies of the scene.
    pub fn includes_all_bodies(self) -> bool {
        matches!(self, Self::Bodies(Selection::All) | Self::World)
    }

    /// Returns a predicate that tests in constant time whether a body with this name is a subject.
    pub fn membership_test(self) -> impl Fn(&str) -> bool + use<'a> {
        let names: HashSet<&str> = self.bodies().map(|(_, name)| name).collect();
        move |name| self.includes_all_bodies() || names.contains(name)
    }

    /// The names as a list (`box, sphere`), the number of bodies if there are more than `MAX_LISTED`, or `all
    /// bodies`.
    pub fn list(self) -> String {
        match self {
            Self::Bodies(Selection::All) | Self::World => String::from("all bodies"),
            Self::Bodies(Selection::Named(names)) if names.len() > MAX_LISTED => format!("{} bodies", names.len()),
            Self::Pair(_) | Self::Body(_) | Self::Bodies(_) => {
                self.bodies().map(|(_, name)| name).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The names as in a title: `` `box` and `sphere` ``; of many bodies as [`Self::list`].
    pub fn title(self) -> String {
        match self {
            Self::Pair([a, b]) => format!("`{a}` and `{b}`"),
            Self::Body(body) => format!("`{body}`"),
            Self::Bodies(_) | Self::World => self.list(),
        }
    }
}

impl<'a> SubjectsMut<'a> {
    /// The names of the bodies, mutable; empty for all bodies.
    pub fn names(self) -> impl Iterator<Item = &'a mut String> {
        let (fields, list): ([Option<&mut String>; 2], &mut [String]) = match self {
            Self::Pair([a, b]) => ([Some(a), Some(b)], &mut []),
            Self::Body(body) => ([Some(body), None], &mut []),
            Self::Bodies(bodies) => ([None, None], bodies.names_mut()),
            Self::World => ([None, None], &mut []),
        };
        fields.into_iter().flatten().chain(list)
    }
}
