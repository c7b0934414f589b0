//! Free joints aligned with the inertial frame of their body: their coordinates place that frame, not the body's own.

use std::ops::Range;

use glam::{DMat3, DVec3};

use super::super::geom::Geom;
use super::super::inertia::{self, Massive, Weight};
use super::super::joint::Kind;
use super::{Builder, JointElement};
use crate::import::mjcf::element_pose;
use crate::import::mjcf::files::Element;
use crate::import::pose::Pose;
use crate::scene::SceneError;

/// Density of geoms that state neither mass nor density, kg/m³.
const DENSITY: f64 = 1000.0;

impl<'b> Builder<'b, '_> {
    /// Whether the free joint of a body is aligned: it is the only joint, and the body has no child bodies.
    pub(super) fn is_aligned(&self, element: Element<'b>, joints: Range<usize>) -> bool {
        let [joint] = &self.model.joints[joints] else { return false };
        let (Kind::Free, Some(JointElement { element: (page, node), .. })) = (joint.kind, self.joints.last()) else {
            return false;
        };
        let is_requested = match self.book.reading(*page).word(*node, "align") {
            Some("true") => true,
            Some("false") => false,
            _ => self.file.compiler.align,
        };
        is_requested && !self.has_bodies(element)
    }

    /// Whether an element contains bodies, also inside frames and replicas.
    fn has_bodies(&self, element: Element<'b>) -> bool {
        self.book.children(element).into_iter().any(|child| match child.1.tag_name().name() {
            "body" | "attach" | "composite" | "flexcomp" => true,
            "frame" | "replicate" => self.has_bodies(child),
            _ => false,
        })
    }

    /// Mass and inertia of a geom; `None` when its group has no mass.
    pub(super) fn mass(
        &mut self,
        element: Element<'b>,
        class: Option<&'b str>,
        geom: &Geom,
        outer: Pose,
    ) -> Result<Option<Result<Massive, String>>, SceneError> {
        let attributes = self.attributes(element, class);
        let group = attributes.one("group")?.unwrap_or(0.0);
        let [first, last] = self.file.compiler.groups;
        if group < first || group > last {
            return Ok(None);
        }
        if attributes.word("shellinertia") == Some("true") {
            return Ok(Some(Err(String::from("the inertia of its shell is not computed"))));
        }
        let weight = match (attributes.one("mass")?, attributes.one("density")?) {
            (Some(mass), _) => Weight::Mass(mass),
            (None, density) => Weight::Density(density.unwrap_or(DENSITY)),
        };
        Ok(Some(inertia::massive(&geom.shape, outer.then(geom.pose), weight)))
    }

    /// Sets the frame that the free joint of a body moves.
    pub(super) fn align(&mut self, element: Element<'b>, link: usize) -> Result<(), SceneError> {
        let own = self.book.children(element).into_iter().find(|(_, node)| node.has_tag_name("inertial"));
        let frame = match own.filter(|_| !self.file.compiler.from_geoms) {
            Some(inertial) => self.inertial(inertial)?,
            None => {
                let masses = self.geoms[link].iter().filter_map(|of| of.mass.clone());
                match masses.collect::<Result<Vec<Massive>, String>>() {
                    Ok(masses) => inertia::frame(&masses).unwrap_or_default(),
                    Err(why) => {
                        let name = self.body_name(link);
                        self.model.unplaced =
                            Some(format!("the free joint of `{name}` is aligned with its inertia, and {why}"));
                        return Ok(());
                    }
                }
            }
        };
        let joints = self.model.links[link].joints.clone();
        self.model.joints[joints].iter_mut().for_each(|joint| joint.aligned = frame.inverse());
        self.draft
            .add_note("Coordinates of a free joint with `align` place the inertial frame of its body, as in MuJoCo.");
        Ok(())
    }

    /// Returns the frame of an element `inertial`, along the principal axes of its inertia.
    fn inertial(&self, element: Element<'b>) -> Result<Pose, SceneError> {
        let (page, node) = element;
        let reading = self.book.reading(page);
        self.book.take(element);
        let pose = element_pose::pose(self.book, element, &self.file.compiler)?;
        let full = reading.numbers(node, "fullinertia", 6..=6)?;
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "the mass of a body is not imported");
        }
        let Some(full) = full else { return Ok(pose) };
        let [xx, yy, zz, xy, xz, yz] = [0, 1, 2, 3, 4, 5].map(|k| full[k]);
        let matrix = DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz));
        Ok(Pose { rotation: inertia::axes(matrix), ..pose })
    }
}
