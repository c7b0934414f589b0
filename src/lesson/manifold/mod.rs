//! What people see of a search for contacts, in the plane and in space: a dimension adds how its states are seen.

mod answer;
pub mod plane;
pub mod space;
mod touch;

use std::marker::PhantomData;

use glam::{DQuat, DVec2, DVec3};

use super::narrated::Step;
use super::{Beat, Card, Choice, Ending, Lesson, Narrated, Narration, PairContext, Recording, Series, Verdict, View};
use crate::picture::{Camera, Role, ViewKind};
use crate::snapshot::Snapshot;
use crate::snapshot::manifold::{Answer, Feature, Outcome};
pub use answer::Surface;
pub(in crate::lesson) use answer::finding;
use touch::{Touch, TouchContext};

/// What is plotted.
const SERIES: &[Series] = &[
    Series { name: "corners or points", role: Role::Incident },
    Series { name: "depth of the deepest", role: Role::Closest },
];

/// How a search may end.
const ENDINGS: &[Ending] = &[
    Ending::success("Apart", "The bodies are farther apart than the margin: there is no point."),
    Ending::success("FaceContact", "The points are what is left of the incident face, clipped to the reference face."),
    Ending::success(
        "EdgeContact",
        "Two edges make the contact: one point where they cross, two where they run side by side.",
    ),
    Ending::success("VertexContact", "The one point is where two vertices, or round surfaces, come closest.")
        .called("Contact at one point"),
    Ending::success("ClipEmptyUsedEdge", "Clipping left no point on a face, so two edges that cross make the contact.")
        .called("Edges cross"),
    Ending::success(
        "ClipEmptyUsedClosest",
        "Clipping left no point on a face, so the closest points make the contact.",
    )
    .called("Closest points"),
    Ending::failure("NotFinite", "A number of the pair is infinite, or its square would be.")
        .called("Unusable numbers"),
];

/// How an outcome is called.
pub(in crate::lesson) fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Apart => "Apart",
        Outcome::FaceContact => "FaceContact",
        Outcome::EdgeContact => "EdgeContact",
        Outcome::VertexContact => "VertexContact",
        Outcome::ClipEmptyUsedEdge => "ClipEmptyUsedEdge",
        Outcome::ClipEmptyUsedClosest => "ClipEmptyUsedClosest",
        Outcome::NotFinite => "NotFinite",
    }
}

/// How the search's first body is turned, seen with the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// In space.
    Space(DQuat),
    /// In the plane: `(cos, sin)`.
    Plane(DVec2),
}

/// Where a search is played.
pub struct Setting {
    /// The pair, as people call it.
    pub pair: PairContext,
    /// Where the search's first body is, seen from A's origin with the world's axes.
    pub position: DVec3,
    /// How it is turned.
    pub turn: Turn,
    /// Whether that first body is B.
    pub swapped: bool,
    /// Names of the points of the frame before, if frames are compared.
    pub before: Option<Vec<u64>>,
    /// Of what the surfaces of A and B are made.
    pub surfaces: [Surface; 2],
}

impl Setting {
    /// Of a contact that is told with the world's axes, seen from A's origin, and whose first body is A.
    pub fn unturned(pair: PairContext, planar: bool) -> Self {
        let turn = if planar { Turn::Plane(DVec2::X) } else { Turn::Space(DQuat::IDENTITY) };
        Self { pair, position: DVec3::ZERO, turn, swapped: false, before: None, surfaces: Default::default() }
    }

    /// The name of the search's body.
    fn who(&self, body: u8) -> &str {
        &self.pair.names[usize::from(if self.swapped { 1 - body } else { body })]
    }

    /// A part of one of the search's bodies in words.
    fn part(&self, feature: Feature) -> String {
        let body = usize::from(if self.swapped { 1 - feature.body } else { feature.body });
        answer::part(feature, &self.pair.names[body], self.surfaces[body])
    }

    /// 1, or -1 where normals of the search point from b to a.
    fn sign(&self) -> f64 {
        if self.swapped { -1.0 } else { 1.0 }
    }

    /// What lies on the search's two bodies, as it lies on a and b.
    fn ordered<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// A direction of the first body's frame in the world.
    fn turned(&self, d: DVec3) -> DVec3 {
        match self.turn {
            Turn::Space(rotation) => rotation * d,
            Turn::Plane(rotation) => rotation.rotate(d.truncate()).extend(0.0),
        }
    }

    /// A point of the first body's frame in the world.
    fn world(&self, p: DVec3) -> DVec3 {
        self.pair.space.position + (self.turned(p) + self.position)
    }
}

/// The states of a search that can be seen.
pub trait Search: Snapshot<Outcome = Outcome> {
    /// Everything fixed.
    const CARD: &'static Card;

    /// What people see of this state, which the step after `before` led to.
    fn touch(&self, before: &Self, setting: &Setting) -> Touch;
}

/// The search that was recorded.
pub fn lesson<S: Search>(recording: Box<dyn Recording<S>>, setting: Setting, verdict: Verdict) -> Box<dyn Lesson> {
    let seen = |step: usize| recording.state(step + 1).touch(&recording.state(step), &setting);
    let touches: Vec<Touch> = (0..recording.steps()).map(seen).collect();
    let axis = touches.last().and_then(|touch| touch.axis);
    let context = TouchContext::new(setting.pair, touches, S::CARD.views);
    Box::new(Narrated { recording, context, verdict, narration: Clipping::<S> { axis, of: PhantomData } })
}

/// What a search has found.
pub fn conclude(found: &Answer, setting: &Setting) -> Verdict {
    answer::verdict(name(found.outcome), found, setting, Some(setting.pair.space.position))
}

/// The same of points that are in the world, as a program gets them.
pub fn conclude_in_world(found: &Answer, setting: &Setting) -> Verdict {
    answer::verdict(name(found.outcome), found, setting, None)
}

/// What is told: the axes, what faces the reference, each clip, depths, picks.
struct Clipping<S> {
    /// The axis with the largest gap, in the world.
    axis: Option<DVec3>,
    of: PhantomData<fn() -> S>,
}

impl<S: Search> Narration for Clipping<S> {
    type State = S;
    type Context = TouchContext;
    const CARD: &'static Card = S::CARD;

    /// Bodies that are apart have no normal: their gap is seen from its side.
    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        let axis = self.axis.filter(|_| normal == DVec3::ZERO && view.kind == ViewKind::Space)?;
        Some(Camera::across(axis))
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        touch::choices(step.context, step.number, beats)
    }

    fn role_names(&self, context: &TouchContext) -> Vec<(Role, String)> {
        context.role_names()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let end = step.end.map(|_| S::CARD.worth(step.verdict));
        touch::beats(step.context, step.number, step.verdict, end, step.detail)
    }
}
