//! Attributes of bodies in sentences: a name, and its value after words such as `of`, `is`, `at`.

use super::keys::{Caps, KEYS, Kind};
use super::nouns::Noun;
use super::rotation;
use super::token::Token;
use super::value::{self, Measure, Read};
use super::words::{LINKS, PLACED};

/// Offset in the text with a reason for refusal.
pub(super) type ErrorAt = (usize, String);

/// Attribute with its values: one for a body; one, or one per body, for a phrase about several bodies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attribute {
    pub(super) kind: Kind,
    /// Values, each a list of numbers, such as the coordinates of a point.
    pub(super) values: Vec<Vec<Measure>>,
    /// Offset in the text, bytes.
    pub(super) at: usize,
}

/// Facts about a body and its text on which the meaning of an attribute depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// Noun of the body.
    pub(super) noun: Option<Noun>,
    /// Whether the phrase is about several bodies.
    pub(super) is_plural: bool,
    /// Whether the scene is planar.
    pub(super) plane: bool,
    /// Index of the axis that points up, if the text names it.
    pub(super) up: Option<usize>,
}

/// Attribute with the index of the token after it; `None` if there is none.
pub(super) type Found = Result<Option<(Attribute, usize)>, ErrorAt>;

/// Creates an attribute with one value.
pub(super) fn of(kind: Kind, value: Vec<Measure>, token: &Token<'_>) -> Attribute {
    Attribute { kind, values: vec![value], at: token.start }
}

