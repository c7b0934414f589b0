//! Search for other local minima that may be slightly shallower, within the bracket that the proof leaves.

use super::super::epa::{Buffers, Entry};
use super::super::prelude::*;
use super::super::support::Support;
use super::deep::{COMPETING_MINIMA, Deep};
use super::trial::Trial;
use crate::snapshot::distance::Purpose;

/// Cosine of the angle below which a face's normal belongs to the minimum of a refined normal.
const SAME_MINIMUM: Real = 0.9985;

impl<A: Support, B: Support> Deep<A, B> {
    /// Starts a trial of the next face that may lead to a shallower minimum; no trial if there is none.
    pub(super) fn try_competing_minimum(&mut self) {
        let next = if self.competing < COMPETING_MINIMA { self.competing_minimum() } else { None };
        if let Some((_, normal)) = next {
            self.tried[self.competing] = normal;
            self.competing += 1;
        }
        let trial = next.map(|(face, normal)| Trial::new(Purpose::Minimum, &self.epa, normal, Some(face)));
        self.start_trial(trial); // @minimum
    }

    /// Face nearest the origin that belongs neither to the minimum found nor to those tried, and its normal.
    fn competing_minimum(&self) -> Option<(u32, Vec3)> {
        let best = self.epa.best.map_or(Vec3::ZERO, |best| best.normal);
        let mut nearest = Entry { distance: self.epa.upper - self.epa.rounding(), face: 0 };
        let mut found = None;
        // The last expanded face is no longer in the queue.
        let Buffers { polytope, queue, .. } = &*self.epa.buffers;
        let last = self
            .epa
            .iteration
            .closest
            .map(|Entry { face, .. }| Entry { distance: polytope.faces[face as usize].distance, face });
        for entry in last.iter().chain(queue.iter()) {
            let face = &polytope.faces[entry.face as usize];
            if *entry > nearest && !face.deleted && self.is_new_minimum(face.normal, best) {
                nearest = *entry;
                found = Some((entry.face, face.normal));
            }
        }
        found
    }

    fn is_new_minimum(&self, normal: Vec3, best: Vec3) -> bool {
        let tried = &self.tried[..self.competing];
        normal.dot(best) < SAME_MINIMUM && tried.iter().all(|tried| normal.dot(*tried) < SAME_MINIMUM)
    }
}
