//! The answer for two shapes from the result for their cores.

use super::closest::Closest;
use super::tolerances::Tolerances;
use crate::dim3::answer::{Answer, Reason};
use crate::dim3::bracket::Bracket;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Support};

/// Answer for separate cores from their closest points, in the pair frame with the margins subtracted.
#[inline(always)]
pub(super) fn answer_of<A: Support, B: Support>(
    cso: &Cso<A, B>,
    closest: &Closest,
    tolerances: &Tolerances,
    iterations: u32,
) -> Answer {
    let Closest { normal, gap, distance, a, b, .. } = *closest;
    let cores = CoreAnswer { bounds: [gap, (a - b).length()], distance, normal, points: [a, b], iterations };
    cores.of_shapes(cso, tolerances, |distance| tolerances.width_apart(distance), || Reason::IterationLimit)
}

/// Result for the cores. Pair frame.
pub(super) struct CoreAnswer {
    /// Bounds of the signed distance of the cores.
    pub bounds: [Real; 2],
    /// Best estimate of the signed distance of the cores.
    pub distance: Real,
    pub normal: Vec3,
    /// Closest points of A's core and of B's core.
    pub points: [Vec3; 2],
    pub iterations: u32,
}

impl CoreAnswer {
    /// The answer for the shapes: subtracts the margins and adds the rounding error of the bounds. `reason` explains a
    /// bracket wider than `tolerated_width` of the signed distance.
    #[inline(always)]
    pub(super) fn of_shapes<A: Support, B: Support>(
        self,
        cso: &Cso<A, B>,
        tolerances: &Tolerances,
        tolerated_width: impl FnOnce(Real) -> Real,
        reason: impl FnOnce() -> Reason,
    ) -> Answer {
        let Self { bounds: [lower, upper], distance, normal, points: [a, b], iterations } = self;
        let margin = tolerances.margin;
        let bracket = Bracket::new([lower - margin, upper - margin], tolerances.bound()).uncrossed();
        // Adding 0 makes −0 positive.
        let signed_distance = bracket.nearest(distance - margin) + 0.0;
        let status = bracket.distance_status(tolerated_width(signed_distance), reason);
        Answer {
            signed_distance: Some(signed_distance),
            normal: Some(normal),
            witness_a: a + normal * cso.a.margin(),
            witness_b: b - normal * cso.b.margin(),
            lower: bracket.lower,
            upper: bracket.upper,
            status,
            iterations,
        }
    }
}
