//! Reader of the buffers of a glTF file, and of the points and vertex indices that its accessors describe. A buffer is
//! inside the binary file, in a `data:` URI, or in a file next to it.

use std::path::{Path, PathBuf};

use contact_lens_long_run::watch;

use super::json::{Accessor, Buffer, BufferView, Root, Sparse};
use super::{MeshError, checked_coordinate, read_file, resolve_inside};
use crate::limits;

/// Component type of glTF: unsigned integers of 8 bits.
const UNSIGNED_BYTE: u32 = 5121;
/// Component type of glTF: unsigned integers of 16 bits.
const UNSIGNED_SHORT: u32 = 5123;
/// Component type of glTF: unsigned integers of 32 bits.
const UNSIGNED_INT: u32 = 5125;
/// Component type of glTF: `f32`.
const FLOAT: u32 = 5126;
/// Size of a point, bytes: three `f32`.
const POINT_BYTES: u64 = 12;

/// Result with the error of an accessor or buffer.
type Result<T> = std::result::Result<T, MeshError>;

/// Content of all buffers of a file, in total at most [`limits::MESH_BYTES`].
pub(super) struct Buffers<'a> {
    root: &'a Root,
    /// Content of each buffer.
    bytes: Vec<Vec<u8>>,
}

impl<'a> Buffers<'a> {
    /// Reads all buffers: `blob` is the one inside a binary file, others are in the JSON text or in files below
    /// `folder`.
    pub fn read(root: &'a Root, blob: &[u8], folder: &Path) -> Result<Self> {
        let mut contents = Vec::new();
        let mut total = 0;
        for (i, buffer) in root.buffers.iter().enumerate() {
            let mut bytes = read_buffer(buffer, i, blob, folder)
                .map_err(|message| MeshError::whole(format!("buffers[{i}]: {message}")))?;
            if (bytes.len() as u64) < buffer.byte_length {
                let size = bytes.len();
                let expected = buffer.byte_length;
                return Err(MeshError::whole(format!(
                    "buffers[{i}]: has {size} bytes, but its `byteLength` is {expected}"
                )));
            }
            bytes.truncate(usize::try_from(buffer.byte_length).unwrap_or(usize::MAX));
            total += bytes.len() as u64;
            if total > limits::MESH_BYTES {
                let limit = limits::MESH_BYTES >> 20;
                return Err(MeshError::whole(format!("has buffers of more than {limit} MiB in total, the limit")));
            }
            contents.push(bytes);
        }
        Ok(Self { root, bytes: contents })
    }

    /// Returns the bytes of `count` elements of `size` bytes each, from byte `offset` of the view with this index.
    /// `owner` is the path of the accessor, for errors.
    fn elements(&self, owner: &str, view: usize, offset: u64, size: u64, count: u64) -> Result<Vec<&[u8]>> {
        let error = |message: String| MeshError::whole(format!("{owner}: {message}"));
        let layout =
            self.root.buffer_views.get(view).ok_or_else(|| error(format!("bufferViews[{view}] does not exist")))?;
        let stride = layout.byte_stride.unwrap_or(size);
        if stride < size {
            return Err(error(format!(
                "bufferViews[{view}] has a `byteStride` of {stride}, less than the {size} bytes of an element"
            )));
        }
        let end = elements_end(offset, stride, size, count);
        if end.is_none_or(|end| end > layout.byte_length) {
            return Err(error(format!("runs beyond bufferViews[{view}], which has {} bytes", layout.byte_length)));
        }
        let bytes = self
            .view_bytes(layout)
            .ok_or_else(|| error(format!("bufferViews[{view}] runs beyond buffers[{}]", layout.buffer)))?;
        let mut elements = Vec::with_capacity(count as usize);
        for index in 0..count {
            watch::tick_at(index as usize);
            // In range, since `end` is within the view.
            elements.push(&bytes[(offset + index * stride) as usize..][..size as usize]);
        }
        Ok(elements)
    }

