//! Compares the bodies of code with the sentences around its fenced blocks, and reports contradictions: a sentence
//! states a size that no body of the code has, or corrects the code.

use std::ops::Range;

use contact_lens_scene::model::Shape;

use super::keys::Kind;
use super::nouns::Noun;
use super::scan::{Mention, Scan};
use super::token;
use crate::draft::DraftBody;

/// Maximum size of a text whose sentences are compared with its code, bytes.
const MAX_TEXT_BYTES: usize = 256 << 10;

/// Words of paragraphs that correct the text before them.
const CORRECTIONS: [&str; 6] = ["edit", "correction", "typo", "oops", "meant", "erratum"];

/// Size of a shape by which code and sentences are compared.
#[derive(Clone, Debug, PartialEq)]
struct Size {
    /// Kind of shape; boxes and rectangles have one noun, spheres and circles another.
    noun: Noun,
    /// Radius, or half extents, meters.
    lengths: Vec<f64>,
}

/// Returns the line, from 1, of the first paragraph that contradicts the bodies of the code around it, with the reason;
/// `None` without a contradiction or without fenced code.
pub(crate) fn contradiction(text: &str, bodies: &[DraftBody]) -> Option<(usize, String)> {
    if text.len() > MAX_TEXT_BYTES || !text.contains("```") {
        return None;
    }
    let mut code_sizes = Vec::new();
    for draft_body in bodies {
        add_sizes(&draft_body.body.shape, &mut code_sizes);
    }
    for range in paragraphs(text) {
        let paragraph = &text[range.clone()];
        let line = text[..range.start].matches('\n').count() + 1;
        let tokens = token::tokens(paragraph);
        let is_correction = tokens.iter().any(|token| token.is_one_of(&CORRECTIONS));
        // Whole numbers may be dates or versions.
        let fraction = tokens.iter().find(|token| token.value().is_some_and(|x| x.fract() != 0.0));
        if let Some(number) = fraction.filter(|_| is_correction) {
            let why = format!("this sentence seems to correct the code (`{}`); correct the code itself", number.text);
            return Some((line, why));
        }
        for sentence in tokens.split(token::Token::is_stop).filter(|sentence| !sentence.is_empty()) {
            let mut scan = Scan::new(sentence, false, None);
            // The sizes before a word that is not understood are compared nevertheless.
            let _ = scan.run();
            if let Some(why) = missing_size(&scan.mentions, &code_sizes) {
                return Some((line, why));
            }
        }
    }
    None
}

/// Returns the ranges of the paragraphs of a text outside of fenced code blocks, bytes.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut paragraphs = Vec::new();
    let mut is_code = false;
    // Offsets of the current line and of the current paragraph.
    let mut line_start = 0;
    let mut paragraph_start = 0;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().trim_start_matches(['>', ' ']).starts_with("```");
        if is_fence || line.trim().is_empty() {
            if !is_code && paragraph_start < line_start {
                paragraphs.push(paragraph_start..line_start);
            }
            paragraph_start = line_start + line.len();
        }
        is_code ^= is_fence;
        line_start += line.len();
    }
    if !is_code && paragraph_start < line_start {
        paragraphs.push(paragraph_start..line_start);
    }
    paragraphs
}

/// Adds the sizes of a shape and of its child shapes; other kinds of shapes are not compared.
fn add_sizes(shape: &Shape, sizes: &mut Vec<Size>) {
    let (noun, lengths) = match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => (Noun::Sphere, vec![*radius]),
        Shape::Capsule { radius, .. } => (Noun::Capsule, vec![*radius]),
        Shape::Cylinder { radius, .. } => (Noun::Cylinder, vec![*radius]),
        Shape::Box { half_extents } => (Noun::Box, half_extents.to_vec()),
        Shape::Rectangle { half_extents } => (Noun::Box, half_extents.to_vec()),
        Shape::Compound { parts } => return parts.iter().for_each(|part| add_sizes(&part.shape, sizes)),
        _ => return,
    };
    sizes.push(Size { noun, lengths });
}

/// Returns the size that a sentence states for a single new body, as the code would have it; `None` if it states none,
/// or in a unit other than meters.
fn stated_size(mention: &Mention) -> Option<Size> {
    let noun = match mention.noun {
        Noun::Sphere | Noun::Circle => Noun::Sphere,
        Noun::Box | Noun::Cube | Noun::Rectangle | Noun::Square => Noun::Box,
        other => other,
    };
    let is_box = noun == Noun::Box;
    let attribute = mention.attributes.iter().find(|attribute| match attribute.kind {
        Kind::Radius | Kind::Diameter => !is_box,
        Kind::HalfExtents | Kind::Size => is_box,
        _ => false,
    })?;
    let factor = if matches!(attribute.kind, Kind::Diameter | Kind::Size) { 0.5 } else { 1.0 };
    let [value] = attribute.values.as_slice() else { return None };
    let is_plain = value.iter().all(|measure| measure.per_meter.is_none_or(|per_meter| per_meter == 1.0));
    let lengths: Vec<f64> = value.iter().map(|measure| factor * measure.value).collect();
    // One number for a box is the side of a cube.
    let is_side = is_box && lengths.len() < 2;
    if !is_plain || mention.is_plural || is_side {
        return None;
    }
    Some(Size { noun, lengths })
}

/// Returns an error message if a sentence states more bodies of a size than the code has, though the code has bodies of
/// that shape.
fn missing_size(mentions: &[Mention], code_sizes: &[Size]) -> Option<String> {
    let stated_sizes: Vec<Size> = mentions.iter().filter_map(stated_size).collect();
    for size in &stated_sizes {
        let has_shape = code_sizes.iter().any(|other| has_same_shape(other, size));
        let count = code_sizes.iter().filter(|other| is_same(other, size)).count();
        let stated = stated_sizes.iter().filter(|other| is_same(other, size)).count();
        if has_shape && stated > count {
            let plural = if stated == 1 { "" } else { "s" };
            let lengths = &size.lengths;
            return Some(format!(
                "the sentence has {stated} shape{plural} of size {lengths:?}, but the code has {count}; \
                 which one is right?"
            ));
        }
    }
    None
}

/// Whether two sizes are of the same kind of shape.
fn has_same_shape(a: &Size, b: &Size) -> bool {
    a.noun == b.noun && a.lengths.len() == b.lengths.len()
}

/// Relative difference of two lengths that may be due to single precision.
const SINGLE_PRECISION: f64 = 1e-6;

/// Whether two sizes are equal to single precision.
fn is_same(a: &Size, b: &Size) -> bool {
    has_same_shape(a, b)
        && a.lengths.iter().zip(&b.lengths).all(|(x, y)| (x - y).abs() <= SINGLE_PRECISION * x.abs().max(y.abs()))
}
