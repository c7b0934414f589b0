//! Reads surfaces in OBJ and OFF, as files or in pasted text: each object becomes its convex hull.
//!
//! **Several files** in one text are several surfaces. An OFF ends with the last line that its counts announce. A new
//! OBJ begins with vertices that follow faces or other lines, if the next faces use none of the earlier vertices.

mod files;

use std::path::Path;

use contact_lens_scene::model::Shape;
use contact_lens_scene::{SceneError, mesh};

use super::draft::{Draft, Piece};
use super::ledger::Ledger;
use super::number;
use super::pose::Pose;
use super::{Quote, Source, ending_of, text_of, unread, wrong_at};

/// Minimum number of vertex lines for a text to count as OBJ.
const MIN_VERTICES: usize = 3;

/// Keywords of the OBJ lines that are read or ignored; other lines are quoted.
const KEYWORDS: [&str; 8] = ["v", "f", "o", "g", "vn", "vt", "s", "usemtl"];

/// Whether a text has vertex lines of OBJ.
pub(super) fn looks_like_obj(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    text.lines().filter(|line| is_vertex(without_quote_marks(line))).count() >= MIN_VERTICES
}

/// Removes the marks of quoted text from a line.
fn without_quote_marks(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t']).trim_end()
}

/// Whether a line of OBJ is a vertex: `v` and at least three numbers.
fn is_vertex(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("v") && words.clone().count() >= 3 && words.all(|word| number::number(word).is_some())
}

/// Reads the vertices and faces of a text; other lines are quoted.
pub(super) fn read_obj(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut lines: Vec<files::ObjLine> = Vec::new();
    let mut quotes = Vec::new();
    let mut ledger = Ledger::new(&source.name, text);
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let content = without_quote_marks(line);
        let word = content.split_whitespace().next().unwrap_or_default();
        let is_other_keyword = word != "v" && KEYWORDS.contains(&word);
        let is_obj = is_vertex(content) || is_other_keyword && has_arguments_of(word, content);
        let mut obj_line = String::new();
        if is_obj {
            // Blanks replace the marks of quoted text, so that columns in messages are those of the text.
            obj_line.push_str(&" ".repeat(line.len() - line.trim_start_matches(['>', ' ', '\t']).len()));
            obj_line.push_str(content);
        } else if !content.is_empty() && !content.starts_with(['#', '`']) {
            quotes.push(Quote {
                file: source.name.clone(),
                lines: vec![index + 1],
                text: super::ledger::shown(content),
                why: String::new(),
            });
        }
        if is_obj || content.starts_with('#') {
            ledger.take(start..start + line.len());
        }
        let is_break = !is_obj && !content.is_empty() && !content.starts_with('#');
        lines.push(files::ObjLine { content: obj_line, is_break });
        start += line.len();
    }
    if let Some((offset, why)) = unread::find_around(&ledger, text) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    let parts = files::obj_files(&lines);
    let count = parts.len();
    for (index, part) in parts.into_iter().enumerate() {
        let number = if count > 1 { Some(index + 1) } else { None };
        add_surfaces(source, "obj", part.as_bytes(), number, draft)?;
    }
    Ok(quotes)
}

/// Whether a line has arguments that fit its keyword, rather than being a sentence that begins with the same word.
fn has_arguments_of(keyword: &str, line: &str) -> bool {
    let mut arguments = line.split_whitespace().skip(1);
    match keyword {
        // `f 1/1/1 2//2 -1`.
        "f" => arguments.clone().count() >= 3 && arguments.all(is_face_vertex),
        "vn" | "vt" => arguments.all(|word| number::number(word).is_some()),
        // Names of objects, groups and materials; sentences are longer.
        _ => arguments.count() <= 3,
    }
}

/// Whether a word may be a vertex of a face: indices with slashes between them.
fn is_face_vertex(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || b"/-".contains(&byte))
}

/// Reads the OFF surfaces of a text.
pub(super) fn read_off(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    if ending_of(Path::new(&source.name)).as_deref() == Some("off") {
        add_surfaces(source, "off", &source.bytes, None, draft)?;
        return Ok(Vec::new());
    }
    let ranges = files::off_ranges(text);
    check_around(source, &ranges)?;
    for (index, range) in ranges.iter().enumerate() {
        let part = files::blank_outside(text, range);
        let number = if ranges.len() > 1 { Some(index + 1) } else { None };
        add_surfaces(source, "off", part.as_bytes(), number, draft)?;
    }
    Ok(Vec::new())
}

/// Returns the range of the OFF surfaces of a text, from the first header to the end of the last surface, bytes; `None`
/// without one.
pub(super) fn off_range(text: &str) -> Option<std::ops::Range<usize>> {
    let ranges = files::off_ranges(text);
    Some(ranges.first()?.start..ranges.last()?.end)
}

/// Checks that the text around the OFF surfaces of a source has no numbers that seem to describe a body.
///
/// # Errors
/// Fails at the first such number.
pub(super) fn check_around_off(source: &Source) -> Result<(), SceneError> {
    let text = text_of(source)?;
    check_around(source, &files::off_ranges(text))
}

/// Checks that the text outside of `ranges` has no numbers that seem to describe a body.
fn check_around(source: &Source, ranges: &[std::ops::Range<usize>]) -> Result<(), SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    ranges.iter().for_each(|range| ledger.take(range.clone()));
    match unread::find_around(&ledger, text) {
        Some((offset, why)) => Err(wrong_at(&ledger, source, offset, why)),
        None => Ok(()),
    }
}

/// Adds the surfaces of a file as hulls; `number`, from 1, distinguishes several files in one text.
fn add_surfaces(
    source: &Source,
    ending: &str,
    bytes: &[u8],
    number: Option<usize>,
    draft: &mut Draft,
) -> Result<(), SceneError> {
    let stem = Path::new(&source.name).file_stem();
    let stem = stem.map_or("surface".into(), |stem| stem.to_string_lossy().into_owned());
    let stem = number.map_or_else(|| stem.clone(), |number| format!("{stem} {number}"));
    for (name, (points, _)) in mesh::surfaces(&source.name, ending, bytes)? {
        draft.shape_counts.count_found(["surface", "surfaces"]);
        let rigid = draft.bodies.len() + 1;
        let name = if name.is_empty() { stem.clone() } else { name };
        let piece = Piece { name: None, shape: Shape::Polytope { points }, pose: Pose::default() };
        draft.add_compound(&name, vec![piece], Pose::default(), rigid);
    }
    draft.add_note("Each surface became its convex hull; y points up, and one unit is one meter.");
    Ok(())
}
