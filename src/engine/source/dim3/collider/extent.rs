//! Boxes and support points of colliders.

use super::NoAnswer;
use super::geometry::{Collider, Geometry};
use super::half_space::HalfSpace;
use super::numbers::{narrow, unit};
use super::pair::check_pose;
use super::parts::Body;
use super::pose::Pose;
use super::prelude::*;
use super::shape::Shape;
use super::support::farthest;
use super::tree::Bounds;
use contact_lens_model::snapshot::ToF64 as _;

/// Largest difference of a computed unit normal from a half-space's normal, or from a coordinate axis, at which both
/// count as equal: rotating a vector has up to eight rounding errors.
const SAME_DIRECTION: Real = 16.0 * EPS;

impl Collider {
    /// Returns the axis-aligned box around the placed collider: of a convex shape the smallest one, to rounding; of a
    /// body of parts the box around its smallest box in its own frame. A half-space extends to infinity.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::{DQuat, DVec3};
    /// let ball = Collider::ball(0.5)?;
    /// let bounds = ball.aabb(&Pose::new(DVec3::X, DQuat::IDENTITY))?;
    /// assert_eq!((bounds.low, bounds.high), ([0.5, -0.5, -0.5], [1.5, 0.5, 0.5]));
    /// let ground = Collider::half_space(DVec3::Y, 1.0)?;
    /// assert_eq!(ground.aabb(&Pose::IDENTITY)?.high, [f64::INFINITY, 1.0, f64::INFINITY]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The pose is not finite, or its position is too large.
    pub fn aabb(&self, pose: &Pose) -> Result<Bounds<3>, NoAnswer> {
        check_pose(pose)?;
        Ok(match &self.geometry {
            Geometry::Convex(convex) => box_of_shape(&convex.shape, pose),
            Geometry::HalfSpace(plane) => box_of_half_space(&plane.half_space, pose),
            Geometry::Parts(parts) => box_of_body(&parts.body, pose),
        })
    }

    /// Returns the point of the placed collider that is farthest along `direction`, which may have any length but 0.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::DVec3;
    /// let ball = Collider::ball(0.5)?;
    /// assert_eq!(ball.support(&Pose::IDENTITY, DVec3::new(0.0, 3.0, 0.0))?, DVec3::new(0.0, 0.5, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The pose or the direction is not finite, the direction is 0, or a half-space has no farthest point in this
    /// direction.
    pub fn support(&self, pose: &Pose, direction: Vec3) -> Result<Vec3, NoAnswer> {
        check_pose(pose)?;
        let along = unit(direction).ok_or(NoAnswer::InvalidInput)?;
        let in_body = pose.inverse().vector(along);
        let point = match &self.geometry {
            Geometry::Convex(convex) => farthest(&convex.shape, in_body).point,
            Geometry::HalfSpace(plane) => highest_point(&plane.half_space, in_body).ok_or(NoAnswer::Unbounded)?,
            Geometry::Parts(parts) => farthest_point(&parts.body, in_body),
        };
        Ok(pose.point(point))
    }
}

/// Smallest box around a placed shape, to rounding.
fn box_of_shape(shape: &Shape, pose: &Pose) -> Bounds<3> {
    let to_body = pose.rotation().conjugate();
    let mut bounds = Bounds::EMPTY;
    for (k, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        let [below, above] = [-axis, axis].map(|d| pose.point(farthest(shape, to_body * d).point)[k]);
        bounds.low[k] = below.min(above);
        bounds.high[k] = below.max(above);
    }
    bounds
}

/// Box around the placed box of a body.
fn box_of_body(body: &Body, pose: &Pose) -> Bounds<3> {
    let bounds = body.tree().nodes().first().map_or(Bounds::EMPTY, |root| root.bounds);
    let low = Vec3::from(bounds.low);
    let high = Vec3::from(bounds.high);
    if pose.rotation() == Quat::IDENTITY {
        let Pose { position, .. } = *pose;
        return Bounds { low: (low + position).to_array(), high: (high + position).to_array() };
    }
    let center = pose.point(0.5 * (low + high));
    let extent = 0.5 * (high - low);
    let half = [Vec3::X, Vec3::Y, Vec3::Z]
        .into_iter()
        .zip(extent.to_array())
        .fold(Vec3::ZERO, |sum, (axis, length)| sum + (pose.vector(axis) * length).abs());
    Bounds { low: (center - half).to_array(), high: (center + half).to_array() }
}

/// Box of a placed half-space: infinite, but for the side of the plane if its normal is along a coordinate axis.
fn box_of_half_space(half_space: &HalfSpace, pose: &Pose) -> Bounds<3> {
    let mut bounds = Bounds { low: [Real::NEG_INFINITY; 3], high: [Real::INFINITY; 3] };
    let normal = pose.rotation().to_f64() * half_space.normal;
    let height = normal.dot(pose.position.to_f64()) + half_space.offset;
    for (k, x) in normal.to_array().into_iter().enumerate() {
        if x >= 1.0 - f64::EPSILON && normal.abs().element_sum() == x {
            bounds.high[k] = height as Real;
        } else if x <= f64::EPSILON - 1.0 && normal.abs().element_sum() == -x {
            bounds.low[k] = -height as Real;
        }
    }
    bounds
}

/// Point of the plane nearest to the half-space's origin, if the unit vector `d` is the normal; own frame.
fn highest_point(half_space: &HalfSpace, d: Vec3) -> Option<Vec3> {
    let normal = narrow(half_space.normal);
    let is_normal = (d - normal).abs().max_element() <= SAME_DIRECTION;
    is_normal.then(|| narrow(half_space.normal * half_space.offset))
}

/// The point of a body of parts farthest along the unit vector `d`, in the body's frame. Boxes that are not farther
/// than the best part are skipped.
fn farthest_point(body: &Body, d: Vec3) -> Vec3 {
    let mut best = Vec3::ZERO;
    let mut most = Real::NEG_INFINITY;
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        let node = body.tree().node(node);
        let low = Vec3::from(node.bounds.low);
        let high = Vec3::from(node.bounds.high);
        // A box that is as far as the best part, to rounding, is searched.
        let slack = SAME_DIRECTION * body.radius();
        if d.dot(0.5 * (low + high)) + d.abs().dot(0.5 * (high - low)) + slack <= most {
            continue;
        }
        if let Some(part) = node.part() {
            let (leaf, pose) = body.leaf(part);
            let point = pose.point(farthest(&leaf, pose.inverse().vector(d)).point);
            if d.dot(point) > most {
                best = point;
                most = d.dot(point);
            }
        }
        stack.extend(node.children().into_iter().flatten());
    }
    best
}
