//! Syntax tree of a program text, as the parser makes it: statements and expressions of many languages in one form. The
//! interpreter evaluates the tree; the checks search it.

use std::ops::Range;

use super::patterns::Pattern;

/// Maximum height of an expression, so that no text exhausts the stack; higher ones are read as unknown.
pub const MAX_HEIGHT: usize = 90;

/// Qualified name, `a::b.c`, with the type in its angle brackets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path<'a> {
    pub names: Vec<&'a str>,
    /// Names of the type in angle brackets; empty without one.
    pub generic: Vec<&'a str>,
}

impl<'a> Path<'a> {
    /// Returns the last name of a path.
    pub fn last(&self) -> &'a str {
        self.names.last().copied().unwrap_or_default()
    }
}

/// Expression with its range in the text.
#[derive(Clone, Debug)]
pub struct Expr<'a> {
    pub node: Node<'a>,
    /// Range in the text, bytes.
    pub at: Range<usize>,
    /// Height of the tree, at least 1.
    pub height: usize,
}

/// Form of an expression, with its operands.
#[derive(Clone, Debug)]
pub enum Node<'a> {
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
    /// Index `from:to`, with the first index and the one after the last; each may be absent.
    Slice(Option<usize>, Option<usize>),
    /// Elements or fields in brackets.
    List(Vec<Argument<'a>>),
    Negative(Box<Expr<'a>>),
    /// Operation with its sign, `+`, `-`, `*`, `/`, `%` or `@`, and its left and right operand.
    Binary(char, Box<Expr<'a>>, Box<Expr<'a>>),
    /// `value for names in items`: a list with a value for each element.
    Each(Box<Expr<'a>>, Pattern<'a>, Box<Items<'a>>),
    /// Value of a call of a function that the text defines, by its index in the store.
    Result(usize),
    /// Text that is not understood.
    Unknown,
}

/// Argument or element, with its key if it has one.
#[derive(Clone, Debug)]
pub struct Argument<'a> {
    pub key: Option<&'a str>,
    pub value: Expr<'a>,
}

impl<'a> Expr<'a> {
    /// Creates an expression at a range of the text, bytes; unknown if the tree would be higher than [`MAX_HEIGHT`].
    pub fn new(node: Node<'a>, at: Range<usize>) -> Self {
        let operand_height = match &node {
            Node::Number(_) | Node::Text(_) | Node::Path(_) | Node::Slice(..) | Node::Result(_) | Node::Unknown => 0,
            Node::Call(_, list) | Node::List(list) => tallest(list),
            Node::Method(of, _, list) => of.height.max(tallest(list)),
            Node::Field(of, _) | Node::Negative(of) => of.height,
            Node::Index(a, b) | Node::Binary(_, a, b) => a.height.max(b.height),
            Node::Each(of, _, items) => of.height.max(match items.as_ref() {
                Items::Of(items) => items.height,
                Items::Range { first, last, .. } => first.height.max(last.height),
            }),
        };
        if operand_height >= MAX_HEIGHT {
            return Self { node: Node::Unknown, at, height: 1 };
        }
        Self { node, at, height: operand_height + 1 }
    }
}

/// Statement with its range in the text.
#[derive(Clone, Debug)]
pub struct Statement<'a> {
    pub kind: StatementKind<'a>,
    /// Range in the text; of the header, if the statement contains others. Bytes.
    pub at: Range<usize>,
    /// Whether the statement declares a variable of the enclosing block: by its type, or by a word such as `let`,
    /// `const` or `local`.
    pub declares: bool,
}

