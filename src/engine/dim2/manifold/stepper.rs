//! The state of a manifold and its step: choice of the reference, incident side, one clip, selection of points.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::distance::Distance;
use super::super::prelude::*;
use super::closest::{self, Nearest};
use super::incident::{End, Incident, clip};
use super::points::Points;
use super::side::{Side, corner, count, next, shape, side};
use super::{
    ContactReference, Cso, DistancePurpose, Feature, Kind, Options, Outcome, Phase, Point, Pose, Shape, Why, band,
    contact, rounding,
};

/// Body of a side, the side's index, and its gap.
type SideGap = (u8, u32, Real);

/// Search for the contact points of a pair. `S` is a shape, or anything that borrows one. Vectors are in the frame of
/// the first body, which is `a` here.
#[derive(Clone, Debug)]
pub struct Manifold<S> {
    /// The pair of shapes.
    pub cso: Cso<S>,
    /// Options of the query.
    pub options: Options,
    /// Rounding error of a gap, in the pair's unit.
    pub rounding: Real,
    /// Phase of the next step.
    pub phase: Phase,
    /// Side with the largest gap; of ties within rounding the first.
    pub best: Option<Side>,
    /// Largest gap of any side; without sides −∞.
    pub largest: Real,
    /// Side that is the reference.
    pub reference: Option<Side>,
    /// Incident feature for the reference.
    pub incident: Option<Incident>,
    /// Ends of the clipped incident feature, in order along the reference; `None` where nothing remains.
    pub ends: Option<[End; 2]>,
    /// Distance query of the cores, once started.
    pub(super) query: Option<Box<Distance<S>>>,
    /// Closest points of the cores, once known.
    pub nearest: Option<Nearest>,
    /// Contact points found.
    pub points: Points,
    /// Unit normal from the first body to the second.
    pub normal: Option<Vec2>,
    /// Number of points dropped.
    pub reduced: u8,
    clipped_empty: bool,
}

