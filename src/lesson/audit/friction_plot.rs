//! Plot of a contact's friction impulse and normal impulse: the set of allowed impulses, the captured impulse, the
//! nearest allowed one, and the direction that friction should have.
//!
//! The set is the section of the friction cone that contains the friction impulse, or the range of one row. The slip
//! arrow starts on the axis at the height of the captured impulse. Friction that dissipates as much as possible is
//! opposite to the slip and at the limit, so the arrow then ends where the captured impulse is.

use contact_lens_model::answer::number::two_digits;
use contact_lens_model::answer::{AuditVerdict, AuditedLaw};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::stage_lanes::role_of;
use super::{CapturedFriction, CapturedWorld};
use crate::model::plot::{horizontal_axis, vertical_axis};

/// Range of the plot beyond everything that it shows, relative to its size.
const MARGIN: f64 = 1.2;

/// Speed, m/s, below which a contact sticks and has no direction of slip.
const LEAST_SLIP: f64 = 1e-6;

/// Largest number of other contacts that are drawn.
const MAX_OTHERS: usize = 100;

/// Picture of the friction of the item of a law; empty if its impulses are not captured, or if all are 0.
pub(super) fn picture(world: &CapturedWorld, law: &AuditedLaw) -> Picture {
    let Some(friction) = world.friction_of(&law.culprit) else { return Picture::default() };
    let is_about_friction = law.stage == "solve" || law.law.contains("coefficient");
    let plot = FrictionPlot::of(world, friction);
    if !is_about_friction || plot.height == 0.0 || !friction.coefficient.is_finite() {
        return Picture::default();
    }
    plot.draw(law.verdict)
}

/// The friction of one item, with the range of the plot.
struct FrictionPlot<'a> {
    friction: &'a CapturedFriction,
    /// Frictions with the same coefficient, for comparison.
    others: Vec<&'a CapturedFriction>,
    /// Greatest normal impulse of the plot, N s.
    height: f64,
    /// Greatest friction impulse of the plot, N s.
    width: f64,
    /// Unit of the impulses.
    unit: &'static str,
}

impl<'a> FrictionPlot<'a> {
    /// Plot of a friction of the world.
    fn of(world: &'a CapturedWorld, friction: &'a CapturedFriction) -> Self {
        let comparable = world.frictions.iter().filter(|other| is_comparable(friction, other));
        let others: Vec<_> = comparable.take(MAX_OTHERS).collect();
        let shown = others.iter().copied().chain([friction]);
        let normal = shown.clone().map(|shown| shown.normal.abs()).fold(0.0, f64::max);
        let tangential = shown.map(|shown| shown.friction.abs()).fold(0.0, f64::max);
        // Impulses without a normal one still show how wide the set is.
        let from_friction = if friction.coefficient > 0.0 { tangential / friction.coefficient } else { tangential };
        let height = if normal > 0.0 { normal } else { from_friction };
        let width = tangential.max(friction.coefficient * height);
        Self { friction, others, height: MARGIN * height, width: MARGIN * width, unit: world.impulse_unit() }
    }

    /// Draws the plot; the captured impulse has the role of the verdict.
    fn draw(&self, verdict: AuditVerdict) -> Picture {
        let mut picture = Picture::default();
        self.add_axes(&mut picture);
        let rim = self.friction.coefficient * self.height;
        let corners = [DVec3::ZERO, DVec3::new(-rim, self.height, 0.0), DVec3::new(rim, self.height, 0.0)];
        picture.add(Role::Bound, "allowed", Form::Polygon(corners.to_vec()));
        for other in &self.others {
            picture.point(Role::Ghost, format!("friction/{}", other.contact), place(other));
        }
        self.add_slip(&mut picture);
        let role = role_of(Some(verdict));
        let at = place(self.friction);
        picture.point(role, "impulse", at);
        picture.label(
            role,
            "impulse",
            at,
            format!("captured {} {}", two_digits(self.friction.friction.abs()), self.unit),
        );
        self.add_excess(role, &mut picture);
        picture
    }

    /// Adds the axes of both impulses, and the line of impulses without friction.
    fn add_axes(&self, picture: &mut Picture) {
        let lowest = self.others.iter().map(|other| other.normal).fold(self.friction.normal, f64::min).min(0.0);
        let of_row = if self.friction.row.is_some() { " of a row" } else { "" };
        let name = format!("friction{of_row}, {}", self.unit);
        picture.add(Role::Grid, "axis", horizontal_axis([-self.width, self.width], name));
        picture.add(
            Role::Grid,
            "axis",
            vertical_axis([MARGIN * lowest, self.height], format!("normal impulse, {}", self.unit)),
        );
        let axis = [DVec3::ZERO, DVec3::Y * self.height];
        picture.add(Role::Grid, "zero", Form::Segment(axis));
    }

