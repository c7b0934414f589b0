//! Newton's method on the support function: from a rough normal to one that is exact to rounding, in a few supports.
//!
//! **Problem.** The signed distance of a pair is `−min h(n)` over unit `n` from A to B, where `h(n) = S(A−B, n)·n` is
//! the support function of the CSO: globally for separate shapes (there is one minimum), and at the deepest point for
//! overlapping ones (EPA finds which). Iterations that only sample `h` creep towards the minimum of a curved shape.
//!
//! **Branches.** `h` is the maximum of smooth branches, one for each pair of features of A and B that the support can
//! lie on: `h_i(n) = w_i(n)·n`, where `w_i(n)` is a fixed vertex, or slides over a curved feature with derivative
//! `H_i = ∂w_i/∂n`. In tangent coordinates δ at `n`, because `w_i` does not move along `n` and `|n| = 1`,
//!
//! `h_i(n + δ) ≈ g_i + p_i·δ + ½ δᵀ(H_i − g_i)δ`, with `g_i = w_i·n` and `p_i` the tangent part of `w_i`.
//!
//! **Step.** The minimum of the maximum of these models has one, two or three active branches with weights `λ ≥ 0`:
//! equal heights, and `Σ λ_i (p_i + Q_i δ) = 0`. Every subset is tried, as in Johnson's algorithm. Convergence is
//! quadratic, on edges and in corners of `h` too. The weights give the witness points.
//!
//! This is a heuristic that is checked, not trusted: its result counts only as the supporting plane at its normal.

mod tangent;

use super::super::prelude::*;
use super::super::support::{Cso, Feature, Patch, Support, SupportPoint, Vertex};
use tangent::{apply, cross, dot, positive_solve, size};

/// A local minimum of the support function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polished {
    /// Unit normal, from A to B.
    pub normal: Vec3,
    /// `h(normal)`, from a support over the whole CSO.
    pub height: Real,
    /// The points that carry the minimum, one for each active branch, and their weights.
    pub carriers: [Option<(Vertex, Real)>; 3],
    /// Whether the last step had nothing more to gain. If not, another start may come lower.
    pub settled: bool,
    /// Steps taken.
    pub steps: u32,
}

impl Polished {
    /// The carriers, densely.
    pub fn vertices(&self) -> ([Vertex; 3], usize) {
        let none = Vertex::between(SupportPoint::default(), SupportPoint::default());
        let (mut list, mut count) = ([none; 3], 0);
        for (vertex, _) in self.carriers.iter().flatten() {
            list[count] = *vertex;
            count += 1;
        }
        (list, count)
    }
}

/// A branch and its second-order model at the current normal.
#[derive(Clone, Copy, Debug)]
struct Branch {
    feature_a: Feature,
    feature_b: Feature,
    /// `g`.
    height: Real,
    /// `p` in the tangent basis.
    slope: [Real; 2],
    /// `Q = H − g` in the tangent basis: xx, xy, yy.
    bend: [Real; 3],
    /// `λ` in the last step.
    weight: Real,
}

/// The step that minimises the model, and the weights of the branches that hold it.
#[derive(Clone, Copy, Debug)]
struct Step {
    delta: [Real; 2],
    weights: [Real; MOST],
    /// The height of the active branches after the step, by the model.
    value: Real,
    /// Whether the step ends where the model of its branches is lowest, or goes as far that way as it may.
    sure: bool,
    /// What the step is to gain, by the model of the Lagrangian: `Σ λ_i h_i`.
    gain: Real,
}

/// Branches kept: three can be active, one more is the one that just appeared.
const MOST: usize = 4;

/// The sets of branches that can hold a step, as bits, the smallest first.
const SUBSETS: [u8; 14] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14];

/// Cap on steps; quadratic convergence needs four or five.
const MAX_STEPS: u32 = 12;

/// The longest step, in radians: models are local.
const MAX_TURN: Real = 0.5;

/// Share of the root of rounding below which a gain's square, about the next gain, is below rounding.
const LAST_BUT_ONE: Real = 1.0e-5;

/// Steps in a row that may fail before the start is given up: near the axis of a flat disc `H` has no bound, and models
/// fail.
const MAX_FAILURES: u32 = 4;

/// Least curvature of a model, as a share of its branch's size: a ring of equally good normals has none along the ring,
/// and must not send the step round it.
const LEAST_CURVATURE: Real = 1.0e-6;

/// A direction with a basis of its tangent plane.
#[derive(Clone, Copy)]
struct Aim {
    normal: Vec3,
    basis: [Vec3; 2],
}

