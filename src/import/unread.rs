//! Search for numbers that no reader has read although they seem to describe a body; a text with such a number is
//! refused rather than read in part.
//!
//! - **Rule:** A part of a line that is not about something else (time, gravity, a result, a color, …) is refused if it
//!   has an unread tuple of numbers, an unread number directly after a word of sizes or frames, or, in a line without
//!   any part that is read, an unread number and a word of shapes, sizes or poses.
//! - **Limits:** A line with a word of either list may be misjudged; its error quotes it, so that it can be removed.

mod bodies;
mod numerals;
mod subject;
mod words;

use std::ops::Range;

use super::ledger::{Ledger, shown};
pub(super) use bodies::{check_named, find_around, states_body};
use numerals::{is_index, is_tuple, number_ranges, without_type_suffix};
use words::{ABOUT_BODIES, GEOMETRY, MOVED, OBSERVED, OTHER_TOPIC_WORDS, OTHER_TOPICS, PLACED, RESTATED, UNITS};

/// Text after a reader has read it, with the ranges whose numbers are not checked.
pub(super) struct Text<'a> {
    text: &'a str,
    /// Whether each byte is in a comment, or in a part that is checked elsewhere; empty if none is.
    unchecked: Vec<bool>,
    /// Whether the text is printed by a program, so that all numbers of a line belong to its words.
    printed: bool,
}

impl<'a> Text<'a> {
    /// Creates a text that a program has printed.
    pub(super) fn printed(text: &'a str) -> Self {
        Self { text, unchecked: Vec::new(), printed: true }
    }

    /// Creates a text that a program has printed; numbers in `ranges` are not checked.
    pub(super) fn records(text: &'a str, ranges: &[Range<usize>]) -> Self {
        Self { printed: true, ..Self::code(text, ranges) }
    }

    /// Creates a text of code or sentences; numbers in `ranges` are not checked.
    pub(super) fn code(text: &'a str, ranges: &[Range<usize>]) -> Self {
        let mut unchecked = vec![false; text.len()];
        for range in ranges {
            let end = range.end.min(text.len());
            unchecked[range.start.min(end)..end].fill(true);
        }
        Self { text, unchecked, printed: false }
    }

    /// Whether numbers at an offset are not checked.
    fn is_unchecked(&self, offset: usize) -> bool {
        self.unchecked.get(offset).copied().unwrap_or_default()
    }
}

/// Whether a name, in lower case, is about something other than the shape and pose of a body, such as time or color.
pub(super) fn is_about_other_topic(name: &str) -> bool {
    OTHER_TOPICS.iter().any(|word| name.contains(word))
}

/// Maximum length of the text before an open bracket that is kept for the line after it, bytes.
const MAX_OPENING_BYTES: usize = 1_000;

/// Finds the first unread number that seems to describe a body: its offset in bytes, and the message of the error;
/// `None` if every such number is read. The ledger has the ranges that a reader has read.
pub(super) fn find(ledger: &Ledger<'_>, text: &Text<'_>) -> Option<(usize, String)> {
    let mut opening = String::new();
    let mut line = Line::default();
    for range in part_ranges(text.text) {
        let part = Part::new(text, range, std::mem::take(&mut opening));
        let mut unread: Vec<Range<usize>> = number_ranges(part.text)
            .into_iter()
            .map(|number| part.start + number.start..part.start + number.end)
            .filter(|number| !ledger.is_taken(number.start) && !text.is_unchecked(number.start))
            .filter(|number| text.printed || !is_index(text.text, part.start, number.start))
            .collect();
        if !unread.is_empty() && !is_loop(part.text) && !part.is_about_other_topic() {
            if part.start >= line.end {
                line = Line::containing(part.start, text.text, ledger);
            }
            if !text.printed && !line.is_read {
                unread.retain(|number| !part.restates(number, ledger));
            }
            if let Some(number) = part.number_of_body(&unread, !line.is_read) {
                let why = format!(
                    "this number seems to belong to a body and is not understood: `{}`; remove it if it does not \
                     matter",
                    shown(part.text)
                );
                return Some((number.start, why));
            }
        }
        if part.text.trim_end().ends_with(['(', '[', '{']) && part.lower_with_opening.len() < MAX_OPENING_BYTES {
            opening = part.with_opening;
        }
    }
    None
}

