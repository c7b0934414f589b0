//! Placement of labels: near what they name, over nothing that matters, never over one another, and where possible in
//! the same slot as in the previous step.
//!
//! - **Method**: each label has a fixed list of slots around its anchor, near ones first. In the order of rank and key,
//!   each label takes its cheapest free slot; then each chooses once more, with all others placed. Overlapping another
//!   label or leaving the pane is forbidden; covering dots and lines has a cost. A label without a free slot is
//!   omitted.
//! - **Determinism**: the same input gives the same places.

mod thinning;

use std::collections::BTreeMap;

use glam::DVec2;

use super::backing::polygon_contains;
use crate::picture::marks::theme::Rgba;
use crate::picture::view::ground;
use crate::picture::{Backing, Form, Key, Mark};

pub use self::thinning::thinned;

/// A label to be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
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

/// Slots of the previous step, by key and running number.
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

/// Slots on the named body: height above its middle, as a share of the free height.
const ON_BODY: [f64; 3] = [0.0, 1.0, -1.0];

/// Distances of the slots from the anchor, points.
const RINGS: [f64; 8] = [7.0, 14.0, 24.0, 38.0, 56.0, 80.0, 112.0, 150.0];

/// Number of slots around the anchor.
const AROUND: usize = DIRECTIONS.len() * RINGS.len();

/// Gap between a leader and its label, points: without it, the leader would look like a minus sign before a number.
const BEFORE_WORDS: f64 = 3.0;

/// Distance of the slot above which a leader is drawn, points.
const LEADER_FROM: f64 = 20.0;

/// Limit of a box's shift along the edge of the pane, points.
const SLIDE: f64 = 60.0;

/// Bonus for the slot of the previous step.
const FAITH: f64 = 9.0;

/// Cost of covering faces of nearly the same color.
const LOST: f64 = 26.0;

/// Cost of covering faces: the name of a vertex belongs outside of its body.
const ON_FACE: f64 = 4.0;

/// Cost of a box half on the named body: a name is next to it, or wholly on it.
const STRADDLE: f64 = 40.0;

/// Cost of a leader that crosses another one.
const CROSSED: f64 = 30.0;

/// Costs of lines through the label: minimum and maximum.
const STRIKE: f64 = 6.0;
const STRUCK: f64 = 30.0;

/// Margin around taken boxes, points: letters extend slightly beyond their boxes.
const TAKEN_MARGIN: DVec2 = DVec2::new(0.0, 2.0);

/// Distance below which two anchors count as the same, points.
const SAME_PLACE: f64 = 2.0;

/// Least distance of a label from its body's outline, points.
const CLEAR: f64 = 3.0;

/// Whether a mark is a body, whose name is wholly next to it or wholly on it: a solid, or an outline in a plane.
pub fn is_body(mark: &Mark) -> bool {
    match &mark.form {
        Form::Solid(solid) => !solid.is_dots(),
        Form::Polygon(_) => mark.key.0.starts_with("body/"),
        _ => false,
    }
}

/// Silhouette of a body with these projected vertices.
pub fn silhouette(corners: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let corners = corners.filter(|p| p.is_finite()).map(|p| (p, p.extend(0.0))).collect();
    ground::hull(corners).into_iter().map(|p| p.truncate()).collect()
}

/// Removes duplicates: of labels with the same text at the same place, keeps the one of the greatest rank, of equals
/// the first.
pub fn without_duplicates<T>(labels: Vec<T>, of: impl Fn(&T) -> (&str, &Want)) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for label in labels {
        let (text, want) = of(&label);
        let duplicate = kept.iter().position(|other| {
            let (its_text, its) = of(other);
            its_text == text && its.at.distance(want.at) < SAME_PLACE
        });
        match duplicate {
            None => kept.push(label),
            Some(i) if want.rank > of(&kept[i]).1.rank => kept[i] = label,
            Some(_) => {}
        }
    }
    kept
}

/// Places the labels; `None` for those without a free slot. Remembers the slots.
pub fn arrange(wants: &[Want], pane: &Pane, memory: &mut Memory) -> Vec<Option<Place>> {
    let mut order: Vec<usize> = (0..wants.len()).collect();
    order.sort_by(|&a, &b| {
        wants[b].rank.cmp(&wants[a].rank).then_with(|| wants[a].key.cmp(&wants[b].key)).then(a.cmp(&b))
    });
    let names = names(wants);
    let mut chosen: Vec<Option<(usize, Place)>> = vec![None; wants.len()];
    for _ in 0..2 {
        for &i in &order {
            chosen[i] = None;
            let before = memory.0.get(&names[i]).copied();
            chosen[i] = best(&wants[i], pane, before, &chosen);
        }
    }
    thinning::strays(wants, &mut chosen);
    for (i, name) in names.into_iter().enumerate() {
        match chosen[i] {
            Some((slot, _)) => memory.0.insert(name, slot),
            None => memory.0.remove(&name),
        };
    }
    chosen.into_iter().map(|choice| choice.map(|(_, place)| place)).collect()
}

