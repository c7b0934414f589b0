//! Evaluation of a text by the readers of all syntaxes, which fill one store.

use std::ops::Range;

use super::{constants, indices, interpreter, objects, remarks};
use crate::import::code::formats::{aframe, godot, jsx, moveit, openscad, povray, scene_graphs, svg, unity};
use crate::import::code::join::store;
use crate::import::code::join::store::Store;
use crate::import::code::libraries::detection::Named;
use crate::import::code::libraries::further_calls;
use crate::import::code::parser::token::{Token, Tokens};
use crate::import::code::parser::{statements, syntax};
use crate::import::code::pose::rotations;
use crate::import::code::shape::{dictionary, own_types, resolve};

/// Evaluates a text; returns its shapes and bodies, and its statements. `chosen` is the library that the caller names.
pub fn evaluate<'a>(text: &'a str, tokens: &Tokens<'a>, chosen: Option<&str>) -> (Store, Vec<syntax::Statement<'a>>) {
    let named = Named::read(text, tokens, chosen);
    let tags = jsx::tags(text);
    let sections = godot::sections(text);
    let elements = aframe::tags(text);
    let blocks = unity::blocks(text);
    let graph = scene_graphs::graph(text);
    let messages = moveit::messages(text);
    let is_scad = openscad::is_program(tokens);
    let picture = svg::picture(text);
    let solids = povray::objects(text);
    let figures = [picture.at.clone(), solids.at.clone()];
    let whole = is_scad.then_some(0..text.len());
    let read = sorted([graph.at.clone(), messages.at.clone()].into_iter().chain(figures.clone()).chain(whole));
    let other_readers: [Vec<Range<usize>>; 4] = [
        read.clone(),
        sections.iter().map(|section| section.at.clone()).collect(),
        elements.iter().map(|tag| tag.at.clone()).collect(),
        blocks.iter().map(|block| block.at.clone()).collect(),
    ];
    let mut outside = code_tokens(tokens, &other_readers, &named);
    outside.retain(|token| !jsx::is_inside(&tags, token.start));
    let records = own_types::records(text);
    let statements = statements::statements(&outside, &|names| {
        is_type(names) || matches!(names, [name] if own_types::defines_shape(&records, name))
    });
    let drawn: Vec<Range<usize>> = tags.iter().map(|tag| tag.at.clone()).collect();
    let classes = objects::classes(&tokens.all);
    let defined = further_calls::defined_values(&named.libraries);
    let mut store = Store {
        named,
        read,
        objects: objects::declared(&tokens.all, &classes),
        classes,
        records,
        counts_from_one: indices::count_from_one(text),
        variables: remarks::stated_values(text, tokens).into_iter().chain(defined).collect(),
        comments: tokens.comments.clone(),
        judged: [&drawn[..], &other_readers[2], &other_readers[3], &figures].concat(),
        ..Store::default()
    };
    interpreter::run(&mut store, &statements);
    jsx::run(&mut store, text, &tags, tokens);
    godot::run(&mut store, &sections);
    aframe::run(&mut store, &elements);
    unity::run(&mut store, &blocks, text);
    svg::run(&mut store, &picture);
    povray::run(&mut store, &solids);
    scene_graphs::run(&mut store, &graph);
    moveit::run(&mut store, &messages);
    if is_scad {
        store.named.libraries.insert("openscad");
        openscad::run(&mut store, &tokens.all);
    }
    finish(&mut store, &statements);
    (store, statements)
}

/// Returns the tokens that no reader of another syntax reads.
fn code_tokens<'a>(tokens: &Tokens<'a>, other_readers: &[Vec<Range<usize>>], named: &Named) -> Vec<Token<'a>> {
    let mut all = tokens.all.clone();
    all.retain(|token| !other_readers.iter().any(|ranges| is_in(ranges, token.start)));
    if named.libraries.contains("mathematica") { further_calls::with_parentheses(&all) } else { all }
}

/// Returns the ranges that are not empty in their order.
fn sorted(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = ranges.filter(|range| range.start < range.end).collect();
    all.sort_by_key(|range| range.start);
    all
}

/// Completes the entities of a store after all readers have run.
fn finish(store: &mut Store, statements: &[syntax::Statement<'_>]) {
    store.close_quaternions();
    store.compose_frames();
    store.separate_ingredients(statements);
    store.doubt_moved_entities();
    store.separate_visuals();
    store.agreed = resolve::agreed_libraries(store);
}

/// Whether an offset is in one of these ranges, which are sorted.
fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    let k = ranges.partition_point(|range| range.start <= at);
    k.checked_sub(1).is_some_and(|k| ranges[k].contains(&at))
}

/// Whether a path names a type, so that the brackets after it contain the values of a constructor.
fn is_type(names: &[&str]) -> bool {
    let Some(last) = names.last() else { return false };
    let lower = last.to_lowercase();
    // In a namespace, types may have small letters: `edyn::quaternion{0, 0, 0, 1}`.
    let capital = last.starts_with(|c: char| c.is_uppercase())
        || names.len() > 1 && names[0] == "edyn"
        || lower.starts_with("bt")
        || lower.starts_with("px")
        || lower.starts_with('b');
    !dictionary::rows(names).is_empty()
        || constants::is_vector(last) && capital
        || rotations::is_rotation(&lower) && capital
        || rotations::is_pose(&lower) && capital
        || (store::is_body(&[last]) || lower.contains("compoundshape")) && capital
}
