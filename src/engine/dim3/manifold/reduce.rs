//! Which points are kept where there are too many: the deepest, then those that span the largest area.

use super::super::prelude::*;
use super::Pick;
use super::contact::SHARE;

/// A candidate: where it lies across the normal, and how deep it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// In the plane across the normal.
    pub at: Vec2,
    /// How deep.
    pub depth: Real,
}

/// What speaks for a point beside its score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Claim {
    /// Whether it was there before.
    pub known: bool,
    /// On how many corners it lies, 0 to 2: a corner stays where it is, a crossing of two edges runs along them.
    pub corners: u8,
}

/// A hundredth more is no more: which of equals it is shall not change with the last bit.
const EQUAL: Real = 0.01;

/// The next to keep after `kept` of those that have a `claim`, with why and its score: a depth, a length, an area. One that was
/// there before, while the best is better by no more than a twentieth; else of those as good as the best the one on most corners,
/// and of these the first.
pub(super) fn next(
    all: &[Candidate],
    kept: &[u32],
    claim: impl Fn(u32) -> Option<Claim>,
    scratch: &mut Vec<Vec2>,
) -> Option<(u32, Pick, Real)> {
    let pick = match kept.len() {
        0 => Pick::Deepest,
        1 => Pick::Farthest,
        _ => Pick::Area,
    };
    let mut score = |i: u32| {
        let candidate = &all[i as usize];
        match pick {
            Pick::Deepest => candidate.depth,
            Pick::Farthest => kept.first().map_or(0.0, |&first| candidate.at.distance(all[first as usize].at)),
            Pick::Area => {
                scratch.clear();
                scratch.extend(kept.iter().map(|&k| all[k as usize].at));
                scratch.push(candidate.at);
                area(scratch)
            }
        }
    };
    let open = || (0..all.len() as u32).filter(|i| !kept.contains(i)).filter_map(|i| Some((i, claim(i)?)));
    let most = open().map(|(i, _)| score(i)).fold(Real::NEG_INFINITY, Real::max);
    let mut best: Option<(u32, Real, (bool, u8))> = None;
    for (i, claim) in open() {
        let own = score(i);
        let stays = claim.known && own >= most - SHARE * most.abs();
        let rank = (stays, claim.corners);
        let equal = stays || own >= most - EQUAL * most.abs();
        let better =
            best.is_none_or(|(_, than, other)| rank > other || rank == other && own > than + EQUAL * than.abs());
        if equal && better {
            best = Some((i, own, rank));
        }
    }
    best.map(|(i, score, _)| (i, pick, score))
}

/// Sees that the deepest is among those kept: picks take one that is nearly as deep, where it was there before or lies on
/// corners. Then the deepest takes the place of the one that is nearest to it, so that the others stay.
pub(super) fn hold_deepest(all: &[Candidate], kept: &mut [u32], picks: &mut [(Pick, Real)], rounding: Real) {
    let depth = |i: u32| all[i as usize].depth;
    let Some(deepest) = (0..all.len() as u32).reduce(|best, i| if depth(i) > depth(best) { i } else { best }) else {
        return;
    };
    if kept.iter().any(|&i| depth(i) >= depth(deepest) - rounding) {
        return;
    }
    let off = |i: u32| all[i as usize].at.distance(all[deepest as usize].at);
    let nearest = (0..kept.len()).reduce(|best, k| if off(kept[k]) < off(kept[best]) { k } else { best });
    if let Some(k) = nearest.filter(|k| *k < picks.len()) {
        (kept[k], picks[k]) = (deepest, (Pick::Deepest, depth(deepest)));
    }
}

/// The area of the convex hull of points, which are put in another order.
pub(super) fn area(points: &mut [Vec2]) -> Real {
    if points.len() < 3 {
        return 0.0;
    }
    points.sort_unstable_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    // Both chains of Andrew's monotone walk, as sums of triangles about the first point.
    let origin = points[0];
    let half = |sign: Real| -> Real {
        let mut sum = 0.0;
        let mut at = origin;
        let mut i = 0;
        let last = points.len() - 1;
        while i < last {
            // The next corner of the chain is the one to which no other point lies on the outer side.
            let mut next = i + 1;
            for k in i + 2..=last {
                if sign * (points[next] - at).perp_dot(points[k] - at) < 0.0 {
                    next = k;
                }
            }
            sum += sign * (at - origin).perp_dot(points[next] - origin);
            (at, i) = (points[next], next);
        }
        sum
    };
    0.5 * (half(1.0) + half(-1.0))
}
