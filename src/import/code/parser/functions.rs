//! Parser of the functions that a text defines: `def area(r): …`, `float area(float r) { … }`, and functions in
//! variables, `area = (r) => …`. The result has the parameters and the statements, which the interpreter runs at each
//! call.

use std::ops::Range;

use super::expressions::Parser;
use super::syntax::{Function, Parameter, Statement, StatementKind, Takes};
use super::token::{Kind, Token};

/// Words that begin the definition of a function in JavaScript and Lua, Python, Rust, Go and GDScript, and Kotlin.
const KEYWORDS: [&str; 5] = ["function", "def", "fn", "func", "fun"];

/// Maximum number of tokens between the parameters of a function and its statements.
pub const MAX_RESULT_TOKENS: usize = 30;

/// Maximum number of tokens in the initializers of a constructor of C++.
const MAX_HEADER_TOKENS: usize = 1_000;

/// Words before a parenthesis that are not names of functions.
const NO_FUNCTIONS: [&str; 10] = ["if", "for", "while", "switch", "catch", "new", "return", "match", "else", "do"];

/// Reads the definition of a function; `None` if none is here.
fn read<'a>(parser: &mut Parser<'_, 'a>) -> Option<Function<'a>> {
    let first = parser.peek()?;
    if KEYWORDS.contains(&first.text) {
        return read_named(parser, first.text);
    }
    if first.text == "async" && parser.tokens.get(parser.at + 1).is_some_and(|next| KEYWORDS.contains(&next.text)) {
        parser.at += 1;
        let word = parser.tokens[parser.at].text;
        return read_named(parser, word);
    }
    let back = parser.at;
    read_variable(parser).or_else(|| {
        parser.at = back;
        read_declared(parser)
    })
}

/// Reads `def name(parameters): …`, `function name(parameters) { … }`, `func name(parameters) T { … }` after the
/// keyword `word`; `None` if no definition is here.
fn read_named<'a>(parser: &mut Parser<'_, 'a>, word: &str) -> Option<Function<'a>> {
    parser.at += 1;
    // The receiver of a method of Go.
    if word == "func" && parser.next_is("(") {
        parser.at = parser.closing[parser.at].max(parser.at) + 1;
    }
    let mut name = parser.peek().filter(|token| token.kind == Kind::Name)?;
    parser.at += 1;
    // Lua's `function Ball.make()` and `function Ball:area()`.
    let mut is_owned = false;
    while [".", ":"].iter().any(|sign| parser.next_is(sign)) {
        name = parser.tokens.get(parser.at + 1).copied().filter(|token| token.kind == Kind::Name)?;
        parser.at += 2;
        is_owned = true;
    }
    // Type parameters.
    if parser.next_is("<") {
        parser.at += find_ahead(parser, ">", MAX_RESULT_TOKENS)? + 1;
    }
    let has_self = takes_self(parser);
    let parameters = read_parameters(parser, word == "func")?;
    let body = read_function_body(parser)?;
    Some(Function {
        name: name.text,
        parameters,
        body: with_result(body, word == "fn"),
        has_own_variables: word == "def",
        may_be_method: has_self || is_owned || !["def", "fn", "function"].contains(&word),
    })
}

/// Returns the number of tokens between the parser and a sign, at most `limit`; `None` if the sign is not among them.
fn find_ahead(parser: &Parser<'_, '_>, sign: &str, limit: usize) -> Option<usize> {
    parser.tokens[parser.at..].iter().take(limit).position(|token| token.is(sign))
}

/// Whether the first parameter in the next parentheses is the object itself: `self`, `&mut self`.
fn takes_self(parser: &Parser<'_, '_>) -> bool {
    let first = parser.tokens[parser.at..].iter().skip(1).find(|token| !token.is("&") && token.text != "mut");
    first.is_some_and(|token| token.text == "self")
}

