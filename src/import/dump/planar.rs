//! Reader of shapes of Box2D as debuggers print them: `$2 = {b2Shape = {m_radius = 0.4}, m_p = {x = 2.1, y = 0.3}}`.
//!
//! - **Source**: `b2CircleShape`, `b2PolygonShape`, `b2EdgeShape` and `b2Transform` of Box2D 2.4; `b2Circle`,
//!   `b2Capsule`, `b2Polygon` and `b2Segment` of Box2D 3.
//! - **Points**: an array has a fixed length; the number of points in use is printed in the same record, or alone.
//! - **Strict**: every printed value with numbers is a shape, a pose or a number of points; else the text is refused.

use std::ops::Range;

use contact_lens_scene::model::Shape;

use super::find::PrintedItem;
use super::token::{self, Token};
use super::tree::{self, ErrorAt, Node};
use super::{debugger, dialect};
use crate::pose::{Pose, about};

/// Pairs of names that only the shapes of Box2D have together.
const BOX2D_NAMES: [[&str; 2]; 6] = [
    ["m_p", "m_radius"],
    ["m_vertices", "m_count"],
    ["m_vertex1", "m_vertex2"],
    ["normals", "centroid"],
    ["center1", "center2"],
    ["b2Circle", "center"],
];

/// Parts of the names of numbers that are results of a query, which are skipped.
const RESULT_NAMES: [&str; 9] = ["dist", "iter", "depth", "separation", "fraction", "toi", "status", "result", "time"];

/// Whether a text is the output of a debugger with shapes of Box2D.
pub(super) fn recognizes(text: &str) -> bool {
    let has_result = text.match_indices('$').any(|(offset, _)| is_result_number(&text[offset + 1..]));
    has_result && BOX2D_NAMES.iter().any(|names| names.iter().all(|name| text.contains(name)))
}

/// Whether a text begins with digits and the sign `=`, as a result of a debugger after its `$`.
fn is_result_number(text: &str) -> bool {
    let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    after_number.len() < text.len() && after_number.trim_start_matches(' ').starts_with('=')
}

/// Content of the output of a debugger.
pub(super) struct Output<'a> {
    /// Shapes and poses in their order.
    pub(super) items: Vec<PrintedItem<'a>>,
    /// Ranges of the lines of commands and results in the text, bytes.
    pub(super) lines: Vec<Range<usize>>,
}

/// Reads the shapes and poses of a text for which [`recognizes`] holds.
///
/// # Errors
/// Fails at a printed value that is not understood, or at a shape whose points are not all printed.
pub(super) fn read(text: &str) -> Result<Output<'_>, ErrorAt> {
    let lines = debugger_lines(text);
    let tokens = token::tokens(text).into_iter();
    let tokens_in_lines = tokens.filter(|token| lines.iter().any(|line| line.contains(&token.start))).collect();
    let translated = dialect::translated(text, tokens_in_lines);
    let tokens = debugger::with_variable_names(text, translated);
    let mut reader = OutputReader { text, count: None, items: Vec::new() };
    for node in tree::read(&tokens)? {
        reader.read_value(&node)?;
    }
    Ok(Output { items: reader.items, lines })
}

/// Returns the ranges of the lines with commands and of those with their results, bytes. A result continues until its
/// brackets are closed.
fn debugger_lines(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut depth = 0_i32;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start += line.len();
        let bare = line.trim_start_matches(['>', ' ', '\t']);
        let is_prompt = debugger::PROMPTS.iter().any(|prompt| bare.starts_with(prompt));
        // lldb prints the type before the number: `(b2Transform) $1 = …`.
        let is_typed_result = bare.starts_with('(') && bare.contains(") $") && bare.contains(" = ");
        let is_result = bare.starts_with('$') || is_typed_result;
        if is_prompt || is_result || depth > 0 {
            ranges.push(range);
        }
        if !is_prompt && (is_result || depth > 0) {
            depth += open_bracket_count(line);
        }
    }
    ranges
}

