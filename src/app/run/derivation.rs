//! Derivation of a number: the sub-steps and listing lines that computed it, and the numbers that these lines use, back
//! to inputs of the scene.
//!
//! A number is computed in the first of the sub-steps in a row that show it with the same text. The line of the listing
//! there names the quantities that it uses; those that the run shows are derived too.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use contact_lens_lesson::{Beat, BeatIndex, Card, Value, split_label};

use super::recording::Recording;

/// Maximum number of nested quantities.
const MAX_DEPTH: usize = 5;

/// Maximum number of links.
const MAX_LINKS: usize = 24;

/// Time limit for reading the steps before the number. It is tested after each step.
const BUDGET: Duration = Duration::from_secs(2);

/// A number with the place where it was computed.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivationLink {
    /// Number of quantities between this one and the number in question; 0 for the number itself.
    pub depth: usize,
    /// The number with its symbol.
    pub value: Value,
    /// Step and beat that computed it.
    pub index: BeatIndex,
    /// Line of the listing that computes it, without its label.
    pub line: String,
}

/// An open derivation of a number.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The number in question.
    pub value: Value,
    /// Run that is searched.
    pub run: Arc<Recording>,
    /// Links, the number in question first; `None` until the search ends.
    pub links: Option<Vec<DerivationLink>>,
}

/// Values of a beat with its line.
struct BeatValues {
    index: BeatIndex,
    /// Line of the listing, without its label.
    line: String,
    values: Vec<Value>,
}

/// Returns the derivation of a value of the beat `now`.
pub fn derive(run: &Recording, value: &Value, now: BeatIndex) -> Vec<DerivationLink> {
    let history = values_up_to(run, now);
    let search = Search { card: run.lesson.card(), history: &history };
    let mut links = Vec::new();
    search.append(&mut links, value, history.len(), 0);
    links
}

/// Values of all beats up to `now` that have some, in order; the earliest ones are missing if reading takes too long.
fn values_up_to(run: &Recording, now: BeatIndex) -> Vec<BeatValues> {
    let deadline = Instant::now() + BUDGET;
    // Newest first, until the end of this function.
    let mut history = Vec::new();
    for step in (0..=now.step).rev() {
        for (beat, content) in run.build_beats(step).into_iter().enumerate().rev() {
            let index = BeatIndex { step, beat };
            if index <= now && !content.values.is_empty() {
                history.push(BeatValues { index, line: line_of(run.lesson.card(), &content), values: content.values });
            }
        }
        if Instant::now() > deadline {
            break;
        }
    }
    history.reverse();
    history
}

/// Line of the listing that a beat is about, without its label; that of the inner algorithm if there is one.
fn line_of(card: &Card, beat: &Beat) -> String {
    let line = match beat.inner {
        Some(inner) => labeled_line(inner.listing, inner.line),
        None => labeled_line(card.listing, beat.line),
    };
    line.unwrap_or_default()
}

/// Line of a listing with this label, without the label; `None` for an unknown label.
fn labeled_line(listing: &str, label: &str) -> Option<String> {
    let mut lines = listing.lines().map(split_label);
    lines.find(|(_, of_line)| *of_line == Some(label)).map(|(text, _)| text.trim().to_owned())
}

/// Search for derivations in the values of a run.
struct Search<'a> {
    card: &'a Card,
    history: &'a [BeatValues],
}

