//! Elements that a loop visits: those of lists, dictionaries and ranges, `range(3)`, and of iterators over others,
//! `enumerate(zip(a, b))`, `list.iter().rev()`, `Object.entries(record)`.
//!
//! [`each_value`] returns them for any expression; the other functions evaluate one kind of iterator each.

use super::conditions::{MAX_ITERATIONS, numbers};
use super::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;
use crate::code::parser::syntax::{Argument, Expr, Node, Path};

/// Returns the elements of a list or vector; `None` for other values, and for a list whose elements have names.
fn elements(value: &Value) -> Option<Vec<Value>> {
    match &value.data {
        Data::List(items) if items.iter().all(|(key, _)| key.is_none()) => {
            Some(items.iter().map(|(_, item)| item.clone()).collect())
        }
        Data::Vector(all) => Some(all.iter().map(|x| Value { data: Data::Number(*x), ..value.clone() }).collect()),
        _ => None,
    }
}

/// Returns the keys of a dictionary, as words; `None` for any other value.
fn keys(value: &Value) -> Option<Vec<Value>> {
    let items = value.items();
    if items.is_empty() {
        return None;
    }
    let mut keys = Vec::with_capacity(items.len());
    for (key, item) in items {
        keys.push(Value::new(Data::Word(key.clone()?), item.at));
    }
    Some(keys)
}

/// Returns the values of a dictionary, or the elements of a list; `None` for any other value.
fn values(value: &Value) -> Option<Vec<Value>> {
    match keys(value) {
        Some(_) => Some(value.items().iter().map(|(_, item)| item.clone()).collect()),
        None => elements(value),
    }
}

/// Returns the pairs of a key and a value of a dictionary; `None` for any other value.
fn entries(value: &Value) -> Option<Vec<Value>> {
    let mut pairs = Vec::with_capacity(value.items().len());
    for (key, (_, item)) in keys(value)?.into_iter().zip(value.items()) {
        pairs.push(pair(key, item.clone()));
    }
    Some(pairs)
}

/// Returns a tuple of the elements with one index for each index of the shortest of several lists.
fn zipped(lists: &[Vec<Value>]) -> Vec<Value> {
    let count = lists.iter().map(Vec::len).min().unwrap_or(0);
    let mut tuples = Vec::with_capacity(count);
    for k in 0..count {
        let tuple: Vec<NamedValue> = lists.iter().map(|list| (None, list[k].clone())).collect();
        let at = tuple.first().map_or(0, |(_, value)| value.at);
        tuples.push(Value::list(tuple, at));
    }
    tuples
}

/// Creates a list of two values.
fn pair(first: Value, second: Value) -> Value {
    let at = second.at;
    Value::list(vec![(None, first), (None, second)], at)
}

/// Pairs each element with its number, counted from `start`.
fn enumerated(items: Vec<Value>, start: f64) -> Vec<Value> {
    let mut pairs = Vec::with_capacity(items.len());
    for (k, item) in items.into_iter().enumerate() {
        let number = Value::new(Data::Number(start + k as f64), item.at);
        pairs.push(pair(number, item));
    }
    pairs
}

/// Returns the tuples of `itertools.product(a, b, …)`, the last list running fastest; `None` if there are more than
/// [`MAX_ITERATIONS`].
fn product(arguments: &[NamedValue], lists: &[Vec<Value>]) -> Option<Vec<Value>> {
    let mut tuples: Vec<Vec<NamedValue>> = vec![Vec::new()];
    for list in lists {
        let count = tuples.len().saturating_mul(list.len());
        if count > MAX_ITERATIONS {
            return None;
        }
        let mut longer = Vec::with_capacity(count);
        for tuple in &tuples {
            for item in list {
                longer.push([tuple.clone(), vec![(None, item.clone())]].concat());
            }
        }
        tuples = longer;
    }
    let at = arguments.first().map_or(0, |(_, value)| value.at);
    Some(tuples.into_iter().map(|tuple| Value::list(tuple, at)).collect())
}

