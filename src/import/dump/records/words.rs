//! Preparation of the tokens of records for the parser of trees. [`prepared`] joins names in quotes, opens brackets
//! around orders of coordinates and units, replaces `at the origin` by a position, ends fields at the ends of their
//! lines, and removes versions of libraries and results of functions, whose numbers belong to no body.

use super::fields::{self, Field};
use crate::code;
use crate::dump::token::{self, Token, TokenKind};
use crate::dump::{debugger, dialect, shape};
use crate::number;

/// Maximum number of tokens of a name in single quotes.
const MAX_QUOTED_TOKENS: usize = 8;

/// Returns the tokens of a text, prepared for the parser of trees.
pub(super) fn prepared(text: &str) -> Vec<Token<'_>> {
    let tokens = debugger::without_indices(&dialect::translated(text, token::tokens(text)));
    let tokens = with_quoted_names(text, &tokens);
    let tokens = without_results(&tokens);
    let tokens = without_versions(&tokens);
    let tokens = with_origins(&tokens);
    let tokens = without_unit_brackets(&tokens);
    let tokens = with_commas_after_fields(&tokens);
    with_axis_letters(tokens)
}

/// Converts the letter after `axis=` to a string, so that it is a value and not a word before the next name.
fn with_axis_letters(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    for index in 2..tokens.len() {
        let name = tokens[index - 2];
        let sign = tokens[index - 1];
        let letter = tokens[index];
        let is_letter = ["x", "y", "z"].contains(&letter.text.to_ascii_lowercase().as_str());
        let is_axis = name.text.eq_ignore_ascii_case("axis") && (sign.is('=') || sign.is(':'));
        if is_axis && is_letter && letter.kind == TokenKind::Name {
            tokens[index].kind = TokenKind::Text;
        }
    }
    tokens
}

/// Whether a token is this word, in any case.
fn is_word(token: Option<&Token<'_>>, word: &str) -> bool {
    token.is_some_and(|token| token.kind == TokenKind::Name && token.text.eq_ignore_ascii_case(word))
}

/// Whether a token is an opening bracket of a vector.
fn opens_vector(token: Option<&Token<'_>>) -> bool {
    token.is_some_and(|token| token.is('(') || token.is('['))
}

/// Replaces `@` before a position by the word `at`, and the words `at the origin` by `at (0, 0, 0)`.
fn with_origins<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        index += 1;
        if token.is('@') && opens_vector(tokens.get(index)) {
            out.push(Token { kind: TokenKind::Name, text: "at", ..*token });
            continue;
        }
        out.push(*token);
        let origin = index + usize::from(is_word(tokens.get(index), "the"));
        let is_origin = is_word(Some(token), "at") && is_word(tokens.get(origin), "origin");
        if is_origin && !opens_vector(tokens.get(origin + 1)) {
            let offset = tokens[origin].start;
            out.push(Token::inserted('(', offset));
            if let Some(zero) = number::number("0") {
                let zero = Token { kind: TokenKind::Number(zero), ..Token::inserted('0', offset) };
                out.extend([zero, zero, zero]);
            }
            out.push(Token::inserted(')', offset));
            index = origin + 1;
        }
    }
    out
}

/// Whether a token may be a part of a version, such as `4.2` or `.2`.
fn is_version(token: &Token<'_>) -> bool {
    token.text.starts_with(|c: char| c.is_ascii_digit() || c == '.') && !token.text.contains(['e', 'E'])
}

/// Removes the versions of libraries: `Godot 4.2.2.`, `Unity 2022`.
fn without_versions<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let is_library = token.kind == TokenKind::Name && code::is_library(&token.text.to_ascii_lowercase());
        index += 1;
        if !is_library || !tokens.get(index).is_some_and(is_version) {
            out.push(*token);
            continue;
        }
        // The parts of `4.2.2` are tokens without blanks between them.
        let mut end = index + 1;
        while tokens.get(end).is_some_and(|part| is_version(part) && part.start == tokens[end - 1].end) {
            end += 1;
        }
        // Further numbers, or a comma after a single one, belong to a list of values.
        if tokens.get(end).is_some_and(|after| after.number().is_some() || after.is(',') && end == index + 1) {
            out.push(*token);
            continue;
        }
        index = end;
        while tokens.get(index).is_some_and(|mark| mark.is('.') || mark.is('*')) {
            index += 1;
        }
    }
    out
}

/// Verbs between a function and its result.
const RESULT_VERBS: [&str; 12] =
    ["returns", "stays", "is", "gives", "reports", "prints", "remains", "yields", "says", "returned", "gave", "was"];

/// Removes the results of functions without arguments: `get_slide_collision_count()` stays 0.
fn without_results<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        match call_with_result_length(&tokens[index..]) {
            Some(length) => index += length,
            None => {
                out.push(*token);
                index += 1;
            }
        }
    }
    out
}

