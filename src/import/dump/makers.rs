//! Constructors of shapes from the numbers of printed text, for the readers in this folder.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::token::Token;
use super::tree::Node;

/// Sentence for the note about the sizes of FCL's shapes.
pub(super) const FULL_LENGTHS: Option<&str> =
    Some("`Box`, `Cylinder`, `Capsule` and `Cone` are read with full lengths and the axis z, as in FCL and coal.");

/// Capsule; `half_height` is without the caps, meters.
pub(super) fn capsule(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Capsule { radius, half_height, axis }
}

pub(super) fn cylinder(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Cylinder { radius, half_height, axis }
}

pub(super) fn cone(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Cone { radius, half_height, axis }
}

/// Half-space below a plane, from four numbers: the outward normal, and the offset of the plane along it, meters.
pub(super) fn half_space_below(numbers: &[f64]) -> Shape {
    Shape::HalfSpace { normal: [numbers[0], numbers[1], numbers[2]], offset: numbers[3] }
}

/// Box, from its three half extents, meters.
pub(super) fn cuboid(half_extents: &[f64]) -> Shape {
    Shape::Box { half_extents: [half_extents[0], half_extents[1], half_extents[2]] }
}

/// Volume swept by a ball with this radius along a segment, meters: a capsule if the segment is on a coordinate axis
/// with its center at the origin, else an inflated segment.
pub(super) fn swept_ball([a, b]: [[f64; 3]; 2], radius: f64) -> Shape {
    for (index, axis) in [Axis::X, Axis::Y, Axis::Z].into_iter().enumerate() {
        if is_centered_along(index, a, b) {
            return capsule(radius, b[index].abs(), axis);
        }
    }
    Shape::Inflate { radius, shape: Box::new(Shape::Segment { points: [a, b] }) }
}

/// Whether a segment is on the coordinate axis with this index, with its center at the origin.
fn is_centered_along(axis: usize, a: [f64; 3], b: [f64; 3]) -> bool {
    (0..3).all(|index| if index == axis { a[index] == -b[index] } else { a[index] == 0.0 && b[index] == 0.0 })
}

/// Reads a geom of MuJoCo from its `size`: half extents, or a radius and a half length along z, meters. The type is the
/// last word before the brackets of the node, else `kind`. `None` for a node that is no geom, and for a plane.
pub(super) fn mujoco_geom<'a>(node: &Node<'a>, kind: Option<Token<'a>>, used: &mut Vec<Token<'a>>) -> Option<Shape> {
    let kind = node.head.last().copied().or(kind)?.text.to_ascii_lowercase();
    let kind = kind.strip_prefix("mjgeom_")?;
    let size = node.items().iter().find(|item| item.key.last().is_some_and(|key| key.text == "size"))?;
    let numbers: Vec<f64> = size.numbers().iter().filter_map(|token| Some(token.number()?.value)).collect();
    let shape = match (kind, &numbers[..]) {
        ("box", [_, _, _]) => cuboid(&numbers),
        ("sphere", [radius, ..]) => Shape::Sphere { radius: *radius },
        ("capsule", [radius, half, ..]) => capsule(*radius, *half, Axis::Z),
        ("cylinder", [radius, half, ..]) => cylinder(*radius, *half, Axis::Z),
        ("ellipsoid", [x, y, z]) => Shape::Ellipsoid { radii: [*x, *y, *z] },
        _ => return None,
    };
    size.append_tokens(used);
    Some(shape)
}
