//! Rays against flat-faced bodies without rounding: decides what the bounds in [`Span`] leave open.
//!
//! **Problem.** A ray through an edge that two faces share lies on the boundary of both. Bounds of any precision leave it
//! undecided there, so that it would slip between the faces of a closed surface.
//!
//! **Method.** Poses and sizes are binary fractions, and a rotation by a quaternion `q` is rational. The line is carried to
//! the frame of a part as `(origin + t · direction) / weight`, multiplied out, and every sign is that of a whole number. A
//! closed face holds its edges, so the ray hits all faces that share one: the union has no gap. In the plane the weight is
//! the length of the rotation `(cos, sin)`, which [`Dyadic::sqrt`] rounds far below what the signs depend on, and equally
//! for all parts.
//!
//! **Cost.** Some ten microseconds a face. Only ties come here.

use std::cmp::Ordering;

use super::super::hull::{self, Dimension};
use super::super::pose::Pose;
use super::super::prelude::*;
use super::super::shape::{Affine, Kind, Shape};
use super::span::Span;
use crate::dyadic::{Dyadic, Exact, cross, direction, dot, exact, minus, negated, plus, times};

fn wide(p: Vec3) -> [f64; 3] {
    p.to_array().map(f64::from)
}

/// A line whose points are `(origin + t · direction) / weight`, in a frame of its own.
#[derive(Clone, Debug)]
pub(crate) struct ExactLine {
    origin: Exact,
    direction: Exact,
    weight: Dyadic,
}

impl ExactLine {
    /// The line from a point along a direction.
    pub fn new(origin: [f64; 3], direction: [f64; 3]) -> Self {
        Self { origin: exact(origin), direction: exact(direction), weight: Dyadic::one() }
    }

    /// The way of a point that moves with `velocity` relative to what the line is cast at. `poses` lead from the point's frame to
    /// the world, the innermost first.
    pub fn of_point(point: Vec3, poses: &[&Pose], velocity: [[f64; 3]; 2]) -> Self {
        let [own, other] = velocity.map(exact);
        let start = (exact(wide(point)), Dyadic::one());
        let (origin, weight) = poses.iter().fold(start, |(at, weight), pose| {
            let (rows, square) = rotation(pose.rotation);
            let turned = [0, 1, 2].map(|k| dot(&rows[k], &at));
            let weight = &weight * &square;
            (plus(&turned, &times(&exact(wide(pose.position)), &weight)), weight)
        });
        Self { direction: times(&minus(&own, &other), &weight), origin, weight }
    }

    /// The line in the frame of what has this pose in the line's frame. The quaternion may have any length but 0.
    pub fn in_body(&self, pose: &Pose) -> Self {
        if *pose == Pose::IDENTITY {
            return self.clone();
        }
        let (rows, square) = rotation(pose.rotation);
        let column = |k: usize| [0, 1, 2].map(|i| rows[i][k].clone());
        let turned = |v: &Exact| [0, 1, 2].map(|k| dot(&column(k), v));
        let from = minus(&self.origin, &times(&exact(wide(pose.position)), &self.weight));
        Self { origin: turned(&from), direction: turned(&self.direction), weight: &self.weight * &square }
    }

    /// The line in the frame of what has this pose in the plane z = 0. The rotation may have any length but 0.
    pub fn in_body_of_plane(&self, [x, y]: [f64; 2], [cos, sin]: [f64; 2]) -> Self {
        let [c, s] = [cos, sin].map(Dyadic::from);
        let length = (&(&c * &c) + &(&s * &s)).sqrt();
        let turned = |v: &Exact| [&(&c * &v[0]) + &(&s * &v[1]), &(&c * &v[1]) - &(&s * &v[0]), v[2].clone()];
        let from = minus(&self.origin, &times(&exact([x, y, 0.0]), &self.weight));
        Self { origin: turned(&from), direction: turned(&self.direction), weight: &self.weight * &length }
    }

