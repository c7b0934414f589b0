//! Elements that a loop visits: those of lists, dictionaries and ranges, and of iterators over others.

use super::conditions::{MAX_ITERATIONS, numbers};
use super::value::{Data, NamedValue, Value};
use crate::import::code::join::store::Store;
use crate::import::code::parser::syntax::{Argument, Expr, Node};

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
    let keys: Option<Vec<Value>> =
        items.iter().map(|(key, item)| key.as_ref().map(|key| Value::new(Data::Word(key.clone()), item.at))).collect();
    keys.filter(|keys| !keys.is_empty())
}

/// Returns the values of a dictionary, or the elements of a list.
fn values(value: &Value) -> Option<Vec<Value>> {
    match keys(value) {
        Some(_) => Some(value.items().iter().map(|(_, item)| item.clone()).collect()),
        None => elements(value),
    }
}

/// Returns the pairs of a key and a value of a dictionary; `None` for any other value.
fn entries(value: &Value) -> Option<Vec<Value>> {
    let keys = keys(value)?;
    Some(keys.into_iter().zip(value.items()).map(|(key, (_, item))| pair(key, item.clone())).collect())
}

/// Returns the elements of several lists together, up to the end of the shortest.
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

/// Returns the tuples of `itertools.product(a, b, …)`, or of `product(a, repeat=n)`.
fn product(arguments: &[NamedValue], lists: &[Vec<Value>]) -> Option<Vec<Value>> {
    let mut tuples: Vec<Vec<NamedValue>> = vec![Vec::new()];
    for list in lists {
        let longer = tuples.iter().flat_map(|tuple| {
            list.iter().map(|item| [tuple.clone(), vec![(None, item.clone())]].concat()).collect::<Vec<_>>()
        });
        tuples = longer.collect();
        if tuples.len() > MAX_ITERATIONS {
            return None;
        }
    }
    let at = arguments.first().map_or(0, |(_, value)| value.at);
    Some(tuples.into_iter().map(|tuple| Value::list(tuple, at)).collect())
}

/// Returns the arguments of a call with `repeat=n`, as in `product(a, repeat=n)`, as those of `product(a, a, …)`;
/// other arguments as they are.
/// `None` for a number that is not 1, 2 or 3.
fn repeated(mut arguments: Vec<NamedValue>) -> Option<Vec<NamedValue>> {
    let repeat = arguments.iter().position(|(key, _)| key.as_deref() == Some("repeat"));
    if let (Some(k), 2) = (repeat, arguments.len()) {
        let count = arguments.remove(k).1.number().filter(|count| (1.0..=3.0).contains(count))?;
        arguments = vec![arguments[0].clone(); count as usize];
    }
    Some(arguments)
}

/// Returns the elements of an iterator over other iterators, `enumerate(zip(a, b), start)`; the outer `None` for any
/// other function, the inner one if they are not known.
fn adapted(store: &mut Store, function: &str, arguments: &[Argument<'_>]) -> Option<Option<Vec<Value>>> {
    let first = arguments.first()?;
    Some(match (function, arguments.len()) {
        ("enumerate", 1 | 2) => {
            let start = arguments.get(1).map_or(Some(0.0), |start| store.value(&start.value).number());
            each_value(store, &first.value).zip(start).map(|(list, start)| enumerated(list, start))
        }
        ("zip", _) => {
            let lists: Option<Vec<Vec<Value>>> = arguments.iter().map(|one| each_value(store, &one.value)).collect();
            lists.filter(|_| arguments.iter().all(|one| one.key.is_none())).map(|lists| zipped(&lists))
        }
        ("reversed", 1) => each_value(store, &first.value).map(|list| list.into_iter().rev().collect()),
        ("list" | "tuple", 1) => each_value(store, &first.value),
        ("pairs", 1) => {
            let list = store.value(&first.value);
            entries(&list).or_else(|| elements(&list).map(|list| enumerated(list, 1.0)))
        }
        _ => return None,
    })
}

/// Returns the elements of a method of a dictionary or a list in a variable, `specs.items()`; `None` for any other
/// call.
fn of_method(store: &Store, owner: &[&str], method: &str) -> Option<Vec<Value>> {
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

/// Returns the elements of a method of an iterator: `list.iter().enumerate()`, `a.iter().zip(b)`.
fn of_expression(store: &mut Store, of: &Expr<'_>, method: &str, arguments: &[Argument<'_>]) -> Option<Vec<Value>> {
    if method == "zip"
        && let [other] = arguments
    {
        let first = each_value(store, of)?;
        return each_value(store, &other.value).map(|second| zipped(&[first, second]));
    }
    if !arguments.is_empty() {
        return None;
    }
    if method == "entries" && matches!(of.node, Node::Path(_)) {
        let dictionary = store.value(of);
        if let Some(pairs) = entries(&dictionary) {
            return Some(pairs);
        }
    }
    let list = each_value(store, of)?;
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
    let at = expr.at.start;
    if let Node::Call(path, arguments) = &expr.node
        && path.names.len() == 1
        && let Some(found) = adapted(store, path.last(), arguments)
    {
        return found;
    }
    if let Node::Call(path, arguments) = &expr.node {
        let values = repeated(store.arguments(arguments))?;
        let numbers_given: Option<Vec<f64>> = values.iter().map(|(_, value)| value.number()).collect();
        let lists_given: Option<Vec<Vec<Value>>> = values.iter().map(|(_, value)| elements(value)).collect();
        // The variable before the method: `list` in `list.iter()`.
        let owner = path.names.split_last().map_or(&[][..], |(_, owner)| owner);
        match (path.last(), numbers_given.as_deref(), lists_given.as_deref()) {
            ("range" | "xrange" | "irange", Some([last]), _) => return numbers(0.0, *last, 1.0, false, at),
            ("range" | "xrange" | "irange", Some([first, last]), _) => return numbers(*first, *last, 1.0, false, at),
            ("range" | "xrange", Some([first, last, step]), _) => return numbers(*first, *last, *step, false, at),
            ("ipairs", _, Some([list])) => return Some(enumerated(list.clone(), 1.0)),
            ("product", _, Some(lists)) if !lists.is_empty() => return product(&values, lists),
            ("zip", ..) if !owner.is_empty() && arguments.len() == 1 => {
                let first = of_method(store, owner, "iter")?;
                return each_value(store, &arguments[0].value).map(|second| zipped(&[first, second]));
            }
            (method, Some([]), _) if !owner.is_empty() => {
                if let Some(found) = of_method(store, owner, method) {
                    return Some(found);
                }
            }
            _ => {}
        }
        if let Some(found) = of_record(&path.names, &values) {
            return Some(found);
        }
    }
    if let Node::Method(of, path, arguments) = &expr.node {
        return of_expression(store, of, path.last(), arguments);
    }
    let value = store.value(expr);
    // GDScript's `for i in 3`.
    if let Data::Number(count) = value.data {
        return numbers(0.0, count, 1.0, false, at);
    }
    keys(&value).or_else(|| elements(&value))
}
