//! Caption of a figure: a sentence whose names and numbers have the inks of their marks.

use crate::Role;
use crate::font::{self, Weight};

/// Part of a caption, and the role whose ink it has; `None` for the ink of text.
pub type Part = (String, Option<Role>);

/// Sentence below the panes of a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    parts: Vec<Part>,
}

impl Caption {
    /// Creates a caption from its parts, first to last.
    pub fn from_parts(parts: impl IntoIterator<Item = Part>) -> Self {
        Self { parts: parts.into_iter().collect() }
    }

    /// Parts from first to last.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Text of all parts.
    pub fn text(&self) -> String {
        self.parts.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Whether the caption has no text.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|(text, _)| text.is_empty())
    }

    /// Breaks the caption into lines of at most `width` points at the letter height `size`, each with its parts.
    pub(crate) fn lines(&self, size: f64, width: f64) -> Vec<Vec<Part>> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut letters = self.parts.iter().flat_map(|(text, role)| text.chars().map(|letter| (letter, *role)));
        let lines = font::wrap(&self.text(), size, Weight::Regular, width);
        lines.iter().map(|line| split_by_role(line, &mut letters)).collect()
    }
}

impl From<String> for Caption {
    fn from(text: String) -> Self {
        Self::from_parts([(text, None)])
    }
}

impl From<&str> for Caption {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

/// Splits a line where the role of its letters changes. `letters` are those of the caption that follow the previous
/// line, with the spaces that wrapping omits.
fn split_by_role(line: &str, letters: &mut impl Iterator<Item = (char, Option<Role>)>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for letter in line.chars() {
        let role = letters.find(|(next, _)| *next == letter).and_then(|(_, role)| role);
        match parts.last_mut() {
            Some((text, last)) if *last == role => text.push(letter),
            _ => parts.push((letter.to_string(), role)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_the_inks_of_their_parts() {
        let parts =
            [("box 2", Some(Role::ShapeA)), (" is 0.5 m from ", None), ("ball", Some(Role::ShapeB)), (".", None)];
        let caption = Caption::from_parts(parts.map(|(text, role)| (text.to_owned(), role)));
        assert_eq!(caption.text(), "box 2 is 0.5 m from ball.");
        let inked = |wide: f64| -> Vec<String> {
            let lines = caption.lines(14.0, wide);
            let parts = lines.iter().flatten().filter(|(_, role)| role.is_some());
            parts.map(|(text, _)| text.clone()).collect()
        };
        assert_eq!(inked(1000.0), ["box 2", "ball"]);
        assert_eq!(inked(80.0), ["box 2", "ball"]);
        assert!(Caption::default().lines(14.0, 100.0).is_empty());
    }
}
