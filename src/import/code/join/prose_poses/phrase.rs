//! Pose in the words after a constructor: "at (0, 1, 0), rotated by 45 degrees about z", "turned by 90 degrees about
//! the x axis and moved to (0, 0, 1)", "with the local transform T on a body at (2, 0, 0)".
//!
//! - **Method.** The words are read one by one ([`super::words::Meaning`]) until one has no meaning here. Brackets with
//!   words of poses alone count as the words do.
//! - **Order.** A rotation after "translated" or "moved" may be about the origin, so it is refused unless the words say
//!   that the center stays. A rotation next to "at" is about the center.
//! - **Frames.** A local pose, and a center before the position of the body, apply in the frame of the body.

use std::ops::Range;

use contact_lens_scene::model::{Axis, Shape};

use super::rotations::{self, evaluated};
use super::words::{self, Meaning, is_unit, meaning};
use super::{calls, printed};
use crate::code::evaluate::value::{Data, ErrorAt};
use crate::code::join::store::Store;
use crate::code::pose::rotations::order;
use crate::placing::motions::word;
use crate::placing::tuples;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Circumstances in which the words are read.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) store: &'a Store,
    /// Whether the bodies are planar.
    pub(super) is_planar: bool,
    /// Only shape of the body; `None` if it has several.
    pub(super) shape: Option<&'a Shape>,
}

/// Pose that the words state.
#[derive(Clone, Debug, Default)]
pub(super) struct Phrase {
    pub(super) position: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    /// Pose of the shape in its body.
    local: Option<Pose>,
    /// Center that is one of the shape in its body if there is a position too.
    center: Option<[f64; 3]>,
    /// Ranges of the values, bytes.
    pub(super) ranges: Vec<Range<usize>>,
    /// Whether the center has been moved to where it is, so that a rotation about the origin would move it again.
    is_moved: bool,
    /// Whether a rotation is about the origin, not about the center of the body.
    pub(super) is_about_origin: bool,
    /// Whether the words state that the position is that of a body.
    pub(super) is_of_body: bool,
}

impl Phrase {
    /// Whether the words state nothing about the pose.
    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether the words state a position.
    pub(super) fn has_position(&self) -> bool {
        self.position.is_some() || self.center.is_some()
    }

    /// Returns the pose of the shape in the world.
    ///
    /// # Errors
    /// Fails if the pose of the body in which a local pose applies is missing.
    pub(super) fn pose(&self) -> Result<Pose, ErrorAt> {
        let rotation = self.rotation.unwrap_or(IDENTITY_ROTATION);
        let local = self.local.or_else(|| self.center.filter(|_| self.position.is_some()).map(Pose::at));
        let position = self.position.or(self.center);
        let Some(local) = local else { return Ok(Pose { position: position.unwrap_or_default(), rotation }) };
        match position {
            Some(position) if rotation == IDENTITY_ROTATION => Ok(Pose::at(position).then(local)),
            _ => Err(not_understood(self.ranges.first().map_or(0, |range| range.start))),
        }
    }
}

/// Kind of value that the words before it announce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Nothing,
    Place,
    With,
    Rotation,
    Center,
    Motion,
}

/// Error of a pose in a sentence that is not understood.
pub(super) fn not_understood(at: usize) -> ErrorAt {
    (at, String::from("the pose in this sentence is not understood; write it as `at (x, y, z)`, or as code"))
}

/// Reader of the words after a constructor.
struct Reader<'a> {
    context: Context<'a>,
    text: &'a str,
    at: usize,
    end: usize,
    mode: Mode,
    is_local: bool,
    is_relative: bool,
    is_participle: bool,
    is_negated: bool,
    /// Offset of the last word of a rotation, bytes.
    rotation_at: usize,
    phrase: Phrase,
}

