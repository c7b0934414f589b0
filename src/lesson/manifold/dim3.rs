//! Contact manifolds in 3D: converts the engine's snapshots of a manifold query to the `ManifoldState`s that the lesson
//! draws.

use contact_lens_model::snapshot::manifold::{DistancePurpose, Edge, FaceGap, Manifold, Outcome, Phase, point_id_text};
use glam::DVec3;

use super::answer::point_origin;
use super::presentation;
use super::presentation::{
    CandidateKind, ClippedVertex, ContactPoint, CutEdge, FACE, Line, ManifoldState, Picked, ReferenceCandidate,
    StepKind,
};
use super::{ENDINGS, SERIES, Search, Setting};
use crate::{Card, PlotAxis, SourceFile, View, WORLD};

/// Card of the lesson in 3D.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold",
    summary: "Where do two bodies touch? A face of one is clipped against the sides of a face of the other.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("../engine/dim3/manifold/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/manifold/stepper.rs",
            text: include_str!("../engine/dim3/manifold/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/manifold/gaps.rs",
            text: include_str!("../engine/dim3/manifold/gaps.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/manifold/query.rs",
            text: include_str!("../engine/dim3/manifold/query.rs"),
        },
    ],
    views: &[View::space(WORLD, "world"), FACE],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

impl Search for Manifold {
    const CARD: &'static Card = &CARD;

    fn drawable_state(&self, before: &Self, setting: &Setting) -> ManifoldState {
        let kind = step_kind(before.phase, self.phase);
        // If no deep part of the incident face is left, the query may have restarted with another reference face.
        let may_have_restarted = matches!(kind, StepKind::Clip(_) | StepKind::Keep);
        let reference = if may_have_restarted { before.reference } else { self.reference };
        let step = ConvertedStep { state: self, kind, reference, setting };
        ManifoldState {
            kind,
            lines: executed_lines(before.phase, self),
            query: presentation::Query::of(before.query, self.query, matches!(before.phase, Phase::Distance(_))),
            query_follows: matches!(self.phase, Phase::Distance(_)),
            gap: self.gap,
            // From A to B, also if the query has exchanged the bodies.
            normal: self.normal.map(|n| setting.to_world_direction(n) * setting.sign()),
            reference_name: reference.map_or_else(String::new, |face| face_name(&face, setting)),
            // Without a face, the first body of the query owns the first of two crossing edges.
            reference_is_b: reference.map_or(setting.is_swapped, |face| (face.body == 1) != setting.is_swapped),
            reference_vertices: step.reference_vertices(),
            side_ends: None,
            reference_normal: reference.map_or(DVec3::ZERO, |face| setting.to_world_direction(face.normal)),
            // Until a face is chosen, the best allowed face, else the best of all.
            axis: self.axes.allowed.or(self.axes.face).map(|face| setting.to_world_direction(face.normal)),
            gap_lines: Vec::new(),
            incident_vertices: step.incident_vertices(),
            polygon: step.clipped_polygon(),
            previous_vertices: step.previous_vertices(),
            points: step.contact_points(),
            candidates: step.candidates(),
            bias_limit: self.band,
            margin: self.margin,
            vertex_count: step.has_reference().then_some(self.polygon.len()),
            areas: self.areas,
            all_picked: self.areas.is_some(),
        }
    }
}

/// Snapshot after a step, with the other inputs of its conversion.
struct ConvertedStep<'a> {
    /// Snapshot after the step, in the frame of the query.
    state: &'a Manifold,
    /// Kind of the step.
    kind: StepKind,
    /// Reference face of the step; `None` without one.
    reference: Option<FaceGap>,
    /// Names of the bodies, and the conversion from the frame of the query to the world.
    setting: &'a Setting,
}

