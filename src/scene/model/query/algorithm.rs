//! Properties of algorithms that follow from the table of queries: names of options, and groups.

use super::Algorithm;

impl Algorithm {
    /// Names of the algorithm's options in scene files.
    pub fn options(self) -> Vec<&'static str> {
        let ask = self.of("", "");
        ask.options().into_iter().flat_map(|options| options.fields()).map(|about| about.name).collect()
    }

    /// Whether the algorithm finds the convex hull of the points of one body.
    pub fn is_hull(self) -> bool {
        matches!(self, Self::Graham | Self::Jarvis | Self::Quickhull)
    }

    /// Whether the algorithm finds the nearest point of one simplex to a point.
    pub fn is_simplex(self) -> bool {
        matches!(self, Self::Voronoi | Self::Johnson | Self::SignedVolumes)
    }
}
