//! Reads poses in the sentence around a constructor, and gives them to its body: "`Sphere(0.5)` at (0, 1, 0)",
//! "`Cone::new(1.0, 0.5)` at `Isometry3::translation(0.0, 1.9, 0.0)`", "a body at [0, 1] with `new Circle(0.2)`".
//!
//! - **After the constructor.** Words of places, rotations and frames with their values ([`phrase`]). Any other word
//!   ends the search.
//! - **Before the constructor.** A position in brackets that links lead from to the constructor ([`preceding`]).
//! - **Several shapes** of a body that the words count are one body ([`groups`]).
//! - **Refusals.** A pose that is not understood, or a rotation or scale in numbers after the position.

mod bundles;
mod calls;
mod groups;
mod phrase;
mod preceding;
mod printed;
mod remainder;
mod rotations;
mod words;

use std::ops::Range;

use super::found_bodies::FoundBody;
use super::store::Store;
use crate::code::evaluate::value::{ErrorAt, mark};
use crate::code::shape::plane::in_plane;
use crate::placing::motions::{changes_pose, states_motion, states_participle, word};
use crate::placing::tuples;
use crate::pose::{IDENTITY_ROTATION, Pose, rotate_vector};
use phrase::{Context, Phrase, not_understood};
use words::{constructor_end, is_unit};

/// Maximum number of bodies whose sentences are searched; a text with more is a program or data, not prose.
const MAX_BODIES: usize = 64;

/// Gives the bodies without a pose those in the sentences of their constructors.
///
/// # Errors
/// Fails if such a sentence has a pose that is not understood, or moves the body in another way too.
pub fn place(store: &Store, found: &mut Vec<FoundBody>, text: &str) -> Result<(), ErrorAt> {
    if found.len() > MAX_BODIES {
        return Ok(());
    }
    groups::merge(found, text)?;
    for range in bundles::place(store, found, text)? {
        let owner = found.partition_point(|body| body.at <= range.start).saturating_sub(1);
        mark_used(store, &mut found[owner], &range);
    }
    let is_planar = in_plane(found, text).unwrap_or(false);
    let starts: Vec<usize> = found.iter().map(|body| body.at).collect();
    // End of the last constructor or pose: a pose belongs to one body.
    let mut taken = 0;
    let mut stated_at = Vec::new();
    let mut inline_at = Vec::new();
    for (index, body) in found.iter_mut().enumerate() {
        let next = starts.get(index + 1).copied().unwrap_or(text.len());
        let Some(end) = constructor_end(text, body.at).filter(|end| *end <= next) else { continue };
        let before = taken.min(body.at)..body.at;
        taken = end;
        // In code the arguments after a shape are those of its body, which has its pose from them.
        if body.pose.is_some() && !text[end..].starts_with([' ', '`']) {
            continue;
        }
        if remainder::is_inline_code(text, body.at) {
            inline_at.push(body.at);
        }
        let limit = end + words::sentence(text.get(end..next).unwrap_or_default()).len();
        let sentence = Sentence { before, after: end..limit };
        let Some(stated) = pose_in_sentence(store, body, text, sentence, is_planar)? else { continue };
        taken = stated.end;
        stated_at.extend(stated.ranges.iter().map(|range| range.start).min());
        body.pose = Some(stated.pose);
        stated.ranges.iter().for_each(|range| mark_used(store, body, range));
    }
    remainder::check_calls(found, text)?;
    remainder::check_lines(found, text, &stated_at, |_| true)?;
    // The numbers in inline code are read as code.
    remainder::check_lines(found, text, &inline_at, |at| !remainder::is_inline_code(text, at))
}

/// Ranges of the words around a constructor, bytes.
struct Sentence {
    before: Range<usize>,
    after: Range<usize>,
}

/// Pose that the words around a constructor state.
struct SentencePose {
    pose: Pose,
    /// Ranges of its values, at least one, bytes.
    ranges: Vec<Range<usize>>,
    /// Offset after the words that are understood, bytes.
    end: usize,
}

/// Returns the pose in the words before and after a constructor; `None` if they state none.
///
/// # Errors
/// Fails if the pose is not understood, or if further words move the body.
fn pose_in_sentence(
    store: &Store,
    body: &FoundBody,
    text: &str,
    Sentence { before, after }: Sentence,
    is_planar: bool,
) -> Result<Option<SentencePose>, ErrorAt> {
    let shape = match &body.parts[..] {
        [(built, local)] if local.rotation == IDENTITY_ROTATION => Some(&built.shape),
        _ => None,
    };
    let context = Context { store, is_planar, shape };
    let (phrase, phrase_end) = phrase::read(context, text, after.clone())?;
    let position = if phrase.has_position() { None } else { position_before(text, before.clone())? };
    if phrase.is_empty() && position.is_none() {
        return Ok(None);
    }
    let Some(pose) = stated_pose(body, &phrase, position.as_ref())? else { return Ok(None) };
    let mut ranges = phrase.ranges.clone();
    ranges.extend(position.map(|position| position.range));
    let first = ranges.iter().map(|range| range.start).min().unwrap_or(after.start);
    // Words that lead to no value are checked, too.
    let read_to = phrase.ranges.last().map_or(after.start, |range| range.end.max(after.start));
    let rest = text.get(read_to..after.end).unwrap_or_default();
    let leading = words::last_sentence(text.get(before).unwrap_or_default());
    check_words(leading, rest).map_err(|why| (first, why.to_owned()))?;
    Ok(Some(SentencePose { pose, ranges, end: phrase_end.max(after.start) }))
}

