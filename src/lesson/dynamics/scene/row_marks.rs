//! World marks of the current constraint row: its axis, its velocity and its impulses, with the number at the mark that
//! the beat is about.

use glam::DVec2;

use super::{Scene, flat, impulse_position};
use crate::lesson::Value;
use crate::lesson::dynamics::notation::{contact_short_name, impulse_mark};
use crate::lesson::dynamics::row_view::{AXIS, CHANGE, RowView, SPEED};
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::{Bounds, Constraint, ConstraintSource, Phase};

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
/// drawn.
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
    /// Returns the quantities that a beat of a step of phase `phase` shows. The beats 0 to 3 of an iteration compute
    /// the velocity w, compute the raw impulse, clamp it, and apply it.
    fn at(view: &RowView<'_>, phase: Option<Phase>, beat: usize) -> Self {
        let none = Self::default();
        match (phase, beat) {
            (Some(Phase::WarmStart { .. }), _) => Self { impulse: true, ..none },
            (Some(Phase::Position { .. } | Phase::Direct), _) => Self { before: true, impulse: true, ..none },
            (_, 0) => Self { velocity: true, ..none },
            (_, 1) => Self { before: true, raw: true, ..none },
            (_, 2) => Self { raw: view.is_clamped(), impulse: true, ..none },
            _ if view.has_change() => Self { change: true, ..none },
            _ => Self { impulse: true, ..none },
        }
    }
}

/// Position of a row in the world, and the scale of its impulses.
struct RowPlacement<'a> {
    row: &'a Constraint,
    /// Point of action, meters.
    at: DVec2,
    /// Offset between parallel impulses, across the row's axis, meters, world.
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

    /// Ends of the line of an impulse, shifted across the axis by `offset` times [`Self::side`].
    fn endpoints(&self, impulse: DVec2, offset: f64) -> [DVec2; 2] {
        let from = self.at + self.side * offset;
        [from, from + self.vector(impulse) * self.scale]
    }
}

impl Scene {
    /// Adds the marks of the current row at a beat of a step of phase `phase`; see [`ShownQuantities::at`] for the
    /// beats.
    pub(super) fn add_row_marks(&self, picture: &mut Picture, view: &RowView<'_>, phase: Option<Phase>, beat: usize) {
        let Some(at) = impulse_position(view.world, view.row.source) else { return };
        let shown = ShownQuantities::at(view, phase, beat);
        let iteration = view.iteration;
        let axis = view.row.jacobian[0].linear;
        let compared = [(shown.before, iteration.from), (shown.raw, iteration.raw), (shown.impulse, iteration.to)];
        let compared = compared.into_iter().chain([(shown.change, view.impulse_change())]);
        let longest = compared.filter(|(is_shown, _)| *is_shown).map(|(_, x)| x.length()).fold(0.0, f64::max);
        let drawn_limit = near_limit(view).filter(|_| shown.impulse);
        let longest = drawn_limit.map_or(longest, |limit| longest.max(limit));
        // The arrow of a tiny impulse is shorter than that of a weight, but visible.
        let fraction = (longest / (FULL_LENGTH_IMPULSE * self.impulse())).clamp(LEAST_FRACTION, 1.0);
        let place = RowPlacement {
            row: view.row,
            at,
            side: axis.perp().normalize_or_zero() * PARALLEL_DISTANCE * self.size,
            scale: if longest > view.context.least_impulse() {
                fraction * LONGEST_ARROW * self.size / longest
            } else {
                0.0
            },
        };
        // The normal is next to the quantities along it, not under them.
        let beside = if shown.before && shown.raw { place.side } else { -place.side };
        self.add_axis_of_row(picture, view, [at, at + beside]);
        if shown.velocity {
            self.add_velocity(picture, view, &place);
        }
        if shown.before {
            let [from, to] = place.endpoints(iteration.from, if shown.raw { -1.0 } else { 1.0 });
            picture.segment(Role::Ghost, "before", flat(from), flat(to));
            picture.point(Role::Ghost, "before", flat(to));
        }
        if shown.raw {
            let [from, to] = place.endpoints(iteration.raw, if shown.before { 0.0 } else { 1.0 });
            picture.segment(Role::Removed, "raw", flat(from), flat(to));
            picture.point(Role::Removed, "raw", flat(to));
            if !shown.impulse {
                picture.label(Role::Removed, "raw", flat(to), value_label(&view.raw_impulse_value()));
            }
        }
        if shown.impulse {
            add_friction_range(picture, view, &place);
            let [from, to] = place.endpoints(iteration.to, 0.0);
            picture.arrow(Role::Simplex, impulse_mark(view.row.source), flat(from), flat(to));
            picture.label(Role::Simplex, impulse_mark(view.row.source), flat(to), value_label(&view.impulse_value()));
        }
        if shown.change {
            add_change(picture, view, &place);
        }
        picture.point(Role::Simplex, impulse_mark(view.row.source), flat(at));
    }

