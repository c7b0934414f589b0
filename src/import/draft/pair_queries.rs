//! Selection of the pairs of a draft's bodies that get distance queries: pairs that the source names, then pairs whose
//! bounding boxes come near each other in some frame.
//!
//! **Method.** In each frame the boxes are sorted along x and swept, so that far pairs are not compared. The least gap
//! of each near pair over all frames decides the order.

use std::collections::{HashMap, HashSet};

use contact_lens_scene::model::{Algorithm, Ask, Query, Shape, Upward};

use super::{Draft, DraftBody};
use crate::bounds::{self, Box3};
use crate::pose::Pose;

/// Maximum number of queries of an import whose source has none, so that the list of queries remains readable.
pub(crate) const MOST_QUERIES: usize = 64;

/// Maximum number of queries when the source has its own answers about the pairs: more, because the user compares them.
const MAX_ANSWERED_QUERIES: usize = 500;

/// Maximum number of queries when all pairs are requested: the limit of a scene.
const MAX_SCENE_QUERIES: usize = 1_000;

/// Maximum number of pairs of boxes that are compared over all frames, so that an import takes seconds.
const MAX_COMPARED_PAIRS: usize = 20_000_000;

/// Largest gap of boxes that are near each other, as a fraction of the longest side of the smaller box.
const NEAR_FRACTION: f64 = 0.1;

/// Maximum number of characters of a query's name; scenes allow 200, which leaves space for a number.
const MAX_NAME_CHARACTERS: usize = 190;

/// Pairs that a search for near pairs includes.
#[derive(Clone, Copy)]
pub(super) struct PairSearch {
    /// Whether to skip pairs that do not collide according to the source.
    pub(super) skip_excluded: bool,
    /// Whether to return the nearest pair if no pair is near.
    pub(super) at_least_one: bool,
}

/// Pairs of bodies whose boxes are near each other.
pub(super) struct NearPairs {
    /// Pairs of indices of bodies, each lower index first; sorted by the gap of the boxes, nearest pair first.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Whether all pairs of all frames were compared; false if [`MAX_COMPARED_PAIRS`] ended the search.
    complete: bool,
}

/// Two bodies and the least gap of their boxes over the frames.
#[derive(Clone, Copy)]
struct PairGap {
    /// Gap, meters; negative when the boxes overlap.
    gap: f64,
    /// Indices of the bodies, lower index first.
    pair: [usize; 2],
}

/// State of a search for near pairs, over the frames so far.
#[derive(Default)]
struct NearSearch {
    /// Least gap of each near pair, meters; negative when the boxes overlap.
    gaps: HashMap<[usize; 2], f64>,
    /// Pair with the least gap, near or not; `None` before the first pair.
    nearest: Option<PairGap>,
    /// Number of compared pairs of boxes.
    compared: usize,
}

impl NearSearch {
    /// Whether the comparisons so far are within their limit.
    fn is_complete(&self) -> bool {
        self.compared <= MAX_COMPARED_PAIRS
    }

    /// Whether the nearest pair has at most this gap.
    fn has_nearest_within(&self, gap: f64) -> bool {
        self.nearest.is_some_and(|nearest| nearest.gap <= gap)
    }
}

impl Draft {
    /// Adds distance queries for pairs of bodies, with the source's own answers about them.
    pub(super) fn add_distance_queries(&mut self, pairs: &[[usize; 2]]) {
        for pair in pairs {
            let [a, b] = pair.map(|index| self.bodies[index].body.name.clone());
            let plain: String = format!("{a} and {b}").chars().take(MAX_NAME_CHARACTERS).collect();
            let name = self.free_query_name(plain);
            let theirs = self.theirs.remove(pair).unwrap_or_default();
            self.queries.push(Query { theirs, ..Query::new(name, Algorithm::Distance.of(a, b)) });
        }
    }

    /// Returns `plain` as the name of a query, or `plain 2`, `plain 3`, … if it is taken.
    fn free_query_name(&self, plain: String) -> String {
        let mut name = plain.clone();
        for number in 2.. {
            if !self.queries.iter().any(|query| query.name == name) {
                break;
            }
            name = format!("{plain} {number}");
        }
        name
    }

