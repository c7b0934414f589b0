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
use crate::picture::{Backing, Key};

pub use self::geometry::length_of_lines_in;
use self::geometry::{distance_to_segment, length_within, segments_cross};
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
const ON_BODY: [f64; 3] = [0.0, 1.0, -1.0];

/// Distances of the slots from the anchor, points.
const RINGS: [f64; 8] = [7.0, 14.0, 24.0, 38.0, 56.0, 80.0, 112.0, 150.0];

/// Number of slots around the anchor.
const OUTER_SLOTS: usize = DIRECTIONS.len() * RINGS.len();

/// Gap between a leader and its label, points: without it, the leader would look like a minus sign before a number.
const LEADER_GAP: f64 = 3.0;

/// Distance of the slot above which a leader is drawn, points.
const NEAR: f64 = 20.0;

/// Largest distance by which a box is moved back into the pane, points.
const MOST_SHIFT: f64 = 60.0;

/// Reduction of the cost of the slot of the previous step.
const SAME_SLOT: f64 = 9.0;

/// Cost of covering faces of nearly the same color.
const ILLEGIBLE: f64 = 26.0;

/// Cost of covering faces: the name of a vertex belongs outside of its body.
const ON_FACE: f64 = 4.0;

/// Cost of a box half on the named body: a name is next to it, or wholly on it.
const HALF_ON_BODY: f64 = 40.0;

/// Cost of a leader that crosses another one.
const CROSSED_LEADER: f64 = 30.0;

/// Cost of covering a dot.
const ON_DOT: f64 = 40.0;

/// Least cost of a line through the label.
const LEAST_STRUCK: f64 = 6.0;

/// Cost of a line per point of its length in the label.
const STRUCK_PER_POINT: f64 = 0.6;

/// Largest cost of a line through the label.
const MOST_STRUCK: f64 = 30.0;

/// Cost of a leader through a label.
const LEADER_THROUGH_LABEL: f64 = 30.0;

/// Cost of a leader over a dot.
const LEADER_OVER_DOT: f64 = 12.0;

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
    let names = names(requests);
    let mut chosen: Vec<Option<(usize, Place)>> = vec![None; requests.len()];
    for _ in 0..2 {
        for &i in &order {
            chosen[i] = None;
            let before = memory.0.get(&names[i]).copied();
            chosen[i] = best(&requests[i], pane, before, &chosen);
        }
    }
    thinning::remove_strays(requests, &mut chosen);
    for (i, name) in names.into_iter().enumerate() {
        match chosen[i] {
            Some((slot, _)) => memory.0.insert(name, slot),
            None => memory.0.remove(&name),
        };
    }
    chosen.into_iter().map(|choice| choice.map(|(_, place)| place)).collect()
}

/// Key and running number of each label, as one key may have several labels.
fn names(requests: &[LabelRequest]) -> Vec<(Key, usize)> {
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
fn best(
    request: &LabelRequest,
    pane: &Pane,
    before: Option<usize>,
    others: &[Option<(usize, Place)>],
) -> Option<(usize, Place)> {
    let is_in_pane = request.at.cmpge(pane.min - 1.0).all() && request.at.cmple(pane.max + 1.0).all();
    if !request.at.is_finite() || !is_in_pane || !request.size.is_finite() {
        return None;
    }
    let own = pane.frames.iter().find(|[low, high]| request.at.cmpge(*low).all() && request.at.cmple(*high).all());
    let [min, max] = own.map_or([pane.min, pane.max], |[low, high]| [low.max(pane.min), high.min(pane.max)]);
    let (dots, lines) = within_reach(request, pane);
    let pane = &Pane { dots: &dots, lines: &lines, ..*pane };
    let mut best: Option<(f64, usize, Place)> = None;
    // The name of a body may also be on it.
    let slot_count = OUTER_SLOTS + if request.body.is_empty() { 0 } else { ON_BODY.len() };
    for slot in 0..slot_count {
        let Some((place, base)) = slot_place(request, slot, [min, max]) else { continue };
        let stability = if before == Some(slot) { -SAME_SLOT } else { 0.0 };
        if best.as_ref().is_some_and(|(cost, ..)| base + stability >= *cost) {
            continue; // closer inspection only adds costs
        }
        let forbidden = others.iter().flatten().any(|(_, other)| overlap(&place, other.min, other.max))
            || pane.taken.iter().any(|[min, max]| overlap(&place, *min - TAKEN_MARGIN, *max + TAKEN_MARGIN));
        if forbidden {
            continue;
        }
        let least = best.as_ref().map_or(f64::INFINITY, |(least, ..)| *least);
        let so_far = base + stability + HALF_ON_BODY * half_on_body(&request.body, &place);
        let Some(mut cost) = cost_with_obstacles(&place, pane, request.at, others, (so_far, least)) else { continue };
        let area = [place.min, place.max];
        let on_face = if polygon_contains(&request.body, 0.5 * (place.min + place.max)) { 0.0 } else { ON_FACE };
        cost += pane
            .backing
            .map_or(0.0, |backing| ILLEGIBLE * backing.hides(request.ink, area) + on_face * backing.covers(area));
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, slot, place));
        }
    }
    best.map(|(_, slot, place)| (slot, place))
}

