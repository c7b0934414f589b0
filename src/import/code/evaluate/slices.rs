//! Indices and slices of lists and matrices: `points[2]`, `A[:4]`, `T[:3, 3]`; and the record of the values of
//! assignments.

use std::rc::Rc;

use super::value::{Data, Value};
use crate::code::join::store::Store;
use crate::code::matrix::matrices::{matrix, rows_of};
use crate::code::matrix::stacking;
use crate::code::parser::syntax::{Expr, Node};

/// Rows or columns that an index selects, counted from 0.
enum Selection {
    One(usize),
    Several(std::ops::Range<usize>),
}

/// Evaluates an index among `count` rows or columns, where −1 is the last; `None` if it is not understood or outside.
fn selection(index: &Expr<'_>, count: usize, store: &mut Store) -> Option<Selection> {
    if let Node::Slice(from, to) = index.node {
        let to = to.unwrap_or(count).min(count);
        return Some(Selection::Several(from.unwrap_or(0).min(to)..to));
    }
    let index = store.value(index).number().filter(|index| index.fract() == 0.0)?;
    let from_start = if index < 0.0 { index + count as f64 } else { index };
    (0.0..count as f64).contains(&from_start).then_some(Selection::One(from_start as usize))
}

/// Whether a selection is that of the first three rows or columns.
fn is_first_three(selection: &Selection) -> bool {
    matches!(selection, Selection::Several(range) if *range == (0..3))
}

/// Returns the selected numbers of a row.
fn select_numbers(row: &[f64], selection: &Selection) -> Vec<f64> {
    match selection {
        Selection::One(k) => vec![row[*k]],
        Selection::Several(range) => row[range.clone()].to_vec(),
    }
}

impl Store {
    /// Records the value of an assignment by the offset of its statement, and counts how often the statement ran.
    pub fn note_value(&mut self, at: usize, value: &Value) {
        let earlier_runs = self.evaluated.get(&at).map_or(0, |(count, _)| *count);
        self.evaluated.insert(at, (earlier_runs + 1, value.clone()));
    }

    /// Evaluates an index of a value, `list[index]`; `whole` is the whole expression.
    pub fn indexed(&mut self, whole: &Expr<'_>, list: &Expr<'_>, index: &Expr<'_>) -> Value {
        if let Some(entity) = self.array_entity(whole) {
            return entity;
        }
        let list = self.value(list);
        if let Some(stacked) = stacking::stacked_by_index(&list, index, self) {
            return stacked;
        }
        if let Some(part) = self.sliced(&list, index, whole.at.end) {
            return part;
        }
        let index = self.value(index);
        // Havok's functions return a code of success, then the shape or body.
        if list.is_entity() && self.uses("havok") && index.number() == Some(1.0) {
            return list;
        }
        super::indices::item(&list, &index, self.counts_from_one).unwrap_or_else(|| Value::unknown(whole.at.start))
    }

    /// Evaluates an index with a slice, or with several parts, of a list or a matrix: `T[:3, 3]`, `A[:4]`, `T[0, 3]`;
    /// `None` for any other index. `end` is the end of the whole expression.
    fn sliced(&mut self, list: &Value, index: &Expr<'_>, end: usize) -> Option<Value> {
        let Node::List(parts) = &index.node else { return None };
        // The parser gives such an index the closing bracket; a list as an index, `a[[0, 1]]`, ends before it.
        if index.at.end != end {
            return None;
        }
        let data = match &parts[..] {
            [rows, columns] => self.selected_part(list, &rows.value, &columns.value)?,
            [only] => self.selected_items(list, &only.value)?,
            _ => return None,
        };
        Some(Value { data, used: list.used.clone(), at: list.at })
    }

    /// Returns the items of a slice: elements of a list, coordinates of a vector, or rows of a matrix. `None` for a
    /// single index.
    fn selected_items(&mut self, list: &Value, index: &Expr<'_>) -> Option<Data> {
        match &list.data {
            Data::List(items) => {
                let Selection::Several(range) = selection(index, items.len(), self)? else { return None };
                Some(Data::List(Rc::new(items[range].to_vec())))
            }
            Data::Vector(coordinates) => {
                let Selection::Several(range) = selection(index, coordinates.len(), self)? else { return None };
                Some(Data::Vector(coordinates[range].to_vec()))
            }
            _ => {
                let rows = rows_of(list)?;
                let Selection::Several(range) = selection(index, rows.len(), self)? else { return None };
                Some(matrix(rows[range].to_vec()))
            }
        }
    }

    /// Returns the part of a matrix in some rows and some columns: a number, a vector, a matrix, or the rotation of a
    /// pose (`T[:3, :3]`).
    fn selected_part(&mut self, value: &Value, rows: &Expr<'_>, columns: &Expr<'_>) -> Option<Data> {
        let all = rows_of(value)?;
        let rows = selection(rows, all.len(), self)?;
        let columns = selection(columns, all[0].len(), self)?;
        if let Data::Pose(pose) = &value.data
            && is_first_three(&rows)
            && is_first_three(&columns)
        {
            return Some(Data::Rotation(pose.rotation));
        }
        Some(match (&rows, &columns) {
            (Selection::One(row), Selection::One(column)) => Data::Number(all[*row][*column]),
            (Selection::One(row), Selection::Several(_)) => Data::Vector(select_numbers(&all[*row], &columns)),
            (Selection::Several(range), Selection::One(column)) => {
                Data::Vector(all[range.clone()].iter().map(|row| row[*column]).collect())
            }
            (Selection::Several(range), Selection::Several(_)) => {
                matrix(all[range.clone()].iter().map(|row| select_numbers(row, &columns)).collect())
            }
        })
    }
}
