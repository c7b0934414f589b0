//! Reader of records: bodies that programs and people write field by field, as lines of logs, blocks, lists, tables,
//! JSON, YAML, TOML, or sentences that state every value by its name.
//!
//! - **Method**: a text is divided into blocks (`blocks`) or the rows of a table (`tables`). Their items are read as
//!   facts (`facts`), which are divided into records of one shape each (`order`). Each record becomes a body (`body`),
//!   by conventions of the whole text (`context`).
//! - **Strict**: every number of a record is understood, or its name says that it is about something else; otherwise
//!   the text is refused. Either all shapes have poses or none.
//! - **Left to other readers**: texts with meshes, hulls, compounds, planes or matrices.

mod asides;
mod axis_numbers;
mod blocks;
mod body;
mod context;
mod facts;
mod field_statements;
mod fields;
mod headings;
mod order;
mod rounds;
mod statements;
mod tables;
mod words;

use std::collections::HashMap;
use std::ops::Range;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::shape::NO_AXIS;
use super::token::Token;
use super::tree::{self, ErrorAt, Node, Value};
use crate::draft::Draft;
use crate::ledger::Ledger;
use crate::number::Precision;
use crate::{ASSUMED, Quote, Source, text_of, unread, wrong_at};
use body::Body;
use context::Context;
use facts::{Fact, Statement};
use statements::has_statement;

/// Maximum size of a text that is read as records, bytes, so that recognizing a large file stays fast.
const MAX_TEXT_BYTES: usize = 2 << 20;

/// Bodies of a text.
struct FoundBodies<'a> {
    bodies: Vec<Body<'a>>,
    /// Ranges of the blocks with bodies, whose numbers this reader has checked, bytes.
    checked: Vec<Range<usize>>,
}

/// Whether a text has a shape of Bullet or Box2D as a debugger prints it.
pub(crate) fn is_debugger(text: &str) -> bool {
    text.contains("m_implicitShapeDimensions = {")
        || text.contains("m_implicitShapeDimensions = (")
        || super::planar::recognizes(text)
}

/// Whether a text has records of bodies, complete or not, and no line of a program.
pub(crate) fn recognizes(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    !has_statement(text) && find_bodies(text).is_some()
}

/// Returns the offset and the reason if records are ambiguous in a way that no other reader may guess: the order of a
/// quaternion, the axis of a shape, several time steps, a word that moves a body.
pub(crate) fn contradiction(text: &str) -> Option<(usize, String)> {
    if has_statement(text) {
        return None;
    }
    let (offset, why) = find_bodies(text)?.err()?;
    let is_decisive = [context::NO_ORDER, SEVERAL_STEPS, NO_AXIS].contains(&why.as_str())
        || why.ends_with(TWICE)
        || [facts::MOVED, facts::LOCAL].iter().any(|start| why.starts_with(start));
    is_decisive.then_some((offset, why))
}

/// Whether records may have a shape of this kind.
pub(crate) fn has_shape(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Box { .. }
            | Shape::Sphere { .. }
            | Shape::Capsule { .. }
            | Shape::Cylinder { .. }
            | Shape::Cone { .. }
            | Shape::Ellipsoid { .. }
    )
}

/// Error of a shape without a pose in a text with poses.
pub(super) const NO_POSE: &str =
    "the text gives poses, but none for this shape; add `position=(0, 0, 0)` if it is at the origin";

/// Error of records of several time steps.
const SEVERAL_STEPS: &str = "the text has records of several time steps; keep those of one";

/// End of the error of a body with two states.
const TWICE: &str = "twice; keep one state of each body";

/// Reads the records of a text as bodies. Returns quotes of the lines that are not read.
///
/// # Errors
/// Fails at a record that is incomplete or ambiguous, and at unread text that seems to belong to a body.
pub(crate) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let Some(result) = find_bodies(text) else { return Ok(ledger.close()) };
    let FoundBodies { bodies, checked } = result.map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    if bodies.iter().all(|body| body.pose.is_none()) {
        draft.notes.insert(0, ASSUMED.to_owned());
    }
    let mut precision = Precision::default();
    for (index, body) in bodies.into_iter().enumerate() {
        for token in body.used {
            ledger.take(token.start..token.end);
            token.number().into_iter().for_each(|number| precision.add(number));
        }
        let name = if body.name.is_empty() { format!("shape {}", index + 1) } else { body.name };
        let rigid = draft.bodies.len() + 1;
        draft.add(&name, body.shape, body.pose.unwrap_or_default(), rigid);
    }
    if let Some((offset, why)) = unread::find(&ledger, &unread::Text::records(text, &checked)) {
        return Err(wrong_at(&ledger, source, offset, why));
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}

/// Facts of a block that may have several shapes.
struct Block<'a> {
    facts: Vec<Fact<'a>>,
    /// Range of the block in the text, bytes.
    range: Range<usize>,
}

