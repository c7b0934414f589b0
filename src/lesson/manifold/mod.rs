//! Lesson of contact manifolds, the contact points between two bodies, in the plane and in space. A search chooses a
//! reference face, clips the incident face of the other body by its sides, measures depths, and selects points. Each
//! dimension converts its states to `ManifoldState`, from which `presentation` makes sentences, tables and pictures.

mod answer;
pub mod dim2;
pub mod dim3;
mod presentation;

use std::marker::PhantomData;

use contact_lens_model::snapshot::Snapshot;
use contact_lens_model::snapshot::manifold::{Answer, Feature, Outcome};
use contact_lens_picture::{Camera, Role, ViewKind};
use glam::{DQuat, DVec2, DVec3};

use super::recorded::narrated::Step;
use super::{Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PairContext, Recording, Series, Verdict, View};
pub use answer::Surface;
pub(crate) use answer::finding;
use presentation::{ContactPoint, FeatureName, ManifoldContext, ManifoldState};

/// Curves of the plot; [`presentation`] refers to them by index.
const SERIES: &[Series] = &[
    Series { name: "vertices, then points", role: Role::Incident },
    Series { name: "greatest depth", role: Role::Closest },
];

endings! {
    pub(crate) fn ending(Outcome), ENDINGS:
    Outcome::Apart => success "Apart":
        "The bodies are farther apart than the contact margin, so there are no contact points.";
    Outcome::FaceContact => success "FaceContact":
        "The points are the vertices of the incident face after clipping by the reference face.";
    Outcome::EdgeContact => success "EdgeContact":
        "Two edges make the contact: one point if they cross, two if they are parallel.";
    Outcome::VertexContact => success "VertexContact" called "Contact at one point":
        "The contact is the pair of closest points of two vertices or round surfaces.";
    Outcome::ClipEmptyUsedEdge => success "ClipEmptyUsedEdge" called "Edges cross":
        "Clipping left no point on a face, so the contact is where two edges cross.";
    Outcome::ClipEmptyUsedClosest => success "ClipEmptyUsedClosest" called "Closest points":
        "Clipping left no point on a face, so the contact is the pair of closest points.";
    Outcome::NotFinite => failure "NotFinite" called "Invalid numbers":
        "A coordinate is infinite, or its square overflows.";
}

/// Rotation from the frame of the search's first body to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldRotation {
    /// Rotation in space.
    Space(DQuat),
    /// Rotation in the plane: `(cos, sin)`.
    Plane(DVec2),
}

/// Names, surfaces and frame of a search, by which its snapshots become drawable states in the world.
pub struct Setting {
    /// Pair of bodies in scene order.
    pub pair: PairContext,
    /// Position of the search's first body relative to A's origin, world axes, meters.
    pub position: DVec3,
    /// Rotation from the frame of the search's first body to the world.
    pub rotation: WorldRotation,
    /// Whether the search's first body is B.
    pub is_swapped: bool,
    /// Ids of the previous frame's points; `None` unless frames are compared.
    pub previous_ids: Option<Vec<u64>>,
    /// Surface types of A and B.
    pub surfaces: [Surface; 2],
}

impl Setting {
    /// Setting of a contact with world axes, relative to A's origin, whose first body is A. `planar` says whether the
    /// bodies are in the plane.
    pub fn in_world_axes(pair: PairContext, planar: bool) -> Self {
        let rotation = if planar { WorldRotation::Plane(DVec2::X) } else { WorldRotation::Space(DQuat::IDENTITY) };
        let surfaces = [Surface::default(); 2];
        Self { pair, position: DVec3::ZERO, rotation, is_swapped: false, previous_ids: None, surfaces }
    }

    /// Name of a body of the search: of its first (0) or second (1) body.
    fn body_name(&self, body: u8) -> &str {
        &self.pair.names[self.scene_body(body)]
    }

    /// Index in scene order, 0 for A and 1 for B, of the first (0) or second (1) body of the search.
    fn scene_body(&self, body: u8) -> usize {
        usize::from(if self.is_swapped { 1 - body } else { body })
    }

    /// Name of a feature of a body of the search.
    fn feature_name(&self, feature: Feature) -> FeatureName {
        let body = self.scene_body(feature.body);
        answer::feature_name(feature, &self.pair.names[body], self.surfaces[body])
    }

