//! Two captures of one scene: the first quantity, in the order of the stages, whose difference is proven.
//!
//! Bodies are matched by name. Impulses are compared as sums per pair: single impulses of redundant contacts are not
//! unique.

use std::collections::{BTreeMap, BTreeSet};

use contact_lens_engine::glam::{DQuat, DVec3};
use serde::Serialize;

use crate::problem::{Problem, RowKind, pose_of, sorted};
use crate::rotation::angle_between;

/// First proven difference of two captures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parting {
    /// Name of the stage.
    pub stage: &'static str,
    /// Name of the quantity.
    pub quantity: &'static str,
    /// Name of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Names of both bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<[String; 2]>,
    /// Value in this capture.
    pub value: Vec<f64>,
    /// Value in the other capture.
    pub other: Vec<f64>,
    /// Difference of both values.
    pub difference: f64,
    /// Sum of both bounds.
    pub bound: f64,
}

/// A compared quantity of an item.
struct Quantity {
    /// Numbers, compared one by one.
    numbers: Vec<f64>,
    /// Size of the numbers from which they were computed.
    size: f64,
    /// Difference that a claim of the engine explains, in addition to rounding.
    claim: f64,
}

impl Quantity {
    /// One of the numbers; 0 if it is absent.
    fn number(&self, k: usize) -> f64 {
        self.numbers.get(k).copied().unwrap_or(0.0)
    }
}

/// Item of a comparison: names of one or two bodies.
type Item = Vec<String>;

/// Values of one quantity for all items.
struct Compared {
    /// Stage of the quantity.
    stage: &'static str,
    /// Name of the quantity.
    quantity: &'static str,
    /// Values of the quantity by item.
    values: BTreeMap<Item, Quantity>,
}

/// Compares two captures; `None` if no difference is proven.
pub fn parting(problem: &Problem, other: &Problem) -> Option<Parting> {
    let own = quantities(problem);
    let others = quantities(other);
    own.iter().zip(&others).find_map(|(a, b)| first_difference(a, b, [problem, other]))
}

/// Largest proven difference of a quantity in multiples of its bound.
fn first_difference(a: &Compared, b: &Compared, problems: [&Problem; 2]) -> Option<Parting> {
    let items: BTreeSet<&Item> = a.values.keys().chain(b.values.keys()).collect();
    let absent = Quantity { numbers: Vec::new(), size: 0.0, claim: 0.0 };
    let mut worst: Option<(f64, Parting)> = None;
    for item in items {
        let x = a.values.get(item).unwrap_or(&absent);
        let y = b.values.get(item).unwrap_or(&absent);
        let length = x.numbers.len().max(y.numbers.len());
        let difference = (0..length).map(|k| (x.number(k) - y.number(k)).abs()).fold(0.0, f64::max);
        let bound = problems[0].bound(64.0, x.size) + problems[1].bound(64.0, y.size) + x.claim + y.claim;
        if difference <= bound {
            continue;
        }
        let ratio = difference / bound.max(f64::MIN_POSITIVE);
        if worst.as_ref().is_none_or(|(known, _)| ratio > *known) {
            worst = Some((ratio, found(a, item, [x, y], [difference, bound])));
        }
    }
    worst.map(|(_, parting)| parting)
}

/// Creates the answer about one item.
fn found(compared: &Compared, item: &Item, values: [&Quantity; 2], numbers: [f64; 2]) -> Parting {
    let [difference, bound] = numbers;
    let [value, other] = values.map(|quantity| quantity.numbers.clone());
    let pair = match item.as_slice() {
        [a, b] => Some([a.clone(), b.clone()]),
        _ => None,
    };
    let body = item.first().filter(|_| pair.is_none()).cloned();
    let Compared { stage, quantity, .. } = *compared;
    Parting { stage, quantity, body, pair, value, other, difference, bound }
}

/// All compared quantities, in order.
fn quantities(problem: &Problem) -> Vec<Compared> {
    let mut all = states(problem, true);
    all.push(masses(problem));
    all.extend(pair_sets(problem));
    all.extend(contacts(problem));
    all.extend(rows(problem));
    all.push(impulses(problem));
    let mut after = states(problem, false);
    after.reverse();
    all.extend(after);
    all
}

