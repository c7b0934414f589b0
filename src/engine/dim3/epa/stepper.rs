//! The expanding polytope algorithm as a stepper: the first step builds the polytope, every further one expands the
//! face nearest the origin. A comment `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::{ControlFlow, Range};

use super::super::numbers::length;
use super::super::prelude::*;
use super::super::rounding;
use super::super::support::{Cso, Support, Vertex};
use super::buffers::Buffers;
use super::polytope::{Face, Sight};
use super::queue::Entry;
use crate::ask::Horizon;
use crate::snapshot::epa::Outcome;

/// Tolerances, iteration limit and horizon method of EPA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Relative tolerance: width of the bracket as a fraction of the depth, balls included. Rounding sets a floor.
    pub relative: Real,
    /// Absolute tolerance: width of the bracket, meters. The larger of the two tolerances counts.
    pub absolute: Real,
    /// Maximum number of steps, including the start.
    pub max_iterations: u32,
    /// Method that finds the horizon.
    pub horizon: Horizon,
}

impl Default for Options {
    fn default() -> Self {
        // A smooth shape needs ever more faces for a smaller tolerance, so its last three digits are not requested.
        Self { relative: 1.0e3 * EPS, absolute: 0.0, max_iterations: 256, horizon: Horizon::Flood }
    }
}

/// The supporting plane of least depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Unit normal of the plane, outward.
    pub normal: Vec3,
}

/// Changes of the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Iteration {
    /// The face popped from the queue, with its distance when it was pushed; `None` if the step popped none.
    pub closest: Option<Entry>,
    /// The support point along that face's normal.
    pub w: Option<Vertex>,
    /// Indices of the new faces.
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
    /// Least distance of the planes of the polytope's faces from the origin: bounds the depth from below, without a
    /// bound of its rounding error, once it is not negative; −∞ before the first expansion.
    pub lower: Real,
    /// `min n·w` over all support points `w`, each along its direction `n`: bounds the depth from above; infinite
    /// before the first.
    pub upper: Real,
    /// The supporting plane that gave `upper`; `None` before the first.
    pub best: Option<Best>,
    /// Changes of the last step.
    pub iteration: Iteration,
    /// Number of steps, including the start.
    pub iterations: u32,
    /// Sum of the radii of the balls around the cores, which adds to the depth.
    margin: Real,
    /// Least distance among faces that could not be expanded because of rounding; infinite without such faces.
    pub(super) frozen: Real,
    /// Ending; `None` while the run goes on.
    pub(super) outcome: Option<Outcome>,
}

impl<A: Support, B: Support> Epa<A, B> {
    /// State before the expansion of `simplex`, which should contain the origin, in `cso`.
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

    /// `ε`: the difference of `upper` and `lower` at which the run has converged.
    #[inline]
    pub fn epsilon(&self) -> Real {
        let relative =
            if self.upper < Real::INFINITY { self.options.relative * (self.upper + self.margin) } else { 0.0 };
        relative.max(self.options.absolute).max(self.rounding())
    }

    /// Stop test: `upper − distance ≤ ε`.
    #[inline(always)]
    pub fn by_gap(&self, distance: Real) -> Comparison<Real> {
        Comparison::at_most(self.upper - distance, self.epsilon())
    }

    /// Test whether a plane separates the origin from the CSO: `upper < 0`, beyond rounding.
    #[inline(always)]
    pub fn by_plane(&self) -> Comparison<Real> {
        Comparison::below(self.upper, -self.rounding())
    }

    /// Whether the iteration limit is reached: `k ≥ limit`.
    #[inline(always)]
    pub fn by_limit(&self) -> Comparison<u32> {
        Comparison::at_least(self.iterations, self.options.max_iterations)
    }

    /// The face popped by the last step, if any.
    pub fn closest(&self) -> Option<&Face> {
        self.iteration.closest.map(|entry| &self.buffers.polytope.faces[entry.face as usize])
    }

    /// Returns the support point along the unit vector `n`; its supporting plane may lower `upper`.
    #[inline]
    pub fn probe(&mut self, n: Vec3) -> Vertex {
        debug_assert!(
            !n.is_finite() || (n.length() - 1.0).abs() < 64.0 * EPS,
            "a bound along {n}, of length {}",
            n.length()
        );
        let w = self.cso.support(n);
        self.tighten_upper(n, n.dot(w.w));
        w
    }

