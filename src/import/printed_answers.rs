//! Answers that a program printed next to its shapes, such as `distance = -0.01` or
//! `Some(Contact { point1: …, dist: -0.01 })`, as captured answers of the only pair of a text.
//!
//! - **Lines** with nothing but a label and a number count. The label is a name of a distance or depth, after words
//!   such as `got` or `returned`; expected values are no answers. A depth below 0 may be a gap or an overlap, so it is
//!   not read.
//! - **Contacts of parry** are printed with their fields. The order in which the bodies were passed is unknown, so the
//!   distance and the midpoint of the points are read, and the normal is not.

use std::ops::Range;

use contact_lens_scene::model::{CapturedAnswer, CapturedPoint};

use super::number::number;

/// Labels of signed distances, in lower case.
const DISTANCES: [&str; 9] = [
    "distance",
    "signed distance",
    "dist",
    "separation",
    "gap",
    "contact distance",
    "min distance",
    "minimum distance",
    "closest distance",
];

/// Labels of depths of overlaps, in lower case.
const DEPTHS: [&str; 5] = ["penetration depth", "penetration", "depth", "contact depth", "overlap depth"];

/// Words that may precede a label, in lower case.
const PREFIXES: [&str; 12] = [
    "result", "returned", "returns", "return", "reported", "reports", "got", "output", "computed", "actual", "->", "=>",
];

/// Name of the engine of a printed line.
const UNNAMED: &str = "text";

/// Maximum length of a printed contact, bytes.
const MAX_CONTACT_BYTES: usize = 2000;

/// Answers in a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PrintedAnswers {
    /// Answers in the order of the text.
    pub(super) answers: Vec<CapturedAnswer>,
    /// Ranges of the printed contacts with their labels, bytes.
    pub(super) contacts: Vec<Range<usize>>,
}

impl PrintedAnswers {
    /// Finds the printed answers of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self::default();
        for (start, _) in text.match_indices("Contact {") {
            let is_inside = found.contacts.last().is_some_and(|last| last.contains(&start));
            if let Some(contact) = PrintedContact::at(text, start).filter(|_| !is_inside) {
                found.answers.push(contact.answer);
                found.contacts.push(contact.range);
            }
        }
        found.answers.extend(found.without_contacts(text).lines().filter_map(answer_of_line));
        found
    }

    /// Returns a text with blanks in place of the printed contacts, so that no reader takes their points for a body.
    /// Lines and columns stay.
    pub(super) fn without_contacts(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut end = 0;
        for range in &self.contacts {
            out.push_str(&text[end..range.start]);
            out.extend(text[range.clone()].chars().map(|c| if c.is_whitespace() { c } else { ' ' }));
            end = range.end;
        }
        out.push_str(&text[end..]);
        out
    }
}

/// Returns the answer on a line that consists of a label and a number.
fn answer_of_line(line: &str) -> Option<CapturedAnswer> {
    let line = line.trim().trim_start_matches(['>', '#', '/', '*', '-', '|']).trim();
    let (label, value) = line.split_once([':', '='])?;
    let label = label.trim().to_ascii_lowercase().replace('_', " ");
    let label = PREFIXES.iter().find_map(|prefix| label.strip_prefix(prefix)).unwrap_or(&label);
    let label = label.trim_matches(|c: char| c.is_whitespace() || c == '.');
    let value = length_of(value.trim())?;
    let is_depth = DEPTHS.contains(&label) && value >= 0.0;
    let distance = if is_depth { -value } else { value };
    (is_depth || DISTANCES.contains(&label))
        .then(|| CapturedAnswer { distance: Some(distance), ..CapturedAnswer::new(UNNAMED) })
}

/// Returns the length, meters, that a text consists of: a finite number without a unit or in meters or millimeters.
fn length_of(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['.', ',']).trim_end();
    let plain = text.strip_prefix("Some(").and_then(|inner| inner.strip_suffix(')')).unwrap_or(text);
    let value = match plain.split_once(char::is_whitespace) {
        None => number(plain)?.value,
        Some((value, unit)) => match unit.trim() {
            "m" | "meters" | "metres" => number(value)?.value,
            "mm" => number(value)?.value * 1e-3,
            "cm" => number(value)?.value * 1e-2,
            _ => return None,
        },
    };
    value.is_finite().then_some(value)
}

/// Contact of parry as Rust prints it.
struct PrintedContact {
    answer: CapturedAnswer,
    /// Range with the label before it and the parentheses around it, bytes.
    range: Range<usize>,
}

