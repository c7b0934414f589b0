//! Scene files: read with a stamp of their content, written only over what is known.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use super::asking::Obstacle;
use crate::import;
use crate::scene;
use crate::scene::model::{Scene, Up};

/// Identifies the content of a file: length and hash of its bytes. Equal stamps mean equal content, as good as surely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Stamp {
    length: u64,
    hash: u64,
}

impl Stamp {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self { length: bytes.len() as u64, hash: hasher.finish() }
    }

    /// Of a file as it is now; none when there is no such file or it cannot be read.
    pub fn read(path: &Path) -> Option<Self> {
        std::fs::read(path).ok().map(|bytes| Self::of(&bytes))
    }
}

/// What may be overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Whatever is there: somebody said so.
    Anything,
    /// Nothing: the file must be new.
    Nothing,
    /// A file with this content.
    Known(Stamp),
}

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// There is no such file.
    Gone(String),
    /// It is no scene, or nobody may read it; the message names the file, the line and the field.
    Broken(String),
}

/// Whether a file is no scene by its name, but can be made one.
pub(super) fn is_imported(path: &Path) -> bool {
    scene::mesh::is_mesh(path) || import::is_foreign(path)
}

/// Reads what somebody chose by hand: meshes, in meters, y up, or what another program wrote. The scene of them is in no file
/// yet.
pub(super) fn import(files: &[PathBuf]) -> Result<Scene, String> {
    let read = match files.iter().all(|file| scene::mesh::is_mesh(file) && !import::has_colliders(file)) {
        true => scene::meshes::import(files, 1.0, Up::Y),
        false => import::files(files).map(|imported| imported.scene),
    };
    read.map_err(|error| error.to_string())
}

/// Reads a scene file.
pub(super) fn read(path: &Path) -> Result<(Scene, Stamp), Unreadable> {
    match scene::Document::open(path) {
        Ok(document) => {
            let stamp = Stamp::of(document.text().as_bytes());
            Ok((document.scene, stamp))
        }
        Err(error) if path.exists() || path == Path::new("-") => Err(Unreadable::Broken(error.to_string())),
        Err(error) => Err(Unreadable::Gone(error.to_string())),
    }
}

/// What came of writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// It holds the scene now.
    Done(Stamp),
    /// It was left alone.
    Refused(Obstacle),
    /// It could not be written, for this reason.
    Failed(String),
}

/// Writes a scene file if what is there may be overwritten.
pub(super) fn write(path: &Path, scene: &Scene, guard: Guard) -> Written {
    if let Some(obstacle) = obstacle(path, guard) {
        return Written::Refused(obstacle);
    }
    let written = scene::save::for_file(scene, path).and_then(|scene| scene::save::to_string(&scene));
    let text = match written {
        Ok(text) => text,
        Err(error) => return Written::Failed(error.to_string()),
    };
    match scene::save::to_file(scene, path) {
        Ok(()) => Written::Done(Stamp::of(text.as_bytes())),
        Err(error) => Written::Failed(error.to_string()),
    }
}

/// What is in the way. A file that is gone is in nobody's way.
pub(super) fn obstacle(path: &Path, guard: Guard) -> Option<Obstacle> {
    match guard {
        Guard::Anything => None,
        _ if !path.exists() => None,
        Guard::Nothing => Some(Obstacle::Exists),
        Guard::Known(stamp) => (Stamp::read(path) != Some(stamp)).then_some(Obstacle::Changed),
    }
}
