//! What is known of an algorithm beside its row in the table of questions.

use super::Algorithm;

impl Algorithm {
    /// The names of its options in scene files.
    pub fn options(self) -> Vec<&'static str> {
        crate::scene::schema::fields_of(self.id(), "options")
    }

    /// What can be expected of its answer, by the names in scene files.
    pub fn expectations(self) -> Vec<&'static str> {
        crate::scene::schema::fields_of(self.id(), "expect")
    }

    /// Whether it finds the convex hull of the points of one body.
    pub fn is_hull(self) -> bool {
        matches!(self, Self::Graham | Self::Jarvis | Self::Quickhull)
    }

    /// Whether it works on a single simplex and a point.
    pub fn is_simplex(self) -> bool {
        matches!(self, Self::Voronoi | Self::Johnson | Self::SignedVolumes)
    }
}
