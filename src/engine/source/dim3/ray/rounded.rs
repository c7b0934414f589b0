//! Chord of a line and a polytope with a margin, a core with a ball added. The body is the union of the core, a prism
//! on each face, a cylinder around each edge and a ball around each vertex. The union is convex, so a line enters it
//! where it first enters one of these parts.

use std::borrow::Cow;

use contact_lens_model::snapshot::ray::{PieceKind, Rule};

use super::chord::{Chord, Line, Piece, decide, half_space, quadratic};
use crate::dim3::hull::{Dimension, Hull};
use crate::interval::{Interval, Vector, cross, dot, minus, plus, times};

/// A polytope, the core, with a margin.
#[derive(Clone, Debug)]
pub(super) struct Core<'a> {
    /// Positions of the hull's vertices.
    pub vertices: Vec<Vector>,
    /// Faces and edges of the core, by indices of `vertices`.
    pub hull: Cow<'a, Hull>,
    /// Margin: radius of the ball that is added to the core.
    pub ball: Interval,
    /// Whether the core and the line are in the plane z = 0. A polygon is then the intersection of the half-planes of
    /// its sides.
    pub is_planar: bool,
}

/// Numbers of the pieces of each kind, in the order of the pieces.
struct Counts {
    /// 1 if the core itself is a piece, otherwise 0.
    core: usize,
    /// Number of prisms on faces.
    prisms: usize,
    /// Number of cylinders around edges.
    tubes: usize,
    /// Number of balls around vertices.
    balls: usize,
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
    /// The core with its own copy of the hull.
    pub fn into_owned(self) -> Core<'static> {
        Core { hull: Cow::Owned(self.hull.into_owned()), ..self }
    }

    /// Combination of the chords of the pieces: a polytope with a margin is a union.
    pub fn rule(&self) -> Rule {
        if self.ball.is_zero() { Rule::Intersection } else { Rule::Union }
    }

    /// Number of pieces of the body.
    pub fn count(&self) -> usize {
        if self.ball.is_zero() {
            return self.count_without_margin();
        }
        let Counts { core, prisms, tubes, balls } = self.counts();
        core + prisms + tubes + balls
    }

    /// Number of pieces of the core alone.
    fn count_without_margin(&self) -> usize {
        match self.hull.dimension {
            Dimension::Solid => self.hull.faces().len(),
            Dimension::Polygon if self.is_planar => self.vertices.len(),
            Dimension::Polygon | Dimension::Segment | Dimension::Point => 1,
        }
    }

    /// Numbers of the pieces of a core with a margin.
    fn counts(&self) -> Counts {
        let has_core = matches!(self.hull.dimension, Dimension::Solid | Dimension::Polygon);
        Counts {
            core: usize::from(has_core),
            // In the plane the prisms on both sides of a polygon are the polygon itself.
            prisms: if self.is_planar { 0 } else { self.hull.faces().len() },
            tubes: self.hull.edges.len(),
            balls: self.vertices.len(),
        }
    }

    /// Chord of a line and the piece `i`.
    pub fn piece(&self, line: &Line, i: usize) -> Piece {
        if self.ball.is_zero() {
            return self.piece_without_margin(line, i);
        }
        let Counts { core, prisms, tubes, .. } = self.counts();
        if i < core {
            return Piece { kind: PieceKind::Core, index: 0, chord: self.chord_of_core(line) };
        }
        let i = i - core;
        if i < prisms {
            return Piece { kind: PieceKind::Prism, index: i, chord: self.prism(line, self.hull.face(i)) };
        }
        let i = i - prisms;
        if i < tubes {
            let ends = self.hull.edges[i].ends.map(|end| self.vertices[end as usize]);
            return Piece { kind: PieceKind::Tube, index: i, chord: tube(line, ends, self.ball) };
        }
        let i = i - tubes;
        Piece { kind: PieceKind::Ball, index: i, chord: ball(line, self.vertices[i], self.ball) }
    }

    /// Chord of a line and the piece `i` of the core alone.
    fn piece_without_margin(&self, line: &Line, i: usize) -> Piece {
        match self.hull.dimension {
            Dimension::Solid => Piece { kind: PieceKind::Face, index: i, chord: self.below_face(line, i) },
            Dimension::Polygon if self.is_planar => {
                Piece { kind: PieceKind::Side, index: i, chord: self.inside_side(line, i) }
            }
            Dimension::Polygon => Piece { kind: PieceKind::Polygon, index: 0, chord: self.polygon(line) },
            Dimension::Segment => Piece { kind: PieceKind::Segment, index: 0, chord: self.segment(line) },
            Dimension::Point => Piece { kind: PieceKind::Point, index: 0, chord: ball(line, self.vertices[0], zero()) },
        }
    }

    /// Chord of a line and the core alone, which has an area or a volume.
    fn chord_of_core(&self, line: &Line) -> Chord {
        (0..self.count_without_margin())
            .fold(Chord::ALL, |chord, i| chord.intersection(self.piece_without_margin(line, i).chord))
    }

    /// Chord of a line and the half-space below the face `i` of a polyhedron.
    fn below_face(&self, line: &Line, i: usize) -> Chord {
        let face = self.hull.face(i);
        half_space(line, self.normal(face), self.vertices[face[0] as usize], zero())
    }

    /// Chord of a line in the plane of a polygon and the half-plane of the side `i`.
    fn inside_side(&self, line: &Line, i: usize) -> Chord {
        let face = self.hull.face(0);
        let [p, q] = [face[i], face[(i + 1) % face.len()]].map(|corner| self.vertices[corner as usize]);
        half_space(line, cross(minus(q, p), self.normal(face)), p, zero())
    }

    /// Chord of a line and the prism on a face, as high as the margin.
    fn prism(&self, line: &Line, face: &[u32]) -> Chord {
        let normal = self.normal(face);
        let first = self.vertices[face[0] as usize];
        let height = self.ball * dot(normal, normal).sqrt();
        let below_top = half_space(line, normal, first, height);
        let above_face = half_space(line, normal.map(|x| -x), first, zero());
        let between_planes = below_top.intersection(above_face);
        between_planes.intersection(column(line, &self.corners(face), normal))
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
