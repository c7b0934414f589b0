//! Queries of batch lines about bodies with child shapes that have no lesson: overlap tests and rays.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::ToF64;
use contact_lens_scene::batch_line::RayLine;
use contact_lens_scene::model::{self, DistanceOptions};
use glam::{DQuat, DVec3};

use super::super::convert::dim3::{Dim3, narrow};
use super::super::convert::pair::Space as _;
use super::super::engine::dim2::{parts as flat, pose as flat_pose, ray as flat_ray};
use super::super::engine::dim3::parts::{Body, cast_ray};
use super::super::engine::dim3::ray::Ray;
use super::super::engine::dim3::shape::Shape;
use super::super::engine::dim3::support::farthest;
use super::super::engine::pose::Pose;
use super::super::engine::prelude::*;
use super::super::ray::ray_found;
use super::super::{QueryError, SceneQuery};
use super::member::BuiltBody;
use super::plane::pose_and_ray_in_plane;
use super::space::pose_and_ray;
use super::{PartsDimension, PartsPair, Plane, Space};
use crate::{Prepared, Question, RayFound, TestOfParts};

/// Least and greatest coordinates of a convex body, 3D or 2D, along the world axes rotated by `axes`, meters; infinite
/// if this precision cannot represent the body.
pub fn bounds_of(body: &model::Body, axes: DQuat) -> [DVec3; 2] {
    let Ok(shape) = Dim3::shape(body, true, &|field| field.to_owned()) else {
        return [DVec3::splat(f64::NEG_INFINITY), DVec3::splat(f64::INFINITY)];
    };
    let low = DVec3::AXES.map(|axis| -extent_along(&shape, body, axes * -axis));
    let high = DVec3::AXES.map(|axis| extent_along(&shape, body, axes * axis));
    [DVec3::from(low), DVec3::from(high)]
}

/// Greatest coordinate of a body along the unit vector `direction`, world frame, meters.
fn extent_along(shape: &Shape, body: &model::Body, direction: DVec3) -> f64 {
    let local = body.unit_rotation().conjugate() * direction;
    farthest(shape, narrow(local)).point.to_f64().dot(local) + DVec3::from(body.position).dot(direction)
}

/// An overlap test of two bodies.
struct OverlapQuery<K: PartsDimension> {
    pair: PartsPair<K>,
}

impl<K: PartsDimension> Question for OverlapQuery<K> {
    type Answer = TestOfParts;

    fn answer(&self) -> TestOfParts {
        let built = self.pair.built();
        let Ok(poses) = self.pair.poses(0) else { return TestOfParts::default() };
        let tested = K::intersects(self.pair.bodies(), poses);
        TestOfParts {
            intersects: tested.intersects,
            parts: [0, 1].map(|i: usize| tested.parts.map(|parts| built[i].path::<K>(parts[i]))),
            rounding: tested.rounding.to_f64(),
            queries: tested.queries,
        }
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || {
            if let Ok(poses) = self.pair.poses(0) {
                black_box(&K::intersects(self.pair.bodies(), poses));
            }
        })
    }
}

/// Opens an overlap test of two bodies, at least one with child shapes.
pub(in super::super) fn open_overlap_test(
    query: &SceneQuery<'_>,
) -> Result<Box<dyn Question<Answer = TestOfParts>>, QueryError> {
    if query.is_planar() {
        return Ok(Box::new(overlap_query::<Plane>(query)?));
    }
    Ok(Box::new(overlap_query::<Space>(query)?))
}

/// An overlap test in the dimension `K`.
fn overlap_query<K: PartsDimension>(query: &SceneQuery<'_>) -> Result<OverlapQuery<K>, QueryError> {
    let pair = PartsPair::<K>::new(query, &DistanceOptions::default())?;
    pair.check(0)?;
    Ok(OverlapQuery { pair })
}

/// A ray and a 3D body with child shapes.
struct RayQuery {
    built: BuiltBody<Body>,
    pose: Pose,
    ray: Ray,
    /// Stack of the traversal: entry time and node; reused between calls.
    stack: RefCell<Vec<(Real, u32)>>,
}

impl Question for RayQuery {
    type Answer = RayFound;

    fn answer(&self) -> RayFound {
        let hit = cast_ray(&self.built.body, &self.pose, &self.ray, &mut self.stack.borrow_mut());
        let part = hit.part.map_or_else(Vec::new, |part| self.built.path::<Space>(part));
        RayFound { part, ..ray_found(&hit.answer, |v: &Vec3| v.to_f64()) }
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || {
            let body: &Arc<Body> = black_box(&self.built.body);
            black_box(&cast_ray(body, &self.pose, &self.ray, &mut self.stack.borrow_mut()));
        })
    }
}

/// Opens a ray query of a 3D body with child shapes.
pub(in super::super) fn open_ray(line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    let body = line.body();
    let built = BuiltBody::new::<Space>(&body, false, &|field| format!("b.{field}"))?;
    let (pose, ray) = pose_and_ray(line);
    Ok(Box::new(RayQuery { built, pose, ray, stack: RefCell::default() }))
}

/// A ray and a 2D compound.
struct RayQueryInPlane {
    built: BuiltBody<flat::Body>,
    pose: flat_pose::Pose,
    ray: flat_ray::Ray,
}

impl Question for RayQueryInPlane {
    type Answer = RayFound;

    fn answer(&self) -> RayFound {
        let hit = flat::cast_ray(&self.built.body, &self.pose, &self.ray);
        let part = hit.part.map_or_else(Vec::new, |part| self.built.path::<Plane>(part));
        RayFound { part, ..ray_found(&hit.answer, |v: &Vec2| DVec3::new(v.x.to_f64(), v.y.to_f64(), 0.0)) }
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || {
            let body: &Arc<flat::Body> = black_box(&self.built.body);
            black_box(&flat::cast_ray(body, &self.pose, &self.ray));
        })
    }
}

/// Opens a ray query of a 2D compound.
pub(in super::super) fn open_ray_in_plane(line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    let body = line.body();
    let built = BuiltBody::new::<Plane>(&body, true, &|field| format!("b.{field}"))?;
    let (pose, ray) = pose_and_ray_in_plane(line);
    Ok(Box::new(RayQueryInPlane { built, pose, ray }))
}
