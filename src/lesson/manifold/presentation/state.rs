//! [`ManifoldState`]: data of a contact manifold after a step, from which its sentences, tables and pictures are made.
//! World frame, meters. The lessons in space and in the plane both convert the engine's snapshots to this type.

use std::fmt::{self, Display};

use contact_lens_model::snapshot::manifold::{self, Pick, QueryStep};
use contact_lens_picture::Role;
use glam::DVec3;

use super::size_of;

/// Kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Comparison of axes.
    Axes,
    /// Step of the cores' distance query, whose result is not known yet.
    Distance,
    /// Choice of the incident feature opposite the reference.
    Incident,
    /// Clip by this side of the reference.
    Clip(u32),
    /// Conversion of the clipped polygon to points.
    Keep,
    /// Contact of edges, vertices or closest points.
    Edges,
    /// Selection of one more point.
    Pick,
}

/// Line of the listings in 3D and in 2D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Separations along the axes in 3D.
    Axes,
    /// Separations along the normals of the sides in 2D.
    Gaps,
    /// Distance query of the cores.
    Distance,
    /// Ending of separate bodies.
    Apart,
    /// Choice of the reference.
    Reference,
    /// Contact of two vertices in 2D.
    Corners,
    /// Choice of the incident feature.
    Incident,
    /// Clip by one side.
    Clip,
    /// Depths of the remaining vertices.
    Depth,
    /// Vertices that become points.
    Keep,
    /// Contact of two crossing edges.
    Edges,
    /// Contact at the closest points.
    Closest,
    /// Selection of one of the points to keep, in 3D.
    Pick,
    /// Selection of the one point to keep, in 2D.
    Reduce,
    /// Ending of the search.
    End,
}

impl Line {
    /// Label of the line in the listing.
    pub fn label(self) -> &'static str {
        match self {
            Self::Axes => "axes",
            Self::Gaps => "gaps",
            Self::Distance => "distance",
            Self::Apart => "apart",
            Self::Reference => "reference",
            Self::Corners => "corners",
            Self::Incident => "incident",
            Self::Clip => "clip",
            Self::Depth => "depth",
            Self::Keep => "keep",
            Self::Edges => "edges",
            Self::Closest => "closest",
            Self::Pick => "pick",
            Self::Reduce => "reduce",
            Self::End => "end",
        }
    }
}

/// Edge of the incident feature that was clipped.
#[derive(Clone, Debug, PartialEq)]
pub struct CutEdge {
    /// Name of the edge: `b2`.
    pub name: String,
    /// Parameter of the new vertex, 0 at the start and 1 at the end: in 3D along the clipped edge, in 2D along the
    /// reference side.
    pub t: f64,
}

/// Vertex of the clipped polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct ClippedVertex {
    /// Position, world.
    pub at: DVec3,
    /// Short name from the two edges at the vertex: `a3b2`. In 2D `end 1` or `end 2`, with the number of the contact
    /// point that it becomes.
    pub name: String,
    /// Clipped edge on which the vertex is; `None` for an original vertex.
    pub cut: Option<CutEdge>,
}

/// Step of the cores' distance query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Kind of the step; `None` for a query that runs in one step.
    pub kind: Option<QueryStep>,
    /// Proven lower and upper bound of the bodies' signed distance, meters; `None` for a bound that is not proven yet.
    pub bracket: [Option<f64>; 2],
}

impl Query {
    /// Step of the distance query between the queries of two successive snapshots; `None` unless `is_step`, which says
    /// whether the step belongs to the distance query.
    pub fn of(before: Option<manifold::Query>, after: Option<manifold::Query>, is_step: bool) -> Option<Self> {
        if !is_step {
            return None;
        }
        // A query without progress data ran in one step.
        let Some(after) = after else { return Some(Self { kind: None, bracket: [None; 2] }) };
        let kind = before.map_or(after.first, |before| before.next);
        Some(Self { kind: Some(kind), bracket: after.bracket })
    }
}

/// Name of a feature of a body, such as an edge or a curved surface.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureName {
    /// Kind and number: `edge 8`.
    pub feature: String,
    /// Name of the body.
    pub body: String,
    /// Whether the feature is a vertex of a polytope or polygon.
    pub is_vertex: bool,
}

impl FeatureName {
    /// Name of the surface of the body that has the feature.
    pub fn surface(&self) -> Self {
        Self { feature: String::from("surface"), body: self.body.clone(), is_vertex: false }
    }
}

impl Display for FeatureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.feature, self.body)
    }
}

