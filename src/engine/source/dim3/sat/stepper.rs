//! The separating-axis test as a stepper: one axis per step, or several in a test by triples or by a walk. A comment
//! `// @name` marks the line of `listing.txt` that the statement implements.

use std::borrow::Borrow;
use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use super::arc_search::{Advance, ArcSearch, can_search};
use super::axis_order::AxisCursor;
use super::axis_triples::BoxAxes;
use super::posed_pair::PosedPair;
use super::solid::{Edge, Solid};
use super::walk::{Walk, can_walk};
use super::{Axis, Outcome, Pose, Tested, TestedAxes, matrix, rounding};
use crate::dim3::numbers::{higher, length, squarable};
use crate::dim3::prelude::*;
use contact_lens_model::ask::EdgePairs;

/// Options of the test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// Whether the first axis with a gap ends the test.
    pub stop_at_first: bool,
    /// Pairs of edges to test, and the method that skips the others.
    pub pairs: EdgePairs,
    /// The separating axis of the previous frame. It is tested first, and the test ends if it still has a gap.
    pub cached: Option<Axis>,
}

/// Number of edge pairs above which pairs are skipped by a bound on their gaps ([`EdgePairs::Bounded`]) instead of
/// examined one by one; about that of two hulls of 80 points on a sphere.
pub const MANY_EDGE_PAIRS: usize = 55_000;

/// State of the test of two solids. `S` is a solid, a reference to one, or another type that lends one.
#[derive(Clone, Debug)]
pub struct Sat<S> {
    /// The first body; its frame is the pair frame.
    pub a: S,
    /// The second body, in its own frame.
    pub b: S,
    /// Rotation from B's axes to the pair frame's.
    pub rotation: Mat3,
    /// B's origin in the pair frame.
    pub translation: Vec3,
    /// Options of the test.
    pub options: Options,
    /// Best axis, largest gap and counts.
    pub found: TestedAxes,
    /// Number of edge pairs skipped: parallel, with arcs that do not cross, or with a bound below the best gap.
    pub pruned: u32,
    /// Upper bound of the true gaps of the tested axes; above `found.largest` if the axis of a pair of edges is
    /// inaccurate.
    ceiling: Real,
    /// Radius of a ball around the pair frame's origin that contains both bodies, from which rounding errors are
    /// derived: the sum of both radii and the distance of the origins.
    magnitude: Real,
    /// Position of the next axis.
    pub(super) cursor: AxisCursor,
    /// The separating axis of the previous frame; `None` once it is tested.
    pub(super) cached: Option<Axis>,
    /// State of the walk with [`EdgePairs::Walk`].
    pub(super) walk: Option<Walk>,
    /// State of the search with [`EdgePairs::Bounded`].
    search: Option<Box<ArcSearch>>,
    /// Gap up to which walk and search may skip axes, set by a caller that needs other axes than the best one.
    pub(in crate::dim3) enough: Option<Real>,
    /// State of a test of two boxes by triples.
    pub(super) triples: Option<BoxAxes>,
    /// The edge of A whose pairs are tested.
    pub(super) row: Option<EdgeRow>,
    /// Initial vertices of the walks to the ends of the projections of A and of B.
    near: [[u32; 2]; 2],
    /// Outcome of the test; `None` until it ends.
    pub(super) outcome: Option<Outcome>,
}

/// Edge of A whose pairs with all edges of B are tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeRow {
    /// Index of the edge.
    pub(super) index: u32,
    /// The edge, in B's frame.
    pub(super) edge: Edge,
}

/// Result of an axis, with the vertices where the walks along it ended.
struct Projected {
    /// Result of the axis.
    tested: Tested,
    /// Vertices at the ends of the projections of A and of B, from which the next walks start.
    near: [[u32; 2]; 2],
}

impl<S> Sat<S> {
    /// The state with its bodies replaced by `a` and `b`, which must be equal to them.
    pub(in crate::dim3) fn with_solids<T>(self, a: T, b: T) -> Sat<T> {
        let Self { rotation, translation, options, found, pruned, ceiling, magnitude, cursor, cached, .. } = self;
        let Self { walk, search, enough, triples, row, near, outcome, .. } = self;
        Sat {
            a,
            b,
            rotation,
            translation,
            options,
            found,
            pruned,
            ceiling,
            magnitude,
            cursor,
            cached,
            walk,
            search,
            enough,
            triples,
            row,
            near,
            outcome,
        }
    }
}