impl PrintedContact {
    /// Reads the contact whose name begins at the offset `start`, bytes; `None` if it is not one of parry's.
    fn at(text: &str, start: usize) -> Option<Self> {
        let end = start + closing_brace(text.get(start..)?)?;
        let body = &text[start..end];
        let distance = number(word_at(field(body, "dist")?)).filter(|number| number.value.is_finite())?.value;
        let points = [vector(field(body, "point1")?), vector(field(body, "point2")?)];
        let mut answer = CapturedAnswer { distance: Some(distance), ..CapturedAnswer::new("parry") };
        if let [Some(one), Some(other)] = points {
            let position = Some([0, 1, 2].map(|axis| 0.5 * (one[axis] + other[axis])));
            answer.points.push(CapturedPoint { position, ..CapturedPoint::default() });
        }
        let line_start = text[..start].rfind('\n').map_or(0, |line_end| line_end + 1);
        let before = &text[line_start..start];
        let is_label = before.len() <= 80 && before.chars().all(|c| c.is_alphanumeric() || " \t_:=(>#/&.".contains(c));
        let closing: usize = text[end..].chars().take_while(|c| ")],;".contains(*c)).map(char::len_utf8).sum();
        let begin = if is_label { line_start } else { start };
        Some(Self { answer, range: begin..end + closing })
    }
}

/// Returns the offset after the brace that closes the first one of a text, bytes.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, c) in text.char_indices().take_while(|(offset, _)| *offset < MAX_CONTACT_BYTES) {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(offset + 1),
            '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Returns the text after the name of a field and its colon.
fn field<'t>(body: &'t str, name: &str) -> Option<&'t str> {
    let named = body.match_indices(name).find(|(start, _)| {
        let is_whole = !body[..*start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        is_whole && body[start + name.len()..].trim_start().starts_with(':')
    });
    let (start, _) = named?;
    Some(body[start + name.len()..].trim_start()[1..].trim_start())
}

/// Returns the word at the start of a text: characters of numbers.
fn word_at(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || "+-._".contains(c))).unwrap_or(text.len());
    &text[..end]
}

/// Returns the two or three numbers of a printed point, before the next field; the third coordinate of a planar point
/// is 0.
fn vector(text: &str) -> Option<[f64; 3]> {
    let end = text.find(['}', ']', ')']).unwrap_or(text.len());
    let words = text[..end].split(|c: char| !(c.is_alphanumeric() || "+-._".contains(c)));
    // Names such as `OPoint` and `x` are no numbers.
    let numbers: Vec<f64> = words.filter_map(number).map(|number| number.value).collect();
    match numbers[..] {
        [x, y] => Some([x, y, 0.0]),
        [x, y, z] => Some([x, y, z]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances of the answers in a text, meters.
    fn distances(text: &str) -> Vec<f64> {
        PrintedAnswers::of(text).answers.iter().filter_map(|answer| answer.distance).collect()
    }

    #[test]
    fn lines_with_a_label_and_a_number_are_answers() {
        assert_eq!(distances("distance = -0.25"), [-0.25]);
        assert_eq!(distances("> penetration depth: 0.125 m\n"), [-0.125]);
        assert_eq!(distances("got distance: 1.5e-3."), [1.5e-3]);
        assert_eq!(distances("result.distance = Some(0.5)"), [0.5]);
        assert_eq!(distances("depth: 2 mm"), [-0.002]);
    }

    #[test]
    fn settings_expectations_and_sentences_are_none() {
        for text in [
            "max_distance = 2",
            "expected distance: 0.5",
            "let distance = 0.5;",
            "The distance is 2",
            "depth: -0.1",
            "distance: 2, 3",
            "distance = inf",
            "distance = a + b",
        ] {
            assert_eq!(distances(text), [0.0; 0], "{text}");
        }
    }

    #[test]
    fn contacts_of_parry_are_read_and_blanked() {
        let text = "let a = Ball::new(0.5);\ncontact: Some(Contact { point1: [0.5, 0.0, 0.0], point2: [0.25, 0.0, 0.0], \
                    normal1: [1.0, 0.0, 0.0], normal2: [-1.0, 0.0, 0.0], dist: -0.25 })\nend";
        let found = PrintedAnswers::of(text);
        assert_eq!(found.answers[0].distance, Some(-0.25));
        assert_eq!(found.answers[0].points[0].position, Some([0.375, 0.0, 0.0]));
        let rest = found.without_contacts(text);
        assert_eq!(rest.split_whitespace().collect::<Vec<_>>().join(" "), "let a = Ball::new(0.5); end");
        assert_eq!(rest.len(), text.len());
    }

    #[test]
    fn pretty_and_older_forms_of_contacts_are_read() {
        let pretty = "Some(\n    Contact {\n        point1: OPoint {\n            coords: [\n                0.5,\n     \
                      0.0,\n 0.0,\n            ],\n        },\n        point2: OPoint { coords: [1.0, 0.0, 0.0] },\n   \
                      dist: 0.5,\n    },\n)";
        let found = PrintedAnswers::of(pretty);
        assert_eq!(found.answers[0].distance, Some(0.5));
        assert_eq!(found.answers[0].points[0].position, Some([0.75, 0.0, 0.0]));
        let glam = "Contact { point1: Vec2(0.5, 1.0), point2: Vec2(0.5, 0.0), normal1: Vec2(0.0, -1.0), dist: 1.0 }";
        assert_eq!(PrintedAnswers::of(glam).answers[0].points[0].position, Some([0.5, 0.5, 0.0]));
        assert_eq!(PrintedAnswers::of("Contact { a: 1, b: 2 }").answers, []);
        assert_eq!(PrintedAnswers::of("Contact { dist: 1").answers, []);
    }
}
