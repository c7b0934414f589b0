//! The step: where the maximum of a few second-order models is lowest.

use super::super::prelude::*;
use super::super::simplex::subset::{Subset, in_order, members};
use super::super::support::Feature;
use super::tangent::{LEAST_CURVATURE, apply, cross, dot, positive_solve, shrink, size};

/// A branch and its second-order model at the current normal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Branch {
    /// Of A and of B.
    pub features: [Feature; 2],
    /// `g`.
    pub height: Real,
    /// `p` in the tangent basis.
    pub slope: [Real; 2],
    /// `Q = H − g` in the tangent basis: xx, xy, yy.
    pub curvature: [Real; 3],
    /// `λ` in the last step.
    pub weight: Real,
}

impl Branch {
    /// The model at δ.
    #[inline(always)]
    fn at(&self, delta: [Real; 2]) -> Real {
        self.height + dot(self.slope, delta) + 0.5 * dot(delta, apply(self.curvature, delta))
    }
}

/// The step that minimizes the model, and the weights of the branches that hold it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub delta: [Real; 2],
    /// Whether the step ends where the model of its branches is lowest, or goes as far that way as it may.
    pub sure: bool,
    /// What the step is to gain, by the model of the Lagrangian: `Σ λ_i h_i`.
    pub gain: Real,
    /// The weights of the branches, slot by slot.
    weights: [Real; MOST],
    /// The height of the active branches after the step, by the model.
    value: Real,
}

/// Branches kept: three can be active, one more is the one that just appeared.
const MOST: usize = 4;

/// The sets of branches that can hold a step, the smallest first.
const SUBSETS: [Subset; 14] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// The models of up to four branches.
pub(super) struct Models {
    /// The branches; only those of `filled` count.
    pub slots: [Branch; MOST],
    filled: Subset,
    /// Those that held the last step.
    holding: Subset,
    /// How far a step may go where only curvature limits it.
    pub trust: Real,
}

impl Models {
    #[inline]
    pub fn new(trust: Real) -> Self {
        Self { slots: [Branch::default(); MOST], filled: 0, holding: 0, trust }
    }

    /// Whether every slot has its branch.
    pub fn full(&self) -> bool {
        self.filled == 15
    }

    /// Slots of the branches that held the last step.
    pub fn holding(&self) -> impl Iterator<Item = usize> + use<> {
        members(self.holding)
    }

    #[inline]
    pub fn knows(&self, features: [Feature; 2]) -> bool {
        members(self.filled).any(|i| self.slots[i].features == features)
    }

    /// Adds a branch, in place of the least needed one if there is no room.
    #[inline]
    pub fn add(&mut self, branch: Branch) {
        let slot = if self.full() { self.idlest() } else { (!self.filled).trailing_zeros() as usize & 3 };
        self.slots[slot] = branch;
        self.filled |= 1 << slot;
        self.holding &= !(1 << slot);
    }

    #[cold]
    fn idlest(&self) -> usize {
        let order = |i: &usize, j: &usize| {
            let (a, b) = (&self.slots[*i], &self.slots[*j]);
            a.weight.total_cmp(&b.weight).then(a.height.total_cmp(&b.height))
        };
        (0..MOST).min_by(order).unwrap_or(0)
    }

    /// Drops the branches that did not hold the last step.
    pub fn drop_idle(&mut self) {
        self.filled = self.holding;
    }

    #[inline]
    pub fn keep_weights(&mut self, step: &Step) {
        self.holding = 0;
        for (i, weight) in step.weights.into_iter().enumerate() {
            self.slots[i].weight = weight;
            self.holding |= u8::from(weight > 0.0) << i;
        }
    }

    /// The lowest point of the maximum of all branch models: the subset of one, two or three branches whose weights are
    /// positive and above which no other branch rises; failing that, the one above which the others rise least.
    /// The set that held the last step is tried first: near the end it is the one.
    pub fn lowest(&self, rounding: Real) -> Option<Step> {
        let last = self.holding;
        let mut best: Option<(Real, Step)> = None;
        for subset in std::iter::once(last).chain(SUBSETS.into_iter().filter(|set| *set != last)) {
            if subset & !self.filled != 0 {
                continue;
            }
            // Branches may meet above as well as below.
            let Some(step) = self.solve(subset).filter(|step| step.gain >= -rounding) else { continue };
            let others = members(self.filled & !subset).map(|i| self.slots[i].at(step.delta) - step.value);
            let excess = others.fold(0.0, |most, rise| if rise > most { rise } else { most });
            if excess <= rounding && step.sure {
                return Some(step);
            }
            let better = |(least, b): &(Real, Step)| {
                excess < *least - rounding || (excess <= *least + rounding && step.value < b.value)
            };
            if best.as_ref().is_none_or(better) {
                best = Some((excess, step));
            }
        }
        best.map(|(_, step)| step).or_else(|| self.downhill())
    }

    #[inline(always)]
    fn solve(&self, subset: Subset) -> Option<Step> {
        let [i, j, k, _] = in_order(subset);
        match subset.count_ones() {
            1 => self.of_one(i),
            2 => self.of_two(i, j),
            3 => self.of_three(i, j, k),
            _ => None,
        }
    }

