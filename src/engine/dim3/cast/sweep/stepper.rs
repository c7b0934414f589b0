//! The state and the step: a line a step, of two boxes a row of three.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::exact::{self, Side};
use super::lines::{Axis, Line, Lines};
use super::{Ask, Gap, Motion, Options, Outcome, Path, Placed, Plane, Span};
use crate::snapshot::cast::SweepPhase;

/// A line that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried<A> {
    /// The line and the shadows at the start.
    pub line: Line<A>,
    /// When these overlap.
    pub span: Span,
}

impl<A> Tried<A> {
    /// From A to B when the shadows begin to overlap.
    pub fn toward(&self) -> Vec3 {
        if self.span.w > 0.0 { -self.line.normal } else { self.line.normal }
    }
}

/// The sweep of a static test, in the pair frame at the start. Places are lengths on the way of B seen from A ([`Path`]).
#[derive(Clone, Debug)]
pub struct Sweep<L: Lines> {
    /// The static test, whose lines are tried.
    pub lines: L,
    /// Where B goes.
    pub path: Path,
    /// How it is to be answered.
    pub options: Options,
    /// What the next step does.
    pub phase: SweepPhase,
    /// The line of this step; none in one that tried a row of them, found none left, or looked for the gap.
    pub now: Option<Tried<L::Axis>>,
    /// The row of this step, of two boxes.
    pub row: Option<usize>,
    /// The running intersection: proven, the bodies do not overlap before the first place nor after the second.
    pub meet: [Real; 2],
    /// The same as computed: the best estimate.
    pub at: [Real; 2],
    /// The same of what is proven to overlap on all lines so far.
    pub sure: [Real; 2],
    /// The line that begins to overlap last.
    pub first: Option<Tried<L::Axis>>,
    /// The line that ceases to overlap first.
    pub last: Option<Tried<L::Axis>>,
    /// Lines so far.
    pub tried: u32,
    /// How far the bodies stay apart, of a miss.
    pub gap: Option<Gap>,
    pub(super) across: u8,
    /// Of bodies without thickness along an axis: that axis, and between which places the shadows cross each other.
    pub(super) thin: Option<Thin>,
}

/// An axis along which both shadows are points, to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Thin {
    normal: Vec3,
    /// They cross each other from the first place to the second.
    crossing: [Real; 2],
    /// Whether another such axis points elsewhere: then the moments of the two may differ.
    is_single: bool,
}

impl<L: Lines> Sweep<L> {
    /// At the start of the motion of B seen from A (pair frame); `lines` are before their first.
    pub fn new(lines: L, motion: impl Into<Motion>, options: Options) -> Self {
        let path = Path::new(motion, options.t_max, lines.sizes());
        Self {
            path,
            options,
            phase: if path.is_sound() { SweepPhase::Lines } else { SweepPhase::End(Outcome::NotFinite) },
            now: None,
            row: None,
            meet: [0.0, path.length],
            at: [0.0, path.length],
            sure: [0.0, path.length],
            first: None,
            last: None,
            tried: 0,
            gap: None,
            across: 0,
            thin: None,
            lines,
        }
    }

    /// The next line: of the static test, then across the motion where that is needed.
    fn next_line(&mut self) -> Option<Line<L::Axis>> {
        self.lines.next().or_else(|| {
            let normal = self.lines.across(self.path.along, self.across).filter(|_| !self.path.is_still())?;
            self.across += 1;
            Some(self.lines.line(Axis::Motion(self.across - 1), normal))
        })
    }

    /// Whether the intervals of all lines so far have nothing in common.
    pub fn by_empty(&self) -> Comparison<Real> {
        Comparison::above(self.meet[0], self.meet[1])
    }

    /// Whether they begin to have something in common only after the motion.
    pub fn by_end(&self) -> Comparison<Real> {
        self.path.ends_before(self.meet[0])
    }

    /// How much nearer the bodies may be than a line tells whose normal may be off by this angle.
    #[inline(always)]
    pub(super) fn spare(&self, off: Real) -> Real {
        off * (self.path.magnitude + self.path.length)
    }

    /// One line or row of lines, or what all together say.
    fn try_line(&mut self) {
        (self.now, self.row) = (None, None);
        if self.try_row() {
            return;
        }
        if let Some(line) = self.next_line() {
            let w = line.normal.dot(self.path.along);
            let spare = self.spare(line.off);
            let [a, b] = line.shadows;
            let tried = Tried { line, span: Span::new(a, b, w, &self.path, spare) };
            self.now = Some(tried);
            if let Some(miss) = self.take(&tried.span, |_| Some(tried)) {
                self.end(miss);
            }
            return;
        }
        match self.at_start() {
            Break(outcome) => self.end(outcome),
            Continue(()) => self.conclude(),
        }
        if let SweepPhase::Gap(miss) = self.phase {
            self.measure(miss);
        }
    }

