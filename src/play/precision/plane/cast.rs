//! Bodies in flight in the plane.

use std::sync::Arc;

use super::super::cast::{Flying, by_advance, by_lines, by_ray, options, velocities};
use super::super::engine::dim2::cast::Approach;
use super::super::engine::dim2::sat::{self, Sat};
use super::super::engine::dim2::support::Cso;
use super::super::engine::dim3::cast::{Advance, RayCast, Sweep};
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
        (CastMethod::Sat, [a, b]) => {
            let shapes = [polygon(&a)?, polygon(&b)?];
            let plain = plain_polygons(&shapes);
            Some((shapes, plain))
        }
        _ => None,
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
    Ok(run(Flying { frames, lesson }))
}
