//! World marks of the current constraint row: its axis, its velocity and its impulses, with the number at the mark that
//! the beat is about.

use contact_lens_model::snapshot::dynamics::{Bounds, Constraint, ConstraintSource, Phase};
use contact_lens_picture::{Picture, Role};
use glam::DVec2;

use super::{Scene, flat, impulse_position};
use crate::Value;
use crate::dynamics::iteration_beat::IterationBeat;
use crate::dynamics::notation::{contact_short_name, impulse_mark};
use crate::dynamics::row_view::{AXIS_MARK, CHANGE_MARK, RowView, VELOCITY_MARK};

/// Length of the longest impulse of the row, in body sizes.
const LONGEST_ARROW: f64 = 1.3;

/// Impulse from which on the longest arrow of a row has its full length, as a fraction of [`Scene::impulse`].
const FULL_LENGTH_IMPULSE: f64 = 0.01;

/// Least length of the arrow of the largest impulse of the row, as a fraction of the full length.
const LEAST_FRACTION: f64 = 0.3;

/// Length of the velocity's arrow, in body sizes.
const SPEED_LENGTH: f64 = 1.2;

/// Length of a normal, in body sizes: longer than the arrows along it, so that its name is beyond them.
const NORMAL_LENGTH: f64 = 1.6;

/// Length of a tangent, in body sizes.
const TANGENT_LENGTH: f64 = 0.8;

/// Distance of a tangent from the contact point along the normal, beyond the impulses along the tangent, in body sizes.
const TANGENT_OFFSET: f64 = 0.4;

/// Distance between parallel impulses, in body sizes.
const PARALLEL_DISTANCE: f64 = 0.14;

/// Largest ratio of the friction limit to the larger one of the raw and the clamped impulse at which the limit is
/// drawn; the arrows would be too short next to a larger limit.
const NEAR_LIMIT: f64 = 3.0;

/// Quantities of a row that a beat shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ShownQuantities {
    /// Velocity of the row.
    velocity: bool,
    /// Impulse before the iteration.
    before: bool,
    /// Impulse before it is clamped.
    raw: bool,
    /// Impulse after the iteration.
    impulse: bool,
    /// Change of the impulse.
    change: bool,
}

impl ShownQuantities {
    /// Returns the quantities that a beat of a step of phase `phase` shows.
    fn at(view: &RowView<'_>, phase: Option<Phase>, beat: IterationBeat) -> Self {
        let none = Self::default();
        match phase {
            Some(Phase::WarmStart { .. }) => return Self { impulse: true, ..none },
            Some(Phase::Position { .. } | Phase::Direct) => return Self { before: true, impulse: true, ..none },
            _ => {}
        }
        match beat {
            IterationBeat::Velocity => Self { velocity: true, ..none },
            IterationBeat::RawImpulse => Self { before: true, raw: true, ..none },
            IterationBeat::Clamp => Self { raw: view.is_clamped(), impulse: true, ..none },
            IterationBeat::Apply if view.has_change() => Self { change: true, ..none },
            IterationBeat::Apply => Self { impulse: true, ..none },
        }
    }
}

/// Position of a row in the world, and the scale of its impulses.
struct RowPlacement<'a> {
    /// Row, or block of two rows.
    row: &'a Constraint,
    /// Point of action, world, meters.
    point: DVec2,
    /// Offset between parallel impulses, across them, world, meters; zero for rows of rotation.
    side: DVec2,
    /// Length of the arrow per impulse, m/(N s); 0 if no shown impulse exceeds the rounding error.
    scale: f64,
}

impl RowPlacement<'_> {
    /// Vector in the world of an impulse or velocity along the row; zero for rows of rotation.
    fn vector(&self, quantity: DVec2) -> DVec2 {
        let [first, second] = &self.row.jacobian;
        let along = first.linear * quantity.x;
        if self.row.rows == 2 { along + second.linear * quantity.y } else { along }
    }

    /// Tail and tip of the line of an impulse, world, meters, shifted across the axis by `offset` times [`Self::side`].
    fn endpoints(&self, impulse: DVec2, offset: f64) -> [DVec2; 2] {
        let from = self.point + self.side * offset;
        [from, from + self.vector(impulse) * self.scale]
    }
}

