//! Quantities of the current constraint row, such as its velocity and its impulse, as values with a symbol, a text and
//! a mark. Sentences, tables and labels of a step take them from here.

use contact_lens_model::answer::{Shown, number};
use contact_lens_model::snapshot::dynamics::{Bounds, Constraint, ConstraintSource, Iteration, Phase, World};
use contact_lens_picture::Role;
use glam::DVec2;

use super::WorldContext;
use super::notation::{self, RowUnits, contact_short_name, impulse_mark, is_angular, rounding, row_name, row_phrase};
use crate::{Sentence, Value, symbol};

/// Mark id of the normal or tangent of the current row.
pub(super) const AXIS_MARK: &str = "row axis";

/// Mark id of the velocity of the current row.
pub(super) const VELOCITY_MARK: &str = "row speed";

/// Mark id of the change of the current row's impulse.
pub(super) const CHANGE_MARK: &str = "change";

/// Difference of two impulses, relative to the larger one, up to which they are equal to rounding.
pub(super) const IMPULSE_TOLERANCE: f64 = 1e-9;

/// Current row of a step, or both rows of a block, with its iteration.
pub(super) struct RowView<'a> {
    /// Data of the frame.
    pub context: &'a WorldContext,
    /// State after the step.
    pub world: &'a World,
    /// Row, or block of two rows.
    pub row: &'a Constraint,
    /// Velocity and impulses of the row in the step.
    pub iteration: Iteration,
    /// Whether the step solves the rows without the springs of contacts.
    pub is_relaxed: bool,
    /// Whether the step solves for the velocity that corrects positions.
    pub corrects_position: bool,
}

impl<'a> RowView<'a> {
    /// Returns the view of an iteration of a step that executed the phase `phase`.
    pub fn of(context: &'a WorldContext, world: &'a World, iteration: Iteration, phase: Option<Phase>) -> Self {
        Self {
            context,
            world,
            row: &world.constraints[iteration.constraint as usize],
            iteration,
            is_relaxed: matches!(phase, Some(Phase::Relax { .. })),
            corrects_position: matches!(phase, Some(Phase::Position { .. })),
        }
    }

    /// Name of the row: `n₂ of ground – cube`, `the upper limit of rope`.
    pub fn name(&self) -> Sentence {
        row_name(self.context, self.world, self.row)
    }

    /// Name of the row with its kind: `row n₂ of ground – cube`, `the joint rod`.
    pub fn name_with_kind(&self) -> Sentence {
        row_phrase(self.context, self.world, self.row)
    }