/// Makes the last expression of a function its result if the language is Rust.
fn with_result(mut body: Vec<Statement<'_>>, is_rust: bool) -> Vec<Statement<'_>> {
    if let Some(last) = body.last_mut().filter(|_| is_rust)
        && let StatementKind::Value(value) = &last.kind
    {
        last.kind = StatementKind::Return(Some(value.clone()));
    }
    body
}

/// Reads the statements of a function after its parameters and the type of its result: in braces, after a colon, or up
/// to `end` of Lua. `None` if none follow.
pub fn read_function_body<'a>(parser: &mut Parser<'_, 'a>) -> Option<Vec<Statement<'a>>> {
    let from = parser.at;
    for k in from..(from + MAX_RESULT_TOKENS).min(parser.tokens.len()) {
        let token = parser.tokens[k];
        let is_block_colon = token.is(":") && parser.tokens.get(k + 1).is_none_or(|next| next.kind == Kind::Line);
        if token.is("{") || is_block_colon {
            parser.at = k;
            return parser.read_body();
        }
        if token.is(";") || token.kind == Kind::Line && !is_before_brace(parser, k) {
            break;
        }
    }
    // A function of Python in one line.
    if parser.next_is(":") {
        return parser.read_body();
    }
    let end = parser.lua_end(from)?;
    let body = parser.within(from, end).read_all();
    parser.at = end + 1;
    Some(body)
}

/// Whether the next token after ends of lines, from the index `k`, is a brace.
fn is_before_brace(parser: &Parser<'_, '_>, k: usize) -> bool {
    let next = parser.tokens[k..].iter().find(|token| token.kind != Kind::Line);
    next.is_some_and(|token| token.is("{"))
}

/// Reads a function or a constructor of C++, C# and Java: `Type name(parameters) { … }`, `name(parameters) { … }`.
/// `None` if none is here, such as for a call or a declaration without statements.
fn read_declared<'a>(parser: &mut Parser<'_, 'a>) -> Option<Function<'a>> {
    let first = parser.path()?;
    while ["*", "&", "[", "]"].iter().any(|sign| parser.next_is(sign)) {
        parser.at += 1;
    }
    let has_type = parser.peek().is_some_and(|token| token.kind == Kind::Name);
    let path = if has_type { parser.path()? } else { first };
    let name = path.last();
    let name_count = path.names.len();
    // A constructor has one name, or that of its class before it: `Ball::Ball(float r)`.
    if NO_FUNCTIONS.contains(&name) || !has_type && name_count > 2 {
        return None;
    }
    let open = parser.at;
    if !parser.next_is("(") || !has_parameters(parser, open) {
        return None;
    }
    let parameters = read_parameters(parser, false)?;
    // The members that a constructor of C++ initializes.
    let mut initializers = Vec::new();
    for _ in 0..MAX_RESULT_TOKENS {
        let token = parser.tokens.get(parser.at)?;
        if token.is("{") {
            let is_in_line = parser.tokens[parser.at - 1].kind != Kind::Line;
            let is_block = parser.is_block() || ends_line(parser);
            // `draw(ball)` and a block in the next line are a call and a block.
            let may_be_call = !has_type && !is_in_line && name_count == 1;
            if !is_block || may_be_call {
                return None;
            }
            let body = [initializers, parser.read_braces()?].concat();
            return Some(Function { name, parameters, body, has_own_variables: false, may_be_method: true });
        }
        if token.is(":") && !has_type {
            let end = parser.at + find_ahead(parser, "{", MAX_HEADER_TOKENS)?;
            initializers = parser.within(parser.at + 1, end).read_all();
            parser.at = end;
            continue;
        }
        let qualifiers = ["const", "override", "noexcept", "final", "throws"];
        if token.kind != Kind::Line && !qualifiers.contains(&token.text) {
            return None;
        }
        parser.at += 1;
    }
    None
}

/// Whether the next brace is the last token of its line, as before statements.
fn ends_line(parser: &Parser<'_, '_>) -> bool {
    parser.tokens.get(parser.at + 1).is_some_and(|token| token.kind == Kind::Line)
}

/// Whether the parentheses that open at the index `open` contain names and types, not values: a number, a string or an
/// operator is allowed only in a default value.
fn has_parameters(parser: &Parser<'_, '_>, open: usize) -> bool {
    let close = parser.closing[open];
    if close <= open || close >= parser.tokens.len() {
        return false;
    }
    let mut is_in_default = false;
    for token in &parser.tokens[open + 1..close] {
        if token.is(",") {
            is_in_default = false;
        } else if token.is("=") || token.is(":=") {
            is_in_default = true;
        } else if !is_in_default && is_of_value(token) {
            return false;
        }
    }
    true
}

/// Whether a token is a part of a value, and not of a name or a type.
fn is_of_value(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Number(_) | Kind::Text => true,
        Kind::Sign => ["(", "->", "+", "-", "/", "=>"].iter().any(|sign| token.is(sign)),
        Kind::Name | Kind::Line => false,
    }
}