    /// Returns the bytes of a view; `None` if it runs beyond its buffer.
    fn view_bytes(&self, layout: &BufferView) -> Option<&[u8]> {
        let start = usize::try_from(layout.byte_offset).ok()?;
        let length = usize::try_from(layout.byte_length).ok()?;
        self.bytes.get(layout.buffer)?.get(start..)?.get(..length)
    }

    /// Returns the path of the accessor with this index, for errors, and the accessor.
    fn accessor(&self, index: usize) -> Result<(String, &'a Accessor)> {
        let name = format!("accessors[{index}]");
        let accessor =
            self.root.accessors.get(index).ok_or_else(|| MeshError::whole(format!("{name} does not exist")))?;
        if accessor.count > limits::MESH_VERTICES as u64 {
            let message =
                format!("{name}: has {} elements, more than the limit of {}", accessor.count, limits::MESH_VERTICES);
            return Err(MeshError::whole(message));
        }
        Ok((name, accessor))
    }

    /// Returns the points of the accessor with this index, meters; their coordinates are finite and within the limit.
    pub fn points(&self, index: usize) -> Result<Vec<[f64; 3]>> {
        let (name, accessor) = self.accessor(index)?;
        if accessor.kind != "VEC3" || accessor.component_type != FLOAT {
            let Accessor { kind, component_type, .. } = accessor;
            return Err(MeshError::whole(format!(
                "{name}: positions must be VEC3 of component type 5126 (float), but are {} of {component_type}",
                crate::path::shortened(kind)
            )));
        }
        // A sparse accessor without a view starts from zeros.
        let mut points = match (accessor.buffer_view, &accessor.sparse) {
            (Some(view), _) => {
                let elements = self.elements(&name, view, accessor.byte_offset, POINT_BYTES, accessor.count)?;
                elements.into_iter().map(read_point).collect()
            }
            (None, Some(_)) => vec![[0.0; 3]; accessor.count as usize],
            (None, None) => {
                let message = format!("{name}: has no `bufferView`; compressed meshes are not supported");
                return Err(MeshError::whole(message));
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace_sparse_points(&name, sparse, &mut points)?;
        }
        for (index, point) in points.iter().enumerate() {
            for coordinate in *point {
                if let Err(message) = checked_coordinate(coordinate) {
                    return Err(MeshError::whole(format!("{name}[{index}]: {message}")));
                }
            }
        }
        Ok(points)
    }

    /// Replaces the points that a sparse accessor lists by their new values. `name` is the path of the accessor, for
    /// errors.
    fn replace_sparse_points(&self, name: &str, sparse: &Sparse, points: &mut [[f64; 3]]) -> Result<()> {
        let owner = format!("{name}.sparse");
        let Sparse { count, indices, values } = sparse;
        let component_type = indices.component_type.unwrap_or_default();
        let indices = self.integers(&owner, indices.buffer_view, indices.byte_offset, component_type, *count)?;
        let values = self.elements(&owner, values.buffer_view, values.byte_offset, POINT_BYTES, *count)?;
        let point_count = points.len();
        for (index, value) in indices.into_iter().zip(values) {
            let Some(point) = points.get_mut(index as usize) else {
                return Err(MeshError::whole(format!(
                    "{owner}: there is no element {index}; the accessor has {point_count}, counted from 0"
                )));
            };
            *point = read_point(value);
        }
        Ok(())
    }

    /// Returns the vertex indices of the accessor with this index.
    pub fn indices(&self, index: usize) -> Result<Vec<u32>> {
        let (name, accessor) = self.accessor(index)?;
        let is_plain_list = accessor.kind == "SCALAR" && accessor.sparse.is_none();
        let view = match accessor.buffer_view {
            Some(view) if is_plain_list => view,
            _ => {
                let message = format!("{name}: indices must be SCALAR, with a `bufferView` and without `sparse`");
                return Err(MeshError::whole(message));
            }
        };
        self.integers(&name, view, accessor.byte_offset, accessor.component_type, accessor.count)
    }

    /// Returns the unsigned integers of `count` elements of this component type, from byte `offset` of the view with
    /// this index. `owner` is the path of the accessor, for errors.
    fn integers(&self, owner: &str, view: usize, offset: u64, component_type: u32, count: u64) -> Result<Vec<u32>> {
        let size = match component_type {
            UNSIGNED_BYTE => 1,
            UNSIGNED_SHORT => 2,
            UNSIGNED_INT => 4,
            _ => {
                return Err(MeshError::whole(format!(
                    "{owner}: indices must have component type 5121, 5123 or 5125, but have {component_type}"
                )));
            }
        };
        Ok(self.elements(owner, view, offset, size, count)?.into_iter().map(little_endian).collect())
    }
}

/// Byte of a view after the last of `count` elements. Elements have `size` bytes, and each begins `stride` bytes after
/// the one before; without elements, the result is `offset`. `None` if the number overflows.
fn elements_end(offset: u64, stride: u64, size: u64, count: u64) -> Option<u64> {
    let Some(last) = count.checked_sub(1) else { return Some(offset) };
    stride.checked_mul(last)?.checked_add(size)?.checked_add(offset)
}

/// Converts one to four little-endian bytes to an unsigned integer.
fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// Converts the bytes of three little-endian `f32` to a point, meters.
fn read_point(bytes: &[u8]) -> [f64; 3] {
    [0, 4, 8].map(|offset| {
        f64::from(f32::from_le_bytes([bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]]))
    })
}

