//! Selection of a picture's parts: a magnifier shows few faces, and the search for free space needs none.

use glam::{DVec2, DVec3};

use crate::picture::Lens;

/// Parts of a picture to split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// All parts of the picture.
    All,
    /// All parts except faces.
    NoFaces,
    /// Parts that may be visible in a box of the pane, given by its low and high corner in half pane heights from the
    /// middle: no faces outside of it, and nothing of bodies outside of it.
    Within([DVec2; 2]),
}

impl Selection {
    /// Whether a face with these corners, in view coordinates, is selected.
    pub fn has(self, corners: &[DVec3], lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return self == Self::All };
        let spots: Option<Vec<DVec2>> = corners.iter().map(|corner| lens.project_view(*corner)).collect();
        let Some(spots) = spots else { return true };
        !(spots.iter().all(|p| p.x < low.x)
            || spots.iter().all(|p| p.x > high.x)
            || spots.iter().all(|p| p.y < low.y)
            || spots.iter().all(|p| p.y > high.y))
    }

    /// Whether any part of a body in this bounding sphere (center and radius, world) is selected. Only parallel cameras
    /// exclude bodies.
    pub fn has_body(self, (middle, radius): (DVec3, f64), lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return true };
        let middle = lens.to_view(middle);
        let ends = [middle, middle + DVec3::X * radius].map(|p| lens.project_view(p));
        let ([Some(spot), Some(rim)], true) = (ends, lens.camera().orthographic) else { return true };
        let reach = 1.01 * (rim.x - spot.x);
        !(spot.cmplt(low - reach).any() || spot.cmpgt(high + reach).any())
    }
}
