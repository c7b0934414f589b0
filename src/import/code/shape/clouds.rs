//! Lists of points in code: vectors in brackets, flat arrays of numbers, calls that add one point after another.

mod targets;

use std::collections::HashMap;

use crate::import::code::evaluate::value::{Data, ErrorAt, Ranges, Value};
use crate::import::code::join::store::Store;
use crate::import::code::matrix::eigen;
use crate::import::code::parser::syntax;
use crate::import::code::parser::syntax::{Expr, Flat, Node, Statement, StatementKind, flatten};
use crate::import::code::pose::rotations::normalized;
use crate::import::draft::{Draft, checked_length};
use crate::import::pose::Pose;
use crate::scene::model::Shape;
use targets::indexed;
pub use targets::{added, extended};

/// Maximum number of points of a body.
const MAX_POINTS: usize = 1_000_000;

/// Maximum number of elements of a value in which lists are searched; longer values are data other than points.
const MAX_LISTS: usize = 64;

/// List of points in a text.
#[derive(Debug)]
pub struct Cloud {
    /// Variable or field that holds the list; empty without one.
    pub name: String,
    /// Variable that holds the list, directly or in another list; empty without one.
    pub root: String,
    /// Offset in the text, bytes.
    pub at: usize,
    /// Points with two or three coordinates each, meters.
    points: Vec<Vec<f64>>,
    used: Ranges,
    /// Whether the points were added one by one.
    grown: bool,
    /// Whether each element is a vector made by a constructor, so that two points are a segment.
    made: bool,
    /// Byte offset at which the text changes the points in a way that is not understood.
    changed: Option<usize>,
}

impl Cloud {
    /// Creates a list from a value with these points.
    fn of(name: &str, value: &Value, points: Vec<Vec<f64>>) -> Self {
        let name = name.to_owned();
        let root = name.clone();
        let made = !name.is_empty() && value.items().iter().all(|(_, item)| matches!(item.data, Data::Vector(_)));
        Self { name, root, at: value.at, points, used: value.used.clone(), grown: false, made, changed: None }
    }

    pub fn points(&self) -> &[Vec<f64>] {
        &self.points
    }

    /// Ranges of the text that state the points, bytes.
    pub fn used(&self) -> &Ranges {
        &self.used
    }
}

/// Returns a name without the number or the letter after `_` at its end, so that `p0` and `p1` have the same stem.
pub fn stem(name: &str) -> String {
    let without_number = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    if without_number.len() < name.len() {
        return without_number.to_owned();
    }
    name.rsplit_once('_').filter(|(_, end)| end.len() == 1).map_or(name, |(start, _)| start).to_owned()
}

