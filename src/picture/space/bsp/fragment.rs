//! Fragments of faces for a binary space partition (BSP): a fragment is a whole face, or the part of one on one side of
//! a dividing plane. This file chooses the fragment whose plane divides a list of others, and divides the list.
//!
//! A parameter `eps` is the distance from a plane up to which points count as in it, in the unit of the shapes.

use glam::DVec3;

use super::{Piece, UnsortedShapes, clip};

/// Maximum number of fragments whose planes are tried as the divider.
const MAX_CANDIDATES: usize = 12;

/// Maximum number of fragments, the candidate among them, that a candidate's plane is tried on.
const MAX_TRIALS: usize = 96;

/// Cost of a fragment that a plane splits; the unit is a difference of one fragment between the plane's two sides.
const SPLIT_COST: usize = 8;

/// A plane that divides space.
pub(super) struct Plane {
    /// Unit normal of the plane.
    pub(super) normal: DVec3,
    /// Signed distance of the plane from the origin along the normal, in the unit of the shapes.
    offset: f64,
}

impl Plane {
    /// Signed distance of a point, positive on the side of the normal.
    pub(super) fn distance(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// A face or a part of one, with a bounding sphere that decides most tests against planes.
pub(super) struct Fragment {
    /// Index into [`UnsortedShapes::faces`].
    source: usize,
    /// Vertices of a convex polygon, in the winding of the face; empty once the fragment is split or emitted.
    corners: Vec<DVec3>,
    /// Center of the bounding sphere: the mean of the vertices.
    middle: DVec3,
    /// Radius of the bounding sphere.
    radius: f64,
}

impl Fragment {
    pub(super) fn new(source: usize, corners: Vec<DVec3>) -> Self {
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let radius = corners.iter().map(|p| p.distance(middle)).fold(0.0, f64::max);
        Self { source, corners, middle, radius }
    }

    /// Position of the fragment relative to a plane.
    fn side_of(&self, plane: &Plane, eps: f64) -> Side {
        let height = plane.distance(self.middle);
        // Twice `eps`, since the radius has rounding errors of its own.
        if height.abs() > self.radius + 2.0 * eps {
            return if height > 0.0 { Side::Front } else { Side::Back };
        }
        let mut lowest = f64::INFINITY;
        let mut highest = f64::NEG_INFINITY;
        for corner in &self.corners {
            let distance = plane.distance(*corner);
            lowest = lowest.min(distance);
            highest = highest.max(distance);
        }
        match (highest > eps, lowest < -eps) {
            (true, true) => Side::Both,
            (true, false) => Side::Front,
            (false, true) => Side::Back,
            (false, false) => Side::InPlane,
        }
    }
}

/// Position of a fragment relative to a plane, by its vertices that are farther than `eps` from the plane.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// There are such vertices, all on the side of the normal.
    Front,
    /// There are such vertices, all on the opposite side.
    Back,
    /// There are such vertices on both sides.
    Both,
    /// All vertices are within `eps` of the plane.
    InPlane,
}

/// Plane of a fragment that has vertices, with the normal of its face.
pub(super) fn plane_of(shapes: &UnsortedShapes, fragment: &Fragment) -> Plane {
    let normal = shapes.faces[fragment.source].normal;
    Plane { normal, offset: normal.dot(fragment.corners[0]) }
}

/// Returns the index of the fragment whose plane is to divide those with the indices `members`, at least one: the
/// candidate of least cost, whose plane splits few fragments and leaves similar numbers on its two sides.
pub(super) fn choose_divider(shapes: &UnsortedShapes, fragments: &[Fragment], members: &[usize], eps: f64) -> usize {
    let mut least_cost = usize::MAX;
    let mut best = members[0];
    for &candidate in evenly_chosen(members, MAX_CANDIDATES) {
        let plane = plane_of(shapes, &fragments[candidate]);
        let mut front = 0usize;
        let mut back = 0usize;
        let mut splits = 0usize;
        for &trial in evenly_chosen(members, MAX_TRIALS) {
            match fragments[trial].side_of(&plane, eps) {
                Side::Both => splits += 1,
                Side::Front => front += 1,
                Side::Back => back += 1,
                Side::InPlane => {}
            }
        }
        let cost = splits * SPLIT_COST + front.abs_diff(back);
        if cost < least_cost {
            least_cost = cost;
            best = candidate;
        }
    }
    best
}

/// Fragments divided by a plane.
pub(super) struct Division {
    /// Fragments in the plane, in the order of their faces in the input.
    pub(super) in_plane: Vec<Piece>,
    /// Indices of the fragments in front of the plane.
    pub(super) front: Vec<usize>,
    /// Indices of the fragments behind the plane.
    pub(super) back: Vec<usize>,
}

/// Divides the fragments with the indices `members` by `plane`, the plane of the fragment `divider`. Fragments that
/// straddle it are split, and their parts appended to `fragments`.
pub(super) fn divide(
    fragments: &mut Vec<Fragment>,
    members: Vec<usize>,
    divider: usize,
    plane: &Plane,
    eps: f64,
) -> Division {
    let mut in_plane = Vec::new();
    let mut front = Vec::new();
    let mut back = Vec::new();
    for index in members {
        // The divider belongs to its own plane whatever rounding says; otherwise the construction would not end.
        if index == divider {
            in_plane.push(index);
            continue;
        }
        match fragments[index].side_of(plane, eps) {
            Side::InPlane => in_plane.push(index),
            Side::Front => front.push(index),
            Side::Back => back.push(index),
            Side::Both => {
                for (side, sign) in [(&mut front, 1.0), (&mut back, -1.0)] {
                    let corners = clip(&fragments[index].corners, |p| sign * plane.distance(p));
                    if corners.len() >= 3 {
                        side.push(fragments.len());
                        fragments.push(Fragment::new(fragments[index].source, corners));
                    }
                }
                fragments[index].corners = Vec::new();
            }
        }
    }
    in_plane.sort_by_key(|&index| fragments[index].source);
    let in_plane = in_plane.into_iter().map(|index| take_face(&mut fragments[index])).collect();
    Division { in_plane, front, back }
}

/// At most `max_count` of the indices at equal intervals, beginning with the first.
fn evenly_chosen(indices: &[usize], max_count: usize) -> impl Iterator<Item = &usize> {
    indices.iter().step_by(indices.len().div_ceil(max_count).max(1))
}

/// Moves the vertices out of a fragment, as a piece to be drawn.
fn take_face(fragment: &mut Fragment) -> Piece {
    Piece::Face { source: fragment.source, corners: std::mem::take(&mut fragment.corners) }
}
