//! Parser of control flow: `for (…) { … }`, `if x > 0:` with an indented block, `while … do … end`, functions,
//! `return`. Reads tokens and adds [`Statement`]s that contain the statements of their blocks.
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

/// Reads a loop, a conditional, a function, or a jump, and adds it to `all`. Returns whether one is here; the parser
/// does not move if none is.
fn read<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) -> bool {
    let Some(word) = parser.peek().filter(|token| token.kind == Kind::Name) else { return false };
    if parser.block_depth >= MAX_LEVEL {
        return false;
    }
    let start = parser.at;
    if let Some(statement) = parser.read_callback() {
        all.push(statement);
        return true;
    }
    let Some(kind) = read_by_first_word(parser, word.text) else {
        parser.at = start;
        // `function list.each(f)`: a method of Lua has the form of a loop over a list.
        return !parser.is_for_each() && skip_unread_definition(parser);
    };
    let header_end = header_end(parser, start).unwrap_or_else(|| parser.end());
    all.push(Statement { kind, at: word.start..header_end.max(word.end), declares: false });
    true
}

/// Reads the statement that begins with this word, which is the next token; `None`, with the parser anywhere, if the
/// word begins no loop, conditional, function or jump.
fn read_by_first_word<'a>(parser: &mut Parser<'_, 'a>, word: &str) -> Option<StatementKind<'a>> {
    match word {
        "for" | "foreach" | "while" | "loop" => return read_loop(parser),
        "if" => return read_branches(parser),
        _ => {}
    }
    if parser.is_for_each() {
        return parser.read_for_each();
    }
    match word {
        "return" => return read_return(parser),
        "break" => return read_jump(parser, StatementKind::Break),
        "continue" => return read_jump(parser, StatementKind::Continue),
        // "a box with a radius": prose.
        "with" if !begins_line(parser) => return None,
        _ => {}
    }
    if PLAIN_BLOCKS.contains(&word) {
        return read_after_header(parser).map(StatementKind::Block);
    }
    if UNCERTAIN_BLOCKS.contains(&word) {
        let body = read_after_header(parser)?;
        return Some(StatementKind::Branches(vec![Branch { condition: Condition::Unknown, body }]));
    }
    parser.read_function().map(StatementKind::Function)
}

/// Reads the word of a jump, `break` or `continue`; `None` if other words follow, as in prose.
fn read_jump<'a>(parser: &mut Parser<'_, 'a>, jump: StatementKind<'a>) -> Option<StatementKind<'a>> {
    parser.at += 1;
    parser.at_end_of_statement().then_some(jump)
}

/// Skips the keyword and the name of a function whose definition is not understood, so that it is not read as a call:
/// `def area(r)`. Returns whether one is here.
fn skip_unread_definition(parser: &mut Parser<'_, '_>) -> bool {
    let begins = parser.begins_function();
    if begins {
        parser.at += 2;
    }
    begins
}

/// Whether the next token begins a line or follows a statement or Python's `async`: in a sentence, "with" begins no
/// block.
fn begins_line(parser: &Parser<'_, '_>) -> bool {
    let Some(before) = parser.at.checked_sub(1).and_then(|index| parser.tokens.get(index)) else { return true };
    let ends_statement = [";", "{", "}", ":"].iter().any(|sign| before.is(sign));
    ends_statement || ["\n", "async"].contains(&before.text)
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
        let last = if token.is("(") { parser.closing[k].max(k) } else { k };
        k = last + 1;
    }
    None
}

/// Reads statements in braces that have variables of their own and follow another statement. Returns whether such a
/// block is here.
fn read_block<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) -> bool {
    let before = parser.tokens[..parser.at].iter().rev().find(|token| token.kind != Kind::Line);
    let follows = before.is_none_or(|token| [";", "{", "}"].iter().any(|sign| token.is(sign)));
    if !follows || parser.block_depth >= MAX_LEVEL {
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
    let Some(three) = parser.tokens.get(parser.at..parser.at + 3) else { return false };
    let is_postfix = three[0].kind == Kind::Name;
    let name = if is_postfix { &three[0] } else { &three[2] };
    let first = if is_postfix { &three[1] } else { &three[0] };
    let second = if is_postfix { &three[2] } else { &three[1] };
    let doubled = name.kind == Kind::Name
        && first.text == second.text
        && (first.is("+") || first.is("-"))
        && first.end == second.start;
    if !doubled {
        return false;
    }
    let at = three[0].start..three[2].end;
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

/// Reads a conditional with all its branches: `if … { … } else if … { … } else { … }`, `elif` of Python, `then` of Lua.
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
        parser.skip_lines();
        // Python's `else` belongs to the `if` of its own column.
        let is_aligned = !by_indentation || parser.at < parser.tokens.len() && parser.column(parser.at) == column;
        let branch_word = if is_aligned { read_branch_word(parser) } else { None };
        match branch_word {
            Some(BranchWord::ElseIf) => {
                let range = parser.header_range(&[])?;
                let condition = parser.condition(range);
                branches.push(Branch { condition, body: read_body(parser)? });
            }
            Some(BranchWord::Else) => {
                branches.push(Branch { condition: Condition::Always, body: read_body(parser)? });
                break;
            }
            None => {
                parser.at = back;
                break;
            }
        }
    }
    Some(StatementKind::Branches(branches))
}

