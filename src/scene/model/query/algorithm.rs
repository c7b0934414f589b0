//! What is known of an algorithm beside its row in the table of questions.

use super::Algorithm;

impl Algorithm {
    /// The names of its options in scene files.
    pub fn options(self) -> Vec<&'static str> {
        let ask = self.of("", "");
        ask.options().into_iter().flat_map(|options| options.fields()).map(|about| about.name).collect()
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
