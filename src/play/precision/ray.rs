//! Queries for the first hit of a ray on a convex body or a half-space, 3D and 2D, of batch files and of scenes
//! (`scene`). Bodies with child shapes are in `parts::batch` and `parts::ray`.

mod scene;

use std::hint::black_box;

use contact_lens_lesson::ToF64;
use contact_lens_scene::batch_line::RayLine;
use contact_lens_scene::model::{Dimension, Shape};
use glam::DVec3;

pub(super) use self::scene::{RayInScene, open};
use super::convert::dim2::{self, Dim2};
use super::convert::dim3::{self, Dim3};
use super::convert::half_space::half_space;
use super::convert::pair::Space;
use super::engine;
use super::engine::dim2::ray as ray2;
use super::engine::dim3::ray as ray3;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use crate::{Prepared, QueryError, Question, RayFound};

/// A half-space as written, in the engine's precision.
#[derive(Clone, Copy)]
struct WrittenHalfSpace {
    /// Normal in the body's frame, of any length.
    normal: Vec3,
    /// Offset of the surface from the body's origin along the normal, then the margin, meters.
    offset_and_margin: [Real; 2],
}

/// A body with its pose and a ray, in the engine's precision.
enum RayQuery {
    /// A 2D body at a pose, and a ray.
    Plane(engine::dim2::shape::Shape, engine::dim2::pose::Pose, ray2::Ray),
    /// A 3D body at a pose, and a ray.
    Space(engine::dim3::shape::Shape, Pose, ray3::Ray),
    /// A half-plane at a pose, and a ray.
    HalfPlane(WrittenHalfSpace, engine::dim2::pose::Pose, ray2::Ray),
    /// A half-space at a pose, and a ray.
    HalfSpace(WrittenHalfSpace, Pose, ray3::Ray),
}

/// Checks that a ray can be rounded to the engine's precision.
///
/// # Errors
/// The direction rounds to 0, or the origin, the direction or the end overflows.
pub(super) fn check(line: &RayLine) -> Result<(), QueryError> {
    let [origin, direction] = [line.origin, line.direction].map(|v| dim3::narrow(DVec3::from(v)));
    let t_max = line.t_max as Real;
    let are_finite =
        [("origin", origin.is_finite()), ("direction", direction.is_finite()), ("t_max", t_max.is_finite())];
    for (field, is_finite) in are_finite {
        if !is_finite {
            return Err(QueryError::new(field, "is too large for this precision"));
        }
    }
    if direction == Vec3::ZERO {
        return Err(QueryError::new("direction", "rounds to 0 in this precision"));
    }
    Ok(())
}

/// Opens a ray query of a batch file; [`check`] has accepted the ray.
///
/// # Errors
/// The shape is invalid in this precision.
pub fn open_ray(line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    Ok(Box::new(prepare(line, &|field| format!("b.{field}"))?))
}

/// Rounds body and ray to the engine's precision; [`check`] has accepted the ray. `path` gives the path of a field of
/// the body for errors.
///
/// # Errors
/// The shape is invalid in this precision.
fn prepare(line: &RayLine, path: &dyn Fn(&str) -> String) -> Result<RayQuery, QueryError> {
    let body = line.body();
    let [origin, direction] = [line.origin, line.direction].map(DVec3::from);
    let t_max = line.t_max as Real;
    let written_half_space = match &body.shape {
        Shape::HalfSpace { normal, offset } => {
            // Only for its errors: the engine's ray takes the numbers themselves.
            half_space(&body, line.dimension() == Dimension::Two, path)?;
            Some(WrittenHalfSpace {
                normal: dim3::narrow((*normal).into()),
                offset_and_margin: [*offset as Real, body.margin as Real],
            })
        }
        _ => None,
    };
    Ok(match line.dimension() {
        Dimension::Two => {
            let [cos, sin] = line.b.rotation.cosine_and_sine();
            let rotation = Vec2::new(cos as Real, sin as Real);
            let position = dim2::narrow(DVec3::from(body.position).truncate());
            let [origin, direction] = [origin, direction].map(|v| dim2::narrow(v.truncate()));
            let pose = engine::dim2::pose::Pose::as_given_for_rays(position, rotation);
            let ray = ray2::Ray { origin, direction, t_max };
            match written_half_space {
                Some(half_space) => RayQuery::HalfPlane(half_space, pose, ray),
                None => RayQuery::Plane(Dim2::shape(&body, false, path)?, pose, ray),
            }
        }
        Dimension::Three => {
            let rotation = dim3::narrow_rotation(glam::DQuat::from_array(body.orientation()));
            let pose = Pose::as_given_for_rays(dim3::narrow(body.position.into()), rotation);
            let [origin, direction] = [origin, direction].map(dim3::narrow);
            let ray = ray3::Ray { origin, direction, t_max };
            match written_half_space {
                Some(half_space) => RayQuery::HalfSpace(half_space, pose, ray),
                None => RayQuery::Space(Dim3::shape(&body, false, path)?, pose, ray),
            }
        }
    })
}

