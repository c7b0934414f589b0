//! The state and the iteration: the reference, what faces it, a clip a step, what is kept.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::distance::Distance;
use super::super::prelude::*;
use super::closest::{self, Nearest};
use super::incident::{End, Incident, clip};
use super::points::Points;
use super::side::{Side, corner, count, next, shape, side};
use super::{
    ContactReference, Cso, Feature, Kind, Options, Outcome, Phase, Point, Pose, Shape, Wanted, Why, band, contact,
    rounding,
};

/// Whose a side is, its number, and its gap.
type Place = (u8, u32, Real);

/// The search for the points of a pair. `S` is a shape, a reference to one, or what else lends one. Vectors are of the frame of
/// the first body, which is a here.
#[derive(Clone, Debug)]
pub struct Manifold<S> {
    /// The pair.
    pub cso: Cso<S>,
    /// How it is asked.
    pub options: Options,
    /// What a gap may be off by, in the pair's length unit.
    pub rounding: Real,
    /// What the next step does.
    pub phase: Phase,
    /// The side with the largest gap: of those within rounding the first.
    pub best: Option<Side>,
    /// The largest gap of any side; without sides the distance of the cores.
    pub largest: Real,
    /// The side that is taken.
    pub reference: Option<Side>,
    /// What faces it.
    pub incident: Option<Incident>,
    /// What is left of that, in order along the reference; `None` where nothing is.
    pub ends: Option<[End; 2]>,
    /// The distance query of the cores, once it is begun.
    pub(super) query: Option<Box<Distance<S>>>,
    /// The closest points of the cores, once these are known.
    pub nearest: Option<Nearest>,
    /// The points kept.
    pub points: Points,
    /// From the first body to the second.
    pub normal: Option<Vec2>,
    /// How many points were given up.
    pub reduced: u8,
    clipped_empty: bool,
}

