//! Atomic replacement of files: the new content is written to a temporary file in the same folder, which is then
//! renamed. Scenes, pictures and animations are saved this way, so that a crash never leaves half a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek};
use std::path::{Path, PathBuf};

/// Largest number of taken names that are skipped in the search for the name of a scratch file.
const MAX_ATTEMPTS: u32 = 1000;

/// Replaces the content of a file, or creates the file. After an error, or if the program is killed, the old file
/// remains; a program that is killed during the copy also leaves the temporary file. Pipes and devices are written to
/// directly. A symbolic link stays, and its target is replaced.
///
/// # Errors
/// Errors of reading `content`, and of the operating system: a missing or read-only folder, a read-only file, a full
/// disk.
pub fn replace(path: &Path, mut content: impl io::Read) -> io::Result<()> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return io::copy(&mut content, &mut OpenOptions::new().write(true).open(path)?).map(drop);
    }
    if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the existing file is read-only"));
    }
    // The canonical path is that of the link's target.
    let path = if existing.is_some() { path.canonicalize()? } else { path.to_owned() };
    let temporary = path_next_to(&path, "new");
    let permissions = existing.map(|existing| existing.permissions());
    let result = write_and_rename(content, &temporary, &path, permissions);
    result.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Writes `content` to the file `temporary` and renames that file to `path`; it gets `permissions` if there are any.
fn write_and_rename(
    mut content: impl io::Read,
    temporary: &Path,
    path: &Path,
    permissions: Option<fs::Permissions>,
) -> io::Result<()> {
    let mut file = File::create(temporary)?;
    io::copy(&mut content, &mut file)?;
    if let Some(permissions) = permissions {
        fs::set_permissions(temporary, permissions)?;
    }
    // Some systems do not rename an open file.
    drop(file);
    fs::rename(temporary, path)
}

/// Calls `work` with a scratch file and with a writer to a second file, then replaces the file at `path` by the bytes
/// written to the second one, as [`replace`] does. Both files are unlinked, so the system removes them when the program
/// ends, however it ends.
///
/// # Errors
/// Errors of `work`, and errors of the operating system converted by `to_error`.
pub fn replace_streaming<E>(
    path: &Path,
    work: impl FnOnce(File, &mut BufWriter<File>) -> Result<(), E>,
    to_error: impl Fn(io::Error) -> E,
) -> Result<(), E> {
    let scratch = unlinked_file(path).map_err(&to_error)?;
    let mut out = BufWriter::new(unlinked_file(path).map_err(&to_error)?);
    work(scratch, &mut out)?;
    let written = out.into_inner().map_err(|error| to_error(error.into_error()))?;
    (&written).rewind().map_err(&to_error)?;
    replace(path, &written).map_err(to_error)
}

/// Creates an unlinked file for writing and reading, in the folder of `path`, or in that of temporary files if `path`
/// is a pipe or device. The system removes the file when the program ends, however it ends.
///
/// # Errors
/// Errors of the operating system: a missing or read-only folder.
fn unlinked_file(path: &Path) -> io::Result<File> {
    // The folder of a device or pipe usually takes no other files.
    let is_special = fs::metadata(path).is_ok_and(|existing| !existing.is_file());
    let path = if is_special { std::env::temp_dir().join("contact-lens") } else { path.to_owned() };
    let mut number = 0;
    loop {
        let candidate = path_next_to(&path, &format!("{number}.tmp"));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&candidate) {
            Ok(file) => return fs::remove_file(&candidate).map(|()| file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MAX_ATTEMPTS => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Returns a path in the same folder, unique to this process and `ending`.
fn path_next_to(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{ending}", std::process::id()));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    /// File names in a folder, sorted.
    fn file_names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Reader that fails after one byte.
    #[derive(Default)]
    struct FailingReader {
        has_read: bool,
    }

    impl Read for FailingReader {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            bytes[0] = b'x';
            if std::mem::replace(&mut self.has_read, true) { Err(io::Error::other("full")) } else { Ok(1) }
        }
    }

    #[test]
    fn an_error_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        assert!(replace(&file, FailingReader::default()).is_err());
        assert!(file_names(folder.path()).is_empty());
        replace(&file, &b"old"[..]).unwrap();
        assert!(replace(&file, FailingReader::default()).is_err());
        assert_eq!(
            (fs::read(&file).unwrap(), file_names(folder.path())),
            (b"old".to_vec(), vec![String::from("a.txt")])
        );
        replace(&file, &b"new"[..]).unwrap();
        assert_eq!(
            (fs::read(&file).unwrap(), file_names(folder.path())),
            (b"new".to_vec(), vec![String::from("a.txt")])
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        let link = folder.path().join("link");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.txt", &link).unwrap();
        replace(&link, &b"new"[..]).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        replace(Path::new("/dev/null"), &b"new"[..]).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file(), "a device is no file to replace");
    }

    #[test]
    fn an_unlinked_file_is_in_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = unlinked_file(&folder.path().join("a.gif")).unwrap();
        file.write_all(b"frames").unwrap();
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), file_names(folder.path()).len()), ("frames", 0));
    }
}