/// Returns the arguments of `product(a, repeat=n)` as those of `product(a, a, …)`, and all others unchanged; `None` if
/// `n` is not between 1 and 3, beyond which the loops are too long to evaluate.
fn repeated(mut arguments: Vec<NamedValue>) -> Option<Vec<NamedValue>> {
    let Some(k) = arguments.iter().position(|(key, _)| key.as_deref() == Some("repeat")) else {
        return Some(arguments);
    };
    if arguments.len() != 2 {
        return Some(arguments);
    }
    let (_, count) = arguments.remove(k);
    let count = count.number().filter(|count| (1.0..=3.0).contains(count))?;
    Some(vec![arguments[0].clone(); count as usize])
}

/// Returns the elements of a function of other iterators, `enumerate(zip(a, b), start)`; the outer `None` for any other
/// function, the inner one if the elements are not known.
fn of_adapter(store: &mut Store, function: &str, arguments: &[Argument<'_>]) -> Option<Option<Vec<Value>>> {
    let first = arguments.first()?;
    Some(match (function, arguments.len()) {
        ("enumerate", 1 | 2) => {
            let start = arguments.get(1).map_or(Some(0.0), |start| store.value(&start.value).number());
            let list = each_value(store, &first.value);
            list.zip(start).map(|(list, start)| enumerated(list, start))
        }
        ("zip", _) => {
            let lists: Option<Vec<Vec<Value>>> = arguments.iter().map(|one| each_value(store, &one.value)).collect();
            lists.filter(|_| arguments.iter().all(|one| one.key.is_none())).map(|lists| zipped(&lists))
        }
        ("reversed", 1) => each_value(store, &first.value).map(|list| list.into_iter().rev().collect()),
        ("list" | "tuple", 1) => each_value(store, &first.value),
        // Lua counts from 1.
        ("pairs", 1) => {
            let list = store.value(&first.value);
            entries(&list).or_else(|| elements(&list).map(|list| enumerated(list, 1.0)))
        }
        _ => return None,
    })
}

/// Returns the elements of a method of a dictionary or a list in a variable, `specs.items()`, where `owner` is the path
/// of the variable; `None` for any other call.
fn of_method_of_variable(store: &Store, owner: &[&str], method: &str) -> Option<Vec<Value>> {
    let (known, value) = store.lookup(owner)?;
    if known != owner.len() {
        return None;
    }
    match method {
        "iter" | "into_iter" | "iter_mut" | "values" => values(&value),
        "items" => entries(&value),
        "keys" => keys(&value),
        "entries" => entries(&value).or_else(|| elements(&value).map(|list| enumerated(list, 0.0))),
        _ => None,
    }
}

/// Returns the elements of JavaScript's `Object.entries(record)`, `Object.values(record)` and `Object.keys(record)`;
/// `None` for any other call.
fn of_record(names: &[&str], arguments: &[NamedValue]) -> Option<Vec<Value>> {
    match (names, arguments) {
        (["Object", "entries"], [(_, record)]) => entries(record),
        (["Object", "values"], [(_, record)]) => values(record),
        (["Object", "keys"], [(_, record)]) => keys(record),
        _ => None,
    }
}

/// Returns the elements of a method of an iterator, `list.iter().enumerate()`, `a.iter().zip(b)`, where `owner` is the
/// expression before the method; `None` for any other method.
fn of_method_of_iterator(
    store: &mut Store,
    owner: &Expr<'_>,
    method: &str,
    arguments: &[Argument<'_>],
) -> Option<Vec<Value>> {
    if method == "zip"
        && let [other] = arguments
    {
        let first = each_value(store, owner)?;
        return each_value(store, &other.value).map(|second| zipped(&[first, second]));
    }
    if !arguments.is_empty() {
        return None;
    }
    if method == "entries" && matches!(owner.node, Node::Path(_)) {
        let dictionary = store.value(owner);
        if let Some(pairs) = entries(&dictionary) {
            return Some(pairs);
        }
    }
    let list = each_value(store, owner)?;
    match method {
        "iter" | "into_iter" | "copied" | "cloned" | "values" => Some(list),
        "enumerate" | "entries" | "withIndex" => Some(enumerated(list, 0.0)),
        "rev" | "reversed" => Some(list.into_iter().rev().collect()),
        _ => None,
    }
}

/// Returns the elements that a loop over an expression visits: those of a list, of `range(n)`, `enumerate(list)`,
/// `zip(a, b)`, `list.iter()`, and of similar calls in other languages. `None` if they are not known.
pub fn each_value(store: &mut Store, expr: &Expr<'_>) -> Option<Vec<Value>> {
    if let Node::Method(owner, path, arguments) = &expr.node {
        return of_method_of_iterator(store, owner, path.last(), arguments);
    }
    if let Node::Call(path, arguments) = &expr.node {
        let function = path.last();
        if path.names.len() == 1
            && let Some(elements) = of_adapter(store, function, arguments)
        {
            return elements;
        }
        let values = repeated(store.arguments(arguments))?;
        if let Some(elements) = of_call(store, path, arguments, &values, expr.at.start) {
            return elements;
        }
    }
    let value = store.value(expr);
    // GDScript's `for i in 3`.
    if let Data::Number(count) = value.data {
        return numbers(0.0, count, 1.0, false, expr.at.start);
    }
    keys(&value).or_else(|| elements(&value))
}

/// Returns the elements of a call with the evaluated arguments `values`; the outer `None` for a call that is no
/// iterator, the inner one if the elements are not known. `at` is the offset of the call, bytes.
fn of_call(
    store: &mut Store,
    path: &Path<'_>,
    arguments: &[Argument<'_>],
    values: &[NamedValue],
    at: usize,
) -> Option<Option<Vec<Value>>> {
    let function = path.last();
    // The variable before the method: `list` in `list.iter()`.
    let owner = path.names.split_last().map_or(&[][..], |(_, owner)| owner);
    if let Some(range) = of_range(function, values, at) {
        return Some(range);
    }
    let lists: Option<Vec<Vec<Value>>> = values.iter().map(|(_, value)| elements(value)).collect();
    match (function, lists.as_deref()) {
        // Lua counts from 1.
        ("ipairs", Some([list])) => return Some(Some(enumerated(list.clone(), 1.0))),
        ("product", Some(lists)) if !lists.is_empty() => return Some(product(values, lists)),
        _ => {}
    }
    if let [other] = arguments
        && function == "zip"
        && !owner.is_empty()
    {
        return Some(zip_with_variable(store, owner, &other.value));
    }
    if values.is_empty()
        && !owner.is_empty()
        && let Some(elements) = of_method_of_variable(store, owner, function)
    {
        return Some(Some(elements));
    }
    of_record(&path.names, values).map(Some)
}

/// Returns the numbers of Python's `range(last)`, `range(first, last)` and `range(first, last, step)`; the outer `None`
/// for any other call, the inner one if there are too many.
fn of_range(function: &str, values: &[NamedValue], at: usize) -> Option<Option<Vec<Value>>> {
    let is_python = matches!(function, "range" | "xrange");
    if !is_python && function != "irange" {
        return None;
    }
    let given: Option<Vec<f64>> = values.iter().map(|(_, value)| value.number()).collect();
    match given?[..] {
        [last] => Some(numbers(0.0, last, 1.0, false, at)),
        [first, last] => Some(numbers(first, last, 1.0, false, at)),
        [first, last, step] if is_python => Some(numbers(first, last, step, false, at)),
        _ => None,
    }
}

/// Returns the pairs of `list.zip(other)` for a list in a variable; `None` if the elements of one are not known.
fn zip_with_variable(store: &mut Store, owner: &[&str], other: &Expr<'_>) -> Option<Vec<Value>> {
    let first = of_method_of_variable(store, owner, "iter")?;
    let second = each_value(store, other)?;
    Some(zipped(&[first, second]))
}
