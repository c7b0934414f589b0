//! Calls that make a shape from another shape, a body or a component.
//!
//! In: `JPH::ScaledShape(box, Vec3(1, 2, 1))`, `b2MakePolygon(&hull, 0)`, `RoundShape(shape, 0.1)`,
//! `object.AddComponent<BoxCollider>()`. Out: the inner shape with its scale or rounding, a body with the inner shape
//! at a pose, or the shape attached to its body.

use std::rc::Rc;

use super::dictionary;
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value::{Data, NamedValue, Ranges, Value, mark};
use crate::code::join::store::{Entity, Problem, Store, ranges_of};
use crate::code::parser::syntax::Path;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

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

/// Pose of PhysX's plane n·x + d = 0, given as `PxPlane(n, d)` or by four numbers: PhysX's geometry of a plane is x =
/// 0, so the pose rotates the axis x to n. `None` for other arguments, or if n is 0.
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

/// Names of the sizes of a component of Unity; empty for other kinds.
fn size_names(kind: &str) -> &'static [&'static str] {
    match kind {
        "BoxCollider" | "BoxCollider2D" | "CapsuleCollider2D" => &["size"],
        "SphereCollider" | "CircleCollider2D" => &["radius"],
        "CapsuleCollider" => &["radius", "height"],
        _ => &[],
    }
}

/// Returns the border radius of a rounded shape: the first number that has no other key; meters.
fn border_radius(arguments: &[NamedValue]) -> Option<f64> {
    arguments.iter().find_map(|(key, value)| {
        let may_be_radius = key.as_deref().is_none_or(|key| key == "border_radius" || key == "borderRadius");
        value.number().filter(|_| may_be_radius)
    })
}

/// Returns the points of a hull that Box2D already computed, `b2MakePolygon(&hull, radius)`; `None` for any other
/// shape.
fn computed_hull(constructor: &str, shape: &Entity) -> Option<Data> {
    let makes_polygon = ["b2MakePolygon", "b2MakeOffsetPolygon", "b2MakeOffsetRoundedPolygon"].contains(&constructor);
    if !makes_polygon || shape.path.last().is_none_or(|kind| kind != "b2ComputeHull") {
        return None;
    }
    shape.arguments.first().map(|(_, points)| points.data.clone())
}

/// Whether a constructor takes the arguments of a shape as a list of values: a plane of Jolt or Godot, a segment, or
/// the axis of GTE's `Cylinder3(line, radius, height)`.
fn takes_values(constructor: &str, shape: &Entity) -> bool {
    match shape.path.last().map_or("", String::as_str) {
        "Plane" => ["PlaneShape", "PlaneShapeSettings", "WorldBoundaryShape3D"].contains(&constructor),
        "Segment3" | "Segment2" => true,
        "Line3" => constructor == "Cylinder3",
        _ => false,
    }
}

/// Pose in the arguments of Jolt's `RotatedTranslatedShape(position, rotation, shape)`; `None` if one is missing.
fn rotated_and_translated(arguments: &[NamedValue]) -> Option<Pose> {
    let position = arguments.iter().find_map(|(_, value)| value.vector())?;
    let rotation = arguments.iter().find_map(|(_, value)| match value.data {
        Data::Rotation(rotation) => Some(rotation),
        _ => None,
    })?;
    Some(Pose { position, rotation })
}

