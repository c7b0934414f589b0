//! Parser of statements: declarations, assignments, expressions; loops, branches and functions are in `control`.
//! Everything else is skipped word by word.

use super::expressions::Parser;
use super::syntax::{Expr, Node, Path, Statement, StatementKind};
use super::token::{Kind, Token};

/// Words before a declaration or an expression that have no effect on its value.
const IGNORED_WORDS: [&str; 26] = [
    "let",
    "mut",
    "const",
    "static",
    "final",
    "return",
    "export",
    "public",
    "private",
    "protected",
    "readonly",
    "constexpr",
    "inline",
    "local",
    "val",
    "var",
    "await",
    "pub",
    "struct",
    "if",
    "while",
    "for",
    "else",
    "case",
    "in",
    "extern",
];

/// Maximum number of names in one declaration.
pub const MAX_DECLARATORS: usize = 1_000;

/// Words that declare a variable of the enclosing block.
const DECLARING_WORDS: [&str; 6] = ["let", "const", "local", "val", "var", "final"];

/// Returns all statements of a text; `known` tests whether a path names a type.
pub fn statements<'a>(tokens: &[Token<'a>], known: &dyn Fn(&[&str]) -> bool) -> Vec<Statement<'a>> {
    read_all(&mut Parser::new(tokens, known))
}

/// Reads all statements up to the last token of the parser.
fn read_all<'a>(parser: &mut Parser<'_, 'a>) -> Vec<Statement<'a>> {
    let mut all = Vec::new();
    while parser.peek().is_some() {
        read_next(parser, &mut all);
    }
    all
}

/// Reads the next statement, and skips at least one token.
fn read_next<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) {
    let before = parser.at;
    if parser.take(";") || parser.peek().is_some_and(|token| token.kind == Kind::Line) {
        parser.at = parser.at.max(before + 1);
        return;
    }
    if parser.read_control(all) {
        return;
    }
    if parser.next_is("[") && parser.is_for_each() {
        let start = parser.tokens[before].start;
        if let Some(kind) = parser.read_for_each() {
            all.push(Statement { kind, at: start..parser.end(), declares: false });
            return;
        }
        parser.at = before;
    }
    if parser.peek().is_some_and(|token| token.kind == Kind::Name && ["typedef", "using"].contains(&token.text)) {
        parser.at += 1;
        read_type_alias(parser, all);
        parser.at = parser.at.max(before + 1);
        return;
    }
    // `@onready var`, `@Override public`.
    if parser.next_is("@") && parser.tokens.get(before + 1).is_some_and(|next| next.kind == Kind::Name) {
        parser.at += 2;
        return;
    }
    let mut declares = false;
    while let Some(token) = parser.peek().filter(|token| is_ignored(parser, token)) {
        declares |= DECLARING_WORDS.contains(&token.text);
        parser.at += 1;
    }
    let Some(token) = parser.peek() else { return };
    if parser.at > before && parser.read_control(all) {
        return;
    }
    if token.is("{") && parser.is_block() {
        if !parser.read_block(all) {
            parser.at += 1;
        }
        return;
    }
    let start = parser.at;
    let count = all.len();
    if !parser.read_mapped(all) && !parser.read_increment(all) && !super::unpacking::unpack(parser, all) {
        declare(parser, all);
        if parser.at == start {
            expression_statement(parser, all);
        }
    }
    all[count..].iter_mut().for_each(|statement| statement.declares |= declares);
    parser.at = parser.at.max(start + 1);
}

/// Reads an alias of a type: `typedef Kernel::Sphere_3 Ball;`, `using Ball = Kernel::Sphere_3;`.
fn read_type_alias<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) {
    let back = parser.at;
    let start = parser.peek().map_or(0, |token| token.start);
    let first = parser.path();
    let assigns = parser.take("=");
    let second = parser.path();
    match (first, second) {
        (Some(first), Some(second)) if parser.next_is(";") => {
            let (name, kind) = if assigns { (first, second) } else { (second, first) };
            if name.names.len() != 1 || name.last() == kind.last() {
                return;
            }
            let at = start..parser.end();
            let target = Expr::new(Node::Path(name), at.clone());
            let value = Expr::new(Node::Path(kind), at.clone());
            all.push(Statement { kind: StatementKind::Assign(target, value), at, declares: false });
        }
        _ => parser.at = back,
    }
}

/// Whether a word has no meaning for the value of the statement that it begins. Words of other languages may be names:
/// `local.setOrigin(…)`.
fn is_ignored(parser: &Parser<'_, '_>, token: &Token<'_>) -> bool {
    if token.kind != Kind::Name || !IGNORED_WORDS.contains(&token.text) {
        return false;
    }
    let signs = [".", "->", "=", "+=", "-=", "*=", "/=", ")", ",", ";"];
    let is_name = parser.tokens.get(parser.at + 1).is_some_and(|next| signs.iter().any(|sign| next.is(sign)));
    !is_name || token.text == "return"
}

