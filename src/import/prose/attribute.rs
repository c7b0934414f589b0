//! Parses the attributes of bodies in sentences: a name such as `radius`, and its value after words such as `of`, `is`,
//! `at`. The scan of the text calls [`read`] at every token.
//!
//! **Form of the readers.** A reader gets all tokens and the index of the token where the attribute may begin. It
//! returns the value with the index of the token after it, or `None` if there is no such attribute.

use super::keys::{Caps, KEYS, Kind, Side};
use super::nouns::Noun;
use super::rotation;
use super::token::Token;
use super::value::{self, Measure, Parsed};
use super::words::{LINKS, PLACED};

/// Offset in the text, bytes, with the reason for refusing the text.
pub(super) type ErrorAt = (usize, String);

/// Attribute with its values: one value for a single body; one common value or one per body for several bodies.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attribute {
    pub(super) kind: Kind,
    /// Values, each a list of numbers, such as the coordinates of a point.
    pub(super) values: Vec<Vec<Measure>>,
    /// Offset in the text, bytes.
    pub(super) offset: usize,
}

/// Facts about a body and its text on which the meaning of an attribute depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// Noun of the body; `None` if no body is being described.
    pub(super) noun: Option<Noun>,
    /// Whether the phrase is about several bodies.
    pub(super) is_plural: bool,
    /// Whether the scene is planar.
    pub(super) plane: bool,
    /// Index of the axis that points up, if the text names it.
    pub(super) up: Option<usize>,
}

/// Attribute with the index of the token after it; `None` if there is none.
pub(super) type ParsedAttribute = Result<Option<(Attribute, usize)>, ErrorAt>;

/// Creates an attribute with one value.
pub(super) fn with_value(kind: Kind, value: Vec<Measure>, token: &Token<'_>) -> Attribute {
    Attribute { kind, values: vec![value], offset: token.start }
}

