//! Shapes of a core and a margin in PhysX, `PxConvexCoreGeometry(PxConvexCore::Segment(1), 0.2)`, and planes as fields
//! of shapes in Godot, `shape.plane = Plane(…)`.

use std::rc::Rc;

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;

impl Store {
    /// Rounds a core of PhysX by the margin in the second argument, meters: a point becomes a ball, a segment a
    /// capsule, and other cores become rounded shapes. Returns the index of the shape.
    pub fn core_with_margin(&mut self, child: usize, arguments: &[NamedValue], at: usize) -> usize {
        let margin = arguments.get(1).cloned();
        let kind = self.entities[child].path.last().cloned().unwrap_or_default();
        let names: &[&str] = match kind.as_str() {
            "Point" => &["PxSphereGeometry"],
            "Segment" => &["PxConvexCore", "Capsule"],
            _ => {
                if let Some((_, margin)) = margin {
                    self.round(child, margin.number(), at);
                }
                return child;
            }
        };
        let core = &mut self.entities[child];
        core.attached = true;
        let sizes: Vec<NamedValue> = core.arguments.iter().cloned().chain(margin).collect();
        let used = core.used.clone();
        let id = self.shape(names, &sizes, at);
        self.entities[id].used.extend(used);
        id
    }

    /// Returns a plane that is the value of a field, as in Godot's `shape.plane = Plane(…)`, as the list of its normal
    /// and its distance.
    pub fn plane_as_list(&mut self, value: Value) -> Value {
        let Data::Entity(id) = value.data else { return value };
        let plane = &mut self.entities[id];
        if !plane.is_shape || plane.path != ["Plane"] {
            return value;
        }
        plane.attached = true;
        let used = [&value.used[..], &plane.used].concat();
        Value { data: Data::List(Rc::new(plane.arguments.clone())), used, at: value.at }
    }
}
