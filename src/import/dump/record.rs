//! Shapes whose type and fields are in one line without brackets around them, as debug prints have them:
//! `collider BoxShape3D size=(2, 1, 2) position=(0, 1, 0)`, with the pose directly after the sizes.

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

/// Returns a name of one or two words in lower case, without underscores and the prefix `m`.
fn joined(words: &[Token<'_>]) -> String {
    let name: String = words.iter().map(Token::plain_name).collect();
    name.strip_prefix('m').filter(|name| SIZES.contains(name)).map_or_else(|| name.clone(), str::to_owned)
}

/// Whether a node is the field of a size.
fn is_size(node: &Node<'_>) -> bool {
    let has_value = matches!(node.value, Value::Number(_)) || !node.items().is_empty();
    has_value && (1..=2).contains(&node.key.len()) && SIZES.contains(&joined(&node.key).as_str())
}

/// Returns the index of the type and that of the first word of the field among the words before a value.
fn split_key(node: &Node<'_>) -> Option<(usize, usize)> {
    let key = &node.key;
    let field = (1..=2)
        .rev()
        .filter_map(|count| key.len().checked_sub(count))
        .find(|from| SIZES.contains(&joined(&key[*from..]).as_str()))?;
    // A number or a letter may be between type and field: `capsule 1: radius`.
    let kind = (field.saturating_sub(2)..field).rev().find(|index| shape::is_kind(key[*index].text))?;
    let between = &key[kind + 1..field];
    between.iter().all(|word| word.number().is_some() || word.text.len() == 1).then_some((kind, field))
}

/// Reads a shape whose type is before its first field, or alone before its fields. Also returns the number of nodes
/// that it uses.
pub(super) fn read_run<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedShape<'a>, ErrorAt>, usize)> {
    let first = nodes.first()?;
    let mut fields: Vec<Node<'a>> = Vec::new();
    let head = if first.value == Value::Nothing {
        let kind = first.head.last().or(first.key.last()).filter(|word| shape::is_kind(word.text))?;
        vec![*kind]
    } else {
        let (kind, field) = split_key(first)?;
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

/// Returns the name of a shape: the words before its type, without those of a log.
pub(super) fn name(node: &Node<'_>) -> String {
    let Some((kind, _)) = split_key(node) else { return String::new() };
    let level_words = ["type", "shape", "info", "debug", "trace", "warn", "error"];
    let words = node.key[..kind].iter().map(|word| word.text);
    let words: Vec<&str> = words.filter(|word| !level_words.contains(&word.to_ascii_lowercase().as_str())).collect();
    if words.len() <= 3 { words.join(" ") } else { String::new() }
}

/// Parts of the names of fields that state neither a position nor a rotation.
const ASIDE: [&str; 10] =
    ["velocity", "linvel", "angvel", "mass", "friction", "restitution", "margin", "density", "convexradius", "layer"];

/// Maximum number of such fields between the sizes of a shape and its pose.
const MAX_SKIPPED: usize = 6;

/// Whether a field states neither a position nor a rotation.
fn is_aside(node: &Node<'_>) -> bool {
    let name = node.key.last().map_or_else(String::new, Token::plain_name);
    ASIDE.iter().any(|part| name.contains(part))
}

/// Reads the pose directly after a shape: a pose in brackets, a position and a quaternion in either order, or a
/// position alone. Also returns the number of nodes that it uses.
pub(super) fn pose_after<'a>(nodes: &[Node<'a>]) -> Option<(Result<PrintedPose<'a>, ErrorAt>, usize)> {
    let skipped = nodes.iter().take_while(|node| is_aside(node)).take(MAX_SKIPPED).count();
    let nodes = nodes.get(skipped..)?;
    let first = nodes.first()?;
    if let Some(printed_pose) = pose::read(first) {
        return Some((printed_pose, skipped + 1));
    }
    let (printed_pose, count) = pose::read_pair(nodes)?;
    let next = nodes.get(count).filter(|next| {
        let name = next.key.last().map(Token::plain_name);
        name.is_some_and(|name| ANGLES.contains(&name.as_str()))
            && next.numbers().iter().any(|token| token.number().is_some_and(|number| number.value != 0.0))
    });
    match next {
        Some(next) => {
            let why = "this rotation is not understood; print a position and a quaternion with the names x, y, z and w";
            Some((Err((next.start(), why.to_owned())), skipped + count + 1))
        }
        None => Some((printed_pose, skipped + count)),
    }
}
