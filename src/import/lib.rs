//! Import of files and pasted text of other programs as scenes: models, code, printed shapes, sentences, tables of
//! points, recordings.
//!
//! A format is a row of [`FORMATS`]: its name, the endings of its files, an example, a test of its text, and its
//! reader.
//!
//! - **Choice**: a text that can only be of one format goes to the reader of that format. Otherwise each reader that
//!   may fit tries the text, models inside the text first (`detect`, `embedded`), until one finds bodies.
//! - **Losses**: a reader marks the bytes it understood in a ledger; the remainder is quoted with its line next to the
//!   scene. Shapes are counted, and the missing ones come first in the note ([`ShapeCounts`]).
//! - **Numbers** keep their bits; the note says what the source rounded.
//!
//! ```
//! let text = r#"<mujoco><worldbody><geom size="0.1"/><geom size="0.2" rgba="1 0 0 1"/></worldbody></mujoco>"#;
//! let imported = contact_lens_import::text("model.xml", text)?;
//! assert_eq!(imported.scene.bodies.len(), 2);
//! let skipped = imported.skipped[0].to_string();
//! assert_eq!(skipped, "model.xml:1: `rgba=\"1 0 0 1\"`: the appearance of bodies is not imported");
//! # Ok::<(), contact_lens_scene::SceneError>(())
//! ```

mod advice;
mod bounds;
mod capture;
mod code;
mod detect;
mod draft;
mod dump;
mod embedded;
pub mod follow;
mod fragments;
mod gltf;
mod joints;
mod labeled_lists;
mod ledger;
mod mjcf;
mod names;
mod newton;
mod note;
mod npy;
mod number;
mod object_dumps;
mod options;
mod ovd;
mod package;
mod placing;
mod points;
mod polygon;
mod pose;
mod printed_answers;
mod prose;
mod sdf;
mod steps;
mod surfaces;
mod tally;
mod transcript;
mod units;
mod unread;
mod urdf;
mod usd;
mod wkt;
mod xml;
mod zip;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use contact_lens_scene::model::Scene;
use contact_lens_scene::{SceneError, io_message, limits, mesh, save};

pub use code::{ASSUMED, libraries};
use draft::Draft;
use dump::records;
use ledger::Ledger;
pub use ledger::Quote;
pub use options::Options;
pub use tally::ShapeCounts;

/// Text or bytes of a file, before reading.
#[derive(Clone, Debug)]
struct Source {
    /// Name of the source in messages.
    name: String,
    bytes: Vec<u8>,
    /// Folder to which file names in the source are relative; `None` for pasted text.
    folder: Option<PathBuf>,
}

impl Source {
    /// Creates an error about the whole source.
    fn error(&self, message: impl Into<String>) -> SceneError {
        SceneError::whole(&self.name, message)
    }
}

/// Result of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Bodies, with queries about them. The scene's note contains the format, the notes, the skipped parts and the
    /// counts.
    pub scene: Scene,
    /// Name of the first file's format, as in [`FORMATS`].
    pub format: &'static str,
    /// Sentences about how numbers and frames were read.
    pub notes: Vec<String>,
    /// Parts of the files that the scene does not contain.
    pub skipped: Vec<Quote>,
    /// Numbers of the source's shapes, and of those that the scene lacks.
    pub shape_counts: ShapeCounts,
}

/// Reads a source into a draft, and quotes the parts that it does not understand.
type Reader = fn(&Source, &mut Draft) -> Result<Vec<Quote>, SceneError>;

/// Certainty that a text which passes a format's test is of this format; decides whether other readers try it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// The text is of this format.
    Sure,
    /// The text may contain a model of another format, whose reader goes first; if no such model is found, the error of
    /// this format's reader is final.
    Decisive,
    /// The text may be of another format; if the reader fails, the readers of other formats try.
    Guess,
}

