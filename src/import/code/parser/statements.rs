//! Parser of statements: declarations, `Vec3 p(1, 2, 3);`, assignments, `p = Vec3(1, 2, 3)`, and expressions. Loops,
//! branches and functions are in `control`. Everything else, such as prose, is skipped word by word.

use super::expressions::Parser;
use super::syntax::{Expr, Node, Path, Statement, StatementKind};
use super::token::{Kind, Token};
use super::tuples::{bare_tuple, comma_list, field_tuple, is_field};

/// Words before a declaration or an expression that have no effect on its value: modifiers of several languages, and
/// words of control flow whose header is not understood.
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

/// Maximum number of names in one declaration or assignment.
pub const MAX_DECLARATORS: usize = 1_000;

/// Words that declare a variable of the enclosing block.
const DECLARING_WORDS: [&str; 6] = ["let", "const", "local", "val", "var", "final"];

/// Returns all statements of a text; `known` tests whether a path names a type.
pub fn statements<'a>(tokens: &[Token<'a>], is_type: &dyn Fn(&[&str]) -> bool) -> Vec<Statement<'a>> {
    read_all(&mut Parser::new(tokens, is_type))
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

/// Reads an alias of a type, `typedef Kernel::Sphere_3 Ball;` or `using Ball = Kernel::Sphere_3;`, as an assignment to
/// the alias. Anything else is left to the next statement.
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

/// Whether a word has no meaning for the value of the statement that it begins. In another language the word may be a
/// name, which a sign follows: `local.setOrigin(…)`.
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
        let is_further = all.len() > count;
        let value = match declarator(parser, &kind, name, is_further) {
            Declarator::Bare => None,
            Declarator::With(value) => Some(value),
            Declarator::Other => break,
        };
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

/// Name after a type, with the value that a declaration gives it.
enum Declarator<'a> {
    /// A name without a value: `Type name;`
    Bare,
    /// `Type name = value`, `Type name(arguments)`.
    With(Expr<'a>),
    /// Any other text, which is no declaration.
    Other,
}

/// Reads a name after the type `kind`, and its value. `is_further` states that the declaration has other names before
/// it: `float a, b;`.
fn declarator<'a>(parser: &mut Parser<'_, 'a>, kind: &Path<'a>, name: Token<'a>, is_further: bool) -> Declarator<'a> {
    let known = (parser.is_type)(&kind.names) || !kind.generic.is_empty();
    let back = parser.at;
    parser.at += 1;
    let mut is_array = false;
    while let Some(open) = parser.peek().filter(|token| token.is("[") && token.start == parser.end()) {
        is_array = true;
        if parser.inside(open).is_none() {
            return Declarator::Other;
        }
    }
    let next = parser.peek();
    let ends = parser.next_is(";")
        || next.is_none_or(|token| token.kind == Kind::Line)
        || parser.next_is(",") && (known || is_further);
    if parser.next_is("=") || parser.next_is(":=") {
        parser.at += 1;
        return Declarator::With(initial(parser, kind));
    }
    // `Type name(…)`; after an unknown word, `name(…)` constructs a known type.
    let calls = parser.next_is("(") && !is_array && (known || !(parser.is_type)(&[name.text]));
    let has_braces = parser.next_is("{") && (known || is_array);
    if !calls && !has_braces {
        if ends && known {
            return Declarator::Bare;
        }
        parser.at = back;
        return Declarator::Other;
    }
    if let Some(open) = next
        && let Some(list) = parser.inside(open)
    {
        let node = if is_array { Node::List(list) } else { Node::Call(kind.clone(), list) };
        return Declarator::With(Expr::new(node, open.start..parser.end()));
    }
    parser.at = back;
    Declarator::Other
}

/// Reads the expression after `=`; unknown if none is there. Brackets without a type, and `new(…)`, construct the
/// declared type `kind`.
fn initial<'a>(parser: &mut Parser<'_, 'a>, kind: &Path<'a>) -> Expr<'a> {
    let start = parser.end();
    parser.skip_lines();
    let Some(value) = parser.expression() else {
        return Expr::new(Node::Unknown, start..start);
    };
    let at = value.at.clone();
    let known = (parser.is_type)(&kind.names);
    match value.node {
        Node::List(list) if known => Expr::new(Node::Call(kind.clone(), list), at),
        Node::Call(path, list) if path.names == ["new"] => Expr::new(Node::Call(kind.clone(), list), at),
        node => Expr::new(node, at),
    }
}

/// Reads an expression, an assignment, or a label with its value: `f(x)`, `a = b`, `v << 1, 2`, `name: value`.
fn expression_statement<'a>(parser: &mut Parser<'_, 'a>, all: &mut Vec<Statement<'a>>) {
    let start = parser.peek().map_or(0, |token| token.start);
    if skip_prompt(parser) {
        return;
    }
    let Some(target) = parser.expression() else { return };
    let is_target = matches!(
        target.node,
        Node::Path(_) | Node::Field(..) | Node::Index(..) | Node::Call(..) | Node::Method(..) | Node::List(_)
    );
    let operator =
        ["+=", "-=", "*=", "/="].iter().find(|sign| parser.next_is(sign)).and_then(|sign| sign.chars().next());
    if is_target && (operator.is_some() || parser.next_is("=") || parser.next_is(":=")) {
        parser.at += 1;
        read_assigned(parser, target, operator, start, all);
        return;
    }
    let is_shift = parser.next_is("<") && parser.tokens.get(parser.at + 1).is_some_and(|token| token.is("<"));
    if is_target && is_shift {
        // Eigen: `v << 1, 2, 3`.
        parser.at += 2;
        let list = comma_list(parser);
        all.push(Statement { kind: StatementKind::Assign(target, list), at: start..parser.end(), declares: false });
        return;
    }
    if parser.next_is(":") && matches!(target.node, Node::Path(_)) {
        parser.at += 1;
        label(parser, target, start, all);
        return;
    }
    all.push(Statement { kind: StatementKind::Value(target), at: start..parser.end(), declares: false });
}

/// Skips the prompt of an interactive session, `julia> a = 1`. Returns whether one is next.
fn skip_prompt(parser: &mut Parser<'_, '_>) -> bool {
    let Some([name, sign]) = parser.tokens.get(parser.at..parser.at + 2) else { return false };
    let is_prompt = name.kind == Kind::Name && sign.is(">") && sign.start == name.end;
    if is_prompt {
        parser.at += 2;
    }
    is_prompt
}

/// Reads the value after the sign of an assignment to `target`, and adds the assignment; `a = b = 1` adds one for each
/// target. `operator` is that of `a += 1`, and `start` the offset of the statement, bytes.
fn read_assigned<'a>(
    parser: &mut Parser<'_, 'a>,
    target: Expr<'a>,
    operator: Option<char>,
    start: usize,
    all: &mut Vec<Statement<'a>>,
) {
    let mut targets = vec![target];
    let mut value = initial(parser, &Path::default());
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
    for target in targets {
        let kind = StatementKind::Assign(target, value.clone());
        all.push(Statement { kind, at: at.clone(), declares: false });
    }
}

/// Reads the remainder of `name: Type = value` or `name: value` after the colon.
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
