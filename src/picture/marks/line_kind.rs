//! Kinds of lines, and the width and opacity of each.

use super::theme::Ink;

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineKind {
    /// A mark of its own.
    Stroke,
    /// Outline of a body: between a face towards the viewer and none, or one that faces away.
    Outline,
    /// Edge between two faces towards the viewer.
    Crease,
    /// Edge between two faces that face away.
    Hidden,
    /// Intersection of two bodies.
    Seam,
    /// Hatch line across a face.
    Hatch,
    /// A line that connects related points, drawn over everything.
    Link,
}

const SOLID: &[f32] = &[];
const HIDDEN: &[f32] = &[3.0, 3.0];

impl LineKind {
    /// Kind of a solid's edge, by which of its two faces look at the viewer. The outline of a round body is drawn
    /// separately (the hull of its projection), so its edges are at most creases.
    pub fn between(first: bool, second: Option<bool>, round: bool) -> Self {
        match (first, second) {
            (true, Some(true)) => Self::Crease,
            (false, Some(false)) => Self::Hidden,
            _ if round => Self::Crease,
            _ => Self::Outline,
        }
    }

    /// Width and opacity relative to the ink's, and the dashes. `fade` is the mark's value of [`crowding`].
    pub fn share(self, ink: &Ink, fade: f64) -> (f64, f64, &'static [f32]) {
        match self {
            Self::Stroke | Self::Link => (1.0, 1.0, ink.dash),
            Self::Outline => (0.95, 1.0, ink.dash),
            Self::Crease => (0.7, 0.9 * fade, ink.dash),
            Self::Hidden => (0.6, 0.42 * fade, HIDDEN),
            Self::Seam => (0.8, 0.8, SOLID),
            Self::Hatch => (0.6, 0.5, SOLID),
        }
    }

    /// Whether the ink's casing, if any, is drawn under the line.
    pub fn is_cased(self) -> bool {
        matches!(self, Self::Stroke | Self::Outline | Self::Link)
    }
}

/// Opacity factor of inner faces, and of inner edges where they are dense.
pub const INNER_SHARE: f64 = 0.45;

/// Opacity (0 to 1) of the inner edges of each of `marks` marks: low where they are dense. `edges` are pairs of a mark
/// and the projected length of one of its creases or hidden edges, points.
pub fn crowding(marks: usize, edges: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut sums = vec![(0.0, 0usize); marks];
    for (mark, length) in edges {
        sums[mark].0 += length;
        sums[mark].1 += 1;
    }
    let means = sums.into_iter().map(|(sum, count)| if count == 0 { 100.0 } else { sum / count as f64 });
    means.map(|mean| ((mean - 2.0) / 38.0).clamp(0.14, 1.0)).collect()
}
