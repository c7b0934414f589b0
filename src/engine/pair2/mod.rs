//! The full answer for a pair of planar shapes: signed distance, normal, witness points and a proven bracket (spec §5-8).
//!
//! GJK on the cores; when they overlap, EPA on the cores; the balls are taken off at the end. So shallow contacts of
//! round shapes never need EPA, and polygons end exactly. **Frame.** The pair frame inside; [`Answer2::in_world`].
//!
//! ```
//! use contact_lens::double::{pair2, shape2::Shape2, support2::Pose2};
//! use glam::DVec2;
//! let disc = Shape2::circle(1.0)?;
//! let square = Shape2::rectangle(DVec2::ONE)?;
//! let right = Pose2::new(DVec2::new(3.0, 0.0), DVec2::X);
//! let answer = pair2::signed_distance(&disc, &Pose2::IDENTITY, &square, &right, &pair2::Options::default());
//! assert!((answer.signed_distance - 1.0).abs() < 1e-15 && answer.normal == DVec2::X);
//! # Ok::<(), contact_lens::double::shape2::ShapeError2>(())
//! ```

#[cfg(test)]
mod tests;

use std::borrow::Borrow;

use super::answer::{Answer, Reason, Status, in_unit};
use super::epa2::{self, Edge, Epa2};
pub use super::gjk2::Options;
use super::gjk2::{self, Direction, Gjk2};
use super::prelude::*;
use super::shape2::Shape2;
use super::support2::{Cso2, Pose2, Vertex2, lift};
use super::tolerance;

/// [`super::answer::Answer`] in the plane, with the same signs and promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer2 {
    /// Best estimate, inside `[lower, upper]`.
    pub signed_distance: Real,
    /// Unit vector from A towards B. Moving B by `depth · normal` makes a penetrating pair just touch.
    pub normal: Vec2,
    /// The closest, or deepest, point of A.
    pub witness_a: Vec2,
    /// The closest, or deepest, point of B.
    pub witness_b: Vec2,
    /// Proven: the true signed distance is not below this, rounding included.
    pub lower: Real,
    /// Proven: the true signed distance is not above this, rounding included.
    pub upper: Real,
    /// How the algorithm ended.
    pub status: Status,
    /// Turns of the outer loops of GJK and EPA.
    pub iterations: u32,
    /// The corner or edge of the cores' `A − B` that is nearest: the corners of A and of B that it comes from.
    pub feature: Feature,
}

/// Two corners of `A − B`, each as its corner of A and its corner of B; twice the same one for a corner alone.
pub type Feature = [[u32; 2]; 2];

impl Answer2 {
    /// The same answer with its vectors moved from the pair frame to the world.
    #[inline]
    pub fn in_world(mut self, pose_a: &Pose2) -> Self {
        self.normal = pose_a.rotation.rotate(self.normal);
        self.witness_a = pose_a.point(self.witness_a);
        self.witness_b = pose_a.point(self.witness_b);
        self
    }

    /// The same answer in space, z = 0.
    pub fn in_space(&self) -> Answer {
        Answer {
            signed_distance: self.signed_distance,
            normal: lift(self.normal),
            witness_a: lift(self.witness_a),
            witness_b: lift(self.witness_b),
            lower: self.lower,
            upper: self.upper,
            status: self.status,
            iterations: self.iterations,
        }
    }
}

/// Memory that is kept between queries.
#[derive(Clone, Debug, Default)]
pub struct Workspace(Vec<Edge>);

/// As [`Workspace::signed_distance`]. A deep pair allocates.
#[inline]
pub fn signed_distance(a: &Shape2, pose_a: &Pose2, b: &Shape2, pose_b: &Pose2, options: &Options) -> Answer2 {
    Workspace::default().signed_distance(a, pose_a, b, pose_b, options)
}

impl Workspace {
    /// The answer for two shapes in the world. Vectors are in the pair frame: A's axes, origin at A's origin. Nothing is
    /// allocated once the workspace is warm.
    #[inline]
    pub fn signed_distance(
        &mut self,
        a: &Shape2,
        pose_a: &Pose2,
        b: &Shape2,
        pose_b: &Pose2,
        options: &Options,
    ) -> Answer2 {
        self.ask(Cso2::new(a, pose_a, b, pose_b), options, None)
    }

    /// The same, from what was nearest in an earlier answer for these shapes ([`Answer2::feature`]), such as the last
    /// frame's. It changes the number of turns, and nothing else beyond rounding.
    #[inline]
    pub fn resumed(
        &mut self,
        a: &Shape2,
        pose_a: &Pose2,
        b: &Shape2,
        pose_b: &Pose2,
        options: &Options,
        feature: Feature,
    ) -> Answer2 {
        self.ask(Cso2::new(a, pose_a, b, pose_b), options, Some(feature))
    }

    #[inline]
    fn ask(&mut self, cso: Cso2<&Shape2>, options: &Options, feature: Option<Feature>) -> Answer2 {
        if tolerance::is_plain(cso.magnitude()) {
            self.answer(cso, options, feature)
        } else {
            self.rescaled(&cso, options, feature)
        }
    }

    /// The same in a unit in which the pair is about one long.
    #[cold]
    fn rescaled(&mut self, cso: &Cso2<&Shape2>, options: &Options, feature: Option<Feature>) -> Answer2 {
        let factor = tolerance::unit_scale(cso.magnitude());
        let (a, b) = (cso.a.scaled(factor), cso.b.scaled(factor));
        let options = Options { absolute: options.absolute * factor, ..*options };
        let moved = Cso2::placed(&a, &b, cso.rotation, cso.translation * factor);
        let mut answer = self.answer(moved, &options, feature);
        let [lower, distance, upper] = [answer.lower, answer.signed_distance, answer.upper];
        (answer.status, [answer.lower, answer.signed_distance, answer.upper]) =
            in_unit(answer.status, [lower, distance, upper], factor);
        answer.witness_a /= factor;
        answer.witness_b /= factor;
        answer
    }

