//! The key numbers of a step in a row below the sentence: what each is above its value.

use glam::DVec2;

use super::Theme;
use super::font::{self, Weight};
use super::page::{MARGIN, SMALL};
use super::svg::Svg;

/// A number of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyNumber {
    /// In the source's symbol: stands before the caption.
    pub symbol: String,
    /// What it is, in a few words.
    pub caption: String,
    /// The number with its unit.
    pub value: String,
}

/// What the strip takes of the page, points.
pub(super) const HEIGHT: f64 = 50.0;

/// A figure that is lower has no room for it, points.
pub(super) const LEAST_PAGE: f64 = 480.0;

/// A column is not narrower than this, points.
const NARROWEST: f64 = 150.0;

/// Between columns, points.
const GAP: f64 = 18.0;

/// Height of values.
const VALUE: f64 = 14.0;

/// How many of so many numbers have room.
pub(super) fn fitting(count: usize, room: f64) -> usize {
    count.min(((room + GAP) / (NARROWEST + GAP)).max(1.0) as usize)
}

/// Draws the numbers with a hairline above them, the top at `y`, `room` wide. As many columns are kept as `slots` says, so
/// that a number that some frames lack moves none of the others.
pub(super) fn draw(svg: &mut Svg, theme: Theme, numbers: &[KeyNumber], slots: usize, y: f64, room: f64) {
    let slots = fitting(slots.max(numbers.len()), room);
    if slots == 0 {
        return;
    }
    let paper = theme.paper();
    svg.rect(DVec2::new(MARGIN, y), DVec2::new(room, 1.0), 0.0, paper.hairline, None);
    let pace = (room + GAP) / slots as f64;
    for (i, number) in numbers.iter().take(slots).enumerate() {
        let x = MARGIN + i as f64 * pace;
        let caption = caption(number, pace - GAP);
        svg.text(DVec2::new(x, y + 19.0), &caption, SMALL - 1.0, Weight::Regular, "start", paper.faint, None);
        let value = elided(&number.value, VALUE, Weight::SemiBold, pace - GAP);
        svg.text(DVec2::new(x, y + 38.0), &value, VALUE, Weight::SemiBold, "start", paper.text, None);
    }
}

/// What stands above a value: its symbol with what it is, or the symbol alone where that has no room.
fn caption(number: &KeyNumber, room: f64) -> String {
    let whole = format!("{}: {}", number.symbol, number.caption);
    let fits = font::width(&whole, SMALL - 1.0, Weight::Regular) <= room;
    if fits { whole } else { elided(&number.symbol, SMALL - 1.0, Weight::Regular, room) }
}

/// As many words of a text as fit, and an ellipsis where some do not.
pub(super) fn elided(text: &str, size: f64, weight: Weight, room: f64) -> String {
    let fits = |text: &str| font::width(text, size, weight) <= room;
    if fits(text) {
        return text.to_owned();
    }
    let ends = text.char_indices().map(|(at, _)| at).rev();
    let cut = ends.map(|end| text[..end].trim_end_matches([' ', ',', ':'])).find(|cut| fits(&format!("{cut}…")));
    format!("{}…", cut.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_its_column_ends() {
        let whole = "d: how far the body reaches inward";
        assert_eq!(elided(whole, 12.0, Weight::Regular, 1000.0), whole);
        let cut = elided(whole, 12.0, Weight::Regular, 100.0);
        assert!(cut.ends_with('…') && whole.starts_with(cut.trim_end_matches('…')), "{cut}");
        assert!(font::width(&cut, 12.0, Weight::Regular) <= 100.0 && cut.chars().count() > 10, "{cut}");
        assert_eq!(elided(whole, 12.0, Weight::Regular, 0.0), "…");
    }

    #[test]
    fn a_caption_without_room_is_its_symbol() {
        let number = |symbol: &str| KeyNumber {
            symbol: symbol.into(),
            caption: String::from("from the best gap to the second best"),
            value: String::new(),
        };
        assert_eq!(caption(&number("margin"), 120.0), "margin");
        assert_eq!(caption(&number("margin"), 600.0), "margin: from the best gap to the second best");
    }

    #[test]
    fn columns_are_as_wide_as_words_need() {
        assert_eq!((fitting(9, 1248.0), fitting(3, 1248.0), fitting(5, 100.0)), (7, 3, 1));
    }
}
