//! Finds the files to which robot descriptions refer by an address: `package://NAME/…`, `model://NAME/…`, `file://…`,
//! or a relative path.

use std::path::{Path, PathBuf};

use super::options::Options;

/// Number of folders in which a package is searched by its name: the description's own, then its ancestors.
const MAX_FOLDERS: usize = 8;

/// Number of folders in which a plain path is searched: the description's own, then its ancestors. Fewer than
/// [`MAX_FOLDERS`], since a short path without a package's name may exist in several folders.
const MAX_PLAIN_FOLDERS: usize = 3;

/// Finds the file at an address. `folder` is the folder of the description; `None` for pasted text.
///
/// - **Package**: the folder that `--package NAME=FOLDER` names; else the folder called `NAME` among the description's
///   own folder and its ancestors, or directly inside one of them; else the path without the package's name below the
///   description's folder or one of the two above.
/// - **Other addresses** are relative to the description's folder or to one of the two above.
///
/// # Errors
/// Fails if there is no such file; the reason contains the address and follows the name of a shape.
pub(super) fn find(address: &str, folder: Option<&Path>, options: &Options) -> Result<PathBuf, String> {
    let package_path = ["package://", "model://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
    if let Some((package, path)) = package_path.and_then(|path| path.split_once('/')) {
        return find_in_package(address, package, path, folder, options);
    }
    let Some(folder) = folder else { return Err(reason_pasted(address)) };
    let plain = address.strip_prefix("file://").unwrap_or(address);
    let mut candidates = folder.ancestors().take(MAX_PLAIN_FOLDERS).map(|folder| folder.join(plain));
    candidates.find(|path| path.is_file()).ok_or_else(|| format!("its mesh `{address}` was not found"))
}

/// Returns the reason why a pasted text lacks a mesh.
fn reason_pasted(address: &str) -> String {
    format!(
        "its mesh is in the file `{address}`, which pasted text cannot refer to; import the model from a file instead"
    )
}

/// Finds the file at `path` in the folder of `package`, as [`find`] describes; `address` is for errors.
fn find_in_package(
    address: &str,
    package: &str,
    path: &str,
    folder: Option<&Path>,
    options: &Options,
) -> Result<PathBuf, String> {
    if let Some((_, package_folder)) = options.packages.iter().find(|(known, _)| known == package) {
        let file = package_folder.join(path);
        if file.is_file() {
            return Ok(file);
        }
        return Err(format!("its mesh `{address}` was not found: no file {}", file.display()));
    }
    let Some(folder) = folder else { return Err(reason_pasted(address)) };
    // A relative path such as `.` does not name its ancestors.
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let ancestors = absolute.ancestors().take(MAX_FOLDERS);
    let in_ancestor_with_name = ancestors
        .clone()
        .filter(|ancestor| ancestor.file_name().is_some_and(|name| name == package))
        .map(|ancestor| ancestor.join(path));
    let in_folder_inside_ancestor = ancestors.clone().map(|ancestor| ancestor.join(package).join(path));
    let in_ancestor = ancestors.take(MAX_PLAIN_FOLDERS).map(|ancestor| ancestor.join(path));
    let mut candidates = in_ancestor_with_name.chain(in_folder_inside_ancestor).chain(in_ancestor);
    candidates.find(|file| file.is_file()).ok_or_else(|| {
        format!("its mesh `{address}` was not found; name the folder of the package with `--package {package}=FOLDER`")
    })
}
