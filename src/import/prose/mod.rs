//! Reads bodies that people describe in sentences, as in bug reports: "a sphere of radius 0.5 at (0.9, 0.2, -0.1)".
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
mod plane;
mod results;
mod rotation;
mod scan;
mod shape;
mod stated;
mod token;
mod value;
mod words;

use contact_lens_scene::SceneError;

use super::draft::Draft;
use super::ledger::Ledger;
use super::number::Precision;
use super::{Quote, Source, text_of, wrong_at};
use attribute::ErrorAt;
use nouns::Noun;
use scan::Scan;
pub(super) use stated::contradiction;
use token::Token;

/// Maximum size of a text that is read as sentences, bytes; longer texts are logs or data.
const MAX_TEXT_BYTES: usize = 64 << 10;

/// Marks of code, records, tables and models, which sentences do not contain.
const FOREIGN_MARKS: [&str; 15] =
    ["{", "}", "::", "```", "</", "/>", "#include", "();", "\\", "|", "=>", "//", "+=", "\":", "&&"];

/// Words at the start of lines of code.
const CODE_LINE_STARTS: [&str; 10] =
    ["import ", "from ", "def ", "fn ", "let ", "const ", "auto ", "new ", "var ", "using "];

/// Whether a text is written in sentences that describe bodies with numbers.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_TEXT_BYTES) else { return false };
    if has_code_marks(text) {
        return false;
    }
    let tokens = token::tokens(text);
    let is_data = has_rows(text) || has_header(text) || has_fields(text) || has_records(text, &tokens);
    let is_code = has_statements(text) || has_calls(text, &tokens);
    !is_data && !is_code && has_described_shape(&tokens)
}

/// Whether a text has marks that only code, records, tables and models contain.
fn has_code_marks(text: &str) -> bool {
    let starts_as_code =
        text.lines().any(|line| CODE_LINE_STARTS.iter().any(|word| line.trim_start().starts_with(word)));
    if starts_as_code && text.contains(['=', ';']) {
        return true;
    }
    // The slashes of addresses are not comments.
    let without_addresses = text.replace("://", " ");
    FOREIGN_MARKS.iter().any(|mark| without_addresses.contains(mark)) || without_addresses.contains("$(")
}

