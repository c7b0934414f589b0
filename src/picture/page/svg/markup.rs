//! Numbers, paths, colors and texts as SVG markup, and the hash that makes ids unique.

use std::fmt::Write;

use glam::DVec2;

use crate::font::{SUBSCRIPT_SCALE, split_subscripts};
use crate::marks::theme::{Rgba, hex};

/// Distance of subscripts below the base line, as a share of the letter height.
const SUBSCRIPT_DROP: f64 = 0.2;

/// Markup of a text with smaller, lower subscripts; `size` is the height of its letters, points. `is_low` says whether
/// the previous part of the line was a subscript, and is updated.
pub(super) fn with_subscripts(text: &str, size: f64, is_low: &mut bool) -> String {
    let small = num(size * SUBSCRIPT_SCALE);
    let drop = size * SUBSCRIPT_DROP;
    let mut markup = String::new();
    for (part, is_subscript) in split_subscripts(text) {
        let part = escape(part);
        // Shifts add up along a line, so that text after a subscript is raised again. Writing to a String cannot fail.
        let _ = if is_subscript {
            let shift = num(if *is_low { 0.0 } else { drop });
            write!(markup, "<tspan dy=\"{shift}\" font-size=\"{small}\">{part}</tspan>")
        } else if *is_low {
            write!(markup, "<tspan dy=\"{}\">{part}</tspan>", num(-drop))
        } else {
            write!(markup, "{part}")
        };
        *is_low = is_subscript;
    }
    markup
}

/// Path data (the attribute `d`) of the open chain through points.
pub(super) fn path(points: &[DVec2]) -> String {
    let mut d = String::new();
    for (k, p) in points.iter().enumerate() {
        let _ = write!(d, "{}{} {}", if k == 0 { "M" } else { "L" }, num(p.x), num(p.y));
    }
    d
}

/// Attribute `fill="…"` or `stroke="…"`, followed by its opacity where that is below 1.
pub(super) fn paint(attribute: &str, color: Rgba) -> String {
    match color[3] {
        255 => format!("{attribute}=\"{}\"", hex(color)),
        alpha => format!("{attribute}=\"{}\" {attribute}-opacity=\"{}\"", hex(color), num(f64::from(alpha) / 255.0)),
    }
}

/// A number with at most two decimals, without trailing zeros and −0; clamped to ±100 000, far beyond any page; 0 for
/// NaN and infinity.
pub(super) fn num(value: f64) -> String {
    let value = if value.is_finite() { value.clamp(-1e5, 1e5) } else { 0.0 };
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text with `&`, `<`, `>` and `"` escaped, and without control characters (except line feeds and tabs) and other
/// characters that XML forbids.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}                       // forbidden in XML
            c if c.is_control() && c != '\n' && c != '\t' => {} // forbidden in XML, or without a visible form
            c => safe.push(c),
        }
    }
    safe
}

/// One step of the 32-bit hash FNV-1a of Fowler, Noll and Vo, for the ids of a figure; it starts from 0x811c9dc5.
pub(super) fn fnv(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}
