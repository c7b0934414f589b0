//! Changes of matter's bodies after their construction: `Body.setPosition`, `Body.translate`, `Body.rotate`,
//! `Body.setAngle`.
//!
//! **Frames.** The factories of `Bodies` have the center among their arguments, so a rotation of the body is about that
//! center.

use super::things::{Problem, Store, ranges_of};
use super::value::NamedValue;
use crate::import::pose::{IDENTITY_ROTATION, Pose, about};

impl Store {
    /// Evaluates a function of matter's `Body`. Returns whether it is one that changes the pose.
    pub(super) fn change_matter_body(&mut self, id: usize, names: &[&str], given: &[NamedValue], at: usize) -> bool {
        let [.., "Body", function] = names else { return false };
        if !self.things[id].path.iter().any(|name| name == "Bodies") {
            return false;
        }
        let moved = match (*function, given) {
            ("translate", [(_, by)]) => by.vector().map(|by| Pose::at(by).then(self.things[id].pose())),
            ("setPosition", [(_, to), ..]) => to
                .vector()
                .zip(self.center(id))
                .map(|(to, center)| Pose::at([to[0] - center[0], to[1] - center[1], 0.0]).then(self.things[id].pose())),
            ("rotate", [(_, by)]) => by.number().and_then(|by| self.turned_about_center(id, by)),
            ("setAngle", [(_, to), ..]) => {
                let thing = &self.things[id];
                let straight = thing.rotation.is_none_or(|rotation| rotation == IDENTITY_ROTATION)
                    && thing.arguments.iter().all(|(_, value)| value.field(&["angle"]).is_none());
                to.number().filter(|_| straight).and_then(|to| self.turned_about_center(id, to))
            }
            ("rotate" | "scale" | "setVertices", _) => None,
            _ => return false,
        };
        let thing = &mut self.things[id];
        thing.used.extend(ranges_of(given));
        match moved {
            Some(pose) => thing.place_at(pose),
            None => thing.problem = Some(Problem { range: at..at + 1, part: "pose" }),
        }
        true
    }

    /// Returns the center of a body in the world.
    fn center(&self, id: usize) -> Option<[f64; 3]> {
        let thing = &self.things[id];
        let [(_, x), (_, y), ..] = &thing.arguments[..] else { return None };
        Some(thing.pose().point([x.number()?, y.number()?, 0.0]))
    }

    /// Returns the pose of a body after a rotation about its center.
    fn turned_about_center(&self, id: usize, angle: f64) -> Option<Pose> {
        let center = Pose::at(self.center(id)?);
        let rotation = Pose { position: [0.0; 3], rotation: about([0.0, 0.0, 1.0], angle)? };
        Some(center.then(rotation).then(center.inverse()).then(self.things[id].pose()))
    }
}
