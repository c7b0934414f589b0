//! What a world answers about a frame.

use std::fmt;

use super::super::contact;
use super::super::prelude::*;
use super::bodies::BodyState;
use super::contacts::{Contact, ContactPoint};
use super::stepper::World;

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyFrame {
    /// Of its origin, world, meters.
    pub position: Vec2,
    /// Not wrapped, radians.
    pub angle: Real,
    /// Of its center of mass, m/s.
    pub velocity: Vec2,
    /// rad/s.
    pub angular_velocity: Real,
}

/// Which features a contact point comes from: the same from solve to solve while they are. It is spelled as in a manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(pub u64);

impl fmt::Display for PointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&contact::spelled(self.0))
    }
}

/// A contact point of the last solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFrame {
    /// World, meters, at the poses before the solve's move.
    pub position: Vec2,
    /// How deep the two overlap there, meters; negative apart.
    pub depth: Real,
    /// Its name from solve to solve.
    pub id: PointId,
    /// On b along the normal, N s, of that solve.
    pub normal_impulse: Real,
    /// On b along `perp(normal)`, N s, of that solve.
    pub tangent_impulse: Real,
}

/// The contact of a pair in the last solve.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFrame {
    /// The body that stands first in the file.
    pub a: u32,
    /// The other.
    pub b: u32,
    /// Unit, from a to b.
    pub normal: Vec2,
    /// `√(μ_a μ_b)`.
    pub friction: Real,
    /// One or two, by id.
    pub points: Vec<PointFrame>,
}

/// The errors of a joint and the impulses of its rows in the last solve: equality rows, then lower, then upper.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointFrame {
    /// `C` at the poses of the frame, meters or radians; of a motor `Ċ`, rad/s.
    pub error: Vec<Real>,
    /// On b, N s or N m s; 0 where a limit rests.
    pub impulse: Vec<Real>,
}

/// Of the dynamic bodies, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// `Σ ½ m v² + ½ I ω²`.
    pub kinetic: Real,
    /// `−Σ m g · c`.
    pub potential: Real,
}

/// Of the dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// `Σ m v`, kg m/s.
    pub linear: Vec2,
    /// `Σ I ω + m c × v` about the world's origin, kg m²/s.
    pub angular: Real,
}

/// The state after so many frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// 0 is the start.
    pub frame: u32,
    /// Seconds since the start.
    pub time: Real,
    /// All bodies, in the file's order.
    pub bodies: Vec<BodyFrame>,
    /// Of the last solve that led here, by a, b; none at the start.
    pub contacts: Vec<ContactFrame>,
    /// All joints, in the file's order.
    pub joints: Vec<JointFrame>,
    /// Kinetic and potential.
    pub energy: Energy,
    /// Linear and angular.
    pub momentum: Momentum,
}

impl World {
    /// What a world answers about where it is now: complete between two frames.
    pub fn frame(&self) -> Frame {
        let frame_of = |body: &BodyState| BodyFrame {
            position: body.pose.position,
            angle: body.angle,
            velocity: body.velocity,
            angular_velocity: body.angular_velocity,
        };
        let count = self.problem.bodies().len();
        Frame {
            frame: self.frames,
            time: self.frames as Real * self.options().time_step,
            bodies: self.bodies[..count].iter().map(frame_of).collect(),
            contacts: self.contacts.iter().map(contact).collect(),
            joints: self.joint_frames(),
            energy: self.energy(),
            momentum: self.momentum(),
        }
    }

    fn joint_frames(&self) -> Vec<JointFrame> {
        let errors = self.joints.iter().map(|joint| joint.errors(&self.bodies));
        let mut joints: Vec<JointFrame> =
            errors.map(|error| JointFrame { impulse: Vec::with_capacity(error.len()), error }).collect();
        for row in &self.joint_rows {
            let Some(joint) = row.of.joint() else { break };
            let impulses = &row.impulse.to_array()[..usize::from(row.rows)];
            joints[joint as usize].impulse.extend(impulses);
        }
        // Before the first solve there are no impulses.
        joints.iter_mut().for_each(|joint| joint.impulse.resize(joint.error.len(), 0.0));
        joints
    }

    /// Of the dynamic bodies now.
    pub fn energy(&self) -> Energy {
        let mut energy = Energy::default();
        for (body, mass) in self.bodies.iter().zip(self.problem.masses()) {
            let turning = mass.inertia * body.angular_velocity * body.angular_velocity;
            energy.kinetic += 0.5 * (mass.mass * body.velocity.length_squared() + turning);
            energy.potential -= mass.mass * self.problem.gravity().dot(body.center);
        }
        energy
    }

    /// Of the dynamic bodies now.
    pub fn momentum(&self) -> Momentum {
        let mut momentum = Momentum::default();
        for (body, mass) in self.bodies.iter().zip(self.problem.masses()) {
            momentum.linear += body.velocity * mass.mass;
            momentum.angular += mass.inertia * body.angular_velocity + mass.mass * body.center.perp_dot(body.velocity);
        }
        momentum
    }
}

fn contact(contact: &Contact) -> ContactFrame {
    let point = |point: &ContactPoint| PointFrame {
        position: point.position,
        depth: point.depth,
        id: PointId(point.id),
        normal_impulse: point.normal_impulse,
        tangent_impulse: point.tangent_impulse,
    };
    ContactFrame {
        a: contact.a,
        b: contact.b,
        normal: contact.normal,
        friction: contact.friction,
        points: contact.points().iter().map(point).collect(),
    }
}