/// Whether a part of a text is the head of a loop, which is run or refused as a whole.
fn is_loop(part: &str) -> bool {
    let word: &str = part.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    ["for", "foreach", "while"].contains(&word)
}

/// Line of a text.
#[derive(Default)]
struct Line {
    /// Offset of the end of the line, bytes.
    end: usize,
    /// Whether a part of the line is read.
    is_read: bool,
}

impl Line {
    /// Returns the line that contains an offset in the text.
    fn containing(offset: usize, text: &str, ledger: &Ledger<'_>) -> Self {
        let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |index| index + 1);
        let end = text.get(offset..).and_then(|after| after.find('\n')).map_or(text.len(), |index| offset + index);
        Self { end, is_read: (start..end).any(|offset| ledger.is_taken(offset)) }
    }
}

/// Part of a text, which ends with a line or a statement.
struct Part<'a> {
    /// Whole text that is checked.
    whole: &'a Text<'a>,
    /// Text of this part.
    text: &'a str,
    /// Offset in the whole text, bytes.
    start: usize,
    /// Text of this part, preceded by that of the part whose open bracket contains it.
    with_opening: String,
    /// Text of `with_opening` without the name of a body that it assigns, for the search of words about something else.
    topic: String,
    /// Text of `with_opening` in lower case.
    lower_with_opening: String,
    /// Offset of this part in `with_opening`, bytes.
    opening_length: usize,
}

impl<'a> Part<'a> {
    /// Returns the part of a text in a range; `opening` is the text of the earlier part whose open bracket contains it.
    fn new(whole: &'a Text<'a>, range: Range<usize>, opening: String) -> Self {
        let text = whole.text.get(range.clone()).unwrap_or_default();
        let opening_length = opening.len();
        let with_opening = opening + text;
        let lower_with_opening = subject::lower_topic(&with_opening);
        let topic = subject::without_body_name(&with_opening);
        Self { whole, text, start: range.start, topic, with_opening, lower_with_opening, opening_length }
    }

