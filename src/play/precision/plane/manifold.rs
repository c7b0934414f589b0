//! Contact queries of 2D bodies: the contact points of a pair with their ids (a manifold). A frame may continue from
//! the reference edge and the point ids of the previous one. `super::super::manifold` has the code shared with 3D.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::manifold::{Setting, Surface, WorldRotation};
use contact_lens_model::snapshot::ToF64;
use contact_lens_model::snapshot::manifold::Answer;
use contact_lens_scene::model::Ask;
use glam::{DVec2, DVec3};

use super::super::engine::contact::Options;
use super::super::engine::dim2::manifold::{Manifold, b_is_first, manifold};
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Pose;
use super::super::manifold::{ManifoldPairs, ManifoldQuery, ManifoldSearch, ManifoldStart, PreviousManifold, options};
use super::super::{Prepared, QueryError, Run, SceneQuery, misdirected, run};
use super::Bodies;

/// Opens a contact query in 2D.
pub(in super::super) fn open_manifold(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    open_manifold_after(query, None)
}

/// Opens a contact query in 2D whose first frame continues from `initial_memory`; `None` to start without memory.
pub(in super::super) fn open_manifold_after(
    query: &SceneQuery<'_>,
    initial_memory: Option<PreviousManifold>,
) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Manifold { options: requested, .. } = query.ask() else { return Err(misdirected()) };
    let pairs = Bodies::new(query)?;
    Ok(run(query, ManifoldQuery { pairs, options: options(requested, query.scene.dimension), initial_memory }))
}

impl ManifoldSearch for Manifold<Arc<Shape>> {
    type Pose = Pose;

    fn plain_answer(&self, pose: &Pose, swapped: bool) -> Answer {
        self.plain_answer(pose, swapped)
    }
}

/// Kind of a body's outline.
fn surface(body: &Shape) -> Surface {
    match (body.core().len(), body.margin() > 0.0) {
        (1, true) => Surface::Ball,
        (2, true) => Surface::Capsule,
        _ => Surface::Faceted,
    }
}

impl ManifoldPairs for Bodies {
    type Search = Manifold<Arc<Shape>>;

    fn start(&self, frame: usize, options: Options) -> Result<ManifoldStart<Self::Search>, QueryError> {
        let pair = self.at(frame)?;
        let [pose_a, pose_b] = pair.poses();
        let cso = pair.cso();
        let swapped = b_is_first(&cso.a, &pose_a, &cso.b, &pose_b);
        let surfaces = [&cso.a, &cso.b].map(surface);
        let a = Arc::new(cso.a);
        let b = Arc::new(cso.b);
        let (search, pose) = if swapped {
            (Manifold::new(b, &pose_b, a, &pose_a, options.exchanged()), pose_b)
        } else {
            (Manifold::new(a, &pose_a, b, &pose_b, options), pose_a)
        };
        let [cos, sin] = [pose.rotation().x, pose.rotation().y].map(ToF64::to_f64);
        let position = DVec3::new(pose.position.x.to_f64(), pose.position.y.to_f64(), 0.0);
        let rotation = WorldRotation::Plane(DVec2::new(cos, sin));
        let setting =
            Setting { pair: pair.context(true), position, rotation, is_swapped: swapped, previous_ids: None, surfaces };
        Ok(ManifoldStart { search, pose, setting })
    }

    fn uses_poses_as_written(&self) -> bool {
        self.as_written.is_some()
    }

    fn prepared(&self, frame: usize, options: Options) -> Result<Prepared<'_>, QueryError> {
        let pair = self.at(frame)?;
        let [pose_a, pose_b] = pair.poses();
        Ok(Box::new(move || {
            let [a, b] = black_box(pair.shapes);
            black_box(&manifold(a, &pose_a, b, &pose_b, &options));
        }))
    }
}