/// Poses and velocities, before or after the step.
fn states(problem: &Problem, before: bool) -> Vec<Compared> {
    let mut poses = BTreeMap::new();
    let mut velocities = BTreeMap::new();
    for (body, model) in problem.step.bodies.iter().zip(&problem.bodies) {
        let state = if before { body.before } else { body.after };
        let motion = if before { model.before } else { model.after };
        let claim = if before { 0.0 } else { velocity_claim(problem) };
        if let Some(state) = state {
            let pose = pose_of(&state);
            let angle = angle_between(pose.rotation(), DQuat::IDENTITY);
            let axis = pose.rotation().xyz() * pose.rotation().w.signum();
            let mut numbers = pose.position.to_array().to_vec();
            numbers.extend(axis.to_array());
            let size = pose.position.abs().element_sum() + 1.0 + angle;
            poses.insert(vec![body.name.clone()], Quantity { numbers, size, claim: claim * problem.h });
        }
        if let Some(motion) = motion {
            let mut numbers = motion.linear.to_array().to_vec();
            numbers.extend(motion.angular.to_array());
            let size = numbers.iter().map(|x| x.abs()).sum::<f64>() + problem.gravity.length() * problem.h;
            velocities.insert(vec![body.name.clone()], Quantity { numbers, size, claim });
        }
    }
    let stages = if before { ["data", "data"] } else { ["pose", "velocity"] };
    let names = if before { ["pose before", "velocity before"] } else { ["pose after", "velocity after"] };
    vec![
        Compared { stage: stages[0], quantity: names[0], values: poses },
        Compared { stage: stages[1], quantity: names[1], values: velocities },
    ]
}

/// Difference of velocities that the claimed residual explains.
fn velocity_claim(problem: &Problem) -> f64 {
    100.0 * problem.step.model.tolerance.unwrap_or(0.0)
}

/// Masses and inertias of all bodies.
fn masses(problem: &Problem) -> Compared {
    let mut values = BTreeMap::new();
    for (body, model) in problem.step.bodies.iter().zip(&problem.bodies) {
        if let (Some(mass), Some(inertia)) = (body.mass, model.body_inertia) {
            let mut numbers = vec![mass];
            numbers.extend(inertia.to_cols_array());
            let size = numbers.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            values.insert(vec![body.name.clone()], Quantity { numbers, size, claim: 0.0 });
        }
    }
    Compared { stage: "shapes", quantity: "mass and inertia", values }
}

/// Names of a pair in alphabetical order.
fn item_of(problem: &Problem, pair: [usize; 2]) -> Item {
    let mut names = pair.map(|i| problem.step.bodies[i].name.clone()).to_vec();
    names.sort();
    names
}

/// The number 1 for each pair of a set, so that an absent pair differs.
fn presence<'a>(problem: &Problem, pairs: impl Iterator<Item = &'a [usize; 2]>) -> BTreeMap<Item, Quantity> {
    let present = pairs.map(|pair| (item_of(problem, *pair), Quantity { numbers: vec![1.0], size: 0.0, claim: 0.5 }));
    present.collect()
}

/// Sets of pairs: filtered, candidates and with contacts.
fn pair_sets(problem: &Problem) -> Vec<Compared> {
    vec![
        Compared {
            stage: "filters",
            quantity: "rejected pairs",
            values: presence(problem, problem.pairs.filtered.iter()),
        },
        Compared {
            stage: "broad phase",
            quantity: "candidate pairs",
            values: presence(problem, problem.pairs.candidates.iter().flatten()),
        },
        Compared {
            stage: "narrow phase",
            quantity: "pairs with contacts",
            values: presence(problem, problem.pairs.contacts.keys()),
        },
    ]
}

/// Number of points, least gap and mean normal of each pair.
fn contacts(problem: &Problem) -> Vec<Compared> {
    let mut counts = BTreeMap::new();
    let mut gaps = BTreeMap::new();
    let mut normals = BTreeMap::new();
    for (pair, list) in &problem.pairs.contacts {
        let extent = problem.bodies[pair[0]].extent + problem.bodies[pair[1]].extent;
        let least = list.iter().map(|c| problem.contacts()[*c].gap).fold(f64::INFINITY, f64::min);
        let mut sum = DVec3::ZERO;
        for c in list {
            let sign = if problem.contact_pairs[*c] == *pair { 1.0 } else { -1.0 };
            sum += DVec3::from(problem.contacts()[*c].normal) * sign;
        }
        let item = item_of(problem, *pair);
        let is_reversed = problem.step.bodies[pair[0]].name != item[0];
        let mean = sum / list.len().max(1) as f64 * if is_reversed { -1.0 } else { 1.0 };
        let claim = problem.step.model.narrow_tolerance.unwrap_or(0.0);
        counts.insert(item.clone(), Quantity { numbers: vec![list.len() as f64], size: 0.0, claim: 0.0 });
        gaps.insert(item.clone(), Quantity { numbers: vec![least], size: extent, claim });
        normals.insert(item, Quantity { numbers: mean.to_array().to_vec(), size: 1.0 + extent, claim: 0.0 });
    }
    vec![
        Compared { stage: "narrow phase", quantity: "points of the pair", values: counts },
        Compared { stage: "narrow phase", quantity: "least gap", values: gaps },
        Compared { stage: "narrow phase", quantity: "mean normal", values: normals },
    ]
}

