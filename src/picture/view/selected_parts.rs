//! Selection of the parts of a picture that are needed: an inset shows few faces; the search for free space and the
//! placement of labels need none.

use glam::{DVec2, DVec3};

use super::derived_data::BoundingSphere;
use crate::marks::line_kind::LineKind;
use crate::{Lens, Solid};

/// Number of vertices of a body above which words do not avoid it.
const MAX_AVOIDED_VERTICES: usize = 400;

/// Factor of a body's radius that includes the width of its lines.
const LINE_ALLOWANCE: f64 = 1.01;

/// Parts of a picture to split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// All parts of the picture.
    All,
    /// All parts except faces.
    NoFaces,
    /// Words, and the dots and lines that they avoid: marks of their own and outlines, but nothing of bodies with many
    /// vertices.
    Words,
    /// Parts that may be visible in a box of the pane: no faces outside of the box, and nothing of bodies outside of
    /// it. The box is given by its least and greatest corner, in half heights of the pane from its middle, y up.
    Within([DVec2; 2]),
}

impl Selection {
    /// Whether a face with these corners, in view coordinates, is selected.
    pub fn has_face(self, corners: &[DVec3], lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return self == Self::All };
        let projected: Option<Vec<DVec2>> = corners.iter().map(|corner| lens.project_view(*corner)).collect();
        // A face that is partly behind the near plane may be visible.
        let Some(projected) = projected else { return true };
        let is_outside_of_a_side = projected.iter().all(|p| p.x < low.x)
            || projected.iter().all(|p| p.x > high.x)
            || projected.iter().all(|p| p.y < low.y)
            || projected.iter().all(|p| p.y > high.y);
        !is_outside_of_a_side
    }

    /// Whether faces are selected.
    pub fn has_faces(self) -> bool {
        !matches!(self, Self::NoFaces | Self::Words)
    }

    /// Whether lines of this kind are selected.
    pub fn has_lines(self, kind: LineKind) -> bool {
        self != Self::Words || matches!(kind, LineKind::Stroke | LineKind::Outline)
    }

    /// Whether the lines or dots of a solid are selected, by its size.
    pub fn has_solid(self, solid: &Solid) -> bool {
        self != Self::Words || solid.vertices.len() <= MAX_AVOIDED_VERTICES
    }

    /// Whether any part of a body in this bounding sphere may be selected. Only parallel cameras exclude bodies.
    pub fn has_body(self, sphere: BoundingSphere, lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return true };
        if !lens.camera().orthographic {
            return true;
        }
        let center = lens.to_view(sphere.center);
        let points = [center, center + DVec3::X * sphere.radius].map(|p| lens.project_view(p));
        let [Some(center), Some(rim)] = points else { return true };
        let radius = LINE_ALLOWANCE * (rim.x - center.x);
        !(center.cmplt(low - radius).any() || center.cmpgt(high + radius).any())
    }
}
