//! Reader of OpenSCAD: in, `translate([0, 0, 5]) cube([20, 10, 10], center = true);`; out, a box with these full sizes
//! at this position in the store.
//!
//! **Frames.** A transformation moves everything after it, the first one outermost; `rotate([x, y, z])` rotates by
//! degrees about the fixed axes x, y, z in that order. Each statement of the text is a body.
//!
//! **Refused.** Differences, intersections, hulls, scales, loops and modules: their results are not the solids in them.

use crate::code::evaluate::value::three_numbers;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Problem, Store};
use crate::code::libraries::calls::by_key;
use crate::code::parser::expressions::{Parser, no_type};
use crate::code::parser::token::{Kind, Token, Tokens};
use crate::code::pose::angles::ordered;
use crate::pose::{Pose, about};

/// Solids of the language.
const SOLIDS: [&str; 3] = ["cube", "sphere", "cylinder"];

/// Statements that contain others without changing them.
const HOLDERS: [&str; 4] = ["union", "group", "color", "render"];

/// Statements whose result differs from the solids in them.
const REFUSED: [&str; 14] = [
    "difference",
    "intersection",
    "hull",
    "minkowski",
    "scale",
    "resize",
    "mirror",
    "multmatrix",
    "offset",
    "for",
    "if",
    "module",
    "linear_extrude",
    "rotate_extrude",
];

/// Maximum depth of statements in statements.
const MAX_DEPTH: usize = 60;

/// Whether a text is a program of OpenSCAD: it has a solid, and a transformation before it without a sign between,
/// `rotate(…) cube(…)`, or the special variable `$fn` and a solid that begins a line.
pub fn is_program(tokens: &Tokens<'_>) -> bool {
    let mut has_transformation = false;
    let mut has_solid = false;
    for pair in tokens.all.windows(2) {
        let [name, open] = pair else { continue };
        has_solid |= name.kind == Kind::Name && open.is("(") && SOLIDS.contains(&name.text);
        has_transformation |= name.is(")")
            && open.kind == Kind::Name
            && (SOLIDS.contains(&open.text) || ["rotate", "translate", "difference"].contains(&open.text));
    }
    let has_fn = tokens.all.iter().any(|token| token.text == "$fn" || token.text == "fn" && token.kind == Kind::Name);
    has_solid && (has_transformation || has_fn && begins_line(tokens))
}

/// Whether a solid begins a line.
fn begins_line(tokens: &Tokens<'_>) -> bool {
    tokens.all.windows(2).any(|pair| pair[0].kind == Kind::Line && SOLIDS.contains(&pair[1].text))
}

/// Reader of a program that adds its solids to the store.
struct Program<'p, 't, 'a> {
    store: &'p mut Store,
    parser: Parser<'t, 'a>,
}

