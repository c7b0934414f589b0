//! Selection of the lists of points that are bodies, in a text without shapes: other lists are matrices, or serve only
//! to compute the bodies.
//!
//! **Problem.** A program states one outline, `square = [[0, 0], …]`, and computes its bodies from it, `A = square +
//! t`; it states rotations as lists of rows, which look like points.
//!
//! **Rule.** A query is a call of a function that takes a list of points and does not only compute numbers or print. A
//! list that a query takes is a body. A list that no query takes, and that others are computed from, is not a body; in
//! a text without queries the names decide, or the text is refused. A text is also refused if a query takes a computed
//! list whose points are not known.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::data_flow::{Flows, Key, MAX_REACHED, UnknownAssignment, moves_points};
use crate::code::evaluate::value::{ErrorAt, Ranges, Value};
use crate::code::join::store::Store;
use crate::code::matrix::matrices::rows_of;
use crate::code::parser::syntax::Statement;
use crate::code::shape::clouds::{Cloud, all_lists, stem};
use crate::names::normalized;
use crate::pose::Pose;

/// Lists of points that are bodies, and the parts of the text that describe none.
#[derive(Debug, Default)]
pub struct Selected {
    pub clouds: Vec<Cloud>,
    /// Ranges of the lists that are not bodies, bytes.
    pub aside: Ranges,
    /// Reason to refuse the text; `None` if it is understood.
    pub refusal: Option<ErrorAt>,
}

impl Selected {
    /// Whether the text has lists of points.
    pub fn is_found(&self) -> bool {
        !self.clouds.is_empty() || self.refusal.is_some()
    }
}

/// Words at the beginning or the end of the names of lists that others are copies of, in lower case.
const BASES: [&str; 17] = [
    "base",
    "unit",
    "template",
    "outline",
    "local",
    "canonical",
    "proto",
    "original",
    "model",
    "reference",
    "rest",
    "src",
    "source",
    "square",
    "cube",
    "generic",
    "initial",
];

/// Words in the names of lists that describe no body, such as directions and sizes, in lower case.
const HELPERS: [&str; 19] = [
    "edge",
    "normal",
    "dirs",
    "direction",
    "axis",
    "axes",
    "diff",
    "delta",
    "tangent",
    "centers",
    "centroid",
    "weight",
    "proj",
    "offset",
    "size",
    "angle",
    "scale",
    "shift",
    "translation",
];

/// Whether two names are those of lists of one kind: `A` and `B`, `hull1` and `hull2`, `verts` and `verts_moved`.
fn are_alike(a: &str, b: &str) -> bool {
    // Sets of points have capitals, and points small letters.
    if a.len() == 1 && b.len() == 1 {
        return a.chars().all(char::is_uppercase) == b.chars().all(char::is_uppercase);
    }
    let stem_a = normalized(&stem(a));
    let stem_b = normalized(&stem(b));
    stem_a == stem_b || normalized(a).starts_with(&stem_b) || normalized(b).starts_with(&stem_a)
}

/// Whether the name of a list states that the list is a template for others.
fn is_base(name: &str) -> bool {
    let name = normalized(name);
    BASES.iter().any(|word| name.starts_with(word) || name.ends_with(word))
}

/// Whether the name of a list states that its points are in the frame of the world, so that a list that it is computed
/// from has the same points in the frame of the body.
fn is_in_world(name: &str) -> bool {
    let name = normalized(name);
    ["world", "global"].iter().any(|word| name.starts_with(word) || name.ends_with(word))
}

/// Whether the name of a list states that the list describes no body.
fn is_helper(name: &str) -> bool {
    let name = normalized(name);
    HELPERS.iter().any(|word| name.contains(word))
}

/// Whether the name of a list is one of a matrix or a transform: `R`, `rot_a`, `T2`.
fn names_matrix(name: &str) -> bool {
    let name = normalized(name);
    let short = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let words = ["rot", "mat", "orient", "basis", "dcm", "transf", "pose", "inertia", "covar"];
    words.iter().any(|word| name.starts_with(word) || name.ends_with(word))
        || ["r", "rx", "ry", "rz", "ra", "rb", "rab", "m", "t", "tf"].contains(&short)
}

