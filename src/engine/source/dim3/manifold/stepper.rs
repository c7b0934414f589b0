//! The manifold search as a stepper: one phase per step, or one clip or one pick of a phase that repeats. A comment
//! `// @name` marks the line of `listing.txt` that the statement implements.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::axes::{Axes, FaceGap, Nearest, PausedAxisTest};
use super::body::Body;
use super::memory::Memory;
use super::pair::{Core, Pair};
use super::polygon::{self, PolygonVertex, VertexFeatures};
use super::reduce::{self, PickedCandidate};
use super::{
    ContactReference, DistancePurpose, Feature, Kind, Options, Outcome, Phase, Point, PointOrigin, Pose, distance,
    reference_band, rounding,
};
use crate::dim3::prelude::*;

/// Snap distance as a fraction of half the smaller face's extent: features within it coincide, so a point keeps its
/// name where vertices or edges of both faces coincide except for the last digits. With a smaller one the points of
/// equal stacked boxes change their names when the boxes shake; with a larger one separate points share names.
const SNAP: Real = 0.01;

/// State of the search for the contact points of a pair, pair frame. `S` is a body, a reference to one, or another type
/// that lends one.
#[derive(Clone, Debug)]
pub struct Manifold<S> {
    /// The pair; its first body is called a here.
    pub pair: Pair<S>,
    /// Options of the query.
    pub options: Options,
    /// Bound of a gap's rounding error, in the pair's length unit.
    pub rounding: Real,
    /// Action of the next step.
    pub phase: Phase,
    /// The best candidates among the axes.
    pub axes: Axes,
    /// State of an unfinished axis test, with very many axes.
    pub(super) axis_test: Option<Box<PausedAxisTest>>,
    /// Signed distance of the cores; `None` until it is known.
    pub gap: Option<Real>,
    /// Whether both cores are polytopes that overlap or touch.
    pub overlapping: bool,
    /// The distance query of the cores; `None` before it begins.
    pub(super) query: Option<Box<distance::Distance<Core<S>, Core<S>>>>,
    /// Closest points of the cores; `None` until they are known.
    pub nearest: Option<Nearest>,
    /// The reference face, if one is chosen.
    pub reference: Option<FaceGap>,
    /// The incident face of the other body; `None` for an edge or a vertex.
    pub incident: Option<u32>,
    /// Contact normal from the first body to the second.
    pub normal: Option<Vec3>,
    /// Whether the best pair of edges crosses and makes the contact.
    pub crossing: bool,
    /// All contact points, before the reduction.
    pub points: Vec<Point>,
    /// Snap distance for names, in the pair's length unit.
    pub snap: Real,
    /// Areas of the kept points and of all points; `None` without a reduction.
    pub areas: Option<[Real; 2]>,
    /// Working memory of the steps.
    pub memory: Memory,
    /// Whether clipping has removed the deep points of every face that may be the reference.
    pub(super) clipped_empty: bool,
}

