//! Data of one EPA step for its pictures, sentences and tables, made from the recorded states before and after the
//! step: in `f64`, in the coordinates of the views.

use contact_lens_model::snapshot::epa::{Epa, Face, Outcome};
use contact_lens_model::snapshot::support::Vertex;
use glam::DVec3;

use crate::{PairContext, Sentence, StopTest};

/// Vertex of the polytope with its points on A and B.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolytopeVertex {
    /// Number in the order of insertion.
    pub id: u32,
    /// Position `a − b`, configuration space, meters.
    pub w: DVec3,
    /// Point on A, world, meters.
    pub a: DVec3,
    /// Point on B, world, meters.
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

    /// Point on A (`body` 0) or on B (1), world, meters.
    pub fn point(&self, body: usize) -> DVec3 {
        [self.a, self.b][body & 1]
    }

    /// Mark id of the vertex (`letter` w) or of its point on A or B (a or b): `w/3`, `a/3`, `b/3`.
    pub fn key(&self, letter: &str) -> String {
        format!("{letter}/{}", self.id)
    }

    /// Name of the vertex or one of its points in a sentence.
    pub fn mark(&self, letter: &str) -> Sentence {
        Sentence::mark(self.name(letter), self.key(letter))
    }

    /// Name of the vertex (`letter` w) or of its point on A or B (a or b): `w3`, `a3`, `b3`.
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
    /// Positions of the vertices, configuration space, meters.
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
        self.vertices.map(|id| format!("w{id}")).join(" ")
    }
}

