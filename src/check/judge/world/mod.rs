//! Judge of a simulated 2D world of rigid bodies, from one frame to the next. Poses must follow from velocities,
//! velocities from the reported impulses, energy and momentum from both. Contacts must be points near both bodies,
//! joints have the reported errors, and impulses stay within their bounds. The judge computes masses, levers and
//! directions itself.
//!
//! - **Omitted.** Balances and contacts of frames with several solves, since only the last one reports its impulses;
//!   poses of solvers that correct positions by a separate velocity.
//! - **Free choices.** Names and order of contact points; contacts with no impulse and hardly any overlap.
//! - **Failures.** A diverging world reports its last valid frame, which is verified like any other. Only the frame
//!   of the failure, which must be the next one, and its body are checked.

mod contacts;
mod energy;
mod joints;
mod mass;

use contact_lens_model::answer::{BodyState, WorldFinding};
use contact_lens_scene::model::{Ask, Body, Motion, PositionMode, Query, Scene, WorldOptions};
use glam::DVec2;

use super::{Claim, Violation, broken_claims, text};
use joints::{ResolvedJoint, world_point};
pub use mass::Mass;

/// Error of the sums of a solve, in ulps of the summed magnitudes: each of some hundred iterations rounds once.
const SUM_ERROR: f64 = 2048.0;

/// Error of a pose, a unit vector or a coefficient, in roundings.
const ROUNDINGS: f64 = 16.0;

/// Error of a state at the start, in roundings: the scene's numbers are only converted.
const START_ROUNDINGS: f64 = 8.0;

/// Error of a joint's row, and of a friction bound, in roundings.
const ROW_ROUNDINGS: f64 = 64.0;

/// Relative error of the time of a frame.
const TIME_ERROR: f64 = 1e-9;

/// Relative rounding unit above which an engine computes in `f32`: between those of `f64` (2e-16) and `f32` (1e-7).
const SINGLE_PRECISION: f64 = 1e-10;

/// Coefficient of friction of a body that states none.
const DEFAULT_FRICTION: f64 = 0.6;

/// World of a scene, as the judge computes it.
pub struct World<'a> {
    scene: &'a Scene,
    options: &'a WorldOptions,
    masses: Vec<Mass>,
    joints: Vec<ResolvedJoint<'a>>,
    /// Relative rounding unit of the engine that answers.
    eps: f64,
    /// Smallest normal number of the engine's precision: below it, rounding error is absolute.
    smallest: f64,
}

