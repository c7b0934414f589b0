//! Newton's recordings (`ViewerFile`, JSON): the shapes of a model, and the poses of its bodies in every state.
//!
//! Newton states the kind of a shape by a number that differs between its versions: a shape that does not fit the
//! bounding box in the file is skipped, with this reason.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::draft::{Draft, MOVING, Piece, STILL, length};
use super::ledger::shown;
use super::pose::Pose;
use super::{Quote, Source, bounds, json_of};
use crate::ask::Axis;
use crate::scene::SceneError;
use crate::scene::model::{Body, Frame, FramePose, Recorded, Shape, Upward};

const MISFIT: &str = "it does not fill its box: this version of Newton numbers shapes otherwise, or gave it a margin";

/// Shape flag: collides with other shapes.
const COLLIDES: i64 = 2;

/// Kind of joint that leaves a body free.
const FREE: i64 = 4;

/// Fields of a model that are read.
const READ: [&str; 16] = [
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
pub(super) fn looks(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1 << 12)];
    let has = |name: &[u8]| head.windows(name.len()).any(|part| part == name);
    bytes.trim_ascii_start().starts_with(b"{") && has(b"\"__type__\"") && has(b"\"model\"")
}

pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let root: Value = json_of(source, &source.bytes)?;
    let wrong = |why: String| SceneError::whole(&source.name, why);
    let mut cache = HashMap::new();
    remember(&root, &mut cache);
    let model = &root["items"]["model"]["attributes"];
    if !model.is_object() {
        return Err(wrong(String::from("has no model: it is no recording of Newton's viewer that is known here")));
    }
    let mut reading = Reading { file: &source.name, model, cache, left: Vec::new() };
    let bodies = reading.bodies(draft).map_err(wrong)?;
    reading.states(&root["items"]["states"]["items"], &bodies, draft).map_err(wrong)?;
    reading.joints(draft);
    reading.rest(&root);
    draft.say("Numbers are of single precision, as Newton computes; run with f32 to get its bits.");
    Ok(reading.left)
}

/// Collects all values that are referenced from elsewhere.
fn remember<'a>(value: &'a Value, cache: &mut HashMap<i64, &'a Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| remember(item, cache)),
        Value::Object(fields) => {
            if let (Some(index), Some(data)) = (value["cache_index"].as_i64(), fields.get("data")) {
                cache.insert(index, data);
            }
            fields.values().for_each(|field| remember(field, cache));
        }
        _ => {}
    }
}

struct Reading<'a> {
    file: &'a str,
    model: &'a Value,
    cache: HashMap<i64, &'a Value>,
    left: Vec<Quote>,
}

/// Parts made of each body of the model, with their poses in the body.
type Stood = Vec<Vec<(usize, Pose)>>;

impl<'a> Reading<'a> {
    fn leave(&mut self, text: String, why: &str) {
        if !self.left.iter().any(|quote| quote.why == why && quote.text == text) {
            self.left.push(Quote { file: self.file.to_owned(), lines: Vec::new(), text, why: why.to_owned() });
        }
    }

