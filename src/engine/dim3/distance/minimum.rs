//! Other minima that may be a little shallower than the one found: within the bracket of the proof there is room for them.

use super::super::epa::{Buffers, Entry};
use super::super::prelude::*;
use super::super::support::Support;
use super::deep::{COMPETING_MINIMA, Deep};
use super::trial::Trial;
use crate::snapshot::distance::Purpose;

/// Faces whose normal is nearer than this (cosine) to a refined one belong to its minimum.
const SAME_MINIMUM: Real = 0.9985;

impl<A: Support, B: Support> Deep<A, B> {
    /// The next face from which a shallower minimum is looked for, if there is one.
    pub(super) fn compete(&mut self) {
        let next = if self.competing < COMPETING_MINIMA { self.competing_minimum() } else { None };
        if let Some((_, normal)) = next {
            self.tried[self.competing] = normal;
            self.competing += 1;
        }
        let trial = next.map(|(face, normal)| Trial::new(Purpose::Minimum, &self.epa, normal, Some(face)));
        self.look_at(trial); // @minimum
    }

    /// The face nearest the origin that is away from the minimum found and from those tried, and its normal.
    fn competing_minimum(&self) -> Option<(u32, Vec3)> {
        let (tried, place) = (&self.tried[..self.competing], self.epa.best.map_or(Vec3::ZERO, |best| best.normal));
        let is_new = |n: Vec3| n.dot(place) < SAME_MINIMUM && tried.iter().all(|t| n.dot(*t) < SAME_MINIMUM);
        let mut nearest = Entry { distance: self.epa.upper - self.epa.rounding(), face: 0 };
        let mut found = None;
        // The face that was taken last is in the queue no more.
        let Buffers { polytope, queue, .. } = &*self.epa.buffers;
        let last = self
            .epa
            .iteration
            .closest
            .map(|Entry { face, .. }| Entry { distance: polytope.faces[face as usize].distance, face });
        for entry in last.iter().chain(queue.iter()) {
            let face = &polytope.faces[entry.face as usize];
            if *entry > nearest && !face.deleted && is_new(face.normal) {
                (nearest, found) = (*entry, Some((entry.face, face.normal)));
            }
        }
        found
    }
}