impl Search<'_> {
    /// Appends the derivation of a value that is shown before the end `end` of the history.
    fn append(&self, links: &mut Vec<DerivationLink>, value: &Value, end: usize, depth: usize) {
        if links.len() >= MAX_LINKS {
            return;
        }
        let Some(place) = self.place_of(value, end) else { return };
        let beat = &self.history[place];
        let line = self.defining_line(beat, value.symbol);
        let used = self.used_values(&line, value.symbol, place);
        links.push(DerivationLink { depth, value: value.clone(), index: beat.index, line });
        if depth + 1 < MAX_DEPTH {
            for UsedValue { value, end } in used {
                let is_listed =
                    links.iter().any(|link| link.value.symbol == value.symbol && link.value.text == value.text);
                if !is_listed {
                    self.append(links, &value, end, depth + 1);
                }
            }
        }
    }

    /// Index in the history of the beat that computed a value: the first of those in a row with the same text, up to
    /// `end`; beats that do not show the symbol are skipped.
    fn place_of(&self, value: &Value, end: usize) -> Option<usize> {
        let mut place = None;
        for index in (0..end).rev() {
            match self.history[index].values.iter().find(|other| other.symbol == value.symbol) {
                Some(other) if other.text.text == value.text.text => place = Some(index),
                Some(_) => break,
                None => {}
            }
        }
        place
    }

    /// Line that computes a symbol: that of the beat if it names the symbol, else the line of the listing that begins
    /// with the symbol and an equals sign, else that of the beat.
    fn defining_line(&self, beat: &BeatValues, symbol: &str) -> String {
        if position_of(&beat.line, symbol).is_some() {
            return beat.line.clone();
        }
        let mut lines = self.card.listing.lines().map(|line| split_label(line).0.trim());
        lines.find(|line| defines(line, symbol)).map_or_else(|| beat.line.clone(), str::to_owned)
    }

    /// Values that a line uses to compute a symbol at `place` in the history, in the order in which it names them. A
    /// line that uses the symbol itself uses its value before.
    fn used_values(&self, line: &str, symbol: &str, place: usize) -> Vec<UsedValue> {
        let of_symbol = self.named_values(symbol, symbol, place);
        // A symbol such as `−d·w` says itself from what it is computed.
        if !of_symbol.is_empty() {
            return of_symbol;
        }
        let right = line.split_once('=').map_or(line, |(_, right)| right);
        self.named_values(right, symbol, place)
    }

    /// Values that a text names, in its order, except for parts of longer symbols: `d` is not named by `−d·w` if this
    /// is a symbol too. A symbol does not name itself.
    fn named_values(&self, text: &str, symbol: &str, place: usize) -> Vec<UsedValue> {
        let mut used: Vec<NamedValue> = Vec::new();
        for index in (0..=place).rev() {
            for value in &self.history[index].values {
                let is_itself = value.symbol == symbol;
                let is_found = used.iter().any(|found| found.value.symbol == value.symbol);
                // A line that uses the symbol itself uses its value before.
                if is_found || is_itself && (text == symbol || index == place) {
                    continue;
                }
                if let Some(position) = position_of(text, value.symbol) {
                    let range = position..position + value.symbol.len();
                    used.push(NamedValue { range, value: value.clone(), end: index + 1 });
                }
            }
        }
        let ranges: Vec<Range<usize>> = used.iter().map(|named| named.range.clone()).collect();
        used.retain(|named| !ranges.iter().any(|range| contains(range, &named.range)));
        used.sort_by_key(|named| named.range.start);
        used.into_iter().map(|NamedValue { value, end, .. }| UsedValue { value, end }).collect()
    }
}

/// Value that a text names.
struct NamedValue {
    /// Range of the symbol in the text, bytes.
    range: Range<usize>,
    value: Value,
    /// End of the part of the history that shows the value, as an index.
    end: usize,
}

/// Whether a range contains another, shorter one.
fn contains(range: &Range<usize>, other: &Range<usize>) -> bool {
    range.len() > other.len() && range.start <= other.start && other.end <= range.end
}

/// Value that a line uses.
struct UsedValue {
    value: Value,
    /// End of the part of the history that shows the value, as an index.
    end: usize,
}

/// Whether a line begins with a symbol and an equals sign.
fn defines(line: &str, symbol: &str) -> bool {
    line.strip_prefix(symbol).is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Whether a character may be a part of a longer name.
fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || ('₀'..='₉').contains(&c)
}

/// Position of a symbol in a text, where it is no part of a longer name; `None` if the text does not name it.
fn position_of(text: &str, symbol: &str) -> Option<usize> {
    let found = text.match_indices(symbol).find(|(start, _)| {
        let before = text[..*start].ends_with(is_part_of_name) && symbol.starts_with(is_part_of_name);
        let after = text[start + symbol.len()..].starts_with(is_part_of_name) && symbol.ends_with(is_part_of_name);
        !before && !after
    });
    found.map(|(start, _)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_as_whole_names() {
        assert_eq!(position_of("max(μ, −d·w)", "μ"), Some(4));
        assert_eq!(position_of("μ_A + μ_B", "μ"), None);
        assert_eq!(position_of("d·(w − v)", "v"), Some("d·(w − ".len()));
        assert_eq!(position_of("−v/|v|", "|v|"), Some("−v/".len()));
        assert_eq!(position_of("depth of bodies", "d"), None);
    }
}
