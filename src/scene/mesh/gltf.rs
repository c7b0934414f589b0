//! Reader of the triangles of glTF 2.0 files, as text (`.gltf`) and binary (`.glb`).
//!
//! - **Frame and units.** Vertices are in the axes of the file (y up) and in meters, as glTF prescribes. The transforms
//!   of nodes are applied, except in [`read_mesh`], whose vertices are in the frame of the mesh.
//! - **Triangles** keep their orientation: counterclockwise seen from outside, also under a node that mirrors.
//! - **Not applied**: skins, morph targets and animations, which are reported by [`ignored_content`].

use std::path::{Path, PathBuf};

use contact_lens_long_run::watch;
use glam::{DMat4, DQuat, DVec3};

use super::buffers::{Buffers, buffer_file};
use super::json::{Node, Primitive, Root};
use super::watched::WatchedBytes;
use super::{MeshError, Place, RawSurface, checked_coordinate};
use crate::path::shortened;

/// First bytes of a binary file.
const MAGIC: &[u8] = b"glTF";

/// Offset of the version of the format in the header of a binary file, bytes.
const VERSION_OFFSET: usize = 4;

/// Offset of the length of the whole file in the header of a binary file, bytes.
const LENGTH_OFFSET: usize = 8;

/// Size of the header of a binary file, bytes; the first chunk follows.
const HEADER_BYTES: usize = 12;

/// Offset of the type in a chunk, bytes, after the size of its content.
const CHUNK_TYPE_OFFSET: usize = 4;

/// Size of the head of a chunk, bytes; its content follows.
const CHUNK_HEAD_BYTES: usize = 8;

/// Number of bytes of a binary file before its JSON: the header and the head of the first chunk.
const BYTES_BEFORE_JSON: usize = HEADER_BYTES + CHUNK_HEAD_BYTES;

/// Mode of a primitive whose vertices are separate triangles; smaller modes are points and lines.
const TRIANGLES: u32 = 4;

/// Mode of a primitive whose vertices are a triangle strip.
const TRIANGLE_STRIP: u32 = 5;

/// Mode of a primitive whose vertices are a triangle fan.
const TRIANGLE_FAN: u32 = 6;

/// Beginnings of the names of extensions that a file may require, since they do not change vertices, triangles or the
/// transforms of nodes.
const ALLOWED_EXTENSION_PREFIXES: [&str; 7] = [
    // Appearance.
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "EXT_texture_",
    // Animations, which are not played.
    "KHR_animation_pointer",
    // Bodies and colliders next to the meshes.
    "KHR_physics_rigid_bodies",
    "KHR_implicit_shapes",
];

/// Names of lists in a file that are ignored, each with its warning.
const IGNORED_LISTS: [(&str, &str); 3] = [
    ("skins", "skins are not applied"),
    ("animations", "animations are not played"),
    ("cameras", "cameras are not imported"),
];

/// Largest JSON that is parsed without checks for cancellation, bytes: 16 MiB. `serde_json` parses a slice faster than
/// a reader, and only a reader can be canceled.
const MAX_UNCANCELED_BYTES: usize = 16 << 20;

/// Reads all primitives of all nodes of the default scene, or of the first one, or of a file without scenes. Each
/// primitive is a surface in the frame of the scene, meters. Files of buffers are in `folder`.
pub(super) fn read(bytes: &[u8], folder: &Path) -> Result<Vec<RawSurface>, MeshError> {
    let (root, blob) = parse_json(bytes)?;
    read_instances(&root, &Buffers::read(&root, blob, folder)?)
}

/// Reads all primitives of the mesh with this index as one surface in the frame of the mesh, meters. Files of buffers
/// are in `folder`.
pub(super) fn read_mesh(bytes: &[u8], folder: &Path, mesh_index: usize) -> Result<RawSurface, MeshError> {
    let (root, blob) = parse_json(bytes)?;
    let buffers = Buffers::read(&root, blob, folder)?;
    let mesh = root.meshes.get(mesh_index);
    let mesh = mesh.ok_or_else(|| MeshError::whole(format!("meshes[{mesh_index}] does not exist")))?;
    let mut joined = RawSurface::default();
    for (index, primitive) in mesh.primitives.iter().enumerate() {
        let path = format!("meshes[{mesh_index}].primitives[{index}]");
        let raw = transformed_primitive(primitive, &buffers, &DMat4::IDENTITY, &path)?;
        let first = joined.vertices.len() as u32;
        joined.vertices.extend(raw.vertices);
        joined.triangles.extend(raw.triangles.into_iter().map(|corners| corners.map(|vertex| vertex + first)));
        joined.check_limits(0).map_err(MeshError::whole)?;
    }
    Ok(joined)
}

