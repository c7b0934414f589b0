//! Reader of the geoms of MJCF: the shape of a geom and its pose in its body. Lengths are meters.
//!
//! **Errors.** A mistake in the file is an error that ends the import. A geom whose shape scenes do not have is skipped
//! with a reason, the inner `Err` of nested results.

use contact_lens_model::ask::Axis;
use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::attributes::Attributes;
use super::element_pose::{ORIENTATIONS, orientation};
use super::files::{Documents, Element};
use super::hfield::{Fields, Placed};
use super::mesh_assets::Meshes;
use super::{Compiler, fit};
use crate::pose::{IDENTITY_ROTATION, Pose, z_onto};

/// Shape of a geom, with its pose and collision bits.
pub(super) struct Geom {
    /// Type of the geom, one of [`KINDS`].
    pub(super) kind: &'static str,
    pub(super) shape: Shape,
    /// Pose in the frame of the body or of the innermost `frame` element.
    pub(super) pose: Pose,
    /// Collision bits of the geom (`contype`), then the mask of the bits that it collides with (`conaffinity`).
    pub(super) collision_bits: [u32; 2],
    /// Sentence for the scene's note.
    pub(super) note: Option<&'static str>,
}

/// Mistake in a file: the name of the wrong attribute, empty for the element, and the reason.
type AttributeError = (&'static str, String);

/// Meshes and height fields that geoms name.
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
    let Attributes { documents, defaults, element, .. } = *attributes;
    let reader = documents.reader(element.document);
    let node = element.node;
    if let Some(name) = node.attribute("class").filter(|name| !defaults.has_class(name)) {
        return Err(reader.wrong(node, "class", format!("there is no default class `{name}`")));
    }
    let kind = kind_of(attributes)?;
    let size = attributes.numbers("size", 1..=3)?;
    let ends = attributes.numbers("fromto", 6..=6)?;
    let asset = attributes.string(if kind == "hfield" { "hfield" } else { "mesh" });
    let fitted_mesh = asset.filter(|_| FITTED_KINDS.contains(&kind));
    let result = match fitted_mesh {
        Some(mesh) => {
            let scale = attributes.numbers("fitscale", 1..=1)?.map_or(1.0, |scale| scale[0]);
            match ends {
                Some(_) => Err(("fromto", String::from("a geom with a mesh cannot have `fromto`"))),
                None => fitted(kind, mesh, assets, compiler, scale),
            }
        }
        None => shape_of_type(kind, asset, size.as_deref(), ends.as_deref(), assets),
    };
    let (shape, shape_pose) = match result {
        Ok(Ok(placed)) => placed,
        Ok(Err(why)) => {
            reader.report_skipped(node, &why);
            return Ok(Err(why));
        }
        Err((attribute, why)) => return Err(reader.wrong(node, attribute, why)),
    };
    let pose = match &ends {
        Some(ends) => frame_between(ends).ok_or_else(|| reader.wrong(node, "fromto", "its two ends coincide"))?,
        None => pose_of_geom(attributes, compiler)?,
    };
    let collision_bits = [attributes.bits("contype")?, attributes.bits("conaffinity")?];
    documents.mark_read(element);
    reader.mark_attributes_read(node, &["class", "name"]);
    let used_sizes = if fitted_mesh.is_some() { 0 } else { needed_sizes(kind, ends.is_some()) };
    if size.is_some_and(|size| size.len() > used_sizes)
        && let Some(stated_by) = attributes.source(&["size"])
    {
        report_unused_sizes(documents, stated_by, kind, used_sizes);
    }
    report_unused_attributes(documents, element);
    let note = (kind == "plane").then_some(PLANE_NOTE);
    Ok(Ok(Geom { kind, shape, pose: pose.then(shape_pose), collision_bits, note }))
}

/// Returns the type of a geom, a sphere by default.
fn kind_of(attributes: &Attributes<'_, '_>) -> Result<&'static str, SceneError> {
    let written = attributes.string("type").unwrap_or("sphere");
    KINDS.into_iter().find(|kind| *kind == written).ok_or_else(|| {
        let Element { document, node } = attributes.element;
        let suggestion = contact_lens_scene::suggestion(written, KINDS);
        let message = format!("`{written}` is not a type of geom{suggestion}");
        attributes.documents.reader(document).wrong(node, "type", message)
    })
}

/// Reports that a geom uses only the first `used` of its sizes.
fn report_unused_sizes(documents: &Documents<'_>, Element { document, node }: Element<'_>, kind: &str, used: usize) {
    let why = match used {
        0 => String::from("the size of a geom with a mesh or a height field comes from its asset"),
        1 => format!("`{kind}` uses 1 size; the others are ignored"),
        _ => format!("`{kind}` uses {used} sizes; the others are ignored"),
    };
    documents.reader(document).report_partial_attribute(node, "size", &why);
}

