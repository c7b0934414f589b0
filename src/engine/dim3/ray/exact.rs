//! Exact ray casts against bodies with flat faces, for rays that the rounded bounds in [`Chord`] leave undecided.
//!
//! - **Problem.** A ray through the common edge of two faces lies on the boundary of both. Bounds of any precision
//!   leave it undecided there, so it would slip between the faces of a closed surface.
//! - **Method.** Poses and sizes are binary fractions, and a rotation by a quaternion is rational. The line is
//!   transformed to the frame of a child shape as `(origin + t · direction) / weight` without divisions, so every sign
//!   is that of an integer. A closed face contains its edges, so the ray hits all faces that share one: the union has
//!   no gap. In the plane the weight is the length of the rotation `(cos, sin)`, which [`Dyadic::sqrt`] rounds far
//!   below the precision that the signs need, and equally for all child shapes.
//! - **Cost.** Some ten microseconds per face. Only ties are decided here.

use std::cmp::Ordering;

use super::super::hull::{self, Dimension};
use super::super::pose::Pose;
use super::super::prelude::*;
use super::super::shape::{Affine, Kind, Shape, box_vertices};
use super::chord::Chord;
use super::kinds::to_f64;
use crate::dyadic::{Dyadic, Exact, cross, direction, dot, exact, minus, negated, plus, times};

/// Line of the points `(origin + t · direction) / weight`.
#[derive(Clone, Debug)]
pub(crate) struct ExactLine {
    /// Point at the parameter 0, times `weight`.
    origin: Exact,
    /// Direction of the ray, of any length, times `weight`.
    direction: Exact,
    /// Common denominator, positive unless a rotation is 0.
    weight: Dyadic,
}

impl ExactLine {
    /// Line from a point along a direction.
    pub fn new(origin: [f64; 3], direction: [f64; 3]) -> Self {
        Self { origin: exact(origin), direction: exact(direction), weight: Dyadic::one() }
    }

    /// Path of a point relative to the body that it is cast at, in the world. `velocities` are those of the point and
    /// of the body; `poses` transform from the point's frame to the world, the innermost first.
    pub fn of_point(point: Vec3, poses: &[&Pose], velocities: [[f64; 3]; 2]) -> Self {
        let [of_point, of_body] = velocities.map(exact);
        let mut origin = exact(to_f64(point));
        let mut weight = Dyadic::one();
        for pose in poses {
            let ScaledRotation { rows, square } = rotation(pose.rotation);
            weight = &weight * &square;
            origin = plus(&multiplied(&rows, &origin), &times(&exact(to_f64(pose.position)), &weight));
        }
        Self { direction: times(&minus(&of_point, &of_body), &weight), origin, weight }
    }

    /// Line in the frame of a body with this pose in the line's frame. The quaternion may have any length but 0.
    pub fn in_body(&self, pose: &Pose) -> Self {
        if *pose == Pose::IDENTITY {
            return self.clone();
        }
        let ScaledRotation { rows, square } = rotation(pose.rotation);
        let columns = [0, 1, 2].map(|k| [0, 1, 2].map(|i| rows[i][k].clone()));
        let from = minus(&self.origin, &times(&exact(to_f64(pose.position)), &self.weight));
        Self {
            origin: multiplied(&columns, &from),
            direction: multiplied(&columns, &self.direction),
            weight: &self.weight * &square,
        }
    }

    /// Line in the frame of a body with this pose in the plane z = 0. The rotation may have any length but 0.
    pub fn in_body_of_plane(&self, [x, y]: [f64; 2], [cos, sin]: [f64; 2]) -> Self {
        let [c, s] = [cos, sin].map(Dyadic::from);
        let length = (&(&c * &c) + &(&s * &s)).sqrt();
        let from = minus(&self.origin, &times(&exact([x, y, 0.0]), &self.weight));
        let [origin, direction] = [&from, &self.direction]
            .map(|v| [&(&c * &v[0]) + &(&s * &v[1]), &(&c * &v[1]) - &(&s * &v[0]), v[2].clone()]);
        Self { origin, direction, weight: &self.weight * &length }
    }

