//! Contacts without a reference face: crossing edges, parallel edges, vertices, and the closest points of round bodies.
//!
//! All points and normals are in the pair frame, all lengths in the pair's length unit. Cores are the bodies without
//! their margins.

use std::borrow::Borrow;

use super::axes::{EdgeGap, FaceGap, Nearest};
use super::body::{Body, Round, SIDE_LINE_EDGE, SIDE_LINE_VERTICES};
use super::stepper::Manifold;
use super::{Feature, Kind, Outcome, Point, PointOrigin};
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;

/// Distance up to which a closest point counts as on a vertex or an edge, in rounding errors of a gap
/// ([`Manifold::rounding`]); also the least length of an edge and of an overlap of two edges. A closest point is off
/// its feature by a few rounding errors. With a smaller one parallel edges go unrecognized, and the contact has one
/// point instead of two; with a larger one a point next to a feature is named after it.
const ON_FEATURE: Real = 16.0;

/// Largest difference between a gap and the distance of the points that should realize it, in rounding errors of a gap:
/// points may have lost up to six binary digits. With a smaller one usable points are rejected; with a larger one
/// points of nearly parallel edges are accepted although they contradict the gap.
const CONSISTENT: Real = 64.0;

/// Distance beyond the end of an edge up to which a computed point counts as on the edge, in rounding errors of a gap;
/// also the difference up to which a face counts as the best direction, as in
/// [`reference_band`](super::reference_band). A parameter outside is clamped, which moves the point by at most this
/// length; smaller values reject edges that cross at an end.
const TIE: Real = 8.0;

/// Least cosine of the angle by which a normal is corrected to be perpendicular to an edge: about 8°. The tilt that a
/// distance query leaves is far smaller. Edges at a larger angle do not make the contact, so they are skipped.
const MIN_CORRECTION_COSINE: Real = 0.99;

/// Straight edge of a core, or the straight line on the side of a round core.
#[derive(Clone, Copy, Debug)]
struct EdgeSegment {
    /// Start and end, pair frame.
    ends: [Vec3; 2],
    /// Indices of the vertices at the ends.
    vertices: [u32; 2],
    /// Index of the edge.
    edge: u32,
}

impl EdgeSegment {
    /// Point at the parameter `s`, 0 at the start and 1 at the end.
    fn at(&self, s: Real) -> Vec3 {
        self.ends[0].lerp(self.ends[1], s)
    }

    /// Feature of `body` at the parameter `s`: the vertex of an end that is at most `snap` away, otherwise the edge.
    fn feature(&self, body: u8, s: Real, snap: Real) -> Feature {
        let length = self.ends[0].distance(self.ends[1]);
        if s * length <= snap {
            Feature::new(body, Kind::Vertex, self.vertices[0])
        } else if (1.0 - s) * length <= snap {
            Feature::new(body, Kind::Vertex, self.vertices[1])
        } else {
            Feature::new(body, Kind::Edge, self.edge)
        }
    }
}

/// Unit normal that is corrected to be perpendicular to an edge, and the gap of the cores along it.
struct CorrectedNormal {
    /// Unit normal from the first body to the second.
    normal: Vec3,
    /// Gap of the cores along the normal.
    gap: Real,
}

/// Common interval of two parallel edges, one of each body.
struct ParallelOverlap {
    /// Edges of the first and of the second body.
    edges: [EdgeSegment; 2],
    /// Parameters of the ends of the overlap on the first edge, 0 to 1.
    ends: [Real; 2],
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Contact point of the best pair of edges at their closest points; `None` if that is outside either edge.
    pub(super) fn edge_crossing(&self, edges: &EdgeGap) -> Option<Point> {
        let [p, q] = [0u8, 1].map(|body| {
            let solid = self.pair.body(body);
            let ends = edges.ends[usize::from(body)];
            ends.map(|end| self.pair.point(body, solid.point(end)))
        });
        // Closest points `p₀ + s u` and `q₀ + t v` of the lines: `w + s u − t v` is perpendicular to `u` and to `v`.
        let u = p[1] - p[0];
        let v = q[1] - q[0];
        let w = p[0] - q[0];
        let uu = u.dot(u);
        let uv = u.dot(v);
        let vv = v.dot(v);
        let uw = u.dot(w);
        let vw = v.dot(w);
        // The determinant of edges that are parallel to rounding has no accurate digits.
        let determinant = uu * vv - uv * uv;
        let s = (uv * vw - vv * uw) / determinant;
        let t = (uu * vw - uv * uw) / determinant;
        if !self.is_on_edge(s, uu) || !self.is_on_edge(t, vv) {
            return None;
        }
        let points = [p[0] + u * s.clamp(0.0, 1.0), q[0] + v * t.clamp(0.0, 1.0)];
        // The closest points of nearly parallel edges are inaccurate: reject them if they contradict the gap.
        let gap_of_points = edges.normal.dot(points[1] - points[0]);
        if !((gap_of_points - edges.gap).abs() <= CONSISTENT * self.rounding) {
            return None;
        }
        let features = [self.edge_between(0, edges.ends[0])?, self.edge_between(1, edges.ends[1])?];
        Some(self.point_between(points, edges.normal, features, PointOrigin::EdgePair))
    }

