//! The convex hull of points as a shape, with search structures for its support mapping: lists of vertices by octant
//! for up to about two thousand vertices, a climb over edges or a hierarchy for more.

use super::octants::Octants;
use super::validate::{ShapeError, check_points};
use crate::dim3::hierarchy::{Graph, Hierarchy};
use crate::dim3::hull::{Dimension, Hull, Quickhull};
use crate::dim3::numbers::squarable;
use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;
use crate::dim3::support::{Feature, SupportPoint};

/// Least number of vertices for which a climb from a neighboring result is faster than a search of an octant's list
/// (measured).
const CLIMB_FROM_VERTICES: usize = 256;

/// Least number of vertices for which a climb that starts at the best of 26 stored directions is faster than a search
/// through an octant's list. From a single measurement on points of a sphere, in ns per random direction:
///
/// | vertices | octants | climb | hierarchy |
/// |---|---|---|---|
/// | 1 000 | 102 | 84 | 291 |
/// | 3 162 | 266 | 170 | 432 |
/// | 31 623 | 2 216 | 1 033 | 1 188 |
/// | 100 000 | 6 637 | 2 554 | 1 759 |
const SEEDED_CLIMB_FROM_VERTICES: usize = 2_048;

/// Least number of vertices for which a hierarchy is faster than the climb from 26 directions, by the same measurement.
const HIERARCHY_FROM_VERTICES: usize = 40_000;

/// Search structure for the farthest of very many vertices.
#[derive(Clone, Debug)]
enum LargeSearch {
    /// A climb from the best of 26 directions.
    Seeds(Graph),
    /// A descent through the levels of a hierarchy.
    Levels(Hierarchy),
}

/// A convex polytope. Features are indices into the points it was made of.
#[derive(Clone, Debug)]
pub struct Polytope {
    /// The points that the polytope was built from.
    points: Vec<Vec3>,
    /// Convex hull of the points.
    hull: Hull,
    /// The hull's vertices, in the order of the hull.
    vertices: Vec<SupportPoint>,
    /// Vertex lists by octant; empty with a `large_search`.
    octants: Octants,
    /// Search structure that replaces the octant lists; `None` below `SEEDED_CLIMB_FROM_VERTICES` vertices.
    large_search: Option<Box<LargeSearch>>,
    /// Index in `vertices` of each point that is a hull vertex, 0 for other points; empty below `CLIMB_FROM_VERTICES`
    /// vertices.
    vertex_of: Vec<u32>,
    /// The planes of the facets; empty unless the polytope is a solid.
    planes: Vec<Plane>,
    /// The greatest distance of a point from the origin, meters.
    radius: Real,
}

/// The plane of a facet, outward: the facet is in `normal · x ≥ offset`, the solid in `normal · x ≤ offset`, both to
/// rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Unit normal of the facet, outward.
    pub normal: Vec3,
    /// `min normal · x` over the facet's vertices, meters.
    pub offset: Real,
}

impl Polytope {
    /// Builds the polytope of points; `between` is called after each step that may take long.
    ///
    /// # Errors
    /// If there is no point, or if one is not finite or too large for its square.
    pub(super) fn new(points: &[Vec3], between: &mut dyn FnMut()) -> Result<Self, ShapeError> {
        check_points(points)?;
        let mut quickhull = Quickhull::new(points)?;
        quickhull.run_with(&mut *between);
        Ok(Self::of(points, quickhull.hull(), between))
    }

    /// The polytope with all lengths multiplied by `factor`, a power of two, so that no number is rounded and the hull
    /// stays the same.
    pub(super) fn scaled(&self, factor: Real) -> Self {
        let points: Vec<_> = self.points.iter().map(|p| *p * factor).collect();
        Self::of(&points, self.hull.clone(), &mut || {})
    }