    /// The line before an affine map; none of a map that flattens.
    fn before(&self, affine: &Affine) -> Option<Self> {
        let columns = affine.matrix().to_cols_array();
        let column = |k: usize| exact([0, 1, 2].map(|i| f64::from(columns[3 * k + i])));
        let [u, v, w] = [column(0), column(1), column(2)];
        let rows = [cross(&v, &w), cross(&w, &u), cross(&u, &v)];
        let determinant = dot(&u, &rows[0]);
        let rows = match determinant.sign() {
            Ordering::Equal => return None,
            Ordering::Greater => rows,
            Ordering::Less => rows.map(|row| negated(&row)),
        };
        let mapped = |x: &Exact| [0, 1, 2].map(|k| dot(&rows[k], x));
        let from = minus(&self.origin, &times(&exact(wide(affine.offset())), &self.weight));
        let weight = &self.weight * &determinant.abs();
        Some(Self { origin: mapped(&from), direction: mapped(&self.direction), weight })
    }

    /// How the line's direction lies to the front of a triangle: `Greater` along its normal, `Equal` in its plane.
    pub fn along_normal(&self, corners: [Vec3; 3]) -> Ordering {
        let [a, b, c] = corners.map(|p| exact(wide(p)));
        dot(&cross(&minus(&b, &a), &minus(&c, &a)), &self.direction).sign()
    }

    /// Where a ray from 0 to `t_max` first meets a shape with flat faces: bounds of the moment, and the outward normal in the
    /// shape's frame. `None` of a miss, of a ray that starts inside and of a curved shape.
    pub fn enters(&self, shape: &Shape, t_max: f64) -> Option<([f64; 2], [f64; 3])> {
        if self.weight.sign() != Ordering::Greater {
            return None;
        }
        let span = clip(self, shape)?.span(t_max);
        let is_entered = span.is_met == Some(true) && span.entry[0] > 0.0;
        span.normal.filter(|_| is_entered).map(|normal| (span.entry, normal))
    }

    /// From the line's origin to a point, multiplied by the weight.
    fn to(&self, point: &Exact) -> Exact {
        minus(&times(point, &self.weight), &self.origin)
    }
}

/// The rows of the rotation matrix of a quaternion, multiplied by its square, and that square.
fn rotation(q: Quat) -> ([Exact; 3], Dyadic) {
    let q = q.to_array().map(|x| Dyadic::from(f64::from(x)));
    let product = |i: usize, j: usize| &q[i] * &q[j];
    let twice = |x: Dyadic| &x + &x;
    let square = &(&product(0, 0) + &product(1, 1)) + &(&product(2, 2) + &product(3, 3));
    let diagonal = |i: usize, j: usize| &square - &twice(&product(i, i) + &product(j, j));
    let sum = |i: usize, j: usize, k: usize| twice(&product(i, j) + &product(k, 3));
    let difference = |i: usize, j: usize, k: usize| twice(&product(i, j) - &product(k, 3));
    let rows = [
        [diagonal(1, 2), difference(0, 1, 2), sum(0, 2, 1)],
        [sum(0, 1, 2), diagonal(0, 2), difference(1, 2, 0)],
        [difference(0, 2, 1), sum(1, 2, 0), diagonal(0, 1)],
    ];
    (rows, square)
}

/// A moment `top / bottom` with a positive bottom.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    top: Dyadic,
    bottom: Dyadic,
}

impl Moment {
    fn new(top: Dyadic, bottom: Dyadic) -> Self {
        match bottom.sign() {
            Ordering::Less => Self { top: -&top, bottom: -&bottom },
            _ => Self { top, bottom },
        }
    }

    /// Compares two moments exactly.
    pub fn order(&self, other: &Self) -> Ordering {
        (&(&self.top * &other.bottom) - &(&other.top * &self.bottom)).sign()
    }

    fn order_to(&self, t: f64) -> Ordering {
        self.order(&Self { top: Dyadic::from(t), bottom: Dyadic::one() })
    }
}

/// The part of a line inside a convex body; without an end where it is infinite.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    entry: Option<Moment>,
    exit: Option<Moment>,
    /// Outward where it enters, of any length.
    normal: Option<Exact>,
    is_empty: bool,
}

impl Clip {
    fn empty() -> Self {
        Self { is_empty: true, ..Self::default() }
    }

    /// A single moment.
    fn at(moment: Moment, normal: Exact) -> Self {
        Self { entry: Some(moment.clone()), exit: Some(moment), normal: Some(normal), is_empty: false }
    }

