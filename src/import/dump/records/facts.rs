//! Facts that the items of a record state: the kind of a shape, sizes, a position, a rotation, names, and reasons why
//! a record cannot be read. [`facts_of`] gets the nodes of a block and returns their facts in the order of the text.

use contact_lens_model::ask::Axis;

use super::asides;
use super::axis_numbers::{AxisNumber, axis_letter};
use super::field_statements::{local_pose_statement, pose_statement, size_statement, unknown_statement};
use super::fields::{self, FOREIGN, Field, QuaternionOrder};
use super::rounds;
use crate::dump::shape;
use crate::dump::token::Token;
use crate::dump::tree::{Node, Value};

/// Fact that an item of a record states.
#[derive(Clone, Debug)]
pub(super) struct Fact<'a> {
    pub(super) statement: Statement<'a>,
    /// Offset in the text, bytes.
    pub(super) offset: usize,
    /// Tokens that state the fact.
    pub(super) used: Vec<Token<'a>>,
}

/// Statement of a fact about a body.
#[derive(Clone, Debug)]
pub(super) enum Statement<'a> {
    /// Word that names the kind of a shape.
    Kind(Token<'a>),
    /// Size, by the name that the reader of shapes knows, with its numbers.
    Size(&'static str, Vec<Token<'a>>),
    /// Half extent of a box along the axis with this index, 0 to 2.
    HalfExtent(usize, Token<'a>),
    /// Extent of a box along an axis, half or full.
    Extent,
    /// Position in the world, meters.
    Position([f64; 3]),
    /// Center of a shape, in the world or in its body, meters.
    Center([f64; 3]),
    /// Coordinate of the position along the axis with this index, 0 to 2, meters.
    Coordinate(usize, f64),
    Rotation(Quaternion),
    /// Component of the quaternion with this index in the order x, y, z, w.
    RotationCoordinate(usize, f64),
    /// Name of a body. Words in front of a shape, which may be its name, begin with a blank; an empty name states
    /// nothing, but marks its tokens as understood.
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

/// Four numbers of a quaternion, with their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quaternion {
    pub(super) values: [f64; 4],
    pub(super) order: QuaternionOrder,
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

/// Number of values from which brackets contain a matrix or a list of points, rather than a vector or a quaternion.
const MIN_MATRIX_VALUES: usize = 9;

/// Maximum number of words before a bracket by which the values inside are judged, such as `local` of `local_pose:
/// {…}`.
const MAX_OWNER_WORDS: usize = 8;

/// Names of fields whose value is the kind of a shape.
const KIND_FIELDS: [&str; 9] =
    ["type", "shape", "kind", "geometry", "geom", "collider", "shapetype", "geometrytype", "collidertype"];

/// Names of fields whose value is the name of a body.
const NAME_FIELDS: [&str; 9] = ["name", "body", "label", "id", "object", "actor", "entity", "node", "bodyname"];

/// Words that place or change a body in a way that is not read; a record with such a word is refused.
const PLACING_WORDS: [&str; 32] = [
    "rotated", "tilted", "turned", "degrees", "degree", "deg", "sideways", "above", "below", "beneath", "under",
    "twice", "scaled", "shifted", "moved", "cm", "mm", "inch", "inches", "ft", "feet", "side", "standing", "lying",
    "upside", "apart", "inside", "aligned", "offset", "each", "both", "diagonal",
];

/// Maximum number of words in front of a shape that may be its name; more are a sentence.
const MAX_NAME_WORDS: usize = 3;

/// Returns the facts of items in the order of the text.
pub(super) fn facts_of<'a>(nodes: &[Node<'a>], text: &'a str) -> Vec<Fact<'a>> {
    let mut list = FactList { text, facts: Vec::new() };
    nodes.iter().for_each(|node| add_facts(node, &[], &mut list));
    list.facts
}

/// Facts so far, with their text.
struct FactList<'a> {
    text: &'a str,
    facts: Vec<Fact<'a>>,
}

impl<'a> FactList<'a> {
    fn push(&mut self, fact: Fact<'a>) {
        self.facts.push(fact);
    }
}

/// Appends the facts of an item; `owners` are the words before the brackets around it.
fn add_facts<'a>(node: &Node<'a>, owners: &[Token<'a>], facts: &mut FactList<'a>) {
    let words: Vec<Token<'a>> = node.key.iter().chain(&node.head).copied().collect();
    match &node.value {
        Value::Nothing | Value::Text(_) => add_facts_without_number(node, words, facts),
        Value::Number(token) => {
            let number = AxisNumber { axis: None, number: *token };
            add_value_facts(node, &words, &[number], owners, facts);
        }
        Value::Group(items) => add_group_facts(node, items, &words, owners, facts),
    }
}

