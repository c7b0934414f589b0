//! Contacts without a face: crossing or parallel edges, vertices, and the closest points of round bodies.

use std::borrow::Borrow;

use super::super::numbers::unit;
use super::super::prelude::*;
use super::axes::{EdgeGap, FaceGap, Nearest};
use super::body::{Body, LINE, LINE_ENDS, Round};
use super::stepper::Manifold;
use super::{Feature, Kind, Outcome, Point, Why};

#[derive(Clone, Copy, Debug)]
struct Straight {
    ends: [Vec3; 2],
    /// Indices of the vertices at the ends, and of the edge.
    numbers: [u32; 3],
}

impl Straight {
    fn at(&self, share: Real) -> Vec3 {
        self.ends[0].lerp(self.ends[1], share)
    }

    /// The vertex feature of the end if the parameter `share` is within `snap` of it, else the edge feature.
    fn feature(&self, body: u8, share: Real, snap: Real) -> Feature {
        let length = self.ends[0].distance(self.ends[1]);
        if share * length <= snap {
            Feature::new(body, Kind::Vertex, self.numbers[0])
        } else if (1.0 - share) * length <= snap {
            Feature::new(body, Kind::Vertex, self.numbers[1])
        } else {
            Feature::new(body, Kind::Edge, self.numbers[2])
        }
    }
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Contact point of the best pair of edges at their closest points; `None` if that is outside either edge.
    pub(super) fn crossing(&self, found: &EdgeGap) -> Option<Point> {
        let [p, q] = [0u8, 1].map(|body| {
            let solid = self.pair.body(body);
            let ends = found.ends[usize::from(body)];
            ends.map(|end| self.pair.point(body, solid.point(end)))
        });
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
        let is_on_both = [(s, uu), (t, vv)].into_iter().all(|(share, square)| {
            let rounding = 8.0 * self.rounding / square.sqrt();
            share >= -rounding && share <= 1.0 + rounding
        });
        if !is_on_both {
            return None;
        }
        let points = [p[0] + u * s.clamp(0.0, 1.0), q[0] + v * t.clamp(0.0, 1.0)];
        // The closest points of nearly parallel edges are inaccurate: reject them if they contradict the gap.
        if !((found.normal.dot(points[1] - points[0]) - found.gap).abs() <= 64.0 * self.rounding) {
            return None;
        }
        let features = [self.edge_between(0, found.ends[0])?, self.edge_between(1, found.ends[1])?];
        Some(self.between(points, found.normal, features, Why::Edges))
    }

    /// The edge of a body between two vertices.
    fn edge_between(&self, body: u8, [p, q]: [u32; 2]) -> Option<Feature> {
        let mut edges = self.pair.body(body).parts().edges.iter();
        edges.position(|edge| *edge == [p, q] || *edge == [q, p]).map(|i| Feature::new(body, Kind::Edge, i as u32))
    }

    /// Contact point between two points of the cores; `normal` points from the first body to the second.
    pub(super) fn between(&self, [p, q]: [Vec3; 2], normal: Vec3, features: [Feature; 2], why: Why) -> Point {
        let [a, b] = [0, 1].map(|body| self.pair.body(body).ball);
        let gap = normal.dot(q - p);
        Point { on_a: p + normal * a, on_b: q - normal * b, depth: a + b - gap, id: 0, features, why }
    }

    /// Adds the points at the closest points of the cores: the two ends of the overlap of parallel edges, or one point.
    pub(super) fn near(&mut self, nearest: &Nearest) -> Outcome {
        let nearest = &nearest.straightened();
        // Along parallel sides the closest points are not unique: the query may leave a tilt that hardly changes its
        // distance, but changes the gap along the normal more.
        if let Some((gap, normal)) = self.across_the_edges(nearest)
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
        let point = self.between(nearest.points, nearest.normal, features, Why::Closest);
        self.points.push(point);
        match features.map(|feature| feature.kind) {
            [Kind::Edge, Kind::Edge] => Outcome::EdgeContact,
            _ => Outcome::VertexContact,
        }
    }

