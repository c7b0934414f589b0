//! Bodies in flight in the plane.

use std::sync::Arc;

use super::super::cast::{Flying, options, velocities};
use super::super::engine::dim2::sat::{self, Sat};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim3::cast::{self, Advance, RayCast, Sweep};
use super::super::engine::prelude::*;
use super::super::{QueryError, Run, bodies, misdirected, run};
use super::pair::Bodies;
use super::sat::polygon;
use crate::scene::model::{Ask, CastMethod, Query, Scene};

/// Opens a query in the plane.
pub(in super::super) fn open_cast(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let (method, options, v) = (asked.method, options(asked), velocities(scene, query)?);
    let (bodies, frames) = (Bodies::new(scene, query)?, scene.frame_count());
    let in_pair_frame = |pair: &super::pair::Pair<'_>, v: glam::DVec3| -> Vec3 {
        let Vec2 { x, y } = pair.direction(v.truncate());
        Vec3::new(x, y, 0.0)
    };
    let shapes = match (method, bodies::pair(scene, query)?) {
        (CastMethod::Sat, [a, b]) => Some([polygon(&a)?, polygon(&b)?]),
        _ => None,
    };
    let lesson = move |frame| {
        let pair = bodies.at(frame)?;
        let (cso, r, context) = (pair.cso(), in_pair_frame(&pair, v[1] - v[0]), pair.context());
        Ok(match (method, &shapes) {
            (_, Some([a, b])) => {
                let [pose_a, pose_b] = pair.poses();
                let sat = Sat::new(Arc::clone(a), &pose_a, Arc::clone(b), &pose_b, sat::Options::default());
                let naming: cast::sweep::lesson::Naming<Sat<Arc<Shape>>> = {
                    let names = context.names.clone();
                    Box::new(move |_, axis| sat::lesson::named(axis, &names))
                };
                cast::sweep::lesson::play(Sweep::new(sat, r, options), context, v, naming)
            }
            (CastMethod::Advance, _) => cast::advance::lesson::play(Advance::new(cso, r, options), context, v),
            _ => cast::ray::lesson::play(RayCast::new(cso, r, options), context, v),
        })
    };
    Ok(run(Flying { frames, lesson }))
}
