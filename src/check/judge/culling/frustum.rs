//! Frustum planes as the culling judge computes them, from the scene's camera, projection matrix or list of planes.

use contact_lens_model::answer::FrustumPlane;
use contact_lens_scene::model::{DepthRange, FrustumForm, MatrixLayout};
use glam::{DMat3, DQuat, DVec3, DVec4};

/// A difference below this fraction of its operands has hardly a significant digit in `f32`.
const MIN_SIGNIFICANT: f64 = 1e-6;

/// Distance of a plane, meters, beyond which it excludes no body of a scene.
const MAX_DISTANCE: f64 = 1e12;

/// Frustum plane that the scene implies.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedPlane {
    /// Plane in the world frame.
    pub plane: FrustumPlane,
    /// Growth of rounding errors by cancelation, ≥ 1: the sum of the lengths of the vectors whose sum is the plane's
    /// normal, over the length of that sum.
    pub canceled: f64,
    /// Whether an answer may omit the plane: the plane excludes nothing, or its normal is almost 0.
    pub may_be_absent: bool,
}

impl ExpectedPlane {
    /// Normalizes the plane `n·x + d ≥ 0`, the row `(n, d)`. `operands` is the sum of the lengths of the two vectors
    /// whose sum is `n`; 0 if `n` is not a sum. `None` when `n` is 0.
    fn of(row: DVec4, operands: f64) -> Option<Self> {
        let size = row.truncate().length();
        if size == 0.0 {
            return None;
        }
        let canceled = (operands / size).max(1.0);
        let may_be_absent = canceled * MIN_SIGNIFICANT > 1.0 || row.w > MAX_DISTANCE * size;
        let plane = FrustumPlane { normal: row.truncate() / size, offset: row.w / size };
        Some(Self { plane, canceled, may_be_absent })
    }

    /// Plane whose coefficients are the sum of two rows of a matrix. `None` if the coefficients define no plane.
    fn sum(p: DVec4, q: DVec4) -> Option<Self> {
        Self::of(p + q, p.truncate().length() + q.truncate().length())
    }
}

/// Returns the planes in the order left, right, bottom, top, near, far, in the world frame; an entry is `None` where
/// the frustum has no such plane. Returns `None` for an incomplete form.
pub fn planes(form: &FrustumForm) -> Option<[Option<ExpectedPlane>; 6]> {
    if let Some(planes) = form.planes {
        return Some(planes.map(|plane| ExpectedPlane::of(DVec4::from(plane), 0.0)));
    }
    match &form.matrix {
        Some(matrix) => Some(planes_of_matrix(form, matrix)),
        None => planes_of_camera(form),
    }
}

/// Planes of a projection matrix after Gribb and Hartmann: in clip space −w ≤ x, y ≤ w, and z from 0 or −w to w. Each
/// inequality is a plane whose coefficients are a sum or difference of two rows of the matrix.
fn planes_of_matrix(form: &FrustumForm, m: &[f64; 16]) -> [Option<ExpectedPlane>; 6] {
    // Coefficients of each clip coordinate as a function of a point in the world.
    let [x, y, z, w] = [0, 1, 2, 3].map(|i| match form.layout {
        Some(MatrixLayout::RowVectors) => DVec4::new(m[i], m[4 + i], m[8 + i], m[12 + i]),
        _ => DVec4::new(m[4 * i], m[4 * i + 1], m[4 * i + 2], m[4 * i + 3]),
    });
    // The planes of the least and of the greatest z; with reversed depth, the greatest is near.
    let low = match form.depth {
        Some(DepthRange::MinusOneToOne) => ExpectedPlane::sum(w, z),
        _ => ExpectedPlane::of(z, 0.0),
    };
    let high = ExpectedPlane::sum(w, -z);
    let [near, far] = if form.reversed == Some(true) { [high, low] } else { [low, high] };
    let far = if form.infinite == Some(true) { None } else { far };
    [
        ExpectedPlane::sum(w, x),
        ExpectedPlane::sum(w, -x),
        ExpectedPlane::sum(w, y),
        ExpectedPlane::sum(w, -y),
        near,
        far,
    ]
}

/// Planes of a camera: the side planes pass through the eye and the edges of the image at a distance of one meter.
/// `None` without an eye, a field of view, an aspect ratio or a near distance.
fn planes_of_camera(form: &FrustumForm) -> Option<[Option<ExpectedPlane>; 6]> {
    let eye = DVec3::from(form.eye?);
    let axes = match (form.rotation, form.target) {
        (Some(q), _) => DMat3::from_quat(DQuat::from_array(q).normalize()),
        (None, Some(target)) => {
            let back = (eye - DVec3::from(target)).normalize();
            let right = form.up.map_or(DVec3::Y, DVec3::from).normalize().cross(back).normalize();
            DMat3::from_cols(right, back.cross(right), back)
        }
        _ => DMat3::IDENTITY,
    };
    let [right, up, ahead] = [axes.x_axis, axes.y_axis, -axes.z_axis];
    // Half the size of the image at a distance of one meter.
    let half_height = (0.5 * form.fov_y?.to_radians()).tan();
    let half_width = half_height * form.aspect?;
    Some([
        plane_beyond(eye, right + ahead * half_width, 0.0),
        plane_beyond(eye, -right + ahead * half_width, 0.0),
        plane_beyond(eye, up + ahead * half_height, 0.0),
        plane_beyond(eye, -up + ahead * half_height, 0.0),
        plane_beyond(eye, ahead, form.near?),
        form.far.and_then(|far| plane_beyond(eye, -ahead, -far)),
    ])
}

/// Plane with the normal direction `n`, which points inside, at `distance` meters from the eye along it. `None` when
/// `n` is 0.
fn plane_beyond(eye: DVec3, n: DVec3, distance: f64) -> Option<ExpectedPlane> {
    ExpectedPlane::of(n.extend(-n.dot(eye) - distance * n.length()), 0.0)
}
