//! Newton's method on the support function: improves a rough normal to rounding in a few support points.
//!
//! - **Problem**: the signed distance of a pair is `−min h(n)` over unit `n` from A to B, where `h(n) = S(A−B, n)·n` is
//!   the support function of `A − B`: globally for separate shapes (one minimum), and at the deepest point for
//!   overlapping ones (located by EPA). Iterations that only sample `h` converge slowly to the minimum of a curved
//!   shape.
//! - **Branches**: `h` is the maximum of smooth branches, one for each pair of features of A and B that can contain the
//!   support point: `h_i(n) = w_i(n)·n`, where `w_i(n)` is a fixed vertex or moves on a curved feature with derivative
//!   `H_i = ∂w_i/∂n`. In coordinates `δ` of the plane perpendicular to `n`, because `w_i` does not move along `n` and
//!   `|n| = 1`, `h_i(n + δ) ≈ g_i + p_i·δ + ½ δᵀ Q_i δ`, with `g_i = w_i·n`, `p_i` the part of `w_i` perpendicular to
//!   `n`, and `Q_i = H_i − g_i`.
//! - **Step**: the minimum of the maximum of these models has one, two or three active branches with weights `λ_i ≥ 0`:
//!   equal heights, and `Σ λ_i (p_i + Q_i δ) = 0`. Every subset of branches is tried, as in Johnson's algorithm.
//!   Convergence is quadratic, also on edges and at vertices of `h`. The weights give the witness points.
//! - **Certificate**: only that the result is the supporting plane with its normal; a lower height may exist elsewhere.

mod models;
mod tangent;

use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Feature, Support, SupportPoint, Vertex};
use models::{Branch, Models};
use tangent::{dot, shrink};

/// A local minimum of the support function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refined {
    /// Unit normal, from A to B.
    pub normal: Vec3,
    /// `h(normal)`, from a support point over all of `A − B`.
    pub height: Real,
    /// Points that carry the minimum, one per active branch; unused entries repeat the last.
    pub carriers: [Vertex; 3],
    /// Barycentric weights of the carriers, 0 for unused entries.
    pub weights: [Real; 3],
    /// Number of carriers, 1 to 3.
    pub count: usize,
    /// Whether the search converged, so that a further step would gain nothing. Otherwise a search from another start
    /// may find a lower height.
    pub converged: bool,
    /// Number of steps taken.
    pub steps: u32,
}

/// Limit of steps. Quadratic convergence needs four or five; the others are for steps that fail.
const MAX_STEPS: u32 = 9;

/// Longest step, radians: the models hold only near the normal at which they are made.
const LONGEST_STEP: Real = 0.5;

/// Fraction of the rounding error of a height up to which a change of the height counts as none.
const NEGLIGIBLE_CHANGE: Real = 0.125;

/// Gain of a step, divided by `√(rounding · |height|)`, up to which the step is the last. By quadratic convergence the
/// next gain is about `gain² / |height|`: at most `1e-10 · rounding`.
const LAST_GAIN: Real = 1.0e-5;

/// Trust limit after a step that raised the height against the models' prediction, as a fraction of the step. A larger
/// fraction fails more often, a smaller one needs more steps.
const TRUST_CUT: Real = 0.25;

/// Growth of the trust limit after each good step, so that a limit that was once too short is recovered.
const TRUST_GROWTH: Real = 2.0;

/// Number of consecutive failed steps after which the next failure ends the search: near the axis of a flat disc `H` is
/// unbounded, and models fail.
const MAX_FAILURES: u32 = 4;

/// A unit vector and an orthonormal basis of the plane perpendicular to it.
#[derive(Clone, Copy)]
struct TangentFrame {
    /// Unit normal of the plane.
    normal: Vec3,
    /// Orthonormal vectors in the plane.
    basis: [Vec3; 2],
}

