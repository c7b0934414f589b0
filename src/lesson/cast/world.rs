//! World view of casts: swept volumes, and the bodies at the times of a step.

use std::sync::Arc;

use contact_lens_model::answer::ContactFinding;
use contact_lens_picture::{Form, Mark, Picture, Role};
use glam::{DQuat, DVec3};

use super::{CastContext, seconds};
use crate::add_named_point;

/// Radius of the inset on a body, in half diagonals of the body.
const BODY_INSET: f64 = 2.0;

/// Symbol of the lower bound of the time of contact, as in the values.
const LOWER_BOUND: &str = "t₀";

/// Difference below which two times are equal, as a fraction of the displayed duration.
const SAME_TIME: f64 = 1e-9;

/// Displacement, in half diagonals of the smaller body, below which the body looks unmoved.
const VISIBLE_DISPLACEMENT: f64 = 0.01;

/// Roles and names of the bodies A and B.
const BODIES: [(Role, &str); 2] = [(Role::ShapeA, "A"), (Role::ShapeB, "B")];

/// Role and mark ids of moved bodies.
struct MovedBodyMarks {
    /// Role of the surfaces; `None` for the roles of A and B.
    role: Option<Role>,
    /// Prefix of the mark ids of the surfaces.
    surface: &'static str,
    /// Prefix of the mark ids of the centers.
    center: &'static str,
}

