//! Judge of a broad phase. Compares the boxes of the current and the previous frame with the bodies, finds the
//! overlapping pairs of the reported boxes again by a sweep along one axis in `f64`, and counts the swaps as the
//! inversions of the previous order, by merge sort, of the bodies that are present in both frames.

use std::cmp::Ordering;

use glam::DVec3;

use super::{Claim, Violation, text};
use crate::answer::{Corners, PairsFinding};
use crate::check::Bodies;

/// Error of a side of a box, in roundings.
const SIDE_ROUNDINGS: f64 = 16.0;

/// Returns every broken claim of `found`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(about: &Bodies<'_>, frame: usize, found: &PairsFinding, eps: f64) -> Vec<Violation> {
    if let Some(message) = check_form(about, found) {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Containment, check_boxes(about, frame, &found.boxes, found, eps)),
        (Claim::Containment, check_previous_boxes(about, frame, found, eps)),
        (Claim::Overlap, check_pairs(found)),
        (Claim::Changes, check_changes(found)),
        (Claim::Swaps, check_swaps(found)),
    ];
    claims.into_iter().filter_map(|(claim, message)| Some(Violation { claim, message: message? })).collect()
}

/// Checks that the answer is about the query's bodies, and that lists are sorted and valid.
fn check_form(about: &Bodies<'_>, found: &PairsFinding) -> Option<String> {
    let count = found.boxes.len();
    let named = found.names.len();
    let requested = about.names().len();
    let previous = found.previous_boxes.len();
    if count != requested || named != count || previous != count {
        return Some(format!(
            "the query has {}; the answer has {}, {} of the previous frame and {}",
            text::counted(requested, "body", "bodies"),
            text::counted(count, "box", "boxes"),
            text::counted(previous, "box", "boxes"),
            text::counted(named, "name", "names")
        ));
    }
    if let Some((name, claimed)) = about.names().zip(found.names.iter()).find(|(name, claimed)| claimed != name) {
        return Some(format!("the answer names `{claimed}` at the place of the query's body `{name}`"));
    }
    let dimension = if about.in_plane() { 2 } else { 3 };
    if found.axes != dimension {
        let axes = text::counted(found.axes, "axis", "axes");
        return Some(format!("the answer has {axes}; a {dimension}D scene has {dimension}"));
    }
    if found.swaps.len() != found.axes {
        let swaps = text::counted(found.swaps.len(), "number", "numbers");
        return Some(format!("the answer has {swaps} of swaps for {dimension} axes; each axis needs one"));
    }
    for (boxes, when) in [(&found.boxes, "this frame"), (&found.previous_boxes, "the previous frame")] {
        let invalid = boxes.iter().position(|corners| corners.as_ref().is_some_and(|box_| !is_box(box_, found.axes)));
        if let Some(body) = invalid {
            let is_ordered = boxes[body].as_ref().is_some_and(|[min, max]| min.cmple(*max).all());
            let flaw = if is_ordered { "is not in the plane z = 0" } else { "has a minimum above its maximum" };
            return Some(format!("the box of `{}` in {when} {flaw}", found.names[body]));
        }
    }
    let lists = [&found.pairs, &found.began, &found.ended];
    let valid = lists.iter().all(|list| list.iter().all(|[a, b]| a < b && (*b as usize) < count));
    let sorted = valid && lists.iter().all(|list| list.windows(2).all(|two| two[0] < two[1]));
    (!sorted).then(|| {
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
    found: &PairsFinding,
    eps: f64,
) -> Option<String> {
    let bodies = about.at(frame);
    let absences = about.absences(frame);
    for (((body, corners), name), is_absent) in bodies.iter().zip(claimed).zip(found.names.iter()).zip(absences) {
        let Some([min, max]) = corners else {
            if is_absent {
                continue;
            }
            return Some(format!("`{name}` is present in this frame, but the answer has no box for it"));
        };
        if is_absent {
            return Some(format!("`{name}` is absent in this frame, but the answer has a box for it"));
        }
        let rounding = SIDE_ROUNDINGS * eps * (body.radius() + body.position.abs().max_element());
        for axis in 0..found.axes {
            let along = DVec3::AXES[axis];
            for (side, direction) in [(min[axis], -along), (max[axis], along)] {
                let end = body.farthest(direction, DVec3::ZERO)[axis];
                if !((side - end).abs() <= rounding) {
                    let axis = ["x", "y", "z"][axis];
                    return Some(format!(
                        "a side of the box of `{name}` is at {axis} = {side} m; the body reaches to {end} m"
                    ));
                }
            }
        }
    }
    None
}

/// Checks the boxes of the previous frame; the first frame has none.
fn check_previous_boxes(about: &Bodies<'_>, frame: usize, found: &PairsFinding, eps: f64) -> Option<String> {
    match frame.checked_sub(1) {
        Some(before) => check_boxes(about, before, &found.previous_boxes, found, eps)
            .map(|message| format!("in the previous frame, {message}")),
        None => {
            let claimed = found.previous_boxes.iter().position(Option::is_some)?;
            Some(format!("the first frame has no previous one, but `{}` has a previous box", found.names[claimed]))
        }
    }
}

/// Whether two boxes overlap or touch.
fn do_overlap([min, max]: &Corners, [low, high]: &Corners, axes: usize) -> bool {
    (0..axes).all(|axis| min[axis] <= high[axis] && low[axis] <= max[axis])
}

/// Finds all overlapping pairs, sorted, by a sweep along the axis with the thinnest boxes relative to their spread.
fn all_pairs(boxes: &[Option<Corners>], axes: usize) -> Vec<[u32; 2]> {
    // Copied, so that boxes swept together are adjacent in memory.
    let present: Vec<(u32, Corners)> =
        boxes.iter().enumerate().filter_map(|(body, corners)| Some((body as u32, (*corners)?))).collect();
    let fractions = (0..axes).map(|axis| (overlap_fraction(&present, axis), axis));
    let axis = fractions.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, axis)| axis);
    let mut sorted = present;
    sorted.sort_by(|a, b| a.1[0][axis].total_cmp(&b.1[0][axis]));
    let mut pairs = Vec::new();
    for (i, (a, first)) in sorted.iter().enumerate() {
        let reached = sorted[i + 1..].iter().take_while(|(_, [min, _])| min[axis] <= first[1][axis]);
        let overlapping = reached.filter(|(_, second)| do_overlap(first, second, axes));
        pairs.extend(overlapping.map(|(b, _)| [*a.min(b), *a.max(b)]));
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
fn pair_name(found: &PairsFinding, pair: [u32; 2]) -> String {
    let [a, b] = pair.map(|body| found.names[body as usize].as_str());
    format!("`{a}` and `{b}`")
}

/// Checks that exactly the overlapping boxes are pairs.
fn check_pairs(found: &PairsFinding) -> Option<String> {
    let truth = all_pairs(&found.boxes, found.axes);
    let missed = without(&truth, &found.pairs);
    let false_ones = without(&found.pairs, &truth);
    match (missed.first(), false_ones.first()) {
        (Some(pair), _) => {
            Some(format!("the boxes of {} overlap, but the answer does not list the pair", pair_name(found, *pair)))
        }
        (_, Some(pair)) => {
            Some(format!("the boxes of {} do not overlap, but the answer lists the pair", pair_name(found, *pair)))
        }
        _ => None,
    }
}

/// Checks the pairs that began and ended against the pairs of both frames.
fn check_changes(found: &PairsFinding) -> Option<String> {
    let before = all_pairs(&found.previous_boxes, found.axes);
    let lists = [
        (without(&found.pairs, &before), &found.began, "began"),
        (without(&before, &found.pairs), &found.ended, "ended"),
    ];
    lists.into_iter().find_map(|(truth, claimed, what)| {
        let missed = without(&truth, claimed)
            .first()
            .map(|pair| format!("the list of pairs that {what} in this frame lacks {}", pair_name(found, *pair)));
        let wrong = without(claimed, &truth);
        missed.or_else(|| {
            let pair = pair_name(found, *wrong.first()?);
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
fn check_swaps(found: &PairsFinding) -> Option<String> {
    (0..found.axes).find_map(|axis| {
        let mut ends: Vec<EndpointOfFrames> = Vec::new();
        for (body, both) in found.previous_boxes.iter().zip(found.boxes.iter()).enumerate() {
            let (Some(before), Some(now)) = both else { continue };
            ends.extend([0, 1].map(|end| {
                [before, now].map(|corners| Endpoint { coordinate: corners[end][axis], is_upper: end == 1, body })
            }));
        }
        ends.sort_by(|a, b| order(a[0], b[0]));
        let truth = inversions(&mut ends);
        let claimed = found.swaps[axis];
        let axis = ["x", "y", "z"][axis];
        (truth != claimed).then(|| format!("the number of swaps on {axis} is {truth}, reported as {claimed}"))
    })
}

/// Counts the pairs of endpoints, listed in the previous order, whose current order is reversed, while sorting them by
/// merging.
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
fn overlap_fraction(boxes: &[(u32, Corners)], axis: usize) -> f64 {
    let finite = boxes.iter().filter(|(_, [min, max])| min[axis].is_finite() && max[axis].is_finite());
    let mut width = 0.0;
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for (_, [min, max]) in finite {
        width = width + max[axis] - min[axis];
        low = low.min(min[axis]);
        high = high.max(max[axis]);
    }
    width / (high - low).max(f64::MIN_POSITIVE)
}
