//! Momentum ledger of a body: the momentum before the step, then the impulses of gravity and forces and of each
//! constraint row, added tip to tail, up to the captured momentum after the step. The closing gap is the unexplained
//! impulse.

use contact_lens_model::answer::AuditedLaw;
use contact_lens_model::answer::number::two_digits;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::stage_lanes::role_of;
use super::{CapturedBody, CapturedWorld};
use crate::model::plot::{horizontal_axis, vertical_axis};

/// Names of the components of the momentum.
const COMPONENTS: [&str; 3] = ["x", "y", "z"];

/// Closing gap, relative to the size of the polygon, below which it is drawn magnified.
const SMALL_GAP: f64 = 0.03;

/// Size of a magnified closing gap, relative to the size of the polygon: at least a tenth of this value.
const MAGNIFIED_GAP: f64 = 0.5;

/// Margin around the polygon, relative to its size.
const MARGIN: f64 = 0.12;

/// Largest number of impulses that are drawn.
const MAX_IMPULSES: usize = 60;

/// Momenta of a body, N s: the polygon from the momentum before the step to the sum of all impulses.
struct Ledger<'a> {
    body: &'a CapturedBody,
    /// Momentum before the step, then after gravity and forces, then after each impulse.
    sums: Vec<DVec3>,
    /// Captured momentum after the step.
    after: DVec3,
}

/// Picture of the ledger of the body that a law is about; `None` if the law judges no velocity.
pub(super) fn picture(world: &CapturedWorld, law: &AuditedLaw) -> Option<Picture> {
    if law.stage != "velocity" {
        return None;
    }
    let bodies = world.bodies_of(&law.culprit);
    let ledger = bodies.into_iter().find_map(|body| Ledger::of(world, body))?;
    let mut picture = Picture::default();
    ledger.draw(role_of(Some(law.verdict)), &mut picture);
    Some(picture)
}

impl<'a> Ledger<'a> {
    /// Ledger of the body with this index; `None` if its mass, its velocities or an impulse are unknown.
    fn of(world: &'a CapturedWorld, index: usize) -> Option<Self> {
        let body = &world.bodies[index];
        let mass = body.mass?;
        let before = body.velocities.before? * mass;
        let mut sums = vec![before, before + body.applied_impulse];
        let mut sum = before + body.applied_impulse;
        for impulse in impulses_on(world, index)? {
            sum += impulse;
            sums.push(sum);
        }
        Some(Self { body, sums, after: body.velocities.after? * mass })
    }

    /// Indices of the two components in which the polygon is widest, in order.
    fn widest_components(&self) -> [usize; 2] {
        let points = self.sums.iter().chain([&self.after, &DVec3::ZERO]);
        let low = points.clone().copied().fold(DVec3::INFINITY, DVec3::min);
        let high = points.copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let extent = high - low;
        let narrowest = (0..3).min_by(|a, b| extent[*a].total_cmp(&extent[*b])).unwrap_or(2);
        match narrowest {
            0 => [2, 1],
            1 => [0, 2],
            _ => [0, 1],
        }
    }

    /// Draws the polygon; the closing gap has the role of the verdict.
    fn draw(&self, role: Role, picture: &mut Picture) {
        let [across, up] = self.widest_components();
        let sums: Vec<DVec3> = self.sums.iter().map(|sum| flattened(*sum, [across, up])).collect();
        let after = flattened(self.after, [across, up]);
        let points = sums.iter().chain([&after, &DVec3::ZERO]);
        let low = points.clone().copied().fold(DVec3::INFINITY, DVec3::min);
        let high = points.copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let size = (high - low).length().max(f64::MIN_POSITIVE);
        add_axes(picture, [low, high], size, [COMPONENTS[across], COMPONENTS[up]]);
        let key = format!("body/{}", self.body.name);
        picture.point(Role::Grid, "zero", DVec3::ZERO);
        picture.arrow(Role::First, key.clone(), DVec3::ZERO, sums[0]);
        picture.label(Role::First, key.clone(), sums[0], "before");
        picture.arrow(Role::Axis, "applied", sums[0], sums[1]);
        picture.label(Role::Axis, "applied", sums[0].midpoint(sums[1]), "gravity, forces");
        let impulses = &sums[1..];
        picture.add(Role::Theirs, "impulses", Form::Polyline { points: impulses.to_vec(), closed: false });
        for sum in impulses.iter().skip(1).take(MAX_IMPULSES) {
            picture.point(Role::Theirs, "impulses", *sum);
        }
        picture.arrow(Role::Last, key.clone(), DVec3::ZERO, after);
        picture.label(Role::Last, key, after, "after");
        if let Some(end) = sums.last() {
            add_gap(picture, role, [*end, after], size);
        }
    }
}

