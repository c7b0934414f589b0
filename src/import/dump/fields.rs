//! Fields of printed shapes whose meaning depends on the type of the shape: its kind, its axis, full and half sizes.

use super::shape::{field, last_segment};
use super::token::Token;
use super::tree::{Node, Value};
use super::vector::{read_number, read_vector};
use crate::ask::Axis;

/// Returns the type of a shape that is the value of a field: `"type": "box"`.
pub(super) fn kind_field<'a>(node: &Node<'a>) -> Option<Token<'a>> {
    let item = node.items().iter().find(|item| {
        let key = item.key.last().map(|key| key.text.to_ascii_lowercase());
        key.is_some_and(|key| ["type", "shape", "kind", "shape_type", "shapetype"].contains(&key.as_str()))
    })?;
    match &item.value {
        Value::Text(word) => Some(*word),
        Value::Nothing => item.head.last().copied(),
        Value::Number(_) | Value::Group(_) => None,
    }
}

/// Axis of a round shape, by the words before its brackets; with `is_whole`, its length is a full one along z, as in
/// FCL.
pub(super) fn axis(node: &Node<'_>, kind: Option<Token<'_>>, is_whole: bool) -> Axis {
    let words: Vec<String> = node.head.iter().chain(&kind).map(|token| token.text.to_ascii_lowercase()).collect();
    if is_whole || words.iter().any(|word| word.starts_with("z_") || word.starts_with("mjgeom")) {
        Axis::Z
    } else if words.iter().any(|word| word.starts_with("px") || last_segment(word).starts_with("px")) {
        Axis::X
    } else {
        Axis::Y
    }
}

/// Half extents of a box whose type defines the meaning of its field: Godot's full sizes, or the half extents that
/// ReactPhysics3D prints as `extents`.
pub(super) fn full_box<'a>(node: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<[f64; 3]> {
    let kind = node.head.last()?.text;
    let (name, factor) = match kind {
        "BoxShape3D" => ("size", 0.5),
        "rp3d.BoxShape" => ("extents", 1.0),
        _ => return None,
    };
    Some(read_vector(field(node, &[name])?, used)?.map(|x| factor * x))
}

/// Half height without caps of a capsule or cylinder of Godot, which prints the whole height.
pub(super) fn half_of_godot<'a>(node: &Node<'a>, radius: Option<f64>, used: &mut Vec<Token<'a>>) -> Option<f64> {
    let kind = node.head.last()?.text;
    let caps = match kind {
        "CapsuleShape3D" => radius?,
        "CylinderShape3D" => 0.0,
        _ => return None,
    };
    Some(0.5 * read_number(field(node, &["height"])?, used)? - caps)
}
