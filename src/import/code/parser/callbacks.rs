//! Parser of functions without a name that a text gives to a function that calls them once: test cases,
//! `describe("…", () => { … })`, and programs that wait for a library, `RAPIER.init().then(() => { … })`.
//!
//! **Rule.** The statements of such a function run where it is given. Functions for events, and those that another
//! function may call several times, are not read here.

use std::ops::Range;

use super::expressions::Parser;
use super::syntax::{Function, Statement, StatementKind};
use super::token::Kind;

/// Name of a function without a name, which no program can call.
const UNNAMED: &str = "(callback)";

/// Functions that call their argument once: of test frameworks, of promises, and of web pages that are loaded.
const CALLERS: [&str; 22] = [
    "describe",
    "it",
    "test",
    "suite",
    "context",
    "specify",
    "beforeEach",
    "beforeAll",
    "before",
    "bench",
    "setup",
    "scenario",
    "then",
    "only",
    "useEffect",
    "onMounted",
    "onMount",
    "ready",
    "executeWhenReady",
    "runTest",
    "module",
    "group",
];

/// Maximum number of tokens of the arguments before the function, where brackets count as one.
const MAX_ARGUMENTS: usize = 24;

/// Maximum number of calls in a chain, such as `init().then(…)`.
const MAX_CALLS: usize = 4;

/// Maximum number of tokens before the parenthesis of one of [`CALLERS`], where brackets count as one.
const MAX_TOKENS: usize = 12;

/// Whether one of [`CALLERS`] is before a parenthesis among the next tokens: a fast test, because most statements have
/// none.
fn may_be_caller(parser: &Parser<'_, '_>) -> bool {
    let mut k = parser.at;
    for _ in 0..MAX_TOKENS {
        let Some(token) = parser.tokens.get(k) else { return false };
        if token.is("(") {
            if k > parser.at && CALLERS.contains(&parser.tokens[k - 1].text) {
                return true;
            }
            k = parser.closing[k].max(k) + 1;
            continue;
        }
        if token.kind != Kind::Name && token.kind != Kind::Line && !token.is(".") {
            return false;
        }
        k += 1;
    }
    false
}

/// Reads a call of one of [`CALLERS`] with a function among its arguments; `None` if none is here.
fn read<'a>(parser: &mut Parser<'_, 'a>) -> Option<Statement<'a>> {
    let start = parser.peek()?.start;
    for _ in 0..MAX_CALLS {
        // `await RAPIER.init()`, `void main()`.
        if parser.peek().is_some_and(|token| token.kind == Kind::Name && ["await", "void"].contains(&token.text)) {
            parser.at += 1;
        }
        let path = parser.path()?;
        let open = parser.at;
        if !parser.next_is("(") {
            return None;
        }
        let close = parser.closing[open];
        if close <= open || close >= parser.tokens.len() {
            return None;
        }
        if CALLERS.contains(&path.last())
            && let Some(function_start) = function_in(parser, open + 1, close)
        {
            let header_end = parser.tokens[function_start].start;
            parser.at = function_start;
            let body = body(parser, close)?;
            parser.at = close + 1;
            skip_chain(parser);
            return Some(call_of_unnamed(body, start..header_end.max(start)));
        }
        parser.at = close + 1;
        parser.skip_lines();
        if !parser.take(".") {
            return None;
        }
    }
    None
}

/// Creates the statement that runs the statements of a function without a name; `header` is its range without them,
/// bytes.
fn call_of_unnamed(body: Vec<Statement<'_>>, header: Range<usize>) -> Statement<'_> {
    let function =
        Function { name: UNNAMED, parameters: Vec::new(), body, has_own_variables: false, may_be_method: false };
    Statement { kind: StatementKind::Function(function), at: header, declares: false }
}

/// Returns the index of the token that begins a function among the arguments up to `close`; `None` if there is none.
fn function_in(parser: &Parser<'_, '_>, from: usize, close: usize) -> Option<usize> {
    let mut k = from;
    for _ in 0..MAX_ARGUMENTS {
        let token = parser.tokens.get(k).filter(|_| k < close)?;
        // `(x, y) => …`, `x => …`.
        let arrow = if token.is("(") { parser.closing[k] + 1 } else { k + 1 };
        let has_parameters = token.is("(") || token.kind == Kind::Name;
        let has_arrow = parser.tokens.get(arrow).is_some_and(|next| next.is("=>") && arrow < close);
        if has_parameters && has_arrow || token.kind == Kind::Name && token.text == "function" {
            return Some(k);
        }
        k = parser.closing[k].max(k) + 1;
    }
    None
}

/// Reads the statements of a function without a name, which begins at the parser and ends before the token `close`;
/// `None` if it has none.
fn body<'a>(parser: &mut Parser<'_, 'a>, close: usize) -> Option<Vec<Statement<'a>>> {
    if parser.next_is("(") {
        parser.at = parser.closing[parser.at];
    }
    let mut k = parser.at + 1;
    if parser.tokens[parser.at].text == "function" {
        // A name may be before the parameters.
        let open = (k..close.min(k + 2)).find(|k| parser.tokens[*k].is("("))?;
        k = parser.closing[open] + 1;
    } else {
        // The arrow.
        k += 1;
    }
    while parser.tokens.get(k).is_some_and(|token| token.kind == Kind::Line) {
        k += 1;
    }
    if k >= close {
        return None;
    }
    if parser.tokens[k].is("{") {
        parser.at = k;
        return parser.read_braces();
    }
    Some(parser.within(k, close).read_all())
}

/// Skips the calls that handle errors after one of [`CALLERS`]: `.catch(…)`, `.finally(…)`.
fn skip_chain(parser: &mut Parser<'_, '_>) {
    for _ in 0..MAX_CALLS {
        let back = parser.at;
        parser.skip_lines();
        let is_call = parser.take(".")
            && parser.peek().is_some_and(|token| ["catch", "finally"].contains(&token.text))
            && parser.tokens.get(parser.at + 1).is_some_and(|next| next.is("("));
        let close = parser.closing.get(parser.at + 1).copied().unwrap_or_default();
        if !is_call || close <= parser.at {
            parser.at = back;
            return;
        }
        parser.at = close + 1;
    }
}

impl<'a> Parser<'_, 'a> {
    /// Reads a call that runs a function among its arguments; `None` if none is here.
    pub fn read_callback(&mut self) -> Option<Statement<'a>> {
        if !may_be_caller(self) {
            return None;
        }
        let back = self.at;
        let statement = read(self);
        if statement.is_none() {
            self.at = back;
        }
        statement
    }
}
