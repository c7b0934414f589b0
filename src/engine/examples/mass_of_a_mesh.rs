//! Mass, center and inertia of a closed triangle mesh, an octahedron, and what an open mesh answers.

#![allow(clippy::print_stdout)]

use contact_lens_engine::double::{Collider, NoAnswer};
use contact_lens_engine::glam::DVec3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let center = DVec3::new(1.0, 2.0, 3.0);
    let vertices: Vec<DVec3> = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z]
        .into_iter()
        .map(|direction| center + 0.5 * direction)
        .collect();
    let triangles = vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    let steel = 7850.0;
    let octahedron = Collider::mesh(vertices.clone(), triangles.clone())?;
    let found = octahedron.mass(steel)?;
    println!("{:.6} m³, {:.3} kg", found.volume, found.mass);
    assert!((found.volume - 1.0 / 6.0).abs() < 1.0e-15);
    assert_eq!(found.center, Some(center));
    // The inertia of an octahedron with the radius r is 1/5 m r² around each axis.
    let principal = found.principal.ok_or("a solid has an inertia")?;
    println!("principal moments {:.3} kg m²", principal.moments);
    assert!((principal.moments - DVec3::splat(0.2 * found.mass * 0.25)).length() < 1.0e-9);

    let open = Collider::mesh(vertices, triangles[1..].to_vec())?;
    let error = open.mass(steel).err();
    println!("without a triangle: {}", error.map_or(String::new(), |error| error.to_string()));
    assert!(matches!(error, Some(NoAnswer::Mass(_))));
    Ok(())
}