/// Adds the solids of a program to the store.
pub fn run(store: &mut Store, tokens: &[Token<'_>]) {
    let words: Vec<Token<'_>> =
        tokens.iter().filter(|token| token.kind != Kind::Line && token.text != "$").copied().collect();
    store.named.libraries.insert("openscad");
    let mut program = Program { store, parser: Parser::new(&words, &no_type) };
    while program.parser.at < words.len() {
        let before = program.parser.at;
        let mut parts = Vec::new();
        let at = words[before].start;
        program.statement(Pose::default(), &mut parts, 0);
        program.parser.at = program.parser.at.max(before + 1);
        match parts[..] {
            [] => {}
            [only] => program.store.entities[only].attached = false,
            _ => {
                let body = program.store.body(&["openscad", "body"], at);
                program.store.entities[body].place_at(Pose::default());
                parts.into_iter().for_each(|part| program.store.attach(body, part, None, &Vec::new()));
            }
        }
    }
}

impl<'a> Program<'_, '_, 'a> {
    /// Text of the next token; empty at the end.
    fn text(&self) -> &str {
        self.parser.tokens.get(self.parser.at).map_or("", |token| token.text)
    }

    /// Reads a statement at a pose; adds the indices of its solids to `parts`. `depth` counts the statements around it.
    fn statement(&mut self, pose: Pose, parts: &mut Vec<usize>, depth: usize) {
        let Some(token) = self.parser.tokens.get(self.parser.at).copied() else { return };
        let next = self.parser.tokens.get(self.parser.at + 1).copied();
        let is_sum = ["hull", "minkowski"].contains(&token.text);
        if is_sum && depth < MAX_DEPTH && self.combine(token, pose, parts, depth) {
            return;
        }
        // `*` disables a statement, `!` shows it alone.
        if depth > MAX_DEPTH || token.is("*") || token.is("!") || REFUSED.contains(&token.text) {
            return self.refuse(token, parts);
        }
        if token.is("{") {
            return self.block(pose, parts, depth);
        }
        let Some(next) = next.filter(|_| token.kind == Kind::Name) else {
            self.parser.at += 1;
            return;
        };
        if next.is("=") {
            return self.assignment(token);
        }
        if !next.is("(") {
            self.parser.at += 1;
            return;
        }
        self.call(token, next, pose, parts, depth);
    }

    /// Reads the statements in braces.
    fn block(&mut self, pose: Pose, parts: &mut Vec<usize>, depth: usize) {
        self.parser.at += 1;
        while !["}", ""].contains(&self.text()) {
            let before = self.parser.at;
            self.statement(pose, parts, depth + 1);
            self.parser.at = self.parser.at.max(before + 1);
        }
        self.parser.at += 1;
    }

    /// Reads the assignment to the variable `name`.
    fn assignment(&mut self, name: Token<'_>) {
        self.parser.at += 2;
        if let Some(expr) = self.parser.expression() {
            let value = self.store.value(&expr);
            self.store.variables.insert(name.text.to_owned(), value);
        }
    }

    /// Reads the call of `token` with the bracket `open`, and the statement that it moves or contains.
    fn call(&mut self, token: Token<'a>, open: Token<'a>, pose: Pose, parts: &mut Vec<usize>, depth: usize) {
        self.parser.at += 1;
        let list = self.parser.inside(open).unwrap_or_default();
        let arguments = self.store.arguments(&list);
        match token.text {
            name if SOLIDS.contains(&name) => {
                let id = self.store.shape(&["scad", name], &without_quality(&arguments), token.start);
                self.store.entities[id].place_at(pose);
                parts.push(id);
            }
            name if HOLDERS.contains(&name) => self.statement(pose, parts, depth + 1),
            "translate" | "rotate" => match motion(token.text, &arguments) {
                Some(motion) => self.statement(pose.then(motion), parts, depth + 1),
                None => self.refuse(token, parts),
            },
            "echo" | "assert" => {}
            _ => self.refuse(token, parts),
        }
    }

    /// Reads the hull of balls of one radius, or the sum of a cube and a ball at the origin. Returns whether it is one
    /// of these; otherwise the parser stays where it is.
    fn combine(&mut self, token: Token<'_>, pose: Pose, parts: &mut Vec<usize>, depth: usize) -> bool {
        let back = self.parser.at;
        let count = self.store.entities.len();
        self.parser.at += 1;
        while ["(", ")"].contains(&self.text()) {
            self.parser.at += 1;
        }
        let mut inner = Vec::new();
        if self.text() == "{" {
            self.statement(pose, &mut inner, depth + 1);
        }
        let made = if token.text == "hull" {
            self.hull_of_balls(&inner, token.start)
        } else {
            self.rounded_cube(&inner, pose)
        };
        match made {
            Some(id) => parts.push(id),
            None => {
                self.store.entities.truncate(count);
                self.parser.at = back;
            }
        }
        made.is_some()
    }

    /// Returns the radius of a ball, from its radius or its diameter `d`; `None` for any other solid.
    fn radius_of(&self, id: usize) -> Option<f64> {
        let entity = &self.store.entities[id];
        let is_ball = entity.path.last().is_some_and(|name| name == "sphere") && entity.problem.is_none();
        let [(key, value)] = &entity.arguments[..] else { return None };
        let factor = if key.as_deref() == Some("d") { 0.5 } else { 1.0 };
        value.number().map(|size| factor * size).filter(|_| is_ball)
    }

    /// Makes the hull of balls of one radius; `None` for other solids or radii.
    fn hull_of_balls(&mut self, inner: &[usize], at: usize) -> Option<usize> {
        let radii: Vec<f64> = inner.iter().map(|id| self.radius_of(*id)).collect::<Option<_>>()?;
        let radius = *radii.first().filter(|first| radii.iter().all(|radius| radius == *first))?;
        let centers = inner.iter().map(|id| self.store.entities[*id].pose().position.to_vec());
        let centers = centers.map(|center| (None, Value::new(Data::Vector(center), at))).collect();
        let sizes = radii.iter().map(|_| (None, Value::new(Data::Number(radius), at))).collect();
        let used: Vec<_> = inner.iter().flat_map(|id| self.store.entities[*id].used.clone()).collect();
        let arguments = [(None, Value::list(centers, at)), (None, Value::list(sizes, at))];
        inner.iter().for_each(|id| self.store.entities[*id].attached = true);
        let id = self.store.shape(&["scad", "hull"], &arguments, at);
        self.store.entities[id].place_at(Pose::default());
        self.store.entities[id].used.extend(used);
        Some(id)
    }

    /// Rounds a cube by a ball at the origin of their Minkowski sum, `minkowski() { cube(…); sphere(…); }`; `None` for
    /// other solids.
    fn rounded_cube(&mut self, inner: &[usize], pose: Pose) -> Option<usize> {
        let [a, b] = *inner else { return None };
        let (cube, ball) = if self.radius_of(a).is_some() { (b, a) } else { (a, b) };
        let radius = self.radius_of(ball).filter(|_| self.store.entities[ball].pose() == pose)?;
        if self.store.entities[cube].path.last().is_none_or(|name| name != "cube") {
            return None;
        }
        let used = self.store.entities[ball].used.clone();
        self.store.entities[ball].attached = true;
        self.store.entities[cube].used.extend(used);
        self.store.entities[cube].rounding = Some(radius);
        Some(cube)
    }

    /// Adds a solid that is an error, and skips the remainder of the program.
    fn refuse(&mut self, token: Token<'_>, parts: &mut Vec<usize>) {
        let id = self.store.shape(&["scad", "cube"], &[], token.start);
        self.store.entities[id].problem = Some(Problem { range: token.start..token.end, part: "shape" });
        parts.push(id);
        self.parser.at = self.parser.tokens.len();
    }
}

/// Removes the arguments that only state how fine a solid is drawn.
fn without_quality(arguments: &[NamedValue]) -> Vec<NamedValue> {
    let fine = ["$fn", "$fa", "$fs", "fn", "fa", "fs", "convexity"];
    arguments.iter().filter(|(key, _)| !key.as_deref().is_some_and(|key| fine.contains(&key))).cloned().collect()
}

/// Pose of `translate(…)` or `rotate(…)`; `None` if the arguments are not understood.
fn motion(name: &str, arguments: &[NamedValue]) -> Option<Pose> {
    let first = by_key(arguments, &["v", "a"]).or_else(|| arguments.first().map(|(_, value)| value))?;
    if name == "translate" {
        return first.vector().map(Pose::at);
    }
    let rotation = match (first.number(), arguments.len()) {
        (Some(angle), 1) => about([0.0, 0.0, 1.0], angle.to_radians())?,
        (Some(angle), _) => about(arguments.get(1)?.1.vector()?, angle.to_radians())?,
        (None, _) => ordered("zyx", three_numbers(&[(None, first.clone())])?.map(f64::to_radians))?,
    };
    Some(Pose { position: [0.0; 3], rotation })
}
