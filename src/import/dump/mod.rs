//! Reader of shapes and poses as programs print them: `Debug` and serde of parry and rapier (with glam's vectors and
//! nalgebra's), the reproductions that FCL prints, output of debuggers (`debugger`). Constructors in code are read by
//! [`super::code`], records that name every field by [`records`]; [`prefixes`] removes the prefixes of log lines for
//! all readers.
//!
//! **Method.** A text of any language is parsed into a tree of names, numbers and groups, in which shapes and poses are
//! recognized by the names of their types and fields. Poses belong to the shapes with the same ending of their names,
//! or else to the shapes in order. Compounds contain the shapes in their brackets.

mod columns;
mod debugger;
mod dialect;
mod fields;
mod find;
mod log_words;
mod makers;
mod parts;
mod planar;
mod pose;
pub(super) mod prefixes;
mod quaternion;
mod record;
pub(super) mod records;
mod shape;
mod shape_kind;
mod token;
mod tree;
mod vector;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::Draft;
use super::ledger::Ledger;
use super::number::Precision;
use super::pose::Pose;
use super::{Quote, Source, text_of, unread, wrong_at};
use find::PrintedItem;
use token::{Token, TokenKind};

/// Parses a text to the tree of its names, numbers and brackets.
fn tree_of(text: &str) -> Result<Vec<tree::Node<'_>>, tree::ErrorAt> {
    let translated = dialect::translated(text, token::tokens(text));
    let tokens = debugger::with_variable_names(text, translated);
    tree::read(&columns::bracketed_rows(text, tokens))
}

/// Whether a text contains a shape, well formed or not.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    if planar::recognizes(text) {
        return true;
    }
    let Ok(tree) = tree_of(text) else { return false };
    find::printed_items(&tree)
        .iter()
        .any(|item| matches!(item, PrintedItem::Shape { .. } | PrintedItem::Malformed { .. }))
}

/// Parts of the names of shapes that have sizes, and of the fields of half extents.
const KINDS: [&str; 9] = ["box", "cub", "sphere", "ball", "capsule", "cylinder", "cone", "ellipsoid", "half"];

/// Whether a text may name a kind of shape that has sizes, or half extents.
pub(super) fn names_kind(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    KINDS.iter().any(|kind| lower.contains(kind)) || lower.contains("hx")
}

/// Whether a text contains a complete shape.
pub(super) fn has_shapes(text: &str) -> bool {
    let Ok(tree) = tree_of(text) else { return false };
    find::printed_items(&tree).iter().any(|item| match item {
        PrintedItem::Shape { .. } => true,
        PrintedItem::Malformed { why, .. } => why != pose::NOT_A_ROTATION,
        PrintedItem::Pose { .. } | PrintedItem::StrayPosition { .. } => false,
    })
}

/// Reads the planar shapes in the output of a debugger as bodies. Returns quotes of the lines that are not read.
///
/// # Errors
/// Fails at a printed value that is not understood, or if not every shape has one pose.
fn read_planar(source: &Source, text: &str, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let mut ledger = Ledger::new(&source.name, text);
    let planar::Output { items, lines } =
        planar::read(text).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    let mut shapes = Vec::new();
    // Poses of the shapes in the frames of their bodies: centers of circles.
    let mut centers = Vec::new();
    let mut poses = Vec::new();
    for item in items {
        match item {
            PrintedItem::Shape { name, shape, pose: center, used, .. } => {
                shapes.push(FoundShape { name, shape, pose: None, used });
                centers.push(center);
            }
            PrintedItem::Pose { name, pose, used, offset, .. } => poses.push(FoundPose { name, pose, used, offset }),
            PrintedItem::Malformed { offset, why } => return Err(wrong_at(&ledger, source, offset, why)),
            PrintedItem::StrayPosition { offset } => return Err(wrong_at(&ledger, source, offset, records::NO_POSE)),
        }
    }
    let has_poses = !poses.is_empty();
    let unassigned = assign(&mut shapes, poses, draft);
    let unplaced = shapes.iter().find(|shape| has_poses && shape.pose.is_none());
    let offset_of_unplaced = unplaced.and_then(|shape| Some(shape.used.first()?.start));
    let offset_of_unassigned = unassigned.first().map(|pose| pose.offset);
    if let Some(offset) = offset_of_unplaced.or(offset_of_unassigned) {
        return Err(wrong_at(&ledger, source, offset, "each printed shape needs one printed transform"));
    }
    if !has_poses {
        draft.notes.insert(0, super::ASSUMED.to_owned());
    }
    draft.plane = true;
    let mut precision = Precision::default();
    for (FoundShape { name, shape, pose, used }, center) in shapes.into_iter().zip(centers) {
        used.iter().filter_map(Token::number).for_each(|number| precision.add(number));
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, shape, pose.unwrap_or_default().then(center.unwrap_or_default()), rigid);
    }
    lines.into_iter().for_each(|line| ledger.take(line));
    if let Some((offset, why)) = unread::find(&ledger, &unread::Text::code(text, &[])) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}

