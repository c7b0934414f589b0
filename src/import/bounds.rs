//! Axis-aligned bounding boxes of bodies in the world, and the gap between two of them. An import queries the pairs of
//! bodies whose boxes are near each other.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::{Body, Shape};
use glam::{DMat3, DQuat, DVec3};

use super::pose::{Pose, unit};

/// Lower and upper vertex of an axis-aligned box in the world, meters.
pub(super) type Box3 = [[f64; 3]; 2];

/// Returns a box that contains a body, with its margin, at a pose in the world. The box is not the smallest one for
/// rotated round bodies. `None` for a mesh whose file was not read, and for a shape without points.
pub(super) fn bounding_box(body: &Body, pose: Pose) -> Option<Box3> {
    let [low, high] = box_of_shape(&body.shape)?;
    let matrix = DMat3::from_quat(DQuat::from_array(unit(pose.rotation)));
    let [low, high] = transformed([low, high], matrix, DVec3::from_array(pose.position));
    let margin = DVec3::splat(body.margin);
    Some([(low - margin).to_array(), (high + margin).to_array()])
}

/// Bounding box of the image of a box under `x ↦ matrix · x + offset`.
fn transformed([low, high]: [DVec3; 2], matrix: DMat3, offset: DVec3) -> [DVec3; 2] {
    let center = 0.5 * (low + high);
    let half = 0.5 * (high - low);
    let spread = DMat3::from_cols(matrix.x_axis.abs(), matrix.y_axis.abs(), matrix.z_axis.abs());
    let center = matrix * center + offset;
    let half = spread * half;
    [center - half, center + half]
}

/// Half side of the cube that represents a half-space, meters; larger than the scenes that are imported.
const HALF_SPACE_EXTENT: f64 = 1e5;

/// Bounding box in the shape's own frame, meters; `None` for a mesh whose file was not read, a shape without points, or
/// a half-space without a normal.
fn box_of_shape(shape: &Shape) -> Option<[DVec3; 2]> {
    match shape {
        Shape::Sphere { radius } => Some(box_around_origin(DVec3::splat(*radius))),
        Shape::Circle { radius } => Some(box_around_origin(DVec3::new(*radius, *radius, 0.0))),
        Shape::Ellipsoid { radii } => Some(box_around_origin(DVec3::from_array(*radii))),
        Shape::Cylinder { radius, half_height, axis } | Shape::Cone { radius, half_height, axis } => {
            Some(box_around_origin(half_extents_along(*axis, *half_height, *radius)))
        }
        Shape::Capsule { radius, half_height, axis } => {
            Some(box_around_origin(half_extents_along(*axis, half_height + radius, *radius)))
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
            // In the frame u, v, n the cube's upper face lies in the plane of the half-space.
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
            let mut low = first;
            let mut high = first;
            for vertex in &points {
                let point = DVec3::from_array(*vertex);
                low = low.min(point);
                high = high.max(point);
            }
            Some([low, high])
        }
    }
}

/// Box around the origin with the given half extents.
fn box_around_origin(half_extents: DVec3) -> [DVec3; 2] {
    [-half_extents, half_extents]
}

/// Half extents of a round shape whose half height along `axis` is `half_length`, caps included.
fn half_extents_along(axis: Axis, half_length: f64, radius: f64) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(half_length, radius, radius),
        Axis::Y => DVec3::new(radius, half_length, radius),
        Axis::Z => DVec3::new(radius, radius, half_length),
    }
}

/// Largest separation of two boxes among the three coordinate axes, meters; negative when the boxes overlap. The
/// distance of the boxes is at least this gap.
pub(super) fn gap(a: &Box3, b: &Box3) -> f64 {
    (0..3).map(|axis| (a[0][axis] - b[1][axis]).max(b[0][axis] - a[1][axis])).fold(f64::NEG_INFINITY, f64::max)
}
