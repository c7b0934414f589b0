//! Half-planes as ground: static and unbounded, with contacts at the lowest vertices of the bodies on them.

use super::super::half_space::lowest;
use super::super::pose::Pose;
use super::super::prelude::*;
use super::super::rounding;
use super::super::shape::Shape;

/// Shape of a body in a world.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A convex shape with its margin, in the body's frame.
    Convex(Shape),
    /// A half-plane; static bodies only.
    HalfPlane(HalfPlane),
}

/// All `x` with `normal · x ≤ offset`, in the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Outward unit normal.
    pub normal: Vec2,
    /// Distance of the boundary line from the body's origin along the normal, meters.
    pub offset: Real,
}

impl From<Shape> for Solid {
    fn from(shape: Shape) -> Self {
        Self::Convex(shape)
    }
}

impl Solid {
    /// Radius around the origin that encloses a convex shape; for a half-plane the distance of its line from the
    /// origin, meters.
    pub fn radius(&self) -> Real {
        match self {
            Self::Convex(shape) => shape.radius(),
            Self::HalfPlane(plane) => plane.offset.abs(),
        }
    }
}

/// A contact of a body with a half-plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub on_plane: Vec2,
    pub on_body: Vec2,
    pub depth: Real,
    /// Vertex of the body's core.
    pub id: u64,
}

impl HalfPlane {
    /// The normal in the world, and the offset of the line along it from the world's origin.
    pub(super) fn placed(&self, pose: &Pose) -> (Vec2, Real) {
        let normal = pose.rotation.rotate(self.normal);
        (normal, normal.dot(pose.position) + self.offset)
    }

    /// The outward normal, and the contacts at the one or two vertices of the side that faces the half-plane most, if
    /// they are at most `margin` away.
    pub(super) fn touches(&self, at: &Pose, shape: &Shape, pose: &Pose, margin: Real) -> (Vec2, [Option<Touch>; 2]) {
        let normal = at.rotation.rotate(self.normal);
        let size = shape.radius() + self.offset.abs() + (pose.position - at.position).abs().element_sum();
        let farthest = margin + rounding::bound_rounding2(size);
        let back = Vec2::new(pose.rotation.x, -pose.rotation.y);
        let vertices = lowest(shape, back.rotate(-normal));
        let touches = vertices.map(|vertex| {
            let corner = vertex?;
            let on_body = pose.point(shape.core()[corner as usize]) - normal * shape.margin();
            let depth = self.offset - normal.dot(on_body - at.position);
            let on_plane = on_body + normal * depth;
            (depth >= -farthest).then_some(Touch { on_plane, on_body, depth, id: u64::from(corner) })
        });
        (normal, touches)
    }
}
