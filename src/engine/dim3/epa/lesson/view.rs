//! One step of EPA as people see it: in `f64`, in the coordinates of the panes.

use glam::DVec3;

use super::super::super::support::{Support, Vertex};
use super::super::{Epa, Face, Horizon, Outcome, Polytope};
use crate::lesson::{PairContext, StopTest, ToF64};

/// A vertex of the polytope and its partners. Its number is its place in the order of arrival.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corner {
    pub id: u32,
    /// In the configuration-space pane.
    pub w: DVec3,
    /// In the world pane.
    pub a: DVec3,
    /// In the world pane.
    pub b: DVec3,
    /// Of A and of B.
    pub features: [u32; 2],
}

impl Corner {
    fn new(id: u32, vertex: &Vertex, context: &PairContext) -> Self {
        Self {
            id,
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.a),
            b: context.space.world(vertex.b),
            features: [vertex.feature_a.0, vertex.feature_b.0],
        }
    }

    /// The key of its mark: `w/3`, `a/3`, `b/3`.
    pub fn key(&self, letter: &str) -> String {
        format!("{letter}/{}", self.id)
    }

    /// What it is called: `w3`, `a3`, `b3`.
    pub fn name(&self, letter: &str) -> String {
        format!("{letter}{}", self.id)
    }
}

/// A face with its corners in place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolytopeView {
    pub id: u32,
    pub corner: [u32; 3],
    pub points: [DVec3; 3],
    pub normal: DVec3,
    pub distance: f64,
}

impl PolytopeView {
    fn new(id: u32, face: &Face, polytope: &Polytope, context: &PairContext) -> Self {
        Self {
            id,
            corner: face.corner,
            points: polytope.triangle(face.corner).map(|p| context.space.cso(p)),
            normal: context.space.cso(face.normal),
            distance: face.distance.to_f64(),
        }
    }

    pub fn key(&self) -> String {
        format!("face/{}", self.id)
    }

    /// What it is called: `t5`, the sixth triangle. (`f32` and `f64` are precisions.)
    pub fn name(&self) -> String {
        format!("t{}", self.id)
    }

    /// `w2 w5 w7`.
    pub fn corners(&self) -> String {
        self.corner.map(|c| format!("w{c}")).join(" ")
    }
}

/// How far a step has come: every number that a beat shows is of this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    /// The polytope is built.
    Started,
    /// The nearest face is taken from the queue, and `lower` knows it.
    Taken,
    /// `w` is found.
    Found,
    /// Its plane has been told to `upper`.
    Bounded,
    /// What `w` sees is known, and its rim.
    Sighted,
    /// `w` is a corner of the polytope; the new faces do not wait yet.
    Joined,
    /// They do.
    Pushed,
}

impl Moment {
    /// The moment of a line of the listing; `found` says whether the step has found a `w`.
    pub fn of(line: &str, found: bool) -> Self {
        match line {
            "start" | "flat" => Self::Started,
            "closest" | "stop" => Self::Taken,
            "support" => Self::Found,
            "silhouette" | "broken" => Self::Sighted,
            "join" => Self::Joined,
            "push" => Self::Pushed,
            "apart" if !found => Self::Started,
            _ => Self::Bounded,
        }
    }

    /// Whether the test of this line is tried at this moment.
    pub fn tries(self, line: &str) -> bool {
        match line {
            "stop" => self == Self::Taken,
            _ => self == Self::Bounded,
        }
    }
}

/// One step, view.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// Whether this is the step that builds the start.
    pub first: bool,
    /// All vertices after the step.
    pub vertices: Vec<Corner>,
    /// The faces before the step.
    pub before: Vec<PolytopeView>,
    /// The faces after it.
    pub after: Vec<PolytopeView>,
    /// The face that was taken from the queue, as it was then.
    pub entry: Option<PolytopeView>,
    /// The new support point.
    pub w: Option<Corner>,
    /// The faces that see `w`.
    pub visible: Vec<PolytopeView>,
    /// The rim's vertices, in order.
    pub rim: Vec<u32>,
    /// Whether the rim was sorted by angle.
    pub sorted: bool,
    /// The center round which it was.
    pub center: Option<DVec3>,
    /// Two neighbors in the sorted rim that are none on the border.
    pub fault: Option<[u32; 2]>,
    /// Numbers of the new faces.
    pub added: std::ops::Range<u32>,
    /// Faces waiting before and after, nearest first.
    pub queue: [Vec<u32>; 2],
    /// `lower` and `upper` of the depth before and after.
    pub lower: [f64; 2],
    pub upper: [f64; 2],
    /// `ε` for the upper bound before and after.
    pub epsilon: [f64; 2],
    pub reach: f64,
    /// `n` of the best plane so far.
    pub normal: DVec3,
    /// Witness points for the best plane so far, on the cores' surfaces and margins included.
    pub witness: [DVec3; 2],
    /// Radii of the balls that were left out of A and B, together.
    pub margin: f64,
    /// The tests that were tried in this step.
    pub stops: Vec<StopTest>,
    /// How the run ended, if it did in this step.
    pub end: Option<Outcome>,
}

