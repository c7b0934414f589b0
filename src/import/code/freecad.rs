//! Objects of FreeCAD's documents: `doc.addObject("Part::Box", "name")` with fields for sizes and a placement.
//!
//! **Frames.** A box has a vertex at the origin of its placement, a cylinder the center of its base. Angles are in
//! degrees.

use super::further_calls::used_by;
use super::library_calls::{three_numbers, word};
use super::things::{Store, ranges_of};
use super::value::{Data, NamedValue, Order, Value, mark};
use crate::import::pose::{Pose, about};

/// Types of objects, with the names of their rows in the dictionary.
const TYPES: [(&str, &str); 4] = [
    ("Part::Box", "PartBox"),
    ("Part::Sphere", "PartSphere"),
    ("Part::Cylinder", "PartCylinder"),
    ("Part::Cone", "PartCone"),
];

impl Store {
    /// Evaluates a call that makes an object, a placement or a rotation of FreeCAD; `None` for any other call.
    pub(super) fn freecad_call(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Option<Value> {
        if !self.uses("freecad") {
            return None;
        }
        match (*names.last()?, given) {
            ("addObject", [(_, kind), ..]) => {
                let kind = word(kind)?.trim_matches(['"', '\'']).to_owned();
                let row = TYPES.iter().find(|(own, _)| *own == kind).map_or("PartOther", |(_, row)| row);
                let id = self.shape(&["freecad", row], &[], at);
                self.things[id].position = Some([0.0; 3]);
                Some(Value { data: Data::Thing(id), used: vec![mark(at)], at })
            }
            ("Placement", [(_, base), rest @ ..]) => {
                let rotation = match rest {
                    [(_, rotation)] => rotation.rotation(Some(Order::Last)),
                    _ => rotation(rest),
                };
                let pose = base.vector().zip(rotation).map(|(position, rotation)| Pose { position, rotation });
                self.pose_calls.push(mark(at));
                self.nonidentity_poses.push(mark(at));
                Some(Value { data: pose.map_or(Data::Unknown, Data::Pose), used: used_by(given, at), at })
            }
            ("Rotation", [_, ..]) => {
                let data = rotation(given).map_or(Data::Unknown, Data::Rotation);
                Some(Value { data, used: used_by(given, at), at })
            }
            _ => None,
        }
    }

    /// Sets the position of the placement of an object. Returns whether the names are those of this field.
    pub(super) fn set_placement_base(&mut self, id: usize, names: &[&str], given: &[NamedValue], at: usize) -> bool {
        let [(_, value)] = given else { return false };
        if names != ["Placement", "Base"] {
            return false;
        }
        self.things[id].used.extend(ranges_of(given));
        match value.vector() {
            Some(position) => self.things[id].position = Some(position),
            None => self.doubt(id, "pose", at),
        }
        true
    }
}

/// Returns the rotation about an axis by an angle, by yaw, pitch and roll, or of a quaternion that ends with w.
fn rotation(given: &[NamedValue]) -> Option<[f64; 4]> {
    let numbers: Option<Vec<f64>> = given.iter().map(|(_, value)| value.number()).collect();
    match (given, numbers.as_deref()) {
        ([(_, axis), (_, angle)], None) => about(axis.vector()?, angle.number()?.to_radians()),
        (_, Some([x, y, z, w])) => Order::Last.quaternion([*x, *y, *z, *w]),
        (_, Some([_, _, _])) => {
            let [yaw, pitch, roll] = three_numbers(given)?.map(f64::to_radians);
            super::angles::ordered("zyx", [roll, pitch, yaw])
        }
        _ => None,
    }
}
