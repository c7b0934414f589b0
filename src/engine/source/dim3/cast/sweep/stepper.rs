//! State and step of the sweep: one axis per step, or the three axes of a triple for two boxes, then the decision and
//! the gap of a miss. A comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use super::axis_source::{Axis, AxisSource, ProjectedAxis};
use super::exact::{self, Side};
use super::{FramePrecision, Gap, HeadStart, Motion, Options, Outcome, OverlapInterval, Path, Plane, Query, Start};
use crate::dim3::cast::prelude::*;
use contact_lens_model::snapshot::cast::SweepPhase;

/// Sine of the angle between two computed unit normals up to which they count as parallel: a bound of the rounding
/// errors of both.
const PARALLEL_SINE: Real = 4.0 * EPS;

/// Axis of the sweep that was tested, with the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedAxis<A> {
    /// Axis and projections at the start.
    pub projected: ProjectedAxis<A>,
    /// Part of the path on which the projections overlap.
    pub overlap: OverlapInterval,
}

impl<A> TestedAxis<A> {
    /// Unit vector along the axis, from A to B when the projections begin to overlap.
    pub fn toward(&self) -> Vec3 {
        if self.overlap.w > 0.0 { -self.projected.normal } else { self.projected.normal }
    }
}

/// Sweep over the axes of a static test, in the pair frame at the start. Positions are lengths along the path of B
/// relative to A ([`Path`]).
#[derive(Clone, Debug)]
pub struct Sweep<L: AxisSource> {
    /// Static test that supplies the axes.
    pub axes: L,
    /// Path of B relative to A.
    pub path: Path,
    /// Options of the cast.
    pub options: Options,
    /// Phase of the next step.
    pub phase: SweepPhase,
    /// Axis of this step; `None` if it tested an axis triple, found no axis left, or measured the gap.
    pub now: Option<TestedAxis<L::Axis>>,
    /// Index of the axis triple of this step, 0 to 4; `None` if it tested no triple.
    pub triple: Option<usize>,
    /// Intersection of the [`outer`](OverlapInterval::outer) intervals: proven, no contact before the first position
    /// nor after the second.
    pub outer: [Real; 2],
    /// Intersection of the [`nominal`](OverlapInterval::nominal) intervals: best estimate of the first and the last
    /// contact.
    pub nominal: [Real; 2],
    /// Intersection of the [`inner`](OverlapInterval::inner) intervals, without that of the thin axis: proven, the
    /// projections overlap on all these axes between the two positions.
    pub inner: [Real; 2],
    /// Axis whose projections begin to overlap last; `None` if all overlap from the start.
    pub first: Option<TestedAxis<L::Axis>>,
    /// Axis whose projections cease to overlap first; `None` if all overlap up to the end of the path.
    pub last: Option<TestedAxis<L::Axis>>,
    /// Number of tested axes.
    pub tested: u32,
    /// Gap between the bodies over the whole motion, on a miss.
    pub gap: Option<Gap>,
    /// Number of axes tested so far that only the motion needs ([`Axis::Motion`]).
    pub(super) motion_axes: u8,
    /// Axis along which the bodies have no thickness to rounding; `None` if no such axis was tested.
    pub(super) thin_axis: Option<ThinAxis>,
}

/// Axis along which the projections of both bodies are points, to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ThinAxis {
    /// Unit vector along the axis, pair frame; zero if the axis is unknown.
    normal: Vec3,
    /// Positions along the path between which the projections pass each other.
    crossing: [Real; 2],
    /// Whether all such axes are parallel; the crossings of others may differ.
    is_single: bool,
}

impl<L: AxisSource> Sweep<L> {
    /// State at the start of the motion of B relative to A, in the pair frame; `axes` must be before its first axis.
    pub fn new(mut axes: L, motion: impl Into<Motion>, options: Options) -> Self {
        let motion = motion.into();
        let mut sizes = axes.sizes();
        let mut start = HeadStart::NONE;
        if let Some((covered, origin)) = HeadStart::for_motion(&motion, options.t_max, &sizes) {
            start = covered;
            axes.place(origin);
            sizes = axes.sizes();
        }
        let path = Path::after(start, motion, options.t_max, sizes);
        Self::on_path(path, axes, options)
    }

    /// State at the start of this path.
    pub(super) fn on_path(path: Path, axes: L, options: Options) -> Self {
        Self {
            path,
            options,
            phase: if path.is_usable() { SweepPhase::Axes } else { SweepPhase::End(Outcome::NotFinite) },
            now: None,
            triple: None,
            outer: [0.0, path.length],
            nominal: [0.0, path.length],
            inner: [0.0, path.length],
            first: None,
            last: None,
            tested: 0,
            gap: None,
            motion_axes: 0,
            thin_axis: None,
            axes,
        }
    }

