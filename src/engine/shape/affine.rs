//! Affine images: `S(M·P + N, d) = M · S(P, Mᵀ·d) + N` (S0 "Affine transformation").

use super::super::prelude::*;
use super::super::support::{Support, SupportPoint};
use super::super::tolerance;
use super::Shape;
use super::validate::{ShapeError, point};

/// `M · P + N`: non-uniform scale, shear, mirrors and projections.
#[derive(Clone, Debug)]
pub struct Affine {
    matrix: Mat3,
    transposed: Mat3,
    offset: Vec3,
    shape: Shape,
    radius: Real,
}

impl Affine {
    pub(super) fn new(matrix: Mat3, offset: Vec3, shape: Shape) -> Result<Self, ShapeError> {
        let rows = matrix.transpose();
        for (index, row) in [rows.x_axis, rows.y_axis, rows.z_axis].into_iter().enumerate() {
            point("matrix", index, row)?;
        }
        point("offset", 0, offset)?;
        // The Frobenius norm is not below the largest stretch.
        let stretch =
            [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec3::length_squared).iter().sum::<Real>().sqrt();
        let radius = stretch * shape.radius() + offset.length();
        if !(radius <= tolerance::largest()) {
            return Err(ShapeError::TooLarge { field: "matrix", index: 0 });
        }
        Ok(Self { matrix, transposed: rows, offset, shape, radius })
    }

    /// `M`.
    pub fn matrix(&self) -> Mat3 {
        self.matrix
    }

    /// `N`, metres.
    pub fn offset(&self) -> Vec3 {
        self.offset
    }

    /// `P`.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(super) fn support(&self, d: Vec3) -> SupportPoint {
        let SupportPoint { point, feature } = self.shape.support(self.transposed * d);
        SupportPoint { point: self.matrix * point + self.offset, feature }
    }

    pub(super) fn radius(&self) -> Real {
        self.radius
    }
}
