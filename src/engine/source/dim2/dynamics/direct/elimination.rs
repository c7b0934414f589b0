//! Steps of the friction bounds of the direct solve after which the bounds agree with the normal impulses that they
//! lead to: a small linear system, solved by Gaussian elimination with partial pivoting.

use super::{BoundMove, FrictionBound, System};

/// Magnitude up to which a pivot counts as 0: entries are about 1, and elimination leaves rounding errors far below.
const SINGULAR_PIVOT: f64 = 1.0e-9;

impl System {
    /// Returns the step of each bound in `moves`, N s, after which all bounds agree with the normal impulses that they
    /// lead to, if every row stays at its current bound or within its bounds. `None` if the linear system is singular.
    ///
    /// A friction row at its bound is *sliding*: only a step of its bound changes other impulses. With the steps `s_j`
    /// of the sliding rows, the current changes `c_k`, and the response `R_kj` of the implied bound of the row `k` to a
    /// unit step of the bound of the row `j`, the steps of all rows are `s_k = c_k + Σ R_kj s_j`. For the sliding rows
    /// this is the linear system `(I − R) s = c`.
    pub(super) fn consistent_steps(&self, moves: &[BoundMove]) -> Option<Vec<f64>> {
        let sliding: Vec<usize> = (0..moves.len()).filter(|k| self.box_problem.side(moves[*k].row) != 0.0).collect();
        let responses = self.bound_responses(moves, &sliding);
        let mut equations = Vec::with_capacity(sliding.len());
        for (row, &k) in sliding.iter().enumerate() {
            let mut equation = Vec::with_capacity(sliding.len() + 1);
            for (column, response) in responses[k].iter().enumerate() {
                let identity: f64 = if row == column { 1.0 } else { 0.0 };
                equation.push(identity - response);
            }
            equation.push(moves[k].change);
            equations.push(equation);
        }
        let sliding_steps = solve_linear_system(equations)?;
        let mut steps = Vec::with_capacity(moves.len());
        for (bound_move, response) in moves.iter().zip(&responses) {
            let response_to_steps: f64 = response.iter().zip(&sliding_steps).map(|(r, step)| r * step).sum();
            steps.push(bound_move.change + response_to_steps);
        }
        // For sliding rows, the solution itself has the smaller rounding error.
        for (&k, &step) in sliding.iter().zip(&sliding_steps) {
            steps[k] = step;
        }
        Some(steps)
    }

    /// Returns, for each bound in `moves`, the change of the bound that the normal impulse implies for a step of 1 N s
    /// of the bound of each `sliding` row. Sliding rows are given by their indices in `moves`.
    fn bound_responses(&self, moves: &[BoundMove], sliding: &[usize]) -> Vec<Vec<f64>> {
        let mut responses = vec![vec![0.0; sliding.len()]; moves.len()];
        for (column, &k) in sliding.iter().enumerate() {
            let row = moves[k].row;
            let scaled_step = self.box_problem.side(row) / self.rows[row].scale;
            let impulse_changes = self.box_problem.response(row, scaled_step);
            for (response, bound_move) in responses.iter_mut().zip(moves) {
                let Some(FrictionBound { coefficient, normal }) = self.friction[bound_move.row] else { continue };
                response[column] = coefficient * impulse_changes[normal] * self.rows[normal].scale;
            }
        }
        responses
    }
}

/// Solves a square linear system, given row by row with the right side as the last column. Returns the solution; `None`
/// if the system is singular.
fn solve_linear_system(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = rows.len();
    for column in 0..count {
        let best = (column..count).max_by(|p, q| rows[*p][column].abs().total_cmp(&rows[*q][column].abs()))?;
        rows.swap(column, best);
        let (eliminated, remaining) = rows.split_at_mut(column + 1);
        let pivot = &eliminated[column];
        if !(pivot[column].abs() > SINGULAR_PIVOT) {
            return None;
        }
        for row in remaining {
            let factor = row[column] / pivot[column];
            for (x, p) in row.iter_mut().zip(pivot).skip(column) {
                *x -= factor * p;
            }
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let sum: f64 = (row + 1..count).map(|k| rows[row][k] * solution[k]).sum();
        solution[row] = (rows[row][count] - sum) / rows[row][row];
    }
    Some(solution)
}
