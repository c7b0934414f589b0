//! Step of Newton's method on the support function `h`: the minimum of the maximum of a few second-order models.
//!
//! Each model is that of a branch `i` of `h` around the current normal `n`: `g_i + p_i·δ + ½ δᵀ Q_i δ`, with the step
//! `δ` in a basis of the plane perpendicular to `n`. The branches that carry the step have the weights `λ_i`.

use std::cmp::Ordering;

use super::tangent::{LEAST_CURVATURE, apply, cross, dot, positive_solve, shrink, size};
use crate::dim3::distance::numbers::higher;
use crate::dim3::distance::prelude::*;
use crate::dim3::distance::simplex::subset::{Subset, in_order, members};
use crate::dim3::distance::support::Feature;

/// A branch and its second-order model at the current normal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Branch {
    /// Features of A and of B.
    pub features: [Feature; 2],
    /// `g`: height at the current normal, a length.
    pub height: Real,
    /// `p`: slope at the current normal in the tangent basis, length per radian.
    pub slope: [Real; 2],
    /// `Q = H − g`: second derivative at the current normal in the tangent basis: xx, xy, yy.
    pub curvature: [Real; 3],
    /// `λ` in the last step, 0 to 1; 0 for a branch that did not carry it.
    pub weight: Real,
}

impl Branch {
    /// Height of the model at δ.
    #[inline(always)]
    fn height_at(&self, delta: [Real; 2]) -> Real {
        self.height + dot(self.slope, delta) + 0.5 * dot(delta, apply(self.curvature, delta))
    }

    /// Slope of the model at δ.
    #[inline(always)]
    fn slope_at(&self, delta: [Real; 2]) -> [Real; 2] {
        let change = apply(self.curvature, delta);
        [self.slope[0] + change[0], self.slope[1] + change[1]]
    }

    /// Order by weight, then by height.
    fn by_importance(&self, other: &Self) -> Ordering {
        self.weight.total_cmp(&other.weight).then(self.height.total_cmp(&other.height))
    }
}

/// A step that minimizes the maximum of the models of some branches, and the weights of these branches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// `δ` in the tangent basis, radians.
    pub delta: [Real; 2],
    /// Whether the step ends at the minimum of its branches' models or at the trust limit; false where a curvature of
    /// about 0 leaves it undetermined.
    pub is_determined: bool,
    /// Predicted decrease of the height, by the model of the Lagrangian `Σ λ_i h_i`.
    pub gain: Real,
    /// Weight of the branch in each slot.
    weights: [Real; MAX_BRANCHES],
    /// Height of the branches that carry the step after it, by their models; the largest one if they differ.
    height: Real,
}

/// A step that is not yet accepted, in the search for the best one.
struct CandidateStep {
    /// Step that one subset of the branches carries.
    step: Step,
    /// Largest height of another branch's model above the step's own after the step, a length; 0 if none is higher.
    excess: Real,
}

/// Number of branches kept: three can be active, and one more has just appeared.
const MAX_BRANCHES: usize = 4;

/// Set of all four slots.
const ALL_SLOTS: Subset = 0b1111;

/// Sets of branches that can carry a step, by ascending size.
const SUBSETS: [Subset; 14] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// The models of up to four branches.
pub(super) struct Models {
    /// Branches; only slots in `filled` are valid.
    pub slots: [Branch; MAX_BRANCHES],
    /// Slots that hold a branch.
    filled: Subset,
    /// Slots of the branches that carried the last step: those with a positive weight.
    carriers: Subset,
    /// Longest step where only curvature limits it, radians.
    pub trust: Real,
}

impl Models {
    /// No branches; `trust` is the longest first step, radians.
    #[inline]
    pub fn new(trust: Real) -> Self {
        Self { slots: [Branch::default(); MAX_BRANCHES], filled: 0, carriers: 0, trust }
    }

    /// Whether every slot has a branch.
    pub fn is_full(&self) -> bool {
        self.filled == ALL_SLOTS
    }

    /// Returns the slots of the branches that carried the last step.
    pub fn carriers(&self) -> impl Iterator<Item = usize> + use<> {
        members(self.carriers)
    }

    /// Whether the branch of these features has a model.
    #[inline]
    pub fn contains(&self, features: [Feature; 2]) -> bool {
        members(self.filled).any(|i| self.slots[i].features == features)
    }

    /// Adds a branch, replacing the least important one if all slots are full.
    #[inline]
    pub fn add(&mut self, branch: Branch) {
        // `& 3` only spares the bounds check.
        let free_slot = (!self.filled).trailing_zeros() as usize & 3;
        let slot = if self.is_full() { self.least_important() } else { free_slot };
        self.slots[slot] = branch;
        self.filled |= 1 << slot;
        self.carriers &= !(1 << slot);
    }

