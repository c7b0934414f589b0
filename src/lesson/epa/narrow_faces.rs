//! Magnified insets of faces of EPA's polytope that are visible from the new vertex, but so narrow that the picture of
//! the whole polytope shows them as lines.

use contact_lens_picture::Picture;
use glam::DVec3;

use super::view::EpaView;

/// Ratio of the shortest to the longest edge below which a face is narrow.
const NARROW: f64 = 0.03;

/// Radius of the inset, as a multiple of the shortest edge: the edge and its surroundings are inside.
const INSET_RADIUS: f64 = 1.5;

/// Edge of a face, configuration space, meters.
struct Edge {
    length: f64,
    middle: DVec3,
}

impl Edge {
    /// Edge between two vertices.
    fn new(start: DVec3, end: DVec3) -> Self {
        Self { length: start.distance(end), middle: start.midpoint(end) }
    }
}

/// Requests a magnified inset of the shortest edge of each narrow visible face.
pub(super) fn magnify(cso: &mut Picture, view: &EpaView) {
    for face in &view.visible {
        let [p, q, r] = face.points;
        let mut edges = [Edge::new(p, q), Edge::new(q, r), Edge::new(r, p)];
        edges.sort_by(|a, b| a.length.total_cmp(&b.length));
        let [shortest, _, longest] = edges;
        if shortest.length < NARROW * longest.length {
            cso.magnify(shortest.middle, INSET_RADIUS * shortest.length);
        }
    }
}