/// Returns the pose of a geom in its body, from its own position and orientation or those of its class.
fn pose_of_geom(attributes: &Attributes<'_, '_>, compiler: &Compiler) -> Result<Pose, SceneError> {
    let position = attributes.three_numbers("pos")?.unwrap_or_default();
    let rotation = match attributes.source(&ORIENTATIONS) {
        Some(element) => orientation(attributes.documents, element, compiler)?,
        None => IDENTITY_ROTATION,
    };
    Ok(Pose { position, rotation })
}

/// Returns the shape of a geom that is not fitted to a mesh, or the reason why scenes have no such shape. `asset` is
/// the name of its mesh or height field, `size` the attribute with up to three lengths, and `ends` the attribute
/// `fromto` with the coordinates of the two ends of the axis, meters.
fn shape_of_type(
    kind: &str,
    asset: Option<&str>,
    size: Option<&[f64]>,
    ends: Option<&[f64]>,
    assets: &Assets,
) -> Result<Placed, AttributeError> {
    match (kind, asset) {
        ("mesh", Some(name)) => match assets.meshes.get(name) {
            Some(Ok(mesh)) => Ok(Ok((mesh.shape.clone(), Pose::default()))),
            Some(Err(why)) => Ok(Err(why.clone())),
            None => Err(("mesh", format!("there is no mesh `{name}`"))),
        },
        ("hfield", Some(name)) => match assets.fields.get(name) {
            Some(field) => Ok(field.clone()),
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

/// Returns the shape of a geom that is fitted to the mesh `name`, with sizes multiplied by `scale`, or the reason why
/// it cannot be fitted.
fn fitted(kind: &str, name: &str, assets: &Assets, compiler: &Compiler, scale: f64) -> Result<Placed, AttributeError> {
    match assets.meshes.get(name) {
        None => Err(("mesh", format!("there is no mesh `{name}`"))),
        Some(Err(why)) => Ok(Err(why.clone())),
        Some(Ok(mesh)) => Ok(fit::fitted(kind, mesh, compiler.fit_vertices, scale)),
    }
}

/// Returns the number of values of `size` that a kind of geom uses. With `has_ends`, the attribute `fromto` states the
/// length.
fn needed_sizes(kind: &str, has_ends: bool) -> usize {
    match (kind, has_ends) {
        ("mesh" | "hfield", _) => 0,
        ("sphere", _) | (_, true) => 1,
        ("capsule" | "cylinder" | "plane", _) => 2,
        _ => 3,
    }
}

/// Sentence for the note about planes.
const PLANE_NOTE: &str = "A plane is an infinite half-space, as in MuJoCo, whatever size it is drawn with.";

/// Builds a shape from MuJoCo's sizes: half sides, radii and half lengths along z, meters. The two `ends` give the half
/// length instead.
fn shape_from_sizes(kind: &str, size: Option<&[f64]>, ends: Option<&[f64]>) -> Result<Shape, String> {
    let sizes = size.unwrap_or_default();
    if sizes.is_empty() {
        let count = match needed_sizes(kind, ends.is_some()) {
            1 => String::from("one size"),
            count => format!("{count} sizes"),
        };
        return Err(format!("`{kind}` needs {count}, but has none"));
    }
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

/// Returns the size of a geom at an index, meters.
///
/// # Errors
/// Fails if the size is missing, negative, or 0; only planes may have a size of 0.
fn size_at(kind: &str, sizes: &[f64], index: usize) -> Result<f64, String> {
    match sizes.get(index).copied() {
        None => Err(format!("`{kind}` needs {} sizes, but has {}", needed_sizes(kind, false), sizes.len())),
        Some(value) if value > 0.0 || kind == "plane" && value >= 0.0 => Ok(value),
        Some(value) if kind == "plane" => Err(format!("the sizes of a plane must not be negative, but one is {value}")),
        Some(value) => Err(format!("the sizes of `{kind}` must be positive, but one is {value}")),
    }
}

/// Distance between the two ends of a geom, three coordinates each, meters.
fn distance(ends: &[f64]) -> f64 {
    (0..3).map(|axis| (ends[axis] - ends[axis + 3]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the frame at the midpoint of two ends, with z from the second end to the first; `None` if they coincide.
fn frame_between(ends: &[f64]) -> Option<Pose> {
    let rotation = z_onto([0, 1, 2].map(|axis| ends[axis] - ends[axis + 3]))?;
    Some(Pose { position: [0, 1, 2].map(|axis| 0.5 * (ends[axis] + ends[axis + 3])), rotation })
}

/// Reports the attributes that were not read, because they do not affect the shape or the pose.
pub(super) fn report_unused_attributes(documents: &Documents<'_>, Element { document, node }: Element<'_>) {
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
        documents.reader(document).report_skipped_attribute(node, attribute.name(), why);
    }
}
