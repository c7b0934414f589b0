//! Gap of the convex model: a sum of parts that are none below 0.
//!
//! `P(u) = ½‖u − u*‖²_M + Σ_b s_b(J_b u − t_b)` with `s_b(y) = max over λ ∈ Ω_b of (−λ·y − ½ λᵀRλ)`, `R = diag γ > 0`.
//! For any u and any λ ∈ Ω, P(u) minus the dual's value at λ is
//!
//! `gap = ½‖M(u − u*) − Jᵀλ‖²_{M⁻¹} + Σ_b [s_b(y_b) + ½ λ_bᵀRλ_b + λ_b·y_b]`, `y = J u − t`.
//!
//! Each bracket is at least 0 by the definition of s_b, so the gap splits by body and by contact. P is strongly convex,
//! so `½‖u − û‖²_M ≤ gap` for the unique optimum û.
//!
//! **Evaluation.** The maximum is attained at `b = Proj^R_Ω(−R⁻¹y)`. With `e = λ − b` the bracket is
//! `½‖e‖²_R + e·(R b + y)`: no difference of large numbers. In `√R λ` a cone with equal `R_j μ_j²` is circular.
//!
//! **Rounding.** An error δy enters as δy²/R and as |e| δy; b and λ are on the cone only to rounding, which enters as
//! `16 ε (|b| + |λ|)(|R b + y| + R |e|)`.

use super::blocks::{Block, Set, blocks_of};
use super::projection::onto_cone;
use crate::law::EPS53;
use crate::problem::{Problem, Rows};

/// The gap and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Bracket of the gap.
    pub value: [f64; 2],
    /// Momentum share of the gap.
    pub momentum: f64,
    /// Rounding error of the momentum share.
    pub momentum_error: f64,
    /// Share of each block, with its rounding error.
    pub shares: Vec<[f64; 2]>,
    /// Blocks in the order of the shares.
    pub blocks: Vec<Block>,
    /// Cost P of the velocities.
    pub cost: f64,
    /// Radius around the captured velocities that contains the optimum.
    pub velocity_within: f64,
    /// Velocity with the largest part of the momentum share, and this part.
    pub worst_dof: (usize, f64),
}

/// Gap of the velocities u and the captured impulses; `None` if the model is not convex, a softness is 0, or numbers
/// are missing.
pub fn gap_of(problem: &Problem, rows: &Rows, u: &[f64]) -> Option<Gap> {
    let captured = problem.captured_rows();
    let is_convex = problem.step.model.solve.as_deref() == Some("convex");
    if !is_convex || captured.iter().any(|row| !(row.softness > 0.0)) {
        return None;
    }
    let free = rows.free.as_ref()?;
    let mut impulses = rows.impulses.clone()?;
    let blocks = blocks_of(problem, &impulses);
    if blocks.iter().any(|block| block.undeclared) {
        return None;
    }
    let mut shares = Vec::new();
    let mut penalties = 0.0;
    for block in &blocks {
        let share = share_of(problem, rows, block, u, &mut impulses);
        shares.push([share.value, share.error]);
        penalties += share.penalty;
    }
    let mut gap = momentum_share(rows, [u, free], &impulses);
    let difference: Vec<f64> = u.iter().zip(free).map(|(a, b)| a - b).collect();
    gap.cost = 0.5 * rows.system.mass_square(&difference) + penalties;
    let total = gap.momentum + shares.iter().map(|[value, _]| value).sum::<f64>();
    let error = gap.momentum_error + shares.iter().map(|[_, error]| error).sum::<f64>();
    gap.value = [(total - error).max(0.0), total + error];
    gap.velocity_within = (2.0 * gap.value[1] * largest_inverse(rows)).sqrt();
    gap.shares = shares;
    gap.blocks = blocks;
    Some(gap)
}

/// Upper bound of the largest eigenvalue of W.
fn largest_inverse(rows: &Rows) -> f64 {
    rows.system.abs_inverse_times(&vec![1.0; rows.system.size]).into_iter().fold(0.0, f64::max)
}

