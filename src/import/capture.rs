//! Captures: text files with one JSON object per line, written by a running program (`contact-lens capture --language
//! c|python|rust` prints code that writes them).
//!
//! ```json
//! {"capture": {"version": 1, "name": "wheel on kerb", "engine": "my engine 3.1"}}
//! {"body": {"name": "wheel", "shape": {"type": "sphere", "radius": 0.3}, "position": [0, 1, 0]}}
//! {"frame": {"time": 0.0, "poses": [{"body": "wheel", "position": [0, 0.9, 0]}]}}
//! {"theirs": ["wheel", "kerb", {"distance": -0.001, "normal": [0, -1, 0]}]}
//! {"query": {"name": "touch", "algorithm": "gjk", "a": "wheel", "b": "kerb"}}
//! {"skipped": {"name": "cloth", "why": "bodies that bend have no shape here"}}
//! ```
//!
//! - **`body`, `frame`, `query`**: values as in scene files. The lines are joined into the text of a scene
//!   ([`joined`]), which the reader of scene files parses.
//! - **Late bodies**: a body whose line comes after a frame appears in the next frame. It is absent in earlier frames,
//!   unless one of them gives it a pose.
//! - **`theirs`**: answer of the program's own engine about a pair in the preceding frame; before the first frame,
//!   about the pair at its initial poses.
//! - **`step`**: whole step of the program's engine; each gets an `audit` query. Captures of the plane quote them.
//! - **`skipped`**: thing that the program has and the capture does not; the scene's note quotes it.

mod joined;
pub(super) mod late;

use std::collections::{HashMap, HashSet};

use contact_lens_scene::model::{Dimension, Recorded, Scene, Upward};
use contact_lens_scene::{SceneError, parse};
use serde::Deserialize;
use serde::de::IgnoredAny;

use self::late::LateBody;
use super::draft::{Draft, DraftBody};
use super::ledger::{shown, shown_reason};
use super::{Quote, Source, steps, text_of};

/// First line of a capture.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// Version of the format; 1 is the only one.
    version: u32,
    #[serde(default)]
    pub(super) name: Option<String>,
    /// Name and version of the program's engine.
    #[serde(default)]
    engine: Option<String>,
    /// Dimension of the scene, 2 or 3; 3 if absent.
    #[serde(default)]
    pub(super) dimension: Option<u8>,
    /// Precision of the program: `f32` or `f64`.
    #[serde(default)]
    precision: Option<String>,
    /// Axis that points up in the program: `y` or `z`.
    #[serde(default)]
    up: Option<String>,
    /// Masses, gravity and step of the engine, in the form of scenes.
    #[serde(default)]
    pub(super) recorded: Option<Recorded>,
}

/// Whether a text begins with the first line of a capture.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let start = start.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    start.is_some_and(|inside| inside.starts_with(b"\"capture\""))
}

/// JSON text of the value in a line, with its position in the capture.
struct LineValue<'a> {
    /// Number of the line, from 1; 0 without a position.
    line: usize,
    /// Number of characters before the value in its line.
    column: usize,
    text: &'a str,
}

impl<'a> LineValue<'a> {
    /// Creates the value for a text that represents earlier lines, without a position.
    fn without_position(text: &'a str) -> Self {
        Self { line: 0, column: 0, text }
    }
}

/// Answer of the captured engine about a pair of bodies.
struct Answer<'a> {
    /// Index of the frame that the answer is about; `None` before the first frame.
    frame: Option<usize>,
    value: LineValue<'a>,
}

/// Pair that the captured engine has answered.
struct AnsweredPair<'a> {
    /// Names of the bodies, in the order of the answers.
    names: [String; 2],
    answers: Vec<Answer<'a>>,
}

