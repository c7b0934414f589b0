//! What stays while a lesson is stepped: the bodies in the world, their difference and the origin.

use std::sync::{Arc, LazyLock};

use glam::DVec3;

use super::super::engine::dim3::shape::{Axis, Kind, Shape};
use super::super::engine::dim3::support::Support;
use super::super::engine::prelude::*;
use super::super::outline::{self, put};
use super::super::pair::Set;
use super::Dim3;
use crate::lesson::{Backdrop, Pictures, Scenery};
use crate::picture::{Picture, Role, Solid};
use crate::play::around;

/// The backdrop of a pair, made when it is first looked at.
pub(super) fn scenery(set: Set<Dim3>) -> Scenery {
    LazyLock::new(Box::new(move || Arc::new(Backdrop { pictures: Pictures::pair(set.world(), set.cso()) })))
}

impl Set<Dim3> {
    /// The outline of A (0) or B (1) in its own frame.
    fn outline(&self, body: usize) -> &Solid {
        self.outlines[body].get_or_init(|| outline::whole(&self.shapes[body]))
    }

    /// The bodies as people know them. A core with a ball around it is drawn inside.
    fn world(&self) -> Picture {
        let mut world = Picture::default();
        let (home, _) = self.places[0];
        for (i, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
            let name = &self.names[i];
            let shape = &self.shapes[i];
            let pose = &self.poses[i];
            let standing = |outline: Solid| {
                let mut solid = outline::placed(outline, pose);
                solid.vertices.iter_mut().for_each(|p| *p += home);
                solid
            };
            put(&mut world, role, format!("body/{name}"), standing(self.outline(i).clone()));
            if self.cores && shape.margin() > 0.0 {
                put(&mut world, role, format!("body/{name}/core"), standing(outline::whole(&core(shape))));
            }
        }
        around::magnified(&mut world);
        for (name, solid) in self.others.outlined::<Dim3>() {
            put(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        for (name, form) in self.half_spaces(false) {
            world.add(Role::Bystander, format!("body/{name}"), form);
        }
        for (name, mesh) in self.meshes() {
            put(&mut world, Role::Mesh, format!("body/{name}/mesh"), mesh);
        }
        around::of_pair(&mut world);
        world
    }

    /// The difference that the algorithm works on, and the origin. With balls taken off, the whole one is a ghost.
    fn cso(&self) -> Picture {
        let mut cso = Picture::default();
        let [a, b] = &self.shapes;
        let [pose_a, pose_b] = &self.poses;
        let difference = |of_a: (&Shape, &Solid), of_b: (&Shape, &Solid)| outline::cso(of_a, pose_a, of_b, pose_b);
        let all = difference((a, self.outline(0)), (b, self.outline(1)));
        if self.cores && a.margin() + b.margin() > 0.0 {
            let [a, b] = [a, b].map(core).map(|core| (outline::whole(&core), core));
            put(&mut cso, Role::Difference, "cso", difference((&a.1, &a.0), (&b.1, &b.0)));
            put(&mut cso, Role::Ghost, "margin", all);
        } else {
            put(&mut cso, Role::Difference, "cso", all);
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        cso
    }
}

/// The shape without the ball around it.
fn core(shape: &Shape) -> Shape {
    let line = |end: Vec3| Shape::segment([-end, end]).unwrap_or_else(|_| shape.clone());
    match shape.kind() {
        Kind::Sphere { .. } => line(Vec3::ZERO),
        Kind::Capsule(round) => line(match round.axis {
            Axis::X => Vec3::X * round.half_height,
            Axis::Y => Vec3::Y * round.half_height,
            Axis::Z => Vec3::Z * round.half_height,
        }),
        Kind::Inflate { shape, .. } => core(shape),
        _ => shape.clone(),
    }
}
