//! Poses that are records of their parts: `Transform { translation: Vec3(1, 2, 3), rotation: Quat::IDENTITY }`, and C's
//! `(b3Transform){ p, { v, w } }`.

use super::rotations::Maker;
use crate::code::evaluate::value::{Data, Value, quaternion};
use crate::names::normalized;
use crate::pose::{Pose, about};

/// Largest deviation of √(cosine² + sine²) from 1 that the rounding of printed numbers explains: three decimals.
const PRINTED_ROUNDING: f64 = 1e-3;

impl Maker<'_> {
    /// Returns the pose of a record; `None` if it has an unknown field, or a scale other than 1.
    pub fn record(&self) -> Option<Pose> {
        let mut pose = Pose::default();
        for (key, value) in self.arguments {
            match key.as_deref().map(normalized).as_deref() {
                Some("translation" | "position" | "origin" | "p" | "t" | "pos") => pose.position = value.vector()?,
                Some("q") if self.braced_rotation(value).is_some() => pose.rotation = self.braced_rotation(value)?,
                Some("rotation" | "orientation" | "q" | "quat" | "r" | "basis" | "quaternion" | "rpy") => {
                    pose.rotation = value.rotation(self.order())?;
                }
                Some("scale") if value.vector() == Some([1.0; 3]) => {}
                // Swift's `.one`.
                Some("scale") if matches!(&value.data, Data::Word(word) if word.ends_with("one")) => {}
                // The other fields of Rust's `..default()`.
                None => {}
                _ => return None,
            }
        }
        Some(pose)
    }

    /// Returns the rotation that the initializer of a C structure states: Box3D's quaternion of a vector and w, Box2D's
    /// cosine and sine; `None` for any other value.
    pub fn braced_rotation(&self, value: &Value) -> Option<[f64; 4]> {
        match (self.kind.as_str(), value.items()) {
            ("b3transform", [(_, vector), (_, w)]) => {
                let [x, y, z] = vector.vector()?;
                quaternion([x, y, z, w.number()?])
            }
            ("b2transform", [(_, cosine), (_, sine)]) => {
                let cosine = cosine.number()?;
                let sine = sine.number()?;
                let is_unit = (cosine.hypot(sine) - 1.0).abs() < PRINTED_ROUNDING;
                if is_unit { about([0.0, 0.0, 1.0], sine.atan2(cosine)) } else { None }
            }
            _ => None,
        }
    }
}
