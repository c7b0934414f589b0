//! Quantities of a step of a body and a half-space as texts and values: positions, distances, speeds and bounds.

use contact_lens_model::answer::number::{length, point, point_in_plane, vector, vector_in_plane};
use contact_lens_model::answer::{Finding, Shown};
use contact_lens_model::snapshot::half_space::Phase;
use glam::DVec3;

use super::step_context::{StepContext, gap_symbol};
use crate::cast::speed;
use crate::{Sentence, Value, symbol};

impl StepContext<'_> {
    /// Text of a length, meters; in words if it is nonzero but below the rounding error.
    pub(super) fn length(&self, meters: f64) -> Shown {
        match &self.verdict.finding {
            // Contacts use one unit in sentences, values and pictures.
            Finding::Manifold(result) => result.unit().within(self.context.pair.rounding()).length(meters),
            _ => self.context.pair.length(meters),
        }
    }

    /// Text of a direction, world axes.
    pub(super) fn vector(&self, v: DVec3) -> Shown {
        if self.planar { vector_in_plane(v) } else { vector(v) }
    }

    /// Text of the world position of a point `p` of the pair frame.
    pub(super) fn point(&self, p: DVec3) -> Shown {
        let p = self.context.pair.space.world(p);
        if self.planar { point_in_plane(p) } else { point(p) }
    }

    /// Names of the half-space and of the body, in this order.
    pub(super) fn names(&self) -> [Sentence; 2] {
        let [a, b] = self.context.pair.body_names();
        if self.context.half_space_is_a { [a, b] } else { [b, a] }
    }

    /// Outward unit normal of the half-space.
    pub(super) fn normal(&self) -> Value {
        Value::of(symbol::NORMAL, self.vector(self.after.n.unwrap_or_default()), "n")
    }

    /// Offset o of the surface, meters: the plane is n · x = o in world axes, in which n and b are shown.
    pub(super) fn plane_offset(&self) -> f64 {
        let origin = self.context.pair.space.world(self.after.origin);
        self.after.n.map_or(0.0, |n| n.dot(origin)) + self.after.offset
    }

    /// Signed distance of b, the deepest point, from the surface, meters; 0 before it is computed.
    pub(super) fn signed_distance(&self) -> f64 {
        self.after.gap.map_or(0.0, |gap| gap.d)
    }

    /// Distance of b from the surface, or its depth below it, without a sign.
    pub(super) fn gap(&self) -> Value {
        let d = self.signed_distance();
        Value::of(gap_symbol(d), self.length(d.abs()), gap_key(d))
    }

    /// Proven bounds of the distance of separate bodies; empty for bodies that touch or overlap.
    pub(super) fn bounds(&self) -> Vec<Value> {
        let Some(gap) = self.after.gap.filter(|gap| gap.d > 0.0 && !self.is_on_surface(gap.d)) else {
            return Vec::new();
        };
        vec![
            Value::of(symbol::LOWER, self.length(gap.lower), gap_key(gap.d)),
            Value::of(symbol::UPPER, self.length(gap.upper), gap_key(gap.d)),
        ]
    }

    /// Whether the distance `d` of b from the surface, meters, is zero to rounding; in a cast also if b is close enough
    /// to count as a contact.
    pub(super) fn is_on_surface(&self, d: f64) -> bool {
        let state = self.after;
        self.context.pair.is_rounding(d) || state.touches.holds() && !state.apart.holds() && !state.inside.holds()
    }

    /// Closing speed; its arrow is drawn in the step that computes it, unless it is 0.
    pub(super) fn closing_speed(&self) -> Value {
        let c = self.after.closing.unwrap_or(0.0);
        let is_drawn = self.before.phase == Phase::Closing && c != 0.0 && self.context.drawn_duration.is_finite();
        if is_drawn {
            Value::of(symbol::CLOSING_SPEED, speed(c), "closing")
        } else {
            Value::number(symbol::CLOSING_SPEED, speed(c))
        }
    }

    /// Velocity of the body relative to the half-space, m/s; its arrow is drawn in the step that computes `c`.
    pub(super) fn velocity(&self, velocity: DVec3) -> Value {
        let text = self.vector(velocity);
        let text = Shown { text: format!("{} m/s", text.text), ..text };
        let is_drawn =
            self.before.phase == Phase::Closing && velocity != DVec3::ZERO && self.context.drawn_duration.is_finite();
        if is_drawn {
            Value::of(symbol::BODY_VELOCITY, text, "velocity")
        } else {
            Value::number(symbol::BODY_VELOCITY, text)
        }
    }

    /// Smallest distance during the motion of a cast without contact; `None` in steps before the end, and for other
    /// answers.
    pub(super) fn verdict_gap(&self) -> Option<Value> {
        let Finding::FirstContact(result) = &self.verdict.finding else { return None };
        self.ending_kind?;
        let gap = result.gap?;
        let key = if self.before.phase == Phase::Time { "least" } else { gap_key(gap) };
        Some(Value::of(symbol::LEAST_DISTANCE, length(gap), key))
    }
}

/// Mark id of the line between b and the surface; that of the point b if its distance `d` is exactly 0.
pub(super) fn gap_key(d: f64) -> &'static str {
    if d == 0.0 { "b" } else { "witness" }
}
