//! Geometry of shapely: bounds, buffers, and the functions of `shapely.affinity`, which return a moved copy.
//!
//! **Frame.** All shapes have coordinates of the world. A buffer of a point is a disc, that of a line a capsule, that
//! of a polygon a rounded polygon.
//!
//! **Ingredients.** A shape that the text only moves or buffers is no body; its copies are.

use std::collections::BTreeMap;

use super::calls::{by_key, word};
use crate::import::code::evaluate::fallbacks::is_nothing;
use crate::import::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::import::code::join::store::{Store, ranges_of};
use crate::import::code::parser::syntax::{Expr, Node, Statement, flatten};
use crate::import::code::shape::resolve::resolve;
use crate::import::pose::{Pose, about};
use crate::scene::model::Shape;

/// Functions of `shapely.affinity`.
const MOTIONS: [&str; 5] = ["translate", "rotate", "scale", "skew", "affine_transform"];

/// Methods that make a shape of several others.
const UNIONS: [&str; 4] = ["union", "difference", "symmetric_difference", "unary_union"];

/// Methods that compare two shapes.
const PREDICATES: [&str; 11] = [
    "disjoint",
    "within",
    "dwithin",
    "touches",
    "covers",
    "covered_by",
    "crosses",
    "relate",
    "hausdorff_distance",
    "intersection",
    "equals_exact",
];

/// Returns an argument by its key or its index.
fn argument<'v>(arguments: &'v [NamedValue], k: usize, keys: &[&str]) -> Option<&'v Value> {
    by_key(arguments, keys).or_else(|| arguments.get(k).filter(|(key, _)| key.is_none()).map(|(_, value)| value))
}

/// Whether a style of a buffer is round: `1`, `"round"`, `CAP_STYLE.round`.
fn is_round(style: &Value) -> bool {
    style.number() == Some(1.0) || word(style).is_some_and(|word| word.trim_matches(['"', '\'']).ends_with("round"))
}

/// Returns the radius of a buffer; `None` if its ends or its vertices are not round.
fn buffer_radius(arguments: &[NamedValue]) -> Option<f64> {
    let styles = [(2, "cap_style"), (3, "join_style")];
    let are_round = styles.iter().all(|(k, key)| argument(arguments, *k, &[*key]).is_none_or(is_round));
    let is_single = by_key(arguments, &["single_sided"])
        .is_some_and(|value| !word(value).is_some_and(|word| word.eq_ignore_ascii_case("false")) && !is_nothing(value));
    let radius = argument(arguments, 0, &["distance"])?.number()?;
    (are_round && !is_single && arguments.len() <= 4 && radius > 0.0).then_some(radius)
}

/// Centroid of a polygon; `None` if it has no area.
fn centroid(points: &[[f64; 2]]) -> Option<[f64; 2]> {
    let mut area = 0.0;
    let mut sum = [0.0; 2];
    for (k, a) in points.iter().enumerate() {
        let b = points[(k + 1) % points.len()];
        let cross = a[0] * b[1] - a[1] * b[0];
        area += cross;
        sum = [sum[0] + cross * (a[0] + b[0]), sum[1] + cross * (a[1] + b[1])];
    }
    (area != 0.0).then(|| sum.map(|x| x / (3.0 * area)))
}

/// Returns the vertices of a planar shape without its rounding: four of a rectangle, the center of a circle.
fn vertices(shape: &Shape) -> Option<Vec<[f64; 2]>> {
    match shape {
        Shape::Circle { .. } | Shape::Sphere { .. } => Some(vec![[0.0; 2]]),
        Shape::Rectangle { half_extents: [x, y] } => Some(vec![[-x, -y], [*x, -y], [*x, *y], [-x, *y]]),
        Shape::Segment { points } => Some(points.iter().map(|point| [point[0], point[1]]).collect()),
        Shape::Polygon { points } => Some(points.clone()),
        _ => None,
    }
}

