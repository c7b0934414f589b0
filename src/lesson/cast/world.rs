//! The world of a cast: what both bodies sweep, and where they are at a moment.

use std::sync::Arc;

use glam::DVec3;

use super::{FlightContext, seconds};
use crate::answer::ContactFinding;
use crate::picture::{Form, Mark, Picture, Role, Solid};

/// So many of a body's radii are shown around it through a lens.
const AROUND: f64 = 2.0;

/// The same form elsewhere; none of what is no body.
fn moved(form: &Form, by: DVec3) -> Option<Form> {
    Some(match form {
        Form::Solid(solid) => {
            let mut solid = Solid::clone(solid);
            solid.vertices.iter_mut().for_each(|p| *p += by);
            Form::Solid(Arc::new(solid))
        }
        Form::Point(p) => Form::Point(*p + by),
        Form::Segment([p, q]) => Form::Segment([*p + by, *q + by]),
        _ => return None,
    })
}

/// The middle of a body.
fn middle(marks: &[Mark]) -> Option<DVec3> {
    let points = match &marks.first()?.form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Point(p) => vec![*p],
        Form::Segment(ends) => ends.to_vec(),
        _ => return None,
    };
    let low = points.iter().copied().reduce(DVec3::min)?;
    Some(0.5 * (low + points.into_iter().reduce(DVec3::max)?))
}

impl FlightContext {
    /// What both bodies sweep while they are shown, and the arrows of their velocities.
    pub(super) fn sweep(&self, world: &mut Picture) {
        for (which, (role, name)) in [(Role::ShapeA, "A"), (Role::ShapeB, "B")].into_iter().enumerate() {
            let (marks, way) = (self.body(which), self.velocities[which] * self.shown);
            if way == DVec3::ZERO || !way.is_finite() {
                continue;
            }
            if let Some(Form::Solid(solid)) = marks.first().map(|mark| &mark.form)
                && let Some(swept) = (self.sweeping)(solid, way)
            {
                world.add(Role::Ghost, format!("swept/{name}"), Form::Solid(Arc::new(swept)));
            }
            if let Some(from) = middle(&marks) {
                world.arrow(role, format!("velocity/{name}"), from, from + way);
                world.label(role, format!("velocity/{name}"), from + way, format!("v_{name}"));
            }
        }
    }

    /// Both bodies at the moment of a step; at the start they stand there already.
    pub(super) fn at(&self, world: &mut Picture, t: f64) {
        self.bodies_at(world, t, ["at", "middle"], |_| String::from("t"));
        self.magnify_body(world, t);
    }

    /// A lens on the smaller body at a moment: beside a long way it is a speck.
    fn magnify_body(&self, world: &mut Picture, t: f64) {
        let smaller = usize::from(self.pair.radii[1] < self.pair.radii[0]);
        let radius = AROUND * self.pair.radii[smaller];
        let center = middle(&self.body(smaller)).filter(|_| t >= 0.0 && t.is_finite() && !self.pair.has_lens());
        if let Some(center) = center.map(|center| center + self.velocities[smaller] * t) {
            world.add(Role::Region, "lens", Form::Lens { center, radius, faces: None });
        }
    }

    /// Both bodies at a moment that was chosen.
    pub(super) fn chosen(&self, world: &mut Picture, t: f64) {
        self.bodies_at(world, t, ["moment", "moment/middle"], |name| format!("{name}, t = {}", seconds(t)));
    }

    /// Both bodies at a moment, with keys that begin so for surfaces and middles, and a word at each middle.
    fn bodies_at(&self, world: &mut Picture, t: f64, keys: [&str; 2], word: impl Fn(&str) -> String) {
        if !(t > 0.0 && t.is_finite()) {
            return;
        }
        for (which, (role, name)) in [(Role::ShapeA, "A"), (Role::ShapeB, "B")].into_iter().enumerate() {
            let (marks, by) = (self.body(which), self.velocities[which] * t);
            if by == DVec3::ZERO {
                continue;
            }
            for mark in &marks {
                if let Some(form) = moved(&mark.form, by) {
                    world.add(role, format!("{}/{}", keys[0], mark.key.0), form);
                }
            }
            if let Some(middle) = middle(&marks) {
                let key = format!("{}/{name}", keys[1]);
                world.point(role, key.clone(), middle + by);
                world.label(role, key, middle + by, word(name));
            }
        }
    }

    /// The bodies where they meet, with the point; and where they part.
    pub(super) fn meeting(&self, world: &mut Picture, found: &ContactFinding) {
        let Some(t) = found.t_first else { return };
        self.at(world, t);
        if let Some([a, b]) = found.witness {
            let p = 0.5 * (a + b);
            world.point(Role::Witness, "contact", p);
            if let Some(n) = found.normal {
                let long = 0.45 * self.pair.radii[0].max(self.pair.radii[1]);
                world.arrow(Role::Normal, "normal", p, p + n * long);
            }
        }
        let Some(last) = found.t_last.filter(|last| *last > t && *last < self.shown) else { return };
        for (which, name) in ["A", "B"].into_iter().enumerate() {
            let by = self.velocities[which] * last;
            for mark in self.body(which).iter().filter(|_| by != DVec3::ZERO) {
                if let Some(form) = moved(&mark.form, by) {
                    world.add(Role::Ghost, format!("last/{name}"), form);
                }
            }
        }
    }
}
