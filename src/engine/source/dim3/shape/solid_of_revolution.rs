//! Solids of revolution: cylinder, cone, and the segment in a capsule.

use super::validate::{ShapeError, check_length};
use crate::dim3::numbers::ACCURATE_SQUARE;
use crate::dim3::prelude::*;
use crate::dim3::support::{Feature, SupportPoint};
use contact_lens_model::ask::Axis;

/// Rotations between a solid's axis and y.
pub(super) trait Upright {
    /// Rotates a vector so that its component along the axis becomes y.
    fn to_upright(self, d: Vec3) -> Vec3;

    /// Inverse rotation of [`Upright::to_upright`].
    fn rotate_from_upright(self, p: Vec3) -> Vec3;
}

impl Upright for Axis {
    #[inline]
    fn to_upright(self, d: Vec3) -> Vec3 {
        match self {
            Self::X => Vec3::new(d.z, d.x, d.y),
            Self::Y => d,
            Self::Z => Vec3::new(d.y, d.z, d.x),
        }
    }

    #[inline]
    fn rotate_from_upright(self, p: Vec3) -> Vec3 {
        match self {
            Self::X => Vec3::new(p.y, p.z, p.x),
            Self::Y => p,
            Self::Z => Vec3::new(p.z, p.x, p.y),
        }
    }
}

/// The sizes of a solid of revolution around an axis through the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidOfRevolution {
    /// Radius of the cylinder, of the cone's base or of the capsule's ball, meters.
    pub radius: Real,
    /// Half height, meters; the solid, or the segment in a capsule, extends from −`half_height` to +`half_height` along
    /// the axis.
    pub half_height: Real,
    /// Axis of revolution, through the origin.
    pub axis: Axis,
}

/// End of the axis of a solid of revolution.
struct AxisEnd {
    /// Coordinate along the axis, meters.
    y: Real,
    /// Feature of the end: [`TOP`] or [`BOTTOM`].
    feature: Feature,
}

/// The upper end, also the apex of a cone.
pub(super) const TOP: Feature = Feature(0);

/// The lower end, also the base of a cone.
pub(super) const BOTTOM: Feature = Feature(1);

impl SolidOfRevolution {
    /// A solid of these sizes, meters.
    ///
    /// # Errors
    /// If a size is not finite, negative or too large for its square.
    pub(super) fn new(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ShapeError> {
        let radius = check_length("radius", radius)?;
        let half_height = check_length("half_height", half_height)?;
        Ok(Self { radius, half_height, axis })
    }

    /// A point of the upper rim, in the upright frame.
    pub(super) fn rim(&self) -> Vec3 {
        Vec3::new(self.radius, self.half_height, 0.0)
    }

    /// The end of the segment farthest along `d`; the upper end if both are equally far.
    #[inline]
    pub(super) fn segment(&self, d: Vec3) -> SupportPoint {
        let AxisEnd { y, feature } = self.farthest_end(self.axis.to_upright(d).y);
        SupportPoint { point: self.axis.rotate_from_upright(Vec3::new(0.0, y, 0.0)), feature }
    }

    /// The end that is farthest along a direction with the component `up` along the axis.
    #[inline]
    fn farthest_end(&self, up: Real) -> AxisEnd {
        if up < 0.0 {
            AxisEnd { y: -self.half_height, feature: BOTTOM }
        } else {
            AxisEnd { y: self.half_height, feature: TOP }
        }
    }

    /// The point of the disc at height `y` that is farthest along `d` (upright frame); its center for a direction along
    /// the axis, for which all points of the disc are equally far.
    #[inline]
    fn farthest_of_disc(&self, d: Vec3, y: Real) -> Vec3 {
        let across_square = d.x * d.x + d.z * d.z;
        let [x, z] = if across_square > ACCURATE_SQUARE {
            let factor = self.radius / across_square.sqrt();
            [d.x * factor, d.z * factor]
        } else {
            self.farthest_of_disc_along_tiny(d)
        };
        Vec3::new(x, y, z)
    }

    /// Coordinates x and z of the disc's farthest point, for directions whose component across the axis is so small
    /// that its square underflows; 0 for subnormal components.
    #[cold]
    fn farthest_of_disc_along_tiny(&self, d: Vec3) -> [Real; 2] {
        let across = Vec3::new(d.x, 0.0, d.z);
        let largest = across.abs().max_element();
        if !(largest > Real::MIN_POSITIVE) {
            return [0.0, 0.0];
        }
        let across = (across / largest).normalize() * self.radius;
        [across.x, across.z]
    }

    /// The point of the cylinder farthest along `d`, on the rim of an end; the center of the end for a direction along
    /// the axis.
    #[inline]
    pub(super) fn cylinder(&self, d: Vec3) -> SupportPoint {
        let d = self.axis.to_upright(d);
        let AxisEnd { y, feature } = self.farthest_end(d.y);
        SupportPoint { point: self.axis.rotate_from_upright(self.farthest_of_disc(d, y)), feature }
    }

    /// The point of the cone farthest along `d`: the apex or the rim's farthest point; the apex if both are equally
    /// far. `[ACD11]` compares the sine of the cone's angle instead, which needs a division.
    #[inline]
    pub(super) fn cone(&self, d: Vec3) -> SupportPoint {
        let d = self.axis.to_upright(d);
        let rim = self.farthest_of_disc(d, -self.half_height);
        let is_apex = d.y * (2.0 * self.half_height) >= d.x * rim.x + d.z * rim.z;
        let point = if is_apex { Vec3::new(0.0, self.half_height, 0.0) } else { rim };
        SupportPoint { point: self.axis.rotate_from_upright(point), feature: if is_apex { TOP } else { BOTTOM } }
    }
}