    /// Takes the interval of a line into the intersection of all. `tried` tells the line, where it counts.
    #[inline(always)]
    pub(super) fn take(&mut self, span: &Span, tried: impl Fn(&Self) -> Option<Tried<L::Axis>>) -> Option<Outcome> {
        self.tried += 1;
        if span.outer[0] > self.meet[0] {
            self.meet[0] = span.outer[0]; // @enter
            self.first = tried(self);
        }
        if span.outer[1] < self.meet[1] {
            self.meet[1] = span.outer[1]; // @leave
            self.last = tried(self);
        }
        self.at = [self.at[0].max(span.at[0]), self.at[1].min(span.at[1])];
        if span.is_thin() {
            self.take_thin(span, tried(self));
        } else {
            self.sure = [self.sure[0].max(span.inner[0]), self.sure[1].min(span.inner[1])];
        }
        if !self.by_empty().holds() || self.path.is_still() {
            return None;
        }
        Some(match (span.recedes(), self.by_end().holds()) {
            (true, _) => Outcome::MovesApart,                                // @apart
            (_, true) if span.outer[0] < Real::INFINITY => Outcome::TooLate, // @late
            _ => Outcome::PassesBy,                                          // @empty
        })
    }

    /// Takes an axis along which the shadows are proven to cross, but not to overlap for any time.
    #[cold]
    fn take_thin(&mut self, span: &Span, tried: Option<Tried<L::Axis>>) {
        let normal = tried.map_or(Vec3::ZERO, |tried| tried.line.normal);
        let crossing = [span.outer[0].min(span.inner[1]), span.outer[1].max(span.inner[0])];
        self.thin = Some(match self.thin {
            None => Thin { normal, crossing, is_single: normal != Vec3::ZERO },
            Some(thin) => {
                let is_same = thin.normal.cross(normal).length() <= 4.0 * EPS && normal != Vec3::ZERO;
                let [from, to] = thin.crossing;
                let crossing = [from.min(crossing[0]), to.max(crossing[1])];
                Thin { crossing, is_single: thin.is_single && is_same, ..thin }
            }
        });
    }

    /// The change of side of bodies without thickness: along one axis the shadows cross each other, and on all others they overlap
    /// for as long as that may take.
    fn cross(&mut self) {
        let Some(Thin { crossing: [from, to], is_single, .. }) = self.thin else { return };
        if is_single && self.sure[0] <= from && to <= self.sure[1] {
            let at = self.at[0].clamp(from, to);
            self.at = [at; 2];
            self.sure = [to, self.sure[1]];
        } else {
            self.sure = [Real::INFINITY, Real::NEG_INFINITY];
        }
    }

    /// What all lines together say of bodies that are not told apart.
    fn conclude(&mut self) {
        self.cross();
        let meets = self.sure[0] <= self.sure[1] && self.path.not_before(self.sure[0]) <= self.path.t_max;
        self.end(if meets && !self.path.is_still() { Outcome::Hit } else { Outcome::Grazing });
    }

    /// Ends it; a miss is measured first, where that is asked for.
    pub(super) fn end(&mut self, outcome: Outcome) {
        let measured = outcome.hit() == Some(false) && self.options.measure;
        self.phase = if measured { SweepPhase::Gap(outcome) } else { SweepPhase::End(outcome) }; // @end
    }

    /// What they say of the start, if it ends the sweep.
    fn at_start(&mut self) -> ControlFlow<Outcome> {
        let still = self.path.is_still();
        let apart = |n: Vec3| match n.dot(self.path.along) {
            _ if still => Break(Outcome::NoRelativeMotion),
            w if w < 0.0 => Continue(()),
            _ => Break(Outcome::MovesApart),
        };
        if self.lines.is_apart() {
            return if still { Break(Outcome::NoRelativeMotion) } else { Continue(()) };
        }
        let start = self.lines.start(self.tried);
        let side = || {
            let normal = start.normal.filter(|_| self.path.placed == Placed::Exactly)?;
            exact::side(normal, L::PLANAR, |n| self.lines.terms(n))
        };
        match start.overlapping {
            true => Break(Outcome::Overlapping),
            false if start.within <= self.path.touching() => Break(Outcome::Touching),
            false => match side() {
                Some(Side::Meeting) => Break(Outcome::Touching),
                Some(Side::Apart(n)) => apart(n),
                None => Continue(()),
            },
        }
    }

    /// One query for the gap, as long as another would help.
    fn measure(&mut self, miss: Outcome) {
        let (mut gap, path) = (self.gap.unwrap_or_default(), self.path);
        if let Some(ask) = gap.next(&path) {
            let full = match ask {
                Ask::Swept => self.lines.gap(path.at(path.length)), // @gap
                Ask::At(s) => self.lines.full(path.at(s)),
            };
            gap.take(ask, &full, &path, |n| self.lines.height(n));
            self.gap = Some(gap);
        }
        if gap.next(&path).is_none() {
            self.phase = SweepPhase::End(miss);
        }
    }
}

impl<L: Lines> Stepper for Sweep<L> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match self.phase {
            SweepPhase::Lines => self.try_line(),
            SweepPhase::Gap(miss) => {
                (self.now, self.row) = (None, None);
                self.measure(miss);
            }
            SweepPhase::End(_) => {}
        }
        match self.phase {
            SweepPhase::End(outcome) => Break(outcome),
            _ => Continue(()),
        }
    }
}

/// The plane of `A − B` that a line stands for when the shadows begin, or cease, to overlap.
pub(in super::super) fn plane<A>(tried: &Tried<A>, leaving: bool) -> Plane {
    let normal = if leaving { -tried.toward() } else { tried.toward() };
    let [a, b] = tried.line.shadows;
    let offset = if normal == tried.line.normal { a[1] - b[0] } else { b[1] - a[0] };
    Plane { normal, offset }
}
