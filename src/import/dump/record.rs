//! Reader of shapes whose type and fields are in one line without brackets around them, as debug prints have them:
//! `collider BoxShape3D size=(2, 1, 2) position=(0, 1, 0)`. [`read_run`] reads the type and the sizes, [`pose_after`]
//! the pose that follows them.

use super::pose::{self, PrintedPose};
use super::shape::{self, PrintedShape};
use super::token::Token;
use super::tree::{ErrorAt, Node, Value};

/// Names of the sizes of shapes, in lower case without underscores.
const SIZES: [&str; 15] = [
    "halfextents",
    "halfextent",
    "halfsize",
    "extents",
    "size",
    "radius",
    "r",
    "rad",
    "height",
    "halfheight",
    "halflength",
    "length",
    "lz",
    "radii",
    "halfheightofcylinder",
];

/// Names of fields that state a rotation in a form that is not read here.
const ANGLES: [&str; 12] = [
    "angle",
    "angles",
    "yaw",
    "pitch",
    "roll",
    "euler",
    "rpy",
    "rotation",
    "rot",
    "orientation",
    "quat",
    "eulerangles",
];

/// Maximum number of sizes of a shape.
const MAX_SIZES: usize = 4;

/// Returns the name of a field of one or two words in lower case, without underscores and the prefix `m` of members.
fn field_name(words: &[Token<'_>]) -> String {
    let name: String = words.iter().map(Token::plain_name).collect();
    match name.strip_prefix('m') {
        Some(bare) if SIZES.contains(&bare) => bare.to_owned(),
        _ => name,
    }
}

/// Whether a node is the field of a size.
fn is_size(node: &Node<'_>) -> bool {
    let has_value = matches!(node.value, Value::Number(_)) || !node.items().is_empty();
    has_value && (1..=2).contains(&node.key.len()) && SIZES.contains(&field_name(&node.key).as_str())
}

/// Indices among the words before a value.
struct KeyIndices {
    /// Index of the type of the shape.
    kind: usize,
    /// Index of the first word of the field's name, which is one of [`SIZES`].
    field: usize,
}

/// Finds the type and the field among the words before a value; `None` if either is missing.
fn split_key(node: &Node<'_>) -> Option<KeyIndices> {
    let key = &node.key;
    // The longer name first: `half extents` before `extents`.
    let starts = [2, 1].into_iter().filter_map(|count| key.len().checked_sub(count));
    let mut sizes = starts.filter(|start| SIZES.contains(&field_name(&key[*start..]).as_str()));
    let field = sizes.next()?;
    // A number or a letter may be between type and field: `capsule 1: radius`.
    let kind = (field.saturating_sub(2)..field).rev().find(|index| shape::is_kind(key[*index].text))?;
    let between = &key[kind + 1..field];
    let is_numbered = between.iter().all(|word| word.number().is_some() || word.text.len() == 1);
    if is_numbered { Some(KeyIndices { kind, field }) } else { None }
}

/// Reads a shape whose type is before its first field, or alone before its fields. Also returns the number of nodes
/// that it uses. A capsule, cylinder or cone is an error, because its type does not state its axis.
pub(super) fn read_run<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedShape<'a>, ErrorAt>, usize)> {
    let first = nodes.first()?;
    let mut fields: Vec<Node<'a>> = Vec::new();
    let head = if first.value == Value::Nothing {
        let kind = first.head.last().or(first.key.last()).filter(|word| shape::is_kind(word.text))?;
        vec![*kind]
    } else {
        let KeyIndices { kind, field } = split_key(first)?;
        fields.push(Node { key: first.key[field..].to_vec(), ..first.clone() });
        vec![first.key[kind]]
    };
    fields.extend(nodes[1..].iter().take_while(|node| is_size(node)).take(MAX_SIZES).cloned());
    for field in &mut fields {
        // The last word of `half extents` is the field.
        if field.key.len() == 2 {
            field.key = vec![Token { text: "halfextents", ..field.key[1] }];
        }
    }
    let used = fields.len() + usize::from(first.value == Value::Nothing);
    if ["capsule", "cylinder", "cone"].contains(&head[0].text.to_ascii_lowercase().as_str()) && used > 0 {
        let has_sizes = fields.iter().any(|field| field.numbers().iter().any(|token| token.number().is_some()));
        return has_sizes.then(|| (Err((first.start(), shape::NO_AXIS.to_owned())), used));
    }
    let printed = shape::read(&Node { key: Vec::new(), head, value: Value::Group(fields) })?;
    Some((printed, used))
}

/// Maximum number of words of a shape's name; more are a sentence.
const MAX_NAME_WORDS: usize = 3;

/// Returns the name of a shape: the words before its type, without those for types and log levels. Empty without a
/// type, and for a sentence.
pub(super) fn shape_name(node: &Node<'_>) -> String {
    let Some(KeyIndices { kind, .. }) = split_key(node) else { return String::new() };
    let skipped_words = ["type", "shape", "info", "debug", "trace", "warn", "error"];
    let words = node.key[..kind].iter().map(|word| word.text);
    let words: Vec<&str> = words.filter(|word| !skipped_words.contains(&word.to_ascii_lowercase().as_str())).collect();
    if words.len() <= MAX_NAME_WORDS { words.join(" ") } else { String::new() }
}

/// Parts of the names of fields that state neither a position nor a rotation, and may be between sizes and pose.
const OTHER_FIELDS: [&str; 10] =
    ["velocity", "linvel", "angvel", "mass", "friction", "restitution", "margin", "density", "convexradius", "layer"];

/// Maximum number of [`OTHER_FIELDS`] between the sizes of a shape and its pose.
const MAX_SKIPPED_FIELDS: usize = 6;

/// Whether a field states neither a position nor a rotation.
fn is_other_field(node: &Node<'_>) -> bool {
    let name = node.key.last().map_or_else(String::new, Token::plain_name);
    OTHER_FIELDS.iter().any(|part| name.contains(part))
}

/// Whether a field is named as one of [`ANGLES`] and has a number other than 0.
fn is_unread_rotation(node: &Node<'_>) -> bool {
    let Some(last) = node.key.last() else { return false };
    let has_rotation = node.numbers().iter().any(|token| token.number().is_some_and(|number| number.value != 0.0));
    ANGLES.contains(&last.plain_name().as_str()) && has_rotation
}

/// Reads the pose directly after a shape: a pose in brackets, a position and a quaternion in either order, or a
/// position alone. Also returns the number of nodes that it uses. Angles that are not zero after the position are an
/// error.
pub(super) fn pose_after<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedPose<'a>, ErrorAt>, usize)> {
    let skipped = nodes.iter().take_while(|node| is_other_field(node)).take(MAX_SKIPPED_FIELDS).count();
    let nodes = nodes.get(skipped..)?;
    let first = nodes.first()?;
    if let Some(printed_pose) = pose::read(first) {
        return Some((printed_pose, skipped + 1));
    }
    let (printed_pose, count) = pose::read_pair(nodes)?;
    if let Some(next) = nodes.get(count)
        && is_unread_rotation(next)
    {
        let why = "this rotation is not understood; print a position and a quaternion with the names x, y, z and w";
        return Some((Err((next.start(), why.to_owned())), skipped + count + 1));
    }
    Some((printed_pose, skipped + count))
}