    /// Factor that makes the search's normals point from A to B: −1 if its first body is B, otherwise 1.
    fn sign(&self) -> f64 {
        if self.is_swapped { -1.0 } else { 1.0 }
    }

    /// Reorders values of the search's two bodies to A and B.
    fn ordered<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.is_swapped { [second, first] } else { [first, second] }
    }

    /// Rotates a direction from the first body's frame to the world.
    fn to_world_direction(&self, d: DVec3) -> DVec3 {
        match self.rotation {
            WorldRotation::Space(rotation) => rotation * d,
            WorldRotation::Plane(rotation) => rotation.rotate(d.truncate()).extend(0.0),
        }
    }

    /// Transforms a point from the first body's frame to the world, meters.
    fn to_world(&self, p: DVec3) -> DVec3 {
        self.pair.space.position + (self.to_world_direction(p) + self.position)
    }
}

/// Snapshot of a search that can be converted to a `ManifoldState`.
pub trait Search: Snapshot<Outcome = Outcome> {
    /// Fixed description of the lesson.
    const CARD: &'static Card;

    /// Drawable form of this state, which is one step after `before`.
    fn drawable_state(&self, before: &Self, setting: &Setting) -> ManifoldState;
}

/// Lesson of a recorded search.
pub fn lesson<S: Search>(recording: Box<dyn Recording<S>>, setting: Setting, verdict: Verdict) -> Box<dyn Lesson> {
    let states: Vec<ManifoldState> = (0..recording.steps())
        .map(|step| recording.state(step + 1).drawable_state(&recording.state(step), &setting))
        .collect();
    let axis = states.last().and_then(|state| state.axis);
    let has_face = states.iter().any(|state| state.reference_vertices.len() > 2);
    let contact_line = states.last().and_then(|state| contact_line(&state.points));
    let context = ManifoldContext::new(setting.pair, states, S::CARD.views);
    Box::new(Narrated {
        recording,
        context,
        verdict,
        narration: ManifoldNarration::<S> { axis, has_face, contact_line, state_type: PhantomData },
    })
}

/// Unit vector between the first two contact points, world; `None` for fewer points or points in one place.
fn contact_line(points: &[ContactPoint]) -> Option<DVec3> {
    let [first, second, ..] = points else { return None };
    (second.on_a - first.on_a).try_normalize()
}

/// Verdict of a search whose points are relative to A's origin, with world axes.
pub fn verdict(found: &Answer, setting: &Setting) -> Verdict {
    answer::verdict(ending(found.outcome).name, found, setting, Some(setting.pair.space.position))
}

/// Verdict of a search whose points are in the world frame.
pub fn verdict_in_world(found: &Answer, setting: &Setting) -> Verdict {
    answer::verdict(ending(found.outcome).name, found, setting, None)
}

/// Narration of a search: comparison of axes, incident face, clips, depths, selected points.
struct ManifoldNarration<S> {
    /// Axis with the largest separation, world; `None` if no axis is tested.
    axis: Option<DVec3>,
    /// Whether a face is clipped against another; all other contacts are points or edges, which are seen from the side.
    has_face: bool,
    /// Unit vector between two contact points, world: seen along it, one would hide the other. `None` for one point.
    contact_line: Option<DVec3>,
    /// Snapshot type of the recorded search.
    state_type: PhantomData<fn() -> S>,
}

impl<S: Search> Narration for ManifoldNarration<S> {
    type State = S;
    type Context = ManifoldContext;

    fn card(&self) -> &'static Card {
        S::CARD
    }

    /// Camera of the world: across the normal for a contact without a clipped face, and across the axis of largest
    /// separation for separate bodies, which have no normal (zero). `None` for the usual camera.
    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        if view.kind != ViewKind::Space {
            return None;
        }
        if !self.has_face && normal != DVec3::ZERO {
            return Some(Camera::perpendicular_to(normal, self.contact_line.as_slice()));
        }
        if normal == DVec3::ZERO { self.axis.map(Camera::for_pair_with_normal) } else { None }
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        presentation::choices(step.context, step.number, beats)
    }

    fn role_names(&self, context: &ManifoldContext) -> Vec<(Role, String)> {
        context.role_names()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let end = step.end.map(|_| S::CARD.ending_kind(step.verdict));
        presentation::beats(step.context, step.number, step.verdict, end, step.detail)
    }
}