    /// Preimage of the line under an affine map; `None` for a singular map.
    fn preimage(&self, affine: &Affine) -> Option<Self> {
        let [u, v, w] = columns(affine);
        let rows = [cross(&v, &w), cross(&w, &u), cross(&u, &v)];
        let determinant = dot(&u, &rows[0]);
        let rows = match determinant.sign() {
            Ordering::Equal => return None,
            Ordering::Greater => rows,
            Ordering::Less => rows.map(|row| negated(&row)),
        };
        let from = minus(&self.origin, &times(&exact(to_f64(affine.offset())), &self.weight));
        let weight = &self.weight * &determinant.abs();
        Some(Self { origin: multiplied(&rows, &from), direction: multiplied(&rows, &self.direction), weight })
    }

    /// Sign of the line's direction along a triangle's normal: `Equal` for a line parallel to its plane.
    pub fn along_normal(&self, corners: [Vec3; 3]) -> Ordering {
        let [a, b, c] = corners.map(|p| exact(to_f64(p)));
        dot(&cross(&minus(&b, &a), &minus(&c, &a)), &self.direction).sign()
    }

    /// Bounds of the parameter at which a ray from 0 to `t_max` enters a shape with flat faces, and the outward normal
    /// there, of any length, in the shape's frame. `None` on a miss, if the ray starts inside, and for a curved shape.
    pub fn enters(&self, shape: &Shape, t_max: f64) -> Option<([f64; 2], [f64; 3])> {
        if self.weight.sign() != Ordering::Greater {
            return None;
        }
        let chord = clip(self, shape)?.chord(t_max);
        let is_entered = chord.is_nonempty == Some(true) && chord.entry[0] > 0.0;
        if is_entered { chord.normal.map(|normal| (chord.entry, normal)) } else { None }
    }

    /// Vector from the line's origin to a point, times the weight.
    fn vector_to(&self, point: &Exact) -> Exact {
        minus(&times(point, &self.weight), &self.origin)
    }
}

/// Product of a matrix, given by its rows, and a vector.
fn multiplied(rows: &[Exact; 3], v: &Exact) -> Exact {
    [0, 1, 2].map(|k| dot(&rows[k], v))
}

/// Columns of the matrix of an affine map.
fn columns(affine: &Affine) -> [Exact; 3] {
    let columns = affine.matrix().to_cols_array();
    [0, 1, 2].map(|k| exact([0, 1, 2].map(|i| f64::from(columns[3 * k + i]))))
}

/// The exact double of a number.
fn twice(x: Dyadic) -> Dyadic {
    &x + &x
}

/// Rotation matrix of a quaternion of any length, without division.
struct ScaledRotation {
    /// Rows of the matrix times `square`.
    rows: [Exact; 3],
    /// Squared length of the quaternion.
    square: Dyadic,
}

/// Computes the rotation matrix of a quaternion, times the square of its length.
fn rotation(q: Quat) -> ScaledRotation {
    let [x, y, z, w] = q.to_array().map(|x| Dyadic::from(f64::from(x)));
    let [xx, yy, zz, ww] = [&x * &x, &y * &y, &z * &z, &w * &w];
    let [xy, xz, yz] = [&x * &y, &x * &z, &y * &z];
    let [xw, yw, zw] = [&x * &w, &y * &w, &z * &w];
    let square = &(&xx + &yy) + &(&zz + &ww);
    let rows = [
        [&square - &twice(&yy + &zz), twice(&xy - &zw), twice(&xz + &yw)],
        [twice(&xy + &zw), &square - &twice(&xx + &zz), twice(&yz - &xw)],
        [twice(&xz - &yw), twice(&yz + &xw), &square - &twice(&xx + &yy)],
    ];
    ScaledRotation { rows, square }
}

