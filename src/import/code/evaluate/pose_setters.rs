//! Setters of the pose of a body: angles, positions, rotations and whole poses.

use super::setters::point;
use super::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Store, slot};
use crate::import::code::pose::angles;
use crate::import::code::pose::definitions;
use crate::import::code::pose::rotations::{Maker, normalized};

impl Store {
    /// Sets one of the angles of a rotation, as `mesh.rotation.x = angle`.
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

    pub fn set_position(&mut self, id: usize, component: Option<usize>, arguments: &[NamedValue]) -> Option<()> {
        if let Some(k) = component {
            let value = arguments.first()?.1.number()?;
            self.entities[id].position.get_or_insert([0.0; 3])[k] = value;
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

    pub fn set_rotation(&mut self, id: usize, names: &[&str], arguments: &[NamedValue]) -> Option<()> {
        let field =
            names.iter().rev().find(|name| slot(name).is_some()).map_or_else(String::new, |name| normalized(name));
        let from = names.last().map_or_else(String::new, |name| normalized(name));
        let name = if from.starts_with("setfrom") || from.contains("euler") { from } else { field };
        self.entities[id].rotation = Some(self.rotation(&name, definitions::without_words(arguments))?);
        self.entities[id].angles = None;
        Some(())
    }

    pub fn set_pose(&mut self, id: usize, arguments: &[NamedValue]) -> Option<()> {
        let arguments = definitions::without_words(arguments);
        let libraries = self.named.libraries.clone();
        let maker =
            Maker { name: String::from("setpose"), kind: String::from("transform"), arguments, libraries: &libraries };
        let pose = self.listed_pose(arguments).unwrap_or_else(|| maker.pose())?;
        self.entities[id].place_at(pose);
        Some(())
    }
}
