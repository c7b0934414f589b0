//! Commands of an OVD stream, PhysX's recording for its visual debugger: little-endian and self-describing.
//!
//! **Format.** Three numbers of the version, then commands, each with a code byte and its fields. Classes and
//! attributes are registered with names before objects use their handles. Base classes are written since version 0.3,
//! messages since 0.4.

/// Major, minor and patch number of the format.
pub(super) type Version = [u32; 3];

/// Length of the version at the start of a stream, bytes.
pub(super) const VERSION_BYTES: usize = 12;

/// Minor version of the newest published format.
pub(super) const NEWEST_MINOR: u32 = 4;

// Code bytes of the commands: `OmniPvdCommand` of PhysX.

/// Code of the command that registers a class.
pub(super) const CLASS_CODE: u8 = 1;
/// Code of the command that registers an attribute with values of a type.
const ATTRIBUTE_CODE: u8 = 3;
/// Code of the command that registers an attribute whose value is an object of a class.
const CLASS_ATTRIBUTE_CODE: u8 = 4;
/// Code of the command that registers an attribute with a list of unique values.
const LIST_ATTRIBUTE_CODE: u8 = 5;
/// Code of the command that sets an attribute.
const SET_CODE: u8 = 6;
/// Code of the command that adds values to a list.
const ADD_CODE: u8 = 7;
/// Code of the command that removes values from a list.
const REMOVE_CODE: u8 = 8;
/// Code of the command that creates an object.
const CREATE_CODE: u8 = 9;
/// Code of the command that destroys an object.
const DESTROY_CODE: u8 = 10;
/// Code of the command that starts a frame.
const START_CODE: u8 = 11;
/// Code of the command that ends a frame.
const STOP_CODE: u8 = 12;
/// Code of a message of the engine.
const MESSAGE_CODE: u8 = 13;

/// Type of an attribute's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// Signed or unsigned integer with this number of bytes.
    Integer {
        bytes: usize,
    },
    /// Floating-point number of 32 bits.
    Single,
    /// Floating-point number of 64 bits.
    Double,
    Text,
    /// Handle of an object, 8 bytes.
    Handle,
    /// Flag word, enum, value of another object, or unknown type.
    Other,
}

