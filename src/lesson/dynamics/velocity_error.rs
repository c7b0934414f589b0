//! Distance of the velocities of a world from a reference, as one speed.

use crate::snapshot::dynamics::Setting;

/// Total mass of the moving bodies, kg.
pub(super) fn moving_mass(setting: &Setting) -> f64 {
    setting.bodies.iter().filter(|body| body.inverse_mass > 0.0).map(|body| body.mass).sum()
}

/// Root mean square of the velocity differences, m/s, weighted by mass; rotation counts by its kinetic energy. 0
/// without moving bodies. Velocities are x, y (m/s) and angular (rad/s), by body.
pub(super) fn velocity_error(setting: &Setting, now: &[[f64; 3]], reference: &[[f64; 3]]) -> f64 {
    let mut sum = 0.0;
    for ((now, reference), body) in now.iter().zip(reference).zip(&setting.bodies) {
        let weights = [body.mass, body.mass, body.inertia];
        sum += (0..3).map(|k| weights[k] * (now[k] - reference[k]).powi(2)).sum::<f64>();
    }
    let mass = moving_mass(setting);
    if mass > 0.0 { (sum / mass).sqrt() } else { 0.0 }
}
