//! Comparison of code with the sentences next to it: sizes that no body of the code has, and corrections of the code.

use std::ops::Range;

use super::keys::Kind;
use super::nouns::Noun;
use super::scan::{Mention, Scan};
use super::token;
use crate::import::draft::DraftBody;
use crate::scene::model::Shape;

/// Maximum size of a text whose sentences are compared with its code, bytes.
const MAX_TEXT_BYTES: usize = 256 << 10;

/// Words of paragraphs that correct the text before them.
const CORRECTIONS: [&str; 6] = ["edit", "correction", "typo", "oops", "meant", "erratum"];

/// Size of a kind of shape: radius, or half extents, meters.
#[derive(Clone, Debug, PartialEq)]
struct Size {
    noun: Noun,
    lengths: Vec<f64>,
}

/// Returns the line of a sentence that contradicts the bodies of the code around it, with the reason.
pub(in crate::import) fn contradiction(text: &str, bodies: &[DraftBody]) -> Option<(usize, String)> {
    if text.len() > MAX_TEXT_BYTES || !text.contains("```") {
        return None;
    }
    let mut made = Vec::new();
    bodies.iter().for_each(|part| sizes(&part.body.shape, &mut made));
    for range in paragraphs(text) {
        let own = &text[range.clone()];
        let line = text[..range.start].matches('\n').count() + 1;
        let all = token::tokens(own);
        let is_correction = all.iter().any(|token| token.is_one_of(&CORRECTIONS));
        let number = all.iter().find(|token| token.value().is_some_and(|x| x.fract() != 0.0));
        if let Some(number) = number.filter(|_| is_correction) {
            let why = format!("this sentence seems to correct the code (`{}`); correct the code itself", number.text);
            return Some((line, why));
        }
        for sentence in all.split(token::Token::is_stop).filter(|sentence| !sentence.is_empty()) {
            let mut scan = Scan::new(sentence, false, None);
            // If a part is not understood, the sizes before it are compared all the same.
            let _ = scan.run();
            if let Some(why) = missing(&scan.mentions, &made) {
                return Some((line, why));
            }
        }
    }
    None
}

/// Returns the ranges of the paragraphs of a text outside of fenced code blocks, bytes.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut is_code = false;
    let mut start = 0;
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().trim_start_matches(['>', ' ']).starts_with("```");
        if is_fence || line.trim().is_empty() {
            if !is_code && from < start {
                found.push(from..start);
            }
            from = start + line.len();
        }
        is_code ^= is_fence;
        start += line.len();
    }
    if !is_code && from < start {
        found.push(from..start);
    }
    found
}

/// Adds the sizes of a shape and of its child shapes.
fn sizes(shape: &Shape, all: &mut Vec<Size>) {
    let size = match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => (Noun::Sphere, vec![*radius]),
        Shape::Capsule { radius, .. } => (Noun::Capsule, vec![*radius]),
        Shape::Cylinder { radius, .. } => (Noun::Cylinder, vec![*radius]),
        Shape::Box { half_extents } => (Noun::Box, half_extents.to_vec()),
        Shape::Rectangle { half_extents } => (Noun::Box, half_extents.to_vec()),
        Shape::Compound { parts } => return parts.iter().for_each(|part| sizes(&part.shape, all)),
        _ => return,
    };
    all.push(Size { noun: size.0, lengths: size.1 });
}

/// Returns the size that a sentence states for a new body.
fn stated(mention: &Mention) -> Option<Size> {
    let noun = match mention.noun {
        Noun::Sphere | Noun::Circle => Noun::Sphere,
        Noun::Box | Noun::Cube | Noun::Rectangle | Noun::Square => Noun::Box,
        other => other,
    };
    let attribute = mention.attributes.iter().find(|one| {
        matches!(one.kind, Kind::Radius | Kind::Diameter) && noun != Noun::Box
            || matches!(one.kind, Kind::HalfExtents | Kind::Size) && noun == Noun::Box
    })?;
    let factor = if matches!(attribute.kind, Kind::Diameter | Kind::Size) { 0.5 } else { 1.0 };
    let [value] = attribute.values.as_slice() else { return None };
    let is_plain = value.iter().all(|measure| measure.per_meter.is_none_or(|per_meter| per_meter == 1.0));
    let lengths: Vec<f64> = value.iter().map(|measure| factor * measure.value).collect();
    (is_plain && !mention.is_plural && !(noun == Noun::Box && lengths.len() < 2)).then_some(Size { noun, lengths })
}

/// Returns the reason if a sentence states more bodies of a size than there are, though there are bodies of the shape.
fn missing(mentions: &[Mention], made: &[Size]) -> Option<String> {
    let all: Vec<Size> = mentions.iter().filter_map(stated).collect();
    all.iter().find_map(|size| {
        let is_made = made.iter().any(|other| other.noun == size.noun && other.lengths.len() == size.lengths.len());
        let count = made.iter().filter(|other| is_same(other, size)).count();
        let stated = all.iter().filter(|other| is_same(other, size)).count();
        (is_made && stated > count).then(|| {
            let plural = if stated == 1 { "" } else { "s" };
            let lengths = &size.lengths;
            format!(
                "the sentence has {stated} shape{plural} of size {lengths:?}, but the code has {count}; \
                 which one is right?"
            )
        })
    })
}

/// Whether two sizes are equal to single precision.
fn is_same(a: &Size, b: &Size) -> bool {
    a.noun == b.noun
        && a.lengths.len() == b.lengths.len()
        && a.lengths.iter().zip(&b.lengths).all(|(x, y)| (x - y).abs() <= 1e-6 * x.abs().max(y.abs()))
}
