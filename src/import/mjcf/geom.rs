//! Geoms: their shapes, and the meshes that they name.

use std::collections::{HashMap, HashSet};
use std::path::Path;

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
    pub(super) kinds: [u32; 2],
    /// Sentence for the scene's note.
    pub(super) said: Option<&'static str>,
}

/// Meshes by name: the shape, or the reason why there is none.
pub(super) type Meshes = HashMap<String, Result<Shape, String>>;

pub(super) struct Assets {
    pub(super) meshes: Meshes,
    /// Names of meshes whose inertia differs from that of their hull.
    pub(super) shells: HashSet<String>,
    pub(super) fields: Fields,
}

const KINDS: [&str; 9] = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "plane", "hfield", "sdf"];

/// Reads a geom, or returns the reason why scenes have no such shape.
pub(super) fn read<'b>(
    book: &Book<'_>,
    element: Element<'b>,
    class: Option<&'b str>,
    defaults: &Defaults<'b>,
    compiler: &Compiler,
    assets: &Assets,
) -> Result<Result<Geom, String>, SceneError> {
    let reading = book.reading(element.0);
    let node = element.1;
    let says = |name: &str| defaults.says(element, class, &[name]);
    let word = |name: &str| says(name).and_then(|(page, node)| book.reading(page).word(node, name));
    let numbers = |name: &str, count: std::ops::RangeInclusive<usize>| match says(name) {
        Some((page, node)) => book.reading(page).numbers(node, name, count),
        None => Ok(None),
    };
    if let Some(name) = node.attribute("class").filter(|name| !defaults.knows(name)) {
        return Err(reading.wrong(node, "class", format!("there is no default class `{name}`")));
    }
    let written = word("type").unwrap_or("sphere");
    let known = KINDS.into_iter().find(|kind| *kind == written);
    let kind = known.ok_or_else(|| {
        reading.wrong(node, "type", format!("`{written}` is no geom{}", crate::scene::suggestion(written, KINDS)))
    })?;
    let size = numbers("size", 1..=3)?;
    let ends = numbers("fromto", 6..=6)?;
    let named = word(if kind == "hfield" { "hfield" } else { "mesh" });
    let fits = named.is_some() && FITTED.contains(&kind);
    let made = match named.filter(|_| fits) {
        Some(name) => {
            let scale = numbers("fitscale", 1..=1)?.map_or(1.0, |scale| scale[0]);
            match ends {
                Some(_) => Err(("fromto", String::from("a geom with a mesh has no `fromto`"))),
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
        None => placed(book, element, class, defaults, compiler)?,
    };
    let bits = |name: &str| numbers(name, 1..=1).map(|bits| bits.map_or(1, |bits| bits[0] as i64 as u32));
    let kinds = [bits("contype")?, bits("conaffinity")?];
    book.take(element);
    reading.words(node, &["class", "name"]);
    let used = if fits { 0 } else { needed(kind, ends.is_some()) };
    if let Some(on) = says("size").filter(|_| size.as_ref().is_some_and(|size| size.len() > used)) {
        unused_sizes(book, on, kind, used);
    }
    leave(book, element);
    Ok(Ok(Geom { kind, shape, pose: pose.then(local), kinds, said: (kind == "plane").then_some(PLANE) }))
}

/// Reports that only the first sizes of a geom are used.
fn unused_sizes(book: &Book<'_>, (page, node): Element<'_>, kind: &str, used: usize) {
    let why = match used {
        0 => String::from("a mesh or a height field has its size from its asset"),
        _ => format!("of the sizes of a {kind} the first {used} count here"),
    };
    book.reading(page).note_attribute(node, "size", &why);
}

/// Returns the pose of a geom in its body, from its own position and orientation or those of its class.
fn placed<'b>(
    book: &Book<'_>,
    element: Element<'b>,
    class: Option<&'b str>,
    defaults: &Defaults<'b>,
    compiler: &Compiler,
) -> Result<Pose, SceneError> {
    let position = match defaults.says(element, class, &["pos"]) {
        Some((page, node)) => book.reading(page).three(node, "pos")?.unwrap_or_default(),
        None => [0.0; 3],
    };
    let turned = defaults.says(element, class, &ORIENTATIONS);
    Ok(Pose { position, rotation: turned.map_or(Ok(UNTURNED), |by| orientation(book, by, compiler))? })
}

/// Returns the shape of a geom, or why scenes have none. The outer error is a wrong attribute with the reason.
fn made(
    kind: &str,
    named: Option<&str>,
    (size, ends): (Option<&[f64]>, Option<&[f64]>),
    assets: &Assets,
) -> Result<Placed, (&'static str, String)> {
    let unmoved = |shape| (shape, Pose::default());
    match (kind, named) {
        ("mesh", Some(name)) => match assets.meshes.get(name) {
            Some(found) => Ok(found.clone().map(unmoved)),
            None => Err(("mesh", format!("there is no mesh `{name}`"))),
        },
        ("hfield", Some(name)) => match assets.fields.get(name) {
            Some(found) => Ok(found.clone()),
            None => Err(("hfield", format!("there is no height field `{name}`"))),
        },
        ("mesh" | "hfield", None) => Err(("", format!("a geom of type `{kind}` must name one"))),
        ("sdf", _) => Ok(Err(String::from("signed distance fields (`sdf`) are no shape of a scene"))),
        _ => sized(kind, size, ends).map(unmoved).map(Ok).map_err(|why| ("size", why)),
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

const PLANE: &str = "A plane is a half-space: as in MuJoCo it has no end, whatever size it is drawn with.";

/// Builds a shape from MuJoCo's sizes: half sides, radii and half lengths along z.
fn sized(kind: &str, size: Option<&[f64]>, ends: Option<&[f64]>) -> Result<Shape, String> {
    let size = size.unwrap_or_default();
    let at = |k: usize| {
        let value = size.get(k).copied().ok_or_else(|| format!("a {kind} needs {} numbers, has {}", k + 1, size.len()));
        value.and_then(|value| match value {
            value if value > 0.0 || kind == "plane" && value >= 0.0 => Ok(value),
            value => Err(format!("the sizes of a {kind} must be positive, one is {value}")),
        })
    };
    let length = |k: usize| match ends {
        Some(ends) => Ok(0.5 * distance(ends)),
        None => at(k),
    };
    Ok(match kind {
        "sphere" => Shape::Sphere { radius: at(0)? },
        "capsule" => Shape::Capsule { radius: at(0)?, half_height: length(1)?, axis: Axis::Z },
        "cylinder" => Shape::Cylinder { radius: at(0)?, half_height: length(1)?, axis: Axis::Z },
        "ellipsoid" if ends.is_some() => Shape::Ellipsoid { radii: [at(0)?, at(0)?, length(2)?] },
        "ellipsoid" => Shape::Ellipsoid { radii: [at(0)?, at(1)?, at(2)?] },
        "box" if ends.is_some() => Shape::Box { half_extents: [at(0)?, at(0)?, length(2)?] },
        "box" => Shape::Box { half_extents: [at(0)?, at(1)?, at(2)?] },
        _ => {
            // The sizes of a plane are only for drawing, but required.
            at(0).and(at(1))?;
            Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 }
        }
    })
}

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
            "rgba" | "material" | "group" => "how a body looks is not read",
            "margin" | "gap" => "contacts are asked for where bodies touch",
            "type" | "size" | "pos" | "fromto" | "mesh" | "hfield" | "contype" | "conaffinity" => "nothing uses it",
            name if ORIENTATIONS.contains(&name) => "nothing uses it",
            _ => "how contacts act and what bodies weigh is not read",
        };
        book.reading(page).leave_attribute(node, attribute.name(), why);
    }
}