/// Pose of Jitter's `TransformedShape(shape, offset, matrix)`; `None` if the matrix is not a rotation.
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
        // An added component has default sizes; one that exists already has unknown sizes until the text sets them.
        let unknown_sizes = if path.last() == "AddComponent" { &[] } else { size_names(kind) };
        let arguments: Vec<NamedValue> =
            unknown_sizes.iter().map(|key| (Some((*key).to_owned()), Value::unknown(at))).collect();
        let id = self.shape(&path.generic, &arguments, at);
        let owner = match owner.map(|owner| owner.data) {
            Some(Data::Entity(owner)) => Some(owner),
            Some(_) => None,
            // `object.AddComponent<…>()` on an object that the text does not declare.
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
        let outer = names.last().copied().unwrap_or_default();
        let rows = dictionary::rows(names);
        let takes_body =
            rows.iter().any(|row| row.arguments.starts_with("body:_") || row.arguments.starts_with("body:body"));
        let mut replaced = arguments.to_vec();
        let mut owner = None;
        let mut is_understood = true;
        for (k, (key, value)) in replaced.iter_mut().enumerate() {
            let Data::Entity(id) = value.data else { continue };
            // pymunk's `Circle(body, radius)`.
            let is_body_argument = k == 0 && key.is_none() || key.as_deref() == Some("body");
            if takes_body && is_body_argument && !self.entities[id].is_shape {
                owner = Some(id);
                value.data = Data::Word(String::from("body"));
                continue;
            }
            let inner = &mut self.entities[id];
            inner.attached = true;
            value.used.extend(inner.used.iter().cloned());
            if let Some(points) = computed_hull(outer, inner) {
                is_understood &= inner.problem.is_none();
                value.data = points;
            } else if takes_values(outer, inner) {
                value.data = Data::List(Rc::new(inner.arguments.clone()));
            } else {
                is_understood = false;
            }
        }
        let id = self.shape(names, &replaced, at);
        if !is_understood {
            self.mark_unread(id, "shape", at);
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
            // Rapier: `Collider::round_cuboid(hx, hy, hz, border_radius)`, whose border is added outside.
            "roundcuboid"
            | "roundcylinder"
            | "roundcone"
            | "roundconvexpolyhedron"
            | "roundconvexpolygon"
            | "roundshape"
            | "roundtriangle" => {
                self.round(child, border_radius(arguments), at);
                child
            }
            // Jolt: `ScaledShape(shape, Vec3(1, 2, 1))`.
            "scaledshape" => {
                let scale = arguments.iter().find_map(|(_, value)| value.vector());
                self.scale(child, scale, at);
                child
            }
            // Bullet: `btUniformScalingShape(&shape, 2)`.
            "btuniformscalingshape" | "uniformscalingshape" => {
                let factor = arguments.iter().find_map(|(_, value)| value.number());
                self.scale(child, factor.map(|factor| [factor; 3]), at);
                child
            }
            "rotatedtranslatedshape" => self.wrapped(child, rotated_and_translated(arguments), names, &used, at),
            "transformedshape" => self.wrapped(child, transformed(arguments), names, &used, at),
            // Jolt's shape with another center of mass is the same solid.
            "offsetcenterofmassshape" => child,
            // A proxy of Box2D has the points and the radius of its shape.
            "b2makeproxy" => child,
            // PhysX: `PxCustomGeometry(callbacks)`, where the callbacks are those of a shape.
            "pxcustomgeometry" => child,
            "pxconvexcoregeometry" => self.core_with_margin(child, arguments, at),
            // Jolt: `PlaneShape(Plane::sFromPointAndNormal(point, normal))`.
            "planeshape" if self.entities[child].path.ends_with(&[String::from("sFromPointAndNormal")]) => child,
            "pxtransformfromplaneequation" => {
                return Some(self.pose_of_plane(child, &used, at));
            }
            _ => return None,
        };
        Some(Value::entity(made, &used, at))
    }

    /// Evaluates PhysX's `PxTransformFromPlaneEquation(plane)`: the pose of the plane, unknown if it is not understood.
    fn pose_of_plane(&mut self, plane: usize, used: &Ranges, at: usize) -> Value {
        let entity = &mut self.entities[plane];
        entity.attached = true;
        let data = plane_pose(&entity.arguments).map_or(Data::Unknown, Data::Pose);
        if matches!(data, Data::Unknown) {
            self.unread_poses.push(mark(at));
        }
        Value { data, used: [&used[..], &self.entities[plane].used].concat(), at }
    }

    /// Puts a shape into a new body at a pose, which is a problem if it is not understood.
    fn wrapped(&mut self, child: usize, pose: Option<Pose>, names: &[&str], used: &Ranges, at: usize) -> usize {
        let whole = self.body(names, at);
        self.attach(whole, child, pose, used);
        if pose.is_none() {
            self.mark_unread(child, "pose", at);
        }
        whole
    }

    /// Rounds a shape by a ball of this radius (Minkowski sum), meters. A body, a shape that is already rounded, or an
    /// unknown radius is a problem.
    pub fn round(&mut self, id: usize, radius: Option<f64>, at: usize) {
        let entity = &mut self.entities[id];
        match radius.filter(|_| entity.is_shape && entity.rounding.is_none()) {
            Some(radius) => entity.rounding = Some(radius),
            None => entity.problem = Some(Problem::at(at, "shape")),
        }
    }

    /// Scales a shape along its axes. A shape that has a pose or a scale already, or a factor that is not positive, is
    /// a problem.
    pub fn scale(&mut self, id: usize, factors: Option<[f64; 3]>, at: usize) {
        let entity = &mut self.entities[id];
        let is_plain = entity.is_shape
            && entity.scale.is_none()
            && entity.position.is_none()
            && entity.rotation.is_none_or(|rotation| rotation == IDENTITY_ROTATION);
        match factors.filter(|factors| is_plain && factors.iter().all(|x| *x > 0.0)) {
            Some(factors) => entity.scale = Some(factors),
            None => entity.problem = Some(Problem::at(at, "scale")),
        }
    }

    /// Adds the point in the arguments of `hull->addPoint(…)` to a hull; one that is not understood is a problem.
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
            Some(Data::List(items)) => Rc::make_mut(items).push((None, value)),
            _ => entity.arguments = vec![(None, Value::new(Data::List(Rc::new(vec![(None, value)])), 0))],
        }
    }

    /// Puts a shape into the body whose method made it: MuJoCo's `body.add_geom(…)`, SAPIEN's
    /// `builder.add_box_collision(…)`, Aether's `body.CreateCircle(…)`.
    pub fn attach_to_receiver(&mut self, path: &Path<'_>, id: usize) {
        let is_adder = ["add_geom", "addGeom", "add"].contains(&path.last())
            || path.last().ends_with("_collision")
            || path.last().starts_with("Create") && self.uses("aether");
        if !is_adder || path.names.len() < 2 {
            return;
        }
        let name = path.names[0];
        let owner = match self.variables.get(name).map(|value| &value.data) {
            Some(Data::Entity(owner)) => *owner,
            // Aether's `world.CreateCircle(…)` makes a body, which takes the pose of the shape.
            _ => return self.move_pose_to_body(path, id),
        };
        self.attach(owner, id, None, &Vec::new());
    }
}
