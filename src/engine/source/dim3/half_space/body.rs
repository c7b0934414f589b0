//! Interface of half-space queries to a body, in addition to its support mapping: the vertices that may touch the
//! plane, and whether support points are exact. Implemented for shapes and for bodies of contact manifolds.

use std::sync::Arc;

use super::manifold::Body;
use super::prelude::*;
use super::shape::{Kind, Shape};
use super::support::Support;

/// A convex body that can be queried against a half-space.
pub trait HalfSpaceBody: Support {
    /// Whether support points are stored vertices, which belong to the core without a rounding error.
    fn has_exact_vertices(&self) -> bool;

    /// Vertices of the core's feature that is farthest along `d` and faces `d` most, each with its index; body frame.
    /// Empty if that feature has no vertices.
    fn vertices_along(&self, d: Vec3) -> Vec<(u32, Vec3)>;
}

impl HalfSpaceBody for Shape {
    fn has_exact_vertices(&self) -> bool {
        match self.kind() {
            Kind::Sphere { .. }
            | Kind::Box { .. }
            | Kind::Capsule(_)
            | Kind::Segment(_)
            | Kind::Triangle(_)
            | Kind::Polytope(_) => true,
            Kind::Inflate { shape, .. } => shape.has_exact_vertices(),
            Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) => false,
        }
    }

    fn vertices_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        Body::new(self).map(|body| body.feature_along(d)).unwrap_or_default()
    }
}

impl HalfSpaceBody for Arc<Body> {
    fn has_exact_vertices(&self) -> bool {
        self.shape.has_exact_vertices()
    }

    fn vertices_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        self.feature_along(d)
    }
}

impl<C: HalfSpaceBody + ?Sized> HalfSpaceBody for &C {
    fn has_exact_vertices(&self) -> bool {
        (**self).has_exact_vertices()
    }

    fn vertices_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        (**self).vertices_along(d)
    }
}
