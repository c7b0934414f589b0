//! Mesh files: OBJ, OFF, STL, PLY, glTF and MuJoCo's MSH, read into triangles. A scene uses their convex hull (shape
//! `mesh`) or the triangles themselves (`triangle_mesh`).
//!
//! - **Safety**: files are untrusted. Counts in headers are compared with the bytes of the file or with the limits
//!   before anything is allocated, indices are checked, and numbers that are not finite are reported with their place.
//!   A mesh file may refer only to files in its own folder or below, a scene only to files in its folder or below.
//! - **Cancellation**: long loops tick a [`watch::Watch`], so that reading stops soon after it is canceled.
//! - **Departures**: STL and OBJ are read here, since `stl_io` and `tobj` report no lines and accept `nan`, `stl_io`
//!   reads only the first solid, and `tobj` opens any path that a file names. glTF is read here, since `gltf` returns
//!   neither positions nor an error for an accessor that runs beyond its buffer. PLY is read by `ply-rs-bw`.

mod buffers;
mod confinement;
mod content;
mod gltf;
mod json;
mod msh;
mod obj;
mod off;
mod ply;
mod refused_formats;
mod stl;
mod surface;
#[cfg(test)]
mod tests;
mod text;
mod watched;

use std::io::Read as _;
use std::path::{Path, PathBuf};

use contact_lens_long_run::watch;

pub use self::refused_formats::{is_refused_extension, unsupported_format_message};
use super::error::SceneError;
use super::{io_message, limits};
pub(super) use confinement::resolve_inside;
pub use content::{Content, HullSize, Up};
pub use off::is_off;
pub use surface::{Mesh, enclosed};

/// File name extensions of the supported formats, in lower case.
pub const EXTENSIONS: [&str; 7] = ["obj", "off", "stl", "ply", "gltf", "glb", "msh"];

/// Maximum number of bytes per read of a file; reading can be canceled between reads.
const READ_BYTES: u64 = 1 << 20;

/// Whether a file has the extension of a supported mesh format.
pub fn is_mesh(path: &Path) -> bool {
    extension(path).is_some_and(|extension| EXTENSIONS.contains(&extension.as_str()))
}

/// Returns the file name extension in lower case; `None` if there is none, or it is not UTF-8.
fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Vertices, and triangles as indices of three vertices.
pub type IndexedTriangles = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// Returns the vertices and triangles of the mesh with this index in a glTF file, in the units and axes of the mesh,
/// without the transforms of its nodes; or the reason why there are none. Buffers outside of the file are in `folder`.
pub fn triangles_of_gltf(bytes: &[u8], folder: &Path, mesh: usize) -> Result<IndexedTriangles, String> {
    let raw = gltf::read_mesh(bytes, folder, mesh).map_err(|error| error.message)?;
    if raw.triangles.is_empty() {
        return Err(format!("meshes[{mesh}] has no triangles"));
    }
    Ok((raw.vertices, raw.triangles))
}

/// Place of an error in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The file as a whole.
    Whole,
    /// Line and column, from 1.
    Line(usize, usize),
    /// Byte offset, from 0.
    Byte(usize),
}

/// Error of a mesh file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MeshError {
    place: Place,
    message: String,
}

impl MeshError {
    /// Creates an error about the file as a whole.
    fn whole(message: impl Into<String>) -> Self {
        Self { place: Place::Whole, message: message.into() }
    }

    /// Creates an error at a byte offset.
    fn at_byte(offset: usize, message: impl Into<String>) -> Self {
        Self { place: Place::Byte(offset), message: message.into() }
    }

    /// Adds the name of the file.
    fn in_file(self, file: &str) -> SceneError {
        let error = SceneError::whole(file, self.message);
        match self.place {
            Place::Whole => error,
            Place::Line(line, column) => SceneError { line, column, ..error },
            Place::Byte(offset) => SceneError { message: format!("at byte {offset}: {}", error.message), ..error },
        }
    }
}

/// Reads all surfaces of a file, in its own units and axes: each object of an OBJ, each solid of an STL, the one
/// surface of an OFF, a PLY or an MSH, each primitive of each node of a glTF with the transforms of its nodes.
///
/// # Errors
/// A file that cannot be read, is not a mesh, is broken or is beyond the limits; with line or byte.
pub fn read(path: &Path) -> Result<Vec<Mesh>, SceneError> {
    let bytes = read_file(path).map_err(|error| error.in_file(&path.display().to_string()))?;
    read_bytes(path, &bytes, path.parent().unwrap_or(Path::new("")))
}

/// Reads all surfaces of a file's bytes. Files that it refers to are in `folder`.
pub(super) fn read_bytes(path: &Path, bytes: &[u8], folder: &Path) -> Result<Vec<Mesh>, SceneError> {
    let parsed = parse(&extension(path).unwrap_or_default(), bytes, folder);
    parsed.map_err(|error| error.in_file(&path.display().to_string()))
}

/// Surface with its name, which may be empty.
pub type NamedSurface = (String, IndexedTriangles);

/// Reads the surfaces of a file's bytes in the format with this extension.
///
/// # Errors
/// Bytes of another format or broken ones; the error has `name` and the line or byte.
pub fn surfaces(name: &str, extension: &str, bytes: &[u8]) -> Result<Vec<NamedSurface>, SceneError> {
    let parsed = parse(extension, bytes, Path::new("")).map_err(|error| error.in_file(name))?;
    Ok(parsed.into_iter().map(|mesh| (mesh.name, (mesh.vertices, mesh.triangles))).collect())
}

