//! Reader of the height fields of an MJCF model: heights from its text, a gray picture, or MuJoCo's binary form.
//! Lengths are meters.
//!
//! - **Heights.** MuJoCo maps the least height to 0 and the greatest to the elevation of the field.
//! - **MuJoCo's frame.** x grows with the index of the column; the first row of a text or a picture has the greatest y,
//!   the first row of a binary file the least.
//! - **Frame of scenes.** Heights are along y, and each cell is divided along the diagonal from its first to its last
//!   vertex.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use contact_lens_scene::model::Shape;
use contact_lens_scene::{SceneError, limits};

use super::Compiler;
use super::files::{Documents, Element};
use crate::Source;
use crate::pose::Pose;

/// Shape with its pose in the geom, or the reason why there is none.
pub(super) type Placed = Result<(Shape, Pose), String>;

/// Height fields by name.
pub(super) type Fields = HashMap<String, Placed>;

/// Maximum number of heights of a field, so that an import takes a moment.
const MAX_HEIGHTS: usize = 1_000_000;

/// Heights by rows; the first row has the greatest y.
struct Rows {
    /// Number of heights in a row.
    columns: usize,
    heights: Vec<f32>,
}

/// Reads the height fields that the assets of a model declare.
///
/// # Errors
/// Fails when an element is wrong. A height field whose file cannot be read has the reason instead of a shape.
pub(super) fn fields(
    documents: &Documents<'_>,
    sections: &[Element<'_>],
    compiler: &Compiler,
    source: &Source,
) -> Result<Fields, SceneError> {
    let mut fields = Fields::new();
    for section in sections.iter().filter(|element| element.tag() == "asset") {
        for element in documents.children(*section).into_iter().filter(|element| element.tag() == "hfield") {
            let (name, shape) = read_field(documents, element, compiler, source)?;
            fields.insert(name, shape);
        }
    }
    Ok(fields)
}

/// Returns the name and the shape of a height field.
fn read_field(
    documents: &Documents<'_>,
    element: Element<'_>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(String, Placed), SceneError> {
    let Element { document, node } = element;
    let reader = documents.reader(document);
    documents.mark_read(element);
    let file = reader.read_attribute(node, "file");
    let stem = file.and_then(|file| Path::new(file).file_stem()?.to_str());
    let Some(name) = reader.read_attribute(node, "name").or(stem) else {
        return Err(reader.wrong(node, "", "a height field needs a name or a file"));
    };
    let size = reader.numbers(node, "size", 4..=4)?;
    let size = size.filter(|size| size.iter().all(|length| *length > 0.0));
    let Some(size) = size else {
        return Err(reader.wrong(node, "size", "must be four positive numbers"));
    };
    let row_count = reader.one_number(node, "nrow")?.unwrap_or(0.0);
    let column_count = reader.one_number(node, "ncol")?.unwrap_or(0.0);
    let elevation = reader.numbers(node, "elevation", 0..=MAX_HEIGHTS)?;
    let rows = match file {
        Some(file) => rows_of_file(file, compiler, source),
        None => match rows_of_text(row_count, column_count, elevation) {
            Ok(rows) => Ok(rows),
            Err((attribute, why)) => return Err(reader.wrong(node, attribute, why)),
        },
    };
    let shape = rows.and_then(|rows| placed_field(&rows, &size));
    reader.report_partial_attribute(
        node,
        "size",
        "the last size of a height field, the thickness of its solid base, is not imported",
    );
    for attribute in node.attributes() {
        let why = "only the heights and the size of a height field are imported";
        reader.report_skipped_attribute(node, attribute.name(), why);
    }
    Ok((name.to_owned(), shape))
}

/// Returns a number of rows or columns.
///
/// # Errors
/// Fails if it is not a whole number from 2 to [`MAX_HEIGHTS`].
fn whole_count(count: f64) -> Result<usize, String> {
    if count >= 2.0 && count.fract() == 0.0 && count <= MAX_HEIGHTS as f64 {
        return Ok(count as usize);
    }
    Err(format!("must be a whole number from 2 to {MAX_HEIGHTS}, but is {count}"))
}

/// Reads heights from the attribute `elevation`; all are 0 without it. The error is the name of a wrong attribute, and
/// the reason.
fn rows_of_text(
    row_count: f64,
    column_count: f64,
    elevation: Option<Vec<f64>>,
) -> Result<Rows, (&'static str, String)> {
    let rows = whole_count(row_count).map_err(|why| ("nrow", why))?;
    let columns = whole_count(column_count).map_err(|why| ("ncol", why))?;
    let count = rows.checked_mul(columns).filter(|count| *count <= MAX_HEIGHTS);
    let count = count.ok_or_else(|| ("nrow", format!("a height field must have at most {MAX_HEIGHTS} heights")))?;
    let heights = elevation.unwrap_or_else(|| vec![0.0; count]);
    if heights.len() != count {
        return Err(("elevation", format!("must be nrow · ncol = {count} numbers, but has {}", heights.len())));
    }
    Ok(Rows { columns, heights: heights.into_iter().map(|height| height as f32).collect() })
}

/// Reads the heights of a file in the asset folder, a PNG image or MuJoCo's binary form.
fn rows_of_file(file: &str, compiler: &Compiler, source: &Source) -> Result<Rows, String> {
    let Some(folder) = &source.folder else {
        return Err(format!(
            "its heights are in the file `{file}`, which pasted text cannot refer to; import the model from a file \
             instead"
        ));
    };
    let path = folder.join(&compiler.asset_folder).join(file);
    let metadata = fs::metadata(&path).map_err(|_| format!("its height file `{file}` was not found"))?;
    if metadata.len() > limits::FILE_BYTES {
        return Err(format!("its height file `{file}` is larger than {} MiB, the limit", limits::FILE_BYTES >> 20));
    }
    let bytes = fs::read(&path).map_err(|_| format!("its height file `{file}` cannot be read"))?;
    let rows = if bytes.starts_with(b"\x89PNG") { rows_of_png(&bytes) } else { rows_of_binary(&bytes) };
    rows.map_err(|why| format!("its height file `{file}` {why}"))
}

/// Reads a gray PNG of any depth, with or without transparency, as heights from 0 to 255.
fn rows_of_png(bytes: &[u8]) -> Result<Rows, String> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|_| "is not a valid PNG image")?;
    let width = reader.info().width as usize;
    let height = reader.info().height as usize;
    if width < 2 || height < 2 || width.saturating_mul(height) > MAX_HEIGHTS {
        return Err(format!(
            "must have at least 2 × 2 pixels and at most {MAX_HEIGHTS} in all, but has {width} × {height}"
        ));
    }
    let size = reader.output_buffer_size().ok_or("is not a valid PNG image")?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(|_| "is truncated")?;
    let channels = match frame.color_type {
        png::ColorType::Grayscale => 1,
        png::ColorType::GrayscaleAlpha => 2,
        _ => return Err(String::from("must be a grayscale image")),
    };
    let heights = pixels.iter().step_by(channels).take(width * height).map(|gray| f32::from(*gray)).collect();
    Ok(Rows { columns: width, heights })
}

