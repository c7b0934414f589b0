//! Bodies from the records of a dump: shapes and poses of one object, or of objects that follow each other in order.

use std::collections::BTreeSet;

use super::collect::POSE_OF;
use super::fields::{Field, is_generic, posed_body};
use super::kinds::Form;
use super::record::{ErrorAt, Fact, Record, unknown};
use super::shape::{self, Built, coordinates, exactly};
use super::{pose, value::Value, value::plain};
use crate::draft::{Draft, Piece};
use crate::pose::Pose;

/// Error of a shape without a pose.
const NO_POSE: &str = "the text gives poses, but none for this shape; print its position, or `position=(0, 0, 0)`";

/// Error of a pose without a shape.
const NO_SHAPE: &str =
    "to which shape does this pose belong? Print each shape and its pose with the name of one object";

/// Error of a pose whose name fits another shape than the one in order.
pub(super) const CROSSED: &str =
    "the name of this pose fits another shape than the one next to it; name the shape and its pose alike";

/// Error of records without names that differ in their fields.
const MIXED: &str = "which of these values belong to one body? Print the same fields in the same order for each body";

/// Adds the bodies of records to a draft.
///
/// # Errors
/// Fails if a record is incomplete, or a fact is not understood.
pub(super) fn add(
    mut records: Vec<Record>,
    libraries: &BTreeSet<&'static str>,
    draft: &mut Draft,
) -> Result<(), ErrorAt> {
    records.retain(|record| !record.shapes.is_empty() || !record.pose.is_empty());
    check_order(&records)?;
    if records.iter().any(|record| record.shapes.is_empty()) {
        records = joined(records, draft)?;
    }
    let is_planar = records.iter().any(is_planar);
    let has_poses = records.iter().any(|record| !record.pose.is_empty());
    draft.plane = is_planar;
    let mut any_placed = has_poses;
    let mut unplaced = None;
    for record in &records {
        let scale = scale(record)?;
        let body_pose = pose::build(&record.pose, libraries, is_planar)?;
        let mut pieces = Vec::new();
        for shape in &record.shapes {
            let context = shape::Context {
                libraries,
                scale,
                is_planar,
                start: record.start,
                is_owned: !record.owner.is_empty(),
                body_position: body_pose.map(|pose| pose.position),
            };
            let built = shape::build(shape, &context, draft)?;
            let Built { shape: solid, pose: own, is_placed, is_in_world, .. } = built;
            any_placed |= is_placed || is_in_world;
            if body_pose.is_none() && !is_placed && !is_in_world {
                unplaced = unplaced.or(Some(record.start));
            }
            let local = pose::build(&shape.local, libraries, is_planar)?.unwrap_or_default();
            // Points in the world repeat the pose of the body.
            let outer = if is_in_world { Pose::default() } else { body_pose.unwrap_or_default() };
            pieces.push(Piece {
                name: None,
                shape: solid,
                pose: flat(outer.then(local.then(own)), is_planar, record.start)?,
            });
        }
        let name =
            if record.name.is_empty() { format!("shape {}", draft.bodies.len() + 1) } else { record.name.clone() };
        let rigid = draft.bodies.len() + 1;
        draft.add_compound(&name, pieces, Pose::default(), rigid);
    }
    match unplaced.filter(|_| any_placed) {
        Some(at) => Err((at, NO_POSE.to_owned())),
        None if any_placed => Ok(()),
        None => {
            draft.notes.insert(0, crate::ASSUMED.to_owned());
            Ok(())
        }
    }
}

/// Checks that a pose of a planar body is in the plane: z orders the drawing.
fn flat(pose: Pose, is_planar: bool, at: usize) -> Result<Pose, ErrorAt> {
    let is_flat = pose.position[2] == 0.0 && pose.rotation[0].abs() < 1e-9 && pose.rotation[1].abs() < 1e-9;
    if is_planar && !is_flat {
        return Err((at, String::from("this pose leaves the plane of the planar shapes")));
    }
    Ok(pose)
}

/// Returns the scale of a body.
fn scale(record: &Record) -> Result<[f64; 3], ErrorAt> {
    let Some(fact) = record.pose.get(&Field::Scale) else { return Ok([1.0; 3]) };
    let factors = coordinates(&fact.value).and_then(exactly);
    factors.filter(|factors| factors.iter().all(|x| *x != 0.0)).ok_or((fact.start, unknown(&fact.name)))
}

/// Whether a record has a planar shape, two coordinates of a position, or points in the plane.
fn is_planar(record: &Record) -> bool {
    let has_two =
        |fact: Option<&Fact>| fact.and_then(|fact| coordinates(&fact.value)).is_some_and(|all| all.len() == 2);
    let is_flat_transform = record.pose.get(&Field::Transform).is_some_and(|fact| {
        fact.value.rows().is_some_and(|rows| rows.len() == 2 && rows.iter().all(|row| row.numbers().is_some()))
    });
    is_flat_transform
        || has_two(record.pose.get(&Field::Position))
        || record.shapes.iter().any(|shape| {
            shape.kind.is_some_and(|kind| {
                kind.is_planar && (kind.form != Form::Hull || shape.facts.contains_key(&Field::Points))
            }) || has_two(shape.facts.get(&Field::HalfExtents))
                || has_two(shape.facts.get(&Field::Center))
                || shape.facts.contains_key(&Field::CircleRadius)
                || shape.facts.get(&Field::Points).is_some_and(are_flat)
        })
}

