//! Chord of a line with a polytope that has a margin: the union of the core, a prism on each face, a cylinder around
//! each edge and a ball around each vertex. The union is convex, so a line enters it where it first enters one of
//! these.

use super::super::hull::{Dimension, Hull};
use super::chord::{Chord, Line, decide, half_space, quadratic};
use crate::interval::{Interval, Vector, cross, dot, minus, plus, times};

/// Polytope, the core, with the margin `ball`.
pub(super) struct Core<'a> {
    /// Vertices of the hull.
    pub vertices: &'a [Vector],
    /// Faces and edges, by indices of `vertices`.
    pub hull: &'a Hull,
    /// Radius of the margin.
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
    /// Part of a line inside the polytope, margin included.
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

    /// The sides of a face, each from a vertex to the next.
    fn sides<'a>(&'a self, face: &'a [u32]) -> impl Iterator<Item = [Vector; 2]> + 'a {
        (0..face.len()).map(move |i| [i, i + 1].map(|i| self.vertices[face[i % face.len()] as usize]))
    }

    /// Outward normal of a face, of any length but 0.
    fn normal(&self, face: &[u32]) -> Vector {
        let first = self.vertices[face[0] as usize];
        let triangle_normals = self.sides(face).map(|[p, q]| cross(minus(p, first), minus(q, first)));
        triangle_normals.fold(Vector::default(), plus)
    }

    /// Part of a line inside a polyhedron.
    fn solid(&self, line: &Line) -> Chord {
        let faces = self.hull.faces();
        faces
            .map(|face| half_space(line, self.normal(face), self.vertices[face[0] as usize], zero()))
            .fold(Chord::ALL, Chord::intersection)
    }

    /// Part of a line inside a flat polygon.
    fn polygon(&self, line: &Line) -> Chord {
        let Some(face) = self.hull.faces().next() else { return Chord::UNKNOWN };
        let corners: Vec<Vector> = face.iter().map(|&i| self.vertices[i as usize]).collect();
        polygon(line, &corners, self.normal(face))
    }

    /// Part of a line inside a segment; none if the line and the segment are proven to be in no common plane, undecided
    /// if that is below rounding error.
    fn segment(&self, line: &Line) -> Chord {
        let [p, q] = [self.vertices[0], self.vertices[1]];
        let along = minus(q, p);
        let from = minus(p, line.origin);
        let across = cross(line.direction, along);
        // Zero if both are in one plane.
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

    /// Union of the part inside the core and the parts inside the prisms, cylinders and balls around it.
    fn with_margin(&self, line: &Line, core: Chord) -> Chord {
        let mut all = core;
        for face in self.hull.faces() {
            let normal = self.normal(face);
            let first = self.vertices[face[0] as usize];
            let height = self.ball * dot(normal, normal).sqrt();
            let above = half_space(line, normal, first, height);
            let below = normal.map(|x| -x);
            let prism = above.intersection(half_space(line, below, first, zero()));
            let corners: Vec<Vector> = face.iter().map(|&i| self.vertices[i as usize]).collect();
            all = all.union(prism.intersection(column(line, &corners, normal)));
        }
        for edge in &self.hull.edges {
            let [p, q] = edge.ends.map(|i| self.vertices[i as usize]);
            all = all.union(tube(line, [p, q], self.ball));
        }
        self.vertices.iter().fold(all, |all, p| all.union(ball(line, *p, self.ball)))
    }
}

/// Each vertex of a polygon with the next one.
fn sides(corners: &[Vector]) -> impl Iterator<Item = [Vector; 2]> {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]])
}

/// Part of a line inside the infinite prism over a polygon, between the planes through its edges.
fn column(line: &Line, corners: &[Vector], normal: Vector) -> Chord {
    sides(corners)
        .map(|[p, q]| half_space(line, cross(minus(q, p), normal), p, zero()))
        .fold(Chord::ALL, Chord::intersection)
}

/// Part of a line inside a convex polygon, counter-clockwise seen against its normal: the point at which the line
/// crosses its plane, or a segment of a line in its plane.
pub(super) fn polygon(line: &Line, corners: &[Vector], normal: Vector) -> Chord {
    let above = dot(normal, minus(line.origin, corners[0]));
    let rise = dot(normal, line.direction);
    if !rise.is_positive() && !rise.is_negative() {
        // The line is parallel to the plane, to rounding: clip it to the plane from both sides.
        let [above, below] = [normal, normal.map(|x| -x)].map(|n| half_space(line, n, corners[0], zero()));
        return above.intersection(below).intersection(column(line, corners, normal));
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

/// Part of a line inside a ball.
pub(super) fn ball(line: &Line, center: Vector, radius: Interval) -> Chord {
    let from = minus(line.origin, center);
    let terms = [dot(line.direction, line.direction), dot(from, line.direction), dot(from, from) - radius * radius];
    let chord = quadratic(line, terms);
    let normal = minus(line.at(Interval::from(chord.estimate[0])), center);
    Chord { normal: Some(to_f64(normal)), ..chord }
}

/// Part of a line inside a cylinder around a segment: the cross product of a point, relative to the segment's start,
/// and the segment is as long as the point's distance from the axis times the segment's length.
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
