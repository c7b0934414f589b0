//! Placement of labels in a pane: near the points that they name, never over one another, where possible clear of lines
//! and dots, and in the same slot as in the previous step.
//!
//! - **Method**: each label has a fixed list of slots around its anchor, near ones first. In the order of rank and key,
//!   each label takes its cheapest free slot; then each chooses once more, with all others placed. Overlapping another
//!   label or leaving the pane is forbidden; covering dots and lines has a cost. A label without a free slot is
//!   omitted, and among many bystanders (bodies that the query is not about) also one that would be taken for the name
//!   of another body.
//! - **Determinism**: the same input gives the same places.

mod costs;
mod geometry;
mod placed_labels;
mod slots;
mod thinning;

use std::collections::BTreeMap;

use glam::DVec2;

use super::backing::polygon_contains;
use crate::flat::Flat;
use crate::marks::theme::Rgba;
use crate::{Backing, Key};

use self::costs::{Obstacles, half_on_body_cost};
pub use self::geometry::length_of_lines_in;
pub use self::placed_labels::{PlacedLabel, place_labels};
use self::slots::{Slot, slot, slot_count};

/// Number of times that each label chooses its slot.
const ROUNDS: usize = 2;

/// Reduction of the cost of the slot of the previous step. Costs are in arbitrary units, comparable among themselves.
const SAME_SLOT_BONUS: f64 = 9.0;

/// Cost of covering faces of nearly the same color, per covered fraction (0 to 1) of the label's box.
const ILLEGIBLE_COST: f64 = 26.0;

/// Cost of covering faces other than the named body's, per covered fraction (0 to 1) of the label's box: the name of a
/// vertex belongs outside of its body.
const FACE_COST: f64 = 4.0;

/// Margin around taken boxes, points: letters extend slightly beyond their boxes.
const TAKEN_MARGIN: DVec2 = DVec2::new(0.0, 2.0);

/// Space between two labels, points.
const LABEL_GAP: DVec2 = DVec2::new(2.0, 1.0);

/// Space between a label and the edge of its pane, points: a label at the edge looks clipped.
const PANE_MARGIN: f64 = 5.0;

/// Distance outside of the pane up to which an anchor still has a label, points.
const ANCHOR_TOLERANCE: f64 = 1.0;

/// A label to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelRequest {
    /// Key under which the slot is remembered.
    pub key: Key,
    /// Anchor: the point that the label names, in points from the pane's top left, y down.
    pub at: DVec2,
    /// Width and height of the words, points.
    pub size: DVec2,
    /// Priority; labels of greater rank choose their slots first.
    pub rank: u8,
    /// Color of the words.
    pub ink: Rgba,
    /// Silhouette of the named body, as a convex polygon; empty for labels of anything else.
    pub body: Vec<DVec2>,
}

/// Obstacles and limits of a pane, points.
#[derive(Clone, Copy, Debug)]
pub struct LabelPane<'a> {
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
    /// Faces behind the labels; `None` where labels are painted on a background of their own, so that faces behind them
    /// do not matter.
    pub backing: Option<&'a Backing>,
}

impl<'a> LabelPane<'a> {
    /// Pane of the drawing `flat`, with labels between the corners `min` and `max` and not over the boxes `taken`.
    pub fn new(flat: &'a Flat, [min, max]: [DVec2; 2], taken: &'a [[DVec2; 2]], backing: Option<&'a Backing>) -> Self {
        Self { min, max, dots: &flat.dots, lines: &flat.lines, taken, frames: &flat.frames, backing }
    }
}

/// Box of a placed label and its leader, points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelBox {
    /// Top left corner of the box.
    pub min: DVec2,
    /// Bottom right corner of the box.
    pub max: DVec2,
    /// Line from the anchor to the box, when the label is far away; `None` for a near label.
    pub leader: Option<[DVec2; 2]>,
}

/// Numbers of the slots of the previous step, by label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory(BTreeMap<LabelId, usize>);

/// Identity of a label over steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct LabelId {
    key: Key,
    /// Running number among the labels of the key, from 1.
    number: usize,
}

