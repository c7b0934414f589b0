//! Facts that the items of a record state: the kind of a shape, sizes, a position, a rotation, names, and reasons why a
//! record cannot be read.

use super::asides;
use super::fields::{self, FOREIGN, Field, Order};
use super::rounds;
use crate::ask::Axis;
use crate::import::dump::shape;
use crate::import::dump::token::{Kind, Token};
use crate::import::dump::tree::{Node, Value};

/// Fact with the tokens that state it.
#[derive(Clone, Debug)]
pub(super) struct Fact<'a> {
    pub(super) what: What<'a>,
    /// Offset in the text, bytes.
    pub(super) at: usize,
    pub(super) used: Vec<Token<'a>>,
}

/// Content of a fact.
#[derive(Clone, Debug)]
pub(super) enum What<'a> {
    /// Word that names the kind of a shape.
    Kind(Token<'a>),
    Size(&'static str, Vec<Token<'a>>),
    HalfExtent(usize, Token<'a>),
    /// Extent of a box along an axis, half or full.
    Extent,
    Position([f64; 3]),
    Center([f64; 3]),
    Coordinate(usize, f64),
    Rotation(Quaternion),
    RotationCoordinate(usize, f64),
    Name(String),
    /// Axis of a round shape.
    Axis(Axis),
    /// Time or number of a step.
    Time(f64),
    /// Reason why the record cannot be read.
    Refused(String),
    /// Shape or pose that this reader leaves to others.
    Foreign,
}

/// Four numbers with their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quaternion {
    pub(super) values: [f64; 4],
    pub(super) order: Order,
}

/// Error of a rotation that is not a quaternion.
pub(super) const NOT_A_QUATERNION: &str =
    "this rotation is not understood; print a position and a quaternion with the names x, y, z and w";

/// Start of the error of a word that places a body.
pub(super) const MOVED: &str = "this word places or scales a body, which is not supported";

/// Example of a body in an error.
const EXAMPLE: &str = "`box half_extents=(0.5, 0.5, 0.5) position=(0, 0, 0) quaternion_xyzw=(0, 0, 0, 1)`";

/// Error of a pose of a shape in its body.
pub(super) const LOCAL: &str =
    "the local pose of a shape in its body is not supported; print the pose of the shape in the world";

/// Maximum number of values of a size.
const MAX_VALUES: usize = 4;

/// Minimum number of values of a matrix or a list of points.
const MATRIX: usize = 9;

/// Maximum number of words before a bracket that the values inside it keep.
const MAX_OWNERS: usize = 8;

/// Names of fields whose value is the kind of a shape.
const KIND_FIELDS: [&str; 9] =
    ["type", "shape", "kind", "geometry", "geom", "collider", "shapetype", "geometrytype", "collidertype"];

/// Names of fields whose value is the name of a body.
const NAME_FIELDS: [&str; 9] = ["name", "body", "label", "id", "object", "actor", "entity", "node", "bodyname"];

/// Words that place or change a body.
const MOVERS: [&str; 32] = [
    "rotated", "tilted", "turned", "degrees", "degree", "deg", "sideways", "above", "below", "beneath", "under",
    "twice", "scaled", "shifted", "moved", "cm", "mm", "inch", "inches", "ft", "feet", "side", "standing", "lying",
    "upside", "apart", "inside", "aligned", "offset", "each", "both", "diagonal",
];

/// Returns the facts of items in their order.
pub(super) fn of<'a>(nodes: &[Node<'a>], text: &'a str) -> Vec<Fact<'a>> {
    let mut facts = Facts { text, all: Vec::new() };
    nodes.iter().for_each(|node| read(node, &[], &mut facts));
    facts.all
}

/// Facts of a text.
struct Facts<'a> {
    text: &'a str,
    all: Vec<Fact<'a>>,
}

impl<'a> Facts<'a> {
    fn push(&mut self, fact: Fact<'a>) {
        self.all.push(fact);
    }
}