    #[inline]
    fn answer(&mut self, cso: Cso2<&Shape2>, options: &Options, feature: Option<Feature>) -> Answer2 {
        let mut gjk = match feature {
            Some(feature) => Gjk2::resume(cso, *options, feature),
            None => Gjk2::new(cso, *options),
        };
        let outcome = gjk.run();
        conclude(&gjk, outcome, &mut self.0)
    }
}

/// The answer of a run of GJK that ended so. When the cores overlap, EPA goes on from its simplex, in `buffer`.
#[inline]
pub fn conclude<S: Borrow<Shape2> + Clone>(gjk: &Gjk2<S>, outcome: gjk2::Outcome, buffer: &mut Vec<Edge>) -> Answer2 {
    match outcome {
        gjk2::Outcome::Apart | gjk2::Outcome::OnVertex => apart(gjk, None),
        gjk2::Outcome::IterationLimit => apart(gjk, Some(Reason::IterationLimit)),
        gjk2::Outcome::Contained | gjk2::Outcome::OnEdge => {
            let gjk2::Options { relative, absolute, max_iterations, .. } = gjk.options;
            let options =
                epa2::Options { relative, absolute, max_iterations: max_iterations.saturating_sub(gjk.turns) };
            let mut epa = Epa2::new(gjk.cso.clone(), &gjk.simplex[..gjk.count], options, std::mem::take(buffer));
            let outcome = epa.run();
            let answer = conclude_deep(&epa, outcome, gjk.turns);
            *buffer = epa.edges;
            answer
        }
    }
}

/// The cores are apart, or touch in a corner: `v` is nearest, and `w`, found along `d`, proves it.
#[inline(always)]
fn apart<S: Borrow<Shape2>>(gjk: &Gjk2<S>, failed: Option<Reason>) -> Answer2 {
    let length = gjk.d.length();
    let normal = if length > 0.0 { gjk.d / length } else { Vec2::X };
    // Along the edge's perpendicular the distance is exact to a rounding of the edge; a corner's is its length, and so is
    // that of an edge from which the search went along −v.
    let square = gjk.count > 1 && gjk.direction() == Direction::Perpendicular;
    let distance = if square { -normal.dot(gjk.simplex[0].w) } else { gjk.nearest().v.length() };
    let lower = -normal.dot(gjk.w.w);
    let width = gjk.allowed_width(distance - gjk.cso.ball());
    let failed = failed.or_else(|| (distance - lower > width).then_some(Reason::Stalled));
    let [p, q, _] = gjk.simplex;
    let (q, share) = if gjk.count == 1 { (p, 0.0) } else { (q, gjk.nearest().weights[1]) };
    finish(&gjk.cso, [p, q], share, normal, [lower, distance, distance], gjk.turns, failed)
}

/// The answer of a run of EPA that ended so, after `turns` of GJK.
#[inline]
pub fn conclude_deep<S: Borrow<Shape2>>(epa: &Epa2<S>, outcome: epa2::Outcome, turns: u32) -> Answer2 {
    let failed = (outcome == epa2::Outcome::IterationLimit).then_some(Reason::IterationLimit);
    // A run has at least one edge; without any there is nothing but its last corner.
    let [from, to] = epa.edges.get(epa.nearest).map_or([epa.w, epa.w], |edge| [edge.from, edge.to]);
    let along = to.w - from.w;
    let length = along.length();
    let (normal, share) = if length > 0.0 {
        (-along.perp() / length, (-from.w.dot(along) / (length * length)).clamp(0.0, 1.0))
    } else {
        (Vec2::X, 0.0)
    };
    let distance = normal.dot(from.w);
    finish(&epa.cso, [from, to], share, normal, [-epa.upper, -distance, -distance], turns + epa.turns, failed)
}

/// Adds the balls to what is known of the cores: `v` is the share `t` of the way from `p` to `q`, and `bounds` are the lower bound, the estimate and the upper bound.
#[inline(always)]
fn finish<S: Borrow<Shape2>>(
    cso: &Cso2<S>,
    [p, q]: [Vertex2; 2],
    t: Real,
    normal: Vec2,
    bounds: [Real; 3],
    iterations: u32,
    failed: Option<Reason>,
) -> Answer2 {
    let allowance = tolerance::allowance2(cso.magnitude());
    let [lower, estimate, upper] = bounds.map(|bound| bound - cso.ball());
    let (lower, upper) = (lower.min(estimate) - allowance, upper.max(estimate) + allowance);
    let status = match failed {
        Some(reason) => Status::NotConverged(reason),
        None if lower > 0.0 => Status::Separated,
        None if upper < 0.0 => Status::Penetrating,
        None => Status::Touching,
    };
    Answer2 {
        signed_distance: estimate,
        normal,
        witness_a: cso.point_a(p.a).lerp(cso.point_a(q.a), t) + normal * cso.a.borrow().ball(),
        witness_b: cso.point_b(p.b).lerp(cso.point_b(q.b), t) - normal * cso.b.borrow().ball(),
        feature: [[p.a, p.b], [q.a, q.b]],
        lower,
        upper,
        status,
        iterations,
    }
}
