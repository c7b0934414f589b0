//! Newton's method on the support function: improves a rough normal to rounding in a few support points.
//!
//! - **Problem**: the signed distance of a pair is `−min h(n)` over unit `n` from A to B, where `h(n) = S(A−B, n)·n` is
//!   the support function of `A − B`: globally for separate shapes (one minimum), and at the deepest point for
//!   overlapping ones (located by EPA). Iterations that only sample `h` converge slowly to the minimum of a curved
//!   shape.
//! - **Branches**: `h` is the maximum of smooth branches, one for each pair of features of A and B that can contain the
//!   support point: `h_i(n) = w_i(n)·n`, where `w_i(n)` is a fixed vertex or moves on a curved feature with derivative
//!   `H_i = ∂w_i/∂n`. In tangent coordinates δ at `n`, because `w_i` does not move along `n` and `|n| = 1`, `h_i(n + δ)
//!   ≈ g_i + p_i·δ + ½ δᵀ(H_i − g_i)δ`, with `g_i = w_i·n` and `p_i` the tangential part of `w_i`.
//! - **Step**: the minimum of the maximum of these models has one, two or three active branches with weights `λ ≥ 0`:
//!   equal heights, and `Σ λ_i (p_i + Q_i δ) = 0`. Every subset is tried, as in Johnson's algorithm. Convergence is
//!   quadratic, also on edges and at vertices of `h`. The weights give the witness points.
//! - **Certificate**: none; the result counts only as the supporting plane at its normal.

mod models;
mod tangent;

use super::super::prelude::*;
use super::super::support::{Cso, Feature, Support, SupportPoint, Vertex};
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
    /// Whether the last step could gain nothing more. Otherwise another start may find a lower minimum.
    pub settled: bool,
    /// Number of steps taken.
    pub steps: u32,
}

/// Limit of steps; quadratic convergence needs four or five.
const MAX_STEPS: u32 = 9;

/// Longest step, radians: models are local.
const MAX_TURN: Real = 0.5;

/// Fraction of the square root of the rounding error below which a gain's square, about the next gain, is below
/// rounding.
const LAST_BUT_ONE: Real = 1.0e-5;

/// Number of consecutive failed steps after which the start is given up: near the axis of a flat disc `H` is unbounded,
/// and models fail.
const MAX_FAILURES: u32 = 4;

/// A direction with a basis of its tangent plane.
#[derive(Clone, Copy)]
struct Aim {
    normal: Vec3,
    basis: [Vec3; 2],
}

struct Refinement<'c, A, B> {
    cso: &'c Cso<A, B>,
    /// Current normal and its basis, pair frame.
    aim: Aim,
    /// `−normal` and the basis, in B's frame.
    aim_b: Aim,
    models: Models,
}

/// Refines the unit vector `normal`. `near` are the features of A and B at nearby support points, the initial branches;
/// `rounding` is the rounding error of a height. `None` if no lower height was found or a shape has no second-order
/// geometry.
pub fn refine<A: Support, B: Support>(
    cso: &Cso<A, B>,
    normal: Vec3,
    near: impl IntoIterator<Item = [Feature; 2]>,
    rounding: Real,
) -> Option<Refined> {
    let mut state = Refinement::at(cso, normal);
    let first = cso.support(normal);
    state.admit(first.features())?;
    for features in near {
        state.admit(features)?;
    }
    let start = normal.dot(first.w);
    let mut height = start;
    let mut failures = 0;
    let mut steps = 0;
    let mut again = None;
    while steps < MAX_STEPS && failures <= MAX_FAILURES {
        steps += 1;
        let Some(step) = again.take().or_else(|| state.models.lowest(rounding)) else { break };
        let most = state.models.trust.min(MAX_TURN);
        let shrink = shrink(step.delta, most);
        let Aim { normal: n, basis: [x, y] } = state.aim;
        let turned = (n + x * (step.delta[0] * shrink) + y * (step.delta[1] * shrink)).normalize();
        let w = cso.support(turned);
        let risen = turned.dot(w.w);
        let last = step.gain.abs() <= 0.125 * rounding;
        // Convergence is quadratic: after such a small gain, the next step would gain less than the rounding error.
        let close = step.sure && step.gain.abs() <= LAST_BUT_ONE * (rounding * height.abs()).sqrt();
        if risen > height + 0.125 * rounding {
            // The model missed a branch that is not among its branches, or the step was too long.
            let known = state.models.contains(w.features());
            if known && last {
                state.models.keep_weights(&step);
                return state.finish(n, height, true, steps);
            }
            if known || state.models.full() {
                state.models.trust = 0.25 * shrink * dot(step.delta, step.delta).sqrt();
            }
            if known {
                again = Some(step);
            } else {
                state.admit(w.features())?;
            }
            failures += 1;
            continue;
        }
        failures = 0;
        height = risen;
        state.models.keep_weights(&step);
        if last || close && shrink == 1.0 {
            return state.finish(turned, height, true, steps);
        }
        state.move_to(turned)?;
        state.admit(w.features())?;
        state.models.trust *= 2.0;
    }
    if height < start { state.finish(state.aim.normal, height, false, steps) } else { None }
}

