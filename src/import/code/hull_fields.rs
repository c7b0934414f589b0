//! Shapes that are fields of clouds of points and of meshes, as in trimesh: `trimesh.PointCloud(points).convex_hull`.

use super::library_calls::by_key;
use super::things::{Problem, Store};
use super::value::{Data, NamedValue, Value};

/// Fields of a mesh that are other shapes than the mesh.
const VOLUMES: [&str; 4] = ["bounding_sphere", "bounding_cylinder", "bounding_primitive", "bounding_box_oriented"];

impl Store {
    /// Returns the points of trimesh's `PointCloud(points)`; `None` for any other call.
    pub(super) fn point_cloud(&self, names: &[&str], given: &[NamedValue]) -> Option<Value> {
        let (_, points) = given.first()?;
        let is_cloud = names.last() == Some(&"PointCloud") && points.points().is_some();
        (is_cloud && (names[0] == "trimesh" || self.uses("trimesh"))).then(|| points.clone())
    }

    /// Returns the hull that is a field of a list of points or of a mesh; `None` for any other field.
    ///
    /// A mesh in a variable may be a body itself, so its hull is not understood; nor are the volumes around a shape.
    pub(super) fn hull_field(&mut self, of: &Value, name: &str) -> Option<Value> {
        if name == "convex_hull" && !of.is_thing() {
            of.points()?;
            let id = self.shape(&["trimesh", "convex_hull"], &[(None, of.clone())], of.at);
            return Some(Value { data: Data::Thing(id), ..of.clone() });
        }
        let Data::Thing(id) = of.data else { return None };
        if !self.uses("trimesh") || !self.things[id].is_shape {
            return None;
        }
        let thing = &mut self.things[id];
        let is_mesh = thing.path.last().is_some_and(|kind| kind == "Trimesh");
        if name == "convex_hull" && is_mesh && thing.name.is_empty() {
            let points = by_key(&thing.arguments, &["vertices"]).cloned();
            if let Some(points) = points.or_else(|| thing.arguments.first().map(|(_, first)| first.clone())) {
                thing.path = vec![String::from("trimesh"), String::from("convex_hull")];
                thing.arguments = vec![(None, points)];
            }
        } else if VOLUMES.contains(&name) || name == "convex_hull" && is_mesh {
            thing.problem = Some(Problem::at(of.at, "shape"));
        }
        None
    }
}
