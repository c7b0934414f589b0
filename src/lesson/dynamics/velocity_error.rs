//! Distance of the velocities of a world's bodies from reference velocities, such as those of the direct solution, as
//! one speed in m/s.

use contact_lens_model::snapshot::dynamics::Setting;

/// Total mass of the dynamic bodies, kg.
pub(super) fn moving_mass(setting: &Setting) -> f64 {
    setting.bodies.iter().filter(|body| body.inverse_mass > 0.0).map(|body| body.mass).sum()
}

/// Root mean square of the velocity differences `Δ`, m/s, weighted by mass: `√(Σ (m Δx² + m Δy² + I Δω²) / Σ m)`. 0
/// without dynamic bodies. Velocities are x, y (m/s) and angular (rad/s), by body.
pub(super) fn velocity_error(setting: &Setting, now: &[[f64; 3]], reference: &[[f64; 3]]) -> f64 {
    let mut sum = 0.0;
    for ((now, reference), body) in now.iter().zip(reference).zip(&setting.bodies) {
        let masses = [body.mass, body.mass, body.inertia];
        sum += (0..3).map(|k| masses[k] * (now[k] - reference[k]).powi(2)).sum::<f64>();
    }
    let mass = moving_mass(setting);
    if mass > 0.0 { (sum / mass).sqrt() } else { 0.0 }
}
