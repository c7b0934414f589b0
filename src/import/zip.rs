//! Unpacks zip archives as NumPy writes them (`.npz`): files that are stored or deflated, with verified checksums.

/// Maximum unpacked size of an archive, bytes.
const MAX_UNPACKED_BYTES: usize = 256 << 20;

/// Length of the record at the end of an archive, bytes; a comment may follow it.
const END_BYTES: usize = 22;

/// Maximum length of the comment at the end of an archive, bytes.
const MAX_COMMENT_BYTES: usize = 1 << 16;

/// File of an archive.
pub(super) struct Entry {
    /// Path in the archive.
    pub(super) name: String,
    /// Content of the unpacked file.
    pub(super) bytes: Vec<u8>,
}

/// Whether bytes begin as an archive.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Unpacks an archive.
///
/// # Errors
/// Fails with the reason if the bytes are not an archive or the archive is damaged.
pub(super) fn entries(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    let earliest = bytes.len().saturating_sub(END_BYTES + MAX_COMMENT_BYTES);
    let mut candidates = (earliest..bytes.len().saturating_sub(END_BYTES - 1)).rev();
    let end_record = candidates.find(|offset| bytes[*offset..].starts_with(b"PK\x05\x06"));
    let end_record = end_record.ok_or("is truncated: the archive has no end-of-archive record")?;
    // The offsets in the three kinds of records are those of the format's specification, `APPNOTE.TXT`, section 4.3.
    let count = usize::from(read_u16(bytes, end_record + 10)?);
    // Offset of the next header in the central directory.
    let mut header = read_u32(bytes, end_record + 16)? as usize;
    let mut entries = Vec::new();
    // Number of bytes that may still be unpacked.
    let mut remaining = MAX_UNPACKED_BYTES;
    for _ in 0..count {
        let entry_header = EntryHeader::read(bytes, header)?;
        let data = entry_header.packed_data(bytes)?;
        if entry_header.size > remaining {
            return Err(format!("unpacks to more than {} MiB", MAX_UNPACKED_BYTES >> 20));
        }
        remaining -= entry_header.size;
        let unpacked = entry_header.unpack(data)?;
        header = entry_header.next_header;
        entries.push(Entry { name: entry_header.name, bytes: unpacked });
    }
    Ok(entries)
}

/// Compression method of a file that is not compressed.
const STORED: u16 = 0;

/// Compression method of a deflated file.
const DEFLATED: u16 = 8;

/// Bit of the flags of an encrypted file.
const ENCRYPTED: u16 = 1;

/// Header of a file in the central directory of an archive.
struct EntryHeader {
    /// Path in the archive.
    name: String,
    /// Compression method, as a number of the format.
    method: u16,
    /// CRC-32 of the unpacked file.
    checksum: u32,
    /// Size in the archive, bytes.
    packed_size: usize,
    /// Size of the unpacked file, bytes.
    size: usize,
    /// Offset of the header directly before the data, bytes.
    data_header: usize,
    /// Offset of the next header in the central directory, bytes.
    next_header: usize,
}

impl EntryHeader {
    /// Reads the header that begins at an offset.
    fn read(bytes: &[u8], start: usize) -> Result<Self, String> {
        if bytes.get(start..start + 4) != Some(b"PK\x01\x02") {
            return Err(String::from("has an invalid central directory"));
        }
        let method = read_u16(bytes, start + 10)?;
        let checksum = read_u32(bytes, start + 16)?;
        let packed_size = read_u32(bytes, start + 20)? as usize;
        let size = read_u32(bytes, start + 24)? as usize;
        let name_length = usize::from(read_u16(bytes, start + 28)?);
        let extra_length = usize::from(read_u16(bytes, start + 30)?);
        let comment_length = usize::from(read_u16(bytes, start + 32)?);
        let data_header = read_u32(bytes, start + 42)? as usize;
        let name = bytes.get(start + 46..start + 46 + name_length).ok_or("is truncated in its central directory")?;
        let name = String::from_utf8_lossy(name).into_owned();
        if read_u16(bytes, start + 8)? & ENCRYPTED != 0 {
            return Err(format!("{name} is encrypted; only archives without a password are supported"));
        }
        let next_header = start + 46 + name_length + extra_length + comment_length;
        Ok(Self { name, method, checksum, packed_size, size, data_header, next_header })
    }

    /// Returns the data of the file as they are in the archive.
    fn packed_data<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], String> {
        let name_length = usize::from(read_u16(bytes, self.data_header + 26)?);
        let extra_length = usize::from(read_u16(bytes, self.data_header + 28)?);
        let data_start = self.data_header + 30 + name_length + extra_length;
        let data = bytes.get(data_start..).and_then(|data| data.get(..self.packed_size));
        data.ok_or_else(|| format!("{} is truncated", self.name))
    }

    /// Unpacks the data of the file, and verifies their length and checksum.
    fn unpack(&self, data: &[u8]) -> Result<Vec<u8>, String> {
        let name = &self.name;
        let unpacked = match self.method {
            STORED => data.to_vec(),
            DEFLATED => miniz_oxide::inflate::decompress_to_vec_with_limit(data, self.size)
                .map_err(|_| format!("{name} is damaged: it cannot be unpacked"))?,
            other => {
                return Err(format!(
                    "{name} is compressed by method {other}; only stored and deflated files are supported"
                ));
            }
        };
        if unpacked.len() != self.size || crc32fast::hash(&unpacked) != self.checksum {
            return Err(format!("{name} is damaged: its length or checksum differs from that in the archive"));
        }
        Ok(unpacked)
    }
}

/// Reads a little-endian number of two bytes at a byte offset; the error is that the archive ends before.
fn read_u16(bytes: &[u8], offset: usize) -> Result<u16, String> {
    let number =
        bytes.get(offset..offset.saturating_add(2)).and_then(|bytes| bytes.try_into().ok()).map(u16::from_le_bytes);
    number.ok_or_else(|| String::from("is truncated"))
}

/// Reads a little-endian number of four bytes at a byte offset; the error is that the archive ends before.
fn read_u32(bytes: &[u8], offset: usize) -> Result<u32, String> {
    let number =
        bytes.get(offset..offset.saturating_add(4)).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    number.ok_or_else(|| String::from("is truncated"))
}
