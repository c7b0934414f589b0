//! What a line is, and how strongly it is drawn for that.

use super::theme::Ink;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineKind {
    /// A mark of its own.
    Stroke,
    /// The outline of a body: a face on one side, none (or one that looks away) on the other.
    Outline,
    /// An edge between two faces that look at the viewer.
    Crease,
    /// An edge between two faces that look away.
    Hidden,
    /// Where two bodies cut one another.
    Seam,
    /// One of the lines across a face that is told from others by them.
    Hatch,
    /// A line that says what belongs together, over everything.
    Link,
}

const SOLID: &[f32] = &[];
const HIDDEN: &[f32] = &[3.0, 3.0];

impl LineKind {
    /// An edge of a solid by which of its faces look at the viewer. A round body's outline is drawn whole, as the hull of
    /// its shadow, so its edges are at most creases.
    pub fn between(first: bool, second: Option<bool>, round: bool) -> Self {
        match (first, second) {
            (true, Some(true)) => Self::Crease,
            (false, Some(false)) => Self::Hidden,
            _ if round => Self::Crease,
            _ => Self::Outline,
        }
    }

    /// Width and strength as shares of the ink's, and the dashes. `fade` is what [`crowding`] says of the mark.
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

    /// Whether a casing, if the ink has one, is drawn under it.
    pub fn is_cased(self) -> bool {
        matches!(self, Self::Stroke | Self::Outline | Self::Link)
    }
}

/// The strength of inner faces and of inner edges where they crowd.
pub const INNER_SHARE: f64 = 0.45;

/// How strongly the inner edges of each of `marks` marks are drawn, 0 to 1: faintly where they crowd. `edges` are a mark
/// and the length of one of its creases or hidden edges on paper, points.
pub fn crowding(marks: usize, edges: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut sums = vec![(0.0, 0usize); marks];
    for (mark, length) in edges {
        sums[mark].0 += length;
        sums[mark].1 += 1;
    }
    let strength = |(sum, count): (f64, usize)| {
        let mean = if count == 0 { 100.0 } else { sum / count as f64 };
        ((mean - 2.0) / 38.0).clamp(0.14, 1.0)
    };
    sums.into_iter().map(strength).collect()
}