/// Gap with only the momentum share.
fn momentum_share(rows: &Rows, [u, free]: [&[f64]; 2], impulses: &[f64]) -> Gap {
    let system = &rows.system;
    let change = system.inverse_times(&system.transposed_times(impulses));
    let sizes = system.abs_inverse_times(&system.abs_transposed_times(impulses));
    let difference: Vec<f64> = (0..system.size).map(|i| u[i] - free[i] - change[i]).collect();
    let error: Vec<f64> = (0..system.size).map(|i| 64.0 * EPS53 * (u[i].abs() + free[i].abs() + sizes[i])).collect();
    let by_mass = system.mass_times(&difference);
    let momentum = 0.5 * difference.iter().zip(&by_mass).map(|(a, b)| a * b).sum::<f64>();
    let abs_error = system.abs_mass_times(&error);
    let spread: f64 = difference.iter().zip(&abs_error).map(|(a, b)| a.abs() * b).sum();
    let square: f64 = error.iter().zip(&abs_error).map(|(a, b)| a * b).sum();
    let parts = difference.iter().zip(&by_mass).map(|(a, b)| (a * b).abs()).enumerate();
    Gap {
        value: [0.0; 2],
        momentum: momentum.max(0.0),
        momentum_error: spread + 0.5 * square,
        shares: Vec::new(),
        blocks: Vec::new(),
        cost: 0.0,
        velocity_within: 0.0,
        worst_dof: parts.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0)),
    }
}

/// Share of one block.
struct Share {
    /// The bracket of the block.
    value: f64,
    /// Rounding error of the bracket.
    error: f64,
    /// `s_b(y)`, a term of the cost.
    penalty: f64,
}

/// Share of a block; impulses outside of the set are projected to it first.
fn share_of(problem: &Problem, rows: &Rows, block: &Block, u: &[f64], impulses: &mut [f64]) -> Share {
    let captured = problem.captured_rows();
    let soft: Vec<f64> = block.rows.iter().map(|r| captured[*r].softness).collect();
    let y: Vec<f64> = block.rows.iter().map(|r| rows.system.dot(*r, u) - captured[*r].target).collect();
    let y_size: Vec<f64> = block.rows.iter().map(|r| rows.system.abs_dot(*r, u) + captured[*r].target.abs()).collect();
    let own: Vec<f64> = block.rows.iter().map(|r| impulses[*r]).collect();
    let start: Vec<f64> = y.iter().zip(&soft).map(|(y, soft)| -y / soft).collect();
    let own = project(&block.set, &own, &soft);
    let best = project(&block.set, &start, &soft);
    block.rows.iter().zip(&own).for_each(|(r, impulse)| impulses[*r] = *impulse);
    let mut share = Share { value: 0.0, error: 0.0, penalty: 0.0 };
    for k in 0..own.len() {
        let e = own[k] - best[k];
        let slope = soft[k] * best[k] + y[k];
        let rounding = 16.0 * EPS53 * y_size[k];
        share.value += 0.5 * soft[k] * e * e + e * slope;
        share.penalty -= best[k] * y[k] + 0.5 * soft[k] * best[k] * best[k];
        share.error += rounding * rounding / soft[k] + e.abs() * rounding;
        share.error += 16.0 * EPS53 * (best[k].abs() + own[k].abs()) * (slope.abs() + soft[k] * e.abs());
    }
    share
}

/// Nearest point of a set in the norm of R.
fn project(set: &Set, point: &[f64], soft: &[f64]) -> Vec<f64> {
    match set {
        Set::Interval { lower, upper } => vec![point[0].max(*lower).min(*upper)],
        Set::Cone(coefficients) => {
            // In √R λ the coefficient of a direction is μ √(R_j/R_n).
            let roots: Vec<f64> = soft.iter().map(|soft| soft.sqrt()).collect();
            let scaled: Vec<f64> = point.iter().zip(&roots).map(|(x, root)| x * root).collect();
            let slopes: Vec<f64> =
                coefficients.iter().zip(&roots[1..]).map(|(mu, root)| mu * root / roots[0]).collect();
            // Equal slopes are equal only to rounding, and the closed form needs them equal.
            let first = slopes.first().copied().unwrap_or(0.0);
            let equal = slopes.iter().all(|slope| (slope - first).abs() <= 64.0 * EPS53 * first);
            let slopes = if equal { vec![first; slopes.len()] } else { slopes };
            onto_cone(&scaled, &slopes).iter().zip(&roots).map(|(x, root)| x / root).collect()
        }
    }
}
