//! Preparation of the tokens of records: names in quotes, orders of coordinates in brackets, hyphens, and the ends of
//! lines with words.

use super::fields::{self, Field};
use crate::import::code;
use crate::import::dump::token::{self, Token, TokenKind};
use crate::import::dump::{debugger, dialect, shape};
use crate::import::number;

/// Maximum number of tokens of a name in single quotes.
const MAX_QUOTED: usize = 8;

/// Returns the tokens of a text, prepared for the parser of trees.
pub(super) fn prepared(text: &str) -> Vec<Token<'_>> {
    let tokens = debugger::without_indices(&dialect::translated(text, token::tokens(text)));
    let tokens = with_places(&without_versions(&without_results(&quoted(text, &tokens))));
    let tokens = opened(&tokens);
    with_axes(separated(&tokens))
}

/// Converts the letter after `axis=` to a string, so that it is a value and not a word before the next name.
fn with_axes(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    for k in 2..tokens.len() {
        let [name, sign, letter] = [tokens[k - 2], tokens[k - 1], tokens[k]];
        let is_letter = ["x", "y", "z"].contains(&letter.text.to_ascii_lowercase().as_str());
        let is_axis = name.text.eq_ignore_ascii_case("axis") && (sign.is('=') || sign.is(':'));
        if is_axis && is_letter && letter.kind == TokenKind::Name {
            tokens[k].kind = TokenKind::Text;
        }
    }
    tokens
}

/// Whether a token is this word, in any case.
fn is_word(token: Option<&Token<'_>>, word: &str) -> bool {
    token.is_some_and(|token| token.kind == TokenKind::Name && token.text.eq_ignore_ascii_case(word))
}

/// Whether a token is an opening bracket of a vector.
fn opens(token: Option<&Token<'_>>) -> bool {
    token.is_some_and(|token| token.is('(') || token.is('['))
}

/// Replaces `@` before a position by the word `at`, and the words `at the origin` by a position.
fn with_places<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        index += 1;
        if token.is('@') && opens(tokens.get(index)) {
            out.push(Token { kind: TokenKind::Name, text: "at", ..*token });
            continue;
        }
        out.push(*token);
        let origin = index + usize::from(is_word(tokens.get(index), "the"));
        if is_word(Some(token), "at") && is_word(tokens.get(origin), "origin") && !opens(tokens.get(origin + 1)) {
            let offset = tokens[origin].start;
            let zero =
                number::number("0").map(|zero| Token { kind: TokenKind::Number(zero), ..Token::inserted('0', offset) });
            let zeros = zero.into_iter().flat_map(|zero| [zero, zero, zero]);
            out.extend([Token::inserted('(', offset)].into_iter().chain(zeros).chain([Token::inserted(')', offset)]));
            index = origin + 1;
        }
    }
    out
}

/// Whether a token is a part of the version of a library.
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
const RETURNS: [&str; 12] =
    ["returns", "stays", "is", "gives", "reports", "prints", "remains", "yields", "says", "returned", "gave", "was"];

/// Removes the results of functions without arguments: `get_slide_collision_count()` stays 0.
fn without_results<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let is_result = matches!(&tokens[index..], [name, open, close, following @ ..]
            if name.kind == TokenKind::Name
                && open.is('(')
                && open.start == name.end
                && close.is(')')
                && fields::split_words(std::slice::from_ref(name), 1).field == Field::Unknown
                && !shape::is_kind(name.text)
                && result_length(following).is_some());
        if is_result {
            index += 3 + result_length(&tokens[index + 3..]).unwrap_or_default();
            continue;
        }
        out.push(*token);
        index += 1;
    }
    out
}

/// Number of the tokens of a verb and a number at the start of a sentence's end; `None` for other tokens.
fn result_length(tokens: &[Token<'_>]) -> Option<usize> {
    let verb = tokens.iter().position(|token| token.kind == TokenKind::Name).filter(|index| *index <= 1)?;
    let is_verb = RETURNS.contains(&tokens[verb].text);
    let number = tokens.get(verb + 1).filter(|number| is_verb && number.number().is_some())?;
    let after = tokens.get(verb + 2).map(|after| after.kind);
    let ends = matches!(after, None | Some(TokenKind::Line | TokenKind::Sign('.' | '`' | ';')));
    ends.then_some(verb + 1 + usize::from(number.number().is_some()))
}

/// Joins the words in single quotes to one token, and removes the hyphen between two words.
fn quoted<'a>(text: &'a str, tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let token = tokens[index];
        let opens = token.is('\'') && !text[..token.start].ends_with(char::is_alphanumeric);
        let following = &tokens[index + 1..];
        let end = following
            .iter()
            .take(MAX_QUOTED)
            .take_while(|token| token.kind != TokenKind::Line)
            .position(|token| token.is('\''))
            .filter(|_| opens);
        if let Some(end) = end.map(|end| following[end]) {
            out.push(Token {
                kind: TokenKind::Text,
                text: &text[token.end..end.start],
                start: token.start,
                end: end.end,
            });
            index += 1 + following.iter().position(|token| token.start == end.start).unwrap_or_default() + 1;
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

/// Removes the brackets around the order of coordinates or the unit after a name: `rotation (x, y, z, w)`.
fn opened<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while index < tokens.len() {
        let is_after_name = out.last().is_some_and(|last| last.kind == TokenKind::Name);
        let inside = (is_after_name && tokens[index].is('(')).then(|| bracketed(&tokens[index + 1..])).flatten();
        match inside {
            Some((names, length)) => {
                out.extend(names.into_iter().filter(|name| !["m", "meters", "metres"].contains(&name.text)));
                index += length + 1;
            }
            None => {
                out.push(tokens[index]);
                index += 1;
            }
        }
    }
    out
}

/// Names in brackets that are an order of coordinates or a unit, and the number of tokens up to the closing bracket.
fn bracketed<'a>(tokens: &[Token<'a>]) -> Option<(Vec<Token<'a>>, usize)> {
    let end = tokens.iter().take(2 * MAX_QUOTED).position(|token| token.is(')'))?;
    let names: Vec<Token<'a>> = tokens[..end].iter().filter(|token| !token.is(',')).copied().collect();
    let known =
        ["x", "y", "z", "w", "xyz", "xyzw", "wxyz", "m", "meters", "metres", "cm", "mm", "deg", "degrees", "rad"];
    let is_known = names.iter().all(|name| name.kind == TokenKind::Name && known.contains(&name.text));
    (is_known && !names.is_empty()).then_some((names, end + 1))
}

/// Adds a comma after a line that ends with the words of a field: `shape: box`.
fn separated<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
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
