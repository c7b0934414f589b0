//! Division of a text into the files of surfaces (OBJ, OFF) that it contains.

use std::ops::Range;

use crate::scene::mesh;

/// Maximum length of the header line of an OFF surface, bytes; longer lines are prose.
const MAX_OFF_HEADER_BYTES: usize = 40;

/// Line of a text with OBJ.
pub(super) struct ObjLine {
    /// Keyword and arguments; empty if the line is not one of OBJ.
    pub(super) content: String,
    /// Whether the line is words or a fence between files.
    pub(super) is_break: bool,
}

/// Vertices and faces of a part of a text.
#[derive(Default)]
struct Part {
    lines: Range<usize>,
    vertices: usize,
    /// Largest index of a vertex in a face.
    largest: usize,
    has_faces: bool,
    /// Whether words or a fence separate this part from the one before.
    follows_break: bool,
}

/// Divides the lines of OBJ into files; each has empty lines in place of the others.
pub(super) fn obj_files(lines: &[ObjLine]) -> Vec<String> {
    let mut parts: Vec<Part> = Vec::new();
    let mut is_break = false;
    for (index, line) in lines.iter().enumerate() {
        is_break |= line.is_break;
        let mut words = line.content.split_whitespace();
        let keyword = words.next().unwrap_or_default();
        let begins = keyword == "v" && parts.last().is_none_or(|last| last.has_faces || is_break && last.vertices > 0);
        if begins {
            parts.push(Part { lines: index..index, follows_break: is_break, ..Part::default() });
        }
        let Some(part) = parts.last_mut() else { continue };
        part.lines.end = index + 1;
        match keyword {
            "v" => {
                part.vertices += 1;
                is_break = false;
            }
            "f" => {
                part.has_faces = true;
                let indices = words.filter_map(|word| word.split('/').next()?.parse::<usize>().ok());
                part.largest = indices.fold(part.largest, usize::max);
            }
            _ => {}
        }
    }
    let mut files: Vec<Range<usize>> = Vec::new();
    for part in parts {
        // Relative indices, from the end, do not show which vertices the faces have.
        let counts_anew =
            if part.has_faces && part.largest > 0 { part.largest <= part.vertices } else { part.follows_break };
        match files.last_mut().filter(|_| !counts_anew) {
            Some(last) => last.end = part.lines.end,
            None => files.push(part.lines),
        }
    }
    // The lines before the first vertices, and between files, such as names of objects, belong to the next file.
    let mut from = 0;
    let mut texts = Vec::with_capacity(files.len());
    for file in files {
        let file_lines = lines
            .iter()
            .enumerate()
            .map(|(index, line)| if (from..file.end).contains(&index) { line.content.as_str() } else { "" });
        texts.push(file_lines.flat_map(|line| [line, "\n"]).collect());
        from = file.end;
    }
    texts
}

/// Returns the ranges of the OFF surfaces of a text, each from its header to the last line that its counts announce.
pub(super) fn off_ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    // Number of lines that are still to come; `None` before the counts.
    let mut remaining: Option<usize> = Some(0);
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let word = line.trim_start_matches(['>', ' ', '\t']);
        let begin = offset + line.len() - word.len();
        offset += line.len();
        let content = word.split('#').next().unwrap_or_default().trim();
        let is_end = word.starts_with("```") || word.starts_with("\"\"\"");
        if mesh::is_off(word.as_bytes()) && word.trim().len() <= MAX_OFF_HEADER_BYTES {
            let counts = content.split_once(char::is_whitespace).map_or("", |(_, counts)| counts);
            remaining = announced_lines(counts);
            ranges.push(begin..offset);
            continue;
        }
        let Some(open) = ranges.last_mut().filter(|_| remaining != Some(0)) else { continue };
        if is_end {
            remaining = Some(0);
        } else if !content.is_empty() {
            remaining = remaining.map_or_else(|| announced_lines(content), |count| Some(count - 1));
            open.end = offset;
            if remaining.is_none() {
                remaining = Some(0);
            }
        }
    }
    ranges
}

/// Returns the number of lines that the counts of vertices and faces announce.
fn announced_lines(counts: &str) -> Option<usize> {
    let mut numbers = counts.split_whitespace().map(|word| word.parse::<usize>().ok());
    numbers.next()??.checked_add(numbers.next()??)
}

/// Returns the text with blanks for everything outside of a range.
pub(super) fn blank_outside(text: &str, range: &Range<usize>) -> String {
    let before = text.get(..range.start).unwrap_or_default();
    let blank: String = before.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    let inside = text.get(range.clone()).unwrap_or_default();
    let unquoted: String = inside.split_inclusive('\n').map(|line| line.trim_start_matches(['>', ' ', '\t'])).collect();
    blank + &unquoted
}
