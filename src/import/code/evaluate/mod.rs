//! Evaluation of parsed program text: the statements become values, variables, shapes and bodies in one store.
//!
//! [`readers::evaluate`] is the entry. [`interpreter`] runs loops, conditionals and functions, [`statements`] single
//! statements and expressions; the other modules evaluate one kind of call, operator or assignment each.

pub(super) mod arrays;
pub(super) mod assertions;
pub(super) mod assigned_variables;
pub(super) mod bindings;
pub(super) mod called_functions;
pub(super) mod calls;
pub(super) mod conditions;
pub(super) mod constants;
pub(super) mod copies;
pub(super) mod directions;
pub(super) mod elements;
pub(super) mod expressions;
pub(super) mod fallbacks;
pub(super) mod fields;
pub(super) mod indices;
pub(super) mod interpreter;
pub(super) mod invocations;
pub(super) mod iterators;
pub(super) mod list_methods;
pub(super) mod lists;
pub(super) mod loops;
pub(super) mod objects;
pub(super) mod operators;
pub(super) mod other_calls;
pub(super) mod pose_setters;
pub(super) mod readers;
pub(super) mod remarks;
pub(super) mod setter_targets;
pub(super) mod setters;
pub(super) mod slices;
pub(super) mod statements;
pub(super) mod value;
pub(super) mod written;
