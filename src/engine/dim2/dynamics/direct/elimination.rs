//! Gaussian elimination with partial pivoting, for the small linear systems that give consistent friction bounds.

/// Magnitude up to which a pivot counts as 0: entries are about 1, and elimination leaves rounding errors far below.
const SINGULAR_PIVOT: f64 = 1.0e-9;

/// Solves a square linear system, given row by row with the right side as the last column. Returns the solution; `None`
/// if the system is singular.
pub(super) fn eliminate(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = rows.len();
    for column in 0..count {
        let best = (column..count).max_by(|p, q| rows[*p][column].abs().total_cmp(&rows[*q][column].abs()))?;
        rows.swap(column, best);
        let (eliminated, rest) = rows.split_at_mut(column + 1);
        let pivot = &eliminated[column];
        if !(pivot[column].abs() > SINGULAR_PIVOT) {
            return None;
        }
        for row in rest {
            let factor = row[column] / pivot[column];
            row.iter_mut().zip(pivot).skip(column).for_each(|(x, p)| *x -= factor * p);
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let sum: f64 = (row + 1..count).map(|k| rows[row][k] * solution[k]).sum();
        solution[row] = (rows[row][count] - sum) / rows[row][row];
    }
    Some(solution)
}
