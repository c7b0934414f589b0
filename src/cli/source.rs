//! Input of the subcommands: opens the scene that the arguments name, finds its query and frame, and runs the query.

use std::path::Path;
use std::sync::Arc;

use contact_lens_import as import;
use contact_lens_lesson::Lesson;
use contact_lens_play::{self as play, QueryError};
use contact_lens_scene::model::{Query, Up};
use contact_lens_scene::{self as scene, Document, mesh, meshes, save};

use super::args::{self, Target};
use super::{Failure, Result};

impl From<args::Precision> for play::Precision {
    fn from(precision: args::Precision) -> Self {
        match precision {
            args::Precision::F32 => Self::F32,
            args::Precision::F64 => Self::F64,
        }
    }
}

/// Opens a scene from a scene file, standard input (`-`), a mesh or a file of another program, or the shipped scenes by
/// name. An existing file is preferred to a shipped scene of that name.
pub(super) fn open_scene(path: &Path) -> Result<Document> {
    let shipped = path.to_str().and_then(scene::shipped);
    let is_bare_name = path.components().count() == 1 && path.extension().is_none() && path.as_os_str() != "-";
    if mesh::is_mesh(path) || import::is_foreign(path) && path.exists() {
        return import_file(path);
    }
    match shipped {
        None if is_bare_name && !path.exists() => {
            let names = scene::SHIPPED.iter().map(|shipped| shipped.name);
            let name = path.display();
            let hint = match scene::likely_name(&path.to_string_lossy(), names) {
                Some(likely) => format!("; did you mean `{likely}`?"),
                None => String::from("; `contact-lens scenes` lists the shipped scenes"),
            };
            Err(Failure::Message(format!("{name}: no such file or shipped scene{hint}")))
        }
        Some(shipped) if !path.exists() => Ok(Document::parse(shipped.name, shipped.text.as_bytes())?),
        _ => Ok(Document::open(path)?),
    }
}

/// Imports a mesh, whose unit is taken as 1 m and whose up axis as y, or a file of another program.
fn import_file(path: &Path) -> Result<Document> {
    let files = [path.to_owned()];
    let scene = if mesh::is_mesh(path) && !import::has_colliders(path) {
        meshes::import(&files, 1.0, Up::Y)?
    } else {
        import::files(&files)?.scene
    };
    let text = save::to_string(&scene)?;
    let mut document = Document::parse(&path.display().to_string(), text.as_bytes())?;
    document.scene = scene;
    Ok(document)
}

/// Fails for a name that is neither a file nor a shipped scene, and resembles a command.
pub(super) fn check_is_no_command(scene: Option<&Path>) -> Result<()> {
    let name = scene.and_then(Path::to_str).filter(|name| !Path::new(name).exists() && scene::shipped(name).is_none());
    let Some(name) = name else { return Ok(()) };
    match args::likely_command(name) {
        Some(job) => Err(Failure::Message(args::mistyped_command_message(name, &job))),
        None => Ok(()),
    }
}

/// Opens a target's scene, and sets the chosen solvers in its query. Fails if the query or the frame does not exist, as
/// [`find_query`] does.
pub(super) fn open_target(target: &Target) -> Result<Document> {
    let mut document = open_scene(&target.scene)?;
    let (index, _) = find_query(&document, target)?;
    target.solvers.apply(&mut document.scene.queries[index])?;
    Ok(document)
}

/// Returns the query that a target names, or the first one, with its index; fails if there is none, or if the target's
/// frame does not exist.
pub(super) fn find_query<'a>(document: &'a Document, target: &Target) -> Result<(usize, &'a Query)> {
    let queries = &document.scene.queries;
    let indexed_query = match &target.query {
        Some(name) => queries.iter().enumerate().find(|(_, query)| query.name == *name),
        None => queries.iter().enumerate().next(),
    };
    let frames = document.scene.frames_of(indexed_query.map(|(_, query)| query));
    check_frame(document, target.frame, frames)?;
    let names = queries.iter().map(|query| query.name.as_str());
    indexed_query.ok_or_else(|| missing_query(document.file(), target.query.as_deref(), names))
}

/// Fails for a frame that does not exist; `frames` is the number of frames, at least 1.
pub(super) fn check_frame(document: &Document, frame: Option<usize>, frames: usize) -> Result<()> {
    let Some(frame) = frame.filter(|frame| *frame >= frames) else { return Ok(()) };
    let last = frames - 1;
    Err(Failure::Message(format!("{}: there is no frame {frame}, the last one is {last}", document.file())))
}

/// Returns the error about the missing query `name`, or about a scene without queries if no name was given. `names` are
/// those of the scene's queries.
pub(super) fn missing_query<'a>(file: &str, name: Option<&str>, names: impl Iterator<Item = &'a str>) -> Failure {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    Failure::Message(match name {
        Some(name) if names.len() == 1 => format!("{file}: there is no query `{name}`; the only query is {}", names[0]),
        Some(name) => format!("{file}: there is no query `{name}`; the queries are {}", names.join(", ")),
        None => format!("{file}: the scene has no query (`queries` is empty)"),
    })
}

/// Runs a target's query in its frame, or in the one that opens by default, and returns the recording.
pub(super) fn record_run(document: &Document, target: &Target) -> Result<Arc<dyn Lesson>> {
    let (_, query) = find_query(document, target)?;
    let precision = target.precision.into();
    let lesson = match target.frame {
        Some(frame) => play::lesson(precision, &document.scene, query, frame),
        None => play::opening(precision, &document.scene, query),
    };
    lesson.map_err(|why| query_failure(document, &why))
}

/// Returns the frame that the lesson of a target shows: the requested one, or without a request that of the finding.
pub(super) fn shown_frame(target: &Target, lesson: &dyn Lesson) -> usize {
    target.frame.unwrap_or_else(|| lesson.verdict().finding.frame())
}

/// Converts an engine's refusal of a query into a failure that states the position in the scene's file.
pub(super) fn query_failure(document: &Document, error: &QueryError) -> Failure {
    document.error(&error.field, &error.message).into()
}
