//! Execution of loops by the interpreter: `for i in range(3)`, `for (int i = 0; i < 3; i++)`, `while x < 1`.
//!
//! **Rule.** A loop whose course is not known, or that never ends, is attempted once: the text is refused if its body
//! makes or changes a shape or a body.

use super::conditions::{MAX_ITERATIONS, numbers};
use super::interpreter::{Flow, Interpreter, NOT_EVALUATED};
use super::iterators::each_value;
use super::value::Value;
use crate::code::parser::patterns::Pattern;
use crate::code::parser::syntax::{Condition, Expr, Items, LoopHeader, Node, Statement};

impl<'s, 'a> Interpreter<'s, 'a> {
    /// Runs a loop until its condition is false, or over its elements. `at` is the offset of the loop, bytes.
    pub fn run_loop(&mut self, header: &'s LoopHeader<'a>, body: &'s [Statement<'a>], at: usize) -> Flow {
        match header {
            LoopHeader::Count { start, condition, step } => {
                self.run_all(start);
                self.run_while(condition, step, body, at)
            }
            LoopHeader::Each { pattern, items } => {
                if let Some(items) = self.items(items) {
                    return self.run_each(pattern, items, body);
                }
                for name in pattern.names() {
                    self.declare(name);
                    self.store.variables.insert(name.to_owned(), Value::unknown(at));
                }
                self.attempt(body, at, NOT_EVALUATED);
                Flow::Next
            }
            LoopHeader::Unknown => {
                self.attempt(body, at, NOT_EVALUATED);
                Flow::Next
            }
        }
    }

    /// Runs the body of a loop, and `step` after it, as long as the condition is true.
    fn run_while(
        &mut self,
        condition: &'s Condition<'a>,
        step: &'s [Statement<'a>],
        body: &'s [Statement<'a>],
        at: usize,
    ) -> Flow {
        if is_endless(condition) || self.is_flag(condition) {
            self.attempt(body, at, NOT_EVALUATED);
            return Flow::Next;
        }
        for iteration in 0.. {
            match self.condition(condition) {
                Some(true) if iteration < MAX_ITERATIONS => {}
                Some(false) => break,
                _ => {
                    self.attempt(body, at, NOT_EVALUATED);
                    break;
                }
            }
            match self.in_branch(|interpreter| interpreter.run_all(body)) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return flow,
            }
            self.run_all(step);
        }
        Flow::Next
    }

    /// Whether a condition is a flag, rather than a number, that is true: `while running`, `while not done`. Such a
    /// loop runs until an event of the program.
    fn is_flag(&mut self, condition: &Condition<'a>) -> bool {
        let (Condition::Is(value) | Condition::IsNot(value)) = condition else { return false };
        self.value(value).number().is_none() && self.condition(condition) == Some(true)
    }

    /// Runs the body of a loop for each element, whose parts the variables of the pattern get.
    fn run_each(&mut self, pattern: &Pattern<'a>, items: Vec<Value>, body: &'s [Statement<'a>]) -> Flow {
        for item in items {
            let flow = self.in_branch(|interpreter| {
                interpreter.bind_pattern(pattern, item);
                interpreter.run_all(body)
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
