//! Bodies that one frame moves far out of the scene.

use super::scene::{Scene, far, flat};
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::BodyState;

/// Displacement, in sizes of the scene, above which a body is drawn at its start.
const FLOWN: f64 = 50.0;

/// Length of the arrow of such a body, in sizes of the scene.
const FLIGHT: f64 = 1.5;

impl Scene {
    /// Whether a frame moved a body far out of the scene.
    pub(super) fn has_flown(&self, body: usize, now: &BodyState) -> bool {
        // The comparison is also false for NaN.
        !(now.center.distance(self.start[body].center) <= FLOWN * self.span)
    }

    /// Adds such a body at its start, with an arrow in the direction of its motion.
    pub(super) fn flown(&self, picture: &mut Picture, (role, key): (Role, String), body: usize, now: &BodyState) {
        let before = &self.start[body];
        picture.body(role, key.clone(), &self.placed(body, before));
        let way = now.center - before.center;
        if let Some(direction) = way.try_normalize() {
            let tip = before.center + direction * FLIGHT * self.size;
            picture.arrow(Role::Fault, "flown", flat(before.center), flat(tip));
            picture.label(Role::Fault, "flown", flat(tip), far(way.length()));
        }
    }
}
