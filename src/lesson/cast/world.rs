//! The world of a cast: what both bodies sweep, and where they are at a moment.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::{FlightContext, seconds};
use crate::answer::ContactFinding;
use crate::picture::{Form, Mark, Picture, Role};

/// So many of a body's radii are shown around it through a lens.
const AROUND: f64 = 2.0;

/// What the moments are called before which, and after which, there is no contact: as the numbers call them.
const FIRST: &str = "t₀";
const LAST: &str = "t₁";

/// A smaller share of the motion is no time, and a way that is a smaller share of the smaller body is none that is seen.
const SAME: f64 = 1e-9;
const SEEN: f64 = 0.01;

/// The middle of a body.
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
                // Beside a short way the word would stand on those of the moments.
                if way.length() > self.pair.radii[which] {
                    world.point(role, format!("start/{name}"), from);
                    world.label(role, format!("start/{name}"), from, "0");
                }
                world.arrow(role, format!("velocity/{name}"), from, from + way);
                world.label(role, format!("velocity/{name}"), from + way, format!("v_{name}"));
            }
        }
    }

    /// Both bodies at the moment of a step; at the start they stand there already.
    pub(super) fn at(&self, world: &mut Picture, t: f64) {
        self.named_at(world, t, "t");
    }

    fn named_at(&self, world: &mut Picture, t: f64, name: &str) {
        self.bodies_at(world, t, None, ["at", "middle"], |_| name.to_owned());
        self.magnify_body(world, t);
    }

    /// Both bodies at the moment of a step, and where they are when the time that is left for contact begins and ends.
    pub(super) fn at_and_between(&self, world: &mut Picture, t: f64, [from, to]: [f64; 2]) {
        let is_now = |moment: f64| {
            let (time, fastest) =
                ((moment - t).abs(), self.velocities.map(DVec3::length).into_iter().fold(0.0, f64::max));
            let smaller = self.pair.radii.into_iter().fold(f64::INFINITY, f64::min);
            time < SAME * self.shown || time * fastest < SEEN * smaller
        };
        let is_left = from <= to;
        self.named_at(world, t, if is_left && is_now(from) { FIRST } else { "t" });
        // What comes after the motion is not in the picture: it may be as far off as it likes.
        if is_left && from > 0.0 && from < self.shown && !is_now(from) {
            self.bodies_at(world, from, Some(Role::First), ["first", "first/middle"], |_| String::from(FIRST));
        }
        // Where the motion ends the bodies are seen by what they sweep.
        if is_left && to < self.shown && !is_now(to) {
            self.bodies_at(world, to, Some(Role::Last), ["last", "last/middle"], |_| String::from(LAST));
        }
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

    /// A lens on the way until the bodies meet: beside large bodies a short one is nothing. It ends at the point where they meet.
    fn magnify_way(&self, world: &mut Picture, witness: Option<[DVec3; 2]>, t: f64) {
        let faster = usize::from(self.velocities[1].length() > self.velocities[0].length());
        let way = self.velocities[faster] * t;
        if let Some([a, b]) = witness.filter(|_| way.is_finite() && !self.pair.has_lens()) {
            let contact = 0.5 * (a + b);
            self.pair.magnify(world, [contact - way, contact]);
        }
    }

    /// Both bodies at a moment that was chosen.
    pub(super) fn chosen(&self, world: &mut Picture, t: f64) {
        self.bodies_at(world, t, None, ["moment", "moment/middle"], |name| format!("{name}, t = {}", seconds(t)));
    }

    /// Both bodies at a moment, in their own roles or in this, with keys that begin so for surfaces and middles, and a word at
    /// each middle.
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
            let (marks, by) = (self.body(which), self.velocities[which] * t);
            if by == DVec3::ZERO {
                continue;
            }
            for mark in &marks {
                if let Some(form) = mark.form.elsewhere(DQuat::IDENTITY, |p| p + by) {
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

    /// The bodies where they meet, with the point; and where they part, if that is told of: `parting`.
    pub(super) fn meeting(&self, world: &mut Picture, found: &ContactFinding, parting: bool) {
        let Some(t) = found.t_first else { return };
        self.magnify_way(world, found.witness, t);
        match parting {
            true => self.at_and_between(world, t, [t, found.t_last.unwrap_or(f64::INFINITY)]),
            false => self.at(world, t),
        }
        if let Some([a, b]) = found.witness {
            let p = 0.5 * (a + b);
            world.point(Role::Witness, "contact", p);
            if let Some(n) = found.normal {
                let long = 0.45 * self.pair.radii[0].max(self.pair.radii[1]);
                world.arrow(Role::Normal, "normal", p, p + n * long);
            }
        }
    }
}
