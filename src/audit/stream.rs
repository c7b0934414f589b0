//! Steps in files: a step on its own, lines of `batch`, or a capture with `step` lines among its bodies and frames.
//!
//! In a capture, a body of a step may omit its shapes and poses: the shapes are those of the `body` line, the poses
//! before the step those of the frame before the `step` line, and the poses after it those of the next frame.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::capture::{CaptureError, Question, Step, read_question, read_step};

/// Step of a file.
#[derive(Clone, Debug)]
pub struct FileStep {
    /// Line of the file, from 1.
    pub line: usize,
    /// Frame from which the step starts, from 0; `None` outside of a capture with frames.
    pub frame: Option<usize>,
    /// The step, with the questions about it.
    pub question: Question,
    /// Fields of the step as they were written, with the shapes and the poses that its bodies omit.
    pub fields: Map<String, Value>,
}

/// Error in a file, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Field of the step, and the reason.
    pub error: CaptureError,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for FileError {}

/// Reads all steps of a file. Lines of a capture that are about other things are skipped.
///
/// # Errors
/// A line is not JSON, or a step has an unknown, missing or wrong field.
pub fn read_steps(text: &str) -> Result<Vec<FileStep>, FileError> {
    if let Ok(Value::Object(whole)) = serde_json::from_str::<Value>(text) {
        let question = read_whole(text, &whole).map_err(|error| FileError { line: 1, error })?;
        return Ok(vec![FileStep { line: 1, frame: None, question, fields: fields_of_whole(whole) }]);
    }
    let mut stream = Stream::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        stream.add(index + 1, line)?;
    }
    // The poses after the last step are unknown if no frame follows.
    stream.end_waiting(None)?;
    Ok(stream.steps)
}

/// Reads a file that is one object: a line of `batch`, a line of a capture, or a step.
fn read_whole(text: &str, whole: &Map<String, Value>) -> Result<Question, CaptureError> {
    if whole.get("step").is_some_and(Value::is_object) {
        return read_question(text);
    }
    // Collections of cases have the question next to its truth.
    if let Some(question) = whole.get("question") {
        return read_question(&question.to_string());
    }
    read_step(text).map(about)
}

/// Returns the fields of the step in a file that is one object.
fn fields_of_whole(mut whole: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Object(question)) = whole.remove("question") {
        whole = question;
    }
    match whole.remove("step") {
        Some(Value::Object(step)) => step,
        Some(_) | None => whole,
    }
}

/// Returns the question about a step alone.
fn about(step: Step) -> Question {
    Question { op: None, id: Value::Null, dim: None, step, why: None, against: None, laws: false }
}

/// Bodies, poses and steps of a capture, as far as it has been read.
#[derive(Default)]
struct Stream {
    /// Shapes of each body, as a step states them.
    shapes: BTreeMap<String, Value>,
    /// Last known pose of each body.
    poses: BTreeMap<String, Pose>,
    /// Number of frames so far.
    frames: usize,
    /// Step that waits for the poses of the next frame.
    waiting: Option<WaitingStep>,
    /// Steps whose poses are all known.
    steps: Vec<FileStep>,
}

/// Position and rotation of a body, as JSON.
#[derive(Clone, Debug)]
struct Pose {
    position: Value,
    rotation: Value,
}

/// Step whose poses after it are in the next frame.
struct WaitingStep {
    line: usize,
    frame: Option<usize>,
    step: Map<String, Value>,
}

impl Stream {
    /// Adds a line of the file.
    fn add(&mut self, number: usize, line: &str) -> Result<(), FileError> {
        let mut object = object_of(line).map_err(|error| FileError { line: number, error })?;
        if object.contains_key("op") {
            let question = read_question(line).map_err(|error| FileError { line: number, error })?;
            self.steps.push(FileStep { line: number, frame: None, question, fields: fields_of_whole(object) });
        } else if let Some(body) = object.get("body") {
            self.add_body(body);
        } else if let Some(frame) = object.get("frame") {
            self.end_waiting(Some(frame))?;
            self.add_frame(frame);
        } else if let Some(step) = object.remove("step") {
            self.end_waiting(None)?;
            let Value::Object(step) = step else {
                return Err(FileError { line: number, error: CaptureError::new("step", "must be a JSON object") });
            };
            self.add_step(number, step);
        }
        Ok(())
    }

    /// Stores the shape and the pose of a body.
    fn add_body(&mut self, body: &Value) {
        let Some(name) = body["name"].as_str() else { return };
        self.shapes.insert(name.to_owned(), json!([{ "shape": body["shape"] }]));
        self.poses.insert(name.to_owned(), pose_of(body, None));
    }

    /// Stores the poses of a frame.
    fn add_frame(&mut self, frame: &Value) {
        for pose in frame["poses"].as_array().into_iter().flatten() {
            let Some(name) = pose["body"].as_str() else { continue };
            let known = self.poses.get(name);
            let pose = pose_of(pose, known);
            self.poses.insert(name.to_owned(), pose);
        }
        self.frames += 1;
    }

    /// Adds a step, with the shapes and the poses that its bodies omit.
    fn add_step(&mut self, number: usize, mut step: Map<String, Value>) {
        for body in bodies_of(&mut step) {
            let Some(name) = body.get("name").and_then(Value::as_str).map(str::to_owned) else { continue };
            if let Some(shapes) = self.shapes.get(&name).filter(|_| !body.contains_key("shapes")) {
                body.insert(String::from("shapes"), shapes.clone());
            }
            if let Some(pose) = self.poses.get(&name) {
                complete(body, "before", pose);
            }
        }
        self.waiting = Some(WaitingStep { line: number, frame: self.frames.checked_sub(1), step });
    }

