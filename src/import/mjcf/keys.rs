//! Key frames of a model, which become frames of the scene.
//!
//! - **Coordinates** that a key omits are those of the model as written, as in MuJoCo.
//! - **Attached models** contribute their key frames, in which all other bodies are as written. MuJoCo writes numbers
//!   of joints that were not attached into joints of the same name elsewhere; here these numbers are dropped.
//! - **Mocap bodies** have the world poses `mpos` and `mquat`.

use std::collections::BTreeMap;
use std::ops::Range;

use roxmltree::Node;

use super::Model;
use super::element_pose::UNIT_TOLERANCE;
use super::files::{Book, Element};
use super::joint::{self, Joint, State};
use super::scope::Scope;
use super::tree::{JointElement, ModelWithJoints};
use crate::import::draft::Draft;
use crate::import::pose::{Pose, unit};
use crate::import::xml::Reading;
use crate::scene::SceneError;

/// Context for reading key frames.
pub(super) struct KeyContext<'a, 'b> {
    pub(super) book: &'b Book<'b>,
    pub(super) scopes: &'a [Scope<'b>],
    /// Whole model, with all attached elements.
    pub(super) whole: &'a ModelWithJoints<'b>,
    /// Attached models by themselves, by the pages on which they start.
    pub(super) attached: &'a BTreeMap<usize, ModelWithJoints<'b>>,
}

/// Reads the key frames of a model and its attached models; returns their number.
pub(super) fn read(context: &KeyContext<'_, '_>, draft: &mut Draft) -> Result<usize, SceneError> {
    let KeyContext { book, scopes, whole: ModelWithJoints { model, .. }, .. } = context;
    let mut count = 0;
    for (at, scope) in scopes.iter().enumerate() {
        // Among replicas that attach a model, only the first contributes its key frames.
        if scope.is_copy()
            || scopes[..at].iter().any(|other| other.attach == scope.attach && other.names.prefix == scope.names.prefix)
            || scope.file.sections("keyframe").next().is_none()
        {
            continue;
        }
        let own = context.attached.get(&scope.file.page).filter(|_| scope.is_attached());
        let coordinates = own.map(|own| Coordinates::new(own, scope, context.whole));
        for list in scope.file.sections("keyframe") {
            book.take(list);
            for element in book.children(list) {
                let reading = book.reading(element.0);
                if element.1.tag_name().name() != "key" {
                    reading.leave(element.1, "only key frames place bodies");
                } else if let Some(why) = &model.unplaced {
                    reading.leave(element.1, why);
                } else {
                    context.key(element, draft, coordinates.as_ref())?;
                    count += 1;
                }
            }
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

/// Coordinates of an attached model in those of the whole model.
struct Coordinates<'a> {
    /// The attached model by itself.
    own: &'a Model,
    /// Ranges in its `qpos`, and where each begins in that of the whole model.
    columns: Vec<(Range<usize>, usize)>,
}

impl<'a> Coordinates<'a> {
    /// Finds the joints of an attached model in the whole model, which may have only some of them.
    fn new<'b>(own: &'a ModelWithJoints<'b>, scope: &Scope<'b>, whole: &ModelWithJoints<'b>) -> Self {
        let mut columns = Vec::new();
        for at in scope.joints.clone() {
            let JointElement { element, names } = &whole.joints[at];
            let names = names.inside(&scope.names);
            if let Some(found) =
                own.joints.iter().position(|joint| joint.element == *element && Some(&joint.names) == names.as_ref())
            {
                let Joint { start, kind, .. } = own.model.joints[found];
                columns.push((start..start + kind.width(), whole.model.joints[at].start));
            }
        }
        Self { own: &own.model, columns }
    }

    /// Returns a `qpos` of the whole model, in which all other bodies are as written.
    fn whole(&self, qpos: &[f64], model: &Model) -> Vec<f64> {
        let mut whole = model.rest();
        for (own, start) in &self.columns {
            whole[*start..*start + own.len()].copy_from_slice(&qpos[own.clone()]);
        }
        whole
    }
}

impl KeyContext<'_, '_> {
    /// Makes a frame of a key; `attached` maps the coordinates of its model to those of the whole one.
    fn key(
        &self,
        element: Element<'_>,
        draft: &mut Draft,
        attached: Option<&Coordinates<'_>>,
    ) -> Result<(), SceneError> {
        let book = self.book;
        let model = &self.whole.model;
        let own = attached.map_or(model, |attached| attached.own);
        let (page, node) = element;
        let reading = book.reading(page);
        book.take((page, node));
        reading.word(node, "name");
        let time = reading.one(node, "time")?;
        let qpos = of_length(reading, node, "qpos", own.width)?;
        let positions = of_length(reading, node, "mpos", 3 * own.mocaps)?;
        let rotations = of_length(reading, node, "mquat", 4 * own.mocaps)?;
        let qpos = qpos.map(|qpos| match attached {
            Some(attached) => attached.whole(&qpos, model),
            None => qpos,
        });
        if qpos.as_ref().is_some_and(|qpos| joint::is_off_unit(&model.joints, qpos)) {
            draft.add_note("Quaternions of `qpos` whose length is not 1 are normalized, as MuJoCo does.");
        }
        if rotations.as_ref().is_some_and(|all| all.chunks_exact(4).any(is_off_unit)) {
            draft.add_note("Quaternions of `mquat` whose length is not 1 are normalized, as MuJoCo does.");
        }
        let mut mocap: Vec<Pose> =
            model.links.iter().filter(|link| link.mocap.is_some()).map(|link| link.pose).collect();
        if attached.is_some() {
            for name in ["mpos", "mquat"] {
                reading.note_attribute(node, name, "mocap bodies of attached models stay at the poses of their model");
            }
        }
        let placed = if attached.is_some() { &mut [] } else { mocap.as_mut_slice() };
        for (k, pose) in placed.iter_mut().enumerate() {
            if let Some(all) = &positions {
                pose.position = [all[3 * k], all[3 * k + 1], all[3 * k + 2]];
            }
            if let Some(all) = &rotations {
                pose.rotation = unit([all[4 * k + 1], all[4 * k + 2], all[4 * k + 3], all[4 * k]]);
            }
        }
        draft.frames.push(model.frame_of(time, State { qpos: qpos.as_deref(), mocap: &mocap }));
        for attribute in node.attributes() {
            reading.leave_attribute(node, attribute.name(), "only the time and the poses of a key frame are imported");
        }
        Ok(())
    }
}

/// Returns the numbers of an attribute, which must have the length that the model gives them; `None` if there are none.
fn of_length(
    reading: &Reading<'_>,
    node: Node<'_, '_>,
    name: &str,
    count: usize,
) -> Result<Option<Vec<f64>>, SceneError> {
    let numbers = reading.numbers(node, name, 0..=usize::MAX)?;
    match numbers.filter(|numbers| !numbers.is_empty()) {
        Some(numbers) if numbers.len() != count => {
            let owners = if name == "qpos" { "joints" } else { "mocap bodies" };
            let message = format!("has {} numbers, but the {owners} of the model need {count}", numbers.len());
            Err(reading.wrong(node, name, message))
        }
        numbers => Ok(numbers),
    }
}

/// Whether the length of a quaternion differs from 1.
fn is_off_unit(parts: &[f64]) -> bool {
    (parts.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs() > UNIT_TOLERANCE
}
