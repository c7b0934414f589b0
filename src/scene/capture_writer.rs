//! Writer of captures from a running game or robot. A capture is a text with one JSON object per line: its head, a
//! body, a frame, a query or an answer of the engine. Each frame is written when it ends, so a crash loses at most the
//! frame that is being written, and memory use does not grow with the number of frames.
//!
//! ```
//! use contact_lens_scene::{CaptureHead, CaptureWriter, model::{Body, CapturedAnswer, Shape}};
//! let mut out = CaptureWriter::new(Vec::new(), &CaptureHead::new("wheel on kerb", "my engine 3.1"))?;
//! out.body(&Body::new("kerb", Shape::Box { half_extents: [1.0, 0.1, 1.0] }))?;
//! out.body(&Body::new("wheel", Shape::Sphere { radius: 0.3 }))?;
//! out.distance("wheel", "kerb")?;
//! for tick in 0..3 {
//!     let y = 0.42 - 0.02 * f64::from(tick);
//!     out.frame(f64::from(tick) / 60.0, [("wheel", [0.0, y, 0.0], [0.0, 0.0, 0.0, 1.0])], [])?;
//! }
//! // A body may come later: it is absent in earlier frames.
//! out.body(&Body::new("stone", Shape::Sphere { radius: 0.05 }))?;
//! out.frame(0.05, [("stone", [0.5, 0.2, 0.0], [0.0, 0.0, 0.0, 1.0])], [])?;
//! out.theirs("stone", "kerb", &CapturedAnswer { distance: Some(0.05), ..CapturedAnswer::new("") })?;
//! let text = String::from_utf8(out.finish()?)?;
//! # assert_eq!(text.lines().count(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use super::model::{Algorithm, Body, CapturedAnswer, FramePose, Query, Recorded};

/// Longest name of a generated query, characters: below 200, the limit of names in scenes.
const MAX_NAME_LENGTH: usize = 190;

/// First line of a capture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaptureHead {
    /// Version of the capture format: 1.
    version: u32,
    /// Name of the scene.
    pub name: String,
    /// Name and version of the engine.
    pub engine: String,
    /// Dimension of the scene, 2 or 3.
    pub dimension: u8,
    /// Axis that points up, `y` or `z`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<String>,
    /// Precision of the engine, `f32` or `f64`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<String>,
    /// Gravity, time step and masses of the engine, with which its impulses are checked; `None` if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
}

impl CaptureHead {
    /// Creates the head of a 3D capture without up axis, precision and recorded masses.
    pub fn new(name: impl Into<String>, engine: impl Into<String>) -> Self {
        let name = name.into();
        let engine = engine.into();
        Self { version: 1, name, engine, dimension: 3, up: None, precision: None, recorded: None }
    }
}

/// Writer of a capture, line by line. Every frame is flushed.
#[derive(Debug)]
pub struct CaptureWriter<W: Write> {
    out: W,
    /// Engine of answers that name none.
    engine: String,
    /// Names of the bodies written so far.
    bodies: HashSet<String>,
    /// Pairs whose distance was requested, the names of each sorted.
    pairs: HashSet<[String; 2]>,
    /// Number of frames written so far.
    frames: u64,
}

/// Content of a frame's line.
#[derive(Serialize)]
struct FrameLine<'a> {
    time: f64,
    poses: Vec<FramePose>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<&'a str>,
}

impl CaptureWriter<BufWriter<File>> {
    /// Creates the file and writes the first line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path, head: &CaptureHead) -> io::Result<Self> {
        Self::new(BufWriter::new(File::create(path)?), head)
    }
}

impl<W: Write> CaptureWriter<W> {
    /// Writes the first line.
    ///
    /// # Errors
    /// A number is not finite, or `out` fails.
    pub fn new(out: W, head: &CaptureHead) -> io::Result<Self> {
        let engine = head.engine.clone();
        let mut writer = Self { out, engine, bodies: HashSet::new(), pairs: HashSet::new(), frames: 0 };
        writer.line("capture", head)?;
        Ok(writer)
    }

    /// Adds a body at its own pose. One that is added after a frame is absent in earlier frames.
    ///
    /// # Errors
    /// The name is empty or taken, a number is not finite, or the output fails.
    pub fn body(&mut self, body: &Body) -> io::Result<()> {
        if body.name.is_empty() {
            return Err(invalid("a body needs a name"));
        }
        if self.bodies.contains(&body.name) {
            return Err(invalid(format!("a body named `{}` was already written", body.name)));
        }
        self.line("body", body)?;
        self.bodies.insert(body.name.clone());
        Ok(())
    }

