//! Shapes in another unit of length.

use std::sync::Arc;

use super::solid_of_revolution::SolidOfRevolution;
use super::{Kind, Shape};
use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;

impl Shape {
    /// The shape with all lengths multiplied by `factor`, a power of two, so that no number is rounded.
    pub(in crate::dim3) fn scaled(&self, factor: Real) -> Self {
        Self(match &self.0 {
            Kind::Sphere { radius } => Kind::Sphere { radius: radius * factor },
            Kind::Box { half_extents } => Kind::Box { half_extents: *half_extents * factor },
            Kind::Cylinder(solid) => Kind::Cylinder(scaled_solid(solid, factor)),
            Kind::Cone(solid) => Kind::Cone(scaled_solid(solid, factor)),
            Kind::Capsule(solid) => Kind::Capsule(scaled_solid(solid, factor)),
            Kind::Ellipsoid { radii } => Kind::Ellipsoid { radii: *radii * factor },
            Kind::Segment(ends) => Kind::Segment(ends.map(|p| p * factor)),
            Kind::Triangle(corners) => Kind::Triangle(corners.map(|p| p * factor)),
            Kind::Polytope(polytope) => Kind::Polytope(Arc::new(polytope.scaled(factor))),
            Kind::Affine(affine) => {
                // The inner shape is scaled to a size of about one, and the matrix takes the remaining factor.
                let inner_factor = unit_scale(affine.shape().radius());
                let inner_shape = affine.shape().scaled(inner_factor);
                Kind::Affine(Arc::new(affine.scaled(factor / inner_factor, inner_shape, factor)))
            }
            Kind::Inflate { shape, margin } => {
                Kind::Inflate { shape: Arc::new(shape.scaled(factor)), margin: margin * factor }
            }
        })
    }
}

/// The solid with both sizes multiplied by `factor`.
fn scaled_solid(solid: &SolidOfRevolution, factor: Real) -> SolidOfRevolution {
    SolidOfRevolution { radius: solid.radius * factor, half_height: solid.half_height * factor, axis: solid.axis }
}
