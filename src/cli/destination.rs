//! The files that a job writes: never what it has read, never half of one.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::{Failure, Result};
use crate::scene::replace::{by_pieces, replace};
use crate::scene::{Document, mesh, meshes, plain_io};

/// The files that a scene was made of: its own, its meshes and the buffers of these. None of a shipped scene.
pub(super) fn read_for(scene: &Path, document: &Document) -> Vec<PathBuf> {
    let own = Some(scene.to_owned()).filter(|own| own.exists());
    own.into_iter().chain(meshes::files(&document.scene).into_iter().flat_map(|file| read_of(&file))).collect()
}

/// A mesh file, and those that it refers to.
pub(super) fn read_of(mesh: &Path) -> Vec<PathBuf> {
    let mut all = mesh::referred(mesh);
    all.push(mesh.to_owned());
    all
}

/// Refuses to write over one of the files that the job reads, by whatever name, link or hard link.
pub(super) fn is_not_read(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    match inputs.iter().find(|input| same(output, input)) {
        None => Ok(()),
        Some(input) if input.as_path() == output => {
            Err(Failure::Message(format!("{}: is read by this job; name another file to write", output.display())))
        }
        Some(input) => {
            let (output, input) = (output.display(), input.display());
            Err(Failure::Message(format!("{output}: is {input}, which this job reads; name another file to write")))
        }
    }
}

/// Refuses to write over any file, unless that was asked for.
pub(super) fn is_free(output: &Path, force: bool) -> Result<()> {
    if is_folder(output)? || force || !output.is_file() {
        return Ok(());
    }
    Err(Failure::Message(format!("{}: is there already; --force replaces it", output.display())))
}

/// Refuses to write a picture or a report over what looks like a scene, unless that was asked for: pictures and reports are
/// made again and again, scenes are not. `way` says how to ask for it, or what else to do.
pub(super) fn is_no_scene(output: &Path, force: bool, way: &str) -> Result<()> {
    if is_folder(output)? || force || !output.is_file() {
        return Ok(());
    }
    let mut beginning = Vec::new();
    // What cannot be read is found out about when it is written.
    File::open(output).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning)).ok();
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&beginning).trim_ascii_start();
    if text.starts_with(b"{") {
        return Err(Failure::Message(format!(
            "{}: is there already, and no picture or report; {way}",
            output.display()
        )));
    }
    Ok(())
}

/// Bytes of a file that are looked at: blanks may stand before its first character.
const BEGINNING: u64 = 4096;

/// Never true: a folder is an error.
fn is_folder(output: &Path) -> Result<bool> {
    match output.is_dir() {
        true => Err(Failure::Message(format!("{}: is a folder; name a file", output.display()))),
        false => Ok(false),
    }
}

/// Refuses a folder to write into that is a file.
pub(super) fn may_be_folder(option: &str, folder: &Path) -> Result<()> {
    match folder.exists() && !folder.is_dir() {
        true => Err(Failure::Message(format!("{option} {}: is a file, must be a folder", folder.display()))),
        false => Ok(()),
    }
}

/// Writes a file whole, or not at all; `-` is standard output.
pub(super) fn write(output: &Path, bytes: &[u8]) -> Result<()> {
    if output.as_os_str() == "-" {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    replace(output, bytes).map_err(|error| unwritable(output, &error))
}

/// Writes piece by piece a file that is there when all is done: whatever ends the program before leaves nothing. The first file
/// that `work` gets is for what it has to keep meanwhile.
pub(super) fn stream(output: &Path, work: impl FnOnce(File, &mut BufWriter<File>) -> Result<()>) -> Result<()> {
    by_pieces(output, work, |error| unwritable(output, &error))
}

/// Why a file cannot be written.
fn unwritable(output: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{}: cannot be written: {}", output.display(), plain_io(error)))
}

/// Whether two paths lead to one file that is there.
fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b || linked(&a, &b),
        _ => false,
    }
}

/// Whether two names are hard links of one file.
#[cfg(unix)]
fn linked(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Whether two names are hard links of one file: not found out here.
#[cfg(not(unix))]
fn linked(_: &Path, _: &Path) -> bool {
    false
}
