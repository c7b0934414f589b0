//! Judge of a broad phase. Compares the boxes of this and of the previous frame with the bodies, and finds the
//! overlapping pairs of the reported boxes by a sweep along one axis in `f64`. Counts the swaps on each axis by merge
//! sort, as the inversions between the orders of the endpoints in both frames.

use std::cmp::Ordering;

use glam::DVec3;

use super::{Claim, Violation, text};
use crate::answer::{Corners, PairsFinding};
use crate::check::{Bodies, Placed};

/// Error of a side of a box, in roundings.
const SIDE_ROUNDINGS: f64 = 16.0;

/// Returns every broken claim of `finding`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(about: &Bodies<'_>, frame: usize, finding: &PairsFinding, eps: f64) -> Vec<Violation> {
    if let Some(message) = check_form(about, finding) {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Containment, check_boxes(about, frame, &finding.boxes, finding, eps)),
        (Claim::Containment, check_previous_boxes(about, frame, finding, eps)),
        (Claim::Overlap, check_pairs(finding)),
        (Claim::Changes, check_changes(finding)),
        (Claim::Swaps, check_swaps(finding)),
    ];
    claims.into_iter().filter_map(|(claim, message)| Some(Violation { claim, message: message? })).collect()
}

/// Checks that the answer is about the query's bodies, and that lists are sorted and valid.
fn check_form(about: &Bodies<'_>, finding: &PairsFinding) -> Option<String> {
    let count = finding.boxes.len();
    let names = finding.names.len();
    let requested = about.names().len();
    let previous = finding.previous_boxes.len();
    if count != requested || names != count || previous != count {
        return Some(format!(
            "the query has {}; the answer has {}, {} of the previous frame and {}",
            text::counted(requested, "body", "bodies"),
            text::counted(count, "box", "boxes"),
            text::counted(previous, "box", "boxes"),
            text::counted(names, "name", "names")
        ));
    }
    if let Some((name, claimed)) = about.names().zip(finding.names.iter()).find(|(name, claimed)| claimed != name) {
        return Some(format!("the answer names `{claimed}` at the place of the query's body `{name}`"));
    }
    let dimension = if about.in_plane() { 2 } else { 3 };
    if finding.axes != dimension {
        let axes = text::counted(finding.axes, "axis", "axes");
        return Some(format!("the answer has {axes}; a {dimension}D scene has {dimension}"));
    }
    if finding.swaps.len() != finding.axes {
        let counts = text::counted(finding.swaps.len(), "count", "counts");
        return Some(format!("the answer has {counts} of swaps, but a {dimension}D scene needs one for each axis"));
    }
    for (boxes, when) in [(&finding.boxes, "this frame"), (&finding.previous_boxes, "the previous frame")] {
        let invalid = boxes.iter().position(|corners| corners.as_ref().is_some_and(|box_| !is_box(box_, finding.axes)));
        if let Some(body) = invalid {
            let is_ordered = boxes[body].as_ref().is_some_and(|[min, max]| min.cmple(*max).all());
            let flaw = if is_ordered { "is not in the plane z = 0" } else { "has a minimum above its maximum" };
            return Some(format!("the box of `{}` in {when} {flaw}", finding.names[body]));
        }
    }
    let lists = [&finding.pairs, &finding.began, &finding.ended];
    let are_valid = lists.iter().all(|list| {
        list.iter().all(|[a, b]| a < b && (*b as usize) < count) && list.windows(2).all(|two| two[0] < two[1])
    });
    (!are_valid).then(|| {
        String::from(
            "each list of pairs must be sorted without duplicates, and a pair must name two bodies in ascending order",
        )
    })
}

/// Checks that every box is the tight box of its body in a frame, and that exactly the absent bodies have none.
fn check_boxes(
    about: &Bodies<'_>,
    frame: usize,
    claimed: &[Option<Corners>],
    finding: &PairsFinding,
    eps: f64,
) -> Option<String> {
    let absences = about.absences(frame);
    about.at(frame).iter().enumerate().find_map(|(i, body)| {
        let name = &finding.names[i];
        match (&claimed[i], absences[i]) {
            (None, true) => None,
            (None, false) => Some(format!("`{name}` is present in this frame, but the answer has no box for it")),
            (Some(_), true) => Some(format!("`{name}` is absent in this frame, but the answer has a box for it")),
            (Some(corners), false) => check_box(body, name, corners, finding.axes, eps),
        }
    })
}

