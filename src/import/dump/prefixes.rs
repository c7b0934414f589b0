//! Removal of the prefixes of log lines: times, levels, tags, names of loggers, source locations, frame numbers.
//!
//! - **Method**: a prefix is a sequence of atoms at the start of a line. Blanks replace its bytes, so that positions in
//!   the remaining text do not change.
//! - **Marked atoms** (a time, a level, a place in a file) are prefixes by their form. **Plain atoms** (a tag, the name
//!   of a logger) are prefixes if the same atom begins at least half of the lines; otherwise they may name bodies.
//! - **Frames**: lines of several frames would repeat the same bodies, so the readers refuse them.

use std::collections::{BTreeSet, HashMap};

use super::shape;

/// Maximum size of a text whose prefixes are removed, bytes.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Maximum number of atoms of a prefix.
const MAX_ATOMS: usize = 8;

/// Maximum length of a tag, bytes.
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
pub(in crate::import) struct Stripped {
    pub(in crate::import) text: String,
    /// Offset of the first line of a second frame, bytes.
    pub(in crate::import) second_frame: Option<usize>,
}

/// Removes the prefixes of the lines of a log; `None` if no line has one.
pub(in crate::import) fn strip(text: &str) -> Option<Stripped> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let lines: Vec<Line<'_>> = text.split_inclusive('\n').map(Line::new).collect();
    let line_count = lines.iter().filter(|line| !line.text.trim().is_empty()).count();
    let mut plain_counts: HashMap<&str, usize> = HashMap::new();
    let mut frame_count = 0;
    for (atom, _) in lines.iter().flat_map(|line| &line.atoms) {
        match atom {
            Atom::Plain(tag) => *plain_counts.entry(tag).or_default() += 1,
            Atom::Frame(_) => frame_count += 1,
            Atom::Marked => {}
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut frames: BTreeSet<&str> = BTreeSet::new();
    let mut second_frame = None;
    let mut is_changed = false;
    for line in &lines {
        let mut end = 0;
        for (atom, atom_end) in &line.atoms {
            match atom {
                Atom::Plain(tag) if 2 * plain_counts.get(tag).copied().unwrap_or_default() < line_count => break,
                Atom::Frame(_) if 2 * frame_count < line_count => break,
                Atom::Frame(number) => {
                    frames.insert(number);
                    if frames.len() == 2 {
                        second_frame = second_frame.or(Some(out.len()));
                    }
                }
                Atom::Plain(_) | Atom::Marked => {}
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

/// Line with the atoms at its start, each with the offset of its end.
struct Line<'a> {
    text: &'a str,
    atoms: Vec<(Atom<'a>, usize)>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Self {
        let mut atoms: Vec<(Atom<'a>, usize)> = Vec::new();
        let mut end = 0;
        while atoms.len() < MAX_ATOMS {
            let rest = text[end..].trim_start_matches([' ', '\t']);
            let start = text.len() - rest.len();
            let is_marked = atoms.iter().any(|(atom, _)| *atom == Atom::Marked);
            let is_first = start == 0;
            let Some((atom, length)) = read_atom(rest, is_marked, is_first) else { break };
            end = start + length;
            atoms.push((atom, end));
        }
        Self { text, atoms }
    }
}

/// Returns the atom at the start of the rest of a line, and its length in bytes. With `is_marked`, a marked atom
/// precedes it in the line; with `is_first`, the line begins with it.
fn read_atom(rest: &str, is_marked: bool, is_first: bool) -> Option<(Atom<'_>, usize)> {
    if let Some(inner) = rest.strip_prefix('[') {
        let end = inner.find(']')?;
        let after = inner.get(end + 1..)?;
        // A value or an index: `[0] = 1`, `[a]: 2`.
        if after.trim_start().starts_with('=') || after.is_empty() {
            return None;
        }
        let colon =
            usize::from(is_marked && after.starts_with(':') || is_stamp(inner[..end].trim()) && after.starts_with(':'));
        return bracketed_atom(inner[..end].trim(), is_marked).map(|atom| (atom, end + 2 + colon));
    }
    read_glog_prefix(rest)
        .or_else(|| read_logcat_prefix(rest))
        .or_else(|| read_frame_prefix(rest))
        .or_else(|| read_unreal_prefix(rest))
        .or_else(|| read_level(rest, is_first))
        .or_else(|| read_unbracketed_atom(rest, is_marked))
}

/// Returns the atom that a text in square brackets is.
fn bracketed_atom(inner: &str, is_marked: bool) -> Option<Atom<'_>> {
    if let Some((Atom::Frame(number), length)) = read_frame_number(inner)
        && length == inner.len()
    {
        return Some(Atom::Frame(number));
    }
    let is_count = is_marked && !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
    let is_level = LEVELS.iter().any(|level| level.eq_ignore_ascii_case(inner));
    if is_count || is_level || is_stamp(inner) || inner.split(' ').all(is_stamp) || is_source_line(inner) {
        return Some(Atom::Marked);
    }
    let is_tag = inner.starts_with(|c: char| c.is_alphabetic())
        && inner.len() <= MAX_TAG_BYTES
        && inner.chars().all(|c| c.is_alphanumeric() || "_-:./ ".contains(c));
    is_tag.then_some(Atom::Plain(inner))
}

/// Whether a word is a date, a time, both joined, or seconds with their fractions.
fn is_stamp(word: &str) -> bool {
    let word = word.trim();
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let bytes = word.as_bytes();
    if digits < 4 || !bytes.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    if let Some((whole, fraction)) = word.split_once('.')
        && !fraction.contains('.')
        && whole.bytes().all(|byte| byte.is_ascii_digit())
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
    {
        return fraction.len() >= 3;
    }
    let has_time = word.matches(':').count() >= 2;
    let has_date = word.matches('-').count() >= 1 || word.matches('/').count() == 2;
    (has_time || has_date)
        && word.bytes().all(|byte| byte.is_ascii_digit() || b":.,-+/TZ_".contains(&byte))
        && !word.ends_with(['-', '/', ','])
        && !word.contains(",-")
        && word.matches(',').count() <= 1
}

/// Whether a word is a place in a source file: `src/main.rs:12:5`.
fn is_source_line(word: &str) -> bool {
    let Some((file, place)) = word.split_once(':') else { return false };
    let is_file = file.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty()
            && (1..=4).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
            && file.chars().all(|c| c.is_alphanumeric() || "_-./\\".contains(c))
    });
    is_file && !place.is_empty() && place.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
}

/// Returns a prefix of glog: `I0102 03:04:05.678901  1234 physics.cc:57]`.
fn read_glog_prefix(rest: &str) -> Option<(Atom<'_>, usize)> {
    let day = rest.strip_prefix(['I', 'W', 'E', 'F'])?;
    if !day.get(..5)?.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ')
        || !day.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let end = rest.find("] ")?;
    is_source_line(rest[..end].rsplit(' ').next()?).then_some((Atom::Marked, end + 1))
}

/// Returns a prefix of Android: `E/Physics(1234):`.
fn read_logcat_prefix(rest: &str) -> Option<(Atom<'_>, usize)> {
    let tag = rest.strip_prefix(['V', 'D', 'I', 'W', 'E', 'F'])?.strip_prefix('/')?;
    let end = tag.find(": ")?;
    let inner = tag[..end].trim_end_matches(')');
    let is_tag = inner.chars().all(|c| c.is_alphanumeric() || "_.-( ".contains(c));
    (is_tag && !inner.is_empty()).then_some((Atom::Marked, end + 3))
}

/// Returns the number of a frame with a sign after it: `frame 12 |`, `tick=3:`.
fn read_frame_prefix(rest: &str) -> Option<(Atom<'_>, usize)> {
    let (atom, length) = read_frame_number(rest)?;
    let after = rest.get(length..)?;
    let trimmed = after.trim_start_matches(' ');
    let sign = trimmed.strip_prefix(['|', ':', ';', '>', '-', ','])?;
    sign.starts_with(' ').then_some((atom, rest.len() - sign.len()))
}

/// Returns the number of a frame at the start of a text, and the length of both words, bytes.
fn read_frame_number(rest: &str) -> Option<(Atom<'_>, usize)> {
    let word = ["frame", "Frame", "FRAME", "tick", "Tick", "step", "Step", "substep"]
        .iter()
        .find_map(|word| rest.strip_prefix(word))?;
    let number = word.trim_start_matches([' ', '=', '#', ':']);
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    (digits > 0 && number.len() < word.len())
        .then(|| (Atom::Frame(&number[..digits]), rest.len() - number.len() + digits))
}

/// Returns a prefix of Unreal: `LogPhysics: Warning:`.
fn read_unreal_prefix(rest: &str) -> Option<(Atom<'_>, usize)> {
    let name = rest.strip_prefix("Log")?;
    let end =
        name.find(|c: char| !c.is_ascii_alphanumeric()).filter(|end| *end > 0 && name[*end..].starts_with(": "))?;
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some((Atom::Marked, end + 4))
}

/// Returns a level, with the logger of Python's `DEBUG:root:`.
fn read_level(rest: &str, is_first: bool) -> Option<(Atom<'_>, usize)> {
    let end = rest.find(|c: char| !c.is_ascii_alphabetic())?;
    let word = &rest[..end];
    let after = &rest[end..];
    let is_upper = LEVELS.contains(&word);
    let is_any = LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word)) && is_first;
    let is_level = is_upper || is_any && after.starts_with(": ");
    if !is_level {
        return None;
    }
    let Some(logger) = after.strip_prefix(':') else {
        return after.starts_with([' ', '\t']).then_some((Atom::Marked, end));
    };
    let length = logger.find(|c: char| !(c.is_alphanumeric() || "_.".contains(c))).unwrap_or_default();
    let has_logger = length > 0 && logger[length..].starts_with(':') && is_upper;
    Some((Atom::Marked, end + 1 + if has_logger { length + 1 } else { 0 }))
}