impl Scene {
    /// Adds the marks of the current row at a beat of a step of phase `phase`.
    pub(super) fn add_row_marks(
        &self,
        picture: &mut Picture,
        view: &RowView<'_>,
        phase: Option<Phase>,
        beat: IterationBeat,
    ) {
        let Some(point) = impulse_position(view.world, view.row.source) else { return };
        let shown = ShownQuantities::at(view, phase, beat);
        let place = self.row_placement(view, shown, point);
        let shows_both = shown.before && shown.raw;
        // The normal is next to the quantities along it, not under them.
        let axis_offset = if shows_both { place.side } else { -place.side };
        self.add_axis_of_row(picture, view, point, point + axis_offset);
        if shown.velocity {
            self.add_velocity(picture, view, &place);
        }
        if shown.before {
            let [from, to] = place.endpoints(view.iteration.from, if shows_both { -1.0 } else { 1.0 });
            picture.segment(Role::Ghost, "before", flat(from), flat(to));
            picture.point(Role::Ghost, "before", flat(to));
        }
        if shown.raw {
            let [from, to] = place.endpoints(view.iteration.raw, if shows_both { 0.0 } else { 1.0 });
            picture.segment(Role::Removed, "raw", flat(from), flat(to));
            picture.point(Role::Removed, "raw", flat(to));
            if !shown.impulse {
                picture.label(Role::Removed, "raw", flat(to), value_label(&view.raw_impulse_value()));
            }
        }
        if shown.impulse {
            add_friction_range(picture, view, &place);
            let [from, to] = place.endpoints(view.iteration.to, 0.0);
            picture.arrow(Role::Simplex, impulse_mark(view.row.source), flat(from), flat(to));
            picture.label(Role::Simplex, impulse_mark(view.row.source), flat(to), value_label(&view.impulse_value()));
        }
        if shown.change {
            add_change(picture, view, &place);
        }
        picture.point(Role::Simplex, impulse_mark(view.row.source), flat(point));
    }

    /// Position and scale for the marks of a row that acts at `point`, world, meters. The longest of the shown
    /// impulses, or the friction limit if that is drawn, determines the scale.
    fn row_placement<'a>(&self, view: &RowView<'a>, shown: ShownQuantities, point: DVec2) -> RowPlacement<'a> {
        let iteration = view.iteration;
        let mut longest = 0.0_f64;
        if shown.before {
            longest = longest.max(iteration.from.length());
        }
        if shown.raw {
            longest = longest.max(iteration.raw.length());
        }
        if shown.impulse {
            longest = longest.max(iteration.to.length());
            if let Some(limit) = near_limit(view) {
                longest = longest.max(limit);
            }
        }
        if shown.change {
            longest = longest.max(view.impulse_change().length());
        }
        // The arrow of a tiny impulse is shorter than that of a weight, but visible.
        let fraction = (longest / (FULL_LENGTH_IMPULSE * self.impulse())).clamp(LEAST_FRACTION, 1.0);
        let is_zero = longest <= view.context.least_impulse();
        let mut place = RowPlacement {
            row: view.row,
            point,
            side: DVec2::ZERO,
            scale: if is_zero { 0.0 } else { fraction * LONGEST_ARROW * self.size / longest },
        };
        // The impulses of a block of two rows are not along the first row's axis.
        let axis = if view.row.rows == 2 { place.vector(iteration.raw) } else { view.row.jacobian[0].linear };
        place.side = axis.perp().normalize_or_zero() * PARALLEL_DISTANCE * self.size;
        place
    }

    /// Adds the normal or tangent of a contact point as an arrow with its name, next to the quantities along it. The
    /// arrow of a tangent begins above the contact point `point`, that of a normal at `normal_start`, world, meters.
    /// Rows of joints have no such arrow.
    fn add_axis_of_row(&self, picture: &mut Picture, view: &RowView<'_>, point: DVec2, normal_start: DVec2) {
        let (contact, index) = match view.row.source {
            ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
                (contact, point)
            }
            ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
                return;
            }
        };
        let direction = view.row.jacobian[0].linear;
        let name = contact_short_name(view.row.source, view.world.contacts[contact as usize].points.len(), index);
        let (role, from, length) = match view.row.bounds {
            Bounds::Friction { normal, .. } => {
                let normal = view.world.constraints[normal as usize].jacobian[0].linear;
                (Role::Axis, point + normal * TANGENT_OFFSET * self.size, TANGENT_LENGTH)
            }
            Bounds::Free | Bounds::NotNegative | Bounds::Within(_) | Bounds::Disc(_) => {
                (Role::Normal, normal_start, NORMAL_LENGTH)
            }
        };
        let to = from + direction * length * self.size;
        picture.arrow(role, AXIS_MARK, flat(from), flat(to));
        picture.label(role, AXIS_MARK, flat(to), name);
    }

    /// Offset of the arrow of a velocity from the contact point, world, meters: a velocity along the tangent is shifted
    /// along the normal, less than the tangent's arrow. Zero for other rows and for a zero `direction`.
    fn tangent_offset(&self, view: &RowView<'_>, direction: DVec2) -> DVec2 {
        match view.row.bounds {
            Bounds::Friction { normal, .. } if direction != DVec2::ZERO => {
                view.world.constraints[normal as usize].jacobian[0].linear * PARALLEL_DISTANCE * self.size
            }
            Bounds::Friction { .. } | Bounds::Free | Bounds::NotNegative | Bounds::Within(_) | Bounds::Disc(_) => {
                DVec2::ZERO
            }
        }
    }

    /// Adds the relative velocity along the row as an arrow of fixed length with its number.
    fn add_velocity(&self, picture: &mut Picture, view: &RowView<'_>, place: &RowPlacement<'_>) {
        let w = view.iteration.speed;
        let is_zero = w.length() <= view.velocity_rounding();
        let direction = if is_zero { DVec2::ZERO } else { place.vector(w).normalize_or_zero() };
        // A velocity along the contact is off the line between the contact points.
        let tail = place.point + self.tangent_offset(view, direction);
        let tip = tail + direction * SPEED_LENGTH * self.size;
        picture.arrow(Role::Simplex, VELOCITY_MARK, flat(tail), flat(tip));
        picture.label(Role::Simplex, VELOCITY_MARK, flat(tip), value_label(&view.velocity_value()));
    }
}

