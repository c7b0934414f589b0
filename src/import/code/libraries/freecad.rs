//! Objects of FreeCAD's documents: in, `doc.addObject("Part::Box", "name")`, then fields for sizes and a placement;
//! out, a shape in the store.
//!
//! **Frames.** A box has a vertex at the origin of its placement, a cylinder the center of its base. Angles are in
//! degrees.

use super::calls::word;
use super::further_calls::used_by;
use crate::code::evaluate::value::three_numbers;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value, mark};
use crate::code::join::store::{Store, ranges_of};
use crate::code::pose::angles;
use crate::pose::{Pose, about};

/// Types of objects, each with the name of its rows in the dictionary.
const TYPES: [(&str, &str); 4] = [
    ("Part::Box", "PartBox"),
    ("Part::Sphere", "PartSphere"),
    ("Part::Cylinder", "PartCylinder"),
    ("Part::Cone", "PartCone"),
];

impl Store {
    /// Evaluates a call that makes an object, a placement or a rotation of FreeCAD; `None` for any other call.
    pub fn freecad_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        if !self.uses("freecad") {
            return None;
        }
        match (*names.last()?, arguments) {
            ("addObject", [(_, kind), ..]) => {
                let kind = word(kind)?.trim_matches(['"', '\'']).to_owned();
                let row = TYPES.iter().find(|(name, _)| *name == kind).map_or("PartOther", |(_, row)| row);
                let id = self.shape(&["freecad", row], &[], at);
                self.entities[id].position = Some([0.0; 3]);
                Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
            }
            ("Placement", [(_, base), rest @ ..]) => {
                let rotation = match rest {
                    [(_, rotation)] => rotation.rotation(Some(Order::Last)),
                    _ => rotation(rest),
                };
                let pose = base.vector().zip(rotation).map(|(position, rotation)| Pose { position, rotation });
                self.pose_calls.push(mark(at));
                self.nonidentity_poses.push(mark(at));
                Some(Value { data: pose.map_or(Data::Unknown, Data::Pose), used: used_by(arguments, at), at })
            }
            ("Rotation", [_, ..]) => {
                let data = rotation(arguments).map_or(Data::Unknown, Data::Rotation);
                Some(Value { data, used: used_by(arguments, at), at })
            }
            _ => None,
        }
    }

    /// Sets the position of the placement of an object. Returns whether the names are those of this field.
    pub fn set_placement_base(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let [(_, value)] = arguments else { return false };
        if names != ["Placement", "Base"] {
            return false;
        }
        self.entities[id].used.extend(ranges_of(arguments));
        match value.vector() {
            Some(position) => self.entities[id].position = Some(position),
            None => self.mark_unread(id, "pose", at),
        }
        true
    }
}

/// Returns the rotation of `Rotation(axis, angle)`, `Rotation(yaw, pitch, roll)`, both in degrees, or of a quaternion
/// that ends with w; `None` for other arguments.
fn rotation(arguments: &[NamedValue]) -> Option<[f64; 4]> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    match (arguments, numbers.as_deref()) {
        ([(_, axis), (_, angle)], None) => about(axis.vector()?, angle.number()?.to_radians()),
        (_, Some([x, y, z, w])) => Order::Last.quaternion([*x, *y, *z, *w]),
        (_, Some([_, _, _])) => {
            let [yaw, pitch, roll] = three_numbers(arguments)?.map(f64::to_radians);
            angles::ordered("zyx", [roll, pitch, yaw])
        }
        _ => None,
    }
}
