//! Bodies in flight in the plane.

use std::hint::black_box;
use std::sync::Arc;

use super::super::cast::{Flying, Ready, by_advance, by_lines, by_ray, options, velocities};
use super::super::engine::dim2::cast::{self, Answer, Approach, Moving};
use super::super::engine::dim2::sat::{self, Sat};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::{Cso, Pose};
use super::super::engine::dim3::cast::{Advance, Options, RayCast, Sweep};
use super::super::engine::prelude::*;
use super::super::{QueryError, Run, bodies, misdirected, run};
use super::pair::{Bodies, narrow};
use super::sat::{plain_polygons, polygon};
use crate::lesson::ToF64;
use crate::scene::model::{Ask, CastMethod, Query, Scene};

/// Opens a query in the plane.
pub(in super::super) fn open_cast(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let (method, options, v) = (asked.method, options(asked), velocities(scene, query)?);
    let (bodies, frames) = (Arc::new(Bodies::new(scene, query)?), scene.frame_count());
    let shapes = match (method, bodies::pair(scene, query)?) {
        (CastMethod::Sat, members) => {
            let shapes = [polygon(&members[0])?, polygon(&members[1])?];
            let plain = plain_polygons(&members, &shapes);
            Some((shapes, plain))
        }
        _ => None,
    };
    let (again, written, t_max) = (Arc::clone(&bodies), bodies.written().map(|_| bodies.names()), options.t_max);
    let by = match method {
        CastMethod::Sat => cast::sweep,
        CastMethod::Raycast => cast::ray_cast,
        CastMethod::Advance => cast::advance,
    };
    let ready = move |frame| {
        let pair = again.at(frame)?;
        Ok(ready(by, pair.shapes().map(Shape::clone), pair.poses(), v.map(|v| narrow(v.truncate())), options))
    };
    let lesson = move |frame| {
        let pair = bodies.at(frame)?;
        let ([pose_a, pose_b], Cso { a, b, .. }, context) = (pair.poses(), pair.cso(), pair.context());
        let approach = Approach::new([&pose_a, &pose_b], (v[1] - v[0]).truncate());
        let (cso, motion) = (approach.cso(a, b), approach.motion);
        Ok(match (method, &shapes) {
            (_, Some(([a, b], plain))) => {
                let Approach { rotation, translation, .. } = approach;
                let sat = Sat::placed(Arc::clone(a), Arc::clone(b), rotation, translation, sat::Options::default());
                by_lines(Sweep::new(sat, motion, options), plain, (context, v))
            }
            (CastMethod::Advance, _) => by_advance(Advance::new(cso, motion, options), (context, v)),
            _ => by_ray(RayCast::new(cso, motion, options), (context, v)),
        })
    };
    Ok(run(Flying { frames, lesson, ready, written, t_max, in_space: Vec2::to_f64 }))
}

/// A cast of bodies with these shapes, poses and velocities, ready.
fn ready(
    by: fn(Moving<'_>, Moving<'_>, &Options) -> Answer,
    shapes: [Shape; 2],
    [pose_a, pose_b]: [Pose; 2],
    [velocity_a, velocity_b]: [Vec2; 2],
    options: Options,
) -> Ready<Vec2> {
    Box::new(move || {
        let [a, b] = black_box(&shapes);
        let a = Moving { shape: a, pose: &pose_a, velocity: velocity_a };
        by(a, Moving { shape: b, pose: &pose_b, velocity: velocity_b }, &options)
    })
}