impl<S: Borrow<Solid>> Sat<S> {
    /// State before the first axis, for solids placed in the world.
    pub fn new(a: S, pose_a: &Pose, b: S, pose_b: &Pose, options: Options) -> Self {
        let to_a = pose_a.rotation.conjugate();
        let rotation = matrix(to_a * pose_b.rotation);
        let translation = to_a * (pose_b.position - pose_a.position);
        Self::placed(a, b, rotation, translation, options)
    }

    /// State before the first axis, with B rotated by `rotation` and moved by `translation` in the pair frame.
    pub fn placed(a: S, b: S, rotation: Mat3, translation: Vec3, options: Options) -> Self {
        let magnitude = a.borrow().radius + b.borrow().radius + length(translation);
        let is_bounded = skips_by_bound(options.pairs, a.borrow(), b.borrow());
        let search = is_bounded.then(|| Box::new(ArcSearch::new(b.borrow())));
        let is_walked = options.pairs == EdgePairs::Walk && !is_bounded && can_walk(a.borrow(), b.borrow());
        let walk = is_walked.then(Walk::new);
        // Up to this magnitude squares of sums of coordinates are finite. False for NaN.
        let is_valid = magnitude <= 4.0 * rounding::largest();
        Self {
            a,
            b,
            rotation,
            translation,
            options,
            found: TestedAxes::new(rounding::bound_rounding(magnitude), rounding::tie_rounding(magnitude)),
            pruned: 0,
            ceiling: Real::NEG_INFINITY,
            magnitude,
            cursor: AxisCursor::FacesA(0),
            cached: options.cached,
            walk,
            search,
            enough: None,
            triples: None,
            row: None,
            near: [[0; 2]; 2],
            outcome: (!is_valid).then_some(Outcome::NotFinite),
        }
    }

    /// Moves B's origin to `translation`, pair frame; to be called before the first axis.
    pub(in crate::dim3) fn place(&mut self, translation: Vec3) {
        let magnitude = self.a.borrow().radius + self.b.borrow().radius + length(translation);
        self.translation = translation;
        self.magnitude = magnitude;
        self.found = TestedAxes::new(rounding::bound_rounding(magnitude), rounding::tie_rounding(magnitude));
    }

    /// Switches from a walk to one axis per step, for a caller that needs the projections on each axis. Every pair of
    /// arcs is then tested for a crossing.
    pub(in crate::dim3) fn test_all_arcs(&mut self) {
        if self.walk.take().is_some() {
            self.options.pairs = EdgePairs::Crossing;
        }
    }

    /// The test without a bound: it examines all pairs of edges that cross, however many there are.
    #[cfg(test)]
    pub(in crate::dim3) fn unbounded(mut self) -> Self {
        if self.search.take().is_some() && can_walk(self.a.borrow(), self.b.borrow()) {
            self.walk = Some(Walk::new());
        }
        self
    }

    /// The next axis across A's edge `i` and B's edge `j` or a later one, with its unit normal, pair frame; `None` if
    /// none of these edges of B makes an axis. Moves the cursor past the pair, and counts the skipped pairs.
    fn next_pair(&mut self, i: u32, j: u32) -> Option<(Axis, Vec3)> {
        if self.row.as_ref().is_none_or(|row| row.index != i) {
            let edge = self.in_frame_of_b(self.a.borrow().edge(i)?);
            self.row = Some(EdgeRow { index: i, edge });
        }
        let row = self.row.as_ref()?;
        let edges_of_b = &self.b.borrow().all_edges()[j as usize..];
        let next = (j..).zip(edges_of_b).find_map(|(k, edge_of_b)| {
            let across = self.perpendicular([i, k], &row.edge, edge_of_b)?; // @prune
            Some((k, squarable(across).try_normalize()?))
        });
        let Some((k, n)) = next else {
            self.pruned = self.pruned.saturating_add(edges_of_b.len() as u32);
            self.cursor = self.cursor.next();
            return None;
        };
        self.pruned = self.pruned.saturating_add(k - j);
        self.cursor = AxisCursor::Edges(i, k + 1);
        Some((Axis::Edges(i, k), n))
    }

