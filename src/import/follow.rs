//! A capture that is still being written: what was added since the last look is read, and nothing twice.
//!
//! A line that is cut off waits for its end. A line that cannot be read is quoted with its number, and left out. A file that became
//! shorter, or is another one under the same name, begins anew.

mod changes;
mod growing;

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::Quote;
use crate::scene::model::Scene;
use crate::scene::plain_io;
pub use changes::Changes;
use growing::Growing;

/// Bytes that are read at a time: what is shown in between is not later than this many.
const AT_ONCE: u64 = 4 << 20;

/// Bytes at the start of a file by which it is known again.
const HEAD: usize = 256;

/// A capture that is followed.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    open: Option<Open>,
    growing: Growing,
}

/// The file, up to where it was read.
#[derive(Debug)]
struct Open {
    file: File,
    at: u64,
    /// Its first bytes, as they were.
    head: Vec<u8>,
}

/// What a look has brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Grown {
    /// Everything so far. Its lists share what they have in common with the scene of the look before.
    pub scene: Scene,
    /// Frames that were there before.
    pub frames_before: usize,
    /// Whether the file began anew, so that nothing of before is in the scene.
    pub anew: bool,
    /// Lines that were left out.
    pub left: Vec<Quote>,
    /// Whether there is more to be read at once.
    pub more: bool,
}

impl Follower {
    /// Follows this file, which may come later.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let growing = Growing::new(path.display().to_string());
        Self { path, open: None, growing }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads what was added. None where nothing was, or not yet a whole line.
    ///
    /// # Errors
    /// Why the file cannot be read. One that is not there is waited for.
    pub fn look(&mut self) -> Result<Option<Grown>, String> {
        let (bytes, anew, more) = match self.added() {
            Ok(added) => added,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{} cannot be read: {}", self.path.display(), plain_io(&error))),
        };
        if anew {
            self.growing = Growing::new(self.path.display().to_string());
        }
        let frames_before = self.growing.scene().frames.len();
        let (changed, left) = self.growing.feed(&bytes);
        let worth = changed || !left.is_empty() || anew || more;
        let scene = self.growing.scene().clone();
        Ok(worth.then_some(Grown { scene, frames_before, anew, left, more }))
    }

    /// The bytes that were added, whether they begin a file anew, and whether more are there.
    fn added(&mut self) -> io::Result<(Vec<u8>, bool, bool)> {
        let there = std::fs::metadata(&self.path)?;
        let known = self.open.is_some();
        let same = match &mut self.open {
            None => false,
            Some(open) => there.len() >= open.at && is_one(&open.file.metadata()?, &there) && open.begins_alike()?,
        };
        if !same {
            self.open = Some(Open { file: File::open(&self.path)?, at: 0, head: Vec::new() });
        }
        let Some(open) = &mut self.open else { return Ok((Vec::new(), false, false)) };
        let bytes = open.read()?;
        let more = bytes.len() as u64 == AT_ONCE;
        Ok((bytes, known && !same, more))
    }
}

impl Open {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(self.at))?;
        Read::by_ref(&mut self.file).take(AT_ONCE).read_to_end(&mut bytes)?;
        self.at += bytes.len() as u64;
        let missing = HEAD - self.head.len().min(HEAD);
        self.head.extend(&bytes[..missing.min(bytes.len())]);
        Ok(bytes)
    }

    /// Whether the file still begins as it did: one that was cut and written again may be as long as before.
    fn begins_alike(&mut self) -> io::Result<bool> {
        let mut head = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        Read::by_ref(&mut self.file).take(self.head.len() as u64).read_to_end(&mut head)?;
        Ok(head == self.head)
    }
}

/// Whether both are the same file, not two that had one name after the other.
#[cfg(unix)]
fn is_one(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Whether both are the same file, as far as can be told here.
#[cfg(not(unix))]
fn is_one(a: &Metadata, b: &Metadata) -> bool {
    a.created().ok() == b.created().ok()
}
