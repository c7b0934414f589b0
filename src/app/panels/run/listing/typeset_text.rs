//! Typesets the lines of a listing (pseudocode) and of the engine's Rust source. A whole text is typeset once and
//! cached while it is shown.

use std::sync::Arc;

use contact_lens_lesson::split_label;
use egui::cache::ComputerMut;
use egui::text::LayoutJob;
use egui::{FontId, TextFormat};

use crate::text::typeset;
use crate::theme::Look;

/// Words in the color of keywords in Rust source.
const KEYWORDS: [&str; 24] = [
    "as", "break", "const", "continue", "else", "enum", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mut",
    "pub", "return", "self", "Self", "struct", "type", "use", "where", "while",
];

/// Kind of a text with labeled lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TextKind {
    /// Pseudocode, in the symbols of its paper.
    Listing,
    /// Source code of the engine.
    RustSource,
}

impl TextKind {
    /// Name for ids and screen readers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Listing => "listing",
            Self::RustSource => "code",
        }
    }
}

/// Typeset text, cached while it is shown.
pub(super) struct TypesetText {
    pub(super) lines: Vec<TypesetLine>,
    /// Number of characters in the longest line, as typeset.
    pub(super) longest: usize,
}

/// A line of a typeset text.
pub(super) struct TypesetLine {
    pub(super) job: LayoutJob,
    /// Label at the end of the line, without the `@`; `None` for a line without a label.
    pub(super) label: Option<&'static str>,
}

/// Inputs of a [`TypesetText`]: the key of the cache.
#[derive(Clone, Copy, Hash)]
pub(super) struct TextKey {
    pub(super) text: &'static str,
    pub(super) kind: TextKind,
    /// Whether the theme is dark.
    pub(super) is_dark: bool,
    /// Bits of the font size in points, which can be hashed.
    pub(super) size: u32,
}

/// Typesets a text, for egui's cache.
#[derive(Default)]
pub(super) struct Typesetter;

impl ComputerMut<TextKey, Arc<TypesetText>> for Typesetter {
    fn compute(&mut self, key: TextKey) -> Arc<TypesetText> {
        let look = Look::of(key.is_dark);
        let font = FontId::monospace(f32::from_bits(key.size));
        let lines: Vec<_> = key.text.lines().map(|line| typeset_line(line, key.kind, look, &font)).collect();
        let longest = lines.iter().map(|line| line.job.text.chars().count()).max().unwrap_or(1);
        Arc::new(TypesetText { lines, longest })
    }
}

/// Typesets a line of code or of a listing, and splits off its label.
fn typeset_line(line: &'static str, kind: TextKind, look: Look, font: &FontId) -> TypesetLine {
    let (text, label) = split_label(line);
    let job = match kind {
        TextKind::Listing => listing_line(text, look, font),
        TextKind::RustSource => rust_line(text, look, font),
    };
    TypesetLine { job, label }
}

/// Measures a listing, for egui's cache.
#[derive(Default)]
pub(super) struct Measurer;

impl ComputerMut<&'static str, usize> for Measurer {
    fn compute(&mut self, text: &'static str) -> usize {
        longest_line(text)
    }
}

/// Number of characters in the longest line of a listing, as typeset.
pub(super) fn longest_line(text: &'static str) -> usize {
    let lines = text.lines().map(|line| compact(split_label(line).0));
    lines.map(|line| line.text.chars().count()).max().unwrap_or(1)
}

/// Line of a listing with half its indent, and two spaces before its comment.
struct CompactLine {
    text: String,
    /// Byte at which the comment starts; the end without a comment.
    comment_start: usize,
}

/// Halves the indent and shortens the run of three or more spaces before the comment to two.
fn compact(line: &str) -> CompactLine {
    let body = line.trim_start();
    let indent = " ".repeat((line.len() - body.len()).div_ceil(2));
    match body.find("   ") {
        Some(gap) => CompactLine {
            text: format!("{indent}{}  {}", &body[..gap], body[gap..].trim_start()),
            comment_start: indent.len() + gap,
        },
        None => CompactLine { text: format!("{indent}{body}"), comment_start: indent.len() + body.len() },
    }
}

/// Typesets a line of a listing; its comment is weak.
fn listing_line(text: &str, look: Look, font: &FontId) -> LayoutJob {
    let CompactLine { text, comment_start } = compact(text);
    let mut job = typeset::text(&text[..comment_start], font, look.text);
    typeset::append(&mut job, &text[comment_start..], font, look.weak);
    job
}

/// Typesets a line of Rust with simple highlighting: comments, keywords, numbers, other words and signs.
fn rust_line(text: &str, look: Look, font: &FontId) -> LayoutJob {
    let mut job = LayoutJob::default();
    let (code, comment) = match text.find("//") {
        Some(start) => text.split_at(start),
        None => (text, ""),
    };
    let mut remainder = code;
    while !remainder.is_empty() {
        let is_word = remainder.starts_with(is_word_character);
        let end = remainder.find(|c: char| is_word_character(c) != is_word).unwrap_or(remainder.len());
        let (token, after) = remainder.split_at(end);
        let color = if KEYWORDS.contains(&token) {
            look.accent
        } else if token.starts_with(|c: char| c.is_ascii_digit()) {
            look.good
        } else if is_word {
            look.text
        } else {
            look.weak
        };
        job.append(token, 0.0, TextFormat::simple(font.clone(), color));
        remainder = after;
    }
    job.append(comment, 0.0, TextFormat::simple(font.clone(), look.weak));
    job
}

/// Whether a character is part of a word or number of Rust.
fn is_word_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