/// Box of a slot and its cost before obstacles. A box slightly outside of the available area is moved back into it.
fn slot_place(request: &LabelRequest, slot: usize, [low, high]: [DVec2; 2]) -> Option<(Place, f64)> {
    if let Some(up) = slot.checked_sub(OUTER_SLOTS).map(|place| ON_BODY[place]) {
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
    let turn = slot % DIRECTIONS.len();
    let direction = DVec2::new(DIRECTIONS[turn].0, DIRECTIONS[turn].1);
    let gap = RINGS[ring];
    // The nearest side or corner of the box touches the circle of the ring.
    let pull = DVec2::from(direction.to_array().map(|d| if d.abs() > 0.3 { d.signum() } else { 0.0 }));
    let center = request.at + direction * gap + pull * request.size * 0.5;
    let min = center - request.size * 0.5;
    let max = center + request.size * 0.5;
    let shift = (low - min).max(DVec2::ZERO) - (max - high).max(DVec2::ZERO);
    let min = min + shift;
    let max = max + shift;
    // There is no space if the box still extends beyond, or would cover the named point.
    let fits = min.cmpge(low - 1e-9).all() && max.cmple(high + 1e-9).all() && shift.length() <= MOST_SHIFT;
    if !fits || shift != DVec2::ZERO && request.at.distance(request.at.clamp(min, max)) < 0.5 * RINGS[0] {
        return None;
    }
    let leader = (gap > NEAR).then(|| {
        let end = request.at.clamp(min, max);
        let along = (end - request.at).normalize_or_zero();
        [request.at + along * 3.0, end - along * LEADER_GAP]
    });
    let cost = gap * 0.55 + if turn < 8 { turn as f64 * 0.35 } else { 2.5 + turn as f64 * 0.2 } + 0.3 * shift.length();
    Some((Place { min, max, leader }, cost))
}

/// Whether a placed box, with a small margin, overlaps another box.
fn overlap(place: &Place, min: DVec2, max: DVec2) -> bool {
    let margin = DVec2::new(2.0, 1.0);
    (place.min - margin).cmplt(max).all() && min.cmplt(place.max + margin).all()
}

/// Dots and lines that a label or its leader can touch in any of its slots.
fn within_reach(request: &LabelRequest, pane: &Pane) -> (Vec<(DVec2, f64)>, Vec<[DVec2; 2]>) {
    let reach = request.size + RINGS[RINGS.len() - 1] + MOST_SHIFT;
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
    others: &[Option<(usize, Place)>],
    (so_far, least): (f64, f64),
) -> Option<f64> {
    let mut cost = 0.0;
    for &(dot, radius) in pane.dots {
        let off = dot.distance(dot.clamp(place.min, place.max));
        if off < radius {
            cost += ON_DOT;
        }
    }
    for &[a, b] in pane.lines {
        cost += match length_within(a, b, place.min, place.max) {
            within if within > 0.0 => (LEAST_STRUCK + STRUCK_PER_POINT * within).min(MOST_STRUCK),
            _ => 0.0,
        };
        // Further obstacles only add costs.
        if so_far + cost >= least {
            return None;
        }
    }
    if let Some([from, to]) = place.leader {
        for other in others.iter().flatten() {
            cost += if length_within(from, to, other.1.min, other.1.max) > 0.0 { LEADER_THROUGH_LABEL } else { 0.0 };
            cost +=
                if other.1.leader.is_some_and(|ends| segments_cross([from, to], ends)) { CROSSED_LEADER } else { 0.0 };
        }
        let crossed =
            pane.dots.iter().filter(|(dot, r)| *dot != anchor && distance_to_segment(*dot, from, to) < *r).count();
        cost += crossed as f64 * LEADER_OVER_DOT;
    }
    for other in others.iter().flatten() {
        if let Some([from, to]) = other.1.leader {
            cost += if length_within(from, to, place.min, place.max) > 0.0 { LEADER_THROUGH_LABEL } else { 0.0 };
        }
    }
    if so_far + cost >= least { None } else { Some(so_far + cost) }
}

/// Degree to which a box is half on a body: 0 when wholly on or off, 1 when half of it is on.
fn half_on_body(body: &[DVec2], place: &Place) -> f64 {
    const AT: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    if body.len() < 3 {
        return 0.0;
    }
    let min = place.min - BODY_CLEARANCE;
    let max = place.max + BODY_CLEARANCE;
    // Also samples the middle, since a body may be thinner than the letters are high.
    let all = AT.iter().flat_map(|x| [0.15, 0.5, 0.85].map(|y| min + DVec2::new(*x, y) * (max - min)));
    let on = all.filter(|p| polygon_contains(body, *p)).count() as f64 / (3 * AT.len()) as f64;
    4.0 * on * (1.0 - on)
}
