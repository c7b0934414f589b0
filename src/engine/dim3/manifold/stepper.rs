//! The state and the iteration: the axes, what faces the reference, a clip a step, what is kept, a pick a step.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::prelude::*;
use super::axes::{Axes, FaceGap, Nearest, Tries};
use super::body::Body;
use super::names::SNAP;
use super::pair::Pair;
use super::polygon::{self, Corner, Own, Side};
use super::reduce::{self, Candidate, Claim};
use super::{
    ContactReference, Feature, Kind, Options, Outcome, Phase, Pick, Point, Pose, Why, band, distance, rounding,
};

/// What is kept between queries, and what a step left to be read.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The sides of the reference.
    pub sides: Vec<Side>,
    /// What faces it, before the clips.
    pub own: Vec<Own>,
    /// What is left of that.
    pub polygon: Vec<Corner>,
    /// What was left before the last clip.
    pub ghost: Vec<Corner>,
    /// The points as the reduction sees them.
    pub candidates: Vec<Candidate>,
    /// Numbers of the points that were picked.
    pub kept: Vec<u32>,
    /// Why each was picked, with its score.
    pub picks: Vec<(Pick, Real)>,
    /// How each point was made.
    pub(super) made: Vec<[Feature; 2]>,
    /// Whether a point lies where another has the short name.
    pub(super) second: Vec<bool>,
    pub(super) distance: distance::Workspace,
    pub(super) points: Vec<Point>,
    hull: Vec<Vec2>,
}

impl Memory {
    /// Forgets what a query left, and keeps the room.
    fn clear(&mut self) {
        self.sides.clear();
        self.own.clear();
        self.polygon.clear();
        self.ghost.clear();
        self.candidates.clear();
        self.kept.clear();
        self.picks.clear();
        self.made.clear();
        self.second.clear();
    }
}

