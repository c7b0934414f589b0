//! Reader of OFF files: a line of counts, vertices, and faces as vertex indices. Colors, normals and texture
//! coordinates are ignored.
//!
//! - **Header**: `OFF` with any of the marks `ST`, `C` and `N` before it, or none if the file begins with the counts.
//! - **Comments**: from `#` to the end of a line.
//! - **Departures**: binary files and files of homogeneous or n-dimensional points (`4OFF`, `nOFF`) are refused.

use super::text::{Line, actual, lines};
use super::{MeshError, RawSurface};

/// Length of the longest header that [`is_off`] recognizes, `STCN4OFF`.
const MAX_HEADER_BYTES: usize = 8;

/// Whether bytes begin with a header of OFF, of a supported kind or not.
pub fn is_off(bytes: &[u8]) -> bool {
    let mut words = bytes.split(|byte| byte.is_ascii_whitespace());
    let first_word = words.find(|word| !word.is_empty()).unwrap_or_default();
    first_word.len() <= MAX_HEADER_BYTES && std::str::from_utf8(first_word).is_ok_and(is_header)
}

/// Whether a word is a header of OFF, supported or not: `OFF` after optional marks, which stand for texture coordinates
/// (`ST`), colors (`C`), normals (`N`), homogeneous (`4`) and n-dimensional (`n`) points.
fn is_header(word: &str) -> bool {
    let Some(marks) = word.strip_suffix("OFF") else { return false };
    let marks = marks.strip_prefix("ST").unwrap_or(marks);
    let marks = marks.strip_prefix('C').unwrap_or(marks);
    let marks = marks.strip_prefix('N').unwrap_or(marks);
    ["", "4", "n", "4n"].contains(&marks)
}

/// Reads the one surface of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let content_lines: Vec<(usize, String)> = lines(bytes)
        .map(|(number, line)| (number, line.split('#').next().unwrap_or_default().to_owned()))
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let mut unread = content_lines.iter().map(|(number, line)| Line::new(*number, line));
    let Some(mut line) = unread.next() else { return Err(MeshError::whole("is empty")) };
    let Counts { vertices: vertex_count, faces: face_count } = read_counts(&mut line, &mut unread)?;
    let mut raw = RawSurface::default();
    for _ in 0..vertex_count {
        let mut line = unread.next().ok_or_else(|| truncated("vertices", vertex_count, raw.vertices.len()))?;
        raw.check_limits(1).map_err(|message| line.error_at(None, message))?;
        raw.vertices.push(line.next_point()?);
        skip_numbers(&mut line)?;
    }
    for faces_read in 0..face_count {
        let mut line = unread.next().ok_or_else(|| truncated("faces", face_count, faces_read))?;
        raw.check_limits(0).map_err(|message| line.error_at(None, message))?;
        read_face(&mut line, &mut raw)?;
    }
    match unread.next() {
        Some(line) => {
            let message = format!(
                "the file must end after as many vertices and faces as it announces: {vertex_count} and {face_count}"
            );
            Err(line.error_at(Some(line.text().trim_start()), message))
        }
        None => Ok(vec![raw]),
    }
}

/// Creates the error of a file that ends after `read` of `expected` elements; `element_name` is their plural.
fn truncated(element_name: &str, expected: usize, read: usize) -> MeshError {
    MeshError::whole(format!(
        "is truncated: the number of {element_name} must be {expected}, as announced, but is {read}"
    ))
}

/// Numbers of elements that a file announces.
struct Counts {
    vertices: usize,
    faces: usize,
}

/// Reads the header and the line of counts, which may be one line.
fn read_counts<'a>(line: &mut Line<'a>, unread: &mut impl Iterator<Item = Line<'a>>) -> Result<Counts, MeshError> {
    let mut word = line.next_word();
    if let Some(header) = word.filter(|word| word.ends_with("OFF")) {
        if !is_header(header) || header.contains(['4', 'n']) {
            let message =
                format!("the header `{header}` is not supported: vertices must have exactly three coordinates");
            return Err(line.error_at(word, message));
        }
        word = line.next_word();
        if word.is_some_and(|word| word.eq_ignore_ascii_case("BINARY")) {
            return Err(line.error_at(word, "binary OFF is not supported; save the file as text"));
        }
        if word.is_none() {
            *line = unread.next().ok_or_else(|| {
                MeshError::whole(
                    "ends after its header: the line with the numbers of vertices, faces and edges is missing",
                )
            })?;
            word = line.next_word();
        }
    }
    let vertex_count = parse_count(line, word)?;
    let word = line.next_word();
    let face_count = parse_count(line, word)?;
    // The number of edges is optional and not used.
    if let Some(word) = line.next_word() {
        parse_count(line, Some(word))?;
    }
    line.expect_end()?;
    Ok(Counts { vertices: vertex_count, faces: face_count })
}

/// Parses a number of vertices, faces or edges.
fn parse_count(line: &Line<'_>, word: Option<&str>) -> Result<usize, MeshError> {
    let number = word.and_then(|word| word.parse::<usize>().ok());
    number.ok_or_else(|| line.error_at(word, format!("must be a number of vertices, faces or edges{}", actual(word))))
}

/// Reads a face as a fan of triangles. Faces of one or two vertices have no area and are skipped.
fn read_face(line: &mut Line<'_>, raw: &mut RawSurface) -> Result<(), MeshError> {
    let word = line.next_word();
    let corner_count = word.and_then(|word| word.parse::<usize>().ok()).filter(|count| *count > 0);
    let corner_count = corner_count
        .ok_or_else(|| line.error_at(word, format!("must be the number of vertices of a face{}", actual(word))))?;
    let vertex_count = raw.vertices.len();
    let mut corners = Vec::new();
    for _ in 0..corner_count {
        let word = line.next_word();
        let index = word.and_then(|word| word.parse::<u32>().ok());
        let index = index.ok_or_else(|| line.error_at(word, format!("must be a vertex index{}", actual(word))))?;
        if index as usize >= vertex_count {
            let message = format!("there is no vertex {index}: the file has {vertex_count}, counted from 0");
            return Err(line.error_at(word, message));
        }
        corners.push(index);
    }
    skip_numbers(line)?;
    if corners.len() >= 3 {
        raw.push_fan(&corners);
    }
    Ok(())
}

/// Skips the rest of a line: colors, normals and texture coordinates, which must be numbers.
fn skip_numbers(line: &mut Line<'_>) -> Result<(), MeshError> {
    while let Some(word) = line.next_word() {
        if word.parse::<f64>().is_err() {
            return Err(line.error_at(Some(word), format!("must be a number{}", actual(Some(word)))));
        }
    }
    Ok(())
}
