//! View frusta of a scene: conversion to planes in the world frame, and edits (move, widen, aim). All in `f64`.

use contact_lens_engine::double::dim3::frustum::{Convention, Frustum, FrustumError, HalfSpace, Lens, Side};
use contact_lens_engine::double::pose::Pose;
use contact_lens_scene::model::{FrustumForm, MatrixLayout};
use glam::{DMat3, DQuat, DVec3};

/// Determinant of the normal equations of unit normals below which the planes are nearly parallel to one direction and
/// do not determine a point.
const MIN_DETERMINANT: f64 = 1e-6;

/// Smallest vertical angle of view that an edit sets, degrees.
const MIN_FOV: f64 = 0.1;

/// Largest vertical angle of view that an edit sets, degrees.
const MAX_FOV: f64 = 179.0;

/// Distance of the far plane, meters, that [`aim`] assumes for a camera without one. It decides only how far ahead the
/// target is.
const ASSUMED_FAR_DISTANCE: f64 = 10.0;

/// Reason why a scene's frustum is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFrustumError {
    /// Name of the field within the frustum; empty for the frustum as a whole.
    pub field: String,
    /// Reason, for the user: a predicate of the field, such as `is missing`, or a clause about the whole frustum.
    pub message: String,
}

impl SceneFrustumError {
    /// Error about all planes together, at the field that defines the frustum.
    pub(super) fn at_definition(form: &FrustumForm, message: String) -> Self {
        let field = match form {
            FrustumForm { planes: Some(_), .. } => "planes",
            FrustumForm { matrix: Some(_), .. } => "matrix",
            _ => "eye",
        };
        Self { field: field.to_owned(), message }
    }

    /// The engine's error at the field of the scene that causes it.
    fn new(form: &FrustumForm, error: FrustumError) -> Self {
        let field = match error {
            FrustumError::BadLens { field } => field.to_owned(),
            FrustumError::NotFinite { row, column } if form.planes.is_some() => format!("planes[{row}][{column}]"),
            FrustumError::NotFinite { row, column } => format!("matrix[{}]", 4 * row + column),
            FrustumError::ZeroPlane { side } | FrustumError::NothingInside { side } if form.planes.is_some() => {
                format!("planes[{}]", side.index())
            }
            FrustumError::ZeroPlane { .. } | FrustumError::NothingInside { .. } => String::from("matrix"),
            _ => return Self::at_definition(form, error.to_string()),
        };
        Self { field, message: error.to_string() }
    }

    /// Error about a required field that is absent.
    fn missing(field: &str) -> Self {
        Self { field: field.to_owned(), message: String::from("is missing") }
    }
}

/// Position of a camera, meters, and its rotation, world frame; `None` for a frustum given by a matrix or by planes.
pub fn camera(form: &FrustumForm) -> Option<(DVec3, DQuat)> {
    let eye = DVec3::from(form.eye?);
    if let Some(rotation) = form.rotation {
        return Some((eye, DQuat::from_array(rotation).normalize()));
    }
    let Some(target) = form.target.map(DVec3::from) else { return Some((eye, DQuat::IDENTITY)) };
    // A camera looks along its −z axis, with x to the right and y up.
    let back = unit_or_zero(eye - target);
    let up = unit_or_zero(form.up.map_or(DVec3::Y, DVec3::from));
    let right = unit_or_zero(up.cross(back));
    Some((eye, DQuat::from_mat3(&DMat3::from_cols(right, back.cross(right), back)).normalize()))
}

/// Unit vector along `v`, scaled first so that no square overflows; zero for zero.
fn unit_or_zero(v: DVec3) -> DVec3 {
    (v / v.abs().max_element().max(f64::MIN_POSITIVE)).normalize_or_zero()
}

/// Planes of the frustum in the world frame.
///
/// # Errors
/// The invalid field and the reason. Parsed scenes leave one case: planes without a common interior.
pub fn in_world(form: &FrustumForm) -> Result<Frustum, SceneFrustumError> {
    if let Some(planes) = &form.planes {
        return Frustum::from_planes(planes).map_err(|error| SceneFrustumError::new(form, error));
    }
    if let Some(matrix) = &form.matrix {
        let rows = [0, 4, 8, 12].map(|k| [matrix[k], matrix[k + 1], matrix[k + 2], matrix[k + 3]]);
        let layout = form.layout.unwrap_or_default();
        let depth = form.depth.unwrap_or_default();
        let reversed = form.reversed.unwrap_or(false);
        let infinite = form.infinite.unwrap_or(false);
        let convention = Convention { layout, depth, reversed, infinite };
        return Frustum::from_matrix(&rows, &convention).map_err(|error| SceneFrustumError::new(form, error));
    }
    let (eye, rotation) = camera(form).ok_or_else(|| SceneFrustumError::missing("eye"))?;
    let lens = Lens {
        fov_y: form.fov_y.ok_or_else(|| SceneFrustumError::missing("fov_y"))?.to_radians(),
        aspect: form.aspect.ok_or_else(|| SceneFrustumError::missing("aspect"))?,
        near: form.near.ok_or_else(|| SceneFrustumError::missing("near"))?,
        far: form.far,
    };
    let pose = Pose::new(eye, rotation);
    Frustum::perspective(&pose, &lens).map_err(|error| SceneFrustumError::new(form, error))
}

