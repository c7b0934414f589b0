//! Surfaces of round bodies at witness points. A round body is drawn with facets, so its witness points are slightly
//! off the drawn surface, which becomes visible in an inset on a small distance. In the plane, the points therefore
//! become vertices of the drawn bodies; in space, squares at the points represent the surfaces.

use std::sync::Arc;

use contact_lens_picture::segment::distance_to_segment;
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::step_context::StepContext;

/// Roles of the bodies A and B.
pub(super) const BODIES: [Role; 2] = [Role::ShapeA, Role::ShapeB];

/// Distance of the witness points up to which their inset shows the facets of a round body, as a fraction of the
/// bodies' size.
const NEAR: f64 = 0.01;

/// Number of edges up to which a body drawn in the plane is a polygon; a body with more edges approximates a curve.
const MAX_POLYGON_EDGES: usize = 16;

/// Makes both witness points `ends` (A's and B's, world, meters) lie on the drawn surfaces, if they are close enough
/// for an inset. In the plane, each point becomes a vertex of its drawn body if this approximates a curve; in space,
/// squares perpendicular to `normal` at the points represent both surfaces.
pub(super) fn put_witnesses_on_surfaces(
    step: &StepContext<'_>,
    world: &mut Picture,
    ends: [DVec3; 2],
    normal: Option<DVec3>,
) {
    let pair = &step.context.pair;
    if ends[0].distance(ends[1]) > NEAR * pair.bounding_radius() {
        return;
    }
    for (body, role) in BODIES.into_iter().enumerate() {
        for mark in world.marks.iter_mut().filter(|mark| mark.role == role) {
            let Form::Solid(solid) = &mut mark.form else { continue };
            if step.is_planar && solid.creases.len() > MAX_POLYGON_EDGES {
                add_vertex(Arc::make_mut(solid), ends[body]);
            }
        }
    }
    if let Some(n) = normal.filter(|_| !step.is_planar) {
        pair.add_squares_at_ends(world, ends, n, [0, 1]);
    }
}

/// Inserts a point as a vertex into the nearest edge of a polygon, and into the faces with this edge.
fn add_vertex(solid: &mut Solid, point: DVec3) {
    let edges = solid.creases.iter().map(|edge| edge.map(|corner| solid.vertices[corner as usize]));
    let distances = edges.map(|ends| distance_to_segment(point, ends)).enumerate();
    let nearest = distances.min_by(|(_, a), (_, b)| a.total_cmp(b));
    let Some((index, _)) = nearest else { return };
    let [p, q] = solid.creases[index];
    let new = solid.vertices.len() as u32;
    solid.vertices.push(point);
    solid.creases[index] = [p, new];
    solid.creases.push([new, q]);
    for face in &mut solid.faces {
        let place = (0..face.len()).find(|i| {
            let ends = [face[*i], face[(*i + 1) % face.len()]];
            ends == [p, q] || ends == [q, p]
        });
        if let Some(place) = place {
            face.insert(place + 1, new);
        }
    }
}
