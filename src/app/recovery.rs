//! Edits that nobody has saved yet outlive the process: they are kept in a file of the program's own, and offered at the
//! next start.
//!
//! Every window has a file and, beside it, a lock that the system releases when the process ends, however it ends. A file
//! whose lock is free belongs to a window that is no more.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::disk::Stamp;
use crate::scene::meshes::{self, Library};
use crate::scene::model::Scene;
use crate::scene::{plain_io, unchecked};

/// How long edits wait before they are kept, seconds: a drag is not written at every point of it.
pub(super) const DELAY: f64 = 1.0;

/// What is kept of edits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The file that was open; none for a scene that was never saved.
    pub path: Option<PathBuf>,
    /// What that file held when it was last read or written.
    pub stamp: Option<Stamp>,
    /// The scene with its edits.
    #[serde(deserialize_with = "scene")]
    pub scene: Arc<Scene>,
}

/// Reads a scene the way that scene files are read: the model is compiled for one reader.
fn scene<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Scene>, D::Error> {
    let json = serde_json::Value::deserialize(deserializer)?;
    unchecked(&json.to_string()).map(Arc::new).map_err(D::Error::custom)
}

/// Edits of a window that is no more.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where they are kept.
    pub file: PathBuf,
    /// What they are.
    pub kept: Kept,
    /// Since they were made.
    pub age: Duration,
}

/// What is kept of the edits of this window.
#[derive(Clone, Debug, Default)]
pub(super) struct Keeping {
    /// The edition of the scene that is kept; none when nothing is.
    pub edition: Option<u64>,
    /// Seconds until the edits are kept; none when there is nothing new to keep.
    pub due: Option<f64>,
}

impl Keeping {
    /// So many seconds have passed.
    pub fn wait(&mut self, seconds: f64) {
        if let Some(due) = &mut self.due {
            *due -= seconds;
        }
    }
}

/// The folder of kept edits, and the place of this window in it.
#[derive(Debug)]
pub struct Vault {
    folder: PathBuf,
    name: String,
    /// Held for as long as the process lives.
    _lock: File,
}

impl Vault {
    /// A place of its own in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// One sentence, when the folder cannot be written to.
    pub fn open(folder: PathBuf) -> Result<Self, String> {
        let message = |error: std::io::Error| format!("{}: {}", folder.display(), plain_io(&error));
        fs::create_dir_all(&folder).map_err(message)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", now.as_nanos(), std::process::id());
        let lock = File::create(lock_of(&folder, &name)).map_err(message)?;
        lock.try_lock().map_err(|error| message(error.into()))?;
        Ok(Self { folder, name, _lock: lock })
    }

    /// Where the program keeps edits; none where the system names no folder for that.
    pub fn usual_folder() -> Option<PathBuf> {
        let folders = directories::ProjectDirs::from("", "", "contact-lens")?;
        Some(folders.data_local_dir().join("recovery"))
    }

    /// Keeps edits in the place of those kept before.
    ///
    /// # Errors
    /// One sentence, when they cannot be written.
    pub fn keep(&self, kept: &Kept) -> Result<(), String> {
        let message = |error: std::io::Error| plain_io(&error);
        let text = serde_json::to_string(kept).map_err(|error| error.to_string())?;
        let (file, beside) = (self.file(), self.folder.join(format!("{}.new", self.name)));
        // Beside the old ones first: a crash loses one or the other, not both.
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, &file)).map_err(message)
    }

    /// Forgets the edits of this window: they are saved, or nobody wants them.
    pub fn clear(&self) {
        // Not there is as good as removed.
        fs::remove_file(self.file()).ok();
    }

    /// Forgets the edits of another window.
    pub fn forget(&self, file: &Path) {
        fs::remove_file(file).ok();
        fs::remove_file(file.with_extension("lock")).ok();
    }

    /// The edits of windows that are no more, the newest first.
    pub fn found(&self) -> Vec<Found> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let files = entries.flatten().map(|entry| entry.path());
        let ours = self.file();
        let others = files.filter(|file| file.file_stem() != ours.file_stem());
        let (locks, edits): (Vec<_>, Vec<_>) =
            others.filter(|file| is_abandoned(file)).partition(|file| has_ending(file, "lock"));
        let mut found: Vec<Found> =
            edits.iter().filter(|file| has_ending(file, "json")).filter_map(|file| read(file)).collect();
        found.sort_by_key(|found| found.age);
        // What is left of windows that were killed when nothing was kept.
        for lock in locks.iter().filter(|lock| !lock.with_extension("json").exists()) {
            fs::remove_file(lock).ok();
        }
        found
    }

    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.name))
    }
}

impl Drop for Vault {
    fn drop(&mut self) {
        // Edits that are still kept were neither saved nor discarded: they stay, and without a lock they will be found.
        fs::remove_file(lock_of(&self.folder, &self.name)).ok();
    }
}

fn lock_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.lock"))
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|there| there == ending)
}

/// Whether no living window holds these edits.
fn is_abandoned(file: &Path) -> bool {
    File::open(file.with_extension("lock")).map_or(true, |lock| lock.try_lock().is_ok())
}

/// Edits that cannot be read are left where they are: a newer program may be able to.
fn read(file: &Path) -> Option<Found> {
    let age = fs::metadata(file).and_then(|data| data.modified()).ok()?.elapsed().unwrap_or_default();
    let mut kept: Kept = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    // A mesh that is gone is told of when it is asked about.
    let library = kept.path.as_deref().and_then(Path::parent).map_or(Library::Program, Library::Folder);
    meshes::resolve(Arc::make_mut(&mut kept.scene), library).ok();
    Some(Found { file: file.to_owned(), kept, age })
}