pub(super) fn faces<A, B>(epa: &Epa<A, B>, context: &PairContext) -> Vec<PolytopeView> {
    let polytope = &epa.buffers.polytope;
    polytope.live().map(|(id, face)| PolytopeView::new(id, face, polytope, context)).collect()
}

fn queue<A, B>(epa: &Epa<A, B>) -> Vec<u32> {
    let faces = &epa.buffers.polytope.faces;
    let mut waiting: Vec<_> = epa.buffers.queue.iter().filter(|e| !faces[e.face as usize].deleted).collect();
    waiting.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.face.cmp(&b.face)));
    waiting.into_iter().map(|entry| entry.face).collect()
}

impl View {
    /// The step between two states.
    pub fn of<A: Support, B: Support>(
        before: &Epa<A, B>,
        after: &Epa<A, B>,
        end: Option<Outcome>,
        context: &PairContext,
    ) -> Self {
        let polytope = &after.buffers.polytope;
        let vertices: Vec<Corner> =
            polytope.vertices.iter().enumerate().map(|(i, v)| Corner::new(i as u32, v, context)).collect();
        let grown = after.iteration.grown;
        let joined = grown && polytope.vertices.len() > before.buffers.polytope.vertices.len();
        let id = if joined { polytope.vertices.len() - 1 } else { polytope.vertices.len() };
        let silhouette = &after.buffers.silhouette;
        let fault = silhouette.ring.broken.filter(|_| end == Some(Outcome::BrokenRim));
        let visible = if grown || fault.is_some() { silhouette.visible.as_slice() } else { &[] };
        let rim = match fault {
            Some(_) => silhouette.ring.corners.clone(),
            None if grown => silhouette.rim.iter().map(|r| r.from).collect(),
            None => Vec::new(),
        };
        let face = |id: u32| PolytopeView::new(id, &polytope.faces[id as usize], polytope, context);
        let answer = after.answer(end.unwrap_or(Outcome::Converged));
        Self {
            first: before.iterations == 0,
            before: faces(before, context),
            after: faces(after, context),
            entry: taken(before, after)
                .map(|(id, polytope)| PolytopeView::new(id, &polytope.faces[id as usize], polytope, context)),
            w: after.iteration.w.map(|w| Corner::new(id as u32, &w, context)),
            visible: visible.iter().map(|f| face(*f)).collect(),
            sorted: after.options.horizon == Horizon::AngleSorted,
            center: silhouette.ring.center.filter(|_| !rim.is_empty()).map(|c| context.space.cso(c)),
            rim,
            fault,
            added: after.iteration.added.clone(),
            queue: [queue(before), queue(after)],
            lower: [before.lower.to_f64(), after.lower.to_f64()],
            upper: [before.upper.to_f64(), after.upper.to_f64()],
            epsilon: [before.epsilon().to_f64(), after.epsilon().to_f64()],
            reach: context.reach(),
            normal: answer.normal.map_or(DVec3::X, |n| context.space.cso(n)),
            witness: [context.space.world(answer.witness_a), context.space.world(answer.witness_b)],
            margin: after.cso.margin().to_f64(),
            stops: stops(before, after, end),
            end,
            vertices,
        }
    }

    /// Whether `w`'s plane is better than all before.
    pub fn fell(&self) -> bool {
        self.upper[1] < self.upper[0]
    }

    /// `n·w`.
    pub fn height(&self) -> Option<f64> {
        Some(self.entry.as_ref()?.normal.dot(self.w.as_ref()?.w))
    }
}

/// The face that the step took from the queue, and the polytope in which it is as it was then.
fn taken<'a, A, B>(before: &'a Epa<A, B>, after: &'a Epa<A, B>) -> Option<(u32, &'a Polytope)> {
    let id = after.iteration.closest?;
    let then = &before.buffers.polytope;
    Some((id, if (id as usize) < then.faces.len() { then } else { &after.buffers.polytope }))
}

/// The tests of one expansion, in order, up to the one that fired.
fn stops<A: Support, B: Support>(before: &Epa<A, B>, after: &Epa<A, B>, end: Option<Outcome>) -> Vec<StopTest> {
    let Some(closest) = taken(before, after).map(|(id, polytope)| polytope.faces[id as usize]) else {
        return Vec::new();
    };
    let gap = "upper − distance ≤ ε";
    let mut all = vec![StopTest::new("Converged", "stop", gap, before.by_gap(closest.distance))];
    if after.iteration.w.is_some() {
        all.push(StopTest::new("Apart", "apart", "upper < 0, beyond rounding", after.by_plane()));
        all.push(StopTest::new("Converged", "final", gap, after.by_gap(closest.distance)));
        all.push(StopTest::new("IterationLimit", "limit", "k ≥ limit", after.by_limit()));
    }
    let fired = all.iter().position(|stop| stop.fired).filter(|_| end.is_some());
    all.truncate(fired.map_or(all.len(), |i| i + 1));
    all
}
