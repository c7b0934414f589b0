//! Splits the attributes of a phrase about several bodies into those of each body: "two spheres of radius 1 at (0, 0,
//! 0) and (3, 0, 0)".

use super::attribute::Attribute;
use super::keys::Kind;
use super::nouns::Noun;
use super::value::Measure;

/// Splits the attributes of several bodies: each attribute is stated once for all of them, or once for each. `count` is
/// the number of bodies, if the text counts them.
///
/// # Errors
/// Fails if the values cannot be assigned to bodies, or if the text announces another number of bodies.
pub(super) fn split(noun: Noun, count: Option<usize>, attributes: &[Attribute]) -> Result<Vec<Vec<Attribute>>, String> {
    let attributes: Vec<Attribute> =
        attributes.iter().map(|attribute| split_points(noun, attribute)).collect::<Result<_, String>>()?;
    let repetitions =
        attributes.iter().map(|attribute| count_of_kind(&attributes, attribute.kind)).max().unwrap_or_default();
    let bodies =
        if repetitions > 1 { split_by_repetition(&attributes, repetitions)? } else { split_by_lists(&attributes)? };
    match count {
        Some(count) if count != bodies.len() => {
            Err(format!("the text announces {count} bodies but describes {}", bodies.len()))
        }
        _ => Ok(bodies),
    }
}

/// Returns the number of attributes of a kind.
fn count_of_kind(attributes: &[Attribute], kind: Kind) -> usize {
    attributes.iter().filter(|attribute| attribute.kind == kind).count()
}

/// Splits the coordinates of a list of points into a value for each body, where points define the bodies; returns other
/// attributes unchanged.
fn split_points(noun: Noun, attribute: &Attribute) -> Result<Attribute, String> {
    let [points] = attribute.values.as_slice() else { return Ok(attribute.clone()) };
    if !matches!(attribute.kind, Kind::Points | Kind::Ends) {
        return Ok(attribute.clone());
    }
    let count = if attribute.kind == Kind::Ends { Some(2) } else { noun.points().filter(|count| *count > 0) };
    let Some(count) = count else {
        return Err("which points belong to which body? Describe each body in a sentence of its own".to_owned());
    };
    // The coordinates are in one list; they are of the plane only if they cannot be of space.
    let width = if points.len() % (3 * count) == 0 { 3 } else { 2 };
    if points.is_empty() || points.len() % (width * count) != 0 {
        return Err(format!("the number of points must be a multiple of {count}, the number of points of each body"));
    }
    let values: Vec<Vec<Measure>> = points.chunks(width * count).map(<[Measure]>::to_vec).collect();
    Ok(Attribute { values, ..attribute.clone() })
}

/// Error of values that cannot be assigned to bodies.
const UNCLEAR: &str = "which of these values belong to which body? Describe each body in a sentence of its own";

/// Splits attributes that are repeated for each body: "radius 1 at A and radius 2 at B". `count` is the number of
/// repetitions; attributes before the first repeated one are common to all bodies.
fn split_by_repetition(attributes: &[Attribute], count: usize) -> Result<Vec<Vec<Attribute>>, String> {
    if attributes.iter().any(|attribute| attribute.values.len() > 1) {
        return Err(UNCLEAR.to_owned());
    }
    let kinds: Vec<Kind> = attributes.iter().map(|attribute| attribute.kind).collect();
    let first = kinds.iter().position(|kind| count_of_kind(attributes, *kind) > 1).unwrap_or(0);
    let (shared, repeated) = attributes.split_at(first);
    if repeated.len() % count != 0 {
        return Err(UNCLEAR.to_owned());
    }
    let width = repeated.len() / count;
    let is_regular =
        repeated.iter().enumerate().all(|(index, attribute)| attribute.kind == repeated[index % width].kind);
    let has_duplicate =
        (0..width).any(|index| (0..index).any(|earlier| repeated[earlier].kind == repeated[index].kind));
    if !is_regular || has_duplicate {
        return Err(UNCLEAR.to_owned());
    }
    Ok(repeated.chunks(width).map(|group| [shared, group].concat()).collect())
}

/// Splits attributes with a value for each body: "at A and B".
fn split_by_lists(attributes: &[Attribute]) -> Result<Vec<Vec<Attribute>>, String> {
    let count = attributes.iter().map(|attribute| attribute.values.len()).max().unwrap_or_default();
    if count < 2 {
        let why = "the text is about several bodies but states each value only once; describe each body in its own \
                   sentence";
        return Err(why.to_owned());
    }
    let is_complete = attributes
        .iter()
        .all(|attribute| attribute.values.len() == count || attribute.values.len() == 1 && !is_place(attribute.kind));
    if !is_complete {
        let why = "the lists have different numbers of values; describe each body in its own sentence";
        return Err(why.to_owned());
    }
    let mut bodies = Vec::with_capacity(count);
    for index in 0..count {
        bodies.push(attributes.iter().map(|attribute| attribute_of_body(attribute, index)).collect());
    }
    Ok(bodies)
}

/// Returns an attribute of one of several bodies: its value in the list, or the common value.
fn attribute_of_body(attribute: &Attribute, index: usize) -> Attribute {
    let value = attribute.values.get(index).or(attribute.values.first()).cloned();
    Attribute { values: value.into_iter().collect(), ..attribute.clone() }
}

/// Whether an attribute places a body, so that several bodies cannot have the same value.
fn is_place(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Position | Kind::Min | Kind::Max | Kind::Ends | Kind::Points | Kind::Corners | Kind::Apex | Kind::Base
    )
}
