//! Convex bodies as intersections or unions of simpler sets, the pieces, and the chord of a line and a body, which is
//! composed piece by piece.
//!
//! - **Polytopes** are intersections of the half-spaces of their faces; in the plane, of their sides.
//! - **Polytopes with a margin** (so capsules) are unions ([`Core`]).
//! - **Cylinders and cones** are intersections of their side and the half-spaces of their ends.
//! - **Balls, ellipsoids, triangles, segments and points** are one piece each.
//! - **Affine images** have the pieces of the inner shape, and the preimage of the line.

use std::borrow::Cow;

use contact_lens_model::snapshot::ray::{PieceKind, Rule};

use super::chord::{Chord, Line, Piece, half_space};
use super::curved::{axis_vector, below_end, cone_side, cylinder_side, disc, ellipsoid, number};
use super::rounded::{self, Core};
use crate::dim3::hull;
use crate::dim3::prelude::*;
use crate::dim3::shape::{Affine, Kind, Shape, SolidOfRevolution, box_vertices};
use crate::interval::{Interval, Vector, cross, dot, minus, vector};

/// Converts a point to `f64`.
pub(super) fn to_f64(p: Vec3) -> [f64; 3] {
    p.to_array().map(f64::from)
}

/// A convex set that consists of pieces.
#[derive(Clone, Debug)]
enum Set<'a> {
    /// The half-space `normal · x ≤ height`; the normal may have any length but 0.
    HalfSpace { normal: Vector, height: Interval },
    /// A ball around the origin with this radius.
    Ball(Interval),
    /// A box with these half extents, all positive.
    Box([f64; 3]),
    /// A triangle with an area, and its normal.
    Triangle { corners: [Vector; 3], normal: Vector },
    /// The convex hull of points, with a margin.
    Hull(Core<'a>),
    /// All points within a distance of the segment between two different points.
    Capsule { ends: [Vector; 2], ball: Interval },
    /// A cylinder, or a disc.
    Cylinder(SolidOfRevolution),
    /// A cone with a height.
    Cone(SolidOfRevolution),
    /// An ellipsoid around the origin with these radii, all positive.
    Ellipsoid([f64; 3]),
}

/// A map of normals from the frame of a shape to that of its affine image: the rows of the inverse matrix times the
/// determinant, and the sign of the determinant.
#[derive(Clone, Copy, Debug)]
struct NormalMap {
    /// Cofactors of the matrix.
    rows: [[f64; 3]; 3],
    /// Sign of the determinant, 1 or −1.
    sign: f64,
}

/// A line and the pieces of a body at which it is cast.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'a> {
    /// The line, in the frame of the pieces.
    line: Line,
    /// The set of the pieces.
    set: Set<'a>,
    /// Maps of normals to the frame of the body, the innermost first; empty unless the body is an affine image.
    normal_maps: Vec<NormalMap>,
}

impl<'a> Pieces<'a> {
    /// Pieces of a shape in its own frame; `None` for a shape without a closed form.
    pub fn new(line: &Line, shape: &'a Shape) -> Option<Self> {
        Self::with_ball(line, shape, Interval::default())
    }

    /// The half-space `normal · x ≤ height` as one piece; the normal may have any length but 0.
    pub fn half_space(line: &Line, normal: Vector, height: Interval) -> Self {
        Self::from_set(line, Set::HalfSpace { normal, height })
    }

    /// Pieces of the hull of points with the margin `ball`; `None` if the hull cannot be computed. If `is_planar`, the
    /// points and the line are in the plane z = 0.
    pub fn hull_of(line: &Line, points: &[[f64; 3]], ball: Interval, is_planar: bool) -> Option<Self> {
        let hull = hull::hull_f64(points.to_vec()).ok()?;
        let vertices = hull.vertices.iter().map(|&i| vector(points[i as usize])).collect();
        Some(Self::from_set(line, Set::Hull(Core { vertices, hull: Cow::Owned(hull), ball, is_planar })))
    }

    /// Pieces of a set in the frame of the line.
    fn from_set(line: &Line, set: Set<'a>) -> Self {
        Self { line: *line, set, normal_maps: Vec::new() }
    }

