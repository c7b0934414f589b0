//! Geometry of shapely: in, `box(0, 0, 2, 1)`, `Point(0, 0).buffer(1)` or `affinity.rotate(shape, 30)`; out, a shape, a
//! rounded shape, or a moved copy in the store.
//!
//! **Frame.** All shapes have coordinates of the world. A buffer of a point is a disc, that of a line a capsule, that
//! of a polygon a rounded polygon.
//!
//! **Ingredients.** A shape that the text only moves or buffers is no body; its copies are.

use std::collections::BTreeMap;

use contact_lens_scene::model::Shape;

use super::calls::{by_key, word};
use crate::code::evaluate::fallbacks::is_nothing;
use crate::code::evaluate::value::{Data, NamedValue, Value, mark};
use crate::code::join::store::{Store, ranges_of};
use crate::code::parser::syntax::{Expr, Node, Statement, flatten};
use crate::code::shape::resolve::resolve;
use crate::pose::{Pose, about};

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

/// Returns the argument with one of these keys, else the positional argument with this index.
fn argument<'v>(arguments: &'v [NamedValue], index: usize, keys: &[&str]) -> Option<&'v Value> {
    let positional = arguments.get(index).filter(|(key, _)| key.is_none()).map(|(_, value)| value);
    by_key(arguments, keys).or(positional)
}

/// Whether a style of a buffer is round: `1`, `"round"`, `CAP_STYLE.round`.
fn is_round(style: &Value) -> bool {
    style.number() == Some(1.0) || word(style).is_some_and(|word| word.trim_matches(['"', '\'']).ends_with("round"))
}

/// Whether a value is `False` or `None`.
fn is_false(value: &Value) -> bool {
    word(value).is_some_and(|word| word.eq_ignore_ascii_case("false")) || is_nothing(value)
}

/// Returns the radius of a buffer, meters; `None` if it is not positive, or if the ends or the vertices are not
/// round.
fn buffer_radius(arguments: &[NamedValue]) -> Option<f64> {
    let has_round_caps = argument(arguments, 2, &["cap_style"]).is_none_or(is_round);
    let has_round_joins = argument(arguments, 3, &["join_style"]).is_none_or(is_round);
    let is_single_sided = by_key(arguments, &["single_sided"]).is_some_and(|value| !is_false(value));
    let radius = argument(arguments, 0, &["distance"])?.number()?;
    // A fifth argument would be the limit of mitred joins.
    let is_round = has_round_caps && has_round_joins && !is_single_sided && arguments.len() <= 4;
    (is_round && radius > 0.0).then_some(radius)
}

/// Centroid of a polygon; `None` if it has no area.
fn centroid(points: &[[f64; 2]]) -> Option<[f64; 2]> {
    let mut area = 0.0;
    let mut sum = [0.0; 2];
    // The triangles from the origin to each edge, weighted by their signed areas.
    for (k, a) in points.iter().enumerate() {
        let b = points[(k + 1) % points.len()];
        let cross = a[0] * b[1] - a[1] * b[0];
        area += cross;
        sum = [sum[0] + cross * (a[0] + b[0]), sum[1] + cross * (a[1] + b[1])];
    }
    (area != 0.0).then(|| sum.map(|x| x / (3.0 * area)))
}

/// Returns the vertices of a planar shape without its rounding: four of a rectangle, the center of a circle; `None` for
/// other shapes.
fn vertices(shape: &Shape) -> Option<Vec<[f64; 2]>> {
    match shape {
        Shape::Circle { .. } | Shape::Sphere { .. } => Some(vec![[0.0; 2]]),
        Shape::Rectangle { half_extents: [x, y] } => Some(vec![[-x, -y], [*x, -y], [*x, *y], [-x, *y]]),
        Shape::Segment { points } => Some(points.iter().map(|point| [point[0], point[1]]).collect()),
        Shape::Polygon { points } => Some(points.clone()),
        _ => None,
    }
}

/// Planar shape in the world without its rounding.
struct Outline {
    vertices: Vec<[f64; 2]>,
    is_polygon: bool,
    is_rounded: bool,
}