impl TangentFrame {
    /// Normal after the step `delta`, coordinates in the basis, radians.
    #[inline(always)]
    fn rotated(&self, delta: [Real; 2]) -> Vec3 {
        let [x, y] = self.basis;
        (self.normal + x * delta[0] + y * delta[1]).normalize()
    }
}

/// State of Newton's method.
struct Refinement<'c, A, B> {
    /// The pair of cores.
    cso: &'c Cso<A, B>,
    /// Current normal and its basis, pair frame.
    frame: TangentFrame,
    /// `−normal` and the basis, in B's frame.
    frame_b: TangentFrame,
    /// Models of the branches at the current normal.
    models: Models,
}

/// Refines the unit vector `normal`, from A to B, pair frame. `initial_features` are the features of A and B at nearby
/// support points, whose branches have models from the start; `rounding` is the rounding error of a height. `None` if
/// the search ended without converging or lowering the height, or a shape has no second-order geometry.
pub fn refine<A: Support, B: Support>(
    cso: &Cso<A, B>,
    normal: Vec3,
    initial_features: impl IntoIterator<Item = [Feature; 2]>,
    rounding: Real,
) -> Option<Refined> {
    let mut state = Refinement::new(cso, normal);
    let start_point = cso.support(normal);
    state.add_branch(start_point.features())?;
    for features in initial_features {
        state.add_branch(features)?;
    }
    let start_height = normal.dot(start_point.w);
    let mut height = start_height;
    let mut failures = 0;
    let mut steps = 0;
    let mut retry = None;
    while steps < MAX_STEPS && failures <= MAX_FAILURES {
        steps += 1;
        let Some(step) = retry.take().or_else(|| state.models.best_step(rounding)) else { break };
        // The step rotates the normal, at most by the trust limit.
        let factor = shrink(step.delta, state.models.trust.min(LONGEST_STEP));
        let rotated = state.frame.rotated(step.delta.map(|x| x * factor));
        let support = cso.support(rotated);
        let new_height = rotated.dot(support.w);
        let gains_nothing = step.gain.abs() <= NEGLIGIBLE_CHANGE * rounding;
        let is_last = step.is_determined && step.gain.abs() <= LAST_GAIN * (rounding * height.abs()).sqrt();
        if new_height > height + NEGLIGIBLE_CHANGE * rounding {
            // The support point is on a branch without a model, or the step was too long.
            let is_known = state.models.contains(support.features());
            if is_known && gains_nothing {
                // Only rounding raised the height: the current normal is the minimum.
                state.models.keep_weights(&step);
                return state.finish(state.frame.normal, height, true, steps);
            }
            state.reject_step(factor * dot(step.delta, step.delta).sqrt(), support.features())?;
            // With the same models the step stays the same; the trust limit shortens it.
            retry = is_known.then_some(step);
            failures += 1;
            continue;
        }
        // The height fell or is unchanged: the step is accepted.
        failures = 0;
        height = new_height;
        state.models.keep_weights(&step);
        // A shortened step is never the last.
        if gains_nothing || is_last && factor == 1.0 {
            return state.finish(rotated, height, true, steps);
        }
        state.move_to(rotated)?;
        state.add_branch(support.features())?;
        state.models.trust *= TRUST_GROWTH;
    }
    if height < start_height { state.finish(state.frame.normal, height, false, steps) } else { None }
}

impl<'c, A: Support, B: Support> Refinement<'c, A, B> {
    /// State at `normal`, without branches.
    #[inline]
    fn new(cso: &'c Cso<A, B>, normal: Vec3) -> Self {
        let [frame, frame_b] = tangent_frames(cso.rotation, normal);
        Self { cso, frame, frame_b, models: Models::new(LONGEST_STEP) }
    }

    /// Adds the branch of these features of A and of B, unless it has a model. `None` if a shape has no second-order
    /// geometry.
    #[inline]
    fn add_branch(&mut self, features: [Feature; 2]) -> Option<()> {
        if !self.models.contains(features) {
            let mut branch = Branch { features, ..Branch::default() };
            self.model(&mut branch)?;
            self.models.add(branch);
        }
        Some(())
    }

