//! A linear system with bounds (a mixed linear complementarity problem): find `λ` in `[low, high]` with `w = A λ + q`
//! such that for each row `w = 0` strictly within the bounds, `w ≥ 0` at `low` and `w ≤ 0` at `high`. `A` is symmetric,
//! positive semidefinite, with a diagonal of 1; the largest magnitude in `q` is 1, or all of `q` is 0.
//!
//! - **Method**: principal pivoting. Each row is assumed to be on a *side*: within its bounds, or at one of them. The
//!   equations of the rows within their bounds are solved; then all rows on a wrong side change it at once (Júdice and
//!   Pires). If the number of wrong rows stops falling, only the first of them changes (Murty), which ends for every
//!   positive definite matrix. One such solution is a *pivot*.
//! - **Singular matrices**: a small `ε` on the diagonal makes the matrix positive definite, and the solution tends to a
//!   *center* `c`: `(A + ε) λ + q − ε c`. The next solve has the last `λ` as its center, until the error is rounding
//!   error (Rockafellar's proximal point method). The limit solves `A` itself, and redundant rows share their impulse.

/// `ε` on the diagonal. A larger value needs more solves; with a smaller one, the impulses of redundant rows lose
/// digits: their relative error is about `1e-16 / ε`.
const EPSILON: f64 = 1.0e-9;

/// `ε` for contradicting rows, whose impulses are at most their errors divided by it.
const CONTRADICTION_EPSILON: f64 = 1.0e-6;

/// Error of a row up to which it counts as solved; the largest initial error is 1. With a smaller value, rounding
/// errors prevent it; with a larger one, impulses are less accurate.
const SOLVED_ERROR: f64 = 1.0e-11;

/// Error of a row above which rows contradict each other; the largest initial error is 1. It lies between the errors of
/// solved rows and those of contradicting ones, which no impulse reduces.
const CONTRADICTION_ERROR: f64 = 1.0e-7;

/// Limit of solves with a new center. A solve that needs more ends with a larger residual.
const MAX_CENTERS: usize = 30;

/// Largest ratio of an error to the previous one that counts as progress by a new center: without contradictions, the
/// error shrinks much faster.
const PROGRESS_FACTOR: f64 = 0.5;

/// Number of simultaneous changes without progress after which only the first wrong row changes. With a smaller value,
/// more solves change row by row, which is slow; with a larger one, solves that cycle waste more pivots.
const MAX_STALLED_CHANGES: u32 = 8;

/// Bound of the rounding error of the solution of the linear system, relative to its largest number: about fifty times
/// `f64::EPSILON`.
const SOLUTION_ROUNDING: f64 = 1.0e-14;

/// Pivot up to which a row is redundant; without rounding, a redundant row has a pivot of 0.
const REDUNDANT_PIVOT: f64 = 1.0e-10;

/// Position of a row's `λ` relative to its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Strictly within the bounds.
    Within,
    /// At the lower bound.
    Low,
    /// At the upper bound.
    High,
}

/// A row on the wrong side.
#[derive(Clone, Copy)]
struct SideChange {
    /// Index of the row.
    row: usize,
    /// Side to which the row changes.
    to: Side,
}

/// Result of a solve.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Solved {
    /// Whether no rows contradict each other.
    pub consistent: bool,
    /// Number of pivots: sets of sides that were tried.
    pub pivots: u32,
    /// Largest error of a row, relative to the largest initial error.
    pub residual: f64,
}

/// A linear system with bounds, and the sides of its rows in the last solve, from which the next one starts.
#[derive(Clone, Debug)]
pub(super) struct BoxProblem {
    /// Number of rows of the system.
    count: usize,
    /// `A`, row by row.
    matrix: Vec<f64>,
    /// `q`: `w` of each row for `λ = 0`.
    q: Vec<f64>,
    /// Lower and upper bound of each `λ`.
    pub bounds: Vec<[f64; 2]>,
    /// Side of each row in the last solve.
    sides: Vec<Side>,
    /// Cholesky factor of the rows within their bounds, kept between solves.
    factor: Vec<f64>,
}

impl BoxProblem {
    /// Creates the system without bounds.
    pub fn new(matrix: Vec<f64>, q: Vec<f64>) -> Self {
        let count = q.len();
        let unbounded = [f64::NEG_INFINITY, f64::INFINITY];
        Self { count, matrix, q, bounds: vec![unbounded; count], sides: vec![Side::Within; count], factor: Vec::new() }
    }

    /// Returns the element of `A` in row `i` and column `j`.
    fn a(&self, i: usize, j: usize) -> f64 {
        self.matrix[i * self.count + j]
    }

