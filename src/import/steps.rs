//! Captured steps of other engines: a step on its own, lines of a batch with the operation `audit`, or the `step` lines
//! of a capture. Each step gets an `audit` query; the scene's bodies are those of the first step, at their poses before
//! it.

use contact_lens_audit::{FileStep, read_steps};
use contact_lens_scene::SceneError;
use contact_lens_scene::model::{Algorithm, Ask, CapturedStep, Query, Upward};
use serde_json::Value;

use super::draft::{Draft, DraftBody};
use super::ledger::shown_reason;
use super::{Quote, Source, text_of};

/// Largest number of steps that get queries, equal to the largest number of queries of a scene.
const MAX_STEPS: usize = 1_000;

/// Largest number of bytes at the start of a file by which a step is recognized.
const HEAD_BYTES: usize = 1 << 12;

/// Beginning of a step, as an example of the format.
pub(super) const EXAMPLE: &str = "{\"time_step\": 0.01, \"bodies\": […]}";

/// First fields of files with steps; scene files begin with others.
const FIRST_FIELDS: [&str; 10] =
    ["step", "question", "op", "id", "engine", "precision", "time_step", "gravity", "coordinates", "level"];

/// Whether a text begins as a step on its own, or as a line of a batch about one.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let head = String::from_utf8_lossy(head);
    let Some(first_field) = head.trim_start().strip_prefix('{').map(str::trim_start) else { return false };
    FIRST_FIELDS.iter().any(|name| begins_with_field(first_field, name))
        && ["\"step\"", "\"time_step\""].iter().any(|name| head.contains(name))
}

/// Whether the inside of a JSON object begins with this field.
fn begins_with_field(inside: &str, name: &str) -> bool {
    let rest = inside.strip_prefix('"').and_then(|inside| inside.strip_prefix(name));
    rest.is_some_and(|rest| rest.starts_with('"'))
}

/// Adds the steps of a file to the draft, each with a query; without bodies, the draft gets those of the first step.
/// Returns a quote about the steps beyond the limit of queries.
///
/// # Errors
/// A step has an unknown, missing or wrong field.
pub(super) fn add_steps(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let steps = read_steps(text_of(source)?).map_err(|error| SceneError {
        line: error.line,
        column: 1,
        ..source.error(error.error.to_string())
    })?;
    let count = steps.len();
    let mut skipped_lines = Vec::new();
    for (index, file_step) in steps.into_iter().enumerate() {
        if index >= MAX_STEPS {
            skipped_lines.push(file_step.line);
            continue;
        }
        add_step(file_step, index, count, draft);
    }
    draft.add_note(match count {
        1 => String::from("The scene has 1 captured step with an `audit` query."),
        count => format!("The scene has {} captured steps, each with an `audit` query.", count.min(MAX_STEPS)),
    });
    if skipped_lines.is_empty() {
        return Ok(Vec::new());
    }
    let why = shown_reason(&format!("a scene has at most {MAX_STEPS} queries; `contact-lens audit` judges all steps"));
    let text = format!("{} captured steps", skipped_lines.len());
    Ok(vec![Quote { file: source.name.clone(), lines: skipped_lines, text, why }])
}

/// Quote of the lines of captured steps that a scene does not contain, such as those of a capture of the plane.
pub(super) fn quote(file: &str, lines: Vec<usize>) -> Quote {
    let text = match lines.len() {
        1 => String::from("1 captured step"),
        count => format!("{count} captured steps"),
    };
    let why = format!("`contact-lens audit {file}` judges captured steps");
    Quote { file: file.to_owned(), lines, text, why }
}

/// Adds a step with its query.
fn add_step(file_step: FileStep, index: usize, count: usize, draft: &mut Draft) {
    let name = draft.unique_name(&query_name(&file_step, index, count));
    let captured = CapturedStep(file_step.fields);
    if draft.bodies.is_empty() {
        draft.up = upward(&captured);
        let first = draft.bodies.len() + 1;
        let bodies = (first..).zip(captured.bodies());
        draft.bodies.extend(bodies.map(|(rigid, body)| DraftBody { body, rigid, collision_bits: [1, 1] }));
    }
    draft.steps.push(captured);
    let ask = match Algorithm::Audit.of("", "") {
        Ask::Audit { expect, .. } => Ask::Audit { step: index as u32, expect },
        other => other,
    };
    draft.audits.push(Query::new(name, ask));
}

/// Name of the query about a step: its id, or the frame from which it starts, if the file has several steps.
fn query_name(file_step: &FileStep, index: usize, count: usize) -> String {
    match (&file_step.question.id, file_step.frame) {
        (Value::String(id), _) => format!("audit of {id}"),
        _ if count == 1 => String::from("audit"),
        (_, Some(frame)) => format!("audit after frame {frame}"),
        (_, None) => format!("audit of step {index}"),
    }
}

/// Axis that points up in pictures: against gravity if that is along z, else y.
fn upward(step: &CapturedStep) -> Upward {
    let gravity = step.0.get("gravity").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let sizes: Vec<f64> = gravity.iter().map(|number| number.as_f64().unwrap_or(0.0).abs()).collect();
    match sizes[..] {
        [x, y, z] if z > x.max(y) => Upward::Z,
        _ => Upward::Y,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_becomes_a_scene_with_its_bodies_and_an_audit() {
        let text = r#"{"time_step": 0.01, "gravity": [0, 0, -9.81], "contacts": [], "bodies": [
            {"name": "ball", "shapes": [{"shape": {"type": "sphere", "radius": 0.5}}], "mass": 1,
             "inertia": [0.1, 0.1, 0.1],
             "before": {"position": [0, 1, 0], "velocity": [0, 0, 0], "angular_velocity": [0, 0, 0]}}]}"#;
        assert!(recognizes(text.as_bytes()));
        let scene = crate::text("step.json", text).unwrap().scene;
        assert_eq!((scene.bodies.len(), scene.bodies[0].position), (1, [0.0, 1.0, 0.0]));
        assert_eq!((scene.steps.len(), scene.up), (1, Upward::Z));
        assert_eq!(scene.queries.iter().map(|query| query.name.as_str()).collect::<Vec<_>>(), ["audit"]);
    }

    #[test]
    fn a_scene_file_is_no_step() {
        assert!(!recognizes(br#"{"version": 1, "name": "a", "queries": [{"options": {"time_step": 0.1}}]}"#));
        assert!(!recognizes(br#"{"id": 3, "op": "distance"}"#));
    }

    #[test]
    fn an_unknown_field_of_a_step_is_an_error_with_its_path() {
        let error = crate::text("step.json", r#"{"time_step": 0.01, "bodys": []}"#).unwrap_err();
        assert!(error.to_string().contains("bodys"), "{error}");
    }
}
