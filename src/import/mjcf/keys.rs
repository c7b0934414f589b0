//! Reader of the key frames of an MJCF model, which become frames of the scene.
//!
//! - **Coordinates** that a key omits are those of the model as written, as in MuJoCo.
//! - **Attached models** contribute their key frames, in which all other bodies are as written. MuJoCo writes numbers
//!   of joints that were not attached into joints of the same name elsewhere; here these numbers are dropped.
//! - **Mocap bodies** have the world poses `mpos` and `mquat`.

use std::collections::BTreeMap;
use std::ops::Range;

use contact_lens_scene::SceneError;
use roxmltree::Node;

use super::Model;
use super::files::{Documents, Element};
use super::joint::{self, Joint, State};
use super::scope::Scope;
use super::tree::{JointElement, ModelWithJoints};
use crate::draft::Draft;
use crate::pose::{Pose, UNIT_TOLERANCE, unit};
use crate::xml::XmlReader;

/// Data from which key frames are read.
pub(super) struct KeyContext<'a, 'b> {
    pub(super) documents: &'b Documents<'b>,
    /// Main model and the models that it attaches, once for each attachment.
    pub(super) scopes: &'a [Scope<'b>],
    /// Whole model, with all attached elements.
    pub(super) whole: &'a ModelWithJoints<'b>,
    /// Attached models, each read by itself, by the indices of their root documents.
    pub(super) attached: &'a BTreeMap<usize, ModelWithJoints<'b>>,
}

/// Reads the key frames of a model and its attached models into a draft. Returns their number.
///
/// # Errors
/// Fails at a key frame with a wrong count of numbers.
pub(super) fn read(context: &KeyContext<'_, '_>, draft: &mut Draft) -> Result<usize, SceneError> {
    let mut count = 0;
    for (index, scope) in context.scopes.iter().enumerate() {
        // Among replicas that attach a model, only the first contributes its key frames.
        let repeats_earlier_scope = context.scopes[..index]
            .iter()
            .any(|earlier| earlier.attach == scope.attach && earlier.names.prefix == scope.names.prefix);
        if !scope.is_copy() && !repeats_earlier_scope {
            count += context.read_scope(scope, draft)?;
        }
    }
    if count > 0 {
        let frames = if count == 1 {
            "The key frame is the scene's frame".into()
        } else {
            format!("The {count} key frames are the scene's frames")
        };
        draft.add_note(format!("{frames}, with poses computed from `qpos`, `mpos` and `mquat`."));
    }
    Ok(count)
}

/// Map from the joint coordinates of an attached model to those of the whole model.
struct CoordinateMap<'a> {
    /// Attached model, read by itself.
    attached: &'a Model,
    /// Coordinates of the joints that the whole model has.
    joints: Vec<MappedJoint>,
}

/// Coordinates of one joint in two models.
struct MappedJoint {
    /// Indices in the `qpos` of the attached model.
    attached: Range<usize>,
    /// First index in the `qpos` of the whole model.
    whole_start: usize,
}

impl<'a> CoordinateMap<'a> {
    /// Finds the joints of an attached model in the whole model, which may have only some of them: a joint is the same
    /// if it comes from the same element and has the same name relative to the attached model.
    fn new<'b>(attached: &'a ModelWithJoints<'b>, scope: &Scope<'b>, whole: &ModelWithJoints<'b>) -> Self {
        let mut joints = Vec::new();
        for whole_joint in scope.joints.clone() {
            let JointElement { element, names } = &whole.joints[whole_joint];
            let names = names.relative_to(&scope.names);
            let mut attached_joints = attached.joints.iter();
            let index =
                attached_joints.position(|joint| joint.element == *element && Some(&joint.names) == names.as_ref());
            if let Some(attached_joint) = index {
                let Joint { start, kind, .. } = attached.model.joints[attached_joint];
                joints.push(MappedJoint {
                    attached: start..start + kind.width(),
                    whole_start: whole.model.joints[whole_joint].start,
                });
            }
        }
        Self { attached: &attached.model, joints }
    }

    /// Converts a `qpos` of the attached model to one of the whole model, in which all other joints are as written.
    fn whole_qpos(&self, qpos: &[f64], whole: &Model) -> Vec<f64> {
        let mut whole_qpos = whole.rest_qpos();
        for MappedJoint { attached, whole_start } in &self.joints {
            whole_qpos[*whole_start..*whole_start + attached.len()].copy_from_slice(&qpos[attached.clone()]);
        }
        whole_qpos
    }
}

