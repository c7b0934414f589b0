//! Fonts of figures: widths of text, subscripts of symbols, and line breaks that keep formulas together.
//!
//! Words are set in Inter, and the mathematical signs that Inter lacks in DejaVu Sans. Both fonts are embedded in the
//! binary, so that a figure looks the same on every machine.

use std::sync::LazyLock;

use ttf_parser::Face;

/// Names of precisions, which look like symbols with an index. They count as precisions only after
/// [`BEFORE_PRECISIONS`] (`in f64`), since faces may have the same names (face `f64`).
const PRECISIONS: [&str; 2] = ["f32", "f64"];

/// Words before the name of a precision.
const BEFORE_PRECISIONS: [&str; 3] = ["in ", "(", "against "];

/// Largest number of capitals and digits of a subscript after an underscore.
const MAX_CAPITALS: usize = 4;

/// Words that are subscripts after a symbol, as in `t_max`.
const SUBSCRIPT_WORDS: [&str; 6] = ["max", "min", "first", "last", "probe", "abs"];

/// Space that does not break a line.
const HARD_SPACE: char = '\u{a0}';

/// Operators inside short formulas, as in `w1 = a1 − b1`.
const OPERATORS: [&str; 6] = ["=", "−", "+", "×", "≤", "<"];

/// Longest operand of a formula that is kept on one line, letters.
const MAX_OPERAND: usize = 6;

/// Font file of Inter in the regular weight.
pub const REGULAR: &[u8] = include_bytes!("Inter-Regular.otf");

/// Font file of Inter in the semi-bold weight.
pub const SEMIBOLD: &[u8] = include_bytes!("Inter-SemiBold.otf");

/// Font file of DejaVu Sans, reduced to mathematical signs.
pub const MATH: &[u8] = include_bytes!("DejaVuSans-Math.ttf");

/// Weight (boldness) of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weight {
    /// Weight of running text.
    #[default]
    Regular,
    /// Weight of titles and labels.
    SemiBold,
}

/// Distance from the middle of the letters of a line down to its base line, as a share of the font size.
pub const BASE_LINE: f64 = 0.36;

/// Height of capitals as a share of the font size.
pub const CAP_HEIGHT: f64 = 0.727;

/// Width of a letter that no embedded font has, as a share of the font size: about that of Latin letters.
const TYPICAL_ADVANCE: f32 = 0.6;

/// Parsed fonts: regular, semi-bold, mathematical signs; `None` where parsing failed.
static FONTS: LazyLock<[Option<Face<'static>>; 3]> =
    LazyLock::new(|| [REGULAR, SEMIBOLD, MATH].map(|bytes| Face::parse(bytes, 0).ok()));

/// Advance width of a letter as a share of the font size; `None` if the font lacks it.
fn advance(font: &Option<Face<'static>>, c: char) -> Option<f32> {
    let face = font.as_ref()?;
    let glyph = face.glyph_index(c).filter(|glyph| glyph.0 != 0)?;
    Some(f32::from(face.glyph_hor_advance(glyph)?) / f32::from(face.units_per_em()))
}

/// Width of a letter as a share of the font size: from the font of this weight, else from the font of mathematical
/// signs, else [`estimated_advance`].
fn advance_or_fallback(weight: Weight, c: char) -> f32 {
    let [regular, semibold, math] = &*FONTS;
    let first = if weight == Weight::Regular { regular } else { semibold };
    advance(first, c).or_else(|| advance(math, c)).unwrap_or_else(|| estimated_advance(c))
}

/// Widths of the ASCII letters for both weights, cached.
static ASCII: LazyLock<[[f32; 128]; 2]> = LazyLock::new(|| {
    [Weight::Regular, Weight::SemiBold]
        .map(|weight| std::array::from_fn(|c| advance_or_fallback(weight, char::from(c as u8))))
});

/// Size of subscripts as a share of the text's size.
pub const SUBSCRIPT_SCALE: f64 = 0.74;

/// Width of a line of text, points. Subscripts of symbols such as `p_A` are measured at their smaller size.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let ascii = &ASCII[usize::from(weight == Weight::SemiBold)];
    let mut sum = 0.0;
    for (part, is_subscript) in split_subscripts(text) {
        let letters = part
            .chars()
            .map(|c| ascii.get(c as usize).copied().unwrap_or_else(|| advance_or_fallback(weight, c)))
            .map(f64::from);
        sum += letters.sum::<f64>() * if is_subscript { SUBSCRIPT_SCALE } else { 1.0 };
    }
    sum * size
}

