//! Key frames: frames of the scene.
//!
//! - **Coordinates** that a key does not say are those of the model as it is written, as in MuJoCo.
//! - **Mocap bodies** stand where `mpos` and `mquat` say, in the world.

use super::Model;
use super::book::{Book, Element};
use super::joint::{self, State};
use crate::import::draft::Draft;
use crate::import::turn::{Pose, unit};
use crate::scene::SceneError;

/// Reads the key frames; returns how many there are.
pub(super) fn read(
    book: &Book<'_>,
    top: &[Element<'_>],
    draft: &mut Draft,
    model: &Model,
) -> Result<usize, SceneError> {
    let mut count = 0;
    for list in top.iter().filter(|element| element.1.tag_name().name() == "keyframe") {
        book.take(*list);
        for (page, node) in book.children(*list) {
            let reading = book.reading(page);
            if node.tag_name().name() != "key" {
                reading.leave(node, "only key frames place bodies");
                continue;
            }
            if let Some(why) = &model.unplaced {
                reading.leave(node, why);
                continue;
            }
            key(book, (page, node), draft, model)?;
            count += 1;
        }
    }
    if count > 0 {
        let frames = if count == 1 {
            "The key frame is the scene's frame".into()
        } else {
            format!("The {count} key frames are the scene's frames")
        };
        draft.say(format!("{frames}, with poses computed from `qpos`, `mpos` and `mquat`."));
    }
    Ok(count)
}

fn key(book: &Book<'_>, (page, node): Element<'_>, draft: &mut Draft, model: &Model) -> Result<(), SceneError> {
    let reading = book.reading(page);
    book.take((page, node));
    reading.word(node, "name");
    let time = reading.one(node, "time")?;
    let of_length = |name: &str, count: usize, whose: &str| {
        let numbers = reading.numbers(node, name, 0..=usize::MAX)?;
        match numbers.filter(|numbers| !numbers.is_empty()) {
            Some(numbers) if numbers.len() != count => {
                let message = format!("has {} numbers; {whose} of the model have {count}", numbers.len());
                Err(reading.wrong(node, name, message))
            }
            numbers => Ok(numbers),
        }
    };
    let qpos = of_length("qpos", model.width, "the joints")?;
    let positions = of_length("mpos", 3 * model.mocaps, "the mocap bodies")?;
    let rotations = of_length("mquat", 4 * model.mocaps, "the mocap bodies")?;
    if qpos.as_ref().is_some_and(|qpos| joint::is_off_unit(&model.joints, qpos)) {
        draft.say("Quaternions of `qpos` that have another length than 1 are made to have it, as MuJoCo does.");
    }
    if rotations.as_ref().is_some_and(|all| all.chunks_exact(4).any(is_off_unit)) {
        draft.say("Quaternions of `mquat` that have another length than 1 are made to have it, as MuJoCo does.");
    }
    let mut mocap: Vec<Pose> = model.links.iter().filter(|link| link.mocap.is_some()).map(|link| link.pose).collect();
    for (k, pose) in mocap.iter_mut().enumerate() {
        if let Some(all) = &positions {
            pose.position = [all[3 * k], all[3 * k + 1], all[3 * k + 2]];
        }
        if let Some(all) = &rotations {
            pose.rotation = unit([all[4 * k + 1], all[4 * k + 2], all[4 * k + 3], all[4 * k]]);
        }
    }
    draft.frames.push(model.frame_of(time, State { qpos: qpos.as_deref(), mocap: &mocap }));
    for attribute in node.attributes() {
        reading.leave_attribute(node, attribute.name(), "of a key frame only time and poses are read");
    }
    Ok(())
}

/// Whether the length of a quaternion is not 1.
fn is_off_unit(parts: &[f64]) -> bool {
    (parts.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs() > 1e-6
}