    /// Name of the normal or tangent of a contact's row, with its mark; the name of any other row.
    pub fn axis_name(&self) -> Sentence {
        match self.row.source {
            ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
                let points = self.world.contacts[contact as usize].points.len();
                Sentence::mark(contact_short_name(self.row.source, points, point), AXIS_MARK)
            }
            ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
                self.name()
            }
        }
    }

    /// Rounding error of velocities, m/s or rad/s.
    pub fn velocity_rounding(&self) -> f64 {
        rounding(&self.context.setting, self.world)
    }

    /// Text of an impulse of the row.
    fn impulse_text(&self, impulse: DVec2) -> Shown {
        self.text(impulse, self.context.least_impulse(), RowUnits::of(self.row).impulse)
    }

    /// Text of a velocity of the row.
    fn velocity_text(&self, velocity: DVec2) -> Shown {
        self.text(velocity, self.velocity_rounding(), RowUnits::of(self.row).velocity)
    }

    /// Text of a quantity of the row, or of the two quantities of a block; 0 if it is below the rounding error `least`.
    fn text(&self, quantity: DVec2, least: f64, unit: &str) -> Shown {
        let text = format!("{} {unit}", notation::quantity_text(self.row, quantity, least));
        if self.row.rows == 2 {
            Shown { text, ..number::vector_in_plane(quantity.extend(0.0)) }
        } else {
            Shown { text, ..number::number(quantity.x) }
        }
    }

    /// Velocity of the row before the iteration. A velocity that corrects positions is not drawn, so it has no mark.
    pub fn velocity_value(&self) -> Value {
        let text = self.velocity_text(self.iteration.speed);
        if self.corrects_position {
            Value::number(symbol::ROW_VELOCITY, text)
        } else {
            Value::of(symbol::ROW_VELOCITY, text, VELOCITY_MARK)
        }
    }

    /// Velocity of the row after the iteration.
    pub fn velocity_after_value(&self) -> Value {
        Value::of(symbol::ROW_VELOCITY_AFTER, self.velocity_text(self.velocity_after()), impulse_mark(self.row.source))
    }

    /// Velocity of the row that the raw impulse leads to: minus the bias.
    pub fn target_value(&self) -> Value {
        Value::number(symbol::TARGET_VELOCITY, self.velocity_text(-self.bias()))
    }

    /// Impulse before the iteration.
    pub fn impulse_before_value(&self) -> Value {
        Value::of(symbol::IMPULSE_BEFORE, self.impulse_text(self.iteration.from), "before")
    }

    /// Impulse before it is clamped.
    pub fn raw_impulse_value(&self) -> Value {
        Value::of(symbol::RAW_IMPULSE, self.impulse_text(self.iteration.raw), "raw")
    }

    /// Impulse after the iteration.
    pub fn impulse_value(&self) -> Value {
        Value::of(symbol::IMPULSE, self.impulse_text(self.iteration.to), impulse_mark(self.row.source))
    }

    /// Change of the impulse by the iteration.
    pub fn impulse_change_value(&self) -> Value {
        let key = if self.has_change() { CHANGE_MARK.to_owned() } else { impulse_mark(self.row.source) };
        Value::of(symbol::IMPULSE_CHANGE, self.impulse_text(self.impulse_change()), key)
    }

    /// Largest friction impulse; `None` for rows without friction.
    pub fn friction_limit_value(&self) -> Option<Value> {
        let limit = self.friction_limit()?;
        let text = self.impulse_text(DVec2::new(limit, 0.0));
        Some(Value::of(symbol::FRICTION_LIMIT, text, impulse_mark(self.row.source)))
    }

    /// Largest friction impulse `μ λₙ`, N s; `None` for rows without friction.
    pub fn friction_limit(&self) -> Option<f64> {
        let Bounds::Friction { normal, friction } = self.row.bounds else { return None };
        Some(friction * self.world.constraints[normal as usize].impulse.x)
    }

    /// Largest impulse `limit` of a motor or of a joint's friction in one solve, N s or N m s.
    pub fn impulse_limit_value(&self, limit: f64) -> Value {
        Value::number(symbol::IMPULSE_LIMIT, self.impulse_text(DVec2::new(limit, 0.0)))
    }

    /// Change of the kinetic energy by the iteration.
    pub fn energy_change_value(&self) -> Value {
        let least = notation::least_energy(self.context);
        Value::number(symbol::KINETIC_CHANGE, notation::quantity(self.energy_change(), least, "J"))
    }

    /// Name of the row's first body, on which the impulse −λ acts.
    pub fn first_body_name(&self) -> Sentence {
        self.body_name(self.row.a, Role::ShapeA)
    }

    /// Name of the row's second body, on which the impulse λ acts.
    pub fn second_body_name(&self) -> Sentence {
        self.body_name(self.row.b, Role::ShapeB)
    }

    /// Name of a body in the color of `role`; a joint may connect a body to the world, which is not among the bodies.
    fn body_name(&self, body: u32, role: Role) -> Sentence {
        match self.context.names.bodies.get(body as usize) {
            Some(name) => Sentence::body(name.as_str(), role),
            None => Sentence::from("the world"),
        }
    }

    /// Change of the kinetic energy, J; 0 when positions are corrected, since the correcting velocity is discarded.
    pub fn energy_change(&self) -> f64 {
        if self.corrects_position { 0.0 } else { self.row.energy(&self.iteration) }
    }

    /// Change of the impulse, N s or N m s.
    pub fn impulse_change(&self) -> DVec2 {
        self.iteration.to - self.iteration.from
    }

    /// Velocity of the row after the iteration, m/s or rad/s.
    pub fn velocity_after(&self) -> DVec2 {
        self.iteration.speed + self.row.effect(self.impulse_change())
    }

    /// Whether the iteration changes the impulse by more than the rounding error.
    pub fn has_change(&self) -> bool {
        self.impulse_change().length() > self.context.least_impulse()
    }

    /// Whether the raw impulse is beyond the bounds.
    pub fn is_clamped(&self) -> bool {
        let Iteration { raw, to, .. } = self.iteration;
        (raw - to).length() > (IMPULSE_TOLERANCE * raw.length().max(to.length())).max(self.context.least_impulse())
    }

    /// Bias of the row in this step, m/s or rad/s: minus the velocity that the row aims for. Relaxation has a bias of
    /// its own for contacts.
    pub fn bias(&self) -> DVec2 {
        if self.is_relaxed && !self.row.is_joint() { DVec2::new(self.row.relaxed_bias, 0.0) } else { self.row.bias }
    }

    /// Whether a spring limits the impulse of the row in this step; relaxation solves contacts without their springs.
    pub fn is_soft(&self) -> bool {
        self.row.soft.is_some() && (self.row.is_joint() || !self.is_relaxed)
    }

    /// Whether the row constrains rotation only.
    pub fn is_angular(&self) -> bool {
        is_angular(self.row)
    }
}