/// Appends the facts of an item; `owners` are the words before the brackets around it.
fn read<'a>(node: &Node<'a>, owners: &[Token<'a>], facts: &mut Facts<'a>) {
    let said: Vec<Token<'a>> = node.key.iter().chain(&node.head).copied().collect();
    let key = node.key.last().map(|word| fields::normalized(word.text)).unwrap_or_default();
    let is_kind = KIND_FIELDS.contains(&key.as_str());
    let is_name = NAME_FIELDS.contains(&key.as_str());
    match &node.value {
        Value::Text(text) if is_kind && shape::is_kind(text.text) => {
            words(&node.key[..node.key.len() - 1], facts);
            facts.push(Fact { what: What::Kind(*text), at: node.start(), used: [said, vec![*text]].concat() });
        }
        Value::Text(text) if is_name => {
            facts.push(Fact {
                what: What::Name(text.text.to_owned()),
                at: node.start(),
                used: [said, vec![*text]].concat(),
            });
        }
        Value::Nothing if is_name && !node.head.is_empty() => {
            let name: Vec<&str> = node.head.iter().map(|word| word.text).collect();
            facts.push(Fact { what: What::Name(name.join(" ")), at: node.start(), used: said });
        }
        Value::Nothing | Value::Text(_) if key == "axis" && rounds::axis_of(node).is_some() => {
            if node.key.len() > 1 {
                words(&node.key[..node.key.len() - 1], facts);
            }
            let mut used = Vec::new();
            node.all(&mut used);
            facts.all.extend(rounds::axis_of(node).map(|axis| Fact { what: What::Axis(axis), at: node.start(), used }));
        }
        Value::Nothing | Value::Text(_) => words(&said, facts),
        Value::Number(token) => value(node, &said, &[(None, *token)], owners, facts),
        Value::Group(items) => match numbers(node) {
            Some(numbers) => value(node, &said, &numbers, owners, facts),
            None if rows(items) >= MATRIX => {
                facts.push(Fact { what: What::Foreign, at: node.start(), used: Vec::new() });
            }
            None if let Some(rotation) = rounds::axis_angle(node) => {
                let mut used = Vec::new();
                node.all(&mut used);
                facts.push(Fact { what: What::Rotation(rotation), at: node.start(), used });
            }
            // `camera: { position: … }`.
            None if asides::belongs_to_no_body(&said) && !has_kind(node) => {}
            None => {
                words(&said, facts);
                let from = said.len().saturating_sub(MAX_OWNERS);
                let all = [owners, &said[from..]].concat();
                items.iter().for_each(|item| read(item, &all, facts));
            }
        },
    }
}

/// Whether an item has brackets with more than the numbers of a vector.
pub(super) fn is_group(node: &Node<'_>) -> bool {
    matches!(node.value, Value::Group(_)) && numbers(node).is_none()
}

/// Whether a word in an item names a kind of shape.
fn has_kind(node: &Node<'_>) -> bool {
    let mut all = Vec::new();
    node.all(&mut all);
    all.iter().any(|token| token.number().is_none() && shape::is_kind(token.text))
}

/// Number of the numbers of rows in brackets; 0 for any other items.
fn rows(items: &[Node<'_>]) -> usize {
    let counts: Option<Vec<usize>> =
        items.iter().map(|item| numbers(item).filter(|_| item.key.is_empty()).map(|own| own.len())).collect();
    counts.map_or(0, |counts| counts.iter().sum())
}

/// Number of the kinds of shapes that items name; a kind that is named twice in a row counts once.
pub(super) fn count_kinds<'a>(nodes: &[Node<'a>], text: &'a str) -> usize {
    let facts = of(nodes, text);
    let kinds: Vec<usize> = (0..facts.len()).filter(|k| matches!(facts[*k].what, What::Kind(_))).collect();
    let repeated = kinds.windows(2).filter(|two| two[0] + 1 == two[1]).count();
    kinds.len() - repeated
}

/// Number of a vector, with the name of its axis.
type Named<'a> = (Option<Token<'a>>, Token<'a>);

/// Returns the numbers of a vector; `None` if the brackets contain anything else.
fn numbers<'a>(node: &Node<'a>) -> Option<Vec<Named<'a>>> {
    let items = node.items();
    if let [only] = items
        && !only.items().is_empty()
        && only.key.is_empty()
    {
        let inner = numbers(only)?;
        // `box (half extents (1, 2, 3))`: the inner brackets have a field of their own.
        let is_field = fields::named(&only.head, inner.len()).field != Field::Unknown;
        return Some(inner).filter(|_| !is_field);
    }
    let axes = ["x", "y", "z", "w", "i", "j", "k"];
    let all: Option<Vec<Named<'a>>> = items
        .iter()
        .map(|item| match (item.number(), &item.key[..]) {
            (Some(token), []) => Some((None, token)),
            (Some(token), [key]) if axes.contains(&fields::letter(key).as_str()) => Some((Some(*key), token)),
            _ => None,
        })
        .collect();
    all.filter(|all| !all.is_empty())
}

