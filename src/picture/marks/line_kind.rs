//! Kinds of lines in a drawing, and the width, opacity and dashes of each relative to the ink of its mark.

use super::theme::Ink;

/// Dashes of a solid line: none.
const SOLID: &[f32] = &[];

/// Dash and gap of edges seen through a body, points.
const HIDDEN: &[f32] = &[3.0, 3.0];

/// Mean length of inner edges, points, up to which they have their least opacity.
const DENSE_LENGTH: f64 = 2.0;

/// Mean length of inner edges, points, from which they have full opacity.
const SPARSE_LENGTH: f64 = 40.0;

/// Least opacity of inner edges, so that they remain visible however dense they are.
const MIN_INNER_OPACITY: f64 = 0.14;

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineKind {
    /// A line that is a mark by itself.
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

/// Style of a line relative to its ink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeStyle {
    /// Factor of the ink's width.
    pub width: f64,
    /// Factor of the ink's opacity, 0 to 1.
    pub opacity: f64,
    /// Lengths of dashes and gaps, points; empty for a solid line.
    pub dash: &'static [f32],
}

impl LineKind {
    /// Kind of an edge of a solid, given whether each of its two faces faces the viewer; the second is `None` for an
    /// edge of one face. The outline of a round body is drawn separately (the hull of its projection), so its edges are
    /// at most creases.
    pub fn between(first_faces_viewer: bool, second_faces_viewer: Option<bool>, round: bool) -> Self {
        if second_faces_viewer == Some(first_faces_viewer) {
            return if first_faces_viewer { Self::Crease } else { Self::Hidden };
        }
        if round { Self::Crease } else { Self::Outline }
    }

    /// Style relative to the ink of the line's mark, chosen by eye: strokes and outlines are strongest, edges
    /// behind a body faintest. `inner_opacity` is the mark's result of [`inner_edge_opacity`].
    pub fn relative_style(self, ink: &Ink, inner_opacity: f64) -> RelativeStyle {
        match self {
            Self::Stroke | Self::Link => RelativeStyle { width: 1.0, opacity: 1.0, dash: ink.dash },
            Self::Outline => RelativeStyle { width: 0.95, opacity: 1.0, dash: ink.dash },
            Self::Crease => RelativeStyle { width: 0.7, opacity: 0.9 * inner_opacity, dash: ink.dash },
            Self::Hidden => RelativeStyle { width: 0.6, opacity: 0.42 * inner_opacity, dash: HIDDEN },
            Self::Seam => RelativeStyle { width: 0.8, opacity: 0.8, dash: SOLID },
            Self::Hatch => RelativeStyle { width: 0.6, opacity: 0.5, dash: SOLID },
        }
    }

    /// Whether the ink's casing, if any, is drawn under the line.
    pub fn is_cased(self) -> bool {
        matches!(self, Self::Stroke | Self::Outline | Self::Link)
    }

    /// Whether the line is an edge inside a body's outline.
    pub fn is_inner_edge(self) -> bool {
        matches!(self, Self::Crease | Self::Hidden)
    }
}

/// Opacity factor of the faces of a closed body that face away and are seen through its front.
pub const INNER_FACE_OPACITY: f64 = 0.45;

/// Opacity (0 to 1) of the inner edges of each of `marks` marks: the shorter they are on the screen, and so the
/// denser, the fainter. `edges` are pairs of a mark and the projected length of one of its inner edges, points.
pub fn inner_edge_opacity(marks: usize, edges: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut totals = vec![0.0; marks];
    let mut counts = vec![0usize; marks];
    for (mark, length) in edges {
        totals[mark] += length;
        counts[mark] += 1;
    }
    let opacities = totals.into_iter().zip(counts).map(|(total, count)| {
        if count == 0 {
            return 1.0;
        }
        let mean = total / count as f64;
        ((mean - DENSE_LENGTH) / (SPARSE_LENGTH - DENSE_LENGTH)).clamp(MIN_INNER_OPACITY, 1.0)
    });
    opacities.collect()
}
