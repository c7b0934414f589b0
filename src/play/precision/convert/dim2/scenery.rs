//! Backdrop of 2D lessons: the part of the pictures that is the same in all steps.

use std::sync::{Arc, LazyLock};

use glam::{DVec2, DVec3};

use super::super::outline::add_solid;
use super::super::pair::PairDrawing;
use super::{Dim2, WorldPose};
use crate::lesson::{Backdrop, Pictures, Scenery, ToF64};
use crate::picture::{Picture, Role};
use crate::play::drawing::{framing, outline};

/// The bodies with their cores, the difference of the cores, the whole difference as a ghost, and the origin.
pub(super) fn scenery(drawing: PairDrawing<Dim2>) -> Scenery {
    LazyLock::new(Box::new(move || {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        for (name, solid) in drawing.bystanders.outlined::<Dim2>() {
            add_solid(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        for (name, form) in drawing.half_spaces(true) {
            world.add(Role::Bystander, format!("body/{name}"), form);
        }
        for (i, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
            let name = &drawing.names[i];
            let core = drawing.world_poses[i].core_vertices(&drawing.shapes[i]);
            let ball: f64 = drawing.shapes[i].margin().to_f64();
            add_solid(&mut world, role, format!("body/{name}"), outline::flat(&core, ball));
            if ball > 0.0 {
                add_solid(&mut world, role, format!("body/{name}/core"), outline::flat(&core, 0.0));
            }
        }
        framing::add_inset(&mut world);
        framing::zoom_to_pair(&mut world);
        framing::reduce_to_outlines(&mut world);
        let [a, b] = &drawing.shapes;
        let [pose_a, pose_b] = drawing.world_poses;
        let core_a = WorldPose { position: DVec2::ZERO, ..pose_a }.core_vertices(a);
        let core_b = WorldPose { position: pose_b.position - pose_a.position, ..pose_b }.core_vertices(b);
        let ball: f64 = (a.margin() + b.margin()).to_f64();
        add_solid(&mut cso, Role::Difference, "cso", outline::flat_difference(&core_a, &core_b, 0.0));
        if ball > 0.0 {
            add_solid(&mut cso, Role::Ghost, "margin", outline::flat_difference(&core_a, &core_b, ball));
            // Space for the ball around the origin, which some steps draw, so that the view does not jump.
            cso.reserve([DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y].map(|axis| ball * axis));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        Arc::new(Backdrop { pictures: Pictures::pair(world, cso) })
    }))
}
