//! What other programs write about bodies, read into scenes: robot and physics descriptions, printed shapes, tables of points,
//! captures.
//!
//! A format is a row of [`FORMATS`]: its name, the endings of its files, how its text is known where there is no file, and its
//! reader. A reader marks what it understood in a ledger; all else is quoted with its line beside the scene, so that nothing
//! is lost in silence. Numbers keep their bits; what a source rounded is said.
//!
//! ```
//! let text = r#"<mujoco><worldbody><geom name="ball" size="0.1"/><geom type="box" size=".1 .2 .3" rgba="1 0 0 1"/></worldbody></mujoco>"#;
//! let imported = contact_lens::import::text("model.xml", text)?;
//! assert_eq!(imported.scene.bodies.len(), 2);
//! assert_eq!(imported.left[0].to_string(), "model.xml:1: `rgba=\"1 0 0 1\"`: how a body looks is not read");
//! # Ok::<(), contact_lens::scene::SceneError>(())
//! ```

mod bounds;
mod capture;
mod code;
mod draft;
mod dump;
pub mod follow;
mod gltf;
mod ledger;
mod mjcf;
mod newton;
mod npy;
mod number;
mod ovd;
mod points;
mod qpos;
mod turn;
mod urdf;
mod xml;
mod zip;

use std::path::{Path, PathBuf};

use crate::scene::model::Scene;
use crate::scene::{SceneError, limits, mesh, plain_io, save};
pub(crate) use code::ASSUMED;
use draft::Draft;
use ledger::Ledger;
pub use ledger::Quote;

/// Something to be read.
#[derive(Clone, Debug)]
struct Source {
    /// As messages call it.
    name: String,
    bytes: Vec<u8>,
    /// Where the files lie that it refers to; none of pasted text.
    folder: Option<PathBuf>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The bodies, with questions about them. Its note says what is below, too.
    pub scene: Scene,
    /// The name of the format.
    pub format: &'static str,
    /// Sentences: how numbers and frames were read.
    pub said: Vec<String>,
    /// What the files say beyond what the scene has.
    pub left: Vec<Quote>,
}

/// Reads a source into a draft, and quotes what it does not understand.
type Reader = fn(&Source, &mut Draft) -> Result<Vec<Quote>, SceneError>;

/// A format that is read.
pub struct Format {
    /// As people call it.
    pub name: &'static str,
    /// Of its files, in lower case; none of what is known by its text alone.
    pub endings: &'static [&'static str],
    /// Whether bytes without a telling name look like it.
    looks: fn(&[u8]) -> bool,
    read: Reader,
}

/// Every format, in the order in which a text is tried.
pub const FORMATS: [Format; 11] = [
    Format { name: "MJCF", endings: &["mjcf"], looks: mjcf::looks, read: mjcf::read },
    Format { name: "URDF", endings: &["urdf"], looks: urdf::looks, read: urdf::read },
    Format { name: "NumPy array", endings: &["npy"], looks: npy::looks, read: npy::read },
    Format { name: "NumPy archive", endings: &["npz"], looks: zip::looks, read: npy::read_archive },
    Format { name: "PhysX recording", endings: &["ovd"], looks: ovd::looks, read: ovd::read },
    Format { name: "glTF physics", endings: &[], looks: gltf::looks, read: gltf::read },
    Format { name: "Newton recording", endings: &[], looks: newton::looks, read: newton::read },
    Format { name: "capture", endings: &["jsonl"], looks: capture::looks, read: capture::read },
    Format { name: "code", endings: &[], looks: code::looks, read: code::read },
    Format { name: "points", endings: &["xyz", "csv", "pts"], looks: points::looks, read: points::read },
    Format { name: "printed shapes", endings: &[], looks: dump::looks, read: dump::read },
];

/// Whether a file is surely no scene: by its ending, of the table or XML, or as JSON that begins like Newton's.
pub fn is_foreign(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| {
        ["xml", "txt", "log"].contains(&ending.as_str())
            || FORMATS.iter().any(|format| format.endings.contains(&ending.as_str()))
            || ending == "json" && begins(path).is_ok_and(|head| newton::looks(&head))
    })
}