    /// An improved normal with its gap: the normal made perpendicular to an edge through one of the nearest points, if
    /// the gap along it is larger beyond rounding; or the unchanged normal, if the gap along it is less than that of
    /// the points beyond rounding.
    fn across_the_edges(&self, nearest: &Nearest) -> Option<(Real, Vec3)> {
        let n = nearest.normal;
        let own = self.gap_along(n);
        let rounding = 4.0 * EPS * self.pair.magnitude();
        let mut best = (nearest.gap > own + rounding).then_some((own, n));
        let mut least = own + rounding;
        for (body, outward) in [(0, n), (1, -n)] {
            for edge in self.edges_through(body, nearest.points[usize::from(body)], outward) {
                let along = (edge.ends[1] - edge.ends[0]).normalize_or_zero();
                let Some(across) = unit(n - along * along.dot(n)).filter(|across| across.dot(n) > 0.99) else {
                    continue;
                };
                let gap = self.gap_along(across);
                if gap > least {
                    best = Some((gap, across));
                    least = gap;
                }
            }
        }
        best
    }

    /// Gap of the cores along a unit vector: a lower bound of their signed distance.
    fn gap_along(&self, n: Vec3) -> Real {
        n.dot(self.pair.support(1, -n) - self.pair.support(0, n))
    }

    /// Gap of the cores, if the face is the best direction and none of its points is as deep as that.
    pub(super) fn lacks_deepest(&self, reference: &FaceGap) -> Option<Real> {
        let gap = self.gap.filter(|gap| reference.gap >= gap - 8.0 * self.rounding)?;
        let wanted = self.pair.balls() - gap - 2.0 * self.rounding;
        let deepest = self.points.iter().any(|point| point.depth >= wanted);
        (!deepest).then_some(gap)
    }

    /// Adds the deepest point where clipping a round face has lost it. Clipping uses the polygon of the rim's vertices,
    /// which omits the round part between them, and the deepest point may be there. Where the face's normal is the best
    /// direction, the nearest points of the cores are one above the other along it. They replace a point within the
    /// snap distance and keep its name, or are added.
    pub(super) fn keep_nearest(&mut self, reference: &FaceGap) {
        let Some((gap, nearest)) = self.lacks_deepest(reference).zip(self.nearest) else { return };
        let n = self.normal.unwrap_or(nearest.normal);
        let [p, q] = nearest.points;
        let along = n.dot(q - p);
        if (q - p - n * along).length().max((along - gap).abs()) > 64.0 * self.rounding {
            return;
        }
        let features = [0, 1].map(|body| self.feature_at(body, nearest.points[usize::from(body)]));
        let point = self.between([p, p + n * along], n, features, Why::Closest);
        let near = self.points.iter_mut().find(|other| {
            let offset = other.on_a - point.on_a;
            (offset - n * n.dot(offset)).length() <= self.snap
        });
        match near {
            Some(other) => *other = Point { features: other.features, why: other.why, ..point },
            None => {
                self.points.insert(0, point);
                self.memory.made.insert(0, features);
            }
        }
    }

