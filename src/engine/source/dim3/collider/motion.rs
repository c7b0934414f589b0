//! First contact of two moving colliders.

use glam::DVec3;

use super::NoAnswer;
use super::answer::{FirstContact, Velocity};
use super::casts::rotating::{Course, Options as RotatingOptions, PairOfShapes, RotatingCast};
use super::casts::{MovingBody, Options, ray_cast};
use super::distances;
use super::geometry::{Collider, ConvexBody};
use super::half_space::{HalfSpace, HalfSpaceAndParts, TwoHalfSpacesOutcome};
use super::numbers::narrow;
use super::pair::{PairOfKinds, PlacedPair};
use super::parts::{Body, Pair};
use super::pose::Pose;
use super::prelude::*;
use super::shape::Shape;
use super::tree::{CastMotion, CastPairs, MovingSearch, Search};
use super::workspace::Workspace;
use contact_lens_model::ask::CastMethod;
use contact_lens_model::snapshot::ToF64 as _;
use contact_lens_model::snapshot::cast::{Answer as PlainAnswer, Outcome};

impl Workspace {
    /// Returns the first contact of two colliders that move without rotation, as [`cast`](super::cast()).
    ///
    /// # Errors
    /// As [`cast`](super::cast()).
    pub fn cast(
        &mut self,
        a: &Collider,
        pose_a: &Pose,
        b: &Collider,
        pose_b: &Pose,
        velocities: [Vec3; 2],
        t_max: Real,
    ) -> Result<FirstContact, NoAnswer> {
        self.cast_rotating(
            a,
            pose_a,
            b,
            pose_b,
            velocities.map(|linear| Velocity { linear, angular: Vec3::ZERO }),
            t_max,
        )
    }

    /// Returns the first contact of two colliders that move and rotate, as [`cast_rotating`](super::cast_rotating).
    ///
    /// # Errors
    /// As [`cast_rotating`](super::cast_rotating).
    pub fn cast_rotating(
        &mut self,
        a: &Collider,
        pose_a: &Pose,
        b: &Collider,
        pose_b: &Pose,
        velocities: [Velocity; 2],
        t_max: Real,
    ) -> Result<FirstContact, NoAnswer> {
        let motion = cast_motion(velocities, t_max)?;
        let (pair, kinds) = PlacedPair::new(a, pose_a, b, pose_b)?;
        match kinds {
            PairOfKinds::Shapes(shapes) if motion.rotates() => cast_rotating_shapes(shapes, &pair, &motion),
            PairOfKinds::Shapes([a, b]) => {
                let a = MovingBody { shape: &a.shape, pose: pose_a, velocity: velocities[0].linear };
                let b = MovingBody { shape: &b.shape, pose: pose_b, velocity: velocities[1].linear };
                FirstContact::of_shapes(&ray_cast(a, b, &Options { t_max, ..Options::default() }))
            }
            PairOfKinds::Parts(bodies) => {
                let pairs = Pair::new(bodies, pair.poses, distances::Options::default());
                self.search_first_contact(pairs, motion, pair.origin())
            }
            PairOfKinds::HalfSpace { half_space, body, is_a } => {
                if motion.spins[usize::from(!is_a)] != DVec3::ZERO {
                    return Err(NoAnswer::Unbounded);
                }
                self.search_first_contact(pair.half_space_and_parts(half_space, body, is_a), motion, pair.origin())
            }
            PairOfKinds::HalfSpaces(half_spaces) => self.cast_half_spaces(half_spaces, &pair, motion),
        }
    }

    /// Searches the pair of parts that touches first; `origin` is A's position.
    ///
    /// # Errors
    /// A number is out of range.
    fn search_first_contact<P: CastPairs<3>>(
        &mut self,
        pairs: P,
        motion: CastMotion,
        origin: Vec3,
    ) -> Result<FirstContact, NoAnswer> {
        let mut search = Search::new(MovingSearch::new(pairs, motion), std::mem::take(&mut self.buffers));
        search.run();
        let answer = search.first_contact();
        let parts = search.deciding_parts();
        (_, self.buffers) = search.into_parts();
        match answer {
            Some(answer) => FirstContact::from_plain(&answer, origin.to_f64(), parts),
            None => Ok(FirstContact::from_behind(motion.t_max as Real)),
        }
    }

