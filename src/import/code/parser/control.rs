//! Parser of loops, conditionals and blocks: in braces, by indentation as in Python, or up to `end` as in Lua.
//!
//! A header that is not recognized is read as other statements are, word by word, so that prose may contain "for" and
//! "if".

use super::expressions::Parser;
use super::syntax::{Branch, Condition, Expr, LoopHeader, Node, Path, Statement, StatementKind};
use super::token::Kind;

/// Maximum number of nested loops, branches and functions; deeper ones are read word by word.
const MAX_LEVEL: usize = 24;

/// Words whose block runs as if its statements were outside.
const PLAIN_BLOCKS: [&str; 4] = ["try", "with", "unsafe", "finally"];

/// Words whose block may run or not.
const UNCERTAIN_BLOCKS: [&str; 5] = ["catch", "except", "switch", "match", "when"];

/// Reads a loop, a conditional, a function, or a jump. Returns whether one is here.
fn read<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) -> bool {
    let Some(word) = parser.peek().filter(|token| token.kind == Kind::Name) else { return false };
    if parser.level >= MAX_LEVEL {
        return false;
    }
    let back = parser.at;
    if let Some(statement) = parser.read_callback() {
        all.push(statement);
        return true;
    }
    let kind = match word.text {
        "for" | "foreach" | "while" | "loop" => read_loop(parser),
        "if" => read_branches(parser),
        _ if parser.is_for_each() => parser.read_for_each(),
        "return" => read_return(parser),
        "break" | "continue" => {
            parser.at += 1;
            let ends = parser.at_end_of_statement();
            ends.then_some(if word.text == "break" { StatementKind::Break } else { StatementKind::Continue })
        }
        "with" if !begins_line(parser) => None,
        text if PLAIN_BLOCKS.contains(&text) => read_after_header(parser).map(StatementKind::Block),
        text if UNCERTAIN_BLOCKS.contains(&text) => read_after_header(parser)
            .map(|body| StatementKind::Branches(vec![Branch { condition: Condition::Unknown, body }])),
        _ => match parser.read_function() {
            Some(function) => Some(StatementKind::Function(function)),
            None => {
                parser.at = back;
                if parser.begins_function() {
                    // A definition that is not recognized is not a call.
                    parser.at += 2;
                    return true;
                }
                None
            }
        },
    };
    match kind {
        Some(kind) => {
            let header_end = header_end(parser, back).unwrap_or_else(|| parser.end());
            all.push(Statement { kind, at: word.start..header_end.max(word.end), declares: false });
            true
        }
        None => {
            parser.at = back;
            false
        }
    }
}

/// Whether the next token begins a line or follows a statement: in a sentence, "with" begins no block.
fn begins_line(parser: &Parser<'_, '_>) -> bool {
    let before = parser.at.checked_sub(1).and_then(|before| parser.tokens.get(before));
    before.is_none_or(|token| {
        [";", "{", "}", ":"].iter().any(|sign| token.is(sign)) || ["\n", "async"].contains(&token.text)
    })
}

/// Offset at which the header of a statement ends, bytes: the first end of a line or opening brace outside parentheses
/// between the token with the index `from` and the parser.
fn header_end(parser: &Parser<'_, '_>, from: usize) -> Option<usize> {
    let mut k = from;
    while k < parser.at {
        let token = parser.tokens.get(k)?;
        if token.kind == Kind::Line || token.is("{") {
            return Some(token.start);
        }
        k = if token.is("(") { parser.closing[k].max(k) } else { k } + 1;
    }
    None
}

/// Reads statements in braces that have variables of their own and follow another statement. Returns whether such a
/// block is here.
fn read_block<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) -> bool {
    let before = parser.tokens[..parser.at].iter().rev().find(|token| token.kind != Kind::Line);
    let follows = before.is_none_or(|token| [";", "{", "}"].iter().any(|sign| token.is(sign)));
    if !follows || parser.level >= MAX_LEVEL {
        return false;
    }
    let start = parser.tokens[parser.at].start;
    match read_braces(parser) {
        Some(body) => {
            all.push(Statement { kind: StatementKind::Block(body), at: start..start + 1, declares: false });
            true
        }
        None => false,
    }
}

