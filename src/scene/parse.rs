//! From bytes to a [`Scene`], strictly: the first thing wrong is told with its place, and nothing is guessed.

use std::io::Read;
use std::path::Path;

use super::error::{SceneError, TextError};
use super::json::{self, Source};
use super::model::Scene;
use super::shipped::shipped;
use super::tree::Node;
use super::{de, flat, limits, meshes, plain_io, rules, schema};

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
        let text = utf8(bytes).map_err(|(valid, fault)| fault.in_file(file, valid))?;
        let tell = |fault: TextError| fault.in_file(file, text);
        let mut root = json::read(text, Source::File).map_err(tell)?;
        let scene = scene_of(&mut root).map_err(tell)?;
        let mut document = Self { scene, file: file.to_owned(), text: text.to_owned(), root };
        // Those that ship have their meshes beside them, inside the program.
        if shipped(file).is_some_and(|shipped| shipped.text == text) {
            document.meshes_of(meshes::Library::Program)?;
        }
        Ok(document)
    }

    /// Reads a scene file, and the meshes that it refers to; `-` is standard input, whose meshes lie in the folder that the
    /// program was started in.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        let file = path.display().to_string();
        let unreadable =
            |error: std::io::Error| SceneError::whole(&file, format!("cannot be read: {}", plain_io(&error)));
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
        let mut document = Self::parse(&file, &bytes)?;
        document.read_meshes(path.parent().unwrap_or(Path::new("")))?;
        Ok(document)
    }

    /// Reads the meshes that the scene refers to, from files of its folder.
    pub fn read_meshes(&mut self, folder: &Path) -> Result<(), SceneError> {
        self.meshes_of(meshes::Library::Folder(folder))
    }

    fn meshes_of(&mut self, library: meshes::Library<'_>) -> Result<(), SceneError> {
        meshes::resolve(&mut self.scene, library).map_err(|(path, message)| self.error(&path, &message))
    }

    /// An error about the field at `path` (`bodies[1].shape.radius`), with its place in the file.
    pub fn error(&self, path: &str, message: &str) -> SceneError {
        TextError::new(self.root.locate(path), path, message).in_file(&self.file, &self.text)
    }

    /// What stands in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How messages call the file.
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// The scene that a tree holds, which is brought into the form that scenes have in the model. Paths of faults begin in it.
pub(super) fn scene_of(root: &mut Node) -> Result<Scene, TextError> {
    flat::flatten_scene(root)?;
    schema::check(root)?;
    let scene: Scene = de::model(root)?;
    rules::check(&scene).map_err(|(path, message)| TextError::new(root.locate(&path), path, message))?;
    Ok(scene)
}

/// Reads a scene of which only the content matters.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Scene, SceneError> {
    Document::parse(file, bytes).map(|document| document.scene)
}

/// The text that bytes are, or the part that is good and where it ends.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, (&str, TextError)> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        (valid, TextError::new(valid.len(), "", "is not UTF-8 text from here on"))
    })
}

fn too_large(file: &str) -> SceneError {
    SceneError::whole(file, format!("is larger than {} MiB, the limit of a scene file", limits::FILE_BYTES >> 20))
}