    /// First contact of two half-spaces. Those with opposite normals touch when a point of B's plane touches A.
    ///
    /// # Errors
    /// A half-space rotates, or a number is out of range.
    fn cast_half_spaces(
        &mut self,
        half_spaces: [&HalfSpace; 2],
        pair: &PlacedPair<'_>,
        motion: CastMotion,
    ) -> Result<FirstContact, NoAnswer> {
        if motion.rotates() {
            return Err(NoAnswer::Unbounded);
        }
        let mut run = pair.half_spaces(half_spaces);
        if run.run() == TwoHalfSpacesOutcome::Unbounded {
            return FirstContact::from_plain(&unbounded_overlap(), DVec3::ZERO, Some([0, 0]));
        }
        let [_, foot_of_b] = run.feet.ok_or(NoAnswer::OutOfRange)?;
        let point = Body::convex(&Shape::sphere(0.0).map_err(|_| NoAnswer::OutOfRange)?);
        let origin = pair.origin();
        let seen_from_a = Pose { position: Vec3::ZERO, ..*pair.poses[0] };
        let at = Pose::new(narrow(foot_of_b), Quat::IDENTITY);
        let point_pair = HalfSpaceAndParts::new(*half_spaces[0], &seen_from_a, &point, &at, true);
        self.search_first_contact(point_pair, motion, origin)
    }
}

/// Answer of a cast of half-spaces that overlap without limit, at the start and always.
fn unbounded_overlap() -> PlainAnswer {
    PlainAnswer {
        outcome: Outcome::Overlapping,
        t_first: Some(0.0),
        lower: 0.0,
        upper: Some(0.0),
        t_last: None,
        normal: None,
        witness: None,
        gap: None,
        iterations: 1,
    }
}

/// Motion of two colliders in `f64`.
///
/// # Errors
/// A velocity is not finite, or the duration is negative or NaN.
fn cast_motion(velocities: [Velocity; 2], t_max: Real) -> Result<CastMotion, NoAnswer> {
    let is_finite = velocities.iter().all(|velocity| velocity.linear.is_finite() && velocity.angular.is_finite());
    if !(is_finite && t_max >= 0.0) {
        return Err(NoAnswer::InvalidInput);
    }
    let rotates = velocities.iter().any(|velocity| velocity.angular != Vec3::ZERO);
    Ok(CastMotion {
        velocities: velocities.map(|velocity| velocity.linear.to_f64()),
        spins: velocities.map(|velocity| velocity.angular.to_f64()),
        t_max: f64::from(t_max),
        // Bilateral advancement decides bodies that approach tangentially.
        method: if rotates { CastMethod::Bilateral } else { CastMethod::Raycast },
        max_iterations: None,
    })
}

/// First contact of two convex shapes that move and rotate.
///
/// # Errors
/// A number is out of range.
fn cast_rotating_shapes(
    [a, b]: [&ConvexBody; 2],
    pair: &PlacedPair<'_>,
    motion: &CastMotion,
) -> Result<FirstContact, NoAnswer> {
    let [position_a, position_b] = pair.poses.map(|pose| pose.position.to_f64());
    let course = Course {
        velocities: motion.velocities,
        spins: motion.spins,
        rotations: pair.poses.map(|pose| pose.rotation().to_f64().normalize()),
        between: position_b - position_a,
    };
    let options =
        RotatingOptions { t_max: motion.t_max, bilateral: motion.is_bilateral(), ..RotatingOptions::default() };
    let mut run = RotatingCast::new(PairOfShapes { a: &a.shape, b: &b.shape }, course, options);
    let outcome = run.run();
    let parts = outcome.hit().map(|_| [0, 0]);
    FirstContact::from_plain(&run.answer(outcome), position_a, parts)
}
