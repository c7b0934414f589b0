//! Lists of points in code: in, the statements of a text; out, a [`Cloud`] for each list, which `cloud_bodies` makes a
//! body.
//!
//! A list is written out, `pts = [[0, 0, 0], [1, 0, 0], …]`, is a flat array of a variable whose name says points,
//! `vertices = {0, 0, 0, 1, 0, 0, …}`, or grows by one point after another, `pts.push_back(p)`. Lists of the indices of
//! faces are not points. A list that a statement changes in a way that is not evaluated is an error.

mod targets;

use std::collections::HashMap;

use crate::code::evaluate::value::{Data, Ranges, Value};
use crate::code::join::store::Store;
use crate::code::parser::syntax;
use crate::code::parser::syntax::{Expr, Flat, Node, Statement, StatementKind, flatten};
use crate::names::normalized;
use targets::indexed;
pub use targets::{added, extended};

/// Maximum number of elements of a value in which lists are searched; longer values are data other than points.
const MAX_LISTS: usize = 64;

/// List of points in a text.
#[derive(Debug)]
pub struct Cloud {
    /// Variable or field that holds the list; empty without one.
    pub name: String,
    /// Variable that holds the list, directly or in another list; empty without one.
    pub root: String,
    /// Offset in the text of the value, bytes.
    pub at: usize,
    /// Points with two or three coordinates each, meters.
    pub(super) points: Vec<Vec<f64>>,
    /// Ranges of the text that state the points, bytes.
    pub(super) used: Ranges,
    /// Whether the points were added one by one.
    pub(super) is_grown: bool,
    /// Whether each element is a vector made by a constructor, so that two points are a segment.
    has_vectors: bool,
    /// Byte offset at which the text changes the points in a way that is not understood.
    pub(super) changed: Option<usize>,
}

