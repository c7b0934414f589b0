//! Finds bodies that a sentence states around points, a surface or a geometry that another reader reads: "the hull of
//! these points and a sphere (center 0.2 0.4 1.35, radius 0.3):". A text with such a sentence is refused.
//!
//! **Rule:** a line has a noun of a shape, and an unread number after it that follows a word of sizes or places. The
//! words of results in the line do not matter, unlike in the search for single numbers (`find`).

use std::ops::Range;

use super::super::ledger::Ledger;
use super::Text;
use super::numerals::number_ranges;

/// Nouns of shapes in sentences.
const NOUNS: [&str; 17] = [
    "sphere",
    "ball",
    "box",
    "cuboid",
    "cube",
    "aabb",
    "obb",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "plane",
    "halfspace",
    "ground",
    "floor",
    "circle",
    "rectangle",
];

/// Nouns of shapes that a coordinate places: "the plane z = 0".
const FLAT: [&str; 4] = ["plane", "halfspace", "ground", "floor"];

/// Words before the number of a size or a place.
const STATED: [&str; 20] = [
    "radius",
    "radii",
    "r",
    "diameter",
    "extents",
    "extent",
    "halfextents",
    "size",
    "sizes",
    "height",
    "length",
    "width",
    "depth",
    "center",
    "centre",
    "centered",
    "position",
    "pos",
    "origin",
    "half",
];

/// Words between a noun of a measure or a place and its number.
const FILLERS: [&str; 5] = ["of", "is", "at", "in", "height"];

/// Words between the number of a size and the noun of a shape: "a 0.3 m radius sphere".
const MEASURES: [&str; 12] =
    ["m", "cm", "mm", "meter", "meters", "unit", "units", "radius", "wide", "high", "long", "tall"];

/// Words that join a further shape to the one that is read.
const JOINTS: [&str; 6] = [" and ", " vs", " versus ", " against ", " with a ", " to a "];

/// Finds the first number around what a reader has read that seems to describe a body: its offset, and the message of
/// the error.
pub(crate) fn find_around(ledger: &Ledger<'_>, text: &str) -> Option<(usize, String)> {
    super::find(ledger, &Text::code(text, &[])).or_else(|| {
        let offset = stated_body(ledger, text)?;
        let why = "this sentence seems to state a body next to those that are read; write all bodies in one form, or \
                   remove the sentence";
        Some((offset, why.to_owned()))
    })
}

/// Parts of words of sentences about results.
const RESULTS: [&str; 9] = ["expect", "should", "penetr", "contact", "distance", "depth", "result", "report", "return"];

/// Whether a sentence around a model states a further body: "and a sphere of radius 0.5 at (0, 0, 3.4)".
pub(crate) fn states_body(text: &str) -> bool {
    text.lines().any(|line| {
        let lower = line.to_ascii_lowercase();
        let is_result = RESULTS.iter().any(|word| lower.contains(word));
        let is_code = line.contains(['=', ';', '{', '<']);
        !is_result && !is_code && stated_body(&Ledger::new("", line), line).is_some()
    })
}

/// Returns the offset of the noun of the first shape that a sentence states with numbers, bytes; `None` without one.
fn stated_body(ledger: &Ledger<'_>, text: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        let lower = line.to_ascii_lowercase();
        let is_comment = line.trim_start().starts_with(['#', '%', '/']);
        let is_joined = JOINTS.iter().any(|word| lower.contains(word));
        let line_numbers = number_ranges(line);
        let is_read = !is_comment && line_numbers.iter().any(|number| ledger.is_taken(line_start + number.start));
        if is_read || is_comment && !is_joined {
            continue;
        }
        for noun in nouns(&lower) {
            let has_number = line_numbers.iter().any(|number| states(&lower, &noun, number));
            let is_joined_unit = is_joined && is_unit_shape(&lower, &noun);
            if has_number || is_joined_unit {
                return Some(line_start + noun.start);
            }
        }
    }
    None
}

/// Returns the ranges of the nouns of shapes in a line in lower case.
fn nouns(line: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for noun in NOUNS {
        for (offset, _) in line.match_indices(noun) {
            let before = line[..offset].chars().next_back();
            let after = line[offset + noun.len()..].chars().next();
            if before.is_none_or(|c| !c.is_alphanumeric()) && after.is_none_or(|c| !c.is_alphabetic()) {
                ranges.push(offset..offset + noun.len());
            }
        }
    }
    ranges
}