/// Number of opening brackets in a line minus the number of closing ones.
fn open_bracket_count(line: &str) -> i32 {
    line.chars().map(|c| i32::from("([{".contains(c)) - i32::from(")]}".contains(c))).sum()
}

/// Reader of the values in the output of a debugger, in their order.
struct OutputReader<'a> {
    text: &'a str,
    /// Number of points of the next polygon, if a command has printed it alone.
    count: Option<f64>,
    items: Vec<PrintedItem<'a>>,
}

impl<'a> OutputReader<'a> {
    /// Reads a printed value: a number of points, a result to skip, a shape or a pose.
    ///
    /// # Errors
    /// Fails at any other value with numbers.
    fn read_value(&mut self, node: &Node<'a>) -> Result<(), ErrorAt> {
        // After the name of the variable, lldb prints the type of a number.
        let Some(key) = node.key.first() else { return Ok(()) };
        if let Some(number) = node.number() {
            if ["m_count", "count"].contains(&key.text) {
                self.count = number.number().map(|number| number.value);
                return Ok(());
            }
            let name = key.text.to_lowercase();
            if RESULT_NAMES.iter().any(|word| name.contains(word)) {
                return Ok(());
            }
        }
        let items = fields(node);
        let name = self.name_of(*key);
        let mut used = Vec::new();
        node.append_tokens(&mut used);
        if is_key(node, "m_vertices") {
            let shape = polygon(node, self.count.take())?;
            self.items.push(PrintedItem::Shape { name, shape, pose: None, used, note: None });
        } else if let Some(pose) = transform(&items) {
            self.items.push(PrintedItem::Pose { name, pose, used, note: None, offset: node.start() });
        } else if let Some((shape, pose)) = shape(&items)? {
            self.items.push(PrintedItem::Shape { name, shape, pose, used, note: None });
        } else if !node.numbers().is_empty() {
            let why = "this printed value is not understood; print the whole shapes and their transforms, or remove it";
            return Err((node.start(), why.to_owned()));
        }
        Ok(())
    }

    /// Returns the name of the variable that a command prints: `shape` for both `shape` and its field
    /// `shape->m_vertices`.
    fn name_of(&self, key: Token<'_>) -> String {
        let before = self.text.get(..key.start).unwrap_or_default();
        let owner = before.strip_suffix("->").or_else(|| before.strip_suffix('.')).map(|owner| {
            let start = owner.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |index| index + 1);
            &owner[start..]
        });
        owner.filter(|owner| !owner.is_empty()).unwrap_or(key.text).to_owned()
    }
}