    /// Whether the parameter is between 0 and 1, on an edge of this squared length, to within [`TIE`].
    fn is_on_edge(&self, s: Real, squared_length: Real) -> bool {
        let rounding = TIE * self.rounding / squared_length.sqrt();
        s >= -rounding && s <= 1.0 + rounding
    }

    /// Edge feature of a body between two of its vertices; `None` if they share no edge.
    fn edge_between(&self, body: u8, [p, q]: [u32; 2]) -> Option<Feature> {
        let mut edges = self.pair.body(body).features().edges.iter();
        edges.position(|edge| *edge == [p, q] || *edge == [q, p]).map(|i| Feature::new(body, Kind::Edge, i as u32))
    }

    /// Contact point between two points of the cores, with both margins; `normal` points from the first body to the
    /// second.
    pub(super) fn point_between(
        &self,
        [p, q]: [Vec3; 2],
        normal: Vec3,
        features: [Feature; 2],
        origin: PointOrigin,
    ) -> Point {
        let [a, b] = [0, 1].map(|body| self.pair.body(body).ball);
        let gap = normal.dot(q - p);
        Point { on_a: p + normal * a, on_b: q - normal * b, depth: a + b - gap, id: 0, features, origin }
    }

    /// Adds contact points at the closest points of the cores: the two ends of the overlap of parallel edges, otherwise
    /// one point. Returns the outcome of the query.
    pub(super) fn add_closest_points(&mut self, nearest: &Nearest) -> Outcome {
        let nearest = &nearest.with_aligned_normal();
        // Along parallel sides the closest points are not unique: the query may leave a tilt that hardly changes its
        // distance, but changes the gap along the normal more.
        if let Some(CorrectedNormal { normal, gap }) = self.normal_perpendicular_to_edge(nearest)
            && self.add_parallel_edge_points(&Nearest { normal, gap, ..*nearest })
        {
            self.normal = Some(normal);
            self.gap = Some(gap);
            return Outcome::EdgeContact;
        }
        self.normal = Some(nearest.normal);
        if self.add_parallel_edge_points(nearest) {
            return Outcome::EdgeContact;
        }
        let features = [0, 1].map(|body| self.feature_at(body, nearest.points[usize::from(body)]));
        let point = self.point_between(nearest.points, nearest.normal, features, PointOrigin::Closest);
        self.points.push(point);
        let are_edges = features.iter().all(|feature| feature.kind == Kind::Edge);
        if are_edges { Outcome::EdgeContact } else { Outcome::VertexContact }
    }

    /// Ends the search with a contact without a face: with the outcome `after_empty_clip` if clipping a face left
    /// nothing, otherwise with `outcome`.
    pub(super) fn end_without_face(&mut self, outcome: Outcome, after_empty_clip: Outcome) {
        let is_clipped_empty = self.clipped_empty && (self.overlapping || self.is_face_forced());
        self.name_points();
        self.finish(if is_clipped_empty { after_empty_clip } else { outcome });
    }

    /// Corrected normal of the nearest points; `None` if no correction changes the gap beyond rounding. The corrected
    /// normal is perpendicular to an edge through one of the points and has the largest gap. Without such an edge the
    /// normal is unchanged, and its gap replaces a larger one of the points.
    fn normal_perpendicular_to_edge(&self, nearest: &Nearest) -> Option<CorrectedNormal> {
        let n = nearest.normal;
        let gap_along_n = self.gap_along(n);
        // Rounding error of the comparison of two gaps, each a difference of points and a dot product of three terms.
        // Smaller than `self.rounding`, which includes the error of the pair frame: that error is common to both gaps.
        let rounding = 4.0 * EPS * self.pair.magnitude();
        let is_gap_too_large = nearest.gap > gap_along_n + rounding;
        let mut best = is_gap_too_large.then_some(CorrectedNormal { normal: n, gap: gap_along_n });
        // A corrected normal must have a larger gap than this.
        let mut gap_to_exceed = gap_along_n + rounding;
        for (body, outward) in [(0, n), (1, -n)] {
            for edge in self.edges_through(body, nearest.points[usize::from(body)], outward) {
                let along = (edge.ends[1] - edge.ends[0]).normalize_or_zero();
                let Some(normal) = unit(n - along * along.dot(n)) else { continue };
                if !(normal.dot(n) > MIN_CORRECTION_COSINE) {
                    continue;
                }
                let gap = self.gap_along(normal);
                if gap > gap_to_exceed {
                    best = Some(CorrectedNormal { normal, gap });
                    gap_to_exceed = gap;
                }
            }
        }
        best
    }

