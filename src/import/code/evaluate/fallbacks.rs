//! Parsing and evaluation of values that replace absent ones, `a ?? b`, `a || b`, `a or b`; of Python's conditional
//! values, `b if c else d`; and of lists whose elements become arguments, `f(**fields)`, `[...list]`.
//!
//! **Form.** The parser writes each as a call of a name that no program can have: [`FALLBACK`] with both values,
//! [`CHOICE`] with the condition and both values, [`SPREAD`] with the list.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;
use crate::code::parser::choices;
use crate::code::parser::choices::CHOICE;
use crate::code::parser::expressions::{Parser, unknown};
use crate::code::parser::syntax::{Argument, Comparison, Condition, Expr, Node, Path};
use crate::code::parser::token::Kind;

/// Name of the call of a value, and of the value that replaces it if it is absent.
pub const FALLBACK: &str = "??";

/// Name of the call of a list whose elements become arguments.
pub const SPREAD: &str = "**";

/// Words for the absence of a value in Python, JavaScript, Lua and C++.
const NOTHING: [&str; 7] = ["None", "null", "undefined", "nil", "nullptr", "NULL", "absent"];

/// Value of a parameter without an argument and without a default.
pub const ABSENT: &str = "absent";

/// Maximum number of tokens of a condition between `if` and `else`, where brackets count as one.
const MAX_TOKENS: usize = 40;

/// Whether a value is a word for the absence of a value.
pub fn is_nothing(value: &Value) -> bool {
    matches!(&value.data, Data::Word(word) if NOTHING.contains(&word.as_str()))
}