/// Reads a function in a variable: `make = (x) => …`, `auto make = [&](float x) { … };`, `make = lambda x: …`. `None`
/// for any other assignment.
fn read_variable<'a>(parser: &mut Parser<'_, 'a>) -> Option<Function<'a>> {
    let mut name = parser.peek().filter(|token| token.kind == Kind::Name)?;
    parser.at += 1;
    if let Some(second) = parser.peek().filter(|token| token.kind == Kind::Name) {
        name = second;
        parser.at += 1;
    }
    if !parser.next_is("=") && !parser.next_is(":=") {
        return None;
    }
    parser.at += 1;
    let first = parser.peek()?;
    let Closure { parameters, body } = match first.text {
        "lambda" => read_lambda(parser)?,
        "function" | "func" => {
            parser.at += 1;
            let parameters = read_parameters(parser, first.text == "func")?;
            Closure { parameters, body: read_function_body(parser)? }
        }
        "[" if first.kind == Kind::Sign => read_lambda_of_cpp(parser)?,
        _ => read_arrow(parser)?,
    };
    Some(Function { name: name.text, parameters, body, has_own_variables: false, may_be_method: true })
}

/// Function without a name.
pub struct Closure<'a> {
    pub parameters: Vec<Parameter<'a>>,
    pub body: Vec<Statement<'a>>,
}

/// Reads Python's `lambda x, y: value`; `None` if it is not understood.
fn read_lambda<'a>(parser: &mut Parser<'_, 'a>) -> Option<Closure<'a>> {
    parser.at += 1;
    let from = parser.at;
    let colon = from + find_ahead(parser, ":", MAX_RESULT_TOKENS)?;
    let parameters = parameters(parser, from..colon, false);
    parser.at = colon + 1;
    Some(Closure { parameters, body: vec![read_result(parser)?] })
}

/// Reads C++'s `[&](float x) -> Vec { … }`; `None` if other tokens than those of a type are before the brace.
fn read_lambda_of_cpp<'a>(parser: &mut Parser<'_, 'a>) -> Option<Closure<'a>> {
    parser.at = parser.closing[parser.at].max(parser.at) + 1;
    let parameters = read_parameters(parser, false)?;
    let brace = parser.at + find_ahead(parser, "{", MAX_RESULT_TOKENS)?;
    let mut result_type = parser.tokens[parser.at..brace].iter();
    let is_type = result_type.all(|token| token.kind == Kind::Name || ["->", "::", "*", "&"].contains(&token.text));
    parser.at = brace;
    let body = parser.read_braces().filter(|_| is_type)?;
    Some(Closure { parameters, body })
}

/// Reads an expression as the result of a function.
fn read_result<'a>(parser: &mut Parser<'_, 'a>) -> Option<Statement<'a>> {
    let value = parser.expression()?;
    let at = value.at.clone();
    Some(Statement { kind: StatementKind::Return(Some(value)), at, declares: false })
}

/// Reads an arrow function of JavaScript or C#, or a closure of Rust: `(x, y) => …`, `x => …`, `|x, y| …`. `None` if
/// none is here.
pub fn read_arrow<'a>(parser: &mut Parser<'_, 'a>) -> Option<Closure<'a>> {
    let first = parser.peek()?;
    let from = parser.at;
    let is_rust = first.is("|");
    let range = if first.is("(") {
        let close = parser.closing[from];
        parser.at = close.max(from) + 1;
        from + 1..close
    } else if is_rust {
        let close = parser.tokens[from + 1..].iter().take(MAX_RESULT_TOKENS).position(|token| token.is("|"))?;
        parser.at = from + close + 2;
        from + 1..from + 1 + close
    } else if first.kind == Kind::Name {
        parser.at += 1;
        from..from + 1
    } else {
        return None;
    };
    if range.end < range.start || range.end > parser.tokens.len() {
        return None;
    }
    if !is_rust {
        // The type of the result in TypeScript.
        while parser.at < from + MAX_RESULT_TOKENS && !parser.next_is("=>") {
            let token = parser.peek()?;
            let is_of_type = token.kind == Kind::Name || token.is(":") || token.is(".");
            let is_first = parser.at == range.end + 1;
            if !is_of_type || is_first && !token.is(":") {
                return None;
            }
            parser.at += 1;
        }
        parser.at += 1;
    }
    let parameters = parameters(parser, range, false);
    if parser.next_is("{") {
        return Some(Closure { parameters, body: with_result(parser.read_braces()?, is_rust) });
    }
    Some(Closure { parameters, body: vec![read_result(parser)?] })
}