impl Store {
    /// Evaluates a constructor of shapely with a common name, or a function that moves a shape; `None` for any other
    /// call.
    pub fn shapely_call(&mut self, names: &[&str], arguments: &[NamedValue], at: usize) -> Option<Value> {
        let last = *names.last().filter(|_| self.uses("shapely"))?;
        if last == "box" && !arguments.iter().any(|(_, value)| value.is_entity()) {
            let id = self.shape(&["shapely", "box"], arguments, at);
            return Some(Value { data: Data::Entity(id), used: vec![mark(at)], at });
        }
        if let ("buffer", [(None, of), rest @ ..]) = (last, arguments) {
            return self.shapely_method(of, "buffer", rest, at);
        }
        let [(None, Value { data: Data::Entity(id), .. }), rest @ ..] = arguments else { return None };
        if !MOTIONS.contains(&last) || !self.entities[*id].is_shape {
            return None;
        }
        let motion = match last {
            "translate" => translation(rest),
            "rotate" => self.rotation_about(*id, rest),
            _ => None,
        };
        let copy = self.moved_copy(*id, arguments, at);
        match motion {
            Some(motion) => {
                let pose = motion.then(self.entities[copy].pose());
                self.entities[copy].place_at(pose);
            }
            None => self.doubt(copy, "pose", at),
        }
        Some(Value { data: Data::Entity(copy), used: vec![mark(at)], at })
    }

