//! Signed distance and overlap of two colliders.

use super::answer::PairDistance;
use super::answers::Answer;
use super::bracket::Status;
use super::distances::Options;
use super::geometry::Collider;
use super::half_space::{HalfSpaceAndParts, TwoHalfSpaces, TwoHalfSpacesOutcome};
use super::pair::{PairOfKinds, PlacedPair};
use super::parts::Body;
use super::pose::Pose;
use super::prelude::*;
use super::tree::{Search, SearchResult};
use super::workspace::Workspace;
use super::{NoAnswer, isa_gjk};

impl Workspace {
    /// Returns the signed distance of two placed colliders, as [`distance`](super::distance()).
    ///
    /// # Errors
    /// As [`distance`](super::distance()).
    pub fn distance(
        &mut self,
        a: &Collider,
        pose_a: &Pose,
        b: &Collider,
        pose_b: &Pose,
    ) -> Result<PairDistance, NoAnswer> {
        let (pair, kinds) = PlacedPair::new(a, pose_a, b, pose_b)?;
        match kinds {
            PairOfKinds::Shapes([a, b]) => {
                let answer = self.distance.signed_distance(&a.shape, pose_a, &b.shape, pose_b, &Options::default());
                PairDistance::new(&answer, [0, 0])
            }
            PairOfKinds::Parts(bodies) => closest(&self.parts.distance(bodies, pair.poses, &Options::default())),
            PairOfKinds::HalfSpace { half_space, body, is_a } => {
                let mut found = self.search_half_space(pair.half_space_and_parts(half_space, body, is_a));
                if let Some(answer) = &mut found.answer {
                    answer.witness_a += pair.origin();
                    answer.witness_b += pair.origin();
                }
                closest(&found)
            }
            PairOfKinds::HalfSpaces(half_spaces) => {
                distance_of_half_spaces(pair.half_spaces(half_spaces), pair.origin())
            }
        }
    }

    /// Searches the part nearest to a half-space; positions from A's origin.
    pub(super) fn search_half_space(&mut self, pair: HalfSpaceAndParts<&Body>) -> SearchResult<Answer> {
        let mut search = Search::new(pair, std::mem::take(&mut self.buffers));
        let outcome = search.run();
        let result = search.result(outcome);
        (_, self.buffers) = search.into_parts();
        result
    }

    /// Returns whether two placed colliders overlap, as [`intersects`](super::intersects).
    pub fn intersects(&mut self, a: &Collider, pose_a: &Pose, b: &Collider, pose_b: &Pose) -> Option<bool> {
        let (pair, kinds) = PlacedPair::new(a, pose_a, b, pose_b).ok()?;
        match kinds {
            PairOfKinds::Shapes([a, b]) => {
                let options = isa_gjk::Options::default();
                let answer =
                    isa_gjk::intersect(&a.shape, pose_a, &b.shape, pose_b, &options, &mut isa_gjk::Cache::default());
                overlap(answer.status)
            }
            PairOfKinds::Parts(bodies) => self.parts.intersects(bodies, pair.poses).intersects,
            PairOfKinds::HalfSpace { half_space, body, is_a } => {
                let found = self.search_half_space(pair.half_space_and_parts(half_space, body, is_a));
                // A half-space that all triangles face away from overlaps none of them.
                found.answer.map_or(Some(false), |answer| overlap(answer.bracket().side()))
            }
            PairOfKinds::HalfSpaces(half_spaces) => {
                let mut run = pair.half_spaces(half_spaces);
                match run.run() {
                    TwoHalfSpacesOutcome::Separated => Some(false),
                    TwoHalfSpacesOutcome::Penetrating | TwoHalfSpacesOutcome::Unbounded => Some(true),
                    TwoHalfSpacesOutcome::Touching | TwoHalfSpacesOutcome::NotFinite => None,
                }
            }
        }
    }
}

/// Whether a proven statement is an overlap.
pub(super) fn overlap(status: Status) -> Option<bool> {
    match status {
        Status::Separated => Some(false),
        Status::Penetrating => Some(true),
        Status::Touching | Status::NotConverged(_) => None,
    }
}

/// Distance of the closest pair of parts.
///
/// # Errors
/// All pairs were skipped, or the numbers are out of range.
pub(super) fn closest(found: &SearchResult<Answer>) -> Result<PairDistance, NoAnswer> {
    match (&found.answer, found.parts) {
        (Some(answer), Some(parts)) => PairDistance::new(answer, parts),
        (None, _) | (_, None) => Err(NoAnswer::FromBehind),
    }
}

/// Distance of two half-spaces with opposite normals; `run` has positions from `origin`.
///
/// # Errors
/// The half-spaces overlap without limit, or a number is out of range.
fn distance_of_half_spaces(mut run: TwoHalfSpaces, origin: Vec3) -> Result<PairDistance, NoAnswer> {
    if run.run() == TwoHalfSpacesOutcome::Unbounded {
        return Err(NoAnswer::Unbounded);
    }
    let plain = run.answer().ok_or(NoAnswer::OutOfRange)?;
    let mut answer = super::half_space::in_real(&plain);
    answer.witness_a += origin;
    answer.witness_b += origin;
    PairDistance::new(&answer, [0, 0])
}