/// Splits a text into parts that are subscripts (`true`) or not: `p_A` is `p` and `A`, `w12` is `w` and `12`, `Δ_M∪k,k`
/// is `Δ` and the remainder. Underscores before subscripts are dropped. Only symbols of one letter (lower-case, where
/// there is no underscore) have subscripts, so names such as `box_left`, `M4` and `sha256` stay whole, and so do the
/// names of the two precisions.
pub fn split_subscripts(text: &str) -> Vec<(&str, bool)> {
    if !text.bytes().any(|c| c == b'_' || c.is_ascii_digit()) {
        return if text.is_empty() { Vec::new() } else { vec![(text, false)] };
    }
    let letters = Letters { text, chars: text.char_indices().collect() };
    let mut runs = Vec::new();
    // Byte index up to which the text is split.
    let mut from = 0;
    // Number of the current letter.
    let mut k = 0;
    // Whether the current letter follows the subscript of another symbol, as the `b` of `a2b13` does.
    let mut follows_subscript = false;
    while k < letters.chars.len() {
        let is_first = k == 0 || !letters.is_in_word(k - 1) || follows_subscript;
        follows_subscript = false;
        let [begin, end] = if is_first { letters.subscript(k) } else { [k; 2] };
        // A subscript ends where the word ends, or where another symbol with a number follows.
        if end > begin && (!letters.is_in_word(end) || letters.is_symbol(k) && letters.chain_ends(end)) {
            follows_subscript = letters.is_in_word(end);
            let [symbol_end, low, high] = [k + 1, begin, end].map(|k| letters.byte(k));
            runs.extend([(&text[from..symbol_end], false), (&text[low..high], true)]);
            from = high;
            k = end;
        } else {
            k += 1;
        }
    }
    runs.push((&text[from..], false));
    runs.retain(|(part, _)| !part.is_empty());
    runs
}

/// Whether an embedded font has the letter, in the regular weight.
pub fn has_glyph(c: char) -> bool {
    let [regular, _, math] = &*FONTS;
    c.is_ascii() || advance(regular, c).or_else(|| advance(math, c)).is_some()
}

/// Whether a character is a combining mark, such as an accent, which has no width of its own.
pub fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Estimated width of a letter that no embedded font has, as a share of the font size: 1 for square scripts.
fn estimated_advance(c: char) -> f32 {
    match c {
        _ if is_combining_mark(c) => 0.0,
        // Chinese, Japanese and Korean scripts, and emoji.
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{1f000}'.. => 1.0,
        _ => TYPICAL_ADVANCE,
    }
}

/// Removes punctuation marks at the end of a word.
fn without_punctuation(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', ':', ')'])
}

/// Whether a word is short enough for an operand of a formula that is kept on one line.
fn is_short(word: &str) -> bool {
    (1..=MAX_OPERAND).contains(&without_punctuation(word).chars().count())
}

/// Replaces spaces between numbers and their signs and units, and inside short formulas, by hard spaces, so that lines
/// do not break there.
pub fn with_hard_spaces(text: &str) -> String {
    let mut joined = String::with_capacity(text.len() + 8);
    let words: Vec<&str> = text.split(' ').collect();
    for (i, &word) in words.iter().enumerate() {
        let follows_number = joined.ends_with(|c: char| c.is_ascii_digit());
        let is_unit_of_number = follows_number && word.lines().next().is_some_and(is_unit);
        // `N s` is one unit.
        let follows_newtons = joined.ends_with('N') && joined.trim_end_matches('N').ends_with([' ', HARD_SPACE]);
        let is_seconds = follows_newtons && without_punctuation(word) == "s";
        let is_in_formula = i > 0 && is_formula(&words, i) || i > 1 && is_formula(&words, i - 1);
        let keeps_together = is_unit_of_number || is_seconds || is_in_formula || joined.ends_with('±');
        if i > 0 {
            joined.push(if keeps_together { HARD_SPACE } else { ' ' });
        }
        joined.push_str(word);
    }
    joined
}

/// Breaks text into lines of at most `available` points; a longer word has a line of its own. See [`break_lines`].
pub fn wrap(text: &str, size: f64, weight: Weight, available: f64) -> Vec<String> {
    break_lines(text, |line| width(line, size, weight) <= available)
}

