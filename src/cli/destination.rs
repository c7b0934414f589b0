//! Output files of a job. None may replace an input of the job, and each is written completely or not at all.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use contact_lens_scene::atomic_write::{replace, replace_streaming};
use contact_lens_scene::{Document, io_message, mesh, meshes};

use super::{Failure, Result};

/// Number of bytes of an existing file that are examined: enough for a declaration and a comment before the first
/// element of an SVG.
const EXAMINED_BYTES: u64 = 4096;

/// Returns the files that a scene was made of: its own, if `scene` is a file and not the name of a shipped scene, then
/// its meshes and their buffers.
pub(super) fn files_of_scene(scene: &Path, document: &Document) -> Vec<PathBuf> {
    let mut files = Vec::new();
    if scene.exists() {
        files.push(scene.to_owned());
    }
    for mesh in meshes::files(&document.scene) {
        files.extend(files_of_mesh(&mesh));
    }
    files
}

/// Returns a mesh file, and the files that it refers to.
pub(super) fn files_of_mesh(mesh: &Path) -> Vec<PathBuf> {
    let mut files = mesh::referenced_files(mesh);
    files.push(mesh.to_owned());
    files
}

/// Fails if the output file is an input of the job, also under another name or through a link or hard link.
pub(super) fn check_is_no_input(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    match inputs.iter().find(|input| is_same_file(output, input)) {
        None => Ok(()),
        Some(input) if input.as_path() == output => {
            Err(Failure::Message(format!("{}: is an input of this command; choose another output", output.display())))
        }
        Some(input) => {
            let output = output.display();
            let input = input.display();
            Err(Failure::Message(format!("{output}: is the input {input} under another name; choose another output")))
        }
    }
}

/// Fails if the output is a folder, or an existing file unless `force` is true.
pub(super) fn check_is_free(output: &Path, force: bool) -> Result<()> {
    check_is_no_folder(output)?;
    if force || !output.is_file() {
        return Ok(());
    }
    Err(Failure::Message(format!("{}: already exists; --force replaces it", output.display())))
}

/// Fails if the output is a folder, or, unless `force` is true, an existing file that is not empty and neither a
/// picture nor a report. `hint` is an instruction for the user.
pub(super) fn check_is_replaceable(output: &Path, force: bool, hint: &str) -> Result<()> {
    check_is_no_folder(output)?;
    if force || !output.is_file() {
        return Ok(());
    }
    let mut beginning = Vec::new();
    // A file that cannot be read fails later, when it is written.
    File::open(output).and_then(|file| file.take(EXAMINED_BYTES).read_to_end(&mut beginning)).ok();
    if beginning.is_empty() || begins_picture_or_report(&beginning) {
        return Ok(());
    }
    let output = output.display();
    Err(Failure::Message(format!("{output}: already exists and is neither a picture nor a report; {hint}")))
}

/// Whether a file begins as a PNG, GIF or SVG picture, an HTML page or a JUnit report.
fn begins_picture_or_report(beginning: &[u8]) -> bool {
    let is_bitmap = [b"\x89PNG".as_slice(), b"GIF8"].iter().any(|signature| beginning.starts_with(signature));
    // Without the byte order mark.
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning).trim_ascii_start().to_ascii_lowercase();
    let elements = [b"<svg".as_slice(), b"<!doctype html", b"<testsuite"];
    let is_document = text.starts_with(b"<")
        && elements.iter().any(|element| text.windows(element.len()).any(|window| window == *element));
    is_bitmap || is_document
}

/// Fails if the output is a folder.
fn check_is_no_folder(output: &Path) -> Result<()> {
    if output.is_dir() {
        return Err(Failure::Message(format!("{}: is a folder; name a file", output.display())));
    }
    Ok(())
}

/// Fails if the output folder exists and is a file; `option` names the option in the message.
pub(super) fn check_is_no_file(option: &str, folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Message(format!("{option} {}: is a file, but must be a folder", folder.display())));
    }
    Ok(())
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

/// Writes a file in pieces. It appears only when it is complete, so that nothing remains if the program ends early. The
/// first file passed to `work` is for temporary data, the second one for the content.
pub(super) fn write_streaming(
    output: &Path,
    work: impl FnOnce(File, &mut BufWriter<File>) -> Result<()>,
) -> Result<()> {
    replace_streaming(output, work, |error| unwritable(output, &error))
}

/// Returns the error about a file that cannot be written.
fn unwritable(output: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{}: cannot be written: {}", output.display(), io_message(error)))
}

/// Whether two paths name one existing file.
fn is_same_file(a: &Path, b: &Path) -> bool {
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