    /// Keeps what lies behind the plane through a point with this outward normal.
    fn behind(mut self, line: &ExactLine, normal: &Exact, point: &Exact) -> Self {
        let below = dot(normal, &line.to(point));
        let rise = dot(normal, &line.direction);
        if rise.sign() == Ordering::Equal {
            self.is_empty |= below.sign() == Ordering::Less;
            return self;
        }
        let enters = rise.sign() == Ordering::Less;
        let moment = Moment::new(below, rise);
        let end = if enters { &mut self.entry } else { &mut self.exit };
        let wanted = if enters { Ordering::Greater } else { Ordering::Less };
        if end.as_ref().is_none_or(|known| moment.order(known) == wanted) {
            *end = Some(moment);
            if enters {
                self.normal = Some(normal.clone());
            }
        }
        self
    }

    fn is_empty(&self) -> bool {
        let crossed = |(entry, exit): (&Moment, &Moment)| entry.order(exit) == Ordering::Greater;
        self.is_empty || self.entry.as_ref().zip(self.exit.as_ref()).is_some_and(crossed)
    }

    /// The moment at which the ray from 0 is first inside; none where that is not before the end.
    pub fn first(self, t_max: f64) -> Option<Moment> {
        let zero = Moment { top: Dyadic::zero(), bottom: Dyadic::one() };
        let is_over = self.exit.as_ref().is_some_and(|exit| exit.order(&zero) == Ordering::Less);
        let is_missed = is_over || self.is_empty();
        let entry = match self.entry {
            Some(entry) if entry.order(&zero) == Ordering::Greater => entry,
            _ => zero,
        };
        (!is_missed && entry.order_to(t_max) != Ordering::Greater).then_some(entry)
    }

    /// The same part between the nearest `f64`; none of it where the ray from 0 to `t_max` misses it.
    pub fn span(&self, t_max: f64) -> Span {
        let late = |entry: &Moment| entry.order_to(t_max) == Ordering::Greater;
        let over = |exit: &Moment| exit.order_to(0.0) == Ordering::Less;
        if self.is_empty() || self.entry.as_ref().is_some_and(late) || self.exit.as_ref().is_some_and(over) {
            return Span::NONE;
        }
        let bounds = |moment: &Option<Moment>, infinite: f64| match moment {
            Some(Moment { top, bottom }) => top.ratio(bottom),
            None => [infinite; 2],
        };
        let near = |moment: &Option<Moment>, [low, high]: [f64; 2]| match moment {
            Some(Moment { top, bottom }) => top.ratio_near(bottom).clamp(low, high),
            None => low,
        };
        let entry = bounds(&self.entry, f64::NEG_INFINITY);
        let exit = bounds(&self.exit, f64::INFINITY);
        let near = [near(&self.entry, entry), near(&self.exit, exit)];
        Span { entry, exit, near, normal: self.normal.as_ref().map(direction), is_met: Some(true) }
    }
}

/// The part of a line inside a body; none where the body has no flat faces only.
pub(super) fn clip(line: &ExactLine, shape: &Shape) -> Option<Clip> {
    match shape.kind() {
        Kind::Inflate { shape, margin } if *margin == 0.0 => clip(line, shape),
        Kind::Sphere { radius } if *radius == 0.0 => Some(point(line, &exact([0.0; 3]))),
        Kind::Box { half_extents } => {
            let half = wide(*half_extents);
            let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { half[k] } else { -half[k] });
            hull_of(line, (0..8).map(corner).collect())
        }
        Kind::Segment(ends) => hull_of(line, ends.map(wide).to_vec()),
        Kind::Triangle(corners) => hull_of(line, corners.map(wide).to_vec()),
        Kind::Polytope(polytope) => {
            let vertices = polytope.hull().vertices.iter();
            let vertices: Vec<Exact> = vertices.map(|&i| exact(wide(polytope.points()[i as usize]))).collect();
            Some(of_hull(line, &vertices, polytope.hull()))
        }
        Kind::Affine(affine) => {
            let clip = clip(&line.before(affine)?, affine.shape())?;
            Some(Clip { normal: clip.normal.map(|n| after(affine, &n)), ..clip })
        }
        Kind::Inflate { .. } | Kind::Sphere { .. } | Kind::Capsule(_) => None,
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } => None,
    }
}

/// The normal after an affine map, of any length: by the cofactors of its matrix, with the sign of its determinant.
fn after(affine: &Affine, n: &Exact) -> Exact {
    let columns = affine.matrix().to_cols_array();
    let column = |k: usize| exact([0, 1, 2].map(|i| f64::from(columns[3 * k + i])));
    let [u, v, w] = [column(0), column(1), column(2)];
    let [p, q, r] = [cross(&v, &w), cross(&w, &u), cross(&u, &v)];
    let sum = plus(&plus(&times(&p, &n[0]), &times(&q, &n[1])), &times(&r, &n[2]));
    if dot(&u, &p).sign() == Ordering::Less { negated(&sum) } else { sum }
}