pub(super) fn meshes<'b>(
    book: &'b Book<'_>,
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
                reading.leave(node, "of assets only meshes and height fields are read");
                continue;
            }
            let (name, shape) = declared(book, element, defaults, compiler, source)?;
            book.take(element);
            for attribute in node.attributes() {
                reading.leave_attribute(
                    node,
                    attribute.name(),
                    "of a mesh only file, vertices, scale and frame are read; its hull is taken",
                );
            }
            let inertia = defaults.says(element, None, &["inertia"]).and_then(|(_, node)| node.attribute("inertia"));
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
    book: &'b Book<'_>,
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
    let scale = match defaults.says(element, None, &["scale"]) {
        Some((page, node)) => book.reading(page).three(node, "scale")?.unwrap_or([1.0; 3]),
        None => [1.0; 3],
    };
    if scale.contains(&0.0) {
        return Err(reading.wrong(node, "scale", "must not be 0"));
    }
    let points = reading.numbers(node, "vertex", 3..=3 * 1_000_000)?;
    let made = Made { scale, reference: reference(book, element, defaults)? };
    let builtin = reading.word(node, "builtin").filter(|kind| *kind != "none");
    let shape = match (points, file, builtin) {
        (Some(points), ..) if points.len() % 3 != 0 => {
            return Err(reading.wrong(node, "vertex", format!("must be three numbers a vertex, are {}", points.len())));
        }
        (Some(points), ..) => {
            Ok(Shape::Polytope { points: points.chunks_exact(3).map(|p| made.point([p[0], p[1], p[2]])).collect() })
        }
        (None, Some(file), _) => of_file(file, made, compiler, source),
        (None, None, Some(kind)) => {
            let params = reading.numbers(node, "params", 0..=16)?.unwrap_or_default();
            builtin::vertices(kind, &params)
                .map(|points| Shape::Polytope { points: points.into_iter().map(|p| made.point(p)).collect() })
        }
        (None, None, None) => Err(String::from("its mesh has neither a file nor vertices")),
    };
    Ok((name.to_owned(), shape))
}

/// Returns the frame of a mesh in its file, from `refpos` and `refquat`.
fn reference<'b>(book: &'b Book<'_>, element: Element<'b>, defaults: &Defaults<'b>) -> Result<Pose, SceneError> {
    let numbers = |name: &str, count: usize| match defaults.says(element, None, &[name]) {
        Some((page, node)) => book.reading(page).numbers(node, name, count..=count),
        None => Ok(None),
    };
    let position = numbers("refpos", 3)?.map_or([0.0; 3], |at| [at[0], at[1], at[2]]);
    let rotation = numbers("refquat", 4)?.map_or(UNTURNED, |of| [of[1], of[2], of[3], of[0]]);
    if rotation.iter().all(|part| part.abs() < 1e-9) {
        return Err(book.reading(element.0).wrong(element.1, "refquat", "has no direction"));
    }
    Ok(Pose { position, rotation })
}

/// Transform of a mesh's vertices for its geoms: into the frame `reference`, then scaled.
#[derive(Clone, Copy)]
struct Made {
    scale: [f64; 3],
    reference: Pose,
}

impl Made {
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
fn of_file(file: &str, made: Made, compiler: &Compiler, source: &Source) -> Result<Shape, String> {
    let Some(folder) = &source.folder else {
        return Err(format!("its mesh lies in `{file}`, and pasted text has no folder to look in"));
    };
    let path = folder.join(&compiler.meshes).join(file);
    if !mesh::is_mesh(&path) {
        return Err(format!("its mesh `{file}` is of a kind that is not read"));
    }
    made.shape(&path)
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
