//! Parser of calls that run a function for each element of a list: `list.forEach((x) => { … })` becomes a loop, and
//! `list.map((x) => 2 * x)` a list with a value for each element.

use super::expressions::Parser;
use super::functions::{MAX_RESULT_TOKENS, read_arrow, read_function_body, read_parameters};
use super::patterns::Pattern;
use super::syntax::{Argument, Expr, Items, LoopHeader, Node, Path, Statement, StatementKind};
use super::token::Kind;

/// Methods that call a function for each element of a list.
const CALLERS: [&str; 4] = ["forEach", "for_each", "each", "ForEach"];

/// Returns the index of the token of one of these methods after a list that begins at the token `start`: a name with
/// fields, or brackets. `None` if no call of one is there.
fn method_index(parser: &Parser<'_, '_>, start: usize, methods: &[&str]) -> Option<usize> {
    let mut k = start;
    if parser.tokens.get(k)?.is("[") {
        k = parser.closing[k].max(k) + 1;
    }
    for _ in 0..MAX_RESULT_TOKENS {
        let token = parser.tokens.get(k)?;
        if methods.contains(&token.text) && k > start && parser.tokens.get(k + 1)?.is("(") {
            return Some(k);
        }
        if token.kind != Kind::Name && !token.is(".") && !token.is("?.") {
            return None;
        }
        k += 1;
    }
    None
}

/// Whether a call of a function for each element of a list is next.
fn is_for_each(parser: &Parser<'_, '_>) -> bool {
    method_index(parser, parser.at, &CALLERS).is_some()
}

/// Reads `list.forEach((element, index) => { … })` as a loop; `None` if the function is not understood.
fn read_for_each<'a>(parser: &mut Parser<'_, 'a>) -> Option<StatementKind<'a>> {
    let word = method_index(parser, parser.at, &CALLERS)?;
    let close = parser.closing[word + 1];
    if close <= word + 1 || close >= parser.tokens.len() {
        return None;
    }
    let list = parser.whole_expression(parser.at..word - 1)?;
    let mut inner = parser.within(word + 2, close);
    let patterns = parameter_patterns(&inner);
    let body = if inner.peek()?.text == "function" {
        inner.at += 1;
        read_parameters(&mut inner, false)?;
        read_function_body(&mut inner)?
    } else {
        read_arrow(&mut inner)?.body
    };
    // The result of the function has no meaning.
    let body = body.into_iter().map(without_result).collect();
    parser.at = close + 1;
    let elements = patterns.and_then(|patterns| elements_of(list, patterns));
    let header = match elements {
        Some(Elements { items, pattern }) => LoopHeader::Each { pattern, items },
        None => LoopHeader::Unknown,
    };
    Some(StatementKind::Loop(header, body))
}

/// Returns the patterns of the parameters of a function at the parser: `(x, k) => …`, `x => …`, `|&(a, b)| …`,
/// `function (x) { … }`; `None` if they are not understood.
fn parameter_patterns<'a>(parser: &Parser<'_, 'a>) -> Option<Vec<Pattern<'a>>> {
    let mut from = parser.at;
    while ["function", "async", "move"].contains(&parser.tokens.get(from)?.text) {
        from += 1;
    }
    let first = parser.tokens.get(from)?;
    let range = if first.is("(") {
        from + 1..parser.closing[from]
    } else if first.is("|") {
        let length = parser.tokens[from + 1..].iter().take(MAX_RESULT_TOKENS).position(|token| token.is("|"))?;
        from + 1..from + 1 + length
    } else {
        from..from + 1
    };
    super::pattern_parser::parse_list(parser, range)
}

/// Elements that a function is called for, with the names that the function gives to one element.
struct Elements<'a> {
    items: Items<'a>,
    pattern: Pattern<'a>,
}

/// Returns the elements of a list that a function with these parameters is called for. A second parameter is the index
/// of the element; `None` for no or more parameters.
fn elements_of<'a>(list: Expr<'a>, mut patterns: Vec<Pattern<'a>>) -> Option<Elements<'a>> {
    let index = if patterns.len() == 2 { patterns.pop() } else { None };
    let element = patterns.pop().filter(|_| patterns.is_empty())?;
    let Some(index) = index else { return Some(Elements { items: Items::Of(list), pattern: element }) };
    let at = list.at.clone();
    let path = Path { names: vec!["entries"], generic: Vec::new() };
    let numbered = Expr::new(Node::Method(Box::new(list), path, Vec::new()), at);
    Some(Elements { items: Items::Of(numbered), pattern: Pattern::parts(vec![index, element]) })
}