/// Reads parameters in parentheses; `None` if no parentheses are next. `is_go` states that names come before their
/// types without a colon.
pub fn read_parameters<'a>(parser: &mut Parser<'_, 'a>, is_go: bool) -> Option<Vec<Parameter<'a>>> {
    let open = parser.at;
    let close = parser.closing.get(open).copied().filter(|_| parser.next_is("("))?;
    if close <= open || close >= parser.tokens.len() {
        return None;
    }
    parser.at = close + 1;
    Some(parameters(parser, open + 1..close, is_go))
}

/// Parses parameters, which are separated by commas.
fn parameters<'a>(parser: &Parser<'_, 'a>, range: Range<usize>, is_go: bool) -> Vec<Parameter<'a>> {
    let mut found = Vec::new();
    let mut from = range.start;
    let mut angles = 0_i32;
    let mut k = range.start;
    while k <= range.end {
        let ends = k == range.end || parser.tokens[k].is(",") && angles <= 0;
        if ends {
            found.extend(parameter(parser, from..k.max(from), is_go));
            from = k + 1;
        } else if parser.tokens[k].is("<") || parser.tokens[k].is(">") {
            angles += if parser.tokens[k].is("<") { 1 } else { -1 };
        }
        k = parser.closing.get(k).copied().unwrap_or_default().max(k) + 1;
    }
    found
}

/// Whether tokens begin with a sign `count` times, and more tokens follow.
fn begins_with(tokens: &[Token<'_>], count: usize, sign: &str) -> bool {
    tokens.len() > count && tokens[..count].iter().all(|token| token.is(sign))
}

/// Parses one parameter, `float r`, `r: f32 = 1`, `*args`, `{ size, position }`; `None` for `self` and for an empty
/// one.
fn parameter<'a>(parser: &Parser<'_, 'a>, range: Range<usize>, is_go: bool) -> Option<Parameter<'a>> {
    let tokens = &parser.tokens[range.clone()];
    if tokens.first().is_some_and(|first| first.is("{")) && parser.closing[range.start] > range.start {
        let fields = parameters(parser, range.start + 1..parser.closing[range.start], false);
        // A field with another name is not read.
        let are_plain = tokens[1..].iter().take_while(|token| !token.is("}")).all(|token| !token.is(":"));
        let fields = if are_plain { fields } else { Vec::new() };
        return Some(Parameter { name: "{}", default: None, takes: Takes::One, fields });
    }
    let sign = tokens.iter().position(|token| token.is("=") || token.is(":="));
    let default = sign.and_then(|k| parser.whole_expression(range.start + k + 1..range.end));
    let declared = &tokens[..sign.unwrap_or(tokens.len())];
    let colon = declared.iter().position(|token| token.is(":"));
    let before_colon = &declared[..colon.unwrap_or(declared.len())];
    let mut names = before_colon.iter().filter(|token| token.kind == Kind::Name);
    // Go: `r float64`; C: `float r`.
    let is_name_first = is_go && colon.is_none();
    let name: &Token<'a> = if is_name_first { names.next() } else { names.next_back() }?;
    if ["self", "cls"].contains(&name.text) {
        return None;
    }
    let takes = if begins_with(tokens, 2, "*") {
        Takes::OtherNamed
    } else if begins_with(tokens, 1, "*") || begins_with(tokens, 3, ".") {
        Takes::Others
    } else {
        Takes::One
    };
    Some(Parameter { name: name.text, default, takes, fields: Vec::new() })
}

impl<'a> Parser<'_, 'a> {
    /// Reads the definition of a function; `None` if none is here.
    pub fn read_function(&mut self) -> Option<Function<'a>> {
        read(self)
    }

    /// Whether the word at the parser begins the definition of a named function.
    pub fn begins_function(&mut self) -> bool {
        let is_keyword = self.peek().is_some_and(|token| token.kind == Kind::Name && KEYWORDS.contains(&token.text));
        is_keyword && self.tokens.get(self.at + 1).is_some_and(|name| name.kind == Kind::Name)
    }
}
