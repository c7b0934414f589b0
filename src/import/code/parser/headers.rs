//! Parser of the headers of loops and conditionals: `(int i = 0; i < 3; i++)`, `x in points:`, `i = 1, 3 do`, `x > 0`.
//! Also parses the loops in lists with a value for each element (comprehensions): `[2 * x for x in points]`.

use std::ops::Range;

use super::expressions::Parser;
use super::patterns::Pattern;
use super::syntax::{Argument, Comparison, Condition, Expr, Items, LoopHeader, Node, Path};
use super::token::{Kind, Token};

/// Maximum number of loops inside each other in one list, so that no text makes deep trees.
const MAX_LOOPS: usize = 6;

/// Name of the call that marks the list of an inner loop: its elements are elements of the list of the outer loop.
pub const INNER_LOOP: &str = "for";

/// Name of the call that represents an entry of a dictionary, with its key and its value.
pub const ENTRY: &str = "entry";

/// Maximum number of tokens in a header without parentheses; longer ones are prose.
const MAX_TOKENS: usize = 200;

/// Returns the indices of the tokens of a header, and moves to its end: in parentheses, or up to a brace, a colon that
/// opens a block, or one of these words. `None` if no header is here.
fn range(parser: &mut Parser<'_, '_>, words: &[&str]) -> Option<Range<usize>> {
    let from = parser.at;
    if parser.next_is("(") {
        let close = parser.closing[from];
        let after = parser.tokens.get(close + 1);
        let goes_on = after.is_some_and(|token| continues_header(token, words));
        if close > from && close < parser.tokens.len() && !goes_on {
            parser.at = close + 1;
            return Some(from + 1..close);
        }
    }
    let mut k = from;
    while let Some(token) = parser.tokens.get(k).filter(|_| k < from + MAX_TOKENS) {
        let word = token.kind == Kind::Name && words.contains(&token.text);
        let colon = token.is(":") && is_block_colon(parser, k);
        if word || token.is("{") || colon {
            parser.at = k;
            let is_header = k > from && !is_prose(&parser.tokens[from..k]);
            return is_header.then_some(from..k);
        }
        if token.kind == Kind::Line {
            return None;
        }
        k = parser.closing[k].max(k) + 1;
    }
    None
}

/// Whether a token after parentheses continues the header that began with them: `if (a) and (b):`, `for (a, b) in
/// list`.
fn continues_header(token: &Token<'_>, words: &[&str]) -> bool {
    if token.kind == Kind::Name {
        return words.contains(&token.text) || ["and", "or", "in"].contains(&token.text);
    }
    token.is(":") || token.is(",")
}

/// Whether a colon opens a block: at the end of its line, or before a statement in the line.
fn is_block_colon(parser: &Parser<'_, '_>, k: usize) -> bool {
    parser.tokens.get(k + 1).is_none_or(|next| next.kind == Kind::Line || next.kind == Kind::Name)
}

/// Parses tokens as one expression; `None` if they are more or less than one.
fn expression<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Expr<'a>> {
    let mut inner = parser.within(range.start, range.end);
    inner.depth = 1;
    let value = inner.expression()?;
    inner.peek().is_none().then_some(value)
}

/// Parses the condition of a loop or a conditional.
fn condition<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Condition<'a> {
    let tokens = &parser.tokens[range.clone()];
    if tokens.first().is_some_and(|token| token.text == "__name__") {
        return Condition::Always;
    }
    // `a && b` is not evaluated: the code below would read only one of the two conditions.
    if tokens.windows(2).any(|two| two[0].text == two[1].text && (two[0].is("|") || two[0].is("&"))) {
        return Condition::Unknown;
    }
    if let Some(sign) = find_comparison(parser, &range) {
        let left = expression(parser, range.start..sign.start);
        let right = expression(parser, sign.end..range.end);
        return match (left, right) {
            (Some(left), Some(right)) => Condition::Compare(sign.comparison, left, right),
            _ => Condition::Unknown,
        };
    }
    let negates = tokens.first().is_some_and(|first| first.is("!") || first.text == "not" && first.kind == Kind::Name);
    if negates {
        return expression(parser, range.start + 1..range.end).map_or(Condition::Unknown, Condition::IsNot);
    }
    expression(parser, range).map_or(Condition::Unknown, Condition::Is)
}

/// Sign of a comparison in a condition, with the indices of its first token and of the token after it.
struct ComparisonSign {
    comparison: Comparison,
    start: usize,
    end: usize,
}