    /// Returns `w` of the row `i` for the impulses `x`.
    pub fn speed(&self, i: usize, x: &[f64]) -> f64 {
        let row = &self.matrix[i * self.count..(i + 1) * self.count];
        row.iter().zip(x).fold(self.q[i], |sum, (a, x)| sum + a * x)
    }

    /// Solves the system and stores the impulses in `x`, starting from the last sides of the rows. The first center is
    /// 0, so that the impulses of redundant rows depend only on the bounds.
    pub fn solve(&mut self, x: &mut [f64]) -> Solved {
        x.fill(0.0);
        let mut solved = Solved { consistent: true, ..Solved::default() };
        let mut previous_residual = f64::INFINITY;
        for _ in 0..MAX_CENTERS {
            solved.pivots += self.solve_around(x, EPSILON);
            solved.residual = self.residual(x);
            // The error of rows that contradict each other stays from one center to the next; any other shrinks fast.
            if solved.residual <= SOLVED_ERROR || solved.residual > PROGRESS_FACTOR * previous_residual {
                break;
            }
            previous_residual = solved.residual;
        }
        if solved.residual > CONTRADICTION_ERROR {
            solved.consistent = false;
            x.fill(0.0);
            solved.pivots += self.solve_around(x, CONTRADICTION_EPSILON);
            solved.residual = self.residual(x);
        }
        solved
    }

    /// Returns the largest error of a row whose bounds differ, for the impulses `x`.
    fn residual(&self, x: &[f64]) -> f64 {
        let rows = (0..self.count).filter(|i| self.bounds[*i][0] < self.bounds[*i][1]);
        rows.map(|i| self.error(i, x)).fold(0.0, f64::max)
    }

    /// Returns the error of a row: the magnitude of `w` within the bounds, or of a `w` with the wrong sign at a bound.
    fn error(&self, i: usize, x: &[f64]) -> f64 {
        let w = self.speed(i, x);
        match self.sides[i] {
            Side::Within => w.abs(),
            Side::Low => (-w).max(0.0),
            Side::High => w.max(0.0),
        }
    }

    /// Solves the box problem of `(A + ε) λ + q − ε c` around the center `c`, which `x` contains at first. Returns the
    /// number of pivots.
    fn solve_around(&mut self, x: &mut [f64], epsilon: f64) -> u32 {
        let center = x.to_vec();
        // Least number of rows on the wrong side.
        let mut fewest = usize::MAX;
        let mut stalls_left = MAX_STALLED_CHANGES;
        // Many times the pivots of any scene; Murty's rule alone could need exponentially many.
        let max_pivots = 20 * self.count as u32 + 50;
        for pivot in 1..=max_pivots {
            self.solve_within(x, &center, epsilon);
            let changes = self.side_changes(x, &center, epsilon);
            if changes.is_empty() {
                return pivot;
            }
            stalls_left = if changes.len() < fewest { MAX_STALLED_CHANGES } else { stalls_left.saturating_sub(1) };
            fewest = fewest.min(changes.len());
            let count = if stalls_left > 0 { changes.len() } else { 1 };
            for change in &changes[..count] {
                self.sides[change.row] = change.to;
            }
        }
        // Not reached in practice; the bounds hold even then.
        for (x, [low, high]) in x.iter_mut().zip(&self.bounds) {
            *x = x.max(*low).min(*high);
        }
        max_pivots
    }

    /// Returns the rows on the wrong side, in order, for the impulses `x` of the current sides.
    fn side_changes(&self, x: &[f64], center: &[f64], epsilon: f64) -> Vec<SideChange> {
        let rounding = x.iter().fold(1.0, |largest: f64, x| largest.max(x.abs())) * SOLUTION_ROUNDING;
        let mut changes = Vec::new();
        for i in 0..self.count {
            let [low, high] = self.bounds[i];
            let side = self.sides[i];
            if side == Side::Within {
                if x[i] < low - rounding || low == high {
                    changes.push(SideChange { row: i, to: Side::Low });
                } else if x[i] > high + rounding {
                    changes.push(SideChange { row: i, to: Side::High });
                }
            } else if low != high {
                let w = self.speed(i, x) + epsilon * (x[i] - center[i]);
                let is_wrong = if side == Side::Low { w < -rounding } else { w > rounding };
                if is_wrong {
                    changes.push(SideChange { row: i, to: Side::Within });
                }
            }
        }
        changes
    }

