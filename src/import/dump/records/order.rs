//! Division of the facts of a block into records: each has one shape, with its pose before or after it.

use super::facts::{Fact, What};
use crate::import::dump::shape::Kind;
use crate::import::dump::tree::ErrorAt;

/// Error of a pose that may belong to either of two shapes.
pub(super) const WHOSE: &str = "to which shape does this pose belong? Write each shape and its pose on one line";

/// Returns the indices of the facts with which shapes begin. A second word for the same kind belongs to the same shape
/// until that has sizes.
fn starts(facts: &[Fact<'_>]) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    let mut kind: Option<&str> = None;
    let mut has_sizes = false;
    for (k, fact) in facts.iter().enumerate() {
        match &fact.what {
            What::Kind(own) => {
                let is_same = kind.is_some_and(|known| Kind::of(known) == Kind::of(own.text)) && !has_sizes;
                // Sizes before the first kind belong to it.
                let is_first = kind.is_none() && starts.len() == 1;
                if !is_same && !is_first {
                    starts.push(k);
                    has_sizes = false;
                }
                kind = Some(own.text);
            }
            What::Size(..) | What::HalfExtent(..) | What::Extent => {
                if starts.is_empty() {
                    starts.push(k);
                }
                has_sizes = true;
            }
            _ => {}
        }
    }
    starts
}

/// Number of the shapes that facts state.
pub(super) fn count(facts: &[Fact<'_>]) -> usize {
    starts(facts).len()
}

/// Whether two facts state the same kind of value, so that each may begin a record.
fn is_alike(a: &What<'_>, b: &What<'_>) -> bool {
    match (a, b) {
        (What::Position(_), What::Position(_))
        | (What::Center(_), What::Center(_))
        | (What::Rotation(_), What::Rotation(_)) => true,
        (What::Name(a), What::Name(b)) => is_stated(a) && is_stated(b),
        (What::Coordinate(a, _), What::Coordinate(b, _))
        | (What::RotationCoordinate(a, _), What::RotationCoordinate(b, _)) => a == b,
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
        fact.what,
        What::Position(_) | What::Center(_) | What::Coordinate(..) | What::Rotation(_) | What::RotationCoordinate(..)
    )
}

/// Divides facts into records with one shape each; `line_starts` are the offsets of the lines of the text.
pub(super) fn divide<'a>(facts: Vec<Fact<'a>>, line_starts: &[usize]) -> Result<Vec<Vec<Fact<'a>>>, ErrorAt> {
    let shapes = starts(&facts);
    if shapes.len() < 2 {
        return Ok(vec![facts]);
    }
    let first = facts.iter().find(|fact| match &fact.what {
        What::Name(name) => is_stated(name),
        What::Kind(_) | What::Size(..) | What::HalfExtent(..) | What::Extent => true,
        _ => is_place(fact),
    });
    let alike: Vec<usize> = match first {
        Some(first) if is_place(first) || matches!(first.what, What::Name(_)) => {
            (0..facts.len()).filter(|k| is_alike(&first.what, &facts[*k].what)).collect()
        }
        _ => shapes.clone(),
    };
    let begins = if alike.len() == shapes.len() { alike } else { shapes };
    let mut records: Vec<Vec<Fact<'a>>> = Vec::new();
    let mut cuts: Vec<usize> = begins.iter().map(|k| name_start(&facts, *k)).collect();
    if let Some(first) = cuts.first_mut() {
        *first = 0;
    }
    let mut rest = facts;
    for cut in cuts.into_iter().rev() {
        records.push(rest.split_off(cut));
    }
    records.reverse();
    check_lines(&records, line_starts)?;
    match records.iter().find(|record| starts(record).len() != 1) {
        Some(record) => Err((
            record.iter().find(|fact| is_place(fact)).or(record.first()).map_or(0, |fact| fact.at),
            WHOSE.to_owned(),
        )),
        None => Ok(records),
    }
}

/// Index of the first of the names directly before a fact.
fn name_start(facts: &[Fact<'_>], k: usize) -> usize {
    let names =
        facts[..k].iter().rev().take_while(|fact| matches!(&fact.what, What::Name(name) if !name.is_empty())).count();
    k - names
}

/// First and last line of the facts of a record; `starts` are the offsets of the lines.
fn lines(record: &[Fact<'_>], starts: &[usize]) -> Option<[usize; 2]> {
    let stated = record.iter().filter(|fact| !matches!(fact.what, What::Name(_) | What::Time(_)));
    let all: Vec<usize> = stated.map(|fact| starts.partition_point(|start| *start <= fact.at)).collect();
    Some([*all.iter().min()?, *all.iter().max()?])
}

/// Checks that successive records share a line only if both are entirely on that line.
fn check_lines(records: &[Vec<Fact<'_>>], line_starts: &[usize]) -> Result<(), ErrorAt> {
    for two in records.windows(2) {
        if let (Some(a), Some(b)) = (lines(&two[0], line_starts), lines(&two[1], line_starts))
            && a[1] == b[0]
            && (a[0] != a[1] || b[0] != b[1])
        {
            let at = two[1].iter().find(|fact| !matches!(fact.what, What::Name(_))).map_or(0, |fact| fact.at);
            return Err((at, WHOSE.to_owned()));
        }
    }
    Ok(())
}