    /// The polytope of points and their hull; `between` is as for [`Polytope::new`].
    fn of(points: &[Vec3], hull: Hull, between: &mut dyn FnMut()) -> Self {
        let mut vertices = Vec::with_capacity(hull.vertices.len());
        for &i in &hull.vertices {
            vertices.push(SupportPoint { point: points[i as usize], feature: Feature(i) });
        }
        let mut vertex_of = Vec::new();
        if hull.vertices.len() >= CLIMB_FROM_VERTICES {
            vertex_of = vec![0; points.len()];
            for (vertex, &point) in hull.vertices.iter().enumerate() {
                vertex_of[point as usize] = vertex as u32;
            }
        }
        let radius = super::validate::bounding_radius(points);
        let is_large = vertices.len() >= SEEDED_CLIMB_FROM_VERTICES;
        let large_search = is_large.then(|| Box::new(LargeSearch::of(points, &hull, between)));
        let octants = Octants::new(&hull, if is_large { &[] } else { &vertices }, radius);
        let mut planes = Vec::new();
        if hull.dimension == Dimension::Solid {
            planes.extend(hull.faces().map(|facet| facet_plane(facet, &vertices, radius)));
        }
        Self { points: points.to_vec(), hull, vertices, octants, large_search, vertex_of, planes, radius }
    }

    /// The points that the polytope was built from, in their order.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// The convex hull of the points. Its vertices index [`Polytope::points`].
    pub fn hull(&self) -> &Hull {
        &self.hull
    }

    /// The planes of the facets; empty unless the polytope is a solid.
    pub(super) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// The greatest distance of a point from the origin, meters.
    pub(super) fn radius(&self) -> Real {
        self.radius
    }

    /// The vertex farthest along `d`; the first if several are equally far, except in large polytopes.
    #[inline(always)]
    pub(super) fn support(&self, d: Vec3) -> SupportPoint {
        // Polytopes with a large search have no octant lists. A reference avoids copies of both results.
        *self.octants.farthest(d).unwrap_or_else(|| self.farthest_by_large_search(d))
    }

    /// The vertex farthest along `d`, for polytopes of very many vertices.
    #[cold]
    fn farthest_by_large_search(&self, d: Vec3) -> &SupportPoint {
        let point = match self.large_search.as_deref() {
            Some(LargeSearch::Seeds(graph)) => graph.farthest(d),
            Some(LargeSearch::Levels(hierarchy)) => hierarchy.farthest(d).point,
            None => return &self.vertices[0],
        };
        &self.vertices[self.vertex_of[point as usize] as usize]
    }

    /// The farthest vertex, by climbing from `hint` where that is faster.
    #[inline]
    pub(super) fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        if self.vertex_of.is_empty() { self.support(d) } else { self.climb(d, hint) }
    }

    /// The farthest vertex, by a climb over the hull's edges from `hint`. On a convex polytope a vertex with no farther
    /// neighbor is the farthest. The result may be less far than the true one by the rounding error of a dot product,
    /// as in every search.
    fn climb(&self, d: Vec3, hint: Feature) -> SupportPoint {
        let mut best = self.vertex_of.get(hint.0 as usize).copied().unwrap_or(0);
        let mut best_height = d.dot(self.vertices[best as usize].point);
        loop {
            let from = best;
            for &next in self.hull.neighbors(from) {
                let height = d.dot(self.vertices[next as usize].point);
                if height > best_height {
                    best = next;
                    best_height = height;
                }
            }
            if best == from {
                return self.vertices[best as usize];
            }
        }
    }
}

impl LargeSearch {
    /// The structure that is the fastest for a hull of this size.
    fn of(points: &[Vec3], hull: &Hull, between: &mut dyn FnMut()) -> Self {
        if hull.vertices.len() < HIERARCHY_FROM_VERTICES {
            return Self::Seeds(Graph::new(points, hull));
        }
        Self::Levels(Hierarchy::from_hull_with(points, hull, between))
    }
}

/// Returns the plane of a facet. The normal is the sum of the normals of a fan of triangles at the first vertex.
/// Lengths are scaled by the bounding `radius` of the polytope to the order of 1, so that their products do not
/// overflow.
fn facet_plane(facet: &[u32], vertices: &[SupportPoint], radius: Real) -> Plane {
    let scale = unit_scale(radius);
    let points = facet.iter().map(|&vertex| vertices[vertex as usize].point);
    let first = vertices[facet[0] as usize].point;
    let mut arms = points.clone().skip(1).map(|point| (point - first) * scale);
    let mut arm = arms.next().unwrap_or(Vec3::ZERO);
    let mut doubled_area_vector = Vec3::ZERO;
    for next in arms {
        doubled_area_vector += arm.cross(next);
        arm = next;
    }
    let normal = squarable(doubled_area_vector).normalize_or(Vec3::X);
    let offset = points.map(|point| normal.dot(point)).fold(Real::INFINITY, Real::min);
    Plane { normal, offset }
}