/// Format that can be imported.
pub struct Format {
    /// Name for the user.
    pub name: &'static str,
    /// File endings in lower case; empty for a format that is recognized by its text alone.
    pub endings: &'static [&'static str],
    /// Example for the user: the beginning of a text, or how the name of a file ends.
    pub example: &'static str,
    certainty: Certainty,
    /// Whether bytes may be of this format; the name of the file does not count.
    recognizes: fn(&[u8]) -> bool,
    read: Reader,
}

/// All formats, in the order in which readers try a text.
pub const FORMATS: [Format; 22] = [
    row(
        Certainty::Guess,
        object_dumps::FORMAT,
        &[],
        ">>> body.position, then (0.0, 0.5, 1.0)",
        object_dumps::recognizes,
        object_dumps::read,
    ),
    row(
        Certainty::Guess,
        labeled_lists::FORMAT,
        &[],
        "A: (0,0,0) (1,0,0) (0,1,0) (0,0,1)",
        labeled_lists::recognizes,
        labeled_lists::read,
    ),
    row(Certainty::Sure, "step of an engine", &[], steps::EXAMPLE, steps::recognizes, steps::add_steps),
    row(Certainty::Sure, "scene", &[], "{\"version\": 1, \"bodies\": […]}", embedded::is_scene, embedded::read_scene),
    row(Certainty::Sure, "MJCF", &["mjcf"], "<mujoco>…</mujoco>", mjcf::recognizes, mjcf::read),
    row(Certainty::Sure, "URDF", &["urdf"], "<robot>…</robot>", urdf::recognizes, urdf::read),
    row(Certainty::Sure, "SDF", &["sdf", "world"], "<sdf>…</sdf>", sdf::recognizes, sdf::read),
    row(Certainty::Sure, "NumPy array", &["npy"], "a file that ends in .npy", npy::recognizes, npy::read),
    row(Certainty::Sure, "NumPy archive", &["npz"], "a file that ends in .npz", zip::recognizes, npy::read_archive),
    row(Certainty::Sure, "PhysX recording", &["ovd"], "a file that ends in .ovd", ovd::recognizes, ovd::read),
    row(
        Certainty::Sure,
        "glTF physics",
        &[],
        "{\"asset\": …, \"nodes\": […]} with KHR_physics_rigid_bodies",
        gltf::recognizes,
        gltf::read,
    ),
    row(Certainty::Sure, "Newton recording", &[], "{\"__type__\": …, \"model\": …}", newton::recognizes, newton::read),
    row(Certainty::Sure, "capture", &["jsonl"], "{\"capture\": {\"version\": 1}}", capture::recognizes, capture::read),
    row(Certainty::Sure, "OFF", &[], "OFF, then 4 4 6, then vertices and faces", mesh::is_off, surfaces::read_off),
    row(Certainty::Decisive, "prims of USD", &[], "def Cube \"box\" { double size = 2 }", usd::recognizes, usd::read),
    row(Certainty::Guess, "OBJ", &[], "v 0 0 1", surfaces::looks_like_obj, surfaces::read_obj),
    row(Certainty::Decisive, "WKT", &["wkt"], "POLYGON ((0 0, 2 0, 1 2, 0 0))", wkt::recognizes, wkt::read),
    row(Certainty::Decisive, "sentences", &[], "Sphere of radius 0.5 at (1, 2, 3)", prose::recognizes, prose::read),
    row(Certainty::Decisive, "code", &[], "btBoxShape box(btVector3(0.5, 1, 1.5));", code::recognizes, code::read),
    row(Certainty::Guess, "points", &["xyz", "csv", "pts"], "0.1 0.2 0.3", points::recognizes, points::read),
    row(
        Certainty::Guess,
        "printed shapes",
        &[],
        "Cuboid { half_extents: Vec3(0.1, 0.2, 0.3) }",
        dump::recognizes,
        dump::read,
    ),
    row(Certainty::Guess, "records", &[], "sphere radius=0.5 position=(1, 2, 3)", records::recognizes, records::read),
];

/// Builds a row of [`FORMATS`].
const fn row(
    certainty: Certainty,
    name: &'static str,
    endings: &'static [&'static str],
    example: &'static str,
    recognizes: fn(&[u8]) -> bool,
    read: Reader,
) -> Format {
    Format { name, endings, example, certainty, recognizes, read }
}

