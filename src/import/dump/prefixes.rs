//! Removal of the prefixes of log lines: times, levels, tags, names of loggers, source locations, frame numbers.
//! [`strip`] gets a text before any reader and returns it with blanks in place of the prefixes, so that positions in
//! the remaining text do not change.
//!
//! - **Method**: a prefix is a sequence of atoms at the start of a line.
//! - **Marked atoms** (a time, a level, a place in a file) are prefixes by their form. **Plain atoms** (a tag, the name
//!   of a logger) are prefixes if the same atom begins at least half of the lines; otherwise they may name bodies.
//! - **Frames**: lines of several frames would repeat the same bodies, so the readers refuse them.

use std::collections::{BTreeSet, HashMap};

use super::log_words::{is_source_line, is_stamp};
use super::shape;

/// Maximum size of a text whose prefixes are removed, bytes; larger texts are no pasted logs.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Maximum number of atoms of a prefix; real loggers print about five.
const MAX_ATOMS: usize = 8;

/// Maximum length of a tag, bytes; longer texts in brackets are content.
const MAX_TAG_BYTES: usize = 48;

/// Names of the levels of loggers.
const LEVELS: [&str; 12] =
    ["INFO", "WARN", "WARNING", "ERROR", "DEBUG", "TRACE", "FATAL", "VERBOSE", "NOTICE", "CRITICAL", "DISPLAY", "LOG"];

/// Part of a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Atom<'a> {
    /// Prefix by its form, such as a time.
    Marked,
    /// Prefix if many lines have the same one.
    Plain(&'a str),
    /// Number of a frame, as written; prefix if at least half of the lines have one.
    Frame(&'a str),
}

/// Text whose prefixes were replaced by blanks.
#[derive(Debug)]
pub(crate) struct Stripped {
    pub(crate) text: String,
    /// Offset of the first line of a second frame, bytes; `None` if all lines belong to one frame or to none.
    pub(crate) second_frame: Option<usize>,
}

/// Removes the prefixes of the lines of a log; `None` if no line has one, or if the text is too large.
pub(crate) fn strip(text: &str) -> Option<Stripped> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let lines: Vec<Line<'_>> = text.split_inclusive('\n').map(Line::new).collect();
    let counts = AtomCounts::new(&lines);
    let mut out = String::with_capacity(text.len());
    let mut frames: BTreeSet<&str> = BTreeSet::new();
    let mut second_frame = None;
    let mut is_changed = false;
    for line in &lines {
        let mut end = 0;
        for (atom, atom_end) in &line.atoms {
            if !counts.is_prefix(*atom) {
                break;
            }
            if let Atom::Frame(number) = atom {
                frames.insert(number);
                if frames.len() == 2 {
                    second_frame = second_frame.or(Some(out.len()));
                }
            }
            end = *atom_end;
        }
        // A line of prefixes alone is a heading, such as `[crate]`, and is kept.
        let content = line.text.get(end..).filter(|content| end > 0 && !content.trim().is_empty());
        is_changed |= content.is_some();
        match content {
            Some(content) => {
                out.extend(std::iter::repeat_n(' ', end));
                out += content;
            }
            None => out += line.text,
        }
    }
    is_changed.then_some(Stripped { text: out, second_frame })
}

/// Numbers of lines with each atom, which decide whether plain atoms and frames are prefixes.
struct AtomCounts<'a> {
    /// Number of lines that are not empty.
    lines: usize,
    /// Number of lines with each plain atom.
    plain: HashMap<&'a str, usize>,
    /// Number of lines with the number of a frame.
    frames: usize,
}

