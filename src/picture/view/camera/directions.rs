//! Directions of view: the world's up axis, the angles of a camera, and the standard views.

use glam::DVec3;

/// World axis that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    #[default]
    Y,
    /// z, the convention of robots.
    Z,
}

impl Up {
    /// Unit vector along the axis.
    pub fn direction(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }

    /// Two horizontal unit vectors: to the right and, seen from above, down.
    pub fn level(self) -> [DVec3; 2] {
        match self {
            Self::Y => [DVec3::X, DVec3::Z],
            Self::Z => [DVec3::X, DVec3::NEG_Y],
        }
    }

    /// Converts a vector of this world to a world whose y points up.
    fn to_y_up(self, v: DVec3) -> DVec3 {
        let [right, down] = self.level();
        DVec3::new(v.dot(right), v.dot(self.direction()), v.dot(down))
    }

    /// Inverse of [`Up::to_y_up`].
    pub(super) fn convert_from_y_up(self, v: DVec3) -> DVec3 {
        let [right, down] = self.level();
        right * v.x + self.direction() * v.y + down * v.z
    }

    /// Angles of a camera whose unit direction towards the eye is `back`.
    pub(super) fn angles(self, back: DVec3) -> ViewAngles {
        let back = self.to_y_up(back);
        ViewAngles { azimuth: back.x.atan2(back.z), elevation: back.y.clamp(-1.0, 1.0).asin() }
    }
}

/// Direction from which a camera looks, radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewAngles {
    /// Rotation about the up axis, as `Camera::azimuth`.
    pub azimuth: f64,
    /// Elevation above the horizon, −π/2 to π/2.
    pub elevation: f64,
}

/// Standard directions of view, on the keys 1 to 7. The axes in the docs are those of a world with y up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewFrom {
    /// From the front, along −z.
    Front,
    /// From the back, along +z.
    Back,
    /// From the right, along −x.
    Right,
    /// From the left, along +x.
    Left,
    /// From above, along −y.
    Top,
    /// From below, along +y.
    Bottom,
    /// From the front, the right and above: 32° to the right and 24° above the horizon.
    Isometric,
}

impl ViewFrom {
    /// All directions in the order of the keys 1 to 7.
    pub const ALL: [Self; 7] =
        [Self::Front, Self::Back, Self::Right, Self::Left, Self::Top, Self::Bottom, Self::Isometric];

    /// Angles of a camera that looks from this direction.
    pub fn angles(self) -> ViewAngles {
        use std::f64::consts::{FRAC_PI_2, PI};
        let (azimuth, elevation) = match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Right => (FRAC_PI_2, 0.0),
            Self::Left => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
            Self::Isometric => (32f64.to_radians(), 24f64.to_radians()),
        };
        ViewAngles { azimuth, elevation }
    }

    /// Name of the direction in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Right => "right",
            Self::Left => "left",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Isometric => "isometric",
        }
    }
}