/// Reads the pose in a range of a text; returns it with the offset after the words that are understood.
///
/// # Errors
/// Fails if the words are those of a place or a rotation and the value is not understood.
pub(super) fn read(context: Context<'_>, text: &str, range: Range<usize>) -> Result<(Phrase, usize), ErrorAt> {
    let mut reader = Reader {
        context,
        text,
        at: range.start,
        end: range.end,
        mode: Mode::Nothing,
        is_local: false,
        is_relative: false,
        is_participle: false,
        is_negated: false,
        rotation_at: range.start,
        phrase: Phrase::default(),
    };
    reader.run()?;
    Ok((reader.phrase, reader.at))
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// Reads words until one is not understood; returns whether there is none.
    fn run(&mut self) -> Result<bool, ErrorAt> {
        while let Some(c) = self.rest().chars().next() {
            if let Some((pose, length)) = printed::transform(self.rest()) {
                self.set_pose(pose, length)?;
                continue;
            }
            let goes_on = match c {
                ' ' | '`' | '\'' | '"' | ',' | '=' | ':' | '*' => {
                    self.at += c.len_utf8();
                    true
                }
                '(' | '[' | '{' => self.bracket(c)?,
                _ if self.mode == Mode::Rotation => self.rotation()?,
                c if c.is_alphabetic() || c == '_' => self.word()?,
                _ => false,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes a value of this length as read.
    fn take(&mut self, length: usize) {
        self.phrase.ranges.push(self.at..self.at + length);
        self.at += length;
        self.mode = Mode::Nothing;
        self.is_relative = false;
        self.is_local = false;
    }

    fn bracket(&mut self, open: char) -> Result<bool, ErrorAt> {
        let rest = self.rest();
        let closed = tuples::closing_bracket(rest);
        match self.mode {
            Mode::Place | Mode::Center | Mode::Motion => {
                let length = closed.ok_or_else(|| not_understood(self.at))?;
                let position =
                    tuples::position(&rest[..length]).filter(|_| !is_unit(word(rest[length..].trim_start())));
                self.set_position(position.ok_or_else(|| not_understood(self.at))?, length)
            }
            Mode::Rotation => {
                let length = closed.ok_or_else(|| not_understood(self.at))?;
                let rotation = calls::quaternion_in(&rest[..length], order(&self.context.store.named.libraries));
                self.set_rotation(rotation.ok_or_else(|| not_understood(self.at))?, length, false)
            }
            Mode::With => Ok(false),
            Mode::Nothing if open != '(' => Ok(false),
            Mode::Nothing => {
                let Some(length) = closed else { return Ok(false) };
                let is_explanation = !rest[..length].contains(|c: char| c.is_ascii_digit());
                let start = self.at;
                let outer_end = self.end;
                let before = self.phrase.clone();
                self.at += 1;
                self.end = start + length - 1;
                let is_read = self.run()?;
                self.end = outer_end;
                self.mode = Mode::Nothing;
                if !is_read {
                    self.phrase = before;
                    self.at = start;
                }
                if is_read || is_explanation {
                    self.at = start + length;
                }
                Ok(is_read || is_explanation)
            }
        }
    }

    /// Sets the position to which the words lead.
    fn set_position(&mut self, position: [f64; 3], length: usize) -> Result<bool, ErrorAt> {
        let is_rotated = self.phrase.rotation.is_some_and(|rotation| rotation != IDENTITY_ROTATION);
        let slot = match self.mode {
            Mode::Center => &mut self.phrase.center,
            _ if self.is_local => {
                if self.phrase.local.replace(Pose::at(position)).is_some() {
                    return Err(not_understood(self.at));
                }
                self.take(length);
                return Ok(true);
            }
            _ => &mut self.phrase.position,
        };
        if slot.replace(position).is_some() || self.is_relative && is_rotated || self.is_negated {
            return Err(not_understood(self.at));
        }
        self.phrase.is_moved |= self.mode == Mode::Motion && position != [0.0; 3];
        self.take(length);
        Ok(true)
    }

    /// Sets the rotation to which the words lead.
    fn set_rotation(&mut self, rotation: [f64; 4], length: usize, is_in_place: bool) -> Result<bool, ErrorAt> {
        let is_none = rotation == IDENTITY_ROTATION;
        let may_move = self.is_participle && self.phrase.is_moved && !is_in_place;
        let is_second = self.phrase.rotation.is_some_and(|own| own != IDENTITY_ROTATION);
        if !is_none && (may_move || is_second || self.is_local || self.is_negated) {
            return Err(not_understood(self.at));
        }
        self.phrase.rotation = Some(rotation);
        self.take(length);
        Ok(true)
    }

    /// Sets the pose that a call states.
    fn set_pose(&mut self, pose: Pose, length: usize) -> Result<bool, ErrorAt> {
        if self.is_local {
            if self.phrase.local.replace(pose).is_some() {
                return Err(not_understood(self.at));
            }
            self.take(length);
            return Ok(true);
        }
        let at = self.at;
        if pose.rotation != IDENTITY_ROTATION {
            self.is_participle = false;
            self.set_rotation(pose.rotation, 0, true)?;
            self.phrase.ranges.pop();
            self.mode = Mode::Place;
        }
        self.at = at;
        self.set_position(pose.position, length)
    }

    /// Reads a rotation in words or by a call.
    fn rotation(&mut self) -> Result<bool, ErrorAt> {
        let rest = self.rest();
        let lower = word(rest).to_lowercase();
        if self.is_negated {
            self.is_negated = false;
            self.mode = Mode::Nothing;
            return Ok(true);
        }
        if ["is", "of", "its", "the", "angle"].contains(&lower.as_str()) {
            self.at += lower.len();
            return Ok(true);
        }
        if lower == "identity" {
            return self.set_rotation(IDENTITY_ROTATION, lower.len(), true);
        }
        if let Some(stated) = rotations::read(self.context.store, rest, self.context.is_planar) {
            return self.set_rotation(stated.rotation, stated.length, stated.is_in_place);
        }
        let call = calls::call_length(rest);
        let value = call.and_then(|length| evaluated(self.context.store, &rest[..length]));
        let rotation = value.and_then(|value| match value.data {
            Data::Rotation(rotation) => Some(rotation),
            Data::Pose(pose) if pose.position == [0.0; 3] => Some(pose.rotation),
            _ => None,
        });
        match (rotation, call) {
            (Some(rotation), Some(length)) => self.set_rotation(rotation, length, false),
            // The words after "rotated" are checked for an amount.
            _ => {
                self.at = self.rotation_at;
                Ok(false)
            }
        }
    }

    fn word(&mut self) -> Result<bool, ErrorAt> {
        let rest = self.rest();
        if let Some(length) = calls::call_length(rest) {
            return self.call(length);
        }
        let own = &rest[..calls::path_length(rest).max(word(rest).len())];
        if words::is_kind_of_body(own) {
            self.at += own.len();
            return Ok(true);
        }
        let own = word(rest);
        let Some(meaning) = meaning(&own.to_lowercase()) else { return Ok(false) };
        self.apply(meaning, own.len())
    }

    /// Applies the meaning of a word of this length.
    fn apply(&mut self, meaning: Meaning, length: usize) -> Result<bool, ErrorAt> {
        match meaning {
            Meaning::Place if self.mode == Mode::Motion => {}
            Meaning::Place => self.mode = Mode::Place,
            Meaning::Motion => {
                self.mode = if self.is_negated { Mode::Nothing } else { Mode::Motion };
                self.is_negated = false;
            }
            Meaning::By => self.is_relative = true,
            Meaning::With => self.mode = Mode::With,
            Meaning::Rotation | Meaning::Rotated => {
                self.is_participle = meaning == Meaning::Rotated;
                self.rotation_at = self.at;
                self.mode = if self.is_negated { Mode::Nothing } else { Mode::Rotation };
                self.is_negated = false;
            }
            Meaning::Negation => self.is_negated = true,
            Meaning::Local => self.is_local = true,
            Meaning::Center => self.mode = Mode::Center,
            Meaning::Upright | Meaning::Lying => {
                if !self.is_along(meaning == Meaning::Upright) {
                    let why = "these words may rotate the shape, whose axis has another direction in its library; \
                               write its pose as code";
                    return Err((self.at, String::from(why)));
                }
            }
            Meaning::Identity => {
                if words::is_of_another_frame(&self.rest()[length..]) {
                    return Err(not_understood(self.at));
                }
                // "origin (0, 1, 0)" names a place; "the origin" is one.
                if tuples::begins_with_position(self.rest()[length..].trim_start_matches([' ', '=', ':', '`'])) {
                    self.mode = Mode::Place;
                } else if matches!(self.mode, Mode::Place | Mode::Motion | Mode::Center) {
                    return self.set_position([0.0; 3], length);
                } else {
                    return Ok(false);
                }
            }
            Meaning::Body => self.phrase.is_of_body = true,
            Meaning::Filler => {}
        }
        self.at += length;
        Ok(true)
    }

    /// Whether the axis of the shape is vertical in the library of its type, or horizontal; the axis y or z is
    /// vertical.
    fn is_along(&self, is_vertical: bool) -> bool {
        match self.context.shape {
            Some(Shape::Capsule { axis, .. } | Shape::Cylinder { axis, .. } | Shape::Cone { axis, .. }) => {
                (*axis != Axis::X) == is_vertical
            }
            Some(Shape::Sphere { .. } | Shape::Circle { .. } | Shape::HalfSpace { .. }) => true,
            _ => !is_vertical,
        }
    }

    /// Reads a call of this length: one that makes a pose, or one that moves the body.
    fn call(&mut self, length: usize) -> Result<bool, ErrorAt> {
        let call = &self.rest()[..length];
        if self.mode == Mode::Nothing {
            let Some((rotation, is_in_place)) = calls::by_method(self.context.store, call) else { return Ok(false) };
            self.is_participle = true;
            self.phrase.is_about_origin |= !is_in_place;
            return self.set_rotation(rotation, length, is_in_place);
        }
        let value = evaluated(self.context.store, call);
        let pose = value.as_ref().and_then(|value| match &value.data {
            Data::Pose(pose) => Some(*pose),
            _ => value.vector().map(Pose::at),
        });
        match (pose, value.map(|value| value.data)) {
            (Some(pose), _) => self.set_pose(pose, length),
            (None, Some(Data::Rotation(rotation))) if self.mode == Mode::With => {
                self.set_rotation(rotation, length, true)
            }
            _ if self.mode == Mode::With => Ok(false),
            _ => Err(not_understood(self.at)),
        }
    }
}