    /// Completes the waiting step, if there is one, by the poses of the frame `next`.
    fn end_waiting(&mut self, next: Option<&Value>) -> Result<(), FileError> {
        let Some(WaitingStep { line, frame, mut step }) = self.waiting.take() else { return Ok(()) };
        let poses = next.map(|next| &next["poses"]).and_then(Value::as_array);
        for body in bodies_of(&mut step) {
            let name = body.get("name").and_then(Value::as_str).map(str::to_owned);
            let pose = poses.and_then(|poses| poses.iter().find(|pose| pose["body"].as_str() == name.as_deref()));
            if let Some(pose) = pose {
                complete(body, "after", &pose_of(pose, None));
            }
        }
        let read = read_step(&Value::Object(step.clone()).to_string()).map_err(|error| FileError { line, error })?;
        self.steps.push(FileStep { line, frame, question: about(read), fields: step });
        Ok(())
    }
}

/// Parses a line as a JSON object.
fn object_of(line: &str) -> Result<Map<String, Value>, CaptureError> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(CaptureError::new("", "a line must be a JSON object")),
        Err(error) => Err(CaptureError::new("", format!("is not JSON: {error}"))),
    }
}

/// Returns the bodies of a step.
fn bodies_of(step: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let bodies = step.get_mut("bodies").and_then(Value::as_array_mut);
    bodies.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Returns the pose that a line states; what it omits is that of `known`, or else the origin.
fn pose_of(line: &Value, known: Option<&Pose>) -> Pose {
    let position = line.get("position").cloned().or(known.map(|pose| pose.position.clone()));
    let rotation = line.get("rotation").cloned().or(known.map(|pose| pose.rotation.clone()));
    Pose {
        position: position.unwrap_or_else(|| json!([0.0, 0.0, 0.0])),
        rotation: rotation.unwrap_or_else(|| json!([0.0, 0.0, 0.0, 1.0])),
    }
}

/// Adds the pose to a state of a body (`before` or `after`) that states velocities but no pose.
fn complete(body: &mut Map<String, Value>, state: &str, pose: &Pose) {
    let Some(state) = body.get_mut(state).and_then(Value::as_object_mut) else { return };
    state.entry("position").or_insert_with(|| pose.position.clone());
    state.entry("rotation").or_insert_with(|| pose.rotation.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A capture of a ball that moves at 1 m/s, with its step in short form.
    const CAPTURE: &str = r#"{"capture": {"version": 1, "engine": "mine"}}
{"body": {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 1, 0]}}
{"frame": {"time": 0.0, "poses": [{"body": "ball", "position": [1, 1, 0]}]}}
{"step": {"time_step": 0.01, "bodies": [{"name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1], "before": {"velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]}, "after": {"velocity": [1, 0, 0], "angular_velocity": [0, 0, 0]}}], "contacts": [], "model": {"integrator": "semi_implicit"}}}
{"frame": {"time": 0.01, "poses": [{"body": "ball", "position": [1.01, 1, 0]}]}}
"#;

    #[test]
    fn a_step_of_a_capture_takes_shapes_and_poses_from_the_lines_around_it() {
        let steps = read_steps(CAPTURE).unwrap();
        let [FileStep { line: 4, frame: Some(0), question, fields }] = steps.as_slice() else { panic!("{steps:?}") };
        let body = &question.step.bodies[0];
        assert_eq!(body.shapes.len(), 1);
        assert_eq!(crate::read_step(&Value::Object(fields.clone()).to_string()).as_ref(), Ok(&question.step));
        let report = crate::answer(question).unwrap();
        assert_eq!(report.verdict.name(), "holds");
        let wrong = CAPTURE.replace("[1.01, 1, 0]", "[1.02, 1, 0]");
        let report = crate::answer(&read_steps(&wrong).unwrap()[0].question).unwrap();
        assert_eq!(report.first.map(|first| first.stage), Some("pose"));
    }

    #[test]
    fn a_file_may_be_one_step_or_lines_of_a_batch() {
        let pose = "\"position\": [0, 1, 0], \"rotation\": [0, 0, 0, 1], \"velocity\": [0, 0, 0]";
        let step = CAPTURE.lines().nth(3).unwrap().replace("\"velocity\": [1, 0, 0]", pose);
        assert_eq!(read_steps(&step).unwrap().len(), 1);
        let inner = step.strip_prefix("{\"step\": ").and_then(|rest| rest.strip_suffix('}')).unwrap();
        assert_eq!(read_steps(inner).unwrap().len(), 1);
        let batch = format!("{{\"op\": \"audit\", \"id\": 1, \"step\": {inner}}}\n");
        assert_eq!(read_steps(&batch.repeat(2)).unwrap().len(), 2);
    }

    #[test]
    fn an_error_names_the_line_and_the_field() {
        let wrong = CAPTURE.replace("\"mass\": 1", "\"mas\": 1");
        let error = read_steps(&wrong).unwrap_err().to_string();
        assert!(error.contains("mas") && error.starts_with("line 4: "), "{error}");
        let error = read_steps("{\"frame\": {}}\n{\"step\": 3}\n").unwrap_err().to_string();
        assert_eq!(error, "line 2: step: must be a JSON object");
    }
}