impl Cloud {
    /// Creates a list from a value with these points.
    fn of(name: &str, value: &Value, points: Vec<Vec<f64>>) -> Self {
        let name = name.to_owned();
        let root = name.clone();
        let has_vectors =
            !name.is_empty() && value.items().iter().all(|(_, item)| matches!(item.data, Data::Vector(_)));
        Self { name, root, at: value.at, points, used: value.used.clone(), is_grown: false, has_vectors, changed: None }
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
    // Evaluating a statement again must not change the store.
    let mut probe = Store {
        variables: store.variables.clone(),
        max_names: store.max_names,
        counts_from_one: store.counts_from_one,
        entities: store.entities.clone(),
        ..Store::default()
    };
    let mut found: Vec<Cloud> = Vec::new();
    let mut changes: Vec<Change> = Vec::new();
    for Flat { statement, repeats } in flatten(statements) {
        if repeats {
            changes.extend(changed_list(statement).map(|name| Change { name, at: statement.at.start }));
        } else {
            find_in(store, statement, &mut probe, &mut found, &mut changes);
        }
    }
    found.extend(store.passed.iter().flat_map(|(_, value)| lists("", value)));
    for change in changes {
        take_final_list(store, &mut found, &change);
    }
    found.retain(|cloud| !is_faces(cloud));
    remove_duplicates(&mut found);
    remove_single_points(&mut found);
    found
}

/// Removes lists that several elements of one variable share: the text states them once.
fn remove_duplicates(clouds: &mut Vec<Cloud>) {
    let mut seen: HashMap<(String, usize), Vec<Vec<Vec<f64>>>> = HashMap::new();
    clouds.retain(|cloud| {
        let Some(range) = cloud.used.first() else { return true };
        let lists_here = seen.entry((cloud.root.clone(), range.start)).or_default();
        let is_new = !lists_here.contains(&cloud.points);
        if is_new {
            lists_here.push(cloud.points.clone());
        }
        is_new
    });
}

/// Removes lists of one or two points, which are mostly positions. A list of two remains as a segment if its points
/// were added one by one, or made by constructors next to a list of at least three; any list remains if its name has
/// the stem of such a list.
fn remove_single_points(clouds: &mut Vec<Cloud>) {
    let hulls = clouds.iter().filter(|cloud| cloud.points.len() >= 3);
    let stems: Vec<String> = hulls.map(|cloud| stem(&cloud.name)).collect();
    let has_hull = !stems.is_empty();
    clouds.retain(|cloud| {
        let is_segment = cloud.points.len() == 2 && (cloud.is_grown || cloud.has_vectors && has_hull);
        cloud.points.len() >= 3 || is_segment || stems.contains(&stem(&cloud.name))
    });
}

/// Statement that changes a list which another statement made.
struct Change {
    /// Variable or field that holds the list.
    name: String,
    /// Offset of the statement in the text, bytes.
    at: usize,
}

/// Adds the lists of points in a statement to `found`, and the list that it changes in place to `changes`.
fn find_in(
    store: &Store,
    statement: &Statement<'_>,
    probe: &mut Store,
    found: &mut Vec<Cloud>,
    changes: &mut Vec<Change>,
) {
    let at = statement.at.start;
    let (name, value) = match &statement.kind {
        StatementKind::Declare { name, value: Some(value), .. } => ((*name).to_owned(), value),
        StatementKind::Assign(target, value) => {
            if let Some(name) = indexed(target) {
                let is_list = store.variables.get(&name).is_some_and(|list| list.items().len() > 1);
                if is_list || found.iter().any(|cloud| cloud.name == name && !cloud.is_grown) {
                    changes.push(Change { name, at });
                    return;
                }
                let value = probe.value(value);
                extend(found, &name, &value, at);
                return;
            }
            (syntax::chain(target).map_or_else(String::new, |names| names.join(".")), value)
        }
        StatementKind::Value(value) if grow(value, at, probe, found) => return,
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
    if is_swapped(&name, value, at, found) {
        return;
    }
    // `points *= 2`: the value after all statements counts.
    if refers_to(value, &name) && found.iter().any(|cloud| cloud.name == name) {
        changes.push(Change { name, at });
        return;
    }
    // A statement that ran once has the value that the interpreter computed.
    let value = match store.evaluated.get(&at) {
        Some((1, evaluated)) if !name.is_empty() => evaluated.clone(),
        _ => probe.value(value),
    };
    if matches!(value.data, Data::Unknown) && !name.is_empty() {
        // `points = turned(points)`: the points that are known are not those after this statement.
        if let Some(cloud) = found.iter_mut().find(|cloud| cloud.name == name) {
            cloud.changed = Some(at);
        }
        // The interpreter may know the list: of a function of the text, or with a value for each element.
        changes.push(Change { name, at });
        return;
    }
    found.extend(lists(&name, &value));
}

/// Marks a list that takes the value of another by a swap, `a, b = b, a`, for which the parser makes variables whose
/// names begin with `(`. Returns whether the name is that of such a variable.
fn is_swapped(name: &str, value: &Expr<'_>, at: usize, found: &mut [Cloud]) -> bool {
    if matches!(&value.node, Node::Path(path) if path.last().starts_with('(')) {
        for cloud in found.iter_mut().filter(|cloud| cloud.name == name) {
            cloud.changed = Some(at);
        }
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

/// Replaces a list that a statement changes by its value at the end of the text; a list whose value is not known then
/// is marked as changed.
fn take_final_list(store: &Store, found: &mut Vec<Cloud>, change: &Change) {
    let name = &change.name;
    let final_value = store.variables.get(name).filter(|value| !matches!(value.data, Data::Unknown));
    if let Some(value) = final_value {
        let place = found.iter().position(|cloud| cloud.root == *name).unwrap_or(found.len());
        found.retain(|cloud| cloud.root != *name);
        found.splice(place..place, lists(name, value));
        return;
    }
    for cloud in found.iter_mut().filter(|cloud| cloud.name == *name) {
        // A declaration before the points are added does not change them.
        let is_declaration = cloud.is_grown && cloud.at > change.at;
        if !is_declaration {
            cloud.changed = Some(change.at);
        }
    }
}

/// Whether the name of a list states that its numbers are indices of faces or edges.
fn is_faces(cloud: &Cloud) -> bool {
    let name = normalized(&cloud.name);
    let index_words =
        ["face", "triang", "tris", "indices", "index", "simplices", "edges", "facet", "quads", "elements"];
    let are_indices = cloud.points.iter().flatten().all(|x| *x >= 0.0 && x.fract() == 0.0);
    let names_indices = index_words.iter().any(|word| name.contains(word));
    // `face_vertices` are points.
    let names_points = name.contains("vert") || name.contains("point");
    are_indices && names_indices && !names_points
}

/// Appends a point to a list, which is created if necessary; a value that is no point of two or three coordinates adds
/// nothing.
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
            is_grown: true,
            has_vectors: false,
            changed: None,
        }),
    }
}

/// Returns the lists of points in the value of a variable.
fn lists(name: &str, value: &Value) -> Vec<Cloud> {
    let mut found = lists_in(name, value);
    for cloud in &mut found {
        name.clone_into(&mut cloud.root);
    }
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