impl<S: Borrow<Body>> Manifold<S> {
    /// State before the first step, for bodies placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        Self::from_pair(Pair::new(a, pose_a, b, pose_b), options, Memory::default())
    }

    /// State before the first step, for a placed pair, with the memory of an earlier search.
    pub fn from_pair(pair: Pair<S>, options: Options, mut memory: Memory) -> Self {
        let magnitude = pair.magnitude();
        let is_usable = magnitude <= 4.0 * rounding::largest() && options.margin >= 0.0;
        let mut points = std::mem::take(&mut memory.points);
        points.clear();
        memory.clear();
        Self {
            pair,
            options,
            rounding: rounding::bound_rounding(magnitude),
            phase: if is_usable { Phase::Axes } else { Phase::End(Outcome::NotFinite) },
            axes: Axes::default(),
            axis_test: None,
            gap: None,
            overlapping: false,
            query: None,
            nearest: None,
            reference: None,
            incident: None,
            normal: None,
            crossing: false,
            points,
            snap: 0.0,
            areas: None,
            memory,
            clipped_empty: false,
        }
    }

    /// Outcome, once it is known; picks may still follow.
    pub fn outcome(&self) -> Option<Outcome> {
        self.phase.outcome()
    }

    /// Largest amount by which a face's gap may be below the best and the face still be chosen; the pair's length unit.
    pub fn band(&self) -> Real {
        reference_band(self.gap.unwrap_or(0.0) - self.pair.margin_sum(), self.rounding)
    }

    /// Test whether the pair is separated by more than the margin; `gap` is that of the cores.
    pub fn is_separate(&self, gap: Real) -> Comparison<Real> {
        Comparison::above(gap - self.pair.margin_sum(), self.options.margin + self.rounding)
    }

    /// Whether the gap at a point is at most the margin.
    pub fn is_near(&self, point: &Point) -> bool {
        -point.depth <= self.options.margin + self.rounding // @keep
    }

    /// Whether the options demand a face of one given body as the reference.
    pub(super) fn is_face_forced(&self) -> bool {
        matches!(self.options.reference, ContactReference::FaceA | ContactReference::FaceB)
    }

    /// Step of [`Phase::Axes`]: tests the next axes of two polytopes, or the faces of a pair with a round body.
    fn search_axes(&mut self) {
        let are_polytopes = match self.test_axes() {
            Some(ControlFlow::Continue(())) => return,
            Some(ControlFlow::Break(())) => true,
            None => false,
        };
        if !are_polytopes {
            self.axes = self.test_faces();
        }
        let largest = self.axes.largest.unwrap_or(Real::NEG_INFINITY);
        if self.is_separate(largest).holds() {
            self.gap = Some(largest);
            return self.end(Outcome::Apart); // @apart
        }
        self.overlapping = are_polytopes && largest <= self.rounding && self.axes.largest.is_some();
        if !self.overlapping {
            return self.phase = Phase::Distance(DistancePurpose::Reference);
        }
        self.gap = Some(largest);
        self.choose_reference(largest);
    }

    /// Continues after the distance query of the cores, depending on its purpose.
    pub(super) fn continue_after_distance(&mut self, purpose: DistancePurpose) {
        match (purpose, self.nearest) {
            (DistancePurpose::Deepest, _) => self.finish_face(),
            (_, None) => self.end(Outcome::NotFinite),
            (DistancePurpose::Reference, Some(nearest)) => {
                self.gap = Some(nearest.gap);
                if self.is_separate(nearest.gap).holds() {
                    self.end(Outcome::Apart)
                } else {
                    self.choose_reference(nearest.gap)
                }
            }
            (DistancePurpose::Points, Some(nearest)) => self.use_closest_points(&nearest),
        }
    }

    /// Chooses the reference face for a pair whose largest gap is `gap`; without one, edges or points make the contact.
    fn choose_reference(&mut self, gap: Real) {
        let best = self.axes.allowed;
        let gap_to_reach = if self.is_face_forced() { best.map_or(gap, |best| best.gap) } else { gap };
        let least_gap = gap_to_reach - self.band();
        let must_use_edges = self.options.reference == ContactReference::EdgePair && self.axes.edges.is_some();
        let previous = self.axes.previous.filter(|previous| previous.gap >= least_gap);
        let candidate = if must_use_edges { None } else { previous.or(best) };
        let chosen = candidate.filter(|face| face.gap >= least_gap);
        self.reference = chosen; // @reference
        self.phase = if chosen.is_some() { Phase::Incident } else { Phase::Edges };
    }

    /// Step of [`Phase::Incident`]: collects the side planes of the reference face and the incident polygon.
    fn start_clipping(&mut self) {
        let Some(reference) = self.reference else { return self.phase = Phase::Edges };
        let FaceGap { body, face, normal, .. } = reference;
        polygon::fill_sides(&self.pair, body, face, normal, &mut self.memory.sides);
        self.incident = polygon::fill_incident(&self.pair, 1 - body, normal, &mut self.memory.incident); // @incident
        polygon::start_polygon(&self.memory.incident, &mut self.memory.polygon);
        self.memory.previous_polygon.clear();
        self.normal = Some(if body == 0 { normal } else { -normal });
        let reference_extent = polygon::half_extent(self.memory.sides.iter().map(|side| side.point));
        let incident_extent = polygon::half_extent(self.memory.incident.iter().map(|vertex| vertex.point));
        let extent = if incident_extent > 0.0 { reference_extent.min(incident_extent) } else { reference_extent };
        self.snap = SNAP * extent;
        self.phase = Phase::Clip(0);
    }

    /// Step of [`Phase::Clip`]: clips the incident polygon to side plane `k` of the reference face.
    fn clip_to_side(&mut self, k: u32) {
        let Some(side) = self.memory.sides.get(k as usize).copied() else { return self.phase = Phase::Keep };
        std::mem::swap(&mut self.memory.polygon, &mut self.memory.previous_polygon);
        polygon::clip(&self.memory.previous_polygon, &side, k, self.rounding, &mut self.memory.polygon); // @clip
        if self.memory.polygon.is_empty() {
            return self.try_other_features();
        }
        let is_last = k as usize + 1 == self.memory.sides.len();
        self.phase = if is_last { Phase::Keep } else { Phase::Clip(k + 1) };
    }

    /// Handles a clip that left no point: continues with the best face if the clip used another one and the best face
    /// may be the reference, otherwise without a face.
    fn try_other_features(&mut self) {
        self.points.clear();
        self.memory.exact_features.clear();
        let least_gap = self.gap.unwrap_or(0.0) - self.band();
        let best = self.axes.allowed.filter(|best| {
            let is_other = self.reference.is_some_and(|clipped| clipped != *best);
            is_other && (self.is_face_forced() || best.gap >= least_gap)
        });
        self.clipped_empty = best.is_none();
        self.reference = best;
        self.phase = if best.is_some() { Phase::Incident } else { Phase::Edges };
    }

    /// Step of [`Phase::Keep`]: keeps the vertices of the clipped polygon that are within the margin.
    fn keep_points(&mut self) {
        let Some(reference) = self.reference else { return self.phase = Phase::Edges };
        let Some(side) = self.memory.sides.first().copied() else { return self.phase = Phase::Edges };
        for i in 0..self.memory.polygon.len() {
            let vertex = self.memory.polygon[i];
            let (point, exact_features) = self.point_on_clipped_vertex(&vertex, &reference, side.point);
            if self.is_near(&point) && !self.duplicates_earlier_point(&point, reference.body) {
                self.points.push(point);
                self.memory.exact_features.push(exact_features);
            }
        }
        if self.gap_if_deepest_missing(&reference).is_some() && self.nearest.is_none() {
            return self.phase = Phase::Distance(DistancePurpose::Deepest);
        }
        self.finish_face();
    }

    /// Contact point at a vertex of the clipped polygon, and the features whose intersection is the vertex.
    /// `point_on_face` is any point in the plane of the reference face.
    fn point_on_clipped_vertex(
        &self,
        vertex: &PolygonVertex,
        reference: &FaceGap,
        point_on_face: Vec3,
    ) -> (Point, [Feature; 2]) {
        let n = reference.normal;
        let ball = self.pair.body(reference.body).ball;
        // Heights above the reference face: of the vertex, and of the other body's surface below it.
        let above = n.dot(vertex.point - point_on_face);
        let height = self.height(vertex.point, above, reference);
        let on_reference = vertex.point + n * (ball - above);
        let on_other = vertex.point + n * (height - above);
        let [on_a, on_b] = if reference.body == 0 { [on_reference, on_other] } else { [on_other, on_reference] };
        let VertexFeatures { exact, snapped } = self.features_at(vertex, reference.body, reference.face);
        let is_reference_vertex = exact[usize::from(reference.body)].kind == Kind::Vertex;
        let origin = match vertex.incident {
            Some(_) => PointOrigin::IncidentVertex,
            None if is_reference_vertex => PointOrigin::ReferenceVertex,
            None => PointOrigin::ClippedEdge,
        };
        let point = Point { on_a, on_b, depth: ball - height, id: 0, features: snapped, origin }; // @depth
        (point, exact)
    }

    /// Whether the point coincides with an earlier one, as the points below both ends of an upright capsule do.
    fn duplicates_earlier_point(&self, point: &Point, reference: u8) -> bool {
        let is_capsule = self.memory.incident.len() == 2 && self.pair.body(1 - reference).ball > 0.0;
        if !is_capsule {
            return false;
        }
        self.points.iter().any(|earlier| {
            let [earlier, point] = [earlier, point].map(|p| if reference == 0 { p.on_a } else { p.on_b });
            earlier.distance(point) <= self.rounding
        })
    }

    /// Ends a contact with a face. If clipping has removed its deep points, tries other features instead.
    fn finish_face(&mut self) {
        let Some(reference) = self.reference else { return self.phase = Phase::Edges };
        self.add_deepest_point(&reference);
        let deepest = self.points.iter().fold(Real::NEG_INFINITY, |deepest, point| deepest.max(point.depth));
        let least_depth = self.pair.margin_sum() - self.gap.unwrap_or(0.0) - self.band();
        if self.points.is_empty() || deepest < least_depth && !self.is_face_forced() {
            return self.try_other_features();
        }
        self.name_points();
        self.finish(Outcome::FaceContact);
    }

    /// Makes a contact without a face: crossing edges, parallel edges, or the closest points.
    fn make_contact_without_face(&mut self) {
        self.reference = None;
        self.incident = None;
        let is_requested = self.options.reference == ContactReference::EdgePair;
        let least_gap = self.gap.unwrap_or(0.0) - self.band();
        let edges = self.axes.edges.filter(|edges| is_requested || self.overlapping && edges.gap >= least_gap);
        let crossing = edges.and_then(|edges| self.edge_crossing(&edges)); // @edges
        if let (Some(edges), Some(point)) = (edges, crossing) {
            self.points.push(point);
            self.normal = Some(edges.normal);
            self.crossing = true;
            return self.end_without_face(Outcome::EdgeContact, Outcome::ClipEmptyUsedEdge);
        }
        match self.nearest {
            Some(nearest) => self.use_closest_points(&nearest),
            None => self.phase = Phase::Distance(DistancePurpose::Points),
        }
    }

    /// Makes a contact of the closest points of the cores.
    fn use_closest_points(&mut self, nearest: &Nearest) {
        let outcome = self.add_closest_points(nearest); // @closest
        let is_edge = outcome == Outcome::EdgeContact;
        let after_empty_clip = if is_edge { Outcome::ClipEmptyUsedEdge } else { Outcome::ClipEmptyUsedClosest };
        self.end_without_face(outcome, after_empty_clip);
    }

    /// Step of [`Phase::Pick`]: picks the next point to keep; after the last, ends the search with `outcome`.
    fn pick_point(&mut self, outcome: Outcome) {
        let max_points = self.options.max_points as usize;
        // Points that yield their name are omitted if enough others remain.
        let keep_their_name = self.memory.yields_name.iter().filter(|yields| !**yields).count();
        let omits_yielding = keep_their_name >= max_points;
        let mut scratch = std::mem::take(&mut self.memory.hull);
        let candidates = &self.memory.candidates;
        let kept = &self.memory.kept;
        let picked = reduce::pick_next(candidates, kept, |i| self.claim(i, omits_yielding), &mut scratch);
        self.memory.hull = scratch;
        let memory = &mut self.memory;
        if let Some(PickedCandidate { index, pick, score }) = picked {
            memory.kept.push(index); // @pick
            memory.picks.push((pick, score));
        }
        if memory.kept.len() < max_points {
            return;
        }
        reduce::keep_deepest(&memory.candidates, &mut memory.kept, &mut memory.picks, self.rounding);
        self.measure_areas();
        self.phase = Phase::End(outcome);
    }

    /// Ends the search. Without contact, clears the normal, the reference and the points.
    pub(super) fn end(&mut self, outcome: Outcome) {
        if matches!(outcome, Outcome::Apart | Outcome::NotFinite) {
            self.normal = None;
            self.reference = None;
            self.points.clear();
        }
        self.phase = Phase::End(outcome); // @end
    }
}