impl<'a> AtomCounts<'a> {
    fn new(lines: &[Line<'a>]) -> Self {
        let line_count = lines.iter().filter(|line| !line.text.trim().is_empty()).count();
        let mut counts = Self { lines: line_count, plain: HashMap::new(), frames: 0 };
        for (atom, _) in lines.iter().flat_map(|line| &line.atoms) {
            match atom {
                Atom::Plain(tag) => *counts.plain.entry(tag).or_default() += 1,
                Atom::Frame(_) => counts.frames += 1,
                Atom::Marked => {}
            }
        }
        counts
    }

    /// Whether an atom is a prefix: by its form, or because at least half of the lines have it.
    fn is_prefix(&self, atom: Atom<'_>) -> bool {
        match atom {
            Atom::Marked => true,
            Atom::Plain(tag) => 2 * self.plain.get(tag).copied().unwrap_or_default() >= self.lines,
            Atom::Frame(_) => 2 * self.frames >= self.lines,
        }
    }
}

/// Line with the atoms at its start.
struct Line<'a> {
    text: &'a str,
    /// Atoms, each with the offset of its end in the line, bytes.
    atoms: Vec<(Atom<'a>, usize)>,
}

/// Atom at the start of a text, and its length in bytes.
type ReadAtom<'a> = (Atom<'a>, usize);

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Self {
        let mut atoms: Vec<(Atom<'a>, usize)> = Vec::new();
        let mut end = 0;
        while atoms.len() < MAX_ATOMS {
            let rest = text[end..].trim_start_matches([' ', '\t']);
            let start = text.len() - rest.len();
            let follows_marked = atoms.iter().any(|(atom, _)| *atom == Atom::Marked);
            let is_line_start = start == 0;
            let Some((atom, length)) = read_atom(rest, follows_marked, is_line_start) else { break };
            end = start + length;
            atoms.push((atom, end));
        }
        Self { text, atoms }
    }
}

/// Reads the atom at the start of the remainder of a line; `None` if it begins with something else. `follows_marked`: a
/// marked atom precedes it in the line. `is_line_start`: nothing precedes it.
fn read_atom(rest: &str, follows_marked: bool, is_line_start: bool) -> Option<ReadAtom<'_>> {
    if let Some(inner) = rest.strip_prefix('[') {
        let end = inner.find(']')?;
        let content = inner[..end].trim();
        let after = inner.get(end + 1..)?;
        // A value or an index: `[0] = 1`, `[a]: 2`.
        if after.trim_start().starts_with('=') || after.is_empty() {
            return None;
        }
        let has_colon = after.starts_with(':') && (follows_marked || is_stamp(content));
        let atom = bracketed_atom(content, follows_marked)?;
        return Some((atom, "[]".len() + end + usize::from(has_colon)));
    }
    read_glog_prefix(rest)
        .or_else(|| read_logcat_prefix(rest))
        .or_else(|| read_frame_prefix(rest))
        .or_else(|| read_unreal_prefix(rest))
        .or_else(|| read_level(rest, is_line_start))
        .or_else(|| read_unbracketed_atom(rest, follows_marked))
}

/// Returns the atom that a text in square brackets is; `None` if it is none. Digits alone are the number of a process
/// if a marked atom precedes them, else an index.
fn bracketed_atom(inner: &str, follows_marked: bool) -> Option<Atom<'_>> {
    if let Some((Atom::Frame(number), length)) = read_frame_number(inner)
        && length == inner.len()
    {
        return Some(Atom::Frame(number));
    }
    let is_process = follows_marked && !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
    let is_level = LEVELS.iter().any(|level| level.eq_ignore_ascii_case(inner));
    if is_process || is_level || is_stamp(inner) || inner.split(' ').all(is_stamp) || is_source_line(inner) {
        return Some(Atom::Marked);
    }
    let is_tag = inner.starts_with(|c: char| c.is_alphabetic())
        && inner.len() <= MAX_TAG_BYTES
        && inner.chars().all(|c| c.is_alphanumeric() || "_-:./ ".contains(c));
    is_tag.then_some(Atom::Plain(inner))
}

