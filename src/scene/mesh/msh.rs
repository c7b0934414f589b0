//! Reader of MuJoCo's MSH, a binary format with vertices and triangles. Normals and texture coordinates are ignored.
//!
//! - **Format**: four counts (vertices, normals, texture coordinates, triangles), then three `f32` per vertex, three
//!   per normal, two per texture coordinate, and three indices per triangle; all little-endian.
//! - **Departures**: Gmsh's format has the same extension; its files are recognized by their first bytes and refused
//!   before this reader.

use contact_lens_long_run::watch;

use super::{MeshError, RawSurface, checked_coordinate};

/// Number of bytes of a count, an index or a coordinate.
const NUMBER_BYTES: usize = 4;

/// Number of bytes of the four counts.
const HEADER_BYTES: usize = 4 * NUMBER_BYTES;

/// Number of bytes of three numbers: a vertex, a normal or the indices of a triangle.
const TRIPLE_BYTES: usize = 3 * NUMBER_BYTES;

/// Number of bytes of a texture coordinate.
const PAIR_BYTES: usize = 2 * NUMBER_BYTES;

/// Advice for files that are no mesh of MuJoCo.
const ADVICE: &str = "Of files that end in .msh, only MuJoCo's binary meshes are supported; save the surface as STL, OBJ or \
                      PLY";

/// Numbers of elements in a file.
struct Counts {
    vertices: usize,
    normals: usize,
    texture_coordinates: usize,
    triangles: usize,
}

impl Counts {
    /// Reads the counts at the start of a file.
    fn read(bytes: &[u8]) -> Result<Self, MeshError> {
        let Some(header) = bytes.get(..HEADER_BYTES) else {
            return Err(MeshError::at_byte(
                bytes.len(),
                format!("ends within the first {HEADER_BYTES} bytes. {ADVICE}"),
            ));
        };
        let mut counts = [0; 4];
        for (index, name) in ["vertices", "normals", "texture coordinates", "triangles"].into_iter().enumerate() {
            let offset = NUMBER_BYTES * index;
            let bytes = [0, 1, 2, 3].map(|byte| header[offset + byte]);
            let value = i32::from_le_bytes(bytes);
            counts[index] = usize::try_from(value)
                .map_err(|_| MeshError::at_byte(offset, format!("the number of {name} is {value}. {ADVICE}")))?;
        }
        let [vertices, normals, texture_coordinates, triangles] = counts;
        Ok(Self { vertices, normals, texture_coordinates, triangles })
    }

    /// Returns the length of a file with these counts, bytes.
    fn length(&self) -> u64 {
        let triples = self.vertices as u64 + self.normals as u64 + self.triangles as u64;
        HEADER_BYTES as u64 + triples * TRIPLE_BYTES as u64 + self.texture_coordinates as u64 * PAIR_BYTES as u64
    }
}

/// Whether bytes have exactly the length that follows from the counts at their start.
pub(super) fn has_exact_length(bytes: &[u8]) -> bool {
    Counts::read(bytes).is_ok_and(|counts| counts.length() == bytes.len() as u64)
}

/// Reads the one surface of a file, whose length must follow from its counts.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let counts = Counts::read(bytes)?;
    let Counts { vertices, normals, texture_coordinates, triangles } = counts;
    if counts.length() != bytes.len() as u64 {
        let message = format!(
            "has {} bytes, but needs {} for the numbers in its header: vertices {vertices}, normals {normals}, texture \
             coordinates {texture_coordinates}, triangles {triangles}. {ADVICE}",
            bytes.len(),
            counts.length()
        );
        return Err(MeshError::whole(message));
    }
    if vertices < 4 {
        return Err(MeshError::at_byte(0, format!("the number of vertices must be at least 4, but is {vertices}")));
    }
    let vertices_end = HEADER_BYTES + vertices * TRIPLE_BYTES;
    let mut raw = RawSurface::default();
    for (index, point) in bytes[HEADER_BYTES..vertices_end].chunks_exact(TRIPLE_BYTES).enumerate() {
        watch::tick_at(index);
        let offset = HEADER_BYTES + index * TRIPLE_BYTES;
        raw.check_limits(1).map_err(|message| MeshError::at_byte(offset, message))?;
        raw.vertices.push(read_vertex(point).map_err(|NumberError { position, message }| {
            MeshError::at_byte(offset + NUMBER_BYTES * position, format!("{message} (vertex {index})"))
        })?);
    }
    let triangles_start = vertices_end + normals * TRIPLE_BYTES + texture_coordinates * PAIR_BYTES;
    for (index, corners) in bytes[triangles_start..].chunks_exact(TRIPLE_BYTES).enumerate() {
        watch::tick_at(index);
        let offset = triangles_start + index * TRIPLE_BYTES;
        raw.check_limits(0).map_err(|message| MeshError::at_byte(offset, message))?;
        raw.triangles.push(read_triangle(corners, vertices).map_err(|NumberError { position, message }| {
            MeshError::at_byte(offset + NUMBER_BYTES * position, format!("{message} (triangle {index})"))
        })?);
    }
    Ok(vec![raw])
}

/// Error of one of the three numbers of a vertex or triangle.
struct NumberError {
    /// Place of the number among the three, from 0.
    position: usize,
    message: String,
}

/// Reads the coordinates of a vertex; the error is that of the first invalid coordinate.
fn read_vertex(bytes: &[u8]) -> Result<[f64; 3], NumberError> {
    let mut point = [0.0; 3];
    for (axis, number) in bytes.chunks_exact(NUMBER_BYTES).enumerate() {
        let coordinate = f64::from(f32::from_le_bytes([number[0], number[1], number[2], number[3]]));
        point[axis] = checked_coordinate(coordinate).map_err(|message| NumberError { position: axis, message })?;
    }
    Ok(point)
}

/// Reads the vertex indices of a triangle; the error is that of the first invalid index.
fn read_triangle(bytes: &[u8], vertex_count: usize) -> Result<[u32; 3], NumberError> {
    let mut corners = [0; 3];
    for (corner, number) in bytes.chunks_exact(NUMBER_BYTES).enumerate() {
        let index = i32::from_le_bytes([number[0], number[1], number[2], number[3]]);
        corners[corner] = match u32::try_from(index) {
            Ok(index) if (index as usize) < vertex_count => index,
            _ => {
                let message = format!("there is no vertex {index}: the file has {vertex_count}, counted from 0");
                return Err(NumberError { position: corner, message });
            }
        };
    }
    Ok(corners)
}
