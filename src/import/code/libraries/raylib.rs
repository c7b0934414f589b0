//! Queries of raylib that take balls as a center and a radius: in,
//! `CheckCollisionSpheres(center1, radius1, center2, radius2)` or
//! `CheckCollisionCircleRec(center, radius, rectangle)`; out, a shape for each ball.

use crate::code::evaluate::value::{NamedValue, Value};
use crate::code::join::store::{Store, ranges_of};

/// Query with balls among its arguments.
struct BallQuery {
    function: &'static str,
    /// Last name of the type of its balls in the dictionary, `raylib.sphere`.
    kind: &'static str,
    /// Indices of the arguments that are centers; a radius follows each.
    centers: &'static [usize],
}

/// Queries whose balls are read.
const QUERIES: [BallQuery; 4] = [
    BallQuery { function: "CheckCollisionSpheres", kind: "sphere", centers: &[0, 2] },
    BallQuery { function: "CheckCollisionBoxSphere", kind: "sphere", centers: &[1] },
    BallQuery { function: "CheckCollisionCircles", kind: "circle", centers: &[0, 2] },
    BallQuery { function: "CheckCollisionCircleRec", kind: "circle", centers: &[0] },
];

impl Store {
    /// Makes the balls that a query of raylib has as numbers; `None` for any other call.
    pub fn raylib_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [.., function] = names else { return None };
        let BallQuery { kind, centers, .. } = QUERIES.iter().find(|query| query.function == *function)?;
        for center in *centers {
            let ball = arguments.get(*center..center + 2)?;
            let offset = ball[0].1.at;
            let id = self.shape(&["raylib", kind], ball, offset);
            self.entities[id].used.extend(ranges_of(ball));
        }
        Some(Value::unknown(at))
    }
}
