//! The judges' own geometry: shapes of a scene file, by their support mappings, in plain `f64`.
//!
//! It shares no code with the engine, on purpose: a certificate is worth what a separate verifier can confirm. The code
//! is slow and simple.
//!
//! **Source.** Support mappings: S0, "Support mapping"; the nearest point: Wolfe's (1976) algorithm.

mod depth;
mod nearest;

use glam::{DMat3, DQuat, DVec2, DVec3};

pub use self::depth::depth_between;
use self::nearest::nearest;
pub use self::nearest::nearest_simplex;
use crate::scene::model::{Axis, Body, Shape};

/// Body at its pose in one frame.
#[derive(Clone, Debug)]
pub struct Placed<'a> {
    /// Shape in the body's frame.
    pub shape: &'a Shape,
    /// Radius of the ball added around the shape, meters.
    pub margin: f64,
    /// Rotation from the body's axes to the world's.
    pub rotation: DMat3,
    /// Rotation as the scene states it, a quaternion of any length.
    pub turn: DQuat,
    /// Position of the body's origin in the world.
    pub position: DVec3,
    /// Whether the body belongs to a scene of the plane z = 0.
    pub in_plane: bool,
    /// Linear velocity, m/s.
    pub velocity: DVec3,
    /// Angular velocity about the body's origin, rad/s, world frame.
    pub spin: DVec3,
}

impl<'a> Placed<'a> {
    /// Places `body` at a pose of its track.
    pub fn new(body: &'a Body, (position, rotation): ([f64; 3], [f64; 4])) -> Self {
        Self {
            shape: &body.shape,
            margin: body.margin,
            rotation: DMat3::from_quat(DQuat::from_array(rotation).normalize()),
            turn: DQuat::from_array(rotation),
            position: DVec3::from_array(position),
            in_plane: false,
            velocity: DVec3::from_array(body.velocity.unwrap_or_default()),
            spin: DVec3::from_array(body.angular_velocity()),
        }
    }

    /// Returns the body translated by its velocity over `t` seconds.
    pub fn after(&self, t: f64) -> Self {
        Self { position: self.position + self.velocity * t, ..self.clone() }
    }

    /// Returns the body translated and rotated by its velocities over `t` seconds.
    pub fn turned_after(&self, t: f64) -> Self {
        let turn = DQuat::from_scaled_axis(self.spin * t);
        Self { rotation: DMat3::from_quat(turn) * self.rotation, turn: turn * self.turn, ..self.after(t) }
    }

    /// Returns the body's support point in direction `d`, relative to `center`, world axes.
    pub fn farthest(&self, d: DVec3, center: DVec3) -> DVec3 {
        let local = farthest(self.shape, self.rotation.transpose() * d);
        self.rotation * local + self.margin * d.normalize_or_zero() + (self.position - center)
    }

    /// Whether the body is planar, in z = 0.
    pub fn is_planar(&self) -> bool {
        self.in_plane || matches!(self.shape, Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. })
    }

    /// Bounding radius around the body's origin.
    pub fn radius(&self) -> f64 {
        radius(self.shape) + self.margin
    }

    /// Distance from a world point to the body, 0 inside. Iterative searches stop at the error `rounding`.
    pub fn distance_to(&self, point: DVec3, rounding: f64) -> f64 {
        let local = self.rotation.transpose() * (point - self.position);
        (outside(self.shape, local, rounding) - self.margin).max(0.0)
    }
}

/// Gap between the bodies along the unit vector `n` from A to B (`g(n)` of algorithms.md); negative when they overlap
/// along it. A lower bound of the signed distance.
pub fn gap_along(a: &Placed, b: &Placed, n: DVec3) -> f64 {
    n.dot(b.farthest(-n, a.position)) - n.dot(a.farthest(n, a.position))
}

/// Lower bound of the distance of two bodies; 0 when it is not above `rounding`.
pub fn apart(a: &Placed, b: &Placed, rounding: f64) -> f64 {
    let [distance, _] = distance_between(a, b, rounding);
    if distance > rounding { distance } else { 0.0 }
}

/// Lower and upper bound of the distance of two bodies.
pub fn distance_between(a: &Placed, b: &Placed, rounding: f64) -> [f64; 2] {
    nearest(|d| a.farthest(d, a.position) - b.farthest(-d, a.position), 0.5 * rounding)
}

/// Lower bound of the distance of a body to the hull of points (relative to its origin); 0 if not above `rounding`.
pub fn apart_from(body: &Placed, points: &[DVec3], rounding: f64) -> f64 {
    let [distance, _] = nearest(|d| body.farthest(d, body.position) - farthest_of(points, -d), 0.5 * rounding);
    if distance > rounding { distance } else { 0.0 }
}

/// Point farthest along `d`.
fn farthest_of(points: &[DVec3], d: DVec3) -> DVec3 {
    points.iter().copied().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap_or_default()
}

