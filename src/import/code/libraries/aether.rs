//! Calls of Aether.Physics2D and Farseer (C#): in, `ConvertUnits.ToSimUnits(64)`, `PolygonTools.CreateRectangle(1, 2)`
//! or `world.CreateCircle(1, 1, position)`; out, a length in meters, the vertices of a polygon, or a body at the
//! position.

use std::rc::Rc;

use crate::code::evaluate::constants::vector;
use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Store, ranges_of};
use crate::code::parser::syntax::Path;
use crate::pose::{Pose, about};

/// Variable that stores the number of display units (such as pixels) per simulation unit (meter).
const RATIO: &str = "ConvertUnits.ratio";

/// Ratio of the library before the program sets one.
const DEFAULT_RATIO: f64 = 100.0;

impl Store {
    /// Evaluates a static method of `ConvertUnits` or `PolygonTools`, such as `ConvertUnits.ToSimUnits(64)`; `None` for
    /// any other call. `at` is the offset of the call, bytes.
    pub fn aether_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let [.., class, name] = names else { return None };
        let data = match (*class, *name) {
            ("ConvertUnits", "SetDisplayUnitToSimUnitRatio") => {
                let [(_, ratio)] = arguments else { return None };
                // `ConvertUnits.ratio` has two names.
                self.max_names = self.max_names.max(2);
                self.variables.insert(RATIO.to_owned(), ratio.clone());
                Data::Unknown
            }
            ("ConvertUnits", "ToSimUnits" | "ToDisplayUnits") => self.convert_units(*name == "ToSimUnits", arguments),
            ("PolygonTools", "CreateRectangle") => rectangle(arguments).unwrap_or(Data::Unknown),
            ("PolygonTools", _) => Data::Unknown,
            _ => return None,
        };
        let mut used = ranges_of(arguments);
        used.extend(self.variables.get(RATIO).into_iter().flat_map(|ratio| ratio.used.iter().cloned()));
        // The call itself counts as read.
        used.push(mark(at));
        Some(Value { data, used, at })
    }

    /// Moves the position and the angle from the arguments of a shape, such as `world.CreateCircle(1, 1, position)`, to
    /// the body that the world creates for it, because the program may later rotate the body about its origin.
    pub fn move_pose_to_body(&mut self, path: &Path<'_>, id: usize) {
        if !self.uses("aether") || !path.last().starts_with("Create") {
            return;
        }
        let entity = &mut self.entities[id];
        let Some(k) = entity.arguments.iter().position(|(_, value)| value.vector().is_some()) else { return };
        let (_, argument) = &mut entity.arguments[k];
        let position = argument.vector();
        argument.data = Data::Vector(vec![0.0; 2]);
        entity.position = position;
        if let Some((_, angle)) = entity.arguments.get_mut(k + 1)
            && let Some(rotation) = angle.number().and_then(|angle| about([0.0, 0.0, 1.0], angle))
        {
            angle.data = Data::Number(0.0);
            entity.rotation = Some(rotation);
        }
    }

    /// Converts a number or a point, given as one argument or as two coordinates, to simulation units or to display
    /// units. Unknown if the ratio is not a positive number.
    fn convert_units(&self, to_simulation: bool, arguments: &[NamedValue]) -> Data {
        let ratio = self.variables.get(RATIO).map_or(Some(DEFAULT_RATIO), Value::number);
        let Some(ratio) = ratio.filter(|ratio| *ratio > 0.0) else { return Data::Unknown };
        let factor = if to_simulation { 1.0 / ratio } else { ratio };
        if let [(_, argument)] = arguments
            && let Some(number) = argument.number()
        {
            return Data::Number(factor * number);
        }
        let coordinates = match arguments {
            [(_, argument)] => argument.coordinates(),
            _ => match vector("Vector2", arguments) {
                Some(Data::Vector(coordinates)) => Some(coordinates),
                _ => None,
            },
        };
        match coordinates {
            Some(coordinates) => Data::Vector(coordinates.into_iter().map(|x| factor * x).collect()),
            None => Data::Unknown,
        }
    }
}

/// Vertices of the rectangle `CreateRectangle(half_width, half_height)`, perhaps with a center and an angle in radians
/// as further arguments. `None` for other arguments.
fn rectangle(arguments: &[NamedValue]) -> Option<Data> {
    let [(_, half_width), (_, half_height), placement @ ..] = arguments else { return None };
    let half = [half_width.number()?, half_height.number()?];
    let pose = match placement {
        [] => Pose::default(),
        [(_, center), (_, angle)] => {
            Pose { position: center.vector()?, rotation: about([0.0, 0.0, 1.0], angle.number()?)? }
        }
        _ => return None,
    };
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let vertices = signs.map(|[a, b]| {
        let [x, y, _] = pose.point([a * half[0], b * half[1], 0.0]);
        (None, Value::new(Data::Vector(vec![x, y]), 0))
    });
    Some(Data::List(Rc::new(vertices.to_vec())))
}
