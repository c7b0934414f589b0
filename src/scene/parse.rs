//! From bytes to a [`Scene`], strictly: the first thing wrong is told with its place, and nothing is guessed.

use std::io::Read;
use std::path::Path;

use super::error::{Fault, SceneError};
use super::json::{self, Node};
use super::model::{Scene, Shape};
use super::{limits, rules, schema};

/// A scene that was read, with the places of all its fields: what an engine says later about `bodies[1].shape` can still
/// be told with file and line.
#[derive(Clone, Debug)]
pub struct Document {
    /// What the file says.
    pub scene: Scene,
    file: String,
    text: String,
    root: Node,
}

impl Document {
    /// Reads a scene. `file` is how messages call it.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, SceneError> {
        if bytes.len() as u64 > limits::FILE_BYTES {
            return Err(too_large(file));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            Fault::new(valid.len(), "", "is not UTF-8 text from here on").in_file(file, &valid)
        })?;
        let tell = |fault: Fault| fault.in_file(file, text);
        let root = json::read(text).map_err(tell)?;
        schema::check(&root).map_err(tell)?;
        let scene: Scene = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| SceneError {
            file: file.to_owned(),
            line: error.line(),
            column: error.column(),
            path: String::new(),
            message: error.to_string(),
        })?;
        rules::check(&scene).map_err(|(path, message)| tell(Fault::new(root.locate(&path), path, message)))?;
        Ok(Self { scene, file: file.to_owned(), text: text.to_owned(), root })
    }

    /// Reads a scene file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        let file = path.display().to_string();
        let unreadable = |error: std::io::Error| SceneError::whole(&file, format!("cannot be read: {}", plain(&error)));
        let mut bytes = Vec::new();
        let limit = limits::FILE_BYTES + 1;
        if file == "-" {
            std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
        } else {
            let metadata = std::fs::metadata(path).map_err(unreadable)?;
            if metadata.is_dir() {
                return Err(SceneError::whole(&file, "is a folder, not a scene file"));
            }
            if metadata.len() > limits::FILE_BYTES {
                return Err(too_large(&file));
            }
            std::fs::File::open(path).and_then(|f| f.take(limit).read_to_end(&mut bytes)).map_err(unreadable)?;
        }
        Self::parse(&file, &bytes)
    }

    /// An error about the field at `path` (`bodies[1].shape.radius`), with its place in the file.
    pub fn error(&self, path: &str, message: &str) -> SceneError {
        Fault::new(self.root.locate(path), path, message).in_file(&self.file, &self.text)
    }

    /// How messages call the file.
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// Reads a scene of which only the content matters.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Scene, SceneError> {
    Document::parse(file, bytes).map(|document| document.scene)
}

/// Reads a shape that stands alone, by the rules of scene files. An error is the field's path and a sentence.
pub fn shape_from_json(text: &str) -> Result<Shape, (String, String)> {
    let tell = |fault: Fault| (fault.path, fault.message);
    let root = json::read(text).map_err(tell)?;
    schema::check_shape(&root).map_err(tell)?;
    serde_json::from_str(text).map_err(|error| (String::new(), error.to_string()))
}

fn too_large(file: &str) -> SceneError {
    SceneError::whole(file, format!("is larger than {} MiB, the limit of a scene file", limits::FILE_BYTES >> 20))
}

/// An I/O error without its number.
pub(crate) fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
