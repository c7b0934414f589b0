//! Files of a zip archive, as NumPy writes them: stored or deflated, with verified checksums.

/// Maximum unpacked size of an archive, bytes.
const MAX_UNPACKED_BYTES: usize = 256 << 20;

/// Length of the record at the end of an archive, bytes; a comment may follow it.
const END_BYTES: usize = 22;

/// Maximum length of the comment at the end of an archive, bytes.
const MAX_COMMENT_BYTES: usize = 1 << 16;

/// File of an archive.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Whether bytes begin as an archive.
pub(super) fn looks(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Unpacks an archive.
///
/// # Errors
/// Fails with the reason if the bytes are not an archive or the archive is damaged.
pub(super) fn entries(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    let tail = bytes.len().saturating_sub(END_BYTES + MAX_COMMENT_BYTES);
    let end =
        (tail..bytes.len().saturating_sub(END_BYTES - 1)).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"));
    let end = end.ok_or("is truncated: the archive has no end-of-archive record")?;
    // The offsets in the three kinds of records are those of the format's specification, `APPNOTE.TXT`, section 4.3.
    let count = usize::from(read_u16(bytes, end + 10)?);
    let mut at = read_u32(bytes, end + 16)? as usize;
    let mut all = Vec::new();
    let mut remaining = MAX_UNPACKED_BYTES;
    for _ in 0..count {
        if bytes.get(at..at + 4) != Some(b"PK\x01\x02") {
            return Err(String::from("has an invalid central directory"));
        }
        let method = read_u16(bytes, at + 10)?;
        let sum = read_u32(bytes, at + 16)?;
        let packed = read_u32(bytes, at + 20)? as usize;
        let size = read_u32(bytes, at + 24)? as usize;
        let [name_length, extra_length, comment_length] =
            [28, 30, 32].map(|k| read_u16(bytes, at + k).map(usize::from));
        let name_length = name_length?;
        let extra_length = extra_length?;
        let comment_length = comment_length?;
        let start = read_u32(bytes, at + 42)? as usize;
        let name = bytes.get(at + 46..at + 46 + name_length).ok_or("is truncated in its central directory")?;
        let name = String::from_utf8_lossy(name).into_owned();
        if read_u16(bytes, at + 8)? & 1 == 1 {
            return Err(format!("{name} is encrypted; only archives without a password are supported"));
        }
        let data = start + 30 + usize::from(read_u16(bytes, start + 26)?) + usize::from(read_u16(bytes, start + 28)?);
        let data =
            bytes.get(data..).and_then(|rest| rest.get(..packed)).ok_or_else(|| format!("{name} is truncated"))?;
        if size > remaining {
            return Err(format!("unpacks to more than {} MiB", MAX_UNPACKED_BYTES >> 20));
        }
        remaining -= size;
        let unpacked = match method {
            0 => data.to_vec(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(data, size)
                .map_err(|_| format!("{name} is damaged: it cannot be unpacked"))?,
            other => {
                return Err(format!(
                    "{name} is compressed by method {other}; only stored and deflated files are supported"
                ));
            }
        };
        if unpacked.len() != size || crc32fast::hash(&unpacked) != sum {
            return Err(format!("{name} is damaged: its length or checksum differs from that in the archive"));
        }
        all.push(Entry { name, bytes: unpacked });
        at += 46 + name_length + extra_length + comment_length;
    }
    Ok(all)
}

/// Reads a little-endian number of two bytes at `at`.
fn read_u16(bytes: &[u8], at: usize) -> Result<u16, String> {
    let found = bytes.get(at..at.saturating_add(2)).and_then(|b| b.try_into().ok()).map(u16::from_le_bytes);
    found.ok_or_else(|| String::from("is truncated"))
}

/// Reads a little-endian number of four bytes at `at`.
fn read_u32(bytes: &[u8], at: usize) -> Result<u32, String> {
    let found = bytes.get(at..at.saturating_add(4)).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    found.ok_or_else(|| String::from("is truncated"))
}
