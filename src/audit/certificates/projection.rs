//! Nearest points of intervals and of friction cones.

/// Nearest point of the cone `{λ_n ≥ 0, Σ λ_j²/μ_j² ≤ λ_n²}` to a point whose first number is the normal one.
///
/// With equal μ, a closed form. Otherwise the nearest point of the boundary satisfies, for a multiplier s,
/// `x_n = λ_n/(1 − s)` and `x_j = λ_j/(1 + s/μ_j²)` (the gradient of the boundary's equation), and s is the root of
/// `Σ x_j²/μ_j² − x_n²`: in (0, 1) for λ_n > 0, above 1 for λ_n < 0.
pub fn onto_cone(point: &[f64], coefficients: &[f64]) -> Vec<f64> {
    let Some((normal, tangent)) = point.split_first() else { return Vec::new() };
    if scaled_length(tangent, coefficients) <= *normal {
        return point.to_vec();
    }
    let polar = tangent.iter().zip(coefficients).map(|(x, mu)| times(*x, *mu).powi(2)).sum::<f64>().sqrt();
    if polar <= -normal {
        return vec![0.0; point.len()];
    }
    let equal = coefficients.windows(2).all(|pair| pair[0] == pair[1]);
    match coefficients.first() {
        Some(mu) if equal => onto_circular_cone(*normal, tangent, *mu),
        Some(_) => onto_elliptic_cone(*normal, tangent, coefficients),
        None => vec![normal.max(0.0)],
    }
}

/// Length of friction impulses in units of their coefficients, `√(Σ x_j²/μ_j²)`.
pub fn scaled_length(tangent: &[f64], coefficients: &[f64]) -> f64 {
    tangent.iter().zip(coefficients).map(|(x, mu)| over(*x, *mu).powi(2)).sum::<f64>().sqrt()
}

/// `x / μ`, where a coefficient of 0 admits only 0.
fn over(x: f64, mu: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x / mu }
}

/// `x μ`, where an infinite coefficient times 0 is 0.
fn times(x: f64, mu: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x * mu }
}

/// Nearest point of the boundary of a circular cone.
fn onto_circular_cone(normal: f64, tangent: &[f64], mu: f64) -> Vec<f64> {
    let radius = tangent.iter().map(|x| x * x).sum::<f64>().sqrt();
    if mu.is_infinite() {
        return std::iter::once(normal.max(0.0)).chain(tangent.iter().copied()).collect();
    }
    let height = (normal + mu * radius) / (1.0 + mu * mu);
    let factor = if radius > 0.0 { mu * height / radius } else { 0.0 };
    std::iter::once(height).chain(tangent.iter().map(|x| x * factor)).collect()
}

/// Nearest point of the boundary of an elliptic cone.
fn onto_elliptic_cone(normal: f64, tangent: &[f64], coefficients: &[f64]) -> Vec<f64> {
    let [mut low, mut high] = if normal > 0.0 { [0.0, 1.0] } else { [1.0, 2.0] };
    if normal == 0.0 {
        high = 1.0;
    } else if normal < 0.0 {
        while scaled_length(&shrunk(tangent, coefficients, high), coefficients) < normal / (1.0 - high) && high < 1e30 {
            high *= 2.0;
        }
    }
    for _ in 0..200 {
        let s = 0.5 * (low + high);
        // Below the root the point is outside of the cone if λ_n > 0, and inside if λ_n < 0.
        let is_outside = scaled_length(&shrunk(tangent, coefficients, s), coefficients) > normal / (1.0 - s);
        if is_outside == (normal > 0.0) {
            low = s;
        } else {
            high = s;
        }
    }
    let tangent = shrunk(tangent, coefficients, 0.5 * (low + high));
    std::iter::once(scaled_length(&tangent, coefficients)).chain(tangent).collect()
}

/// Tangential part `λ_j/(1 + s/μ_j²)` of the point with the multiplier s.
fn shrunk(tangent: &[f64], coefficients: &[f64], s: f64) -> Vec<f64> {
    let parts = tangent.iter().zip(coefficients);
    parts.map(|(x, mu)| if *mu == 0.0 { 0.0 } else { x / (1.0 + s / (mu * mu)) }).collect()
}
