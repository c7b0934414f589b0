//! The tags of questions.

use super::Ask;
use crate::scene::model::Dimension;

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
    Sat,
    Voronoi,
    Johnson,
    SignedVolumes,
    Graham,
    Jarvis,
    Quickhull,
}

impl Algorithm {
    /// All of them, in the order in which menus list them.
    pub const ALL: [Self; 13] = [
        Self::Support,
        Self::Gjk,
        Self::Distance,
        Self::Epa,
        Self::IsaGjk,
        Self::BooleanGjk,
        Self::Sat,
        Self::Voronoi,
        Self::Johnson,
        Self::SignedVolumes,
        Self::Graham,
        Self::Jarvis,
        Self::Quickhull,
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
            Self::Sat => "sat",
            Self::Voronoi => "voronoi",
            Self::Johnson => "johnson",
            Self::SignedVolumes => "signed_volumes",
            Self::Graham => "graham",
            Self::Jarvis => "jarvis",
            Self::Quickhull => "quickhull",
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

    /// The views that its lesson has in scenes of this dimension, by the ids under which a scene keeps their cameras.
    pub fn views(self, dimension: Dimension) -> &'static [&'static str] {
        match (self, dimension) {
            (Self::Sat, Dimension::Two) => &["world", "axes"],
            (Self::Sat, Dimension::Three) => &["world", "axes", "sphere"],
            _ if self.is_hull() => &["world"],
            _ => &["world", "cso"],
        }
    }

    /// Whether it finds the convex hull of the points of one body.
    pub fn is_hull(self) -> bool {
        matches!(self, Self::Graham | Self::Jarvis | Self::Quickhull)
    }

    /// How many bodies it is asked about.
    pub fn body_count(self) -> usize {
        if self.is_hull() { 1 } else { 2 }
    }

    /// Whether it answers in scenes of this dimension.
    pub fn is_for(self, dimension: Dimension) -> bool {
        match self {
            Self::Graham | Self::Jarvis => dimension == Dimension::Two,
            Self::Quickhull => dimension == Dimension::Three,
            _ => true,
        }
    }

    /// Whether it works on a single simplex and a point.
    pub fn is_simplex(self) -> bool {
        matches!(self, Self::Voronoi | Self::Johnson | Self::SignedVolumes)
    }

    /// This algorithm asked about two bodies, with nothing else said; one that is asked about one body takes the first.
    pub fn of(self, a: impl Into<String>, b: impl Into<String>) -> Ask {
        let (a, b) = (a.into(), b.into());
        match self {
            Self::Support => Ask::Support { a, b, options: Default::default(), expect: Default::default() },
            Self::Gjk => Ask::Gjk { a, b, options: Default::default(), expect: Default::default() },
            Self::Distance => Ask::Distance { a, b, options: Default::default(), expect: Default::default() },
            Self::Epa => Ask::Epa { a, b, options: Default::default(), expect: Default::default() },
            Self::IsaGjk => Ask::IsaGjk { a, b, options: Default::default(), expect: Default::default() },
            Self::BooleanGjk => Ask::BooleanGjk { a, b, options: Default::default(), expect: Default::default() },
            Self::Sat => Ask::Sat { a, b, options: Default::default(), expect: Default::default() },
            Self::Voronoi => Ask::Voronoi { a, b, expect: Default::default() },
            Self::Johnson => Ask::Johnson { a, b, expect: Default::default() },
            Self::SignedVolumes => Ask::SignedVolumes { a, b, expect: Default::default() },
            Self::Graham => Ask::Graham { body: a, expect: Default::default() },
            Self::Jarvis => Ask::Jarvis { body: a, expect: Default::default() },
            Self::Quickhull => Ask::Quickhull { body: a, expect: Default::default() },
        }
    }
}
