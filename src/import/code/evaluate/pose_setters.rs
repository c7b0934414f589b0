//! Setters of the pose of a shape or body: `mesh.rotation.x = 0.5`, `body.setPosition(1, 2, 3)`,
//! `body.setTransform(pose)`.
//!
//! Each setter returns `None`, and leaves the pose as it is, if its arguments are not understood; the caller then
//! records a problem of the pose. `id` is the index of the shape or body in the store.

use super::setters::point;
use super::value::{Data, NamedValue, Value};
use crate::code::join::store::{Store, slot};
use crate::code::pose::angles;
use crate::code::pose::definitions;
use crate::code::pose::rotations::Maker;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, about};

impl Store {
    /// Sets one of the angles of a rotation, as `mesh.rotation.x = angle`. `component` is the index of the axis; the
    /// unit is that of the field or of the library. `None` also if the rotation was set as a whole before.
    pub fn set_angle(
        &mut self,
        id: usize,
        names: &[&str],
        component: Option<usize>,
        arguments: &[NamedValue],
    ) -> Option<()> {
        let field = normalized(names.iter().rev().nth(1)?);
        let in_degrees = match field.as_str() {
            "rotation" | "rotationeuler" | "eulerangles" => None,
            "rotationdegrees" => Some(true),
            _ => return None,
        };
        let [(_, angle)] = arguments else { return None };
        let entity = &self.entities[id];
        if entity.angles.is_none() && entity.rotation.is_some() {
            return None;
        }
        let mut angles = entity.angles.unwrap_or_default();
        angles[component?] = angle.number()?;
        let rotation = angles::by_library(&self.named.libraries, angles, in_degrees)?;
        self.entities[id].angles = Some(angles);
        self.entities[id].rotation = Some(rotation);
        Some(())
    }

    /// Sets the position, or one coordinate of it: `body.position.x = 1` with `component` 0.
    pub fn set_position(&mut self, id: usize, component: Option<usize>, arguments: &[NamedValue]) -> Option<()> {
        if let Some(axis) = component {
            let coordinate = arguments.first()?.1.number()?;
            self.entities[id].position.get_or_insert([0.0; 3])[axis] = coordinate;
            return Some(());
        }
        // `position(isometry)` of a builder.
        if let [(_, Value { data: Data::Pose(pose), .. })] = arguments {
            self.entities[id].place_at(*pose);
            return Some(());
        }
        // The vectors of Jolt's bindings for Zig have four components.
        if let [(_, only)] = arguments
            && let Some([x, y, z, _]) = only.coordinates().as_deref()
            && self.uses("jolt")
        {
            self.entities[id].position = Some([*x, *y, *z]);
            return Some(());
        }
        self.entities[id].position = Some(point(arguments)?);
        Some(())
    }

    /// Sets the rotation. The method states its convention, `setFromEuler`, or else the field before it,
    /// `quaternion.set`.
    pub fn set_rotation(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> Option<()> {
        let method = names.last().map_or_else(String::new, |name| normalized(name));
        let field = names.iter().rev().find(|name| slot(name).is_some());
        let field = field.map_or_else(String::new, |name| normalized(name));
        let states_convention = method.starts_with("setfrom") || method.contains("euler");
        let name = if states_convention { method } else { field };
        self.entities[id].rotation = Some(self.rotation(&name, definitions::without_words(arguments))?);
        self.entities[id].angles = None;
        Some(())
    }

    /// Sets the position and the rotation: `body.setTransform(position, rotation)`.
    pub fn set_pose(&mut self, id: usize, arguments: &[NamedValue]) -> Option<()> {
        let arguments = definitions::without_words(arguments);
        let libraries = self.named.libraries.clone();
        let maker =
            Maker { name: String::from("setpose"), kind: String::from("transform"), arguments, libraries: &libraries };
        let pose = self.listed_pose(arguments).unwrap_or_else(|| maker.pose())?;
        self.entities[id].place_at(pose);
        Some(())
    }

    /// Returns the rotation that a setter sets, by its name and arguments.
    pub fn rotation(&self, name: &str, arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let libraries = &self.named.libraries;
        let name = normalized(name);
        if let Some(rotation) = angles::set_by_field(libraries, &name, arguments) {
            return rotation;
        }
        if let [(_, only)] = arguments {
            if let Some(angle) = only.number() {
                let angle = if name.contains("degrees") { angle.to_radians() } else { angle };
                return about([0.0, 0.0, 1.0], angle);
            }
            if let Some(vector) = only.vector().filter(|_| !name.contains("setfrom")) {
                return self.rotation_of_vector(vector, arguments);
            }
        }
        let numbers: Vec<f64> = arguments.iter().filter_map(|(_, value)| value.number()).collect();
        if numbers.len() == 3 && arguments.len() == 3 && !name.contains("euler") {
            return self.rotation_of_angles(&numbers, arguments);
        }
        let name = if name == "set" { String::new() } else { name };
        Maker { name, kind: String::from("quaternion"), arguments, libraries }.rotation()
    }

    /// Returns the rotation of a vector: in Rapier an axis times an angle. Other libraries differ in their order of
    /// angles, so that only the zero vector is understood.
    fn rotation_of_vector(&self, vector: [f64; 3], arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let libraries = &self.named.libraries;
        if self.uses("rapier") && !self.uses("three") {
            let name = String::from("fromscaledaxis");
            let scaled_axis = Maker { name, kind: String::new(), arguments, libraries };
            if let Some(rotation) = scaled_axis.rotation() {
                return Some(rotation);
            }
        }
        (vector == [0.0; 3]).then_some(IDENTITY_ROTATION)
    }

    /// Returns the rotation of three angles: three.js's `rotation.set(x, y, z)`. In other libraries only zeros are
    /// understood.
    fn rotation_of_angles(&self, angles: &[f64], arguments: &[NamedValue]) -> Option<[f64; 4]> {
        let libraries = &self.named.libraries;
        if self.uses("three") {
            let name = String::from("setfromeuler");
            let euler = Maker { name, kind: String::new(), arguments, libraries };
            if let Some(rotation) = euler.rotation() {
                return Some(rotation);
            }
        }
        angles.iter().all(|angle| *angle == 0.0).then_some(IDENTITY_ROTATION)
    }
}