/// Parses the JSON of a file, and checks its version and the extensions that it requires. Also returns the buffer
/// inside a binary file, which may be empty.
fn parse_json(bytes: &[u8]) -> Result<(Root, &[u8]), MeshError> {
    let is_binary = bytes.starts_with(MAGIC);
    if !is_binary && !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(MeshError::at_byte(0, "must begin with `glTF`, as binary files do, or with `{`"));
    }
    let Chunks { json, blob } = if is_binary { split_chunks(bytes)? } else { Chunks { json: bytes, blob: &[] } };
    let root: Root = parse_root(json).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.inner();
        let text = inner.to_string();
        let reason = text.split(" at line ").next().unwrap_or(&text);
        let message = if path == "." { reason.to_owned() } else { format!("{path}: {reason}") };
        let place = if is_binary { Place::Byte(BYTES_BEFORE_JSON) } else { Place::Line(inner.line(), inner.column()) };
        MeshError { place, message }
    })?;
    if !root.asset.version.starts_with("2.") {
        return Err(MeshError::whole(format!(
            "is glTF version {}; only version 2 is supported",
            shortened(&root.asset.version)
        )));
    }
    let mut required = root.extensions_required.iter();
    if let Some(name) = required.find(|name| !ALLOWED_EXTENSION_PREFIXES.iter().any(|known| name.starts_with(known))) {
        let name = shortened(name);
        return Err(MeshError::whole(format!(
            "requires the extension `{name}`, which is not supported; export the file without it"
        )));
    }
    Ok((root, blob))
}

/// Returns the files below `folder` of the buffers that are not inside the file itself; none for a broken file.
pub(super) fn referenced_files(bytes: &[u8], folder: &Path) -> Vec<PathBuf> {
    let buffers = parse_root(json_part(bytes)).map_or_else(|_| Vec::new(), |root| root.buffers);
    buffers.iter().filter_map(|buffer| buffer_file(buffer.uri.as_deref()?, folder).ok()).collect()
}

/// Returns the bytes of the JSON of a file; empty for a broken binary file.
fn json_part(bytes: &[u8]) -> &[u8] {
    if !bytes.starts_with(MAGIC) {
        return bytes;
    }
    split_chunks(bytes).map_or(&[][..], |chunks| chunks.json)
}

/// Returns warnings about content that is ignored; none for a broken file.
pub(super) fn ignored_content(bytes: &[u8]) -> Vec<&'static str> {
    let Ok(root) = serde_json::from_slice::<serde_json::Value>(json_part(bytes)) else { return Vec::new() };
    let mut warnings = Vec::new();
    for (name, warning) in IGNORED_LISTS {
        if !array(&root, name).is_empty() {
            warnings.push(warning);
        }
    }
    let primitives: Vec<_> = array(&root, "meshes").iter().flat_map(|mesh| array(mesh, "primitives")).collect();
    if primitives.iter().any(|primitive| !array(primitive, "targets").is_empty()) {
        warnings.push("morph targets are not applied");
    }
    if primitives.iter().any(|primitive| primitive["mode"].as_u64().is_some_and(|mode| mode < u64::from(TRIANGLES))) {
        warnings.push("of points and lines, only the vertices are used");
    }
    if array(&root, "scenes").len() > 1 {
        warnings.push("of several scenes, only the default one is used");
    }
    warnings
}

/// Returns the array in the field `name`; empty if there is none.
fn array<'a>(value: &'a serde_json::Value, name: &str) -> &'a [serde_json::Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// Parses the JSON; errors name the path of the field.
fn parse_root(json: &[u8]) -> Result<Root, serde_path_to_error::Error<serde_json::Error>> {
    if json.len() <= MAX_UNCANCELED_BYTES {
        return serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(json));
    }
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_reader(WatchedBytes::new(json)))
}

/// Chunks of a binary file.
struct Chunks<'a> {
    /// Bytes of the JSON.
    json: &'a [u8],
    /// Bytes of the buffer inside the file; empty if there is none.
    blob: &'a [u8],
}

