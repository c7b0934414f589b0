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

impl Draft {
    /// Adds distance queries for these pairs.
    pub(super) fn add_distance_queries(&mut self, pairs: &[[usize; 2]]) {
        for pair in pairs {
            let [a, b] = pair.map(|k| self.bodies[k].body.name.clone());
            let plain: String = format!("{a} and {b}").chars().take(190).collect();
            let name = self.free_query_name(plain);
            let theirs = self.theirs.remove(pair).unwrap_or_default();
            self.queries.push(Query { theirs, ..Query::new(name, Algorithm::Distance.of(a, b)) });
        }
    }

    /// Returns this name for a query, or one with a number if it is taken.
    fn free_query_name(&self, plain: String) -> String {
        let mut name = plain.clone();
        for k in 2.. {
            if !self.queries.iter().any(|query| query.name == name) {
                break;
            }
            name = format!("{plain} {k}");
        }
        name
    }

    /// Adds distance queries for the pairs that the source names, then for those that are near in some frame, nearest
    /// first; if there are none, for the nearest pair. A single body gets a hull query, or a distance query to an added
    /// point.
    pub(super) fn add_queries(&mut self) {
        if let [alone] = self.bodies.as_slice() {
            let hull = if self.plane { Algorithm::Graham } else { Algorithm::Quickhull };
            if alone.body.shape.points().is_some() {
                let name = alone.body.name.clone();
                self.queries.push(Query::new("hull", hull.of(name, "")));
                return;
            }
            self.add_probe();
        }
        let mut pairs = std::mem::take(&mut self.named);
        let mut near = self.near(true, true);
        if pairs.is_empty() && near.pairs.is_empty() && self.bodies.len() > 1 {
            near = self.near(false, true);
            near.pairs.truncate(1);
            self.add_note("No two bodies of the source may collide; the scene queries the nearest two.");
        }
        let found = near.pairs.len();
        pairs.extend(near.pairs);
        let mut seen = HashSet::new();
        pairs.retain(|[a, b]| seen.insert([*a.min(b), *a.max(b)]));
        let answered = self.theirs.len();
        pairs.truncate(MOST_QUERIES.max(answered.min(MAX_ANSWERED_QUERIES)));
        self.add_distance_queries(&pairs);
        if !self.theirs.is_empty() {
            let left = self.theirs.len();
            self.add_note(format!(
                "The source has answers about {answered} pairs; the scene queries the first {}.",
                answered - left
            ));
        }
        if found > pairs.len() || !near.complete {
            let queried = pairs.len();
            let found = if near.complete { found.to_string() } else { format!("more than {found}") };
            self.add_note(format!(
                "The boxes of {found} pairs are near each other; the scene queries the {queried} nearest pairs. Add others by hand."
            ));
        }
    }

