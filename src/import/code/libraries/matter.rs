//! Bodies of matter.js: in, `Body.create({ parts: [a, b] })`, `Body.translate(body, offset)` or
//! `Body.setAngle(body, 0.3)`; out, a compound, or the body at its new pose.
//!
//! **Frames.** The factories of `Bodies` have the center of mass as their first two arguments; a body rotates about it.

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store, entities_of, ranges_of};
use crate::pose::{IDENTITY_ROTATION, Pose, about};

impl Store {
    /// Evaluates a function of matter's `Body` on the entity `id`. Returns whether it is one that moves or reshapes a
    /// body of matter; one that cannot be evaluated becomes the entity's problem. `names` is the path of the function,
    /// `arguments` its arguments, and `at` its offset in the text, bytes.
    pub fn change_matter_body(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) -> bool {
        let [.., "Body", function] = names else { return false };
        let is_compound = self.entities[id].path.iter().any(|name| name == "Body");
        if !is_compound && !self.entities[id].path.iter().any(|name| name == "Bodies") {
            return false;
        }
        if *function == "set" {
            self.set_matter_options(id, names, arguments, at);
            return true;
        }
        let moved = match (*function, arguments) {
            ("translate", [(_, offset), ..]) => {
                offset.vector().map(|offset| Pose::at(offset).then(self.entities[id].pose()))
            }
            // The position of a compound is its center of mass, which is not computed.
            ("setPosition" | "rotate" | "setAngle", _) if is_compound => None,
            ("setPosition", [(_, position), ..]) => self.moved_to(id, position),
            ("rotate", [(_, angle)]) => angle.number().and_then(|angle| self.turned_about_center(id, angle)),
            ("setAngle", [(_, angle), ..]) => self.turned_to(id, angle),
            // A rotation about another point, or a change of the shape, is not evaluated.
            ("rotate" | "scale" | "setVertices", _) => None,
            _ => return false,
        };
        let entity = &mut self.entities[id];
        entity.used.extend(ranges_of(arguments));
        match moved {
            Some(pose) => entity.place_at(pose),
            None => entity.problem = Some(Problem::at(at, "pose")),
        }
        true
    }

    /// Applies the options of `Body.set(body, { position, angle })` and of `Body.set(body, "position", value)` by the
    /// function of each option.
    fn set_matter_options(&mut self, id: usize, names: &[&str], arguments: &[NamedValue], at: usize) {
        let options: Vec<NamedValue> = match arguments {
            [(None, Value { data: Data::Word(key), .. }), (None, value)] => {
                vec![(Some(key.trim_matches(['"', '\'']).to_owned()), value.clone())]
            }
            [(None, record)] if !record.items().is_empty() => record.items().to_vec(),
            // Options that are not understood may change the shape.
            _ => vec![(Some(String::from("parts")), Value::unknown(at))],
        };
        let mut path = names.to_vec();
        for (key, value) in options {
            let function = match key.as_deref() {
                Some("position") => "setPosition",
                Some("angle") => "setAngle",
                // A change of the shape, which is not evaluated.
                Some("vertices" | "parts" | "scale") => "setVertices",
                _ => continue,
            };
            path.pop();
            path.push(function);
            self.change_matter_body(id, &path, &[(None, value)], at);
        }
    }

    /// Makes the compound of `Body.create({ parts: […] })`, whose parts stay where they are. A position, angle or scale
    /// among the options is a problem. `None` for options without parts. `names` is the path of the function,
    /// `arguments` its arguments, and `at` its offset in the text, bytes.
    pub fn matter_compound(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<usize> {
        let [.., "Body", "create"] = names else { return None };
        let [(None, options)] = arguments else { return None };
        let parts = entities_of(options.field(&["parts"])?.items());
        if parts.is_empty() {
            return None;
        }
        let body = self.body(names, at);
        for part in parts {
            self.attach(body, part, None, &ranges_of(arguments));
        }
        self.entities[body].place_at(Pose::default());
        if options.field(&["position", "angle", "scale"]).is_some() {
            self.mark_unread(body, "pose", at);
        }
        Some(body)
    }

    /// Returns the center of a body in the world, from the first two arguments of its factory.
    fn center(&self, id: usize) -> Option<[f64; 3]> {
        let entity = &self.entities[id];
        let [(_, x), (_, y), ..] = &entity.arguments[..] else { return None };
        Some(entity.pose().point([x.number()?, y.number()?, 0.0]))
    }

    /// Returns the pose of a body after its center has moved to a position; `None` if either is not known.
    fn moved_to(&self, id: usize, position: &Value) -> Option<Pose> {
        let position = position.vector()?;
        let center = self.center(id)?;
        Some(Pose::at([position[0] - center[0], position[1] - center[1], 0.0]).then(self.entities[id].pose()))
    }

    /// Returns the pose of a body after a rotation about its center to an absolute angle, radians; `None` for a body
    /// that was rotated before, because only the angle in the options of its factory is known as a number.
    fn turned_to(&self, id: usize, angle: &Value) -> Option<Pose> {
        let entity = &self.entities[id];
        let mut options = entity.arguments.iter().filter_map(|(_, value)| value.field(&["angle"]));
        let initial_angle = options.next().map_or(Some(0.0), Value::number)?;
        if entity.rotation.is_some_and(|rotation| rotation != IDENTITY_ROTATION) {
            return None;
        }
        self.turned_about_center(id, angle.number()? - initial_angle)
    }

    /// Returns the pose of a body after a rotation about its center by an angle, radians.
    fn turned_about_center(&self, id: usize, angle: f64) -> Option<Pose> {
        let center = Pose::at(self.center(id)?);
        let rotation = Pose { position: [0.0; 3], rotation: about([0.0, 0.0, 1.0], angle)? };
        Some(center.then(rotation).then(center.inverse()).then(self.entities[id].pose()))
    }
}