/// Whether a text has words that join the parts of a sentence, or several sentences in a line; records have neither.
pub(super) fn is_prose(text: &str) -> bool {
    let joining_words = [" at ", " of ", " with ", " and ", " is ", " are ", " to ", " by "];
    text.lines().any(|line| {
        let lower = line.to_lowercase();
        let has_joining_word = joining_words.iter().any(|word| lower.contains(word));
        let mut later_sentences = line.split(". ").skip(1);
        has_joining_word || later_sentences.any(|sentence| sentence.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// Whether a noun of a shape is followed by a number in its sentence or in the next one.
fn has_described_shape(tokens: &[Token<'_>]) -> bool {
    (0..tokens.len()).any(|index| {
        let Some(phrase) = noun::read_phrase(tokens, index) else { return false };
        let stop = tokens[phrase.next..].iter().position(Token::is_stop);
        let next_sentence = stop.map_or(tokens.len(), |stop| phrase.next + stop + 1);
        results::has_numbers(tokens, phrase.next) || results::has_numbers(tokens, next_sentence)
    })
}

/// Whether a line is the header of a table: names with commas and without spaces.
fn has_header(text: &str) -> bool {
    text.lines().any(|line| line.matches(',').count() > 2 && !line.contains([' ', '(']))
}

/// Minimum number of values after `=` in a line of a record.
const RECORD_FIELDS: usize = 5;

/// Whether a line has at least [`RECORD_FIELDS`] values with `name=` before them, as records have.
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

/// Whether a word is directly before a bracket, as in the call of a function: `Sphere(0.5)`.
fn has_calls(text: &str, tokens: &[Token<'_>]) -> bool {
    tokens.windows(3).any(|window| {
        let [name, open, inside] = window else { return false };
        let is_glued = open.is("(") && name.end == open.start && text[..open.start].ends_with(char::is_alphanumeric);
        // `A(0, 0, 0)` labels a vertex, and `radius(0.5)` names an attribute.
        let is_label = name.text.len() <= 2 || attribute::read_name(std::slice::from_ref(name), 0).is_some();
        let is_place = name.is_one_of(&["at", "centre", "center", "centred", "centered", "from", "to"]);
        let is_math = name.is_one_of(&["sqrt", "sin", "cos", "tan", "abs", "norm"]);
        let is_sentence = is_math || is_label || is_place || name.value().is_some() || inside.is(")");
        is_glued && !is_sentence
    })
}

/// Whether values are assigned to names as in records and settings: `half_height=0.5`, `type = box`.
fn has_records(text: &str, tokens: &[Token<'_>]) -> bool {
    let keys = ["type:", "shape:", "kind:", "geometry:", "shape_type:", "primitive:"];
    if text.lines().any(|line| keys.iter().any(|key| line.trim_start_matches([' ', '-', '\t']).starts_with(key))) {
        return true;
    }
    // `radius=0.5 center=(0, 0, 0)`: a line of a log.
    let glued = tokens.windows(3).filter(|window| {
        let [name, mark, value] = window else { return false };
        name.text.len() > 2 && mark.is("=") && name.end == mark.start && mark.end == value.start
    });
    if glued.count() > 1 {
        return true;
    }
    tokens.windows(3).any(|window| {
        let [name, mark, value] = window else { return false };
        let is_value = value.value().is_some() || value.is_one_of(&["(", "[", "<"]);
        // The result of a formula: `sqrt(2) - 1.3 = 0.114`.
        let is_known = name.text.len() <= 2
            || name.value().is_some()
            || attribute::read_name(std::slice::from_ref(name), 0).is_some()
            || name.is_one_of(&words::RESULTS)
            || name.is_one_of(&words::LINKS)
            || name.is_one_of(&["extents", "axes", "axis", "corner", ")", "size", "rotation", "orientation", "angle"]);
        // `body.radius = 1` and `half_height = 1` are code.
        let is_member = text[..name.start].ends_with('.');
        let is_identifier = is_member || name.text.contains('_');
        mark.is("=") && (is_identifier || !is_known && is_value)
    })
}

/// Whether a text is about bodies of the plane: it has no tuple of three numbers, and it has a tuple of two numbers, a
/// noun of a planar shape, or the word `2d`.
fn is_planar(tokens: &[Token<'_>]) -> bool {
    let mut has_pairs = false;
    for index in 0..tokens.len() {
        let length = value::read_tuple(tokens, index).map_or(0, |(values, _)| values.len());
        if length == 3 {
            return false;
        }
        has_pairs |= length == 2;
    }
    let has_planar_noun = (0..tokens.len()).any(|index| {
        let noun = noun::read_noun(tokens, index).map(|noun_match| noun_match.noun);
        matches!(noun, Some(Noun::Circle | Noun::Rectangle | Noun::Square | Noun::Polygon))
    });
    has_planar_noun || has_pairs || tokens.iter().any(|token| token.is("2d"))
}

/// Returns the index of the axis that points up, if the text names it: "z is up", "z-up", "y points up", "the vertical
/// y axis".
fn up_axis(tokens: &[Token<'_>]) -> Option<usize> {
    (0..tokens.len()).find_map(|index| {
        let axis = ["x", "y", "z"].iter().position(|letter| tokens[index].is(letter))?;
        let is_vertical = index > 0 && tokens[index - 1].is("vertical");
        if is_vertical && tokens.get(index + 1).is_some_and(|token| token.is("axis")) {
            return Some(axis);
        }
        let next = attribute::skip_words(tokens, index + 1, &["is", "axis", "points", "pointing", "=", "as"]);
        tokens.get(next)?.is_one_of(&["up", "upwards", "upward"]).then_some(axis)
    })
}

/// Reads the bodies of a text in sentences.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let tokens = token::tokens(text);
    let mut scan = Scan::new(&tokens, is_planar(&tokens), up_axis(&tokens));
    add_bodies(&mut scan, draft).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    let mut precision = Precision::default();
    for range in scan.understood {
        let understood: Vec<Token<'_>> = tokens.iter().filter(|token| range.contains(&token.start)).cloned().collect();
        value::numbers(&understood).for_each(|number| precision.add(number));
        ledger.take(range);
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}

/// Scans the text and adds its bodies to the draft; the error is an offset in the text with the reason.
fn add_bodies(scan: &mut Scan<'_, '_>, draft: &mut Draft) -> Result<(), ErrorAt> {
    scan.run()?;
    let is_described = scan.mentions.iter().any(|mention| !mention.attributes.is_empty());
    if let Some(offset) = results::second_case(scan.tokens).filter(|_| is_described) {
        return Err((offset, "the text describes several cases; import them one by one".to_owned()));
    }
    let bodies = finish::bodies(&scan.mentions, scan.tokens, scan.plane, scan.up)?;
    draft.plane = scan.plane;
    for finish::NamedBody { name, built } in bodies {
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, built.shape, built.pose, rigid);
    }
    if finish::common_unit(scan.tokens)?.per_meter != 1.0 || finish::has_small_units(&scan.mentions) {
        draft.add_note("Lengths of the text are converted to meters.");
    }
    Ok(())
}
