//! Texts that the window copies to the clipboard (answers, values, tables, queries, command lines), with every digit of
//! their numbers, and the parser of pasted text.

use std::path::PathBuf;

use contact_lens_import as import;
use contact_lens_lesson::{Beat, BeatIndex, Table};
use contact_lens_model::answer::number::with_noun;
use contact_lens_model::answer::{Exact, FindingFacts as _, Shown};
use contact_lens_play::Precision;
use contact_lens_scene::batch_line::Line;
use contact_lens_scene::model::{Frame, Scene};
use contact_lens_scene::{self as scene, save, shell_quoted};
use glam::DVec3;

use crate::state::State;

/// Name of the clipboard in error messages, and of an imported scene that has no other name.
const SOURCE: &str = "clipboard";

/// Maximum number of pasted characters that an error message quotes.
const MAX_QUOTED_CHARACTERS: usize = 40;

/// Parsed content of the clipboard.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pasted {
    /// A scene, or a batch line as a scene.
    Scene(Box<Scene>),
    /// Possible path of a scene.
    Path(PathBuf),
}

/// Returns the answer as lines `name: value` with every digit, so that `f64` reads the numbers back exactly, and below
/// them the answer as a sentence; `None` without an answer.
pub(crate) fn answer_text(state: &State) -> Option<String> {
    let verdict = state.verdict()?;
    let query = state.query()?;
    let recording = state.recording.as_ref()?;
    let frame = match state.frames() {
        1 => String::new(),
        count => format!(", frame {} of 0 to {}", state.focus.frame, count - 1),
    };
    let precision = state.focus.precision.name();
    let name = &query.name;
    let card = recording.lesson.card();
    let mut text = format!("{} of {}: {name}{frame}, {precision}\n", card.title, query.ask.subjects().list());
    for fact in &verdict.finding.facts() {
        let value = format!("{} {}", number_text(&fact.value), fact.unit);
        // A fact without a unit leaves a space at the end.
        text += &format!("{}: {}\n", fact.name, value.trim_end());
    }
    let ending = card.ending(verdict);
    let iterations = with_noun(u64::from(verdict.iterations), "iteration");
    text += &format!("status: {} ({ending}, {iterations})\n", verdict.finding.status());
    text += &format!("{}\n", verdict.say);
    for hull in &recording.hulls {
        text += &format!("{}\n", hull.say());
    }
    Some(text)
}

/// Returns the values of a beat, one per line: symbol, number and meaning, separated by tabs.
pub(crate) fn values_text(beat: &Beat) -> String {
    end_lines(
        beat.values
            .iter()
            .map(|value| [cell_text(value.symbol), number_text(&value.text), cell_text(value.meaning)].join("\t")),
    )
}

/// Returns the headings and rows of a table, with tabs between the columns.
pub(crate) fn table_text(table: &Table) -> String {
    let heading = table.columns.iter().copied().map(cell_text).collect::<Vec<_>>().join("\t");
    let rows = table.rows.iter().map(|row| row_text(&row.cells));
    end_lines(std::iter::once(heading).chain(rows))
}

/// Returns the cells of a row, separated by tabs.
pub(crate) fn row_text(cells: &[Shown]) -> String {
    cells.iter().map(number_text).collect::<Vec<_>>().join("\t")
}

/// Returns all tables of a beat, each under its title, with an empty line between them.
pub(crate) fn tables_text(beat: &Beat) -> String {
    beat.tables.iter().map(|table| format!("{}\n{}", table.title, table_text(table))).collect::<Vec<_>>().join("\n")
}

/// Joins rows into a text with a line break after each row.
fn end_lines(rows: impl Iterator<Item = String>) -> String {
    rows.map(|row| row + "\n").collect()
}

/// Returns a number or a vector with every digit, or words as [`cell_text`] does.
pub(crate) fn number_text(shown: &Shown) -> String {
    match shown.exact {
        Some(Exact::Count(count)) => count.to_string(),
        Some(Exact::Number(number)) => format!("{number:?}"),
        Some(Exact::Vector(vector)) => vector_text(vector),
        None => cell_text(shown),
    }
}

/// Returns the coordinates of a vector with every digit, as a JSON array.
fn vector_text(DVec3 { x, y, z }: DVec3) -> String {
    format!("[{x:?}, {y:?}, {z:?}]")
}

/// Returns a text for a cell of a spreadsheet, with the ASCII minus sign and without tabs and line breaks.
fn cell_text(text: &str) -> String {
    text.replace('−', "-").replace(['\t', '\n', '\r', '\u{a0}'], " ")
}

/// Returns the query shown, with its bodies, as the text of a scene file. The bodies have the poses of the current
/// frame. If the query warm-starts, its answer depends on earlier frames, and the scene has all frames up to the
/// current one. Returns `None` without a query and an error if the scene cannot be serialized.
pub(crate) fn scene_of_query(state: &State) -> Option<Result<String, String>> {
    let scene = &state.doc.scene;
    let frame = state.focus.frame;
    let original = state.query()?;
    let mut query = original.clone();
    let is_subject = original.ask.subjects().membership_test();
    let mut bodies: Vec<_> = scene.bodies.iter().filter(|body| is_subject(&body.name)).cloned().collect();
    let mut frames: Vec<Frame> = Vec::new();
    if query.ask.warm_start() {
        frames = scene.frames.iter().take(frame + 1).cloned().collect();
        for frame in &mut frames {
            frame.poses.retain(|pose| is_subject(&pose.body));
            frame.gone.retain(|body| is_subject(body));
        }
    } else {
        for body in &mut bodies {
            let (position, rotation) = scene.pose(body, frame);
            body.set_pose(position, rotation);
        }
    }
    // An expectation about the first frame stays; others name a frame by a number that the new scene may not have.
    if frame > 0 || query.ask.expectation().frame() > 0 {
        query.ask = query.ask.expecting_nothing();
    }
    let reduced = Scene { bodies: bodies.into(), queries: vec![query], frames: frames.into(), ..Scene::clone(scene) };
    Some(save::to_string(&reduced).map_err(|error| error.to_string()))
}

