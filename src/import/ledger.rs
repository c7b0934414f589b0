//! Record of the bytes of a text that a reader has understood. The remainder is quoted with its lines, so that no part
//! of a source is lost silently: readers mark ranges with [`Ledger::take`], and [`Ledger::close`] returns the quotes.

use std::ops::Range;

/// Maximum number of characters that a quote shows.
const MAX_QUOTE_CHARS: usize = 120;

/// Maximum number of characters of the reason why a part of a capture is missing.
const MAX_REASON_CHARS: usize = 400;

/// Part of a file that the scene does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// File as the user named it.
    pub file: String,
    /// Lines from 1, ascending; empty for a file without lines.
    pub lines: Vec<usize>,
    /// Quoted text, from the first of these lines.
    pub text: String,
    /// Reason why it is not in the scene; empty if it was simply not understood.
    pub why: String,
}

impl std::fmt::Display for Quote {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.file)?;
        if let Some(line) = self.lines.first() {
            write!(out, ":{line}")?;
        }
        write!(out, ": `{}`", self.text)?;
        match self.lines.as_slice() {
            [] | [_] => {}
            // Adjacent lines.
            [first, .., last] if last - first + 1 == self.lines.len() => write!(out, " to line {last}")?,
            [_, _] => write!(out, " and 1 line like it")?,
            more => write!(out, " and {} lines like it", more.len() - 1)?,
        }
        if self.why.is_empty() { write!(out, " was not understood") } else { write!(out, ": {}", self.why) }
    }
}

/// Text with a mark on each byte that was understood.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    /// Name of the source in the quotes.
    file: &'a str,
    text: &'a str,
    /// Offsets of the lines, bytes.
    starts: Vec<usize>,
    /// Whether each byte is marked.
    taken: Vec<bool>,
    quotes: Vec<Quote>,
}

impl<'a> Ledger<'a> {
    /// Creates a record without marks; `file` is the name in quotes.
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(line_end, _)| line_end + 1)).collect();
        Self { file, text, starts, taken: vec![false; text.len()], quotes: Vec::new() }
    }

    /// Returns the line of an offset, from 1.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }

    /// Returns the line and the column of an offset, both from 1; the column counts characters.
    pub(super) fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let before = self.text.get(start..offset).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    /// Marks bytes that are in the scene, or have no meaning for it.
    pub(super) fn take(&mut self, range: Range<usize>) {
        let end = range.end.min(self.taken.len());
        if let Some(bytes) = self.taken.get_mut(range.start.min(end)..end) {
            bytes.fill(true);
        }
    }

    /// Whether a byte is marked.
    pub(super) fn is_taken(&self, offset: usize) -> bool {
        self.taken.get(offset).copied().unwrap_or_default()
    }

    /// Quotes the bytes of a range with a reason and marks them, unless all are marked. Quotes with one reason and of
    /// one kind (`friction="…"`) are merged into one with all their lines.
    pub(super) fn quote(&mut self, range: Range<usize>, why: &str) {
        if self.taken.get(range.clone()).is_none_or(|bytes| bytes.iter().all(|taken| *taken)) {
            return;
        }
        self.note(range, why);
    }

    /// Quotes the bytes of a range with a reason, whether they are marked or not, and marks them.
    pub(super) fn note(&mut self, range: Range<usize>, why: &str) {
        let lines: Vec<usize> = (self.line(range.start)..=self.line(range.end.max(range.start + 1) - 1)).collect();
        let text = shown(self.text.get(range.clone()).unwrap_or_default());
        self.take(range);
        let similar = self.quotes.iter_mut().find(|quote| quote.why == why && tag_of(&quote.text) == tag_of(&text));
        match similar.filter(|_| !why.is_empty()) {
            Some(quote) => {
                quote.lines.extend(lines);
                quote.lines.sort_unstable();
                quote.lines.dedup();
            }
            None => self.quotes.push(Quote { file: self.file.to_owned(), lines, text, why: why.to_owned() }),
        }
    }

    /// Whether a byte belongs to a word or a number that was not understood.
    fn is_content(&self, offset: usize) -> bool {
        let byte = self.text.as_bytes()[offset];
        !self.taken[offset] && (byte.is_ascii_alphanumeric() || byte >= 128)
    }

    /// Returns all quotes, including those of unmarked words and numbers: adjacent lines form one quote.
    pub(super) fn close(mut self) -> Vec<Quote> {
        let mut open: Option<Quote> = None;
        for (index, start) in self.starts.iter().enumerate() {
            let number = index + 1;
            let end = self.starts.get(number).map_or(self.text.len(), |next| next - 1);
            let mut offsets = *start..end;
            let Some(content_start) = offsets.find(|offset| self.is_content(*offset)) else {
                self.quotes.extend(open.take());
                continue;
            };
            match &mut open {
                Some(quote) => quote.lines.push(number),
                None => {
                    // Marked bytes at the start and end of the line are omitted.
                    let content_end = (*start..end).rfind(|offset| !self.taken[*offset]).map_or(end, |last| last + 1);
                    let text = shown(self.text.get(content_start..content_end).unwrap_or_default());
                    open = Some(Quote { file: self.file.to_owned(), lines: vec![number], text, why: String::new() });
                }
            }
        }
        self.quotes.extend(open);
        self.quotes.sort_by_key(|quote| quote.lines.first().copied());
        self.quotes
    }
}

/// Returns the name of a quoted element or attribute.
fn tag_of(text: &str) -> String {
    text.split(['=', ' ', '>']).next().unwrap_or_default().to_owned()
}

/// Puts a text on one line, and truncates it if it is long.
pub(super) fn shown(text: &str) -> String {
    truncated(text, MAX_QUOTE_CHARS)
}

/// Puts a reason on one line, and truncates it if it is longer than any that the program's own writers give.
pub(super) fn shown_reason(text: &str) -> String {
    truncated(text, MAX_REASON_CHARS)
}

/// Joins the lines of a text and truncates it to at most `max` characters.
fn truncated(text: &str, max: usize) -> String {
    let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match flat.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &flat[..end]),
        None => flat,
    }
}
