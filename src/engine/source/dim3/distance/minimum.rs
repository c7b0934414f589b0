//! Search for other local minima of the depth that may be slightly shallower than the one found, within the bracket
//! that the proof leaves.

use super::deep::{COMPETING_MINIMA, Deep};
use super::trial::Trial;
use crate::dim3::epa::{Buffers, Entry};
use crate::dim3::prelude::*;
use crate::dim3::support::Support;
use contact_lens_model::snapshot::distance::Purpose;

/// Cosine of about 3°: a face whose normal is nearer to that of a known minimum belongs to the same minimum. With a
/// smaller cosine another minimum next to it is missed, with a larger one the same minimum is tried again.
const SAME_MINIMUM: Real = 0.9985;

impl<A: Support, B: Support> Deep<A, B> {
    /// Starts a trial of the next face that may lead to a shallower minimum; no trial if there is none.
    pub(super) fn try_competing_minimum(&mut self) {
        let face = if self.minima_tried < COMPETING_MINIMA { self.competing_face() } else { None };
        let trial = face.map(|face| {
            let normal = self.epa.buffers.polytope.faces[face as usize].normal;
            self.tried_normals[self.minima_tried] = normal;
            self.minima_tried += 1;
            Trial::new(Purpose::Minimum, &self.epa, normal, Some(face))
        });
        self.start_trial(trial); // @minimum
    }

    /// Index of the polytope face nearest the origin that belongs neither to the minimum found nor to those tried;
    /// `None` if no such face is nearer than the upper bound of the depth by more than the rounding error.
    fn competing_face(&self) -> Option<u32> {
        let best = self.epa.best.map_or(Vec3::ZERO, |best| best.normal);
        let mut nearest = Entry { distance: self.epa.upper - self.epa.rounding(), face: 0 };
        let mut candidate = None;
        let Buffers { polytope, queue, .. } = &*self.epa.buffers;
        // The face of EPA's last iteration is no longer in the queue.
        let last_face = self.epa.iteration.closest.map(|entry| entry.face);
        let last_entry = last_face.map(|face| Entry { distance: polytope.faces[face as usize].distance, face });
        for entry in last_entry.iter().chain(queue.iter()) {
            let face = &polytope.faces[entry.face as usize];
            // The greater entry is the nearer one.
            if *entry > nearest && !face.deleted && self.is_new_minimum(face.normal, best) {
                nearest = *entry;
                candidate = Some(entry.face);
            }
        }
        candidate
    }

    /// Whether `normal` belongs neither to the minimum at `best` nor to one that was tried.
    fn is_new_minimum(&self, normal: Vec3, best: Vec3) -> bool {
        let tried = &self.tried_normals[..self.minima_tried];
        normal.dot(best) < SAME_MINIMUM && tried.iter().all(|tried| normal.dot(*tried) < SAME_MINIMUM)
    }
}
