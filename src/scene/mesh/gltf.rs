//! glTF 2.0, as text and binary. Transforms of nodes are applied; skins, morph targets and animations are not.

use std::path::{Path, PathBuf};

use glam::{DMat4, DQuat, DVec3};

use super::buffers::{Buffers, buffer_file};
use super::json::{Node, Primitive, Root};
use super::watched::WatchedBytes;
use super::{MeshError, Place, RawSurface, checked_coordinate};
use crate::scene::path::shortened;
use crate::watch;

/// Number of bytes of a binary file before its JSON: the header and the head of the first chunk.
const BYTES_BEFORE_JSON: usize = 20;

/// Mode of a primitive whose vertices are separate triangles; smaller modes are points and lines.
const TRIANGLES: u32 = 4;

/// Mode of a primitive whose vertices are a triangle strip.
const TRIANGLE_STRIP: u32 = 5;

/// Mode of a primitive whose vertices are a triangle fan.
const TRIANGLE_FAN: u32 = 6;

/// Extensions that a file may require, since they change its appearance and not its geometry.
const HARMLESS_EXTENSIONS: [&str; 7] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "EXT_texture_",
    "KHR_animation_pointer",
    "KHR_physics_rigid_bodies",
    "KHR_implicit_shapes",
];

/// Lists of a file that are ignored, with a warning each.
const IGNORED_LISTS: [(&str, &str); 3] = [
    ("skins", "skins are not applied"),
    ("animations", "animations are not played"),
    ("cameras", "cameras are not imported"),
];

/// Largest JSON that is parsed in one piece, bytes; parsing larger JSON can be canceled.
const MAX_UNCANCELED_BYTES: usize = 16 << 20;

/// Reads all primitives of all nodes of the default scene, or of the first one, or of a file without scenes.
pub(super) fn read(bytes: &[u8], folder: &Path) -> Result<Vec<RawSurface>, MeshError> {
    let (root, blob) = parse_json(bytes)?;
    read_instances(&root, &Buffers::read(&root, blob, folder)?)
}

/// Reads all primitives of one mesh as one surface, mesh frame.
pub(super) fn read_mesh(bytes: &[u8], folder: &Path, m: usize) -> Result<RawSurface, MeshError> {
    let (root, blob) = parse_json(bytes)?;
    let buffers = Buffers::read(&root, blob, folder)?;
    let mesh = root.meshes.get(m).ok_or_else(|| MeshError::whole(format!("meshes[{m}] does not exist")))?;
    let mut joined = RawSurface::default();
    for (k, primitive) in mesh.primitives.iter().enumerate() {
        let raw =
            transformed_primitive(primitive, &buffers, &DMat4::IDENTITY, &format!("meshes[{m}].primitives[{k}]"))?;
        let first = joined.vertices.len() as u32;
        joined.vertices.extend(raw.vertices);
        joined.triangles.extend(raw.triangles.into_iter().map(|corners| corners.map(|i| i + first)));
        joined.check_limits(0).map_err(MeshError::whole)?;
    }
    Ok(joined)
}

/// Parses the JSON of a file; also returns the buffer inside a binary file, which may be empty.
fn parse_json(bytes: &[u8]) -> Result<(Root, &[u8]), MeshError> {
    let binary = bytes.starts_with(b"glTF");
    if !binary && !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(MeshError::at_byte(0, "must begin with `glTF`, as binary files do, or with `{`"));
    }
    let (json, blob) = if binary { split_chunks(bytes)? } else { (bytes, &[][..]) };
    let root: Root = parse_root(json).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.inner();
        let text = inner.to_string();
        let reason = text.split(" at line ").next().unwrap_or(&text);
        let message = if path == "." { reason.to_owned() } else { format!("{path}: {reason}") };
        let place = if binary { Place::Byte(BYTES_BEFORE_JSON) } else { Place::Line(inner.line(), inner.column()) };
        MeshError { place, message }
    })?;
    if !root.asset.version.starts_with("2.") {
        return Err(MeshError::whole(format!(
            "is glTF version {}; only version 2 is supported",
            shortened(&root.asset.version)
        )));
    }
    let mut required = root.extensions_required.iter();
    if let Some(name) = required.find(|name| !HARMLESS_EXTENSIONS.iter().any(|known| name.starts_with(known))) {
        let name = shortened(name);
        return Err(MeshError::whole(format!(
            "requires the extension `{name}`, which is not supported; export the file without it"
        )));
    }
    Ok((root, blob))
}

