//! The six planes of a frustum: from a matrix, from a lens, or as they are given.

use super::super::numbers::{length, unit};
use super::super::prelude::*;
use super::half_space::{HalfSpace, product};
use super::{FrustumError, Pose, Side, interior, rounding};
use crate::ask::{DepthRange, MatrixLayout};

/// How a projection matrix is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Convention {
    /// On which side of the matrix points stand.
    pub layout: MatrixLayout,
    /// The depths that are seen.
    pub depth: DepthRange,
    /// Whether the near plane has the largest depth. It swaps the names of near and far, and nothing else.
    pub reversed: bool,
    /// Whether there is no far plane, whatever rounding left of it in the matrix. One whose normal is nothing within
    /// rounding is found to be absent without this.
    pub infinite: bool,
}

/// A camera's lens. The camera looks along its own −z, y is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// The angle between bottom and top, radians: above 0 and below π.
    pub fov_y: Real,
    /// Width of the screen over its height.
    pub aspect: Real,
    /// Distance of the near plane, meters; 0 for a pyramid with its tip in the eye.
    pub near: Real,
    /// That of the far plane, if there is one.
    pub far: Option<Real>,
}

/// What up to six half-spaces have in common. It has interior points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    planes: [Option<HalfSpace>; 6],
}

/// A plane before it is normalized: coefficients, and the length beside which a normal is nothing.
struct Raw {
    normal: Vec3,
    offset: Real,
    beside: Real,
}

