//! Comparison of one frame of a simulated world with its scene's expectations: energy, rest, penetration depth, joint
//! errors, and states of single bodies.

use contact_lens_model::answer::{BodyState, WorldFinding};
use contact_lens_scene::model::{Motion, Scene, StateExpect, WorldExpect};
use glam::DVec2;

/// Greatest speed of a body that counts as at rest, m/s and rad/s.
const MAX_RESTING_SPEED: f64 = 0.05;

/// Expectation that a frame does not meet.
#[derive(Clone, Debug)]
pub struct UnmetField {
    /// Field of the expectations: `energy_at_most` or `states[2]`.
    pub field: String,
    /// Description of the difference in one sentence, with the frame.
    pub message: String,
}

/// Returns the unmet expectations about a frame. `last` is the last frame of the run, in which expectations hold that
/// name no frame.
pub fn unmet(expect: &WorldExpect, scene: &Scene, finding: &WorldFinding, last: usize) -> Vec<UnmetField> {
    let must_rest = expect.rests_by.map_or(last, |frame| frame as usize) <= finding.frame;
    let energy = expect.energy_at_most.and_then(|most| unmet_energy(most, finding));
    let mut fields = vec![(String::from("energy_at_most"), energy)];
    if must_rest {
        let rest = if expect.rests_by.is_some() { unmet_rest(scene, finding) } else { None };
        let depth = expect.penetration_at_most.and_then(|limit| unmet_depth(limit, finding));
        let joint_error = expect.joint_error_at_most.and_then(|limit| unmet_joint_error(limit, finding));
        fields.push((String::from("rests_by"), rest));
        fields.push((String::from("penetration_at_most"), depth));
        fields.push((String::from("joint_error_at_most"), joint_error));
    }
    for (k, state) in expect.states.iter().flatten().enumerate() {
        if state.frame.map_or(last, |frame| frame as usize) == finding.frame {
            fields.push((format!("states[{k}]"), unmet_state(state, scene, finding)));
        }
    }
    let unmet = fields.into_iter().filter_map(|(field, message)| {
        let message = format!("{} (frame {})", message?, finding.frame);
        Some(UnmetField { field, message })
    });
    unmet.collect()
}

/// Larger of the speeds of translation (m/s) and rotation (rad/s).
fn speed(state: &BodyState) -> f64 {
    state.velocity.length().max(state.angular_velocity.abs())
}

/// Checks the total energy, at most `most` joules.
fn unmet_energy(most: f64, finding: &WorldFinding) -> Option<String> {
    let energy = finding.energy();
    (!(energy <= most)).then(|| format!("expected an energy of at most {most} J, found {energy} J"))
}

/// Checks that the fastest dynamic body is slower than [`MAX_RESTING_SPEED`].
fn unmet_rest(scene: &Scene, finding: &WorldFinding) -> Option<String> {
    let bodies = scene.bodies.iter().zip(&finding.bodies).filter(|(body, _)| body.dynamics.motion == Motion::Dynamic);
    let Some((body, fastest)) = bodies.max_by(|(_, p), (_, q)| speed(p).total_cmp(&speed(q))) else {
        return Some(String::from("expected all bodies at rest, but no body is dynamic"));
    };
    (!(speed(fastest) <= MAX_RESTING_SPEED)).then(|| {
        format!(
            "expected all bodies at rest, but `{}` moves at {} m/s and rotates at {} rad/s",
            body.name,
            fastest.velocity.length(),
            fastest.angular_velocity
        )
    })
}

/// Checks that no contact is deeper than `most` meters; a frame without contacts passes.
fn unmet_depth(most: f64, finding: &WorldFinding) -> Option<String> {
    let deepest = finding.deepest()?;
    (!(deepest <= most)).then(|| format!("expected overlaps of at most {most} m, found {deepest} m"))
}

/// Checks that no joint is violated by more than `most` meters or radians.
fn unmet_joint_error(most: f64, finding: &WorldFinding) -> Option<String> {
    let Some(worst) = finding.worst_error() else {
        return Some(format!("expected joint errors of at most {most} (m or rad), but the scene has no joint"));
    };
    (!(worst <= most)).then(|| format!("expected joint errors of at most {most}, found {worst} (m or rad)"))
}

/// Checks the numbers of a body's state, and reports the first one that is off by more than the tolerance. `None` also
/// for a body that the scene lacks.
fn unmet_state(expect: &StateExpect, scene: &Scene, finding: &WorldFinding) -> Option<String> {
    let (index, body) = scene.body(&expect.body)?;
    let state = finding.bodies.get(index)?;
    let quantities = [
        Compared::vectors("position", expect.position, state.position),
        Compared::numbers("angle", expect.angle, state.angle),
        Compared::vectors("velocity", expect.velocity, state.velocity),
        Compared::numbers("angular velocity", expect.angular_velocity, state.angular_velocity),
        Compared::vectors("contact impulse", expect.contact_impulse, finding.contact_impulse(index as u32)),
    ];
    let first = quantities.into_iter().flatten().find(|compared| !(compared.deviation <= expect.tolerance))?;
    let Compared { name, deviation, expected, actual } = first;
    let body = &body.name;
    let allowed = expect.tolerance;
    Some(format!(
        "expected the {name} {expected} of `{body}`, found {actual}: off by {deviation:.2e}, allowed {allowed:e}"
    ))
}

/// An expected value next to the value found.
struct Compared {
    /// Name of the quantity, for the message.
    name: &'static str,
    /// Absolute difference of the two values, in their unit.
    deviation: f64,
    expected: String,
    actual: String,
}

impl Compared {
    /// Compares two vectors; `None` if none is expected.
    fn vectors(name: &'static str, expected: Option<[f64; 2]>, actual: DVec2) -> Option<Self> {
        let expected = DVec2::from(expected?);
        let deviation = (expected - actual).length();
        Some(Self { name, deviation, expected: expected.to_string(), actual: actual.to_string() })
    }

    /// Compares two numbers; `None` if none is expected.
    fn numbers(name: &'static str, expected: Option<f64>, actual: f64) -> Option<Self> {
        let expected = expected?;
        let deviation = (expected - actual).abs();
        Some(Self { name, deviation, expected: expected.to_string(), actual: actual.to_string() })
    }
}
