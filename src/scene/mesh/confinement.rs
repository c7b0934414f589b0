//! Checks that a file reference of an untrusted file leads to a file below one folder.

use std::path::{Component, Path, PathBuf};

use crate::scene::io_message;

/// Resolves `reference` to a file below `folder`, all links followed, or returns the reason why it cannot be read.
pub(in crate::scene) fn resolve_inside(folder: &Path, reference: &str) -> Result<PathBuf, String> {
    if let Some(reason) = refusal(reference) {
        return Err(refused(reference, reason));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let inside = canonical(folder)?;
    let file = canonical(&folder.join(reference))?;
    if file.starts_with(&inside) { Ok(file) } else { Err(refused(reference, "is a link to a file outside the folder")) }
}

/// Error of a reference that is refused for this reason.
fn refused(reference: &str, reason: &str) -> String {
    format!("`{}` {reason}", crate::scene::path::shortened(reference))
}

/// Reason why a reference is refused by its text alone; `None` if it is accepted.
fn refusal(reference: &str) -> Option<&'static str> {
    // Backslashes and drive letters depend on the system, but a scene must mean the same everywhere.
    if reference.contains(['\\', '\0']) {
        return Some("must be written with `/`, without `\\`");
    }
    let has_drive = reference.as_bytes().get(1) == Some(&b':');
    if reference.starts_with('/') || has_drive || Path::new(reference).is_absolute() {
        return Some("must be relative to the folder, but is an absolute path");
    }
    if reference.contains("://") {
        return Some("must be a file path, but is a URL");
    }
    let mut parts = Path::new(reference).components();
    let stays_inside = parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (!stays_inside).then_some("must not lead out of the folder: it contains `..`")
}

/// Resolves all links of a path.
fn canonical(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {}", path.display(), io_message(&error)))
}
