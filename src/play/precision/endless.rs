//! Bodies without an end: what a half-space is in this precision, and how it is drawn.

use glam::{DQuat, DVec3};

use super::engine::dim3::half_space::HalfSpace;
use super::engine::prelude::*;
use super::{Bystander, QueryError, placed};
use crate::picture::Form;
use crate::picture::corners::plane_patch;
use crate::scene::model::{Body, Shape as Scene};

/// The half-space of a body, its margin added.
pub(super) fn half_space(body: &Body, planar: bool, path: &dyn Fn(&str) -> String) -> Result<HalfSpace, QueryError> {
    let Scene::HalfSpace { normal, offset } = &body.shape else {
        return Err(QueryError::new(path("shape.type"), "is no half-space"));
    };
    if planar && normal[2] != 0.0 {
        return Err(QueryError::new(path("shape.normal[2]"), "must be 0 in a query of the plane"));
    }
    HalfSpace::new(
        Vec3::new(normal[0] as Real, normal[1] as Real, normal[2] as Real),
        *offset as Real,
        body.margin as Real,
    )
    .map_err(|error| QueryError::new(path(&format!("shape.{}", error.path())), error.to_string()))
}

/// A share of what stands around by which a patch of a half-space reaches beyond it; a half-plane is drawn so many times as wide.
const BEYOND: f64 = 0.9;
const WIDE: f64 = 24.0;

/// The surface of a half-space that stands here, drawn below points around it.
pub(super) fn surface(half_space: &HalfSpace, (at, turn): (DVec3, DQuat), around: &[DVec3], flat: bool) -> Form {
    let normal = (turn * half_space.normal).normalize();
    let foot = |p: DVec3| p - normal * (normal.dot(p - at) - half_space.offset);
    let low = around.iter().copied().map(foot).reduce(DVec3::min).unwrap_or(at);
    let high = around.iter().copied().map(foot).reduce(DVec3::max).unwrap_or(at);
    let size = (high - low).length().max(1e-9 * at.length()).max(f64::MIN_POSITIVE);
    let far = around.iter().map(|p| (normal.dot(*p - at) - half_space.offset).abs()).fold(0.0, f64::max);
    let half_size = BEYOND * (size + 0.25 * far) * if flat { WIDE } else { 1.0 };
    // Exactly on the plane of a scene in the plane.
    let normal = if flat { normal.with_z(0.0).normalize() } else { normal };
    Form::HalfSpace { point: foot(0.5 * (low + high)), normal, half_size, flat }
}

/// Room for all of a patch in space: it is not cut where the pane ends. A half-plane is drawn far beyond what is in view.
pub(super) fn whole(form: &Form) -> Option<Form> {
    let Form::HalfSpace { point, normal, half_size, flat: false } = *form else { return None };
    plane_patch(point, normal, half_size).map(Form::Room)
}

/// The half-spaces among bodies that nobody asks about, drawn below points around them.
pub(super) fn bystanders(frame: usize, all: &[Bystander], around: &[DVec3], flat: bool) -> Vec<(String, Form)> {
    let drawn = |Bystander { body, track }: &Bystander| {
        let own = half_space(body, false, &|field| field.to_owned()).ok()?;
        Some((body.name.clone(), surface(&own, placed(track, frame).ok()?, around, flat)))
    };
    all.iter().filter(|other| other.body.shape.is_half_space()).filter_map(drawn).collect()
}