    /// Number of arcs that rounding errors made slow or inexact: in a walk those tested against all edges of B, because
    /// the walk failed; in a bounded search the pieces of arcs whose search was abandoned. 0 for other tests.
    pub fn failed_arcs(&self) -> u32 {
        let failed_by_walk = self.walk.as_ref().map_or(0, |walk| walk.failed_arcs);
        self.search.as_ref().map_or(failed_by_walk, |search| search.abandoned_pieces)
    }

    /// Whether pairs of edges are skipped by a bound on their gaps.
    pub fn is_bounded(&self) -> bool {
        self.search.is_some()
    }

    /// The vertex of B whose region a walk has entered; `None` without a walk.
    pub fn region(&self) -> Option<u32> {
        self.walk.as_ref().map(|walk| walk.region)
    }

    /// Radius of a ball around the pair frame's origin that contains both bodies, in the pair's length unit. No
    /// coordinate in the test is larger.
    pub fn magnitude(&self) -> Real {
        self.magnitude
    }

    /// Projections of A and of B on the axis along `n`, a unit vector of the pair frame: least and greatest
    /// coordinates, measured from A's origin.
    pub(in crate::dim3) fn projections(&self, n: Vec3) -> [[Real; 2]; 2] {
        let origin_of_b = self.translation.dot(n);
        let a = self.a.borrow().project(n, self.near[0]);
        let b = self.b.borrow().project(self.rotation.transpose() * n, self.near[1]);
        [a.interval, b.interval.map(|x| x + origin_of_b)]
    }

    /// Tests the axis along `n`, a unit vector of the pair frame, and keeps the extreme vertices for the next walk.
    #[inline(always)]
    fn test(&mut self, axis: Axis, n: Vec3) -> Tested {
        let projected = self.project_on(axis, n);
        self.near = projected.near;
        projected.tested
    }

    /// Result of an axis, without a change of the state; `None` if edges span no axis.
    #[inline(always)]
    pub(super) fn test_alone(&self, axis: Axis) -> Option<Tested> {
        self.axis_normal(axis).map(|n| self.project_on(axis, n).tested)
    }

    /// Result of the axis along `n`, a unit vector of the pair frame, in the direction with the larger gap.
    #[inline(always)]
    fn project_on(&self, axis: Axis, n: Vec3) -> Projected {
        let a = self.a.borrow();
        let b = self.b.borrow();
        let of_a = a.project(n, self.near[0]);
        let of_b = b.project(self.rotation.transpose() * n, self.near[1]);
        let [low_a, high_a] = of_a.interval;
        let [low_b, high_b] = of_b.interval.map(|x| x + self.translation.dot(n));
        let gap_along_n = low_b - high_a;
        let gap_against_n = low_a - high_b;
        // Ties go to the direction towards B. Evaluated without branches, since their outcome is unpredictable.
        let is_tie_along_n = (gap_along_n == gap_against_n) & (n.dot(self.translation) >= 0.0);
        let is_along_n = (gap_along_n > gap_against_n) | is_tie_along_n;
        let sign = select_unpredictable(is_along_n, 1.0, -1.0);
        let [a, b] = [[low_a, high_a], [low_b, high_b]].map(|[low, high]| {
            [select_unpredictable(is_along_n, low, -high), select_unpredictable(is_along_n, high, -low)]
        });
        let support_a = select_unpredictable(is_along_n, of_a.vertices[1], of_a.vertices[0]);
        let support_b = select_unpredictable(!is_along_n, of_b.vertices[1], of_b.vertices[0]);
        let tested = Tested {
            axis,
            normal: n * sign,
            a,
            b,
            gap: select_unpredictable(is_along_n, gap_along_n, gap_against_n), // @gap
            supports: [support_a, support_b],
        };
        Projected { tested, near: [of_a.vertices, of_b.vertices] }
    }

