//! Selection of a picture's parts: an inset shows few faces; the search for free space and the placement of words need
//! none.

use glam::{DVec2, DVec3};

use crate::picture::marks::line_kind::LineKind;
use crate::picture::{Lens, Solid};

/// Number of vertices of a body above which words do not avoid it.
const MAX_AVOIDED_VERTICES: usize = 400;

/// Parts of a picture to split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// All parts of the picture.
    All,
    /// All parts except faces.
    NoFaces,
    /// Words and what they avoid: dots, lines of their own and outlines, without those of bodies with many vertices.
    Words,
    /// Parts that may be visible in a box of the pane, given by its low and high corner in half pane heights from the
    /// middle: no faces outside of it, and nothing of bodies outside of it.
    Within([DVec2; 2]),
}

impl Selection {
    /// Whether a face with these corners, in view coordinates, is selected.
    pub fn has(self, corners: &[DVec3], lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return self == Self::All };
        let projected: Option<Vec<DVec2>> = corners.iter().map(|corner| lens.project_view(*corner)).collect();
        // A face that is partly behind the near plane may be visible.
        let Some(projected) = projected else { return true };
        !(projected.iter().all(|p| p.x < low.x)
            || projected.iter().all(|p| p.x > high.x)
            || projected.iter().all(|p| p.y < low.y)
            || projected.iter().all(|p| p.y > high.y))
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

    /// Whether any part of a body in this bounding sphere (center and radius, world) is selected. Only parallel cameras
    /// exclude bodies.
    pub fn has_body(self, (middle, radius): (DVec3, f64), lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return true };
        let middle = lens.to_view(middle);
        let ends = [middle, middle + DVec3::X * radius].map(|p| lens.project_view(p));
        let ([Some(spot), Some(rim)], true) = (ends, lens.camera().orthographic) else { return true };
        // Slightly more, since lines have a width.
        let radius = 1.01 * (rim.x - spot.x);
        !(spot.cmplt(low - radius).any() || spot.cmpgt(high + radius).any())
    }
}