/// Checks that the sides of a box touch its body.
fn check_box(body: &Placed<'_>, name: &str, [min, max]: &Corners, axes: usize, eps: f64) -> Option<String> {
    let rounding = SIDE_ROUNDINGS * eps * (body.radius() + body.position.abs().max_element());
    (0..axes).find_map(|axis| {
        let along = DVec3::AXES[axis];
        [(min[axis], -along), (max[axis], along)].into_iter().find_map(|(side, direction)| {
            let end = body.farthest(direction, DVec3::ZERO)[axis];
            let axis = ["x", "y", "z"][axis];
            (!((side - end).abs() <= rounding))
                .then(|| format!("a side of the box of `{name}` is at {axis} = {side} m; the body reaches to {end} m"))
        })
    })
}

/// Checks the boxes of the previous frame; the first frame has none.
fn check_previous_boxes(about: &Bodies<'_>, frame: usize, finding: &PairsFinding, eps: f64) -> Option<String> {
    match frame.checked_sub(1) {
        Some(before) => check_boxes(about, before, &finding.previous_boxes, finding, eps)
            .map(|message| format!("in the previous frame, {message}")),
        None => {
            let claimed = finding.previous_boxes.iter().position(Option::is_some)?;
            Some(format!("the first frame has no previous one, but `{}` has a previous box", finding.names[claimed]))
        }
    }
}

/// Box of a body.
struct BodyBox {
    /// Index of the body.
    body: u32,
    /// Least coordinates of the box, meters.
    min: DVec3,
    /// Greatest coordinates of the box, meters.
    max: DVec3,
}

impl BodyBox {
    /// Whether two boxes overlap or touch.
    fn overlaps(&self, other: &Self, axes: usize) -> bool {
        (0..axes).all(|axis| self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis])
    }
}

/// Finds all overlapping pairs, sorted, by a sweep along the axis with the thinnest boxes relative to their spread.
fn all_pairs(boxes: &[Option<Corners>], axes: usize) -> Vec<[u32; 2]> {
    // Copied, so that boxes swept together are adjacent in memory.
    let present = boxes.iter().enumerate().filter_map(|(body, corners)| {
        let [min, max] = (*corners)?;
        Some(BodyBox { body: body as u32, min, max })
    });
    let mut sorted: Vec<BodyBox> = present.collect();
    let fractions: Vec<f64> = (0..axes).map(|axis| overlap_fraction(&sorted, axis)).collect();
    let axis = (0..axes).min_by(|a, b| fractions[*a].total_cmp(&fractions[*b])).unwrap_or(0);
    sorted.sort_by(|a, b| a.min[axis].total_cmp(&b.min[axis]));
    let mut pairs = Vec::new();
    for (i, first) in sorted.iter().enumerate() {
        let meeting = sorted[i + 1..].iter().take_while(|second| second.min[axis] <= first.max[axis]);
        let overlapping = meeting.filter(|second| first.overlaps(second, axes));
        pairs.extend(overlapping.map(|second| [first.body.min(second.body), first.body.max(second.body)]));
    }
    pairs.sort_unstable();
    pairs
}

/// Returns the pairs of one sorted list that are absent from another sorted list.
fn without(list: &[[u32; 2]], other: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut others = other.iter().peekable();
    let mut missing = Vec::new();
    for pair in list {
        while others.next_if(|other| *other < pair).is_some() {}
        if others.peek() != Some(&pair) {
            missing.push(*pair);
        }
    }
    missing
}

/// Names of a pair's bodies.
fn pair_name(finding: &PairsFinding, pair: [u32; 2]) -> String {
    let [a, b] = pair.map(|body| finding.names[body as usize].as_str());
    format!("`{a}` and `{b}`")
}

/// Checks that exactly the overlapping boxes are pairs.
fn check_pairs(finding: &PairsFinding) -> Option<String> {
    let truth = all_pairs(&finding.boxes, finding.axes);
    let missed = without(&truth, &finding.pairs);
    let false_ones = without(&finding.pairs, &truth);
    match (missed.first(), false_ones.first()) {
        (Some(pair), _) => {
            Some(format!("the boxes of {} overlap, but the answer does not list the pair", pair_name(finding, *pair)))
        }
        (_, Some(pair)) => {
            Some(format!("the boxes of {} do not overlap, but the answer lists the pair", pair_name(finding, *pair)))
        }
        _ => None,
    }
}

