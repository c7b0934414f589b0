//! Bounding boxes of bodies, for selecting the pairs to query.

use glam::{DMat3, DQuat, DVec3};

use super::pose::{Pose, unit};
use crate::ask::Axis;
use crate::scene::model::{Body, Shape};

/// Lower and upper vertex of an axis-aligned box, meters.
pub(super) type Box3 = [[f64; 3]; 2];

/// Bounding box of a body at a pose in the world, larger than necessary for rotated round bodies; `None` for a mesh
/// whose file was not read.
pub(super) fn bounding_box(body: &Body, pose: Pose) -> Option<Box3> {
    let [low, high] = box_of_shape(&body.shape)?;
    let matrix = DMat3::from_quat(DQuat::from_array(unit(pose.rotation)));
    let [low, high] = transformed([low, high], matrix, DVec3::from_array(pose.position));
    let margin = DVec3::splat(body.margin);
    Some([(low - margin).to_array(), (high + margin).to_array()])
}

/// Bounding box of the affine image of a box.
fn transformed([low, high]: [DVec3; 2], matrix: DMat3, offset: DVec3) -> [DVec3; 2] {
    let center = 0.5 * (low + high);
    let half = 0.5 * (high - low);
    let spread = DMat3::from_cols(matrix.x_axis.abs(), matrix.y_axis.abs(), matrix.z_axis.abs());
    let center = matrix * center + offset;
    let half = spread * half;
    [center - half, center + half]
}

/// Half width of the box that represents a half-space, meters; larger than the scenes that are imported.
const HALF_SPACE_EXTENT: f64 = 1e5;

/// Bounding box in the shape's own frame.
fn box_of_shape(shape: &Shape) -> Option<[DVec3; 2]> {
    match shape {
        Shape::Sphere { radius } => box_around_origin(DVec3::splat(*radius)),
        Shape::Circle { radius } => box_around_origin(DVec3::new(*radius, *radius, 0.0)),
        Shape::Ellipsoid { radii } => box_around_origin(DVec3::from_array(*radii)),
        Shape::Cylinder { radius, half_height, axis } | Shape::Cone { radius, half_height, axis } => {
            box_around_origin(half_extents_along(*axis, *half_height, *radius))
        }
        Shape::Capsule { radius, half_height, axis } => {
            box_around_origin(half_extents_along(*axis, half_height + radius, *radius))
        }
        Shape::Affine { matrix, offset, shape } => {
            let matrix = DMat3::from_cols_array_2d(matrix).transpose();
            Some(transformed(box_of_shape(shape)?, matrix, DVec3::from_array(*offset)))
        }
        Shape::Inflate { radius, shape } => {
            let [low, high] = box_of_shape(shape)?;
            Some([low - DVec3::splat(*radius), high + DVec3::splat(*radius)])
        }
        Shape::HalfSpace { normal, offset } => {
            let n = DVec3::from_array(*normal).try_normalize()?;
            let (u, v) = n.any_orthonormal_pair();
            let high = DVec3::new(HALF_SPACE_EXTENT, HALF_SPACE_EXTENT, *offset);
            Some(transformed([high - 2.0 * HALF_SPACE_EXTENT, high], DMat3::from_cols(u, v, n), DVec3::ZERO))
        }
        Shape::Compound { .. } => {
            let boxes = shape.pieces().into_iter().filter_map(|piece| {
                Some(transformed(box_of_shape(piece.shape)?, DMat3::from_quat(piece.rotation), piece.position))
            });
            boxes.reduce(|[least, greatest], [low, high]| [least.min(low), greatest.max(high)])
        }
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Rectangle { .. }
        | Shape::Box { .. }
        | Shape::Polygon { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => {
            let points = shape.points().or_else(|| Some(shape.surface()?.0))?;
            let first = DVec3::from_array(*points.first()?);
            Some(points.iter().fold([first; 2], |[low, high], point| {
                let point = DVec3::from_array(*point);
                [low.min(point), high.max(point)]
            }))
        }
    }
}

/// Box around the origin with these half extents.
fn box_around_origin(half: DVec3) -> Option<[DVec3; 2]> {
    Some([-half, half])
}

/// Half extents of a round shape: `length` is its half height along `axis`.
fn half_extents_along(axis: Axis, length: f64, radius: f64) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(length, radius, radius),
        Axis::Y => DVec3::new(radius, length, radius),
        Axis::Z => DVec3::new(radius, radius, length),
    }
}

/// Largest separation of two boxes along a coordinate axis, meters; negative when they overlap.
pub(super) fn gap(a: &Box3, b: &Box3) -> f64 {
    (0..3).map(|axis| (a[0][axis] - b[1][axis]).max(b[0][axis] - a[1][axis])).fold(f64::NEG_INFINITY, f64::max)
}
