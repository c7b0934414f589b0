//! Newton's recordings (`ViewerFile`, JSON): the shapes of a model, and the poses of its bodies in every state.
//!
//! Newton states the kind of a shape by a number that differs between its versions: a shape that does not fit the
//! bounding box in the file is skipped, with this reason.

mod values;

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS, checked_length};
use super::embedded::contains_word;
use super::ledger::shown;
use super::pose::Pose;
use super::{Quote, Source, bounds, json_of};
use crate::ask::Axis;
use crate::scene::SceneError;
use crate::scene::model::{Body, Frame, FramePose, Recorded, Shape, Upward};
use values::{flatten, is_empty, pose, rigid_at, triangle};

/// Reason for skipping a shape that does not fit its bounding box.
const MISFIT: &str =
    "its sizes do not fit its bounding box: this version of Newton may number shapes differently, or add a margin";

/// Largest difference between the bounding boxes of a shape and of the file, relative to the shape's size; allows for
/// the rounding of single precision.
const BOX_TOLERANCE: f64 = 1e-3;

/// Largest mass that is read, kilograms; larger ones mark bodies that do not move.
const MAX_MASS: f64 = 1e12;

/// Largest coordinate of gravity that is read, m/s².
const MAX_GRAVITY: f64 = 1e9;

/// Shape flag: collides with other shapes.
const COLLIDES: i64 = 2;

/// Kind of joint that leaves a body free.
const FREE_JOINT: i64 = 4;

/// Fields of a model that are read.
const READ_FIELDS: [&str; 16] = [
    "shape_type",
    "shape_scale",
    "shape_transform",
    "shape_body",
    "shape_flags",
    "shape_source",
    "shape_label",
    "shape_key",
    "body_q",
    "body_mass",
    "body_label",
    "body_key",
    "gravity",
    "up_axis",
    "shape_collision_aabb_lower",
    "shape_collision_radius",
];

/// Whether a text is a recording of Newton.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1 << 12)];
    bytes.trim_ascii_start().starts_with(b"{")
        && contains_word(head, b"\"__type__\"")
        && contains_word(head, b"\"model\"")
}

/// Reads a recording into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let root: Value = json_of(source, &source.bytes)?;
    let mut cache = HashMap::new();
    collect_cache(&root, &mut cache);
    let model = &root["items"]["model"]["attributes"];
    if !model.is_object() {
        return Err(source.error("has no field `model`, so it is not a recording of Newton's viewer"));
    }
    let mut reader = RecordingReader { file: &source.name, model, cache, quotes: Vec::new() };
    let bodies = reader.read_bodies(draft).map_err(|why| source.error(why))?;
    reader.read_states(&root["items"]["states"]["items"], &bodies, draft).map_err(|why| source.error(why))?;
    reader.exclude_joined_pairs(draft);
    reader.quote_unread_fields(&root);
    draft.add_note("Numbers have single precision, as in Newton; run with f32 to get the same bits.");
    Ok(reader.quotes)
}

/// Collects all values that are referenced from elsewhere.
fn collect_cache<'a>(value: &'a Value, cache: &mut HashMap<i64, &'a Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_cache(item, cache)),
        Value::Object(fields) => {
            if let (Some(index), Some(data)) = (value["cache_index"].as_i64(), fields.get("data")) {
                cache.insert(index, data);
            }
            fields.values().for_each(|field| collect_cache(field, cache));
        }
        _ => {}
    }
}

/// Reader of the fields of one recording.
struct RecordingReader<'a> {
    /// Name of the file in quotes.
    file: &'a str,
    /// Attributes of the model.
    model: &'a Value,
    /// Values that references name, by their indices.
    cache: HashMap<i64, &'a Value>,
    /// Quotes of the parts of the file that are not read.
    quotes: Vec<Quote>,
}

/// Bodies of the scene made from each body of the model: their indices in the draft, and their poses in its frame.
type PartsOfBodies = Vec<Vec<(usize, Pose)>>;

impl<'a> RecordingReader<'a> {
    /// Quotes a part of the file, once.
    fn report_skipped(&mut self, text: String, why: &str) {
        if !self.quotes.iter().any(|quote| quote.why == why && quote.text == text) {
            self.quotes.push(Quote { file: self.file.to_owned(), lines: Vec::new(), text, why: why.to_owned() });
        }
    }