    /// Evaluates a method of a point or a shape that makes another shape; `None` for any other method.
    pub fn shapely_method(&mut self, of: &Value, name: &str, arguments: &[NamedValue], at: usize) -> Option<Value> {
        if !self.uses("shapely") {
            return None;
        }
        let id = match (&of.data, name) {
            (Data::Vector(_), "buffer") => {
                let radius = buffer_radius(arguments).map_or(Data::Unknown, Data::Number);
                let radius = Value { data: radius, used: ranges_of(arguments), at };
                self.shape(&["shapely", "disc"], &[(None, of.clone()), (None, radius)], at)
            }
            (Data::Entity(id), "buffer") => {
                let copy = self.moved_copy(*id, arguments, at);
                self.round(copy, buffer_radius(arguments), at);
                copy
            }
            (Data::Entity(id), _) if UNIONS.contains(&name) => {
                self.doubt(*id, "shape", at);
                *id
            }
            (Data::Entity(_), _) if PREDICATES.contains(&name) => return Some(Value::unknown(at)),
            _ => return None,
        };
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Adds a copy of a shape; an original without a variable serves only to make the copy.
    fn moved_copy(&mut self, id: usize, arguments: &[NamedValue], at: usize) -> usize {
        let copy = self.add_copy(id, at);
        self.entities[copy].used.extend(ranges_of(arguments));
        if self.entities[id].name.is_empty() {
            self.entities[id].attached = true;
        } else {
            self.entities[copy].copy_of = Some(id);
        }
        copy
    }

    /// Returns the motion of `rotate(shape, angle, origin, use_radians)` without its first argument.
    fn rotation_about(&self, id: usize, arguments: &[NamedValue]) -> Option<Pose> {
        let angle = argument(arguments, 0, &["angle"])?.number()?;
        let in_radians = match argument(arguments, 2, &["use_radians"]) {
            None => false,
            Some(flag) => match word(flag)? {
                "True" | "true" => true,
                "False" | "false" => false,
                _ => return None,
            },
        };
        let center = match argument(arguments, 1, &["origin"]) {
            None => self.shape_center(id, false)?,
            Some(origin) => match word(origin).map(|word| word.trim_matches(['"', '\''])) {
                Some("center") => self.shape_center(id, false)?,
                Some("centroid") => self.shape_center(id, true)?,
                Some(_) => return None,
                None => origin.vector()?,
            },
        };
        let rotation = about([0.0, 0.0, 1.0], if in_radians { angle } else { angle.to_radians() })?;
        let center = Pose::at(center);
        Some(center.then(Pose { position: [0.0; 3], rotation }).then(center.inverse()))
    }

    /// Returns the center of the bounds of a shape, or its centroid; `None` for the centroid of a rounded shape.
    fn shape_center(&self, id: usize, is_centroid: bool) -> Option<[f64; 3]> {
        let entity = &self.entities[id];
        let built = resolve(self, id, "").ok()?;
        let pose = entity.pose().then(built.pose);
        let (shape, is_rounded) = match &built.shape {
            Shape::Inflate { shape, .. } => (shape.as_ref(), true),
            shape => (shape, entity.rounding.is_some()),
        };
        let local = vertices(shape)?;
        let moved: Vec<[f64; 2]> = local
            .iter()
            .map(|point| {
                let at = pose.then(Pose::at([point[0], point[1], 0.0])).position;
                [at[0], at[1]]
            })
            .collect();
        let [x, y] = match (is_centroid, shape) {
            (true, Shape::Polygon { .. }) => centroid(&moved).filter(|_| !is_rounded)?,
            _ => [0, 1].map(|k| {
                let least = moved.iter().map(|point| point[k]).fold(f64::INFINITY, f64::min);
                let most = moved.iter().map(|point| point[k]).fold(f64::NEG_INFINITY, f64::max);
                0.5 * (least + most)
            }),
        };
        Some([x, y, 0.0])
    }

    /// Marks the shapes that the text only moves or buffers as parts of their copies, after all statements.
    pub fn separate_ingredients(&mut self, statements: &[Statement<'_>]) {
        if !self.uses("shapely") {
            return;
        }
        let uses = uses(statements);
        let originals: Vec<usize> = self.entities.iter().filter_map(|entity| entity.copy_of).collect();
        for id in originals {
            let is_used = uses.get(self.entities[id].name.as_str()).is_some_and(|uses| *uses > 0);
            self.entities[id].attached |= !is_used || !self.is_held(id);
        }
    }

    /// Whether a variable holds an entity at the end of the text.
    fn is_held(&self, id: usize) -> bool {
        matches!(self.variables.get(&self.entities[id].name), Some(Value { data: Data::Entity(own), .. }) if *own == id)
    }
}

/// Motion of `translate(shape, xoff, yoff)` without its first argument.
fn translation(arguments: &[NamedValue]) -> Option<Pose> {
    let mut position = [0.0; 3];
    for (k, key) in ["xoff", "yoff", "zoff"].iter().enumerate() {
        if let Some(value) = argument(arguments, k, &[*key]) {
            position[k] = value.number()?;
        }
    }
    Some(Pose::at(position))
}

/// Number of uses of each variable other than as the shape that a motion or a buffer copies.
fn uses<'a>(statements: &[Statement<'a>]) -> BTreeMap<&'a str, i64> {
    let mut found = BTreeMap::new();
    for statement in flatten(statements) {
        for expr in statement.statement.expressions() {
            expr.visit(&mut |part| count(part, &mut found));
        }
        if let Some((name, _)) = statement.statement.variable() {
            *found.entry(name).or_default() -= i64::from(has_target(statement.statement, name));
        }
    }
    found
}

/// Whether an expression is the variable of this name.
fn is_variable(expr: &Expr<'_>, name: &str) -> bool {
    matches!(&expr.node, Node::Path(path) if path.names == [name])
}

/// Whether the expressions of an assignment contain its target.
fn has_target(statement: &Statement<'_>, name: &str) -> bool {
    statement.expressions().first().is_some_and(|expr| is_variable(expr, name)) && statement.expressions().len() > 1
}

/// Counts the uses of variables in an expression, without those in its parts.
fn count<'a>(expr: &Expr<'a>, found: &mut BTreeMap<&'a str, i64>) {
    match &expr.node {
        Node::Path(path) => *found.entry(path.names[0]).or_default() += 1,
        Node::Call(path, arguments) => {
            if let [variable, method] = path.names[..] {
                *found.entry(variable).or_default() += i64::from(method != "buffer");
            }
            let copies = MOTIONS.contains(&path.last()) || path.last() == "buffer";
            if let (true, Some(Node::Path(first))) = (copies, arguments.first().map(|one| &one.value.node)) {
                *found.entry(first.names[0]).or_default() -= 1;
            }
        }
        _ => {}
    }
}