/// Reads `i++`, `++i`, `i--` or `--i` as an assignment. Returns whether one is here.
fn read_increment<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) -> bool {
    let Some([a, b, c]) = parser.tokens.get(parser.at..parser.at + 3) else { return false };
    let (name, first, second) = if a.kind == Kind::Name { (a, b, c) } else { (c, a, b) };
    let doubled = name.kind == Kind::Name
        && first.text == second.text
        && (first.is("+") || first.is("-"))
        && first.end == second.start;
    if !doubled {
        return false;
    }
    let at = a.start..c.end;
    let target = Expr::new(Node::Path(Path { names: vec![name.text], generic: Vec::new() }), name.start..name.end);
    let one = Expr::new(Node::Number(1.0), first.start..first.start);
    let sign = if first.is("+") { '+' } else { '-' };
    parser.at += 3;
    if !parser.at_end_of_statement() {
        parser.at -= 3;
        return false;
    }
    let value = Expr::new(Node::Binary(sign, Box::new(target.clone()), Box::new(one)), at.clone());
    all.push(Statement { kind: StatementKind::Assign(target, value), at, declares: false });
    true
}

/// Reads `for`, `foreach`, `while` or `loop` with its statements.
fn read_loop<'a>(parser: &mut Parser<'_, 'a>) -> Option<StatementKind<'a>> {
    let word = parser.tokens[parser.at].text;
    parser.at += 1;
    let header = match word {
        "loop" if parser.next_is("{") => LoopHeader::Unknown,
        "loop" => return None,
        "while" => {
            let range = parser.header_range(&["do"])?;
            let condition = parser.condition(range);
            LoopHeader::Count { start: Vec::new(), condition, step: Vec::new() }
        }
        _ => parser.loop_header()?,
    };
    Some(StatementKind::Loop(header, read_body(parser)?))
}

/// Reads a conditional with all its branches.
fn read_branches<'a>(parser: &mut Parser<'_, 'a>) -> Option<StatementKind<'a>> {
    let mut branches = Vec::new();
    parser.at += 1;
    let start = parser.at;
    let range = parser.header_range(&["then"])?;
    let is_lua = parser.tokens.get(parser.at).is_some_and(|token| token.text == "then");
    let condition = parser.condition(range);
    if is_lua {
        return parser.read_lua_branches(condition).map(StatementKind::Branches);
    }
    let by_indentation = parser.next_is(":");
    let column = if by_indentation { parser.column(start - 1) } else { 0 };
    branches.push(Branch { condition, body: read_body(parser)? });
    loop {
        let back = parser.at;
        while parser.tokens.get(parser.at).is_some_and(|token| token.kind == Kind::Line) {
            parser.at += 1;
        }
        let word = parser.tokens.get(parser.at).map_or("", |token| token.text);
        let aligned = !by_indentation || parser.at < parser.tokens.len() && parser.column(parser.at) == column;
        let more = match word {
            "elif" if aligned => true,
            "else" if aligned => {
                parser.at += 1;
                parser.tokens.get(parser.at).is_some_and(|token| token.text == "if")
            }
            _ => {
                parser.at = back;
                break;
            }
        };
        let condition = if more {
            parser.at += 1;
            let range = parser.header_range(&[])?;
            parser.condition(range)
        } else {
            Condition::Always
        };
        branches.push(Branch { condition, body: read_body(parser)? });
        if !more {
            break;
        }
    }
    Some(StatementKind::Branches(branches))
}

/// Reads `return` with its value.
fn read_return<'a>(parser: &mut Parser<'_, 'a>) -> Option<StatementKind<'a>> {
    parser.at += 1;
    if parser.at_end_of_statement() {
        return Some(StatementKind::Return(None));
    }
    // In prose, words follow: "return the pose".
    let value = parser.read_value();
    if matches!(value.node, Node::Unknown) || !parser.at_end_of_statement() && !parser.next_is("}") {
        return None;
    }
    Some(StatementKind::Return(Some(value)))
}

/// Reads the statements of `try`, `catch (e)`, `with … as x`.
fn read_after_header<'a>(parser: &mut Parser<'_, 'a>) -> Option<Vec<Statement<'a>>> {
    parser.at += 1;
    if !parser.next_is("{") && !parser.next_is(":") {
        parser.header_range(&[])?;
    }
    read_body(parser)
}