/// Contents of a capture's lines, by kind.
#[derive(Default)]
pub(super) struct CaptureLines<'a> {
    pub(super) head: Head,
    bodies: Vec<LineValue<'a>>,
    frames: Vec<LineValue<'a>>,
    queries: Vec<LineValue<'a>>,
    /// Pairs in the order of their first answers.
    pairs: Vec<AnsweredPair<'a>>,
    /// Indices in `pairs` by names.
    pair_indices: HashMap<[String; 2], usize>,
    /// Things of the program that the capture does not contain, with their lines from 1.
    skipped: Vec<(usize, Skipped)>,
    /// Lines of captured steps, from 1.
    step_lines: Vec<usize>,
    /// Bodies whose lines come after a frame.
    late_bodies: Vec<LateBody>,
}

/// Thing that the program has and the capture does not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Skipped {
    name: String,
    /// Reason why it was not captured.
    #[serde(default)]
    why: String,
}

/// Reads the bodies, frames and queries of a capture into the draft. Returns quotes of the things that were skipped.
///
/// # Errors
/// Fails at a line that is not valid, unless it is the last one and incomplete.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut parsed = CaptureLines::default();
    let mut quotes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        if let Err(error) = parsed.add_line(number, line) {
            // A program that was stopped while writing leaves an incomplete last line.
            let is_last = text[offset_in(text, line) + line.len()..].trim().is_empty();
            if is_last && !text.ends_with('\n') && number > 1 {
                let why = String::from("the capture ends in the middle of this line, which was skipped");
                quotes.push(Quote { file: source.name.clone(), lines: vec![number], text: shown(line), why });
                break;
            }
            return Err(SceneError { line: number, column: error.column, ..source.error(error.message) });
        }
    }
    let mut scene = parsed.scene(&source.name)?;
    for late_body in &parsed.late_bodies {
        if late_body.hide(&mut scene) {
            late_body.show(&mut scene);
        }
    }
    if draft.name.is_empty() {
        scene.name.clone_into(&mut draft.name);
    }
    draft.plane = scene.dimension == Dimension::Two;
    let first_rigid = draft.bodies.len() + 1;
    let rigid_bodies = (first_rigid..).zip(scene.bodies.iter());
    draft.bodies.extend(rigid_bodies.map(|(rigid, body)| DraftBody {
        body: body.clone(),
        rigid,
        collision_bits: [1, 1],
    }));
    draft.frames.extend(scene.frames.iter().cloned());
    draft.queries.extend(scene.queries);
    draft.up = parsed.head.upward();
    draft.recorded.clone_from(&parsed.head.recorded);
    draft.add_note(origin_note(&parsed.head));
    if !draft.plane && !parsed.step_lines.is_empty() {
        parsed.step_lines.clear();
        quotes.extend(steps::add_steps(source, draft)?);
    }
    quotes.extend(parsed.quotes(&source.name));
    Ok(quotes)
}

impl Head {
    /// Returns the axis that points up in pictures: z if the program's is z, else y.
    pub(super) fn upward(&self) -> Upward {
        let is_z = self.up.as_deref().is_some_and(|up| up.eq_ignore_ascii_case("z"));
        if is_z && self.dimension != Some(2) { Upward::Z } else { Upward::Y }
    }
}

/// Maximum number of characters of an engine's name in the note.
const MAX_ENGINE_CHARACTERS: usize = 100;

/// Returns one or two sentences about the origin of a capture: its engine, precision and up axis.
pub(super) fn origin_note(head: &Head) -> String {
    let engine = match &head.engine {
        Some(name) => name.chars().take(MAX_ENGINE_CHARACTERS).collect(),
        None => String::from("a program"),
    };
    let up = head.up.as_ref().map_or_else(String::new, |up| format!(" {up} points up."));
    let precision = head.precision.as_ref().map_or_else(String::new, |bits| format!(", which computes in {bits}"));
    format!("Captured from {engine}{precision}.{up}")
}

/// Origins of a scene's queries.
pub(super) struct QueryOrigins {
    /// Lines of the queries in the capture.
    pub(super) lines: Vec<usize>,
    /// Pairs that the engine has answered; their queries come after the others.
    pub(super) pairs: Vec<[String; 2]>,
}

/// JSON of a frame in which no body moves.
const UNCHANGED_FRAME: &str = "{\"poses\": []}";

