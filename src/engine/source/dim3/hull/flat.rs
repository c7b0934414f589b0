//! The hull of coplanar points: a polygon, by Andrew's monotone chain in an exact projection.

use super::cloud::Cloud;

/// Returns the vertices of the hull of coplanar points, by their indices. `[a, b, c]` are three of the points that span
/// the plane. The vertices are counter-clockwise in the projection that drops the first axis for which that triangle
/// keeps an area. The projection is one-to-one on the plane, so a vertex of the projection is one of the polygon.
pub(super) fn polygon(cloud: &Cloud, [a, b, c]: [u32; 3]) -> Vec<u32> {
    let drop = (0..3).find(|&k| cloud.doubled_area(k, a, b, c) != 0.0).unwrap_or(0);
    let x = (drop + 1) % 3;
    let y = (drop + 2) % 3;
    let keys: Vec<[f64; 2]> = (0..cloud.len()).map(|i| [cloud.point(i)[x], cloud.point(i)[y]]).collect();
    let mut order: Vec<u32> = (0..cloud.len()).collect();
    order.sort_by(|&i, &j| keys[i as usize].partial_cmp(&keys[j as usize]).unwrap_or(std::cmp::Ordering::Equal));
    order.dedup_by(|i, j| keys[*i as usize] == keys[*j as usize]);
    let mut corners = chain(cloud, drop, order.iter().copied());
    corners.extend(chain(cloud, drop, order.into_iter().rev()));
    corners
}

/// Vertices of one half of the polygon, without the last: strictly convex, counter-clockwise in the projection that
/// drops axis `drop`. `order` are all points, sorted along the half.
fn chain(cloud: &Cloud, drop: usize, order: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut half: Vec<u32> = Vec::new();
    for i in order {
        while let [.., p, q] = half[..]
            && cloud.doubled_area(drop, p, q, i) <= 0.0
        {
            half.pop();
        }
        half.push(i);
    }
    half.pop();
    half
}
