//! Bodies for culling: boxes, balls, and all shapes with a support mapping.

use std::sync::Arc;

use super::half_space::product;
use super::{BodyError, Pose, Shape, Solid, Support, farthest, matrix, rounding};
use crate::dim3::prelude::*;

/// A box with a pose, in the frame of the planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Center of the box, meters.
    pub center: Vec3,
    /// Vectors from the center to the centers of three faces, meters: mutually perpendicular, possibly 0.
    pub half_axes: [Vec3; 3],
}

/// A convex shape with a pose in the frame of the planes.
#[derive(Clone, Debug)]
pub struct Convex {
    /// The shape, in its own frame.
    pub shape: Shape,
    /// Rotation from the shape's axes to those of the planes.
    pub rotation: Mat3,
    /// Position of the shape's origin, frame of the planes, meters.
    pub position: Vec3,
    /// Faces and edges of a polytope, in the shape's frame; `None` for a curved shape, which has no exact test.
    pub solid: Option<Arc<Solid>>,
}

/// A body to be culled, in the frame of the planes.
#[derive(Clone, Debug)]
pub enum Body {
    /// A box, axis-aligned or rotated.
    Box(OrientedBox),
    /// A ball, possibly of radius 0.
    Ball {
        /// Center of the ball, meters.
        center: Vec3,
        /// Radius of the ball, meters.
        radius: Real,
    },
    /// Any other convex shape.
    Convex(Convex),
}

/// Projection of a body on a unit normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Center of the projected interval, meters: `n·c` with the center `c` of a box or ball.
    pub center: Real,
    /// `r`: half the width of the interval, meters.
    pub half_width: Real,
    /// Size of the numbers in the projection, meters, from which its rounding error is computed: `|n|·|c| + |n|·Σ|A|`
    /// for a box with half axes `A`, absolute values by component; similar upper bounds for a ball and other shapes.
    pub magnitude: Real,
}

/// Checks the center of a body, or the origin of a shape.
///
/// # Errors
/// The first coordinate that is too large or not finite.
fn check_center(center: Vec3) -> Result<(), BodyError> {
    let too_far = center.to_array().iter().position(|x| !(x.abs() <= rounding::largest()));
    too_far.map_or(Ok(()), |index| Err(BodyError::Center { index }))
}

/// Checks half extents or a radius.
///
/// # Errors
/// The first size that is negative, too large or not finite.
fn check_sizes(sizes: &[Real]) -> Result<(), BodyError> {
    let invalid = sizes.iter().position(|x| !(*x >= 0.0 && *x <= rounding::largest()));
    invalid.map_or(Ok(()), |index| Err(BodyError::Size { index }))
}

impl OrientedBox {
    /// A box whose axes are rotated by `rotation`, a quaternion of any length but 0. Half extents, in meters, may be 0.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn new(center: Vec3, half_extents: Vec3, rotation: Quat) -> Result<Self, BodyError> {
        check_center(center)?;
        check_sizes(&half_extents.to_array())?;
        let square = rotation.length_squared();
        if !(square > 0.0 && square < Real::INFINITY) {
            return Err(BodyError::Rotation);
        }
        let Mat3 { x_axis, y_axis, z_axis } = matrix(rotation);
        let half_axes = [x_axis * half_extents.x, y_axis * half_extents.y, z_axis * half_extents.z];
        Ok(Self { center, half_axes })
    }

    /// Projection of the box on the unit normal `n`.
    #[inline(always)]
    pub(super) fn project(&self, n: Vec3) -> Projection {
        let [x, y, z] = self.half_axes;
        let half_width = product(n, x).abs() + product(n, y).abs() + product(n, z).abs();
        let sizes = x.abs() + y.abs() + z.abs();
        let magnitude = product(n.abs(), self.center.abs()) + product(n.abs(), sizes);
        Projection { center: product(n, self.center), half_width, magnitude }
    }

    /// Vertex farthest along `n`.
    fn p_vertex(&self, n: Vec3) -> Vec3 {
        let [x, y, z] = self.half_axes.map(|axis| if product(n, axis) < 0.0 { -axis } else { axis });
        self.center + x + y + z
    }
}

