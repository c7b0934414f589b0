//! Parser: tokens, expressions, statements, and the control flow of many languages.

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
pub(super) mod pattern_parser;
pub(super) mod patterns;
pub(super) mod preprocessor;
pub(super) mod statements;
pub(super) mod syntax;
pub(super) mod token;
pub(super) mod unpacking;
