//! Meshes that a model declares: from files, from their vertices, or built in.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::attributes::Attributes;
use super::defaults::Defaults;
use super::files::{Book, Element};
use super::{Compiler, builtin};
use crate::import::Source;
use crate::import::draft;
use crate::import::pose::{IDENTITY_ROTATION, Pose};
use crate::scene::model::Shape;
use crate::scene::{SceneError, mesh, meshes};

/// Meshes by name: the shape, or the reason why there is none.
pub(super) type Meshes = HashMap<String, Result<Shape, String>>;

/// Reads the meshes that a model declares, and the names of those whose inertia differs from that of their hull.
pub(super) fn read<'b>(
    book: &'b Book<'b>,
    top: &[Element<'b>],
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(Meshes, HashSet<String>), SceneError> {
    let mut meshes = Meshes::new();
    let mut shells = HashSet::new();
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
                reading.leave(node, "only the meshes and height fields among the assets are read");
                continue;
            }
            let (name, shape) = declared(book, element, defaults, compiler, source)?;
            book.take(element);
            for attribute in node.attributes() {
                reading.leave_attribute(
                    node,
                    attribute.name(),
                    "only the file, vertices, scale and frame of a mesh are read; the shape is its convex hull",
                );
            }
            let inertia = defaults.source(element, None, &["inertia"]).and_then(|(_, node)| node.attribute("inertia"));
            let is_hollow = matches!(node.attribute("builtin"), Some("supertorus" | "supersphere"));
            if inertia == Some("shell") || node.has_attribute("face") || is_hollow {
                shells.insert(name.clone());
            }
            meshes.insert(name, shape);
        }
    }
    Ok((meshes, shells))
}

/// Returns the name and shape of a mesh, or the reason why it has none.
fn declared<'b>(
    book: &'b Book<'b>,
    element: Element<'b>,
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    source: &Source,
) -> Result<(String, Result<Shape, String>), SceneError> {
    let (page, node) = element;
    let reading = book.reading(page);
    let file = reading.word(node, "file");
    let stem = file.and_then(|file| Path::new(file).file_stem()?.to_str());
    let Some(name) = reading.word(node, "name").or(stem) else {
        return Err(reading.wrong(node, "", "a mesh needs a name or a file"));
    };
    let attributes = Attributes { book, defaults, element, class: None };
    let scale = attributes.three("scale")?.unwrap_or([1.0; 3]);
    if scale.contains(&0.0) {
        return Err(reading.wrong(node, "scale", "must not be 0"));
    }
    let points = reading.numbers(node, "vertex", 3..=3 * 1_000_000)?;
    let transform = VertexTransform { scale, reference: reference(&attributes)? };
    let builtin = reading.word(node, "builtin").filter(|kind| *kind != "none");
    let shape = match (points, file, builtin) {
        (Some(points), ..) if points.len() % 3 != 0 => {
            return Err(reading.wrong(
                node,
                "vertex",
                format!("must be three numbers per vertex; there are {}", points.len()),
            ));
        }
        (Some(points), ..) => Ok(Shape::Polytope {
            points: points.chunks_exact(3).map(|p| transform.point([p[0], p[1], p[2]])).collect(),
        }),
        (None, Some(file), _) => of_file(file, transform, compiler, source),
        (None, None, Some(kind)) => {
            let params = reading.numbers(node, "params", 0..=16)?.unwrap_or_default();
            builtin::vertices(kind, &params)
                .map(|points| Shape::Polytope { points: points.into_iter().map(|p| transform.point(p)).collect() })
        }
        (None, None, None) => Err(String::from("its mesh has neither a file nor vertices")),
    };
    Ok((name.to_owned(), shape))
}

/// Returns the frame of a mesh in its file, from `refpos` and `refquat`.
fn reference(attributes: &Attributes<'_, '_>) -> Result<Pose, SceneError> {
    let position = attributes.three("refpos")?.unwrap_or_default();
    let rotation = attributes.numbers("refquat", 4..=4)?.map_or(IDENTITY_ROTATION, |of| [of[1], of[2], of[3], of[0]]);
    if rotation.iter().all(|part| part.abs() < 1e-9) {
        let (page, node) = attributes.element;
        return Err(attributes.book.reading(page).wrong(node, "refquat", "has no direction"));
    }
    Ok(Pose { position, rotation })
}

/// Transform of a mesh's vertices for its geoms: into the frame `reference`, then scaled.
#[derive(Clone, Copy)]
struct VertexTransform {
    scale: [f64; 3],
    reference: Pose,
}

impl VertexTransform {
    /// Transforms a vertex.
    fn point(self, point: [f64; 3]) -> [f64; 3] {
        let Self { scale, reference } = self;
        let inner = if reference == Pose::default() { point } else { reference.inverse().point(point) };
        [0, 1, 2].map(|k| scale[k] * inner[k])
    }

    /// Returns the transformed shape of a file.
    fn shape(self, path: &Path) -> Result<Shape, String> {
        if self.reference == Pose::default() {
            return scaled(path, self.scale);
        }
        let shape = meshes::shape(path, 1.0).map_err(|error| format!("its mesh {error}"))?;
        let offset = self.point([0.0; 3]);
        let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| {
            let turn = Pose { position: [0.0; 3], ..self.reference };
            Self { reference: turn, ..self }.point(axis)
        });
        for number in columns.into_iter().flatten().chain(offset).chain(self.scale) {
            draft::length(number)?;
        }
        let matrix = [0, 1, 2].map(|row| columns.map(|column| column[row]));
        Ok(Shape::Affine { matrix, offset, shape: Box::new(shape) })
    }
}

/// Returns the hull of a mesh file.
fn of_file(file: &str, transform: VertexTransform, compiler: &Compiler, source: &Source) -> Result<Shape, String> {
    let Some(folder) = &source.folder else {
        return Err(format!("its mesh is in `{file}`, and pasted text has no folder to search"));
    };
    let path = folder.join(&compiler.meshes).join(file);
    if !mesh::is_mesh(&path) {
        return Err(format!("its mesh `{file}` is of a kind that is not read"));
    }
    transform.shape(&path)
}

/// Returns the hull of a mesh file, scaled along each axis.
pub(in crate::import) fn scaled(path: &Path, scale: [f64; 3]) -> Result<Shape, String> {
    let uniform = scale[0] > 0.0 && scale.iter().all(|factor| *factor == scale[0]);
    let shape =
        meshes::shape(path, if uniform { scale[0] } else { 1.0 }).map_err(|error| format!("its mesh {error}"))?;
    for factor in scale {
        draft::length(factor)?;
    }
    let [x, y, z] = scale;
    let matrix = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
    Ok(if uniform { shape } else { Shape::Affine { matrix, offset: [0.0; 3], shape: Box::new(shape) } })
}