/// Reads a declaration: `Type name(…)`, `Type name{…}`, `Type name = …`, `Type name[] = …`, `Type a, b;`.
fn declare<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) {
    let back = parser.at;
    let start = parser.peek().map_or(0, |token| token.start);
    let Some(kind) = parser.path() else { return };
    while parser.next_is("*") || parser.next_is("&") || parser.peek().is_some_and(|token| token.text == "const") {
        parser.at += 1;
    }
    let count = all.len();
    for _ in 0..MAX_DECLARATORS {
        let Some(name) = parser.peek().filter(|token| token.kind == Kind::Name) else { break };
        let Some(value) = declarator(parser, &kind, name, all.len() > count) else { break };
        let name_at = name.start..name.end;
        let name = name.text;
        let kind = StatementKind::Declare { name, name_at, declared: kind.clone(), value };
        all.push(Statement { kind, at: start..parser.end(), declares: true });
        if !parser.take(",") {
            break;
        }
    }
    if all.len() == count {
        parser.at = back;
    }
}

/// Returns the value of a declared name, if it has one; `None` if this is not a declaration.
fn declarator<'a>(
    parser: &mut Parser<'_, 'a>,
    kind: &Path<'a>,
    name: Token<'a>,
    more: bool,
) -> Option<Option<Expr<'a>>> {
    let known = (parser.known)(&kind.names) || !kind.generic.is_empty();
    let back = parser.at;
    parser.at += 1;
    let mut array = false;
    while let Some(open) = parser.peek().filter(|token| token.is("[") && token.start == parser.end()) {
        array = true;
        parser.inside(open)?;
    }
    let next = parser.peek();
    let ends = parser.next_is(";")
        || next.is_none_or(|token| token.kind == Kind::Line)
        || parser.next_is(",") && (known || more);
    if parser.next_is("=") || parser.next_is(":=") {
        parser.at += 1;
        let value = initial(parser, kind);
        return Some(Some(value));
    }
    let calls = parser.next_is("(") && !array && (known || !(parser.known)(&[name.text]));
    if calls || parser.next_is("{") && (known || array) {
        let open = next?;
        if let Some(list) = parser.inside(open) {
            let node = if array { Node::List(list) } else { Node::Call(kind.clone(), list) };
            return Some(Some(Expr::new(node, open.start..parser.end())));
        }
    } else if ends && known {
        return Some(None);
    }
    parser.at = back;
    None
}

/// Reads the expression after `=`. Brackets without a type, and `new(…)`, construct the declared type `kind`.
fn initial<'a>(parser: &mut Parser<'_, 'a>, kind: &Path<'a>) -> Expr<'a> {
    let start = parser.end();
    while parser.peek().is_some_and(|token| token.kind == Kind::Line) {
        parser.at += 1;
    }
    let Some(value) = parser.expression() else {
        return Expr::new(Node::Unknown, start..start);
    };
    let at = value.at.clone();
    let known = (parser.known)(&kind.names);
    match value.node {
        Node::List(list) if known => Expr::new(Node::Call(kind.clone(), list), at),
        Node::Call(path, list) if path.names == ["new"] => Expr::new(Node::Call(kind.clone(), list), at),
        node => Expr::new(node, at),
    }
}

/// Reads an expression, an assignment, or a label with its value.
fn expression_statement<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) {
    let start = parser.peek().map_or(0, |token| token.start);
    // `julia> a = …`
    let prompt = parser.tokens.get(parser.at).zip(parser.tokens.get(parser.at + 1));
    if prompt.is_some_and(|(name, sign)| name.kind == Kind::Name && sign.is(">") && sign.start == name.end) {
        parser.at += 2;
        return;
    }
    let Some(target) = parser.expression() else { return };
    let is_target = matches!(
        target.node,
        Node::Path(_) | Node::Field(..) | Node::Index(..) | Node::Call(..) | Node::Method(..) | Node::List(_)
    );
    let operator =
        ["+=", "-=", "*=", "/="].iter().find(|sign| parser.next_is(sign)).and_then(|sign| sign.chars().next());
    let shift = parser.next_is("<") && parser.tokens.get(parser.at + 1).is_some_and(|token| token.is("<"));
    if is_target && (operator.is_some() || parser.next_is("=") || parser.next_is(":=")) {
        parser.at += 1;
        let mut targets = vec![target];
        let mut value = initial(parser, &Path::default());
        // `a = b = 1`.
        while operator.is_none() && matches!(value.node, Node::Path(_) | Node::Field(..)) && parser.take("=") {
            targets.push(std::mem::replace(&mut value, initial(parser, &Path::default())));
        }
        let value = match operator {
            Some(sign) => {
                let at = value.at.clone();
                Expr::new(Node::Binary(sign, Box::new(targets[0].clone()), Box::new(value)), at)
            }
            None if is_field(&targets[0]) => field_tuple(parser, value),
            None => bare_tuple(parser, value),
        };
        let at = start..parser.end();
        all.extend(targets.into_iter().map(|target| Statement {
            kind: StatementKind::Assign(target, value.clone()),
            at: at.clone(),
            declares: false,
        }));
    } else if is_target && shift {
        // Eigen: `v << 1, 2, 3`.
        parser.at += 2;
        let list = comma_list(parser);
        all.push(Statement { kind: StatementKind::Assign(target, list), at: start..parser.end(), declares: false });
    } else if parser.next_is(":") && matches!(target.node, Node::Path(_)) {
        parser.at += 1;
        label(parser, target, start, all);
    } else {
        all.push(Statement { kind: StatementKind::Value(target), at: start..parser.end(), declares: false });
    }
}

