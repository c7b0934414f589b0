//! Choice of the reader for a file or a pasted text.
//!
//! [`read`] gets a source and returns the bodies that the most plausible reader finds in it.
//!
//! - **Refused kinds** (USD, COLLADA, pointers of Git LFS, …) are errors by name, whatever else their text looks like.
//! - **Sure formats** begin as no other format does: their reader's error is final.
//! - **Code** with shapes: its reader's error is final too, because another reader would guess the values that it
//!   refuses.
//! - **Guesses** follow in this order: models inside the text, the format of the file's ending, formats that may fit
//!   the text. If one fails or finds no body, the next one tries.
//! - **Failure of all**: the error is that of the most plausible reader. A source that fits no reader gets the list of
//!   all formats.

use std::path::Path;

use contact_lens_scene::{SceneError, mesh};

use super::advice;
use super::draft::Draft;
use super::dump::records;
use super::ledger::Ledger;
use super::printed_answers::PrintedAnswers;
use super::{
    Certainty, FORMATS, Format, Quote, Source, dump, embedded, ending_of, gltf, labeled_lists, object_dumps, prose,
    surfaces, text_of, transcript, units, wrong_at,
};

/// Model in a source: its format, and the text that its reader gets.
pub(super) struct FoundModel {
    pub(super) format: &'static Format,
    pub(super) source: Source,
}

/// Reader to try, with its text.
struct Candidate {
    model: FoundModel,
    /// First and last line, from 1, of a model inside other text; `None` for the whole source.
    lines: Option<[usize; 2]>,
}

/// Reads a source with the first reader that finds bodies in it.
///
/// # Errors
/// Returns the error of the most plausible reader; the list of all formats if no reader may fit.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<(FoundModel, Vec<Quote>), SceneError> {
    let ending = ending_of(Path::new(&source.name)).unwrap_or_default();
    check_supported(source, &ending)?;
    let unquoted = transcript::without_quotes(source);
    let source = unquoted.as_ref().unwrap_or(source);
    let stripped = without_prefixes(source)?;
    let source = stripped.as_ref().unwrap_or(source);
    if let Some(read_model) = read_as_whole(source, draft)? {
        return Ok(read_model.accept(draft));
    }
    let with_poses = transcript::with_printed_poses(source)?;
    let source = with_poses.as_ref().unwrap_or(source);
    if let Some(format) = sure_format(source) {
        let quotes = attempt(format, source, draft)?;
        return Ok((FoundModel { format, source: source.clone() }, quotes));
    }
    if let Some(why) = embedded::conflict_reason(source) {
        return Err(source.error(why));
    }
    let printed = PrintedAnswers::of(text_of(source).unwrap_or_default());
    let blanked = without_contacts(source, &printed);
    let source = blanked.as_ref().unwrap_or(source);
    let reading = read_with_candidates(source, &ending, draft)?;
    *draft = reading.draft;
    draft.printed_answers = printed.answers;
    Ok((reading.model, reading.quotes))
}

/// Returns a source without its printed contacts; `None` if it has none.
fn without_contacts(source: &Source, printed: &PrintedAnswers) -> Option<Source> {
    let text = text_of(source).ok().filter(|_| !printed.contacts.is_empty())?;
    Some(Source { bytes: printed.without_contacts(text).into_bytes(), ..source.clone() })
}

/// Tries the readers that may fit, the most plausible first. Returns the reading of the first one that finds bodies.
fn read_with_candidates(source: &Source, ending: &str, draft: &Draft) -> Result<ReadModel, SceneError> {
    let mut first_error: Option<ReaderError> = None;
    let refused = embedded::unsupported_format_reason(source);
    for Candidate { model, lines } in candidates(source, ending) {
        let is_whole_source = lines.is_none();
        if let Some(sentence) = refused.filter(|_| is_whole_source) {
            return Err(source.error(format!("contains text that {sentence}")));
        }
        let format = model.format;
        let is_embedded_off = !is_whole_source && format.name == "OFF";
        if is_embedded_off {
            surfaces::check_around_off(source)?;
        }
        let mut trial = draft.clone();
        let error = match attempt(format, &model.source, &mut trial) {
            Ok(quotes) => {
                trial.model_lines = lines;
                return without_contradiction(ReadModel { model, quotes, draft: trial }, source, draft);
            }
            Err(error) => error,
        };
        if is_embedded_off {
            return Err(error);
        }
        if format.certainty == Certainty::Decisive {
            // Refused sentences must not be read as records, even if each of their values has a name.
            if format.name == "sentences" && prose::is_prose(text_of(source)?) {
                return Err(error);
            }
            return read_as_records(source, draft).ok_or(error);
        }
        // The error of the records' reader names the missing field, so it replaces earlier errors.
        if first_error.is_none() || format.name == "records" {
            first_error = Some(ReaderError { error, format: format.name });
        }
    }
    Err(final_error(source, first_error, refused))
}