/// Appends the facts of words: kinds of shapes, words that place a body.
fn words<'a>(all: &[Token<'a>], facts: &mut Facts<'a>) {
    for (k, word) in all.iter().enumerate() {
        let lower = fields::normalized(word.text);
        let is_bound = k > 0 && ["bounding", "bound", "aabb"].contains(&fields::normalized(all[k - 1].text).as_str());
        let what = if FOREIGN.contains(&lower.as_str()) || is_complex(&lower) {
            What::Foreign
        } else if shape::is_kind(word.text) && !is_bound {
            What::Kind(*word)
        } else if MOVERS.contains(&lower.as_str()) {
            What::Refused(format!("{MOVED}: `{}`; write the body as {EXAMPLE}", word.text))
        } else {
            continue;
        };
        facts.push(Fact { what, at: word.start, used: vec![*word] });
    }
    let name: Vec<&str> = all.iter().take_while(|word| !shape::is_kind(word.text)).map(|word| word.text).collect();
    let Some(first) = all.first().filter(|_| (1..=3).contains(&name.len())) else { return };
    // `name=crate box`: the first word is the name of a field.
    let is_stated = name.len() > 1 && ["name", "label"].contains(&fields::normalized(name[0]).as_str());
    let stated = if is_stated { name[1..].join(" ") } else { format!(" {}", name.join(" ")) };
    facts.push(Fact { what: What::Name(stated), at: first.start, used: all[..name.len()].to_vec() });
}

/// Whether a word, in lower case, names the type of a shape that other readers read.
fn is_complex(word: &str) -> bool {
    [
        "trianglemesh",
        "convexmesh",
        "convexhull",
        "compoundshape",
        "heightfield",
        "meshshape",
        "halfspace",
        "planegeometry",
    ]
    .iter()
    .any(|part| word.contains(part))
}

/// Appends the fact of a field with numbers.
fn value<'a>(node: &Node<'a>, said: &[Token<'a>], numbers: &[Named<'a>], owners: &[Token<'a>], facts: &mut Facts<'a>) {
    let count = numbers.len();
    let at = node.start();
    let foreign = Fact { what: What::Foreign, at, used: Vec::new() };
    if count >= MATRIX {
        facts.push(foreign);
        return;
    }
    let fields::Named { field, order, before, own } = fields::named(said, count);
    // `Box(1, 2, 3)` does not name its sizes.
    if field == Field::Unknown && said.last().is_some_and(|word| shape::is_kind(word.text)) {
        facts.push(foreign);
        return;
    }
    // The last word before a value that is not understood is its own name.
    let names = if field == Field::Unknown { before.split_last().map_or(before, |(_, names)| names) } else { before };
    words(without_rotated(names, field), facts);
    let tokens: Vec<Token<'a>> = numbers.iter().map(|(_, token)| *token).collect();
    let axes: Vec<Token<'a>> = numbers.iter().filter_map(|(axis, _)| *axis).collect();
    let values: Vec<f64> = tokens.iter().filter_map(|token| Some(token.number()?.value)).collect();
    let around = [owners, before].concat();
    let is_irrelevant = match field {
        Field::Unknown => asides::is_irrelevant(said),
        Field::Size(_) | Field::HalfExtent(_) | Field::Extent | Field::Diameter | Field::Time => false,
        _ => asides::belongs_to_no_body(before),
    };
    if is_irrelevant {
        return;
    }
    let what =
        if asides::is_local(&around) || asides::is_local(own) || field == Field::Unknown && asides::is_local(said) {
            local(&values)
        } else {
            match place(field, order, numbers, &values) {
                Some(what) => Some(what),
                None => size(field, &tokens, &values).or_else(|| unknown(node, said, &values, facts.text)),
            }
        };
    if let Some(what) = what {
        facts.push(Fact {
            what,
            at: own.first().map_or(at, |word| word.start),
            used: [own.to_vec(), tokens, axes].concat(),
        });
    }
}

/// Words before a rotation without those that only introduce it: `rotated by the quaternion (…)`.
fn without_rotated<'t, 'a>(before: &'t [Token<'a>], field: Field) -> &'t [Token<'a>] {
    if field != Field::Rotation {
        return before;
    }
    let last = before.iter().rposition(|word| ["rotated", "turned"].contains(&word.text.to_ascii_lowercase().as_str()));
    last.map_or(before, |k| &before[..k])
}