    /// Largest friction impulse that the coefficient allows, N s.
    fn limit(&self) -> f64 {
        self.friction.coefficient * self.friction.normal.max(0.0)
    }

    /// Adds the arrow against the slip, from the axis to the rim; shorter if the slip has a part across the plot.
    fn add_slip(&self, picture: &mut Picture) {
        let Some(slip) = self.friction.slip.filter(|slip| slip.speed > LEAST_SLIP) else { return };
        let length = self.limit() * -slip.along / slip.speed;
        if length == 0.0 {
            return;
        }
        let from = DVec3::Y * self.friction.normal;
        let to = from + DVec3::X * length;
        picture.arrow(Role::Axis, "slip", from, to);
        picture.label(Role::Axis, "slip", from.midpoint(to), format!("against slip of {} m/s", two_digits(slip.speed)));
    }

    /// Adds the nearest allowed impulse and the excess of the captured one, if it is outside of the set.
    fn add_excess(&self, role: Role, picture: &mut Picture) {
        let limit = self.limit();
        let excess = self.friction.friction.abs() - limit;
        if role != Role::Fault || excess <= 0.0 {
            return;
        }
        let height = self.friction.normal.max(0.0);
        let allowed = DVec3::new(limit.copysign(self.friction.friction), height, 0.0);
        picture.point(Role::Closest, "nearest", allowed);
        picture.add(role, "excess", Form::Segment([allowed, DVec3::new(self.friction.friction, height, 0.0)]));
        picture.label(Role::Closest, "nearest", allowed, format!("at most {} {}", two_digits(limit), self.unit));
    }
}

/// Whether another friction has the same set of allowed impulses.
fn is_comparable(friction: &CapturedFriction, other: &CapturedFriction) -> bool {
    let difference = (other.coefficient - friction.coefficient).abs();
    other != friction && other.row.is_some() == friction.row.is_some() && difference <= 1e-9 * friction.coefficient
}

/// Position of a captured impulse in the plot.
fn place(friction: &CapturedFriction) -> DVec3 {
    DVec3::new(friction.friction, friction.normal, 0.0)
}

#[cfg(test)]
mod tests {
    use contact_lens_model::answer::AuditedItem;

    use super::*;
    use crate::audit::Slip;

    /// World with one contact that pushes by 10 N s, with a coefficient of 0.5.
    fn world(friction: f64, slip: Option<Slip>) -> CapturedWorld {
        let contact = CapturedFriction { contact: 0, row: None, normal: 10.0, friction, coefficient: 0.5, slip };
        CapturedWorld { frictions: vec![contact], ..CapturedWorld::default() }
    }

    /// Picture of a broken law of the contact.
    fn broken(world: &CapturedWorld) -> Picture {
        let plot = FrictionPlot::of(world, &world.frictions[0]);
        plot.draw(AuditVerdict::Broken)
    }

    /// Ends of a mark's segment or arrow.
    fn ends(picture: &Picture, key: &str) -> Option<[DVec3; 2]> {
        picture.marks.iter().filter(|mark| mark.key == contact_lens_picture::Key::from(key.to_owned())).find_map(
            |mark| match mark.form {
                Form::Segment(ends) => Some(ends),
                Form::Arrow { from, to } => Some([from, to]),
                _ => None,
            },
        )
    }

    #[test]
    fn friction_outside_of_its_cone_has_an_excess() {
        let picture = broken(&world(7.0, None));
        assert_eq!(ends(&picture, "excess"), Some([DVec3::new(5.0, 10.0, 0.0), DVec3::new(7.0, 10.0, 0.0)]));
        assert_eq!(ends(&broken(&world(4.0, None)), "excess"), None);
    }

    #[test]
    fn the_slip_arrow_ends_at_an_impulse_that_brakes_at_the_limit() {
        let slip = Slip { speed: 2.0, along: -2.0 };
        let picture = broken(&world(5.0, Some(slip)));
        assert_eq!(ends(&picture, "slip"), Some([DVec3::Y * 10.0, DVec3::new(5.0, 10.0, 0.0)]));
        let resting = Slip { speed: 1e-9, along: -1e-9 };
        assert_eq!(ends(&broken(&world(5.0, Some(resting))), "slip"), None);
    }

    #[test]
    fn a_contact_without_captured_impulses_has_no_plot() {
        let law = AuditedLaw {
            stage: "solve",
            law: "friction within its set",
            verdict: AuditVerdict::Holds,
            value: 0.0,
            bound: 1.0,
            band: None,
            unit: "N s",
            culprit: AuditedItem { contact: Some(0), ..AuditedItem::default() },
            because: None,
        };
        assert!(picture(&CapturedWorld::default(), &law).marks.is_empty());
    }
}
