//! Slots of a label: the fixed list of boxes that it may take, around its anchor and on the body that it names.

use glam::DVec2;

use super::{LabelBox, LabelRequest};
use crate::page::backing::polygon_contains;

/// Directions of the slots around the anchor by preference, y down: right and above first, as on maps. The first eight
/// are the main directions, the others are between them.
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

/// Number of the main directions.
const MAIN_DIRECTIONS: usize = 8;

/// Cost per rank of a main direction.
const COST_PER_MAIN_DIRECTION: f64 = 0.35;

/// Least cost of a direction between the main ones.
const BETWEEN_DIRECTIONS_COST: f64 = 2.5;

/// Additional cost per rank of a direction between the main ones.
const COST_PER_BETWEEN_DIRECTION: f64 = 0.2;

/// Slots on the named body: height above its middle, as a share of the height that the label leaves free.
const BODY_SLOTS: [f64; 3] = [0.0, 1.0, -1.0];

/// Distances of the slots from the anchor, points.
const RINGS: [f64; 8] = [7.0, 14.0, 24.0, 38.0, 56.0, 80.0, 112.0, 150.0];

/// Number of slots around the anchor. They come before those on the body.
const OUTER_SLOTS: usize = DIRECTIONS.len() * RINGS.len();

/// Cost of a slot per point of its distance from the anchor.
const COST_PER_DISTANCE: f64 = 0.55;

/// Cost of a slot per point by which its box is moved back into the pane.
const COST_PER_SHIFT: f64 = 0.3;

/// Component of a slot's direction up to which the box is centered on the anchor along that axis.
const MAX_CENTERED: f64 = 0.3;

/// Gap between a leader and its ends, points: without it, the leader would look like a minus sign before a number.
const LEADER_GAP: f64 = 3.0;

/// Distance of a slot from the anchor up to which its label has no leader, points.
const MAX_DISTANCE_WITHOUT_LEADER: f64 = 20.0;

/// Largest distance by which a box is moved back into the pane, points.
const MAX_SHIFT: f64 = 60.0;

/// Least distance of the anchor from a box that was moved back into the pane, points; nearer boxes would cover it.
const MIN_SHIFTED_DISTANCE: f64 = 0.5 * RINGS[0];

/// Tolerance for the rounding error of a shifted box, points.
const SHIFT_ROUNDING: f64 = 1e-9;

/// Least distance of a label from the outline of its body, points.
pub(super) const BODY_CLEARANCE: f64 = 3.0;

/// A slot that a label fits into.
pub(super) struct Slot {
    pub place: LabelBox,
    /// Cost of the slot's direction and distance, without obstacles.
    pub cost: f64,
}

/// Number of slots of a label: the name of a body may also be on the body.
pub(super) fn slot_count(request: &LabelRequest) -> usize {
    OUTER_SLOTS + if request.body.is_empty() { 0 } else { BODY_SLOTS.len() }
}

/// Distance from the anchor, along each axis, within which all slots of a label and their leaders are, points.
pub(super) fn reach_of_slots(request: &LabelRequest) -> DVec2 {
    request.size + RINGS[RINGS.len() - 1] + MAX_SHIFT
}

/// Slot number `slot` of a label, below [`slot_count`], within the box `area` (top left and bottom right); `None` where
/// it does not fit.
pub(super) fn slot(request: &LabelRequest, slot: usize, area: [DVec2; 2]) -> Option<Slot> {
    match slot.checked_sub(OUTER_SLOTS) {
        Some(on_body) => slot_on_body(request, BODY_SLOTS[on_body]),
        None => slot_around_anchor(request, slot / DIRECTIONS.len(), slot % DIRECTIONS.len(), area),
    }
}

/// Slot on the named body: at the anchor, or above (`up` = 1) or below (−1) it near the body's outline; `None` where
/// the body is too small for the latter.
fn slot_on_body(request: &LabelRequest, up: f64) -> Option<Slot> {
    let half = request.size * 0.5;
    let heights = request.body.iter().map(|p| p.y);
    let top = heights.clone().reduce(f64::min).unwrap_or(request.at.y);
    let bottom = heights.reduce(f64::max).unwrap_or(request.at.y);
    let free_height = (0.5 * (bottom - top) - half.y - BODY_CLEARANCE).max(0.0);
    let center = request.at - DVec2::new(0.0, up * free_height);
    let is_at_anchor = up == 0.0;
    let is_on_body = [-half, half].iter().all(|corner| polygon_contains(&request.body, center + *corner));
    let fits = is_at_anchor || free_height > 0.0 && is_on_body;
    let place = LabelBox { min: center - half, max: center + half, leader: None };
    fits.then_some(Slot { place, cost: up.abs() })
}

/// Slot at the distance `RINGS[ring]` from the anchor in the direction `DIRECTIONS[rank]`. A box slightly outside of
/// `area` is moved back into it; `None` where this is too far, or where the box would then cover the anchor.
fn slot_around_anchor(request: &LabelRequest, ring: usize, rank: usize, [low, high]: [DVec2; 2]) -> Option<Slot> {
    let direction = DVec2::from(DIRECTIONS[rank]);
    let gap = RINGS[ring];
    // The nearest side or corner of the box touches the circle of the ring.
    let pull = DVec2::from(direction.to_array().map(|d| if d.abs() > MAX_CENTERED { d.signum() } else { 0.0 }));
    let center = request.at + direction * gap + pull * request.size * 0.5;
    let min = center - request.size * 0.5;
    let max = center + request.size * 0.5;
    let shift = (low - min).max(DVec2::ZERO) - (max - high).max(DVec2::ZERO);
    let min = min + shift;
    let max = max + shift;
    let nearest = request.at.clamp(min, max);
    let is_inside = min.cmpge(low - SHIFT_ROUNDING).all() && max.cmple(high + SHIFT_ROUNDING).all();
    let covers_anchor = shift != DVec2::ZERO && request.at.distance(nearest) < MIN_SHIFTED_DISTANCE;
    if !is_inside || shift.length() > MAX_SHIFT || covers_anchor {
        return None;
    }
    let leader = (gap > MAX_DISTANCE_WITHOUT_LEADER).then(|| {
        let along = (nearest - request.at).normalize_or_zero();
        [request.at + along * LEADER_GAP, nearest - along * LEADER_GAP]
    });
    let cost = gap * COST_PER_DISTANCE + direction_cost(rank) + COST_PER_SHIFT * shift.length();
    Some(Slot { place: LabelBox { min, max, leader }, cost })
}

/// Cost of a direction by its rank in [`DIRECTIONS`].
fn direction_cost(rank: usize) -> f64 {
    if rank < MAIN_DIRECTIONS {
        rank as f64 * COST_PER_MAIN_DIRECTION
    } else {
        BETWEEN_DIRECTIONS_COST + rank as f64 * COST_PER_BETWEEN_DIRECTION
    }
}