    /// Slot of the branch with the smallest weight; of several, the lowest branch.
    #[cold]
    fn least_important(&self) -> usize {
        (0..MAX_BRANCHES).min_by(|i, j| self.slots[*i].by_importance(&self.slots[*j])).unwrap_or(0)
    }

    /// Keeps only the branches that carried the last step.
    pub fn keep_carriers(&mut self) {
        self.filled = self.carriers;
    }

    /// Stores the weights of an executed step.
    #[inline]
    pub fn keep_weights(&mut self, step: &Step) {
        self.carriers = 0;
        for (i, weight) in step.weights.into_iter().enumerate() {
            self.slots[i].weight = weight;
            self.carriers |= u8::from(weight > 0.0) << i;
        }
    }

    /// Step to the minimum of the maximum of all branch models: that of a subset of one, two or three branches with
    /// positive weights above which no other branch rises by more than `rounding`, the rounding error of a height;
    /// failing that, the step of the subset above which the others rise least. The subset that carried the last step is
    /// tried first, because near the end it is usually the solution. `None` if the highest branch has no slope.
    pub fn best_step(&self, rounding: Real) -> Option<Step> {
        let last = self.carriers;
        let mut best: Option<CandidateStep> = None;
        for subset in std::iter::once(last).chain(SUBSETS.into_iter().filter(|set| *set != last)) {
            if subset & !self.filled != 0 {
                continue;
            }
            let Some(step) = self.solve(subset) else { continue };
            // Branches may also intersect at a maximum, where the height does not fall.
            if !(step.gain >= -rounding) {
                continue;
            }
            let excess = self.excess_of_others(&step, subset);
            if excess <= rounding && step.is_determined {
                return Some(step);
            }
            let is_better = match &best {
                None => true,
                Some(best) if excess < best.excess - rounding => true,
                Some(best) => excess <= best.excess + rounding && step.height < best.step.height,
            };
            if is_better {
                best = Some(CandidateStep { step, excess });
            }
        }
        best.map(|candidate| candidate.step).or_else(|| self.downhill())
    }

    /// Largest height, by the models, of a branch outside `subset` above the step's own height, after a step that
    /// `subset` carries; 0 if none is higher.
    #[inline(always)]
    fn excess_of_others(&self, step: &Step, subset: Subset) -> Real {
        let others = members(self.filled & !subset);
        let excesses = others.map(|i| self.slots[i].height_at(step.delta) - step.height);
        excesses.fold(0.0, |most, excess| if excess > most { excess } else { most })
    }

    /// Step that the branches of `subset` carry; `None` if they carry none, or for an empty subset.
    #[inline(always)]
    fn solve(&self, subset: Subset) -> Option<Step> {
        let [i, j, k, _] = in_order(subset);
        match subset.count_ones() {
            1 => self.smooth_step(i),
            2 => self.edge_step(i, j),
            3 => self.vertex_step(i, j, k),
            _ => None,
        }
    }

    /// Step of one smooth branch: `Q δ = −p`, a minimum only if `Q` is positive definite.
    #[inline(always)]
    fn smooth_step(&self, i: usize) -> Option<Step> {
        let branch = &self.slots[i];
        let delta = positive_solve(branch.curvature, [-branch.slope[0], -branch.slope[1]])?;
        let factor = shrink(delta, self.trust);
        Some(self.step(delta.map(|x| x * factor), [(i, 1.0)], true))
    }

    /// Step down the slope of the highest branch, by the trust limit; used if no subset carries a step. `None` if that
    /// branch has no slope.
    #[cold]
    fn downhill(&self) -> Option<Step> {
        let top = members(self.filled).max_by(|&i, &j| self.slots[i].height.total_cmp(&self.slots[j].height))?;
        let slope = self.slots[top].slope;
        let steepness = dot(slope, slope).sqrt();
        if !(steepness > 0.0) {
            return None;
        }
        let delta = slope.map(|x| -x * (self.trust / steepness));
        Some(self.step(delta, [(top, 1.0)], true))
    }