    /// Resolves a field that may be a reference.
    fn meant(&self, value: &'a Value) -> &'a Value {
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
        // An array of Warp contains one of NumPy.
        for _ in 0..3 {
            value = self.meant(value);
        }
        let text = match value {
            Value::Null => return Ok(Vec::new()),
            Value::String(text) => serde_json::from_str(text).map_err(|_| format!("{name}: is no list of numbers"))?,
            other => other.clone(),
        };
        let mut flat = Vec::new();
        flatten(&text, &mut flat)
            .ok_or_else(|| format!("{name}: is no list of finite numbers, is {}", shown(&text.to_string())))?;
        if flat.len() % width != 0 {
            return Err(format!("{name}: must be {width} numbers each, are {} in all", flat.len()));
        }
        Ok(flat.chunks_exact(width).map(<[f64]>::to_vec).collect())
    }

    fn column(&self, name: &str) -> Result<Vec<i64>, String> {
        Ok(self.rows(&self.model[name], 1, name)?.into_iter().map(|row| row[0] as i64).collect())
    }

    fn labels(&self, names: [&str; 2]) -> Vec<Option<String>> {
        let list = names.iter().find_map(|name| self.model[*name]["items"].as_array().or(self.model[*name].as_array()));
        list.into_iter().flatten().map(|item| item["value"].as_str().or(item.as_str()).map(str::to_owned)).collect()
    }

    /// Makes the bodies of the model, and bodies for the shapes without one.
    fn bodies(&mut self, draft: &mut Draft) -> Result<Stood, String> {
        let kinds = self.column("shape_type")?;
        let owners = self.column("shape_body")?;
        let flags = self.column("shape_flags")?;
        let scales = self.rows(&self.model["shape_scale"], 3, "shape_scale")?;
        let places = self.rows(&self.model["shape_transform"], 7, "shape_transform")?;
        let lows = self.rows(&self.model["shape_collision_aabb_lower"], 3, "shape_collision_aabb_lower")?;
        let radii = self.rows(&self.model["shape_collision_radius"], 1, "shape_collision_radius")?;
        let starts = self.rows(&self.model["body_q"], 7, "body_q")?;
        if [owners.len(), scales.len(), places.len()].iter().any(|count| *count != kinds.len()) {
            return Err(String::from("has lists of shapes that are not of one length"));
        }
        let names = self.labels(["body_label", "body_key"]);
        let labels = self.labels(["shape_label", "shape_key"]);
        let mut pieces: Vec<Vec<Piece>> = starts.iter().map(|_| Vec::new()).collect();
        for i in 0..kinds.len() {
            let name = labels.get(i).cloned().flatten();
            let told = name.clone().unwrap_or_else(|| format!("shape {i}"));
            if flags.get(i).is_some_and(|flags| flags & COLLIDES == 0) {
                self.leave(told, "it does not collide with shapes");
                continue;
            }
            let scale = [0, 1, 2].map(|k| scales[i][k]);
            let shape = self
                .shape(i, kinds[i], scale, draft)
                .and_then(|shape| fits(shape, lows.get(i), radii.get(i).map(|row| row[0])));
            let (shape, local) = match shape.and_then(|shape| Ok((shape, pose(&places[i], "shape_transform")?))) {
                Ok(made) => made,
                Err(why) => {
                    self.leave(told, &why);
                    continue;
                }
            };
            match usize::try_from(owners[i]).ok().map(|owner| pieces.get_mut(owner)) {
                Some(Some(pieces)) => pieces.push(Piece { name, shape, pose: local }),
                Some(None) => return Err(format!("shape_body[{i}]: there is no body {}", owners[i])),
                None => {
                    let made = draft.stand(&told, vec![Piece { name: None, shape, pose: local }], Pose::default(), 0);
                    made.iter().for_each(|(part, _)| draft.parts[*part].kinds = STILL);
                }
            }
        }
        let mut stood = Stood::new();
        for (k, pieces) in pieces.into_iter().enumerate() {
            let name = names.get(k).cloned().flatten().unwrap_or_else(|| format!("body {k}"));
            let made = draft.stand(&name, pieces, pose(&starts[k], "body_q")?, k + 1);
            made.iter().for_each(|(part, _)| draft.parts[*part].kinds = MOVING);
            stood.push(made);
        }
        self.knowledge(&stood, draft)?;
        Ok(stood)
    }

    /// Reads masses, gravity and the up axis.
    fn knowledge(&self, stood: &Stood, draft: &mut Draft) -> Result<(), String> {
        let masses = self.rows(&self.model["body_mass"], 1, "body_mass")?;
        let gravity = self.rows(&self.model["gravity"], 3, "gravity")?;
        let masses = masses
            .into_iter()
            .zip(stood)
            .filter_map(|(mass, made)| {
                let part = made.first().filter(|_| mass[0] > 0.0 && mass[0] < 1e12)?.0;
                Some((draft.parts[part].body.name.clone(), mass[0]))
            })
            .collect();
        if let Some(gravity) = gravity.first().filter(|gravity| gravity.iter().all(|x| x.abs() <= 1e9)) {
            let gravity = [0, 1, 2].map(|k| gravity[k]);
            draft.recorded = Some(Recorded { gravity, step: None, masses });
        }
        let up = &self.model["up_axis"];
        let axis = up["value"].as_i64().or(up.as_i64()).unwrap_or(2);
        draft.up = if axis == 2 { Upward::Z } else { Upward::Y };
        Ok(())
    }

    /// Builds a shape by its kind in Newton 1; z is the axis of round shapes.
    fn shape(&self, i: usize, kind: i64, [x, y, z]: [f64; 3], draft: &mut Draft) -> Result<Shape, String> {
        let sizes = |count: usize| match [x, y, z][..count].iter().find(|value| **value < 0.0) {
            Some(value) => Err(format!("a size must not be negative, is {value}")),
            None => [x, y, z].iter().try_for_each(|value| length(*value).map(drop)),
        };
        let axis = Axis::Z;
        Ok(match kind {
            1 => {
                draft.say("A plane is a half-space: it has no end, whatever size it is drawn with.");
                Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 }
            }
            3 => sizes(1).map(|()| Shape::Sphere { radius: x })?,
            4 => sizes(2).map(|()| Shape::Capsule { radius: x, half_height: y, axis })?,
            5 => sizes(3).map(|()| Shape::Ellipsoid { radii: [x, y, z] })?,
            6 => sizes(2).map(|()| Shape::Cylinder { radius: x, half_height: y, axis })?,
            7 => sizes(3).map(|()| Shape::Box { half_extents: [x, y, z] })?,
            9 => sizes(2).map(|()| Shape::Cone { radius: x, half_height: y, axis })?,
            8 | 10 => self.mesh(i, kind == 10, [x, y, z], draft)?,
            other => return Err(format!("a shape of kind {other} is not read")),
        })
    }

