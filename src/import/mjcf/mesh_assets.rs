//! Reader of the meshes in the assets of an MJCF model: from files, from listed vertices, or built in.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

use contact_lens_scene::model::Shape;
use contact_lens_scene::{SceneError, mesh, meshes};
use roxmltree::Node;

use super::attributes::Attributes;
use super::defaults::Defaults;
use super::files::{Documents, Element};
use super::mesh_asset::{MeshAsset, MeshInertia, Surface, VertexTransform};
use super::{Compiler, builtin};
use crate::Source;
use crate::draft;
use crate::pose::{IDENTITY_ROTATION, Pose, ZERO_QUATERNION};
use crate::xml::XmlReader;

/// Maximum number of vertices, and of triangles, that a model lists for a mesh.
const MAX_LISTED: usize = 1_000_000;

/// Meshes by name, each with the reason if it cannot be read.
pub(super) type Meshes = HashMap<String, Result<MeshAsset, String>>;

/// Elements of a model's meshes, each with the name of its mesh.
pub(super) type MeshElements<'b> = Vec<(Element<'b>, String)>;

/// Reads the meshes in the assets of a model, and their elements.
///
/// # Errors
/// Fails when an element is wrong. A mesh whose file cannot be read has the reason instead of a shape.
pub(super) fn read<'b>(
    documents: &'b Documents<'b>,
    sections: &[Element<'b>],
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(Meshes, MeshElements<'b>), SceneError> {
    let mut meshes = Meshes::new();
    let mut elements = MeshElements::new();
    for section in sections.iter().filter(|element| element.tag() == "asset") {
        documents.mark_read(*section);
        for element in documents.children(*section) {
            let Element { document, node } = element;
            let reader = documents.reader(document);
            match element.tag() {
                "mesh" => {}
                // Height fields and attachable models are read elsewhere.
                "hfield" | "model" => continue,
                _ => {
                    reader.report_skipped(node, "assets other than meshes and height fields are not imported");
                    continue;
                }
            }
            let (name, mesh) = read_mesh(documents, element, defaults, compiler, source)?;
            documents.mark_read(element);
            for attribute in node.attributes() {
                reader.report_skipped_attribute(node, attribute.name(), SKIPPED_ATTRIBUTE);
            }
            elements.push((element, name.clone()));
            meshes.insert(name, mesh);
        }
    }
    Ok((meshes, elements))
}

/// Reason for skipping an attribute of a mesh.
const SKIPPED_ATTRIBUTE: &str =
    "only the file, vertices, faces, scale and frame of a mesh are imported; the shape is its convex hull";

/// Quotes the attributes that only the inertia of a mesh depends on, where no geom is fitted to the mesh.
pub(super) fn report_unused_attributes(documents: &Documents<'_>, meshes: &Meshes, elements: &MeshElements<'_>) {
    for (element, name) in elements {
        let mesh = meshes.get(name).and_then(|mesh| mesh.as_ref().ok());
        if mesh.is_some_and(|mesh| mesh.is_fitted.get()) {
            continue;
        }
        for attribute in ["face", "inertia"] {
            let why = "the shape is the convex hull of the vertices, and no geom is fitted to this mesh";
            documents.reader(element.document).report_partial_attribute(element.node, attribute, why);
        }
    }
}

/// Returns the name of a mesh and the mesh, or the reason why it cannot be read. Vertices in the element take
/// precedence over a file, a file over a built-in mesh.
fn read_mesh<'b>(
    documents: &'b Documents<'b>,
    element: Element<'b>,
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(String, Result<MeshAsset, String>), SceneError> {
    let Element { document, node } = element;
    let reader = documents.reader(document);
    let file = reader.read_attribute(node, "file");
    let stem = file.and_then(|file| Path::new(file).file_stem()?.to_str());
    let Some(name) = reader.read_attribute(node, "name").or(stem) else {
        return Err(reader.wrong(node, "", "a mesh needs a name or a file"));
    };
    if let Some(class) = reader.read_attribute(node, "class").filter(|class| !defaults.has_class(class)) {
        return Err(reader.wrong(node, "class", format!("there is no default class `{class}`")));
    }
    let attributes = Attributes { documents, defaults, element, class: None };
    let scale = attributes.three_numbers("scale")?.unwrap_or([1.0; 3]);
    if scale.contains(&0.0) {
        return Err(reader.wrong(node, "scale", "must not be 0"));
    }
    let transform = VertexTransform { scale, reference: reference(&attributes)? };
    let inertia = mass_distribution(&attributes)?;
    let has_limited_hull = attributes.source(&["maxhullvert"]).is_some();
    let builtin = reader.read_attribute(node, "builtin").filter(|kind| *kind != "none");
    let shape_and_surface = match (listed_surface(reader, node)?, file, builtin) {
        (Some(surface), ..) => Ok((convex_hull(&surface, transform), Some(surface))),
        (None, Some(file), _) => shape_of_asset_file(file, transform, compiler, source).map(|shape| (shape, None)),
        (None, None, Some(kind)) => {
            let params = reader.numbers(node, "params", 0..=MAX_PARAMS)?.unwrap_or_default();
            builtin::surface(kind, &params).map(|surface| (convex_hull(&surface, transform), Some(surface)))
        }
        (None, None, None) => Err(String::from("its mesh has neither a file nor vertices")),
    };
    let mesh = shape_and_surface.map(|(shape, declared)| MeshAsset {
        shape,
        declared,
        transform,
        inertia,
        has_limited_hull,
        is_fitted: Cell::default(),
    });
    Ok((name.to_owned(), mesh))
}

/// Returns the convex hull of the transformed vertices of a surface.
fn convex_hull(surface: &Surface, transform: VertexTransform) -> Shape {
    Shape::Polytope { points: surface.vertices.iter().map(|point| transform.point(*point)).collect() }
}

/// Maximum number of parameters of a built-in mesh; more than any kind has, so that a wrong number is reported by kind.
const MAX_PARAMS: usize = 16;

/// Returns the vertices, meters, and the triangles that an element lists; `None` without vertices.
///
/// # Errors
/// Fails at a number of values that is no multiple of three, and at an index without a vertex.
fn listed_surface(reader: &XmlReader<'_>, node: Node<'_, '_>) -> Result<Option<Surface>, SceneError> {
    let Some(points) = reader.numbers(node, "vertex", 3..=3 * MAX_LISTED)? else { return Ok(None) };
    let indices = reader.numbers(node, "face", 3..=3 * MAX_LISTED)?.unwrap_or_default();
    if points.len() % 3 != 0 {
        let message = format!("must be three numbers per vertex, but has {} in all", points.len());
        return Err(reader.wrong(node, "vertex", message));
    }
    if indices.len() % 3 != 0 {
        let message = format!("must be three vertices per triangle, but has {} in all", indices.len());
        return Err(reader.wrong(node, "face", message));
    }
    let vertices: Vec<[f64; 3]> = points.chunks_exact(3).map(|xyz| [xyz[0], xyz[1], xyz[2]]).collect();
    let mut triangles = Vec::with_capacity(indices.len() / 3);
    for triangle in indices.chunks_exact(3) {
        for index in triangle {
            if !(index.fract() == 0.0 && (0.0..vertices.len() as f64).contains(index)) {
                let count = vertices.len();
                let message = format!("there is no vertex {index}; the mesh has {count} vertices, counted from 0");
                return Err(reader.wrong(node, "face", message));
            }
        }
        triangles.push([triangle[0] as u32, triangle[1] as u32, triangle[2] as u32]);
    }
    Ok(Some(Surface { vertices, triangles, ..Surface::default() }))
}

/// Returns the part of a mesh that has mass, by the attribute `inertia`.
fn mass_distribution(attributes: &Attributes<'_, '_>) -> Result<MeshInertia, SceneError> {
    let Some(word) = attributes.string("inertia") else { return Ok(MeshInertia::default()) };
    MeshInertia::from_word(word).ok_or_else(|| {
        let Element { document, node } = attributes.element;
        let message = format!("must be `convex`, `exact`, `legacy` or `shell`, but is `{word}`");
        attributes.documents.reader(document).wrong(node, "inertia", message)
    })
}

/// Returns the frame of a mesh in the coordinates of its vertices, from `refpos` and `refquat`.
fn reference(attributes: &Attributes<'_, '_>) -> Result<Pose, SceneError> {
    let position = attributes.three_numbers("refpos")?.unwrap_or_default();
    let rotation =
        attributes.numbers("refquat", 4..=4)?.map_or(IDENTITY_ROTATION, |wxyz| [wxyz[1], wxyz[2], wxyz[3], wxyz[0]]);
    if rotation.iter().all(|part| part.abs() < ZERO_QUATERNION) {
        let Element { document, node } = attributes.element;
        return Err(attributes.documents.reader(document).wrong(node, "refquat", "must not be zero"));
    }
    Ok(Pose { position, rotation })
}

impl VertexTransform {
    /// Returns the transformed convex hull of a mesh file, or the reason why it cannot be read.
    fn shape_of_file(self, path: &Path) -> Result<Shape, String> {
        if self.reference == Pose::default() {
            return scaled_mesh(path, self.scale);
        }
        let shape = meshes::shape(path, 1.0).map_err(|error| format!("its mesh {error}"))?;
        // The transform is affine: its offset is the image of the origin, its columns are the images of the axes.
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

/// Returns the transformed convex hull of a mesh file in the asset folder, or the reason why it cannot be read.
fn shape_of_asset_file(
    file: &str,
    transform: VertexTransform,
    compiler: &Compiler,
    source: &Source,
) -> Result<Shape, String> {
    let Some(folder) = &source.folder else {
        return Err(format!(
            "its mesh is in the file `{file}`, which pasted text cannot refer to; import the model from a file instead"
        ));
    };
    let path = folder.join(&compiler.asset_folder).join(file);
    if !mesh::is_mesh(&path) {
        let known = mesh::EXTENSIONS.join(", .");
        return Err(format!("its mesh `{file}` has an unsupported format; supported endings: .{known}"));
    }
    transform.shape_of_file(&path)
}

/// Returns the convex hull of a mesh file, scaled along each axis, or the reason why it cannot be read. A uniform
/// positive scale becomes part of the mesh shape; others need an affine shape.
pub(crate) fn scaled_mesh(path: &Path, scale: [f64; 3]) -> Result<Shape, String> {
    let is_uniform = scale[0] > 0.0 && scale.iter().all(|factor| *factor == scale[0]);
    let mesh_scale = if is_uniform { scale[0] } else { 1.0 };
    let shape = meshes::shape(path, mesh_scale).map_err(|error| format!("its mesh {error}"))?;
    for factor in scale {
        draft::checked_length(factor)?;
    }
    if is_uniform {
        return Ok(shape);
    }
    let [x, y, z] = scale;
    let matrix = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
    Ok(Shape::Affine { matrix, offset: [0.0; 3], shape: Box::new(shape) })
}
