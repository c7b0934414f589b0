//! The state and the iteration: a body a step.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::prelude::*;
use super::{Body, Class, Exact, Frustum, HalfSpace, Outcome, Side, exact, rounding};

/// How it is culled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether bodies that cross planes are tested exactly.
    pub exact: bool,
}

/// A body and a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneTest {
    /// Which plane.
    pub side: Side,
    /// The signed distance of the middle of the body's shadow, positive inside; meters.
    pub d: Real,
    /// Half the width of the shadow.
    pub r: Real,
    /// `ρ`: what both may be off by together.
    pub rounding: Real,
    /// What this plane says.
    pub class: Class,
}

/// What is known of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Which.
    pub body: usize,
    /// The planes that were tested, in the order of the test.
    pub tests: [Option<PlaneTest>; 6],
    /// Where it is, by these planes.
    pub class: Class,
    /// The plane that was tested first because it rejected the body last time.
    pub cached: Option<Side>,
    /// What the exact test says, where one was made.
    pub exact: Option<Exact>,
}

/// A body's class, with what proves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Culled {
    /// By planes.
    pub class: Class,
    /// The plane that rejects it, for one that is outside.
    pub rejected_by: Option<Side>,
    /// By the exact test.
    pub exact: Exact,
}

/// The culling of bodies. `B` is a list of bodies or what lends one, `L` the same of planes.
#[derive(Clone, Debug)]
pub struct Cull<B, L> {
    /// The planes.
    pub frustum: Frustum,
    /// The bodies, in the frame of the planes.
    pub bodies: B,
    /// For each body the plane that rejected it last time; it may be shorter than the list of bodies.
    pub last: L,
    /// How it is culled.
    pub options: Options,
    /// The body of the next step.
    pub next: usize,
    /// What this step found; `None` before the first step.
    pub now: Option<Record>,
    /// Planes tested so far.
    pub planes: u64,
    /// Bodies by class so far, by planes: outside, crossing, inside.
    pub counts: [u32; 3],
    /// Bodies so far that cross planes and are proven to be outside.
    pub false_positives: u32,
}

impl PlaneTest {
    #[inline(always)]
    fn new(body: &Body, side: Side, plane: &HalfSpace) -> Self {
        let span = body.span(plane.normal);
        let d = span.middle + plane.offset;
        let r = span.half;
        let rounding = rounding::cull_rounding(span.magnitude + plane.offset.abs());
        let mut test = Self { side, d, r, rounding, class: Class::Crossing };
        test.class = match () {
            () if test.rejects().holds() => Class::Outside, // @outside
            () if test.contains().holds() => Class::Inside, // @inside
            () => Class::Crossing,                          // @crossing
        };
        test
    }

    /// Whether the plane has the body outside.
    #[inline]
    pub fn rejects(&self) -> Comparison<Real> {
        Comparison::below(self.d + self.r, -self.rounding)
    }

    /// Whether the plane has the body inside.
    #[inline]
    pub fn contains(&self) -> Comparison<Real> {
        Comparison::at_least(self.d - self.r, self.rounding)
    }
}

/// Tests the planes in order, `first` before all others, until one has the body outside; all that were tested are `seen`.
#[inline(always)]
fn test_planes(frustum: &Frustum, body: &Body, first: Option<Side>, mut seen: impl FnMut(PlaneTest)) -> Class {
    let order = first.into_iter().chain(Side::ALL.into_iter().filter(|side| Some(*side) != first)); // @order
    let mut class = Class::Inside;
    for side in order {
        let Some(plane) = frustum.plane(side) else { continue };
        let test = PlaneTest::new(body, side, &plane);
        class = class.min(test.class);
        seen(test);
        if test.class == Class::Outside {
            break; // @reject
        }
    }
    class
}

/// The class of a body by planes alone.
#[inline]
pub fn class(frustum: &Frustum, body: &Body) -> Class {
    test_planes(frustum, body, None, |_| ())
}

impl Record {
    fn new(frustum: &Frustum, bodies: &[Body], body: usize, last: Option<Side>) -> Self {
        let cached = last.filter(|side| frustum.plane(*side).is_some());
        let (mut tests, mut place) = ([None; 6], 0);
        let class = test_planes(frustum, &bodies[body], cached, |test| {
            tests[place] = Some(test);
            place += 1;
        });
        Self { body, tests, class, cached, exact: None }
    }

    /// The planes that were tested, in the order of the test.
    pub fn tested(&self) -> impl DoubleEndedIterator<Item = &PlaneTest> {
        self.tests.iter().flatten()
    }

    /// The plane that has the body outside.
    pub fn rejected_by(&self) -> Option<Side> {
        self.tested().next_back().filter(|test| test.class == Class::Outside).map(|test| test.side)
    }

    /// Whether it crosses planes and is outside all the same.
    pub fn is_false_positive(&self) -> bool {
        matches!(self.exact, Some(Exact::Outside(_)))
    }
}

impl<B: Borrow<[Body]>, L: Borrow<[Option<Side>]>> Cull<B, L> {
    /// Before the first body.
    pub fn new(frustum: Frustum, bodies: B, last: L, options: Options) -> Self {
        let (counts, planes) = ([0; 3], 0);
        Self { frustum, bodies, last, options, next: 0, now: None, planes, counts, false_positives: 0 }
    }

    /// How it ends where no body is left.
    fn ended(&self) -> Option<Outcome> {
        let count = self.bodies.borrow().len();
        let outcome = if count == 0 { Outcome::NoBodies } else { Outcome::Classified };
        (self.next >= count).then_some(outcome)
    }
}

impl<B: Borrow<[Body]>, L: Borrow<[Option<Side>]>> Stepper for Cull<B, L> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.ended() {
            return ControlFlow::Break(outcome);
        }
        let (bodies, body) = (self.bodies.borrow(), self.next); // @body
        let last = self.last.borrow().get(body).copied().flatten();
        let mut record = Record::new(&self.frustum, bodies, body, last);
        if self.options.exact && record.class == Class::Crossing {
            record.exact = Some(exact(&self.frustum, &bodies[body])); // @exact
        }
        self.planes += record.tested().count() as u64;
        self.counts[record.class as usize] += 1;
        self.false_positives += u32::from(record.is_false_positive());
        self.now = Some(record);
        self.next += 1;
        self.ended().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

/// The class of one body, with what proves it.
pub fn culled(frustum: &Frustum, body: &Body) -> Culled {
    let mut cull = Cull::new(*frustum, std::slice::from_ref(body), &[] as &[Option<Side>], Options { exact: true });
    cull.run();
    cull.now
        .map_or(Culled { class: Class::Crossing, rejected_by: None, exact: Exact::Unknown }, |record| record.culled())
}

impl Record {
    /// The class with what proves it. Without the exact test nothing more is known of a body that crosses planes.
    pub fn culled(&self) -> Culled {
        let exact = match self.class {
            Class::Outside => Exact::ByPlane,
            Class::Inside => Exact::Inside,
            Class::Crossing => self.exact.unwrap_or(Exact::Unknown),
        };
        Culled { class: self.class, rejected_by: self.rejected_by(), exact }
    }
}
