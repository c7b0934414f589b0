//! Search for the id of a line that is too long to be stored, byte by byte.

use serde::de::IgnoredAny;

/// Maximum length of an id, bytes; a longer one is not reported.
const MAX_ID_BYTES: usize = 4096;

/// Position of the last byte in the JSON text of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Position {
    /// Before the first bracket.
    #[default]
    Start,
    /// Before or in a key of the outermost object.
    Key,
    /// Before or in the value of the key `id` of that object.
    IdValue,
    /// Before or in the value of another key of that object.
    OtherValue,
    /// After the end of that object, or in a line that is no object: the search is over.
    Done,
}

/// Finds the value of the key `id` in the outermost object of a line, byte by byte; the last one if there are several.
#[derive(Debug, Default)]
pub(super) struct IdSeeker {
    position: Position,
    /// Number of open brackets outside strings.
    depth: usize,
    /// Whether the last byte is inside a string.
    in_string: bool,
    /// Whether the last byte is a backslash that escapes the next one.
    escaped: bool,
    /// Text of the current key or of the id, with its quotes and at most one byte more than [`MAX_ID_BYTES`].
    text: Vec<u8>,
    /// JSON of the id; `None` until it was read, and if it is too long or no JSON.
    id: Option<String>,
}

impl IdSeeker {
    /// Processes the next bytes of the line.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.position == Position::Done {
                return;
            }
            self.take(*byte);
        }
    }

    /// Returns the id as written in the line, JSON; `null` if there is none that can be read.
    pub(super) fn id(self) -> String {
        self.id.unwrap_or_else(|| String::from("null"))
    }

    /// Processes the next byte of the line.
    fn take(&mut self, byte: u8) {
        if self.in_string {
            self.store(byte);
            self.in_string = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return;
        }
        match (byte, self.depth, self.position) {
            (b'{', 0, Position::Start) => {
                self.position = Position::Key;
                self.depth = 1;
            }
            (b' ' | b'\t' | b'\r', 0, Position::Start) => {}
            (_, _, Position::Start) => self.position = Position::Done,
            (b':', 1, Position::Key) => {
                let is_id = self.text.trim_ascii() == b"\"id\"";
                self.position = if is_id { Position::IdValue } else { Position::OtherValue };
                self.text.clear();
            }
            (b',' | b'}', 1, position) => {
                if position == Position::IdValue {
                    self.take_id();
                }
                self.text.clear();
                self.position = if byte == b',' { Position::Key } else { Position::Done };
            }
            _ => {
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.store(byte);
            }
        }
    }

    /// Appends a byte of a key or of the id to the text, up to its maximum length.
    fn store(&mut self, byte: u8) {
        if self.position != Position::OtherValue && self.text.len() <= MAX_ID_BYTES {
            self.text.push(byte);
        }
    }

    /// Takes the text as the id, unless it is too long or no JSON.
    fn take_id(&mut self) {
        let text = std::str::from_utf8(self.text.trim_ascii()).ok().filter(|text| text.len() <= MAX_ID_BYTES);
        self.id = text.filter(|text| serde_json::from_str::<IgnoredAny>(text).is_ok()).map(str::to_owned);
    }
}
