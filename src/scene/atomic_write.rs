//! Atomic replacement of files: a temporary file in the same folder, then a rename.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek};
use std::path::{Path, PathBuf};

/// Number of names that are tried for a temporary file.
const MAX_ATTEMPTS: u32 = 1000;

/// Replaces the content of a file, or creates the file. After an error, or if the program ends, the old file remains;
/// only a program that ends during the copy leaves the temporary file. Pipes and devices are written to directly; of a
/// link, the file that it leads to is replaced.
///
/// # Errors
/// Errors of reading `content`, and of the operating system: a missing or read-only folder, a read-only file, a full
/// disk.
pub(crate) fn replace(path: &Path, mut content: impl io::Read) -> io::Result<()> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        return io::copy(&mut content, &mut OpenOptions::new().write(true).open(path)?).map(drop);
    }
    if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the existing file is read-only"));
    }
    // A link's target is replaced, not the link.
    let path = if existing.is_some() { path.canonicalize()? } else { path.to_owned() };
    let temporary = path_next_to(&path, "new");
    let write = || {
        let mut file = File::create(&temporary)?;
        io::copy(&mut content, &mut file)?;
        if let Some(existing) = existing {
            fs::set_permissions(&temporary, existing.permissions())?;
        }
        drop(file);
        fs::rename(&temporary, &path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Runs `work` on a scratch file and a writer to a second one, then replaces the file at `path` by the written bytes,
/// as [`replace`] does. Both files are unlinked, so nothing is left of them however the program ends.
///
/// # Errors
/// Errors of `work`, and errors of the operating system converted by `to_error`.
#[cfg_attr(
    not(any(feature = "cli", feature = "app")),
    allow(dead_code, reason = "only those who write animations call it")
)]
pub(crate) fn replace_streaming<E>(
    path: &Path,
    work: impl FnOnce(File, &mut BufWriter<File>) -> Result<(), E>,
    to_error: impl Fn(io::Error) -> E,
) -> Result<(), E> {
    let scratch = unlinked_file(path).map_err(&to_error)?;
    let mut out = BufWriter::new(unlinked_file(path).map_err(&to_error)?);
    work(scratch, &mut out)?;
    let written = out.into_inner().map_err(|error| to_error(error.into_error()))?;
    let rewound = (&written).rewind();
    rewound.and_then(|()| replace(path, &written)).map_err(to_error)
}

/// Creates an unlinked file for writing and reading, in the folder of `path`, or in that of temporary files if `path`
/// is a pipe or device. Nothing is left of the file however the program ends.
///
/// # Errors
/// Errors of the operating system: a missing or read-only folder.
#[cfg_attr(
    not(any(feature = "cli", feature = "app")),
    allow(dead_code, reason = "only those who write animations call it")
)]
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

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Breaks in the middle.
    struct Broken(bool);

    impl Read for Broken {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            bytes[0] = b'x';
            if std::mem::replace(&mut self.0, true) { Err(io::Error::other("full")) } else { Ok(1) }
        }
    }

    #[test]
    fn an_error_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        assert!(replace(&file, Broken(false)).is_err());
        assert!(names(folder.path()).is_empty());
        replace(&file, &b"old"[..]).unwrap();
        assert!(replace(&file, Broken(false)).is_err());
        assert_eq!((fs::read(&file).unwrap(), names(folder.path())), (b"old".to_vec(), vec![String::from("a.txt")]));
        replace(&file, &b"new"[..]).unwrap();
        assert_eq!((fs::read(&file).unwrap(), names(folder.path())), (b"new".to_vec(), vec![String::from("a.txt")]));
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
        assert_eq!((text.as_str(), names(folder.path()).len()), ("frames", 0));
    }
}
