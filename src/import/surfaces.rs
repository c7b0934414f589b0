//! Surfaces in pasted text, OBJ and OFF: each object becomes its convex hull.
//!
//! **Several files** in one text are several surfaces. An OFF ends with the last line that its counts announce. A new
//! OBJ begins with vertices that follow faces or other lines, if the next faces use none of the earlier vertices.

mod files;

use std::path::Path;

use super::draft::{Draft, Piece};
use super::ledger::Ledger;
use super::number;
use super::pose::Pose;
use super::{Quote, Source, ending_of, text_of, unread, wrong_at};
use crate::scene::model::Shape;
use crate::scene::{SceneError, mesh};

/// Minimum number of vertex lines for a text to count as OBJ.
const MIN_VERTICES: usize = 3;

/// Keywords of OBJ lines in a block of vertices and faces.
const KEYWORDS: [&str; 8] = ["v", "f", "o", "g", "vn", "vt", "s", "usemtl"];

/// Whether a text has vertex lines of OBJ.
pub(super) fn looks_like_obj(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_ok_and(|text| text.lines().filter(|line| is_vertex(without_quote_marks(line))).count() >= MIN_VERTICES)
}

/// Removes the marks of quoted text from a line.
fn without_quote_marks(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t']).trim_end()
}

/// Whether a line of OBJ is a vertex.
fn is_vertex(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("v") && words.clone().count() >= 3 && words.all(|word| number::number(word).is_some())
}

/// Reads the vertices and faces of a text; other lines are quoted.
pub(super) fn read_obj(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut lines: Vec<files::ObjLine> = Vec::new();
    let mut left = Vec::new();
    let mut ledger = Ledger::new(&source.name, text);
    let mut start = 0;
    for (k, line) in text.split_inclusive('\n').enumerate() {
        let rest = without_quote_marks(line);
        let word = rest.split_whitespace().next().unwrap_or_default();
        let belongs = is_vertex(rest) || word != "v" && KEYWORDS.contains(&word) && is_short(word, rest);
        let mut kept = String::new();
        if belongs {
            kept.push_str(&" ".repeat(line.len() - line.trim_start_matches(['>', ' ', '\t']).len()));
            kept.push_str(rest);
        } else if !rest.is_empty() && !rest.starts_with(['#', '`']) {
            left.push(Quote {
                file: source.name.clone(),
                lines: vec![k + 1],
                text: super::ledger::shown(rest),
                why: String::new(),
            });
        }
        if belongs || rest.starts_with('#') {
            ledger.take(start..start + line.len());
        }
        let is_break = !belongs && !rest.is_empty() && !rest.starts_with('#');
        lines.push(files::ObjLine { kept, is_break });
        start += line.len();
    }
    if let Some((at, why)) = unread::find_around(&ledger, text) {
        return Err(wrong_at(&ledger, source, at, why));
    }
    let parts = files::obj_files(&lines);
    let count = parts.len();
    for (k, part) in parts.into_iter().enumerate() {
        add(source, "obj", part.as_bytes(), (count > 1).then_some(k + 1), draft)?;
    }
    Ok(left)
}

/// Whether a line has the arguments of its keyword, rather than being a sentence that begins with it.
fn is_short(word: &str, line: &str) -> bool {
    let rest = line.split_whitespace().skip(1);
    match word {
        "f" => {
            rest.clone().count() >= 3
                && rest.clone().all(|word| word.bytes().all(|byte| byte.is_ascii_digit() || b"/-".contains(&byte)))
        }
        "vn" | "vt" => rest.clone().all(|word| number::number(word).is_some()),
        _ => rest.count() <= 3,
    }
}

/// Reads the OFF surfaces of a text.
pub(super) fn read_off(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    if ending_of(Path::new(&source.name)).as_deref() == Some("off") {
        add(source, "off", &source.bytes, None, draft)?;
        return Ok(Vec::new());
    }
    let found = files::off_ranges(text);
    check_around(source, &found)?;
    for (k, range) in found.iter().enumerate() {
        let part = files::blank_outside(text, range);
        add(source, "off", part.as_bytes(), (found.len() > 1).then_some(k + 1), draft)?;
    }
    Ok(Vec::new())
}

/// Returns the range of the OFF surfaces of a text, from the first header to the end of the last surface.
pub(super) fn off_range(text: &str) -> Option<std::ops::Range<usize>> {
    let found = files::off_ranges(text);
    Some(found.first()?.start..found.last()?.end)
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
        Some((at, why)) => Err(wrong_at(&ledger, source, at, why)),
        None => Ok(()),
    }
}

/// Adds the surfaces of a file as hulls; `number`, from 1, distinguishes several files in one text.
fn add(
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
        draft.tally.find(["surface", "surfaces"]);
        let rigid = draft.bodies.len() + 1;
        let name = if name.is_empty() { stem.clone() } else { name };
        let piece = Piece { name: None, shape: Shape::Polytope { points }, pose: Pose::default() };
        draft.add_compound(&name, vec![piece], Pose::default(), rigid);
    }
    draft.add_note("Each surface became its convex hull; y points up, and one unit is one meter.");
    Ok(())
}
