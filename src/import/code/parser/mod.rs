//! Parser of program text in C, C++, C#, Java, JavaScript, Python, Rust, Go, Lua and similar languages: a text becomes
//! tokens ([`token`]), and these become a tree of statements and expressions ([`syntax`]) that the interpreter
//! evaluates. One grammar reads all languages, because pasted text does not say its language.

pub(super) mod brackets;
pub(super) mod callbacks;
pub(super) mod choices;
pub(super) mod control;
pub(super) mod expressions;
pub(super) mod for_each;
pub(super) mod functions;
pub(super) mod headers;
pub(super) mod lookahead;
pub(super) mod lua;
pub(super) mod paths;
pub(super) mod pattern_parser;
pub(super) mod patterns;
pub(super) mod preprocessor;
pub(super) mod statements;
pub(super) mod syntax;
pub(super) mod token;
pub(super) mod tuples;
pub(super) mod unpacking;
