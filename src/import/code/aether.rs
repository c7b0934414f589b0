//! Functions of Aether and Farseer: conversions between the units of the display and those of the simulation, polygons
//! of their tools, and the pose of the body that a factory makes.

use std::rc::Rc;

use super::constants::vector;
use super::syntax::Path;
use super::things::{Store, ranges_of};
use super::value::{Data, NamedValue, Value, mark};
use crate::import::pose::{Pose, about};

/// Variable that holds the number of units of the display in one of the simulation.
const RATIO: &str = "ConvertUnits.ratio";

/// Ratio that the library has before a text sets one.
const DEFAULT_RATIO: f64 = 100.0;

impl Store {
    /// Evaluates a function of the library's tools; `None` for any other call.
    pub(super) fn aether_call(&mut self, names: &[&str], given: &[NamedValue], at: usize) -> Option<Value> {
        let [.., kind, name] = names else { return None };
        let data = match (*kind, *name) {
            ("ConvertUnits", "SetDisplayUnitToSimUnitRatio") => {
                let [(_, ratio)] = given else { return None };
                self.max_names = self.max_names.max(2);
                self.variables.insert(RATIO.to_owned(), ratio.clone());
                Data::Unknown
            }
            ("ConvertUnits", "ToSimUnits" | "ToDisplayUnits") => self.converted(*name == "ToSimUnits", given),
            ("PolygonTools", "CreateRectangle") => rectangle(given).unwrap_or(Data::Unknown),
            ("PolygonTools", _) => Data::Unknown,
            _ => return None,
        };
        let mut used = ranges_of(given);
        used.extend(self.variables.get(RATIO).into_iter().flat_map(|ratio| ratio.used.iter().cloned()));
        used.push(mark(at));
        Some(Value { data, used, at })
    }

    /// Moves the position and the angle from the arguments of a shape to the body that the world makes for it, because
    /// the text may later rotate the body about its origin.
    pub(super) fn free_fixture(&mut self, path: &Path<'_>, id: usize) {
        if !self.uses("aether") || !path.last().starts_with("Create") {
            return;
        }
        let thing = &mut self.things[id];
        let Some(k) = thing.arguments.iter().position(|(_, value)| value.vector().is_some()) else { return };
        let (_, place) = &mut thing.arguments[k];
        let position = place.vector();
        place.data = Data::Vector(vec![0.0; 2]);
        thing.position = position;
        if let Some((_, angle)) = thing.arguments.get_mut(k + 1)
            && let Some(rotation) = angle.number().and_then(|angle| about([0.0, 0.0, 1.0], angle))
        {
            angle.data = Data::Number(0.0);
            thing.rotation = Some(rotation);
        }
    }

    /// Converts a number or a point between the units of the display and those of the simulation.
    fn converted(&self, to_simulation: bool, given: &[NamedValue]) -> Data {
        let ratio = self.variables.get(RATIO).map_or(Some(DEFAULT_RATIO), Value::number);
        let Some(ratio) = ratio.filter(|ratio| *ratio > 0.0) else { return Data::Unknown };
        let factor = if to_simulation { 1.0 / ratio } else { ratio };
        match given {
            [(_, one)] => match (one.number(), one.coordinates()) {
                (Some(number), _) => Data::Number(factor * number),
                (None, Some(all)) => Data::Vector(all.into_iter().map(|x| factor * x).collect()),
                (None, None) => Data::Unknown,
            },
            _ => match vector("Vector2", given) {
                Some(Data::Vector(all)) => Data::Vector(all.into_iter().map(|x| factor * x).collect()),
                _ => Data::Unknown,
            },
        }
    }
}

/// Vertices of a rectangle of two half sizes, perhaps with a center and an angle.
fn rectangle(given: &[NamedValue]) -> Option<Data> {
    let [(_, x), (_, y), rest @ ..] = given else { return None };
    let half = [x.number()?, y.number()?];
    let pose = match rest {
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
