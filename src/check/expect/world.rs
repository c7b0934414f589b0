//! Comparison of a simulated world with its scene's expectations.

use glam::DVec2;

use crate::answer::{BodyState, WorldFinding};
use crate::scene::model::{Motion, Scene, StateExpect, WorldExpect};

/// Speed below which a body is at rest, m/s and rad/s.
const MAX_RESTING_SPEED: f64 = 0.05;

/// Returns the unmet expectations about a frame: the field of each, and one sentence. `last` is the last frame of the
/// run.
pub fn unmet(expect: &WorldExpect, scene: &Scene, finding: &WorldFinding, last: usize) -> Vec<(String, String)> {
    let resting = expect.rests_by.map_or(last, |frame| frame as usize) <= finding.frame;
    let energy = expect.energy_at_most.and_then(|most| unmet_energy(most, finding));
    let mut fields = vec![(String::from("energy_at_most"), energy)];
    if resting {
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
    let unmet = fields.into_iter().filter_map(|(field, message)| Some((field, message?)));
    unmet.map(|(field, message)| (field, format!("{message} (frame {})", finding.frame))).collect()
}

/// Larger of the speeds of translation (m/s) and rotation (rad/s).
fn speed(state: &BodyState) -> f64 {
    state.velocity.length().max(state.angular_velocity.abs())
}

/// Checks the total energy, at most `most` joules.
fn unmet_energy(most: f64, finding: &WorldFinding) -> Option<String> {
    let has = finding.energy();
    (!(has <= most)).then(|| format!("expected an energy of at most {most} J, found {has} J"))
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
    let all = [
        Compared::vectors("position", expect.position, state.position),
        Compared::numbers("angle", expect.angle, state.angle),
        Compared::vectors("velocity", expect.velocity, state.velocity),
        Compared::numbers("angular velocity", expect.angular_velocity, state.angular_velocity),
        Compared::vectors("contact impulse", expect.contact_impulse, finding.contact_impulse(index as u32)),
    ];
    let first = all.into_iter().flatten().find(|compared| !(compared.off <= expect.tolerance))?;
    let Compared { name, off, expected, has } = first;
    let body = &body.name;
    let allowed = expect.tolerance;
    Some(format!("expected the {name} {expected} of `{body}`, found {has}: off by {off:.2e}, allowed {allowed:e}"))
}

/// An expected value next to the value found.
struct Compared {
    name: &'static str,
    /// Absolute difference of the two values, in their unit.
    off: f64,
    expected: String,
    has: String,
}

impl Compared {
    /// Compares two vectors; `None` if none is expected.
    fn vectors(name: &'static str, expected: Option<[f64; 2]>, has: DVec2) -> Option<Self> {
        let expected = DVec2::from(expected?);
        Some(Self { name, off: (expected - has).length(), expected: expected.to_string(), has: has.to_string() })
    }

    /// Compares two numbers; `None` if none is expected.
    fn numbers(name: &'static str, expected: Option<f64>, has: f64) -> Option<Self> {
        let expected = expected?;
        Some(Self { name, off: (expected - has).abs(), expected: expected.to_string(), has: has.to_string() })
    }
}