/// Whether points are the rows of a rotation or a reflection.
fn is_orthonormal(points: &[Vec<f64>]) -> bool {
    let size = points.len();
    if !(2..=3).contains(&size) || points.iter().any(|row| row.len() != size) {
        return false;
    }
    for first in 0..size {
        for second in 0..=first {
            let product: f64 = points[first].iter().zip(&points[second]).map(|(x, y)| x * y).sum();
            let expected = if first == second { 1.0 } else { 0.0 };
            // Also false for a product that is not a number.
            let is_close = (product - expected).abs() < MATRIX_ROUNDING;
            if !is_close {
                return false;
            }
        }
    }
    true
}

/// Largest deviation of the rows of a rotation from orthonormal ones that the rounding of printed numbers explains.
const MATRIX_ROUNDING: f64 = 1e-3;

/// Returns the lists of points that are the bodies of a text.
pub fn find(store: &Store, statements: &[Statement<'_>]) -> Selected {
    let flows = Flows::of(store, statements);
    let mut selected = select(all_lists(store, statements), &flows, store);
    remove_second_names(&mut selected.clouds);
    selected
}

/// Removes lists that the text has under a second name or in a field: the same points from the same range of the text.
fn remove_second_names(clouds: &mut Vec<Cloud>) {
    let mut seen: HashMap<(usize, usize), Vec<Vec<Vec<f64>>>> = HashMap::new();
    clouds.retain(|cloud| {
        let Some(range) = cloud.used().first() else { return true };
        let from_range = seen.entry((range.start, range.end)).or_default();
        let is_new = !from_range.iter().any(|points| points == cloud.points());
        from_range.push(cloud.points().to_vec());
        is_new
    });
}

/// Selects the lists that are bodies. The first reason to refuse the text is kept: too many lists, a list that may be a
/// body or not, an argument with several values, or points that are not known.
fn select(clouds: Vec<Cloud>, flows: &Flows, store: &Store) -> Selected {
    let keys: Vec<Key> = clouds.iter().map(|cloud| flows.key(&cloud.root, cloud.at)).collect();
    let queried: Vec<bool> = keys.iter().map(|key| flows.is_queried(key)).collect();
    let has_queries = queried.contains(&true);
    let are_points: Vec<bool> =
        (0..clouds.len()).map(|k| queried[k] || !is_matrix(&clouds[k], &keys[k], flows, has_queries)).collect();
    let mut selected = Selected::default();
    let feeds = targets(&keys, &are_points, flows).unwrap_or_else(|| {
        let why = String::from("too many lists are computed from each other; write the points of the bodies out");
        selected.refusal = Some((clouds[0].at, why));
        vec![Vec::new(); keys.len()]
    });
    let mut sources = vec![Vec::new(); keys.len()];
    for (source, targets) in feeds.iter().enumerate() {
        targets.iter().for_each(|target| sources[*target].push(source));
    }
    let lists = Lists { clouds: &clouds, keys: &keys, queried: &queried, feeds: &feeds, sources: &sources, flows };
    let mut kept = Vec::with_capacity(clouds.len());
    for (k, is_list) in are_points.iter().enumerate() {
        kept.push(*is_list && lists.is_body(k, &mut selected.refusal));
    }
    if let Some(at) = find_varied_argument(&store.passed) {
        let why = String::from("this call runs several times with different points; give the points of one of them");
        selected.refusal.get_or_insert((at, why));
    }
    if let Some(at) = store.lost_argument {
        let why =
            String::from("the points of this argument are computed in a way that is not understood; write them out");
        selected.refusal.get_or_insert((at, why));
    }
    let names: Vec<(Key, String)> =
        clouds.iter().zip(&keys).map(|(cloud, key)| (key.clone(), cloud.name.clone())).collect();
    if let Some(refusal) = refuse_lost_points(&names, flows) {
        selected.refusal.get_or_insert(refusal);
    }
    for (cloud, is_kept) in clouds.into_iter().zip(kept) {
        if is_kept {
            selected.clouds.push(cloud);
        } else {
            selected.aside.extend(cloud.used().iter().cloned());
        }
    }
    selected
}

/// Lists of points of a text, with their use; all slices have the order of `clouds`.
struct Lists<'c> {
    clouds: &'c [Cloud],
    keys: &'c [Key],
    /// Whether a query takes each list.
    queried: &'c [bool],
    /// Lists that are computed from each list.
    feeds: &'c [Vec<usize>],
    /// Lists that each list is computed from.
    sources: &'c [Vec<usize>],
    flows: &'c Flows,
}

