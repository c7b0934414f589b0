//! Phases of a trial: flat discs that face along its normal, and refinement by Newton's method.

use super::super::prelude::*;
use super::super::support::{Feature, Support, Vertex};
use super::deep::Deep;
use super::newton::refine;
use super::trial::{OverRim, Trial};
use crate::snapshot::distance::Purpose;

/// Number of expansions between failed refinements.
const EXPANSIONS_BETWEEN_TRIALS: u32 = 3;

/// Tilt of a disc's normal for a start over its rim, radians.
const OVER_THE_RIM: Real = 0.00390625;

impl<A: Support, B: Support> Deep<A, B> {
    /// Starts a trial, or ends the current one with `None`.
    pub(super) fn start_trial(&mut self, trial: Option<Trial>) {
        self.trial = trial;
        self.lowered = false;
    }

    /// Tests the flat disc of A or of B that faces along the normal: for a depth on a disc, `h` has a kink that no
    /// smooth model describes, and the disc's own normal is exact.
    pub(super) fn try_disc(&mut self, of_a: bool) {
        self.taken = false;
        self.over_rim = None;
        let Some(disc) = self.trial.and_then(|trial| trial.discs[usize::from(!of_a)]) else { return };
        let n = if of_a { disc.normal } else { -(self.epa.cso.rotation * disc.normal) };
        let before = self.epa.upper;
        let held = self.epa.probe(n); // @disc
        if self.epa.upper >= before {
            return;
        }
        let height = self.epa.upper;
        let cso = &self.epa.cso;
        let (carriers, beyond) = if of_a {
            let wanted = n * height + held.b;
            (disc.around(wanted).map(|p| Vertex { a: p, w: p - held.b, ..held }), disc.beyond(wanted))
        } else {
            let wanted = cso.to_b(held.a - n * height);
            let points = disc.around(wanted).map(|p| cso.from_b(p));
            let beyond = disc.beyond(wanted).map(|way| cso.rotation * -way);
            (points.map(|p| Vertex { b: p, w: held.a - p, ..held }), beyond)
        };
        self.epa.adopt(n, height, &carriers);
        self.place = Some((carriers, n));
        self.settled = height;
        self.taken = true;
        self.lowered = true;
        self.over_rim =
            beyond.map(|way| OverRim { normal: (n + way * OVER_THE_RIM).normalize(), features: held.features() });
    }

    /// Refines from over the rim of the accepted disc, where the depth lies.
    pub(super) fn try_rim(&mut self) {
        let Some(OverRim { normal, features }) = self.over_rim else { return };
        self.taken = self.try_refine(normal, [Some(features), None, None, None], 0.0); // @rim
    }

    /// Refines the trial's normal by Newton's method.
    pub(super) fn refine(&mut self) {
        let Some(trial) = self.trial else { return };
        // Another minimum counts only if it is shallower by more than the rounding error.
        let rounding = self.epa.rounding();
        let above = if trial.purpose == Purpose::Minimum { -rounding } else { rounding };
        self.taken = self.try_refine(trial.normal, self.near(&trial), above); // @refine
        self.lowered |= self.taken;
        if trial.purpose == Purpose::Beaten && (!self.taken || self.settled == Real::INFINITY) {
            self.due = self.epa.iterations + EXPANSIONS_BETWEEN_TRIALS;
        }
    }

    /// Initial features of A and of B for Newton's method.
    fn near(&self, trial: &Trial) -> [Option<[Feature; 2]>; 4] {
        if trial.purpose == Purpose::First {
            return self.epa.simplex.each_ref().map(|corner| corner.as_ref().map(Vertex::features));
        }
        let polytope = &self.epa.buffers.polytope;
        let mut near = [None; 4];
        if let Some(face) = trial.face {
            for (slot, corner) in near.iter_mut().zip(polytope.faces[face as usize].corner) {
                *slot = Some(polytope.vertices[corner as usize].features());
            }
        }
        near
    }

    /// Refines `normal` and adds the result to EPA, unless it is more than `above` over the upper bound.
    fn try_refine(&mut self, normal: Vec3, near: [Option<[Feature; 2]>; 4], above: Real) -> bool {
        let near = near.into_iter().flatten();
        let Some(refined) = refine(&self.epa.cso, normal, near, self.epa.rounding()) else { return false };
        if refined.height > self.epa.upper + above {
            return false;
        }
        self.epa.adopt(refined.normal, refined.height, &refined.carriers[..refined.count]);
        self.settled = if refined.settled { self.epa.upper } else { Real::INFINITY };
        self.place = Some((refined.carriers, refined.normal));
        self.refined = Some(refined);
        true
    }

    /// Whether the trial lowered the upper bound by more than the rounding error.
    pub(super) fn shallower(&self) -> bool {
        self.trial.is_some_and(|trial| self.epa.upper < trial.before - self.epa.rounding())
    }
}