/// Contact point.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactPoint {
    /// Position on A, world.
    pub on_a: DVec3,
    /// Position on B, world.
    pub on_b: DVec3,
    /// Penetration depth, meters; negative where the bodies are apart.
    pub depth: f64,
    /// Whether the depth is positive, or zero to rounding; `false` until `ManifoldContext::new` sets it.
    pub is_touching: bool,
    /// Id of the point over all frames, which is part of its mark id.
    pub id: String,
    /// Number of the point in pictures, tables and sentences, from 1.
    pub number: usize,
    /// Name of the vertex that became the point, such as `a3b2`; empty for other points.
    pub vertex: String,
    /// Features of A and B at the point.
    pub features: [FeatureName; 2],
    /// Features whose intersection or closest points the point is, in words.
    pub origin: &'static str,
    /// Selection of the point by the reduction; `None` before the selection, and if it removes no point or this one.
    pub picked: Option<Picked>,
}

/// Selection of a contact point to keep, if a manifold has more points than it may keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// Index of the point in the order of selection, from 0.
    pub index: usize,
    /// Reason of the selection.
    pub reason: Pick,
    /// Score by which it was selected: a depth or a length in meters, or an area in square meters.
    pub score: f64,
}

/// Kind of a candidate for the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateKind {
    /// Face of a body in space.
    Face,
    /// Side of a body in the plane.
    Side,
    /// Pair of edges with the largest separation.
    EdgePair,
    /// Closest points of the cores.
    ClosestPoints,
}

impl CandidateKind {
    /// Whether the candidate can be a reference: a face, or a side in the plane.
    pub fn is_face(self) -> bool {
        matches!(self, Self::Face | Self::Side)
    }
}

/// Axis that was compared in the choice of the reference.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceCandidate {
    /// Kind of the feature.
    pub kind: CandidateKind,
    /// Name in tables and sentences: `face 3 of ground`.
    pub name: String,
    /// Body that has the face: 0 for A, 1 for B; `None` for a pair of features.
    pub body: Option<usize>,
    /// Outward unit normal of a face, world; `None` for a pair of features.
    pub normal: Option<DVec3>,
    /// Ends of both edges of a pair, world; empty for other candidates.
    pub edges: Vec<[DVec3; 2]>,
    /// Signed separation of the bodies along the axis, meters; negative where they overlap.
    pub gap: f64,
    /// Whether the candidate became the reference.
    pub is_reference: bool,
}

/// Separation of the bodies along the normal of a face, or of a side in the plane, world.
#[derive(Clone, Debug, PartialEq)]
pub struct GapLine {
    /// Ends of a line as long as the separation, which begins at the face.
    pub ends: [DVec3; 2],
    /// Vertices of the face.
    pub face: Vec<DVec3>,
    /// Outward unit normal of the face; zero for a pair of edges.
    pub normal: DVec3,
    /// Short name of the face: `face 2`.
    pub name: String,
}

/// State after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifoldState {
    /// Kind of the step.
    pub kind: StepKind,
    /// Executed lines of the listing, in order.
    pub lines: Vec<Line>,
    /// Step of the distance query; `None` for a step of another kind.
    pub query: Option<Query>,
    /// Whether a distance query begins or continues with the next step.
    pub query_follows: bool,
    /// Signed distance of the bodies, meters; `None` until it is known.
    pub gap: Option<f64>,
    /// Contact normal from A to B, world; `None` until it is known.
    pub normal: Option<DVec3>,
    /// Name of the reference face, `face 3 of ground`; empty without one.
    pub reference_name: String,
    /// Whether the reference face, or the first of two edges, belongs to B.
    pub reference_is_b: bool,
    /// Vertices of the reference face, world; two for a side in the plane.
    pub reference_vertices: Vec<DVec3>,
    /// Names of the vertices at the ends of the reference side in the plane, `vertex 3 of ground`; `None` in space.
    pub side_ends: Option<[String; 2]>,
    /// Outward normal of the reference face, world.
    pub reference_normal: DVec3,
    /// Axis of the largest separation, world, before a face is chosen; `None` before an axis is tested.
    pub axis: Option<DVec3>,
    /// Lines of the separations of all sides, in the order of the candidates; in the plane only.
    pub gap_lines: Vec<GapLine>,
    /// Vertices of the incident feature before the clips, world.
    pub incident_vertices: Vec<DVec3>,
    /// Vertices of the incident feature after the clips.
    pub polygon: Vec<ClippedVertex>,
    /// Vertices of the incident feature before this step, world.
    pub previous_vertices: Vec<DVec3>,
    /// Contact points.
    pub points: Vec<ContactPoint>,
    /// Candidates for the reference.
    pub candidates: Vec<ReferenceCandidate>,
    /// Largest depth by which the reference may exceed the least depth, meters (the engine's `band`).
    pub bias_limit: f64,
    /// Largest distance at which points count as contacts, meters.
    pub margin: f64,
    /// Number of remaining vertices, once the incident feature is known; `None` before.
    pub vertex_count: Option<usize>,
    /// Areas of the selected points and of all points, m²; `None` in 2D, until the selection ends, and without one.
    pub areas: Option<[f64; 2]>,
    /// Whether the selection is complete; `false` without one.
    pub all_picked: bool,
}