impl Lists<'_> {
    /// Whether the list with an index is a body. If that is not clear, stores a reason to refuse the text.
    fn is_body(&self, k: usize, refusal: &mut Option<ErrorAt>) -> bool {
        let cloud = &self.clouds[k];
        if self.is_difference(k) {
            return false;
        }
        if self.queried[k] || cloud.name.is_empty() {
            return true;
        }
        if self.flows.is_returned(&self.keys[k]) {
            return false;
        }
        let has_queries = self.queried.contains(&true);
        let targets: Vec<&Cloud> = self.feeds[k].iter().map(|target| &self.clouds[*target]).collect();
        let [first, ..] = targets[..] else {
            let is_computed_helper = has_queries && !self.sources[k].is_empty() && is_helper(&cloud.name);
            return !is_computed_helper;
        };
        let is_copied = targets.iter().all(|target| target.points() == cloud.points());
        if has_queries || is_copied {
            return false;
        }
        if targets.iter().all(|target| is_in_world(&target.name)) && !is_in_world(&cloud.name) {
            return false;
        }
        // `B = A + t`: both are bodies.
        if targets.iter().any(|target| are_alike(&cloud.name, &target.name)) {
            return true;
        }
        let is_template = is_base(&cloud.name) && targets.len() > 1;
        if !is_template && !is_helper(&cloud.name) {
            let why = format!(
                "`{}` is a body, or only the points that `{}` is computed from; remove the one that is not a body, or call a query with the bodies",
                cloud.name, first.name
            );
            refusal.get_or_insert((cloud.at, why));
        }
        false
    }

    /// Whether a list is computed from two lists that queries take, such as their Minkowski difference.
    fn is_difference(&self, k: usize) -> bool {
        let queried = self.sources[k].iter().filter(|source| self.queried[**source]);
        let variables: BTreeSet<&Key> = queried.map(|source| &self.keys[*source]).collect();
        variables.len() > 1
    }
}

/// Returns the offset of the first argument that has different points in several calls, bytes; `None` without one.
/// `passed` has the points of arguments with their offsets, in the order of the calls.
fn find_varied_argument(passed: &[(usize, Value)]) -> Option<usize> {
    let mut seen: BTreeMap<usize, Vec<Vec<f64>>> = BTreeMap::new();
    passed.iter().find_map(|(at, value)| {
        let rows = rows_of(value)?;
        let first = seen.entry(*at).or_insert_with(|| rows.clone());
        (*first != rows).then_some(*at)
    })
}

/// Whether a list is a matrix: an operand that multiplies points, or the rows of a rotation that no query takes.
fn is_matrix(cloud: &Cloud, key: &Key, flows: &Flows, has_queries: bool) -> bool {
    let points = cloud.points();
    let is_square = points.iter().all(|row| row.len() == points.len());
    let multiplies = is_square && flows.matrices.contains(key);
    multiplies || is_orthonormal(points) && (names_matrix(&cloud.name) || has_queries && !cloud.name.is_empty())
}

