//! The judge's own planes of a frustum, from what the scene says of it.

use glam::{DMat3, DQuat, DVec3, DVec4};

use super::Plane;
use crate::scene::model::{DepthRange, FrustumForm, MatrixLayout};

/// What is at most this share of the numbers that it is the difference of has no digits.
const CANCELED: f64 = 1e-6;

/// Meters: no body is farther away.
const BEYOND: f64 = 1e12;

/// A plane of the scene.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// As it must be.
    pub plane: Plane,
    /// How large the numbers are of which it is the difference, beside its normal: 1 where nothing cancels.
    pub canceled: f64,
    /// Whether an answer may leave it out: it holds all that there is, or has next to no normal.
    pub may_be_absent: bool,
}

impl Wanted {
    /// Of `n·x + d ≥ 0` with a normal of any length; `None` where it has none.
    fn of(row: DVec4, beside: f64) -> Option<Self> {
        let size = row.truncate().length();
        if size == 0.0 {
            return None;
        }
        let canceled = (beside / size).max(1.0);
        let may_be_absent = canceled * CANCELED > 1.0 || row.w > BEYOND * size;
        Some(Self { plane: (row.truncate() / size, row.w / size), canceled, may_be_absent })
    }
}

/// Left, right, bottom, top, near, far; `None` for one that is absent. Nothing of a form that is none.
pub fn planes(form: &FrustumForm) -> Option<[Option<Wanted>; 6]> {
    if let Some(planes) = form.planes {
        return Some(planes.map(|plane| Wanted::of(DVec4::from(plane), 0.0)));
    }
    match &form.matrix {
        Some(matrix) => Some(of_matrix(form, matrix)),
        None => of_camera(form),
    }
}

/// Gribb and Hartmann: in clip space −w ≤ x, y ≤ w, and z from 0 or −w to w.
fn of_matrix(form: &FrustumForm, m: &[f64; 16]) -> [Option<Wanted>; 6] {
    let row = |i: usize| match form.layout {
        Some(MatrixLayout::RowVectors) => DVec4::new(m[i], m[4 + i], m[8 + i], m[12 + i]),
        _ => DVec4::new(m[4 * i], m[4 * i + 1], m[4 * i + 2], m[4 * i + 3]),
    };
    let [x, y, z, w] = [0, 1, 2, 3].map(row);
    let plane = |p: DVec4, q: DVec4| Wanted::of(p + q, p.truncate().length() + q.truncate().length());
    let low = match form.depth {
        Some(DepthRange::MinusOneToOne) => plane(w, z),
        _ => Wanted::of(z, 0.0),
    };
    let high = plane(w, -z);
    let [near, far] = if form.reversed == Some(true) { [high, low] } else { [low, high] };
    let far = far.filter(|_| form.infinite != Some(true));
    [plane(w, x), plane(w, -x), plane(w, y), plane(w, -y), near, far]
}

/// Through the eye and the sides of the picture, which is one meter away.
fn of_camera(form: &FrustumForm) -> Option<[Option<Wanted>; 6]> {
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
    let high = (0.5 * form.fov_y?.to_radians()).tan();
    let wide = high * form.aspect?;
    let through = |n: DVec3, way: f64| Wanted::of(n.extend(-n.dot(eye) - way * n.length()), 0.0);
    Some([
        through(right + ahead * wide, 0.0),
        through(-right + ahead * wide, 0.0),
        through(up + ahead * high, 0.0),
        through(-up + ahead * high, 0.0),
        through(ahead, form.near?),
        form.far.and_then(|far| through(-ahead, -far)),
    ])
}
