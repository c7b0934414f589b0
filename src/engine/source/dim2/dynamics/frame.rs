//! Results of a world after a frame: the state of its bodies, contacts and joints, energy and momentum.

use std::fmt;

use super::bodies::BodyState;
use super::contacts::{Contact, ContactPoint};
use super::stepper::World;
use crate::dim2::contact;
use crate::dim2::prelude::*;

/// Position and velocity of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyFrame {
    /// Position of the body's origin, world, meters.
    pub position: Vec2,
    /// Angle, radians, not wrapped.
    pub angle: Real,
    /// Velocity of the center of mass, m/s.
    pub velocity: Vec2,
    /// Angular velocity, rad/s.
    pub angular_velocity: Real,
}

/// Id of a contact point, made of a feature of each body, and equal in successive solves while these features persist.
/// Displayed in a readable form such as "v2-e0": vertex 2 of one body, edge 0 of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u64);

impl fmt::Display for PointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&contact::point_id_text(self.0))
    }
}

/// A contact point of the last solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFrame {
    /// Position midway between the two surfaces, world, meters, at the poses before the solve moves the bodies.
    pub position: Vec2,
    /// Penetration depth, meters; negative if the surfaces are separate.
    pub depth: Real,
    /// Id of the point, unique in its contact.
    pub id: PointId,
    /// Impulse of the last solve on b along the normal, N s.
    pub normal_impulse: Real,
    /// Friction impulse of the last solve on b along the normal rotated by 90° counter-clockwise, N s.
    pub tangent_impulse: Real,
}

/// Contact of a pair in the last solve.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFrame {
    /// First body; lower index.
    pub a: u32,
    /// Second body; higher index.
    pub b: u32,
    /// Unit normal from a to b, world.
    pub normal: Vec2,
    /// Coefficient of friction `√(μ_a μ_b)`.
    pub friction: Real,
    /// The one or two points, sorted by id.
    pub points: Vec<PointFrame>,
}

/// Errors of a joint, and the impulses of its rows in the last solve: first of its equality rows, then of the row of
/// its lower limit, then of that of its upper limit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointFrame {
    /// Error `C` of each row at the poses of the frame ([`JointKind`](super::JointKind)), meters or radians; for a
    /// motor its speed error `Ċ`, rad/s.
    pub error: Vec<Real>,
    /// Impulse of each row on b, N s or N m s; 0 where a limit is inactive.
    pub impulse: Vec<Real>,
}

/// Energy of the dynamic bodies, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Kinetic energy `Σ ½ (m v² + I ω²)`, joules.
    pub kinetic: Real,
    /// Potential energy `−Σ m g · c` in the gravity `g`, with the centers of mass `c`, joules; 0 at the world's origin.
    pub potential: Real,
}

/// Momentum of the dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// Linear momentum `Σ m v`, kg m/s.
    pub linear: Vec2,
    /// Angular momentum `Σ (I ω + m c × v)` about the world's origin, with the centers of mass `c`, kg m²/s.
    pub angular: Real,
}

/// State of a world after a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Number of the frame; 0 is the start.
    pub frame: u32,
    /// Seconds since the start.
    pub time: Real,
    /// All bodies, in the order of the problem.
    pub bodies: Vec<BodyFrame>,
    /// Contacts of the last solve before this state, sorted by a and b; empty at the start.
    pub contacts: Vec<ContactFrame>,
    /// All joints, in the order of the problem.
    pub joints: Vec<JointFrame>,
    /// Energy of the dynamic bodies.
    pub energy: Energy,
    /// Momentum of the dynamic bodies.
    pub momentum: Momentum,
}

impl World {
    /// Returns the results at the current state, which are complete between two frames.
    pub fn frame(&self) -> Frame {
        let count = self.problem.bodies().len();
        Frame {
            frame: self.frames,
            time: self.frames as Real * self.options().time_step,
            bodies: self.bodies[..count].iter().map(body).collect(),
            contacts: self.contacts.iter().map(contact).collect(),
            joints: self.joint_frames(),
            energy: self.energy(),
            momentum: self.momentum(),
        }
    }

    /// Returns the errors at the current poses and the impulses of the last solve, for each joint.
    fn joint_frames(&self) -> Vec<JointFrame> {
        let errors = self.joints.iter().map(|joint| joint.errors(&self.bodies));
        let mut joints: Vec<JointFrame> =
            errors.map(|error| JointFrame { impulse: Vec::with_capacity(error.len()), error }).collect();
        for row in &self.joint_rows {
            let Some(joint) = row.source.joint() else { break };
            let impulses = &row.impulse.to_array()[..usize::from(row.rows)];
            joints[joint as usize].impulse.extend(impulses);
        }
        // Before the first solve there are no impulses.
        joints.iter_mut().for_each(|joint| joint.impulse.resize(joint.error.len(), 0.0));
        joints
    }

    /// Returns the energy of the dynamic bodies at the current state.
    pub fn energy(&self) -> Energy {
        let mut energy = Energy::default();
        for (body, mass) in self.bodies.iter().zip(self.problem.masses()) {
            let rotation = mass.inertia * body.angular_velocity * body.angular_velocity;
            energy.kinetic += 0.5 * (mass.mass * body.velocity.length_squared() + rotation);
            energy.potential -= mass.mass * self.problem.gravity().dot(body.center);
        }
        energy
    }

    /// Returns the momentum of the dynamic bodies at the current state.
    pub fn momentum(&self) -> Momentum {
        let mut momentum = Momentum::default();
        for (body, mass) in self.bodies.iter().zip(self.problem.masses()) {
            momentum.linear += body.velocity * mass.mass;
            momentum.angular += mass.inertia * body.angular_velocity + mass.mass * body.center.perp_dot(body.velocity);
        }
        momentum
    }
}

/// Returns the result of a body.
fn body(body: &BodyState) -> BodyFrame {
    BodyFrame {
        position: body.pose.position,
        angle: body.angle,
        velocity: body.velocity,
        angular_velocity: body.angular_velocity,
    }
}

/// Returns the result of a contact point.
fn point(point: &ContactPoint) -> PointFrame {
    PointFrame {
        position: point.position,
        depth: point.depth,
        id: PointId(point.id),
        normal_impulse: point.normal_impulse,
        tangent_impulse: point.tangent_impulse,
    }
}

/// Returns the result of a contact.
fn contact(contact: &Contact) -> ContactFrame {
    ContactFrame {
        a: contact.a,
        b: contact.b,
        normal: contact.normal,
        friction: contact.friction,
        points: contact.points().iter().map(point).collect(),
    }
}
