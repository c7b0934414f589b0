//! The tags of questions.

use super::Ask;

/// Which algorithm: the tag of [`Ask`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants of `Ask` of the same names say what they are")]
pub enum Algorithm {
    Support,
    Gjk,
    Distance,
    Epa,
    IsaGjk,
    BooleanGjk,
    Voronoi,
    Johnson,
    SignedVolumes,
}

impl Algorithm {
    /// All of them, in the order in which menus list them.
    pub const ALL: [Self; 9] = [
        Self::Support,
        Self::Gjk,
        Self::Distance,
        Self::Epa,
        Self::IsaGjk,
        Self::BooleanGjk,
        Self::Voronoi,
        Self::Johnson,
        Self::SignedVolumes,
    ];

    /// As scene files name it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Gjk => "gjk",
            Self::Distance => "distance",
            Self::Epa => "epa",
            Self::IsaGjk => "isa_gjk",
            Self::BooleanGjk => "boolean_gjk",
            Self::Voronoi => "voronoi",
            Self::Johnson => "johnson",
            Self::SignedVolumes => "signed_volumes",
        }
    }

    /// The names of its options in scene files.
    pub fn options(self) -> Vec<&'static str> {
        crate::scene::schema::fields_of(self.id(), "options")
    }

    /// What can be expected of its answer, by the names in scene files.
    pub fn expectations(self) -> Vec<&'static str> {
        crate::scene::schema::fields_of(self.id(), "expect")
    }

    /// The views that its lesson has, by the ids under which a scene keeps their cameras.
    pub fn views(self) -> &'static [&'static str] {
        &["world", "cso"]
    }

    /// Whether it works on a single simplex and a point.
    pub fn is_simplex(self) -> bool {
        matches!(self, Self::Voronoi | Self::Johnson | Self::SignedVolumes)
    }

    /// This algorithm asked about two bodies, with nothing else said.
    pub fn of(self, a: impl Into<String>, b: impl Into<String>) -> Ask {
        let (a, b) = (a.into(), b.into());
        match self {
            Self::Support => Ask::Support { a, b, options: Default::default(), expect: Default::default() },
            Self::Gjk => Ask::Gjk { a, b, options: Default::default(), expect: Default::default() },
            Self::Distance => Ask::Distance { a, b, options: Default::default(), expect: Default::default() },
            Self::Epa => Ask::Epa { a, b, options: Default::default(), expect: Default::default() },
            Self::IsaGjk => Ask::IsaGjk { a, b, options: Default::default(), expect: Default::default() },
            Self::BooleanGjk => Ask::BooleanGjk { a, b, options: Default::default(), expect: Default::default() },
            Self::Voronoi => Ask::Voronoi { a, b, expect: Default::default() },
            Self::Johnson => Ask::Johnson { a, b, expect: Default::default() },
            Self::SignedVolumes => Ask::SignedVolumes { a, b, expect: Default::default() },
        }
    }
}