    /// Adds queries for all other pairs that may collide, up to the limit of a scene.
    pub(super) fn add_all_pair_queries(&mut self) {
        let queried: HashSet<[String; 2]> =
            self.queries.iter_mut().filter_map(|query| sorted_names(&mut query.ask)).collect();
        let count = self.bodies.len();
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j])).filter(|pair| self.may_collide(*pair));
        let remaining = MAX_SCENE_QUERIES.saturating_sub(self.queries.len());
        let mut all: Vec<[usize; 2]> = pairs
            .filter(|pair| {
                let mut names = pair.map(|k| self.bodies[k].body.name.clone());
                names.sort_unstable();
                !queried.contains(&names)
            })
            .take(remaining + 1)
            .collect();
        if all.len() > remaining {
            all.pop();
            self.add_note(format!("A scene has at most {MAX_SCENE_QUERIES} queries, so not all pairs have one."));
        }
        self.add_distance_queries(&all);
    }

    /// Adds a point above the only body, at half of the body's size, to form a pair.
    fn add_probe(&mut self) {
        let [alone] = self.bodies.as_slice() else { return };
        let pose = Pose { position: alone.body.position, rotation: alone.body.rotation };
        let Some([low, high]) = bounds::bounding_box(&alone.body, pose) else { return };
        let up = if self.up == Upward::Z && !self.plane { 2 } else { 1 };
        let away = match 0.5 * size(&[low, high]) {
            away if away > 0.0 && !alone.body.shape.is_half_space() => away,
            _ => 1.0,
        };
        let mut position = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
        position[up] = high[up] + away;
        let shape = if self.plane { Shape::Circle { radius: 0.0 } } else { Shape::Sphere { radius: 0.0 } };
        self.add("point", shape, Pose::at(position), usize::MAX);
        self.named.push([0, 1]);
        self.add_note(
            "The source has only one body. A point above it was added, so that there is a distance to compute.",
        );
    }

    /// Returns the pairs whose boxes are near in some frame. With `at_least_one`, returns the nearest pair if none is
    /// near. `skip_excluded` skips pairs that do not collide according to the source.
    pub(super) fn near(&self, skip_excluded: bool, at_least_one: bool) -> NearPairs {
        let mut gaps = HashMap::new();
        let mut compared = 0usize;
        let mut nearest = None::<(f64, [usize; 2])>;
        let mut complete = true;
        for boxes in self.boxes() {
            let mut order: Vec<usize> = (0..boxes.len()).filter(|k| boxes[*k].is_some()).collect();
            order.sort_by(|a, b| low_x(&boxes[*a]).total_cmp(&low_x(&boxes[*b])));
            for (i, a) in order.iter().enumerate() {
                for b in &order[i + 1..] {
                    compared += 1;
                    let Some((one, other)) = boxes[*a].as_ref().zip(boxes[*b].as_ref()) else { continue };
                    let threshold = NEAR_FRACTION * size(one).min(size(other));
                    let gap = bounds::gap(one, other);
                    if compared > MAX_COMPARED_PAIRS {
                        break;
                    }
                    let pair = [*a.min(b), *a.max(b)];
                    let is_farther = nearest.is_some_and(|(least, _)| least <= gap);
                    if gap > threshold && is_farther || skip_excluded && !self.may_collide(pair) {
                        // Later boxes in the order are at least this far away along x.
                        let gap_x = other[0][0] - one[1][0];
                        if gap_x > threshold && nearest.is_some_and(|(least, _)| least <= gap_x) {
                            break;
                        }
                        continue;
                    }
                    if !is_farther {
                        nearest = Some((gap, pair));
                    }
                    if gap <= threshold {
                        let least = gaps.entry(pair).or_insert(gap);
                        *least = gap.min(*least);
                    }
                }
            }
            complete &= compared <= MAX_COMPARED_PAIRS;
            if !complete {
                break;
            }
        }
        let mut pairs: Vec<(f64, [usize; 2])> = gaps.into_iter().map(|(pair, gap)| (gap, pair)).collect();
        if pairs.is_empty() && at_least_one {
            pairs.extend(nearest);
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        NearPairs { pairs: pairs.into_iter().map(|(_, pair)| pair).collect(), complete }
    }

    /// Iterates over the boxes of all bodies, frame by frame; `None` for an absent body or one without a known size.
    fn boxes(&self) -> impl Iterator<Item = Vec<Option<Box3>>> {
        let index: HashMap<&str, usize> =
            self.bodies.iter().enumerate().map(|(k, part)| (part.body.name.as_str(), k)).collect();
        let start: Vec<Pose> = self
            .bodies
            .iter()
            .map(|part| Pose { position: part.body.position, rotation: part.body.rotation })
            .collect();
        let mut poses: Vec<(Pose, bool)> = start.into_iter().map(|pose| (pose, true)).collect();
        let count = self.frames.len().max(1);
        (0..count).map(move |k| {
            for moved in self.frames.get(k).into_iter().flat_map(|frame| &frame.poses) {
                if let Some(k) = index.get(moved.body.as_str()) {
                    poses[*k] = (Pose { position: moved.position, rotation: moved.rotation }, true);
                }
            }
            for gone in self.frames.get(k).into_iter().flat_map(|frame| &frame.gone) {
                if let Some(k) = index.get(gone.as_str()) {
                    poses[*k].1 = false;
                }
            }
            let placed = self.bodies.iter().zip(&poses);
            placed.map(|(part, (pose, there))| bounds::bounding_box(&part.body, *pose).filter(|_| *there)).collect()
        })
    }

    /// Whether the collision bits and joints of the source let two bodies collide.
    fn may_collide(&self, [a, b]: [usize; 2]) -> bool {
        let a = &self.bodies[a];
        let b = &self.bodies[b];
        let kinds = a.collision_bits[0] & b.collision_bits[1] != 0 || b.collision_bits[0] & a.collision_bits[1] != 0;
        let bounded = !(a.body.shape.is_half_space() && b.body.shape.is_half_space());
        bounded
            && a.rigid != b.rigid
            && kinds
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
fn size([low, high]: &Box3) -> f64 {
    (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max)
}

/// Returns the lower bound of a box along x; infinity without a box.
fn low_x(bounds: &Option<Box3>) -> f64 {
    bounds.map_or(f64::INFINITY, |[low, _]| low[0])
}
