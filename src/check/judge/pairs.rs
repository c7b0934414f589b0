//! Judge of a broad phase (sweep and prune): verifies the boxes of the bodies, the overlapping pairs, the pairs that
//! began or ended in the frame, and the number of swaps.
//!
//! - **Boxes.** Those of this and of the previous frame are compared with the bodies.
//! - **Pairs.** The overlaps of the reported boxes are found by a sweep along one axis in `f64`.
//! - **Swaps.** On each axis, their number is that of the inversions between the orders of the endpoints in both
//!   frames, counted by merge sort.

use std::cmp::Ordering;

use contact_lens_model::answer::{Corners, PairsFinding};
use glam::DVec3;

use super::{Claim, Violation, broken_claims, text};
use crate::{Bodies, Placed};

/// Error of a side of a box, in roundings.
const SIDE_ROUNDINGS: f64 = 16.0;

/// Returns every broken claim of `finding`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(subjects: &Bodies<'_>, frame: usize, finding: &PairsFinding, eps: f64) -> Vec<Violation> {
    if let Some(message) = check_form(subjects, finding) {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Containment, check_boxes(subjects, frame, &finding.boxes, finding, eps)),
        (Claim::Containment, check_previous_boxes(subjects, frame, finding, eps)),
        (Claim::Overlap, check_pairs(finding)),
        (Claim::Changes, check_changes(finding)),
        (Claim::Swaps, check_swaps(finding)),
    ];
    broken_claims(claims)
}

/// Checks that the answer is about the query's bodies, and that its boxes and lists of pairs are well formed.
fn check_form(subjects: &Bodies<'_>, finding: &PairsFinding) -> Option<String> {
    let count = finding.boxes.len();
    let names = finding.names.len();
    let requested = subjects.names().len();
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
    if let Some((name, claimed)) = subjects.names().zip(finding.names.iter()).find(|(name, claimed)| claimed != name) {
        return Some(format!("the answer names `{claimed}` at the place of the query's body `{name}`"));
    }
    let dimension = if subjects.in_plane() { 2 } else { 3 };
    if finding.axes != dimension {
        let axes = text::counted(finding.axes, "axis", "axes");
        return Some(format!("the answer has {axes}; a {dimension}D scene has {dimension}"));
    }
    if finding.swaps.len() != finding.axes {
        let counts = text::counted(finding.swaps.len(), "count", "counts");
        return Some(format!("the answer has {counts} of swaps, but a {dimension}D scene needs one for each axis"));
    }
    invalid_box(finding, &finding.boxes, "this frame")
        .or_else(|| invalid_box(finding, &finding.previous_boxes, "the previous frame"))
        .or_else(|| check_pair_lists(finding))
}

/// Returns a message about a box whose minimum is above its maximum, or that leaves the plane of a 2D scene. `frame` is
/// the name of the frame to which the boxes belong.
fn invalid_box(finding: &PairsFinding, boxes: &[Option<Corners>], frame: &str) -> Option<String> {
    let body = boxes.iter().position(|corners| corners.is_some_and(|corners| !is_box(&corners, finding.axes)))?;
    let is_ordered = boxes[body].as_ref().is_some_and(|[min, max]| min.cmple(*max).all());
    let flaw = if is_ordered { "is not in the plane z = 0" } else { "has a minimum above its maximum" };
    Some(format!("the box of `{}` in {frame} {flaw}", finding.names[body]))
}

/// Checks that the lists of pairs are sorted, and name different bodies of the query in ascending order.
fn check_pair_lists(finding: &PairsFinding) -> Option<String> {
    let count = finding.boxes.len();
    let lists = [&finding.pairs, &finding.began, &finding.ended];
    let are_valid = lists.iter().all(|list| {
        let are_pairs = list.iter().all(|[a, b]| a < b && (*b as usize) < count);
        let are_sorted = list.windows(2).all(|two| two[0] < two[1]);
        are_pairs && are_sorted
    });
    (!are_valid).then(|| {
        String::from(
            "each list of pairs must be sorted without duplicates, and a pair must name two bodies in ascending order",
        )
    })
}

