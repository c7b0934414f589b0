//! Recovery of unsaved edits after a crash. Every window stores its edits in a file of the recovery folder; the next
//! start of the program offers the edits of windows that have ended.
//!
//! **Locks.** A window holds a lock on a second file of the same name, which the system releases when the process ends.
//! A file whose lock is free belongs to a window that has ended.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use contact_lens_scene::meshes::{self, Library};
use contact_lens_scene::model::Scene;
use contact_lens_scene::{io_message, unchecked};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::disk::Stamp;

/// Delay before edits are stored, seconds, so that a drag does not write a file at every movement of the pointer.
pub(crate) const STORE_DELAY: f64 = 1.0;

/// Edits of a document, as stored for recovery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredEdits {
    /// Path of the open file; `None` for a scene that was never saved.
    pub path: Option<PathBuf>,
    /// Stamp of that file when it was last read or written; `None` before.
    pub stamp: Option<Stamp>,
    /// The scene with its edits.
    #[serde(deserialize_with = "deserialize_scene")]
    pub scene: Arc<Scene>,
}

/// Deserializes a scene through the parser of scene files, so that the model is not compiled for a second format.
fn deserialize_scene<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Scene>, D::Error> {
    let json = serde_json::Value::deserialize(deserializer)?;
    unchecked(&json.to_string()).map(Arc::new).map_err(D::Error::custom)
}

/// Edits of a window that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundEdits {
    /// Path of the recovery file.
    pub file: PathBuf,
    /// Stored edits in it.
    pub edits: StoredEdits,
    /// Time since the edits were stored.
    pub age: Duration,
}

/// State of this window's recovery file.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecoveryStatus {
    /// Edition of the scene in the file; `None` without a file.
    pub edition: Option<u64>,
    /// Seconds until the edits are stored; `None` when there is nothing new.
    pub due: Option<f64>,
}

impl RecoveryStatus {
    /// Advances time by `seconds`.
    pub fn wait(&mut self, seconds: f64) {
        if let Some(due) = &mut self.due {
            *due -= seconds;
        }
    }
}

/// Recovery folder, with the file and the lock of this window.
#[derive(Debug)]
pub struct RecoveryFolder {
    folder: PathBuf,
    /// Name of this window's file and lock, without their extensions.
    name: String,
    /// Lock, held until the process ends.
    _lock: File,
}

impl RecoveryFolder {
    /// Creates a lock of this window in `folder`, and the folder if needed.
    ///
    /// # Errors
    /// One sentence, when the folder cannot be written to.
    pub fn open(folder: PathBuf) -> Result<Self, String> {
        fs::create_dir_all(&folder).map_err(|error| folder_error(&folder, &error))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", now.as_nanos(), std::process::id());
        let lock = File::create(lock_of(&folder, &name)).map_err(|error| folder_error(&folder, &error))?;
        lock.try_lock().map_err(|error| folder_error(&folder, &error.into()))?;
        Ok(Self { folder, name, _lock: lock })
    }

    /// Default recovery folder; `None` when the system names none.
    pub fn default_folder() -> Option<PathBuf> {
        let folders = directories::ProjectDirs::from("", "", "contact-lens")?;
        Some(folders.data_local_dir().join("recovery"))
    }

    /// Stores edits, in the place of those stored before.
    ///
    /// # Errors
    /// One sentence, when they cannot be written.
    pub fn store(&self, edits: &StoredEdits) -> Result<(), String> {
        let text = serde_json::to_string(edits).map_err(|error| error.to_string())?;
        let file = self.file();
        let new_file = self.folder.join(format!("{}.new", self.name));
        // Write a new file first: a crash loses the new or the old edits, not both.
        let written = fs::write(&new_file, text).and_then(|()| fs::rename(&new_file, &file));
        written.map_err(|error| io_message(&error))
    }

    /// Deletes the edits of this window, once saved or discarded.
    pub fn clear(&self) {
        // A missing file is no error.
        fs::remove_file(self.file()).ok();
    }

    /// Deletes the edits of another window.
    pub fn delete(&self, file: &Path) {
        fs::remove_file(file).ok();
        fs::remove_file(file.with_extension("lock")).ok();
    }

    /// Finds the edits of windows that have ended, newest first, and deletes the locks of those that stored none.
    pub fn find_edits(&self) -> Vec<FoundEdits> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let files = entries.flatten().map(|entry| entry.path());
        let own_file = self.file();
        let other_files = files.filter(|file| file.file_stem() != own_file.file_stem());
        let abandoned: Vec<PathBuf> = other_files.filter(|file| is_abandoned(file)).collect();
        let edits = abandoned.iter().filter(|file| has_extension(file, "json"));
        let mut found_edits: Vec<FoundEdits> = edits.filter_map(|file| read(file)).collect();
        found_edits.sort_by_key(|found| found.age);
        let locks = abandoned.iter().filter(|file| has_extension(file, "lock"));
        for lock in locks.filter(|lock| !lock.with_extension("json").exists()) {
            fs::remove_file(lock).ok();
        }
        found_edits
    }

    /// Path of this window's recovery file.
    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.name))
    }
}

impl Drop for RecoveryFolder {
    fn drop(&mut self) {
        // Only the lock is removed. If edits are still stored, they were neither saved nor discarded, and the next
        // start of the program finds their file without a lock.
        fs::remove_file(lock_of(&self.folder, &self.name)).ok();
    }
}

/// Message of an error on a folder.
fn folder_error(folder: &Path, error: &std::io::Error) -> String {
    format!("{}: {}", folder.display(), io_message(error))
}

/// Path of the lock of the window called `name`.
fn lock_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.lock"))
}

/// Whether the name of a file ends with a dot and `extension`.
fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|actual| actual == extension)
}

/// Whether the window that `file` belongs to has ended: its lock is free or missing.
fn is_abandoned(file: &Path) -> bool {
    File::open(file.with_extension("lock")).map_or(true, |lock| lock.try_lock().is_ok())
}

/// Reads stored edits; `None` for unreadable ones, which stay in the folder, since a newer version may read them.
fn read(file: &Path) -> Option<FoundEdits> {
    let age = fs::metadata(file).and_then(|data| data.modified()).ok()?.elapsed().unwrap_or_default();
    let mut edits: StoredEdits = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    // A missing mesh is reported when a query needs it.
    let library = edits.path.as_deref().and_then(Path::parent).map_or(Library::Program, Library::Folder);
    meshes::resolve(Arc::make_mut(&mut edits.scene), library).ok();
    Some(FoundEdits { file: file.to_owned(), edits, age })
}
