//! Magnified insets in the pictures of a search over the faces of a simplex: faces, neighboring vertices and segments
//! that are too small to be seen. "Size of the picture" is `Regions::bounding_radius`.

use contact_lens_model::snapshot::simplex::{Subset, members, size};
use contact_lens_picture::Picture;
use glam::DVec3;

use super::SimplexQuery;
use super::query::{CLOSE_DOTS, extent};

/// Size below which a face or a segment needs an inset, as a fraction of the picture's size.
const SMALL: f64 = 0.03;

/// Radius of the inset on a small face or on two close vertices, as a multiple of the face's size or of the vertices'
/// distance: both are fully inside, with a margin.
const FACE_INSET: f64 = 0.9;

/// Radius of the inset on a short segment, as a multiple of the segment's length.
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

/// Adds an inset on the closest two vertices that the picture shows as one dot: of a tested vertex and another one, or
/// of two vertices of a larger tested face.
pub(super) fn magnify_close_vertices(picture: &mut Picture, query: &SimplexQuery, subset: Subset) {
    let others = if size(subset) == 1 { query.simplex } else { subset };
    let mut closest: Option<[DVec3; 2]> = None;
    for at in members(subset).map(|i| query.world_point(i)) {
        for other in members(others).map(|i| query.world_point(i)).filter(|other| *other != at) {
            if closest.is_none_or(|[a, b]| at.distance(other) < a.distance(b)) {
                closest = Some([at, other]);
            }
        }
    }
    let Some([a, b]) = closest else { return };
    if a.distance(b) < CLOSE_DOTS * query.regions.bounding_radius() {
        picture.magnify(a.midpoint(b), FACE_INSET * a.distance(b));
    }
}

/// Adds an inset on a segment between two points, world, that is very short compared with the picture. The inset looks
/// across the segment, so that its ends are separate.
pub(super) fn magnify_segment(world: &mut Picture, query: &SimplexQuery, [start, end]: [DVec3; 2]) {
    let length = start.distance(end);
    if length < SMALL * query.regions.bounding_radius() {
        world.magnify_across(start.midpoint(end), SEGMENT_INSET * length, end - start);
    }
}
