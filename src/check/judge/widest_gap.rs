//! Search for the direction along which the gap between two bodies is widest, by the judges' own geometry; and the
//! bounds of rounding error that the judges share.

use glam::DVec3;

use crate::reference_geometry::{Placed, gap_along};

/// Bound of the roundings of one number: some tens of operations lie between the input and the answer.
pub(super) const ROUNDINGS: f64 = 64.0;

/// Factor of safety on the rounding error in comparisons that any correct answer must pass: both lengths are rounded,
/// and so are the sums that they enter.
pub(super) const SAFETY_FACTOR: f64 = 4.0;

/// Accuracy of the judges' iterative searches for a distance, as a fraction of the rounding error that they compare it
/// with: small enough to decide, large enough to be reached.
pub(super) const SEARCH_ACCURACY: f64 = 0.25;

/// Rounding error of an answer's numbers, meters: [`ROUNDINGS`] times the size of everything that entered them.
pub(super) fn rounding_of(a: &Placed, b: &Placed, eps: f64) -> f64 {
    let origin_distance = (b.position - a.position).length();
    ROUNDINGS * eps * (a.radius() + b.radius() + origin_distance + a.position.length().max(b.position.length()))
}

/// Gap of two bodies along a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectedGap {
    /// Signed gap, meters; negative in overlap.
    pub gap: f64,
    /// Unit vector from A towards B, world frame.
    pub direction: DVec3,
}

impl DirectedGap {
    /// Value of a gap function along a direction.
    fn of(gap: &dyn Fn(DVec3) -> f64, direction: DVec3) -> Self {
        Self { gap: gap(direction), direction }
    }
}

/// Returns the widest gap that a search from many directions finds. `first` is another direction to start from. The
/// widest gap of all directions may be larger.
pub(super) fn widest_gap(a: &Placed, b: &Placed, first: Option<DVec3>) -> DirectedGap {
    maximize_gap(&|n| gap_along(a, b, n), a.is_planar() || b.is_planar(), first)
}

/// Maximizes a gap function over unit vectors, within the plane if `planar`, and returns the largest value found.
/// `first` is one more direction to start from.
pub(super) fn maximize_gap(gap: &dyn Fn(DVec3) -> f64, planar: bool, first: Option<DVec3>) -> DirectedGap {
    /// Number of first directions, spread over the sphere: about 8° apart.
    const SPREAD: usize = 600;
    /// Number of best first directions from which a climb starts, since the gap may have several local maxima.
    const CLIMBS: usize = 6;
    // Fibonacci lattice: successive directions are a golden angle apart about the y axis.
    let golden_angle = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let spread = (0..SPREAD).map(|i| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / SPREAD as f64;
        let (sin, cos) = (golden_angle * i as f64).sin_cos();
        DVec3::new(cos, 0.0, sin) * (1.0 - y * y).sqrt() + DVec3::new(0.0, y, 0.0)
    });
    let starts = spread.map(|n| into_space(n, planar)).chain(first.and_then(DVec3::try_normalize));
    let mut candidates: Vec<DirectedGap> = starts.map(|n| DirectedGap::of(gap, n)).collect();
    candidates.sort_by(|x, y| y.gap.total_cmp(&x.gap));
    candidates.truncate(CLIMBS);
    let climbed = candidates.into_iter().map(|start| climb(gap, start, planar));
    let widest = climbed.max_by(|x, y| x.gap.total_cmp(&y.gap));
    widest.unwrap_or(DirectedGap { gap: f64::NEG_INFINITY, direction: DVec3::X })
}

/// Climbs to a local maximum by a pattern search on the sphere, which halves its step when no neighbor is better.
fn climb(gap: &dyn Fn(DVec3) -> f64, start: DirectedGap, planar: bool) -> DirectedGap {
    /// Maximum number of steps: enough to halve the step 27 times with a dozen moves between. Rounding noise could
    /// climb forever.
    const MAX_STEPS: usize = 360;
    /// Size of the first step, radians: somewhat less than the spacing of the first directions.
    const FIRST_STEP: f64 = 0.1;
    /// Size of the last step, radians.
    const LAST_STEP: f64 = 1e-9;
    let mut widest = start;
    let mut step = FIRST_STEP;
    for _ in 0..MAX_STEPS {
        if step < LAST_STEP {
            break;
        }
        let n = widest.direction;
        let (u, v) = n.any_orthonormal_pair();
        let neighbors = [u, -u, v, -v].map(|side| into_space((n + step * side).normalize(), planar));
        let gaps = neighbors.map(|neighbor| DirectedGap::of(gap, neighbor));
        match gaps.into_iter().max_by(|x, y| x.gap.total_cmp(&y.gap)) {
            Some(best) if best.gap > widest.gap => widest = best,
            _ => step *= 0.5,
        }
    }
    widest
}

/// Unit vector in the space of the bodies: `n` itself, for planar bodies its projection into the plane z = 0.
fn into_space(n: DVec3, planar: bool) -> DVec3 {
    if planar { n.with_z(0.0).normalize_or(DVec3::X) } else { n }
}