/// The part of a line inside the hull of points.
pub(super) fn hull_of(line: &ExactLine, points: Vec<[f64; 3]>) -> Option<Clip> {
    let hull = hull::hull_wide(points.clone()).ok()?;
    let vertices: Vec<Exact> = hull.vertices.iter().map(|&i| exact(points[i as usize])).collect();
    Some(of_hull(line, &vertices, &hull))
}

fn of_hull(line: &ExactLine, vertices: &[Exact], hull: &hull::Hull) -> Clip {
    let corners = |face: &[u32]| -> Vec<Exact> { face.iter().map(|&i| vertices[i as usize].clone()).collect() };
    match (hull.dimension, hull.faces().next()) {
        (Dimension::Solid, _) => hull.faces().fold(Clip::default(), |clip, face| {
            let corners = corners(face);
            clip.behind(line, &normal(&corners), &corners[0])
        }),
        (Dimension::Polygon, Some(face)) => polygon(line, &corners(face)),
        (Dimension::Segment, _) => segment(line, [&vertices[0], &vertices[1]]),
        _ => point(line, &vertices[0]),
    }
}

/// Normal of a convex polygon, counter-clockwise seen against it; of any length but 0.
fn normal(corners: &[Exact]) -> Exact {
    let [a, b, c] = [&corners[0], &corners[1], &corners[2]];
    cross(&minus(b, a), &minus(c, a))
}

fn polygon(line: &ExactLine, corners: &[Exact]) -> Clip {
    let normal = normal(corners);
    let next = |i: usize| &corners[(i + 1) % corners.len()];
    let side = |i: usize| cross(&minus(next(i), &corners[i]), &normal);
    let below = dot(&normal, &line.to(&corners[0]));
    let rise = dot(&normal, &line.direction);
    let facing = match rise.sign() {
        Ordering::Equal if below.sign() != Ordering::Equal => return Clip::empty(),
        Ordering::Equal => {
            let sides = 0..corners.len();
            return sides.fold(Clip::default(), |clip, i| clip.behind(line, &side(i), &corners[i]));
        }
        Ordering::Less => normal.clone(),
        Ordering::Greater => negated(&normal),
    };
    let moment = Moment::new(below, rise);
    let crossing = plus(&times(&line.origin, &moment.bottom), &times(&line.direction, &moment.top));
    let weight = &line.weight * &moment.bottom;
    let is_inside =
        |i: usize| dot(&side(i), &minus(&crossing, &times(&corners[i], &weight))).sign() != Ordering::Greater;
    if (0..corners.len()).all(is_inside) { Clip::at(moment, facing) } else { Clip::empty() }
}

fn segment(line: &ExactLine, [p, q]: [&Exact; 2]) -> Clip {
    let along = minus(q, p);
    let from = line.to(p);
    let across = cross(&line.direction, &along);
    let square = dot(&across, &across);
    if square.sign() == Ordering::Equal {
        let aside = cross(&from, &along);
        return match aside.iter().all(|x| x.sign() == Ordering::Equal) {
            true => Clip::default().behind(line, &along, q).behind(line, &negated(&along), p),
            false => Clip::empty(),
        };
    }
    let place = dot(&cross(&from, &line.direction), &across);
    let is_short = (&(&square * &line.weight) - &place).sign() != Ordering::Less;
    if dot(&from, &across).sign() != Ordering::Equal || place.sign() == Ordering::Less || !is_short {
        return Clip::empty();
    }
    let normal = cross(&along, &across);
    let facing = if dot(&normal, &line.direction).sign() == Ordering::Less { normal } else { negated(&normal) };
    Clip::at(Moment::new(dot(&cross(&from, &along), &across), square), facing)
}

fn point(line: &ExactLine, p: &Exact) -> Clip {
    let from = line.to(p);
    match cross(&from, &line.direction).iter().all(|x| x.sign() == Ordering::Equal) {
        true => {
            let moment = Moment::new(dot(&from, &line.direction), dot(&line.direction, &line.direction));
            Clip::at(moment, negated(&line.direction))
        }
        false => Clip::empty(),
    }
}
