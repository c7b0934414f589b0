//! Elements of lists, vectors and records by index: `points[0]`, `v[-1]`, `sizes["box"]`.

use super::value::{Data, Value};

/// Whether a text is Lua, where the first element of a list has the index 1: by a local variable, or by the end of a
/// block and a function of Lua or LÖVE.
pub fn count_from_one(text: &str) -> bool {
    let has_block_end = text.lines().any(|line| line.trim().trim_end_matches([')', ',', ';']) == "end");
    let has_lua_function = ["ipairs(", "pairs(", "love."].iter().any(|word| text.contains(word));
    text.lines().any(declares_local) || has_block_end && has_lua_function
}

/// Whether a line declares local variables of Lua with values: `local x, y = 1, 2`.
fn declares_local(line: &str) -> bool {
    let Some(declaration) = line.trim_start().strip_prefix("local ") else { return false };
    let Some((names, _)) = declaration.split_once('=') else { return false };
    let names = names.trim();
    !names.is_empty() && names.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ',' | ' '))
}

/// Returns an element: of a list or a vector by its number, where −1 is the last, of a record by its key; `None` if
/// there is none. `counts_from_one` states that the first index is 1, as in Lua.
pub fn item(list: &Value, index: &Value, counts_from_one: bool) -> Option<Value> {
    if let Data::Word(key) = &index.data {
        return list.field(&[key.as_str()]).cloned();
    }
    let index = index.number().filter(|index| index.fract() == 0.0)?;
    let count = match &list.data {
        Data::Vector(coordinates) => coordinates.len(),
        _ => list.items().len(),
    };
    let from_zero = if counts_from_one { index - 1.0 } else { index };
    let from_start = if from_zero < 0.0 { from_zero + count as f64 } else { from_zero };
    if !(0.0..count as f64).contains(&from_start) {
        return None;
    }
    let k = from_start as usize;
    match &list.data {
        Data::Vector(coordinates) => Some(Value { data: Data::Number(coordinates[k]), ..list.clone() }),
        _ => list.items().get(k).map(|(_, item)| item.clone()),
    }
}