/// Reads the statements of a loop, a branch or a function: in braces, indented after a colon, up to `end`, or one
/// statement.
fn read_body<'a>(parser: &mut Parser<'_, 'a>) -> Option<Vec<Statement<'a>>> {
    let back = parser.at;
    let mut next = parser.at;
    while parser.tokens.get(next).is_some_and(|token| token.kind == Kind::Line) {
        next += 1;
    }
    let token = parser.tokens.get(next).copied()?;
    if token.is("{") {
        parser.at = next;
        return read_braces(parser);
    }
    if token.text == "do" && token.kind == Kind::Name {
        parser.at = next + 1;
        let end = parser.lua_end(parser.at)?;
        let body = parser.within(parser.at, end).read_all();
        parser.at = end + 1;
        return Some(body);
    }
    if next == back && token.is(":") {
        let end = indented_end(parser, back + 1)?;
        let body = parser.within(back + 1, end).read_all();
        parser.at = end;
        return Some(body);
    }
    // One statement without braces.
    if !parser.tokens[..back].last().is_some_and(|token| token.is(")")) {
        return None;
    }
    parser.at = next;
    let mut inner = parser.within(next, parser.tokens.len());
    let mut body = Vec::new();
    if !inner.take(";") {
        while body.is_empty() && inner.peek().is_some() && !inner.next_is("}") {
            inner.read_next(&mut body);
        }
    }
    parser.at = inner.at;
    parser.take(";");
    Some(body)
}

/// Reads statements in braces.
fn read_braces<'a>(parser: &mut Parser<'_, 'a>) -> Option<Vec<Statement<'a>>> {
    let close = parser.closing[parser.at];
    if close <= parser.at || close >= parser.tokens.len() {
        return None;
    }
    let body = parser.within(parser.at + 1, close).read_all();
    parser.at = close + 1;
    Some(body)
}

/// Returns the index of the token after a block that is indented more than its header; `from` is the index of the
/// token after the colon.
fn indented_end(parser: &Parser<'_, '_>, from: usize) -> Option<usize> {
    let first = parser.tokens.get(from)?;
    if first.kind != Kind::Line {
        let rest = parser.tokens[from..].iter().position(|token| token.kind == Kind::Line);
        return Some(rest.map_or(parser.tokens.len(), |k| from + k));
    }
    let column = parser.column(from - 1);
    let mut k = from;
    let mut end = None;
    while let Some(token) = parser.tokens.get(k) {
        let starts_line = token.kind != Kind::Line && parser.tokens[k - 1].kind == Kind::Line;
        if starts_line && token.start <= column.saturating_add(parser.tokens[k - 1].end) {
            break;
        }
        if token.kind != Kind::Line {
            end = Some(k + 1);
        }
        k = parser.closing[k].max(k) + 1;
        if token.kind != Kind::Line {
            end = Some(k.min(parser.tokens.len()));
        }
    }
    end
}

impl<'a> Parser<'_, 'a> {
    /// Reads a loop, a conditional, a function, or a jump. Returns whether one is here.
    pub fn read_control(&mut self, all: &mut Vec<Statement<'a>>) -> bool {
        read(self, all)
    }

    /// Reads statements in braces that have variables of their own. Returns whether such a block is here.
    pub fn read_block(&mut self, all: &mut Vec<Statement<'a>>) -> bool {
        read_block(self, all)
    }

    /// Reads `i++` and similar statements as an assignment. Returns whether one is here.
    pub fn read_increment(&mut self, all: &mut Vec<Statement<'a>>) -> bool {
        read_increment(self, all)
    }

    /// Reads the statements of a loop, a branch or a function.
    pub fn read_body(&mut self) -> Option<Vec<Statement<'a>>> {
        read_body(self)
    }

    /// Reads statements in braces.
    pub fn read_braces(&mut self) -> Option<Vec<Statement<'a>>> {
        read_braces(self)
    }

    /// Returns the indentation of the line of a token, bytes.
    pub fn column(&self, k: usize) -> usize {
        let line = self.tokens[..k.min(self.tokens.len())].iter().rposition(|token| token.kind == Kind::Line);
        match line {
            Some(line) => self.tokens.get(line + 1).map_or(0, |first| first.start - self.tokens[line].end),
            None => self.tokens.first().map_or(0, |first| first.start),
        }
    }

    /// Whether the statement ends here.
    pub fn at_end_of_statement(&self) -> bool {
        self.tokens
            .get(self.at)
            .is_none_or(|token| token.kind == Kind::Line || [";", ")", "}"].iter().any(|s| token.is(s)))
    }
}
