//! Signed volumes that the origin spans with the faces of a tetrahedron, by which the signed volumes method decides
//! whether the tetrahedron contains the origin, and which faces are searched otherwise.

use crate::dim3::prelude::*;
use crate::dim3::rounding::PRODUCT_ROUNDING;

/// Square of the relative rounding error of a triple product of differences.
const ROUNDING_SQUARE: Real = (PRODUCT_ROUNDING * EPS) * (PRODUCT_ROUNDING * EPS);

/// Six times the volumes of a tetrahedron and of the tetrahedra that the origin spans with its faces.
pub(super) struct Volumes {
    /// Six times the signed volume of the tetrahedron.
    pub whole: Real,
    /// `C_j`: six times the signed volume that the origin spans with the face opposite to vertex `j`.
    pub parts: [Real; 4],
    /// Square of the rounding error of `C_j`, compared with the square of `C_j` to avoid a square root.
    rounding_square: [Real; 4],
    /// Normals, of any length, of the three faces at the first vertex, in the order of the opposite vertices.
    pub normals: [Vec3; 3],
}

impl Volumes {
    /// The volumes, except that of the face opposite to the first vertex, which is set to 0.
    #[inline(always)]
    pub fn of([d, a, b, c]: [Vec3; 4]) -> Self {
        let da = a - d;
        let db = b - d;
        let dc = c - d;
        let bc = db.cross(dc);
        let ca = dc.cross(da);
        let ab = da.cross(db);
        let [da_square, db_square, dc_square] = [da, db, dc].map(Vec3::length_squared);
        let scale = ROUNDING_SQUARE * d.length_squared();
        Self {
            whole: da.dot(bc),
            parts: [0.0, -d.dot(bc), -d.dot(ca), -d.dot(ab)],
            // Each error is relative to the product of the lengths of two edges and of their common vertex `d`.
            rounding_square: [
                0.0,
                scale * (db_square * dc_square),
                scale * (dc_square * da_square),
                scale * (da_square * db_square),
            ],
            normals: [bc, ca, ab],
        }
    }

    /// The volumes with that of the face opposite to the first vertex.
    #[inline(always)]
    pub fn with_base(mut self, [_, a, b, c]: [Vec3; 4]) -> Self {
        let e = b - a;
        let f = c - a;
        self.parts[0] = e.cross(f).dot(a);
        self.rounding_square[0] = ROUNDING_SQUARE * a.length_squared() * (e.length_squared() * f.length_squared());
        self
    }

    /// Whether the origin may be beyond the face opposite to vertex `across`, so that the face has to be searched: its
    /// volume does not certainly have the sign of the whole tetrahedron's.
    #[inline(always)]
    pub fn may_be_beyond_face(&self, across: usize) -> bool {
        let part = if self.whole < 0.0 { -self.parts[across] } else { self.parts[across] };
        part <= 0.0 || part * part <= self.rounding_square[across]
    }
}