    /// Next axis: those of the static test, then those that only the motion needs; `None` after the last.
    fn next_axis(&mut self) -> Option<ProjectedAxis<L::Axis>> {
        self.axes.next().or_else(|| {
            if self.path.is_still() {
                return None;
            }
            let number = self.motion_axes;
            let normal = self.axes.motion_axis(self.path.along, number)?;
            self.motion_axes += 1;
            Some(self.axes.project(Axis::Motion(number), normal))
        })
    }

    /// Whether the intersection of the overlap intervals of the tested axes is proven to be empty.
    pub fn by_empty(&self) -> Comparison<Real> {
        Comparison::above(self.outer[0], self.outer[1])
    }

    /// Whether the intersection of the overlap intervals is proven to begin after the end of the motion.
    pub fn by_end(&self) -> Comparison<Real> {
        self.path.ends_before(self.outer[0])
    }

    /// Bound of the error of a gap whose normal is off by at most `angle_error`, radians: the angle times a bound of
    /// all lengths during the motion.
    #[inline(always)]
    pub(super) fn gap_error(&self, angle_error: Real) -> Real {
        angle_error * (self.path.magnitude + self.path.length)
    }

    /// Step of [`SweepPhase::Axes`]: tests the next axis triple or axis; after the last, concludes.
    fn step_axes(&mut self) {
        self.now = None;
        self.triple = None;
        if self.test_next_triple() {
            return;
        }
        if let Some(projected) = self.next_axis() {
            let w = projected.normal.dot(self.path.along);
            let gap_error = self.gap_error(projected.angle_error);
            let [a, b] = projected.projections;
            let tested = TestedAxis { projected, overlap: OverlapInterval::new(a, b, w, &self.path, gap_error) };
            self.now = Some(tested);
            if let Some(miss) = self.intersect(&tested.overlap, |_| Some(tested)) {
                self.end(miss);
            }
            return;
        }
        match self.decide_at_start() {
            Break(outcome) => self.end(outcome),
            Continue(()) => self.conclude(),
        }
        if let SweepPhase::Gap(miss) = self.phase {
            self.measure(miss);
        }
    }

    /// Intersects the overlap interval of an axis with those of the previous axes. Returns the outcome if that proves a
    /// miss, otherwise `None`. `tested` returns the axis; it is only called if the axis is recorded, as
    /// [`Sweep::first`], [`Sweep::last`] or the thin axis.
    #[inline(always)]
    pub(super) fn intersect(
        &mut self,
        overlap: &OverlapInterval,
        tested: impl Fn(&Self) -> Option<TestedAxis<L::Axis>>,
    ) -> Option<Outcome> {
        self.tested += 1;
        if overlap.outer[0] > self.outer[0] {
            self.outer[0] = overlap.outer[0]; // @enter
            self.first = tested(self);
        }
        if overlap.outer[1] < self.outer[1] {
            self.outer[1] = overlap.outer[1]; // @leave
            self.last = tested(self);
        }
        self.nominal = [self.nominal[0].max(overlap.nominal[0]), self.nominal[1].min(overlap.nominal[1])];
        if overlap.is_thin() {
            self.record_thin(overlap, tested(self));
        } else {
            self.inner = [self.inner[0].max(overlap.inner[0]), self.inner[1].min(overlap.inner[1])];
        }
        if !self.by_empty().holds() || self.path.is_still() {
            return None;
        }
        // Projections that never overlap have an interval from ∞ on: the motion passes by, however long it lasts.
        let ever_overlaps = overlap.outer[0] < Real::INFINITY;
        let miss = if overlap.recedes(&self.path) {
            Outcome::MovesApart // @apart
        } else if self.by_end().holds() && ever_overlaps {
            Outcome::TooLate // @late
        } else {
            Outcome::PassesBy // @empty
        };
        Some(miss)
    }

    /// Records an axis along which the projections are proven to pass each other, but not to overlap at any time.
    #[cold]
    fn record_thin(&mut self, overlap: &OverlapInterval, tested: Option<TestedAxis<L::Axis>>) {
        let normal = tested.map_or(Vec3::ZERO, |tested| tested.projected.normal);
        let crossing = [overlap.outer[0].min(overlap.inner[1]), overlap.outer[1].max(overlap.inner[0])];
        self.thin_axis = Some(match self.thin_axis {
            None => ThinAxis { normal, crossing, is_single: normal != Vec3::ZERO },
            Some(before) => {
                let is_parallel = before.normal.cross(normal).length() <= PARALLEL_SINE && normal != Vec3::ZERO;
                let [from, to] = before.crossing;
                let crossing = [from.min(crossing[0]), to.max(crossing[1])];
                ThinAxis { crossing, is_single: before.is_single && is_parallel, ..before }
            }
        });
    }