    /// Adds the normal or tangent of a contact point as an arrow with its name, next to the quantities along it: the
    /// tangent beyond the surface, the normal from the point `beside`.
    fn add_axis_of_row(&self, picture: &mut Picture, view: &RowView<'_>, [at, beside]: [DVec2; 2]) {
        let (ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point }) =
            view.row.source
        else {
            return;
        };
        let direction = view.row.jacobian[0].linear;
        let name = contact_short_name(view.row.source, view.world.contacts[contact as usize].points.len(), point);
        let (role, from, length) = match view.row.bounds {
            Bounds::Friction { normal, .. } => {
                let normal = view.world.constraints[normal as usize].jacobian[0].linear;
                (Role::Axis, at + normal * TANGENT_OFFSET * self.size, TANGENT_LENGTH)
            }
            Bounds::Free | Bounds::NotNegative | Bounds::Within(_) | Bounds::Disc(_) => {
                (Role::Normal, beside, NORMAL_LENGTH)
            }
        };
        let to = from + direction * length * self.size;
        picture.arrow(role, AXIS, flat(from), flat(to));
        picture.label(role, AXIS, flat(to), name);
    }

    /// Offset of a velocity along the tangent from the contact point: along the normal, nearer than the tangent's
    /// arrow.
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
        let tail = place.at + self.tangent_offset(view, direction);
        let tip = tail + direction * SPEED_LENGTH * self.size;
        picture.arrow(Role::Simplex, SPEED, flat(tail), flat(tip));
        picture.label(Role::Simplex, SPEED, flat(tip), value_label(&view.velocity_value()));
    }
}

/// Adds the change of the impulse on the second body, and the opposite one on the first.
fn add_change(picture: &mut Picture, view: &RowView<'_>, place: &RowPlacement<'_>) {
    let change = view.impulse_change();
    for (sign, label) in [(1.0, value_label(&view.impulse_change_value())), (-1.0, String::from("−Δλ"))] {
        let [from, to] = place.endpoints(change * sign, 0.0);
        picture.arrow(Role::Simplex, CHANGE, flat(from), flat(to));
        // A row of rotation has no direction in the plane.
        if from != to || sign > 0.0 {
            picture.label(Role::Simplex, CHANGE, flat(to), label);
        }
    }
}

/// Friction limit, N s; `None` if it is zero, or too large for a picture with the impulse.
fn near_limit(view: &RowView<'_>) -> Option<f64> {
    let compared = [view.iteration.raw, view.iteration.to].map(DVec2::length).into_iter().fold(0.0, f64::max);
    let least = view.context.least_impulse();
    view.friction_limit().filter(|limit| *limit > least && *limit <= NEAR_LIMIT * compared)
}

/// Adds the range between the friction limits, if it is comparable with the impulse.
fn add_friction_range(picture: &mut Picture, view: &RowView<'_>, place: &RowPlacement<'_>) {
    let Some(limit) = near_limit(view) else { return };
    let [low, high] = [-limit, limit].map(|end| place.endpoints(DVec2::new(end, 0.0), -1.0)[1]);
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
