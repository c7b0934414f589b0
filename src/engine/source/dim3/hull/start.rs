//! Start of a hull: its dimension, and a first simplex that is as large as a linear search finds.
//!
//! Rounded sizes choose the points, exact predicates decide whether the choice is degenerate. If it is, all other
//! points are tested exactly before the lower dimension is accepted. The size of a vector is its largest absolute
//! component, which neither overflows nor underflows; "farthest" is by this size.

use super::cloud::{Cloud, NONE, cross, minus, size};

/// The affine hull of the input, by points that span it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// All points coincide with this one.
    Point(u32),
    /// All points are on the segment between these two.
    Segment([u32; 2]),
    /// All points are in the plane of this triangle.
    Plane([u32; 3]),
    /// A tetrahedron; the last point is below the plane of the other three, which are counter-clockwise seen from
    /// above.
    Solid([u32; 4]),
}

/// First simplex of a hull, and the points in the order in which the search found them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InitialSimplex {
    /// Dimension of the input, with the simplex.
    pub start: Start,
    /// Indices of the first point in the order of coordinates, the point farthest from it, the point farthest from
    /// their line, and the point farthest from their plane. There is one more than the input's dimension; the other
    /// entries are `NONE`.
    pub points: [u32; 4],
}

/// Finds the first simplex of a point cloud.
pub(super) fn find_initial_simplex(cloud: &Cloud) -> InitialSimplex {
    let mut points = [NONE; 4];
    let start = search(cloud, &mut points);
    InitialSimplex { start, points }
}

/// Finds the simplex and writes its points to `points`, in the order of [`InitialSimplex::points`].
fn search(cloud: &Cloud, points: &mut [u32; 4]) -> Start {
    let low = lexicographic_least(cloud); // @low
    points[0] = low;
    // Farthest from the first point.
    let far = index_of_largest(cloud, |i| size(minus(cloud.point(i), cloud.point(low)))); // @far
    if cloud.point(far) == cloud.point(low) {
        return Start::Point(low);
    }
    points[1] = far;
    // Farthest from the line through both: the cross product's size grows with the distance from it.
    let line = minus(cloud.point(far), cloud.point(low));
    let wide = index_of_largest(cloud, |i| size(cross(line, minus(cloud.point(i), cloud.point(low))))); // @wide
    let Some(wide) = confirm_or_replace(cloud, wide, |i| !cloud.collinear(low, far, i)) else {
        return Start::Segment([low, lexicographic_greatest(cloud)]);
    };
    points[2] = wide;
    // Farthest from the plane through all three.
    let plane = cloud.plane([low, far, wide]);
    let high = index_of_largest(cloud, |i| cloud.height(&plane, i).abs()); // @high
    let Some(high) = confirm_or_replace(cloud, high, |i| cloud.height(&plane, i) != 0.0) else {
        return Start::Plane([low, far, wide]);
    };
    points[3] = high;
    if cloud.height(&plane, high) > 0.0 {
        Start::Solid([low, wide, far, high])
    } else {
        Start::Solid([low, far, wide, high])
    }
}

/// Index of the first point in the order of x, then y, then z: always a vertex of the hull.
fn lexicographic_least(cloud: &Cloud) -> u32 {
    (1..cloud.len()).fold(0, |best, i| if cloud.point(i) < cloud.point(best) { i } else { best })
}

/// Index of the last point in the order of x, then y, then z: always a vertex of the hull.
fn lexicographic_greatest(cloud: &Cloud) -> u32 {
    (1..cloud.len()).fold(0, |best, i| if cloud.point(i) > cloud.point(best) { i } else { best })
}

/// Index of the point with the largest value; the first of ties. No value is negative.
fn index_of_largest(cloud: &Cloud, value: impl Fn(u32) -> f64) -> u32 {
    let mut largest = -1.0;
    let mut index = 0;
    for i in 0..cloud.len() {
        let candidate = value(i);
        if candidate > largest {
            largest = candidate;
            index = i;
        }
    }
    index
}

/// Returns `choice` if it passes the exact test, otherwise the first point that does; `None` if none does.
fn confirm_or_replace(cloud: &Cloud, choice: u32, test: impl Fn(u32) -> bool) -> Option<u32> {
    if test(choice) { Some(choice) } else { (0..cloud.len()).find(|&i| test(i)) }
}