    /// Advances the bounded search to its next axis; `None` without a bounded search and while other axes are tested.
    fn advance_search(&mut self) -> Option<Advance> {
        let AxisCursor::Edges(..) = self.cursor else { return None };
        // `self.posed` would borrow all of `self`, including the search.
        let rotation = &self.rotation;
        let translation = self.translation;
        let posed = PosedPair { a: self.a.borrow(), b: self.b.borrow(), rotation, translation };
        let enough = self.enough.unwrap_or_else(|| self.found.gap_to_beat());
        Some(self.search.as_mut()?.advance(&posed, enough)) // @bound
    }

    /// Moves the cursor past the next axis, and counts the pairs of edges that make none. Returns the axis with its
    /// unit normal, pair frame; `None` if no axis is left.
    fn next_axis(&mut self) -> Option<(Axis, Vec3)> {
        loop {
            self.cursor = self.skip_to_existing(self.cursor);
            if let Some(Advance { axis, skipped }) = self.advance_search() {
                self.pruned = self.pruned.saturating_add(skipped);
                let Some((axis, n)) = axis else {
                    self.cursor = AxisCursor::Sides(0, 0);
                    continue;
                };
                if let Some(n) = squarable(n).try_normalize() {
                    return Some((axis, n));
                }
                self.pruned = self.pruned.saturating_add(1);
                continue;
            }
            if let AxisCursor::Edges(i, j) = self.cursor {
                let next = self.next_pair(i, j);
                if next.is_some() {
                    return next;
                }
                continue;
            }
            let axis = self.cursor.axis()?;
            self.cursor = self.cursor.next();
            if let Some(normal) = self.axis_normal(axis) {
                return Some((axis, normal));
            }
        }
    }

    /// Raises the ceiling to the largest true gap of an axis whose normal has this angular error, radians: the computed
    /// gap is off by at most that error times the magnitude.
    #[inline(always)]
    pub(super) fn raise_ceiling(&mut self, gap: Real, angle_error: Real) {
        self.ceiling = higher(gap + angle_error * self.magnitude, self.ceiling);
    }

    /// Upper bound of the largest gap of all axes in exact arithmetic, after a test that skipped axes only by a bound.
    pub(super) fn upper_bound(&self) -> Real {
        let skipped_by_walk = self.walk.as_ref().map_or(Real::NEG_INFINITY, |walk| walk.skipped_bound);
        let skipped_bound = self.search.as_ref().map_or(skipped_by_walk, |search| search.skipped_bound);
        self.ceiling.max(self.found.largest).max(skipped_bound) + self.found.rounding
    }
}

/// Whether a test of these bodies skips pairs of edges by a bound on their gaps.
fn skips_by_bound(pairs: EdgePairs, a: &Solid, b: &Solid) -> bool {
    match pairs {
        EdgePairs::Bounded => can_search(a, b),
        EdgePairs::Crossing | EdgePairs::Walk => {
            a.all_edges().len().saturating_mul(b.all_edges().len()) > MANY_EDGE_PAIRS && can_search(a, b)
        }
        EdgePairs::All => false,
    }
}

impl<S: Borrow<Solid>> Stepper for Sat<S> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        let walk_bytes = self.walk.as_ref().map_or(0, Walk::heap_bytes);
        walk_bytes + self.search.as_ref().map_or(0, |search| search.heap_bytes())
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        if let Some(result) = self.step_triple() {
            return result;
        }
        let cached = self.cached.take().and_then(|axis| Some((axis, self.axis_normal(axis)?)));
        let is_cached = cached.is_some();
        if !is_cached && let Some(result) = self.step_walk() {
            return result;
        }
        let Some((axis, n)) = cached.or_else(|| self.next_axis()) else {
            self.found.last = None;
            let outcome = self.found.outcome_after_all_axes();
            self.outcome = Some(outcome); // @end
            return ControlFlow::Break(outcome);
        };
        let tested = self.test(axis, n); // @axis
        self.found.record(tested); // @best
        self.raise_ceiling(tested.gap, self.angle_error(axis));
        let ends_at_gap = self.options.stop_at_first || is_cached;
        if ends_at_gap && self.found.separates(&tested).holds() {
            let outcome = if is_cached { Outcome::SeparatedByCache } else { Outcome::Separated };
            self.outcome = Some(outcome); // @stop
            return ControlFlow::Break(outcome);
        }
        ControlFlow::Continue(())
    }
}
