//! Joint values over time for a robot (URDF) or a MuJoCo model: each row of a table becomes a frame of the scene, with
//! the poses that forward kinematics gives the bodies.
//!
//! - **Sources**: a NumPy array in the same import, or the file of `--joints` (JSON, CSV, `.npy`, `.npz`).
//! - **Columns**: by name if the file names joints, else in the model's order. Joints without a column keep the values
//!   of the model.
//! - **Units**: radians and meters, as in MuJoCo's `qpos` and in ROS.

mod table;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Frame;

use super::detect::FoundModel;
use super::draft::Draft;
use super::{Format, Quote, Source, mjcf, npy, source, urdf, zip};
use table::Table;

/// Maximum number of frames of a scene.
const MAX_FRAMES: usize = 100_000;

/// Whether models of a format have joints.
pub(super) fn has_joints(format: &Format) -> bool {
    ["MJCF", "URDF"].contains(&format.name)
}

/// Whether a source next to a model is a table of its joint values.
pub(super) fn is_table(source: &Source) -> bool {
    npy::recognizes(&source.bytes) || zip::recognizes(&source.bytes)
}

/// Model whose joints move its bodies.
enum Model {
    Mjcf(mjcf::Model),
    Urdf(urdf::Robot),
}

impl Model {
    /// Reads the model again, for the joints that place its bodies.
    ///
    /// # Errors
    /// Fails if the model cannot be read.
    fn read(model: &FoundModel, draft: &Draft) -> Result<Self, SceneError> {
        let mut unused_draft = Draft::with_options(draft.options.clone());
        Ok(match model.format.name {
            "MJCF" => Self::Mjcf(mjcf::read_model(&model.source, &mut unused_draft)?.0),
            _ => Self::Urdf(urdf::read_robot(&model.source, &mut unused_draft)?.0),
        })
    }

    /// Returns the joint values at which the source states the poses of the bodies, radians and meters.
    fn rest_values(&self) -> Vec<f64> {
        match self {
            Self::Mjcf(model) => model.rest_qpos(),
            Self::Urdf(robot) => vec![0.0; robot.columns().len()],
        }
    }

    /// Returns the index of a joint's value in a row, by the name of the joint; `None` if the model has no such joint,
    /// or if the joint has several values.
    fn column(&self, name: &str) -> Option<usize> {
        match self {
            Self::Mjcf(model) => model.column(name),
            Self::Urdf(robot) => robot.columns().iter().position(|known| *known == name),
        }
    }

    /// Returns the frame with the poses of all moving bodies for a row of joint values; `time` in seconds, `None`
    /// without a column for it.
    ///
    /// # Errors
    /// Fails if the poses cannot be computed from the values.
    fn frame(&self, time: Option<f64>, row: &[f64]) -> Result<Frame, String> {
        match self {
            Self::Mjcf(model) => model.frame(time, row),
            Self::Urdf(robot) => robot.frame(time, row),
        }
    }
}

/// Reads an array that is imported together with a model, and adds its frames.
pub(super) fn read(model_source: &FoundModel, array: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let model = Model::read(model_source, draft)?;
    let width = model.rest_values().len();
    let rows = npy::read_table(array, "qpos", width)?;
    add_frames(&model, array, &Table { names: None, rows }, draft)
}

/// Reads the file of the option `--joints`, if the user gave one; `file` is the name in the error if no model has
/// joints.
pub(super) fn read_option(models: &[FoundModel], file: &str, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let Some(path) = draft.options.joints.clone() else { return Ok(Vec::new()) };
    let Some(model) = models.iter().find(|model| has_joints(model.format)) else {
        return Err(SceneError::whole(file, "`--joints` works only with MJCF and URDF; this file is neither"));
    };
    let values = source(&path)?;
    if is_table(&values) {
        return read(model, &values, draft);
    }
    let table = table::read(&values)?;
    add_frames(&Model::read(model, draft)?, &values, &table, draft)
}

/// Adds a frame for each row of a table.
///
/// # Errors
/// Fails if there are no rows or too many, at a row with another number of values than the columns, and at a value that
/// is not finite.
fn add_frames(model: &Model, file: &Source, table: &Table, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    if table.rows.is_empty() {
        return Err(file.error("has no rows"));
    }
    if table.rows.len() + draft.frames.len() > MAX_FRAMES {
        return Err(file.error(format!("has {} rows; a scene has at most {MAX_FRAMES} frames", table.rows.len())));
    }
    let rest_values = model.rest_values();
    let columns = value_indices(model, table, rest_values.len()).map_err(|why| file.error(why))?;
    for (index, row) in table.rows.iter().enumerate() {
        if row.len() != columns.len() {
            let plural = if columns.len() == 1 { "" } else { "s" };
            return Err(file.error(format!(
                "row {} has {} values; the model has {} joint coordinate{plural}",
                index + 1,
                row.len(),
                columns.len()
            )));
        }
        if let Some(value) = row.iter().find(|value| !value.is_finite()) {
            return Err(file.error(format!("row {} has {value}, which is not a finite number", index + 1)));
        }
        let mut values = rest_values.clone();
        let mut time = None;
        for (column, value) in columns.iter().zip(row) {
            match column {
                Some(column) => values[*column] = *value,
                None => time = Some(*value),
            }
        }
        let frame = model.frame(time, &values);
        draft.frames.push(frame.map_err(|why| file.error(format!("row {}: {why}", index + 1)))?);
    }
    let count = table.rows.len();
    let rows = if count == 1 { String::from("The row") } else { format!("The {count} rows") };
    let frames = if count == 1 { String::from("last frame") } else { format!("last {count} frames") };
    draft.add_note(format!("{rows} of joint values became the scene's {frames}, with poses computed from them."));
    Ok(Vec::new())
}

/// Returns the index in the model's values for each column of a table; `None` for the column of times. `width` is the
/// number of the model's values.
///
/// # Errors
/// Fails at a column without a joint, and at a second column for one joint.
fn value_indices(model: &Model, table: &Table, width: usize) -> Result<Vec<Option<usize>>, String> {
    let Some(names) = &table.names else { return Ok((0..width).map(Some).collect()) };
    let mut columns: Vec<Option<usize>> = Vec::with_capacity(names.len());
    for name in names {
        let column = model.column(name);
        let is_time = ["time", "t"].contains(&name.to_ascii_lowercase().as_str());
        if column.is_none() && !is_time {
            return Err(format!(
                "has a column `{name}`, but the model has no joint of this name with exactly one coordinate"
            ));
        }
        if columns.contains(&column) {
            return Err(format!("has two columns for `{name}`"));
        }
        columns.push(column);
    }
    Ok(columns)
}