impl<'c, A: Support, B: Support> Refinement<'c, A, B> {
    #[inline]
    fn at(cso: &'c Cso<A, B>, normal: Vec3) -> Self {
        let [aim, aim_b] = aims(cso.rotation, normal);
        Self { cso, aim, aim_b, models: Models::new(MAX_TURN) }
    }

    /// Adds the branch of two features. `None` if a shape has no second-order geometry.
    #[inline]
    fn admit(&mut self, features: [Feature; 2]) -> Option<()> {
        if !self.models.contains(features) {
            let mut branch = Branch { features, ..Branch::default() };
            self.model(&mut branch)?;
            self.models.add(branch);
        }
        Some(())
    }

    /// Computes the model of a branch at the current normal.
    #[inline(always)]
    fn model(&self, branch: &mut Branch) -> Option<()> {
        let [feature_a, feature_b] = branch.features;
        let Aim { normal: n, basis: [x, y] } = self.aim;
        let a = self.cso.a.local_geometry()?.support_derivative(n, feature_a, self.aim.basis)?;
        let b = self.cso.b.local_geometry()?.support_derivative(self.aim_b.normal, feature_b, self.aim_b.basis)?;
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
    fn move_to(&mut self, normal: Vec3) -> Option<()> {
        [self.aim, self.aim_b] = aims(self.cso.rotation, normal);
        self.models.drop_idle();
        for slot in self.models.holding() {
            let mut branch = self.models.slots[slot];
            self.model(&mut branch)?;
            self.models.slots[slot] = branch;
        }
        Some(())
    }

    /// Point of a branch that is farthest along `normal`.
    fn carrier(&self, normal: Vec3, [feature_a, feature_b]: [Feature; 2]) -> Option<Vertex> {
        let cso = self.cso;
        // The basis only matters for the curvature, which is not used here.
        let a = cso.a.local_geometry()?.support_derivative(normal, feature_a, self.aim.basis)?.point;
        let b = cso
            .b
            .local_geometry()?
            .support_derivative(cso.rotation.transpose() * -normal, feature_b, self.aim_b.basis)?
            .point;
        Some(Vertex::between(
            SupportPoint { point: a, feature: feature_a },
            SupportPoint { point: cso.from_b(b), feature: feature_b },
        ))
    }

    fn finish(&self, normal: Vec3, height: Real, settled: bool, steps: u32) -> Option<Refined> {
        let mut carriers = [Vertex::ZERO; 3];
        let mut weights = [0.0; 3];
        let mut count = 0;
        for slot in self.models.holding().take(3) {
            let Branch { features, weight, .. } = self.models.slots[slot];
            let carrier = self.carrier(normal, features)?;
            carriers[count..].fill(carrier);
            weights[count] = weight;
            count += 1;
        }
        Some(Refined { normal, height, carriers, weights, count, settled, steps })
    }
}

/// `normal` with a perpendicular basis, in the pair frame and, reversed, in B's frame.
#[inline]
fn aims(rotation: Mat3, normal: Vec3) -> [Aim; 2] {
    let (x, y) = normal.any_orthonormal_pair();
    let to_b = rotation.transpose();
    [Aim { normal, basis: [x, y] }, Aim { normal: to_b * -normal, basis: [to_b * x, to_b * y] }]
}
