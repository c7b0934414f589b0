//! Parses the values of attributes in sentences: numbers with units, tuples, points, axes, angles and quaternions.
//!
//! A reader gets all tokens and the index of the first token of the value. It returns the value with the index of the
//! token after it, or `None` if there is no such value.

use super::token::{Token, TokenKind};
use crate::number::Number;

/// Number of a sentence with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measure {
    /// Number as the text writes it.
    pub(super) value: f64,
    /// Units per meter, such as 1000 for millimeters; `None` if the text names no unit after the number.
    pub(super) per_meter: Option<f64>,
}

impl Measure {
    /// Creates a number without a unit.
    pub(super) fn plain(value: f64) -> Self {
        Self { value, per_meter: None }
    }
}

/// Value with the index of the token after it.
pub(super) type Parsed<T> = Option<(T, usize)>;

/// Returns the number of units per meter for the name of a unit of length; `None` for any other word.
pub(super) fn units_per_meter(word: &str) -> Option<f64> {
    match word {
        "m" | "meter" | "meters" | "metre" | "metres" => Some(1.0),
        "cm" | "centimeter" | "centimeters" | "centimetre" | "centimetres" => Some(100.0),
        "mm" | "millimeter" | "millimeters" | "millimetre" | "millimetres" => Some(1000.0),
        _ => None,
    }
}

