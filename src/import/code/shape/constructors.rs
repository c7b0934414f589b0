//! Constructors of shapes: in, the path of a type and its arguments; out, an entity of the store that is a shape.
//!
//! Most arguments stay as they are until `resolve` assigns them to a row of the dictionary. Arguments that state the
//! pose or the scale of the shape, `geom(position=(0, 0, 1))`, become the pose or the scale of the entity.

use super::dictionary;
use crate::code::evaluate::value::{Data, NamedValue, Order, Value};
use crate::code::join::store::{Entity, Problem, Slot, Store, slot};
use crate::code::pose::angles;
use crate::code::pose::rotations;

impl Store {
    /// Makes the shape of a constructor; returns its index.
    pub fn shape(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> usize {
        let mut entity = Entity {
            at,
            is_shape: true,
            path: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Entity::default()
        };
        if belongs_to_static_body(names, arguments) {
            entity.position = Some([0.0; 3]);
        }
        for (key, value) in arguments {
            entity.used.extend(value.used.iter().cloned());
            let Some(key) = key.as_deref() else {
                entity.arguments.push((None, value.clone()));
                continue;
            };
            let is_taken = set_scale(&mut entity, names, key, value)
                || set_euler_angles(&mut entity, names, key, value)
                || add_box_fields(&mut entity, key, value)
                || self.set_slot(&mut entity, names, key, value);
            if !is_taken {
                entity.arguments.push((Some(key.to_owned()), value.clone()));
            }
        }
        self.add(entity)
    }

    /// Sets the position or the rotation of a shape from an argument, unless its type has an argument of its own for
    /// it. Returns whether the argument became the position or the rotation.
    fn set_slot(&self, entity: &mut Entity, names: &[&str], key: &str, value: &Value) -> bool {
        // `p` and `transform` are arguments of types, such as the center of a circle.
        if key == "p" || key == "transform" {
            return false;
        }
        let rows = dictionary::rows(names);
        match slot(key) {
            Some(Slot::Position) => {
                let is_argument =
                    rows.iter().any(|row| row.arguments.contains("|pos") || row.arguments.contains("position:at"));
                if is_argument {
                    return false;
                }
                entity.position = value.vector();
                if entity.position.is_none() {
                    entity.problem = Some(Problem::at(value.at, "position"));
                }
            }
            Some(Slot::Rotation) => {
                if rows.iter().any(|row| row.arguments.contains(":turn")) {
                    return false;
                }
                entity.rotation = value.rotation(self.order_of(names));
                if entity.rotation.is_none() {
                    entity.problem = Some(Problem::at(value.at, "rotation"));
                }
            }
            Some(Slot::Pose) | None => return false,
        }
        true
    }

    /// Returns the order of the quaternions of a type: that of its libraries, else that of the libraries of the text.
    fn order_of(&self, names: &[&str]) -> Option<Order> {
        let libraries = dictionary::rows(names).iter().flat_map(|row| row.libraries.split('|')).collect();
        rotations::order(&libraries).or_else(|| rotations::order(&self.named.libraries))
    }
}

/// Whether the first argument is the static body of Chipmunk, `Poly(space.static_body, vertices)`, which is the world.
fn belongs_to_static_body(names: &[&str], arguments: &[NamedValue]) -> bool {
    let Some((None, Value { data: Data::Word(word), .. })) = arguments.first() else { return false };
    ["static_body", "staticBody", "StaticBody"].contains(&word.as_str())
        && dictionary::rows(names).iter().any(|row| row.arguments.starts_with("body:_"))
}

/// Whether a type is a mesh of Blender, `bpy.ops.mesh.primitive_cube_add(…)`.
fn is_blender_mesh(names: &[&str]) -> bool {
    names.last().is_some_and(|name| name.starts_with("primitive_"))
}

/// Sets the scale of a mesh of Blender or of a cuboid of Isaac Sim, `FixedCuboid(scale=…)`. Returns whether the
/// argument is such a scale.
fn set_scale(entity: &mut Entity, names: &[&str], key: &str, value: &Value) -> bool {
    let has_scale = is_blender_mesh(names) || names.last().is_some_and(|name| name.ends_with("Cuboid"));
    if key != "scale" || !has_scale {
        return false;
    }
    entity.scale = value.vector();
    if entity.scale.is_none() {
        entity.problem = Some(Problem::at(value.at, "scale"));
    }
    true
}

/// Returns the library whose Euler angles an argument is: `rotation` of a mesh of Blender, `rot` of a shape of Oimo,
/// `euler` of a morph of Genesis; `None` for any other argument.
fn library_of_angles(names: &[&str], key: &str) -> Option<&'static str> {
    let is_oimo = names.first() == Some(&"oimo");
    match key {
        "rotation" => is_blender_mesh(names).then_some("blender"),
        "rot" if is_blender_mesh(names) => None,
        "rot" => is_oimo.then_some("oimo"),
        "euler" if is_blender_mesh(names) || !names.contains(&"morphs") => None,
        "euler" => Some(if is_oimo { "oimo" } else { "genesis" }),
        _ => None,
    }
}

/// Sets the rotation of a shape by Euler angles. Returns whether the argument is such angles.
fn set_euler_angles(entity: &mut Entity, names: &[&str], key: &str, value: &Value) -> bool {
    let Some(library) = library_of_angles(names, key) else { return false };
    let angles = value.coordinates().and_then(|angles| <[f64; 3]>::try_from(angles).ok());
    entity.rotation = angles.and_then(|angles| angles::by_library(&[library].into(), angles, None));
    if entity.rotation.is_none() {
        entity.problem = Some(Problem::at(value.at, "rotation"));
    }
    true
}

/// Adds the arguments in pybox2d's `box=(hx, hy, center, angle)`. Returns whether the argument is this one.
fn add_box_fields(entity: &mut Entity, key: &str, value: &Value) -> bool {
    if key != "box" {
        return false;
    }
    let [x, y, center, angle] = value.items() else { return false };
    for (name, (_, field)) in [("hx", x), ("hy", y), ("center", center), ("angle", angle)] {
        entity.arguments.push((Some(name.to_owned()), field.clone()));
    }
    true
}