impl Convex {
    /// A shape with a pose. The faces and edges of a polytope, `solid`, are those of [`Solid::of_shape`].
    ///
    /// # Errors
    /// The part of the pose that is out of range.
    pub fn new(shape: Shape, pose: &Pose, solid: Option<Arc<Solid>>) -> Result<Self, BodyError> {
        check_center(pose.position)?;
        let rotation = matrix(pose.rotation);
        if !rotation.is_finite() {
            return Err(BodyError::Rotation);
        }
        Ok(Self { shape, rotation, position: pose.position, solid })
    }

    /// Point of the shape farthest along `n`, frame of the planes, meters.
    fn support_point(&self, n: Vec3) -> Vec3 {
        self.rotation * farthest(&self.shape, self.rotation.transpose() * n).point + self.position
    }

    /// Projection of the shape on the unit normal `n`.
    fn project(&self, n: Vec3) -> Projection {
        // Bounds of the interval, relative to the shape's origin.
        let [low, high] = [-1.0, 1.0].map(|sign| {
            let in_shape = self.rotation.transpose() * (n * sign);
            product(in_shape, farthest(&self.shape, in_shape).point) * sign
        });
        let radius = self.shape.bounding_radius() + self.shape.margin();
        Projection {
            center: product(n, self.position) + 0.5 * (low + high),
            half_width: 0.5 * (high - low),
            magnitude: product(n.abs(), self.position.abs()) + 2.0 * radius,
        }
    }
}

impl Body {
    /// A ball with this center and radius, meters.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn ball(center: Vec3, radius: Real) -> Result<Self, BodyError> {
        check_center(center)?;
        check_sizes(&[radius])?;
        Ok(Self::Ball { center, radius })
    }

    /// Projection of the body on the unit normal `n`.
    #[inline]
    pub fn project(&self, n: Vec3) -> Projection {
        match self {
            Self::Box(body) => body.project(n),
            Self::Ball { center, radius } => {
                let magnitude = product(n.abs(), center.abs()) + radius;
                Projection { center: product(n, *center), half_width: *radius, magnitude }
            }
            Self::Convex(body) => body.project(n),
        }
    }

    /// The n-vertex and the p-vertex: the points farthest against the unit normal `n` and along it, frame of the
    /// planes, meters.
    #[inline]
    pub fn extremes(&self, n: Vec3) -> [Vec3; 2] {
        [-n, n].map(|direction| match self {
            Self::Box(body) => body.p_vertex(direction),
            Self::Ball { center, radius } => *center + direction * *radius,
            Self::Convex(body) => body.support_point(direction),
        })
    }

    /// Center of a box or a ball, frame of the planes, meters; for other shapes the origin of the shape's frame.
    pub fn center(&self) -> Vec3 {
        match self {
            Self::Box(body) => body.center,
            Self::Ball { center, .. } => *center,
            Self::Convex(body) => body.position,
        }
    }

    /// Directions of the face normals, frame of the planes: one for two opposite faces. The vectors have any length;
    /// the one along an axis on which a box is flat is zero.
    pub(super) fn faces(&self) -> impl Iterator<Item = Vec3> + '_ {
        let solids = self.polytope().into_iter();
        let normals =
            solids.flat_map(|(solid, rotation)| solid.face_axes.iter().map(move |axis| rotation * axis.normal));
        self.half_axes().into_iter().flatten().chain(normals)
    }

    /// Directions of the edges, frame of the planes: vectors of any length, one for the four parallel edges of a box.
    pub(super) fn edges(&self) -> impl Iterator<Item = Vec3> + '_ {
        let solids = self.polytope().into_iter();
        let edges = solids.flat_map(|(solid, rotation)| solid.edges.iter().map(move |edge| rotation * edge.direction));
        self.half_axes().into_iter().flatten().chain(edges)
    }

    /// Half axes of a box, which are both its face normals and its edge directions; `None` for other bodies.
    fn half_axes(&self) -> Option<[Vec3; 3]> {
        match self {
            Self::Box(body) => Some(body.half_axes),
            Self::Ball { .. } | Self::Convex(_) => None,
        }
    }

    /// Faces and edges of a polytope in its own frame, and its rotation; `None` for other bodies.
    fn polytope(&self) -> Option<(&Solid, Mat3)> {
        match self {
            Self::Convex(body) => Some((body.solid.as_deref()?, body.rotation)),
            Self::Box(_) | Self::Ball { .. } => None,
        }
    }
}