/// Splits a binary file into its chunks.
fn split_chunks(bytes: &[u8]) -> Result<Chunks<'_>, MeshError> {
    let version = u32_at(bytes, VERSION_OFFSET)?;
    let length = u32_at(bytes, LENGTH_OFFSET)? as usize;
    if version != 2 {
        let message = format!("is version {version} of the format; only version 2 is supported");
        return Err(MeshError::at_byte(VERSION_OFFSET, message));
    }
    if length > bytes.len() {
        return Err(MeshError::at_byte(bytes.len(), format!("is truncated: its header announces {length} bytes")));
    }
    let json = read_chunk(bytes, length, HEADER_BYTES, b"JSON")?;
    let json_end = HEADER_BYTES + CHUNK_HEAD_BYTES + json.len();
    let has_second_chunk = json_end + CHUNK_HEAD_BYTES <= length;
    let blob = if has_second_chunk { read_chunk(bytes, length, json_end, b"BIN\0")? } else { &[] };
    Ok(Chunks { json, blob })
}

/// Returns the content of the chunk that begins at byte `start`. The chunk must have the type `kind` and end within the
/// first `length` bytes.
fn read_chunk<'a>(bytes: &'a [u8], length: usize, start: usize, kind: &[u8; 4]) -> Result<&'a [u8], MeshError> {
    let size = u32_at(bytes, start)? as usize;
    let kind_start = start + CHUNK_TYPE_OFFSET;
    let content_start = start + CHUNK_HEAD_BYTES;
    if bytes.get(kind_start..content_start) != Some(kind) {
        let kind = String::from_utf8_lossy(kind);
        let message = format!("must be the chunk type `{}`", kind.trim_end_matches('\0'));
        return Err(MeshError::at_byte(kind_start, message));
    }
    let end = content_start.saturating_add(size);
    match bytes.get(content_start..end) {
        Some(content) if end <= length => Ok(content),
        _ => {
            let message = format!("has a chunk of {size} bytes that runs beyond the end of the file");
            Err(MeshError::at_byte(start, message))
        }
    }
}

/// Returns the little-endian number at a byte offset.
fn u32_at(bytes: &[u8], offset: usize) -> Result<u32, MeshError> {
    match bytes.get(offset..offset + 4) {
        Some(four) => Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]])),
        None => Err(MeshError::at_byte(bytes.len(), "ends within a header")),
    }
}

/// Reads the primitives of all nodes below the roots. Nodes must form a tree; shared children and cycles are errors.
fn read_instances(root: &Root, buffers: &Buffers<'_>) -> Result<Vec<RawSurface>, MeshError> {
    let roots = root_nodes(root)?;
    let mut visited = vec![false; root.nodes.len()];
    // Stack of node indices, the next one last, with the transforms of their parents to the scene.
    let mut pending: Vec<(usize, DMat4)> = roots.into_iter().rev().map(|node| (node, DMat4::IDENTITY)).collect();
    let mut instances = Instances { root, buffers, surfaces: Vec::new(), size: 0 };
    while let Some((index, parent_to_scene)) = pending.pop() {
        let node = root.nodes.get(index).ok_or_else(|| MeshError::whole(format!("nodes[{index}] does not exist")))?;
        if std::mem::replace(&mut visited[index], true) {
            return Err(MeshError::whole(format!("nodes[{index}] is reached twice: nodes must form a tree")));
        }
        let to_scene = parent_to_scene * local_transform(node, index)?;
        instances.add_node(node, index, &to_scene)?;
        pending.extend(node.children.iter().rev().map(|child| (*child, to_scene)));
    }
    Ok(instances.surfaces)
}

/// Surfaces of the nodes that were visited.
struct Instances<'a> {
    root: &'a Root,
    buffers: &'a Buffers<'a>,
    surfaces: Vec<RawSurface>,
    /// Sum over the surfaces of the number of vertices or triangles, whichever is greater.
    size: usize,
}

impl Instances<'_> {
    /// Adds the primitives of the mesh of a node, if it has one, as surfaces in the frame of the scene. A surface has
    /// the name of the node, or else that of the mesh, with a number if the mesh has several primitives.
    fn add_node(&mut self, node: &Node, node_index: usize, to_scene: &DMat4) -> Result<(), MeshError> {
        let Some(mesh_index) = node.mesh else { return Ok(()) };
        let Some(mesh) = self.root.meshes.get(mesh_index) else {
            return Err(MeshError::whole(format!("nodes[{node_index}]: meshes[{mesh_index}] does not exist")));
        };
        let name = node.name.as_ref().or(mesh.name.as_ref()).cloned().unwrap_or_default();
        let has_several = mesh.primitives.len() > 1;
        for (index, primitive) in mesh.primitives.iter().enumerate() {
            let path = format!("meshes[{mesh_index}].primitives[{index}]");
            let mut surface = transformed_primitive(primitive, self.buffers, to_scene, &path)?;
            surface.name = if has_several { format!("{name} {}", index + 1).trim().to_owned() } else { name.clone() };
            self.size += surface.vertices.len().max(surface.triangles.len());
            RawSurface::default().check_limits(self.size).map_err(MeshError::whole)?;
            self.surfaces.push(surface);
        }
        Ok(())
    }
}

