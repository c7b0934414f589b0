//! Comparison of a simulated world with its scene's expectations.

use glam::DVec2;

use crate::answer::WorldFinding;
use crate::scene::model::{Motion, Scene, StateExpect, WorldExpect};

/// Speed below which a body is at rest, m/s and rad/s.
const RESTING: f64 = 0.05;

/// Returns the unmet expectations of a frame: the field, and one sentence. `last` is the last frame of the run.
pub fn unmet(expect: &WorldExpect, scene: &Scene, found: &WorldFinding, last: usize) -> Vec<(String, String)> {
    let resting = expect.rests_by.map_or(last, |frame| frame as usize) <= found.frame;
    let mut unmet = Vec::new();
    let mut miss = |field: &str, message: Option<String>| {
        unmet.extend(message.map(|message| (field.to_owned(), format!("{message}, in frame {}", found.frame))));
    };
    miss("energy_at_most", expect.energy_at_most.and_then(|most| energy(most, found)));
    if resting {
        miss("rests_by", expect.rests_by.and_then(|_| moving(scene, found)));
        miss("penetration_at_most", expect.penetration_at_most.and_then(|most| deeper(most, found)));
        miss("joint_error_at_most", expect.joint_error_at_most.and_then(|most| stretched(most, found)));
    }
    for (k, state) in expect.states.iter().flatten().enumerate() {
        if state.frame.map_or(last, |frame| frame as usize) == found.frame {
            miss(&format!("states[{k}]"), off(state, scene, found));
        }
    }
    unmet
}

fn energy(most: f64, found: &WorldFinding) -> Option<String> {
    let has = found.energy();
    (!(has <= most)).then(|| format!("expected an energy of at most {most} J, found {has} J"))
}

fn moving(scene: &Scene, found: &WorldFinding) -> Option<String> {
    let bodies = scene.bodies.iter().zip(&found.bodies).filter(|(body, _)| body.dynamics.motion == Motion::Dynamic);
    let speed = |state: &crate::answer::BodyState| state.velocity.length().max(state.angular_velocity.abs());
    let Some((body, fastest)) = bodies.max_by(|(_, p), (_, q)| speed(p).total_cmp(&speed(q))) else {
        return Some(String::from("expected that all rests, but no body is dynamic"));
    };
    (!(speed(fastest) <= RESTING)).then(|| {
        format!(
            "expected that all rests, but `{}` moves at {} m/s and turns at {} rad/s",
            body.name,
            fastest.velocity.length(),
            fastest.angular_velocity
        )
    })
}

fn deeper(most: f64, found: &WorldFinding) -> Option<String> {
    let deepest = found.deepest()?;
    (!(deepest <= most)).then(|| format!("expected overlaps of at most {most} m, found one of {deepest} m"))
}

fn stretched(most: f64, found: &WorldFinding) -> Option<String> {
    let Some(worst) = found.worst_error() else {
        return Some(format!("expected joints that are off by at most {most}, there is no joint"));
    };
    (!(worst <= most)).then(|| format!("expected joints that are off by at most {most}, one is off by {worst}"))
}

fn off(expect: &StateExpect, scene: &Scene, found: &WorldFinding) -> Option<String> {
    let (index, body) = scene.body(&expect.body)?;
    let state = found.bodies.get(index)?;
    let vector = |name, wanted: Option<[f64; 2]>, has: DVec2| {
        wanted.map(DVec2::from).map(|wanted| (name, (wanted - has).length(), wanted.to_string(), has.to_string()))
    };
    let number = |name, wanted: Option<f64>, has: f64| {
        wanted.map(|wanted| (name, (wanted - has).abs(), wanted.to_string(), has.to_string()))
    };
    let all = [
        vector("position", expect.position, state.position),
        number("angle", expect.angle, state.angle),
        vector("velocity", expect.velocity, state.velocity),
        number("angular velocity", expect.angular_velocity, state.angular_velocity),
        vector("impulse of contacts", expect.contact_impulse, found.contact_impulse(index as u32)),
    ];
    let (name, off, wanted, has) = all.into_iter().flatten().find(|(_, off, ..)| !(*off <= expect.tolerance))?;
    let body = &body.name;
    let allowed = expect.tolerance;
    Some(format!("expected the {name} {wanted} of `{body}`, found {has}: off by {off:.2e}, allowed {allowed:e}"))
}