/// Exact parameter along a line, `numerator / denominator`; the denominator is positive.
#[derive(Clone, Debug)]
pub(crate) struct ExactParameter {
    /// Dividend of the parameter.
    numerator: Dyadic,
    /// Divisor of the parameter, positive.
    denominator: Dyadic,
}

impl ExactParameter {
    /// Parameter of this quotient; `denominator` is not 0.
    fn new(numerator: Dyadic, denominator: Dyadic) -> Self {
        if denominator.sign() == Ordering::Less {
            Self { numerator: -&numerator, denominator: -&denominator }
        } else {
            Self { numerator, denominator }
        }
    }

    /// Compares two parameters exactly.
    pub fn order(&self, other: &Self) -> Ordering {
        (&(&self.numerator * &other.denominator) - &(&other.numerator * &self.denominator)).sign()
    }

    /// Compares the parameter with `t` exactly.
    fn order_to(&self, t: f64) -> Ordering {
        self.order(&Self { numerator: Dyadic::from(t), denominator: Dyadic::one() })
    }

    /// Lower and upper bound in `f64`.
    fn bounds(&self) -> [f64; 2] {
        self.numerator.ratio(&self.denominator)
    }

    /// Nearest `f64`, clamped to its bounds.
    fn estimate(&self, [low, high]: [f64; 2]) -> f64 {
        self.numerator.ratio_near(&self.denominator).clamp(low, high)
    }
}

/// Part of a line inside a convex body; an end is `None` if the part is unbounded there.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    /// Parameter at which the line enters the body.
    entry: Option<ExactParameter>,
    /// Parameter at which the line leaves the body.
    exit: Option<ExactParameter>,
    /// Outward normal at the entry, of any length but 0.
    normal: Option<Exact>,
    /// Whether the line misses the body, whatever the entry and the exit are.
    is_empty: bool,
}

impl Clip {
    /// Part without any point.
    fn empty() -> Self {
        Self { is_empty: true, ..Self::default() }
    }

    /// Single point of the line.
    fn at(parameter: ExactParameter, normal: Exact) -> Self {
        Self { entry: Some(parameter.clone()), exit: Some(parameter), normal: Some(normal), is_empty: false }
    }

    /// Clips to the half-space behind the plane through a point with this outward normal.
    fn behind(mut self, line: &ExactLine, normal: &Exact, point: &Exact) -> Self {
        let below = dot(normal, &line.vector_to(point));
        let rise = dot(normal, &line.direction);
        if rise.sign() == Ordering::Equal {
            self.is_empty |= below.sign() == Ordering::Less;
            return self;
        }
        let enters = rise.sign() == Ordering::Less;
        let parameter = ExactParameter::new(below, rise);
        let end = if enters { &mut self.entry } else { &mut self.exit };
        let narrower = if enters { Ordering::Greater } else { Ordering::Less };
        if end.as_ref().is_none_or(|current| parameter.order(current) == narrower) {
            *end = Some(parameter);
            if enters {
                self.normal = Some(normal.clone());
            }
        }
        self
    }

    /// Whether no point of the line is inside.
    fn is_empty(&self) -> bool {
        let ends = self.entry.as_ref().zip(self.exit.as_ref());
        self.is_empty || ends.is_some_and(|(entry, exit)| entry.order(exit) == Ordering::Greater)
    }

    /// Least parameter from 0 to `t_max` at which the ray is inside; `None` if there is none.
    pub fn first(self, t_max: f64) -> Option<ExactParameter> {
        let zero = ExactParameter { numerator: Dyadic::zero(), denominator: Dyadic::one() };
        let is_over = self.exit.as_ref().is_some_and(|exit| exit.order(&zero) == Ordering::Less);
        let is_missed = is_over || self.is_empty();
        let entry = match self.entry {
            Some(entry) if entry.order(&zero) == Ordering::Greater => entry,
            _ => zero,
        };
        (!is_missed && entry.order_to(t_max) != Ordering::Greater).then_some(entry)
    }

