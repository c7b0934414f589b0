//! Lines of SVG figures, each stored once, in the colors of two themes.
//!
//! The figures of a run have most of their lines in common. A page stores the different lines, and for each figure the
//! numbers of its lines. Colors are CSS variables, so that one line serves the light and the dark theme.

use std::collections::HashMap;

use serde::Serialize;

/// Line of a figure: its text, or where the themes differ by more than colors, one text for light and one for dark.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
enum Line {
    /// Text for both themes.
    Both(String),
    /// Text for the light theme, then text for the dark theme.
    Either([String; 2]),
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

/// All different lines, and the pairs of colors that they use.
#[derive(Debug, Default, Serialize)]
pub(super) struct LineStore {
    /// All different lines, in the order of their numbers.
    lines: Vec<Line>,
    /// Light and dark color of each CSS variable `--c0`, `--c1`, …
    colors: Vec<[String; 2]>,
    /// Number of each line.
    #[serde(skip)]
    line_numbers: HashMap<Line, usize>,
    /// Number of each pair of colors.
    #[serde(skip)]
    color_numbers: HashMap<[String; 2], usize>,
}

impl LineStore {
    /// Stores a figure that was drawn in the light and in the dark theme.
    pub(super) fn store(&mut self, light: &str, dark: &str) -> StoredFigure {
        if light.lines().count() == dark.lines().count() {
            let pairs = light.lines().zip(dark.lines());
            let numbers: Vec<usize> = pairs.map(|(light, dark)| self.store_pair(light, dark)).collect();
            return StoredFigure::Both(runs(&numbers));
        }
        StoredFigure::Either([light, dark].map(|svg| {
            let numbers: Vec<usize> = svg.lines().map(|line| self.number(Line::Both(line.to_owned()))).collect();
            runs(&numbers)
        }))
    }

    /// Stores a line that was drawn in both themes, and returns its number.
    fn store_pair(&mut self, light: &str, dark: &str) -> usize {
        let line = match self.with_variables(light, dark) {
            Some(text) => Line::Both(text),
            None => Line::Either([light.to_owned(), dark.to_owned()]),
        };
        self.number(line)
    }

    /// Returns the line with its colors replaced by variables; `None` if the themes differ by more than colors.
    fn with_variables(&mut self, light: &str, dark: &str) -> Option<String> {
        let mut text = String::with_capacity(light.len());
        let mut light_parts = light.split('#');
        let mut dark_parts = dark.split('#');
        let first = light_parts.next()?;
        if dark_parts.next() != Some(first) {
            return None;
        }
        text += first;
        for part in light_parts {
            let other = dark_parts.next()?;
            match (split_color(part), split_color(other)) {
                (Some((light_color, rest)), Some((dark_color, other_rest))) if rest == other_rest => {
                    let number = self.color_number([light_color, dark_color].map(|digits| format!("#{digits}")));
                    text += &format!("var(--c{number}){rest}");
                }
                (None, None) if part == other => {
                    text.push('#');
                    text += part;
                }
                _ => return None,
            }
        }
        dark_parts.next().is_none().then_some(text)
    }

    /// Returns the number of a line, which is added if it is new.
    fn number(&mut self, line: Line) -> usize {
        if let Some(number) = self.line_numbers.get(&line) {
            return *number;
        }
        let number = self.lines.len();
        self.lines.push(line.clone());
        self.line_numbers.insert(line, number);
        number
    }

    /// Returns the number of the variable for a pair of colors, which is added if it is new.
    fn color_number(&mut self, pair: [String; 2]) -> usize {
        if let Some(number) = self.color_numbers.get(&pair) {
            return *number;
        }
        let number = self.colors.len();
        self.colors.push(pair.clone());
        self.color_numbers.insert(pair, number);
        number
    }
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
        format!("<path fill=\"#{digits}\"{rest}/>")
    }

    #[test]
    fn a_line_that_differs_in_colors_is_stored_once() {
        let mut store = LineStore::default();
        let [light, dark] =
            ["112233", "aabbcc"].map(|digits| format!("<svg>\n{}\n<g clip-path=\"url(#pane)\">", filled(digits, "")));
        assert_eq!(store.store(&light, &dark), StoredFigure::Both(vec![0, 3]));
        assert_eq!(store.store(&light, &dark), StoredFigure::Both(vec![0, 3]));
        assert_eq!(store.lines[1], Line::Both(String::from("<path fill=\"var(--c0)\"/>")));
        assert_eq!(store.lines[2], Line::Both(String::from("<g clip-path=\"url(#pane)\">")));
        assert_eq!(store.colors, [["112233", "aabbcc"].map(|digits| format!("#{digits}"))]);
    }

    #[test]
    fn a_line_that_differs_in_more_than_colors_is_stored_for_each_theme() {
        let mut store = LineStore::default();
        let [light, dark] = ["0.1", "0.3"].map(|opacity| filled("112233", &format!(" fill-opacity=\"{opacity}\"")));
        assert_eq!(store.store(&light, &dark), StoredFigure::Both(vec![0, 1]));
        assert_eq!(store.lines[0], Line::Either([light, dark]));
        assert_eq!(store.store("a\nb", "a"), StoredFigure::Either([vec![1, 2], vec![1, 1]]));
    }

    #[test]
    fn numbers_that_follow_each_other_are_one_run() {
        assert_eq!(runs(&[0, 1, 2, 7, 8, 3]), [0, 3, 7, 2, 3, 1]);
    }
}
