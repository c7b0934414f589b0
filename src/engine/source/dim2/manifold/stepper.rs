//! The contact query of two planar shapes as a stepper. Each step runs one phase ([`Phase`]): the choice of the
//! reference side or of the incident side, one step of a distance query, one clip, or the selection of points.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::closest::{self, Nearest};
use super::incident::{End, Incident, clip_to_end};
use super::points::Points;
use super::side::{Side, SideGap, next_vertex, shape, side, side_count, vertex_position};
use super::{
    ContactReference, Cso, DistancePurpose, Feature, Kind, Options, Outcome, Phase, Point, PointOrigin, Pose, Shape,
    contact, reference_band, rounding,
};
use crate::dim2::distance::Distance;
use crate::dim2::prelude::*;

/// Search for the contact points of a pair. `S` is a shape, or anything that borrows one. Vectors are in the frame of
/// the first body, which is `a` here.
#[derive(Clone, Debug)]
pub struct Manifold<S> {
    /// The pair of shapes.
    pub cso: Cso<S>,
    /// Options of the query.
    pub options: Options,
    /// Bound of the rounding error of a gap, in the pair's length unit.
    pub rounding: Real,
    /// Phase that the next step executes.
    pub phase: Phase,
    /// Side with the largest gap; of several that are equal to rounding, the first. `None` before it is found, and
    /// without sides.
    pub best: Option<Side>,
    /// Largest gap of any side, between the cores; −∞ before it is known, and without sides.
    pub largest: Real,
    /// Reference side; `None` before it is chosen, and if no side makes the contact.
    pub reference: Option<Side>,
    /// Incident feature for the reference; `None` before it is chosen.
    pub incident: Option<Incident>,
    /// Ends of the incident feature after the clips done so far, in order along the reference; `None` before it is
    /// chosen, and after a clip that left nothing.
    pub ends: Option<[End; 2]>,
    /// Distance query of the cores; `None` before it starts.
    pub(super) query: Option<Box<Distance<S>>>,
    /// Closest points of the cores; `None` before they are known.
    pub nearest: Option<Nearest>,
    /// Contact points found so far, without those removed.
    pub points: Points,
    /// Unit normal from the first body to the second; `None` before it is known, and without a contact.
    pub normal: Option<Vec2>,
    /// Number of points removed because of the limit of points.
    pub reduced: u8,
    /// Whether clipping left nothing, and no other side may be the reference.
    clipped_empty: bool,
}