/// Checks that every box is the tight box of its body in a frame, and that exactly the absent bodies have none.
fn check_boxes(
    subjects: &Bodies<'_>,
    frame: usize,
    claimed: &[Option<Corners>],
    finding: &PairsFinding,
    eps: f64,
) -> Option<String> {
    let absences = subjects.absences(frame);
    subjects.placed_in(frame).iter().enumerate().find_map(|(i, body)| {
        let name = &finding.names[i];
        match (&claimed[i], absences[i]) {
            (None, true) => None,
            (None, false) => Some(format!("`{name}` is present in this frame, but the answer has no box for it")),
            (Some(_), true) => Some(format!("`{name}` is absent in this frame, but the answer has a box for it")),
            (Some(corners), false) => check_box(body, name, corners, finding.axes, eps),
        }
    })
}

/// Checks that the sides of a box, its least and greatest coordinates on each axis, touch its body.
fn check_box(body: &Placed<'_>, name: &str, [min, max]: &Corners, axes: usize, eps: f64) -> Option<String> {
    let rounding = SIDE_ROUNDINGS * eps * (body.radius() + body.position.abs().max_element());
    (0..axes).find_map(|axis| {
        let along = DVec3::AXES[axis];
        [(min[axis], -along), (max[axis], along)].into_iter().find_map(|(side, direction)| {
            let extreme = body.farthest(direction, DVec3::ZERO)[axis];
            let axis = ["x", "y", "z"][axis];
            (!((side - extreme).abs() <= rounding)).then(|| {
                format!("a side of the box of `{name}` is at {axis} = {side} m; the body reaches to {extreme} m")
            })
        })
    })
}

/// Checks the boxes of the previous frame; the first frame has none.
fn check_previous_boxes(subjects: &Bodies<'_>, frame: usize, finding: &PairsFinding, eps: f64) -> Option<String> {
    match frame.checked_sub(1) {
        Some(before) => check_boxes(subjects, before, &finding.previous_boxes, finding, eps)
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
    let densities: Vec<f64> = (0..axes).map(|axis| overlap_density(&sorted, axis)).collect();
    let axis = (0..axes).min_by(|a, b| densities[*a].total_cmp(&densities[*b])).unwrap_or(0);
    sorted.sort_by(|a, b| a.min[axis].total_cmp(&b.min[axis]));
    let mut pairs = Vec::new();
    for (i, first) in sorted.iter().enumerate() {
        let candidates = sorted[i + 1..].iter().take_while(|second| second.min[axis] <= first.max[axis]);
        let overlapping = candidates.filter(|second| first.overlaps(second, axes));
        pairs.extend(overlapping.map(|second| [first.body.min(second.body), first.body.max(second.body)]));
    }
    pairs.sort_unstable();
    pairs
}

/// Returns the pairs of the sorted list `complete` that the sorted list `list` lacks.
fn pairs_missing_from(list: &[[u32; 2]], complete: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut others = list.iter().peekable();
    let mut missing = Vec::new();
    for pair in complete {
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
    let expected = all_pairs(&finding.boxes, finding.axes);
    if let Some(pair) = pairs_missing_from(&finding.pairs, &expected).first() {
        let names = pair_name(finding, *pair);
        return Some(format!("the boxes of {names} overlap, but the answer does not list the pair"));
    }
    let surplus = pairs_missing_from(&expected, &finding.pairs);
    let names = pair_name(finding, *surplus.first()?);
    Some(format!("the boxes of {names} do not overlap, but the answer lists the pair"))
}

/// Checks the lists of pairs that began and ended against the pairs of both frames.
fn check_changes(finding: &PairsFinding) -> Option<String> {
    let previous = all_pairs(&finding.previous_boxes, finding.axes);
    let began = PairChange {
        expected: pairs_missing_from(&previous, &finding.pairs),
        claimed: &finding.began,
        past: "began",
        infinitive: "begin",
    };
    let ended = PairChange {
        expected: pairs_missing_from(&finding.pairs, &previous),
        claimed: &finding.ended,
        past: "ended",
        infinitive: "end",
    };
    began.check(finding).or_else(|| ended.check(finding))
}

/// List of pairs that changed in one way since the previous frame.
struct PairChange<'a> {
    /// Pairs that the judge computed, sorted.
    expected: Vec<[u32; 2]>,
    /// Pairs in the answer, sorted.
    claimed: &'a [[u32; 2]],
    /// Verb of the change in the past tense: `began`.
    past: &'static str,
    /// Verb of the change in the infinitive: `begin`.
    infinitive: &'static str,
}

impl PairChange<'_> {
    /// Checks that the answer lists exactly the pairs that changed.
    fn check(&self, finding: &PairsFinding) -> Option<String> {
        let Self { expected, claimed, past, infinitive } = self;
        if let Some(pair) = pairs_missing_from(claimed, expected).first() {
            return Some(format!("the list of pairs that {past} in this frame lacks {}", pair_name(finding, *pair)));
        }
        let surplus = pairs_missing_from(expected, claimed);
        let pair = pair_name(finding, *surplus.first()?);
        Some(format!("the list of pairs that {past} in this frame contains {pair}, which did not {infinitive}"))
    }
}