/// Checks the lists of pairs that began and ended against the pairs of both frames.
fn check_changes(finding: &PairsFinding) -> Option<String> {
    let before = all_pairs(&finding.previous_boxes, finding.axes);
    let lists = [
        (without(&finding.pairs, &before), &finding.began, "began"),
        (without(&before, &finding.pairs), &finding.ended, "ended"),
    ];
    lists.into_iter().find_map(|(truth, claimed, what)| {
        let missed = without(&truth, claimed)
            .first()
            .map(|pair| format!("the list of pairs that {what} in this frame lacks {}", pair_name(finding, *pair)));
        let wrong = without(claimed, &truth);
        missed.or_else(|| {
            let pair = pair_name(finding, *wrong.first()?);
            let verb = if what == "began" { "begin" } else { "end" };
            Some(format!("the list of pairs that {what} in this frame contains {pair}, which did not {verb}"))
        })
    })
}

/// Endpoint of an interval in one frame.
#[derive(Clone, Copy)]
struct Endpoint {
    coordinate: f64,
    is_upper: bool,
    body: usize,
}

/// Endpoint in the previous and in the current frame.
type EndpointOfFrames = [Endpoint; 2];

/// Order of endpoints: by coordinate, lower endpoints first, then by body.
fn order(a: Endpoint, b: Endpoint) -> Ordering {
    let coordinates = a.coordinate.partial_cmp(&b.coordinate).unwrap_or(Ordering::Equal);
    coordinates.then(a.is_upper.cmp(&b.is_upper)).then(a.body.cmp(&b.body))
}

/// Checks the number of swaps on each axis.
fn check_swaps(finding: &PairsFinding) -> Option<String> {
    (0..finding.axes).find_map(|axis| {
        let mut ends: Vec<EndpointOfFrames> = Vec::new();
        for (body, both) in finding.previous_boxes.iter().zip(finding.boxes.iter()).enumerate() {
            let (Some(before), Some(now)) = both else { continue };
            ends.extend([0, 1].map(|end| {
                [before, now].map(|corners| Endpoint { coordinate: corners[end][axis], is_upper: end == 1, body })
            }));
        }
        ends.sort_by(|a, b| order(a[0], b[0]));
        let truth = inversions(&mut ends);
        let claimed = finding.swaps[axis];
        let axis = ["x", "y", "z"][axis];
        (truth != claimed).then(|| format!("the number of swaps on {axis} is {truth}, reported as {claimed}"))
    })
}

/// Sorts endpoints by their current order, by merging, and counts the pairs that were in the reverse order.
fn inversions(ends: &mut [EndpointOfFrames]) -> u64 {
    if ends.len() < 2 {
        return 0;
    }
    let middle = ends.len() / 2;
    let (left, right) = ends.split_at_mut(middle);
    let mut count = inversions(left) + inversions(right);
    let mut merged = Vec::with_capacity(ends.len());
    let mut i = 0;
    let (left, right) = ends.split_at(middle);
    for end in right {
        while i < left.len() && order(left[i][1], end[1]).is_lt() {
            merged.push(left[i]);
            i += 1;
        }
        count += (left.len() - i) as u64;
        merged.push(*end);
    }
    merged.extend_from_slice(&left[i..]);
    ends.copy_from_slice(&merged);
    count
}

/// Whether no minimum is above its maximum, and boxes of two axes are in the plane.
fn is_box(corners: &Corners, axes: usize) -> bool {
    let is_flat = axes == 3 || corners.iter().all(|corner| corner.z == 0.0);
    is_flat && (0..3).all(|axis| corners[0][axis] <= corners[1][axis])
}

/// Total width of the finite boxes along an axis, relative to the extent of all of them: the mean number of boxes over
/// a point of that extent.
fn overlap_fraction(boxes: &[BodyBox], axis: usize) -> f64 {
    let finite = boxes.iter().filter(|each| each.min[axis].is_finite() && each.max[axis].is_finite());
    let mut width = 0.0;
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for BodyBox { min, max, .. } in finite {
        width = width + max[axis] - min[axis];
        low = low.min(min[axis]);
        high = high.max(max[axis]);
    }
    width / (high - low).max(f64::MIN_POSITIVE)
}
