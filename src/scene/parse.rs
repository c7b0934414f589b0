//! Parser of scene files, from bytes to a [`Scene`]. A file is refused at its first mistake, which is reported with its
//! place in the file: bytes that are not JSON, values that the schema forbids, or a broken rule of `scene/rules.rs`.

use std::io::Read;
use std::path::Path;

use super::error::{SceneError, TextError};
use super::json::{self, Source};
use super::model::Scene;
use super::shipped::shipped;
use super::tree::Node;
use super::{deserialize, flat, io_message, limits, meshes, rules, schema};

/// Parsed scene with the places of its fields, so that an engine's later error about `bodies[1].shape` has file and
/// line.
#[derive(Clone, Debug)]
pub struct Document {
    /// The scene of the file.
    pub scene: Scene,
    /// The file's name in messages.
    file: String,
    /// Text of the file.
    text: String,
    /// Tree of the text, in which a planar scene is converted to the form of the model.
    root: Node,
}

impl Document {
    /// Parses a scene; `file` names the file in messages. Meshes in files are not read, except those of a shipped
    /// scene.
    ///
    /// # Errors
    /// The first mistake in the file.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, SceneError> {
        if bytes.len() as u64 > limits::FILE_BYTES {
            return Err(too_large(file));
        }
        let text = utf8(bytes).map_err(|(valid, fault)| fault.in_file(file, valid))?;
        let mut root = json::read(text, Source::File).map_err(|fault| fault.in_file(file, text))?;
        let scene = scene_of(&mut root).map_err(|fault| fault.in_file(file, text))?;
        let mut document = Self { scene, file: file.to_owned(), text: text.to_owned(), root };
        // The meshes of shipped scenes are inside the program.
        if shipped(file).is_some_and(|shipped| shipped.text == text) {
            document.resolve_meshes(meshes::Library::Program)?;
        }
        Ok(document)
    }

    /// Reads a scene file and the meshes that it refers to. `-` is standard input, with meshes relative to the current
    /// folder.
    ///
    /// # Errors
    /// The file cannot be read, or the first mistake in it or in a mesh.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        let file = path.display().to_string();
        let mut bytes = Vec::new();
        let limit = limits::FILE_BYTES + 1;
        if file == "-" {
            std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(|error| unreadable(&file, &error))?;
        } else {
            let metadata = std::fs::metadata(path).map_err(|error| unreadable(&file, &error))?;
            if metadata.is_dir() {
                return Err(SceneError::whole(&file, "is a folder, not a scene file"));
            }
            if metadata.len() > limits::FILE_BYTES {
                return Err(too_large(&file));
            }
            std::fs::File::open(path)
                .and_then(|f| f.take(limit).read_to_end(&mut bytes))
                .map_err(|error| unreadable(&file, &error))?;
        }
        let mut document = Self::parse(&file, &bytes)?;
        document.read_meshes(path.parent().unwrap_or(Path::new("")))?;
        Ok(document)
    }

    /// Reads the meshes that the scene refers to from files in `folder`.
    ///
    /// # Errors
    /// The first reference that cannot be read.
    pub fn read_meshes(&mut self, folder: &Path) -> Result<(), SceneError> {
        self.resolve_meshes(meshes::Library::Folder(folder))
    }

    /// Reads the meshes that the scene refers to from this source.
    fn resolve_meshes(&mut self, library: meshes::Library<'_>) -> Result<(), SceneError> {
        meshes::resolve(&mut self.scene, library).map_err(|error| self.error(&error.path, &error.message))
    }

    /// Returns an error about the field at `path` (`bodies[1].shape.radius`), with its place in the file, or that of
    /// the closest enclosing value.
    pub fn error(&self, path: &str, message: &str) -> SceneError {
        TextError::new(self.root.locate(path), path, message).in_file(&self.file, &self.text)
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file's name in messages.
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// Converts a tree to a scene; shapes and vectors of a planar scene are converted to the model's form first. Paths in
/// errors start at `root`.
pub(super) fn scene_of(root: &mut Node) -> Result<Scene, TextError> {
    flat::flatten_scene(root)?;
    schema::check(root)?;
    let scene: Scene = deserialize::from_node(root)?;
    rules::check(&scene).map_err(|fault| root.fault(fault))?;
    Ok(scene)
}

/// Parses a scene as [`Document::parse`] does, and drops the places of its fields.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Scene, SceneError> {
    Document::parse(file, bytes).map(|document| document.scene)
}

/// Returns the bytes as text, or the valid text before the first invalid byte and the error.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, (&str, TextError)> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        (valid, TextError::new(valid.len(), "", "is not UTF-8 text from here on"))
    })
}

/// Error of a file that cannot be read.
fn unreadable(file: &str, error: &std::io::Error) -> SceneError {
    SceneError::whole(file, format!("cannot be read: {}", io_message(error)))
}

/// Error of a file beyond the size limit.
fn too_large(file: &str) -> SceneError {
    SceneError::whole(file, format!("is larger than {} MiB, the limit of a scene file", limits::FILE_BYTES >> 20))
}
