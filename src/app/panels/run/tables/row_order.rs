//! Order and filter of a table's rows, as chosen by clicks on the column heads and by a text.

use std::cmp::Ordering;

use contact_lens_lesson::{Row, Table};
use contact_lens_model::answer::number::{Exact, Shown};

/// Column by which rows are sorted.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct SortColumn {
    pub index: usize,
    pub is_descending: bool,
}

/// Sort order and filter, shared by all tables with the same title.
#[derive(Clone, Default, PartialEq)]
pub(super) struct RowOrder {
    /// Sort column; `None` for the lesson's order.
    pub sort: Option<SortColumn>,
    /// Text that the rows shown contain.
    pub filter: String,
}

impl RowOrder {
    /// Rows that pass the filter, sorted.
    pub fn rows<'a>(&self, table: &'a Table) -> Vec<&'a Row> {
        let words = self.filter.trim().to_lowercase();
        let mut rows: Vec<&Row> = table.rows.iter().filter(|row| contains_words(row, &words)).collect();
        if let Some(SortColumn { index, is_descending }) = self.sort {
            rows.sort_by(|a, b| if is_descending { compare(b, a, index) } else { compare(a, b, index) });
        }
        rows
    }

    /// Changes the order after a click on a column's head: first ascending, then descending, then the lesson's order.
    pub fn change_by_click(&mut self, column: usize) {
        self.sort = match self.sort {
            Some(SortColumn { index, is_descending }) if index == column => {
                (!is_descending).then_some(SortColumn { index, is_descending: true })
            }
            _ => Some(SortColumn { index: column, is_descending: false }),
        };
    }
}

/// Whether a cell of the row contains `words`, in lower case; true for no words.
fn contains_words(row: &Row, words: &str) -> bool {
    words.is_empty() || row.texts().any(|text| text.to_lowercase().contains(words))
}

/// Sort key of a cell: its number, or the number that its text begins with; `None` for vectors and words.
fn number(cell: &Shown) -> Option<f64> {
    match cell.exact {
        Some(Exact::Count(count)) => Some(count as f64),
        Some(Exact::Number(number)) => Some(number),
        Some(Exact::Vector(_)) => None,
        None => {
            let first_word = cell.text.split(' ').next()?.replace('−', "-");
            // Rust also parses words such as “inf”.
            let has_digit = first_word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
            if has_digit { first_word.parse().ok() } else { None }
        }
    }
}

/// Compares the cells of two rows in a column: numbers by value and before texts, texts alphabetically.
fn compare(a: &Row, b: &Row, column: usize) -> Ordering {
    let cells = [a, b].map(|row| row.cells.get(column));
    match cells.map(|cell| cell.and_then(number)) {
        [Some(a), Some(b)] => a.total_cmp(&b),
        [Some(_), None] => Ordering::Less,
        [None, Some(_)] => Ordering::Greater,
        [None, None] => cells[0].map(|cell| &cell.text).cmp(&cells[1].map(|cell| &cell.text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_model::answer::number;

    fn table(cells: &[(&str, f64)]) -> Table {
        let rows = cells.iter().map(|(name, value)| row(vec![Shown::from(*name), number::number(*value)]));
        Table { title: "axes", columns: vec!["axis", "gap"], rows: rows.collect() }
    }

    fn row(cells: Vec<Shown>) -> Row {
        Row { cells, ..Row::default() }
    }

    fn names(order: &RowOrder, table: &Table) -> Vec<String> {
        order.rows(table).iter().map(|row| row.cells[0].text.clone()).collect()
    }

    #[test]
    fn a_column_sorts_by_its_numbers_until_the_third_click() {
        let table = table(&[("b2", -0.5), ("a1", 10.0), ("a10", 9.0)]);
        let mut order = RowOrder::default();
        order.change_by_click(1);
        assert_eq!(names(&order, &table), ["b2", "a10", "a1"], "9 before 10");
        order.change_by_click(1);
        assert_eq!(names(&order, &table), ["a1", "a10", "b2"]);
        order.change_by_click(0);
        assert_eq!(names(&order, &table), ["a1", "a10", "b2"]);
        (0..2).for_each(|_| order.change_by_click(0));
        assert_eq!(names(&order, &table), ["b2", "a1", "a10"], "the lesson's order");
    }

    #[test]
    fn intervals_sort_by_their_starts_and_words_come_last() {
        let texts = ["−0.9 … 0.9", "apart", "−1.077 … 1", "10", "9", "inf"];
        let rows = texts.into_iter().map(|text| row(vec![Shown::from(text)]));
        let table = Table { title: "", columns: vec!["A"], rows: rows.collect() };
        let sorted = names(
            &RowOrder { sort: Some(SortColumn { index: 0, is_descending: false }), ..RowOrder::default() },
            &table,
        );
        assert_eq!(sorted, ["−1.077 … 1", "−0.9 … 0.9", "9", "10", "apart", "inf"]);
    }

    #[test]
    fn rows_are_filtered_by_text_in_any_case() {
        let table = table(&[("Separates", 1.0), ("overlaps", 2.0)]);
        let order = RowOrder { filter: String::from(" separ"), ..RowOrder::default() };
        assert_eq!(names(&order, &table), ["Separates"]);
        assert!(names(&RowOrder { filter: String::from("none"), ..order }, &table).is_empty());
    }
}
