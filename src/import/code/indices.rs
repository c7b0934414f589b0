//! Elements of lists, vectors and records by index.

use super::value::{Data, Value};

/// Returns an element: of a list or a vector by its number, of a record by its key; `None` if there is none.
pub(super) fn item(of: &Value, index: &Value, counts_from_one: bool) -> Option<Value> {
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
