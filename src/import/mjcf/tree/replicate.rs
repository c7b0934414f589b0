//! Replicas of elements, each placed relative to the previous one.

use super::{Builder, Surroundings};
use crate::import::mjcf::element_pose;
use crate::import::mjcf::files::Element;
use crate::import::pose::{Pose, rotate_vector};
use crate::scene::SceneError;

impl<'b> Builder<'b, '_> {
    /// Reads the elements inside a `replicate` as many times as its `count` states.
    pub(super) fn replicate(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.book.take(element);
        let count = reading.one(node, "count")?.unwrap_or(0.0);
        if !(count >= 1.0 && count.fract() == 0.0) {
            return Err(reading.wrong(node, "count", format!("must be a whole number of at least 1, but is {count}")));
        }
        let separator = reading.word(node, "sep").unwrap_or_default();
        let offset = reading.three(node, "offset")?.unwrap_or_default();
        let digits = (count as u64).to_string().len();
        let mut frame = Pose::default();
        for k in 0..count as u64 {
            self.copy(element, "count")?;
            let suffix = format!("{separator}{k:0digits$}{}", self.names.suffix);
            let outer_suffix = std::mem::replace(&mut self.names.suffix, suffix);
            let outer = inside.outer.then(frame);
            self.walk(element, Surroundings { outer, ..inside })?;
            self.names.suffix = outer_suffix;
            let step = rotate_vector(frame.rotation, offset);
            frame.position = [0, 1, 2].map(|axis| frame.position[axis] + step[axis]);
            // MuJoCo multiplies the angles, which differs from repeated rotation where several are not 0.
            frame.rotation = element_pose::scaled_euler(self.book, element, &self.file.compiler, (k + 1) as f64)?;
        }
        Ok(())
    }
}