impl ConvertedStep<'_> {
    /// Whether the state has a reference face that the step shows: not in the comparison of axes.
    fn has_reference(&self) -> bool {
        self.reference.is_some() && self.kind != StepKind::Axes
    }

    /// Whether the incident feature is clipped, before or after this step.
    fn shows_clipping(&self) -> bool {
        self.has_reference() && matches!(self.kind, StepKind::Incident | StepKind::Clip(_) | StepKind::Keep)
    }

    /// Vertices of the reference face, or the ends of the first of two crossing edges, world.
    fn reference_vertices(&self) -> Vec<DVec3> {
        if self.has_reference() { self.world_points(&self.state.sides) } else { self.ends_of_crossing_edge(0) }
    }

    /// Vertices of the incident feature before the clips, or the ends of the second of two crossing edges, world.
    fn incident_vertices(&self) -> Vec<DVec3> {
        if self.has_reference() { self.world_points(&self.state.incident_face) } else { self.ends_of_crossing_edge(1) }
    }

    /// Ends of the edge of a body of the query (0 or 1), world; empty unless two crossing edges make the contact.
    fn ends_of_crossing_edge(&self, body: usize) -> Vec<DVec3> {
        let crossing = self.state.axes.edges.filter(|_| self.kind == StepKind::Edges && self.state.crossing);
        crossing.map_or_else(Vec::new, |edges| self.world_points(&edges.ends[body]))
    }

    /// Vertices of the incident feature after the clips so far; empty in steps that do not show the clipping.
    fn clipped_polygon(&self) -> Vec<ClippedVertex> {
        if !self.shows_clipping() {
            return Vec::new();
        }
        self.state
            .polygon
            .iter()
            .map(|vertex| ClippedVertex {
                at: self.setting.to_world(vertex.point),
                name: self.vertex_name(vertex.edges),
                cut: vertex.clip_parameter.map(|t| CutEdge { name: self.edge_name(cut_edge(vertex.edges)), t }),
            })
            .collect()
    }

    /// Vertices of the incident feature before this step, world; empty in steps that do not show the clipping.
    fn previous_vertices(&self) -> Vec<DVec3> {
        if self.shows_clipping() { self.world_points(&self.state.before_clip) } else { Vec::new() }
    }

    /// Converts points from the frame of the query to the world.
    fn world_points(&self, points: &[DVec3]) -> Vec<DVec3> {
        points.iter().map(|p| self.setting.to_world(*p)).collect()
    }

    /// Name of a vertex from the two edges that meet there: `a3b2`.
    fn vertex_name(&self, edges: [Edge; 2]) -> String {
        edges.map(|edge| self.edge_name(edge)).concat()
    }

    /// Name of an edge: the letter of its body and its number along the face, from 1: `a3` or `b2`.
    fn edge_name(&self, edge: Edge) -> String {
        let reference_body = self.reference.map_or(0, |face| face.body);
        let (body, index) = match edge {
            Edge::Reference(k) => (reference_body, k),
            Edge::Incident(i) => (1 - reference_body, i),
        };
        let letter = ['a', 'b'][self.setting.scene_body(body)];
        format!("{letter}{}", index + 1)
    }

    /// Candidates for the reference: the best faces, the best pair of edges, and the closest points.
    fn candidates(&self) -> Vec<ReferenceCandidate> {
        let axes = &self.state.axes;
        let mut faces: Vec<FaceGap> = Vec::new();
        // One face may be the best of all, the best allowed one and the previous reference.
        for face in [axes.face, axes.allowed, axes.previous].into_iter().flatten() {
            if !faces.iter().any(|other| (other.body, other.face) == (face.body, face.face)) {
                faces.push(face);
            }
        }
        let faces = faces.into_iter().map(|face| ReferenceCandidate {
            kind: CandidateKind::Face,
            name: face_name(&face, self.setting),
            body: Some(self.setting.scene_body(face.body)),
            normal: Some(self.setting.to_world_direction(face.normal)),
            edges: Vec::new(),
            gap: face.gap,
            is_reference: self.reference == Some(face),
        });
        let edges = axes.edges.map(|edges| ReferenceCandidate {
            kind: CandidateKind::EdgePair,
            name: String::from("best edge pair"),
            body: None,
            normal: None,
            edges: edges.ends.map(|ends| ends.map(|p| self.setting.to_world(p))).to_vec(),
            gap: edges.gap,
            is_reference: false,
        });
        let closest = self.state.nearest.map(|gap| ReferenceCandidate {
            kind: CandidateKind::ClosestPoints,
            name: String::from("closest points"),
            body: None,
            normal: None,
            edges: Vec::new(),
            gap,
            is_reference: false,
        });
        faces.chain(edges).chain(closest).collect()
    }

    /// Contact points in the order of the snapshot.
    fn contact_points(&self) -> Vec<ContactPoint> {
        (0..self.state.points.len()).map(|i| self.contact_point(i)).collect()
    }

    /// Contact point with the index `i`.
    fn contact_point(&self, i: usize) -> ContactPoint {
        let state = self.state;
        let setting = self.setting;
        let point = &state.points[i];
        let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
        // The engine sets the ids after the distance query for the deepest point.
        let has_id = state.phase != Phase::Distance(DistancePurpose::Deepest);
        let vertex = state.corners[i].map(|k| self.vertex_name(state.polygon[k].edges));
        ContactPoint {
            on_a: setting.to_world(on_a),
            on_b: setting.to_world(on_b),
            depth: point.depth,
            is_touching: false,
            id: if has_id { point_id_text(point.id) } else { (i + 1).to_string() },
            number: i + 1,
            vertex: vertex.unwrap_or_default(),
            features: setting.ordered(point.features.map(|feature| setting.feature_name(feature))),
            origin: point_origin(point.origin),
            picked: self.selection(i),
        }
    }

    /// Selection of the point with the index `i`; `None` before it is selected, and for points that are not kept.
    fn selection(&self, i: usize) -> Option<Picked> {
        let index = self.state.kept.iter().position(|&kept| kept as usize == i)?;
        let (reason, score) = *self.state.picks.get(index)?;
        Some(Picked { index, reason, score })
    }
}

