//! What of a picture somebody wants to see: a lens shows little of it, and where there is room is told without faces.

use glam::{DVec2, DVec3};

use super::Lens;

/// What of a picture is cut up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// Everything.
    All,
    /// Everything but faces.
    NoFaces,
    /// What may be seen in a box of the pane, low and high in halves of its height from the middle: no faces outside it, and none
    /// of a body outside it.
    Within([DVec2; 2]),
}

impl Wanted {
    /// Whether a face is, with these corners in view coordinates.
    pub fn has(self, corners: &[DVec3], lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return self == Self::All };
        let spots: Option<Vec<DVec2>> = corners.iter().map(|corner| lens.project_view(*corner)).collect();
        let Some(spots) = spots else { return true };
        let outside = |side: &dyn Fn(DVec2) -> bool| spots.iter().all(|spot| side(*spot));
        !(outside(&|p| p.x < low.x)
            || outside(&|p| p.x > high.x)
            || outside(&|p| p.y < low.y)
            || outside(&|p| p.y > high.y))
    }

    /// Whether anything of a body is that lies in this sphere: middle and radius, world. Only parallel rays tell that it is not.
    pub fn has_body(self, (middle, radius): (DVec3, f64), lens: &Lens) -> bool {
        let Self::Within([low, high]) = self else { return true };
        let middle = lens.to_view(middle);
        let ends = [middle, middle + DVec3::X * radius].map(|p| lens.project_view(p));
        let ([Some(spot), Some(rim)], true) = (ends, lens.camera().orthographic) else { return true };
        let reach = 1.01 * (rim.x - spot.x);
        !(spot.cmplt(low - reach).any() || spot.cmpgt(high + reach).any())
    }
}