impl<S: Borrow<Shape>> Manifold<S> {
    /// Before the first step, of shapes placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        Self::of(Cso::new(a, pose_a, b, pose_b), options)
    }

    /// The same of a pair that is placed already.
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

    /// The sides in the order in which they are compared.
    pub fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        let of = |body: u8| (0..count(&self.cso, body)).map(move |index| (body, index));
        of(0).chain(of(1)).filter_map(|(body, index)| side(&self.cso, body, index))
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::End(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The balls of both bodies.
    pub fn balls(&self) -> Real {
        self.cso.margin()
    }

    /// How much worse than the best a side may be and still be taken.
    pub fn band(&self) -> Real {
        band(self.largest - self.balls(), self.rounding)
    }

    /// Whether the pair is farther apart than the margin, by a gap of the cores.
    pub fn parted(&self, gap: Real) -> Comparison<Real> {
        Comparison::above(gap - self.balls(), self.options.margin + self.rounding)
    }

    /// Whether other sides have the largest gap too, within rounding.
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

    fn choose(&mut self) {
        // Places and gaps alone while sides are compared: a whole side on the way through memory took a quarter of a manifold
        // (`benches/world.rs`, the pyramid).
        let (mut best, mut forced, mut largest): (Option<Place>, Option<Place>, _) = (None, None, Real::NEG_INFINITY);
        for side in self.sides() {
            let place = (side.body, side.index, side.gap);
            let better = |than: &Option<Place>| than.is_none_or(|(.., gap)| side.gap > gap + self.rounding); // @gaps
            largest = largest.max(side.gap);
            if self.allowed(&side) && better(&forced) {
                forced = Some(place);
            }
            if better(&best) {
                best = Some(place);
            }
        }
        let whole = |place: Option<Place>| place.and_then(|(body, index, _)| side(&self.cso, body, index));
        let (best, forced) = (whole(best), whole(forced));
        (self.best, self.largest) = (best, largest);
        let before = self.options.previous.filter(|before| before.face < count(&self.cso, before.body & 1));
        let before = before.and_then(|before| side(&self.cso, before.body & 1, before.face));
        let stays =
            |before: &Side| self.allowed(before) && forced.is_some_and(|best| best.gap <= before.gap + self.band());
        self.reference = before.filter(stays).or(forced); // @reference
        self.phase = match self.reference {
            _ if self.parted(self.largest).holds() => return self.end(Outcome::Apart), // @apart
            Some(_) => self.of_side(),
            None => self.without_side(),
        };
    }

    /// The phase that begins a contact that a side makes.
    fn of_side(&self) -> Phase {
        if self.nearest.is_none() && self.may_be_of_corners() {
            Phase::Distance(Wanted::Reference)
        } else {
            Phase::Incident
        }
    }

    /// The phase that begins a contact of the closest points.
    fn without_side(&self) -> Phase {
        let known = self.nearest.is_some() || self.best.is_none() || !self.may_be_apart();
        if known { Phase::Closest } else { Phase::Distance(Wanted::Points) }
    }

    /// Whether no side proves that the cores overlap. A gap of 0 proves nothing: all sides of a flat core have it while the other
    /// core lies on the same line, at any distance.
    fn may_be_apart(&self) -> bool {
        self.best.is_none() || self.largest >= -self.rounding
    }

    /// Whether two corners may be nearest: the corner that is farthest against the best side lies beyond its ends.
    fn may_be_of_corners(&self) -> bool {
        let asked = self.options.reference == ContactReference::Auto && self.may_be_apart();
        self.best.filter(|_| asked).is_some_and(|best| {
            let along = best.along(corner(&self.cso, 1 - best.body, best.support));
            !(0.0..=best.length).contains(&along)
        })
    }

    fn face(&mut self) {
        let Some(reference) = self.reference else { return self.phase = self.without_side() };
        let farther = |nearest: Nearest| nearest.gap > reference.gap + self.band();
        if self.nearest.is_some_and(farther) && self.may_be_of_corners() {
            self.reference = None;
            return self.phase = Phase::Closest; // @corners
        }
        let incident = Incident::facing(&self.cso, &reference); // @incident
        self.normal = Some(if reference.body == 0 { reference.normal } else { -reference.normal });
        (self.ends, self.incident) = (Some(incident.whole(&reference)), Some(incident));
        self.phase = Phase::Clip(0);
    }

    fn clip(&mut self, end: u8) {
        let (Some(reference), Some(ends)) = (self.reference, self.ends) else {
            return self.phase = self.without_side();
        };
        self.ends = clip(ends, &reference, end == 0, self.rounding); // @clip
        self.phase = match self.ends {
            None => return self.turn_to_another(),
            Some(_) if end == 0 => Phase::Clip(1),
            Some(_) => Phase::Keep,
        };
    }

    /// Where nothing is left: the best side if another was taken, else the closest points.
    fn turn_to_another(&mut self) {
        let best = self.best.filter(|best| self.allowed(best) && self.reference.is_some_and(|taken| taken != *best));
        self.phase = if best.is_some() { self.of_side() } else { self.without_side() };
        self.clipped_empty = best.is_none();
        self.reference = best;
    }

    /// The point at an end of what is left.
    fn point(&self, reference: &Side, incident: &Incident, at: &End, high: bool) -> Point {
        let height = incident.height(reference, at);
        let [ball, above] = [shape(&self.cso, reference.body).margin(), reference.above(at.point)];
        let n = reference.normal;
        let (on_reference, on_incident) = (at.point + n * (ball - above), at.point + n * (height - above));
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
        let (Some(reference), Some(incident), Some(ends)) = (self.reference, self.incident, self.ends) else {
            return self.phase = self.without_side();
        };
        let [low, high] = [0, 1].map(|i| self.point(&reference, &incident, &ends[i], i == 1));
        let one = ends[1].along - ends[0].along <= self.rounding;
        let near = |point: &Point| -point.depth <= self.options.margin + self.rounding; // @keep
        // Ends one above the other are one place: the deeper is the contact.
        let other_is_deeper = [one && high.depth > low.depth, one && high.depth <= low.depth];
        for (point, hidden) in [low, high].into_iter().zip(other_is_deeper) {
            if near(&point) && !hidden {
                self.points.push(point);
            }
        }
        // Clipping may have cut off what is deep.
        let deepest = self.points.iter().fold(Real::NEG_INFINITY, |deepest, point| deepest.max(point.depth));
        let gap = self.nearest.map_or(self.largest, |nearest| nearest.gap) - self.balls();
        if -deepest > gap + self.band() && self.options.reference == ContactReference::Auto {
            self.points = Points::none();
        }
        let wanted = self.options.max_points as usize;
        match self.points.len() {
            0 => self.phase = self.without_side(),
            found if wanted > 0 && found > wanted => self.phase = Phase::Reduce,
            _ => self.end(Outcome::FaceContact),
        }
    }

    fn take_closest(&mut self) {
        let found = self.nearest.or_else(|| closest::known(&self.cso, self.best.as_ref(), self.may_be_apart())); // @closest
        let Some(found) = found else { return self.phase = self.without_side() };
        self.nearest = Some(found);
        self.reference = None;
        if self.parted(found.gap).holds() {
            return self.end(Outcome::Apart);
        }
        let [a, b] = [0, 1].map(|body| shape(&self.cso, body).margin());
        let (on_a, on_b) = (found.points[0] + found.normal * a, found.points[1] - found.normal * b);
        let (features, id) = (found.features, contact::name(found.features, 0));
        self.normal = Some(found.normal);
        self.points.push(Point { on_a, on_b, depth: a + b - found.gap, id, features, why: Why::Closest });
        let corners = features.iter().all(|feature| feature.kind == Kind::Vertex);
        let instead = self.clipped_empty && self.options.reference != ContactReference::Auto;
        self.end(if corners && !instead { Outcome::VertexContact } else { Outcome::ClipEmptyUsedClosest });
    }

    fn reduce(&mut self) {
        self.reduced = self.points.len() as u8 - 1;
        self.points.keep_deepest(); // @reduce
        self.end(Outcome::FaceContact);
    }

    fn end(&mut self, outcome: Outcome) {
        if outcome == Outcome::Apart {
            (self.normal, self.reference) = (None, None);
        }
        self.phase = Phase::End(outcome); // @end
    }
}

impl<S: Borrow<Shape> + Clone> Stepper for Manifold<S> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Reference => self.choose(),
            Phase::Distance(wanted) => self.measure(wanted),
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

    /// The distance query runs to its end in one go: nobody looks at it between its steps.
    fn run_with(&mut self, mut between: impl FnMut()) -> Outcome {
        loop {
            if let Phase::Distance(wanted) = self.phase {
                self.measure_whole(wanted);
            }
            if let ControlFlow::Break(outcome) = self.step() {
                return outcome;
            }
            between();
        }
    }
}
