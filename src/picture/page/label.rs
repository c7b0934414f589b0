//! Placement of labels: near what they name, over nothing that matters, never over one another, and where possible in
//! the same slot as in the previous step.
//!
//! - **Method**: each label has a fixed list of slots around its anchor, near ones first. In the order of rank and key,
//!   each label takes its cheapest free slot; then each chooses once more, with all others placed. Overlapping another
//!   label or leaving the pane is forbidden; covering dots and lines has a cost. A label without a free slot is
//!   omitted.
//! - **Determinism**: the same input gives the same places.

mod geometry;
mod thinning;
mod words;

use std::collections::BTreeMap;

use glam::DVec2;

use super::backing::polygon_contains;
use crate::picture::flat::Flat;
use crate::picture::marks::theme::Rgba;
use crate::picture::segment::distance_in_pane;
use crate::picture::{Backing, Key};

pub use self::geometry::length_of_lines_in;
use self::geometry::{length_within, segments_cross};
pub use self::words::{PlacedLabel, place_labels};

/// A label to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelRequest {
    /// Key under which the slot is remembered.
    pub key: Key,
    /// Point that the label names, points, y down.
    pub at: DVec2,
    /// Width and height of the words, points.
    pub size: DVec2,
    /// Priority; greater ranks choose first.
    pub rank: u8,
    /// Color of the words.
    pub ink: Rgba,
    /// Silhouette of the named body, as a convex polygon; empty for anything else.
    pub body: Vec<DVec2>,
}

/// Obstacles and limits of a pane.
#[derive(Clone, Copy, Debug)]
pub struct Pane<'a> {
    /// Top left corner of the part that labels may use.
    pub min: DVec2,
    /// Bottom right corner of the part that labels may use.
    pub max: DVec2,
    /// Dots: center and radius.
    pub dots: &'a [(DVec2, f64)],
    /// Lines that labels avoid.
    pub lines: &'a [[DVec2; 2]],
    /// Boxes that labels must not cover: top left and bottom right.
    pub taken: &'a [[DVec2; 2]],
    /// Frames; the label of a point in a frame stays inside it.
    pub frames: &'a [[DVec2; 2]],
    /// Background of labels, which have none of their own.
    pub backing: Option<&'a Backing>,
}

impl<'a> Pane<'a> {
    /// Pane of a drawing whose labels are between two corners and do not cover `taken`.
    pub fn of(flat: &'a Flat, [min, max]: [DVec2; 2], taken: &'a [[DVec2; 2]], backing: Option<&'a Backing>) -> Self {
        Self { min, max, dots: &flat.dots, lines: &flat.lines, taken, frames: &flat.frames, backing }
    }
}

/// Box of a placed label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Top left corner of the box.
    pub min: DVec2,
    /// Bottom right corner of the box.
    pub max: DVec2,
    /// Line from the anchor to the box, when the label is far away.
    pub leader: Option<[DVec2; 2]>,
}

/// Slots of the previous step, by key and running number of the label among those of the key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory(BTreeMap<(Key, usize), usize>);

/// Directions of the slots by preference: right and above first, as on maps.
const DIRECTIONS: [(f64, f64); 16] = [
    (0.80, -0.60),
    (1.0, 0.0),
    (-0.80, -0.60),
    (0.80, 0.60),
    (0.0, -1.0),
    (-1.0, 0.0),
    (-0.80, 0.60),
    (0.0, 1.0),
    (0.92, -0.38),
    (0.38, -0.92),
    (-0.38, -0.92),
    (-0.92, -0.38),
    (0.92, 0.38),
    (0.38, 0.92),
    (-0.38, 0.92),
    (-0.92, 0.38),
];

/// Slots on the named body: height above its middle, as a share of the height that the label leaves free.
const BODY_SLOTS: [f64; 3] = [0.0, 1.0, -1.0];

/// Distances of the slots from the anchor, points.
const RINGS: [f64; 8] = [7.0, 14.0, 24.0, 38.0, 56.0, 80.0, 112.0, 150.0];

/// Number of slots around the anchor.
const OUTER_SLOTS: usize = DIRECTIONS.len() * RINGS.len();

/// Cost of a slot per point of its distance from the anchor.
const COST_PER_DISTANCE: f64 = 0.55;

