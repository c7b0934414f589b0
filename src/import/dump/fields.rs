//! Fields of a printed shape whose meaning depends on the type of the shape: the axis of round shapes, and full or half
//! sizes. The reader of shapes, [`super::shape`], passes the node of the shape; the functions append the tokens of the
//! fields that they read to `used`.

use contact_lens_model::ask::Axis;

use super::shape::{field, last_segment};
use super::token::Token;
use super::tree::{Node, Value};
use super::vector::{read_number, read_vector};

/// Returns the type of a shape that is the value of a field, `"type": "box"`; `None` without such a field.
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

/// Returns the axis of a round shape, by the words before its brackets and its type: z for names such as `z_capsule`
/// and for MuJoCo's geoms, x for PhysX, else y. With `has_full_length`, the length along the axis is a full one, as in
/// FCL, whose axis is z.
pub(super) fn axis(node: &Node<'_>, kind: Option<Token<'_>>, has_full_length: bool) -> Axis {
    let words: Vec<String> = node.head.iter().chain(&kind).map(|token| token.text.to_ascii_lowercase()).collect();
    if has_full_length || words.iter().any(|word| word.starts_with("z_") || word.starts_with("mjgeom")) {
        Axis::Z
    } else if words.iter().any(|word| word.starts_with("px") || last_segment(word).starts_with("px")) {
        Axis::X
    } else {
        Axis::Y
    }
}

/// Reads the half extents of a box of Godot, which prints full sizes, or of ReactPhysics3D, which prints half extents
/// as `extents`; meters. `None` for a box of any other library.
pub(super) fn half_extents_by_type<'a>(node: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<[f64; 3]> {
    let kind = node.head.last()?.text;
    let (name, factor) = match kind {
        "BoxShape3D" => ("size", 0.5),
        "rp3d.BoxShape" => ("extents", 1.0),
        _ => return None,
    };
    Some(read_vector(field(node, &[name])?, used)?.map(|x| factor * x))
}

/// Reads the half height, without caps, of a capsule or cylinder of Godot, which prints the whole height; meters.
/// `None` for any other shape, and for a capsule without a radius.
pub(super) fn godot_half_height<'a>(node: &Node<'a>, radius: Option<f64>, used: &mut Vec<Token<'a>>) -> Option<f64> {
    let kind = node.head.last()?.text;
    let cap_height = match kind {
        "CapsuleShape3D" => radius?,
        "CylinderShape3D" => 0.0,
        _ => return None,
    };
    Some(0.5 * read_number(field(node, &["height"])?, used)? - cap_height)
}
