//! Backdrop of a 3D lesson about two bodies A and B, the part of its pictures that is the same in all steps: the bodies
//! in the world, and their Minkowski difference A − B (the configuration space obstacle, "cso") with the origin.
//!
//! - **Frames**: the picture of the world is in the world frame. The difference has world axes, and its origin is where
//!   the origins of the body frames of A and B coincide. Lengths are in meters.
//! - **Cores**: a body with a margin is its core grown by the margin. Some algorithms work on the cores.

use std::sync::{Arc, LazyLock};

use contact_lens_lesson::{Backdrop, Pictures, Scenery};
use contact_lens_picture::{Picture, Role, Solid};
use glam::DVec3;

use super::super::engine::dim3::shape::{Axis, Kind, Shape};
use super::super::engine::dim3::support::Support;
use super::super::engine::prelude::*;
use super::super::outline::{self, add_solid};
use super::super::pair::PairDrawing;
use super::Dim3;
use crate::drawing::framing;

/// Returns the backdrop of a pair, computed when it is first drawn.
pub(super) fn scenery(drawing: PairDrawing<Dim3>) -> Scenery {
    LazyLock::new(Box::new(move || Arc::new(Backdrop { pictures: Pictures::pair(drawing.world(), drawing.cso()) })))
}

impl PairDrawing<Dim3> {
    /// Outline of A (0) or B (1) in its body frame.
    fn outline(&self, body: usize) -> &Solid {
        self.outlines[body].get_or_init(|| outline::in_body_frame(&self.shapes[body]))
    }

    /// The bodies in the world frame, with the scene's other bodies (bystanders). If the algorithm works on the cores,
    /// the core of a body with a margin is drawn inside the body.
    fn world(&self) -> Picture {
        let mut world = Picture::default();
        for (i, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
            let name = &self.names[i];
            let shape = &self.shapes[i];
            add_solid(&mut world, role, format!("body/{name}"), self.in_world(i, self.outline(i).clone()));
            if self.cores && shape.margin() > 0.0 {
                let core = outline::in_body_frame(&core(shape));
                add_solid(&mut world, role, format!("body/{name}/core"), self.in_world(i, core));
            }
        }
        framing::add_inset(&mut world);
        for (name, solid) in self.bystanders.outlined::<Dim3>() {
            add_solid(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        for (name, form) in self.half_spaces() {
            world.add(Role::Bystander, format!("body/{name}"), form);
        }
        for (name, mesh) in self.meshes() {
            add_solid(&mut world, Role::Mesh, format!("body/{name}/mesh"), mesh);
        }
        framing::zoom_to_pair(&mut world);
        world
    }

    /// An outline of A (0) or B (1), moved from its body frame to the world frame.
    fn in_world(&self, body: usize, outline: Solid) -> Solid {
        let (origin_a, _) = self.world_poses[0];
        let mut solid = outline::placed(outline, &self.poses[body]);
        solid.vertices.iter_mut().for_each(|p| *p += origin_a);
        solid
    }

    /// The difference that the algorithm works on, and the origin. If it works on the cores, the difference of the
    /// bodies is a ghost.
    fn cso(&self) -> Picture {
        let mut cso = Picture::default();
        let [a, b] = &self.shapes;
        let [pose_a, pose_b] = &self.poses;
        let difference_of_bodies = outline::cso((a, self.outline(0)), pose_a, (b, self.outline(1)), pose_b);
        if self.cores && a.margin() + b.margin() > 0.0 {
            let [core_a, core_b] = [a, b].map(core);
            let [outline_a, outline_b] = [&core_a, &core_b].map(outline::in_body_frame);
            let difference_of_cores = outline::cso((&core_a, &outline_a), pose_a, (&core_b, &outline_b), pose_b);
            add_solid(&mut cso, Role::Difference, "cso", difference_of_cores);
            add_solid(&mut cso, Role::Ghost, "margin", difference_of_bodies);
        } else {
            add_solid(&mut cso, Role::Difference, "cso", difference_of_bodies);
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        cso
    }
}

/// The core of a shape, without its margin: the center of a sphere, the segment of a capsule, the shape within an
/// inflation, and any other shape itself.
fn core(shape: &Shape) -> Shape {
    let end = match shape.kind() {
        Kind::Sphere { .. } => Vec3::ZERO,
        Kind::Capsule(round) => match round.axis {
            Axis::X => Vec3::X * round.half_height,
            Axis::Y => Vec3::Y * round.half_height,
            Axis::Z => Vec3::Z * round.half_height,
        },
        Kind::Inflate { shape, .. } => return core(shape),
        Kind::Ellipsoid { .. } | Kind::Box { .. } | Kind::Cylinder(_) | Kind::Cone(_) => return shape.clone(),
        Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) | Kind::Affine(_) => return shape.clone(),
    };
    Shape::segment([-end, end]).unwrap_or_else(|_| shape.clone())
}