    /// The straight edges of a core through one of its points, pair frame.
    fn edges_through(&self, body: u8, p: Vec3, outward: Vec3) -> impl Iterator<Item = Straight> + '_ {
        let solid = self.pair.body(body);
        let reach = 16.0 * self.rounding;
        let all = solid.parts().edges.iter().zip(0..).filter(move |_| solid.round == Round::No);
        let all = all.map(move |(ends, number)| Straight {
            ends: ends.map(|end| self.pair.point(body, solid.point(end))),
            numbers: [ends[0], ends[1], number],
        });
        let line = solid.line_along(self.pair.back(body, outward));
        let line = line.map(|ends| Straight {
            ends: ends.map(|end| self.pair.point(body, end)),
            numbers: [LINE_ENDS[0], LINE_ENDS[1], LINE],
        });
        all.chain(line).filter(move |edge| distance_to(p, edge.ends) <= reach)
    }

    /// Whether edges through the closest points are parallel. If so, the ends of their overlap become contact points.
    fn add_parallel_edge_points(&mut self, nearest: &Nearest) -> bool {
        let [p, q] = nearest.points;
        let n = nearest.normal;
        let round = self.pair.body(0).rounded_by() + self.pair.body(1).rounded_by();
        let mut found: Option<([Straight; 2], [Real; 2])> = None;
        for edge in self.edges_through(0, p, n) {
            for other in self.edges_through(1, q, -n) {
                let u = edge.ends[1] - edge.ends[0];
                let v = other.ends[1] - other.ends[0];
                let square = u.length_squared();
                let length = u.length().min(v.length());
                // Divergence of the edges over their common length, and whether the curvature of round sides hides it.
                let off = u.normalize_or_zero().cross(v.normalize_or_zero()).length() * length;
                let bent = off * off <= 2.0 * round * self.rounding;
                if !(off <= self.rounding || bent) || length <= 16.0 * self.rounding {
                    continue;
                }
                let share = other.ends.map(|end| u.dot(end - edge.ends[0]) / square);
                let [from, to] = [share[0].min(share[1]).max(0.0), share[0].max(share[1]).min(1.0)];
                if (to - from) * length > 16.0 * self.rounding {
                    found = Some(([edge, other], [from, to]));
                }
            }
        }
        let Some(([edge, other], ends)) = found else { return false };
        let v = other.ends[1] - other.ends[0];
        for share in ends {
            let on_edge = edge.at(share);
            let along = (v.dot(on_edge - other.ends[0]) / v.length_squared()).clamp(0.0, 1.0);
            let features = [edge.feature(0, share, self.snap), other.feature(1, along, self.snap)];
            let points = self.align_along_normal([on_edge, other.at(along)], n);
            let point = self.between(points, n, features, Why::Edges);
            if self.is_near(&point) {
                self.points.push(point);
            }
        }
        !self.points.is_empty()
    }

    /// Moves points of two parallel lines sideways until one is above the other along `n`. Each moves in proportion to
    /// the radius of its round side, so that both stay on their surfaces to rounding.
    fn align_along_normal(&self, [p, q]: [Vec3; 2], n: Vec3) -> [Vec3; 2] {
        let [a, b] = [0, 1].map(|body| self.pair.body(body).rounded_by());
        let way = q - p;
        let sideways = way - n * n.dot(way);
        if a + b > 0.0 { [p + sideways * (a / (a + b)), q - sideways * (b / (a + b))] } else { [p, q] }
    }

    /// The feature of a body that contains a point of its core.
    fn feature_at(&self, body: u8, p: Vec3) -> Feature {
        let solid = self.pair.body(body);
        let reach = 16.0 * self.rounding;
        if solid.round != Round::No {
            return Feature::new(body, Kind::Face, solid.parts().faces.len() as u32);
        }
        let mut vertices = 0..solid.points.len() as u32;
        if let Some(vertex) = vertices.find(|&vertex| self.vertex_position(body, vertex).distance(p) <= reach) {
            return Feature::new(body, Kind::Vertex, vertex);
        }
        let mut edges = solid.parts().edges.iter();
        let edge = edges.position(|ends| distance_to(p, ends.map(|end| self.vertex_position(body, end))) <= reach);
        match edge {
            Some(edge) => Feature::new(body, Kind::Edge, edge as u32),
            None => Feature::new(body, Kind::Face, self.face_at(body, p)),
        }
    }

    /// Position of a vertex, pair frame.
    fn vertex_position(&self, body: u8, vertex: u32) -> Vec3 {
        self.pair.point(body, self.pair.body(body).point(vertex))
    }

    fn face_at(&self, body: u8, p: Vec3) -> u32 {
        let solid = self.pair.body(body);
        let heights = (0..solid.parts().faces.len() as u32).map(|face| {
            let corner = solid.face_ring(face).first().map_or(Vec3::ZERO, |c| solid.point(c.vertex));
            let normal = self.pair.turned(body, solid.parts().faces[face as usize].normal);
            (face, normal.dot(p - self.pair.point(body, corner)))
        });
        heights.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(0, |(face, _)| face)
    }
}

fn distance_to(p: Vec3, [from, to]: [Vec3; 2]) -> Real {
    let way = to - from;
    let share = way.dot(p - from) / way.length_squared();
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    p.distance(from + way * share)
}
