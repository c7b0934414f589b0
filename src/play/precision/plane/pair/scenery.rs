//! What stays while a lesson of the plane is stepped.

use std::sync::{Arc, LazyLock};

use glam::{DVec2, DVec3};

use super::{Others, Standing, Vec2, put};
use crate::lesson::{Backdrop, Pictures, Scenery, ToF64};
use crate::picture::{Picture, Role, Solid};
use crate::play::outline;

/// The bodies with their cores; the difference of the cores, with the balls around it as a ghost; the origin.
pub(super) fn scenery(a: Standing, b: Standing, others: Others) -> Scenery {
    LazyLock::new(Box::new(move || {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        for body in others.standing() {
            put(&mut world, Role::Bystander, format!("body/{}", body.name), outlined(&body));
        }
        for (role, body) in [(Role::ShapeA, &a), (Role::ShapeB, &b)] {
            let core = corners(body, body.position);
            let ball: f64 = body.shape.margin().to_f64();
            put(&mut world, role, format!("body/{}", body.name), outline::flat(&core, ball));
            if ball > 0.0 {
                put(&mut world, role, format!("body/{}/core", body.name), outline::flat(&core, 0.0));
            }
        }
        let (own, other) = (corners(&a, DVec2::ZERO), corners(&b, b.position - a.position));
        let ball: f64 = (a.shape.margin() + b.shape.margin()).to_f64();
        put(&mut cso, Role::Difference, "cso", outline::flat_difference(&own, &other, 0.0));
        if ball > 0.0 {
            put(&mut cso, Role::Ghost, "margin", outline::flat_difference(&own, &other, ball));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        Arc::new(Backdrop { pictures: Pictures::pair(world, cso) })
    }))
}

/// The outline of a body where it stands.
pub(super) fn outlined(body: &Standing) -> Solid {
    outline::flat(&corners(body, body.position), body.shape.margin().to_f64())
}

fn corners(body: &Standing, position: DVec2) -> Vec<DVec2> {
    let wide = |p: &Vec2| DVec2::new(p.x as f64, p.y as f64);
    body.shape.core().iter().map(|p| body.rotation.rotate(wide(p)) + position).collect()
}
