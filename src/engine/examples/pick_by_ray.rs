//! The object under the mouse: the first collider on a ray from the camera, with the point and the triangle.

#![allow(clippy::print_stdout)]

use contact_lens_engine::double::dim3::collider::Workspace;
use contact_lens_engine::double::dim3::ray::Ray;
use contact_lens_engine::double::{Collider, Pose};
use contact_lens_engine::glam::{DQuat, DVec3};

/// An object of the scene.
struct Object {
    /// Name for the user.
    name: &'static str,
    /// Body that rays hit.
    collider: Collider,
    /// Pose in the world.
    pose: Pose,
}

/// The first object on a ray, with the parameter of the hit and the number of the part.
fn pick<'a>(objects: &'a [Object], ray: &Ray, workspace: &mut Workspace) -> Option<(&'a Object, f64, u32)> {
    let mut nearest: Option<(&Object, f64, u32)> = None;
    for object in objects {
        // Later hits do not count, so each ray ends at the nearest hit.
        let ray = Ray { t_max: nearest.map_or(ray.t_max, |(_, t, _)| t), ..*ray };
        let found = workspace.ray(&object.collider, &object.pose, &ray).ok()?;
        if let (Some(t), Some(part)) = (found.answer.t, found.part) {
            nearest = Some((object, t, part));
        }
    }
    nearest
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let heights: Vec<Vec<f64>> = (0..20).map(|i| (0..20).map(|j| f64::from(i * j % 3) * 0.1).collect()).collect();
    let objects = [
        Object { name: "sky", collider: Collider::half_space(-DVec3::Y, -50.0)?, pose: Pose::IDENTITY },
        Object {
            name: "terrain",
            collider: Collider::height_field(&heights, [1.0, 1.0])?,
            pose: Pose::new(DVec3::new(-10.0, 0.0, -10.0), DQuat::IDENTITY),
        },
        Object {
            name: "tower",
            collider: Collider::cuboid(DVec3::new(0.5, 3.0, 0.5))?,
            pose: Pose::new(DVec3::new(0.0, 3.0, -4.0), DQuat::from_rotation_y(0.5)),
        },
    ];
    let camera = DVec3::new(0.0, 4.0, 8.0);
    let mut workspace = Workspace::default();
    for (target, expected) in
        [(DVec3::new(0.0, 4.0, -4.0), "tower"), (DVec3::new(3.0, 0.0, -4.0), "terrain"), (DVec3::Y * 60.0, "sky")]
    {
        let ray = Ray { origin: camera, direction: target - camera, t_max: 10.0 };
        let (object, t, part) = pick(&objects, &ray, &mut workspace).ok_or("nothing")?;
        println!("{}, part {part}, at {:.3}", object.name, camera + ray.direction * t);
        assert_eq!(object.name, expected);
    }
    Ok(())
}
