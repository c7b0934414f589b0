//! Parser of lists without brackets: Python's tuples, `body.position = x, y`, and the values after Eigen's comma
//! initializer, `v << 1, 2, 3`.

use super::expressions::Parser;
use super::syntax::{Argument, Expr, Node};

/// Whether an expression may be an element of a tuple without brackets whose first element is `first`: a number, or a
/// list after a list. Other expressions after a comma may be arguments or words of a sentence.
fn is_tuple_element(expr: &Expr<'_>, first: &Expr<'_>) -> bool {
    match &expr.node {
        Node::Number(_) => true,
        Node::Negative(of) => matches!(of.node, Node::Number(_)),
        Node::List(list) => list.len() > 1 && matches!(first.node, Node::List(_)),
        _ => false,
    }
}

/// Reads a tuple of numbers or of lists without brackets after its first element, as in Python: `50, 100`,
/// `(0, 1), (2, 3)`. Returns `first` if it is no such tuple.
pub fn bare_tuple<'a>(parser: &mut Parser<'_, 'a>, first: Expr<'a>) -> Expr<'a> {
    if parser.depth > 0 || !is_tuple_element(&first, &first) || !parser.next_is(",") {
        return first;
    }
    let back = parser.at;
    let start = first.at.start;
    let mut list = vec![Argument { key: None, value: first.clone() }];
    while parser.take(",") {
        parser.skip_lines();
        match parser.expression().filter(|value| is_tuple_element(value, &first)) {
            Some(value) => list.push(Argument { key: None, value }),
            None => {
                parser.at = back;
                return first;
            }
        }
    }
    Expr::new(Node::List(list), start..parser.end())
}

/// Whether the target of an assignment is a field of a variable: `body.position`.
pub fn is_field(target: &Expr<'_>) -> bool {
    matches!(&target.node, Node::Field(..)) || matches!(&target.node, Node::Path(path) if path.names.len() > 1)
}

/// Reads a tuple of any expressions after its first element as the value of a field, as in Python:
/// `body.position = x, y`. Returns `first` if no element follows.
pub fn field_tuple<'a>(parser: &mut Parser<'_, 'a>, first: Expr<'a>) -> Expr<'a> {
    let back = parser.at;
    let start = first.at.start;
    let mut list = vec![Argument { key: None, value: first.clone() }];
    while parser.depth == 0 && parser.take(",") {
        let value = parser.expression().filter(|_| !parser.next_is("="));
        let Some(value) = value else {
            parser.at = back;
            return bare_tuple(parser, first);
        };
        list.push(Argument { key: None, value });
    }
    if list.len() == 1 { first } else { Expr::new(Node::List(list), start..parser.end()) }
}

/// Reads expressions separated by commas as a list, up to the first token that begins no expression.
pub fn comma_list<'a>(parser: &mut Parser<'_, 'a>) -> Expr<'a> {
    let start = parser.end();
    let mut list = Vec::new();
    while let Some(value) = parser.expression() {
        list.push(Argument { key: None, value });
        if !parser.take(",") {
            break;
        }
        parser.skip_lines();
    }
    Expr::new(Node::List(list), start..parser.end())
}
