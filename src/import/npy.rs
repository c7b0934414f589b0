//! NumPy arrays (`.npy`) and archives of them (`.npz`): points of hulls, without loss.
//!
//! The header is parsed here because the crate `npyz` would add a parser generator for it.

use super::draft::{self, Draft};
use super::pose::Pose;
use super::{Quote, Source, zip};
use crate::scene::SceneError;
use crate::scene::model::Shape;

/// First bytes of an array.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Error of an incomplete header.
const TRUNCATED_HEADER: &str = "is truncated in its header";

/// Maximum number of values in an array.
const MAX_VALUES: usize = 16_000_000;

/// Maximum number of sets of points in an array.
const MAX_SETS: usize = 10_000;

/// Array in row-major order.
#[derive(Clone, Debug, PartialEq)]
struct Array {
    dims: Vec<usize>,
    values: Vec<f64>,
    /// NumPy's name of the number type.
    kind: String,
}

/// Whether bytes begin as an array.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads an array of points as a hull, or an array of several sets of points as several hulls.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let array = parse_array(&source.bytes).map_err(|why| source.error(why))?;
    let name = std::path::Path::new(&source.name).file_stem().map_or("points".into(), |stem| stem.to_string_lossy());
    add_hulls(&array, &name, draft).map_err(|why| source.error(why))?;
    Ok(Vec::new())
}

/// Reads the arrays of an archive, a body each.
pub(super) fn read_archive(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let mut quotes = Vec::new();
    for entry in zip::entries(&source.bytes).map_err(|why| source.error(why))? {
        let name = entry.name.trim_end_matches(".npy").to_owned();
        let array = parse_array(&entry.bytes).map_err(|why| source.error(format!("{}: {why}", entry.name)))?;
        if let Err(why) = add_hulls(&array, &name, draft) {
            quotes.push(Quote { file: source.name.clone(), lines: Vec::new(), text: entry.name, why });
        }
    }
    Ok(quotes)
}

/// Reads the rows of a table with `width` columns: an array, or the array with this name in an archive.
pub(super) fn read_table(source: &Source, name: &str, width: usize) -> Result<Vec<Vec<f64>>, SceneError> {
    let array = if zip::recognizes(&source.bytes) {
        let entries = zip::entries(&source.bytes).map_err(|why| source.error(why))?;
        let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        let entry = entries.into_iter().find(|entry| entry.name.trim_end_matches(".npy") == name);
        let entry =
            entry.ok_or_else(|| source.error(format!("has no array `{name}`; its arrays are {}", names.join(", "))))?;
        parse_array(&entry.bytes)
    } else {
        parse_array(&source.bytes)
    };
    let array = array.map_err(|why| source.error(why))?;
    match array.dims.as_slice() {
        [rows, columns] if *columns == width && width > 0 => {
            Ok(array.values.chunks_exact(width).take(*rows).map(<[f64]>::to_vec).collect())
        }
        [columns] if *columns == width && width > 0 => Ok(vec![array.values]),
        dims => Err(source.error(format!(
            "is an array of {}; it must have {width} columns, one per joint coordinate of the model",
            join_dimensions(dims)
        ))),
    }
}

/// Formats the dimensions of an array.
fn join_dimensions(dims: &[usize]) -> String {
    match dims {
        [] => String::from("one number"),
        dims => dims.iter().map(usize::to_string).collect::<Vec<_>>().join(" × "),
    }
}

/// Adds the sets of points of an array as hulls.
fn add_hulls(array: &Array, name: &str, draft: &mut Draft) -> Result<(), String> {
    let (sets, points, width) = match array.dims.as_slice() {
        [points, width @ (2 | 3)] => (1, *points, *width),
        [sets, points, width @ (2 | 3)] => (*sets, *points, *width),
        dims => return Err(format!("is an array of {}; points must be n × 3 or n × 2", join_dimensions(dims))),
    };
    if sets * points == 0 {
        return Err(String::from("has no points"));
    }
    if sets > MAX_SETS {
        return Err(format!("has {sets} sets of points; at most {MAX_SETS} are allowed"));
    }
    if draft.bodies.is_empty() {
        draft.plane = width == 2;
    } else if draft.plane != (width == 2) {
        return Err(String::from("has points of another dimension than the arrays before it"));
    }
    for value in &array.values {
        draft::checked_length(*value)?;
    }
    for (index, set) in array.values.chunks_exact(points * width).enumerate() {
        let shape = match width {
            2 => Shape::Polygon { points: set.chunks_exact(2).map(|p| [p[0], p[1]]).collect() },
            _ => Shape::Polytope { points: set.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect() },
        };
        let rigid = draft.bodies.len() + 1;
        draft.add(&if sets == 1 { name.to_owned() } else { format!("{name} {index}") }, shape, Pose::default(), rigid);
    }
    let advice = if array.kind.ends_with("f4") { "; run with f32 to get the source's bits" } else { "" };
    draft.add_note(format!("The numbers of {name} are of type {}{advice}.", array.kind));
    Ok(())
}

