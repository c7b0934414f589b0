//! Geoms: their shapes and poses in their bodies.

use super::attributes::Attributes;
use super::element_pose::{ORIENTATIONS, orientation};
use super::files::{Book, Element};
use super::hfield::{Fields, Placed};
use super::mesh_assets::Meshes;
use super::{Compiler, fit};
use crate::ask::Axis;
use crate::import::pose::{IDENTITY_ROTATION, Pose, z_onto};
use crate::scene::SceneError;
use crate::scene::model::Shape;

/// Geom in the frame of its body.
pub(super) struct Geom {
    pub(super) kind: &'static str,
    pub(super) shape: Shape,
    pub(super) pose: Pose,
    /// Collision bits: those of the geom, and those of the geoms that it collides with.
    pub(super) collision_bits: [u32; 2],
    /// Sentence for the scene's note.
    pub(super) note: Option<&'static str>,
}

/// Assets that geoms name.
pub(super) struct Assets {
    pub(super) meshes: Meshes,
    pub(super) fields: Fields,
}

/// Types of geoms in MuJoCo.
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
    let fits = named.is_some() && FITTED_KINDS.contains(&kind);
    let made = match named.filter(|_| fits) {
        Some(name) => {
            let scale = attributes.numbers("fitscale", 1..=1)?.map_or(1.0, |scale| scale[0]);
            match ends {
                Some(_) => Err(("fromto", String::from("a geom with a mesh cannot have `fromto`"))),
                None => fitted(kind, name, assets, compiler, scale),
            }
        }
        None => shape_of_type(kind, named, (size.as_deref(), ends.as_deref()), assets),
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
        Some(ends) => frame_between(ends).ok_or_else(|| reading.wrong(node, "fromto", "its two ends coincide"))?,
        None => pose_of_geom(attributes, compiler)?,
    };
    let collision_bits = [attributes.bits("contype")?, attributes.bits("conaffinity")?];
    book.take(element);
    reading.words(node, &["class", "name"]);
    let used = if fits { 0 } else { needed_sizes(kind, ends.is_some()) };
    if let Some(on) = attributes.source(&["size"]).filter(|_| size.as_ref().is_some_and(|size| size.len() > used)) {
        unused_sizes(book, on, kind, used);
    }
    leave(book, element);
    Ok(Ok(Geom { kind, shape, pose: pose.then(local), collision_bits, note: (kind == "plane").then_some(PLANE) }))
}

/// Reports that a geom uses only the first `used` of its sizes.
fn unused_sizes(book: &Book<'_>, (page, node): Element<'_>, kind: &str, used: usize) {
    let why = match used {
        0 => String::from("the size of a geom with a mesh or a height field comes from its asset"),
        1 => format!("`{kind}` uses 1 size; the others are ignored"),
        _ => format!("`{kind}` uses {used} sizes; the others are ignored"),
    };
    book.reading(page).note_attribute(node, "size", &why);
}

/// Returns the pose of a geom in its body, from its own position and orientation or those of its class.
fn pose_of_geom(attributes: &Attributes<'_, '_>, compiler: &Compiler) -> Result<Pose, SceneError> {
    let position = attributes.three("pos")?.unwrap_or_default();
    let rotation = match attributes.source(&ORIENTATIONS) {
        Some(element) => orientation(attributes.book, element, compiler)?,
        None => IDENTITY_ROTATION,
    };
    Ok(Pose { position, rotation })
}

/// Returns the shape of a geom, or the reason why scenes have no such shape. The outer error is the name of a wrong
/// attribute with the reason.
fn shape_of_type(
    kind: &str,
    named: Option<&str>,
    (size, ends): (Option<&[f64]>, Option<&[f64]>),
    assets: &Assets,
) -> Result<Placed, (&'static str, String)> {
    match (kind, named) {
        ("mesh", Some(name)) => match assets.meshes.get(name) {
            Some(Ok(found)) => Ok(Ok((found.shape.clone(), Pose::default()))),
            Some(Err(why)) => Ok(Err(why.clone())),
            None => Err(("mesh", format!("there is no mesh `{name}`"))),
        },
        ("hfield", Some(name)) => match assets.fields.get(name) {
            Some(found) => Ok(found.clone()),
            None => Err(("hfield", format!("there is no height field `{name}`"))),
        },
        ("mesh" | "hfield", None) => Err(("", format!("a geom of type `{kind}` must name its `{kind}`"))),
        ("sdf", _) => Ok(Err(String::from("scenes have no signed distance fields (`sdf`)"))),
        _ => match shape_from_sizes(kind, size, ends) {
            Ok(shape) => Ok(Ok((shape, Pose::default()))),
            Err(why) => Err(("size", why)),
        },
    }
}

/// Kinds of geoms that are fitted to a mesh when they name one.
const FITTED_KINDS: [&str; 5] = ["sphere", "capsule", "ellipsoid", "cylinder", "box"];

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
        Some(Ok(mesh)) => Ok(fit::fitted(kind, mesh, compiler.fit_vertices, scale)),
    }
}

/// Returns the number of sizes that a kind of geom needs.
fn needed_sizes(kind: &str, has_ends: bool) -> usize {
    match (kind, has_ends) {
        ("mesh" | "hfield", _) => 0,
        ("sphere", _) | (_, true) => 1,
        ("capsule" | "cylinder" | "plane", _) => 2,
        _ => 3,
    }
}

/// Sentence for the note about planes.
const PLANE: &str = "A plane is an infinite half-space, as in MuJoCo, whatever size it is drawn with.";

/// Builds a shape from MuJoCo's sizes: half sides, radii and half lengths along z.
fn shape_from_sizes(kind: &str, size: Option<&[f64]>, ends: Option<&[f64]>) -> Result<Shape, String> {
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
        None if k == 0 => Err(format!("`{kind}` needs at least 1 size, but has none")),
        None => Err(format!("`{kind}` needs at least {} sizes, but has {}", k + 1, sizes.len())),
        Some(value) if value > 0.0 || kind == "plane" && value >= 0.0 => Ok(value),
        Some(value) if kind == "plane" => Err(format!("the sizes of a plane must not be negative, but one is {value}")),
        Some(value) => Err(format!("the sizes of `{kind}` must be positive, but one is {value}")),
    }
}

/// Distance of the two ends of a geom.
fn distance(ends: &[f64]) -> f64 {
    (0..3).map(|k| (ends[k] - ends[k + 3]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the frame at the center of two ends, with z along them.
fn frame_between(ends: &[f64]) -> Option<Pose> {
    let rotation = z_onto([0, 1, 2].map(|k| ends[k] - ends[k + 3]))?;
    Some(Pose { position: [0, 1, 2].map(|k| 0.5 * (ends[k] + ends[k + 3])), rotation })
}

/// Reports the attributes that do not affect the shape.
pub(super) fn leave(book: &Book<'_>, (page, node): Element<'_>) {
    for attribute in node.attributes() {
        let why = match attribute.name() {
            "rgba" | "material" | "group" => "the appearance of bodies is not imported",
            "margin" | "gap" => "contact margins are not imported",
            "type" | "size" | "pos" | "fromto" | "mesh" | "hfield" | "contype" | "conaffinity" => {
                "a geom of this type does not use the attribute"
            }
            name if ORIENTATIONS.contains(&name) => "a geom of this type does not use the attribute",
            _ => "contact parameters and masses are not imported",
        };
        book.reading(page).leave_attribute(node, attribute.name(), why);
    }
}
