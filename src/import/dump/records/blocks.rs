//! Division of a text into blocks, each a record or a list of records. A block ends at an empty line or a rule, and
//! before a bullet, the number of an item or a section name in brackets. Lines inside brackets belong to the block
//! around them.

use std::ops::Range;

/// Returns the ranges of the blocks of a text, bytes, without the bullets and numbers at their starts.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let lines = split_lines(text);
    // Only the outermost items of a list begin blocks.
    let bullets = lines.iter().filter(|line| line.depth == 0 && line.mark_length > 0);
    let bullet_indent = bullets.map(|line| line.indent).min();
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for line in &lines {
        let end = line.start + line.text.len();
        if line.depth > 0 {
            extend(&mut blocks, line.start..end, is_open);
            is_open = true;
            continue;
        }
        if line.text.trim().is_empty() || is_rule(line.text) {
            is_open = false;
            continue;
        }
        if let Some(section_name) = section_name(line.text) {
            let start = line.start + line.text.find(section_name).unwrap_or_default();
            blocks.push(start..start + section_name.len());
            is_open = true;
            continue;
        }
        let begins_item = line.mark_length > 0 && Some(line.indent) == bullet_indent;
        let start = if begins_item { line.start + line.indent + line.mark_length } else { line.start };
        extend(&mut blocks, start..end, is_open && !begins_item);
        is_open = true;
    }
    blocks
}

/// Extends the last block to the end of a range if it is open, else begins another block.
fn extend(blocks: &mut Vec<Range<usize>>, range: Range<usize>, is_open: bool) {
    match blocks.last_mut().filter(|_| is_open) {
        Some(last) => last.end = range.end,
        None => blocks.push(range),
    }
}

/// Line of a text, with its indentation and bullet.
struct Line<'a> {
    text: &'a str,
    /// Offset in the text, bytes.
    start: usize,
    /// Number of brackets that are open before the line.
    depth: usize,
    /// Length of the blanks at its start, bytes.
    indent: usize,
    /// Length of the bullet or the number at its start, bytes.
    mark_length: usize,
}

/// Divides a text into its lines, with the number of open brackets before each.
fn split_lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut depth = 0_usize;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches([' ', '\t']);
        lines.push(Line { text: line, start, depth, indent: line.len() - bare.len(), mark_length: mark_length(bare) });
        for c in line.chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        start += line.len();
    }
    lines
}

/// Length of the bullet or the number at the start of an item, bytes; 0 if the line has none, or if no name, quote or
/// bracket follows after a blank, as in `- 0.5` or `[0] = 1`.
fn mark_length(line: &str) -> usize {
    let length = unchecked_mark_length(line);
    let after_mark = line.get(length..).unwrap_or_default();
    let item = after_mark.trim_start();
    let has_blank = after_mark.len() > item.len();
    let begins_item = item.starts_with(|c: char| c.is_alphabetic() || "_\"'{[*`".contains(c));
    if has_blank && begins_item { length } else { 0 }
}

/// Length of `-`, `2.`, `3)`, `#4` or `[5]` at the start of a line, bytes, whatever follows; 0 without such a mark.
fn unchecked_mark_length(line: &str) -> usize {
    if line.starts_with(['-', '*', '•', '‣', '+']) {
        line.chars().next().map_or(0, char::len_utf8)
    } else if line.starts_with(|c: char| c.is_ascii_digit()) {
        let count = count_digits(line);
        if line[count..].starts_with(['.', ')', ':']) { count + 1 } else { 0 }
    } else if let Some(inner) = line.strip_prefix('[') {
        let count = count_digits(inner);
        if count > 0 && inner[count..].starts_with(']') { count + 2 } else { 0 }
    } else if let Some(inner) = line.strip_prefix('#') {
        let count = count_digits(inner);
        let colon = usize::from(inner[count..].starts_with(':'));
        if count > 0 { count + 1 + colon } else { 0 }
    } else {
        0
    }
}

/// Number of digits at the start of a text.
fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a line only separates blocks: at least three of one sign.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && ['-', '=', '*', '_', '~', '#'].into_iter().any(|sign| line.trim_matches(sign).is_empty())
}

/// Returns the name of a section, `crate` of a line `[crate]` or `[[crate]]`; `None` for any other line.
fn section_name(line: &str) -> Option<&str> {
    let line = line.trim();
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let inner = inner.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(inner);
    let is_name = inner.starts_with(|c: char| c.is_alphabetic())
        && inner.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c));
    is_name.then_some(inner)
}
