//! Points as text: two or three numbers per line, with any separators; an empty line begins another body.

use super::draft::{self, Draft};
use super::ledger::Ledger;
use super::number::{self, Precision};
use super::pose::Pose;
use super::{Quote, Source, text_of, wrong_at};
use crate::scene::SceneError;
use crate::scene::model::Shape;

/// Maximum number of points of a body.
const MAX_POINTS: usize = 1_000_000;

/// Number of lines that decide whether a text is a list of points.
const PROBED_LINES: usize = 50;

/// Whether most of the first lines of a text are two or three numbers.
pub(super) fn looks(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line)).take(PROBED_LINES);
    // The first line may be a header.
    let first = lines.next().is_some_and(is_row);
    let mut rows = usize::from(first);
    let mut all = 1;
    for line in lines {
        rows += usize::from(is_row(line));
        all += 1;
    }
    rows > 0 && 2 * rows > all
}

/// Whether a line is two or three numbers.
fn is_row(line: &str) -> bool {
    let numbers: Option<Vec<_>> = words(line).map(|(_, word)| number::number(word)).collect();
    matches!(numbers.map(|numbers| numbers.len()), Some(2 | 3))
}

/// Whether a line is a comment.
fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//") || line.starts_with('%')
}

/// Splits a line at brackets, commas and semicolons; returns the words with their positions. Names of coordinates
/// (`x = 1`, `Y: 2`) and the marks of quoted lines are no words.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let names = ["x", "y", "z"];
    let start = line.as_ptr() as usize;
    let plain = without_index(line.trim_start_matches(['>', ' ', '\t']));
    plain
        .split(|c: char| c.is_whitespace() || "[](){},;|=".contains(c))
        .filter(move |word| {
            !word.is_empty() && !names.iter().any(|name| word.trim_end_matches(':').eq_ignore_ascii_case(name))
        })
        .map(move |word| (word.as_ptr() as usize - start, word))
}

/// Removes the index of a point from its line: `0: 1 2 3`.
fn without_index(line: &str) -> &str {
    match line.split_once(':') {
        Some((index, rest)) if index.trim().parse::<u32>().is_ok() => rest,
        _ => line,
    }
}

/// Adds the sets of points as bodies. Points with words between all of them, and no empty lines, are those of one body.
fn add(mut sets: Vec<Vec<[f64; 3]>>, has_empty_lines: bool, name: &str, draft: &mut Draft) {
    if !has_empty_lines && !sets.is_empty() && sets.iter().all(|set| set.len() == 1) {
        sets = vec![sets.concat()];
    }
    let stem =
        std::path::Path::new(name).file_stem().map_or("points".into(), |stem| stem.to_string_lossy().into_owned());
    let many = sets.len() > 1;
    for (k, points) in sets.into_iter().enumerate() {
        let shape = if draft.plane {
            Shape::Polygon { points: points.iter().map(|[x, y, _]| [*x, *y]).collect() }
        } else {
            Shape::Polytope { points }
        };
        let rigid = draft.bodies.len() + 1;
        draft.add(&if many { format!("{stem} {}", k + 1) } else { stem.clone() }, shape, Pose::default(), rigid);
    }
}

/// Whether dots in a line stand for points.
fn omits_points(line: &str) -> bool {
    let dots = line.trim_matches(|c: char| c.is_whitespace() || "[](){},;".contains(c));
    dots.starts_with("...") || dots.starts_with('…') || dots.ends_with("...") && words(line).count() > 3
}

/// Whether words above a row say that it is the answer of a query.
fn names_answer(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let words = ["distance", "normal", "closest", "nearest", "witness", "expected", "result", "contact", "centroid"];
    words.iter().any(|word| line.contains(word))
}

/// Reads the points of a text as hulls.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let mut precision = Precision::default();
    let mut sets: Vec<Vec<[f64; 3]>> = Vec::new();
    let mut open: Vec<[f64; 3]> = Vec::new();
    let mut width = (!draft.bodies.is_empty()).then_some(if draft.plane { 2 } else { 3 });
    let mut start = 0;
    let mut is_answer = false;
    let mut has_empty_lines = false;
    for line in text.split_inclusive('\n') {
        let at = start;
        let trimmed = line.trim();
        start += line.len();
        if trimmed.is_empty() {
            has_empty_lines |= !open.is_empty();
            sets.extend(Some(std::mem::take(&mut open)).filter(|set| !set.is_empty()));
            continue;
        }
        if is_comment(trimmed) {
            ledger.take(at..start);
            continue;
        }
        if omits_points(trimmed) {
            return Err(wrong_at(&ledger, source, at, "points are omitted here; give all points of the list"));
        }
        let numbers: Option<Vec<_>> = words(line).map(|(k, word)| Some((at + k, number::number(word)?))).collect();
        let Some(numbers) = numbers.filter(|numbers| (2..=3).contains(&numbers.len())) else {
            // Words between points begin another body.
            sets.extend(Some(std::mem::take(&mut open)).filter(|set| !set.is_empty()));
            is_answer = names_answer(trimmed);
            continue;
        };
        // One row below "distance" or "normal" is an answer, no point.
        let next = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        if is_answer && open.is_empty() && !sets.is_empty() && !is_row(next) {
            continue;
        }
        if *width.get_or_insert(numbers.len()) != numbers.len() {
            let message =
                format!("has {} numbers, but the points before have {}", numbers.len(), width.unwrap_or_default());
            return Err(wrong_at(&ledger, source, at, message));
        }
        let mut point = [0.0; 3];
        for (coordinate, (at, number)) in point.iter_mut().zip(&numbers) {
            *coordinate = draft::checked_length(number.value).map_err(|why| wrong_at(&ledger, source, *at, why))?;
            precision.add(*number);
        }
        ledger.take(at..start);
        open.push(point);
        if open.len() > MAX_POINTS {
            return Err(wrong_at(&ledger, source, at, format!("more than {MAX_POINTS} points of one body")));
        }
    }
    sets.extend(Some(open).filter(|set| !set.is_empty()));
    draft.plane = width == Some(2);
    add(sets, has_empty_lines, &source.name, draft);
    draft.notes.extend(precision.sentence().filter(|sentence| !draft.notes.contains(sentence)));
    Ok(ledger.close())
}