/// Files of the buffers that are not inside the file itself.
pub(super) fn referenced_files(bytes: &[u8], folder: &Path) -> Vec<PathBuf> {
    let json = if bytes.starts_with(b"glTF") { split_chunks(bytes).map_or(&[][..], |(json, _)| json) } else { bytes };
    let buffers = parse_root(json).map_or_else(|_| Vec::new(), |root| root.buffers);
    buffers.iter().filter_map(|buffer| buffer_file(buffer.uri.as_deref()?, folder).ok()).collect()
}

/// Warnings about content that is ignored.
pub(super) fn ignored_content(bytes: &[u8]) -> Vec<&'static str> {
    let json = if bytes.starts_with(b"glTF") { split_chunks(bytes).map_or(&[][..], |(json, _)| json) } else { bytes };
    let Ok(root) = serde_json::from_slice::<serde_json::Value>(json) else { return Vec::new() };
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

/// The array in the field `name`; empty if there is none.
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

/// Splits a binary file into its JSON and the bytes of its buffer.
fn split_chunks(bytes: &[u8]) -> Result<(&[u8], &[u8]), MeshError> {
    let version = u32_at(bytes, 4)?;
    let length = u32_at(bytes, 8)? as usize;
    if version != 2 {
        return Err(MeshError::at_byte(4, format!("is version {version} of the format; only version 2 is supported")));
    }
    if length > bytes.len() {
        return Err(MeshError::at_byte(bytes.len(), format!("is truncated: its header announces {length} bytes")));
    }
    let (json, end) = read_chunk(bytes, length, 12, b"JSON")?;
    let blob = if end + 8 <= length { read_chunk(bytes, length, end, b"BIN\0")?.0 } else { &[] };
    Ok((json, blob))
}

/// The chunk of this kind that begins at byte `at`, and the byte after its end, which is at most `length`.
fn read_chunk<'a>(bytes: &'a [u8], length: usize, at: usize, kind: &[u8; 4]) -> Result<(&'a [u8], usize), MeshError> {
    let size = u32_at(bytes, at)? as usize;
    if bytes.get(at + 4..at + 8) != Some(kind) {
        let kind = String::from_utf8_lossy(kind);
        return Err(MeshError::at_byte(at + 4, format!("must be the chunk type `{}`", kind.trim_end_matches('\0'))));
    }
    let end = (at + 8).saturating_add(size);
    match bytes.get(at + 8..end) {
        Some(content) if end <= length => Ok((content, end)),
        _ => Err(MeshError::at_byte(at, format!("has a chunk of {size} bytes that runs beyond the end of the file"))),
    }
}

/// Little-endian number at byte `at`.
fn u32_at(bytes: &[u8], at: usize) -> Result<u32, MeshError> {
    match bytes.get(at..at + 4) {
        Some(four) => Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]])),
        None => Err(MeshError::at_byte(bytes.len(), "ends within a header")),
    }
}

/// Reads the meshes of all nodes below the roots. Nodes must form a tree; shared children and cycles are errors.
fn read_instances(root: &Root, buffers: &Buffers<'_>) -> Result<Vec<RawSurface>, MeshError> {
    let first = root_nodes(root)?;
    let mut visited = vec![false; root.nodes.len()];
    // Nodes with the transforms of their parents to the world.
    let mut open: Vec<(usize, DMat4)> = first.into_iter().rev().map(|node| (node, DMat4::IDENTITY)).collect();
    let mut parts = Vec::new();
    let mut total = 0;
    while let Some((i, parent_to_world)) = open.pop() {
        let node = root.nodes.get(i).ok_or_else(|| MeshError::whole(format!("nodes[{i}] does not exist")))?;
        if std::mem::replace(&mut visited[i], true) {
            return Err(MeshError::whole(format!("nodes[{i}] is reached twice: nodes must form a tree")));
        }
        let to_world = parent_to_world * local_transform(node, i)?;
        if let Some(m) = node.mesh {
            let mesh = root
                .meshes
                .get(m)
                .ok_or_else(|| MeshError::whole(format!("nodes[{i}]: meshes[{m}] does not exist")))?;
            let name = node.name.as_ref().or(mesh.name.as_ref()).cloned().unwrap_or_default();
            for (k, primitive) in mesh.primitives.iter().enumerate() {
                let mut raw =
                    transformed_primitive(primitive, buffers, &to_world, &format!("meshes[{m}].primitives[{k}]"))?;
                raw.name = if mesh.primitives.len() > 1 {
                    format!("{name} {}", k + 1).trim().to_owned()
                } else {
                    name.clone()
                };
                total += raw.vertices.len().max(raw.triangles.len());
                RawSurface::default().check_limits(total).map_err(MeshError::whole)?;
                parts.push(raw);
            }
        }
        open.extend(node.children.iter().rev().map(|child| (*child, to_world)));
    }
    Ok(parts)
}

