//! Frustum culling as a stepper: one body per step. A comment `// @name` marks the line of `listing.txt` that the
//! statement implements.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::{Body, Class, Exact, Frustum, HalfSpace, Outcome, Side, rounding, test_exactly};
use crate::dim3::prelude::*;

/// Options of a run over many bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether bodies that cross planes are tested exactly.
    pub exact: bool,
}

/// Test of a body against a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneTest {
    /// Side of the frustum whose plane was tested.
    pub side: Side,
    /// Signed distance of the center of the body's projection, positive inside; meters.
    pub d: Real,
    /// Half the width of the projection, meters.
    pub r: Real,
    /// `ρ`: bound of the rounding error of `d ± r`, meters.
    pub rounding: Real,
    /// Class of the body by this plane.
    pub class: Class,
}

/// Plane tests of one body and the class that follows from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Index of the body.
    pub body: usize,
    /// Tests of the body against planes, in order; `None` after the last.
    pub tests: [Option<PlaneTest>; 6],
    /// Class of the body by these planes.
    pub class: Class,
    /// The plane that was tested first because it rejected the body in the previous run; `None` without one.
    pub cached: Option<Side>,
    /// Result of the exact test; `None` if there was none.
    pub exact: Option<Exact>,
}

/// Class of a body, with its proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Culled {
    /// Class by the planes.
    pub class: Class,
    /// The rejecting plane of a body that is outside; `None` for others.
    pub rejected_by: Option<Side>,
    /// Result of the exact test.
    pub exact: Exact,
}

/// State of the culling of a list of bodies. `B` borrows as a slice of bodies, `L` as a slice of optional planes.
#[derive(Clone, Debug)]
pub struct Cull<B, L> {
    /// The planes of the frustum.
    pub frustum: Frustum,
    /// The bodies, in the frame of the planes.
    pub bodies: B,
    /// For each body the plane that rejected it in the previous run; `None` if no plane did. May be shorter than the
    /// list of bodies.
    pub previous_rejections: L,
    /// Options of the run.
    pub options: Options,
    /// Index of the body of the next step.
    pub next: usize,
    /// Result of the last step; `None` before the first.
    pub record: Option<Record>,
    /// Number of tests of a body against a plane.
    pub plane_tests: u64,
    /// Number of bodies by class, from the planes alone: outside, crossing, inside.
    pub counts: [u32; 3],
    /// Number of bodies that cross planes and are proven to be outside.
    pub false_positives: u32,
}

impl PlaneTest {
    /// Tests `body` against `plane`, which is that of `side`.
    #[inline(always)]
    fn new(body: &Body, side: Side, plane: &HalfSpace) -> Self {
        let projection = body.project(plane.normal);
        let d = projection.center + plane.offset;
        let r = projection.half_width;
        let rounding = rounding::cull_rounding(projection.magnitude + plane.offset.abs());
        let mut test = Self { side, d, r, rounding, class: Class::Crossing };
        test.class = if test.rejects().holds() {
            Class::Outside // @outside
        } else if test.contains().holds() {
            Class::Inside // @inside
        } else {
            Class::Crossing // @crossing
        };
        test
    }

    /// Test whether the body is outside the plane.
    #[inline]
    pub fn rejects(&self) -> Comparison<Real> {
        Comparison::below(self.d + self.r, -self.rounding)
    }

    /// Test whether the body is inside the plane.
    #[inline]
    pub fn contains(&self) -> Comparison<Real> {
        Comparison::at_least(self.d - self.r, self.rounding)
    }
}

/// Tests the planes in order, `first` before all others, until the body is outside one; passes each test to
/// `observe`. Returns the class of the body by these planes.
#[inline(always)]
fn test_planes(frustum: &Frustum, body: &Body, first: Option<Side>, mut observe: impl FnMut(PlaneTest)) -> Class {
    let order = first.into_iter().chain(Side::ALL.into_iter().filter(|side| Some(*side) != first)); // @order
    let mut class = Class::Inside;
    for side in order {
        let Some(plane) = frustum.plane(side) else { continue };
        let test = PlaneTest::new(body, side, &plane);
        // The classes are ordered: outside, crossing, inside.
        class = class.min(test.class);
        observe(test);
        if test.class == Class::Outside {
            break; // @reject
        }
    }
    class
}

