//! Geometry of the judges: distances, gaps and penetration depths of the shapes of a scene, by their support mappings,
//! in plain `f64`.
//!
//! The code shares nothing with the engine, since a certificate is only worth what a separate verifier can confirm, and
//! is slow and simple.
//!
//! - **Source.** Support mappings: van den Bergen (1999), A Fast and Robust GJK Implementation. Nearest point of a
//!   convex set: Wolfe's (1976) algorithm.
//! - **Bounds.** A lower bound of a distance is never above the distance, but for the rounding of its last operations.
//!   How far below it may be is stated at each function.
//! - **Hulls.** Compounds, triangle meshes and height fields are measured by their convex hulls, which is a lower bound
//!   of their distance; judges query their parts instead.

mod depth;
mod nearest;
#[cfg(test)]
mod tests;

use contact_lens_scene::model::{Axis, Body, Shape};
use glam::{DMat3, DQuat, DVec2, DVec3};

pub use self::depth::depth_between;
use self::nearest::nearest;
pub use self::nearest::nearest_simplex;

/// Smallest determinant of an affine map, relative to the cube of its Frobenius norm, at which the inverse of the map
/// has significant digits.
const MIN_RELATIVE_DETERMINANT: f64 = 1e-9;

/// Maximum number of bisections for the point of an ellipsoid nearest another: the bits of an `f64`, twice.
const MAX_BISECTIONS: u32 = 128;

/// Body at its pose in one frame.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    /// Shape in the body's frame.
    pub shape: &'a Shape,
    /// Radius of the ball added around the shape, meters.
    pub margin: f64,
    /// Rotation from the body's axes to the world's.
    pub rotation: DMat3,
    /// Rotation as the scene states it, a quaternion of any length; exact arithmetic starts from it.
    pub quaternion: DQuat,
    /// Position of the body's origin in the world, meters.
    pub position: DVec3,
    /// Whether the body belongs to a 2D scene, in the plane z = 0.
    pub in_plane: bool,
    /// Linear velocity, m/s.
    pub velocity: DVec3,
    /// Angular velocity about the body's origin, rad/s, world frame.
    pub spin: DVec3,
}

impl<'a> Placed<'a> {
    /// Places `body` at a pose of its track. The field `in_plane` is false: a body does not contain the dimension of
    /// its scene.
    pub fn new(body: &'a Body, (position, rotation): ([f64; 3], [f64; 4])) -> Self {
        Self {
            shape: &body.shape,
            margin: body.margin,
            rotation: DMat3::from_quat(DQuat::from_array(rotation).normalize()),
            quaternion: DQuat::from_array(rotation),
            position: DVec3::from_array(position),
            in_plane: false,
            velocity: DVec3::from_array(body.velocity.unwrap_or_default()),
            spin: DVec3::from_array(body.angular_velocity()),
        }
    }

