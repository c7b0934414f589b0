//! Syntax tree of statements and expressions, as far as declarations, constructors and assignments need one.

use std::ops::Range;

/// Maximum height of an expression, so that no text exhausts the stack; higher ones are read as unknown.
pub(super) const MAX_HEIGHT: usize = 90;

/// Qualified name, `a::b.c`, with the type in its angle brackets.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path<'a> {
    pub(super) names: Vec<&'a str>,
    /// Names of the type in angle brackets; empty without one.
    pub(super) generic: Vec<&'a str>,
}

impl<'a> Path<'a> {
    /// Returns the last name of a path.
    pub(super) fn last(&self) -> &'a str {
        self.names.last().copied().unwrap_or_default()
    }
}

/// Expression with its range in the text.
#[derive(Clone, Debug)]
pub(super) struct Expr<'a> {
    pub(super) node: Node<'a>,
    /// Range in the text, bytes.
    pub(super) at: Range<usize>,
    /// Height of the tree, at least 1.
    pub(super) height: usize,
}

/// Form of an expression.
#[derive(Clone, Debug)]
pub(super) enum Node<'a> {
    Number(f64),
    Text(&'a str),
    Path(Path<'a>),
    /// `path(arguments)`, `path { arguments }`, `path![arguments]`.
    Call(Path<'a>, Vec<Argument<'a>>),
    /// `receiver.path(arguments)`, where the receiver is not a name.
    Method(Box<Expr<'a>>, Path<'a>, Vec<Argument<'a>>),
    /// `receiver.name`, where the receiver is not a name.
    Field(Box<Expr<'a>>, &'a str),
    /// `receiver[index]`; several indices are a list.
    Index(Box<Expr<'a>>, Box<Expr<'a>>),
    /// Index `from:to`; each end may be absent.
    Slice(Option<usize>, Option<usize>),
    /// Elements or fields in brackets.
    List(Vec<Argument<'a>>),
    Negative(Box<Expr<'a>>),
    Binary(char, Box<Expr<'a>>, Box<Expr<'a>>),
    Unknown,
}

/// Argument or element, with its key if it has one.
#[derive(Clone, Debug)]
pub(super) struct Argument<'a> {
    pub(super) key: Option<&'a str>,
    pub(super) value: Expr<'a>,
}

impl<'a> Expr<'a> {
    pub(super) fn new(node: Node<'a>, at: Range<usize>) -> Self {
        let below = match &node {
            Node::Number(_) | Node::Text(_) | Node::Path(_) | Node::Slice(..) | Node::Unknown => 0,
            Node::Call(_, list) | Node::List(list) => tallest(list),
            Node::Method(of, _, list) => of.height.max(tallest(list)),
            Node::Field(of, _) | Node::Negative(of) => of.height,
            Node::Index(a, b) | Node::Binary(_, a, b) => a.height.max(b.height),
        };
        match below {
            MAX_HEIGHT.. => Self { node: Node::Unknown, at, height: 1 },
            _ => Self { node, at, height: below + 1 },
        }
    }
}

/// Statement with its range in the text.
#[derive(Clone, Debug)]
pub(super) struct Statement<'a> {
    pub(super) kind: StatementKind<'a>,
    pub(super) at: Range<usize>,
}

/// Form of a statement.
#[derive(Clone, Debug)]
pub(super) enum StatementKind<'a> {
    /// `Type name`, with a value or without; the type may be unknown.
    Declare {
        name: &'a str,
        name_at: Range<usize>,
        declared: Path<'a>,
        value: Option<Expr<'a>>,
    },
    /// `target = value`, `target << value`.
    Assign(Expr<'a>, Expr<'a>),
    Value(Expr<'a>),
}

/// Height of the tallest expression of a list.
fn tallest(list: &[Argument<'_>]) -> usize {
    list.iter().map(|one| one.value.height).max().unwrap_or(0)
}
