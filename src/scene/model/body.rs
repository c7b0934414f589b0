//! Methods of bodies: creation, pose and angular velocity. A body states its rotation as a quaternion or, in the plane,
//! as an angle.

use glam::DQuat;

use super::{Body, Dynamics, Shape, identity};

impl Body {
    /// Creates a body at the origin, not rotated.
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            shape,
            position: [0.0; 3],
            rotation: identity(),
            angle: None,
            margin: 0.0,
            velocity: None,
            spin: None,
            dynamics: Dynamics::default(),
        }
    }

    /// Quaternion x, y, z, w from the body's frame to the world, made from the angle if there is one; not normalized.
    pub fn orientation(&self) -> [f64; 4] {
        match self.angle {
            Some(angle) => [0.0, 0.0, (0.5 * angle).sin(), (0.5 * angle).cos()],
            None => self.rotation,
        }
    }

    /// Unit quaternion from the body's frame to the world, made from the angle if there is one.
    pub fn unit_rotation(&self) -> DQuat {
        DQuat::from_array(self.orientation()).normalize()
    }

    /// Rotation angle of a planar body, radians; in [−π, π] unless the file gives an angle.
    pub fn rotation_angle(&self) -> f64 {
        self.angle.unwrap_or_else(|| angle_of(self.rotation))
    }

    /// Angular velocity about the origin for a cast, rad/s, world axes; planar bodies rotate about z.
    pub fn angular_velocity(&self) -> [f64; 3] {
        self.spin.unwrap_or([0.0, 0.0, self.dynamics.angular_velocity.unwrap_or(0.0)])
    }

    /// Sets the pose. A body with an angle keeps one, the equivalent angle closest to the previous one, unless the
    /// rotation is not about z.
    pub fn set_pose(&mut self, position: [f64; 3], rotation: [f64; 4]) {
        let previous_rotation = self.orientation();
        self.position = position;
        let is_about_z = rotation[0] == 0.0 && rotation[1] == 0.0;
        match self.angle {
            // Keeps the last bits of the angle.
            Some(_) if rotation == previous_rotation => {}
            Some(previous_angle) if is_about_z => {
                self.angle = Some(closest_equivalent(angle_of(rotation), previous_angle));
            }
            Some(_) | None => {
                self.angle = None;
                self.rotation = rotation;
            }
        }
    }
}

/// The angle that differs from `angle` by whole revolutions and is closest to `previous`, radians.
fn closest_equivalent(angle: f64, previous: f64) -> f64 {
    let revolution = std::f64::consts::TAU;
    angle + revolution * ((previous - angle) / revolution).round()
}

/// Rotation angle about z of a quaternion, radians, in [−π, π]; `q` and `−q` are the same rotation, and the one with w
/// ≥ 0 is used.
fn angle_of([_, _, z, w]: [f64; 4]) -> f64 {
    if w < 0.0 { 2.0 * (-z).atan2(-w) } else { 2.0 * z.atan2(w) }
}