    /// Resolves a field that may be a reference.
    fn resolved(&self, value: &'a Value) -> &'a Value {
        let is_reference = value["__type__"].as_str().is_some_and(|name| name.ends_with("_ref"));
        let inside = if is_reference {
            value["cache_index"].as_i64().and_then(|index| self.cache.get(&index).copied())
        } else {
            value.get("data")
        };
        inside.filter(|_| value.is_object()).unwrap_or(value)
    }

    /// Returns the numbers of an array in rows of `width`; empty if there is no such array.
    fn rows(&self, value: &'a Value, width: usize, name: &str) -> Result<Vec<Vec<f64>>, String> {
        let mut value = value;
        // An array of Warp wraps one of NumPy, and each may be a reference.
        for _ in 0..3 {
            value = self.resolved(value);
        }
        let text = match value {
            Value::Null => return Ok(Vec::new()),
            Value::String(text) => {
                serde_json::from_str(text).map_err(|_| format!("{name}: must be a list of numbers"))?
            }
            other => other.clone(),
        };
        let mut flat = Vec::new();
        flatten(&text, &mut flat)
            .ok_or_else(|| format!("{name}: must be a list of finite numbers, but is {}", shown(&text.to_string())))?;
        if flat.len() % width != 0 {
            return Err(format!("{name}: must have {width} numbers per entry; it has {} in all", flat.len()));
        }
        Ok(flat.chunks_exact(width).map(<[f64]>::to_vec).collect())
    }

    /// Returns a list of whole numbers of the model.
    fn column(&self, name: &str) -> Result<Vec<i64>, String> {
        Ok(self.rows(&self.model[name], 1, name)?.into_iter().map(|row| row[0] as i64).collect())
    }

    /// Returns a list of names; the field has one of two names, by the version of Newton.
    fn labels(&self, names: [&str; 2]) -> Vec<Option<String>> {
        let list = names.iter().find_map(|name| self.model[*name]["items"].as_array().or(self.model[*name].as_array()));
        list.into_iter().flatten().map(|item| item["value"].as_str().or(item.as_str()).map(str::to_owned)).collect()
    }

    /// Makes the bodies of the model, and bodies for the shapes without one.
    fn read_bodies(&mut self, draft: &mut Draft) -> Result<PartsOfBodies, String> {
        let kinds = self.column("shape_type")?;
        let owners = self.column("shape_body")?;
        let flags = self.column("shape_flags")?;
        let scales = self.rows(&self.model["shape_scale"], 3, "shape_scale")?;
        let transforms = self.rows(&self.model["shape_transform"], 7, "shape_transform")?;
        let lows = self.rows(&self.model["shape_collision_aabb_lower"], 3, "shape_collision_aabb_lower")?;
        let radii = self.rows(&self.model["shape_collision_radius"], 1, "shape_collision_radius")?;
        let initial_poses = self.rows(&self.model["body_q"], 7, "body_q")?;
        if [owners.len(), scales.len(), transforms.len()].iter().any(|count| *count != kinds.len()) {
            return Err(String::from("shape_type, shape_body, shape_scale and shape_transform differ in length"));
        }
        let names = self.labels(["body_label", "body_key"]);
        let labels = self.labels(["shape_label", "shape_key"]);
        let mut pieces: Vec<Vec<Piece>> = initial_poses.iter().map(|_| Vec::new()).collect();
        for i in 0..kinds.len() {
            let name = labels.get(i).cloned().flatten();
            let label = name.clone().unwrap_or_else(|| format!("shape {i}"));
            if flags.get(i).is_some_and(|flags| flags & COLLIDES == 0) {
                self.report_skipped(label, "it does not collide with shapes");
                continue;
            }
            let scale = [0, 1, 2].map(|axis| scales[i][axis]);
            let shape = self
                .shape(i, kinds[i], scale, draft)
                .and_then(|shape| check_bounding_box(shape, lows.get(i), radii.get(i).map(|row| row[0])));
            let (shape, local) = match shape.and_then(|shape| Ok((shape, pose(&transforms[i], "shape_transform")?))) {
                Ok(placed_shape) => placed_shape,
                Err(why) => {
                    self.report_skipped(label, &why);
                    continue;
                }
            };
            match usize::try_from(owners[i]).ok().map(|owner| pieces.get_mut(owner)) {
                Some(Some(pieces)) => pieces.push(Piece { name, shape, pose: local }),
                Some(None) => return Err(format!("shape_body[{i}]: there is no body {}", owners[i])),
                None => {
                    let parts = draft.add_rigid_body(
                        &label,
                        vec![Piece { name: None, shape, pose: local }],
                        Pose::default(),
                        0,
                    );
                    parts.iter().for_each(|(part, _)| draft.bodies[*part].collision_bits = STATIC_BITS);
                }
            }
        }
        let mut parts_of_bodies = PartsOfBodies::new();
        for (index, pieces) in pieces.into_iter().enumerate() {
            let name = names.get(index).cloned().flatten().unwrap_or_else(|| format!("body {index}"));
            let parts = draft.add_rigid_body(&name, pieces, pose(&initial_poses[index], "body_q")?, index + 1);
            parts.iter().for_each(|(part, _)| draft.bodies[*part].collision_bits = MOVING_BITS);
            parts_of_bodies.push(parts);
        }
        self.read_masses_and_gravity(&parts_of_bodies, draft)?;
        Ok(parts_of_bodies)
    }

    /// Reads masses, gravity and the up axis.
    fn read_masses_and_gravity(&self, parts_of_bodies: &PartsOfBodies, draft: &mut Draft) -> Result<(), String> {
        let masses = self.rows(&self.model["body_mass"], 1, "body_mass")?;
        let gravity = self.rows(&self.model["gravity"], 3, "gravity")?;
        let masses = masses
            .into_iter()
            .zip(parts_of_bodies)
            .filter_map(|(mass, parts)| {
                let part = parts.first().filter(|_| mass[0] > 0.0 && mass[0] < MAX_MASS)?.0;
                Some((draft.bodies[part].body.name.clone(), mass[0]))
            })
            .collect();
        if let Some(gravity) = gravity.first().filter(|gravity| gravity.iter().all(|x| x.abs() <= MAX_GRAVITY)) {
            let gravity = [0, 1, 2].map(|axis| gravity[axis]);
            draft.recorded = Some(Recorded { gravity, step: None, masses });
        }
        let up = &self.model["up_axis"];
        let axis = up["value"].as_i64().or(up.as_i64()).unwrap_or(2);
        draft.up = if axis == 2 { Upward::Z } else { Upward::Y };
        Ok(())
    }

    /// Builds a shape by its kind in Newton 1; z is the axis of round shapes.
    fn shape(&self, i: usize, kind: i64, [x, y, z]: [f64; 3], draft: &mut Draft) -> Result<Shape, String> {
        let scale = [x, y, z];
        let axis = Axis::Z;
        Ok(match kind {
            // Newton's `GeoType`: 1 plane, 3 sphere, 4 capsule, 5 ellipsoid, 6 cylinder, 7 box, 8 mesh, 9 cone,
            // 10 convex mesh.
            1 => {
                draft.add_note("A plane is an infinite half-space, whatever size it is drawn with.");
                Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 }
            }
            3 => check_sizes(scale, 1).map(|()| Shape::Sphere { radius: x })?,
            4 => check_sizes(scale, 2).map(|()| Shape::Capsule { radius: x, half_height: y, axis })?,
            5 => check_sizes(scale, 3).map(|()| Shape::Ellipsoid { radii: [x, y, z] })?,
            6 => check_sizes(scale, 2).map(|()| Shape::Cylinder { radius: x, half_height: y, axis })?,
            7 => check_sizes(scale, 3).map(|()| Shape::Box { half_extents: [x, y, z] })?,
            9 => check_sizes(scale, 2).map(|()| Shape::Cone { radius: x, half_height: y, axis })?,
            8 | 10 => self.mesh(i, kind == 10, scale, draft)?,
            other => return Err(format!("shapes of kind {other} are not supported")),
        })
    }

