//! Planes of explicit faces, with checks that the faces bound a convex body.

use glam::DVec3;

use super::super::hull::{Dimension, Hull};
use super::super::prelude::*;
use super::super::rounding;
use super::connect::Topology;
use super::fit::{self, Facet, Scaled, Support};
use super::{NONE, Plane, PolyhedronError};

/// The plane of every face and the depth of its lowest vertex below it, or the defect of the first invalid face.
pub(super) fn planes(points: &[Vec3], loops: &[Vec<u32>], hull: &Hull) -> Result<Vec<(Plane, Real)>, PolyhedronError> {
    let scaled = Scaled::new(points);
    let rounding = 2.0 * rounding::coplanar(scaled.magnitude as Real) as f64;
    let hull_points = scaled.select(&hull.vertices);
    let hull_loops: Vec<Vec<u32>> = hull.faces().map(<[u32]>::to_vec).collect();
    let hull_topology = Topology::new(hull.vertices.len(), &hull_loops)?;
    let mut vertex_of = vec![NONE; points.len()];
    hull.vertices.iter().zip(0..).for_each(|(&i, n)| vertex_of[i as usize] = n);
    let mut planes = Vec::with_capacity(loops.len());
    let mut total = 0.0;
    for (list, face) in loops.iter().zip(0..) {
        let Facet { normal, area, .. } = scaled.facet(list).ok_or(PolyhedronError::NoArea { face })?;
        let corners: Vec<DVec3> = list.iter().map(|&i| scaled.at(i)).collect();
        let start = list.iter().map(|&i| vertex_of[i as usize]).find(|&n| n != NONE).unwrap_or(0);
        let hull = (&hull_points, &hull_topology);
        let top = fit::support(normal, &corners, hull, start);
        check_plane(face, &corners, normal, &top, rounding, || fit::support(-normal, &corners, hull, start))?;
        check_polygon(face, &corners, normal, rounding)?;
        planes.push(top.plane(scaled.factor));
        total += area;
    }
    let covered: f64 = hull_loops.iter().filter_map(|list| hull_points.facet(list)).map(|facet| facet.area).sum();
    if hull.dimension == Dimension::Solid && total > 1.5 * covered {
        return Err(PolyhedronError::CoveredTwice);
    }
    Ok(planes)
}

/// Checks that the vertices of a face are in its plane, and that no point is above.
fn check_plane(
    face: u32,
    corners: &[DVec3],
    normal: DVec3,
    top: &Support,
    rounding: f64,
    bottom: impl FnOnce() -> Support,
) -> Result<(), PolyhedronError> {
    let heights = corners.iter().map(|p| normal.dot(*p - corners[0]));
    if heights.clone().fold(0.0, f64::max) - heights.fold(0.0, f64::min) > rounding {
        return Err(PolyhedronError::NotPlanar { face });
    }
    if top.depth <= rounding {
        return Ok(());
    }
    Err(if bottom().depth <= rounding { PolyhedronError::Inward { face } } else { PolyhedronError::NotConvex { face } })
}

/// Checks that no vertex is inside of the line of its neighbors by more than rounding, and that the polygon winds once.
fn check_polygon(face: u32, corners: &[DVec3], normal: DVec3, rounding: f64) -> Result<(), PolyhedronError> {
    let count = corners.len();
    let mut turned = 0.0;
    for corner in 0..count {
        let here = corners[corner];
        let next = corners[(corner + 1) % count];
        let previous = corners[(corner + count - 1) % count];
        let u = here - previous;
        let v = next - here;
        let sine = normal.dot(u.cross(v));
        let chord = (next - previous).length();
        let back = u.dot(v) < 0.0 && sine <= 0.0;
        if sine < -rounding * chord || back && here != next && chord > rounding {
            return Err(PolyhedronError::Reflex { face, corner: corner as u32 });
        }
        turned += sine.atan2(u.dot(v));
    }
    // A polygon that winds twice, such as a star, turns by 4 π.
    if turned > 3.0 * std::f64::consts::PI {
        return Err(PolyhedronError::Reflex { face, corner: 0 });
    }
    Ok(())
}
