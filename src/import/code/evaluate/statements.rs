//! Evaluation of single statements: declarations, assignments and expressions.
//!
//! `Box box = Box(1, 2, 3)` stores a shape in the variable `box`, `box.position = (0, 1, 0)` gives it a pose, and
//! `world.add(box)` makes a body of it. The interpreter runs the statements that contain others.

use std::ops::Range;
use std::rc::Rc;

use super::calls::is_mention;
use super::value::{Data, Value, mark};
use crate::code::join::pose_names;
use crate::code::join::store::{LoosePose, Store, ranges_of, slot};
use crate::code::parser::syntax::{Expr, Node, Path, Statement, StatementKind, chain};
use crate::code::pose::rotations::is_pose;
use crate::code::shape::wrappers::is_component;
use crate::names::normalized;

/// Runs a statement and stores the entities that it declares or changes.
pub fn run(store: &mut Store, statement: &Statement<'_>) {
    match &statement.kind {
        StatementKind::Declare { name, name_at, declared, value } => {
            let declaration = Declaration { name, name_at, declared, value: value.as_ref() };
            declare(store, &declaration, statement.at.start);
        }
        StatementKind::Assign(target, value) => {
            if !loads_sat(target, value) {
                let value = store.value(value);
                store.note_value(statement.at.start, &value);
                assign(store, target, value);
            }
        }
        StatementKind::Value(expr) => {
            if store.is_assertion_without_body(expr) {
                store.judged.push(expr.at.clone());
            } else if !store.run_output_call(expr) && !is_mention(expr) {
                store.statement_at = Some(expr.at.start);
                run_expression(store, expr);
                store.statement_at = None;
            }
        }
        // Statements that contain others are run by the interpreter.
        StatementKind::Loop(..)
        | StatementKind::Branches(_)
        | StatementKind::Function(_)
        | StatementKind::Block(_)
        | StatementKind::Return(_)
        | StatementKind::Break
        | StatementKind::Continue => {}
    }
}

/// Declaration of a variable: `Type name`, with a value or without.
struct Declaration<'s, 'a> {
    name: &'a str,
    /// Range of the name in the text, bytes.
    name_at: &'s Range<usize>,
    declared: &'s Path<'a>,
    value: Option<&'s Expr<'a>>,
}

/// Runs a declaration; one without a value calls the constructor of its type. `at` is its offset, bytes.
fn declare(store: &mut Store, declaration: &Declaration<'_, '_>, at: usize) {
    let Declaration { name, name_at, declared, value } = *declaration;
    let is_container = ["vector", "deque"].contains(&declared.last()) && !declared.generic.is_empty();
    let initial = match value {
        Some(value) => store.value(value),
        // `std::vector<Vec3> points;`
        None if is_container => Value::new(Data::List(Rc::default()), at),
        None => store.call(declared, &[], at),
    };
    let mut value = store.with_fields(declared, initial);
    store.note_value(at, &value);
    let declares_pose = declared.names.last().is_some_and(|kind| is_pose(&kind.to_lowercase()));
    if declares_pose && matches!(value.data, Data::Unknown | Data::Word(_)) {
        store.unread_poses.push(name_at.clone());
    }
    if declared.last() == "btMatrix3x3" {
        store.matrices.insert(name.to_owned());
    }
    value.use_name(name_at.clone());
    bind(store, name, value, name_at.clone());
}

/// Whether an assignment loads the module SAT.js: `SAT = require("sat")`. It is skipped, so that the names in the
/// module keep the prefix `SAT`, as in the dictionary.
fn loads_sat(target: &Expr<'_>, value: &Expr<'_>) -> bool {
    matches!(&target.node, Node::Path(path) if path.names == ["SAT"]) && is_module(value)
}

/// Whether an expression loads a module: `require("cannon")`.
fn is_module(expr: &Expr<'_>) -> bool {
    matches!(&expr.node, Node::Call(path, _) if ["require", "import"].contains(&path.last()))
}

/// Words before the coordinates of a position in prose: `at (1, 2, 3)`.
const POSITION_WORDS: [&str; 4] = ["at", "position", "pos", "center"];