/// Appends the facts of an item without numbers: the value of a field for a kind, a name or an axis, or bare words.
/// `words` are those of the item's key and head.
fn add_facts_without_number<'a>(node: &Node<'a>, words: Vec<Token<'a>>, facts: &mut FactList<'a>) {
    let offset = node.start();
    let key = node.key.last().map(|word| fields::normalized(word.text)).unwrap_or_default();
    let words_before_key = node.key.split_last().map(|(_, before)| before).unwrap_or_default();
    let is_name_field = NAME_FIELDS.contains(&key.as_str());
    if let Value::Text(text) = node.value {
        if KIND_FIELDS.contains(&key.as_str()) && shape::is_kind(text.text) {
            add_word_facts(words_before_key, facts);
            let used = [words, vec![text]].concat();
            facts.push(Fact { statement: Statement::Kind(text), offset, used });
            return;
        }
        if is_name_field {
            let used = [words, vec![text]].concat();
            facts.push(Fact { statement: Statement::Name(text.text.to_owned()), offset, used });
            return;
        }
    } else if is_name_field && !node.head.is_empty() {
        let name: Vec<&str> = node.head.iter().map(|word| word.text).collect();
        facts.push(Fact { statement: Statement::Name(name.join(" ")), offset, used: words });
        return;
    }
    if key == "axis"
        && let Some(axis) = rounds::axis_of(node)
    {
        add_word_facts(words_before_key, facts);
        let mut used = Vec::new();
        node.append_tokens(&mut used);
        facts.push(Fact { statement: Statement::Axis(axis), offset, used });
        return;
    }
    add_word_facts(&words, facts);
}

/// Appends the facts of an item with brackets around `items`: a vector, a matrix, a rotation by axis and angle, or the
/// facts of the items themselves. Items of something other than a body, as in `camera: { position: … }`, are skipped.
fn add_group_facts<'a>(
    node: &Node<'a>,
    items: &[Node<'a>],
    words: &[Token<'a>],
    owners: &[Token<'a>],
    facts: &mut FactList<'a>,
) {
    let offset = node.start();
    if let Some(numbers) = vector_numbers(node) {
        add_value_facts(node, words, &numbers, owners, facts);
    } else if count_row_numbers(items) >= MIN_MATRIX_VALUES {
        facts.push(Fact { statement: Statement::Foreign, offset, used: Vec::new() });
    } else if let Some(rotation) = rounds::axis_angle(node) {
        let mut used = Vec::new();
        node.append_tokens(&mut used);
        facts.push(Fact { statement: Statement::Rotation(rotation), offset, used });
    } else if !asides::belongs_to_no_body(words) || has_kind(node) {
        add_word_facts(words, facts);
        let first_owner = words.len().saturating_sub(MAX_OWNER_WORDS);
        let item_owners = [owners, &words[first_owner..]].concat();
        items.iter().for_each(|item| add_facts(item, &item_owners, facts));
    }
}

/// Whether an item has brackets with more than the numbers of a vector.
pub(super) fn is_group(node: &Node<'_>) -> bool {
    matches!(node.value, Value::Group(_)) && vector_numbers(node).is_none()
}

/// Whether a word in an item names a kind of shape.
fn has_kind(node: &Node<'_>) -> bool {
    let mut tokens = Vec::new();
    node.append_tokens(&mut tokens);
    tokens.iter().any(|token| token.number().is_none() && shape::is_kind(token.text))
}

/// Number of all numbers in items that are rows in brackets; 0 if an item is anything else.
fn count_row_numbers(items: &[Node<'_>]) -> usize {
    let counts: Option<Vec<usize>> = items
        .iter()
        .map(|item| vector_numbers(item).filter(|_| item.key.is_empty()).map(|numbers| numbers.len()))
        .collect();
    counts.map_or(0, |counts| counts.iter().sum())
}

/// Number of the kinds of shapes that items name; a kind that is named twice in a row counts once.
pub(super) fn count_kinds<'a>(nodes: &[Node<'a>], text: &'a str) -> usize {
    let facts = facts_of(nodes, text);
    let kinds: Vec<usize> =
        (0..facts.len()).filter(|index| matches!(facts[*index].statement, Statement::Kind(_))).collect();
    let repeated = kinds.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count();
    kinds.len() - repeated
}

/// Returns the numbers of a vector; `None` if the brackets contain anything else.
fn vector_numbers<'a>(node: &Node<'a>) -> Option<Vec<AxisNumber<'a>>> {
    let items = node.items();
    if let [only] = items
        && !only.items().is_empty()
        && only.key.is_empty()
    {
        let inner = vector_numbers(only)?;
        // `box (half extents (1, 2, 3))`: the inner brackets have a field of their own.
        let is_field = fields::split_words(&only.head, inner.len()).field != Field::Unknown;
        return Some(inner).filter(|_| !is_field);
    }
    let axes = ["x", "y", "z", "w", "i", "j", "k"];
    let axis_numbers: Option<Vec<AxisNumber<'a>>> = items
        .iter()
        .map(|item| match (item.number(), &item.key[..]) {
            (Some(number), []) => Some(AxisNumber { axis: None, number }),
            (Some(number), [key]) if axes.contains(&axis_letter(key).as_str()) => {
                Some(AxisNumber { axis: Some(*key), number })
            }
            _ => None,
        })
        .collect();
    axis_numbers.filter(|axis_numbers| !axis_numbers.is_empty())
}