    /// Returns a number of the whole text without the suffix of its type.
    fn number_text(&self, number: &Range<usize>) -> &'a str {
        without_type_suffix(self.whole.text.get(number.clone()).unwrap_or_default())
    }

    /// Whether the part is about something other than bodies.
    fn is_about_other_topic(&self) -> bool {
        let topic = subject::lower_topic(&self.topic);
        OTHER_TOPICS.iter().any(|word| topic.contains(word))
            || OTHER_TOPIC_WORDS.iter().any(|word| self.has_word(&topic, word))
    }

    /// Whether a name in the part, which is `topic` in lower case, has a word that begins with `word`. A word begins
    /// after a sign or digit, or with a capital next to another capital or after a small letter.
    fn has_word(&self, topic: &str, word: &str) -> bool {
        topic.match_indices(word).any(|(offset, _)| {
            let before = self.topic.get(..offset).and_then(|before| before.chars().next_back());
            let first = self.topic.get(offset..).and_then(|after| after.chars().next());
            let after = self.topic.get(offset + word.len()..).and_then(|after| after.chars().next());
            let is_capital = first.is_some_and(char::is_uppercase);
            let has_case_change = before.is_some_and(char::is_lowercase) || after.is_some_and(char::is_uppercase);
            let begins = before.is_none_or(|c| !c.is_alphabetic()) || is_capital && has_case_change;
            let following = topic.get(offset + word.len()..).unwrap_or_default();
            // `logistics` is not a log, and a `hitbox` is a body.
            let is_other = word == "log" && after.is_some_and(|c| c.is_lowercase() && c != 'g' && c != 'f');
            begins && !is_other && !following.starts_with("box")
        })
    }

    /// Returns this part in lower case.
    fn lower(&self) -> &str {
        self.lower_with_opening.get(self.opening_length..).unwrap_or_default()
    }

    /// Returns the first of the `unread` numbers that seems to describe a body.
    fn number_of_body<'n>(&self, unread: &'n [Range<usize>], is_line_unread: bool) -> Option<&'n Range<usize>> {
        for pair in unread.windows(2) {
            let [number, next] = pair else { continue };
            let are_units = self.is_unit_scale(number) && self.is_unit_scale(next);
            if is_tuple(self.whole.text, number, next) && !self.is_lua_loop() && !are_units {
                return Some(number);
            }
        }
        // Words of sizes and frames in this part, with the offsets of their first ends.
        let words: Vec<(&str, usize)> =
            GEOMETRY.iter().filter_map(|word| Some((*word, self.lower().find(word)? + word.len()))).collect();
        let size = unread.iter().find(|number| !words.is_empty() && self.is_size(number, &words));
        let size = size.or_else(|| unread.iter().find(|number| self.is_motion(number)));
        if size.is_some() || ABOUT_BODIES.iter().all(|word| !self.lower().contains(word)) {
            return size;
        }
        let is_stated = is_line_unread && !self.whole.printed;
        unread.iter().find(|number| self.is_placed(number) || is_stated && self.is_value(number))
    }

    /// Whether a number of a sentence, after the name of a size, repeats a number that is read elsewhere in the text.
    fn restates(&self, number: &Range<usize>, ledger: &Ledger<'_>) -> bool {
        let value: f64 = self.number_text(number).parse().unwrap_or(f64::NAN);
        let name = name_before(self.lower().get(..number.start - self.start).unwrap_or_default());
        let is_sentence = !self.text.contains(['=', ';', '{', '[']);
        is_sentence
            && RESTATED.contains(&name)
            && number_ranges(self.whole.text)
                .into_iter()
                .any(|other| ledger.is_taken(other.start) && self.number_text(&other).parse::<f64>() == Ok(value))
    }

    /// Whether the part begins a loop of Lua: `for i = 1, 2 do`.
    fn is_lua_loop(&self) -> bool {
        self.lower().trim_start().starts_with("for ") && !self.text.contains(['(', '[', '{'])
    }

    /// Whether a number is a scale of 1, which changes nothing.
    fn is_unit_scale(&self, number: &Range<usize>) -> bool {
        let value = self.number_text(number).trim_end_matches('.');
        self.lower().contains("scale") && value.parse::<f64>() == Ok(1.0)
    }

    /// Whether a number other than 0 is assigned or passed to something, rather than being a word of a sentence.
    fn is_value(&self, number: &Range<usize>) -> bool {
        let before = self.text.get(..number.start - self.start).unwrap_or_default();
        let is_question = self.text.trim_end().ends_with('?');
        let is_zero = self.number_text(number).parse::<f64>() == Ok(0.0);
        let states = before.trim_end_matches([' ', '-', '"']).ends_with(['=', ':', '(', '[', '{', '<', ',']);
        states && !is_question && !is_zero
    }

    /// Whether a sentence states with a number where a body is: "rotated by 30 degrees", "2.4 above it".
    fn is_placed(&self, number: &Range<usize>) -> bool {
        let after = self.lower().get(number.end - self.start..).unwrap_or_default();
        UNITS.iter().chain(&["above ", "below "]).any(|unit| after.trim_start().starts_with(unit))
            && PLACED.iter().any(|word| self.lower().contains(word))
            && !OBSERVED.iter().any(|word| self.lower().contains(word))
            && !self.text.trim_end().ends_with('?')
    }

    /// Whether a sentence states by how much a body is moved or scaled: "I scaled it by 2".
    fn is_motion(&self, number: &Range<usize>) -> bool {
        let before =
            self.lower().get(..number.start - self.start).unwrap_or_default().trim_end_matches([' ', '(', '-']);
        let is_amount = before.ends_with(" by") || before.ends_with(" factor of");
        is_amount && MOVED.iter().any(|word| before.contains(word)) && !self.text.trim_end().ends_with('?')
    }

    /// Whether a number states the size or the frame of a shape, by the words before it; `words` are the words of the
    /// part, with the offsets of their first ends.
    fn is_size(&self, number: &Range<usize>, words: &[(&str, usize)]) -> bool {
        let value: f64 = self.number_text(number).parse().unwrap_or(f64::NAN);
        let offset = number.start - self.start;
        let name = name_before(self.lower().get(..offset).unwrap_or_default());
        // Jolt's convex radius rounds a shape within its sizes.
        if name.contains("convexradius") {
            return false;
        }
        let is_printed = self.whole.printed;
        let word = words.iter().find(|(word, end)| if is_printed { *end <= offset } else { name.contains(word) });
        // A scale of 1 changes nothing.
        value != 0.0 && word.is_some_and(|(word, _)| *word != "scale" || value != 1.0)
    }
}

