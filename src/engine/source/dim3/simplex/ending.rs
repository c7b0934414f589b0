//! Endings of a search among the faces of a simplex, and the backup search of Johnson's algorithm and Voronoi regions
//! for simplices whose signs rounding makes uncertain.

use super::refine::refined;
use super::signed_volumes;
use super::subset::{self, BY_SIZE, Nearest, Subset, Weights};
use crate::dim3::prelude::*;
pub use contact_lens_model::snapshot::simplex::Reason;

/// Largest difference of two distances, in `EPS` of the simplex's largest coordinate, that rounding errors of the
/// weights cause for ordinary simplices; the distance by signed volumes is off by at most 2. A smaller value would
/// report good answers as backup, a larger one would accept less accurate answers for slivers.
const WEIGHTS_ROUNDING: Real = 8.0;

/// Ending of a search.
pub type Outcome = contact_lens_model::snapshot::simplex::Outcome<Nearest>;

/// Refines the weights of an outcome and converts its point to the caller's unit; `points` are the vertices times
/// `scale`.
pub(super) fn in_own_unit(outcome: Outcome, points: &[Vec3; 4], scale: Real) -> Outcome {
    outcome.map(|nearest| {
        let nearest = refined(points, nearest);
        Nearest { v: nearest.v / scale, ..nearest }
    })
}

/// Outcome of the backup search: the nearest of the points of all faces whose `weights` are positive, or the point of
/// the face that `reason` refutes if none is nearer. `candidate` computes the point of a face. If a vertex contradicts
/// the nearest point, as for slivers whose determinants are below rounding error, signed volumes decide.
pub(super) fn backup(
    points: &[Vec3; 4],
    all: Subset,
    weights: &Weights,
    candidate: impl Fn(Subset) -> Nearest,
    reason: Reason,
) -> Outcome {
    let order = BY_SIZE.into_iter().filter(|&j| j & !all == 0);
    let mut best = subset::best_of(weights, order, &candidate);
    if !subset::is_proven(points, all, &best) {
        let by_volumes = signed_volumes::nearest(points, all);
        let is_inside = by_volumes.subset == 15 && best.subset != 15;
        let rounding = WEIGHTS_ROUNDING * EPS * subset::largest_coordinate(points, all);
        let is_nearer = by_volumes.v.length() + rounding < best.v.length();
        if is_inside || is_nearer {
            best = by_volumes;
        }
    }
    // The contradiction was below rounding error if no other point is nearer.
    match reason {
        Reason::Refuted(subset) if subset::is_as_near(points, all, &candidate(subset), &best) => {
            Outcome::Passed(candidate(subset))
        }
        _ => Outcome::Backup(best, reason),
    }
}
