//! Meshes that a model declares: from files, from their vertices, or built in.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

use roxmltree::Node;

use super::attributes::Attributes;
use super::defaults::Defaults;
use super::element_pose::ZERO_QUATERNION;
use super::files::{Book, Element};
use super::mesh_asset::{MeshAsset, MeshInertia, Surface, VertexTransform};
use super::{Compiler, builtin};
use crate::import::Source;
use crate::import::draft;
use crate::import::pose::{IDENTITY_ROTATION, Pose};
use crate::import::xml::Reading;
use crate::scene::model::Shape;
use crate::scene::{SceneError, mesh, meshes};

/// Maximum number of vertices, and of triangles, that a model lists for a mesh.
const MAX_ROWS: usize = 1_000_000;

/// Meshes by name, each with the reason if it cannot be read.
pub(super) type Meshes = HashMap<String, Result<MeshAsset, String>>;

/// Elements of the meshes of a model, with their names.
pub(super) type MeshElements<'b> = Vec<(Element<'b>, String)>;

/// Reads the meshes that a model declares.
pub(super) fn read<'b>(
    book: &'b Book<'b>,
    top: &[Element<'b>],
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(Meshes, MeshElements<'b>), SceneError> {
    let mut meshes = Meshes::new();
    let mut elements = MeshElements::new();
    for section in top.iter().filter(|element| element.1.tag_name().name() == "asset") {
        book.take(*section);
        for element in book
            .children(*section)
            .into_iter()
            .filter(|(_, node)| !["hfield", "model"].iter().any(|name| node.has_tag_name(*name)))
        {
            let (page, node) = element;
            let reading = book.reading(page);
            if node.tag_name().name() != "mesh" {
                reading.leave(node, "assets other than meshes and height fields are not imported");
                continue;
            }
            let (name, mesh) = declared(book, element, defaults, compiler, source)?;
            book.take(element);
            for attribute in node.attributes() {
                reading.leave_attribute(
                    node,
                    attribute.name(),
                    "only the file, vertices, faces, scale and frame of a mesh are imported; the shape is its convex hull",
                );
            }
            elements.push((element, name.clone()));
            meshes.insert(name, mesh);
        }
    }
    Ok((meshes, elements))
}

/// Quotes the attributes that only the inertia of a mesh depends on, where no geom is fitted to the mesh.
pub(super) fn note_unused(book: &Book<'_>, meshes: &Meshes, elements: &MeshElements<'_>) {
    for ((page, node), name) in elements {
        let is_fitted = meshes.get(name).is_some_and(|mesh| mesh.as_ref().is_ok_and(|mesh| mesh.is_fitted.get()));
        if !is_fitted {
            for attribute in ["face", "inertia"] {
                let why = "the shape is the convex hull of the vertices, and no geom is fitted to this mesh";
                book.reading(*page).note_attribute(*node, attribute, why);
            }
        }
    }
}

/// Returns the name of a mesh and the mesh, or the reason why it cannot be read.
fn declared<'b>(
    book: &'b Book<'b>,
    element: Element<'b>,
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(String, Result<MeshAsset, String>), SceneError> {
    let (page, node) = element;
    let reading = book.reading(page);
    let file = reading.word(node, "file");
    let stem = file.and_then(|file| Path::new(file).file_stem()?.to_str());
    let Some(name) = reading.word(node, "name").or(stem) else {
        return Err(reading.wrong(node, "", "a mesh needs a name or a file"));
    };
    if let Some(class) = reading.word(node, "class").filter(|class| !defaults.knows(class)) {
        return Err(reading.wrong(node, "class", format!("there is no default class `{class}`")));
    }
    let attributes = Attributes { book, defaults, element, class: None };
    let scale = attributes.three("scale")?.unwrap_or([1.0; 3]);
    if scale.contains(&0.0) {
        return Err(reading.wrong(node, "scale", "must not be 0"));
    }
    let transform = VertexTransform { scale, reference: reference(&attributes)? };
    let inertia = mass_distribution(&attributes)?;
    let has_limited_hull = attributes.source(&["maxhullvert"]).is_some();
    let is_fitted = Cell::default();
    let builtin = reading.word(node, "builtin").filter(|kind| *kind != "none");
    let declared = match (listed(reading, node)?, file, builtin) {
        (Some(listed), ..) => Ok(listed),
        (None, Some(file), _) => {
            let shape = of_file(file, transform, compiler, source);
            let mesh =
                shape.map(|shape| MeshAsset { shape, declared: None, transform, inertia, has_limited_hull, is_fitted });
            return Ok((name.to_owned(), mesh));
        }
        (None, None, Some(kind)) => {
            let params = reading.numbers(node, "params", 0..=16)?.unwrap_or_default();
            builtin::surface(kind, &params)
        }
        (None, None, None) => Err(String::from("its mesh has neither a file nor vertices")),
    };
    let mesh = declared.map(|surface| {
        let points = surface.vertices.iter().map(|point| transform.point(*point)).collect();
        let shape = Shape::Polytope { points };
        MeshAsset { shape, declared: Some(surface), transform, inertia, has_limited_hull, is_fitted }
    });
    Ok((name.to_owned(), mesh))
}

/// Returns the vertices and triangles that an element lists; `None` without vertices.
fn listed(reading: &Reading<'_>, node: Node<'_, '_>) -> Result<Option<Surface>, SceneError> {
    let Some(points) = reading.numbers(node, "vertex", 3..=3 * MAX_ROWS)? else { return Ok(None) };
    let indices = reading.numbers(node, "face", 3..=3 * MAX_ROWS)?.unwrap_or_default();
    for (attribute, count) in [("vertex", points.len()), ("face", indices.len())] {
        if count % 3 != 0 {
            let what = if attribute == "vertex" { "numbers per vertex" } else { "vertices per triangle" };
            return Err(reading.wrong(node, attribute, format!("must be three {what}, but has {count} in all")));
        }
    }
    let vertices: Vec<[f64; 3]> = points.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
    let mut triangles = Vec::with_capacity(indices.len() / 3);
    for corners in indices.chunks_exact(3) {
        for index in corners {
            if !(index.fract() == 0.0 && (0.0..vertices.len() as f64).contains(index)) {
                let count = vertices.len();
                let message = format!("there is no vertex {index}; the mesh has {count} vertices, counted from 0");
                return Err(reading.wrong(node, "face", message));
            }
        }
        triangles.push([0, 1, 2].map(|k| corners[k] as u32));
    }
    Ok(Some(Surface { vertices, triangles, ..Surface::default() }))
}

/// Returns the part of a mesh that has mass.
fn mass_distribution(attributes: &Attributes<'_, '_>) -> Result<MeshInertia, SceneError> {
    let Some(word) = attributes.word("inertia") else { return Ok(MeshInertia::default()) };
    MeshInertia::of_word(word).ok_or_else(|| {
        let (page, node) = attributes.element;
        let message = format!("must be `convex`, `exact`, `legacy` or `shell`, but is `{word}`");
        attributes.book.reading(page).wrong(node, "inertia", message)
    })
}

/// Returns the frame of a mesh in its file, from `refpos` and `refquat`.
fn reference(attributes: &Attributes<'_, '_>) -> Result<Pose, SceneError> {
    let position = attributes.three("refpos")?.unwrap_or_default();
    let rotation = attributes.numbers("refquat", 4..=4)?.map_or(IDENTITY_ROTATION, |of| [of[1], of[2], of[3], of[0]]);
    if rotation.iter().all(|part| part.abs() < ZERO_QUATERNION) {
        let (page, node) = attributes.element;
        return Err(attributes.book.reading(page).wrong(node, "refquat", "must not be zero"));
    }
    Ok(Pose { position, rotation })
}

impl VertexTransform {
    /// Returns the transformed shape of a file.
    fn shape(self, path: &Path) -> Result<Shape, String> {
        if self.reference == Pose::default() {
            return scaled(path, self.scale);
        }
        let shape = meshes::shape(path, 1.0).map_err(|error| format!("its mesh {error}"))?;
        let offset = self.point([0.0; 3]);
        let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| {
            let rotation_only = Pose { position: [0.0; 3], ..self.reference };
            Self { reference: rotation_only, ..self }.point(axis)
        });
        for number in columns.into_iter().flatten().chain(offset).chain(self.scale) {
            draft::checked_length(number)?;
        }
        let matrix = [0, 1, 2].map(|row| columns.map(|column| column[row]));
        Ok(Shape::Affine { matrix, offset, shape: Box::new(shape) })
    }
}