/// Creates an argument without a name.
fn unnamed(value: Expr<'_>) -> Argument<'_> {
    Argument { key: None, value }
}

/// Creates a call of one of the names of this module; `start` and `end` are its range in the text, bytes.
fn call<'a>(name: &'static str, values: Vec<Expr<'a>>, start: usize, end: usize) -> Expr<'a> {
    let path = Path { names: vec![name], generic: Vec::new() };
    Expr::new(Node::Call(path, values.into_iter().map(unnamed).collect()), start..end.max(start))
}

impl<'a> Parser<'_, 'a> {
    /// Reads the values that replace `left` if it is absent; `begins_at` is the index of its first token.
    pub fn fallback(&mut self, left: Expr<'a>, begins_at: usize) -> Expr<'a> {
        let start = left.at.start;
        let mut value = left;
        while self.skip_fallback_sign(begins_at) {
            self.skip_lines();
            let Some(right) = self.sum() else { return unknown(start, self.end()) };
            value = call(FALLBACK, vec![value, right], start, self.end());
            // `a ?? b ? c : d` has no value here: the whole expression is parsed and stays unknown.
            if self.is_choice() {
                let _ = self.choice(value);
                return unknown(start, self.end());
            }
        }
        value
    }

    /// Skips `??`, `||` or `or` between two values; returns whether one was here. The word `or` occurs in prose, too,
    /// so it counts only in the value of an assignment.
    fn skip_fallback_sign(&mut self, begins_at: usize) -> bool {
        let Some(first) = self.peek() else { return false };
        let is_assigned = begins_at.checked_sub(1).is_some_and(|k| self.tokens[k].is("="));
        if first.text == "or" && first.kind == Kind::Name && is_assigned {
            self.at += 1;
            return true;
        }
        let Some(second) = self.tokens.get(self.at + 1) else { return false };
        let is_doubled = second.text == first.text && second.start == first.end;
        if !is_doubled || !(first.is("?") || first.is("|")) {
            return false;
        }
        self.at += 2;
        true
    }

    /// Reads Python's `left if condition else other` after `left`; `None` if none is here.
    pub fn inline_condition(&mut self, left: &Expr<'a>) -> Option<Expr<'a>> {
        if self.peek().is_none_or(|token| token.text != "if" || token.kind != Kind::Name) {
            return None;
        }
        let first = self.at + 1;
        let else_index = self.index_of_else(first)?;
        let condition = self.condition(first..else_index);
        self.at = else_index + 1;
        let other = self.expression()?;
        let start = left.at.start;
        let ValueComparison { sign, one, two } = as_comparison(condition, start);
        let sign = Expr::new(Node::Text(choices::sign_text(sign)), start..start);
        Some(call(CHOICE, vec![one, sign, two, left.clone(), other], start, self.end()))
    }

    /// Returns the index of the token `else` of a condition that begins with the token `first`; `None` if the
    /// expression ends before.
    fn index_of_else(&self, first: usize) -> Option<usize> {
        let mut k = first;
        while k < first + MAX_TOKENS {
            let token = self.tokens.get(k)?;
            let is_end = [",", ";", ")", "]", "}", "{", ":"].iter().any(|sign| token.is(sign));
            if is_end || token.kind == Kind::Line && self.depth == 0 {
                return None;
            }
            if token.text == "else" && token.kind == Kind::Name {
                return Some(k);
            }
            // A bracket and all that it contains count as one token.
            k = self.closing[k].max(k) + 1;
        }
        None
    }

    /// Reads an element whose own elements become arguments: `**fields`, `...list`; `None` if none is here.
    pub fn spread(&mut self) -> Option<Expr<'a>> {
        let first = self.peek()?;
        // Python's `**fields` has two signs, JavaScript's `...list` three.
        let count = match first.text {
            "*" => 2,
            "." => 3,
            _ => return None,
        };
        let signs = self.tokens.get(self.at..self.at + count)?;
        let name = self.tokens.get(self.at + count)?;
        if name.kind != Kind::Name && !name.is("{") && !name.is("[") {
            return None;
        }
        let is_tight = signs.iter().zip(signs.iter().skip(1)).all(|(one, next)| one.end == next.start);
        let all_equal = signs.iter().all(|sign| sign.kind == Kind::Sign && sign.text == first.text);
        if !is_tight || !all_equal || signs[count - 1].end != name.start {
            return None;
        }
        self.at += count;
        let list = self.expression()?;
        Some(call(SPREAD, vec![list], first.start, self.end()))
    }
}

impl Store {
    /// Evaluates the arguments of a call or the elements of a list; the elements of a spread list become arguments.
    pub fn arguments(&mut self, list: &[Argument<'_>]) -> Vec<NamedValue> {
        let mut all: Vec<NamedValue> = Vec::with_capacity(list.len());
        let mut has_spread = false;
        for one in list {
            match &one.value.node {
                Node::Call(path, inner) if path.names == [SPREAD] && inner.len() == 1 => {
                    has_spread = true;
                    let value = self.value(&inner[0].value);
                    match value.items() {
                        [] => all.push((None, value)),
                        items => {
                            let from = all.len();
                            all.extend(items.iter().cloned());
                            // The list may have more ranges than its elements: those of a default that it replaces.
                            all[from].1.used.extend(value.used.iter().cloned());
                        }
                    }
                }
                _ => all.push((one.key.map(str::to_owned), self.value(&one.value))),
            }
        }
        if has_spread { without_replaced(all) } else { all }
    }

    /// Evaluates `left ?? right`: the left value unless it is absent; unknown if that is not known. A 0 is absent for
    /// `||` and present for `??`, and a word may be the name of a constant.
    pub fn fall_back(&mut self, both: &[Argument<'_>], at: usize) -> Value {
        let [left, right] = both else { return Value::unknown(at) };
        let left = self.value(&left.value);
        if is_nothing(&left) {
            return self.value(&right.value);
        }
        match &left.data {
            Data::Rotation(_) | Data::Pose(_) | Data::Vector(_) | Data::List(_) | Data::Entity(_) => left,
            Data::Number(x) if *x != 0.0 => left,
            Data::Number(_) | Data::Word(_) | Data::Unknown => Value::unknown(at),
        }
    }
}

/// Comparison of two values.
struct ValueComparison<'a> {
    sign: Comparison,
    one: Expr<'a>,
    two: Expr<'a>,
}

/// Returns a condition as a comparison: `a` as `a != 0`. One that is not understood compares unknown values. `start` is
/// the offset of the added values, bytes.
fn as_comparison(condition: Condition<'_>, start: usize) -> ValueComparison<'_> {
    match condition {
        Condition::Compare(sign, one, two) => ValueComparison { sign, one, two },
        Condition::Is(value) => {
            let zero = Expr::new(Node::Number(0.0), start..start);
            ValueComparison { sign: Comparison::NotEqual, one: value, two: zero }
        }
        Condition::Always | Condition::IsNot(_) | Condition::Unknown => {
            let nothing = unknown(start, start);
            ValueComparison { sign: Comparison::Equal, one: nothing.clone(), two: nothing }
        }
    }
}

/// Removes the fields that later ones of the same name replace; the later ones get their ranges.
fn without_replaced(all: Vec<NamedValue>) -> Vec<NamedValue> {
    let mut kept: Vec<NamedValue> = Vec::with_capacity(all.len());
    for (key, mut value) in all {
        if let Some(k) = kept.iter().position(|(own, _)| key.is_some() && *own == key) {
            let (_, replaced) = kept.remove(k);
            value.used.extend(replaced.used);
        }
        kept.push((key, value));
    }
    kept
}

/// Returns the record of Python's `dict(a=1, b=2)`, perhaps with another record first; unknown for other arguments.
pub fn dict(arguments: &[NamedValue]) -> Data {
    let mut all: Vec<NamedValue> = Vec::with_capacity(arguments.len());
    for (key, value) in arguments {
        match key {
            Some(_) => all.push((key.clone(), value.clone())),
            None if value.items().iter().all(|(key, _)| key.is_some()) => all.extend(value.items().iter().cloned()),
            None => return Data::Unknown,
        }
    }
    Data::List(Rc::new(without_replaced(all)))
}
