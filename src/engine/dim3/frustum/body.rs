//! What is culled: boxes, balls, and whatever else has a support mapping.

use std::sync::Arc;

use super::super::prelude::*;
use super::half_space::product;
use super::{BodyError, Pose, Shape, Solid, Support, farthest, matrix, rounding};

/// A box with a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Its center, meters.
    pub center: Vec3,
    /// From the center to the middle of three faces: perpendicular to each other, of any length, 0 too.
    pub half_axes: [Vec3; 3],
}

/// Any convex shape with a pose.
#[derive(Clone, Debug)]
pub struct Convex {
    /// In its own frame.
    pub shape: Shape,
    /// From the shape's axes to those of the planes.
    pub rotation: Mat3,
    /// Of the shape's origin, meters.
    pub position: Vec3,
    /// Its faces and edges where it is a polytope: only then there is an exact test.
    pub solid: Option<Arc<Solid>>,
}

/// A body.
#[derive(Clone, Debug)]
pub enum Body {
    /// A box.
    Box(OrientedBox),
    /// A ball.
    Ball {
        /// Its center, meters.
        center: Vec3,
        /// Its radius, meters.
        radius: Real,
    },
    /// Any other convex shape.
    Convex(Convex),
}

/// A body's shadow on a unit normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The middle of the shadow: `n·c`, meters.
    pub middle: Real,
    /// Half its width, `r`.
    pub half: Real,
    /// What rounding is measured by: `|n|·|c| + |n|·Σ|A|`.
    pub magnitude: Real,
}

/// # Errors
/// The coordinate that is too large, or none.
fn placed(center: Vec3) -> Result<(), BodyError> {
    let far = |x: &Real| !(x.abs() <= rounding::largest());
    center.to_array().iter().position(far).map_or(Ok(()), |index| Err(BodyError::Center { index }))
}

/// # Errors
/// The size that is below 0, too large, or none.
fn sized(sizes: &[Real]) -> Result<(), BodyError> {
    let bad = |x: &Real| !(*x >= 0.0 && *x <= rounding::largest());
    sizes.iter().position(bad).map_or(Ok(()), |index| Err(BodyError::Size { index }))
}

impl OrientedBox {
    /// A box whose axes are turned by `rotation`, of any length but 0. Half extents of 0 are allowed.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn new(center: Vec3, half_extents: Vec3, rotation: Quat) -> Result<Self, BodyError> {
        placed(center)?;
        sized(&half_extents.to_array())?;
        let square = rotation.length_squared();
        if !(square > 0.0 && square < Real::INFINITY) {
            return Err(BodyError::Rotation);
        }
        let turn = matrix(rotation);
        let axes = [turn.x_axis * half_extents.x, turn.y_axis * half_extents.y, turn.z_axis * half_extents.z];
        Ok(Self { center, half_axes: axes })
    }

    #[inline(always)]
    pub(super) fn span(&self, n: Vec3) -> Span {
        let [x, y, z] = self.half_axes;
        let half = product(n, x).abs() + product(n, y).abs() + product(n, z).abs();
        let sizes = x.abs() + y.abs() + z.abs();
        let magnitude = product(n.abs(), self.center.abs()) + product(n.abs(), sizes);
        Span { middle: product(n, self.center), half, magnitude }
    }

    /// The corner that lies farthest along `n`.
    fn corner(&self, n: Vec3) -> Vec3 {
        let ahead = |axis: Vec3| if product(n, axis) < 0.0 { -axis } else { axis };
        let [x, y, z] = self.half_axes;
        self.center + ahead(x) + ahead(y) + ahead(z)
    }
}

impl Convex {
    /// A shape at a pose. Polytopes bring their faces and edges: [`Solid::of_shape`].
    ///
    /// # Errors
    /// A pose that is out of range.
    pub fn new(shape: Shape, pose: &Pose, solid: Option<Arc<Solid>>) -> Result<Self, BodyError> {
        placed(pose.position)?;
        let rotation = matrix(pose.rotation);
        if !rotation.is_finite() {
            return Err(BodyError::Rotation);
        }
        Ok(Self { shape, rotation, position: pose.position, solid })
    }

    /// The point that lies farthest along `n`.
    fn point(&self, n: Vec3) -> Vec3 {
        self.rotation * farthest(&self.shape, self.rotation.transpose() * n).point + self.position
    }

    fn span(&self, n: Vec3) -> Span {
        let along = |sign: Real| {
            let own = self.rotation.transpose() * (n * sign);
            product(own, farthest(&self.shape, own).point) * sign
        };
        let [low, high] = [along(-1.0), along(1.0)];
        let radius = self.shape.bounding_radius() + self.shape.margin();
        Span {
            middle: product(n, self.position) + 0.5 * (low + high),
            half: 0.5 * (high - low),
            magnitude: product(n.abs(), self.position.abs()) + 2.0 * radius,
        }
    }
}

impl Body {
    /// A ball.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn ball(center: Vec3, radius: Real) -> Result<Self, BodyError> {
        placed(center)?;
        sized(&[radius])?;
        Ok(Self::Ball { center, radius })
    }

    /// Its shadow on a unit normal.
    #[inline]
    pub fn span(&self, n: Vec3) -> Span {
        match self {
            Self::Box(body) => body.span(n),
            Self::Ball { center, radius } => {
                let magnitude = product(n.abs(), center.abs()) + radius;
                Span { middle: product(n, *center), half: *radius, magnitude }
            }
            Self::Convex(body) => body.span(n),
        }
    }

    /// The n-vertex and the p-vertex: the points that lie farthest against `n` and along it.
    #[inline]
    pub fn extremes(&self, n: Vec3) -> [Vec3; 2] {
        [-n, n].map(|n| match self {
            Self::Box(body) => body.corner(n),
            Self::Ball { center, radius } => *center + n * *radius,
            Self::Convex(body) => body.point(n),
        })
    }

    /// Its center; of what is neither box nor ball the origin of its frame.
    pub fn center(&self) -> Vec3 {
        match self {
            Self::Box(body) => body.center,
            Self::Ball { center, .. } => *center,
            Self::Convex(body) => body.position,
        }
    }

    /// The directions of the normals of its faces, one for two opposite ones. Of any length, 0 where a box is flat.
    pub(super) fn faces(&self) -> impl Iterator<Item = Vec3> + '_ {
        let (axes, solid) = self.features();
        let lines = solid.into_iter().flat_map(|(solid, turn)| solid.lines.iter().map(move |line| *turn * line.normal));
        axes.into_iter().flatten().chain(lines)
    }

    /// The directions of its edges, one for the four parallel ones of a box.
    pub(super) fn edges(&self) -> impl Iterator<Item = Vec3> + '_ {
        let (axes, solid) = self.features();
        let edges =
            solid.into_iter().flat_map(|(solid, turn)| solid.edges.iter().map(move |edge| *turn * edge.direction));
        axes.into_iter().flatten().chain(edges)
    }

    fn features(&self) -> (Option<[Vec3; 3]>, Option<(&Solid, &Mat3)>) {
        match self {
            Self::Box(body) => (Some(body.half_axes), None),
            Self::Ball { .. } => (None, None),
            Self::Convex(body) => (None, body.solid.as_deref().map(|solid| (solid, &body.rotation))),
        }
    }
}
