//! Height fields of a model: heights from its text, a gray picture, or MuJoCo's binary form.
//!
//! **Frame.** MuJoCo scales heights to fractions of the field's elevation, 0 for the least and 1 for the greatest; x
//! grows with the index of the column, and the first row of a text or a picture has the greatest y. A scene's field has
//! its heights along y, and each cell is divided along the diagonal from its first to its last vertex.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::Compiler;
use super::files::{Book, Element};
use crate::import::Source;
use crate::import::pose::Pose;
use crate::scene::model::Shape;
use crate::scene::{SceneError, limits};

/// Shape with its pose in the geom, or the reason why there is none.
pub(super) type Placed = Result<(Shape, Pose), String>;

/// Height fields by name.
pub(super) type Fields = HashMap<String, Placed>;

/// Maximum number of heights of a field.
const MAX_HEIGHTS: usize = 1_000_000;

/// Heights by rows; the first row has the greatest y.
struct Rows {
    /// Number of heights in a row.
    columns: usize,
    heights: Vec<f32>,
}

/// Reads the height fields that a model declares.
pub(super) fn fields(
    book: &Book<'_>,
    top: &[Element<'_>],
    compiler: &Compiler,
    source: &Source,
) -> Result<Fields, SceneError> {
    let mut fields = Fields::new();
    for section in top.iter().filter(|element| element.1.tag_name().name() == "asset") {
        for element in book.children(*section).into_iter().filter(|(_, node)| node.has_tag_name("hfield")) {
            let (page, node) = element;
            let reading = book.reading(page);
            book.take(element);
            let file = reading.word(node, "file");
            let stem = file.and_then(|file| Path::new(file).file_stem()?.to_str());
            let Some(name) = reading.word(node, "name").or(stem) else {
                return Err(reading.wrong(node, "", "a height field needs a name or a file"));
            };
            let size = reading.numbers(node, "size", 4..=4)?;
            let size = size.filter(|size| size.iter().all(|length| *length > 0.0));
            let Some(size) = size else {
                return Err(reading.wrong(node, "size", "must be four positive numbers"));
            };
            let counts = [reading.one(node, "nrow")?, reading.one(node, "ncol")?].map(|count| count.unwrap_or(0.0));
            let stated = reading.numbers(node, "elevation", 0..=MAX_HEIGHTS)?;
            let rows = match file {
                Some(file) => rows_of_file(file, compiler, source),
                None => rows_of_text(counts, stated).map_err(|(field, why)| reading.wrong(node, field, why)).map(Ok)?,
            };
            let shape = rows.and_then(|rows| shape(&rows, &size));
            reading.note_attribute(
                node,
                "size",
                "the last size of a height field, the thickness of its solid base, is not imported",
            );
            for attribute in node.attributes() {
                reading.leave_attribute(
                    node,
                    attribute.name(),
                    "only the heights and the size of a height field are imported",
                );
            }
            fields.insert(name.to_owned(), shape);
        }
    }
    Ok(fields)
}

/// Converts a count of rows or columns.
fn whole_count(count: f64) -> Result<usize, String> {
    if count >= 2.0 && count.fract() == 0.0 && count <= MAX_HEIGHTS as f64 {
        return Ok(count as usize);
    }
    Err(format!("must be a whole number from 2 to {MAX_HEIGHTS}, but is {count}"))
}

/// Reads heights from the model's text; all are 0 when the text states none.
fn rows_of_text(counts: [f64; 2], stated: Option<Vec<f64>>) -> Result<Rows, (&'static str, String)> {
    let rows = whole_count(counts[0]).map_err(|why| ("nrow", why))?;
    let columns = whole_count(counts[1]).map_err(|why| ("ncol", why))?;
    let all = rows.checked_mul(columns).filter(|all| *all <= MAX_HEIGHTS);
    let all = all.ok_or_else(|| ("nrow", format!("a height field must have at most {MAX_HEIGHTS} heights")))?;
    let heights = stated.unwrap_or_else(|| vec![0.0; all]);
    if heights.len() != all {
        return Err(("elevation", format!("must be nrow · ncol = {all} numbers, but has {}", heights.len())));
    }
    Ok(Rows { columns, heights: heights.into_iter().map(|height| height as f32).collect() })
}

/// Reads the heights of a file.
fn rows_of_file(file: &str, compiler: &Compiler, source: &Source) -> Result<Rows, String> {
    let Some(folder) = &source.folder else {
        return Err(format!(
            "its heights are in the file `{file}`, which pasted text cannot refer to; import the model from a file \
             instead"
        ));
    };
    let path = folder.join(&compiler.meshes).join(file);
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
    let about = reader.next_frame(&mut pixels).map_err(|_| "is truncated")?;
    let step = match about.color_type {
        png::ColorType::Grayscale => 1,
        png::ColorType::GrayscaleAlpha => 2,
        _ => return Err(String::from("must be a grayscale image")),
    };
    let heights = pixels.iter().step_by(step).take(width * height).map(|gray| f32::from(*gray)).collect();
    Ok(Rows { columns: width, heights })
}

/// Reads MuJoCo's binary form: counts of rows and columns, then the heights; the first row has the least y.
fn rows_of_binary(bytes: &[u8]) -> Result<Rows, String> {
    let (words, rest) = bytes.as_chunks::<4>();
    let [rows, columns] = [0, 1].map(|k| {
        let count = words.get(k).map_or(0, |word| i32::from_le_bytes(*word));
        usize::try_from(count).unwrap_or(0)
    });
    let fit =
        rows.checked_mul(columns).is_some_and(|all| all + 2 == words.len() && all <= MAX_HEIGHTS) && rest.is_empty();
    if rows < 2 || columns < 2 || !fit {
        return Err(String::from("is neither a PNG image nor a height file of MuJoCo"));
    }
    let heights: Vec<f32> = words[2..].iter().map(|word| f32::from_le_bytes(*word)).collect();
    if heights.iter().any(|height| !height.is_finite()) {
        return Err(String::from("has a height that is not a finite number"));
    }
    Ok(Rows { columns, heights: heights.chunks_exact(columns).rev().flatten().copied().collect() })
}

/// Height as a fraction of the range from the least height to the greatest; 0 if all are equal.
fn fraction(height: f32, low: f32, range: f32) -> f32 {
    if range > 0.0 { (height - low) / range } else { 0.0 }
}

/// Returns the field as a scene's shape, and its pose in the geom, whose origin is at the middle of the field. `size`
/// is MuJoCo's: half the lengths along x and y, elevation, thickness of the base, meters.
fn shape(rows: &Rows, size: &[f64]) -> Placed {
    let low = rows.heights.iter().copied().fold(f32::INFINITY, f32::min);
    let high = rows.heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = high - low;
    let columns = rows.columns;
    let count = rows.heights.len() / columns;
    // In the scene's field, the index of a row grows with the geom's y, the index in a row with its x.
    let heights = rows
        .heights
        .chunks_exact(columns)
        .rev()
        .map(|row| row.iter().map(|height| f64::from(fraction(*height, low, range)) * size[2]).collect())
        .collect();
    let cell = [2.0 * size[1] / (count - 1) as f64, 2.0 * size[0] / (columns - 1) as f64];
    // The field's x, y, z are the geom's y, z, x, so that its cells are divided along the same diagonal as MuJoCo's.
    let pose = Pose { position: [-size[0], -size[1], 0.0], rotation: [0.5; 4] };
    Ok((Shape::HeightField { heights, cell }, pose))
}
