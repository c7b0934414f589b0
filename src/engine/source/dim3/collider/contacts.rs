//! Contact points of two colliders, for contact solvers.

use glam::DVec3;

use super::NoAnswer;
use super::answer::PartContacts;
use super::contact::{Options, Point};
use super::distances;
use super::geometry::{Collider, ConvexBody, Geometry};
use super::half_space::{TwoHalfSpaces, TwoHalfSpacesOutcome};
use super::manifold;
use super::numbers::narrow;
use super::pair::{PairOfKinds, PlacedPair};
use super::parts::Pair;
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::tree::{ContactPairs, ContactSearch, Search};
use super::workspace::Workspace;
use contact_lens_model::snapshot;
use contact_lens_model::snapshot::ToF64 as _;

impl Workspace {
    /// Returns the contacts of two placed colliders, as [`contacts`](super::contacts()).
    ///
    /// # Errors
    /// As [`contacts`](super::contacts()).
    pub fn contacts(
        &mut self,
        a: &Collider,
        pose_a: &Pose,
        b: &Collider,
        pose_b: &Pose,
        margin: Real,
    ) -> Result<&[PartContacts], NoAnswer> {
        self.contacts_with(a, pose_a, b, pose_b, &Options { margin, ..Options::default() })
    }

    /// Returns the contacts of two placed colliders with these options, which apply to every pair of parts: a limit on
    /// the number of points, and the reference and points of the previous contact of convex shapes.
    ///
    /// # Errors
    /// As [`contacts`](super::contacts()).
    pub fn contacts_with(
        &mut self,
        a: &Collider,
        pose_a: &Pose,
        b: &Collider,
        pose_b: &Pose,
        options: &Options,
    ) -> Result<&[PartContacts], NoAnswer> {
        self.contact_count = 0;
        if !(options.margin >= 0.0 && options.margin <= rounding::largest()) {
            return Err(NoAnswer::InvalidInput);
        }
        let (pair, kinds) = PlacedPair::new(a, pose_a, b, pose_b)?;
        if !(has_features(a) && has_features(b)) {
            return Err(NoAnswer::TooManyVertices);
        }
        match kinds {
            PairOfKinds::Shapes(shapes) => self.contacts_of_shapes(shapes, pair.poses, options)?,
            PairOfKinds::Parts(bodies) => {
                let pairs = Pair::new(bodies, pair.poses, distances::Options::default());
                self.contacts_of_parts(pairs, options, pair.origin())?;
            }
            PairOfKinds::HalfSpace { half_space, body, is_a } => {
                let pairs = pair.half_space_and_parts(half_space, body, is_a);
                self.contacts_of_parts(pairs, options, pair.origin())?;
            }
            PairOfKinds::HalfSpaces(half_spaces) => check_apart(pair.half_spaces(half_spaces), options.margin)?,
        }
        Ok(&self.contacts[..self.contact_count])
    }

    /// Writes the contacts of two convex shapes to the list.
    ///
    /// # Errors
    /// A shape has too many vertices, or the numbers are out of range.
    fn contacts_of_shapes(
        &mut self,
        [a, b]: [&ConvexBody; 2],
        [pose_a, pose_b]: [&Pose; 2],
        options: &Options,
    ) -> Result<(), NoAnswer> {
        let [Some(a), Some(b)] = [a, b].map(|convex| convex.body.contact_body(0)) else {
            return Err(NoAnswer::TooManyVertices);
        };
        let answer = self.manifold.manifold(&a, pose_a, &b, pose_b, options);
        if answer.outcome == manifold::Outcome::NotFinite {
            return Err(NoAnswer::OutOfRange);
        }
        if answer.points.is_empty() {
            return Ok(());
        }
        if self.contacts.is_empty() {
            self.contacts.push(PartContacts::default());
        }
        self.contacts[0].parts = [0, 0];
        // The list of points keeps its memory.
        let mut points = std::mem::take(&mut self.contacts[0].manifold.points);
        points.clone_from(&answer.points);
        self.contacts[0].manifold = manifold::Answer {
            points,
            normal: answer.normal,
            reference: answer.reference,
            outcome: answer.outcome,
            separation: answer.separation,
            excess_depth: answer.excess_depth,
            band: answer.band,
            reduced: answer.reduced,
            area_kept: answer.area_kept,
            ties: answer.ties,
        };
        self.contact_count = 1;
        Ok(())
    }

    /// Writes the contacts of all pairs of parts to the list, ordered by their numbers; `origin` is A's position.
    ///
    /// # Errors
    /// The numbers are out of range.
    fn contacts_of_parts<P: ContactPairs<3, Options = Options>>(
        &mut self,
        pairs: P,
        options: &Options,
        origin: Vec3,
    ) -> Result<(), NoAnswer> {
        let mut search = Search::new(ContactSearch::new(pairs, *options), std::mem::take(&mut self.buffers));
        search.run();
        let mut all = std::mem::take(&mut search.all);
        (_, self.buffers) = search.into_parts();
        if all.iter().any(|(_, answer)| answer.outcome == manifold::Outcome::NotFinite) {
            return Err(NoAnswer::OutOfRange);
        }
        all.retain(|(_, answer)| !answer.points.is_empty());
        all.sort_by_key(|(parts, _)| *parts);
        self.contacts.clear();
        self.contacts.extend(all.iter().map(|(parts, answer)| PartContacts {
            parts: *parts,
            manifold: manifold_from_plain(answer, origin.to_f64()),
        }));
        self.contact_count = self.contacts.len();
        Ok(())
    }
}

/// Whether the contact query accepts all convex shapes of a collider.
fn has_features(collider: &Collider) -> bool {
    match &collider.geometry {
        Geometry::Convex(convex) => convex.body.contact_body(0).is_some(),
        Geometry::HalfSpace(_) => true,
        Geometry::Parts(parts) => parts.has_features(),
    }
}

/// Checks that two half-spaces are farther apart than `margin`, so that they have no contact.
///
/// # Errors
/// The half-spaces touch or overlap everywhere on a plane, or a number is out of range.
fn check_apart(mut run: TwoHalfSpaces, margin: Real) -> Result<(), NoAnswer> {
    match (run.run(), run.gap) {
        (TwoHalfSpacesOutcome::NotFinite, _) => Err(NoAnswer::OutOfRange),
        (_, Some(gap)) if gap.lower > f64::from(margin) => Ok(()),
        (_, Some(_) | None) => Err(NoAnswer::Unbounded),
    }
}

/// Converts contacts from plain data, in world axes with positions from `origin`.
fn manifold_from_plain(plain: &snapshot::manifold::Answer, origin: DVec3) -> manifold::Answer {
    let points = plain.points.iter().map(|point| Point {
        on_a: narrow(point.on_a + origin),
        on_b: narrow(point.on_b + origin),
        depth: point.depth as Real,
        id: point.id,
        features: point.features,
        origin: point.origin,
    });
    manifold::Answer {
        normal: plain.normal.map(narrow),
        points: points.collect(),
        reference: plain.reference,
        outcome: plain.outcome,
        separation: plain.separation as Real,
        excess_depth: plain.bias_paid as Real,
        band: plain.band as Real,
        reduced: plain.reduced,
        area_kept: plain.area_kept.map(|fraction| fraction as Real),
        ties: 0,
    }
}
