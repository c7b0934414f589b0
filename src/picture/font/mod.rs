//! The letters of figures: Inter for words, DejaVu Sans for the mathematical signs that Inter lacks. Both are in the
//! binary, so a figure looks the same on every machine; this file only measures.

use std::sync::LazyLock;

/// Inter, regular.
pub const REGULAR: &[u8] = include_bytes!("Inter-Regular.otf");
/// Inter, semi-bold.
pub const SEMIBOLD: &[u8] = include_bytes!("Inter-SemiBold.otf");
/// DejaVu Sans, mathematical signs only.
pub const MATH: &[u8] = include_bytes!("DejaVuSans-Math.ttf");

/// How heavy letters are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weight {
    /// Running text.
    #[default]
    Regular,
    /// Titles and labels.
    SemiBold,
}

/// Height of capitals as a share of the size.
pub const CAP_HEIGHT: f64 = 0.727;

/// Advance widths of one font as shares of the size.
struct Widths {
    /// Ranges of characters: first, last, and where their widths begin.
    ranges: Vec<(u32, u32, usize)>,
    widths: Vec<f32>,
}

static FONTS: LazyLock<[Widths; 3]> =
    LazyLock::new(|| [REGULAR, SEMIBOLD, MATH].map(|bytes| Widths::read(bytes).unwrap_or_else(Widths::none)));

/// The size of subscripts as a share of the size of the text.
pub const SUBSCRIPT: f64 = 0.74;

/// The width of a line of text, points. Symbols such as `p_A` are measured with their subscripts set low.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let [regular, semibold, math] = &*FONTS;
    let first = if weight == Weight::Regular { regular } else { semibold };
    let advance = |c: char| f64::from(first.of(c).or_else(|| math.of(c)).unwrap_or_else(|| fallback(c)));
    let run = |(part, low): (&str, bool)| part.chars().map(advance).sum::<f64>() * if low { SUBSCRIPT } else { 1.0 };
    runs(text).into_iter().map(run).sum::<f64>() * size
}

/// Names that look like symbols with an index.
const PRECISIONS: [&str; 2] = ["f32", "f64"];

/// A text cut at its subscripts: `p_A` is `p` and a low `A`, `w12` is `w` and a low `12`, `Δ_M∪k,k` is `Δ` and the rest
/// low. Only symbols of one letter have them (small ones, when no underscore says so), so that names such as `box_left`,
/// `M4` and `sha256` stay whole; so do those of the two precisions.
pub fn runs(text: &str) -> Vec<(&str, bool)> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let at = |k: usize| chars.get(k).map(|(_, c)| *c);
    let in_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let (mut runs, mut from, mut k) = (Vec::new(), 0, 0);
    while k < chars.len() {
        let first = k == 0 || !in_word(at(k - 1));
        let (begin, end) = match (at(k), at(k + 1)) {
            (Some(c), Some('_')) if first && c.is_alphabetic() && at(k + 2).is_some_and(char::is_alphanumeric) => {
                let capital = |i: &usize| at(*i).is_some_and(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
                let mut end = k + 2 + (k + 2..k + 6).take_while(capital).count().max(1);
                while matches!(at(end), Some(',' | '∪')) && in_word(at(end + 1)) && !in_word(at(end + 2)) {
                    end += 2;
                }
                (k + 2, end)
            }
            (Some(c), Some(d)) if first && c.is_lowercase() && d.is_ascii_digit() => {
                let digits = (k + 1..).take_while(|&i| at(i).is_some_and(|d| d.is_ascii_digit())).count();
                let end = k + 1 + digits;
                let word: String = (k..end).filter_map(at).collect();
                if PRECISIONS.contains(&word.as_str()) { (k, k) } else { (k + 1, end) }
            }
            _ => (k, k),
        };
        if end > begin && !in_word(at(end)) {
            let place = |k: usize| chars.get(k).map_or(text.len(), |c| c.0);
            runs.extend([(&text[from..place(k + 1)], false), (&text[place(begin)..place(end)], true)]);
            from = place(end);
            k = end;
        } else {
            k += 1;
        }
    }
    runs.push((&text[from..], false));
    runs.retain(|(part, _)| !part.is_empty());
    runs
}

