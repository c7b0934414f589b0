//! Axes that records state: of round shapes, `cylinder radius=0.3 length=2 axis=z`, and of rotations,
//! `axis_angle_deg = { axis = [0, 0, 1], angle = 90 }`.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::facts::Quaternion;
use super::fields::{self, QuaternionOrder};
use crate::dump::makers::{capsule, cone, cylinder};
use crate::dump::shape::ShapeKind;
use crate::dump::token::Token;
use crate::dump::tree::{Node, Value};
use crate::pose::about;

/// Returns the axis that a field states by its letter, with or without `+`; `None` for any other value.
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

/// Builds a round shape about a stated axis from its sizes, meters; `None` if they are not a radius and a height whose
/// meaning is certain. The height of a capsule may include its caps, so only its half height is certain.
pub(super) fn build_round_shape(
    kind: Token<'_>,
    fields: &[(&'static str, Vec<Token<'_>>)],
    axis: Axis,
) -> Option<Shape> {
    let mut radius = None;
    let mut half_height = None;
    let kind = ShapeKind::of(kind.text)?;
    for (name, tokens) in fields {
        let [only] = tokens[..] else { return None };
        let value = only.number()?.value;
        match *name {
            "radius" => radius = Some(value),
            "diameter" => radius = Some(0.5 * value),
            "halfheight" => half_height = Some(value),
            "height" | "length" if kind != ShapeKind::Capsule => half_height = Some(0.5 * value),
            _ => return None,
        }
    }
    let radius = radius?;
    let half_height = half_height?;
    match kind {
        ShapeKind::Capsule => Some(capsule(radius, half_height, axis)),
        ShapeKind::Cylinder => Some(cylinder(radius, half_height, axis)),
        ShapeKind::Cone => Some(cone(radius, half_height, axis)),
        _ => None,
    }
}

/// Returns the numbers of the field `name` of a group; `None` without the field.
fn numbers_of_field(node: &Node<'_>, name: &str) -> Option<Vec<f64>> {
    let item = node.items().iter().find(|item| item.key.last().is_some_and(|key| key.text == name))?;
    item.numbers().iter().map(|token| Some(token.number()?.value)).collect()
}

/// Returns the rotation of a group with an axis and an angle, whose name states the unit of the angle; `None` for any
/// other group.
pub(super) fn axis_angle(node: &Node<'_>) -> Option<Quaternion> {
    let name = fields::normalized(node.key.last()?.text);
    if !name.contains("axisangle") || node.items().len() != 2 {
        return None;
    }
    let [angle] = numbers_of_field(node, "angle")?[..] else { return None };
    let angle = match (name.contains("deg"), name.contains("rad")) {
        (true, false) => angle.to_radians(),
        (false, true) => angle,
        _ => return None,
    };
    let axis: [f64; 3] = numbers_of_field(node, "axis")?.try_into().ok()?;
    Some(Quaternion { values: about(axis, angle)?, order: QuaternionOrder::WLast })
}
