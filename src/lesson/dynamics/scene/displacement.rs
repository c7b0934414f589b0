//! Marks and sentences of the step that moves the bodies: the displacement of the body that moves most.

use glam::DVec2;

use super::{Scene, flat};
use crate::answer::Shown;
use crate::answer::number::length;
use crate::ask::PositionMode;
use crate::lesson::dynamics::WorldContext;
use crate::lesson::dynamics::notation::{quantity, rounding};
use crate::lesson::{Sentence, Value, say, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::dynamics::{BodyState, World};

/// Mark id of the displacement.
const DISPLACEMENT: &str = "displacement";

/// Displacement, in body sizes, up to which the arrow is at the body's front, where an inset shows it between the
/// outlines before and after the step.
const SMALL_DISPLACEMENT: f64 = 0.25;

/// Radius of the inset on a displacement, in displacements.
const INSET_RADIUS: f64 = 0.8;

/// Body that a step moves most.
pub(in crate::lesson::dynamics) struct Displacement<'a> {
    /// Index of the body.
    pub body: usize,
    /// States of the body before and after the step.
    states: [&'a BodyState; 2],
}

impl<'a> Displacement<'a> {
    /// Body that the step from `before` to `after` moves most; `None` if no finite body moves by more than the rounding
    /// error of velocities in one solve.
    pub(in crate::lesson::dynamics) fn largest(
        context: &WorldContext,
        before: &'a World,
        after: &'a World,
    ) -> Option<Self> {
        let least = rounding(&context.setting, after) * context.setting.h;
        let pairs = before.bodies.iter().zip(&after.bodies).enumerate();
        let all = pairs.map(|(body, (from, to))| Self { body, states: [from, to] });
        let moved = all.filter(|moved| moved.length().is_finite() && moved.length() > least);
        moved.max_by(|a, b| a.length().total_cmp(&b.length()))
    }

    /// Position of the center of mass after the step.
    pub(in crate::lesson::dynamics) fn center(&self) -> DVec2 {
        self.states[1].center
    }

    /// Length of the displacement, meters.
    fn length(&self) -> f64 {
        self.states[0].center.distance(self.states[1].center)
    }

    /// Text of the length.
    fn text(&self) -> Shown {
        length(self.length())
    }

    /// Length as a value, which refers to the arrow.
    fn value(&self) -> Value {
        Value::of(symbol::DISPLACEMENT, self.text(), DISPLACEMENT)
    }

    /// Velocity that corrects the body's position in this step; `None` below the rounding error `least`.
    fn correction(&self, least: f64) -> Option<Value> {
        let speed = self.states[0].position_velocity.length();
        (speed > least).then(|| Value::number(symbol::CORRECTING_SPEED, quantity(speed, 0.0, "m/s")))
    }

    /// Values of the step.
    pub(in crate::lesson::dynamics) fn values(&self, context: &WorldContext, world: &World) -> Vec<Value> {
        let least = rounding(&context.setting, world);
        let speed = quantity(self.states[1].velocity.length(), least, "m/s");
        [self.value(), Value::number(symbol::BODY_SPEED, speed)].into_iter().chain(self.correction(least)).collect()
    }

    /// Adds the displacement as an arrow with its length, and the body before the step.
    pub(in crate::lesson::dynamics) fn draw(&self, scene: &Scene, picture: &mut Picture) {
        let [from, to] = self.states;
        if scene.is_far_away(self.body, to) {
            return picture.point(Role::Simplex, DISPLACEMENT, flat(scene.start[self.body].center));
        }
        let before = scene.placed(self.body, from);
        let displacement = flat(to.center - from.center);
        let front = before.vertices.iter().max_by(|p, q| p.dot(displacement).total_cmp(&q.dot(displacement))).copied();
        picture.add(Role::Ghost, "before", Form::Solid(before));
        let tail =
            front.filter(|_| self.length() < SMALL_DISPLACEMENT * scene.size).unwrap_or_else(|| flat(from.center));
        let tip = tail + displacement;
        picture.arrow(Role::Simplex, DISPLACEMENT, tail, tip);
        picture.label(Role::Simplex, DISPLACEMENT, tip, format!("Δx = {}", self.text().text));
        picture.magnify(tail.midpoint(tip), INSET_RADIUS * self.length());
    }
}

/// Sentence of the step that moves the bodies.
pub(in crate::lesson::dynamics) fn sentence(context: &WorldContext, before: &World, after: &World) -> Sentence {
    let extra = match context.setting.position {
        PositionMode::Soft => {
            " Next, all rows are solved again with hard contacts, so that their springs add no energy."
        }
        _ => "",
    };
    let least = rounding(&context.setting, after);
    let Some(moved) = Displacement::largest(context, before, after) else {
        let rotates = after.bodies.iter().any(|body| body.angular_velocity.abs() > least);
        return match rotates {
            true => say!("The bodies rotate about their centers, which stay where they are.{}", extra),
            false => say!("The bodies rest: all velocities are below rounding error.{}", extra),
        };
    };
    let name = context.names.bodies.get(moved.body).map_or("", String::as_str);
    let name = Sentence::body(name, Role::Member);
    let step = Value::number(symbol::TIME_STEP, quantity(context.setting.h, 0.0, "s"));
    let moving = context.setting.bodies.iter().filter(|body| body.inverse_mass > 0.0).count();
    let corrects = context.setting.position == PositionMode::Split;
    if moving != 1 {
        let by = match corrects {
            true => "the sum of its velocity and its correcting velocity",
            false => "its velocity",
        };
        return say!(
            "Each body moves by {}, times the time step of {}. {} moves most, by Δx = {}.{}",
            by,
            step,
            name,
            moved.value(),
            extra
        );
    }
    let velocity = moved.states[1].velocity.length();
    let speed = Value::number(symbol::BODY_SPEED, quantity(velocity, least, "m/s"));
    match moved.correction(least) {
        Some(correction) => say!(
            "{} moves by Δx = {}: its velocity of {} plus the correcting velocity of {}, times the time step of {}. The \
             correction acts once, so it adds no energy.",
            name,
            moved.value(),
            speed,
            correction,
            step
        ),
        None => say!(
            "{} moves by Δx = {}: its velocity, {}, times the time step of {}.{}",
            name,
            moved.value(),
            speed,
            step,
            extra
        ),
    }
}
