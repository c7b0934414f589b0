//! Shapes that several values describe: in, pybullet's `createCollisionShapeArray(shapeTypes=[…], radii=[…])`, Rapier's
//! `Collider::compound(vec![(position, rotation, shape)])`, or PhysX's description and cooking of a convex mesh; out, a
//! body with a shape for each element, or the hull of the points.

use crate::code::evaluate::value::{Data, NamedValue, Order, Value, mark};
use crate::code::join::store::{Store, entities_of, ranges_of};
use crate::code::libraries::calls::{by_key, word};
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

/// Description of a convex mesh of PhysX, `PxConvexMeshDesc`.
struct MeshDescription {
    /// List of the points in `desc.points.data`.
    points: Value,
    /// Number of points in `desc.points.count`, which the mesh uses; `None` if it is not known.
    count: Option<f64>,
}

/// Returns the element `k` of the list in the argument with this key; `None` without the argument or the element.
fn element<'v>(arguments: &'v [NamedValue], key: &str, k: usize) -> Option<&'v Value> {
    by_key(arguments, &[key])?.items().get(k).map(|(_, value)| value)
}

impl Store {
    /// Evaluates a call that makes a shape of several values; `None` for any other.
    pub fn array_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        if let Some(value) = self.cooked_data(names, arguments, at) {
            return Some(value);
        }
        let id = match *names.last()? {
            "createCollisionShapeArray" => self.shape_array(arguments, at),
            "compound" | "new" if is_compound(names) => self.compound_of_tuples(arguments, at)?,
            "PxCreateConvexMesh" | "createConvexMesh" => self.convex_mesh(arguments, at)?,
            "PxConvexMeshGeometry" => self.convex_geometry(arguments, at)?,
            "PxMeshScale" => {
                let data = mesh_scale(arguments).map_or(Data::Unknown, |scale| Data::Vector(scale.to_vec()));
                return Some(Value { data, used: ranges_of(arguments), at });
            }
            _ => return None,
        };
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Makes the compound of pybullet's `createCollisionShapeArray(shapeTypes=[…], radii=[…], …)`.
    fn shape_array(&mut self, arguments: &[NamedValue], at: usize) -> usize {
        let body = self.body(&["pybullet", "compound"], at);
        let kinds = by_key(arguments, &["shapeTypes"]).map_or(&[][..], Value::items);
        for (k, (_, kind)) in kinds.iter().enumerate() {
            let mut child_arguments: Vec<NamedValue> = vec![(None, kind.clone())];
            for SizeList { list, key } in size_lists(word(kind)) {
                let value = element(arguments, list, k).cloned().unwrap_or_else(|| Value::unknown(at));
                child_arguments.push((Some((*key).to_owned()), value));
            }
            let shape = self.shape(&["createCollisionShape"], &child_arguments, at);
            let local = frame_of_element(arguments, k);
            if local.is_none() {
                self.mark_unread(body, "pose of a shape", at);
            }
            self.attach(body, shape, local, &ranges_of(arguments));
        }
        body
    }

    /// Makes the compound of Rust's `Collider::compound(vec![(position, rotation, shape)])`, where a pose may be one
    /// value; `None` if the argument is not such a list.
    fn compound_of_tuples(&mut self, arguments: &[NamedValue], at: usize) -> Option<usize> {
        let [(None, list)] = arguments else { return None };
        // A list of one tuple is that tuple.
        if list.items().iter().any(|(_, item)| item.is_entity()) {
            return self.compound_of(std::slice::from_ref(&arguments[0]), at);
        }
        match list.items() {
            [(None, inner)] if entities_of(list.items()).len() > 1 => self.compound_of(inner.items(), at),
            items => self.compound_of(items, at),
        }
    }