/// Point near the frustum, world frame, meters. Plane offsets relative to this point have little rounding error. It is
/// the camera's eye, else the point with the least sum of squared distances to the planes, else the world's origin.
pub fn reference_point(form: &FrustumForm, frustum: &Frustum) -> DVec3 {
    if let Some(eye) = form.eye {
        return DVec3::from(eye);
    }
    // The least-squares point p solves (Σ n nᵀ) p = −Σ n d.
    let mut normal_products = DMat3::ZERO;
    let mut right_side = DVec3::ZERO;
    for (_, HalfSpace { normal, offset }) in frustum.planes() {
        normal_products += DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
        right_side -= normal * offset;
    }
    let point = if normal_products.determinant().abs() > MIN_DETERMINANT {
        normal_products.inverse() * right_side
    } else {
        DVec3::ZERO
    };
    if point.is_finite() { point } else { DVec3::ZERO }
}

/// Rigid motion of the world: a rotation about `pivot`, then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Fixed point of the rotation, meters.
    pub pivot: DVec3,
    /// Unit quaternion of the rotation.
    pub rotation: DQuat,
    /// Translation of the world, meters.
    pub translation: DVec3,
}

impl Motion {
    /// Moved position of a point.
    fn point(&self, p: [f64; 3]) -> [f64; 3] {
        (self.rotation * (DVec3::from(p) - self.pivot) + self.pivot + self.translation).to_array()
    }

    /// Moved position of the world's origin.
    fn origin(&self) -> DVec3 {
        self.pivot + self.translation - self.rotation * self.pivot
    }

    /// Moved plane: n·x + d ≥ 0 becomes n′·x′ + d′ ≥ 0 with n′ = R n and d′ = d − n′·c, where c is the moved origin.
    fn plane(&self, [a, b, c, d]: [f64; 4]) -> [f64; 4] {
        let normal = self.rotation * DVec3::new(a, b, c);
        [normal.x, normal.y, normal.z, d - normal.dot(self.origin())]
    }

    /// Moved matrix: M′ = M T⁻¹ for column vectors and T⁻ᵀ M for row vectors. In both, the coefficients of each
    /// clip-space coordinate (a row or a column) move as a plane does.
    fn matrix(&self, matrix: &[f64; 16], layout: Option<MatrixLayout>) -> [f64; 16] {
        let is_transposed = layout == Some(MatrixLayout::RowVectors);
        let mut moved = *matrix;
        for clip in 0..4 {
            let indices = [0, 1, 2, 3].map(|k| if is_transposed { 4 * k + clip } else { 4 * clip + k });
            let plane = self.plane(indices.map(|index| matrix[index]));
            (0..4).for_each(|k| moved[indices[k]] = plane[k]);
        }
        moved
    }
}

/// The frustum after a rigid motion.
pub fn moved(form: &FrustumForm, motion: &Motion) -> FrustumForm {
    FrustumForm {
        eye: form.eye.map(|eye| motion.point(eye)),
        target: form.target.map(|target| motion.point(target)),
        up: moved_up(form, motion),
        rotation: moved_rotation(form, motion),
        matrix: form.matrix.as_ref().map(|matrix| motion.matrix(matrix, form.layout)),
        planes: form.planes.map(|planes| planes.map(|plane| motion.plane(plane))),
        ..form.clone()
    }
}

/// Up vector of a frustum after a motion. A camera with a target and without `up` uses the world's up axis y, which a
/// rotation replaces by a vector of its own; `None` if the frustum still needs no up vector.
fn moved_up(form: &FrustumForm, motion: &Motion) -> Option<[f64; 3]> {
    let has_rotation = motion.rotation != DQuat::IDENTITY;
    if form.up.is_none() && (form.target.is_none() || !has_rotation) {
        return None;
    }
    let up = form.up.map_or(DVec3::Y, DVec3::from);
    Some((motion.rotation * up).to_array())
}

/// Rotation of a camera after a motion, a unit quaternion. A camera with neither `rotation` nor `target` has the
/// identity as its rotation; `None` if the frustum still needs none.
fn moved_rotation(form: &FrustumForm, motion: &Motion) -> Option<[f64; 4]> {
    let has_rotation = motion.rotation != DQuat::IDENTITY;
    if form.rotation.is_none() && (form.eye.is_none() || form.target.is_some() || !has_rotation) {
        return None;
    }
    let rotation = form.rotation.map_or(DQuat::IDENTITY, |q| DQuat::from_array(q).normalize());
    Some((motion.rotation * rotation).normalize().to_array())
}

/// The frustum with the size of its near plane scaled by `factor`; unchanged unless it is a camera.
pub fn widened(form: &FrustumForm, factor: f64) -> FrustumForm {
    FrustumForm { fov_y: form.fov_y.map(|fov| scaled_angle(fov, factor).clamp(MIN_FOV, MAX_FOV)), ..form.clone() }
}

