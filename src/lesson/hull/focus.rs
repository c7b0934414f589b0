//! Parts of Quickhull's current hull that the figures of a step show, and the directions from which they show them.

use glam::DVec3;

use super::{HullView, side_of_plane};
use crate::Focus;

/// Horizontal part of the view direction of the visible faces, relative to their unit normal: the faces are seen best
/// from the front.
const ACROSS_FACES: f64 = 0.4;

/// Horizontal part of the view direction of the new faces, relative to their unit normal: the apex must not cover the
/// vertex behind it.
const ACROSS_CONE: f64 = 0.25;

/// Horizontal part of the view direction of the apex's height, relative to the unit normal of its face: the height is
/// seen best from the side.
const ACROSS_HEIGHT: f64 = 2.0;

/// Smallest radius of the focus, in radii of the cloud: the hull around it stays recognizable.
const LEAST_FOCUS: f64 = 0.25;

/// Radius of the focus, in sizes of the box around the horizon and the apex.
const FOCUS_OF_SUBJECT: f64 = 0.75;

/// Size of the box around the horizon and the apex, in radii of the cloud, above which the whole hull is shown.
const LARGE_SUBJECT: f64 = 1.0;

impl HullView<'_> {
    /// Focus that shows a hull that is a polygon, nearly along the normal of its plane; `None` for other hulls.
    pub(super) fn focus_on_plane(&self) -> Option<Focus> {
        let [a, b, c] = *self.after.extremes else { return None };
        let side = side_of_plane([a, b, c].map(|point| self.context.position(point)))?;
        Some(Focus { side: Some(side), points: Vec::new() })
    }

    /// Focus that shows the visible faces; `None` without them.
    pub(super) fn focus_on_faces(&self) -> Option<Focus> {
        let seen = self.after.visible.iter().map(|tested| self.area(tested.face));
        self.focus(seen.sum(), ACROSS_FACES)
    }

    /// Focus that shows the new faces, in which small faces count as much as large ones; `None` without new faces.
    pub(super) fn focus_on_new_faces(&self) -> Option<Focus> {
        let added = self.after.added..self.after.made;
        self.focus(added.map(|face| self.area(face).normalize_or_zero()).sum(), ACROSS_CONE)
    }

    /// Focus that shows the distance of the apex from the plane of the face whose conflict list contained it. `None`
    /// without such a face.
    pub(super) fn focus_on_height(&self) -> Option<Focus> {
        self.focus(self.area(self.after.start_face?), ACROSS_HEIGHT)
    }

    /// Focus on the horizon and the apex, seen from the direction of the outward area vector `area`, turned sideways:
    /// `across` is the length of the horizontal part relative to the unit normal. `None` for faces without area.
    fn focus(&self, area: DVec3, across: f64) -> Option<Focus> {
        let normal = area.try_normalize()?;
        // The horizontal direction across the normal that points toward the front.
        let sideways = normal.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::X);
        let sideways = if sideways.z < 0.0 { -sideways } else { sideways };
        let ends = self.after.horizon.iter().map(|edge| edge.ends[0]);
        let subject: Vec<DVec3> = ends.chain(self.after.apex).map(|point| self.context.position(point)).collect();
        let low = subject.iter().copied().reduce(DVec3::min)?;
        let high = subject.iter().copied().reduce(DVec3::max)?;
        let center = low.midpoint(high);
        let size = high.distance(low);
        let radius = (FOCUS_OF_SUBJECT * size).max(LEAST_FOCUS * self.context.radius());
        let mut points = Vec::new();
        let is_large = size > LARGE_SUBJECT * self.context.radius();
        if !is_large {
            points = subject;
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                points.extend([center + radius * axis, center - radius * axis]);
            }
        }
        Some(Focus { side: Some(normal + across * sideways), points })
    }
}