/// Returns the transform from a node's frame to that of its parent; `index` is the node's index, for errors.
fn local_transform(node: &Node, index: usize) -> Result<DMat4, MeshError> {
    if let Some(matrix) = node.matrix {
        return Ok(DMat4::from_cols_array(&matrix));
    }
    let rotation = DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    let length = rotation.length();
    if !(length.is_finite() && length > 0.0) {
        let message = format!("nodes[{index}].rotation: must be a quaternion with a finite length above 0");
        return Err(MeshError::whole(message));
    }
    let scale = DVec3::from(node.scale.unwrap_or([1.0; 3]));
    let translation = DVec3::from(node.translation.unwrap_or_default());
    Ok(DMat4::from_scale_rotation_translation(scale, rotation / length, translation))
}

/// Returns the indices of the root nodes of the default scene, of the first scene, or of the file if it has no scenes.
fn root_nodes(root: &Root) -> Result<Vec<usize>, MeshError> {
    if let Some(index) = root.scene {
        return match root.scenes.get(index) {
            Some(scene) => Ok(scene.nodes.clone()),
            None => Err(MeshError::whole(format!("scenes[{index}] does not exist"))),
        };
    }
    if let Some(scene) = root.scenes.first() {
        return Ok(scene.nodes.clone());
    }
    // The roots of a file are the nodes that are no children.
    let mut has_parent = vec![false; root.nodes.len()];
    for child in root.nodes.iter().flat_map(|node| &node.children) {
        if let Some(entry) = has_parent.get_mut(*child) {
            *entry = true;
        }
    }
    Ok((0..root.nodes.len()).filter(|index| !has_parent[*index]).collect())
}

/// Reads a primitive and transforms its vertices; a reflection reverses the order of the vertices of its triangles, so
/// that they keep facing outward. `path` is the path of the primitive for errors.
fn transformed_primitive(
    primitive: &Primitive,
    buffers: &Buffers<'_>,
    transform: &DMat4,
    path: &str,
) -> Result<RawSurface, MeshError> {
    let error = |message: String| MeshError::whole(format!("{path}: {message}"));
    let position = primitive.attributes.position.ok_or_else(|| error(String::from("has no attribute `POSITION`")))?;
    let mut raw = RawSurface { vertices: buffers.points(position)?, ..RawSurface::default() };
    for (index, point) in raw.vertices.iter_mut().enumerate() {
        watch::tick_at(index);
        *point = transform.transform_point3(DVec3::from_array(*point)).to_array();
        for coordinate in *point {
            if let Err(message) = checked_coordinate(coordinate) {
                return Err(error(format!("vertex {index}, moved by its nodes: {message}")));
            }
        }
    }
    let count = raw.vertices.len() as u32;
    let indices = match primitive.indices {
        Some(accessor) => buffers.indices(accessor)?,
        None => (0..count).collect(),
    };
    if let Some(vertex) = indices.iter().find(|vertex| **vertex >= count) {
        return Err(error(format!("there is no vertex {vertex}; the primitive has {count}, counted from 0")));
    }
    push_triangles(&mut raw, primitive.mode.unwrap_or(TRIANGLES), &indices).map_err(error)?;
    if transform.determinant() < 0.0 {
        raw.triangles.iter_mut().for_each(|corners| corners.swap(0, 1));
    }
    Ok(raw)
}

/// Adds the triangles that the vertex indices of a primitive form in its mode; returns a message for an unknown mode.
fn push_triangles(raw: &mut RawSurface, mode: u32, indices: &[u32]) -> Result<(), String> {
    match mode {
        // Points and lines have no triangles.
        0..TRIANGLES => {}
        TRIANGLES => raw.triangles = indices.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect(),
        // Every other triangle of a strip has the opposite orientation.
        TRIANGLE_STRIP => {
            for (position, three) in indices.windows(3).enumerate() {
                let [a, b, c] = [three[0], three[1], three[2]];
                raw.triangles.push(if position % 2 == 0 { [a, b, c] } else { [b, a, c] });
            }
        }
        TRIANGLE_FAN => raw.push_fan(indices),
        _ => return Err(format!("has the mode {mode}; glTF defines 0 to 6")),
    }
    Ok(())
}
