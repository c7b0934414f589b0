//! Execution of loops by the interpreter.

use super::conditions::{MAX_ITERATIONS, numbers};
use super::interpreter::{Flow, Interpreter, NOT_EVALUATED};
use super::iterators::each_value;
use super::value::Value;
use crate::import::code::parser::patterns::Pattern;
use crate::import::code::parser::syntax::{Condition, Expr, Items, LoopHeader, Node, Statement};

impl<'s, 'a> Interpreter<'s, 'a> {
    /// Runs a loop until its condition is false, or over its elements.
    pub fn run_loop(&mut self, header: &'s LoopHeader<'a>, body: &'s [Statement<'a>], at: usize) -> Flow {
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
            LoopHeader::Each { pattern, items } => match self.items(items) {
                Some(items) => self.run_each(pattern, items, body),
                None => {
                    for name in pattern.names() {
                        self.declare(name);
                        self.store.variables.insert(name.to_owned(), Value::unknown(at));
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

    /// Whether a condition is a flag, rather than a number, that is true: `while running`, `while not done`.
    fn is_flag(&mut self, condition: &Condition<'a>) -> bool {
        let (Condition::Is(value) | Condition::IsNot(value)) = condition else { return false };
        self.value(value).number().is_none() && self.condition(condition) == Some(true)
    }

    /// Runs the body of a loop for each element.
    fn run_each(&mut self, pattern: &Pattern<'a>, items: Vec<Value>, body: &'s [Statement<'a>]) -> Flow {
        for item in items {
            let flow = self.in_branch(|own| {
                own.bind_pattern(pattern, item);
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

    /// Returns the elements that a loop visits; `None` if they are not known.
    pub fn items(&mut self, items: &Items<'a>) -> Option<Vec<Value>> {
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

/// Whether a condition is always true, as in the loop of a simulation.
fn is_endless(condition: &Condition<'_>) -> bool {
    match condition {
        Condition::Is(Expr { node: Node::Path(path), .. }) => ["true", "True"].contains(&path.last()),
        Condition::Is(Expr { node: Node::Number(x), .. }) => *x != 0.0,
        _ => false,
    }
}
