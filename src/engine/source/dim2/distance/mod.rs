//! Distance solver for a pair of planar shapes: signed distance, normal, witness points and a proven bracket.
//!
//! - **Terms**: a shape is a *core*, a convex polygon, and a *ball* around each of its points, whose radius is the
//!   shape's margin: a circle is a point and a ball, a polygon has a ball of radius 0.
//! - **Method**: GJK on the cores; if they overlap, EPA on the cores; the balls' radii are subtracted at the end
//!   ([`Distance`], one phase per step). If only the balls overlap, EPA is therefore not needed. Without a tolerance,
//!   the search ends at a vertex or an edge of the cores' `A − B`, and the answer is exact except for rounding.
//! - **Frame**: the pair frame; [`Answer::in_world`] converts.
//!
//! ```
//! use contact_lens_engine::double::dim2::{distance, shape::Shape, support::Pose};
//! use glam::DVec2;
//! let disc = Shape::circle(1.0)?;
//! let square = Shape::rectangle(DVec2::ONE)?;
//! let right = Pose::new(DVec2::new(3.0, 0.0), DVec2::X);
//! let answer = distance::signed_distance(&disc, &Pose::IDENTITY, &square, &right, &distance::Options::default());
//! assert!(answer.signed_distance.is_some_and(|d| (d - 1.0).abs() < 1e-15) && answer.normal == Some(DVec2::X));
//! # Ok::<(), contact_lens_engine::double::dim2::shape::ShapeError>(())
//! ```

mod answer;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use contact_lens_model::snapshot::plane::distance::{Outcome, Phase};
pub use stepper::Distance;

pub use super::answer::Answer;
use super::epa::Edge;
use super::gjk::Gjk;
pub use super::gjk::{Feature, Options};
use super::prelude::*;
use super::rounding;
use super::shape::Shape;
use super::simplex::Solver;
use super::support::{Cso, Pose};

/// Memory that is reused between queries: the edges of EPA's polygon.
#[derive(Clone, Debug, Default)]
pub struct Workspace(Vec<Edge>);

/// Returns the signed distance as [`Workspace::signed_distance`]. Allocates memory if the cores overlap.
#[inline]
pub fn signed_distance(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &Options) -> Answer {
    Workspace::default().signed_distance(a, pose_a, b, pose_b, options)
}

impl Workspace {
    /// Returns the signed distance of two shapes placed in the world. Vectors of the answer are in the pair frame: A's
    /// axes, origin at A's origin. Allocates only to enlarge the workspace.
    #[inline]
    pub fn signed_distance(&mut self, a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &Options) -> Answer {
        self.run(Cso::new(a, pose_a, b, pose_b), options, None)
    }

    /// Returns the signed distance as [`Self::signed_distance`], starting from the nearest feature of an earlier answer
    /// for these shapes ([`Answer::feature`]), such as that of the previous frame. The start saves iterations; without
    /// a tolerance, it changes the answer by rounding errors at most.
    #[inline]
    pub fn resumed(
        &mut self,
        a: &Shape,
        pose_a: &Pose,
        b: &Shape,
        pose_b: &Pose,
        options: &Options,
        feature: Feature,
    ) -> Answer {
        self.run(Cso::new(a, pose_a, b, pose_b), options, Some(feature))
    }

    /// Returns the signed distance of a placed pair, in the pair frame.
    #[inline]
    pub(crate) fn in_pair_frame(&mut self, cso: Cso<&Shape>, options: &Options) -> Answer {
        self.run(cso, options, None)
    }

    /// Answers a query, from the feature of an earlier answer if there is one.
    #[inline]
    fn run(&mut self, cso: Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        if rounding::fits_own_unit_in_plane(cso.magnitude()) && options.solver == Solver::SignedVolumes {
            Distance::run_to_answer(gjk_at_start(cso, options, feature), Gjk::run_by_signed_volumes, &mut self.0)
        } else {
            self.run_in_other_unit_or_solver(&cso, options, feature)
        }
    }

    /// Answers a query that does not use signed volumes, or whose pair has to be computed in another unit.
    #[cold]
    #[inline(never)]
    fn run_in_other_unit_or_solver(
        &mut self,
        cso: &Cso<&Shape>,
        options: &Options,
        feature: Option<Feature>,
    ) -> Answer {
        if rounding::fits_own_unit_in_plane(cso.magnitude()) {
            self.answer(cso.clone(), options, feature)
        } else {
            self.rescaled(cso, options, feature)
        }
    }

    /// Answers a query in a unit in which the pair has a size of about 1.
    fn rescaled(&mut self, cso: &Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        let factor = rounding::unit_scale(cso.magnitude());
        let a = cso.a.scaled(factor);
        let b = cso.b.scaled(factor);
        let options = Options { absolute: options.absolute * factor, ..*options };
        let moved = Cso::placed(&a, &b, cso.rotation, cso.translation * factor);
        self.answer(moved, &options, feature).in_unit(factor)
    }

    /// Answers a query with any sub-algorithm, in the unit of the pair.
    fn answer(&mut self, cso: Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        Distance::run_to_answer(gjk_at_start(cso, options, feature), Gjk::run, &mut self.0)
    }
}

/// Returns GJK before its first iteration, starting from the feature of an earlier answer if there is one.
#[inline(always)]
fn gjk_at_start<'a>(cso: Cso<&'a Shape>, options: &Options, feature: Option<Feature>) -> Gjk<&'a Shape> {
    match feature {
        Some(feature) => Gjk::resume(cso, *options, feature),
        None => Gjk::new(cso, *options),
    }
}

/// Returns the stepper of a query before its first step; `None` for a pair that has to be computed in another unit.
pub(crate) fn prepare_stepped<S: std::borrow::Borrow<Shape> + Clone>(
    cso: Cso<S>,
    options: &Options,
) -> Option<Box<Distance<S>>> {
    rounding::fits_own_unit_in_plane(cso.magnitude()).then(|| Box::new(Distance::new(Gjk::new(cso, *options))))
}

/// Runs `gjk` to its end, and EPA after it if the cores overlap. Returns the answer in the pair frame.
pub fn answer<S: std::borrow::Borrow<Shape> + Clone>(gjk: Gjk<S>, memory: &mut Workspace) -> Answer {
    Distance::run_to_answer(gjk, Gjk::run, &mut memory.0)
}