/// Whether a number of a line states a size or a place of the shape with this noun.
fn states(line: &str, noun: &Range<usize>, number: &Range<usize>) -> bool {
    // `a 0.3 m radius sphere`; without a word of measures, only a number with a point is a size.
    if number.end <= noun.start {
        let between = line[number.end..noun.start].split(|c: char| !c.is_alphanumeric());
        let mut words = between.filter(|word| !word.is_empty()).peekable();
        let is_measure = words.peek().is_some() || line[number.clone()].contains('.');
        return is_measure && words.all(|word| MEASURES.contains(&word));
    }
    if number.start < noun.end {
        return false;
    }
    let between = &line[noun.end..number.start];
    let mut words = between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev().peekable();
    let is_tuple = between.trim_end_matches([' ', '-']).ends_with(['(', '[']);
    let last = words.peek().copied().unwrap_or_default();
    let is_placed = last == "at" && is_tuple;
    let is_equation = FLAT.contains(&&line[noun.clone()]) && ["x", "y", "z", "normal"].contains(&last);
    if is_placed || is_equation {
        return true;
    }
    let mut named = words.skip_while(|word| FILLERS.contains(word));
    named.next().is_some_and(|word| STATED.contains(&word))
}

/// Whether a noun follows the word "unit" and has a place: "against the unit sphere at the origin".
fn is_unit_shape(line: &str, noun: &Range<usize>) -> bool {
    line[..noun.start].trim_end().ends_with("unit") && line[noun.end..].trim_start().starts_with("at ")
}

/// Nouns of shapes that a list of points cannot describe.
const ROUND: [&str; 7] = ["sphere", "ball", "capsule", "cylinder", "cone", "ellipsoid", "circle"];

/// Words before the noun of a body: "with the small sphere".
const ARTICLES: [&str; 12] =
    ["a", "an", "the", "one", "another", "my", "this", "that", "small", "unit", "big", "second"];

/// Words of the points that a reader has read, in lower case.
const POINTS: [&str; 8] = ["hull", "polytope", "polygon", "points", "point", "cloud", "vertices", "polyhedron"];

/// Checks that no sentence next to the points of a single body names a further shape without its sizes: "GJK between a
/// sphere and this polytope". `count` is the number of bodies that a reader has read.
///
/// # Errors
/// Returns the offset of such a sentence, and the message of the error.
pub(crate) fn check_named(text: &str, count: usize) -> Result<(), (usize, String)> {
    if count != 1 {
        return Ok(());
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        if number_ranges(line).is_empty() && names_second_body(&line.to_ascii_lowercase()) {
            let why = "this sentence names a body that is not read next to the points; write its shape, size and \
                       place, or remove the sentence";
            return Err((line_start, why.to_owned()));
        }
    }
    Ok(())
}

/// Whether a sentence, in lower case, joins a round shape to the body of the points.
fn names_second_body(line: &str) -> bool {
    let is_sentence = !line.contains(['=', '{', ';', '"', '<', '_']) && line.split_whitespace().count() > 3;
    let has_points = is_sentence && line.split(|c: char| !c.is_alphanumeric()).any(|word| POINTS.contains(&word));
    is_sentence && nouns(line).iter().any(|noun| ROUND.contains(&&line[noun.clone()]) && joins(line, noun, has_points))
}

/// Whether the words around the noun of a shape join the shape to another body: "against the small sphere", "a sphere
/// above". `has_points` states whether the line has a word of the points, which the noun may precede: "sphere vs hull".
fn joins(line: &str, noun: &Range<usize>, has_points: bool) -> bool {
    let before: Vec<&str> = line[..noun.start].split_whitespace().rev().take(4).collect();
    let article_count = before.iter().take_while(|word| ARTICLES.contains(word)).count();
    let word_before = before.get(article_count).copied().unwrap_or_default();
    let after = line[noun.end..].trim_start();
    let precedes_points =
        has_points && ["and ", "vs", "versus ", "against "].iter().any(|word| after.starts_with(word));
    let is_placed = ["next to", "inside", "above", "below", "near"].iter().any(|word| after.starts_with(word));
    let joining_words = ["and", "vs", "vs.", "versus", "against", "with", "to", "between", "touches", "hits"];
    let is_joined = article_count > 0 && (joining_words.contains(&word_before) || is_placed);
    is_joined || precedes_points
}
