//! Files of a zip archive, as NumPy writes them: stored or deflated, with verified checksums.

/// Maximum unpacked size of an archive, bytes.
const MOST: usize = 256 << 20;

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
/// Returns the reason why the bytes are no archive, or a broken one.
pub(super) fn entries(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    let tail = bytes.len().saturating_sub(22 + (1 << 16));
    let end = (tail..bytes.len().saturating_sub(21)).rev().find(|at| bytes[*at..].starts_with(b"PK\x05\x06"));
    let end = end.ok_or("is truncated: the archive has no end")?;
    let count = usize::from(two(bytes, end + 10)?);
    let mut at = four(bytes, end + 16)? as usize;
    let mut all = Vec::new();
    let mut room = MOST;
    for _ in 0..count {
        if bytes.get(at..at + 4) != Some(b"PK\x01\x02") {
            return Err(String::from("has a broken list of files"));
        }
        let method = two(bytes, at + 10)?;
        let sum = four(bytes, at + 16)?;
        let packed = four(bytes, at + 20)? as usize;
        let size = four(bytes, at + 24)? as usize;
        let [name, extra, comment] = [28, 30, 32].map(|k| two(bytes, at + k).map(usize::from));
        let name = name?;
        let extra = extra?;
        let comment = comment?;
        let start = four(bytes, at + 42)? as usize;
        let title = bytes.get(at + 46..at + 46 + name).ok_or("is truncated in its list of files")?;
        let title = String::from_utf8_lossy(title).into_owned();
        if two(bytes, at + 8)? & 1 == 1 {
            return Err(format!("{title} is encrypted"));
        }
        let data = start + 30 + usize::from(two(bytes, start + 26)?) + usize::from(two(bytes, start + 28)?);
        let data =
            bytes.get(data..).and_then(|rest| rest.get(..packed)).ok_or_else(|| format!("{title} is truncated"))?;
        if size > room {
            return Err(format!("unpacks to more than {} MiB", MOST >> 20));
        }
        room -= size;
        let unpacked = match method {
            0 => data.to_vec(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(data, size)
                .map_err(|_| format!("{title} cannot be unpacked"))?,
            other => return Err(format!("{title} is packed by method {other}, which is not read")),
        };
        if unpacked.len() != size || crc32fast::hash(&unpacked) != sum {
            return Err(format!("{title} is damaged: its sum is not the one that the archive says"));
        }
        all.push(Entry { name: title, bytes: unpacked });
        at += 46 + name + extra + comment;
    }
    Ok(all)
}

/// Reads two bytes.
fn two(bytes: &[u8], at: usize) -> Result<u16, String> {
    let found = bytes.get(at..at.saturating_add(2)).and_then(|b| b.try_into().ok()).map(u16::from_le_bytes);
    found.ok_or_else(|| String::from("is truncated"))
}

/// Reads four bytes.
fn four(bytes: &[u8], at: usize) -> Result<u32, String> {
    let found = bytes.get(at..at.saturating_add(4)).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    found.ok_or_else(|| String::from("is truncated"))
}
