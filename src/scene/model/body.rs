//! Where a body is, in either way of saying it: by a quaternion, or in the plane by an angle.

use glam::DQuat;

use super::{Body, Dynamics, Shape, identity};

impl Body {
    /// A body that stands at the origin as its shape is given.
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

    /// Quaternion x, y, z, w from the body's frame to the world, of an angle if it has one; not normalized.
    pub fn orientation(&self) -> [f64; 4] {
        match self.angle {
            Some(angle) => [0.0, 0.0, (0.5 * angle).sin(), (0.5 * angle).cos()],
            None => self.rotation,
        }
    }

    /// The same, normalized.
    pub fn turn(&self) -> DQuat {
        DQuat::from_array(self.orientation()).normalize()
    }

    /// How far a body of the plane is turned, radians; within ± π unless the file gives an angle.
    pub fn turned_by(&self) -> f64 {
        self.angle.unwrap_or_else(|| angle_of(self.rotation))
    }

    /// How fast it turns about its origin where a cast asks about it, radians a second, world; in the plane about z.
    pub fn turning(&self) -> [f64; 3] {
        self.spin.unwrap_or([0.0, 0.0, self.dynamics.angular_velocity.unwrap_or(0.0)])
    }

    /// Puts it somewhere else. A body whose file gives an angle keeps one, as near to it as whole turns allow.
    pub fn put(&mut self, position: [f64; 3], rotation: [f64; 4]) {
        let before = self.orientation();
        self.position = position;
        match self.angle {
            Some(_) if rotation == before => {}
            Some(angle) if rotation[0] == 0.0 && rotation[1] == 0.0 => {
                let now = angle_of(rotation);
                let turn = std::f64::consts::TAU;
                self.angle = Some(now + turn * ((angle - now) / turn).round());
            }
            _ => (self.angle, self.rotation) = (None, rotation),
        }
    }
}

/// The angle about z of a quaternion, within ± π: of its two signs the one with w ≥ 0 stands for the smaller angle.
fn angle_of([_, _, z, w]: [f64; 4]) -> f64 {
    if w < 0.0 { 2.0 * (-z).atan2(-w) } else { 2.0 * z.atan2(w) }
}
