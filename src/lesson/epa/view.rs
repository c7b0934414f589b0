//! One step of EPA as people see it: in `f64`, in the coordinates of the panes.

use glam::DVec3;

use crate::lesson::{PairContext, StopTest};
use crate::snapshot::epa::{Epa, Face, Outcome};
use crate::snapshot::support::Vertex;

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
            features: vertex.features,
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
    fn new(face: &Face, epa: &Epa, context: &PairContext) -> Self {
        Self {
            id: face.id,
            corner: face.corner,
            points: face.corner.map(|i| context.space.cso(epa.vertices[i as usize].w)),
            normal: context.space.cso(face.normal),
            distance: face.distance,
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
    /// What `w` sees is known, and its horizon.
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

/// One step, in the coordinates of the panes.
#[derive(Clone, Debug)]
pub(super) struct StepView {
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
    /// The vertices of their horizon, in order.
    pub horizon: Vec<u32>,
    /// Whether it was sorted by angle.
    pub sorted: bool,
    /// The center round which it was.
    pub center: Option<DVec3>,
    /// Two neighbors in it, so sorted, that are none on the border.
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
    pub bounding_radius: f64,
    /// What lengths may be off by, meters.
    pub rounding: f64,
    /// `n` of the best plane before and after.
    pub normal: [DVec3; 2],
    /// Witness points for that plane, on the cores' surfaces and margins included, before and after.
    pub witness: [[DVec3; 2]; 2],
    /// Radii of the balls that were left out of A and B, together.
    pub margin: f64,
    /// The tests that were tried in this step.
    pub stops: Vec<StopTest>,
    /// How the run ended, if it did in this step.
    pub end: Option<Outcome>,
}

pub(super) fn faces(epa: &Epa, context: &PairContext) -> Vec<PolytopeView> {
    epa.faces.iter().map(|face| PolytopeView::new(face, epa, context)).collect()
}

impl StepView {
    /// The step between two states.
    pub fn of(before: &Epa, after: &Epa, end: Option<Outcome>, context: &PairContext) -> Self {
        let vertices: Vec<Corner> =
            after.vertices.iter().enumerate().map(|(i, v)| Corner::new(i as u32, v, context)).collect();
        let joined = after.grown && vertices.len() > before.vertices.len();
        let id = if joined { vertices.len() - 1 } else { vertices.len() };
        let silhouette = &after.silhouette;
        let fault = silhouette.broken.filter(|_| end == Some(Outcome::BrokenHorizon));
        let visible = if after.grown || fault.is_some() { silhouette.visible.as_slice() } else { &[] };
        let horizon = match fault {
            Some(_) => silhouette.ring.clone(),
            None if after.grown => silhouette.horizon.clone(),
            None => Vec::new(),
        };
        let world = |p: DVec3| context.space.world(p);
        // What the step has removed is as it was before.
        let face = |id: u32| before.face(id).map(|face| PolytopeView::new(face, before, context));
        Self {
            first: before.iterations == 0,
            before: faces(before, context),
            after: faces(after, context),
            entry: after.closest.and_then(face),
            w: after.w.map(|w| Corner::new(id as u32, &w, context)),
            visible: visible.iter().filter_map(|id| face(*id)).collect(),
            sorted: silhouette.sorted,
            center: silhouette.center.filter(|_| !horizon.is_empty()).map(|c| context.space.cso(c)),
            horizon,
            fault,
            added: after.added.clone(),
            queue: [before.queue.clone(), after.queue.clone()],
            lower: [before.lower, after.lower],
            upper: [before.upper, after.upper],
            epsilon: [before.epsilon, after.epsilon],
            bounding_radius: context.bounding_radius(),
            rounding: context.rounding(),
            normal: [before, after].map(|epa| epa.answer.normal.map_or(DVec3::X, |n| context.space.cso(n))),
            witness: [before, after]
                .map(|epa| [epa.answer.witness_a, epa.answer.witness_b])
                .map(|points| points.map(world)),
            margin: after.margin,
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

/// The tests of one expansion, in order, up to the one that fired.
fn stops(before: &Epa, after: &Epa, end: Option<Outcome>) -> Vec<StopTest> {
    let Some(first) = before.next_gap.filter(|_| after.closest.is_some()) else { return Vec::new() };
    let gap = "upper − distance ≤ ε";
    let mut all = vec![StopTest::new("Converged", "stop", gap, first)];
    if let Some(compared) = after.compared {
        all.push(StopTest::new("Apart", "apart", "upper < 0, beyond rounding", compared.plane));
        all.push(StopTest::new("Converged", "final", gap, compared.gap));
        all.push(StopTest::new("IterationLimit", "limit", "k ≥ limit", compared.limit));
    }
    let fired = all.iter().position(|stop| stop.fired).filter(|_| end.is_some());
    all.truncate(fired.map_or(all.len(), |i| i + 1));
    all
}