/// −1 for negative numbers, else 1.
fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// Support point of a shape in direction `d`, shape frame.
fn farthest(shape: &Shape, d: DVec3) -> DVec3 {
    match shape {
        Shape::Sphere { radius } => *radius * d.normalize_or(DVec3::X),
        Shape::Box { half_extents: [x, y, z] } => DVec3::new(sign(d.x) * x, sign(d.y) * y, sign(d.z) * z),
        Shape::Cylinder { radius, half_height, axis } => {
            let (along, side) = split(d, *axis);
            along_axis(*axis, sign(along) * half_height) + *radius * side.normalize_or_zero()
        }
        Shape::Cone { radius, half_height, axis } => {
            let (_, side) = split(d, *axis);
            let rim = along_axis(*axis, -half_height) + *radius * side.normalize_or_zero();
            let apex = along_axis(*axis, *half_height);
            if apex.dot(d) >= rim.dot(d) { apex } else { rim }
        }
        Shape::Capsule { radius, half_height, axis } => {
            let (along, _) = split(d, *axis);
            along_axis(*axis, sign(along) * half_height) + *radius * d.normalize_or(DVec3::X)
        }
        Shape::Ellipsoid { radii } => {
            let radii = DVec3::from_array(*radii);
            radii * (radii * d).normalize_or(DVec3::X)
        }
        // A half-space has a farthest point only along its normal.
        Shape::HalfSpace { normal, offset } => DVec3::from_array(*normal).normalize_or_zero() * *offset,
        Shape::Segment { points } => extreme(points.iter().copied(), d),
        Shape::Triangle { points } => extreme(points.iter().copied(), d),
        Shape::Polytope { points } => extreme(points.iter().copied(), d),
        Shape::Mesh { scale, up, content, .. } => extreme(content.placed(*scale, *up), d),
        Shape::Circle { radius } => *radius * DVec3::new(d.x, d.y, 0.0).normalize_or(DVec3::X),
        Shape::Rectangle { half_extents: [x, y] } => DVec3::new(sign(d.x) * x, sign(d.y) * y, 0.0),
        Shape::Polygon { points } => extreme(points.iter().map(|[x, y]| [*x, *y, 0.0]), d),
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
            extreme(points, d)
        }
        Shape::TriangleMesh { .. } | Shape::HeightField { .. } => {
            extreme(shape.surface().unwrap_or_default().0.into_iter(), d)
        }
    }
}

/// Point farthest along `d`; the last one of equals.
fn extreme(points: impl Iterator<Item = [f64; 3]>, d: DVec3) -> DVec3 {
    let points = points.map(DVec3::from_array);
    points.max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap_or(DVec3::ZERO)
}

/// Splits a vector into its coordinate along an axis and the perpendicular remainder.
fn split(d: DVec3, axis: Axis) -> (f64, DVec3) {
    let unit = along_axis(axis, 1.0);
    let along = d.dot(unit);
    (along, d - along * unit)
}

/// Point on a coordinate axis.
fn along_axis(axis: Axis, length: f64) -> DVec3 {
    match axis {
        Axis::X => DVec3::new(length, 0.0, 0.0),
        Axis::Y => DVec3::new(0.0, length, 0.0),
        Axis::Z => DVec3::new(0.0, 0.0, length),
    }
}

/// Greatest distance of points from the origin.
fn largest_norm(points: &[[f64; 3]]) -> f64 {
    points.iter().map(|p| DVec3::from_array(*p).length()).fold(0.0, f64::max)
}

/// Bounding radius of a shape around its origin, meters.
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
fn beyond_box(p: DVec3, half: DVec3) -> f64 {
    (p.abs() - half).max(DVec3::ZERO).length()
}

