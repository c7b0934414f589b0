//! Captures: text files with one JSON fact per line, written by a running program (`contact-lens capture --language
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
//! A skipped line names something that the program has and the capture does not; the scene's note quotes it. A body
//! whose line comes after a frame appears in the next one: it is absent in the frames before, unless one of them gives
//! it a pose. The values of `body`, `frame` and `query` are those of scene files, read by the same code. `theirs` are
//! answers of the engine about the preceding frame, or about the initial poses.

pub(super) mod late;

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use self::late::Late;
use super::draft::{Draft, Part};
use super::ledger::shown;
use super::{Quote, Source, text_of};
use crate::scene::model::{Dimension, Recorded, Scene, Upward};
use crate::scene::{SceneError, parse};

/// First line of a capture.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    version: u32,
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    engine: Option<String>,
    #[serde(default)]
    pub(super) dimension: Option<u8>,
    /// Precision of the program: `f32` or `f64`.
    #[serde(default)]
    precision: Option<String>,
    #[serde(default)]
    up: Option<String>,
    /// Masses, gravity and step of the engine, in the form of scenes.
    #[serde(default)]
    pub(super) recorded: Option<Recorded>,
}

/// Whether a text begins with the first line of a capture.
pub(super) fn looks(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let start = start.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    start.is_some_and(|rest| rest.starts_with(b"\"capture\""))
}

/// Piece of a scene's text, with its position in the capture.
struct Piece<'a> {
    line: usize,
    /// Number of characters before it.
    column: usize,
    text: &'a str,
}

impl<'a> Piece<'a> {
    /// Creates a piece for a text that was read before, without a position.
    fn stand_in(text: &'a str) -> Self {
        Self { line: 0, column: 0, text }
    }
}

/// Answer of the engine, and the frame that it is about; `None` before the first frame.
type Answer<'a> = (Option<usize>, Piece<'a>);

/// Contents of the lines, by kind.
#[derive(Default)]
pub(super) struct Sorted<'a> {
    pub(super) head: Head,
    bodies: Vec<Piece<'a>>,
    frames: Vec<Piece<'a>>,
    queries: Vec<Piece<'a>>,
    /// Pairs in the order of their first answers: names, and answers with their frames.
    pairs: Vec<([String; 2], Vec<Answer<'a>>)>,
    /// Indices of the pairs by their names.
    known: HashMap<[String; 2], usize>,
    /// Things of the source that the capture does not contain, by line.
    skipped: Vec<(usize, Skipped)>,
    /// Bodies whose lines come after a frame.
    late: Vec<Late>,
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

/// Reads a capture as a scene with all its frames and queries.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut sorted = Sorted::default();
    let mut left = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if let Err((column, message)) = sorted.line(i + 1, line) {
            let last = text[line.as_ptr() as usize - text.as_ptr() as usize + line.len()..].trim().is_empty();
            if last && !text.ends_with('\n') && i > 0 {
                let why = String::from("the capture ends here in the middle of a line");
                left.push(Quote { file: source.name.clone(), lines: vec![i + 1], text: shown(line), why });
                break;
            }
            return Err(SceneError { line: i + 1, column, ..source.error(message) });
        }
    }
    let mut scene = sorted.scene(&source.name)?;
    for late in &sorted.late {
        if late.hide(&mut scene) {
            late.show(&mut scene);
        }
    }
    if draft.name.is_empty() {
        scene.name.clone_into(&mut draft.name);
    }
    draft.plane = scene.dimension == Dimension::Two;
    let first = draft.parts.len();
    draft.parts.extend(scene.bodies.iter().enumerate().map(|(k, body)| Part {
        body: body.clone(),
        rigid: first + k + 1,
        kinds: [1, 1],
    }));
    draft.frames.extend(scene.frames.iter().cloned());
    draft.queries.extend(scene.queries);
    draft.up = sorted.head.upward();
    draft.recorded.clone_from(&sorted.head.recorded);
    draft.add_note(origin_note(&sorted.head));
    left.extend(sorted.quotes(&source.name));
    Ok(left)
}

impl Head {
    /// Returns the axis that points up in pictures: z if the program's is z, else y.
    pub(super) fn upward(&self) -> Upward {
        let is_z = self.up.as_deref().is_some_and(|up| up.eq_ignore_ascii_case("z"));
        if is_z && self.dimension != Some(2) { Upward::Z } else { Upward::Y }
    }
}

/// Describes the origin of a capture in a sentence or two.
pub(super) fn origin_note(head: &Head) -> String {
    let engine =
        head.engine.as_ref().map_or_else(|| String::from("a program"), |name| name.chars().take(100).collect());
    let up = head.up.as_ref().map_or_else(String::new, |up| format!(" {up} points up."));
    let precision = head.precision.as_ref().map_or_else(String::new, |bits| format!(", which computes in {bits}"));
    format!("Captured from {engine}{precision}.{up}")
}