struct Polish<'c, A, B> {
    cso: &'c Cso<A, B>,
    /// Pair frame.
    aim: Aim,
    /// `−normal` and the basis in B's frame.
    aim_b: Aim,
    branches: [Option<Branch>; MOST],
    /// How far a step may go where only curvature limits it.
    trust: Real,
}

/// Polishes `normal`, a unit vector. `near` are support points found in its neighbourhood; they name the branches to
/// begin with. `grain` is the rounding error of a height.
pub fn polish<A: Support, B: Support>(
    cso: &Cso<A, B>,
    normal: Vec3,
    near: impl IntoIterator<Item = Vertex>,
    grain: Real,
) -> Option<Polished> {
    let mut state = Polish::at(cso, normal);
    let first = cso.support(normal);
    state.admit(first)?;
    for vertex in near {
        state.admit(vertex)?;
    }
    let start = normal.dot(first.w);
    let mut height = start;
    let mut failures = 0;
    let mut steps = 0;
    let mut again = None;
    while steps < MAX_STEPS && failures <= MAX_FAILURES {
        steps += 1;
        let Some(step) = again.take().or_else(|| state.solve(grain)) else { break };
        let length = dot(step.delta, step.delta).sqrt();
        let most = state.trust.min(MAX_TURN);
        let shrink = if length > most { most / length } else { 1.0 };
        let Aim { normal: n, basis: [x, y] } = state.aim;
        let turned = (n + x * (step.delta[0] * shrink) + y * (step.delta[1] * shrink)).normalize();
        let w = cso.support(turned);
        let risen = turned.dot(w.w);
        let last = step.gain.abs() <= 0.125 * grain;
        // Convergence is quadratic: after a step that gained so little, the next would gain less than rounding.
        let close = step.sure && step.gain.abs() <= LAST_BUT_ONE * (grain * height.abs()).sqrt();
        if risen > height + 0.125 * grain {
            // The model missed something: a branch that is not yet among them, or too long a step.
            let (known, full) = (state.knows(&w), state.branches.iter().all(Option::is_some));
            if known && last {
                state.keep_weights(&step);
                return Some(state.finish(height, true, steps));
            }
            if known || full {
                state.trust = 0.25 * length * shrink;
            }
            if known {
                again = Some(step);
            } else {
                state.admit(w)?;
            }
            failures += 1;
            continue;
        }
        failures = 0;
        state.keep_weights(&step);
        state.turn_to(turned, &w)?;
        state.trust *= 2.0;
        height = risen;
        if last || close && shrink == 1.0 {
            return Some(state.finish(height, true, steps));
        }
    }
    (height < start).then(|| state.finish(height, false, steps))
}

impl<'c, A: Support, B: Support> Polish<'c, A, B> {
    fn at(cso: &'c Cso<A, B>, normal: Vec3) -> Self {
        let [aim, aim_b] = aims(cso.rotation, normal);
        Self { cso, aim, aim_b, branches: [None; MOST], trust: MAX_TURN }
    }

    fn knows(&self, w: &Vertex) -> bool {
        self.branches.iter().flatten().any(|b| b.feature_a == w.feature_a && b.feature_b == w.feature_b)
    }

    /// Adds the branch that `w` lies on, in place of the least needed one if there is no room. `None` if the shapes
    /// cannot say how their supports move.
    fn admit(&mut self, w: Vertex) -> Option<()> {
        if self.knows(&w) {
            return Some(());
        }
        let (branch, _) = self.model(w.feature_a, w.feature_b, 0.0)?;
        let slot = match self.branches.iter().position(Option::is_none) {
            Some(free) => free,
            None => {
                let key = |b: &Option<Branch>| b.map_or((0.0, 0.0), |b| (b.weight, b.height));
                (0..MOST).min_by(|&i, &j| {
                    let (a, b) = (key(&self.branches[i]), key(&self.branches[j]));
                    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
                })?
            }
        };
        self.branches[slot] = Some(branch);
        Some(())
    }

    /// The branch of two features at the current normal, and the point of it that is farthest there.
    #[inline]
    fn model(&self, feature_a: Feature, feature_b: Feature, weight: Real) -> Option<(Branch, Vertex)> {
        let Aim { normal: n, basis: [x, y] } = self.aim;
        let Patch { point: a, bend: bend_a } = self.cso.a.patch(n, feature_a, self.aim.basis)?;
        let Patch { point: b, bend: bend_b } = self.cso.b.patch(self.aim_b.normal, feature_b, self.aim_b.basis)?;
        let b = self.cso.rotation * b + self.cso.translation;
        let vertex = Vertex::between(
            SupportPoint { point: a, feature: feature_a },
            SupportPoint { point: b, feature: feature_b },
        );
        let height = n.dot(vertex.w);
        let bend = [bend_a[0] + bend_b[0] - height, bend_a[1] + bend_b[1], bend_a[2] + bend_b[2] - height];
        let slope = [x.dot(vertex.w), y.dot(vertex.w)];
        Some((Branch { feature_a, feature_b, height, slope, bend, weight }, vertex))
    }