/// Checks that the words before a constructor and those after its pose do not move the body.
///
/// # Errors
/// Fails with the reason for refusing the text.
fn check_words(leading: &str, rest: &str) -> Result<(), &'static str> {
    if states_motion(rest) || changes_pose(rest) {
        return Err(
            "this sentence also rotates, moves or scales the body, which is not understood; write its pose as code",
        );
    }
    if bundles::names_relatives(leading) || bundles::names_relatives(rest) {
        return Err("the words around this shape place it in the frame of another body; write its pose in the world");
    }
    if states_participle(leading) || remainder::states_angle(leading) {
        return Err(
            "the words before this shape also rotate, move or scale a body; write the pose of the shape as code",
        );
    }
    Ok(())
}

/// Returns the pose of a body that the words after its constructor, or the position before it, state; `None` if they
/// only repeat the pose that the body has.
///
/// # Errors
/// Fails if the body has another position already, or if the frame of the position is not clear.
fn stated_pose(body: &FoundBody, phrase: &Phrase, before: Option<&PositionBefore>) -> Result<Option<Pose>, ErrorAt> {
    let at = phrase.ranges.first().map_or(body.at, |range| range.start);
    let mut pose = phrase.pose()?;
    if let Some(position) = before {
        pose.position = position.coordinates;
    }
    let has_position = before.is_some() || phrase.has_position();
    let is_off_center = body.parts.iter().any(|(_, local)| local.position != [0.0; 3]);
    let is_off_origin = pose.position != [0.0; 3] || body.pose.is_some_and(|own| own.position != [0.0; 3]);
    if phrase.is_about_origin && pose.rotation != IDENTITY_ROTATION && (is_off_origin || is_off_center) {
        let why = "this rotation is about the origin, not about the center of the body; write the final pose";
        return Err((at, String::from(why)));
    }
    let Some(known) = body.pose else {
        // A rotation alone does not say where the body is.
        return if has_position { Ok(Some(pose)) } else { Ok(None) };
    };
    let is_of_body = before.is_some() || phrase.is_of_body;
    let is_local = body.parts.iter().any(|(built, _)| built.placed) && known == Pose::default();
    if is_local && has_position && (is_of_body || !is_off_center) {
        return Ok(Some(pose));
    }
    if has_position && pose.position != known.position {
        let why = "this sentence states another position than the arguments of the shape; write the one that applies";
        return Err((at, String::from(why)));
    }
    if is_local && pose.rotation != IDENTITY_ROTATION {
        return match &body.parts[..] {
            [(_, local)] => Ok(Some(rotated_in_place(pose.rotation, local.position))),
            _ => Err(not_understood(at)),
        };
    }
    let are_both_rotated = pose.rotation != IDENTITY_ROTATION && known.rotation != IDENTITY_ROTATION;
    if are_both_rotated && pose.rotation != known.rotation {
        return Err(not_understood(at));
    }
    let rotation = if known.rotation == IDENTITY_ROTATION { pose.rotation } else { known.rotation };
    Ok(Some(Pose { position: known.position, rotation }))
}

/// Returns the pose that rotates a body about the point `center` of it, meters, which stays where it is. `rotation` is
/// a unit quaternion x, y, z, w.
fn rotated_in_place(rotation: [f64; 4], center: [f64; 3]) -> Pose {
    let rotated = rotate_vector(rotation, center);
    Pose { position: [0, 1, 2].map(|axis| center[axis] - rotated[axis]), rotation }
}

/// Position in brackets before a constructor.
struct PositionBefore {
    /// Coordinates in the world, meters.
    coordinates: [f64; 3],
    /// Range in the text, bytes.
    range: Range<usize>,
}

/// Returns the position in brackets before a constructor; `None` without one. `before` is the range of the words before
/// the constructor, bytes.
///
/// # Errors
/// Fails if the words are those of a place and the position is not understood, or if the words before it move the body.
fn position_before(text: &str, before: Range<usize>) -> Result<Option<PositionBefore>, ErrorAt> {
    let leading = text.get(before.clone()).unwrap_or_default();
    let Some(found) = preceding::find(leading) else { return Ok(None) };
    let start = before.start + found.start;
    let value = text.get(start..).unwrap_or_default();
    let length = tuples::closing_bracket(value).ok_or_else(|| not_understood(start))?;
    // Numbers with a unit, "(0, 1, 0) cm", would need a conversion.
    let has_unit = is_unit(word(value[length..].trim_start()));
    let position = tuples::position(&value[..length]).filter(|_| !has_unit);
    let coordinates = position.ok_or_else(|| not_understood(start))?;
    if states_motion(words::last_sentence(&leading[..found.start])) {
        return Err(not_understood(start));
    }
    Ok(Some(PositionBefore { coordinates, range: start..start + length }))
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