/// Returns the kind of the attribute named at a token, and the index after its name.
pub(super) fn read_name(tokens: &[Token<'_>], index: usize) -> Parsed<Kind> {
    let (words, kind) = KEYS.iter().find(|(words, _)| is_sequence(tokens, index, words))?;
    Some((*kind, index + words.len()))
}

/// Whether the tokens from `index` on are these words.
pub(super) fn is_sequence(tokens: &[Token<'_>], index: usize, words: &[&str]) -> bool {
    words.iter().enumerate().all(|(position, word)| tokens.get(index + position).is_some_and(|token| token.is(word)))
}

/// Maximum number of words that one call of [`skip_words`] skips, so that the time is linear in the length of a text.
const MAX_SKIPPED: usize = 16;

/// Returns the index of the first token from `index` on that is not one of these words.
pub(super) fn skip_words(tokens: &[Token<'_>], index: usize, words: &[&str]) -> usize {
    let mut cursor = index;
    while cursor < index + MAX_SKIPPED && tokens.get(cursor).is_some_and(|token| token.is_one_of(words)) {
        cursor += 1;
    }
    cursor
}

/// Reads the attribute at a token.
///
/// # Errors
/// Fails if an attribute has no unique meaning.
pub(super) fn read(tokens: &[Token<'_>], index: usize, context: Context) -> ParsedAttribute {
    if let Some(result) = rotation::read(tokens, index, context)? {
        return Ok(Some(result));
    }
    let token = &tokens[index];
    if let Some((ends, next)) = read_ends(tokens, index, context) {
        let kind = if context.noun.is_some_and(is_box) { Kind::Corners } else { Kind::Ends };
        return Ok(Some((with_value(kind, ends, token), next)));
    }
    if let Some(result) = read_vertices(tokens, index, context) {
        return Ok(Some(result));
    }
    if let Some((direction, next)) = read_axis(tokens, index) {
        return Ok(Some((with_value(Kind::Axis, direction.map(Measure::plain).to_vec(), token), next)));
    }
    if token.is_one_of(&["upright", "vertical"]) {
        return Ok(Some((with_value(Kind::Upright, Vec::new(), token), index + 1)));
    }
    if let Some(result) = read_plane_coordinate(tokens, index, context) {
        return Ok(Some(result));
    }
    if let Some(result) = read_plane_point(tokens, index, context) {
        return Ok(Some(result));
    }
    match read_name(tokens, index) {
        Some((kind, next)) => read_named(tokens, index, kind, next, context),
        None => Ok(read_position(tokens, index, context).or_else(|| read_value_before_name(tokens, index))),
    }
}

/// Reads the two ends of a segment, a capsule or a cylinder, or two corners of a box.
fn read_ends(tokens: &[Token<'_>], index: usize, context: Context) -> Parsed<Vec<Measure>> {
    let has_ends = matches!(context.noun, Some(Noun::Capsule | Noun::Cylinder | Noun::Segment | Noun::Cone));
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
    let row = rows.iter().find(|row| is_sequence(tokens, index, row))?;
    if !["from", "between", "spanning", "spans"].contains(&row[0]) && !has_ends {
        return None;
    }
    let links = ["from", "between", "at", ":", "=", "of", "is", "are", "goes", "runs"];
    let cursor = skip_words(tokens, index + row.len(), &links);
    let (first, next) = value::read_point(tokens, cursor)?;
    let separators = ["to", "-", "–", "->", "and", ","];
    if !tokens.get(next)?.is_one_of(&separators) {
        return None;
    }
    let (second, after) = value::read_point(tokens, next + 1)?;
    // The word "origin" has no coordinates; they are as many as those of the other end.
    let dimension = first.len().max(second.len()).max(if context.plane { 2 } else { 3 });
    let ends = [first, second].map(|end| if end.is_empty() { vec![Measure::plain(0.0); dimension] } else { end });
    Some((ends.concat(), after))
}

/// Whether a noun names a box.
fn is_box(noun: Noun) -> bool {
    noun.may_be(Noun::Box)
}

/// Reads `vertices (0, 0, 0), (1, 0, 0) and (0, 1, 0)`, or two corners of a box.
fn read_vertices(tokens: &[Token<'_>], index: usize, context: Context) -> Option<(Attribute, usize)> {
    let noun = context.noun?;
    let names = ["vertices", "points", "corners", "corner", "end", "opposite", "endpoints", "vertex"];
    if noun.points().is_none() && !is_box(noun) || !tokens[index].is_one_of(&names) {
        return None;
    }
    let start = skip_words(tokens, index, &names);
    let start = skip_words(tokens, start, &["at", "are", "is", ":", "=", "of", "the", "list", "coordinates"]);
    let (points, next) = read_point_list(tokens, start)?;
    if !is_box(noun) {
        return Some((with_value(Kind::Points, points, &tokens[index]), next));
    }
    // Two corners have six coordinates in space, four in the plane.
    if points.len() != 6 && points.len() != 4 {
        return None;
    }
    Some((with_value(Kind::Corners, points, &tokens[index]), next))
}

/// Reads the axis of a body: `along z`, `axis (0, 0, 1)`, `parallel to the x axis`, `z-aligned`.
fn read_axis(tokens: &[Token<'_>], index: usize) -> Parsed<[f64; 3]> {
    if let Some((axis, next)) = value::read_axis_letter(tokens, index)
        && next == index + 1
        && tokens.get(next).is_some_and(|token| token.is("aligned"))
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
    let row = rows.iter().find(|row| is_sequence(tokens, index, row))?;
    let links: &[&str] = if row[0] == "axis" { &["is", "=", ":", "in"] } else { &[] };
    value::read_direction(tokens, skip_words(tokens, index + row.len(), links))
}

/// Reads the coordinate of a plane: `y = 0`, `z <= 1`, `at z = 0`.
fn read_plane_coordinate(tokens: &[Token<'_>], index: usize, context: Context) -> Option<(Attribute, usize)> {
    if !matches!(context.noun, Some(Noun::Plane | Noun::Ground)) {
        return None;
    }
    let letter_index = skip_words(tokens, index, &["at", "below", "above", "under"]);
    let word_before = tokens[index..letter_index].last();
    let stated_side = match word_before.map(|token| token.word.as_str()) {
        Some("below" | "under") => Side::Below,
        Some("above") => Side::Above,
        _ => Side::Unsaid,
    };
    let letter = tokens.get(letter_index)?;
    let axis = ["x", "y", "z"].iter().position(|name| letter.is(name))?;
    let side = match tokens.get(letter_index + 1)?.word.as_str() {
        "=" | "==" => stated_side,
        "<=" | "<" | "≤" if stated_side == Side::Unsaid => Side::Below,
        ">=" | ">" | "≥" if stated_side == Side::Unsaid => Side::Above,
        _ => return None,
    };
    let (value, next) = value::read_measure(tokens, letter_index + 2)?;
    // The value goes on as a formula, so that the plane is not along an axis.
    if tokens.get(next).is_some_and(|token| token.is_one_of(&["+", "-", "*", "x", "y", "z"])) {
        return None;
    }
    Some((with_value(Kind::Equation { axis, side }, vec![value], &tokens[index]), next))
}

/// Reads a point of a plane: `through the point (0, 0, 1)`.
fn read_plane_point(tokens: &[Token<'_>], index: usize, context: Context) -> Option<(Attribute, usize)> {
    let is_plane = matches!(context.noun, Some(Noun::Plane | Noun::Ground));
    if !is_plane || !tokens[index].is_one_of(&["through", "containing", "point", "passing"]) {
        return None;
    }
    let cursor = skip_words(tokens, index, &["passing", "through", "containing", "the", "a", "point", "at"]);
    let (value, next) = value::read_point(tokens, cursor)?;
    Some((with_value(Kind::Position, value, &tokens[index]), next))
}

/// Reads a position after a word such as `at`, `centred at`, `located at`.
fn read_position(tokens: &[Token<'_>], index: usize, context: Context) -> Option<(Attribute, usize)> {
    if !tokens[index].is_one_of(&PLACED) {
        return None;
    }
    let links = ["on", "in", ":", "the", "with", "its", "center", "centre", "position", "is", "at"];
    let start = skip_words(tokens, skip_words(tokens, index, &PLACED), &links);
    let (values, next) = read_points(tokens, start, context)?;
    Some((Attribute { kind: Kind::Position, values, offset: tokens[index].start }, next))
}

/// Reads a number before the name of its attribute: `0.5 m radius`.
fn read_value_before_name(tokens: &[Token<'_>], index: usize) -> Option<(Attribute, usize)> {
    let (value, next) = value::read_measure(tokens, index)?;
    let (kind, after) = read_name(tokens, next)?;
    let is_size = matches!(kind, Kind::Radius | Kind::Diameter | Kind::Height(_));
    let value_start = skip_words(tokens, after, &LINKS);
    let has_value = tokens.get(value_start).is_some_and(|token| token.value().is_some());
    // A value after the name makes the number before the name one of another attribute.
    if !is_size || has_value {
        return None;
    }
    Some((with_value(kind, vec![value], &tokens[index]), after))
}

/// Reads one point, or in a phrase about several bodies a list of points.
fn read_points(tokens: &[Token<'_>], index: usize, context: Context) -> Parsed<Vec<Vec<Measure>>> {
    read_list(tokens, index, context.is_plural, value::read_point)
}

/// Function that reads a value at a token.
type ReadValue = fn(&[Token<'_>], usize) -> Parsed<Vec<Measure>>;

/// Reads a value, or several with commas and `and` between them.
fn read_list(tokens: &[Token<'_>], index: usize, is_plural: bool, read: ReadValue) -> Parsed<Vec<Vec<Measure>>> {
    let (first, mut cursor) = read(tokens, index)?;
    let mut values = vec![first];
    if !is_plural {
        return Some((values, cursor));
    }
    loop {
        let next = skip_words(tokens, cursor, &[",", "and", "&"]);
        // Without a separator, the next value belongs to another attribute.
        let has_separator = next > cursor;
        let Some((value, after)) = read(tokens, next).filter(|_| has_separator) else { break };
        values.push(value);
        cursor = after;
    }
    Some((values, cursor))
}

/// Reads one number as a value.
fn read_number(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    value::read_measure(tokens, index).map(|(value, next)| (vec![value], next))
}

/// Reads the sides of a box, or one number for all.
fn read_sides_or_number(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    value::read_sides(tokens, index).or_else(|| read_number(tokens, index))
}

/// Reads three lengths with `and` before the last one: `2, 1 and 0.5`.
fn read_semi_axes(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    value::read_sides(tokens, index).or_else(|| {
        let (values, next) = read_list(tokens, index, true, read_number)?;
        Some((values.concat(), next))
    })
}

/// Reads points with commas, `and` or dashes between them, each with a label or without; returns all their coordinates
/// in one list.
pub(super) fn read_point_list(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let mut values: Vec<Measure> = Vec::new();
    let mut cursor = index;
    let mut next = cursor;
    // The list may be in brackets.
    if value::read_tuple(tokens, cursor).is_none()
        && tokens.get(cursor).is_some_and(|token| token.is_one_of(&["(", "[", ":"]))
    {
        next += 1;
    }
    loop {
        if tokens.get(next).is_some_and(is_vertex_label)
            && tokens.get(next + 1).is_some_and(|token| token.is_one_of(&["(", "[", "=", ":"]))
        {
            next = skip_words(tokens, next + 1, &["=", ":"]);
        }
        let Some((point, after)) = value::read_tuple(tokens, next).filter(|(point, _)| (2..=3).contains(&point.len()))
        else {
            break;
        };
        values.extend(point);
        cursor = after;
        next = skip_words(tokens, cursor, &[",", "and", "-", "–", ")", "]", "(", "["]);
        // The bracket of the next tuple belongs to it.
        if next > cursor && tokens.get(next - 1).is_some_and(|token| token.is_one_of(&["(", "["])) {
            next -= 1;
        }
    }
    (!values.is_empty()).then_some((values, cursor))
}

/// Whether a word may be the label of a vertex: `A` in `A(0, 0, 0)`, `p1` in `p1 = (0, 0, 0)`.
fn is_vertex_label(token: &Token<'_>) -> bool {
    let is_letter = token.text.len() == 1;
    let has_short_number = token.text.len() <= 3 && token.text.ends_with(char::is_numeric);
    token.value().is_none() && (is_letter || has_short_number) && token.text.starts_with(char::is_alphabetic)
}

/// Reads the value of an attribute whose name begins at token `index` and ends before token `after_name`.
fn read_named(tokens: &[Token<'_>], index: usize, named: Kind, after_name: usize, context: Context) -> ParsedAttribute {
    let start = skip_words(tokens, after_name, &LINKS);
    let start = skip_words(tokens, start, &["exactly"]);
    // "radii 1" of a round shape is its radius.
    let is_round = matches!(context.noun, Some(Noun::Sphere | Noun::Circle | Noun::Capsule | Noun::Cylinder));
    let kind = if named == Kind::SemiAxes && is_round { Kind::Radius } else { named };
    let values = match kind {
        Kind::Extents => {
            let has_value = read_sides_or_number(tokens, start).is_some();
            let question = "do these extents mean half or full lengths? Write `half extents` or `full size`";
            return if has_value { Err((tokens[index].start, question.to_owned())) } else { Ok(None) };
        }
        Kind::Position | Kind::Apex | Kind::Base | Kind::Min | Kind::Max => {
            read_points(tokens, skip_words(tokens, start, &["at", "located", "placed", "corner"]), context)
        }
        Kind::Normal => read_list(tokens, start, false, value::read_tuple),
        Kind::HalfExtents | Kind::Size => read_list(tokens, start, context.is_plural, read_sides_or_number),
        Kind::SemiAxes | Kind::Diameters => read_list(tokens, start, false, read_semi_axes),
        Kind::Height(_) | Kind::HalfHeight(_) => {
            let Some((values, next)) = read_list(tokens, start, context.is_plural, read_number) else {
                return Ok(None);
            };
            let (kind, next) = read_caps(tokens, next, kind);
            return Ok(Some((Attribute { kind, values, offset: tokens[index].start }, next)));
        }
        Kind::Radius | Kind::Diameter | Kind::HalfSide | Kind::Side | Kind::Width | Kind::Depth | Kind::HalfWidth => {
            read_list(tokens, start, context.is_plural, read_number)
        }
        Kind::Corners
        | Kind::Ends
        | Kind::Points
        | Kind::Axis
        | Kind::Upright
        | Kind::Rotation
        | Kind::Equation { .. }
        | Kind::Unit => None,
    };
    Ok(values.map(|(values, next)| (Attribute { kind, values, offset: tokens[index].start }, next)))
}

/// Reads whether a height includes the round ends: `(including caps)`, `without the hemispheres`. Returns `kind` with
/// that fact, and the index of the token after the words; `kind` and `index` if the text does not say so.
fn read_caps(tokens: &[Token<'_>], index: usize, kind: Kind) -> (Kind, usize) {
    let start = skip_words(tokens, index, &["(", ","]);
    let caps = match tokens.get(start).map(|token| token.word.as_str()) {
        Some("including" | "with" | "incl") => Caps::Included,
        Some("excluding" | "without" | "excl") => Caps::Excluded,
        _ => return (kind, index),
    };
    let adjectives = ["the", "both", "its", "round", "hemispherical", "spherical", "end", "two"];
    let noun = skip_words(tokens, start + 1, &adjectives);
    if !tokens.get(noun).is_some_and(|token| token.is_one_of(&["caps", "cap", "hemispheres", "ends", "endcaps"])) {
        return (kind, index);
    }
    let kind = match kind {
        Kind::Height(_) => Kind::Height(caps),
        Kind::HalfHeight(_) => Kind::HalfHeight(caps),
        other => other,
    };
    (kind, noun + 1)
}
