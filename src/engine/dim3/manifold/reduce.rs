//! Reduction of excess contact points: keeps the deepest, then those that span the largest area.

use super::super::prelude::*;
use super::Pick;
use super::contact::HYSTERESIS;

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

/// Relative difference of scores up to which points count as equally good. Smaller: the last bits decide, and kept
/// points change from frame to frame. Larger: a point may be kept that is less deep, or spans less area, by that
/// fraction.
const TIE_FRACTION: Real = 0.01;

/// The next point to keep after `kept`, among those that have a `claim`, with the criterion and its score: a depth, a
/// length or an area. Prefers a point of the previous frame whose score is worse than the best by at most the fraction
/// [`HYSTERESIS`]; otherwise, among points that equal the best, the one on most vertices, then the first.
pub(super) fn pick_next(
    candidates: &[Candidate],
    kept: &[u32],
    claim: impl Fn(u32) -> Option<Claim>,
    scratch: &mut Vec<Vec2>,
) -> Option<(u32, Pick, Real)> {
    let pick = match kept.len() {
        0 => Pick::Deepest,
        1 => Pick::Farthest,
        _ => Pick::Area,
    };
    let open = (0..candidates.len() as u32).filter(|i| !kept.contains(i)).filter_map(|i| Some((i, claim(i)?)));
    let scores = open.clone().map(|(i, _)| score(pick, candidates, kept, i, scratch));
    let highest = scores.fold(Real::NEG_INFINITY, Real::max);
    let mut best: Option<(u32, Real, (bool, u8))> = None;
    for (i, claim) in open {
        let own_score = score(pick, candidates, kept, i, scratch);
        let stays = claim.known && own_score >= highest - HYSTERESIS * highest.abs();
        let rank = (stays, claim.vertices);
        let may_be_picked = stays || own_score >= highest - TIE_FRACTION * highest.abs();
        let is_better = best.is_none_or(|(_, best_score, best_rank)| {
            rank > best_rank || rank == best_rank && own_score > best_score + TIE_FRACTION * best_score.abs()
        });
        if may_be_picked && is_better {
            best = Some((i, own_score, rank));
        }
    }
    best.map(|(i, score, _)| (i, pick, score))
}

/// Score of candidate `i` by a criterion: a depth, a length or an area.
fn score(pick: Pick, candidates: &[Candidate], kept: &[u32], i: u32, scratch: &mut Vec<Vec2>) -> Real {
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
    let numbered = candidates.iter().zip(0..);
    let Some((deepest, number)) = numbered.reduce(|best, next| if next.0.depth > best.0.depth { next } else { best })
    else {
        return;
    };
    if kept.iter().any(|&i| candidates[i as usize].depth >= deepest.depth - rounding) {
        return;
    }
    let distances = kept.iter().map(|&i| candidates[i as usize].at.distance(deepest.at)).enumerate();
    let nearest = distances.reduce(|best, next| if next.1 < best.1 { next } else { best });
    if let Some((k, _)) = nearest.filter(|(k, _)| *k < picks.len()) {
        kept[k] = number;
        picks[k] = (Pick::Deepest, deepest.depth);
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
