//! What stays while a lesson is stepped: the bodies in the world, their difference and the origin.

use std::sync::{Arc, LazyLock};

use glam::DVec3;

use super::engine::dim3::shape::{Axis, Kind, Shape};
use super::engine::dim3::support::Support;
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::outline;
use super::pair::Others;
use crate::lesson::{Backdrop, Pictures, Scenery};
use crate::picture::{Bounds, Form, Key, Picture, Role, Solid};

/// A pair to be drawn: shapes with their poses, seen from A's origin, which stands at `home` in the world.
pub(super) struct Set {
    pub a: Shape,
    pub b: Shape,
    pub pose_a: Pose,
    pub pose_b: Pose,
    pub home: DVec3,
    pub names: [String; 2],
    /// Whether the algorithm works on the cores, without the balls around them.
    pub cores: bool,
    /// The bodies that are not asked about.
    pub others: Others,
    /// The meshes that bodies show, in the world, each with the name of its body.
    pub meshes: Vec<(String, Solid)>,
}

/// The backdrop of a pair, made when it is first looked at.
pub(super) fn scenery(set: Set) -> Scenery {
    LazyLock::new(Box::new(move || Arc::new(Backdrop { pictures: Pictures::pair(set.world(), set.cso()) })))
}

impl Set {
    /// The bodies as people know them. A core with a ball around it is drawn inside.
    fn world(&self) -> Picture {
        let mut world = Picture::default();
        let bodies = [
            (Role::ShapeA, &self.names[0], &self.a, &self.pose_a),
            (Role::ShapeB, &self.names[1], &self.b, &self.pose_b),
        ];
        for (role, name, shape, pose) in bodies {
            let standing = |shape: &Shape| {
                let mut solid = outline::solid(shape, pose);
                solid.vertices.iter_mut().for_each(|p| *p += self.home);
                solid
            };
            put(&mut world, role, format!("body/{name}"), standing(shape));
            if self.cores && shape.margin() > 0.0 {
                put(&mut world, role, format!("body/{name}/core"), standing(&core(shape)));
            }
        }
        magnify(&mut world);
        for (name, solid) in self.others.outlined() {
            put(&mut world, Role::Bystander, format!("body/{name}"), solid);
        }
        for (name, mesh) in &self.meshes {
            put(&mut world, Role::Mesh, format!("body/{name}/mesh"), mesh.clone());
        }
        world
    }

    /// The difference that the algorithm works on, and the origin. With balls taken off, the whole one is a ghost.
    fn cso(&self) -> Picture {
        let mut cso = Picture::default();
        let difference = |a: &Shape, b: &Shape| outline::cso(a, &self.pose_a, b, &self.pose_b);
        if self.cores && self.a.margin() + self.b.margin() > 0.0 {
            put(&mut cso, Role::Difference, "cso", difference(&core(&self.a), &core(&self.b)));
            put(&mut cso, Role::Ghost, "margin", difference(&self.a, &self.b));
        } else {
            put(&mut cso, Role::Difference, "cso", difference(&self.a, &self.b));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        cso
    }
}

/// A body that is smaller than this share of the other has a lens on it.
const TINY: f64 = 0.04;

/// A lens on the smaller of two bodies, where the other is very much larger.
fn magnify(world: &mut Picture) {
    let of = |role: Role| {
        let marks = world.marks.iter().filter(|mark| mark.role == role).cloned().collect();
        let [low, high] = Bounds::of(&Picture { marks }).corners()?;
        Some((0.5 * (low + high), 0.5 * low.distance(high)))
    };
    let (Some(a), Some(b)) = (of(Role::ShapeA), of(Role::ShapeB)) else { return };
    let ((center, radius), other) = if a.1 < b.1 { (a, b) } else { (b, a) };
    if radius < TINY * other.1 && radius > 0.0 {
        world.add(Role::Region, "lens", Form::Lens { center, radius });
    }
}

/// A solid; a single point or a bare segment is drawn as such.
pub(super) fn put(picture: &mut Picture, role: Role, key: impl Into<Key>, solid: Solid) {
    picture.body(role, key, &Arc::new(solid));
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