    /// Gap of the cores along a unit vector: a lower bound of their signed distance.
    fn gap_along(&self, n: Vec3) -> Real {
        n.dot(self.pair.support(1, -n) - self.pair.support(0, n))
    }

    /// Gap of the cores if the face's normal is the best direction, to within [`TIE`], and no contact point is as deep
    /// as that gap; otherwise `None`.
    pub(super) fn gap_if_deepest_missing(&self, reference: &FaceGap) -> Option<Real> {
        let gap = self.gap.filter(|gap| reference.gap >= gap - TIE * self.rounding)?;
        // The depth of a point and the gap each have one rounding error.
        let least_depth = self.pair.margin_sum() - gap - 2.0 * self.rounding;
        let is_present = self.points.iter().any(|point| point.depth >= least_depth);
        (!is_present).then_some(gap)
    }

    /// Adds the deepest contact point if clipping a round face has lost it. Clipping uses the polygon of the rim's
    /// vertices, which omits the round part between them, and the deepest point may be there. If the face's normal is
    /// the best direction, the nearest points of the cores are one above the other along it. The added point replaces a
    /// point within the snap distance and keeps its features, so its id.
    pub(super) fn add_deepest_point(&mut self, reference: &FaceGap) {
        let Some((gap, nearest)) = self.gap_if_deepest_missing(reference).zip(self.nearest) else { return };
        let n = self.normal.unwrap_or(nearest.normal);
        let [p, q] = nearest.points;
        let along = n.dot(q - p);
        // The points must be one above the other and as far apart as the gap.
        if (q - p - n * along).length().max((along - gap).abs()) > CONSISTENT * self.rounding {
            return;
        }
        let features = [0, 1].map(|body| self.feature_at(body, nearest.points[usize::from(body)]));
        let point = self.point_between([p, p + n * along], n, features, PointOrigin::Closest);
        let near = self.points.iter_mut().find(|other| {
            let offset = other.on_a - point.on_a;
            (offset - n * n.dot(offset)).length() <= self.snap
        });
        match near {
            Some(other) => *other = Point { features: other.features, origin: other.origin, ..point },
            None => {
                self.points.insert(0, point);
                self.memory.exact_features.insert(0, features);
            }
        }
    }

