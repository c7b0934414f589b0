//! Newton's recordings (`ViewerFile`, JSON): the shapes of a model, and the poses of its bodies in every state.
//!
//! Newton states the kind of a shape by a number, and versions of Newton number kinds differently. A shape that does
//! not fit its bounding box in the file is therefore skipped, with this reason.

mod shapes;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use contact_lens_model::ask::Axis;
use contact_lens_scene::SceneError;
use contact_lens_scene::model::{Frame, FramePose, Recorded, Shape, Upward};
use serde_json::Value;

use super::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS, checked_length};
use super::embedded::contains_word;
use super::ledger::shown;
use super::pose::Pose;
use super::{Quote, Source, json_of};
use shapes::{ShapeFields, check_bounding_box, check_sizes};
use values::{flatten, is_empty, pose, rigid_at, triangle};

/// Upper bound of masses that are read, kilograms; greater ones mark bodies that do not move.
const MAX_MASS: f64 = 1e12;

/// Largest magnitude of a component of gravity that is read, m/s²; scenes allow no greater ones.
const MAX_GRAVITY: f64 = 1e9;

/// Number of the kind of joint that does not constrain its body; Newton's `JointType.FREE`.
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

/// Collects all values that references in the file name, by their indices. Newton writes a value once, and refers to it
/// by its `cache_index` afterwards.
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

