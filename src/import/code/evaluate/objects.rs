//! Class that a text defines, and its objects: `scene` after `scene = Scene()`. The interpreter runs the methods that
//! the text calls on them.

use std::collections::{HashMap, HashSet};

use crate::code::parser::syntax::{Expr, Function, Node, Path, Statement, StatementKind};
use crate::code::parser::token::{Kind, Token};

/// Names of the functions that construct the objects of a class, in Python and in JavaScript.
pub const CONSTRUCTORS: [&str; 2] = ["__init__", "constructor"];

/// The only class of a text, with its objects. In a text with several classes, whose methods may have equal names, only
/// `others` is filled.
#[derive(Debug, Default)]
pub struct Objects<'a> {
    /// Name of the class, if the statements call its constructor.
    pub class: Option<&'a str>,
    /// All classes of a text that has several; empty otherwise.
    pub others: Vec<String>,
    /// Variables that hold objects of the class.
    pub names: HashSet<String>,
}

impl<'a> Objects<'a> {
    /// Finds the objects of the only class of a text, and whether the statements call its constructor. `declared` are
    /// the variables that a declaration such as `Scene scene;` or `Scene scene(4);` constructs. A text with several
    /// classes has no objects, nor has a class with the name of a function.
    pub fn find(
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
        // A call of this name calls the function.
        if functions.contains_key(class.as_str()) {
            return objects;
        }
        objects.names.extend(declared.iter().cloned());
        objects.collect(statements, class);
        objects
    }

    /// Collects the objects that assignments and declarations make, in all statements and those inside them.
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
                    if let Some(value) = value {
                        self.add(name, value, class);
                    }
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

    /// Adds a variable that is set to an object: `Scene(…)`, `library.Scene(…)`, or `Scene.create(…)`, which does not
    /// show the constructor.
    fn add(&mut self, name: &'a str, value: &Expr<'a>, class: &str) {
        let (Node::Call(Path { names, .. }, _) | Node::Path(Path { names, .. })) = &value.node else { return };
        let is_constructor = names.last() == Some(&class);
        if is_constructor {
            self.class = names.last().copied();
        }
        if is_constructor || names.first() == Some(&class) {
            self.names.insert(name.to_owned());
        }
    }
}

/// Returns the capitalized names after `class`, `struct` or `impl`, each once; not those of an `enum class`.
pub fn classes(tokens: &[Token<'_>]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (k, pair) in tokens.windows(2).enumerate() {
        let [keyword, name] = pair else { continue };
        if keyword.kind != Kind::Name || !["class", "struct", "impl"].contains(&keyword.text) {
            continue;
        }
        let is_capitalized = name.kind == Kind::Name && name.text.starts_with(char::is_uppercase);
        let is_enum = k > 0 && tokens[k - 1].text == "enum";
        if is_capitalized && !is_enum && !found.iter().any(|class| class == name.text) {
            found.push(name.text.to_owned());
        }
    }
    found
}

/// Returns the names of the variables that are declared as objects of a class: `Scene scene;`, `Scene scene(4);`.
pub fn declared(tokens: &[Token<'_>], classes: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for three in tokens.windows(3) {
        let [class, variable, end] = three else { continue };
        let is_class = classes.iter().any(|known| known == class.text);
        let is_declaration = variable.kind == Kind::Name && [";", "(", "{"].iter().any(|sign| end.is(sign));
        if is_class && is_declaration {
            found.push(variable.text.to_owned());
        }
    }
    found
}