impl Outline {
    /// Center of the axis-aligned bounds of the vertices.
    fn bounds_center(&self) -> [f64; 3] {
        let [x, y] = [0, 1].map(|axis| {
            let low = self.vertices.iter().map(|point| point[axis]).fold(f64::INFINITY, f64::min);
            let high = self.vertices.iter().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max);
            0.5 * (low + high)
        });
        [x, y, 0.0]
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
            None => self.mark_unread(copy, "pose", at),
        }
        Some(Value { data: Data::Entity(copy), used: vec![mark(at)], at })
    }

    /// Evaluates the method `name` of a point or a shape, `of`, that makes another shape or compares shapes; `None` for
    /// any other method.
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
                self.mark_unread(*id, "shape", at);
                *id
            }
            (Data::Entity(_), _) if PREDICATES.contains(&name) => return Some(Value::unknown(at)),
            _ => return None,
        };
        Some(Value { data: Data::Entity(id), used: vec![mark(at)], at })
    }

    /// Adds a copy of a shape, which the caller moves or rounds; an original without a variable serves only to make the
    /// copy. Returns the index of the copy.
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

    /// Returns the motion of `rotate(shape, angle, origin, use_radians)` from the arguments after the shape; the angle
    /// is in degrees and the origin the center of the bounds by default. `None` if an argument is not understood.
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
            None => self.bounds_center(id)?,
            Some(origin) => match word(origin).map(|word| word.trim_matches(['"', '\''])) {
                Some("center") => self.bounds_center(id)?,
                Some("centroid") => self.shape_centroid(id)?,
                Some(_) => return None,
                None => origin.vector()?,
            },
        };
        let rotation = about([0.0, 0.0, 1.0], if in_radians { angle } else { angle.to_radians() })?;
        let center = Pose::at(center);
        Some(center.then(Pose { position: [0.0; 3], rotation }).then(center.inverse()))
    }

    /// Returns a shape in the world without its rounding; `None` if it is not planar or not understood.
    fn placed_outline(&self, id: usize) -> Option<Outline> {
        let entity = &self.entities[id];
        let built = resolve(self, id, "").ok()?;
        let pose = entity.pose().then(built.pose);
        let (shape, is_rounded) = match &built.shape {
            Shape::Inflate { shape, .. } => (shape.as_ref(), true),
            shape => (shape, entity.rounding.is_some()),
        };
        let mut points = Vec::new();
        for [x, y] in vertices(shape)? {
            let [x, y, _] = pose.then(Pose::at([x, y, 0.0])).position;
            points.push([x, y]);
        }
        Some(Outline { vertices: points, is_polygon: matches!(shape, Shape::Polygon { .. }), is_rounded })
    }

    /// Returns the center of the bounds of a shape in the world.
    fn bounds_center(&self, id: usize) -> Option<[f64; 3]> {
        Some(self.placed_outline(id)?.bounds_center())
    }

    /// Returns the centroid of a shape in the world, which for all but polygons is the center of the bounds; `None` for
    /// a rounded polygon.
    fn shape_centroid(&self, id: usize) -> Option<[f64; 3]> {
        let outline = self.placed_outline(id)?;
        if !outline.is_polygon {
            return Some(outline.bounds_center());
        }
        let [x, y] = centroid(&outline.vertices).filter(|_| !outline.is_rounded)?;
        Some([x, y, 0.0])
    }

    /// Marks the shapes that the text only moves or buffers as parts of their copies, after all statements.
    pub fn separate_ingredients(&mut self, statements: &[Statement<'_>]) {
        if !self.uses("shapely") {
            return;
        }
        let uses = count_uses(statements);
        let originals: Vec<usize> = self.entities.iter().filter_map(|entity| entity.copy_of).collect();
        for id in originals {
            let is_used = uses.get(self.entities[id].name.as_str()).is_some_and(|uses| *uses > 0);
            self.entities[id].attached |= !is_used || !self.is_held(id);
        }
    }

    /// Whether a variable holds an entity at the end of the text.
    fn is_held(&self, id: usize) -> bool {
        let value = self.variables.get(&self.entities[id].name);
        value.is_some_and(|value| matches!(value.data, Data::Entity(held) if held == id))
    }
}

/// Motion of `translate(shape, xoff, yoff)` from the arguments after the shape; `None` if an offset is not a number.
fn translation(arguments: &[NamedValue]) -> Option<Pose> {
    let mut position = [0.0; 3];
    for (k, key) in ["xoff", "yoff", "zoff"].iter().enumerate() {
        if let Some(value) = argument(arguments, k, &[*key]) {
            position[k] = value.number()?;
        }
    }
    Some(Pose::at(position))
}

/// Counts the uses of each variable other than as the shape that a motion or a buffer copies.
fn count_uses<'a>(statements: &[Statement<'a>]) -> BTreeMap<&'a str, i64> {
    let mut found = BTreeMap::new();
    for statement in flatten(statements) {
        for expr in statement.statement.expressions() {
            expr.visit(&mut |part| add_uses(part, &mut found));
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

/// Adds the uses of variables in an expression to their counts, without those in its parts. A path is visited too as a
/// part of a call, so the first argument of a motion counts once as a path and is taken off here.
fn add_uses<'a>(expr: &Expr<'a>, found: &mut BTreeMap<&'a str, i64>) {
    match &expr.node {
        Node::Path(path) => *found.entry(path.names[0]).or_default() += 1,
        Node::Call(path, arguments) => {
            if let [variable, method] = path.names[..] {
                *found.entry(variable).or_default() += i64::from(method != "buffer");
            }
            let copies = MOTIONS.contains(&path.last()) || path.last() == "buffer";
            if copies && let Some(Node::Path(first)) = arguments.first().map(|argument| &argument.value.node) {
                *found.entry(first.names[0]).or_default() -= 1;
            }
        }
        _ => {}
    }
}