/// Returns all lists of points in a text.
pub fn all_lists(store: &Store, statements: &[Statement<'_>]) -> Vec<Cloud> {
    let mut found: Vec<Cloud> = Vec::new();
    let mut probe = Store {
        variables: store.variables.clone(),
        max_names: store.max_names,
        counts_from_one: store.counts_from_one,
        entities: store.entities.clone(),
        ..Store::default()
    };
    let mut repeated: Vec<(String, usize)> = Vec::new();
    for Flat { statement, repeats } in flatten(statements) {
        if repeats {
            repeated.extend(changed_list(statement).map(|name| (name, statement.at.start)));
        } else {
            find_in(store, statement, &mut probe, &mut found, &mut repeated);
        }
    }
    found.extend(store.passed.iter().flat_map(|(_, value)| lists("", value)));
    for (name, at) in repeated {
        take_final_list(store, &mut found, &name, at);
    }
    found.retain(|cloud| !is_faces(cloud));
    // A list that several elements of a variable hold.
    let mut seen: HashMap<(String, usize), Vec<Vec<Vec<f64>>>> = HashMap::new();
    found.retain(|cloud| {
        let Some(range) = cloud.used.first() else { return true };
        let same = seen.entry((cloud.root.clone(), range.start)).or_default();
        let is_new = !same.contains(&cloud.points);
        if is_new {
            same.push(cloud.points.clone());
        }
        is_new
    });
    let stems: Vec<String> =
        found.iter().filter(|cloud| cloud.points.len() >= 3).map(|cloud| stem(&cloud.name)).collect();
    let has_hull = !stems.is_empty();
    found.retain(|cloud| {
        let is_segment = cloud.points.len() == 2 && (cloud.grown || cloud.made && has_hull);
        cloud.points.len() >= 3 || is_segment || stems.contains(&stem(&cloud.name))
    });
    found
}

/// Adds the lists of points in a statement, and notes the lists that it changes in place.
fn find_in(
    store: &Store,
    statement: &Statement<'_>,
    probe: &mut Store,
    found: &mut Vec<Cloud>,
    repeated: &mut Vec<(String, usize)>,
) {
    let (name, value) = match &statement.kind {
        StatementKind::Declare { name, value: Some(value), .. } => ((*name).to_owned(), value),
        StatementKind::Assign(target, value) => {
            if let Some(name) = indexed(target) {
                let is_list = store.variables.get(&name).is_some_and(|list| list.items().len() > 1);
                if is_list || found.iter().any(|cloud| cloud.name == name && !cloud.grown) {
                    repeated.push((name, statement.at.start));
                    return;
                }
                let value = probe.value(value);
                extend(found, &name, &value, statement.at.start);
                return;
            }
            (syntax::chain(target).map_or_else(String::new, |names| names.join(".")), value)
        }
        StatementKind::Value(value) if grow(value, statement.at.start, probe, found) => return,
        StatementKind::Value(value) => (String::new(), value),
        StatementKind::Return(Some(value)) => (String::new(), value),
        StatementKind::Declare { .. }
        | StatementKind::Loop(..)
        | StatementKind::Branches(_)
        | StatementKind::Function(_)
        | StatementKind::Block(_)
        | StatementKind::Return(None)
        | StatementKind::Break
        | StatementKind::Continue => return,
    };
    if is_swapped(&name, value, statement.at.start, found) {
        return;
    }
    // `points *= 2`: the value after all statements counts.
    if refers_to(value, &name) && found.iter().any(|cloud| cloud.name == name) {
        repeated.push((name, statement.at.start));
        return;
    }
    let value = match store.evaluated.get(&statement.at.start) {
        Some((1, own)) if !name.is_empty() => own.clone(),
        _ => probe.value(value),
    };
    // `points = turned(points)`.
    let own = found.iter_mut().find(|cloud| !name.is_empty() && cloud.name == name);
    if let (Some(cloud), Data::Unknown) = (own, &value.data) {
        cloud.changed = Some(statement.at.start);
    }
    // A list that the interpreter evaluates: of a function of the text, or with a value for each element.
    if matches!(value.data, Data::Unknown) && !name.is_empty() {
        repeated.push((name, statement.at.start));
        return;
    }
    found.extend(lists(&name, &value));
}

/// Marks a list that takes the value of another by a swap. Returns whether the name is that of a value to be swapped.
fn is_swapped(name: &str, value: &Expr<'_>, at: usize, found: &mut [Cloud]) -> bool {
    if matches!(&value.node, Node::Path(path) if path.last().starts_with('(')) {
        found.iter_mut().filter(|cloud| cloud.name == name).for_each(|cloud| cloud.changed = Some(at));
    }
    name.starts_with('(')
}

/// Adds the points of a call that adds to a list. Returns whether an expression is such a call.
fn grow(value: &Expr<'_>, at: usize, probe: &mut Store, found: &mut Vec<Cloud>) -> bool {
    if let Some((name, arguments)) = extended(value) {
        let arguments = probe.arguments(arguments);
        found.extend(arguments.iter().flat_map(|(_, value)| lists(&name, value)));
        return true;
    }
    let Some((name, arguments)) = added(value) else { return false };
    let arguments = probe.arguments(arguments);
    let value = match arguments.as_slice() {
        [(_, only)] => only.clone(),
        many => Value::list(many.to_vec(), at),
    };
    extend(found, &name, &value, at);
    true
}

/// Whether an expression refers to the list with this name.
fn refers_to(value: &Expr<'_>, name: &str) -> bool {
    let mut refers = false;
    value.visit(&mut |part| {
        if let Node::Path(path) | Node::Call(path, _) = &part.node {
            refers |= !name.is_empty() && (path.names.join(".") + ".").starts_with(&format!("{name}."));
        }
    });
    refers
}

/// Returns the name of the list that a statement in a loop changes.
fn changed_list(statement: &Statement<'_>) -> Option<String> {
    match &statement.kind {
        StatementKind::Assign(target, _) => {
            indexed(target).or_else(|| syntax::chain(target).map(|names| names.join(".")))
        }
        StatementKind::Value(value) => extended(value).or_else(|| added(value)).map(|(name, _)| name),
        _ => None,
    }
}

/// Replaces a list that a loop changes by its value after the loop; a list whose value is not known is marked.
fn take_final_list(store: &Store, found: &mut Vec<Cloud>, name: &str, at: usize) {
    match store.variables.get(name) {
        Some(value) if !matches!(value.data, Data::Unknown) => {
            let place = found.iter().position(|cloud| cloud.root == name).unwrap_or(found.len());
            found.retain(|cloud| cloud.root != name);
            found.splice(place..place, lists(name, value));
        }
        // A declaration before the points does not change them.
        _ => found
            .iter_mut()
            .filter(|cloud| cloud.name == name && !(cloud.grown && cloud.at > at))
            .for_each(|cloud| cloud.changed = Some(at)),
    }
}

/// Whether the name of a list states that its numbers are indices of faces or edges.
fn is_faces(cloud: &Cloud) -> bool {
    let name = normalized(&cloud.name);
    let words = ["face", "triang", "tris", "indices", "index", "simplices", "edges", "facet", "quads", "elements"];
    let indices = cloud.points.iter().flatten().all(|x| *x >= 0.0 && x.fract() == 0.0);
    indices && words.iter().any(|word| name.contains(word)) && !["vert", "point"].iter().any(|word| name.contains(word))
}

/// Appends a point to a list, which is created if necessary.
fn extend(found: &mut Vec<Cloud>, name: &str, value: &Value, at: usize) {
    let Some(point) = value.coordinates().filter(|point| (2..=3).contains(&point.len())) else { return };
    match found.iter_mut().find(|cloud| cloud.name == name && cloud.points[0].len() == point.len()) {
        Some(cloud) => {
            cloud.points.push(point);
            cloud.used.extend(value.used.iter().cloned());
        }
        None => found.push(Cloud {
            name: name.to_owned(),
            root: name.to_owned(),
            at,
            points: vec![point],
            used: value.used.clone(),
            grown: true,
            made: false,
            changed: None,
        }),
    }
}

/// Returns the lists of points in the value of a variable.
fn lists(name: &str, value: &Value) -> Vec<Cloud> {
    let mut found = lists_in(name, value);
    found.iter_mut().for_each(|cloud| name.clone_into(&mut cloud.root));
    found
}

/// Returns the lists of points in a value: the value itself, or its elements.
fn lists_in(name: &str, value: &Value) -> Vec<Cloud> {
    // One or two points count as a list if another list has a similar name.
    let rows = !name.is_empty() && value.items().iter().all(|(_, row)| row.number().is_none());
    if let Some(points) = value.points().filter(|points| points.len() >= 3 || rows) {
        return vec![Cloud::of(name, value, points)];
    }
    let items = value.items();
    let numbers: Option<Vec<f64>> = items.iter().map(|(_, item)| item.number()).collect();
    if let Some(numbers) = numbers.filter(|numbers| numbers.len() >= 6 && !name.is_empty()) {
        return flat(name, &numbers).map(|points| Cloud::of(name, value, points)).into_iter().collect();
    }
    if items.len() > MAX_LISTS {
        return Vec::new();
    }
    items.iter().flat_map(|(key, item)| lists_in(key.as_deref().unwrap_or(name), item)).collect()
}

/// Splits a flat array into points of three numbers, or of two if the name contains `2d`; `None` if the name is not one
/// of points.
fn flat(name: &str, numbers: &[f64]) -> Option<Vec<Vec<f64>>> {
    let lower = normalized(name);
    let of_points = ["vert", "point", "pts", "pos", "hull", "cloud", "poly", "coord", "corner", "v", "p", "a", "b"];
    if !of_points.iter().any(|word| lower == *word || word.len() > 1 && lower.contains(word)) {
        return None;
    }
    let width = match (lower.contains("2d"), numbers.len() % 3, numbers.len() % 2) {
        (true, _, 0) => 2,
        (false, 0, _) => 3,
        _ => return None,
    };
    Some(numbers.chunks(width).map(<[f64]>::to_vec).collect())
}

/// Byte offset of dots that stand for omitted elements of a list, between its elements or after the last one.
pub fn omission(text: &str, used: &Ranges) -> Option<usize> {
    let from = used.iter().map(|range| range.start).min()?;
    let to = used.iter().map(|range| range.end).max()?;
    let rest = text.get(to..)?;
    let after = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;)]}".contains(c));
    find_dots(text.get(from..to)?)
        .map(|k| from + k)
        .or_else(|| ["...", "…"].iter().any(|mark| after.starts_with(mark)).then_some(text.len() - after.len()))
}

