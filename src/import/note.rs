//! Note of an imported scene: its origin, sentences of the readers, and quotes of the parts that the scene lacks.

use std::path::Path;

use super::{ASSUMED, Quote, Tally};

/// Maximum length of the note of an imported scene, in characters.
const MAX_NOTE_CHARS: usize = 6_000;

/// Origin and shape counts of a scene, for the beginning of its note.
pub(super) struct Header<'a> {
    /// Name of the format.
    pub(super) format: &'a str,
    /// Path of the first file.
    pub(super) file: &'a str,
    /// First and last line of a model with other text around it, from 1.
    pub(super) within: Option<[usize; 2]>,
    /// Count of the source's shapes, and of those that the scene lacks.
    pub(super) tally: &'a Tally,
}

/// Returns the note of a scene, at most [`MAX_NOTE_CHARS`] long; quotes that do not fit are counted instead.
pub(super) fn of_import(header: &Header<'_>, said: &[String], left: &[Quote]) -> String {
    let Header { format, file, within, tally } = header;
    let name =
        Path::new(file).file_name().map_or_else(|| (*file).to_owned(), |name| name.to_string_lossy().into_owned());
    let assumed = said.iter().filter(|sentence| *sentence == ASSUMED);
    let mut note: String = assumed.map(|sentence| format!("{sentence} ")).collect();
    note += &match within {
        Some([first, last]) => format!("Imported from lines {first} to {last} of {name} ({format})."),
        None => format!("Imported from {name} ({format})."),
    };
    for sentence in tally.sentence().iter().chain(said.iter().filter(|sentence| *sentence != ASSUMED)) {
        note += &format!(" {sentence}");
    }
    if left.is_empty() {
        match (tally.lost(), within) {
            (0, None) => note += " Everything in the source is in this scene.",
            (0, Some(_)) => note += " Everything in these lines is in this scene; the text around them was ignored.",
            _ => {}
        }
        return note.chars().take(MAX_NOTE_CHARS).collect();
    }
    note += &format!("\n\nNot in this scene, {} in all:", left.len());
    for (k, quote) in left.iter().enumerate() {
        let line = format!("\n{quote}");
        if note.chars().count() + line.chars().count() > MAX_NOTE_CHARS {
            note += &format!("\n… and {} more, which the import lists.", left.len() - k);
            break;
        }
        note += &line;
    }
    note
}
