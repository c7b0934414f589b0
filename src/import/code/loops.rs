//! Execution of loops.

use super::conditions::{MAX_ITERATIONS, each_value, numbers};
use super::eval::bind;
use super::interpreter::{Flow, Interpreter, NOT_EVALUATED};
use super::syntax::{Condition, Expr, Items, LoopHeader, Node, Statement};
use super::value::{Data, Value};

impl<'s, 'a> Interpreter<'s, 'a> {
    /// Runs a loop until its condition is false, or over its elements.
    pub(super) fn run_loop(&mut self, header: &'s LoopHeader<'a>, body: &'s [Statement<'a>], at: usize) -> Flow {
        let why = NOT_EVALUATED;
        match header {
            LoopHeader::Count { start, condition, step } => {
                self.run_all(start);
                if is_endless(condition) || self.is_flag(condition) {
                    self.attempt(body, at, why);
                    return Flow::Next;
                }
                for k in 0.. {
                    match self.condition(condition) {
                        Some(true) if k < MAX_ITERATIONS => {}
                        Some(false) => break,
                        _ => {
                            self.attempt(body, at, why);
                            break;
                        }
                    }
                    match self.in_branch(|own| own.run_all(body)) {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        flow @ Flow::Return(_) => return flow,
                    }
                    self.run_all(step);
                }
                Flow::Next
            }
            LoopHeader::Each { names, items } => match self.items(items) {
                Some(items) => self.run_each(names, items, body),
                None => {
                    for name in names {
                        self.declare(name);
                        self.store.variables.insert((*name).to_owned(), Value::unknown(at));
                    }
                    self.attempt(body, at, why);
                    Flow::Next
                }
            },
            LoopHeader::Unknown => {
                self.attempt(body, at, why);
                Flow::Next
            }
        }
    }

    /// Whether a condition is a flag, not a number, that is true: `while running`, `while not done`.
    fn is_flag(&mut self, condition: &Condition<'a>) -> bool {
        let (Condition::Is(value) | Condition::IsNot(value)) = condition else { return false };
        self.value(value).number().is_none() && self.condition(condition) == Some(true)
    }

    /// Runs the body of a loop for each element.
    fn run_each(&mut self, names: &[&'a str], items: Vec<Value>, body: &'s [Statement<'a>]) -> Flow {
        for item in items {
            let flow = self.in_branch(|own| {
                own.bind_item(names, item);
                own.run_all(body)
            });
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
        }
        Flow::Next
    }

    /// Gives an element, or its parts, to the variables of a loop.
    pub(super) fn bind_item(&mut self, names: &[&'a str], item: Value) {
        for name in names {
            self.declare(name);
        }
        let at = item.at;
        if let [name] = names {
            return bind(self.store, name, item, at..at);
        }
        let mut parts = parts_of(&item);
        // `i, (x, y)`: the names of an inner tuple.
        if parts.len() < names.len() {
            parts = parts
                .iter()
                .flat_map(|part| if is_single(part) { vec![part.clone()] } else { parts_of(part) })
                .collect();
        }
        for (k, name) in names.iter().enumerate() {
            let part = parts.get(k).filter(|_| parts.len() == names.len()).cloned();
            bind(self.store, name, part.unwrap_or_else(|| Value::unknown(at)), at..at);
        }
    }

    /// Returns the elements that a loop visits; `None` if they are not known.
    pub(super) fn items(&mut self, items: &Items<'a>) -> Option<Vec<Value>> {
        match items {
            Items::Range { first, last, step, is_inclusive } => {
                let at = first.at.start;
                let step = step.as_ref().map_or(Some(1.0), |step| self.value(step).number())?;
                let first = self.value(first).number()?;
                let last = self.value(last).number()?;
                numbers(first, last, step, *is_inclusive, at)
            }
            Items::Of(expr) => {
                let expr = self.resolve(expr).unwrap_or_else(|| expr.clone());
                each_value(self.store, &expr)
            }
        }
    }
}

/// Returns the elements of a value that several variables share.
fn parts_of(value: &Value) -> Vec<Value> {
    match &value.data {
        Data::Vector(all) => all.iter().map(|x| Value { data: Data::Number(*x), ..value.clone() }).collect(),
        _ => value.items().iter().map(|(_, part)| part.clone()).collect(),
    }
}

/// Whether a value has no elements.
fn is_single(value: &Value) -> bool {
    !matches!(value.data, Data::Vector(_) | Data::List(_))
}

/// Whether a condition is always true, as in the loop of a simulation.
fn is_endless(condition: &Condition<'_>) -> bool {
    match condition {
        Condition::Is(Expr { node: Node::Path(path), .. }) => ["true", "True"].contains(&path.last()),
        Condition::Is(Expr { node: Node::Number(x), .. }) => *x != 0.0,
        _ => false,
    }
}
