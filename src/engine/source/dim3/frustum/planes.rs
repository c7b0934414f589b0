//! The six planes of a frustum, and their construction from a projection matrix, from a camera's lens, or from the
//! coefficients of the planes.

use std::f64::consts::PI;

use super::half_space::{HalfSpace, product};
use super::{FrustumError, Pose, Side, interior, rounding};
use crate::dim3::numbers::{length, unit};
use crate::dim3::prelude::*;
use contact_lens_model::ask::{DepthRange, MatrixLayout};

/// Convention of a projection matrix: how its numbers are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Convention {
    /// Whether points are row vectors or column vectors.
    pub layout: MatrixLayout,
    /// Range of visible depths.
    pub depth: DepthRange,
    /// Whether the near plane has the largest depth. Only swaps the names of near and far.
    pub reversed: bool,
    /// Whether the far plane is absent, whatever rounding left of it in the matrix. A far plane whose normal is zero to
    /// rounding counts as absent even without this.
    pub infinite: bool,
}

/// A camera's lens. In its own frame the camera looks along −z, with y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// Vertical field of view, radians: above 0 and below π.
    pub fov_y: Real,
    /// Width of the screen divided by its height.
    pub aspect: Real,
    /// Distance of the near plane, meters; 0 for a pyramid with its apex at the eye.
    pub near: Real,
    /// Distance of the far plane, meters; `None` without one.
    pub far: Option<Real>,
}

/// The intersection of up to six half-spaces, with a non-empty interior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// The half-spaces in the order of [`Side::ALL`]; `None` for an absent plane.
    planes: [Option<HalfSpace>; 6],
}

/// Bound of the distance of a valid body's points from the origin, as a multiple of [`rounding::largest`]: half the
/// diagonals of the cube of all centers and of the largest box, `√3` each, rounded up.
const FARTHEST_BODY: Real = 4.0;

/// A plane before normalization: its coefficients, and the length compared with which a normal is negligible.
struct RawPlane {
    /// First three coefficients: an inward normal of any length.
    normal: Vec3,
    /// Last coefficient: offset of the plane, times the length of the normal.
    offset: Real,
    /// Length of the numbers that the normal was computed from. A normal that is zero to rounding compared with it is
    /// negligible. 0 if only a zero normal is.
    scale: Real,
}

/// First three numbers of a row.
fn xyz(row: [Real; 4]) -> Vec3 {
    Vec3::new(row[0], row[1], row[2])
}

impl RawPlane {
    /// The plane `base + sign · row`, where `base` is 0 or a row of a matrix and `row` another one; `w` is the matrix's
    /// row for the clip coordinate w.
    fn combined(w: [Real; 4], base: [Real; 4], sign: Real, row: [Real; 4]) -> Self {
        let sum = [0, 1, 2, 3].map(|k| base[k] + sign * row[k]);
        Self { normal: xyz(sum), offset: sum[3], scale: length(xyz(w)) + length(xyz(row)) }
    }
}