/// Returns the kind of the attribute named at a token, and the index after its name.
pub(super) fn key(all: &[Token<'_>], k: usize) -> Read<Kind> {
    let row = KEYS.iter().find(|(words, _)| is_sequence(all, k, words))?;
    Some((row.1, k + row.0.len()))
}

/// Whether the tokens from index `k` on are these words.
pub(super) fn is_sequence(all: &[Token<'_>], k: usize, words: &[&str]) -> bool {
    words.iter().enumerate().all(|(j, word)| all.get(k + j).is_some_and(|token| token.is(word)))
}

/// Maximum number of words that are skipped at once, so that the time is linear in the length of a text.
const MAX_SKIPPED: usize = 16;

/// Returns the index of the first token from `k` on that is not one of these words.
pub(super) fn skip(all: &[Token<'_>], k: usize, words: &[&str]) -> usize {
    let mut at = k;
    while at < k + MAX_SKIPPED && all.get(at).is_some_and(|token| token.is_one_of(words)) {
        at += 1;
    }
    at
}

/// Reads the attribute at a token.
///
/// # Errors
/// Fails if an attribute has no unique meaning.
pub(super) fn read(all: &[Token<'_>], k: usize, context: Context) -> Found {
    if let Some(found) = rotation::read(all, k, context)? {
        return Ok(Some(found));
    }
    let token = &all[k];
    if let Some((ends, next)) = ends(all, k, context) {
        let kind = if context.noun.is_some_and(is_box) { Kind::Corners } else { Kind::Ends };
        return Ok(Some((of(kind, ends, token), next)));
    }
    if let Some(found) = vertices(all, k, context) {
        return Ok(Some(found));
    }
    if let Some((direction, next)) = axis(all, k) {
        return Ok(Some((of(Kind::Axis, direction.map(Measure::plain).to_vec(), token), next)));
    }
    if token.is_one_of(&["upright", "vertical"]) {
        return Ok(Some((of(Kind::Upright, Vec::new(), token), k + 1)));
    }
    if let Some(found) = equation(all, k, context) {
        return Ok(Some(found));
    }
    if let Some(found) = through(all, k, context) {
        return Ok(Some(found));
    }
    match key(all, k) {
        Some((kind, next)) => keyed(all, k, (kind, next), context),
        None => Ok(placed(all, k, context).or_else(|| value_first(all, k))),
    }
}

/// Reads the two ends of a segment, a capsule or a cylinder, or two corners of a box.
fn ends(all: &[Token<'_>], k: usize, context: Context) -> Read<Vec<Measure>> {
    let is_long = matches!(context.noun, Some(Noun::Capsule | Noun::Cylinder | Noun::Segment | Noun::Cone));
    let rows: [&[&str]; 10] = [
        &["end", "points"],
        &["endpoints"],
        &["ends"],
        &["core", "segment"],
        &["segment"],
        &["axis"],
        &["spanning"],
        &["spans"],
        &["from"],
        &["between"],
    ];
    let row = rows.iter().find(|row| is_sequence(all, k, row))?;
    if row[0] != "from" && row[0] != "between" && row[0] != "spanning" && row[0] != "spans" && !is_long {
        return None;
    }
    let links = ["from", "between", "at", ":", "=", "of", "is", "are", "goes", "runs"];
    let at = skip(all, k + row.len(), &links);
    let (first, next) = value::point(all, at)?;
    let separators = ["to", "-", "–", "->", "and", ","];
    if !all.get(next)?.is_one_of(&separators) {
        return None;
    }
    let (second, after) = value::point(all, next + 1)?;
    let width = first.len().max(second.len()).max(if context.plane { 2 } else { 3 });
    let ends = [first, second].map(|end| if end.is_empty() { vec![Measure::plain(0.0); width] } else { end });
    Some((ends.concat(), after))
}

/// Whether a noun names a box.
fn is_box(noun: Noun) -> bool {
    noun.may_be(Noun::Box)
}

/// Reads `vertices (0, 0, 0), (1, 0, 0) and (0, 1, 0)`, or two corners of a box.
fn vertices(all: &[Token<'_>], k: usize, context: Context) -> Option<(Attribute, usize)> {
    let noun = context.noun?;
    let names = ["vertices", "points", "corners", "corner", "end", "opposite", "endpoints", "vertex"];
    if noun.points().is_none() && !is_box(noun) || !all[k].is_one_of(&names) {
        return None;
    }
    let at = skip(all, k, &names);
    let at = skip(all, at, &["at", "are", "is", ":", "=", "of", "the", "list", "coordinates"]);
    let (points, next) = point_list(all, at)?;
    match is_box(noun) {
        true => (points.len() == 6 || points.len() == 4).then(|| (of(Kind::Corners, points, &all[k]), next)),
        false => Some((of(Kind::Points, points, &all[k]), next)),
    }
}

/// Reads the axis of a body: `along z`, `axis (0, 0, 1)`, `parallel to the x axis`, `z-aligned`.
fn axis(all: &[Token<'_>], k: usize) -> Read<[f64; 3]> {
    if let Some((axis, next)) = value::letter_axis(all, k)
        && next == k + 1
        && all.get(next).is_some_and(|token| token.is("aligned"))
    {
        let mut direction = [0.0; 3];
        direction[axis] = 1.0;
        return Some((direction, next + 1));
    }
    let rows: [&[&str]; 9] = [
        &["axis", "is", "along"],
        &["axis", "along"],
        &["axis", "parallel", "to"],
        &["axis"],
        &["along"],
        &["aligned", "with"],
        &["aligned", "along"],
        &["parallel", "to"],
        &["oriented", "along"],
    ];
    let row = rows.iter().find(|row| is_sequence(all, k, row))?;
    let links: &[&str] = if row[0] == "axis" { &["is", "=", ":", "in"] } else { &[] };
    value::axis(all, skip(all, k + row.len(), links))
}

/// Reads the coordinate of a plane: `y = 0`, `z <= 1`, `at z = 0`.
fn equation(all: &[Token<'_>], k: usize, context: Context) -> Option<(Attribute, usize)> {
    if !matches!(context.noun, Some(Noun::Plane | Noun::Ground)) {
        return None;
    }
    let mut at = skip(all, k, &["at", "below", "above", "under"]);
    let mut side = match all.get(at.checked_sub(1)?).map(|token| token.word.as_str()).filter(|_| at > k) {
        Some("below" | "under") => -1,
        Some("above") => 1,
        _ => 0,
    };
    let axis = ["x", "y", "z"].iter().position(|letter| all.get(at).is_some_and(|token| token.is(letter)))?;
    side = match all.get(at + 1)?.word.as_str() {
        "=" | "==" => side,
        "<=" | "<" | "≤" if side == 0 => -1,
        ">=" | ">" | "≥" if side == 0 => 1,
        _ => return None,
    };
    at += 2;
    let (value, next) = value::measure(all, at)?;
    if all.get(next).is_some_and(|token| token.is_one_of(&["+", "-", "*", "x", "y", "z"])) {
        return None;
    }
    Some((of(Kind::Equation(axis, side), vec![value], &all[k]), next))
}

/// Reads a point of a plane: `through the point (0, 0, 1)`.
fn through(all: &[Token<'_>], k: usize, context: Context) -> Option<(Attribute, usize)> {
    let is_plane = matches!(context.noun, Some(Noun::Plane | Noun::Ground));
    if !is_plane || !all[k].is_one_of(&["through", "containing", "point", "passing"]) {
        return None;
    }
    let at = skip(all, k, &["passing", "through", "containing", "the", "a", "point", "at"]);
    let (value, next) = value::point(all, at)?;
    Some((of(Kind::Position, value, &all[k]), next))
}

/// Reads a position after a word such as `at`, `centred at`, `located at`.
fn placed(all: &[Token<'_>], k: usize, context: Context) -> Option<(Attribute, usize)> {
    if !all[k].is_one_of(&PLACED) {
        return None;
    }
    let mut at = skip(all, k, &PLACED);
    at = skip(all, at, &["on", "in", ":", "the", "with", "its", "center", "centre", "position", "is", "at"]);
    let (values, next) = points(all, at, context)?;
    Some((Attribute { kind: Kind::Position, values, at: all[k].start }, next))
}

/// Reads a number before the name of its attribute: `0.5 m radius`.
fn value_first(all: &[Token<'_>], k: usize) -> Option<(Attribute, usize)> {
    let (value, next) = value::measure(all, k)?;
    let (kind, after) = key(all, next)?;
    let is_size = matches!(kind, Kind::Radius | Kind::Diameter | Kind::Height(_));
    let has_value = all.get(after).is_some_and(|token| token.value().is_some() || token.is_one_of(&LINKS));
    (is_size && !has_value).then(|| (of(kind, vec![value], &all[k]), after))
}

/// Reads one point, or in a phrase about several bodies a list of points.
fn points(all: &[Token<'_>], k: usize, context: Context) -> Read<Vec<Vec<Measure>>> {
    list(all, k, context.is_plural, value::point)
}

/// Function that reads a value at a token.
type ReadValue = fn(&[Token<'_>], usize) -> Read<Vec<Measure>>;

/// Reads a value, or several with commas and `and` between them.
fn list(all: &[Token<'_>], k: usize, is_plural: bool, read: ReadValue) -> Read<Vec<Vec<Measure>>> {
    let (first, mut at) = read(all, k)?;
    let mut values = vec![first];
    if !is_plural {
        return Some((values, at));
    }
    loop {
        let next = skip(all, at, &[",", "and", "&"]);
        let Some((value, after)) = read(all, next).filter(|_| next > at) else { break };
        values.push(value);
        at = after;
    }
    Some((values, at))
}

/// Reads one number as a value.
fn scalar(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    value::measure(all, k).map(|(value, next)| (vec![value], next))
}

/// Reads the sides of a box, or one number for all.
fn sides_or_scalar(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    value::sides(all, k).or_else(|| scalar(all, k))
}

/// Reads three lengths with `and` before the last one: `2, 1 and 0.5`.
fn semi_axes(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    value::sides(all, k).or_else(|| {
        let (values, next) = list(all, k, true, scalar)?;
        Some((values.concat(), next))
    })
}

/// Reads points with commas, `and` or dashes between them, each with a label or without.
pub(super) fn point_list(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let mut values: Vec<Measure> = Vec::new();
    let mut at = k;
    let mut next = at;
    // The list may be in brackets.
    if value::tuple(all, at).is_none() && all.get(at).is_some_and(|token| token.is_one_of(&["(", "[", ":"])) {
        next += 1;
    }
    loop {
        // A vertex may have a label: `A(0, 0, 0)`, `p1 = (0, 0, 0)`.
        let is_label = all.get(next).is_some_and(|token| {
            let is_short = token.text.len() == 1 || token.text.len() <= 3 && token.text.ends_with(char::is_numeric);
            token.value().is_none() && is_short && token.text.starts_with(char::is_alphabetic)
        });
        if is_label && all.get(next + 1).is_some_and(|token| token.is_one_of(&["(", "[", "=", ":"])) {
            next = skip(all, next + 1, &["=", ":"]);
        }
        let Some((point, after)) = value::tuple(all, next).filter(|(point, _)| (2..=3).contains(&point.len())) else {
            break;
        };
        values.extend(point);
        at = after;
        next = skip(all, at, &[",", "and", "-", "–", ")", "]", "(", "["]);
        // The bracket of the next tuple belongs to it.
        if next > at && all.get(next - 1).is_some_and(|token| token.is_one_of(&["(", "["])) {
            next -= 1;
        }
    }
    (!values.is_empty()).then_some((values, at))
}

/// Reads the value of a named attribute.
fn keyed(all: &[Token<'_>], k: usize, (kind, after): (Kind, usize), context: Context) -> Found {
    let at = skip(all, after, &LINKS);
    let at = skip(all, at, &["exactly"]);
    let kind = match (kind, context.noun) {
        (Kind::Corners, _) => Kind::Corners,
        (Kind::SemiAxes, Some(Noun::Sphere | Noun::Circle | Noun::Capsule | Noun::Cylinder)) => Kind::Radius,
        (kind, _) => kind,
    };
    let values = match kind {
        Kind::Extents => {
            let has_value = sides_or_scalar(all, at).is_some();
            let question = "do these extents mean half or full lengths? Write `half extents` or `full size`";
            return if has_value { Err((all[k].start, question.to_owned())) } else { Ok(None) };
        }
        Kind::Position | Kind::Apex | Kind::Base | Kind::Min | Kind::Max => {
            points(all, skip(all, at, &["at", "located", "placed", "corner"]), context)
        }
        Kind::Normal => list(all, at, false, value::tuple),
        Kind::HalfExtents | Kind::Size => list(all, at, context.is_plural, sides_or_scalar),
        Kind::SemiAxes | Kind::Diameters => list(all, at, false, semi_axes),
        Kind::Height(_) | Kind::HalfHeight(_) => {
            let Some((values, next)) = list(all, at, context.is_plural, scalar) else { return Ok(None) };
            let (kind, next) = caps(all, next, kind);
            return Ok(Some((Attribute { kind, values, at: all[k].start }, next)));
        }
        Kind::Radius | Kind::Diameter | Kind::HalfSide | Kind::Side | Kind::Width | Kind::Depth | Kind::HalfWidth => {
            list(all, at, context.is_plural, scalar)
        }
        Kind::Corners
        | Kind::Ends
        | Kind::Points
        | Kind::Axis
        | Kind::Upright
        | Kind::Rotation
        | Kind::Equation(..)
        | Kind::Unit => None,
    };
    Ok(values.map(|(values, next)| (Attribute { kind, values, at: all[k].start }, next)))
}

/// Reads whether a height includes the round ends: `(including caps)`, `without the hemispheres`.
fn caps(all: &[Token<'_>], k: usize, kind: Kind) -> (Kind, usize) {
    let at = skip(all, k, &["(", ","]);
    let said = match all.get(at).map(|token| token.word.as_str()) {
        Some("including" | "with" | "incl") => Caps::Included,
        Some("excluding" | "without" | "excl") => Caps::Excluded,
        _ => return (kind, k),
    };
    let at = skip(all, at + 1, &["the", "both", "its", "round", "hemispherical", "spherical", "end", "two"]);
    if !all.get(at).is_some_and(|token| token.is_one_of(&["caps", "cap", "hemispheres", "ends", "endcaps"])) {
        return (kind, k);
    }
    let kind = match kind {
        Kind::Height(_) => Kind::Height(said),
        Kind::HalfHeight(_) => Kind::HalfHeight(said),
        other => other,
    };
    (kind, at + 1)
}