impl<'b> KeyContext<'_, 'b> {
    /// Reads the key frames of one scope into a draft. Returns their number.
    fn read_scope(&self, scope: &Scope<'b>, draft: &mut Draft) -> Result<usize, SceneError> {
        if scope.file.sections_named("keyframe").next().is_none() {
            return Ok(0);
        }
        let attached = self.attached.get(&scope.file.document).filter(|_| scope.is_attached());
        let map = attached.map(|attached| CoordinateMap::new(attached, scope, self.whole));
        let mut count = 0;
        for section in scope.file.sections_named("keyframe") {
            self.documents.mark_read(section);
            for element in self.documents.children(section) {
                let reader = self.documents.reader(element.document);
                if element.tag() != "key" {
                    reader.report_skipped(element.node, "only key frames place bodies");
                } else if let Some(why) = &self.whole.model.unplaced {
                    reader.report_skipped(element.node, why);
                } else {
                    self.read_key(element, draft, map.as_ref())?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    /// Adds the frame of a `key` element to the draft; `map` belongs to the attached model that contains the element,
    /// `None` for an element of the main model.
    fn read_key(
        &self,
        element: Element<'_>,
        draft: &mut Draft,
        map: Option<&CoordinateMap<'_>>,
    ) -> Result<(), SceneError> {
        let whole = &self.whole.model;
        // Model for whose joints and mocap bodies the key frame has numbers.
        let key_model = map.map_or(whole, |map| map.attached);
        let Element { document, node } = element;
        let reader = self.documents.reader(document);
        self.documents.mark_read(element);
        reader.read_attribute(node, "name");
        let time = reader.one_number(node, "time")?;
        let qpos = numbers_of_length(reader, node, "qpos", key_model.width)?;
        let positions = numbers_of_length(reader, node, "mpos", 3 * key_model.mocaps)?;
        let rotations = numbers_of_length(reader, node, "mquat", 4 * key_model.mocaps)?;
        let qpos = qpos.map(|qpos| match map {
            Some(map) => map.whole_qpos(&qpos, whole),
            None => qpos,
        });
        if qpos.as_ref().is_some_and(|qpos| joint::is_off_unit(&whole.joints, qpos)) {
            draft.add_note("Quaternions of `qpos` whose length is not 1 are normalized, as MuJoCo does.");
        }
        if rotations.as_ref().is_some_and(|numbers| numbers.chunks_exact(4).any(is_off_unit)) {
            draft.add_note("Quaternions of `mquat` whose length is not 1 are normalized, as MuJoCo does.");
        }
        let mut mocap: Vec<Pose> =
            whole.links.iter().filter(|link| link.mocap.is_some()).map(|link| link.pose).collect();
        if map.is_some() {
            for name in ["mpos", "mquat"] {
                let why = "mocap bodies of attached models stay at the poses of their model";
                reader.report_partial_attribute(node, name, why);
            }
        } else {
            place_mocap_bodies(&mut mocap, positions.as_deref(), rotations.as_deref());
        }
        draft.frames.push(whole.frame_of(time, State { qpos: qpos.as_deref(), mocap: &mocap }));
        for attribute in node.attributes() {
            let why = "only the time and the poses of a key frame are imported";
            reader.report_skipped_attribute(node, attribute.name(), why);
        }
        Ok(())
    }
}

/// Sets the world poses of the mocap bodies from `mpos`, three numbers per body, meters, and `mquat`, four numbers
/// w, x, y, z per body. `None` keeps the positions or the rotations.
fn place_mocap_bodies(poses: &mut [Pose], positions: Option<&[f64]>, rotations: Option<&[f64]>) {
    for (index, pose) in poses.iter_mut().enumerate() {
        if let Some(positions) = positions {
            pose.position = [positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]];
        }
        if let Some(rotations) = rotations {
            let w = rotations[4 * index];
            pose.rotation = unit([rotations[4 * index + 1], rotations[4 * index + 2], rotations[4 * index + 3], w]);
        }
    }
}

/// Returns the numbers of an attribute; `None` if it has none.
///
/// # Errors
/// Fails if there are numbers, but not `count`.
fn numbers_of_length(
    reader: &XmlReader<'_>,
    node: Node<'_, '_>,
    name: &str,
    count: usize,
) -> Result<Option<Vec<f64>>, SceneError> {
    let numbers = reader.numbers(node, name, 0..=usize::MAX)?;
    match numbers.filter(|numbers| !numbers.is_empty()) {
        Some(numbers) if numbers.len() != count => {
            let owners = if name == "qpos" { "joints" } else { "mocap bodies" };
            let message = format!("has {} numbers, but the {owners} of the model need {count}", numbers.len());
            Err(reader.wrong(node, name, message))
        }
        numbers => Ok(numbers),
    }
}

/// Whether the length of a quaternion differs from 1 by more than [`UNIT_TOLERANCE`].
fn is_off_unit(quaternion: &[f64]) -> bool {
    (quaternion.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs() > UNIT_TOLERANCE
}