/// Reads a prefix of glog: `I0102 03:04:05.678901  1234 physics.cc:57]`.
fn read_glog_prefix(rest: &str) -> Option<ReadAtom<'_>> {
    let day = rest.strip_prefix(['I', 'W', 'E', 'F'])?;
    if !day.get(..5)?.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ')
        || !day.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let end = rest.find("] ")?;
    is_source_line(rest[..end].rsplit(' ').next()?).then_some((Atom::Marked, end + 1))
}

/// Reads a prefix of Android: `E/Physics(1234):`.
fn read_logcat_prefix(rest: &str) -> Option<ReadAtom<'_>> {
    let tag = rest.strip_prefix(['V', 'D', 'I', 'W', 'E', 'F'])?.strip_prefix('/')?;
    let end = tag.find(": ")?;
    let inner = tag[..end].trim_end_matches(')');
    let is_tag = inner.chars().all(|c| c.is_alphanumeric() || "_.-( ".contains(c));
    (is_tag && !inner.is_empty()).then_some((Atom::Marked, "E/:".len() + end))
}

/// Reads the number of a frame with a sign after it: `frame 12 |`, `tick=3:`.
fn read_frame_prefix(rest: &str) -> Option<ReadAtom<'_>> {
    let (atom, length) = read_frame_number(rest)?;
    let after = rest.get(length..)?;
    let trimmed = after.trim_start_matches(' ');
    let sign = trimmed.strip_prefix(['|', ':', ';', '>', '-', ','])?;
    sign.starts_with(' ').then_some((atom, rest.len() - sign.len()))
}

/// Reads a word for a frame and its number, such as `frame 12`; its length includes both.
fn read_frame_number(rest: &str) -> Option<ReadAtom<'_>> {
    let word = ["frame", "Frame", "FRAME", "tick", "Tick", "step", "Step", "substep"]
        .iter()
        .find_map(|word| rest.strip_prefix(word))?;
    let number = word.trim_start_matches([' ', '=', '#', ':']);
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    (digits > 0 && number.len() < word.len())
        .then(|| (Atom::Frame(&number[..digits]), rest.len() - number.len() + digits))
}

/// Reads the category of a line of Unreal: `LogPhysics:` of `LogPhysics: Warning:`.
fn read_unreal_prefix(rest: &str) -> Option<ReadAtom<'_>> {
    let name = rest.strip_prefix("Log")?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric())?;
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) || !name[end..].starts_with(": ") {
        return None;
    }
    Some((Atom::Marked, "Log:".len() + end))
}

/// Reads a level, with the logger of Python's `DEBUG:root:`. A level in lower case must begin the line, with a colon
/// and a blank after it, because it is also a common word.
fn read_level(rest: &str, is_line_start: bool) -> Option<ReadAtom<'_>> {
    let end = rest.find(|c: char| !c.is_ascii_alphabetic())?;
    let word = &rest[..end];
    let after = &rest[end..];
    let is_upper = LEVELS.contains(&word);
    let is_any_case = is_line_start && LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word));
    if !(is_upper || is_any_case && after.starts_with(": ")) {
        return None;
    }
    let Some(logger) = after.strip_prefix(':') else {
        return after.starts_with([' ', '\t']).then_some((Atom::Marked, end));
    };
    let length = logger.find(|c: char| !(c.is_alphanumeric() || "_.".contains(c))).unwrap_or_default();
    let has_logger = length > 0 && logger[length..].starts_with(':') && is_upper;
    let logger_length = if has_logger { length + 1 } else { 0 };
    Some((Atom::Marked, end + 1 + logger_length))
}

