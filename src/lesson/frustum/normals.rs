//! Arrows of the frustum's inward normals, placed on their faces where the bodies do not hide them.

use contact_lens_picture::{Axes, Picture, Role};
use glam::{DVec2, DVec3};

use super::{PlayedContext, Side};

/// Length of a normal, as a fraction of the scene's size.
const LENGTH: f64 = 0.13;

/// Largest length of a normal, as a fraction of the smallest distance of the face's vertices from their centroid.
const MAX_OF_FACE: f64 = 0.5;

/// Radius of the space around the eye's mark that normals avoid, as a fraction of the scene's size.
const AROUND_EYE: f64 = 0.04;

/// Radius of the discs along a drawn normal that later normals avoid, in lengths of the normal.
const AROUND_NORMAL: f64 = 0.4;

/// Distance from the discs that is enough, in lengths of the normal; beyond it, a position nearer to the centroid is
/// better.
const ENOUGH_CLEARANCE: f64 = 0.5;

/// Loss of rating per distance from the centroid.
const RATING_LOSS: f64 = 0.1;

/// Candidate positions of a normal, as fractions of the way from a face's centroid to its vertices and edges.
const CANDIDATES: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.75, 0.88];

/// Largest part of a normal along the line of sight that shows where it points; others are not drawn.
const MAX_FORESHORTENING: f64 = 0.97;

/// Disc in the plane of the picture that normals avoid.
struct Disc {
    /// Center, meters.
    center: DVec2,
    /// Radius, meters.
    radius: f64,
}

/// Adds each plane's normal with its letter, placed for the initial camera.
pub(super) fn add_normals(played: &PlayedContext, world: &mut Picture) {
    let region = &played.region;
    let axes = played.query.viewer.from_behind().axes();
    let mut discs = if played.has_many_bodies() { Vec::new() } else { body_discs(played, &axes) };
    if let Some(eye) = played.query.viewer.eye() {
        discs.push(Disc { center: flat(&axes, eye), radius: AROUND_EYE * region.size });
    }
    for side in Side::ALL {
        let face = &region.faces[side.index()];
        let Some(plane) = region.plane(side).filter(|_| face.len() >= 3) else { continue };
        if plane.normal.dot(axes.back).abs() > MAX_FORESHORTENING {
            continue;
        }
        let centroid = face.iter().sum::<DVec3>() / face.len() as f64;
        let breadth = face.iter().map(|p| p.distance(centroid)).fold(f64::INFINITY, f64::min);
        let length = (LENGTH * region.size).min(MAX_OF_FACE * breadth);
        let rated = candidate_positions(face, centroid).map(|start| {
            let ends = [start, start + plane.normal * length].map(|p| flat(&axes, p));
            // The best position is far from all discs, and then near the centroid of the face.
            let rating =
                clearance(ends, &discs).min(ENOUGH_CLEARANCE * length) - RATING_LOSS * start.distance(centroid);
            (start, rating)
        });
        let Some((start, _)) = rated.max_by(|(_, a), (_, b)| a.total_cmp(b)) else { continue };
        let tip = start + plane.normal * length;
        let key = format!("plane/{side}");
        world.arrow(Role::Normal, key.clone(), start, tip);
        world.label(Role::Normal, key, tip, played.letter(side));
        for fraction in [0.0, 0.5, 1.0] {
            let center = flat(&axes, start.lerp(tip, fraction));
            discs.push(Disc { center, radius: AROUND_NORMAL * length });
        }
    }
}

/// Candidate positions of a normal on a face: on the way from its centroid to each vertex and to the middle of each
/// edge.
fn candidate_positions(face: &[DVec3], centroid: DVec3) -> impl Iterator<Item = DVec3> {
    let next_vertices = face.iter().cycle().skip(1);
    let ends = face.iter().zip(next_vertices).flat_map(|(a, b)| [*a, a.midpoint(*b)]);
    ends.flat_map(move |end| CANDIDATES.map(|fraction| centroid.lerp(end, fraction)))
}

/// Coordinates of a point in the picture of a parallel camera with these axes: right and up, meters.
fn flat(axes: &Axes, p: DVec3) -> DVec2 {
    DVec2::new(p.dot(axes.right), p.dot(axes.up))
}

/// Smallest distance of a segment's ends and middle from the discs, meters; negative inside of one.
fn clearance([a, b]: [DVec2; 2], discs: &[Disc]) -> f64 {
    let distances = discs.iter().map(|disc| {
        let to_center = [0.0, 0.5, 1.0].map(|t| a.lerp(b, t).distance(disc.center));
        to_center.into_iter().fold(f64::INFINITY, f64::min) - disc.radius
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// Discs around the bodies in the picture.
fn body_discs(played: &PlayedContext, axes: &Axes) -> Vec<Disc> {
    (0..played.problem.bodies.len())
        .filter_map(|body| {
            let points = played.query.solids[body].vertices.iter().map(|p| flat(axes, *p));
            let low = points.clone().reduce(DVec2::min)?;
            let high = points.clone().reduce(DVec2::max)?;
            let center = 0.5 * (low + high);
            let radius = points.map(|p| p.distance(center)).fold(0.0, f64::max);
            Some(Disc { center, radius })
        })
        .collect()
}
