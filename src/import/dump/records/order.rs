//! Division of the facts of a block into records, by their order in the text: each record has one shape, with its pose
//! before or after the shape. The kind of fact with which the block begins decides where records begin.

use super::facts::{Fact, Statement};
use crate::dump::shape::ShapeKind;
use crate::dump::tree::ErrorAt;

/// Error of a pose that may belong to either of two shapes.
pub(super) const WHOSE: &str = "to which shape does this pose belong? Write each shape and its pose on one line";

/// Returns the indices of the facts with which shapes begin. A second word for the same kind belongs to the same shape,
/// as long as the shape has no sizes.
fn shape_starts(facts: &[Fact<'_>]) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    let mut kind: Option<&str> = None;
    let mut has_sizes = false;
    for (index, fact) in facts.iter().enumerate() {
        match &fact.statement {
            Statement::Kind(noun) => {
                let is_same = kind.is_some_and(|known| ShapeKind::of(known) == ShapeKind::of(noun.text)) && !has_sizes;
                // Sizes before the first kind belong to the same shape.
                let is_first = kind.is_none() && starts.len() == 1;
                if !is_same && !is_first {
                    starts.push(index);
                    has_sizes = false;
                }
                kind = Some(noun.text);
            }
            Statement::Size(..) | Statement::HalfExtent(..) | Statement::Extent => {
                if starts.is_empty() {
                    starts.push(index);
                }
                has_sizes = true;
            }
            _ => {}
        }
    }
    starts
}

/// Number of shapes that facts state.
pub(super) fn count_shapes(facts: &[Fact<'_>]) -> usize {
    shape_starts(facts).len()
}

/// Whether two facts state the same kind of value, so that each may begin a record.
fn is_alike(a: &Statement<'_>, b: &Statement<'_>) -> bool {
    match (a, b) {
        (Statement::Position(_), Statement::Position(_))
        | (Statement::Center(_), Statement::Center(_))
        | (Statement::Rotation(_), Statement::Rotation(_)) => true,
        (Statement::Name(a), Statement::Name(b)) => is_stated(a) && is_stated(b),
        (Statement::Coordinate(a, _), Statement::Coordinate(b, _))
        | (Statement::RotationCoordinate(a, _), Statement::RotationCoordinate(b, _)) => a == b,
        _ => false,
    }
}

/// Whether a name is the value of a field rather than words before a shape.
fn is_stated(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(' ')
}

/// Whether a fact states a position, a rotation, or a coordinate of one.
pub(super) fn is_place(fact: &Fact<'_>) -> bool {
    matches!(
        fact.statement,
        Statement::Position(_)
            | Statement::Center(_)
            | Statement::Coordinate(..)
            | Statement::Rotation(_)
            | Statement::RotationCoordinate(..)
    )
}

/// Divides facts into records with one shape each; `line_starts` are the offsets of the lines of the text, bytes.
///
/// # Errors
/// Fails if a pose may belong to either of two shapes.
pub(super) fn divide<'a>(facts: Vec<Fact<'a>>, line_starts: &[usize]) -> Result<Vec<Vec<Fact<'a>>>, ErrorAt> {
    let shapes = shape_starts(&facts);
    if shapes.len() < 2 {
        return Ok(vec![facts]);
    }
    let first = facts.iter().find(|fact| match &fact.statement {
        Statement::Name(name) => is_stated(name),
        Statement::Kind(_) | Statement::Size(..) | Statement::HalfExtent(..) | Statement::Extent => true,
        _ => is_place(fact),
    });
    // If the first fact is a pose or a name, each such fact may begin a record.
    let alike: Vec<usize> = match first {
        Some(first) if is_place(first) || matches!(first.statement, Statement::Name(_)) => {
            (0..facts.len()).filter(|index| is_alike(&first.statement, &facts[*index].statement)).collect()
        }
        _ => shapes.clone(),
    };
    let starts = if alike.len() == shapes.len() { alike } else { shapes };
    let mut records: Vec<Vec<Fact<'a>>> = Vec::new();
    let mut record_starts: Vec<usize> = starts.iter().map(|index| name_start(&facts, *index)).collect();
    if let Some(first) = record_starts.first_mut() {
        *first = 0;
    }
    let mut remaining = facts;
    for start in record_starts.into_iter().rev() {
        records.push(remaining.split_off(start));
    }
    records.reverse();
    check_lines(&records, line_starts)?;
    if let Some(record) = records.iter().find(|record| count_shapes(record) != 1) {
        let pose = record.iter().find(|fact| is_place(fact));
        let offset = pose.or(record.first()).map_or(0, |fact| fact.offset);
        return Err((offset, WHOSE.to_owned()));
    }
    Ok(records)
}

/// Returns the index of the first name directly before a fact; the index of the fact if there is none.
fn name_start(facts: &[Fact<'_>], index: usize) -> usize {
    let names = facts[..index]
        .iter()
        .rev()
        .take_while(|fact| matches!(&fact.statement, Statement::Name(name) if !name.is_empty()))
        .count();
    index - names
}

/// Returns the first and the last line, from 1, of a record's facts other than names and times; `None` if it has no
/// others. `starts` are the offsets of the lines, bytes.
fn line_range(record: &[Fact<'_>], starts: &[usize]) -> Option<[usize; 2]> {
    let stated = record.iter().filter(|fact| !matches!(fact.statement, Statement::Name(_) | Statement::Time(_)));
    let indices: Vec<usize> = stated.map(|fact| starts.partition_point(|start| *start <= fact.offset)).collect();
    Some([*indices.iter().min()?, *indices.iter().max()?])
}

/// Checks that successive records share a line only if both are entirely on that line.
fn check_lines(records: &[Vec<Fact<'_>>], line_starts: &[usize]) -> Result<(), ErrorAt> {
    for (record, next) in records.iter().zip(records.iter().skip(1)) {
        let Some([first_line, last_line]) = line_range(record, line_starts) else { continue };
        let Some([next_first_line, next_last_line]) = line_range(next, line_starts) else { continue };
        let share_line = last_line == next_first_line;
        let are_on_one_line = first_line == last_line && next_first_line == next_last_line;
        if share_line && !are_on_one_line {
            let value = next.iter().find(|fact| !matches!(fact.statement, Statement::Name(_)));
            return Err((value.map_or(0, |fact| fact.offset), WHOSE.to_owned()));
        }
    }
    Ok(())
}