    /// Writes a frame: its time in seconds; name, position (meters) and rotation (quaternion x, y, z, w) of the bodies
    /// that moved; and the bodies that are absent from this frame on, until a later frame gives them a pose.
    ///
    /// # Errors
    /// A body is unknown or named twice, a number is not finite, or the output fails.
    pub fn frame<'a>(
        &mut self,
        time: f64,
        poses: impl IntoIterator<Item = (&'a str, [f64; 3], [f64; 4])>,
        gone: impl IntoIterator<Item = &'a str>,
    ) -> io::Result<()> {
        let poses = poses.into_iter().map(FramePose::from).collect();
        let frame = FrameLine { time, poses, gone: gone.into_iter().collect() };
        let mut named = HashSet::new();
        for name in frame.poses.iter().map(|pose| pose.body.as_str()).chain(frame.gone.iter().copied()) {
            self.check_known(name)?;
            if !named.insert(name) {
                return Err(invalid(format!("frame {} names the body `{name}` twice", self.frames)));
            }
        }
        self.line("frame", &frame)?;
        self.frames += 1;
        self.out.flush()
    }

    /// Writes the engine's answer about two bodies in the last frame, or before any frame at their own poses. An answer
    /// without an engine gets that of the head.
    ///
    /// # Errors
    /// A body is unknown, a number is not finite, or the output fails.
    pub fn theirs(&mut self, a: &str, b: &str, answer: &CapturedAnswer) -> io::Result<()> {
        self.check_known(a)?;
        self.check_known(b)?;
        let engine = if answer.engine.is_empty() { self.engine.clone() } else { answer.engine.clone() };
        // The position of the line determines the frame.
        let answer = CapturedAnswer { engine, frame: 0, ..answer.clone() };
        self.line("theirs", &(a, b, answer))
    }

    /// Requests the signed distance of two bodies in every frame. A repeated request, in either order, writes nothing.
    ///
    /// # Errors
    /// A body is unknown, or the output fails.
    pub fn distance(&mut self, a: &str, b: &str) -> io::Result<()> {
        let mut pair = [a.to_owned(), b.to_owned()];
        pair.sort_unstable();
        if self.pairs.contains(&pair) {
            return Ok(());
        }
        let name: String = format!("distance of {a} and {b}").chars().take(MAX_NAME_LENGTH).collect();
        self.query(&Query::new(name, Algorithm::Distance.of(a, b)))?;
        self.pairs.insert(pair);
        Ok(())
    }

    /// Writes a query.
    ///
    /// # Errors
    /// A body of the query is unknown, a number is not finite, or the output fails.
    pub fn query(&mut self, query: &Query) -> io::Result<()> {
        for name in query.ask.clone().names_mut() {
            self.check_known(name)?;
        }
        self.line("query", query)
    }

    /// Records that the capture lacks the content `name`, for the reason `why`; both go to the note of the scene.
    ///
    /// # Errors
    /// The output fails.
    pub fn skipped(&mut self, name: &str, why: &str) -> io::Result<()> {
        self.line("skipped", &serde_json::json!({ "name": name, "why": why }))
    }

    /// Flushes and returns the output.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    /// Checks that a body of this name was written.
    fn check_known(&self, name: &str) -> io::Result<()> {
        if self.bodies.contains(name) {
            return Ok(());
        }
        Err(invalid(format!("no body named `{name}` was written")))
    }

    /// Writes the line `{"kind": value}`; an error, and nothing written, if the value has a number that is not finite.
    fn line(&mut self, kind: &str, value: &impl Serialize) -> io::Result<()> {
        let mut text = format!("{{\"{kind}\":").into_bytes();
        let mut json = serde_json::Serializer::with_formatter(&mut text, FiniteNumbers);
        serde_path_to_error::serialize(value, &mut json)
            .map_err(|error| invalid(format!("{kind}: {}: {}", error.path(), error.inner())))?;
        text.extend(b"}\n");
        self.out.write_all(&text)
    }
}

/// Compact JSON format that refuses numbers that are not finite, for which `serde_json` writes null. Absent fields are
/// skipped, so nothing else writes null.
struct FiniteNumbers;

impl serde_json::ser::Formatter for FiniteNumbers {
    fn write_null<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Err(invalid("must be a finite number"))
    }
}

/// Creates the error of a value that a capture cannot contain.
fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message.into())
}
