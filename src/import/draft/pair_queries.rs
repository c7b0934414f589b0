//! Selection of the pairs of a draft that get queries.

use std::collections::{HashMap, HashSet};

use super::Draft;
use crate::import::bounds::{self, Box3};
use crate::import::pose::Pose;
use crate::scene::model::{Algorithm, Ask, Query, Shape, Upward};

/// Maximum number of queries of an import whose source has none.
pub(in crate::import) const MOST_QUERIES: usize = 64;

/// Maximum number of queries when the source has its own answers about the pairs.
const MAX_ANSWERED_QUERIES: usize = 500;

/// Maximum number of queries when all pairs are requested: the limit of a scene.
const MAX_SCENE_QUERIES: usize = 1_000;

/// Maximum number of pairs of boxes that are compared over all frames, so that an import takes seconds.
const MAX_COMPARED_PAIRS: usize = 20_000_000;

/// Gap below which boxes are near, as a fraction of the longest side of the smaller box.
const NEAR_FRACTION: f64 = 0.1;

/// Pairs of bodies whose boxes are near each other.
pub(super) struct NearPairs {
    /// Indices of the bodies, lower index first; the nearest pair is first.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Whether all pairs of all frames were compared.
    complete: bool,
}

/// Search for near pairs, over the frames so far.
#[derive(Default)]
struct NearSearch {
    /// Least gap of each near pair, meters; negative when the boxes overlap.
    gaps: HashMap<[usize; 2], f64>,
    /// Pair with the least gap, near or not.
    nearest: Option<(f64, [usize; 2])>,
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
        self.nearest.is_some_and(|(least, _)| least <= gap)
    }
}

impl Draft {
    /// Adds distance queries for these pairs.
    pub(super) fn add_distance_queries(&mut self, pairs: &[[usize; 2]]) {
        for pair in pairs {
            let [a, b] = pair.map(|index| self.bodies[index].body.name.clone());
            let plain: String = format!("{a} and {b}").chars().take(190).collect();
            let name = self.free_query_name(plain);
            let theirs = self.theirs.remove(pair).unwrap_or_default();
            self.queries.push(Query { theirs, ..Query::new(name, Algorithm::Distance.of(a, b)) });
        }
    }