/// Returns the hull of a mesh file.
fn of_file(file: &str, transform: VertexTransform, compiler: &Compiler, source: &Source) -> Result<Shape, String> {
    let Some(folder) = &source.folder else {
        return Err(format!(
            "its mesh is in the file `{file}`, which pasted text cannot refer to; import the model from a file instead"
        ));
    };
    let path = folder.join(&compiler.meshes).join(file);
    if !mesh::is_mesh(&path) {
        let known = mesh::EXTENSIONS.join(", .");
        return Err(format!("its mesh `{file}` has an unsupported format; supported endings: .{known}"));
    }
    transform.shape(&path)
}

/// Returns the hull of a mesh file, scaled along each axis.
pub(in crate::import) fn scaled(path: &Path, scale: [f64; 3]) -> Result<Shape, String> {
    let uniform = scale[0] > 0.0 && scale.iter().all(|factor| *factor == scale[0]);
    let shape =
        meshes::shape(path, if uniform { scale[0] } else { 1.0 }).map_err(|error| format!("its mesh {error}"))?;
    for factor in scale {
        draft::checked_length(factor)?;
    }
    let [x, y, z] = scale;
    let matrix = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
    Ok(if uniform { shape } else { Shape::Affine { matrix, offset: [0.0; 3], shape: Box::new(shape) } })
}