    /// Computes `x` for the current sides: sets rows to their bounds, and solves the others by Cholesky factorization.
    fn solve_within(&mut self, x: &mut [f64], center: &[f64], epsilon: f64) {
        let within: Vec<usize> = (0..self.count).filter(|i| self.sides[*i] == Side::Within).collect();
        for ((x, side), [low, high]) in x.iter_mut().zip(&self.sides).zip(&self.bounds) {
            *x = match side {
                Side::Within => 0.0,
                Side::Low => *low,
                Side::High => *high,
            };
        }
        let mut right: Vec<f64> = within.iter().map(|i| epsilon * center[*i] - self.speed(*i, x)).collect();
        self.factorize(&within, epsilon);
        self.back_substitute(&mut right);
        within.into_iter().zip(right).for_each(|(i, value)| x[i] = value);
    }

    /// Solves `L Lᵀ x = right` for the Cholesky factor `L` of the rows within their bounds. Replaces `right` by `x`.
    fn back_substitute(&self, right: &mut [f64]) {
        let n = right.len();
        for i in 0..n {
            let row = &self.factor[i * n..i * n + i];
            let sum: f64 = row.iter().zip(right.iter()).map(|(l, y)| l * y).sum();
            right[i] = (right[i] - sum) / self.factor[i * n + i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| self.factor[k * n + i] * right[k]).sum();
            right[i] = (right[i] - sum) / self.factor[i * n + i];
        }
    }

    /// Computes the lower triangle `L` with `L Lᵀ = A + ε` for these rows and their columns.
    fn factorize(&mut self, rows: &[usize], epsilon: f64) {
        let n = rows.len();
        let mut factor = std::mem::take(&mut self.factor);
        factor.clear();
        factor.resize(n * n, 0.0);
        for i in 0..n {
            for j in 0..=i {
                let p = &factor[i * n..i * n + j];
                let q = &factor[j * n..j * n + j];
                let sum: f64 = p.iter().zip(q).map(|(p, q)| p * q).sum();
                let reduced = self.a(rows[i], rows[j]) - sum;
                // Without rounding, a pivot is at least `ε`.
                factor[i * n + j] =
                    if i == j { (reduced + epsilon).max(0.5 * epsilon).sqrt() } else { reduced / factor[j * n + j] };
            }
        }
        self.factor = factor;
    }

    /// Returns the changes of all impulses if the impulse of `row`, which is at a bound, changes by `change`, so that
    /// the rows within their bounds keep their `w`. Uses the Cholesky factor of the last solve.
    pub fn response(&self, row: usize, change: f64) -> Vec<f64> {
        let within: Vec<usize> = (0..self.count).filter(|i| self.sides[*i] == Side::Within).collect();
        let mut changes = vec![0.0; self.count];
        changes[row] = change;
        let mut right: Vec<f64> = within.iter().map(|i| -(self.a(*i, row) * change)).collect();
        if self.factor.len() == right.len() * right.len() {
            self.back_substitute(&mut right);
            within.into_iter().zip(right).for_each(|(i, value)| changes[i] = value);
        }
        changes
    }

    /// Returns the side of a row as a number: −1 at its lower bound, 1 at its upper bound, 0 within its bounds.
    pub fn side(&self, i: usize) -> f64 {
        match self.sides[i] {
            Side::Within => 0.0,
            Side::Low => -1.0,
            Side::High => 1.0,
        }
    }

    /// Returns the number of redundant rows strictly within their bounds: those that elimination, with the largest
    /// pivot first, leaves without a pivot.
    pub fn redundant(&self, x: &[f64]) -> u32 {
        let rows: Vec<usize> =
            (0..self.count).filter(|&i| self.bounds[i][0] < x[i] && x[i] < self.bounds[i][1]).collect();
        let n = rows.len();
        let mut remainder: Vec<f64> = rows.iter().flat_map(|i| rows.iter().map(|j| self.a(*i, *j))).collect();
        let mut remaining: Vec<usize> = (0..n).collect();
        loop {
            // The largest element of the diagonal; of several, the last.
            let largest = (0..remaining.len()).max_by(|p, q| {
                let [p, q] = [remaining[*p], remaining[*q]];
                remainder[p * n + p].total_cmp(&remainder[q * n + q])
            });
            let Some(largest) = largest else { break };
            let row = remaining[largest];
            let pivot = remainder[row * n + row];
            if pivot <= REDUNDANT_PIVOT {
                break;
            }
            remaining.swap_remove(largest);
            for &i in &remaining {
                let factor = remainder[i * n + row] / pivot;
                for &j in &remaining {
                    remainder[i * n + j] -= factor * remainder[row * n + j];
                }
            }
        }
        remaining.len() as u32
    }
}