/// Reads the bytes of the buffer with this index: inside the binary file, in the text, or in a file of `folder`.
fn read_buffer(buffer: &Buffer, index: usize, blob: &[u8], folder: &Path) -> std::result::Result<Vec<u8>, String> {
    // Only the first buffer may be the one inside the binary file.
    let Some(uri) = &buffer.uri else {
        return if index == 0 { Ok(blob.to_vec()) } else { Err(String::from("has no `uri`")) };
    };
    if let Some(data) = uri.strip_prefix("data:") {
        let text = data.split_once(";base64,").map(|(_, text)| text);
        return decode_base64(text.ok_or("has a `uri` with data that are not base64")?);
    }
    let file = buffer_file(uri, folder)?;
    read_file(&file).map_err(|error| format!("{}: {}", file.display(), error.message))
}

/// Returns the file that a URI names below `folder`, or the reason why there is none.
pub(super) fn buffer_file(uri: &str, folder: &Path) -> std::result::Result<PathBuf, String> {
    resolve_inside(folder, &decode_percent_escapes(uri)?)
}

/// Decodes the escapes of a URI: `%20` is a space.
fn decode_percent_escapes(uri: &str) -> std::result::Result<String, String> {
    let mut out = Vec::new();
    let mut bytes = uri.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digits = [bytes.next(), bytes.next()].map(|digit| char::from(digit.unwrap_or_default()).to_digit(16));
        let [Some(high), Some(low)] = digits else {
            return Err(format!("has a `uri` with an invalid percent escape: `{}`", crate::path::shortened(uri)));
        };
        out.push((high * 16 + low) as u8);
    }
    String::from_utf8(out).map_err(|_| String::from("has a `uri` that is not UTF-8"))
}

/// Decodes base64 text, in the standard or the URL alphabet, to bytes.
fn decode_base64(text: &str) -> std::result::Result<Vec<u8>, String> {
    let text = text.trim_end_matches('=');
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0u32;
    let mut bit_count = 0;
    for (position, letter) in text.bytes().enumerate() {
        watch::tick_at(position);
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return Err(format!("has invalid base64 at character {position}")),
        };
        bits = bits << 6 | u32::from(value);
        bit_count += 6;
        if bit_count >= 8 {
            bit_count -= 8;
            out.push((bits >> bit_count) as u8);
        }
    }
    Ok(out)
}
