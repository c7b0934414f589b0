//! Chords of a line and curved surfaces: the sides of cylinders and cones, discs and ellipsoids.

use super::chord::{Chord, Line, decide, half_space, quadratic};
use crate::dim3::prelude::*;
use crate::dim3::shape::SolidOfRevolution;
use crate::interval::{Interval, Vector, dot, vector};
use contact_lens_model::ask::Axis;

/// The interval that contains only this number.
pub(super) fn number(x: Real) -> Interval {
    Interval::from(f64::from(x))
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
pub(super) fn axis_vector(axis: Axis, length: Real) -> [f64; 3] {
    let mut v = [0.0; 3];
    v[axes(axis)[0]] = f64::from(length);
    v
}

/// Chord of a line and the half-space below the plane of an end of a solid of revolution: the upper end if `sign` is 1,
/// the lower one if it is −1.
pub(super) fn below_end(line: &Line, solid: &SolidOfRevolution, sign: Real) -> Chord {
    let outward = vector(axis_vector(solid.axis, sign));
    half_space(line, outward, Vector::default(), number(solid.half_height))
}

/// Chord of a line that crosses the plane of a disc, a cylinder whose height is 0; `None` for a parallel line, and for
/// a cylinder with a height.
pub(super) fn disc(line: &Line, solid: &SolidOfRevolution) -> Option<Chord> {
    let [y, i, j] = axes(solid.axis);
    let along = line.direction[y];
    if solid.half_height != 0.0 || !(along.is_positive() || along.is_negative()) {
        return None;
    }
    let r = number(solid.radius);
    let t = -line.origin[y] / along;
    let crossing = line.at(t);
    let excess = crossing[i] * crossing[i] + crossing[j] * crossing[j] - r * r;
    let is_inside = decide(excess.high() <= 0.0, excess.is_positive());
    let facing = if along.is_negative() { 1.0 } else { -1.0 };
    Some(Chord::at(t, axis_vector(solid.axis, facing), is_inside))
}

/// Chord of a line and the side of a cylinder, extended without end in both directions.
pub(super) fn cylinder_side(line: &Line, solid: &SolidOfRevolution) -> Chord {
    let [_, i, j] = axes(solid.axis);
    let o = line.origin;
    let d = line.direction;
    let r = number(solid.radius);
    let terms = [d[i] * d[i] + d[j] * d[j], o[i] * d[i] + o[j] * d[j], o[i] * o[i] + o[j] * o[j] - r * r];
    let side = quadratic(line, terms);
    let entry = line.at(Interval::from(side.estimate[0]));
    let mut normal = [0.0; 3];
    normal[i] = entry[i].to_f64();
    normal[j] = entry[j].to_f64();
    Chord { normal: Some(normal), ..side }
}

/// Chord of a line and the side of a cone, extended without end below the base. The cone is the points with
/// `ρ² ≤ k² (h − y)²` and `−h ≤ y ≤ h`, with the distance `ρ` from the axis, the coordinate `y` along it, half the
/// height `h`, and `k`, the radius of the base divided by the height.
pub(super) fn cone_side(line: &Line, solid: &SolidOfRevolution) -> Chord {
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
    let Some(side) = lower_half(line, terms, d[y].is_negative()) else { return Chord::UNKNOWN };
    let entry = line.at(Interval::from(side.estimate[0]));
    let mut normal = [0.0; 3];
    normal[i] = entry[i].to_f64();
    normal[j] = entry[j].to_f64();
    normal[y] = (k_square * (half - entry[y])).to_f64();
    Chord { normal: Some(normal), ..side }
}

/// Chord of a line and the side of a cone, extended without end below the base: the parameters `t` with
/// `a t² + 2 b t + c ≤ 0`, without those in the upper half of the double cone if the line crosses both halves. If
/// `descends`, the line crosses the lower half last. `None` if rounding errors leave it undecided.
fn lower_half(line: &Line, [a, b, c]: [Interval; 3], descends: bool) -> Option<Chord> {
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
pub(super) fn ellipsoid(line: &Line, radii: [f64; 3]) -> Chord {
    let radii = vector(radii);
    let o = [0, 1, 2].map(|k| line.origin[k] / radii[k]);
    let d = [0, 1, 2].map(|k| line.direction[k] / radii[k]);
    let chord = quadratic(line, [dot(d, d), dot(o, d), dot(o, o) - Interval::from(1.0)]);
    let entry = line.at(Interval::from(chord.estimate[0]));
    let normal = [0, 1, 2].map(|k| (entry[k] / (radii[k] * radii[k])).to_f64());
    Chord { normal: Some(normal), ..chord }
}
