//! Rotations and poses that constructors, factories and setters of many libraries make: `Quat::from_rotation_x(0.5)`,
//! `btTransform(rotation, origin)`, `Rotation.from_euler("xyz", angles)`.
//!
//! A [`Maker`] holds the call; [`Maker::rotation`] and [`Maker::pose`] return its result, or `None` if the call is not
//! understood. Quaternions are x, y, z, w; angles are radians.

use crate::names::normalized;
use std::collections::BTreeSet;

pub use super::orders::order;
use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value, euler, rotation_of_rows};
use crate::pose::{IDENTITY_ROTATION, Pose, about, product};

/// Call of a function that may make a rotation or a pose.
pub struct Maker<'c> {
    /// Last name, in lower case without underscores.
    pub name: String,
    /// Name of the type in lower case; empty if the call has none.
    pub kind: String,
    pub arguments: &'c [NamedValue],
    /// Libraries whose conventions the call follows.
    pub libraries: &'c BTreeSet<&'static str>,
}

/// Whether a name in lower case is a type of rotations.
pub fn is_rotation(kind: &str) -> bool {
    [
        "quat",
        "rotation",
        "rot2",
        "angleaxis",
        "axisangle",
        "rollpitchyaw",
        "euler",
        "basis",
        "matrix3",
        "mat3",
        "unitcomplex",
        "makerot",
    ]
    .iter()
    .any(|part| kind.contains(part))
        || ["b2rot", "rot", "position2"].contains(&kind)
}

/// Whether a name in lower case is a type of poses.
pub fn is_pose(kind: &str) -> bool {
    ["transform", "isometry", "se3", "motionstate", "matrix4", "mat44", "affine3", "mat4"]
        .iter()
        .any(|part| kind.contains(part))
        || ["pose", "pose3", "pose2", "dpose3", "posed", "pose3d", "rigidpose", "trvec2tform"].contains(&kind)
}

/// Types whose constructor takes an axis and an angle, in lower case.
const AXIS_ANGLE_TYPES: [&str; 6] = ["simd_quat", "simdquat", "btquat", "pxquat", "angleaxis", "axisangle"];

/// Calls that make the identity, in lower case without underscores.
const IDENTITIES: [&str; 7] = ["identity", "sidentity", "getidentity", "setidentity", "unit", "eye", "quatidentity"];

