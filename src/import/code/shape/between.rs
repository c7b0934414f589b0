//! Capsules and cylinders by the two ends of their axis: `Capsule3(p0, p1, radius)` is a capsule with a center and an
//! axis, or a segment that is rounded.

use contact_lens_scene::model::Shape;

use super::arguments::Reader;
use super::axes::axis;
use crate::pose::{IDENTITY_ROTATION, Pose, z_onto};

/// Builds a cylinder by the centers of its ends and its radius in the arguments, as [`cylinder_between`] does.
pub fn cylinder_of_ends(reader: &Reader, pose: &mut Pose) -> Option<Shape> {
    cylinder_between(reader.point("a")?, reader.point("b")?, reader.radius(0)?, pose)
}

/// Builds a cylinder whose ends have the centers `a` and `b`, at `pose`: along a coordinate axis if the segment is
/// parallel to one, else along z with a rotation. `None` for equal points.
fn cylinder_between(a: [f64; 3], b: [f64; 3], radius: f64, pose: &mut Pose) -> Option<Shape> {
    let direction = [0, 1, 2].map(|k| b[k] - a[k]);
    let along: Vec<usize> = (0..3).filter(|k| direction[*k] != 0.0).collect();
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    let k = if let [k] = along[..] { k } else { 2 };
    pose.position = [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]));
    pose.rotation = if along.len() == 1 { IDENTITY_ROTATION } else { z_onto(direction)? };
    Some(Shape::Cylinder { radius, half_height: 0.5 * length, axis: axis(k)? })
}

/// Builds a capsule from `a` to `b`: a capsule along a coordinate axis, centered at `pose`, if the segment is parallel
/// to one, else an inflated segment. Equal points make a sphere. `None` if the direction has no finite length.
pub fn capsule_between(a: [f64; 3], b: [f64; 3], radius: f64, pose: &mut Pose) -> Option<Shape> {
    let along: Vec<usize> = (0..3).filter(|k| a[*k] != b[*k]).collect();
    let middle = [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]));
    if let [k] = along[..] {
        pose.position = middle;
        return Some(Shape::Capsule { radius, half_height: 0.5 * (b[k] - a[k]).abs(), axis: axis(k)? });
    }
    if along.is_empty() {
        pose.position = a;
        return Some(Shape::Sphere { radius });
    }
    // A rotation would round the end points of an oblique segment; an inflated segment keeps them to the bit.
    let direction = [0, 1, 2].map(|k| b[k] - a[k]);
    z_onto(direction)?;
    Some(Shape::Inflate { radius, shape: Box::new(Shape::Segment { points: [a, b] }) })
}
