//! Limits of scenes that are not attributes of one field. The lengths of lists (bodies, queries, frames, points) and
//! the ranges of numbers are attributes of the fields in `model`; limits of worlds are in `rules/world.rs`.

/// Largest size of a scene file, bytes: 64 MiB.
pub const FILE_BYTES: u64 = 64 << 20;

/// Largest depth of nested JSON brackets. A shape inside `affine` or `inflate` costs one, a child shape of a compound
/// three; a scene without such shapes needs at most 8.
pub const NESTING: usize = 48;

/// Largest number of fields of a JSON object. The search for duplicates takes time that grows with the square of this
/// number.
pub const FIELDS: usize = 1_000;

/// Largest absolute value of a number whose field states no smaller one: lengths and coordinates (meters), matrix
/// entries, times. A product of three such lengths does not overflow `f32`.
pub const MAGNITUDE: f64 = 1e12;

/// Largest difference between 1 and the length of a quaternion or of a vector that must have unit length; greater ones
/// are reported as mistakes, smaller ones are normalized on use.
pub const UNIT_ROUNDING: f64 = 1e-3;

/// Largest size of a mesh file, and of all buffers together that a file refers to, bytes: 512 MiB.
pub const MESH_BYTES: u64 = 512 << 20;

/// Largest number of vertices as a mesh file lists them, and of triangles. An STL file lists three vertices per
/// triangle, so it may have four million triangles.
pub const MESH_VERTICES: usize = 12_000_000;

/// Largest number of meshes in a file, equal to the largest number of bodies in a scene.
pub const MESH_PARTS: usize = 10_000;

/// Largest number of vertices of all mesh files together that a scene refers to, each file counted once.
pub const SCENE_VERTICES: usize = 24_000_000;

/// Largest number of compounds that may enclose a compound.
pub const PARTS_DEPTH: usize = 8;

/// Vertical angle of view, degrees, that all frusta stay below.
pub const ANGLE_OF_VIEW: f64 = 180.0;

/// Least number of rows of a height field, and of heights in each row.
pub const MIN_HEIGHTS: usize = 2;

/// Largest number of heights of a height field.
pub const HEIGHTS: usize = 1_000_000;
