//! The class of a text and its objects: variables that hold what its constructor makes.

use std::collections::{HashMap, HashSet};

use super::syntax::{Expr, Function, Node, Path, Statement, StatementKind};

/// Names of the functions that construct the objects of a class.
pub(super) const CONSTRUCTORS: [&str; 2] = ["__init__", "constructor"];

/// The only class of a text, with its objects; empty in a text with several classes, whose methods may have equal
/// names.
#[derive(Debug, Default)]
pub(super) struct Objects<'a> {
    pub(super) class: Option<&'a str>,
    /// Classes of a text with several.
    pub(super) others: Vec<String>,
    /// Variables that hold objects of the class.
    pub(super) names: HashSet<String>,
}

impl<'a> Objects<'a> {
    /// Finds the class among `classes` whose constructor the statements call, and its objects, among them those that
    /// are declared without a value.
    pub(super) fn find(
        statements: &[Statement<'a>],
        functions: &HashMap<&'a str, &Function<'a>>,
        classes: &[String],
        declared: &[String],
    ) -> Self {
        let mut objects = Self::default();
        let [class] = classes else {
            objects.others = classes.to_vec();
            return objects;
        };
        if functions.contains_key(class.as_str()) {
            return objects;
        }
        objects.names.extend(declared.iter().cloned());
        objects.collect(statements, class);
        objects
    }

    fn collect(&mut self, statements: &[Statement<'a>], class: &str) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(Expr { node: Node::Path(target), .. }, value) if target.names.len() == 1 => {
                    self.add(target.last(), value, class);
                }
                StatementKind::Declare { name, declared, value, .. } => {
                    if declared.last() == class {
                        self.names.insert((*name).to_owned());
                    }
                    value.iter().for_each(|value| self.add(name, value, class));
                }
                StatementKind::Value(Expr { node: Node::Call(path, _), .. }) if path.names == [class] => {
                    self.class = path.names.last().copied();
                }
                _ => {}
            }
            for inner in statement.inner() {
                self.collect(inner, class);
            }
        }
    }

    /// Adds a variable that is set to an object.
    fn add(&mut self, name: &'a str, value: &Expr<'a>, class: &str) {
        let (Node::Call(Path { names, .. }, _) | Node::Path(Path { names, .. })) = &value.node else { return };
        if names.last() == Some(&class) {
            self.class = names.last().copied();
        }
        if names.last() == Some(&class) || names.first() == Some(&class) {
            self.names.insert(name.to_owned());
        }
    }
}

/// Returns the names of the classes that a text defines.
pub(super) fn classes(tokens: &[super::token::Token<'_>]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (k, pair) in tokens.windows(2).enumerate() {
        let are_names = pair.iter().all(|token| token.kind == super::token::Kind::Name);
        let defines = are_names && ["class", "struct", "impl"].contains(&pair[0].text);
        let is_name = are_names && pair[1].text.starts_with(char::is_uppercase);
        let begins = k == 0 || tokens[k - 1].kind == super::token::Kind::Line || tokens[k - 1].text != "enum";
        if defines && is_name && begins && !found.iter().any(|own| own == pair[1].text) {
            found.push(pair[1].text.to_owned());
        }
    }
    found
}

/// Returns the names of the variables that are declared as objects of a class: `Scene scene;`, `Scene scene(4);`.
pub(super) fn declared(tokens: &[super::token::Token<'_>], classes: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for three in tokens.windows(3) {
        let is_object = classes.iter().any(|class| class == three[0].text)
            && three[1].kind == super::token::Kind::Name
            && [";", "(", "{"].iter().any(|sign| three[2].is(sign));
        if is_object {
            found.push(three[1].text.to_owned());
        }
    }
    found
}
