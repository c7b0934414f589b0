//! Half-spaces in the engine's precision, and their drawing.

use contact_lens_picture::Form;
use contact_lens_picture::marks::curve_points::plane_patch;
use contact_lens_scene::model::{Body, Shape};
use glam::{DQuat, DVec3};

use super::super::engine::dim3::half_space::HalfSpace;
use super::super::engine::prelude::*;
use super::super::{Bystander, QueryError, pose_in_frame};

/// Half size of the drawn patch of a half-space, relative to the extent of the points above it: the patch is a little
/// wider than the bodies.
const PATCH_SIZE: f64 = 0.9;

/// Growth of the extent with the distance of the farthest point from the surface, so that a far surface is still seen
/// as a plane below the bodies.
const GROWTH_WITH_DISTANCE: f64 = 0.25;

/// Least size of the points, relative to the distance from the world's origin, so that a single point gets a patch.
const MIN_RELATIVE_SIZE: f64 = 1e-9;

/// Factor by which a half-plane is wider than the patch of a half-space, so that its ends are outside of the view.
const HALF_PLANE_FACTOR: f64 = 24.0;

/// The half-space of a body in its body frame, margin included. With `planar` it must be a half-plane. `path` gives the
/// path of a field of the body for errors.
///
/// # Errors
/// The body is no half-space, or a number is invalid in this precision.
pub(in super::super) fn half_space(
    body: &Body,
    planar: bool,
    path: &dyn Fn(&str) -> String,
) -> Result<HalfSpace, QueryError> {
    let Shape::HalfSpace { normal, offset } = &body.shape else {
        return Err(QueryError::new(path("shape.type"), "must be `halfspace`"));
    };
    if planar && normal[2] != 0.0 {
        return Err(QueryError::new(path("shape.normal[2]"), "must be 0 in a 2D query"));
    }
    HalfSpace::new(
        Vec3::new(normal[0] as Real, normal[1] as Real, normal[2] as Real),
        *offset as Real,
        body.margin as Real,
    )
    .map_err(|error| QueryError::new(path(&format!("shape.{}", error.path())), error.to_string()))
}

/// The surface of a half-space at a world pose, drawn as a patch below the points `around`; a farther surface is
/// larger. `flat` is for 2D scenes, where the patch is a line.
pub(in super::super) fn surface(
    half_space: &HalfSpace,
    (position, rotation): (DVec3, DQuat),
    around: &[DVec3],
    flat: bool,
) -> Form {
    let normal = (rotation * half_space.normal).normalize();
    let plane = Plane { normal, origin: position, offset: half_space.offset };
    let low = around.iter().map(|p| plane.project(*p)).reduce(DVec3::min).unwrap_or(position);
    let high = around.iter().map(|p| plane.project(*p)).reduce(DVec3::max).unwrap_or(position);
    let size = (high - low).length().max(MIN_RELATIVE_SIZE * position.length()).max(f64::MIN_POSITIVE);
    let farthest = around.iter().map(|p| plane.height(*p).abs()).fold(0.0, f64::max);
    let widening = if flat { HALF_PLANE_FACTOR } else { 1.0 };
    let half_size = PATCH_SIZE * (size + GROWTH_WITH_DISTANCE * farthest) * widening;
    // The normal of a 2D scene is exactly in the plane z = 0.
    let normal = if flat { normal.with_z(0.0).normalize() } else { normal };
    Form::HalfSpace { point: plane.project(0.5 * (low + high)), normal, half_size, flat }
}

/// The plane at height `offset` above the point `origin` along `normal`, world frame.
struct Plane {
    /// Unit normal of the plane.
    normal: DVec3,
    /// Reference point from which `offset` is measured, meters.
    origin: DVec3,
    /// Signed distance of the plane from `origin`, meters; positive along the normal.
    offset: f64,
}

impl Plane {
    /// Signed distance of a point from the plane, meters; positive along the normal.
    fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p - self.origin) - self.offset
    }

    /// Nearest point of the plane.
    fn project(&self, p: DVec3) -> DVec3 {
        p - self.normal * self.height(p)
    }
}

/// Corners of a patch in 3D, so that the view shows all of it; `None` for a half-plane, which extends far beyond the
/// view.
pub(in super::super) fn patch_corners(form: &Form) -> Option<Vec<DVec3>> {
    let Form::HalfSpace { point, normal, half_size, flat: false } = *form else { return None };
    plane_patch(point, normal, half_size)
}

/// Names and drawn surfaces of the half-spaces among the bystanders, each below the points `around`. Invalid
/// half-spaces and ones that are absent from the frame are skipped.
pub(in super::super) fn bystander_half_spaces(
    frame: usize,
    bystanders: &[Bystander],
    around: &[DVec3],
    flat: bool,
) -> Vec<(String, Form)> {
    let half_spaces = bystanders.iter().filter(|bystander| bystander.body.shape.is_half_space());
    let surfaces = half_spaces.filter_map(|Bystander { body, track }| {
        let half_space = half_space(body, false, &|field| field.to_owned()).ok()?;
        let pose = pose_in_frame(track, frame).ok()?;
        Some((body.name.clone(), surface(&half_space, pose, around, flat)))
    });
    surfaces.collect()
}
