//! The matrix `A = J M⁻¹ Jᵀ + Γ` of the direct solve, with the Jacobian `J` of all rows, the mass matrix `M` and the
//! softnesses `Γ`, scaled so that its diagonal is 1.

use super::SystemRow;
use crate::dim2::dynamics::bodies::BodyState;
use crate::dim2::dynamics::constraint::Constraint;

/// Returns the scaled matrix `A`, row by row.
pub(super) fn matrix(rows: &[SystemRow], constraints: &[Constraint], bodies: &[BodyState]) -> Vec<f64> {
    let count = rows.len();
    let mut matrix = vec![0.0; count * count];
    for (i, p) in rows.iter().enumerate() {
        for (j, q) in rows.iter().enumerate().take(i + 1) {
            let value = entry(p, q, constraints, bodies) * p.root * q.root;
            matrix[i * count + j] = value;
            matrix[j * count + i] = value;
        }
    }
    matrix
}

/// Returns the element of `A` for two rows `p` and `q`: `J_p M⁻¹ J_qᵀ`, plus the softness `γ` for the rows of one soft
/// constraint. As in [`constraint`](crate::dim2::dynamics::constraint), `γ` is the element itself divided by `a`.
fn entry(p: &SystemRow, q: &SystemRow, constraints: &[Constraint], bodies: &[BodyState]) -> f64 {
    let [row, other] = [p, q].map(|row| &constraints[row.constraint as usize]);
    let [j, k] = [(row, p), (other, q)].map(|(row, system_row)| &row.jacobian[usize::from(system_row.component)]);
    // Each row acts on its bodies a and b along opposite directions; only common bodies couple two rows.
    let mut sum = 0.0;
    for (body, sign, angular) in [(row.a, -1.0, j.angular_a), (row.b, 1.0, j.angular_b)] {
        for (other_body, other_sign, other_angular) in [(other.a, -1.0, k.angular_a), (other.b, 1.0, k.angular_b)] {
            if body == other_body {
                let state = &bodies[body as usize];
                let dot = f64::from(j.linear.x) * f64::from(k.linear.x) + f64::from(j.linear.y) * f64::from(k.linear.y);
                sum += sign * other_sign * f64::from(state.inverse_mass) * dot;
                sum += f64::from(state.inverse_inertia) * f64::from(angular) * f64::from(other_angular);
            }
        }
    }
    match row.soft {
        Some(a) if p.constraint == q.constraint => sum * (1.0 + 1.0 / f64::from(a)),
        _ => sum,
    }
}
