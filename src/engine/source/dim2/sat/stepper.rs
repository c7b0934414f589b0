//! The planar separating axis test as a stepper: one axis per step.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::{Answer, Outcome, Pose, Shape, Tested, TestedAxes, rounding};
use crate::dim2::numbers::{length2, unit2};
use crate::dim2::prelude::*;

/// Options of the test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// Whether the first separating axis ends the test.
    pub stop_at_first: bool,
    /// Separating axis of the previous frame, which is tested first and ends the test if it still separates; `None`
    /// without one.
    pub cached: Option<Axis>,
}

/// Feature that defines an axis. A side has the index of the vertex at which it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Normal to a side of A.
    SideA(u32),
    /// Normal to a side of B.
    SideB(u32),
    /// Along a segment. Tested if neither body has an area, since both may lie on one line.
    Along {
        /// Body of the segment: 0 is A, 1 is B.
        body: u8,
    },
    /// From A's first vertex to B's, without the component along this body if that is a segment. Tested if neither body
    /// has an area.
    Across {
        /// Body whose component is removed: 0 is A, 1 is B.
        body: u8,
    },
}

/// Separating axis test of two shapes' cores. `S` is a shape, or anything that borrows one.
#[derive(Clone, Debug)]
pub struct Sat<S> {
    /// The first body; its frame is the pair frame.
    pub a: S,
    /// The second body, in its own frame.
    pub b: S,
    /// `(cos, sin)` of the rotation from B's axes to the pair frame's.
    pub rotation: Vec2,
    /// B's origin in the pair frame, meters.
    pub translation: Vec2,
    /// Options of the test.
    pub options: Options,
    /// Best axis and statistics of the axes tested so far.
    pub found: TestedAxes,
    /// Next axis in the order of the test; it may not exist.
    next: Axis,
    /// Number of axes from the sides of each body.
    side_axes: [u32; 2],
    /// Separating axis of the previous frame; `None` without one, and once it is tested.
    cached: Option<Axis>,
    /// Ending; `None` while the test runs.
    outcome: Option<Outcome>,
}

/// Number of vertices from which on the ends of a projection are searched by [`Shape::farthest`]. A core with fewer
/// vertices is projected vertex by vertex, which finds both ends in one pass.
const SECTORS_FROM_VERTICES: usize = 256;

/// Tests the cores of two placed shapes. The normal of the answer is in world axes.
pub fn separation(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &Options) -> Answer {
    let mut sat = Sat::new(a, pose_a, b, pose_b, *options);
    let outcome = sat.run();
    let answer = sat.answer(outcome);
    Answer { normal: pose_a.rotation.rotate(answer.normal), ..answer }
}

