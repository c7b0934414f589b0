//! Bodies that a frame moves far out of the scene, as an unstable solve does. The view does not follow such a body: it
//! shows the body at its start, with an arrow in the direction of its motion and the length of its displacement.

use contact_lens_model::snapshot::dynamics::BodyState;
use contact_lens_picture::{Picture, Role};

use super::scene::{Scene, far_length_text, flat};

/// Displacement by a frame above which a body is drawn at its start, in spans of the moving bodies: at this distance,
/// a view of the whole way would show the other bodies as dots.
const MAX_DISPLACEMENT: f64 = 50.0;

/// Length of the arrow at the start of a far body, in body sizes.
const ARROW_LENGTH: f64 = 1.5;

/// Mark id of the arrow and of its label.
const FLOWN: &str = "flown";

impl Scene {
    /// Whether the frame moved a body, whose current state is `now`, far out of the scene. A body whose position is NaN
    /// is far away.
    pub(super) fn is_far_away(&self, body: usize, now: &BodyState) -> bool {
        let is_near = now.center.distance(self.start[body].center) <= MAX_DISPLACEMENT * self.span;
        !is_near
    }

    /// Adds a body that is far away, in the state before the frame, with an arrow in the direction of its motion. The
    /// arrow is omitted if the direction is not finite.
    pub(super) fn add_far_body(&self, picture: &mut Picture, role: Role, key: String, body: usize, now: &BodyState) {
        let before = &self.start[body];
        picture.body(role, key, &self.placed(body, before));
        let displacement = now.center - before.center;
        if let Some(direction) = displacement.try_normalize() {
            let tip = before.center + direction * ARROW_LENGTH * self.size;
            picture.arrow(Role::Fault, FLOWN, flat(before.center), flat(tip));
            picture.label(Role::Fault, FLOWN, flat(tip), far_length_text(displacement.length()));
        }
    }
}
