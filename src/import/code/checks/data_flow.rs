//! Data-flow graph of an imported program: an edge leads from each variable to those computed from it. The graph shows
//! which point lists arrive at a collision query, and which values the interpreter could not compute.
//!
//! `B = A + t; gjk(A, B)` gives the edges `A` → `B` and `t` → `B`, and one query of `A` and `B`. The result of a
//! function `f` is a node with the name `f()`.

mod arguments;
mod operands;
mod queries;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::code::evaluate::value::Data;
use crate::code::join::store::Store;
use crate::code::parser::syntax::{Argument, Expr, Items, LoopHeader, Node, Statement, StatementKind, chain};
use crate::code::shape::clouds::{added, extended};
pub use queries::moves_points;
use queries::{is_of_arrays, may_query};
pub use values::is_points;
use values::is_unknown;

/// Node of the graph: the number of the function that the variable belongs to, from 1 in the order of the text or 0 for
/// the whole text, and the name of the variable with that of its owners, such as `body.points`.
pub type Key = (usize, String);

/// Assignment of a value that the interpreter could not evaluate.
#[derive(Debug)]
pub struct UnknownAssignment {
    /// Variable that the value is assigned or added to.
    pub key: Key,
    /// Offset of the statement, bytes.
    pub at: usize,
    /// Last name of the function whose result the value is; empty for an operation, and for an element added to a list.
    pub function: String,
    /// Whether the value is the result of a call with two or more variables, such as a distance, or one element of a
    /// variable: then it is no list of points.
    pub is_relation: bool,
}

/// Maximum number of variables that a search along the edges finds, so that long texts take little time.
pub const MAX_REACHED: usize = 100_000;

/// Data-flow graph of a program.
#[derive(Debug, Default)]
pub struct Flows {
    /// Variables that are computed from each variable.
    edges: BTreeMap<Key, BTreeSet<Key>>,
    /// Variables among the arguments of each query.
    pub queries: Vec<Vec<Key>>,
    /// Indices in `queries` of the queries that take each variable.
    pub by_argument: BTreeMap<Key, Vec<usize>>,
    /// Assignments of values that are not known.
    pub unknown: Vec<UnknownAssignment>,
    /// Variables that multiply others as matrices, such as `R` in `A @ R`.
    pub matrices: BTreeSet<Key>,
    /// Ranges of the statements, bytes, with the number of the function that each belongs to (0 for the whole text).
    statement_scopes: Vec<(Range<usize>, usize)>,
    /// Names of the parameters and local variables of each function, by its number.
    locals: HashMap<usize, BTreeSet<String>>,
    /// Number of functions found so far, which is the number of the last one.
    function_count: usize,
    /// Names of the functions that the text calls.
    called: BTreeSet<String>,
}

/// Returns all prefixes of a path, up to the whole: `a`, `a.b`, `a.b.c`.
fn prefixes(names: &[&str]) -> Vec<String> {
    (1..=names.len()).map(|count| names[..count].join(".")).collect()
}

/// Collects the names of the variables in an expression, and `f()` for each function `f` that it calls.
fn collect_names(expr: &Expr<'_>, found: &mut BTreeSet<String>) {
    expr.visit(&mut |part| match &part.node {
        Node::Path(path) => found.extend(prefixes(&path.names)),
        Node::Call(path, _) => {
            let owner = path.names.split_last().map_or(&[][..], |(_, owner)| owner);
            found.extend(prefixes(owner));
            if let [name] = path.names[..] {
                found.insert(format!("{name}()"));
            }
        }
        _ => {}
    });
}

/// Variable that an argument passes unchanged, as all prefixes of its path: `A`, `&A`, `A[0]`, `A.T`, `A.copy()`.
/// `None` for an expression that computes something.
fn passed_variable(expr: &Expr<'_>) -> Option<Vec<String>> {
    match &expr.node {
        Node::Path(path) => Some(prefixes(&path.names)),
        Node::Call(path, arguments) if arguments.is_empty() => {
            let (_, owner) = path.names.split_last().filter(|(_, owner)| !owner.is_empty())?;
            Some(prefixes(owner))
        }
        Node::Index(of, _) => passed_variable(of),
        _ => None,
    }
}

