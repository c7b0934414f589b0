//! Methods and fields of bodies and shapes that mean something in one library only: in, Panda3D's `node.setH(90)`,
//! Roblox's `part.CFrame = …`, Unreal's `SetWorldLocation(…)`; out, the entity of the store with its new pose,
//! size or parent.

use super::calls::{by_key, word};
use super::pose_changes::{
    PoseChange, angle_order_change, hpr_rotation, rotation_change, scenekit_rotation, unreal_change, whole,
};
use crate::code::evaluate::setters::point;
use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value, three_numbers};
use crate::code::join::store::{Problem, Store, poses_of, ranges_of};
use crate::code::pose::angles;
use crate::code::shape::dictionary;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose, about};

impl Store {
    /// Applies a method or field of an entity by the rules of its library. Returns whether there is a rule for it.
    pub fn library_member(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let last = names.last().copied().unwrap_or_default();
        if self.move_entity(id, names, arguments) || self.turn_entity(id, names, arguments) {
            return true;
        }
        if self.teleport(id, last, arguments, at)
            || self.set_c2_center(id, names, arguments)
            || self.set_marker_sizes(id, names, arguments)
            || self.set_placement_base(id, names, arguments, at)
        {
            return true;
        }
        if self.set_own_shape(id, names, arguments) || self.add_to_model(id, last, arguments, at) {
            return true;
        }
        if self.set_parent(id, names, arguments, at) || self.set_margin(id, last, arguments, at) {
            return true;
        }
        if self.set_entity_component(id, names, arguments, at) || self.set_marker_scale(id, names, arguments) {
            return true;
        }
        if self.scale_body(id, names, arguments, at) || self.set_vector_argument(id, last, arguments) {
            return true;
        }
        if self.leaves_geometry(id, names, arguments) || self.turn_obb(id, names, arguments, at) {
            return true;
        }
        self.free_position(id, names);
        let Some(change) = self.pose_change(id, names, arguments) else { return false };
        self.apply_change(id, change, arguments, at);
        true
    }

    /// Sets the matrix of three.js's `OBB`, which rotates the box about its own center: `obb.rotation.set(…)`. Returns
    /// whether the names are those of this matrix.
    fn turn_obb(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        if names.first() != Some(&"rotation") || self.entities[id].path.last().is_none_or(|kind| kind != "OBB") {
            return false;
        }
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let rotation = match (names.last(), arguments, numbers.as_deref()) {
            (Some(&"set"), _, Some(all)) if all.len() == 9 => {
                value::rotation_of_rows(&all.chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>())
            }
            (Some(&"identity"), [], _) => Some(IDENTITY_ROTATION),
            (Some(&"setFromMatrix4"), [(_, Value { data: Data::Pose(pose), .. })], _) => Some(pose.rotation),
            (Some(&("copy" | "rotation")), [(_, Value { data: Data::Rotation(rotation), .. })], _) => Some(*rotation),
            _ => None,
        };
        let entity = &mut self.entities[id];
        entity.used.extend(ranges_of(arguments));
        match rotation {
            Some(rotation) => {
                let value = Value::new(Data::Rotation(rotation), at);
                entity.arguments.retain(|(key, _)| key.as_deref() != Some("rotation"));
                entity.arguments.push((Some(String::from("rotation")), value));
            }
            None => entity.problem = Some(Problem::at(at, "pose")),
        }
        true
    }

