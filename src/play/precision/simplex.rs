//! A query on a single simplex: body A is the simplex, vertex by vertex as the file lists them, body B the query point.

use glam::{DQuat, DVec3};

use super::Reject;
use super::engine::dim3::simplex::{johnson, signed, voronoi};
use super::engine::prelude::*;
use super::engine::rounding;
use super::pair::too_small;
use crate::lesson::Lesson;
use crate::scene::model::{Algorithm, Body, Query, Scene, Shape};

/// Records the query.
pub(super) fn play(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let a = points(scene, query, "a", &query.a, frame)?;
    let b = points(scene, query, "b", &query.b, frame)?;
    if a.len() > 4 {
        return Err(reject(scene, &query.a, format!("has {} points, but a simplex has 1 to 4", a.len())));
    }
    let [q] = b[..] else {
        return Err(reject(scene, &query.b, String::from("must be a single point: the query point")));
    };
    // The solvers see the simplex from the query point.
    let reach = a.iter().map(|p| (*p - q).abs().max_element()).fold(0.0, f64::max);
    if rounding::is_tiny(reach as Real) || reach > 0.0 && reach as Real == 0.0 {
        return Err(reject(scene, &query.a, too_small(&query.b, rounding::SMALLEST)));
    }
    let names = [query.a.clone(), query.b.clone()];
    Ok(match query.algorithm {
        Algorithm::SignedVolumes => signed::lesson::play(&a, q, names),
        Algorithm::Johnson => johnson::lesson::play(&a, q, names),
        _ => voronoi::lesson::play(&a, q, names),
    })
}

fn reject(scene: &Scene, name: &str, message: String) -> Reject {
    let i = scene.bodies.iter().position(|body| body.name == name).unwrap_or(0);
    Reject { field: format!("bodies[{i}].shape"), message }
}

/// The points of a body in the world, as the file lists them.
fn points(scene: &Scene, query: &Query, side: &str, name: &str, frame: usize) -> Result<Vec<DVec3>, Reject> {
    let Some((_, body)) = scene.body(name) else {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        return Err(Reject { field: format!("queries[{q}].{side}"), message: format!("there is no body `{name}`") });
    };
    let (position, rotation) = scene.pose(body, frame);
    let (position, rotation) = (DVec3::from(position), DQuat::from_array(rotation));
    if !(position.is_finite() && rotation.is_finite() && rotation.length_squared() > 0.0) {
        return Err(reject(scene, name, String::from("needs a pose with finite numbers")));
    }
    let own = listed(body).ok_or_else(|| {
        reject(scene, name, String::from("must be a segment, a triangle or a polytope of at most four points"))
    })?;
    if own.is_empty() || !own.iter().all(|p| p.is_finite()) {
        return Err(reject(scene, name, String::from("needs points with finite numbers")));
    }
    Ok(own.into_iter().map(|p| position + rotation.normalize() * p).collect())
}

fn listed(body: &Body) -> Option<Vec<DVec3>> {
    let wide = |p: &[f64; 3]| DVec3::from(*p);
    match &body.shape {
        Shape::Segment { points } => Some(points.iter().map(wide).collect()),
        Shape::Triangle { points } => Some(points.iter().map(wide).collect()),
        Shape::Polytope { points } => Some(points.iter().map(wide).collect()),
        Shape::Polygon { points } => Some(points.iter().map(|p| DVec3::new(p[0], p[1], 0.0)).collect()),
        _ => None,
    }
}
