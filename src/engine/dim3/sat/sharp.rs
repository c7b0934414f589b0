//! The line across two edges that are nearly parallel, from the corners themselves.
//!
//! Two directions of length 1 are off by `EPS` each, and their product by `EPS / sin θ` of its length: of slivers that is most
//! of the digits of single precision. Differences of corners and their products have room in `f64`, so that what is left is the
//! rounding of the line to this precision. In double precision nothing is gained, and nothing is done.

use std::borrow::Borrow;

use glam::DVec3;

use super::super::prelude::*;
use super::axes::Axis;
use super::solid::Solid;
use super::stepper::Sat;

/// Lines that are off by a larger angle are taken again: those of edges within a sixteenth of a radian of each other.
pub(super) const OFF: Real = if EPS > 1.0e-10 { 128.0 * EPS } else { Real::INFINITY };

/// How far such a line may then be off, as an angle: what rounding it does, in each coordinate and to its length.
pub(super) const ROUNDED: Real = 4.0 * EPS;

/// The unit vector across both edges; pair frame, either way. None where they are parallel, or so nearly that `f64` does not tell.
#[cold]
pub(super) fn across<S: Borrow<Solid>>(sat: &Sat<S>, axis: Axis) -> Option<Vec3> {
    let Axis::Edges(i, j) = axis else { return None };
    let along = |solid: &Solid, edge: u32| {
        let [tail, head] = solid.edge(edge)?.ends.map(|end| in_f64(solid.vertices[end as usize]));
        Some(head - tail)
    };
    let (a, b) = (along(sat.a.borrow(), i)?, along(sat.b.borrow(), j)?);
    let columns = [sat.rotation.x_axis, sat.rotation.y_axis, sat.rotation.z_axis].map(in_f64);
    let b = columns[0] * b.x + columns[1] * b.y + columns[2] * b.z;
    let n = a.cross(b);
    let sound = n.length() > 1.0e-12 * a.length() * b.length();
    let n = n.try_normalize().filter(|_| sound)?;
    Some(Vec3::new(n.x as Real, n.y as Real, n.z as Real))
}

/// The one of the two ways of a line that another vector goes.
pub(super) fn along(line: Vec3, way: Vec3) -> Vec3 {
    if line.dot(way) < 0.0 { -line } else { line }
}

fn in_f64(v: Vec3) -> DVec3 {
    DVec3::new(v.x as f64, v.y as f64, v.z as f64)
}
