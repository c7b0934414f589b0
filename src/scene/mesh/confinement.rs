//! Checks that a file reference of an untrusted file leads to a file below one folder.

use std::path::{Component, Path, PathBuf};

use crate::scene::io_message;

/// Resolves `reference` to a file below `folder`, all links followed, or returns the reason why it cannot be read.
pub(in crate::scene) fn confined(folder: &Path, reference: &str) -> Result<PathBuf, String> {
    match resolved(folder, reference)? {
        Ok(file) => Ok(file),
        Err(reason) => Err(format!("`{}` {reason}", crate::scene::path::shortened(reference))),
    }
}

/// The file, or the reason why the reference is refused. The outer error means that the file cannot be read.
fn resolved(folder: &Path, reference: &str) -> Result<Result<PathBuf, &'static str>, String> {
    // Backslashes and drive letters depend on the system, but a scene must mean the same everywhere.
    if reference.contains(['\\', '\0']) {
        return Ok(Err("must be written with `/`, without `\\`"));
    }
    let has_drive = reference.as_bytes().get(1) == Some(&b':');
    if reference.starts_with('/') || has_drive || Path::new(reference).is_absolute() {
        return Ok(Err("must be a path relative to the folder, is an absolute one"));
    }
    if reference.contains("://") {
        return Ok(Err("must be a path, is an address"));
    }
    let mut parts = Path::new(reference).components();
    if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Ok(Err("must not lead out of the folder: it holds `..`"));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let inside = canonical(folder)?;
    let file = canonical(&folder.join(reference))?;
    Ok(if file.starts_with(&inside) { Ok(file) } else { Err("leads out of the folder by a link") })
}

/// Resolves all links of a path.
fn canonical(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {}", path.display(), io_message(&error)))
}
