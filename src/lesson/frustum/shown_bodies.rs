//! Data of one beat (sub-step) of frustum culling for its pictures: the current body, the plane tests that are known,
//! and whether its class is.

use super::{Exact, Record};
use crate::snapshot::frustum::{BodyResult, PlaneTest, Sum, SumPosition};

/// Data of a beat for its pictures.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownBodies<'a> {
    /// Result for the current body.
    pub record: &'a Record,
    /// Result for the current body, and its extreme points along the normals of the planes.
    pub found: &'a BodyResult,
    /// Number of planes tested up to this beat.
    pub tested: usize,
    /// Whether the class of the current body is known in this beat.
    pub is_class_known: bool,
    /// Whether this beat shows the exact test of a crossing body.
    pub shows_exact_test: bool,
}

impl<'a> ShownBodies<'a> {
    /// Data after the first `tested` plane tests of a body, whose class is not known yet.
    pub fn after_tests(found: &'a BodyResult, tested: usize) -> Self {
        Self { record: &found.record, found, tested, is_class_known: false, shows_exact_test: false }
    }

    /// Data after all plane tests of a body.
    pub fn classified(found: &'a BodyResult) -> Self {
        Self { is_class_known: true, ..Self::after_tests(found, found.record.tested().count()) }
    }

    /// Plane that this beat tests; `None` once the class is known.
    pub fn current_test(&self) -> Option<&PlaneTest> {
        if self.is_class_known { None } else { self.record.tests.get(self.tested.checked_sub(1)?)?.as_ref() }
    }

    /// Sum of planes that separates the body from the frustum, and the body's extent along it; `None` unless the exact
    /// test is shown.
    pub fn separating_plane(&self) -> Option<(Sum, SumPosition)> {
        match (self.record.exact, self.found.sum_position) {
            (Some(Exact::Outside(sum)), Some(position)) if self.shows_exact_test => Some((sum, position)),
            _ => None,
        }
    }
}
