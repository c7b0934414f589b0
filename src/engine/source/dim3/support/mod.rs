//! Support mappings, the interface of all convex shapes: `S(P, d)` is a point `p` of the shape `P` that maximizes
//! `d·p`.
//!
//! - **Source.** `[ACD11]` "Support mapping", `[Bergen03 §4.3]`.
//! - **Cores and balls.** A shape is a *core* with a *ball* added, `P = core ⊕ ball`: a sphere is a point with a ball,
//!   a capsule a segment with a ball. [`Support::support`] maps the core, and [`Support::margin`] is the radius of the
//!   ball. Algorithms work on cores, and shift bounds and witness points by the margins at the end. For algorithms that
//!   need the surface itself, [`Whole`] makes the whole shape a core.
//! - **Pairs.** [`Cso`] maps the configuration-space obstacle `A − B` of two placed shapes.

mod cso;
mod local_geometry;
mod scaled;
mod simple_core;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
mod whole;
pub use contact_lens_model::snapshot::support::Outcome;
pub use cso::{Cso, Vertex};
pub use local_geometry::{Ball, Disc, Facet, LocalGeometry, SupportDerivative};
pub use scaled::Scaled;
pub use simple_core::SimpleCore;
pub use stepper::Mapping;
pub use whole::{Whole, farthest};

use std::rc::Rc;
use std::sync::Arc;

use super::prelude::*;

/// Number of the vertex (of a polytope, box, segment or triangle) or region (of a round shape) to which a support point
/// belongs, unique in the shape. Also the hint from which the next search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Feature(pub u32);

/// A point of a shape that is farthest in some direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SupportPoint {
    /// The point, in the query's frame.
    pub point: Vec3,
    /// The vertex or region to which the point belongs.
    pub feature: Feature,
}

/// A convex shape `core ⊕ ball`, given by the support mapping of its core and by the radius of its ball. `&T`, `Rc<T>`
/// and `Arc<T>` implement it too.
///
/// Two methods define a shape; a third is needed where it is rounded. All algorithms are then correct; those for curved
/// cores are faster if the shape also has a [`LocalGeometry`].
///
/// ```
/// use contact_lens_engine::double::dim3::support::{Feature, Support, SupportPoint};
/// use contact_lens_engine::double::{Pose, Shape, distance, intersects};
/// use contact_lens_engine::glam::{DQuat, DVec3};
///
/// /// A square of 2 m by 2 m in the xz-plane, rounded by `radius`: a cushion.
/// struct Cushion {
///     radius: f64,
/// }
///
/// impl Support for Cushion {
///     fn support(&self, d: DVec3) -> SupportPoint {
///         let corner = DVec3::new(1.0_f64.copysign(d.x), 0.0, 1.0_f64.copysign(d.z));
///         SupportPoint { point: corner, feature: Feature(u32::from(d.x < 0.0) | u32::from(d.z < 0.0) << 1) }
///     }
///     fn bounding_radius(&self) -> f64 {
///         2.0_f64.sqrt()
///     }
///     fn margin(&self) -> f64 {
///         self.radius
///     }
/// }
///
/// let cushion = Cushion { radius: 0.25 };
/// let ball = Shape::sphere(0.5)?;
/// let above = |height| Pose::new(DVec3::new(0.5, height, 0.0), DQuat::IDENTITY);
/// let apart = distance(&cushion, &Pose::IDENTITY, &ball, &above(1.0));
/// assert!(apart.signed_distance.is_some_and(|d| (d - 0.25).abs() < 1.0e-12));
/// let deep = distance(&cushion, &Pose::IDENTITY, &ball, &above(0.5));
/// assert!(deep.signed_distance.is_some_and(|d| (d + 0.25).abs() < 1.0e-12));
/// assert_eq!(intersects(&cushion, &Pose::IDENTITY, &ball, &above(0.5)), Some(true));
/// # Ok::<(), contact_lens_engine::double::ShapeError>(())
/// ```
pub trait Support {
    /// A point of the core that maximizes `d · p`, in the shape's own frame. Algorithms pass vectors whose length is
    /// about 1, not exactly 1. The result is finite for every finite `d`; the zero vector gives some point of the core.
    /// [`farthest`] maps the whole shape, along vectors of any length.
    fn support(&self, d: Vec3) -> SupportPoint;

    /// Radius of a ball around the shape's own origin that contains the core: the magnitude from which rounding errors
    /// are derived. In the shape's length unit, finite and not negative.
    fn bounding_radius(&self) -> Real;

    /// Radius of the ball that is added to the core, in the shape's length unit; not negative, and 0 where the core is
    /// the shape itself. The signed distance of two shapes is that of their cores minus both margins, exactly, separate
    /// or overlapping.
    #[inline]
    fn margin(&self) -> Real {
        0.0
    }

    /// Result of [`Support::support`], searched from `hint`, the feature of a support point along a similar direction.
    /// Large polytopes climb from that feature; the default ignores it.
    #[inline]
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        let _ = hint;
        self.support(d)
    }

    /// Local geometry of the core; `None` if unknown. Answers are correct without it but take longer.
    #[inline]
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        None
    }

    /// The core, if it is a point, a segment, a triangle or a box, whose closest points have a formula; `None` for any
    /// other core. Answers are correct without it but take longer.
    #[inline]
    fn simple_core(&self) -> Option<SimpleCore> {
        None
    }
}

/// A support mapping whose runs can be recorded, because their states can be cloned and read from any thread.
pub trait Recordable: Support + Clone + Send + Sync + 'static {}

impl<S: Support + Clone + Send + Sync + 'static> Recordable for S {}

/// Forwards all methods to the shape behind the pointer, including overridden ones.
macro_rules! forward_support {
    ($($pointer:ty),*) => {$(
        impl<T: Support + ?Sized> Support for $pointer {
            #[inline(always)]
            fn support(&self, d: Vec3) -> SupportPoint {
                (**self).support(d)
            }
            #[inline]
            fn bounding_radius(&self) -> Real {
                (**self).bounding_radius()
            }
            #[inline]
            fn margin(&self) -> Real {
                (**self).margin()
            }
            #[inline]
            fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
                (**self).support_near(d, hint)
            }
            #[inline]
            fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
                (**self).local_geometry()
            }
            #[inline(always)]
            fn simple_core(&self) -> Option<SimpleCore> {
                (**self).simple_core()
            }
        }
    )*};
}

forward_support!(&T, Rc<T>, Arc<T>);
