//! Insets of a search over the faces of a simplex: faces, vertices and segments that are too small in the picture.

use glam::DVec3;

use super::SimplexQuery;
use super::query::{CLOSE_DOTS, extent};
use crate::picture::Picture;
use crate::snapshot::simplex::{Subset, members, size};

/// Size, in sizes of the picture, below which a face or a segment needs an inset.
const SMALL: f64 = 0.03;

/// Radius of the inset on a small face or on two close vertices, in sizes of the face or in distances of the vertices:
/// both are fully inside, with a margin.
const FACE_INSET: f64 = 0.9;

/// Radius of the inset on a short segment, in lengths of the segment.
const SEGMENT_INSET: f64 = 0.75;

/// Adds an inset on a face that is very small compared with the picture.
pub(super) fn magnify_small_face(picture: &mut Picture, query: &SimplexQuery, subset: Subset) {
    let points = query.world_points(subset);
    let size = extent(&points);
    if size > 0.0 && size < SMALL * query.regions.bounding_radius() {
        let center = points.iter().sum::<DVec3>() / points.len() as f64;
        picture.magnify(center, FACE_INSET * size);
    }
}

/// Adds an inset on a tested vertex and its nearest neighbor, if the picture shows the two as one dot.
pub(super) fn magnify_neighbor(picture: &mut Picture, query: &SimplexQuery, subset: Subset) {
    if size(subset) != 1 {
        return;
    }
    let at = query.world_point(subset.trailing_zeros() as usize & 3);
    let others = members(query.all).map(|i| query.world_point(i)).filter(|other| *other != at);
    let near = others.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
    if let Some(near) = near.filter(|near| near.distance(at) < CLOSE_DOTS * query.regions.bounding_radius()) {
        picture.magnify(at.midpoint(near), FACE_INSET * near.distance(at));
    }
}

/// Adds an inset on a segment from Q that is very short compared with the picture. The inset looks across the segment,
/// so that Q and the line or plane at the segment's other end are separate.
pub(super) fn magnify_segment(world: &mut Picture, query: &SimplexQuery, [from, to]: [DVec3; 2]) {
    let length = from.distance(to);
    if length < SMALL * query.regions.bounding_radius() {
        world.magnify_across(from.midpoint(to), SEGMENT_INSET * length, to - from);
    }
}