/// Origins of a scene's queries.
pub(super) struct Tied {
    /// Lines of the queries in the capture.
    pub(super) lines: Vec<usize>,
    /// Pairs that the engine has answered; their queries come after the others.
    pub(super) pairs: Vec<[String; 2]>,
}

/// JSON of a frame without changes.
const SAME_FRAME: &str = "{\"poses\": []}";

/// Column and message of an error in a line.
type Wrong = (usize, String);

impl<'a> Sorted<'a> {
    /// Prepares for later lines: a stand-in text for each known body, and for the last frame if there are `frames`.
    pub(super) fn after(head: Head, bodies: &'a [String], frames: bool) -> Self {
        let frames = frames.then(|| Piece::stand_in(SAME_FRAME)).into_iter().collect();
        let bodies = bodies.iter().map(|text| Piece::stand_in(text)).collect();
        Self { head, bodies, frames, ..Self::default() }
    }

    /// Whether there is nothing but the first line.
    pub(super) fn is_head_alone(&self) -> bool {
        self.bodies.is_empty() && self.frames.is_empty() && self.queries.is_empty() && self.pairs.is_empty()
    }

    /// Returns the origins of the queries, in the order of the scene.
    pub(super) fn ties(&self) -> Tied {
        let lines = self.queries.iter().map(|piece| piece.line).collect();
        Tied { lines, pairs: self.pairs.iter().map(|(names, _)| names.clone()).collect() }
    }

    /// Parses the lines as a scene. Errors have positions in the capture.
    pub(super) fn scene(&self, file: &str) -> Result<Scene, SceneError> {
        let joined = self.joined();
        parse(file, joined.text.as_bytes()).map_err(|error| {
            let (line, column) = joined.places.get(error.line.wrapping_sub(1)).copied().unwrap_or((0, 0));
            SceneError { line, column: if error.line > 0 { error.column + column } else { 0 }, ..error }
        })
    }

    /// Returns the bodies whose lines come after frames.
    pub(super) fn late(&self) -> &[Late] {
        &self.late
    }

    /// Returns quotes of the things that the capture names as skipped.
    pub(super) fn quotes(&self, file: &str) -> Vec<Quote> {
        self.skipped
            .iter()
            .map(|(line, skipped)| {
                let why = if skipped.why.trim().is_empty() { "was not captured" } else { skipped.why.as_str() };
                let text = shown(&skipped.name);
                let why = shown(why);
                Quote { file: file.to_owned(), lines: vec![*line], text, why }
            })
            .collect()
    }

    /// Adds a line of the capture; `number` counts from 1.
    pub(super) fn line(&mut self, number: usize, line: &'a str) -> Result<(), Wrong> {
        let good: Result<IgnoredAny, _> = serde_json::from_str(line);
        good.map_err(|error| (error.column().max(1), format!("is not JSON: {}", plain(&error))))?;
        let (key, value) =
            only_field(line).ok_or_else(|| (1, String::from("a line of a capture is an object with one field")))?;
        let column = line[..value.as_ptr() as usize - line.as_ptr() as usize].chars().count();
        let piece = Piece { line: number, column, text: value };
        if number > 1 && key == "capture" {
            return Err((column + 1, String::from("a capture begins once")));
        }
        match key {
            "capture" => {
                self.head = serde_json::from_str(value).map_err(|error| (column + error.column(), plain(&error)))?;
                if self.head.version != 1 {
                    return Err((column + 1, format!("has version {}; this program knows 1", self.head.version)));
                }
            }
            "body" => {
                if !self.frames.is_empty() {
                    self.late.push(Late { body: self.bodies.len(), frame: self.frames.len() });
                }
                self.bodies.push(piece);
            }
            "skipped" => {
                let read = serde_json::from_str(value).map_err(|error| (column + error.column(), plain(&error)))?;
                self.skipped.push((number, read));
            }
            "frame" => self.frames.push(piece),
            "query" => self.queries.push(piece),
            "theirs" => {
                let (names, answer) = theirs(value)
                    .ok_or_else(|| (column + 1, String::from("must be a list of two names of bodies and an answer")))?;
                let frame = self.frames.len().checked_sub(1);
                let column = column + value[..answer.as_ptr() as usize - value.as_ptr() as usize].chars().count();
                let known = *self.known.entry(names.clone()).or_insert_with(|| {
                    self.pairs.push((names, Vec::new()));
                    self.pairs.len() - 1
                });
                self.pairs[known].1.push((frame, Piece { line: number, column, text: answer }));
            }
            other => {
                let known = ["capture", "body", "frame", "query", "theirs", "skipped"];
                return Err((1, format!("`{}` is not known{}", shown(other), crate::scene::suggestion(other, known))));
            }
        }
        Ok(())
    }
}

