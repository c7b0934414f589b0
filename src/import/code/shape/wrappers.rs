//! Shapes made from other shapes, bodies or components: scaled, moved and rounded shapes, hulls of hulls, fixtures.

use std::rc::Rc;

use super::dictionary;
use crate::import::code::evaluate::setters::point;
use crate::import::code::evaluate::value::{Data, NamedValue, Order, Ranges, Value, mark};
use crate::import::code::join::store::{Entity, Problem, Slot, Store, ranges_of, slot};
use crate::import::code::parser::syntax::Path;
use crate::import::code::pose::angles;
use crate::import::code::pose::rotations;
use crate::import::code::pose::rotations::normalized;
use crate::import::pose::{IDENTITY_ROTATION, Pose, about};

/// Methods of Unity that make or find a component of a type.
const COMPONENTS: [&str; 6] = [
    "AddComponent",
    "GetComponent",
    "GetOrAddComponent",
    "GetComponentInChildren",
    "GetComponentInParent",
    "FindObjectOfType",
];

/// Whether a path is a call that makes or finds a component.
pub fn is_component(path: &Path<'_>) -> bool {
    COMPONENTS.contains(&path.last()) && !path.generic.is_empty()
}

/// Pose of PhysX's plane n·x + d = 0: PhysX's geometry of a plane is x = 0, so the pose rotates the axis x to n.
fn plane_pose(arguments: &[NamedValue]) -> Option<Pose> {
    let (normal, distance) = match arguments {
        [(_, normal), (_, distance)] => (normal.vector()?, distance.number()?),
        [(_, x), (_, y), (_, z), (_, distance)] => ([x.number()?, y.number()?, z.number()?], distance.number()?),
        _ => return None,
    };
    let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    // A rotation by π about y takes x to -x; a rotation from x to any other direction has the axis x × n.
    let rotation = match normal {
        [x, 0.0, 0.0] if x < 0.0 => [0.0, 1.0, 0.0, 0.0],
        [_, y, z] if y == 0.0 && z == 0.0 => IDENTITY_ROTATION,
        [x, y, z] => about([0.0, -z, y], (x / length).clamp(-1.0, 1.0).acos())?,
    };
    Some(Pose { position: normal.map(|x| -distance * x / (length * length)), rotation })
}

/// Names of the sizes of a component. If the text finds a component instead of adding it, its sizes are unknown until
/// the text sets them.
fn sizes(kind: &str) -> &'static [&'static str] {
    match kind {
        "BoxCollider" | "BoxCollider2D" | "CapsuleCollider2D" => &["size"],
        "SphereCollider" | "CircleCollider2D" => &["radius"],
        "CapsuleCollider" => &["radius", "height"],
        _ => &[],
    }
}

/// Pose of Jolt's rotated and translated shape.
fn rotated_and_translated(arguments: &[NamedValue]) -> Option<Pose> {
    let position = arguments.iter().find_map(|(_, value)| value.vector())?;
    let rotation = arguments.iter().find_map(|(_, value)| match value.data {
        Data::Rotation(rotation) => Some(rotation),
        _ => None,
    })?;
    Some(Pose { position, rotation })
}

/// Pose of Jitter's transformed shape: an offset, then a matrix, which may be more than a rotation.
fn transformed(arguments: &[NamedValue]) -> Option<Pose> {
    match arguments {
        [_, (_, offset)] => offset.vector().map(Pose::at).or_else(|| offset.pose()),
        [_, (_, offset), (_, turn)] => match turn.data {
            Data::Rotation(rotation) => offset.vector().map(|position| Pose { position, rotation }),
            _ => None,
        },
        _ => None,
    }
}