/// Command, reduced to the fields that are used here. Classes, attributes and objects are identified by handles, and
/// values are the bytes in the stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Command<'a> {
    /// Registers a class of objects.
    Class { class: u32, name: &'a [u8] },
    /// Registers an attribute of a class.
    Attribute { class: u32, attribute: u32, kind: ValueKind, name: &'a [u8] },
    /// Sets an attribute of an object.
    Set { object: u64, attribute: u32, value: &'a [u8] },
    /// Adds values to a list attribute of an object.
    Add { object: u64, attribute: u32, value: &'a [u8] },
    /// Removes values from a list attribute of an object.
    Remove { object: u64, attribute: u32, value: &'a [u8] },
    /// Creates an object of a class.
    Create { class: u32, object: u64, name: &'a [u8] },
    /// Destroys an object; another one may get its handle.
    Destroy { object: u64 },
    /// Starts a frame of the recording.
    Start,
    /// Ends a frame of the recording.
    Stop,
    /// Message of the engine, such as a warning.
    Message { text: &'a [u8] },
}

/// Reason why a stream has no further command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamEnd {
    /// All bytes were read.
    Whole,
    /// The command that begins at this byte is truncated.
    Truncated { offset: usize },
    /// The command at this byte has an unknown code, so its length is unknown.
    UnknownCommand { offset: usize, code: u8 },
}

/// Iterator over the commands of a stream.
pub(super) struct Stream<'a> {
    /// Whole stream with its version.
    bytes: &'a [u8],
    /// Offset of the next command, bytes.
    offset: usize,
    version: Version,
    /// Reason of the end; `None` before the end.
    pub(super) end: Option<StreamEnd>,
}

/// Reads the version at the start of a stream; `None` when there are too few bytes.
pub(super) fn version(bytes: &[u8]) -> Option<Version> {
    let mut input = Input { bytes, offset: 0 };
    Some([input.u32()?, input.u32()?, input.u32()?])
}

impl<'a> Stream<'a> {
    /// Creates the iterator over the commands; `bytes` is the whole stream and begins with `version`.
    pub(super) fn new(bytes: &'a [u8], version: Version) -> Self {
        Self { bytes, offset: VERSION_BYTES, version, end: None }
    }

    /// Reads the fields of the command with this code; `None` if the bytes end first. The error is the end of the
    /// stream at an unknown code.
    fn command(&self, code: u8, input: &mut Input<'a>) -> Option<Result<Command<'a>, StreamEnd>> {
        Some(Ok(match code {
            CLASS_CODE => {
                let class = input.u32()?;
                if self.version >= [0, 3, 0] {
                    // Base class, unused: attributes have names of their own.
                    input.u32()?;
                }
                Command::Class { class, name: input.text()? }
            }
            ATTRIBUTE_CODE => {
                let class = input.u32()?;
                let attribute = input.u32()?;
                let kind = ValueKind::from_code(input.u16()?);
                // Number of values, or value or class of an enum; unused.
                input.u32()?;
                Command::Attribute { class, attribute, kind, name: input.text()? }
            }
            CLASS_ATTRIBUTE_CODE => {
                let class = input.u32()?;
                let attribute = input.u32()?;
                // Class of the value, unused.
                input.u32()?;
                Command::Attribute { class, attribute, kind: ValueKind::Other, name: input.text()? }
            }
            LIST_ATTRIBUTE_CODE => Command::Attribute {
                class: input.u32()?,
                attribute: input.u32()?,
                kind: ValueKind::from_code(input.u16()?),
                name: input.text()?,
            },
            SET_CODE | ADD_CODE | REMOVE_CODE => input.change(code)?,
            CREATE_CODE => {
                // Context, unused.
                input.u64()?;
                let class = input.u32()?;
                let object = input.u64()?;
                Command::Create { class, object, name: input.text()? }
            }
            DESTROY_CODE => {
                // Context, unused.
                input.u64()?;
                Command::Destroy { object: input.u64()? }
            }
            START_CODE | STOP_CODE => {
                // Context and time stamp, unused.
                input.take(16)?;
                if code == START_CODE { Command::Start } else { Command::Stop }
            }
            MESSAGE_CODE => Command::Message { text: input.message()? },
            _ => return Some(Err(StreamEnd::UnknownCommand { offset: self.offset, code })),
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
                self.end = Some(StreamEnd::Truncated { offset: self.offset });
                None
            }
        }
    }
}

/// Bytes with a reading position. Numbers are little-endian; every method returns `None` if too few bytes are left.
struct Input<'a> {
    bytes: &'a [u8],
    /// Offset of the next byte.
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

    /// Reads the fields of a command with one of the codes [`SET_CODE`], [`ADD_CODE`] and [`REMOVE_CODE`].
    fn change(&mut self, code: u8) -> Option<Command<'a>> {
        // Context, unused.
        self.u64()?;
        let object = self.u64()?;
        // The handles of nested attributes, the outermost first; the innermost has the value.
        let depth = self.take(1)?[0];
        let mut attribute = 0;
        for _ in 0..depth {
            attribute = self.u32()?;
        }
        let length = self.u32()?;
        let value = self.take(length as usize)?;
        Some(match code {
            SET_CODE => Command::Set { object, attribute, value },
            ADD_CODE => Command::Add { object, attribute, value },
            _ => Command::Remove { object, attribute, value },
        })
    }

    /// Reads the fields of a message, and returns its text.
    fn message(&mut self) -> Option<&'a [u8]> {
        // Context, unused.
        self.u64()?;
        let text = self.text()?;
        // Source file, then three numbers such as the line; unused.
        self.text()?;
        self.take(12)?;
        Some(text)
    }

    /// Reads a text after its length, a number of 16 bits.
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.u16()?;
        self.take(usize::from(length))
    }
}

impl ValueKind {
    /// Returns the kind of values with a type code: `OmniPvdDataType` of PhysX, where signed and unsigned integers
    /// differ.
    fn from_code(code: u16) -> Self {
        match code {
            0 | 4 => Self::Integer { bytes: 1 },
            1 | 5 => Self::Integer { bytes: 2 },
            2 | 6 => Self::Integer { bytes: 4 },
            3 | 7 => Self::Integer { bytes: 8 },
            8 => Self::Single,
            9 => Self::Double,
            10 => Self::Text,
            11 => Self::Handle,
            _ => Self::Other,
        }
    }

    /// Returns the floating-point numbers of a value; an incomplete number at its end is dropped. Empty for other
    /// kinds.
    pub(super) fn numbers(self, value: &[u8]) -> Vec<f64> {
        match self {
            Self::Single => value.as_chunks().0.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))).collect(),
            Self::Double => value.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the handles or integers of a value, without sign; empty for other kinds.
    pub(super) fn integers(self, value: &[u8]) -> Vec<u64> {
        let size = match self {
            Self::Integer { bytes } => bytes,
            Self::Handle => 8,
            _ => return Vec::new(),
        };
        value
            .chunks_exact(size)
            .map(|bytes| bytes.iter().rev().fold(0, |integer, byte| integer << 8 | u64::from(*byte)))
            .collect()
    }
}