    /// Places a shape at the origin, without rotation, margin and motion, in space.
    pub fn of_shape(shape: &'a Shape) -> Self {
        Self {
            shape,
            margin: 0.0,
            rotation: DMat3::IDENTITY,
            quaternion: DQuat::IDENTITY,
            position: DVec3::ZERO,
            in_plane: false,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// Returns the body translated by its velocity over `t` seconds.
    pub fn after(&self, t: f64) -> Self {
        Self { position: self.position + self.velocity * t, ..self.clone() }
    }

    /// Returns the body translated and rotated by its velocities over `t` seconds.
    pub fn rotated_after(&self, t: f64) -> Self {
        let rotation = DQuat::from_scaled_axis(self.spin * t);
        Self {
            rotation: DMat3::from_quat(rotation) * self.rotation,
            quaternion: rotation * self.quaternion,
            ..self.after(t)
        }
    }

    /// Returns the body's support point in the world direction `d`, of any length: its position relative to `center`,
    /// in world axes, meters.
    pub fn farthest(&self, d: DVec3, center: DVec3) -> DVec3 {
        let local = farthest(self.shape, self.rotation.transpose() * d);
        self.rotation * local + self.margin * d.normalize_or_zero() + (self.position - center)
    }

    /// Whether the body belongs to a 2D scene, or has a planar shape.
    pub fn is_planar(&self) -> bool {
        self.in_plane || matches!(self.shape, Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. })
    }

    /// Upper bound of the bounding radius around the body's origin, meters; of a half-space, the distance of its plane.
    pub fn radius(&self) -> f64 {
        radius(self.shape) + self.margin
    }

    /// Lower bound of the distance from a world point to the body, meters; 0 inside. The bound is below the distance by
    /// rounding errors, for iterative searches by up to `rounding`, or by more when a search stops improving; for
    /// bodies of several parts it is the distance of their hull.
    pub fn distance_to(&self, point: DVec3, rounding: f64) -> f64 {
        let local = self.rotation.transpose() * (point - self.position);
        (distance_outside(self.shape, local, rounding) - self.margin).max(0.0)
    }
}

/// Gap between the projections of the bodies on the unit vector `n` from A to B, meters; negative when they overlap
/// along it. A lower bound of the signed distance of bounded bodies.
pub fn gap_along(a: &Placed, b: &Placed, n: DVec3) -> f64 {
    n.dot(b.farthest(-n, a.position)) - n.dot(a.farthest(n, a.position))
}

/// Lower bound of the distance of two bodies, meters: below it by about `rounding` / 2, and 0 when it is not above
/// `rounding`.
pub fn distance_lower_bound(a: &Placed, b: &Placed, rounding: f64) -> f64 {
    let [distance, _] = distance_between(a, b, rounding);
    if distance > rounding { distance } else { 0.0 }
}

/// Lower, then upper bound of the distance of two bodies, meters: up to `rounding` / 2 apart, unless the search stops
/// improving before.
pub fn distance_between(a: &Placed, b: &Placed, rounding: f64) -> [f64; 2] {
    nearest(|d| a.farthest(d, a.position) - b.farthest(-d, a.position), 0.5 * rounding)
}

/// Lower bound of the distance of a body to the hull of points (relative to its origin), meters; 0 if not above
/// `rounding`.
pub fn distance_lower_bound_to_points(body: &Placed, points: &[DVec3], rounding: f64) -> f64 {
    let [distance, _] = nearest(|d| body.farthest(d, body.position) - farthest_of(points, -d), 0.5 * rounding);
    if distance > rounding { distance } else { 0.0 }
}

/// Point farthest along `d`, the last one of equals; the origin without points.
fn farthest_of(points: &[DVec3], d: DVec3) -> DVec3 {
    points.iter().copied().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap_or_default()
}

/// −1 for negative numbers, otherwise 1, also for −0 and NaN.
fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// Support point of a shape in direction `d`, of any length, shape frame. For a half-space, the foot of the origin on
/// its plane.
fn farthest(shape: &Shape, d: DVec3) -> DVec3 {
    match shape {
        Shape::Sphere { radius } => *radius * d.normalize_or(DVec3::X),
        Shape::Box { half_extents: [x, y, z] } => DVec3::new(sign(d.x) * x, sign(d.y) * y, sign(d.z) * z),
        Shape::Cylinder { radius, half_height, axis } => {
            let (along, side) = split_along(d, *axis);
            along_axis(*axis, sign(along) * half_height) + *radius * side.normalize_or_zero()
        }
        Shape::Cone { radius, half_height, axis } => {
            let (_, side) = split_along(d, *axis);
            let rim = along_axis(*axis, -half_height) + *radius * side.normalize_or_zero();
            let apex = along_axis(*axis, *half_height);
            if apex.dot(d) >= rim.dot(d) { apex } else { rim }
        }
        Shape::Capsule { radius, half_height, axis } => {
            let (along, _) = split_along(d, *axis);
            along_axis(*axis, sign(along) * half_height) + *radius * d.normalize_or(DVec3::X)
        }
        Shape::Ellipsoid { radii } => {
            let radii = DVec3::from_array(*radii);
            radii * (radii * d).normalize_or(DVec3::X)
        }
        // A half-space has a farthest point only along its normal.
        Shape::HalfSpace { normal, offset } => DVec3::from_array(*normal).normalize_or_zero() * *offset,
        Shape::Segment { points } => farthest_point(points.iter().copied(), d),
        Shape::Triangle { points } => farthest_point(points.iter().copied(), d),
        Shape::Polytope { points } => farthest_point(points.iter().copied(), d),
        Shape::Mesh { scale, up, content, .. } => farthest_point(content.placed(*scale, *up), d),
        Shape::Circle { radius } => *radius * DVec3::new(d.x, d.y, 0.0).normalize_or(DVec3::X),
        Shape::Rectangle { half_extents: [x, y] } => DVec3::new(sign(d.x) * x, sign(d.y) * y, 0.0),
        Shape::Polygon { points } => farthest_point(points.iter().map(|[x, y]| [*x, *y, 0.0]), d),
        Shape::Affine { matrix, offset, shape } => {
            let m = DMat3::from_cols_array_2d(matrix).transpose();
            m * farthest(shape, m.transpose() * d) + DVec3::from_array(*offset)
        }
        Shape::Inflate { radius, shape } => farthest(shape, d) + *radius * d.normalize_or_zero(),
        // A compound is represented by its hull; judges query its parts instead.
        Shape::Compound { .. } => {
            let points = shape.pieces().into_iter().map(|piece| {
                (piece.position + piece.rotation * farthest(piece.shape, piece.rotation.conjugate() * d)).to_array()
            });
            farthest_point(points, d)
        }
        Shape::TriangleMesh { .. } | Shape::HeightField { .. } => {
            farthest_point(shape.surface().unwrap_or_default().0.into_iter(), d)
        }
    }
}

/// Point farthest along `d`, the last one of equals; the origin without points.
fn farthest_point(points: impl Iterator<Item = [f64; 3]>, d: DVec3) -> DVec3 {
    let points = points.map(DVec3::from_array);
    points.max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap_or(DVec3::ZERO)
}

/// Splits a vector into its coordinate along an axis and the perpendicular remainder.
fn split_along(d: DVec3, axis: Axis) -> (f64, DVec3) {
    let unit = along_axis(axis, 1.0);
    let along = d.dot(unit);
    (along, d - along * unit)
}

/// Vector of this signed length along a coordinate axis.
fn along_axis(axis: Axis, length: f64) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(length, 0.0, 0.0),
        Axis::Y => DVec3::new(0.0, length, 0.0),
        Axis::Z => DVec3::new(0.0, 0.0, length),
    }
}

