//! The state and the turn: a line a step.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::super::prelude::*;
use super::lines::{Axis, Line, Lines};
use super::{Full, Options, Outcome, Path, Plane, Span};

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
    /// What this step found; none in a last step that found no line left.
    pub now: Option<Tried<L::Axis>>,
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
    pub gap: Option<Full>,
    /// Of lines that were badly spanned: how much nearer the bodies may be than these tell.
    narrow: Real,
    across: u8,
    ending: Option<Outcome>,
    outcome: Option<Outcome>,
}

impl<L: Lines> Sweep<L> {
    /// At the start of the motion `r` of B seen from A (pair frame); `lines` are before their first.
    pub fn new(lines: L, r: Vec3, options: Options) -> Self {
        let magnitude = lines.magnitude();
        let path = Path::new(r, options.t_max, magnitude, magnitude);
        Self {
            path,
            options,
            now: None,
            meet: [0.0, path.length],
            at: [0.0, path.length],
            sure: [0.0, path.length],
            first: None,
            last: None,
            tried: 0,
            gap: None,
            narrow: 0.0,
            across: 0,
            ending: None,
            outcome: (!path.is_sound()).then_some(Outcome::NotFinite),
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

    /// What a line that was spanned badly may hide, and what it is worth otherwise.
    fn spare(&mut self, line: &Line<L::Axis>) -> Real {
        let magnitude = self.path.magnitude + self.path.length;
        // Off by more than the narrow face it belongs to: it says nothing, and all others may be off by the face's width.
        if line.off * line.off > 8.0 * EPS {
            self.narrow = self.narrow.max(8.0 * EPS / line.off * magnitude);
        }
        line.off * magnitude
    }

    /// Takes the interval of a line into the intersection of all.
    fn take(&mut self, line: Line<L::Axis>) -> Option<Outcome> {
        let w = line.normal.dot(self.path.along);
        let spare = self.spare(&line);
        let [a, b] = line.shadows;
        let span = Span::new(a, b, w, &self.path, spare);
        let tried = Tried { line, span };
        (self.now, self.tried) = (Some(tried), self.tried + 1);
        if span.outer[0] > self.meet[0] {
            self.meet[0] = span.outer[0]; // @enter
            self.first = Some(tried);
        }
        if span.outer[1] < self.meet[1] {
            self.meet[1] = span.outer[1]; // @leave
            self.last = Some(tried);
        }
        self.at = [self.at[0].max(span.at[0]), self.at[1].min(span.at[1])];
        self.sure = [self.sure[0].max(span.inner[0]), self.sure[1].min(span.inner[1])];
        if !self.by_empty().holds() || self.path.is_still() {
            return None;
        }
        Some(match (span.recedes(), self.by_end().holds()) {
            (true, _) => Outcome::MovesApart,                                // @apart
            (_, true) if span.outer[0] < Real::INFINITY => Outcome::TooLate, // @late
            _ => Outcome::PassesBy,                                          // @empty
        })
    }

    /// What all lines together say.
    fn conclude(&mut self) -> Outcome {
        let start = self.lines.start();
        if start.apart {
            self.open();
            return match () {
                () if self.path.is_still() => Outcome::NoRelativeMotion,
                () if self.sure[0] > self.sure[1] => Outcome::Grazing,
                () if self.path.not_before(self.sure[0]) <= self.path.t_max => Outcome::Hit,
                () => Outcome::Grazing,
            };
        }
        self.meet[0] = 0.0;
        if start.overlapping { Outcome::Overlapping } else { Outcome::Touching }
    }

    /// Where edges span lines badly, all others prove the less: they are asked once more.
    #[cold]
    fn open(&mut self) {
        if self.narrow == 0.0 {
            return;
        }
        let (mut lines, mut sure) = (self.lines.restart(), [0.0, self.path.length]);
        while let Some(line) = lines.next() {
            let [a, b] = line.shadows;
            let spare = self.narrow + line.off.min((8.0 * EPS).sqrt()) * (self.path.magnitude + self.path.length);
            if line.off * line.off <= 8.0 * EPS {
                let inner = Span::new(a, b, line.normal.dot(self.path.along), &self.path, spare).inner;
                sure = [sure[0].max(inner[0]), sure[1].min(inner[1])];
            }
        }
        self.sure = sure;
    }
}

impl<L: Lines> Stepper for Sweep<L> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return Break(outcome);
        }
        if let Some(ending) = self.ending {
            self.now = None;
            self.gap = Some(self.lines.gap(self.path.at(self.path.length))); // @gap
            self.outcome = Some(ending);
            return Break(ending);
        }
        let Some(line) = self.next_line() else {
            self.now = None;
            let outcome = self.conclude();
            self.outcome = Some(outcome); // @end
            return Break(outcome);
        };
        match self.take(line) {
            Some(ending) if self.options.measure => self.ending = Some(ending),
            ending => self.outcome = ending,
        }
        self.outcome.map_or(Continue(()), Break)
    }
}

/// The plane of `A − B` that a line stands for when the shadows begin, or cease, to overlap.
pub(in super::super) fn plane<A>(tried: &Tried<A>, leaving: bool) -> Plane {
    let normal = if leaving { -tried.toward() } else { tried.toward() };
    let [a, b] = tried.line.shadows;
    let offset = if normal == tried.line.normal { a[1] - b[0] } else { b[1] - a[0] };
    Plane { normal, offset }
}
