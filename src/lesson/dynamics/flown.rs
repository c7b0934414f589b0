//! Bodies that one frame takes out of all that there is to see.

use super::scene::{Scene, far, flat};
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::BodyState;

/// A body that one frame takes farther than so many sizes of the scene has flown off: it is drawn where it was.
const FLOWN: f64 = 50.0;

/// The arrow of such a body, in sizes.
const FLIGHT: f64 = 1.5;

impl Scene {
    /// Whether a frame has taken a body out of all that there is to see.
    pub(super) fn has_flown(&self, body: usize, now: &BodyState) -> bool {
        // What is no number has, too.
        !(now.center.distance(self.start[body].center) <= FLOWN * self.span)
    }

    /// Such a body where it was, and to where it went.
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
