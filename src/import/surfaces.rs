//! Surfaces as text: OBJ and OFF without a file. Each object becomes its convex hull.

use super::draft::{Draft, Piece};
use super::number;
use super::pose::Pose;
use super::{Quote, Source, text_of};
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
    let mut kept = String::with_capacity(text.len());
    let mut left = Vec::new();
    for (k, line) in text.split_inclusive('\n').enumerate() {
        let rest = without_quote_marks(line);
        let word = rest.split_whitespace().next().unwrap_or_default();
        let belongs = is_vertex(rest) || word != "v" && KEYWORDS.contains(&word) && is_short(word, rest);
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
        kept.push('\n');
    }
    add(source, "obj", kept.as_bytes(), draft)?;
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

/// Reads an OFF surface.
pub(super) fn read_off(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    add(source, "off", &source.bytes, draft)?;
    Ok(Vec::new())
}

/// Adds the surfaces of a text as hulls.
fn add(source: &Source, ending: &str, bytes: &[u8], draft: &mut Draft) -> Result<(), SceneError> {
    let stem = std::path::Path::new(&source.name).file_stem();
    let stem = stem.map_or("surface".into(), |stem| stem.to_string_lossy().into_owned());
    for (name, (points, _)) in mesh::surfaces(&source.name, ending, bytes)? {
        draft.tally.find(["surface", "surfaces"]);
        let rigid = draft.bodies.len() + 1;
        let name = if name.is_empty() { stem.clone() } else { name };
        let piece = Piece { name: None, shape: Shape::Polytope { points }, pose: Pose::default() };
        draft.add_compound(&name, vec![piece], Pose::default(), rigid);
    }
    draft.add_note("Each surface is its convex hull; y points up, and a unit is a meter.");
    Ok(())
}