/// Form of a statement.
#[derive(Clone, Debug)]
pub enum StatementKind<'a> {
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
    Loop(LoopHeader<'a>, Vec<Statement<'a>>),
    /// Branches of a conditional; the first whose condition is true runs.
    Branches(Vec<Branch<'a>>),
    Function(Function<'a>),
    /// Statements in braces, with variables of their own.
    Block(Vec<Statement<'a>>),
    Return(Option<Expr<'a>>),
    Break,
    Continue,
}

/// Header of a loop, which states how often its statements run.
#[derive(Clone, Debug)]
pub enum LoopHeader<'a> {
    /// `for (start; condition; step)`; `while` has only a condition.
    Count { start: Vec<Statement<'a>>, condition: Condition<'a>, step: Vec<Statement<'a>> },
    /// Loop over elements, whose names are in the pattern: `for x in list`.
    Each { pattern: Pattern<'a>, items: Items<'a> },
    /// Header that is not understood.
    Unknown,
}

/// Elements that a loop visits.
#[derive(Clone, Debug)]
pub enum Items<'a> {
    /// Elements of a list.
    Of(Expr<'a>),
    /// Numbers from the first to the last, which may be included.
    Range { first: Expr<'a>, last: Expr<'a>, step: Option<Box<Expr<'a>>>, is_inclusive: bool },
}

/// Condition of a loop or a branch.
#[derive(Clone, Debug)]
pub enum Condition<'a> {
    /// Condition of the branch after `else`, and of Python's main program: `if __name__ == "__main__":`.
    Always,
    /// The value is true, or other than 0.
    Is(Expr<'a>),
    /// The value is false or 0: `!value`, `not value`.
    IsNot(Expr<'a>),
    Compare(Comparison, Expr<'a>, Expr<'a>),
    Unknown,
}

/// Sign of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

/// Branch of a conditional.
#[derive(Clone, Debug)]
pub struct Branch<'a> {
    pub condition: Condition<'a>,
    pub body: Vec<Statement<'a>>,
}

/// Function that the text defines.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    pub name: &'a str,
    pub parameters: Vec<Parameter<'a>>,
    pub body: Vec<Statement<'a>>,
    /// Whether every assignment to a name declares a variable of the function, as in Python.
    pub has_own_variables: bool,
    /// Whether the function may be a method of an object.
    pub may_be_method: bool,
}

/// Parameter of a function, with its default value.
#[derive(Clone, Debug)]
pub struct Parameter<'a> {
    pub name: &'a str,
    pub default: Option<Expr<'a>>,
    pub takes: Takes,
    /// Fields of a record that are variables of the function: `function f({ size = 1, position })`.
    pub fields: Vec<Parameter<'a>>,
}

/// Arguments that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    One,
    /// All further arguments without a name: `*args`, `...args`.
    Others,
    /// All further arguments with a name: `**fields`.
    OtherNamed,
}

/// Height of the tallest expression of a list.
fn tallest(list: &[Argument<'_>]) -> usize {
    list.iter().map(|one| one.value.height).max().unwrap_or(0)
}

impl<'a> Statement<'a> {
    /// Returns the lists of statements inside this one.
    pub fn inner(&self) -> Vec<&[Statement<'a>]> {
        match &self.kind {
            StatementKind::Loop(LoopHeader::Count { start, step, .. }, body) => {
                vec![start.as_slice(), body.as_slice(), step.as_slice()]
            }
            StatementKind::Loop(LoopHeader::Each { .. } | LoopHeader::Unknown, body) | StatementKind::Block(body) => {
                vec![body.as_slice()]
            }
            StatementKind::Function(function) => vec![function.body.as_slice()],
            StatementKind::Branches(branches) => branches.iter().map(|branch| branch.body.as_slice()).collect(),
            StatementKind::Declare { .. }
            | StatementKind::Assign(..)
            | StatementKind::Value(_)
            | StatementKind::Return(_)
            | StatementKind::Break
            | StatementKind::Continue => Vec::new(),
        }
    }

    /// Returns the only variable that the statement sets or declares, and its value, if there is one.
    pub fn variable(&self) -> Option<(&'a str, Option<&Expr<'a>>)> {
        match &self.kind {
            StatementKind::Declare { name, value, .. } => Some((name, value.as_ref())),
            StatementKind::Assign(Expr { node: Node::Path(path), .. }, value) if path.names.len() == 1 => {
                Some((path.last(), Some(value)))
            }
            _ => None,
        }
    }

    /// Returns the expressions of this statement, without those of statements inside it.
    pub fn expressions(&self) -> Vec<&Expr<'a>> {
        match &self.kind {
            StatementKind::Declare { value, .. } | StatementKind::Return(value) => value.iter().collect(),
            StatementKind::Assign(target, value) => vec![target, value],
            StatementKind::Value(value) => vec![value],
            StatementKind::Loop(LoopHeader::Each { items, .. }, _) => items.expressions(),
            StatementKind::Loop(LoopHeader::Count { condition, .. }, _) => condition.expressions(),
            StatementKind::Branches(branches) => {
                branches.iter().flat_map(|branch| branch.condition.expressions()).collect()
            }
            StatementKind::Loop(..)
            | StatementKind::Function(_)
            | StatementKind::Block(_)
            | StatementKind::Break
            | StatementKind::Continue => Vec::new(),
        }
    }
}

impl<'a> Items<'a> {
    /// Returns the expressions that state the elements.
    pub fn expressions(&self) -> Vec<&Expr<'a>> {
        match self {
            Self::Of(items) => vec![items],
            Self::Range { first, last, step, .. } => [first, last].into_iter().chain(step.as_deref()).collect(),
        }
    }
}

