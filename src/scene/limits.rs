//! Upper limits of scenes. The lengths of lists (bodies, queries, frames, points) are attributes of the fields in
//! `model.rs`.

/// Size of a scene file, bytes.
pub const FILE_BYTES: u64 = 64 << 20;

/// Depth of nested JSON brackets. A shape inside `affine` or `inflate` costs one; a flat scene needs 7.
pub const NESTING: usize = 48;

/// Largest length, coordinate or matrix entry, meters. A product of three such lengths does not overflow `f32`.
pub const MAGNITUDE: f64 = 1e12;

/// Largest difference between a quaternion's length and 1; greater ones are reported as mistakes, smaller ones are
/// normalized on use.
pub const UNIT_ROUNDING: f64 = 1e-3;

/// Size of a mesh file and of all buffers that it refers to, bytes.
pub const MESH_BYTES: u64 = 512 << 20;

/// Number of vertices as a mesh file lists them, and of triangles: four million triangles of an STL file.
pub const MESH_VERTICES: usize = 12_000_000;

/// Number of meshes in a file, equal to the number of bodies in a scene.
pub const MESH_PARTS: usize = 10_000;

/// Number of vertices of all meshes that a scene refers to, each file counted once.
pub const SCENE_VERTICES: usize = 24_000_000;

/// Depth of nested compounds.
pub const PARTS_DEPTH: usize = 8;