    /// Makes the compound of these tuples, each with one shape and its pose; `None` without a tuple, or if one has no
    /// shape or several.
    fn compound_of(&mut self, tuples: &[NamedValue], at: usize) -> Option<usize> {
        if tuples.is_empty() || tuples.iter().any(|(_, tuple)| entities_of(tuple.items()).len() != 1) {
            return None;
        }
        let body = self.body(&["compound"], at);
        for (_, tuple) in tuples {
            let local = local_pose(tuple.items());
            if local.is_none() {
                self.mark_unread(body, "pose of a shape", tuple.at);
            }
            let used = [tuple.used.clone(), ranges_of(tuple.items())].concat();
            for child in entities_of(tuple.items()) {
                self.attach(body, child, local, &used);
            }
        }
        Some(body)
    }

    /// Makes the hull of PhysX's `PxCreateConvexMesh(parameters, desc)`, whose points were assigned to a field of the
    /// description, or of `createConvexMesh(input)` with cooked data; `None` if the points are not known. A description
    /// with fewer points than the list is a problem.
    fn convex_mesh(&mut self, arguments: &[NamedValue], at: usize) -> Option<usize> {
        let in_arguments = arguments.iter().find_map(|(_, value)| self.described(value));
        let description = in_arguments.or_else(|| self.only_description());
        let MeshDescription { points, count } = description?;
        let length = points.points().map_or(0, |points| points.len());
        let id = self.shape(&["btConvexHullShape"], &[(None, points)], at);
        if count.is_some_and(|count| count != length as f64) {
            self.mark_unread(id, "number of points", at);
        }
        Some(id)
    }

    /// Returns the description in the variable that a value names, or the one whose cooked points are the value; `None`
    /// for any other value.
    fn described(&self, value: &Value) -> Option<MeshDescription> {
        let Some(name) = word(value) else {
            let is_cooked = value.points().is_some_and(|points| points.len() > 2);
            return is_cooked.then(|| MeshDescription { points: value.clone(), count: None });
        };
        let points = self.variables.get(&format!("{name}.points.data"))?.clone();
        let count = self.variables.get(&format!("{name}.points.count")).and_then(Value::number);
        Some(MeshDescription { points, count })
    }

    /// Returns the points of the description of a convex mesh, if the text has only one.
    fn only_description(&self) -> Option<MeshDescription> {
        let names = self.variables.keys().filter_map(|name| name.strip_suffix(".points.data"));
        let names: Vec<&str> = names.take(2).collect();
        let [name] = names[..] else { return None };
        self.described(&Value::new(Data::Word(name.to_owned()), 0))
    }

    /// Evaluates PhysX's functions for cooked data, which have the points of the description; `None` for any other.
    fn cooked_data(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        match (names, arguments) {
            ([.., "cookConvexMesh" | "PxCookConvexMesh"], _) => {
                // The argument after the description is the stream of the cooked data.
                let k = arguments.iter().position(|(_, value)| self.described(value).is_some())?;
                let stream = word(&arguments.get(k + 1)?.1)?;
                let name = format!("{stream}.points.data");
                let points = self.described(&arguments[k].1)?.points;
                self.variables.insert(name, points);
                Some(Value::unknown(at))
            }
            ([.., buffer, "getData"], []) => {
                let buffer = Value::new(Data::Word((*buffer).to_owned()), at);
                Some(self.described(&buffer).or_else(|| self.only_description())?.points)
            }
            ([.., "PxDefaultMemoryInputData"], [(_, data), ..]) => self.described(data).map(|data| data.points),
            _ => None,
        }
    }

    /// Makes the shape of `PxConvexMeshGeometry(mesh, scale)`; `None` if the mesh is not one of the text.
    fn convex_geometry(&mut self, arguments: &[NamedValue], at: usize) -> Option<usize> {
        let [(_, Value { data: Data::Entity(mesh), .. }), rest @ ..] = arguments else { return None };
        if entities_of(arguments).len() != 1 {
            return None;
        }
        self.entities[*mesh].attached = true;
        let id = self.add_copy(*mesh, at);
        match rest {
            [] => {}
            [(_, scale), ..] => match scale.vector().filter(|scale| scale.iter().all(|x| *x > 0.0)) {
                Some(factors) => {
                    self.entities[id].scale = Some(factors);
                    self.entities[id].used.extend(scale.used.iter().cloned());
                }
                None => self.mark_unread(id, "scale", scale.at),
            },
        }
        Some(id)
    }