/// The class of a body by planes alone.
#[inline]
pub fn class_by_planes(frustum: &Frustum, body: &Body) -> Class {
    test_planes(frustum, body, None, |_| ())
}

impl Record {
    /// Tests the body with this index against the planes, first against the one that rejected it in the previous run.
    fn new(frustum: &Frustum, bodies: &[Body], body: usize, previous_rejection: Option<Side>) -> Self {
        let cached = previous_rejection.filter(|side| frustum.plane(*side).is_some());
        let mut tests = [None; 6];
        let mut count = 0;
        let class = test_planes(frustum, &bodies[body], cached, |test| {
            tests[count] = Some(test);
            count += 1;
        });
        Self { body, tests, class, cached, exact: None }
    }

    /// Tests of the body against planes, in order.
    pub fn tested(&self) -> impl DoubleEndedIterator<Item = &PlaneTest> {
        self.tests.iter().flatten()
    }

    /// The plane that the body is outside; `None` if there is none.
    pub fn rejected_by(&self) -> Option<Side> {
        self.tested().next_back().filter(|test| test.class == Class::Outside).map(|test| test.side)
    }

    /// Whether the body crosses planes but is proven to be outside.
    pub fn is_false_positive(&self) -> bool {
        matches!(self.exact, Some(Exact::Outside(_)))
    }

    /// The class with its proof. Without an exact test a crossing body stays undecided.
    pub fn result(&self) -> Culled {
        let exact = match self.class {
            Class::Outside => Exact::ByPlane,
            Class::Inside => Exact::Inside,
            Class::Crossing => self.exact.unwrap_or(Exact::Unknown),
        };
        Culled { class: self.class, rejected_by: self.rejected_by(), exact }
    }
}

impl<B: Borrow<[Body]>, L: Borrow<[Option<Side>]>> Cull<B, L> {
    /// State before the first body.
    pub fn new(frustum: Frustum, bodies: B, previous_rejections: L, options: Options) -> Self {
        Self {
            frustum,
            bodies,
            previous_rejections,
            options,
            next: 0,
            record: None,
            plane_tests: 0,
            counts: [0; 3],
            false_positives: 0,
        }
    }

    /// Outcome of the run; `None` while bodies remain.
    fn outcome(&self) -> Option<Outcome> {
        let count = self.bodies.borrow().len();
        let outcome = if count == 0 { Outcome::NoBodies } else { Outcome::Classified };
        (self.next >= count).then_some(outcome)
    }
}

impl<B: Borrow<[Body]>, L: Borrow<[Option<Side>]>> Stepper for Cull<B, L> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome() {
            return ControlFlow::Break(outcome);
        }
        let bodies = self.bodies.borrow();
        let body = self.next; // @body
        let previous_rejection = self.previous_rejections.borrow().get(body).copied().flatten();
        let mut record = Record::new(&self.frustum, bodies, body, previous_rejection);
        if self.options.exact && record.class == Class::Crossing {
            record.exact = Some(test_exactly(&self.frustum, &bodies[body])); // @exact
        }
        self.plane_tests += record.tested().count() as u64;
        self.counts[record.class as usize] += 1;
        self.false_positives += u32::from(record.is_false_positive());
        self.record = Some(record);
        self.next += 1;
        self.outcome().map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

/// Result for one body: its class by planes and, if it crosses some, the exact test.
pub fn cull_body(frustum: &Frustum, body: &Body) -> Culled {
    let mut cull = Cull::new(*frustum, std::slice::from_ref(body), &[] as &[Option<Side>], Options { exact: true });
    cull.run();
    // The run over one body has a record; without one the body would be undecided.
    let undecided = Culled { class: Class::Crossing, rejected_by: None, exact: Exact::Unknown };
    cull.record.map_or(undecided, |record| record.result())
}