/// Finds the first sign of a comparison outside inner brackets, also Python's `is` and `is not`; `None` without one.
fn find_comparison(parser: &Parser<'_, '_>, range: &Range<usize>) -> Option<ComparisonSign> {
    let tokens = &parser.tokens[range.clone()];
    let mut k = 0;
    while let Some(token) = tokens.get(k) {
        let start = range.start + k;
        if k > 0 && token.text == "is" {
            if tokens.get(k + 1).is_some_and(|next| next.text == "not") {
                return Some(ComparisonSign { comparison: Comparison::NotEqual, start, end: start + 2 });
            }
            if token.kind == Kind::Name {
                return Some(ComparisonSign { comparison: Comparison::Equal, start, end: start + 1 });
            }
        }
        // The tokenizer splits `<=` and `>=`.
        let has_equals = tokens.get(k + 1).is_some_and(|next| next.is("=") && next.start == token.end);
        if let Some(comparison) = comparison_of(token, has_equals) {
            let mut end = if has_equals { start + 2 } else { start + 1 };
            // The third character of JavaScript's `===`.
            if parser.tokens.get(end).is_some_and(|token| token.is("=")) {
                end += 1;
            }
            return Some(ComparisonSign { comparison, start, end });
        }
        k = parser.closing[start].saturating_sub(range.start).max(k) + 1;
    }
    None
}

/// Returns the comparison whose sign begins with a token; `None` for any other token. `has_equals` states whether `=`
/// follows without a blank.
fn comparison_of(token: &Token<'_>, has_equals: bool) -> Option<Comparison> {
    if token.kind != Kind::Sign {
        return None;
    }
    match token.text {
        "<" if has_equals => Some(Comparison::LessOrEqual),
        "<" => Some(Comparison::Less),
        ">" if has_equals => Some(Comparison::GreaterOrEqual),
        ">" => Some(Comparison::Greater),
        "==" => Some(Comparison::Equal),
        "!=" => Some(Comparison::NotEqual),
        _ => None,
    }
}

/// Parses the header of `for` or `foreach`, and moves to the statements of the loop; `None` if no header is here.
fn loop_header<'a>(parser: &mut Parser<'_, 'a>) -> Option<LoopHeader<'a>> {
    let range = range(parser, &["do"])?;
    let tokens = &parser.tokens[range.clone()];
    // `for (start; condition; step)` of C.
    let semicolons = top_level(parser, &range, |text| text == ";");
    if let [first, second] = semicolons[..] {
        let start = parser.within(range.start, first).read_all();
        let step = parser.within(second + 1, range.end).read_all();
        return Some(LoopHeader::Count { start, condition: condition(parser, first + 1..second), step });
    }
    // Zig: `for (points) |point| {`.
    if parser.next_is("|") {
        return zig(parser, range);
    }
    // `for x in list`, `for (const x of list)`, Go's `for i, x := range list`.
    let words = top_level(parser, &range, |text| ["in", "of", "range"].contains(&text));
    if let Some(word) = words.first().copied().filter(|word| *word > range.start) {
        let is_go = [":=", "="].iter().any(|sign| parser.tokens[word - 1].is(sign));
        let header = each(parser, range.start..word, word + 1..range.end);
        return if is_go || visits_keys(parser, &range, word) { header.map(numbered) } else { header };
    }
    // `for (auto& x : list)` of C++ and Java.
    let colons = top_level(parser, &range, |text| text == ":");
    if let [colon] = colons[..] {
        return each(parser, range.start..colon, colon + 1..range.end);
    }
    // Lua: `for i = 1, 3 do`.
    let [name, sign, ..] = tokens else { return None };
    let by_number = parser.tokens.get(range.end).is_some_and(|token| token.text == "do");
    if name.kind == Kind::Name && sign.is("=") && by_number {
        return numeric(parser, name.text, range.start + 2..range.end);
    }
    is_statement_header(tokens.len(), parser).then_some(LoopHeader::Unknown)
}

/// Whether a header of `count` tokens that is not understood is one of a loop, rather than prose: a brace follows it.
fn is_statement_header(count: usize, parser: &mut Parser<'_, '_>) -> bool {
    count > 0 && parser.next_is("{")
}

/// Returns the indices of the tokens outside inner brackets whose text passes the test; strings are left out.
fn top_level(parser: &Parser<'_, '_>, range: &Range<usize>, is: impl Fn(&str) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut k = range.start;
    while k < range.end {
        let token = &parser.tokens[k];
        if token.kind != Kind::Text && is(token.text) {
            found.push(k);
        }
        k = parser.closing[k].max(k) + 1;
    }
    found
}

