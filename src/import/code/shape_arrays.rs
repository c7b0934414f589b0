//! Shapes that are described by several calls: arrays of shapes of pybullet, convex meshes of PhysX.

use super::library_calls::{by_key, word};
use super::rotations::normalized;
use super::things::{Problem, Store, ranges_of, things_of};
use super::value::{Data, NamedValue, Order, Value, mark};
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Returns an element of an argument that is a list.
fn element<'v>(given: &'v [NamedValue], key: &str, k: usize) -> Option<&'v Value> {
    by_key(given, &[key])?.items().get(k).map(|(_, value)| value)
}

impl Store {
    /// Evaluates a call that makes a shape of several values; `None` for any other.
    pub(super) fn array_call(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Option<Value> {
        let id = match *names.last()? {
            "createCollisionShapeArray" => self.shape_array(given, at),
            "PxCreateConvexMesh" | "createConvexMesh" => self.convex_mesh(given, at)?,
            "PxConvexMeshGeometry" => self.convex_geometry(given, at)?,
            "PxMeshScale" => {
                let data = mesh_scale(given).map_or(Data::Unknown, |scale| Data::Vector(scale.to_vec()));
                return Some(Value { data, used: ranges_of(given), at });
            }
            _ => return None,
        };
        Some(Value { data: Data::Thing(id), used: vec![mark(at)], at })
    }

    /// Makes the compound of pybullet's `createCollisionShapeArray(shapeTypes=[…], radii=[…], …)`.
    fn shape_array(&mut self, given: &[NamedValue], at: usize) -> usize {
        let body = self.body(&["pybullet", "compound"], at);
        let kinds = by_key(given, &["shapeTypes"]).map_or(&[][..], Value::items);
        for (k, (_, kind)) in kinds.iter().enumerate() {
            let mut own: Vec<NamedValue> = vec![(None, kind.clone())];
            let sizes: &[(&str, &str)] = match word(kind) {
                Some("GEOM_BOX") => &[("halfExtents", "halfExtents")],
                Some("GEOM_SPHERE") => &[("radii", "radius")],
                _ => &[("radii", "radius"), ("lengths", "height")],
            };
            for (list, key) in sizes {
                let value = element(given, list, k).cloned().unwrap_or_else(|| Value::unknown(at));
                own.push((Some((*key).to_owned()), value));
            }
            let shape = self.shape(&["createCollisionShape"], &own, at);
            let position = match by_key(given, &["collisionFramePositions"]) {
                None => Some([0.0; 3]),
                Some(_) => element(given, "collisionFramePositions", k).and_then(Value::vector),
            };
            let rotation = match by_key(given, &["collisionFrameOrientations"]) {
                None => Some(IDENTITY_ROTATION),
                Some(_) => {
                    element(given, "collisionFrameOrientations", k).and_then(|turn| turn.rotation(Some(Order::Last)))
                }
            };
            let local = position.zip(rotation).map(|(position, rotation)| Pose { position, rotation });
            if local.is_none() {
                self.things[body].problem = Some(Problem { range: mark(at), part: "pose of a shape" });
            }
            self.attach(body, shape, local, &ranges_of(given));
        }
        body
    }

    /// Makes the hull of PhysX's `PxCreateConvexMesh(parameters, desc)`, whose points were assigned to a field of the
    /// description; `None` if they were not.
    fn convex_mesh(&mut self, given: &[NamedValue], at: usize) -> Option<usize> {
        let points = given
            .iter()
            .find_map(|(_, value)| self.variables.get(&format!("{}.points.data", word(value)?)).cloned())?;
        Some(self.shape(&["btConvexHullShape"], &[(None, points)], at))
    }

    /// Makes the shape of `PxConvexMeshGeometry(mesh, scale)`; `None` if the mesh is not one of the text.
    fn convex_geometry(&mut self, given: &[NamedValue], at: usize) -> Option<usize> {
        let [(_, Value { data: Data::Thing(mesh), .. }), rest @ ..] = given else { return None };
        if things_of(given).len() != 1 {
            return None;
        }
        self.things[*mesh].attached = true;
        let id = self.add_copy(*mesh, at);
        match rest {
            [] => {}
            [(_, scale), ..] => match scale.vector().filter(|scale| scale.iter().all(|x| *x > 0.0)) {
                Some(factors) => {
                    self.things[id].scale = Some(factors);
                    self.things[id].used.extend(scale.used.iter().cloned());
                }
                None => self.things[id].problem = Some(Problem { range: mark(scale.at), part: "scale" }),
            },
        }
        Some(id)
    }

    /// Keeps the points of a description of a convex mesh: `desc.points.data = verts`. Returns whether the names are
    /// such a field.
    pub(super) fn keeps_points(&mut self, names: &[&str], given: &[NamedValue]) -> bool {
        let [.., "points", "data"] = names else { return false };
        let [(_, value)] = given else { return false };
        self.max_names = self.max_names.max(names.len());
        self.variables.insert(names.join("."), value.clone());
        true
    }
}

/// Factors of `PxMeshScale(…)` without a rotation.
fn mesh_scale(given: &[NamedValue]) -> Option<[f64; 3]> {
    match given {
        [(_, one)] => one.number().map(|factor| [factor; 3]).or_else(|| one.vector()),
        [(_, factors), (_, rotation)] => {
            let is_straight = matches!(rotation.data, Data::Rotation(rotation) if rotation == IDENTITY_ROTATION);
            factors.vector().filter(|_| is_straight)
        }
        _ => None,
    }
}

/// Whether a name is that of a function of raylib that draws a solid.
pub(super) fn is_drawn(name: &str) -> bool {
    ["drawcube", "drawcubev", "drawsphere"].contains(&normalized(name).as_str())
}
