//! Convex hulls of points in a plane, by Andrew's monotone chain.

use glam::{DVec2, DVec3};

/// Convex hull of points in a plane, each given with a point in space, such as the one that it is the projection of.
/// Returns the points in space of the hull's vertices, counter-clockwise (x right, y up).
pub fn convex_hull(mut points: Vec<(DVec2, DVec3)>) -> Vec<DVec3> {
    points.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.0.y.total_cmp(&b.0.y)));
    points.dedup_by(|a, b| a.0 == b.0);
    let lower = half_hull(points.iter().copied());
    let upper = half_hull(points.iter().rev().copied());
    lower.into_iter().chain(upper).map(|(_, in_space)| in_space).collect()
}

/// Lower half of the convex hull of sorted points, without the last vertex; the upper half for points in reverse.
fn half_hull(points: impl Iterator<Item = (DVec2, DVec3)>) -> Vec<(DVec2, DVec3)> {
    let mut chain: Vec<(DVec2, DVec3)> = Vec::new();
    for p in points {
        while let [.., a, b] = chain.as_slice()
            && (b.0 - a.0).perp_dot(p.0 - a.0) <= 0.0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain.pop();
    chain
}

/// Silhouette of a convex body with these projected vertices: their convex hull. Points that are not finite are
/// ignored.
pub(crate) fn silhouette(corners: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let corners = corners.filter(|p| p.is_finite()).map(|p| (p, p.extend(0.0))).collect();
    convex_hull(corners).into_iter().map(|p| p.truncate()).collect()
}