impl Store {
    /// Makes the shape of a component, as `object.AddComponent<BoxCollider>()`; `None` for any other call.
    pub fn component(
        &mut self,
        path: &Path<'_>,
        owner: Option<Value>,
        arguments: &[NamedValue],
        at: usize,
    ) -> Option<Value> {
        if !is_component(path) || !arguments.is_empty() || dictionary::rows(&path.generic).is_empty() {
            return None;
        }
        let kind = path.generic.last().copied().unwrap_or_default();
        // The sizes of a component that is found are those that the text sets.
        let found = path.last() != "AddComponent";
        let arguments: Vec<_> =
            sizes(kind).iter().filter(|_| found).map(|key| (Some((*key).to_owned()), Value::unknown(at))).collect();
        let id = self.shape(&path.generic, &arguments, at);
        let owner = match owner.map(|owner| owner.data) {
            Some(Data::Entity(owner)) => Some(owner),
            Some(_) => None,
            None if path.names.len() > 1 => Some(self.owner(path.names[0], at)),
            None => None,
        };
        if let Some(owner) = owner {
            self.attach(owner, id, None, &Vec::new());
        }
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Returns the body that a variable holds, or a new one with its name.
    pub fn owner(&mut self, name: &str, at: usize) -> usize {
        if let Some(Data::Entity(owner)) = self.variables.get(name).map(|value| &value.data) {
            return *owner;
        }
        let owner = self.body(&[name], at);
        name.clone_into(&mut self.entities[owner].name);
        self.variables.insert(name.to_owned(), Value::new(Data::Entity(owner), at));
        owner
    }

    /// Evaluates the constructor of a shape with shapes or bodies among its arguments: the shapes that it is made from,
    /// or the body that it belongs to.
    pub fn shape_of_parts(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Value {
        let mut flat = arguments.to_vec();
        let mut owner = None;
        let mut bad = false;
        let of_body = dictionary::rows(names)
            .iter()
            .any(|row| row.arguments.starts_with("body:_") || row.arguments.starts_with("body:body"));
        for (k, (key, value)) in flat.iter_mut().enumerate() {
            let Data::Entity(id) = value.data else { continue };
            let first = k == 0 && key.is_none() || key.as_deref() == Some("body");
            if of_body && first && !self.entities[id].is_shape {
                owner = Some(id);
                value.data = Data::Word(String::from("body"));
                continue;
            }
            let part = &mut self.entities[id];
            let inner = part.path.last().map_or("", String::as_str);
            let outer = names.last().copied().unwrap_or_default();
            part.attached = true;
            value.used.extend(part.used.iter().cloned());
            match (outer, inner, part.arguments.first()) {
                // A hull of points that is already computed.
                (
                    "b2MakePolygon" | "b2MakeOffsetPolygon" | "b2MakeOffsetRoundedPolygon",
                    "b2ComputeHull",
                    Some((_, points)),
                ) => {
                    bad |= part.problem.is_some();
                    value.data = points.data.clone();
                }
                ("PlaneShape" | "PlaneShapeSettings" | "WorldBoundaryShape3D", "Plane", _)
                | (_, "Segment3" | "Segment2", _)
                | ("Cylinder3", "Line3", _) => value.data = Data::List(Rc::new(part.arguments.clone())),
                _ => bad = true,
            }
        }
        let id = self.shape(names, &flat, at);
        if bad {
            self.doubt(id, "shape", at);
        }
        if let Some(owner) = owner {
            self.attach(owner, id, None, &ranges_of(arguments));
        }
        Value { data: Data::Entity(id), used: vec![mark(at)], at }
    }

    /// Evaluates a call that rounds, scales or moves one shape; `None` for any other call.
    pub fn wrapping_call(
        &mut self,
        names: &[&str],
        arguments: &[NamedValue],
        entities: &[usize],
        at: usize,
    ) -> Option<Value> {
        let last = normalized(names.last()?);
        let mut entities = entities.to_vec();
        // Box2D's `b2MakeProxy(box.vertices, box.count, box.radius)` names one shape three times.
        if last == "b2makeproxy" {
            entities.dedup();
        }
        let [child] = entities[..] else { return None };
        let used = ranges_of(arguments);
        let made = match last.trim_end_matches("settings") {
            "roundcuboid"
            | "roundcylinder"
            | "roundcone"
            | "roundconvexpolyhedron"
            | "roundconvexpolygon"
            | "roundshape"
            | "roundtriangle" => {
                let radius = arguments.iter().find_map(|(key, value)| {
                    let named = key.as_deref().is_none_or(|key| key == "border_radius" || key == "borderRadius");
                    value.number().filter(|_| named)
                });
                self.round(child, radius, at);
                child
            }
            "scaledshape" => {
                let scale = arguments.iter().find_map(|(_, value)| value.vector());
                self.scale(child, scale, at);
                child
            }
            "btuniformscalingshape" | "uniformscalingshape" => {
                let factor = arguments.iter().find_map(|(_, value)| value.number());
                self.scale(child, factor.map(|factor| [factor; 3]), at);
                child
            }
            "rotatedtranslatedshape" => self.wrapped(child, rotated_and_translated(arguments), names, &used, at),
            "transformedshape" => self.wrapped(child, transformed(arguments), names, &used, at),
            // The first moves only the center of mass; a proxy has the points and the radius of its shape.
            "offsetcenterofmassshape" | "b2makeproxy" | "pxcustomgeometry" => child,
            "pxconvexcoregeometry" => self.core_with_margin(child, arguments, at),
            "planeshape" if self.entities[child].path.ends_with(&[String::from("sFromPointAndNormal")]) => child,
            "pxtransformfromplaneequation" => {
                self.entities[child].attached = true;
                let data = plane_pose(&self.entities[child].arguments).map_or(Data::Unknown, Data::Pose);
                self.unread_poses.extend(matches!(data, Data::Unknown).then_some(at..at + 1));
                return Some(Value { data, used: [&used[..], &self.entities[child].used].concat(), at });
            }
            _ => return None,
        };
        Some(Value::entity(made, &used, at))
    }

    /// Puts a shape into a new body at a pose, which is a problem if it is not understood.
    fn wrapped(&mut self, child: usize, pose: Option<Pose>, names: &[&str], used: &Ranges, at: usize) -> usize {
        let whole = self.body(names, at);
        self.attach(whole, child, pose, used);
        if pose.is_none() {
            self.doubt(child, "pose", at);
        }
        whole
    }

    /// Rounds a shape by a ball of this radius (Minkowski sum), meters.
    pub fn round(&mut self, id: usize, radius: Option<f64>, at: usize) {
        let entity = &mut self.entities[id];
        match radius.filter(|_| entity.is_shape && entity.rounding.is_none()) {
            Some(radius) => entity.rounding = Some(radius),
            None => entity.problem = Some(Problem::at(at, "shape")),
        }
    }

    /// Scales a shape along its axes.
    pub fn scale(&mut self, id: usize, factors: Option<[f64; 3]>, at: usize) {
        let entity = &mut self.entities[id];
        let whole = entity.is_shape
            && entity.scale.is_none()
            && entity.rotation.is_none_or(|rotation| rotation == IDENTITY_ROTATION);
        match factors.filter(|all| whole && entity.position.is_none() && all.iter().all(|x| *x > 0.0)) {
            Some(factors) => entity.scale = Some(factors),
            None => entity.problem = Some(Problem::at(at, "scale")),
        }
    }

    /// Adds a point to a hull, as `hull->addPoint(…)` does.
    pub fn add_point(&mut self, id: usize, arguments: &[NamedValue]) {
        let Some(point) = point(arguments) else {
            self.entities[id].problem = Some(Problem {
                range: arguments.first().map_or(0..1, |(_, value)| value.at..value.at + 1),
                part: "point",
            });
            return;
        };
        let value = Value { data: Data::Vector(point.to_vec()), used: ranges_of(arguments), at: 0 };
        let entity = &mut self.entities[id];
        entity.used.extend(ranges_of(arguments));
        match entity.arguments.first_mut().map(|(_, first)| &mut first.data) {
            Some(Data::List(items)) => std::rc::Rc::make_mut(items).push((None, value)),
            _ => entity.arguments = vec![(None, Value::new(Data::List(std::rc::Rc::new(vec![(None, value)])), 0))],
        }
    }

    /// Makes the shape of a constructor; returns its index.
    pub fn shape(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> usize {
        let mut entity = Entity {
            at,
            is_shape: true,
            path: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Entity::default()
        };
        // A static body of Chipmunk is the world.
        if let Some((None, Value { data: Data::Word(word), .. })) = arguments.first()
            && ["static_body", "staticBody", "StaticBody"].contains(&word.as_str())
            && dictionary::rows(names).iter().any(|row| row.arguments.starts_with("body:_"))
        {
            entity.position = Some([0.0; 3]);
        }
        for (key, value) in arguments {
            entity.used.extend(value.used.iter().cloned());
            if key.as_deref().is_some_and(|key| self.shape_key(&mut entity, names, key, value)) {
                continue;
            }
            // pybox2d: `box=(hx, hy, center, angle)`.
            if let (Some("box"), [x, y, center, angle]) = (key.as_deref(), value.items()) {
                let fields = [("hx", x), ("hy", y), ("center", center), ("angle", angle)];
                entity.arguments.extend(fields.map(|(key, (_, value))| (Some(key.to_owned()), value.clone())));
                continue;
            }
            // The pose of a geom among its arguments.
            match key.as_deref().and_then(|key| Some((slot(key).filter(|_| key != "p" && key != "transform")?, value)))
            {
                Some((Slot::Position, value))
                    if dictionary::rows(names)
                        .iter()
                        .all(|row| !row.arguments.contains("|pos") && !row.arguments.contains("position:at")) =>
                {
                    entity.position = value.vector();
                    if entity.position.is_none() {
                        entity.problem = Some(Problem::at(value.at, "position"));
                    }
                }
                Some((Slot::Rotation, value))
                    if dictionary::rows(names).iter().all(|row| !row.arguments.contains(":turn")) =>
                {
                    entity.rotation = value.rotation(self.order_of(names));
                    if entity.rotation.is_none() {
                        entity.problem = Some(Problem::at(value.at, "rotation"));
                    }
                }
                _ => entity.arguments.push((key.clone(), value.clone())),
            }
        }
        self.add(entity)
    }

    /// Returns the order of the quaternions of a type: that of its libraries, else that of the libraries of the text.
    fn order_of(&self, names: &[&str]) -> Option<Order> {
        let own = dictionary::rows(names).iter().flat_map(|row| row.libraries.split('|')).collect();
        rotations::order(&own).or_else(|| rotations::order(&self.named.libraries))
    }

    /// Reads an argument of a shape that is Euler angles, or the scale of a mesh of Blender. Returns whether it is one.
    fn shape_key(&self, entity: &mut Entity, names: &[&str], key: &str, value: &Value) -> bool {
        let is_blender = names.last().is_some_and(|name| name.starts_with("primitive_"));
        let is_genesis = names.contains(&"morphs");
        let is_oimo = names.first() == Some(&"oimo");
        let is_scaled = is_blender || names.last().is_some_and(|name| name.ends_with("Cuboid"));
        match (key, is_blender) {
            ("scale", _) if is_scaled => {
                entity.scale = value.vector();
                if entity.scale.is_none() {
                    entity.problem = Some(Problem::at(value.at, "scale"));
                }
            }
            ("euler", false) if !is_genesis => return false,
            ("rot", _) if !is_oimo => return false,
            ("euler" | "rot", false) | ("rotation", true) => {
                let library = match (is_blender, is_oimo) {
                    (true, _) => "blender",
                    (false, true) => "oimo",
                    (false, false) => "genesis",
                };
                let angles = value.coordinates().and_then(|all| <[f64; 3]>::try_from(all).ok());
                entity.rotation = angles.and_then(|angles| angles::by_library(&[library].into(), angles, None));
                if entity.rotation.is_none() {
                    entity.problem = Some(Problem::at(value.at, "rotation"));
                }
            }
            _ => return false,
        }
        true
    }

    /// Puts a shape into the body whose method made it: `body.add_geom(…)`, `go.AddComponent<BoxCollider>()`.
    pub fn attach_to_receiver(&mut self, path: &Path<'_>, id: usize) {
        let adds = ["add_geom", "addGeom", "add"].contains(&path.last())
            || path.last().ends_with("_collision")
            || path.last().starts_with("Create") && self.uses("aether");
        if !adds || path.names.len() < 2 {
            return;
        }
        let name = path.names[0];
        let owner = match self.variables.get(name).map(|value| &value.data) {
            Some(Data::Entity(owner)) => *owner,
            // The world itself gives no pose.
            _ => return self.move_pose_to_body(path, id),
        };
        self.attach(owner, id, None, &Vec::new());
    }
}
