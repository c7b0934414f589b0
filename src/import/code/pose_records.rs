//! Poses that are records of their parts: `{ translation: …, rotation: … }`.

use super::rotations::{Maker, normalized};
use crate::import::pose::Pose;

impl Maker<'_> {
    /// Returns the pose of a record; `None` if it has a scale other than 1.
    pub(super) fn record(&self) -> Option<Pose> {
        let mut pose = Pose::default();
        for (key, value) in self.given {
            match key.as_deref().map(normalized).as_deref() {
                Some("translation" | "position" | "origin" | "p" | "t" | "pos") => pose.position = value.vector()?,
                // Box3D's quaternion of a vector and w.
                Some("q") if self.kind == "b3transform" && value.items().len() == 2 => {
                    let own = Maker {
                        name: String::new(),
                        kind: String::from("b3quat"),
                        given: value.items(),
                        libraries: self.libraries,
                    };
                    pose.rotation = own.rotation()?;
                }
                Some("rotation" | "orientation" | "q" | "quat" | "r" | "basis" | "quaternion" | "rpy") => {
                    pose.rotation = value.rotation(self.order())?;
                }
                Some("scale") if value.vector() == Some([1.0; 3]) => {}
                // `..default()`
                None => {}
                _ => return None,
            }
        }
        Some(pose)
    }
}