    /// Returns the mesh of a shape, or its hull.
    fn mesh(&self, i: usize, is_convex: bool, scale: [f64; 3], draft: &mut Draft) -> Result<Shape, String> {
        let mesh = self.resolved(self.model["shape_source"]["items"].get(i).unwrap_or(&Value::Null));
        let vertices = self.rows(&mesh["vertices"], 3, "vertices")?;
        let points: Vec<[f64; 3]> =
            vertices.iter().map(|vertex| [0, 1, 2].map(|axis| vertex[axis] * scale[axis])).collect();
        points.iter().flatten().try_for_each(|x| checked_length(*x).map(drop))?;
        if points.is_empty() {
            return Err(String::from("its mesh has no vertices"));
        }
        if is_convex {
            return Ok(Shape::Polytope { points });
        }
        let rows = self.rows(&mesh["indices"], 3, "indices")?;
        let triangles: Option<Vec<[u32; 3]>> = rows.iter().map(|row| triangle(row, points.len())).collect();
        let triangles = triangles.ok_or("a triangle of its mesh names a vertex that does not exist")?;
        draft.surface(points, triangles, scale)
    }

    /// Reads the states as frames.
    fn read_states(&self, states: &'a Value, parts_of_bodies: &PartsOfBodies, draft: &mut Draft) -> Result<(), String> {
        for (state_index, state) in states.as_array().into_iter().flatten().enumerate() {
            let rows = self.rows(&state["items"]["body_q"], 7, "body_q")?;
            if rows.len() != parts_of_bodies.len() {
                return Err(format!(
                    "states[{state_index}].body_q: has {} bodies, but the model has {}",
                    rows.len(),
                    parts_of_bodies.len()
                ));
            }
            let mut poses = Vec::new();
            for (row, parts) in rows.iter().zip(parts_of_bodies) {
                let body_pose = pose(row, "body_q").map_err(|why| format!("states[{state_index}]: {why}"))?;
                poses.extend(parts.iter().map(|(part, local)| {
                    let Pose { position, rotation } = body_pose.then(*local);
                    FramePose { body: draft.bodies[*part].body.name.clone(), position, rotation }
                }));
            }
            draft.frames.push(Frame { time: None, poses, gone: Vec::new() });
        }
        Ok(())
    }