/// Whether points have two coordinates.
fn are_flat(points: &Fact) -> bool {
    match points.value.rows().as_deref() {
        Some([Value::List(first), ..]) => {
            let keys: Vec<&str> = first.items.iter().map(|item| item.key.as_str()).collect();
            keys.contains(&"x") && !keys.contains(&"z") || first.items.len() == 2
        }
        _ => false,
    }
}

/// Checks that all records without names state the same facts in the same order: a fact that one of them lacks may
/// belong to its neighbor.
fn check_order(records: &[Record]) -> Result<(), ErrorAt> {
    let mut nameless = records.iter().filter(|record| record.owner.is_empty());
    let Some(first) = nameless.next() else { return Ok(()) };
    match nameless.find(|record| record.order != first.order) {
        Some(other) => Err((other.start, MIXED.to_owned())),
        None => Ok(()),
    }
}

/// Maximum number of records whose names are compared with each other.
const MAX_JOINED: usize = 500;

/// Joins records that have only a pose to records that have only a shape: by the names of the bodies in the names of
/// the poses, else in order.
fn joined(records: Vec<Record>, draft: &mut Draft) -> Result<Vec<Record>, ErrorAt> {
    let at = records.iter().find(|record| record.shapes.is_empty()).map_or(0, |record| record.start);
    let pattern: Vec<bool> = records.iter().map(|record| record.shapes.is_empty()).collect();
    let (poses, mut shapes): (Vec<Record>, Vec<Record>) =
        records.into_iter().partition(|record| record.shapes.is_empty());
    if poses.len() != shapes.len() || shapes.len() > MAX_JOINED || shapes.iter().any(|record| !record.pose.is_empty()) {
        return Err((at, NO_SHAPE.to_owned()));
    }
    let names: Vec<String> = poses.iter().map(body_name).collect();
    let by_name: Option<Vec<usize>> = names.iter().map(|name| only_match(name, &shapes)).collect();
    let by_name = by_name.filter(|indices| indices.iter().collect::<BTreeSet<_>>().len() == indices.len());
    let indices: Vec<usize> = match by_name {
        Some(indices) => indices,
        None => {
            // A name that fits one of the shapes must fit the one in order.
            let fits =
                names.iter().enumerate().all(|(index, name)| only_match(name, &shapes).is_none_or(|own| own == index));
            let is_alternating = pattern.windows(2).all(|two| two[0] != two[1]);
            let is_block = pattern.windows(2).filter(|two| two[0] != two[1]).count() == 1;
            // The pose of a camera or a tool.
            let mut long_names = names.iter().filter(|name| name.len() > 2 && !is_generic(name));
            let has_other = long_names.any(|name| only_match(name, &shapes).is_none());
            if !fits || has_other {
                return Err((at, CROSSED.to_owned()));
            }
            if !(is_alternating || is_block) {
                return Err((at, NO_SHAPE.to_owned()));
            }
            if shapes.len() > 1 {
                draft.add_note("Poses are assigned to shapes in order.");
            }
            (0..shapes.len()).collect()
        }
    };
    for (index, record) in indices.into_iter().zip(poses) {
        shapes[index].pose = record.pose;
    }
    Ok(shapes)
}

/// Returns the name of the body of a record with a pose.
fn body_name(record: &Record) -> String {
    let stated = record.owner.strip_prefix(POSE_OF).map(str::to_owned);
    plain(&stated.or_else(|| posed_body(&record.owner)).unwrap_or_else(|| record.owner.clone()))
}

/// Returns the index of the only shape that the name of a pose fits: by the name of the object, its last character, or
/// the beginning of its kind.
fn only_match(name: &str, shapes: &[Record]) -> Option<usize> {
    let mut found = shapes.iter().enumerate().filter(|(_, record)| !name.is_empty() && fits(name, record));
    let (index, _) = found.next()?;
    found.next().is_none().then_some(index)
}

/// Whether the name of a pose fits a shape.
fn fits(name: &str, record: &Record) -> bool {
    let owner = plain(&record.owner);
    let form = record.shapes.first().and_then(|shape| shape.kind).map_or("", |kind| word_of(kind.form));
    let number = digits_at_end(name);
    let is_end = name.len() == 1 && owner.len() > 1 && owner.ends_with(name)
        || !number.is_empty() && digits_at_end(&owner) == number;
    !owner.is_empty() && (owner == name || is_end) || name.len() >= 3 && form.starts_with(name)
}

/// Returns the digits at the end of a name.
fn digits_at_end(name: &str) -> &str {
    &name[name.trim_end_matches(|c: char| c.is_ascii_digit()).len()..]
}

/// Common noun of a form.
fn word_of(form: Form) -> &'static str {
    match form {
        Form::Box => "box",
        Form::Sphere => "sphere",
        Form::Capsule => "capsule",
        Form::Cylinder => "cylinder",
        Form::Cone => "cone",
        Form::Ellipsoid => "ellipsoid",
        Form::Hull => "hull",
    }
}
