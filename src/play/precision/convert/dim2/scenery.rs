//! Backdrop of a 2D lesson about two bodies A and B, the part of its pictures that is the same in all steps: the bodies
//! in the world, and their Minkowski difference A − B (the configuration space obstacle, "cso") with the origin.
//!
//! - **Frames**: the picture of the world is in the world frame. The difference has world axes, and its origin is where
//!   the origins of the body frames of A and B coincide. Both are in the plane z = 0, meters.
//! - **Cores**: a body is a polygon, its core, grown by a margin; the algorithms work on the cores.

use std::sync::{Arc, LazyLock};

use contact_lens_lesson::{Backdrop, Pictures, Scenery, ToF64};
use contact_lens_picture::{Picture, Role};
use glam::{DVec2, DVec3};

use super::super::outline::add_solid;
use super::super::pair::PairDrawing;
use super::{Dim2, WorldPose};
use crate::drawing::{framing, outline};

/// Returns the backdrop of a pair, computed when it is first drawn.
pub(super) fn scenery(drawing: PairDrawing<Dim2>) -> Scenery {
    LazyLock::new(Box::new(move || Arc::new(Backdrop { pictures: Pictures::pair(drawing.world(), drawing.cso()) })))
}

impl PairDrawing<Dim2> {
    /// The bodies in the world frame, with the scene's other bodies (bystanders) behind them. The core of a body with a
    /// margin is drawn inside the body.
    fn world(&self) -> Picture {
        let mut world = Picture::default();
        for (name, solid) in self.bystanders.outlined::<Dim2>() {
            add_solid(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        for (name, form) in self.half_planes() {
            world.add(Role::Bystander, format!("body/{name}"), form);
        }
        for (i, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
            let name = &self.names[i];
            let core = self.world_poses[i].core_vertices(&self.shapes[i]);
            let margin: f64 = self.shapes[i].margin().to_f64();
            add_solid(&mut world, role, format!("body/{name}"), outline::flat(&core, margin));
            if margin > 0.0 {
                add_solid(&mut world, role, format!("body/{name}/core"), outline::flat(&core, 0.0));
            }
        }
        framing::add_inset(&mut world);
        framing::zoom_to_pair(&mut world);
        framing::outline_bystanders_in_plane(&mut world);
        world
    }

    /// The difference of the cores, the difference of the bodies as a ghost, and the origin.
    fn cso(&self) -> Picture {
        let mut cso = Picture::default();
        let [a, b] = &self.shapes;
        let [pose_a, pose_b] = self.world_poses;
        let core_a = WorldPose { position: DVec2::ZERO, ..pose_a }.core_vertices(a);
        let core_b = WorldPose { position: pose_b.position - pose_a.position, ..pose_b }.core_vertices(b);
        let margin: f64 = (a.margin() + b.margin()).to_f64();
        add_solid(&mut cso, Role::Difference, "cso", outline::flat_difference(&core_a, &core_b, 0.0));
        if margin > 0.0 {
            add_solid(&mut cso, Role::Ghost, "margin", outline::flat_difference(&core_a, &core_b, margin));
            // Space for the ball around the origin, which some steps draw, so that the view does not jump.
            cso.reserve([DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y].map(|axis| margin * axis));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        cso
    }
}