/// Word before a further branch of a conditional.
enum BranchWord {
    /// `elif`, `else if`: a condition follows.
    ElseIf,
    Else,
}

/// Reads the word of a further branch; `None` if none is next.
fn read_branch_word(parser: &mut Parser<'_, '_>) -> Option<BranchWord> {
    let word = parser.tokens.get(parser.at)?.text;
    if word != "elif" && word != "else" {
        return None;
    }
    parser.at += 1;
    if word == "elif" {
        return Some(BranchWord::ElseIf);
    }
    if parser.tokens.get(parser.at).is_some_and(|token| token.text == "if") {
        parser.at += 1;
        return Some(BranchWord::ElseIf);
    }
    Some(BranchWord::Else)
}

/// Reads `return` with its value, if it has one; `None` if other words follow, as in prose.
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

/// Reads the statements after the word and the header of `try`, `catch (e)` or `with … as x`; `None` if no block
/// follows.
fn read_after_header<'a>(parser: &mut Parser<'_, 'a>) -> Option<Vec<Statement<'a>>> {
    parser.at += 1;
    if !parser.next_is("{") && !parser.next_is(":") {
        parser.header_range(&[])?;
    }
    read_body(parser)
}

/// Reads the statements of a loop, a branch or a function: in braces, indented after a colon, up to `end`, or one
/// statement; `None` if no block is here.
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
    // One statement without braces follows a header in parentheses: `if (x > 0) y = 1;`.
    if !parser.tokens[..back].last().is_some_and(|token| token.is(")")) {
        return None;
    }
    parser.at = next;
    read_single_statement(parser)
}

/// Reads one statement, which may be empty, as the block of a loop, a branch or a function.
fn read_single_statement<'a>(parser: &mut Parser<'_, 'a>) -> Option<Vec<Statement<'a>>> {
    let mut inner = parser.within(parser.at, parser.tokens.len());
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

/// Reads statements in braces; `None` if the next bracket is never closed.
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
/// token after the colon. A block in the line of its header ends with the line. `None` for a block without tokens.
fn indented_end(parser: &Parser<'_, '_>, from: usize) -> Option<usize> {
    let first = parser.tokens.get(from)?;
    if first.kind != Kind::Line {
        let rest = parser.tokens[from..].iter().position(|token| token.kind == Kind::Line);
        return Some(rest.map_or(parser.tokens.len(), |k| from + k));
    }
    let header_column = parser.column(from - 1);
    let mut k = from;
    let mut end = None;
    while let Some(token) = parser.tokens.get(k) {
        let starts_line = token.kind != Kind::Line && parser.tokens[k - 1].kind == Kind::Line;
        if starts_line && token.start <= header_column.saturating_add(parser.tokens[k - 1].end) {
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

    /// Returns the indentation of the line of the token with the index `k`, bytes.
    pub fn column(&self, k: usize) -> usize {
        let line = self.tokens[..k.min(self.tokens.len())].iter().rposition(|token| token.kind == Kind::Line);
        match line {
            Some(line) => self.tokens.get(line + 1).map_or(0, |first| first.start - self.tokens[line].end),
            None => self.tokens.first().map_or(0, |first| first.start),
        }
    }

    /// Whether the statement ends at the next token: an end of a line, `;`, or a bracket that closes.
    pub fn at_end_of_statement(&self) -> bool {
        self.tokens
            .get(self.at)
            .is_none_or(|token| token.kind == Kind::Line || [";", ")", "}"].iter().any(|s| token.is(s)))
    }
}
