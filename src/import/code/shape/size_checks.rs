//! Checks that the sizes of a shape from code are ones that scenes allow.

use contact_lens_scene::model::Shape;

use crate::draft::checked_length;

/// Checks that a size in meters is one that scenes allow: positive, finite and below the limit of lengths.
///
/// # Errors
/// Returns the rule that the size breaks.
pub fn check_size(value: f64) -> Result<(), String> {
    checked_length(value)?;
    match value {
        x if x < 0.0 => Err(format!("a size must not be negative, but is {x}")),
        0.0 => Err(String::from("a size must not be 0")),
        _ => Ok(()),
    }
}

/// Checks the sizes, offsets and vertices of a shape.
///
/// # Errors
/// Returns the rule that a size breaks.
pub fn check_sizes(shape: &Shape) -> Result<(), String> {
    let sizes = match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => vec![*radius],
        Shape::Box { half_extents } => half_extents.to_vec(),
        Shape::Rectangle { half_extents } => half_extents.to_vec(),
        Shape::Ellipsoid { radii } => radii.to_vec(),
        Shape::Cylinder { radius, half_height, .. } | Shape::Cone { radius, half_height, .. } => {
            vec![*radius, *half_height]
        }
        Shape::Capsule { radius, half_height, .. } => {
            // A capsule with a half height of 0 is a sphere.
            if *half_height != 0.0 {
                check_size(*half_height)?;
            }
            vec![*radius]
        }
        Shape::HalfSpace { normal, offset } => return check_half_space(*normal, *offset),
        Shape::Inflate { radius, shape } => {
            check_sizes(shape)?;
            vec![*radius]
        }
        Shape::Polygon { points } => return points.iter().flatten().try_for_each(|x| checked_length(*x).map(|_| ())),
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Affine { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => Vec::new(),
    };
    sizes.into_iter().try_for_each(check_size)?;
    shape.points().into_iter().flatten().flatten().try_for_each(|x| checked_length(x).map(|_| ()))
}

/// Checks that the offset of a half-space is a length, and that its normal is not 0.
fn check_half_space(normal: [f64; 3], offset: f64) -> Result<(), String> {
    checked_length(offset)?;
    for x in normal {
        checked_length(x)?;
    }
    if normal == [0.0; 3] {
        return Err(String::from("the normal of a half-space must not be 0"));
    }
    Ok(())
}