/// Whether a file cannot be a scene and has to be imported, judged by its ending, and for JSON by its first bytes.
pub fn is_foreign(path: &Path) -> bool {
    let Some(ending) = ending_of(path) else { return false };
    if ending == "json" && first_bytes(path).is_ok_and(|head| newton::recognizes(&head) || steps::recognizes(&head)) {
        return true;
    }
    // Endings of texts that may be of any format.
    ["xml", "txt", "log", "md"].contains(&ending.as_str())
        || mesh::is_refused_extension(&ending)
        || FORMATS.iter().any(|format| format.endings.contains(&ending.as_str()))
}

/// Returns the ending of a file's name, in lower case without the dot; `None` if it has none.
fn ending_of(path: &Path) -> Option<String> {
    path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase)
}

/// Number of bytes at the start of a file by which a recording of Newton is recognized; as many as its test searches.
const HEAD_BYTES: u64 = 1 << 12;

/// Returns the first bytes of a file.
fn first_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether a file is a glTF whose nodes have colliders; queries then use the colliders instead of the visible meshes.
pub fn has_colliders(path: &Path) -> bool {
    ending_of(path).is_some_and(|ending| ending == "gltf" || ending == "glb")
        && source(path).is_ok_and(|source| gltf::recognizes(&source.bytes))
}

/// Reads files that belong together: a model, or a model and arrays of its joint values, or several tables of points.
///
/// # Errors
/// Fails when a file cannot be read, with the line.
pub fn files(paths: &[PathBuf]) -> Result<Imported, SceneError> {
    files_with(paths, &Options::default())
}

/// Reads files like [`files`], with a query about every pair that may collide, near or not.
///
/// # Errors
/// Fails when a file cannot be read, with the line.
pub fn files_with_all_pairs(paths: &[PathBuf]) -> Result<Imported, SceneError> {
    files_with(paths, &Options { every_pair: true, ..Options::default() })
}

/// Reads files like [`files`], with the user's options.
///
/// # Errors
/// Fails when a file cannot be read, with the line.
pub fn files_with(paths: &[PathBuf], options: &Options) -> Result<Imported, SceneError> {
    let sources = paths.iter().map(|path| source(path)).collect::<Result<Vec<Source>, _>>()?;
    read(&sources, options)
}

/// Reads a text without a file, with the user's options.
///
/// # Errors
/// Fails when the text cannot be read, with the line.
pub fn text_with(name: &str, text: &str, options: &Options) -> Result<Imported, SceneError> {
    read(&[Source { name: name.to_owned(), bytes: text.as_bytes().to_vec(), folder: None }], options)
}

/// Reads a text without a file.
///
/// # Errors
/// Fails when the text cannot be read, with the line.
pub fn text(name: &str, text: &str) -> Result<Imported, SceneError> {
    bytes(name, text.as_bytes().to_vec())
}

/// Reads the bytes of a file without a folder.
///
/// # Errors
/// Fails when the bytes cannot be read.
pub fn bytes(name: &str, bytes: Vec<u8>) -> Result<Imported, SceneError> {
    read(&[Source { name: name.to_owned(), bytes, folder: None }], &Options::default())
}

/// Reads the bytes of a file; `-` is the standard input.
fn source(path: &Path) -> Result<Source, SceneError> {
    let name = path.display().to_string();
    if name != "-" && path.is_dir() {
        return Err(SceneError::whole(&name, "is a folder; name a file"));
    }
    let mut bytes = Vec::new();
    let limit = limits::FILE_BYTES;
    // Reads one more byte than allowed to detect a longer source.
    let read = match name.as_str() {
        "-" => std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes),
        _ => std::fs::File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| SceneError::whole(&name, format!("cannot be read: {}", io_message(&error))))?;
    if bytes.len() as u64 > limit {
        return Err(SceneError::whole(&name, format!("is larger than {} MiB, the limit of an import", limit >> 20)));
    }
    let parent = path.parent();
    let folder = parent.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    Ok(Source { name, bytes, folder: folder.map(Path::to_owned) })
}