/// Key and running number of each label, as one key may have several labels.
fn names(wants: &[Want]) -> Vec<(Key, usize)> {
    let mut seen: BTreeMap<&Key, usize> = BTreeMap::new();
    wants
        .iter()
        .map(|want| {
            let count = seen.entry(&want.key).or_insert(0);
            *count += 1;
            (want.key.clone(), *count)
        })
        .collect()
}

fn best(want: &Want, pane: &Pane, before: Option<usize>, others: &[Option<(usize, Place)>]) -> Option<(usize, Place)> {
    let is_in_pane = want.at.cmpge(pane.min - 1.0).all() && want.at.cmple(pane.max + 1.0).all();
    if !want.at.is_finite() || !is_in_pane || !want.size.is_finite() {
        return None;
    }
    let own = pane.frames.iter().find(|[low, high]| want.at.cmpge(*low).all() && want.at.cmple(*high).all());
    let [min, max] = own.map_or([pane.min, pane.max], |[low, high]| [low.max(pane.min), high.min(pane.max)]);
    let (dots, lines) = within_reach(want, pane);
    let pane = &Pane { dots: &dots, lines: &lines, ..*pane };
    let mut best: Option<(f64, usize, Place)> = None;
    // The name of a body may also be on it.
    for slot in 0..AROUND + if want.body.is_empty() { 0 } else { ON_BODY.len() } {
        let Some((place, base)) = slot_place(want, slot, [min, max]) else { continue };
        let faith = if before == Some(slot) { -FAITH } else { 0.0 };
        if best.as_ref().is_some_and(|(cost, ..)| base + faith >= *cost) {
            continue; // closer inspection only adds costs
        }
        let forbidden = others.iter().flatten().any(|(_, other)| overlap(&place, other.min, other.max))
            || pane.taken.iter().any(|[min, max]| overlap(&place, *min - TAKEN_MARGIN, *max + TAKEN_MARGIN));
        if forbidden {
            continue;
        }
        let least = best.as_ref().map_or(f64::INFINITY, |(least, ..)| *least);
        let so_far = base + faith + STRADDLE * straddle(&want.body, &place);
        let Some(mut cost) = cover(&place, pane, want.at, others, (so_far, least)) else { continue };
        let area = [place.min, place.max];
        let on_face = if polygon_contains(&want.body, 0.5 * (place.min + place.max)) { 0.0 } else { ON_FACE };
        cost +=
            pane.backing.map_or(0.0, |backing| LOST * backing.hides(want.ink, area) + on_face * backing.covers(area));
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, slot, place));
        }
    }
    best.map(|(_, slot, place)| (slot, place))
}

/// Box of a slot and its cost before obstacles. A box slightly outside of the available area slides back into it.
fn slot_place(want: &Want, slot: usize, [low, high]: [DVec2; 2]) -> Option<(Place, f64)> {
    if let Some(up) = slot.checked_sub(AROUND).map(|place| ON_BODY[place]) {
        let half = want.size * 0.5;
        let [top, bottom] =
            [f64::min, f64::max].map(|end| want.body.iter().map(|p| p.y).reduce(end).unwrap_or(want.at.y));
        let margin = (0.5 * (bottom - top) - half.y - CLEAR).max(0.0);
        let center = want.at - DVec2::new(0.0, up * margin);
        let is_on_it = up == 0.0
            || margin > 0.0 && [-half, half].iter().all(|corner| polygon_contains(&want.body, center + *corner));
        return is_on_it.then(|| (Place { min: center - half, max: center + half, leader: None }, up.abs()));
    }
    let ring = slot / DIRECTIONS.len();
    let turn = slot % DIRECTIONS.len();
    let direction = DVec2::new(DIRECTIONS[turn].0, DIRECTIONS[turn].1);
    let gap = RINGS[ring];
    // The nearest side or corner of the box touches the circle of the ring.
    let pull = DVec2::from(direction.to_array().map(|d| if d.abs() > 0.3 { d.signum() } else { 0.0 }));
    let center = want.at + direction * gap + pull * want.size * 0.5;
    let min = center - want.size * 0.5;
    let max = center + want.size * 0.5;
    let slid = (low - min).max(DVec2::ZERO) - (max - high).max(DVec2::ZERO);
    let min = min + slid;
    let max = max + slid;
    // There is no space if the box still extends beyond, or would cover the named point.
    let fits = min.cmpge(low - 1e-9).all() && max.cmple(high + 1e-9).all() && slid.length() <= SLIDE;
    if !fits || slid != DVec2::ZERO && want.at.distance(want.at.clamp(min, max)) < 0.5 * RINGS[0] {
        return None;
    }
    let leader = (gap > LEADER_FROM).then(|| {
        let end = want.at.clamp(min, max);
        let along = (end - want.at).normalize_or_zero();
        [want.at + along * 3.0, end - along * BEFORE_WORDS]
    });
    let cost = gap * 0.55 + if turn < 8 { turn as f64 * 0.35 } else { 2.5 + turn as f64 * 0.2 } + 0.3 * slid.length();
    Some((Place { min, max, leader }, cost))
}