/// Returns name and value of the only field of an object.
fn only_field(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('{')?.strip_suffix('}')?.trim_start();
    let (key, value) = inside.strip_prefix('"')?.split_once('"')?;
    let value = value.trim_start().strip_prefix(':')?.trim();
    serde_json::from_str::<IgnoredAny>(value).ok()?;
    Some((key, value))
}

/// Removes the position from the message; it is reported separately.
fn plain(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

/// Returns the two names, and the text of the answer.
fn theirs(value: &str) -> Option<([String; 2], &str)> {
    let (a, b, _): (String, String, serde_json::Map<String, serde_json::Value>) = serde_json::from_str(value).ok()?;
    let inside = value.strip_prefix('[')?.strip_suffix(']')?.trim();
    // Names may contain braces; the answer begins after the second name.
    let mut strings = serde_json::Deserializer::from_str(inside).into_iter::<String>();
    let _ = strings.next()?.ok()?;
    let after = inside.get(strings.byte_offset()..)?.trim_start().strip_prefix(',')?;
    let mut strings = serde_json::Deserializer::from_str(after).into_iter::<String>();
    let _ = strings.next()?.ok()?;
    let answer = after.get(strings.byte_offset()..)?.trim_start().strip_prefix(',')?.trim();
    Some(([a, b], answer))
}

/// Returns a unique name for the query about a pair.
fn pair_name(taken: &mut HashSet<String>, [a, b]: [&str; 2]) -> serde_json::Value {
    let name = format!("{a} and {b}").chars().filter(|c| !c.is_control()).take(180).collect();
    serde_json::json!(free_name(taken, name))
}

/// Returns this name, or one with a number if it is taken.
pub(super) fn free_name(taken: &mut HashSet<String>, name: String) -> String {
    let mut free = name.clone();
    let mut k = 1;
    while !taken.insert(free.clone()) {
        k += 1;
        free = format!("{name} ({k})");
    }
    free
}

/// Returns the names of the queries in the capture.
fn query_names(queries: &[Piece<'_>]) -> HashSet<String> {
    queries
        .iter()
        .filter_map(|piece| {
            let value: serde_json::Value = serde_json::from_str(piece.text).ok()?;
            Some(value.get("name")?.as_str()?.to_owned())
        })
        .collect()
}

/// Text of a scene that is joined from the pieces of a capture, one per line.
struct Joined {
    text: String,
    /// For each line of the text, the line in the capture and the number of characters by which the piece is further to
    /// the right there.
    places: Vec<(usize, usize)>,
}

impl Joined {
    /// Appends the pieces of a list. The text of a pair replaces the opening brace of its piece, unless it is empty.
    fn list<'p, 't: 'p>(&mut self, pieces: impl Iterator<Item = (String, &'p Piece<'t>)>) {
        for (k, (start, piece)) in pieces.enumerate() {
            self.text += if k == 0 { "\n" } else { ",\n" };
            self.text += &start;
            let width = start.chars().count();
            self.places.push((piece.line, (piece.column + usize::from(width > 0)).saturating_sub(width)));
            self.text += if start.is_empty() { piece.text } else { &piece.text[1..] };
        }
    }
}

impl Sorted<'_> {
    /// Joins the pieces into the text of a scene.
    fn joined(&self) -> Joined {
        let name = self.head.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("Capture");
        let dimension = self.head.dimension.unwrap_or(3);
        let text = format!(
            "{{\"version\": 1, \"name\": {}, \"dimension\": {dimension}, \"bodies\": [",
            serde_json::json!(name)
        );
        let mut joined = Joined { text, places: vec![(1, 0)] };
        joined.list(self.bodies.iter().map(|piece| (String::new(), piece)));
        joined.text += "], \"frames\": [";
        joined.list(self.frames.iter().map(|piece| (String::new(), piece)));
        joined.text += "], \"queries\": [";
        joined.list(self.queries.iter().map(|piece| (String::new(), piece)));
        let mut comma = if self.queries.is_empty() { "" } else { "," };
        let mut taken = query_names(&self.queries);
        for ([a, b], answers) in &self.pairs {
            let name = pair_name(&mut taken, [a, b]);
            let a = serde_json::json!(a);
            let b = serde_json::json!(b);
            joined.text += &format!(
                "{comma}{{\"name\": {name}, \"algorithm\": \"distance\", \"a\": {a}, \"b\": {b}, \"theirs\": ["
            );
            joined.list(answers.iter().filter_map(with_frame));
            joined.text += "]}";
            comma = ",";
        }
        joined.text += "]}";
        joined
    }
}

/// Returns an answer with the text of its first field, the frame; `None` if the answer is not an object.
fn with_frame<'p, 't>((frame, piece): &'p Answer<'t>) -> Option<(String, &'p Piece<'t>)> {
    let inside = piece.text.strip_prefix('{')?;
    let frame = frame.unwrap_or_default();
    let comma = if inside.trim_start().starts_with('}') { "" } else { ", " };
    Some((format!("{{\"frame\": {frame}{comma}"), piece))
}