    /// Pieces of a shape to which a ball with the radius `ball` is added; `None` without a closed form.
    fn with_ball(line: &Line, shape: &'a Shape, ball: Interval) -> Option<Self> {
        let has_margin = !ball.is_zero();
        let set = match shape.kind() {
            Kind::Inflate { shape, margin } => return Self::with_ball(line, shape, ball + number(*margin)),
            Kind::Sphere { radius } => Set::Ball(ball + number(*radius)),
            Kind::Capsule(solid) => return Self::capsule(line, solid, ball + number(solid.radius)),
            Kind::Box { half_extents } => {
                let half = to_f64(*half_extents);
                if has_margin || half.contains(&0.0) {
                    return Self::hull_of(line, &box_vertices(half), ball, false);
                }
                Set::Box(half)
            }
            Kind::Segment(ends) => return Self::hull_of(line, &ends.map(to_f64), ball, false),
            Kind::Triangle(corners) => return Self::triangle(line, corners.map(to_f64), ball),
            Kind::Polytope(polytope) => {
                let vertices = polytope.hull().vertices.iter();
                let vertices = vertices.map(|&i| vector(to_f64(polytope.points()[i as usize]))).collect();
                Set::Hull(Core { vertices, hull: Cow::Borrowed(polytope.hull()), ball, is_planar: false })
            }
            Kind::Cylinder(solid) if !has_margin => Set::Cylinder(*solid),
            Kind::Cone(solid) if !has_margin && solid.half_height > 0.0 => Set::Cone(*solid),
            Kind::Cone(solid) if !has_margin => Set::Cylinder(*solid),
            Kind::Ellipsoid { radii } if !has_margin && radii.min_element() > 0.0 => Set::Ellipsoid(to_f64(*radii)),
            Kind::Affine(affine) if !has_margin => return Self::image(line, affine),
            Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) => return None,
        };
        Some(Self::from_set(line, set))
    }

    /// Pieces of a capsule; `ball` is its radius plus all margins.
    fn capsule(line: &Line, solid: &SolidOfRevolution, ball: Interval) -> Option<Self> {
        let end = axis_vector(solid.axis, solid.half_height);
        let ends = [end.map(|x| -x), end];
        if solid.half_height == 0.0 || ball.is_zero() {
            return Self::hull_of(line, &ends, ball, false);
        }
        Some(Self::from_set(line, Set::Capsule { ends: ends.map(vector), ball }))
    }

    /// Pieces of a triangle with the margin `ball`. A hull is computed only if the triangle is degenerate or has a
    /// margin.
    fn triangle(line: &Line, points: [[f64; 3]; 3], ball: Interval) -> Option<Self> {
        let corners = points.map(vector);
        let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        let has_area = normal.iter().any(|x| x.is_positive() || x.is_negative());
        if has_area && ball.is_zero() {
            return Some(Self::from_set(line, Set::Triangle { corners, normal }));
        }
        Self::hull_of(line, &points, ball, false)
    }

    /// Pieces of an affine image of a shape: the preimage of the line is inside the shape at the same parameters.
    /// `None` for a singular matrix, and if the shape has no closed form.
    fn image(line: &Line, affine: &'a Affine) -> Option<Self> {
        let matrix = affine.matrix();
        let [x, y, z] = [matrix.col(0), matrix.col(1), matrix.col(2)].map(|column| vector(to_f64(column)));
        // Rows of the inverse, times the determinant. Normals are transformed by the same matrix.
        let rows = [cross(y, z), cross(z, x), cross(x, y)];
        let determinant = dot(x, rows[0]);
        if !determinant.is_positive() && !determinant.is_negative() {
            return None;
        }
        let from_offset = minus(line.origin, vector(to_f64(affine.offset())));
        let origin = rows.map(|row| dot(row, from_offset) / determinant);
        let direction = rows.map(|row| dot(row, line.direction) / determinant);
        let preimage = Line { origin, direction, ..*line };
        let mut pieces = Self::with_ball(&preimage, affine.shape(), Interval::default())?;
        let sign = if determinant.is_negative() { -1.0 } else { 1.0 };
        pieces.normal_maps.push(NormalMap { rows: rows.map(|row| row.map(Interval::to_f64)), sign });
        Some(pieces)
    }

    /// Pieces with their own copies of the data of the shape.
    pub fn into_owned(self) -> Pieces<'static> {
        let Pieces { line, set, normal_maps } = self;
        let set = match set {
            Set::HalfSpace { normal, height } => Set::HalfSpace { normal, height },
            Set::Ball(radius) => Set::Ball(radius),
            Set::Box(half) => Set::Box(half),
            Set::Triangle { corners, normal } => Set::Triangle { corners, normal },
            Set::Hull(core) => Set::Hull(core.into_owned()),
            Set::Capsule { ends, ball } => Set::Capsule { ends, ball },
            Set::Cylinder(solid) => Set::Cylinder(solid),
            Set::Cone(solid) => Set::Cone(solid),
            Set::Ellipsoid(radii) => Set::Ellipsoid(radii),
        };
        Pieces { line, set, normal_maps }
    }

    /// Combination of the chords of the pieces.
    pub fn rule(&self) -> Rule {
        match &self.set {
            Set::Hull(core) => core.rule(),
            Set::Capsule { .. } => Rule::Union,
            Set::HalfSpace { .. } | Set::Ball(_) | Set::Box(_) | Set::Triangle { .. } => Rule::Intersection,
            Set::Cylinder(_) | Set::Cone(_) | Set::Ellipsoid(_) => Rule::Intersection,
        }
    }

    /// Number of pieces of the body.
    pub fn count(&self) -> usize {
        match &self.set {
            Set::HalfSpace { .. } | Set::Ball(_) | Set::Triangle { .. } | Set::Ellipsoid(_) => 1,
            Set::Box(_) => 6,
            Set::Hull(core) => core.count(),
            Set::Cylinder(solid) if disc(&self.line, solid).is_some() => 1,
            Set::Capsule { .. } | Set::Cylinder(_) | Set::Cone(_) => 3,
        }
    }

    /// The piece `i` with its chord.
    pub fn piece(&self, i: usize) -> Piece {
        let Piece { kind, index, chord } = self.piece_in_own_frame(i);
        let [normal, exit_normal] = [chord.normal, chord.exit_normal]
            .map(|normal| normal.map(|n| self.normal_maps.iter().fold(n, |n, map| map.image(n))));
        Piece { kind, index, chord: Chord { normal, exit_normal, ..chord } }
    }

    /// The piece `i`; the normals of its chord are in the frame of the pieces.
    fn piece_in_own_frame(&self, i: usize) -> Piece {
        let line = &self.line;
        let (kind, index, chord) = match &self.set {
            Set::HalfSpace { normal, height } => {
                (PieceKind::Face, 0, half_space(line, *normal, Vector::default(), *height))
            }
            Set::Ball(radius) => (PieceKind::Surface, 0, rounded::ball(line, Vector::default(), *radius)),
            Set::Box(half) => (PieceKind::Face, i, below_side_of_box(line, *half, i)),
            Set::Triangle { corners, normal } => (PieceKind::Polygon, 0, rounded::polygon(line, corners, *normal)),
            Set::Hull(core) => return core.piece(line, i),
            Set::Capsule { ends, ball } if i == 0 => (PieceKind::Tube, 0, rounded::tube(line, *ends, *ball)),
            Set::Capsule { ends, ball } => (PieceKind::Ball, i - 1, rounded::ball(line, ends[i - 1], *ball)),
            Set::Cylinder(solid) if i == 0 => match disc(line, solid) {
                Some(chord) => (PieceKind::Polygon, 0, chord),
                None => (PieceKind::Curved, 0, cylinder_side(line, solid)),
            },
            Set::Cone(solid) if i == 0 => (PieceKind::Curved, 0, cone_side(line, solid)),
            Set::Cylinder(solid) | Set::Cone(solid) => {
                (PieceKind::End, i - 1, below_end(line, solid, if i == 1 { 1.0 } else { -1.0 }))
            }
            Set::Ellipsoid(radii) => (PieceKind::Surface, 0, ellipsoid(line, *radii)),
        };
        Piece { kind, index, chord }
    }

    /// Chord before any piece is combined.
    pub fn start(&self) -> Chord {
        match self.rule() {
            Rule::Intersection => Chord::ALL,
            Rule::Union => Chord::NONE,
        }
    }

    /// Combines the chord of the previous pieces with that of the next one.
    pub fn combine(&self, chord: Chord, next: Chord) -> Chord {
        match self.rule() {
            Rule::Intersection => chord.intersection(next),
            Rule::Union => chord.union(next),
        }
    }

    /// Chord of the line and the body.
    pub fn chord(&self) -> Chord {
        (0..self.count()).fold(self.start(), |chord, i| self.combine(chord, self.piece(i).chord))
    }
}

impl NormalMap {
    /// Normal of the image, of any length.
    fn image(&self, n: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|k| self.sign * (0..3).map(|i| self.rows[i][k] * n[i]).sum::<f64>())
    }
}

/// Chord of a line and the half-space of the side `i` of a box with these half extents: +x, −x, +y, −y, +z, −z.
fn below_side_of_box(line: &Line, half: [f64; 3], i: usize) -> Chord {
    let axis = i / 2;
    let mut normal = [0.0; 3];
    normal[axis] = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    half_space(line, vector(normal), Vector::default(), Interval::from(half[axis]))
}