    /// Excludes pairs of bodies that a joint connects.
    fn exclude_joined_pairs(&mut self, draft: &mut Draft) {
        let parents = self.column("joint_parent").unwrap_or_default();
        let children = self.column("joint_child").unwrap_or_default();
        let kinds = self.column("joint_type").unwrap_or_default();
        let constraining: Vec<usize> = (0..kinds.len()).filter(|joint| kinds[*joint] != FREE_JOINT).collect();
        for joint in &constraining {
            if let Some(parent) = rigid_at(&parents, *joint)
                && let Some(child) = rigid_at(&children, *joint)
            {
                draft.exclude_pair(parent, child);
            }
        }
        if !constraining.is_empty() {
            let count = if constraining.len() == 1 {
                String::from("1 joint")
            } else {
                format!("{} joints", constraining.len())
            };
            self.report_skipped(count, "joints are not imported");
        }
    }

    /// Reports the other fields of the file by name.
    fn quote_unread_fields(&mut self, root: &Value) {
        let known: BTreeSet<&str> = READ_FIELDS.into();
        let fields = self.model.as_object().into_iter().flatten();
        let mut names: Vec<&str> = fields
            .filter(|(name, value)| !known.contains(name.as_str()) && !is_empty(value))
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        if let Some(first) = names.first() {
            let more = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
            self.report_skipped(
                format!("model: {first}{more}"),
                "only the shapes, bodies, masses and gravity of a model are imported",
            );
        }
        let states = root["items"]["states"]["items"].as_array().into_iter().flatten();
        let names: BTreeSet<&String> =
            states.filter_map(|state| state["items"].as_object()).flat_map(serde_json::Map::keys).collect();
        let names: Vec<&str> = names.into_iter().map(String::as_str).filter(|name| *name != "body_q").collect();
        if !names.is_empty() {
            self.report_skipped(
                format!("states: {}", shown(&names.join(", "))),
                "only the poses of the bodies in a state are imported",
            );
        }
    }
}

/// Checks the first `count` sizes of a shape.
fn check_sizes(sizes: [f64; 3], count: usize) -> Result<(), String> {
    match sizes[..count].iter().find(|value| **value < 0.0) {
        Some(value) => Err(format!("a size must not be negative, but is {value}")),
        None => sizes.iter().try_for_each(|value| checked_length(*value).map(drop)),
    }
}

/// Checks that the shape fits the bounding box and radius in the file.
fn check_bounding_box(shape: Shape, low: Option<&Vec<f64>>, radius: Option<f64>) -> Result<Shape, String> {
    let shape_radius = match &shape {
        Shape::Sphere { radius } => Some(*radius),
        Shape::Box { half_extents: [x, y, z] } => Some((x * x + y * y + z * z).sqrt()),
        _ => None,
    };
    if shape_radius.zip(radius).is_some_and(|(computed, stated)| (computed - stated).abs() > BOX_TOLERANCE * computed) {
        return Err(String::from(MISFIT));
    }
    let Some(low) = low.filter(|_| !shape.is_half_space()) else { return Ok(shape) };
    let body = Body::new("shape", shape);
    let shape_box = bounds::bounding_box(&body, Pose::default()).ok_or("the size of its mesh is unknown")?;
    let size = (0..3).map(|axis| shape_box[1][axis] - shape_box[0][axis]).fold(0.0, f64::max);
    let deviation = (0..3).map(|axis| (shape_box[0][axis] - low[axis]).abs()).fold(0.0, f64::max);
    if deviation > BOX_TOLERANCE * size {
        return Err(String::from(MISFIT));
    }
    Ok(body.shape)
}