/// Whether a letter can be drawn with the fonts here.
pub fn covers(c: char) -> bool {
    let [regular, _, math] = &*FONTS;
    c.is_ascii() || regular.of(c).or_else(|| math.of(c)).is_some()
}

/// Whether a character has no width of its own, as an accent on the letter before it.
pub fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Letters that no font here has: wide in East Asian scripts, else of middling width.
fn fallback(c: char) -> f32 {
    match c {
        _ if is_mark(c) => 0.0,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{1f000}'.. => 1.0,
        _ => 0.6,
    }
}

/// A space at which no line is broken.
const HARD_SPACE: char = '\u{a0}';

/// The same text, in which a line that is broken at spaces leaves every number its sign and its unit.
pub fn unparted(text: &str) -> String {
    let mut whole = String::with_capacity(text.len() + 8);
    for (i, word) in text.split(' ').enumerate() {
        let number = whole.ends_with(|c: char| c.is_ascii_digit()) && word.lines().next().is_some_and(is_unit);
        match i {
            0 => {}
            _ if number || whole.ends_with('±') => whole.push(HARD_SPACE),
            _ => whole.push(' '),
        }
        whole.push_str(word);
    }
    whole
}

/// Breaks text into lines of at most `room` points.
pub fn wrap(text: &str, size: f64, weight: Weight, room: f64) -> Vec<String> {
    lines(text, |line| width(line, size, weight) <= room)
}

