//! Casts of 2D bodies that move without rotation: conservative advancement, ray cast against the CSO, and swept
//! separating axes. The methods are in `super::super::cast`; this file converts the bodies.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_scene::model::CastMethod;
use glam::DVec3;

use super::super::cast::{CastSpace, open_by_method};
use super::super::convert::dim2::{Dim2, narrow};
use super::super::engine::dim2::cast::{MovingBody, RelativeMotion, advance, ray_cast};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Cso;
use super::super::engine::dim3::cast::{Motion, Options};
use super::super::engine::prelude::*;
use super::super::sat::PreparedCast;
use super::super::{QueryError, Run, SceneQuery};
use super::Pair;
use super::sat::Polygons;

/// Opens a cast in 2D.
pub(in super::super) fn open_cast(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    open_by_method::<Dim2, _>(query, || Polygons::new(query))
}

impl CastSpace for Dim2 {
    type Pair = Cso<Shape>;
    type Vector = Vec2;

    fn moving_pair(pair: &Pair<'_>, relative_velocity: DVec3) -> (Self::Pair, Motion) {
        let [pose_a, pose_b] = pair.poses();
        let Cso { a, b, .. } = pair.cso();
        let relative = RelativeMotion::new([&pose_a, &pose_b], relative_velocity.truncate());
        (relative.cso(a, b), relative.motion)
    }

    fn cast<'a>(
        pair: Pair<'a>,
        method: CastMethod,
        velocities: [DVec3; 2],
        options: Options,
    ) -> PreparedCast<'a, Vec2> {
        let algorithm = if method == CastMethod::Advance { advance } else { ray_cast };
        let shapes = pair.shapes;
        let poses = pair.poses();
        let velocities = velocities.map(|v| narrow(v.truncate()));
        Ok(Box::new(move || {
            let shapes = black_box(shapes);
            let [a, b] =
                [0, 1].map(|i: usize| MovingBody { shape: shapes[i], pose: &poses[i], velocity: velocities[i] });
            algorithm(a, b, &options)
        }))
    }
}
