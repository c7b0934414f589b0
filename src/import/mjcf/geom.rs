//! Geoms: their shapes, and the meshes that they name.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::attributes::Attributes;
use super::defaults::Defaults;
use super::element_pose::{ORIENTATIONS, orientation};
use super::files::{Book, Element};
use super::hfield::{Fields, Placed};
use super::{Compiler, builtin, fit};
use crate::ask::Axis;
use crate::import::Source;
use crate::import::draft;
use crate::import::pose::{Pose, UNTURNED, z_onto};
use crate::scene::model::Shape;
use crate::scene::{SceneError, mesh, meshes};

/// Geom in the frame of its body.
pub(super) struct Geom {
    pub(super) kind: &'static str,
    pub(super) shape: Shape,
    pub(super) pose: Pose,
    /// Collision bits: those of the geom, and those of the geoms that it collides with.
    pub(super) kinds: [u32; 2],
    /// Sentence for the scene's note.
    pub(super) said: Option<&'static str>,
}

/// Meshes by name: the shape, or the reason why there is none.
pub(super) type Meshes = HashMap<String, Result<Shape, String>>;

/// Assets that geoms name.
pub(super) struct Assets {
    pub(super) meshes: Meshes,
    /// Names of meshes whose inertia differs from that of their hull.
    pub(super) shells: HashSet<String>,
    pub(super) fields: Fields,
}

/// Types of geoms.
const KINDS: [&str; 9] = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "plane", "hfield", "sdf"];

/// Reads a geom, or returns the reason why scenes have no such shape.
pub(super) fn read(
    attributes: &Attributes<'_, '_>,
    compiler: &Compiler,
    assets: &Assets,
) -> Result<Result<Geom, String>, SceneError> {
    let Attributes { book, defaults, element, .. } = *attributes;
    let reading = book.reading(element.0);
    let node = element.1;
    if let Some(name) = node.attribute("class").filter(|name| !defaults.knows(name)) {
        return Err(reading.wrong(node, "class", format!("there is no default class `{name}`")));
    }
    let written = attributes.word("type").unwrap_or("sphere");
    let known = KINDS.into_iter().find(|kind| *kind == written);
    let kind = known.ok_or_else(|| {
        reading.wrong(
            node,
            "type",
            format!("`{written}` is not a type of geom{}", crate::scene::suggestion(written, KINDS)),
        )
    })?;
    let size = attributes.numbers("size", 1..=3)?;
    let ends = attributes.numbers("fromto", 6..=6)?;
    let named = attributes.word(if kind == "hfield" { "hfield" } else { "mesh" });
    let fits = named.is_some() && FITTED.contains(&kind);
    let made = match named.filter(|_| fits) {
        Some(name) => {
            let scale = attributes.numbers("fitscale", 1..=1)?.map_or(1.0, |scale| scale[0]);
            match ends {
                Some(_) => Err(("fromto", String::from("a geom with a mesh cannot have `fromto`"))),
                None => fitted(kind, name, assets, compiler, scale),
            }
        }
        None => made(kind, named, (size.as_deref(), ends.as_deref()), assets),
    };
    let (shape, local) = match made {
        Ok(Ok(made)) => made,
        Ok(Err(why)) => {
            reading.leave(node, &why);
            return Ok(Err(why));
        }
        Err((attribute, why)) => return Err(reading.wrong(node, attribute, why)),
    };
    let pose = match &ends {
        Some(ends) => between(ends).ok_or_else(|| reading.wrong(node, "fromto", "its two ends are one point"))?,
        None => placed(attributes, compiler)?,
    };
    let kinds = [attributes.bits("contype")?, attributes.bits("conaffinity")?];
    book.take(element);
    reading.words(node, &["class", "name"]);
    let used = if fits { 0 } else { needed(kind, ends.is_some()) };
    if let Some(on) = attributes.source(&["size"]).filter(|_| size.as_ref().is_some_and(|size| size.len() > used)) {
        unused_sizes(book, on, kind, used);
    }
    leave(book, element);
    Ok(Ok(Geom { kind, shape, pose: pose.then(local), kinds, said: (kind == "plane").then_some(PLANE) }))
}

/// Reports that only the first sizes of a geom are used.
fn unused_sizes(book: &Book<'_>, (page, node): Element<'_>, kind: &str, used: usize) {
    let why = match used {
        0 => String::from("a mesh or a height field has its size from its asset"),
        _ => format!("only the first {used} of the sizes of a {kind} are used"),
    };
    book.reading(page).note_attribute(node, "size", &why);
}

/// Returns the pose of a geom in its body, from its own position and orientation or those of its class.
fn placed(attributes: &Attributes<'_, '_>, compiler: &Compiler) -> Result<Pose, SceneError> {
    let position = attributes.three("pos")?.unwrap_or_default();
    let rotation = match attributes.source(&ORIENTATIONS) {
        Some(element) => orientation(attributes.book, element, compiler)?,
        None => UNTURNED,
    };
    Ok(Pose { position, rotation })
}