impl<S: Borrow<Body> + Clone> Stepper for Manifold<S> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Axes => self.search_axes(),
            Phase::Distance(purpose) => self.step_distance_query(purpose),
            Phase::Incident => self.start_clipping(),
            Phase::Clip(k) => self.clip_to_side(k),
            Phase::Keep => self.keep_points(),
            Phase::Edges => self.make_contact_without_face(),
            Phase::Pick(outcome) => self.pick_point(outcome),
            Phase::End(_) => {}
        }
        match self.phase {
            Phase::End(outcome) => ControlFlow::Break(outcome),
            Phase::Axes | Phase::Distance(_) | Phase::Incident | Phase::Clip(_) => ControlFlow::Continue(()),
            Phase::Keep | Phase::Edges | Phase::Pick(_) => ControlFlow::Continue(()),
        }
    }

    fn run(&mut self) -> Outcome {
        self.run_with(|| {})
    }

    /// Runs the distance query to its end at once instead of step by step.
    fn run_with(&mut self, mut between: impl FnMut()) -> Outcome {
        loop {
            if let Phase::Distance(purpose) = self.phase {
                self.run_distance_query(purpose);
            }
            if let ControlFlow::Break(outcome) = self.step() {
                return outcome;
            }
            between();
        }
    }
}
