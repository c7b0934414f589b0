//! A table of `qpos` beside a MuJoCo model: a frame a row.

use super::draft::Draft;
use super::{Quote, Source, mjcf, npy};
use crate::scene::SceneError;

/// The most frames that a scene has.
const FRAMES: usize = 100_000;

/// Reads the rows of an array as coordinates of the joints of a model, which the draft already holds.
pub(super) fn read(model: &Source, array: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let wrong = |message: String| SceneError::whole(&array.name, message);
    let mut again = Draft::default();
    let (model, _) = mjcf::model(model, &mut again)?;
    let table = npy::table(array, "qpos", model.width)?;
    if table.is_empty() {
        return Err(wrong(String::from("has no row")));
    }
    if table.len() + draft.frames.len() > FRAMES {
        return Err(wrong(format!("has {} rows; a scene has at most {FRAMES} frames", table.len())));
    }
    for row in &table {
        draft.frames.push(model.frame(None, row));
    }
    let count = table.len();
    draft
        .say(format!("The {count} rows of `qpos` are the scene's last {count} frames, with poses computed from them."));
    Ok(Vec::new())
}
