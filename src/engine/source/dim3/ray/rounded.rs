//! Chord of a line and a polytope with a margin, a core with a ball added. The body is the union of the core, a prism
//! on each face, a cylinder around each edge and a ball around each vertex. The union is convex, so a line enters it
//! where it first enters one of these parts.

use super::chord::{Chord, Line, decide, half_space, quadratic};
use crate::dim3::hull::{Dimension, Hull};
use crate::interval::{Interval, Vector, cross, dot, minus, plus, times};

/// A polytope, the core, with a margin.
pub(super) struct Core<'a> {
    /// Positions of the hull's vertices.
    pub vertices: &'a [Vector],
    /// Faces and edges of the core, by indices of `vertices`.
    pub hull: &'a Hull,
    /// Margin: radius of the ball that is added to the core.
    pub ball: Interval,
}

/// The interval that contains only 0.
fn zero() -> Interval {
    Interval::default()
}

/// Converts a vector to `f64`.
fn to_f64(v: Vector) -> [f64; 3] {
    v.map(Interval::to_f64)
}

impl Core<'_> {
    /// Chord of a line and the polytope with its margin.
    pub fn chord(&self, line: &Line) -> Chord {
        let core = match self.hull.dimension {
            Dimension::Solid => self.solid(line),
            Dimension::Polygon => self.polygon(line),
            Dimension::Segment if self.ball.is_zero() => self.segment(line),
            Dimension::Point if self.ball.is_zero() => ball(line, self.vertices[0], zero()),
            Dimension::Segment | Dimension::Point => Chord::NONE,
        };
        if self.ball.is_zero() { core } else { self.with_margin(line, core) }
    }

    /// Vertices of a face, in order.
    fn corners(&self, face: &[u32]) -> Vec<Vector> {
        face.iter().map(|&i| self.vertices[i as usize]).collect()
    }

    /// Outward normal of a face, of any length but 0: the sum of the normals of the triangles that its sides make with
    /// its first vertex.
    fn normal(&self, face: &[u32]) -> Vector {
        let first = self.vertices[face[0] as usize];
        let mut sum = Vector::default();
        for i in 0..face.len() {
            let p = self.vertices[face[i] as usize];
            let q = self.vertices[face[(i + 1) % face.len()] as usize];
            sum = plus(sum, cross(minus(p, first), minus(q, first)));
        }
        sum
    }

    /// Chord of a line and a polyhedron.
    fn solid(&self, line: &Line) -> Chord {
        let mut chord = Chord::ALL;
        for face in self.hull.faces() {
            let point = self.vertices[face[0] as usize];
            chord = chord.intersection(half_space(line, self.normal(face), point, zero()));
        }
        chord
    }

    /// Chord of a line and a flat polygon.
    fn polygon(&self, line: &Line) -> Chord {
        let Some(face) = self.hull.faces().next() else { return Chord::UNKNOWN };
        polygon(line, &self.corners(face), self.normal(face))
    }

    /// Chord of a line and a segment. Empty if both are proven to be in no common plane; undecided if rounding errors
    /// leave that open.
    fn segment(&self, line: &Line) -> Chord {
        let [p, q] = [self.vertices[0], self.vertices[1]];
        let along = minus(q, p);
        let from = minus(p, line.origin);
        let across = cross(line.direction, along);
        // Triple product, 0 if both are in one plane.
        let volume = dot(from, across);
        if volume.is_positive() || volume.is_negative() {
            return Chord::NONE;
        }
        let square = dot(across, across);
        if !square.is_positive() || !volume.is_zero() {
            return Chord::UNKNOWN;
        }
        // Parameters of the crossing along the line and along the segment.
        let t = dot(cross(from, along), across) / square;
        let u = dot(cross(from, line.direction), across) / square;
        let remainder = Interval::from(1.0) - u;
        let is_inside = decide(u.low() >= 0.0 && remainder.low() >= 0.0, u.is_negative() || remainder.is_negative());
        let normal = cross(along, across);
        let facing = if dot(normal, line.direction).is_negative() { normal } else { normal.map(|x| -x) };
        Chord::at(t, to_f64(facing), is_inside)
    }

    /// Union of the chord of the core with those of the prisms, cylinders and balls around it.
    fn with_margin(&self, line: &Line, core: Chord) -> Chord {
        let mut union = core;
        for face in self.hull.faces() {
            let normal = self.normal(face);
            let first = self.vertices[face[0] as usize];
            let height = self.ball * dot(normal, normal).sqrt();
            let below_top = half_space(line, normal, first, height);
            let above_face = half_space(line, normal.map(|x| -x), first, zero());
            let between_planes = below_top.intersection(above_face);
            union = union.union(between_planes.intersection(column(line, &self.corners(face), normal)));
        }
        for edge in &self.hull.edges {
            let ends = edge.ends.map(|i| self.vertices[i as usize]);
            union = union.union(tube(line, ends, self.ball));
        }
        for vertex in self.vertices {
            union = union.union(ball(line, *vertex, self.ball));
        }
        union
    }
}

