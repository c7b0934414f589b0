//! Parts of faces, and the choice of a face whose plane divides others.

use glam::DVec3;

use super::{Matter, Piece, clip};

/// A plane that divides space.
pub(super) struct Plane {
    /// Unit normal of the plane.
    pub(super) normal: DVec3,
    /// Signed distance of the plane from the origin along the normal.
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
    /// Index into [`Matter::faces`].
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

    /// Whether a part of the fragment is in front of a plane, and whether a part is behind it. Points within `eps` of
    /// the plane are on neither side.
    fn sides(&self, plane: &Plane, eps: f64) -> (bool, bool) {
        let height = plane.distance(self.middle);
        // Twice `eps`, since the radius has rounding errors of its own.
        if height.abs() > self.radius + 2.0 * eps {
            return (height > 0.0, height < 0.0);
        }
        let (lo, hi) = self.corners.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &p| {
            let d = plane.distance(p);
            (lo.min(d), hi.max(d))
        });
        (hi > eps, lo < -eps)
    }
}

/// Number of faces whose planes are tried as the divider.
const MAX_CANDIDATES: usize = 12;

/// Cost of a split face, in faces by which the two sides differ.
const SPLIT_COST: usize = 8;

/// Number of other faces that a divider is tried on.
const MAX_TRIALS: usize = 96;

/// Plane of the face that a fragment belongs to.
pub(super) fn plane_of(matter: &Matter, fragment: &Fragment) -> Plane {
    let normal = matter.faces[fragment.source].1;
    Plane { normal, offset: normal.dot(fragment.corners[0]) }
}

/// Returns the fragment of `here` whose plane splits few others and balances the two sides.
pub(super) fn choose_divider(matter: &Matter, fragments: &[Fragment], here: &[usize], eps: f64) -> usize {
    let mut least_cost = usize::MAX;
    let mut best = here[0];
    for &candidate in spread(here, MAX_CANDIDATES) {
        let plane = plane_of(matter, &fragments[candidate]);
        let mut front = 0usize;
        let mut back = 0usize;
        let mut cuts = 0usize;
        for &trial in spread(here, MAX_TRIALS) {
            match fragments[trial].sides(&plane, eps) {
                (true, true) => cuts += 1,
                (true, false) => front += 1,
                (false, true) => back += 1,
                (false, false) => {}
            }
        }
        let cost = cuts * SPLIT_COST + front.abs_diff(back);
        if cost < least_cost {
            least_cost = cost;
            best = candidate;
        }
    }
    best
}

/// Divides the fragments `here` by the plane of the fragment `chosen`; splits those that straddle it. Returns the faces
/// in the plane, and the indices of the fragments in front of it and behind it.
pub(super) fn divide(
    fragments: &mut Vec<Fragment>,
    here: Vec<usize>,
    chosen: usize,
    plane: &Plane,
    eps: f64,
) -> (Vec<Piece>, Vec<usize>, Vec<usize>) {
    let mut in_plane = Vec::new();
    let mut front = Vec::new();
    let mut back = Vec::new();
    for index in here {
        // The divider belongs to its own plane whatever rounding says; otherwise the construction would not end.
        match fragments[index].sides(plane, eps) {
            _ if index == chosen => in_plane.push(index),
            (false, false) => in_plane.push(index),
            (true, false) => front.push(index),
            (false, true) => back.push(index),
            (true, true) => {
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
    (in_plane.into_iter().map(|index| take_face(&mut fragments[index])).collect(), front, back)
}

/// About `count` elements of `all` at equal intervals.
fn spread(all: &[usize], count: usize) -> impl Iterator<Item = &usize> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}

/// Moves the corners out of a fragment.
fn take_face(fragment: &mut Fragment) -> Piece {
    Piece::Face { source: fragment.source, corners: std::mem::take(&mut fragment.corners) }
}