/// Whether an expression may be an element of a tuple without brackets: a number, or a list after a list.
fn is_tuple_element(expr: &Expr<'_>, first: &Expr<'_>) -> bool {
    match &expr.node {
        Node::Number(_) => true,
        Node::Negative(of) => matches!(of.node, Node::Number(_)),
        Node::List(list) => list.len() > 1 && matches!(first.node, Node::List(_)),
        _ => false,
    }
}

/// Reads a tuple without brackets, as in Python: `50, 100`, `(0, 1), (2, 3)`.
fn bare_tuple<'a>(parser: &mut Parser<'_, 'a>, first: Expr<'a>) -> Expr<'a> {
    if parser.depth > 0 || !is_tuple_element(&first, &first) || !parser.next_is(",") {
        return first;
    }
    let back = parser.at;
    let start = first.at.start;
    let mut list = vec![super::syntax::Argument { key: None, value: first.clone() }];
    while parser.take(",") {
        while parser.peek().is_some_and(|token| token.kind == Kind::Line) {
            parser.at += 1;
        }
        match parser.expression().filter(|value| is_tuple_element(value, &first)) {
            Some(value) => list.push(super::syntax::Argument { key: None, value }),
            None => {
                parser.at = back;
                return first;
            }
        }
    }
    Expr::new(Node::List(list), start..parser.end())
}

/// Whether a target is a field of a variable.
fn is_field(target: &Expr<'_>) -> bool {
    matches!(&target.node, Node::Field(..)) || matches!(&target.node, Node::Path(path) if path.names.len() > 1)
}

/// Reads a tuple of any expressions as the value of a field, as in Python: `body.position = x, y`.
fn field_tuple<'a>(parser: &mut Parser<'_, 'a>, first: Expr<'a>) -> Expr<'a> {
    let back = parser.at;
    let start = first.at.start;
    let mut list = vec![super::syntax::Argument { key: None, value: first.clone() }];
    while parser.depth == 0 && parser.take(",") {
        let value = parser.expression().filter(|_| !parser.next_is("="));
        let Some(value) = value else {
            parser.at = back;
            return bare_tuple(parser, first);
        };
        list.push(super::syntax::Argument { key: None, value });
    }
    if list.len() == 1 { first } else { Expr::new(Node::List(list), start..parser.end()) }
}

/// Reads expressions separated by commas as a list.
fn comma_list<'a>(parser: &mut Parser<'_, 'a>) -> Expr<'a> {
    let start = parser.end();
    let mut list = Vec::new();
    while let Some(value) = parser.expression() {
        list.push(super::syntax::Argument { key: None, value });
        if !parser.take(",") {
            break;
        }
        while parser.peek().is_some_and(|token| token.kind == Kind::Line) {
            parser.at += 1;
        }
    }
    Expr::new(Node::List(list), start..parser.end())
}

/// Reads `name: Type = value` or `name: value`.
fn label<'a>(parser: &mut Parser<'_, 'a>, target: Expr<'a>, start: usize, all: &mut Vec<Statement<'a>>) {
    let back = parser.at;
    while parser.next_is("&") || parser.next_is("[") {
        parser.at += 1;
    }
    if let Some(kind) = parser.path() {
        while parser.next_is("]")
            || matches!(parser.peek(), Some(token) if matches!(token.kind, Kind::Number(_)) || token.is(";"))
        {
            parser.at += 1;
        }
        if parser.take("=") {
            let value = initial(parser, &kind);
            all.push(Statement {
                kind: StatementKind::Assign(target, value),
                at: start..parser.end(),
                declares: false,
            });
            return;
        }
    }
    parser.at = back;
    if let Some(value) = parser.expression() {
        let value = bare_tuple(parser, value);
        all.push(Statement { kind: StatementKind::Assign(target, value), at: start..parser.end(), declares: false });
    }
}

impl<'a> Parser<'_, 'a> {
    /// Reads all statements up to the last token.
    pub fn read_all(&mut self) -> Vec<Statement<'a>> {
        read_all(self)
    }

    /// Reads the next statement, and skips at least one token.
    pub fn read_next(&mut self, all: &mut Vec<Statement<'a>>) {
        read_next(self, all);
    }

    /// Reads the value after `=` or `return`.
    pub fn read_value(&mut self) -> Expr<'a> {
        initial(self, &Path::default())
    }
}