    /// Adds distance queries for the pairs that the source names, then for those that are near in some frame, nearest
    /// first; if there are none, for the nearest pair. A single body gets a hull query, or a distance query to an added
    /// point.
    pub(super) fn add_queries(&mut self) {
        if let [only] = self.bodies.as_slice() {
            if only.body.shape.points().is_some() {
                let algorithm = if self.plane { Algorithm::Graham } else { Algorithm::Quickhull };
                let name = only.body.name.clone();
                self.queries.push(Query::new("hull", algorithm.of(name, "")));
                return;
            }
            self.add_probe();
        }
        let mut pairs = std::mem::take(&mut self.named_pairs);
        let mut near = self.near_pairs(PairSearch { skip_excluded: true, at_least_one: true });
        if pairs.is_empty() && near.pairs.is_empty() && self.bodies.len() > 1 {
            near = self.near_pairs(PairSearch { skip_excluded: false, at_least_one: true });
            near.pairs.truncate(1);
            self.add_note("No two bodies of the source may collide; the scene queries the nearest two.");
        }
        let near_count = near.pairs.len();
        pairs.extend(near.pairs);
        let mut seen = HashSet::new();
        pairs.retain(|[a, b]| seen.insert([*a.min(b), *a.max(b)]));
        let answered = self.theirs.len();
        pairs.truncate(MOST_QUERIES.max(answered.min(MAX_ANSWERED_QUERIES)));
        self.add_distance_queries(&pairs);
        // The answers that remain belong to pairs beyond the limit.
        if !self.theirs.is_empty() {
            let queried = answered - self.theirs.len();
            self.add_note(format!(
                "The source has answers about {answered} pairs; the scene queries the first {queried}."
            ));
        }
        if near_count > pairs.len() || !near.complete {
            let queried = pairs.len();
            let near_count = if near.complete { near_count.to_string() } else { format!("more than {near_count}") };
            self.add_note(format!(
                "The boxes of {near_count} pairs are near each other; the scene queries the {queried} nearest pairs. Add others by hand."
            ));
        }
    }

    /// Adds queries for all other pairs that may collide, up to the limit of a scene.
    pub(super) fn add_all_pair_queries(&mut self) {
        let queried: HashSet<[String; 2]> =
            self.queries.iter_mut().filter_map(|query| sorted_names(&mut query.ask)).collect();
        let count = self.bodies.len();
        let all_pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let remaining = MAX_SCENE_QUERIES.saturating_sub(self.queries.len());
        // One pair more than fits shows that the limit was reached.
        let mut unqueried: Vec<[usize; 2]> = all_pairs
            .filter(|pair| self.may_collide(*pair))
            .filter(|pair| {
                let mut names = pair.map(|index| self.bodies[index].body.name.clone());
                names.sort_unstable();
                !queried.contains(&names)
            })
            .take(remaining + 1)
            .collect();
        if unqueried.len() > remaining {
            unqueried.pop();
            self.add_note(format!("A scene has at most {MAX_SCENE_QUERIES} queries, so not all pairs have one."));
        }
        self.add_distance_queries(&unqueried);
    }

    /// Adds a point above the only body, at half the longest side of its box, to form a pair; 1 m above a half-space or
    /// a body without extent.
    fn add_probe(&mut self) {
        let [only] = self.bodies.as_slice() else { return };
        let pose = Pose { position: only.body.position, rotation: only.body.rotation };
        let Some([low, high]) = bounds::bounding_box(&only.body, pose) else { return };
        let up_axis = if self.up == Upward::Z && !self.plane { 2 } else { 1 };
        let half_size = 0.5 * longest_side(&[low, high]);
        let has_size = half_size > 0.0 && !only.body.shape.is_half_space();
        let height = if has_size { half_size } else { 1.0 };
        let mut position = [0, 1, 2].map(|axis| 0.5 * (low[axis] + high[axis]));
        position[up_axis] = high[up_axis] + height;
        let shape = if self.plane { Shape::Circle { radius: 0.0 } } else { Shape::Sphere { radius: 0.0 } };
        self.add("point", shape, Pose::at(position), usize::MAX);
        self.named_pairs.push([0, 1]);
        self.add_note(
            "The source has only one body. A point above it was added, so that there is a distance to compute.",
        );
    }

    /// Returns the pairs whose boxes are near in some frame.
    pub(super) fn near_pairs(&self, PairSearch { skip_excluded, at_least_one }: PairSearch) -> NearPairs {
        let mut search = NearSearch::default();
        for boxes in self.boxes() {
            self.search_frame(&boxes, skip_excluded, &mut search);
            if !search.is_complete() {
                break;
            }
        }
        let complete = search.is_complete();
        let mut near: Vec<PairGap> = search.gaps.into_iter().map(|(pair, gap)| PairGap { gap, pair }).collect();
        if near.is_empty() && at_least_one {
            near.extend(search.nearest);
        }
        near.sort_by(|a, b| a.gap.total_cmp(&b.gap).then(a.pair.cmp(&b.pair)));
        NearPairs { pairs: near.into_iter().map(|near_pair| near_pair.pair).collect(), complete }
    }

