//! Evaluation of rotations and poses that constructors, factories and setters of many libraries make.

use std::collections::BTreeSet;

use crate::import::code::evaluate::value;

pub use super::orders::order;
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Value, euler, rotation_of_rows};
use crate::import::pose::{IDENTITY_ROTATION, Pose, about, product};

/// Call of a function that may make a rotation or a pose.
pub struct Maker<'c> {
    /// Last name, in lower case without underscores.
    pub name: String,
    /// Name of the type in lower case.
    pub kind: String,
    pub arguments: &'c [NamedValue],
    pub libraries: &'c BTreeSet<&'static str>,
}

/// Converts a name to lower case without underscores.
pub fn normalized(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Whether a name is a type of rotations.
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

/// Whether a name is a type of poses.
pub fn is_pose(kind: &str) -> bool {
    ["transform", "isometry", "se3", "motionstate", "matrix4", "mat44", "affine3", "mat4"]
        .iter()
        .any(|part| kind.contains(part))
        || ["pose", "pose3", "pose2", "dpose3", "posed", "pose3d", "rigidpose", "trvec2tform"].contains(&kind)
}

/// Calls that make the identity.
const IDENTITIES: [&str; 7] = ["identity", "sidentity", "getidentity", "setidentity", "unit", "eye", "quatidentity"];

impl Maker<'_> {
    fn numbers(&self) -> Vec<f64> {
        self.arguments.iter().filter_map(|(_, value)| value.number()).collect()
    }

    fn vectors(&self) -> Vec<[f64; 3]> {
        self.arguments
            .iter()
            .filter(|(_, value)| !matches!(value.data, Data::Rotation(_) | Data::Pose(_)))
            .filter_map(|(_, value)| value.vector())
            .collect()
    }

    /// Whether an argument states that angles are degrees.
    fn has_degrees(&self) -> bool {
        self.arguments.iter().any(|(key, value)| {
            key.as_deref() == Some("degrees")
                && matches!(&value.data, Data::Word(word) if word.eq_ignore_ascii_case("true"))
        })
    }

    /// Returns three angles, as arguments or in a vector.
    fn angles(&self) -> Option<[f64; 3]> {
        let numbers = self.numbers();
        let degrees = self.has_degrees();
        let all: [f64; 3] = match self.vectors().first() {
            Some(vector) => *vector,
            None => numbers.try_into().ok()?,
        };
        Some(if degrees { all.map(f64::to_radians) } else { all })
    }

    fn word(&self) -> Option<&str> {
        self.arguments
            .iter()
            .find_map(|(_, value)| if let Data::Word(word) = &value.data { Some(word.as_str()) } else { None })
    }

    /// Returns the rotation of an axis and an angle in either order, or of an axis whose length is the angle.
    fn axis_angle(&self) -> Option<[f64; 4]> {
        match (self.vectors().as_slice(), self.numbers().as_slice()) {
            ([axis], [angle]) => about(
                *axis,
                if self.name == "angleaxis" && self.libraries.contains("unity") { angle.to_radians() } else { *angle },
            ),
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

    /// Returns the rotation that a call makes.
    pub fn rotation(&self) -> Option<[f64; 4]> {
        let name = self.name.as_str();
        let numbers = self.numbers();
        let empty = self.arguments.is_empty() && (name == "default" || name == normalized(&self.kind));
        if IDENTITIES.contains(&name) && numbers.len() <= 1 || empty {
            return Some(IDENTITY_ROTATION);
        }
        let rotation_argument = self
            .arguments
            .iter()
            .find_map(|(_, value)| if let Data::Rotation(rotation) = value.data { Some(rotation) } else { None });
        if let (Some(rotation), 1) = (rotation_argument, self.arguments.len()) {
            return Some(rotation);
        }
        if let (Some(letter), [angle]) = (self.coordinate_axis(), numbers.as_slice()) {
            return euler(letter, &[*angle]);
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
            "seteulerzyx" => euler("zyx", &self.angles()?),
            "seteuler" if self.libraries.contains("bullet") => euler("yxz", &self.angles()?),
            // Only Unity has `Quaternion.Euler`.
            "euler" if self.libraries.contains("unity") || self.kind == "quaternion" => {
                let [x, y, z] = self.angles()?.map(f64::to_radians);
                euler("yxz", &[y, x, z])
            }
            "setfromeuler" | "euler" | "setrotationfromeuler" => {
                let letters = self.word().unwrap_or("XYZ").to_lowercase();
                let all = self.angles()?;
                let angles: Option<Vec<f64>> = letters.chars().map(|c| Some(all["xyz".find(c)?])).collect();
                euler(&letters, &angles?)
            }
            "fromeuler" => self.euler_by_word(),
            _ => self.quaternion(&numbers),
        }
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
            [yaw, pitch, roll] if self.kind.contains("btquat") => return euler("yxz", &[*yaw, *pitch, *roll]),
            [_, _, _, _, _, _, _, _, _] if !self.kind.contains("frommatrix") && !self.kind.contains("mat3") => {
                let rows: Vec<Vec<f64>> = numbers.chunks(3).map(<[f64]>::to_vec).collect();
                return rotation_of_rows(&rows);
            }
            [angle]
                if self.arguments.len() == 1
                    && (self.kind.contains("rot") || self.kind.contains("complex"))
                    && !self.kind.contains("matrix") =>
            {
                return about([0.0, 0.0, 1.0], if self.name == "degrees" { angle.to_radians() } else { *angle });
            }
            _ => {}
        }
        if numbers.len() == 1
            && (self.kind.contains("simd_quat")
                || self.kind.contains("simdquat")
                || self.kind.contains("btquat")
                || self.kind.contains("pxquat")
                || self.kind.contains("angleaxis")
                || self.kind.contains("axisangle"))
        {
            return self.axis_angle();
        }
        if let [(Some(key), only)] = self.arguments
            && ["wxyz", "xyzw"].contains(&key.as_str())
        {
            return only.rotation(Some(if key == "wxyz" { Order::First } else { Order::Last }));
        }
        if let [(None, only)] = self.arguments {
            let rows = only.rows(3).filter(|_| self.name != "fromcols");
            return rows.map_or_else(|| only.rotation(self.order()), |rows| rotation_of_rows(&rows));
        }
        // A record: `{ x: …, y: …, z: …, w: … }`.
        let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| {
            let (_, value) = self.arguments.iter().find(|(key, _)| key.as_deref() == Some(name))?;
            value.number()
        });
        value::quaternion([x?, y?, z?, w?])
    }

    /// Returns the pose that a call makes.
    pub fn pose(&self) -> Option<Pose> {
        let name = self.name.as_str();
        if self.arguments.is_empty() || ["identity", "sidentity", "getidentity", "setidentity"].contains(&name) {
            return Some(Pose::default());
        }
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

/// Rotation about an axis whose length is the angle, radians.
pub fn scaled_axis(scaled: [f64; 3]) -> Option<[f64; 4]> {
    let angle = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    if angle == 0.0 { Some(IDENTITY_ROTATION) } else { about(scaled, angle) }
}
