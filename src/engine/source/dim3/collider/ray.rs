//! Rays and colliders.

use super::NoAnswer;
use super::geometry::{Collider, Geometry};
use super::pair::check_pose;
use super::parts::{RayFound, cast_ray};
use super::pose::Pose;
use super::prelude::*;
use super::rays::{self, Ray};
use super::workspace::Workspace;

impl Collider {
    /// Returns the first contact of a ray with the placed collider, with the number of the part that it hits.
    ///
    /// ```
    /// use contact_lens_engine::double::dim3::ray::Ray;
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::DVec3;
    /// let cube = Collider::cuboid(DVec3::ONE)?;
    /// let ray = Ray { origin: DVec3::new(-3.0, 0.0, 0.0), direction: DVec3::X, t_max: 10.0 };
    /// let found = cube.ray(&Pose::IDENTITY, &ray)?.answer;
    /// assert_eq!((found.t, found.normal, found.exit), (Some(2.0), Some(-DVec3::X), Some(4.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The pose or the ray is not finite, the direction is 0, or `t_max` is negative.
    pub fn ray(&self, pose: &Pose, ray: &Ray) -> Result<RayFound, NoAnswer> {
        Workspace::default().ray(self, pose, ray)
    }
}

impl Workspace {
    /// Returns the first contact of a ray with a placed collider, as [`Collider::ray`].
    ///
    /// # Errors
    /// As [`Collider::ray`].
    pub fn ray(&mut self, collider: &Collider, pose: &Pose, ray: &Ray) -> Result<RayFound, NoAnswer> {
        check_pose(pose)?;
        check_ray(ray)?;
        let answer = match &collider.geometry {
            Geometry::Convex(convex) => rays::cast(&convex.shape, pose, ray),
            Geometry::HalfSpace(plane) => rays::cast_half_space(plane.normal, [plane.offset, 0.0], pose, ray),
            Geometry::Parts(parts) => return Ok(cast_ray(&parts.body, pose, ray, &mut self.ray_stack)),
        };
        let part = if answer.outcome.hit() == Some(true) { Some(0) } else { None };
        Ok(RayFound { answer, part, queries: 1, skipped: 0 })
    }
}

/// Checks that a ray is finite and has a direction.
fn check_ray(ray: &Ray) -> Result<(), NoAnswer> {
    let is_finite = ray.origin.is_finite() && ray.direction.is_finite() && ray.t_max.is_finite();
    if is_finite && ray.direction != Vec3::ZERO && ray.t_max >= 0.0 { Ok(()) } else { Err(NoAnswer::InvalidInput) }
}