/// The two components of a momentum as a point of the plot.
fn flattened(momentum: DVec3, [across, up]: [usize; 2]) -> DVec3 {
    DVec3::new(momentum[across], momentum[up], 0.0)
}

/// Adds both axes around the polygon between two corners.
fn add_axes(picture: &mut Picture, [low, high]: [DVec3; 2], size: f64, names: [&str; 2]) {
    let margin = MARGIN * size;
    let across = [low.x - margin, high.x + margin];
    let up = [low.y - margin, high.y + margin];
    picture.add(Role::Grid, "axis", horizontal_axis(across, format!("momentum along {}, N s", names[0])));
    picture.add(Role::Grid, "axis", vertical_axis(up, format!("along {}", names[1])));
}

/// Adds the closing gap; a small one is magnified by a power of ten that its label states.
fn add_gap(picture: &mut Picture, role: Role, [end, after]: [DVec3; 2], size: f64) {
    let gap = after - end;
    let length = gap.length();
    if length == 0.0 {
        return;
    }
    let power = if length >= SMALL_GAP * size { 0 } else { (MAGNIFIED_GAP * size / length).log10().floor() as i32 };
    let tip = end + gap * 10f64.powi(power);
    picture.arrow(role, "unexplained", end, tip);
    let magnified = if power == 0 { String::new() } else { format!(", drawn × 1e{power}") };
    picture.label(role, "unexplained", tip, format!("unexplained {} N s{magnified}", two_digits(length)));
}

/// Linear impulses on a body, N s, in the order of the rows, or of the contacts if the rows are not captured; `None` if
/// one is unknown.
fn impulses_on(world: &CapturedWorld, body: usize) -> Option<Vec<DVec3>> {
    let mut impulses = Vec::new();
    for row in &world.rows {
        for (side, linear) in row.linear.iter().enumerate() {
            if row.bodies[side] == Some(body) {
                impulses.push(*linear * row.impulse?);
            }
        }
    }
    if !world.rows.is_empty() {
        return impulses.iter().any(|impulse| *impulse != DVec3::ZERO).then_some(impulses);
    }
    for contact in &world.contacts {
        let Some(side) = contact.bodies.iter().position(|other| *other == Some(body)) else { continue };
        let impulse = contact.normal * contact.impulse? + contact.friction_impulse.unwrap_or_default();
        impulses.push(if side == 0 { -impulse } else { impulse });
    }
    Some(impulses)
}

#[cfg(test)]
mod tests {
    use contact_lens_model::answer::AuditedItem;

    use super::*;
    use crate::audit::{BodyVelocities, CapturedContact};

    /// A ball of 2 kg that a floor pushes by 5 N s, against 1 N s of gravity.
    fn world() -> CapturedWorld {
        let velocities = BodyVelocities { before: Some(DVec3::NEG_Y), after: Some(DVec3::Y) };
        let ball = CapturedBody {
            name: String::from("ball"),
            forms: Vec::new(),
            center: DVec3::ZERO,
            mass: Some(2.0),
            velocities,
            applied_impulse: DVec3::NEG_Y,
        };
        let floor = CapturedBody { name: String::from("floor"), mass: None, ..ball.clone() };
        let contact = CapturedContact {
            bodies: [Some(0), Some(1)],
            on_a: DVec3::ZERO,
            on_b: DVec3::ZERO,
            normal: DVec3::Y,
            gap: 0.0,
            friction: None,
            impulse: Some(5.0),
            friction_impulse: None,
        };
        CapturedWorld { bodies: vec![floor, ball], contacts: vec![contact], ..CapturedWorld::default() }
    }

    #[test]
    fn a_ledger_adds_all_impulses_to_the_momentum_before() {
        let world = world();
        let ledger = Ledger::of(&world, 1).unwrap();
        assert_eq!(ledger.sums, [-2.0, -3.0, 2.0].map(|y| DVec3::Y * y));
        assert_eq!(ledger.after, DVec3::Y * 2.0);
        assert!(Ledger::of(&world, 0).is_none(), "a floor has no momentum");
        let item = AuditedItem { contact: Some(0), ..AuditedItem::default() };
        assert_eq!(world.bodies_of(&item), [0, 1]);
    }

    #[test]
    fn a_small_gap_is_magnified_by_a_power_of_ten() {
        let mut picture = Picture::default();
        add_gap(&mut picture, Role::Fault, [DVec3::ZERO, DVec3::X * 1e-6], 1.0);
        let texts: Vec<&str> = picture
            .marks
            .iter()
            .filter_map(|mark| match &mark.form {
                Form::Label { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["unexplained 1e−6 N s, drawn × 1e5"]);
    }
}