/// Endpoint of the interval that a box covers on an axis, in one frame.
#[derive(Clone, Copy)]
struct Endpoint {
    /// Coordinate on the axis, meters.
    coordinate: f64,
    /// Whether the interval ends here.
    is_upper: bool,
    /// Index of the body.
    body: usize,
}

/// Endpoint in two consecutive frames.
#[derive(Clone, Copy)]
struct MovedEndpoint {
    previous: Endpoint,
    current: Endpoint,
}

/// Order of endpoints in one frame: by coordinate, lower endpoints first among equal ones, then by body.
fn compare_endpoints(a: Endpoint, b: Endpoint) -> Ordering {
    let coordinates = a.coordinate.partial_cmp(&b.coordinate).unwrap_or(Ordering::Equal);
    coordinates.then(a.is_upper.cmp(&b.is_upper)).then(a.body.cmp(&b.body))
}

/// Checks the number of swaps on each axis.
fn check_swaps(finding: &PairsFinding) -> Option<String> {
    (0..finding.axes).find_map(|axis| {
        let mut endpoints: Vec<MovedEndpoint> = Vec::new();
        for (body, both) in finding.previous_boxes.iter().zip(finding.boxes.iter()).enumerate() {
            // The endpoints of a body that appears or disappears are not counted.
            let (Some(previous), Some(current)) = both else { continue };
            // Corner 0 of a box is its minimum, corner 1 its maximum.
            for (corner, is_upper) in [(0, false), (1, true)] {
                let [previous, current] =
                    [previous, current].map(|corners| Endpoint { coordinate: corners[corner][axis], is_upper, body });
                endpoints.push(MovedEndpoint { previous, current });
            }
        }
        endpoints.sort_by(|a, b| compare_endpoints(a.previous, b.previous));
        let expected = sort_and_count_inversions(&mut endpoints);
        let claimed = finding.swaps[axis];
        let axis = ["x", "y", "z"][axis];
        (expected != claimed).then(|| format!("the number of swaps on {axis} is {expected}, reported as {claimed}"))
    })
}

/// Sorts endpoints, given in their previous order, by their current order, and counts the pairs whose order changes.
fn sort_and_count_inversions(endpoints: &mut [MovedEndpoint]) -> u64 {
    if endpoints.len() < 2 {
        return 0;
    }
    let middle = endpoints.len() / 2;
    let (left, right) = endpoints.split_at_mut(middle);
    let mut count = sort_and_count_inversions(left) + sort_and_count_inversions(right);
    let mut merged = Vec::with_capacity(endpoints.len());
    let mut i = 0;
    let (left, right) = endpoints.split_at(middle);
    for endpoint in right {
        while i < left.len() && compare_endpoints(left[i].current, endpoint.current).is_lt() {
            merged.push(left[i]);
            i += 1;
        }
        // The remaining endpoints of the left half were before this one, and are behind it now.
        count += (left.len() - i) as u64;
        merged.push(*endpoint);
    }
    merged.extend_from_slice(&left[i..]);
    endpoints.copy_from_slice(&merged);
    count
}

/// Whether no minimum is above its maximum, and boxes of two axes are in the plane.
fn is_box(corners: &Corners, axes: usize) -> bool {
    let is_flat = axes == 3 || corners.iter().all(|corner| corner.z == 0.0);
    is_flat && (0..3).all(|axis| corners[0][axis] <= corners[1][axis])
}

/// Total width of the finite boxes along an axis, divided by the extent of all of them: the mean number of boxes that
/// cover a point of that extent.
fn overlap_density(boxes: &[BodyBox], axis: usize) -> f64 {
    let finite = boxes.iter().filter(|bounds| bounds.min[axis].is_finite() && bounds.max[axis].is_finite());
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