/// Breaks text at spaces into lines that fit; a word that does not stands alone. A number keeps its sign and its unit.
pub fn lines(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    let space = |c: char| c.is_whitespace() && c != HARD_SPACE;
    for word in unparted(text).split(space).filter(|word| !word.is_empty()) {
        let word = word.replace(HARD_SPACE, " ");
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = word,
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

fn is_unit(word: &str) -> bool {
    const UNITS: [&str; 9] = ["m", "km", "cm", "mm", "µm", "nm", "m/s", "s", "rad"];
    UNITS.contains(&word.trim_end_matches(['.', ',', ';', ':', ')']))
}

impl Widths {
    fn none() -> Self {
        Self { ranges: Vec::new(), widths: Vec::new() }
    }

    fn of(&self, c: char) -> Option<f32> {
        let code = c as u32;
        let after = self.ranges.partition_point(|range| range.0 <= code);
        let (first, last, at) = *self.ranges.get(after.checked_sub(1)?)?;
        if code > last {
            return None;
        }
        self.widths.get(at + (code - first) as usize).copied().filter(|width| *width >= 0.0)
    }

    /// From the tables `head`, `hhea`, `hmtx` and `cmap` (format 4) of an OpenType file.
    fn read(bytes: &[u8]) -> Option<Self> {
        let file = Bytes(bytes);
        let per_em = f32::from(file.u16(file.table(b"head")? + 18)?);
        let metrics = file.u16(file.table(b"hhea")? + 34)? as usize;
        let hmtx = file.table(b"hmtx")?;
        let cmap = file.table(b"cmap")?;
        let tables = file.u16(cmap + 2)? as usize;
        let format4 = (0..tables).find_map(|t| {
            let at = cmap + file.u32(cmap + 4 + 8 * t + 4)? as usize;
            (file.u16(at)? == 4).then_some(at)
        })?;
        let segments = file.u16(format4 + 6)? as usize / 2;
        let mut read = Self::none();
        for s in 0..segments {
            let end_at = format4 + 14 + 2 * s;
            let start_at = end_at + 2 + 2 * segments;
            let range_at = start_at + 4 * segments;
            let (end, start) = (file.u16(end_at)?, file.u16(start_at)?);
            let (delta, range) = (file.u16(start_at + 2 * segments)?, file.u16(range_at)? as usize);
            read.ranges.push((u32::from(start), u32::from(end), read.widths.len()));
            for code in start..=end {
                let glyph = match range {
                    0 => code.wrapping_add(delta),
                    _ => match file.u16(range_at + range + 2 * (code - start) as usize).unwrap_or(0) {
                        0 => 0,
                        glyph => glyph.wrapping_add(delta),
                    },
                };
                let column = (glyph as usize).min(metrics.saturating_sub(1));
                let advance = if glyph == 0 { -1.0 } else { f32::from(file.u16(hmtx + 4 * column)?) / per_em };
                read.widths.push(advance);
            }
        }
        Some(read)
    }
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn u16(&self, at: usize) -> Option<u16> {
        Some(u16::from_be_bytes(self.0.get(at..at + 2)?.try_into().ok()?))
    }

    fn u32(&self, at: usize) -> Option<u32> {
        Some(u32::from_be_bytes(self.0.get(at..at + 4)?.try_into().ok()?))
    }

    fn table(&self, tag: &[u8; 4]) -> Option<usize> {
        let count = self.u16(4)? as usize;
        let record = (0..count).map(|t| 12 + 16 * t).find(|&at| self.0.get(at..at + 4) == Some(tag.as_slice()))?;
        Some(self.u32(record + 8)? as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_fonts() {
        // Inter's figures and capitals: 1 em is 2816 units
        assert!(
            (width("M", 10.0, Weight::Regular) - 8.892).abs() < 0.001,
            "M is {}",
            width("M", 10.0, Weight::Regular)
        );
        assert!(width("ii", 10.0, Weight::Regular) < width("M", 10.0, Weight::Regular), "an i is narrow");
        assert!(width("w", 10.0, Weight::SemiBold) > width("w", 10.0, Weight::Regular), "bold is wider");
        for sign in "‖·≤²₀₉⊕−λμεᵀ∈∩⊥⟨".chars() {
            let [regular, semibold, math] = &*FONTS;
            assert!(regular.of(sign).or(math.of(sign)).is_some(), "no letter for {sign}");
            assert!(semibold.of(sign).or(math.of(sign)).is_some(), "no bold letter for {sign}");
        }
    }

    #[test]
    fn symbols_have_subscripts_and_names_have_underscores() {
        assert_eq!(runs("p_A − p_B = v"), [("p", false), ("A", true), (" − p", false), ("B", true), (" = v", false)]);
        assert_eq!(runs("u_AB a_ABCDE"), [("u", false), ("AB", true), (" a_ABCDE", false)]);
        assert_eq!(
            runs("Δ_M∪k,k, w_1, 2"),
            [("Δ", false), ("M∪k,k", true), (", w", false), ("1", true), (", 2", false)]
        );
        assert_eq!(runs("box_left"), [("box_left", false)]);
        assert_eq!(runs("a_left _x x_ 한_1"), [("a_left _x x_ 한", false), ("1", true)]);
        assert_eq!(runs("w12=a1"), [("w", false), ("12", true), ("=a", false), ("1", true)]);
        assert_eq!(runs("in f64, not (f32)"), [("in f64, not (f32)", false)]);
        assert_eq!(runs("f6"), [("f", false), ("6", true)]);
        assert_eq!(runs("M4 sha256 2x1 3.5e1 x2y"), [("M4 sha256 2x1 3.5e1 x2y", false)]);
        assert!(runs("").is_empty());
        assert!(width("p_A", 10.0, Weight::Regular) < width("pA", 10.0, Weight::Regular));
    }

    #[test]
    fn text_is_wrapped_at_spaces_within_the_room() {
        let lines = wrap("one two  three four\nfive extraordinarily", 10.0, Weight::Regular, 60.0);
        assert!(lines.len() >= 3, "{lines:?}");
        assert!(
            lines.iter().all(|line| width(line, 10.0, Weight::Regular) <= 60.0 || !line.contains(' ')),
            "{lines:?}"
        );
        assert_eq!(lines.join(" "), "one two three four five extraordinarily");
        let room = width("at most ± 0.69", 10.0, Weight::Regular) + 1.0;
        assert_eq!(wrap("at most ± 0.69 m.", 10.0, Weight::Regular, room), ["at most", "± 0.69 m."], "kept together");
        assert_eq!(wrap("", 10.0, Weight::Regular, 60.0), [""]);
        assert_eq!(unparted("± 0.69 m,  3 m/s\nor 5 men"), "±\u{a0}0.69\u{a0}m,  3\u{a0}m/s\nor 5 men");
    }
}
