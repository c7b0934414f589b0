//! Division of phrases about several bodies: "two spheres of radius 1 at (0, 0, 0) and (3, 0, 0)".

use super::attribute::Attribute;
use super::keys::Kind;
use super::nouns::Noun;
use super::value::Measure;

/// Splits the attributes of several bodies: each attribute is stated once for all of them, or once for each.
///
/// # Errors
/// Fails if the values cannot be assigned to bodies, or if the text announces another number of bodies.
pub(super) fn split(noun: Noun, count: Option<usize>, all: &[Attribute]) -> Result<Vec<Vec<Attribute>>, String> {
    let all: Vec<Attribute> = all.iter().map(|one| chunked(noun, one)).collect::<Result<_, String>>()?;
    let most = all.iter().map(|one| repeats(&all, one.kind)).max().unwrap_or_default();
    let bodies = if most > 1 { by_groups(&all, most)? } else { by_lists(&all)? };
    match count {
        Some(count) if count != bodies.len() => {
            Err(format!("the text announces {count} bodies but describes {}", bodies.len()))
        }
        _ => Ok(bodies),
    }
}

/// Returns the number of attributes of a kind.
fn repeats(all: &[Attribute], kind: Kind) -> usize {
    all.iter().filter(|one| one.kind == kind).count()
}

/// Splits a list of points into those of each body.
fn chunked(noun: Noun, attribute: &Attribute) -> Result<Attribute, String> {
    let [points] = attribute.values.as_slice() else { return Ok(attribute.clone()) };
    if !matches!(attribute.kind, Kind::Points | Kind::Ends) {
        return Ok(attribute.clone());
    }
    let count = if attribute.kind == Kind::Ends { Some(2) } else { noun.points().filter(|count| *count > 0) };
    let Some(count) = count else {
        return Err("which points belong to which body? Describe each body in a sentence of its own".to_owned());
    };
    let width = if points.len() % (3 * count) == 0 { 3 } else { 2 };
    if points.is_empty() || points.len() % (width * count) != 0 {
        return Err(format!("the number of points must be a multiple of {count}, the number of points of each body"));
    }
    let values: Vec<Vec<Measure>> = points.chunks(width * count).map(<[Measure]>::to_vec).collect();
    Ok(Attribute { values, ..attribute.clone() })
}

/// Error of values that cannot be assigned to bodies.
const UNCLEAR: &str = "which of these values belong to which body? Describe each body in a sentence of its own";

/// Splits attributes that are repeated for each body: "radius 1 at A and radius 2 at B".
fn by_groups(all: &[Attribute], count: usize) -> Result<Vec<Vec<Attribute>>, String> {
    if all.iter().any(|one| one.values.len() > 1) {
        return Err(UNCLEAR.to_owned());
    }
    let kinds: Vec<Kind> = all.iter().map(|one| one.kind).collect();
    let first = kinds.iter().position(|kind| repeats(all, *kind) > 1).unwrap_or(0);
    let (shared, rest) = all.split_at(first);
    if rest.len() % count != 0 {
        return Err(UNCLEAR.to_owned());
    }
    let width = rest.len() / count;
    let is_regular = rest.iter().enumerate().all(|(k, one)| one.kind == rest[k % width].kind);
    if !is_regular || (0..width).any(|k| (0..k).any(|j| rest[j].kind == rest[k].kind)) {
        return Err(UNCLEAR.to_owned());
    }
    Ok(rest.chunks(width).map(|own| [shared, own].concat()).collect())
}

/// Splits attributes with a value for each body: "at A and B".
fn by_lists(all: &[Attribute]) -> Result<Vec<Vec<Attribute>>, String> {
    let count = all.iter().map(|one| one.values.len()).max().unwrap_or_default();
    if count < 2 {
        let why = "the text is about several bodies but states each value only once; describe each body in its own \
                   sentence";
        return Err(why.to_owned());
    }
    let is_stated = all.iter().all(|one| one.values.len() == count || one.values.len() == 1 && !is_place(one.kind));
    if !is_stated {
        let why = "the lists have different numbers of values; describe each body in its own sentence";
        return Err(why.to_owned());
    }
    Ok((0..count).map(|k| all.iter().map(|one| pick(one, k)).collect()).collect())
}

/// Returns an attribute of the k-th of several bodies.
fn pick(one: &Attribute, k: usize) -> Attribute {
    let value = one.values.get(k).or(one.values.first()).cloned();
    Attribute { values: value.into_iter().collect(), ..one.clone() }
}

/// Whether an attribute places a body, so that several bodies cannot have the same value.
fn is_place(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Position | Kind::Min | Kind::Max | Kind::Ends | Kind::Points | Kind::Corners | Kind::Apex | Kind::Base
    )
}