    /// Part of the line with bounds in `f64`; [`Chord::NONE`] if the ray from 0 to `t_max` misses it.
    pub fn chord(&self, t_max: f64) -> Chord {
        let is_late = self.entry.as_ref().is_some_and(|entry| entry.order_to(t_max) == Ordering::Greater);
        let is_over = self.exit.as_ref().is_some_and(|exit| exit.order_to(0.0) == Ordering::Less);
        if self.is_empty() || is_late || is_over {
            return Chord::NONE;
        }
        let entry = self.entry.as_ref().map_or([f64::NEG_INFINITY; 2], ExactParameter::bounds);
        let exit = self.exit.as_ref().map_or([f64::INFINITY; 2], ExactParameter::bounds);
        let estimate = [
            self.entry.as_ref().map_or(f64::NEG_INFINITY, |parameter| parameter.estimate(entry)),
            self.exit.as_ref().map_or(f64::INFINITY, |parameter| parameter.estimate(exit)),
        ];
        Chord { entry, exit, estimate, normal: self.normal.as_ref().map(direction), is_nonempty: Some(true) }
    }
}

/// Part of a line inside a body; `None` for a body with curved faces.
pub(super) fn clip(line: &ExactLine, shape: &Shape) -> Option<Clip> {
    match shape.kind() {
        Kind::Inflate { shape, margin } if *margin == 0.0 => clip(line, shape),
        Kind::Sphere { radius } if *radius == 0.0 => Some(clip_by_point(line, &exact([0.0; 3]))),
        Kind::Box { half_extents } => hull_of(line, box_vertices(to_f64(*half_extents)).to_vec()),
        Kind::Segment(ends) => hull_of(line, ends.map(to_f64).to_vec()),
        Kind::Triangle(corners) => hull_of(line, corners.map(to_f64).to_vec()),
        Kind::Polytope(polytope) => {
            let vertices = polytope.hull().vertices.iter();
            let vertices: Vec<Exact> = vertices.map(|&i| exact(to_f64(polytope.points()[i as usize]))).collect();
            Some(clip_by_hull(line, &vertices, polytope.hull()))
        }
        Kind::Affine(affine) => {
            let clip = clip(&line.preimage(affine)?, affine.shape())?;
            Some(Clip { normal: clip.normal.map(|n| normal_image(affine, &n)), ..clip })
        }
        Kind::Inflate { .. } | Kind::Sphere { .. } | Kind::Capsule(_) => None,
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } => None,
    }
}

/// Image of a normal under an affine map, of any length: the product with the cofactors of its matrix, with the sign of
/// the determinant.
fn normal_image(affine: &Affine, n: &Exact) -> Exact {
    let [u, v, w] = columns(affine);
    let [p, q, r] = [cross(&v, &w), cross(&w, &u), cross(&u, &v)];
    let sum = plus(&plus(&times(&p, &n[0]), &times(&q, &n[1])), &times(&r, &n[2]));
    if dot(&u, &p).sign() == Ordering::Less { negated(&sum) } else { sum }
}

/// Part of a line inside the convex hull of points.
pub(super) fn hull_of(line: &ExactLine, points: Vec<[f64; 3]>) -> Option<Clip> {
    let hull = hull::hull_f64(points.clone()).ok()?;
    let vertices: Vec<Exact> = hull.vertices.iter().map(|&i| exact(points[i as usize])).collect();
    Some(clip_by_hull(line, &vertices, &hull))
}

/// Vertices of a face, given by their indices.
fn face_vertices(face: &[u32], vertices: &[Exact]) -> Vec<Exact> {
    face.iter().map(|&i| vertices[i as usize].clone()).collect()
}

