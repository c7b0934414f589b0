//! Arrays of MuJoCo with a row for each geom: `geom_type`, `geom_size`, `geom_xpos`, `geom_xmat`.

use std::collections::BTreeMap;

use super::entries::Entry;
use super::fields::Field;
use super::kinds;
use super::record::{ErrorAt, Fact, Record, ShapeRecord, unknown};
use super::value::Value;

/// Array of the sizes of geoms.
pub(super) const SIZES: &str = "geom_size";

/// Arrays of poses, with the meanings of their rows.
const POSES: [(&str, Field); 2] = [("geom_xpos", Field::Position), ("geom_xmat", Field::Rotation)];

/// Arrays without meaning for shapes and poses.
const NOISE: [&str; 12] = [
    "geom_rgba",
    "geom_friction",
    "geom_bodyid",
    "geom_rbound",
    "geom_contype",
    "geom_conaffinity",
    "geom_condim",
    "geom_group",
    "geom_matid",
    "geom_solref",
    "geom_solimp",
    "geom_priority",
];

/// Name of the array of an entry: the last name of its expression without calls.
fn array_name(entry: &Entry) -> &str {
    let path = entry.path.trim_end_matches(".tolist()").trim_end_matches(".copy()");
    path.rsplit('.').next().unwrap_or_default()
}

/// Whether an entry is an array with a row for each geom.
fn is_array(entry: &Entry) -> bool {
    array_name(entry).starts_with("geom_") && !entry.path.contains('[')
}

/// Returns the records of geoms; `None` if a dump has no such arrays.
///
/// # Errors
/// Fails if another value is between them, an array is missing, or their lengths differ.
pub(super) fn records(entries: &[Entry]) -> Option<Result<Vec<Record>, ErrorAt>> {
    entries.iter().any(is_array).then(|| read(entries))
}

fn read(entries: &[Entry]) -> Result<Vec<Record>, ErrorAt> {
    let start = entries.first().map_or(0, |entry| entry.start);
    let mut arrays: Arrays<'_> = BTreeMap::new();
    for entry in entries {
        let name = array_name(entry);
        if NOISE.contains(&name) || name == "ngeom" {
            continue;
        }
        let is_known = ["geom_type", SIZES].contains(&name) || POSES.iter().any(|(own, _)| *own == name);
        let rows = entry.value.rows().filter(|_| is_known).ok_or_else(|| (entry.start, unknown(name)))?;
        if arrays.insert(name, (entry, rows)).is_some() {
            return Err((entry.start, format!("`{name}` is printed twice; give one state")));
        }
    }
    let count = arrays.get("geom_type").ok_or_else(|| missing("geom_type", start))?.1.len();
    if let Some((entry, _)) = arrays.values().find(|(_, rows)| rows.len() != count) {
        return Err((entry.start, String::from("the arrays of geoms have different lengths")));
    }
    (0..count).map(|index| record(index, &arrays, start)).collect()
}

/// Array by its entry and rows, by its name.
type Arrays<'a> = BTreeMap<&'a str, (&'a Entry, Vec<&'a Value>)>;

/// Error of an array that the dump lacks.
fn missing(name: &str, start: usize) -> ErrorAt {
    (start, format!("the array `{name}` is missing; print it too"))
}

/// Returns a row of an array.
fn row(name: &str, index: usize, arrays: &Arrays<'_>, start: usize) -> Result<Fact, ErrorAt> {
    let (entry, rows) = arrays.get(name).ok_or_else(|| missing(name, start))?;
    Ok(Fact { value: rows[index].clone(), name: name.to_owned(), start: entry.start })
}

/// Builds the record of a geom.
fn record(index: usize, arrays: &Arrays<'_>, start: usize) -> Result<Record, ErrorAt> {
    let kind = row("geom_type", index, arrays, start)?;
    let why = "this type of geom is not supported in dumps of objects";
    let kind = kind.value.number().and_then(kinds::mujoco).ok_or_else(|| (kind.start, why.to_owned()))?;
    let mut shape = ShapeRecord { kind: Some(kind), ..ShapeRecord::default() };
    shape.facts.insert(Field::Size, row(SIZES, index, arrays, start)?);
    let poses = POSES.into_iter().map(|(name, field)| Ok((field, row(name, index, arrays, start)?)));
    let pose = poses.collect::<Result<_, ErrorAt>>()?;
    let owner = format!("geom {index}");
    Ok(Record { name: owner.clone(), owner, shapes: vec![shape], pose, ..Record::default() })
}
