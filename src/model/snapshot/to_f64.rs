//! Conversion of numbers, vectors and rotations from the precision of an engine, `f32` or `f64`, to the `f64` of plain
//! data.

use glam::{DMat3, DQuat, DVec2, DVec3, Mat3A, Quat, Vec2, Vec3A};

/// Lossless conversion to `f64`. The implementations for `f64` types return the value unchanged.
pub trait ToF64 {
    /// The corresponding `f64` type.
    type F64;
    /// Returns the value in `f64`.
    fn to_f64(self) -> Self::F64;
}

impl ToF64 for f32 {
    type F64 = f64;
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

impl ToF64 for f64 {
    type F64 = f64;
    fn to_f64(self) -> f64 {
        self
    }
}

impl ToF64 for u32 {
    type F64 = f64;
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

impl ToF64 for Vec3A {
    type F64 = DVec3;
    fn to_f64(self) -> DVec3 {
        self.as_dvec3()
    }
}

impl ToF64 for DVec3 {
    type F64 = DVec3;
    fn to_f64(self) -> DVec3 {
        self
    }
}

/// Converts to a vector in space with z = 0.
impl ToF64 for Vec2 {
    type F64 = DVec3;
    fn to_f64(self) -> DVec3 {
        self.as_dvec2().extend(0.0)
    }
}

/// Converts to a vector in space with z = 0.
impl ToF64 for DVec2 {
    type F64 = DVec3;
    fn to_f64(self) -> DVec3 {
        self.extend(0.0)
    }
}

impl ToF64 for Quat {
    type F64 = DQuat;
    fn to_f64(self) -> DQuat {
        self.as_dquat()
    }
}

impl ToF64 for DQuat {
    type F64 = DQuat;
    fn to_f64(self) -> DQuat {
        self
    }
}

impl ToF64 for Mat3A {
    type F64 = DMat3;
    fn to_f64(self) -> DMat3 {
        DMat3::from_cols(self.x_axis.as_dvec3(), self.y_axis.as_dvec3(), self.z_axis.as_dvec3())
    }
}

impl ToF64 for DMat3 {
    type F64 = DMat3;
    fn to_f64(self) -> DMat3 {
        self
    }
}
