//! Steps of scenes: the captured steps that a scene contains, or the last solve of a frame of its simulated world.

use std::path::Path;

use contact_lens_audit::{FileStep, Question, Step, read_step};
use contact_lens_play as play;
use contact_lens_scene::model::{Algorithm, Query};
use contact_lens_scene::{Document, shipped};

use super::super::args::AuditOptions;
use super::super::source::{open_scene, query_failure};
use super::super::{Failure, Result};

/// Whether a path names a shipped scene, and `text`, if the file exists, is a scene.
pub(super) fn is_scene(path: &Path, text: Option<&str>) -> bool {
    match text {
        Some(text) => {
            let value: std::result::Result<serde_json::Value, _> = serde_json::from_str(text);
            value.is_ok_and(|value| value.get("queries").is_some_and(serde_json::Value::is_array))
        }
        None => path.to_str().and_then(shipped).is_some(),
    }
}

/// Steps of a scene: its captured ones, and without any the last solve of the requested frame of its world.
pub(super) fn steps_of_scene(options: &AuditOptions) -> Result<Vec<FileStep>> {
    let document = open_scene(&options.file)?;
    if document.scene.steps.is_empty() {
        return Ok(vec![step_of_world(&document, options)?]);
    }
    let mut steps = Vec::new();
    for (index, captured) in document.scene.steps.iter().enumerate() {
        let step = read_step(&captured.to_text())
            .map_err(|error| Failure::Message(format!("{}: steps[{index}].{error}", document.file())))?;
        steps.push(file_step(step, None));
    }
    Ok(steps)
}

/// Step of a scene's world that leads to the requested frame; the first frame if none is requested.
fn step_of_world(document: &Document, options: &AuditOptions) -> Result<FileStep> {
    let query = world_query(document, options.query.as_deref())?;
    let frame = options.frame.unwrap_or(1);
    let step = play::step_of_world(options.precision.into(), &document.scene, query, frame)
        .map_err(|error| query_failure(document, &error))?;
    Ok(file_step(step, frame.checked_sub(1)))
}

/// The world query with this name, or the first one.
fn world_query<'a>(document: &'a Document, name: Option<&str>) -> Result<&'a Query> {
    let mut worlds = document.scene.queries.iter().filter(|query| query.ask.algorithm() == Algorithm::World);
    let found = worlds.find(|query| name.is_none_or(|name| query.name == name));
    found.ok_or_else(|| {
        let named = name.map(|name| format!(" `{name}`")).unwrap_or_default();
        Failure::Message(format!("{}: has neither captured steps nor a world query{named}", document.file()))
    })
}

/// A step with the frame from which it starts.
fn file_step(step: Step, frame: Option<usize>) -> FileStep {
    let question =
        Question { op: None, id: serde_json::Value::Null, dim: None, step, why: None, against: None, laws: false };
    FileStep { line: 1, frame, question, fields: serde_json::Map::new() }
}
