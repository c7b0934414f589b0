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
    let mut arrays: BTreeMap<&str, (&Entry, Vec<&Value>)> = BTreeMap::new();
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
    let missing = |name: &str| (start, format!("the array `{name}` is missing; print it too"));
    let count = arrays.get("geom_type").ok_or_else(|| missing("geom_type"))?.1.len();
    if let Some((entry, _)) = arrays.values().find(|(_, rows)| rows.len() != count) {
        return Err((entry.start, String::from("the arrays of geoms have different lengths")));
    }
    (0..count).map(|index| record(index, &arrays, &missing)).collect()
}

/// Builds the record of a geom.
fn record(
    index: usize,
    arrays: &BTreeMap<&str, (&Entry, Vec<&Value>)>,
    missing: &impl Fn(&str) -> ErrorAt,
) -> Result<Record, ErrorAt> {
    let fact = |name: &str| {
        let (entry, rows) = arrays.get(name).ok_or_else(|| missing(name))?;
        Ok(Fact { value: rows[index].clone(), name: name.to_owned(), start: entry.start })
    };
    let kind = fact("geom_type")?;
    let why = "this type of geom is not supported in dumps of objects";
    let kind = kind.value.number().and_then(kinds::mujoco).ok_or_else(|| (kind.start, why.to_owned()))?;
    let mut shape = ShapeRecord { kind: Some(kind), ..ShapeRecord::default() };
    shape.facts.insert(Field::Size, fact(SIZES)?);
    let pose = POSES.into_iter().map(|(name, field)| Ok((field, fact(name)?))).collect::<Result<_, ErrorAt>>()?;
    let owner = format!("geom {index}");
    Ok(Record { name: owner.clone(), owner, shapes: vec![shape], pose, ..Record::default() })
}