/// Returns the fact of a pose in the frame of a body: nothing for the identity.
fn local<'a>(values: &[f64]) -> Option<What<'a>> {
    let is_identity = values.iter().all(|x| *x == 0.0) || matches!(values, [0.0, 0.0, 0.0, 1.0] | [1.0, 0.0, 0.0, 0.0]);
    (!is_identity).then(|| What::Refused(LOCAL.to_owned()))
}

/// Returns the fact of a field of a pose.
fn place<'a>(field: Field, order: Order, numbers: &[Named<'a>], values: &[f64]) -> Option<What<'a>> {
    let has_names = numbers.iter().any(|(axis, _)| axis.is_some());
    match (field, values) {
        (Field::Position | Field::Center, [a, b, c]) => {
            let position = if has_names {
                [fields::by_name(numbers, "x")?, fields::by_name(numbers, "y")?, fields::by_name(numbers, "z")?]
            } else {
                [*a, *b, *c]
            };
            Some(if field == Field::Center { What::Center(position) } else { What::Position(position) })
        }
        (Field::Coordinate(k), [x]) => Some(What::Coordinate(k, *x)),
        (Field::Time, [time]) => Some(What::Time(*time)),
        (Field::RotationCoordinate(k), [x]) => Some(What::RotationCoordinate(k, *x)),
        (Field::Rotation, [a, b, c, d]) => {
            let quaternion = if has_names {
                let values = ["xi", "yj", "zk", "w"].map(|letters| fields::by_name(numbers, letters));
                let [Some(x), Some(y), Some(z), Some(w)] = values else { return None };
                Quaternion { values: [x, y, z, w], order: Order::Last }
            } else {
                Quaternion { values: [*a, *b, *c, *d], order }
            };
            Some(What::Rotation(quaternion))
        }
        (Field::Rotation | Field::Angle, _) if values.iter().all(|x| *x == 0.0) => Some(What::Name(String::new())),
        (Field::Rotation | Field::Angle, _) => Some(What::Refused(NOT_A_QUATERNION.to_owned())),
        (Field::Scale, _) if values.iter().all(|x| *x == 1.0) => Some(What::Name(String::new())),
        (Field::Scale, _) => Some(What::Refused(String::from("a scale other than 1 is not supported in a record"))),
        _ => None,
    }
}

/// Returns the fact of a field of sizes.
fn size<'a>(field: Field, tokens: &[Token<'a>], values: &[f64]) -> Option<What<'a>> {
    match (field, tokens, values) {
        (Field::Size(name), _, _) if tokens.len() <= MAX_VALUES => Some(What::Size(name, tokens.to_vec())),
        (Field::Diameter, [token], [_]) => Some(What::Size("diameter", vec![*token])),
        (Field::HalfExtent(k), [token], _) => Some(What::HalfExtent(k, *token)),
        (Field::Extent, ..) => Some(What::Extent),
        _ => None,
    }
}

/// Returns the fact of a field without a known name: a number of a body, or a reason for refusal.
fn unknown<'a>(node: &Node<'a>, said: &[Token<'a>], values: &[f64], text: &str) -> Option<What<'a>> {
    if said.iter().any(|word| word.kind == Kind::Text) && values.len() == 1 && !asides::names_size(said) {
        return None;
    }
    let ids = [
        "id", "index", "idx", "actor", "body", "shape", "object", "entity", "type", "frame", "step", "collider",
        "geom", "no",
    ];
    let last = said.last().map(|word| fields::normalized(word.text)).unwrap_or_default();
    if values.len() == 1 && ids.contains(&last.as_str()) {
        let number = node.number().map_or("", |token| token.text);
        let is_kind = last == "type";
        return (!is_kind).then(|| What::Name(format!("{last} {number}")));
    }
    let sign = said.last().zip(node.number()).and_then(|(word, number)| text.get(word.end..number.start));
    let is_stated = sign.is_some_and(|sign| sign.contains(['=', ':']));
    let is_harmless = values.len() == 1 && !asides::names_size(said) && is_stated;
    (!is_harmless && values.iter().any(|x| *x != 0.0)).then(|| not_understood(said))
}

/// Returns the reason for refusal of a value with these words before it.
fn not_understood<'a>(said: &[Token<'_>]) -> What<'a> {
    let name: Vec<&str> = said.iter().map(|word| word.text).collect();
    let quoted = if name.is_empty() { String::from("a value without a name") } else { format!("`{}`", name.join(" ")) };
    What::Refused(format!("{quoted} seems to belong to a body and is not understood; remove it if it does not matter"))
}
