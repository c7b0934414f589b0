//! Marks and sentences of the step that moves the bodies: the displacement of the body that moves most.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::length;
use contact_lens_model::ask::PositionMode;
use contact_lens_model::snapshot::dynamics::{BodyState, World};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec2;

use super::{Scene, flat};
use crate::dynamics::WorldContext;
use crate::dynamics::notation::{quantity, rounding};
use crate::{Sentence, Value, say, symbol};

/// Mark id of the displacement.
const DISPLACEMENT: &str = "displacement";

/// Displacement, in body sizes, up to which the arrow is at the body's front, where an inset shows it between the
/// outlines before and after the step.
const SMALL_DISPLACEMENT: f64 = 0.25;

/// Radius of the inset on a displacement, in displacements.
const INSET_RADIUS: f64 = 0.8;

/// Body that a step moves most.
pub(in crate::dynamics) struct Displacement<'a> {
    /// Index of the body.
    pub body: usize,
    /// State of the body before the step.
    from: &'a BodyState,
    /// State of the body after the step.
    to: &'a BodyState,
}

impl<'a> Displacement<'a> {
    /// Body that the step from `before` to `after` moves most; `None` if no finite body moves by more than the rounding
    /// error of velocities in one solve.
    pub(in crate::dynamics) fn largest(context: &WorldContext, before: &'a World, after: &'a World) -> Option<Self> {
        let least = rounding(&context.setting, after) * context.setting.h;
        let states = before.bodies.iter().zip(&after.bodies).enumerate();
        let displacements = states.map(|(body, (from, to))| Self { body, from, to });
        let visible = displacements.filter(|moved| moved.length().is_finite() && moved.length() > least);
        visible.max_by(|a, b| a.length().total_cmp(&b.length()))
    }

    /// Position of the center of mass after the step, world, meters.
    pub(in crate::dynamics) fn center(&self) -> DVec2 {
        self.to.center
    }

    /// Length of the displacement, meters.
    fn length(&self) -> f64 {
        self.from.center.distance(self.to.center)
    }

    /// Text of the length, with its unit.
    fn text(&self) -> Shown {
        length(self.length())
    }

    /// Name of the body.
    fn body_name(&self, context: &WorldContext) -> Sentence {
        let name = context.names.bodies.get(self.body).map_or("", String::as_str);
        Sentence::body(name, Role::Member)
    }

    /// Length as a value, which refers to the arrow.
    fn value(&self) -> Value {
        Value::of(symbol::DISPLACEMENT, self.text(), DISPLACEMENT)
    }

    /// Speed that corrects the body's position in this step; `None` up to the rounding error `least`, m/s.
    fn correction(&self, least: f64) -> Option<Value> {
        let speed = self.from.position_velocity.length();
        if speed > least { Some(Value::number(symbol::CORRECTING_SPEED, quantity(speed, 0.0, "m/s"))) } else { None }
    }

    /// Values of the step: displacement, speed, and the correcting speed if there is one.
    pub(in crate::dynamics) fn values(&self, context: &WorldContext, world: &World) -> Vec<Value> {
        let least = rounding(&context.setting, world);
        let speed = quantity(self.to.velocity.length(), least, "m/s");
        let mut values = vec![self.value(), Value::number(symbol::BODY_SPEED, speed)];
        values.extend(self.correction(least));
        values
    }

    /// Adds the displacement as an arrow with its length, and the body before the step. A small displacement begins at
    /// the body's front. For a body far away, only a point is added, at its start.
    pub(in crate::dynamics) fn draw(&self, scene: &Scene, picture: &mut Picture) {
        let Self { from, to, .. } = *self;
        if scene.is_far_away(self.body, to) {
            return picture.point(Role::Simplex, DISPLACEMENT, flat(scene.start[self.body].center));
        }
        let before = scene.placed(self.body, from);
        let displacement = flat(to.center - from.center);
        let front = before.vertices.iter().max_by(|p, q| p.dot(displacement).total_cmp(&q.dot(displacement))).copied();
        picture.add(Role::Ghost, "before", Form::Solid(before));
        let is_small = self.length() < SMALL_DISPLACEMENT * scene.size;
        let tail = match front {
            Some(front) if is_small => front,
            _ => flat(from.center),
        };
        let tip = tail + displacement;
        picture.arrow(Role::Simplex, DISPLACEMENT, tail, tip);
        picture.label(Role::Simplex, DISPLACEMENT, tip, format!("Δx = {}", self.text().text));
        picture.magnify(tail.midpoint(tip), INSET_RADIUS * self.length());
    }
}

/// Sentence of the step that moves the bodies.
pub(in crate::dynamics) fn sentence(context: &WorldContext, before: &World, after: &World) -> Sentence {
    let next_pass = match context.setting.position {
        PositionMode::Soft => {
            " Next, all rows are solved again with hard contacts, so that their springs add no energy."
        }
        PositionMode::Baumgarte | PositionMode::Split | PositionMode::None => "",
    };
    let least = rounding(&context.setting, after);
    let Some(moved) = Displacement::largest(context, before, after) else {
        let rotates = after.bodies.iter().any(|body| body.angular_velocity.abs() > least);
        return if rotates {
            say!("The bodies rotate about their centers, which stay where they are.{}", next_pass)
        } else {
            say!("The bodies rest: all velocities are below rounding error.{}", next_pass)
        };
    };
    let moving_count = context.setting.bodies.iter().filter(|body| body.inverse_mass > 0.0).count();
    if moving_count == 1 {
        sentence_on_one_body(context, &moved, least, next_pass)
    } else {
        sentence_on_bodies(context, &moved, next_pass)
    }
}

/// Sentence on the motion of several bodies, of which `moved` moves most, followed by the sentence `next_pass`.
fn sentence_on_bodies(context: &WorldContext, moved: &Displacement<'_>, next_pass: &str) -> Sentence {
    let velocity = if context.setting.position == PositionMode::Split {
        "the sum of its velocity and its correcting velocity"
    } else {
        "its velocity"
    };
    say!(
        "Each body moves by {}, times the time step of {}. {} moves most, by Δx = {}.{}",
        velocity,
        time_step(context),
        moved.body_name(context),
        moved.value(),
        next_pass
    )
}

/// Sentence on the motion of the only dynamic body, followed by the sentence `next_pass`. `least` is the rounding error
/// of velocities, m/s.
fn sentence_on_one_body(context: &WorldContext, moved: &Displacement<'_>, least: f64, next_pass: &str) -> Sentence {
    let speed = Value::number(symbol::BODY_SPEED, quantity(moved.to.velocity.length(), least, "m/s"));
    let Some(correction) = moved.correction(least) else {
        return say!(
            "{} moves by Δx = {}: its velocity, {}, times the time step of {}.{}",
            moved.body_name(context),
            moved.value(),
            speed,
            time_step(context),
            next_pass
        );
    };
    say!(
        "{} moves by Δx = {}: its velocity of {} plus the correcting velocity of {}, times the time step of {}. The \
         correction acts once, so it adds no energy.",
        moved.body_name(context),
        moved.value(),
        speed,
        correction,
        time_step(context)
    )
}

/// Value of the duration of a solve.
fn time_step(context: &WorldContext) -> Value {
    Value::number(symbol::TIME_STEP, quantity(context.setting.h, 0.0, "s"))
}
