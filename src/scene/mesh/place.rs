//! What may be read: files below a folder, by a relative path.

use std::path::{Component, Path, PathBuf};

use crate::scene::plain_io;

/// The file that `reference` names below `folder`, all links followed. The message says why there is none.
pub(in crate::scene) fn confined(folder: &Path, reference: &str) -> Result<PathBuf, String> {
    let refused = |why: &str| Err(format!("`{}` {why}", crate::scene::path::shortened(reference)));
    // A backslash and a drive mean something elsewhere, and a scene must mean the same everywhere.
    if reference.contains(['\\', '\0']) {
        return refused("must be written with `/`, without `\\`");
    }
    let drive = reference.as_bytes().get(1) == Some(&b':');
    if reference.starts_with('/') || drive || Path::new(reference).is_absolute() {
        return refused("must be a path relative to the folder, is an absolute one");
    }
    if reference.contains("://") {
        return refused("must be a path, is an address");
    }
    let mut parts = Path::new(reference).components();
    if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return refused("must not lead out of the folder: it holds `..`");
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let unreadable = |what: &Path, error: std::io::Error| format!("{}: {}", what.display(), plain_io(&error));
    let inside = folder.canonicalize().map_err(|error| unreadable(folder, error))?;
    let file = folder.join(reference);
    let file = file.canonicalize().map_err(|error| unreadable(&file, error))?;
    if !file.starts_with(&inside) {
        return refused("leads out of the folder by a link");
    }
    Ok(file)
}
