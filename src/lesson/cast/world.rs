//! World pictures of casts: swept volumes, and the bodies at a time.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::{CastContext, seconds};
use crate::answer::ContactFinding;
use crate::lesson::add_named_point;
use crate::picture::{Form, Mark, Picture, Role};

/// Radius of the inset on a body, in body radii.
const AROUND: f64 = 2.0;

/// Name of the start of the time of contact, as in the values.
const FIRST: &str = "t₀";

/// Share of the duration below which two times are the same.
const SAME: f64 = 1e-9;

/// Displacement, in radii of the smaller body, below which it looks unmoved.
const SEEN: f64 = 0.01;

/// Center of a body's bounding box.
pub(super) fn middle(marks: &[Mark]) -> Option<DVec3> {
    let points = match &marks.first()?.form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Point(p) => vec![*p],
        Form::Segment(ends) => ends.to_vec(),
        _ => return None,
    };
    let low = points.iter().copied().reduce(DVec3::min)?;
    Some(0.5 * (low + points.into_iter().reduce(DVec3::max)?))
}

impl CastContext {
    /// Adds the swept volumes of both bodies and the arrows of their velocities.
    pub(super) fn sweep(&self, world: &mut Picture) {
        for (which, (role, name)) in [(Role::ShapeA, "A"), (Role::ShapeB, "B")].into_iter().enumerate() {
            let marks = self.body(which);
            let way = self.velocities[which] * self.shown;
            if way == DVec3::ZERO || !way.is_finite() {
                continue;
            }
            if let Some(Form::Solid(solid)) = marks.first().map(|mark| &mark.form)
                && let Some(swept) = (self.sweeping)(solid, way)
            {
                world.add(Role::Ghost, format!("swept/{name}"), Form::Solid(Arc::new(swept)));
            }
            if let Some(from) = middle(&marks) {
                // On a short path, this label would cover those of the times.
                if way.length() > self.pair.radii[which] {
                    world.point(role, format!("start/{name}"), from);
                    world.label(role, format!("start/{name}"), from, "t = 0");
                }
                world.arrow(role, format!("velocity/{name}"), from, from + way);
                world.label(role, format!("velocity/{name}"), from + 0.5 * way, format!("v_{name}"));
            }
        }
    }

    /// Adds both bodies at time `t`; at the start, the backdrop shows them.
    pub(super) fn at(&self, world: &mut Picture, t: f64) {
        self.named_at(world, t, "t");
    }

    fn named_at(&self, world: &mut Picture, t: f64, name: &str) {
        self.bodies_at(world, t, None, ["at", "middle"], |_| name.to_owned());
        self.magnify_body(world, t);
    }

    /// Adds both bodies at time `t` and at the bounds of the contact time.
    pub(super) fn at_and_between(&self, world: &mut Picture, t: f64, [from, to]: [f64; 2]) {
        let is_left = from <= to;
        self.named_at(world, t, if is_left && self.is_same_time(t, from) { FIRST } else { "t" });
        // Positions after the end of the motion are not shown, as they may be arbitrarily far away.
        if is_left && from > 0.0 && from < self.shown && !self.is_same_time(t, from) {
            self.bodies_at(world, from, Some(Role::First), ["first", "first/middle"], |_| String::from(FIRST));
        }
        // At the end of the motion, the swept volumes show the bodies.
        if is_left && to < self.shown && !self.is_same_time(t, to) {
            self.bodies_at(world, to, Some(Role::Last), ["last", "last/middle"], |_| String::from(self.end_name));
        }
    }

    /// Whether bodies at two times look alike.
    fn is_same_time(&self, t: f64, moment: f64) -> bool {
        let time = (moment - t).abs();
        let fastest = self.velocities.map(DVec3::length).into_iter().fold(0.0, f64::max);
        let smaller = self.pair.radii.into_iter().fold(f64::INFINITY, f64::min);
        time < SAME * self.shown || time * fastest < SEEN * smaller
    }

    /// Adds an inset on the smaller body at time `t`, which would be tiny on a long path.
    fn magnify_body(&self, world: &mut Picture, t: f64) {
        let smaller = usize::from(self.pair.radii[1] < self.pair.radii[0]);
        let radius = AROUND * self.pair.radii[smaller];
        let center = middle(&self.body(smaller)).filter(|_| t >= 0.0 && t.is_finite() && !self.pair.shows_tiny_body());
        if let Some(center) = center.map(|center| center + self.velocities[smaller] * t) {
            world.magnify(center, radius);
        }
    }

    /// Adds an inset on the path to the contact point, which would be tiny next to large bodies.
    fn magnify_way(&self, world: &mut Picture, witness: Option<[DVec3; 2]>, t: f64) {
        let faster = usize::from(self.velocities[1].length() > self.velocities[0].length());
        let way = self.velocities[faster] * t;
        if let Some([a, b]) = witness.filter(|_| way.is_finite() && !self.pair.shows_tiny_body()) {
            let contact = 0.5 * (a + b);
            self.pair.magnify(world, [contact - way, contact]);
        }
    }

    /// Adds both bodies at the selected time.
    pub(super) fn chosen(&self, world: &mut Picture, t: f64) {
        self.bodies_at(world, t, None, ["moment", "moment/middle"], |name| format!("{name}, t = {}", seconds(t)));
    }

    /// Adds both bodies at time `t`, in their own roles or in `as_role`. `keys` are the prefixes of the mark ids of
    /// surfaces and centers; `word` labels the centers.
    fn bodies_at(
        &self,
        world: &mut Picture,
        t: f64,
        as_role: Option<Role>,
        keys: [&str; 2],
        word: impl Fn(&str) -> String,
    ) {
        if !(t > 0.0 && t.is_finite()) {
            return;
        }
        for (which, (role, name)) in [(Role::ShapeA, "A"), (Role::ShapeB, "B")].into_iter().enumerate() {
            let marks = self.body(which);
            let by = self.velocities[which] * t;
            if by == DVec3::ZERO {
                continue;
            }
            for mark in &marks {
                if let Some(form) = mark.form.transformed(DQuat::IDENTITY, |p| p + by) {
                    world.add(as_role.unwrap_or(role), format!("{}/{}", keys[0], mark.key.0), form);
                }
            }
            if let Some(middle) = middle(&marks) {
                let key = format!("{}/{name}", keys[1]);
                world.point(role, key.clone(), middle + by);
                world.label(role, key, middle + by, word(name));
            }
        }
    }

    /// Adds the bodies at first contact with the contact point; with `parting`, also at the end of the overlap.
    pub(super) fn meeting(&self, world: &mut Picture, found: &ContactFinding, parting: bool) {
        let Some(t) = found.t_first else { return };
        self.magnify_way(world, found.witness, t);
        if parting {
            self.at_and_between(world, t, [t, found.t_last.unwrap_or(f64::INFINITY)])
        } else {
            self.at(world, t)
        }
        if let Some([a, b]) = found.witness {
            let p = 0.5 * (a + b);
            add_named_point(world, Role::Witness, "contact", p, "contact");
            if let Some(n) = found.normal {
                let long = 0.45 * self.pair.radii[0].max(self.pair.radii[1]);
                world.arrow(Role::Normal, "normal", p, p + n * long);
                world.label(Role::Normal, "normal", p + n * long, "n");
            }
        }
    }
}