/// Kind of the step from `phase` to the phase `next`. The last step of a distance query completes the phase that
/// requested it.
fn step_kind(phase: Phase, next: Phase) -> StepKind {
    match (phase, next) {
        (Phase::Distance(_) | Phase::Edges, Phase::Distance(_)) => StepKind::Distance,
        (Phase::Axes | Phase::End(_) | Phase::Distance(DistancePurpose::Reference), _) => StepKind::Axes,
        (Phase::Incident, _) => StepKind::Incident,
        (Phase::Clip(k), _) => StepKind::Clip(k),
        (Phase::Keep | Phase::Distance(DistancePurpose::Deepest), _) => StepKind::Keep,
        (Phase::Edges | Phase::Distance(DistancePurpose::Points), _) => StepKind::Edges,
        (Phase::Pick(_), _) => StepKind::Pick,
    }
}

/// Lines of the listing that the step from the phase `before` to the state `after` executed, in order.
fn executed_lines(before: Phase, after: &Manifold) -> Vec<Line> {
    // Line that uses the compared gaps, if they suffice for a decision.
    let decision = match after.phase {
        Phase::End(Outcome::Apart) => Some(Line::Apart),
        _ => after.reference.map(|_| Line::Reference),
    };
    match (before, after.phase) {
        (Phase::Distance(_), Phase::Distance(_)) => vec![Line::Distance],
        (Phase::Axes, Phase::Distance(_)) => vec![Line::Axes],
        (Phase::Axes, _) => std::iter::once(Line::Axes).chain(decision).collect(),
        (Phase::Distance(DistancePurpose::Reference), _) => std::iter::once(Line::Distance).chain(decision).collect(),
        (Phase::Incident, _) => vec![Line::Incident],
        (Phase::Clip(_), _) => vec![Line::Clip],
        (Phase::Keep, Phase::Distance(_)) => vec![Line::Depth],
        (Phase::Keep, _) => vec![Line::Depth, Line::Keep],
        (Phase::Distance(DistancePurpose::Deepest), _) => vec![Line::Distance, Line::Keep],
        (Phase::Edges, Phase::Distance(_)) => vec![Line::Edges],
        (Phase::Edges, _) if after.crossing => vec![Line::Edges],
        (Phase::Edges, _) => vec![Line::Closest],
        (Phase::Distance(DistancePurpose::Points), Phase::End(Outcome::NotFinite)) => vec![Line::Distance],
        (Phase::Distance(DistancePurpose::Points), _) => vec![Line::Distance, Line::Closest],
        (Phase::Pick(_), _) => vec![Line::Pick],
        (Phase::End(_), _) => vec![Line::Axes],
    }
}

/// Name of a face: `face 3 of ground`.
fn face_name(face: &FaceGap, setting: &Setting) -> String {
    format!("face {} of {}", face.face + 1, setting.body_name(face.body))
}

/// Edge on which a clip made a vertex with these two edges. The clip adds an edge of the reference face, so the other
/// one was clipped: an edge of the incident face, or the reference edge of an earlier clip, which has a lower number.
fn cut_edge(edges: [Edge; 2]) -> Edge {
    match edges {
        [Edge::Reference(first), Edge::Reference(second)] => Edge::Reference(first.min(second)),
        [Edge::Reference(_), cut] | [cut, _] => cut,
    }
}