/// Reads the printed shapes of a text as bodies. Returns quotes of the lines that are not read.
///
/// # Errors
/// Fails at a malformed shape or pose, at a shape or pose without its counterpart, and at unread text that seems to
/// belong to a body.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    if planar::recognizes(text) {
        return read_planar(source, text, draft);
    }
    let mut ledger = Ledger::new(&source.name, text);
    let tree = tree_of(text).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    let FoundItems { mut shapes, poses, stray_position } =
        found_items(&tree, draft).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    // Without separate poses, each pose is printed next to its shape: either all shapes have one, or none.
    let are_inline = poses.is_empty();
    let unassigned = assign(&mut shapes, poses, draft).first().map(|pose| pose.offset);
    let is_posed = shapes.iter().any(|shape| shape.pose.is_some());
    if let Some(shape) = shapes.iter().find(|shape| are_inline && is_posed && shape.pose.is_none()) {
        let offset = shape.used.iter().map(|token| token.start).min().unwrap_or_default();
        return Err(wrong_at(&ledger, source, offset, records::NO_POSE));
    }
    let mut precision = Precision::default();
    for (index, FoundShape { name, shape, pose, used }) in shapes.into_iter().enumerate() {
        for token in used {
            ledger.take(token.start..token.end);
            token.number().into_iter().for_each(|number| precision.add(number));
        }
        let name = if name.is_empty() { format!("shape {}", index + 1) } else { name };
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, shape, pose.unwrap_or_default(), rigid);
    }
    if let Some(offset) = unread_shape(text, &ledger).filter(|_| !draft.bodies.is_empty()) {
        let why = "the sizes of this shape are not understood; write each shape on a line of its own, with a name \
                   before every value";
        return Err(wrong_at(&ledger, source, offset, why));
    }
    if let Some((offset, why)) = unread::find(&ledger, &unread::Text::printed(text)) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    if let Some(offset) = stray_position.or(unassigned).filter(|_| !draft.bodies.is_empty()) {
        let why = "no shape was found for this pose; print it directly after the sizes of its shape";
        return Err(wrong_at(&ledger, source, offset, why));
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}

/// Returns the offset of the first shape type that was not read although unread numbers follow it in its line, before
/// the next type; `None` if there is none.
fn unread_shape(text: &str, ledger: &Ledger<'_>) -> Option<usize> {
    // Offset of the last unread type in the line so far.
    let mut unread_type = None;
    for token in token::tokens(text) {
        let is_taken = ledger.is_taken(token.start);
        match token.kind {
            TokenKind::Line => unread_type = None,
            TokenKind::Name if shape::is_kind(token.text) => {
                let is_unread_type = !is_taken && token.text.len() > MAX_NOUN_BYTES;
                unread_type = is_unread_type.then_some(token.start);
            }
            TokenKind::Number(_) if !is_taken && unread_type.is_some() => return unread_type,
            TokenKind::Name | TokenKind::Number(_) | TokenKind::Text | TokenKind::Sign(_) => {}
        }
    }
    None
}

/// Length of the longest common noun of a shape, `ellipsoid`, bytes; longer words are types of programs.
const MAX_NOUN_BYTES: usize = 9;

/// Shapes and poses of a text, in its order.
#[derive(Default)]
struct FoundItems<'a> {
    shapes: Vec<FoundShape<'a>>,
    /// Poses that are not printed next to a shape.
    poses: Vec<FoundPose<'a>>,
    /// Offset of the first position that belongs to no shape, bytes; `None` if there is none.
    stray_position: Option<usize>,
}

