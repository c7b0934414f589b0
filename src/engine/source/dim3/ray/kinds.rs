//! Chords of a line and each kind of shape, for which a closed form exists.

use super::chord::{Chord, Line, decide, half_space, quadratic};
use super::rounded::{self, Core};
use crate::dim3::hull;
use crate::dim3::prelude::*;
use crate::dim3::shape::{Affine, Kind, Shape, SolidOfRevolution, box_vertices};
use crate::interval::{Interval, Vector, cross, dot, minus, vector};
use contact_lens_model::ask::Axis;

/// Converts a point to `f64`.
pub(super) fn to_f64(p: Vec3) -> [f64; 3] {
    p.to_array().map(f64::from)
}

/// The interval that contains only this number.
fn number(x: Real) -> Interval {
    Interval::from(f64::from(x))
}

/// Chord of a line and a shape to which a ball with the radius `ball` is added; `None` without a closed form.
pub(super) fn chord(line: &Line, shape: &Shape, ball: Interval) -> Option<Chord> {
    let has_margin = !ball.is_zero();
    match shape.kind() {
        Kind::Inflate { shape, margin } => chord(line, shape, ball + number(*margin)),
        Kind::Sphere { radius } => Some(rounded::ball(line, Vector::default(), ball + number(*radius))),
        Kind::Capsule(solid) => Some(capsule(line, solid, ball + number(solid.radius))),
        Kind::Box { half_extents } => Some(cuboid(line, to_f64(*half_extents), ball)),
        Kind::Segment(ends) => Some(hull_of(line, &ends.map(to_f64), ball)),
        Kind::Triangle(corners) => Some(triangle(line, corners.map(to_f64), ball)),
        Kind::Polytope(polytope) => {
            let vertices = polytope.hull().vertices.iter();
            let vertices: Vec<Vector> = vertices.map(|&i| vector(to_f64(polytope.points()[i as usize]))).collect();
            Some(Core { vertices: &vertices, hull: polytope.hull(), ball }.chord(line))
        }
        Kind::Cylinder(solid) if !has_margin => Some(cylinder(line, solid)),
        Kind::Cone(solid) if !has_margin && solid.half_height > 0.0 => Some(cone(line, solid)),
        Kind::Cone(solid) if !has_margin => Some(cylinder(line, solid)),
        Kind::Ellipsoid { radii } if !has_margin && radii.min_element() > 0.0 => Some(ellipsoid(line, to_f64(*radii))),
        Kind::Affine(affine) if !has_margin => image(line, affine),
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } | Kind::Affine(_) => None,
    }
}

/// Chord of a line and a capsule; `ball` is its radius plus all margins.
fn capsule(line: &Line, solid: &SolidOfRevolution, ball: Interval) -> Chord {
    let end = axis_vector(solid.axis, solid.half_height);
    let ends = [end.map(|x| -x), end];
    if solid.half_height == 0.0 || ball.is_zero() {
        return hull_of(line, &ends, ball);
    }
    let [p, q] = ends.map(vector);
    rounded::tube(line, [p, q], ball).union(rounded::ball(line, p, ball)).union(rounded::ball(line, q, ball))
}

/// Chord of a line and a box with the half extents `half` and the margin `ball`.
fn cuboid(line: &Line, half: [f64; 3], ball: Interval) -> Chord {
    if !ball.is_zero() || half.contains(&0.0) {
        return hull_of(line, &box_vertices(half), ball);
    }
    let mut chord = Chord::ALL;
    for k in 0..3 {
        for sign in [1.0, -1.0] {
            let mut normal = [0.0; 3];
            normal[k] = sign;
            chord = chord.intersection(half_space(line, vector(normal), Vector::default(), Interval::from(half[k])));
        }
    }
    chord
}

/// Chord of a line and the convex hull of points with the margin `ball`.
pub(super) fn hull_of(line: &Line, points: &[[f64; 3]], ball: Interval) -> Chord {
    let Ok(hull) = hull::hull_f64(points.to_vec()) else { return Chord::UNKNOWN };
    let vertices: Vec<Vector> = hull.vertices.iter().map(|&i| vector(points[i as usize])).collect();
    Core { vertices: &vertices, hull: &hull, ball }.chord(line)
}

/// Chord of a line and a triangle with the margin `ball`. A hull is computed only if the triangle is degenerate or has
/// a margin.
fn triangle(line: &Line, points: [[f64; 3]; 3], ball: Interval) -> Chord {
    let corners = points.map(vector);
    let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    let has_area = normal.iter().any(|x| x.is_positive() || x.is_negative());
    if has_area && ball.is_zero() { rounded::polygon(line, &corners, normal) } else { hull_of(line, &points, ball) }
}

/// Indices of a coordinate axis and of the two after it, in cyclic order.
fn axes(axis: Axis) -> [usize; 3] {
    match axis {
        Axis::X => [0, 1, 2],
        Axis::Y => [1, 2, 0],
        Axis::Z => [2, 0, 1],
    }
}

/// Vector of this length along a coordinate axis.
fn axis_vector(axis: Axis, length: Real) -> [f64; 3] {
    let mut v = [0.0; 3];
    v[axes(axis)[0]] = f64::from(length);
    v
}

