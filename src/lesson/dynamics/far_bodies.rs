//! Bodies that a frame moves far out of the scene: instead of following them, the view shows an arrow at their start.

use super::scene::{Scene, far_length_text, flat};
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::BodyState;

/// Displacement of a body by a frame above which it is drawn at its start, in spans of the scene.
const FAR: f64 = 50.0;

/// Length of the arrow at the start of a far body, in mean radii of the dynamic bodies.
const ARROW: f64 = 1.5;

impl Scene {
    /// Whether the frame moved a body, whose current state is `now`, far out of the scene.
    pub(super) fn is_far_away(&self, body: usize, now: &BodyState) -> bool {
        // The comparison is also false for NaN.
        !(now.center.distance(self.start[body].center) <= FAR * self.span)
    }

    /// Adds a body that is far away at its start, with an arrow in the direction of its motion.
    pub(super) fn add_far_body(
        &self,
        picture: &mut Picture,
        (role, key): (Role, String),
        body: usize,
        now: &BodyState,
    ) {
        let before = &self.start[body];
        picture.body(role, key.clone(), &self.placed(body, before));
        let displacement = now.center - before.center;
        if let Some(direction) = displacement.try_normalize() {
            let tip = before.center + direction * ARROW * self.size;
            picture.arrow(Role::Fault, "flown", flat(before.center), flat(tip));
            picture.label(Role::Fault, "flown", flat(tip), far_length_text(displacement.length()));
        }
    }
}