/// Reads the fields of a shape, with the pose of a circle whose center is not the origin of its body; `None` if they
/// are not the fields of a shape.
///
/// # Errors
/// Fails at a polygon whose points are not all printed.
fn shape(items: &[&Node<'_>]) -> Result<Option<(Shape, Option<Pose>)>, ErrorAt> {
    let radius = number(items, &["m_radius", "radius"]);
    if let (Some(center), Some(radius)) = (vector(items, &["m_p", "center"]), radius) {
        return Ok(Some((Shape::Circle { radius }, center_pose(center))));
    }
    let ends = vector(items, &["m_vertex1", "point1"]).zip(vector(items, &["m_vertex2", "point2"]));
    if let Some((a, b)) = ends {
        return Ok(Some((segment(a, b), None)));
    }
    let ends = vector(items, &["center1"]).zip(vector(items, &["center2"]));
    if let (Some((a, b)), Some(radius)) = (ends, radius) {
        return Ok(Some((Shape::Inflate { radius, shape: Box::new(segment(a, b)) }, None)));
    }
    let Some(list) = field(items, &["m_vertices", "vertices"]) else { return Ok(None) };
    let polygon = polygon(list, number(items, &["m_count", "count"]))?;
    // The radius of polygons of Box2D 2 is a margin of the solver; that of Box2D 3 rounds them.
    let rounded = radius.filter(|radius| *radius > 0.0 && is_key(list, "vertices"));
    let shape = match rounded {
        Some(radius) => Shape::Inflate { radius, shape: Box::new(polygon) },
        None => polygon,
    };
    Ok(Some((shape, None)))
}

/// Reads a polygon from the first `count` points of an array, meters.
///
/// # Errors
/// Fails if the count is not known, is less than 3, or exceeds the number of printed points.
fn polygon(list: &Node<'_>, count: Option<f64>) -> Result<Shape, ErrorAt> {
    let why = "the number of points of this polygon is not printed; print its `m_count` before its points";
    let count = count.ok_or_else(|| (list.start(), why.to_owned()))?;
    let points: Vec<[f64; 2]> =
        list.items().iter().map_while(|item| point(item)).take(count.max(0.0) as usize).collect();
    if points.len() < 3 || points.len() as f64 != count {
        let why = format!("{} of the {count} points of this polygon are printed; print all", points.len());
        return Err((list.start(), why));
    }
    Ok(Shape::Polygon { points })
}

/// Whether the last word of a node's key is this name, alone or after a dot.
fn is_key(node: &Node<'_>, name: &str) -> bool {
    node.key.last().is_some_and(|key| key.text == name || key.text.ends_with(&format!(".{name}")))
}

/// Whether a part of a record has the fields of a base class.
fn is_base(item: &Node<'_>) -> bool {
    item.key.last().is_some_and(|key| key.text.starts_with("b2"))
}

/// Returns the fields of a record with those of its base classes.
fn fields<'n, 'a>(node: &'n Node<'a>) -> Vec<&'n Node<'a>> {
    node.items().iter().flat_map(|item| if is_base(item) { fields(item) } else { vec![item] }).collect()
}

/// Returns the first field with one of these names.
fn field<'n, 'a>(items: &[&'n Node<'a>], names: &[&str]) -> Option<&'n Node<'a>> {
    items.iter().find(|item| names.iter().any(|name| is_key(item, name))).copied()
}

/// Returns the number of a field.
fn number(items: &[&Node<'_>], names: &[&str]) -> Option<f64> {
    Some(field(items, names)?.number()?.number()?.value)
}

/// Returns the vector of a field.
fn vector(items: &[&Node<'_>], names: &[&str]) -> Option<[f64; 2]> {
    point(field(items, names)?)
}

/// Reads a vector with the fields x and y, meters.
fn point(node: &Node<'_>) -> Option<[f64; 2]> {
    let items: Vec<&Node<'_>> = node.items().iter().collect();
    Some([number(&items, &["x"])?, number(&items, &["y"])?])
}

/// Reads a transform: a position `p`, meters, and a rotation `q` with the sine and the cosine of its angle about z;
/// `None` without these fields.
fn transform(items: &[&Node<'_>]) -> Option<Pose> {
    let [x, y] = vector(items, &["p"])?;
    let sine_and_cosine: Vec<&Node<'_>> = field(items, &["q"])?.items().iter().collect();
    let angle = number(&sine_and_cosine, &["s"])?.atan2(number(&sine_and_cosine, &["c"])?);
    let rotation = if angle == 0.0 { Pose::default().rotation } else { about([0.0, 0.0, 1.0], angle)? };
    Some(Pose { position: [x, y, 0.0], rotation })
}

/// Returns the pose of a circle with a center in the frame of its body, meters; `None` if the center is the origin.
fn center_pose([x, y]: [f64; 2]) -> Option<Pose> {
    ([x, y] != [0.0; 2]).then(|| Pose::at([x, y, 0.0]))
}

/// Builds a segment of the plane z = 0 from its endpoints, meters.
fn segment(a: [f64; 2], b: [f64; 2]) -> Shape {
    Shape::Segment { points: [a, b].map(|[x, y]| [x, y, 0.0]) }
}