/// Chord of a line and the slab between the planes of both ends of a solid of revolution.
fn between_ends(line: &Line, solid: &SolidOfRevolution) -> Chord {
    let up = vector(axis_vector(solid.axis, 1.0));
    let down = vector(axis_vector(solid.axis, -1.0));
    let half = number(solid.half_height);
    half_space(line, up, Vector::default(), half).intersection(half_space(line, down, Vector::default(), half))
}

/// Chord of a line and a cylinder, or a disc if the height is 0.
fn cylinder(line: &Line, solid: &SolidOfRevolution) -> Chord {
    let [y, i, j] = axes(solid.axis);
    let o = line.origin;
    let d = line.direction;
    let r = number(solid.radius);
    let terms = [d[i] * d[i] + d[j] * d[j], o[i] * d[i] + o[j] * d[j], o[i] * o[i] + o[j] * o[j] - r * r];
    if solid.half_height == 0.0 && (d[y].is_positive() || d[y].is_negative()) {
        // The line crosses the plane of a disc.
        let t = -o[y] / d[y];
        let crossing = line.at(t);
        let excess = crossing[i] * crossing[i] + crossing[j] * crossing[j] - r * r;
        let is_inside = decide(excess.high() <= 0.0, excess.is_positive());
        let facing = if d[y].is_negative() { 1.0 } else { -1.0 };
        return Chord::at(t, axis_vector(solid.axis, facing), is_inside);
    }
    let side = quadratic(line, terms);
    let entry = line.at(Interval::from(side.estimate[0]));
    let mut normal = [0.0; 3];
    normal[i] = entry[i].to_f64();
    normal[j] = entry[j].to_f64();
    Chord { normal: Some(normal), ..side }.intersection(between_ends(line, solid))
}

/// Chord of a line and a cone: the points with `ρ² ≤ k² (h − y)²` and `−h ≤ y ≤ h`, with the distance `ρ` from the
/// axis, the coordinate `y` along it, half the height `h`, and `k`, the radius of the base divided by the height.
fn cone(line: &Line, solid: &SolidOfRevolution) -> Chord {
    let [y, i, j] = axes(solid.axis);
    let o = line.origin;
    let d = line.direction;
    let half = number(solid.half_height);
    let k = number(solid.radius) / (half + half);
    let k_square = k * k;
    let below_apex = half - o[y];
    let terms = [
        d[i] * d[i] + d[j] * d[j] - k_square * d[y] * d[y],
        o[i] * d[i] + o[j] * d[j] + k_square * below_apex * d[y],
        o[i] * o[i] + o[j] * o[j] - k_square * below_apex * below_apex,
    ];
    let Some(side) = cone_side(line, terms, d[y].is_negative()) else { return Chord::UNKNOWN };
    let entry = line.at(Interval::from(side.estimate[0]));
    let mut normal = [0.0; 3];
    normal[i] = entry[i].to_f64();
    normal[j] = entry[j].to_f64();
    normal[y] = (k_square * (half - entry[y])).to_f64();
    Chord { normal: Some(normal), ..side }.intersection(between_ends(line, solid))
}

/// Chord of a line and the side of a cone, extended without end below the base: the parameters `t` with
/// `a t² + 2 b t + c ≤ 0`, without those in the upper half of the double cone if the line crosses both halves. If
/// `descends`, the line crosses the lower half last. `None` if rounding errors leave it undecided.
fn cone_side(line: &Line, [a, b, c]: [Interval; 3], descends: bool) -> Option<Chord> {
    if a.is_positive() {
        return Some(quadratic(line, [a, b, c]));
    }
    let discriminant = b * b - a * c;
    if !a.is_negative() || discriminant.is_negative() {
        return None;
    }
    // Outside of the double cone the function is positive, between these two parameters.
    let root = discriminant.sqrt();
    let first = (-b + root) / a;
    let last = (-b - root) / a;
    Some(if descends {
        Chord { entry: [last.low(), last.high()], estimate: [last.to_f64(), f64::INFINITY], ..Chord::ALL }
    } else {
        Chord { exit: [first.low(), first.high()], estimate: [f64::NEG_INFINITY, first.to_f64()], ..Chord::ALL }
    })
}

/// Chord of a line and an ellipsoid whose radii are positive.
fn ellipsoid(line: &Line, radii: [f64; 3]) -> Chord {
    let radii = vector(radii);
    let o = [0, 1, 2].map(|k| line.origin[k] / radii[k]);
    let d = [0, 1, 2].map(|k| line.direction[k] / radii[k]);
    let chord = quadratic(line, [dot(d, d), dot(o, d), dot(o, o) - Interval::from(1.0)]);
    let entry = line.at(Interval::from(chord.estimate[0]));
    let normal = [0, 1, 2].map(|k| (entry[k] / (radii[k] * radii[k])).to_f64());
    Chord { normal: Some(normal), ..chord }
}

/// Chord of a line and an affine image of a shape: the preimage of the line is inside the shape at the same parameters.
/// `None` for a singular matrix, and if the shape has no closed form.
fn image(line: &Line, affine: &Affine) -> Option<Chord> {
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
    let chord = chord(&Line { origin, direction, ..*line }, affine.shape(), Interval::default())?;
    let sign = if determinant.is_negative() { -1.0 } else { 1.0 };
    let normal = chord.normal.map(|n| {
        // The cofactors of the matrix, with the sign of the determinant.
        [0, 1, 2].map(|k| sign * (0..3).map(|i| rows[i][k].to_f64() * n[i]).sum::<f64>())
    });
    Some(Chord { normal, ..chord })
}