impl<S: Borrow<Shape>> Sat<S> {
    /// Creates the state before the first axis, for shapes placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        let back = Vec2::new(pose_a.rotation.x, -pose_a.rotation.y);
        let translation = back.rotate(pose_b.position - pose_a.position);
        Self::placed(a, b, back.rotate(pose_b.rotation), translation, options)
    }

    /// Creates the state before the first axis, with B rotated by `rotation` and moved by `translation` in the pair
    /// frame.
    pub fn placed(a: S, b: S, rotation: Vec2, translation: Vec2, options: Options) -> Self {
        let magnitude = a.borrow().radius() + b.borrow().radius() + length2(translation);
        // The size of a valid pair is the sum of a few valid lengths.
        let is_valid = magnitude <= 4.0 * rounding::largest();
        let side_axes = [a.borrow(), b.borrow()].map(|shape| count_side_axes(shape.core()));
        // Bound of the rounding error of a gap, and of the difference of two equal gaps.
        let rounding = rounding::bound_rounding2(magnitude);
        Self {
            a,
            b,
            rotation,
            translation,
            options,
            found: TestedAxes::new(rounding, rounding),
            next: Axis::SideA(0),
            side_axes,
            cached: options.cached,
            outcome: (!is_valid).then_some(Outcome::NotFinite),
        }
    }

    /// Moves B's origin to `translation`, before the first axis.
    pub(in crate::dim2) fn place(&mut self, translation: Vec2) {
        self.translation = translation;
        let rounding = rounding::bound_rounding2(self.magnitude());
        self.found = TestedAxes::new(rounding, rounding);
    }

    /// Returns a radius around the pair frame's origin that encloses both bodies, meters: a bound of the magnitude of
    /// every coordinate in the test.
    pub fn magnitude(&self) -> Real {
        self.a.borrow().radius() + self.b.borrow().radius() + length2(self.translation)
    }

    /// Returns the intervals of A and of B on the axis `n`, a unit vector of the pair frame, meters from A's origin.
    pub(in crate::dim2) fn projections(&self, n: Vec2) -> [[Real; 2]; 2] {
        let back = Vec2::new(self.rotation.x, -self.rotation.y);
        let a = project_core(self.a.borrow(), n).interval;
        let b = project_core(self.b.borrow(), back.rotate(n)).interval;
        [a, b.map(|x| x + self.translation.dot(n))]
    }

    /// Returns the vertices of the core of A (0) or B (1), in the body's own frame.
    pub(in crate::dim2) fn corners(&self, body: u8) -> &[Vec2] {
        if body == 0 { self.a.borrow().core() } else { self.b.borrow().core() }
    }

    /// Converts a direction of A's (0) or B's (1) own frame to the pair frame.
    fn in_pair_frame(&self, body: u8, d: Vec2) -> Vec2 {
        if body == 0 { d } else { self.rotation.rotate(d) }
    }

    /// Returns the unit vector along a side, pair frame; zero for a body that is one point.
    fn side(&self, body: u8, side: u32) -> Vec2 {
        let shape = if body == 0 { self.a.borrow() } else { self.b.borrow() };
        let direction = shape.side(side).map_or(Vec2::ZERO, |side| side.direction);
        self.in_pair_frame(body, direction)
    }

    /// Returns the unit vector of an axis, pair frame; `None` if the axis does not exist.
    fn axis_normal(&self, axis: Axis) -> Option<Vec2> {
        let normal = match axis {
            Axis::SideA(i) if i < self.corners(0).len() as u32 => -self.side(0, i).perp(),
            Axis::SideB(i) if i < self.corners(1).len() as u32 => -self.side(1, i).perp(),
            Axis::SideA(_) | Axis::SideB(_) => return None,
            Axis::Along { body } => self.side(body, 0),
            Axis::Across { body } => {
                let from = self.translation + self.in_pair_frame(1, self.corners(1)[0]) - self.corners(0)[0];
                let between = unit2(from).unwrap_or_default();
                let along = self.side(body, 0);
                unit2(between - along * between.dot(along))?
            }
        };
        (normal != Vec2::ZERO).then_some(normal)
    }

    /// Returns the next axis in the order of the test, whether it exists or not, and moves on to the one after it;
    /// `None` after the last.
    fn take_candidate(&mut self) -> Option<Axis> {
        if matches!(self.next, Axis::SideA(i) if i >= self.side_axes[0]) {
            self.next = Axis::SideB(0);
        }
        if matches!(self.next, Axis::SideB(i) if i >= self.side_axes[1]) {
            self.next = Axis::Along { body: 0 };
        }
        if matches!(self.next, Axis::Along { body: 2.. }) {
            self.next = Axis::Across { body: 0 };
        }
        let are_flat = self.corners(0).len() < 3 && self.corners(1).len() < 3;
        let candidate = self.next;
        self.next = match candidate {
            Axis::SideA(i) => Axis::SideA(i + 1),
            Axis::SideB(i) => Axis::SideB(i + 1),
            Axis::Along { .. } | Axis::Across { .. } if !are_flat => return None,
            Axis::Across { body: 2.. } => return None,
            Axis::Along { body } => Axis::Along { body: body + 1 },
            Axis::Across { body } => Axis::Across { body: body + 1 },
        };
        Some(candidate)
    }

    /// Returns the next axis that exists; `None` after the last.
    fn next_axis(&mut self) -> Option<NormalOfAxis> {
        while let Some(axis) = self.take_candidate() {
            if let Some(n) = self.axis_normal(axis) {
                return Some(NormalOfAxis { axis, n });
            }
        }
        None
    }

    /// Returns the separating axis of the previous frame if it still exists, once; `None` afterwards.
    fn take_cached(&mut self) -> Option<NormalOfAxis> {
        let axis = self.cached.take()?;
        let n = self.axis_normal(axis)?;
        Some(NormalOfAxis { axis, n })
    }

    /// Projects both bodies on `axis` with the unit vector `n` of the pair frame, and returns the larger of the gaps in
    /// both directions.
    fn test(&self, axis: Axis, n: Vec2) -> Tested {
        let back = Vec2::new(self.rotation.x, -self.rotation.y);
        let CoreProjection { interval: a, low, high } = project_core(self.a.borrow(), n);
        let CoreProjection { interval: b, low: low_b, high: high_b } = project_core(self.b.borrow(), back.rotate(n));
        let b = b.map(|x| x + self.translation.dot(n));
        let gap_along = b[0] - a[1];
        let gap_against = a[0] - b[1];
        // If both directions are equally good, take the one towards B's origin.
        if gap_along > gap_against || gap_along == gap_against && n.dot(self.translation) >= 0.0 {
            Tested { axis, normal: n, a, b, gap: gap_along, supports: [high, low_b] } // @gap
        } else {
            let [a, b] = [a, b].map(|[from, to]| [-to, -from]);
            Tested { axis, normal: -n, a, b, gap: gap_against, supports: [low, high_b] }
        }
    }

    /// Returns the answer for this outcome; pair frame.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let largest = self.found.best.map_or(0.0, |_| self.found.largest);
        self.found.answer(outcome, largest + self.found.rounding, 0)
    }

    /// Returns the feature of A (`body` 0) or of B (1) that defines this axis, as vertices of its core: the ends of a
    /// side or of a segment, or a point; empty if the axis belongs to the other body alone. Of opposite sides it is the
    /// one that faces the other body.
    pub fn feature(&self, tested: &Tested, body: u8) -> Vec<u32> {
        let count = self.corners(body).len() as u32;
        let side = match tested.axis {
            Axis::SideA(i) if body == 0 => self.facing(0, i, tested.normal),
            Axis::SideB(i) if body != 0 => self.facing(1, i, -tested.normal),
            Axis::Along { body: owner } | Axis::Across { body: owner } if owner == body => 0,
            Axis::SideA(_) | Axis::SideB(_) | Axis::Along { .. } | Axis::Across { .. } => return Vec::new(),
        };
        if count <= 2 { (0..count).collect() } else { vec![side % count, (side + 1) % count] }
    }

    /// Returns the side `i` or its opposite, if any: the one whose outward normal is along `outward`.
    fn facing(&self, body: u8, i: u32, outward: Vec2) -> u32 {
        let side_count = self.corners(body).len() as u32;
        let axis_count = self.side_axes[usize::from(body != 0)];
        let normal = -self.side(body, i).perp();
        let has_opposite = axis_count < side_count;
        if has_opposite && normal.dot(outward) < 0.0 { i + axis_count } else { i }
    }

    /// Returns the axes whose gaps equal that of the best to rounding, without the best itself, in the order of the
    /// test. Repeats the test of all axes tested.
    pub fn ties(&self) -> Vec<Tested>
    where
        S: Clone,
    {
        let options = Options { stop_at_first: false, cached: None };
        let repeated = Self::placed(self.a.clone(), self.b.clone(), self.rotation, self.translation, options);
        self.found.ties(repeated, |sat| &sat.found)
    }
}

