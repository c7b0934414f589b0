//! The frusta of a scene as planes of the world, in `f64`, whichever engine culls.

use glam::{DMat3, DQuat, DVec3};

use crate::double::dim3::frustum::{Convention, Depth, Frustum, FrustumError, HalfSpace, Layout, Lens, Side};
use crate::double::pose::Pose;
use crate::scene::model::{DepthRange, FrustumForm, MatrixLayout};

/// Why a scene's frustum is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFrustumError {
    /// The field within the frustum; empty for the whole.
    pub field: String,
    /// One sentence.
    pub message: String,
}

impl SceneFrustumError {
    /// About the frustum as a whole: the field that makes it what it is.
    pub(super) fn whole(form: &FrustumForm, message: String) -> Self {
        let field = match form {
            FrustumForm { planes: Some(_), .. } => "planes",
            FrustumForm { matrix: Some(_), .. } => "matrix",
            _ => "eye",
        };
        Self { field: field.to_owned(), message }
    }

    fn new(form: &FrustumForm, error: FrustumError) -> Self {
        let plane = |i: usize| if form.planes.is_some() { format!("planes[{i}]") } else { String::from("matrix") };
        let field = match error {
            FrustumError::BadLens { field } => field.to_owned(),
            FrustumError::NotFinite { row, column } if form.planes.is_some() => format!("planes[{row}][{column}]"),
            FrustumError::NotFinite { row, column } => format!("matrix[{}]", 4 * row + column),
            FrustumError::ZeroPlane { side } | FrustumError::NothingInside { side } => plane(side.index()),
            _ => return Self::whole(form, error.to_string()),
        };
        Self { field, message: error.to_string() }
    }
}

/// Where a camera stands and how it looks; `None` for a frustum that is given by a matrix or by its planes.
pub fn camera(form: &FrustumForm) -> Option<(DVec3, DQuat)> {
    let eye = DVec3::from(form.eye?);
    if let Some(rotation) = form.rotation {
        return Some((eye, DQuat::from_array(rotation).normalize()));
    }
    let Some(target) = form.target.map(DVec3::from) else { return Some((eye, DQuat::IDENTITY)) };
    let unit = |v: DVec3| (v / v.abs().max_element().max(f64::MIN_POSITIVE)).normalize_or_zero();
    let back = unit(eye - target);
    let right = unit(unit(form.up.map_or(DVec3::Y, DVec3::from)).cross(back));
    Some((eye, DQuat::from_mat3(&DMat3::from_cols(right, back.cross(right), back)).normalize()))
}

/// The planes in the world.
///
/// # Errors
/// The field that is wrong, and why. The rules of scene files leave few: planes without a common interior.
pub fn in_world(form: &FrustumForm) -> Result<Frustum, SceneFrustumError> {
    let wrong = |error| SceneFrustumError::new(form, error);
    if let Some(planes) = &form.planes {
        return Frustum::from_planes(planes).map_err(wrong);
    }
    if let Some(matrix) = &form.matrix {
        let rows = [0, 4, 8, 12].map(|k| [matrix[k], matrix[k + 1], matrix[k + 2], matrix[k + 3]]);
        let layout = match form.layout {
            Some(MatrixLayout::RowVectors) => Layout::RowVectors,
            _ => Layout::ColumnVectors,
        };
        let depth = match form.depth {
            Some(DepthRange::MinusOneToOne) => Depth::MinusOneToOne,
            _ => Depth::ZeroToOne,
        };
        let (reversed, infinite) = (form.reversed.unwrap_or(false), form.infinite.unwrap_or(false));
        return Frustum::from_matrix(&rows, &Convention { layout, depth, reversed, infinite }).map_err(wrong);
    }
    let missing = |field: &str| SceneFrustumError { field: field.to_owned(), message: String::from("is missing") };
    let (eye, rotation) = camera(form).ok_or_else(|| missing("eye"))?;
    let lens = Lens {
        fov_y: form.fov_y.ok_or_else(|| missing("fov_y"))?.to_radians(),
        aspect: form.aspect.ok_or_else(|| missing("aspect"))?,
        near: form.near.ok_or_else(|| missing("near"))?,
        far: form.far,
    };
    Frustum::perspective(&Pose { position: eye, rotation }, &lens).map_err(wrong)
}

/// A point near a frustum, from which distances are measured so that few digits are lost: the camera's eye, or the point that
/// is nearest to all planes; the world's origin where there is no such.
pub fn home(form: &FrustumForm, frustum: &Frustum) -> DVec3 {
    if let Some(eye) = form.eye {
        return DVec3::from(eye);
    }
    let (mut normals, mut sum) = (DMat3::ZERO, DVec3::ZERO);
    for (_, HalfSpace { normal, offset }) in frustum.planes() {
        normals += DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        sum -= normal * offset;
    }
    let point = if normals.determinant().abs() > 1e-6 { normals.inverse() * sum } else { DVec3::ZERO };
    if point.is_finite() { point } else { DVec3::ZERO }
}

/// The planes as they are seen from a point: `[a, b, c, d]` in order; an absent one has no normal and is above 0.
pub fn seen_from(frustum: &Frustum, home: DVec3) -> [[f64; 4]; 6] {
    Side::ALL.map(|side| match frustum.plane(side) {
        Some(HalfSpace { normal: n, offset }) => [n.x, n.y, n.z, n.dot(home) + offset],
        None => [0.0, 0.0, 0.0, 1.0],
    })
}