/// Returns the command line that opens the window at the beat shown.
///
/// # Errors
/// Reason why no command line shows the same, in one sentence.
pub(crate) fn command_line(state: &State) -> Result<String, String> {
    let doc = &state.doc;
    if doc.dirty {
        return Err(String::from("Save the edits first: the command opens the saved file."));
    }
    let shipped = doc.shipped.and_then(|index| scene::SHIPPED.get(index));
    let scene = match (&doc.path, shipped) {
        (Some(path), _) => path.to_string_lossy().into_owned(),
        (None, Some(shipped)) => shipped.name.to_owned(),
        (None, None) => return Err(String::from("Save the scene first: the command needs a file.")),
    };
    let mut words = format!("contact-lens {}", shell_quoted(&scene));
    if let Some(query) = state.query().filter(|_| doc.scene.queries.len() > 1) {
        words += &format!(" --query {}", shell_quoted(&query.name));
    }
    if state.focus.precision != Precision::default() {
        words += &format!(" --precision {}", state.focus.precision.name());
    }
    if state.frames() > 1 {
        words += &format!(" --frame {}", state.frame_shown());
    }
    let BeatIndex { step, beat } = state.beat_index();
    Ok(words + &format!(" --step {} --substep {}", step + 1, beat + 1))
}

/// Parses text from the clipboard.
///
/// # Errors
/// Reason why the text cannot be opened, with the line and the field where they are known.
pub(crate) fn parse_clipboard(text: &str) -> Result<Pasted, String> {
    let trimmed = text.trim();
    // XML and captures are recognized by their first characters, so the error of their importer is reported.
    if trimmed.starts_with('<') || trimmed.starts_with("{\"capture\"") {
        let imported = import::text(SOURCE, text).map_err(|error| error.to_string())?;
        return Ok(pasted_scene(imported.scene));
    }
    if trimmed.starts_with('{') {
        // The output of another program may start with a brace too. If no importer reads it, the JSON error is
        // reported.
        return parse_json(trimmed).or_else(|json_error| import_text(text).ok_or(json_error));
    }
    let path = trimmed.trim_matches(['"', '\'']);
    let path = path.strip_prefix("file://").unwrap_or(path);
    let looks_like_path = path.ends_with(".json") || path.contains('/') || path.contains('\\');
    if !path.is_empty() && looks_like_path && path.lines().count() == 1 {
        return Ok(Pasted::Path(PathBuf::from(path)));
    }
    if trimmed.is_empty() {
        return Err(String::from("There is no text in the clipboard."));
    }
    match import::text(SOURCE, text) {
        Ok(imported) => Ok(pasted_scene(imported.scene)),
        Err(error) => Err(unreadable_text_message(trimmed, &error.to_string())),
    }
}

/// Message that quotes the start of `text`, the first line of the importer's `error`, and the accepted formats.
fn unreadable_text_message(text: &str, error: &str) -> String {
    let first_line = text.lines().next().unwrap_or_default();
    let quoted: String = first_line.chars().take(MAX_QUOTED_CHARACTERS).collect();
    let dots = if quoted.len() < text.len() { "…" } else { "" };
    let reason = error.lines().next().unwrap_or_default();
    let accepted = "Accepted: printed shapes and poses, code, points as rows or lists, a whole report, a scene, its path, \
                    or a batch line.";
    format!("“{quoted}{dots}” cannot be read: {reason}. {accepted}")
}

/// Imports text of another program as a scene; `None` if no format fits.
fn import_text(text: &str) -> Option<Pasted> {
    import::text(SOURCE, text).ok().map(|imported| pasted_scene(imported.scene))
}

/// An imported scene. A scene without a name of its own is named after its bodies.
fn pasted_scene(mut scene: Scene) -> Pasted {
    if scene.name == SOURCE {
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
        scene.name = match names[..] {
            [body] => format!("Pasted: {body}"),
            [a, b] => format!("Pasted: {a} and {b}"),
            _ => format!("Pasted: {} bodies", names.len()),
        };
    }
    Pasted::Scene(Box::new(scene))
}

/// Whether a text is a JSON object with a body `a` or `b` and without `bodies`.
fn is_batch_line(text: &str) -> bool {
    let value: Result<serde_json::Value, _> = serde_json::from_str(text);
    value.is_ok_and(|value| value.get("bodies").is_none() && (value.get("a").is_some() || value.get("b").is_some()))
}

/// Parses a scene, or a batch line as a scene.
fn parse_json(text: &str) -> Result<Pasted, String> {
    let count = text.lines().count();
    if count > 1 && text.lines().all(is_batch_line) {
        return Err(format!("The clipboard has {count} batch lines; copy only one of them."));
    }
    let scene = if is_batch_line(text) {
        Line::read(text.as_bytes())
            .query()
            .map(|case| case.scene("Pasted pair"))
            .map_err(|error| format!("clipboard: {error}"))
    } else {
        scene::parse("clipboard", text.as_bytes()).map_err(|error| error.to_string())
    };
    scene.map(|scene| Pasted::Scene(Box::new(scene)))
}
