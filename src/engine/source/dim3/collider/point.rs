//! Points and colliders: whether a collider contains a point, and the nearest point of its surface.

use std::sync::OnceLock;

use super::NoAnswer;
use super::answer::{PairDistance, SurfacePoint};
use super::bracket::Bracket;
use super::distances::Options;
use super::geometry::{Collider, Geometry, PartsBody};
use super::masses;
use super::pair::PlacedPair;
use super::parts::{Body, Part, Piece};
use super::pose::Pose;
use super::prelude::*;
use super::workspace::Workspace;

/// A collider of a single point at its origin.
fn point_collider() -> Result<&'static Collider, NoAnswer> {
    static POINT: OnceLock<Option<Collider>> = OnceLock::new();
    POINT.get_or_init(|| Collider::ball(0.0).ok()).as_ref().ok_or(NoAnswer::OutOfRange)
}

/// Whether a point in the frame of a body is inside one of its closed meshes.
fn is_enclosed(parts: &PartsBody, point: Vec3) -> bool {
    parts.closed_meshes().any(|Part { piece, pose, .. }| match piece {
        Piece::Mesh(mesh) => masses::winds_around(mesh, pose.inverse().point(point)),
        Piece::Convex(_) | Piece::Field(_) => false,
    })
}

impl Collider {
    /// Returns whether the placed collider contains a point; `None` if the point is on the surface to rounding, or if a
    /// number is not usable. A closed mesh contains the points that it encloses; an open mesh and a height field
    /// contain no point.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::DVec3;
    /// let ball = Collider::ball(0.5)?;
    /// assert_eq!(ball.contains(&Pose::IDENTITY, DVec3::new(0.25, 0.25, 0.25)), Some(true));
    /// assert_eq!(ball.contains(&Pose::IDENTITY, DVec3::new(0.5, 0.5, 0.5)), Some(false));
    /// assert_eq!(ball.contains(&Pose::IDENTITY, DVec3::new(0.5, 0.0, 0.0)), None);
    /// # Ok::<(), contact_lens_engine::double::ColliderError>(())
    /// ```
    pub fn contains(&self, pose: &Pose, point: Vec3) -> Option<bool> {
        Workspace::default().contains(self, pose, point)
    }

    /// Returns the nearest point of the placed collider's surface, and the signed distance from it, which is negative
    /// inside a closed mesh. The surface of a child shape counts even inside another child shape.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::DVec3;
    /// let cube = Collider::cuboid(DVec3::ONE)?;
    /// let found = cube.project(&Pose::IDENTITY, DVec3::new(3.0, 0.5, 0.0))?;
    /// assert_eq!((found.signed_distance, found.point), (2.0, DVec3::new(1.0, 0.5, 0.0)));
    /// let inside = cube.project(&Pose::IDENTITY, DVec3::new(0.75, 0.5, 0.0))?;
    /// assert_eq!((inside.signed_distance, inside.normal), (-0.25, Some(DVec3::X)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The pose or the point is not finite, or lengths are out of range.
    pub fn project(&self, pose: &Pose, point: Vec3) -> Result<SurfacePoint, NoAnswer> {
        Workspace::default().project(self, pose, point)
    }
}

impl Workspace {
    /// Returns whether a placed collider contains a point, as [`Collider::contains`].
    pub fn contains(&mut self, collider: &Collider, pose: &Pose, point: Vec3) -> Option<bool> {
        let at = Pose::new(point, Quat::IDENTITY);
        let of_point = point_collider().ok()?;
        let Geometry::Parts(parts) = &collider.geometry else {
            return self.intersects(collider, pose, of_point, &at);
        };
        PlacedPair::new(collider, pose, of_point, &at).ok()?;
        let bodies = [parts.two_sided(), of_point.body()?];
        match self.parts.intersects(bodies, [pose, &at]).intersects {
            Some(false) => Some(is_enclosed(parts, pose.inverse().point(point))),
            decided => decided,
        }
    }

    /// Returns the nearest point of a placed collider's surface, as [`Collider::project`].
    ///
    /// # Errors
    /// As [`Collider::project`].
    pub fn project(&mut self, collider: &Collider, pose: &Pose, point: Vec3) -> Result<SurfacePoint, NoAnswer> {
        let at = Pose::new(point, Quat::IDENTITY);
        let of_point = point_collider()?;
        let Geometry::Parts(parts) = &collider.geometry else {
            return Ok(surface_point(&self.distance(collider, pose, of_point, &at)?));
        };
        let body_of_point = of_point.body().ok_or(NoAnswer::OutOfRange)?;
        PlacedPair::new(collider, pose, of_point, &at)?;
        let found = self.nearest_part(parts.two_sided(), pose, body_of_point, &at)?;
        let outside = found.bracket.lower > 0.0;
        let is_enclosed = outside && is_enclosed(parts, pose.inverse().point(point));
        Ok(if is_enclosed { from_inside(surface_point(&found)) } else { surface_point(&found) })
    }

    /// Distance of a point from the nearest part of a body without one-sided triangles.
    fn nearest_part(
        &mut self,
        body: &Body,
        pose: &Pose,
        body_of_point: &Body,
        at: &Pose,
    ) -> Result<PairDistance, NoAnswer> {
        let found = self.parts.distance([body, body_of_point], [pose, at], &Options::default());
        super::distance::closest(&found)
    }
}

/// The surface point of a distance from a collider, A, to a point.
fn surface_point(found: &PairDistance) -> SurfacePoint {
    SurfacePoint {
        point: found.points[0],
        signed_distance: found.signed_distance,
        bracket: found.bracket,
        normal: found.normal,
        part: found.parts[0],
    }
}

/// The surface point for a query point that a closed mesh encloses.
fn from_inside(found: SurfacePoint) -> SurfacePoint {
    let Bracket { lower, upper } = found.bracket;
    SurfacePoint {
        signed_distance: -found.signed_distance,
        bracket: Bracket { lower: -upper, upper: -lower },
        normal: found.normal.map(|n| -n),
        ..found
    }
}
