//! How a search among the faces of a simplex ends, and what is answered where rounding has left it in doubt: the backup.

use super::super::prelude::*;
use super::refine::refined;
use super::signed_volumes;
use super::subset::{self, BY_SIZE, Nearest, Subset, Weights};
pub use crate::snapshot::simplex::Reason;

/// A point that is off by so many roundings of the simplex's bounding radius is only as inexact as the weights of ordinary simplices make it:
/// up to 170 were seen. Smaller: an honest answer counts as the backup's. Larger: slivers are answered less exactly.
const WEIGHED: Real = 256.0;

/// How the search ended.
pub type Outcome = crate::snapshot::simplex::Outcome<Nearest>;

/// The outcome with refined weights, and its point in the unit of the caller: `points` are `scale` times as large.
pub(super) fn in_own_unit(outcome: Outcome, points: &[Vec3; 4], scale: Real) -> Outcome {
    outcome.map(|nearest| {
        let nearest = refined(points, nearest);
        Nearest { v: nearest.v / scale, ..nearest }
    })
}

/// The nearest of all faces of `all` with positive `weights`, by the point that each gives; the refuted one still, if none is nearer.
/// Where a vertex contradicts that as well, as of slivers whose determinants are lost in rounding, signed volumes are asked.
pub(super) fn backup(
    points: &[Vec3; 4],
    all: Subset,
    weights: &Weights,
    candidate: impl Fn(Subset) -> Nearest,
    why: Reason,
) -> Outcome {
    let order = BY_SIZE.into_iter().filter(|&j| j & !all == 0);
    let mut best = subset::best_of(weights, order, &candidate);
    if !subset::proven(points, all, &best) {
        let by_volumes = signed_volumes::nearest(points, all);
        let is_inside = by_volumes.subset == 15 && best.subset != 15;
        let nearer =
            is_inside || by_volumes.v.length() + WEIGHED * EPS * subset::bounding_radius(points, all) < best.v.length();
        best = if nearer { by_volumes } else { best };
    }
    // The doubt was no more than rounding if nothing is nearer.
    match why {
        Reason::Refuted(subset) if subset::as_near(points, all, &candidate(subset), &best) => {
            Outcome::Held(candidate(subset))
        }
        _ => Outcome::Backup(best, why),
    }
}