/// Shape with its pose in the frame of its body.
struct PlacedShape {
    shape: Shape,
    pose: Pose,
}

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

    /// Returns the numbers of an array in rows of `width`; empty if there is no such array. `name` is the field in
    /// errors.
    ///
    /// # Errors
    /// Fails if the value is not a list of finite numbers, or their count is not a multiple of `width`.
    fn rows(&self, value: &'a Value, width: usize, name: &str) -> Result<Vec<Vec<f64>>, String> {
        let mut value = value;
        // An array of Warp wraps one of NumPy, and each may be a reference.
        for _ in 0..3 {
            value = self.resolved(value);
        }
        let list = match value {
            Value::Null => return Ok(Vec::new()),
            // Large arrays are written as text that contains the list.
            Value::String(text) => {
                serde_json::from_str(text).map_err(|_| format!("{name}: must be a list of numbers"))?
            }
            other => other.clone(),
        };
        let mut flat = Vec::new();
        flatten(&list, &mut flat)
            .ok_or_else(|| format!("{name}: must be a list of finite numbers, but is {}", shown(&list.to_string())))?;
        if flat.len() % width != 0 {
            return Err(format!("{name}: must have {width} numbers per entry; it has {} in all", flat.len()));
        }
        Ok(flat.chunks_exact(width).map(<[f64]>::to_vec).collect())
    }

    /// Returns a list of whole numbers of the model; empty if the model has no field `name`.
    fn column(&self, name: &str) -> Result<Vec<i64>, String> {
        Ok(self.rows(&self.model[name], 1, name)?.into_iter().map(|row| row[0] as i64).collect())
    }

    /// Returns the labels of the model's shapes or bodies, in their order; `None` for one that is not text. The field
    /// has one of two names, depending on the version of Newton.
    fn labels(&self, names: [&str; 2]) -> Vec<Option<String>> {
        let list = names.iter().find_map(|name| self.model[*name]["items"].as_array().or(self.model[*name].as_array()));
        list.into_iter().flatten().map(|item| item["value"].as_str().or(item.as_str()).map(str::to_owned)).collect()
    }

    /// Reads the fields of the model's shapes.
    fn shape_fields(&self) -> Result<ShapeFields, String> {
        Ok(ShapeFields {
            kinds: self.column("shape_type")?,
            owners: self.column("shape_body")?,
            flags: self.column("shape_flags")?,
            scales: self.rows(&self.model["shape_scale"], 3, "shape_scale")?,
            transforms: self.rows(&self.model["shape_transform"], 7, "shape_transform")?,
            low_corners: self.rows(&self.model["shape_collision_aabb_lower"], 3, "shape_collision_aabb_lower")?,
            bounding_radii: self.rows(&self.model["shape_collision_radius"], 1, "shape_collision_radius")?,
        })
    }

    /// Adds the bodies of the model to the draft, and a static body for each shape of the world.
    ///
    /// # Errors
    /// Fails if fields differ in length or name bodies that do not exist; a shape that cannot be read is only reported.
    fn read_bodies(&mut self, draft: &mut Draft) -> Result<PartsOfBodies, String> {
        let fields = self.shape_fields()?;
        let initial_poses = self.rows(&self.model["body_q"], 7, "body_q")?;
        fields.check_lengths()?;
        let names = self.labels(["body_label", "body_key"]);
        let labels = self.labels(["shape_label", "shape_key"]);
        let mut pieces_of_bodies: Vec<Vec<Piece>> = initial_poses.iter().map(|_| Vec::new()).collect();
        for (i, owner) in fields.owners.iter().enumerate() {
            let name = labels.get(i).cloned().flatten();
            let label = name.clone().unwrap_or_else(|| format!("shape {i}"));
            if !fields.collides(i) {
                self.report_skipped(label, "it does not collide with shapes");
                continue;
            }
            let piece = match self.placed_shape(&fields, i, draft) {
                Ok(PlacedShape { shape, pose }) => Piece { name, shape, pose },
                Err(why) => {
                    self.report_skipped(label, &why);
                    continue;
                }
            };
            // The owner of a shape of the world is −1.
            let Ok(owner) = usize::try_from(*owner) else {
                let pieces = vec![Piece { name: None, ..piece }];
                let parts = draft.add_rigid_body(&label, pieces, Pose::default(), 0);
                set_collision_bits(&parts, STATIC_BITS, draft);
                continue;
            };
            let Some(pieces) = pieces_of_bodies.get_mut(owner) else {
                return Err(format!("shape_body[{i}]: there is no body {owner}"));
            };
            pieces.push(piece);
        }
        let mut parts_of_bodies = PartsOfBodies::new();
        for (index, pieces) in pieces_of_bodies.into_iter().enumerate() {
            let name = names.get(index).cloned().flatten().unwrap_or_else(|| format!("body {index}"));
            let parts = draft.add_rigid_body(&name, pieces, pose(&initial_poses[index], "body_q")?, index + 1);
            set_collision_bits(&parts, MOVING_BITS, draft);
            parts_of_bodies.push(parts);
        }
        self.read_masses_and_gravity(&parts_of_bodies, draft)?;
        Ok(parts_of_bodies)
    }

    /// Builds shape `i` of the model and reads its pose; the error is the reason for skipping the shape.
    fn placed_shape(&self, fields: &ShapeFields, i: usize, draft: &mut Draft) -> Result<PlacedShape, String> {
        let scale = [0, 1, 2].map(|axis| fields.scales[i][axis]);
        let shape = self.shape(i, fields.kinds[i], scale, draft)?;
        let bounding_radius = fields.bounding_radii.get(i).map(|row| row[0]);
        let shape = check_bounding_box(shape, fields.low_corners.get(i), bounding_radius)?;
        Ok(PlacedShape { shape, pose: pose(&fields.transforms[i], "shape_transform")? })
    }

    /// Reads the masses in kilograms, gravity in m/s², and the up axis of the model.
    fn read_masses_and_gravity(&self, parts_of_bodies: &PartsOfBodies, draft: &mut Draft) -> Result<(), String> {
        let masses = self.rows(&self.model["body_mass"], 1, "body_mass")?;
        let gravity = self.rows(&self.model["gravity"], 3, "gravity")?;
        let mut masses_by_name = BTreeMap::new();
        for (row, parts) in masses.iter().zip(parts_of_bodies) {
            let mass = row[0];
            let is_moving = mass > 0.0 && mass < MAX_MASS;
            if let Some((part, _)) = parts.first()
                && is_moving
            {
                masses_by_name.insert(draft.bodies[*part].body.name.clone(), mass);
            }
        }
        if let Some(gravity) = gravity.first().filter(|gravity| gravity.iter().all(|x| x.abs() <= MAX_GRAVITY)) {
            let gravity = [0, 1, 2].map(|axis| gravity[axis]);
            draft.recorded = Some(Recorded { gravity, step: None, masses: masses_by_name });
        }
        let up = &self.model["up_axis"];
        // Axes are numbered 0, 1, 2 for x, y, z. Newton's default is z; scenes have no up axis x.
        let axis = up["value"].as_i64().or(up.as_i64()).unwrap_or(2);
        draft.up = if axis == 2 { Upward::Z } else { Upward::Y };
        Ok(())
    }

    /// Builds shape `i` of the model by its kind in Newton 1; z is the axis of round shapes. `[x, y, z]` is its scale
    /// in the file: half extents, radii, or radius and half height, meters; factors for meshes.
    fn shape(&self, i: usize, kind: i64, [x, y, z]: [f64; 3], draft: &mut Draft) -> Result<Shape, String> {
        let scale = [x, y, z];
        let axis = Axis::Z;
        Ok(match kind {
            shapes::PLANE => {
                draft.add_note("A plane is an infinite half-space, whatever size it is drawn with.");
                Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 }
            }
            shapes::SPHERE => check_sizes(scale, 1).map(|()| Shape::Sphere { radius: x })?,
            shapes::CAPSULE => check_sizes(scale, 2).map(|()| Shape::Capsule { radius: x, half_height: y, axis })?,
            shapes::ELLIPSOID => check_sizes(scale, 3).map(|()| Shape::Ellipsoid { radii: [x, y, z] })?,
            shapes::CYLINDER => check_sizes(scale, 2).map(|()| Shape::Cylinder { radius: x, half_height: y, axis })?,
            shapes::BOX => check_sizes(scale, 3).map(|()| Shape::Box { half_extents: [x, y, z] })?,
            shapes::CONE => check_sizes(scale, 2).map(|()| Shape::Cone { radius: x, half_height: y, axis })?,
            shapes::MESH => self.mesh(i, false, scale, draft)?,
            shapes::CONVEX_MESH => self.mesh(i, true, scale, draft)?,
            other => return Err(format!("shapes of kind {other} are not supported")),
        })
    }

    /// Returns the scaled mesh of shape `i`, or its hull if `is_convex`. The error is the reason for skipping the
    /// shape.
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

    /// Reads the states as frames, with the poses of all bodies; the file does not state their times.
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

    /// Reports the fields of the model and of the states that are not read, by name.
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

/// Sets the collision bits of the bodies of the scene that were made from one body of the model.
fn set_collision_bits(parts: &[(usize, Pose)], bits: [u32; 2], draft: &mut Draft) {
    for (body, _) in parts {
        draft.bodies[*body].collision_bits = bits;
    }
}
