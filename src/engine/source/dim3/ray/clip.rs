//! The exact part of a line inside a body with flat faces, by clipping with the planes of its faces. All signs are
//! exact ([`ExactLine`]).

use std::cmp::Ordering;

use super::chord::Chord;
use super::exact::{ExactLine, ExactParameter, columns};
use super::pieces::to_f64;
use crate::dim3::hull::{self, Dimension};
use crate::dim3::shape::{Affine, Kind, Shape, box_vertices};
use crate::dyadic::{Dyadic, Exact, cross, direction, dot, exact, minus, negated, plus, times};

/// Entry of a ray into a shape.
pub(crate) struct ExactEntry {
    /// Lower and upper bound of the parameter of the entry.
    pub bounds: [f64; 2],
    /// Outward normal of the shape at the entry, of any length, in the shape's frame.
    pub normal: [f64; 3],
}

impl ExactLine {
    /// Entry of a ray from 0 to `t_max` into a shape with flat faces. `None` on a miss, if the ray starts inside, and
    /// for a shape with curved faces.
    pub fn enters(&self, shape: &Shape, t_max: f64) -> Option<ExactEntry> {
        if self.weight.sign() != Ordering::Greater {
            return None;
        }
        let chord = clip(self, shape)?.chord(t_max);
        let is_entered = chord.is_nonempty == Some(true) && chord.entry[0] > 0.0;
        let normal = chord.normal.filter(|_| is_entered)?;
        Some(ExactEntry { bounds: chord.entry, normal })
    }
}

/// Exact part of a line inside a convex body.
#[derive(Clone, Debug, Default)]
pub(super) struct Clip {
    /// Parameter at which the line enters the body; `None` if it is unbounded there.
    entry: Option<ExactParameter>,
    /// Parameter at which the line leaves the body; `None` if it is unbounded there.
    exit: Option<ExactParameter>,
    /// Outward normal at the entry, of any length but 0.
    normal: Option<Exact>,
    /// Whether the line is known to miss the body, whatever the entry and the exit are.
    is_empty: bool,
}

impl Clip {
    /// Part without any point.
    fn empty() -> Self {
        Self { is_empty: true, ..Self::default() }
    }

    /// Part of a single point, where the body has this outward normal.
    fn at(parameter: ExactParameter, normal: Exact) -> Self {
        Self { entry: Some(parameter.clone()), exit: Some(parameter), normal: Some(normal), is_empty: false }
    }

    /// Clips the part to the half-space behind the plane through a point with this outward normal.
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

    /// Whether no point of the line is inside the body.
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

    /// The part as a chord with bounds in `f64`; [`Chord::NONE`] if the ray from 0 to `t_max` does not meet it.
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
        let normal = self.normal.as_ref().map(direction);
        Chord { entry, exit, estimate, normal, exit_normal: None, is_nonempty: Some(true) }
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

/// Normal of a convex polygon, of any length but 0; the vertices are counter-clockwise seen against it.
fn normal(corners: &[Exact]) -> Exact {
    let [a, b, c] = [&corners[0], &corners[1], &corners[2]];
    cross(&minus(b, a), &minus(c, a))
}

/// Outward normal of the side from vertex `i` of a polygon, in the plane of the polygon, of any length but 0.
fn side_normal(corners: &[Exact], normal: &Exact, i: usize) -> Exact {
    cross(&minus(&corners[(i + 1) % corners.len()], &corners[i]), normal)
}

/// Part of a line inside a flat convex polygon: the point where the line crosses the plane, or a segment in the plane.
fn clip_by_polygon(line: &ExactLine, corners: &[Exact]) -> Clip {
    let normal = normal(corners);
    let below = dot(&normal, &line.vector_to(&corners[0]));
    let rise = dot(&normal, &line.direction);
    let facing = match rise.sign() {
        Ordering::Equal if below.sign() != Ordering::Equal => return Clip::empty(),
        Ordering::Equal => {
            let sides = 0..corners.len();
            return sides
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

/// Part of a line inside a segment: the point where both cross, or the whole segment.
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

/// Part of a line inside a point: the point, if the line contains it.
fn clip_by_point(line: &ExactLine, p: &Exact) -> Clip {
    let from = line.vector_to(p);
    let is_on_line = cross(&from, &line.direction).iter().all(|x| x.sign() == Ordering::Equal);
    if !is_on_line {
        return Clip::empty();
    }
    let parameter = ExactParameter::new(dot(&from, &line.direction), dot(&line.direction, &line.direction));
    Clip::at(parameter, negated(&line.direction))
}
