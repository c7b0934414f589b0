//! Shapes of HC, a library for LÖVE: in, `HC.rectangle(x, y, width, height)` with its corner, then
//! `shape:rotate(angle)`; out, a shape at its center, moved and rotated about it.

use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Store, ranges_of};
use crate::pose::{Pose, about};

impl Store {
    /// Makes a shape of HC at its center; `None` for any other call. `last` is the last of the names.
    pub fn call_of_hc(&mut self, last: &str, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [(_, x), (_, y), sizes @ ..] = arguments else { return None };
        if !["rectangle", "circle"].contains(&last) || !self.uses("hc") || names[0] != "HC" {
            return None;
        }
        let id = self.shape(&["hc", last], sizes, at);
        let position = x.number().zip(y.number());
        let half: Vec<f64> = sizes.iter().filter_map(|(_, value)| Some(0.5 * value.number()?)).collect();
        self.entities[id].used.extend(ranges_of(arguments));
        match (position, last, &half[..]) {
            (Some((x, y)), "rectangle", [w, h]) => self.entities[id].position = Some([x + w, y + h, 0.0]),
            (Some((x, y)), "circle", _) => self.entities[id].position = Some([x, y, 0.0]),
            _ => self.mark_unread(id, "pose", at),
        }
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Rotates a shape of HC about its center, by an angle in radians, or moves it. Returns whether the method is one
    /// of these.
    pub fn move_in_hc(&mut self, id: usize, method: &str, arguments: &[NamedValue]) -> bool {
        if self.entities[id].path.first().is_none_or(|name| name != "hc") {
            return false;
        }
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let entity = &mut self.entities[id];
        let before = entity.pose();
        let after = match (method, numbers.as_deref()) {
            ("rotate", Some([angle])) => rotated(before, *angle),
            ("setRotation", Some([angle])) => rotated(Pose::at(before.position), *angle),
            ("move", Some([x, y])) => {
                let [from_x, from_y, z] = before.position;
                Some(Pose { position: [from_x + x, from_y + y, z], ..before })
            }
            ("moveTo", Some([x, y])) => Some(Pose { position: [*x, *y, 0.0], ..before }),
            _ => return false,
        };
        entity.used.extend(ranges_of(arguments));
        if let Some(after) = after {
            entity.place_at(after);
        }
        true
    }
}

/// Returns a pose after a rotation about its own position in the plane by an angle, radians.
fn rotated(pose: Pose, angle: f64) -> Option<Pose> {
    let rotation = crate::pose::product(about([0.0, 0.0, 1.0], angle)?, pose.rotation);
    Some(Pose { rotation, ..pose })
}
