//! Bodies in flight in the plane.

use std::sync::Arc;

use super::super::cast::{Flying, options, velocities};
use super::super::engine::dim2::cast::Approach;
use super::super::engine::dim2::sat::{self, Sat};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Cso;
use super::super::engine::dim3::cast::{self, Advance, RayCast, Sweep};
use super::super::{QueryError, Run, bodies, misdirected, run};
use super::pair::Bodies;
use super::sat::{plain_polygons, polygon};
use crate::scene::model::{Ask, CastMethod, Query, Scene};

/// Opens a query in the plane.
pub(in super::super) fn open_cast(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Cast { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let (method, options, v) = (asked.method, options(asked), velocities(scene, query)?);
    let (bodies, frames) = (Bodies::new(scene, query)?, scene.frame_count());
    let shapes = match (method, bodies::pair(scene, query)?) {
        (CastMethod::Sat, [a, b]) => Some([polygon(&a)?, polygon(&b)?]),
        _ => None,
    };
    let lesson = move |frame| {
        let pair = bodies.at(frame)?;
        let ([pose_a, pose_b], Cso { a, b, .. }, context) = (pair.poses(), pair.cso(), pair.context());
        let approach = Approach::new([&pose_a, &pose_b], (v[1] - v[0]).truncate());
        let (cso, motion) = (approach.cso(a, b), approach.motion);
        Ok(match (method, &shapes) {
            (_, Some([a, b])) => {
                let Approach { rotation, translation, .. } = approach;
                let sat = Sat::placed(Arc::clone(a), Arc::clone(b), rotation, translation, sat::Options::default());
                let naming: cast::sweep::lesson::Naming<Sat<Arc<Shape>>> = {
                    let (names, plain) = (context.names.clone(), plain_polygons(&[Arc::clone(a), Arc::clone(b)]));
                    Box::new(move |_, axis: sat::Axis| crate::lesson::sat::named(axis.into(), &plain, &names))
                };
                cast::sweep::lesson::play(Sweep::new(sat, motion, options), context, v, naming)
            }
            (CastMethod::Advance, _) => cast::advance::lesson::play(Advance::new(cso, motion, options), context, v),
            _ => cast::ray::lesson::play(RayCast::new(cso, motion, options), context, v),
        })
    };
    Ok(run(Flying { frames, lesson }))
}
