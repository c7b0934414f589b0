//! Tuples of components in sentences about Bevy: "`(Collider::ball(0.5), Transform::from_xyz(0.0, 1.0, 0.0))`", with
//! the pose of the parent if the words call the entity its child.

use std::ops::Range;

use super::calls::path_length;
use super::phrase::not_understood;
use super::rotations::evaluated;
use super::words::is_kind_of_body;
use crate::code::evaluate::value::{Data, ErrorAt};
use crate::code::join::found_bodies::FoundBody;
use crate::code::join::store::Store;
use crate::code::libraries::harmless::is_harmless;
use crate::pose::Pose;

/// Words that place an entity in the frame of another, in lower case.
const FAMILY: [&str; 5] = ["child", "children", "parent", "parented", "relative"];

/// Whether words place a body in the frame of another.
pub(super) fn names_relatives(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| FAMILY.contains(&word.to_lowercase().as_str()))
}

/// Tuple of components in backticks.
struct Bundle {
    /// Range in the text with the brackets, bytes.
    range: Range<usize>,
    /// Offset of the words before it in its line, after the last backtick, bytes.
    words_at: usize,
}

/// Returns the tuples in backticks in the lines of a text.
fn bundles(text: &str) -> Vec<Bundle> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let mut start = offset;
        let mut words_at = offset;
        offset += line.len();
        for (index, span) in line.split('`').enumerate() {
            let range = start..start + span.len();
            start = range.end + 1;
            if index % 2 == 0 {
                words_at = range.start;
            } else if span.starts_with('(') && span.ends_with(')') {
                found.push(Bundle { range, words_at });
            }
        }
    }
    found
}

/// Returns the ranges of the parts of a tuple between its outer brackets, bytes.
fn parts(text: &str, tuple: &Range<usize>) -> Vec<Range<usize>> {
    let mut depth = 0_usize;
    let mut from = tuple.start + 1;
    let mut found = Vec::new();
    for (at, c) in text[tuple.clone()].char_indices().map(|(at, c)| (tuple.start + at, c)) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => {
                found.push(from..at);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(from..tuple.end - 1);
    found
}

/// Returns the pose among the components of a tuple, with its range, except in those that begin at offsets of bodies.
///
/// # Errors
/// Fails at a second pose, and at a component with numbers that is neither a pose nor known to be harmless.
fn pose_in(
    store: &Store,
    text: &str,
    tuple: &Range<usize>,
    bodies: &[usize],
) -> Result<Option<(Pose, Range<usize>)>, ErrorAt> {
    let mut found = None;
    for range in parts(text, tuple) {
        let part = text[range.clone()].trim();
        let path = &part[..path_length(part)];
        let names: Vec<&str> = path.split("::").collect();
        let is_constructor = bodies.iter().any(|at| range.contains(at));
        if is_constructor || part.is_empty() || is_kind_of_body(path) || is_harmless(&names, true) {
            continue;
        }
        match evaluated(store, part).map(|value| value.data) {
            Some(Data::Pose(pose)) if found.is_none() => found = Some((pose, range)),
            _ if !part.contains(|c: char| c.is_ascii_digit()) => {}
            _ => return Err(not_understood(range.start)),
        }
    }
    Ok(found)
}

/// Whether words only link one tuple to the next of a list.
fn is_link(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).all(|word| ["", "and", "then", "a", "an"].contains(&word))
}

/// Gives the bodies without a pose in tuples of components the poses of these tuples. Returns the offsets of the poses.
///
/// # Errors
/// Fails if a component is not understood, or if the parent of a child is not known.
pub(super) fn place(store: &Store, found: &mut [FoundBody], text: &str) -> Result<Vec<Range<usize>>, ErrorAt> {
    let mut used = Vec::new();
    if found.is_empty() || !text.contains("`(") {
        return Ok(used);
    }
    let starts: Vec<usize> = found.iter().map(|body| body.at).collect();
    // Poses of the entities that the words call parents.
    let mut parents: Vec<(Pose, Range<usize>)> = Vec::new();
    let mut is_child = false;
    for bundle in bundles(text) {
        let own: Vec<usize> = (0..found.len()).filter(|k| bundle.range.contains(&starts[*k])).collect();
        let words = &text[bundle.words_at..bundle.range.start];
        let last_clause = words.rsplit([',', '.', ';']).next().unwrap_or_default().to_lowercase();
        if own.is_empty() && last_clause.contains("parent") {
            parents.extend(pose_in(store, text, &bundle.range, &[])?);
            continue;
        }
        let [only] = own[..] else { continue };
        let Some((pose, range)) = pose_in(store, text, &bundle.range, &starts)? else { continue };
        if found[only].pose.is_some() {
            continue;
        }
        // "its children are `(…)` and `(…)`"
        is_child = last_clause.contains("child") || is_child && is_link(words);
        let pose = match (&parents[..], is_child) {
            ([(parent, parent_range)], true) => {
                used.push(parent_range.clone());
                parent.then(pose)
            }
            (_, true) => return Err((range.start, String::from("the pose of the parent of this child is not known"))),
            (_, false) => pose,
        };
        found[only].pose = Some(pose);
        used.push(range);
    }
    Ok(used)
}
