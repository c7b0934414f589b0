//! Insets on faces that are visible from the new vertex, but so narrow that the picture of the whole polytope shows
//! them as lines.

use super::view::EpaView;
use crate::picture::Picture;

/// Ratio of the shortest to the longest edge below which a face is narrow.
const NARROW: f64 = 0.03;

/// Radius of the inset, in lengths of the shortest edge.
const INSET_RADIUS: f64 = 1.5;

/// Adds an inset on the shortest edge of each narrow visible face.
pub(super) fn magnify(cso: &mut Picture, view: &EpaView) {
    for face in &view.visible {
        let [p, q, r] = face.points;
        let mut edges = [[p, q], [q, r], [r, p]];
        edges.sort_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d)));
        let [[a, b], _, [c, d]] = edges;
        if a.distance(b) < NARROW * c.distance(d) {
            cso.magnify(a.midpoint(b), INSET_RADIUS * a.distance(b));
        }
    }
}
