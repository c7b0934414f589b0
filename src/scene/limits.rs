//! How large a scene may be. Counts of lists (bodies, queries, frames, points) stand on the fields in `model.rs`.

/// Bytes of a scene file.
pub const FILE_BYTES: u64 = 64 << 20;

/// Brackets inside brackets. A shape inside `affine` or `inflate` costs one; a flat scene needs 7.
pub const NESTING: usize = 48;

/// Meters: the largest length, coordinate or matrix entry. Beyond it a product of three lengths leaves `f32`.
pub const MAGNITUDE: f64 = 1e12;

/// How far a quaternion's length may be from 1 before it is taken for a mistake. Closer ones are normalized on use.
pub const UNIT_ROUNDING: f64 = 1e-3;

/// Bytes of a mesh file, and of all buffers that one refers to.
pub const MESH_BYTES: u64 = 512 << 20;

/// Vertices as a mesh file lists them, and triangles: as many as four million triangles of an STL have.
pub const MESH_VERTICES: usize = 12_000_000;

/// Meshes in a file: as many as a scene has bodies.
pub const MESH_PARTS: usize = 10_000;

/// Vertices of all meshes that a scene refers to, each file counted once.
pub const SCENE_VERTICES: usize = 24_000_000;

/// Compounds inside of compounds.
pub const PARTS_DEPTH: usize = 8;