    /// Whether a field or method of one library leaves the shapes and poses of an entity as they are.
    fn leaves_geometry(&self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let kind = self.entities[id].path.last().map_or("", String::as_str);
        let word = arguments.first().and_then(|(_, value)| word(value)).unwrap_or_default();
        match names {
            // A part of Roblox has its frame in the world.
            ["Parent"] => kind == "Part" && self.uses("roblox"),
            ["dimensions", "resize"] => kind == "SolidPrimitive",
            // The default skin of Box2D's polygons and edges, 0.01 m, which is not part of the shape.
            ["m_radius"] => {
                let skin = arguments.first().and_then(|(_, value)| value.number());
                (kind.starts_with("b2EdgeShape") || kind.starts_with("b2PolygonShape") || kind.starts_with("Set"))
                    && skin.is_some_and(|skin| (skin - 0.01).abs() < 1e-6)
            }
            ["components", "set"] => word.ends_with("Component") && self.uses("realitykit"),
            // A collision shape of Blender that equals the mesh changes nothing.
            ["rigid_body", "collision_shape"] => match word.trim_matches(['"', '\'']) {
                "BOX" => kind.contains("cube"),
                "SPHERE" => kind.contains("sphere"),
                "CYLINDER" => kind.contains("cylinder"),
                "CONE" => kind.contains("cone"),
                "CONVEX_HULL" | "MESH" => kind.contains("cube"),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the change of the pose by a method or field of any library; the outer `None` for any other, the inner
    /// one if the value is not understood.
    fn pose_change(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
        let last = normalized(names.last()?);
        let owner = names.len().checked_sub(2).map(|k| names[k]);
        if names.len() == 1
            && last == "rotation"
            && self.uses("scenekit")
            && let Some(change) = scenekit_rotation(arguments)
        {
            return Some(change);
        }
        if self.is_of_sat(id)
            && let Some(change) = self.sat_change(id, &last, arguments)
        {
            return Some(change);
        }
        if self.named.libraries.contains("panda3d")
            && let Some(change) = self.panda_change(id, &last, arguments)
        {
            return Some(change);
        }
        unreal_change(&last, arguments)
            .or_else(|| angle_order_change(&last, owner, arguments))
            .or_else(|| rotation_change(&last, owner, arguments))
    }

    /// Returns the change by a method of a shape of SAT.js, as [`Store::pose_change`] does. A second rotation is not
    /// understood, nor is a change of the points of a shape in its frame.
    fn sat_change(&self, id: usize, method: &str, arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
        match (method, arguments) {
            ("setangle" | "rotate", [(_, angle)]) => {
                let angle = angle.number().filter(|_| self.entities[id].rotation.is_none());
                Some(angle.and_then(|angle| about([0.0, 0.0, 1.0], angle)).map(PoseChange::Rotation))
            }
            ("setoffset" | "translate" | "setpoints", _) => Some(None),
            _ => None,
        }
    }

    /// Returns the change by Panda3D's setters of heading, pitch and roll, as [`Store::pose_change`] does.
    fn panda_change(&mut self, id: usize, method: &str, arguments: &[NamedValue]) -> Option<Option<PoseChange>> {
        match (method, arguments) {
            ("seth" | "setp" | "setr" | "sethpr", _) => Some(self.hpr(id, method, arguments).map(PoseChange::Rotation)),
            ("setposhpr", [_, _, _, angles @ ..]) if angles.len() == 3 => {
                let rotation = three_numbers(angles).and_then(hpr_rotation);
                Some(whole(point(&arguments[..3]), rotation))
            }
            _ => None,
        }
    }

    /// Whether an entity is a shape of SAT.js.
    fn is_of_sat(&self, id: usize) -> bool {
        self.entities[id].is_shape && self.entities[id].path.first().is_some_and(|name| name == "SAT")
    }

    /// Makes the position in the constructor of a shape of SAT.js the position of its frame, about which methods rotate
    /// the shape.
    fn free_position(&mut self, id: usize, names: &[&str]) {
        let changes = ["pos", "setAngle", "rotate"];
        if !self.is_of_sat(id)
            || self.entities[id].position.is_some()
            || names.iter().all(|name| !changes.contains(name))
        {
            return;
        }
        let entity = &mut self.entities[id];
        let Some((None, value)) = entity.arguments.first_mut() else { return };
        if let Some(position) = value.vector() {
            value.data = Data::Vector(vec![0.0; 3]);
            entity.position = Some(position);
        }
    }

    /// Applies a change of the pose of an entity; one that is not understood is a problem.
    fn apply_change(&mut self, id: usize, change: Option<PoseChange>, arguments: &[NamedValue], at: usize) {
        let entity = &mut self.entities[id];
        entity.used.extend(ranges_of(arguments));
        match change {
            Some(PoseChange::Position(position)) => entity.position = Some(position),
            Some(PoseChange::Rotation(rotation)) => entity.rotation = Some(rotation),
            Some(PoseChange::Whole(pose)) => entity.place_at(pose),
            Some(PoseChange::Unchanged) => {}
            None => entity.problem = Some(Problem::at(at, "pose")),
        }
    }

    /// Sets an argument of a shape that is a vector, by its coordinates: `cube->SetCenter(0, 1, 2)`. Returns whether
    /// the method is such a setter of VTK.
    fn set_vector_argument(&mut self, id: usize, last: &str, arguments: &[NamedValue]) -> bool {
        let Some(key) = last.strip_prefix("Set").filter(|_| self.entities[id].is_shape && arguments.len() > 1) else {
            return false;
        };
        let path: Vec<&str> = self.entities[id].path.iter().map(String::as_str).collect();
        let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
        let Some(numbers) = numbers.filter(|_| path.last().is_some_and(|kind| kind.starts_with("vtk"))) else {
            return false;
        };
        if !dictionary::has_argument(&path, key) {
            return false;
        }
        let value = Value { data: Data::Vector(numbers), used: ranges_of(arguments), at: 0 };
        let entity = &mut self.entities[id];
        entity.used.extend(value.used.iter().cloned());
        entity.arguments.retain(|(own, _)| own.as_deref() != Some(key));
        entity.arguments.push((Some(key.to_owned()), value));
        true
    }

    /// Puts an object of Unity into another: `child.transform.parent = parent.transform`. Only local poses that are set
    /// afterwards are understood, because a new parent keeps the pose in the world. Returns whether the names set a
    /// parent, or such a pose.
    fn set_parent(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let last = names.last().copied().unwrap_or_default();
        if !self.uses("unity") || self.entities[id].is_shape {
            return false;
        }
        let owner = match arguments.first() {
            Some((_, Value { data: Data::Entity(owner), .. })) => Some(*owner),
            _ => None,
        };
        match (last, owner) {
            ("parent" | "SetParent", Some(owner)) => {
                if self.entities[id].is_placed() || arguments.len() > 1 {
                    self.mark_unread(id, "pose", at);
                }
                self.attach(owner, id, None, &ranges_of(arguments));
                true
            }
            ("position" | "rotation" | "eulerAngles", None) if self.entities[id].attached => {
                self.mark_unread(id, "pose", at);
                true
            }
            _ => false,
        }
    }

    /// Sets the margin of a hull of Bullet, which is added all around. Returns whether the method does so; the margins
    /// of other shapes are inside of them.
    fn set_margin(&mut self, id: usize, last: &str, arguments: &[NamedValue], at: usize) -> bool {
        let hulls = ["btConvexHullShape", "ConvexHullShape", "btTriangleShape"];
        let is_hull = self.entities[id].path.last().is_some_and(|kind| hulls.contains(&kind.as_str()));
        if !is_hull || normalized(last) != "setmargin" && last != "Margin" {
            return false;
        }
        let margin = arguments.first().and_then(|(_, value)| value.number());
        self.entities[id].rounding = None;
        if margin != Some(0.0) {
            self.round(id, margin, at);
        }
        true
    }

    /// Sets one of the sizes of a marker of ROS: `marker.scale.x = 1.0`. Returns whether the names are such a size.
    fn set_marker_scale(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> bool {
        let ["scale", axis @ ("x" | "y" | "z")] = names else { return false };
        let [(_, value)] = arguments else { return false };
        if self.entities[id].path.last().is_none_or(|kind| kind != "Marker") {
            return false;
        }
        let key = format!("scale_{axis}");
        let entity = &mut self.entities[id];
        entity.arguments.retain(|(own, _)| own.as_deref() != Some(key.as_str()));
        entity.arguments.push((Some(key), value.clone()));
        true
    }

    /// Returns the rotation of Panda3D's heading, pitch and roll, degrees, which setters set one by one or together.
    fn hpr(&mut self, id: usize, last: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let entity = &mut self.entities[id];
        if entity.angles.is_none() && entity.rotation.is_some() {
            return None;
        }
        let mut angles = entity.angles.unwrap_or_default();
        match (last, arguments) {
            ("sethpr", _) => angles = point(arguments)?,
            ("seth", [(_, angle)]) => angles[0] = angle.number()?,
            ("setp", [(_, angle)]) => angles[1] = angle.number()?,
            ("setr", [(_, angle)]) => angles[2] = angle.number()?,
            _ => return None,
        }
        entity.angles = Some(angles);
        hpr_rotation(angles)
    }

    /// Makes the body that `cfg.func(path, cfg, translation=…, orientation=…)` of Isaac Lab spawns at that pose from a
    /// configuration; returns its index.
    pub fn spawned(&mut self, of: usize, arguments: &[NamedValue], at: usize) -> usize {
        let body = self.body(&["spawn"], at);
        self.attach(body, of, None, &ranges_of(arguments));
        let position = by_key(arguments, &["translation"]).map_or(Some([0.0; 3]), Value::vector);
        let rotation = by_key(arguments, &["orientation"])
            .map_or(Some(IDENTITY_ROTATION), |turn| turn.rotation(Some(Order::First)));
        match position.zip(rotation) {
            Some((position, rotation)) => self.entities[body].place_at(Pose { position, rotation }),
            None => self.mark_unread(body, "pose", at),
        }
        body
    }

    /// Sets the pose of an object of CoppeliaSim by a free function of its handle. Returns whether it is one.
    pub fn place_handle(&mut self, id: usize, last: &str, arguments: &[NamedValue], at: usize) -> bool {
        let setters = ["setobjectposition", "setobjectorientation", "setobjectquaternion", "setobjectpose"];
        if !setters.contains(&last) {
            return false;
        }
        // The frame is the world for -1 and for constants; a handle states the frame of another object.
        let is_in_world = arguments.iter().all(|(_, value)| {
            value.number().is_none_or(|number| number == -1.0) && word(value).is_none_or(|word| word.contains("world"))
        });
        let list = arguments
            .iter()
            .map(|(_, value)| value)
            .find(|value| !value.items().is_empty() || value.vector().is_some());
        let numbers: Option<Vec<f64>> =
            list.map(|list| list.items().iter().filter_map(|(_, item)| item.number()).collect());
        let change = match (last, numbers.as_deref().filter(|_| is_in_world && poses_of(arguments).is_empty())) {
            ("setobjectposition", Some([x, y, z])) => Some(PoseChange::Position([*x, *y, *z])),
            ("setobjectorientation", Some([a, b, c])) => angles::ordered("xyz", [*a, *b, *c]).map(PoseChange::Rotation),
            ("setobjectquaternion", Some([x, y, z, w])) => {
                Order::Last.quaternion([*x, *y, *z, *w]).map(PoseChange::Rotation)
            }
            ("setobjectpose", Some([x, y, z, a, b, c, d])) => {
                whole(Some([*x, *y, *z]), Order::Last.quaternion([*a, *b, *c, *d]))
            }
            _ => None,
        };
        self.apply_change(id, change, arguments, at);
        true
    }
}