/// Parses a loop over elements from the names before `in` and the elements after it; `None` if the names are no
/// pattern. Elements that are not understood make a header that is [`LoopHeader::Unknown`].
fn each<'a>(parser: &Parser<'_, 'a>, names: Range<usize>, items: Range<usize>) -> Option<LoopHeader<'a>> {
    let pattern = super::pattern_parser::parse(parser, names)?;
    let parsed = elements(parser, items);
    Some(parsed.map_or(LoopHeader::Unknown, |items| LoopHeader::Each { pattern, items }))
}

/// Whether a header is JavaScript's `for (const key in list)`, which visits keys and numbers of elements.
fn visits_keys(parser: &Parser<'_, '_>, range: &Range<usize>, word: usize) -> bool {
    let before = range.start.checked_sub(2).map_or("", |k| parser.tokens[k].text);
    let declares = ["const", "let", "var"].contains(&parser.tokens[range.start].text);
    before == "for" && declares && parser.tokens[word].text == "in"
}

/// Converts the header of Go's `for i, x := range list`, or JavaScript's `for (const k in list)`, to one over pairs:
/// the first name is the index or the key of the element.
fn numbered(header: LoopHeader<'_>) -> LoopHeader<'_> {
    let LoopHeader::Each { pattern, items: Items::Of(list) } = header else { return LoopHeader::Unknown };
    let pattern = match pattern {
        Pattern::Name(name) => Pattern::parts(vec![Pattern::Name(name), Pattern::Unknown(Vec::new())]),
        pattern => pattern,
    };
    let at = list.at.clone();
    let path = Path { names: vec!["entries"], generic: Vec::new() };
    let items = Items::Of(Expr::new(Node::Method(Box::new(list), path, Vec::new()), at));
    LoopHeader::Each { pattern, items }
}

/// Parses the elements that a loop visits: a list, or a range of numbers such as `0..3`, `0..=2` or `0 until 3`. `None`
/// if they are not understood.
fn elements<'a>(parser: &Parser<'_, 'a>, range: Range<usize>) -> Option<Items<'a>> {
    let tokens = &parser.tokens[range.clone()];
    // A range in parentheses.
    if tokens.first()?.is("(") && parser.closing[range.start] + 1 == range.end {
        let inside = range.start + 1..range.end - 1;
        if top_level(parser, &inside, |text| text == ",").is_empty() {
            return elements(parser, inside);
        }
    }
    let dots =
        (range.start..range.end.saturating_sub(1)).find(|k| parser.tokens[*k].is(".") && parser.tokens[k + 1].is("."));
    if let Some(k) = dots {
        let after_dots = parser.tokens[k + 2..range.end].first()?;
        // `0..=2` of Rust and `0...2` of Swift include the last number; `0..<3` of Swift does not.
        let has_inclusive_sign = after_dots.is("=") || after_dots.is(".");
        let has_sign = has_inclusive_sign || after_dots.is("<");
        let is_inclusive = has_inclusive_sign || !has_sign && is_kotlin(parser, &range);
        let last = if has_sign { k + 3 } else { k + 2 };
        return number_range(parser, range.start..k, last..range.end, is_inclusive);
    }
    // Kotlin and Scala.
    if let Some(k) = top_level(parser, &range, |text| text == "until").first() {
        return number_range(parser, range.start..*k, k + 1..range.end, false);
    }
    expression(parser, range).map(Items::Of)
}

/// Whether a range is the last part of a header in parentheses, as in Kotlin's `for (i in 0..3)`, whose range includes
/// the last number.
fn is_kotlin(parser: &Parser<'_, '_>, range: &Range<usize>) -> bool {
    let opens = range.start.checked_sub(1).is_some_and(|k| parser.tokens[k].is("("));
    !opens && parser.tokens.get(range.end).is_some_and(|token| token.is(")"))
}

/// Creates the range of numbers between two expressions; `None` if one is not understood.
fn number_range<'a>(
    parser: &Parser<'_, 'a>,
    first: Range<usize>,
    last: Range<usize>,
    is_inclusive: bool,
) -> Option<Items<'a>> {
    let first = expression(parser, first)?;
    let last = expression(parser, last)?;
    Some(Items::Range { first, last, step: None, is_inclusive })
}

