//! Quantities of the current row as values, made in one place for sentences, value rows and labels.

use glam::DVec2;

use super::WorldContext;
use super::notation::{self, contact_short_name, mark, rounding, row_name, row_phrase, turns, units};
use crate::answer::{Shown, number};
use crate::lesson::{Sentence, Value, symbol};
use crate::picture::Role;
use crate::snapshot::dynamics::{Bounds, Constraint, ConstraintSource, Iteration, Phase, World};

/// Mark id of the normal or tangent of the current row.
pub(super) const AXIS: &str = "row axis";

/// Mark id of the velocity of the current row.
pub(super) const SPEED: &str = "row speed";

/// Mark id of the change of the current row's impulse.
pub(super) const CHANGE: &str = "change";

/// Largest difference of two equal impulses, relative to the larger one.
pub(super) const SAME: f64 = 1e-9;

/// Current row of a step, or both rows of a block, with its iteration.
pub(super) struct RowView<'a> {
    pub context: &'a WorldContext,
    pub world: &'a World,
    pub row: &'a Constraint,
    pub iteration: Iteration,
    /// Whether the step solves the rows without the springs of contacts.
    pub is_relaxed: bool,
    /// Whether the step solves for the velocity that corrects positions.
    pub corrects: bool,
}

impl<'a> RowView<'a> {
    /// View of an iteration of a step that phase `phase`.
    pub fn of(context: &'a WorldContext, world: &'a World, iteration: Iteration, phase: Option<Phase>) -> Self {
        Self {
            context,
            world,
            row: &world.constraints[iteration.at as usize],
            iteration,
            is_relaxed: matches!(phase, Some(Phase::Relax { .. })),
            corrects: matches!(phase, Some(Phase::Position { .. })),
        }
    }

    /// Name of the row: `n₂ of ground – cube`, `the upper limit of rope`.
    pub fn name(&self) -> Sentence {
        row_name(self.context, self.world, self.row)
    }

    /// Name of the row with its kind: `row n₂ of ground – cube`, `joint rod C`.
    pub fn phrase(&self) -> Sentence {
        row_phrase(self.context, self.world, self.row)
    }

