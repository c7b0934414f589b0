//! Reads the joints of an MJCF body, including those inside its `frame` elements: kind, anchor, axis and reference.

use contact_lens_scene::SceneError;

use super::super::child_class;
use super::super::joint::{Joint, JointKind};
use super::{Builder, JointElement};
use crate::mjcf::element_pose;
use crate::mjcf::files::Element;
use crate::pose::{Pose, rotate_vector};

/// Length of an axis below which it counts as zero and has no direction.
const MIN_AXIS_LENGTH: f64 = 1e-12;

impl<'b> Builder<'b, '_> {
    /// Reads the joints of a body; `outer` is the pose of the enclosing frame.
    pub(super) fn joints_in(
        &mut self,
        element: Element<'b>,
        outer: Pose,
        class: Option<&'b str>,
    ) -> Result<(), SceneError> {
        for child in self.documents.children(element) {
            match child.tag() {
                "joint" | "freejoint" => self.joint(child, outer, class)?,
                "frame" => {
                    let pose = outer.then(element_pose::pose(self.documents, child, &self.file.compiler)?);
                    self.joints_in(child, pose, child_class(child.node, class))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a joint, with its anchor and axis in the frame of the body.
    fn joint(&mut self, element: Element<'b>, outer: Pose, class: Option<&'b str>) -> Result<(), SceneError> {
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        self.documents.mark_read(element);
        self.joints.push(JointElement { element, names: self.names.clone() });
        reader.mark_attributes_read(node, &["class"]);
        let name = reader.read_attribute(node, "name").map_or_else(String::new, |name| self.names.full_name(name));
        let attributes = self.attributes(element, class);
        let is_free_joint = node.tag_name().name() == "freejoint";
        // Defaults may state a type, which does not apply to a `freejoint`.
        let stated_type = attributes.string("type");
        let kind = if is_free_joint { Ok(JointKind::Free) } else { kind_of(stated_type) };
        let kind = kind.map_err(|why| reader.wrong(node, "type", why))?;
        let axis = attributes.three_numbers("axis")?.unwrap_or([0.0, 0.0, 1.0]);
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < MIN_AXIS_LENGTH {
            return Err(reader.wrong(node, "axis", "must not be zero"));
        }
        // A unit axis keeps its bits.
        let axis = if (length - 1.0).abs() <= f64::EPSILON { axis } else { axis.map(|x| x / length) };
        let reference = attributes.one_number("ref")?.unwrap_or_default();
        // Only hinges state angles; slides state meters.
        let in_degrees = kind == JointKind::Hinge && self.file.compiler.degrees;
        let reference = if in_degrees { reference.to_radians() } else { reference };
        let anchor = outer.point(attributes.three_numbers("pos")?.unwrap_or_default());
        let axis = rotate_vector(outer.rotation, axis);
        let start = self.model.width;
        self.model.width += kind.width();
        let aligned = Pose::default();
        self.model.joints.push(Joint { kind, anchor, axis, reference, start, name, aligned });
        for attribute in node.attributes().filter(|attribute| attribute.name() != "align") {
            reader.report_skipped_attribute(
                node,
                attribute.name(),
                "only the attributes of a joint that place its body are imported",
            );
        }
        Ok(())
    }
}

/// Returns the kind of a joint with the value of its `type`; a joint without one is a hinge. The error is the message
/// for the attribute.
fn kind_of(stated_type: Option<&str>) -> Result<JointKind, String> {
    match stated_type {
        None | Some("hinge") => Ok(JointKind::Hinge),
        Some("free") => Ok(JointKind::Free),
        Some("ball") => Ok(JointKind::Ball),
        Some("slide") => Ok(JointKind::Slide),
        Some(other) => Err(format!("`{other}` is not a joint type; the types are free, ball, slide and hinge")),
    }
}
