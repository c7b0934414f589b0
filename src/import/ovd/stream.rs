//! The commands of an OVD stream: PhysX's recording for its visual debugger, little-endian, described by itself.
//!
//! Three numbers of the version come first, then commands: a byte each that says which, and its fields. Classes and attributes are
//! registered with names before objects use their handles. The class that a class is derived from is written since version
//! 0.3, messages since 0.4.

/// A version of the format.
pub(super) type Version = [u32; 3];

/// The newest version that is published.
pub(super) const NEWEST: u32 = 4;

/// What a value of an attribute is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A signed or unsigned whole number of so many bytes.
    Whole(usize),
    /// `f32`.
    Single,
    /// `f64`.
    Double,
    Text,
    /// Objects, by their handles.
    Handle,
    /// A flag word or an enum, the values of another object, or a kind that is not known.
    Other,
}

/// A command, as far as it says something about bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Command<'a> {
    Class { class: u32, name: &'a [u8] },
    Attribute { class: u32, attribute: u32, kind: Kind, name: &'a [u8] },
    Set { object: u64, attribute: u32, value: &'a [u8] },
    Add { object: u64, attribute: u32, value: &'a [u8] },
    Remove { object: u64, attribute: u32, value: &'a [u8] },
    Create { class: u32, object: u64, name: &'a [u8] },
    Destroy { object: u64 },
    Start,
    Stop,
    Message { text: &'a [u8] },
}

/// Why a stream has no further command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All was read.
    Whole,
    /// The command that begins at this byte has no end.
    Cut(usize),
    /// The command at this byte is none that is known, so that its length is not known either.
    Unknown(usize, u8),
}

/// The commands, one after the other.
pub(super) struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
    pub(super) version: Version,
    /// Why there is no next one, once there is none.
    pub(super) end: Option<End>,
}

/// The version, if the bytes begin as a stream does.
pub(super) fn version(bytes: &[u8]) -> Option<Version> {
    let mut input = Input { bytes, at: 0 };
    Some([input.u32()?, input.u32()?, input.u32()?])
}

impl<'a> Stream<'a> {
    /// Begins after the version, which there must be.
    pub(super) fn new(bytes: &'a [u8], version: Version) -> Self {
        Self { bytes, at: 12, version, end: None }
    }

    fn command(&self, code: u8, input: &mut Input<'a>) -> Option<Result<Command<'a>, End>> {
        Some(Ok(match code {
            1 => {
                let class = input.u32()?;
                if self.version >= [0, 3, 0] {
                    // The class that it is derived from: attributes have names of their own.
                    input.u32()?;
                }
                Command::Class { class, name: input.text()? }
            }
            3 => {
                let (class, attribute, kind) = (input.u32()?, input.u32()?, input.u16()?);
                // How many there are, or the value or class of an enum.
                input.u32()?;
                Command::Attribute { class, attribute, kind: Kind::of(kind), name: input.text()? }
            }
            4 => {
                let (class, attribute) = (input.u32()?, input.u32()?);
                input.u32()?;
                Command::Attribute { class, attribute, kind: Kind::Other, name: input.text()? }
            }
            5 => {
                let (class, attribute, kind) = (input.u32()?, input.u32()?, input.u16()?);
                Command::Attribute { class, attribute, kind: Kind::of(kind), name: input.text()? }
            }
            6..=8 => {
                let (_, object, depth) = (input.u64()?, input.u64()?, input.take(1)?[0]);
                let mut attribute = 0;
                for _ in 0..depth {
                    attribute = input.u32()?;
                }
                let length = input.u32()? as usize;
                let value = input.take(length)?;
                match code {
                    6 => Command::Set { object, attribute, value },
                    7 => Command::Add { object, attribute, value },
                    _ => Command::Remove { object, attribute, value },
                }
            }
            9 => {
                let (_, class, object) = (input.u64()?, input.u32()?, input.u64()?);
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
            _ => return Some(Err(End::Unknown(self.at, code))),
        }))
    }
}

impl<'a> Iterator for Stream<'a> {
    type Item = Command<'a>;

    fn next(&mut self) -> Option<Command<'a>> {
        if self.end.is_some() {
            return None;
        }
        let Some(code) = self.bytes.get(self.at) else {
            self.end = Some(End::Whole);
            return None;
        };
        let mut input = Input { bytes: self.bytes, at: self.at + 1 };
        match self.command(*code, &mut input) {
            Some(Ok(command)) => {
                self.at = input.at;
                Some(command)
            }
            Some(Err(end)) => {
                self.end = Some(end);
                None
            }
            None => {
                self.end = Some(End::Cut(self.at));
                None
            }
        }
    }
}

/// Bytes, and how far they are read.
struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
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

    /// Its length comes first.
    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.u16()?;
        self.take(usize::from(length))
    }
}

impl Kind {
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

    /// The numbers of a value; what is left over at its end is none.
    pub(super) fn numbers(self, value: &[u8]) -> Vec<f64> {
        let single = |bytes: &[u8; 4]| f64::from(f32::from_le_bytes(*bytes));
        match self {
            Self::Single => value.as_chunks().0.iter().map(single).collect(),
            Self::Double => value.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect(),
            _ => Vec::new(),
        }
    }

    /// The handles or whole numbers of a value, without a sign.
    pub(super) fn wholes(self, value: &[u8]) -> Vec<u64> {
        let size = match self {
            Self::Whole(size) => size,
            Self::Handle => 8,
            _ => return Vec::new(),
        };
        let whole = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        value.chunks_exact(size).map(whole).collect()
    }
}
