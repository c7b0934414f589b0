//! Affine images: `S(M·P + N, d) = M · S(P, Mᵀ·d) + N` (`[ACD11]` "Transformation").

use super::Shape;
use super::validate::{ShapeError, check_point};
use crate::dim3::numbers::{ACCURATE_SQUARE, length};
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::{SupportPoint, farthest};

/// Affine image `M · P + N` of a shape `P`: non-uniform scale, shear, reflections and projections.
#[derive(Clone, Debug)]
pub struct Affine {
    /// The matrix `M`, which maps the inner shape.
    matrix: Mat3,
    /// Transpose of the matrix, which maps directions to the inner shape.
    transposed: Mat3,
    /// The offset `N`, meters.
    offset: Vec3,
    /// The inner shape `P`.
    shape: Shape,
    /// Radius of a ball around the origin that contains the image, meters.
    radius: Real,
}

impl Affine {
    /// The image of a shape.
    ///
    /// # Errors
    /// If a number is not finite or the image is too large.
    pub(super) fn new(matrix: Mat3, offset: Vec3, shape: Shape) -> Result<Self, ShapeError> {
        let transposed = matrix.transpose();
        // The columns of the transpose are the rows of the matrix.
        for (index, row) in [transposed.x_axis, transposed.y_axis, transposed.z_axis].into_iter().enumerate() {
            check_point("matrix", index, row)?;
        }
        check_point("offset", 0, offset)?;
        let radius = norm(&matrix) * shape.radius() + length(offset);
        if !(radius <= rounding::largest()) {
            return Err(ShapeError::TooLarge { field: "matrix", index: 0 });
        }
        Ok(Self { matrix, transposed, offset, shape, radius })
    }

    /// The matrix `M`, which maps the inner shape.
    pub fn matrix(&self) -> Mat3 {
        self.matrix
    }

    /// The offset `N`, meters.
    pub fn offset(&self) -> Vec3 {
        self.offset
    }

    /// The inner shape `P`.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The point of the image farthest along `d`, with the inner shape's feature.
    pub(super) fn support(&self, d: Vec3) -> SupportPoint {
        let SupportPoint { point, feature } = farthest(&self.shape, self.transposed * d);
        SupportPoint { point: self.matrix * point + self.offset, feature }
    }

    /// Radius of a ball around the origin that contains the image, meters.
    pub(super) fn radius(&self) -> Real {
        self.radius
    }

    /// The image of `shape`, the inner shape in another unit, with the matrix and the offset multiplied by these
    /// factors.
    pub(super) fn scaled(&self, matrix_factor: Real, shape: Shape, offset_factor: Real) -> Self {
        let transposed = self.transposed * matrix_factor;
        let matrix = self.matrix * matrix_factor;
        let offset = self.offset * offset_factor;
        let radius = norm(&matrix) * shape.radius() + length(offset);
        Self { matrix, transposed, offset, shape, radius }
    }
}

/// The Frobenius norm: an upper bound of the factor by which the matrix stretches any vector.
fn norm(matrix: &Mat3) -> Real {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let square: Real = columns.map(Vec3::length_squared).iter().sum();
    if square > ACCURATE_SQUARE { square.sqrt() } else { length(columns.map(length).into()) }
}