    /// Goes on at `normal`, where `w` is the support point, with its branch and those that held the last step: another
    /// one is admitted again when it shows.
    fn turn_to(&mut self, normal: Vec3, w: &Vertex) -> Option<()> {
        [self.aim, self.aim_b] = aims(self.cso.rotation, normal);
        for slot in 0..MOST {
            let Some(Branch { feature_a, feature_b, weight, .. }) = self.branches[slot] else { continue };
            self.branches[slot] = if weight > 0.0 { Some(self.model(feature_a, feature_b, weight)?.0) } else { None };
        }
        self.admit(*w)
    }

    fn keep_weights(&mut self, step: &Step) {
        for (branch, weight) in self.branches.iter_mut().zip(step.weights) {
            if let Some(branch) = branch {
                branch.weight = weight;
            }
        }
    }

    fn finish(&self, height: Real, settled: bool, steps: u32) -> Polished {
        let mut carriers = [None; 3];
        let vertex = |b: &Branch| Some(self.model(b.feature_a, b.feature_b, 0.0)?.1);
        let active = self.branches.iter().flatten().filter(|b| b.weight > 0.0);
        for (slot, branch) in carriers.iter_mut().zip(active) {
            *slot = vertex(branch).map(|vertex| (vertex, branch.weight));
        }
        if carriers[0].is_none() {
            let top = self.branches.iter().flatten().max_by(|a, b| a.height.total_cmp(&b.height));
            carriers[0] = top.and_then(vertex).map(|vertex| (vertex, 1.0));
        }
        Polished { normal: self.aim.normal, height, carriers, settled, steps }
    }

    /// The lowest point of the maximum of all branch models: the subset of one, two or three branches whose weights are
    /// positive and above which no other branch rises; failing that, the one above which the others rise least.
    /// The set that held the last step is tried first: near the end it is the one.
    fn solve(&self, grain: Real) -> Option<Step> {
        let bits = |of: fn(&Branch) -> bool| {
            (0..MOST).filter(|&i| self.branches[i].as_ref().is_some_and(of)).fold(0_u8, |set, i| set | 1 << i)
        };
        let (present, last) = (bits(|_| true), bits(|b| b.weight > 0.0));
        let mut best: Option<(Real, Step)> = None;
        for subset in std::iter::once(last).chain(SUBSETS.into_iter().filter(|set| *set != last)) {
            if subset & !present != 0 {
                continue;
            }
            // Branches may meet above as well as below.
            let Some(step) = self.solve_subset(subset).filter(|step| step.gain >= -grain) else { continue };
            let others =
                (0..MOST).filter(|i| (present & !subset) >> i & 1 == 1).filter_map(|i| self.branches[i].as_ref());
            let excess = others.fold(0.0, |e: Real, b| e.max(value(b, step.delta) - step.value));
            if excess <= grain && step.sure {
                return Some(step);
            }
            let better = |(least, b): &(Real, Step)| {
                excess < *least - grain || (excess <= *least + grain && step.value < b.value)
            };
            if best.as_ref().is_none_or(better) {
                best = Some((excess, step));
            }
        }
        best.map(|(_, step)| step)
    }

    fn solve_subset(&self, subset: u8) -> Option<Step> {
        let mut members = (0..MOST).filter(|i| subset >> i & 1 == 1);
        match [members.next(), members.next(), members.next()] {
            [Some(i), None, None] => self.solve_one(i),
            [Some(i), Some(j), None] => self.solve_two(i, j),
            [Some(i), Some(j), Some(k)] => self.solve_three([i, j, k]),
            _ => None,
        }
    }

    /// One smooth branch: `Q δ = −p`, a minimum only where `Q` is positive definite.
    fn solve_one(&self, i: usize) -> Option<Step> {
        let b = self.branches[i].as_ref()?;
        let delta = positive_solve(b.bend, [-b.slope[0], -b.slope[1]])?;
        let length = dot(delta, delta).sqrt();
        let shrink = if length > self.trust { self.trust / length } else { 1.0 };
        Some(self.step(delta.map(|x| x * shrink), &[(i, 1.0)], true))
    }

