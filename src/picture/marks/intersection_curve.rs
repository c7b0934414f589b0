//! Intersection curves of the surfaces of two solids, which show where and how far the solids overlap.

use glam::DVec3;

use super::surface::polygon_normal;
use crate::Solid;

/// Number of pairs of faces, each near the other solid, above which no curve is computed: it would take too long, and
/// be as dense as the faces.
const MAX_PAIRS: usize = 4_000_000;

/// Largest distance of two vertices that count as one, as a share of the solid's size.
const VERTEX_TOLERANCE: f64 = 1e-9;

/// Squared sine of the angle between two planes below which they count as parallel.
const MIN_SQUARED_SINE: f64 = 1e-12;

/// Length of a common segment, as a share of the facets' own segments, below which it is rounding error.
const MIN_RELATIVE_LENGTH: f64 = 1e-9;

/// A face of a solid with its bounding box.
struct Facet {
    /// Vertices in order, world, meters.
    corners: Vec<DVec3>,
    /// Outward unit normal of the face.
    normal: DVec3,
    /// Least corner of the bounding box.
    min: DVec3,
    /// Greatest corner of the bounding box.
    max: DVec3,
}

/// Segments in which the faces of two solids intersect, world, meters. Coplanar faces have none, and neither do solids
/// with more than [`MAX_PAIRS`] pairs of faces near each other.
pub(crate) fn intersection_segments(a: &Solid, b: &Solid) -> Vec<[DVec3; 2]> {
    if coincide(a, b) {
        return Vec::new();
    }
    let all_a = facets(a);
    let all_b = facets(b);
    let (Some(box_a), Some(box_b)) = (bounding_box(&all_a), bounding_box(&all_b)) else { return Vec::new() };
    let near_a: Vec<&Facet> = all_a.iter().filter(|f| boxes_overlap([f.min, f.max], box_b)).collect();
    let near_b: Vec<&Facet> = all_b.iter().filter(|f| boxes_overlap([f.min, f.max], box_a)).collect();
    if near_a.len().saturating_mul(near_b.len()) > MAX_PAIRS {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for f in &near_a {
        let close = near_b.iter().filter(|g| boxes_overlap([f.min, f.max], [g.min, g.max]));
        lines.extend(close.filter_map(|g| intersection(f, g)));
    }
    lines
}

/// Whether two solids have the same vertices, to rounding. Their faces are then coplanar and have no intersection
/// curve, but rounding would scatter segments all over them.
fn coincide(a: &Solid, b: &Solid) -> bool {
    let size = a.vertices.iter().map(|p| p.distance(a.vertices[0])).fold(0.0, f64::max);
    let mut pairs = a.vertices.iter().zip(&b.vertices);
    a.vertices.len() == b.vertices.len() && pairs.all(|(p, q)| p.distance(*q) <= VERTEX_TOLERANCE * size)
}

/// Faces with an area and finite vertices.
fn facets(solid: &Solid) -> Vec<Facet> {
    solid.faces.iter().filter_map(|face| facet(solid, face)).collect()
}

/// Facet of a face; `None` where the face has no area, an invalid index or a vertex that is not finite.
fn facet(solid: &Solid, face: &[u32]) -> Option<Facet> {
    let corners: Vec<DVec3> = face.iter().map(|&i| solid.vertices.get(i as usize).copied()).collect::<Option<_>>()?;
    if !corners.iter().all(|p| p.is_finite()) {
        return None;
    }
    let normal = polygon_normal(&corners)?;
    let min = corners.iter().copied().reduce(DVec3::min)?;
    let max = corners.iter().copied().reduce(DVec3::max)?;
    Some(Facet { corners, normal, min, max })
}

/// Bounding box of facets: least and greatest corner; `None` without facets.
fn bounding_box(facets: &[Facet]) -> Option<[DVec3; 2]> {
    let min = facets.iter().map(|f| f.min).reduce(DVec3::min)?;
    let max = facets.iter().map(|f| f.max).reduce(DVec3::max)?;
    Some([min, max])
}

/// Whether two boxes (least and greatest corner) overlap or touch.
pub(crate) fn boxes_overlap(a: [DVec3; 2], b: [DVec3; 2]) -> bool {
    a[0].cmple(b[1]).all() && b[0].cmple(a[1]).all()
}

/// Common segment of two convex facets: the intersection line of their planes, clipped by the sides of both; `None`
/// where they do not intersect or are parallel.
fn intersection(f: &Facet, g: &Facet) -> Option<[DVec3; 2]> {
    let along = f.normal.cross(g.normal);
    if along.length_squared() < MIN_SQUARED_SINE {
        return None;
    }
    let [p, q] = segment_in_plane(f, g)?;
    let [r, s] = segment_in_plane(g, f)?;
    let along = along.normalize();
    let longer_length = (q - p).length().max((s - r).length());
    // Signed distances from p along the line.
    let [at_q, at_r, at_s] = [q, r, s].map(|end| (end - p).dot(along));
    let from = at_q.min(0.0).max(at_r.min(at_s));
    let to = at_q.max(0.0).min(at_r.max(at_s));
    let is_segment = to - from > longer_length * MIN_RELATIVE_LENGTH;
    is_segment.then(|| [p + along * from, p + along * to])
}

/// Segment of the facet `f` in the plane of `g`; `None` where they do not intersect.
fn segment_in_plane(f: &Facet, g: &Facet) -> Option<[DVec3; 2]> {
    let mut ends = Vec::with_capacity(2);
    for (k, &a) in f.corners.iter().enumerate() {
        let b = f.corners[(k + 1) % f.corners.len()];
        let [height_a, height_b] = [a, b].map(|p| (p - g.corners[0]).dot(g.normal));
        if (height_a >= 0.0) != (height_b >= 0.0) {
            ends.push(a.lerp(b, height_a / (height_a - height_b)));
        }
    }
    match ends.as_slice() {
        [p, q] => Some([*p, *q]),
        _ => None,
    }
}