/// Greatest distance of points from the origin; 0 without points.
fn largest_norm(points: &[[f64; 3]]) -> f64 {
    points.iter().map(|p| DVec3::from_array(*p).length()).fold(0.0, f64::max)
}

/// Upper bound of the bounding radius of a shape around its origin, meters; of an unbounded half-space, the distance of
/// its plane.
fn radius(shape: &Shape) -> f64 {
    match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => *radius,
        Shape::Box { half_extents } => DVec3::from_array(*half_extents).length(),
        Shape::Rectangle { half_extents: [x, y] } => x.hypot(*y),
        Shape::Cylinder { radius, half_height, .. } | Shape::Cone { radius, half_height, .. } => {
            radius.hypot(*half_height)
        }
        Shape::Capsule { radius, half_height, .. } => radius + half_height,
        Shape::Ellipsoid { radii } => radii.iter().copied().fold(0.0, f64::max),
        Shape::HalfSpace { offset, .. } => offset.abs(),
        Shape::Segment { points } => largest_norm(points),
        Shape::Triangle { points } => largest_norm(points),
        Shape::Polytope { points } => largest_norm(points),
        Shape::Mesh { .. } => largest_norm(&shape.points().unwrap_or_default()),
        Shape::Polygon { points } => points.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max),
        Shape::Affine { matrix, offset, shape } => {
            let frobenius = matrix.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
            frobenius * self::radius(shape) + DVec3::from_array(*offset).length()
        }
        Shape::Inflate { radius, shape } => radius + self::radius(shape),
        Shape::Compound { .. } => {
            let pieces = shape.pieces().into_iter();
            pieces.map(|piece| piece.position.length() + self::radius(piece.shape)).fold(0.0, f64::max)
        }
        Shape::TriangleMesh { .. } | Shape::HeightField { .. } => largest_norm(&shape.surface().unwrap_or_default().0),
    }
}

/// Distance of a point from a box with these half extents.
fn distance_to_box(p: DVec3, half: DVec3) -> f64 {
    (p.abs() - half).max(DVec3::ZERO).length()
}

