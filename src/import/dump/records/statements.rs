//! Statements of programs, by which code is distinguished from records: a text with a statement is left to the reader
//! of code.

/// Words with which statements of programs begin.
const KEYWORDS: [&str; 26] = [
    "import", "from", "def", "class", "let", "const", "var", "auto", "fn", "for", "while", "if", "return", "include",
    "using", "func", "extends", "public", "private", "void", "float", "double", "struct", "static", "local", "print",
];

/// Whether a line of a text is a statement of a program.
pub(super) fn has_statement(text: &str) -> bool {
    text.lines().any(|line| is_statement(line.trim()))
}

/// Whether a line without blanks around it is a statement: it begins with a keyword, ends with a semicolon, has an
/// arrow or `new`, calls a function, or assigns the result of a call.
fn is_statement(line: &str) -> bool {
    let uncommented = line.trim_start_matches('#');
    let word = uncommented.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    KEYWORDS.contains(&word)
        || line.ends_with(';')
        || line.contains("->")
        || line.contains("= new ")
        || is_call(line)
        || assigns_call(line)
}

/// Returns the text before the first opening parenthesis of a line; empty without one.
fn text_before_parenthesis(line: &str) -> &str {
    line.find('(').map(|offset| &line[..offset]).unwrap_or_default()
}

/// Whether a line is the call of a function. `Box(…)`, a value as programs print it, is none; nor is a sentence that
/// begins with a call, such as "`distance(a, b)` gives 0.03 instead of 0".
fn is_call(line: &str) -> bool {
    let callee = text_before_parenthesis(line);
    let is_path = !callee.is_empty() && !callee.contains([' ', '=', ':', '[', '{']);
    let is_sentence = line.rsplit(')').next().is_some_and(|after| after.split_whitespace().count() > 2);
    let is_printed_value = callee.starts_with(|c: char| c.is_uppercase()) && !callee.contains('.');
    is_path && !is_sentence && !is_printed_value
}

/// Whether a line assigns the result of a call: `body = make_box(…)`.
fn assigns_call(line: &str) -> bool {
    let Some((_, callee)) = text_before_parenthesis(line).split_once(" = ") else { return false };
    callee.starts_with(char::is_alphabetic) && !callee.contains(' ')
}
