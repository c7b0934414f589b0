//! Phases of a [`Trial`], which tests one normal for a shallower plane: the test of flat discs that face along it, and
//! its refinement by Newton's method.

use super::deep::{CarriedPlane, Deep};
use super::newton::refine;
use super::trial::{OverRim, Trial};
use crate::dim3::prelude::*;
use crate::dim3::support::{Disc, Feature, Support, Vertex};
use contact_lens_model::snapshot::distance::Purpose;

/// Number of expansions between a failed refinement and the next: without new faces it would fail again.
const EXPANSIONS_BETWEEN_TRIALS: u32 = 3;

/// Tilt of a disc's normal for a start over its rim, radians, 1/256: enough for the rim's model to apply, and little
/// enough to stay in the minimum at the disc.
const RIM_TILT: Real = 0.00390625;

/// Contact of a flat disc with the other body's point below its plane. Pair frame.
struct DiscContact {
    /// Points of `A − B` on the plane of the disc, from three points of its rim.
    carriers: [Vertex; 3],
    /// Unit vector by which a normal over the rim tilts away from the disc's; `None` if the witness point is on the
    /// disc, not beyond its rim.
    beyond_rim: Option<Vec3>,
}

impl<A: Support, B: Support> Deep<A, B> {
    /// Starts a trial, or ends the current one with `None`.
    pub(super) fn start_trial(&mut self, trial: Option<Trial>) {
        self.trial = trial;
        self.lowered = false;
    }

    /// Tests the flat disc of A or of B that faces along the trial's normal: for a depth on a disc, the support
    /// function `h` of `A − B` has a kink that no smooth model describes, and the disc's own normal is exact.
    pub(super) fn try_disc(&mut self, of_a: bool) {
        self.accepted = false;
        self.over_rim = None;
        let Some(disc) = self.trial.and_then(|trial| trial.discs[usize::from(!of_a)]) else { return };
        let n = if of_a { disc.normal } else { -(self.epa.cso.rotation * disc.normal) };
        let upper_before = self.epa.upper;
        let support = self.epa.probe(n); // @disc
        if self.epa.upper >= upper_before {
            return;
        }
        let height = self.epa.upper;
        let DiscContact { carriers, beyond_rim } =
            if of_a { contact_on_a(&disc, n * height, support) } else { self.contact_on_b(&disc, n * height, support) };
        self.epa.add_plane(n, height, &carriers);
        self.carried_plane = Some(CarriedPlane { normal: n, carriers });
        self.refined_upper = height;
        self.accepted = true;
        self.lowered = true;
        // If the witness point is beyond the rim, the depth is over the rim.
        self.over_rim = beyond_rim
            .map(|outward| OverRim { normal: (n + outward * RIM_TILT).normalize(), features: support.features() });
    }

    /// Contact of a disc of B with the point of A in `support`; `offset` is the vector to that point from its foot in
    /// the disc's plane.
    fn contact_on_b(&self, disc: &Disc, offset: Vec3, support: Vertex) -> DiscContact {
        let cso = &self.epa.cso;
        let witness = cso.to_b(support.a - offset);
        let points = disc.rim_triangle(witness).map(|p| cso.from_b(p));
        DiscContact {
            carriers: points.map(|p| Vertex { b: p, w: support.a - p, ..support }),
            beyond_rim: disc.direction_beyond_rim(witness).map(|direction| cso.rotation * -direction),
        }
    }

    /// Refines the normal that is tilted over the rim of the accepted disc, where the depth lies.
    pub(super) fn try_rim(&mut self) {
        let Some(OverRim { normal, features }) = self.over_rim else { return };
        self.accepted = self.try_refine(normal, [Some(features), None, None, None], 0.0); // @rim
    }

    /// Refines the trial's normal by Newton's method.
    pub(super) fn refine(&mut self) {
        let Some(trial) = self.trial else { return };
        // Another minimum counts only if it is shallower by more than the rounding error.
        let rounding = self.epa.rounding();
        let allowed_rise = if trial.purpose == Purpose::Minimum { -rounding } else { rounding };
        self.accepted = self.try_refine(trial.normal, self.initial_features(&trial), allowed_rise); // @refine
        self.lowered |= self.accepted;
        if trial.purpose == Purpose::LowerBound && (!self.accepted || self.refined_upper == Real::INFINITY) {
            self.next_refinement = self.epa.iterations + EXPANSIONS_BETWEEN_TRIALS;
        }
    }

    /// Features of A and of B from which Newton's method starts: those of GJK's simplex for the first trial, otherwise
    /// those of the trial's face.
    fn initial_features(&self, trial: &Trial) -> [Option<[Feature; 2]>; 4] {
        if trial.purpose == Purpose::First {
            return self.epa.simplex.each_ref().map(|corner| corner.as_ref().map(Vertex::features));
        }
        let polytope = &self.epa.buffers.polytope;
        let mut features = [None; 4];
        if let Some(face) = trial.face {
            for (slot, corner) in features.iter_mut().zip(polytope.faces[face as usize].corner) {
                *slot = Some(polytope.vertices[corner as usize].features());
            }
        }
        features
    }

    /// Refines `normal`, starting with these features, and adds the result to EPA. Returns false if there is none, or
    /// if its height is more than `allowed_rise` above the upper bound.
    fn try_refine(&mut self, normal: Vec3, features: [Option<[Feature; 2]>; 4], allowed_rise: Real) -> bool {
        let features = features.into_iter().flatten();
        let Some(refined) = refine(&self.epa.cso, normal, features, self.epa.rounding()) else { return false };
        if refined.height > self.epa.upper + allowed_rise {
            return false;
        }
        self.epa.add_plane(refined.normal, refined.height, &refined.carriers[..refined.count]);
        self.refined_upper = if refined.converged { self.epa.upper } else { Real::INFINITY };
        self.carried_plane = Some(CarriedPlane { normal: refined.normal, carriers: refined.carriers });
        self.refined = Some(refined);
        true
    }

    /// Whether the trial lowered the upper bound by more than the rounding error.
    pub(super) fn is_shallower(&self) -> bool {
        self.trial.is_some_and(|trial| self.epa.upper < trial.upper_before - self.epa.rounding())
    }
}

/// Contact of a disc of A with the point of B in `support`; `offset` is the vector from that point to its foot in the
/// disc's plane.
fn contact_on_a(disc: &Disc, offset: Vec3, support: Vertex) -> DiscContact {
    let witness = offset + support.b;
    DiscContact {
        carriers: disc.rim_triangle(witness).map(|p| Vertex { a: p, w: p - support.b, ..support }),
        beyond_rim: disc.direction_beyond_rim(witness),
    }
}
