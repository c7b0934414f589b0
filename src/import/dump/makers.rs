//! Constructors of shapes from printed numbers.

use crate::ask::Axis;
use crate::scene::model::Shape;

/// Sentence for the note about the sizes of FCL's shapes.
pub(super) const FULL_LENGTHS: Option<&str> =
    Some("`Box`, `Cylinder`, `Capsule` and `Cone` have full lengths along z, as in FCL and coal.");

pub(super) fn capsule(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Capsule { radius, half_height, axis }
}

pub(super) fn cylinder(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Cylinder { radius, half_height, axis }
}

pub(super) fn cone(radius: f64, half_height: f64, axis: Axis) -> Shape {
    Shape::Cone { radius, half_height, axis }
}

/// Half-space below a plane: its normal, then its offset along the normal.
pub(super) fn below(n: &[f64]) -> Shape {
    Shape::HalfSpace { normal: [n[0], n[1], n[2]], offset: n[3] }
}

pub(super) fn cuboid(n: &[f64]) -> Shape {
    Shape::Box { half_extents: [n[0], n[1], n[2]] }
}

/// Volume swept by a ball along a segment: a capsule if the segment is centered on an axis, else an inflated segment.
pub(super) fn swept([a, b]: [[f64; 3]; 2], radius: f64) -> Shape {
    match [Axis::X, Axis::Y, Axis::Z].into_iter().enumerate().find(|(k, _)| is_centered_along(*k, a, b)) {
        Some((k, axis)) => capsule(radius, b[k].abs(), axis),
        None => Shape::Inflate { radius, shape: Box::new(Shape::Segment { points: [a, b] }) },
    }
}

/// Whether a segment is on one of the axes, with its center at the origin.
fn is_centered_along(axis: usize, a: [f64; 3], b: [f64; 3]) -> bool {
    (0..3).all(|j| if j == axis { a[j] == -b[j] } else { a[j] == 0.0 && b[j] == 0.0 })
}