/// Moment of a step, to which all numbers of a beat refer. Later moments compare greater.
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
    /// Returns the moment of the listing's line with the label `line`. `has_support` says whether the step found a
    /// support point `w`; if not, the cores were found apart already at the start.
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
    pub is_first: bool,
    /// All vertices after the step.
    pub vertices: Vec<PolytopeVertex>,
    /// Faces before the step.
    pub before: Vec<PolytopeFace>,
    /// Faces after the step.
    pub after: Vec<PolytopeFace>,
    /// Face that the step took from the queue, before its expansion; `None` if it took none.
    pub entry: Option<PolytopeFace>,
    /// New support point; `None` in a step without one.
    pub w: Option<PolytopeVertex>,
    /// Faces before the step that are visible from `w`.
    pub visible: Vec<PolytopeFace>,
    /// Ids of the vertices of the horizon, in order; empty if the horizon was not searched.
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
    /// Outward unit normal `n` of the best plane before and after the step, configuration space; X before the first.
    pub normal: [DVec3; 2],
    /// Witness points of A and B at the best plane before and after the step, margins included, world, meters.
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
    /// Returns the data of the step between two states. `end` is the outcome if the run ends in the step. The removed
    /// faces are taken from the state before the step.
    pub fn of(before: &Epa, after: &Epa, end: Option<Outcome>, context: &PairContext) -> Self {
        let vertices: Vec<PolytopeVertex> =
            after.vertices.iter().enumerate().map(|(i, v)| PolytopeVertex::new(i as u32, v, context)).collect();
        let has_joined = after.grown && vertices.len() > before.vertices.len();
        // A support point that did not join the polytope has the next number.
        let w_id = if has_joined { vertices.len() - 1 } else { vertices.len() };
        let silhouette = &after.silhouette;
        let fault = if end == Some(Outcome::BrokenHorizon) { silhouette.broken } else { None };
        let visible = if after.grown || fault.is_some() { silhouette.visible.as_slice() } else { &[] };
        let horizon = if fault.is_some() {
            silhouette.ring.clone()
        } else if after.grown {
            silhouette.horizon.clone()
        } else {
            Vec::new()
        };
        let center = if horizon.is_empty() { None } else { silhouette.center };
        let visible_faces = visible.iter().filter_map(|id| before.face(*id));
        let entry = after.closest.and_then(|id| before.face(id));
        Self {
            is_first: before.iterations == 0,
            before: faces(before, context),
            after: faces(after, context),
            entry: entry.map(|face| PolytopeFace::new(face, before, context)),
            w: after.w.map(|w| PolytopeVertex::new(w_id as u32, &w, context)),
            visible: visible_faces.map(|face| PolytopeFace::new(face, before, context)).collect(),
            is_sorted_by_angle: silhouette.sorted,
            center: center.map(|c| context.space.cso(c)),
            horizon,
            fault,
            added: after.added.clone(),
            queue: [before.queue.clone(), after.queue.clone()],
            lower: [before.lower, after.lower],
            upper: [before.upper, after.upper],
            bounding_radius: context.bounding_radius(),
            rounding: context.rounding(),
            normal: [best_normal(before, context), best_normal(after, context)],
            witness: [witness_points(before, context), witness_points(after, context)],
            margin: after.margin,
            stops: stop_tests(before, after, end),
            end,
            vertices,
        }
    }

    /// Whether the plane of `w` gives a lower upper bound than all previous ones.
    pub fn upper_fell(&self) -> bool {
        self.upper[1] < self.upper[0]
    }

    /// Returns the vertices of the face that the step took from the queue; empty without one.
    pub fn entry_vertices(&self) -> Vec<&PolytopeVertex> {
        let Some(face) = &self.entry else { return Vec::new() };
        face.vertices.iter().filter_map(|id| self.vertices.get(*id as usize)).collect()
    }

    /// Returns the height `n·w` of the new support point above the origin along the normal of the entry face, meters;
    /// `None` without an entry face or without a support point.
    pub fn height(&self) -> Option<f64> {
        let face = self.entry.as_ref()?;
        let vertex = self.w.as_ref()?;
        Some(face.normal.dot(vertex.w))
    }

    /// Returns the distance of `w` from the plane of the nearest face, meters; positive on its outer side. `None`
    /// without a face or without `w`.
    pub fn height_above_face(&self) -> Option<f64> {
        Some(self.height()? - self.entry.as_ref()?.distance)
    }

    /// Returns the outward direction of the faces that a moment is about, configuration space, of any length: the sum
    /// of their normals. Zero at the start, which is about all faces.
    pub fn subject_side(&self, moment: Moment) -> DVec3 {
        let entry_normal = self.entry.as_ref().map_or(DVec3::ZERO, |face| face.normal);
        match moment {
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

/// Outward unit normal of the best plane of a state, configuration space; X before the first plane.
fn best_normal(epa: &Epa, context: &PairContext) -> DVec3 {
    epa.answer.normal.map_or(DVec3::X, |n| context.space.cso(n))
}

/// Witness points of A and B of a state, world, meters.
fn witness_points(epa: &Epa, context: &PairContext) -> [DVec3; 2] {
    [context.space.world(epa.answer.witness_a), context.space.world(epa.answer.witness_b)]
}

/// Returns the stop tests of one expansion, in order, up to the one that fired; none for a step that takes no face from
/// the queue.
fn stop_tests(before: &Epa, after: &Epa, end: Option<Outcome>) -> Vec<StopTest> {
    if after.closest.is_none() {
        return Vec::new();
    }
    let Some(gap_before) = before.next_gap else { return Vec::new() };
    let gap = "upper − distance ≤ ε";
    let mut tests = vec![StopTest::new("Converged", "stop", gap, gap_before)];
    if let Some(compared) = after.compared {
        tests.push(StopTest::new("Apart", "apart", "upper < 0, beyond rounding", compared.plane));
        tests.push(StopTest::new("Converged", "final", gap, compared.gap));
        tests.push(StopTest::new("IterationLimit", "limit", "k ≥ limit", compared.limit));
    }
    if let Some(fired) = tests.iter().position(|test| test.fired)
        && end.is_some()
    {
        tests.truncate(fired + 1);
    }
    tests
}
