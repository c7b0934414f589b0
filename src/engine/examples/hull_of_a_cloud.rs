//! The convex hull of a cloud of points as a collider, with its faces and its volume.

#![allow(clippy::print_stdout)]

use contact_lens_engine::double::Collider;
use contact_lens_engine::double::dim3::shape::Kind;
use contact_lens_engine::double::random::Random;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random(1);
    // Points in a ball of radius 1.
    let cloud: Vec<_> = (0..5000).map(|_| random.direction() * random.unit().cbrt()).collect();
    let collider = Collider::convex_hull(&cloud)?;
    let Some(Kind::Polytope(polytope)) = collider.shape().map(|shape| shape.kind()) else {
        return Err("a hull is a polytope".into());
    };
    let hull = polytope.hull();
    let vertices = hull.vertices.len();
    let edges = hull.edges.len();
    let faces = hull.faces().count();
    let volume = collider.mass(1.0)?.volume;
    println!("{vertices} vertices, {edges} edges, {faces} faces, {volume:.4} m³");
    assert_eq!(vertices + faces, edges + 2, "Euler's formula");
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    assert!(volume < ball && volume > 0.9 * ball);
    Ok(())
}