    /// Prepares the next try after a step of this length, radians, has raised the height. `features` are those of the
    /// support point after the step. Adds their branch if it has no model; shortens the trust limit if it has one, or
    /// if the new branch replaces another. `None` if a shape has no second-order geometry.
    #[inline]
    fn reject_step(&mut self, length: Real, features: [Feature; 2]) -> Option<()> {
        if self.models.contains(features) || self.models.is_full() {
            self.models.trust = TRUST_CUT * length;
        }
        self.add_branch(features)
    }

    /// Computes the model of a branch at the current normal. `None` if a shape has no second-order geometry.
    #[inline(always)]
    fn model(&self, branch: &mut Branch) -> Option<()> {
        let [feature_a, feature_b] = branch.features;
        let TangentFrame { normal: n, basis: [x, y] } = self.frame;
        let a = self.cso.a.local_geometry()?.support_derivative(n, feature_a, self.frame.basis)?;
        let b = self.cso.b.local_geometry()?.support_derivative(self.frame_b.normal, feature_b, self.frame_b.basis)?;
        let w = a.point - self.cso.from_b(b.point);
        let height = n.dot(w);
        branch.height = height;
        branch.slope = [x.dot(w), y.dot(w)];
        branch.curvature = [
            a.derivative[0] + b.derivative[0] - height,
            a.derivative[1] + b.derivative[1],
            a.derivative[2] + b.derivative[2] - height,
        ];
        Some(())
    }

    /// Continues at `normal` with the branches that carried the last step; others are added again when they appear.
    /// `None` if a shape has no second-order geometry.
    fn move_to(&mut self, normal: Vec3) -> Option<()> {
        [self.frame, self.frame_b] = tangent_frames(self.cso.rotation, normal);
        self.models.keep_carriers();
        for slot in self.models.carriers() {
            let mut branch = self.models.slots[slot];
            self.model(&mut branch)?;
            self.models.slots[slot] = branch;
        }
        Some(())
    }

    /// Support point of a branch along `normal`; `None` if a shape has no second-order geometry.
    fn carrier(&self, normal: Vec3, [feature_a, feature_b]: [Feature; 2]) -> Option<Vertex> {
        let cso = self.cso;
        let normal_in_b = cso.rotation.transpose() * -normal;
        // The basis only matters for the curvature, which is not used here.
        let a = cso.a.local_geometry()?.support_derivative(normal, feature_a, self.frame.basis)?.point;
        let b = cso.b.local_geometry()?.support_derivative(normal_in_b, feature_b, self.frame_b.basis)?.point;
        Some(Vertex::between(
            SupportPoint { point: a, feature: feature_a },
            SupportPoint { point: cso.from_b(b), feature: feature_b },
        ))
    }

    /// Result at `normal`, with the points that carry it; `None` if a shape has no second-order geometry.
    fn finish(&self, normal: Vec3, height: Real, converged: bool, steps: u32) -> Option<Refined> {
        let mut carriers = [Vertex::ZERO; 3];
        let mut weights = [0.0; 3];
        let mut count = 0;
        for slot in self.models.carriers().take(3) {
            let Branch { features, weight, .. } = self.models.slots[slot];
            let carrier = self.carrier(normal, features)?;
            carriers[count..].fill(carrier);
            weights[count] = weight;
            count += 1;
        }
        Some(Refined { normal, height, carriers, weights, count, converged, steps })
    }
}

/// `normal` with a perpendicular basis, in the pair frame and, reversed, in B's frame.
#[inline]
fn tangent_frames(rotation: Mat3, normal: Vec3) -> [TangentFrame; 2] {
    let (x, y) = normal.any_orthonormal_pair();
    let to_b = rotation.transpose();
    [TangentFrame { normal, basis: [x, y] }, TangentFrame { normal: to_b * -normal, basis: [to_b * x, to_b * y] }]
}
