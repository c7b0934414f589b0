//! Entries of a dump: printed expressions with their values, in the order of the text.
//!
//! - **Commands**: `(gdb) p EXPRESSION`, `>>> EXPRESSION` and `> EXPRESSION`; the values are in the same line or in the
//!   lines below, after `$1 = ` or `Out[1]: `.
//! - **Lines**: `PATH = VALUE`, `PATH: VALUE`, `PATH  VALUE`, values without a name, and indented blocks below `PATH:`.
//! - **Strict**: a line of any other form ends the reading.

mod commands;

use super::value::{Item, List, Parser, Value};
use commands::prompt;

/// Printed expression with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Expression as written; empty for a value without one.
    pub(super) path: String,
    pub(super) value: Value,
    /// Words in front of the values of a line, which name a body; the number of the line makes them unique.
    pub(super) line: Option<(String, usize)>,
    /// Offset in the text, bytes.
    pub(super) start: usize,
}

/// Line of the text without its comment.
struct Line<'a> {
    start: usize,
    text: &'a str,
}

/// Reader of the lines of a text.
struct Reader<'a> {
    text: &'a str,
    lines: Vec<Line<'a>>,
    /// Index of the next line.
    next: usize,
    entries: Vec<Entry>,
}

/// Offset of a line that is not understood.
pub(super) type Unread = usize;

/// Returns the entries of a text; the offset of the first line that has no form of a dump.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, Unread> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push(Line { start, text: without_comment(line.trim_end()) });
        start += line.len();
    }
    let mut reader = Reader { text, lines, next: 0, entries: Vec::new() };
    while let Some(line) = reader.lines.get(reader.next) {
        let start = line.start;
        if line.text.trim().is_empty() || line.text.trim() == "```" || is_heading(line.text) {
            reader.next += 1;
        } else {
            reader.line().ok_or(start)?;
        }
    }
    Ok(reader.entries)
}

/// Whether a line states no value: words without digits that end with a mark of a sentence, or separate documents.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let count = line.split(' ').count();
    let is_sentence = line.ends_with(['!', '.', '?']) && count > 1 || line.ends_with(':') && count > 2;
    let is_harmless = !super::fields::moves_bodies(line)
        && line
            .split(|c: char| !c.is_alphanumeric())
            .all(|word| super::kinds::kind(word.trim_end_matches('s')).is_none());
    line.starts_with("%YAML")
        || line.starts_with("%TAG")
        || line.starts_with("--- ")
        || is_sentence && is_harmless && !line.contains(|c: char| c.is_ascii_digit() || "=({[".contains(c))
}

/// Returns a line without a comment at its end that states no number.
fn without_comment(line: &str) -> &str {
    let comment = ["//", " # "].iter().filter_map(|mark| line.find(mark)).min();
    match comment {
        Some(at) if !line[at..].contains(|c: char| c.is_ascii_digit()) && !super::fields::moves_bodies(&line[at..]) => {
            line[..at].trim_end()
        }
        _ => line,
    }
}

/// Number of the blanks at the start of a line.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Length of the path at the start of a text, bytes: names, members, calls and casts.
fn path_length(text: &str) -> usize {
    let mut depth = 0_i32;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            '-' if text[index..].starts_with("->") => {}
            '>' if index > 0 && text[..index].ends_with('-') => {}
            '*' | '&' if index == 0 || depth > 0 => {}
            c if c.is_alphanumeric() || "_.$".contains(c) => {}
            ':' if text[index..].starts_with("::") || text[..index].ends_with(':') => {}
            '\'' | '"' | ',' | ' ' | '-' if depth > 0 => {}
            _ => return index,
        }
    }
    text.len()
}

impl<'a> Reader<'a> {
    /// Reads the next line, and the lines below that belong to it; `None` if it has no form of a dump.
    fn line(&mut self) -> Option<()> {
        let Line { start, text } = self.lines[self.next];
        let bare = text.trim_start();
        let at = start + (text.len() - bare.len());
        if let Some(command) = prompt(bare) {
            return self.command(command, at + (command.as_ptr() as usize - bare.as_ptr() as usize));
        }
        if bare.starts_with(['{', '[', '<', '(']) || is_typed_value(bare) {
            let value = self.values_from(at)?;
            self.push(String::new(), value, at);
            return Some(());
        }
        self.named_values(at, bare)
    }

    fn push(&mut self, path: String, value: Value, start: usize) {
        self.entries.push(Entry { path, value, line: None, start });
    }

    /// Reads all values from an offset to the end of a line, which may be a later one; several form a list.
    fn values_from(&mut self, at: usize) -> Option<Value> {
        let mut parser = Parser::new(self.text, at);
        let mut values = Vec::new();
        while !self.ends_line(&mut parser) {
            values.push(parser.value()?);
        }
        joined(values)
    }

    /// Whether only a comment is left in the line of a parser; if so, the reader goes to the next line.
    fn ends_line(&mut self, parser: &mut Parser<'a>) -> bool {
        parser.skip_blanks();
        while parser.rest().starts_with([';', ',']) {
            parser.at += 1;
            parser.skip_blanks();
        }
        let index = self.lines.partition_point(|line| line.start <= parser.at) - 1;
        let line = &self.lines[index];
        let ends = parser.at >= line.start + line.text.len();
        if ends {
            self.next = index + 1;
        }
        ends
    }