    /// Straight edges of a core within [`ON_FEATURE`] of a point `p`, and the straight line on the side of a round core
    /// that faces `outward`, a unit vector.
    fn edges_through(&self, body: u8, p: Vec3, outward: Vec3) -> impl Iterator<Item = EdgeSegment> + '_ {
        let solid = self.pair.body(body);
        let tolerance = ON_FEATURE * self.rounding;
        let edges = solid.features().edges.iter().zip(0..).filter(move |_| solid.round == Round::No);
        let segments = edges.map(move |(ends, edge)| EdgeSegment {
            ends: ends.map(|end| self.pair.point(body, solid.point(end))),
            vertices: *ends,
            edge,
        });
        let line = solid.line_along(self.pair.in_body(body, outward));
        let line = line.map(|ends| EdgeSegment {
            ends: ends.map(|end| self.pair.point(body, end)),
            vertices: SIDE_LINE_VERTICES,
            edge: SIDE_LINE_EDGE,
        });
        segments.chain(line).filter(move |edge| distance_to(p, edge.ends) <= tolerance)
    }

    /// The last pair of parallel edges through the closest points that overlap; `None` if there is none.
    fn find_parallel_overlap(&self, nearest: &Nearest) -> Option<ParallelOverlap> {
        let [p, q] = nearest.points;
        let n = nearest.normal;
        let radius = self.pair.body(0).edge_radius() + self.pair.body(1).edge_radius();
        let mut overlap = None;
        for edge in self.edges_through(0, p, n) {
            for other in self.edges_through(1, q, -n) {
                if let Some(ends) = self.common_interval(&edge, &other, radius) {
                    overlap = Some(ParallelOverlap { edges: [edge, other], ends });
                }
            }
        }
        overlap
    }

    /// Parameters on `edge`, 0 to 1, between which `other` is next to it; `None` if the two are not parallel to
    /// rounding, or if the interval is too short. `radius` is the sum of the radii of curvature across both edges.
    fn common_interval(&self, edge: &EdgeSegment, other: &EdgeSegment, radius: Real) -> Option<[Real; 2]> {
        let u = edge.ends[1] - edge.ends[0];
        let v = other.ends[1] - other.ends[0];
        let square = u.length_squared();
        let length = u.length().min(v.length());
        // Divergence of the edges over the length of the shorter one. On a round side of radius R an offset of x
        // changes the height by x² / 2R, which may be below the rounding error although x is not.
        let divergence = u.normalize_or_zero().cross(v.normalize_or_zero()).length() * length;
        let is_hidden_by_curvature = divergence * divergence <= 2.0 * radius * self.rounding;
        let is_parallel = divergence <= self.rounding || is_hidden_by_curvature;
        if !is_parallel || length <= ON_FEATURE * self.rounding {
            return None;
        }
        let s = other.ends.map(|end| u.dot(end - edge.ends[0]) / square);
        let [from, to] = [s[0].min(s[1]).max(0.0), s[0].max(s[1]).min(1.0)];
        ((to - from) * length > ON_FEATURE * self.rounding).then_some([from, to])
    }

    /// Adds the ends of the overlap of two parallel edges through the closest points as contact points. Returns false
    /// if there are no such edges, or if neither end is within the margin.
    fn add_parallel_edge_points(&mut self, nearest: &Nearest) -> bool {
        let overlap = self.find_parallel_overlap(nearest);
        let Some(ParallelOverlap { edges: [edge, other], ends }) = overlap else { return false };
        let n = nearest.normal;
        let v = other.ends[1] - other.ends[0];
        for s in ends {
            let on_edge = edge.at(s);
            let t = (v.dot(on_edge - other.ends[0]) / v.length_squared()).clamp(0.0, 1.0);
            let features = [edge.feature(0, s, self.snap), other.feature(1, t, self.snap)];
            let points = self.align_along_normal([on_edge, other.at(t)], n);
            let point = self.point_between(points, n, features, PointOrigin::EdgePair);
            if self.is_near(&point) {
                self.points.push(point);
            }
        }
        !self.points.is_empty()
    }

    /// Moves points of two parallel lines sideways until one is above the other along `n`. Each moves in proportion to
    /// the radius of its round side, so that both stay on their surfaces to rounding.
    fn align_along_normal(&self, [p, q]: [Vec3; 2], n: Vec3) -> [Vec3; 2] {
        let [a, b] = [0, 1].map(|body| self.pair.body(body).edge_radius());
        let offset = q - p;
        let sideways = offset - n * n.dot(offset);
        if a + b > 0.0 { [p + sideways * (a / (a + b)), q - sideways * (b / (a + b))] } else { [p, q] }
    }

    /// The feature of a body that contains a point of its core; the round side of a round body counts as one more face.
    fn feature_at(&self, body: u8, p: Vec3) -> Feature {
        let solid = self.pair.body(body);
        let tolerance = ON_FEATURE * self.rounding;
        if solid.round != Round::No {
            return Feature::new(body, Kind::Face, solid.features().faces.len() as u32);
        }
        let mut vertices = 0..solid.points.len() as u32;
        if let Some(vertex) = vertices.find(|&vertex| self.vertex_position(body, vertex).distance(p) <= tolerance) {
            return Feature::new(body, Kind::Vertex, vertex);
        }
        let mut edges = solid.features().edges.iter();
        let edge = edges.position(|ends| distance_to(p, ends.map(|end| self.vertex_position(body, end))) <= tolerance);
        match edge {
            Some(edge) => Feature::new(body, Kind::Edge, edge as u32),
            None => Feature::new(body, Kind::Face, self.face_at(body, p)),
        }
    }

    /// Position of a vertex, pair frame.
    fn vertex_position(&self, body: u8, vertex: u32) -> Vec3 {
        self.pair.point(body, self.pair.body(body).point(vertex))
    }

    /// Index of the face whose plane has the largest signed distance to the point `p`, pair frame: the face that
    /// contains `p` if that is on the surface. 0 for a core without faces.
    fn face_at(&self, body: u8, p: Vec3) -> u32 {
        let solid = self.pair.body(body);
        let mut highest: Option<Real> = None;
        let mut index = 0;
        for (face, number) in solid.features().faces.iter().zip(0..) {
            let on_face = solid.face_ring(number).first().map_or(Vec3::ZERO, |first| solid.point(first.vertex));
            let normal = self.pair.rotated(body, face.normal);
            let height = normal.dot(p - self.pair.point(body, on_face));
            if highest.is_none_or(|highest| height > highest) {
                highest = Some(height);
                index = number;
            }
        }
        index
    }
}

/// Distance from a point to a segment; to its start if both ends coincide.
fn distance_to(p: Vec3, [from, to]: [Vec3; 2]) -> Real {
    let along = to - from;
    let s = along.dot(p - from) / along.length_squared();
    let s = if s.is_finite() { s.clamp(0.0, 1.0) } else { 0.0 };
    p.distance(from + along * s)
}