    /// Proves the contact of bodies without thickness along an axis, if there is such an axis: the projections pass
    /// each other on it while they overlap on all other axes. Without this proof, nothing is proven to overlap.
    fn prove_crossing(&mut self) {
        let Some(ThinAxis { crossing: [from, to], is_single, .. }) = self.thin_axis else { return };
        if is_single && self.inner[0] <= from && to <= self.inner[1] {
            let crossed = self.nominal[0].clamp(from, to);
            self.nominal = [crossed; 2];
            self.inner = [to, self.inner[1]];
        } else {
            self.inner = [Real::INFINITY, Real::NEG_INFINITY];
        }
    }

    /// Ends a sweep whose axes have not proven a miss: as a hit, if the projections on all axes are proven to overlap
    /// at a time before the motion ends; otherwise as grazing.
    fn conclude(&mut self) {
        self.prove_crossing();
        let is_hit = self.inner[0] <= self.inner[1] && self.path.latest_time(self.inner[0]) <= self.path.t_max;
        self.end(if is_hit && !self.path.is_still() { Outcome::Hit } else { Outcome::Grazing });
    }

    /// Ends the sweep; if [`Options::measure`] is on, the gap of a miss is measured first.
    pub(super) fn end(&mut self, outcome: Outcome) {
        let needs_gap = outcome.hit() == Some(false) && self.options.measure;
        self.phase = if needs_gap { SweepPhase::Gap(outcome) } else { SweepPhase::End(outcome) }; // @end
    }

    /// Ends the sweep if the static test at the start decides it: the bodies overlap or touch there, or never approach.
    fn decide_at_start(&mut self) -> ControlFlow<Outcome> {
        if self.axes.is_apart() {
            return if self.path.is_still() { Break(Outcome::NoRelativeMotion) } else { Continue(()) };
        }
        let start = self.axes.start(self.tested);
        if start.overlapping {
            return Break(Outcome::Overlapping);
        }
        if start.distance_bound <= self.path.touching_distance() {
            return Break(Outcome::Touching);
        }
        match self.exact_side(&start) {
            Some(Side::Touching) => Break(Outcome::Touching),
            Some(Side::Apart(n)) => self.end_unless_approaching(n),
            None => Continue(()),
        }
    }

    /// Exact decision whether the bodies are separate at the start; `None` if the pair frame is rounded.
    fn exact_side(&self, start: &Start) -> Option<Side> {
        let normal = start.normal.filter(|_| self.path.precision == FramePrecision::Exact)?;
        exact::decide_side(normal, L::PLANAR, |n| self.axes.terms(n))
    }

    /// Ends the sweep if bodies that are separate along `n` at the start do not approach along it.
    fn end_unless_approaching(&self, n: Vec3) -> ControlFlow<Outcome> {
        if self.path.is_still() {
            Break(Outcome::NoRelativeMotion)
        } else if n.dot(self.path.along) < 0.0 {
            Continue(())
        } else {
            Break(Outcome::MovesApart)
        }
    }

    /// Step of [`SweepPhase::Gap`]: one distance query. Ends the sweep if another would not help.
    fn measure(&mut self, miss: Outcome) {
        let mut gap = self.gap.unwrap_or_default();
        let path = self.path;
        if let Some(query) = gap.next(&path) {
            let distance = match query {
                Query::Swept => self.axes.swept_distance(path.at(path.length)), // @gap
                Query::At(s) => self.axes.signed_distance(path.at(s)),
            };
            gap.update(query, &distance, &path, |n| self.axes.height(n));
            self.gap = Some(gap);
        }
        if gap.next(&path).is_none() {
            self.phase = SweepPhase::End(miss);
        }
    }
}

impl<L: AxisSource> Stepper for Sweep<L> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            SweepPhase::Axes => self.step_axes(),
            SweepPhase::Gap(miss) => {
                self.now = None;
                self.triple = None;
                self.measure(miss);
            }
            SweepPhase::End(_) => {}
        }
        match self.phase {
            SweepPhase::End(outcome) => Break(outcome),
            SweepPhase::Axes | SweepPhase::Gap(_) => Continue(()),
        }
    }
}

/// Supporting plane of `A − B` that a tested axis gives when the projections begin to overlap.
pub(in crate::dim3::cast) fn entry_plane<A>(tested: &TestedAxis<A>) -> Plane {
    plane_along(tested, tested.toward())
}

/// Supporting plane of `A − B` that a tested axis gives when the projections cease to overlap.
pub(in crate::dim3::cast) fn exit_plane<A>(tested: &TestedAxis<A>) -> Plane {
    plane_along(tested, -tested.toward())
}

/// Supporting plane of `A − B` with the normal `normal`: that of the axis or its opposite.
fn plane_along<A>(tested: &TestedAxis<A>, normal: Vec3) -> Plane {
    let [a, b] = tested.projected.projections;
    let offset = if normal == tested.projected.normal { a[1] - b[0] } else { b[1] - a[0] };
    Plane { normal, offset }
}
