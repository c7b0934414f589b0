//! Divides a pasted text into the files of surfaces (OBJ, OFF) that it contains.

use std::ops::Range;

use contact_lens_scene::mesh;

/// Maximum length of the header line of an OFF surface, bytes; longer lines are prose.
const MAX_OFF_HEADER_BYTES: usize = 40;

/// Line of a text with OBJ.
pub(super) struct ObjLine {
    /// Keyword and arguments; empty if the line is not one of OBJ.
    pub(super) content: String,
    /// Whether the line is words or a fence between files.
    pub(super) is_break: bool,
}

/// Block of vertices and the faces after them in a text.
#[derive(Default)]
struct Block {
    /// Indices of the lines.
    lines: Range<usize>,
    vertex_count: usize,
    /// Largest index of a vertex in a face, from 1; 0 if the faces have only relative indices.
    largest_index: usize,
    has_faces: bool,
    /// Whether words or a fence separate this block from the one before.
    follows_break: bool,
}

/// Divides the lines of a text into OBJ files; each has empty lines in place of the lines of the others, so that line
/// numbers in messages are those of the text.
pub(super) fn obj_files(lines: &[ObjLine]) -> Vec<String> {
    let mut blocks: Vec<Block> = Vec::new();
    // Whether words or a fence follow the last vertex.
    let mut is_break = false;
    for (index, line) in lines.iter().enumerate() {
        is_break |= line.is_break;
        let mut words = line.content.split_whitespace();
        let keyword = words.next().unwrap_or_default();
        let may_begin = blocks.last().is_none_or(|last| last.has_faces || is_break && last.vertex_count > 0);
        if keyword == "v" && may_begin {
            blocks.push(Block { lines: index..index, follows_break: is_break, ..Block::default() });
        }
        let Some(block) = blocks.last_mut() else { continue };
        block.lines.end = index + 1;
        match keyword {
            "v" => {
                block.vertex_count += 1;
                is_break = false;
            }
            "f" => {
                block.has_faces = true;
                let indices = words.filter_map(|word| word.split('/').next()?.parse::<usize>().ok());
                block.largest_index = indices.fold(block.largest_index, usize::max);
            }
            _ => {}
        }
    }
    let mut files: Vec<Range<usize>> = Vec::new();
    for block in blocks {
        // Faces of a new file use only its own vertices. Relative indices, from the end, do not show which ones.
        let begins_file =
            if block.largest_index > 0 { block.largest_index <= block.vertex_count } else { block.follows_break };
        match files.last_mut().filter(|_| !begins_file) {
            Some(last) => last.end = block.lines.end,
            None => files.push(block.lines),
        }
    }
    // The lines before the first vertices, and between files, such as names of objects, belong to the next file.
    let mut start = 0;
    let mut texts = Vec::with_capacity(files.len());
    for file in files {
        let mut text = String::new();
        for (index, line) in lines.iter().enumerate() {
            if (start..file.end).contains(&index) {
                text.push_str(&line.content);
            }
            text.push('\n');
        }
        texts.push(text);
        start = file.end;
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
        // Without the marks of quoted text.
        let unquoted = line.trim_start_matches(['>', ' ', '\t']);
        let begin = offset + line.len() - unquoted.len();
        offset += line.len();
        let content = unquoted.split('#').next().unwrap_or_default().trim();
        let is_fence = unquoted.starts_with("```") || unquoted.starts_with("\"\"\"");
        if mesh::is_off(unquoted.as_bytes()) && unquoted.trim().len() <= MAX_OFF_HEADER_BYTES {
            // The counts may be in the line of the header.
            let counts = content.split_once(char::is_whitespace).map_or("", |(_, counts)| counts);
            remaining = announced_lines(counts);
            ranges.push(begin..offset);
            continue;
        }
        let Some(open) = ranges.last_mut().filter(|_| remaining != Some(0)) else { continue };
        if is_fence {
            remaining = Some(0);
        } else if !content.is_empty() {
            open.end = offset;
            remaining = match remaining {
                Some(count) => Some(count - 1),
                // A line without counts where they should be ends the surface.
                None => Some(announced_lines(content).unwrap_or(0)),
            };
        }
    }
    ranges
}

/// Returns the number of lines that the counts of vertices and faces announce; `None` if the text does not begin with
/// two counts.
fn announced_lines(counts: &str) -> Option<usize> {
    let mut numbers = counts.split_whitespace().map(|word| word.parse::<usize>().ok());
    numbers.next()??.checked_add(numbers.next()??)
}

/// Returns the text of a range without marks of quoted text, after blanks in place of everything before the range. Line
/// numbers in messages are then those of the text.
pub(super) fn blank_outside(text: &str, range: &Range<usize>) -> String {
    let before = text.get(..range.start).unwrap_or_default();
    let blank: String = before.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    let inside = text.get(range.clone()).unwrap_or_default();
    let unquoted: String = inside.split_inclusive('\n').map(|line| line.trim_start_matches(['>', ' ', '\t'])).collect();
    blank + &unquoted
}
