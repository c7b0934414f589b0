//! Output files of a job: never one of its inputs, never half written.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::{Failure, Result};
use crate::scene::atomic_write::{replace, replace_streaming};
use crate::scene::{Document, io_message, mesh, meshes};

/// Returns the files that a scene was made of: its own, its meshes and their buffers. Empty for a shipped scene.
pub(super) fn read_for(scene: &Path, document: &Document) -> Vec<PathBuf> {
    let scene_file = Some(scene.to_owned()).filter(|file| file.exists());
    scene_file.into_iter().chain(meshes::files(&document.scene).into_iter().flat_map(|file| read_of(&file))).collect()
}

/// Returns a mesh file, and the files that it refers to.
pub(super) fn read_of(mesh: &Path) -> Vec<PathBuf> {
    let mut files = mesh::referred(mesh);
    files.push(mesh.to_owned());
    files
}

/// Refuses to overwrite an input of the job, under any name, link or hard link.
pub(super) fn is_not_read(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    match inputs.iter().find(|input| are_same_file(output, input)) {
        None => Ok(()),
        Some(input) if input.as_path() == output => {
            Err(Failure::Message(format!("{}: is read by this job; name another file to write", output.display())))
        }
        Some(input) => {
            let output = output.display();
            let input = input.display();
            Err(Failure::Message(format!("{output}: is {input}, which this job reads; name another file to write")))
        }
    }
}

/// Refuses to overwrite a file without `force`.
pub(super) fn is_free(output: &Path, force: bool) -> Result<()> {
    if is_folder(output)? || force || !output.is_file() {
        return Ok(());
    }
    Err(Failure::Message(format!("{}: is there already; --force replaces it", output.display())))
}

/// Refuses to overwrite a file that looks like a scene with a picture or report, without `force`. `advice` is the
/// end of the message: the alternative for the user.
pub(super) fn is_no_scene(output: &Path, force: bool, advice: &str) -> Result<()> {
    if is_folder(output)? || force || !output.is_file() {
        return Ok(());
    }
    let mut beginning = Vec::new();
    // A file that cannot be read fails later, when it is written.
    File::open(output).and_then(|file| file.take(SEARCHED_BYTES).read_to_end(&mut beginning)).ok();
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&beginning).trim_ascii_start();
    if text.starts_with(b"{") {
        return Err(Failure::Message(format!(
            "{}: is there already, and no picture or report; {advice}",
            output.display()
        )));
    }
    Ok(())
}

/// Number of bytes in which the first character of a scene is searched, after blanks.
const SEARCHED_BYTES: u64 = 4096;

/// Always false: a folder is an error.
fn is_folder(output: &Path) -> Result<bool> {
    match output.is_dir() {
        true => Err(Failure::Message(format!("{}: is a folder; name a file", output.display()))),
        false => Ok(false),
    }
}

/// Refuses an output folder that is a file.
pub(super) fn may_be_folder(option: &str, folder: &Path) -> Result<()> {
    match folder.exists() && !folder.is_dir() {
        true => Err(Failure::Message(format!("{option} {}: is a file, must be a folder", folder.display()))),
        false => Ok(()),
    }
}

/// Writes a file completely, or not at all; `-` is standard output.
pub(super) fn write(output: &Path, bytes: &[u8]) -> Result<()> {
    if output.as_os_str() == "-" {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    replace(output, bytes).map_err(|error| unwritable(output, &error))
}

/// Writes a file in pieces; it appears only when complete, so an early end of the program leaves nothing. The first
/// file passed to `work` is for temporary data.
pub(super) fn stream(output: &Path, work: impl FnOnce(File, &mut BufWriter<File>) -> Result<()>) -> Result<()> {
    replace_streaming(output, work, |error| unwritable(output, &error))
}

/// Returns the error about a file that cannot be written.
fn unwritable(output: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{}: cannot be written: {}", output.display(), io_message(error)))
}

/// Whether two paths lead to one existing file.
fn are_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b || are_hard_links(&a, &b),
        _ => false,
    }
}

/// Whether two names are hard links to one file.
#[cfg(unix)]
fn are_hard_links(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Whether two names are hard links to one file; always false on this system.
#[cfg(not(unix))]
fn are_hard_links(_: &Path, _: &Path) -> bool {
    false
}