    /// An edge of `h`: equal heights across it, a minimum along it.
    fn solve_two(&self, i: usize, j: usize) -> Option<Step> {
        let (one, two) = (self.branches[i].as_ref()?, self.branches[j].as_ref()?);
        let across = [two.slope[0] - one.slope[0], two.slope[1] - one.slope[1]];
        let square = dot(across, across);
        if square == 0.0 {
            return None;
        }
        // The weights as they are where δ = 0: at the solution they are the answer's.
        let share = (-dot(across, one.slope) / square).clamp(0.0, 1.0);
        let q: [Real; 3] = std::array::from_fn(|k| one.bend[k] * (1.0 - share) + two.bend[k] * share);
        let along = [-across[1], across[0]];
        let to_edge = -(two.height - one.height) / square;
        let curvature = dot(along, apply(q, along));
        let base = [across[0] * to_edge, across[1] * to_edge];
        // Without curvature along the edge there is no telling where its minimum is: stay.
        let bent = curvature > LEAST_CURVATURE * square * size(q);
        let limit = self.trust / square.sqrt();
        let slide = if bent { -(dot(along, one.slope) + dot(along, apply(q, base))) / curvature } else { 0.0 };
        let slide = slide.clamp(-limit, limit);
        let delta = [base[0] + along[0] * slide, base[1] + along[1] * slide];
        // The edge is curved where the branches are curved differently: back onto it, to second order.
        let differ = std::array::from_fn(|k| two.bend[k] - one.bend[k]);
        let back = -0.5 * dot(delta, apply(differ, delta)) / square;
        let delta = [delta[0] + across[0] * back, delta[1] + across[1] * back];
        let weight = -(dot(across, one.slope) + dot(across, apply(q, delta))) / square;
        if !(0.0..=1.0).contains(&weight) {
            return None;
        }
        Some(self.step(delta, &[(i, 1.0 - weight), (j, weight)], bent))
    }

    /// A corner of `h`: equal heights fix δ, the weights balance the slopes.
    fn solve_three(&self, [i, j, k]: [usize; 3]) -> Option<Step> {
        let (a, b, c) = (self.branches[i].as_ref()?, self.branches[j].as_ref()?, self.branches[k].as_ref()?);
        let e = [b.slope[0] - a.slope[0], b.slope[1] - a.slope[1]];
        let f = [c.slope[0] - a.slope[0], c.slope[1] - a.slope[1]];
        let det = cross(e, f);
        if det.abs() <= EPS * (dot(e, e) * dot(f, f)).sqrt() {
            return None;
        }
        let (r, s) = (a.height - b.height, a.height - c.height);
        let delta = [(r * f[1] - s * e[1]) / det, (s * e[0] - r * f[0]) / det];
        let moved = |b: &Branch| {
            let turn = apply(b.bend, delta);
            [b.slope[0] + turn[0], b.slope[1] + turn[1]]
        };
        let (p, q, r) = (moved(a), moved(b), moved(c));
        let (u, v, w) = (cross(q, r), cross(r, p), cross(p, q));
        let total = u + v + w;
        if total == 0.0 || !(u / total >= 0.0 && v / total >= 0.0 && w / total >= 0.0) {
            return None;
        }
        Some(self.step(delta, &[(i, u / total), (j, v / total), (k, w / total)], true))
    }

    #[inline]
    fn step(&self, delta: [Real; 2], active: &[(usize, Real)], sure: bool) -> Step {
        let mut step = Step { delta, weights: [0.0; MOST], value: Real::NEG_INFINITY, sure, gain: 0.0 };
        let mut now = Real::NEG_INFINITY;
        let mut mixed = 0.0;
        for &(i, weight) in active {
            let Some(branch) = &self.branches[i] else { continue };
            let height = value(branch, delta);
            step.weights[i] = weight;
            step.value = step.value.max(height);
            now = now.max(branch.height);
            mixed += weight * height;
        }
        step.gain = now - mixed;
        step
    }
}

/// `normal` with a basis that is square to it, in the pair frame; what B sees of it, in B's.
fn aims(rotation: Mat3, normal: Vec3) -> [Aim; 2] {
    let (x, y) = normal.any_orthonormal_pair();
    let to_b = rotation.transpose();
    [Aim { normal, basis: [x, y] }, Aim { normal: to_b * -normal, basis: [to_b * x, to_b * y] }]
}

/// The branch's model at δ.
fn value(b: &Branch, delta: [Real; 2]) -> Real {
    b.height + dot(b.slope, delta) + 0.5 * dot(delta, apply(b.bend, delta))
}