/// Numbers of each pair in increasing order, so that the order of its points does not matter.
fn sorted_numbers(
    problem: &Problem,
    numbers: impl Iterator<Item = ([usize; 2], f64, f64)>,
) -> BTreeMap<Item, Quantity> {
    let mut values: BTreeMap<Item, Quantity> = BTreeMap::new();
    for (pair, number, size) in numbers {
        let item = item_of(problem, pair);
        let entry = values.entry(item).or_insert_with(|| Quantity { numbers: Vec::new(), size: 0.0, claim: 0.0 });
        entry.numbers.push(number);
        entry.size = entry.size.max(size);
    }
    values.values_mut().for_each(|quantity| quantity.numbers.sort_by(f64::total_cmp));
    values
}

/// Coefficients and targets of rows, by pair.
fn rows(problem: &Problem) -> Vec<Compared> {
    let friction = problem.contacts().iter().zip(&problem.contact_pairs).filter_map(|(contact, pair)| {
        let coefficient = contact.friction.as_ref()?.at(0)?;
        Some((*pair, coefficient, coefficient.abs()))
    });
    let coefficients = sorted_numbers(problem, friction);
    let of_rows = row_numbers(problem, |kind| matches!(kind, RowKind::Friction(_)), |row| row.coefficient);
    let of_normals = row_numbers(problem, |kind| matches!(kind, RowKind::Normal), |row| Some(row.target));
    let of_joints = row_numbers(problem, |kind| matches!(kind, RowKind::Joint), |row| Some(row.target));
    let quantities = [
        ("coefficients", coefficients),
        ("coefficients of rows", of_rows),
        ("targets of normals", of_normals),
        ("targets of joints", of_joints),
    ];
    quantities.map(|(quantity, values)| Compared { stage: "rows", quantity, values }).into()
}

/// A number of all rows of a kind, by pair; empty for generalized coordinates.
fn row_numbers(
    problem: &Problem,
    is_kind: fn(&RowKind) -> bool,
    number: fn(&crate::capture::Row) -> Option<f64>,
) -> BTreeMap<Item, Quantity> {
    let mut numbers = Vec::new();
    for (r, row) in problem.captured_rows().iter().enumerate() {
        let [Some(a), Some(b)] = problem.bodies_of_row(r) else { continue };
        let Some(number) = number(row).filter(|_| is_kind(&problem.kinds[r]) && !problem.generalized) else { continue };
        let before = problem.rows.as_ref().and_then(|rows| Some((rows, rows.before.as_ref()?)));
        let speed = before.map_or(0.0, |(rows, before)| rows.system.abs_dot(r, before));
        let gap = row.contact.and_then(|c| problem.contacts().get(c)).map_or(0.0, |contact| contact.gap.abs());
        numbers.push(([a, b], number, number.abs() + speed + gap / problem.h));
    }
    sorted_numbers(problem, numbers.into_iter())
}

/// Net impulse of each pair on the body with the later name.
fn impulses(problem: &Problem) -> Compared {
    let mut values: BTreeMap<Item, Quantity> = BTreeMap::new();
    for (contact, pair) in problem.contacts().iter().zip(&problem.contact_pairs) {
        let Some(normal) = contact.impulse else { continue };
        let friction = DVec3::from(contact.friction_impulse.unwrap_or_default());
        let item = item_of(problem, *pair);
        let is_reversed = problem.step.bodies[pair[0]].name != item[0];
        let impulse = DVec3::from(contact.normal) * normal + friction;
        let signed = impulse * if is_reversed { -1.0 } else { 1.0 };
        let entry = values.entry(item).or_insert_with(|| Quantity { numbers: vec![0.0; 3], size: 0.0, claim: 0.0 });
        entry.numbers.iter_mut().zip(signed.to_array()).for_each(|(sum, x)| *sum += x);
        entry.size += normal.abs() + friction.abs().element_sum();
        entry.claim += impulse_claim(problem, sorted(*pair));
    }
    Compared { stage: "solve", quantity: "net impulse", values }
}

/// Difference of impulses of a pair that the claimed residual explains.
fn impulse_claim(problem: &Problem, pair: [usize; 2]) -> f64 {
    let mass = pair.iter().filter_map(|i| problem.step.bodies[*i].mass).fold(0.0, f64::max);
    velocity_claim(problem) * mass
}