/// Distance of a removed vertex from those that are left, as a fraction of the feature's size, above which the removed
/// part is visible.
const LEAST_REMOVED: f64 = 2e-3;

/// Relative difference of two separations that may be rounding error.
const SAME_GAP: f64 = 1e-6;

impl ManifoldState {
    /// Role that colors the reference by its body: `ReferenceB` on B, `Reference` on A.
    pub fn reference_role(&self) -> Role {
        if self.reference_is_b { Role::ReferenceB } else { Role::Reference }
    }

    /// Role that colors the incident feature by its body: `Incident` on B, `IncidentA` on A.
    pub fn incident_role(&self) -> Role {
        if self.reference_is_b { Role::IncidentA } else { Role::Incident }
    }

    /// Name of the side of the reference with the index `k`, as in vertex names: `a3` for side 2 of a face of A.
    pub fn side_name(&self, k: u32) -> String {
        format!("{}{}", if self.reference_is_b { 'b' } else { 'a' }, k + 1)
    }

    /// Index of the candidate with the largest separation; of those that are equal to rounding, the first one, which is
    /// a face. `None` without candidates.
    pub(super) fn largest_candidate(&self) -> Option<usize> {
        let mut gaps = self.candidates.iter().map(|candidate| candidate.gap).enumerate();
        let (mut largest, mut largest_gap) = gaps.next()?;
        for (index, gap) in gaps {
            if gap > largest_gap + SAME_GAP * largest_gap.abs().max(gap.abs()) {
                largest = index;
                largest_gap = gap;
            }
        }
        Some(largest)
    }

    /// Candidate that became the reference; `None` before the choice.
    pub(super) fn chosen_candidate(&self) -> Option<&ReferenceCandidate> {
        self.candidates.iter().find(|candidate| candidate.is_reference)
    }

    /// Excess depth of the reference: the signed distance of the bodies minus the reference's separation, meters, at
    /// least 0. `None` before the choice, and without a reference face.
    pub(super) fn bias_paid(&self) -> Option<f64> {
        let chosen = self.chosen_candidate().filter(|_| !self.reference_name.is_empty())?;
        Some((self.gap? - chosen.gap).max(0.0))
    }

    /// Feature of A (0) or B (1) in contact without a reference face; for several points the body's surface. `None`
    /// without contact points.
    pub(super) fn feature_in_contact(&self, body: usize) -> Option<FeatureName> {
        let feature = &self.points.first()?.features[body];
        Some(if self.points.len() > 1 { feature.surface() } else { feature.clone() })
    }

    /// Whether this step removed a visible part of the incident feature: one of its vertices that is not next to a
    /// remaining one.
    pub(super) fn removes_visible_part(&self) -> bool {
        let size = size_of(&self.previous_vertices);
        let is_left = |p: &DVec3| self.polygon.iter().any(|corner| corner.at.distance(*p) <= LEAST_REMOVED * size);
        !self.previous_vertices.iter().all(is_left)
    }

    /// Vertices of the clipped polygon that this step made.
    pub(super) fn new_vertices(&self) -> impl Iterator<Item = &ClippedVertex> {
        self.polygon.iter().filter(|corner| corner.cut.is_some() && !self.previous_vertices.contains(&corner.at))
    }

    /// Deepest contact point; `None` without points.
    pub(super) fn deepest(&self) -> Option<&ContactPoint> {
        // The first of equally deep points.
        self.points.iter().rev().max_by(|one, other| one.depth.total_cmp(&other.depth))
    }

    /// Role of a point: `Closest` in contact, `Witness` nearby, `Idle` not selected yet, `Removed` by the selection.
    pub(super) fn role_of(&self, point: &ContactPoint) -> Role {
        if !self.keeps(point) {
            if self.all_picked { Role::Removed } else { Role::Idle }
        } else if point.is_touching {
            Role::Closest
        } else {
            Role::Witness
        }
    }

    /// Whether a point is kept, as far as this step decides; before the selection, all points are.
    pub(super) fn keeps(&self, point: &ContactPoint) -> bool {
        self.kind != StepKind::Pick || point.picked.is_some()
    }
}

impl ContactPoint {
    /// Middle between the positions on both bodies, world.
    pub fn middle(&self) -> DVec3 {
        0.5 * (self.on_a + self.on_b)
    }

    /// Name in tables and sentences: the number, with the vertex if there is one, `3 (a3b2)`.
    pub fn name(&self) -> String {
        if self.vertex.is_empty() { self.number.to_string() } else { format!("{} ({})", self.number, self.vertex) }
    }
}