/// Returns the number of tokens of a call without arguments and its result; `None` if the tokens begin with anything
/// else, or if the function is named as a field or a kind of shape.
fn call_with_result_length(tokens: &[Token<'_>]) -> Option<usize> {
    let [name, open, close, following @ ..] = tokens else { return None };
    let is_call = name.kind == TokenKind::Name && open.is('(') && open.start == name.end && close.is(')');
    if !is_call || shape::is_kind(name.text) {
        return None;
    }
    if fields::split_words(std::slice::from_ref(name), 1).field != Field::Unknown {
        return None;
    }
    Some(3 + result_length(following)?)
}

/// Returns the number of tokens of a verb and a number with which a sentence ends, up to the number; `None` for other
/// tokens. One token, such as a closing quote, may precede the verb.
fn result_length(tokens: &[Token<'_>]) -> Option<usize> {
    let verb = tokens.iter().take(2).position(|token| token.kind == TokenKind::Name)?;
    let number = tokens.get(verb + 1)?;
    if !RESULT_VERBS.contains(&tokens[verb].text) || number.number().is_none() {
        return None;
    }
    let after = tokens.get(verb + 2).map(|after| after.kind);
    let ends_sentence = matches!(after, None | Some(TokenKind::Line | TokenKind::Sign('.' | '`' | ';')));
    ends_sentence.then_some(verb + 2)
}

/// Joins the words in single quotes to one token, and removes the hyphen between two words.
fn with_quoted_names<'a>(text: &'a str, tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let token = tokens[index];
        let following = &tokens[index + 1..];
        // An apostrophe inside a word, as in `body's`, opens no quote.
        let opens_quote = token.is('\'') && !text[..token.start].ends_with(char::is_alphanumeric);
        if opens_quote && let Some(length) = quoted_length(following) {
            let close = following[length];
            let name = &text[token.end..close.start];
            out.push(Token { kind: TokenKind::Text, text: name, start: token.start, end: close.end });
            index += 1 + length + 1;
            continue;
        }
        let is_hyphen = token.is('-')
            && out.last().is_some_and(|last| last.kind == TokenKind::Name && last.end == token.start)
            && following.first().is_some_and(|next| next.kind == TokenKind::Name && next.start == token.end);
        if !is_hyphen {
            out.push(token);
        }
        index += 1;
    }
    out
}

/// Returns the number of tokens before the closing single quote in the same line; `None` if there is none among the
/// next [`MAX_QUOTED_TOKENS`].
fn quoted_length(tokens: &[Token<'_>]) -> Option<usize> {
    let mut in_line = tokens.iter().take(MAX_QUOTED_TOKENS).take_while(|token| token.kind != TokenKind::Line);
    in_line.position(|token| token.is('\''))
}

/// Removes the brackets around the order of coordinates or the unit after a name: `rotation (x, y, z, w)`. Meters are
/// removed with their brackets.
fn without_unit_brackets<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let is_after_name = out.last().is_some_and(|last| last.kind == TokenKind::Name);
        let opens = is_after_name && tokens[index].is('(');
        if opens && let Some(UnitBrackets { names, length }) = UnitBrackets::read(&tokens[index + 1..]) {
            out.extend(names.into_iter().filter(|name| !["m", "meters", "metres"].contains(&name.text)));
            index += 1 + length;
        } else {
            out.push(tokens[index]);
            index += 1;
        }
    }
    out
}

/// Brackets around an order of coordinates or a unit.
struct UnitBrackets<'a> {
    /// Names inside, without the commas between them.
    names: Vec<Token<'a>>,
    /// Number of tokens after the opening bracket, up to the closing one and with it.
    length: usize,
}

/// Letters of coordinates, orders of coordinates, and units.
const UNIT_NAMES: [&str; 15] =
    ["x", "y", "z", "w", "xyz", "xyzw", "wxyz", "m", "meters", "metres", "cm", "mm", "deg", "degrees", "rad"];

/// Maximum number of tokens in [`UnitBrackets`]: four letters with commas, and some more.
const MAX_UNIT_TOKENS: usize = 16;

impl<'a> UnitBrackets<'a> {
    /// Reads the tokens after an opening bracket; `None` if they are anything else.
    fn read(tokens: &[Token<'a>]) -> Option<Self> {
        let end = tokens.iter().take(MAX_UNIT_TOKENS).position(|token| token.is(')'))?;
        let names: Vec<Token<'a>> = tokens[..end].iter().filter(|token| !token.is(',')).copied().collect();
        let are_units = names.iter().all(|name| name.kind == TokenKind::Name && UNIT_NAMES.contains(&name.text));
        if names.is_empty() || !are_units { None } else { Some(Self { names, length: end + 1 }) }
    }
}

/// Adds a comma after a line that has a field and ends with a word, as in `shape: box`, so that the word is not joined
/// to the name in the next line.
fn with_commas_after_fields<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut depth = 0_usize;
    let mut is_field = false;
    for token in tokens {
        match token.kind {
            TokenKind::Sign('(' | '[' | '{') => depth += 1,
            TokenKind::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            TokenKind::Sign(':' | '=') => is_field = true,
            TokenKind::Line => {
                let is_word = out.last().is_some_and(|last| matches!(last.kind, TokenKind::Name | TokenKind::Text));
                if depth == 0 && is_field && is_word {
                    out.push(Token::inserted(',', token.start));
                }
                is_field = false;
            }
            TokenKind::Name | TokenKind::Number(_) | TokenKind::Text | TokenKind::Sign(_) => {}
        }
        out.push(*token);
    }
    out
}
