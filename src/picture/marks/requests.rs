//! Requests of a picture: points that its camera has to show, and details that an inset may magnify. Nothing in them is
//! drawn.

use glam::DVec3;

/// Points and areas that a view should show, in the picture's coordinates.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Requests {
    /// Details that may be magnified. The last one that is small in its pane, or faces away from the eye, gets the
    /// inset.
    pub details: Vec<Detail>,
    /// Points to keep in view, such as those of later steps.
    pub reserved: Vec<DVec3>,
    /// Box (least and greatest corner) within which bystanders have to be in view; `None` for everywhere.
    pub bystander_area: Option<[DVec3; 2]>,
}

/// A detail that is drawn again in a corner of the pane where it would be too small or faces away from the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail {
    /// Center of the ball to magnify, in the picture's coordinates.
    pub center: DVec3,
    /// Radius of the ball.
    pub radius: f64,
    /// Outward direction of a detail that may face away from the eye, and is then drawn from this direction; of any
    /// length. `None` for a detail that is magnified from the camera's direction.
    pub outward: Option<DVec3>,
    /// Direction across which the inset looks, such as the normal of a plane that it shows as a line; of any length.
    /// `None` for another line of sight.
    pub across: Option<DVec3>,
    /// Whether the detail is the subject of the step, which is magnified sooner than other details.
    pub is_subject: bool,
}

impl Requests {
    /// Requests of a picture that has none.
    pub const NONE: Self = Self { details: Vec::new(), reserved: Vec::new(), bystander_area: None };

    /// Adds the requests of a picture drawn over this one.
    pub fn append(&mut self, over: &Self) {
        self.details.extend(&over.details);
        self.reserved.extend(&over.reserved);
        self.bystander_area = joined_areas(over.bystander_area, self.bystander_area);
    }
}

/// Smallest box that contains two boxes; a box is its least and greatest corner.
pub(super) fn joined([lo, hi]: [DVec3; 2], [other_lo, other_hi]: [DVec3; 2]) -> [DVec3; 2] {
    [lo.min(other_lo), hi.max(other_hi)]
}

/// Smallest box that contains those of two boxes that exist; `None` if neither does.
pub(super) fn joined_areas(first: Option<[DVec3; 2]>, second: Option<[DVec3; 2]>) -> Option<[DVec3; 2]> {
    match (first, second) {
        (Some(first), Some(second)) => Some(joined(first, second)),
        (area, None) | (None, area) => area,
    }
}

/// Bounding box of points: least and greatest corner; `None` without points.
pub(super) fn extent(points: &[DVec3]) -> Option<[DVec3; 2]> {
    points.iter().map(|p| [*p; 2]).reduce(joined)
}