/// Collects the shapes and poses of a tree, and adds their sentences to the note of the draft.
///
/// # Errors
/// Fails at a malformed shape or pose.
fn found_items<'a>(tree: &[tree::Node<'a>], draft: &mut Draft) -> Result<FoundItems<'a>, tree::ErrorAt> {
    let mut found = FoundItems::default();
    for item in find::printed_items(tree) {
        match item {
            PrintedItem::Malformed { offset, why } => return Err((offset, why)),
            PrintedItem::StrayPosition { offset } => found.stray_position = found.stray_position.or(Some(offset)),
            PrintedItem::Shape { name, shape, pose, used, note } => {
                note.into_iter().for_each(|note| draft.add_note(note));
                found.shapes.push(FoundShape { name, shape, pose, used });
            }
            PrintedItem::Pose { name, pose, used, note, offset } => {
                note.into_iter().for_each(|note| draft.add_note(note));
                found.poses.push(FoundPose { name, pose, used, offset });
            }
        }
    }
    Ok(found)
}

/// Shape in a text, with its pose if known, and the tokens that state both.
struct FoundShape<'a> {
    name: String,
    shape: Shape,
    /// Pose in the world; `None` if it is not known yet.
    pose: Option<Pose>,
    used: Vec<Token<'a>>,
}

/// Pose in a text that is not yet assigned to a shape.
struct FoundPose<'a> {
    name: String,
    pose: Pose,
    used: Vec<Token<'a>>,
    /// Offset in the text, bytes.
    offset: usize,
}

impl<'a> FoundShape<'a> {
    /// Sets the pose, and adds the tokens that state it.
    fn set_pose(&mut self, pose: FoundPose<'a>) {
        self.pose = Some(pose.pose);
        self.used.extend(pose.used);
    }
}

/// Assigns poses to shapes without one: by the endings of their names, else in order. Returns the remaining poses.
fn assign<'a>(shapes: &mut [FoundShape<'a>], poses: Vec<FoundPose<'a>>, draft: &mut Draft) -> Vec<FoundPose<'a>> {
    let mut unplaced: Vec<&mut FoundShape<'a>> = shapes.iter_mut().filter(|shape| shape.pose.is_none()).collect();
    if let Some(indices) = shapes_by_ending(&unplaced, &poses) {
        for (index, pose) in indices.into_iter().zip(poses) {
            unplaced[index].set_pose(pose);
        }
        return Vec::new();
    }
    let pose_count = poses.len();
    let mut poses = poses.into_iter();
    if let ([_, second], 1) = (unplaced.as_mut_slice(), pose_count) {
        draft.add_note("The only pose is taken as the pose of the second shape in the frame of the first.");
        poses.next().into_iter().for_each(|pose| second.set_pose(pose));
    } else if pose_count > 0 && unplaced.len() <= pose_count {
        if unplaced.len() > 1 {
            draft.add_note("Poses are assigned to shapes in order.");
        }
        for shape in unplaced {
            poses.next().into_iter().for_each(|pose| shape.set_pose(pose));
        }
    }
    poses.collect()
}

/// Returns the index of each pose's shape, which is the only one whose name has the ending of the pose's name; `None`
/// if a pose has no such shape, or if two poses have the same one.
fn shapes_by_ending(shapes: &[&mut FoundShape<'_>], poses: &[FoundPose<'_>]) -> Option<Vec<usize>> {
    let shape_endings: Vec<String> = shapes.iter().map(|shape| ending(&shape.name)).collect();
    let mut indices = Vec::with_capacity(poses.len());
    for pose in poses {
        let pose_ending = ending(&pose.name);
        if pose_ending.is_empty() {
            return None;
        }
        let mut matches = (0..shape_endings.len()).filter(|index| shape_endings[*index] == pose_ending);
        let index = matches.next()?;
        if matches.next().is_some() || indices.contains(&index) {
            return None;
        }
        indices.push(index);
    }
    Some(indices)
}

/// Returns the part of a name that distinguishes it from similar names: the digits at its end, or a separate last
/// letter in lower case; empty if it has neither.
pub(super) fn ending(name: &str) -> String {
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 {
        return name[name.len() - digits..].to_owned();
    }
    let last = name.rsplit(['_', ' ']).next().unwrap_or_default();
    let mut letters = last.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(only), None) => only.to_lowercase().collect(),
        // `shapeA` and `transformA`.
        (Some(end), Some(before)) if end.is_ascii_uppercase() && before.is_ascii_lowercase() => {
            end.to_lowercase().collect()
        }
        _ => String::new(),
    }
}