/// Cost of a slot per point by which its box is moved back into the pane.
const COST_PER_SHIFT: f64 = 0.3;

/// Component of a slot's direction up to which the box is centered on the anchor along that axis.
const MAX_CENTERED: f64 = 0.3;

/// Number of times that each label chooses its slot.
const ROUNDS: usize = 2;

/// Gap between a leader and its ends, points: without it, the leader would look like a minus sign before a number.
const LEADER_GAP: f64 = 3.0;

/// Distance of a slot from the anchor up to which its label has no leader, points.
const MAX_DISTANCE_WITHOUT_LEADER: f64 = 20.0;

/// Largest distance by which a box is moved back into the pane, points.
const MAX_SHIFT: f64 = 60.0;

/// Reduction of the cost of the slot of the previous step.
const SAME_SLOT_BONUS: f64 = 9.0;

/// Cost of covering faces of nearly the same color.
const ILLEGIBLE_COST: f64 = 26.0;

/// Cost of covering faces: the name of a vertex belongs outside of its body.
const FACE_COST: f64 = 4.0;

/// Cost of a box half on the named body: a name is next to it, or wholly on it.
const HALF_ON_BODY_COST: f64 = 40.0;

/// Cost of a leader that crosses another one.
const CROSSED_LEADER_COST: f64 = 30.0;

/// Cost of covering a dot.
const DOT_COST: f64 = 40.0;

/// Least cost of a line through the label.
const MIN_LINE_COST: f64 = 6.0;

/// Cost of a line per point of its length in the label.
const LINE_COST_PER_POINT: f64 = 0.6;

/// Largest cost of a line through the label.
const MAX_LINE_COST: f64 = 30.0;

/// Cost of a leader through a label.
const LEADER_THROUGH_LABEL_COST: f64 = 30.0;

/// Cost of a leader over a dot.
const LEADER_OVER_DOT_COST: f64 = 12.0;

/// Margin around taken boxes, points: letters extend slightly beyond their boxes.
const TAKEN_MARGIN: DVec2 = DVec2::new(0.0, 2.0);

/// Least distance of a label from its body's outline, points.
const BODY_CLEARANCE: f64 = 3.0;

/// Places the labels; `None` for those without a free slot. Remembers the slots.
pub fn arrange(requests: &[LabelRequest], pane: &Pane, memory: &mut Memory) -> Vec<Option<Place>> {
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by(|&a, &b| {
        requests[b].rank.cmp(&requests[a].rank).then_with(|| requests[a].key.cmp(&requests[b].key)).then(a.cmp(&b))
    });
    let identities = identities(requests);
    let mut choices: Vec<Option<Choice>> = vec![None; requests.len()];
    for _ in 0..ROUNDS {
        for &i in &order {
            choices[i] = None;
            let before = memory.0.get(&identities[i]).copied();
            choices[i] = best_slot(&requests[i], pane, before, &choices);
        }
    }
    thinning::remove_strays(requests, &mut choices);
    for (identity, choice) in identities.into_iter().zip(&choices) {
        match choice {
            Some(choice) => memory.0.insert(identity, choice.slot),
            None => memory.0.remove(&identity),
        };
    }
    choices.into_iter().map(|choice| choice.map(|choice| choice.place)).collect()
}

/// Slot of a label and its box.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Number of the slot: those around the anchor, then those on the body.
    slot: usize,
    place: Place,
}

/// Key and running number of each label, as one key may have several labels.
fn identities(requests: &[LabelRequest]) -> Vec<(Key, usize)> {
    let mut seen: BTreeMap<&Key, usize> = BTreeMap::new();
    requests
        .iter()
        .map(|request| {
            let count = seen.entry(&request.key).or_insert(0);
            *count += 1;
            (request.key.clone(), *count)
        })
        .collect()
}