impl Frustum {
    /// From a projection, or from view and projection multiplied, which gives planes in the frame in which views start. Rows of
    /// the matrix as it is written, whatever its layout.
    ///
    /// A plane whose normal is not longer than `64 EPS` beside the rows that it is the difference of is absent: within
    /// rounding, the matrix does not tell it from one at infinity.
    ///
    /// # Errors
    /// A number that is none, a plane that is zero, or no point with interior that all planes have in common.
    pub fn from_matrix(matrix: &[[Real; 4]; 4], convention: &Convention) -> Result<Self, FrustumError> {
        finite(matrix)?;
        let clip = |i: usize| match convention.layout {
            MatrixLayout::RowVectors => [0, 1, 2, 3].map(|k| matrix[k][i]),
            MatrixLayout::ColumnVectors => matrix[i],
        };
        let w = clip(3);
        let spatial = |row: [Real; 4]| Vec3::new(row[0], row[1], row[2]);
        let raw = |base: [Real; 4], row: [Real; 4], sign: Real| {
            let sum = [0, 1, 2, 3].map(|k| base[k] + sign * row[k]);
            Raw { normal: spatial(sum), offset: sum[3], beside: length(spatial(w)) + length(spatial(row)) }
        };
        let (low, high) = match convention.depth {
            DepthRange::ZeroToOne => (raw([0.0; 4], clip(2), 1.0), raw(w, clip(2), -1.0)),
            DepthRange::MinusOneToOne => (raw(w, clip(2), 1.0), raw(w, clip(2), -1.0)),
        };
        let (near, far) = if convention.reversed { (high, low) } else { (low, high) };
        let screen = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)].map(|(i, sign)| raw(w, clip(i), sign));
        let [left, right, bottom, top] = screen;
        let mut planes = [None; 6];
        for (side, raw) in Side::ALL.into_iter().zip([left, right, bottom, top, near, far]) {
            let dropped = side == Side::Far && convention.infinite;
            planes[side.index()] = if dropped { None } else { raw.normalized(side)? };
        }
        Self::of(planes)
    }

    /// From six planes `[a, b, c, d]` with `ax + by + cz + d ≥ 0` inside, of any length. A plane without a normal and with `d > 0` is
    /// absent.
    ///
    /// # Errors
    /// As [`Frustum::from_matrix`].
    pub fn from_planes(given: &[[Real; 4]; 6]) -> Result<Self, FrustumError> {
        finite(given)?;
        let mut planes = [None; 6];
        for (side, [a, b, c, d]) in Side::ALL.into_iter().zip(*given) {
            planes[side.index()] = Raw { normal: Vec3::new(a, b, c), offset: d, beside: 0.0 }.normalized(side)?;
        }
        Self::of(planes)
    }

    /// What a camera sees that stands at `pose`.
    ///
    /// # Errors
    /// A number of the lens that is out of range, or a pose that is not finite.
    pub fn perspective(pose: &Pose, lens: &Lens) -> Result<Self, FrustumError> {
        let bad = |field| Err(FrustumError::BadLens { field });
        let slope = (0.5 * lens.fov_y).tan();
        if !(lens.fov_y > 0.0 && slope > 0.0 && slope < Real::INFINITY) {
            return bad("fov_y");
        }
        if !(lens.aspect > 0.0 && lens.aspect < Real::INFINITY) {
            return bad("aspect");
        }
        if !(lens.near >= 0.0 && lens.near < Real::INFINITY) {
            return bad("near");
        }
        if lens.far.is_some_and(|far| !(far > lens.near && far < Real::INFINITY)) {
            return bad("far");
        }
        let wide = slope * lens.aspect;
        let local = [
            (Vec3::new(1.0, 0.0, -wide), Some(0.0)),
            (Vec3::new(-1.0, 0.0, -wide), Some(0.0)),
            (Vec3::new(0.0, 1.0, -slope), Some(0.0)),
            (Vec3::new(0.0, -1.0, -slope), Some(0.0)),
            (Vec3::NEG_Z, Some(-lens.near)),
            (Vec3::Z, lens.far),
        ];
        let mut planes = [None; 6];
        for (side, (normal, offset)) in Side::ALL.into_iter().zip(local) {
            let normal = pose.rotation * normal.normalize();
            let Some(offset) = offset.map(|offset| offset - product(normal, pose.position)) else { continue };
            planes[side.index()] = Raw { normal, offset, beside: 0.0 }.normalized(side)?;
        }
        Self::of(planes)
    }

    fn of(planes: [Option<HalfSpace>; 6]) -> Result<Self, FrustumError> {
        let finite = |plane: &HalfSpace| plane.normal.is_finite() && plane.offset.is_finite();
        match planes.iter().flatten().position(|plane| !finite(plane)) {
            Some(row) => Err(FrustumError::NotFinite { row, column: 0 }),
            None => interior::required(&planes).map(|()| Self { planes }),
        }
    }

    /// A plane; `None` if it is absent.
    #[inline]
    pub fn plane(&self, side: Side) -> Option<HalfSpace> {
        self.planes[side.index()]
    }

    /// All planes there are, in order.
    #[inline]
    pub fn planes(&self) -> impl Iterator<Item = (Side, HalfSpace)> + Clone + '_ {
        Side::ALL.into_iter().filter_map(|side| Some((side, self.plane(side)?)))
    }

    /// How many planes there are.
    pub fn count(&self) -> u32 {
        self.planes().count() as u32
    }
}

/// # Errors
/// The first number that is none.
fn finite(rows: &[[Real; 4]]) -> Result<(), FrustumError> {
    for (row, numbers) in rows.iter().enumerate() {
        if let Some(column) = numbers.iter().position(|x| !x.is_finite()) {
            return Err(FrustumError::NotFinite { row, column });
        }
    }
    Ok(())
}

impl Raw {
    /// Unit and inward; `None` where the plane is at infinity. Offsets beyond what any body may have count as that.
    fn normalized(self, side: Side) -> Result<Option<HalfSpace>, FrustumError> {
        let Self { normal, offset, beside } = self;
        let size = length(normal);
        let direction = if size > rounding::ABSENT * EPS * beside { unit(normal) } else { None };
        let plane = direction.map(|normal| HalfSpace { normal, offset: offset / size });
        match plane {
            Some(plane) if plane.offset.abs() <= 4.0 * rounding::largest() => Ok(Some(plane)),
            _ if offset > 0.0 => Ok(None),
            _ if offset < 0.0 => Err(FrustumError::NothingInside { side }),
            _ => Err(FrustumError::ZeroPlane { side }),
        }
    }
}
