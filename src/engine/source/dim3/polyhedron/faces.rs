//! Planes of explicit faces, with checks that the faces bound a convex body.

use glam::DVec3;

use super::connect::Topology;
use super::fit::{self, Facet, PlaneOfFace, Scaled, ScaledHull, Support};
use super::{NONE, PolyhedronError};
use crate::dim3::hull::{Dimension, Hull};
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Largest quotient of the area of the faces and that of the hull if the hull is covered once. To rounding, the
/// quotient is 1 or at least 2.
const MAX_COVERAGE: f64 = 1.5;

/// Largest sum of the outer angles of a polygon that winds once, radians. To rounding, the sum is a multiple of 2π.
const MAX_ROTATION: f64 = 3.0 * std::f64::consts::PI;

/// Computes the plane of every face and the depth of the face's lowest vertex below it, in the unit of the points.
/// `loops` are the faces as lists of vertices, `hull` is the hull of the points.
///
/// # Errors
/// The defect of the first invalid face.
pub(super) fn planes(points: &[Vec3], loops: &[Vec<u32>], hull: &Hull) -> Result<Vec<PlaneOfFace>, PolyhedronError> {
    let scaled = Scaled::new(points);
    // A height is the difference of two points, each within the tolerance.
    let rounding = 2.0 * rounding::coplanar_rounding(scaled.magnitude as Real) as f64;
    let hull_points = scaled.select(&hull.vertices);
    let hull_loops: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
    let hull_topology = Topology::new(hull.vertices.len(), &hull_loops)?;
    let mut vertex_of = vec![NONE; points.len()];
    for (&point, vertex) in hull.vertices.iter().zip(0..) {
        vertex_of[point as usize] = vertex;
    }
    let mut planes = Vec::with_capacity(loops.len());
    let mut total_area = 0.0;
    for (list, face) in loops.iter().zip(0..) {
        let Facet { normal, area, .. } = scaled.facet(list).ok_or(PolyhedronError::NoArea { face })?;
        let corners: Vec<DVec3> = list.iter().map(|&i| scaled.at(i)).collect();
        let start = list.iter().map(|&i| vertex_of[i as usize]).find(|&n| n != NONE).unwrap_or(0);
        let hull = ScaledHull { points: &hull_points, topology: &hull_topology };
        let support = fit::supporting_plane(normal, &corners, hull, start);
        check_plane(face, &corners, normal, &support, rounding, || {
            fit::supporting_plane(-normal, &corners, hull, start)
        })?;
        check_polygon(face, &corners, normal, rounding)?;
        planes.push(support.plane(scaled.factor));
        total_area += area;
    }
    let hull_area: f64 = hull_loops.iter().filter_map(|list| hull_points.facet(list)).map(|facet| facet.area).sum();
    if hull.dimension == Dimension::Solid && total_area > MAX_COVERAGE * hull_area {
        return Err(PolyhedronError::CoveredTwice);
    }
    Ok(planes)
}

/// Checks that the vertices of a face are in its plane to `rounding`, and that no point is above. `support` is the
/// supporting plane of the hull along the normal, `opposite` computes the one against it.
fn check_plane(
    face: u32,
    corners: &[DVec3],
    normal: DVec3,
    support: &Support,
    rounding: f64,
    opposite: impl FnOnce() -> Support,
) -> Result<(), PolyhedronError> {
    let heights = corners.iter().map(|p| normal.dot(*p - corners[0]));
    let highest = heights.clone().fold(0.0, f64::max);
    let lowest = heights.fold(0.0, f64::min);
    if highest - lowest > rounding {
        return Err(PolyhedronError::NotPlanar { face });
    }
    if support.depth <= rounding {
        return Ok(());
    }
    let is_inward = opposite().depth <= rounding;
    Err(if is_inward { PolyhedronError::Inward { face } } else { PolyhedronError::NotConvex { face } })
}

/// Checks that every vertex is outside the line through its neighbors, to rounding, and that the polygon winds once.
fn check_polygon(face: u32, corners: &[DVec3], normal: DVec3, rounding: f64) -> Result<(), PolyhedronError> {
    let count = corners.len();
    let mut rotation = 0.0;
    for corner in 0..count {
        let vertex = corners[corner];
        let next = corners[(corner + 1) % count];
        let previous = corners[(corner + count - 1) % count];
        let u = vertex - previous;
        let v = next - vertex;
        // The sine and the cosine of the outer angle, times the lengths of both edges.
        let scaled_sine = normal.dot(u.cross(v));
        let scaled_cosine = u.dot(v);
        let chord = (next - previous).length();
        let is_inside_chord = scaled_sine < -rounding * chord;
        let runs_back = scaled_cosine < 0.0 && scaled_sine <= 0.0 && vertex != next && chord > rounding;
        if is_inside_chord || runs_back {
            return Err(PolyhedronError::Reflex { face, corner: corner as u32 });
        }
        rotation += scaled_sine.atan2(scaled_cosine);
    }
    // A star, for example, winds twice.
    if rotation > MAX_ROTATION {
        return Err(PolyhedronError::Reflex { face, corner: 0 });
    }
    Ok(())
}