/// Center of the bounding box of a body with these marks; the first mark is its shape. `None` without marks, and for a
/// shape other than a solid, a point or a segment.
pub(super) fn body_center(marks: &[Mark]) -> Option<DVec3> {
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
    pub(super) fn add_swept_volumes(&self, world: &mut Picture) {
        for (which, (role, name)) in BODIES.into_iter().enumerate() {
            let marks = self.body(which);
            let path = self.velocities[which] * self.duration;
            if path == DVec3::ZERO || !path.is_finite() {
                continue;
            }
            if let Some(Form::Solid(solid)) = marks.first().map(|mark| &mark.form)
                && let Some(swept) = (self.sweeping)(solid, path)
            {
                world.add(Role::Ghost, format!("swept/{name}"), Form::Solid(Arc::new(swept)));
            }
            if let Some(from) = body_center(&marks) {
                // On a short path, this label would cover those of the times.
                if path.length() > self.pair.radii[which] {
                    world.point(role, format!("start/{name}"), from);
                    world.label(role, format!("start/{name}"), from, "t = 0");
                }
                world.arrow(role, format!("velocity/{name}"), from, from + path);
                world.label(role, format!("velocity/{name}"), from + 0.5 * path, format!("v_{name}"));
            }
        }
    }

    /// Adds both bodies at time `t`, seconds; nothing at the start, where the backdrop shows them.
    pub(super) fn add_bodies_at(&self, world: &mut Picture, t: f64) {
        self.add_named_bodies_at(world, t, "t");
    }

    /// Adds both bodies at time `t`, seconds, with the label `name`, and an inset on the smaller one.
    fn add_named_bodies_at(&self, world: &mut Picture, t: f64, name: &str) {
        let marks = MovedBodyMarks { role: None, surface: "at", center: "middle" };
        self.add_bodies_with_labels(world, t, &marks, |_| name.to_owned());
        self.magnify_body(world, t);
    }

    /// Adds both bodies at time `t` and at the bounds of the time of contact, seconds, where they look different.
    pub(super) fn add_bodies_and_bracket(&self, world: &mut Picture, t: f64, [lower, upper]: [f64; 2]) {
        let is_possible = lower <= upper;
        let is_at_lower = self.is_same_time(t, lower);
        self.add_named_bodies_at(world, t, if is_possible && is_at_lower { LOWER_BOUND } else { "t" });
        // Positions after the end of the motion are not shown, as they may be arbitrarily far away.
        if is_possible && lower > 0.0 && lower < self.duration && !is_at_lower {
            let marks = MovedBodyMarks { role: Some(Role::First), surface: "first", center: "first/middle" };
            self.add_bodies_with_labels(world, lower, &marks, |_| String::from(LOWER_BOUND));
        }
        // At the end of the motion, the swept volumes show the bodies.
        if is_possible && upper < self.duration && !self.is_same_time(t, upper) {
            let marks = MovedBodyMarks { role: Some(Role::Last), surface: "last", center: "last/middle" };
            self.add_bodies_with_labels(world, upper, &marks, |_| String::from(self.end_name));
        }
    }

    /// Whether the bodies look alike at two times, seconds.
    fn is_same_time(&self, t: f64, other: f64) -> bool {
        let time = (other - t).abs();
        let fastest = self.velocities.map(DVec3::length).into_iter().fold(0.0, f64::max);
        let smaller = self.pair.radii.into_iter().fold(f64::INFINITY, f64::min);
        time < SAME_TIME * self.duration || time * fastest < VISIBLE_DISPLACEMENT * smaller
    }

    /// Adds an inset on the smaller body at time `t`, seconds, which would be tiny on a long path.
    fn magnify_body(&self, world: &mut Picture, t: f64) {
        if !(t >= 0.0 && t.is_finite()) || self.pair.shows_tiny_body() {
            return;
        }
        let smaller = usize::from(self.pair.radii[1] < self.pair.radii[0]);
        if let Some(start) = body_center(&self.body(smaller)) {
            world.magnify(start + self.velocities[smaller] * t, BODY_INSET * self.pair.radii[smaller]);
        }
    }

    /// Adds an inset on the path of the faster body to the contact point at time `t`, seconds: a short path would be
    /// tiny next to large bodies. `witness` are the witness points of A and B at that time, if known.
    fn magnify_path(&self, world: &mut Picture, witness: Option<[DVec3; 2]>, t: f64) {
        let faster = usize::from(self.velocities[1].length() > self.velocities[0].length());
        let path = self.velocities[faster] * t;
        if !path.is_finite() || self.pair.shows_tiny_body() {
            return;
        }
        if let Some([a, b]) = witness {
            let contact = 0.5 * (a + b);
            self.pair.magnify(world, [contact - path, contact]);
        }
    }

    /// Adds both bodies at the time `t`, seconds, that the user selected.
    pub(super) fn add_bodies_at_selected_time(&self, world: &mut Picture, t: f64) {
        let marks = MovedBodyMarks { role: None, surface: "moment", center: "moment/middle" };
        self.add_bodies_with_labels(world, t, &marks, |name| format!("{name}, t = {}", seconds(t)));
    }

    /// Adds the moving bodies at time `t`, seconds, with the role and the ids of `moved`; nothing at the start and
    /// before it. `label` returns the label of a center for `A` or `B`.
    fn add_bodies_with_labels(
        &self,
        world: &mut Picture,
        t: f64,
        moved: &MovedBodyMarks,
        label: impl Fn(&str) -> String,
    ) {
        if !(t > 0.0 && t.is_finite()) {
            return;
        }
        for (which, (role, name)) in BODIES.into_iter().enumerate() {
            let marks = self.body(which);
            let shift = self.velocities[which] * t;
            if shift == DVec3::ZERO {
                continue;
            }
            for mark in &marks {
                if let Some(form) = mark.form.transformed(DQuat::IDENTITY, |p| p + shift) {
                    world.add(moved.role.unwrap_or(role), format!("{}/{}", moved.surface, mark.key.0), form);
                }
            }
            if let Some(center) = body_center(&marks) {
                let key = format!("{}/{name}", moved.center);
                world.point(role, key.clone(), center + shift);
                world.label(role, key, center + shift, label(name));
            }
        }
    }

    /// Adds the bodies at first contact with the contact point and the normal; if `with_end_of_overlap`, also at the
    /// end of the overlap.
    pub(super) fn add_contact(&self, world: &mut Picture, contact: &ContactFinding, with_end_of_overlap: bool) {
        let Some(t) = contact.t_first else { return };
        self.magnify_path(world, contact.witness, t);
        if with_end_of_overlap {
            self.add_bodies_and_bracket(world, t, [t, contact.t_last.unwrap_or(f64::INFINITY)])
        } else {
            self.add_bodies_at(world, t)
        }
        if let Some([a, b]) = contact.witness {
            let p = 0.5 * (a + b);
            add_named_point(world, Role::Witness, "contact", p, "contact");
            if let Some(n) = contact.normal {
                let tip = p + n * self.pair.direction_length();
                world.arrow(Role::Normal, "normal", p, tip);
                world.label(Role::Normal, "normal", tip, "n");
            }
        }
    }
}