/// Variables that arguments pass unchanged, also as elements of a list: `gjk([A, B])`.
fn passed_variables(arguments: &[Argument<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    for argument in arguments {
        match &argument.value.node {
            Node::List(items) => {
                names.extend(items.iter().filter_map(|item| passed_variable(&item.value)).flatten());
            }
            _ => names.extend(passed_variable(&argument.value).into_iter().flatten()),
        }
    }
    names
}

impl Flows {
    /// Builds the graph of a program, whose values `store` has evaluated.
    pub fn of(store: &Store, statements: &[Statement<'_>]) -> Self {
        let mut flows = Self::default();
        flows.locals.insert(0, BTreeSet::new());
        flows.collect(store, statements, 0);
        flows
    }

    /// Returns the variable with a name at an offset of the text, bytes.
    pub fn key(&self, name: &str, at: usize) -> Key {
        let statement = self.statement_scopes.iter().rev().find(|(range, _)| range.contains(&at));
        let scope = statement.map_or(0, |(_, scope)| *scope);
        self.scoped(name.to_owned(), scope)
    }

    /// Returns the variable of a name in the function `scope`: a local one, or one of the whole text.
    fn scoped(&self, name: String, scope: usize) -> Key {
        let root = name.split('.').next().unwrap_or_default();
        let is_local = self.locals.get(&scope).is_some_and(|locals| locals.contains(root));
        (if is_local { scope } else { 0 }, name)
    }

    /// Whether a query takes a variable.
    pub fn is_queried(&self, key: &Key) -> bool {
        self.by_argument.contains_key(key)
    }

    /// Returns the variables that are computed from these variables, directly or through others; at most
    /// [`MAX_REACHED`].
    pub fn reached<'k>(&self, from: impl IntoIterator<Item = &'k Key>) -> BTreeSet<Key> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&Key> = from.into_iter().collect();
        while let Some(key) = open.pop().filter(|_| found.len() < MAX_REACHED) {
            for next in self.edges.get(key).into_iter().flatten() {
                if found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// Whether a variable of a function contributes to the result of a function that the text calls; false for
    /// variables outside of functions.
    pub fn is_returned(&self, key: &Key) -> bool {
        let reached = self.reached([key]);
        let mut results = reached.iter().filter_map(|(_, name)| name.strip_suffix("()"));
        key.0 > 0 && results.any(|function| self.called.contains(function))
    }

    /// Adds the nodes and edges of statements of the function `scope`, and of the functions defined in them.
    fn collect(&mut self, store: &Store, statements: &[Statement<'_>], scope: usize) {
        for statement in statements {
            if let StatementKind::Function(function) = &statement.kind {
                self.function_count += 1;
                let inner = self.function_count;
                let mut locals: BTreeSet<String> =
                    function.parameters.iter().map(|parameter| parameter.name.to_owned()).collect();
                collect_targets(&function.body, &mut locals);
                self.locals.insert(inner, locals);
                self.collect(store, &function.body, inner);
                self.collect_results(&function.body, function.name, inner);
                continue;
            }
            self.statement_scopes.push((statement.at.clone(), scope));
            self.add_statement(store, statement, scope);
            for inner in statement.inner() {
                self.collect(store, inner, scope);
            }
        }
    }

    /// Adds the flow from the variables of a function to its result.
    fn collect_results(&mut self, body: &[Statement<'_>], name: &str, scope: usize) {
        for statement in body {
            if let StatementKind::Return(Some(value)) = &statement.kind {
                self.add_edges(value, &(0, format!("{name}()")), scope);
            }
            for inner in statement.inner() {
                self.collect_results(inner, name, scope);
            }
        }
    }

    /// Adds edges to `target` from the variables and function results in `value`, an expression of function `scope`.
    fn add_edges(&mut self, value: &Expr<'_>, target: &Key, scope: usize) {
        let mut names = BTreeSet::new();
        collect_names(value, &mut names);
        self.note_called(&names);
        for name in names {
            let source = if name.ends_with("()") { (0, name) } else { self.scoped(name, scope) };
            if source != *target {
                self.edges.entry(source).or_default().insert(target.clone());
            }
        }
        self.add_matrices(value, scope, false);
    }

    /// Stores the names of functions among the names of an expression.
    fn note_called(&mut self, names: &BTreeSet<String>) {
        self.called.extend(names.iter().filter_map(|name| name.strip_suffix("()")).map(str::to_owned));
    }

    /// Adds the edges and queries of one statement of the function `scope`, without the statements inside it.
    fn add_statement(&mut self, store: &Store, statement: &Statement<'_>, scope: usize) {
        match &statement.kind {
            StatementKind::Declare { name, value: Some(value), .. } => {
                self.add_assignment(store, &[(*name).to_owned()], value, statement.at.start, scope);
            }
            StatementKind::Assign(target, value) => {
                let names = target_of(target).map_or_else(Vec::new, |name| vec![name]);
                self.add_assignment(store, &names, value, statement.at.start, scope);
            }
            StatementKind::Value(value) => match added(value).or_else(|| extended(value)) {
                Some((name, arguments)) => self.add_push(store, name, arguments, value.at.start, scope),
                None => self.add_calls(value, scope),
            },
            StatementKind::Loop(LoopHeader::Each { pattern, items: Items::Of(items) }, _) => {
                for name in pattern.names() {
                    let target = self.scoped(name.to_owned(), scope);
                    self.add_edges(items, &target, scope);
                }
            }
            _ => statement.expressions().into_iter().for_each(|expr| self.add_calls(expr, scope)),
        }
    }

    /// Adds the call of a method that adds its arguments to the variable `name`: to a list, or as bodies to a world,
    /// which is a query. `at` is the offset of the call, bytes.
    fn add_push(&mut self, store: &Store, name: String, arguments: &[Argument<'_>], at: usize, scope: usize) {
        let last_value = store.variables.get(&name);
        // Variables of a function are not in the store; its lists are the usual case.
        let is_list = scope > 0 || last_value.is_some_and(|list| matches!(list.data, Data::List(_) | Data::Unknown));
        if !is_list {
            let names = arguments.iter().filter_map(|argument| passed_variable(&argument.value)).flatten();
            let keys = names.map(|name| self.scoped(name, scope)).collect();
            return self.add_query(keys);
        }
        let target = self.scoped(name, scope);
        if target.0 == 0 && last_value.is_some_and(is_unknown) {
            self.unknown.push(UnknownAssignment {
                key: target.clone(),
                at,
                function: String::new(),
                is_relation: false,
            });
        }
        arguments.iter().for_each(|argument| self.add_edges(&argument.value, &target, scope));
    }

    /// Adds an assignment of `value` to the variables `names`, at the offset `at` of its statement, bytes. The calls in
    /// a value that is known to be points compute it; those in another may be queries.
    fn add_assignment(&mut self, store: &Store, names: &[String], value: &Expr<'_>, at: usize, scope: usize) {
        let known = store.evaluated.get(&at).map(|(_, value)| value);
        let is_points = known.is_some_and(is_points);
        for name in names {
            let target = self.scoped(name.clone(), scope);
            self.add_edges(value, &target, scope);
            let is_unknown = match store.variables.get(name) {
                Some(last) if target.0 == 0 => is_unknown(last),
                _ => known.is_none_or(is_unknown),
            };
            if is_unknown {
                self.unknown.push(UnknownAssignment {
                    key: target,
                    at,
                    function: function_of(value),
                    is_relation: is_relation(value),
                });
            }
        }
        if !is_points {
            self.add_calls(value, scope);
        }
    }

    /// Adds the queries in an expression.
    fn add_calls(&mut self, expr: &Expr<'_>, scope: usize) {
        let mut queries = Vec::new();
        let mut used_names = BTreeSet::new();
        collect_names(expr, &mut used_names);
        self.note_called(&used_names);
        expr.visit(&mut |part| {
            let (path, arguments) = match &part.node {
                Node::Call(path, arguments) | Node::Method(_, path, arguments) => (path, arguments),
                _ => return,
            };
            if !may_query(&path.names) {
                return;
            }
            let mut names = passed_variables(arguments);
            // The object of a method takes part in the query, too.
            if path.names.len() > 1 {
                names.extend(prefixes(&path.names[..path.names.len() - 1]));
            }
            queries.push(names);
        });
        for names in queries {
            let keys = names.into_iter().map(|name| self.scoped(name, scope)).collect();
            self.add_query(keys);
        }
    }

    /// Adds a query with its arguments.
    fn add_query(&mut self, keys: Vec<Key>) {
        for key in &keys {
            self.by_argument.entry(key.clone()).or_default().push(self.queries.len());
        }
        self.queries.push(keys);
    }
}

/// Returns the name of the variable that an assignment sets, as a whole or in one element.
fn target_of(target: &Expr<'_>) -> Option<String> {
    match &target.node {
        Node::Index(of, _) => target_of(of),
        _ => chain(target).map(|names| names.join(".")),
    }
}

/// Returns the last name of the function whose result is the whole value; empty if the value is no result of a call.
fn function_of(value: &Expr<'_>) -> String {
    match &value.node {
        Node::Call(path, _) => path.last().to_owned(),
        Node::Method(of, path, _) if matches!(of.node, Node::Path(_)) => path.last().to_owned(),
        _ => String::new(),
    }
}

/// Whether a value is the result of a call with two or more variables as arguments, or one element of a variable. Calls
/// of array modules and of functions that move points are no relations, and neither are slices by lists of indices.
fn is_relation(value: &Expr<'_>) -> bool {
    match &value.node {
        Node::Call(path, arguments) if !is_of_arrays(&path.names) => {
            arguments.iter().filter(|one| passed_variable(&one.value).is_some()).count() > 1
                && !moves_points(path.last())
        }
        Node::Index(_, index) => !matches!(index.node, Node::List(_)),
        _ => false,
    }
}

/// Collects the names that the statements of a function assign to.
fn collect_targets(statements: &[Statement<'_>], found: &mut BTreeSet<String>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare { name, .. } => {
                found.insert((*name).to_owned());
            }
            StatementKind::Assign(target, _) => {
                let name = target_of(target);
                found.extend(name.and_then(|name| name.split('.').next().map(str::to_owned)));
            }
            StatementKind::Loop(LoopHeader::Each { pattern, .. }, _) => {
                found.extend(pattern.names().into_iter().map(str::to_owned));
            }
            StatementKind::Function(_) => continue,
            _ => {}
        }
        statement.inner().into_iter().for_each(|inner| collect_targets(inner, found));
    }
}