    /// Lowers `upper` to `height`, the extent of the CSO along the unit vector `normal`, if it is less.
    #[inline]
    pub fn tighten_upper(&mut self, normal: Vec3, height: Real) {
        if height < self.upper {
            self.upper = height; // @bound
            self.best = Some(Best { normal });
        }
    }

    /// Adds a supporting plane from outside EPA: `height` is the extent of the CSO along `normal`. The carriers, points
    /// of the CSO near that plane, join the polytope.
    pub fn add_plane(&mut self, normal: Vec3, height: Real, carriers: &[Vertex]) {
        self.tighten_upper(normal, height);
        let closest = self.iteration.closest;
        let rounding = self.rounding();
        for &carrier in carriers {
            let Some(start) = self.seen_by(carrier.w) else { continue };
            // Only faces at a vertex can see a point that coincides with that vertex.
            let polytope = &self.buffers.polytope;
            let corners = polytope.triangle(polytope.faces[start as usize].corner);
            if corners.iter().all(|corner| (*corner - carrier.w).abs().max_element() > rounding) {
                self.expand(start, carrier);
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

    /// Queues a face that was popped, unless it is deleted.
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

    /// Adds a point of the CSO to the polytope, if the point is outside. Returns whether it was added.
    pub fn insert(&mut self, vertex: Vertex) -> bool {
        self.seen_by(vertex.w).is_some_and(|start| self.expand(start, vertex))
    }

    /// Returns a face that certainly sees `w`; `None` if there is none. Faces of the last iteration are tested first.
    fn seen_by(&self, w: Vec3) -> Option<u32> {
        let polytope = &self.buffers.polytope;
        let closest = self.iteration.closest.map(|entry| entry.face);
        let near = closest.into_iter().chain(self.iteration.added.clone());
        near.chain(0..polytope.faces.len() as u32).find(|&index| {
            let face = &polytope.faces[index as usize];
            !face.deleted && polytope.sees(face, w, Sight::Rounded)
        })
    }

    /// Replaces the faces that see `w` by the cone from `w` over their horizon; `start` is one of those faces. Returns
    /// false, and leaves the polytope as it is, if the horizon is not one closed loop.
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

    /// Pops the nearest face that is not deleted; `None` if the queue is empty.
    fn pop_closest(&mut self) -> Option<Entry> {
        while let Some(entry) = self.buffers.queue.pop() {
            if !self.buffers.polytope.faces[entry.face as usize].deleted {
                return Some(entry);
            }
        }
        None
    }

    /// Handles a closest face that does not see its own support point `w`, so that its normal is inaccurate. Another
    /// face may see the point, which is then added; otherwise a neighbor's normal may give the face a larger distance;
    /// otherwise the face's distance is the best provable bound.
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
        // Along any unit normal, the least height of the vertices is a valid distance of the face.
        let normals = face.across.map(|f| polytope.faces[f as usize].normal);
        let distances = normals.map(|n| corners.iter().fold(Real::INFINITY, |least, p| least.min(n.dot(*p))));
        let best = normals.into_iter().zip(distances).max_by(|a, b| a.1.total_cmp(&b.1));
        match best {
            Some((normal, distance)) if distance > face.distance => {
                let face = &mut polytope.faces[closest as usize];
                face.normal = normal;
                face.distance = distance;
                self.queue_face(closest);
            }
            _ => self.frozen = self.frozen.min(face.distance),
        }
    }

    /// First step: builds the first tetrahedron.
    fn start(&mut self) -> ControlFlow<Outcome> {
        match self.build_tetrahedron() {
            _ if self.by_plane().holds() => ControlFlow::Break(Outcome::Apart),
            Ok(()) if self.options.max_iterations <= 1 => ControlFlow::Break(self.stop_at_limit()),
            Ok(()) => ControlFlow::Continue(()),                  // @start
            Err(flat) => ControlFlow::Break(Outcome::Flat(flat)), // @flat
        }
    }

    /// Ends the run at the iteration limit. No point of the CSO is farther out than the bounding radius.
    #[cold]
    fn stop_at_limit(&mut self) -> Outcome {
        self.upper = self.upper.min(self.bounding_radius());
        Outcome::IterationLimit
    }

    /// Every step after the first: expands the closest face, or ends the run.
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

    /// Adds `w`, the support point along the normal of the face `closest` at `distance`, to the polytope, unless a stop
    /// test ends the run.
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

    /// Ending of a run whose bounds cannot be improved, or are as close as requested.
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