/// Appends the facts of words: kinds of shapes, words that place a body, and the words before the first kind as a name.
fn add_word_facts<'a>(words: &[Token<'a>], facts: &mut FactList<'a>) {
    for (index, word) in words.iter().enumerate() {
        let lower = fields::normalized(word.text);
        // A `bounding box` is no shape of a body.
        let is_bound =
            index > 0 && ["bounding", "bound", "aabb"].contains(&fields::normalized(words[index - 1].text).as_str());
        let statement = if is_foreign(&lower) {
            Statement::Foreign
        } else if shape::is_kind(word.text) && !is_bound {
            Statement::Kind(*word)
        } else if PLACING_WORDS.contains(&lower.as_str()) {
            Statement::Refused(format!("{MOVED}: `{}`; write the body as {EXAMPLE}", word.text))
        } else {
            continue;
        };
        facts.push(Fact { statement, offset: word.start, used: vec![*word] });
    }
    let name: Vec<&str> = words.iter().take_while(|word| !shape::is_kind(word.text)).map(|word| word.text).collect();
    let Some(first) = words.first().filter(|_| (1..=MAX_NAME_WORDS).contains(&name.len())) else { return };
    // `name=crate box`: the first word is the name of a field.
    let is_stated = name.len() > 1 && ["name", "label"].contains(&fields::normalized(name[0]).as_str());
    let stated = if is_stated { name[1..].join(" ") } else { format!(" {}", name.join(" ")) };
    facts.push(Fact { statement: Statement::Name(stated), offset: first.start, used: words[..name.len()].to_vec() });
}

/// Parts of the names of shape types that only other readers read.
const FOREIGN_TYPES: [&str; 8] = [
    "trianglemesh",
    "convexmesh",
    "convexhull",
    "compoundshape",
    "heightfield",
    "meshshape",
    "halfspace",
    "planegeometry",
];

/// Whether a word, in lower case, names a shape that only other readers read.
fn is_foreign(word: &str) -> bool {
    FOREIGN.contains(&word) || FOREIGN_TYPES.iter().any(|part| word.contains(part))
}

/// Appends the fact of a field with numbers, and the facts of the words before it. `words` are the words before the
/// numbers, `owners` those before the brackets around the field.
fn add_value_facts<'a>(
    node: &Node<'a>,
    words: &[Token<'a>],
    numbers: &[AxisNumber<'a>],
    owners: &[Token<'a>],
    facts: &mut FactList<'a>,
) {
    let count = numbers.len();
    let offset = node.start();
    let foreign = Fact { statement: Statement::Foreign, offset, used: Vec::new() };
    if count >= MIN_MATRIX_VALUES {
        facts.push(foreign);
        return;
    }
    let fields::FieldWords { field, order, before, name_words } = fields::split_words(words, count);
    // `Box(1, 2, 3)` does not name its sizes.
    if field == Field::Unknown && words.last().is_some_and(|word| shape::is_kind(word.text)) {
        facts.push(foreign);
        return;
    }
    // The last word before a value that is not understood is the name of the value.
    let is_unknown = field == Field::Unknown;
    let other_words = if is_unknown { before.split_last().map_or(before, |(_, words)| words) } else { before };
    add_word_facts(without_rotated(other_words, field), facts);
    let tokens: Vec<Token<'a>> = numbers.iter().map(|number| number.number).collect();
    let axes: Vec<Token<'a>> = numbers.iter().filter_map(|number| number.axis).collect();
    let values: Vec<f64> = tokens.iter().filter_map(|token| Some(token.number()?.value)).collect();
    let is_irrelevant = match field {
        Field::Unknown => asides::is_irrelevant(words),
        Field::Size(_) | Field::HalfExtent(_) | Field::Extent | Field::Diameter | Field::Time => false,
        _ => asides::belongs_to_no_body(before),
    };
    if is_irrelevant {
        return;
    }
    let is_local = asides::is_local(owners)
        || asides::is_local(before)
        || asides::is_local(name_words)
        || is_unknown && asides::is_local(words);
    let statement = if is_local {
        local_pose_statement(&values)
    } else {
        pose_statement(field, order, numbers, &values)
            .or_else(|| size_statement(field, &tokens, &values))
            .or_else(|| unknown_statement(node, words, &values, facts.text))
    };
    if let Some(statement) = statement {
        facts.push(Fact {
            statement,
            offset: name_words.first().map_or(offset, |word| word.start),
            used: [name_words.to_vec(), tokens, axes].concat(),
        });
    }
}

/// Returns the words before a field without those that only introduce a rotation: `rotated by the quaternion (…)`.
fn without_rotated<'t, 'a>(before: &'t [Token<'a>], field: Field) -> &'t [Token<'a>] {
    if field != Field::Rotation {
        return before;
    }
    let last = before.iter().rposition(|word| ["rotated", "turned"].contains(&word.text.to_ascii_lowercase().as_str()));
    last.map_or(before, |index| &before[..index])
}