    /// Keeps the points of a description of a convex mesh, and their number: `desc.points.data = verts`. Returns
    /// whether the names are such a field.
    pub fn keeps_points(&mut self, names: &[&str], arguments: &[NamedValue]) -> bool {
        let [.., "points", "data" | "count" | "stride"] = names else { return false };
        let [(_, value)] = arguments else { return false };
        self.max_names = self.max_names.max(names.len());
        self.variables.insert(names.join("."), value.clone());
        true
    }
}

/// List of sizes among the arguments of `createCollisionShapeArray`, and the argument of a single shape that its
/// elements are.
struct SizeList {
    list: &'static str,
    key: &'static str,
}

/// Returns the lists of sizes of a kind of shapes of pybullet; an unknown kind has those of a capsule.
fn size_lists(kind: Option<&str>) -> &'static [SizeList] {
    match kind {
        Some("GEOM_BOX") => &[SizeList { list: "halfExtents", key: "halfExtents" }],
        Some("GEOM_SPHERE") => &[SizeList { list: "radii", key: "radius" }],
        _ => &[SizeList { list: "radii", key: "radius" }, SizeList { list: "lengths", key: "height" }],
    }
}

/// Returns the pose of the shape `k` in the lists `collisionFramePositions` and `collisionFrameOrientations`; the
/// identity without these lists, `None` if an element is missing or not understood.
fn frame_of_element(arguments: &[NamedValue], k: usize) -> Option<Pose> {
    let mut frame = Pose::default();
    if by_key(arguments, &["collisionFramePositions"]).is_some() {
        frame.position = element(arguments, "collisionFramePositions", k)?.vector()?;
    }
    if by_key(arguments, &["collisionFrameOrientations"]).is_some() {
        frame.rotation = element(arguments, "collisionFrameOrientations", k)?.rotation(Some(Order::Last))?;
    }
    Some(frame)
}

/// Whether a path is that of a constructor of a compound in Rust.
fn is_compound(names: &[&str]) -> bool {
    let types = ["Collider", "ColliderBuilder", "SharedShape", "Compound"];
    matches!(names, [.., kind, last] if types.contains(kind) && (*last == "compound" || *kind == "Compound"))
}

/// Pose of a shape in its tuple: a pose, or a position before a rotation or a planar angle; `None` if a value next to
/// the shape is not one of these.
fn local_pose(tuple: &[NamedValue]) -> Option<Pose> {
    let values: Vec<&Value> = tuple.iter().map(|(_, value)| value).filter(|value| !value.is_entity()).collect();
    match values[..] {
        [pose] => pose.pose().or_else(|| pose.vector().map(Pose::at)),
        [position, turn] => {
            let position = match position.data {
                Data::Pose(Pose { position, rotation: IDENTITY_ROTATION }) => position,
                _ => position.vector()?,
            };
            let rotation = match turn.data {
                Data::Rotation(rotation) => rotation,
                _ => about([0.0, 0.0, 1.0], turn.number()?)?,
            };
            Some(Pose { position, rotation })
        }
        _ => None,
    }
}

/// Returns the factors of `PxMeshScale(factor)` or `PxMeshScale(factors, rotation)`; `None` with a rotation other than
/// the identity.
fn mesh_scale(arguments: &[NamedValue]) -> Option<[f64; 3]> {
    match arguments {
        [(_, factor)] => factor.number().map(|factor| [factor; 3]).or_else(|| factor.vector()),
        [(_, factors), (_, rotation)] => {
            let is_straight = matches!(rotation.data, Data::Rotation(rotation) if rotation == IDENTITY_ROTATION);
            factors.vector().filter(|_| is_straight)
        }
        _ => None,
    }
}

/// Whether a name is that of a function of raylib that draws a solid.
pub fn is_drawn(name: &str) -> bool {
    ["drawcube", "drawcubev", "drawsphere"].contains(&normalized(name).as_str())
}