    /// One smooth branch: `Q δ = −p`, a minimum only where `Q` is positive definite.
    #[inline(always)]
    fn of_one(&self, i: usize) -> Option<Step> {
        let b = &self.slots[i];
        let delta = positive_solve(b.curvature, [-b.slope[0], -b.slope[1]])?;
        let shrink = shrink(delta, self.trust);
        Some(self.step(delta.map(|x| x * shrink), [(i, 1.0)], true))
    }

    /// Where no set holds a step, the highest branch falls until another ends it.
    #[cold]
    fn downhill(&self) -> Option<Step> {
        let top = members(self.filled).max_by(|&i, &j| self.slots[i].height.total_cmp(&self.slots[j].height))?;
        let slope = self.slots[top].slope;
        let steep = dot(slope, slope).sqrt();
        (steep > 0.0).then(|| self.step(slope.map(|x| -x * (self.trust / steep)), [(top, 1.0)], true))
    }

    /// An edge of `h`: equal heights across it, downhill along it.
    #[inline(always)]
    fn of_two(&self, i: usize, j: usize) -> Option<Step> {
        let (one, two) = (&self.slots[i], &self.slots[j]);
        let across = [two.slope[0] - one.slope[0], two.slope[1] - one.slope[1]];
        let square = dot(across, across);
        if square == 0.0 {
            return None;
        }
        // The weights as they are where δ = 0: at the solution they are the answer's.
        let share = (-dot(across, one.slope) / square).clamp(0.0, 1.0);
        let q: [Real; 3] = std::array::from_fn(|k| one.curvature[k] * (1.0 - share) + two.curvature[k] * share);
        let along = [-across[1], across[0]];
        let to_edge = -(two.height - one.height) / square;
        let curvature = dot(along, apply(q, along));
        let base = [across[0] * to_edge, across[1] * to_edge];
        let limit = self.trust / square.sqrt();
        let slope = dot(along, one.slope) + dot(along, apply(q, base));
        let least = LEAST_CURVATURE * square * size(q);
        let slide = if curvature > least {
            (-slope / curvature).clamp(-limit, limit)
        } else if curvature < -least {
            // From a crest the edge falls until another branch ends it.
            limit.copysign(-slope)
        } else {
            // Without curvature there is no telling where the edge is lowest: stay.
            0.0
        };
        let delta = [base[0] + along[0] * slide, base[1] + along[1] * slide];
        // The edge is curved where the branches are curved differently: back onto it, to second order.
        let differ = std::array::from_fn(|k| two.curvature[k] - one.curvature[k]);
        let back = -0.5 * dot(delta, apply(differ, delta)) / square;
        let delta = [delta[0] + across[0] * back, delta[1] + across[1] * back];
        let weight = -(dot(across, one.slope) + dot(across, apply(q, delta))) / square;
        if !(0.0..=1.0).contains(&weight) {
            return None;
        }
        Some(self.step(delta, [(i, 1.0 - weight), (j, weight)], curvature.abs() > least))
    }

    /// A corner of `h`: equal heights fix δ, the weights balance the slopes.
    #[inline(always)]
    fn of_three(&self, i: usize, j: usize, k: usize) -> Option<Step> {
        let (a, b, c) = (&self.slots[i], &self.slots[j], &self.slots[k]);
        let e = [b.slope[0] - a.slope[0], b.slope[1] - a.slope[1]];
        let f = [c.slope[0] - a.slope[0], c.slope[1] - a.slope[1]];
        let det = cross(e, f);
        if det.abs() <= EPS * (dot(e, e) * dot(f, f)).sqrt() {
            return None;
        }
        let (r, s) = (a.height - b.height, a.height - c.height);
        let delta = [(r * f[1] - s * e[1]) / det, (s * e[0] - r * f[0]) / det];
        let moved = |b: &Branch| {
            let turn = apply(b.curvature, delta);
            [b.slope[0] + turn[0], b.slope[1] + turn[1]]
        };
        let (p, q, r) = (moved(a), moved(b), moved(c));
        let (u, v, w) = (cross(q, r), cross(r, p), cross(p, q));
        let total = u + v + w;
        if total == 0.0 || !(u / total >= 0.0 && v / total >= 0.0 && w / total >= 0.0) {
            return None;
        }
        Some(self.step(delta, [(i, u / total), (j, v / total), (k, w / total)], true))
    }

    /// To δ, held by branches with these weights.
    #[inline(always)]
    fn step<const N: usize>(&self, delta: [Real; 2], held: [(usize, Real); N], sure: bool) -> Step {
        let max = |x: Real, y: Real| if x > y { x } else { y };
        let (mut value, mut now, mut mixed) = (Real::NEG_INFINITY, Real::NEG_INFINITY, 0.0);
        let mut weights = [0.0; MOST];
        for (i, weight) in held {
            let branch = &self.slots[i];
            let height = branch.at(delta);
            weights[i] = weight;
            value = max(value, height);
            now = max(now, branch.height);
            mixed += weight * height;
        }
        Step { delta, sure, gain: now - mixed, weights, value }
    }
}
