//! Replicas of elements: `count` copies, each offset and rotated relative to the previous one.

use contact_lens_scene::SceneError;

use super::{Builder, Surroundings};
use crate::mjcf::element_pose;
use crate::mjcf::files::Element;
use crate::pose::{Pose, rotate_vector};

impl<'b> Builder<'b, '_> {
    /// Reads the elements inside a `replicate` as many times as its `count` states.
    pub(super) fn replicate(&mut self, element: Element<'b>, inside: Surroundings<'b>) -> Result<(), SceneError> {
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        self.documents.mark_read(element);
        let count = reader.one_number(node, "count")?.unwrap_or(0.0);
        if !(count >= 1.0 && count.fract() == 0.0) {
            return Err(reader.wrong(node, "count", format!("must be a whole number of at least 1, but is {count}")));
        }
        let separator = reader.read_attribute(node, "sep").unwrap_or_default();
        let offset = reader.three_numbers(node, "offset")?.unwrap_or_default();
        // MuJoCo pads the numbers in the suffixes with zeros to the digits of the count.
        let digits = (count as u64).to_string().len();
        let mut frame = Pose::default();
        for index in 0..count as u64 {
            self.count_copy(element, "count")?;
            let suffix = format!("{separator}{index:0digits$}{}", self.names.suffix);
            let outer_suffix = std::mem::replace(&mut self.names.suffix, suffix);
            let outer = inside.outer.then(frame);
            self.read_children(element, Surroundings { outer, ..inside })?;
            self.names.suffix = outer_suffix;
            let step = rotate_vector(frame.rotation, offset);
            frame.position = [0, 1, 2].map(|axis| frame.position[axis] + step[axis]);
            // MuJoCo multiplies the angles, which differs from repeated rotation where several are not 0.
            frame.rotation =
                element_pose::scaled_euler(self.documents, element, &self.file.compiler, (index + 1) as f64)?;
        }
        Ok(())
    }
}
