//! Evaluation of indices and slices of lists and matrices, `T[:3, 3]`; and the record of the values of assignments.

use std::rc::Rc;

use super::value::{Data, Value};
use crate::import::code::join::store::Store;
use crate::import::code::matrix::matrices::{matrix, rows_of};
use crate::import::code::matrix::numpy;
use crate::import::code::parser::syntax::{Expr, Node};

/// Rows or columns that an index selects.
enum Selection {
    One(usize),
    Several(std::ops::Range<usize>),
}

/// Reads an index among `count` rows or columns; `None` if it is not understood.
fn selection(index: &Expr<'_>, count: usize, store: &mut Store) -> Option<Selection> {
    if let Node::Slice(from, to) = index.node {
        let to = to.unwrap_or(count).min(count);
        return Some(Selection::Several(from.unwrap_or(0).min(to)..to));
    }
    let k = store.value(index).number().filter(|k| k.fract() == 0.0)?;
    let k = if k < 0.0 { k + count as f64 } else { k };
    (0.0..count as f64).contains(&k).then_some(Selection::One(k as usize))
}

/// Returns the selected numbers of a row.
fn selected(row: &[f64], selection: &Selection) -> Vec<f64> {
    match selection {
        Selection::One(k) => vec![row[*k]],
        Selection::Several(range) => row[range.clone()].to_vec(),
    }
}

impl Store {
    /// Records the value of an assignment by the offset of its statement, and counts how often the statement ran.
    pub fn note_value(&mut self, at: usize, value: &Value) {
        let own = self.evaluated.entry(at).or_insert_with(|| (0, value.clone()));
        own.0 += 1;
        own.1 = value.clone();
    }

    /// Evaluates an index of a value; `whole` is the whole expression.
    pub fn indexed(&mut self, whole: &Expr<'_>, of: &Expr<'_>, index: &Expr<'_>) -> Value {
        if let Some(item) = self.item(whole) {
            return item;
        }
        let of = self.value(of);
        if let Some(stacked) = numpy::stacked_by_index(&of, index, self) {
            return stacked;
        }
        if let Some(part) = self.sliced(&of, index, whole.at.end) {
            return part;
        }
        let index = self.value(index);
        // Havok's functions return a code of success, then the shape or body.
        if of.is_entity() && self.uses("havok") && index.number() == Some(1.0) {
            return of;
        }
        super::indices::item(&of, &index, self.counts_from_one).unwrap_or_else(|| Value::unknown(whole.at.start))
    }

    /// Evaluates an index with a slice, or with several parts, of a list or a matrix: `T[:3, 3]`, `A[:4]`, `T[0, 3]`;
    /// `None` for any other index. `end` is the end of the whole expression.
    fn sliced(&mut self, of: &Value, index: &Expr<'_>, end: usize) -> Option<Value> {
        let data = match &index.node {
            Node::List(list) if index.at.end == end => match &list[..] {
                [rows, columns] => self.selected_part(of, &rows.value, &columns.value)?,
                [only] => self.selected_items(of, &only.value)?,
                _ => return None,
            },
            _ => return None,
        };
        Some(Value { data, used: of.used.clone(), at: of.at })
    }

    /// Returns the items of a slice.
    fn selected_items(&mut self, of: &Value, index: &Expr<'_>) -> Option<Data> {
        if let Data::List(items) = &of.data {
            let Selection::Several(range) = selection(index, items.len(), self)? else { return None };
            return Some(Data::List(Rc::new(items[range].to_vec())));
        }
        if let Data::Vector(all) = &of.data {
            return match selection(index, all.len(), self)? {
                Selection::Several(range) => Some(Data::Vector(all[range].to_vec())),
                Selection::One(_) => None,
            };
        }
        let rows = rows_of(of)?;
        match selection(index, rows.len(), self)? {
            Selection::Several(range) => Some(matrix(rows[range].to_vec())),
            Selection::One(_) => None,
        }
    }

    /// Returns the part of a matrix in some rows and some columns.
    fn selected_part(&mut self, of: &Value, rows: &Expr<'_>, columns: &Expr<'_>) -> Option<Data> {
        let all = rows_of(of)?;
        let rows = selection(rows, all.len(), self)?;
        let columns = selection(columns, all[0].len(), self)?;
        if let (Data::Pose(pose), Selection::Several(a), Selection::Several(b)) = (&of.data, &rows, &columns)
            && *a == (0..3)
            && *b == (0..3)
        {
            return Some(Data::Rotation(pose.rotation));
        }
        Some(match (&rows, &columns) {
            (Selection::One(k), Selection::One(column)) => Data::Number(all[*k][*column]),
            (Selection::One(k), Selection::Several(_)) => Data::Vector(selected(&all[*k], &columns)),
            (Selection::Several(range), Selection::One(column)) => {
                Data::Vector(all[range.clone()].iter().map(|row| row[*column]).collect())
            }
            (Selection::Several(range), Selection::Several(_)) => {
                matrix(all[range.clone()].iter().map(|row| selected(row, &columns)).collect())
            }
        })
    }
}
