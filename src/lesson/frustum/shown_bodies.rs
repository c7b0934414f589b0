//! Data of one sub-step (beat) of frustum culling for its pictures: the current body, the plane tests up to the beat,
//! and whether the body's class is known; and the roles of all bodies that follow from these.

use contact_lens_model::snapshot::frustum::{BodyResult, PlaneTest, Sum, SumPosition};
use contact_lens_picture::Role;

use super::{Class, Exact, PlayedContext, Record};

/// Current body of a beat, and how much of its result the beat shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownBodies<'a> {
    /// Tests of the current body.
    pub record: &'a Record,
    /// Tests of the current body with its extreme points along the normals of the planes.
    pub result: &'a BodyResult,
    /// Number of planes tested up to this beat.
    pub tested: usize,
    /// Whether the class of the current body is known in this beat.
    pub is_class_known: bool,
    /// Whether this beat shows the exact test of a crossing body.
    pub shows_exact_test: bool,
}

impl<'a> ShownBodies<'a> {
    /// Data after the first `tested` plane tests of a body, whose class is not known yet.
    pub fn after_tests(result: &'a BodyResult, tested: usize) -> Self {
        Self { record: &result.record, result, tested, is_class_known: false, shows_exact_test: false }
    }

    /// Data after all plane tests of a body.
    pub fn classified(result: &'a BodyResult) -> Self {
        Self { is_class_known: true, ..Self::after_tests(result, result.record.tested().count()) }
    }

    /// Plane that this beat tests; `None` once the class is known.
    pub fn current_test(&self) -> Option<&PlaneTest> {
        if self.is_class_known {
            return None;
        }
        let latest = self.tested.checked_sub(1)?;
        self.record.tests.get(latest)?.as_ref()
    }

    /// Sum of planes that separates the body from the frustum, and the body's extent along it; `None` unless the exact
    /// test is shown.
    pub fn separating_plane(&self) -> Option<(Sum, SumPosition)> {
        if !self.shows_exact_test {
            return None;
        }
        let Some(Exact::Outside(sum)) = self.record.exact else { return None };
        Some((sum, self.result.sum_position?))
    }
}

/// Role of a body with this result.
fn role(record: &Record) -> Role {
    match record.class {
        Class::Outside => Role::Outside,
        Class::Crossing | Class::Inside if record.is_false_positive() => Role::Fault,
        Class::Crossing => Role::Crossing,
        Class::Inside => Role::Inside,
    }
}

impl PlayedContext {
    /// Role as known in the step: a crossing body becomes a false positive after its exact test only.
    pub(super) fn role_in_step(&self, role: Role, body: usize, shows: ShownBodies<'_>) -> Role {
        let is_current = body == shows.record.body;
        if is_current && role == Role::Fault && !shows.shows_exact_test { Role::Crossing } else { role }
    }

    /// Role of the current body, as known in the step.
    pub(super) fn current_role(&self, shows: ShownBodies<'_>) -> Role {
        match self.records.get(shows.record.body).filter(|_| shows.is_class_known) {
            Some(record) => self.role_in_step(role(record), shows.record.body, shows),
            None => Role::Simplex,
        }
    }

    /// Role of each body: once the class of the current one is known, earlier bodies have their class. With few bodies,
    /// those besides the current one are in the background while its planes are tested.
    pub(super) fn roles(&self, shows: ShownBodies<'_>) -> impl Iterator<Item = (usize, Role)> + '_ {
        let current = shows.record.body;
        let classified = current + usize::from(shows.is_class_known);
        (0..self.problem.bodies.len()).map(move |body| {
            let has_class = body < classified && (shows.is_class_known || self.has_many_bodies());
            let role = match self.records.get(body).filter(|_| has_class) {
                Some(record) => role(record),
                None if self.has_many_bodies() => Role::Member,
                None if body == current => Role::Simplex,
                None => Role::Idle,
            };
            (body, role)
        })
    }
}
