//! Hulls that trimesh computes: in, `trimesh.PointCloud(points).convex_hull` or `mesh.convex_hull`; out, the convex
//! hull of the points as a shape.

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store};
use crate::code::libraries::calls::by_key;

/// Fields of a mesh that are volumes around it, which are not computed.
const VOLUMES: [&str; 4] = ["bounding_sphere", "bounding_cylinder", "bounding_primitive", "bounding_box_oriented"];

impl Store {
    /// Returns the points of trimesh's `PointCloud(points)`; `None` for any other call.
    pub fn point_cloud(&self, names: &[&str], arguments: &[NamedValue]) -> Option<Value> {
        let (_, points) = arguments.first()?;
        let is_cloud = names.last() == Some(&"PointCloud") && points.points().is_some();
        (is_cloud && (names[0] == "trimesh" || self.uses("trimesh"))).then(|| points.clone())
    }

    /// Makes the hull of a list of points; `None` for any other field.
    ///
    /// A mesh without a variable becomes its hull in place. A mesh in a variable may be a body itself, so its hull is a
    /// problem, and so are the volumes around a mesh.
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
            let first = entity.arguments.first().map(|(_, first)| first);
            if let Some(points) = by_key(&entity.arguments, &["vertices"]).or(first).cloned() {
                entity.path = vec![String::from("trimesh"), String::from("convex_hull")];
                entity.arguments = vec![(None, points)];
            }
        } else if VOLUMES.contains(&name) || name == "convex_hull" && is_mesh {
            entity.problem = Some(Problem::at(of.at, "shape"));
        }
        None
    }
}
