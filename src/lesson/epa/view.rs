//! Data of one EPA step for its pictures and sentences, converted to `f64` and to the coordinates of the views.

use glam::DVec3;

use crate::lesson::{PairContext, Sentence, StopTest};
use crate::snapshot::epa::{Epa, Face, Outcome};
use crate::snapshot::support::Vertex;

/// Vertex of the polytope with its points on A and B.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolytopeVertex {
    /// Number in the order of insertion.
    pub id: u32,
    /// Position `a − b`, configuration space.
    pub w: DVec3,
    /// Point on A, world.
    pub a: DVec3,
    /// Point on B, world.
    pub b: DVec3,
    /// Indices of the features of A and of B whose points these are.
    pub features: [u32; 2],
}

impl PolytopeVertex {
    /// Vertex of the run with the number `id`, in the coordinates of the views.
    fn new(id: u32, vertex: &Vertex, context: &PairContext) -> Self {
        Self {
            id,
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.a),
            b: context.space.world(vertex.b),
            features: vertex.features,
        }
    }

    /// Mark id of the vertex or one of its points: `w/3`, `a/3`, `b/3`.
    pub fn key(&self, letter: &str) -> String {
        format!("{letter}/{}", self.id)
    }

    /// Name of the vertex or one of its points in a sentence.
    pub fn mark(&self, letter: &str) -> Sentence {
        Sentence::mark(self.name(letter), self.key(letter))
    }

    /// Name of the vertex or one of its points: `w3`, `a3`, `b3`.
    pub fn name(&self, letter: &str) -> String {
        format!("{letter}{}", self.id)
    }
}

/// Face of the polytope with the positions of its vertices.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolytopeFace {
    /// Number in the order of creation.
    pub id: u32,
    /// Ids of the vertices.
    pub vertices: [u32; 3],
    /// Positions of the vertices, configuration space.
    pub points: [DVec3; 3],
    /// Outward unit normal, configuration space.
    pub normal: DVec3,
    /// Distance of the face's plane from the origin, meters; negative if the origin is on the outer side.
    pub distance: f64,
}

impl PolytopeFace {
    /// Face of the run in the coordinates of the views.
    fn new(face: &Face, epa: &Epa, context: &PairContext) -> Self {
        Self {
            id: face.id,
            vertices: face.vertices,
            points: face.vertices.map(|i| context.space.cso(epa.vertices[i as usize].w)),
            normal: context.space.cso(face.normal),
            distance: face.distance,
        }
    }

    /// Centroid of the face.
    pub fn center(&self) -> DVec3 {
        self.points.iter().sum::<DVec3>() / 3.0
    }

    /// Mark id of the face.
    pub fn key(&self) -> String {
        format!("face/{}", self.id)
    }

    /// Name of the face in a sentence.
    pub fn mark(&self) -> Sentence {
        Sentence::mark(self.name(), self.key())
    }

    /// Name of the face: `t5`, the sixth triangle. With the letter f, names would look like the precisions `f32`,
    /// `f64`.
    pub fn name(&self) -> String {
        format!("t{}", self.id)
    }

    /// Names of the vertices: `w2 w5 w7`.
    pub fn vertex_names(&self) -> String {
        self.vertices.map(|c| format!("w{c}")).join(" ")
    }
}

/// Moment of a step, to which all numbers of a beat refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    /// The initial polytope is built.
    PolytopeBuilt,
    /// The nearest face is taken from the queue, and `lower` includes it.
    FaceTaken,
    /// The support point `w` is found.
    SupportFound,
    /// `upper` includes the plane of `w`.
    BoundUpdated,
    /// The faces visible from `w` and the horizon are known.
    HorizonFound,
    /// `w` is a vertex of the polytope; the new faces are not in the queue yet.
    VertexJoined,
    /// The new faces are in the queue.
    FacesQueued,
}

impl Moment {
    /// Returns the moment of a line of the listing. `has_support` says whether the step found a support point `w`; if
    /// not, the cores were found apart already at the start.
    pub fn of(line: &str, has_support: bool) -> Self {
        match line {
            "start" | "flat" => Self::PolytopeBuilt,
            "closest" | "stop" => Self::FaceTaken,
            "support" => Self::SupportFound,
            "silhouette" | "broken" => Self::HorizonFound,
            "join" => Self::VertexJoined,
            "push" => Self::FacesQueued,
            "apart" if !has_support => Self::PolytopeBuilt,
            _ => Self::BoundUpdated,
        }
    }

    /// Whether the stop test at this line of the listing is evaluated at this moment.
    pub fn evaluates_test(self, line: &str) -> bool {
        match line {
            "stop" => self == Self::FaceTaken,
            _ => self == Self::BoundUpdated,
        }
    }
}