    /// Step on an edge of `h`, where the heights of two branches are equal: onto the edge, downhill along it, and back
    /// onto it to second order. `None` if the slopes are equal, so that there is no edge, or if a weight would be
    /// negative.
    ///
    /// With the slopes `p` and `p'`, the vector `a = p' − p` points across the edge, whose tangent `t` is `a` rotated
    /// by 90°. Its length is also `|a|`, so that multiples of both are coordinates on a common scale.
    #[inline(always)]
    fn edge_step(&self, i: usize, j: usize) -> Option<Step> {
        let first = &self.slots[i];
        let second = &self.slots[j];
        let across = [second.slope[0] - first.slope[0], second.slope[1] - first.slope[1]];
        let square = dot(across, across);
        if square == 0.0 {
            return None;
        }
        // The second branch's weight at δ = 0, which is nearly final close to the solution.
        let initial_weight = (-dot(across, first.slope) / square).clamp(0.0, 1.0);
        let q: [Real; 3] =
            std::array::from_fn(|k| first.curvature[k] * (1.0 - initial_weight) + second.curvature[k] * initial_weight);
        let along = [-across[1], across[0]];
        let to_edge = -(second.height - first.height) / square;
        let base = [across[0] * to_edge, across[1] * to_edge];
        // The step along the edge, as a multiple of `along`.
        let limit = self.trust / square.sqrt();
        let curvature = dot(along, apply(q, along));
        let slope = dot(along, first.slope) + dot(along, apply(q, base));
        let least_curvature = LEAST_CURVATURE * square * size(q);
        let slide = if curvature > least_curvature {
            (-slope / curvature).clamp(-limit, limit)
        } else if curvature < -least_curvature {
            // On a crest the edge descends until another branch limits it.
            limit.copysign(-slope)
        } else {
            // Without curvature the lowest point of the edge is undetermined: do not move along it.
            0.0
        };
        let tangential = [base[0] + along[0] * slide, base[1] + along[1] * slide];
        // The edge is curved where the curvatures differ: return to it, to second order.
        let difference = std::array::from_fn(|k| second.curvature[k] - first.curvature[k]);
        let back = -0.5 * dot(tangential, apply(difference, tangential)) / square;
        let delta = [tangential[0] + across[0] * back, tangential[1] + across[1] * back];
        let weight = -(dot(across, first.slope) + dot(across, apply(q, delta))) / square;
        if !(0.0..=1.0).contains(&weight) {
            return None;
        }
        let is_determined = curvature.abs() > least_curvature;
        Some(self.step(delta, [(i, 1.0 - weight), (j, weight)], is_determined))
    }

    /// Step to a vertex of `h`: equal heights determine δ, the weights balance the slopes.
    #[inline(always)]
    fn vertex_step(&self, i: usize, j: usize, k: usize) -> Option<Step> {
        let a = &self.slots[i];
        let b = &self.slots[j];
        let c = &self.slots[k];
        // The heights of b and c equal that of a where `to_b·δ` and `to_c·δ` equal the differences of the heights at 0.
        let to_b = [b.slope[0] - a.slope[0], b.slope[1] - a.slope[1]];
        let to_c = [c.slope[0] - a.slope[0], c.slope[1] - a.slope[1]];
        let det = cross(to_b, to_c);
        // Differences of slopes that are parallel to rounding determine no vertex.
        if det.abs() <= EPS * (dot(to_b, to_b) * dot(to_c, to_c)).sqrt() {
            return None;
        }
        let above_b = a.height - b.height;
        let above_c = a.height - c.height;
        let delta = [(above_b * to_c[1] - above_c * to_b[1]) / det, (above_c * to_b[0] - above_b * to_c[0]) / det];
        // The weights are the barycentric coordinates of 0 in the triangle of the slopes at δ: ratios of areas.
        let slope_a = a.slope_at(delta);
        let slope_b = b.slope_at(delta);
        let slope_c = c.slope_at(delta);
        let area_a = cross(slope_b, slope_c);
        let area_b = cross(slope_c, slope_a);
        let area_c = cross(slope_a, slope_b);
        let total = area_a + area_b + area_c;
        if total == 0.0 {
            return None;
        }
        let weights = [area_a / total, area_b / total, area_c / total];
        if !weights.iter().all(|weight| *weight >= 0.0) {
            return None;
        }
        Some(self.step(delta, [(i, weights[0]), (j, weights[1]), (k, weights[2])], true))
    }

    /// The step to δ that `carriers` carry, each a slot and the weight of its branch.
    #[inline(always)]
    fn step<const N: usize>(&self, delta: [Real; 2], carriers: [(usize, Real); N], is_determined: bool) -> Step {
        let mut height_before = Real::NEG_INFINITY;
        let mut height_after = Real::NEG_INFINITY;
        let mut lagrangian = 0.0;
        let mut weights = [0.0; MAX_BRANCHES];
        for (slot, weight) in carriers {
            let branch = &self.slots[slot];
            let height = branch.height_at(delta);
            weights[slot] = weight;
            height_after = higher(height_after, height);
            height_before = higher(height_before, branch.height);
            lagrangian += weight * height;
        }
        Step { delta, is_determined, gain: height_before - lagrangian, weights, height: height_after }
    }
}
