//! Free joints with MJCF's `align`: their coordinates give the pose of the inertial frame of the body, not that of the
//! body's own frame. The inertial frame has its origin at the center of mass, and the principal axes of the inertia.

use std::ops::Range;

use contact_lens_scene::SceneError;
use glam::{DMat3, DVec3};

use super::super::geom::Geom;
use super::super::inertia::{self, MassiveGeom, Weight};
use super::super::joint::JointKind;
use super::Builder;
use crate::mjcf::element_pose;
use crate::mjcf::files::Element;
use crate::pose::Pose;

/// Density of geoms that state neither mass nor density, kg/m³; MJCF's default, that of water.
const DENSITY: f64 = 1000.0;

impl<'b> Builder<'b, '_> {
    /// Whether the free joint of a body is aligned with the inertial frame: the model requests it, the joint is the
    /// only one, and the body has no child bodies. `joints` are the indices of the body's joints, which were read last.
    pub(super) fn is_aligned(&self, element: Element<'b>, joints: Range<usize>) -> bool {
        let [joint] = &self.model.joints[joints] else { return false };
        if joint.kind != JointKind::Free {
            return false;
        }
        let Some(joint) = self.joints.last() else { return false };
        let Element { document, node } = joint.element;
        let is_requested = match self.documents.reader(document).read_attribute(node, "align") {
            Some("true") => true,
            Some("false") => false,
            _ => self.file.compiler.align_free_joints,
        };
        is_requested && !self.has_bodies(element)
    }

    /// Whether an element contains bodies, also inside frames and replicas.
    fn has_bodies(&self, element: Element<'b>) -> bool {
        self.documents.children(element).into_iter().any(|child| match child.tag() {
            "body" | "attach" | "composite" | "flexcomp" => true,
            "frame" | "replicate" => self.has_bodies(child),
            _ => false,
        })
    }

    /// Returns the mass and inertia of a geom, or the reason why they are unknown; `None` when its group has no mass.
    /// `outer` is the pose of the enclosing frame in the body.
    pub(super) fn mass(
        &mut self,
        element: Element<'b>,
        class: Option<&'b str>,
        geom: &Geom,
        outer: Pose,
    ) -> Result<Option<Result<MassiveGeom, String>>, SceneError> {
        let attributes = self.attributes(element, class);
        let group = attributes.one_number("group")?.unwrap_or(0.0);
        let [first, last] = self.file.compiler.mass_groups;
        if group < first || group > last {
            return Ok(None);
        }
        if attributes.string("shellinertia") == Some("true") {
            return Ok(Some(Err(String::from("the inertia of its shell is not computed"))));
        }
        let weight = match (attributes.one_number("mass")?, attributes.one_number("density")?) {
            (Some(mass), _) => Weight::Mass(mass),
            (None, density) => Weight::Density(density.unwrap_or(DENSITY)),
        };
        Ok(Some(inertia::massive_geom(&geom.shape, outer.then(geom.pose), weight)))
    }

    /// Makes the free joint of a body move its inertial frame: the frame of the element `inertial`, or else that of the
    /// geoms. If that frame is unknown, the model is marked as one whose bodies cannot be placed.
    pub(super) fn align(&mut self, element: Element<'b>, link: usize) -> Result<(), SceneError> {
        let inertial = self.documents.children(element).into_iter().find(|child| child.tag() == "inertial");
        let stated = inertial.filter(|_| !self.file.compiler.inertia_from_geoms);
        let frame = match stated {
            Some(inertial) => Ok(self.inertial(inertial)?),
            None => self.inertial_frame_of_geoms(link),
        };
        let frame = match frame {
            Ok(frame) => frame,
            Err(why) => {
                let name = self.body_name(link);
                self.model.unplaced =
                    Some(format!("the free joint of `{name}` is aligned with its inertia, and {why}"));
                return Ok(());
            }
        };
        let joints = self.model.links[link].joints.clone();
        self.model.joints[joints].iter_mut().for_each(|joint| joint.aligned = frame.inverse());
        self.draft
            .add_note("Coordinates of a free joint with `align` place the inertial frame of its body, as in MuJoCo.");
        Ok(())
    }

    /// Returns the inertial frame of a body's geoms, in the frame of the body: the body's own frame if they have no
    /// mass. The error is the reason why the mass of a geom is unknown.
    fn inertial_frame_of_geoms(&self, link: usize) -> Result<Pose, String> {
        let masses = self.geoms[link].iter().filter_map(|pending| pending.mass.clone());
        let masses = masses.collect::<Result<Vec<MassiveGeom>, String>>()?;
        Ok(inertia::frame(&masses).unwrap_or_default())
    }

    /// Returns the frame of an element `inertial`, along the principal axes of its inertia.
    fn inertial(&self, element: Element<'b>) -> Result<Pose, SceneError> {
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        self.documents.mark_read(element);
        let pose = element_pose::pose(self.documents, element, &self.file.compiler)?;
        let full_inertia = reader.numbers(node, "fullinertia", 6..=6)?;
        for attribute in node.attributes() {
            reader.report_skipped_attribute(node, attribute.name(), "the mass of a body is not imported");
        }
        let Some(&[xx, yy, zz, xy, xz, yz]) = full_inertia.as_deref() else { return Ok(pose) };
        let matrix = DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz));
        Ok(Pose { rotation: inertia::axes(matrix), ..pose })
    }
}