    /// Returns this name for a query, or one with a number if it is taken.
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
            let algorithm = if self.plane { Algorithm::Graham } else { Algorithm::Quickhull };
            if only.body.shape.points().is_some() {
                let name = only.body.name.clone();
                self.queries.push(Query::new("hull", algorithm.of(name, "")));
                return;
            }
            self.add_probe();
        }
        let mut pairs = std::mem::take(&mut self.named);
        let mut near = self.near_pairs(true, true);
        if pairs.is_empty() && near.pairs.is_empty() && self.bodies.len() > 1 {
            near = self.near_pairs(false, true);
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
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).filter(|pair| self.may_collide(*pair));
        let remaining = MAX_SCENE_QUERIES.saturating_sub(self.queries.len());
        let mut unqueried: Vec<[usize; 2]> = pairs
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

    /// Adds a point above the only body, at half of the body's size, to form a pair.
    fn add_probe(&mut self) {
        let [only] = self.bodies.as_slice() else { return };
        let pose = Pose { position: only.body.position, rotation: only.body.rotation };
        let Some([low, high]) = bounds::bounding_box(&only.body, pose) else { return };
        let up_axis = if self.up == Upward::Z && !self.plane { 2 } else { 1 };
        let height = match 0.5 * longest_side(&[low, high]) {
            half_size if half_size > 0.0 && !only.body.shape.is_half_space() => half_size,
            _ => 1.0,
        };
        let mut position = [0, 1, 2].map(|axis| 0.5 * (low[axis] + high[axis]));
        position[up_axis] = high[up_axis] + height;
        let shape = if self.plane { Shape::Circle { radius: 0.0 } } else { Shape::Sphere { radius: 0.0 } };
        self.add("point", shape, Pose::at(position), usize::MAX);
        self.named.push([0, 1]);
        self.add_note(
            "The source has only one body. A point above it was added, so that there is a distance to compute.",
        );
    }

    /// Returns the pairs whose boxes are near in some frame. With `at_least_one`, returns the nearest pair if none is
    /// near. `skip_excluded` skips pairs that do not collide according to the source.
    pub(super) fn near_pairs(&self, skip_excluded: bool, at_least_one: bool) -> NearPairs {
        let mut search = NearSearch::default();
        for boxes in self.boxes() {
            self.search_frame(&boxes, skip_excluded, &mut search);
            if !search.is_complete() {
                break;
            }
        }
        let complete = search.is_complete();
        let mut gaps: Vec<(f64, [usize; 2])> = search.gaps.into_iter().map(|(pair, gap)| (gap, pair)).collect();
        if gaps.is_empty() && at_least_one {
            gaps.extend(search.nearest);
        }
        gaps.sort_by(|(gap_a, pair_a), (gap_b, pair_b)| gap_a.total_cmp(gap_b).then(pair_a.cmp(pair_b)));
        NearPairs { pairs: gaps.into_iter().map(|(_, pair)| pair).collect(), complete }
    }

    /// Adds the near pairs of a frame: bodies are sorted by the lower bounds of their boxes along x, so that the
    /// comparisons with a body end at the first one that is too far away along x.
    fn search_frame(&self, boxes: &[Option<Box3>], skip_excluded: bool, search: &mut NearSearch) {
        let mut order: Vec<usize> = (0..boxes.len()).filter(|index| boxes[*index].is_some()).collect();
        order.sort_by(|a, b| low_x(&boxes[*a]).total_cmp(&low_x(&boxes[*b])));
        for (position, a) in order.iter().enumerate() {
            for b in &order[position + 1..] {
                search.compared += 1;
                let Some((box_a, box_b)) = boxes[*a].as_ref().zip(boxes[*b].as_ref()) else { continue };
                let threshold = NEAR_FRACTION * longest_side(box_a).min(longest_side(box_b));
                let gap = bounds::gap(box_a, box_b);
                if !search.is_complete() {
                    break;
                }
                let pair = [*a.min(b), *a.max(b)];
                let is_farther = search.has_nearest_within(gap);
                if gap > threshold && is_farther || skip_excluded && !self.may_collide(pair) {
                    // Later boxes in the order are at least this far away along x.
                    let gap_x = box_b[0][0] - box_a[1][0];
                    if gap_x > threshold && search.has_nearest_within(gap_x) {
                        break;
                    }
                    continue;
                }
                if !is_farther {
                    search.nearest = Some((gap, pair));
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
            self.bodies.iter().enumerate().map(|(index, row)| (row.body.name.as_str(), index)).collect();
        let mut poses: Vec<Pose> =
            self.bodies.iter().map(|row| Pose { position: row.body.position, rotation: row.body.rotation }).collect();
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
            let rows = self.bodies.iter().zip(&poses).zip(&is_present);
            rows.map(|((row, pose), present)| bounds::bounding_box(&row.body, *pose).filter(|_| *present)).collect()
        })
    }

    /// Whether the collision bits and joints of the source let two bodies collide.
    fn may_collide(&self, [a, b]: [usize; 2]) -> bool {
        let a = &self.bodies[a];
        let b = &self.bodies[b];
        let bits_match =
            a.collision_bits[0] & b.collision_bits[1] != 0 || b.collision_bits[0] & a.collision_bits[1] != 0;
        let has_distance = !(a.body.shape.is_half_space() && b.body.shape.is_half_space());
        has_distance
            && a.rigid != b.rigid
            && bits_match
            && !self.excluded_pairs.contains(&[a.rigid.min(b.rigid), a.rigid.max(b.rigid)])
    }
}

/// Returns the names of a query's two bodies, sorted.
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