/// Breaks text at spaces into lines that satisfy `fits`; a longer word has a line of its own. Numbers keep their sign
/// and unit.
pub fn break_lines(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    let text = with_hard_spaces(text);
    let words = text.split(|c: char| c.is_whitespace() && c != HARD_SPACE);
    for word in words.filter(|word| !word.is_empty()) {
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

/// Shortens a text to `available` points, with an ellipsis at its end where letters are dropped.
pub(super) fn elide(text: &str, size: f64, weight: Weight, available: f64) -> String {
    if width(text, size, weight) <= available {
        return text.to_owned();
    }
    let ends = text.char_indices().map(|(byte, _)| byte).rev();
    let mut shortened = ends.map(|end| format!("{}…", text[..end].trim_end_matches([' ', ',', ':'])));
    shortened.find(|text| width(text, size, weight) <= available).unwrap_or_else(|| String::from("…"))
}

/// Whether a word is a unit, perhaps with a punctuation mark.
fn is_unit(word: &str) -> bool {
    const UNITS: [&str; 14] = ["m", "m²", "m³", "km", "cm", "mm", "µm", "nm", "m/s", "s", "rad", "J", "N", "kg"];
    UNITS.contains(&without_punctuation(word))
}

/// Whether the words before and after the sign `words[at]` are short: the three are kept together.
fn is_formula(words: &[&str], at: usize) -> bool {
    OPERATORS.contains(&words[at]) && is_short(words[at - 1]) && words.get(at + 1).is_some_and(|word| is_short(word))
}

/// A text as letters, with the byte index of each.
struct Letters<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
}

impl Letters<'_> {
    /// Letter number `k`, from 0; `None` past the end.
    fn at(&self, k: usize) -> Option<char> {
        self.chars.get(k).map(|(_, c)| *c)
    }

    /// Byte index of letter `k`, or of the end of the text.
    fn byte(&self, k: usize) -> usize {
        self.chars.get(k).map_or(self.text.len(), |c| c.0)
    }

    /// Whether letter `k` is a digit.
    fn is_digit(&self, k: usize) -> bool {
        self.at(k).is_some_and(|c| c.is_ascii_digit())
    }

    /// Whether letter `k` is part of a word.
    fn is_in_word(&self, k: usize) -> bool {
        self.at(k).is_some_and(|c| c.is_alphanumeric() && !matches!(c, '²' | '³') || c == '_')
    }

    /// Whether letter `k` is a symbol with a number. Symbols may follow one another without a gap: `a2b13` is two.
    fn is_symbol(&self, k: usize) -> bool {
        self.at(k).is_some_and(char::is_lowercase) && self.is_digit(k + 1)
    }

    /// End of the digits that follow letter `k`.
    fn digits_after(&self, k: usize) -> usize {
        k + 1 + (k + 1..).take_while(|&i| self.is_digit(i)).count()
    }

    /// Whether a word ends after the symbols with numbers that follow each other from letter `k` on.
    fn chain_ends(&self, mut k: usize) -> bool {
        while self.is_symbol(k) {
            k = self.digits_after(k);
        }
        !self.is_in_word(k)
    }

    /// Begin and end of the subscript of letter `k`, as numbers of letters; both are `k` where it has none.
    fn subscript(&self, k: usize) -> [usize; 2] {
        let Some(symbol) = self.at(k) else { return [k; 2] };
        let has_underscore = self.at(k + 1) == Some('_') && self.at(k + 2).is_some_and(char::is_alphanumeric);
        if symbol.is_alphabetic() && has_underscore {
            return [k + 2, self.end_of_subscript(k + 2)];
        }
        if symbol.is_lowercase() && self.is_digit(k + 1) && !self.is_precision(k) {
            return [k + 1, self.digits_after(k)];
        }
        [k; 2]
    }

    /// End of a subscript that begins at letter `begin`, after an underscore: a word of [`SUBSCRIPT_WORDS`], capitals
    /// and digits, or else one letter; then single letters, each after a comma or `∪`.
    fn end_of_subscript(&self, begin: usize) -> usize {
        let text = &self.text[self.byte(begin)..];
        let word = SUBSCRIPT_WORDS.iter().find(|word| text.starts_with(**word)).map_or(0, |word| word.len());
        let first_letters = (begin..begin + MAX_CAPITALS).map_while(|i| self.at(i));
        let capitals = first_letters.take_while(|c| c.is_ascii_uppercase() || c.is_ascii_digit()).count();
        let mut end = begin + capitals.max(word).max(1);
        while matches!(self.at(end), Some(',' | '∪')) && self.is_in_word(end + 1) && !self.is_in_word(end + 2) {
            end += 2;
        }
        end
    }

    /// Whether letter `k` and the digits after it are the name of a precision, as in `in f64`.
    fn is_precision(&self, k: usize) -> bool {
        let word = &self.text[self.byte(k)..self.byte(self.digits_after(k))];
        let before = &self.text[..self.byte(k)];
        PRECISIONS.contains(&word) && BEFORE_PRECISIONS.iter().any(|word| before.ends_with(word))
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
            assert!(advance(regular, sign).or(advance(math, sign)).is_some(), "no letter for {sign}");
            assert!(advance(semibold, sign).or(advance(math, sign)).is_some(), "no bold letter for {sign}");
        }
    }

    #[test]
    fn a_long_text_ends_with_an_ellipsis() {
        let whole = "d: how far the body reaches inward";
        assert_eq!(elide(whole, 12.0, Weight::Regular, 1000.0), whole);
        let cut = elide(whole, 12.0, Weight::Regular, 100.0);
        assert!(cut.ends_with('…') && whole.starts_with(cut.trim_end_matches('…')), "{cut}");
        assert!(width(&cut, 12.0, Weight::Regular) <= 100.0 && cut.chars().count() > 10, "{cut}");
        assert_eq!(elide(whole, 12.0, Weight::Regular, 0.0), "…");
    }

    #[test]
    fn symbols_have_subscripts_and_names_have_underscores() {
        assert_eq!(
            split_subscripts("p_A − p_B = v"),
            [("p", false), ("A", true), (" − p", false), ("B", true), (" = v", false)]
        );
        assert_eq!(split_subscripts("u_AB a_ABCDE"), [("u", false), ("AB", true), (" a_ABCDE", false)]);
        assert_eq!(
            split_subscripts("Δ_M∪k,k, w_1, 2"),
            [("Δ", false), ("M∪k,k", true), (", w", false), ("1", true), (", 2", false)]
        );
        assert_eq!(split_subscripts("box_left"), [("box_left", false)]);
        assert_eq!(split_subscripts("t_max, a_maximum"), [("t", false), ("max", true), (", a_maximum", false)]);
        assert_eq!(split_subscripts("a_left _x x_ 한_1"), [("a_left _x x_ 한", false), ("1", true)]);
        assert_eq!(split_subscripts("w12=a1"), [("w", false), ("12", true), ("=a", false), ("1", true)]);
        assert_eq!(split_subscripts("in f64, not (f32)"), [("in f64, not (f32)", false)]);
        assert_eq!(split_subscripts("f6"), [("f", false), ("6", true)]);
        assert_eq!(split_subscripts("at f32"), [("at f", false), ("32", true)], "a face");
        let chain = [("1 a", false), ("2", true), ("b", false), ("13", true), (" t", false)];
        assert_eq!(split_subscripts("1 a2b13 t"), chain, "two edges that meet in a corner");
        assert_eq!(split_subscripts("M4 sha256 2x1 3.5e1 x2y"), [("M4 sha256 2x1 3.5e1 x2y", false)]);
        assert!(split_subscripts("").is_empty());
        assert!(width("p_A", 10.0, Weight::Regular) < width("pA", 10.0, Weight::Regular));
    }

    #[test]
    fn text_is_wrapped_at_spaces() {
        let lines = wrap("one two  three four\nfive extraordinarily", 10.0, Weight::Regular, 60.0);
        assert!(lines.len() >= 3, "{lines:?}");
        assert!(
            lines.iter().all(|line| width(line, 10.0, Weight::Regular) <= 60.0 || !line.contains(' ')),
            "{lines:?}"
        );
        assert_eq!(lines.join(" "), "one two three four five extraordinarily");
        let available = width("at most ± 0.69", 10.0, Weight::Regular) + 1.0;
        assert_eq!(
            wrap("at most ± 0.69 m.", 10.0, Weight::Regular, available),
            ["at most", "± 0.69 m."],
            "kept together"
        );
        assert_eq!(wrap("", 10.0, Weight::Regular, 60.0), [""]);
        assert_eq!(with_hard_spaces("way is w1 = a1 − b1."), "way is w1\u{a0}=\u{a0}a1\u{a0}−\u{a0}b1.", "a formula");
        assert_eq!(
            with_hard_spaces("d = (0.1, 0, 1) − 2"),
            "d\u{a0}=\u{a0}(0.1, 0, 1)\u{a0}−\u{a0}2",
            "but for long ones"
        );
        assert_eq!(with_hard_spaces("± 0.69 m,  3 m/s\nor 5 men"), "±\u{a0}0.69\u{a0}m,  3\u{a0}m/s\nor 5 men");
    }
}
