//! Reduction of excess contact points to [`Options::max_points`](super::Options::max_points): keeps the deepest point,
//! the one farthest from it, then those that span the largest area. One point is picked per step.

use super::Pick;
use super::contact::HYSTERESIS;
use crate::dim3::prelude::*;

/// A contact point as a candidate of the reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Position in the plane perpendicular to the normal, in the pair's length unit.
    pub at: Vec2,
    /// Depth, positive in overlap, in the pair's length unit.
    pub depth: Real,
}

/// Reasons to prefer a point to one with nearly the same score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Claim {
    /// Whether the point existed in the previous frame.
    pub known: bool,
    /// Number of its features that are vertices, 0 to 2. Vertices are fixed on a body; crossings of edges slide.
    pub vertices: u8,
}

/// Relative difference of scores up to which points count as equally good. With a smaller one the last bits decide, and
/// kept points change from frame to frame; with a larger one a point may be kept that is less deep, or spans less area,
/// by that fraction.
const TIE_FRACTION: Real = 0.01;

/// A candidate that the reduction picked.
pub(super) struct PickedCandidate {
    /// Index of the candidate.
    pub index: u32,
    /// Criterion by which it was picked.
    pub pick: Pick,
    /// Score by that criterion: a depth, a length or an area.
    pub score: Real,
}

/// Precedence of candidates with nearly the same score. The order of the fields is the sort order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Whether the point existed in the previous frame and its score is good enough to keep it.
    stays: bool,
    /// Number of the point's features that are vertices ([`Claim::vertices`]).
    vertices: u8,
}

/// The best candidate of a pick so far.
#[derive(Clone, Copy)]
struct BestCandidate {
    /// Index of the candidate.
    index: u32,
    /// Score of the candidate.
    score: Real,
    /// Precedence of the candidate.
    rank: Rank,
}

/// The next point to keep after `kept`, among those that have a `claim`; `None` if there is none. Prefers a point of
/// the previous frame whose score is worse than the best by at most the fraction [`HYSTERESIS`]; otherwise, among
/// points that equal the best, the one on most vertices, then the first.
pub(super) fn pick_next(
    candidates: &[Candidate],
    kept: &[u32],
    claim: impl Fn(u32) -> Option<Claim>,
    scratch: &mut Vec<Vec2>,
) -> Option<PickedCandidate> {
    let pick = match kept.len() {
        0 => Pick::Deepest,
        1 => Pick::Farthest,
        _ => Pick::Area,
    };
    let open = (0..candidates.len() as u32).filter(|i| !kept.contains(i)).filter_map(|i| Some((i, claim(i)?)));
    let scores = open.clone().map(|(i, _)| score_of(pick, candidates, kept, i, scratch));
    let highest = scores.fold(Real::NEG_INFINITY, Real::max);
    let mut best: Option<BestCandidate> = None;
    for (index, claim) in open {
        let score = score_of(pick, candidates, kept, index, scratch);
        let stays = claim.known && score >= highest - HYSTERESIS * highest.abs();
        let may_be_picked = stays || score >= highest - TIE_FRACTION * highest.abs();
        let rank = Rank { stays, vertices: claim.vertices };
        let is_better = match best {
            None => true,
            Some(best) if rank == best.rank => score > best.score + TIE_FRACTION * best.score.abs(),
            Some(best) => rank > best.rank,
        };
        if may_be_picked && is_better {
            best = Some(BestCandidate { index, score, rank });
        }
    }
    best.map(|BestCandidate { index, score, .. }| PickedCandidate { index, pick, score })
}

/// Score of candidate `i` by a criterion: a depth, a length or an area.
fn score_of(pick: Pick, candidates: &[Candidate], kept: &[u32], i: u32, scratch: &mut Vec<Vec2>) -> Real {
    let candidate = &candidates[i as usize];
    match pick {
        Pick::Deepest => candidate.depth,
        Pick::Farthest => kept.first().map_or(0.0, |&first| candidate.at.distance(candidates[first as usize].at)),
        Pick::Area => {
            scratch.clear();
            scratch.extend(kept.iter().map(|&k| candidates[k as usize].at));
            scratch.push(candidate.at);
            hull_area(scratch)
        }
    }
}

/// Ensures that the deepest point is kept: picks may prefer one that is nearly as deep, from the previous frame or on
/// vertices. The deepest replaces the kept point nearest to it, so that the others stay. Depths within `rounding` count
/// as equal.
pub(super) fn keep_deepest(candidates: &[Candidate], kept: &mut [u32], picks: &mut [(Pick, Real)], rounding: Real) {
    if candidates.is_empty() {
        return;
    }
    let mut deepest = 0;
    for i in 1..candidates.len() {
        if candidates[i].depth > candidates[deepest].depth {
            deepest = i;
        }
    }
    let Candidate { at, depth } = candidates[deepest];
    if kept.iter().any(|&i| candidates[i as usize].depth >= depth - rounding) {
        return;
    }
    let mut nearest: Option<usize> = None;
    let mut least_distance = Real::INFINITY;
    for (k, &i) in kept.iter().enumerate() {
        let distance = candidates[i as usize].at.distance(at);
        if nearest.is_none() || distance < least_distance {
            nearest = Some(k);
            least_distance = distance;
        }
    }
    if let Some(k) = nearest.filter(|k| *k < picks.len()) {
        kept[k] = deepest as u32;
        picks[k] = (Pick::Deepest, depth);
    }
}

/// Area of the convex hull of points, which are reordered. Unit: that of the points, squared.
pub(super) fn hull_area(points: &mut [Vec2]) -> Real {
    if points.len() < 3 {
        return 0.0;
    }
    points.sort_unstable_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    // The lower and the upper chain of the hull, each as a sum of triangles around the first point.
    0.5 * (chain_area(points, 1.0) + chain_area(points, -1.0))
}

/// Twice the area of the triangles between the first of sorted points and the edges of one chain of their hull, found
/// by gift wrapping: the lower chain for the sign 1, the upper one for −1.
fn chain_area(points: &[Vec2], sign: Real) -> Real {
    let origin = points[0];
    let mut sum = 0.0;
    let mut vertex = origin;
    let mut i = 0;
    let last = points.len() - 1;
    while i < last {
        // The next vertex of the chain is the point with no other point on its outer side.
        let mut next = i + 1;
        for k in i + 2..=last {
            if sign * (points[next] - vertex).perp_dot(points[k] - vertex) < 0.0 {
                next = k;
            }
        }
        sum += sign * (vertex - origin).perp_dot(points[next] - origin);
        vertex = points[next];
        i = next;
    }
    sum
}