impl<S: Borrow<Shape>> Stepper for Sat<S> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let cached = self.take_cached();
        let is_cached = cached.is_some();
        let Some(NormalOfAxis { axis, n }) = cached.or_else(|| self.next_axis()) else {
            self.found.last = None;
            let outcome = self.found.outcome_after_all_axes();
            self.outcome = Some(outcome); // @end
            return ControlFlow::Break(outcome);
        };
        let tested = self.test(axis, n); // @axis
        self.found.record(tested); // @best
        let ends = self.found.separates(&tested).holds() && (self.options.stop_at_first || is_cached); // @stop
        let ending = if is_cached { Outcome::SeparatedByCache } else { Outcome::Separated };
        self.outcome = ends.then_some(ending);
        self.outcome.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

/// An axis and its direction.
struct NormalOfAxis {
    /// Feature that defines the axis.
    axis: Axis,
    /// Unit vector along the axis, pair frame.
    n: Vec2,
}

/// Projection of a core on an axis.
struct CoreProjection {
    /// Least and greatest coordinate along the axis, meters.
    interval: [Real; 2],
    /// Index of the vertex with the least coordinate.
    low: u32,
    /// Index of the vertex with the greatest coordinate.
    high: u32,
}

/// Projects a core on the axis `n` of its own frame.
#[inline]
fn project_core(shape: &Shape, n: Vec2) -> CoreProjection {
    let corners = shape.core();
    if corners.len() >= SECTORS_FROM_VERTICES {
        let low = shape.farthest(-n);
        let high = shape.farthest(n);
        let interval = [low, high].map(|index| n.dot(corners[index as usize]));
        return CoreProjection { interval, low, high };
    }
    let first = n.dot(corners[0]);
    let mut interval = [first; 2];
    let mut low = 0;
    let mut high = 0;
    for (i, corner) in (1..).zip(&corners[1..]) {
        let along = n.dot(*corner);
        if along < interval[0] {
            interval[0] = along;
            low = i;
        }
        if along > interval[1] {
            interval[1] = along;
            high = i;
        }
    }
    CoreProjection { interval, low, high }
}

/// Returns the number of axes of the sides of a core: a segment has one, and two opposite sides share one.
fn count_side_axes(corners: &[Vec2]) -> u32 {
    match corners.len() as u32 {
        1 => 0,
        2 => 1,
        n if is_centrally_symmetric(corners) => n / 2,
        n => n,
    }
}

/// Returns whether each side of a polygon has an exactly opposite one: the second half of the sides repeats the first
/// in the opposite direction.
fn is_centrally_symmetric(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let half = count / 2;
    count.is_multiple_of(2)
        && (0..half).all(|i| {
            let [next, opposite, after_opposite] = [i + 1, i + half, i + 1 + half].map(|index| index % count);
            corners[next] - corners[i] == corners[opposite] - corners[after_opposite]
        })
}