/// Error in a line of a capture.
pub(super) struct LineError {
    /// Column in the line, from 1, characters.
    column: usize,
    pub(super) message: String,
}

impl LineError {
    fn new(column: usize, message: impl Into<String>) -> Self {
        Self { column, message: message.into() }
    }

    /// Creates the error of a value that begins after `column` characters of its line.
    fn in_value(column: usize, error: &serde_json::Error) -> Self {
        Self::new(column + error.column(), message_of(error))
    }
}

/// Offset in `text` of a slice that is borrowed from it, bytes.
fn offset_in(text: &str, slice: &str) -> usize {
    slice.as_ptr() as usize - text.as_ptr() as usize
}

impl<'a> CaptureLines<'a> {
    /// Creates the contents to which the later lines of a growing capture are added: `bodies` has a JSON text for each
    /// body of the earlier lines; with `has_frames`, one unchanged frame represents the frames of the earlier lines.
    pub(super) fn after(head: Head, bodies: &'a [String], has_frames: bool) -> Self {
        let frames = has_frames.then(|| LineValue::without_position(UNCHANGED_FRAME)).into_iter().collect();
        let bodies = bodies.iter().map(|text| LineValue::without_position(text)).collect();
        Self { head, bodies, frames, ..Self::default() }
    }

    /// Whether the lines have no body, frame, query or answer.
    pub(super) fn is_head_alone(&self) -> bool {
        self.bodies.is_empty() && self.frames.is_empty() && self.queries.is_empty() && self.pairs.is_empty()
    }

    /// Returns the origins of the queries, in the order of the scene.
    pub(super) fn query_origins(&self) -> QueryOrigins {
        let lines = self.queries.iter().map(|value| value.line).collect();
        QueryOrigins { lines, pairs: self.pairs.iter().map(|pair| pair.names.clone()).collect() }
    }

    /// Parses the lines as a scene. Errors have positions in the capture.
    pub(super) fn scene(&self, file: &str) -> Result<Scene, SceneError> {
        let joined = self.join_values();
        parse(file, joined.text.as_bytes()).map_err(|error| {
            let origin = joined.origins.get(error.line.wrapping_sub(1)).copied().unwrap_or_default();
            let column = if error.line > 0 { error.column + origin.shift } else { 0 };
            SceneError { line: origin.line, column, ..error }
        })
    }

    /// Returns the bodies whose lines come after frames.
    pub(super) fn late_bodies(&self) -> &[LateBody] {
        &self.late_bodies
    }

    /// Returns quotes of the things that the capture names as skipped, and of the steps that the scene does not
    /// contain.
    pub(super) fn quotes(&self, file: &str) -> Vec<Quote> {
        let mut quotes = Vec::with_capacity(self.skipped.len());
        for (line, skipped) in &self.skipped {
            let why = if skipped.why.trim().is_empty() { "was not captured" } else { skipped.why.as_str() };
            let text = shown(&skipped.name);
            quotes.push(Quote { file: file.to_owned(), lines: vec![*line], text, why: shown_reason(why) });
        }
        if !self.step_lines.is_empty() {
            quotes.push(steps::quote(file, self.step_lines.clone()));
        }
        quotes
    }

