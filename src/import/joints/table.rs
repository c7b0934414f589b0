//! Reader of joint values as text: a table with a row for each frame, and with the names of the joints if the text
//! states them.
//!
//! - **JSON**: `{"hip": 0.1}`, `{"hip": [0.1, 0.2]}` (a value per frame), `[{"hip": 0.1}, …]`, `[[0.1, 0.2], …]`.
//! - **CSV**: a row per line, split by commas, semicolons or blanks; the first row may name the joints.

use contact_lens_scene::SceneError;
use serde_json::Value;

use crate::ledger::shown;
use crate::{Source, json_of, number, text_of};

/// Joint values by rows, one for each frame.
pub(super) struct Table {
    /// Names of the columns; `None` if the file does not state them.
    pub(super) names: Option<Vec<String>>,
    /// Values of each row, in the order of the columns.
    pub(super) rows: Vec<Vec<f64>>,
}

/// Reads a table of JSON or CSV.
///
/// # Errors
/// Fails at invalid JSON, and at rows that are not numbers or have different joints.
pub(super) fn read(source: &Source) -> Result<Table, SceneError> {
    let text = text_of(source)?;
    if text.trim_start().starts_with(['{', '[']) {
        let value = json_of(source, text.as_bytes())?;
        return table_of_json(&value).map_err(|why| source.error(why));
    }
    table_of_lines(source, text)
}

/// Reads a table of JSON.
fn table_of_json(value: &Value) -> Result<Table, String> {
    match value {
        Value::Object(fields) => table_of_object(fields),
        Value::Array(rows) if rows.iter().all(Value::is_object) && !rows.is_empty() => table_of_objects(rows),
        Value::Array(rows) if rows.iter().all(Value::is_array) && !rows.is_empty() => {
            let rows = rows.iter().enumerate().map(|(index, row)| numbers(row, &format!("[{index}]")));
            Ok(Table { names: None, rows: rows.collect::<Result<_, _>>()? })
        }
        Value::Array(rows) if rows.is_empty() => Ok(Table { names: None, rows: Vec::new() }),
        Value::Array(_) => Ok(Table { names: None, rows: vec![numbers(value, "the list")?] }),
        _ => Err(String::from("must be an object of joints or a list of rows")),
    }
}

/// Reads one object: a value per joint, or a list of values per joint.
fn table_of_object(fields: &serde_json::Map<String, Value>) -> Result<Table, String> {
    let names: Vec<String> = fields.keys().cloned().collect();
    if fields.values().all(Value::is_number) {
        let row = fields.values().filter_map(Value::as_f64).collect();
        return Ok(Table { names: Some(names), rows: vec![row] });
    }
    let columns = fields.iter().map(|(name, list)| numbers(list, name)).collect::<Result<Vec<_>, _>>()?;
    let count = columns.first().map_or(0, Vec::len);
    if let Some(index) = columns.iter().position(|column| column.len() != count) {
        let other_count = columns[index].len();
        let first = &names[0];
        let other = &names[index];
        return Err(format!(
            "the joint `{first}` has {count} values and `{other}` has {other_count}; each joint needs one value per frame"
        ));
    }
    let rows = (0..count).map(|index| columns.iter().map(|column| column[index]).collect()).collect();
    Ok(Table { names: Some(names), rows })
}

/// Reads one object per row, all with the same joints.
fn table_of_objects(rows: &[Value]) -> Result<Table, String> {
    let names: Vec<String> = rows[0].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
    let mut row_values = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let fields = row.as_object().filter(|fields| fields.len() == names.len());
        let fields = fields.ok_or_else(|| format!("[{index}]: must have the joints of the first row"))?;
        let mut values = Vec::with_capacity(names.len());
        for name in &names {
            let value = fields.get(name).and_then(Value::as_f64);
            values.push(value.ok_or_else(|| format!("[{index}].{name}: must be a number"))?);
        }
        row_values.push(values);
    }
    Ok(Table { names: Some(names), rows: row_values })
}

/// Reads a list of numbers; `field` is its name in the error.
fn numbers(list: &Value, field: &str) -> Result<Vec<f64>, String> {
    let numbers: Option<Vec<f64>> = list.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
    numbers.ok_or_else(|| format!("{field}: must be a list of numbers"))
}

/// Reads lines of numbers; the first line may have the names of the columns.
fn table_of_lines(source: &Source, text: &str) -> Result<Table, SceneError> {
    let mut table = Table { names: None, rows: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || ",;".contains(c)).filter(|word| !word.is_empty()).collect();
        let values: Option<Vec<f64>> = words.iter().map(|word| Some(number::number(word)?.value)).collect();
        match values {
            Some(values) => table.rows.push(values),
            None if table.rows.is_empty() && table.names.is_none() => {
                table.names = Some(words.iter().map(|word| word.trim_matches('"').to_owned()).collect());
            }
            None => {
                let whole = source.error(format!("must be a row of numbers, but is `{}`", shown(line)));
                return Err(SceneError { line: index + 1, column: 1, ..whole });
            }
        }
    }
    Ok(table)
}
