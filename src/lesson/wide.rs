//! From an engine's precision to the `f64` in which pictures, verdicts and tables are written: the only place.

use glam::{DQuat, DVec3, Quat, Vec3A};

/// Widened to `f64`, without loss.
pub trait Wide {
    /// The `f64` type.
    type Wide;
    /// The same value in `f64`.
    fn wide(self) -> Self::Wide;
}

impl Wide for f32 {
    type Wide = f64;
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Wide for f64 {
    type Wide = f64;
    fn wide(self) -> f64 {
        self
    }
}

impl Wide for Vec3A {
    type Wide = DVec3;
    fn wide(self) -> DVec3 {
        self.as_dvec3()
    }
}

impl Wide for DVec3 {
    type Wide = DVec3;
    fn wide(self) -> DVec3 {
        self
    }
}

impl Wide for Quat {
    type Wide = DQuat;
    fn wide(self) -> DQuat {
        self.as_dquat()
    }
}

impl Wide for DQuat {
    type Wide = DQuat;
    fn wide(self) -> DQuat {
        self
    }
}

/// Where the pair frame (A's axes, origin at A's origin) stands in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Space {
    /// A's origin in the world, metres.
    pub position: DVec3,
    /// From A's axes to the world's.
    pub rotation: DQuat,
}

impl Space {
    /// A point of the pair frame in the world pane.
    pub fn world(&self, point: impl Wide<Wide = DVec3>) -> DVec3 {
        self.position + self.rotation * point.wide()
    }

    /// A point of the CSO, or a direction, in the configuration-space pane, whose axes are the world's.
    pub fn cso(&self, point: impl Wide<Wide = DVec3>) -> DVec3 {
        self.rotation * point.wide()
    }
}
