//! Commands of an OVD stream, PhysX's recording for its visual debugger: little-endian and self-describing.
//!
//! **Format.** Three numbers of the version, then commands, each with a code byte and its fields. Classes and
//! attributes are registered with names before objects use their handles. Base classes are written since version 0.3,
//! messages since 0.4.

/// Major, minor and patch number.
pub(super) type Version = [u32; 3];

/// Length of the version, bytes.
const VERSION_BYTES: usize = 12;

/// Minor version of the newest published format.
pub(super) const NEWEST: u32 = 4;

/// Type of an attribute's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// Signed or unsigned integer with this number of bytes.
    Whole(usize),
    Single,
    Double,
    Text,
    Handle,
    /// Flag word, enum, value of another object, or unknown type.
    Other,
}

/// Command, reduced to the fields that are used here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Command<'a> {
    Class { class: u32, name: &'a [u8] },
    Attribute { class: u32, attribute: u32, kind: ValueKind, name: &'a [u8] },
    Set { object: u64, attribute: u32, value: &'a [u8] },
    Add { object: u64, attribute: u32, value: &'a [u8] },
    Remove { object: u64, attribute: u32, value: &'a [u8] },
    Create { class: u32, object: u64, name: &'a [u8] },
    Destroy { object: u64 },
    Start,
    Stop,
    Message { text: &'a [u8] },
}

/// Reason why a stream has no further command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamEnd {
    /// All bytes were read.
    Whole,
    /// The command that begins at this byte is truncated.
    Truncated(usize),
    /// The command at this byte has an unknown code, so its length is unknown.
    Unknown(usize, u8),
}

/// Iterator over the commands of a stream.
pub(super) struct Stream<'a> {
    bytes: &'a [u8],
    /// Offset of the next command, bytes.
    offset: usize,
    pub(super) version: Version,
    /// Reason of the end; `None` until all commands were read.
    pub(super) end: Option<StreamEnd>,
}

/// Returns the version; `None` when there are too few bytes.
pub(super) fn version(bytes: &[u8]) -> Option<Version> {
    let mut input = Input { bytes, offset: 0 };
    Some([input.u32()?, input.u32()?, input.u32()?])
}

impl<'a> Stream<'a> {
    /// Creates the iterator; `bytes` must contain the whole version.
    pub(super) fn new(bytes: &'a [u8], version: Version) -> Self {
        Self { bytes, offset: VERSION_BYTES, version, end: None }
    }

    /// Reads the fields of the command with this code; `None` if the bytes end first.
    fn command(&self, code: u8, input: &mut Input<'a>) -> Option<Result<Command<'a>, StreamEnd>> {
        Some(Ok(match code {
            1 => {
                let class = input.u32()?;
                if self.version >= [0, 3, 0] {
                    // Base class, unused: attributes have names of their own.
                    input.u32()?;
                }
                Command::Class { class, name: input.text()? }
            }
            3 => {
                let [class, attribute] = [input.u32()?, input.u32()?];
                let kind = ValueKind::of(input.u16()?);
                // Number of values, or value or class of an enum; unused.
                input.u32()?;
                Command::Attribute { class, attribute, kind, name: input.text()? }
            }
            4 => {
                let [class, attribute, _] = [input.u32()?, input.u32()?, input.u32()?];
                Command::Attribute { class, attribute, kind: ValueKind::Other, name: input.text()? }
            }
            5 => Command::Attribute {
                class: input.u32()?,
                attribute: input.u32()?,
                kind: ValueKind::of(input.u16()?),
                name: input.text()?,
            },
            6..=8 => input.change(code)?,
            9 => {
                // Context, unused.
                input.u64()?;
                let class = input.u32()?;
                let object = input.u64()?;
                Command::Create { class, object, name: input.text()? }
            }
            10 => {
                input.u64()?;
                Command::Destroy { object: input.u64()? }
            }
            11 | 12 => {
                input.take(16)?;
                if code == 11 { Command::Start } else { Command::Stop }
            }
            13 => {
                input.u64()?;
                let text = input.text()?;
                input.text()?;
                input.take(12)?;
                Command::Message { text }
            }
            _ => return Some(Err(StreamEnd::Unknown(self.offset, code))),
        }))
    }
}

impl<'a> Iterator for Stream<'a> {
    type Item = Command<'a>;

    fn next(&mut self) -> Option<Command<'a>> {
        if self.end.is_some() {
            return None;
        }
        let Some(code) = self.bytes.get(self.offset) else {
            self.end = Some(StreamEnd::Whole);
            return None;
        };
        let mut input = Input { bytes: self.bytes, offset: self.offset + 1 };
        match self.command(*code, &mut input) {
            Some(Ok(command)) => {
                self.offset = input.offset;
                Some(command)
            }
            Some(Err(end)) => {
                self.end = Some(end);
                None
            }
            None => {
                self.end = Some(StreamEnd::Truncated(self.offset));
                None
            }
        }
    }
}

/// Bytes with a reading position.
struct Input<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Input<'a> {
    /// Returns the next bytes; `None` if too few are left.
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.offset.checked_add(count)?;
        let taken = self.bytes.get(self.offset..end)?;
        self.offset = end;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    /// Reads a command that sets an attribute (6), or adds to its list (7), or removes from it (8).
    fn change(&mut self, code: u8) -> Option<Command<'a>> {
        // Context, unused.
        self.u64()?;
        let object = self.u64()?;
        let depth = self.take(1)?[0];
        let attribute = (0..depth).try_fold(0, |_, _| self.u32())?;
        let length = self.u32()?;
        let value = self.take(length as usize)?;
        Some(match code {
            6 => Command::Set { object, attribute, value },
            7 => Command::Add { object, attribute, value },
            _ => Command::Remove { object, attribute, value },
        })
    }

    /// Reads a text that begins with its length.
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.u16()?;
        self.take(usize::from(length))
    }
}

impl ValueKind {
    /// Converts a type code of the format.
    fn of(code: u16) -> Self {
        match code {
            0 | 4 => Self::Whole(1),
            1 | 5 => Self::Whole(2),
            2 | 6 => Self::Whole(4),
            3 | 7 => Self::Whole(8),
            8 => Self::Single,
            9 => Self::Double,
            10 => Self::Text,
            11 => Self::Handle,
            _ => Self::Other,
        }
    }

    /// Returns the numbers of a value; an incomplete number at its end is dropped.
    pub(super) fn numbers(self, value: &[u8]) -> Vec<f64> {
        match self {
            Self::Single => value.as_chunks().0.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))).collect(),
            Self::Double => value.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the handles or integers of a value, without sign.
    pub(super) fn integers(self, value: &[u8]) -> Vec<u64> {
        let size = match self {
            Self::Whole(size) => size,
            Self::Handle => 8,
            _ => return Vec::new(),
        };
        value
            .chunks_exact(size)
            .map(|bytes| bytes.iter().rev().fold(0, |integer, byte| integer << 8 | u64::from(*byte)))
            .collect()
    }
}
