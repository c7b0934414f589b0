//! Round shapes of records that state their axis: `cylinder radius=0.3 length=2 axis=z`.

use crate::ask::Axis;
use crate::import::dump::makers::{capsule, cone, cylinder};
use crate::import::dump::shape::Kind;
use crate::import::dump::token::Token;
use crate::import::dump::tree::{Node, Value};
use crate::scene::model::Shape;

/// Returns the axis that a field states by its letter.
pub(super) fn axis_of(node: &Node<'_>) -> Option<Axis> {
    let word = match &node.value {
        Value::Text(word) => word.text,
        _ => node.head.last()?.text,
    };
    match word.trim_start_matches('+').to_ascii_lowercase().as_str() {
        "x" => Some(Axis::X),
        "y" => Some(Axis::Y),
        "z" => Some(Axis::Z),
        _ => None,
    }
}

/// Builds a round shape about a stated axis from its sizes; `None` if they are not a radius and a height whose meaning
/// is certain. The height of a capsule may include its caps, so only its half height is certain.
pub(super) fn build(kind: Token<'_>, fields: &[(&'static str, Vec<Token<'_>>)], axis: Axis) -> Option<Shape> {
    let mut radius = None;
    let mut half = None;
    let kind = Kind::of(kind.text)?;
    for (name, tokens) in fields {
        let [only] = tokens[..] else { return None };
        let value = only.number()?.value;
        match *name {
            "radius" => radius = Some(value),
            "diameter" => radius = Some(0.5 * value),
            "halfheight" => half = Some(value),
            "height" | "length" if kind != Kind::Capsule => half = Some(0.5 * value),
            _ => return None,
        }
    }
    let radius = radius?;
    let half = half?;
    match kind {
        Kind::Capsule => Some(capsule(radius, half, axis)),
        Kind::Cylinder => Some(cylinder(radius, half, axis)),
        Kind::Cone => Some(cone(radius, half, axis)),
        _ => None,
    }
}
