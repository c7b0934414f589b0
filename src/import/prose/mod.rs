//! Bodies in sentences, as people describe them in reports: "a sphere of radius 0.5 at (0.9, 0.2, -0.1)".
//!
//! - **Method**: a strict grammar over words. A noun names a shape (`noun`); the attributes after it state its size,
//!   place and rotation (`attribute`, `value`, `rotation`); other words end the phrase (`scan`).
//! - **Numbers**: every number belongs to a body, follows a word of results or settings (distance, expected,
//!   iterations, …), or is refused.
//! - **Refused**: attributes with several meanings (extents, the height of a capsule, quaternions without an order),
//!   attributes that contradict each other, bodies without a size or a place, several states of one body.
//! - **Not read**: text with marks of code, records or tables; other readers read it.

mod attribute;
mod finish;
mod group;
mod keys;
mod long;
mod noun;
mod nouns;
mod results;
mod rotation;
mod scan;
mod shape;
mod stated;
mod token;
mod value;
mod words;

use super::draft::Draft;
use super::ledger::Ledger;
use super::number::Precision;
use super::{Quote, Source, text_of, wrong_at};
use crate::scene::SceneError;
use attribute::ErrorAt;
use nouns::Noun;
use scan::Scan;
pub(super) use stated::contradiction;
use token::Token;

/// Maximum size of a text that is read as sentences, bytes.
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Marks of code, records, tables and models.
const OTHER: [&str; 15] =
    ["{", "}", "::", "```", "</", "/>", "#include", "();", "\\", "|", "=>", "//", "+=", "\":", "&&"];

/// Words at the start of lines of code.
const KEYWORDS: [&str; 10] = ["import ", "from ", "def ", "fn ", "let ", "const ", "auto ", "new ", "var ", "using "];

/// Whether a text is written in sentences that describe bodies with numbers.
pub(super) fn looks(bytes: &[u8]) -> bool {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_TEXT_BYTES) else { return false };
    let plain = text.replace("://", " ");
    let is_code = text.lines().any(|line| KEYWORDS.iter().any(|word| line.trim_start().starts_with(word)));
    if is_code && text.contains(['=', ';']) || OTHER.iter().any(|mark| plain.contains(mark)) || plain.contains("$(") {
        return false;
    }
    let all = token::tokens(text);
    !has_rows(text)
        && !has_header(text)
        && !has_fields(text)
        && !has_statements(text)
        && !has_calls(text, &all)
        && !has_records(text, &all)
        && describes(&all)
}