/// Returns a reading if neither the records nor the sentences of its source contradict it.
///
/// # Errors
/// Fails at a contradiction.
fn without_contradiction(reading: ReadModel, source: &Source, draft: &Draft) -> Result<ReadModel, SceneError> {
    let is_printed = reading.model.format.name == "printed shapes";
    let reading = if is_printed { checked_against_records(reading, source, draft)? } else { reading };
    match contradiction(&reading.model, &reading.draft) {
        Some((line, why)) => Err(SceneError { line, column: 1, ..source.error(why) }),
        None => Ok(reading),
    }
}

/// Formats whose readers understand every line of a text or none; they come before those that search for bodies.
const WHOLE: [&str; 2] = [object_dumps::FORMAT, labeled_lists::FORMAT];

/// Reads a source as a dump of objects or a labeled list; `None` if a part of it is not understood, so that the other
/// readers try it.
///
/// # Errors
/// Fails if a part is not understood that other readers would guess.
fn read_as_whole(source: &Source, draft: &Draft) -> Result<Option<ReadModel>, SceneError> {
    for format in FORMATS.iter().filter(|format| WHOLE.contains(&format.name)) {
        if !(format.recognizes)(&source.bytes) {
            continue;
        }
        let mut trial = draft.clone();
        match attempt(format, source, &mut trial) {
            Ok(quotes) => {
                let model = FoundModel { format, source: source.clone() };
                return Ok(Some(ReadModel { model, quotes, draft: trial }));
            }
            Err(error) if object_dumps::is_decisive(text_of(source)?, &error.message) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Error of a reader that was tried.
struct ReaderError {
    error: SceneError,
    /// Name of the reader's format.
    format: &'static str,
}

/// Returns the format that a source certainly has; `None` if no format is certain, or if text follows the model, which
/// is then a part of the source.
fn sure_format(source: &Source) -> Option<&'static Format> {
    let mut sure = FORMATS.iter().filter(|format| format.certainty == Certainty::Sure);
    let format = sure.find(|format| (format.recognizes)(&source.bytes))?;
    if embedded::has_text_after_model(source) { None } else { Some(format) }
}

/// Returns the error of a source after all readers have failed. `refused` is the end of a sentence about a format in
/// the source that is refused by name, `None` without one.
fn final_error(source: &Source, first_error: Option<ReaderError>, refused: Option<&'static str>) -> SceneError {
    // The error of the records' reader is more precise than advice.
    let is_record = first_error.as_ref().is_some_and(|failed| failed.format == "records");
    let text = if is_record { None } else { text_of(source).ok() };
    if let Some(sentence) = text.and_then(advice::find) {
        return source.error(format!("is in no format that can be imported: it {sentence}"));
    }
    match (first_error, refused) {
        (None, Some(sentence)) => source.error(format!("contains text that {sentence}")),
        (Some(ReaderError { error, format }), _) => {
            SceneError { message: format!("{} (the file was read as {format})", error.message), ..error }
        }
        (None, None) => {
            source.error(format!("is in no format that can be imported. The formats are:\n{}", list_of_formats()))
        }
    }
}

/// Result of a reader that found bodies.
struct ReadModel {
    model: FoundModel,
    /// Quotes of the parts that were not read.
    quotes: Vec<Quote>,
    /// Draft with the bodies.
    draft: Draft,
}

impl ReadModel {
    /// Replaces the draft by the one with the bodies, and returns the model with its quotes.
    fn accept(self, draft: &mut Draft) -> (FoundModel, Vec<Quote>) {
        *draft = self.draft;
        (self.model, self.quotes)
    }
}

/// Reads a source as records, in which every value has a name; `None` if the text contains a model, or if the reader of
/// records fails.
fn read_as_records(source: &Source, draft: &Draft) -> Option<ReadModel> {
    // Records around a model that cannot be read would be only a part of the bodies.
    if !embedded::find_models(source).is_empty() {
        return None;
    }
    let format = FORMATS.iter().find(|format| format.name == "records" && (format.recognizes)(&source.bytes))?;
    let mut trial = draft.clone();
    let quotes = attempt(format, source, &mut trial).ok()?;
    Some(ReadModel { model: FoundModel { format, source: source.clone() }, quotes, draft: trial })
}

/// Checks printed shapes against the reader of records. Returns the records' reading, which has more names, if both
/// find the same bodies, or if a sentence places the bodies; the printed reading if the source has no records.
///
/// # Errors
/// Fails if the two readings have different bodies.
fn checked_against_records(printed: ReadModel, source: &Source, draft: &Draft) -> Result<ReadModel, SceneError> {
    if let Some((offset, why)) = text_of(source).ok().and_then(records::contradiction) {
        return Err(wrong_at(&Ledger::new(&source.name, text_of(source)?), source, offset, why));
    }
    // Records have no compounds, meshes or hulls.
    let is_simple = printed.draft.bodies.iter().all(|body| records::has_shape(&body.body.shape));
    if !is_simple {
        return Ok(printed);
    }
    let Some(records) = read_as_records(source, draft) else { return Ok(printed) };
    // The printed reading misses a position that a sentence states before the shape.
    let lacks_poses = prose::is_prose(text_of(source)?) && printed.draft.has_unplaced_shapes_of(&records.draft);
    if lacks_poses || printed.draft.has_bodies_of(&records.draft) {
        return Ok(ReadModel { model: printed.model, ..records });
    }
    let why = "can be read in two ways, with different bodies; write each body on a line of its own, with a name \
               before every value";
    Err(source.error(why))
}

/// Returns a log whose line prefixes (times, levels, tags) are replaced by blanks; `None` for any other text.
///
/// # Errors
/// Fails if the lines belong to several frames.
fn without_prefixes(source: &Source) -> Result<Option<Source>, SceneError> {
    let Some(stripped) = text_of(source).ok().and_then(dump::prefixes::strip) else { return Ok(None) };
    if let Some(offset) = stripped.second_frame.filter(|_| dump::has_shapes(&stripped.text)) {
        let ledger = Ledger::new(&source.name, &stripped.text);
        let why = "the log has the bodies of several frames; give the lines of one frame";
        return Err(wrong_at(&ledger, source, offset, why));
    }
    Ok(Some(Source { bytes: stripped.text.into_bytes(), ..source.clone() }))
}

/// Returns the line, from 1, of a sentence that contradicts the bodies of the code or the printed shapes next to it,
/// with the reason; `None` if no sentence does.
fn contradiction(model: &FoundModel, draft: &Draft) -> Option<(usize, String)> {
    if !["code", "printed shapes"].contains(&model.format.name) {
        return None;
    }
    prose::contradiction(text_of(&model.source).ok()?, &draft.bodies)
}

/// Runs a reader. Returns the quotes of the parts that it did not read.
///
/// # Errors
/// Fails if the reader fails or adds no body.
fn attempt(format: &Format, source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    if let Some(sentence) = mesh::unsupported_format_message("", &source.bytes) {
        return Err(source.error(sentence));
    }
    let before = draft.bodies.len();
    let quotes = (format.read)(source, draft)?;
    if let Ok(text) = text_of(source) {
        units::convert_printed(format.name, text, draft, before).map_err(|why| source.error(why))?;
    }
    if draft.bodies.len() > before || draft.finished.is_some() {
        return Ok(quotes);
    }
    let why = draft.shape_counts.cause_if_empty().or_else(|| {
        // A quote about a shape says more than those about the elements around it.
        quotes.iter().find(|quote| quote.why.contains("shape") || quote.why.contains("mesh")).map(ToString::to_string)
    });
    let why = why.map_or_else(String::new, |why| format!("; {why}"));
    Err(source.error(format!("contains no body that can be imported{why}")))
}

/// Fails for empty sources, for meshes that are imported among other files, and for the kinds that are refused by name.
fn check_supported(source: &Source, ending: &str) -> Result<(), SceneError> {
    if source.bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(source.error("is empty"));
    }
    if let Some(sentence) = mesh::unsupported_format_message(ending, &source.bytes) {
        return Err(source.error(sentence));
    }
    if mesh::is_mesh(Path::new(&source.name)) && source.folder.is_some() && !gltf::recognizes(&source.bytes) {
        return Err(source.error("is a mesh; import it alone or with other meshes"));
    }
    Ok(())
}

/// Returns the readers to try, the most plausible first.
fn candidates(source: &Source, ending: &str) -> Vec<Candidate> {
    let fitting: Vec<&Format> = FORMATS
        .iter()
        .filter(|format| format.certainty != Certainty::Sure && !WHOLE.contains(&format.name))
        .filter(|format| (format.recognizes)(&source.bytes))
        .collect();
    let mut blocks = embedded::find_models(source);
    let has_models = !blocks.is_empty();
    if blocks.is_empty() && !fitting.iter().any(|format| format.name == "code") {
        blocks.extend(embedded::find_fragment(source));
    }
    let mut candidates: Vec<Candidate> = blocks
        .into_iter()
        .map(|block| Candidate {
            model: FoundModel { format: block.format, source: block.source },
            lines: Some(block.lines),
        })
        .collect();
    let named = FORMATS.iter().filter(|format| format.endings.contains(&ending));
    // Records around a model that cannot be read would be only a part of the bodies.
    for format in named.chain(fitting).filter(|format| format.name != "records" || !has_models) {
        if !candidates.iter().any(|known| known.lines.is_none() && known.model.format.name == format.name) {
            candidates.push(Candidate { model: FoundModel { format, source: source.clone() }, lines: None });
        }
    }
    candidates
}

/// Lists all formats, one per line: the name, then how such a file begins or is named.
fn list_of_formats() -> String {
    let width = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or_default();
    let mut list = format!("  {:width$}  a file that ends in .{}", "mesh", mesh::EXTENSIONS.join(", ."));
    for Format { name, example, .. } in &FORMATS {
        list += &format!("\n  {name:width$}  {example}");
    }
    list
}
