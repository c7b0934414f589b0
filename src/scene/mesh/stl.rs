//! Reader of STL files, as text and binary. Normals are ignored: the order of a triangle's vertices determines its
//! front.

use contact_lens_long_run::watch;

use super::text::{Line, lines};
use super::{MeshError, Place, RawSurface, checked_coordinate};
use crate::path::shortened;

/// First word of a text file, in any case; the title of a binary file may begin with it, too.
const TEXT_START: &[u8] = b"solid";

/// Number of title bytes at the start of a binary file.
const TITLE_BYTES: usize = 80;

/// Number of bytes before the first triangle of a binary file: the title and the count of triangles.
const HEADER_BYTES: usize = TITLE_BYTES + 4;

/// Number of bytes of a coordinate, an `f32`.
const COORDINATE_BYTES: usize = 4;

/// Number of bytes of a normal or a vertex.
const POINT_BYTES: usize = 3 * COORDINATE_BYTES;

/// Number of bytes of a triangle: the normal, three vertices, and two attribute bytes.
const TRIANGLE_BYTES: usize = 4 * POINT_BYTES + 2;

/// Reads all solids. A binary file may begin with `solid`, so it is recognized by its length, which follows from the
/// count. One that does not begin with `solid` may have zeros or white space after its triangles.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let count =
        bytes.get(TITLE_BYTES..HEADER_BYTES).map(|count| u32::from_le_bytes([count[0], count[1], count[2], count[3]]));
    let expected_length = count.map(|count| HEADER_BYTES as u64 + TRIANGLE_BYTES as u64 * u64::from(count));
    if expected_length == Some(bytes.len() as u64) {
        return read_binary(bytes);
    }
    let first_word = bytes.trim_ascii_start().get(..TEXT_START.len());
    if first_word.is_some_and(|word| word.eq_ignore_ascii_case(TEXT_START)) {
        return read_text(bytes);
    }
    let (Some(count), Some(expected_length)) = (count, expected_length) else {
        return Err(MeshError::at_byte(
            bytes.len(),
            format!(
                "ends within the first {HEADER_BYTES} bytes, the header of a binary STL, and does not begin with \
                 `solid`, as text does"
            ),
        ));
    };
    if expected_length > bytes.len() as u64 {
        let complete = (bytes.len() - HEADER_BYTES) / TRIANGLE_BYTES;
        return Err(MeshError::at_byte(bytes.len(), format!("ends after {complete} of {count} triangles")));
    }
    let after_triangles = &bytes[expected_length as usize..];
    if after_triangles.iter().all(|byte| *byte == 0 || byte.is_ascii_whitespace()) {
        return read_binary(&bytes[..expected_length as usize]);
    }
    Err(MeshError::at_byte(expected_length as usize, format!("has more data after its {count} triangles")))
}

/// Reads a binary file, whose length fits its count of triangles, as one solid with the name in its title.
fn read_binary(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let title = bytes[..TITLE_BYTES].split(|byte| *byte == 0).next().unwrap_or_default();
    let title = String::from_utf8_lossy(title);
    let name = title.trim().trim_start_matches("solid").trim().to_owned();
    let mut raw = RawSurface { name, ..RawSurface::default() };
    for (index, triangle) in bytes[HEADER_BYTES..].chunks_exact(TRIANGLE_BYTES).enumerate() {
        watch::tick_at(index);
        let triangle_offset = HEADER_BYTES + index * TRIANGLE_BYTES;
        raw.check_limits(3).map_err(|message| MeshError::at_byte(triangle_offset, message))?;
        let first = raw.vertices.len() as u32;
        // The normal precedes the vertices.
        let vertices = triangle[POINT_BYTES..4 * POINT_BYTES].chunks_exact(POINT_BYTES);
        for (corner, vertex) in vertices.enumerate() {
            let mut point = [0.0; 3];
            for (axis, number) in vertex.chunks_exact(COORDINATE_BYTES).enumerate() {
                let coordinate = f64::from(f32::from_le_bytes([number[0], number[1], number[2], number[3]]));
                point[axis] = checked_coordinate(coordinate).map_err(|message| {
                    let offset = triangle_offset + (1 + corner) * POINT_BYTES + axis * COORDINATE_BYTES;
                    MeshError::at_byte(offset, format!("{message} (vertex {corner} of triangle {index})"))
                })?;
            }
            raw.vertices.push(point);
        }
        raw.triangles.push([first, first + 1, first + 2]);
    }
    Ok(vec![raw])
}

/// State of the text parser, which determines the next keyword.
#[derive(Clone, Copy)]
enum State {
    /// Outside of a solid.
    Outside,
    /// In a solid, between facets.
    Solid,
    /// In a facet, before its loop.
    Facet,
    /// In a loop, after this many vertices.
    Loop(u32),
    /// In a facet, after its loop.
    LoopClosed,
}

/// Reads all solids of a text file.
fn read_text(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let mut solids = Vec::<RawSurface>::new();
    let mut state = State::Outside;
    let mut last_line = 1;
    for (number, line) in lines(bytes) {
        let mut line = Line::new(number, &line);
        let Some(word) = line.next_word() else { continue };
        last_line = number;
        let keyword = word.to_ascii_lowercase();
        state = match (state, keyword.as_str(), solids.last_mut()) {
            (State::Outside, "solid", _) => {
                solids.push(RawSurface { name: line.rest().to_owned(), ..RawSurface::default() });
                State::Solid
            }
            (State::Solid, "endsolid", _) => State::Outside,
            (State::Solid, "facet", _) => State::Facet,
            (State::Facet, "outer", _) => line.expect("loop").map(|()| State::Loop(0))?,
            (State::Loop(corners), "vertex", Some(solid)) if corners < 3 => {
                solid.check_limits(1).map_err(|message| line.error_at(Some(word), message))?;
                solid.vertices.push(line.next_point()?);
                line.expect_end()?;
                State::Loop(corners + 1)
            }
            (State::Loop(3), "endloop", Some(solid)) => {
                let first = solid.vertices.len() as u32 - 3;
                solid.triangles.push([first, first + 1, first + 2]);
                State::LoopClosed
            }
            (State::LoopClosed, "endfacet", _) => State::Solid,
            _ => {
                let message = format!("expected {}, found `{}`", next_keyword(state), shortened(word));
                return Err(line.error_at(Some(word), message));
            }
        };
    }
    match state {
        State::Outside => Ok(solids),
        State::Solid | State::Facet | State::Loop(_) | State::LoopClosed => {
            let message = format!("is truncated after this line: expected {}", next_keyword(state));
            Err(MeshError { place: Place::Line(last_line, 1), message })
        }
    }
}

/// Returns the keyword that must follow, for messages.
fn next_keyword(state: State) -> &'static str {
    match state {
        State::Outside => "`solid`",
        State::Solid => "`facet` or `endsolid`",
        State::Facet => "`outer loop`",
        State::Loop(3) => "`endloop` (a facet has three vertices)",
        State::Loop(_) => "`vertex` (a facet has three vertices)",
        State::LoopClosed => "`endfacet`",
    }
}
