//! Reads NumPy arrays (`.npy`) and archives of them (`.npz`): as points of convex hulls, or as tables of joint values.
//! Every number keeps its value; an integer that f64 cannot represent is an error.
//!
//! The header is parsed here because the crate `npyz` would add a parser generator for it.

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::{self, Draft};
use super::pose::Pose;
use super::{Quote, Source, zip};

/// First bytes of an array.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Error of an incomplete header.
const TRUNCATED_HEADER: &str = "is truncated in its header";

/// Maximum number of values in an array: 128 MB as f64.
const MAX_VALUES: usize = 16_000_000;

/// Maximum number of sets of points in an array; each becomes a body.
const MAX_SETS: usize = 10_000;

/// Array of numbers, read from a file.
#[derive(Clone, Debug, PartialEq)]
struct Array {
    /// Number of entries along each dimension; empty for a single number.
    dims: Vec<usize>,
    /// Values in row-major order: the last index varies fastest.
    values: Vec<f64>,
    /// NumPy's name of the number type with its byte order, such as `<f8`.
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

/// Reads the arrays of an archive as hulls like [`read`]; arrays that are no points are quoted with the reason.
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

/// Reads the rows of a table with `width` columns: the array of a `.npy` file, or the array `name` of an archive. A
/// one-dimensional array is one row.
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

/// Formats the dimensions of an array for messages: `4 × 3`.
fn join_dimensions(dims: &[usize]) -> String {
    match dims {
        [] => String::from("one number"),
        dims => dims.iter().map(usize::to_string).collect::<Vec<_>>().join(" × "),
    }
}

/// Sizes of an array of points.
struct PointArray {
    /// Number of sets of points; each set is a hull.
    sets: usize,
    /// Number of points of each set.
    points: usize,
    /// Number of coordinates of each point: 2 or 3.
    width: usize,
}

impl PointArray {
    /// Interprets the dimensions of an array; the error is the message if they are not those of points.
    fn from_dimensions(dims: &[usize]) -> Result<Self, String> {
        match dims {
            [points, width @ (2 | 3)] => Ok(Self { sets: 1, points: *points, width: *width }),
            [sets, points, width @ (2 | 3)] => Ok(Self { sets: *sets, points: *points, width: *width }),
            dims => Err(format!("is an array of {}; points must be n × 3 or n × 2", join_dimensions(dims))),
        }
    }
}

/// Adds the sets of points of an array as hulls; `name` is the name of a single hull, and of several with a number.
fn add_hulls(array: &Array, name: &str, draft: &mut Draft) -> Result<(), String> {
    let PointArray { sets, points, width } = PointArray::from_dimensions(&array.dims)?;
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
        let body_name = if sets == 1 { name.to_owned() } else { format!("{name} {index}") };
        draft.add(&body_name, shape, Pose::default(), rigid);
    }
    let advice = if array.kind.ends_with("f4") { "; run with f32 to get the source's bits" } else { "" };
    draft.add_note(format!("The numbers of {name} are of type {}{advice}.", array.kind));
    Ok(())
}

/// Header of an array in the `.npy` format.
struct Header<'a> {
    /// NumPy's name of the number type with its byte order, such as `<f8`.
    kind: &'a str,
    /// Whether the first index of the values varies fastest.
    is_column_major: bool,
    dims: Vec<usize>,
    /// Offset of the values in the file, bytes.
    end: usize,
}

/// Parses the header of an array. After the magic bytes and the version, it is the length of a text and the text
/// itself, a dictionary in Python's syntax.
fn parse_header(bytes: &[u8]) -> Result<Header<'_>, String> {
    let major_version = bytes.get(6).copied().filter(|_| recognizes(bytes)).ok_or("is not a NumPy array")?;
    // The length has two bytes in version 1, and four bytes since version 2.
    let start = match major_version {
        1 => 10,
        2 | 3 => 12,
        other => return Err(format!("format version {other} is not supported; versions 1 to 3 are")),
    };
    let length_bytes = bytes.get(8..start).ok_or(TRUNCATED_HEADER)?;
    let length = length_bytes.iter().rev().fold(0usize, |length, byte| length << 8 | usize::from(*byte));
    let end = length + start;
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
    Ok(Header { kind, is_column_major, dims, end })
}

