//! A search for contacts as a lesson, in the plane and in space alike. A dimension adds how its states are seen.

use std::marker::PhantomData;

use super::super::{Outcome, Reference};
use super::told::{self, Found};
use crate::lesson::touch::{self, Touch, TouchContext};
use crate::lesson::{Beat, Card, Ending, Lesson, PairContext, Recorded, Series, Step, Tape, Tells, Verdict};
use crate::picture::Role;
use crate::step::Stepper;

/// What is plotted.
pub(crate) const SERIES: &[Series] = &[
    Series { name: "corners or points", role: Role::Incident },
    Series { name: "depth of the deepest", role: Role::Closest },
];

/// How a search may end.
pub(crate) const ENDINGS: &[Ending] = &[
    Ending::success("Apart", "The bodies are farther apart than the margin: there is no point."),
    Ending::success("FaceContact", "What was left of the face that faces the reference makes the points."),
    Ending::success("EdgeContact", "Two edges make the contact, where they cross or run side by side."),
    Ending::success("VertexContact", "Two vertices, or what is closest of round bodies, make the one point."),
    Ending::success("ClipEmptyUsedEdge", "Clipping left no point, so the edges were taken."),
    Ending::success("ClipEmptyUsedClosest", "Clipping left no point, so the closest points were taken."),
    Ending::failure("NotFinite", "A number of the pair is infinite, or its square would be."),
];

/// How an outcome is called.
fn name(outcome: Outcome) -> &'static str {
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

/// Where a search is played.
pub struct Setting<P> {
    /// The pair, as people call it.
    pub pair: PairContext,
    /// Where the search's first body is, seen from A's origin with the world's axes.
    pub pose: P,
    /// Whether that first body is B.
    pub swapped: bool,
    /// Names of the points of the frame before, if frames are compared.
    pub before: Option<Vec<u64>>,
}

impl<P> Setting<P> {
    /// The name of the search's body.
    pub fn who(&self, body: u8) -> &str {
        &self.pair.names[usize::from(if self.swapped { 1 - body } else { body })]
    }

    /// 1, or -1 where normals of the search point from b to a.
    pub fn sign(&self) -> f64 {
        if self.swapped { -1.0 } else { 1.0 }
    }

    /// What lies on the search's two bodies, as it lies on a and b.
    pub fn ordered<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.swapped { [second, first] } else { [first, second] }
    }
}

/// A search whose states can be seen.
pub trait Search: Stepper<Outcome = Outcome> + Clone + Send + Sync + 'static {
    /// Where a body is.
    type Pose: Send + Sync;
    /// What the next step does.
    type Phase: Copy;
    /// Everything fixed.
    const CARD: &'static Card;

    /// What the next step does.
    fn phase(&self) -> Self::Phase;

    /// The state after a step of this phase, as people see it.
    fn touch(&self, phase: Self::Phase, setting: &Setting<Self::Pose>) -> Touch;

    /// What the search found, once it has ended so.
    fn found<'a>(&self, outcome: Outcome, setting: &'a Setting<Self::Pose>) -> Found<'a>;

    /// What the next frame begins with: the reference, told of the search's own bodies, and the names of the points.
    fn handed(&self) -> (Option<Reference>, Vec<u64>);
}

/// Records a search.
pub fn play<R: Search>(start: R, setting: Setting<R::Pose>) -> Box<dyn Lesson> {
    let (mut touches, mut phase) = (Vec::new(), start.phase());
    let tape = Tape::record_seeing(start, |now| {
        touches.push(now.touch(phase, &setting));
        phase = now.phase();
    });
    let verdict = conclude(tape.last(), *tape.outcome(), &setting);
    let context = TouchContext::new(setting.pair, touches, R::CARD.views);
    Box::new(Recorded { tape, context, verdict, teller: Teller::<R>(PhantomData) })
}

/// What a search that ended so found.
pub fn conclude<R: Search>(run: &R, outcome: Outcome, setting: &Setting<R::Pose>) -> Verdict {
    told::verdict(name(outcome), run.found(outcome, setting), &setting.pair.names)
}

/// Who tells it.
struct Teller<R>(PhantomData<R>);

impl<R: Search> Tells for Teller<R> {
    type Run = R;
    type Context = TouchContext;
    const CARD: &'static Card = R::CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = touch::ROLE_NAMES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let end = step.end.map(|_| R::CARD.worth(step.verdict));
        touch::beats(step.context, step.number, step.verdict, end, step.detail)
    }
}
