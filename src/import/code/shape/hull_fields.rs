//! Shapes that are fields of clouds of points and of meshes, as in trimesh: `trimesh.PointCloud(points).convex_hull`.

use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Problem, Store};
use crate::import::code::libraries::calls::by_key;

/// Fields of a mesh that are other shapes than the mesh.
const VOLUMES: [&str; 4] = ["bounding_sphere", "bounding_cylinder", "bounding_primitive", "bounding_box_oriented"];

impl Store {
    /// Returns the points of trimesh's `PointCloud(points)`; `None` for any other call.
    pub fn point_cloud(&self, names: &[&str], arguments: &[NamedValue]) -> Option<Value> {
        let (_, points) = arguments.first()?;
        let is_cloud = names.last() == Some(&"PointCloud") && points.points().is_some();
        (is_cloud && (names[0] == "trimesh" || self.uses("trimesh"))).then(|| points.clone())
    }

    /// Returns the hull that is a field of a list of points or of a mesh; `None` for any other field.
    ///
    /// A mesh in a variable may be a body itself, so its hull is not understood; nor are the volumes around a shape.
    pub fn hull_field(&mut self, of: &Value, name: &str) -> Option<Value> {
        if name == "convex_hull" && !of.is_entity() {
            of.points()?;
            let id = self.shape(&["trimesh", "convex_hull"], &[(None, of.clone())], of.at);
            return Some(Value { data: Data::Entity(id), ..of.clone() });
        }
        let Data::Entity(id) = of.data else { return None };
        if !self.uses("trimesh") || !self.entities[id].is_shape {
            return None;
        }
        let entity = &mut self.entities[id];
        let is_mesh = entity.path.last().is_some_and(|kind| kind == "Trimesh");
        if name == "convex_hull" && is_mesh && entity.name.is_empty() {
            let points = by_key(&entity.arguments, &["vertices"]).cloned();
            if let Some(points) = points.or_else(|| entity.arguments.first().map(|(_, first)| first.clone())) {
                entity.path = vec![String::from("trimesh"), String::from("convex_hull")];
                entity.arguments = vec![(None, points)];
            }
        } else if VOLUMES.contains(&name) || name == "convex_hull" && is_mesh {
            entity.problem = Some(Problem::at(of.at, "shape"));
        }
        None
    }
}