/// Result of the engine as plain data; `to_space` converts a vector of the engine to a 3D one in `f64`.
pub(super) fn ray_found<V>(answer: &ray3::Answer<V>, to_space: impl Fn(&V) -> DVec3) -> RayFound {
    let [t, upper, exit] = [answer.t, answer.upper, answer.exit].map(|t| t.map(|t| t.to_f64()));
    RayFound {
        hit: answer.outcome.hit(),
        t,
        lower: answer.lower.to_f64(),
        upper,
        point: answer.point.as_ref().map(&to_space),
        normal: answer.normal.as_ref().map(&to_space),
        exit,
        part: Vec::new(),
        status: answer.outcome.name(),
    }
}

/// A 2D vector in the plane z = 0.
fn in_space(v: &Vec2) -> DVec3 {
    DVec3::new(v.x.to_f64(), v.y.to_f64(), 0.0)
}

/// First hit of a ray on a half-plane.
fn cast_half_plane(
    half_space: &WrittenHalfSpace,
    pose: &engine::dim2::pose::Pose,
    ray: &ray2::Ray,
) -> ray3::Answer<Vec2> {
    let WrittenHalfSpace { normal, offset_and_margin } = *half_space;
    ray2::cast_half_space(Vec2::new(normal.x, normal.y), offset_and_margin, pose, ray)
}

/// First hit of a ray on a half-space.
fn cast_half_space(half_space: &WrittenHalfSpace, pose: &Pose, ray: &ray3::Ray) -> ray3::Answer<Vec3> {
    ray3::cast_half_space(half_space.normal, half_space.offset_and_margin, pose, ray)
}

impl RayQuery {
    /// The stepper of the query before its first step.
    fn stepper(&self) -> ray3::RayCast {
        match self {
            Self::Plane(shape, pose, ray) => ray2::stepper(shape, pose, ray),
            Self::Space(shape, pose, ray) => ray3::RayCast::new(shape, pose, ray),
            Self::HalfPlane(half_space, pose, ray) => {
                let WrittenHalfSpace { normal, offset_and_margin } = *half_space;
                ray2::half_space_stepper(Vec2::new(normal.x, normal.y), offset_and_margin, pose, ray)
            }
            Self::HalfSpace(half_space, pose, ray) => {
                let WrittenHalfSpace { normal, offset_and_margin } = *half_space;
                ray3::RayCast::at_half_space(normal, offset_and_margin, pose, ray)
            }
        }
    }

    /// The engine's production call, for timing.
    fn run(&self) {
        match self {
            Self::Plane(shape, pose, ray) => _ = black_box(ray2::cast(shape, pose, ray)),
            Self::Space(shape, pose, ray) => _ = black_box(ray3::cast(shape, pose, ray)),
            Self::HalfPlane(half_space, pose, ray) => _ = black_box(cast_half_plane(half_space, pose, ray)),
            Self::HalfSpace(half_space, pose, ray) => _ = black_box(cast_half_space(half_space, pose, ray)),
        }
    }
}

impl Question for RayQuery {
    type Answer = RayFound;

    fn answer(&self) -> RayFound {
        match self {
            Self::Plane(shape, pose, ray) => ray_found(&ray2::cast(shape, pose, ray), in_space),
            Self::Space(shape, pose, ray) => ray_found(&ray3::cast(shape, pose, ray), |v: &Vec3| v.to_f64()),
            Self::HalfPlane(half_space, pose, ray) => ray_found(&cast_half_plane(half_space, pose, ray), in_space),
            Self::HalfSpace(half_space, pose, ray) => {
                ray_found(&cast_half_space(half_space, pose, ray), |v: &Vec3| v.to_f64())
            }
        }
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || black_box(self).run())
    }
}