/// Parses the header and the values of an array in the `.npy` format.
fn parse_array(bytes: &[u8]) -> Result<Array, String> {
    let version = bytes.get(6).copied().filter(|_| recognizes(bytes)).ok_or("is not a NumPy array")?;
    let (length, start) = match version {
        1 => (bytes.get(8..10).map(|b| usize::from(u16::from_le_bytes([b[0], b[1]]))), 10),
        2 | 3 => (bytes.get(8..12).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize), 12),
        other => return Err(format!("format version {other} is not supported; versions 1 to 3 are")),
    };
    let end = length.ok_or(TRUNCATED_HEADER)? + start;
    let header = bytes.get(start..end).ok_or(TRUNCATED_HEADER)?;
    let header = std::str::from_utf8(header).map_err(|_| "its header is not text")?;
    let kind = field(header, "descr").and_then(|text| text.strip_prefix('\'')?.split_once('\''));
    let kind = kind.map(|(kind, _)| kind).ok_or("its header has no plain number type in `descr`")?;
    let is_column_major = field(header, "fortran_order").is_some_and(|text| text.starts_with("True"));
    let dims = field(header, "shape").and_then(|text| text.strip_prefix('(')?.split_once(')'));
    let (dims, _) = dims.ok_or("its header has no `shape`")?;
    let dims: Option<Vec<usize>> =
        dims.split(',').map(str::trim).filter(|dim| !dim.is_empty()).map(|dim| dim.parse().ok()).collect();
    let dims = dims.ok_or("its `shape` is not a list of whole numbers")?;
    let count =
        dims.iter().try_fold(1usize, |product, dim| product.checked_mul(*dim)).filter(|count| *count <= MAX_VALUES);
    let count = count.ok_or_else(|| format!("has more than {MAX_VALUES} numbers"))?;
    let (width, read) = reader(kind)?;
    let data = &bytes[end..];
    if data.len() != count * width {
        return Err(format!(
            "has {} bytes of data; an array of {} of type {kind} needs {}",
            data.len(),
            join_dimensions(&dims),
            count * width
        ));
    }
    let values = data.chunks_exact(width).map(read).collect::<Option<Vec<f64>>>();
    let mut values = values.ok_or_else(|| format!("has an integer of type {kind} that f64 cannot represent"))?;
    if is_column_major && dims.len() > 1 {
        values = row_major(&values, &dims);
    }
    Ok(Array { dims, values, kind: kind.to_owned() })
}

/// Returns the header text after the name of a field.
fn field<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    let (_, after_name) = header.split_once(&format!("'{name}'"))?;
    Some(after_name.trim_start().strip_prefix(':')?.trim_start())
}

/// Converts values from column-major to row-major order.
fn row_major(values: &[f64], dims: &[usize]) -> Vec<f64> {
    let mut rows = Vec::with_capacity(values.len());
    for row_major_index in 0..values.len() {
        let mut remainder = row_major_index;
        let mut column_major_index = 0;
        let mut stride = values.len();
        // In row-major order the last index varies fastest, in column-major order the first.
        for dim in dims.iter().rev() {
            stride /= dim;
            column_major_index += remainder % dim * stride;
            remainder /= dim;
        }
        rows.push(values[column_major_index]);
    }
    rows
}

/// Parser of a number of known size.
type Parse = fn(&[u8]) -> Option<f64>;

/// Returns the size and the parser of a number type.
fn reader(kind: &str) -> Result<(usize, Parse), String> {
    /// Sizes and parsers of a type for both byte orders, little-endian first.
    macro_rules! of {
        ($type:ty, $back:expr) => {
            [
                (size_of::<$type>(), (|bytes| $back(<$type>::from_le_bytes(bytes.try_into().ok()?))) as Parse),
                (size_of::<$type>(), (|bytes| $back(<$type>::from_be_bytes(bytes.try_into().ok()?))) as Parse),
            ]
        };
    }
    let (byte_order, plain) = match kind.split_at_checked(1) {
        Some(("<" | "|" | "=", plain)) => (0, plain),
        Some((">", plain)) => (1, plain),
        _ => return Err(format!("numbers of type {kind} are not supported")),
    };
    let both = match plain {
        "f8" => of!(f64, Some),
        "f4" => of!(f32, |x| Some(f64::from(x))),
        "f2" => of!(u16, half_precision_value),
        "i1" => of!(i8, |x| Some(f64::from(x))),
        "u1" => of!(u8, |x| Some(f64::from(x))),
        "i2" => of!(i16, |x| Some(f64::from(x))),
        "u2" => of!(u16, |x| Some(f64::from(x))),
        "i4" => of!(i32, |x| Some(f64::from(x))),
        "u4" => of!(u32, |x| Some(f64::from(x))),
        "i8" => of!(i64, |x: i64| (x.unsigned_abs() <= 1 << 53).then_some(x as f64)),
        "u8" => of!(u64, |x: u64| (x <= 1 << 53).then_some(x as f64)),
        _ => return Err(format!("numbers of type {kind} are not supported")),
    };
    Ok(both[byte_order])
}

/// Converts a 16-bit float.
fn half_precision_value(bits: u16) -> Option<f64> {
    let exponent = i32::from(bits >> 10 & 31);
    let mantissa = f64::from(bits & 1023);
    let size = match exponent {
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + mantissa / 1024.0) * 2f64.powi(exponent - 15),
    };
    Some(if bits >> 15 == 1 { -size } else { size })
}