/// The first bytes of a file.
fn begins(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(1 << 12).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether a file is a glTF whose nodes have colliders: what is asked about then is these, not its meshes.
pub fn has_colliders(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| ending == "gltf" || ending == "glb")
        && source(path).is_ok_and(|source| gltf::looks(&source.bytes))
}

/// Reads files of one thing: a model, or a model and arrays of its `qpos`, or several tables of points.
///
/// # Errors
/// What is wrong with a file, with its line.
pub fn files(paths: &[PathBuf]) -> Result<Imported, SceneError> {
    let sources = paths.iter().map(|path| source(path)).collect::<Result<Vec<Source>, _>>()?;
    read(sources, false)
}

/// The same, with a question about every pair that may meet, near or not.
///
/// # Errors
/// What is wrong with a file, with its line.
pub fn files_with_all_pairs(paths: &[PathBuf]) -> Result<Imported, SceneError> {
    let sources = paths.iter().map(|path| source(path)).collect::<Result<Vec<Source>, _>>()?;
    read(sources, true)
}

/// The same, where the types of a text are those of this library, and with a question about every pair if `every_pair`.
///
/// # Errors
/// What is wrong with a file, with its line, or with the name of the library.
pub fn files_of_library(paths: &[PathBuf], library: &str, every_pair: bool) -> Result<Imported, SceneError> {
    let sources = paths.iter().map(|path| source(path)).collect::<Result<Vec<Source>, _>>()?;
    of_library(sources, library, every_pair)
}

/// Reads a text that comes from no file, where its types are those of this library.
///
/// # Errors
/// What is wrong with it, with its line, or with the name of the library.
pub fn text_of_library(name: &str, text: &str, library: &str) -> Result<Imported, SceneError> {
    of_library(vec![Source { name: name.to_owned(), bytes: text.as_bytes().to_vec(), folder: None }], library, false)
}

fn of_library(sources: Vec<Source>, library: &str, every_pair: bool) -> Result<Imported, SceneError> {
    if !code::is_library(library) {
        let known = code::libraries().join(", ");
        return Err(SceneError::whole(
            "--library",
            format!("`{library}` is no library that is known here; known are {known}"),
        ));
    }
    let mut draft = Draft::asking(every_pair);
    draft.library = Some(library.to_owned());
    read_into(sources, draft)
}

/// Reads a text that comes from no file.
///
/// # Errors
/// What is wrong with it, with its line.
pub fn text(name: &str, text: &str) -> Result<Imported, SceneError> {
    bytes(name, text.as_bytes().to_vec())
}

/// The same of the bytes of a file.
///
/// # Errors
/// What is wrong with it.
pub fn bytes(name: &str, bytes: Vec<u8>) -> Result<Imported, SceneError> {
    read(vec![Source { name: name.to_owned(), bytes, folder: None }], false)
}

fn source(path: &Path) -> Result<Source, SceneError> {
    use std::io::Read as _;
    let name = path.display().to_string();
    let wrong = |error: std::io::Error| SceneError::whole(&name, format!("cannot be read: {}", plain_io(&error)));
    let mut bytes = Vec::new();
    let most = limits::FILE_BYTES;
    if name == "-" {
        std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(wrong)?;
    } else {
        if path.is_dir() {
            return Err(SceneError::whole(&name, "is a folder; name a file"));
        }
        std::fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(wrong)?;
    }
    if bytes.len() as u64 > most {
        return Err(SceneError::whole(&name, format!("is larger than {} MiB, the limit of an import", most >> 20)));
    }
    let folder = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    Ok(Source { name, bytes, folder: folder.map(Path::to_owned) })
}

fn read(sources: Vec<Source>, every_pair: bool) -> Result<Imported, SceneError> {
    read_into(sources, Draft::asking(every_pair))
}

