//! Check that a file reference in an untrusted file, such as the path of a mesh in a scene, leads to a file below one
//! folder: the text of the reference must be a relative path without `..`, and no link may lead out of the folder.

use std::path::{Component, Path, PathBuf};

use crate::io_message;

/// Resolves `reference`, a path relative to `folder`, to the file with all links followed; or returns the reason why it
/// is refused or cannot be found.
pub(crate) fn resolve_inside(folder: &Path, reference: &str) -> Result<PathBuf, String> {
    if let Some(reason) = reason_to_refuse(reference) {
        return Err(refusal_message(reference, reason));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let canonical_folder = canonical(folder)?;
    let file = canonical(&folder.join(reference))?;
    if !file.starts_with(&canonical_folder) {
        return Err(refusal_message(reference, "is a link to a file outside the folder"));
    }
    Ok(file)
}

/// Message about a reference that is refused for this reason.
fn refusal_message(reference: &str, reason: &str) -> String {
    format!("`{}` {reason}", crate::path::shortened(reference))
}

/// Reason why a reference is refused by its text alone; `None` if it is accepted.
fn reason_to_refuse(reference: &str) -> Option<&'static str> {
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
