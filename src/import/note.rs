//! Text of the note of an imported scene: the file and its format, sentences of the readers about numbers and frames,
//! and quotes of the parts that the scene lacks.

use std::path::Path;

use super::{ASSUMED, Quote, ShapeCounts};

/// Maximum length of the note of an imported scene, in characters.
const MAX_NOTE_CHARS: usize = 6_000;

/// Origin and shape counts of a scene, for the beginning of its note.
pub(super) struct Header<'a> {
    /// Name of the format.
    pub(super) format: &'a str,
    /// Path of the first file.
    pub(super) file: &'a str,
    /// First and last line of a model with other text around it, from 1.
    pub(super) model_lines: Option<[usize; 2]>,
    /// Count of the source's shapes, and of those that the scene lacks.
    pub(super) shape_counts: &'a ShapeCounts,
}

/// Returns the note of an imported scene, at most [`MAX_NOTE_CHARS`] long; quotes that do not fit are counted instead.
/// `notes` are the sentences of the readers.
pub(super) fn of_import(header: &Header<'_>, notes: &[String], skipped: &[Quote]) -> String {
    let Header { format, file, model_lines, shape_counts } = header;
    let name =
        Path::new(file).file_name().map_or_else(|| (*file).to_owned(), |name| name.to_string_lossy().into_owned());
    // The warning that the source states no poses comes first.
    let assumed = notes.iter().filter(|sentence| *sentence == ASSUMED);
    let mut note: String = assumed.map(|sentence| format!("{sentence} ")).collect();
    note += &match model_lines {
        Some([first, last]) => format!("Imported from lines {first} to {last} of {name} ({format})."),
        None => format!("Imported from {name} ({format})."),
    };
    if let Some(sentence) = shape_counts.sentence() {
        note += &format!(" {sentence}");
    }
    for sentence in notes.iter().filter(|sentence| *sentence != ASSUMED) {
        note += &format!(" {sentence}");
    }
    if skipped.is_empty() {
        if shape_counts.lost() == 0 {
            note += match model_lines {
                None => " Everything in the source is in this scene.",
                Some(_) => " Everything in these lines is in this scene; the text around them was ignored.",
            };
        }
        return note.chars().take(MAX_NOTE_CHARS).collect();
    }
    note += &format!("\n\nNot in this scene, {} in all:", skipped.len());
    for (listed_count, quote) in skipped.iter().enumerate() {
        let line = format!("\n{quote}");
        if note.chars().count() + line.chars().count() > MAX_NOTE_CHARS {
            note += &format!("\n… and {} more, which the import lists.", skipped.len() - listed_count);
            break;
        }
        note += &line;
    }
    note
}
