//! The full answer for a pair of planar shapes: signed distance, normal, witness points and a proven bracket (spec §5-8).
//!
//! GJK on the cores; when they overlap, EPA on the cores; the balls are taken off at the end. So shallow contacts of
//! round shapes never need EPA, and polygons end exactly. **Frame.** The pair frame inside; [`Answer::in_world`].
//!
//! ```
//! use contact_lens::double::dim2::{distance, shape::Shape, support::Pose};
//! use glam::DVec2;
//! let disc = Shape::circle(1.0)?;
//! let square = Shape::rectangle(DVec2::ONE)?;
//! let right = Pose::new(DVec2::new(3.0, 0.0), DVec2::X);
//! let answer = distance::signed_distance(&disc, &Pose::IDENTITY, &square, &right, &distance::Options::default());
//! assert!((answer.signed_distance - 1.0).abs() < 1e-15 && answer.normal == DVec2::X);
//! # Ok::<(), contact_lens::double::dim3::shape::ShapeError>(())
//! ```

#[cfg(test)]
mod tests;

use std::borrow::Borrow;

use super::answer::{self, Reason, Status, in_unit};
use super::epa::{self, Edge, Epa};
use super::gjk::{self, Direction, Gjk};
pub use super::gjk::{Feature, Options};
use super::prelude::*;
use super::rounding;
use super::shape::Shape;
use super::simplex::Solver;
use super::support::{Cso, Pose, Vertex, lift};

/// [`super::answer::Answer`] in the plane, with the same signs and promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
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
    /// Iterations of the outer loops of GJK and EPA.
    pub iterations: u32,
    /// The corner or edge of the cores' `A − B` that is nearest: the corners of A and of B that it comes from.
    pub feature: Feature,
}

impl Answer {
    /// The same answer with its vectors moved from the pair frame to the world.
    #[inline]
    pub fn in_world(mut self, pose_a: &Pose) -> Self {
        self.normal = pose_a.rotation.rotate(self.normal);
        self.witness_a = pose_a.point(self.witness_a);
        self.witness_b = pose_a.point(self.witness_b);
        self
    }

    /// The same answer in space, z = 0.
    pub fn in_space(&self) -> answer::Answer {
        answer::Answer {
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
pub fn signed_distance(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &Options) -> Answer {
    Workspace::default().signed_distance(a, pose_a, b, pose_b, options)
}

impl Workspace {
    /// The answer for two shapes in the world. Vectors are in the pair frame: A's axes, origin at A's origin. Nothing is
    /// allocated once the workspace is warm.
    #[inline]
    pub fn signed_distance(&mut self, a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &Options) -> Answer {
        self.ask(Cso::new(a, pose_a, b, pose_b), options, None)
    }

    /// The same, from what was nearest in an earlier answer for these shapes ([`Answer::feature`]), such as the last
    /// frame's. It changes the number of iterations, and nothing else beyond rounding.
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
        self.ask(Cso::new(a, pose_a, b, pose_b), options, Some(feature))
    }

    #[inline]
    fn ask(&mut self, cso: Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        if rounding::is_plain(cso.magnitude()) && options.solver == Solver::SignedVolumes {
            let mut gjk = started(cso, options, feature);
            let outcome = gjk.run_by_signed_volumes();
            conclude(&gjk, outcome, &mut self.0)
        } else {
            self.ask_unusual(&cso, options, feature)
        }
    }

    /// By another sub-algorithm, or of a pair that has to change its unit first: out of the way of the usual query.
    #[cold]
    #[inline(never)]
    fn ask_unusual(&mut self, cso: &Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        if rounding::is_plain(cso.magnitude()) {
            self.answer(cso.clone(), options, feature)
        } else {
            self.rescaled(cso, options, feature)
        }
    }

    /// The same in a unit in which the pair is about one long.
    fn rescaled(&mut self, cso: &Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        let factor = rounding::unit_scale(cso.magnitude());
        let (a, b) = (cso.a.scaled(factor), cso.b.scaled(factor));
        let options = Options { absolute: options.absolute * factor, ..*options };
        let moved = Cso::placed(&a, &b, cso.rotation, cso.translation * factor);
        let mut answer = self.answer(moved, &options, feature);
        let [lower, distance, upper] = [answer.lower, answer.signed_distance, answer.upper];
        (answer.status, [answer.lower, answer.signed_distance, answer.upper]) =
            in_unit(answer.status, [lower, distance, upper], factor);
        answer.witness_a /= factor;
        answer.witness_b /= factor;
        answer
    }

    /// By whatever sub-algorithm.
    fn answer(&mut self, cso: Cso<&Shape>, options: &Options, feature: Option<Feature>) -> Answer {
        let mut gjk = started(cso, options, feature);
        let outcome = gjk.run();
        conclude(&gjk, outcome, &mut self.0)
    }
}

/// GJK before its first iteration, from what an earlier answer found if there is one.
#[inline(always)]
fn started<'a>(cso: Cso<&'a Shape>, options: &Options, feature: Option<Feature>) -> Gjk<&'a Shape> {
    match feature {
        Some(feature) => Gjk::resume(cso, *options, feature),
        None => Gjk::new(cso, *options),
    }
}

/// The answer of a run of GJK that ended so. When the cores overlap, EPA goes on from its simplex, in `buffer`.
#[inline]
pub fn conclude<S: Borrow<Shape> + Clone>(gjk: &Gjk<S>, outcome: gjk::Outcome, buffer: &mut Vec<Edge>) -> Answer {
    match outcome {
        gjk::Outcome::Apart | gjk::Outcome::OnVertex => apart(gjk, None),
        gjk::Outcome::IterationLimit => apart(gjk, Some(Reason::IterationLimit)),
        gjk::Outcome::Contained | gjk::Outcome::OnEdge => {
            let gjk::Options { relative, absolute, max_iterations, .. } = gjk.options;
            let options = epa::Options { relative, absolute, max_iterations: max_iterations.saturating_sub(gjk.turns) };
            let mut epa = Epa::new(gjk.cso.clone(), &gjk.simplex[..gjk.count], options, std::mem::take(buffer));
            let outcome = epa.run();
            let answer = conclude_deep(&epa, outcome, gjk.turns);
            *buffer = epa.edges;
            answer
        }
    }
}

/// The cores are apart, or touch in a corner: `v` is nearest, and `w`, found along `d`, proves it.
#[inline(always)]
fn apart<S: Borrow<Shape>>(gjk: &Gjk<S>, failed: Option<Reason>) -> Answer {
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

/// The answer of a run of EPA that ended so, after `iterations` of GJK.
#[inline]
pub fn conclude_deep<S: Borrow<Shape>>(epa: &Epa<S>, outcome: epa::Outcome, turns: u32) -> Answer {
    let failed = (outcome == epa::Outcome::IterationLimit).then_some(Reason::IterationLimit);
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
fn finish<S: Borrow<Shape>>(
    cso: &Cso<S>,
    [p, q]: [Vertex; 2],
    t: Real,
    normal: Vec2,
    bounds: [Real; 3],
    iterations: u32,
    failed: Option<Reason>,
) -> Answer {
    let allowance = rounding::allowance2(cso.magnitude());
    let [lower, estimate, upper] = bounds.map(|bound| bound - cso.ball());
    let (lower, upper) = (lower.min(estimate) - allowance, upper.max(estimate) + allowance);
    let status = match failed {
        Some(reason) => Status::NotConverged(reason),
        None if lower > 0.0 => Status::Separated,
        None if upper < 0.0 => Status::Penetrating,
        None => Status::Touching,
    };
    Answer {
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