/// The search for the points of a pair. `S` is a body, a reference to one, or what else lends one. Vectors are of the pair frame.
#[derive(Clone, Debug)]
pub struct Manifold<S> {
    /// The pair; its first body is a here.
    pub pair: Pair<S>,
    /// How it is asked.
    pub options: Options,
    /// What a gap may be off by, in the pair's length unit.
    pub rounding: Real,
    /// What the next step does.
    pub phase: Phase,
    /// What is known of the axes.
    pub axes: Axes,
    /// Where the next step goes on with them, of very many.
    pub(super) tries: Option<Box<Tries>>,
    /// The signed distance of the cores, once it is known.
    pub gap: Option<Real>,
    /// Whether both cores are polytopes that overlap or touch.
    pub overlapping: bool,
    /// The closest points of the cores, where these were asked for.
    pub nearest: Option<Nearest>,
    /// The face that is taken.
    pub reference: Option<FaceGap>,
    /// The face of the other body that faces it; `None` where an edge or a vertex does.
    pub incident: Option<u32>,
    /// From the first body to the second.
    pub normal: Option<Vec3>,
    /// All points found.
    pub points: Vec<Point>,
    /// What is as good as equal, in the pair's length unit.
    pub snap: Real,
    /// The area of the points that were kept and of all, where some were given up.
    pub areas: Option<[Real; 2]>,
    /// What the steps work on.
    pub memory: Memory,
    clipped_empty: bool,
    pub(super) outcome: Option<Outcome>,
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Before the first step, of bodies placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        Self::with(Pair::new(a, pose_a, b, pose_b), options, Memory::default())
    }

    /// The same of a pair that is placed already, in memory of before.
    pub fn with(pair: Pair<S>, options: Options, mut memory: Memory) -> Self {
        let magnitude = pair.magnitude();
        let sound = magnitude <= 4.0 * rounding::largest() && options.margin >= 0.0;
        let mut points = std::mem::take(&mut memory.points);
        points.clear();
        memory.clear();
        Self {
            pair,
            options,
            rounding: rounding::bound_rounding(magnitude),
            phase: if sound { Phase::Axes } else { Phase::End },
            axes: Axes::default(),
            tries: None,
            gap: None,
            overlapping: false,
            nearest: None,
            reference: None,
            incident: None,
            normal: None,
            points,
            snap: 0.0,
            areas: None,
            memory,
            clipped_empty: false,
            outcome: (!sound).then_some(Outcome::NotFinite),
        }
    }

    /// How much worse than the best a face may be and still be taken.
    pub fn band(&self) -> Real {
        band(self.gap.unwrap_or(0.0) - self.pair.balls(), self.rounding)
    }

    /// Whether the pair is farther apart than the margin, by a gap of the cores.
    pub fn parted(&self, gap: Real) -> Comparison<Real> {
        Comparison::above(gap - self.pair.balls(), self.options.margin + self.rounding)
    }

    /// Whether a point is no farther apart than the margin.
    pub fn is_near(&self, point: &Point) -> bool {
        -point.depth <= self.options.margin + self.rounding // @keep
    }

    fn forced(&self) -> bool {
        matches!(self.options.reference, ContactReference::FaceA | ContactReference::FaceB)
    }

    fn weigh(&mut self) {
        let by_axes = self.by_axes();
        let polytopes = match by_axes {
            Some(ControlFlow::Continue(())) => return,
            Some(ControlFlow::Break(())) => true,
            None => false,
        };
        if !polytopes {
            self.axes = self.by_faces();
        }
        let largest = self.axes.largest.unwrap_or(Real::NEG_INFINITY);
        if self.parted(largest).holds() {
            self.gap = Some(largest);
            return self.end(Outcome::Apart); // @apart
        }
        self.overlapping = polytopes && largest <= self.rounding && self.axes.largest.is_some();
        self.gap = Some(largest);
        if !self.overlapping {
            self.nearest = self.by_distance(); // @distance
            self.gap = self.nearest.map(|nearest| nearest.gap);
        }
        let Some(gap) = self.gap else { return self.end(Outcome::NotFinite) };
        if self.parted(gap).holds() {
            return self.end(Outcome::Apart);
        }
        self.choose(gap);
    }

    fn choose(&mut self, gap: Real) {
        let best = self.axes.allowed;
        let least = if self.forced() { best.map_or(gap, |best| best.gap) } else { gap } - self.band();
        let before = self.axes.before.filter(|before| before.gap >= least);
        let edges = self.options.reference == ContactReference::EdgePair && self.axes.edges.is_some();
        let taken = before.or(best).filter(|face| face.gap >= least && !edges);
        self.reference = taken; // @reference
        self.phase = if taken.is_some() { Phase::Incident } else { Phase::Edges };
    }

    fn face(&mut self) {
        let Some(reference) = self.reference else { return self.phase = Phase::Edges };
        let FaceGap { body, face, normal, .. } = reference;
        polygon::sides(&self.pair, body, face, normal, &mut self.memory.sides);
        self.incident = polygon::incident(&self.pair, 1 - body, normal, &mut self.memory.own); // @incident
        polygon::whole(&self.memory.own, &mut self.memory.polygon);
        self.memory.ghost.clear();
        self.normal = Some(if body == 0 { normal } else { -normal });
        let half = |points: &mut dyn Iterator<Item = Vec3>| {
            let first = points.next().unwrap_or_default();
            points.fold(0.0, |far: Real, p| far.max(0.5 * p.distance(first)))
        };
        let [of_sides, of_own] = [
            half(&mut self.memory.sides.iter().map(|side| side.point)),
            half(&mut self.memory.own.iter().map(|own| own.point)),
        ];
        self.snap = SNAP * if of_own > 0.0 { of_sides.min(of_own) } else { of_sides };
        self.phase = Phase::Clip(0);
    }

    fn clip(&mut self, k: u32) {
        let Some(side) = self.memory.sides.get(k as usize).copied() else { return self.phase = Phase::Keep };
        std::mem::swap(&mut self.memory.polygon, &mut self.memory.ghost);
        polygon::clip(&self.memory.ghost, &side, k, self.rounding, &mut self.memory.polygon); // @clip
        self.phase = match k as usize + 1 == self.memory.sides.len() {
            _ if self.memory.polygon.is_empty() => return self.turn_to_another(),
            true => Phase::Keep,
            false => Phase::Clip(k + 1),
        };
    }

    /// Where clipping left nothing of use: the best face if another was taken, else what no face makes.
    fn turn_to_another(&mut self) {
        self.points.clear();
        self.memory.made.clear();
        let gap = self.gap.unwrap_or(0.0);
        let best = self.axes.allowed.filter(|best| self.reference.is_some_and(|taken| taken != *best));
        let best = best.filter(|best| self.forced() || best.gap >= gap - self.band());
        self.clipped_empty = best.is_none();
        self.reference = best;
        self.phase = if best.is_some() { Phase::Incident } else { Phase::Edges };
    }

    fn keep(&mut self) {
        let (Some(reference), Some(side)) = (self.reference, self.memory.sides.first().copied()) else {
            return self.phase = Phase::Edges;
        };
        let (n, ball) = (reference.normal, self.pair.body(reference.body).ball);
        for i in 0..self.memory.polygon.len() {
            let corner = self.memory.polygon[i];
            let above = n.dot(corner.point - side.point);
            let height = self.height(corner.point, above, &reference);
            let (on_reference, on_other) = (corner.point + n * (ball - above), corner.point + n * (height - above));
            let [made, features] = self.lies_on(&corner, reference.body, reference.face);
            let [on_a, on_b] = if reference.body == 0 { [on_reference, on_other] } else { [on_other, on_reference] };
            let corner_of_reference = made[usize::from(reference.body)].kind == Kind::Vertex;
            let why = match corner.own {
                Some(_) => Why::Vertex,
                None if corner_of_reference => Why::Corner,
                None => Why::Cut,
            };
            let point = Point { on_a, on_b, depth: ball - height, id: 0, features, why }; // @depth
            if self.is_near(&point) {
                self.points.push(point);
                self.memory.made.push(made);
            }
        }
        self.keep_nearest(&reference);
        let deepest = self.points.iter().fold(Real::NEG_INFINITY, |deepest, point| deepest.max(point.depth));
        let wanted = self.pair.balls() - self.gap.unwrap_or(0.0) - self.band();
        // Clipping may have cut off what is deep.
        if self.points.is_empty() || deepest < wanted && !self.forced() {
            return self.turn_to_another();
        }
        self.name_all();
        self.finish(Outcome::FaceContact);
    }

    /// Without a face: edges that cross, edges side by side, or the closest points.
    fn edges(&mut self) {
        (self.reference, self.incident) = (None, None);
        let gap = self.gap.unwrap_or(0.0);
        let asked = self.options.reference == ContactReference::EdgePair;
        let edges = self.axes.edges.filter(|edges| asked || self.overlapping && edges.gap >= gap - self.band());
        let crossing = edges.and_then(|edges| Some((self.crossing(&edges)?, edges.normal))); // @edges
        let found = if let Some((point, normal)) = crossing {
            self.points.push(point);
            self.normal = Some(normal);
            Outcome::EdgeContact
        } else {
            let Some(nearest) = self.nearest.or_else(|| self.by_distance()) else {
                return self.end(Outcome::NotFinite);
            };
            self.nearest = Some(nearest);
            self.near(&nearest) // @closest
        };
        let instead = self.clipped_empty && (self.overlapping || self.forced());
        self.name_all();
        self.finish(match found {
            Outcome::EdgeContact if instead => Outcome::ClipEmptyUsedEdge,
            _ if instead => Outcome::ClipEmptyUsedClosest,
            found => found,
        });
    }

    /// The end, or the reduction if there are too many points.
    fn finish(&mut self, outcome: Outcome) {
        let wanted = self.options.max_points as usize;
        if wanted == 0 || self.points.len() <= wanted {
            return self.end(outcome);
        }
        self.outcome = Some(outcome);
        self.phase = Phase::Pick;
        let normal = self.normal.unwrap_or(Vec3::X);
        let (x, y) = normal.any_orthonormal_pair();
        let origin = self.points.first().map_or(Vec3::ZERO, |point| point.on_a);
        let candidates = &mut self.memory.candidates;
        candidates.clear();
        let seen = |point: &Point| {
            let off = point.on_a - origin;
            Candidate { at: Vec2::new(off.dot(x), off.dot(y)), depth: point.depth }
        };
        candidates.extend(self.points.iter().map(seen));
    }

    fn pick(&mut self) {
        let memory = &mut self.memory;
        let firsts = memory.second.iter().filter(|second| !**second).count();
        let enough = firsts >= self.options.max_points as usize;
        let claim = |i: u32| {
            let (point, known) = (self.points.get(i as usize)?, &self.options.known);
            let gives_way = enough && memory.second.get(i as usize).copied().unwrap_or(false);
            let corners = point.features.iter().filter(|feature| feature.kind == Kind::Vertex).count() as u8;
            (!gives_way).then(|| Claim { known: known.has(point.id), corners })
        };
        if let Some((i, why, score)) = reduce::next(&memory.candidates, &memory.kept, claim, &mut memory.hull) {
            memory.kept.push(i); // @pick
            memory.picks.push((why, score));
        }
        if memory.kept.len() < self.options.max_points as usize {
            return;
        }
        reduce::hold_deepest(&memory.candidates, &mut memory.kept, &mut memory.picks, self.rounding);
        let mut area = |numbers: &mut dyn Iterator<Item = usize>| {
            memory.hull.clear();
            memory.hull.extend(numbers.map(|i| memory.candidates[i].at));
            reduce::area(&mut memory.hull)
        };
        let kept = area(&mut memory.kept.iter().map(|&i| i as usize));
        self.areas = Some([kept, area(&mut (0..memory.candidates.len()))]);
        self.phase = Phase::End;
    }

    fn end(&mut self, outcome: Outcome) {
        if matches!(outcome, Outcome::Apart | Outcome::NotFinite) {
            (self.normal, self.reference) = (None, None);
            self.points.clear();
        }
        self.phase = Phase::End;
        self.outcome = Some(outcome); // @end
    }
}

impl<S: Borrow<Body>> Stepper for Manifold<S> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            Phase::Axes => self.weigh(),
            Phase::Incident => self.face(),
            Phase::Clip(k) => self.clip(k),
            Phase::Keep => self.keep(),
            Phase::Edges => self.edges(),
            Phase::Pick => self.pick(),
            Phase::End => {}
        }
        match (self.phase, self.outcome) {
            (Phase::End, Some(outcome)) => ControlFlow::Break(outcome),
            _ => ControlFlow::Continue(()),
        }
    }
}
