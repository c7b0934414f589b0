//! Where a ray meets a body.

use std::hint::black_box;

use glam::DVec3;

use super::dim2::{self, Dim2};
use super::dim3::{self, Dim3};
use super::endless::half_space;
use super::engine;
use super::engine::dim2::ray as flat;
use super::engine::dim3::ray as space;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::pair::Space;
use crate::lesson::ToF64;
use crate::play::{Prepared, QueryError, Question, RayFound};
use crate::scene::case::RayLine;
use crate::scene::model::{Dimension, Shape};

/// A body of this precision where it stands, and a ray.
enum Aimed {
    Plane(engine::dim2::shape::Shape, engine::dim2::pose::Pose, flat::Ray),
    Space(engine::dim3::shape::Shape, Pose, space::Ray),
    /// What lies below a line: its normal, its offset and margin.
    PlaneBelow(Vec2, [Real; 2], engine::dim2::pose::Pose, flat::Ray),
    SpaceBelow(Vec3, [Real; 2], Pose, space::Ray),
}

/// Checks that a ray can be rounded to this precision.
///
/// # Errors
/// A direction that rounds to 0, and an origin, a direction or an end beyond the numbers of this precision.
pub(super) fn check(line: &RayLine) -> Result<(), QueryError> {
    let beyond = |field: &str| Err(QueryError::new(field, "is beyond the numbers of this precision"));
    let [origin, direction] = [line.origin, line.direction].map(|v| dim3::narrow(DVec3::from(v)));
    if !origin.is_finite() {
        return beyond("origin");
    }
    if !direction.is_finite() {
        return beyond("direction");
    }
    if !(line.t_max as Real).is_finite() {
        return beyond("t_max");
    }
    if direction == Vec3::ZERO {
        return Err(QueryError::new("direction", "rounds to 0 in this precision"));
    }
    Ok(())
}

/// Rounds body and ray to this precision; the ray was checked before.
///
/// # Errors
/// A shape that is none.
pub fn ray(line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    let body = line.body();
    let path = |field: &str| format!("b.{field}");
    let [origin, direction] = [line.origin, line.direction].map(DVec3::from);
    let t_max = line.t_max as Real;
    let below = match &body.shape {
        Shape::HalfSpace { normal, offset } => {
            half_space(&body, line.dimension() == Dimension::Two, &path)?;
            Some((dim3::narrow((*normal).into()), [*offset as Real, body.margin as Real]))
        }
        _ => None,
    };
    Ok(Box::new(match line.dimension() {
        Dimension::Two => {
            let [cos, sin] = line.b.rotation.turn();
            let rotation = Vec2::new(cos as Real, sin as Real);
            let position = dim2::narrow(DVec3::from(body.position).truncate());
            let [origin, direction] = [origin, direction].map(|v| dim2::narrow(v.truncate()));
            let pose = engine::dim2::pose::Pose::as_given_for_rays(position, rotation);
            let ray = flat::Ray { origin, direction, t_max };
            match below {
                Some((normal, heights)) => Aimed::PlaneBelow(Vec2::new(normal.x, normal.y), heights, pose, ray),
                None => Aimed::Plane(Dim2::shape(&body, false, &path)?, pose, ray),
            }
        }
        Dimension::Three => {
            let rotation = dim3::narrow_rotation(glam::DQuat::from_array(body.orientation()));
            let pose = Pose::as_given_for_rays(dim3::narrow(body.position.into()), rotation);
            let [origin, direction] = [origin, direction].map(dim3::narrow);
            let ray = space::Ray { origin, direction, t_max };
            match below {
                Some((normal, heights)) => Aimed::SpaceBelow(normal, heights, pose, ray),
                None => Aimed::Space(Dim3::shape(&body, false, &path)?, pose, ray),
            }
        }
    }))
}

/// An answer of the engine, in space.
pub(super) fn found<V>(answer: &space::Answer<V>, to_space: impl Fn(&V) -> DVec3) -> RayFound {
    let moment = |t: Option<Real>| t.map(|t| t.to_f64());
    RayFound {
        hit: answer.outcome.hit(),
        t: moment(answer.t),
        lower: answer.lower.to_f64(),
        upper: moment(answer.upper),
        point: answer.point.as_ref().map(&to_space),
        normal: answer.normal.as_ref().map(&to_space),
        exit: moment(answer.exit),
        part: Vec::new(),
        status: answer.outcome.name(),
    }
}

fn in_space(v: &Vec2) -> DVec3 {
    DVec3::new(v.x.to_f64(), v.y.to_f64(), 0.0)
}

impl Question for Aimed {
    type Answer = RayFound;

    fn answer(&self) -> RayFound {
        match self {
            Self::Plane(shape, pose, ray) => found(&flat::cast(shape, pose, ray), in_space),
            Self::Space(shape, pose, ray) => found(&space::cast(shape, pose, ray), |v: &Vec3| v.to_f64()),
            Self::PlaneBelow(normal, heights, pose, ray) => {
                found(&flat::cast_half_space(*normal, *heights, pose, ray), in_space)
            }
            Self::SpaceBelow(normal, heights, pose, ray) => {
                found(&space::cast_half_space(*normal, *heights, pose, ray), |v: &Vec3| v.to_f64())
            }
        }
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || match black_box(self) {
            Self::Plane(shape, pose, ray) => _ = black_box(flat::cast(shape, pose, ray)),
            Self::Space(shape, pose, ray) => _ = black_box(space::cast(shape, pose, ray)),
            Self::PlaneBelow(normal, heights, pose, ray) => {
                _ = black_box(flat::cast_half_space(*normal, *heights, pose, ray))
            }
            Self::SpaceBelow(normal, heights, pose, ray) => {
                _ = black_box(space::cast_half_space(*normal, *heights, pose, ray))
            }
        })
    }
}