/// Transform from a node's frame to its parent's.
fn local_transform(node: &Node, i: usize) -> Result<DMat4, MeshError> {
    if let Some(matrix) = node.matrix {
        return Ok(DMat4::from_cols_array(&matrix));
    }
    let rotation = DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    let length = rotation.length();
    if !(length.is_finite() && length > 0.0) {
        let message = format!("nodes[{i}].rotation: must be a quaternion with a finite length above 0");
        return Err(MeshError::whole(message));
    }
    let scale = DVec3::from(node.scale.unwrap_or([1.0; 3]));
    let translation = DVec3::from(node.translation.unwrap_or_default());
    Ok(DMat4::from_scale_rotation_translation(scale, rotation / length, translation))
}

/// The root nodes of the default scene, of the first scene, or of the file if it has no scenes.
fn root_nodes(root: &Root) -> Result<Vec<usize>, MeshError> {
    match (root.scene, root.scenes.first()) {
        (Some(i), _) => match root.scenes.get(i) {
            Some(scene) => Ok(scene.nodes.clone()),
            None => Err(MeshError::whole(format!("scenes[{i}] does not exist"))),
        },
        (None, Some(scene)) => Ok(scene.nodes.clone()),
        (None, None) => {
            let mut has_parent = vec![false; root.nodes.len()];
            for child in root.nodes.iter().flat_map(|node| &node.children) {
                if let Some(has_parent) = has_parent.get_mut(*child) {
                    *has_parent = true;
                }
            }
            Ok((0..root.nodes.len()).filter(|i| !has_parent[*i]).collect())
        }
    }
}

/// Reads a primitive and transforms it; a reflection reverses the vertex order of its triangles. `path` is the path of
/// the primitive for errors.
fn transformed_primitive(
    primitive: &Primitive,
    buffers: &Buffers<'_>,
    transform: &DMat4,
    path: &str,
) -> Result<RawSurface, MeshError> {
    let error = |message: String| MeshError::whole(format!("{path}: {message}"));
    let position = primitive.attributes.position.ok_or_else(|| error(String::from("has no attribute `POSITION`")))?;
    let mut raw = RawSurface { vertices: buffers.points(position)?, ..RawSurface::default() };
    for (i, point) in raw.vertices.iter_mut().enumerate() {
        watch::tick_at(i);
        *point = transform.transform_point3(DVec3::from_array(*point)).to_array();
        point
            .iter()
            .try_for_each(|x| checked_coordinate(*x).map(drop))
            .map_err(|message| error(format!("vertex {i}, moved by its nodes: {message}")))?;
    }
    let count = raw.vertices.len() as u32;
    let corners = match primitive.indices {
        Some(indices) => buffers.indices(indices)?,
        None => (0..count).collect(),
    };
    if let Some(vertex) = corners.iter().find(|vertex| **vertex >= count) {
        return Err(error(format!("there is no vertex {vertex}; the primitive has {count}, counted from 0")));
    }
    match primitive.mode.unwrap_or(TRIANGLES) {
        0..TRIANGLES => {}
        TRIANGLES => raw.triangles = corners.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
        // Every other triangle of a strip has the opposite orientation.
        TRIANGLE_STRIP => {
            for (k, c) in corners.windows(3).enumerate() {
                raw.triangles.push(if k % 2 == 0 { [c[0], c[1], c[2]] } else { [c[1], c[0], c[2]] });
            }
        }
        TRIANGLE_FAN => raw.push_fan(&corners),
        mode => return Err(error(format!("has the mode {mode}; glTF defines 0 to 6"))),
    }
    if transform.determinant() < 0.0 {
        raw.triangles.iter_mut().for_each(|corners| corners.swap(0, 1));
    }
    Ok(raw)
}
