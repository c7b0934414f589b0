//! Search for the id of a line while its bytes are skipped.

use serde::de::IgnoredAny;

/// Maximum length of an id, bytes; a longer one is not reported.
const MOST: usize = 4096;

/// Position of the last byte in the line's structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Before the first bracket.
    #[default]
    Start,
    /// Before or in a key of the outermost object.
    Key,
    /// After a key that is `id` or not: before or in a value.
    Value(bool),
    /// Not in an object, or after its end: nothing can be found.
    Over,
}

#[derive(Debug, Default)]
pub(super) struct IdSeeker {
    place: Place,
    depth: usize,
    /// Whether the last byte is inside a string; `escaped` if it is a backslash there.
    in_string: bool,
    escaped: bool,
    /// Raw text of the current key or id.
    text: Vec<u8>,
    id: Option<String>,
}

impl IdSeeker {
    pub(super) fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.place == Place::Over {
                return;
            }
            self.take(*byte);
        }
    }

    /// Returns the id as written in the line, JSON; `null` if there is none that can be read.
    pub(super) fn id(self) -> String {
        self.id.unwrap_or_else(|| String::from("null"))
    }

    fn take(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            self.in_string = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return;
        }
        match (byte, self.depth, self.place) {
            (b'{', 0, Place::Start) => {
                self.place = Place::Key;
                self.depth = 1;
            }
            (b' ' | b'\t' | b'\r', 0, Place::Start) => {}
            (_, _, Place::Start) => self.place = Place::Over,
            (b':', 1, Place::Key) => {
                self.place = Place::Value(self.text.trim_ascii() == b"\"id\"");
                self.text.clear();
            }
            (b',' | b'}', 1, place) => {
                if place == Place::Value(true) {
                    self.found();
                }
                self.text.clear();
                self.place = if byte == b',' { Place::Key } else { Place::Over };
            }
            _ => {
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.keep(byte);
            }
        }
    }

    /// Keeps a byte of a key or of the id, up to one more than the maximum.
    fn keep(&mut self, byte: u8) {
        if self.place != Place::Value(false) && self.text.len() <= MOST {
            self.text.push(byte);
        }
    }

    fn found(&mut self) {
        let text = std::str::from_utf8(self.text.trim_ascii()).ok().filter(|text| text.len() <= MOST);
        self.id = text.filter(|text| serde_json::from_str::<IgnoredAny>(text).is_ok()).map(str::to_owned);
        self.place = Place::Over;
    }
}