impl Frustum {
    /// A frustum from a projection matrix, or from the product of view and projection, which gives planes in the view's
    /// source frame. `matrix` contains the rows as written, whatever the layout.
    ///
    /// A plane is absent if the length of its normal is at most `64 EPS` times that of the rows it is computed from: to
    /// rounding, it is at infinity.
    ///
    /// # Errors
    /// A number that is not finite, a plane without an inside, or planes without common interior points.
    pub fn from_matrix(matrix: &[[Real; 4]; 4], convention: &Convention) -> Result<Self, FrustumError> {
        check_finite(matrix)?;
        // Rows that give the clip coordinates x, y, z and w.
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| match convention.layout {
            MatrixLayout::RowVectors => [0, 1, 2, 3].map(|k| matrix[k][i]),
            MatrixLayout::ColumnVectors => matrix[i],
        });
        let low = match convention.depth {
            DepthRange::ZeroToOne => RawPlane::combined(w, [0.0; 4], 1.0, z),
            DepthRange::MinusOneToOne => RawPlane::combined(w, w, 1.0, z),
        };
        let high = RawPlane::combined(w, w, -1.0, z);
        let left = RawPlane::combined(w, w, 1.0, x);
        let right = RawPlane::combined(w, w, -1.0, x);
        let bottom = RawPlane::combined(w, w, 1.0, y);
        let top = RawPlane::combined(w, w, -1.0, y);
        let [near, far] = if convention.reversed { [high, low] } else { [low, high] };
        let mut planes = [None; 6];
        for (side, raw) in Side::ALL.into_iter().zip([left, right, bottom, top, near, far]) {
            let is_absent = side == Side::Far && convention.infinite;
            planes[side.index()] = if is_absent { None } else { raw.normalized(side)? };
        }
        Self::from_unit_planes(planes)
    }

    /// A frustum from six planes `[a, b, c, d]` in the order of [`Side::ALL`], with `ax + by + cz + d ≥ 0` inside. The
    /// normal `(a, b, c)` has any length. A plane with a zero normal and `d > 0` is absent.
    ///
    /// # Errors
    /// As [`Frustum::from_matrix`].
    pub fn from_planes(coefficients: &[[Real; 4]; 6]) -> Result<Self, FrustumError> {
        check_finite(coefficients)?;
        let mut planes = [None; 6];
        for (side, [a, b, c, d]) in Side::ALL.into_iter().zip(*coefficients) {
            planes[side.index()] = RawPlane { normal: Vec3::new(a, b, c), offset: d, scale: 0.0 }.normalized(side)?;
        }
        Self::from_unit_planes(planes)
    }

    /// The view frustum of a camera at `pose`, which maps the camera's frame to the frame of the planes.
    ///
    /// # Errors
    /// A number of the lens that is out of range, a pose that is not finite ([`FrustumError::NotFinite`] with the first
    /// plane that it makes), or planes without common interior points.
    pub fn perspective(pose: &Pose, lens: &Lens) -> Result<Self, FrustumError> {
        let slope = (0.5 * lens.fov_y).tan();
        // Beyond π the tangent is positive again on every other interval; next to the ends of the range it may round to
        // 0 or overflow.
        let is_in_range = lens.fov_y > 0.0 && lens.fov_y < PI as Real;
        if !(is_in_range && slope > 0.0 && slope < Real::INFINITY) {
            return Err(FrustumError::BadLens { field: "fov_y" });
        }
        if !(lens.aspect > 0.0 && lens.aspect < Real::INFINITY) {
            return Err(FrustumError::BadLens { field: "aspect" });
        }
        if !(lens.near >= 0.0 && lens.near < Real::INFINITY) {
            return Err(FrustumError::BadLens { field: "near" });
        }
        if lens.far.is_some_and(|far| !(far > lens.near && far < Real::INFINITY)) {
            return Err(FrustumError::BadLens { field: "far" });
        }
        let horizontal_slope = slope * lens.aspect;
        // Inward normals, of any length, and offsets in the camera's frame, in the order of the sides.
        let local_normals = [
            Vec3::new(1.0, 0.0, -horizontal_slope),
            Vec3::new(-1.0, 0.0, -horizontal_slope),
            Vec3::new(0.0, 1.0, -slope),
            Vec3::new(0.0, -1.0, -slope),
            Vec3::NEG_Z,
            Vec3::Z,
        ];
        let local_offsets = [Some(0.0), Some(0.0), Some(0.0), Some(0.0), Some(-lens.near), lens.far];
        let mut planes = [None; 6];
        for side in Side::ALL {
            let normal = pose.rotation * local_normals[side.index()].normalize();
            let Some(local_offset) = local_offsets[side.index()] else { continue };
            let offset = local_offset - product(normal, pose.position);
            check_plane_is_finite(side, normal, offset)?;
            planes[side.index()] = RawPlane { normal, offset, scale: 0.0 }.normalized(side)?;
        }
        Self::from_unit_planes(planes)
    }

    /// A frustum from planes with unit normals; `None` for absent ones.
    ///
    /// # Errors
    /// A number that is not finite, or planes without common interior points.
    fn from_unit_planes(planes: [Option<HalfSpace>; 6]) -> Result<Self, FrustumError> {
        for (side, plane) in Side::ALL.into_iter().zip(planes) {
            if let Some(HalfSpace { normal, offset }) = plane {
                check_plane_is_finite(side, normal, offset)?;
            }
        }
        interior::check_common_interior(&planes).map(|()| Self { planes })
    }

    /// The plane of this side; `None` if it is absent.
    #[inline]
    pub fn plane(&self, side: Side) -> Option<HalfSpace> {
        self.planes[side.index()]
    }

    /// All present planes, in order.
    #[inline]
    pub fn planes(&self) -> impl Iterator<Item = (Side, HalfSpace)> + Clone + '_ {
        Side::ALL.into_iter().filter_map(|side| Some((side, self.plane(side)?)))
    }

    /// Number of present planes.
    pub fn count(&self) -> u32 {
        self.planes().count() as u32
    }
}

/// Checks that all numbers are finite.
///
/// # Errors
/// The first number that is not.
fn check_finite(rows: &[[Real; 4]]) -> Result<(), FrustumError> {
    for (row, numbers) in rows.iter().enumerate() {
        if let Some(column) = numbers.iter().position(|x| !x.is_finite()) {
            return Err(FrustumError::NotFinite { row, column });
        }
    }
    Ok(())
}

/// Checks that the numbers of one plane are finite.
///
/// # Errors
/// The first number that is not, in the row of `side`.
fn check_plane_is_finite(side: Side, normal: Vec3, offset: Real) -> Result<(), FrustumError> {
    match [normal.x, normal.y, normal.z, offset].iter().position(|x| !x.is_finite()) {
        Some(column) => Err(FrustumError::NotFinite { row: side.index(), column }),
        None => Ok(()),
    }
}

impl RawPlane {
    /// The plane with a unit inward normal; `None` if it is at infinity, or so far away that all valid bodies are
    /// inside it.
    ///
    /// # Errors
    /// A plane without an inside.
    fn normalized(self, side: Side) -> Result<Option<HalfSpace>, FrustumError> {
        let Self { normal, offset, scale } = self;
        let length = length(normal);
        let direction = if length > rounding::ABSENT_PLANE_ROUNDING * EPS * scale { unit(normal) } else { None };
        let plane = direction.map(|normal| HalfSpace { normal, offset: offset / length });
        match plane {
            Some(plane) if plane.offset.abs() <= FARTHEST_BODY * rounding::largest() => Ok(Some(plane)),
            _ if offset > 0.0 => Ok(None),
            _ if offset < 0.0 => Err(FrustumError::NothingInside { side }),
            _ => Err(FrustumError::ZeroPlane { side }),
        }
    }
}