impl<S: Borrow<Shape>> Manifold<S> {
    /// Creates the initial state for shapes placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        Self::from_pair(Cso::new(a, pose_a, b, pose_b), options)
    }

    /// Creates the initial state for a pair in the frame of its first body.
    pub fn from_pair(cso: Cso<S>, options: Options) -> Self {
        let magnitude = cso.magnitude();
        // The size of a valid pair is the sum of a few valid lengths.
        let is_valid = magnitude <= 4.0 * rounding::largest() && options.margin >= 0.0;
        Self {
            cso,
            options,
            rounding: rounding::bound_rounding2(magnitude),
            phase: if is_valid { Phase::Reference } else { Phase::End(Outcome::NotFinite) },
            best: None,
            largest: Real::NEG_INFINITY,
            reference: None,
            incident: None,
            ends: None,
            query: None,
            nearest: None,
            points: Points::none(),
            normal: None,
            reduced: 0,
            clipped_empty: false,
        }
    }

    /// Returns the sides of both cores in the order in which they are compared.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        [0, 1].into_iter().flat_map(move |body| {
            (0..side_count(&self.cso, body)).filter_map(move |index| side(&self.cso, body, index))
        })
    }

    /// Returns the outcome; `None` while the query runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::End(outcome) => Some(outcome),
            Phase::Reference
            | Phase::Distance(_)
            | Phase::Incident
            | Phase::Clip(_)
            | Phase::Keep
            | Phase::Closest
            | Phase::Reduce => None,
        }
    }

    /// Returns the sum of both margins, meters.
    pub fn margin_sum(&self) -> Real {
        self.cso.margin()
    }

    /// Returns the largest difference from the largest gap at which a side may still become the reference, meters.
    pub fn band(&self) -> Real {
        reference_band(self.largest - self.margin_sum(), self.rounding)
    }

    /// Test whether a gap of the cores proves that the bodies are farther apart than the contact margin.
    pub fn is_separate(&self, gap: Real) -> Comparison<Real> {
        Comparison::above(gap - self.margin_sum(), self.options.margin + self.rounding)
    }

    /// Returns whether several sides have the largest gap to rounding.
    pub fn tied(&self) -> bool {
        self.sides().filter(|side| side.gap >= self.largest - self.rounding).count() > 1
    }

    /// Returns whether the options allow a side as reference.
    fn is_allowed(&self, side: &Side) -> bool {
        match self.options.reference {
            ContactReference::FaceA => side.body == 0,
            ContactReference::FaceB => side.body == 1,
            ContactReference::Auto | ContactReference::EdgePair => true,
        }
    }

    /// Returns the reference side of the previous manifold at the current poses; `None` without one.
    fn previous_reference(&self) -> Option<Side> {
        let previous = self.options.previous?;
        let body = previous.body & 1;
        if previous.face >= side_count(&self.cso, body) {
            return None;
        }
        side(&self.cso, body, previous.face)
    }

    /// Step of [`Phase::Reference`]: finds the side with the largest gap and chooses the reference.
    fn choose_reference(&mut self) {
        let mut best: Option<SideGap> = None;
        let mut best_allowed: Option<SideGap> = None;
        let mut largest = Real::NEG_INFINITY;
        for side in self.sides() {
            let candidate = SideGap::of(&side);
            largest = largest.max(side.gap);
            if self.is_allowed(&side) && candidate.beats(best_allowed, self.rounding) {
                best_allowed = Some(candidate);
            }
            if candidate.beats(best, self.rounding) {
                best = Some(candidate); // @gaps
            }
        }
        self.best = best.and_then(|best| best.side(&self.cso));
        self.largest = largest;
        let best_allowed = best_allowed.and_then(|best| best.side(&self.cso));
        let kept = self.previous_reference().filter(|previous| {
            self.is_allowed(previous) && best_allowed.is_some_and(|best| best.gap <= previous.gap + self.band())
        });
        self.reference = kept.or(best_allowed); // @reference
        self.phase = match self.reference {
            _ if self.is_separate(self.largest).holds() => return self.end(Outcome::Apart), // @apart
            Some(_) => self.phase_with_side(),
            None => self.phase_without_side(),
        };
    }

    /// Returns the next phase if there is a reference side.
    fn phase_with_side(&self) -> Phase {
        if self.nearest.is_none() && self.may_be_vertex_contact() {
            Phase::Distance(DistancePurpose::Reference)
        } else {
            Phase::Incident
        }
    }

    /// Returns the next phase if no side is the reference: the closest points make the contact.
    fn phase_without_side(&self) -> Phase {
        let needs_no_query = self.nearest.is_some() || self.best.is_none() || !self.may_be_apart();
        if needs_no_query { Phase::Closest } else { Phase::Distance(DistancePurpose::Points) }
    }

    /// Returns whether the cores may be apart. They overlap if the largest gap is below 0 by more than rounding error.
    /// A gap of 0 proves nothing: all sides of a flat core have it while the other core lies on the same line, at any
    /// distance.
    fn may_be_apart(&self) -> bool {
        self.best.is_none() || self.largest >= -self.rounding
    }

    /// Returns whether two vertices may be the closest features: the cores may be apart, and the support point of the
    /// best side projects beyond its ends.
    fn may_be_vertex_contact(&self) -> bool {
        if self.options.reference != ContactReference::Auto || !self.may_be_apart() {
            return false;
        }
        self.best.is_some_and(|best| {
            let along = best.along(vertex_position(&self.cso, 1 - best.body, best.support));
            !(0.0..=best.length).contains(&along)
        })
    }

    /// Step of [`Phase::Incident`]: finds the incident feature, unless two vertices are the closest features.
    fn find_incident(&mut self) {
        let Some(reference) = self.reference else { return self.phase = self.phase_without_side() };
        let is_farther = self.nearest.is_some_and(|nearest| nearest.gap > reference.gap + self.band());
        if is_farther && self.may_be_vertex_contact() {
            self.reference = None;
            return self.phase = Phase::Closest; // @corners
        }
        let incident = Incident::facing(&self.cso, &reference); // @incident
        self.normal = Some(if reference.body == 0 { reference.normal } else { -reference.normal });
        self.ends = Some(incident.unclipped_ends(&reference));
        self.incident = Some(incident);
        self.phase = Phase::Clip(0);
    }

    /// Step of [`Phase::Clip`]: clips at the first (0) or the second (1) end of the reference.
    fn clip_at_end(&mut self, end: u8) {
        let Some((reference, ends)) = self.reference.zip(self.ends) else {
            return self.phase = self.phase_without_side();
        };
        self.ends = clip_to_end(ends, &reference, end == 0, self.rounding); // @clip
        self.phase = match self.ends {
            None => return self.try_other_features(),
            Some(_) if end == 0 => Phase::Clip(1),
            Some(_) => Phase::Keep,
        };
    }

    /// Continues after a clip that left nothing: with the best side if the reference was another one, else with the
    /// closest points.
    fn try_other_features(&mut self) {
        let best =
            self.best.filter(|best| self.is_allowed(best) && self.reference.is_some_and(|clipped| clipped != *best));
        self.phase = if best.is_some() { self.phase_with_side() } else { self.phase_without_side() };
        self.clipped_empty = best.is_none();
        self.reference = best;
    }

    /// Returns the contact point at an end of the clipped incident feature; `high` for the second end along the
    /// reference.
    fn point_at_end(&self, reference: &Side, incident: &Incident, end: &End, high: bool) -> Point {
        let height = incident.height(reference, end);
        let ball = shape(&self.cso, reference.body).margin();
        let above = reference.above(end.point);
        let n = reference.normal;
        let on_reference = end.point + n * (ball - above);
        let on_incident = end.point + n * (height - above);
        let depth = ball - height; // @depth
        let incident_is_point = incident.corners[0] == incident.corners[1];
        let reference_feature = if incident_is_point {
            Feature::new(reference.body, Kind::Edge, reference.index)
        } else {
            let vertex = if high { next_vertex(&self.cso, reference.body, reference.index) } else { reference.index };
            Feature::new(reference.body, Kind::Vertex, vertex)
        };
        let incident_feature = Feature::new(1 - reference.body, Kind::Vertex, incident.corners[usize::from(high)]);
        let origin = if end.is_clipped { PointOrigin::ClippedEdge } else { PointOrigin::IncidentVertex };
        let [on_a, on_b] = if reference.body == 0 { [on_reference, on_incident] } else { [on_incident, on_reference] };
        let features = if reference.body == 0 {
            [reference_feature, incident_feature]
        } else {
            [incident_feature, reference_feature]
        };
        Point { on_a, on_b, depth, id: contact::point_id(features, 0), features, origin }
    }

    /// Step of [`Phase::Keep`]: keeps the ends within the margin as contact points.
    fn keep_points(&mut self) {
        let Some((reference, (incident, ends))) = self.reference.zip(self.incident.zip(self.ends)) else {
            return self.phase = self.phase_without_side();
        };
        let [low, high] = [0, 1].map(|i| self.point_at_end(&reference, &incident, &ends[i], i == 1));
        let ends_coincide = ends[1].along - ends[0].along <= self.rounding;
        let are_near = [&low, &high].map(|point| -point.depth <= self.options.margin + self.rounding); // @keep
        // Of ends at the same place along the reference, only the deeper one is a contact.
        let hides_low = ends_coincide && high.depth > low.depth;
        let hides_high = ends_coincide && high.depth <= low.depth;
        if are_near[0] && !hides_low {
            self.points.push(low);
        }
        if are_near[1] && !hides_high {
            self.points.push(high);
        }
        // If clipping has removed the deepest points, the closest points of the cores make the contact.
        let deepest = self.points.iter().fold(Real::NEG_INFINITY, |deepest, point| deepest.max(point.depth));
        let gap = self.nearest.map_or(self.largest, |nearest| nearest.gap) - self.margin_sum();
        if -deepest > gap + self.band() && self.options.reference == ContactReference::Auto {
            self.points = Points::none();
        }
        let max_points = self.options.max_points as usize;
        match self.points.len() {
            0 => self.phase = self.phase_without_side(),
            count if max_points > 0 && count > max_points => self.phase = Phase::Reduce,
            _ => self.end(Outcome::FaceContact),
        }
    }

    /// Step of [`Phase::Closest`]: makes a contact of the closest points.
    fn take_closest(&mut self) {
        let nearest =
            self.nearest.or_else(|| closest::without_query(&self.cso, self.best.as_ref(), self.may_be_apart())); // @closest
        let Some(nearest) = nearest else { return self.phase = self.phase_without_side() };
        self.nearest = Some(nearest);
        self.reference = None;
        if self.is_separate(nearest.gap).holds() {
            return self.end(Outcome::Apart);
        }
        let [a, b] = [0, 1].map(|body| shape(&self.cso, body).margin());
        let on_a = nearest.points[0] + nearest.normal * a;
        let on_b = nearest.points[1] - nearest.normal * b;
        let features = nearest.features;
        let id = contact::point_id(nearest.features, 0);
        self.normal = Some(nearest.normal);
        self.points.push(Point { on_a, on_b, depth: a + b - nearest.gap, id, features, origin: PointOrigin::Closest });
        let are_vertices = features.iter().all(|feature| feature.kind == Kind::Vertex);
        let after_empty_clip = self.clipped_empty && self.options.reference != ContactReference::Auto;
        self.end(if are_vertices && !after_empty_clip {
            Outcome::VertexContact
        } else {
            Outcome::ClipEmptyUsedClosest
        });
    }

    /// Step of [`Phase::Reduce`]: keeps only the deepest point.
    fn keep_deepest_point(&mut self) {
        self.reduced = self.points.len() as u8 - 1;
        self.points.keep_deepest(); // @reduce
        self.end(Outcome::FaceContact);
    }

    /// Ends the search; bodies that are apart have no normal and no reference.
    fn end(&mut self, outcome: Outcome) {
        if outcome == Outcome::Apart {
            self.normal = None;
            self.reference = None;
        }
        self.phase = Phase::End(outcome); // @end
    }
}

impl<S: Borrow<Shape> + Clone> Stepper for Manifold<S> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Reference => self.choose_reference(),
            Phase::Distance(purpose) => self.step_distance_query(purpose),
            Phase::Incident => self.find_incident(),
            Phase::Clip(end) => self.clip_at_end(end),
            Phase::Keep => self.keep_points(),
            Phase::Closest => self.take_closest(),
            Phase::Reduce => self.keep_deepest_point(),
            Phase::End(_) => {}
        }
        self.outcome().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn run(&mut self) -> Outcome {
        self.run_with(|| {})
    }

    /// Runs like [`Stepper::step`], but each distance query in one step, since its steps are not observed.
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