/// Places of the labels, in the order of the requests; `None` for an anchor outside of the pane, for a label without a
/// free slot, and for a misleading name of a bystander. `memory` has the slots of the previous step, and receives those
/// of this one.
pub fn arrange(requests: &[LabelRequest], pane: &LabelPane, memory: &mut Memory) -> Vec<Option<LabelBox>> {
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by(|&a, &b| {
        let by_rank = requests[b].rank.cmp(&requests[a].rank);
        by_rank.then_with(|| requests[a].key.cmp(&requests[b].key)).then(a.cmp(&b))
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
    thinning::remove_misleading_names(requests, &mut choices);
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
    /// Number of the slot, below [`slot_count`].
    slot: usize,
    place: LabelBox,
}

/// Identities of the labels, in the order of the requests.
fn identities(requests: &[LabelRequest]) -> Vec<LabelId> {
    let mut counts: BTreeMap<&Key, usize> = BTreeMap::new();
    let mut identities = Vec::with_capacity(requests.len());
    for request in requests {
        let count = counts.entry(&request.key).or_insert(0);
        *count += 1;
        identities.push(LabelId { key: request.key.clone(), number: *count });
    }
    identities
}

/// Cheapest free slot of a label and its box; `None` without one. `before` is its slot in the previous step, `others`
/// are the labels placed so far.
fn best_slot(
    request: &LabelRequest,
    pane: &LabelPane,
    before: Option<usize>,
    others: &[Option<Choice>],
) -> Option<Choice> {
    let is_in_pane =
        request.at.cmpge(pane.min - ANCHOR_TOLERANCE).all() && request.at.cmple(pane.max + ANCHOR_TOLERANCE).all();
    if !request.at.is_finite() || !is_in_pane || !request.size.is_finite() {
        return None;
    }
    let area = available_area(request.at, pane);
    let obstacles = Obstacles::near(request, pane);
    let mut least = f64::INFINITY;
    let mut best = None;
    for number in 0..slot_count(request) {
        let Some(Slot { place, cost: slot_cost }) = slot(request, number, area) else { continue };
        let stability = if before == Some(number) { -SAME_SLOT_BONUS } else { 0.0 };
        // The obstacles only add costs.
        if slot_cost + stability >= least || is_forbidden(&place, pane, others) {
            continue;
        }
        let base = slot_cost + stability + half_on_body_cost(&request.body, &place);
        let Some(cost) = obstacles.add_cost(&place, request.at, others, base, least) else { continue };
        let cost = cost + pane.backing.map_or(0.0, |backing| face_cost(request, &place, backing));
        if cost < least {
            least = cost;
            best = Some(Choice { slot: number, place });
        }
    }
    best
}

/// Box (top left and bottom right) that may contain the label of a point: the point's frame, or the pane without its
/// margin.
fn available_area(anchor: DVec2, pane: &LabelPane) -> [DVec2; 2] {
    let frame = pane.frames.iter().find(|[low, high]| anchor.cmpge(*low).all() && anchor.cmple(*high).all());
    match frame {
        Some([low, high]) => [low.max(pane.min), high.min(pane.max)],
        None => [pane.min + PANE_MARGIN, pane.max - PANE_MARGIN],
    }
}

/// Whether a place overlaps another label or a taken box.
fn is_forbidden(place: &LabelBox, pane: &LabelPane, others: &[Option<Choice>]) -> bool {
    others.iter().flatten().any(|other| overlaps(place, other.place.min, other.place.max))
        || pane.taken.iter().any(|[min, max]| overlaps(place, *min - TAKEN_MARGIN, *max + TAKEN_MARGIN))
}

/// Cost of the faces behind a place. Only the named body's silhouette may be covered for free.
fn face_cost(request: &LabelRequest, place: &LabelBox, backing: &Backing) -> f64 {
    let area = [place.min, place.max];
    let is_on_body = polygon_contains(&request.body, 0.5 * (place.min + place.max));
    let cover_cost = if is_on_body { 0.0 } else { FACE_COST };
    ILLEGIBLE_COST * backing.illegible_share(request.ink, area) + cover_cost * backing.covered_share(area)
}

/// Whether a placed box, with [`LABEL_GAP`] around it, overlaps another box.
fn overlaps(place: &LabelBox, min: DVec2, max: DVec2) -> bool {
    (place.min - LABEL_GAP).cmplt(max).all() && min.cmplt(place.max + LABEL_GAP).all()
}