    /// Reads a line of names with values, and the block below a name without a value.
    fn named_values(&mut self, at: usize, bare: &str) -> Option<()> {
        let length = path_length(bare);
        let after = &bare[length..];
        let sign = after.trim_start().chars().next();
        let path = &bare[..length];
        if path.is_empty() {
            return None;
        }
        match sign {
            Some('=' | ':') => {
                let value_at = at + length + (after.len() - after.trim_start().len()) + 1;
                let is_empty = self.lines[self.next].text.len() + self.lines[self.next].start <= value_at;
                if is_empty {
                    let value = self.block(indentation(self.lines[self.next].text))?;
                    self.push(path.to_owned(), value, at);
                    return Some(());
                }
                let before = self.next;
                if let Some(value) = self.values_from(value_at) {
                    self.push(path.to_owned(), value, at);
                    return Some(());
                }
                self.next = before;
                self.log_line(at)
            }
            _ if (after.starts_with("  ") || after.starts_with(" {")) && path.contains(['.', '>']) => {
                let value = self.values_from(at + length)?;
                self.push(path.to_owned(), value, at);
                Some(())
            }
            _ => self.log_line(at),
        }
    }

    /// Reads the lines below a name: rows of numbers, an indexed list, or an indented block of names.
    fn block(&mut self, outer: usize) -> Option<Value> {
        self.next += 1;
        let mut items = Vec::new();
        while let Some(Line { start, text }) = self.lines.get(self.next) {
            let bare = text.trim_start();
            let is_index =
                bare.split(':').next().is_some_and(|index| index == items.len().to_string()) && bare.contains(':');
            let is_row =
                bare.starts_with(|c: char| c.is_ascii_digit() || "+-.[(".contains(c)) && !bare.starts_with("--");
            let is_inside = indentation(text) > outer;
            if bare.is_empty() || prompt(bare).is_some() || !(is_inside || is_index || is_row) {
                break;
            }
            let at = start + indentation(text);
            let mut parser = Parser::new(self.text, at);
            if let Some(key) = parser.key() {
                let start = parser.at;
                let own = indentation(text);
                let value = if self.ends_line(&mut parser) {
                    self.next -= 1;
                    self.block(own).unwrap_or(Value::Word(String::new()))
                } else {
                    self.values_from(start)?
                };
                items.push(Item { key, value, start: at });
                continue;
            }
            if !is_row {
                return None;
            }
            let value = self.values_from(at)?;
            items.push(Item { key: String::new(), value, start: at });
        }
        match items.as_slice() {
            [] => None,
            [Item { key, value: Value::List(_), .. }] if key.is_empty() => items.pop().map(|item| item.value),
            _ => Some(Value::List(List { head: String::new(), items })),
        }
    }

    /// Reads words, and names with values in the same line: `crate  translation=Vec3(1, 2, 3) angle=0`.
    fn log_line(&mut self, at: usize) -> Option<()> {
        let index = self.next;
        let mut parser = Parser::new(self.text, at);
        let mut words: Vec<String> = Vec::new();
        let mut items: Vec<Item> = Vec::new();
        while !self.ends_line(&mut parser) {
            let start = parser.at;
            if let Some(key) = parser.key() {
                let mut values = vec![parser.value()?];
                while !self.ends_line(&mut parser) && self.next <= index {
                    let mut following = parser.clone();
                    if following.rest().starts_with(char::is_alphabetic) && following.key().is_some() {
                        break;
                    }
                    values.push(following.value()?);
                    parser = following;
                }
                items.push(Item { key, value: joined(values)?, start });
                continue;
            }
            let word = parser.word();
            if word.is_empty() || !items.is_empty() {
                return None;
            }
            words.push(word);
        }
        if items.is_empty() {
            return None;
        }
        let name = words.join(" ");
        let has_shape = items
            .iter()
            .any(|item| matches!(&item.value, Value::List(list) if super::kinds::kind(&list.head).is_some()));
        let is_kind = words.len() == 1 && super::kinds::kind(&name).is_some() && !has_shape;
        let value = Value::List(List { head: if is_kind { name.clone() } else { String::new() }, items });
        let line = (!is_kind).then_some((name, index));
        self.entries.push(Entry { path: String::new(), value, line, start: at });
        Some(())
    }
}

/// Returns several values as a list, and one value as itself.
fn joined(mut values: Vec<Value>) -> Option<Value> {
    if values.len() < 2 {
        return values.pop();
    }
    let items = values.into_iter().map(|value| Item { key: String::new(), value, start: 0 }).collect();
    Some(Value::List(List { head: String::new(), items }))
}

/// Whether a line begins with a type and an opening bracket, such as `Box {`.
fn is_typed_value(line: &str) -> bool {
    let end = line.find(|c: char| !(c.is_alphanumeric() || "_.:".contains(c))).unwrap_or(line.len());
    let after = line[end..].trim_start_matches(' ');
    end > 0
        && line.starts_with(char::is_uppercase)
        && after.starts_with(['{', '[', '('])
        && path_length(line) < line.len()
}