    fn mesh(&self, i: usize, convex: bool, scale: [f64; 3], draft: &mut Draft) -> Result<Shape, String> {
        let mesh = self.meant(self.model["shape_source"]["items"].get(i).unwrap_or(&Value::Null));
        let vertices = self.rows(&mesh["vertices"], 3, "vertices")?;
        let points: Vec<[f64; 3]> = vertices.iter().map(|p| [0, 1, 2].map(|k| p[k] * scale[k])).collect();
        points.iter().flatten().try_for_each(|x| length(*x).map(drop))?;
        if points.is_empty() {
            return Err(String::from("its mesh has no vertices"));
        }
        if convex {
            return Ok(Shape::Polytope { points });
        }
        let known = |index: f64| (index >= 0.0 && index < points.len() as f64).then_some(index as u32);
        let triangles: Option<Vec<[u32; 3]>> = self
            .rows(&mesh["indices"], 3, "indices")?
            .iter()
            .map(|row| Some([known(row[0])?, known(row[1])?, known(row[2])?]))
            .collect();
        let triangles = triangles.ok_or("a triangle of its mesh names a vertex that is not there")?;
        draft.surface(points, triangles, scale)
    }

    /// Reads the states as frames.
    fn states(&self, states: &'a Value, stood: &Stood, draft: &mut Draft) -> Result<(), String> {
        for (k, state) in states.as_array().into_iter().flatten().enumerate() {
            let rows = self.rows(&state["items"]["body_q"], 7, "body_q")?;
            if rows.len() != stood.len() {
                return Err(format!("states[{k}].body_q: has {} bodies, the model has {}", rows.len(), stood.len()));
            }
            let mut poses = Vec::new();
            for (row, made) in rows.iter().zip(stood) {
                let at = pose(row, "body_q").map_err(|why| format!("states[{k}]: {why}"))?;
                poses.extend(made.iter().map(|(part, local)| {
                    let Pose { position, rotation } = at.then(*local);
                    FramePose { body: draft.parts[*part].body.name.clone(), position, rotation }
                }));
            }
            draft.frames.push(Frame { time: None, poses, gone: Vec::new() });
        }
        Ok(())
    }

