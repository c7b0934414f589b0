//! Lines of SVG figures, each stored once, in the colors of two themes.
//!
//! The figures of a run have most of their lines in common. A page stores the different lines, and for each figure the
//! numbers of its lines. Colors are CSS variables, so that one line serves the light and the dark theme. The many faces
//! of round bodies share their attributes, which are stored apart from their outlines.

use std::collections::{HashMap, VecDeque};

use serde::Serialize;

/// Start of a line with the outline of a face or the course of a line.
const PATH: &str = "<path d=\"";

/// Line of a figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
enum Line {
    /// Whole text of the line.
    Text(String),
    /// Outline of a path, and the number of the text after it.
    Path(String, usize),
}

/// Runs of consecutive line numbers: first number and count, alternating.
pub(super) type LineRuns = Vec<usize>;

/// Figure as runs of lines: one list for both themes, or one for light and one for dark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum StoredFigure {
    /// Lines of both themes.
    Both(LineRuns),
    /// Lines of the light theme, then lines of the dark theme.
    Either([LineRuns; 2]),
}

/// Values that are numbered in the order in which they were added.
#[derive(Debug)]
struct Numbered<T> {
    values: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    /// Returns the number of a value, which is added if it is new.
    fn number(&mut self, value: T) -> usize {
        if let Some(number) = self.numbers.get(&value) {
            return *number;
        }
        let number = self.values.len();
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }
}

impl<T: Serialize> Serialize for Numbered<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}

/// All different lines, and the texts and pairs of colors that they use.
#[derive(Debug, Default, Serialize)]
pub(super) struct LineStore {
    /// The lines, by their numbers.
    lines: Numbered<Line>,
    /// Texts after the outlines of paths, by number.
    endings: Numbered<String>,
    /// Light and dark color of each CSS variable `--c0`, `--c1`, …
    colors: Numbered<[String; 2]>,
}

impl LineStore {
    /// Stores a figure that was drawn in the light and in the dark theme. Lines that differ only in their colors are
    /// stored once for both themes.
    pub(super) fn store(&mut self, light: &str, dark: &str) -> StoredFigure {
        let mut dark_numbers = vec![None; dark.lines().count()];
        // Places of the dark lines that are not matched yet, by their text without colors.
        let mut unmatched: HashMap<String, VecDeque<(usize, &str)>> = HashMap::new();
        for (place, line) in dark.lines().enumerate() {
            unmatched.entry(without_colors(line)).or_default().push_back((place, line));
        }
        let mut light_numbers = Vec::with_capacity(dark_numbers.len());
        for line in light.lines() {
            let counterpart = unmatched.get_mut(&without_colors(line)).and_then(VecDeque::pop_front);
            let text = counterpart.map_or(line.to_owned(), |(_, dark_line)| self.with_variables(line, dark_line));
            let number = self.number(text);
            light_numbers.push(number);
            if let Some((place, _)) = counterpart {
                dark_numbers[place] = Some(number);
            }
        }
        let dark_lines = dark_numbers.into_iter().zip(dark.lines());
        let dark_numbers: Vec<usize> =
            dark_lines.map(|(number, line)| number.unwrap_or_else(|| self.number(line.to_owned()))).collect();
        if light_numbers == dark_numbers {
            StoredFigure::Both(runs(&light_numbers))
        } else {
            StoredFigure::Either([runs(&light_numbers), runs(&dark_numbers)])
        }
    }

    /// Returns a line with its colors replaced by variables. `dark` is the line in the dark theme, which differs only
    /// in its colors.
    fn with_variables(&mut self, light: &str, dark: &str) -> String {
        let mut text = String::with_capacity(light.len());
        for (index, (part, dark_part)) in light.split('#').zip(dark.split('#')).enumerate() {
            match (split_color(part), split_color(dark_part)) {
                (Some((color, rest)), Some((dark_color, _))) if index > 0 => {
                    let number = self.colors.number([color, dark_color].map(|digits| format!("#{digits}")));
                    text += &format!("var(--c{number}){rest}");
                }
                _ => {
                    if index > 0 {
                        text.push('#');
                    }
                    text += part;
                }
            }
        }
        text
    }

    /// Returns the number of a line, which is added if it is new.
    fn number(&mut self, text: String) -> usize {
        let path = text.strip_prefix(PATH).and_then(|rest| rest.split_once('"'));
        let line = match path {
            Some((outline, ending)) => Line::Path(outline.to_owned(), self.endings.number(ending.to_owned())),
            None => Line::Text(text),
        };
        self.lines.number(line)
    }
}

/// Returns a line with every color replaced by the same text.
fn without_colors(line: &str) -> String {
    let mut parts = line.split('#');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('#');
        text += split_color(part).map_or(part, |(_, rest)| rest);
    }
    text
}

/// Splits the text after a `#` into the six hexadecimal digits of a color in quotes, and the rest; `None` if it is no
/// color.
fn split_color(text: &str) -> Option<(&str, &str)> {
    let (digits, rest) = text.split_at_checked(6)?;
    let is_color = digits.bytes().all(|byte| byte.is_ascii_hexdigit()) && rest.starts_with('"');
    is_color.then_some((digits, rest))
}

/// Returns the runs of consecutive numbers: first number and count, alternating.
fn runs(numbers: &[usize]) -> LineRuns {
    let mut runs = LineRuns::new();
    for number in numbers {
        match runs.as_mut_slice() {
            [.., first, count] if *first + *count == *number => *count += 1,
            _ => runs.extend([*number, 1]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line with the attribute `fill` of this color.
    fn filled(digits: &str, rest: &str) -> String {
        format!("<path d=\"M0 0L1 1\" fill=\"#{digits}\"{rest}/>")
    }

    #[test]
    fn a_line_that_differs_in_colors_is_stored_once() {
        let mut store = LineStore::default();
        let [light, dark] =
            ["112233", "aabbcc"].map(|digits| format!("<svg>\n{}\n<g clip-path=\"url(#pane)\">", filled(digits, "")));
        assert_eq!(store.store(&light, &dark), StoredFigure::Both(vec![0, 3]));
        assert_eq!(store.store(&light, &dark), StoredFigure::Both(vec![0, 3]));
        assert_eq!(store.lines.values[1], Line::Path(String::from("M0 0L1 1"), 0));
        assert_eq!(store.endings.values, [" fill=\"var(--c0)\"/>"]);
        assert_eq!(store.lines.values[2], Line::Text(String::from("<g clip-path=\"url(#pane)\">")));
        assert_eq!(store.colors.values, [["112233", "aabbcc"].map(|digits| format!("#{digits}"))]);
    }

    #[test]
    fn a_line_that_differs_in_more_than_colors_is_stored_for_each_theme() {
        let mut store = LineStore::default();
        let [light, dark] = ["0.1", "0.3"].map(|opacity| filled("112233", &format!(" fill-opacity=\"{opacity}\"")));
        assert_eq!(store.store(&light, &dark), StoredFigure::Either([vec![0, 1], vec![1, 1]]));
        // A line that only one theme has does not separate the lines after it.
        assert_eq!(store.store("<a/>\n<b/>\n<c/>", "<b/>\n<c/>"), StoredFigure::Either([vec![2, 3], vec![3, 2]]));
    }

    #[test]
    fn numbers_that_follow_each_other_are_one_run() {
        assert_eq!(runs(&[0, 1, 2, 7, 8, 3]), [0, 3, 7, 2, 3, 1]);
    }
}