/// The sides of a polygon, each from a vertex to the next.
fn sides(corners: &[Vector]) -> impl Iterator<Item = [Vector; 2]> {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]])
}

/// Chord of a line and the infinite prism over a polygon, between the planes through its sides along the normal.
fn column(line: &Line, corners: &[Vector], normal: Vector) -> Chord {
    let mut chord = Chord::ALL;
    for [p, q] in sides(corners) {
        let outward = cross(minus(q, p), normal);
        chord = chord.intersection(half_space(line, outward, p, zero()));
    }
    chord
}

/// Chord of a line and a convex polygon whose vertices are counter-clockwise seen against its normal: the point where
/// the line crosses the plane of the polygon, or a segment of a line in that plane.
pub(super) fn polygon(line: &Line, corners: &[Vector], normal: Vector) -> Chord {
    let above = dot(normal, minus(line.origin, corners[0]));
    let rise = dot(normal, line.direction);
    if !rise.is_positive() && !rise.is_negative() {
        // The line is parallel to the plane, to rounding: intersect it with the half-spaces on both sides of the plane.
        let below = half_space(line, normal, corners[0], zero());
        let above = half_space(line, normal.map(|x| -x), corners[0], zero());
        return below.intersection(above).intersection(column(line, corners, normal));
    }
    let t = -above / rise;
    let crossing = line.at(t);
    let mut is_inside = Some(true);
    for [p, q] in sides(corners) {
        let excess = dot(cross(minus(q, p), normal), minus(crossing, p));
        if excess.is_positive() {
            return Chord::NONE;
        }
        if excess.high() > 0.0 {
            is_inside = None;
        }
    }
    let facing = if rise.is_negative() { normal } else { normal.map(|x| -x) };
    Chord::at(t, to_f64(facing), is_inside)
}

/// Chord of a line and a ball.
pub(super) fn ball(line: &Line, center: Vector, radius: Interval) -> Chord {
    let from = minus(line.origin, center);
    let terms = [dot(line.direction, line.direction), dot(from, line.direction), dot(from, from) - radius * radius];
    let chord = quadratic(line, terms);
    let normal = minus(line.at(Interval::from(chord.estimate[0])), center);
    Chord { normal: Some(to_f64(normal)), ..chord }
}

/// Chord of a line and a cylinder around the segment from `p` to `q`. The cross product of `x − p` and the segment is
/// as long as the distance of the point `x` from the axis times the length of the segment.
pub(super) fn tube(line: &Line, [p, q]: [Vector; 2], radius: Interval) -> Chord {
    let along = minus(q, p);
    let from = minus(line.origin, p);
    let o = cross(from, along);
    let d = cross(line.direction, along);
    let terms = [dot(d, d), dot(o, d), dot(o, o) - radius * radius * dot(along, along)];
    let chord = quadratic(line, terms);
    let entry = minus(line.at(Interval::from(chord.estimate[0])), p);
    let foot = times(along, dot(entry, along) / dot(along, along));
    let side = Chord { normal: Some(to_f64(minus(entry, foot))), ..chord };
    let ends = half_space(line, along, q, zero()).intersection(half_space(line, along.map(|x| -x), p, zero()));
    side.intersection(ends)
}