/// Runs an expression that is a statement. A constructor of a pose, and "at (1, 2, 3)" in prose, state a pose that no
/// variable holds.
fn run_expression(store: &mut Store, expr: &Expr<'_>) {
    let value = store.value(expr);
    let arguments = match &expr.node {
        Node::Call(path, arguments) if POSITION_WORDS.contains(&path.last()) => store.arguments(arguments),
        _ => Vec::new(),
    };
    let range = mark(expr.at.start);
    if matches!(value.data, Data::Pose(_)) && value.used.contains(&range) {
        store.loose_poses.push(LoosePose { name: String::new(), value, range });
    } else if (2..=3).contains(&arguments.len())
        && let Some(data @ Data::Vector(_)) = super::constants::vector("", &arguments)
    {
        let value = Value { data, used: ranges_of(&arguments), at: expr.at.start };
        store.loose_poses.push(LoosePose { name: String::new(), value, range });
    }
}

/// Number of ranges of a shape or body from which each further name adds only its own range.
const MAX_ENTITY_RANGES: usize = 10_000;

/// Beginnings of the names of variables with a pose or a part of one, in lower case: `posA`, `tf_box`.
const POSE_PREFIXES: [&str; 5] = ["pos", "tf", "trans", "iso", "pose"];

/// Whether a variable of this name holds a pose or a part of one: `position1`, `posA`, `boxCenter`.
fn names_pose(name: &str) -> bool {
    let without_number = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    if slot(without_number).is_some() {
        return true;
    }
    let lower = normalized(name);
    POSE_PREFIXES.iter().any(|prefix| lower.starts_with(prefix)) || pose_names::names_position(name)
}

/// Assigns a value to a variable; a pose, and a vector with the name of a position, may later be joined to a shape.
/// `range` is the range of the name in the text, bytes.
pub fn bind(store: &mut Store, name: &str, value: Value, range: Range<usize>) {
    match &value.data {
        Data::Entity(id) => {
            let entity = &mut store.entities[*id];
            if entity.name.is_empty() {
                name.clone_into(&mut entity.name);
            }
            let known = if entity.used.len() < MAX_ENTITY_RANGES { 0 } else { value.used.len().saturating_sub(1) };
            entity.used.extend(value.used[known..].iter().cloned());
        }
        Data::Pose(_) | Data::Rotation(_) => {
            store.loose_poses.push(LoosePose { name: name.to_owned(), value: value.clone(), range });
        }
        Data::Vector(_) | Data::List(_) if value.vector().is_some() && names_pose(name) => {
            store.loose_poses.push(LoosePose { name: name.to_owned(), value: value.clone(), range });
        }
        _ => {}
    }
    store.variables.insert(name.to_owned(), value);
}

/// Evaluates the assignment `target = value`.
fn assign(store: &mut Store, target: &Expr<'_>, mut value: Value) {
    if let Node::Path(Path { names, .. }) = &target.node
        && let [name] = names[..]
    {
        value.use_name(target.at.clone());
        bind(store, name, value, target.at.clone());
        return;
    }
    if let Some(object) = matlab_position(target) {
        value.used.push(target.at.clone());
        return store.set(&[object, "position"], &[(None, value)], target.at.clone());
    }
    if let Node::Field(owner, field) = &target.node
        && let Some(id) = added_component(store, owner)
    {
        return store.set_entity(id, &[field], &[(None, value)], target.at.clone());
    }
    // Havok's `const [, shape] = …`: a code of success, then the shape or body.
    if let Node::List(targets) = &target.node
        && value.is_entity()
        && store.uses("havok")
        && let Some((last, before)) = targets.split_last()
    {
        for code in before {
            assign(store, &code.value, Value::unknown(value.at));
        }
        return assign(store, &last.value, value);
    }
    let Some(names) = chain(target) else { return store.set_element(target, value) };
    let value = if names.last() == Some(&"plane") { store.plane_as_list(value) } else { value };
    store.set(&names, &[(None, value)], target.at.clone());
}

/// Returns the object whose position MATLAB's `object.Pose(1:3, 4) = [x; y; z]` sets; `None` for any other target.
fn matlab_position<'a>(target: &Expr<'a>) -> Option<&'a str> {
    let Node::Call(path, arguments) = &target.node else { return None };
    let [object, "Pose"] = path.names[..] else { return None };
    let [_, column] = &arguments[..] else { return None };
    matches!(column.value.node, Node::Number(4.0)).then_some(object)
}

/// Evaluates Unity's `object.AddComponent<SphereCollider>()`; returns the index of the new shape. `None` for any other
/// expression.
fn added_component(store: &mut Store, expr: &Expr<'_>) -> Option<usize> {
    let (Node::Call(path, _) | Node::Method(_, path, _)) = &expr.node else { return None };
    if !is_component(path) {
        return None;
    }
    match store.value(expr).data {
        Data::Entity(id) => Some(id),
        _ => None,
    }
}
