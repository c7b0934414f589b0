//! Reader of a capture that is still being written: each call of [`Follower::poll`] reads only the lines added since
//! the previous call.
//!
//! - **Incomplete lines** are kept until the program has written their end.
//! - **Wrong lines** are quoted with their number, and skipped.
//! - **A file that became shorter**, or was replaced under its name, is read from its start.

mod changes;
mod growing;

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use contact_lens_scene::io_message;
use contact_lens_scene::model::Scene;

use super::Quote;
pub use changes::Changes;
use growing::Growing;

/// Maximum number of bytes that one call of [`Follower::poll`] reads, so that a long capture appears in steps.
const MAX_READ_BYTES: u64 = 4 << 20;

/// Number of bytes at the start of a file that identify it; a capture's first line states its name and engine.
const IDENTIFYING_BYTES: usize = 256;

/// Capture file that is read while a program writes it.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    /// Open file; `None` until it exists.
    open: Option<OpenCapture>,
    /// Scene of the lines that were read.
    growing: Growing,
}

/// Open file, and the position up to which it was read.
#[derive(Debug)]
struct OpenCapture {
    file: File,
    /// Offset of the first unread byte.
    offset: u64,
    /// First bytes of the file as they were read, at most [`IDENTIFYING_BYTES`].
    head: Vec<u8>,
}

/// Bytes that were added to a file.
#[derive(Default)]
struct Added {
    bytes: Vec<u8>,
    /// Whether the bytes are the start of a file that was replaced or became shorter.
    is_restarted: bool,
    /// Whether the file may have further bytes, because the maximum was read.
    has_more: bool,
}

/// Result of [`Follower::poll`] when the file has something new.
#[derive(Clone, Debug, PartialEq)]
pub struct Grown {
    /// Scene with all bodies and frames that were read. Its lists share their common part with the previous scene.
    pub scene: Scene,
    /// Number of frames in the previous scene.
    pub frames_before: usize,
    /// Whether the file was read from its start, so that the scene contains nothing of the previous one.
    pub is_restarted: bool,
    /// Lines that were skipped, with the reasons.
    pub skipped: Vec<Quote>,
    /// Whether the file may have further bytes, which the next call can read immediately.
    pub has_more: bool,
}

impl Follower {
    /// Follows this file, which may not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let growing = Growing::new(path.display().to_string());
        Self { path, open: None, growing }
    }

    /// Returns the path of the capture.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the added lines; `None` when there is no complete line to read.
    ///
    /// # Errors
    /// Fails when the file cannot be read. A file that does not exist is not an error.
    pub fn poll(&mut self) -> Result<Option<Grown>, String> {
        let Added { bytes, is_restarted, has_more } = match self.read_added() {
            Ok(added) => added,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{} cannot be read: {}", self.path.display(), io_message(&error))),
        };
        if is_restarted {
            self.growing = Growing::new(self.path.display().to_string());
        }
        let frames_before = self.growing.scene().frames.len();
        let (changed, skipped) = self.growing.feed(&bytes);
        let has_news = changed || !skipped.is_empty() || is_restarted || has_more;
        let scene = self.growing.scene().clone();
        Ok(has_news.then_some(Grown { scene, frames_before, is_restarted, skipped, has_more }))
    }

    /// Reads the bytes that were added since the previous call; opens the file again if it was replaced or became
    /// shorter.
    fn read_added(&mut self) -> io::Result<Added> {
        let metadata = std::fs::metadata(&self.path)?;
        let was_open = self.open.is_some();
        let is_same = match &mut self.open {
            None => false,
            Some(open) => {
                metadata.len() >= open.offset
                    && is_same_file(&open.file.metadata()?, &metadata)
                    && open.has_same_head()?
            }
        };
        if !is_same {
            self.open = Some(OpenCapture { file: File::open(&self.path)?, offset: 0, head: Vec::new() });
        }
        let Some(open) = &mut self.open else { return Ok(Added::default()) };
        let bytes = open.read()?;
        let has_more = bytes.len() as u64 == MAX_READ_BYTES;
        Ok(Added { bytes, is_restarted: was_open && !is_same, has_more })
    }
}

impl OpenCapture {
    /// Reads the next bytes, at most [`MAX_READ_BYTES`].
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(self.offset))?;
        Read::by_ref(&mut self.file).take(MAX_READ_BYTES).read_to_end(&mut bytes)?;
        self.offset += bytes.len() as u64;
        let missing = IDENTIFYING_BYTES.saturating_sub(self.head.len());
        self.head.extend(&bytes[..missing.min(bytes.len())]);
        Ok(bytes)
    }

    /// Whether the file still has its first bytes: one that was truncated and written again may be as long as before.
    fn has_same_head(&mut self) -> io::Result<bool> {
        let mut head = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        Read::by_ref(&mut self.file).take(self.head.len() as u64).read_to_end(&mut head)?;
        Ok(head == self.head)
    }
}

/// Whether both belong to the same file, not to a file and its replacement under the same name.
#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Whether both belong to the same file, judged by the time of creation.
#[cfg(not(unix))]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    a.created().ok() == b.created().ok()
}