impl<S: Borrow<Shape>> Manifold<S> {
    /// Initial state for shapes placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        Self::of(Cso::new(a, pose_a, b, pose_b), options)
    }

    /// Initial state for a pair in its own frame.
    pub fn of(cso: Cso<S>, options: Options) -> Self {
        let magnitude = cso.magnitude();
        let sound = magnitude <= 4.0 * rounding::largest() && options.margin >= 0.0;
        Self {
            cso,
            options,
            rounding: rounding::bound_rounding2(magnitude),
            phase: if sound { Phase::Reference } else { Phase::End(Outcome::NotFinite) },
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

    /// Sides in the order in which they are compared.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        [0, 1]
            .into_iter()
            .flat_map(move |body| (0..count(&self.cso, body)).filter_map(move |index| side(&self.cso, body, index)))
    }

    /// Outcome, once the search has ended.
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

    /// Sum of both margins, meters.
    pub fn balls(&self) -> Real {
        self.cso.margin()
    }

    /// Amount by which a side may be worse than the best and still be the reference, meters.
    pub fn band(&self) -> Real {
        band(self.largest - self.balls(), self.rounding)
    }

    /// Whether the pair is farther apart than the margin, given a gap of the cores.
    pub fn is_separate(&self, gap: Real) -> Comparison<Real> {
        Comparison::above(gap - self.balls(), self.options.margin + self.rounding)
    }

    /// Whether other sides have the largest gap too, within rounding error.
    pub fn tied(&self) -> bool {
        self.sides().filter(|side| side.gap >= self.largest - self.rounding).count() > 1
    }

    fn allowed(&self, side: &Side) -> bool {
        match self.options.reference {
            ContactReference::FaceA => side.body == 0,
            ContactReference::FaceB => side.body == 1,
            ContactReference::Auto | ContactReference::EdgePair => true,
        }
    }

    /// Step of [`Phase::Reference`]: finds the side with the largest gap and chooses the reference.
    fn choose(&mut self) {
        // Only indices and gaps are kept while sides are compared: copying whole sides took a quarter of a manifold
        // (`benches/world.rs`, the pyramid).
        let (mut best, mut forced, mut largest): (Option<SideGap>, Option<SideGap>, _) =
            (None, None, Real::NEG_INFINITY);
        for side in self.sides() {
            let side_gap = (side.body, side.index, side.gap);
            let [beats_forced, beats_best] =
                [forced, best].map(|other| other.is_none_or(|(.., gap)| side.gap > gap + self.rounding)); // @gaps
            largest = largest.max(side.gap);
            if self.allowed(&side) && beats_forced {
                forced = Some(side_gap);
            }
            if beats_best {
                best = Some(side_gap);
            }
        }
        let [best, forced] =
            [best, forced].map(|side_gap| side_gap.and_then(|(body, index, _)| side(&self.cso, body, index)));
        self.best = best;
        self.largest = largest;
        let before = self.options.previous.filter(|before| before.face < count(&self.cso, before.body & 1));
        let before = before.and_then(|before| side(&self.cso, before.body & 1, before.face));
        let stays =
            |before: &Side| self.allowed(before) && forced.is_some_and(|best| best.gap <= before.gap + self.band());
        self.reference = before.filter(stays).or(forced); // @reference
        self.phase = match self.reference {
            _ if self.is_separate(self.largest).holds() => return self.end(Outcome::Apart), // @apart
            Some(_) => self.of_side(),
            None => self.without_side(),
        };
    }

    /// First phase of a contact with a reference side.
    fn of_side(&self) -> Phase {
        if self.nearest.is_none() && self.may_be_vertex_contact() {
            Phase::Distance(DistancePurpose::Reference)
        } else {
            Phase::Incident
        }
    }

    /// First phase of a contact of the closest points.
    fn without_side(&self) -> Phase {
        let known = self.nearest.is_some() || self.best.is_none() || !self.may_be_apart();
        if known { Phase::Closest } else { Phase::Distance(DistancePurpose::Points) }
    }

    /// Whether no side proves that the cores overlap. A gap of 0 proves nothing: all sides of a flat core have it while
    /// the other core lies on the same line, at any distance.
    fn may_be_apart(&self) -> bool {
        self.best.is_none() || self.largest >= -self.rounding
    }

    /// Whether two vertices may be nearest: the support point of the best side lies beyond its ends.
    fn may_be_vertex_contact(&self) -> bool {
        let requested = self.options.reference == ContactReference::Auto && self.may_be_apart();
        self.best.filter(|_| requested).is_some_and(|best| {
            let along = best.along(corner(&self.cso, 1 - best.body, best.support));
            !(0.0..=best.length).contains(&along)
        })
    }

    fn face(&mut self) {
        let Some(reference) = self.reference else { return self.phase = self.without_side() };
        let is_farther = self.nearest.is_some_and(|nearest| nearest.gap > reference.gap + self.band());
        if is_farther && self.may_be_vertex_contact() {
            self.reference = None;
            return self.phase = Phase::Closest; // @corners
        }
        let incident = Incident::facing(&self.cso, &reference); // @incident
        self.normal = Some(if reference.body == 0 { reference.normal } else { -reference.normal });
        self.ends = Some(incident.whole(&reference));
        self.incident = Some(incident);
        self.phase = Phase::Clip(0);
    }

    fn clip(&mut self, end: u8) {
        let Some((reference, ends)) = self.reference.zip(self.ends) else {
            return self.phase = self.without_side();
        };
        self.ends = clip(ends, &reference, end == 0, self.rounding); // @clip
        self.phase = match self.ends {
            None => return self.try_other_features(),
            Some(_) if end == 0 => Phase::Clip(1),
            Some(_) => Phase::Keep,
        };
    }

    /// Continues when clipping left nothing: with the best side if the reference was another one, else with the closest
    /// points.
    fn try_other_features(&mut self) {
        let best = self.best.filter(|best| self.allowed(best) && self.reference.is_some_and(|taken| taken != *best));
        self.phase = if best.is_some() { self.of_side() } else { self.without_side() };
        self.clipped_empty = best.is_none();
        self.reference = best;
    }

    /// Contact point at an end of the clipped incident feature.
    fn point(&self, reference: &Side, incident: &Incident, at: &End, high: bool) -> Point {
        let height = incident.height(reference, at);
        let [ball, above] = [shape(&self.cso, reference.body).margin(), reference.above(at.point)];
        let n = reference.normal;
        let on_reference = at.point + n * (ball - above);
        let on_incident = at.point + n * (height - above);
        let depth = ball - height; // @depth
        let single = incident.corners[0] == incident.corners[1];
        let corner = if high { next(&self.cso, reference.body, reference.index) } else { reference.index };
        let own = match single {
            true => Feature::new(reference.body, Kind::Edge, reference.index),
            false => Feature::new(reference.body, Kind::Vertex, corner),
        };
        let other = Feature::new(1 - reference.body, Kind::Vertex, incident.corners[usize::from(high)]);
        let why = if at.cut { Why::Cut } else { Why::Vertex };
        let [on_a, on_b] = if reference.body == 0 { [on_reference, on_incident] } else { [on_incident, on_reference] };
        let features = if reference.body == 0 { [own, other] } else { [other, own] };
        Point { on_a, on_b, depth, id: contact::name(features, 0), features, why }
    }

    fn keep(&mut self) {
        let Some((reference, (incident, ends))) = self.reference.zip(self.incident.zip(self.ends)) else {
            return self.phase = self.without_side();
        };
        let [low, high] = [0, 1].map(|i| self.point(&reference, &incident, &ends[i], i == 1));
        let one = ends[1].along - ends[0].along <= self.rounding;
        let are_near = [&low, &high].map(|point| -point.depth <= self.options.margin + self.rounding); // @keep
        // Ends at the same side_gap along the reference: only the deeper one is a contact.
        let other_is_deeper = [one && high.depth > low.depth, one && high.depth <= low.depth];
        for ((point, is_near), hidden) in [low, high].into_iter().zip(are_near).zip(other_is_deeper) {
            if is_near && !hidden {
                self.points.push(point);
            }
        }
        // Clipping may have removed the deepest part.
        let deepest = self.points.iter().fold(Real::NEG_INFINITY, |deepest, point| deepest.max(point.depth));
        let gap = self.nearest.map_or(self.largest, |nearest| nearest.gap) - self.balls();
        if -deepest > gap + self.band() && self.options.reference == ContactReference::Auto {
            self.points = Points::none();
        }
        let max_points = self.options.max_points as usize;
        match self.points.len() {
            0 => self.phase = self.without_side(),
            found if max_points > 0 && found > max_points => self.phase = Phase::Reduce,
            _ => self.end(Outcome::FaceContact),
        }
    }

    fn take_closest(&mut self) {
        let found = self.nearest.or_else(|| closest::known(&self.cso, self.best.as_ref(), self.may_be_apart())); // @closest
        let Some(found) = found else { return self.phase = self.without_side() };
        self.nearest = Some(found);
        self.reference = None;
        if self.is_separate(found.gap).holds() {
            return self.end(Outcome::Apart);
        }
        let [a, b] = [0, 1].map(|body| shape(&self.cso, body).margin());
        let on_a = found.points[0] + found.normal * a;
        let on_b = found.points[1] - found.normal * b;
        let features = found.features;
        let id = contact::name(found.features, 0);
        self.normal = Some(found.normal);
        self.points.push(Point { on_a, on_b, depth: a + b - found.gap, id, features, why: Why::Closest });
        let are_vertices = features.iter().all(|feature| feature.kind == Kind::Vertex);
        let after_empty_clip = self.clipped_empty && self.options.reference != ContactReference::Auto;
        self.end(if are_vertices && !after_empty_clip {
            Outcome::VertexContact
        } else {
            Outcome::ClipEmptyUsedClosest
        });
    }

    fn reduce(&mut self) {
        self.reduced = self.points.len() as u8 - 1;
        self.points.keep_deepest(); // @reduce
        self.end(Outcome::FaceContact);
    }

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
            Phase::Reference => self.choose(),
            Phase::Distance(purpose) => self.measure(purpose),
            Phase::Incident => self.face(),
            Phase::Clip(end) => self.clip(end),
            Phase::Keep => self.keep(),
            Phase::Closest => self.take_closest(),
            Phase::Reduce => self.reduce(),
            Phase::End(_) => {}
        }
        self.outcome().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn run(&mut self) -> Outcome {
        self.run_with(|| {})
    }

    /// Runs the distance query at once, since its steps are not observed.
    fn run_with(&mut self, mut between: impl FnMut()) -> Outcome {
        loop {
            if let Phase::Distance(purpose) = self.phase {
                self.measure_whole(purpose);
            }
            if let ControlFlow::Break(outcome) = self.step() {
                return outcome;
            }
            between();
        }
    }
}