/// Parses Lua's `i = first, last, step` after the sign; `None` if it is not understood.
fn numeric<'a>(parser: &Parser<'_, 'a>, name: &'a str, range: Range<usize>) -> Option<LoopHeader<'a>> {
    let commas = top_level(parser, &range, |text| text == ",");
    let first_comma = *commas.first()?;
    let last_end = commas.get(1).copied().unwrap_or(range.end);
    let step = match commas.get(1) {
        Some(comma) => Some(expression(parser, comma + 1..range.end)?),
        None => None,
    };
    let first = expression(parser, range.start..first_comma)?;
    let last = expression(parser, first_comma + 1..last_end)?;
    Some(LoopHeader::Each {
        pattern: Pattern::Name(name),
        items: Items::Range { first, last, step: step.map(Box::new), is_inclusive: true },
    })
}

/// Parses Zig's `|name|` or `|name, index|` after the elements, and moves past it. The header is unknown with an index,
/// whose first number the header does not state; `None` if the names are never closed.
fn zig<'a>(parser: &mut Parser<'_, 'a>, items: Range<usize>) -> Option<LoopHeader<'a>> {
    let rest = &parser.tokens[parser.at + 1..];
    let close = rest.iter().position(|token| token.is("|"))?;
    let names: Vec<&'a str> =
        rest[..close].iter().filter(|token| token.kind == Kind::Name).map(|token| token.text).collect();
    parser.at += close + 2;
    let [name] = names[..] else { return Some(LoopHeader::Unknown) };
    let items = elements(parser, items);
    Some(items.map_or(LoopHeader::Unknown, |items| LoopHeader::Each { pattern: Pattern::Name(name), items }))
}

/// Parses `for names in items` after a value, up to the bracket with the index `close`; `None` if it is not understood.
fn comprehension<'a>(parser: &mut Parser<'_, 'a>, value: Expr<'a>, close: usize) -> Option<Expr<'a>> {
    let from = parser.at + 1;
    parser.at = close;
    let at = value.at.start..parser.tokens[close - 1].end;
    // Each further `for` is a loop inside the loops before it.
    let mut starts = vec![from];
    starts.extend(top_level(parser, &(from..close), |text| text == "for").into_iter().map(|k| k + 1));
    if starts.len() > MAX_LOOPS {
        return None;
    }
    let mut value = value;
    for (k, start) in starts.iter().enumerate().rev() {
        let end = starts.get(k + 1).map_or(close, |next| next - 1);
        let word = top_level(parser, &(*start..end), |text| text == "in").first().copied()?;
        let LoopHeader::Each { pattern, items } = each(parser, *start..word, word + 1..end)? else { return None };
        value = Expr::new(Node::Each(Box::new(value), pattern, Box::new(items)), at.clone());
        if k > 0 {
            let path = Path { names: vec![INNER_LOOP], generic: Vec::new() };
            value = Expr::new(Node::Call(path, vec![Argument { key: None, value }]), at.clone());
        }
    }
    Some(value)
}

/// Words between the operands of a condition or a loop, next to which a name may be in code.
const OPERATORS: [&str; 16] =
    ["and", "or", "not", "is", "in", "of", "new", "await", "as", "let", "const", "var", "auto", "mut", "ref", "range"];

/// Whether tokens are prose: two neighboring names that are not operators.
fn is_prose(tokens: &[Token<'_>]) -> bool {
    tokens.windows(2).any(|pair| pair.iter().all(is_plain_name))
}

/// Whether a token is a name that is not an operator.
fn is_plain_name(token: &Token<'_>) -> bool {
    token.kind == Kind::Name && !OPERATORS.contains(&token.text)
}

impl<'a> Parser<'_, 'a> {
    /// Returns the indices of the tokens of a header, and moves to its end.
    pub fn header_range(&mut self, words: &[&str]) -> Option<Range<usize>> {
        range(self, words)
    }

    /// Parses the condition of a loop or a conditional.
    pub fn condition(&self, range: Range<usize>) -> Condition<'a> {
        condition(self, range)
    }

    /// Parses the header of a loop, and moves to its statements.
    pub fn loop_header(&mut self) -> Option<LoopHeader<'a>> {
        loop_header(self)
    }

    /// Parses tokens as one expression; `None` if they are more or less than one.
    pub fn whole_expression(&self, range: Range<usize>) -> Option<Expr<'a>> {
        expression(self, range)
    }

    /// Parses `for names in items` after a value, up to the bracket with the index `close`.
    pub fn comprehension(&mut self, value: Expr<'a>, close: usize) -> Option<Expr<'a>> {
        comprehension(self, value, close)
    }
}