/// One step, in the coordinates of the views.
#[derive(Clone, Debug)]
pub(super) struct EpaView {
    /// Whether this step builds the initial polytope.
    pub first: bool,
    /// All vertices after the step.
    pub vertices: Vec<PolytopeVertex>,
    /// Faces before the step.
    pub before: Vec<PolytopeFace>,
    /// Faces after the step.
    pub after: Vec<PolytopeFace>,
    /// Face that was taken from the queue, before its expansion; `None` in the start.
    pub entry: Option<PolytopeFace>,
    /// New support point; `None` in a step without one.
    pub w: Option<PolytopeVertex>,
    /// Faces visible from `w`.
    pub visible: Vec<PolytopeFace>,
    /// Vertices of the horizon, in order.
    pub horizon: Vec<u32>,
    /// Whether the horizon was sorted by angle.
    pub is_sorted_by_angle: bool,
    /// Point around which the horizon is sorted by angle, configuration space; `None` without a sort by angle.
    pub center: Option<DVec3>,
    /// Two consecutive vertices of the sorted horizon that are not joined by an edge of the border; `None` if all are
    /// joined.
    pub fault: Option<[u32; 2]>,
    /// Ids of the new faces.
    pub added: std::ops::Range<u32>,
    /// Ids of the queued faces before and after the step, nearest first.
    pub queue: [Vec<u32>; 2],
    /// Lower bound of the depth before and after the step, meters.
    pub lower: [f64; 2],
    /// Upper bound of the depth before and after the step, meters; infinite before the first plane.
    pub upper: [f64; 2],
    /// Radius of a sphere around A − B, meters.
    pub bounding_radius: f64,
    /// Rounding error of lengths, meters.
    pub rounding: f64,
    /// Normal `n` of the best plane before and after the step.
    pub normal: [DVec3; 2],
    /// Witness points of the best plane before and after the step, margins included.
    pub witness: [[DVec3; 2]; 2],
    /// Sum of the margins of A and B, which the cores exclude, meters.
    pub margin: f64,
    /// Evaluated stop tests of this step.
    pub stops: Vec<StopTest>,
    /// Outcome, if the run ended in this step.
    pub end: Option<Outcome>,
}

/// Returns the faces of the polytope, in the order of the state.
pub(super) fn faces(epa: &Epa, context: &PairContext) -> Vec<PolytopeFace> {
    epa.faces.iter().map(|face| PolytopeFace::new(face, epa, context)).collect()
}

impl EpaView {
    /// Returns the data of the step between two states. `end` is the outcome if the run ends in the step.
    pub fn of(before: &Epa, after: &Epa, end: Option<Outcome>, context: &PairContext) -> Self {
        let vertices: Vec<PolytopeVertex> =
            after.vertices.iter().enumerate().map(|(i, v)| PolytopeVertex::new(i as u32, v, context)).collect();
        let has_joined = after.grown && vertices.len() > before.vertices.len();
        let id = if has_joined { vertices.len() - 1 } else { vertices.len() };
        let silhouette = &after.silhouette;
        let fault = silhouette.broken.filter(|_| end == Some(Outcome::BrokenHorizon));
        let visible = if after.grown || fault.is_some() { silhouette.visible.as_slice() } else { &[] };
        let horizon = match fault {
            Some(_) => silhouette.ring.clone(),
            None if after.grown => silhouette.horizon.clone(),
            None => Vec::new(),
        };
        // Removed faces are taken from the state before the step.
        Self {
            first: before.iterations == 0,
            before: faces(before, context),
            after: faces(after, context),
            entry: after.closest.and_then(|id| before.face(id)).map(|face| PolytopeFace::new(face, before, context)),
            w: after.w.map(|w| PolytopeVertex::new(id as u32, &w, context)),
            visible: visible
                .iter()
                .filter_map(|id| before.face(*id))
                .map(|face| PolytopeFace::new(face, before, context))
                .collect(),
            is_sorted_by_angle: silhouette.sorted,
            center: silhouette.center.filter(|_| !horizon.is_empty()).map(|c| context.space.cso(c)),
            horizon,
            fault,
            added: after.added.clone(),
            queue: [before.queue.clone(), after.queue.clone()],
            lower: [before.lower, after.lower],
            upper: [before.upper, after.upper],
            bounding_radius: context.bounding_radius(),
            rounding: context.rounding(),
            normal: [before, after].map(|epa| epa.answer.normal.map_or(DVec3::X, |n| context.space.cso(n))),
            witness: [before, after]
                .map(|epa| [epa.answer.witness_a, epa.answer.witness_b])
                .map(|points| points.map(|p| context.space.world(p))),
            margin: after.margin,
            stops: stops(before, after, end),
            end,
            vertices,
        }
    }

    /// Whether the plane of `w` is better than all previous ones.
    pub fn upper_fell(&self) -> bool {
        self.upper[1] < self.upper[0]
    }

    /// Returns the height `n·w` of the new support point along the normal of the entry face, meters; `None` without
    /// either.
    pub fn height(&self) -> Option<f64> {
        Some(self.entry.as_ref()?.normal.dot(self.w.as_ref()?.w))
    }

    /// Returns the distance of `w` from the plane of the nearest face, meters; positive on its outer side. `None`
    /// without a face or without `w`.
    pub fn height_above_face(&self) -> Option<f64> {
        Some(self.height()? - self.entry.as_ref()?.distance)
    }

    /// Returns the outward direction of the faces that a moment is about; zero if it is about none.
    pub fn subject_side(&self, when: Moment) -> DVec3 {
        let entry_normal = self.entry.as_ref().map_or(DVec3::ZERO, |face| face.normal);
        match when {
            Moment::PolytopeBuilt => DVec3::ZERO,
            Moment::FaceTaken | Moment::SupportFound | Moment::BoundUpdated => entry_normal,
            Moment::HorizonFound | Moment::VertexJoined => self.visible.iter().map(|face| face.normal).sum(),
            Moment::FacesQueued => self.queued_new_faces().map(|face| face.normal).sum(),
        }
    }

    /// New faces that join the queue.
    pub fn queued_new_faces(&self) -> impl Iterator<Item = &PolytopeFace> {
        self.after.iter().filter(|face| self.added.contains(&face.id) && self.queue[1].contains(&face.id))
    }
}

/// Returns the stop tests of one expansion, in order, up to the one that fired.
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