/// Number of 32-bit words in front of the heights of a binary file.
const HEADER_WORDS: usize = 2;

/// Reads MuJoCo's binary form, little-endian: the counts of rows and columns as `i32`, then the heights as `f32`; the
/// first row has the least y.
fn rows_of_binary(bytes: &[u8]) -> Result<Rows, String> {
    let (words, trailing) = bytes.as_chunks::<4>();
    let rows = count_in_header(words.first());
    let columns = count_in_header(words.get(1));
    let has_all_heights =
        rows.checked_mul(columns).is_some_and(|count| count + HEADER_WORDS == words.len() && count <= MAX_HEIGHTS);
    if rows < 2 || columns < 2 || !has_all_heights || !trailing.is_empty() {
        return Err(String::from("is neither a PNG image nor a height file of MuJoCo"));
    }
    let heights: Vec<f32> = words[HEADER_WORDS..].iter().map(|word| f32::from_le_bytes(*word)).collect();
    if heights.iter().any(|height| !height.is_finite()) {
        return Err(String::from("has a height that is not a finite number"));
    }
    Ok(Rows { columns, heights: heights.chunks_exact(columns).rev().flatten().copied().collect() })
}

/// Returns a count from a word of the header; 0 if it is missing or negative.
fn count_in_header(word: Option<&[u8; 4]>) -> usize {
    let count = word.map_or(0, |word| i32::from_le_bytes(*word));
    usize::try_from(count).unwrap_or(0)
}

/// Returns a height as a fraction of the range from the least height to the greatest; 0 if all are equal.
fn fraction(height: f32, low: f32, range: f32) -> f32 {
    if range > 0.0 { (height - low) / range } else { 0.0 }
}

/// Returns the field as a scene's shape, and its pose in the geom, whose origin is at the middle of the field. `size`
/// is MuJoCo's: half the lengths along x and y, elevation, thickness of the base, meters.
fn placed_field(rows: &Rows, size: &[f64]) -> Placed {
    let low = rows.heights.iter().copied().fold(f32::INFINITY, f32::min);
    let high = rows.heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = high - low;
    let columns = rows.columns;
    let row_count = rows.heights.len() / columns;
    // In the scene's field, the index of a row grows with the geom's y, the index in a row with its x.
    let mut heights: Vec<Vec<f64>> = Vec::with_capacity(row_count);
    for row in rows.heights.chunks_exact(columns).rev() {
        heights.push(row.iter().map(|height| f64::from(fraction(*height, low, range)) * size[2]).collect());
    }
    let cell = [2.0 * size[1] / (row_count - 1) as f64, 2.0 * size[0] / (columns - 1) as f64];
    // The field's x, y, z are the geom's y, z, x, so that its cells are divided along the same diagonal as MuJoCo's.
    let pose = Pose { position: [-size[0], -size[1], 0.0], rotation: [0.5; 4] };
    Ok((Shape::HeightField { heights, cell }, pose))
}
