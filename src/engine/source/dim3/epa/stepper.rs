//! The expanding polytope algorithm as a stepper: the first step builds a tetrahedron, and each further step expands
//! the face nearest the origin. A comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::{ControlFlow, Range};

use super::buffers::Buffers;
use super::polytope::{Face, Sight};
use super::queue::Entry;
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::support::{Cso, Support, Vertex};
use contact_lens_model::ask::Horizon;
use contact_lens_model::snapshot::epa::Outcome;

/// Tolerances, iteration limit and horizon method of EPA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Relative tolerance: width of the bracket as a fraction of the depth of the shapes, rounding balls included.
    pub relative: Real,
    /// Absolute tolerance: width of the bracket, meters. The larger tolerance counts, but at least the rounding error.
    pub absolute: Real,
    /// Maximum number of steps, including the start.
    pub max_iterations: u32,
    /// Method that finds the horizon.
    pub horizon: Horizon,
}

impl Default for Options {
    fn default() -> Self {
        // A smooth shape needs ever more faces for a smaller tolerance, so the last three digits are not requested.
        Self { relative: 1.0e3 * EPS, absolute: 0.0, max_iterations: 256, horizon: Horizon::Flood }
    }
}

/// The supporting plane of the CSO that is nearest the origin; its distance is [`Epa::upper`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Outward unit normal, pair frame.
    pub normal: Vec3,
}

/// Changes of the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Iteration {
    /// The face popped from the queue, with its distance when it was pushed; `None` if the step popped none.
    pub closest: Option<Entry>,
    /// The support point along that face's normal; `None` if the step computed none.
    pub w: Option<Vertex>,
    /// Indices of the new faces of the last expansion.
    pub added: Range<u32>,
    /// Whether `w` changed the polytope.
    pub grown: bool,
}

/// State of EPA on a pair, pair frame. Symbols as in `[ACD11]` "3D EPA".
#[derive(Clone, Debug)]
pub struct Epa<A, B> {
    /// The configuration-space obstacle `A − B`.
    pub cso: Cso<A, B>,
    /// GJK's last simplex, 0 to 4 points.
    pub simplex: [Option<Vertex>; 4],
    /// Tolerances, iteration limit and horizon method.
    pub options: Options,
    /// The polytope, its queue and the last silhouette.
    pub buffers: Box<Buffers>,
    /// Lower bound of the cores' depth, without its rounding error: the least distance of the planes of the polytope's
    /// faces from the origin. No bound while it is negative; −∞ before the first expansion.
    pub lower: Real,
    /// Upper bound of the cores' depth: `min n·w` over all support points `w`, each along its direction `n`. Infinite
    /// before the first support point.
    pub upper: Real,
    /// The supporting plane that gave `upper`; `None` before the first support point.
    pub best: Option<Best>,
    /// Changes of the last step.
    pub iteration: Iteration,
    /// Number of steps, including the start.
    pub iterations: u32,
    /// Sum of the radii of the balls around the cores: the depth of the shapes minus that of the cores.
    margin: Real,
    /// Least distance of the faces that could not be expanded because of rounding; infinite if there are none.
    pub(super) frozen: Real,
    /// Ending; `None` while the run goes on.
    pub(super) outcome: Option<Outcome>,
}

impl<A: Support, B: Support> Epa<A, B> {
    /// State before the first step. `simplex` is GJK's last simplex in `cso`, which should contain the origin.
    #[inline(always)]
    pub fn new(
        cso: Cso<A, B>,
        simplex: [Option<Vertex>; 4],
        options: Options,
        buffers: impl Into<Box<Buffers>>,
    ) -> Self {
        let mut buffers = buffers.into();
        let [a, b] = cso.bounding_radii();
        let bounding_radius = a + b + length(cso.translation);
        let outcome = if rounding::is_tiny(bounding_radius) { Some(Outcome::Stalled) } else { None };
        buffers.polytope.clear(bounding_radius);
        buffers.queue.clear();
        buffers.silhouette.clear();
        let margin = cso.margin();
        Self {
            cso,
            margin,
            simplex,
            options,
            buffers,
            lower: Real::NEG_INFINITY,
            upper: Real::INFINITY,
            best: None,
            iteration: Iteration::default(),
            iterations: 0,
            frozen: Real::INFINITY,
            outcome,
        }
    }

    /// Radius of a ball around the origin that contains the CSO: the magnitude of every number in the query.
    #[inline]
    pub fn bounding_radius(&self) -> Real {
        self.buffers.polytope.bounding_radius
    }

    /// `ε`: the difference of `upper` and `lower` at which the run has converged, pair's length unit; positive.
    #[inline]
    pub fn epsilon(&self) -> Real {
        let relative =
            if self.upper < Real::INFINITY { self.options.relative * (self.upper + self.margin) } else { 0.0 };
        relative.max(self.options.absolute).max(self.rounding())
    }

    /// Stop test `upper − distance ≤ ε`, for the distance of the nearest face.
    #[inline(always)]
    pub fn by_gap(&self, distance: Real) -> Comparison<Real> {
        Comparison::at_most(self.upper - distance, self.epsilon())
    }