    /// Adds a line of the capture; `number` counts from 1.
    ///
    /// # Errors
    /// Fails if the line is not a JSON object with one field of a known name and a value of the right form.
    pub(super) fn add_line(&mut self, number: usize, line: &'a str) -> Result<(), LineError> {
        if let Err(error) = serde_json::from_str::<IgnoredAny>(line) {
            // An error before the first character has column 0.
            let column = error.column().max(1);
            return Err(LineError::new(column, format!("is not JSON: {}", message_of(&error))));
        }
        let (key, value) = only_field(line).ok_or_else(|| {
            LineError::new(1, "a line of a capture must be an object with one field, such as {\"body\": …}")
        })?;
        let column = line[..offset_in(line, value)].chars().count();
        let line_value = LineValue { line: number, column, text: value };
        if number > 1 && key == "capture" {
            return Err(LineError::new(column + 1, "`capture` is allowed only in the first line of the file"));
        }
        match key {
            "capture" => {
                self.head = serde_json::from_str(value).map_err(|error| LineError::in_value(column, &error))?;
                if self.head.version != 1 {
                    let message = format!("has version {}; this program reads version 1", self.head.version);
                    return Err(LineError::new(column + 1, message));
                }
            }
            "body" => {
                if !self.frames.is_empty() {
                    self.late_bodies.push(LateBody { body: self.bodies.len(), frame: self.frames.len() });
                }
                self.bodies.push(line_value);
            }
            "skipped" => {
                let skipped = serde_json::from_str(value).map_err(|error| LineError::in_value(column, &error))?;
                self.skipped.push((number, skipped));
            }
            // `steps` reads these, with the bodies and frames around them.
            "step" => self.step_lines.push(number),
            "frame" => self.frames.push(line_value),
            "query" => self.queries.push(line_value),
            "theirs" => {
                let (names, answer) = names_and_answer(value).ok_or_else(|| {
                    let example = "[\"a\", \"b\", {\"distance\": 0.1}]";
                    let message = format!("`theirs` must be a list of two body names and an answer, such as {example}");
                    LineError::new(column + 1, message)
                })?;
                let column = column + value[..offset_in(value, answer)].chars().count();
                self.add_answer(names, LineValue { line: number, column, text: answer });
            }
            other => {
                let known = ["capture", "body", "frame", "query", "theirs", "step", "skipped"];
                let message =
                    format!("`{}` is not known{}", shown(other), contact_lens_scene::suggestion(other, known));
                return Err(LineError::new(1, message));
            }
        }
        Ok(())
    }

    /// Adds an answer about a pair in the last frame so far.
    fn add_answer(&mut self, names: [String; 2], value: LineValue<'a>) {
        let frame = self.frames.len().checked_sub(1);
        let index = *self.pair_indices.entry(names.clone()).or_insert_with(|| {
            self.pairs.push(AnsweredPair { names, answers: Vec::new() });
            self.pairs.len() - 1
        });
        self.pairs[index].answers.push(Answer { frame, value });
    }
}

/// Returns the name of the only field of a JSON object, and the JSON text of its value; `None` for any other text.
fn only_field(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('{')?.strip_suffix('}')?.trim_start();
    let (key, value) = inside.strip_prefix('"')?.split_once('"')?;
    let value = value.trim_start().strip_prefix(':')?.trim();
    serde_json::from_str::<IgnoredAny>(value).ok()?;
    Some((key, value))
}

/// Returns the message of an error without the position in the line, which [`LineError`] reports separately.
fn message_of(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

/// Splits the value of a `theirs` line into the names of the two bodies and the JSON text of the answer; `None` if it
/// is not a list of two strings and an object.
fn names_and_answer(value: &str) -> Option<([String; 2], &str)> {
    let (a, b, _): (String, String, serde_json::Map<String, serde_json::Value>) = serde_json::from_str(value).ok()?;
    let inside = value.strip_prefix('[')?.strip_suffix(']')?.trim();
    // Names may contain braces; the answer begins after the second name.
    let after_first = after_string(inside)?;
    let answer = after_string(after_first)?.trim();
    Some(([a, b], answer))
}

/// Returns the text after the JSON string and the comma with which a text begins; `None` if it begins otherwise.
fn after_string(text: &str) -> Option<&str> {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let _ = strings.next()?.ok()?;
    text.get(strings.byte_offset()..)?.trim_start().strip_prefix(',')
}

/// Returns `name`, or `name (2)`, `name (3)`, … if it is taken, and adds the result to the taken names.
pub(super) fn free_name(taken: &mut HashSet<String>, name: String) -> String {
    let mut free = name.clone();
    let mut number = 1;
    while !taken.insert(free.clone()) {
        number += 1;
        free = format!("{name} ({number})");
    }
    free
}
