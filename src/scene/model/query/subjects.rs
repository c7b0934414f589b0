//! What questions are about.

/// What a question is about, by name. Validation, panels, legends, file names and the renaming of a body use this.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Subjects<'a> {
    /// Two bodies, A and B.
    Pair([&'a str; 2]),
    /// One body.
    Body(&'a str),
}

impl<'a> Subjects<'a> {
    /// The bodies with the fields that name them.
    pub fn bodies(self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let (first, second) = match self {
            Self::Pair([a, b]) => (("a", a), Some(("b", b))),
            Self::Body(body) => (("body", body), None),
        };
        std::iter::once(first).chain(second)
    }

    /// The names, as a list has them: `box, sphere`.
    pub fn list(self) -> String {
        let names: Vec<&str> = self.bodies().map(|(_, name)| name).collect();
        names.join(", ")
    }

    /// The names, as a title has them: `` `box` and `sphere` ``.
    pub fn title(self) -> String {
        match self {
            Self::Pair([a, b]) => format!("`{a}` and `{b}`"),
            Self::Body(body) => format!("`{body}`"),
        }
    }
}