    /// Test `upper < 0`, beyond the rounding error: a supporting plane separates the origin from the CSO.
    #[inline(always)]
    pub fn by_plane(&self) -> Comparison<Real> {
        Comparison::below(self.upper, -self.rounding())
    }

    /// Test `k ≥ limit`: the iteration limit is reached.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.iterations, self.options.max_iterations)
    }

    /// The face that the last step took from the queue; `None` if it took none.
    pub fn closest(&self) -> Option<&Face> {
        self.iteration.closest.map(|entry| &self.buffers.polytope.faces[entry.face as usize])
    }

    /// Returns the support point of the CSO along the unit vector `n`, and lowers `upper` if its supporting plane is
    /// nearer the origin.
    #[inline]
    pub fn probe(&mut self, n: Vec3) -> Vertex {
        let is_unit = (n.length() - 1.0).abs() < 64.0 * EPS;
        debug_assert!(!n.is_finite() || is_unit, "a bound along {n}, of length {}", n.length());
        let w = self.cso.support(n);
        self.tighten_upper(n, n.dot(w.w));
        w
    }

    /// Lowers `upper` to `height`, the extent of the CSO along the unit vector `normal`, if `height` is less.
    #[inline]
    pub fn tighten_upper(&mut self, normal: Vec3, height: Real) {
        if height < self.upper {
            self.upper = height; // @bound
            self.best = Some(Best { normal });
        }
    }

    /// Adds a supporting plane that another algorithm found: `height` is the extent of the CSO along the unit vector
    /// `normal`. The polytope is expanded by `points_near_plane`, points of the CSO, unless they coincide with its
    /// vertices.
    pub fn add_plane(&mut self, normal: Vec3, height: Real, points_near_plane: &[Vertex]) {
        self.tighten_upper(normal, height);
        let closest = self.iteration.closest;
        let rounding = self.rounding();
        for &point in points_near_plane {
            let Some(visible) = self.face_that_sees(point.w) else { continue };
            // Only faces at a vertex can see a point that coincides with that vertex.
            let polytope = &self.buffers.polytope;
            let corners = polytope.triangle(polytope.faces[visible as usize].corner);
            if corners.iter().all(|corner| (*corner - point.w).abs().max_element() > rounding) {
                self.expand(visible, point);
            }
        }
        if let Some(Entry { face, .. }) = closest {
            self.requeue(face);
        }
    }

    /// Continues a run that ended with `Converged`, after `upper` has fallen.
    pub fn resume(&mut self) {
        self.outcome = None;
    }

    /// Queues a face again that was taken from the queue, unless it is deleted.
    fn requeue(&mut self, face: u32) {
        if !self.buffers.polytope.faces[face as usize].deleted {
            self.queue_face(face);
        }
    }

    /// Queues a face, unless it is farther than `upper`.
    #[inline(always)]
    pub(super) fn queue_face(&mut self, face: u32) {
        let distance = self.buffers.polytope.faces[face as usize].distance;
        if distance <= self.upper {
            self.buffers.queue.push(Entry { distance, face });
        }
    }

    /// Adds a point of the CSO to the polytope if the point is outside it. Returns whether it was added.
    pub fn insert(&mut self, vertex: Vertex) -> bool {
        self.face_that_sees(vertex.w).is_some_and(|visible| self.expand(visible, vertex))
    }

    /// Index of a face that sees `w` beyond rounding error; `None` if there is none. Faces of the last iteration are
    /// tested first.
    fn face_that_sees(&self, w: Vec3) -> Option<u32> {
        let polytope = &self.buffers.polytope;
        let closest = self.iteration.closest.map(|entry| entry.face);
        let faces_of_iteration = closest.into_iter().chain(self.iteration.added.clone());
        faces_of_iteration.chain(0..polytope.faces.len() as u32).find(|&index| {
            let face = &polytope.faces[index as usize];
            !face.deleted && polytope.sees(face, w, Sight::Rounded)
        })
    }

    /// Replaces the faces that see `w` by new faces from `w` to their horizon; `start` is one of the faces that see
    /// `w`. Returns false, and leaves the polytope as it is, if the horizon is not one closed loop.
    fn expand(&mut self, start: u32, w: Vertex) -> bool {
        let Buffers { polytope, silhouette, .. } = &mut *self.buffers;
        let is_closed = match self.options.horizon {
            Horizon::Flood => silhouette.flood(polytope, start, w.w), // @silhouette
            Horizon::AngleSorted => silhouette.sort_by_angle(polytope, w.w),
        };
        if !is_closed {
            return false;
        }
        let apex = polytope.add_vertex(w);
        self.iteration.added = silhouette.replace(polytope, apex, w.w); // @join
        for face in self.iteration.added.clone() {
            self.queue_face(face); // @push
        }
        true
    }

    /// Takes the nearest face that is not deleted from the queue; `None` if there is none.
    fn pop_closest(&mut self) -> Option<Entry> {
        while let Some(entry) = self.buffers.queue.pop() {
            if !self.buffers.polytope.faces[entry.face as usize].deleted {
                return Some(entry);
            }
        }
        None
    }

    /// Handles a closest face that does not see the support point `w` along its own normal, which is inaccurate. If
    /// another face sees `w`, the polytope is expanded. Otherwise the face gets the normal of the neighbor that gives
    /// the largest distance. If its own is larger, the face is frozen: its distance is the best provable bound.
    #[cold]
    fn repair(&mut self, closest: u32, w: Vertex) {
        if self.insert(w) {
            self.iteration.grown = true;
            if !self.buffers.polytope.faces[closest as usize].deleted {
                self.queue_face(closest);
            }
            return;
        }
        let polytope = &mut self.buffers.polytope;
        let face = polytope.faces[closest as usize];
        let corners = polytope.triangle(face.corner);
        let mut best_normal = face.normal;
        let mut best_distance = face.distance;
        for neighbor in face.across {
            let normal = polytope.faces[neighbor as usize].normal;
            // Along any unit vector, the least height of the vertices is a valid distance of the face.
            let distance = corners.iter().fold(Real::INFINITY, |least, corner| least.min(normal.dot(*corner)));
            if distance > face.distance && distance >= best_distance {
                best_normal = normal;
                best_distance = distance;
            }
        }
        if best_distance > face.distance {
            let face = &mut polytope.faces[closest as usize];
            face.normal = best_normal;
            face.distance = best_distance;
            self.queue_face(closest);
        } else {
            self.frozen = self.frozen.min(face.distance);
        }
    }

    /// Runs the first step: builds the first tetrahedron.
    fn start(&mut self) -> ControlFlow<Outcome> {
        let built = self.build_tetrahedron(); // @start
        if self.by_plane().holds() {
            return ControlFlow::Break(Outcome::Apart);
        }
        if let Err(flat) = built {
            return ControlFlow::Break(Outcome::Flat(flat)); // @flat
        }
        if self.options.max_iterations <= 1 {
            return ControlFlow::Break(self.stop_at_limit());
        }
        ControlFlow::Continue(())
    }

    /// Ends the run at the iteration limit. The bounding radius is an upper bound of the depth, since no point of the
    /// CSO is farther from the origin.
    #[cold]
    fn stop_at_limit(&mut self) -> Outcome {
        self.upper = self.upper.min(self.bounding_radius());
        Outcome::IterationLimit
    }

    /// Runs a step after the first one: expands the closest face, or ends the run.
    fn expand_closest(&mut self) -> ControlFlow<Outcome> {
        let Some(entry) = self.pop_closest() else {
            // Every face is farther than `upper`, or could not be expanded (`frozen`).
            self.lower = self.upper.min(self.frozen);
            return ControlFlow::Break(self.ending());
        }; // @closest
        self.iteration.closest = Some(entry);
        let Entry { distance, face: closest } = entry;
        self.lower = self.lower.max(distance.min(self.frozen).min(self.upper));
        if self.by_gap(distance).holds() {
            return ControlFlow::Break(self.ending()); // @stop
        }
        let normal = self.buffers.polytope.faces[closest as usize].normal;
        let w = self.probe(normal); // @support
        let flow = self.add_support_point(closest, distance, w);
        self.iteration.w = Some(w);
        flow
    }

    /// Adds `w` to the polytope unless a stop test ends the run. `w` is the support point along the normal of the face
    /// `closest`, whose plane has this distance from the origin.
    #[inline(always)]
    fn add_support_point(&mut self, closest: u32, distance: Real, w: Vertex) -> ControlFlow<Outcome> {
        if self.by_plane().holds() {
            return ControlFlow::Break(Outcome::Apart); // @apart
        }
        if self.by_gap(distance).holds() {
            return ControlFlow::Break(self.ending()); // @final
        }
        if self.by_limit().holds() {
            return ControlFlow::Break(Outcome::IterationLimit); // @limit
        }
        let polytope = &self.buffers.polytope;
        if polytope.sees(&polytope.faces[closest as usize], w.w, Sight::Exact) && self.expand(closest, w) {
            self.iteration.grown = true;
        } else if self.buffers.silhouette.ring.broken.is_some() {
            return ControlFlow::Break(Outcome::BrokenHorizon); // @broken
        } else {
            self.repair(closest, w);
        }
        ControlFlow::Continue(())
    }

    /// Ending of a run whose bounds cannot be improved or are as close as requested.
    fn ending(&self) -> Outcome {
        if self.upper - self.lower <= self.epsilon() { Outcome::Converged } else { Outcome::Stalled }
    }
}

impl<A: Support, B: Support> Stepper for Epa<A, B> {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        self.buffers.bytes()
    }

    #[inline]
    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        if self.options.max_iterations == 0 {
            let outcome = self.stop_at_limit();
            self.outcome = Some(outcome);
            return ControlFlow::Break(outcome);
        }
        self.iterations += 1;
        self.iteration = Iteration::default();
        let flow = if self.iterations == 1 { self.start() } else { self.expand_closest() };
        if let ControlFlow::Break(outcome) = flow {
            self.outcome = Some(outcome);
        }
        flow
    }
}