/// Returns the units per meter of the unit at a token, and the index after it; `None` and `index` for any other word.
fn read_unit(tokens: &[Token<'_>], index: usize) -> (Option<f64>, usize) {
    let Some(token) = tokens.get(index) else { return (None, index) };
    if token.is_one_of(&["units", "unit"]) {
        return (None, index + 1);
    }
    // The tokens of "2m" are those of "2 m".
    match units_per_meter(&token.word) {
        Some(per_meter) => (Some(per_meter), index + 1),
        None => (None, index),
    }
}

/// Reads a number, with its unit if there is one.
pub(super) fn read_measure(tokens: &[Token<'_>], index: usize) -> Parsed<Measure> {
    let value = tokens.get(index)?.value()?;
    let (per_meter, next) = read_unit(tokens, index + 1);
    Some((Measure { value, per_meter }, next))
}

/// Returns the bracket that closes a tuple; `None` if the token does not open one.
fn closing_bracket(open: &Token<'_>) -> Option<&'static str> {
    match open.word.as_str() {
        "(" => Some(")"),
        "[" => Some("]"),
        "<" => Some(">"),
        _ => None,
    }
}

/// Reads numbers in brackets: `(1, 2, 3)`, `[1 2 3]`, `(x=1, y=2, z=3)`, with a unit inside or after.
pub(super) fn read_tuple(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let close = closing_bracket(tokens.get(index)?)?;
    let mut cursor = index + 1;
    let mut values = Vec::new();
    loop {
        let token = tokens.get(cursor)?;
        if token.is(close) && !values.is_empty() {
            cursor += 1;
            break;
        }
        if token.is(",") && !values.is_empty() {
            cursor += 1;
            continue;
        }
        let letter = ["x", "y", "z"].get(values.len()).copied().unwrap_or("w");
        if token.is(letter) && tokens.get(cursor + 1)?.is_one_of(&["=", ":"]) {
            cursor += 2;
        }
        let (value, next) = read_measure(tokens, cursor)?;
        values.push(value);
        cursor = next;
    }
    let (per_meter, next) = read_unit(tokens, cursor);
    Some((with_unit(values, per_meter), next))
}

/// Gives a unit to the numbers that have none.
fn with_unit(values: Vec<Measure>, per_meter: Option<f64>) -> Vec<Measure> {
    values.into_iter().map(|measure| Measure { per_meter: measure.per_meter.or(per_meter), ..measure }).collect()
}

/// Reads two or three numbers without brackets, all separated by the same mark: `1, 2, 3`, `4 x 2 x 1`.
fn read_separated(tokens: &[Token<'_>], index: usize, marks: &[&str]) -> Parsed<Vec<Measure>> {
    let (first, mut cursor) = read_measure(tokens, index)?;
    let mut values = vec![first];
    while tokens.get(cursor).is_some_and(|token| token.is_one_of(marks)) && tokens.get(cursor + 1)?.value().is_some() {
        let (value, next) = read_measure(tokens, cursor + 1)?;
        values.push(value);
        cursor = next;
    }
    // The unit after the last number is that of all.
    let last_unit = values.last()?.per_meter;
    if !(2..=3).contains(&values.len()) {
        return None;
    }
    Some((with_unit(values, last_unit), cursor))
}

/// Reads a tuple of two or three numbers, as many as a point has coordinates.
fn read_coordinates(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    read_tuple(tokens, index).filter(|(values, _)| (2..=3).contains(&values.len()))
}

/// Reads three numbers with commas and without brackets: `1, 2, 3`. Two such numbers may be those of two attributes.
fn read_three_with_commas(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    read_separated(tokens, index, &[","]).filter(|(values, _)| values.len() == 3)
}

/// Marks and words between the sides of a box: `4 x 2 x 1`.
const TIMES: [&str; 3] = ["x", "×", "by"];

/// Reads the sides of a box or a rectangle: a tuple, or `4 x 2 x 1`, or `4, 2, 1`.
pub(super) fn read_sides(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let start = skip_axis_letters(tokens, index);
    // The first form that fits applies.
    let (values, next) = read_coordinates(tokens, start)
        .or_else(|| read_bracketed_sides(tokens, start))
        .or_else(|| read_separated(tokens, start, &TIMES))
        .or_else(|| read_three_with_commas(tokens, start))
        .or_else(|| read_sides_along_axes(tokens, index))?;
    Some(in_order_of_axes(tokens, values, next))
}

/// Reads sides in the form `4 x 2 x 1`, the only form in front of a noun.
pub(super) fn read_unbracketed_sides(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    read_separated(tokens, index, &TIMES)
}

/// Reads sides after a noun without a name: `4 x 2 x 1 (x, z, y)`, `4 m wide (x), 4 m deep (z) and 1 m thick (y)`.
pub(super) fn read_bare_sides(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let (values, next) = read_unbracketed_sides(tokens, index).or_else(|| read_sides_along_axes(tokens, index))?;
    Some(in_order_of_axes(tokens, values, next))
}

/// Returns three sides in the order x, y, z if the letters of their axes follow in another one, and the index after the
/// letters: `(x, z, y)`.
fn in_order_of_axes(tokens: &[Token<'_>], values: Vec<Measure>, index: usize) -> (Vec<Measure>, usize) {
    let words: Vec<&str> = tokens.iter().skip(index).take(7).map(|token| token.word.as_str()).collect();
    let letters = match words.as_slice() {
        ["(", a, "," | "/", b, "," | "/", c, ")"] => [*a, *b, *c],
        _ => return (values, skip_axes(tokens, index)),
    };
    let order = ["x", "y", "z"].map(|axis| letters.iter().position(|letter| *letter == axis));
    match (order, values.as_slice()) {
        ([Some(x), Some(y), Some(z)], [_, _, _]) => (vec![values[x], values[y], values[z]], index + 7),
        _ => (values, skip_axes(tokens, index)),
    }
}

/// Reads `(4 x 2 x 1)`.
fn read_bracketed_sides(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let close = closing_bracket(tokens.get(index)?)?;
    let (values, next) = read_separated(tokens, index + 1, &TIMES)?;
    tokens.get(next)?.is(close).then_some((values, next + 1))
}

/// Returns the index after `(x, y, z) =` in front of a tuple; `index` if the tokens are others.
fn skip_axis_letters(tokens: &[Token<'_>], index: usize) -> usize {
    // The longest form has eight tokens.
    let words: Vec<&str> = tokens.iter().skip(index).take(8).map(|token| token.word.as_str()).collect();
    match words.as_slice() {
        ["(", "x", ",", "y", ",", "z", ")", "=" | ":"] => index + 8,
        ["(", "x", ",", "y", ")", "=" | ":", ..] => index + 6,
        _ => index,
    }
}

/// Returns the index after `along x, y, z` or `(x, y, z)` behind a tuple; `index` if the tokens are others.
fn skip_axes(tokens: &[Token<'_>], index: usize) -> usize {
    let is_in_bracket = is_at(tokens, index, &["("]);
    let preposition = index + usize::from(is_in_bracket);
    let has_preposition = is_at(tokens, preposition, &["along", "in"]);
    if !(has_preposition || is_in_bracket && is_at(tokens, preposition, &["x"])) {
        return index;
    }
    let mut cursor = skip_all(tokens, preposition + usize::from(has_preposition), &["the", "its", "local"]);
    for letter in ["x", "y", "z"] {
        cursor = skip_all(tokens, cursor, &[",", "and", "/"]);
        if !is_at(tokens, cursor, &[letter]) {
            // A rectangle has no z.
            let ends_with_y = letter == "z" && is_at(tokens, cursor - 1, &["y"]);
            return if ends_with_y { cursor } else { index };
        }
        cursor += 1;
    }
    cursor = skip_all(tokens, cursor, &["axes", "axis"]);
    cursor + usize::from(is_in_bracket && is_at(tokens, cursor, &[")"]))
}

/// Whether one of these words is at an index.
fn is_at(tokens: &[Token<'_>], index: usize, words: &[&str]) -> bool {
    tokens.get(index).is_some_and(|token| token.is_one_of(words))
}

/// Returns the index of the first token from `index` on that is not one of these words. Unlike
/// [`super::attribute::skip_words`], the number of words is not limited.
fn skip_all(tokens: &[Token<'_>], index: usize, words: &[&str]) -> usize {
    let mut cursor = index;
    while is_at(tokens, cursor, words) {
        cursor += 1;
    }
    cursor
}

/// Reads `2 m along its x axis, 1 m along its y axis and 0.5 m along its z axis`, or only the first two in the plane.
fn read_sides_along_axes(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let mut sides: [Option<Measure>; 3] = [None; 3];
    let mut cursor = index;
    loop {
        let (side, next) = read_measure(tokens, cursor)?;
        let (axis, next) = read_side_axis(tokens, next)?;
        if sides[axis].replace(side).is_some() {
            return None;
        }
        cursor = next;
        let next_side = skip_all(tokens, cursor, &[",", "and"]);
        let has_next_side = tokens.get(next_side).is_some_and(|token| token.value().is_some());
        if sides.iter().all(Option::is_some) || !has_next_side {
            break;
        }
        cursor = next_side;
    }
    let stated: Vec<Measure> = sides.iter().flatten().copied().collect();
    let is_planar = sides[0].is_some() && sides[1].is_some() && sides[2].is_none();
    if is_planar || stated.len() == 3 { Some((stated, cursor)) } else { None }
}

/// Reads the axis after a side, as its index from 0: `along its x axis`, `wide (x)`.
fn read_side_axis(tokens: &[Token<'_>], index: usize) -> Parsed<usize> {
    if is_at(tokens, index, &["along", "in"]) {
        return read_axis_letter(tokens, index + 1);
    }
    let open = skip_all(tokens, index, &["wide", "deep", "thick", "high", "tall", "long"]);
    let (axis, next) = read_axis_letter(tokens, open + 1).filter(|_| is_at(tokens, open, &["("]))?;
    is_at(tokens, next, &[")"]).then_some((axis, next + 1))
}

/// Reads an axis that is named by a letter, as its index from 0: `the z axis`, `its x`, `y direction`.
pub(super) fn read_axis_letter(tokens: &[Token<'_>], index: usize) -> Parsed<usize> {
    let letter = skip_all(tokens, index, &["the", "its", "own", "world", "local", "axis", "positive", "+"]);
    let token = tokens.get(letter)?;
    let axis = ["x", "y", "z"].iter().position(|name| token.is(name))?;
    let has_noun = is_at(tokens, letter + 1, &["axis", "direction"]);
    Some((axis, letter + 1 + usize::from(has_noun)))
}

/// Reads the direction of an axis, not zero and of any length: a letter, or a tuple of three numbers without units.
pub(super) fn read_direction(tokens: &[Token<'_>], index: usize) -> Parsed<[f64; 3]> {
    if let Some((axis, next)) = read_axis_letter(tokens, index) {
        let mut direction = [0.0; 3];
        direction[axis] = 1.0;
        return Some((direction, next));
    }
    let start = skip_all(tokens, index, &["the", "its", "unit", "axis", "vector", "direction", ":", "="]);
    let (values, next) = read_tuple(tokens, start)?;
    let numbers: Vec<f64> = values.iter().map(|measure| measure.value).collect();
    let direction: [f64; 3] = numbers.try_into().ok()?;
    let has_units = values.iter().any(|measure| measure.per_meter.is_some());
    if direction == [0.0; 3] || has_units {
        return None;
    }
    Some((direction, next))
}

/// Reads the coordinates of a point: a tuple of two or three numbers, `the origin`, `x = 1, y = 2, z = 3`, `1, 2, 3`.
/// The list is empty for the origin, which may be in 2D or 3D.
pub(super) fn read_point(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let start = skip_all(tokens, index, &["the", "world", "point", "global"]);
    if is_at(tokens, start, &["origin"]) {
        // "The origin of the box" is the origin of another frame.
        if is_at(tokens, start + 1, &["of"]) {
            return None;
        }
        // A tuple of zeros after the word repeats the coordinates of the origin.
        let zeros =
            read_tuple(tokens, start + 1).filter(|(values, _)| values.iter().all(|measure| measure.value == 0.0));
        return Some(zeros.unwrap_or((Vec::new(), start + 1)));
    }
    // The first form that fits applies.
    read_coordinates(tokens, skip_axis_letters(tokens, start))
        .or_else(|| read_lettered_coordinates(tokens, start))
        .or_else(|| read_three_with_commas(tokens, start))
}

/// Reads `x = 1, y = 2, z = 3` without brackets.
fn read_lettered_coordinates(tokens: &[Token<'_>], index: usize) -> Parsed<Vec<Measure>> {
    let mut values = Vec::new();
    let mut cursor = index;
    for letter in ["x", "y", "z"] {
        // No separator may be in front of the first letter.
        let start = if cursor > index { skip_all(tokens, cursor, &[",", "and"]) } else { cursor };
        if !is_at(tokens, start, &[letter]) || !is_at(tokens, start + 1, &["=", ":"]) {
            break;
        }
        let (value, next) = read_measure(tokens, start + 2)?;
        values.push(value);
        cursor = next;
    }
    if values.len() > 1 { Some((values, cursor)) } else { None }
}

/// Reads an angle with its unit as radians: `30 degrees`, `0.5 rad`, `pi/4`, `2 π`; `None` without a unit.
pub(super) fn read_angle(tokens: &[Token<'_>], index: usize) -> Parsed<f64> {
    let number = tokens.get(index)?.value();
    let mut cursor = index;
    if number.is_some() {
        cursor += 1;
        cursor += usize::from(is_at(tokens, cursor, &["*", "·"]));
    }
    if is_at(tokens, cursor, &["pi", "π"]) {
        let mut factor = std::f64::consts::PI;
        cursor += 1;
        if is_at(tokens, cursor, &["/"]) {
            factor /= tokens.get(cursor + 1)?.value()?;
            cursor += 2;
        }
        cursor += usize::from(is_at(tokens, cursor, &["rad", "radians"]));
        return Some((number.unwrap_or(1.0) * factor, cursor));
    }
    let number = number?;
    if is_at(tokens, cursor, &["deg", "degs", "degree", "degrees", "°", "º"]) {
        return Some((number.to_radians(), cursor + 1));
    }
    is_at(tokens, cursor, &["rad", "radian", "radians"]).then_some((number, cursor + 1))
}

/// Deviation from 1 up to which the length of a quaternion may be due to rounding in the text.
const MAX_LENGTH_ERROR: f64 = 1e-2;

/// Reads a quaternion of length 1 from a tuple of four numbers, and returns it in the order x, y, z, w, not normalized.
pub(super) fn read_quaternion(tokens: &[Token<'_>], index: usize, is_w_first: bool) -> Parsed<[f64; 4]> {
    let (values, next) = read_tuple(tokens, index)?;
    let numbers: Vec<f64> = values.iter().map(|measure| measure.value).collect();
    let mut quaternion: [f64; 4] = numbers.try_into().ok()?;
    if is_w_first {
        quaternion.rotate_left(1);
    }
    let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() < MAX_LENGTH_ERROR { Some((quaternion, next)) } else { None }
}

/// Returns the numbers of a range of tokens.
pub(super) fn numbers<'t>(tokens: &'t [Token<'_>]) -> impl Iterator<Item = Number> + 't {
    tokens.iter().filter_map(|token| match token.kind {
        TokenKind::Number(number) => Some(number),
        TokenKind::Word | TokenKind::Mark | TokenKind::Stop => None,
    })
}
