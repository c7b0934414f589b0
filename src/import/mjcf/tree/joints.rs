//! Joints of a body, including those inside its frames.

use super::super::child_class;
use super::super::joint::{Joint, Kind};
use super::{Builder, JointElement};
use crate::import::mjcf::element_pose;
use crate::import::mjcf::files::Element;
use crate::import::pose::{Pose, rotate_vector};
use crate::scene::SceneError;

/// Length of an axis below which it counts as zero.
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
        let kind = match (node.tag_name().name(), attributes.string("type")) {
            ("freejoint", _) | (_, Some("free")) => Kind::Free,
            (_, Some("ball")) => Kind::Ball,
            (_, Some("slide")) => Kind::Slide,
            (_, None | Some("hinge")) => Kind::Hinge,
            (_, Some(other)) => {
                return Err(reader.wrong(
                    node,
                    "type",
                    format!("`{other}` is not a joint type; the types are free, ball, slide and hinge"),
                ));
            }
        };
        let axis = attributes.three_numbers("axis")?.unwrap_or([0.0, 0.0, 1.0]);
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < MIN_AXIS_LENGTH {
            return Err(reader.wrong(node, "axis", "must not be zero"));
        }
        let axis = if (length - 1.0).abs() <= f64::EPSILON { axis } else { axis.map(|x| x / length) };
        let reference = attributes.one_number("ref")?.unwrap_or_default();
        let in_degrees = kind == Kind::Hinge && self.file.compiler.degrees;
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