/// Returns the indices of the other lists of points that are computed from each list; `None` if they are too many to be
/// followed. `are_points` states which lists are points, rather than matrices.
fn targets(keys: &[Key], are_points: &[bool], flows: &Flows) -> Option<Vec<Vec<usize>>> {
    let mut by_key: BTreeMap<&Key, Vec<usize>> = BTreeMap::new();
    for (k, key) in keys.iter().enumerate().filter(|(k, _)| are_points[*k]) {
        by_key.entry(key).or_default().push(k);
    }
    let mut followed = 0;
    let mut all = Vec::with_capacity(keys.len());
    for key in keys {
        let reached = flows.reached([key]);
        let lists: Vec<usize> = reached
            .iter()
            .filter(|other| *other != key)
            .filter_map(|other| by_key.get(other))
            .flatten()
            .copied()
            .collect();
        followed += reached.len() + lists.len();
        if followed > MAX_REACHED {
            return None;
        }
        all.push(lists);
    }
    Some(all)
}

/// Returns the refusal of the first computed value that seems to be points of a body and is not known; `None` without
/// one. `clouds` has the variables and the names of the known lists.
fn refuse_lost_points(clouds: &[(Key, String)], flows: &Flows) -> Option<ErrorAt> {
    let by_key: BTreeMap<&Key, &str> = clouds.iter().map(|(key, name)| (key, name.as_str())).collect();
    let reached = flows.reached(by_key.keys().copied());
    let has_queries = by_key.keys().any(|key| flows.is_queried(key));
    let found = flows.unknown.iter().find(|computed| {
        // The points of this list are known, because the calls that add them are read.
        if by_key.contains_key(&computed.key) {
            return false;
        }
        let is_computed = reached.contains(&computed.key);
        let is_alike = if has_queries {
            let queries = flows.by_argument.get(&computed.key).into_iter().flatten();
            let siblings = queries.flat_map(|query| &flows.queries[*query]);
            let names: Vec<&str> = siblings.filter_map(|key| by_key.get(key).copied()).collect();
            if names.is_empty() {
                return false;
            }
            names.into_iter().any(|name| are_alike(&computed.key.1, name))
        } else {
            by_key.values().any(|name| are_alike(&computed.key.1, name))
        };
        is_lost(computed, is_computed, is_alike, has_queries)
    });
    found.map(|computed| {
        let why = format!(
            "the points of `{}` are computed here in a way that is not understood; write the points out",
            computed.key.1
        );
        (computed.at, why)
    })
}

/// Whether a value that is not known seems to be points of a body. `is_computed` states that it is computed from lists
/// of points, `is_alike` that its name is similar to that of a list.
fn is_lost(computed: &UnknownAssignment, is_computed: bool, is_alike: bool, has_queries: bool) -> bool {
    if computed.is_relation {
        return false;
    }
    // An operation on points has no function: `A + t`.
    if computed.function.is_empty() {
        return is_computed && (has_queries || is_alike);
    }
    is_computed && moves_points(&computed.function) || is_alike
}

/// Returns the offset of a pose in a text without shapes that moves none of the points, bytes: where the text moves an
/// entity, else where it constructs a pose. `None` without one.
pub fn pose_offset(store: &Store, clouds: &[Cloud]) -> Option<usize> {
    let placed = store.entities.iter().find(|entity| {
        !entity.used.is_empty() && entity.is_placed() && !is_scenery(&entity.name) && entity.pose() != Pose::default()
    });
    let used: BTreeSet<usize> = clouds.iter().flat_map(|cloud| cloud.used()).map(|range| range.start).collect();
    let poses = store.pose_calls.iter().filter(|range| !used.contains(&range.start));
    let constructed = poses.chain(&store.unread_poses).map(|range| range.start).min();
    placed.map(|entity| entity.at).or(constructed)
}

/// Whether a name is one for cameras, lights or drawing.
fn is_scenery(name: &str) -> bool {
    ["cam", "light", "eye", "view", "geometry"].iter().any(|word| normalized(name).contains(word))
}
