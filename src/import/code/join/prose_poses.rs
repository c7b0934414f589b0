//! Poses in the sentence of a constructor: "`Sphere(0.5)` at (0, 1, 0)", "`Cone::new(1.0, 0.5)` at
//! `Isometry3::translation(0.0, 1.9, 0.0)`", "a body at [0, 1] with `new Circle(0.2)`".
//!
//! - **After the constructor.** Words of places and words that change nothing lead to a position, a call that makes a
//!   pose, "the origin" or "the identity". Any other word ends the search.
//! - **Before the constructor.** The same words, with a position in brackets, directly before the constructor.
//! - **Refusals.** A pose that is not understood, or a rotation or scale in numbers after the position.

mod words;

use std::ops::Range;

use super::found_bodies::FoundBody;
use super::store::Store;
use crate::import::code::evaluate::value::{Data, ErrorAt, mark};
use crate::import::code::parser::expressions::{Parser, no_type};
use crate::import::code::parser::token;
use crate::import::pose::Pose;
use words::{Lead, Place, closing_bracket, constructor_end, lead_after, lead_before, states_motion, tuple};

/// Maximum number of bodies whose sentences are searched.
const MAX_BODIES: usize = 64;

/// Gives the bodies without a pose those in the sentences of their constructors.
///
/// # Errors
/// Fails if such a sentence has a pose that is not understood, or moves the body in another way too.
pub fn place(store: &Store, found: &mut [FoundBody], text: &str) -> Result<(), ErrorAt> {
    if found.len() > MAX_BODIES {
        return Ok(());
    }
    let starts: Vec<usize> = found.iter().map(|body| body.at).collect();
    // End of the last constructor or pose: a pose belongs to one body.
    let mut taken = 0;
    let mut stated_at = Vec::new();
    for (index, body) in found.iter_mut().enumerate() {
        let next = starts.get(index + 1).copied().unwrap_or(text.len());
        let Some(end) = constructor_end(text, body.at).filter(|end| *end <= next) else { continue };
        let limit = end + words::sentence(text.get(end..next).unwrap_or_default()).len();
        let before = text.get(taken..body.at).unwrap_or_default();
        taken = end;
        if body.pose.is_some() {
            continue;
        }
        let after = lead_after(text.get(end..limit).unwrap_or_default()).map(|lead| lead.moved_by(end));
        let lead = after.or_else(|| lead_before(before).map(|lead| lead.moved_by(body.at - before.len())));
        let Some(lead) = lead else { continue };
        let Some((pose, range)) = stated_pose(store, text, &lead)? else { continue };
        let rest = text.get(range.end.max(end)..limit).unwrap_or_default();
        if states_motion(rest) {
            let why =
                "this sentence also rotates, moves or scales the body, which is not understood; write its pose as code";
            return Err((range.start, why.to_owned()));
        }
        taken = range.end.max(end);
        stated_at.push(range.start);
        body.pose = Some(pose);
        mark_used(store, body, &range);
    }
    check_calls(found, text)?;
    check_remainder(found, text, &stated_at)
}

/// Checks that no inline code of a sentence moves a body: "`Bodies.circle(0, 0, 1)` after `Body.rotate(a, 1)`".
///
/// # Errors
/// Fails at the first such call that no body uses.
fn check_calls(found: &[FoundBody], text: &str) -> Result<(), ErrorAt> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let mut start = offset;
        offset += line.len();
        if line.trim_start().starts_with("```") {
            continue;
        }
        for (index, span) in line.split('`').enumerate() {
            let range = start..start + span.len();
            start = range.end + 1;
            // Only the spans of moving calls are compared with the ranges of all bodies.
            if index % 2 == 0 || !words::moves_by_call(span) {
                continue;
            }
            if !found.iter().any(|body| body.used.iter().any(|used| range.contains(&used.start))) {
                let why = "this call moves a body, but it is not clear which; write the final poses of all bodies";
                return Err((range.start, why.to_owned()));
            }
        }
    }
    Ok(())
}

