//! Distance solver for any pair: signed distance, normal, witness points and proven bounds.
//!
//! - **Problem**: the distance of two convex shapes, or their penetration depth.
//! - **Source**: `[ACD11]` "Penetration depth", after `[Bergen01]`; `[Catto10]` on the convex radius.
//! - **Frame and signs**: [`signed_distance`] uses the world frame, steppers the pair frame. Lengths in the shapes'
//!   unit; signs as in [`super::answer::Answer`].
//! - **Method**: every shape is `core ⊕ ball`, the Minkowski sum of its core and a ball, whose radius is its margin.
//!   The signed distance of the shapes is exactly that of the cores minus both margins, so there are three branches
//!   ([`Outcome`]): separate shapes, solved by GJK; separate cores whose margins overlap, also solved by GJK alone;
//!   overlapping cores, solved by EPA. Separate points, segments, triangles and boxes have closed forms instead
//!   ([`ClosedForm`]).
//! - **Departures**: (1) For curved cores EPA would need hundreds of faces to *compute* the depth; here it only
//!   *locates* it, Newton's method ([`refine`]) computes the depth to rounding, and EPA continues only as far as the
//!   requested proof ([`Options::proof`]). (2) Often no polytope is needed: two balls below the witness points
//!   ([`InscribedBalls`]) or a point below a facet ([`FacetProof`]) are the proof. (3) A moving pair may start from its
//!   last answer ([`Motion`]). (4) Where the closest point lies on a flat disc, which stalls both GJK and Newton's
//!   method, the disc's own normal is tested. (5) A pair so small that squares of its lengths underflow is computed in
//!   another unit ([`rounding::SMALLEST_MAGNITUDE`]).
//! - **Endings**: [`Outcome`].
//! - **Cost**: GJK's iterations; then one support point and about six face tests per expansion. No allocation with a
//!   used [`Workspace`].
//!
//! ```
//! use contact_lens_engine::double::{answer::Status, dim3::distance, dim3::shape::Shape, pose::Pose};
//! use glam::{DQuat, DVec3};
//! let (a, b) = (Shape::cuboid(DVec3::ONE)?, Shape::cuboid(DVec3::ONE)?);
//! let pose_b = Pose::new(DVec3::new(1.75, 0.5, 0.0), DQuat::IDENTITY);
//! let answer = distance::signed_distance(&a, &Pose::IDENTITY, &b, &pose_b, &distance::Options::default());
//! assert_eq!(answer.status, Status::Penetrating);
//! assert_eq!((answer.signed_distance, answer.normal), (Some(-0.25), Some(DVec3::X)));
//! # Ok::<(), contact_lens_engine::double::dim3::shape::ShapeError>(())
//! ```

mod answer;
mod closed_form;
mod closest;
mod core_answer;
mod decision;
mod deep;
mod facet_proof;
mod inscribed_balls;
mod minimum;
mod motion;
mod newton;
mod options;
mod over_disc;
mod phase;
mod refinement;
mod snapshot;
mod stepper;
#[cfg(test)]
mod swapped;
#[cfg(test)]
mod symmetric;
#[cfg(test)]
mod tests;
mod tolerances;
mod trial;
mod witness;

pub(super) use closed_form::nearest_of_triangle;
pub use closed_form::{ClosedForm, Formula, Region, Segments};
pub use closest::Closest;
pub use contact_lens_model::ask::Method;
pub use contact_lens_model::snapshot::distance::{Apart, Outcome, Phase, Purpose};
pub use decision::Decision;
pub use deep::Deep;
pub use facet_proof::{FacetProof, FacetQuery};
pub use inscribed_balls::InscribedBalls;
pub use motion::Motion;
pub use newton::{Refined, refine};
pub use options::Options;
pub use stepper::Distance;
pub use trial::{OverRim, Trial};

use super::answer::Answer;
use super::epa::Buffers;
#[cfg(test)]
use super::pose;
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
#[cfg(test)]
use super::shape;
use super::support::{Cso, Support};
use super::{numbers, prelude, simplex, support};

/// Memory that is reused between queries.
#[derive(Clone, Debug, Default)]
pub struct Workspace(Option<Box<Buffers>>);

impl Workspace {
    /// Same as [`signed_distance`], without allocating after the first queries.
    pub fn signed_distance<A: Support, B: Support>(
        &mut self,
        a: &A,
        pose_a: &Pose,
        b: &B,
        pose_b: &Pose,
        options: &Options,
    ) -> Answer {
        let cso = Cso::new(a, pose_a, b, pose_b);
        let answer = if options.subtracts_margins() { self.run(cso, options) } else { self.run(cso.whole(), options) };
        answer.in_world(pose_a)
    }

    /// Signed distance of a pair of cores, in the pair frame.
    pub(crate) fn in_pair_frame<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: Cso<A, B>,
        options: &Options,
    ) -> Answer {
        self.run(cso, options)
    }

    /// Prepares the query of a pair of cores for stepping. `None` for a pair so small that it is computed in another
    /// unit.
    pub(crate) fn begin<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: Cso<A, B>,
        options: &Options,
    ) -> Option<Box<Distance<A, B>>> {
        let query = Distance::new(cso, *options, self.0.take().unwrap_or_default());
        if rounding::is_tiny(query.gjk.magnitude) {
            self.0 = query.into_buffers();
            return None;
        }
        Some(Box::new(query))
    }

    /// Runs the query of a pair of cores to its end. Pair frame.
    #[inline(always)]
    fn run<A: Support + Clone, B: Support + Clone>(&mut self, cso: Cso<A, B>, options: &Options) -> Answer {
        if let Some(answer) = closed_form::answer(&cso, options) {
            return answer;
        }
        let mut query = Distance::new(cso, *options, self.0.take().unwrap_or_default());
        query.run();
        let is_tiny = rounding::is_tiny(query.gjk.magnitude);
        let answer = if is_tiny { tiny_answer(&query.gjk.cso, options) } else { query.answer() };
        self.0 = query.into_buffers();
        answer
    }
}

/// Answer for a pair so small that it is computed in another unit. Pair frame.
#[cold]
fn tiny_answer<A: Support, B: Support>(cso: &Cso<A, B>, options: &Options) -> Answer {
    let (cso, factor) = cso.in_unit();
    let options = Options { gjk: options.gjk.in_unit(factor), ..*options };
    let mut query = Distance::new(cso, options, Buffers::default());
    query.run();
    query.answer().in_unit(factor)
}

/// Signed distance of two placed shapes, in the world frame.
pub fn signed_distance<A: Support, B: Support>(
    a: &A,
    pose_a: &Pose,
    b: &B,
    pose_b: &Pose,
    options: &Options,
) -> Answer {
    Workspace::default().signed_distance(a, pose_a, b, pose_b, options)
}