    /// Name of the normal or tangent of a contact's row, with its mark; the name of any other row.
    pub fn axis_name(&self) -> Sentence {
        match self.row.source {
            ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
                let points = self.world.contacts[contact as usize].points.len();
                Sentence::mark(contact_short_name(self.row.source, points, point), AXIS)
            }
            ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
                self.name()
            }
        }
    }

    /// Rounding error of velocities, m/s or rad/s.
    pub fn least_speed(&self) -> f64 {
        rounding(&self.context.setting, self.world)
    }

    fn impulse_text(&self, of: DVec2) -> Shown {
        self.text(of, self.context.least_impulse(), units(self.row)[0])
    }

    fn speed_text(&self, of: DVec2) -> Shown {
        self.text(of, self.least_speed(), units(self.row)[1])
    }

    /// Text of a row's quantity, or of both of a block; 0 if it is below the rounding error `least`.
    fn text(&self, of: DVec2, least: f64, unit: &str) -> Shown {
        let text = format!("{} {unit}", notation::numbers(self.row, of, least));
        match self.row.rows {
            2 => Shown { text, ..number::vector_in_plane(of.extend(0.0)) },
            _ => Shown { text, ..number::number(of.x) },
        }
    }

    /// Velocity of the row before the iteration. The one that corrects positions is not drawn.
    pub fn speed(&self) -> Value {
        let text = self.speed_text(self.iteration.speed);
        if self.corrects {
            Value::number(symbol::ROW_VELOCITY, text)
        } else {
            Value::of(symbol::ROW_VELOCITY, text, SPEED)
        }
    }

    /// Velocity of the row after the iteration.
    pub fn speed_after(&self) -> Value {
        Value::of(symbol::ROW_VELOCITY_AFTER, self.speed_text(self.after()), mark(self.row.source))
    }

    /// Velocity that the raw impulse leads to.
    pub fn target(&self) -> Value {
        Value::number(symbol::TARGET_VELOCITY, self.speed_text(-self.bias()))
    }

    /// Impulse before the iteration.
    pub fn before(&self) -> Value {
        Value::of(symbol::IMPULSE_BEFORE, self.impulse_text(self.iteration.from), "before")
    }

    /// Impulse before it is clamped.
    pub fn raw(&self) -> Value {
        Value::of(symbol::RAW_IMPULSE, self.impulse_text(self.iteration.raw), "raw")
    }

    /// Impulse after the iteration.
    pub fn impulse(&self) -> Value {
        Value::of(symbol::IMPULSE, self.impulse_text(self.iteration.to), mark(self.row.source))
    }

    /// Change of the impulse.
    pub fn change(&self) -> Value {
        let key = if self.has_change() { CHANGE.to_owned() } else { mark(self.row.source) };
        Value::of(symbol::IMPULSE_CHANGE, self.impulse_text(self.added()), key)
    }

    /// Friction limit; `None` for other rows.
    pub fn limit(&self) -> Option<Value> {
        let limit = self.friction_limit()?;
        let text = self.impulse_text(DVec2::new(limit, 0.0));
        Some(Value::of(symbol::FRICTION_LIMIT, text, mark(self.row.source)))
    }

    /// Largest friction impulse `μ λₙ`, N s; `None` for other rows.
    pub fn friction_limit(&self) -> Option<f64> {
        let Bounds::Friction { normal, friction } = self.row.bounds else { return None };
        Some(friction * self.world.constraints[normal as usize].impulse.x)
    }

    /// Largest impulse of a motor or of a joint's friction in one solve.
    pub fn most(&self, most: f64) -> Value {
        Value::number(symbol::IMPULSE_LIMIT, self.impulse_text(DVec2::new(most, 0.0)))
    }

    /// Change of the kinetic energy.
    pub fn energy(&self) -> Value {
        let least = notation::least_energy(self.context);
        Value::number(symbol::KINETIC_CHANGE, notation::quantity(self.energy_change(), least, "J"))
    }

    /// Name of the first (0) or second (1) body; a joint may connect a body to the world.
    pub fn end_name(&self, end: usize) -> Sentence {
        let body = [self.row.a, self.row.b][end];
        let role = [Role::ShapeA, Role::ShapeB][end];
        match self.context.names.bodies.get(body as usize) {
            Some(name) => Sentence::body(name.as_str(), role),
            None => Sentence::from("the world"),
        }
    }

    /// Change of the kinetic energy, J. The velocity that corrects positions is discarded, so it changes none.
    pub fn energy_change(&self) -> f64 {
        if self.corrects { 0.0 } else { self.row.energy(&self.iteration) }
    }

    /// Change of the impulse, N s or N m s.
    pub fn added(&self) -> DVec2 {
        self.iteration.to - self.iteration.from
    }

    /// Velocity of the row after the iteration, m/s or rad/s.
    pub fn after(&self) -> DVec2 {
        self.iteration.speed + self.row.effect(self.added())
    }

    /// Whether the iteration changes the impulse by more than the rounding error.
    pub fn has_change(&self) -> bool {
        self.added().length() > self.context.least_impulse()
    }

    /// Whether the raw impulse is beyond the bounds.
    pub fn is_clamped(&self) -> bool {
        let Iteration { raw, to, .. } = self.iteration;
        (raw - to).length() > (SAME * raw.length().max(to.length())).max(self.context.least_impulse())
    }

    /// Bias of the row in this step, m/s or rad/s.
    pub fn bias(&self) -> DVec2 {
        if self.is_relaxed && !self.row.is_joint() { DVec2::new(self.row.relaxed_bias, 0.0) } else { self.row.bias }
    }

    /// Whether a spring limits the impulse of the row in this step.
    pub fn is_soft(&self) -> bool {
        self.row.soft.is_some() && (self.row.is_joint() || !self.is_relaxed)
    }

    /// Whether the row constrains rotation only.
    pub fn turns(&self) -> bool {
        turns(self.row)
    }
}
