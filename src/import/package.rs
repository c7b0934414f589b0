//! Addresses of files in robot descriptions: `package://NAME/…`, `model://NAME/…`, `file://…`, and relative paths.

use std::path::{Path, PathBuf};

use super::options::Options;

/// Number of folders in which a package is searched: the description's own, then its ancestors.
const MAX_FOLDERS: usize = 8;

/// Finds the file at an address.
///
/// - **Package**: the folder that `--package NAME=FOLDER` names; else the folder called `NAME` among the description's
///   own folder and its ancestors, or directly inside one of them; else the path without the package's name below one
///   of three ancestors.
/// - **Other addresses** are relative to the description's folder or to the two above.
///
/// # Errors
/// Fails if there is no such file; the reason contains the address and follows the name of a shape.
pub(super) fn find(address: &str, folder: Option<&Path>, options: &Options) -> Result<PathBuf, String> {
    let named = ["package://", "model://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
    if let Some((name, rest)) = named.and_then(|named| named.split_once('/')) {
        return in_package(address, name, rest, folder, options);
    }
    let Some(folder) = folder else { return Err(pasted(address)) };
    let plain = address.strip_prefix("file://").unwrap_or(address);
    let mut tried = folder.ancestors().take(3).map(|folder| folder.join(plain));
    tried.find(|path| path.is_file()).ok_or_else(|| format!("its mesh `{address}` was not found"))
}

/// Returns the reason why a pasted text lacks a mesh.
fn pasted(address: &str) -> String {
    format!(
        "its mesh is in the file `{address}`, which pasted text cannot refer to; import the model from a file instead"
    )
}

/// Finds the file `rest` of the package `name`.
fn in_package(
    address: &str,
    name: &str,
    rest: &str,
    folder: Option<&Path>,
    options: &Options,
) -> Result<PathBuf, String> {
    if let Some((_, package)) = options.packages.iter().find(|(known, _)| known == name) {
        let path = package.join(rest);
        if path.is_file() {
            return Ok(path);
        }
        return Err(format!("its mesh `{address}` was not found: no file {}", path.display()));
    }
    let Some(folder) = folder else { return Err(pasted(address)) };
    // A relative path such as `.` does not name its ancestors.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let above = whole.ancestors().take(MAX_FOLDERS);
    let own =
        above.clone().filter(|folder| folder.file_name().is_some_and(|own| own == name)).map(|own| own.join(rest));
    let inside = above.clone().map(|folder| folder.join(name).join(rest));
    let plain = above.take(3).map(|folder| folder.join(rest));
    let found = own.chain(inside).chain(plain).find(|path| path.is_file());
    found.ok_or_else(|| {
        format!("its mesh `{address}` was not found; name the folder of the package with `--package {name}=FOLDER`")
    })
}