/// Methods of JavaScript and C# that make a list with a value for each element.
const MAPS: [&str; 2] = ["map", "Select"];

/// Reads `name = list.map(x => { …; return value; })` as an empty list and a loop that adds to it; `None` if the
/// function is an expression, or returns at another place.
fn read_mapped<'a>(parser: &mut Parser<'_, 'a>) -> Option<[Statement<'a>; 2]> {
    let name = *parser.tokens.get(parser.at).filter(|token| token.kind == Kind::Name)?;
    let start = parser.at + 2;
    parser.tokens.get(parser.at + 1).filter(|sign| sign.is("="))?;
    let word = method_index(parser, start, &["map"])?;
    let close = parser.closing[word + 1];
    if close <= word + 1 || close >= parser.tokens.len() {
        return None;
    }
    let list = parser.whole_expression(start..word - 1)?;
    let mut inner = parser.within(word + 2, close);
    let patterns = parameter_patterns(&inner)?;
    let mut body = read_arrow(&mut inner)?.body;
    let is_block = body.len() > 1 && inner.peek().is_none();
    let last = body.pop().filter(|_| is_block && !body.iter().any(returns))?;
    let StatementKind::Return(Some(value)) = last.kind else { return None };
    let path = Path { names: vec![name.text, "push"], generic: Vec::new() };
    let push = Expr::new(Node::Call(path, vec![Argument { key: None, value }]), last.at.clone());
    body.push(Statement { kind: StatementKind::Value(push), at: last.at, declares: false });
    let Elements { items, pattern } = elements_of(list, patterns)?;
    let end = parser.tokens[word].end;
    parser.at = close + 1;
    if !parser.at_end_of_statement() {
        return None;
    }
    let target = Path { names: vec![name.text], generic: Vec::new() };
    let at = name.start..name.end;
    let empty = Expr::new(Node::List(Vec::new()), name.end..name.end);
    let target = Expr::new(Node::Path(target), at.clone());
    Some([
        Statement { kind: StatementKind::Assign(target, empty), at, declares: true },
        Statement {
            kind: StatementKind::Loop(LoopHeader::Each { pattern, items }, body),
            at: name.end..end,
            declares: false,
        },
    ])
}

/// Whether a statement, or one inside it, returns from its function.
fn returns(statement: &Statement<'_>) -> bool {
    let is_function = matches!(statement.kind, StatementKind::Function(_));
    matches!(statement.kind, StatementKind::Return(_))
        || !is_function && statement.inner().into_iter().flatten().any(returns)
}

/// Converts `return value` to the expression `value`, whose result is not used.
fn without_result(statement: Statement<'_>) -> Statement<'_> {
    match statement.kind {
        StatementKind::Return(Some(value)) => Statement { kind: StatementKind::Value(value), ..statement },
        kind => Statement { kind, ..statement },
    }
}

impl<'a> Parser<'_, 'a> {
    /// Reads the arguments of `list.map(x => value)` as a list with a value for each element; `None` for any other
    /// call, and for a function of several statements. The next token is the bracket of the arguments.
    pub fn read_mapping(&mut self, method: &str, list: &Expr<'a>) -> Option<Expr<'a>> {
        if !MAPS.contains(&method) || !self.next_is("(") {
            return None;
        }
        let close = self.closing[self.at];
        if close <= self.at || close >= self.tokens.len() {
            return None;
        }
        let mut inner = self.within(self.at + 1, close);
        inner.depth = 1;
        let patterns = parameter_patterns(&inner)?;
        let [Statement { kind: StatementKind::Return(Some(value)), .. }] = &read_arrow(&mut inner)?.body[..] else {
            return None;
        };
        if inner.peek().is_some_and(|token| !token.is(",")) {
            return None;
        }
        let Elements { items, pattern } = elements_of(list.clone(), patterns)?;
        self.at = close + 1;
        let at = list.at.start..self.end();
        Some(Expr::new(Node::Each(Box::new(value.clone()), pattern, Box::new(items)), at))
    }

    /// Reads `name = list.map(x => { … })` as a loop. Returns whether such a statement is here.
    pub fn read_mapped(&mut self, all: &mut Vec<Statement<'a>>) -> bool {
        let back = self.at;
        let Some(statements) = read_mapped(self) else {
            self.at = back;
            return false;
        };
        all.extend(statements);
        true
    }

    /// Whether a call of a function for each element of a list is next.
    pub fn is_for_each(&self) -> bool {
        is_for_each(self)
    }

    /// Reads `list.forEach((element, index) => { … })` as a loop.
    pub fn read_for_each(&mut self) -> Option<StatementKind<'a>> {
        read_for_each(self)
    }
}