/// Returns the shape of a geom, or why scenes have none. The outer error is a wrong attribute with the reason.
fn made(
    kind: &str,
    named: Option<&str>,
    (size, ends): (Option<&[f64]>, Option<&[f64]>),
    assets: &Assets,
) -> Result<Placed, (&'static str, String)> {
    match (kind, named) {
        ("mesh", Some(name)) => match assets.meshes.get(name) {
            Some(found) => Ok(found.clone().map(|shape| (shape, Pose::default()))),
            None => Err(("mesh", format!("there is no mesh `{name}`"))),
        },
        ("hfield", Some(name)) => match assets.fields.get(name) {
            Some(found) => Ok(found.clone()),
            None => Err(("hfield", format!("there is no height field `{name}`"))),
        },
        ("mesh" | "hfield", None) => Err(("", format!("a geom of type `{kind}` must name its `{kind}`"))),
        ("sdf", _) => Ok(Err(String::from("scenes have no signed distance fields (`sdf`)"))),
        _ => match sized(kind, size, ends) {
            Ok(shape) => Ok(Ok((shape, Pose::default()))),
            Err(why) => Err(("size", why)),
        },
    }
}

/// Kinds of geoms that are fitted to a mesh when they name one.
const FITTED: [&str; 5] = ["sphere", "capsule", "ellipsoid", "cylinder", "box"];

/// Returns the shape of a geom fitted to a mesh.
fn fitted(
    kind: &str,
    name: &str,
    assets: &Assets,
    compiler: &Compiler,
    scale: f64,
) -> Result<Placed, (&'static str, String)> {
    match assets.meshes.get(name) {
        None => Err(("mesh", format!("there is no mesh `{name}`"))),
        Some(Err(why)) => Ok(Err(why.clone())),
        Some(Ok(Shape::Polytope { points })) if !assets.shells.contains(name) => {
            Ok(fit::fitted(kind, points, compiler.fit_vertices, scale))
        }
        Some(Ok(_)) => {
            Ok(Err(format!("a {kind} that is fitted to a mesh with faces is not read; write its size instead")))
        }
    }
}

/// Returns the number of sizes that a kind of geom needs.
fn needed(kind: &str, has_ends: bool) -> usize {
    match (kind, has_ends) {
        ("mesh" | "hfield", _) => 0,
        ("sphere", _) | (_, true) => 1,
        ("capsule" | "cylinder" | "plane", _) => 2,
        _ => 3,
    }
}

/// Sentence about planes.
const PLANE: &str = "A plane is an infinite half-space, as in MuJoCo, whatever size it is drawn with.";

/// Builds a shape from MuJoCo's sizes: half sides, radii and half lengths along z.
fn sized(kind: &str, size: Option<&[f64]>, ends: Option<&[f64]>) -> Result<Shape, String> {
    let sizes = size.unwrap_or_default();
    let first = size_at(kind, sizes, 0)?;
    let half_length = ends.map(|ends| 0.5 * distance(ends));
    Ok(match kind {
        "sphere" => Shape::Sphere { radius: first },
        "capsule" | "cylinder" => {
            let half_height = half_length.map_or_else(|| size_at(kind, sizes, 1), Ok)?;
            match kind {
                "capsule" => Shape::Capsule { radius: first, half_height, axis: Axis::Z },
                _ => Shape::Cylinder { radius: first, half_height, axis: Axis::Z },
            }
        }
        "ellipsoid" | "box" => {
            let [x, y, z] = match half_length {
                Some(half_length) => [first, first, half_length],
                None => [first, size_at(kind, sizes, 1)?, size_at(kind, sizes, 2)?],
            };
            match kind {
                "ellipsoid" => Shape::Ellipsoid { radii: [x, y, z] },
                _ => Shape::Box { half_extents: [x, y, z] },
            }
        }
        _ => {
            // The sizes of a plane are only for drawing, but required.
            size_at(kind, sizes, 1)?;
            Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 }
        }
    })
}

/// Returns one of the sizes of a geom. Only planes may have a size of 0.
fn size_at(kind: &str, sizes: &[f64], k: usize) -> Result<f64, String> {
    match sizes.get(k).copied() {
        None => Err(format!("a {kind} needs {} numbers, has {}", k + 1, sizes.len())),
        Some(value) if value > 0.0 || kind == "plane" && value >= 0.0 => Ok(value),
        Some(value) => Err(format!("the sizes of a {kind} must be positive, one is {value}")),
    }
}

/// Distance of the two ends of a geom.
fn distance(ends: &[f64]) -> f64 {
    (0..3).map(|k| (ends[k] - ends[k + 3]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the frame at the center of two ends, with z along them.
fn between(ends: &[f64]) -> Option<Pose> {
    let rotation = z_onto([0, 1, 2].map(|k| ends[k] - ends[k + 3]))?;
    Some(Pose { position: [0, 1, 2].map(|k| 0.5 * (ends[k] + ends[k + 3])), rotation })
}

/// Reports the attributes that do not affect the shape.
pub(super) fn leave(book: &Book<'_>, (page, node): Element<'_>) {
    for attribute in node.attributes() {
        let why = match attribute.name() {
            "rgba" | "material" | "group" => "the appearance of bodies is not read",
            "margin" | "gap" => "contacts are computed where bodies touch",
            "type" | "size" | "pos" | "fromto" | "mesh" | "hfield" | "contype" | "conaffinity" => "nothing uses it",
            name if ORIENTATIONS.contains(&name) => "nothing uses it",
            _ => "contact parameters and masses are not read",
        };
        book.reading(page).leave_attribute(node, attribute.name(), why);
    }
}

/// Reads the meshes that a model declares, and the names of those whose inertia differs from that of their hull.
pub(super) fn meshes<'b>(
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
    let rotation = attributes.numbers("refquat", 4..=4)?.map_or(UNTURNED, |of| [of[1], of[2], of[3], of[0]]);
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