/// Distance from a point to a shape, both in the shape's frame; 0 inside.
fn outside(shape: &Shape, p: DVec3, rounding: f64) -> f64 {
    match shape {
        Shape::Sphere { radius } => (p.length() - radius).max(0.0),
        Shape::Box { half_extents } => beyond_box(p, DVec3::from_array(*half_extents)),
        Shape::Rectangle { half_extents: [x, y] } => beyond_box(p, DVec3::new(*x, *y, 0.0)),
        Shape::Circle { radius } => (p.x.hypot(p.y) - radius).max(0.0).hypot(p.z),
        Shape::Cylinder { radius, half_height, axis } => {
            let (along, side) = split(p, *axis);
            (along.abs() - half_height).max(0.0).hypot((side.length() - radius).max(0.0))
        }
        Shape::Capsule { radius, half_height, axis } => {
            let (along, side) = split(p, *axis);
            ((along.abs() - half_height).max(0.0).hypot(side.length()) - radius).max(0.0)
        }
        Shape::Cone { radius, half_height, axis } => {
            let (along, side) = split(p, *axis);
            beyond_cone(DVec2::new(side.length(), along), *radius, *half_height)
        }
        Shape::Ellipsoid { radii } => beyond_ellipsoid(p, DVec3::from_array(*radii)),
        Shape::Inflate { radius, shape } => (outside(shape, p, rounding) - radius).max(0.0),
        image @ Shape::Affine { matrix, offset, shape } => {
            let m = DMat3::from_cols_array_2d(matrix).transpose();
            let stretch = matrix.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
            let q = m.inverse() * (p - DVec3::from_array(*offset));
            // The inverse of a matrix that flattens has no significant digits.
            if m.determinant().abs() > 1e-9 * stretch.powi(3) {
                stretch * outside(shape, q, rounding / stretch)
            } else {
                nearest(|d| farthest(image, d) - p, rounding)[0]
            }
        }
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

/// Distance from `(distance from the axis, height)` to the triangle that generates the cone.
fn beyond_cone(p: DVec2, radius: f64, half_height: f64) -> f64 {
    let foot = DVec2::new(0.0, -half_height);
    let rim = DVec2::new(radius, -half_height);
    let apex = DVec2::new(0.0, half_height);
    let below_slope = (apex - rim).perp_dot(p - rim) >= 0.0;
    if p.y >= -half_height && below_slope {
        return 0.0;
    }
    beyond_segment(p, foot, rim).min(beyond_segment(p, rim, apex))
}

/// Distance of a point from a segment.
fn beyond_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let t = ((p - a).dot(b - a) / (b - a).length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    p.distance(a.lerp(b, t))
}

/// Lower bound of the distance, along the line to the ellipsoid's center; accurate near the surface.
fn beyond_ellipsoid(p: DVec3, radii: DVec3) -> f64 {
    if radii.min_element() == 0.0 {
        return nearest(|d| radii * (radii * d).normalize_or(DVec3::X) - p, 0.0)[0];
    }
    let level = (p / radii).length();
    if level <= 1.0 { 0.0 } else { p.length() * (1.0 - 1.0 / level) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(shape: &Shape) -> Placed<'_> {
        Placed {
            shape,
            margin: 0.0,
            rotation: DMat3::IDENTITY,
            turn: DQuat::IDENTITY,
            position: DVec3::ZERO,
            in_plane: false,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    #[test]
    fn distances_to_points_agree_with_formulas() {
        let unit = Shape::Box { half_extents: [1.0, 2.0, 3.0] };
        let ball = Shape::Sphere { radius: 1.5 };
        let cylinder = Shape::Cylinder { radius: 1.0, half_height: 2.0, axis: Axis::Z };
        let cone = Shape::Cone { radius: 3.0, half_height: 2.0, axis: Axis::Y };
        let egg = Shape::Ellipsoid { radii: [3.0, 1.0, 2.0] };
        let rows = [[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let long = Shape::Affine { matrix: rows, offset: [1.0, 0.0, 0.0], shape: std::boxed::Box::new(ball.clone()) };
        let puffed = Shape::Inflate { radius: 0.25, shape: std::boxed::Box::new(unit.clone()) };
        let flat = Shape::Triangle { points: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] };
        let cases = [
            (&unit, DVec3::new(4.0, 6.0, 3.5), (9.0 + 16.0 + 0.25f64).sqrt()),
            (&unit, DVec3::new(0.5, 0.5, -2.9), 0.0),
            (&unit, DVec3::new(1.0, 2.0, 3.0), 0.0),
            (&ball, DVec3::new(3.0, 4.0, 0.0), 3.5),
            (&ball, DVec3::new(0.3, 0.4, 1.0), 0.0),
            (&cylinder, DVec3::new(3.0, 4.0, 1.0), 4.0),
            (&cylinder, DVec3::new(0.0, 0.0, 5.0), 3.0),
            (&cone, DVec3::new(0.0, 3.0, 0.0), 1.0),
            (&cone, DVec3::new(1.5 + 0.8, 0.6, 0.0), 1.0),
            (&cone, DVec3::new(0.0, -5.0, 2.0), 3.0),
            (&cone, DVec3::new(0.5, 0.9, 0.5), 0.0),
            (&egg, DVec3::new(0.0, 1.5, 0.0), 0.5),
            (&egg, DVec3::new(2.9, 0.1, 0.1), 0.0),
            (&long, DVec3::new(3.9, 0.0, 0.0), 0.0),
            (&puffed, DVec3::new(4.0, 6.0, 3.0), 4.75),
            (&flat, DVec3::new(0.25, 0.25, 2.0), 2.0),
            (&flat, DVec3::new(1.0, 1.0, 0.0), 0.5f64.sqrt()),
        ];
        for (shape, point, distance) in cases {
            let found = placed(shape).distance_to(point, 1e-12);
            assert!((found - distance).abs() < 1e-9, "{shape:?} {point}: {found} instead of {distance}");
        }
    }

    #[test]
    fn gaps_have_the_sign_of_the_house() {
        let ball = Shape::Sphere { radius: 1.0 };
        let a = placed(&ball);
        let mut b = placed(&ball);
        b.position = DVec3::new(5.0, 0.0, 0.0);
        assert_eq!(gap_along(&a, &b, DVec3::X), 3.0);
        assert_eq!(gap_along(&a, &b, DVec3::Y), -2.0);
        b.position = DVec3::new(0.5, 0.0, 0.0);
        assert_eq!(gap_along(&a, &b, DVec3::X), -1.5);
    }
}