/// Offset of the first dots that stand for omitted elements.
fn find_dots(part: &str) -> Option<usize> {
    ["...", "…"].iter().filter_map(|mark| part.find(mark)).min()
}

/// Adds lists of points as bodies; returns the ranges of the text that state them, bytes.
pub fn add(mut clouds: Vec<Cloud>, text: &str, draft: &mut Draft) -> Result<Ranges, ErrorAt> {
    for cloud in &mut clouds {
        if cloud.grown {
            cloud.used.extend(eigen::declared_size(text, &cloud.name));
            continue;
        }
        if let Some(eigen::Arranged { points, at }) = eigen::arrange(text, &cloud.name, &cloud.points)? {
            cloud.points = points;
            cloud.used.push(at);
        }
    }
    let width = clouds.first().map_or(3, |cloud| cloud.points[0].len());
    draft.plane = width == 2;
    let mut used = Ranges::new();
    for (k, cloud) in clouds.into_iter().enumerate() {
        if cloud.points[0].len() != width {
            let count = cloud.points[0].len();
            let why = format!("a point has {count} numbers, but the points before have {width}; give {width} for each");
            return Err((cloud.at, why));
        }
        if let Some(at) = cloud.changed {
            let name = cloud.name;
            let why = format!("the points of `{name}` change here in a way that is not understood; write them out");
            return Err((at, why));
        }
        if let Some(at) = omission(text, &cloud.used) {
            return Err((at, String::from("points are omitted here; give all points of the list")));
        }
        if cloud.points.len() > MAX_POINTS {
            let count = cloud.points.len();
            let why = format!("this body has {count} points; give at most {MAX_POINTS} points for a body");
            return Err((cloud.at, why));
        }
        for value in cloud.points.iter().flatten() {
            checked_length(*value).map_err(|why| (cloud.at, why))?;
        }
        let shape = match width {
            2 => Shape::Polygon { points: cloud.points.iter().map(|p| [p[0], p[1]]).collect() },
            _ => Shape::Polytope { points: cloud.points.iter().map(|p| [p[0], p[1], p[2]]).collect() },
        };
        let name = if cloud.name.is_empty() { format!("points {}", k + 1) } else { cloud.name };
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, shape, Pose::default(), rigid);
        used.extend(cloud.used);
    }
    Ok(used)
}