/// Finds the bodies of a text; `None` if it has no record of a shape with sizes, or if it has a shape for other
/// readers.
fn find_bodies(text: &str) -> Option<Result<FoundBodies<'_>, ErrorAt>> {
    // The elements of XML have readers of their own.
    if text.len() > MAX_TEXT_BYTES || !super::names_kind(text) || text.contains("</") || text.contains("/>") {
        return None;
    }
    let tokens = words::prepared(text);
    let blocks = match blocks_of(text, &tokens) {
        Ok(blocks) => blocks,
        // Brackets that are nested too deep: the text is no list of records.
        Err((_, why)) if why.contains("brackets") => return None,
        Err(wrong) => return Some(Err(wrong)),
    };
    let facts: Vec<&Fact<'_>> = blocks.iter().flat_map(|block| &block.facts).collect();
    let has_shape = blocks.iter().any(|block| is_complete(&block.facts));
    if !has_shape || facts.iter().any(|fact| matches!(fact.statement, Statement::Foreign)) {
        return None;
    }
    let context = Context::new(text, &facts);
    Some(build_bodies(text, blocks, &context))
}

/// Whether facts state a kind of shape and a size, or half extents.
fn is_complete(facts: &[Fact<'_>]) -> bool {
    let has_kind = facts.iter().any(|fact| matches!(fact.statement, Statement::Kind(_)));
    let has_half = facts
        .iter()
        .any(|fact| matches!(fact.statement, Statement::HalfExtent(..) | Statement::Size("halfextents", _)));
    has_half || has_kind && facts.iter().any(|fact| matches!(fact.statement, Statement::Size(..) | Statement::Extent))
}

/// Returns the facts of the blocks of a text.
fn blocks_of<'a>(text: &'a str, tokens: &[Token<'a>]) -> Result<Vec<Block<'a>>, ErrorAt> {
    let mut blocks = Vec::new();
    for range in blocks::find(text) {
        if let Some(rows) = tables::read(text, tokens, &range) {
            let rows: Vec<Vec<Fact<'a>>> = rows?.iter().map(|row| facts::facts_of(row, text)).collect();
            if rows.iter().all(|row| tables::states_shape(row)) {
                blocks.extend(rows.into_iter().map(|facts| Block { facts, range: range.clone() }));
                continue;
            }
        }
        let first = tokens.partition_point(|token| token.start < range.start);
        let end = tokens.partition_point(|token| token.start < range.end);
        let content = headings::without_headings(&tokens[first..end], text);
        let nodes = tree::join_vectors(tree::read(&content)?);
        for record in split_records(nodes, text)? {
            blocks.push(Block { facts: facts::facts_of(&record, text), range: range.clone() });
        }
    }
    Ok(blocks)
}

/// Divides items into those of single records: the elements of lists and the values of objects, if each has a shape.
/// Otherwise all items are returned together, for a division by their order.
///
/// # Errors
/// Fails if a pose is next to a list of several shapes, as in a compound.
fn split_records<'a>(nodes: Vec<Node<'a>>, text: &'a str) -> Result<Vec<Vec<Node<'a>>>, ErrorAt> {
    let counts: Vec<usize> = nodes.iter().map(|node| facts::count_kinds(std::slice::from_ref(node), text)).collect();
    if counts.iter().sum::<usize>() < 2 {
        return Ok(vec![nodes]);
    }
    let counted: Vec<(&Node<'a>, usize)> = nodes.iter().zip(counts.iter().copied()).collect();
    let without_shape: Vec<Node<'a>> =
        counted.iter().filter(|(_, count)| *count == 0).map(|(node, _)| (*node).clone()).collect();
    let other_facts = facts::facts_of(&without_shape, text);
    let common_pose =
        other_facts.iter().find(|fact| order::is_place(fact) || matches!(fact.statement, Statement::Refused(_)));
    // Groups of several shapes, groups of one shape, and all items with shapes.
    let lists = counted.iter().filter(|(node, count)| facts::is_group(node) && *count > 1).count();
    let objects = counted.iter().filter(|(node, count)| facts::is_group(node) && *count == 1).count();
    let records = counts.iter().filter(|count| **count > 0).count();
    if lists > 0 && lists + objects == records {
        if let Some(pose) = common_pose {
            let why = "a record with several shapes is not supported; write each shape as a body of its own";
            return Err((pose.offset, why.to_owned()));
        }
        let mut split = Vec::new();
        for node in nodes {
            match node.value {
                Value::Group(items) if facts::count_kinds(&items, text) > 1 => {
                    split.extend(split_records(items, text)?)
                }
                _ => split.push(vec![node]),
            }
        }
        return Ok(split);
    }
    if lists == 0 && objects == records && common_pose.is_none() {
        return Ok(nodes.into_iter().map(|node| vec![node]).collect());
    }
    Ok(vec![nodes])
}

/// Builds the bodies of blocks.
///
/// # Errors
/// Fails for records of several time steps, for a pose or shape without its counterpart, and for a name of two bodies.
fn build_bodies<'a>(text: &'a str, mut blocks: Vec<Block<'a>>, context: &Context) -> Result<FoundBodies<'a>, ErrorAt> {
    check_times(&blocks)?;
    // If poses and shapes are in different blocks, they are joined as if they were in one.
    let has_separate_poses =
        blocks.iter().any(|block| order::count_shapes(&block.facts) == 0 && block.facts.iter().any(order::is_place));
    if has_separate_poses {
        let range = blocks.first().map_or(0, |first| first.range.start)..blocks.last().map_or(0, |last| last.range.end);
        let facts = blocks.into_iter().flat_map(|block| block.facts).collect();
        blocks = vec![Block { facts, range }];
    }
    let mut found_bodies = FoundBodies { bodies: Vec::new(), checked: Vec::new() };
    let line_starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(offset, _)| offset + 1)).collect();
    for Block { facts, range } in blocks {
        let has_values = facts.iter().any(|fact| {
            matches!(fact.statement, Statement::Size(..) | Statement::HalfExtent(..) | Statement::Extent)
                || order::is_place(fact)
        });
        if !has_values || order::count_shapes(&facts) == 0 {
            continue;
        }
        found_bodies.checked.push(range);
        for record in order::divide(facts, &line_starts)? {
            found_bodies.bodies.push(body::build(&record, context)?);
        }
    }
    let has_poses = found_bodies.bodies.iter().any(|body| body.pose.is_some());
    if let Some(body) = found_bodies.bodies.iter().find(|body| has_poses && body.pose.is_none()) {
        return Err((body.offset, NO_POSE.to_owned()));
    }
    check_names(&found_bodies.bodies).map(|()| found_bodies)
}

/// Checks that the records are of one time step.
fn check_times(blocks: &[Block<'_>]) -> Result<(), ErrorAt> {
    let mut first = None;
    for fact in blocks.iter().flat_map(|block| &block.facts) {
        if let Statement::Time(time) = fact.statement
            && *first.get_or_insert(time) != time
        {
            return Err((fact.offset, SEVERAL_STEPS.to_owned()));
        }
    }
    Ok(())
}

/// Words before a shape that do not distinguish it from other bodies.
const GENERIC_NAMES: [&str; 14] = [
    "body",
    "shape",
    "collider",
    "actor",
    "object",
    "geom",
    "a",
    "an",
    "the",
    "rigid body",
    "rigidbody",
    "collision shape",
    "dynamic",
    "static",
];

/// Checks that no two bodies have the same name, as in the lines of two time steps. Words next to a shape are a name
/// only if the shapes are equal too.
fn check_names(bodies: &[Body<'_>]) -> Result<(), ErrorAt> {
    let mut first: HashMap<&str, &Body<'_>> = HashMap::new();
    for body in bodies {
        if body.name.is_empty() || GENERIC_NAMES.contains(&body.name.to_lowercase().as_str()) {
            continue;
        }
        let known = *first.entry(body.name.as_str()).or_insert(body);
        if known.offset != body.offset && (body.is_named || known.shape == body.shape) {
            let why = format!("the text describes `{}` {TWICE}", body.name);
            return Err((body.offset, why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of the bodies of a text, or the reason for its refusal; `None` if it has no records.
    fn read_bodies(text: &str) -> Option<Result<usize, String>> {
        find_bodies(text).map(|result| result.map(|found| found.bodies.len()).map_err(|(_, why)| why))
    }

    #[test]
    fn records_are_read_or_refused_as_a_whole() {
        let body = "box half_extents=(1, 2, 3)";
        assert_eq!(read_bodies(&format!("{body} position=(1, 2, 3)")), Some(Ok(1)));
        let two = format!("position=(1, 2, 3)\n{body}\nposition=(4, 5, 6)\nsphere radius=1");
        assert_eq!(read_bodies(&two), Some(Ok(2)));
        for (text, why) in [
            ("position=(1, 2, 3) offset=(0, 0, 1)", "local pose of a shape"),
            ("position=(1, 2, 3) scale=2", "a scale other than 1"),
            ("position=(1, 2, 3) euler=(0, 0, 1)", "this rotation is not understood"),
            ("position=(1, 2, 3) orientation=(0.8, 0, 0.6, 0)", "w, x, y, z"),
            ("position=(1, 2, 3) tilted", "places or scales a body"),
            ("position=(1, 2, 3)\nsphere radius=1", "none for this shape"),
            ("position=(1, 2, 3) t=0\nbox half_extents=(1, 2, 3) position=(1, 2, 4) t=1", "several time steps"),
        ] {
            let read = read_bodies(&format!("{body} {text}"));
            assert!(matches!(&read, Some(Err(message)) if message.contains(why)), "{text}: {read:?}");
        }
        assert_eq!(read_bodies("a box and a sphere"), None);
        assert_eq!(read_bodies("convex hull points=[(1, 2, 3)], box half_extents=(1, 2, 3)"), None);
    }
}