/// Reads sources that belong together as one scene: models, and tables of joint values for the first model with joints.
fn read(sources: &[Source], options: &Options) -> Result<Imported, SceneError> {
    if let Some(library) = options.library.as_ref().filter(|library| !code::is_library(library)) {
        let known = libraries().join(", ");
        let message = format!("`{library}` is not a known library; known libraries: {known}");
        return Err(SceneError::whole("--library", message));
    }
    let mut draft = Draft::with_options(options.clone());
    let mut skipped = Vec::new();
    let mut models: Vec<detect::FoundModel> = Vec::new();
    for source in sources {
        let model_with_joints = models.iter().find(|model| joints::has_joints(model.format));
        match model_with_joints.filter(|_| joints::is_table(source)) {
            Some(model) => skipped.extend(joints::read(model, source, &mut draft)?),
            None => {
                let (model, quotes) = detect::read(source, &mut draft)?;
                skipped.extend(quotes);
                models.push(model);
            }
        }
    }
    let first = sources.first().map_or("", |source| source.name.as_str());
    skipped.extend(joints::read_option(&models, first, &mut draft)?);
    let format = models.first().map_or("import", |model| model.format.name);
    if let Some(scene) = draft.finished.take() {
        return Ok(Imported { scene, format, notes: draft.notes, skipped, shape_counts: draft.shape_counts });
    }
    check_size_and_name(&mut draft, first)?;
    let mut shape_counts = std::mem::take(&mut draft.shape_counts);
    let model_lines = draft.model_lines.take();
    shape_counts.is_pasted = model_lines.is_some();
    let (mut scene, notes) = draft.finish();
    let header = note::Header { format, file: first, model_lines, shape_counts: &shape_counts };
    scene.note = note::of_import(&header, &notes, &skipped);
    let imported = Imported { scene, format, notes, skipped, shape_counts };
    // A scene that cannot be saved is an error here, with the name of the imported file.
    save::to_string(&imported.scene).map_err(|error| SceneError {
        line: 0,
        column: 0,
        file: first.to_owned(),
        ..error
    })?;
    Ok(imported)
}

/// Maximum length of the name of a scene, in characters; longer names of files are shortened.
const MAX_NAME_CHARS: usize = 200;

/// Checks the number of bodies of a draft, and completes its name: by default that of the file without its ending.
fn check_size_and_name(draft: &mut Draft, file: &str) -> Result<(), SceneError> {
    let count = draft.bodies.len();
    if count > limits::MESH_PARTS {
        let message = format!("has {count} bodies; a scene has at most {}", limits::MESH_PARTS);
        return Err(SceneError::whole(file, message));
    }
    if draft.name.trim().is_empty() {
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        // The name of the standard input is `-`.
        let stem = stem.filter(|stem| !stem.is_empty() && stem != "-");
        draft.name = stem.unwrap_or_else(|| String::from("Imported bodies"));
    }
    draft.name = draft.name.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    Ok(())
}

/// Parses JSON; `source` is the file in errors. The line and column of an error are those in `bytes`.
fn json_of(source: &Source, bytes: &[u8]) -> Result<serde_json::Value, SceneError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = error.to_string();
        // The error has fields for the line and column, so its text leaves them out.
        let message = message.split(" at line ").next().unwrap_or_default();
        let whole = source.error(format!("is not JSON: {message}"));
        SceneError { line: error.line(), column: error.column(), ..whole }
    })
}

/// Returns the text of a source without a byte order mark; the error is at the first byte that is not UTF-8.
fn text_of(source: &Source) -> Result<&str, SceneError> {
    let bytes = source.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&source.bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        SceneError { line, column: 1, ..source.error("is not UTF-8 text from here on") }
    })
}

/// Creates an error at the byte `offset` of a source's text.
fn wrong_at(ledger: &Ledger<'_>, source: &Source, offset: usize, message: impl Into<String>) -> SceneError {
    let (line, column) = ledger.place(offset);
    SceneError { line, column, ..source.error(message) }
}
