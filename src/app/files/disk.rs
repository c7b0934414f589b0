//! Reads and writes scene files. A stamp of the content prevents overwriting changes of other programs.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use contact_lens_import as import;
use contact_lens_scene as scene;
use contact_lens_scene::model::{Scene, Up};

use super::path_dialog::Obstacle;

/// Length and hash of a file's content. Files with equal stamps are taken to have equal content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Stamp {
    length: u64,
    hash: u64,
}

impl Stamp {
    /// Stamp of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self { length: bytes.len() as u64, hash: hasher.finish() }
    }

    /// Stamp of a file's current content; `None` when it cannot be read.
    pub fn read(path: &Path) -> Option<Self> {
        std::fs::read(path).ok().map(|bytes| Self::of(&bytes))
    }
}

/// Content of an existing file that may be overwritten. A file that does not exist may always be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Any content: the user confirmed it.
    Anything,
    /// No content: only a new file may be written.
    Nothing,
    /// Only content with this stamp.
    Known(Stamp),
}

/// Reason why a file could not be read, with a message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The file does not exist.
    Gone(String),
    /// The file is no scene or cannot be opened; the message names file, line and field.
    Broken(String),
}

/// Whether the extension of a file is that of a mesh or of another program's format.
pub(crate) fn is_imported(path: &Path) -> bool {
    scene::mesh::is_mesh(path) || import::is_foreign(path)
}

/// Imports meshes, in meters with y up, or another program's file, as a scene without a file.
pub(crate) fn import(files: &[PathBuf]) -> Result<Scene, String> {
    let are_meshes = files.iter().all(|file| scene::mesh::is_mesh(file) && !import::has_colliders(file));
    let scene = if are_meshes {
        scene::meshes::import(files, 1.0, Up::Y)
    } else {
        import::files(files).map(|imported| imported.scene)
    };
    scene.map_err(|error| error.to_string())
}

/// Reads a scene file.
pub(crate) fn read(path: &Path) -> Result<(Scene, Stamp), Unreadable> {
    match scene::Document::open(path) {
        Ok(document) => {
            let stamp = Stamp::of(document.text().as_bytes());
            Ok((document.scene, stamp))
        }
        Err(error) if path.exists() || path == Path::new("-") => Err(Unreadable::Broken(error.to_string())),
        Err(error) => Err(Unreadable::Gone(error.to_string())),
    }
}

/// Result of writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// The file holds the scene and has this stamp.
    Done(Stamp),
    /// The file was not overwritten.
    Refused(Obstacle),
    /// The file could not be written, for this reason.
    Failed(String),
}

/// Writes a scene file, if its current content may be overwritten.
pub(crate) fn write(path: &Path, scene: &Scene, guard: Guard) -> Written {
    if let Some(obstacle) = obstacle(path, guard) {
        return Written::Refused(obstacle);
    }
    let serialized = scene::save::for_file(scene, path).and_then(|scene| scene::save::to_string(&scene));
    let text = match serialized {
        Ok(text) => text,
        Err(error) => return Written::Failed(error.to_string()),
    };
    match scene::save::to_file(scene, path) {
        Ok(()) => Written::Done(Stamp::of(text.as_bytes())),
        Err(error) => Written::Failed(error.to_string()),
    }
}

/// Returns the reason why `guard` forbids writing to `path`; `None` when the file may be written.
pub(crate) fn obstacle(path: &Path, guard: Guard) -> Option<Obstacle> {
    if guard == Guard::Anything || !path.exists() {
        return None;
    }
    match guard {
        Guard::Anything => None,
        Guard::Nothing => Some(Obstacle::Exists),
        Guard::Known(stamp) if Stamp::read(path) == Some(stamp) => None,
        Guard::Known(_) => Some(Obstacle::Changed),
    }
}