impl Maker<'_> {
    /// Returns the arguments that are numbers.
    fn numbers(&self) -> Vec<f64> {
        self.arguments.iter().filter_map(|(_, value)| value.number()).collect()
    }

    /// Returns the arguments that are vectors.
    fn vectors(&self) -> Vec<[f64; 3]> {
        self.arguments
            .iter()
            .filter(|(_, value)| !matches!(value.data, Data::Rotation(_) | Data::Pose(_)))
            .filter_map(|(_, value)| value.vector())
            .collect()
    }

    /// Whether an argument states that angles are degrees.
    fn has_degrees(&self) -> bool {
        let mut flags = self.arguments.iter().filter(|(key, _)| key.as_deref() == Some("degrees"));
        flags.any(|(_, value)| matches!(&value.data, Data::Word(word) if word.eq_ignore_ascii_case("true")))
    }

    /// Returns three angles, as arguments or in a vector, radians.
    fn angles(&self) -> Option<[f64; 3]> {
        let angles: [f64; 3] = match self.vectors().first() {
            Some(vector) => *vector,
            None => self.numbers().try_into().ok()?,
        };
        Some(if self.has_degrees() { angles.map(f64::to_radians) } else { angles })
    }

    /// Returns the first argument that is a word.
    fn word(&self) -> Option<&str> {
        self.arguments
            .iter()
            .find_map(|(_, value)| if let Data::Word(word) = &value.data { Some(word.as_str()) } else { None })
    }

    /// Returns the rotation of an axis and an angle in either order, or of an axis whose length is the angle.
    fn axis_angle(&self) -> Option<[f64; 4]> {
        match (self.vectors().as_slice(), self.numbers().as_slice()) {
            ([axis], [angle]) => {
                // Unity's `Quaternion.AngleAxis(angle, axis)`.
                let is_in_degrees = self.name == "angleaxis" && self.libraries.contains("unity");
                about(*axis, if is_in_degrees { angle.to_radians() } else { *angle })
            }
            ([scaled], []) => scaled_axis(*scaled),
            _ => None,
        }
    }

    /// Returns the order of four numbers as a quaternion, by the name and the type of the call, else by the libraries.
    pub fn order(&self) -> Option<Order> {
        if self.name.contains("xyzw") || self.name == "fromarray" || self.name == "fromquat" {
            Some(Order::Last)
        } else if self.kind.contains("quaterniond") || self.kind.contains("quaternionf") || self.name.contains("wxyz") {
            Some(Order::First)
        } else if ["btquat", "pxquat", "simd_quat", "simdquat"].iter().any(|kind| self.kind.contains(kind)) {
            Some(Order::Last)
        } else if self.name == "new" && self.kind.contains("quaternion") {
            // nalgebra: `Quaternion::new(w, i, j, k)`. Other languages do not write `new` after the type.
            Some(Order::First)
        } else {
            order(self.libraries)
        }
    }

    /// Returns the letter of the axis in the name of a function that rotates about a coordinate axis.
    fn coordinate_axis(&self) -> Option<&'static str> {
        ["x", "y", "z"].into_iter().find(|letter| {
            [
                format!("fromrotation{letter}"),
                format!("make{letter}rotation"),
                format!("rotation{letter}"),
                format!("rot{letter}"),
                format!("fromrot{letter}"),
            ]
            .contains(&self.name)
        })
    }

    /// Returns the rotation that the call makes.
    pub fn rotation(&self) -> Option<[f64; 4]> {
        let name = self.name.as_str();
        let numbers = self.numbers();
        let is_default = self.arguments.is_empty() && (name == "default" || name == normalized(&self.kind));
        // `np.eye(3)` has one number.
        if is_default || IDENTITIES.contains(&name) && numbers.len() <= 1 {
            return Some(IDENTITY_ROTATION);
        }
        if let [(_, Value { data: Data::Rotation(rotation), .. })] = self.arguments {
            return Some(*rotation);
        }
        if let Some(letter) = self.coordinate_axis()
            && let [angle] = numbers[..]
        {
            return euler(letter, &[angle]);
        }
        match name {
            "fromaxisangle"
            | "srotation"
            | "setfromaxisangle"
            | "angleaxis"
            | "axisangle"
            | "fromangleaxis"
            | "fromanglenormalaxis"
            | "angleaxisd"
            | "angleaxisf"
            | "fromscaledaxis"
            | "fromrotvec"
            | "setrotationaxisangle"
            | "b3makequatfromaxisangle" => self.axis_angle(),
            "b3mulquat" => self.product(),
            "fromeulerangles"
            | "rollpitchyaw"
            | "rollpitchyawd"
            | "getquaternionfromeuler"
            | "seulerangles"
            | "makefromrpy" => {
                let [roll, pitch, yaw] = self.angles()?;
                euler("zyx", &[yaw, pitch, roll])
            }
            // Bullet: yaw about z, pitch about y, roll about x; `setEuler` has yaw about y, pitch about x, roll about
            // z.
            "seteulerzyx" => euler("zyx", &self.angles()?),
            "seteuler" if self.libraries.contains("bullet") => euler("yxz", &self.angles()?),
            // Only Unity has `Quaternion.Euler`.
            "euler" if self.libraries.contains("unity") || self.kind == "quaternion" => {
                let [x, y, z] = self.angles()?.map(f64::to_radians);
                euler("yxz", &[y, x, z])
            }
            "setfromeuler" | "euler" | "setrotationfromeuler" => self.euler_of_three(),
            "fromeuler" => self.euler_by_word(),
            _ => self.quaternion(&numbers),
        }
    }

    /// Returns the rotation of three.js's `Euler(x, y, z, "XYZ")`: angles about x, y and z, and the order of the
    /// product, XYZ by default.
    fn euler_of_three(&self) -> Option<[f64; 4]> {
        let letters = self.word().unwrap_or("XYZ").to_lowercase();
        let by_axis = self.angles()?;
        let angles: Option<Vec<f64>> = letters.chars().map(|letter| Some(by_axis["xyz".find(letter)?])).collect();
        euler(&letters, &angles?)
    }

    /// Returns the product of two rotations.
    fn product(&self) -> Option<[f64; 4]> {
        match self.arguments {
            [(_, Value { data: Data::Rotation(a), .. }), (_, Value { data: Data::Rotation(b), .. })] => {
                Some(product(*a, *b))
            }
            _ => None,
        }
    }

    /// Returns the rotation of Euler angles whose order is a word: glam's `from_euler(EulerRot::XYZ, a, b, c)`, SciPy's
    /// `from_euler("xyz", [a, b, c])`, where lower-case letters are fixed axes.
    fn euler_by_word(&self) -> Option<[f64; 4]> {
        let word = self.word().filter(|word| !word.eq_ignore_ascii_case("true"))?;
        let letters = word.to_lowercase();
        let mut angles = match letters.len() {
            1 | 2 => self.few_angles()?,
            _ => self.angles()?.to_vec(),
        };
        if word == letters {
            let reversed: String = letters.chars().rev().collect();
            angles.reverse();
            return euler(&reversed, &angles);
        }
        euler(&letters, &angles)
    }

    /// Returns one or two angles, as a number or in a list.
    fn few_angles(&self) -> Option<Vec<f64>> {
        let mut values = self.arguments.iter().filter(|(key, _)| key.is_none()).map(|(_, value)| value);
        let angles = values.find_map(|value| match value.number() {
            Some(angle) => Some(vec![angle]),
            None if value.items().is_empty() => None,
            None => value.items().iter().map(|(_, angle)| angle.number()).collect(),
        })?;
        Some(if self.has_degrees() { angles.into_iter().map(f64::to_radians).collect() } else { angles })
    }

    /// Returns the rotation of four numbers, of an axis and an angle, of a matrix, or of a planar angle.
    fn quaternion(&self, numbers: &[f64]) -> Option<[f64; 4]> {
        // Box3D: a vector, then w.
        if let ([(_, vector), (_, w)], "b3quat") = (self.arguments, self.kind.as_str()) {
            let [x, y, z] = vector.vector()?;
            return value::quaternion([x, y, z, w.number()?]);
        }
        match numbers {
            [a, b, c, d] if self.arguments.len() == 4 => return self.order()?.quaternion([*a, *b, *c, *d]),
            // Bullet's constructor of Euler angles.
            [yaw, pitch, roll] if self.kind.contains("btquat") => return euler("yxz", &[*yaw, *pitch, *roll]),
            [_, _, _, _, _, _, _, _, _] if !self.kind.contains("frommatrix") && !self.kind.contains("mat3") => {
                let rows: Vec<Vec<f64>> = numbers.chunks(3).map(<[f64]>::to_vec).collect();
                return rotation_of_rows(&rows);
            }
            [angle] if self.arguments.len() == 1 && self.is_planar() => {
                let angle = if self.name == "degrees" { angle.to_radians() } else { *angle };
                return about([0.0, 0.0, 1.0], angle);
            }
            [_] if AXIS_ANGLE_TYPES.iter().any(|kind| self.kind.contains(kind)) => return self.axis_angle(),
            _ => {}
        }
        match self.arguments {
            [(Some(key), four)] if key == "wxyz" => four.rotation(Some(Order::First)),
            [(Some(key), four)] if key == "xyzw" => four.rotation(Some(Order::Last)),
            [(None, only)] => match only.rows(3).filter(|_| self.name != "fromcols") {
                Some(rows) => rotation_of_rows(&rows),
                None => only.rotation(self.order()),
            },
            _ => self.quaternion_of_record(),
        }
    }

    /// Whether the type is one of planar rotations, `Rot2`, `UnitComplex`, whose constructor takes an angle.
    fn is_planar(&self) -> bool {
        let is_rotation = self.kind.contains("rot") || self.kind.contains("complex");
        is_rotation && !self.kind.contains("matrix")
    }

    /// Returns the rotation of a record: `{ x: …, y: …, z: …, w: … }`.
    fn quaternion_of_record(&self) -> Option<[f64; 4]> {
        let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| {
            let (_, value) = self.arguments.iter().find(|(key, _)| key.as_deref() == Some(name))?;
            value.number()
        });
        value::quaternion([x?, y?, z?, w?])
    }

    /// Returns the pose that the call makes.
    pub fn pose(&self) -> Option<Pose> {
        let name = self.name.as_str();
        if self.arguments.is_empty() || ["identity", "sidentity", "getidentity", "setidentity"].contains(&name) {
            return Some(Pose::default());
        }
        // These need more than a position and a rotation.
        if ["lookingat", "lookat", "inverse", "inversed", "fromscale", "lookto"].contains(&name) {
            return None;
        }
        if self.arguments.iter().any(|(key, _)| key.is_some()) {
            return self.record();
        }
        let numbers = self.numbers();
        if matches!(name, "rotation" | "fromrotation" | "fromaxisangle" | "setrotation") {
            let rotation = self.arguments[0].1.rotation(self.order()).or_else(|| self.axis_angle());
            return rotation.map(|rotation| Pose { position: [0.0; 3], rotation });
        }
        if numbers.len() == self.arguments.len() {
            return match numbers.as_slice() {
                [x, y, z] => Some(Pose::at([*x, *y, *z])),
                [x, y] => Some(Pose::at([*x, *y, 0.0])),
                _ if numbers.len() == 16 => Value::new(Data::List(std::rc::Rc::new(self.arguments.to_vec())), 0).pose(),
                _ => None,
            };
        }
        match self.arguments {
            [(_, one)] => one.pose().or_else(|| one.vector().map(Pose::at)).or_else(|| {
                let rotation = one.rotation(self.order())?;
                Some(Pose { position: [0.0; 3], rotation })
            }),
            [(_, first), (_, second)] => self.pair(first, second),
            // javax.vecmath, libGDX: a scale after the position and the rotation.
            [(_, first), (_, second), (_, scale)]
                if scale.number() == Some(1.0) || scale.vector() == Some([1.0; 3]) =>
            {
                self.pair(first, second)
            }
            _ => None,
        }
    }

    /// Returns the pose of a position and a rotation, in either order.
    fn pair(&self, first: &Value, second: &Value) -> Option<Pose> {
        let order = self.order();
        // A motion state: a pose, and an offset that must be the identity.
        if let (Data::Pose(pose), Data::Pose(offset)) = (&first.data, &second.data) {
            return (*offset == Pose::default()).then_some(*pose);
        }
        if let (Some(position), Some(rotation)) = (first.vector(), second.rotation(order)) {
            return Some(Pose { position, rotation });
        }
        if let (Some(rotation), Some(position)) = (first.rotation(order), second.vector()) {
            return Some(Pose { position, rotation });
        }
        if let Some(rotation) = self.braced_rotation(second) {
            return Some(Pose { position: first.vector()?, rotation });
        }
        match (first.vector(), second.vector(), second.number()) {
            // nalgebra: a translation, and an axis scaled by its angle.
            (Some(position), Some(scaled), _) if self.kind.contains("isometry") || self.name == "new" => {
                Some(Pose { position, rotation: scaled_axis(scaled)? })
            }
            (Some(position), _, Some(angle)) => Some(Pose { position, rotation: about([0.0, 0.0, 1.0], angle)? }),
            _ => None,
        }
    }
}

/// Returns the rotation about an axis whose length is the angle, radians; `None` if it is not finite.
pub fn scaled_axis(scaled: [f64; 3]) -> Option<[f64; 4]> {
    let angle = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    if angle == 0.0 { Some(IDENTITY_ROTATION) } else { about(scaled, angle) }
}