/// Cheapest free slot of a label and its box; `None` without one. `before` is its slot in the previous step, `others`
/// are the labels placed so far.
fn best_slot(request: &LabelRequest, pane: &Pane, before: Option<usize>, others: &[Option<Choice>]) -> Option<Choice> {
    let is_in_pane = request.at.cmpge(pane.min - 1.0).all() && request.at.cmple(pane.max + 1.0).all();
    if !request.at.is_finite() || !is_in_pane || !request.size.is_finite() {
        return None;
    }
    let frame = pane.frames.iter().find(|[low, high]| request.at.cmpge(*low).all() && request.at.cmple(*high).all());
    let [min, max] = frame.map_or([pane.min + PANE_MARGIN, pane.max - PANE_MARGIN], |[low, high]| {
        [low.max(pane.min), high.min(pane.max)]
    });
    let (dots, lines) = obstacles_near(request, pane);
    let pane = &Pane { dots: &dots, lines: &lines, ..*pane };
    let mut least = f64::INFINITY;
    let mut best = None;
    // The name of a body may also be on it.
    let slot_count = OUTER_SLOTS + if request.body.is_empty() { 0 } else { BODY_SLOTS.len() };
    for slot in 0..slot_count {
        let Some((place, base)) = slot_place(request, slot, [min, max]) else { continue };
        let stability = if before == Some(slot) { -SAME_SLOT_BONUS } else { 0.0 };
        if base + stability >= least {
            continue; // closer inspection only adds costs
        }
        let forbidden = others.iter().flatten().any(|other| overlap(&place, other.place.min, other.place.max))
            || pane.taken.iter().any(|[min, max]| overlap(&place, *min - TAKEN_MARGIN, *max + TAKEN_MARGIN));
        if forbidden {
            continue;
        }

        let so_far = base + stability + HALF_ON_BODY_COST * half_on_body(&request.body, &place);
        let Some(mut cost) = cost_with_obstacles(&place, pane, request.at, others, (so_far, least)) else { continue };
        let area = [place.min, place.max];
        let on_face = if polygon_contains(&request.body, 0.5 * (place.min + place.max)) { 0.0 } else { FACE_COST };
        cost += pane
            .backing
            .map_or(0.0, |backing| ILLEGIBLE_COST * backing.hides(request.ink, area) + on_face * backing.covers(area));
        if cost < least {
            least = cost;
            best = Some(Choice { slot, place });
        }
    }
    best
}

/// Space between a label and the edge of its pane, points: a label at the edge looks cut off.
const PANE_MARGIN: f64 = 5.0;

/// Box of a slot and its cost before obstacles; `None` where it does not fit. A box slightly outside of the available
/// area is moved back into it.
fn slot_place(request: &LabelRequest, slot: usize, [low, high]: [DVec2; 2]) -> Option<(Place, f64)> {
    if let Some(up) = slot.checked_sub(OUTER_SLOTS).map(|place| BODY_SLOTS[place]) {
        let half = request.size * 0.5;
        let [top, bottom] =
            [f64::min, f64::max].map(|end| request.body.iter().map(|p| p.y).reduce(end).unwrap_or(request.at.y));
        let margin = (0.5 * (bottom - top) - half.y - BODY_CLEARANCE).max(0.0);
        let center = request.at - DVec2::new(0.0, up * margin);
        let is_on_it = up == 0.0
            || margin > 0.0 && [-half, half].iter().all(|corner| polygon_contains(&request.body, center + *corner));
        return is_on_it.then(|| (Place { min: center - half, max: center + half, leader: None }, up.abs()));
    }
    let ring = slot / DIRECTIONS.len();
    let number = slot % DIRECTIONS.len();
    let direction = DVec2::new(DIRECTIONS[number].0, DIRECTIONS[number].1);
    let gap = RINGS[ring];
    // The nearest side or corner of the box touches the circle of the ring.
    let pull = DVec2::from(direction.to_array().map(|d| if d.abs() > MAX_CENTERED { d.signum() } else { 0.0 }));
    let center = request.at + direction * gap + pull * request.size * 0.5;
    let min = center - request.size * 0.5;
    let max = center + request.size * 0.5;
    let shift = (low - min).max(DVec2::ZERO) - (max - high).max(DVec2::ZERO);
    let min = min + shift;
    let max = max + shift;
    // There is no space if the box still extends beyond, or would cover the named point.
    let fits = min.cmpge(low - 1e-9).all() && max.cmple(high + 1e-9).all() && shift.length() <= MAX_SHIFT;
    if !fits || shift != DVec2::ZERO && request.at.distance(request.at.clamp(min, max)) < 0.5 * RINGS[0] {
        return None;
    }
    let leader = (gap > MAX_DISTANCE_WITHOUT_LEADER).then(|| {
        let end = request.at.clamp(min, max);
        let along = (end - request.at).normalize_or_zero();
        [request.at + along * LEADER_GAP, end - along * LEADER_GAP]
    });
    let direction_cost = if number < 8 { number as f64 * 0.35 } else { 2.5 + number as f64 * 0.2 };
    let cost = gap * COST_PER_DISTANCE + direction_cost + COST_PER_SHIFT * shift.length();
    Some((Place { min, max, leader }, cost))
}