/// Parses the header and the values of an array in the `.npy` format.
fn parse_array(bytes: &[u8]) -> Result<Array, String> {
    let Header { kind, is_column_major, dims, end } = parse_header(bytes)?;
    let count = dims.iter().try_fold(1usize, |product, dim| product.checked_mul(*dim));
    let count = count.filter(|count| *count <= MAX_VALUES);
    let count = count.ok_or_else(|| format!("has more than {MAX_VALUES} numbers"))?;
    let NumberType { width, parse } = number_type(kind)?;
    let data = &bytes[end..];
    if data.len() != count * width {
        return Err(format!(
            "has {} bytes of data; an array of {} of type {kind} needs {}",
            data.len(),
            join_dimensions(&dims),
            count * width
        ));
    }
    let values = data.chunks_exact(width).map(parse).collect::<Option<Vec<f64>>>();
    let mut values = values.ok_or_else(|| format!("has an integer of type {kind} that f64 cannot represent"))?;
    if is_column_major && dims.len() > 1 {
        values = row_major(&values, &dims);
    }
    Ok(Array { dims, values, kind: kind.to_owned() })
}

/// Returns the header text after the name of a field and its colon; `None` if the header has no such field.
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

/// Parser of a number from exactly its bytes; `None` for an integer that f64 cannot represent.
type Parse = fn(&[u8]) -> Option<f64>;

/// Number type of an array.
struct NumberType {
    /// Size of a number, bytes.
    width: usize,
    parse: Parse,
}

/// Returns the number type with a NumPy name such as `<f8`: the byte order, the kind of number, and its bytes.
fn number_type(kind: &str) -> Result<NumberType, String> {
    let unsupported = format!("numbers of type {kind} are not supported");
    // NumPy marks little-endian numbers by `<`, those of one byte by `|`, and those in the order of the machine by `=`.
    let (is_big_endian, plain) = match kind.split_at_checked(1) {
        Some(("<" | "|" | "=", plain)) => (false, plain),
        Some((">", plain)) => (true, plain),
        _ => return Err(unsupported),
    };
    /// Chooses the parser of a Rust type by the byte order; `$convert` makes an `f64` of the number.
    macro_rules! by_order {
        ($type:ty, $convert:expr) => {{
            let little_endian: Parse = |bytes| $convert(<$type>::from_le_bytes(bytes.try_into().ok()?));
            let big_endian: Parse = |bytes| $convert(<$type>::from_be_bytes(bytes.try_into().ok()?));
            NumberType { width: size_of::<$type>(), parse: if is_big_endian { big_endian } else { little_endian } }
        }};
    }
    Ok(match plain {
        "f8" => by_order!(f64, Some),
        "f4" => by_order!(f32, |x| Some(f64::from(x))),
        "f2" => by_order!(u16, half_precision_value),
        "i1" => by_order!(i8, |x| Some(f64::from(x))),
        "u1" => by_order!(u8, |x| Some(f64::from(x))),
        "i2" => by_order!(i16, |x| Some(f64::from(x))),
        "u2" => by_order!(u16, |x| Some(f64::from(x))),
        "i4" => by_order!(i32, |x| Some(f64::from(x))),
        "u4" => by_order!(u32, |x| Some(f64::from(x))),
        "i8" => by_order!(i64, |x: i64| (x.unsigned_abs() <= 1 << 53).then_some(x as f64)),
        "u8" => by_order!(u64, |x: u64| (x <= 1 << 53).then_some(x as f64)),
        _ => return Err(unsupported),
    })
}

/// Converts a 16-bit float (IEEE 754 binary16) from its bits; always `Some`, as [`Parse`] needs.
fn half_precision_value(bits: u16) -> Option<f64> {
    let exponent = i32::from(bits >> 10 & 31);
    let mantissa = f64::from(bits & 1023);
    let magnitude = match exponent {
        // Subnormal numbers.
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + mantissa / 1024.0) * 2f64.powi(exponent - 15),
    };
    Some(if bits >> 15 == 1 { -magnitude } else { magnitude })
}
