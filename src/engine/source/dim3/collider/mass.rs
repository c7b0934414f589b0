//! Mass properties of colliders.

use super::NoAnswer;
use super::geometry::{Collider, Geometry};
use super::masses::{Properties, properties, properties_of_parts};
use super::prelude::*;

impl Collider {
    /// Returns mass, center and inertia for a uniform `density`, kg/m³, in the collider's own frame. A closed mesh is
    /// filled. The common volume of overlapping child shapes counts twice;
    /// [`properties_of_parts`](crate::dim3::mass::properties_of_parts) reports whether there is any.
    ///
    /// ```
    /// use contact_lens_engine::double::Collider;
    /// use contact_lens_engine::glam::DVec3;
    /// let cube = Collider::cuboid(DVec3::ONE)?;
    /// assert_eq!(cube.mass(1000.0)?.mass, 8000.0);
    /// assert!(Collider::half_space(DVec3::Y, 0.0)?.mass(1000.0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The density is not positive and finite, the collider is a half-space, a height field or an open mesh, it has no
    /// closed form, or a result is out of range.
    pub fn mass(&self, density: Real) -> Result<Properties, NoAnswer> {
        match &self.geometry {
            Geometry::Convex(convex) => Ok(properties(&convex.shape, density)?),
            Geometry::HalfSpace(_) => Err(NoAnswer::Unbounded),
            Geometry::Parts(parts) => match properties_of_parts(&parts.body, density) {
                Ok(found) => Ok(found.properties),
                Err((_, error)) => Err(error.into()),
            },
        }
    }
}
