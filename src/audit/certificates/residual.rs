//! Natural residual of a block, for convex and other laws.
//!
//! For a block with `k = max k_r`, `e = k ‖λ − Proj_Ω(λ − w/k)‖`, in the unit of w; for Coulomb friction with
//! `w̃ = w + ‖μ w_t‖ n` instead of w. It is 0 exactly when the block's law holds. With `λ' = Proj_Ω(λ − w̃/k)` and
//! `w̃' = w̃ + k (λ' − λ)`, the pair (λ', w̃') obeys the law exactly by Moreau's decomposition: λ − w̃/k is the sum of
//! its projection λ' and of −w̃'/k, which is in the normal cone of Ω at λ'. So e is a backward error: the captured step
//! is an exact solution of a step whose impulses differ by e/k and whose velocities differ by at most (1 + μ) e.
//!
//! Rounding: projections and norms are 1-Lipschitz, so errors δw and δλ change e by at most ‖δw‖ + k ‖δλ‖.

use super::blocks::{Block, Set, blocks_of};
use super::projection::onto_cone;
use crate::law::EPS53;
use crate::problem::{Problem, Rows};

/// Residual of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    /// Block of the residual.
    pub block: Block,
    /// Best estimate of the residual.
    pub value: f64,
    /// Rounding error of the estimate.
    pub error: f64,
    /// Sum of the absolute values of all terms.
    pub size: f64,
}

/// Diagonal `k_r = A_rr + γ_r` of all rows.
pub fn diagonals(problem: &Problem, rows: &Rows) -> Vec<f64> {
    let captured = problem.captured_rows();
    rows.diagonals.iter().zip(captured).map(|(diagonal, row)| diagonal.value + row.softness).collect()
}

/// Residuals of all blocks for velocities u with the sizes of their terms.
pub fn residuals(problem: &Problem, rows: &Rows, impulses: &[f64], velocity: [&[f64]; 2], k: &[f64]) -> Vec<Residual> {
    let [u, sizes] = velocity;
    let captured = problem.captured_rows();
    let slip: Vec<[f64; 2]> = (0..rows.system.rows())
        .map(|r| {
            let row = &captured[r];
            let soft = row.softness * impulses[r];
            let size = rows.system.abs_dot(r, sizes) + soft.abs() + row.target.abs();
            [rows.system.dot(r, u) + soft - row.target, size]
        })
        .collect();
    let convex = problem.step.model.solve.as_deref() == Some("convex");
    blocks_of(problem, impulses).into_iter().map(|block| residual_of(block, impulses, &slip, k, convex)).collect()
}

/// Residual of one block; `slip` has w and its size for each row.
fn residual_of(block: Block, impulses: &[f64], slip: &[[f64; 2]], k: &[f64], convex: bool) -> Residual {
    let most = block.rows.iter().map(|r| k[*r]).fold(f64::MIN_POSITIVE, f64::max);
    let own: Vec<f64> = block.rows.iter().map(|r| impulses[*r]).collect();
    let mut w: Vec<f64> = block.rows.iter().map(|r| slip[*r][0]).collect();
    let mut size: f64 = block.rows.iter().map(|r| slip[*r][1] + most * impulses[*r].abs()).sum();
    let projected = match &block.set {
        Set::Interval { lower, upper } => vec![(own[0] - w[0] / most).max(*lower).min(*upper)],
        Set::Cone(coefficients) => {
            if !convex {
                let parts = w[1..].iter().zip(coefficients);
                let sliding = parts.map(|(w, mu)| if *w == 0.0 { 0.0 } else { (mu * w).powi(2) }).sum::<f64>().sqrt();
                w[0] += sliding;
                size += sliding;
            }
            let shifted: Vec<f64> = own.iter().zip(&w).map(|(impulse, w)| impulse - w / most).collect();
            onto_cone(&shifted, coefficients)
        }
    };
    let distance = own.iter().zip(&projected).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    Residual { block, value: most * distance, error: 64.0 * EPS53 * size, size }
}

/// Velocities `u* + W Jᵀλ` and the sizes of their terms.
pub fn resulting_velocity(rows: &Rows, free: &[f64], impulses: &[f64]) -> [Vec<f64>; 2] {
    let change = rows.system.inverse_times(&rows.system.transposed_times(impulses));
    let sizes = rows.system.abs_inverse_times(&rows.system.abs_transposed_times(impulses));
    let u = free.iter().zip(&change).map(|(a, b)| a + b).collect();
    let size = sizes.iter().zip(&rows.free_size).map(|(a, b)| a + b).collect();
    [u, size]
}