/// Checks that lines with poses in sentences, at the offsets `stated_at`, do not state further bodies: in brackets, or
/// in a file.
///
/// # Errors
/// Fails at the first tuple of numbers that no body uses, and at the name of a file with a shape.
fn check_remainder(found: &[FoundBody], text: &str, stated_at: &[usize]) -> Result<(), ErrorAt> {
    if stated_at.is_empty() {
        return Ok(());
    }
    let constructors = found.iter().filter_map(|body| Some(body.at..constructor_end(text, body.at)?));
    let used: Vec<Range<usize>> = constructors.chain(found.iter().flat_map(|body| body.used.iter().cloned())).collect();
    let mut last_start = None;
    for at in stated_at {
        let start = text[..*at].rfind('\n').map_or(0, |newline| newline + 1);
        if last_start.replace(start) == Some(start) {
            continue;
        }
        let line = text[start..].split('\n').next().unwrap_or_default();
        if let Some(tuple) =
            words::further_tuple(line, |offset| !used.iter().any(|range| range.contains(&(start + offset))))
        {
            let why = "these numbers belong to no body that is understood; write each body as `shape(…) at (x, y, z)`";
            return Err((start + tuple, why.to_owned()));
        }
        if let Some(file) = words::shape_file(line) {
            let why = "the shape of this file is not in the text; write it into the text, or remove it";
            return Err((start + file, why.to_owned()));
        }
    }
    Ok(())
}

/// Marks the text of a pose, and the poses that were read from it, as used by a body.
fn mark_used(store: &Store, body: &mut FoundBody, range: &Range<usize>) {
    // The word before the value may be read as a call: `at (1, 2, 3)`.
    let around = range.start.saturating_sub(words::MAX_WORD_BYTES)..range.end;
    for loose in store.loose_poses.iter().filter(|loose| around.contains(&loose.range.start)) {
        body.used.push(loose.range.clone());
        body.used.extend(loose.value.used.iter().cloned());
    }
    let calls = store.pose_calls.iter().chain(&store.unread_poses).chain(&store.nonidentity_poses);
    body.used.extend(calls.filter(|call| range.contains(&call.start)).cloned());
    body.used.extend([range.clone(), mark(range.start)]);
}

/// Returns the pose to which the words of a sentence lead, and its range; `None` if they lead to something else.
///
/// # Errors
/// Fails if the words are those of a place and the value is not understood.
fn stated_pose(store: &Store, text: &str, lead: &Lead) -> Result<Option<(Pose, Range<usize>)>, ErrorAt> {
    let start = lead.start;
    let value = text.get(start..).unwrap_or_default();
    match lead.place {
        Place::Identity(length) => Ok(Some((Pose::default(), start..start + length))),
        Place::Tuple => {
            let length = closing_bracket(value).ok_or_else(|| not_understood(start))?;
            let position = tuple(&value[..length]).filter(|_| !words::begins_with_unit(&value[length..]));
            Ok(Some((Pose::at(position.ok_or_else(|| not_understood(start))?), start..start + length)))
        }
        Place::Call => {
            let open = value.find(['(', '[', '{']).unwrap_or_default();
            let length = open + closing_bracket(&value[open..]).ok_or_else(|| not_understood(start))?;
            match evaluated(store, &value[..length]) {
                Some(pose) => Ok(Some((pose, start..start + length))),
                None if lead.is_certain => Err(not_understood(start)),
                None => Ok(None),
            }
        }
    }
}

/// Error of a pose in a sentence that is not understood.
fn not_understood(at: usize) -> ErrorAt {
    (at, String::from("the pose in this sentence is not understood; write it as `at (x, y, z)`, or as code"))
}

/// Evaluates a call to a pose; a position is a pose without rotation.
fn evaluated(store: &Store, call: &str) -> Option<Pose> {
    let tokens = token::tokens(call);
    let expr = Parser::new(&tokens.all, &no_type).expression()?;
    if expr.at.end < call.trim_end().len() {
        return None;
    }
    let mut store = store.clone();
    let problems = store.unread_poses.len();
    let value = store.value(&expr);
    if store.unread_poses.len() > problems {
        return None;
    }
    match value.data {
        Data::Pose(pose) => Some(pose),
        _ => value.vector().map(Pose::at),
    }
}
