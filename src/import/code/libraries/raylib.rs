//! Queries of raylib that take balls as a center and a radius: `CheckCollisionSpheres(center1, radius1, center2,
//! radius2)`, `CheckCollisionCircleRec(center, radius, rectangle)`.

use crate::import::code::evaluate::value::{NamedValue, Value};
use crate::import::code::join::store::{Store, ranges_of};

/// Functions with the type of their balls, and the indices of the centers; a radius follows each center.
const QUERIES: [(&str, &str, &[usize]); 4] = [
    ("CheckCollisionSpheres", "sphere", &[0, 2]),
    ("CheckCollisionBoxSphere", "sphere", &[1]),
    ("CheckCollisionCircles", "circle", &[0, 2]),
    ("CheckCollisionCircleRec", "circle", &[0]),
];

impl Store {
    /// Makes the balls that a query of raylib has as numbers; `None` for any other call.
    pub fn raylib_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [.., function] = names else { return None };
        let (_, kind, centers) = QUERIES.iter().find(|(own, ..)| own == function)?;
        for center in *centers {
            let ball = arguments.get(*center..center + 2)?;
            let offset = ball[0].1.at;
            let id = self.shape(&["raylib", kind], ball, offset);
            self.entities[id].used.extend(ranges_of(ball));
        }
        Some(Value::unknown(at))
    }
}
