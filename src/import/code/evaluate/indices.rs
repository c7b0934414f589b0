//! Elements of lists, vectors and records by index.

use super::value::{Data, Value};

/// Whether a text is Lua, where the first element of a list has the index 1: by a local variable, or by the end of a
/// block and a function of Lua.
pub fn count_from_one(text: &str) -> bool {
    let has_local = text.lines().any(|line| {
        let name =
            line.trim_start().strip_prefix("local ").map(|rest| rest.split('=').next().unwrap_or_default().trim());
        line.contains('=')
            && name.is_some_and(|name| {
                !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ',' || c == ' ')
            })
    });
    let ends = text.lines().any(|line| line.trim().trim_end_matches([')', ',', ';']) == "end");
    has_local || ends && ["ipairs(", "pairs(", "love."].iter().any(|word| text.contains(word))
}

/// Returns an element: of a list or a vector by its number, of a record by its key; `None` if there is none.
pub fn item(of: &Value, index: &Value, counts_from_one: bool) -> Option<Value> {
    if let Data::Word(key) = &index.data {
        return of.field(&[key.as_str()]).cloned();
    }
    let k = index.number().filter(|k| k.fract() == 0.0)?;
    let count = match &of.data {
        Data::Vector(all) => all.len(),
        _ => of.items().len(),
    };
    let k = if counts_from_one { k - 1.0 } else { k };
    let k = if k < 0.0 { k + count as f64 } else { k };
    if !(0.0..count as f64).contains(&k) {
        return None;
    }
    match &of.data {
        Data::Vector(all) => Some(Value { data: Data::Number(all[k as usize]), ..of.clone() }),
        _ => of.items().get(k as usize).map(|(_, item)| item.clone()),
    }
}