impl<'a> Condition<'a> {
    fn expressions(&self) -> Vec<&Expr<'a>> {
        match self {
            Self::Is(value) | Self::IsNot(value) => vec![value],
            Self::Compare(_, left, right) => vec![left, right],
            Self::Always | Self::Unknown => Vec::new(),
        }
    }
}

impl<'a> Expr<'a> {
    /// Calls `visitor` with this expression and then with all expressions in it, in the order of the text.
    pub fn visit(&self, visitor: &mut dyn FnMut(&Self)) {
        visitor(self);
        match &self.node {
            Node::Call(_, list) | Node::List(list) => list.iter().for_each(|one| one.value.visit(visitor)),
            Node::Method(of, _, list) => {
                of.visit(visitor);
                list.iter().for_each(|one| one.value.visit(visitor));
            }
            Node::Field(of, _) | Node::Negative(of) => of.visit(visitor),
            Node::Index(a, b) | Node::Binary(_, a, b) => {
                a.visit(visitor);
                b.visit(visitor);
            }
            Node::Each(of, _, items) => {
                of.visit(visitor);
                items.expressions().into_iter().for_each(|expr| expr.visit(visitor));
            }
            Node::Number(_) | Node::Text(_) | Node::Path(_) | Node::Slice(..) | Node::Result(_) | Node::Unknown => {}
        }
    }

    /// Returns the expressions directly inside this one, in the order of the text.
    pub fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.node {
            Node::Call(_, list) | Node::List(list) => list.iter_mut().map(|one| &mut one.value).collect(),
            Node::Method(of, _, list) => {
                std::iter::once(of.as_mut()).chain(list.iter_mut().map(|one| &mut one.value)).collect()
            }
            Node::Field(of, _) | Node::Negative(of) => vec![of.as_mut()],
            Node::Index(a, b) | Node::Binary(_, a, b) => vec![a.as_mut(), b.as_mut()],
            // The value is evaluated for each element, so its expressions are not constant operands.
            Node::Each(..) => Vec::new(),
            Node::Number(_) | Node::Text(_) | Node::Path(_) | Node::Slice(..) | Node::Result(_) | Node::Unknown => {
                Vec::new()
            }
        }
    }
}

/// Statement without the structure around it.
pub struct Flat<'s, 'a> {
    pub statement: &'s Statement<'a>,
    /// Whether the statement is in a loop or a conditional.
    pub repeats: bool,
}

/// Returns all statements in the order of the text, with those inside others.
pub fn flatten<'s, 'a>(statements: &'s [Statement<'a>]) -> Vec<Flat<'s, 'a>> {
    fn collect<'s, 'a>(statements: &'s [Statement<'a>], repeats: bool, found: &mut Vec<Flat<'s, 'a>>) {
        for statement in statements {
            found.push(Flat { statement, repeats });
            let repeats = repeats || matches!(statement.kind, StatementKind::Loop(..) | StatementKind::Branches(_));
            statement.inner().into_iter().for_each(|inner| collect(inner, repeats, found));
        }
    }
    let mut found = Vec::with_capacity(statements.len());
    collect(statements, false, &mut found);
    found
}

/// Returns the names in a chain of fields and getters, `body->getWorldTransform().origin`; `None` for any other
/// expression.
pub fn chain<'a>(expr: &Expr<'a>) -> Option<Vec<&'a str>> {
    let mut names = Vec::new();
    collect_chain(expr, &mut names).then_some(names)
}

/// Appends the names in a chain, in order; returns whether the expression is one, else `names` has only some of them.
fn collect_chain<'a>(expr: &Expr<'a>, names: &mut Vec<&'a str>) -> bool {
    match &expr.node {
        Node::Path(path) => names.extend(&path.names),
        Node::Call(path, arguments) if arguments.is_empty() => names.extend(&path.names),
        Node::Method(of, path, arguments) if arguments.is_empty() => {
            if !collect_chain(of, names) {
                return false;
            }
            names.extend(&path.names);
        }
        Node::Field(of, name) => {
            if !collect_chain(of, names) {
                return false;
            }
            names.push(*name);
        }
        _ => return false,
    }
    true
}