/// Angle of view, degrees, whose half tangent is `factor` times that of `fov`.
fn scaled_angle(fov: f64, factor: f64) -> f64 {
    2.0 * ((0.5 * fov.to_radians()).tan() * factor).atan().to_degrees()
}

/// Rewrites a camera without a change of its view: with `at_target` as a target midway between the near and the far
/// plane and an up vector, otherwise as a rotation. Planes and matrices are left as they are.
pub fn aim(form: &mut FrustumForm, at_target: bool) {
    let Some((eye, rotation)) = camera(form) else { return };
    if at_target {
        let ahead = 0.5 * (form.near.unwrap_or(0.0) + form.far.unwrap_or(ASSUMED_FAR_DISTANCE));
        form.target = Some((eye - rotation * DVec3::Z * ahead).to_array());
        form.up = Some((rotation * DVec3::Y).to_array());
        form.rotation = None;
    } else {
        form.target = None;
        form.up = None;
        form.rotation = Some(rotation.to_array());
    }
}

/// Planes `[a, b, c, d]`, ax + by + cz + d ≥ 0 inside, with coordinates relative to `origin`, in the order of
/// [`Side::ALL`]. An absent plane has no normal and d = 1.
pub fn planes_relative_to(frustum: &Frustum, origin: DVec3) -> [[f64; 4]; 6] {
    Side::ALL.map(|side| match frustum.plane(side) {
        Some(HalfSpace { normal: n, offset }) => [n.x, n.y, n.z, n.dot(origin) + offset],
        None => [0.0, 0.0, 0.0, 1.0],
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(json: serde_json::Value) -> FrustumForm {
        serde_json::from_value(json).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The planes of a frustum, unit normals.
    fn planes(form: &FrustumForm) -> Vec<[f64; 4]> {
        let frustum: Frustum = in_world(form).unwrap_or_else(|error| panic!("{}: {}", error.field, error.message));
        planes_relative_to(&frustum, DVec3::ZERO).to_vec()
    }

    #[test]
    fn every_form_of_a_frustum_is_moved_as_its_planes_are() {
        let rotation = DQuat::from_axis_angle(DVec3::new(1.0, -2.0, 0.5).normalize(), 0.7);
        let motion = Motion { pivot: DVec3::new(1.0, 2.0, -3.0), rotation, translation: DVec3::new(-4.0, 0.5, 2.0) };
        let camera =
            json!({"eye": [1, 2, 3], "target": [0, 0, -5], "fov_y": 50, "aspect": 1.5, "near": 0.1, "far": 40});
        let rotated = json!({"eye": [1, 2, 3], "rotation": [0.1, 0.3, -0.2, 0.9273618495495704], "fov_y": 50,
                         "aspect": 1.5, "near": 0.1, "far": 40});
        let plain = json!({"eye": [1, 2, 3], "fov_y": 50, "aspect": 1.5, "near": 0.1});
        // 60 degrees, aspect 1, near 1, far 100, Direct3D and OpenGL.
        let rows = json!({"matrix": [1.732, 0, 0, 0,  0, 1.732, 0, 0,  0, 0, -1.0101, -1,  0.3, -0.2, -1.0101, 0.1],
                       "layout": "row_vectors", "depth": "zero_to_one"});
        let columns = json!({"matrix": [1.732, 0, 0, 0.3,  0, 1.732, 0, -0.2,  0, 0, -1.0202, -2.0202,  0, 0, -1, 0.1],
                          "layout": "column_vectors", "depth": "minus_one_to_one"});
        let planes_only = json!({"planes": [[1,0,0,1],[-1,0,0,1],[0,1,0,1],[0,-1,0,1],[0,0,1,1],[0,0,-1,1]]});
        for json in [camera, rotated, plain, rows, columns, planes_only] {
            let form = form(json.clone());
            let expected = planes(&form).into_iter().map(|plane| motion.plane(plane));
            for (expected, found) in expected.zip(planes(&moved(&form, &motion))) {
                let off = (0..4).map(|k| (expected[k] - found[k]).abs()).fold(0.0, f64::max);
                // An absent plane has no normal, and d = 1 from any reference point.
                assert!(off < 1e-9 || expected[..3] == [0.0; 3], "{json}: {expected:?} {found:?}");
            }
        }
    }

    #[test]
    fn a_shift_leaves_rotation_and_up_as_they_were_written() {
        let shift = Motion { pivot: DVec3::ZERO, rotation: DQuat::IDENTITY, translation: DVec3::X };
        let form = form(json!({"eye": [1, 2, 3], "target": [0, 0, -5], "fov_y": 50, "aspect": 1.5, "near": 0.1}));
        let moved = moved(&form, &shift);
        assert_eq!((moved.eye, moved.target, moved.up), (Some([2.0, 2.0, 3.0]), Some([1.0, 0.0, -5.0]), None));
        assert!(widened(&form, 2.0).fov_y.is_some_and(|fov| (fov - 86.009).abs() < 1e-2));
    }
}