/// Reads a time, a place in a source file, or a name before a bar; after a marked atom also the number of a process,
/// the letter of a level, or the name of a logger.
fn read_unbracketed_atom(rest: &str, follows_marked: bool) -> Option<ReadAtom<'_>> {
    let end = rest.find([' ', '\t']).unwrap_or(rest.len());
    let word = &rest[..end];
    let after = &rest[end..];
    let stamp = word.trim_end_matches(':');
    // A number alone, such as 1234.567, may be a value of a body.
    let may_be_time = stamp.contains([':', '-']) || follows_marked;
    let is_time = may_be_time && is_stamp(stamp) && stamp.parse::<f64>().is_err();
    if is_time || is_source_line(stamp) {
        return Some((Atom::Marked, end));
    }
    if let Some(after_bar) = after.trim_start_matches(' ').strip_prefix("| ")
        && is_word(word)
        && !shape::is_type(word)
    {
        // The blank after the bar is no part of the prefix.
        return Some((Atom::Plain(word), rest.len() - after_bar.len() - 1));
    }
    if !follows_marked {
        return None;
    }
    let is_number = word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_process = is_number && !after.trim_start().starts_with('=');
    let is_level_letter = ["V", "D", "I", "W", "E", "F"].contains(&word);
    if is_process || is_level_letter {
        return Some((Atom::Marked, end));
    }
    read_logger(rest, end)
}

/// Reads the name of a logger with a colon after it, `physics:` or `physics :`; `end` is the length of its first word.
/// `None` if the name is a type of shapes, or if the colon belongs to a field with a value.
fn read_logger(rest: &str, end: usize) -> Option<ReadAtom<'_>> {
    let word = &rest[..end];
    let name = word.strip_suffix(':').unwrap_or(word);
    let mut length = end;
    if name.len() == word.len() {
        let after = &rest[end..];
        let after_colon = after.trim_start_matches(' ').strip_prefix(": ")?;
        length += after.len() - after_colon.len() - 1;
    }
    let has_value = rest[length..].trim_start().starts_with(|c: char| !c.is_alphabetic());
    if has_value || shape::is_type(name) || !is_word(name) {
        return None;
    }
    // Paths of modules, such as `physics::narrow`, are no names of bodies.
    let is_path = name.contains("::") || name.contains('.');
    Some((if is_path { Atom::Marked } else { Atom::Plain(name) }, length))
}

/// Whether a text is the name of a logger or a program.
fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(|c| c.is_alphanumeric() || "_.:-[]/".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(text: &str) -> String {
        strip(text).map_or_else(|| text.to_owned(), |stripped| stripped.text).trim_start().to_owned()
    }

    #[test]
    fn prefixes_of_logs_become_blanks() {
        for prefix in [
            "[phys] ",
            "[12:03:44.123] INFO physics: ",
            "2026-01-02T03:04:05Z WARN ",
            "E/Physics(1234): ",
            "frame 12 | ",
            "[2026-01-02 03:04:05.678] [info] ",
            "LogPhysics: Display: ",
            "I0102 03:04:05.678901  1234 physics.cc:57] ",
            "DEBUG:root:",
            "[INFO] [1700000000.123456]: ",
            "[INFO] [1700000000.123456789] [node]: ",
            "01-02 03:04:05.678  1234  5678 D Physics : ",
            "2026-01-02T03:04:05.123456Z  INFO physics::narrow: ",
            "[src/main.rs:12:5] ",
            "[2026.01.02-03.04.05:678][ 12]LogPhysics: Warning: ",
            "physics_1  | ",
        ] {
            assert_eq!(
                stripped(&format!("{prefix}box half_extents=(1, 2, 3)")),
                "box half_extents=(1, 2, 3)",
                "{prefix}"
            );
        }
    }

    #[test]
    fn names_and_values_of_bodies_are_no_prefixes() {
        for line in [
            "[crate]\n",
            "[0] PxBoxGeometry",
            "[1.0, 2.0, 3.0] half",
            "crate: box",
            "box: half extents",
            "| crate | box |",
            "0.5 1 1.5",
            "v 1 2 3",
            "[X: (1, 0, 0), O: (2, 0, 0)] a",
            "- name: crate",
        ] {
            assert_eq!(stripped(line), line, "{line}");
        }
        let two = "[crate] box hx=1\n[ball] sphere r=1\n[wall] box hx=1\n";
        assert_eq!(stripped(two), two);
        assert!(strip("frame 1 | a\nframe 2 | b\n").unwrap().second_frame.is_some());
    }
}
