//! Shapes of the bodies of a world, and half-planes as ground: static and unbounded, with contacts at the lowest
//! vertices of the bodies on them.

use crate::dim2::half_space::facing_side_vertices;
use crate::dim2::pose::Pose;
use crate::dim2::prelude::*;
use crate::dim2::rounding;
use crate::dim2::shape::Shape;

/// Returns the inverse of a rotation `(cos, sin)`.
pub(super) fn inverse(rotation: Vec2) -> Vec2 {
    Vec2::new(rotation.x, -rotation.y)
}

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
    /// Outward unit normal, in the body's frame.
    pub normal: Vec2,
    /// Signed distance of the boundary line from the body's origin along the normal, meters; positive if the half-plane
    /// contains the origin.
    pub offset: Real,
}

impl From<Shape> for Solid {
    fn from(shape: Shape) -> Self {
        Self::Convex(shape)
    }
}

impl Solid {
    /// Returns the radius around the body's origin that encloses a convex shape, margin included; for a half-plane the
    /// distance of its line from the origin; meters.
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
    /// Point on the line of the half-plane, world, meters.
    pub on_plane: Vec2,
    /// Point on the surface of the body, world, meters.
    pub on_body: Vec2,
    /// Penetration depth, meters; negative if the body is separate from the half-plane.
    pub depth: Real,
    /// Id of the point: the index of the vertex of the body's core.
    pub id: u64,
}

impl HalfPlane {
    /// Returns the half-plane in world axes, with its offset from the world's origin.
    pub(super) fn in_world(&self, pose: &Pose) -> Self {
        let normal = pose.rotation.rotate(self.normal);
        Self { normal, offset: normal.dot(pose.position) + self.offset }
    }

    /// Returns the outward normal in world axes, and the contacts of a body at `body_pose`: at the one or two vertices
    /// of the side that faces the half-plane most, if they are at most `margin` away, meters. `pose` is the pose of the
    /// half-plane.
    pub(super) fn touches(
        &self,
        pose: &Pose,
        shape: &Shape,
        body_pose: &Pose,
        margin: Real,
    ) -> (Vec2, [Option<Touch>; 2]) {
        let normal = pose.rotation.rotate(self.normal);
        let size = shape.radius() + self.offset.abs() + (body_pose.position - pose.position).abs().element_sum();
        let largest_gap = margin + rounding::bound_rounding2(size);
        let vertices = facing_side_vertices(shape, inverse(body_pose.rotation).rotate(-normal));
        let touches = vertices.map(|vertex| {
            let vertex = vertex?;
            let on_body = body_pose.point(shape.core()[vertex as usize]) - normal * shape.margin();
            let depth = self.offset - normal.dot(on_body - pose.position);
            let on_plane = on_body + normal * depth;
            (depth >= -largest_gap).then_some(Touch { on_plane, on_body, depth, id: u64::from(vertex) })
        });
        (normal, touches)
    }
}