/// Lower bound of the distance from a point to a shape, meters, both in the shape's frame; 0 inside.
///
/// The bound is the distance itself, but for rounding errors, for spheres, boxes, cylinders, capsules, cones,
/// half-spaces, circles, rectangles and ellipsoids. For hulls of points and affine images it is below the distance by
/// up to `rounding`, or by more if Wolfe's algorithm stops improving. For compounds, triangle meshes and height fields
/// it is a bound of the distance to their hull. An inflated shape has the bound of the inner shape minus its radius.
fn distance_outside(shape: &Shape, p: DVec3, rounding: f64) -> f64 {
    match shape {
        Shape::Sphere { radius } => (p.length() - radius).max(0.0),
        Shape::Box { half_extents } => distance_to_box(p, DVec3::from_array(*half_extents)),
        Shape::Rectangle { half_extents: [x, y] } => distance_to_box(p, DVec3::new(*x, *y, 0.0)),
        Shape::Circle { radius } => (p.x.hypot(p.y) - radius).max(0.0).hypot(p.z),
        Shape::Cylinder { radius, half_height, axis } => {
            let (along, side) = split_along(p, *axis);
            (along.abs() - half_height).max(0.0).hypot((side.length() - radius).max(0.0))
        }
        Shape::Capsule { radius, half_height, axis } => {
            let (along, side) = split_along(p, *axis);
            ((along.abs() - half_height).max(0.0).hypot(side.length()) - radius).max(0.0)
        }
        Shape::Cone { radius, half_height, axis } => {
            let (along, side) = split_along(p, *axis);
            distance_to_cone(DVec2::new(side.length(), along), *radius, *half_height)
        }
        Shape::Ellipsoid { radii } => ellipsoid_lower_bound(p, DVec3::from_array(*radii)),
        Shape::Inflate { radius, shape } => (distance_outside(shape, p, rounding) - radius).max(0.0),
        Shape::Affine { .. } => affine_lower_bound(shape, p, rounding),
        Shape::HalfSpace { normal, offset } => {
            (DVec3::from_array(*normal).normalize_or_zero().dot(p) - offset).max(0.0)
        }
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. }
        | Shape::Polygon { .. } => nearest(|d| farthest(shape, d) - p, rounding)[0],
    }
}

/// Lower bound of the distance from a point to the image of a shape under an affine map, meters; 0 inside.
///
/// The map multiplies lengths by at most its Frobenius norm, so a point whose preimage is near enough has the bound 0.
/// The bound of other points is found with the support mapping of the image.
fn affine_lower_bound(image: &Shape, p: DVec3, rounding: f64) -> f64 {
    let Shape::Affine { matrix, offset, shape } = image else { return 0.0 };
    let m = DMat3::from_cols_array_2d(matrix).transpose();
    let stretch = frobenius_norm(m);
    if m.determinant().abs() > MIN_RELATIVE_DETERMINANT * stretch.powi(3) {
        let preimage = m.inverse() * (p - DVec3::from_array(*offset));
        if stretch * distance_outside(shape, preimage, rounding / stretch) <= rounding {
            return 0.0;
        }
    }
    nearest(|d| farthest(image, d) - p, rounding)[0]
}

/// Square root of the sum of the squared entries: an upper bound of the factor by which the matrix multiplies lengths.
fn frobenius_norm(m: DMat3) -> f64 {
    m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Distance from a point to the triangle that generates a cone; 0 inside. The coordinates of the point are its distance
/// from the cone's axis and its height.
fn distance_to_cone(p: DVec2, radius: f64, half_height: f64) -> f64 {
    let foot = DVec2::new(0.0, -half_height);
    let rim = DVec2::new(radius, -half_height);
    let apex = DVec2::new(0.0, half_height);
    let is_below_slope = (apex - rim).perp_dot(p - rim) >= 0.0;
    if p.y >= -half_height && is_below_slope {
        return 0.0;
    }
    distance_to_segment(p, foot, rim).min(distance_to_segment(p, rim, apex))
}

/// Distance of a point from a segment, which may be a point.
fn distance_to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let t = ((p - a).dot(b - a) / (b - a).length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    p.distance(a.lerp(b, t))
}

/// Lower bound of the distance from a point to an ellipsoid, meters: the distance itself but for rounding errors; 0
/// inside.
///
/// **Method.** The nearest point is `xᵢ = rᵢ² pᵢ / (rᵢ² + t)` for the `t > 0` that puts it on the surface, found by
/// bisection. The gap along the normal `nᵢ = pᵢ / (rᵢ² + t)` is a lower bound of the distance, whatever `t`. Ellipsoids
/// with a semi-axis of 0 are left to Wolfe's algorithm.
fn ellipsoid_lower_bound(p: DVec3, radii: DVec3) -> f64 {
    if radii.min_element() == 0.0 {
        return nearest(|d| radii * (radii * d).normalize_or(DVec3::X) - p, 0.0)[0];
    }
    if (p / radii).length() <= 1.0 {
        return 0.0;
    }
    let squares = radii * radii;
    let mut low = 0.0;
    let mut high = (radii * p).length();
    for _ in 0..MAX_BISECTIONS {
        let t = 0.5 * (low + high);
        if t <= low || t >= high {
            break;
        }
        if (radii * p / (squares + t)).length() > 1.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let n = (p / (squares + high)).normalize_or_zero();
    (n.dot(p) - (radii * n).length()).max(0.0)
}