fn read_into(sources: Vec<Source>, mut draft: Draft) -> Result<Imported, SceneError> {
    let (mut left, mut names) = (Vec::new(), Vec::new());
    let chosen = sources.iter().map(format).collect::<Result<Vec<&Format>, _>>()?;
    for (k, (source, format)) in sources.iter().zip(&chosen).enumerate() {
        let model = chosen[..k].iter().position(|format| format.name == "MJCF");
        match model.filter(|_| format.name.starts_with("NumPy")) {
            // An array beside a model is its `qpos` over time.
            Some(model) => left.extend(qpos::read(&sources[model], source, &mut draft)?),
            None => {
                left.extend((format.read)(source, &mut draft)?);
                names.push(format.name);
            }
        }
    }
    names.dedup();
    let first = sources.first().map_or("", |source| source.name.as_str());
    if draft.parts.is_empty() {
        // A shape that is not read says more than what stands around it.
        let tells = |quote: &&Quote| quote.why.contains("shape") || quote.why.contains("mesh");
        let quote = left.iter().find(tells).or(left.first());
        let quoted = quote.map_or_else(String::new, |quote: &Quote| format!("; {quote}"));
        return Err(SceneError::whole(first, format!("holds no body that is known here{quoted}")));
    }
    if draft.parts.len() > limits::MESH_PARTS {
        return Err(SceneError::whole(
            first,
            format!("makes {} bodies; a scene has at most {}", draft.parts.len(), limits::MESH_PARTS),
        ));
    }
    if draft.name.trim().is_empty() {
        let stem = Path::new(first).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        draft.name =
            stem.filter(|stem| !stem.is_empty() && stem != "-").unwrap_or_else(|| String::from("Imported bodies"));
    }
    draft.name = draft.name.chars().filter(|c| !c.is_control()).take(200).collect();
    let format = names.first().copied().unwrap_or("import");
    let (mut scene, said) = draft.finish();
    scene.note = note(format, first, &said, &left);
    let imported = Imported { scene, format, said, left };
    // What no scene can hold is told now, by the name of what was read.
    save::to_string(&imported.scene).map_err(|error| SceneError {
        line: 0,
        column: 0,
        file: first.to_owned(),
        ..error
    })?;
    Ok(imported)
}

/// What a source is: by its ending, else by its text.
fn format(source: &Source) -> Result<&'static Format, SceneError> {
    let path = Path::new(&source.name);
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let named = ending.and_then(|ending| FORMATS.iter().find(|format| format.endings.contains(&ending.as_str())));
    let wrong = |message: String| SceneError::whole(&source.name, message);
    if source.bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(wrong(String::from("is empty")));
    }
    if mesh::is_mesh(path) && !gltf::looks(&source.bytes) {
        return Err(wrong(String::from("is a mesh; import it alone or with other meshes")));
    }
    let known = named.or_else(|| FORMATS.iter().find(|format| (format.looks)(&source.bytes)));
    known.ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        wrong(format!("is nothing that is known here; read are meshes and {}", names.join(", ")))
    })
}

/// The JSON of a source, from `bytes` of it.
fn json_of(source: &Source, bytes: &[u8]) -> Result<serde_json::Value, SceneError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default().to_owned();
        let whole = SceneError::whole(&source.name, format!("is no JSON: {said}"));
        SceneError { line: error.line(), column: error.column(), ..whole }
    })
}

/// The text of a source.
fn text_of(source: &Source) -> Result<&str, SceneError> {
    let bytes = source.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&source.bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        SceneError { line, column: 1, ..SceneError::whole(&source.name, "is not UTF-8 text from here on") }
    })
}

/// An error at a byte of a text.
fn wrong_at(ledger: &Ledger<'_>, source: &Source, at: usize, message: impl Into<String>) -> SceneError {
    let (line, column) = ledger.place(at);
    SceneError { line, column, ..SceneError::whole(&source.name, message) }
}

/// Letters of a scene's note that quotes may fill.
const NOTE: usize = 6_000;

fn note(format: &str, file: &str, said: &[String], left: &[Quote]) -> String {
    let name = Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    let assumed = said.iter().filter(|sentence| *sentence == ASSUMED);
    let mut note: String = assumed.map(|sentence| format!("{sentence} ")).collect();
    note += &format!("Imported from {name} ({format}).");
    for sentence in said.iter().filter(|sentence| *sentence != ASSUMED) {
        note += &format!(" {sentence}");
    }
    if left.is_empty() {
        note += " Everything in the source is in this scene.";
        return note.chars().take(NOTE).collect();
    }
    note += &format!("\n\nNot in this scene, {} in all:", left.len());
    for (k, quote) in left.iter().enumerate() {
        let line = format!("\n{quote}");
        if note.chars().count() + line.chars().count() > NOTE {
            note += &format!("\n… and {} more, which importing tells.", left.len() - k);
            break;
        }
        note += &line;
    }
    note
}