/// Whether a placed box, with a small margin, overlaps another box.
fn overlap(place: &Place, min: DVec2, max: DVec2) -> bool {
    let margin = DVec2::new(2.0, 1.0);
    (place.min - margin).cmplt(max).all() && min.cmplt(place.max + margin).all()
}

/// Dots and lines that a label or its leader can touch in any of its slots.
fn obstacles_near(request: &LabelRequest, pane: &Pane) -> (Vec<(DVec2, f64)>, Vec<[DVec2; 2]>) {
    let reach = request.size + RINGS[RINGS.len() - 1] + MAX_SHIFT;
    let min = request.at - reach;
    let max = request.at + reach;
    let dots = pane.dots.iter().copied();
    let lines = pane.lines.iter().copied();
    (
        dots.filter(|(at, radius)| (*at - *radius).cmple(max).all() && (*at + *radius).cmpge(min).all()).collect(),
        lines.filter(|[a, b]| a.min(*b).cmple(max).all() && a.max(*b).cmpge(min).all()).collect(),
    )
}

/// Total cost of a place with everything that it covers, starting at `so_far`; `None` if it is not below `least`.
fn cost_with_obstacles(
    place: &Place,
    pane: &Pane,
    anchor: DVec2,
    others: &[Option<Choice>],
    (so_far, least): (f64, f64),
) -> Option<f64> {
    let mut cost = 0.0;
    for &(dot, radius) in pane.dots {
        if dot.distance(dot.clamp(place.min, place.max)) < radius {
            cost += DOT_COST;
        }
    }
    for &[a, b] in pane.lines {
        cost += match length_within(a, b, place.min, place.max) {
            within if within > 0.0 => (MIN_LINE_COST + LINE_COST_PER_POINT * within).min(MAX_LINE_COST),
            _ => 0.0,
        };
        // Further obstacles only add costs.
        if so_far + cost >= least {
            return None;
        }
    }
    if let Some([from, to]) = place.leader {
        for other in others.iter().flatten() {
            let Place { min, max, leader } = other.place;
            cost += if length_within(from, to, min, max) > 0.0 { LEADER_THROUGH_LABEL_COST } else { 0.0 };
            cost += if leader.is_some_and(|ends| segments_cross([from, to], ends)) { CROSSED_LEADER_COST } else { 0.0 };
        }
        let crossed =
            pane.dots.iter().filter(|(dot, r)| *dot != anchor && distance_in_pane(*dot, [from, to]) < *r).count();
        cost += crossed as f64 * LEADER_OVER_DOT_COST;
    }
    for other in others.iter().flatten() {
        if let Some([from, to]) = other.place.leader {
            cost += if length_within(from, to, place.min, place.max) > 0.0 { LEADER_THROUGH_LABEL_COST } else { 0.0 };
        }
    }
    if so_far + cost >= least { None } else { Some(so_far + cost) }
}

/// Degree to which a box is half on a body: 0 when wholly on or off, 1 when half of it is on.
fn half_on_body(body: &[DVec2], place: &Place) -> f64 {
    const ALONG: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    if body.len() < 3 {
        return 0.0;
    }
    let min = place.min - BODY_CLEARANCE;
    let max = place.max + BODY_CLEARANCE;
    // Also samples the middle, since a body may be thinner than the letters are high.
    let all = ALONG.iter().flat_map(|x| [0.15, 0.5, 0.85].map(|y| min + DVec2::new(*x, y) * (max - min)));
    let on = all.filter(|p| polygon_contains(body, *p)).count() as f64 / (3 * ALONG.len()) as f64;
    4.0 * on * (1.0 - on)
}
