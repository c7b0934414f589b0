//! Values of attributes in sentences: numbers with units, tuples, axes, angles and rotations.

use super::token::Token;
use crate::import::number::Number;

/// Number of a sentence with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measure {
    pub(super) value: f64,
    /// Units per meter; `None` if the text names no unit here.
    pub(super) per_meter: Option<f64>,
}

impl Measure {
    /// Creates a number without a unit.
    pub(super) fn plain(value: f64) -> Self {
        Self { value, per_meter: None }
    }
}

/// Value with the index of the token after it.
pub(super) type Read<T> = Option<(T, usize)>;

/// Returns the units per meter that a word names.
pub(super) fn unit(word: &str) -> Option<f64> {
    match word {
        "m" | "meter" | "meters" | "metre" | "metres" => Some(1.0),
        "cm" | "centimeter" | "centimeters" | "centimetre" | "centimetres" => Some(100.0),
        "mm" | "millimeter" | "millimeters" | "millimetre" | "millimetres" => Some(1000.0),
        _ => None,
    }
}

/// Reads the unit at a token, and returns the index after it; no unit for any other word.
fn unit_at(all: &[Token<'_>], k: usize) -> (Option<f64>, usize) {
    let Some(token) = all.get(k) else { return (None, k) };
    if token.is_one_of(&["units", "unit"]) {
        return (None, k + 1);
    }
    // The tokens of "2m" are those of "2 m".
    match unit(&token.word) {
        Some(per_meter) => (Some(per_meter), k + 1),
        None => (None, k),
    }
}

/// Reads a number with a unit.
pub(super) fn measure(all: &[Token<'_>], k: usize) -> Read<Measure> {
    let value = all.get(k)?.value()?;
    let (per_meter, next) = unit_at(all, k + 1);
    Some((Measure { value, per_meter }, next))
}

/// Returns the bracket that closes a tuple; `None` if the token does not open one.
fn closing(open: &Token<'_>) -> Option<&'static str> {
    match open.word.as_str() {
        "(" => Some(")"),
        "[" => Some("]"),
        "<" => Some(">"),
        _ => None,
    }
}

/// Reads numbers in brackets: `(1, 2, 3)`, `[1 2 3]`, `(x=1, y=2, z=3)`, with a unit inside or after.
pub(super) fn tuple(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let close = closing(all.get(k)?)?;
    let mut at = k + 1;
    let mut values = Vec::new();
    loop {
        let token = all.get(at)?;
        if token.is(close) && !values.is_empty() {
            at += 1;
            break;
        }
        if token.is(",") && !values.is_empty() {
            at += 1;
            continue;
        }
        let letter = ["x", "y", "z"].get(values.len()).copied().unwrap_or("w");
        if token.is(letter) && all.get(at + 1)?.is_one_of(&["=", ":"]) {
            at += 2;
        }
        let (value, next) = measure(all, at)?;
        values.push(value);
        at = next;
    }
    let (per_meter, next) = unit_at(all, at);
    Some((with_unit(values, per_meter), next))
}

/// Gives a unit to the numbers before it.
fn with_unit(values: Vec<Measure>, per_meter: Option<f64>) -> Vec<Measure> {
    values.into_iter().map(|one| Measure { per_meter: one.per_meter.or(per_meter), ..one }).collect()
}

/// Reads two or three numbers without brackets, all separated by the same mark: `1, 2, 3`, `4 x 2 x 1`.
fn bare(all: &[Token<'_>], k: usize, marks: &[&str]) -> Read<Vec<Measure>> {
    let (first, mut at) = measure(all, k)?;
    let mut values = vec![first];
    while all.get(at).is_some_and(|token| token.is_one_of(marks)) && all.get(at + 1)?.value().is_some() {
        let (value, next) = measure(all, at + 1)?;
        values.push(value);
        at = next;
    }
    let last = values.last()?.per_meter;
    (2..=3).contains(&values.len()).then(|| (with_unit(values, last), at))
}

/// Marks and words between the sides of a box.
const TIMES: [&str; 3] = ["x", "×", "by"];

/// Reads the sides of a box or a rectangle: a tuple, or `4 x 2 x 1`, or `4, 2, 1`.
pub(super) fn sides(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let letters = skip_letters(all, k);
    let read = tuple(all, letters)
        .filter(|(values, _)| (2..=3).contains(&values.len()))
        .or_else(|| bracketed_times(all, letters))
        .or_else(|| bare(all, letters, &TIMES))
        .or_else(|| bare(all, letters, &[","]).filter(|(values, _)| values.len() == 3))
        .or_else(|| along(all, k));
    read.map(|(values, next)| (values, skip_axes(all, next)))
}

/// Reads `4 x 2 x 1` alone, as it is written before a noun.
pub(super) fn times(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    bare(all, k, &TIMES)
}

/// Reads `(4 x 2 x 1)`.
fn bracketed_times(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let close = closing(all.get(k)?)?;
    let (values, next) = bare(all, k + 1, &TIMES)?;
    all.get(next)?.is(close).then_some((values, next + 1))
}

/// Skips `(x, y, z) =` before a tuple.
fn skip_letters(all: &[Token<'_>], k: usize) -> usize {
    let words: Vec<&str> = all.iter().skip(k).take(8).map(|token| token.word.as_str()).collect();
    match words.as_slice() {
        ["(", "x", ",", "y", ",", "z", ")", "=" | ":"] => k + 8,
        ["(", "x", ",", "y", ")", "=" | ":", ..] => k + 6,
        _ => k,
    }
}

/// Skips `along x, y, z` after a tuple.
fn skip_axes(all: &[Token<'_>], k: usize) -> usize {
    let mut at = k;
    let is_bracket = all.get(at).is_some_and(|token| token.is("("));
    at += usize::from(is_bracket);
    if !all.get(at).is_some_and(|token| token.is_one_of(&["along", "in"])) {
        return k;
    }
    at += 1;
    while all.get(at).is_some_and(|token| token.is_one_of(&["the", "its", "local"])) {
        at += 1;
    }
    for letter in ["x", "y", "z"] {
        while all.get(at).is_some_and(|token| token.is_one_of(&[",", "and", "/"])) {
            at += 1;
        }
        if !all.get(at).is_some_and(|token| token.is(letter)) {
            return if letter == "z" && all.get(at - 1).is_some_and(|token| token.is("y")) { at } else { k };
        }
        at += 1;
    }
    while all.get(at).is_some_and(|token| token.is_one_of(&["axes", "axis"])) {
        at += 1;
    }
    at + usize::from(is_bracket && all.get(at).is_some_and(|token| token.is(")")))
}

/// Reads `2 m along its x axis, 1 m along its y axis and 0.5 m along its z axis`.
fn along(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let mut values: [Option<Measure>; 3] = [None; 3];
    let mut at = k;
    loop {
        let (value, next) = measure(all, at)?;
        if !all.get(next)?.is_one_of(&["along", "in"]) {
            return None;
        }
        let (axis, next) = letter_axis(all, next + 1)?;
        if values[axis].replace(value).is_some() {
            return None;
        }
        at = next;
        let mut more = at;
        while all.get(more).is_some_and(|token| token.is_one_of(&[",", "and"])) {
            more += 1;
        }
        if values.iter().all(Option::is_some) || all.get(more).is_none_or(|token| token.value().is_none()) {
            break;
        }
        at = more;
    }
    let all_values: Vec<Measure> = values.iter().flatten().copied().collect();
    let complete = values[2].is_none() && all_values.len() == 2 && values[0].is_some() || all_values.len() == 3;
    complete.then_some((all_values, at))
}

/// Reads an axis that is named by a letter: `the z axis`, `its x`, `y direction`.
pub(super) fn letter_axis(all: &[Token<'_>], k: usize) -> Read<usize> {
    let mut at = k;
    while all.get(at)?.is_one_of(&["the", "its", "own", "world", "local", "axis", "positive", "+"]) {
        at += 1;
    }
    let axis = ["x", "y", "z"].iter().position(|letter| all[at].is(letter))?;
    at += 1;
    if all.get(at).is_some_and(|token| token.is_one_of(&["axis", "direction"])) {
        at += 1;
    }
    Some((axis, at))
}

/// Reads the direction of an axis: a letter, or a tuple of three numbers.
pub(super) fn axis(all: &[Token<'_>], k: usize) -> Read<[f64; 3]> {
    if let Some((axis, next)) = letter_axis(all, k) {
        let mut direction = [0.0; 3];
        direction[axis] = 1.0;
        return Some((direction, next));
    }
    let mut at = k;
    while all.get(at)?.is_one_of(&["the", "its", "unit", "axis", "vector", "direction", ":", "="]) {
        at += 1;
    }
    let (values, next) = tuple(all, at)?;
    let direction: [f64; 3] = values.iter().map(|one| one.value).collect::<Vec<f64>>().try_into().ok()?;
    (direction != [0.0; 3] && values.iter().all(|one| one.per_meter.is_none())).then_some((direction, next))
}

/// Reads the coordinates of a point: a tuple of two or three numbers, `the origin`, `x = 1, y = 2, z = 3`, `1, 2, 3`.
/// The origin has no coordinates, because it may be in 2D or 3D.
pub(super) fn point(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let mut at = k;
    while all.get(at)?.is_one_of(&["the", "world", "point", "global"]) {
        at += 1;
    }
    if all[at].is("origin") {
        // "The origin of the box" is the origin of another frame.
        if all.get(at + 1).is_some_and(|token| token.is("of")) {
            return None;
        }
        // A tuple after it states the coordinates of the origin.
        let zero = tuple(all, at + 1).filter(|(values, _)| values.iter().all(|one| one.value == 0.0));
        return Some(zero.unwrap_or((Vec::new(), at + 1)));
    }
    let letters = skip_letters(all, at);
    tuple(all, letters)
        .filter(|(values, _)| (2..=3).contains(&values.len()))
        .or_else(|| keyed(all, at))
        .or_else(|| bare(all, at, &[","]).filter(|(values, _)| values.len() == 3))
}

/// Reads `x = 1, y = 2, z = 3` without brackets.
fn keyed(all: &[Token<'_>], k: usize) -> Read<Vec<Measure>> {
    let mut values = Vec::new();
    let mut at = k;
    for letter in ["x", "y", "z"] {
        let mut next = at;
        while next > k && all.get(next).is_some_and(|token| token.is_one_of(&[",", "and"])) {
            next += 1;
        }
        if !(all.get(next).is_some_and(|token| token.is(letter))
            && all.get(next + 1).is_some_and(|token| token.is_one_of(&["=", ":"])))
        {
            break;
        }
        let (value, after) = measure(all, next + 2)?;
        values.push(value);
        at = after;
    }
    (values.len() > 1).then_some((values, at))
}

/// Reads an angle with its unit as radians; `None` without a unit.
pub(super) fn angle(all: &[Token<'_>], k: usize) -> Read<f64> {
    let mut at = k;
    let mut number = None;
    if let Some(value) = all.get(at)?.value() {
        number = Some(value);
        at += 1;
        at += usize::from(all.get(at).is_some_and(|token| token.is_one_of(&["*", "·"])));
    }
    if all.get(at).is_some_and(|token| token.is_one_of(&["pi", "π"])) {
        let mut factor = std::f64::consts::PI;
        at += 1;
        if all.get(at).is_some_and(|token| token.is("/")) {
            factor /= all.get(at + 1)?.value()?;
            at += 2;
        }
        at += usize::from(all.get(at).is_some_and(|token| token.is_one_of(&["rad", "radians"])));
        return Some((number.unwrap_or(1.0) * factor, at));
    }
    let number = number?;
    let token = all.get(at)?;
    if token.is_one_of(&["deg", "degs", "degree", "degrees", "°", "º"]) {
        return Some((number.to_radians(), at + 1));
    }
    token.is_one_of(&["rad", "radian", "radians"]).then_some((number, at + 1))
}

/// Reads four numbers of a quaternion with a unit length, in the order x, y, z, w.
pub(super) fn quaternion(all: &[Token<'_>], k: usize, is_w_first: bool) -> Read<[f64; 4]> {
    let (values, next) = tuple(all, k)?;
    let mut values: [f64; 4] = values.iter().map(|one| one.value).collect::<Vec<f64>>().try_into().ok()?;
    if is_w_first {
        values.rotate_left(1);
    }
    let length = values.iter().map(|x| x * x).sum::<f64>().sqrt();
    ((length - 1.0).abs() < 1e-2).then_some((values, next))
}

/// Returns the numbers of a range of tokens.
pub(super) fn numbers<'t>(all: &'t [Token<'_>]) -> impl Iterator<Item = Number> + 't {
    all.iter().filter_map(|token| match token.kind {
        super::token::Kind::Number(number) => Some(number),
        _ => None,
    })
}