/// Returns a time, place in a file, number or letter after a time, name of a logger, or name before a bar.
fn read_unbracketed_atom(rest: &str, is_marked: bool) -> Option<(Atom<'_>, usize)> {
    let end = rest.find([' ', '\t']).unwrap_or(rest.len());
    let word = &rest[..end];
    let stamp = word.trim_end_matches(':');
    let is_time = stamp.contains(':') || is_marked || stamp.matches('-').count() > 0;
    if is_time && is_stamp(stamp) && stamp.parse::<f64>().is_err() || is_source_line(stamp) {
        return Some((Atom::Marked, end));
    }
    let after = &rest[end..];
    if let Some(bar) =
        after.trim_start_matches(' ').strip_prefix("| ").filter(|_| is_word(word) && !shape::is_type(word))
    {
        return Some((Atom::Plain(word), rest.len() - bar.len() - 1));
    }
    if !is_marked {
        return None;
    }
    let is_process =
        word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) && !after.trim_start().starts_with('=');
    let is_letter = ["V", "D", "I", "W", "E", "F"].contains(&word);
    if is_process || is_letter {
        return Some((Atom::Marked, end));
    }
    let (name, length) = match word.strip_suffix(':') {
        Some(name) => (name, end),
        None => {
            (word, end + after.trim_start_matches(' ').strip_prefix(": ").map(|more| after.len() - more.len() - 1)?)
        }
    };
    let is_field = shape::is_type(name) || rest[length..].trim_start().starts_with(|c: char| !c.is_alphabetic());
    if is_field || !is_word(name) {
        return None;
    }
    Some((if name.contains("::") || name.contains('.') { Atom::Marked } else { Atom::Plain(name) }, length))
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
