//! Values of conditions, and the elements that loops visit.

use super::fallbacks::is_nothing;
use super::syntax::{Comparison, Expr, Node};
use super::things::Store;
use super::value::{Data, NamedValue, Value};

/// Maximum number of iterations of a loop.
pub(super) const MAX_ITERATIONS: usize = 20_000;

/// Rounding error of the number of steps of a range.
const STEP_ROUNDING: f64 = 1e-9;

/// Returns whether a comparison is true; `None` if a value is unknown, or the operator does not apply to the two kinds
/// of values.
pub(super) fn holds(sign: Comparison, left: &Value, right: &Value) -> Option<bool> {
    let is_absence = is_nothing(left) || is_nothing(right);
    if !is_absence && let (Data::Word(a), Data::Word(b)) = (&left.data, &right.data) {
        return match sign {
            Comparison::Equal => Some(a == b),
            Comparison::NotEqual => Some(a != b),
            Comparison::Less | Comparison::LessOrEqual | Comparison::Greater | Comparison::GreaterOrEqual => None,
        };
    }
    if let Some(is_equal) = equal_to_nothing(left, right) {
        return match sign {
            Comparison::Equal => Some(is_equal),
            Comparison::NotEqual => Some(!is_equal),
            Comparison::Less | Comparison::LessOrEqual | Comparison::Greater | Comparison::GreaterOrEqual => None,
        };
    }
    let a = left.number()?;
    let b = right.number()?;
    Some(match sign {
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
    })
}

/// Whether two values are equal if at least one is `None` or `null`; `None` otherwise, and if the other one is unknown
/// or a word, which may be the name of a constant.
fn equal_to_nothing(left: &Value, right: &Value) -> Option<bool> {
    match (is_nothing(left), is_nothing(right)) {
        (true, true) => Some(true),
        (false, false) => None,
        (true, false) | (false, true) => {
            let other = if is_nothing(left) { right } else { left };
            (!matches!(other.data, Data::Unknown | Data::Word(_))).then_some(false)
        }
    }
}

/// Returns the numbers of a range; `None` if there are too many, or infinitely many. `is_inclusive` states that the
/// last number belongs to the range. `at` is the offset of the range in the text, bytes.
pub(super) fn numbers(first: f64, last: f64, step: f64, is_inclusive: bool, at: usize) -> Option<Vec<Value>> {
    let count = (last - first) / step;
    if !count.is_finite() || count > MAX_ITERATIONS as f64 {
        return None;
    }
    // The tolerance keeps the last number of 0, 0.1, …, 1, and leaves it out of a range without its end.
    let count = if is_inclusive { (count + STEP_ROUNDING).floor() + 1.0 } else { (count - STEP_ROUNDING).ceil() };
    let count = count.max(0.0) as usize;
    Some((0..count).map(|k| Value::new(Data::Number(first + k as f64 * step), at)).collect())
}

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
fn product(given: &[NamedValue], lists: &[Vec<Value>]) -> Option<Vec<Value>> {
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
    let at = given.first().map_or(0, |(_, value)| value.at);
    Some(tuples.into_iter().map(|tuple| Value::list(tuple, at)).collect())
}

/// Returns the arguments of `product(a, repeat=n)` as those of `product(a, a, …)`; other arguments as they are.
/// `None` for a number that is not 1, 2 or 3.
fn repeated(mut given: Vec<NamedValue>) -> Option<Vec<NamedValue>> {
    let repeat = given.iter().position(|(key, _)| key.as_deref() == Some("repeat"));
    if let (Some(k), 2) = (repeat, given.len()) {
        let count = given.remove(k).1.number().filter(|count| (1.0..=3.0).contains(count))?;
        given = vec![given[0].clone(); count as usize];
    }
    Some(given)
}

/// Returns the elements that a loop over an expression visits: those of a list, of `range(n)`, `enumerate(list)`,
/// `zip(a, b)`, `list.iter()`, and of their like in other languages. `None` if they are not known.
pub(super) fn each_value(store: &mut Store, expr: &Expr<'_>) -> Option<Vec<Value>> {
    let at = expr.at.start;
    if let Node::Call(path, given) = &expr.node {
        let values = repeated(store.arguments(given))?;
        let numbers_given: Option<Vec<f64>> = values.iter().map(|(_, value)| value.number()).collect();
        let lists_given: Option<Vec<Vec<Value>>> = values.iter().map(|(_, value)| elements(value)).collect();
        // The variable before the method: `list` in `list.iter()`.
        let owner = path.names.split_last().map_or(&[][..], |(_, owner)| owner);
        match (path.last(), numbers_given.as_deref(), lists_given.as_deref()) {
            ("range" | "xrange" | "irange", Some([last]), _) => return numbers(0.0, *last, 1.0, false, at),
            ("range" | "xrange" | "irange", Some([first, last]), _) => return numbers(*first, *last, 1.0, false, at),
            ("range" | "xrange", Some([first, last, step]), _) => return numbers(*first, *last, *step, false, at),
            ("enumerate", _, Some([list])) => return Some(enumerated(list.clone(), 0.0)),
            ("ipairs", _, Some([list])) => return Some(enumerated(list.clone(), 1.0)),
            ("zip", _, Some([a, b])) => {
                return Some(a.iter().cloned().zip(b.iter().cloned()).map(|(a, b)| pair(a, b)).collect());
            }
            ("product", _, Some(lists)) if !lists.is_empty() => return product(&values, lists),
            ("iter" | "into_iter" | "iter_mut" | "values", Some([]), _) if !owner.is_empty() => {
                let (known, value) = store.lookup(owner)?;
                return elements(&value).filter(|_| known == owner.len());
            }
            ("entries", Some([]), _) if !owner.is_empty() => {
                let (known, value) = store.lookup(owner)?;
                return elements(&value).filter(|_| known == owner.len()).map(|list| enumerated(list, 0.0));
            }
            _ => {}
        }
    }
    if let Node::Method(of, path, given) = &expr.node
        && given.is_empty()
    {
        let list = each_value(store, of)?;
        return match path.last() {
            "iter" | "into_iter" | "copied" | "cloned" | "values" => Some(list),
            "enumerate" | "entries" | "withIndex" => Some(enumerated(list, 0.0)),
            "rev" | "reversed" => Some(list.into_iter().rev().collect()),
            _ => None,
        };
    }
    let value = store.value(expr);
    // GDScript's `for i in 3`.
    if let Data::Number(count) = value.data {
        return numbers(0.0, count, 1.0, false, at);
    }
    elements(&value)
}