impl<'a> World<'a> {
    /// Prepares the judge; `None` when the query does not simulate the world, or a body has no planar form.
    pub fn new(scene: &'a Scene, query: &'a Query, eps: f64) -> Option<Self> {
        let Ask::World { options, .. } = &query.ask else { return None };
        let masses = scene.bodies.iter().map(Mass::of).collect::<Option<_>>()?;
        let start: Vec<BodyState> = scene.bodies.iter().map(initial_state).collect();
        let joints =
            scene.joints.iter().map(|joint| ResolvedJoint::new(joint, scene, &start)).collect::<Option<_>>()?;
        let smallest = if eps > SINGLE_PRECISION { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
        Some(Self { scene, options, masses, joints, eps, smallest })
    }

    /// Duration of a solve, seconds.
    fn solve_duration(&self) -> f64 {
        self.options.time_step() / f64::from(self.options.substeps())
    }

    /// Returns every broken claim of a frame, of a malformed answer only [`Claim::Form`]. `before` is the previous
    /// frame, already verified; `None` at the start.
    pub fn verify(&self, before: Option<&WorldFinding>, now: &WorldFinding) -> Vec<Violation> {
        if let Some(message) = self.check_form(now) {
            return vec![Violation { claim: Claim::Form, message }];
        }
        let mut claims = vec![
            (Claim::Energy, self.check_energy(now)),
            (Claim::Momentum, self.check_momentum(now)),
            (Claim::Joint, self.check_joint_errors(now)),
            (Claim::Bounds, self.check_impulse_limits(now)),
        ];
        // With several solves per frame, only the impulses of the last one are reported, so motion cannot be verified.
        match before {
            None => claims.push((Claim::Motion, self.check_start(now))),
            Some(before) if self.options.substeps() == 1 => claims.extend([
                (Claim::Motion, self.check_poses(before, now)),
                (Claim::Impulse, self.check_velocities(before, now)),
                (Claim::Contact, contacts::verify(self, before, now)),
                (Claim::Energy, self.check_energy_loss(before, now)),
            ]),
            Some(_) => {}
        }
        broken_claims(claims)
    }

    /// Checks that the answer is about the scene and well formed.
    fn check_form(&self, now: &WorldFinding) -> Option<String> {
        let bodies = self.scene.bodies.len();
        let joints = self.scene.joints.len();
        let has_names = now.names.iter().eq(self.scene.bodies.iter().map(|body| &body.name))
            && now.joint_names.iter().eq(self.scene.joints.iter().map(|joint| &joint.name));
        if now.bodies.len() != bodies || now.joints.len() != joints || !has_names {
            return Some(format!(
                "the answer must list the scene's {} and {} by name, in the scene's order",
                text::counted(bodies, "body", "bodies"),
                text::counted(joints, "joint", "joints")
            ));
        }
        if let Some(message) = self.check_divergence(now) {
            return Some(message);
        }
        if !is_finite(now) {
            return Some(String::from("a number of the answer is not finite"));
        }
        let time = now.frame as f64 * self.options.time_step();
        if (now.time - time).abs() > TIME_ERROR * time {
            return Some(format!("frame {} is at {time} s, reported as {} s", now.frame, now.time));
        }
        self.check_contact_list(now)
    }

    /// Checks that contacts have unit normals and different points, and that each pair of bodies is listed once, in
    /// order.
    fn check_contact_list(&self, now: &WorldFinding) -> Option<String> {
        let mut lengths = now.contacts.iter().map(|contact| contact.normal.length());
        if let Some(length) = lengths.find(|length| !((length - 1.0).abs() <= ROUNDINGS * self.eps)) {
            return Some(format!("the normal of a contact has length {length}, not 1"));
        }
        let bodies = self.scene.bodies.len();
        let are_sorted = now.contacts.windows(2).all(|two| (two[0].a, two[0].b) < (two[1].a, two[1].b));
        let are_pairs = now.contacts.iter().all(|contact| contact.a < contact.b && (contact.b as usize) < bodies);
        let mut points = now.contacts.iter().map(|contact| &contact.points);
        let are_unique = points.all(|all| !all.is_empty() && all.windows(2).all(|two| two[0].id != two[1].id));
        (!(are_sorted && are_pairs && are_unique)).then(|| {
            String::from(
                "the contacts must be sorted by their bodies, each pair once, and each contact needs points with \
                 different ids",
            )
        })
    }

    /// Checks that a failed run stops in a frame of the run, right after this one, and names a body that can diverge.
    fn check_divergence(&self, now: &WorldFinding) -> Option<String> {
        let broken = now.diverged?;
        if let Some(index) = broken.body {
            let body = self.scene.bodies.get(index as usize);
            let is_dynamic = body.is_some_and(|body| body.dynamics.motion == Motion::Dynamic);
            if !is_dynamic {
                let name = text::value(now.names.get(index as usize));
                return Some(format!("`{name}` is reported to diverge, but only a dynamic body of the scene can"));
            }
        }
        let last = self.options.steps();
        let frame = broken.frame;
        (frame > last as usize || frame != now.frame + 1).then(|| {
            format!(
                "after frame {}, the run is reported to stop in frame {frame}; it must stop in the next frame, which \
                 is at most the last one, {last}",
                now.frame
            )
        })
    }

    /// Checks that frame 0 has the state of the scene, without contacts and impulses.
    fn check_start(&self, now: &WorldFinding) -> Option<String> {
        if now.frame != 0 {
            return None;
        }
        if !now.contacts.is_empty() || now.joints.iter().flat_map(|joint| &joint.impulse).any(|impulse| *impulse != 0.0)
        {
            let surplus = if now.contacts.is_empty() { "joint impulses" } else { "contacts" };
            return Some(format!("frame 0 has {surplus}, although no solve has run"));
        }
        let eps = START_ROUNDINGS * self.eps;
        let mut states = self.scene.bodies.iter().map(initial_state).zip(&now.bodies);
        let body = states.position(|(expected, state)| {
            (expected.position - state.position).length() > eps * expected.position.length()
                || (expected.angle - state.angle).abs() > eps * expected.angle.abs()
                || (expected.velocity - state.velocity).length() > eps * expected.velocity.length()
                || (expected.angular_velocity - state.angular_velocity).abs() > eps * expected.angular_velocity.abs()
        })?;
        Some(format!("in frame 0, `{}` does not have the pose and the velocity of the scene", now.names[body]))
    }

    /// Checks that joints have the reported numbers of rows and limits, and the reported errors.
    fn check_joint_errors(&self, now: &WorldFinding) -> Option<String> {
        for (resolved, claimed) in self.joints.iter().zip(&now.joints) {
            let computed = resolved.errors(&now.bodies, now.frame);
            let name = &resolved.joint.name;
            let limits = resolved.joint.kind.limits().into_iter().flatten().count();
            let counts = [claimed.error.len(), claimed.impulse.len()];
            if counts != [computed.len(); 2] || limits != claimed.limits {
                return Some(format!(
                    "the joint `{name}` has {} and {}; the answer has {}, {} and {}",
                    text::counted(computed.len(), "row", "rows"),
                    text::counted(limits, "limit", "limits"),
                    text::counted(counts[0], "error", "errors"),
                    text::counted(counts[1], "impulse", "impulses"),
                    text::counted(claimed.limits, "limit", "limits")
                ));
            }
            // The rounding error of a row is relative to the largest number that enters it.
            let states = [resolved.a, Some(resolved.b)].into_iter().flatten().map(|body| {
                let state = &now.bodies[body];
                state.position.length() + state.angle.abs() + state.angular_velocity.abs()
            });
            let anchors = resolved.joint.kind.anchors().into_iter().flatten().flatten();
            let size = 1.0 + states.sum::<f64>() + anchors.map(|anchor| DVec2::from(anchor).length()).sum::<f64>();
            let magnitude = computed.iter().map(|error| error.abs()).fold(size, f64::max);
            let mut errors = computed.iter().zip(&claimed.error);
            let mismatch =
                errors.find(|(computed, claimed)| (*computed - *claimed).abs() > ROW_ROUNDINGS * self.eps * magnitude);
            if let Some((computed, claimed)) = mismatch {
                return Some(format!("an error of the joint `{name}` is {computed}, reported as {claimed}"));
            }
        }
        None
    }

    /// Checks the friction coefficients of contacts, that contact impulses and limits of joints push, and that
    /// friction, motors and mouse joints stay within their maximum.
    fn check_impulse_limits(&self, now: &WorldFinding) -> Option<String> {
        for contact in &now.contacts {
            let [a, b] = [contact.a, contact.b].map(|body| &self.scene.bodies[body as usize].dynamics);
            let friction = (a.friction.unwrap_or(DEFAULT_FRICTION) * b.friction.unwrap_or(DEFAULT_FRICTION)).sqrt();
            let [name_a, name_b] = [contact.a, contact.b].map(|body| now.name(body));
            if (friction - contact.friction).abs() > ROUNDINGS * self.eps * friction {
                let claimed = contact.friction;
                return Some(format!(
                    "the friction coefficient of `{name_a}` and `{name_b}` is {friction}, reported as {claimed}"
                ));
            }
            for point in &contact.points {
                let [normal, tangent] = [point.normal_impulse, point.tangent_impulse];
                if normal < 0.0 {
                    return Some(format!(
                        "the normal impulse between `{name_a}` and `{name_b}` is {normal} N s; it must not be negative"
                    ));
                }
                // A friction bound that shrinks after the clamp leaves an excess of about one rounding.
                if tangent.abs() > friction * normal * (1.0 + ROW_ROUNDINGS * self.eps) + f64::MIN_POSITIVE {
                    let [size, most] = [tangent.abs(), friction * normal];
                    return Some(format!(
                        "the friction impulse between `{name_a}` and `{name_b}` is {size} N s; the friction cone \
                         allows {most} N s"
                    ));
                }
            }
        }
        let mut joints = self.joints.iter().zip(&now.joints);
        joints.find_map(|(joint, claimed)| joint.check_limits(&claimed.impulse, self.solve_duration(), self.eps))
    }

    /// Checks that static bodies stay, and that poses follow from velocities. Dynamic bodies are checked only if the
    /// solver corrects no positions by a separate velocity.
    fn check_poses(&self, before: &WorldFinding, now: &WorldFinding) -> Option<String> {
        let h = self.solve_duration();
        let moves_at_velocity = matches!(self.options.position, PositionMode::Baumgarte | PositionMode::None);
        for (i, (start, end)) in before.bodies.iter().zip(&now.bodies).enumerate() {
            let body = &self.scene.bodies[i];
            let center = self.masses[i].center;
            let motion = body.dynamics.motion;
            if motion == Motion::Static && start != end {
                return Some(format!("`{}` moves although it is static", body.name));
            }
            if !(moves_at_velocity || motion == Motion::Kinematic) {
                continue;
            }
            // Differences from the motion at the velocity of the frame, and magnitudes of their operands.
            let shift = (world_point(end, center) - world_point(start, center) - end.velocity * h).length();
            let size = start.position.length() + end.position.length() + center.length() + end.velocity.length() * h;
            let angle = (end.angle - start.angle - end.angular_velocity * h).abs();
            let angle_size = end.angle.abs() + start.angle.abs() + end.angular_velocity.abs() * h;
            // The rounding error of the angle moves a rotated lever.
            let rounding = ROUNDINGS * self.eps;
            if shift > rounding * (size + center.length() * angle_size) || angle > rounding * angle_size {
                return Some(format!(
                    "the motion of `{}` in this frame differs from the motion at its velocity by {shift} m and {angle} \
                     rad",
                    body.name
                ));
            }
        }
        None
    }
}

/// Whether all numbers of a frame are finite.
fn is_finite(now: &WorldFinding) -> bool {
    let states = now.bodies.iter().flat_map(|state| {
        let [position, velocity] = [state.position, state.velocity];
        [position.x, position.y, state.angle, velocity.x, velocity.y, state.angular_velocity]
    });
    let points = now.points().flat_map(|point| {
        [point.position.x, point.position.y, point.depth, point.normal_impulse, point.tangent_impulse]
    });
    let contacts = now.contacts.iter().flat_map(|contact| [contact.normal.x, contact.normal.y, contact.friction]);
    let rows = now.joints.iter().flat_map(|joint| joint.error.iter().chain(&joint.impulse).copied());
    let sums = [now.kinetic, now.potential, now.linear.x, now.linear.y, now.angular, now.time];
    states.chain(points).chain(contacts).chain(rows).chain(sums).all(f64::is_finite)
}

/// Magnitude of a vector for rounding errors, as |x| + |y|: the length would be 0 when its square underflows.
fn size_of(v: DVec2) -> f64 {
    v.x.abs() + v.y.abs()
}

/// State of a body at the start of the run.
fn initial_state(body: &Body) -> BodyState {
    let [x, y, _] = body.position;
    let [u, v, _] = body.velocity.unwrap_or_default();
    BodyState {
        position: DVec2::new(x, y),
        angle: body.rotation_angle(),
        velocity: DVec2::new(u, v),
        angular_velocity: body.dynamics.angular_velocity.unwrap_or(0.0),
    }
}