    /// Excludes pairs of bodies that a joint connects.
    fn joints(&mut self, draft: &mut Draft) {
        let column = |name: &str| self.column(name).unwrap_or_default();
        let parents = column("joint_parent");
        let children = column("joint_child");
        let kinds = column("joint_type");
        let held: Vec<usize> = (0..kinds.len()).filter(|k| kinds[*k] != FREE).collect();
        for k in &held {
            let body = |list: &[i64]| list.get(*k).and_then(|body| usize::try_from(*body + 1).ok());
            if let (Some(parent), Some(child)) = (body(&parents), body(&children)) {
                draft.keep_apart(parent, child);
            }
        }
        if !held.is_empty() {
            let count = if held.len() == 1 { String::from("1 joint") } else { format!("{} joints", held.len()) };
            self.leave(count, "joints are not read");
        }
    }

    /// Reports the other fields of the file by name.
    fn rest(&mut self, root: &Value) {
        let known: BTreeSet<&str> = READ.into();
        let is_empty = |value: &Value| {
            let data = value.get("value").or(value.get("items")).or(value.get("data")).unwrap_or(value);
            data.is_null()
                || data.as_array().is_some_and(Vec::is_empty)
                || data.as_object().is_some_and(serde_json::Map::is_empty)
        };
        let fields = self.model.as_object().into_iter().flatten();
        let mut names: Vec<&str> = fields
            .filter(|(name, value)| !known.contains(name.as_str()) && !is_empty(value))
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        if let Some(first) = names.first() {
            let more = if names.len() > 1 { format!(" and {} more", names.len() - 1) } else { String::new() };
            self.leave(format!("model: {first}{more}"), "of a model its shapes, bodies, masses and gravity are read");
        }
        let states = root["items"]["states"]["items"].as_array().into_iter().flatten();
        let names: BTreeSet<&String> =
            states.filter_map(|state| state["items"].as_object()).flat_map(serde_json::Map::keys).collect();
        let names: Vec<&str> = names.into_iter().map(String::as_str).filter(|name| *name != "body_q").collect();
        if !names.is_empty() {
            self.leave(format!("states: {}", shown(&names.join(", "))), "of a state where its bodies are is read");
        }
    }
}

/// Appends all numbers of nested lists in order; `None` when the lists contain anything else.
fn flatten(value: &Value, flat: &mut Vec<f64>) -> Option<()> {
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| flatten(item, flat)),
        Value::Number(number) => {
            flat.push(number.as_f64().filter(|number| number.is_finite())?);
            Some(())
        }
        Value::Bool(is) => {
            flat.push(f64::from(u8::from(*is)));
            Some(())
        }
        _ => None,
    }
}

/// Reads a position, then a quaternion x, y, z, w.
fn pose(row: &[f64], name: &str) -> Result<Pose, String> {
    let position = [0, 1, 2].map(|k| row[k]);
    let rotation = [3, 4, 5, 6].map(|k| row[k]);
    position.iter().try_for_each(|x| length(*x).map(drop)).map_err(|why| format!("{name}: {why}"))?;
    let size = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (size - 1.0).abs() > 1e-3 {
        return Err(format!("{name}: a quaternion must be of length 1, is of {size}"));
    }
    Ok(Pose { position, rotation })
}

/// Checks that the shape fits the bounding box and radius in the file.
fn fits(shape: Shape, low: Option<&Vec<f64>>, radius: Option<f64>) -> Result<Shape, String> {
    let own = match &shape {
        Shape::Sphere { radius } => Some(*radius),
        Shape::Box { half_extents: [x, y, z] } => Some((x * x + y * y + z * z).sqrt()),
        _ => None,
    };
    if own.zip(radius).is_some_and(|(own, theirs)| (own - theirs).abs() > 1e-3 * own) {
        return Err(String::from(MISFIT));
    }
    let Some(low) = low.filter(|_| !shape.is_half_space()) else { return Ok(shape) };
    let body = Body::new("shape", shape);
    let around = bounds::around(&body, Pose::default()).ok_or("it has no size")?;
    let size = (0..3).map(|k| around[1][k] - around[0][k]).fold(0.0, f64::max);
    let off = (0..3).map(|k| (around[0][k] - low[k]).abs()).fold(0.0, f64::max);
    if off > 1e-3 * size {
        return Err(String::from(MISFIT));
    }
    Ok(body.shape)
}