fn overlap(place: &Place, min: DVec2, max: DVec2) -> bool {
    let margin = DVec2::new(2.0, 1.0);
    (place.min - margin).cmplt(max).all() && min.cmplt(place.max + margin).all()
}

/// Dots and lines that a label or its leader can touch in any of its slots.
fn within_reach(want: &Want, pane: &Pane) -> (Vec<(DVec2, f64)>, Vec<[DVec2; 2]>) {
    let reach = want.size + RINGS[RINGS.len() - 1] + SLIDE;
    let min = want.at - reach;
    let max = want.at + reach;
    let dots = pane.dots.iter().copied();
    let lines = pane.lines.iter().copied();
    (
        dots.filter(|(at, radius)| (*at - *radius).cmple(max).all() && (*at + *radius).cmpge(min).all()).collect(),
        lines.filter(|[a, b]| a.min(*b).cmple(max).all() && a.max(*b).cmpge(min).all()).collect(),
    )
}

/// Length of lines inside a box, points.
pub fn struck(lines: &[[DVec2; 2]], [min, max]: [DVec2; 2]) -> f64 {
    lines.iter().map(|&[a, b]| length_within(a, b, min, max)).sum()
}

/// Total cost of a place with everything that it covers, starting at `so_far`; `None` if it is not below `least`.
fn cover(
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
            cost += 40.0;
        }
    }
    for &[a, b] in pane.lines {
        cost += match length_within(a, b, place.min, place.max) {
            within if within > 0.0 => (STRIKE + 0.6 * within).min(STRUCK),
            _ => 0.0,
        };
        // Further obstacles only add costs.
        if so_far + cost >= least {
            return None;
        }
    }
    if let Some([from, to]) = place.leader {
        for other in others.iter().flatten() {
            cost += if length_within(from, to, other.1.min, other.1.max) > 0.0 { 30.0 } else { 0.0 };
            cost += if other.1.leader.is_some_and(|ends| crosses([from, to], ends)) { CROSSED } else { 0.0 };
        }
        let crossed = pane.dots.iter().filter(|(dot, r)| *dot != anchor && near_line(*dot, from, to) < *r).count();
        cost += crossed as f64 * 12.0;
    }
    for other in others.iter().flatten() {
        if let Some([from, to]) = other.1.leader {
            cost += if length_within(from, to, place.min, place.max) > 0.0 { 30.0 } else { 0.0 };
        }
    }
    if so_far + cost >= least { None } else { Some(so_far + cost) }
}

/// Degree to which a box is half on a body: 0 when wholly on or off, 1 when half of it is on.
fn straddle(body: &[DVec2], place: &Place) -> f64 {
    const AT: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    if body.len() < 3 {
        return 0.0;
    }
    let min = place.min - CLEAR;
    let max = place.max + CLEAR;
    // Also samples the middle, since a body may be thinner than the letters are high.
    let all = AT.iter().flat_map(|x| [0.15, 0.5, 0.85].map(|y| min + DVec2::new(*x, y) * (max - min)));
    let on = all.filter(|p| polygon_contains(body, *p)).count() as f64 / (3 * AT.len()) as f64;
    4.0 * on * (1.0 - on)
}

/// Whether two segments cross.
fn crosses([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    is_between([a, b], c, d) && is_between([c, d], a, b)
}

/// Whether the line through `a` and `b` has `c` and `d` on different sides.
fn is_between([a, b]: [DVec2; 2], c: DVec2, d: DVec2) -> bool {
    (b - a).perp_dot(c - a) * (b - a).perp_dot(d - a) < 0.0
}

fn near_line(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let t =
        if along.length_squared() > 0.0 { ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + along * t)
}

/// Length of a segment inside a box (Liang and Barsky).
fn length_within(a: DVec2, b: DVec2, min: DVec2, max: DVec2) -> f64 {
    let d = b - a;
    let mut from = 0.0f64;
    let mut to = 1.0f64;
    for (p, q) in [(-d.x, a.x - min.x), (d.x, max.x - a.x), (-d.y, a.y - min.y), (d.y, max.y - a.y)] {
        if p == 0.0 {
            if q < 0.0 {
                return 0.0;
            }
        } else if p < 0.0 {
            from = from.max(q / p);
        } else {
            to = to.min(q / p);
        }
    }
    if to > from { (to - from) * d.length() } else { 0.0 }
}