/// Part of a line inside a convex hull, given its vertices.
fn clip_by_hull(line: &ExactLine, vertices: &[Exact], hull: &hull::Hull) -> Clip {
    match (hull.dimension, hull.faces().next()) {
        (Dimension::Solid, _) => hull.faces().fold(Clip::default(), |clip, face| {
            let corners = face_vertices(face, vertices);
            clip.behind(line, &normal(&corners), &corners[0])
        }),
        (Dimension::Polygon, Some(face)) => clip_by_polygon(line, &face_vertices(face, vertices)),
        (Dimension::Segment, _) => clip_by_segment(line, [&vertices[0], &vertices[1]]),
        (Dimension::Polygon, None) | (Dimension::Point, _) => clip_by_point(line, &vertices[0]),
    }
}

/// Normal of a convex polygon, of any length but 0; its vertices run counter-clockwise seen against the normal.
fn normal(corners: &[Exact]) -> Exact {
    let [a, b, c] = [&corners[0], &corners[1], &corners[2]];
    cross(&minus(b, a), &minus(c, a))
}

/// Outward normal of the side from vertex `i` of a polygon, in its plane.
fn side_normal(corners: &[Exact], normal: &Exact, i: usize) -> Exact {
    cross(&minus(&corners[(i + 1) % corners.len()], &corners[i]), normal)
}

/// Part of a line inside a flat convex polygon: the point where it crosses the plane, or a segment within the plane.
fn clip_by_polygon(line: &ExactLine, corners: &[Exact]) -> Clip {
    let normal = normal(corners);
    let below = dot(&normal, &line.vector_to(&corners[0]));
    let rise = dot(&normal, &line.direction);
    let facing = match rise.sign() {
        Ordering::Equal if below.sign() != Ordering::Equal => return Clip::empty(),
        Ordering::Equal => {
            return (0..corners.len())
                .fold(Clip::default(), |clip, i| clip.behind(line, &side_normal(corners, &normal, i), &corners[i]));
        }
        Ordering::Less => normal.clone(),
        Ordering::Greater => negated(&normal),
    };
    let parameter = ExactParameter::new(below, rise);
    let crossing = plus(&times(&line.origin, &parameter.denominator), &times(&line.direction, &parameter.numerator));
    let weight = &line.weight * &parameter.denominator;
    let is_inside = (0..corners.len()).all(|i| {
        let from_corner = minus(&crossing, &times(&corners[i], &weight));
        dot(&side_normal(corners, &normal, i), &from_corner).sign() != Ordering::Greater
    });
    if is_inside { Clip::at(parameter, facing) } else { Clip::empty() }
}

/// Part of a line inside a segment: the point where both cross, or all of the segment.
fn clip_by_segment(line: &ExactLine, [p, q]: [&Exact; 2]) -> Clip {
    let along = minus(q, p);
    let from = line.vector_to(p);
    let across = cross(&line.direction, &along);
    let square = dot(&across, &across);
    if square.sign() == Ordering::Equal {
        let is_collinear = cross(&from, &along).iter().all(|x| x.sign() == Ordering::Equal);
        return if is_collinear {
            Clip::default().behind(line, &along, q).behind(line, &negated(&along), p)
        } else {
            Clip::empty()
        };
    }
    // Fraction of the segment at the crossing, times `square · weight`.
    let fraction = dot(&cross(&from, &line.direction), &across);
    let is_before_end = (&(&square * &line.weight) - &fraction).sign() != Ordering::Less;
    if dot(&from, &across).sign() != Ordering::Equal || fraction.sign() == Ordering::Less || !is_before_end {
        return Clip::empty();
    }
    let normal = cross(&along, &across);
    let facing = if dot(&normal, &line.direction).sign() == Ordering::Less { normal } else { negated(&normal) };
    Clip::at(ExactParameter::new(dot(&cross(&from, &along), &across), square), facing)
}

/// A point, if the line contains it.
fn clip_by_point(line: &ExactLine, p: &Exact) -> Clip {
    let from = line.vector_to(p);
    let is_on_line = cross(&from, &line.direction).iter().all(|x| x.sign() == Ordering::Equal);
    if !is_on_line {
        return Clip::empty();
    }
    let parameter = ExactParameter::new(dot(&from, &line.direction), dot(&line.direction, &line.direction));
    Clip::at(parameter, negated(&line.direction))
}