/// Returns the files that a mesh file refers to: the buffers of a glTF. Empty for other formats and if the file cannot
/// be read.
pub fn referenced_files(path: &Path) -> Vec<PathBuf> {
    let bytes = if is_gltf(path) { read_file(path).unwrap_or_default() } else { Vec::new() };
    gltf::referenced_files(&bytes, path.parent().unwrap_or(Path::new("")))
}

/// Returns warnings about content of a glTF file that is ignored; none for other formats.
pub fn ignored_content(path: &Path) -> Vec<&'static str> {
    if is_gltf(path) {
        read_file(path).map_or_else(|_| Vec::new(), |bytes| gltf::ignored_content(&bytes))
    } else {
        Vec::new()
    }
}

/// Whether a file has an extension of glTF.
fn is_gltf(path: &Path) -> bool {
    extension(path).is_some_and(|extension| extension == "gltf" || extension == "glb")
}

/// Reads the bytes of a file, up to the size limit.
fn read_file(path: &Path) -> Result<Vec<u8>, MeshError> {
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(MeshError::whole(if metadata.is_dir() {
            "is a folder, not a mesh file"
        } else {
            "is not a regular file"
        }));
    }
    if metadata.len() > limits::MESH_BYTES {
        let limit = limits::MESH_BYTES >> 20;
        return Err(MeshError::whole(format!("is larger than {limit} MiB, the limit of a mesh file")));
    }
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    loop {
        watch::tick();
        let byte_count = file.by_ref().take(READ_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
        if byte_count == 0 {
            return Ok(bytes);
        }
        if bytes.len() as u64 > limits::MESH_BYTES {
            let limit = limits::MESH_BYTES >> 20;
            return Err(MeshError::whole(format!("grew beyond {limit} MiB, the limit, while it was read")));
        }
    }
}

/// Creates the error of a file that cannot be read.
fn unreadable(error: std::io::Error) -> MeshError {
    MeshError::whole(format!("cannot be read: {}", io_message(&error)))
}

/// Parses the surfaces in a file's bytes, equal vertices merged; at least one.
fn parse(extension: &str, bytes: &[u8], folder: &Path) -> Result<Vec<Mesh>, MeshError> {
    if bytes.is_empty() {
        return Err(MeshError::whole("is empty"));
    }
    if let Some(message) = unsupported_format_message(extension, bytes) {
        return Err(MeshError::whole(message));
    }
    // Any bytes may begin the binary format, also those of a compressed file or a byte order mark.
    let is_msh = extension == "msh" && msh::has_exact_length(bytes);
    if !is_msh && let Some(format) = compression_format(bytes) {
        return Err(MeshError::whole(format!("is compressed ({format}); unpack it first")));
    }
    // Skips the UTF-8 byte order mark of some editors.
    let bytes = if is_msh { bytes } else { bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes) };
    let surfaces = match extension {
        "obj" => obj::read(bytes),
        "off" => off::read(bytes),
        "stl" => stl::read(bytes),
        "ply" => ply::read(bytes),
        "gltf" | "glb" => gltf::read(bytes, folder),
        "msh" => msh::read(bytes),
        _ => Err(MeshError::whole(format!("has no known mesh extension; supported: .{}", EXTENSIONS.join(", .")))),
    }?;
    let with_vertices = surfaces.into_iter().filter(|surface| !surface.vertices.is_empty());
    let meshes: Vec<Mesh> = with_vertices.map(RawSurface::welded).collect();
    if meshes.is_empty() {
        return Err(MeshError::whole("has no vertices"));
    }
    if meshes.len() > limits::MESH_PARTS {
        let message = format!("has {} meshes; at most {} are allowed", meshes.len(), limits::MESH_PARTS);
        return Err(MeshError::whole(message));
    }
    Ok(meshes)
}

/// Returns the compression format that a file's first bytes identify; `None` for other files.
fn compression_format(bytes: &[u8]) -> Option<&'static str> {
    let signatures: [(&[u8], &str); 4] =
        [(b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"BZh", "bzip2")];
    signatures.into_iter().find(|(signature, _)| bytes.starts_with(signature)).map(|(_, name)| name)
}

/// Surface as listed in a file, before equal vertices are merged.
#[derive(Clone, Debug, Default, PartialEq)]
struct RawSurface {
    name: String,
    vertices: Vec<[f64; 3]>,
    /// Indices of `vertices`, in range.
    triangles: Vec<[u32; 3]>,
}

impl RawSurface {
    /// Appends a polygon, given by the indices of its vertices in order, as a fan of triangles around the first one.
    fn push_fan(&mut self, corners: &[u32]) {
        let fan = corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]);
        self.triangles.extend(fan);
    }

    /// Checks that `more` vertices fit into the limit, which is also that of triangles.
    fn check_limits(&self, more: usize) -> Result<(), String> {
        if self.vertices.len() + more > limits::MESH_VERTICES || self.triangles.len() > limits::MESH_VERTICES {
            return Err(format!("the limit of {} vertices or triangles is exceeded", limits::MESH_VERTICES));
        }
        Ok(())
    }
}

/// Returns a valid coordinate, or the reason why it is none.
fn checked_coordinate(x: f64) -> Result<f64, String> {
    if !x.is_finite() {
        return Err(format!("a coordinate must be a finite number, but is {x}"));
    }
    if x.abs() > limits::MAGNITUDE {
        return Err(format!("a coordinate must not be beyond {:e}, but is {x:e}", limits::MAGNITUDE));
    }
    Ok(x)
}