/// Whether a text has words that join the parts of a sentence, or several sentences in a line; records have neither.
pub(super) fn is_prose(text: &str) -> bool {
    let joints = [" at ", " of ", " with ", " and ", " is ", " are ", " to ", " by "];
    text.lines().any(|line| {
        let lower = line.to_lowercase();
        let has_joint = joints.iter().any(|word| lower.contains(word));
        has_joint || line.split(". ").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// Whether a noun of a shape has a number in its sentence or in the next one.
fn describes(all: &[Token<'_>]) -> bool {
    (0..all.len()).any(|k| {
        noun::read(all, k).is_some_and(|phrase| {
            let end = all[phrase.next..].iter().position(Token::is_stop).map_or(all.len(), |at| phrase.next + at + 1);
            results::has_numbers(all, phrase.next) || results::has_numbers(all, end)
        })
    })
}

/// Whether a line is the header of a table: names with commas and without spaces.
fn has_header(text: &str) -> bool {
    text.lines().any(|line| line.matches(',').count() > 2 && !line.contains([' ', '(']))
}

/// Minimum number of values after `=` in a line of a record.
const RECORD_FIELDS: usize = 5;

/// Whether a line has many values with `name=` before them, as records have.
fn has_fields(text: &str) -> bool {
    text.lines().any(|line| {
        let fields = line.split_whitespace().filter(|word| word.contains('='));
        fields.count() >= RECORD_FIELDS
    })
}

/// Whether a line ends as a statement of a program and has no word of a sentence.
fn has_statements(text: &str) -> bool {
    let words = ["at", "of", "with", "and", "is", "are", "centre", "center", "centred", "centered", "to", "along"];
    text.lines().any(|line| {
        let is_statement = line.trim_end().ends_with(");");
        is_statement
            && !line.split(|c: char| !c.is_alphabetic()).any(|word| words.contains(&word.to_lowercase().as_str()))
    })
}

/// Whether a text has lines with numbers alone, as tables of points have.
fn has_rows(text: &str) -> bool {
    let rows = text.lines().filter(|line| {
        let plain = line.trim_matches(|c: char| c.is_whitespace() || "[](),;-".contains(c));
        let mut cells = plain.split(|c: char| c.is_whitespace() || c == ',').filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.parse::<f64>().is_ok())
    });
    rows.count() > 1
}

/// Whether a word directly before a bracket is called like a function: `Sphere(0.5)`.
fn has_calls(text: &str, all: &[Token<'_>]) -> bool {
    all.windows(3).any(|three| {
        let [name, open, inside] = three else { return false };
        let is_glued = open.is("(") && name.end == open.start && text[..open.start].ends_with(char::is_alphanumeric);
        let is_label = name.text.len() <= 2 || attribute::key(std::slice::from_ref(name), 0).is_some();
        let is_place = name.is_one_of(&["at", "centre", "center", "centred", "centered", "from", "to"]);
        let is_math = name.is_one_of(&["sqrt", "sin", "cos", "tan", "abs", "norm"]);
        is_glued && !is_math && name.value().is_none() && !is_label && !is_place && !inside.is(")")
    })
}

/// Whether words are assigned values as in records and settings: `half_height=0.5`, `type = box`.
fn has_records(text: &str, all: &[Token<'_>]) -> bool {
    let keys = ["type:", "shape:", "kind:", "geometry:", "shape_type:", "primitive:"];
    if text.lines().any(|line| keys.iter().any(|key| line.trim_start_matches([' ', '-', '\t']).starts_with(key))) {
        return true;
    }
    // `radius=0.5 center=(0, 0, 0)`: a line of a log.
    let glued = all.windows(3).filter(|three| {
        let [name, mark, value] = three else { return false };
        name.text.len() > 2 && mark.is("=") && name.end == mark.start && mark.end == value.start
    });
    if glued.count() > 1 {
        return true;
    }
    all.windows(3).any(|three| {
        let [name, mark, value] = three else { return false };
        let is_value = value.value().is_some() || value.is_one_of(&["(", "[", "<"]);
        // The result of a formula: `sqrt(2) - 1.3 = 0.114`.
        let is_known = name.text.len() <= 2
            || name.value().is_some()
            || attribute::key(std::slice::from_ref(name), 0).is_some()
            || name.is_one_of(&words::RESULTS)
            || name.is_one_of(&words::LINKS)
            || name.is_one_of(&["extents", "axes", "axis", "corner", ")", "size", "rotation", "orientation", "angle"]);
        let is_member = text[..name.start].ends_with('.');
        mark.is("=") && (is_member || name.text.contains('_') || !is_known && is_value)
    })
}

/// Whether a text is about bodies of the plane.
fn is_planar(all: &[Token<'_>]) -> bool {
    let mut counts = [0; 5];
    for k in 0..all.len() {
        if let Some((values, _)) = value::tuple(all, k) {
            counts[values.len().min(4)] += 1;
        }
    }
    let planar = (0..all.len()).any(|k| {
        let noun = noun::noun(all, k).map(|(noun, ..)| noun);
        matches!(noun, Some(Noun::Circle | Noun::Rectangle | Noun::Square | Noun::Polygon))
    });
    counts[3] == 0 && (planar || counts[2] > 0 || all.iter().any(|token| token.is("2d")))
}

/// Returns the index of the axis that points up, if the text names it: "z is up", "z-up", "y points up".
fn up(all: &[Token<'_>]) -> Option<usize> {
    (0..all.len()).find_map(|k| {
        let axis = ["x", "y", "z"].iter().position(|letter| all[k].is(letter))?;
        let next = attribute::skip(all, k + 1, &["is", "axis", "points", "pointing", "=", "as"]);
        all.get(next)?.is_one_of(&["up", "upwards", "upward"]).then_some(axis)
    })
}

/// Reads the bodies of a text in sentences.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let all = token::tokens(text);
    let mut scan = Scan::new(&all, is_planar(&all), up(&all));
    bodies(&mut scan, draft).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let mut precision = Precision::default();
    for range in scan.used {
        let own = all.iter().filter(|token| range.contains(&token.start)).cloned().collect::<Vec<_>>();
        value::numbers(&own).for_each(|number| precision.add(number));
        ledger.take(range);
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}

/// Walks through the text and adds its bodies.
fn bodies(scan: &mut Scan<'_, '_>, draft: &mut Draft) -> Result<(), ErrorAt> {
    scan.run()?;
    let is_described = scan.mentions.iter().filter(|mention| !mention.attributes.is_empty()).count() > 0;
    if let Some(at) = results::second_case(scan.all).filter(|_| is_described) {
        return Err((at, "the text describes several cases; import them one by one".to_owned()));
    }
    let bodies = finish::bodies(&scan.mentions, scan.all, scan.plane, scan.up)?;
    draft.plane = scan.plane;
    for finish::Named { name, built } in bodies {
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, built.shape, built.pose, rigid);
    }
    if finish::unit(scan.all)?.plain != 1.0 || finish::has_small_units(&scan.mentions) {
        draft.add_note("Lengths of the text are converted to meters.");
    }
    Ok(())
}