/// Adds the change of the impulse on the second body, and the opposite one on the first.
fn add_change(picture: &mut Picture, view: &RowView<'_>, place: &RowPlacement<'_>) {
    let change = view.impulse_change();
    let [from, to] = place.endpoints(change, 0.0);
    picture.arrow(Role::Simplex, CHANGE_MARK, flat(from), flat(to));
    picture.label(Role::Simplex, CHANGE_MARK, flat(to), value_label(&view.impulse_change_value()));
    let [from, to] = place.endpoints(-change, 0.0);
    picture.arrow(Role::Simplex, CHANGE_MARK, flat(from), flat(to));
    // A row of rotation has no direction in the plane: both arrows are points, and one label is enough.
    if from != to {
        picture.label(Role::Simplex, CHANGE_MARK, flat(to), "−Δλ");
    }
}

/// Friction limit, N s; `None` for other rows, if it is zero, and if it is too large for a picture with the impulse.
fn near_limit(view: &RowView<'_>) -> Option<f64> {
    let limit = view.friction_limit()?;
    let largest_impulse = view.iteration.raw.length().max(view.iteration.to.length());
    let is_visible = limit > view.context.least_impulse();
    let is_near = limit <= NEAR_LIMIT * largest_impulse;
    if is_visible && is_near { Some(limit) } else { None }
}

/// Adds the range between the friction limits, if it is comparable with the impulse.
fn add_friction_range(picture: &mut Picture, view: &RowView<'_>, place: &RowPlacement<'_>) {
    let Some(limit) = near_limit(view) else { return };
    let [_, low] = place.endpoints(DVec2::new(-limit, 0.0), -1.0);
    let [_, high] = place.endpoints(DVec2::new(limit, 0.0), -1.0);
    picture.segment(Role::Interval, "friction range", flat(low), flat(high));
    for end in [low, high] {
        picture.segment(Role::Interval, "friction range", flat(end - 0.5 * place.side), flat(end + 0.5 * place.side));
    }
    picture.label(Role::Interval, "friction range", flat(high), "μ λₙ");
}

/// Label of a value: its symbol and its number.
fn value_label(value: &Value) -> String {
    format!("{} = {}", value.symbol, value.text)
}
