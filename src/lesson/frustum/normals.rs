//! Arrows of the frustum's inward normals, placed on their faces where the bodies do not hide them.

use glam::{DVec2, DVec3};

use super::{PlayedContext, Side};
use crate::picture::{Axes, Picture, Role};

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

/// Disc in the plane of the picture that normals avoid: center and radius, meters.
type Disc = (DVec2, f64);

/// Adds each plane's normal with its letter, placed for the initial camera.
pub(super) fn add_normals(played: &PlayedContext, world: &mut Picture) {
    let region = &played.region;
    let axes = played.query.viewer.from_behind().axes();
    let mut discs = if played.has_many_bodies() { Vec::new() } else { body_discs(played, &axes) };
    discs.extend(played.query.viewer.eye().map(|eye| (flat(&axes, eye), AROUND_EYE * region.size)));
    for side in Side::ALL {
        let face = &region.faces[side.index()];
        let Some(plane) = region.plane(side).filter(|_| face.len() >= 3) else { continue };
        let centroid = face.iter().sum::<DVec3>() / face.len() as f64;
        let breadth = face.iter().map(|p| p.distance(centroid)).fold(f64::INFINITY, f64::min);
        let length = (LENGTH * region.size).min(MAX_OF_FACE * breadth);
        let towards = face.iter().zip(face.iter().cycle().skip(1)).flat_map(|(a, b)| [*a, a.midpoint(*b)]);
        let candidates = towards.flat_map(|end| CANDIDATES.map(|fraction| centroid.lerp(end, fraction)));
        // The best position is far from all discs, and then near the centroid of the face.
        let rated = candidates.map(|foot| {
            let ends = [foot, foot + plane.normal * length].map(|p| flat(&axes, p));
            (foot, clearance(ends, &discs).min(ENOUGH_CLEARANCE * length) - RATING_LOSS * foot.distance(centroid))
        });
        let Some((from, _)) = rated.max_by(|(_, a), (_, b)| a.total_cmp(b)) else { continue };
        let to = from + plane.normal * length;
        if plane.normal.dot(axes.back).abs() > MAX_FORESHORTENING {
            continue;
        }
        let key = format!("plane/{side}");
        world.arrow(Role::Normal, key.clone(), from, to);
        world.label(Role::Normal, key, to, played.letter(side));
        discs.extend([0.0, 0.5, 1.0].map(|t| (flat(&axes, from.lerp(to, t)), AROUND_NORMAL * length)));
    }
}

/// Coordinates of a point in the picture of a parallel camera with these axes.
fn flat(axes: &Axes, p: DVec3) -> DVec2 {
    DVec2::new(p.dot(axes.right), p.dot(axes.up))
}

/// Smallest distance of a segment's ends and middle from the discs; negative inside of one.
fn clearance([a, b]: [DVec2; 2], discs: &[Disc]) -> f64 {
    let distances = discs.iter().map(|(at, radius)| {
        [0.0, 0.5, 1.0].map(|t| a.lerp(b, t).distance(*at)).into_iter().fold(f64::INFINITY, f64::min) - radius
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
            let middle = 0.5 * (low + high);
            Some((middle, points.map(|p| p.distance(middle)).fold(0.0, f64::max)))
        })
        .collect()
}