/// Returns the name at the end of a text, with a sign or a blank after it; empty if there is none.
fn name_before(text: &str) -> &str {
    let trimmed = text.trim_end_matches(|c: char| c.is_whitespace() || "=:-\"'".contains(c));
    let from = trimmed.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |index| index + 1);
    trimmed.get(from..).filter(|_| trimmed.len() < text.len()).unwrap_or_default()
}

/// Returns the parts of a text, which end with a line or a statement.
fn part_ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut offset = 0;
    text.split_inclusive(['\n', ';']).map(move |part| {
        offset += part.len();
        offset - part.len()..offset
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a text is refused if the words in `read` are read.
    fn is_refused(text: &Text<'_>, read: &str) -> bool {
        let mut ledger = Ledger::new("t", text.text);
        let offset = text.text.find(read).filter(|_| !read.is_empty());
        offset.into_iter().for_each(|offset| ledger.take(offset..offset + read.len()));
        find(&ledger, text).is_some()
    }

    fn code(text: &str, read: &str) -> bool {
        is_refused(&Text::code(text, &[]), read)
    }

    #[test]
    fn words_inside_other_words_are_not_about_something_else() {
        assert!(code("catalog.add([2, 0, 1])", ""));
        assert!(code("logistics.add([2, 0, 1])", ""));
        assert!(code("player.box([2, 0, 1])", ""));
        assert!(code("white_box([2, 0, 1])", ""));
        assert!(code("footprint = [2, 0, 1]", ""));
        assert!(!code("Debug.Log(v, 2, 0, 1)", ""));
        assert!(!code("logger.info(2, 0, 1)", ""));
        assert!(!code("setLayers(2, 0, 1)", ""));
        assert!(!code("fprintf(f, 2, 0, 1)", ""));
        assert!(!code("DEBUG_PRINT(2, 0, 1)", ""));
    }

    #[test]
    fn numbers_about_bodies_are_not_left_unread() {
        assert!(code("xf->Translate(0, 0, 1);", ""));
        assert!(code("box.radius = 3;", "box"));
        assert!(code("the box is 3 m above the other", ""));
        assert!(code("rotation: 0.5", ""));
        assert!(!code("world.createFixture(box, 2.0f);", "world"));
        assert!(!code("world.setGravity(0, -9.8, 0);", ""));
        assert!(!code("a box of rapier3d 0.22 in 3D; with 4 boxes it is slow", ""));
        assert!(!code("for i in 0..3", ""));
        assert!(!code("T[0, 3] = 1.25", "T"));
        assert!(!code("input.proxy.Set(&circle, 0);", ""));
        assert!(!is_refused(&Text::code("// box (1, 2, 3)", std::slice::from_ref(&(0..16))), ""));
        assert!(is_refused(&Text::printed("Box: scale 2"), "Box"));
        assert!(!is_refused(&Text::printed("shape_scale 1 Box"), "Box"));
    }
}
