//! Fragments, the parts into which a binary space partition splits faces: the choice of a fragment whose plane divides
//! the others, and the division.

use glam::DVec3;

use super::{Piece, UnsortedShapes, clip};

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

/// Part of a face, with a bounding sphere that decides most tests against planes.
pub(super) struct Fragment {
    /// Index into [`UnsortedShapes::faces`].
    source: usize,
    corners: Vec<DVec3>,
    /// Center of the bounding sphere.
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

    /// Position of the fragment relative to a plane. Points within `eps` of the plane are on neither side.
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

/// Position of a fragment relative to a plane.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// Wholly on the side of the normal, or in the plane.
    Front,
    /// Wholly on the opposite side, or in the plane.
    Back,
    /// Partly on either side.
    Both,
    InPlane,
}

/// Number of faces whose planes are tried as the divider.
const MAX_CANDIDATES: usize = 12;

/// Cost of a split face, in faces by which the two sides differ.
const SPLIT_COST: usize = 8;

/// Number of other faces that a divider is tried on.
const MAX_TRIALS: usize = 96;

/// Plane of the face that a fragment belongs to.
pub(super) fn plane_of(shapes: &UnsortedShapes, fragment: &Fragment) -> Plane {
    let normal = shapes.faces[fragment.source].1;
    Plane { normal, offset: normal.dot(fragment.corners[0]) }
}

/// Returns the fragment of `here` whose plane splits few others and balances the two sides.
pub(super) fn choose_divider(shapes: &UnsortedShapes, fragments: &[Fragment], here: &[usize], eps: f64) -> usize {
    let mut least_cost = usize::MAX;
    let mut best = here[0];
    for &candidate in spread(here, MAX_CANDIDATES) {
        let plane = plane_of(shapes, &fragments[candidate]);
        let mut front = 0usize;
        let mut back = 0usize;
        let mut splits = 0usize;
        for &trial in spread(here, MAX_TRIALS) {
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
    /// Faces in the plane, in their input order.
    pub(super) in_plane: Vec<Piece>,
    /// Indices of the fragments in front of the plane.
    pub(super) front: Vec<usize>,
    /// Indices of the fragments behind the plane.
    pub(super) back: Vec<usize>,
}

/// Divides the fragments `here` by the plane of the fragment `chosen`; those that straddle it are split, and their
/// parts appended to `fragments`.
pub(super) fn divide(
    fragments: &mut Vec<Fragment>,
    here: Vec<usize>,
    chosen: usize,
    plane: &Plane,
    eps: f64,
) -> Division {
    let mut in_plane = Vec::new();
    let mut front = Vec::new();
    let mut back = Vec::new();
    for index in here {
        // The divider belongs to its own plane whatever rounding says; otherwise the construction would not end.
        match fragments[index].side_of(plane, eps) {
            _ if index == chosen => in_plane.push(index),
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

/// About `count` elements of `all` at equal intervals.
fn spread(all: &[usize], count: usize) -> impl Iterator<Item = &usize> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}

/// Moves the corners out of a fragment.
fn take_face(fragment: &mut Fragment) -> Piece {
    Piece::Face { source: fragment.source, corners: std::mem::take(&mut fragment.corners) }
}