    /// Adds the near pairs of a frame: bodies are sorted by the lower bounds of their boxes along x, so that the
    /// comparisons with a body end at the first one that is too far away along x.
    fn search_frame(&self, boxes: &[Option<Box3>], skip_excluded: bool, search: &mut NearSearch) {
        let mut order: Vec<usize> = (0..boxes.len()).filter(|index| boxes[*index].is_some()).collect();
        order.sort_by(|a, b| low_x(&boxes[*a]).total_cmp(&low_x(&boxes[*b])));
        for (position, a) in order.iter().enumerate() {
            for b in &order[position + 1..] {
                search.compared += 1;
                if !search.is_complete() {
                    return;
                }
                let Some((box_a, box_b)) = boxes[*a].as_ref().zip(boxes[*b].as_ref()) else { continue };
                let threshold = NEAR_FRACTION * longest_side(box_a).min(longest_side(box_b));
                let gap = bounds::gap(box_a, box_b);
                let pair = [*a.min(b), *a.max(b)];
                let is_nearest = !search.has_nearest_within(gap);
                let is_irrelevant = gap > threshold && !is_nearest || skip_excluded && !self.may_collide(pair);
                if is_irrelevant {
                    // Later boxes in the order are at least this far away along x.
                    let gap_x = box_b[0][0] - box_a[1][0];
                    if gap_x > threshold && search.has_nearest_within(gap_x) {
                        break;
                    }
                    continue;
                }
                if is_nearest {
                    search.nearest = Some(PairGap { gap, pair });
                }
                if gap <= threshold {
                    let least = search.gaps.entry(pair).or_insert(gap);
                    *least = gap.min(*least);
                }
            }
        }
    }

    /// Iterates over the boxes of all bodies, frame by frame; `None` for an absent body or one without a known size.
    fn boxes(&self) -> impl Iterator<Item = Vec<Option<Box3>>> {
        let indices: HashMap<&str, usize> =
            self.bodies.iter().enumerate().map(|(index, draft_body)| (draft_body.body.name.as_str(), index)).collect();
        let mut poses: Vec<Pose> = self
            .bodies
            .iter()
            .map(|DraftBody { body, .. }| Pose { position: body.position, rotation: body.rotation })
            .collect();
        let mut is_present = vec![true; poses.len()];
        let frame_count = self.frames.len().max(1);
        (0..frame_count).map(move |frame_index| {
            for moved in self.frames.get(frame_index).into_iter().flat_map(|frame| &frame.poses) {
                if let Some(index) = indices.get(moved.body.as_str()) {
                    poses[*index] = Pose { position: moved.position, rotation: moved.rotation };
                    is_present[*index] = true;
                }
            }
            for name in self.frames.get(frame_index).into_iter().flat_map(|frame| &frame.gone) {
                if let Some(index) = indices.get(name.as_str()) {
                    is_present[*index] = false;
                }
            }
            let boxes = (0..poses.len()).map(|index| {
                if !is_present[index] {
                    return None;
                }
                bounds::bounding_box(&self.bodies[index].body, poses[index])
            });
            boxes.collect()
        })
    }

    /// Whether the collision bits and joints of the source let two bodies collide.
    fn may_collide(&self, [a, b]: [usize; 2]) -> bool {
        let a = &self.bodies[a];
        let b = &self.bodies[b];
        let bits_match =
            a.collision_bits[0] & b.collision_bits[1] != 0 || b.collision_bits[0] & a.collision_bits[1] != 0;
        // Two half-spaces have no distance query.
        let has_distance = !(a.body.shape.is_half_space() && b.body.shape.is_half_space());
        has_distance
            && a.rigid != b.rigid
            && bits_match
            && !self.excluded_pairs.contains(&[a.rigid.min(b.rigid), a.rigid.max(b.rigid)])
    }
}

/// Returns the names of a query's two bodies, sorted; `None` for a query about another number of bodies.
fn sorted_names(ask: &mut Ask) -> Option<[String; 2]> {
    let mut names: Vec<String> = ask.names_mut().map(|name| name.clone()).collect();
    names.sort_unstable();
    names.try_into().ok()
}

/// Returns the longest side of a box, meters.
fn longest_side([low, high]: &Box3) -> f64 {
    (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max)
}

/// Returns the lower bound of a box along x; infinity without a box.
fn low_x(bounds: &Option<Box3>) -> f64 {
    bounds.map_or(f64::INFINITY, |[low, _]| low[0])
}
